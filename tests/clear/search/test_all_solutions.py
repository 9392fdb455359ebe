"""All solutions of the empty field: how many, which, at random, in files."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from tests.reference.clear.brute_force import BruteForce

from shapewright.clear import Field, Kicks
from shapewright.clear.orders.placing_order import in_order
from shapewright.clear.patterns.sequences import list_sequences
from shapewright.clear.queue import Queue
from shapewright.clear.search.all_solutions import (
    AllSolutions,
    all_solutions,
    count_solutions,
    from_bags,
    shipped,
    text_of,
)
from shapewright.errors import FileError, ProblemError, StoppedError


@pytest.fixture(scope="module")
def two_lines() -> AllSolutions:
    return all_solutions(2)


def test_two_lines(two_lines: AllSolutions) -> None:
    assert len(two_lines) == count_solutions(2).total() == 64
    assert len(two_lines.pieces) == 14
    pictures = [two_lines.text(number) for number in range(64)]
    assert len(set(two_lines)) == 64
    assert {len(row) for picture in pictures for row in picture.split("\n")} == {10}
    assert Counter("".join(sorted(part.piece for part in parts)) for parts in two_lines) == {
        "".join(sorted(pieces)): number for pieces, number in two_lines.pieces.items()
    }


def test_every_solution_can_be_built(two_lines: AllSolutions) -> None:
    from itertools import permutations

    for parts in two_lines:
        pieces = [part.piece for part in parts]
        found = (
            in_order(Field(), parts, Queue("".join(order)), kicks=Kicks.named("srs"), drop="soft", hold=False)
            for order in sorted(set(permutations(pieces)))
        )
        assert any(solution is not None for solution in found)


@pytest.mark.parametrize(("kicks", "drop"), [("none", "hard"), ("srs", "hard"), ("srs-tetrio", "soft")])
def test_as_the_slow_twin(kicks: str, drop: str) -> None:
    """All pictures that any order of any five pieces makes."""
    slow = BruteForce(kicks, drop)  # type: ignore[arg-type]
    found = all_solutions(2, kicks=kicks, drop=drop)  # type: ignore[arg-type]
    assert len(found) <= 64
    pictures: set[object] = set()
    for pieces in found.pieces:
        pictures |= set(_orders(slow, pieces))
    assert len(pictures) == len(found)


def _orders(slow: BruteForce, pieces: str) -> set[object]:
    from itertools import permutations

    return {
        picture
        for order in set(permutations(pieces))
        for picture in slow.pictures(Field(), ["".join(order)], 2, hold=False)
    }


def test_samples(two_lines: AllSolutions) -> None:
    drawn = Counter(two_lines.sample(6400, seed=1))
    assert set(drawn) == set(two_lines)
    assert max(drawn.values()) < 160
    assert two_lines.sample(3, seed=5) == two_lines.sample(3, seed=5)
    with pytest.raises(ProblemError):
        two_lines.sample(-1, seed=1)
    with pytest.raises(IndexError, match="from 0 to 63"):
        two_lines[64]


def test_files(two_lines: AllSolutions, tmp_path: Path) -> None:
    path = tmp_path / "two.h5"
    two_lines.write(path)
    again = AllSolutions.read(path)
    assert (again.height, again.kicks, again.drop, again.pieces) == (2, two_lines.kicks, "soft", two_lines.pieces)
    assert list(again) == list(two_lines)
    content = path.read_bytes()
    for damaged in (content[:-1], content[:2000], b"", content[:700] + b"\1" + content[701:]):
        path.write_bytes(damaged)
        with pytest.raises(FileError):
            AllSolutions.read(path)


def test_the_shipped_ones() -> None:
    found = shipped(4)
    assert found is not None
    assert len(found) == sum(found.pieces.values()) == 23_737_025
    assert shipped(2) is shipped(4, drop="hard") is shipped(4, kicks="none") is None
    for parts in found.sample(20, seed=1):
        assert len(text_of(parts, 4)) == 43
        assert sorted(cell for part in parts for cell in part.cells) == [(x, y) for x in range(10) for y in range(4)]


def test_pieces_from_bags() -> None:
    """As the listed sequences have it, in which anything may be in hold: what is left over, or nothing."""
    placed = {left for pair, rest in list_sequences(5) for left in _without_one(pair + rest)}
    for pieces in count_solutions(2):
        assert from_bags(pieces) == (pieces in placed)
    assert not from_bags("IIII", hold=False)


def _without_one(pieces: str) -> set[str]:
    return {"".join(sorted(pieces[:place] + pieces[place + 1 :], key="IOTSZLJ".index)) for place in range(len(pieces))}


def test_stopping(tmp_path: Path) -> None:
    with pytest.raises(StoppedError):
        count_solutions(4, time_limit=0, checkpoint=tmp_path / "all.sqlite")
    with pytest.raises(ProblemError, match="of 3 lines cannot be listed"):
        count_solutions(3)
