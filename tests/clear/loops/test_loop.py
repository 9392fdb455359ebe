"""Clears in a row: as the slow twin has them, a single one as tables say, and what cannot be asked."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from typing import Any

import pytest
from tests.clear.claims.test_claims import changed
from tests.mutation_audit import asked
from tests.reference.clear.loop import Boards, Looper

from shapewright import clear
from shapewright.clear import Kicks, Loop
from shapewright.clear.drops import Drop
from shapewright.clear.loops.loop import MAX_CLEARS, loop
from shapewright.clear.loops.loop_values import bags_of
from shapewright.clear.piece import PIECES
from shapewright.errors import LimitError, NotationError, ProblemError, StoppedError
from shapewright.jobs import Progress


@pytest.fixture(scope="module")
def boards() -> Boards:
    return Boards(Kicks.named("srs"), "soft")


@pytest.fixture(scope="module")
def one_clear() -> Loop:
    """All pieces of a clear are in sight, with an empty hold, too."""
    return loop(1, see=6)


ANY = [("", PIECES)]
GAMES: list[tuple[int, dict[str, Any], list[tuple[str, str]]]] = [
    (3, {"see": 1, "bags": False, "hold": False}, ANY),
    (2, {"see": 2, "bags": False, "hold": False}, ANY),
    (1, {"see": 1, "bags": False}, [(held, PIECES) for held in ("", *PIECES)]),
    (2, {"see": 1, "bags": False}, [*ANY, ("T", PIECES)]),
    (1, {"see": 1, "hold": False}, [("", bag) for left in (1, 4) for bag in bags_of(left)]),
    (1, {"see": 1}, [("", "IO"), ("", "SZ"), ("O", "IOLJ"), ("T", "SZ"), ("L", "ITSZ"), ("J", PIECES)]),
    (1, {"see": 2}, [("", "IO"), ("O", "IOLJ"), ("I", "OTL")]),
    (2, {"see": 1}, [("O", "IOLJ"), ("I", "IO")]),
]


@pytest.mark.parametrize(("clears", "game", "states"), GAMES)
def test_as_the_slow_twin(boards: Boards, clears: int, game: dict[str, Any], states: list[tuple[str, str]]) -> None:
    found = loop(clears, **game)
    how = {"hold": True, "bags": True, **game}
    see = how.pop("see")
    all_of_them, number = Looper(boards, see, **how), Looper(boards, see, counts=True, **how)
    for state in states:
        assert found.chances[state] == tuple([all_of_them.value(k, *state) for k in range(1, clears + 1)])
        assert found.numbers[state] == number.value(clears, *state)


@pytest.mark.parametrize(
    ("kicks", "drop"), [("none", "soft"), ("srs", "hard"), ("jstris180", "soft"), ("srs", "t-softdrop")]
)
def test_as_the_slow_twin_by_other_rules(kicks: str, drop: Drop) -> None:
    found = loop(1, see=1, bags=False, kicks=kicks, drop=drop)
    twin = Looper(Boards(Kicks.named(kicks), drop), 1, hold=True, bags=False)
    assert found.chance() == twin.value(1, "", PIECES)


def test_whatever_comes_from_bags_two_clears_of_two_lines_never_follow_one_another(boards: Boards) -> None:
    """Were there a queue with two, a player without foresight would have some chance to play it."""
    twin = Looper(boards, 1, hold=True, bags=True)
    found = loop(2, see=1)
    assert any(found.numbers.values())
    for state in list(found.chances)[:: len(found.chances) // 40]:
        assert twin.value(2, *state) == found.chances[state][1] == 0
    assert not any(chances[1] for chances in found.chances.values())


def test_a_single_clear_in_sight_is_the_share_of_the_queues(one_clear: Loop) -> None:
    """The numbers of tables and percentages, by searches of their own."""
    weights = clear.table(2).solved_weights
    strings = {left: Fraction(1) for left in range(1, 8)}
    for left in strings:
        still = left
        for _ in range(6):
            strings[left] *= still
            still = still - 1 or 7
    solved = {left: sum([one_clear.chance(None, bag) for bag in bags_of(left)]) * strings[left] for left in strings}
    assert (weights.opener, weights.none) == (0, 5148)
    assert solved[7] == weights.opener
    assert sum(solved.values()) == weights.none
    for held, bag in (("", "IO"), ("", "OTSZ"), ("", "IOLJ"), ("O", "IOLJ"), ("T", "SLJ"), ("I", "IZ"), ("O", PIECES)):
        more = 5 - len(bag) + (not held)
        parts = [*([held] if held else []), f"[{bag}]!" if more >= 0 else f"[{bag}]p5", *([f"*p{more}"] * (more > 0))]
        share = clear.percent("", ",".join(parts), 2)
        assert one_clear.chance(held, bag) == Fraction(share.solved, share.queues), (held, bag)


def test_who_sees_more_does_no_worse(one_clear: Loop) -> None:
    games = [*[loop(1, see=see) for see in (1, 2)], one_clear]
    for state in one_clear.chances:
        chances = [one.chances[state][0] for one in games]
        assert chances == sorted(chances)
    assert games[0].mean("", 4) < one_clear.mean("", 4)


def test_more_clears_are_less_likely_and_the_number_is_bounded() -> None:
    found, longer = loop(2, see=1, bags=False), loop(7, see=1, bags=False)
    for state, chances in longer.chances.items():
        assert list(chances) == sorted(chances, reverse=True)
        assert chances[:2] == found.chances[state]
        # Who wants as many as possible has at most the sum of what each number of them has by itself.
        assert chances[0] <= found.numbers[state] <= longer.numbers[state] <= sum(chances)
        more = found.more[state]
        assert more is not None
        assert longer.numbers[state] <= found.numbers[state] + more
    # Where a clear is certain nothing bounds how many there may be, unless two cannot be.
    assert loop(1, see=1).more["O", "IOLJ"] is None
    assert loop(2, see=1).more["O", "IOLJ"] == 0


def test_states_and_means() -> None:
    found = loop(1, see=1)
    assert found.chance("o", "jloi") == found.chances["O", "IOLJ"][0] == 1
    assert found.mean("O", 4) == sum([found.chance("O", bag) for bag in bags_of(4)]) / 35
    assert str(found) == "1 clear of 2 lines with 1 piece in sight"
    assert str(loop(2, see=2, bags=False)) == "2 clears in a row of 2 lines with 2 pieces in sight"
    with pytest.raises(ProblemError, match="1 to 1 clears in a row, not 2"):
        found.chance(clears=2)
    with pytest.raises(ProblemError, match="'II' has one twice"):
        found.chance(bag="II")
    with pytest.raises(NotationError, match="position 2 of the bag"):
        found.chance(bag="IX")
    with pytest.raises(ProblemError, match="1 to 7 pieces can be left of a bag, not 0"):
        found.mean("O", 0)
    other = loop(1, see=1, bags=False, hold=False)
    with pytest.raises(ProblemError, match="the bag 'I' is given, but the game has no bags"):
        other.chance(bag="I")
    with pytest.raises(ProblemError, match="T is in hold, but the game is without hold"):
        other.mean("T", 7)


def test_what_cannot_be_asked() -> None:
    for see in (0, 8):
        with pytest.raises(ProblemError, match=f"1 to 7 pieces can be in sight, not {see}"):
            loop(1, see=see)
    with pytest.raises(ProblemError, match="at least 1 clear is asked about, not 0"):
        loop(0)
    with pytest.raises(LimitError, match=f"at most {MAX_CLEARS} are supported"):
        loop(MAX_CLEARS + 1)
    with pytest.raises(LimitError, match="8 clears in a row are too many; at most 7"):
        loop(8, bags=False)
    with pytest.raises(ProblemError, match="a loop of clears"):
        loop(1, see=1, drop="tsd")
    with pytest.raises(StoppedError, match="before the chances of 1 in a row were known"):
        loop(1, see=4, time_limit=0)


def test_progress_and_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = loop(2, see=2)
    module = import_module("shapewright.clear.graph.graph")
    monkeypatch.setattr(module, "_SLICE", 0.0)
    told: list[Progress] = []
    assert loop(2, see=2, progress=told.append) == whole
    assert told
    assert [one.fraction for one in told] == sorted([one.fraction for one in told])
    monkeypatch.setattr(module, "memory_to_use", lambda: 10_000)
    with pytest.raises(LimitError, match="do not fit into"):
        loop(2, see=2)


@pytest.mark.parametrize(
    "command", ["clear loop --clears 2 --see 1 --no-bags", "clear loop -k 1 --see 1 --hold O --bag IOLJ"]
)
def test_an_answer_is_computed_again(command: str) -> None:
    answer = asked(command)
    findings = clear.verify(answer)
    assert findings.valid is True
    assert findings.not_checked == {}
    assert findings.checked["by_hold"] == "computed again by the engine"
    lies = {"chance": 0.5, "chances": ["1/2"], "number": "3", "more": "1/5", "height": 4, "verdict": "none"}
    for key, value in lies.items():
        assert clear.verify(changed(answer, key, value=value)).valid is False, key
    assert clear.verify(changed(answer, "by_hold", 2, "number", value="7")).valid is False
