"""``shapewright tour``: a real puzzle of every family, solved here and now, shown in the terminal and on a page.

Each family is one function that yields its :class:`Stop`\\ s; ``FAMILIES`` lists them in the order of the tour.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from shlex import join
from typing import TYPE_CHECKING, TypeVar

import click

from shapewright.cli import PROGRAM, options
from shapewright.cli.output import output_format, print_text, remark, write_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from shapewright.drawing import Figure, Mosaic

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Stop:
    """One puzzle of the tour: what it is, the command that answers it, the answer in words and as a picture."""

    title: str
    command: tuple[str, ...]
    answer: str
    seconds: float
    mosaic: Mosaic

    @property
    def command_line(self) -> str:
        """The command as it is typed."""
        return join((PROGRAM, *self.command))

    def figure(self) -> Figure:
        """The stop on the page."""
        from shapewright.drawing import Figure

        return Figure(self.mosaic.scene(), f"{self.title}: {self.answer}", self.seconds, self.command_line)


@click.command()
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    default="tour.html",
    show_default=True,
    callback=options.writable,
    help="The page to write.",
)
@options.quiet
@options.verbose
def tour(output: str, quiet: bool, verbose: bool) -> None:
    """Solve a puzzle of every family, show each answer with its time, and write them all on a page."""
    from shapewright.drawing import Section, terminal_options, to_html, to_terminal
    from shapewright.drawing.page import duration

    output_format(output, (".html",), dict.fromkeys((".svg", ".png"), "the tour has several pictures; use .html"))
    sections = []
    for family, (what, stops) in FAMILIES.items():
        figures = []
        for stop in stops():
            picture = to_terminal(stop.mosaic, **terminal_options(sys.stdout))
            told = f"{family}: {stop.title}\n$ {stop.command_line}"
            print_text(f"{told}\n\n{picture}\n\n{stop.answer}, {duration(stop.seconds)}\n\n")
            figures.append(stop.figure())
        sections.append(Section(family, what, tuple(figures)))
    introduction = "Each puzzle was solved when this page was written; the times are of that machine. Every answer has been checked."
    write_file(output, to_html("A tour of shapewright", sections, introduction=introduction))
    print_text(f"The pictures are in {output}")


# --- The families ---------------------------------------------------------------------------------------------------

# Eleven pieces of four to eight cells for a chessboard.
_ELEVEN = (
    "##./###, #.#/###, #..../#####, ####/#..#, ###/###/.##, .#./###/.#., .#./.#./###, ..##/####, .##/##./#.., "
    "#.../#.../#.../####, #.../####/#..."
)


def _tiling() -> Iterator[Stop]:
    from shapewright import tiling
    from shapewright.grid import Board
    from shapewright.polyomino import parse_pieces

    pentominoes = parse_pieces("pentominoes")
    around = tiling.Problem(Board.box(8, 8).without([(3, 3), (4, 3), (3, 4), (4, 4)]), pentominoes)
    solution, seconds = _timed(lambda: _found(tiling.first(around)))
    yield Stop(
        "the 12 pentominoes around the centre of a chessboard",
        ("tiling", "solve", "--board", "8x8", "--hole-box", "3,3,2x2", "--pieces", "pentominoes"),
        "one of 520 tilings",
        seconds,
        solution.mosaic(),
    )
    names = ",".join(f"{number}={art.strip()}" for number, art in enumerate(_ELEVEN.split(","), start=1))
    eleven = tiling.Problem(Board.box(8, 8), parse_pieces(names))
    solution, seconds = _timed(lambda: _found(tiling.first(eleven)))
    number, counting = _timed(lambda: tiling.count(eleven))
    yield Stop(
        "eleven pieces that fill a chessboard",
        ("tiling", "solve", "--board", "8x8", "--pieces", names),
        f"one of {number} tilings",
        seconds,
        solution.mosaic(),
    )
