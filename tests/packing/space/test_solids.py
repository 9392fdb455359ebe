"""Polycubes in boxes: the best box and gravity against a slow twin, published boxes, and what ``verify`` says."""

from __future__ import annotations

import json
from math import prod
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.packing import solids as slow

from shapewright.cells.pieces import parse_pieces
from shapewright.cells.polyomino import Piece, Polyomino
from shapewright.cli import main
from shapewright.errors import ShapewrightError
from shapewright.packing import Bag, Solids, solids, verify
from shapewright.packing.space.boxes import fallen, from_above, order_fault

SHAPES = ("#", "##", "###", "##/#.", "##/#.//#./..", "###//#.#")
SETS = st.lists(st.sampled_from(SHAPES), min_size=1, max_size=3).filter(lambda some: sum(map(_area, some)) <= 9)


def _area(art: str) -> int:
    return art.count("#")


def _pieces(arts: list[str]) -> tuple[Piece, ...]:
    made = [Polyomino.from_text(art).lifted() for art in arts]
    return tuple(Piece(f"P{number}", shape, motions="one-sided") for number, shape in enumerate(made))


@given(SETS, st.booleans())
@settings(max_examples=15, deadline=None)
def test_no_box_is_better(arts: list[str], gravity: bool) -> None:
    pieces = _pieces(arts)
    found = solids(pieces, gravity=gravity)
    assert found.status == "optimal"
    assert found.box is not None
    assert not found.faults()
    a, b, c = found.box
    wanted = slow.best_box([frozenset(piece.shape.cells) for piece in pieces], gravity=gravity)  # type: ignore[misc]
    assert (found.volume, a * b + b * c + a * c, c if gravity else 0) == wanted
    lying = [frozenset(one.cells) for one in found.placements]
    assert not gravity or slow.obeys_gravity(lying)  # type: ignore[arg-type]
    answer = found.to_json()
    assert Solids.from_json(json.loads(json.dumps(answer))).to_json() == answer
    judged = verify(json.dumps(answer))
    assert judged.valid is True, judged.lines()


@given(SETS, st.tuples(st.integers(1, 3), st.integers(1, 3), st.integers(1, 3)), st.booleans())
@settings(max_examples=25, deadline=None)
def test_a_given_box(arts: list[str], box: tuple[int, int, int], gravity: bool) -> None:
    pieces = _pieces(arts)
    found = solids(pieces, box=box, gravity=gravity)
    fits = slow.fits([frozenset(piece.shape.cells) for piece in pieces], box, gravity=gravity)  # type: ignore[misc]
    assert found.status == ("optimal" if fits else "infeasible")
    judged = verify(json.dumps(found.to_json()))
    assert judged.valid is True, judged.lines()


@given(SETS, st.integers(2, 3))
@settings(max_examples=30, deadline=None)
def test_an_order_from_above(arts: list[str], side: int) -> None:
    """Letting pieces down in an order makes them rest, and there is none where all orders fail."""
    shapes = [frozenset(piece.shape.cells) for piece in _pieces(arts)]
    for lying, _ in zip(slow.packings(shapes, (side, side, 3)), range(30), strict=False):  # type: ignore[arg-type]
        cells = [tuple(sorted(one)) for one in lying]
        order = from_above(cells)
        if order is None:
            assert not slow.obeys_gravity(lying)
            continue
        down = fallen([cells[number] for number in order])
        assert order_fault(down) == ""
        assert slow.obeys_gravity([frozenset(one) for one in down])  # type: ignore[misc]


@pytest.mark.parametrize(
    ("pieces", "box"),
    [
        # S. W. Golomb, Polyominoes (1994): the solid pentominoes fill 3x4x5, 2x5x6 and 2x3x10.
        ("pentominoes", (3, 4, 5)),
        ("pentominoes", (2, 5, 6)),
        ("pentominoes", (2, 3, 10)),
        # Piet Hein's Soma cube.
        ("soma", (3, 3, 3)),
        ("tetracubes", (2, 4, 4)),
    ],
)
def test_published_boxes(pieces: str, box: tuple[int, int, int]) -> None:
    found = solids(parse_pieces(pieces), box=box)
    assert (found.status, found.volume) == ("optimal", prod(box))
    assert not found.faults()


def test_a_ring_keeps_what_is_in_it_from_coming_down() -> None:
    ring = Polyomino(((0, 0, 0), (0, 1, 0), (0, 1, 1), (0, 1, 2), (0, 0, 2)))
    pieces = (Piece("C", ring, motions="fixed"), Piece("M", Polyomino(((0, 0, 0),))))
    assert solids(pieces, box=(1, 2, 3)).status == "optimal"
    none = solids(pieces, box=(1, 2, 3), gravity=True)
    assert none.status == "infeasible"
    assert none.reason.endswith("come down from above")
    assert verify(json.dumps(none.to_json())).valid is True
    best = solids(pieces, gravity=True)
    assert (best.status, best.volume, best.bound) == ("optimal", 8, 8)
    assert (1, 2, 3) in [one.box for one in best.refuted]


def test_there_is_always_a_packing() -> None:
    """However many pieces there are, they lie somewhere, and with gravity they rest."""
    for gravity in (False, True):
        found = solids(parse_pieces("6*pentacubes"), gravity=gravity, time_limit=0.0)
        assert found.status == "feasible"
        assert not found.faults()
        assert found.bound is not None
        assert 870 <= found.bound <= found.volume


def _answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    main(["packing", "solids", *arguments, "--json"])
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_the_command_and_its_claims(capsys: pytest.CaptureFixture[str]) -> None:
    answer = _answer(capsys, "T3J4", "--gravity")
    assert verify(json.dumps(answer)).valid is True
    first = answer["placements"][0]
    for change in (
        {"bound": answer["bound"] - 1},
        {"bound": answer["bound"] + 1},
        {"volume": answer["volume"] + 1},
        {"box": [9, 9, 9], "volume": 729, "bound": 729},
        {"gravity": False},
        {"placements": answer["placements"][::-1]},
        {"placements": answer["placements"][1:]},
        {"placements": [{"piece": "T", "cells": first["cells"]}, *answer["placements"][1:]]},
        {"pieces": answer["pieces"].replace("3", "2")},
        {"status": "infeasible"},
        {"refuted": [{"box": answer["box"], "reason": "a search of every placement found none"}]},
        {"refuted": [{"box": [1, 1, 28], "reason": "so"}]},
        {"reason": "so"},
    ):
        assert verify(json.dumps({**answer, **change})).valid is False, change
    wide = _answer(capsys, "O2", "--box", "2x2x3")
    assert wide["bound"] is None
    assert verify(json.dumps(wide)).valid is True
    none = _answer(capsys, "O2", "--box", "2x2x1")
    assert none["reason"] == "the box 2x2x1 has 4 cells and the pieces 8, 4 cells too many"
    assert verify(json.dumps(none)).valid is True
    assert verify(json.dumps({**wide, "status": "infeasible", "placements": []})).valid is False


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--pieces", "any*T4"], "the exact number of every piece"),
        (["--pieces", "hex:I4"], "made of hexagons"),
        (["--pieces", "half-turn-L4"], "has half-turn motions"),
        (["--pieces", "T4 value 3"], "has a value"),
        (["O2", "--box", "3x3"], "is not a box in space"),
        (["O2", "--box", "90x90x90"], "larger than the limit"),
        (["O2000"], "more than the limit of 4096 cells"),
        (["--pieces", "0*T4"], "every count is 0"),
    ],
)
def test_bad_commands(capsys: pytest.CaptureFixture[str], arguments: list[str], words: str) -> None:
    assert main(["packing", "solids", *arguments]) == 2
    assert words in capsys.readouterr().err


def test_a_bag_of_flat_pieces_is_turned_in_space() -> None:
    found = solids(Bag.from_text("L4 J4"))
    assert (found.status, found.volume) == ("optimal", 32)
    with pytest.raises(ShapewrightError, match="expected a width, a depth and a height"):
        solids(Bag.from_text("L4"), box=(4, 4))
