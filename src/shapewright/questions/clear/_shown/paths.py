"""Solutions of a field as an answer shows them, in groups where several saves were asked for: text, records, files."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from shapewright.clear.notation.fumen import VIEWER, Fumen
from shapewright.clear.picture import sheet
from shapewright.errors import LimitError, amount
from shapewright.questions.clear._shown.side_by_side import side_by_side
from shapewright.questions.parts import Part, Picture, Pictures

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from shapewright.clear import Minimal, Path, PathSolution
    from shapewright.jobs.limits import Clock
    from shapewright.questions.question import Answer
    from shapewright.questions.screen import Screen

__all__ = ["WRITTEN", "Group", "Shown"]

WRITTEN = (".csv", ".fumen", ".html", ".svg", ".png", ".gif", ".pdf")
"""The files that :meth:`Shown.content` makes."""

MAX_FIGURES = 2000
MAX_LISTED = 200_000
MAX_QUEUES_LISTED = 20_000_000
MAX_DRAWN = 200
"""The number of solutions that a page draws; its files have all of them."""

MAX_SERVED = 120
"""The number of queues that a page lists of each solution."""

MAX_IN_A_PICTURE = 500
"""No more solutions are drawn in one picture or animation."""

PAGE_SECONDS = 1.0
"""How long an animation shows a solution."""

_MARK = "* in the minimal set, which covers all queues"


@dataclass(frozen=True)
class Group:
    """The solutions of a save (without any: of the field), the fewest of them if asked for, and those shown."""

    label: str
    found: Path
    minimal: Minimal | None
    shown: Sequence[PathSolution]

    @property
    def fewest(self) -> set[int]:
        """The solutions of the minimal set, by their identity."""
        return {id(solution) for solution in self.minimal or ()}

    def heading(self) -> str:
        """The counts in words."""
        found, minimal = self.found, self.minimal
        if not found and found.saves:
            never = found.setup.never_saved(",".join([save.to_text() for save in found.saves]))
            return f"no solution saves that with any of {found.queues} queues{'' if never is None else f': {never}'}"
        if not found:
            none = "the queue does not clear" if found.queues == 1 else f"none of {found.queues} queues clears"
            return f"no solution: {none} the field"
        solutions = amount(len(found), "unique solution")
        served = f"{solutions} for {found.solved} of {found.queues} queues"
        if minimal is None:
            return served
        fewest = "1 suffices" if len(minimal) == 1 else f"{len(minimal)} suffice"
        return f"{served}; {fewest}{'' if minimal.is_optimal else f', {minimal.bound} at least'} for all"

    def keys(self) -> dict[str, Any]:
        """The numbers."""
        minimal = self.minimal
        ties = None if minimal is None else [[tie.by, tie.total, tie.is_least] for tie in minimal.ties]
        return {
            "unique": len(self.found),
            "minimal": None if minimal is None else len(minimal),
            "minimal_bound": None if minimal is None else minimal.bound,
            "minimal_ties": ties,
            "solved": self.found.solved,
        }


class Shown:
    """What was found, in every form."""

    def __init__(self, groups: Sequence[Group], clock: Clock, *, heading: str = "") -> None:
        self.groups = groups
        self.clock = clock
        self.own_heading = heading
        self.answer: Answer | None = None
        self.shown = [(group, solution) for group in groups for solution in group.shown]

    @property
    def is_grouped(self) -> bool:
        """Whether there are groups with labels."""
        return len(self.groups) != 1 or bool(self.groups[0].label)

    def in_time(self) -> Iterator[tuple[Group, PathSolution]]:
        """The solutions that are shown, as long as there is time for them; the answer says if some are missing."""
        for number, (group, solution) in enumerate(self.shown):
            if self.clock.over():
                if self.answer is not None and self.answer.stopped is None:
                    self.answer.stop(self.clock.stopped(f"all solutions were written; {number} came before"))
                return
            yield group, solution

    def heading(self) -> str:
        """The counts in words."""
        return self.own_heading or self.groups[0].heading()

    def keys(self) -> dict[str, Any]:
        """What the envelope has of it."""
        if len(self.shown) > MAX_LISTED:
            raise LimitError(
                f"{len(self.shown)} solutions are more than the limit of {MAX_LISTED} to list; use --limit"
            )
        first = self.groups[0].found
        about = {
            "queues": first.queues,
            "pieces": first.setup.pattern.length,
            "pieces_counted": first.counted,
            "height": first.setup.height,
        }
        records = self._records()
        if not self.is_grouped:
            best = {"best_saves": list(first.best)} if first.best else {}
            return {**self.groups[0].keys(), **about, **best, "solutions": records[0]}
        saves = [
            {"label": group.label, "condition": group.found.saves[0].text, **group.keys(), "solutions": listed}
            for group, listed in zip(self.groups, records, strict=True)
        ]
        return {**about, "saves": saves}

    def _records(self) -> list[list[dict[str, Any]]]:
        """The records of each group."""
        listed = sum([solution.served for _, solution in self.shown]) <= MAX_QUEUES_LISTED
        records: dict[int, list[dict[str, Any]]] = {id(group): [] for group in self.groups}
        for group, solution in self.in_time():
            record: dict[str, Any] = {
                "pieces": solution.pieces,
                "cells": [part.cells for part in solution.parts],
                "rows": solution.to_text(one_line=True),
                "queues": solution.served,
                "tucked": solution.tucked,
                "minimal": None if group.minimal is None else id(solution) in group.fewest,
                "fumen": self._fumen_of(group, solution).to_text(),
            }
            if listed:
                record["serves"] = list(solution.queues())
            records[id(group)].append(record)
        return list(records.values())

    def _fumen_of(self, group: Group, solution: PathSolution) -> Fumen:
        """The page of a solution, whose comment begins with the save that it is for."""
        page = solution.page()
        return Fumen((replace(page, comment=f"{group.label}: {page.comment}") if group.label else page,))

    def text(self, screen: Screen) -> str:
        """Pictures side by side, each with its number and how many queues it serves."""
        # Who writes a picture or JSON needs nothing of the terminal.
        from shapewright.drawing.terminal import terminal_options, to_terminal

        how = terminal_options(sys.stdout)
        blocks: dict[int, list[tuple[str, ...]]] = {id(group): [] for group in self.groups}
        for group, solution in self.in_time():
            mine = blocks[id(group)]
            mark = "*" if id(solution) in group.fewest else " "
            drawn = to_terminal(solution.mosaic(), **how) if screen.is_terminal else solution.to_text()
            mine.append((f"{len(mine) + 1}{mark} {solution.served}", *drawn.split("\n")))
        lines = [self.heading(), *self._about()]
        for group in self.groups:
            if self.is_grouped:
                lines += [*([] if lines[-1] == "" else [""]), f"{group.label}: {group.heading()}"]
            lines += side_by_side(blocks[id(group)], how["width"])
        is_marked = any(group.minimal is not None and blocks[id(group)] for group in self.groups)
        return "\n".join([*lines, *([_MARK] if is_marked else [])])

    def _about(self) -> Iterator[str]:
        """What is to be said of all groups, in sentences."""
        found = self.groups[0].found
        if found.best:
            each = [f"{save.label or save.text} {best}" for save, best in zip(found.saves, found.best, strict=True)]
            yield f"queues by their best save: {', '.join(each)}"
        cut = found.cut()
        if cut is not None:
            yield cut

    def parts(self) -> list[Part]:
        """What a page shows."""
        parts: list[Part] = []
        left = MAX_DRAWN
        for group in self.groups:
            drawn = [
                Picture(
                    replace(solution.mosaic(), pixels=16),
                    ("★ " if id(solution) in group.fewest else "") + amount(solution.served, "queue"),
                    code=self._fumen_of(group, solution).to_text(),
                )
                for solution in group.shown[:left]
            ]
            if drawn:
                parts.append(Pictures(drawn, title=self._title(group, len(drawn)), size="medium"))
            left -= len(drawn)
        return parts

    def _title(self, group: Group, drawn: int) -> str:
        """What stands above the pictures of a group."""
        said = []
        if self.is_grouped:
            said.append(f"{group.label}: {group.heading()}")
        if group.minimal is not None:
            said.append(f"★{_MARK[1:]}")
        if len(group.shown) > drawn:
            said.append(f"the first {drawn} are drawn; the files have all {len(group.shown)}")
        return "; ".join([*said, *self._about()])

    def page(self) -> dict[str, Any]:
        """What a page says of each picture: its pieces, how many queues it serves and the first of them."""
        minimal = None if self.is_grouped else self.groups[0].minimal
        return {
            "served": [
                {
                    "pieces": solution.pieces,
                    "served": solution.served,
                    "tucked": solution.tucked,
                    "minimal": id(solution) in group.fewest,
                    "queues": list(islice(solution.queues(), MAX_SERVED)),
                    "fumen": self._fumen_of(group, solution).to_text(),
                }
                for group, solution in self.shown[:MAX_DRAWN]
            ],
            "fewest": None if minimal is None else len(minimal),
            "bound": None if minimal is None else minimal.bound,
            "height": self.groups[0].found.setup.height,
        }

    def content(self, suffix: str) -> str | bytes:
        """What a file with that suffix holds."""
        if suffix == ".csv":
            first = "save," if self.is_grouped else ""
            return f"{first}number,pieces,queues,tucked,minimal,rows,fumen\n" + "".join(
                [self._row(number, group, solution) for number, (group, solution) in enumerate(self.in_time(), 1)]
            )
        if suffix == ".fumen":
            return self._fumen() + "\n"
        return self._page() if suffix == ".html" else self._picture(suffix)

    def _row(self, number: int, group: Group, solution: PathSolution) -> str:
        """A line of a table."""
        mark = "" if group.minimal is None else "yes" if id(solution) in group.fewest else "no"
        picture, fumen = solution.to_text(one_line=True), self._fumen_of(group, solution).to_text()
        first = f"{_quoted(group.label)}," if self.is_grouped else ""
        return f"{first}{number},{solution.pieces},{solution.served},{solution.tucked},{mark},{picture},{fumen}\n"

    def _picture(self, suffix: str) -> str | bytes:
        """All of them in one picture, or one after the other in an animation."""
        from shapewright.drawing import (  # who prints text never loads the drawing of files
            to_gif,
            to_pdf,
            to_png,
            to_svg,
        )

        self._check_number(MAX_IN_A_PICTURE, "solutions", "a picture shows at least one solution, and there is none")
        scenes = [solution.mosaic().scene(cell=26) for _, solution in self.shown]
        if suffix == ".gif":
            return to_gif(scenes, seconds=PAGE_SECONDS)
        captions = [
            f"{f'{group.label}: ' if self.is_grouped else ''}{number}{'*' if id(one) in group.fewest else ''}  "
            f"{one.pieces}  {amount(one.served, 'queue')}"
            for number, (group, one) in enumerate(self.shown, 1)
        ]
        if suffix == ".pdf":
            return to_pdf(scenes, captions=captions, title=self.heading())
        scene = sheet(scenes, captions, self.heading())
        return to_svg(scene) + "\n" if suffix == ".svg" else to_png(scene)

    def _fumen(self) -> str:
        """One fumen, a page a solution."""
        self._check_number(MAX_FIGURES, "pages", "a fumen has at least one page, and there is no solution")
        pages = [page for group, solution in self.in_time() for page in self._fumen_of(group, solution).pages]
        if not pages:
            raise self.clock.stopped("a page was drawn")
        return Fumen(tuple(pages)).to_text()

    def _page(self) -> str:
        """A web page with all pictures, by groups, the fewest first."""
        from shapewright.drawing import Figure, Section, to_html  # as above

        self._check_number(MAX_FIGURES, "pictures")
        shown = list(self.in_time())
        sections = []
        for group in self.groups:
            mine = [solution for of, solution in shown if of is group]
            before = f"{group.label}: " if self.is_grouped else ""
            parted = [("Solutions", mine)]
            if group.minimal is not None:
                parted = [
                    ("The minimal set, which covers all queues", [one for one in mine if id(one) in group.fewest]),
                    ("The others", [one for one in mine if id(one) not in group.fewest]),
                ]
            for heading, solutions in parted:
                figures = [
                    Figure(
                        one.mosaic().scene(cell=22),
                        f"{one.pieces}  {amount(one.served, 'queue')}",
                        command=code,
                        link=VIEWER + code,
                    )
                    for one, code in [(each, self._fumen_of(group, each).to_text()) for each in solutions]
                ]
                if figures:
                    sections.append(Section(f"{before}{heading}: {len(figures)}", figures=tuple(figures)))
        return to_html("Solutions", sections, introduction="; ".join([self.heading(), *self._about()]))

    def _check_number(self, most: int, what: str, none: str = "") -> None:
        if none and not self.shown:
            raise LimitError(none)
        if len(self.shown) > most:
            raise LimitError(f"{len(self.shown)} {what} are more than the limit of {most}; use --limit or --minimal")


def _quoted(label: str) -> str:
    """A label as a field of a table."""
    return '"' + label.replace('"', '""') + '"' if {'"', ","} & set(label) else label
