"""What a mosaic works out: layers, holes, colours, marks, places of labels; and what it refuses."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from tests.drawing.boards import PENTOMINOES_3X4X5, PENTOMINOES_6X10, PENTOMINOES_8X8, mosaic, mosaics

from shapewright.drawing import Mark, Mosaic
from shapewright.drawing.mosaic import LETTERS
from shapewright.drawing.palette import PIECE_COLOURS
from shapewright.errors import LimitError, ProblemError
from shapewright.storage.json import json_text


def spots_of(board: Mosaic, layer: int = 0) -> dict[str, tuple[int, int]]:
    return {board.label(spot.piece): spot.cell for spot in board.layers[layer].spots}


def test_labels_stand_where_a_piece_is_broadest() -> None:
    spots = spots_of(mosaic(PENTOMINOES_6X10))
    assert spots["X"] == (5, 3)
    assert spots["I"] == (9, 3)
    assert spots["U"] == (1, 0)
    assert spots["L"][1] == 5


def test_long_labels_have_two_cells_where_there_are_two() -> None:
    (wide,) = mosaic("AAAA").layers[0].spots
    (high,) = mosaic("A A A").layers[0].spots
    assert (wide.pair, high.pair) == ((1, 0), None)


def test_each_part_of_a_piece_in_a_layer_has_its_spot() -> None:
    board = mosaic(*PENTOMINOES_3X4X5)
    u_spots = [spot.cell for spot in board.layers[0].spots if board.label(spot.piece) == "U"]
    assert u_spots == [(0, 3), (2, 3)]
    assert [layer.caption for layer in board.layers] == ["z=0", "z=1", "z=2", "z=3", "z=4"]


@given(mosaics())
def test_spots_lie_on_their_pieces_once_a_part(board: Mosaic) -> None:
    for layer in board.layers:
        for spot in layer.spots:
            assert layer.piece_at[spot.cell] == spot.piece
            if spot.pair is not None:
                x, y = spot.pair
                assert layer.piece_at[x, y] == layer.piece_at[x + 1, y] == spot.piece
        assert {spot.piece for spot in layer.spots} == set(layer.piece_at.values())
        assert len({spot.cell for spot in layer.spots}) == len(layer.spots)


@given(mosaics())
def test_layers_hold_every_cell_once(board: Mosaic) -> None:
    assert sum(len(layer.piece_at) + len(layer.empty) for layer in board.layers) == len(board.cells)
    assert all(layer.holes.isdisjoint(layer.empty | layer.piece_at.keys()) for layer in board.layers)


def test_enclosed_gaps_are_holes() -> None:
    assert mosaic(PENTOMINOES_8X8).layers[0].holes == {(3, 3), (4, 3), (3, 4), (4, 4)}
    assert mosaic("AAA A.A A.A").layers[0].holes == set()
    # A gap that touches the outside only at a corner is enclosed.
    assert mosaic("AA.. A.A. .AAA AAAA").layers[0].holes == {(1, 2)}


def test_given_holes_replace_enclosed_gaps() -> None:
    board = mosaic("AAA A.A AAA", holes={(3, 0), (0, 0)})
    assert board.layers[0].holes == {(3, 0)}
    assert board.size == (4, 3)


def test_a_board_far_from_the_origin_is_drawn_where_its_cells_are() -> None:
    board = Mosaic({(70, 50), (71, 50)}, {(70, 50): 0})
    assert (board.corner, board.size) == ((70, 50), (2, 1))


@given(mosaics())
def test_colours_keep_to_the_index_and_part_neighbours(board: Mosaic) -> None:
    for piece, colour in board.colour_of.items():
        if piece < len(PIECE_COLOURS):
            assert colour == PIECE_COLOURS[piece]
    for cell, piece in board.piece_at.items():
        for axis in range(len(cell)):
            other = board.piece_at.get((*cell[:axis], cell[axis] + 1, *cell[axis + 1 :]), piece)
            assert other == piece or board.colour_of[other] != board.colour_of[piece]


def test_given_colours_come_first() -> None:
    assert mosaic("ABC", colours=("#010203", "#040506")).colour_of == {0: "#010203", 1: "#040506", 2: PIECE_COLOURS[2]}


def test_marks_keep_labels_of_one_letter() -> None:
    board = mosaic("ABCDE", labels=("T5", "B", "A", "B", "é"))
    assert board.letters == {0: "C", 1: "B", 2: "A", 3: "D", 4: "E"}


def test_letters_run_out_but_not_between_neighbours() -> None:
    length = 3 * len(LETTERS)
    board = Mosaic({(x, 0) for x in range(length)}, {(x, 0): x for x in range(length)})
    assert len({board.letters[x] for x in range(len(LETTERS))}) == len(LETTERS)
    assert all(board.letters[x] != board.letters[x + 1] for x in range(length - 1))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"cells": set()}, "without cells"),
        ({"cells": {(0, 0)}, "piece_at": {(1, 0): 0}}, "piece at 1,0"),
        ({"cells": {(0, 0)}, "tints": {(0, 7): "r"}}, "tint at 0,7"),
        ({"cells": {(0, 0)}, "optional": {(3, 0)}}, "optional cell at 3,0"),
        ({"cells": {(0, 0)}, "piece_at": {(0, 0): -1}}, "numbered from 0"),
        ({"cells": {(0,)}}, "two or of three dimensions"),
        ({"cells": {(0, 0), (0, 0, 0)}}, "two or of three dimensions"),
    ],
)
def test_what_cannot_be_drawn(arguments, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        Mosaic(**arguments)


@pytest.mark.parametrize("far", [(1 << 20, 1 << 20), (0, 0, 1 << 20)])
def test_a_few_cells_far_apart_are_refused_at_once(far) -> None:
    board = Mosaic({(0,) * len(far), far})
    with pytest.raises(LimitError, match="too large to draw"):
        board.scene()


def test_the_repr_rebuilds_the_mosaic() -> None:
    board = Mosaic(frozenset({(0, 0), (1, 0)}), {(0, 0): 0}, ("A",), tints={(1, 0): "r"})
    assert eval(repr(board), {"Mosaic": Mosaic}) == board


def test_a_board_as_data() -> None:
    board = Mosaic(
        {(2, 1), (3, 1), (2, 2)},
        {(2, 1): 0, (3, 1): 0},
        ("I",),
        ("#112233",),
        tints={(2, 2): "r"},
        optional={(2, 2)},
        holes={(3, 2)},
        title="three cells",
        marks=(Mark({(2, 1)}, "bad", "3"), Mark(row=1)),
    )
    assert json.loads(json_text(board.to_json())) == {
        "kind": "board",
        "size": [2, 2],
        "corner": [2, 1],
        "title": "three cells",
        "cells": [[2, 2]],
        "holes": [[3, 2]],
        "optional": [[2, 2]],
        "tints": {"2,2": "r"},
        "pieces": [{"label": "I", "colour": "#112233", "cells": [[2, 1], [3, 1]]}],
        "marks": [{"cells": [[2, 1]], "shade": "bad", "text": "3"}, {"cells": [], "row": 1}],
    }


def test_a_solid_as_data_has_three_coordinates() -> None:
    data = Mosaic({(0, 0, 0), (0, 0, 1)}, {(0, 0, 1): 40}, holes={(0, 0, 2)}).to_json()
    assert (data["size"], data["corner"]) == ((1, 1, 3), (0, 0, 0))
    assert data["cells"] == [(0, 0, 0)]
    assert data["holes"] == [(0, 0, 2)]
    (piece,) = data["pieces"]
    assert piece["cells"] == [(0, 0, 1)]
    assert piece["colour"].startswith("#")


@pytest.mark.parametrize(
    ("mark", "words"),
    [(Mark({(5, 5)}, "a"), "outside the board"), (Mark(shade="e"), "not a shade")],  # type: ignore[arg-type]
)
def test_wrong_marks_are_refused(mark: Mark, words: str) -> None:
    with pytest.raises(ProblemError, match=words):
        Mosaic({(0, 0)}, marks=(mark,))
