"""Solutions as JSON: written, read back, and what is wrong with foreign ones."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shapewright.cells.placements import Placement
from shapewright.errors import NotationError, ShapewrightError
from shapewright.tiling.notation.records import parse_records, to_records
from shapewright.tiling.problem import Problem
from shapewright.tiling.solution import Solution

ONE = (Placement("I", ((0, 0), (1, 0))), Placement("L", ((0, 1, 2),)))
ROWS = to_records(ONE)


@pytest.mark.parametrize(
    "data",
    [
        ROWS,
        {"placements": ROWS},
        [ROWS],
        [{"placements": ROWS}],
        {"solutions": [ROWS]},
        {"version": "1", "complete": True, "solutions": [{"placements": ROWS}]},
    ],
)
def test_every_form_of_a_solution(data: object) -> None:
    assert parse_records(json.dumps(data)) == [ONE]
    assert parse_records(json.dumps(data, indent=2)) == [ONE]


def test_several_solutions() -> None:
    assert parse_records(json.dumps([ROWS, ROWS])) == [ONE, ONE]
    lines = "\n".join(json.dumps(data) for data in (ROWS, {"placements": ROWS}, {"solutions": [ROWS, ROWS]}))
    assert parse_records(f"{lines}\n\n") == [ONE] * 4
    assert parse_records('{"solutions": []}') == []


def test_a_solution_writes_what_is_read() -> None:
    solution = Solution(Problem.from_text("board 2x1\npieces I2"), ONE[:1])
    assert parse_records(json.dumps(solution.to_json())) == [solution.placements]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the text is not JSON"),
        ("[", "the text is not JSON"),
        ("7", "the JSON: '7' is not a list of placements"),
        ("{}", "the JSON has neither 'placements' nor 'solutions'"),
        ('{"solutions": 3}', "'solutions' is not a list"),
        ('{"solutions": [4]}', "the JSON, solution 1: '4' is not a list of placements"),
        ('{"placements": "x"}', "is not a list of placements"),
        ("[3]", "the JSON, placement 1: '3' is not {'piece'"),
        ('[{"piece": 3, "cells": []}]', "placement 1"),
        ('[{"piece": "I", "cells": [[0]]}]', "placement 1: '[0]' is not a cell"),
        ('[{"piece": "I", "cells": [[0, true]]}]', "'[0, true]' is not a cell"),
        ('[{"piece": "I", "cells": [[0, 1.0]]}]', "'[0, 1.0]' is not a cell"),
        ('[{"piece": "I", "cells": [0, 1]}]', "'0' is not a cell"),
        ('[]\n[{"piece": 1}]', "line 2, placement 1"),
        ("[]\nx\n", "line 2 is not JSON"),
        ("[" * 100_000, "nested deeper than 100"),
        ('{"placements": [' + "9" * 5000 + "]}", "the text is not JSON"),
    ],
)
def test_what_is_malformed_is_quoted_with_its_place(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_records(text)
    assert message in str(caught.value)


CELLS = st.one_of(st.tuples(*[st.integers()] * 2), st.tuples(*[st.integers()] * 3))
PLACEMENTS = st.builds(Placement, st.text(), st.lists(CELLS, max_size=4).map(tuple))


@given(st.lists(st.lists(PLACEMENTS, max_size=3).map(tuple), min_size=1, max_size=3))
def test_what_is_written_is_read_back(solutions: list[tuple[Placement, ...]]) -> None:
    text = json.dumps({"solutions": [to_records(placements) for placements in solutions]})
    assert parse_records(text) == solutions


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=3)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["piece", "cells", "placements", "solutions"]), inner, max_size=3),
    ),
    max_leaves=8,
)


@given(st.one_of(st.text(), JSON.map(json.dumps)))
def test_any_text_gives_placements_or_a_complaint(text: str) -> None:
    with suppress(ShapewrightError):
        parse_records(text)
