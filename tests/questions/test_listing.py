"""A listing is given batch by batch until it, or its time, is over; as a whole it says whether it is complete."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from shapewright.errors import LimitError, StoppedError
from shapewright.questions import listing as module
from shapewright.questions.listing import Listing, keep
from shapewright.questions.question import Answer


def _end(kept: Sequence[int], number: int) -> Answer:
    return Answer({"kept": list(kept), "number": number}, f"{number} numbers", "found" if number else "none")


def listing(batches: Any, seconds: float | None = None) -> Listing:
    return Listing(batches, lambda value, screen: str(value), lambda value: {"value": value}, _end, seconds=seconds)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that goes on by a second with each look."""
    shown = [0.0]

    def now() -> float:
        shown[0] += 1
        return shown[0]

    monkeypatch.setattr("shapewright.jobs.limits.monotonic", now)


def test_all_of_it_as_one_answer() -> None:
    answer = listing([[1, 2], [], [3]]).gathered()
    assert answer.keys == {"kept": [1, 2, 3], "number": 3}
    assert (answer.complete, answer.exit_code, list(answer.notes)) == (True, 0, [])
    assert answer.records is not None
    assert list(answer.records()) == [{"value": 1}, {"value": 2}, {"value": 3}]


def test_nothing_found() -> None:
    answer = listing([]).gathered()
    assert (answer.verdict, answer.exit_code, answer.keys["number"]) == ("none", 1, 0)


def test_what_is_not_kept_is_counted() -> None:
    it = listing([[1, 2], [3]])
    assert list(it.each()) == [[1, 2], [3]]
    assert it.ended([]).keys == {"kept": [], "number": 3}


def test_values_come_as_soon_as_they_are_there() -> None:
    asked = []

    def batches() -> Iterator[list[int]]:
        for value in range(3):
            asked.append(value)
            yield [value]

    it = listing(batches()).each()
    assert next(it) == [0]
    assert asked == [0]


def test_what_stops_it_before_the_first_value_is_raised() -> None:
    def batches() -> Iterator[list[int]]:
        raise StoppedError("the time limit of 1 s was reached")
        yield []

    with pytest.raises(StoppedError, match="the time limit of 1 s was reached"):
        listing(batches()).gathered()


def test_what_stops_it_after_some_values_leaves_them() -> None:
    def batches() -> Iterator[list[int]]:
        yield [1, 2]
        raise StoppedError("the time limit of 1 s was reached")

    answer = listing(batches()).gathered()
    assert answer.keys == {"kept": [1, 2], "number": 2}
    assert (answer.complete, answer.exit_code) == (False, 3)
    assert list(answer.notes) == ["stopped: the time limit of 1 s was reached"]


@pytest.mark.usefixtures("slow")
def test_its_own_time_limit_stops_it() -> None:
    it = listing(([value] for value in range(1000)), seconds=5.0)
    answer = it.gathered()
    assert 0 < answer.keys["number"] < 10
    assert answer.complete is False
    assert str(it.stopped) == (
        f"the time limit of 5 s was reached before the whole list was written; {it.number} were written"
    )


@pytest.mark.usefixtures("slow")
def test_what_was_found_at_the_last_moment_is_given() -> None:
    answer = listing([[7]], seconds=0.5).gathered()
    assert (answer.keys["kept"], answer.complete) == ([7], True)


def test_other_errors_are_no_answer() -> None:
    def batches() -> Iterator[list[int]]:
        yield [1]
        raise LimitError("too much")

    with pytest.raises(LimitError, match="too much"):
        listing(batches()).gathered()


def test_one_object_holds_so_many_values(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_KEPT", 3)
    assert listing([[1, 2], [3]]).gathered().keys["number"] == 3
    with pytest.raises(LimitError, match="one JSON object holds at most 3 answers, and there are more; use JSON Lines"):
        listing([[1, 2], [3, 4]]).gathered()
    kept: list[int] = []
    keep(kept, [1])
    assert kept == [1]


def test_the_end_may_have_records_of_its_own() -> None:
    it = listing([[1]])
    it.end = lambda kept, number: Answer({}, "", records=lambda: ["mine"])
    records = it.gathered().records
    assert records is not None
    assert list(records()) == ["mine"]
