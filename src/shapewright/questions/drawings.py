"""Files of pictures that a question draws by itself, where those of its parts are not what a file should have."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from shapewright.drawing import Scene

__all__ = ["drawings"]


def drawings(
    pictures: Callable[[], Sequence[tuple[Scene, str]]], title: str = ""
) -> dict[str, Callable[[], str | bytes]]:
    """The files that hold ``pictures``, each a scene and a caption: one sheet as .svg and .png, pages as .pdf.

    A sheet has no captions; the ``title`` is that of the pages.
    """

    def as_svg() -> str:
        from shapewright.drawing import to_sheet  # who prints text never loads the drawing of files

        return to_sheet([scene for scene, _ in pictures()])

    def as_png() -> bytes:
        from shapewright.drawing import to_png, to_sheet  # as above

        scenes = [scene for scene, _ in pictures()]
        return to_png(scenes[0] if len(scenes) == 1 else to_sheet(scenes))

    def as_pdf() -> bytes:
        from shapewright.drawing import to_pdf  # as above

        drawn = list(pictures())
        return to_pdf([scene for scene, _ in drawn], captions=[caption for _, caption in drawn], title=title)

    return {".svg": as_svg, ".png": as_png, ".pdf": as_pdf}
