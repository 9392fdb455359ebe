"""Solutions of a file as ``show`` has them: all of them, one of them, or one after the other at a terminal."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from shapewright.clear.notation.fumen import Fumen
from shapewright.clear.notation.jsonl import to_record
from shapewright.errors import FileError, LimitError, NotationError, ProblemError, amount
from shapewright.questions.clear._shown.pages import drawing_of, pages_files
from shapewright.questions.clear._shown.solutions import contents, drawn_text, see
from shapewright.questions.question import Answer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from shapewright.clear import Page, Solution
    from shapewright.questions.clear._shown.pages import Drawing
    from shapewright.questions.screen import Screen

__all__ = ["Browser", "has_more_than", "shown_solutions"]

MAX_SOLUTIONS = 200_000
"""No more are read at once: this number takes a gigabyte."""


def has_more_than(solutions: Sequence[Solution], number: int) -> bool:
    """Whether there are more than so many; what comes after these is not looked at."""
    try:
        solutions[number]
    except IndexError:
        return False
    return True


def _check_steps(solutions: Sequence[Solution], place: str, first: int) -> None:
    """Raise ``FileError`` if the steps of a solution cannot be shown; ``first`` is the number of the first one."""
    for number, solution in enumerate(solutions, first):
        try:
            for _ in solution.frames():
                pass
        except ProblemError as error:
            raise FileError(f"{place}: solution {number}: {error}") from None


def shown_solutions(
    solutions: Sequence[Solution], place: str, asked: dict[str, Any], pages: Sequence[Page] | None = None
) -> Answer:
    """The solutions that are asked for; ``pages`` are those that the only one was read from, as pictures show them."""
    number, limit = asked["number"], asked["limit"]
    first = 0 if number is None else number - 1
    if number is None:
        if (limit is None or limit > MAX_SOLUTIONS) and has_more_than(solutions, MAX_SOLUTIONS):
            raise LimitError(
                f"{place} has more than {amount(MAX_SOLUTIONS, 'solution')}; choose some by --number or --limit"
            )
        found = list(islice(solutions, limit))
    else:
        found = [solutions[first]] if has_more_than(solutions, first) else []
        if not found:
            raise ProblemError(f"there is no solution {number} in {place}")
    _check_steps(found, place, first + 1)
    return Answer(
        lambda: {"solutions": list(map(to_record, found))},
        amount(len(found), "solution"),
        text=lambda screen: "\n\n".join([_one(one, number, screen) for number, one in enumerate(found, first + 1)]),
        parts=lambda: list(see(found)) if found else [],
        records=lambda: map(to_record, found),
        files=_files(found, drawing_of(asked), pages),
        notes=[] if found else ["there are no solutions"],
        complete=limit is None or len(found) < limit,
        seconds=0.0,
    )


def _one(solution: Solution, number: int, screen: Screen) -> str:
    """A solution with its number: its queue, then its steps."""
    return f"solution {number}: queue {solution.queue}\n{drawn_text(solution, screen)}"


def _files(
    found: Sequence[Solution], how: Drawing, pages: Sequence[Page] | None
) -> dict[str, Callable[[], str | bytes]]:
    """The files that hold solutions; those that show one are refused where there are several."""
    files = contents(found)
    if len(found) == 1:
        steps = pages_files(pages or Fumen.from_solution(found[0]).pages, how=how, title="A perfect clear")
        return files | {suffix: steps[suffix] for suffix in (".svg", ".png", ".gif", ".pdf", ".html")}

    def refused(suffix: str) -> Callable[[], str | bytes]:
        def refuse() -> str | bytes:
            raise ProblemError(
                f"a {suffix} file shows one solution, and there are {len(found)}; 'clear show' takes one of them with "
                "--number"
            )

        return refuse

    return files | {suffix: refused(suffix) for suffix in (".svg", ".png", ".gif", ".pdf")}


class Browser:
    """One solution after the other, as a person asks for them; there may be any number."""

    help = "enter: next solution, a number: that one, q: quit"
    takes_blank = True

    def __init__(self, solutions: Sequence[Solution], place: str) -> None:
        self._solutions = solutions
        self._place = place
        self._index = 0

    def state(self, screen: Screen) -> str:
        """The solution that is shown."""
        _check_steps([self._solutions[self._index]], self._place, self._index + 1)
        shown = _one(self._solutions[self._index], self._index + 1, screen)
        return f"{shown}\n{self._index + 1} of {len(self._solutions)}; enter: next, a number: that one, q: quit"

    def do(self, line: str, screen: Screen) -> str | None:
        """Go to another solution; None after the last one."""
        if line in ("q", "quit"):
            return None
        if not line:
            if self._index + 1 == len(self._solutions):
                return None
            self._index += 1
        elif line.isascii() and line.isdigit() and len(line) < 12 and 1 <= int(line) <= len(self._solutions):
            self._index = int(line) - 1
        else:
            raise NotationError(f"type a number from 1 to {len(self._solutions)}")
        return self.state(screen)

    def answer(self) -> Answer:
        """Nothing more."""
        return Answer({}, text=lambda _: "")
