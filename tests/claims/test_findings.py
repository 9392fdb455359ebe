"""What became of the claims of an answer."""

from __future__ import annotations

import pytest

from shapewright.claims import Findings, same, summary
from shapewright.claims.findings import shown
from shapewright.errors import NotationError


def test_a_key_that_no_rule_looked_at_is_not_checked() -> None:
    findings = Findings()
    findings.right("count", "recomputed")
    findings.finish({"command": "a b", "count": 3, "colour": "red", "verdict": None}, about=["verdict"])
    assert findings.not_checked == {"colour": "this key is unknown"}
    assert findings.valid is None
    assert summary(findings)[-1] == "nothing is wrong, but not everything was checked"


def test_a_fault_counts_more_than_what_was_not_checked() -> None:
    findings = Findings()
    findings.unchecked("colour", "it is dark")
    assert not findings.compare("count", 3, 4, "counted again", solution=2)
    assert findings.valid is False
    assert findings.lines() == [
        "solution 2: count: the answer says 3, counted again: 4",
        "not checked: colour (it is dark)",
    ]
    assert summary(findings)[-1] == "wrong"


def test_the_verdict_of_an_answer_follows_from_its_other_claims() -> None:
    findings = Findings()
    findings.verdict({"verdict": "found"}, "found")
    findings.finish({"verdict": "found", "reason": None})
    assert findings.valid is True
    findings.verdict({"verdict": "none"}, "found")
    assert findings.lines() == ['verdict: the answer says "none", by the other claims: "found"']
    older = Findings()
    older.verdict({"count": 3}, "found")
    assert not older.checked


def test_a_reason_that_is_given_is_a_claim() -> None:
    findings = Findings()
    findings.finish({"reason": "there is no room"})
    assert findings.not_checked == {"reason": "this key is unknown"}


def test_an_error_for_a_malformed_value_is_a_fault_of_the_answer() -> None:
    def look() -> None:
        raise NotationError("its 'count' is not a whole number: true")

    findings = Findings()
    findings.attempt("count", look)
    assert findings.faults == [{"claim": "count", "fault": "its 'count' is not a whole number: true"}]


@pytest.mark.parametrize(
    ("stated", "found", "expected"),
    [
        (1, 1, True),
        (1, True, False),
        (1, 1.0, False),
        (1.0, 1, False),
        (1.0, "1", False),
        ([1], "1", False),
        ({"a": 1}, [1], False),
        (0.1 + 0.2, 0.3, True),
        (0.3, 0.31, False),
        ([1, 2], (1, 2), True),
        ([1, 2], [1], False),
        ({"a": [1]}, {"a": [1]}, True),
        ({"a": 1}, {"b": 1}, False),
    ],
)
def test_same(stated: object, found: object, expected: bool) -> None:
    assert same(stated, found) is expected


def test_what_is_shown_fits_into_a_sentence() -> None:
    assert shown("x" * 58) == f'"{"x" * 58}"'
    assert shown("x" * 59) == f'"{"x" * 56}...'
    assert shown({"a": 10**5000})[:9] == '{"a": 100'


def test_all_that_is_right_is_summed_up() -> None:
    findings = Findings()
    findings.right("count", "recomputed")
    findings.right("count", "again")
    findings.right("plans.count")
    assert summary(findings) == ["right: count"]
    assert findings.to_json() == {
        "valid": True,
        "checked": {"count": "recomputed", "plans.count": ""},
        "faults": [],
        "not_checked": {},
        "passed_over": [],
    }


def test_what_says_how_it_was_found_is_passed_over() -> None:
    findings = Findings()
    findings.finish({"command": "a b", "nodes": 3, "reason": None}, about=["nodes", "states"])
    assert (findings.passed_over, findings.valid) == (("nodes",), True)
