"""The names of the package, and the example in the repository."""

from __future__ import annotations

from pathlib import Path

from shapewright import stacking
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
