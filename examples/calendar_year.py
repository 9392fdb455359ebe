"""Sheets for a year of puzzles: how hard the calendar puzzle is on each day, and a puzzle with one solution for each.

    python examples/calendar_year.py sheets             # this month
    python examples/calendar_year.py sheets 2027 2 3    # February and March 2027
    python examples/calendar_year.py sheets 2027 all    # the whole year, a few minutes

Writes for each month the calendar as PDF and SVG, a PDF with the puzzles of its days (the solutions begin a new page),
and in ``difficulty.csv`` a line for each day. A day of the calendar puzzle is easy if it has many solutions; how many
each day has comes with the package. The puzzles with one solution are those of ``tiling.daily``.
"""

from __future__ import annotations

import calendar
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path

from shapewright import tiling
from shapewright.drawing import Group, Mosaic, Node, Scene, Text, rectangle, to_pdf, to_svg

INK, SOFT, LINE = "#1d2129", "#59616d", "#c9ced6"
TINTS = {"easy": "#dff2e1", "medium": "#fdf1cf", "hard": "#fbdcd6"}
WIDE, HIGH, TOP = 116.0, 150.0, 92.0  # a day on the sheet, and what is above the days
PAGE_WIDE, PAGE_HIGH, GAP = 900.0, 1290.0, 26.0  # a page of puzzles, and what is between two of them


def grade(solutions: int) -> str:
    """A third of the year is easy, a third is hard: by the number of solutions."""
    every = sorted(number for month in tiling.calendar_counts() for number in month)
    if solutions <= every[len(every) // 3]:
        return "hard"
    return "medium" if solutions <= every[2 * len(every) // 3] else "easy"


def days_of(year: int, month: int) -> list[date]:
    return [day for day in calendar.Calendar().itermonthdates(year, month) if day.month == month]


def thumbnail(day: date) -> Scene:
    """The calendar's frame with the two cells that stay open: the month above, the day below."""
    board = tiling.calendar(day.month, day.day).board.cells
    # Two boards without a common open cell have the whole frame between them.
    frame = tiling.calendar(1, 1).board.cells | tiling.calendar(2, 2).board.cells
    return Mosaic(board, holes=frame - board).scene(cell=12)


def sheet(year: int, month: int) -> Scene:
    """A page like a wall calendar: each day with its number of solutions and the cells that stay open."""
    nodes: list[Node] = [Text(0, 24, f"{calendar.month_name[month]} {year}", 22, INK)]
    nodes.append(Text(0, 50, "Cover all but the month and the day. Few solutions are hard to find.", 9, SOFT))
    first = date(year, month, 1).weekday()
    for column, name in enumerate(calendar.day_name):
        nodes.append(Text((column + 0.5) * WIDE, TOP - 10, name, 9, SOFT, "middle"))
    for day in days_of(year, month):
        row, column = divmod(first + day.day - 1, 7)
        x, y = column * WIDE, TOP + row * HIGH
        solutions = tiling.calendar_counts()[month - 1][day.day - 1]
        nodes.append(rectangle(x, y, WIDE, HIGH, fill=TINTS[grade(solutions)], stroke=LINE))
        nodes.append(Text(x + 8, y + 21, str(day.day), 13, INK))
        nodes.append(Text(x + WIDE - 8, y + 18, grade(solutions), 8, SOFT, "end"))
        picture = thumbnail(day)
        nodes.append(Group(picture.nodes, x + (WIDE - picture.width) / 2, y + 28))
        nodes.append(Text(x + WIDE / 2, y + HIGH - 8, f"{solutions} solutions", 8.5, INK, "middle"))
    weeks = -(-(first + len(days_of(year, month))) // 7)
    title = f"{calendar.month_name[month]} {year}"
    return Scene(7 * WIDE + 40, TOP + weeks * HIGH + 40, (Group(tuple(nodes), 20, 20),), title, "#ffffff")


def card(scene: Scene, words: str) -> Scene:
    """A picture with a line of words below it, which are as large on every card."""
    width = max(scene.width, 9.0 * len(words))
    middle = Group(scene.nodes, (width - scene.width) / 2)
    return Scene(width, scene.height + 26, (middle, Text(width / 2, scene.height + 20, words, 10, INK, "middle")))


def pages(cards: Sequence[Scene]) -> Iterator[Scene]:
    """The cards in rows, page by page, all at one scale."""
    nodes: list[Node] = []
    x = y = deep = 0.0
    for one in cards:
        if x and x + one.width > PAGE_WIDE:
            x, y, deep = 0.0, y + deep + GAP, 0.0
        if y and y + one.height > PAGE_HIGH:
            yield Scene(PAGE_WIDE, PAGE_HIGH, tuple(nodes))
            nodes, x, y, deep = [], 0.0, 0.0, 0.0
        nodes.append(Group(one.nodes, x, y))
        x, deep = x + one.width + GAP, max(deep, one.height)
    yield Scene(PAGE_WIDE, PAGE_HIGH, tuple(nodes))


def write_puzzles(path: Path, days: Sequence[date]) -> None:
    """The puzzles with one solution of these days, and the solutions on pages of their own."""
    puzzles, solutions = [], []
    for day in days:
        puzzle = tiling.daily(day)
        missing = {piece.name for piece in puzzle.pieces} - {placement.piece for placement in puzzle.fixed}
        puzzles.append(card(puzzle.mosaic().scene(cell=26), f"{day:%a} {day.day}: add {''.join(sorted(missing))}"))
        (solution,) = tiling.solve(puzzle)  # there is exactly one
        solutions.append(card(solution.mosaic().scene(cell=12), f"{day:%a} {day.day}"))
    every = [*pages(puzzles), *pages(solutions)]
    path.write_bytes(to_pdf(every, title="Puzzles with one solution", breaks=range(len(every))))


def main(folder: Path, year: int, months: Iterable[int], *, puzzles: bool = True) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    rows: list[tuple[str, int, str]] = []
    for month in months:
        page, days = sheet(year, month), days_of(year, month)
        (folder / f"{year}-{month:02}.svg").write_text(to_svg(page), encoding="utf-8")
        (folder / f"{year}-{month:02}.pdf").write_bytes(to_pdf([page], title=page.title))
        if puzzles:
            write_puzzles(folder / f"{year}-{month:02}-puzzles.pdf", days)
        for day in days:
            solutions = tiling.calendar_counts()[month - 1][day.day - 1]
            rows.append((day.isoformat(), solutions, grade(solutions)))
    lines = ["day,solutions,grade", *(",".join(map(str, row)) for row in rows)]
    (folder / "difficulty.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    hardest, fewest, _ = min(rows, key=lambda row: row[1])
    print(f"{len(rows)} days; the hardest is {hardest} with {fewest} solutions")


if __name__ == "__main__":
    folder, *words = sys.argv[1:] or ["sheets"]
    today = date.today()  # noqa: DTZ011 - the calendar on the reader's wall
    year = int(words[0]) if words else today.year
    chosen = words[1:] or [str(today.month)]
    main(Path(folder), year, range(1, 13) if chosen == ["all"] else [int(month) for month in chosen])
