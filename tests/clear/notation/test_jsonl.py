"""Solutions as JSON Lines."""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.clear.parsing import parsed
from tests.clear.test_solution import SPLIT, TWO_ROWS

from shapewright.clear.notation.jsonl import parse_jsonl, to_record
from shapewright.clear.solution import Solution
from shapewright.errors import NotationError

RECORD = to_record(TWO_ROWS)
FIRST = RECORD["placements"][0]


def lines(solutions: list[Solution]) -> str:
    return "".join([json.dumps(to_record(solution)) + "\n" for solution in solutions])


def test_lines_read_back() -> None:
    text = lines([TWO_ROWS, SPLIT])
    assert list(parse_jsonl(text + "\n\n")) == [TWO_ROWS, SPLIT]
    assert RECORD["placements"][1] == {"piece": "J", "facing": "N", "x": 3, "y": 0, "held": True}


def test_what_follows_from_the_rest_may_be_left_out() -> None:
    steps = [{key: step[key] for key in ("piece", "facing", "x", "y")} for step in RECORD["placements"]]
    short = {"field": RECORD["field"], "queue": "JLTIO", "hold": "O", "placements": steps}
    assert list(parse_jsonl(json.dumps(short))) == [TWO_ROWS]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "line 1 is not JSON"),
        ("\n[]", "line 2 is not an object with a list 'placements'"),
        (json.dumps({**RECORD, "queue": 5}), "line 1: 'queue' is 5, not a text"),
        (json.dumps({**RECORD, "field": "XX"}), "line 1: row 1 of the field, 'XX', has 2 cells"),
        (json.dumps({**RECORD, "queue": "JQ"}), "line 1: 'Q' at position 2 of the queue"),
        (json.dumps({**RECORD, "drop": "sonic"}), "line 1: 'sonic' is not a way to drop"),
        (json.dumps({**RECORD, "placements": [1]}), "line 1, placement 1 is not an object with"),
        (
            json.dumps({**RECORD, "placements": [{**RECORD["placements"][0], "x": 9}]}),
            "line 1, placement 1: O facing N",
        ),
        (json.dumps({**RECORD, "placements": [{**FIRST, "held": 1}]}), "'held' is 1, not true"),
        (json.dumps({**RECORD, "placements": RECORD["placements"] * 11}), "line 1: 55 placements are more than"),
    ],
)
def test_what_is_wrong_with_a_line(text: str, message: str) -> None:
    with pytest.raises((NotationError,), match=message):
        list(parse_jsonl(text))


@given(st.text(max_size=60) | st.recursive(st.none() | st.text(max_size=3), st.lists).map(json.dumps))
@example("[" * 100_000)
@example('{"placements": []}')
def test_any_text_is_solutions_or_a_clear_error(text: str) -> None:
    found = parsed(lambda content: list(parse_jsonl(content)), text)
    assert found is None or list(parse_jsonl(lines(found))) == found
