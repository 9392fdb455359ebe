"""Solids: what the painter shows is what a ray of light meets; pieces come out where nothing is in their way."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import cos, sin
from random import Random
from typing import Any

import pytest
from tests.web.test_solid import Figure, soma

COLOURS = ("#8cb0fb", "#b14a2f", "#eeec76", "#5a64be")

Box = tuple[int, tuple[float, ...], tuple[float, ...]]


def random_figure(chance: Random) -> Figure:
    """Cells cut into pieces at random, some of them empty, some of the box no cells at all."""
    size = [chance.randrange(1, 5) for _ in range(3)]
    owner = {cell: chance.randrange(-2, 5) for cell in product(*map(range, size))}
    pieces = [
        {"label": "ABCDE"[k], "colour": COLOURS[k % 4], "cells": [cell for cell in owner if owner[cell] == k]}
        for k in range(5)
    ]
    empty = [cell for cell in owner if owner[cell] == -1]
    return {
        "kind": "board",
        "size": size,
        "corner": [0, 0, 0],
        "cells": empty,
        "pieces": [p for p in pieces if p["cells"]],
    }


def boxes(figure: Figure, gap: float, lift: float) -> list[Box]:
    """All cells as boxes, and those that join cells of one piece across the gaps between them."""
    step = [1 + gap, 1 + gap, 1 + gap + lift]
    whole = [size + (size - 1) * (each - 1) for size, each in zip(figure["size"], step, strict=True)]
    found = []
    pieces = [*enumerate(piece["cells"] for piece in figure["pieces"]), (-1, figure["cells"])]
    for number, cells in pieces:
        there = set(map(tuple, cells))
        for cell in there:
            for across in product((0, 1), repeat=3):
                corners = product(*([c, c + 1] if on else [c] for c, on in zip(cell, across, strict=True)))
                if any(across) and (not gap or (lift and across[2]) or not there.issuperset(corners)):
                    continue
                low = [c * each - half / 2 for c, each, half in zip(cell, step, whole, strict=True)]
                start = tuple(a + (1 if on else 0) for a, on in zip(low, across, strict=True))
                end = tuple(a + (each if on else 1) for a, on, each in zip(low, across, step, strict=True))
                found.append((number, start, end))
    return found


def met(solid: list[Box], turn: float, tilt: float, x: float, y: float) -> int | None:
    """The piece that an eye far away sees at a point of the screen; -2 for nothing, None near an edge."""
    right = (cos(turn), -sin(turn), 0.0)
    up = (sin(turn) * sin(tilt), cos(turn) * sin(tilt), cos(tilt))
    toward = (-sin(turn) * cos(tilt), -cos(turn) * cos(tilt), sin(tilt))
    seen = set()
    for dx, dy in product((-0.01, 0, 0.01), repeat=2):
        start = [(x + dx) * a - (y + dy) * b for a, b in zip(right, up, strict=True)]
        best, owner = float("-inf"), -2
        for number, low, high in solid:
            near, far = float("-inf"), float("inf")
            for at, along, a, b in zip(start, toward, low, high, strict=True):
                first, last = sorted(((a - at) / along, (b - at) / along))
                near, far = max(near, first), min(far, last)
            if near <= far and far > best:
                best, owner = far, number
        seen.add(owner)
    return seen.pop() if len(seen) == 1 else None


@pytest.mark.parametrize(("gap", "lift"), [(0, 0), (0, 0.7), (0.3, 0), (0.3, 0.5)])
def test_the_painter_shows_what_the_light_meets(evaluated: Callable[..., Any], gap: float, lift: float) -> None:
    chance = Random(f"{gap} {lift}")
    asked = []
    for _ in range(12):
        turn, tilt = chance.uniform(-3.1, 3.1), chance.choice((-1, 1)) * chance.uniform(0.1, 1.4)
        points = [(chance.uniform(-3, 3), chance.uniform(-3, 3)) for _ in range(40)]
        asked.append({"figure": random_figure(chance), "turn": turn, "tilt": tilt, "points": points})
    painted = evaluated(
        "stage/solid_faces.js",
        """
        const apart = { pieces: given.gap, layers: given.lift, shown: 99 };
        return given.asked.map(({ figure, turn, tilt, points }) => {
          const view = new m.View(turn, tilt);
          const faces = new m.Faces(figure, apart, () => "#ffffff").from(view.toward)
            .map((face) => [face, view.flat(face, 1, 0, 0, new Float64Array(8))]);
          return points.map(([x, y]) => {
            let piece = -2;
            for (const [face, at] of faces) {
              const sides = [0, 2, 4, 6].map((k) =>
                (at[(k + 2) % 8] - at[k]) * (y - at[k + 1]) - (at[(k + 3) % 8] - at[k + 1]) * (x - at[k]));
              if (sides.every((side) => side >= 0) || sides.every((side) => side <= 0)) piece = face.piece;
            }
            return piece;
          });
        });
        """,
        {"asked": asked, "gap": gap, "lift": lift},
    )
    compared = set()
    for each, pieces in zip(asked, painted, strict=True):
        solid = boxes(each["figure"], gap, lift)
        for (x, y), piece in zip(each["points"], pieces, strict=True):
            wanted = met(solid, each["turn"], each["tilt"], x, y)
            if wanted is not None:
                assert piece == wanted, (each, x, y)
                compared.add(wanted)
    assert compared == {-2, -1, 0, 1, 2, 3, 4}


def test_pieces_are_taken_out_where_nothing_is_in_their_way(evaluated: Callable[..., Any]) -> None:
    figure = soma()
    order = evaluated("stage/solid_faces.js", "return m.takenOut(given);", figure)
    assert sorted(order) == list(range(7))
    at = {tuple(cell): number for number, piece in enumerate(figure["pieces"]) for cell in piece["cells"]}
    for number in order:
        cells = [cell for cell in at if at[cell] == number]
        ways = []
        for axis, sign in ((2, 1), (0, 1), (0, -1), (1, 1), (1, -1)):
            moved = ((*cell[:axis], cell[axis] + sign * far, *cell[axis + 1 :]) for cell in cells for far in (1, 2, 3))
            ways.append(all(at.get(cell, number) == number for cell in moved))
        assert any(ways)
        for cell in cells:
            del at[cell]
