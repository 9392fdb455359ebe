"""Clearance between pieces and margins at the border: against a slow twin, notations, checks, and what is refused."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.packing.distances import fits, least_area, most

from shapewright.cells.grid import Board
from shapewright.cells.pieces import parse_pieces
from shapewright.cells.placements import Placement
from shapewright.cells.polyomino import Piece, Polyomino
from shapewright.cli import main
from shapewright.errors import ShapewrightError
from shapewright.packing import Bag, Problem, Values, check, faults, pack, repair, verify

ARTS = ("#", "##", "##/#.", "#.#/###", "###", "##/##", "###/.#.")
SOME = st.lists(st.sampled_from(ARTS), min_size=1, max_size=3)
APART = st.sampled_from([(1, 0), (1, 1), (2, 0), (0, 1), (2, 1)])


O_IN_THE_CORNER = (Placement("O", ((0, 0), (0, 1), (1, 0), (1, 1))),)
TWO_O = (*O_IN_THE_CORNER, Placement("O", ((2, 0), (2, 1), (3, 0), (3, 1))))


def _pieces(arts: list[str]) -> tuple[Piece, ...]:
    return tuple(
        Piece(f"p{ARTS.index(art)}", Polyomino.from_text(art), many, many) for art, many in Counter(arts).items()
    )


@given(SOME, APART, st.integers(3, 7), st.integers(2, 6))
@settings(max_examples=60, deadline=None)
def test_boxes(arts: list[str], apart: tuple[int, int], width: int, height: int) -> None:
    clearance, margin = apart
    problem = Problem(_pieces(arts), box=(width, height), clearance=clearance, margin=margin)
    packed = pack(problem)
    assert packed.status == ("optimal" if fits(arts, width, height, clearance, margin) else "infeasible")
    check(packed, problem)
    found = verify(json.dumps(packed.to_json()))  # without a packing it does not say which box is meant
    assert found.valid is (True if packed.placements else None), found.lines()


@given(
    st.lists(
        st.tuples(st.sampled_from(ARTS), st.integers(0, 1), st.integers(0, 1), st.integers(0, 4)),
        min_size=1, max_size=2, unique_by=lambda kind: kind[0],
    ),
    APART,
    st.tuples(st.integers(2, 5), st.integers(2, 4)),
    st.lists(st.integers(0, 19), max_size=3),
    st.lists(st.integers(-2, 3), min_size=20, max_size=20),
    st.booleans(),
)  # fmt: skip
@settings(max_examples=80, deadline=None)
def test_boards_with_values(
    kinds: list[tuple[str, int, int, int]],
    apart: tuple[int, int],
    size: tuple[int, int],
    holes: list[int],
    worth: list[int],
    valued: bool,
) -> None:
    cells = [(x, y) for x in range(size[0]) for y in range(size[1])]
    board = frozenset(cell for number, cell in enumerate(cells) if number not in holes)
    if not board:
        return
    listed = [(art, low, low + more, value if valued else 0) for art, low, more, value in kinds]
    pieces = tuple(
        Piece(f"p{ARTS.index(art)}", Polyomino.from_text(art), low, high, value=value)
        for art, low, high, value in listed
    )
    of_cells = {cell: worth[number] if valued else 1 for number, cell in enumerate(cells) if cell in board}
    place: dict[str, Any] = {"board": Board(board)}
    if valued:
        place = {"values": Values(tuple(sorted(of_cells.items())))}
    problem = Problem(pieces, clearance=apart[0], margin=apart[1], **place)
    packed = pack(problem)
    wanted = most(listed, board, of_cells, *apart)
    assert packed.status == ("infeasible" if wanted is None else "optimal")
    check(packed, problem)
    if wanted is not None:
        assert packed.value == packed.bound == wanted
    found = verify(json.dumps(packed.to_json()))
    assert found.valid is True, found.lines()
    if wanted is not None and packed.placements:
        better = {**packed.to_json(), "bound": wanted - 1.0, "value": wanted - 1.0}
        assert verify(json.dumps(better)).valid is False


@given(st.lists(st.sampled_from(ARTS[:5]), min_size=1, max_size=2), APART)
@settings(max_examples=25, deadline=None)
def test_the_least_area(arts: list[str], apart: tuple[int, int]) -> None:
    problem = Problem(_pieces(arts), clearance=apart[0], margin=apart[1])
    packed = pack(problem)
    assert (packed.goal, packed.status) == ("area", "optimal")
    assert packed.width * packed.height == packed.bound == least_area(arts, *apart)
    found = verify(json.dumps(packed.to_json()))
    assert found.valid is True, found.lines()


@given(SOME, APART, st.integers(4, 7))
@settings(max_examples=25, deadline=None)
def test_strips(arts: list[str], apart: tuple[int, int], width: int) -> None:
    problem = Problem(_pieces(arts), width=width, clearance=apart[0], margin=apart[1])
    packed = pack(problem)
    if packed.status == "infeasible":
        assert not fits(arts, width, 40, *apart)
        assert "is wider than the strip" in packed.reason
        return
    assert packed.status == "optimal"
    assert packed.bound == packed.height
    assert fits(arts, width, packed.height, *apart)
    assert not fits(arts, width, packed.height - 1, *apart)
    assert not faults(packed, problem)


def test_a_grain_tells_a_box_from_the_same_on_its_side() -> None:
    pieces = parse_pieces("2*fixed-I4")
    packed = pack(pieces, clearance=1)
    assert sorted((packed.width, packed.height)) in ([1, 9], [3, 4])
    assert packed.bound == 9


def test_the_checker_measures_distances() -> None:
    problem = Problem(Bag.from_text("O2"), box=(7, 4), clearance=1, margin=1)
    packed = pack(problem)
    assert {one.cells[0] for one in packed.placements} == {(1, 1), (4, 1)}
    close = replace(packed, placements=(packed.placements[0], Placement("O", ((3, 1), (3, 2), (4, 1), (4, 2)))))
    assert any("of two pieces have 0 free cells between them, not 1" in fault for fault in faults(close, problem))
    border = Placement("O", ((0, 1), (0, 2), (1, 1), (1, 2)))
    outside = replace(packed, placements=(border, packed.placements[1]))
    assert any("do not lie within" in fault for fault in faults(outside))
    assert faults(packed, replace(problem, clearance=2)) == [
        "the clearance and the margin are not those of the problem"
    ]
    said = close.to_json()
    assert verify(json.dumps(said)).valid is False
    none = {key: value for key, value in packed.to_json().items() if key not in ("width", "height", "score")}
    none |= {"status": "infeasible", "placements": [], "reason": "a search of every placement found none"}
    assert verify(json.dumps(none)).valid is not True


def test_the_command_and_the_problem_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "box 9x7\nbag I2 O2\nclearance 1\nmargin 1\n"
    problem = Problem.from_text(text)
    assert (problem.clearance, problem.margin) == (1, 1)
    assert Problem.from_text(problem.to_text()) == problem
    (tmp_path / "apart.txt").write_text(text)
    out = tmp_path / "answer.json"
    for words in (
        ["I2 O2", "--box", "9x7", "--clearance", "1", "--margin", "1"],
        ["--problem", str(tmp_path / "apart.txt")],
    ):
        assert main(["packing", "pack", *words, "-o", str(out)]) == 0
        assert main(["packing", "verify", str(out)]) == 0
        data = json.loads(out.read_text())
        assert (data["clearance"], data["margin"], data["status"]) == (1, 1, "optimal")
    data["parameters"]["problem"] = text.replace("clearance 1", "clearance 2")
    out.write_text(json.dumps(data))
    assert main(["packing", "verify", str(out)]) == 1
    assert "clearance: is not what the parameters" in "".join(capsys.readouterr())


def test_that_there_is_no_packing_is_searched_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "answer.json"
    for box, reason in (("7x4", "search of every placement"), ("3x3", "the box with its distances has")):
        assert main(["packing", "pack", "O3", "--box", box, "--clearance", "1", "-o", str(out)]) == 1
        assert reason in json.loads(out.read_text())["reason"]
        assert main(["packing", "verify", str(out)]) == 0
    data = json.loads(out.read_text())
    data["parameters"]["box"] = "20x20"
    out.write_text(json.dumps(data))
    assert main(["packing", "verify", str(out)]) == 1
    assert "there is a packing" in "".join(capsys.readouterr())
    assert main(["packing", "pack", "I1", "--width", "5", "--margin", "3", "-o", str(out)]) == 1
    assert main(["packing", "verify", str(out)]) == 0


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ({"objective": "score"}, "cannot be combined with the objective 'score'"),
        ({"cover_corner": True}, "a covered corner"),
        ({"box": (4, 4), "objective": "room"}, "the objective 'room'"),
        ({"board": Board.from_text("##?/###/###")}, "optional cells"),
        ({"box": (6, 6), "fixed": O_IN_THE_CORNER, "margin": 1}, "nearer to the border than the margin of 1"),
        ({"box": (6, 6), "fixed": TWO_O}, "nearer to another fixed piece than the clearance of 1"),
        ({"clearance": 65}, "from 0 to 64, not 65"),
        ({"margin": -1}, "the margin must be a number of cells"),
    ],
)
def test_what_is_refused(place: dict[str, Any], words: str) -> None:
    with pytest.raises(ShapewrightError, match=words):
        pack(Bag.from_text("O2"), **({"clearance": 1} | place))


def test_repairs_keep_no_distances() -> None:
    with pytest.raises(ShapewrightError, match="which 'repair' does not know"):
        repair(pack(Bag.from_text("O2"), clearance=1), Bag.from_text("O1 T1"))
