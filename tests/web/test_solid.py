"""Solids: what a painter's order shows is what a ray of light meets, and one can turn them and take them apart."""

from __future__ import annotations

from itertools import product
from math import cos, sin
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from shapewright import tiling
from shapewright.tiling import Problem

from .conftest import needs_a_browser
from .test_table_modules import IMPORT, evaluated

pytestmark = needs_a_browser

SOMA = Problem.from_text("board 3x3x3\npieces soma")
COLOURS = ("#8cb0fb", "#b14a2f", "#eeec76", "#5a64be")

Figure = dict[str, Any]
Box = tuple[int, tuple[float, ...], tuple[float, ...]]


def soma() -> Figure:
    solution = tiling.first(SOMA)
    assert solution is not None
    return solution.mosaic().to_json()


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
def test_the_painter_shows_what_the_light_meets(page, gap: float, lift: float) -> None:
    page.goto("/tiling")
    chance = Random(f"{gap} {lift}")
    asked = []
    for _ in range(12):
        turn, tilt = chance.uniform(-3.1, 3.1), chance.choice((-1, 1)) * chance.uniform(0.1, 1.4)
        points = [(chance.uniform(-3, 3), chance.uniform(-3, 3)) for _ in range(40)]
        asked.append({"figure": random_figure(chance), "turn": turn, "tilt": tilt, "points": points})
    painted = evaluated(
        page,
        "solid_faces.js",
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


def test_pieces_are_taken_out_where_nothing_is_in_their_way(page) -> None:
    page.goto("/tiling")
    figure = soma()
    order = evaluated(page, "solid_faces.js", "return m.takenOut(given);", figure)
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


@pytest.fixture
def solid(page) -> Any:
    """The page with the Soma cube in place of its stage."""
    page.goto("/tiling")
    page.evaluate(
        f"""async (figure) => {{ {IMPORT}
          const {{ Solid }} = await the("solid.js");
          const place = document.createElement("div");
          document.getElementById("stage").replaceWith(place);
          window.solid = new Solid(place, {{ label: "The cube", press: (at) => {{ window.pressed = at; }} }});
          window.solid.show(figure);
        }}""",
        soma(),
    )
    return page


def picture(page: Any) -> str:
    """The canvas as it is once it stands still."""
    page.evaluate(
        "new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 0))"
    )
    page.wait_for_function("() => !document.querySelector('.solid').getAnimations({ subtree: true }).length")
    return page.evaluate("document.querySelector('.grip canvas').toDataURL()")


def test_a_solid_turns_by_pointer_and_keys(solid) -> None:
    first = picture(solid)
    box = solid.locator(".grip").bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    solid.mouse.move(*middle)
    solid.mouse.down()
    solid.mouse.move(middle[0] + 80, middle[1] + 10, steps=4)
    solid.mouse.up()
    dragged = picture(solid)
    assert dragged != first
    assert solid.evaluate("window.pressed") is None  # a drag is no press
    solid.locator(".grip").focus()
    solid.keyboard.press("ArrowLeft")
    assert picture(solid) != dragged
    assert solid.locator(".solid > [aria-live]").inner_text() == "turned to the left"
    solid.emulate_media(reduced_motion="reduce")
    solid.keyboard.press("0")
    assert picture(solid) == first


def test_a_press_says_which_piece_it_was(solid) -> None:
    box = solid.locator(".grip").bounding_box()
    solid.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    pressed = solid.evaluate("window.pressed")
    assert pressed["by"] == "mouse"
    figure = soma()
    assert pressed["cell"] in [list(cell) for cell in figure["pieces"][pressed["piece"]]["cells"]]
    assert solid.locator(".solid > [aria-live]").inner_text() == figure["pieces"][pressed["piece"]]["label"]


def test_a_solid_comes_apart(solid) -> None:
    solid.emulate_media(reduced_motion="reduce")
    whole = picture(solid)
    seen = {whole}
    for name in ("Layers apart", "Pieces apart"):
        solid.get_by_label(name).fill("60")
        seen.add(picture(solid))
        solid.get_by_label(name).fill("0")
        assert picture(solid) == whole
    solid.get_by_label("Pieces 7 of 7").fill("5")
    seen.add(picture(solid))
    assert len(seen) == 4
    assert solid.locator(".solid .count").inner_text() == "5 of 7"
    assert "taken out; 5 of 7 pieces are there" in solid.locator(".solid > [aria-live]").inner_text()
    solid.locator(".grip").focus()
    solid.keyboard.press("+")
    assert solid.locator(".solid .count").inner_text() == "6 of 7"
    solid.get_by_role("button", name="Reset").click()
    assert picture(solid) == whole


def test_a_solid_can_be_read(solid) -> None:
    figure = soma()
    assert solid.locator(".grip").get_attribute("aria-label").startswith("The cube: 3 by 3 by 3, 7 pieces.")
    tables = solid.locator(".solid table")
    expect(tables).to_have_count(3)  # they are told once the board stays as it is
    at = {tuple(cell): piece["label"] for piece in figure["pieces"] for cell in piece["cells"]}
    rows = solid.evaluate(
        "[...document.querySelectorAll('.solid table')]"
        ".map((table) => [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent)))"
    )
    assert rows == [[[at[x, 2 - row, z] for x in range(3)] for row in range(3)] for z in range(3)]


def test_thumbnails_of_solids_are_seen_from_a_corner(page) -> None:
    page.goto("/tiling")
    drawn = evaluated(
        page,
        "picture.js",
        "const made = m.picture(given); document.body.append(made);"
        "const count = (what) => made.querySelectorAll(what).length;"
        "return [count('.solid-face'), made.getAttribute('role'), count('text')];",
        soma(),
    )
    assert drawn[:2] == [27, "img"]
    assert drawn[2] >= 3
