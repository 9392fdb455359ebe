"""A glance: everything it says is what ``solve`` and ``percent`` say, however little time it has."""

from __future__ import annotations

import sys
from random import Random
from typing import Any

import pytest

from shapewright import clear
from shapewright.clear import Field, Pattern, Problem, Queue, glance
from shapewright.clear.chances.glance import read_pieces
from shapewright.errors import NotationError, ProblemError, StoppedError

OPENER = "ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ"
FIELDS = [
    OPENER,
    "XXXXXX____/XXXXXX____/XXXXXX____/XXXXXX____",
    "X____XXXXX/X____XXXXX",
    "XXX_______/XXXXX_____/XXXXX_____/XXX_______",
    "",
]
LONG = 60.0


@pytest.mark.parametrize("seed", range(24))
def test_one_queue_is_solved_as_solve_solves_it(seed: int) -> None:
    random = Random(seed)
    field, queue = random.choice(FIELDS), "".join(random.choices("IOTSZLJ", k=random.randrange(4, 9)))
    rules: dict[str, Any] = {"hold": random.random() < 0.7, "drop": random.choice(("soft", "hard"))}
    problem = Problem.of(field, queue, **rules)
    found = glance(field, queue.lower(), time_limit=LONG, **rules)
    expected = clear.first(problem)
    assert found.is_known
    assert (found.solution is None) == (expected is None)
    if found.solution is not None and expected is not None:
        assert found.solution.placements == expected.placements
        assert (found.height, found.needed) == (expected.height, len(expected))
    else:
        assert found.reason == (problem.shortage() or clear.why_none(problem))
        assert found.is_short == (problem.shortage() is not None)


@pytest.mark.parametrize("seed", range(12))
def test_the_chance_of_a_pattern_is_that_of_percent(seed: int) -> None:
    random = Random(seed)
    field = random.choice(FIELDS[:4])
    height = 2 if field.count("/") == 1 else 4
    pattern = random.choice(("*p7", "*p4,*p4", "[SZ],*p6", "*p7;IIIIIII"))
    rules: dict[str, Any] = {"hold": random.random() < 0.5, "kicks": random.choice(("srs", "none"))}
    found = glance(field, pattern, height=height, time_limit=LONG, **rules)
    expected = clear.percent(field, pattern, height, **rules)
    assert found.chance is not None
    assert (found.chance.solved, found.chance.queues) == (expected.solved, expected.queues)
    assert list(found.chance.failing()) == list(expected.failing())


@pytest.mark.parametrize("seconds", [0.0, 0.005, 0.02, 0.1, 0.4, LONG])
@pytest.mark.parametrize(
    ("field", "pattern"),
    [(OPENER, "*p5"), ("XXX_______/XXXXX_____/XXXXX_____/XXX_______", "*p7,*"), ("XX________/XX________", "*p5,*")],
)
def test_whatever_is_said_is_true_however_little_time_there_is(field: str, pattern: str, seconds: float) -> None:
    height = field.count("/") + 1
    whole = clear.percent(field, pattern, height)
    found = glance(field, pattern, height=height, time_limit=seconds)
    assert found.queues == whole.queues
    assert found.solved <= whole.solved
    assert found.tried - found.solved <= whole.queues - whole.solved
    if found.is_known:
        assert found.chance is not None
        assert found.chance.solved == whole.solved
        assert list(found.chance.solving()) == list(whole.solving())
    else:
        assert found.chance is None
        assert found.tried < whole.queues


def test_queues_tried_one_by_one_make_the_whole_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object, **__: object) -> None:
        raise StoppedError("the time is over")

    whole = clear.percent(OPENER, "[SZ],*p4")
    monkeypatch.setattr(sys.modules[glance.__module__], "percent", never)
    found = glance(OPENER, "[SZ],*p4", time_limit=LONG)
    assert found.is_known
    assert found.chance is not None
    assert list(found.chance.failing()) == list(whole.failing())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("TIOLJSZ", Queue("TIOLJSZ")),
        ("tiol jsz", Queue("TIOLJSZ")),
        ("t, i\no", Queue("TIO")),
        ("[t]io", Queue("IO", "T")),
        ("#Q=[T](I)OL", Queue("IOL", "T")),
        ("[T],[I]", Queue("TI")),
        ("*p7", Pattern.from_text("*p7")),
        ("i , *p4", Pattern.from_text("I,*p4")),
        ("[sz]io", Pattern.from_text("[SZ]IO")),
        ("", None),
        (" \n", None),
    ],
)
def test_one_text_is_a_queue_or_a_pattern(text: str, expected: Queue | Pattern | None) -> None:
    assert read_pieces(text) == expected


def test_a_held_piece_comes_before_the_queue_or_the_pattern() -> None:
    assert read_pieces("IO", "T") == Queue("IO", "T")
    assert read_pieces("*p2;SZ", "T") == Pattern.from_text("T,*p2;T,SZ")
    with pytest.raises(NotationError, match="has S in hold, and 'T'"):
        read_pieces("[S]IO", "T")


@pytest.mark.parametrize(
    ("field", "pieces", "rules", "height"),
    [
        ("", "*p7,*p4", {}, 4),
        ("", "*p5", {}, 2),
        ("XX________/XX________/XX________/XX________/XX________/XX________", "*p7,*p7", {}, 6),
        ("", "*p7,*p4", {"height": 2}, 2),
        ("", "TIOLJSZTIOL", {}, 4),
        ("", "", {}, 2),
        ("XX________", "", {}, 1),
    ],
)
def test_without_a_number_of_lines_it_is_four_or_the_fewest(
    field: str, pieces: str, rules: dict[str, Any], height: int
) -> None:
    found = glance(field, pieces, time_limit=0.01, **rules)
    assert found.height == height
    assert found.needed == Field.from_text(field or "_" * 10).empty_cells(found.height) // 4


def test_a_field_that_no_pieces_clear_says_why() -> None:
    odd = glance("X_________", "*p7")
    assert odd.height is None
    assert odd.reason is not None
    assert "odd number" in odd.reason
    assert glance("", "TIOLJSZ", height=3).reason == (
        "30 cells are empty in the lowest 3 rows, which is not a multiple of 4"
    )
    short = glance("", "*p3")
    assert short.is_short
    assert short.reason == "a perfect clear of 2 lines takes 5 pieces, and the queues of the pattern have 3"
    with pytest.raises(ProblemError, match="leaves some of it"):
        glance("X_________/X_________", "TIO", height=1)
    with pytest.raises(NotationError, match="'q' at position 2"):
        glance("", "tq")
