from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shapewright.cells.grid import Board
from shapewright.cells.pieces import parse_pieces
from shapewright.errors import NotationError, ShapewrightError
from shapewright.packing import Bag, Bins, Packing, bins, pack
from shapewright.packing.notation import from_json, letters


def test_letters_top_row_first() -> None:
    packing = pack(Bag.from_text("T1 I3"))
    rows = packing.to_text().split("\n")
    assert len(rows) == packing.height
    for one in packing.placements:
        for x, y in one.cells:
            assert rows[packing.height - 1 - y][x].upper() == one.piece
    assert sum(row.count(".") for row in rows) == packing.width * packing.height - 16


def test_cells_beside_the_board_are_marked() -> None:
    packing = pack(parse_pieces("any*tetrominoes"), board=Board.box(5, 5).without([(2, 2)]))
    assert packing.to_text().split("\n")[2][2] == "#"


def test_json_gives_the_packing_back() -> None:
    for packing in (
        pack(Bag.from_text("I8 J13 L10 O13 S4 T8 Z8")),
        pack(parse_pieces("any*pentominoes"), board=Board.box(7, 7)),
        pack(Bag.from_text("LOJI"), box=(4, 5)),
    ):
        text = json.dumps(packing.to_json())
        (again,) = from_json(text)
        assert again.placements == packing.placements
        assert (again.width, again.height, again.score) == (packing.width, packing.height, packing.score)
        assert again.to_json()["placements"] == packing.to_json()["placements"]


def test_json_lines_and_several() -> None:
    line = json.dumps(pack(Bag.from_text("LOJI")).to_json())
    assert len(from_json(f"{line}\n{line}\n")) == 2
    assert len(from_json(json.dumps({"packings": [json.loads(line)] * 3}))) == 3


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("nonsense", "is not JSON"),
        ("[]", "is not a packing"),
        ('{"placements": []}', "does not say what was packed"),
        ('{"placements": [], "bag": {"I": "x"}}', "not a whole number"),
        ('{"placements": [], "bag": {"Q": 1}}', "'Q' is not a piece"),
        ('{"placements": [{}], "bag": {"I": 1}}', "placement 1 of the JSON has no piece"),
        ('{"placements": [{"piece": "I", "cells": [[0]]}], "bag": {"I": 1}}', "expected [x, y]"),
        ('{"placements": [{"piece": "I", "cells": [[0, -1]]}], "bag": {"I": 1}}', "beyond every board"),
        (
            '{"placements": [], "bag": {"I": 1}, "status": "great"}',
            "is not one of optimal, feasible, infeasible and unknown",
        ),
        ('{"placements": [], "bag": {"I": 1}, "score": "x"}', "the score of the JSON is not a number"),
        ('{"placements": [], "bag": {"I": 1}, "bound": true}', "the bound of the JSON is not a number"),
        ('{"placements": [], "bag": {"I": 1}, "bound": 1e999}', "'1e999' is larger than any number"),
        ('{"placements": [], "bag": {"I": 1}, "width": 1e9}', "not a whole number of cells"),
    ],
)
def test_json_that_is_no_packing(text: str, says: str) -> None:
    with pytest.raises(ShapewrightError) as caught:
        from_json(text)
    assert says in str(caught.value)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=3),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["placements", "bag", "pieces", "cells", "piece", "packings", "board"]),
                inner,
                max_size=4,
            )
        ),
    )
)
def test_any_json_is_packings_or_an_error(data: object) -> None:
    try:
        from_json(json.dumps(data))
    except ShapewrightError:
        pass


def test_letters_are_different() -> None:
    names = ["I5", "I4", "I", "L'", "art1", "6.01", "6.02"]
    assert len(set(letters(names).values())) == len(names)


@st.composite
def _packed(draw: st.DrawFn) -> Packing:
    """A random small packing: of a bag or of pieces of all motions, into the best box, a box or onto a board."""
    if draw(st.booleans()):
        bag = Bag.from_counts(
            {letter: draw(st.integers(0, 2)) for letter in "IJLOSTZ"} | {"I": draw(st.integers(1, 2))}
        )
        box = draw(st.none() | st.tuples(st.integers(3, 7), st.integers(3, 7)))
        return pack(bag, box=box)
    names = ("any*L3", "2*fixed-I3", "0-2*one-sided-S4", "P5", "N=one-sided-#./##/.#", "1+*I2")
    pieces = parse_pieces(",".join(draw(st.lists(st.sampled_from(names), min_size=1, max_size=3, unique=True))))
    holes = draw(st.sets(st.tuples(st.integers(0, 4), st.integers(0, 3)), max_size=3))
    return pack(pieces, board=Board.box(5, 4).without(holes), time_limit=2)


@settings(deadline=None, max_examples=40)
@given(_packed())
def test_json_is_read_as_it_is_written(packing: Packing) -> None:
    text = json.dumps(packing.to_json())
    (again,) = from_json(text)
    assert again.placements == packing.placements
    assert again.asked == packing.asked
    # Why other boxes are refuted is told, not read back: verify refutes them itself.
    told = {key: value for key, value in json.loads(text).items() if key not in ("refuted", "reason")}
    assert {key: value for key, value in again.to_json().items() if key not in ("refuted", "reason")} == told


def test_packings_and_boards_are_read_back_and_checked() -> None:
    packing = pack(Bag.from_text("LOJI"))
    assert Packing.from_json(packing.to_json()).placements == packing.placements
    wrong = packing.to_json()
    wrong["placements"].pop()
    with pytest.raises(NotationError, match="the JSON is not a packing: the piece J lies 0 times"):
        Packing.from_json(wrong)
    for found in (bins(Bag.from_text("O5"), box=(4, 4)), bins(Bag.from_text("I1"), box=(3, 3))):
        again = Bins.from_json(json.loads(json.dumps(found.to_json())))
        assert again.to_json() == found.to_json()
        assert (again.bag, again.board, len(again)) == (found.bag, found.board, len(found))
    with pytest.raises(NotationError, match="no board"):
        Bins.from_json({**found.to_json(), "bound": "x"})
