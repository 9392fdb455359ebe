"""How a tiling question is to be answered, and what is told about the work afterwards."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from shapewright.cli import options
from shapewright.cli.output import remark
from shapewright.errors import ProblemError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from shapewright.cli.tiling.files import Puzzle
    from shapewright.tiling import Solution, Statistics
    from shapewright.tiling.abstract import Choice

Command = TypeVar("Command", bound="Callable[..., Any]")


@dataclass
class Search:
    """The options of a search; ``statistics`` is filled in when it is over."""

    up_to_symmetry: bool = False
    rotations_only: bool = False
    engine: str = "auto"
    time_limit: float | None = None
    statistics: Statistics | None = field(default=None, init=False)

    def report(self, statistics: Statistics) -> None:
        """Keep what a solver tells at its end."""
        self.statistics = statistics

    def solutions(self, puzzle: Puzzle, limit: int | None) -> Iterator[Solution | Choice]:
        """The tilings, or the exact covers of a puzzle without a board."""
        from shapewright import tiling

        if isinstance(puzzle, tiling.Problem):
            yield from tiling.solve(
                puzzle,
                up_to_symmetry=self.up_to_symmetry,
                rotations_only=self.rotations_only,
                limit=limit,
                time_limit=self.time_limit,
                engine=self.engine,
                report=self.report,
            )
            return
        self.without_board()
        yield from tiling.solve_cover(
            puzzle, limit=limit, time_limit=self.time_limit, engine=self.engine, report=self.report
        )

    def without_board(self) -> None:
        """Refuse what makes no sense for an exact cover."""
        if self.up_to_symmetry:
            raise ProblemError(
                "symmetries are those of a board, and this puzzle is an exact cover (DLX), which has none"
            )

    @property
    def keys(self) -> dict[str, Any]:
        """The keys of a JSON answer that say how it was found."""
        statistics = self.statistics
        return {} if statistics is None else {"engine": statistics.engine, "nodes": statistics.nodes}

    @property
    def complete(self) -> bool:
        """Whether the search came to its end."""
        return self.statistics is not None and self.statistics.complete

    @property
    def seconds(self) -> float:
        """How long it took."""
        return 0.0 if self.statistics is None else self.statistics.seconds

    def remark(self) -> None:
        """Tell a person at a terminal about the work."""
        if self.statistics is None:
            return
        from shapewright import _core

        engine, nodes, seconds = self.statistics.engine, self.statistics.nodes, self.statistics.seconds
        unit = "states" if engine == "frontier" else "nodes"
        clock = f"{seconds:.1f} s" if seconds >= 1 else f"{seconds * 1000:.1f} ms"
        engine = engine.replace("bit-sliced", f"bit-sliced ({_core.simd_path()})")
        remark(f"tiling: {engine}, {clock}, {nodes:,} {unit}")


def search(command: Command) -> Command:
    """Decorator: the options of a search; the command gets one ``search``, a :class:`Search`."""
    return _with_search(command, options.time_limit)


def search_again(command: Command) -> Command:
    """The same for a search that checks what another one said."""
    return _with_search(command, options.effort)


def _with_search(command: Command, time_limit: Callable[[Any], Any]) -> Command:
    @wraps(command)
    def with_search(
        *, up_to_symmetry: bool, rotations_only: bool, engine: str, time_limit: float | None, **rest: Any
    ) -> Any:
        how = Search(up_to_symmetry or rotations_only, rotations_only, engine, time_limit)
        return command(search=how, **rest)

    decorated: Command = options.combined(symmetry, engine, time_limit)(with_search)
    return decorated


symmetry = options.combined(
    click.option(
        "--up-to-symmetry", is_flag=True, help="Tilings that are rotations or reflections of each other are one."
    ),
    click.option("--rotations-only", is_flag=True, help="The same, but mirror images are two."),
)


def _checked_engine(context: click.Context, parameter: click.Parameter, value: str) -> str:
    from shapewright.tiling.engines import checked

    return checked(value)


engine = click.option(
    "--engine",
    default="auto",
    metavar="ENGINE",
    callback=_checked_engine,
    help="auto (the default), bit-sliced, strip, frontier or sparse.",
)


def reason(puzzle: Puzzle, search: Search) -> str:
    """Why there is no tiling, after ``search`` has proven it."""
    from shapewright import tiling

    assert search.statistics is not None
    return tiling.why_none(puzzle, search.statistics)
