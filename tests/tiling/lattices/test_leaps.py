"""Pieces used any number of times: counted by leaps, as published, and as the layered frontier counts."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shapewright.errors import StoppedError
from shapewright.jobs.statistics import Statistics
from shapewright.tiling import count, native
from shapewright.tiling.problem import Problem
from shapewright.tiling.search.instance import Cover
from shapewright.tiling.symmetries.orbits import Orbits

GIGABYTE = 1 << 30
COMPILER = os.environ.get("CXX") or shutil.which("c++")
PROGRAM = Path(__file__).parents[2] / "reference" / "free_tilings.cpp"


def mirrors(cover: Cover) -> list[list[int]]:
    return Orbits(cover).cells[1:]


def leapt(problem: Problem, threads: int = 1) -> int:
    leaps = native.leaps(Cover.of(problem).instance())
    assert leaps is not None
    assert leaps.run(None, -1.0, GIGABYTE, threads) == "done"
    return int.from_bytes(leaps.count, "little")


@pytest.mark.parametrize(
    ("size", "pieces", "number"),
    [  # OEIS A230031, A233427 and A174249
        ("6x6", "tetrominoes", 178939),
        ("6x8", "tetrominoes", 22483347),
        ("7x8", "tetrominoes", 657253434),
        ("8x8", "tetrominoes", 19077209438),
        ("6x5", "pentominoes", 27950),
        ("9x5", "pentominoes", 13205354),
        ("6x10", "pentominoes", 7845888732),
        ("5x22", "pentominoes", 4594660583890506956),
        # Not published where we looked; a second program, written for this number alone, counts as many.
        pytest.param("10x10", "tetrominoes", 72713560548906621, marks=pytest.mark.slow),
        pytest.param("9x10", "pentominoes", 7470920047174798, marks=pytest.mark.slow),
    ],
)
def test_rectangles_as_published(size: str, pieces: str, number: int) -> None:
    seen: list[Statistics] = []
    problem = Problem.from_text(f"board {size}\npieces any*{pieces}")
    assert count(problem, engine="frontier", report=seen.append) == number
    assert seen[0].engine == "frontier"


@pytest.mark.slow
@pytest.mark.skipif(COMPILER is None, reason="needs a C++ compiler")
@pytest.mark.parametrize(
    ("size", "cells", "number"),
    [
        ("8x8", 4, 19077209438),
        ("8x10", 5, 75996685446347),
        ("10x10", 5, 729748655181974778),  # two and a half minutes
    ],
)
def test_a_program_that_shares_nothing_counts_as_many(tmp_path: Path, size: str, cells: int, number: int) -> None:
    program = tmp_path / "free_tilings"
    subprocess.run([str(COMPILER), "-O2", "-std=c++20", "-o", program, PROGRAM], check=True)
    words = [str(program), *size.split("x"), str(cells)]
    assert int(subprocess.run(words, check=True, capture_output=True, text=True).stdout) == number
    if size == "8x10":
        assert count(Problem.from_text("board 8x10\npieces any*pentominoes")) == number


@given(st.data())
def test_any_board_has_as_many_as_the_layered_frontier_counts(data: st.DataObject) -> None:
    width, height = data.draw(st.integers(2, 6)), data.draw(st.integers(2, 6))
    cells = data.draw(st.lists(st.sampled_from("###.o"), min_size=width * height, max_size=width * height))
    rows = ["".join(cells[y * width : (y + 1) * width]) for y in range(height)]
    if not any("#" in row for row in rows):
        return
    optional = [f"{x},{height - 1 - y}" for y, row in enumerate(rows) for x, cell in enumerate(row) if cell == "o"]
    text = "board\n" + "\n".join("  " + row.replace("o", "#") for row in rows)
    text += f"\noptional {' '.join(optional)}" if optional else ""
    pieces = data.draw(st.sampled_from(["trominoes", "tetrominoes", "I1, any*dominoes", "L3, any*fixed-L4"]))
    cover = Cover.of(Problem.from_text(f"{text}\npieces any*{pieces}"))
    leaps, sweep = native.leaps(cover.instance()), native.sweep(cover.instance())
    assert leaps is not None
    assert sweep is not None
    assert leaps.run(None, -1.0, GIGABYTE, data.draw(st.integers(1, 3))) == "done"
    assert sweep.run(None, -1.0, GIGABYTE, False) == "done"
    assert leaps.count == sweep.count
    assert leaps.states <= sweep.states + 1
    mirrored = native.leaps(cover.instance(), mirrors(cover))
    assert mirrored is not None
    assert mirrored.run(None, -1.0, GIGABYTE, data.draw(st.integers(1, 3))) == "done"
    assert mirrored.count == leaps.count
    assert mirrored.states <= leaps.states


@pytest.mark.parametrize(
    ("board", "pieces"),
    [("6x9", "any*tetrominoes"), ("2x3x7", "any*tricubes"), ("3x3x4", "any*dominoes"), ("4x4x3", "any*I2, any*L3")],
)
def test_images_are_counted_together(board: str, pieces: str) -> None:
    cover = Cover.of(Problem.from_text(f"board {board}\npieces {pieces}"))
    plain, mirrored = native.leaps(cover.instance()), native.leaps(cover.instance(), mirrors(cover))
    assert plain is not None
    assert mirrored is not None
    assert plain.run(None, -1.0, GIGABYTE, 1) == mirrored.run(None, -1.0, GIGABYTE, 2) == "done"
    assert plain.count == mirrored.count
    assert mirrored.states < 0.8 * plain.states


def test_a_permutation_that_is_no_symmetry_is_refused() -> None:
    cover = Cover.of(Problem.from_text("board 2x3\npieces any*I2"))
    with pytest.raises(ValueError, match="does not keep the options"):
        native.leaps(cover.instance(), [[1, 2, 3, 4, 5, 0]])


def test_threads_change_nothing() -> None:
    problem = Problem.from_text("board 9x8\npieces any*tetrominoes")
    assert leapt(problem) == leapt(problem, 3) == count(problem, threads=2)


def test_counted_pieces_are_not_for_leaps() -> None:
    assert native.leaps(Cover.of(Problem.from_text("board 5x8\npieces 2*tetrominoes")).instance()) is None


def test_time_is_up() -> None:
    with pytest.raises(StoppedError):
        count(Problem.from_text("board 10x10\npieces any*pentominoes"), time_limit=0.3)
