"""Setups as answers show them: text, pictures, records, and the files that hold some."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from shapewright.clear.chances.percent import percentage
from shapewright.clear.notation.fumen import Fumen
from shapewright.clear.picture import sheet
from shapewright.errors import LimitError, amount
from shapewright.questions.clear._shown.side_by_side import drawn_side_by_side
from shapewright.questions.parts import Picture, Pictures
from shapewright.questions.question import Answer, Formats

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from shapewright.clear import Chance, FoundSetup, Setups
    from shapewright.questions.desk import Desk
    from shapewright.questions.parts import Part
    from shapewright.questions.screen import Screen

__all__ = ["DOWNLOADS", "FORMATS", "MAX_STUDIO_LISTED", "answer_of", "records"]

FORMATS = Formats((".txt", ".json", ".csv", ".html", ".fumen", ".svg", ".png", ".gif", ".pdf"))
DOWNLOADS = (".svg", ".pdf", ".fumen", ".csv", ".html")
MAX_STUDIO_LISTED = 5000
MAX_LISTED = 200_000
MAX_SERVED_LISTED = 5_000_000
MAX_FIGURES = 2000
MAX_DRAWN = 200
"""The number of setups that a page draws; its files have all of them."""

MAX_IN_A_PICTURE = 500
PAGE_SECONDS = 1.0
"""How long an animation shows a setup."""


def answer_of(
    found: Setups, heading: str, desk: Desk, limit: int | None, *, notes: Iterable[str] = (), keys: dict[str, Any]
) -> Answer:
    """The answer that lists these setups, up to a limit, under a heading; ``keys`` come first in JSON."""
    limit = MAX_STUDIO_LISTED if limit is None and desk.studio else limit
    shown = _Shown(found, found[:limit], heading)
    return Answer(
        lambda: keys | shown.keys(),
        heading,
        "found" if found else "none",
        text=shown.text,
        parts=shown.parts,
        files={suffix: lambda suffix=suffix: shown.content(suffix) for suffix in _WRITTEN},  # type: ignore[misc]
        notes=[*notes],
        complete=len(shown.shown) == len(found),
        exit_code=0,
    )


def records(found: Setups, shown: Iterable[FoundSetup]) -> list[dict[str, Any]]:
    """Setups as plain data; the queues of each are left out where they would be too many."""
    shown = list(shown)
    is_listed = not found.combination and sum([one.served for one in shown]) <= MAX_SERVED_LISTED
    each = []
    for one in shown:
        record: dict[str, Any] = {
            "pieces": one.pieces,
            "cells": [part.cells for part in one.parts],
            "rows": one.to_text(one_line=True),
            "core": len(one.core),
            "cleared": one.cleared,
            "orders" if found.combination else "queues": one.served,
            "fumen": one.fumen().to_text(),
        }
        if is_listed:
            record["serves"] = list(one.queues())
        if one.then is not None:
            record["then"] = {"solved": one.then.solved, "queues": one.then.queues}
        each.append(record)
    return each


def _per_cent(chance: Chance) -> str:
    return f"{percentage(chance.solved, chance.queues)} %"


_WRITTEN = (".csv", ".fumen", ".html", ".svg", ".png", ".gif", ".pdf")


class _Shown:
    """What was found, in every form."""

    def __init__(self, found: Setups, shown: tuple[FoundSetup, ...], heading: str) -> None:
        self.found = found
        self.shown = shown
        self.heading = heading

    def _caption(self, one: FoundSetup) -> str:
        """How often it can be built, in words."""
        if self.found.combination:
            words = f"{one.served} of {one.orders} orders"
        else:
            words = amount(one.served, "queue")
        return f"{words}, then {_per_cent(one.then)}" if one.then is not None else words

    def keys(self) -> dict[str, Any]:
        """What the envelope has of it."""
        self._check_number(MAX_LISTED, "setups")
        return {"solutions": records(self.found, self.shown)}

    def text(self, screen: Screen) -> str:
        """Pictures side by side, each with its number and how often it can be built."""
        each = []
        for number, one in enumerate(self.shown, 1):
            after = f"  {_per_cent(one.then)}" if one.then is not None else ""
            each.append((f"{number}  {one.served}{after}", one))
        cut = self.found.cut()
        return "\n".join([self.heading, *([cut] if cut else []), *drawn_side_by_side(each, screen)])

    def parts(self) -> list[Part]:
        """What a page shows."""
        drawn = [
            Picture(replace(one.mosaic(), pixels=16), self._caption(one), code=one.fumen().to_text())
            for one in self.shown[:MAX_DRAWN]
        ]
        if not drawn:
            return []
        more = len(self.shown) > MAX_DRAWN
        titles = [self.found.cut() or "", f"the first {MAX_DRAWN} of {len(self.shown)} are drawn" if more else ""]
        return [Pictures(drawn, title="; ".join(filter(None, titles)), size="medium")]

    def content(self, suffix: str) -> str | bytes:
        """What a file with that suffix holds."""
        return _MAKERS.get(suffix, _Shown._picture)(self, suffix)

    def _csv(self, _: str) -> str:
        names = ["number", "pieces", "orders" if self.found.combination else "queues", "core", "cleared"]
        has_then = any(one.then is not None for one in self.shown)
        lines = [[*names, *(["then_solved", "then_queues"] if has_then else []), "rows", "fumen"]]
        for number, one in enumerate(self.shown, 1):
            after = [] if one.then is None else [one.then.solved, one.then.queues]
            numbers = [one.served, len(one.core), one.cleared, *after]
            picture = one.to_text(one_line=True)
            lines.append([str(number), one.pieces, *map(str, numbers), picture, one.fumen().to_text()])
        return "".join([",".join(line) + "\n" for line in lines])

    def _fumen(self, _: str) -> str:
        """One fumen, a page a setup."""
        self._check_number(MAX_FIGURES, "pages", "a fumen has at least one page, and there is no setup")
        return Fumen(tuple([one.page() for one in self.shown])).to_text() + "\n"

    def _html(self, _: str) -> str:
        """A web page with all pictures, which are links to their fumens."""
        from shapewright.drawing import Figure, Section, to_html  # as above

        self._check_number(MAX_FIGURES, "pictures")
        figures = tuple(
            [
                Figure(one.mosaic().scene(cell=16), self._caption(one), command=one.fumen().to_text())
                for one in self.shown
            ]
        )
        sections = [Section(f"Setups: {len(figures)}", figures=figures)] if figures else []
        return to_html("Setups", sections, introduction=self.heading)

    def _picture(self, suffix: str) -> str | bytes:
        """All of them in one picture, or one after the other."""
        from shapewright.drawing import to_gif, to_pdf, to_png, to_svg  # as above

        self._check_number(MAX_IN_A_PICTURE, "setups", "a picture shows at least one setup, and there is none")
        scenes = [one.mosaic().scene(cell=26) for one in self.shown]
        if suffix == ".gif":
            return to_gif(scenes, seconds=PAGE_SECONDS)
        captions = [f"{number}  {self._caption(one)}" for number, one in enumerate(self.shown, 1)]
        if suffix == ".pdf":
            return to_pdf(scenes, captions=captions, title=self.heading)
        scene = sheet(scenes, captions, self.heading)
        return to_svg(scene) + "\n" if suffix == ".svg" else to_png(scene)

    def _check_number(self, most: int, what: str, none: str = "") -> None:
        if none and not self.shown:
            raise LimitError(none)
        if len(self.shown) > most:
            raise LimitError(f"{len(self.shown)} {what} are more than the limit of {most}; use --limit")


_MAKERS: dict[str, Callable[[_Shown, str], str | bytes]] = {
    ".csv": _Shown._csv,
    ".fumen": _Shown._fumen,
    ".html": _Shown._html,
}
