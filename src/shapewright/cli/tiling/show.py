"""Draw puzzles and solutions, and turn puzzles into other notations."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import click

from shapewright.cli import options
from shapewright.cli.output import envelope, output_format, print_text, remark
from shapewright.cli.tiling.answer import answer_file, picture_text, solution_json
from shapewright.cli.tiling.puzzle import Stated, on_board, stated
from shapewright.errors import ProblemError
from shapewright.storage.files import write_file
from shapewright.storage.json import json_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapewright.cli.tiling.files import Puzzle
    from shapewright.tiling import Solution
    from shapewright.tiling.abstract import Choice

_PICTURES = (".svg", ".png", ".html")
_REFUSED = {
    ".gif": "a .gif file shows one step after the other, and a puzzle has no steps",
    ".jsonl": "a .jsonl file is a list of solutions; here is a puzzle",
}
_NO_BOARD = dict.fromkeys(
    (*_PICTURES, ".txt", ".xmpuzzle"), "such a file shows a board with pieces, and an exact cover (DLX) has none"
)


@click.command()
@click.argument("files", nargs=-1, metavar="[PUZZLE] [SOLUTIONS]")
@stated
@options.json_output
@options.jsonl_output
@options.output
@options.quiet
@options.verbose
def show(
    files: tuple[str, ...],
    stated: Stated,
    as_json: bool,
    as_jsonl: bool,
    output: str | None,
    quiet: bool,
    verbose: bool,
) -> int:
    """Draw PUZZLE (a file, or stated by options), or SOLUTIONS of it.

    \b
    shapewright tiling show puzzle.txt                   the board and the pieces
    shapewright tiling show puzzle.txt solutions.txt     the solutions
    shapewright tiling show puzzle.xmpuzzle -o new.dlx   another notation (.txt .dlx .xmpuzzle)
    """
    from shapewright.cli.tiling.solutions import given

    found = given(files, stated)
    if found.solutions is not None:
        _show_solutions(found.puzzle, found.solutions, as_json, as_jsonl, output)
        return 0
    if as_jsonl:
        raise ProblemError("--jsonl prints solutions, and here is a puzzle; --json prints it")
    suffix = None if output is None else _puzzle_format(output, found.puzzle)
    if output is not None and suffix is not None:
        write_file(output, _puzzle_content(found.puzzle, suffix))
        remark(f"wrote {output!r}")
    if as_json:
        print_text(json_text(envelope(complete=True, seconds=0.0, **puzzle_json(found.puzzle))))
    elif output is None:
        print_text(_puzzle_picture(found.puzzle))
    return 0


def _show_solutions(
    puzzle: Puzzle, solutions: Sequence[Solution | Choice], as_json: bool, as_jsonl: bool, output: str | None
) -> None:
    if output is not None:
        with ExitStack() as files:
            writer = answer_file(output, puzzle, len(solutions) > 1, files)
            for solution in solutions:
                writer.add(solution)
            writer.finish({}, complete=True, seconds=0.0)
        remark(f"wrote {output!r}")
    listed = [solution_json(solution) for solution in solutions] if as_json or as_jsonl else []
    if as_json:
        print_text(json_text(envelope(complete=True, seconds=0.0, **solutions_json(puzzle, solutions))))
    elif as_jsonl:
        print_text("\n".join(map(json_text, listed)))
    elif output is None:
        print_text("\n\n".join(map(picture_text, solutions)))


def solutions_json(puzzle: Puzzle, solutions: Sequence[Solution | Choice]) -> dict[str, Any]:
    """The keys of a JSON answer that tell of solutions."""
    return {"solutions": [solution_json(solution) for solution in solutions], "puzzle": puzzle.to_text()}


def _puzzle_format(output: str, puzzle: Puzzle) -> str:
    from shapewright.tiling import Problem

    if isinstance(puzzle, Problem):
        return output_format(output, (".txt", ".dlx", ".xmpuzzle", ".json", *_PICTURES), _REFUSED)
    return output_format(output, (".dlx", ".json"), _REFUSED | _NO_BOARD)


def _puzzle_content(puzzle: Puzzle, suffix: str) -> str | bytes:
    from shapewright.tiling import Problem

    if suffix == ".json":
        return json_text(envelope(complete=True, seconds=0.0, **puzzle_json(puzzle))) + "\n"
    if not isinstance(puzzle, Problem):
        return puzzle.to_text()
    if suffix == ".txt":
        return puzzle.to_text()
    if suffix == ".dlx":
        return puzzle.to_dlx()
    if suffix == ".xmpuzzle":
        return puzzle.to_xmpuzzle()
    from shapewright.drawing import to_png, to_svg
    from shapewright.tiling.picture import sheet, sheet_page

    if suffix == ".html":
        return sheet_page(puzzle)
    return to_svg(sheet(puzzle)) if suffix == ".svg" else to_png(sheet(puzzle))


def puzzle_json(puzzle: Puzzle) -> dict[str, Any]:
    """The keys of a JSON answer that tell of a puzzle."""
    from shapewright.tiling.notation.answers import puzzle_facts

    return {**puzzle_facts(puzzle), "puzzle": puzzle.to_text()}


def _puzzle_picture(puzzle: Puzzle) -> str:
    """A picture on a terminal; elsewhere the notation, for the next program to read."""
    from shapewright.tiling import Problem

    if not sys.stdout.isatty():
        return puzzle.to_text()
    if isinstance(puzzle, Problem):
        from shapewright.drawing import terminal_options
        from shapewright.tiling.picture import sheet_text

        return sheet_text(on_board(puzzle, "a picture"), terminal_options(sys.stdout))
    primary, secondary, chosen = len(puzzle.items), len(puzzle.secondary), len(puzzle.options)
    return f"an exact cover: {primary} items to be covered, {secondary} that may be, {chosen} options"
