"""Buildable shapes drawn at random."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import Literal, get_args

from shapewright.errors import ProblemError, quote
from shapewright.jobs.seeds import fresh_seed
from shapewright.jobs.stage import Progress
from shapewright.shapez.data import source
from shapewright.shapez.data.configuration import Configuration, configuration_of
from shapewright.shapez.data.known_shapes import Data
from shapewright.shapez.data.sets import set_of
from shapewright.shapez.operator_goals import is_drawn_for, operator_goal
from shapewright.shapez.shape import Shape

Like = Literal["uniform", "goals", "crystal-goals"]
LIKE: tuple[Like, ...] = get_args(Like)
"""How shapes are drawn: each alike, or as the game draws the goals of operator levels, or those with crystals."""

# The engine takes seeds of 64 bits.
SEEDS = 1 << 64
# Shapes that are drawn together.
BATCH = 1024


def random(
    configuration: Configuration | str,
    *,
    seed: int | None = None,
    limit: int | None = None,
    like: Like = "uniform",
    level: int | None = None,
    data: Data | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    threads: int | None = None,
) -> Iterator[Shape]:
    """Yield buildable shapes drawn at random.

    ``like`` is ``"uniform"`` for independent shapes of circles (hexagons in a ring of six), where every orientation of
    every buildable shape is equally likely, the empty shape among them; or ``"goals"`` or ``"crystal-goals"`` for
    shapes with types and colours as the game draws them for operator levels: the first is that of ``level`` (1 unless
    it is given), each next one that of the next level, and ``seed`` is the savegame's. See
    :func:`~shapewright.shapez.operator_goals.operator_goal`.

    With a ``seed`` the shapes are the same every time; without ``limit`` there is no end.

    >>> from shapewright.shapez import Configuration
    >>> [str(shape) for shape in random(Configuration.from_name("quad2"), seed=1, limit=2)]
    ['CuCuP---:--P-cu--', 'cuCuP---:cuCuP---']
    >>> [str(shape) for shape in random(Configuration.from_name("quad4"), seed=1, limit=2, like="goals", level=19)]
    ['WuCuCuRr:RgSu--Cg', 'SuSuRuCu:Cu--WuRu:SgRuSuCu']

    Raises ``ProblemError`` for what is not a ``Configuration``, for a negative seed, for goals in a ring that the game
    draws none for, and for a ``level`` without goals, ``LimitError`` if the memory does not suffice.
    """
    configuration = configuration_of(configuration)
    if seed is not None and seed < 0:
        raise ProblemError(f"the seed is {seed}; it must not be negative")
    if like not in LIKE:
        raise ProblemError(f"{quote(str(like))} is not a way to draw shapes; ways are {', '.join(LIKE)}")
    if like != "uniform":
        if not is_drawn_for(configuration):
            raise ProblemError(
                f"the game draws goals in rings of 4 and 6 parts, such as quad4 and hex4, not of {configuration}"
            )
        if level is not None and level < 0:
            raise ProblemError(f"the level is {level}; it must not be negative")
        seed = fresh_seed() if seed is None else seed
        level = 1 if level is None else level
        levels = count(level) if limit is None else range(level, level + limit)
        return (operator_goal(configuration, each, seed=seed, crystals=like == "crystal-goals") for each in levels)
    if level is not None:
        raise ProblemError(f"the level is {level}, and only goals have levels: ask for 'goals' or 'crystal-goals'")
    return _uniform(configuration, seed, limit, data, progress, threads)


def _uniform(
    configuration: Configuration,
    seed: int | None,
    limit: int | None,
    data: Data | None,
    progress: bool | Callable[[Progress], None] | None,
    threads: int | None,
) -> Iterator[Shape]:
    if data is None or not data.has("full"):
        data = source.load(configuration, "full", progress=progress, threads=threads)
    assert data.full is not None
    shapes = set_of(configuration, data.full)
    seed = fresh_seed() if seed is None else seed
    drawn = 0
    while limit is None or drawn < limit:
        # A further batch has a further seed: reading more shapes does not change those before.
        for packed in shapes.sample((seed + (drawn // BATCH) * 0x9E3779B97F4A7C15) % SEEDS, BATCH).tolist():
            if limit is not None and drawn >= limit:
                return
            yield Shape.from_packed(packed, configuration.parts)
            drawn += 1
