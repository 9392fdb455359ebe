"""Rows per piece for ever: a sequence that is repeated without end, and the height of any number of repetitions.

The least mean cost of a cycle over profiles modulo height gives both sides: a plan that repeats itself, some rows
higher each time, and a bound that no plan is below. Wide wells have too many profiles; there a search that keeps some
of each layer finds such a plan, and cells or weights on columns are the bound.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil

from shapewright.errors import LimitError, ProblemError
from shapewright.jobs.interrupt import interruptible
from shapewright.jobs.limits import Clock
from shapewright.jobs.progress import listener
from shapewright.jobs.stage import Progress
from shapewright.stacking import native
from shapewright.stacking.bounds.column_weights import column_bound
from shapewright.stacking.notation.plan import plan_text
from shapewright.stacking.plan import Drop
from shapewright.stacking.problem import MAX_LENGTH, Problem, problem_of
from shapewright.stacking.replay import final_stack
from shapewright.stacking.rules import heights

_REACHES = (4, 6, 9, 14)
_MANY = 1000
_WIDEST = 16  # columns of a search that keeps some profiles of each layer
_FIRST_LAYER, _FIRST_REPEATS = 30, 20_000  # the same for a first plan, in a tenth of a second
_LAYERS = (300, 3000)  # profiles of a layer; more only where fewer find nothing
_MOST_REPEATS = 1_000_000  # profiles that such a search keeps
_FEW_PROFILES = 20_000  # of a reach that takes no time worth saving
_MOST_PROFILES = 2_000_000  # of a reach that is tried at all


@dataclass(frozen=True)
class Rate:
    """How fast the stack of a repeated sequence grows, in rows for each piece, and a plan for that.

    The drops of ``lead`` come first, whole repetitions of the sequence; those of ``cycle`` then make the whole profile
    ``rows`` higher, each time. ``least`` is what no plan is below in the long run. After n repetitions the height is at
    least ``n * least * pieces + offset``.
    """

    problem: Problem
    lead: tuple[Drop, ...]
    cycle: tuple[Drop, ...]
    rows: int
    least: Fraction
    offset: Fraction

    @property
    def rate(self) -> Fraction:
        """The rows for each piece of the plan."""
        return Fraction(self.rows, len(self.cycle))

    @property
    def optimal(self) -> bool:
        """Whether no plan grows more slowly."""
        return self.rate == self.least

    def height(self, repetitions: int) -> tuple[int, int]:
        """The height of the plan after so many repetitions of the sequence, and what no plan is below."""
        pieces = len(self.problem.sequence)
        fall = repetitions * pieces
        turns, rest = divmod(max(0, fall - len(self.lead)), len(self.cycle))
        drops = (*self.lead, *self.cycle[:rest])[: fall if fall < len(self.lead) else None]
        top = max(self._heights(drops)) if drops else 0
        least = ceil(fall * self.least + self.offset)
        area = ceil(Fraction(fall * self.problem.area, pieces * self.problem.width))
        return top + turns * self.rows, max(least, area)

    def _heights(self, drops: tuple[Drop, ...]) -> tuple[int, ...]:
        sequence = tuple([drop.piece for drop in drops])
        return heights(final_stack(replace(self.problem, sequence=sequence), drops), self.problem.width)

    def faults(self) -> list[str]:
        """What is wrong with the plan by the rules alone: its pieces, or that the cycle does not repeat itself."""
        pieces = self.problem.sequence
        for drops, name in ((self.lead, "lead"), (self.cycle, "cycle")):
            if len(drops) % len(pieces) or any(drop.piece != pieces[k % len(pieces)] for k, drop in enumerate(drops)):
                return [f"the {name} is not the sequence, repeated"]
        if not self.cycle:
            return ["the cycle has no drops"]
        before = self._heights(self.lead) if self.lead else (0,) * self.problem.width
        after = self._heights((*self.lead, *self.cycle))
        if any(top != start + self.rows for start, top in zip(before, after, strict=True)):
            return [f"the cycle does not make every column {self.rows} rows higher"]
        return []

    def to_text(self, repetitions: int | None = None) -> str:
        """The rate, the height after so many repetitions, and the plan, in lines."""
        lines = [str(self)]
        if repetitions is not None:
            top, least = self.height(repetitions)
            known = f"at least {least}" if least < top else "optimal"
            lines.append(f"{repetitions} times: height {top}, {known}")
        if self.lead:
            lines.append(f"first: {plan_text(self.lead)}")
        lines.append(f"then again and again, {self.rows} rows higher: {plan_text(self.cycle)}")
        return "\n".join(lines)

    def __str__(self) -> str:
        said = f"{self.rate} {'row' if self.rate == 1 else 'rows'} for each piece"
        return f"{said} (optimal)" if self.optimal else f"{said} (not proven: at least {self.least})"


def rate(
    problem: Problem | str,
    *,
    time_limit: float | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
) -> Rate:
    """How slowly the stack of ``problem``'s sequence, repeated for ever, can grow.

    ``time_limit`` is in seconds. ``progress`` is True for a bar, or a function that gets the best rate and the bound.

    >>> from shapewright.stacking.problem import Problem
    >>> found = rate(Problem("SZ", width=4))
    >>> str(found), found.height(500_000_000)
    ('1 row for each piece (optimal)', (1000000001, 1000000000))

    Raises ``ProblemError`` for a problem with hold, line clears, a board, a height limit or another objective,
    ``LimitError`` for a well with too many profiles, ``StoppedError`` when ``time_limit`` is reached before a plan was
    found.
    """
    problem = problem_of(problem)
    if not problem.is_plain or problem.board or problem.height_limit is not None:
        raise ProblemError(
            "a rate is that of plain stacks: without hold, line clears, soft drops, a board, a height limit or another "
            "objective"
        )
    clock = Clock(time_limit)
    with listener(progress) as tell, interruptible(clock.stop):

        def report(found: Rate | None, least: Fraction) -> None:
            if tell is not None:
                known = "" if found is None else f"best so far {found.rate}, "
                remark = f"{known}at least {least} rows for each piece"
                tell(Progress("stacking", 0, 1, 0.0, clock.seconds, remark=remark))

        found, least, offset = _search(problem, clock, report)
    if found is None:
        clock.check("a rate was found")
        raise LimitError(f"a well of {problem.width} columns has too many profiles; try fewer columns")
    found = replace(found, least=least, offset=offset)
    wrong = found.faults()
    assert not wrong, wrong
    return found


def _search(
    problem: Problem, clock: Clock, report: Callable[[Rate | None, Fraction], None]
) -> tuple[Rate | None, Fraction, Fraction]:
    """Return the best plan found, the least rate that is proven, and its offset."""
    asked, pieces = native.question(problem), len(problem.sequence)
    tallest = max(shape.size[1] for name in set(problem.sequence) for shape in problem.orientations(name))
    ones = [1] * problem.width
    least, offset = rate_by_columns(problem), Fraction(0)
    found: Rate | None = None
    first = found
    if problem.width <= _WIDEST:
        # A first plan at once; often it meets the bound, but others are shorter.
        first = found = _repeated(problem, _FIRST_LAYER, _FIRST_REPEATS, None, clock)
    for reach in sorted({tallest, *[reach for reach in _REACHES if reach > tallest]}):
        profiles = (2 * reach + 1) ** (problem.width - 1)
        if profiles > _MOST_PROFILES:
            break
        report(found, least)
        if found is None or found.rate > least or (found is first and profiles <= _FEW_PROFILES):
            mean = native.least_mean(asked, reach, ones, clock, cliffs=False)
            found = found if mean is None else _better(problem, mean, found)
        if found is not None and found.rate > least:
            report(found, least)
            low = native.least_mean(asked, reach, ones, clock, cliffs=True)
            length = 0 if low is None else low.periods * pieces * problem.width
            if low is not None and Fraction(low.cost, length) > least:
                least, offset = Fraction(low.cost, length), Fraction(low.offset, length * pieces)
        if clock.over() or (found is not None and found.rate == least):
            break
    wanted = found is first or (found is not None and found.rate > least)
    if wanted and problem.width <= _WIDEST and not clock.over():
        for width in _LAYERS:
            report(found, least)
            found = _repeated(problem, width, _MOST_REPEATS, found, clock)
            if found is not None or clock.over():
                break
    return found, least, offset


def rate_by_columns(problem: Problem) -> Fraction:
    """The rows for each piece that weights on columns prove to be needed."""
    times = -(-_MANY // len(problem.sequence))  # so many that rounding does not choose the weights
    bound = column_bound(replace(problem, sequence=tuple(problem.sequence) * times))
    added = sum(bound.least[name] for name in problem.sequence)
    return Fraction(added, sum(bound.weights) * len(problem.sequence))


def _repeated(problem: Problem, width: int, most: int, known: Rate | None, clock: Clock) -> Rate | None:
    """Return the better of a known rate and the one that a search by layers of this width finds."""
    mean = native.find_repeat(problem, width, most, clock)
    return known if mean is None else _better(problem, mean, known)


def _better(problem: Problem, mean: native.Mean, known: Rate | None) -> Rate | None:
    """Return the rate of this cycle, if its drops are not too many and it is better than what is known, or shorter."""
    times = (len(mean.lead) + len(mean.cycle)) // len(problem.sequence)
    if times * len(problem.sequence) > MAX_LENGTH:
        return known
    whole = replace(problem, sequence=tuple(problem.sequence) * times)
    made = native.drops(whole, [*mean.lead, *mean.cycle])
    lead = len(mean.lead)
    found = Rate(problem, made[:lead], made[lead:], mean.cost // problem.width, Fraction(0), Fraction(0))
    return found if known is None or _merit(found) < _merit(known) else known


def _merit(found: Rate) -> tuple[Fraction, int]:
    return found.rate, len(found.lead) + len(found.cycle)
