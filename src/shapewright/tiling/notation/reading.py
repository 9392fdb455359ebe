"""Which notation a content is in, and the puzzle, the solutions or the answer in it.

The suffix decides for ``.dlx`` and ``.xmpuzzle``, otherwise the content does: gzip or XML is BurrTools', a JSON object
an answer that has its puzzle with it, and text whose lines name items of its first line is an exact cover.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from shapewright.errors import NotationError, ProblemError, ShapewrightError
from shapewright.storage.json import integers_of_any_length, json_or_lines, read_json
from shapewright.storage.sealed import begins_sealed
from shapewright.storage.text import decoded as text_of
from shapewright.tiling.covers.exact_cover import ExactCover
from shapewright.tiling.notation.answers import (
    Choice,
    Puzzle,
    choice_from_json,
    option_from_text,
    puzzle_from_text,
    puzzle_in_answer,
)
from shapewright.tiling.notation.art import parse_solutions
from shapewright.tiling.notation.records import parse_records
from shapewright.tiling.problem import Problem
from shapewright.tiling.solution import Solution

_COST = re.compile(r"cost -?[0-9]+")
_BLANK = b"\xef\xbb\xbf \t\r\n"


@dataclass(frozen=True)
class Given:
    """A puzzle, perhaps ``solutions`` of it, or with both the text of the ``answer`` that they stand in."""

    puzzle: Puzzle
    solutions: tuple[Solution | Choice, ...] | None = None
    answer: str | None = None


def read_puzzle(content: bytes, *, name: str = "", number: int | None = None) -> Puzzle:
    """The puzzle in the content of the file ``name``; ``number`` chooses one of several in an ``.xmpuzzle``, from 0.

    >>> read_puzzle(b"board 2x1\\npieces I2\\n").board.size, read_puzzle(b"a b\\na\\nb\\n").items
    ((2, 1), ('a', 'b'))

    Raises ``NotationError`` (or another ``ShapewrightError``), which says what is wrong and where.
    """
    if begins_sealed(content):
        raise NotationError(
            "this is not a puzzle but a file of numbers; if it is a set of solutions, 'tiling set FILE' reads it"
        )
    if is_xmpuzzle(content, name):
        from shapewright.tiling.notation.xmpuzzle import parse_xmpuzzle  # few puzzles are such files

        return parse_xmpuzzle(content, number or 0)
    if number is not None:
        raise ProblemError("--problem only applies to .xmpuzzle files, which may hold several problems")
    text = decoded(content)
    if text.lstrip().startswith("{"):
        return puzzle_in_answer(_puzzle_in_answer(text))
    return ExactCover.from_text(text) if name.lower().endswith(".dlx") else puzzle_from_text(text)


def several_problems(content: bytes, *, name: str = "") -> str:
    """What a reader should know of an ``.xmpuzzle`` that has several problems; '' of anything else."""
    if not is_xmpuzzle(content, name):
        return ""
    from shapewright.tiling.notation.xmpuzzle import problem_names  # few puzzles are such files

    names = problem_names(content)
    if len(names) < 2:
        return ""
    shown = ", ".join(f"{k}{f' ({title})' if title else ''}" for k, title in enumerate(names[:12]))
    return f"the file has {len(names)} problems, {shown}; problem 0 is used, and --problem N chooses another"


def read_solutions(content: bytes, puzzle: Puzzle) -> tuple[Solution | Choice, ...]:
    """The solutions of ``puzzle`` in a content: letters, JSON or JSON Lines.

    Those of an exact cover are options one a line with blank lines between, perhaps below the line ``cost N`` of
    ``tiling cheapest``, or JSON (Lines). Nothing is checked yet.
    """
    text = decoded(content)
    if isinstance(puzzle, Problem):
        is_json = text.lstrip()[:1] in ("{", "[")
        found = parse_records(text) if is_json else parse_solutions(text, puzzle)
        return tuple(Solution(puzzle, placements) for placements in found)
    if text.lstrip()[:1] == "{":
        chosen = [choice for _, data in json_or_lines(text) for choice in _choices(data)]
    else:
        blocks = [block.strip("\n").split("\n") for block in text.split("\n\n") if block.strip()]
        known = {*puzzle.items, *puzzle.secondary}
        for block in blocks:
            if _COST.fullmatch(block[0]) and not known.issuperset(block[0].split()):
                del block[0]
        chosen = [tuple(map(option_from_text, block)) for block in blocks]
    if not chosen:
        raise NotationError("it contains no solution")
    return tuple(chosen)


def is_answer(content: bytes) -> bool:
    """Whether this is a JSON answer that has its puzzle with it."""
    if not content.lstrip(_BLANK).startswith(b"{"):
        return False
    try:
        _puzzle_in_answer(decoded(content))
    except ShapewrightError:
        return False
    return True


def given_in_answer(content: bytes, puzzle: Puzzle) -> Given:
    """What a JSON answer holds besides its ``puzzle``."""
    text = decoded(content)
    listed = _object_in(text).get("solutions")
    return Given(puzzle, read_solutions(content, puzzle) if listed else None, text)


def decoded(content: bytes) -> str:
    """``content`` as text with ``\\n`` at the ends of its lines."""
    try:
        return text_of(content)
    except ValueError as error:
        raise NotationError(f"this is not text: {error}") from None


def is_xmpuzzle(content: bytes, name: str = "") -> bool:
    """Whether a content is a file of BurrTools, by its name or its first bytes."""
    if name.lower().endswith(".xmpuzzle") or content.startswith(b"\x1f\x8b"):
        return True
    return content.lstrip(_BLANK).startswith(b"<")


def _puzzle_in_answer(text: str) -> str:
    """The puzzle in the JSON answer ``text``, or in the first of its JSON Lines."""
    try:
        found = _object_in(text).get("puzzle")
    except NotationError:
        if "\n" not in text.strip():
            raise
        found = _object_in(text.lstrip().partition("\n")[0]).get("puzzle")
    if not isinstance(found, str):
        raise NotationError("the JSON has no 'puzzle', which answers of --json have; name the puzzle's file too")
    return found


def _object_in(text: str) -> dict[str, object]:
    """The JSON object in ``text``."""
    with integers_of_any_length():
        answer = read_json(text)
    if not isinstance(answer, dict):
        raise NotationError("the JSON is not an object")
    return answer


def _choices(data: object) -> list[Choice]:
    """The solutions of an exact cover in one JSON value: an answer's list, or a single one."""
    listed = data.get("solutions", [data]) if isinstance(data, dict) else [data]
    return [choice_from_json(each) for each in (listed if isinstance(listed, list) else [listed])]
