"""Pieces that touch have different letters in every text picture, and on a screen lines between them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Run

BLOCKS = "8*A=####/####/####"
VERBS = [
    ("pack", "--pieces", BLOCKS, "--box", "12x8"),
    ("pack", "--pieces", BLOCKS, "--objective", "strip", "--width", "12"),
    ("pack", "--pieces", BLOCKS, "--board", "12x9"),
    ("pack", "--pieces", "60*o1", "--box", "6x10"),
    ("pack", "I8 J13 L10 O13 S4 T8 Z8"),
    ("bins", "--pieces", BLOCKS, "--box", "12x5"),
    ("bins", "O5", "--boards", "4x4 cost 5, 2*2x4 cost 2"),
    ("repair", "before.json", "I2 O6"),
    ("show", "before.json"),
    ("feasible", "O4", "--box", "4x4"),
    ("solids", "--pieces", "8*B=##/##//##/##"),
    ("solids", "--pieces", "27*o1", "--box", "3x3x3"),
]


def _cells(layers: list[list[str]]) -> dict[tuple[int, ...], str]:
    found: dict[tuple[int, ...], str] = {}
    for z, rows in enumerate(layers):
        for y, row in enumerate(reversed(rows)):
            found |= {(x, y, z): letter for x, letter in enumerate(row) if letter not in ".#"}
    return found


def _areas(cells: dict[tuple[int, ...], str]) -> list[int]:
    """The sizes of the groups of cells that have one letter and touch."""
    left, found = set(cells), []
    while left:
        todo, size = [left.pop()], 0
        while todo:
            cell = todo.pop()
            size += 1
            for axis in range(3):
                for step in (-1, 1):
                    near = (*cell[:axis], cell[axis] + step, *cell[axis + 1 :])
                    if near in left and cells[near] == cells[cell]:
                        left.remove(near)
                        todo.append(near)
        found.append(size)
    return sorted(found)


def _packings(answer: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = answer.get("packings") or [answer]
    return found


@pytest.mark.parametrize("words", VERBS, ids=lambda words: " ".join(words[:3]))
def test_pieces_that_touch_have_different_letters(run: Run, words: tuple[str, ...]) -> None:
    run("pack", "I2 O6", "--box", "8x4", "-o", "before.json")
    assert run(*words, "-o", "answer.txt")[0] == 0
    assert run(*words, "-o", "answer.json")[0] == 0
    code, out, _ = run(*words)
    assert code == 0
    text = Path("answer.txt").read_text().rstrip("\n")
    blocks = [block.split("\n") for block in text.split("\n\n")]
    sizes = [
        sorted(len(one["cells"]) for one in packing["placements"])
        for packing in _packings(json.loads(Path("answer.json").read_text()))
    ]
    drawn = [blocks] if words[0] == "solids" else [[block] for block in blocks]
    assert [_areas(_cells(layers)) for layers in drawn] == sizes
    assert all(line in out for line in text.split("\n"))
