"""``shapewright tour``: a real puzzle of every family, solved here and now, shown in the terminal and on a page.

Each family is one function that yields its stops; ``FAMILIES`` lists them in the order of the tour.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import click

from shapewright.cli import PROGRAM, options
from shapewright.cli.output import output_format, print_text
from shapewright.errors import InternalError
from shapewright.storage.files import check_writable, write_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from shapewright.drawing import Figure, Mosaic, Scene
    from shapewright.shapez import Shape

Value = TypeVar("Value")

PAGE = "tour.html"


@dataclass(frozen=True)
class Stop:
    """One puzzle: what it is, the command that answers it, the answer in words (before its time) and as a picture.

    ``shown`` is the picture as text, for the terminal; a ``whole`` picture is as high on the page as it is.
    """

    title: str
    command: tuple[str, ...]
    answer: str
    seconds: float
    scene: Scene
    shown: str
    whole: bool = False

    @property
    def command_line(self) -> str:
        """The command as a shell wants it."""
        from shlex import join

        return join((PROGRAM, *self.command))

    def text(self) -> str:
        """The stop in the terminal."""
        from shapewright.jobs.limits import seconds_text

        return f"{self.title}\n$ {self.command_line}\n\n{self.shown}\n\n{self.answer} in {seconds_text(self.seconds)}\n"

    def figure(self) -> Figure:
        """The stop on the page."""
        from shapewright.drawing import Figure

        return Figure(self.scene, f"{self.title}. {self.answer} in", self.seconds, self.command_line, whole=self.whole)


@click.command()
@options.output
@options.quiet
@options.verbose
def tour(output: str | None, quiet: bool, verbose: bool) -> None:
    """Solve a puzzle of every family, show each answer with its time, and write them all on a page.

    The page is tour.html unless -o names another.
    """
    from shapewright.drawing import Section, to_html

    path = output or PAGE
    check_writable(path)
    output_format(path, (".html",), dict.fromkeys((".svg", ".png"), "it holds one picture, and the tour has several"))
    sections = []
    for name, family in FAMILIES.items():
        print_text(f"--- {name}: {family.asks}\n\n")
        figures = []
        for stop in family.stops():
            print_text(stop.text() + "\n")
            figures.append(stop.figure())
        sections.append(Section(name, family.asks, tuple(figures)))
    introduction = "Solved and checked when this page was written; the times are those of that machine."
    write_file(path, to_html("A tour of shapewright", sections, introduction=introduction))
    print_text(f"All pictures are on the page {path}")


class Family(NamedTuple):
    """The question a family answers, and its part of the tour."""

    asks: str
    stops: Callable[[], Iterator[Stop]]


# Eleven pieces of four to eight cells for a chessboard.
_ELEVEN = (
    "1=##./###,2=#.#/###,3=#..../#####,4=####/#..#,5=###/###/.##,6=.#./###/.#.,7=.#./.#./###,8=..##/####,"
    "9=.##/##./#..,10=#.../#.../#.../####,11=#.../####/#..."
)


def _tiling() -> Iterator[Stop]:
    from shapewright import tiling
    from shapewright.cells.grid import Board
    from shapewright.cells.pieces import parse_pieces

    centre = [(3, 3), (4, 3), (3, 4), (4, 4)]
    puzzle = tiling.Problem(Board.box(8, 8).without(centre), parse_pieces("pentominoes"))
    solution, seconds = _timed(lambda: tiling.first(puzzle))
    yield Stop(
        "The 12 pentominoes around the centre of a chessboard",
        ("tiling", "solve", "--board", "8x8", "--hole-box", "3,3,2x2", "--pieces", "pentominoes"),
        "Solved",
        seconds,
        *_shown(_there(solution).mosaic()),
    )
    puzzle = tiling.Problem(Board.box(8, 8), parse_pieces(_ELEVEN))
    solution, seconds = _timed(lambda: tiling.first(puzzle))
    yield Stop(
        "Eleven pieces that fill a chessboard",
        ("tiling", "solve", "--board", "8x8", "--pieces", _ELEVEN),
        "Solved",
        seconds,
        *_shown(_there(solution).mosaic()),
    )
    puzzle = tiling.Problem(Board.box(6, 10), parse_pieces("pentominoes"))
    number, seconds = _timed(lambda: tiling.count(puzzle, up_to_symmetry=True))
    yield Stop(
        "The 12 pentominoes in their best-known box",
        ("tiling", "count", "--board", "6x10", "--pieces", "pentominoes", "--up-to-symmetry"),
        f"{number} tilings but for rotations and reflections (this is one of them), counted",
        seconds,
        *_shown(_there(tiling.first(puzzle)).mosaic()),
    )


# A bag and four pieces of the next one: four rows are ten pieces, and one is left over.
_ELEVEN_IN_A_ROW = "TIOLJSZTIOL"

_WIDE_HOLE = "ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ"


def _clear() -> Iterator[Stop]:
    from shapewright import clear
    from shapewright.clear.picture import draw, solution_text
    from shapewright.drawing import terminal_options

    how = terminal_options(sys.stdout)
    found, seconds = _timed(lambda: clear.first("", _ELEVEN_IN_A_ROW))
    solution = _there(found)
    clear.check(solution)
    yield Stop(
        "Four rows cleared perfectly with ten pieces",
        ("clear", "solve", _ELEVEN_IN_A_ROW),
        "Solved",
        seconds,
        draw(solution),
        solution_text(solution, color=how["color"], width=how["width"], truecolor=how["truecolor"]),
    )
    analysis, seconds = _timed(lambda: clear.analyse(_WIDE_HOLE, "I,*p4"))
    fewest, more_seconds = _timed(analysis.minimal)
    chance, path = analysis.chance, analysis.path
    yield Stop(
        "A hole to be cleared with an I and four other pieces",
        ("clear", "path", "--field", _WIDE_HOLE, "-p", "I,*p4"),
        f"{chance.solved} of {chance.queues} queues do, by {len(path)} solutions, of which {len(fewest)} suffice (this "
        "one serves most queues), found",
        seconds + more_seconds,
        *_shown(path[0].mosaic()),
    )


# Three bags of the seven pieces: 84 cells, which need nine rows of ten.
_THREE_BAGS = "LZOTJSIOTSZILJTIJLOZS"


def _stacking() -> Iterator[Stop]:
    from shapewright import stacking
    from shapewright.cli.stacking.answer import verdict

    plan, seconds = _timed(lambda: stacking.first(stacking.Problem(_THREE_BAGS)))
    yield Stop(
        "Three bags of falling pieces, stacked as low as can be",
        ("stacking", "solve", _THREE_BAGS),
        verdict(_there(plan)),
        seconds,
        *_shown(_there(plan).mosaic()),
    )
    held, seconds = _timed(lambda: stacking.first(stacking.Problem("TOZISOS", width=6, hold=True)))
    yield Stop(
        "Seven pieces on a narrow grid, one of which may be put aside: without that it takes a row more",
        ("stacking", "solve", "TOZISOS", "--width", "6", "--hold"),
        verdict(_there(held)),
        seconds,
        *_shown(_there(held).mosaic()),
    )


_BAG = "I8 J13 L10 O13 S4 T8 Z8"


def _packing() -> Iterator[Stop]:
    from shapewright import packing

    bag = packing.Bag.from_text(_BAG)
    packed, seconds = _timed(lambda: packing.pack(bag))
    yield Stop(
        "Sixty-four tetrominoes fill a square",
        ("packing", "pack", _BAG),
        f"{packed.width}x{packed.height} with no cell left over: score {packed.score:g}, the best there is, packed",
        seconds,
        *_shown(packed.mosaic()),
    )
    odd, seconds = _timed(lambda: packing.pack(packing.Bag.from_text("T1 I3")))
    yield Stop(
        "Four pieces that do not",
        ("packing", "pack", "T1 I3"),
        f"{odd.refuted[0]}. {odd.width}x{odd.height} is the best there is, packed",
        seconds,
        *_shown(odd.mosaic()),
    )
    full, seconds = _timed(lambda: packing.pack(packing.Bag.random(512, seed=1)))
    yield Stop(
        "Level ten of the contest: 512 pieces",
        ("packing", "pack", "--random", "512", "--seed", "1"),
        f"{full.width}x{full.height}, score {full.score:g}, the best there is, packed",
        seconds,
        *_shown(full.mosaic()),
    )


# Crystals above gaps, a pin, four types and five colours.
_BUSY = "CrRg----:cbP---Sw"
# The upper crystal hangs in the air.
_FLOATING = "cu------:--------:cu------"


def _shapez() -> Iterator[Stop]:
    from shapewright.shapez import Configuration, Shape
    from shapewright.shapez.buildable import buildable
    from shapewright.shapez.count import count
    from shapewright.shapez.flowchart import draw_plan
    from shapewright.shapez.plan import plan
    from shapewright.shapez.random import random

    made, seconds = _timed(lambda: plan(_BUSY))
    yield Stop(
        "A shape with a crystal and a pin, from what the miners give",
        ("shapez", "plan", _BUSY),
        f"{made.verdict()}; every step replayed, planned",
        seconds,
        draw_plan(made),
        "\n".join(made.lines()),
        whole=True,
    )
    verdict, seconds = _timed(lambda: buildable(Shape.from_code(_FLOATING)))
    yield Stop(
        "A shape that nobody can build",
        ("shapez", "buildable", _FLOATING),
        f"{verdict}, judged",
        seconds,
        *_layers(verdict.shape),
    )
    quad3 = Configuration.from_name("quad3")
    counts, seconds = _timed(lambda: count(quad3))
    yield Stop(
        "Everything that can be built in three layers of four parts",
        ("shapez", "count", "quad3"),
        f"{counts.total} shapes but for rotations and reflections (this is one of them), counted",
        seconds,
        *_layers(next(iter(random(quad3, seed=7, limit=1)))),
    )


FAMILIES = {
    "tiling": Family("Does this set of pieces cover this board exactly; how often; show me.", _tiling),
    "clear": Family("Clear a Tetris field perfectly with this queue; chances; tables.", _clear),
    "stacking": Family("Drop this sequence of pieces so that the stack stays as low as can be.", _stacking),
    "packing": Family("Pack this bag of pieces as tightly as possible.", _packing),
    "shapez": Family("Can this Shapez 2 shape be built, with which machines; count and list all that can.", _shapez),
}


def _shown(mosaic: Mosaic) -> tuple[Scene, str]:
    from shapewright.drawing import terminal_options, to_terminal

    return mosaic.scene(), to_terminal(mosaic, **terminal_options(sys.stdout))


def _layers(shape: Shape) -> tuple[Scene, str]:
    from shapewright.drawing import terminal_options
    from shapewright.shapez.picture import draw_layers
    from shapewright.shapez.terminal import to_terminal

    return draw_layers(shape), to_terminal(shape, **terminal_options(sys.stdout))


def _timed(work: Callable[[], Value]) -> tuple[Value, float]:
    started = time.perf_counter()
    value = work()
    return value, time.perf_counter() - started


def _there(answer: Value | None) -> Value:
    if answer is None:
        raise InternalError("a puzzle of the tour, which has an answer, got none")
    return answer
