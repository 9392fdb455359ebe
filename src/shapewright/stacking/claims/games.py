"""Is all right that an answer says of the longest game, of a sequence repeated for ever, and of expected values?"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import asdict, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from shapewright.claims import flag, number
from shapewright.errors import NotationError, amount
from shapewright.stacking.check import faults, game_faults
from shapewright.stacking.claims.question import ALL, in_full, problem_of
from shapewright.stacking.games.expect import SAMPLES, Knowing, agree, expect
from shapewright.stacking.games.longest import Longest, cell_bound, longest
from shapewright.stacking.games.rate import Rate, rate_by_columns
from shapewright.stacking.notation.records import drops_from_json
from shapewright.stacking.problem import Problem
from shapewright.stacking.proof.expect import Foresee
from shapewright.stacking.proof.lower_bound import reprove_none
from shapewright.stacking.proof.recount import most_drops
from shapewright.stacking.random_sequence import deals

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from shapewright.claims import Case


def longest_(case: Case) -> None:
    """Look at the longest game of a sequence."""
    found = case.findings
    found.verdict(case.answer, "found")
    problem = problem_of(case)
    if problem is None:
        return
    if problem.height_limit is None:
        found.wrong("problem", "has no height limit, so that every piece can fall")
        return
    said = Longest(problem, drops_from_json(case.claimed("plan")), case.whole("upper_bound"))
    wrong = game_faults(problem, said.drops)
    if wrong:
        found.wrong("plan", wrong[0])
        return
    found.right("plan", "replayed by the rules alone")
    case.compare("pieces", said.pieces, "the drops", int)
    case.compare("text", said.to_text(), "the drops", str)
    for key in ("optimal", "complete"):
        case.compare(key, said.optimal, "the other claims", bool)
    _bound(case, said)


def _bound(case: Case, said: Longest) -> None:
    """That no game is longer than the bound."""
    found, problem, bound = case.findings, said.problem, said.bound
    if not said.pieces <= bound <= len(problem.sequence):
        found.wrong(
            "upper_bound",
            f"is {bound} beside {amount(said.pieces, 'drop')} of {amount(len(problem.sequence), 'piece')}",
        )
        return
    if bound == len(problem.sequence):
        found.right("upper_bound", "there are no more pieces")
    elif bound >= cell_bound(problem):
        found.right("upper_bound", "by the cells that have room")
    elif problem.is_plain:
        longer = replace(problem, sequence=problem.sequence[: bound + 1])
        none = reprove_none(longer, time_limit=case.left(0.7))
        if none is None:
            found.unchecked("upper_bound", "that no plan has a piece more takes too long to prove again")
        elif none:
            found.right("upper_bound", "proven by another search")
        else:
            found.wrong("upper_bound", f"{amount(bound + 1, 'piece')} can fall")
    else:
        most = most_drops(problem, case.left(0.5))
        how = "by the rules alone"
        if most is None:
            again = longest(problem, time_limit=case.left(0.7))
            most, how = again.bound if again.optimal else None, "searched again"
        if most is None:
            found.unchecked("upper_bound", "searching again takes too long")
        elif most <= bound:
            found.right("upper_bound", how)
        else:
            found.wrong("upper_bound", f"{amount(most, 'piece')} can fall")


def rate(case: Case) -> None:
    """Look at how fast a stack grows whose sequence is repeated for ever."""
    in_full(case)
    found, problem = case.findings, problem_of(case)
    if problem is None:
        return
    lead, cycle = (drops_from_json(case.claimed(key)) for key in ("lead", "cycle"))
    least, offset = (_fraction(case.need(key, str), key) for key in ("least", "offset"))
    said = Rate(problem, lead, cycle, case.whole("rows"), least, offset)
    drops = (*lead, *cycle)
    names = tuple([drop.piece for drop in drops])
    times = len(drops) // len(problem.sequence)
    if names != tuple(problem.sequence) * times:
        found.wrong("cycle", "the lead and the cycle are not the sequence, repeated")
        return
    wrong = faults(Problem(names, problem.width, problem.pieces, rotation=problem.rotation), drops) or said.faults()
    if wrong:
        found.wrong("cycle", wrong[0])
        return
    for key in ("lead", "cycle", "rows"):
        found.right(key, "replayed by the rules alone")
    case.compare("rate", str(said.rate), "the cycle")
    case.compare("optimal", said.optimal, "the other claims", bool)
    repeat = case.asked.whole("repeat")
    heights = (None, None) if repeat is None else said.height(repeat)
    for key, known in zip(("height", "lower_bound"), heights, strict=True):
        case.compare(key, known, "the other claims")
    if said.rate < least:
        found.wrong("least", f"the plan has only {said.rate} rows for each piece")
        return
    proven = Fraction(0) if rate_by_columns(problem) >= least else None
    if proven is None:
        with suppress(ModuleNotFoundError):  # its arrays are those of numpy, which a browser lacks
            from shapewright.stacking.proof.narrow_wells import mean_rise

            proven = mean_rise(problem, least, case.clock)
    if proven is not None and offset <= proven:
        found.right("least", "proven again")
        found.right("offset", "proven again")
    else:
        for key in ("least", "offset", "lower_bound", "optimal"):
            found.unchecked(key, "no potential was found that proves it again")


def _fraction(text: str, key: str) -> Fraction:
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise NotationError(f"its {key!r} is not a fraction") from None


_ROUNDED = 2e-9


def expect_(case: Case) -> None:
    """Look at what a player comes to on average who sees a few of the pieces that come."""
    in_full(case)
    asked, found = case.asked, case.findings
    problem = problem_of(case, usual=ALL)
    if problem is None:
        return
    length, see, bag = asked.whole("number"), asked.whole("see") or 1, asked.flag("bag")
    samples, seed = asked.whole("samples") or SAMPLES, asked.whole("seed") or 0
    if length is None:
        raise NotationError("the parameters have no 'number'")
    case.compare("objective", problem.objective, "the problem")
    games, known = case.whole("games"), case.claimed("knowing")
    is_exact = not games and agree(number(case.answer, "least"), number(case.answer, "most"))
    case.compare("exact", is_exact, "the bounds", bool)
    if (known is not None) != asked.flag("knowing"):
        found.wrong("knowing", "is not what the parameters ask for")
        return
    again = []
    # Where games were played there are too many positions.
    value = None if games else Foresee(problem, length, case.clock.part(0.4), bag=bag).expected(see)
    if value is None:
        again += ["least", "most", "games", "error"]
    else:
        _enclose(case, case.answer, ("least", "most"), float(value))
        case.compare("games", 0, "none were needed")
        case.compare("error", 0.0, "no games were played")
    if known is None:
        found.right("knowing", "it was not asked for")
    else:
        sampled = flag(known, "sampled")
        mean = None if sampled else Foresee(problem, length, case.clock.part(0.4), bag=bag).knowing()
        if mean is None:
            again.append("knowing")
        else:
            _enclose(case, known, ("knowing",), float(mean))
            if not agree(number(known, "least"), number(known, "most")):
                found.unchecked("knowing", "the mean is between its bounds, which are apart")
            every = deals(len(set(problem.sequence)), length, bag=bag)
            found.compare("knowing.sequences", known.get("sequences"), every, "all deals")
            found.compare("knowing.error", known.get("error"), 0.0, "no deal was left out")
    if again:
        result = expect(
            problem,
            length,
            see=see,
            bag=bag,
            knowing=known is not None,
            samples=samples,
            seed=seed,
            time_limit=case.left(0.8),
        )
        for key in again:
            value = getattr(result, key)
            case.compare(key, asdict(value) if isinstance(value, Knowing) else value, "computed again")


def _enclose(case: Case, data: Mapping[str, Any], keys: Sequence[str], value: float) -> None:
    """What is between the two numbers of the answer."""
    for key in keys:
        if number(data, "least") - _ROUNDED <= value <= number(data, "most") + _ROUNDED:
            case.findings.right(key, "every deal and every drop, in fractions")
        else:
            case.findings.wrong(key, f"the value is {value:.9f}")
