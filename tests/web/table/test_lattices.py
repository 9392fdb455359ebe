"""Boards of hexagons, triangles, half squares, sticks and glued squares on the tiling page in Chromium."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.web.conftest import needs_a_browser
from tests.web.table.test_tiling import holds, laid, middle
from tests.web.table.test_tiling import says as bar_says

from shapewright.cells.grid import Board
from shapewright.cells.polyomino import Polyomino
from shapewright.tiling.notation.records import solutions_from_json
from shapewright.tiling.problem import Problem

pytestmark = needs_a_browser


def says(page: Any, words: str) -> None:
    """Wait until the board is known, and the bar says these words of it."""
    expect(page.locator("#facts")).to_contain_text("cells")
    bar_says(page, words)


def at(page: Any, board: Board, x: int, y: int) -> tuple[float, float]:
    """The middle of a cell of the stage on the screen, by Python's outlines of all cells of the drawing."""
    lattice = board.lattice
    cells = [cell for cell in product(*map(range, board.size)) if lattice.is_cell(cell) and not lattice.is_joint(cell)]
    corners = [corner for cell in cells for corner in lattice.outline(cell)]
    own = lattice.outline((x, y))
    right = sum(each[0] for each in own) / len(own) - min(each[0] for each in corners)
    down = max(each[1] for each in corners) - sum(each[1] for each in own) / len(own)
    found = page.evaluate(
        """([x, y]) => {
          const drawing = document.querySelector("#stage > svg.drawing");
          const {x: left, y: top} = new DOMPoint(x, y).matrixTransform(drawing.getScreenCTM());
          return [left, top];
        }""",
        [right, down],
    )
    return found[0], found[1]


@pytest.mark.always
def test_hexagons_are_painted_by_mouse(page: Any) -> None:
    page.goto("/tiling#board=hex:4x7&pieces=tetrahexes")
    says(page, "18 ways")
    board = Board.from_text("hex:4x7")
    expect(page.locator("#lattice")).to_have_value("hex")
    expect(page.locator("#facts")).to_have_text("4×7 · 28 cells")
    page.mouse.click(*at(page, board, 3, 6))
    says(page, "but the board has")
    holds(page, "board", "hex:###./####/####/####/####/####/####")
    page.mouse.move(*at(page, board, 0, 0))
    page.mouse.down()
    page.mouse.move(*at(page, board, 2, 0), steps=12)
    page.mouse.up()
    holds(page, "board", "hex:###./####/####/####/####/####/...#")
    page.mouse.click(*at(page, board, 1, 0))  # a hole is filled again
    holds(page, "board", "hex:###./####/####/####/####/####/.#.#")
    for _ in range(3):
        page.keyboard.press("Control+z")
    says(page, "18 ways")
    holds(page, "board", "hex:4x7")


@pytest.mark.parametrize(
    ("board", "pieces", "cell", "painted", "again"),
    [
        ("triangle:hexagon-1", "any*triangle:I2", (2, 1), "triangle:.#.#/.###", "triangle:.###/.###"),
        ("tan:1x1", "any*monaboloes", (1, 1), "tan:#./##", "tan:##/##"),
        ("sticks:1x1", "any*disticks", (1, 2), "sticks:?.?/#.#/?#?", "sticks:?#?/#.#/?#?"),
        ("torus:2x2", "any*dominoes", (1, 1), "torus:#./##", "torus:2x2"),
    ],
)
def test_every_lattice_is_painted(
    page: Any, board: str, pieces: str, cell: tuple[int, int], painted: str, again: str
) -> None:
    page.goto(f"/tiling#board={board}&pieces={pieces}")
    made = Board.from_text(board)
    says(page, "ways")
    if made.lattice.base.is_plain:
        box = page.locator("#stage > svg.drawing .ground path").first.bounding_box()
        page.mouse.click(box["x"] + box["width"] * 0.75, box["y"] + box["height"] * 0.25)
    else:
        page.mouse.click(*at(page, made, *cell))
    holds(page, "board", painted)
    assert Board.from_text(painted).cells < made.cells
    says(page, "impossible")
    page.focus("#stage [role=grid]")
    page.keyboard.press("Space")  # the keys are where the pointer was
    holds(page, "board", again)
    assert Board.from_text(again) == made


def test_painting_with_keys_alone(page: Any) -> None:
    page.goto("/tiling#board=hex:3x3&pieces=any*hex:I1")
    says(page, "1 way")
    page.focus("#stage [role=grid]")
    board = Board.from_text("hex:3x3")
    # Up from the lowest left: the rows lean to the right, and two cells are as near.
    for _ in range(2):
        page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("?")
    says(page, "2 ways")
    page.wait_for_function("() => new URLSearchParams(location.hash.slice(1)).get('board').includes('?')")
    text = page.evaluate("new URLSearchParams(location.hash.slice(1)).get('board')")
    (optional,) = Board.from_text(text).optional
    assert optional[1] == 2
    assert optional in board.cells
    assert page.get_attribute("#stage [role=grid]", "aria-activedescendant") == f"stage-{optional[0]}-2"
    label = page.get_attribute(f"#stage-{optional[0]}-2", "aria-label")
    assert label == f"column {optional[0] + 1}, row 3: may stay empty"


@pytest.mark.parametrize("board", ["hex:4x3", "triangle:hexagon-2", "tan:3x2", "sticks:3x2"])
def test_every_cell_is_reached_by_keys(page: Any, board: str) -> None:
    page.goto(f"/tiling#board={board}")
    page.wait_for_selector("html[data-ready]", state="attached")
    expect(page.locator("#facts")).to_contain_text("cells")
    page.focus("#stage [role=grid]")
    cells = page.locator("#stage [role=gridcell]").count()
    grid, seen, path = page.locator("#stage [role=grid]"), set(), []
    keys = ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft")
    steps: dict[tuple[str, str], str] = {}
    here = grid.get_attribute("aria-activedescendant")
    seen.add(here)
    for _ in range(60 * cells):
        if len(seen) == cells:
            break
        # To a key that was not tried here yet, or towards the nearest cell that has one.
        path = _way(here, steps, keys)
        for key in path:
            page.keyboard.press(key)
            there = grid.get_attribute("aria-activedescendant")
            steps[here, key] = there
            here = there
            seen.add(here)
    assert len(seen) == cells


def _way(start: str, steps: dict[tuple[str, str], str], keys: tuple[str, ...]) -> list[str]:
    """The keys to the nearest cell where one was not tried, and that one."""
    ahead, met = [(start, list[str]())], {start}
    for here, path in ahead:
        for key in keys:
            there = steps.get((here, key))
            if there is None:
                return [*path, key]
            if there not in met:
                met.add(there)
                ahead.append((there, [*path, key]))
    raise AssertionError("some cells cannot be reached")


def test_a_lattice_is_chosen_and_its_size(page: Any) -> None:
    page.goto("/tiling")
    says(page, "520 ways")
    page.select_option("#lattice", "tan")
    says(page, "604 ways")
    expect(page.locator("#depth")).to_be_hidden()
    expect(page.locator("#width")).to_have_value("4")
    begun = {"tan": "48 cells", "sticks": "12 cells", "hex": "28 cells", "triangle": "72 cells"}
    for name, facts in begun.items():
        page.select_option("#lattice", name)
        expect(page.locator("#lattice")).to_have_value(name)
        expect(page.locator("#facts")).to_contain_text(facts)
        page.fill("#width", "3")
        page.press("#width", "Tab")
        page.fill("#height", "2")
        page.press("#height", "Tab")
        expected = "triangle:.##/###" if name == "triangle" else Board.from_text(f"{name}:3x2").to_text(one_line=True)
        holds(page, "board", expected)
        expect(page.locator("#sets button").first).to_be_visible()
    page.select_option("#lattice", "")
    says(page, "ways")
    page.goto("/tiling#board=5x4&pieces=tetrominoes")
    says(page, "impossible")
    page.select_option("#lattice", "cylinder")
    holds(page, "board", "cylinder:5x4")
    says(page, "ways")
    page.select_option("#lattice", "")
    says(page, "impossible")


def test_painting_with_a_finger(phone: Any) -> None:
    phone.goto("/tiling#board=hex:3x3&pieces=any*hex:I1")
    says(phone, "1 way")
    board = Board.from_text("hex:3x3")
    phone.touchscreen.tap(*at(phone, board, 2, 2))
    holds(phone, "board", "hex:##./###/###")
    phone.locator("[data-brush='?']").tap()
    phone.touchscreen.tap(*at(phone, board, 0, 0))
    holds(phone, "board", "hex:##./###/?##")
    says(phone, "2 ways")


def test_a_piece_is_turned_over_laid_and_taken_back(page: Any) -> None:
    page.goto("/tiling#board=triangle:6x6&pieces=hexiamonds&mode=play")
    says(page, "ways")
    problem = Problem.from_text("board triangle:6x6\npieces hexiamonds")
    page.click("[data-piece=S] .piece-button")
    page.keyboard.press("r")
    page.keyboard.press("f")
    board = problem.board
    page.mouse.click(*at(page, board, 9, 3))
    (fixed,) = laid(page, 1)
    (piece,) = [each for each in problem.pieces if each.name == "S"]
    cells = [tuple(map(int, word.split(","))) for word in fixed.split()[1:]]
    shape = Polyomino(tuple(cells), (), board.lattice)
    assert shape in piece.orientations()
    assert shape != piece.shape
    assert set(cells) <= board.cells
    page.keyboard.press("Control+z")
    laid(page, 0)
    # Carried from the tray.
    page.mouse.move(*middle(page, "[data-piece=O] .piece-button"))
    page.mouse.down()
    page.mouse.move(*at(page, board, 8, 2), steps=8)
    page.mouse.up()
    (fixed,) = laid(page, 1)
    assert fixed.startswith("O ")


@pytest.mark.always(first=1)
@pytest.mark.parametrize(
    ("board", "pieces", "number"),
    [("sticks:2x2", "any*tetrasticks", 3), ("torus:5x4", "tetrominoes", 5), ("hex:4x7", "tetrahexes", 7)],
)
def test_a_game_is_finished(page: Any, board: str, pieces: str, number: int) -> None:
    page.goto(f"/tiling#board={board}&pieces={pieces}&mode=play")
    says(page, "ways")
    page.click("#hint")
    laid(page, 1)
    says(page, "from here")
    page.click("#finish")
    says(page, "Solved")
    fixed = laid(page, number)
    records = [
        {"piece": each.split()[0], "cells": [[*map(int, cell.split(","))] for cell in each.split()[1:]]}
        for each in fixed
    ]
    problem = Problem.from_text(f"board {board}\npieces {pieces}")
    (solution,) = solutions_from_json({"solutions": [{"placements": records}]}, "the page")
    from shapewright.tiling import faults

    assert faults(problem, solution) == []


def test_all_tilings_step_on_the_board_that_is_painted(page: Any) -> None:
    page.goto("/tiling#board=hex:4x7&pieces=tetrahexes&ask=list&mode=solve")
    expect(page.locator("#answer .headline")).to_have_text("all 18 tilings")
    expect(page.locator(".thumbnail")).to_have_count(18)
    page.locator(".thumbnail").nth(3).click()
    expect(page.locator("#steps output")).to_have_text("4 of 18")
    expect(page.locator("#stage .pieces .piece")).to_have_count(7)


def test_a_reason_is_drawn_on_the_board(page: Any) -> None:
    page.goto("/tiling#board=triangle:triangle-2&pieces=any*triangle:I2")
    says(page, "coloured by the way they point")
    page.click("text=Show me")
    for shade in "ab":
        expect(page.locator(f"#stage .mark.{shade}")).to_have_count(1)
    page.click("text=Hide it")
    expect(page.locator("#stage .mark")).to_have_count(0)


@pytest.mark.always
def test_a_piece_is_drawn(page: Any) -> None:
    page.goto("/tiling#board=triangle:hexagon-2&pieces=any*triangle:I2")
    says(page, "ways")
    page.click("text=Draw a piece")
    page.focus("#pad [role=grid]")
    page.keyboard.press("ArrowRight")  # a triangle that points down
    for _ in range(2):
        page.keyboard.press("Space")
        page.keyboard.press("ArrowRight")
    page.click("#pad-add")
    page.wait_for_function("() => (new URLSearchParams(location.hash.slice(1)).get('pieces') ?? '').includes(', ')")
    text = page.evaluate("new URLSearchParams(location.hash.slice(1)).get('pieces')").split(", ")[1]
    assert Polyomino.from_text(text).area == 2
    says(page, "ways")


@pytest.mark.always(first=1)
@pytest.mark.parametrize(
    ("board", "pieces", "layer"),
    [
        ("prism:2x2x2", "any*prism:%23%23", 1),
        ("sphere:tetrahedron-3", "any*sphere:I2", 2),
        ("rhombic:1x1x1", "any*dirhombs", 4),
        ("tetra-octa:1x1x1", "any*monotetraoctas", 2),
    ],
)
def test_layers_of_other_solids_are_painted(page: Any, board: str, pieces: str, layer: int) -> None:
    page.goto(f"/tiling#board={board}&pieces={pieces}")
    made = Board.from_text(board)
    says(page, "way")
    depth = made.size[2]
    expect(page.locator("#layers button")).to_have_count(depth)
    lattice = made.lattice
    for z in sorted({0, layer}):
        page.click(f"#layers button:nth-of-type({z + 1})")
        page.focus("#stage [role=grid]")
        here = sorted(cell for cell in made.cells if cell[2] == z)
        places = [each for each in product(*map(range, made.size[:2])) if lattice.is_cell((*each, z))]
        expect(page.locator("#stage [role=gridcell]")).to_have_count(len(places))
        at = page.locator("#stage [role=grid]").get_attribute("aria-activedescendant")
        x, y = map(int, at.removeprefix("stage-").split("-"))
        page.keyboard.press("." if (x, y, z) in here else "#")
        page.wait_for_function("was => new URLSearchParams(location.hash.slice(1)).get('board') !== was", arg=board)
        painted = Board.from_text(text_of_board(page, board))
        assert painted.cells ^ made.cells == {(x, y, z)}
        page.keyboard.press("Control+z")
        page.wait_for_function("was => new URLSearchParams(location.hash.slice(1)).get('board') === was", arg=board)
        says(page, "way")
    assert page.locator("#pieces svg.board").count() >= 1
    page.click("#pieces .piece-button >> nth=0")
    expect(page.locator("#toast")).to_contain_text("not laid by hand")


def text_of_board(page: Any, board: str) -> str:
    text = page.evaluate("new URLSearchParams(location.hash.slice(1)).get('board')")
    return text or board


def test_other_solids_begin_with_a_board_of_their_own(page: Any) -> None:
    page.goto("/tiling")
    page.wait_for_selector("html[data-ready]", state="attached")
    for name in ("sphere", "prism", "rhombic", "tetra-octa", "hex"):
        page.select_option("#lattice", name)
        page.wait_for_function(
            "name => new URLSearchParams(location.hash.slice(1)).get('board')?.startsWith(`${name}:`)", arg=name
        )
        says(page, "way")
        expect(page.locator("#whole-note")).to_be_hidden()
    says(page, "18 ways")
