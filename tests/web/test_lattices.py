"""Boards of other lattices at the endpoints: drawn as pictures, and refused where they are too large."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient


@pytest.mark.parametrize(
    ("board", "pieces", "kind"),
    [
        ("hex:4x7", "tetrahexes", "svg"),
        ("triangle:hexagon-2", "any*triangle:I2", "svg"),
        ("sticks:2x2", "any*tetrasticks", "svg"),
        ("torus:4x4", "any*dominoes", "board"),
    ],
)
def test_a_tiling_of_any_lattice_is_drawn(studio: TestClient, board: str, pieces: str, kind: str) -> None:
    reply = studio.post("/look/tiling/glance?wait=60", json={"board": board, "pieces": pieces, "time_limit": 10.0})
    assert reply.status_code == 200, reply.text
    view = reply.json()["view"]
    assert view["verdict"] == "found"
    sections = view["sections"]
    scenes = [each["scene"] for part in sections for each in part.get("frames") or part.get("pictures") or ()]
    assert scenes
    assert all(scene["kind"] == kind for scene in scenes)


@pytest.mark.parametrize("board", ["hex:999x999", "triangle:hexagon-400", "sticks:500x500", "torus:900x900"])
def test_large_boards_are_refused_before_they_are_made(studio: TestClient, board: str) -> None:
    reply = studio.post("/api/tiling/glance?wait=60", json={"board": board, "pieces": "T4"})
    assert reply.status_code == 413
    assert "studio" in reply.json()["error"]
