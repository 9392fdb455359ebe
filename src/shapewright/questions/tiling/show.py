"""Draw puzzles and solutions, and turn puzzles into other notations."""

from __future__ import annotations

import json
import sys
from typing import Any

from shapewright.cells.grid import cell_text
from shapewright.drawing import terminal_options
from shapewright.errors import FileError, ProblemError, amount
from shapewright.questions.asked import Asked
from shapewright.questions.desk import Desk
from shapewright.questions.fields import Flag
from shapewright.questions.parts import Picture, Pictures
from shapewright.questions.question import Answer, Formats, Question
from shapewright.questions.screen import Screen
from shapewright.questions.tiling._puzzle import PUZZLE, about
from shapewright.questions.tiling._python import print_each, with_solutions
from shapewright.questions.tiling._shown.editor import editor
from shapewright.questions.tiling._shown.given import SOLUTION, SOLUTIONS, given
from shapewright.questions.tiling._shown.solutions import Shown, drawable, formats, text_on
from shapewright.tiling import Problem, Solution, faults, picture
from shapewright.tiling.notation.answers import Puzzle, puzzle_facts
from shapewright.tiling.notation.reading import Given
from shapewright.tiling.notation.records import parse_records

_PICTURES = (".svg", ".png", ".pdf", ".html")
_REFUSED = {
    ".gif": "a .gif file shows one step after the other, and a puzzle has no steps",
    ".jsonl": "a .jsonl file is a list of solutions, and this is a puzzle",
}
_NO_BOARD = dict.fromkeys(
    (*_PICTURES, ".txt", ".xmpuzzle"), "this format shows a board with pieces, and an exact cover (DLX) has none"
)


def _formats(asked: Asked) -> Formats:
    of = given(asked)
    if of.solutions is not None:
        return formats(of.puzzle, several=len(of.solutions) > 1)
    if not isinstance(of.puzzle, Problem):
        return Formats((".dlx", ".json"), _REFUSED | _NO_BOARD)
    suffixes = (".txt", ".dlx", ".xmpuzzle", ".json")
    too_large = drawable(of.puzzle)
    if too_large:
        return Formats(suffixes, _REFUSED | dict.fromkeys(_PICTURES, too_large))
    return Formats((*suffixes, *_PICTURES), _REFUSED)


BRIEF = Flag("brief", "Leave out the drawing of the puzzle.", doors=("studio",))


def answer(asked: Asked, desk: Desk) -> Answer:
    """The puzzle, or solutions of it."""
    of = given(asked, desk)
    if asked[SOLUTION] is not None:
        return _checked(of.puzzle, asked[SOLUTION])
    if of.solutions is not None:
        for number, solution in enumerate(of.solutions or (), start=1):
            if not isinstance(solution, Solution):
                continue
            for placement in solution.placements:
                outside = sorted(set(placement.cells) - solution.problem.board.cells)
                if outside:
                    where = f"{placement.piece!r} covers {cell_text(outside[0])}, which is not a cell of the board"
                    raise FileError(f"solution {number} is not one of this puzzle: {where}")
        return _solutions(of)
    if isinstance(of.puzzle, Problem):
        return _problem(of.puzzle, about(asked), desk, brief=asked[BRIEF])
    primary, secondary, options = len(of.puzzle.items), len(of.puzzle.secondary), len(of.puzzle.options)
    words = f"an exact cover: {primary} primary items, {secondary} secondary items, {options} options"
    return Answer(
        _keys(of.puzzle),
        words,
        text=lambda screen: words if screen.is_terminal else of.puzzle.to_text(),
        records=_no_records,
        files={".dlx": of.puzzle.to_text},
        notes=["It has no board to draw, but it can be solved and counted."],
        seconds=0.0,
    )


# --- Solutions --------------------------------------------------------------------------------------------------------


def _solutions(of: Given, headline: str = "", tone: str = "") -> Answer:
    assert of.solutions is not None
    shown = Shown(of.puzzle, of.solutions)
    number = len(of.solutions)
    return Answer(
        {"solutions": shown.records(), "puzzle": of.puzzle.to_text()},
        headline or ("a solution" if number == 1 else amount(number, "solution")),
        text=lambda screen: "\n\n".join([text_on(solution, screen) for solution in shown.solutions]),
        parts=shown.parts,
        records=shown.records,
        files=shown.files(),
        seconds=0.0,
        tone=tone,
    )


def _checked(stated: Puzzle, solution: object) -> Answer:
    """A solution as an answer has it, looked at by the independent checker."""
    if not isinstance(stated, Problem):
        raise ProblemError("a solution is drawn on a board, and this puzzle is an exact cover (DLX), which has none")
    solutions = [Solution(stated, placements) for placements in parse_records(json.dumps(solution))]
    wrong = [fault for each in solutions for fault in faults(stated, each.placements)]
    words, tone = (f"not a tiling: {wrong[0]}", "bad") if wrong else ("a tiling, checked", "good")
    return _solutions(Given(stated, tuple(solutions)), words, tone)


# --- Puzzles ----------------------------------------------------------------------------------------------------------


def _problem(stated: Problem, of_file: dict[str, Any], desk: Desk, *, brief: bool) -> Answer:
    def text(screen: Screen) -> str:
        """A picture on a terminal; elsewhere the notation, for the next program to read."""
        if not screen.is_terminal:
            return stated.to_text()
        return picture.sheet_text(stated, terminal_options(sys.stdout))

    return Answer(
        _keys(stated),
        picture.facts(stated),
        text=text,
        parts=lambda: [] if brief else [Pictures([Picture(picture.sheet(stated))], size="whole")],
        records=_no_records,
        files={
            ".txt": stated.to_text,
            ".dlx": stated.to_dlx,
            ".xmpuzzle": stated.to_xmpuzzle,
            ".html": lambda: picture.sheet_page(stated),
        },
        seconds=0.0,
        tone="plain",
        page={"editor": editor(stated)} if desk.studio else {},
        **of_file,
    )


def _keys(stated: Puzzle) -> dict[str, object]:
    return {**puzzle_facts(stated), "puzzle": stated.to_text()}


def _no_records() -> list[object]:
    raise ProblemError("--jsonl prints solutions, and this is a puzzle; use --json")


def _python(asked: Asked) -> str:
    puzzle = with_solutions(asked)
    if puzzle.has_solutions:
        return print_each(puzzle, "solutions")
    return puzzle.program(f"print({puzzle.name}.to_text())")


QUESTION = Question(
    "tiling",
    "show",
    "Draw a puzzle or solutions, or turn a puzzle into another notation.",
    (
        *PUZZLE,
        SOLUTIONS,
        SOLUTION,
        BRIEF,
    ),
    answer,
    about="""
    \b
    shapewright tiling show puzzle.txt                   the board and the pieces
    shapewright tiling show puzzle.txt solutions.txt     the solutions
    shapewright tiling show puzzle.xmpuzzle -o new.dlx   another notation (.txt .dlx .xmpuzzle)""",
    rule="shapewright.tiling.claims.counting:show",
    claims="""
    items? | whole | Number of items of an exact cover that must be covered. | again: counted in the puzzle
    secondary? | whole | Number of items that may be covered. | again: counted in the puzzle
    options? | whole | Number of options. | again: counted in the puzzle
    cells?  optional?  pieces?  solutions?  puzzle""",
    example={"board": "6x10", "pieces": "pentominoes"},
    formats=_formats,
    downloads=(".txt", ".dlx", ".xmpuzzle", ".svg", ".pdf"),
    stem="puzzle",
    lists=True,
    quick=True,
    python=_python,
)
