"""What results of searches share: several in their order, and pieces on a field as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar, overload

from shapewright.clear.field import WIDTH, Field
from shapewright.clear.notation.fumen import Fumen
from shapewright.clear.notation.page import Page
from shapewright.lazy import late

if TYPE_CHECKING:
    from shapewright.clear.orders.placing_order import Part
    from shapewright.drawing import Mosaic, Scene

Found = TypeVar("Found")


def by_cells(part: Part) -> tuple[tuple[int, int], ...]:
    """The cells of a part by row, then by column, to put parts in order."""
    return tuple([(y, x) for x, y in part.cells])


class Several(Sequence[Found]):
    """Results in their order."""

    _found: tuple[Found, ...]

    def __len__(self) -> int:
        return len(self._found)

    @overload
    def __getitem__(self, place: int) -> Found: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Found, ...]: ...
    def __getitem__(self, place: int | slice) -> Found | tuple[Found, ...]:
        return self._found[place]


class Pictured:
    """Pieces on a field: ``parts``, each a piece and its cells (x, y), lowest cell first."""

    parts: tuple[Part, ...]

    @property
    def ground(self) -> tuple[Field, int]:
        """The field that the pieces are placed on, and how many of its rows are shown."""
        raise NotImplementedError

    @property
    def caption(self) -> str:
        """What the comment of a page says."""
        return self.pieces

    @property
    def pieces(self) -> str:
        """The letters of the pieces, in the order of ``parts``."""
        return "".join([part.piece for part in self.parts])

    @property
    def rows(self) -> tuple[str, ...]:
        """The letters of the picture, bottom row first: pieces, and ``X`` for what the field had."""
        start, height = self.ground
        letters = {cell: part.piece for part in self.parts for cell in part.cells}
        return tuple(
            "".join([letters.get((x, y), "X" if (x, y) in start else "_") for x in range(WIDTH)]) for y in range(height)
        )

    def to_text(self, *, one_line: bool = False) -> str:
        """The picture, top row first."""
        return ("/" if one_line else "\n").join(reversed(self.rows))

    def __str__(self) -> str:
        return self.to_text()

    def page(self, comment: str = "") -> Page:
        """The picture as a page of a fumen, its ``caption`` as the comment if none is given."""
        return Page(self.rows, comment=comment or self.caption, lock=False)

    def fumen(self) -> Fumen:
        """One page with the picture in the colours of the pieces."""
        return Fumen((self.page(),))

    @late("shapewright.clear.picture:parts_mosaic")
    def mosaic(self) -> Mosaic:
        """The picture, each piece in its colour."""

    def scene(self) -> Scene:
        """The drawing of it, for SVG, PNG and pages."""
        return self.mosaic().scene()

    def _repr_svg_(self) -> str:
        return self.scene()._repr_svg_()
