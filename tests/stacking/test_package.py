"""The names of the package, and the example in the repository."""

from __future__ import annotations

from pathlib import Path

import pytest

from shapewright import stacking
from shapewright.errors import ProblemError
from shapewright.stacking.notation.piece_file import parse_piece_file

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


def test_every_name_is_there() -> None:
    for name in stacking.__all__:
        assert getattr(stacking, name) is not None


def test_the_example_of_a_piece_file_is_one() -> None:
    pieces = parse_piece_file((EXAMPLES / "falling_pentominoes.pieces").read_text())
    assert [(piece.name, len(piece.orientations)) for piece in pieces] == [("P", 2), ("V", 1), ("U", 4), ("X", 1)]
    plan = stacking.first(stacking.Problem("PVUXPVUX", 8, pieces))
    assert plan is not None
    stacking.check(plan)


def test_why_there_is_no_plan() -> None:
    low = stacking.Problem("LLLL", 6, height_limit=2)
    seen: list[stacking.Statistics] = []
    assert stacking.first(low, report=seen.append) is None
    bound = seen[0].lower_bound
    assert bound is not None
    assert stacking.reprove(stacking.Problem("LLLL", 6), bound) is True
    assert stacking.why_none(low, bound) == "no plan keeps the height limit of 2: at least 3 rows are needed"
    flat = stacking.Problem("LLLL", 6, height_limit=2, objective="flatness")
    assert stacking.why_none(flat, 0) == "no plan keeps the height limit of 2"
    with pytest.raises(ProblemError, match="always has a plan"):
        stacking.why_none(stacking.Problem("LLLL", 6), 3)
