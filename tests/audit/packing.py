"""Packings: every placement of every piece, by code that shares nothing with the solvers or ``verify``."""

from __future__ import annotations

import json
import re
import shlex
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product
from math import isqrt
from pathlib import Path
from typing import Any

from tests.audit import packing_solids as solids
from tests.audit.tiling import _facts_are_true
from tests.reference.packing import bonuses as touching
from tests.reference.packing import brute_force as brute
from tests.reference.packing import repairs as repairs
from tests.reference.tiling import brute_force as turns

from shapewright.cells.grid import Board
from shapewright.cells.pieces import parse_pieces, pieces_from_text
from shapewright.cells.polyomino import Polyomino
from shapewright.errors import ShapewrightError
from shapewright.packing import Bag
from shapewright.tiling import Problem

BEFORE = Path(__file__).parent / "data" / "packing_before.json"
QUESTIONS = [
    "packing pack LOJI",
    "packing pack T1I3",
    "packing pack 'O2 S1'",
    "packing pack T3 --box 3x4",
    "packing pack I4 --box 4x4",
    "packing pack J1 --limit 2",
    "packing pack --random 3 --seed 5",
    "packing pack --pieces 2*I3,I2 --board '####/##.#'",
    "packing pack --pieces any*I3,I2 --board '####/##.#'",
    "packing pack --pieces 3*L3 --board 3x3",
    "packing pack --pieces 2*O4 --board 3x4 --hole 1,1",
    "packing pack --pieces 2*L4 --best-subset --board '###./####'",
    "packing pack 'I2 O1' --board 4x3 --fixed 'O 0,0 0,1 1,0 1,1'",
    "packing pack --pieces 2*I2,L3 --board 3x3 --bonuses 'I2 L3 5, I2 I2 2'",
    "packing pack --pieces 2*I2,I3 --board 2x4 --bonuses 'I2 I3 5, I2 I2 -2' --limit 2",
    "packing pack --pieces 2*I2,I3 --board 2x3 --bonuses 'I2 I3 5'",
    "packing pack --pieces 2*I2,I3 --board 3x3 --bonuses 'I2 I3 -5, I2 I2 2' --best-subset",
    "packing pack I1O1 --box 3x4 --bonuses 'I O 5'",
    "packing pack --pieces I3,I2 --width 2",
    "packing pack --pieces O4 --width 1",
    "packing pack T7 --width 3",
    "packing pack --pieces 2*I3,I2 --objective area",
    "packing pack --pieces 2*fixed-I4",
    "packing pack L1J1 --cover-corner",
    "packing pack 'S2' --solver greedy",
    "packing pack 'O3' --solver growing-square",
    "packing feasible LOJI --box 4x4",
    "packing feasible T1I3 --box 4x4",
    "packing feasible O2 --box 3x4",
    "packing bins O5 --box 4x4",
    "packing bins 'T1 I4' --box 3x4",
    "packing bins 'L3 S2' --box 4x3 --max-boards 1",
    "packing bins --pieces 3*I3,2*I2 --box 3x3",
    "packing bins I1 --box 3x3",
    f"packing repair {shlex.quote(str(BEFORE))} 'L2 O2'",
    f"packing repair {shlex.quote(str(BEFORE))} 'L1 T1'",
    f"packing repair {shlex.quote(str(BEFORE))} O6",
    "packing chances --box 3x4",
    "packing chances --box 3x3 --pieces-count 2",
    "packing evaluate --level 2 --rounds 12",
    "packing evaluate --pieces-count 3 --rounds 5 --seed 2 --even-t",
    "packing rectangles --area 12",
    "packing round",
    *solids.QUESTIONS,
]
NOT_JUDGED: list[str] = []

Cells = frozenset[tuple[int, int]]
Kind = tuple[str, tuple[Cells, ...], int, int | None]  # name, shapes at the origin, minimum, maximum
SHAPES = {name: Polyomino.from_text("/".join(rows)) for name, rows in brute.SHAPES.items()}


def is_true(answer: dict[str, Any]) -> bool | None:
    """Whether what the answer says of its pieces holds, by trying every placement."""
    try:
        return _is_true(answer)
    except (ShapewrightError, KeyError, TypeError, AttributeError, ValueError, ZeroDivisionError):
        return False  # what cannot be read says nothing true


def _is_true(answer: dict[str, Any]) -> bool | None:
    asked, verb = answer["parameters"], answer["command"].split()[1]
    if not _verdict_is_true(answer):
        return False
    if verb == "solids":
        return solids.is_true(answer)
    if verb == "bins":
        return _bins_are_true(answer)
    if verb == "repair":
        return _repair_is_true(answer)
    if verb == "chances":
        return _chances_are_true(answer)
    if verb == "evaluate":
        return _evaluation_is_true(answer)
    if verb == "rectangles":
        return _rectangles_are_true(answer)
    if verb == "round":
        return _round_is_true(answer)
    if "packings" not in answer:
        if asked.get("limit", 1) != 1:
            return False
        done = answer["status"] in ("optimal", "infeasible")
        return _all([_whole(answer["complete"], done), _record_is_true(answer, asked)])
    records = answer["packings"]
    judged = [_record_is_true(one, asked) for one in records]
    keys = {frozenset((one["piece"], _cells(one["cells"])) for one in record["placements"]) for record in records}
    limit = 1 if asked.get("limit") is None else asked["limit"]
    done = records[0]["status"] in ("optimal", "infeasible") and len(records) == limit
    values = {_value(one) for one in records}
    fits = len(keys) == len(records) <= limit and len(values) == 1
    return _all([fits and answer["status"] == records[0]["status"], _whole(answer["complete"], done), *judged])


def _verdict_is_true(answer: dict[str, Any]) -> bool:
    """The verdict is that of the status, and a reason stands only where there is nothing."""
    status = answer.get("status", "optimal")
    verdict = {"infeasible": "none", "unknown": "unknown"}.get(status, "found")
    reason = answer.get("reason")
    if reason is not None and not isinstance(reason, str):
        return False
    return answer.get("verdict", verdict) == verdict and (verdict != "found" or not reason)


def _all(found: list[bool | None]) -> bool | None:
    return False if False in found else None if None in found else True


def _whole(stated: object, done: bool) -> bool:
    """To say that something is missing claims nothing; to say that nothing is must be so."""
    return stated is False or (stated is True and done)


# --- The pieces ------------------------------------------------------------------------------------------------------


def _kinds(record: dict[str, Any]) -> tuple[Kind, ...]:
    if "bag" in record:
        counts = record["bag"]
        if not all(type(count) is int and count >= 0 for count in counts.values()):
            raise ValueError("no counts")
        return tuple(
            (name, _shapes(SHAPES[name], "one-sided"), count, count) for name, count in counts.items() if count
        )
    found = pieces_from_text(record["pieces"])
    return tuple((one.name, _shapes(one.shape, one.motions), one.minimum, one.maximum) for one in found)


@lru_cache(maxsize=200)
def _shapes(shape: Polyomino, motions: str) -> tuple[Cells, ...]:
    found = {frozenset(cell for cell, _ in turn) for turn in turns._all_turns(shape.cells, (), motions)}
    return tuple(sorted(found, key=sorted))


def _wanted(asked: dict[str, Any]) -> tuple[Kind, ...]:
    """What the parameters ask for, in the form of :func:`_kinds`."""
    drawn = asked.get("random", asked.get("drawn"))
    if drawn is not None:
        bag = Bag.random(drawn, seed=(asked.get("seed") or 0), even_t=asked.get("even_t", False))
        kinds = _kinds({"bag": bag.to_counts()})
    elif "bag" in asked:
        kinds = _kinds({"bag": Bag.from_text(asked["bag"]).to_counts()})
    else:
        found = parse_pieces(asked["pieces"])
        kinds = tuple((one.name, _shapes(one.shape, one.motions), one.minimum, one.maximum) for one in found)
    if asked.get("best_subset"):
        kinds = tuple((name, shapes, 0, high) for name, shapes, _, high in kinds)
    return kinds


@lru_cache(maxsize=20_000)
def _most(kinds: tuple[Kind, ...], cells: Cells, corner: bool, size: tuple[int, int]) -> int:
    """The most cells of ``cells`` that the pieces cover (all that must lie there do), or -1.

    With ``corner`` one of the corners of a box of this size must be covered.
    """
    best = -1
    ordered = tuple(sorted(cells))
    corners = {(x, y) for x in (0, size[0] - 1) for y in (0, size[1] - 1)}

    def lay(at: int, free: Cells, left: tuple[tuple[int, int | None], ...], covered: int, touched: bool) -> None:
        nonlocal best
        while at < len(ordered) and ordered[at] not in free:
            at += 1
        if covered + len(free) <= best:
            return
        if all(low <= 0 for low, _ in left) and (touched or not corner):
            best = max(best, covered)
        if at == len(ordered):
            return
        first = ordered[at]
        for number, (_, shapes, _, _) in enumerate(kinds):
            low, high = left[number]
            if high == 0:
                continue
            rest = (*left[:number], (low - 1, None if high is None else high - 1), *left[number + 1 :])
            for shape in shapes:
                x, y = min(shape)
                moved = frozenset((cx - x + first[0], cy - y + first[1]) for cx, cy in shape)
                if moved <= free:
                    lay(at + 1, free - moved, rest, covered + len(moved), touched or bool(moved & corners))
        lay(at + 1, free - {first}, left, covered, touched)

    lay(0, cells, tuple((low, high) for _, _, low, high in kinds), 0, False)
    return best


@lru_cache(maxsize=5000)
def _fits(kinds: tuple[Kind, ...], width: int, height: int, corner: bool = False) -> bool:
    area = sum(len(shapes[0]) * low for _, shapes, low, _ in kinds)
    if area > width * height:
        return False
    cells = frozenset((x, y) for x in range(width) for y in range(height))
    return _fits_exactly(kinds, cells, corner, (width, height))


def _fits_exactly(kinds: tuple[Kind, ...], cells: Cells, corner: bool, size: tuple[int, int]) -> bool:
    """The same question for exact counts, piece by piece, which is sooner decided where many cells stay empty."""
    corners = {(x, y) for x in (0, size[0] - 1) for y in (0, size[1] - 1)}
    todo = [shapes for _, shapes, low, _ in kinds for _ in range(low)]
    seen: set[tuple[int, Cells]] = set()

    def lay(number: int, free: Cells, touched: bool) -> bool:
        if number == len(todo):
            return touched or not corner
        if (number, free) in seen and not corner:
            return False
        seen.add((number, free))
        for shape in todo[number]:
            x, y = min(shape)
            for first in free:
                moved = frozenset((cx - x + first[0], cy - y + first[1]) for cx, cy in shape)
                if moved <= free and lay(number + 1, free - moved, touched or bool(moved & corners)):
                    return True
        return False

    return lay(0, cells, False)


# --- Several boards, and a packing that is changed -------------------------------------------------------------------


def _bins_are_true(answer: dict[str, Any]) -> bool:
    asked, records = answer["parameters"], answer["packings"]
    kinds = _kinds(answer)
    size = (int(asked["box"].split("x")[0]), int(asked["box"].split("x")[1]))
    board = frozenset((x, y) for x in range(size[0]) for y in range(size[1]))
    most, least = asked.get("max_boards", 1000), _fewest(kinds, size)
    if sorted(kinds) != sorted(_wanted(asked)) or Board.from_text(answer["board"]).cells != board:
        return False
    done = answer["status"] in ("optimal", "infeasible")
    if type(answer["boards"]) is not int or answer["boards"] != len(records) or not _whole(answer["complete"], done):
        return False
    bound = answer["bound"]
    if type(bound) is not int or bound < 1 or (least is not None and bound > least):
        return False
    used: Counter[str] = Counter()
    for record in records:
        used.update(one["piece"] for one in record["placements"])
        loose = [(name, shapes, 0, high) for name, shapes, _, high in kinds]
        if sorted(_kinds(record)) != sorted(loose) or not _record_is_true(record, {}, board):
            return False
    if answer["status"] == "infeasible":
        too_few = f"{most} {'board is' if most == 1 else 'boards are'} not enough"
        nowhere = [f"the piece {name} fits nowhere on the board" for name in _lost(kinds, size)]
        stated = answer["reason"] in nowhere or (answer["reason"] == too_few and bound == most + 1)
        return not records and stated and (least is None or least > most)
    if answer["status"] not in ("optimal", "feasible") or used != Counter({n: low for n, _, low, _ in kinds if low}):
        return False
    return len(records) <= most and (answer["status"] == "feasible" or len(records) == least == bound)


def _lost(kinds: tuple[Kind, ...], size: tuple[int, int]) -> list[str]:
    return [name for name, shapes, low, _ in kinds if low and not _fits(((name, shapes, 1, 1),), *size)]


def _fewest(kinds: tuple[Kind, ...], size: tuple[int, int]) -> int | None:
    """The fewest boards; None if a piece fits nowhere. Every part of the bag that fits one board is tried."""
    if _lost(kinds, size):
        return None
    counts = tuple(low for _, _, low, _ in kinds)
    parts = [
        part
        for part in product(*(range(count + 1) for count in counts))
        if any(part)
        and _fits(tuple((name, shapes, n, n) for (name, shapes, _, _), n in zip(kinds, part, strict=True) if n), *size)
    ]
    reached, boards = {(0,) * len(counts)}, 0
    while counts not in reached:
        sums = (tuple(map(sum, zip(whole, part, strict=True))) for whole in reached for part in parts)
        reached |= {one for one in sums if all(a <= b for a, b in zip(one, counts, strict=True))}
        boards += 1
    return boards


def _repair_is_true(answer: dict[str, Any]) -> bool | None:
    asked = answer["parameters"]
    before = json.loads(asked["packing"])
    box = f"{before['width']}x{before['height']}"
    done = answer["status"] in ("optimal", "infeasible")
    after, taken, laid = (
        [(one["piece"], _cells(one["cells"])) for one in answer[key]] for key in ("placements", "taken", "laid")
    )
    lay = {(one["piece"], _cells(one["cells"])) for one in before["placements"]}
    moves = not after or ({*after} - lay == {*laid} and lay - {*after} == {*taken} and len({*taken}) == len(taken))
    if not moves or (not after and (taken or laid)):
        return False
    if type(answer["moved"]) is not int or answer["moved"] != len({*laid}) or len({*laid}) != len(laid):
        return False
    kinds = [(name, sorted(shapes[0]), low) for name, shapes, low, _ in _kinds(answer)]
    board = frozenset((x, y) for x in range(before["width"]) for y in range(before["height"]))
    least = repairs.fewest(kinds, board, lay, motions="one-sided")
    if type(answer["at_least"]) is not int or not 0 <= answer["at_least"] <= (least or 0):
        return False
    record = {key: value for key, value in answer.items() if key not in ("taken", "laid", "moved", "at_least")}
    return _all([_whole(answer["complete"], done), _record_is_true(record, {"bag": asked["bag"], "box": box})])


# --- One packing -----------------------------------------------------------------------------------------------------


def _cells(listed: Any) -> Cells:
    if not all(type(part) is int for cell in listed for part in cell) or len({tuple(c) for c in listed}) < len(listed):
        raise ValueError("no cells")
    return frozenset((x, y) for x, y in listed)


def _score(covered: int, width: int, height: int) -> Fraction:
    short, long = sorted((width, height))
    return (Fraction(5 * covered, 2) - short * long) * Fraction(short, long)


def _value(record: dict[str, Any]) -> Fraction:
    covered = sum(len(one["cells"]) for one in record["placements"])
    if record["goal"] == "bonus":
        lying = [(one["piece"], _cells(one["cells"])) for one in record["placements"]]
        return Fraction(touching.brings(lying, _bonuses(record["bonuses"])))
    if record["goal"] in ("box", "board"):
        return Fraction(covered)
    xs, ys = ([cell[axis] for one in record["placements"] for cell in one["cells"]] for axis in (0, 1))
    if not xs:
        return Fraction(0)
    width, height = max(xs) + 1, max(ys) + 1
    goals = {"score": _score(covered, width, height), "area": Fraction(width * height), "strip": Fraction(height)}
    return goals[record["goal"]]


def _bonuses(text: str) -> dict[frozenset[str], int]:
    """What each pair of kinds brings."""
    found: dict[frozenset[str], int] = {}
    for part in text.split(","):
        one, other, number = part.split()
        if frozenset((one, other)) in found:
            raise ValueError("a pair twice")
        found[frozenset((one, other))] = int(number)
    return found


def _record_is_true(record: dict[str, Any], asked: dict[str, Any], board: Cells | None = None) -> bool | None:
    kinds = _kinds(record)
    if asked and sorted(kinds) != sorted(_wanted(asked)):
        return False
    board = _board(asked) if board is None else board
    if asked.get("bonuses") is not None and board is None:
        board = Board.from_text(asked["box"]).cells  # type: ignore[assignment]
    if ("bonuses" in record) != (asked.get("bonuses") is not None):
        return False
    if "bonuses" in record and _bonuses(record["bonuses"]) != _bonuses(asked["bonuses"]):
        return False
    if (board is None) != (record.get("board") is None):
        return False
    if board is not None and Board.from_text(record["board"]).cells != board:
        return False
    goal = (
        "bonus"
        if "bonuses" in record
        else "board"
        if board is not None
        else "box"
        if asked.get("box")
        else asked.get("objective")
    )
    goal = goal or ("strip" if asked.get("width") is not None else "score")
    if record["goal"] != goal:
        return False
    status, placements = record["status"], record["placements"]
    if status in ("infeasible", "unknown") and placements:
        return False
    if status not in ("infeasible", "unknown", "optimal", "feasible") or record.get("score", 0.0) is True:
        return False
    box = tuple(map(int, asked["box"].split("x"))) if asked.get("box") else None
    if not _sizes_are_true(record, board, box) or not _bound_is_near(record):
        return False
    if (placements or status in ("optimal", "feasible")) and not _lies(record, kinds, board, box, asked):
        return False
    return _all([_is_best(record, kinds, board, box, asked), _reasons_are_true(record, kinds, board, box, asked)])


def _board(asked: dict[str, Any]) -> Cells | None:
    text = asked.get("board")
    if text is None and (asked.get("box") is None or not (asked.get("hole") or asked.get("holes"))):
        return None
    board = Board.from_text(text or asked["box"])
    holes = {tuple(map(int, one.split(","))) for one in asked.get("hole", asked.get("holes", []))}
    if not holes <= board.cells:
        raise ValueError("a hole beside the board")
    return frozenset((cell[0], cell[1]) for cell in board.without(holes).cells) if holes else board.cells  # type: ignore[return-value]


def _sizes_are_true(record: dict[str, Any], board: Cells | None, box: Any) -> bool:
    covered = sum(len(one["cells"]) for one in record["placements"])
    lying = record["status"] in ("optimal", "feasible")
    if not record["placements"] and board is None:
        return not {"width", "height", "score"} & record.keys()
    if board is not None:
        size = (max(x for x, _ in board) + 1, max(y for _, y in board) + 1) if lying else (0, 0)
        if record["board_parts"] != _parts(board) or type(record["board_parts"]) is not int:
            return False
    elif box is not None:
        size = box
    else:
        xs, ys = ([cell[axis] for one in record["placements"] for cell in one["cells"]] for axis in (0, 1))
        size = (max(xs) + 1, max(ys) + 1)
        if (min(xs), min(ys)) != (0, 0):
            return False
    score = float(_score(covered, *size)) if covered and all(size) else 0.0
    if (record["width"], record["height"]) != size or type(record["width"]) is not int:
        return False
    return type(record["score"]) in (int, float) and abs(record["score"] - score) <= 1e-9 * abs(score)


def _parts(cells: Cells) -> int:
    left, parts = set(cells), 0
    while left:
        parts += 1
        edge = [left.pop()]
        while edge:
            x, y = edge.pop()
            near = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & left
            left -= near
            edge += near
    return parts


def _bound_is_near(record: dict[str, Any]) -> bool:
    bound = record["bound"]
    if bound is None:
        return True
    if type(bound) not in (int, float) or record["goal"] == "box" or record["status"] == "infeasible":
        return False
    value = float(_value(record))
    if record["status"] == "optimal":
        return abs(bound - value) <= 1e-9 * abs(value)
    return True


def _lies(
    record: dict[str, Any], kinds: tuple[Kind, ...], board: Cells | None, box: Any, asked: dict[str, Any]
) -> bool:
    taken: set[tuple[int, int]] = set()
    shapes = {name: turned for name, turned, _, _ in kinds}
    used: Counter[str] = Counter()
    laid = []
    for one in record["placements"]:
        cells = _cells(one["cells"])
        x, y = min(c[0] for c in cells), min(c[1] for c in cells)
        if frozenset((cx - x, cy - y) for cx, cy in cells) not in {_origin(shape) for shape in shapes[one["piece"]]}:
            return False
        if taken & cells or min(x, y) < 0:
            return False
        taken |= cells
        used[one["piece"]] += 1
        laid.append((one["piece"], cells))
    if board is not None and not taken <= board:
        return False
    if box is not None and not all(x < box[0] and y < box[1] for x, y in taken):
        return False
    if asked.get("width") is not None and max(x for x, _ in taken) >= asked["width"]:
        return False
    if asked.get("cover_corner") and (0, 0) not in taken:
        return False
    if any(fixed not in laid for fixed in _fixed(asked)):
        return False
    return all(low <= used[name] and (high is None or used[name] <= high) for name, _, low, high in kinds)


def _origin(shape: Cells) -> Cells:
    x, y = min(c[0] for c in shape), min(c[1] for c in shape)
    return frozenset((cx - x, cy - y) for cx, cy in shape)


def _fixed(asked: dict[str, Any]) -> list[tuple[str, Cells]]:
    found = []
    for text in asked.get("fixed", []):
        name, *cells = text.split()
        found.append((name, _cells([list(map(int, cell.split(","))) for cell in cells])))
    return found


def _is_best(
    record: dict[str, Any], kinds: tuple[Kind, ...], board: Cells | None, box: Any, asked: dict[str, Any]
) -> bool:
    """Nothing is better than the bound; where none is said to fit, none does."""
    status, bound, corner = record["status"], record["bound"], bool(asked.get("cover_corner"))
    if status == "optimal" and bound is None:
        bound = float(_value(record))
    for one in record.get("refuted", []):
        if _fits(kinds, one["width"], one["height"], corner) or min(one["width"], one["height"]) < 1:
            return False
    if record["goal"] == "bonus" and board is not None:
        most = _most_brought(kinds, board, record["bonuses"])
        if status == "infeasible":
            return most is None
        lying = {"feasible", "optimal"} & {status}
        return bool(lying) and _is_value(record) and most is not None and (bound is None or most <= bound)
    if board is not None:
        free, left = board, list(kinds)
        for name, cells in _fixed(asked):
            free -= cells
            left = [(n, s, low - (n == name), None if high is None else high - (n == name)) for n, s, low, high in left]
        most = _most(tuple(left), free, False, (0, 0))
        if status == "infeasible":
            return most < 0
        return bound is None or most + len(board) - len(free) <= bound
    if box is not None:
        return status != "infeasible" or not _fits(kinds, *box, corner)
    if status == "infeasible":
        return record["goal"] == "strip" and any(
            low and min(max(x for x, _ in _origin(shape)) + 1 for shape in shapes) > asked["width"]
            for _, shapes, low, _ in kinds
        )
    if bound is None:
        return True
    return not any(_fits(kinds, *better, corner) for better in _better(record, kinds, asked, bound))


def _is_value(record: dict[str, Any]) -> bool:
    value = record.get("value")
    return type(value) in (int, float) and value == _value(record)


@lru_cache(maxsize=500)
def _most_brought(kinds: tuple[Kind, ...], board: Cells, bonuses: str) -> int | None:
    """The most that touching pieces bring, by every packing of every part that may be laid."""
    counts = product(*(range(low, (low if high is None else high) + 1) for _, _, low, high in kinds))
    packed = (
        touching.most(
            [(name, sorted(shapes[0]), count) for (name, shapes, _, _), count in zip(kinds, part, strict=True)],
            board,
            _bonuses(bonuses),
        )
        for part in counts
    )
    return max((one for one in packed if one is not None), default=None)


def _better(
    record: dict[str, Any], kinds: tuple[Kind, ...], asked: dict[str, Any], bound: float
) -> Iterator[tuple[int, int]]:
    """Boxes better than the bound, both ways round."""
    cells = sum(len(shapes[0]) * low for _, shapes, low, _ in kinds)
    for a in range(1, 2 * cells + 2):
        for b in range(1, 2 * cells + 2):
            if a * b < cells or a * b > 4 * cells:
                continue
            if record["goal"] == "score" and float(_score(cells, a, b)) > bound + 1e-9 * abs(bound):
                yield a, b
            if record["goal"] == "area" and a * b < bound - 1e-9:
                yield a, b
            if record["goal"] == "strip" and a == asked["width"] and b < bound - 1e-9:
                yield a, b


def _reasons_are_true(
    record: dict[str, Any], kinds: tuple[Kind, ...], board: Cells | None, box: Any, asked: dict[str, Any]
) -> bool | None:
    found: list[bool | None] = []
    for one in record.get("refuted", []):
        size = (one["width"], one["height"])
        cells = frozenset((x, y) for x in range(size[0]) for y in range(size[1]))
        found.append(_reason_holds(one["reason"], kinds, cells, record, f"the box {size[0]}x{size[1]}", size))
    stated = record.get("reason") or ""
    if record["status"] in ("optimal", "feasible"):
        found.append(stated == "")
    elif record["status"] == "infeasible" and record["goal"] == "strip":
        words = re.fullmatch(r"the piece (\S+) is wider than the strip of width (\d+)", stated)
        narrow = {name: min(max(x for x, _ in _origin(s)) + 1 for s in shapes) for name, shapes, _, _ in kinds}
        found.append(bool(words) and int(words[2]) == asked["width"] < narrow[words[1]])  # type: ignore[index]
    elif record["status"] == "infeasible":
        size = box or (0, 0)
        cells = board or frozenset((x, y) for x in range(size[0]) for y in range(size[1]))
        what = "the board" if board is not None else f"the box {size[0]}x{size[1]}"
        found.append(_reason_holds(stated, kinds, cells, record, what, size))
    else:
        found.append(None if stated else True)
    return _all(found)


def _reason_holds(
    reason: str, kinds: tuple[Kind, ...], cells: Cells, record: dict[str, Any], what: str, size: Any
) -> bool | None:
    area = sum(len(shapes[0]) * low for _, shapes, low, _ in kinds)
    short = area - len(cells)
    if words := re.fullmatch(r"(.*) has (\d+) cells and the pieces (\d+), (\d+) cells? too many", reason):
        return short > 0 and words[1] == what and [int(words[k]) for k in (2, 3, 4)] == [len(cells), area, short]
    if words := re.fullmatch(r"the piece (\S+) is larger than (the box .*)", reason):
        shapes = next(shapes for name, shapes, _, _ in kinds if name == words[1])
        flat = [_origin(shape) for shape in shapes]
        fits = any(max(x for x, _ in s) < size[0] and max(y for _, y in s) < size[1] for s in flat)
        return words[2] == what and not fits
    if words := re.fullmatch(r"the piece (\S+) fits nowhere on the board", reason):
        shapes = next(shapes for name, shapes, _, _ in kinds if name == words[1])
        return _most(((words[1], shapes, 1, 1),), cells, False, (0, 0)) < 0
    if words := re.fullmatch(r"no number of (\S+) leaves at most (\d+) cells? of (\d+)x(\d+) empty", reason):
        [(name, shapes, low, _)] = [kind for kind in kinds if kind[2]]
        least = len(cells) - _most(((name, shapes, 0, None),), cells, False, (0, 0))
        stated = (words[1], int(words[2]), int(words[3]), int(words[4]))
        return stated == (name, len(cells) - low * len(shapes[0]), *size) and least > stated[1]
    if "none" in reason or "a complete sweep" in reason:
        return reason in (
            "a search of every placement found none",
            "a search of every exact cover found none",
            "it is not among the bags that a complete sweep over the box found",
        )
    pieces = Bag.from_counts(record["bag"]).pieces() if "bag" in record else pieces_from_text(record["pieces"])
    return _facts_are_true(reason, Problem(Board(cells), tuple(pieces)))


# --- The other verbs -------------------------------------------------------------------------------------------------


def _round_is_true(answer: dict[str, Any]) -> bool | None:
    """A round of so many pieces is beyond brute force: what lies there is looked at, and the sums."""
    asked = answer["parameters"]
    if asked.get("rounds", 1) != 1 or asked.get("until_perfect") or len(answer["packings"]) != 10:
        return None
    records = answer["packings"]
    found: list[bool | None] = [answer["rounds"] == answer["round"] == 1, answer["complete"] in (True, False)]
    total = Fraction(0)
    perfect = True
    for level, record in enumerate(records):
        kinds = _kinds(record)
        pieces = 2**level
        seed = (((asked.get("seed") or 0) << 32) + 1) * 10 + level
        drawn = Bag.random(pieces, seed=seed, even_t=asked.get("even_t", False)) if level else Bag.from_text("I")
        found.append(record["bag"] == drawn.to_counts() and record["goal"] == "score")
        found.append(_sizes_are_true(record, None, None) and _lies(record, kinds, None, None, {}))
        found.append(
            _bound_is_near(record) and record["status"] in ("optimal", "feasible") and not record.get("reason")
        )
        if record["status"] == "feasible" and record["bound"] is not None:
            # A bound below what lies there is no bound; a higher one is not judged.
            found.append(False if record["bound"] < float(_value(record)) - 1e-6 else None)
        for one in record.get("refuted", []):
            if level < 3:
                found.append(not _fits(kinds, one["width"], one["height"]))
            found.append(type(one["width"]) is int and type(one["height"]) is int and isinstance(one["reason"], str))
        value = _value(record)
        total += value
        found.append(abs(answer["scores"][level] - float(value)) < 1e-6)
        perfect = perfect and value >= _best_box(4 * pieces if level else 4, level == 0)[0]
    sums = abs(answer["total"] - float(total)) < 1e-6 and abs(answer["mean"] - float(total)) < 1e-6
    return _all([*found, sums, answer["perfect"] is perfect, len(answer["scores"]) == 10, None])


def _best_box(cells: int, single: bool = False) -> tuple[Fraction, tuple[int, int]]:
    if single:
        return _score(4, 1, 4), (1, 4)
    found = ((a, b) for a in range(1, isqrt(cells) + 3) for b in range(a, cells + 1) if a * b >= cells)
    return max((_score(cells, *box), (-box[0] * box[1], -box[0]), box) for box in found)[::2]  # type: ignore[return-value]


@cache
def _bags_that_fit(width: int, height: int, pieces: int) -> tuple[tuple[str, ...], ...]:
    every = combinations_with_replacement("IJLOSTZ", pieces)
    return tuple(bag for bag in every if brute.fits("".join(bag), width, height))


def _draws(bag: tuple[str, ...]) -> int:
    ways = 1
    for number, _ in enumerate(bag, start=1):
        ways *= number
    for count in Counter(bag).values():
        for number in range(1, count + 1):
            ways //= number
    return ways


def _chances_are_true(answer: dict[str, Any]) -> bool | None:
    asked = answer["parameters"]
    width, height = map(int, asked["box"].split("x"))
    pieces = asked.get("pieces_count") or width * height // 4
    if [answer["box"], answer["pieces"]] != [[width, height], pieces] or type(answer["pieces"]) is not int:
        return False
    if width * height > 16 or pieces > 4:
        return None
    fit = _bags_that_fit(width, height, pieces)
    every = list(combinations_with_replacement("IJLOSTZ", pieces))
    even = [bag for bag in fit if bag.count("T") % 2 == 0]
    chance = Fraction(sum(map(_draws, fit)), sum(map(_draws, every)))
    among = Fraction(sum(map(_draws, even)), sum(_draws(bag) for bag in every if bag.count("T") % 2 == 0))
    whole = [answer["bags"], answer["of"]] == [len(fit), len(every)]
    exact = [answer["probability_exact"], answer["probability_even_t_exact"]] == [str(chance), str(among)]
    near = [abs(answer["probability"] - chance), abs(answer["probability_even_t"] - among)]
    return whole and exact and all(gap <= 1e-12 for gap in near) and type(answer["bags"]) is int


def _evaluation_is_true(answer: dict[str, Any]) -> bool | None:
    asked = answer["parameters"]
    pieces = 2 ** (asked["level"] - 1) if "level" in asked else asked.get("pieces_count")
    rounds = asked.get("rounds", 1000)
    if [answer["pieces"], answer["rounds"]] != [pieces, rounds] or pieces > 4:
        return False if pieces <= 4 else None
    _, box = _best_box(4 * pieces)
    filled = 0
    for number in range(rounds):
        bag = Bag.random(pieces, seed=(asked.get("seed") or 0) * 10**7 + number, even_t=asked.get("even_t", False))
        filled += brute.fits("".join(name * count for name, count in bag.to_counts().items()), *box)
    share = filled / rounds
    z = 1.959963984540054
    centre = (share + z * z / (2 * rounds)) / (1 + z * z / rounds)
    spread = z * (share * (1 - share) / rounds + z * z / (4 * rounds**2)) ** 0.5 / (1 + z * z / rounds)
    near = [answer["interval"][0] - max(0.0, centre - spread), answer["interval"][1] - min(1.0, centre + spread)]
    return (
        tuple(answer["box"]) == box
        and answer["successes"] == filled
        and abs(answer["probability"] - share) < 1e-9
        and all(abs(gap) < 1e-8 for gap in near)
        and len(answer["interval"]) == 2
    )


def _rectangles_are_true(answer: dict[str, Any]) -> bool | None:
    area = answer["parameters"].get("area", 32)
    if area > 16:
        return None
    sizes = [(a, b) for a in range(1, area + 1) for b in range(a, area + 1) if a * b <= area and a * b % 4 == 0]
    found = {f"{a}x{b}": len(_bags_that_fit(a, b, a * b // 4)) for a, b in sizes}
    found = {size: number for size, number in found.items() if number}
    return answer["by_size"] == found and answer["rectangles"] == sum(found.values())
