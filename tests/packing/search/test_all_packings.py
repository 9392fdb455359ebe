"""That there are no more packings: all are listed, a slow twin and the checker count them; and legends of letters."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.packing.zones import number_of_packings

from shapewright.cells.grid import Board
from shapewright.cells.pieces import parse_pieces
from shapewright.cells.polyomino import Piece, Polyomino
from shapewright.cli import main
from shapewright.jobs.limits import Clock
from shapewright.packing import Bag, Problem, pack
from shapewright.packing.proof.recount import number_of
from shapewright.packing.search.all_packings import is_listed, with_every

ARTS = ("#", "##", "##/#.", "a#", "###", "aa/#.")


@given(
    st.lists(st.tuples(st.sampled_from(ARTS), st.integers(1, 2)), min_size=1, max_size=2, unique_by=lambda one: one[0]),
    st.lists(st.text("##ab?.", min_size=3, max_size=3), min_size=2, max_size=3),
)
@settings(max_examples=80, deadline=None)
def test_every_packing_is_listed(kinds: Any, rows: list[str]) -> None:
    pieces = tuple(Piece(f"p{at}", Polyomino.from_text(art), n, n) for at, (art, n) in enumerate(kinds))
    problem = Problem(pieces, board=Board.from_text("/".join([*rows, "a##"])))
    number = number_of_packings(problem)
    board = problem.ground
    assert number_of(pieces, board.order(), 60.0, board.colour_of(), problem.must) == number
    first = pack(problem)
    assert bool(first.placements) == bool(number)
    if number:
        found, no_more = with_every(problem, [first], number + 1, Clock(None))
        assert no_more or number == 0
        assert len({one.placements for one in found}) == len(found) == number
        if number > 1:
            found, no_more = with_every(problem, [first], number, Clock(None))
            assert (len(found), no_more) == (number, True)
            found, no_more = with_every(problem, [first], number - 1, Clock(None))
            assert (len(found), no_more) == (number - 1, False)


def test_where_others_may_be_as_good() -> None:
    problem = Problem(Bag.from_text("T1 I3"))
    assert not is_listed(problem, pack(problem))  # 4x5 has empty cells
    ranged = Problem(parse_pieces("0-2*I2"), box=(2, 2))
    assert not is_listed(ranged, pack(ranged))
    assert not is_listed(Problem(Bag.from_text("O1"), clearance=1), pack(Bag.from_text("O1"), clearance=1))


def test_the_answer_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["packing", "pack", "I2", "--count", "3"]) == 0
    assert "there are no more in the box 2x4: a search of every placement found 1" in capsys.readouterr().out
    out = tmp_path / "answer.json"
    assert main(["packing", "pack", "O1 I1", "--box", "4x4", "--count", "50", "-o", str(out)]) == 0
    data = json.loads(out.read_text())
    assert (len(data["packings"]), data["no_more"], data["complete"]) == (36, True, True)
    assert main(["packing", "verify", str(out)]) == 0
    capsys.readouterr()
    data["packings"].pop()
    out.write_text(json.dumps(data))
    assert main(["packing", "verify", str(out)]) == 1
    assert "no_more" in "".join(capsys.readouterr())
    assert main(["packing", "pack", "O1 I1", "--box", "4x4", "--count", "20", "-o", str(out)]) == 0
    data = json.loads(out.read_text())
    assert (len(data["packings"]), "no_more" in data) == (20, False)


def test_letters_that_are_no_names_have_a_legend(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["packing", "pack", "--pieces", "I2, I3", "--board", "5x1"]) == 0
    assert "is I" in capsys.readouterr().out.splitlines()[-1]
    # Pieces that have no name are said by their shapes, each with the letter that it has.
    assert main(["packing", "pack", "--pieces", "2*##/#., ##/##, #/#, ###/#..", "--box", "4x4"]) == 0
    *_, legend = capsys.readouterr().out.splitlines()
    shapes = dict(reversed(one.split(" is ")) for one in legend.split(", "))
    assert shapes.keys() == {"##/#.", "##/##", "#/#", "###/#.."}
    assert len(set(shapes.values())) == 4
    assert main(["packing", "pack", "I2"]) == 0
    assert " is " not in capsys.readouterr().out.splitlines()[-1]
