"""What a picture in an answer can be: anything that makes a scene for files, and plain data for who draws it itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from shapewright.drawing.scene import Scene

__all__ = ["Drawable"]


class Drawable(Protocol):
    """Something to be drawn: a board of cells, a scene, or what a family has of its own."""

    def scene(self) -> Scene:
        """The drawing of it, for SVG, PNG, GIF and PDF."""

    def to_json(self) -> dict[str, Any]:
        """Plain data from which a page draws it; ``kind`` says what the other keys are."""
