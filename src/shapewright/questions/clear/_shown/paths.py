"""Solutions of a field as an answer shows them, in groups where several saves were asked for: text, records, files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import islice
from typing import TypeVar

from shapewright import clear, drawing
from shapewright.clear.notation.fumen import Fumen
from shapewright.errors import amount
from shapewright.jobs.limits import Clock
from shapewright.questions.batch import csv_of
from shapewright.questions.clear._shown.cards import (
    MAX_DRAWN,
    MAX_FIGURES,
    Card,
    card_blocks,
    card_files,
    check_number,
    pictures,
    section,
    side_by_side,
)
from shapewright.questions.desk import Desk
from shapewright.questions.parts import Part
from shapewright.questions.question import Answer
from shapewright.questions.screen import Screen

Thing = TypeVar("Thing")

MAX_LISTED = 200_000
MAX_QUEUES_LISTED = 20_000_000
MAX_SERVED = 120
"""The number of queues that a page lists of each solution."""

_MARK = "* in the minimal set, which covers all queues"
_SHORTER = "--limit or --minimal"


COVER_SECONDS = 10.0
"""The seconds for which the fewest solutions are looked for, unless a time limit says otherwise."""

COVER_SHARE = 0.7
"""The share of the time left that this may take; the rest is for writing."""


def minimal_of(found: clear.Path, desk: Desk, clock: Clock, groups: int = 1) -> clear.Minimal:
    """The fewest solutions, in their share of the time that is left to so many groups."""
    desk.say(f"{amount(len(found), 'solution')}; searching for the smallest set that covers all queues")
    left = clock.left()
    seconds = COVER_SECONDS if left is None else COVER_SHARE * left / groups
    return found.minimal(time_limit=seconds, progress=desk.progress)


def minimal_notes(minimal: clear.Minimal | None, label: str = "") -> list[str]:
    """What is to be said of a minimal set: what is not proven."""
    if minimal is None or not minimal:
        return []
    of = f" for {label}" if label else ""
    if not minimal.is_optimal:
        return [f"clear: at least {minimal.bound} solutions are needed{of}; more time (--time-limit) may find fewer"]
    if all(tie.is_least for tie in minimal.ties) and minimal.ties:
        return []
    proven = [tie.by for tie in minimal.ties if tie.is_least]
    known = f"only {' and '.join(proven)} proven" if proven else "none of them proven"
    return [f"clear: of the smallest sets{of} an easy one was chosen, by tucked, held and unplayable; {known}"]


@dataclass(frozen=True)
class Group:
    """The solutions of a save (without any: of the field), the fewest of them if asked for, and those shown."""

    label: str
    found: clear.Path
    minimal: clear.Minimal | None
    shown: Sequence[clear.PathSolution]

    @cached_property
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

    def fumen(self, solution: clear.PathSolution) -> Fumen:
        """The page of a solution, whose comment begins with the save that it is for."""
        page = solution.page()
        return Fumen((replace(page, comment=f"{self.label}: {page.comment}") if self.label else page,))

    def keys(self) -> dict[str, object]:
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

    def in_time(self, things: Sequence[Thing]) -> Iterator[Thing]:
        """Yield ``things`` as long as there is time to show them; the answer says if something is missing."""
        for number, thing in enumerate(things):
            if self.clock.over():
                if self.answer is not None and self.answer.stopped is None:
                    self.answer.stop(self.clock.stopped(f"all solutions were written; {number} came before"))
                return
            yield thing

    def heading(self) -> str:
        """The counts in words."""
        return self.own_heading or self.groups[0].heading()

    def keys(self) -> dict[str, object]:
        """What the envelope has of it."""
        check_number(self.shown, MAX_LISTED, "solutions")
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

    def _records(self) -> list[list[dict[str, object]]]:
        listed = sum([solution.served for _, solution in self.shown]) <= MAX_QUEUES_LISTED
        records: dict[int, list[dict[str, object]]] = {id(group): [] for group in self.groups}
        for group, solution in self.in_time(self.shown):
            record: dict[str, object] = {
                "pieces": solution.pieces,
                "cells": [part.cells for part in solution.parts],
                "rows": solution.to_text(one_line=True),
                "queues": solution.served,
                "tucked": solution.tucked,
                "minimal": None if group.minimal is None else id(solution) in group.fewest,
                "fumen": group.fumen(solution).to_text(),
            }
            if listed:
                record["serves"] = list(solution.queues())
            records[id(group)].append(record)
        return list(records.values())

    def cards(self, group: Group, solutions: Sequence[clear.PathSolution], before: int = 0) -> list[Card]:
        """Solutions of a group with how many queues they serve; in a picture ``before`` others come before."""
        of = f"{group.label}: " if self.is_grouped else ""
        cards = []
        for number, one in enumerate(solutions, 1):
            mark, star, queues = " ", "", amount(one.served, "queue")
            if id(one) in group.fewest:
                mark, star = "*", "★ "
            picture = f"{of}{before + number}{mark.strip()}  {one.pieces}  {queues}"
            cards.append(Card(one, partial(group.fumen, one), f"{number}{mark} {one.served}", picture, star + queues))
        return cards

    def text(self, screen: Screen) -> str:
        """Pictures side by side, each with its number and how many queues it serves."""
        cards = [(group, card) for group in self.groups for card in self.cards(group, group.shown)]
        drawn: dict[int, list[Sequence[str]]] = {id(group): [] for group in self.groups}
        in_time = self.in_time([card for _, card in cards])
        for (group, _), block in zip(cards, card_blocks(in_time, screen), strict=False):
            drawn[id(group)].append(block)
        lines = [self.heading(), *self._about()]
        for group in self.groups:
            if self.is_grouped:
                lines += [*([] if lines[-1] == "" else [""]), f"{group.label}: {group.heading()}"]
            lines += side_by_side(drawn[id(group)])
        is_marked = any(group.minimal is not None and drawn[id(group)] for group in self.groups)
        return "\n".join([*lines, *([_MARK] if is_marked else [])])

    def _about(self) -> Iterator[str]:
        """What is to be said of all groups, in sentences."""
        found = self.groups[0].found
        if found.best:
            each = [f"{save.label or save.text} {best}" for save, best in zip(found.saves, found.best, strict=True)]
            yield f"queues by their best save: {', '.join(each)}"
        if (cut := found.cut()) is not None:
            yield cut

    def parts(self) -> list[Part]:
        """What a page shows."""
        parts: list[Part] = []
        left = MAX_DRAWN
        for group in self.groups:
            shown = group.shown[:left]
            left -= len(shown)
            title = [f"{group.label}: {group.heading()}"] if self.is_grouped else []
            title += [] if group.minimal is None else [f"★{_MARK[1:]}"]
            if len(group.shown) > len(shown):
                title.append(f"the first {len(shown)} are drawn; the files have all {len(group.shown)}")
            parts += pictures(self.cards(group, shown), "; ".join([*title, *self._about()]))
        return parts

    def page(self) -> dict[str, object]:
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
                    "fumen": group.fumen(solution).to_text(),
                }
                for group, solution in self.shown[:MAX_DRAWN]
            ],
            "fewest": None if minimal is None else len(minimal),
            "bound": None if minimal is None else minimal.bound,
            "height": self.groups[0].found.setup.height,
        }

    def files(self) -> dict[str, Callable[[], str | bytes]]:
        """The files that hold them."""
        cards: list[Card] = []
        for group in self.groups:
            cards += self.cards(group, group.shown, len(cards))
        made = card_files(cards, self.heading(), "solution", shorter=_SHORTER, in_time=self.in_time)

        def fumen() -> str | bytes:
            if cards and self.clock.over():
                raise self.clock.stopped("a page was drawn")
            return made[".fumen"]()

        return {**made, ".csv": self._csv, ".fumen": fumen, ".html": self._html}

    def _csv(self) -> str:
        first = ["save"] if self.is_grouped else []
        rows: list[list[object]] = [[*first, "number", "pieces", "queues", "tucked", "minimal", "rows", "fumen"]]
        for number, (group, one) in enumerate(self.in_time(self.shown), 1):
            mark = "" if group.minimal is None else "yes" if id(one) in group.fewest else "no"
            told = [number, one.pieces, one.served, one.tucked, mark, one.to_text(one_line=True)]
            rows.append([*([group.label] if first else []), *told, group.fumen(one).to_text()])
        return csv_of(rows)

    def _html(self) -> str:
        """A web page with all pictures, by groups, the fewest first."""
        check_number(self.shown, MAX_FIGURES, "pictures", _SHORTER)
        shown = list(self.in_time(self.shown))
        sections = []
        for group in self.groups:
            mine = [one for of, one in shown if of is group]
            before = f"{group.label}: " if self.is_grouped else ""
            parted = [("Solutions", mine)]
            if group.minimal is not None:
                parted = [
                    ("The minimal set, which covers all queues", [one for one in mine if id(one) in group.fewest]),
                    ("The others", [one for one in mine if id(one) not in group.fewest]),
                ]
            for heading, solutions in parted:
                cards = [
                    replace(card, page=f"{one.pieces}  {amount(one.served, 'queue')}")
                    for card, one in zip(self.cards(group, solutions), solutions, strict=True)
                ]
                sections += section(f"{before}{heading}: {len(cards)}", cards, 22, linked=True)
        return drawing.to_html("Solutions", sections, introduction="; ".join([self.heading(), *self._about()]))
