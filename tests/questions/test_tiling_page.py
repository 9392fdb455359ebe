"""What the tiling page gets: the editor's pieces as cells, the sets, the bar and the picture of a glance."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from shapewright.cells.pieces import parse_pieces
from shapewright.questions import find
from shapewright.questions.asked import check_parameters
from shapewright.questions.desk import Desk
from shapewright.questions.parts import Pictures
from shapewright.questions.question import Answer
from shapewright.questions.tiling._page import data

CHECKERBOARD = (
    "impossible: on a checkerboard the board has 10 + 10 cells, but T covers 3 + 1 and the others cover 2 + 2, "
    "so the two colours must differ by 2"
)


def seen(verb: str, **parameters: Any) -> Answer:
    """The answer of a verb to the page."""
    question = find("tiling", verb, "studio")
    checked = check_parameters(question.at("studio"), parameters)
    answer = question.answer(question.asked(checked), Desk(60.0, 1, studio=True))
    assert isinstance(answer, Answer)
    return answer


def test_pieces_come_as_cells_with_all_their_orientations() -> None:
    editor = seen("show", board="4x4", pieces="2*L4, fixed-I2, any*C=#./r#", brief=True).page["editor"]
    names = [(piece["name"], piece["text"], piece["minimum"], piece["maximum"]) for piece in editor["pieces"]]
    assert names == [
        ("L4", "L4", 2, 2),
        ("I2.2", "fixed-I2.2", 1, 1),
        ("C", "C=#./r#", 0, None),
    ]
    for piece in editor["pieces"]:
        assert piece["cells"] in piece["orientations"]
        assert len({str(cells) for cells in piece["orientations"]}) == len(piece["orientations"])
        for cells in piece["orientations"]:
            assert len(cells) == piece["area"]
            assert [min(axis) for axis in zip(*cells, strict=True)] == [0, 0]
    assert [len(piece["orientations"]) for piece in editor["pieces"]] == [8, 1, 4]
    assert editor["pieces"][2]["tints"][0] == ["r", "", ""]
    assert "tints" not in editor["pieces"][0]
    assert editor["scene"]["kind"] == "board"
    assert len(editor["scene"]["cells"]) == 16
    json.dumps(editor)


def test_flat_pieces_on_a_board_of_cubes_turn_in_space() -> None:
    editor = seen("show", board="2x2x2", pieces="any*I2", brief=True).page["editor"]
    assert editor["pieces"][0]["orientations"] == [
        [[0, 0, 0], [0, 0, 1]],
        [[0, 0, 0], [0, 1, 0]],
        [[0, 0, 0], [1, 0, 0]],
    ]


def test_the_sets_of_the_page_are_piece_lists() -> None:
    page = data()
    for each in page["sets"]:
        pieces = parse_pieces(each["text"])
        assert [piece["name"] for piece in each["pieces"]] == [piece.name for piece in pieces]
        assert parse_pieces(", ".join(piece["text"] for piece in each["pieces"]))
        assert each["solid"] == (pieces[0].shape.dimension == 3)
    json.dumps(page)
    assert seen("glance", **page["start"], time_limit=10).headline == "520 tilings, 65 up to symmetry"


@pytest.mark.parametrize(
    ("asked", "words", "chips", "tone"),
    [
        ({"board": "6x5", "pieces": "any*dominoes"}, "1,183 ways", ["329 up to symmetry", "checked"], "good"),
        ({"board": "1x2", "pieces": "I2"}, "1 way", ["checked"], "good"),
        ({"board": "5x4", "pieces": "tetrominoes"}, CHECKERBOARD, [], "bad"),
        (
            {"board": "3x3", "pieces": "T4, I2"},
            "impossible: the pieces cover 6 cells, but the board has 9",
            [],
            "bad",
        ),
    ],
)
def test_the_bar(asked: dict[str, Any], words: str, chips: list[str], tone: str) -> None:
    bar = seen("glance", **asked, time_limit=10).page["bar"]
    assert (bar["words"], bar["chips"], bar["tone"]) == (words, chips, tone)


def test_the_bar_of_a_number_that_is_out_of_reach() -> None:
    bar = seen("glance", board="24x24", pieces="any*dominoes", time_limit=0.3).page["bar"]
    assert re.fullmatch(r"more than [0-9,]+ ways so far|1 way or more", bar["words"])
    assert (bar["chips"], bar["tone"]) == (["checked"], "good")


def test_a_reason_is_a_picture() -> None:
    for verb in ("glance", "explain"):
        answer = seen(verb, board="5x4", pieces="tetrominoes")
        assert answer.parts is not None
        (part,) = answer.parts()
        assert isinstance(part, Pictures)
        (picture,) = part.pictures
        marks = picture.drawn.to_json()["marks"]
        assert [(mark["shade"], len(mark["cells"])) for mark in marks] == [("a", 10), ("b", 10)]
        assert picture.caption == answer.reason
    assert seen("glance", board="5x4", pieces="tetrominoes").page["why"] == {"kind": "colouring", "piece": ""}
    assert seen("glance", board="3x3", pieces="I5, 4*I1").page["why"] == {"kind": "piece", "piece": "I5"}


def test_a_proof_has_a_picture_of_each_line() -> None:
    answer = seen("explain", board="5x4", pieces="I5, V5, 2*Y5")
    assert answer.parts is not None
    (part,) = answer.parts()
    assert isinstance(part, Pictures)
    first, last = part.pictures
    assert first.caption.startswith("1. No I on (0,0 1,0 2,0 3,0 4,0), ")
    assert last.caption == "2. I has no place left"
    assert {mark["text"] for mark in first.drawn.to_json()["marks"]} == {"0", "1"}


def test_a_glance_draws_as_many_tilings_as_are_wanted() -> None:
    (part,) = seen("glance", board="4x4", pieces="4*L4", limit=7, time_limit=10).parts()  # type: ignore[misc]
    drawn = [json.dumps(frame.drawn.to_json()["pieces"]) for frame in part.frames]
    assert len(set(drawn)) == len(drawn) == 7


def test_a_glance_from_here_has_a_solution_that_goes_on() -> None:
    fixed = ["I 0,0 1,0 2,0 3,0"]
    solution = seen("glance", board="4x4", pieces="4*I4", fixed=fixed, time_limit=10).page["solution"]
    assert {"piece": "I", "cells": [[0, 0], [1, 0], [2, 0], [3, 0]]} in solution["placements"]
    assert seen("glance", board="4x4", pieces="I4, 3*L4", fixed=fixed, time_limit=10).page["solution"] is None
