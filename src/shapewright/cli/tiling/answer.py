"""How solutions leave a command: pictures or letters, JSON, JSON Lines, and files in the format of their suffix."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Protocol

from shapewright.cli import ANSWER, NONE_EXISTS
from shapewright.cli.output import envelope, output_format, print_text, remark
from shapewright.cli.tiling.search import reason
from shapewright.errors import LimitError, StoppedError
from shapewright.storage.files import whole_file, write_file
from shapewright.storage.json import json_text

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import BinaryIO

    from shapewright.cli.tiling.files import Puzzle
    from shapewright.cli.tiling.search import Search
    from shapewright.drawing import Scene
    from shapewright.tiling import Solution
    from shapewright.tiling.abstract import Choice

# What is kept until the end must fit into memory and into a reader's patience.
MAX_LISTED = 100_000
MAX_FIGURES = 1000

_PICTURES = (".svg", ".png", ".html")
_NO_STEPS = {".gif": "a .gif file shows one step after the other, and a tiling has no steps"}
_PUZZLES_ONLY = dict.fromkeys(
    (".dlx", ".xmpuzzle"), "such a file holds a puzzle, not its solutions; 'tiling show' turns puzzles into it"
)


class Writer(Protocol):
    """Takes the solutions one after the other."""

    def add(self, solution: Solution | Choice) -> None:
        """Take the next one."""

    def finish(self, keys: dict[str, Any], *, complete: bool, seconds: float) -> None:
        """That was the last one (and at least one, but for JSON); ``keys`` belong into a JSON answer."""


def answer(
    solutions: Iterable[Solution | Choice],
    puzzle: Puzzle,
    search: Search,
    *,
    as_json: bool,
    as_jsonl: bool,
    output: str | None,
    several: bool,
    **keys: Any,
) -> int:
    """Write ``solutions`` in every form that was asked for while they come, and return the exit code.

    ``several`` says that more than one may come; ``keys`` are further ones of a JSON answer. A proven none is an
    answer too: its reason is shown, and no file is written except JSON. When the time limit ends the search, what was
    found by then is written before ``StoppedError`` goes on.
    """
    found = 0
    stopped: StoppedError | None = None
    with ExitStack() as files:
        writers: list[Writer] = []
        if as_json:
            writers.append(_Json(puzzle, None))
        elif as_jsonl:
            writers.append(_Lines(None, files, is_json=True))
        elif output is None:
            writers.append(_Screen())
        if output is not None:
            writers.append(answer_file(output, puzzle, several, files))
        try:
            for solution in solutions:
                found += 1
                for writer in writers:
                    writer.add(solution)
        except StoppedError as error:
            stopped = error
        keys |= search.keys
        if not found and stopped is None:
            keys["reason"] = reason(puzzle, search)
        complete = stopped is None and (search.complete or not several)
        for writer in writers:
            if found or isinstance(writer, _Json):
                writer.finish(keys, complete=complete, seconds=search.seconds)
    if output is not None and found:
        remark(f"wrote {output!r}")
    search.remark()
    if stopped is not None:
        raise stopped
    if not found:
        if as_json or as_jsonl:
            remark(f"impossible: {keys['reason']}")
        else:
            print_text(f"impossible: {keys['reason']}")
    return ANSWER if found else NONE_EXISTS


def solution_text(solution: Solution | Choice) -> str:
    """A solution in letters, or the options of an exact cover one a line."""
    if isinstance(solution, tuple):
        return "\n".join(map(option_text, solution))
    return solution.to_text()


def picture_text(solution: Solution | Choice) -> str:
    """A solution as standard output shows it best: coloured on a terminal, in letters elsewhere."""
    if isinstance(solution, tuple) or not sys.stdout.isatty():
        return solution_text(solution)
    from shapewright.drawing import terminal_options, to_terminal

    return to_terminal(solution.mosaic(), **terminal_options(sys.stdout))


def solution_json(solution: Solution | Choice) -> dict[str, Any]:
    """A solution as plain data."""
    if isinstance(solution, tuple):
        return {"options": [option_text(option) for option in solution]}
    return solution.to_json()


def option_text(option: Iterable[tuple[str, str]]) -> str:
    """An option of an exact cover as DLX writes it."""
    return " ".join(f"{item}:{colour}" if colour else item for item, colour in option)


def puzzle_text(puzzle: Puzzle) -> str:
    """The puzzle in the notation from which a JSON answer gives it back."""
    return puzzle.to_text()


class _Screen:
    """Standard output, a blank line between solutions."""

    def __init__(self) -> None:
        self._is_first = True

    def add(self, solution: Solution | Choice) -> None:
        text = picture_text(solution)
        print_text(text if self._is_first else f"\n{text}")
        self._is_first = False

    def finish(self, keys: dict[str, Any], *, complete: bool, seconds: float) -> None:
        pass


class _Lines:
    """Letters or JSON Lines, each solution written when it comes; there is no file before the first."""

    def __init__(self, path: str | None, files: ExitStack, *, is_json: bool) -> None:
        self._path = path
        self._files = files
        self._file: BinaryIO | None = None
        self._is_json = is_json
        self._is_first = True

    def add(self, solution: Solution | Choice) -> None:
        if self._is_json:
            text = json_text(solution_json(solution)) + "\n"
        else:
            text = ("" if self._is_first else "\n") + solution_text(solution) + "\n"
        if self._path is None:
            print_text(text)
        else:
            if self._file is None:
                self._file = self._files.enter_context(whole_file(self._path))
            self._file.write(text.encode("utf-8", errors="replace"))
        self._is_first = False

    def finish(self, keys: dict[str, Any], *, complete: bool, seconds: float) -> None:
        pass


class _Json:
    """One envelope with all solutions, and with the puzzle, so that ``verify`` and ``show`` need nothing else."""

    def __init__(self, puzzle: Puzzle, path: str | None) -> None:
        self._puzzle = puzzle
        self._path = path
        self._solutions: list[dict[str, Any]] = []

    def add(self, solution: Solution | Choice) -> None:
        if len(self._solutions) >= MAX_LISTED:
            raise LimitError(
                f"there are more than the {MAX_LISTED} solutions that one JSON object may hold; "
                "use JSON Lines (--jsonl, or -o with .jsonl), or --limit"
            )
        self._solutions.append(solution_json(solution))

    def finish(self, keys: dict[str, Any], *, complete: bool, seconds: float) -> None:
        whole = envelope(
            complete=complete, seconds=seconds, **keys, solutions=self._solutions, puzzle=puzzle_text(self._puzzle)
        )
        text = json_text(whole) + "\n"
        if self._path is None:
            print_text(text)
        else:
            write_file(self._path, text)


class _Picture:
    """One picture in a file."""

    def __init__(self, path: str, suffix: str, board: Scene) -> None:
        self._path = path
        self._suffix = suffix
        self._drawn(board)
        self._scene = board

    def add(self, solution: Solution | Choice) -> None:
        assert not isinstance(solution, tuple)
        self._scene = solution.scene()

    def finish(self, keys: dict[str, Any], *, complete: bool, seconds: float) -> None:
        write_file(self._path, self._drawn(self._scene))

    def _drawn(self, scene: Scene) -> str | bytes:
        from shapewright.drawing import to_png, to_svg

        return to_svg(scene) if self._suffix == ".svg" else to_png(scene)


class _Page:
    """A web page of pictures."""

    def __init__(self, path: str, puzzle: Puzzle) -> None:
        self._path = path
        self._title = getattr(puzzle, "title", "") or "Tilings"
        self._scenes: list[Scene] = []

    def add(self, solution: Solution | Choice) -> None:
        assert not isinstance(solution, tuple)
        if len(self._scenes) >= MAX_FIGURES:
            raise LimitError(
                f"there are more than the {MAX_FIGURES} pictures that one page may have; use --limit, or a .jsonl file"
            )
        self._scenes.append(solution.scene())

    def finish(self, keys: dict[str, Any], *, complete: bool, seconds: float) -> None:
        write_file(self._path, page_of_scenes(self._title, self._scenes))


def page_of_scenes(title: str, scenes: list[Scene]) -> str:
    """A web page with these pictures, numbered if there are several."""
    from shapewright.drawing import Figure, Section, to_html

    numbered = len(scenes) > 1
    figures = tuple(Figure(scene, str(number) if numbered else "") for number, scene in enumerate(scenes, start=1))
    heading = f"{len(scenes)} tilings" if numbered else "A tiling"
    return to_html(title, [Section(heading, figures=figures)])


def answer_file(output: str, puzzle: Puzzle, several: bool, files: ExitStack) -> Writer:
    """A writer for the file ``output``; ``files`` closes what it opens."""
    suffix = solution_format(output, puzzle, several)
    if suffix in (".txt", ".jsonl"):
        return _Lines(output, files, is_json=suffix == ".jsonl")
    if suffix == ".json":
        return _Json(puzzle, output)
    # What cannot be drawn is refused before the work, not after it.
    board = _empty(puzzle)
    return _Page(output, puzzle) if suffix == ".html" else _Picture(output, suffix, board)


def solution_format(output: str, puzzle: Puzzle, several: bool) -> str:
    """The suffix of ``output``; ``ProblemError`` with the reason if that format cannot hold the solutions."""
    from shapewright.tiling import Problem

    formats: tuple[str, ...] = (".txt", ".json", ".jsonl")
    refused = _NO_STEPS | _PUZZLES_ONLY
    if not isinstance(puzzle, Problem):
        refused |= dict.fromkeys(_PICTURES, "an exact cover has no board to draw")
    elif several:
        formats += (".html",)
        refused |= dict.fromkeys((".svg", ".png"), "such a file holds one picture, and there may be several; use .html")
    else:
        formats += _PICTURES
    return output_format(output, formats, refused)


def _empty(puzzle: Puzzle) -> Scene:
    from shapewright.tiling import Problem, Solution

    assert isinstance(puzzle, Problem)
    return Solution(puzzle, puzzle.fixed).scene()
