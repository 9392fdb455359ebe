"""Why a puzzle cannot be solved, in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from shapewright.colouring import Reason
from shapewright.errors import StoppedError
from shapewright.jobs.interrupt import interruptible
from shapewright.jobs.limits import limit_reached
from shapewright.jobs.statistics import Statistics
from shapewright.tiling.problem import Problem, problem_of
from shapewright.tiling.proof import Proof
from shapewright.tiling.proof.fewest import bounded_lines
from shapewright.tiling.proof.finding import by_cases, by_numbers
from shapewright.tiling.proof.words import sentence
from shapewright.tiling.search.clock import Clock
from shapewright.tiling.search.instance import Cover, prepared
from shapewright.tiling.solution import Solution
from shapewright.tiling.solve import first


@dataclass(frozen=True)
class Explanation:
    """The ``verdict`` on a puzzle and its ``reason``; ``solution`` is a tiling where one was found.

    ``why`` has the facts of a reason that a person can check, from which
    :func:`shapewright.tiling.proof.picture.pictured` makes a picture; it is None where a search has decided.
    ``proof`` are numbers on the cells that prove it, which was checked (:class:`shapewright.tiling.proof.Proof`),
    where neither areas nor colourings do; no proof of that kind has fewer lines than ``fewest_lines``.

    >>> print(Explanation("impossible", "the board has 3 cells"))
    impossible: the board has 3 cells
    """

    verdict: Literal["impossible", "possible", "unknown"]
    reason: str
    solution: Solution | None = None
    why: Reason | None = None
    proof: Proof | None = None
    fewest_lines: int | None = None

    def __str__(self) -> str:
        return f"{self.verdict}: {self.reason}"


def explain(problem: Problem | str, *, time_limit: float | None = None) -> Explanation:
    """Say whether ``problem`` has a tiling, and if it has none, why.

    Reasons that a person can check come first: areas, pieces and cells without a placement, colourings. Then
    numbers on the cells: every place of a piece adds up to at most 0, say, but the board to 1. Such a sentence has all
    that its proof needs (:class:`shapewright.colouring.Reason` has the same as numbers). Where none of them shows
    anything, a search decides. If it finds nothing, a proof by cases is looked for, each closed by numbers; where there
    is none of few lines, the reason is that the search was exhaustive.

    >>> from shapewright.tiling.problem import Problem
    >>> print(explain(Problem.from_text("board 4x5\\npieces tetrominoes")))
    impossible: on a checkerboard the board has 10 + 10 cells, but T covers 3 + 1 and the others cover 2 + 2, so the \
two colours must differ by 2

    The verdict is "unknown" when the time limit (seconds) ends the search.
    """
    problem = problem_of(problem, of_cover="cover.explain()")
    clock = Clock(time_limit)
    try:
        found = prepared(problem, clock.look)
    except StoppedError:
        return Explanation("unknown", f"{limit_reached(time_limit)} before all placements on this board were listed")
    if not isinstance(found, Cover):
        return Explanation("impossible", found.sentence, why=found)
    with interruptible(clock.stop):
        proof = by_numbers(found, clock) if clock.left() != 0 else None
    if proof is not None:
        return Explanation("impossible", sentence(problem, proof), proof=proof, fewest_lines=1)
    seen: list[Statistics] = []
    try:
        solution = first(problem, time_limit=clock.left(), report=seen.append)
    except StoppedError:
        return Explanation(
            "unknown",
            f"neither areas nor colourings forbid a tiling, and {seen[0].nodes} nodes of a search in "
            f"{seen[0].seconds:.1f} s have not found one",
        )
    if solution is None:
        with interruptible(clock.stop):
            proof = by_cases(found, clock=clock)
            fewest = 1 if proof is None else bounded_lines(found, proof, clock)
        if proof is not None:
            return Explanation("impossible", sentence(problem, proof, fewest), proof=proof, fewest_lines=fewest)
        return Explanation(
            "impossible",
            f"neither areas nor colourings forbid a tiling, but a search of all {seen[0].nodes} nodes found none",
        )
    return Explanation("possible", "a tiling was found", solution)
