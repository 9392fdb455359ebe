"""Is all that an answer says of a game against an adversary right? Its strategies by the rules alone.

The defence shows that the player survives as long as the answer says, the attack that nobody survives longer. Where
they are not listed, the game is solved again and its strategies are checked, if they are not too large.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from shapewright.claims import flag, text, whole
from shapewright.errors import LimitError, NotationError, ResourceError, StoppedError, amount
from shapewright.stacking.games.survival import Survival, survive
from shapewright.stacking.notation.answers import asked_problem
from shapewright.stacking.notation.records import drops_from_json
from shapewright.stacking.notation.strategies import choices_from_json
from shapewright.stacking.problem import Problem
from shapewright.stacking.proof.survival import attack_faults, defence_faults
from shapewright.stacking.rules import cleared, height, landed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from shapewright.cells.grid import Cell
    from shapewright.claims import Budget, Findings

__all__ = ["judge_survival"]

ALL = "IOTJLSZ"
_MOST = 200_000  # positions of a strategy that is made again


def judge_survival(
    data: Mapping[str, Any], parameters: Mapping[str, Any], found: Findings, budget: Budget, *, asked: bool
) -> None:
    """Note what is right and wrong in an answer; ``asked`` says that it has the parameters that it answers."""
    for key in ("for_ever", "drops", "problem"):
        if key not in data:
            raise NotationError(f"it has no {key!r}")
    problem = Problem.from_json(data["problem"])
    see = whole(parameters, "see") if "see" in parameters else 1
    if asked:
        question = asked_problem({"sequence": ALL, **parameters, "clear_lines": True})
        if question is not None and question.to_json() != problem.to_json():
            found.wrong("problem", "is not the problem that the parameters of the answer ask about")
            return
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
