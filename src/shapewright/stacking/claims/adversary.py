"""Is all right that an answer says of games against an adversary, and of deadly sequences?

The defence shows by the rules alone that the player survives as long as the answer says, the attack that nobody
survives longer. Where they are not listed, the game is solved again and its strategies are checked, if they are not too
large. That no deadly sequence is shorter is shown by following every shorter one where these are few, and by searching
again otherwise.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from shapewright.claims import flag, listed, text, whole
from shapewright.errors import LimitError, NotationError, ResourceError, StoppedError, amount
from shapewright.stacking.claims.record import problem_of_answer
from shapewright.stacking.games.deadly import Deadly, deadly
from shapewright.stacking.games.survival import MAX_SEEN, Survival, survive
from shapewright.stacking.notation.records import drops_from_json
from shapewright.stacking.notation.strategies import choices_from_json
from shapewright.stacking.proof.adversary import Plays, attack_faults, defence_faults
from shapewright.stacking.rules import cleared, height, landed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from shapewright.cells.grid import Cell
    from shapewright.claims import Budget, Findings
    from shapewright.stacking.problem import Problem


ALL = "IOTJLSZ"
_MOST = 200_000  # positions of a strategy that is made again


def judge_survival(
    data: Mapping[str, Any], parameters: Mapping[str, Any], found: Findings, budget: Budget, *, asked: bool
) -> None:
    """Note what is right and wrong in an answer; ``asked`` says that it has the parameters that it answers."""
    question = {"sequence": ALL, **parameters, "clear_lines": True} if asked else None
    problem = problem_of_answer(data, ("for_ever", "drops", "problem"), question, found)
    if problem is None:
        return
    see = whole(parameters, "see") if "see" in parameters else 1
    if not problem.clear_lines or problem.height_limit is None or see < 1:
        found.wrong("problem", "is not a game against an adversary, with line clears and a height limit")
        return
    found.right("problem", "the question")
    for_ever = flag(data, "for_ever")
    drops = None if data["drops"] is None else whole(data, "drops")
    if for_ever != (drops is None):
        found.wrong("for_ever", f"is {str(for_ever).lower()} beside {amount(drops or 0, 'drop')}")
        return
    said = Survival(problem, see, drops, None, None, 0)
    if data.get("reason") is not None:
        found.compare("reason", text(data, "reason"), None if for_ever else str(said), "the other claims")
    result = _strategies(data, said, found, budget)
    if result is None:
        for key in ("for_ever", "drops"):
            found.unchecked(key, f"strategies of at most {_MOST} positions are made again: {budget.reason}")
    else:
        _check(result, found, budget)
    _line(data.get("line"), problem, drops, found)


def _strategies(data: Mapping[str, Any], said: Survival, found: Findings, budget: Budget) -> Survival | None:
    """The result with both strategies: those that are listed, or those of the game solved again."""
    defence, attack = [
        None if data.get(key) is None else choices_from_json(data[key], said.problem, said.see)
        for key in ("defence", "attack")
    ]
    if said.drops is None and data.get("attack") is not None:
        found.wrong("attack", "there is none where the player survives for ever")
    result = replace(said, defence=defence, attack=attack)
    if result.defence is not None and (said.drops is None or result.attack is not None):
        return result
    try:
        again = survive(said.problem, see=said.see, listed=_MOST, time_limit=budget.left(0.5))
    except (StoppedError, LimitError, ResourceError):
        return None
    found.compare("drops", said.drops, again.drops, "solved again")
    defence = again.defence if result.defence is None else result.defence
    attack = again.attack if result.attack is None else result.attack
    for key in ("defence", "attack"):
        if data.get(key, "") is None:
            found.right(key, "not listed")
    if defence is None or (said.drops is not None and attack is None):
        return None
    return replace(said, defence=defence, attack=attack)


def _check(result: Survival, found: Findings, budget: Budget) -> None:
    """The strategies by the rules."""
    assert result.defence is not None
    sides: list[tuple[str, Iterator[str]]] = [
        ("defence", defence_faults(result.problem, result.see, result.drops, result.defence, budget.clock))
    ]
    if result.drops is not None and result.attack is not None:
        sides.append(("attack", attack_faults(result.problem, result.see, result.drops, result.attack, budget.clock)))
    for key, faults in sides:
        try:
            fault = next(faults, None)
        except StoppedError:
            found.unchecked(key, budget.reason)
            found.unchecked("drops", f"by its {key}: {budget.reason}")
            found.unchecked("for_ever", f"by its {key}: {budget.reason}")
            continue
        if fault is not None:
            found.wrong(key, fault)
        else:
            found.right(key, "by the rules alone")
    if result.drops is None:
        found.right("attack", "there is none")
    found.right("drops", "by the strategies")
    found.right("for_ever", "by the strategies")


def _line(line: Any, problem: Problem, drops: int | None, found: Findings) -> None:
    """The game in which both sides do their best: as long as it should be, and its last piece cannot land."""
    if line is None:
        found.right("line", "none is given")
        return
    if not isinstance(line, dict) or set(line) != {"plan", "last"}:
        raise NotationError("its 'line' is not an object with 'plan' and 'last'")
    stack: dict[Cell, int] = dict.fromkeys(problem.board, 0)
    made = drops_from_json(line["plan"])
    last = text(line, "last")
    names = set(problem.sequence)
    if drops is None or len(made) != drops or not {last, *[drop.piece for drop in made]} <= names:
        found.wrong("line", f"is not {drops} drops of the adversary's pieces")
        return

    def lands(name: str, orientation: int, column: int) -> dict[Cell, int] | None:
        shapes = problem.orientations(name)
        if not 0 <= orientation < len(shapes) or column + shapes[orientation].size[0] > problem.width:
            return None
        cells = landed(stack, shapes[orientation].cells, column)
        if height(cells) > (problem.height_limit or 0):
            return None
        return cleared({**stack, **dict.fromkeys(cells, 0)}, problem.width)

    for number, drop in enumerate(made, start=1):
        reached = lands(drop.piece, drop.orientation, drop.column)
        if reached is None:
            found.wrong("line", f"drop {number} does not land within the height")
            return
        stack = reached
    shapes = range(len(problem.orientations(last)))
    if any(lands(last, number, column) is not None for number in shapes for column in range(problem.width)):
        found.wrong("line", f"{last} can still land")
        return
    found.right("line", "replayed by the rules alone")


_FEW = 500  # sequences that are followed by the rules


def judge_deadly(
    data: Mapping[str, Any], parameters: Mapping[str, Any], found: Findings, budget: Budget, *, asked: bool
) -> None:
    """Note what is right and wrong in an answer; ``asked`` says that it has the parameters that it answers."""
    question = {"sequence": ALL, **parameters, "clear_lines": True} if asked else None
    problem = problem_of_answer(data, ("sequence", "pieces", "lower_bound", "optimal", "problem"), question, found)
    if problem is None:
        return
    if not problem.clear_lines or problem.height_limit is None or problem.drop != "hard":
        found.wrong("problem", "is not a game against an adversary, with line clears and a height limit")
        return
    found.right("problem", "the question")
    complete = flag(data, "optimal")
    if "complete" in data:
        found.compare("complete", flag(data, "complete"), complete, "the other claims")
    if data["sequence"] is None:
        _never(data, problem, found, budget)
        return
    for key in ("see", "defence", "reason"):
        if key in data:
            found.compare(key, data[key], None, "a sequence is deadly")
    sequence = tuple([str(name) for name in listed(data, "sequence")])
    if not set(sequence) <= set(problem.sequence):
        found.wrong("sequence", "has a piece that the adversary may not choose")
        return
    bound = whole(data, "lower_bound")
    found.compare("pieces", whole(data, "pieces"), len(sequence), "the sequence")
    found.compare("optimal", complete, bound == len(sequence), "the other claims")
    plays = Plays(problem)
    try:
        left = plays.after(sequence, budget.clock)
    except StoppedError:
        found.unchecked("sequence", f"following every play: {budget.reason}")
    else:
        if left:
            found.wrong("sequence", f"is not deadly: {left} positions are left")
        else:
            found.right("sequence", "every play by the rules alone")
    _bound(problem, plays, bound, found, budget)


def _bound(problem: Problem, plays: Plays, bound: int, found: Findings, budget: Budget) -> None:
    """That no deadly sequence has fewer pieces than the bound."""
    kinds = len(set(problem.sequence))
    try:
        if bound <= 1:  # before the first piece nothing is lost
            known, how = True, "the rules alone"
        elif kinds ** (bound - 1) <= _FEW:
            shorter = plays.deadly_of(bound - 1, budget.clock)
            how = "every shorter sequence by the rules alone"
            known = shorter is None
        else:
            again = deadly(problem, time_limit=budget.left(0.7))
            known, how = again.sequence is None or again.bound >= bound, "searched again"
            if not known and not again.optimal:
                found.unchecked("lower_bound", f"searching again: {budget.reason}")
                return
    except (StoppedError, ResourceError):
        found.unchecked("lower_bound", f"searching again: {budget.reason}")
        return
    if known:
        found.right("lower_bound", how)
    else:
        found.wrong("lower_bound", f"a sequence of fewer than {bound} pieces is deadly")


def _never(data: Mapping[str, Any], problem: Problem, found: Findings, budget: Budget) -> None:
    """A strategy for ever shows that no sequence is deadly."""
    for key in ("pieces", "lower_bound"):
        found.compare(key, data[key], None, "no sequence is deadly")
    found.compare("optimal", flag(data, "optimal"), True, "no sequence is deadly")
    see = whole(data, "see")
    if not 1 <= see <= MAX_SEEN:
        found.wrong("see", f"is not 1 to {MAX_SEEN}")
        return
    if data.get("reason") is not None:
        said = Deadly(problem, None, 0, Survival(problem, see, None, None, None, 0))
        found.compare("reason", data["reason"], str(said), "the other claims")
    defence = None if data.get("defence") is None else choices_from_json(data["defence"], problem, see)
    how = "by the rules alone"
    if defence is None:
        try:
            again = survive(problem, see=see, listed=_MOST, time_limit=budget.left(0.5))
        except (StoppedError, LimitError, ResourceError):
            found.unchecked("sequence", f"a strategy is made again: {budget.reason}")
            return
        if not again.for_ever:
            found.wrong("see", f"a player who sees {see} does not survive for ever")
            return
        found.right("defence", "not listed")
        defence, how = again.defence, "a strategy made again, by the rules alone"
    if defence is None:
        found.unchecked("sequence", f"strategies of at most {_MOST} positions are made again")
        return
    try:
        fault = next(defence_faults(problem, see, None, defence, budget.clock), None)
    except StoppedError:
        found.unchecked("defence", budget.reason)
        found.unchecked("sequence", f"by its defence: {budget.reason}")
        return
    if fault is not None:
        found.wrong("defence", fault)
        return
    for key in ("defence", "see", "sequence"):
        found.right(key, how)
