"""How large a search is, before it is made: Knuth's estimate by random dives.

A dive goes down the tree of the search, at each node to a random child. A node at its end stands for as many as the
numbers of children on the way to it, multiplied: so many there are on its level if the tree looks everywhere as it did
on the way. The mean over all dives is exactly the number of nodes, however uneven the tree; a few dives may be far off,
and more often too low than too high. Solutions that dives meet are weighed in the same way. Source: D. E. Knuth,
"Estimating the efficiency of backtrack programs", Mathematics of Computation 29 (1975).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random

from shapewright.errors import ProblemError
from shapewright.jobs import limits
from shapewright.jobs.seeds import fresh_seed
from shapewright.tiling.native import Search
from shapewright.tiling.notation.answers import Puzzle, puzzle_of
from shapewright.tiling.problem import Problem
from shapewright.tiling.search.clock import Clock
from shapewright.tiling.search.engines import checked, make_search, search_engine
from shapewright.tiling.search.instance import Cover, prepared

PROBES = 200
MAX_PROBES = 1_000_000
_SHORT = 6  # digits of a number that is written in full


@dataclass(frozen=True)
class Estimate:
    """The size of a search for all tilings, from so many ``probes``.

    ``nodes`` are the choices that the search by ``engine`` would make, ``solutions`` the tilings that it would find
    (0 says only that no dive met one). ``spread`` is the standard error of ``nodes`` as a share of it, from the
    differences between the dives (None for a single one); a dive met no fewer nodes than ``least`` and no more than
    ``most``. Where areas or colourings show that there is no tiling, ``reason`` says so, and nothing is searched.

    >>> print(Estimate("bit-sliced", 12_345_678, 9_000, probes=200, spread=0.15, least=9, most=10**9))
    about 1.2e7 nodes, give or take 15 %, and 9000 tilings, by 200 random dives
    """

    engine: str
    nodes: int
    solutions: int
    probes: int
    spread: float | None = None
    least: int = 0
    most: int = 0
    reason: str = ""
    of_covers: bool = field(default=False, repr=False)
    """Whether the solutions are exact covers."""

    def __str__(self) -> str:
        if self.reason:
            return f"nothing to search: {self.reason}"
        by = "a random dive" if self.probes == 1 else f"{self.probes} random dives"
        what = "cover" if self.of_covers else "tiling"
        error = "" if self.spread is None else f", give or take {100 * self.spread:.0f} %,"
        if not self.solutions:
            return f"about {_rounded(self.nodes)} nodes{error} by {by}; no dive reached a {what}"
        number = _rounded(self.solutions)
        return f"about {_rounded(self.nodes)} nodes{error} and {number} {what}{'s' * (number != '1')}, by {by}"

    def to_json(self) -> dict[str, object]:
        """The same as plain data; ``reason`` only where there is one."""
        data: dict[str, object] = {
            "engine": self.engine,
            "nodes": self.nodes,
            "solutions": self.solutions,
            "probes": self.probes,
            "spread": self.spread,
            "least": self.least,
            "most": self.most,
        }
        return data | {"reason": self.reason} if self.reason else data


def estimate(
    problem: Puzzle | str,
    *,
    seed: int | None = None,
    probes: int = PROBES,
    engine: str = "auto",
    time_limit: float | None = None,
) -> Estimate:
    """Estimate how large the search for all tilings (or exact covers) of ``problem`` is, by ``probes`` random dives.

    It is the search that :func:`shapewright.tiling.solve` makes with ``engine``; symmetry does not shorten it. The same
    ``seed`` gives the same estimate. When the time limit (seconds) comes first, the dives done by then are what there
    is; the one that it cuts is left out.

    >>> puzzle = Problem.from_text("board 6x10\\npieces pentominoes")
    >>> found = estimate(puzzle, seed=1, probes=400)
    >>> 1e6 < found.nodes < 2e7, found.probes
    (True, 400)

    Raises ``ProblemError`` for fewer than one probe, more than ``MAX_PROBES``, or an engine that does not search;
    ``StoppedError`` when the time is over before the first dive is done.
    """
    problem = puzzle_of(problem)
    if not 1 <= probes <= MAX_PROBES:
        raise ProblemError(f"the number of probes must be from 1 to {MAX_PROBES}, not {probes}")
    checked(engine)
    clock = Clock(time_limit)
    if isinstance(problem, Problem):
        cover = prepared(problem, clock.look)
        if not isinstance(cover, Cover):
            return Estimate("invariants", 0, 0, 0, reason=cover.sentence)
        asked = search_engine(cover, engine)
        clock.look()
        name, search = make_search(asked, cover.instance(), fallback=engine == "auto")
    else:
        name, search = problem.engine.begin(engine, problem.given_options)
    pick = Random(fresh_seed() if seed is None else seed).randrange
    found: list[tuple[int, int]] = []
    while len(found) < probes:
        one = dive(search, pick, clock)
        if one is None:
            break
        found.append(one)
    if not found:
        raise clock.stopped("a dive was done")
    summary = _summary(name, [nodes for nodes, _ in found], [solutions for _, solutions in found])
    return replace(summary, of_covers=not isinstance(problem, Problem))


def dive(search: Search, pick: Callable[[int], int], clock: limits.Clock | None = None) -> tuple[int, int] | None:
    """The nodes below the root and the solutions that one dive stands for; None if the clock is over before its end.

    ``pick(n)`` chooses one of n children, from 0.
    """
    clock = limits.Clock(None) if clock is None else clock
    path: list[int] = []
    weight, nodes, solutions = 1, 0, 0
    while not clock.over() and search.start(path, clock.stop, clock.native()):
        met = search.solutions
        search.run(None, -1.0, 1 << 62, 0, False)  # no further node: it opens this one, and counts it if it is solved
        solutions += weight * (search.solutions - met)
        below = search.rest()
        if not below:
            return nodes, solutions
        weight *= len(below)
        nodes += weight
        path = below[pick(len(below))]
    return None


def _summary(engine: str, nodes: list[int], solutions: list[int]) -> Estimate:
    number, total = len(nodes), sum(nodes)
    spread: float | None = None
    if number > 1:
        # In shares of the mean, which floats can hold however large the tree is.
        shares = [float(Fraction(each * number, total)) if total else 1.0 for each in nodes]
        spread = math.sqrt(math.fsum((share - 1) ** 2 for share in shares) / (number - 1) / number)
    return Estimate(engine, _mean(nodes), _mean(solutions), number, spread=spread, least=min(nodes), most=max(nodes))


def _mean(numbers: list[int]) -> int:
    """Their mean, rounded to a whole number, however large they are."""
    return round(Fraction(sum(numbers), len(numbers)))


def _rounded(number: int) -> str:
    """A number in full if it is short, otherwise its first two digits and its size.

    >>> _rounded(123456), _rounded(9_960_000), _rounded(7 * 10**400)
    ('123456', '1.0e7', '7.0e400')
    """
    if number < 10**_SHORT:
        return str(number)
    size = math.floor(math.log10(number))
    digits = Fraction(number, 10**size)
    if digits >= Fraction(995, 100):
        size, digits = size + 1, digits / 10
    return f"{float(digits):.1f}e{size}"
