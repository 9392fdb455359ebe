"""A mistyped file after ``--board`` is told as such, though letters alone may be a row of coloured cells."""

from __future__ import annotations

import pytest
from tests.cli.conftest import Run


@pytest.mark.parametrize(
    "words",
    [
        ("tiling", "count", "--pieces", "pentominoes", "--board", "house"),
        ("packing", "pack", "O4T4", "--board", "house"),
        ("packing", "bins", "O4T4", "--boards", "house"),
        ("stacking", "solve", "OLJ", "--board", "house"),
    ],
)
def test_letters_that_are_no_board_are_a_mistyped_file(run: Run, words: tuple[str, ...]) -> None:
    code, _, err = run(*words)
    assert code == 2
    assert "'house' is not a board" in err
    assert "'./house'" in err


def test_a_row_of_coloured_cells_is_a_board(run: Run) -> None:
    code, out, _ = run("tiling", "count", "--board", "aabb", "--pieces", "2*I2")
    assert (code, out.strip()) == (0, "1")
