"""Many queues at once: what a loop gives, as arrays, replayed by the engine."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.bare import printed

from shapewright.clear import FACINGS, PIECES, Problem, Queue, Solution, Unknown, first, solve_many
from shapewright.clear.notation.pc import format_record, packed_record
from shapewright.clear.search import many_queues
from shapewright.errors import InternalError, NotationError, ProblemError

TWO_WIDE = "/".join(["XXXXXXXX__"] * 4)
RULES: list[dict[str, Any]] = [
    {},
    {"height": 2},
    {"hold": False},
    {"kicks": "srs-plus", "drop": "hard"},
    {"save": "T"},
]


def bags(number: int, length: int, seed: int) -> list[str]:
    shuffler = random.Random(seed)
    return ["".join(["".join(shuffler.sample(PIECES, 7)) for _ in range(3)])[:length] for _ in range(number)]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("length", [10, 11])
def test_it_is_a_loop(rules: dict[str, Any], length: int) -> None:
    queues = bags(12, length, 7)
    found = solve_many("", queues, **rules)
    assert list(found) == [first("", queue, **rules) for queue in queues]
    assert found.solved.tolist() == [one is not None for one in found]


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(["", *PIECES]), st.text(PIECES, min_size=1, max_size=6)), max_size=6),
    st.sampled_from(["", TWO_WIDE, "XXXX______"]),
    st.booleans(),
)
def test_it_is_a_loop_from_any_field(queues: list[tuple[str, str]], field: str, hold: bool) -> None:
    asked = [Queue(pieces, held or None) for held, pieces in queues]
    found = solve_many(field, asked, hold=hold)
    assert list(found) == [first(field, queue, hold=hold) for queue in asked]


def test_threads_change_nothing() -> None:
    queues = bags(200, 11, 3)
    assert list(solve_many("", queues, threads=3)) == list(solve_many("", queues, threads=1))


def test_the_columns_are_the_placements() -> None:
    queues = ["IIIIO", "TIOSZ", *bags(2, 11, 1)]
    found = solve_many("", queues)
    assert found.solved.tolist() == [True, False, True, True]
    assert not found.unknown.any()
    columns = found.placements
    assert columns.piece.shape == (4, 10)
    assert columns.piece.dtype == np.uint8
    for row, solution in enumerate(found):
        placements = solution.placements if isinstance(solution, Solution) else ()
        for at in range(10):
            entry = [int(column[row, at]) for column in (columns.piece, columns.facing, columns.x, columns.y)]
            if at < len(placements):
                one = placements[at]
                assert entry == [PIECES.index(one.piece), FACINGS.index(one.facing), one.x, one.y]
            else:
                assert entry == [255] * 4


def test_it_is_a_sequence() -> None:
    found = solve_many("", ["IIIIO", "TIOSZ", "OOOOO"])
    assert repr(found) == "<Solved: 2 of 3 queues>"
    assert list(found[1:]) == [found[1], found[2]]
    assert found[-1] == first("", "OOOOO")
    with pytest.raises(IndexError):
        found[3]
    none = solve_many("", [])
    assert (len(none), none.solved.shape, none.placements.x.shape) == (0, (0,), (0, 0))


def test_no_time() -> None:
    found = solve_many("", ["TIOLJSZTIOL", "TIO"], time_limit=0)
    assert isinstance(found[0], Unknown)
    assert (found.unknown.tolist(), found.solved.tolist()) == ([True, False], [False, False])


def test_what_cannot_be_asked() -> None:
    with pytest.raises(ProblemError, match="already has the rules"):
        solve_many(Problem.of("", "IIIIO"), ["IIIIO"], height=2)
    with pytest.raises(NotationError, match="position 2 of the queue"):
        solve_many("", ["IIIIO", "IXIIO"])


@pytest.mark.parametrize("place", range(5))
@pytest.mark.parametrize("field", ["", "XXXXX_____/XXXXX_____/XXXXX_____/XXXXX_____"])
def test_a_wrong_clear_is_noticed(place: int, field: str, monkeypatch: pytest.MonkeyPatch) -> None:
    queue = Queue("LJOIILJ" if field else "IIIIO")
    problem = Problem.of(field, queue)
    clear = first(problem)
    assert clear is not None
    with monkeypatch.context() as patch:  # the engine's checker alone finds that all is right
        patch.setattr(many_queues, "check", lambda solution: pytest.fail(f"{solution} was replayed in Python"))
        assert solve_many(problem, [queue] * 2).solved.all()
    right = b"".join(
        bytes([PIECES.index(one.piece), FACINGS.index(one.facing), one.x, one.y]) for one in clear.placements
    )
    many_queues._check(problem, [queue], [right])
    for shift in (-1, 1):
        wrong = bytearray(right)
        wrong[4 * place + 2] += shift
        with pytest.raises((InternalError, ProblemError), match="failed its check|is damaged|not in the field"):
            many_queues._check(problem, [queue], [bytes(wrong)])
    other = bytearray(right)
    other[4 * place] = PIECES.index("S")
    with pytest.raises((InternalError, ProblemError)):
        many_queues._check(problem, [queue], [bytes(other)])


@pytest.mark.parametrize("length", [11, 14])
@pytest.mark.parametrize("held", [False, True])
def test_records_are_those_of_solutions(length: int, held: bool) -> None:
    for text in bags(20, length, 5):
        queue = Queue(text[1:], text[0]) if held else Queue(text)
        solution = first("", queue, height=4)
        assert solution is not None
        problem = Problem.of("", queue)
        packed = b"".join(
            bytes([PIECES.index(one.piece), FACINGS.index(one.facing), one.x, one.y]) for one in solution.placements
        )
        record = packed_record(problem.sequence, packed, hold=True)
        assert record is not None
        expected = format_record(solution)
        # Where the held and the coming piece are alike, either says the same.
        assert (len(record), record[:6], record[8:]) == (len(expected), expected[:6], expected[8:])


def test_records_keep_the_order() -> None:
    packed = bytes([0, 0, 1, 0])
    assert packed_record("TI", packed, hold=True) is not None
    assert packed_record("TI", packed, hold=False) is None
    assert packed_record("TOI", packed, hold=True) is None
    assert packed_record("", packed, hold=True) is None


def test_without_numpy() -> None:
    lines = "from shapewright import clear\nprint(list(map(bool, clear.solve_many('', ['IIIIO', 'TIOSZ'], threads=1))))"
    assert printed(lines).split("\n")[-2] == "[True, False]"
