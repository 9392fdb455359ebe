"""Scenes one after the other as an animated GIF: each rasterised as for PNG, written by Pillow.

All frames share one palette, the most common colours of all of them: our pictures consist of a few flat colours, which
therefore stay exact and do not flicker from frame to frame.
"""

from __future__ import annotations

from collections import Counter
from io import BytesIO
from typing import TYPE_CHECKING

from shapewright.drawing.formats.film import Film, UndrawnError
from shapewright.drawing.formats.png import to_png
from shapewright.drawing.formats.svg import size_of_svg, to_svg
from shapewright.drawing.palette import checked_colour
from shapewright.errors import LimitError, ProblemError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL.Image import Image as Picture

    from shapewright.drawing.scene import Scene

MAX_FRAMES = 10_000
MAX_GIF_PIXELS = 400_000_000  # of all frames together
MAX_FRAME_SECONDS = 655.35  # the format has 16 bits for hundredths of a second

_COLOURS = 256


def to_gif(
    scenes: Sequence[Scene | str],
    *,
    seconds: float | Sequence[float] = 0.5,
    scale: float = 1.0,
    background: str = "#ffffff",
    loop: bool = True,
) -> bytes:
    """Rasterise ``scenes`` (or SVG texts of ours) as the frames of an animation, repeated for ever with ``loop``.

    ``seconds`` is the time for which every frame is shown, or a list with one time per frame; a scene's unit becomes
    ``scale`` pixels.
    Equal arguments give equal bytes.

    Raises ``UndrawnError`` where resvg or Pillow is missing, as in a browser, ``ProblemError`` without scenes, for
    scenes of different sizes or times that fit neither the scenes nor the format, and ``LimitError`` for more than
    ``MAX_FRAMES`` frames or ``MAX_GIF_PIXELS`` pixels.
    """
    times = _hundredths(scenes, seconds)
    _check_sizes(scenes, scale)
    try:
        from PIL import Image
    except ImportError:
        svgs = tuple([scene if isinstance(scene, str) else to_svg(scene) for scene in scenes])
        film = Film(svgs, tuple([time / 100 for time in times]), scale, checked_colour(background), loop)
        raise UndrawnError("animated GIFs need the package 'pillow': pip install pillow", film) from None
    frames: list[Picture] = []
    common: Counter[tuple[int, int, int]] = Counter()
    for scene in scenes:
        with Image.open(BytesIO(to_png(scene, scale=scale, background=background))) as picture:
            frame = picture.convert("RGB")
        frames.append(frame)
        for number, colour in frame.getcolors(frame.width * frame.height) or ():
            assert isinstance(colour, tuple)
            common[colour[0], colour[1], colour[2]] += number
    # Ties are broken by the colours themselves, so that the order of the frames' first colours does not matter.
    chosen = sorted(common, key=lambda colour: (-common[colour], colour))[:_COLOURS]
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in chosen for part in colour])
    indexed = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    out = BytesIO()
    indexed[0].save(
        out,
        "GIF",
        save_all=True,
        append_images=indexed[1:],
        duration=[10 * time for time in times],
        disposal=1,
        optimize=False,
        **({"loop": 0} if loop else {}),
    )
    return out.getvalue()


def _hundredths(scenes: Sequence[Scene | str], seconds: float | Sequence[float]) -> list[int]:
    """How long each frame is shown, in the format's unit."""
    if not scenes:
        raise ProblemError("an animation needs at least one picture")
    if len(scenes) > MAX_FRAMES:
        raise LimitError(f"an animation of {len(scenes)} pictures is larger than the limit of {MAX_FRAMES}")
    times = [float(seconds)] * len(scenes) if isinstance(seconds, int | float) else list(seconds)
    if len(times) != len(scenes):
        raise ProblemError(f"there are {len(scenes)} pictures but {len(times)} times")
    for time in times:
        if not 0.01 <= time <= MAX_FRAME_SECONDS:
            raise ProblemError(f"a picture can be shown for 0.01 to {MAX_FRAME_SECONDS} seconds, not for {time:g}")
    return [round(100 * time) for time in times]


def _check_sizes(scenes: Sequence[Scene | str], scale: float) -> None:
    sizes = {size_of_svg(scene) if isinstance(scene, str) else (scene.width, scene.height) for scene in scenes}
    if len(sizes) > 1:
        shown = " and ".join(f"{width:g} x {height:g}" for width, height in sorted(sizes)[:2])
        raise ProblemError(f"the pictures of an animation must have one size, not {shown}")
    ((width, height),) = sizes
    pixels = width * height * scale * scale * len(scenes)
    if pixels > MAX_GIF_PIXELS:
        raise LimitError(f"an animation of {pixels:.0f} pixels is larger than the limit of {MAX_GIF_PIXELS}")
