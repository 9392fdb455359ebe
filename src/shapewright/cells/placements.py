"""Where pieces lie: one placement is a piece's name and the cells it covers; and all the ways to lie on a board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod

from shapewright.cells.lattice import Lattice
from shapewright.cells.motion import Cell
from shapewright.cells.polyomino import Polyomino
from shapewright.cells.quotient import Quotient
from shapewright.errors import LimitError


@dataclass(frozen=True, slots=True)
class Placement:
    """The cells one copy of a piece covers, in ascending order whatever order they are given in.

    >>> Placement("I", ((1, 0), (0, 0)))
    Placement(piece='I', cells=((0, 0), (1, 0)))
    """

    piece: str
    cells: tuple[Cell, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", tuple(sorted(self.cells)))


def colours_match(shape: Polyomino, cells: tuple[Cell, ...], colours: Mapping[Cell, str]) -> bool:
    """Whether ``shape`` may lie on ``cells`` (in the order of its own cells) of a board with ``colours``."""
    if not shape.colours or not colours:
        return True
    return all(not own or colours.get(cell, own) == own for own, cell in zip(shape.colours, cells, strict=True))


def placements(
    cells: Sequence[Cell],
    shapes: Iterable[Polyomino],
    colours: Mapping[Cell, str] | None = None,
    *,
    lattice: Lattice | None = None,
    most: int | None = None,
    look: Callable[[], None] | None = None,
) -> list[tuple[int, ...]]:
    """Every way to lay one of ``shapes`` on ``cells``: ascending positions in ``cells``, each set of cells once.

    A coloured cell of a shape needs a cell of its colour or one without; ``colours`` maps cells to theirs. The order
    is that of the shapes, then of their first cells' positions; the time is that of looking at every cell of every
    such attempt. ``lattice`` is needed where sides of the board are glued. ``look`` is called now and then; an error
    that it raises ends the work.

    >>> from shapewright.cells.polyomino import Polyomino
    >>> placements([(0, 0), (1, 0), (0, 1)], Polyomino.from_text("##").orientations())
    [(0, 2), (0, 1)]

    Raises ``LimitError`` if there are more than ``most``.
    """
    if not cells:
        return []
    shapes = list(shapes)
    colours = colours or {}
    if isinstance(lattice, Quotient):
        return _glued(cells, shapes, colours, lattice, most, look)
    # Cells become numbers such that moving a shape is adding to them: each axis has room for the board and, on either
    # side, for a shape that sticks out, so that no shape can wrap around onto other cells.
    dimension = len(cells[0])
    reach = [max((shape.size[axis] for shape in shapes), default=1) for axis in range(dimension)]
    stride = [1] * dimension
    for axis in range(1, dimension):
        stride[axis] = stride[axis - 1] * (max(cell[axis - 1] for cell in cells) + 1 + 2 * reach[axis - 1])
    lows, highs = ([end(values) for values in zip(*cells, strict=True)] for end in (min, max))
    numbers = [sum(c * s for c, s in zip(cell, stride, strict=True)) for cell in cells]
    position = {number: index for index, number in enumerate(numbers)}
    found: list[tuple[int, ...]] = []
    seen: set[tuple[int, ...]] = set()
    several = len({shape.cells for shape in shapes}) < len(shapes)  # shapes that differ in colours only
    for shape in shapes:
        if look is not None:
            look()
        if most is not None and len(found) > most:
            raise LimitError(f"there are more than {most} placements")
        first = shape.cells[0]
        offsets = [sum((c - f) * s for c, f, s in zip(cell, first, stride, strict=True)) for cell in shape.cells]
        lattice = shape.lattice
        starts = numbers
        if not lattice.is_plain:  # only from cells of the same kind
            starts = [
                number
                for number, cell in zip(numbers, cells, strict=True)
                if lattice.is_translation(tuple([c - f for c, f in zip(cell, first, strict=True)]))
            ]
        room = [high - low + 2 - extent for low, high, extent in zip(lows, highs, shape.size, strict=True)]
        if lattice.is_plain and 2 * prod(max(0, places) for places in room) < len(cells):
            # A large shape: only where its box fits is it worth looking at its cells.
            spans = [range(low + f, low + f + places) for low, f, places in zip(lows, first, room, strict=True)]
            starts = [
                number
                for number, cell in zip(numbers, cells, strict=True)
                if all(value in span for value, span in zip(cell, spans, strict=True))
            ]
        paint = [(k, colour) for k, colour in enumerate(shape.colours) if colour] if colours else []
        for number in starts:
            try:
                where = [position[number + offset] for offset in offsets]
            except KeyError:
                continue
            if paint and any(colours.get(cells[where[k]], colour) != colour for k, colour in paint):
                continue
            where.sort()
            covered = tuple(where)
            if several:
                if covered in seen:
                    continue
                seen.add(covered)
            found.append(covered)
    return found


def _glued(
    cells: Sequence[Cell],
    shapes: Sequence[Polyomino],
    colours: Mapping[Cell, str],
    lattice: Quotient,
    most: int | None,
    look: Callable[[], None] | None,
) -> list[tuple[int, ...]]:
    """The same where sides are glued: a shape must not meet itself, and may cover the same cells in several ways."""
    position: dict[Cell | None, int] = {cell: index for index, cell in enumerate(cells)}
    found: dict[tuple[int, ...], None] = {}
    for shape in shapes:
        if look is not None:
            look()
        if most is not None and len(found) > most:
            raise LimitError(f"there are more than {most} placements")
        first = shape.cells[0]
        for x, y in cells:
            plane = [(x + cell[0] - first[0], y + cell[1] - first[1]) for cell in shape.cells]
            where = [position.get(lattice.wrapped(cell), -1) for cell in plane]
            covered = tuple(sorted(where))
            if covered[0] < 0 or len(set(covered)) < len(covered) or covered in found:
                continue
            own = zip(shape.colours, where, strict=False)
            if colours and any(paint and colours.get(cells[k], paint) != paint for paint, k in own):
                continue
            found[covered] = None
    return list(found)
