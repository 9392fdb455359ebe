"""Pictures of moves: what lies where in each frame, and the exploded view."""

from __future__ import annotations

import pytest

from shapewright import tiling
from shapewright.errors import LimitError
from shapewright.tiling import Disassembly, Problem
from shapewright.tiling.apart import picture
from shapewright.tiling.apart.check import faults

LOCK = "board\n  ##?##\n  ##??#\n  #####\npiece F 1 fixed\n  ##.##\n  #...#\n  #####\npiece B 1 fixed\n  #\n"


def taken(text: str, *, lift: bool = False) -> Disassembly:
    found = tiling.first(Problem.from_text(text))
    assert found is not None
    return tiling.disassemble(found, lift=lift)


def test_a_frame_for_each_move_or_unit() -> None:
    found = taken(LOCK)
    frames = picture.frames(found)
    assert [frame.caption for frame in frames] == ["B F", "1. B +x 1", "2. B +y out"]
    (bolt,) = (k for k, placement in enumerate(found.solution.placements) if placement.piece == "B")
    assert [sorted(frame.places[bolt]) for frame in frames] == [[(1, 1, 0)], [(2, 1, 0)], [(2, 5, 0)]]
    by_unit = [min(frame.places[bolt])[1] for frame in picture.frames(found, units=True)]
    assert by_unit == [1, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(("text", "lift"), [("board 3x3x3\npieces soma", False), ("board 4x4\npieces 4*L4", True)])
def test_nothing_overlaps_in_any_frame(text: str, lift: bool) -> None:
    found = taken(text, lift=lift)
    assert faults(found) == []
    frames = [*picture.frames(found, units=True), picture.exploded(found)]
    for frame in frames:
        cells = [cell for places in frame.places.values() for cell in places]
        assert len(set(cells)) == len(cells)
    assert len(frames[-1].places) == len(found.solution.placements)
    drawn = picture.scenes(found, frames[:-1])
    assert len({(scene.width, scene.height) for scene in drawn}) == 1
    assert picture.exploded_scene(found).nodes


def test_pieces_of_an_exploded_view_are_apart() -> None:
    found = taken("board 3x3x3\npieces soma")
    places = list(picture.exploded(found).places.values())
    steps = [(dx, dy, dz) for dx in (-1, 0, 1) for dy in (-1, 0, 1) for dz in (-1, 0, 1)]
    for k, cells in enumerate(places):
        around = {(x + dx, y + dy, z + dz) for x, y, z in cells for dx, dy, dz in steps}
        assert all(around.isdisjoint(other) for other in places[k + 1 :])


def test_one_piece_has_nothing_to_move() -> None:
    found = taken("board 2x1\npieces I2")
    assert [frame.caption for frame in picture.frames(found)] == [""]
    assert found.levels == ()
    assert found.level == "0"


def test_too_many_pictures_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture, "MAX_FRAMES", 2)
    with pytest.raises(LimitError, match="more than 2 pictures"):
        picture.frames(taken(LOCK))
    monkeypatch.setattr(picture, "MAX_CELLS", 3)
    with pytest.raises(LimitError, match="more than 3 cells"):
        picture.exploded_scene(taken(LOCK))
