"""The chance of each placement in a random tiling."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright import tiling
from shapewright.errors import ProblemError
from shapewright.questions.drawings import drawings
from shapewright.questions.fields import THREADS, TIME_LIMIT, Flag, Whole
from shapewright.questions.parts import Part, Picture, Pictures
from shapewright.questions.python import call
from shapewright.questions.question import Answer, Formats, Question, shortened
from shapewright.questions.tiling._puzzle import PUZZLE, about, noun, puzzle
from shapewright.questions.tiling._python import in_python
from shapewright.tiling.sets.heat import named_scene

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapewright.questions.asked import Asked
    from shapewright.questions.desk import Desk
    from shapewright.tiling import Chances

# Maps of this many pieces are drawn side by side, and no map of more cells.
MAX_MAPS = 60
MOST_CELLS = 20_000
_NO_BOARD = (
    "chances are those of pieces on a board, and this puzzle is an exact cover (DLX); 'tiling set --options' "
    "counts the covers with each option"
)


APPROXIMATE = Flag("approximate", "In floating point, for large boards of dominoes.")
MEMORY = Whole("memory", "Megabytes that a diagram may take.", metavar="MB", minimum=1, doors=("shell",))


def answer(asked: Asked, desk: Desk) -> Answer:
    """Maps of where each piece lies, in percent."""
    stated, room = puzzle(asked, desk), asked[MEMORY]
    if not isinstance(stated, tiling.Problem):
        raise ProblemError(_NO_BOARD)
    found = tiling.chances(
        stated, approximate=asked[APPROXIMATE], memory=None if room is None else room << 20, threads=desk.threads,
        time_limit=desk.seconds,
        progress=desk.progress,
    )  # fmt: skip
    of_file = about(asked)
    records = found.to_json()
    keys: dict[str, object] = {
        "count": found.count, "error": found.error, "engine": found.engine, "chances": records,
        "puzzle": stated.to_text(),
    }  # fmt: skip
    if found.count == 0:
        return Answer(keys, verdict="none", reason=found.reason, **of_file)
    many = f"{noun(stated)}s" if found.count is None else f"{shortened(found.count)} {noun(stated)}s"
    exact = (
        "exact" if found.is_exact else f"in floating point; over each cell they sum up to 1 within {found.error:.0e}"
    )
    of_file["notes"] = [*of_file["notes"], f"tiling: {found.engine}, {exact}"]
    return Answer(
        keys,
        f"chances of {len(records):,} placements in {many}",
        text=lambda _: str(found),
        parts=lambda: _maps(found),
        files=drawings(lambda: _scenes(found), stated.title or "Chances of the pieces"),
        exit_code=0,
        **of_file,
    )


def _drawable(found: Chances) -> list[str]:
    cells = len(found.problem.board.cells)
    return [] if cells > MOST_CELLS else list(found.maps)[:MAX_MAPS]


def _maps(found: Chances) -> Iterator[Part]:
    names = _drawable(found)
    pictures = [Picture(found.heat_map(name), caption=name) for name in names]
    if pictures:
        title = "The chance that a piece lies so on each cell, in percent"
        yield Pictures(pictures, title=title, size="large" if len(names) == 1 else "medium")


def _scenes(found: Chances) -> list[Any]:
    names = _drawable(found)
    if not names:
        raise ProblemError(f"maps are drawn of boards with at most {MOST_CELLS:,} cells; write .json")
    return [(named_scene(found.heat_map(name), name), "") for name in names]


def _python(asked: Asked) -> str:
    stated = in_python(asked)
    return stated.program(f"print({call('tiling.chances', stated.name, **asked.some(APPROXIMATE, TIME_LIMIT))})")


QUESTION = Question(
    "tiling",
    "chances",
    "Find the chance of each piece to lie on each cell in a random tiling.",
    (
        *PUZZLE,
        APPROXIMATE,
        MEMORY,
        TIME_LIMIT,
        THREADS,
    ),
    answer,
    about="""
    Every tiling is equally likely, and nothing is drawn: the chances are exact. Prints a table in percent for each
    piece and each way it is turned, as the board lies; as a picture (-o), a map of each. Dominoes used freely on a
    board in a plane are done by a determinant, 64x64 in a second; other puzzles by a diagram of all tilings.

    \b
    shapewright tiling chances --board 8x8 --pieces 'any*dominoes' -o where.svg
    shapewright tiling chances --board 4x5 --pieces 'F5, L5, T5, Y5' --json""",
    rule="shapewright.tiling.claims.chances:chances",
    claims="""
    count | whole? | Number of tilings, or of those that were drawn. | again: from the diagram of all tilings
    error | number? | Greatest standard error of a chance. | again: from the diagram of all tilings
    engine
    chances | [{piece: text, cells: [[integer]], chance: number, number?: whole}] | How often each placement is in a
        tiling. | again: from the diagram of all tilings; added up over each cell
    puzzle""",
    example={"board": "6x6", "pieces": "any*dominoes"},
    formats=Formats(
        (".txt", ".json", ".svg", ".png", ".pdf"),
        {
            ".gif": "a .gif file shows one step after the other, and chances have no steps",
            ".html": "no page is made of chances; write .svg or .pdf",
        },
    ),
    downloads=(".txt", ".svg"),
    python=_python,
)
