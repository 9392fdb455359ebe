"""GIF: the frames come in their order, in exact colours, each for its time."""

from __future__ import annotations

import sys
from io import BytesIO

import pytest
from PIL import Image

from shapewright.drawing import Scene, rectangle, to_gif
from shapewright.drawing.formats.gif import MAX_FRAMES
from shapewright.errors import LimitError, MissingExtraError, ProblemError

RED, BLUE = "#d92d27", "#1f5fd0"


def scene(*columns: str, height: float = 6) -> Scene:
    return Scene(10.0 * len(columns), height, tuple(rectangle(10 * x, 0, 10, 6, fill=c) for x, c in enumerate(columns)))


def colour(picture: Image.Image, x: int, y: int) -> str:
    pixel = picture.convert("RGB").getpixel((x, y))
    assert isinstance(pixel, tuple)
    return "#" + "".join(f"{int(part):02x}" for part in pixel[:3])


def test_frames_come_in_order_with_their_colours_and_times() -> None:
    with Image.open(BytesIO(to_gif([scene(RED, BLUE), scene(BLUE, RED)], seconds=[0.25, 1.5]))) as made:
        assert (made.format, made.n_frames, made.size) == ("GIF", 2, (20, 6))  # type: ignore[attr-defined]
        assert made.info["loop"] == 0
        assert [colour(made, x, 3) for x in (4, 15)] == [RED, BLUE]
        assert made.info["duration"] == 250
        made.seek(1)
        assert [colour(made, x, 3) for x in (4, 15)] == [BLUE, RED]
        assert made.info["duration"] == 1500


def test_scale_background_and_no_loop() -> None:
    with Image.open(BytesIO(to_gif([scene(RED, height=12)], scale=2, background="#112233", loop=False))) as made:
        assert made.size == (20, 24)
        assert "loop" not in made.info
        assert [colour(made, 5, y) for y in (5, 20)] == [RED, "#112233"]


def test_more_colours_than_a_palette_has_still_make_a_picture() -> None:
    shades = [f"#{red:02x}{green:02x}40" for red in range(0, 256, 8) for green in range(0, 256, 16)]
    flat = scene(*([RED] * 60), *shades)
    with Image.open(BytesIO(to_gif([flat, flat]))) as made:
        assert colour(made, 5, 3) == RED  # what is common stays exact


def test_the_same_scenes_give_the_same_bytes() -> None:
    scenes = [scene(RED, BLUE), scene(BLUE, RED)]
    assert to_gif(scenes) == to_gif(scenes)


@pytest.mark.parametrize(
    ("scenes", "seconds", "message"),
    [
        ([], 0.5, "at least one picture"),
        ([scene(RED), scene(RED, BLUE)], 0.5, "must have one size, not 10 x 6 and 20 x 6"),
        ([scene(RED)], [0.5, 0.5], "there are 1 pictures but 2 times"),
        ([scene(RED)], 0.0, "not for 0$"),
        ([scene(RED)], float("nan"), "not for nan"),
        ([scene(RED)], 1000.0, "not for 1000"),
    ],
)
def test_impossible_animations_are_refused(scenes: list[Scene], seconds: float | list[float], message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        to_gif(scenes, seconds=seconds)


def test_hostile_sizes_are_refused_before_the_work() -> None:
    with pytest.raises(LimitError, match="pictures is larger"):
        to_gif([scene(RED)] * (MAX_FRAMES + 1))
    with pytest.raises(LimitError, match="pixels is larger"):
        to_gif([Scene(10_000, 9_000, ())] * 5)


@pytest.mark.parametrize(("module", "missing"), [("PIL", "pillow"), ("resvg_py", "resvg_py")])
def test_where_a_package_is_missing(monkeypatch: pytest.MonkeyPatch, module: str, missing: str) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtraError, match=rf"need the package '{missing}': pip install {missing}"):
        to_gif([scene(RED)])
