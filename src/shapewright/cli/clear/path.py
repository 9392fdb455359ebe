"""All different solutions of a field, and the fewest that serve every queue."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from shapewright.cli import options
from shapewright.cli.clear import game
from shapewright.cli.clear.setup import setup
from shapewright.cli.output import envelope, output_format, print_text, remark, wants_progress
from shapewright.errors import LimitError, NotationError
from shapewright.jobs.limits import Clock
from shapewright.storage.files import write_file
from shapewright.storage.json import json_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from shapewright.clear.graph.setup import Setup
    from shapewright.clear.path import Minimal, Path, PathSolution

MAX_FIGURES = 2000
MAX_LISTED = 200_000
MAX_QUEUES_LISTED = 20_000_000

COVER_SECONDS = 10.0
"""So long the fewest solutions are looked for, unless a time limit says otherwise."""

COVER_SHARE = 0.7
"""Of the time that is left so much is for that; the rest is for writing."""

MAX_IN_A_PICTURE = 500
"""No more solutions are drawn in one picture or animation."""

PAGE_SECONDS = 1.0
"""How long an animation shows a solution."""


@click.command()
@setup
@game.save
@click.option("--minimal", "only_minimal", is_flag=True, help="Show the fewest solutions that serve all queues alone.")
@click.option("--no-minimal", is_flag=True, help="Do not look for the fewest; with many solutions that takes longest.")
@options.limit
@options.time_limit
@options.json_output
@options.output
@options.quiet
@options.verbose
def path(
    setup: Setup,
    save: str | None,
    only_minimal: bool,
    no_minimal: bool,
    limit: int | None,
    time_limit: float | None,
    as_json: bool,
    output: str | None,
    quiet: bool,
    verbose: bool,
) -> None:
    """All unique solutions of the field by queues of a pattern, and the fewest that serve every one of them.

    A unique solution is a set of pieces with their cells in the rows of the field, in whatever order they come. Those
    that serve most queues come first. With --save a solution serves the queues of which it leaves such pieces over.

    \b
    shapewright clear path -t 'v115@...' -p 'I,*p4'
    shapewright clear path --field XXX____XXX/XXX____XXX/XXX____XXX/XXX____XXX -p '*p5' -o path.html (.fumen .png)
    """
    from shapewright.clear.path import path as path_of

    formats = (".txt", ".json", ".csv", ".html", ".fumen", ".svg", ".png", ".gif")
    suffix = None if output is None else output_format(output, formats)
    if only_minimal and no_minimal:
        raise NotationError("--minimal and --no-minimal exclude each other")
    clock = Clock(time_limit)
    found = path_of(setup, save=save, time_limit=clock.left(), progress=wants_progress())
    left = clock.left()
    seconds = COVER_SECONDS if left is None else COVER_SHARE * left
    minimal = None if no_minimal else found.minimal(time_limit=seconds)
    answer = PathAnswer(found, minimal, only_minimal, limit, clock)
    if output is not None and suffix is not None:
        write_file(output, answer.content(suffix))
        remark(f"wrote {output!r}")
    if as_json:
        print_text(json_text(answer.record()))
    elif output is None:
        print_text(answer.text(sys.stdout.isatty()))
    if minimal is not None and not minimal.is_optimal:
        remark(f"clear: at least {minimal.bound} solutions are needed; more time (--time-limit) may find fewer")
    answer.check_time()


class PathAnswer:
    """What was found, in every form."""

    def __init__(
        self, found: Path, minimal: Minimal | None, only_minimal: bool, limit: int | None, clock: Clock | None = None
    ) -> None:
        self.found = found
        self.minimal = minimal
        self.asked: Sequence[PathSolution] = minimal if only_minimal and minimal is not None else found
        self.shown: Sequence[PathSolution] = self.asked[:limit]
        self.clock = Clock(None) if clock is None else clock
        self.seconds = self.clock.seconds
        self.numbers = {id(solution) for solution in minimal or ()}
        self.missing = 0

    def in_time(self) -> Iterator[PathSolution]:
        """The solutions that are shown, as long as there is time for them."""
        for number, solution in enumerate(self.shown):
            if self.clock.over():
                self.missing = len(self.shown) - number
                return
            yield solution

    def check_time(self) -> None:
        """Raise ``StoppedError`` if solutions are missing."""
        if self.missing:
            raise self.clock.stopped(f"all solutions were written; {len(self.shown) - self.missing} came before")

    def heading(self) -> str:
        """The counts in words."""
        found, minimal = self.found, self.minimal
        if not found and found.save:
            return f"no solution leaves that over, of any of {found.queues} queues"
        if not found:
            none = "the queue does not clear" if found.queues == 1 else f"none of {found.queues} queues clears"
            return f"no solution: {none} the field"
        solutions = "1 unique solution" if len(found) == 1 else f"{len(found)} unique solutions"
        served = f"{solutions} for {found.solved} of {found.queues} queues"
        if minimal is None:
            return served
        fewest = (
            f"{len(minimal)} suffice" if minimal.is_optimal else f"{len(minimal)} suffice, {minimal.bound} at least"
        )
        return f"{served}; {fewest} for all"

    def content(self, suffix: str) -> str | bytes:
        """What a file with that suffix holds."""
        match suffix:
            case ".svg" | ".png" | ".gif":
                return self.picture(suffix)
            case ".json":
                return json_text(self.record()) + "\n"
            case ".csv":
                rows = [self.row(number, solution) for number, solution in enumerate(self.in_time(), 1)]
                return "number,pieces,queues,tucked,minimal,rows,fumen\n" + "".join(rows)
            case ".fumen":
                return self.fumen() + "\n"
            case ".html":
                return self.page()
            case _:
                return self.text(color=False) + "\n"

    def text(self, color: bool) -> str:
        """Pictures side by side, each with its number and how many queues it serves."""
        from shapewright.cli.clear.pictures import side_by_side

        blocks = []
        for number, solution in enumerate(self.in_time(), 1):
            mark = "*" if id(solution) in self.numbers else " "
            blocks.append((f"{number}{mark} {solution.served}", solution))
        cut = self.found.cut()
        legend = ["* one of the fewest that serve all queues"] if blocks and self.minimal is not None else []
        return "\n".join([self.heading(), *([cut] if cut else []), *side_by_side(blocks, color=color), *legend])

    @property
    def is_complete(self) -> bool:
        """Whether nothing was left out."""
        return not self.missing and len(self.shown) == len(self.asked)

    def record(self) -> dict[str, Any]:
        """The envelope."""
        keys = self.keys()
        return envelope(complete=self.is_complete, seconds=self.seconds, **keys)

    def keys(self) -> dict[str, Any]:
        """What the envelope has of this command."""
        if len(self.shown) > MAX_LISTED:
            raise LimitError(
                f"{len(self.shown)} solutions are more than the limit of {MAX_LISTED} to list; use --limit"
            )
        found, minimal = self.found, self.minimal
        listed = sum([solution.served for solution in self.shown]) <= MAX_QUEUES_LISTED
        solutions = []
        for solution in self.in_time():
            record: dict[str, Any] = {
                "pieces": solution.pieces,
                "cells": [part.cells for part in solution.parts],
                "rows": solution.to_text(one_line=True),
                "queues": solution.served,
                "tucked": solution.tucked,
                "minimal": None if minimal is None else id(solution) in self.numbers,
                "fumen": solution.fumen().to_text(),
            }
            if listed:
                record["serves"] = list(solution.queues())
            solutions.append(record)
        return {
            "unique": len(found),
            "minimal": None if minimal is None else len(minimal),
            "minimal_bound": None if minimal is None else minimal.bound,
            "solved": found.solved,
            "queues": found.queues,
            "pieces": found.setup.pattern.length,
            "pieces_counted": found.counted,
            "height": found.setup.height,
            "solutions": solutions,
        }

    def row(self, number: int, solution: PathSolution) -> str:
        """A line of a table."""
        mark = "" if self.minimal is None else "yes" if id(solution) in self.numbers else "no"
        picture, fumen = solution.to_text(one_line=True), solution.fumen().to_text()
        return f"{number},{solution.pieces},{solution.served},{solution.tucked},{mark},{picture},{fumen}\n"

    def picture(self, suffix: str) -> str | bytes:
        """All of them in one picture, or one after the other in an animation."""
        from shapewright.clear.picture import sheet
        from shapewright.drawing import to_gif, to_png, to_svg

        if not self.shown:
            raise LimitError("there is no solution to draw")
        if len(self.shown) > MAX_IN_A_PICTURE:
            raise LimitError(
                f"{len(self.shown)} solutions are more than the limit of {MAX_IN_A_PICTURE} in a picture; use --limit "
                "or --minimal"
            )
        scenes = [solution.mosaic().scene(cell=26) for solution in self.shown]
        if suffix == ".gif":
            return to_gif(scenes, seconds=PAGE_SECONDS)
        captions = [
            f"{number}{'*' if id(one) in self.numbers else ''}  {queues_of(one.served)}"
            for number, one in enumerate(self.shown, 1)
        ]
        scene = sheet(scenes, captions, self.heading())
        return to_svg(scene) + "\n" if suffix == ".svg" else to_png(scene)

    def fumen(self) -> str:
        """One fumen, a page a solution."""
        from shapewright.clear.notation.fumen import Fumen

        if not self.shown:
            raise LimitError("a fumen has at least one page, and there is no solution")
        if len(self.shown) > MAX_FIGURES:
            raise LimitError(
                f"{len(self.shown)} pages are more than the limit of {MAX_FIGURES}; use --limit or --minimal"
            )
        pages = tuple([solution.page() for solution in self.in_time()])
        if not pages:
            raise self.clock.stopped("a page was drawn")
        return Fumen(pages).to_text()

    def page(self) -> str:
        """A web page with all pictures, the fewest first."""
        from shapewright.drawing import Figure, Section, to_html

        if len(self.shown) > MAX_FIGURES:
            raise LimitError(
                f"{len(self.shown)} pictures are more than the limit of {MAX_FIGURES} on a page; use --limit or "
                "--minimal"
            )
        shown = list(self.in_time())
        groups = [("Solutions", shown)] if self.minimal is None else self._groups(shown)
        sections = []
        for heading, solutions in groups:
            figures = [
                Figure(one.mosaic().scene(cell=16), queues_of(one.served), command=one.fumen().to_text())
                for one in solutions
            ]
            if figures:
                sections.append(Section(f"{heading}: {len(figures)}", figures=tuple(figures)))
        return to_html("Solutions", sections, introduction=self.heading())

    def _groups(self, shown: list[PathSolution]) -> list[tuple[str, list[PathSolution]]]:
        return [
            ("The fewest that serve all queues", [one for one in shown if id(one) in self.numbers]),
            ("The others", [one for one in shown if id(one) not in self.numbers]),
        ]


def queues_of(number: int) -> str:
    """So many queues, in words."""
    return "1 queue" if number == 1 else f"{number} queues"
