"""Packings drawn, and as values."""

from __future__ import annotations

import pytest

from shapewright.cells.pieces import parse_pieces
from shapewright.cells.placements import Placement
from shapewright.drawing.palette import TETROMINO_COLOURS, blended
from shapewright.drawing.shades import SHADES
from shapewright.errors import LimitError, ProblemError
from shapewright.packing import Bag, Packing, pack
from shapewright.packing.values import Values


def test_pictures_colour_pieces_by_type() -> None:
    packing = pack(Bag.from_text("I8 J13 L10 O13 S4 T8 Z8"))
    mosaic = packing.mosaic()
    for label, colour in zip(mosaic.labels, mosaic.colours, strict=True):
        assert colour in {blended(TETROMINO_COLOURS[label], *shade) for shade in SHADES}
    assert packing._repr_svg_().startswith("<svg")
    with pytest.raises(ProblemError, match="no packing to draw"):
        pack(Bag.from_text("O5"), box=(4, 4)).mosaic()


def test_the_values_of_cells_are_drawn() -> None:
    values = Values.from_text("1 2 3/5 0 3/1 1 -2")
    packing = pack(parse_pieces("2*L3"), values=values, objective="value")
    drawn = {cell: mark.text for mark in packing.mosaic().marks for cell in mark.cells}
    assert drawn == {cell: str(number) for cell, number in values.worth}


def test_a_box_of_millions_of_cells_is_no_picture() -> None:
    with pytest.raises(LimitError, match="1025x1025 is too large to draw; the limit is 1048576 cells"):
        Packing(Bag.random(262_145, seed=1), "optimal", 1025, 1025).scene()


def test_values_rebuild_and_compare() -> None:
    packing = pack(Bag.from_text("LOJI"))
    assert packing == pack(Bag.from_text("LOJI"))
    assert packing.placements == tuple(packing.placements)
    assert packing.placements[:2] == tuple(packing.placements)[:2]
    assert hash(packing.placements) == hash(tuple(packing.placements))
    assert eval(repr(packing), {"Packing": Packing, "Bag": Bag, "Placement": Placement}) == packing
