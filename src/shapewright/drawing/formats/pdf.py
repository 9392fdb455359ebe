"""Scenes as pages to print: vectors on A4, written by pydyf, with letters as strokes as in SVG.

A single picture fills a page, turned if the picture is wide. Several stand in rows, all at one scale, so large that
they fit on one page; if that made them too small, they go on over as many pages as they need. A page can also be made
to begin with a certain picture.
"""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from itertools import pairwise
from math import ceil, isfinite
from typing import TYPE_CHECKING

from shapewright.drawing.glyphs import text_path, text_width
from shapewright.drawing.palette import INK, rgb
from shapewright.drawing.scene import Close, Cubic, Group, Line, Move, Node, Path, Scene, Text, without_arcs
from shapewright.errors import LimitError, ProblemError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import pydyf

MAX_PICTURES = 5000

# In points, of which 72 make an inch.
_A4 = (595.276, 841.89)
_MARGIN = 42.0
_GAP = 14.0
_CAPTION = 7.0  # the height of a capital
_LARGEST = 2.25  # points to a scene's unit: three times as large as on a screen
_COLUMNS = (1, 2, 3, 4)


def to_pdf(
    scenes: Sequence[Scene], *, captions: Sequence[str] = (), title: str = "", breaks: Iterable[int] = ()
) -> bytes:
    """Write ``scenes``, each with its caption below it if there are any, as a PDF document called ``title``.

    ``breaks`` are the indices of scenes that begin a new page; between two breaks all scenes have one scale.
    Equal arguments give equal bytes: the document has no date.

    Raises ``ProblemError`` without scenes, for captions that do not fit them, for a break that is not the index of a
    scene, for a scene without an area and for a number that is infinite or none, and ``LimitError`` for more than
    ``MAX_PICTURES`` scenes.
    """
    import pydyf  # who draws anything else never loads it

    _check(scenes, captions)
    words = list(captions) or [""] * len(scenes)
    count = len(scenes)
    starts = {0}
    for index in breaks:
        if not 0 <= index < count:
            raise ProblemError(f"a page cannot break before picture {index}; pictures are numbered 0 to {count - 1}")
        starts.add(index)
    parts = list(pairwise([*sorted(starts), count]))
    size = _A4[::-1] if len(scenes) == 1 and scenes[0].width > scenes[0].height else _A4
    document = pydyf.PDF()
    states = pydyf.Dictionary({})
    document.add_object(states)
    pages = [page for start, end in parts for page in _pages(scenes[start:end], words[start:end], size)]
    for page in pages:
        stream = pydyf.Stream(compress=True)
        pen = _Pen(stream, states)
        for place in page:
            pen.draw(place, size[1])
        document.add_object(stream)
        box = pydyf.Array([0, 0, *size])
        contents = {"Contents": stream.reference, "Resources": pydyf.Dictionary({"ExtGState": states.reference})}
        entries = {"Type": "/Page", "Parent": document.pages.reference, "MediaBox": box, **contents}
        document.add_page(pydyf.Dictionary(entries))
    document.info["Producer"] = pydyf.String("shapewright")
    if title:
        document.info["Title"] = pydyf.String(title)
        document.catalog["ViewerPreferences"] = pydyf.Dictionary({"DisplayDocTitle": "true"})
    document.catalog["Lang"] = pydyf.String("en")
    out = BytesIO()
    document.write(out)
    return out.getvalue()


def _check(scenes: Sequence[Scene], captions: Sequence[str]) -> None:
    if not scenes:
        raise ProblemError("a PDF needs at least one picture")
    if len(scenes) > MAX_PICTURES:
        raise LimitError(f"a PDF of {len(scenes)} pictures is larger than the limit of {MAX_PICTURES}")
    if captions and len(captions) != len(scenes):
        raise ProblemError(f"there are {len(scenes)} pictures but {len(captions)} captions")
    for scene in scenes:
        if not (scene.width > 0 and scene.height > 0 and isfinite(scene.width * scene.height)):
            raise ProblemError(f"a picture of {scene.width:g} x {scene.height:g} cannot be printed")


# --- Where the pictures stand -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Place:
    """A scene on a page: its top left corner, measured from the page's, and its scale."""

    scene: Scene
    caption: str
    x: float
    y: float
    scale: float

    @property
    def width(self) -> float:
        return self.scene.width * self.scale


def _pages(scenes: Sequence[Scene], captions: Sequence[str], size: tuple[float, float]) -> list[list[_Place]]:
    """The places of all scenes, page by page: on one page if columns enough let them, else as for three columns."""
    tried = [_flow(scenes, captions, size, _scale(scenes, captions, size, columns)) for columns in _COLUMNS]
    return next((pages for pages in tried if len(pages) == 1), tried[min(2, len(scenes) - 1)])


def _scale(scenes: Sequence[Scene], captions: Sequence[str], size: tuple[float, float], columns: int) -> float:
    """The scale at which so many of the widest scenes stand side by side, and the highest fits on a page."""
    across = (size[0] - 2 * _MARGIN - (columns - 1) * _GAP) / columns
    caption = 2.4 * _CAPTION if any(captions) else 0.0
    down = size[1] - 2 * _MARGIN - caption
    widest, highest = max(scene.width for scene in scenes), max(scene.height for scene in scenes)
    scale = min(across / widest, down / highest, _LARGEST)
    # A little smaller if another row fits on the page then.
    page, extra = size[1] - 2 * _MARGIN + _GAP, _GAP + caption
    rows = ceil(page / (highest * scale + extra) - 1e-9)
    smaller = (page / rows - extra) / highest
    return smaller if len(scenes) > 1 and rows > 1 and 0.84 * scale < smaller < scale else scale


def _flow(
    scenes: Sequence[Scene], captions: Sequence[str], size: tuple[float, float], scale: float
) -> list[list[_Place]]:
    right, bottom = size[0] - _MARGIN, size[1] - _MARGIN
    extra = 2.4 * _CAPTION if any(captions) else 0.0
    pages: list[list[_Place]] = [[]]
    row: list[_Place] = []
    x = y = _MARGIN
    deep = 0.0
    for scene, caption in zip(scenes, captions, strict=True):
        width, height = scene.width * scale, scene.height * scale + extra
        if row and x + width > right + 1e-6:
            pages[-1] += _centred(row, size[0])
            row, x, y, deep = [], _MARGIN, y + deep + _GAP, 0.0
        if (row or pages[-1]) and y + height > bottom + 1e-6:
            # A row that has begun goes on at the top of the next page with what does not fit here.
            pages[-1] += _centred(row, size[0])
            pages.append([])
            row, x, y, deep = [], _MARGIN, _MARGIN, 0.0
        row.append(_Place(scene, caption, x, y, scale))
        x, deep = x + width + _GAP, max(deep, height)
    pages[-1] += _centred(row, size[0])
    return pages


def _centred(row: list[_Place], width: float) -> Iterator[_Place]:
    """A row in the middle of the page."""
    if row:
        shift = (width - row[0].x - row[-1].x - row[-1].width) / 2
        for place in row:
            yield _Place(place.scene, place.caption, place.x + shift, place.y, place.scale)


# --- Drawing ----------------------------------------------------------------------------------------------------------


class _Pen:
    """Writes nodes into the contents of a page."""

    def __init__(self, stream: pydyf.Stream, states: pydyf.Dictionary) -> None:
        self._stream, self._states = stream, states

    def draw(self, place: _Place, page_height: float) -> None:
        """A scene at its place, and its caption; from here on y points downward, as in a scene."""
        stream, scene = self._stream, place.scene
        stream.push_state()
        stream.set_matrix(*_numbers(place.scale, 0, 0, -place.scale, place.x, page_height - place.y))
        stream.set_line_cap(1)
        stream.set_line_join(1)
        stream.rectangle(0, 0, *_numbers(scene.width, scene.height))
        stream.clip()
        stream.end()
        if scene.background is not None:
            self._colour(scene.background)
            stream.rectangle(0, 0, *_numbers(scene.width, scene.height))
            stream.fill()
        for node in scene.nodes:
            self._node(node, 0.0, 0.0)
        stream.pop_state()
        if place.caption:
            size = min(_CAPTION, place.width / max(text_width(place.caption, 1), 0.01))
            baseline = place.y + place.scene.height * place.scale + 1.4 * _CAPTION
            stream.push_state()
            stream.set_matrix(*_numbers(1, 0, 0, -1, 0, page_height))
            stream.set_line_cap(1)
            stream.set_line_join(1)
            middle = place.x + place.width / 2
            self._path(text_path(Text(middle, baseline, place.caption, size, INK, "middle", weight=0.12)), 0.0, 0.0)
            stream.pop_state()

    def _node(self, node: Node, x: float, y: float) -> None:
        match node:
            case Path():
                self._path(node, x, y)
            case Text():
                self._path(text_path(node), x, y)
            case Group():
                for child in node.nodes:
                    self._node(child, x + node.x, y + node.y)

    def _path(self, path: Path, x: float, y: float) -> None:
        if not path.segments or (path.fill is None and path.stroke is None):
            return
        stream = self._stream
        stream.push_state()
        if path.opacity != 1:
            stream.set_state(self._state(path.opacity))
        if path.fill is not None:
            self._colour(path.fill)
        if path.stroke is not None:
            self._colour(path.stroke, stroke=True)
            stream.set_line_width(*_numbers(path.width))
            if path.dash:
                stream.set_dash(_numbers(*path.dash), 0)
        self._outline(path, x, y)
        if path.fill is None:
            stream.stroke()
        elif path.stroke is None:
            stream.fill(even_odd=True)
        else:
            stream.fill_and_stroke(even_odd=True)
        stream.pop_state()

    def _outline(self, path: Path, x: float, y: float) -> None:
        stream = self._stream
        for segment in without_arcs(path.segments):
            match segment:
                case Move():
                    stream.move_to(*_numbers(x + segment.x, y + segment.y))
                case Line():
                    stream.line_to(*_numbers(x + segment.x, y + segment.y))
                case Cubic(x1, y1, x2, y2, to_x, to_y):
                    stream.curve_to(*_numbers(x + x1, y + y1, x + x2, y + y2, x + to_x, y + to_y))
                case Close():
                    stream.close()

    def _colour(self, colour: str, *, stroke: bool = False) -> None:
        self._stream.set_color_rgb(*_numbers(*[part / 255 for part in rgb(colour)]), stroke=stroke)

    def _state(self, opacity: float) -> str:
        """The name of the state of the document in which everything has this opacity."""
        import pydyf  # as above

        (share,) = _numbers(opacity)
        name = f"o{round(1000 * opacity)}"
        if name not in self._states:
            self._states[name] = pydyf.Dictionary({"ca": share, "CA": share})
        return name


def _numbers(*values: float) -> list[str]:
    """Numbers as they are written: to a ten-thousandth, whole ones without a point."""
    written = []
    for value in values:
        if not isfinite(value):
            raise ProblemError(f"a picture cannot be drawn with the number {value}")
        text = f"{value:.4f}".rstrip("0").rstrip(".")
        written.append("0" if text == "-0" else text)
    return written
