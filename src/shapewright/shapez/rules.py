"""The rules of the game in plain Python: gravity and what each machine does to shapes of any ring and height.

Slow, obvious and the source of truth; the checker rests on it, and the packed native operations are compared with it.
The game itself lets two parts that hold each other float; here a part is held only if the ground holds it in the end.

>>> from shapewright.shapez.shape import Shape
>>> print(push_pin(Shape.from_code("Cu--cr--")))
P---P---:Cu--cr--
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from shapewright.errors import LimitError, ProblemError, quote
from shapewright.shapez.colours import colour as colour_letter
from shapewright.shapez.game import UNPAINTED_TYPES
from shapewright.shapez.parts import CRYSTAL, NORMAL, NOTHING, PIN, PIN_PART, kind_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from shapewright.shapez.shape import Shape


USUAL_LAYERS = 4
"""The layers a shape may have where nobody says otherwise, unless it already has more."""

Place = tuple[int, int]  # layer, column
Cells = dict[Place, str]  # what is where, gaps left out


def gravity(shape: Shape) -> Shape:
    """Let everything fall that nothing holds.

    Held are, and nothing else is: whatever lies on the ground; what is on top of something held; a normal part or
    crystal beside a held normal part or crystal; a crystal straight below a held crystal. Crystals that are not held
    vanish, all at once. Normal parts and pins that are not held fall, lower layers first: neighbouring normal parts
    together and pins alone, until the first of the group lands on something.

    >>> from shapewright.shapez.shape import Shape
    >>> print(gravity(Shape.from_code("--------:Cu--P-cr")))
    Cu--P---
    """
    return _shape(_settled(_cells(shape), shape.parts), shape)


def is_stable(shape: Shape) -> bool:
    """Whether gravity leaves the shape as it is."""
    return gravity(shape) == shape


def unheld(shape: Shape) -> list[Place]:
    """The places (layer, column) of all parts that nothing holds, ascending: what :func:`gravity` moves or shatters.

    >>> from shapewright.shapez.shape import Shape
    >>> unheld(Shape.from_code("Cu------:--Cu--P-"))
    [(1, 1), (1, 3)]
    """
    cells = _cells(shape)
    return sorted(set(cells) - _held(cells, shape.parts))


def rotate(shape: Shape, steps: int = 1) -> Shape:
    """Turn the shape clockwise by ``steps`` columns."""
    return shape.rotated(steps)


def cut(shape: Shape) -> tuple[Shape, Shape]:
    """Cut the shape into its east half and its west half, in this order; each stays on its own side.

    Two crystals side by side across the cut both shatter, and with them all crystals that they are connected with,
    sideways, up or down. Then each half settles.

    >>> from shapewright.shapez.shape import Shape
    >>> cut(Shape.from_code("CuCuCuCu:crCu--cr"))
    (Shape.from_code('CuCu----:--Cu----'), Shape.from_code('----CuCu'))
    """
    cells, half = _cells(shape), shape.parts // 2
    seeds: set[Place] = set()
    for layer in range(shape.height):
        for east, west in ((half - 1, half), (0, shape.parts - 1)):
            if shape.kind(layer, east) == shape.kind(layer, west) == CRYSTAL:
                seeds |= {(layer, east), (layer, west)}
    cells = _shattered(cells, seeds, shape.parts)
    east_cells = {place: part for place, part in cells.items() if place[1] < half}
    west_cells = {place: part for place, part in cells.items() if place[1] >= half}
    return _shape(_settled(east_cells, shape.parts), shape), _shape(_settled(west_cells, shape.parts), shape)


def half_destroy(shape: Shape) -> Shape:
    """Destroy the west half and keep the east half, as :func:`cut` leaves it."""
    return cut(shape)[0]


def swap(a: Shape, b: Shape) -> tuple[Shape, Shape]:
    """Exchange the west halves: (east of ``a`` + west of ``b``, east of ``b`` + west of ``a``).

    Both are cut; the halves are then joined as they are. Nothing falls or shatters any more.

    >>> from shapewright.shapez.shape import Shape
    >>> swap(Shape.from_code("CuCuCuCu"), Shape.from_code("RrRrRrRr:RrRrRrRr"))
    (Shape.from_code('CuCuRrRr:----RrRr'), Shape.from_code('RrRrCuCu:RrRr----'))

    Raises ``ProblemError`` if their rings differ.
    """
    _same_ring(a, b)
    (a_east, a_west), (b_east, b_west) = cut(a), cut(b)
    return _shape(_cells(a_east) | _cells(b_west), a), _shape(_cells(b_east) | _cells(a_west), a)


def stack(bottom: Shape, top: Shape, layers: int | None = None) -> Shape:
    """Let ``top`` fall onto ``bottom``; what then lies above the lowest ``layers`` layers is lost.

    The crystals of ``top`` shatter, for nothing holds them. ``layers`` is :data:`USUAL_LAYERS` or the height of the
    higher shape, if that is more.

    >>> from shapewright.shapez.shape import Shape
    >>> print(stack(Shape.from_code("CuCu----"), Shape.from_code("--RrRr--:crSwcr--")))
    CuCu----:--RrRr--:--Sw----

    Raises ``ProblemError`` if their rings differ, ``LimitError`` if a shape is higher than ``layers``.
    """
    _same_ring(bottom, top)
    layers = _limit(layers, bottom, top)
    # The layer between keeps them apart: nothing of the bottom holds anything of the top.
    raised = {(layer + layers + 1, column): part for (layer, column), part in _cells(top).items()}
    return _shape(_lowest(_settled(_cells(bottom) | raised, bottom.parts), layers), bottom)


def push_pin(shape: Shape, layers: int | None = None) -> Shape:
    """Raise the shape by one layer and put a pin under every part of its lowest layer.

    What is raised above the limit of ``layers`` is lost, and its crystals shatter with all that they are connected
    with; then the rest settles. ``layers`` is :data:`USUAL_LAYERS` or the shape's height, if that is more.

    >>> from shapewright.shapez.shape import Shape
    >>> print(push_pin(Shape.from_code("CuCu----:cr------:cr------"), layers=3))
    P-P-----:CuCu----

    Raises ``LimitError`` if the shape is higher than ``layers``.
    """
    layers = _limit(layers, shape)
    cells = {(0, column): PIN_PART for layer, column in _cells(shape) if layer == 0}
    cells |= {(layer + 1, column): part for (layer, column), part in _cells(shape).items()}
    cells = _shattered(cells, {place for place in _crystals(cells) if place[0] == layers}, shape.parts)
    return _shape(_settled(_lowest(cells, layers), shape.parts), shape)


def paint(shape: Shape, colour: str) -> Shape:
    """Paint the normal parts of the topmost layer; pins and crystals do not take paint, nor do ``X`` and ``Y``.

    >>> from shapewright.shapez.shape import Shape
    >>> print(paint(Shape.from_code("CuCuCuCu:CuP-cuRg"), "b"))
    CuCuCuCu:CbP-cuRb

    Raises ``NotationError`` for a text that is not a colour.
    """
    letter = colour_letter(colour, "1.0")
    cells = _cells(shape)
    top = {
        place: part[0] + letter
        for place, part in cells.items()
        if place[0] == shape.height - 1 and kind_of(part) == NORMAL and part[0] not in UNPAINTED_TYPES
    }
    return _shape(cells | top, shape)


def crystal(shape: Shape, colour: str) -> Shape:
    """Fill all gaps and replace all pins, up to the topmost layer, with crystals; the empty shape stays empty.

    >>> from shapewright.shapez.shape import Shape
    >>> print(crystal(Shape.from_code("CuP-----:--cg----"), "r"))
    Cucrcrcr:crcgcrcr

    Raises ``NotationError`` for a text that is not a colour.
    """
    new = "c" + colour_letter(colour, "1.0")
    filled = [tuple([new if part in (NOTHING, PIN_PART) else part for part in layer]) for layer in shape.layers]
    return replace(shape, layers=tuple(filled))


def masked(shape: Shape, columns: Collection[int]) -> Shape:
    """Return the shape without its other columns; nothing falls.

    >>> from shapewright.shapez.shape import Shape
    >>> print(masked(Shape.from_code("CuRuSuWu"), range(1, 3)))
    --RuSu--
    """
    rows = [[part if k in columns else NOTHING for k, part in enumerate(layer)] for layer in shape.layers]
    return replace(shape, layers=tuple(map(tuple, rows)))


def is_bottom(bottom: Shape, shape: Shape) -> bool:
    """Return whether all parts of ``bottom`` are the shape's in the same place, as they are if it was stacked on."""
    return bottom.height <= shape.height and all(
        part in (NOTHING, other)
        for layer, whole in zip(bottom.layers, shape.layers, strict=False)
        for part, other in zip(layer, whole, strict=True)
    )


def made(machine: str, shapes: Sequence[Shape], fluid: str = "", layers: int | None = None) -> tuple[Shape, ...]:
    """Return what a machine of plans makes of shapes, in the order of its outputs; ``fluid`` is for paint and crystals.

    >>> from shapewright.shapez.shape import Shape
    >>> made("stack", (Shape.from_code("CuCu----"), Shape.from_code("----RuRu")))
    (Shape.from_code('CuCuRuRu'),)

    Raises ``ProblemError`` if the machine cannot take these shapes together, ``LimitError`` if one is too high.
    """
    first = shapes[0]
    match machine:
        case "rotate-cw":
            return (rotate(first, 1),)
        case "rotate-ccw":
            return (rotate(first, -1),)
        case "rotate-180":
            return (rotate(first, first.parts // 2),)
        case "cut":
            return cut(first)
        case "half-destroy":
            return (half_destroy(first),)
        case "swap":
            return swap(first, shapes[1])
        case "stack":
            return (stack(first, shapes[1], layers),)
        case "push-pin":
            return (push_pin(first, layers),)
        case "paint":
            return (paint(first, fluid),)
        case "crystal":
            return (crystal(first, fluid),)
    raise AssertionError(machine)


def _cells(shape: Shape) -> Cells:
    return {
        (number, column): part
        for number, layer in enumerate(shape.layers)
        for column, part in enumerate(layer)
        if part != NOTHING
    }


def _shape(cells: Cells, like: Shape) -> Shape:
    """A shape of these cells on the ring of another."""
    height = 1 + max((layer for layer, _ in cells), default=-1)
    columns = range(like.parts)
    return replace(like, layers=tuple([tuple([cells.get((y, x), NOTHING) for x in columns]) for y in range(height)]))


def _lowest(cells: Cells, layers: int) -> Cells:
    return {place: part for place, part in cells.items() if place[0] < layers}


def _crystals(cells: Cells) -> set[Place]:
    return {place for place, part in cells.items() if kind_of(part) == CRYSTAL}


def _beside(place: Place, parts: int) -> tuple[Place, Place]:
    layer, column = place
    return (layer, (column + 1) % parts), (layer, (column - 1) % parts)


def _shattered(cells: Cells, seeds: set[Place], parts: int) -> Cells:
    """What is left when the crystals ``seeds`` shatter, and all that are connected with them."""
    crystals, gone, front = _crystals(cells), set(seeds), list(seeds)
    while front:
        place = front.pop()
        layer, column = place
        for near in (*_beside(place, parts), (layer + 1, column), (layer - 1, column)):
            if near in crystals and near not in gone:
                gone.add(near)
                front.append(near)
    return {place: part for place, part in cells.items() if place not in gone}


def _held(cells: Cells, parts: int) -> set[Place]:
    """The places of all parts that the ground holds, straight or by way of others."""
    front = [place for place in cells if place[0] == 0]
    held = set(front)
    while front:
        place = front.pop()
        layer, column = place
        kind = kind_of(cells[place])
        reached = [(layer + 1, column)] if (layer + 1, column) in cells else []
        if kind != PIN:
            reached += [near for near in _beside(place, parts) if near in cells and kind_of(cells[near]) != PIN]
        below = (layer - 1, column)
        if kind == CRYSTAL and below in cells and kind_of(cells[below]) == CRYSTAL:
            reached.append(below)
        for near in reached:
            if near not in held:
                held.add(near)
                front.append(near)
    return held


def _settled(cells: Cells, parts: int) -> Cells:
    held = _held(cells, parts)
    cells = {place: part for place, part in cells.items() if place in held or kind_of(part) != CRYSTAL}
    for group in _loose_groups(cells, held, parts):
        drop = min(_free_below(cells, place) for place in group)
        falling = {place: cells.pop(place) for place in group}
        cells |= {(layer - drop, column): part for (layer, column), part in falling.items()}
    return cells


def _loose_groups(cells: Cells, held: set[Place], parts: int) -> list[list[Place]]:
    """The parts that fall, lower layers first: each list falls as one."""
    groups, open_places = [], {place for place in cells if place not in held}
    for first in sorted(open_places):
        if first not in open_places:
            continue
        open_places.remove(first)
        group = [first]
        if kind_of(cells[first]) == NORMAL:
            for place in group:  # grows meanwhile
                for near in _beside(place, parts):
                    if near in open_places and kind_of(cells[near]) == NORMAL:
                        open_places.remove(near)
                        group.append(near)
        groups.append(group)
    return groups


def _free_below(cells: Cells, place: Place) -> int:
    layer, column = place
    free = 0
    while free < layer and (layer - free - 1, column) not in cells:
        free += 1
    return free


def _same_ring(a: Shape, b: Shape) -> None:
    if a.parts != b.parts:
        raise ProblemError(
            f"{quote(a.to_code())} has rings of {a.parts} parts and {quote(b.to_code())} of {b.parts}; no machine "
            "takes both"
        )


def _limit(layers: int | None, *shapes: Shape) -> int:
    """The layer limit that holds for ``shapes``."""
    highest = max(shapes, key=lambda shape: shape.height)
    if layers is None:
        return max(USUAL_LAYERS, highest.height)
    if layers < max(1, highest.height):
        raise LimitError(f"{quote(highest.to_code())} has {highest.height} layers; the limit is {layers}")
    return layers
