"""The graph of a question, with boards that are not live left out and without: the same answers."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from shapewright.clear import Field, live_boards, path, percent
from shapewright.clear.graph.setup import Setup
from shapewright.clear.problem import lines_with

GRAPH = sys.modules["shapewright.clear.graph.graph"]
LIVE = sys.modules["shapewright.clear.graph.live_boards"]


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[pytest.MonkeyPatch]:
    """Live boards of two lines in the cache, as those of four would be, and used for every field."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for module in (GRAPH, LIVE):
        monkeypatch.setattr(module, "KEPT_HEIGHT", 2)
    monkeypatch.setattr(LIVE, "_kept", {})
    monkeypatch.setattr(GRAPH, "_FEW_PIECES", 0)
    monkeypatch.setattr(GRAPH, "_MANY_PIECES", 0)
    live_boards(2)
    return monkeypatch


def fields(number: int) -> Iterator[Field]:
    """Live fields, any others, and one with a full row."""
    generator = Random(number)
    boards = live_boards(2).native
    for _ in range(number):
        keys = [int(key) for key in boards.boards(generator.choice([1, 2])) if int(key) >> 60 == 2]
        yield drawn(generator.choice(keys))
        yield drawn(sum(1 << cell for cell in generator.sample(range(20), generator.choice([4, 8, 12]))))
    yield from (Field(), Field.from_text("X_________/XXXXXXXXXX/X__XX_____"))


def drawn(bits: int) -> Field:
    """The field of two rows with these cells."""
    return Field.from_text("/".join("".join("_X"[bits >> 10 * y + x & 1] for x in range(10)) for y in (1, 0)))


@pytest.mark.parametrize("hold", [True, False])
def test_the_same_queues_and_solutions(kept: pytest.MonkeyPatch, hold: bool) -> None:
    used = 0
    for field in fields(20):
        pattern, lines = "*p6", lines_with(field, 2)
        with kept.context() as without:
            without.setattr(GRAPH, "kept_live_boards", lambda *_, **__: None)
            expected = percent(field, pattern, lines, hold=hold, use_list=False)
            ways = {str(solution) for solution in path(field, pattern, lines, hold=hold)}
        found = percent(field, pattern, lines, hold=hold, use_list=False)
        assert (list(found.solving()), found.by_saved()) == (list(expected.solving()), expected.by_saved())
        assert {str(solution) for solution in path(field, pattern, lines, hold=hold)} == ways
        used += Setup.of(field, pattern, lines, hold=hold).graph().native.uses_live_boards
    assert used >= 20, "some of the fields are live"


def test_nothing_kept_nothing_used(kept: pytest.MonkeyPatch, tmp_path: Path) -> None:
    kept.setenv("XDG_CACHE_HOME", str(tmp_path / "elsewhere"))
    kept.setattr(LIVE, "_kept", {})
    assert not Setup.of(Field(), "*p6", 2).graph().native.uses_live_boards
