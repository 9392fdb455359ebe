"""Expected values of random pieces, against every deal and every drop."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.stacking import expect as twin
from tests.reference.stacking import games as twin_games

from shapewright import stacking
from shapewright.cli import main
from shapewright.errors import ProblemError, StoppedError
from shapewright.jobs.limits import Clock
from shapewright.stacking import Problem
from shapewright.stacking.games.expect import BEAM, TASTES, play
from shapewright.stacking.proof.expect import Foresee
from shapewright.stacking.random_sequence import deals


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
    with pytest.raises(StoppedError, match="before an expected value"):
        stacking.expect(Problem("IOTJLSZ", 10), 3000, time_limit=0)


@settings(max_examples=25, deadline=None)
@given(
    st.data(),
    st.sampled_from(["IOT", "SZL", "IOTJLSZ"]),
    st.integers(4, 6),
    st.integers(1, 3),
    st.sampled_from(["height", "holes", "flatness"]),
    st.sampled_from([frozenset(), frozenset({(0, 0), (0, 2)})]),
    st.booleans(),
)
def test_games_against_their_twin(
    data: st.DataObject, kinds: str, width: int, see: int, objective: str, board: frozenset[tuple[int, ...]], bag: bool
) -> None:
    problem = Problem(kinds, width, board=board, objective=objective)
    dealt = data.draw(st.lists(st.integers(0, len(kinds) - 1), min_size=1, max_size=5))
    if bag:
        dealt = data.draw(st.permutations(range(len(kinds)))) + data.draw(st.permutations(range(len(kinds))))
        dealt = dealt[:5]
    (value,) = play(problem, [dealt], see, Clock(None), bag=bag) or []
    taste = TASTES[objective]
    assert value == twin_games.play(problem, dealt, see, bag=bag, taste=taste, beam=BEAM)


def test_wide_wells_are_played() -> None:
    few, more = (stacking.expect(Problem("IOTJLSZ", 10), 20, see=see, samples=60, knowing=True) for see in (1, 4))
    for one in (few, more):
        assert (one.least, one.games, one.exact) == (8, 60, False)
        assert one.knowing is not None
        assert one.knowing.sampled
        assert one.least <= one.knowing.most <= one.most < 10
    assert more.most < few.most
    assert few.error > 0
    assert few.knowing == more.knowing
    tied = stacking.expect(Problem("IOTJLSZ", 10, board=frozenset({(0, 0)})), 20, see=3, samples=20)
    assert str(tied).startswith("expected height 9.000000 to 9.0")
    assert not tied.exact
    holes = stacking.expect(Problem("IOTJLSZ", 10, objective="holes"), 20, samples=60)
    assert (holes.least, holes.most < 3) == (0, True)


def test_all_of_few_deals_are_played() -> None:
    """Then nothing is random, and who knows everything bounds what can be come to."""
    problem = Problem("IO", 7)
    found = stacking.expect(problem, 3, knowing=True)
    assert (found.games, found.error) == (0, 0)
    assert found.least <= twin.expected(problem, 3, 1, bag=False) <= found.most
    assert found.knowing is not None
    assert found.knowing.most == twin.expected(problem, 3, 3, bag=False)
    assert stacking.expect(problem, 3, see=3).most == found.knowing.most
    bags = stacking.expect(problem, 3, bag=True, knowing=True)
    assert bags.knowing is not None
    assert (bags.games, bags.knowing.sequences) == (0, 4)
    assert bags.knowing.most == twin.expected(problem, 3, 3, bag=True)


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    main(["stacking", "expect", *arguments, "--json"])
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


@pytest.mark.parametrize(
    "arguments",
    [
        ["IOT", "--number", "3", "--width", "4", "--see", "2", "--knowing"],
        ["SZ", "--number", "4", "--width", "3", "--bag", "--objective", "holes"],
        ["IOTJLSZ", "--number", "8", "--width", "3", "--knowing", "--samples", "9"],
        ["IOTJLSZ", "--number", "9", "--width", "10", "--see", "2", "--knowing", "--samples", "9"],
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
    assert stacking.verify({**answer, "games": answer["games"] + 1}).valid is False
    assert stacking.verify({**answer, "error": answer["error"] + 0.1}).valid is False
    if answer["knowing"] is not None:
        forged = {**answer["knowing"], "most": answer["knowing"]["most"] - 0.1}
        assert stacking.verify({**answer, "knowing": forged}).valid is False
