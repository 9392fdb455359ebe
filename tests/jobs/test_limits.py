"""What limits may be, the same in every family; and the clock that keeps them."""

from __future__ import annotations

import pickle
from math import inf, nan

import pytest

from shapewright.errors import ProblemError, StoppedError
from shapewright.jobs.limits import Clock, Seconds, check_limits, seconds_text


def test_numbers_from_0_on_are_limits() -> None:
    check_limits()
    check_limits(0, 0)
    check_limits(7, inf)


@pytest.mark.parametrize(("limit", "seconds"), [(-1, None), (None, -0.1), (None, nan)])
def test_others_are_refused(limit: int | None, seconds: float | None) -> None:
    with pytest.raises(ProblemError, match=str(limit if seconds is None else seconds)):
        check_limits(limit, seconds)
    if seconds is not None:
        with pytest.raises(ProblemError, match=str(seconds)):
            Clock(seconds)


@pytest.fixture
def ticking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look at the clock takes a tenth of a second."""
    seconds = [0.0]

    def now() -> float:
        seconds[0] += 0.1
        return seconds[0]

    monkeypatch.setattr("shapewright.jobs.limits.monotonic", now)


@pytest.mark.usefixtures("ticking")
def test_a_clock_counts_from_when_it_is_made() -> None:
    clock = Clock(0.25)
    assert not clock.over()
    assert clock.left() == pytest.approx(0.05)
    assert clock.over()
    assert clock.left() == 0.0
    assert clock.native() == 0.0
    assert clock.seconds > 0.25


def test_without_a_limit_it_never_ends() -> None:
    clock = Clock(None)
    assert clock.left() is None
    assert clock.native() == -1.0
    assert not clock.over()
    clock.check()
    assert list(clock.checked(range(3))) == [0, 1, 2]


def test_a_byte_that_is_set_ends_it() -> None:
    stop = bytearray(1)
    clock = Clock(None, stop)
    assert not clock.over()
    stop[0] = 1
    assert clock.over()
    with pytest.raises(StoppedError, match=r"^stopped before all was seen$"):
        clock.check("all was seen")


@pytest.mark.usefixtures("ticking")
def test_a_part_of_a_clock_is_over_sooner_and_names_the_whole_limit() -> None:
    clock = Clock(10)
    part = clock.part(0.25)
    assert part.left() == pytest.approx(0.25 * 9.9 - 0.1)
    assert str(part.stopped()) == "the time limit of 10 s was reached"
    assert not part.over()
    clock.stop[0] = 1
    assert part.over()
    assert Clock(None).part(0.5).left() is None


def test_a_byte_ends_it_whatever_the_limit() -> None:
    stop = bytearray(1)
    endless, limited = Clock(None, stop), Clock(60, stop)
    assert not endless.over()
    assert not limited.over()
    stop[0] = 1
    assert endless.over()
    assert limited.over()
    with pytest.raises(StoppedError, match=r"^stopped before a packing was found$"):
        endless.check("a packing was found")
    with pytest.raises(StoppedError, match=r"^stopped$"):
        limited.check()


@pytest.mark.usefixtures("ticking")
def test_items_are_checked_one_by_one() -> None:
    seen = []
    with pytest.raises(StoppedError, match=r"^the time limit of 0.55 s was reached before all was seen$"):
        seen.extend(Clock(0.55).checked(range(100), "all was seen"))
    assert seen == [0, 1, 2, 3, 4]


@pytest.mark.usefixtures("ticking")
def test_what_is_left_says_the_whole() -> None:
    left = Clock(2).left()
    assert left == pytest.approx(1.9)
    again = Clock(left).left()
    assert again == pytest.approx(1.8)
    assert f"{again:g}" == "2"
    with pytest.raises(StoppedError, match="the time limit of 2 s was reached"):
        Clock(Seconds(0.0, of=left)).check()
    assert type(pickle.loads(pickle.dumps(again))) is float


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0.0 ms"), (0.0096, "9.6 ms"), (0.0104, "10 ms"), (0.9996, "1.0 s"), (61.26, "61.3 s"), (119.6, "2 min 0 s")],
)
def test_seconds_in_words(seconds: float, text: str) -> None:
    assert seconds_text(seconds) == text
