"""Solutions as answers show them: letters or pictures, JSON, and files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from shapewright.errors import LimitError, NotationError
from shapewright.questions.drawings import drawings
from shapewright.questions.parts import Frames, Part, Picture, Text
from shapewright.questions.question import Answer, Formats
from shapewright.tiling import Problem, Solution
from shapewright.tiling.covers.dlx import option_text
from shapewright.tiling.notation.answers import Choice, Puzzle, choice_to_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from shapewright.drawing import Scene
    from shapewright.questions.screen import Screen
    from shapewright.questions.tiling._search import Search

# A page of pictures has at most so many.
MAX_FIGURES = 1000
# A solution with thousands of pieces is drawn in the studio, but few of them.
MAX_FRAMES, MAX_CELLS_DRAWN = 200, 40_000

_PICTURES = (".svg", ".png", ".pdf", ".html")
_REFUSED = {".gif": "a .gif file shows one step after the other, and a tiling has no steps"} | dict.fromkeys(
    (".dlx", ".xmpuzzle"), "this format holds a puzzle, not its solutions; 'tiling show' converts puzzles to it"
)

Found = Solution | Choice


def solution_text(solution: Found) -> str:
    """A solution in letters, or the options of an exact cover one a line."""
    return solution.to_text() if isinstance(solution, Solution) else "\n".join(map(option_text, solution))


def text_on(solution: Found, screen: Screen) -> str:
    """A solution as this screen shows it best: coloured on a terminal, in letters elsewhere."""
    if isinstance(solution, Solution) and screen.is_terminal:
        return screen.draw(solution.mosaic())
    return solution_text(solution)


def record(solution: Found) -> dict[str, object]:
    """A solution as plain data."""
    return solution.to_json() if isinstance(solution, Solution) else choice_to_json(solution)


def drawable(puzzle: Problem) -> str:
    """Why the board cannot be drawn; '' if it can."""
    board = Solution(puzzle, puzzle.fixed).mosaic()
    try:
        assert board.size
    except LimitError as error:
        return str(error)
    return ""


def formats(puzzle: Puzzle, *, several: bool) -> Formats:
    """The files that can hold the solutions of a puzzle, or one of them."""
    suffixes: tuple[str, ...] = (".txt", ".json", ".jsonl")
    if not isinstance(puzzle, Problem):
        return Formats(suffixes, _REFUSED | dict.fromkeys(_PICTURES, "an exact cover has no board to draw"))
    too_large = drawable(puzzle)
    if too_large:  # said before the work, not after it
        return Formats(suffixes, _REFUSED | dict.fromkeys(_PICTURES, too_large))
    if several:
        one = dict.fromkeys(
            (".svg", ".png"), "this format holds one picture, and there may be several solutions; use .html or .pdf"
        )
        return Formats((*suffixes, ".pdf", ".html"), _REFUSED | one)
    return Formats((*suffixes, *_PICTURES), _REFUSED)


@dataclass(frozen=True)
class Shown:
    """Solutions of a puzzle and what there is to see of them."""

    puzzle: Puzzle
    solutions: Sequence[Found]

    @property
    def drawn(self) -> Sequence[Solution]:
        """Those of which a page has pictures."""
        if not isinstance(self.puzzle, Problem):
            return []
        most = min(MAX_FRAMES, max(1, MAX_CELLS_DRAWN // len(self.puzzle.board.cells)))
        return [each for each in self.solutions[:most] if isinstance(each, Solution)]

    def parts(self) -> Iterator[Part]:
        """The pictures one after the other, or the options of exact covers."""
        if self.drawn:
            yield Frames(tuple([Picture(each.mosaic(), code=_letters(each)) for each in self.drawn]))
        elif self.solutions:
            yield Text("\n\n".join(map(solution_text, self.solutions[:MAX_FRAMES])), label="options")

    @property
    def notes(self) -> list[str]:
        """The remark that not all are drawn, if so."""
        drawn, listed = len(self.drawn), len(self.solutions)
        return [f"{drawn:,} drawn of {listed:,} listed; the text files have all"] if 0 < drawn < listed else []

    def files(self) -> dict[str, Callable[[], str | bytes]]:
        """The contents of files that are not made in the common way."""
        title = getattr(self.puzzle, "title", "") or "Tilings"
        drawn = {**drawings(self._pictures, title), ".html": self._page} if isinstance(self.puzzle, Problem) else {}
        return {**drawn, ".txt": self._letters}

    def records(self) -> list[dict[str, object]]:
        """All of them as plain data."""
        return [record(each) for each in self.solutions]

    def _letters(self) -> str:
        return "\n\n".join(map(solution_text, self.solutions)) + "\n"

    def _pictures(self) -> list[tuple[Scene, str]]:
        drawn = self.drawn
        return [(each.scene(), str(number) if len(drawn) > 1 else "") for number, each in enumerate(drawn, start=1)]

    def _page(self) -> str:
        from shapewright.drawing import Figure, Section, to_html  # most answers need no page

        number = len(self.solutions)
        if number > MAX_FIGURES:
            raise LimitError(f"one page holds at most {MAX_FIGURES} pictures; use --limit, or write a .jsonl file")
        scenes = [each.scene() for each in self.solutions if isinstance(each, Solution)]
        figures = tuple([Figure(scene, str(k) if number > 1 else "") for k, scene in enumerate(scenes, start=1)])
        heading = f"{number} tilings" if number > 1 else "A tiling"
        return to_html(getattr(self.puzzle, "title", "") or "Tilings", [Section(heading, figures=figures)])


def answer_of(puzzle: Puzzle, solutions: Sequence[Found], search: Search, headline: str, **more: Any) -> Answer:
    """The answer that these are the solutions; without any that there is none, which the search has proven."""
    shown = Shown(puzzle, solutions)
    keys = {**more.pop("keys", {}), **search.keys, "solutions": shown.records(), "puzzle": puzzle.to_text()}
    notes = [*more.pop("notes", ()), *shown.notes, *search.notes]
    return Answer(
        keys, headline, parts=shown.parts, records=shown.records, files=shown.files(), notes=notes,
        seconds=search.taken, **more,
    )  # fmt: skip


def _letters(solution: Found) -> str:
    try:
        return solution_text(solution)
    except NotationError:
        return ""  # more pieces than letters
