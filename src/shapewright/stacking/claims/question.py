"""What an answer about stacks was asked, read from its ``parameters``, and the problem that it says it is about."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from shapewright.claims import refuse_too_large
from shapewright.errors import NotationError
from shapewright.stacking.notation.board import Start, parse_start
from shapewright.stacking.notation.piece_file import parse_piece_file, parse_piece_list
from shapewright.stacking.problem import WIDTH, Problem
from shapewright.stacking.random_sequence import random_sequence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapewright.claims import Asked, Case
    from shapewright.stacking.pieces import FallingPiece

ALL = "IOTJLSZ"


def in_full(case: Case, *, is_none: bool = False) -> None:
    """Look at ``complete`` and ``verdict`` of an answer that is given in full or not at all."""
    if not case.need("complete", bool):
        case.findings.wrong("complete", f"'stacking {case.verb}' answers in full or not at all")
    case.findings.right("complete", "nothing was left out")
    case.findings.verdict(case.answer, "none" if is_none else "found")


def problem_of(case: Case, *, usual: str | None = None, clear_lines: bool = False) -> Problem | None:
    """Return the problem of an answer; None, noted as wrong, if the parameters ask about another.

    ``usual`` is the sequence if they have none.
    """
    problem = stated_problem(case.claimed("problem"))
    if case.verb:
        sequence = None if case.asked.has("sequence") else usual
        asked = asked_problem(case.asked, sequence, clear_lines=clear_lines)
        if asked is not None and asked.to_json() != problem.to_json():
            case.findings.wrong("problem", "is not the problem that the parameters of the answer ask about")
            return None
    case.findings.right("problem", "the question")
    return problem


@refuse_too_large()
def stated_problem(data: Any, sequence: str | None = None) -> Problem:
    """Return the problem in plain data, with its sequence or this one; raises ``NotationError`` also if it is large."""
    problem = Problem.from_json(data)
    return problem if sequence is None else replace(problem, sequence=sequence)


@refuse_too_large()
def asked_problem(
    asked: Asked, sequence: str | Sequence[str] | None = None, *, clear_lines: bool = False
) -> Problem | None:
    """Return the problem that parameters ask about, with their sequence or this one; None if a file has a part of it.

    Raises what is wrong with them.
    """
    if asked.is_elsewhere("board") or asked.is_elsewhere("pieces"):
        return None
    board, listed = asked.text("board"), asked.text("pieces")
    width, limit = asked.whole("width"), asked.whole("height_limit")
    start = Start(WIDTH if width is None else width)
    if board is not None:
        start = parse_start(board)
        if width is not None and width != start.width:
            raise NotationError(f"its parameters have a width of {width}, and a board of width {start.width}")
        limit = start.height_limit if limit is None else limit
    pieces: tuple[FallingPiece, ...] = ()
    if listed is not None:
        is_content = listed.split()[:1] in (["piece"], ["pieces"])
        pieces = parse_piece_file(listed) if is_content else parse_piece_list(listed)
    if sequence is None:
        sequence, number, seed = asked.text("sequence"), asked.whole("random"), asked.whole("seed") or 0
        if (sequence is None) == (number is None):
            raise NotationError("the parameters have neither a sequence nor 'random', or both")
        if number is not None:
            sequence = random_sequence(number, seed=seed, bag=asked.flag("bag"), pieces=pieces)
    assert sequence is not None
    return Problem(
        sequence,
        start.width,
        pieces,
        start.cells,
        rotation=not asked.flag("no_rotation"),
        hold=asked.flag("hold"),
        clear_lines=clear_lines or asked.flag("clear_lines"),
        objective="height" if (goal := asked.text("objective")) is None else goal,
        height_limit=limit,
        drop="hard" if (drop := asked.text("drop")) is None else drop,
    )
