"""Files of pictures that a question draws by itself, where those of its parts are not what a file should have."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from shapewright import drawing


def drawings(
    pictures: Callable[[], Sequence[tuple[drawing.Scene, str]]], title: str = ""
) -> dict[str, Callable[[], str | bytes]]:
    """The files that hold ``pictures``, each a scene and a caption: one sheet as .svg and .png, pages as .pdf.

    A sheet has no captions; the ``title`` is that of the pages.
    """

    def as_png() -> bytes:
        scenes = [scene for scene, _ in pictures()]
        return drawing.to_png(scenes[0] if len(scenes) == 1 else drawing.to_sheet(scenes))

    def as_pdf() -> bytes:
        drawn = list(pictures())
        return drawing.to_pdf([scene for scene, _ in drawn], captions=[caption for _, caption in drawn], title=title)

    return {".svg": lambda: drawing.to_sheet([scene for scene, _ in pictures()]), ".png": as_png, ".pdf": as_pdf}
