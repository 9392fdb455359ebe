"""What an answer says of taking apart, looked at: moves replayed, their fewest number and the levels found again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from shapewright.claims import entry, same
from shapewright.errors import NotationError, amount, quote
from shapewright.jobs.interrupt import interruptible
from shapewright.tiling.apart.check import faults
from shapewright.tiling.apart.search import axes_of, taken_apart
from shapewright.tiling.apart.survey import disassemblies, none_apart
from shapewright.tiling.apart.survey import takeapart as takeapart_again
from shapewright.tiling.apart.values import Disassembly, Part, Step
from shapewright.tiling.apart.ways import directions
from shapewright.tiling.claims.question import PuzzleCase, rule
from shapewright.tiling.claims.reasons import check_reason
from shapewright.tiling.claims.symmetry import told_apart
from shapewright.tiling.solution import Solution

if TYPE_CHECKING:
    from shapewright.cells.grid import Cell
    from shapewright.jobs.limits import Clock


@rule
def takeapart(case: PuzzleCase) -> None:
    """An answer of ``tiling takeapart``."""
    asked, findings = case.asked, case.findings
    how: dict[str, Any] = {key: asked.flag(key) for key in ("rotations_only", "lift")}
    first, highest, limit = asked.flag("first"), asked.flag("highest"), asked.whole("limit")
    for key, value in how.items():
        case.compare(key, value, "the parameters of the answer")
    told_apart(case)
    solutions = [one for one in case.listed if isinstance(one, Solution)]
    records = list(enumerate(zip(case.need("solutions", list), solutions, strict=True), start=1))
    for number, (record, solution) in records:
        if record["placements"] != solution.to_json()["placements"]:
            findings.wrong("solutions", "its placements are not in the order of their cells", solution=number)
    if case.is_wrong("solutions"):
        for key in ("assemblies", "apart", "levels", "states", "complete", "reason"):
            findings.unchecked(key, "the assemblies are wrong")
        return
    shown = [disassembly_from_json(record, solution, lift=how["lift"]) for _, (record, solution) in records]
    with case.unless_stopped("solutions"):
        for one, (number, (record, _)) in zip(shown, records, strict=True):
            fault = _fault(one, record["disassembly"], case.clock)
            if fault:
                findings.wrong("solutions", fault, solution=number)
    with case.unless_stopped("assemblies", "apart", "levels", "states", "complete"):
        if first:
            seen, is_apart = 0, False
            for one in disassemblies(case.problem, **how, time_limit=case.left()):
                seen, is_apart = seen + 1, one.apart
                if is_apart:
                    break
            is_wrong, fault = len(shown) != is_apart, f"there are {len(shown)}, and {int(is_apart)} is to be shown"
            claims: dict[str, object] = {"assemblies": seen, "apart": int(is_apart)}
        else:
            again = takeapart_again(case.problem, **how, threads=case.threads, time_limit=case.left())
            most = 1 if limit is None and not highest else limit
            expected = [one.level for one in islice(again.best(highest=highest), most)]
            is_wrong = [one.level for one in shown] != expected
            fault = f"the levels of those shown are {', '.join(expected) or 'none'}"
            levels = [{"level": level, "assemblies": number} for level, number in again.table()]
            claims = {"assemblies": len(again.assemblies), "apart": again.apart, "states": again.states}
            claims["levels"] = levels
        for key, value in (claims | {"complete": True}).items():
            case.compare(key, value)
        if is_wrong:
            findings.wrong("solutions", fault)
    if assemblies := case.whole("assemblies"):
        reason = None if case.whole("apart") else none_apart(assemblies)
        findings.compare("reason", case.answer.get("reason"), reason)
    else:
        check_reason(case)


def _fault(one: Disassembly, record: Mapping[str, Any], clock: Clock) -> str:
    """What is wrong with the moves, with what is said of them, or with their number."""
    wrong = faults(one)
    if wrong:
        return wrong[0]
    again = one.to_json()
    if not all(same(record.get(key), again[key]) for key in ("apart", "level", "moves")):
        return f"its moves make the level {one.level or 'none'} and are {one.moves}"
    if not same(record, again):
        return "its parts are not those that its moves make"
    if not one.apart:
        return "does not come apart"
    places = [[(*cell, 0)[:3] for cell in placement.cells] for placement in one.solution.placements]
    axes = axes_of(one.solution.problem, lift=one.lift)
    return "" if one.root is None else _not_fewest(one.root, places, axes, clock)


def _not_fewest(part: Part, places: Sequence[Sequence[Cell]], axes: int | str, clock: Clock) -> str:
    """The first part that comes apart by fewer moves; those that may stay together are left out."""
    if part.together:
        return ""
    with interruptible(clock.stop) as stop:
        _, separations = taken_apart([places[k] for k in part.pieces], axes, stop, clock.native())
    fewest = len(separations[0][1])
    if fewest != len(part.steps):
        return f"{amount(len(part.pieces), 'piece')} part by {fewest} moves, not {len(part.steps)}"
    moved = list(places)
    for step in part.steps[:-1]:
        way = [(step.units or 0) * value for value in step.vector]
        for k in step.pieces:
            moved[k] = [tuple([a + b for a, b in zip(cell, way, strict=True)]) for cell in moved[k]]
    halves = (_not_fewest(one, moved, axes, clock) for one in (part.rest, part.out) if one is not None)
    return next(filter(None, halves), "")


def disassembly_from_json(record: Mapping[str, Any], solution: Solution, *, lift: bool = False) -> Disassembly:
    """The disassembly under the key ``disassembly`` of a record; ``NotationError`` says what is wrong with it.

    Whether its moves are possible it does not say: see :mod:`shapewright.tiling.apart.check`.
    """
    parts = entry(entry(record, "disassembly", dict), "parts", list, "'disassembly'")
    ways = directions(solution.problem.board.lattice)
    made: list[Part] = []
    # A part names only those that come after it, so that the last ones are whole when the first are made.
    for number in range(len(parts) - 1, -1, -1):
        where, part, later = f"part {number + 1}", parts[number], dict[str, Part | None]()
        for key in ("rest", "out"):
            named = _number_or_none(part, key, where)
            if named is not None and not number < named < len(parts):
                raise NotationError(f"{where}: {key!r} is not the number of a later part: {named}")
            later[key] = None if named is None else made[len(parts) - 1 - named]
        steps = tuple([_step(step, ways, where) for step in entry(part, "steps", list, where)])
        together = entry(part, "together", int, where) if "together" in part else 0
        made.append(Part(_numbers(part, where), steps, later["rest"], later["out"], together))
    whole = Disassembly(solution, made[-1] if made else None, lift)
    if len(whole.parts) != len(parts):
        raise NotationError("'disassembly': not every part comes of one before it, once")
    return whole


def _step(data: object, ways: Mapping[str, Cell], where: str) -> Step:
    direction = entry(data, "direction", str, where)
    if direction not in ways:
        raise NotationError(f"{where}: the direction is not one of {', '.join(ways)}: {quote(direction)}")
    return Step(_numbers(data, where), direction, _number_or_none(data, "units", where), ways[direction])


def _number_or_none(record: object, key: str, where: str) -> int | None:
    return None if isinstance(record, Mapping) and record.get(key, 0) is None else entry(record, key, int, where)


def _numbers(record: object, where: str) -> tuple[int, ...]:
    numbers = entry(record, "pieces", list, where)
    if not all(type(number) is int for number in numbers):
        raise NotationError(f"{where}: 'pieces' is not a list of whole numbers")
    return tuple(numbers)
