"""All different solutions of a field, and the fewest that serve every queue."""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from shapewright import clear
from shapewright.clear.notation.fumen import VIEWER, Fumen
from shapewright.clear.picture import sheet
from shapewright.errors import LimitError, NotationError
from shapewright.jobs.limits import Clock
from shapewright.questions.clear._fields import save_field
from shapewright.questions.clear._many import of_many
from shapewright.questions.clear._pattern import SETUP, setup_of
from shapewright.questions.clear._python import clear_program, setup_in_python
from shapewright.questions.clear._side_by_side import side_by_side
from shapewright.questions.clear._solution_finder import PATH
from shapewright.questions.fields import Flag, limit_field, time_limit_field
from shapewright.questions.parts import Part, Picture, Pictures
from shapewright.questions.python import call
from shapewright.questions.question import Answer, Formats, Question

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from shapewright.clear import Minimal, Path, PathSolution
    from shapewright.questions.desk import Desk
    from shapewright.questions.screen import Screen

MAX_FIGURES = 2000
MAX_LISTED = 200_000
MAX_STUDIO_LISTED = 20_000
MAX_QUEUES_LISTED = 20_000_000
MAX_DRAWN = 200
"""The number of solutions that a page draws; its files have all of them."""

COVER_SECONDS = 10.0
"""The seconds for which the fewest solutions are looked for, unless a time limit says otherwise."""

COVER_SHARE = 0.7
"""The share of the time left that this may take; the rest is for writing."""

MAX_SERVED = 120
"""The number of queues that a page lists of each solution."""

MAX_IN_A_PICTURE = 500
"""No more solutions are drawn in one picture or animation."""

PAGE_SECONDS = 1.0
"""How long an animation shows a solution."""


def answer(asked: dict[str, Any], desk: Desk) -> Answer:
    """The solutions, with the fewest among them marked."""
    if asked["minimal"] and asked["no_minimal"]:
        raise NotationError("--minimal and --no-minimal cannot be combined; give one of them")
    setup, notes = setup_of(asked)
    clock = Clock(desk.seconds)
    found = clear.path(setup, save=asked["save"], time_limit=clock.left(), progress=desk.progress)
    minimal = None
    if not asked["no_minimal"]:
        desk.say(f"{len(found)} solutions; searching for the smallest set that covers all queues")
        left = clock.left()
        minimal = found.minimal(time_limit=COVER_SECONDS if left is None else COVER_SHARE * left)
        if not minimal.is_optimal:
            notes.append(
                f"clear: at least {minimal.bound} solutions are needed; more time (--time-limit) may find fewer"
            )
    limit = MAX_STUDIO_LISTED if asked["limit"] is None and desk.studio else asked["limit"]
    chosen: Sequence[PathSolution] = minimal if asked["minimal"] and minimal is not None else found
    shown = _Shown(found, minimal, chosen, limit, clock)
    made = Answer(
        shown.keys,
        shown.heading(),
        "found" if found else "none",
        text=shown.text,
        parts=shown.parts,
        files={suffix: lambda suffix=suffix: shown.content(suffix) for suffix in _WRITTEN},  # type: ignore[misc]
        notes=notes,
        complete=len(shown.shown) == len(chosen),
        seconds=clock.seconds,
        exit_code=0,
        page=shown.page() if desk.studio else {},
    )
    shown.answer = made
    return made


_WRITTEN = (".csv", ".fumen", ".html", ".svg", ".png", ".gif", ".pdf")


class _Shown:
    """What was found, in every form."""

    def __init__(
        self,
        found: Path,
        minimal: Minimal | None,
        chosen: Sequence[PathSolution],
        limit: int | None,
        clock: Clock,
    ) -> None:
        self.found = found
        self.minimal = minimal
        self.shown = chosen[:limit]
        self.clock = clock
        self.fewest = {id(solution) for solution in minimal or ()}
        self.answer: Answer | None = None

    def in_time(self) -> Iterator[PathSolution]:
        """The solutions that are shown, as long as there is time for them; the answer says if some are missing."""
        for number, solution in enumerate(self.shown):
            if self.clock.over():
                self._cut(number)
                return
            yield solution

    def _cut(self, number: int) -> None:
        if self.answer is not None and self.answer.stopped is None:
            self.answer.stop(self.clock.stopped(f"all solutions were written; {number} came before"))

    def heading(self) -> str:
        """The counts in words."""
        found, minimal = self.found, self.minimal
        if not found and found.save:
            return f"no solution saves that with any of {found.queues} queues"
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

    def keys(self) -> dict[str, Any]:
        """What the envelope has of it."""
        if len(self.shown) > MAX_LISTED:
            raise LimitError(
                f"{len(self.shown)} solutions are more than the limit of {MAX_LISTED} to list; use --limit"
            )
        found, minimal = self.found, self.minimal
        return {
            "unique": len(found),
            "minimal": None if minimal is None else len(minimal),
            "minimal_bound": None if minimal is None else minimal.bound,
            "solved": found.solved,
            "queues": found.queues,
            "pieces": found.setup.pattern.length,
            "pieces_counted": found.counted,
            "height": found.setup.height,
            "solutions": self._records(),
        }

    def _records(self) -> list[dict[str, Any]]:
        listed = sum([solution.served for solution in self.shown]) <= MAX_QUEUES_LISTED
        records = []
        for solution in self.in_time():
            record: dict[str, Any] = {
                "pieces": solution.pieces,
                "cells": [part.cells for part in solution.parts],
                "rows": solution.to_text(one_line=True),
                "queues": solution.served,
                "tucked": solution.tucked,
                "minimal": None if self.minimal is None else id(solution) in self.fewest,
                "fumen": solution.fumen().to_text(),
            }
            if listed:
                record["serves"] = list(solution.queues())
            records.append(record)
        return records

    def text(self, screen: Screen) -> str:
        """Pictures side by side, each with its number and how many queues it serves."""
        # Who writes a picture or JSON needs nothing of the terminal.
        from shapewright.drawing.terminal import terminal_options, to_terminal

        how = terminal_options(sys.stdout)
        blocks = []
        for number, solution in enumerate(self.in_time(), 1):
            mark = "*" if id(solution) in self.fewest else " "
            drawn = to_terminal(solution.mosaic(), **how) if screen.is_terminal else solution.to_text()
            blocks.append((f"{number}{mark} {solution.served}", *drawn.split("\n")))
        cut = self.found.cut()
        legend = ["* in the minimal set, which covers all queues"] if blocks and self.minimal is not None else []
        return "\n".join([self.heading(), *([cut] if cut else []), *side_by_side(blocks, how["width"]), *legend])

    def parts(self) -> list[Part]:
        """What a page shows."""
        drawn = [
            Picture(
                replace(solution.mosaic(), pixels=16),
                ("★ " if id(solution) in self.fewest else "") + _queues(solution.served),
                code=solution.fumen().to_text(),
            )
            for solution in self.shown[:MAX_DRAWN]
        ]
        if not drawn:
            return []
        title = "★ in the minimal set, which covers all queues" if self.minimal is not None else ""
        if len(self.shown) > MAX_DRAWN:
            first = f"the first {MAX_DRAWN} are drawn; the files have all {len(self.shown)}"
            title = f"{title}; {first}" if title else first
        cut = self.found.cut()
        return [Pictures(drawn, title=f"{title}; {cut}" if title and cut else title or cut or "", size="medium")]

    def page(self) -> dict[str, Any]:
        """What a page tells of each picture: its pieces, how many queues it serves and the first of them."""
        return {
            "served": [
                {
                    "pieces": solution.pieces,
                    "served": solution.served,
                    "tucked": solution.tucked,
                    "minimal": id(solution) in self.fewest,
                    "queues": list(islice(solution.queues(), MAX_SERVED)),
                    "fumen": solution.fumen().to_text(),
                }
                for solution in self.shown[:MAX_DRAWN]
            ],
            "fewest": None if self.minimal is None else len(self.minimal),
            "bound": None if self.minimal is None else self.minimal.bound,
            "height": self.found.setup.height,
        }

    def content(self, suffix: str) -> str | bytes:
        """What a file with that suffix holds."""
        if suffix == ".csv":
            return "number,pieces,queues,tucked,minimal,rows,fumen\n" + "".join(
                [self._row(number, solution) for number, solution in enumerate(self.in_time(), 1)]
            )
        if suffix == ".fumen":
            return self._fumen() + "\n"
        return self._page() if suffix == ".html" else self._picture(suffix)

    def _row(self, number: int, solution: PathSolution) -> str:
        """A line of a table."""
        mark = "" if self.minimal is None else "yes" if id(solution) in self.fewest else "no"
        picture, fumen = solution.to_text(one_line=True), solution.fumen().to_text()
        return f"{number},{solution.pieces},{solution.served},{solution.tucked},{mark},{picture},{fumen}\n"

    def _picture(self, suffix: str) -> str | bytes:
        """All of them in one picture, or one after the other in an animation."""
        from shapewright.drawing import (  # who prints text never loads the drawing of files
            to_gif,
            to_pdf,
            to_png,
            to_svg,
        )

        self._check_number(MAX_IN_A_PICTURE, "solutions", "a picture shows at least one solution, and there is none")
        scenes = [solution.mosaic().scene(cell=26) for solution in self.shown]
        if suffix == ".gif":
            return to_gif(scenes, seconds=PAGE_SECONDS)
        captions = [
            f"{number}{'*' if id(one) in self.fewest else ''}  {one.pieces}  {_queues(one.served)}"
            for number, one in enumerate(self.shown, 1)
        ]
        if suffix == ".pdf":
            return to_pdf(scenes, captions=captions, title=self.heading())
        scene = sheet(scenes, captions, self.heading())
        return to_svg(scene) + "\n" if suffix == ".svg" else to_png(scene)

    def _fumen(self) -> str:
        """One fumen, a page a solution."""
        self._check_number(MAX_FIGURES, "pages", "a fumen has at least one page, and there is no solution")
        pages = tuple([solution.page() for solution in self.in_time()])
        if not pages:
            raise self.clock.stopped("a page was drawn")
        return Fumen(pages).to_text()

    def _page(self) -> str:
        """A web page with all pictures, the fewest first."""
        from shapewright.drawing import Figure, Section, to_html  # as above

        self._check_number(MAX_FIGURES, "pictures")
        shown = list(self.in_time())
        groups = [("Solutions", shown)]
        if self.minimal is not None:
            groups = [
                ("The minimal set, which covers all queues", [one for one in shown if id(one) in self.fewest]),
                ("The others", [one for one in shown if id(one) not in self.fewest]),
            ]
        sections = []
        for heading, solutions in groups:
            figures = [
                Figure(
                    one.mosaic().scene(cell=22),
                    f"{one.pieces}  {_queues(one.served)}",
                    command=code,
                    link=VIEWER + code,
                )
                for one, code in [(each, each.fumen().to_text()) for each in solutions]
            ]
            if figures:
                sections.append(Section(f"{heading}: {len(figures)}", figures=tuple(figures)))
        return to_html("Solutions", sections, introduction=self.heading())

    def _check_number(self, most: int, what: str, none: str = "") -> None:
        if none and not self.shown:
            raise LimitError(none)
        if len(self.shown) > most:
            raise LimitError(f"{len(self.shown)} {what} are more than the limit of {most}; use --limit or --minimal")


def _queues(number: int) -> str:
    """So many queues, in words."""
    return "1 queue" if number == 1 else f"{number} queues"


def _python(asked: dict[str, Any]) -> str:
    where, how = setup_in_python(asked)
    chosen = f"found.minimal(time_limit={COVER_SECONDS})" if "minimal" in asked else "found"
    chosen += f"[:{asked['limit']}]" if "limit" in asked else ""
    return clear_program(
        f"found = {call('clear.path', *where, **how)}",
        "print(len(found), found.solved, found.queues)",
        f"for solution in {chosen}:",
        "    print(solution.served, solution.fumen().to_text())",
    )


QUESTION = Question(
    "clear",
    "path",
    "List all unique solutions, and a minimal set that covers every queue.",
    (
        *SETUP,
        save_field("Let a solution cover only the queues for which it saves these pieces: T, TL, !T, T||I."),
        Flag("minimal", "Show only the minimal set: as few solutions as cover all queues."),
        Flag("no_minimal", "Do not search for the minimal set, which takes longest if there are many solutions."),
        limit_field("Maximum number of solutions.", studio=MAX_STUDIO_LISTED),
        time_limit_field(),
    ),
    answer,
    about="""
    A unique solution is a set of pieces with their cells in the rows of the field, whatever their order. Solutions
    that cover most queues are listed first.

    \b
    shapewright clear path -t 'v115@...' -p 'I,*p4'
    shapewright clear path --field XXX____XXX/XXX____XXX/XXX____XXX/XXX____XXX -p '*p5' -o path.html (.fumen .png)""",
    example={"field": "ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ", "patterns": "I,*p4"},
    formats=Formats((".txt", ".json", ".csv", ".html", ".fumen", ".svg", ".png", ".gif", ".pdf")),
    downloads=(".svg", ".pdf", ".fumen", ".csv", ".html"),
    python=_python,
    foreign=PATH,
)
QUESTION = of_many(QUESTION, "limit")
