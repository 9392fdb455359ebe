"""Step through solutions on the terminal, draw them, and turn them into other notations."""

from __future__ import annotations

import sys
from itertools import islice
from typing import TYPE_CHECKING

import click

from shapewright.cli import options
from shapewright.cli.clear import game
from shapewright.cli.clear.files import FORMATS, check_steps, content_of, content_of_pages, pictures_or_solutions_in
from shapewright.cli.output import envelope, output_format, print_text, remark
from shapewright.errors import LimitError, ProblemError
from shapewright.storage.files import write_file
from shapewright.storage.json import json_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from shapewright.clear import Page, Solution

MAX_SOLUTIONS = 200_000
"""No more are read at once: so many take a gigabyte."""
MAX_DRAWN = 2000
"""No more pages are drawn in one picture."""


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--number", callback=options.whole_number(1, 10**12), metavar="N", help="Solution N alone.")
@game.kicks
@options.limit
@options.json_output
@options.jsonl_output
@options.output
@options.quiet
@options.verbose
def show(
    file: str,
    number: int | None,
    kicks: str,
    limit: int | None,
    as_json: bool,
    as_jsonl: bool,
    output: str | None,
    quiet: bool,
    verbose: bool,
) -> None:
    """Show the solutions in FILE: a .pc file, JSON Lines, fumens, or a fumen itself.

    Fumens that are not solutions, such as those of clear path, and fields are shown page by page.

    On a terminal enter leads to the next solution, a number to the one with that number, q ends.

    \b
    shapewright clear show solutions.pc
    shapewright clear show solutions.pc -o solutions.fumen             (.jsonl .json .txt .html .pc)
    shapewright clear show solutions.pc --number 7 -o seventh.gif      (.svg .png)
    """
    from shapewright.clear.kicks import Kicks
    from shapewright.clear.notation.jsonl import to_record

    suffix = None if output is None else output_format(output, FORMATS)
    system = Kicks.find(kicks)
    pages, solutions = pictures_or_solutions_in(file, system.name)
    if pages is not None:
        if as_jsonl or suffix == ".jsonl":
            raise ProblemError(f"{file!r} has pictures, which JSON Lines of solutions cannot hold; --json can")
        _show_pages(pages, file, number, limit, as_json, output, suffix)
        return
    first = 0 if number is None else number - 1
    is_long = number is None and (limit is None or limit > MAX_SOLUTIONS)
    if is_long and sys.stdin.isatty() and sys.stdout.isatty() and not (as_json or as_jsonl or output):
        # One after the other, as they are asked for; there may be any number of them.
        if has_more_than(solutions, 1):
            browse(solutions, file, sys.stdin.readline, print_text)
            return
    elif is_long and has_more_than(solutions, MAX_SOLUTIONS):
        raise LimitError(f"{file!r} has more than {MAX_SOLUTIONS} solutions; choose by --number or --limit")
    if number is None:
        found = list(islice(solutions, limit))
    else:
        found = [solutions[first]] if has_more_than(solutions, first) else []
    if number is not None and not found:
        raise ProblemError(f"there is no solution {number} in {file!r}")
    check_steps(found, file, first + 1)
    whole = envelope(complete=limit is None or len(found) < limit, seconds=0.0, solutions=[])
    if output is not None and suffix is not None:
        if suffix == ".json":
            write_file(output, json_text({**whole, "solutions": list(map(to_record, found))}) + "\n")
        else:
            write_file(output, content_of(found, suffix))
        remark(f"wrote {output!r}")
    if as_json:
        print_text(json_text({**whole, "solutions": list(map(to_record, found))}))
    elif as_jsonl:
        print_text("".join([json_text(to_record(solution)) + "\n" for solution in found]))
    elif output is None:
        _show(found, file, first)


def _show_pages(
    pages: Sequence[Page],
    file: str,
    number: int | None,
    limit: int | None,
    as_json: bool,
    output: str | None,
    suffix: str | None,
) -> None:
    """Show pages of fumens, or a field, all at once."""
    from shapewright.cli.clear.pictures import pages_side_by_side

    if number is not None and number > len(pages):
        raise ProblemError(f"there is no page {number} in {file!r}")
    first = 0 if number is None else number - 1
    found = pages[first : first + 1] if number is not None else pages[:limit]
    if output is not None and suffix not in (None, ".txt", ".fumen", ".json") and len(found) > MAX_DRAWN:
        raise LimitError(f"{len(found)} pages are more than the limit of {MAX_DRAWN} to draw; choose by --limit")
    whole = envelope(
        complete=number is None and len(found) == len(pages),
        seconds=0.0,
        pages=[
            {
                "rows": "/".join(reversed(page.rows)),
                "piece": None if page.placement is None else str(page.placement),
                "comment": page.comment,
            }
            for page in found
        ],
    )
    if output is not None and suffix is not None:
        write_file(output, json_text(whole) + "\n" if suffix == ".json" else content_of_pages(found, suffix))
        remark(f"wrote {output!r}")
    if as_json:
        print_text(json_text(whole))
    elif output is None:
        print_text("\n".join(pages_side_by_side(found, first + 1)))


def has_more_than(solutions: Sequence[Solution], number: int) -> bool:
    """Whether there are more than so many; what comes after these is not looked at."""
    try:
        solutions[number]
    except IndexError:
        return False
    return True


def _show(solutions: Sequence[Solution], file: str, first: int) -> None:
    if not solutions:
        remark("there are no solutions")
        return
    if len(solutions) > 1 and sys.stdin.isatty() and sys.stdout.isatty():
        browse(solutions, file, sys.stdin.readline, print_text)
        return
    for index, solution in enumerate(solutions):
        if index:
            print_text("\n")
        print_text(page(solution, first + index + 1))


def browse(solutions: Sequence[Solution], file: str, read: Callable[[], str], write: Callable[[str], None]) -> None:
    """Show one solution of a file after the other, as the lines say that are read, until there are no more."""
    index = 0
    while True:
        solution = solutions[index]
        check_steps([solution], file, index + 1)
        write(page(solution, index + 1))
        write(f"{index + 1} of {len(solutions)}; enter: next, a number: that one, q: end")
        line = read()
        answer = line.strip()
        if not line or answer in ("q", "quit"):
            return
        if not answer:
            index += 1
            if index == len(solutions):
                return
        elif answer.isascii() and answer.isdigit() and len(answer) < 12 and 1 <= int(answer) <= len(solutions):
            index = int(answer) - 1
        else:
            write(f"there are the numbers 1 to {len(solutions)}")


def page(solution: Solution, number: int) -> str:
    """One solution as standard output can show it: its queue, then its steps."""
    from shapewright.clear.picture import solution_text
    from shapewright.drawing import terminal_options

    how = terminal_options(sys.stdout)
    steps = solution_text(solution, color=how["color"], width=how["width"], truecolor=how["truecolor"])
    return f"solution {number}: queue {solution.queue}\n{steps}"
