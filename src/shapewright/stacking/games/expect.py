"""What a player comes to on average who sees only the next few pieces, and the price of not knowing all of them.

Chance deals pieces one by one, or in shuffled bags. Over profiles modulo height the best play is found from behind:
with steps up to a reach it is a player's, with cliffs nobody's is better, so that the two enclose what is to be found.
Where a well is too wide for that, random games are played, and cells must lie somewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise, permutations, product
from math import ceil, inf, sqrt
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from shapewright.errors import LimitError, ProblemError
from shapewright.jobs.interrupt import interruptible
from shapewright.jobs.limits import Clock
from shapewright.stacking import native
from shapewright.stacking.problem import MAX_LENGTH, Problem, problem_of
from shapewright.stacking.random_sequence import deals
from shapewright.stacking.rules import ENDINGS, goal, heights
from shapewright.stacking.search.least_height import reaches
from shapewright.stacking.solve import first

# --- Players who see only the next few pieces, in wells too wide for tables of all profiles --------------------------
# The player tries every place of the visible pieces and adds what the piece after them does on average. Stacks are
# valued by taste: so much for each step between neighbouring columns, each hole and each row. Any taste plays, and what
# it comes to can be come to; a better one comes to less.


class Taste(NamedTuple):
    """What a stack costs: steps of 0, 1, 2, ... (the last two go on as a line), a hole, a row of the highest column."""

    steps: tuple[int, ...]
    hole: int
    row: int


# Found by changing the numbers at random and keeping what did better in games of 30 pieces on 5, 7 and 10 columns.
TASTES = {
    "height": Taste((0, -5, 8, 39, 53, 54, 91), 44, 19),
    "holes": Taste((0, -6, 8, 40, 44, 54, 60), 101, 0),
    "flatness": Taste((0, 10, 17, 33, 31, 35, 80), 0, 40),
}
BEAM = 8  # stacks that are kept with every visible piece


def play(
    problem: Problem, sequences: Sequence[Sequence[int]], see: int, clock: Clock, *, bag: bool
) -> list[int] | None:
    """What the player comes to who sees ``see`` pieces of each of these sequences of numbers of kinds.

    None if there is no time for all.
    """
    player = native.player(problem, TASTES[problem.objective], BEAM)
    values = [player.play(list(one), see, bag, clock.stop, clock.native()) for one in sequences]
    known = [value for value in values if value is not None]
    return known if len(known) == len(values) else None


SAMPLES = 400
_MOST_VALUES = 40_000_000  # kept at the same time, eight bytes each
_MOST_DEALS = 300_000  # sequences that are looked at one by one
_SAME = 1e-9  # what sums of floating numbers may be off
_DIGITS = 9


@dataclass(frozen=True)
class Knowing:
    """What a player comes to on average who knows all pieces from the beginning.

    The mean is between ``least`` and ``most``: over all sequences, or, if it is ``sampled``, over ``sequences`` random
    ones, whose means have the standard error ``error``.
    """

    least: float
    most: float
    sequences: int
    error: float = 0.0
    sampled: bool = False

    @property
    def exact(self) -> bool:
        """Whether it is the mean over all sequences, and known."""
        return not self.sampled and agree(self.least, self.most)


@dataclass(frozen=True)
class Expected:
    """The expected value of the objective when chance deals ``length`` of the pieces of ``problem``.

    The player sees ``see`` of them, the one that falls included. A player is known who comes to ``most``, none comes to
    less than ``least``. Where ``games`` is not 0, ``most`` is the mean of so many random games with the standard error
    ``error``. ``knowing`` is what those come to who know everything, if it was asked for.
    """

    problem: Problem
    length: int
    see: int
    bag: bool
    least: float
    most: float
    games: int = 0
    error: float = 0.0
    knowing: Knowing | None = None

    @property
    def exact(self) -> bool:
        """Whether the two bounds agree, and neither comes of random games."""
        return not self.games and agree(self.least, self.most)

    @property
    def price(self) -> tuple[float, float] | None:
        """What not knowing all pieces costs: at least and at most; None if it was not asked for."""
        if self.knowing is None:
            return None
        return max(0.0, self.least - self.knowing.most), max(0.0, self.most - self.knowing.least)

    def to_text(self) -> str:
        """The value, and the price if it is known, in lines."""
        lines = [str(self)]
        if self.knowing is not None and self.price is not None:
            known = self.knowing
            of = f"on average over {known.sequences} random" if known.sampled else "on average over all"
            off = f", standard error {known.error:.4f}" if known.sampled else ""
            lines.append(f"if all pieces are known: {_between(known.least, known.most)} {of} sequences{off}")
            lines.append(f"price of not knowing: {_between(*self.price)}")
        return "\n".join(lines)

    def __str__(self) -> str:
        said = f"expected {self.problem.objective} {_between(self.least, self.most)}"
        if self.games:
            said = f"expected {self.problem.objective} {self.least:.6f} to {self.most:.6f}"
            mean = f"the mean of {self.games} random games, standard error {self.error:.4f}"
            return f"{said} (not proven: nobody is below the first, and the second is {mean})"
        return f"{said} (optimal)" if self.exact else f"{said} (not proven: what the best player comes to lies between)"


def agree(least: float, most: float) -> bool:
    """Whether two numbers are the same but for rounding.

    >>> agree(0.1 + 0.2, 0.3), agree(0.1, 0.2)
    (True, False)
    """
    return abs(most - least) <= _SAME * max(1.0, abs(most))


def expect(
    problem: Problem | str,
    length: int,
    *,
    see: int = 1,
    bag: bool = False,
    knowing: bool = False,
    samples: int = SAMPLES,
    seed: int = 0,
    time_limit: float | None = None,
) -> Expected:
    """The expected value of ``problem``'s objective when ``length`` pieces come at random and ``see`` are visible.

    The kinds in ``problem.sequence`` are the pieces that come, each as likely as any other, or with ``bag`` in shuffled
    bags of all of them. In wells that are too wide for a proof ``samples`` random games are played (from ``seed``).
    With ``knowing`` it also says what those come to who know the whole sequence: over all sequences where they are few,
    else over ``samples`` random ones, which are those of the games. ``time_limit`` is in seconds; the bounds are the
    better the more there are.

    >>> from shapewright.stacking.problem import Problem
    >>> print(expect(Problem("SZ", width=4), 4, knowing=True).to_text())
    expected height 5.375 (optimal)
    if all pieces are known: 5 on average over all sequences
    price of not knowing: 0.375

    Raises ``ProblemError`` for hold, line clears, a height limit, or an objective that the stack at the end does not
    tell, ``LimitError`` for too many pieces, ``StoppedError`` when ``time_limit`` is reached before anything is known.
    """
    problem = problem_of(problem)
    if problem.hold or problem.clear_lines or problem.height_limit is not None or problem.drop != "hard":
        raise ProblemError(
            "an expected value is that of plain stacks: without hold, line clears, soft drops and height limit"
        )
    if problem.objective not in ENDINGS:
        raise ProblemError(f"the stack at the end does not tell the {problem.objective}; try {', '.join(ENDINGS)}")
    if not 1 <= length <= MAX_LENGTH:
        raise LimitError(f"the number of pieces must be 1 to {MAX_LENGTH}, not {length}")
    if see < 1:
        raise ProblemError(f"at least 1 piece is visible, the one that falls, not {see}")
    if samples < 2:
        raise ProblemError(f"a sample has at least 2 sequences, not {samples}")
    clock = Clock(time_limit)
    with interruptible(clock.stop):
        found: Expected | None = None
        for reach in _reaches(problem):
            sides = [_side(problem, reach, length, see, bag, clock, cliffs=cliffs) for cliffs in (True, False)]
            if None in sides:
                break
            least, most = sides[0] or 0.0, sides[1] or 0.0
            if most == inf:  # steps so low that a piece finds no place
                continue
            if found is not None:
                least, most = max(least, found.least), min(most, found.most)
            found = Expected(problem, length, see, bag, round(least, _DIGITS), round(most, _DIGITS))
            if found.exact or clock.over():
                break
        found = found or _played(problem, length, see, bag, samples, seed, clock)
        if found is None:
            raise clock.stopped("an expected value was found")
        known = _knowing(problem, length, bag, samples, seed, clock) if knowing else None
    if known is not None and not known.sampled:  # to know everything is never worse
        found = replace(found, least=max(found.least, known.least))
    return replace(found, knowing=known)


def _between(least: float, most: float) -> str:
    """A number, or the two that it lies between."""
    if agree(least, most):
        return f"{most:.6f}".rstrip("0").rstrip(".")
    return f"{least:.6f} to {most:.6f}"


def _reaches(problem: Problem) -> list[int]:
    tops = heights(problem.board, problem.width)
    steepest = max((abs(left - right) for left, right in pairwise(tops)), default=0)
    return [reach for reach in reaches(problem) if reach >= steepest]


def _played(
    problem: Problem, length: int, see: int, bag: bool, samples: int, seed: int, clock: Clock
) -> Expected | None:
    """What cells take at least, and what a player comes to in random games, or in all if they are no more."""
    dealt, few = _dealt(len(set(problem.sequence)), length, bag, samples, seed)
    values = play(problem, dealt, see, clock, bag=bag)
    if values is None:
        return None
    error = 0.0 if few else stdev(values) / sqrt(samples)
    least, most = _by_cells(problem, length), round(fmean(values), _DIGITS)
    return Expected(problem, length, see, bag, least, most, 0 if few else samples, round(error, _DIGITS))


def _by_cells(problem: Problem, length: int) -> float:
    """What no stack of so many pieces is below, whatever comes."""
    if problem.objective == "flatness":
        return 0.0
    before = goal(problem.board, problem.width, problem.objective)
    if problem.objective == "holes":
        return float(before)
    areas = {problem.piece(name).area for name in problem.sequence}
    kinds = dict.fromkeys(problem.sequence)
    cells = len(problem.board) + length * sum(problem.piece(name).area for name in kinds) / len(kinds)
    rows = cells / problem.width
    return round(max(float(before), float(ceil(rows)) if len(areas) == 1 else rows), _DIGITS)


def _side(
    problem: Problem, reach: int, length: int, see: int, bag: bool, clock: Clock, *, cliffs: bool
) -> float | None:
    """What nobody is below (with cliffs), or what a player comes to; None if that is too much."""
    table = native.foresight(problem, reach, clock, cliffs=cliffs)
    if table is None or table.room(length, see, bag) > _MOST_VALUES:
        return None
    value: float | None = table.expected(length, see, bag, clock.stop, clock.native())
    return value


def _knowing(problem: Problem, length: int, bag: bool, samples: int, seed: int, clock: Clock) -> Knowing | None:
    """The mean over all sequences, or over a sample; None if there was no time."""
    kinds = tuple(dict.fromkeys(problem.sequence))
    every = deals(len(kinds), length, bag=bag)
    if not _reaches(problem):
        dealt, few = _dealt(len(kinds), length, bag, samples, seed)
        return _solved(problem, [[kinds[k] for k in one] for one in dealt], clock, few=few)
    some: list[list[int]] | None = None
    if every > _MOST_DEALS:
        some = list(_drawn(len(kinds), length, bag, samples, seed))
    found: Knowing | None = None
    for reach in _reaches(problem):
        sides: list[list[float]] = []
        for cliffs in (True, False):
            table = native.foresight(problem, reach, clock, cliffs=cliffs)
            if table is None:
                return found
            if some is None:
                means = [table.known_on_average(length, bag, clock.stop, clock.native())]
            else:
                means = [table.known(one, clock.stop, clock.native()) for one in some]
            values = [value for value in means if value is not None]
            if len(values) < len(means):
                return found
            sides.append(values)
        if inf in sides[1]:
            continue
        error = 0.0 if some is None else stdev(sides[1]) / sqrt(len(some))
        least, most = (round(fmean(values), _DIGITS) for values in sides)
        found = Knowing(least, most, every if some is None else len(some), round(error, _DIGITS), some is not None)
        if agree(least, most):
            break
    return found


def _solved(problem: Problem, sequences: list[list[str]], clock: Clock, *, few: bool) -> Knowing | None:
    """The mean of the best plans of these sequences; None if there was no time for all."""
    values, bounds = [], []
    for sequence in sequences:
        plan = first(replace(problem, sequence=tuple(sequence)), time_limit=clock.left(), stop=clock.stop)
        if plan is None or clock.over():
            return None
        values.append(plan.value)
        bounds.append(plan.bound)
    error = 0.0 if few else stdev(values) / sqrt(len(values))
    return Knowing(
        round(fmean(bounds), _DIGITS), round(fmean(values), _DIGITS), len(values), round(error, _DIGITS), not few
    )


def _dealt(kinds: int, length: int, bag: bool, samples: int, seed: int) -> tuple[list[list[int]], bool]:
    """All sequences that can be dealt, equally likely, if they are no more than the samples, and else samples."""
    if deals(kinds, length, bag=bag) > samples:
        return list(_drawn(kinds, length, bag, samples, seed)), False
    if not bag:
        return [list(one) for one in product(range(kinds), repeat=length)], True
    bags = [permutations(range(kinds), min(kinds, length - dealt)) for dealt in range(0, length, kinds)]
    return [list(chain.from_iterable(one)) for one in product(*bags)], True


def _drawn(kinds: int, length: int, bag: bool, samples: int, seed: int) -> Iterator[list[int]]:
    """Random sequences, of numbers of the kinds."""
    for number in range(samples):
        source = Random(f"{seed} {number}")
        dealt: list[int] = []
        while len(dealt) < length:
            dealt += source.sample(range(kinds), kinds) if bag else [source.randrange(kinds)]
        yield dealt[:length]
