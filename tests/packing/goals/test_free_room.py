"""The largest empty rectangle, against a slow twin, and what ``verify`` says of it."""

from __future__ import annotations

import json
from importlib import import_module
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.packing.repairs import packings

from shapewright.cells.grid import Board
from shapewright.cells.pieces import parse_pieces
from shapewright.cells.placements import Placement
from shapewright.cells.polyomino import Motions, Piece, Polyomino
from shapewright.cli import main
from shapewright.errors import LimitError, ProblemError
from shapewright.packing import Bag, Problem, check, pack, verify
from shapewright.packing.rules import largest_rectangle

ARTS = ("##", "###", "##/#.", "##/##", "###/#..", ".##/##.")
CELLS = st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=4, max_size=14)


def _largest(free: set[Any]) -> int:
    """Every rectangle, looked at cell by cell."""
    sizes = [
        (w, h)
        for x, y in free
        for w in range(1, 5)
        for h in range(1, 5)
        if all((x + i, y + j) in free for i in range(w) for j in range(h))
    ]
    return max((w * h for w, h in sizes), default=0)


@given(CELLS)
def test_the_largest_rectangle(cells: set[tuple[int, int]]) -> None:
    assert largest_rectangle(cells, ()) == _largest(cells)


@given(
    CELLS,
    st.lists(st.integers(0, 2), min_size=len(ARTS), max_size=len(ARTS)).filter(lambda each: 1 <= sum(each) <= 3),
    st.sampled_from(["free", "one-sided", "half-turn", "fixed"]),
)
@settings(max_examples=60, deadline=None)
def test_no_larger_rectangle_stays_empty(cells: set[tuple[int, int]], counts: list[int], motions: Motions) -> None:
    pieces = tuple(
        Piece(str(number), Polyomino.from_text(art), count, count, motions)
        for number, (art, count) in enumerate(zip(ARTS, counts, strict=True))
        if count
    )
    board = Board(frozenset(cells))
    kinds = [(piece.name, piece.shape.cells, piece.minimum) for piece in pieces]
    every = packings(kinds, frozenset(cells), motions)  # type: ignore[arg-type]
    best = max((_largest(cells - {cell for _, where in one for cell in where}) for one in every), default=None)
    packed = pack(pieces, board=board, objective="room")
    check(packed, Problem(pieces, board=board, objective="room"))
    assert packed.status == ("infeasible" if best is None else "optimal")
    if best is not None:
        assert packed.value == packed.bound == best
    found = verify(json.dumps(packed.to_json()))
    assert found.valid is True, found.lines()


def test_fixed_pieces_and_boxes() -> None:
    lies = Placement("O", ((2, 2), (2, 3), (3, 2), (3, 3)))
    packed = pack(Bag.from_text("O2"), box=(6, 6), fixed=(lies,), objective="room")
    assert (packed.status, packed.value) == ("optimal", 12)
    assert pack(Bag.from_text("O2"), box=(6, 6), objective="room").value == 24


def test_what_is_refused() -> None:
    for pieces, place, words in [
        (parse_pieces("2*T4"), {}, "needs a box or a board"),
        (parse_pieces("any*T4"), {"box": (4, 4)}, "exact number"),
        (parse_pieces("T4 value 2"), {"box": (4, 4)}, "the objective is 'room'"),
    ]:
        with pytest.raises(ProblemError, match=words):
            Problem(pieces, objective="room", **place)  # type: ignore[arg-type]
    with pytest.raises(LimitError, match="at most 1024 cells"):
        pack(Bag.from_text("O2"), box=(33, 33), objective="room")


def test_the_command_with_a_fixed_piece(capsys: pytest.CaptureFixture[str]) -> None:
    lies = ["--fixed", "O 2,2 3,2 2,3 3,3"]
    assert main(["packing", "pack", "O2", "--box", "6x6", *lies, "--objective", "room", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["value"] == 12
    assert verify(json.dumps(answer)).valid is True


def test_the_command_and_its_claims(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["packing", "pack", "I1", "--box", "4x4", "--objective", "room", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert verify(json.dumps(answer)).valid is True
    for change in (
        {"value": answer["value"] + 1},
        {"bound": answer["bound"] + 1},
        {"bound": answer["bound"] - 1},
        {"goal": "board"},
        {"status": "infeasible", "verdict": "none"},
    ):
        assert verify(json.dumps({**answer, **change})).valid is False, change
    # The same piece, across the middle.
    across = [{"piece": "I", "cells": [[0, 1], [1, 1], [2, 1], [3, 1]]}]
    worse, room = {**answer, "placements": across}, 8.0
    assert room < answer["value"] == 12
    judged = verify(json.dumps({**worse, "value": room, "bound": room}))
    assert any(fault["claim"] == "status" for fault in judged.faults), judged.lines()


def test_places_are_not_listed_when_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """All places of many pieces on a large board take seconds; there is a packing and a bound before."""
    module = import_module("shapewright.packing.goals.free_room")

    def refuse(*_: object) -> None:
        raise AssertionError("they were listed")

    monkeypatch.setattr(module, "all_placements", refuse)
    problem = Problem(parse_pieces("pentominoes"), board=Board.box(20, 20), objective="room")
    found = pack(problem, time_limit=0)
    assert found.status in ("feasible", "unknown")
    assert found.bound is not None
