"""What searches do is pinned: no commit changes the work of one, or an answer, without saying so."""

from __future__ import annotations

import pytest
from benchmarks.parts import signature

from shapewright import _core


def _compare() -> None:
    pinned = signature.FILE.read_text().splitlines()
    now = signature.table(signature.rows()).splitlines()
    changed = [f"was {old!r}, is {new!r}" for old, new in zip(pinned, now, strict=False) if old != new]
    hint = "run `make bench-signature`, and say in the commit what changed"
    assert not changed, "\n".join([hint, *changed])
    assert len(pinned) == len(now), hint


def test_searches_do_what_they_did() -> None:
    _compare()


@pytest.mark.slow
@pytest.mark.parametrize("path", _core.simd_paths())
def test_searches_do_the_same_on_every_simd_path(path: str) -> None:
    _core.set_simd(path)
    try:
        assert _core.simd_path() == path
        _compare()
    finally:
        _core.set_simd("")


def test_a_changed_search_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [("tiling", "17", "4"), ("packing", "-", "4f")]
    other = [("tiling", "18", "4"), ("packing", "-", "4f")]
    assert signature.table(rows) != signature.table(other)
    # The digest at the end covers every line.
    assert signature.table(rows).splitlines()[-1] != signature.table(other).splitlines()[-1]
