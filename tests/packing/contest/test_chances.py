from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from shapewright.errors import LimitError, ProblemError, StoppedError
from shapewright.packing import Bag, chances, pack
from shapewright.packing.contest.chances import chances as chances_again
from shapewright.storage import cache


def test_probabilities_are_exact() -> None:
    found = chances((3, 3), 2)
    # Eight bags of two pieces: those of two different ones can be drawn in two orders.
    weights = sum(
        1 if a == b else 2
        for number, a in enumerate("IJLOSTZ")
        for b in "IJLOSTZ"[number:]
        if Bag.from_text(a + b) in found
    )
    assert found.probability == Fraction(weights, 49)


def test_a_turned_box_is_the_same_box() -> None:
    assert chances((4, 6), 6).table == chances((6, 4), 6).table


def test_every_bag_of_the_table_is_packed_and_no_other() -> None:
    found = chances((4, 5), 5)
    for seed in range(60):
        bag = Bag.random(5, seed=seed)
        assert (bag in found) == bool(pack(bag, box=(4, 5), seed=seed).placements)


def test_nothing_fits_where_there_is_no_room() -> None:
    assert chances((4, 4), 5).bags == 0
    assert chances((1, 3), 1).bags == 0


def test_the_default_is_a_full_box() -> None:
    assert chances((4, 4)).pieces == 4


def test_the_large_table_is_kept_and_made_anew_when_damaged(caplog: pytest.LogCaptureFixture) -> None:
    first = chances((7, 7), 12)
    (file,) = cache.folder("packing").glob("bags_7x7_12.*.h5")
    assert chances((7, 7), 12) == first
    content = bytearray(file.read_bytes())
    content[-9] ^= 1
    file.write_bytes(content)
    assert chances((7, 7), 12) == first
    assert "damaged" in caplog.text


def test_a_cache_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    assert chances((7, 7), 12).bags > 0


@pytest.mark.parametrize(
    ("box", "pieces", "error"), [((9, 9), 4, LimitError), ((0, 4), 1, ProblemError), ((4, 4), 0, ProblemError)]
)
def test_questions_that_cannot_be_answered(box: tuple[int, int], pieces: int, error: type[Exception]) -> None:
    with pytest.raises(error):
        chances(box, pieces)


def test_a_time_limit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with pytest.raises(StoppedError, match="time limit"):
        chances((8, 8), 15, time_limit=0)


def test_the_function_is_the_module_s() -> None:
    assert chances.__wrapped__ is chances_again
