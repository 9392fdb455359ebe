"""Chance and solutions of a field for a pattern, from one graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Unpack

from shapewright.clear.chances.percent import chance_of
from shapewright.clear.graph.setup import Setup
from shapewright.clear.paths.path import path_of
from shapewright.jobs.limits import Clock

if TYPE_CHECKING:
    from collections.abc import Callable

    from shapewright.clear.chances.percent import Chance
    from shapewright.clear.field import Field
    from shapewright.clear.paths.minimal_set import Minimal
    from shapewright.clear.paths.path import Path
    from shapewright.clear.patterns.pattern import Pattern
    from shapewright.clear.problem import Game
    from shapewright.jobs import Progress

__all__ = ["Analysis", "analyse"]


@dataclass(frozen=True)
class Analysis:
    """What was asked, the chance, and all unique solutions."""

    setup: Setup
    chance: Chance
    path: Path

    def minimal(self, *, time_limit: float | None = None) -> Minimal:
        """The fewest solutions that serve every queue: see :meth:`Path.minimal`."""
        return self.path.minimal(time_limit=time_limit)


def analyse(
    field: Setup | Field | str,
    pattern: Pattern | str | None = None,
    height: int | None = None,
    *,
    time_limit: float | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    **game: Unpack[Game],
) -> Analysis:
    """What :func:`shapewright.clear.percent` and :func:`shapewright.clear.path` tell, for little more than one of them.

    >>> found = analyse("ZZ____LLLI/TZZ___LOOI/TTSS__JOOI/TSS___JJJI", "*p4")
    >>> str(found.chance), len(found.path), len(found.minimal())
    ('514 / 840 = 61.19 %', 18, 16)

    Arguments and errors are theirs.
    """
    setup = Setup.asked(field, pattern, height, game)
    graph = setup.graph(clock=Clock(time_limit), progress=progress)
    return Analysis(setup, chance_of(graph, setup), path_of(graph, setup))
