"""A bare word is a text; where it is none and a file has that name, the message says how to read the file."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.conftest import Run


@pytest.mark.parametrize(
    "command",
    [
        ("packing", "pack", "--pieces", "a1", "--box", "3x3"),
        ("packing", "pack", "a1"),
        ("packing", "pack", "--pieces", "T4", "--board", "a1"),
        ("packing", "bins", "--pieces", "T4", "--boards", "a1"),
        ("packing", "solids", "--pieces", "a1"),
        ("tiling", "solve", "--board", "3x3", "--pieces", "a1"),
        ("tiling", "solve", "--board", "a1", "--pieces", "T4"),
        ("stacking", "solve", "IO", "--pieces", "a1"),
        ("clear", "percent", "-p", "a1"),
        ("clear", "percent", "-p", "*p4", "--field", "a1"),
    ],
    ids=" ".join,
)
def test_the_message_names_the_file(run: Run, command: tuple[str, ...]) -> None:
    Path("a1").write_text("nothing of use\n")
    code, out, err = run(*command)
    assert (code, out) == (2, "")
    assert "./a1" in err


@pytest.mark.parametrize(
    "command",
    [
        ("packing", "pack", "--pieces", "T4", "--box", "3x2"),
        ("packing", "pack", "T4", "--box", "4x4"),
        ("tiling", "count", "--board", "4x4", "--pieces", "4*T4"),
        ("stacking", "solve", "TO", "--width", "4"),
    ],
    ids=" ".join,
)
def test_what_is_a_text_and_a_file_is_a_text_and_mentioned(run: Run, command: tuple[str, ...]) -> None:
    word = next(word for word in command if word in ("T4", "4x4", "TO"))
    without = run(*command)
    Path(word).write_text("nothing of use\n")
    code, out, err = run(*command)
    assert (code, out) == without[:2]
    assert without[2] == ""
    assert f"'{word}' was not read as a file, although one has that name: write './{word}' to read it" in err
    assert run(*command, "-q")[2] == ""
