"""Which engine answers: the choice, and how to make a search of it.

- ``bit-sliced``: minimum-remaining-values branching over bit sets, the best for sets of distinct pieces
- ``strip``: covers the first open cell, the board as a sliding window, for long narrow boards
- ``determinant``: Kasteleyn's, for dominoes on a board in a plane; counts and draws without listing
- ``frontier``: dynamic programming over the sweep line, counts and samples without listing
- ``sparse``: plain lists, for any problem, and for recounting
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from shapewright.errors import LimitError, ProblemError
from shapewright.jobs.memory import memory_left_to_process
from shapewright.tiling import native

if TYPE_CHECKING:
    from shapewright.tiling.search.instance import Cover

ENGINES = ("auto", "bit-sliced", "strip", "determinant", "frontier", "sparse")
SEARCHES = ("bit-sliced", "strip", "sparse")
COUNTERS = ("determinant", "frontier")  # they list nothing

# A strip is narrow enough for the first open cell to be nearly the best one to branch on.
NARROW = 4
# So many ways to have used pieces up that a frontier need not shun them.
FEW_BAGS = 256

# The memory that the states of a frontier may take, in bytes, however much the machine has: a count that needs more
# is mostly far out of reach.
MOST_MEMORY = 1 << 30

# What a search is confined to, in words; the sparse one takes anything.
_TAKES = {
    "bit-sliced": "about 1000 cells and pieces, or items",
    "strip": "boards with up to 64 kinds of pieces, each spanning fewer than 128 cells in strip order",
}


def checked(engine: str) -> str:
    """``engine`` if there is one of that name, else ``ProblemError``."""
    if engine not in ENGINES:
        raise ProblemError(f"unknown engine {engine!r}; the engines are {', '.join(ENGINES)}")
    return engine


def described(engine: str) -> str:
    """The name of an engine (or of several) with the SIMD path that it takes on this machine."""
    return engine.replace("bit-sliced", f"bit-sliced ({native.simd_path()})")


def search_engine(cover: Cover, engine: str = "auto") -> str:
    """The name of the search for ``cover``; ``ProblemError`` if the one asked for does not list solutions."""
    if engine in COUNTERS:
        raise ProblemError(f"the {engine} engine counts and draws; to list solutions use bit-sliced, strip or sparse")
    if checked(engine) != "auto":
        return engine
    if width(cover) <= NARROW and min((len(cells) for _, cells in cover.options), default=0) > 2:
        return "strip"
    return "bit-sliced"


def make_search(engine: str, instance: native.Instance, *, fallback: bool) -> tuple[str, native.Search]:
    """A search by ``engine`` over ``instance``; where it does not fit, another if ``fallback``, else ``LimitError``."""
    for name in (engine, *(SEARCHES if fallback else ())):
        search = native.search(name, instance)
        if search is not None:
            return name, search
    raise LimitError(f"the {engine} engine cannot handle this problem; it handles {_TAKES[engine]}")


def width(cover: Cover) -> int:
    """The cells a sweep line along the longest side crosses."""
    axes = sorted(cover.problem.board.size)[:-1]
    product = 1
    for length in axes:
        product *= length
    return product


def frontier_bytes(cover: Cover, engine: str) -> int:
    """How much memory a count by frontier is worth trying with before another engine is tried; 0: do not try.

    Distinct pieces multiply the states by two each, while a search only gains from them; what limits the frontier
    otherwise is the width of the board.
    """
    if engine not in ("auto", "frontier") or native.sweep(cover.instance()) is None:
        return 0
    available = memory_for_frontier()
    if engine == "frontier":
        return available
    bags = 1
    for low, high in zip(cover.minimum, cover.maximum, strict=True):
        if high is not None and high * 4 < len(cover.cells):
            bags *= high + 1
        elif low:
            bags *= low + 1
    if bags <= FEW_BAGS:
        return available
    return available if width(cover) <= NARROW else 0


def memory_for_frontier() -> int:
    """``MOST_MEMORY`` bytes, or half of what the machine has, or of what a limit leaves to this process, if less."""
    return _at_most(MOST_MEMORY)


def memory_for_leaps(others: int) -> int:
    """The same for a frontier of pieces that are used freely, which may take four times as much as others.

    ``others`` are the bytes that such another one may take; where the machine bounds these, it has no more for leaps.
    """
    return others if others < MOST_MEMORY else _at_most(4 * MOST_MEMORY)


def _at_most(most: int) -> int:
    try:
        half = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (AttributeError, OSError, ValueError):
        half = most
    left = memory_left_to_process()
    return min(half, most, most if left is None else left // 2)
