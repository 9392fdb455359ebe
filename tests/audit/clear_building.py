"""Answers about what can be built: covers, setups and congruents."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import Any

from tests.audit.clear_asked import PAIR, PIECES, SLOT, asked_of, claims_of, same
from tests.audit.clear_patterns import all_of
from tests.reference.clear.brute_force import BruteForce
from tests.reference.clear.setups import SlowSetups

from shapewright.clear import Blueprint, Field, Fumen, Page, Pattern, Queue
from shapewright.clear.rules import place, reachable


def judge_cover(answer: dict[str, Any], parameters: dict[str, Any]) -> bool | None:
    game, _, use_hold, _ = asked_of({key: value for key, value in parameters.items() if key != "field"})
    asked = []
    for text in [*parameters.get("solutions", []), *parameters.get("tetfu", [])]:
        asked += [page.rows for page in Fumen.from_text(text).pages]
    records = answer["solutions"]
    if len(records) != len(asked):
        return False
    longest = max(len(record["cells"]) for record in records)
    queues = all_of(parameters, longest, use_hold)
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
        can = {queue for queue in queues if can_build(game, start, frozenset(parts), Queue(queue), use_hold)}
        if set(record) != {"pieces", "cells", "queues"} or not same(record["queues"], len(can)):
            return False
        build.append(can)
    any_one, every = set().union(*build), set(queues).intersection(*build)
    given = Pattern.from_text(parameters["patterns"]).length
    counts = {"pieces": given, "pieces_counted": min(given, longest + use_hold)}
    numbers = {"queues": len(queues), "any": len(any_one), "every": len(every), "complete": True, **counts}
    failed = [queue for queue in queues if queue not in any_one]
    return answer["failed"] == failed and all(same(answer[key], number) for key, number in numbers.items())


def judge_setup(answer: dict[str, Any], parameters: dict[str, Any]) -> bool | None:
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


def judge_congruents(answer: dict[str, Any], parameters: dict[str, Any]) -> bool | None:
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
            same(record[name], value) for name, value in expected.items()
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
    return same({name: value for name, value in claims_of(answer).items() if name != "solutions"}, numbers)


@cache
def can_build(game: BruteForce, start: Field, parts: frozenset[Any], queue: Queue, use_hold: bool) -> bool:
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
