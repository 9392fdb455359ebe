"""The files of the tiling family: which notation a content is in, and the puzzle or the solutions in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright.cli.input import parse_content, read_bytes
from shapewright.errors import FileError, NotationError, ProblemError, ShapewrightError

if TYPE_CHECKING:
    from shapewright.cells.placements import Placement
    from shapewright.tiling import Problem
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
    """Read the content of a puzzle file in whichever notation it is.

    The suffix decides for .dlx; otherwise the content does: gzip or XML is BurrTools', a JSON object an answer of
    ours that has its puzzle with it, and text whose lines name items of its first line is an exact cover.
    """

    def parse(content: bytes) -> Puzzle:
        if _is_xmpuzzle(file, content):
            return _xmpuzzle(content, number)
        if number is not None:
            raise ProblemError("--problem chooses one of several problems; only .xmpuzzle files have that")
        text = decoded(content)
        if text.lstrip().startswith("{"):
            text = puzzle_in_answer(text)
        return _from_text(text, is_dlx=file.lower().endswith(".dlx"))

    return parse_content(file, content, parse)


def read_solutions(file: str, content: bytes, problem: Problem) -> list[tuple[Placement, ...]]:
    """The solutions in a file, in letters, JSON or JSON Lines."""

    def parse(content: bytes) -> list[tuple[Placement, ...]]:
        from shapewright.tiling.notation.art import parse_solutions
        from shapewright.tiling.notation.records import parse_records

        text = decoded(content)
        if text.lstrip()[:1] in ("{", "["):
            return parse_records(text)
        return parse_solutions(text, problem)

    return parse_content(file, content, parse)


def read_cover_solutions(file: str, content: bytes) -> list[Choice]:
    """The solutions of an exact cover in a file: options one a line and blank lines between, or JSON (Lines)."""

    def parse(content: bytes) -> list[Choice]:
        from shapewright.tiling.notation.answers import option_from_text

        text = decoded(content)
        if text.lstrip()[:1] == "{":
            found = _option_texts(text)
        else:
            found = [block.strip("\n").split("\n") for block in text.split("\n\n") if block.strip()]
        if not found:
            raise NotationError("there is no solution in it")
        return [tuple(option_from_text(option) for option in options) for options in found]

    return parse_content(file, content, parse)


def is_answer(content: bytes) -> bool:
    """Whether this is a JSON answer of ours that has its puzzle with it."""
    if not content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        return False
    try:
        puzzle_in_answer(decoded(content))
    except ShapewrightError:
        return False
    return True


def puzzle_in_answer(text: str) -> str:
    """The puzzle in the JSON answer ``text``."""
    try:
        found = answer_in(text).get("puzzle")
    except NotationError:
        if "\n" not in text.strip():
            raise
        found = answer_in(text.lstrip().partition("\n")[0]).get("puzzle")  # JSON Lines, perhaps
    if not isinstance(found, str):
        raise NotationError("the JSON has no 'puzzle' in it, as answers of --json have; name the puzzle's file as well")
    return found


def answer_in(text: str) -> dict[str, Any]:
    """The JSON object in ``text``."""
    import json

    from shapewright.storage.json import integers_of_any_length

    try:
        with integers_of_any_length():
            answer = json.loads(text)
    except RecursionError:
        raise NotationError("the JSON is nested too deeply") from None
    except ValueError as error:
        raise NotationError(f"the text is not JSON: {error}") from None
    if not isinstance(answer, dict):
        raise NotationError("the JSON is not an object")
    return answer


def decoded(content: bytes) -> str:
    """``content`` as text with ``\\n`` at the ends of its lines."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        wrong = content[error.start]
        raise NotationError(f"this is no text: byte 0x{wrong:02x} at offset {error.start} is not UTF-8") from None
    if "\0" in text:
        raise NotationError(f"this is no text: there is a zero byte at offset {content.index(0)}")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _is_xmpuzzle(file: str, content: bytes) -> bool:
    if file.lower().endswith(".xmpuzzle") or content.startswith(b"\x1f\x8b"):
        return True
    return content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")


def _xmpuzzle(content: bytes, number: int | None) -> Problem:
    from shapewright.cli.output import remark
    from shapewright.tiling.notation.xmpuzzle import parse_xmpuzzle, problem_names

    if number is None and len(names := problem_names(content)) > 1:
        shown = ", ".join(f"{k}{f' ({name})' if name else ''}" for k, name in enumerate(names[:12]))
        remark(f"the file has {len(names)} problems, {shown}; this is 0, --problem N takes another")
    return parse_xmpuzzle(content, number or 0)


def _from_text(text: str, *, is_dlx: bool) -> Puzzle:
    from shapewright.tiling.notation.answers import puzzle_from_text
    from shapewright.tiling.notation.dlx import ExactCover

    return ExactCover.from_text(text) if is_dlx else puzzle_from_text(text)


def _option_texts(text: str) -> list[list[str]]:
    try:
        answers = [answer_in(text)]
    except NotationError:
        answers = [answer_in(line) for line in text.split("\n") if line.strip()]
    found = []
    for answer in answers:
        solutions = answer.get("solutions", [answer])
        for solution in solutions if isinstance(solutions, list) else [solutions]:
            options = solution.get("options") if isinstance(solution, dict) else None
            if not isinstance(options, list) or not all(isinstance(option, str) for option in options):
                raise NotationError("a solution of the JSON has no 'options'; expected {'options': ['A X:0', ...]}")
            found.append(options)
    return found
