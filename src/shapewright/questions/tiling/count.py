"""How many tilings there are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shapewright import tiling
from shapewright.questions.asked import Asked
from shapewright.questions.certificate import with_certificate
from shapewright.questions.desk import Desk
from shapewright.questions.fields import CHECKPOINT, CLUSTER, THREADS, TIME_LIMIT, Flag
from shapewright.questions.parts import Part, Table, Text
from shapewright.questions.question import MOST_DIGITS, Answer, Formats, Question, counted, shortened
from shapewright.questions.tiling import _certificate
from shapewright.questions.tiling._puzzle import PUZZLE, about, puzzle
from shapewright.questions.tiling._python import in_python, searching
from shapewright.questions.tiling._search import SEARCH, no_board, search_of
from shapewright.storage.json import integers_of_any_length

BY_SYMMETRY = Flag("by_symmetry", "How many tilings have which symmetries, a line for each type of symmetry.")


def answer(asked: Asked, desk: Desk) -> Answer:
    """The number of tilings or exact covers."""
    stated, search = puzzle(asked, desk), search_of(asked, desk)
    how: dict[str, Any] = {"engine": search.engine, "report": search.report, **desk.working}
    rotations_only, kinds = search.rotations_only, None
    if asked[BY_SYMMETRY]:
        if not isinstance(stated, tiling.Problem):
            raise no_board()
        kinds = tiling.count_by_symmetry(stated, rotations_only=rotations_only, **how)
        number = sum(kind.up_to_symmetry if search.up_to_symmetry else kind.count for kind in kinds)
    elif isinstance(stated, tiling.Problem):
        number = tiling.count(stated, up_to_symmetry=search.up_to_symmetry, rotations_only=rotations_only, **how)
    else:
        search.without_board()
        number = stated.count(**how)
    keys = {
        **search.keys,
        "count": number,
        "up_to_symmetry": search.up_to_symmetry,
        "rotations_only": rotations_only,
        "puzzle": stated.to_text(),
    }
    reason = search.why_none(stated) if number == 0 else ""
    why = [f"impossible: {reason}"] if reason else []
    of_file = about(asked)
    if kinds is not None:
        keys["by_symmetry"] = [kind.to_json() for kind in kinds]
    found = counted(
        number, "tiling", keys, reason=reason, notes=[*of_file["notes"], *search.notes, *why], told=of_file["told"],
        seconds=search.taken,
        parts=lambda: _parts(number, kinds),
    )  # fmt: skip
    if kinds is not None:
        found.text = lambda _: _lines(kinds)
    if search.up_to_symmetry:
        found.headline += " up to rotations" if rotations_only else " up to rotations and reflections"
    return found


def _lines(kinds: Sequence[tiling.SymmetryType]) -> str:
    """The types that occur, a line each: tilings, tilings up to symmetry, and what leaves them as they are."""
    with integers_of_any_length():
        rows = [(str(kind.count), str(kind.up_to_symmetry), kind.name) for kind in kinds if kind.count]
    rows.insert(0, ("tilings", "up to symmetry", "left as they are by"))
    widths = [max(len(row[column]) for row in rows) for column in range(2)]
    return "\n".join(f"{row[0]:>{widths[0]}}  {row[1]:>{widths[1]}}  {row[2]}" for row in rows)


def _parts(number: int, kinds: Sequence[tiling.SymmetryType] | None) -> list[Part]:
    with integers_of_any_length():
        plain = str(number)
    found: list[Part] = [Text(plain, label="number")] if len(plain) > MOST_DIGITS else []
    if kinds:
        rows = [[shortened(kind.count), shortened(kind.up_to_symmetry), kind.name] for kind in kinds if kind.count]
        found.append(Table(["tilings", "up to symmetry", "left as they are by"], rows))
    return found


def _python(asked: Asked) -> str:
    puzzle = in_python(asked)
    if asked[BY_SYMMETRY]:
        found = searching(asked, "count_by_symmetry", puzzle)
        return puzzle.program(f"for kind in {found}:", "    print(kind.count, kind.up_to_symmetry, kind.name)")
    return puzzle.program(f"print({searching(asked, 'count', puzzle)})")


QUESTION = Question(
    "tiling",
    "count",
    "Count the tilings without listing them.",
    (
        *PUZZLE,
        *SEARCH,
        BY_SYMMETRY,
        TIME_LIMIT,
        THREADS,
        CHECKPOINT,
        CLUSTER,
    ),
    answer,
    about="""
    Prints only the number, which is exact however large it is. Tilings that differ only by exchanging equal pieces
    count once. On a torus and its kind, too, two tilings differ if their pieces cover different cells; ways
    around it are not counted. With --by-symmetry it prints a table: the tilings that no rotation or reflection of the
    puzzle leaves as they are, those that a half turn does, and so on, each in one line, all and up to symmetry.""",
    rule="shapewright.tiling.claims.counting:count",
    claims="""
    engine?  nodes?
    count | whole | Number of tilings. | again: by another engine; millions by the frontier, which does not visit each
        tiling
    by_symmetry? | [record] | Number of tilings of each symmetry. | again: all tilings are listed and turned, or
        counted by another engine
    up_to_symmetry  rotations_only  puzzle""",
    example={"board": "6x10", "pieces": "pentominoes", "up_to_symmetry": True},
    formats=Formats(
        refused=dict.fromkeys(
            (".svg", ".png", ".gif", ".pdf", ".html"), "a number is not a picture; 'tiling solve' draws a tiling"
        )
    ),
    downloads=(".txt",),
    python=_python,
)
QUESTION = with_certificate(QUESTION, _certificate.number, bridges=True)
