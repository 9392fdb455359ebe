"""Answers about packings verified in Python: what is forged is found out, what cannot be checked is named."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.packing import brute_force as brute

from shapewright import packing
from shapewright.cells.grid import Board
from shapewright.cells.pieces import parse_pieces
from shapewright.cli import main
from shapewright.errors import NotationError, ShapewrightError
from shapewright.packing import Bag
from shapewright.packing.proof.refute import Task


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    main(["packing", *arguments, "--json"])
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


@pytest.mark.parametrize(
    "arguments",
    [
        ["pack", "T1 I3"],
        ["pack", "O5"],
        ["pack", "T3", "--box", "3x4"],
        ["pack", "--random", "64", "--seed", "3"],
        ["pack", "--pieces", "any*I3,I2", "--board", "####/##.#"],
        ["pack", "--pieces", "I3,I2", "--width", "2"],
        ["pack", "J1", "--count", "3"],
        ["feasible", "T1 I3", "--box", "4x4"],
        ["chances", "--box", "4x4"],
        ["evaluate", "--level", "3", "--rounds", "20", "--seed", "7"],
        ["rectangles", "--area", "16"],
        ["round", "--rounds", "2", "--seed", "5"],
        ["feasible", "O1", "--box", "1x9"],
        ["pack", "--pieces", "O4", "--width", "1"],
        ["pack", "--pieces", "2*I2", "--board", "##/##", "--count", "5"],
        ["pack", "O1", "--box", "2x2", "--clearance", "1"],
        ["pack", "O1", "--box", "1x2", "--clearance", "1"],
    ],
)
def test_every_verb_is_verified(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    answer = asked(capsys, *arguments)
    found = packing.verify(json.dumps(answer))
    assert found.valid is True, found.lines()
    about = {"version", "envelope", "command", "parameters", "seconds", "method", "median_seconds", "p99_seconds"}
    about |= {"reason"} if answer["reason"] is None else set()
    assert {*answer} - about <= {*found.checked}


@pytest.mark.parametrize(
    ("arguments", "change", "claim"),
    [
        (["pack", "T1 I3", "--box", "4x4"], {"bag": {"I": 4}}, "bag"),
        (["pack", "--pieces", "any*I3,I2", "--board", "####/##.#"], {"score": 99.0}, "score"),
        (["pack", "--pieces", "any*I3,I2", "--board", "####/##.#"], {"width": 1}, "width"),
        (["pack", "--pieces", "any*I3,I2", "--board", "####/##.#"], {"bound": 4.0}, "bound"),
        (["pack", "--pieces", "any*I3,I2", "--board", "####/##.#"], {"board_parts": 2}, "board_parts"),
        (["pack", "LOJI"], {"bound": 5.0}, "bound"),
        (["pack", "LOJI"], {"bound": 1000.0}, "bound"),
        (["pack", "LOJI"], {"status": "infeasible"}, "placements"),
        (["pack", "O2", "--solver", "greedy"], {"refuted": [{"width": 2, "height": 4, "reason": "so"}]}, "refuted"),
        (["feasible", "LOJI", "--box", "4x4"], {"verdict": "none"}, "verdict"),
        (["chances", "--box", "3x3"], {"bags": 9}, "bags"),
        (["chances", "--box", "3x3"], {"probability": 0.5}, "probability"),
        (["evaluate", "--level", "2", "--rounds", "9"], {"successes": 9}, "successes"),
        (["rectangles", "--area", "8"], {"rectangles": 9}, "rectangles"),
        (["round"], {"total": 6027.5}, "total"),
        (["round"], {"perfect": True}, "perfect"),
        (["round", "--rounds", "3"], {"rounds": 4}, "rounds"),
        (["pack", "--pieces", "2*I2", "--board", "##/##", "--count", "5"], {"status": "feasible"}, "status"),
    ],
)
def test_what_is_forged_is_found_out(
    capsys: pytest.CaptureFixture[str], arguments: list[str], change: dict[str, Any], claim: str
) -> None:
    answer = asked(capsys, *arguments)
    found = packing.verify(answer | change)
    assert found.valid is False
    assert claim in [fault["claim"] for fault in found.faults]


def test_a_packing_that_is_not_optimal() -> None:
    worse = packing.pack(Bag.from_text("T1 I3"), box=(4, 5)).to_json() | {"goal": "score", "status": "optimal"}
    assert packing.verify(worse).valid is True
    spread = packing.pack(Bag.from_text("LOJI"), board=Board.box(4, 5)).to_json()
    del spread["board"], spread["board_parts"]
    cells = [(x, y + (y > 1)) for x, y in product(range(4), range(4))]
    placements = [
        {"piece": piece, "cells": [list(cells[4 * x + y]) for x, y in spots]}
        for piece, spots in (("I", [(0, y) for y in range(4)]),)
    ]
    single = {"status": "optimal", "goal": "score", "bound": None, "bag": {"I": 1}, "placements": placements}
    found = packing.verify(single)
    assert found.valid is False  # with a gap in it, it is no I


def test_a_better_box_is_found() -> None:
    record = packing.pack(Bag.from_text("O2"), box=(4, 4)).to_json()
    at = [[0, 0], [1, 0], [0, 1], [1, 1]]
    far = [[x + 3, y] for x, y in at]
    record |= {"goal": "score", "width": 5, "height": 2, "score": 4.0, "bound": 4.0}
    record["placements"] = [{"piece": "O", "cells": at}, {"piece": "O", "cells": far}]
    found = packing.verify(record)
    assert [fault["claim"] for fault in found.faults] == ["status"]


def _at(cells: list[list[int]], dx: int) -> list[list[int]]:
    return [[x + dx, y] for x, y in cells]


def test_a_smaller_area_is_found() -> None:
    lying = [
        {"piece": "O", "cells": [[0, 0], [1, 0], [0, 1], [1, 1]]},
        {"piece": "I", "cells": [[x, 0] for x in (3, 4, 5, 6)]},
    ]
    record = {"status": "optimal", "goal": "area", "width": 7, "height": 2, "bound": 14.0, "bag": {"I": 1, "O": 1}}
    assert [fault["claim"] for fault in packing.verify({**record, "placements": lying}).faults] == ["status"]


def test_a_lower_strip_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "pack", "--pieces", "2*O4", "--width", "4")
    low, _ = answer["placements"]
    high = {"piece": "O", "cells": [[x, y + 2] for x, y in low["cells"]]}
    answer |= {"width": 2, "height": 4, "bound": 4.0, "placements": [low, high]}
    assert "status" in [fault["claim"] for fault in packing.verify(answer).faults]


def test_a_box_as_large_as_the_pieces_with_their_distances_holds_them(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "pack", "O1", "--box", "1x2", "--clearance", "1")
    answer["parameters"]["box"] = "2x2"
    assert "status" in [fault["claim"] for fault in packing.verify(answer).faults]


def test_packings_are_counted_again(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "pack", "--pieces", "2*I2", "--board", "##/##", "--count", "5")
    fewer = {**answer, "packings": answer["packings"][:1]}
    assert [fault["claim"] for fault in packing.verify(fewer).faults] == ["no_more"]
    late = packing.verify(answer, time_limit=0)
    assert late.valid is None
    assert "no_more" in late.not_checked
    del fewer["no_more"]
    assert [fault["claim"] for fault in packing.verify(fewer).faults] == ["complete"]


def test_fewer_boards_are_found(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "bins", "O2I2", "--box", "4x4")
    (whole,) = answer["packings"]
    parts = [[one for one in whole["placements"] if one["piece"] == piece] for piece in "IO"]
    answer |= {"boards": 2, "bound": 2, "packings": [{**whole, "score": 4.0, "placements": part} for part in parts]}
    assert packing.verify(answer).lines() == ["bound: is 2, and fewer boards are enough"]


def test_boards_with_room_for_one_piece_each_are_counted_by_areas(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "bins", "--pieces", "30*I3", "--board", "####")
    assert answer["bound"] == 30
    assert packing.verify(answer, time_limit=5).valid is True  # too many for a search


def test_placements_outside_the_box(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "pack", "LOJI", "--box", "4x4")
    moved = [{**one, "cells": _at(one["cells"], 5)} for one in answer["placements"]]
    faults = packing.verify({**answer, "width": 9, "placements": moved}).faults
    assert {"placements", "width"} <= {fault["claim"] for fault in faults}


def test_a_wrong_bag_is_told_in_one_way() -> None:
    answer = packing.pack(Bag.from_text("LOJI")).to_json() | {"bag": {"I": 1, "J": 1, "L": 1, "O": 2}}
    found = packing.verify(answer)
    assert found.lines() == [
        "packing 1: the piece O lies 1 times, and 2 are in the bag",
        "1 of 1 packing is wrong",
    ]


def test_an_answer_without_width_and_height() -> None:
    answer = packing.pack(Bag.from_text("LOJI")).to_json()
    del answer["width"], answer["height"]
    assert packing.verify(answer).valid is True  # it claims less
    assert packing.verify({**answer, "score": 25.0}).valid is False
    with pytest.raises(NotationError, match="no 'width'"):
        packing.verify({**answer, "command": "packing pack", "parameters": {"bag": "LOJI"}, "complete": True})


def test_what_cannot_be_checked_is_named() -> None:
    reason = "a search of every placement found none"
    box = {"width": 12, "height": 13, "reason": reason}
    answer = {"status": "infeasible", "goal": "box", "bag": {"S": 36}, "placements": [], "refuted": [box]}
    found = packing.verify({**answer, "reason": reason}, time_limit=0)
    assert found.valid is None
    assert {"status", "refuted"} <= found.not_checked.keys()
    assert found.lines()[0] == "1 packing, nothing wrong was found"


def test_pieces_that_may_not_be_turned(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "pack", "--pieces", "2*fixed-I4")
    assert (answer["width"], answer["height"]) == (4, 2)
    assert packing.verify(answer).valid is True


@settings(max_examples=60, deadline=None)
@given(st.text("IJLOSTZ", min_size=1, max_size=4), st.integers(1, 5), st.integers(1, 5))
def test_a_refutation_agrees_with_brute_force(bag: str, width: int, height: int) -> None:
    pieces = Bag.from_text(bag).pieces()
    cells = Board.box(width, height).order()
    task = Task(pieces, cells, max(0, len(cells) - 4 * len(bag)))
    assert task.is_refuted(60.0) is not brute.fits(bag, width, height)


def test_cells_that_must_be_covered() -> None:
    cells = Board.from_text("###").order()
    pieces = parse_pieces("I2")
    assert Task(pieces, cells, 1).is_refuted(9.0) is False
    assert Task(pieces, cells, 1, frozenset({(0, 0)})).is_refuted(9.0) is False
    assert Task(pieces, cells, 1, frozenset({(0, 0), (2, 0)})).is_refuted(9.0) is True
    assert Task(pieces, cells, 0).is_refuted(9.0) is True


@pytest.mark.parametrize("place", [{}, {"clearance": 1}, {"margin": 1}])
@pytest.mark.parametrize("goal", ["score", "area"])
def test_a_plane_has_room_for_everything(goal: str, place: dict[str, int]) -> None:
    none = {"status": "infeasible", "goal": goal, "bound": None, "bag": {"O": 1}, "placements": []}
    faults = packing.verify(none | place).faults
    assert {"status", "reason"} == {fault["claim"] for fault in faults}


@pytest.mark.parametrize("number", [0, 1])
def test_each_of_two_packings_is_judged(number: int) -> None:
    two = [packing.pack(Bag.from_text(bag)).to_json() for bag in ("LOJI", "T1 I3")]
    assert packing.verify("\n".join(map(json.dumps, two))).valid is True
    two[number] |= {"score": 99.0}
    faults = packing.verify("\n".join(map(json.dumps, two))).faults
    assert [(fault["packing"], fault["claim"]) for fault in faults] == [(number + 1, "score")]


@pytest.mark.parametrize(
    ("arguments", "change"),
    [
        *((["pack", "T1 I3", "--box", "4x4"], change) for change in (
            {"box": []}, {"box": None, "width": "wide"}, {"clearance": -1}, {"forged": 1}, {"bag": None}, {"limit": 0},
            {"pieces": "4*O4"}, {"bonuses": "a.txt"}, {"random": 4}, {"fixed": 3},
            {"cover_corner": 1}, {"board": {}}, {"time_limit": "long"},
        )),
        (["chances", "--box", "3x3"], {"box": None}),
        (["chances", "--box", "3x3"], {"rounds": 2}),
        (["evaluate", "--level", "3", "--rounds", "9"], {"level": 99}),
        (["evaluate", "--level", "3", "--rounds", "9"], {"seed": "x"}),
        (["round", "--seed", "2"], {"until_perfect": "yes"}),
        (["rectangles", "--area", "8"], {"area": 3}),
        (["bins", "O2I2", "--box", "4x4"], {"max_boards": 0}),
        (["bins", "O2I2", "--box", "4x4"], {"box": None}),
        (["bins", "I1", "--box", "3x3"], {"pieces": "I4"}),
        (["solids", "O2"], {"bag": None}),
        (["solids", "O2"], {"gravity": 1}),
    ],
)  # fmt: skip
def test_parameters_of_another_question_are_malformed(
    capsys: pytest.CaptureFixture[str], arguments: list[str], change: dict[str, Any]
) -> None:
    answer = asked(capsys, *arguments)
    with pytest.raises(ShapewrightError):
        packing.verify({**answer, "parameters": {**answer["parameters"], **change}})


def test_bins_of_nothing_still_need_a_board(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "bins", "I1", "--box", "3x3")
    assert packing.verify(answer).valid is True
    assert [fault["claim"] for fault in packing.verify({**answer, "bound": 0}).faults] == ["bound"]


def test_boards_with_holes_are_verified(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "bins", "O2", "--board", "3x3", "--hole", "1,1")
    assert packing.verify(answer).valid is True
    answer = asked(capsys, "bins", "I2", "--board", "3x4", "--hole", "1,1")
    assert packing.verify(answer).valid is True


@pytest.mark.parametrize("entries", [0, 10**6])
def test_many_places_are_some(entries: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shapewright.packing.proof.refute._MOST_ENTRIES", entries)
    task = Task(parse_pieces("I2"), Board.from_text("##").order(), 0)
    assert task.has_places()
    assert task.is_refuted(9.0) is (None if not entries else False)


@pytest.mark.parametrize("answer", ["", "[]", "{}", "{}\n{}", {}, {"placements": 3}])
def test_what_is_no_answer(answer: Any) -> None:
    with pytest.raises(NotationError):
        packing.verify(answer)
