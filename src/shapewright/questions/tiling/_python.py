"""A puzzle in lines of Python."""

from __future__ import annotations

import base64
import textwrap
from dataclasses import dataclass, replace

from shapewright.cells.grid import cell_text
from shapewright.cells.pieces import is_piece_file
from shapewright.claims import Asked as Parameters
from shapewright.questions.asked import Asked
from shapewright.questions.fields import TIME_LIMIT, Field
from shapewright.questions.python import Expression, call, content, literal, program
from shapewright.questions.tiling._puzzle import (
    BOARD,
    FILE,
    FIXED,
    HOLE,
    HOLE_BOX,
    OPTIONAL,
    PIECES,
    PROBLEM,
    PUZZLE_FILE,
    added_by,
)
from shapewright.questions.tiling._search import SEARCH, SYMMETRIC
from shapewright.questions.tiling._shown.given import SOLUTION, SOLUTIONS
from shapewright.storage.json import read_json
from shapewright.tiling import Problem
from shapewright.tiling.notation.answers import with_asked_additions
from shapewright.tiling.notation.reading import decoded, is_answer, is_xmpuzzle, read_puzzle

# Parameters of a search that are keywords of its function, too.
_SEARCHED: tuple[Field[object], ...] = (*SEARCH, SYMMETRIC, TIME_LIMIT)


@dataclass(frozen=True)
class Stated:
    """The ``lines`` that state a puzzle, under the name ``problem``, or ``cover`` where it has no board.

    ``answer`` is the answer that it stands in, if it does; ``has_solutions`` says that the lines read some.
    """

    lines: tuple[str, ...]
    imports: tuple[str, ...] = ()
    has_board: bool = True
    answer: dict[str, object] | None = None
    has_solutions: bool = False

    @property
    def name(self) -> Expression:
        """What the puzzle is called in the lines."""
        return Expression("problem" if self.has_board else "cover")

    def program(self, *lines: str, imports: tuple[str, ...] = ()) -> str:
        """The puzzle, and lines that work with it."""
        return program("tiling", *self.lines, *lines, imports=(*self.imports, *imports))


def in_python(asked: Asked) -> Stated:
    """The puzzle that the parameters state."""
    packed, file = asked[PUZZLE_FILE], asked[FILE]
    data = file.bytes() if packed is None and file is not None else packed
    if data is not None and added_by(asked):
        return _with_additions(asked, data)
    if data is None:
        return Stated((f"problem = {call('tiling.Problem.from_text', _puzzle_text(asked))}",))
    if is_xmpuzzle(data):
        imports: tuple[str, ...] = ()
        try:
            expression = Expression(f"{literal(data.decode())}.encode()")
        except UnicodeDecodeError:
            rows = "\n".join(textwrap.wrap(base64.b64encode(data).decode(), 76))
            expression, imports = call("base64.b64decode", f"{rows}\n"), ("import base64",)
        read = call("tiling.Problem.from_xmpuzzle", Expression("data"), which=asked[PROBLEM] or None)
        return Stated((f"data = {expression}", f"problem = {read}"), imports)
    text, answer = decoded(data), None
    if is_answer(data):
        answer = read_json(text)
        text = answer["puzzle"]
    if isinstance(read_puzzle(data), Problem):
        return Stated((f"problem = {call('tiling.Problem.from_text', text)}",), answer=answer)
    return Stated((f"cover = {call('tiling.ExactCover.from_text', text)}",), has_board=False, answer=answer)


def with_solutions(asked: Asked) -> Stated:
    """The puzzle, and solutions of it as ``solutions`` if there are some."""
    given = next(iter(asked.some(SOLUTION, SOLUTIONS).values()), None)
    if BOARD in asked and FILE in asked:
        given, asked = asked.plain(FILE), asked.replace({FILE: None})
    puzzle = in_python(asked)
    if given is None and puzzle.answer is not None and puzzle.answer.get("solutions"):
        given = {"solutions": puzzle.answer["solutions"]}
    if given is None:
        return puzzle
    line = f"solutions = {call('read_solutions', Expression(f'{literal(content(given))}.encode()'), puzzle.name)}"
    reader = "from shapewright.tiling.notation.reading import read_solutions"
    return replace(puzzle, lines=(*puzzle.lines, line), imports=(*puzzle.imports, reader), has_solutions=True)


def searching(asked: Asked, function: str, puzzle: Stated, **more: object) -> Expression:
    """The call of a search, with its keywords; what has no board has methods instead."""
    if puzzle.has_board:
        return call(f"tiling.{function}", puzzle.name, **more, **asked.some(*_SEARCHED))
    return call(f"{puzzle.name}.{function}", **more, **asked.some(*_SEARCHED))


def print_each(puzzle: Stated, found: str) -> str:
    """The puzzle, and lines that print each solution of a call."""
    if puzzle.has_board:
        return puzzle.program(f"for solution in {found}:", '    print(solution, end="\\n\\n")')
    return puzzle.program(
        f"for options in {found}:",
        '    print(*map(cover.option_text, options), sep="\\n", end="\\n\\n")',
    )


def _with_additions(asked: Asked, data: bytes) -> Stated:
    """The puzzle of a file with what options add to it, as one text."""
    more = Parameters(asked.some(HOLE, HOLE_BOX, OPTIONAL, FIXED))
    text = with_asked_additions(read_puzzle(data, number=asked[PROBLEM]), more).to_text()
    answer = read_json(decoded(data)) if is_answer(data) else None
    return Stated((f"problem = {call('tiling.Problem.from_text', text)}",), answer=answer)


def _puzzle_text(asked: Asked) -> str:
    """The text puzzle that says what the fields say."""
    board, pieces = asked.text(BOARD), asked.text(PIECES).strip()
    lines = [f"board\n{textwrap.indent(board, '  ')}" if "\n" in board.strip() else f"board {board}"]
    holes = [*asked[HOLE], *[cell for cells in asked[HOLE_BOX] for cell in cells]]
    lines += [f"hole {' '.join(map(cell_text, holes))}"] if holes else []
    lines += [f"optional {' '.join(asked[OPTIONAL])}"] if OPTIONAL in asked else []
    lines += [pieces if is_piece_file(pieces) else f"pieces {pieces}"]
    lines += [f"fixed {each}" for each in asked[FIXED]]
    return "\n".join(lines) + ("\n" if len(lines) > 2 else "")
