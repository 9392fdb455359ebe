"""Pictures of a disassembly: one after each move or each unit, and an exploded view; in space as seen from a corner.

In all pictures of a disassembly a place of space is at the same place of the picture, so that they can be shown one
after the other. A group that is out is drawn beyond the others once, and is then left out until its own turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import sqrt

from shapewright.cells.grid import Cell
from shapewright.cells.lattice import Lattice
from shapewright.drawing import Group, Mosaic, Scene, Text, bodies, polygons
from shapewright.drawing.isometric import MAX_CELLS, isometric
from shapewright.drawing.scene import CAPTION, CAPTION_INK, Point
from shapewright.errors import LimitError, ProblemError
from shapewright.tiling.apart.values import Disassembly, Part, Step, listed_names, names_of
from shapewright.tiling.picture import mosaic

MAX_FRAMES = 2000
_GAP = 2  # units between what is out and the others
_LARGEST, _SMALLEST, _ACROSS = 28.0, 4.0, 640.0  # pixels of a cell, and of a picture
_MARGIN = 0.4
_EXPLODED = "The pieces, drawn apart"

Cell3 = tuple[int, int, int]
Places = dict[int, frozenset[Cell3]]


@dataclass(frozen=True)
class Frame:
    """Where the cells of some placements are, by their numbers, and what happened."""

    places: Places
    caption: str


def frames(found: Disassembly, *, units: bool = False) -> list[Frame]:
    """The beginning and what is there after each move; with ``units`` after each unit of a move.

    Raises ``LimitError`` for more than ``MAX_FRAMES``.
    """
    names = names_of(found.solution)
    made: list[Frame] = []
    for frame in _of_part(found.root, _start(found), names, [0], units=units):
        made.append(frame)
        if len(made) > MAX_FRAMES:
            raise LimitError(f"the moves have more than {MAX_FRAMES} pictures")
    return made or [Frame(_start(found), "")]


def exploded(found: Disassembly) -> Frame:
    """All pieces at once, each group drawn out in the direction in which it leaves, beyond what it leaves."""
    start = _start(found)
    return Frame(_drawn_out(found.root, start), "")


def exploded_scene(found: Disassembly) -> Scene:
    """The exploded view as one picture."""
    return scenes(found, [exploded(found)])[0]


def scenes(found: Disassembly, shown: Sequence[Frame]) -> list[Scene]:
    """The frames drawn, all of the same size.

    Raises ``LimitError`` for pieces of more than ``isometric.MAX_CELLS`` cells.
    """
    if sum(len(placement.cells) for placement in found.solution.placements) > MAX_CELLS:
        raise LimitError(f"the pieces have more than {MAX_CELLS} cells, which are not drawn")
    flat = found.solution.problem.board.dimension == 2 and not found.lift
    lattice = found.solution.problem.board.lattice
    whole = mosaic(found.solution.problem, found.solution.placements)
    numbers = [whole.piece_at[placement.cells[0]] for placement in found.solution.placements]
    labels = tuple(whole.label(number) for number in numbers)
    colours = tuple(whole.colour_of[number] for number in numbers)
    if lattice.dimension == 2 and not lattice.is_plain:
        return _of_outlines(shown, lattice, labels, colours)
    if not lattice.is_plain:
        every = lattice.bodies({cell for frame in shown for cells in frame.places.values() for cell in cells})
        if every is None:
            raise ProblemError(f"moves on the lattice {lattice.name} are not drawn")
        mosaics = []
        for frame in shown:
            piece_at: dict[Cell, int] = {cell: number for number, cells in frame.places.items() for cell in cells}
            mosaics.append(Mosaic(piece_at.keys(), piece_at, labels, colours, bodies=every))
        return [
            _captioned(scene, frame.caption)
            for frame, scene in zip(shown, bodies.together(mosaics, every), strict=True)
        ]
    view = _View(shown, flat=flat)
    return [view.scene(frame, labels, colours) for frame in shown]


def _of_outlines(
    shown: Sequence[Frame], lattice: Lattice, labels: tuple[str, ...], colours: tuple[str, ...]
) -> list[Scene]:
    """Hexagons and other polygons; the frames are drawn within the plane that all of them take."""
    flat: list[dict[Cell, int]] = [
        {cell[:2]: number for number, cells in frame.places.items() for cell in cells} for frame in shown
    ]
    every = lattice.outlines({cell for piece_at in flat for cell in piece_at}) or {}
    mosaics = [
        Mosaic(piece_at.keys(), piece_at, labels, colours, outlines={cell: every[cell] for cell in piece_at})
        for piece_at in flat
    ]
    return [
        _captioned(scene, frame.caption)
        for frame, scene in zip(shown, polygons.together(mosaics, every, _LARGEST, _ACROSS), strict=True)
    ]


def _captioned(scene: Scene, caption: str) -> Scene:
    """What happened stands below; an exploded view has nothing to say."""
    if not caption:
        return Scene(scene.width, scene.height, scene.nodes, _EXPLODED)
    return scene.captioned(caption)


def _start(found: Disassembly) -> Places:
    return {
        number: frozenset((cell[0], cell[1], cell[2] if len(cell) == 3 else 0) for cell in placement.cells)
        for number, placement in enumerate(found.solution.placements)
    }


def _of_part(
    part: Part | None, places: Places, names: Sequence[str], count: list[int], *, units: bool, begins: bool = True
) -> Iterator[Frame]:
    """The frames of a part; its beginning is one of them unless it was seen while others left it."""
    if part is None:
        return
    if begins:
        yield Frame(places, listed_names(part.pieces, names))
    for step in part.steps:
        count[0] += 1
        far = "out" if step.units is None else str(step.units)
        caption = f"{count[0]}. {listed_names(step.pieces, names)} {step.direction} {far}"
        distance = _clear(places, step) if step.units is None else step.units
        for unit in range(1 if units else distance, distance + 1):
            yield Frame(_moved(places, step, unit), caption)
        if step.units is not None:
            places = _moved(places, step, step.units)
    if part.steps:
        leaving = set(part.steps[-1].pieces)
        rest = {number: cells for number, cells in places.items() if number not in leaving}
        yield from _of_part(part.rest, rest, names, count, units=units, begins=False)
        yield from _of_part(part.out, {number: places[number] for number in leaving}, names, count, units=units)


def _drawn_out(part: Part | None, places: Places) -> Places:
    """The parts of a part drawn out, what is out beyond what stays."""
    if part is None or not part.steps:
        return places
    for step in part.steps[:-1]:
        places = _moved(places, step, step.units or 0)
    last = part.steps[-1]
    rest = _drawn_out(part.rest, {k: cells for k, cells in places.items() if k not in last.pieces})
    out = _drawn_out(part.out, {k: places[k] for k in last.pieces})
    both = rest | out
    return _moved(both, last, _clear(both, last))


def _clear(places: Places, step: Step) -> int:
    """By how many units the group must go to be beyond all others."""
    moving = [_along(cell, step) for k in step.pieces for cell in places[k]]
    resting = [_along(cell, step) for k, cells in places.items() if k not in step.pieces for cell in cells]
    return max(1, (max(resting) - min(moving)) // _along(step.vector, step) + 1 + _GAP)


def _along(cell: Sequence[int], step: Step) -> int:
    return sum(a * b for a, b in zip(cell, step.vector, strict=True))


def _moved(places: Places, step: Step, units: int) -> Places:
    dx, dy, dz = (units * part for part in step.vector)
    return places | {k: frozenset((x + dx, y + dy, z + dz) for x, y, z in places[k]) for k in step.pieces}


class _View:
    """Where the points of space are in the pictures, which are large enough for all ``shown`` frames."""

    def __init__(self, shown: Iterable[Frame], *, flat: bool) -> None:
        self.flat = flat
        cells = {cell for frame in shown for places in frame.places.values() for cell in places}
        corners = [self._seen((x + a, y + b, z + c)) for x, y, z in cells for a, b, c in product((0, 1), repeat=3)]
        right, down = (max(values) + _MARGIN for values in zip(*corners, strict=True))
        self.left, self.top = (min(values) - _MARGIN for values in zip(*corners, strict=True))
        across, down = right - self.left, down - self.top
        self.cell = max(_SMALLEST, min(_LARGEST, _ACROSS / max(across, down)))
        self.width, self.height = across * self.cell, down * self.cell

    def scene(self, frame: Frame, labels: tuple[str, ...], colours: tuple[str, ...]) -> Scene:
        piece_at: dict[Cell, int] = {
            cell[:2] if self.flat else cell: number for number, cells in frame.places.items() for cell in cells
        }
        drawn = Mosaic(piece_at.keys(), piece_at, labels=labels, colours=colours, holes=frozenset())
        nodes = [self._flat(drawn) if self.flat else self._solid(drawn)]
        high = 2.2 * CAPTION if frame.caption else 0.0
        if frame.caption:
            text = Text(_MARGIN * self.cell, self.height + 1.6 * CAPTION, frame.caption, CAPTION, CAPTION_INK)
            return Scene(self.width, self.height + high, (*nodes, text), frame.caption)
        return Scene(self.width, self.height, tuple(nodes), _EXPLODED)

    def _flat(self, drawn: Mosaic) -> Group:
        """The scene of a flat board has a margin of a tenth of a cell around it."""
        scene = drawn.scene(cell=self.cell)
        left, bottom = drawn.corner
        x, y = self._seen((left, bottom + drawn.size[1], 0))
        return Group(scene.nodes, (x - self.left - 0.1) * self.cell, (y - self.top - 0.1) * self.cell)

    def _solid(self, drawn: Mosaic) -> Group:
        left, bottom, low = drawn.corner
        x, y = self._seen((left, bottom, low))
        y -= drawn.size[1] / 2 + drawn.size[2]
        return Group(isometric(drawn, self.cell), (x - self.left) * self.cell, (y - self.top) * self.cell)

    def _seen(self, point: Cell3) -> Point:
        x, y, z = point
        return (float(x), -float(y)) if self.flat else ((x + y) * sqrt(3) / 2, (x - y) / 2 - z)
