"""Expected values of random pieces, against every deal and every drop."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference import stacking_expect as twin

from shapewright import stacking
from shapewright.cli import main
from shapewright.errors import LimitError, ProblemError
from shapewright.jobs.limits import Clock
from shapewright.stacking import Problem
from shapewright.stacking.expect import deals
from shapewright.stacking.reexpect import Foresee


@settings(max_examples=40, deadline=None)
@given(
    st.sets(st.sampled_from("IOTJLSZ"), min_size=2, max_size=3).map(lambda kinds: "".join(sorted(kinds))),
    st.integers(3, 4),
    st.integers(1, 3),
    st.integers(1, 3),
    st.booleans(),
    st.sampled_from(["height", "holes", "flatness"]),
    st.sampled_from([frozenset(), frozenset({(0, 0)})]),
)
def test_expected_values_against_every_deal(
    kinds: str, width: int, length: int, see: int, bag: bool, objective: str, board: frozenset[tuple[int, ...]]
) -> None:
    problem = Problem(kinds, width, board=board, objective=objective)
    value = twin.expected(problem, length, see, bag=bag)
    known = twin.expected(problem, length, length, bag=bag)
    found = stacking.expect(problem, length, see=see, bag=bag, knowing=True)
    assert found.least - 1e-8 <= value <= found.most + 1e-8
    assert found.knowing is not None
    assert found.knowing.least - 1e-8 <= known <= found.knowing.most + 1e-8
    if width == 3 and objective == "height":
        assert found.exact
    assert Foresee(problem, length, Clock(60.0), bag=bag).expected(see) == value
    assert Foresee(problem, length, Clock(60.0), bag=bag).knowing() == known
    assert len(twin.deals(tuple(kinds), length, bag=bag)) == deals(len(kinds), length, bag=bag)


def test_the_more_is_visible_the_better() -> None:
    values = [stacking.expect(Problem("IOTJLSZ", 3), 6, see=see, bag=True) for see in (1, 2, 3)]
    assert [one.exact for one in values] == [True] * 3
    assert values[0].most > values[1].most > values[2].most


def test_long_games_and_samples() -> None:
    found = stacking.expect(Problem("IOTJLSZ", 3), 40, bag=True, knowing=True, samples=20)
    assert found.least <= found.most
    assert found.knowing is not None
    assert found.knowing.sequences == 20
    assert found.knowing.error > 0
    assert found.price is not None
    assert 0 <= found.price[0] <= found.price[1]
    again = stacking.expect(Problem("IOTJLSZ", 3), 40, bag=True, knowing=True, samples=20)
    assert again == found


def test_what_is_refused() -> None:
    for rules in ({"hold": True}, {"clear_lines": True}, {"height_limit": 9}):
        with pytest.raises(ProblemError, match="plain stacks"):
            stacking.expect(Problem("IO", 4, **rules), 3)
    with pytest.raises(ProblemError, match="does not tell the peak"):
        stacking.expect(Problem("IO", 4, objective="peak"), 3)
    with pytest.raises(LimitError, match="too many positions"):
        stacking.expect(Problem("IO", 20), 3)


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    main(["stacking", "expect", *arguments, "--json"])
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


@pytest.mark.parametrize(
    "arguments",
    [
        ["IOT", "--number", "3", "--width", "4", "--see", "2", "--knowing"],
        ["SZ", "--number", "4", "--width", "3", "--bag", "--objective", "holes"],
        ["IOTJLSZ", "--number", "30", "--width", "3", "--bag", "--knowing", "--samples", "9"],
    ],
)
def test_answers_are_verified_and_forged_ones_found_out(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    answer = asked(capsys, *arguments)
    found = stacking.verify(answer)
    assert found.valid is True, found.lines()
    for key, change in (("least", 0.1), ("most", -0.1)):
        assert stacking.verify({**answer, key: answer[key] + change}).valid is False
    assert stacking.verify({**answer, "exact": not answer["exact"]}).valid is False
    if answer["knowing"] is not None:
        forged = {**answer["knowing"], "most": answer["knowing"]["most"] - 0.1}
        assert stacking.verify({**answer, "knowing": forged}).valid is False
