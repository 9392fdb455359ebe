"""Boards with coloured and optional cells: against a slow twin, notations, checks, and what is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.packing.zones import most_covered

from shapewright.cells.grid import Board
from shapewright.cells.pieces import parse_pieces
from shapewright.cells.placements import Placement
from shapewright.cells.polyomino import Piece, Polyomino
from shapewright.cli import main
from shapewright.errors import LimitError, ShapewrightError
from shapewright.packing import Bag, Problem, bins, check, faults, pack, repair, verify
from shapewright.tiling import Problem as Tiling
from shapewright.tiling import first

ARTS = ("aa", "a#", "ab", "###", "aa/a#", "#b/##", "bbb/.#.", "b#/#.", "##", "aaa")
COUNTS = st.sampled_from([(0, 1), (1, 1), (2, 2), (0, 2), (0, None), (1, 3)])
KINDS = st.lists(st.tuples(st.sampled_from(ARTS), COUNTS), min_size=1, max_size=3, unique_by=lambda one: one[0])
ROWS = st.lists(st.text("##ab?.", min_size=4, max_size=4), min_size=2, max_size=3)


def _pieces(kinds: list[tuple[str, tuple[int, int | None]]]) -> tuple[Piece, ...]:
    return tuple(Piece(f"p{number}", Polyomino.from_text(art), *count) for number, (art, count) in enumerate(kinds))


@given(KINDS, ROWS, st.integers(0, 3))
@settings(max_examples=120, deadline=None)
def test_nothing_covers_more(kinds: Any, rows: list[str], seed: int) -> None:
    if not set("".join(rows)) & set("ab"):
        rows = [*rows[:-1], "a" + rows[-1][1:]]
    problem = Problem(_pieces(kinds), board=Board.from_text("/".join(rows)))
    packed = pack(problem, seed=seed)
    twin = most_covered(problem)
    assert packed.status == ("infeasible" if twin is None else "optimal")
    check(packed, problem)
    if twin is not None:
        assert packed.value == packed.bound == twin
    found = verify(json.dumps(packed.to_json()))
    assert found.valid is True, found.lines()


def test_values_in_zones() -> None:
    """The dear piece may not lie where the cheap one may."""
    pieces = (
        Piece("A", Polyomino.from_text("aa"), 0, 2, value=5),
        Piece("B", Polyomino.from_text("##"), 0, 2, value=3),
    )
    packed = pack(pieces, board=Board.from_text("aabb/aabb"))
    assert packed.value == 16
    assert verify(json.dumps(packed.to_json())).valid is True
    must = pack(pieces[:1], board=Board.from_text("aa?b"))
    assert must.status == "infeasible"  # b is to be covered, and nothing may lie there
    assert verify(json.dumps(must.to_json())).valid is True


@pytest.mark.parametrize("board", ["aaab/bbab/bbbb/abaa", "aabb/aabb/bbaa/bbaa", "aaaa/aabb/####/bbbb"])
def test_full_boards_are_tilings(board: str) -> None:
    """A packing that leaves nothing empty is a tiling, and where there is no tiling there is none."""
    pieces = (Piece("A", Polyomino.from_text("aa/aa"), 0, None), Piece("B", Polyomino.from_text("bbb/b.."), 0, None))
    packed = pack(pieces, board=Board.from_text(board))
    tiled = first(Tiling(Board.from_text(board), pieces))
    assert (packed.value == 16) == (tiled is not None)


def test_the_checker_knows_zones() -> None:
    board = Board.from_text("aa?b")
    packed = pack(parse_pieces("A=aa, B=##"), board=board)
    assert packed.to_text() == "AABB"
    moved = replace(packed, placements=(Placement("A", ((2, 0), (3, 0))), Placement("B", ((1, 0), (2, 0)))))
    assert "'A' at 2,0 lies on a cell of another colour" in faults(moved)
    assert "the cell 0,0 is not covered, and it is not optional" in faults(moved)
    said = packed.to_json() | {"placements": [{"piece": "A", "cells": [[2, 0], [3, 0]]}]}
    assert verify(json.dumps(said)).valid is False
    none = {**packed.to_json(), "status": "infeasible", "placements": [], "bound": None}
    assert verify(json.dumps(none | {"reason": "a search of every placement found none"})).valid is False


def test_problem_files_have_the_words_of_tilings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "board 4x2\noptional 3,0\ncolour r 0,0 0,1\npiece A\n  rr\npieces 0-3*I2\n"
    problem = Problem.from_text(text)
    assert problem.board == Board.from_text("r###/r##?")
    assert Problem.from_text(problem.to_text()) == problem
    assert Problem.from_text(text.replace("colour", "color")) == problem
    (tmp_path / "zones.txt").write_text(text)
    out = tmp_path / "answer.json"
    assert main(["packing", "pack", "--problem", str(tmp_path / "zones.txt"), "-o", str(out)]) == 0
    assert main(["packing", "verify", str(out)]) == 0
    data = json.loads(out.read_text())
    assert (data["board"], data["bound"]) == ("r###/r##?", 8)
    assert "1 packing, right" in capsys.readouterr().out


def test_several_packings_and_pictures() -> None:
    from shapewright.packing import solve

    pieces = (Piece("A", Polyomino.from_text("aa"), 1, 1), Piece("B", Polyomino.from_text("##"), 2, 2))
    problem = Problem(pieces, board=Board.from_text("aa##/aa##"))
    found = list(solve(problem, limit=3))
    assert len({one.to_text() for one in found}) == 3
    mosaic = found[0].mosaic()
    assert mosaic.tints == dict.fromkeys([(0, 0), (0, 1), (1, 0), (1, 1)], "a")
    fixed = replace(problem, fixed=(Placement("A", ((0, 0), (0, 1))),))
    assert pack(fixed).status == "optimal"


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: pack((Piece("A", Polyomino.from_text("aa"), 1, 1),), board=Board.box(3, 3)), "no cell to pack on has"),
        (lambda: pack((Piece("A", Polyomino.from_text("aa"), 1, 1),)), "give a board with cells a to z"),
        (lambda: pack(Bag.from_text("O1"), board=Board.from_text("aaa/aa?"), objective="room"), "without zones"),
        (lambda: pack(Bag.from_text("O1"), board=Board.from_text("aaa/aa?"), solver="walk"), "auto or exact-cover"),
        (lambda: bins(Bag.from_text("O1"), board=Board.from_text("aaa/aaa")), "which 'bins' does not know"),
        (
            lambda: repair(pack(Bag.from_text("O1"), board=Board.from_text("aaa/aaa")), Bag.from_text("T1")),
            "which 'repair' does not know",
        ),
        (lambda: Problem.from_text("board 2x2\noptional 0,0\ncolour a 0,0\nbag O1"), "is optional and coloured"),
        (lambda: Problem.from_text("board 2x2\ncolour ab 0,0\nbag O1"), "'ab' is not a colour"),
        (lambda: Problem.from_text("colour a 0,0\nbag O1"), "a coloured cell, and no box or board"),
        (
            lambda: pack(
                (Piece("A", Polyomino.from_text("aa"), 1, 1),), board=Board.from_text("abb"),
                fixed=(Placement("A", ((1, 0), (2, 0))),),
            ),
            "does not match the colours of the board",
        ),
    ],
)  # fmt: skip
def test_what_is_refused(make: Any, words: str) -> None:
    with pytest.raises(ShapewrightError, match=words):
        make()


def test_large_boards_are_refused_before_the_work() -> None:
    board = Board.box(65, 64)
    with pytest.raises(LimitError, match="zones are for boards of at most 4096 cells"):
        pack(parse_pieces("1*I2"), board=replace(board, optional=frozenset({(0, 0)})))
