"""``shapewright tour``: real puzzles of every family, solved here and now, shown in the terminal and on a page."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from shlex import join

import click

from shapewright.cli import PROGRAM
from shapewright.cli.command import output_options
from shapewright.cli.output import print_text
from shapewright.drawing import Figure, Section, to_html
from shapewright.jobs.limits import seconds_text
from shapewright.questions import FAMILIES, find
from shapewright.questions.asked import check_parameters
from shapewright.questions.desk import Desk
from shapewright.questions.formats import still, suffix_of
from shapewright.questions.listing import Listing
from shapewright.questions.question import Answer, Formats
from shapewright.questions.screen import Screen
from shapewright.questions.words import words_of
from shapewright.storage.files import check_writable, write_file

PAGE = "tour.html"


@dataclass(frozen=True)
class Stop:
    """One puzzle: what it is, the verb and the parameters that state it.

    The picture is that of the answer, or of the question ``pictured`` (a verb and parameters) where the answer is a
    number; a ``whole`` picture is as high on the page as it is.
    """

    title: str
    verb: str
    parameters: Mapping[str, object]
    pictured: tuple[str, Mapping[str, object]] | None = None
    whole: bool = False


@dataclass(frozen=True)
class _Visited:
    """A stop with its answer, and the seconds that it took."""

    stop: Stop
    command: str
    answer: Answer
    pictured: Answer
    seconds: float

    def text(self, screen: Screen) -> str:
        shown = self.answer.words(screen)
        if self.pictured is not self.answer:
            shown += "\n\n" + self.pictured.words(screen)
        return f"{self.stop.title}\n$ {self.command}\n\n{shown.rstrip()}\n\nin {seconds_text(self.seconds)}\n"

    def figure(self) -> Figure:
        caption = f"{self.stop.title}: {self.answer.headline}, in"
        return Figure(still(self.pictured), caption, self.seconds, self.command, whole=self.stop.whole)


# Eleven pieces of four to eight cells for a chessboard.
_ELEVEN = (
    "1=##./###,2=#.#/###,3=#..../#####,4=####/#..#,5=###/###/.##,6=.#./###/.#.,7=.#./.#./###,8=..##/####,"
    "9=.##/##./#..,10=#.../#.../#.../####,11=#.../####/#..."
)
_SIX_BY_TEN = {"board": "6x10", "pieces": "pentominoes"}
_WIDE_HOLE = {"field": "ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ", "patterns": "I,*p4"}

STOPS: Mapping[str, tuple[Stop, ...]] = {
    "tiling": (
        Stop(
            "The 12 pentominoes around the centre of a chessboard",
            "solve",
            {"board": "8x8", "hole_box": ["3,3,2x2"], "pieces": "pentominoes"},
        ),
        Stop("Eleven pieces that fill a chessboard", "solve", {"board": "8x8", "pieces": _ELEVEN}),
        Stop(
            "The 12 pentominoes in their best-known box, counted but for rotations and reflections",
            "count",
            {**_SIX_BY_TEN, "up_to_symmetry": True},
            ("solve", _SIX_BY_TEN),
        ),
    ),
    "packing": (
        Stop("Sixty-four tetrominoes fill a square", "pack", {"bag": "I8 J13 L10 O13 S4 T8 Z8"}),
        Stop("Four pieces that do not fit", "pack", {"bag": "T1 I3"}),
        Stop("Level ten of the contest: 512 pieces", "pack", {"random": 512, "seed": 1}),
    ),
    "stacking": (
        # Three bags of the seven pieces: 84 cells, which need nine rows of ten.
        Stop("Three bags of falling pieces", "solve", {"sequence": "LZOTJSIOTSZILJTIJLOZS"}),
        Stop(
            "Seven pieces on a narrow grid; without hold the stack is one row higher",
            "solve",
            {"sequence": "TOZISOS", "width": 6, "hold": True},
        ),
    ),
    "clear": (
        # A bag and four pieces of the next one: four rows are ten pieces, and one is left over.
        Stop("Four rows cleared perfectly with ten pieces", "solve", {"queue": "TIOLJSZTIOL"}),
        Stop(
            "The chance to clear a hole with an I and four other pieces",
            "percent",
            _WIDE_HOLE,
            ("solve", {"field": _WIDE_HOLE["field"], "queue": "ILJTS"}),
        ),
    ),
    "shapez": (
        # Crystals above gaps, a pin, four types and five colours.
        Stop(
            "A shape with a crystal and a pin, from what the miners deliver",
            "plan",
            {"codes": ["CrRg----:cbP---Sw"]},
            whole=True,
        ),
        # The upper crystal hangs in the air.
        Stop("A shape that nobody can build", "buildable", {"codes": ["cu------:--------:cu------"]}),
        Stop(
            "All shapes that can be built in three layers of four parts",
            "count",
            {"configuration": "quad3"},
            ("random", {"configuration": "quad3", "seed": 7, "limit": 1}),
        ),
    ),
}


@click.command(params=output_options(Formats((".html",))))
def tour(output: str | None, **_: object) -> None:
    """Solve puzzles of every family, show each answer with its time, and write them all on a page.

    The page is tour.html unless -o names another.
    """
    path = output or PAGE
    check_writable(path)
    refused = dict.fromkeys((".svg", ".png"), "this format holds one picture, and the tour has several")
    suffix_of(path, Formats((".html",), refused))
    sections = []
    seconds = 0.0
    screen = Screen.of_stdout()
    for name, family in FAMILIES.items():
        print_text(f"--- {name}: {family.help}\n\n")
        figures = []
        for stop in STOPS[name]:
            visited = visit(name, stop)
            seconds += visited.seconds
            print_text(visited.text(screen) + "\n")
            figures.append(visited.figure())
        sections.append(Section(name, family.help, tuple(figures)))
    introduction = "Solved and checked when this page was written; the times are those of that machine."
    write_file(path, to_html("A tour of shapewright", sections, introduction=introduction))
    print_text(f"{sum(map(len, STOPS.values()))} puzzles solved in {seconds_text(seconds)}.")
    print_text(f"Open {path} in a browser: all pictures are on it.")


def visit(family: str, stop: Stop) -> _Visited:
    """Answer the question of a stop."""
    question = find(family, stop.verb)
    started = time.perf_counter()
    answer = _answered(family, stop.verb, stop.parameters)
    seconds = time.perf_counter() - started
    pictured = answer if stop.pictured is None else _answered(family, *stop.pictured)
    return _Visited(stop, join([PROGRAM, *words_of(question, stop.parameters)]), answer, pictured, seconds)


def _answered(family: str, verb: str, parameters: Mapping[str, object]) -> Answer:
    question = find(family, verb)
    fields = question.at("shell")
    found = question.answer(question.asked(check_parameters(fields, dict(parameters), "shell"), "shell"), Desk())
    return found.gathered() if isinstance(found, Listing) else found
