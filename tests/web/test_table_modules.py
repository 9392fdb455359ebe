"""The page's own modules, each compared with what Python says of the same thing."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from shapewright.drawing.outline import contours

from .conftest import needs_a_browser

pytestmark = needs_a_browser

IMPORT = "const the = (name) => import(document.querySelector('script[type=module]').src.replace(/[^/]+$/, name));"


def evaluated(page: Any, module: str, body: str, given: Any = None) -> Any:
    """What a function body makes of ``given`` and the names that a module of the page exports, as ``m``."""
    return page.evaluate(f"async (given) => {{ {IMPORT} const m = await the({module!r}); {body} }}", given)


def corners(path: str) -> list[list[tuple[int, int]]]:
    """The corners of each closed line of a path of M, h, v and z."""
    lines = []
    for part in filter(None, path.split("z")):
        start = re.match(r"M(-?\d+) (-?\d+)", part)
        x, y = map(int, start.groups())
        line = []
        for letter, length in re.findall(r"([hv])(-?\d+)", part):
            line.append((x, y))
            x, y = (x + int(length), y) if letter == "h" else (x, y + int(length))
        assert (x, y) == line[0]
        lines.append(line)
    return lines


def area(line: list[tuple[int, int]]) -> float:
    """The area inside a closed line, negative if it runs the other way round."""
    return sum(x * b - a * y for (x, y), (a, b) in zip(line, line[1:] + line[:1], strict=True)) / 2


def length(line: list[tuple[int, int]]) -> int:
    """The length of a closed line."""
    return sum(abs(x - a) + abs(y - b) for (x, y), (a, b) in zip(line, line[1:] + line[:1], strict=True))


def test_outlines_are_those_of_python(page) -> None:
    page.goto("/tiling")
    chance = Random(5)
    boards = []
    for _ in range(200):
        across, down = chance.randrange(1, 9), chance.randrange(1, 9)
        cells = [(x - 3, y + 2) for x in range(across) for y in range(down) if chance.random() < 0.6]
        boards.append(cells)
    paths = evaluated(page, "board.js", "return given.map((cells) => m.outline(cells, 0, 20));", boards)
    for cells, path in zip(boards, paths, strict=True):
        ours = corners(path)
        theirs = [[(x, 20 - y) for x, y in line] for line in contours(frozenset(cells))]
        assert abs(sum(map(area, ours))) == len(cells)
        assert sum(map(length, ours)) == sum(map(length, theirs))
        # Lines that touch in a corner may be joined there or not; where they turn is the same.
        assert sorted(point for line in ours for point in line) == sorted(point for line in theirs for point in line)


def test_letters_stand_out_on_their_colours_as_python_says(page) -> None:
    from shapewright.drawing.palette import PAPER, PIECE_COLOURS, ink_on

    page.goto("/tiling")
    bright = evaluated(page, "board.js", "return given.map(m.isBright);", list(PIECE_COLOURS))
    assert bright == [ink_on(colour) != PAPER for colour in PIECE_COLOURS]


STORE = """
const store = new m.Store({
  board: m.text("6x10"), limit: m.number(), hold: m.flag(true), fixed: m.list(), mode: m.view(m.text("paint")),
});
"""


def test_a_store_undoes_what_is_asked_and_keeps_what_is_shown(page) -> None:
    page.goto("/tiling")
    seen = evaluated(
        page,
        "store.js",
        STORE
        + """
        store.set({ board: "a" }); store.set({ mode: "play" }); store.set({ board: "b" }, { tag: "s" });
        store.set({ board: "c" }, { tag: "s" });
        const steps = [store.state.board];
        store.undo(); steps.push(store.state.board);
        store.undo(); steps.push(store.state.board, store.state.mode, store.canUndo, store.undo());
        store.redo(); store.redo(); steps.push(store.state.board, store.canRedo);
        return steps;""",
    )
    assert seen == ["c", "a", "6x10", "play", False, False, "c", False]


@pytest.mark.parametrize(
    "values",
    [
        {"board": "##/#.", "limit": 12, "hold": False, "fixed": ["P 0,0 0,1", "I 1,1"], "mode": "play"},
        {"board": "", "limit": 0.5, "hold": True, "fixed": [], "mode": "paint"},
        {"board": "#&=%/?+ é\n", "limit": None, "hold": False, "fixed": ["x"], "mode": ""},
    ],
)
def test_an_address_says_all_of_a_state(page, values) -> None:
    page.goto("/tiling")
    seen = evaluated(
        page,
        "store.js",
        STORE
        + """
        store.set(given); store.flush();
        const other = new m.Store(store.fields);
        await other.load(true);
        return [other.state, location.hash.length];""",
        values,
    )
    assert seen[0] == values


def test_parameters_leave_out_what_says_nothing(page) -> None:
    page.goto("/tiling")
    names = ["board", "limit", "hold", "fixed", "mode"]
    seen = evaluated(
        page,
        "store.js",
        STORE
        + """
        const first = store.parameters(given);
        store.set({ board: "", hold: false, limit: 3, fixed: ["a"] });
        return [first, store.parameters(given)];""",
        names,
    )
    assert seen == [{"board": "6x10", "hold": True}, {"limit": 3, "hold": False, "fixed": ["a"]}]
