"""Boards of several sizes: the least cost against a slow twin, the text of a stock, and what ``verify`` says."""

from __future__ import annotations

import json
from importlib import import_module
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.packing.repairs import packings

from shapewright.cells.grid import Board
from shapewright.cells.pieces import parse_pieces
from shapewright.cells.polyomino import Piece, Polyomino
from shapewright.cli import main
from shapewright.errors import LimitError, NotationError, ProblemError, ShapewrightError
from shapewright.packing import Bag, Boards, Packing, Problem, Stock, faults, least_cost, verify
from shapewright.packing.pack import answered
from shapewright.packing.search.solvers import Effort
from shapewright.packing.stock import stock_from_text, stock_to_text

ARTS = ("##", "###", "##/#.", "##/##")
STOCK = st.lists(
    st.builds(
        Stock, st.sampled_from([Board.box(2, 2), Board.box(3, 2), Board.box(3, 3), Board.from_text("##/#.")]),
        st.integers(1, 5), st.sampled_from([1, 2, None]),
    ), min_size=1, max_size=2,
)  # fmt: skip
COUNTS = st.lists(st.integers(0, 2), min_size=len(ARTS), max_size=len(ARTS)).filter(lambda each: 1 <= sum(each) <= 4)


def _least(counts: list[int], stock: list[Stock]) -> int | None:
    """Every choice of at most as many boards as there are pieces."""
    kinds = [
        (str(number), Polyomino.from_text(art).cells, count)
        for number, (art, count) in enumerate(zip(ARTS, counts, strict=True))
    ]
    best: int | None = None
    most = [sum(counts) if one.most is None else min(one.most, sum(counts)) for one in stock]
    for numbers in product(*(range(each + 1) for each in most)):
        cost = sum(number * one.cost for number, one in zip(numbers, stock, strict=True))
        boards = [one.board for number, one in zip(numbers, stock, strict=True) for _ in range(number)]
        cells = frozenset((x + 9 * at, y) for at, board in enumerate(boards) for x, y in board.cells)
        if (best is None or cost < best) and next(packings(kinds, cells), None) is not None:  # type: ignore[arg-type]
            best = cost
    return best


@given(COUNTS, STOCK)
@settings(max_examples=40, deadline=None)
def test_no_boards_are_cheaper(counts: list[int], stock: list[Stock]) -> None:
    pieces = tuple(
        Piece(str(number), Polyomino.from_text(art), count, count)
        for number, (art, count) in enumerate(zip(ARTS, counts, strict=True))
    )
    found, least = least_cost(pieces, stock), _least(counts, stock)
    if least is None:
        assert found.status == "infeasible"
    else:
        assert (found.status, found.cost, found.bound) == ("optimal", least, least)
        assert not any(faults(one) for one in found)
    answer = found.to_json()
    assert Boards.from_json(json.loads(json.dumps(answer))).to_json() == answer
    judged = verify(json.dumps(answer))
    assert judged.valid is True, judged.lines()


def test_boards_without_end_are_of_no_use_to_pieces_that_do_not_fit_on_them() -> None:
    pieces = parse_pieces("2*O4,3*I2")
    found = least_cost(pieces, "1*2x2, any*1x2")
    assert (found.status, found.reason) == ("infeasible", "all boards together are not enough")
    assert verify(json.dumps(found.to_json())).valid is True
    forged = {**found.to_json(), "stock": "1*2x2, any*2x3"}
    assert verify(json.dumps(forged)).valid is False


def test_without_costs_the_fewest_boards_are_the_cheapest() -> None:
    found = least_cost(Bag.random(30, seed=2), "5x6")
    assert (found.status, found.cost, len(found)) == ("optimal", 5, 5)


def test_the_text_of_a_stock() -> None:
    stock = stock_from_text("2*4x4 cost 5, any*##/#., 6x6 cost 9")
    assert [(len(one.board.cells), one.cost, one.most) for one in stock] == [(16, 5, 2), (3, 1, None), (36, 9, None)]
    assert stock_from_text(stock_to_text(stock)) == stock


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "there are no boards"),
        ("4x4 cost", "is not \\[COUNT"),
        ("4x4 cost x", "'x' where a whole number"),
        ("4x4 cost 0", "from 1 to"),
        ("x*4x4", "'x' where a whole number"),
        ("0*4x4", "there are 1 to 1000"),
        ("4x4 5", "is not \\[COUNT"),
        ("cube:2x2x2", "flat"),
        (",".join(["2x2"] * 21), "21 different boards"),
    ],
)
def test_bad_stocks(text: str, words: str) -> None:
    with pytest.raises(ShapewrightError, match=words):
        stock_from_text(text)


def test_questions_that_make_no_sense() -> None:
    assert issubclass(LimitError, ShapewrightError)
    with pytest.raises(ProblemError, match="exact number of every piece"):
        least_cost(parse_pieces("any*I3"), "3x3")
    with pytest.raises(NotationError, match="not an answer of 'bins'"):
        Boards.from_json({})


def _answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    main(["packing", "bins", *arguments, "--json"])
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_the_command_and_its_claims(capsys: pytest.CaptureFixture[str]) -> None:
    answer = _answer(capsys, "O5", "--boards", "4x4 cost 5, 2*2x4 cost 2")
    assert (answer["cost"], answer["used"]) == (7, [1, 2])
    assert verify(json.dumps(answer)).valid is True
    for change in (
        {"cost": 6},
        {"bound": 6},
        {"bound": 8},
        {"used": [2, 1]},
        {"used": [1]},
        {"boards": 3},
        {"stock": answer["stock"].replace("cost 5", "cost 4")},
        {"packings": answer["packings"][:1], "used": [1], "boards": 1, "cost": 5, "bound": 5},
        {"status": "infeasible"},
        {"reason": "so"},
    ):
        assert verify(json.dumps({**answer, **change})).valid is False, change
    dear = {**answer, "stock": "any*4x4 cost 5, any*2x4 cost 1", "cost": 6, "bound": 6, "parameters": {}}
    del dear["command"]
    assert any(fault["claim"] in ("bound", "status") for fault in verify(json.dumps(dear)).faults)
    none = _answer(capsys, "O5", "--boards", "4x4 cost 5, 2x4 cost 1")
    assert none["cost"] == 3
    none = _answer(capsys, "I1", "--boards", "3x3, 2x2")
    assert none["reason"] == "the piece I fits on none of the boards"
    assert verify(json.dumps(none)).valid is True
    few = _answer(capsys, "O5", "--boards", "1*4x4")
    assert few["reason"] == "all boards together are not enough"
    assert verify(json.dumps(few)).valid is True
    assert (
        verify(
            json.dumps({**few, "stock": "2*4x4 cost 1", "parameters": {**few["parameters"], "boards": "2*4x4"}})
        ).valid
        is False
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["O5", "--boards", "4x4", "--box", "4x4"], "leave out --box and --board"),
        (["O5", "--boards", "4x4", "--max-boards", "3"], "--max-boards does not apply"),
        (["O5"], "give --box WxH, --board or --boards"),
    ],
)
def test_bad_commands(capsys: pytest.CaptureFixture[str], arguments: list[str], words: str) -> None:
    assert main(["packing", "bins", *arguments]) == 2
    assert words in capsys.readouterr().err


def test_boards_on_which_nothing_fits_are_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any number of small boards gives room by area alone, one choice after the other, and none of them helps."""
    module = import_module("shapewright.packing.goals.least_cost")
    tried: list[Problem] = []

    def counted(problem: Problem, effort: Effort) -> Packing:
        tried.append(problem)
        return answered(problem, effort)

    monkeypatch.setattr(module, "answered", counted)
    found = least_cost(Bag.from_text("J5"), "2*3x3 cost 1, any*2x2 cost 4")
    assert (found.status, found.reason) == ("infeasible", "all boards together are not enough")
    assert not tried
    found = least_cost(Bag.from_text("J4 O1"), "any*2x2 cost 1, any*3x4 cost 6")
    assert (found.status, found.cost, found.used) == ("optimal", 12, (1, 1))
    assert len(tried) < 6


def test_the_choices_of_boards_are_reported() -> None:
    told: list[str] = []
    found = least_cost(Bag.from_text("O5"), "4x4 cost 5, 2*2x4 cost 2", progress=lambda one: told.append(one.remark))
    assert found.status == "optimal"
    assert told[-1] == "trying boards for 7, at least 7 is needed"
