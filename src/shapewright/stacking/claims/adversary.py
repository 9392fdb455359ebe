"""Is all right that an answer says of games against an adversary, and of deadly sequences?

The defence shows by the rules alone that the player survives as long as the answer says, the attack that nobody
survives longer. Where they are not listed, the game is solved again and its strategies are checked, if they are not too
large. That no deadly sequence is shorter is shown by following every shorter one where these are few, and by searching
again otherwise.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from shapewright.claims import text
from shapewright.errors import LimitError, NotationError, amount
from shapewright.stacking.check import game_faults
from shapewright.stacking.claims.question import ALL, in_full, problem_of
from shapewright.stacking.games.deadly import Deadly, deadly
from shapewright.stacking.games.survival import MAX_SEEN, Survival, survive
from shapewright.stacking.notation.records import drops_from_json
from shapewright.stacking.notation.strategies import choices_from_json
from shapewright.stacking.plan import Drop
from shapewright.stacking.proof.adversary import Plays, attack_faults, defence_faults

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapewright.claims import Case
    from shapewright.stacking.problem import Problem

_MOST = 200_000  # positions of a strategy that is made again


def survive_(case: Case) -> None:
    """Look at who wins against an adversary, by which strategy, or after how many drops."""
    for_ever = case.need("for_ever", bool)
    in_full(case, is_none=not for_ever)
    found, problem = case.findings, _game(case, "see", "list")
    case.asked.whole("list")  # what is listed is said by the answer
    if problem is None:
        return
    drops = None if case.claimed("drops") is None else case.whole("drops")
    if for_ever != (drops is None):
        found.wrong("for_ever", f"is {str(for_ever).lower()} beside {amount(drops or 0, 'drop')}")
        return
    said = Survival(problem, case.asked.whole("see") or 1, drops, None, None, 0)
    if case.answer.get("reason") is not None:
        case.compare("reason", None if for_ever else str(said), "the other claims")
    _line(case, problem, drops)
    _check(case, _strategies(case, said))


def _game(case: Case, *parameters: str) -> Problem | None:
    """The problem of a game against an adversary; None, noted as wrong, if it is none."""
    problem = problem_of(case, usual=ALL, clear_lines=True)
    if problem is None or (problem.clear_lines and problem.height_limit is not None and problem.drop == "hard"):
        return problem
    case.findings.wrong("problem", "is not a game against an adversary, with line clears and a height limit")
    return None


def _strategies(case: Case, said: Survival) -> Survival:
    """The result with both strategies: those that are listed, or those of the game solved again."""
    defence, attack = (
        None if case.claimed(key) is None else choices_from_json(case.answer[key], said.problem, said.see)
        for key in ("defence", "attack")
    )
    if said.drops is None and attack is not None:
        case.findings.wrong("attack", "there is none where the player survives for ever")
    if defence is None or (said.drops is not None and attack is None):
        again = survive(said.problem, see=said.see, listed=_MOST, time_limit=case.left(0.5))
        case.compare("drops", again.drops, "solved again")
        defence = again.defence if defence is None else defence
        attack = again.attack if attack is None else attack
        for key in ("defence", "attack"):
            if case.answer[key] is None:
                case.findings.right(key, "not listed")
    if defence is None or (said.drops is not None and attack is None):
        raise LimitError(f"strategies of at most {_MOST} positions are made again")
    return replace(said, defence=defence, attack=attack)


def _check(case: Case, said: Survival) -> None:
    """The strategies by the rules."""
    assert said.defence is not None
    sides = {"defence": defence_faults(said.problem, said.see, said.drops, said.defence, case.clock)}
    if said.drops is None:
        case.findings.right("attack", "there is none")
    elif said.attack is not None:
        sides["attack"] = attack_faults(said.problem, said.see, said.drops, said.attack, case.clock)
    for key, faults in sides.items():
        _first_fault(case, key, faults, "by the rules alone")
    case.findings.right("drops", "by the strategies")
    case.findings.right("for_ever", "by the strategies")


def _first_fault(case: Case, key: str, faults: Iterator[str], how: str) -> bool:
    """Whether a strategy has no fault; noted in the findings."""
    fault = next(faults, None)
    if fault is not None:
        case.findings.wrong(key, fault)
    else:
        case.findings.right(key, how)
    return fault is None


def _line(case: Case, problem: Problem, drops: int | None) -> None:
    """The game in which both sides do their best: as long as it should be, and its last piece cannot land."""
    line, found = case.claimed("line"), case.findings
    if line is None:
        found.right("line", "none is given")
        return
    if not isinstance(line, dict) or set(line) != {"plan", "last"}:
        raise NotationError("its 'line' is not an object with 'plan' and 'last'")
    made, last = drops_from_json(line["plan"]), text(line, "last")
    if drops is None or len(made) != drops or not {last, *[drop.piece for drop in made]} <= set(problem.sequence):
        found.wrong("line", f"is not {drops} drops of the adversary's pieces")
        return
    # What was put aside is no matter: the pieces land in this order.
    game = replace(problem, sequence=(*[drop.piece for drop in made], last), hold=False)
    ways = product(range(problem.width), range(problem.rotations(last)))
    if wrong := game_faults(game, made):
        found.wrong("line", f"{wrong[0].partition(':')[0]} does not land within the height")
    elif any(not game_faults(game, (*made, Drop(last, column, 90 * number))) for column, number in ways):
        found.wrong("line", f"{last} can still land")
    else:
        found.right("line", "replayed by the rules alone")


_FEW = 500  # sequences that are followed by the rules


def deadly_(case: Case) -> None:
    """Look at a sequence that no player survives, or at a strategy for ever."""
    found, optimal = case.findings, case.need("optimal", bool)
    stated = case.claimed("sequence")
    found.verdict(case.answer, "found" if stated is not None else "none")
    case.compare("complete", optimal, "the other claims", bool)
    problem = _game(case)
    if problem is None:
        return
    if stated is None:
        _never(case, problem)
        return
    for key in ("see", "defence", "reason"):
        case.compare(key, None, "a sequence is deadly")
    sequence, bound = tuple(map(str, case.need("sequence", list))), case.need("lower_bound", int)
    if not set(sequence) <= set(problem.sequence):
        found.wrong("sequence", "has a piece that the adversary may not choose")
        return
    case.compare("pieces", len(sequence), "the sequence", int)
    case.compare("optimal", bound == len(sequence), "the other claims")
    plays = Plays(problem)
    left = plays.after(sequence, case.clock)
    if left:
        found.wrong("sequence", f"is not deadly: {left} positions are left")
    else:
        found.right("sequence", "every play by the rules alone")
    if bound > len(sequence):
        found.wrong("lower_bound", f"is {bound}, and the sequence has {len(sequence)} pieces")
    else:
        _bound(case, problem, plays, bound)


def _bound(case: Case, problem: Problem, plays: Plays, bound: int) -> None:
    """That no deadly sequence has fewer pieces than the bound."""
    kinds = len(set(problem.sequence))
    if bound <= 1:  # before the first piece nothing is lost
        known, how = True, "the rules alone"
    elif kinds ** (bound - 1) <= _FEW:
        known = plays.deadly_of(bound - 1, case.clock) is None
        how = "every shorter sequence by the rules alone"
    else:
        again = deadly(problem, time_limit=case.left(0.7))
        known, how = again.sequence is None or again.bound >= bound, "searched again"
        if not known and not again.optimal:
            case.findings.unchecked("lower_bound", "searching again takes too long")
            return
    if known:
        case.findings.right("lower_bound", how)
    else:
        case.findings.wrong("lower_bound", f"a sequence of fewer than {bound} pieces is deadly")


def _never(case: Case, problem: Problem) -> None:
    """A strategy for ever shows that no sequence is deadly."""
    found, see = case.findings, case.whole("see")
    for key in ("pieces", "lower_bound"):
        case.compare(key, None, "no sequence is deadly")
    case.compare("optimal", True, "no sequence is deadly")
    if not 1 <= see <= MAX_SEEN:
        found.wrong("see", f"is not 1 to {MAX_SEEN}")
        return
    if case.claimed("reason") is not None:
        said = Deadly(problem, None, 0, Survival(problem, see, None, None, None, 0))
        case.compare("reason", str(said), "the other claims")
    stated, how = case.claimed("defence"), "by the rules alone"
    if stated is not None:
        defence = choices_from_json(stated, problem, see)
    else:
        again = survive(problem, see=see, listed=_MOST, time_limit=case.left(0.5))
        if not again.for_ever:
            found.wrong("see", f"a player who sees {see} does not survive for ever")
            return
        if again.defence is None:
            raise LimitError(f"strategies of at most {_MOST} positions are made again")
        defence, how = again.defence, "a strategy made again, by the rules alone"
    if _first_fault(case, "defence", defence_faults(problem, see, None, defence, case.clock), how):
        for key in ("see", "sequence"):
            found.right(key, how)
