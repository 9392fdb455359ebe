"""What an answer says of taking apart, looked at: moves replayed, their fewest number and the levels found again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from shapewright.claims import entry, flag, listed, whole
from shapewright.errors import NotationError, amount, quote
from shapewright.jobs.interrupt import interruptible
from shapewright.tiling.apart.check import faults
from shapewright.tiling.apart.search import axes_of, taken_apart
from shapewright.tiling.apart.survey import disassemblies, none_apart
from shapewright.tiling.apart.survey import takeapart as takeapart_again
from shapewright.tiling.apart.values import Disassembly, Part, Step
from shapewright.tiling.apart.ways import directions
from shapewright.tiling.claims.reasons import check_reason
from shapewright.tiling.claims.symmetry import told_apart
from shapewright.tiling.problem import Problem
from shapewright.tiling.solution import Solution

if TYPE_CHECKING:
    from shapewright.cells.grid import Cell
    from shapewright.jobs.limits import Clock
    from shapewright.tiling.claims.answer import Answer


def takeapart(answer: Answer) -> None:
    """An answer of ``tiling takeapart``."""
    if not isinstance(answer.puzzle, Problem):
        raise NotationError("an exact cover without a board has nothing to be taken apart")
    _check_disassemblies(answer, answer.puzzle)
    answer.symmetric = True
    answer.rotations = flag(answer.parameters, "rotations_only", default=False)
    told_apart(answer)
    number = whole(answer.data, "assemblies")
    if "reason" in answer.found.not_checked:
        return
    if number:
        stated = answer.data.get("reason")
        answer.found.compare("reason", stated, None if answer.data["apart"] else none_apart(number))
    else:
        check_reason(answer)


def _check_disassemblies(answer: Answer, problem: Problem) -> None:
    """Check all claims but the solutions' places."""
    found, budget = answer.found, answer.budget
    how: dict[str, Any] = {key: flag(answer.parameters, key, default=False) for key in ("rotations_only", "lift")}
    for key, asked in how.items():
        found.compare(key, flag(answer.data, key), asked, "the parameters of the answer")
    solutions = [one for one in answer.solutions or () if isinstance(one, Solution)]
    records = listed(answer.data, "solutions")
    for number, (record, solution) in enumerate(zip(records, solutions, strict=True), start=1):
        if isinstance(record, dict) and record["placements"] != solution.to_json()["placements"]:
            found.wrong("solutions", "its placements are not in the order of their cells", solution=number)
    if answer.has_wrong_solutions:
        for key in ("assemblies", "apart", "levels", "states", "complete", "reason"):
            found.unchecked(key, "the assemblies are wrong")
        return
    shown = [
        disassembly_from_json(record, solution, lift=how["lift"])
        for record, solution in zip(records, solutions, strict=True)
    ]
    with answer.within_budget("solutions"):
        for number, (one, record) in enumerate(zip(shown, records, strict=True), start=1):
            fault = _fault(one, record["disassembly"], budget.clock)
            if fault:
                found.wrong("solutions", fault, solution=number)
    with answer.within_budget("assemblies", "apart", "levels", "states", "complete"):
        if flag(answer.parameters, "first", default=False):
            seen, is_apart = 0, False
            for one in disassemblies(problem, **how, time_limit=budget.left()):
                seen, is_apart = seen + 1, one.apart
                if is_apart:
                    break
            is_wrong, fault = len(shown) != is_apart, f"there are {len(shown)}, and {int(is_apart)} is to be shown"
            claims: dict[str, object] = {"assemblies": seen, "apart": int(is_apart)}
        else:
            again = takeapart_again(problem, **how, threads=answer.threads, time_limit=budget.left())
            highest = flag(answer.parameters, "highest", default=False)
            limit = None if highest and answer.parameters.get("limit") is None else answer.parameter("limit", 1)
            if limit is not None and limit < 0:
                raise NotationError(f"the parameter 'limit' is negative: {limit}")
            expected = [one.level for one in islice(again.best(highest=highest), limit)]
            is_wrong = [one.level for one in shown] != expected
            fault = f"the levels of those shown are {', '.join(expected) or 'none'}"
            levels = [{"level": level, "assemblies": number} for level, number in again.table()]
            claims = {
                "assemblies": len(again.assemblies),
                "apart": again.apart,
                "states": again.states,
                "levels": levels,
            }
        for key, value in (claims | {"complete": True}).items():
            read = listed if isinstance(value, list) else flag if isinstance(value, bool) else whole
            found.compare(key, read(answer.data, key), value)
        if is_wrong:
            found.wrong("solutions", fault)


def _fault(one: Disassembly, record: Mapping[str, Any], clock: Clock) -> str:
    """What is wrong with the moves, with what is said of them, or with their number."""
    wrong = faults(one)
    if wrong:
        return wrong[0]
    said = (record.get("apart"), record.get("level"), record.get("moves"))
    if said != (one.apart, one.level, one.moves):
        return f"its moves make the level {one.level or 'none'} and are {one.moves}"
    if not one.apart:
        return "does not come apart"
    places = [tuple(placement.cells) for placement in one.solution.placements]
    axes = axes_of(one.solution.problem, lift=one.lift)
    return "" if one.root is None else _not_fewest(one.root, places, axes, clock)


def _not_fewest(part: Part, places: Sequence[tuple[Cell, ...]], axes: int | str, clock: Clock) -> str:
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
        for k in step.pieces:
            solid = len(moved[k][0]) == 3 or step.vector[2]
            moved[k] = tuple(
                tuple(
                    a + (step.units or 0) * b
                    for a, b in zip((*cell, 0)[: 3 if solid else 2], step.vector, strict=False)
                )
                for cell in moved[k]
            )
    halves = (_not_fewest(one, moved, axes, clock) for one in (part.rest, part.out) if one is not None)
    return next(filter(None, halves), "")


KEYS = ("apart", "level", "moves", "parts")


def disassembly_from_json(record: Mapping[str, Any], solution: Solution, *, lift: bool = False) -> Disassembly:
    """The disassembly under the key ``disassembly`` of a record; ``NotationError`` says what is wrong with it.

    Whether its moves are possible it does not say: see :mod:`shapewright.tiling.apart.check`.
    """
    data = entry(record, "disassembly", dict)
    _known(data, KEYS, "'disassembly'")
    for key, kind in (("apart", bool), ("level", str), ("moves", int)):
        entry(data, key, kind, "'disassembly'")
    parts = entry(data, "parts", list, "'disassembly'")
    made: list[Part] = []
    ways = directions(solution.problem.board.lattice)
    # A part names only those that come after it, so that the last ones are whole when the first are made.
    for number in range(len(parts) - 1, -1, -1):
        where = f"part {number + 1}"
        record = _known(parts[number], ("pieces", "steps", "rest", "out", "together"), where)
        later = {}
        for key in ("rest", "out"):
            named = _number_or_none(record, key, where)
            if named is not None and not number < named < len(parts):
                raise NotationError(f"{where}: {key!r} is not the number of a later part: {named}")
            later[key] = None if named is None else made[len(parts) - 1 - named]
        steps = tuple(_step(step, ways, where) for step in entry(record, "steps", list, where))
        together = entry(record, "together", int, where) if "together" in record else 0
        made.append(Part(_numbers(record, where), steps, later["rest"], later["out"], together))
    whole = Disassembly(solution, made[-1] if made else None, lift)
    if len(whole.parts) != len(parts):
        raise NotationError("'disassembly': not every part comes of one before it, once")
    return whole


def _step(data: object, ways: Mapping[str, Cell], where: str) -> Step:
    data = _known(data, ("pieces", "direction", "units"), where)
    direction = entry(data, "direction", str, where)
    if direction not in ways:
        raise NotationError(f"{where}: the direction is not one of {', '.join(ways)}: {quote(direction)}")
    return Step(_numbers(data, where), direction, _number_or_none(data, "units", where), ways[direction])


def _known(data: object, keys: Sequence[str], where: str) -> dict[str, Any]:
    """An object with these keys and no others."""
    if not isinstance(data, dict):
        raise NotationError(f"{where} is not an object")
    for key in data:
        if key not in keys:
            raise NotationError(f"{where} has the key {quote(str(key))}, which nothing is known of")
    return data


def _number_or_none(record: dict[str, Any], key: str, where: str) -> int | None:
    return None if record.get(key, 0) is None else entry(record, key, int, where)


def _numbers(record: object, where: str) -> tuple[int, ...]:
    numbers = entry(record, "pieces", list, where)
    if not all(type(number) is int for number in numbers):
        raise NotationError(f"{where}: 'pieces' is not a list of whole numbers")
    return tuple(numbers)
