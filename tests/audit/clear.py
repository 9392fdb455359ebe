"""Perfect clears: every placement of every piece by the plain rules, every queue of a pattern, every bag."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any, cast

from tests.reference import clear_fumens, clear_impossible, clear_patterns
from tests.reference.clear_brute_force import BruteForce, Picture
from tests.reference.clear_preview import Player
from tests.reference.clear_scores import runs, totals
from tests.reference.clear_setups import SlowSetups
from tests.reference.clear_ties import ease, easiest

from shapewright.clear import Blueprint, Field, Fumen, Page, Pattern, Placement, Queue, impossible
from shapewright.clear.rules import Drop, place, reachable
from shapewright.clear.scoring.table import Chain
from shapewright.clear.scoring.table_file import attack_table
from shapewright.clear.solution import Solution
from shapewright.clear.spins import spins
from shapewright.errors import ShapewrightError

PIECES = "IOTSZLJ"
THREE = "XXXXXXX___/XXXXXXX___/XXXXXXX___/XXXXXXX___"
TWO = "XXXX______/XXXX______"
T_SLOT = "XXXX____XX/XXX___XXXX/XXXX_XXXXX"
# Two of the solutions that 'clear path' finds of THREE.
BUILT = "v115@9gG8ilG8glRpG8g0RpG8i0JeAg0IAKHcSASoW9A v115@9gG8hlwhG8h0whG8g0glwhG8g0glwhJeAg0IAqSVSA?SoW9A"
SLOT = "**.......X/***.XXXXXX"
# Two I, one on the other.
PAIR = "v115@RhzhFezhPeAgl"
# Six pieces, a page each.
SIX = "v115@vhFRQJUGJKJJvMJTNJGBJ"

QUESTIONS = [
    f"clear solve LJIO --field {THREE} --keys",
    f"clear solve LJOI --field {THREE} --limit 9",
    f"clear solve '[L]JOI' --field {THREE} --limit 2",
    f"clear solve SZSZ --field {THREE}",
    f"clear solve OSZ --field {TWO}",
    f"clear solve LJIT --field {THREE} --no-hold --height 4",
    f"clear solve OJLI --field {TWO} --save I",
    f"clear solve JLIO --field {TWO} --drop hard --kicks none --seed 3",
    f"clear percent --field {THREE} -p '[LJIO]p4'",
    f"clear percent --field {THREE} -p '[LJIO]p3' --no-hold",
    f"clear percent --field {TWO} -p 'T,[LJIO]p3' --save 'T,!O#no O' --height 2",
    f"clear percent --field {TWO} -p '*p4' --drop hard --height 2",
    f"clear path --field {THREE} -p '[LJIOT]p4' --mark-minimal",
    f"clear path --field {THREE} -p '[LJIO]p4' --limit 2",
    f"clear path --field {THREE} -p '[LJIOT]p4' --minimal",
    f"clear path --field {TWO} -p 'SS[SZ]' --height 2",
    f"clear cover {BUILT} -p '[LJIO]p4'",
    f"clear cover {BUILT} -p 'L,*p3' --no-hold --drop hard",
    f"clear setup --field {SLOT} -p [LJOSI]p2",
    f"clear setup --field {SLOT} -p [LJOSI]p2 -c yes --exclude holes",
    f"clear congruents {PAIR} -p [IOL],[IOL]",
    f"clear congruents {PAIR}",
    f"clear score LJIO --field {THREE} --table jstris --combo 2",
    f"clear score TIT --field {T_SLOT} --height 3 --table tetrio-s2 --b2b 6 --no-hold",
    f"clear score -p '[LJIO]p4' --field {THREE} --table points",
    f"clear ren LJO --field {THREE} --limit 4",
    f"clear ren TIL --field {T_SLOT} --drop hard",
    f"clear chance LJ --field {TWO}  --height 2",
    f"clear chance '[O]I' --field {TWO} --height 2 --see 1 --bag TJL",
    f"clear chance LJI --field {TWO} --height 2 --no-hold",
    "clear impossible '[I]IOTSZIOSZT' IIOTSZIOSZT SZ",
    "clear impossible --list --limit 3",
    "clear queues 4",
    "clear queues 2 --list --limit 12",
    "clear queues 1 --list",
    f"clear fumen mirror {SIX}",
    f"clear fumen unglue {SIX} {SIX}#2:4",
    f"clear fumen join {SIX}#5: {SIX}#1",
    f"clear fumen split {SIX}#3:4",
    f"clear fumen filter {SIX} --piece SZ",
    f"clear fumen filter {SIX} --piece T",
    "clear sequences -p *p4{S<Z}",
    "clear sequences -p *p2,[SZ] --hold forward --list",
    "clear sequences -p *p2,[SZ] --hold backward --where T=2 --list --limit 9",
    "clear solutions 2 --limit 4",
    "clear solutions 2 --random 3 --seed 5",
]

# Answers that take a second or more to verify; not in the quick part of the audit.
SLOW = [
    "clear table 2 --drop hard",
    "clear impossible TIOLJSZTIOL",
    "clear solve TIOLJSZTIOL",
]


def is_true(answer: dict[str, Any]) -> bool | None:
    """Whether all that an answer says is so, by trying everything."""
    try:
        command, *_ = answer["command"].split()[1:]
        judge = _JUDGES.get(command)
        if judge is None:
            return None
        if not _verdict_is_true(command, answer):
            return False
        return judge({key: value for key, value in answer.items() if key != "verdict"}, answer["parameters"])
    except (ShapewrightError, KeyError, IndexError, TypeError, AttributeError, ValueError):
        return False  # what cannot be read says nothing true


_COUNTS = {
    "solve": "found",
    "percent": "solved",
    "path": "unique",
    "cover": "any",
    "chance": "solved",
    "setup": "setups",
    "congruents": "congruents",
    "score": "solved",
    "ren": "clears",
    "fumen": "fumens",
}


def _verdict_is_true(command: str, answer: dict[str, Any]) -> bool:
    """The verdict, if there is one, is that of the other keys, and a reason stands only where there is nothing."""
    found = bool(answer[_COUNTS[command]]) if _COUNTS.get(command) in answer else bool(answer.get("scores", True))
    if command == "impossible" and "verdicts" in answer:
        found = "file" in answer["parameters"] or not any(one["impossible"] for one in answer["verdicts"])
    expected = "found" if found else "none"
    reason = answer.get("reason")
    if reason is not None and (found or not isinstance(reason, str)):
        return False
    return answer.get("verdict", expected) == expected


# --- The question ---------------------------------------------------------------------------------------------------


@cache
def _game(kicks: str | None, drop: str | None) -> BruteForce:
    return BruteForce(kicks or "srs", cast("Drop", drop or "soft"))


def _asked(parameters: dict[str, Any]) -> tuple[BruteForce, Field, bool, int | None]:
    """The rules, the field, whether hold may be used, and the height."""
    game = _game(parameters.get("kicks"), parameters.get("drop"))
    said = parameters.get("hold")
    use_hold = not parameters.get("no_hold") and (said or "use").lower() != "avoid"
    height = parameters.get("height")
    field = Field.from_text(parameters["field"]) if parameters.get("field") else Field()
    return game, field, use_hold, None if height is None else int(height)


def _queue(parameters: dict[str, Any]) -> Queue:
    queue = Queue.from_text(parameters["queue"])
    said = parameters.get("hold")
    return queue if said in (None, "use", "avoid") else Queue(queue.pieces, said)


def _same(stated: object, found: object) -> bool:
    """Whether two values are the same, types included."""
    if isinstance(stated, list) and isinstance(found, list):
        return len(stated) == len(found) and all(map(_same, stated, found))
    if isinstance(stated, dict) and isinstance(found, dict):
        return stated.keys() == found.keys() and all(_same(stated[key], found[key]) for key in stated)
    if isinstance(stated, float) and isinstance(found, float):
        return abs(stated - found) < 1e-12
    return type(stated) is type(found) and stated == found


# --- One queue ------------------------------------------------------------------------------------------------------


def _solve(answer: dict[str, Any], parameters: dict[str, Any]) -> bool | None:
    game, field, use_hold, height = _asked(parameters)
    queue, wish = _queue(parameters), parameters.get("save")
    heights = _heights(field, queue, height, use_hold)
    possible = [each for each in heights if _leftovers(game, field, queue, each, use_hold, wish)]
    solutions = answer["solutions"]
    found = bool(possible)
    if not _same(answer["found"], found) or bool(solutions) != found:
        return False
    if {int(each) for each in answer["refuted"]} != {each for each in heights if not possible or each < possible[0]}:
        return False
    if any(how not in ("counting", "search") for how in [*answer["refuted"].values(), answer["method"]]):
        return False
    if found:
        if not _same(answer["height"], possible[0]) or answer.get("reason") is not None:
            return False
        pictures = [_replay(one, game, field, queue, use_hold, possible[0], wish) for one in solutions]
        if None in pictures or len(set(pictures)) < len(pictures):
            return False
    limit = parameters.get("limit")
    most = 1 if limit is None else int(limit)
    complete = limit is None or len(solutions) < most
    if complete and limit is not None and wish is None and found:
        every = game.pictures(field, [str(queue)], possible[0], hold=use_hold)
        if queue.hold is None and len(every) != len(solutions):
            return False
    return len(solutions) <= most and _same(answer["complete"], complete)


def _heights(field: Field, queue: Queue, height: int | None, use_hold: bool) -> list[int]:
    """The heights that the queue has pieces enough for."""
    start = field.cleared()
    pieces = len(queue.pieces) + (use_hold and queue.hold is not None)
    several = [height] if height is not None else list(range(max(1, start.height), 21))
    return [
        each
        for each in several
        if each >= start.height and start.empty_cells(each) % 4 == 0 and 0 < start.empty_cells(each) <= 4 * pieces
    ]


def _leftovers(game: BruteForce, field: Field, queue: Queue, height: int, use_hold: bool, wish: str | None) -> set[str]:
    """What can be left over after a clear of that height, the letters in order; only what is wished for."""
    placed = field.cleared().empty_cells(height) // 4
    orders = game.orders(field, height)
    found = set()
    for order in queue.orders(placed, hold=use_hold):
        if order in orders:
            rest = Counter((queue.hold or "") + queue.pieces) - Counter(order)
            found.add("".join(sorted(rest.elements())))
    if wish is not None:
        assert wish in PIECES
        found = {rest for rest in found if wish in rest}
    return found


def _replay(
    record: dict[str, Any], game: BruteForce, field: Field, queue: Queue, use_hold: bool, height: int, wish: str | None
) -> frozenset[Any] | None:
    """The picture that a solution makes; None if it is none or something said of it is false."""
    told = (record["field"], record["queue"], record["hold"], record["kicks"], record["drop"])
    if told != (field.to_text(one_line=True), queue.pieces, queue.hold, game.kicks.name, game.drop):
        return None
    board, rest, rows = field.cleared(), queue, list(range(24))
    picture, placements = [], []
    for step in record["placements"]:
        placement = Placement(step["piece"], step["facing"], step["x"], step["y"])
        after = [
            left for piece, left, used in rest.choices(hold=use_hold) if (piece, used) == (step["piece"], step["held"])
        ]
        ways = {one.cells() for one in reachable(board, placement.piece, game.kicks, game.drop)}
        if not after or type(step["held"]) is not bool or tuple(sorted(placement.cells())) not in ways:
            return None
        (rest,) = after
        cells = [(x, rows[y]) for x, y in placement.cells()]
        picture.append((placement.piece, tuple(sorted(cells))))
        placements.append(placement)
        filled = {y for _, y in placement.cells()}
        full = [y for y in filled if all((x, y) in board or (x, y) in placement.cells() for x in range(10))]
        rows = [row for y, row in enumerate(rows) if y not in full]
        board = place(board, placement)
    if board.rows or max(y for _, cells in picture for _, y in cells) != height - 1:
        return None
    saved = (rest.hold or "") + rest.pieces
    if not _same(record["height"], height) or not _same(record["saved"], saved) or (wish or "") not in saved:
        return None
    shown = [page.placement for page in Fumen.from_text(record["fumen"]).pages]
    return frozenset(picture) if shown == placements else None


# --- Patterns -------------------------------------------------------------------------------------------------------


def _queues(parameters: dict[str, Any], placed: int, use_hold: bool, *, whole: bool = False) -> list[str]:
    pattern = Pattern.from_text(parameters["patterns"])
    return list(pattern.queues(pattern.length if whole else min(pattern.length, placed + use_hold)))


def _percent(answer: dict[str, Any], parameters: dict[str, Any]) -> bool | None:
    game, field, use_hold, given = _asked(parameters)
    height, wish = given or 4, parameters.get("save")
    placed = field.cleared().empty_cells(height) // 4
    queues = _queues(parameters, placed, use_hold, whole=wish is not None)
    left = {queue: _leftovers(game, field, Queue(queue), height, use_hold, None) for queue in queues}
    asked = [] if wish is None else [_condition(text) for text in wish.split(",")]
    each = [{queue for queue in queues if holds(left[queue])} for _, _, holds in asked]
    solved = set().union(*each) if asked else {queue for queue in queues if left[queue]}
    longest = Pattern.from_text(parameters["patterns"]).length
    firsts = list(dict.fromkeys(queue[0] for queue in queues))
    saved = {}
    if wish is None and use_hold and len(queues[0]) > placed:
        saved = {piece: sum(piece in left[queue] for queue in queues) for piece in PIECES}
    found = {
        "complete": True,
        "solved": len(solved),
        "queues": len(queues),
        "chance": len(solved) / len(queues),
        "height": height,
        "first": {
            piece: [sum(one[0] == piece for one in solved), sum(one[0] == piece for one in queues)] for piece in firsts
        },
        "saved": {piece: number for piece, number in saved.items() if number},
        "method": "search",
        "failed": [queue for queue in queues if queue not in solved],
        "cleared": sum(bool(left[queue]) for queue in queues),
        "conditions": [
            {
                "label": label,
                "condition": text,
                "solved": len(those),
                "queues": len(queues),
                "chance": len(those) / len(queues),
            }
            for (label, text, _), those in zip(asked, each, strict=True)
        ],
        "pieces": longest,
        "pieces_counted": longest if asked else min(longest, placed + use_hold),
    }
    return _same(_claims(answer), found)


def _condition(text: str) -> tuple[str, str, Callable[[set[str]], bool]]:
    """The label and the text of a save condition of one piece, and whether outcomes satisfy it."""
    condition, _, label = text.strip().partition("#")
    piece = condition[-1]
    if piece not in PIECES or condition[:-1] not in ("", "!", "^"):
        raise ValueError(text)

    def holds(outcomes: set[str]) -> bool:
        if condition.startswith("!"):
            return bool(outcomes) and not any(piece in one for one in outcomes)
        return any((piece in one) is not condition.startswith("^") for one in outcomes)

    return label or condition, condition, holds


_ABOUT = {"version", "command", "parameters", "seconds", "reason"}


def _claims(answer: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in answer.items() if key not in _ABOUT}


@cache
def _pictures(kicks: str, drop: Drop, field: Field, queues: tuple[str, ...], height: int, use_hold: bool) -> Any:
    return _game(kicks, drop).pictures(field, queues, height, hold=use_hold)


def _path(answer: dict[str, Any], parameters: dict[str, Any]) -> bool | None:
    game, field, use_hold, lines = _asked(parameters)
    height = lines or 4
    queues = _queues(parameters, field.cleared().empty_cells(height) // 4, use_hold)
    found = _pictures(game.kicks.name, game.drop, field, tuple(queues), height, use_hold)
    solved = set().union(*found.values())
    only, limit = parameters.get("minimal") or parameters.get("only_minimal"), parameters.get("limit")
    is_searched = bool(only or parameters.get("mark_minimal"))
    fewest, bound = answer["minimal"], answer["minimal_bound"]
    if not is_searched and not fewest is bound is answer["minimal_ties"] is None:
        return False
    if is_searched and not (type(fewest) is type(bound) is int and 0 <= bound <= _fewest(found.values()) <= fewest):
        return False
    given = Pattern.from_text(parameters["patterns"]).length
    numbers = {"unique": len(found), "solved": len(solved), "queues": len(queues), "height": height}
    numbers |= {"pieces": given, "pieces_counted": len(queues[0])}
    if not all(_same(answer[key], number) for key, number in numbers.items()):
        return False
    records, marked = answer["solutions"], []
    seen = set()
    for record in records:
        picture = frozenset(
            (piece, tuple(sorted(map(tuple, cells))))
            for piece, cells in zip(record["pieces"], record["cells"], strict=True)
        )
        serves = [queue for queue in queues if queue in found[picture]]
        if not _same(record["queues"], len(serves)) or record["serves"] != serves or picture in seen:
            return False
        if not _same(record["tucked"], _tucked(game, field, picture, queues, height, use_hold)):
            return False
        if record["rows"] != _rows(field, picture, height) or not _shows(record["fumen"], record["rows"]):
            return False
        if type(record["minimal"]) is not (bool if is_searched else type(None)):
            return False
        seen.add(picture)
        marked += [picture] if record["minimal"] else []
    order = [(-record["queues"], record["tucked"]) for record in records]
    whole = fewest if only else len(found)
    wanted = whole if limit is None else min(whole, int(limit))
    if order != sorted(order) or not _same(answer["complete"], len(records) == whole) or len(records) > wanted:
        return False
    if len(records) < wanted and answer["complete"] is not False:  # the time limit was reached
        return False
    if not is_searched:
        return True
    costs = {}
    for picture, queues_of in found.items():
        tucked = _tucked(game, field, picture, queues, height, use_hold)
        costs[picture] = ease(game, field, height, picture, queues_of, tucked, hold=use_hold)
    if len(records) < whole:
        return len(marked) <= fewest and _are_ties(answer["minimal_ties"], None, found, costs)
    served = set().union(*[found[picture] for picture in marked])
    sums = [sum([costs[picture][level] for picture in marked]) for level in range(3)]
    return len(marked) == fewest and served == solved and _are_ties(answer["minimal_ties"], sums, found, costs)


def _are_ties(ties: Any, sums: list[int] | None, found: Any, costs: Any) -> bool:
    """Whether the sums are those of the set, if all of it is known, and the least where this is said."""
    _, best = easiest(found, costs)
    if not isinstance(ties, list) or [tie[0] for tie in ties] != ["tucked", "held", "unplayable"][: len(ties)]:
        return False
    least = [tie[2] for tie in ties]
    said = [tie[1] for tie in ties]
    if not all(type(one) is bool for one in least) or least != sorted(least, reverse=True):
        return False
    number = sum(least)
    return (sums is None or _same(said, sums[: len(said)])) and _same(said[:number], best[:number])


def _fewest(sets: Any) -> int:
    """The fewest of these sets that have all that any has."""
    several = list(sets)
    everything = set().union(*several)
    sizes = range(len(several) + 1)
    return next(size for size in sizes if any(set().union(*few) == everything for few in combinations(several, size)))


def _rows(field: Field, picture: Picture, height: int) -> str:
    letters = {cell: piece for piece, cells in picture for cell in cells}
    rows = ["".join(letters.get((x, y), "X" if (x, y) in field else "_") for x in range(10)) for y in range(height)]
    return "/".join(reversed(rows))


def _shows(fumen: str, rows: str) -> bool:
    """Whether a fumen is one page with this picture."""
    (page,) = Fumen.from_text(fumen).pages
    return "/".join(reversed(page.rows[: rows.count("/") + 1])) == rows and page.placement is None


def _tucked(game: BruteForce, field: Field, picture: Picture, queues: list[str], height: int, use_hold: bool) -> int:
    """How many pieces cannot come straight down, in the order in which these are fewest."""
    placed = len(picture)
    orders = {order for queue in queues for order in Queue(queue).orders(placed, hold=use_hold)}
    best = placed + 1
    for order in orders & game.orders(field, height):
        for way in game._ways(field.cleared(), height, order):
            board, rows, cells, number = field.cleared(), list(range(24)), [], 0
            for placement in way:
                straight = {one.cells() for one in reachable(board, placement.piece, game.kicks, "hard")}
                number += tuple(sorted(placement.cells())) not in straight
                cells.append((placement.piece, tuple(sorted((x, rows[y]) for x, y in placement.cells()))))
                own = placement.cells()
                full = [y for y in {y for _, y in own} if all((x, y) in board or (x, y) in own for x in range(10))]
                rows = [row for y, row in enumerate(rows) if y not in full]
                board = place(board, placement)
            if frozenset(cells) == picture:
                best = min(best, number)
    return best


def _cover(answer: dict[str, Any], parameters: dict[str, Any]) -> bool | None:
    game, _, use_hold, _ = _asked({key: value for key, value in parameters.items() if key != "field"})
    asked = []
    for text in [*parameters.get("solutions", []), *parameters.get("tetfu", [])]:
        asked += [page.rows for page in Fumen.from_text(text).pages]
    records = answer["solutions"]
    if len(records) != len(asked):
        return False
    longest = max(len(record["cells"]) for record in records)
    queues = _queues(parameters, longest, use_hold)
    build = []
    for record, rows in zip(records, asked, strict=True):
        parts = tuple(
            (piece, tuple(sorted(map(tuple, cells))))
            for piece, cells in zip(record["pieces"], record["cells"], strict=True)
        )
        start = Field(tuple(sum(1 << x for x, cell in enumerate(row) if cell == "X") for row in rows))
        coloured = {(x, y): cell for y, row in enumerate(rows) for x, cell in enumerate(row) if cell in PIECES}
        if {cell: piece for piece, cells in parts for cell in cells} != coloured or start.full_rows():
            return False
        can = {queue for queue in queues if _can_build(game, start, frozenset(parts), Queue(queue), use_hold)}
        if set(record) != {"pieces", "cells", "queues"} or not _same(record["queues"], len(can)):
            return False
        build.append(can)
    any_one, every = set().union(*build), set(queues).intersection(*build)
    given = Pattern.from_text(parameters["patterns"]).length
    counts = {"pieces": given, "pieces_counted": min(given, longest + use_hold)}
    numbers = {"queues": len(queues), "any": len(any_one), "every": len(every), "complete": True, **counts}
    failed = [queue for queue in queues if queue not in any_one]
    return answer["failed"] == failed and all(_same(answer[key], number) for key, number in numbers.items())


def _setup(answer: dict[str, Any], parameters: dict[str, Any]) -> bool | None:
    if set(parameters) - {"field", "patterns", "combination", "exclude"} or parameters["field"] != SLOT:
        return None
    blueprint = Blueprint.from_text(SLOT)
    found = _found_setups(blueprint, parameters["patterns"], parameters.get("combination") == "yes", least=None)
    if found is None or parameters.get("exclude", "none") not in ("none", "holes"):
        return None
    if parameters.get("exclude") == "holes":
        found = {one: number for one, number in found.items() if not _has_hole(blueprint, one)}
    told = {"blueprint": SLOT, "height": 2, "setups": len(found), "cores": len(found)}
    return _setups_are(answer, parameters, blueprint, found, told)


def _congruents(answer: dict[str, Any], parameters: dict[str, Any]) -> bool | None:
    if set(parameters) - {"solution", "patterns"} or parameters["solution"] != PAIR:
        return None
    blueprint = Blueprint.from_text("****______/****______")
    found = _found_setups(blueprint, parameters.get("patterns"), "patterns" not in parameters, least=0)
    if found is None:
        return None
    rows = [record["rows"] for record in answer["solutions"]]
    given = rows.index("IIII______/IIII______") + 1 if "IIII______/IIII______" in rows else None
    cells = [frozenset(cell for cell in map(tuple, part)) for part in answer["solutions"][(given or 1) - 1]["cells"]]
    lies = {frozenset((x, y) for x in range(4)) for y in range(2)} == set(cells)
    told = {"congruents": len(found), "given": given if lies else -1}
    return _setups_are(answer, parameters, blueprint, found, told)


def _found_setups(blueprint: Blueprint, text: str | None, is_loose: bool, least: int | None) -> dict[Any, int] | None:
    """The setups of a blueprint for two pieces at most, and how many queues, or orders, build each."""
    slow = SlowSetups(blueprint)
    if text is None:
        queues = [first + second for first in PIECES for second in PIECES]
    else:
        pattern = Pattern.from_text(text)
        queues = list(pattern.queues(None if is_loose else min(pattern.length, 3)))
        if is_loose:
            queues = sorted({"".join(order) for queue in queues for order in permutations(queue, 2)})
    if len(queues) > 2000:
        return None
    length = 2 if text is None else Pattern.from_text(text).length
    most = min(length, blueprint.allowed.bit_count() // 4)
    if most > 2:
        return None
    found = slow.setups(queues, 0 if is_loose else most if least is None else least, most, hold=not is_loose)
    return {one: slow.orders(one) for one in found} if is_loose else found


def _has_hole(blueprint: Blueprint, pieces: Any) -> bool:
    filled = {(x, y) for y in range(4) for x in range(10) if (x, y) in blueprint.start}
    filled |= {cell for _, cells in pieces for cell in cells}
    left = [y for y in range(4) if sum(cell[1] == y for cell in filled) < 10]
    board = {(x, left.index(y)) for x, y in filled if y in left}
    return any((x, below) not in board for x, y in board for below in range(y))


def _setups_are(
    answer: dict[str, Any],
    parameters: dict[str, Any],
    blueprint: Blueprint,
    found: dict[Any, int],
    told: dict[str, Any],
) -> bool:
    """Whether the list is that of the setups found, and all numbers are theirs."""
    is_loose = parameters.get("combination") == "yes" or "patterns" not in parameters
    pattern = Pattern.from_text(parameters["patterns"]) if "patterns" in parameters else None
    length = 2 if pattern is None else pattern.length
    counted = length if is_loose else min(length, 3)
    slow = SlowSetups(blueprint)
    key = "orders" if is_loose else "queues"
    builds = set()
    seen = []
    for record in answer["solutions"]:
        one = frozenset(
            (piece, tuple(map(tuple, cells))) for piece, cells in zip(record["pieces"], record["cells"], strict=True)
        )
        letters = {cell: piece for piece, cells in one for cell in cells}
        full = blueprint.start.bits | sum(1 << x + 10 * y for x, y in letters)
        rows = [
            "".join(letters.get((x, y), "X" if (x, y) in blueprint.start else "_") for x in range(10))
            for y in range(blueprint.height)
        ]
        page = Fumen.from_text(record["fumen"]).pages
        expected = {
            "rows": "/".join(reversed(rows)),
            "core": len(slow.core(one)),
            "cleared": sum(full >> 10 * y & 1023 == 1023 for y in range(20)),
            key: found.get(one, -1),
        }
        queues = [] if is_loose else [text for text in pattern.queues(counted) if one in slow.built(text, hold=True)]
        builds.update(queues)
        if not is_loose:
            expected["serves"] = queues
        if set(record) != {"pieces", "cells", "fumen", *expected} or not all(
            _same(record[name], value) for name, value in expected.items()
        ):
            return False
        if (
            len(page) != 1
            or record["fumen"] != Fumen((Page(tuple(rows), comment=page[0].comment, lock=False),)).to_text()
        ):
            return False
        if page[0].comment != f"{record['pieces']} {record[key]}":
            return False
        seen.append((-record[key], [[(y, x) for x, y in cells] for cells in record["cells"]]))
    if seen != sorted(seen) or len(seen) != len(found):
        return False
    numbers = {
        "complete": True,
        "pieces": length,
        "pieces_counted": counted,
        "solved": None if is_loose else len(builds),
        "queues": None if is_loose else pattern.count(counted),
        **told,
    }
    return _same({name: value for name, value in _claims(answer).items() if name != "solutions"}, numbers)


@cache
def _can_build(game: BruteForce, start: Field, parts: frozenset[Any], queue: Queue, use_hold: bool) -> bool:
    """Whether the parts, whose cells are in the rows of the start, can be placed in some order on it."""
    return _go_on(game, start, start, tuple(range(24)), parts, queue, use_hold)


def _go_on(
    game: BruteForce, start: Field, board: Field, rows: tuple[int, ...], parts: frozenset[Any], queue: Queue, hold: bool
) -> bool:
    if not parts:
        return True
    for piece, rest, _ in queue.choices(hold=hold):
        for placement in reachable(board, piece, game.kicks, game.drop):
            own = placement.cells()
            part = (piece, tuple(sorted((x, rows[y]) for x, y in own)))
            if part not in parts:
                continue
            full = [y for y in {y for _, y in own} if all((x, y) in board or (x, y) in own for x in range(10))]
            left = tuple(row for y, row in enumerate(rows) if y not in full)
            if _go_on(game, start, place(board, placement), left, parts - {part}, rest, hold):
                return True
    return False


# --- What may come --------------------------------------------------------------------------------------------------


def _chance(answer: dict[str, Any], parameters: dict[str, Any]) -> bool | None:
    game, field, use_hold, given = _asked(parameters)
    queue, height = _queue(parameters), given or 4
    see = int(parameters.get("see") or max(1, len(queue.pieces)))
    last = queue.pieces[len(queue.pieces) - len(queue.pieces) % 7 :]
    bag = frozenset(parameters.get("bag") or set(PIECES) - set(last)) or frozenset(PIECES)
    player = Player(see, use_hold, game.kicks, game.drop)
    start = field.cleared()
    length = start.empty_cells(height) // 4 + use_hold
    seen = ((queue.hold or "") + queue.pieces)[:length]
    number = _sequences(bag, length - len(seen))
    pieces = seen[queue.hold is not None :]
    best = player.best_chance(start, height, queue.hold, pieces, bag)
    moves = answer["moves"]
    worth: dict[str, Fraction] = {}
    if len(pieces) < see and len(seen) < length:
        return None  # more comes into sight before anything is placed
    choices = [(piece, rest) for piece, rest, _ in Queue(pieces, queue.hold).choices(hold=use_hold)] if pieces else []
    for piece, rest in choices:
        if queue.hold is None and rest.hold is not None and length > len(seen):
            continue
        for placement in reachable(start, piece, game.kicks, game.drop):
            if all(y < height for _, y in placement.cells()):
                after = place(start, placement)
                left = height - (after.empty_cells(height) - start.empty_cells(height) + 4) // 10
                chance = player.best_chance(after, left, rest.hold, rest.pieces, bag)
                worth[str(placement)] = max(worth.get(str(placement), Fraction(0)), chance)
    told = {move["placement"]: move["chance"] for move in moves}
    if any(name in told and not _same(told[name], float(chance)) for name, chance in worth.items()):
        return False
    if any(name not in worth and "hold" not in name for name in told) or not all(
        set(move) == {"placement", "chance"} for move in moves
    ):
        return False
    falling = [move["chance"] for move in moves]
    numbers = {"chance": float(best), "solved": int(best * number), "sequences": number, "complete": True}
    return (
        falling == sorted(falling, reverse=True)
        and falling[0] == float(best)
        and len(told) == len(moves)
        and {name for name, chance in worth.items() if chance} <= told.keys()
        and all(_same(answer[key], value) for key, value in numbers.items())
    )


def _sequences(bag: frozenset[str], unseen: int) -> int:
    number = 1
    for _ in range(unseen):
        number *= len(bag)
        bag = frozenset(sorted(bag)[1:]) or frozenset(PIECES)
    return number


# --- All queues and all solutions -----------------------------------------------------------------------------------


@cache
def _listed(length: int) -> tuple[str, ...]:
    """All sequences of a pair of held and current piece and what follows, by dealing bags."""
    strings = {""}
    if length:
        strings = {
            "".join((first[-left:] + second)[:length])
            for first in permutations(PIECES)
            for left in range(1, 8)
            for second in (permutations(PIECES, length - left) if length > left else [()])
            if left >= length or len(second) == length - left
        }
    pairs = set()
    for string in strings:
        for held in PIECES:
            if not string:
                pairs.add((held, ""))
                continue
            pair = "".join(sorted(held + string[0], key=PIECES.index))
            pairs.add((pair, string[1:]))
    ordered = sorted(pairs, key=lambda one: [PIECES.index(piece) for piece in one[0] + one[1]])
    return tuple(f"[{pair[0]}]{pair[1:]}{rest}" for pair, rest in ordered)


def _all_queues(answer: dict[str, Any], parameters: dict[str, Any]) -> bool | None:
    length = int(parameters["length"])
    if length > 4:
        return None
    if not (parameters.get("list") or parameters.get("as_list")):
        return _same(_claims(answer), {"complete": True, "numbers": [len(_listed(each)) for each in range(length + 1)]})
    limit = parameters.get("limit")
    every = list(_listed(length))
    shown = every if limit is None else every[: int(limit)]
    if answer["complete"] is False and 0 < len(answer["queues"]) < len(shown):  # the time limit was reached
        shown = shown[: len(answer["queues"])]
    return _same(_claims(answer), {"complete": len(shown) == len(every), "queues": shown})


def _sequences(answer: dict[str, Any], parameters: dict[str, Any]) -> bool | None:
    length, hold = answer["length"], parameters.get("hold", "pass")
    queues = clear_patterns.expand(parameters["patterns"])
    given = len(next(iter(queues)))
    usual = given + {"pass": 0, "forward": -1, "backward": 1}[hold]
    if length != parameters.get("length", usual):
        return False
    if length > 5 or "holds" in parameters:
        return None
    if hold == "pass":
        found = {queue[:length] for queue in queues}
    elif hold == "forward":
        found = {order for queue in queues for order in Queue(queue).orders(length)}
    else:
        every = map("".join, product("IOTSZLJ", repeat=length))
        found = {queue for queue in every if queues & set(Queue(queue).orders(given))}
    holds = clear_patterns.condition(parameters["where"]) if "where" in parameters else lambda _: True
    every_one = sorted(filter(holds, found), key=lambda one: ["IOTSZLJ".index(piece) for piece in one])
    expected: dict[str, object] = {"complete": True, "number": len(every_one), "length": length}
    if parameters.get("list") or parameters.get("as_list"):
        shown = every_one[: parameters.get("limit")]
        expected |= {"complete": len(shown) == len(every_one), "queues": shown}
    return _same(_claims(answer), expected)


@lru_cache(maxsize=1)
def _classes() -> tuple[str, ...]:
    return tuple(clear_impossible.classes(Path(impossible.__code__.co_filename).parent / "data_files/impossible4.json"))


_REASONS = {
    (True, "list"): "on the list of all queues that cannot clear 4 lines",
    (True, "counting"): "a perfect clear of 4 lines takes 10 pieces, and the queue has 2",
}


def _impossible(answer: dict[str, Any], parameters: dict[str, Any]) -> bool | None:
    if parameters.get("list") or parameters.get("as_list"):
        limit = parameters.get("limit")
        every = [f"[{letters[0]}]{letters[1:]}" for letters in _classes()]
        shown = every if limit is None else every[: int(limit)]
        numbers = {"impossible": len(every), "queues": shown, "complete": len(shown) == len(every)}
        return _same(answer["sequences"], 79_516_080) and all(_same(answer[key], each) for key, each in numbers.items())
    asked = parameters["queues"]
    if len(asked) != len(answer["verdicts"]) or answer["complete"] is not True:
        return False
    for text, verdict in zip(asked, answer["verdicts"], strict=True):
        queue = Queue.from_text(text)
        letters = (queue.hold or "") + queue.pieces
        if (verdict["queue"], verdict["hold"]) != (queue.pieces, queue.hold):
            return False
        listed = (
            any(both in _classes() for both in clear_impossible.both_orders(letters[:11]))
            if len(letters) > 10
            else None
        )
        if listed is not True and len(letters) >= 10:
            return None  # whether there is a clear takes more than brute force
        method = "list" if listed else "counting"
        if (verdict["impossible"], verdict["method"]) != (True, method) or verdict["reason"] != _REASONS[True, method]:
            return False
    return True


@lru_cache(maxsize=1)
def _two_lines() -> dict[str, str]:
    """The solutions of two lines: their text, and their pieces."""
    game = _game(None, None)
    found = {}
    for order in game.orders(Field(), 2):
        for picture in game.pictures(Field(), [order], 2, hold=False):
            found[_rows(Field(), picture, 2)] = "".join(sorted((piece for piece, _ in picture), key=PIECES.index))
    return found


def _solutions(answer: dict[str, Any], parameters: dict[str, Any]) -> bool | None:
    if int(parameters["height"]) != 2 or parameters.get("kicks") or parameters.get("drop"):
        return None
    every = _two_lines()
    sets = set(every.values())
    bags = {"".join(sorted(text, key=PIECES.index)) for text in _five_of_bags()}
    numbers = {
        "solutions": len(every),
        "sets_of_pieces": len(sets),
        "from_bags": sum(pieces in bags for pieces in every.values()),
    }
    if not all(_same(answer[key], number) for key, number in numbers.items()):
        return False
    listed, limit, drawn = answer["listed"], parameters.get("limit"), parameters.get("random")
    if not all(line in every for line in listed):
        return False
    if drawn is not None:
        return len(listed) == int(drawn) and answer["complete"] is True
    wanted = len(every) if limit is None else min(len(every), int(limit))
    complete = wanted == len(every)
    if answer["complete"] is False and 0 < len(listed) < wanted:  # the time limit was reached
        return len(listed) == len(set(listed))
    return len(listed) == len(set(listed)) == wanted and _same(answer["complete"], complete)


def _five_of_bags() -> set[str]:
    """What may be placed with hold: six pieces of which one is left over, the held one being any."""
    found = set()
    for sequence in _listed(5):
        letters = sequence.replace("[", "").replace("]", "")
        found |= {letters[:each] + letters[each + 1 :] for each in range(6)}
    return found


@cache
def _clears_two(drop: Drop, queue: Queue) -> bool:
    orders = _game(None, drop).orders(Field(), 2)
    return any(order in orders for order in queue.orders(5))


def _strings(length: int) -> Counter[str]:
    """All strings that bags bring, as often as there are alignments, up to so many pieces left of the first bag."""
    found: Counter[str] = Counter()
    for left in range(1, length + 1):
        for first in permutations(PIECES, left):
            for second in permutations(PIECES, length - left):
                found["".join(first + second)] += 1
    return found


def _table(answer: dict[str, Any], parameters: dict[str, Any]) -> bool | None:
    if int(parameters["height"]) != 2 or parameters.get("kicks"):
        return None
    drop = cast("Drop", parameters.get("drop") or "soft")
    every = _listed(5)
    lost = [text for text in every if not _clears_two(drop, Queue.from_text(text))]
    six, five = _strings(6), _strings(5)
    none = [sum(n for text, n in six.items() if _clears_two(drop, Queue(text))), sum(six.values())]
    held = [(Queue(text, piece), n) for text, n in five.items() for piece in PIECES]
    some = [none[0] + sum(n for queue, n in held if _clears_two(drop, queue)), none[1] + sum(n for _, n in held)]
    first = ["".join(letters) for letters in permutations(PIECES, 6)]
    opener = [sum(_clears_two(drop, Queue(text)) for text in first), len(first)]
    found: dict[str, object] = {
        "complete": True,
        "height": 2,
        "sequences": len(every),
        "solved": len(every) - len(lost),
        "chances": {"opener": opener, "none": none, "any": some},
    }
    if parameters.get("impossible"):
        found["impossible"] = lost
    return _same(_claims(answer), found)


# --- What is sent, and runs of clears ---------------------------------------------------------------------------------


def _score(answer: dict[str, Any], parameters: dict[str, Any]) -> bool | None:
    game, field, use_hold, height = _asked(parameters)
    table = attack_table(parameters.get("table", "guideline"))
    chain = Chain(int(parameters.get("combo", 0)), int(parameters.get("back_to_back", 0)))
    about = {"title": table.title, "unit": table.unit, "sources": list(table.sources), "open": list(table.open)}
    if not _same({key: answer[key] for key in about}, about) or answer["complete"] is not True:
        return False

    def best(queue: Queue, lines: int) -> int | None:
        every = totals(field, queue, lines, table, chain, kicks=game.kicks, drop=game.drop, hold=use_hold)
        return max(every, default=None)

    if "patterns" in parameters:
        lines = height or 4
        queues = _queues(parameters, field.empty_cells(lines) // 4, use_hold)
        each = [best(Queue(queue), lines) for queue in queues]
        sent = [one for one in each if one is not None]
        found = {
            **about,
            "complete": True,
            "solved": len(sent),
            "queues": len(queues),
            "total": sum(sent),
            "average": sum(sent) / len(sent) if sent else 0.0,
            "average_of_all": sum(sent) / len(queues),
            "distribution": [[one, count] for one, count in sorted(Counter(sent).items(), reverse=True)],
            "pieces": Pattern.from_text(parameters["patterns"]).length,
            "pieces_counted": len(queues[0]),
            "height": lines,
            "failed": [queue for queue, one in zip(queues, each, strict=True) if one is None],
        }
        return _same(_claims(answer), found)
    queue = Queue.from_text(parameters["queue"])
    most = next((one for lines in _heights(field, queue, height, use_hold) if (one := best(queue, lines))), None)
    if most is None:
        return bool(answer["scores"] == [])
    (record,) = answer["scores"]
    lines = record["solution"]["height"]
    if _replay(record["solution"], game, field, queue, use_hold, lines, None) is None:
        return False
    board, sums = field.cleared(), 0
    for event, step in zip(record["events"], record["solution"]["placements"], strict=True):
        placement = Placement(step["piece"], step["facing"], step["x"], step["y"])
        after = place(board, placement)
        cleared = (sum(map(int.bit_count, board.rows)) + 4 - sum(map(int.bit_count, after.rows))) // 10
        if event["spin"] not in spins(board, placement, kicks=game.kicks, rule=table.spins, drop=game.drop):
            return False
        sent_now, chain = table.play(cleared, event["spin"], chain, perfect=not after.rows)
        expected = {"placement": str(placement), "lines": cleared, "spin": event["spin"], "sent": sent_now}
        if not _same(event, expected | {"combo": chain.combo, "back_to_back": chain.back_to_back}):
            return False
        board, sums = after, sums + sent_now
    return _same(record["total"], sums) and sums == most


def _ren(answer: dict[str, Any], parameters: dict[str, Any]) -> bool | None:
    game, field, use_hold, _ = _asked(parameters)
    queue = Queue.from_text(parameters["queue"])
    every = set(runs(field.cleared(), queue, kicks=game.kicks, drop=game.drop, hold=use_hold))
    longest = max(map(len, every))
    wanted = {run for run in every if len(run) == longest} if longest else set()
    limit = int(parameters.get("limit", 10))
    numbers = {"clears": longest, "ren": longest - 1, "number": len(wanted), "complete": len(wanted) <= limit}
    records = answer["solutions"]
    if not all(_same(answer[key], number) for key, number in numbers.items()):
        return False
    if len(records) != min(limit, len(wanted)):
        return False
    seen = set()
    for record in records:
        steps = record["placements"]
        placed = tuple(Placement(step["piece"], step["facing"], step["x"], step["y"]) for step in steps)
        told = (record["field"], record["queue"], record["hold"], record["kicks"], record["drop"])
        if placed not in wanted or told != (
            field.to_text(one_line=True),
            queue.pieces,
            queue.hold,
            game.kicks.name,
            game.drop,
        ):
            return False
        solution = Solution(field, queue, placed, tuple(step["held"] for step in steps))
        if any(type(step["held"]) is not bool for step in steps):
            return False
        if not _same(record["saved"], solution.saved) or not _same(record["height"], solution.height):
            return False
        if [page.placement for page in Fumen.from_text(record["fumen"]).pages] != list(placed):
            return False
        seen.add(placed)
    return len(seen) == len(records)


def _fumen(answer: dict[str, Any], parameters: dict[str, Any]) -> bool | None:
    """What is seen on every page: cells, the cells of its piece, and its comment."""

    def seen(page: Page) -> tuple[object, ...]:
        placed = {} if page.placement is None else dict.fromkeys(page.placement.cells(), page.placement.piece)
        return clear_fumens.board(page.rows), placed, page.comment

    given = [list(Fumen.from_text(text).pages) for text in parameters["fumens"]]
    pages = [page for one in given for page in one]
    match parameters["operation"]:
        case "mirror":
            expected = [
                [(clear_fumens.mirrored(rows), clear_fumens.mirrored(placed), comment) for rows, placed, comment in one]
                for one in [list(map(seen, each)) for each in given]
            ]
        case "join":
            expected = [list(map(seen, pages))]
        case "split":
            expected = [[seen(page)] for page in pages]
        case "unglue":
            expected = [[(clear_fumens.all_placed(each), {}, each[0].comment)] for each in given]
        case "filter":
            kept = [[page for page in each if str(page.placement)[0] in parameters["piece"]] for each in given]
            expected = [list(map(seen, each)) for each in kept if each]
        case _:
            return None
    made = [[seen(page) for page in Fumen.from_text(text).pages] for text in answer["fumens"]]
    claims = {"complete": True, "fumens": answer["fumens"], "pages": [len(each) for each in expected]}
    return made == expected and _same(_claims(answer), claims)


_JUDGES = {
    "score": _score,
    "ren": _ren,
    "fumen": _fumen,
    "cover": _cover,
    "setup": _setup,
    "congruents": _congruents,
    "table": _table,
    "solve": _solve,
    "percent": _percent,
    "path": _path,
    "chance": _chance,
    "impossible": _impossible,
    "queues": _all_queues,
    "sequences": _sequences,
    "solutions": _solutions,
}
