"""How a puzzle is searched, and what there is to say about the work."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from shapewright import tiling
from shapewright.errors import ProblemError
from shapewright.jobs.limits import seconds_text
from shapewright.questions.fields import Choice, Field, Flag
from shapewright.tiling.search.engines import ENGINES, described
from shapewright.tiling.symmetries.symmetric_only import NONE_SYMMETRIC

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapewright.jobs.statistics import Statistics
    from shapewright.questions.asked import Asked
    from shapewright.questions.desk import Desk
    from shapewright.tiling import Solution
    from shapewright.tiling.notation.answers import Choice as Cover
    from shapewright.tiling.notation.answers import Puzzle

UP_TO_SYMMETRY = Flag("up_to_symmetry", "Tilings that are rotations or reflections of each other count as one.")
ROTATIONS_ONLY = Flag("rotations_only", "Tilings that are rotations of each other count as one; mirror images are two.")
ENGINE = Choice("engine", "The engine that searches.", choices=ENGINES).with_default("auto")
SEARCH: tuple[Field[object], ...] = (
    UP_TO_SYMMETRY,
    ROTATIONS_ONLY,
    ENGINE,
)

SYMMETRIC = Flag("symmetric", "Only tilings that a rotation or reflection of the puzzle leaves as they are.")


def no_board() -> ProblemError:
    """What to raise where symmetries are asked of an exact cover."""
    return ProblemError("only boards have symmetries, and this puzzle is an exact cover (DLX), which has no board")


@dataclass
class Search:
    """The options of a search; ``statistics`` are filled in when it is over."""

    up_to_symmetry: bool = False
    rotations_only: bool = False
    symmetric: bool = False
    engine: str = "auto"
    seconds: float | None = None
    statistics: Statistics | None = field(default=None, init=False)

    def report(self, statistics: Statistics) -> None:
        """Keep what a solver reports at its end."""
        self.statistics = statistics

    def solutions(self, puzzle: Puzzle, limit: int | None) -> Iterator[Solution | Cover]:
        """The tilings, or the exact covers of a puzzle without a board."""
        if isinstance(puzzle, tiling.Problem):
            return tiling.solve(
                puzzle,
                up_to_symmetry=self.up_to_symmetry,
                rotations_only=self.rotations_only,
                symmetric=self.symmetric,
                limit=limit,
                time_limit=self.seconds,
                engine=self.engine,
                report=self.report,
            )
        self.without_board()
        found = puzzle.solve(limit=limit, time_limit=self.seconds, engine=self.engine, report=self.report)
        return map(puzzle.chosen, found)

    def sample(self, puzzle: Puzzle, limit: int, seed: int) -> Iterator[Solution | Cover]:
        """So many tilings, or exact covers, drawn by a seed."""
        if isinstance(puzzle, tiling.Problem):
            return tiling.sample(puzzle, limit=limit, seed=seed, time_limit=self.seconds, report=self.report)
        drawn = puzzle.sample(limit=limit, seed=seed, time_limit=self.seconds, report=self.report)
        return map(puzzle.chosen, drawn)

    def first(self, puzzle: Puzzle) -> list[Solution | Cover]:
        """The tiling or exact cover that is found soonest, if there is one."""
        if isinstance(puzzle, tiling.Problem) and not self.up_to_symmetry and not self.symmetric:
            found = tiling.first(puzzle, time_limit=self.seconds, engine=self.engine, report=self.report)
            return [] if found is None else [found]
        return list(self.solutions(puzzle, 1))

    def without_board(self) -> None:
        """Refuse what makes no sense for an exact cover."""
        if self.up_to_symmetry or self.symmetric:
            raise no_board()

    def why_none(self, puzzle: Puzzle) -> str:
        """Why there is no tiling, once the search has proven it."""
        assert self.statistics is not None
        if self.symmetric:
            # A puzzle without symmetries is not searched, and has no reason of its own.
            return self.statistics.reason or NONE_SYMMETRIC
        return tiling.why_none(puzzle, self.statistics)

    @property
    def is_complete(self) -> bool:
        """Whether the search has left nothing out."""
        return self.statistics is not None and self.statistics.complete

    @property
    def taken(self) -> float | None:
        """The seconds that it took, as far as they are known."""
        return None if self.statistics is None else self.statistics.seconds

    @property
    def keys(self) -> dict[str, object]:
        """The keys of a JSON answer that say how it was found."""
        statistics = self.statistics
        return {} if statistics is None else {"engine": statistics.engine, "nodes": statistics.nodes}

    @property
    def notes(self) -> list[str]:
        """A remark about the work."""
        if self.statistics is None:
            return []
        engine, seconds, nodes = self.statistics.engine, self.statistics.seconds, self.statistics.nodes
        work = f"{nodes:,} {'states' if engine == 'frontier' else 'nodes'}"
        return [f"tiling: {described(engine)}, {seconds_text(seconds)}, {work}"]


def search_of(asked: Asked, desk: Desk) -> Search:
    """The search that the fields ask for."""
    symmetric = asked[UP_TO_SYMMETRY] or asked[ROTATIONS_ONLY]
    return Search(symmetric, asked[ROTATIONS_ONLY], asked.get(SYMMETRIC, False), asked[ENGINE], desk.seconds)
