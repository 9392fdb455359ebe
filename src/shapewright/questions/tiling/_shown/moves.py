"""The moves of disassemblies as answers show them: pictures to step through, animations, pages, files for printers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.errors import LimitError
from shapewright.questions.drawings import drawings
from shapewright.questions.fields import Flag, Number
from shapewright.questions.formats import NoPictureError
from shapewright.questions.parts import Frames, Part, Picture, Pictures, Text
from shapewright.questions.question import Formats

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from shapewright.drawing import Scene
    from shapewright.questions.asked import Asked
    from shapewright.tiling import Disassembly

# More pictures of moves than these stand in one file that does not move, or on a page.
MOST_PICTURES = 300
# An animation has a picture for each unit of a move.
_UNIT_SECONDS, _LAST_SECONDS = 0.25, 2.0
# A page shows the moves of so many assemblies.
_SHOWN = 20

EXPLODED = Flag("exploded", "In pictures: the pieces drawn out of each other, instead of one picture after each move.")
UNIT = Number("unit", "In .stl: the edge of a cell in mm.", metavar="MM", minimum=0.1, maximum=1000.0).with_default(
    10.0
)
INSET = Number(
    "inset", "In .stl: how much thinner each side is, in mm.", metavar="MM", minimum=0.001,
    maximum=100.0,
).with_default(0.1)  # fmt: skip
DRAWN = (
    EXPLODED,
    UNIT,
    INSET,
)  # fmt: skip
FORMATS = Formats(
    (".txt", ".json", ".jsonl", ".svg", ".png", ".gif", ".pdf", ".html", ".stl"),
    {".dxf": "the pieces are solids; .stl holds them"},
)


def moves_parts(shown: Sequence[Disassembly], asked: Asked) -> Iterator[Part]:
    """The pictures of the first, and the moves of some in words."""
    if shown:
        try:
            drawn = _scenes(shown[0], asked)
        except LimitError:
            drawn = []
        if asked[EXPLODED] and drawn:
            yield Pictures([Picture(scene, scene.title) for scene in drawn], size="whole")
        elif drawn:
            yield Frames([Picture(scene, scene.title) for scene in drawn], animation="moves")
    for each in shown[:_SHOWN]:
        yield Text(each.to_text(), label="moves")


def moves_files(shown: Sequence[Disassembly], asked: Asked) -> dict[str, Callable[[], str | bytes]]:
    """Files with pictures of the first one's moves, a page with all of them, and its pieces as .stl."""

    def first() -> Disassembly:
        if not shown:
            raise NoPictureError("there is nothing to draw: no moves are shown")
        return shown[0]

    def animation() -> bytes:
        from shapewright.drawing import to_gif  # who prints text never loads the drawing of files
        from shapewright.tiling.apart.picture import frames, scenes

        drawn = scenes(first(), frames(first(), units=True))
        return to_gif(drawn, seconds=[_UNIT_SECONDS] * (len(drawn) - 1) + [_LAST_SECONDS])

    def page() -> str:
        from shapewright.drawing import Figure, Section, to_html  # as above

        sections = []
        for each in [first(), *shown[1:]]:
            figures = [Figure(scene) for scene in _scenes(each, asked)]
            sections.append(Section(f"Level {each.level}", figures=(*figures, Figure(text=each.to_text()))))
        return to_html(each.solution.problem.title or "Taken apart", sections)

    def solids() -> bytes:
        from shapewright.drawing.formats.stl import side_by_side, to_stl  # as above

        board = first().solution.problem.board
        if not board.lattice.is_plain:
            raise NoPictureError(f"pieces are written as .stl where they are cubes, not {board.lattice.cell_name}s")
        pieces = [placement.cells for placement in first().solution.placements]
        return to_stl(side_by_side(pieces), unit=asked[UNIT], inset=asked[INSET])

    pictures = drawings(lambda: [(scene, "") for scene in _scenes(first(), asked)], "Taken apart")
    return {**pictures, ".gif": animation, ".html": page, ".stl": solids}


def _scenes(found: Disassembly, asked: Asked) -> list[Scene]:
    """One picture after each move, or the exploded view."""
    from shapewright.tiling.apart.picture import exploded_scene, frames, scenes  # only pictures need it

    if asked[EXPLODED]:
        return [exploded_scene(found)]
    if found.moves > MOST_PICTURES:
        raise LimitError(f"there are {found.moves} moves, and a picture for each of at most {MOST_PICTURES}; use .gif")
    return scenes(found, frames(found))
