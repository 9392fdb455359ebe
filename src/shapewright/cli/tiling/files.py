"""The files of the tiling family, read for a command: errors name the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.cli.input import parse_content, read_bytes
from shapewright.cli.output import remark
from shapewright.errors import FileError, ShapewrightError
from shapewright.tiling.notation import reading

if TYPE_CHECKING:
    from shapewright.tiling import Problem, Solution
    from shapewright.tiling.abstract import Choice
    from shapewright.tiling.notation.dlx import ExactCover

    Puzzle = Problem | ExactCover


def puzzle_bytes(file: str) -> bytes:
    """The content of a puzzle file; a board that was given where a file belongs is told from a missing file."""
    from shapewright.cells.grid import parse_size

    try:
        return read_bytes(file)
    except FileError as error:
        try:
            is_size = parse_size(file) is not None
        except ShapewrightError:
            is_size = True
        if is_size:
            raise FileError(f"{error}; a board is given as --board {file[:40]}") from None
        raise


def parse_puzzle(file: str, content: bytes, number: int | None = None) -> Puzzle:
    """Read the content of a puzzle file in whichever notation it is."""

    def parse(content: bytes) -> Puzzle:
        if number is None and (note := reading.several_problems(content, name=file)):
            remark(note)
        return reading.read_puzzle(content, name=file, number=number)

    return parse_content(file, content, parse)


def read_solutions(file: str, content: bytes, puzzle: Puzzle) -> tuple[Solution | Choice, ...]:
    """The solutions of that puzzle in the content of a file."""
    return parse_content(file, content, lambda content: reading.read_solutions(content, puzzle))
