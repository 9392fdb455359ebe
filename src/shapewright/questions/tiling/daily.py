"""The puzzles of a day: the calendar puzzle, and one that has exactly one tiling."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from datetime import date, datetime

from shapewright.cells.piece_lists import pieces_to_list
from shapewright.drawing import Scene, terminal_options
from shapewright.questions.asked import Asked
from shapewright.questions.desk import Desk
from shapewright.questions.fields import Choice, TextField
from shapewright.questions.parts import Picture, Pictures
from shapewright.questions.python import literal, program
from shapewright.questions.question import Answer, Formats, Question
from shapewright.questions.screen import Screen
from shapewright.tiling import Problem, picture
from shapewright.tiling.making.daily import KINDS, board_of, calendar_counts, puzzle_of
from shapewright.tiling.notation.answers import puzzle_facts

_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


@dataclass(frozen=True, repr=False, eq=False)
class _Day(TextField["date | None"]):
    """A day such as 2026-11-22."""

    def check(self, value: object, door: str) -> str:
        """The text of a day that there is."""
        text = super().check(value, door)
        try:
            date.fromisoformat(text if _DAY.fullmatch(text) else "")
        except ValueError:
            raise self.fault(door, "a day such as 2026-11-22", value) from None
        return text

    def value(self, checked: str) -> date:
        """The day, such as 2026-11-22; without it, today."""
        return date.fromisoformat(checked)


@dataclass(frozen=True)
class _Sheet:
    """The board with the pieces below it; for a page, which has the pieces beside it, the board alone."""

    stated: Problem
    kind: str

    def scene(self) -> Scene:
        """Board and pieces."""
        return picture.sheet(self.stated, board_of(self.stated, self.kind))

    def to_json(self) -> dict[str, object]:
        """The board."""
        return board_of(self.stated, self.kind).to_json()


DATE = _Day("date", "Day, such as 2026-11-22.", argument=True, metavar="DATE", usual="today", limit=20)
KIND = Choice("kind", "Which of the day's two puzzles to show.", choices=KINDS).with_default(KINDS[0])


def answer(asked: Asked, desk: Desk) -> Answer:
    """The puzzle of the day, and how many tilings it has."""
    day = asked[DATE] or datetime.now().astimezone().date()
    stated = puzzle_of(day, asked[KIND])
    number = calendar_counts()[day.month - 1][day.day - 1] if asked[KIND] == "calendar" else 1
    title = stated.title[0].lower() + stated.title[1:]
    headline = f"{title}: {'exactly one tiling' if number == 1 else f'{number} tilings'}"

    def text(screen: Screen) -> str:
        """A picture on a terminal; elsewhere the notation, for the next program to read."""
        if not screen.is_terminal:
            return stated.to_text()
        return f"{picture.sheet_text(stated, terminal_options(sys.stdout))}\n\n{headline}"

    return Answer(
        {**puzzle_facts(stated), "count": number, "puzzle": stated.to_text()},
        headline,
        text=text,
        parts=lambda: [Pictures([Picture(_Sheet(stated, asked[KIND]))], size="whole")],
        files={
            ".txt": stated.to_text,
            ".dlx": stated.to_dlx,
            ".xmpuzzle": stated.to_xmpuzzle,
            ".html": lambda: picture.sheet_page(stated),
        },
        told={"date": day.isoformat()},
        page={"stated": _stated(stated), "count": number},
    )


def _stated(problem: Problem) -> dict[str, object]:
    """The puzzle as the fields of the other questions state it."""
    fixed = [f"{each.piece} {' '.join(','.join(map(str, cell)) for cell in each.cells)}" for each in problem.fixed]
    pieces = pieces_to_list(problem.pieces)
    return {"board": problem.board.to_text(one_line=True), "pieces": pieces, **({"fixed": fixed} if fixed else {})}


def _python(asked: Asked) -> str:
    day = asked[DATE]
    stated = "date.today()" if day is None else f"date({day.year}, {day.month}, {day.day})"
    puzzle = f"puzzle_of({stated}, {literal(asked[KIND])})"
    imports = ("from datetime import date", "from shapewright.tiling.making.daily import puzzle_of")
    return program("tiling", f"print({puzzle}.to_text())", imports=imports)


QUESTION = Question(
    "tiling",
    "daily",
    "Show the puzzle of a day: the calendar puzzle, or one with exactly one tiling.",
    (
        DATE,
        KIND,
    ),
    answer,
    about="""
    The calendar puzzle covers a calendar with eight
    pieces so that the day and its month stay uncovered. The unique puzzle has a random board and pentominoes, some of
    them already placed, and exactly one tiling; the boards grow from Monday to Sunday. Everybody gets the same
    puzzles on the same day.

    \b
    shapewright tiling daily
    shapewright tiling daily 2026-12-24 --kind unique -o puzzle.svg
    shapewright tiling daily | shapewright tiling solve -""",
    rule="shapewright.tiling.claims.counting:daily",
    claims="""
    cells  optional  pieces
    count | whole | Number of tilings of the day. | again: by another engine
    puzzle""",
    example={"date": "2026-11-22", "kind": "unique"},
    formats=Formats((".txt", ".dlx", ".xmpuzzle", ".json", ".svg", ".png", ".pdf", ".html")),
    downloads=(".txt", ".svg", ".pdf", ".xmpuzzle"),
    stem="puzzle",
    quick=True,
    python=_python,
)  # fmt: skip
