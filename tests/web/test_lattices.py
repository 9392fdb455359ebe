"""Boards of other lattices at the endpoints: as cells that the page draws, and refused where they are too large."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from shapewright.cells.grid import Board
from shapewright.cells.pieces import parse_pieces
from shapewright.questions.tiling._page import data


@pytest.mark.parametrize(
    ("board", "pieces", "lattice"),
    [
        ("hex:4x7", "tetrahexes", "hex"),
        ("triangle:hexagon-2", "any*triangle:I2", "triangle"),
        ("sticks:2x2", "any*tetrasticks", "sticks"),
        ("torus:4x4", "any*dominoes", None),
    ],
)
def test_a_tiling_of_any_lattice_is_drawn(studio: TestClient, board: str, pieces: str, lattice: str | None) -> None:
    reply = studio.post("/look/tiling/glance?wait=60", json={"board": board, "pieces": pieces, "time_limit": 10.0})
    assert reply.status_code == 200, reply.text
    view = reply.json()["view"]
    assert view["verdict"] == "found"
    sections = view["sections"]
    scenes = [each["scene"] for part in sections for each in part.get("frames") or part.get("pictures") or ()]
    assert scenes
    assert all((scene["kind"], scene.get("lattice")) == ("board", lattice) for scene in scenes)


@pytest.mark.parametrize("board", ["hex:999x999", "triangle:hexagon-400", "sticks:500x500", "torus:900x900"])
def test_large_boards_are_refused_before_they_are_made(studio: TestClient, board: str) -> None:
    reply = studio.post("/api/tiling/glance?wait=60", json={"board": board, "pieces": "T4"})
    assert reply.status_code == 413
    assert "studio" in reply.json()["error"]


@pytest.mark.parametrize(
    "pieces", ["tetrahexes", "one-sided-pentahexes", "fixed-hexiamonds", "pentiamonds", "triaboloes", "tetrasticks"]
)
def test_pieces_turn_and_are_turned_over_as_they_may(studio: TestClient, pieces: str) -> None:
    lattice = parse_pieces(pieces)[0].shape.lattice
    asked = {"board": f"{lattice.name}:1x1", "pieces": pieces, "brief": True}
    editor = studio.post("/look/tiling/show?wait=60", json=asked).json()["view"]["editor"]
    for piece, shown in zip(parse_pieces(pieces), editor["pieces"], strict=True):
        turned = piece.orientations()
        number = {shape: k for k, shape in enumerate(turned)}
        assert shown["lattice"] == lattice.name
        assert [tuple(map(tuple, cells)) for cells in shown["orientations"]] == [shape.cells for shape in turned]
        for k, shape in enumerate(turned):
            assert shown["flips"][k] == number.get(shape.mirrored(), k)
            # Turning again and again shows every rotation that the piece may take, and comes back.
            met, now = [k], shown["turns"][k]
            while now != k:
                met.append(now)
                now = shown["turns"][now]
            images = {number.get(shape.moved(motion), k) for motion in lattice.motions(reflections=False)}
            assert set(met) == images


def test_each_lattice_has_pieces_to_begin_with() -> None:
    for each in data()["lattices"]:
        board = Board.from_text(each["board"])
        assert (each["name"] or "square") == board.lattice.name
        for pieces in each["sets"]:
            assert all(piece.shape.lattice is board.lattice.base for piece in parse_pieces(pieces["text"]))
