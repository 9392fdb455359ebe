"""Solutions as answers show them: step by step in text and in pictures, as records, and in the files that hold some."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from shapewright.clear.finesse import presses
from shapewright.clear.notation.fumen import Fumen
from shapewright.clear.notation.jsonl import to_record
from shapewright.clear.notation.pc import format_record
from shapewright.clear.picture import draw, frame_scenes, solution_text
from shapewright.questions.parts import Frames, Part, Picture, Pictures, Text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from shapewright.clear import Kicks, Solution
    from shapewright.questions.screen import Screen

__all__ = ["FORMATS", "STEP_SECONDS", "contents", "details", "drawn_text", "fumen_of", "keys_text", "see", "steps"]

FORMATS = (".pc", ".fumen", ".jsonl", ".json", ".txt", ".svg", ".png", ".gif", ".html")

STEP_SECONDS = 0.5
"""How long an animation shows a step."""

MAX_DRAWN = 200
"""A page draws so many solutions; its files have all of them."""


def fumen_of(solution: Solution, given: Fumen | None = None) -> str:
    """The solution as a fumen, after the pages of the one that was given."""
    return (Fumen.from_solution(solution) if given is None else given.appended(solution)).to_text()


def details(solution: Solution, given: Fumen | None = None, kicks: Kicks | None = None) -> dict[str, Any]:
    """A solution as plain data, with what can be said of it; with ``kicks`` also its key presses."""
    more: dict[str, Any] = {"height": solution.height, "saved": solution.saved, "fumen": fumen_of(solution, given)}
    if kicks is not None:
        more["keys"] = _keys(solution, kicks)
    return to_record(solution) | more


def _keys(solution: Solution, kicks: Kicks) -> list[list[str]]:
    """The key presses of each placement."""
    return [
        (["hold"] if frame.held else []) + list(presses(frame.before, frame.placement, kicks, solution.drop) or ())
        for frame in solution.frames()
    ]


def keys_text(solution: Solution, kicks: Kicks) -> str:
    """The key presses, a placement a line."""
    each = zip(solution.placements, _keys(solution, kicks), strict=True)
    return "\n".join([f"{number:>2} {placed.piece}  {', '.join(row)}" for number, (placed, row) in enumerate(each, 1)])


def drawn_text(solution: Solution, screen: Screen) -> str:
    """All steps in characters, as the screen shows them best."""
    if screen.is_file:
        return solution_text(solution)
    # Most answers of a command that is not at a terminal need no colours.
    from shapewright.drawing.terminal import terminal_options

    how = terminal_options(sys.stdout)
    return solution_text(solution, color=how["color"], width=how["width"], truecolor=how["truecolor"])


def steps(solution: Solution, before: str = "") -> Iterator[Picture]:
    """A picture of each step."""
    each = zip(frame_scenes(solution), solution.frames(), strict=True)
    for number, (scene, frame) in enumerate(each, 1):
        yield Picture(scene, f"{before}{number}  {frame.placement.piece}{', after hold' if frame.held else ''}")


def see(solutions: Sequence[Solution], given: Fumen | None = None) -> Iterator[Part]:
    """What there is to see of the solutions: the first one step by step, and the others beside each other."""
    first = solutions[0]
    yield Frames(tuple(steps(first)), seconds=STEP_SECONDS, animation="clear")
    yield Text(fumen_of(first, given), title="As a fumen", label="fumen")
    if len(solutions) > 1:
        others = [Picture(draw(one), code=fumen_of(one, given)) for one in solutions[1:MAX_DRAWN]]
        yield Pictures(others, title=f"{len(solutions) - 1} more", size="large")


def contents(solutions: Sequence[Solution], given: Fumen | None = None) -> dict[str, Callable[[], str | bytes]]:
    """The files that hold solutions, where the common way does not do: a picture of one has all its steps."""
    return {
        ".pc": lambda: b"".join(map(format_record, solutions)),
        ".fumen": lambda: "".join([fumen_of(one, given) + "\n" for one in solutions]),
        ".svg": lambda: _sheet(solutions),
        ".png": lambda: _png(solutions),
        ".html": lambda: _page(solutions),
    }


def _sheet(solutions: Sequence[Solution]) -> str:
    from shapewright.drawing import to_sheet, to_svg  # who prints text never loads the drawing of files

    drawn = [draw(one) for one in solutions[:MAX_DRAWN]]
    return to_svg(drawn[0]) + "\n" if len(drawn) == 1 else to_sheet(drawn)


def _png(solutions: Sequence[Solution]) -> bytes:
    from shapewright.drawing import to_png  # as above

    return to_png(draw(solutions[0]) if len(solutions) == 1 else _sheet(solutions))


def _page(solutions: Sequence[Solution]) -> str:
    from shapewright.drawing import Figure, Section, to_html  # as above

    figures = tuple([Figure(draw(one), command=str(one.queue)) for one in solutions])
    heading = "A perfect clear" if len(solutions) == 1 else f"{len(solutions)} perfect clears"
    return to_html("Perfect clears", [Section(heading, figures=figures)])
