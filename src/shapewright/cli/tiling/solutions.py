"""Solutions that are given to a command, together with the puzzle they belong to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.cli.input import parse_content, read_bytes
from shapewright.cli.tiling.files import parse_puzzle, puzzle_bytes, read_solutions
from shapewright.errors import ProblemError
from shapewright.tiling.notation.reading import Given, given_in_answer, is_answer

if TYPE_CHECKING:
    from shapewright.cli.tiling.files import Puzzle
    from shapewright.cli.tiling.puzzle import Stated


def given(files: tuple[str, ...], stated: Stated) -> Given:
    """Read the arguments of ``verify`` and ``show``: [PUZZLE] [SOLUTIONS], the puzzle perhaps stated by options.

    One file is the solutions if options state the puzzle; otherwise it is a puzzle, or a JSON answer with everything
    in it.
    """
    if len(files) > 2:
        raise ProblemError(f"{len(files)} files are given; expected a puzzle and its solutions")
    if stated.is_given and len(files) == 2:
        raise ProblemError(
            f"two files and a puzzle stated by options are given; {files[0]!r} or the options are too many"
        )
    if stated.is_given:
        puzzle: Puzzle = stated.problem()
        return Given(puzzle, read_solutions(files[0], read_bytes(files[0]), puzzle)) if files else Given(puzzle)
    if not files:
        raise ProblemError("no puzzle is given; name a file, or state one such as --board 6x10 --pieces pentominoes")
    content = puzzle_bytes(files[0])
    puzzle = parse_puzzle(files[0], content, stated.number)
    if len(files) == 2:
        return Given(puzzle, read_solutions(files[1], read_bytes(files[1]), puzzle))
    if is_answer(content):
        return parse_content(files[0], content, lambda content: given_in_answer(content, puzzle))
    return Given(puzzle)
