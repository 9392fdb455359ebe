"""PDF: pages of the right size, pictures inside their margins and drawn as the SVG is, equal bytes."""

from __future__ import annotations

from io import BytesIO

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops
from pypdf import PdfReader
from tests.drawing.boards import PENTOMINOES_8X8, mosaic

from shapewright.drawing import Arc, Cubic, Group, Move, Path, Scene, Text, circle, rectangle, to_pdf, to_png
from shapewright.drawing.scene import cubics
from shapewright.errors import LimitError, ProblemError

A4 = (595.276, 841.89)


def square(side: float = 100, colour: str = "#88ccee") -> Scene:
    return Scene(side, side, (rectangle(0, 0, side, side, fill=colour),))


def rendered(content: bytes, page: int = 0, scale: float = 1.0) -> Image.Image:
    with pypdfium2.PdfDocument(content) as document:
        return document[page].render(scale=scale).to_pil().convert("RGB")


def box_of_ink(picture: Image.Image) -> tuple[int, int, int, int]:
    """Where a page is not white."""
    box = ImageChops.difference(picture, Image.new("RGB", picture.size, "#ffffff")).getbbox()
    assert box is not None
    return box


def test_a_picture_fills_a_page_within_its_margins() -> None:
    reader = PdfReader(BytesIO(to_pdf([square()], title="Ein Täfelchen (1)")))
    (page,) = reader.pages
    assert [float(side) for side in page.mediabox] == pytest.approx([0, 0, *A4])
    assert reader.metadata is not None
    assert (reader.metadata.title, reader.metadata.producer) == ("Ein Täfelchen (1)", "shapewright")
    assert reader.metadata.creation_date is None
    left, top, right, bottom = box_of_ink(rendered(to_pdf([square(1000)])))
    assert (left, right) == pytest.approx((42, 595 - 42), abs=2)
    assert (top, bottom - top) == pytest.approx((42, right - left), abs=2)


def test_a_wide_picture_turns_the_page() -> None:
    (page,) = PdfReader(BytesIO(to_pdf([Scene(300, 100, ())]))).pages
    assert (float(page.mediabox.width), float(page.mediabox.height)) == pytest.approx(A4[::-1])


def test_the_page_shows_what_the_svg_shows() -> None:
    nodes = (
        circle(60, 60, 30, fill="#d92d27", stroke="#1d2129", width=6),
        Path((Move(20, 150), Cubic(60, 90, 100, 210, 140, 150)), stroke="#2b9a2b", width=8, dash=(12, 14)),
        Path((Move(110, 40), Arc(40, 20, 180, 60, clockwise=False, long=True)), stroke="#4b3fb5", width=4),
        Group((rectangle(0, 0, 40, 30, fill="#f28c1c"),), 140, 80),
        Path(rectangle(10, 100, 170, 30).segments, fill="#1f5fd0", opacity=0.4),
        Text(100, 195, "Rag 18", 20, "#1d2129", "middle"),
    )
    scene = Scene(200, 200, nodes, background="#eef0f3")
    page = rendered(to_pdf([scene]), scale=2)
    left, top, right, bottom = box_of_ink(page)
    shown = page.crop((left, top, right, bottom)).resize((400, 400))
    wanted = Image.open(BytesIO(to_png(scene, scale=2))).convert("RGB")
    histogram = ImageChops.difference(shown, wanted).convert("L").histogram()
    assert sum(histogram[60:]) < 0.01 * 400 * 400


def test_several_stand_on_one_page_while_they_fit() -> None:
    for number, pages in ((4, 1), (20, 1), (100, 9)):
        content = to_pdf([square()] * number, captions=[str(k) for k in range(number)])
        assert len(PdfReader(BytesIO(content)).pages) == pages
        for page in range(pages):
            left, top, right, bottom = box_of_ink(rendered(content, page))
            assert min(left, top, 596 - right, 842 - bottom) >= 41


@given(st.lists(st.tuples(st.integers(1, 3000), st.integers(1, 3000)), min_size=1, max_size=12))
def test_nothing_is_left_out_or_outside(sizes: list[tuple[int, int]]) -> None:
    content = to_pdf(
        [Scene(width, height, (rectangle(0, 0, width, height, fill="#000000"),)) for width, height in sizes]
    )
    drawn = 0
    for page in PdfReader(BytesIO(content)).pages:
        matrices = [operands for operands, operator in page.get_contents().operations if operator == b"cm"]
        drawn += len(matrices)
        across, down = float(page.mediabox.width), float(page.mediabox.height)
        for scale, _, _, _, x, y in matrices:
            assert float(scale) > 0
            assert 41 < float(x) < across - 41
            assert 41 < float(y) < down - 41
    assert drawn == len(sizes)


def test_a_page_begins_where_it_is_told_to() -> None:
    scenes = [square(colour=colour) for colour in ("#ff0000", "#ff0000", "#0000ff", "#0000ff", "#00ff00")]
    content = to_pdf(scenes, breaks=[4, 2, 2])
    assert len(PdfReader(BytesIO(content)).pages) == 3
    pure = {(255, 0, 0), (0, 0, 255), (0, 255, 0)}
    for page, colour in enumerate([(255, 0, 0), (0, 0, 255), (0, 255, 0)]):
        assert pure & {shown for _, shown in rendered(content, page).getcolors(1000) or ()} == {colour}
    assert to_pdf(scenes, breaks=[0]) == to_pdf(scenes)
    with pytest.raises(ProblemError, match="a page cannot break before picture 5; pictures are numbered 0 to 4"):
        to_pdf(scenes, breaks=[5])


def test_equal_pictures_give_equal_bytes() -> None:
    scenes = [mosaic(PENTOMINOES_8X8).scene(), square()]
    assert to_pdf(scenes, captions=["a", "b"], title="t") == to_pdf(scenes, captions=["a", "b"], title="t")


def test_what_cannot_be_printed() -> None:
    with pytest.raises(ProblemError, match="at least one picture"):
        to_pdf([])
    with pytest.raises(ProblemError, match="2 pictures but 1 captions"):
        to_pdf([square()] * 2, captions=["a"])
    with pytest.raises(ProblemError, match="0 x 3 cannot be printed"):
        to_pdf([Scene(0, 3, ())])
    with pytest.raises(ProblemError, match="with the number inf"):
        to_pdf([Scene(3, 3, (rectangle(0, 0, float("inf"), 1, fill="#000000"),))])
    with pytest.raises(LimitError, match="limit of 5000"):
        to_pdf([square()] * 5001)


@given(st.floats(1, 50), st.floats(1, 50), st.floats(-50, 50), st.floats(-50, 50), st.booleans(), st.booleans())
def test_curves_of_an_arc_lie_on_its_ellipse(
    across: float, down: float, x: float, y: float, clockwise: bool, long: bool
) -> None:
    if abs(x) + abs(y) < 0.1:
        return
    curves = list(cubics((0.0, 0.0), Arc(across, down, x, y, clockwise, long)))
    assert 1 <= len(curves) <= 4
    assert (curves[-1].x, curves[-1].y) == pytest.approx((x, y), abs=1e-6)


@pytest.mark.parametrize(
    ("clockwise", "long", "middle"),
    # From (0, 0) to (10, 10) with radius 10: the short ways pass near the chord, the long ones far from it.
    [
        (True, False, (7.07, 2.93)),
        (False, False, (2.93, 7.07)),
        (True, True, (17.07, -7.07)),
        (False, True, (-7.07, 17.07)),
    ],
)
def test_arcs_turn_the_right_way(clockwise: bool, long: bool, middle: tuple[float, float]) -> None:
    curves = list(cubics((0.0, 0.0), Arc(10, 10, 10, 10, clockwise, long)))
    assert len(curves) == (3 if long else 1)
    before = (0.0, 0.0) if len(curves) == 1 else (curves[0].x, curves[0].y)
    curve = curves[len(curves) // 2]
    x = (before[0] + 3 * curve.x1 + 3 * curve.x2 + curve.x) / 8
    y = (before[1] + 3 * curve.y1 + 3 * curve.y2 + curve.y) / 8
    assert (x, y) == pytest.approx(middle, abs=0.01)
