"""Sets of pieces that fill the cells of a blueprint, whatever order they come in: exact covers, by the engine.

Pieces have their cells in the rows of the blueprint; a piece may be split by rows that were cleared before it came.
Which of these sets can be built is for :mod:`shapewright.clear.setup.setups` to find out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from shapewright.clear import native
from shapewright.clear.field import FULL_ROW, WIDTH
from shapewright.clear.orders.placing_order import Part, shapes
from shapewright.clear.piece import PIECES
from shapewright.clear.results import by_cells
from shapewright.clear.setup.blueprint import Blueprint
from shapewright.errors import LimitError
from shapewright.jobs.interrupt import interruptible
from shapewright.jobs.limits import Clock

MAX_SETS = 1_000_000
"""No more sets of pieces are searched."""

_ENGINES = ("strip", "sparse")
_SLICE = 0.1  # seconds
_BATCH = 1 << 20  # nodes


def candidates(blueprint: Blueprint) -> list[Part]:
    """Every piece, in every facing, on cells that may be filled; rows that can be cleared may lie between its rows."""
    allowed, clearable = blueprint.allowed, blueprint.clearable
    found = []
    for cells, (piece, *_) in shapes().items():
        width, height = (1 + max([cell[axis] for cell in cells]) for axis in (0, 1))
        for rows in combinations(range(blueprint.height), height):
            if not all(y in rows or y in clearable for y in range(rows[0], rows[-1])):
                continue
            for x in range(WIDTH - width + 1):
                moved = sorted([(x + dx, rows[dy]) for dx, dy in cells], key=lambda cell: cell[::-1])
                part = Part(piece, tuple(moved))
                if not part.bits & ~allowed:
                    found.append(part)
    return found


def full_rows(bits: int) -> frozenset[int]:
    """The full rows of a board."""
    return frozenset([y for y in range(-(-bits.bit_length() // WIDTH)) if bits >> WIDTH * y & FULL_ROW == FULL_ROW])


def may_be_split(parts: Sequence[Part], full: frozenset[int]) -> bool:
    """Whether all rows that lie between the rows of a piece are among those that become full."""
    for part in parts:
        rows = {y for _, y in part.cells}
        if max(rows) - min(rows) >= len(rows) and not full.issuperset(set(range(min(rows), max(rows))) - rows):
            return False
    return True


def dissections(
    blueprint: Blueprint, most: Counter[str], pieces: int, is_wanted: Callable[[Counter[str]], bool], clock: Clock
) -> Iterator[tuple[Part, ...]]:
    """Every set of at most ``pieces`` pieces that covers ``fill``, each some of it; ``most`` says how many of a kind.

    ``is_wanted`` is asked of the kinds of the pieces. Raises ``LimitError`` if there are more than ``MAX_SETS`` sets,
    before any is given, and ``StoppedError`` as the clock says.
    """
    parts = [part for part in candidates(blueprint) if part.bits & blueprint.fill and most[part.piece]]
    wanted: dict[str, bool] = {}
    for numbers in _covers(blueprint, parts, most, clock):
        if len(numbers) > pieces:
            continue
        chosen = tuple(sorted([parts[number] for number in numbers], key=by_cells))
        kinds = "".join(sorted([part.piece for part in chosen]))
        if kinds not in wanted:
            wanted[kinds] = is_wanted(Counter(kinds))
        if wanted[kinds] and may_be_split(chosen, full_rows(filled(blueprint, chosen))):
            yield chosen


def filled(blueprint: Blueprint, parts: Sequence[Part]) -> int:
    """The board with these pieces on it, as a number; full rows are still there."""
    return blueprint.start.bits | sum([part.bits for part in parts])


def with_others(
    blueprint: Blueprint, parts: Sequence[Part], others: Sequence[Part], number: int, most: Counter[str]
) -> Iterator[tuple[Part, ...]]:
    """The pieces and each choice of so many ``others`` beside them, of a kind as many as ``most`` in all."""
    taken = filled(blueprint, parts)
    left = most - Counter([part.piece for part in parts])
    fitting = [part for part in others if not part.bits & taken]

    def go_on(
        at: int, count: int, taken: int, left: Counter[str], chosen: tuple[Part, ...]
    ) -> Iterator[tuple[Part, ...]]:
        if not count:
            yield tuple(sorted((*parts, *chosen), key=by_cells))
            return
        for place in range(at, len(fitting)):
            part = fitting[place]
            if not part.bits & taken and left[part.piece]:
                rest = left - Counter([part.piece])
                yield from go_on(place + 1, count - 1, taken | part.bits, rest, (*chosen, part))

    yield from go_on(0, number, taken, left, ())


def _covers(blueprint: Blueprint, parts: Sequence[Part], most: Counter[str], clock: Clock) -> Iterator[list[int]]:
    """The numbers of parts that cover ``fill`` and nothing twice."""
    cells = [cell for cell in range(WIDTH * blueprint.height) if blueprint.allowed >> cell & 1]
    numbers = {cell: number for number, cell in enumerate(cells)}
    required = [bool(blueprint.fill >> cell & 1) for cell in cells]
    options = [(PIECES.index(part.piece), [numbers[x + WIDTH * y] for x, y in part.cells]) for part in parts]
    if not options:
        return
    maxima = [most[piece] for piece in PIECES]
    instance = native.CoverInstance.of_placements(required, [0] * len(PIECES), maxima, options)
    made = (native.cover_search(name, instance) for name in _ENGINES)
    search = next(one for one in made if one is not None)
    batches = []
    for collect in (False, True):
        search.start([])
        before = search.solutions
        is_over = False
        with interruptible() as stop:
            while not is_over:
                if stop[0]:
                    break  # leaving raises KeyboardInterrupt
                clock.check("all sets of pieces were found")
                left = clock.left()
                is_over, found = search.run(
                    stop, _SLICE if left is None else min(_SLICE, left), 1 << 20, _BATCH, collect
                )
                if search.solutions - before > MAX_SETS:
                    raise LimitError(
                        f"more than {MAX_SETS:,} sets of pieces fill these cells; mark fewer cells as margin, or give "
                        "a narrower pattern"
                    )
                batches.append(found)
    for batch in batches:
        yield from batch
