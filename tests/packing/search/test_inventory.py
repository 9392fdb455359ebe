from __future__ import annotations

from pathlib import Path

import pytest

from shapewright.cells.grid import Board
from shapewright.errors import FileError, LimitError, ProblemError
from shapewright.packing import Bag, Packing, check, rectangles
from shapewright.packing.search.inventory import build, read, write


def test_every_rectangle_is_filled() -> None:
    found = rectangles(20)
    for one in found:
        board = Board.box(one.width, one.height)
        packing = Packing(
            Bag(one.counts), "optimal", one.width, one.height, tuple(one.placements), "board", board=board
        )
        check(packing)
        assert packing.cells == one.width * one.height
    sizes = [(one.width, one.height) for one in found]
    assert [sizes.count(size) for size in ((2, 2), (4, 4), (4, 5))] == [1, 24, 88]


def test_files_give_the_rectangles_back(tmp_path: Path) -> None:
    path = tmp_path / "rectangles.h5"
    made = build(12)
    write(path, 12, made)
    assert read(path) == made
    assert rectangles(8, path) == tuple(one for one in made if one.width * one.height <= 8)


def test_damaged_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "rectangles.h5"
    write(path, 12, build(12))
    content = bytearray(path.read_bytes())
    for place in (5, 600, len(content) - 3):
        damaged = bytearray(content)
        damaged[place] ^= 4
        path.write_bytes(damaged)
        with pytest.raises(FileError):
            read(path)
    path.write_bytes(content[:-10])
    with pytest.raises(FileError, match="truncated"):
        read(path)
    with pytest.raises(FileError):
        read(tmp_path / "none.h5")


def test_areas_that_make_no_sense() -> None:
    with pytest.raises(ProblemError):
        build(3)
    with pytest.raises(LimitError):
        rectangles(100)
