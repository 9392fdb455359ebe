"""Solutions as answers show them: step by step in text and in pictures, as records, and in the files that hold some."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from shapewright import clear, drawing
from shapewright.clear.notation.fumen import VIEWER, Fumen
from shapewright.clear.notation.jsonl import to_record
from shapewright.clear.notation.pc import format_record
from shapewright.clear.orders.finesse import presses
from shapewright.clear.picture import draw, frame_mosaics, solution_mosaic, solution_text
from shapewright.drawing.terminal import terminal_options
from shapewright.errors import ProblemError
from shapewright.questions.clear._shown.pages import Drawing, pages_files
from shapewright.questions.drawings import drawings
from shapewright.questions.parts import Frames, Part, Picture, Pictures, Text
from shapewright.questions.screen import Screen

FORMATS = (".pc", ".fumen", ".jsonl", ".json", ".txt", ".svg", ".png", ".gif", ".pdf", ".html")

STEP_SECONDS = 0.5
"""How long an animation shows a step."""

MAX_DRAWN = 200
"""The number of solutions that a page draws; its files have all of them."""


def fumen_of(solution: clear.Solution, given: Fumen | None = None, kicks: clear.Kicks | None = None) -> str:
    """The solution as a fumen, after the pages of the one that was given; with ``kicks`` also its key presses."""
    made = Fumen.from_solution(solution) if given is None else given.appended(solution)
    if kicks is None:
        return made.to_text()
    before = made.pages[: len(made.pages) - len(solution)]
    return Fumen((*before, *_with_keys(made.pages[len(before) :], solution, kicks))).to_text()


def _with_keys(pages: Sequence[clear.Page], solution: clear.Solution, kicks: clear.Kicks) -> list[clear.Page]:
    """The pages of a solution with the key presses of their pieces in the comments, after the queue."""
    each = zip(pages, _keys(solution, kicks), strict=True)
    return [replace(page, comment=f"{page.comment}{';' if page.comment else ''}{', '.join(row)}") for page, row in each]


def details(
    solution: clear.Solution, given: Fumen | None = None, kicks: clear.Kicks | None = None
) -> dict[str, object]:
    """A solution as plain data, with what can be said of it; with ``kicks`` also its key presses."""
    more: dict[str, object] = {"height": solution.height, "saved": solution.saved, "fumen": fumen_of(solution, given)}
    if kicks is not None:
        more["keys"] = _keys(solution, kicks)
    return to_record(solution) | more


def _keys(solution: clear.Solution, kicks: clear.Kicks) -> list[list[str]]:
    return [
        (["hold"] if frame.held else []) + list(presses(frame.before, frame.placement, kicks, solution.drop) or ())
        for frame in solution.frames()
    ]


def keys_text(solution: clear.Solution, kicks: clear.Kicks) -> str:
    """The key presses, a placement a line."""
    each = zip(solution.placements, _keys(solution, kicks), strict=True)
    return "\n".join([f"{number:>2} {placed.piece}  {', '.join(row)}" for number, (placed, row) in enumerate(each, 1)])


def drawn_text(solution: clear.Solution, screen: Screen) -> str:
    """All steps in characters, as the screen shows them best."""
    if screen.is_file:
        return solution_text(solution)
    how = terminal_options(sys.stdout)
    return solution_text(solution, color=how["color"], width=how["width"], truecolor=how["truecolor"])


def steps(solution: clear.Solution, before: str = "") -> Iterator[Picture]:
    """A picture of each step."""
    each = zip(frame_mosaics(solution), solution.frames(), strict=True)
    for number, (board, frame) in enumerate(each, 1):
        yield Picture(board, f"{before}{number}  {frame.placement.piece}{', after hold' if frame.held else ''}")


def see(solutions: Sequence[clear.Solution], given: Fumen | None = None) -> Iterator[Part]:
    """What there is to see of the solutions: the first one step by step, and the others beside each other."""
    first = solutions[0]
    yield Frames(tuple(steps(first)), seconds=STEP_SECONDS, animation="clear")
    yield Text(fumen_of(first, given), title="As a fumen", label="fumen")
    others = []
    for one in solutions[1:MAX_DRAWN]:
        order = "".join([placement.piece for placement in one.placements])
        saved = f", {' '.join(one.saved)} left over" if one.saved else ""
        others.append(Picture(solution_mosaic(one), order + saved, code=fumen_of(one, given)))
    if others:
        yield Pictures(others, title=f"{len(solutions) - 1} more", size="medium")


def ways(solutions: Sequence[clear.Solution], given: Fumen | None = None) -> dict[str, object]:
    """What a page plays: the field, and of each solution its steps, what is left over and its fumen.

    A step is a piece, its facing, centre and cells in the field as it then is, whether it comes after hold, and what
    is left of the queue after it.
    """
    return {
        "ways": [
            {
                "field": one.field.to_text(one_line=True),
                "queue": one.queue.pieces,
                "hold": one.queue.hold,
                "steps": [
                    {
                        "piece": frame.placement.piece,
                        "facing": frame.placement.facing,
                        "x": frame.placement.x,
                        "y": frame.placement.y,
                        "cells": frame.placement.cells(),
                        "held": frame.held,
                        "queue": frame.queue.pieces,
                        "hold": frame.queue.hold,
                    }
                    for frame in one.frames()
                ],
                "saved": one.saved,
                "fumen": fumen_of(one, given),
            }
            for one in solutions[:MAX_DRAWN]
        ]
    }


def contents(
    solutions: Sequence[clear.Solution], given: Fumen | None = None, kicks: clear.Kicks | None = None
) -> dict[str, Callable[[], str | bytes]]:
    """The files that hold solutions, where the common way does not do: a picture of one has all its steps.

    With ``kicks`` they have the key presses, too.
    """
    if len(solutions) == 1:
        pages: Sequence[clear.Page] = Fumen.from_solution(solutions[0]).pages
        if kicks is not None:
            pages = _with_keys(pages, solutions[0], kicks)
        drawn = pages_files(pages, how=Drawing(seconds=STEP_SECONDS), title="A perfect clear")
    else:
        drawn = {**drawings(lambda: _drawn(solutions), "Perfect clears"), ".html": lambda: _page(solutions)}

        def no_keys() -> str:
            raise ProblemError(
                "pictures show the key presses of one solution; leave out --keys or --limit, or write .fumen"
            )

        if kicks is not None:
            drawn = dict.fromkeys(drawn, no_keys)
    return {
        **drawn,
        ".pc": lambda: b"".join(map(format_record, solutions)),
        ".fumen": lambda: "".join([fumen_of(one, given, kicks) + "\n" for one in solutions]),
    }


def _drawn(solutions: Sequence[clear.Solution]) -> list[tuple[drawing.Scene, str]]:
    shown = solutions[:MAX_DRAWN]
    return [(draw(one), str(number) if len(shown) > 1 else "") for number, one in enumerate(shown, 1)]


def _page(solutions: Sequence[clear.Solution]) -> str:
    figures = [drawing.Figure(draw(one), command=str(one.queue), link=VIEWER + fumen_of(one)) for one in solutions]
    clears = drawing.Section(f"{len(solutions)} perfect clears", figures=tuple(figures))
    return drawing.to_html("Perfect clears", [clears])
