"""Live boards: found as slow walks find them, kept in the cache, read back, and refused where damaged."""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
from pathlib import Path

import pytest
from tests.reference.clear import live_boards as slow

from shapewright.clear import Field, Kicks, kept_live_boards, live_boards, native
from shapewright.clear.drops import Drop
from shapewright.clear.graph.live_boards import live_boards_file
from shapewright.errors import LimitError, NotationError, ProblemError, StoppedError
from shapewright.jobs import Progress

MODULE = sys.modules["shapewright.clear.graph.live_boards"]
"""The function has its name."""

ROWS = 60
"""The bit of a board's number from which on its rows are counted."""


def number_of(board: slow.Board) -> int:
    field, height = board
    return field.bits | height << ROWS


@pytest.mark.parametrize(
    ("kicks", "drop"), [("srs", "soft"), ("srs-plus", "soft"), ("jstris180", "soft"), ("srs", "hard")]
)
def test_two_lines_are_those_of_slow_walks(kicks: str, drop: Drop) -> None:
    found, expected = live_boards(2, kicks=kicks, drop=drop), slow.live_boards(2, kicks, drop)
    assert found.sizes == tuple(map(len, expected))
    for placed, boards in enumerate(expected):
        assert found.native.boards(placed).tolist() == sorted(map(number_of, boards))
        assert all(found.has(*board) for board in boards)
    dead = slow.following((Field(), 2), found.kicks, drop) - expected[1]
    assert not any(found.has(*board) for board in dead)


def test_a_full_row_counts_as_cleared() -> None:
    found = live_boards(2)
    assert found.has(Field.from_text("XX________/XXXXXXXXXX/XX________")), "a row of the three is cleared first"
    assert not found.has(Field.from_text("XX________/XX________/XX________"))
    assert found.has(Field(), 0)
    assert not found.has(Field(), 1)


def test_what_cannot_be_asked() -> None:
    with pytest.raises(ProblemError, match="2 and 4 lines, not for 6"):
        live_boards(6)
    with pytest.raises(NotationError, match="kick"):
        live_boards(2, kicks="tetris")
    with pytest.raises(NotationError, match="drop"):
        live_boards(2, drop="softly")  # type: ignore[arg-type]


@pytest.mark.skipif(os.name != "posix", reason="signals are those of POSIX")
def test_ctrl_c_is_no_time_limit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(MODULE, "require_memory", lambda *_: None)

    def strike(progress: Progress) -> None:
        if not progress.done:
            threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()

    with pytest.raises(KeyboardInterrupt):
        live_boards(4, progress=strike)


def test_progress_and_time_limit() -> None:
    told: list[Progress] = []
    live_boards(2, progress=told.append)
    assert [progress.done for progress in told] == list(range(native.LiveGraph.steps(2) + 1))
    with pytest.raises(StoppedError, match="before all live boards were found"):
        live_boards(4, time_limit=0)


def test_no_search_that_memory_does_not_suffice_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shapewright.jobs.memory.available_memory", lambda: 1 << 30)
    with pytest.raises(LimitError, match="live boards of four lines needs about"):
        live_boards(4)


@pytest.fixture
def two_lines_for_four(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A cache in which those of two lines are kept, so that a test takes no minute."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(MODULE, "KEPT_HEIGHT", 2)
    monkeypatch.setattr(MODULE, "_kept", {})
    return live_boards_file("srs", "soft")


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MODULE, "_kept", {})


def test_what_is_found_is_kept(two_lines_for_four: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert kept_live_boards() is None
    assert not two_lines_for_four.exists()
    made = live_boards(2)
    assert two_lines_for_four.read_bytes().startswith(b"shapewright data: live boards\n")
    assert kept_live_boards() is made
    forget(monkeypatch)
    monkeypatch.setattr(native, "LiveGraph", None)  # no second search
    again = live_boards(2)
    assert again is not made
    assert again.sizes == made.sizes
    assert kept_live_boards("srs", "hard") is None
    assert kept_live_boards(Kicks.from_properties(Kicks.named("srs").to_properties(), name="mine")) is not None


@pytest.mark.parametrize("damage", ["truncated", "flipped", "another", "inside"])
def test_a_damaged_file_is_made_again(
    two_lines_for_four: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, damage: str
) -> None:
    live_boards(2)
    whole = two_lines_for_four.read_bytes()
    flipped = whole[:-20] + bytes([whole[-20] ^ 1]) + whole[-19:]
    two_lines_for_four.write_bytes({"truncated": whole[:-9], "flipped": flipped}.get(damage, b"nothing of the kind"))
    if damage == "inside":  # its digest is right, its content is not
        from shapewright.storage.sealed import HEADER_BYTES, header

        content = whole[HEADER_BYTES:-1]
        two_lines_for_four.write_bytes(header("live boards", 1, "packed boards", content) + content)
    forget(monkeypatch)
    with caplog.at_level(logging.WARNING, "shapewright"):
        assert kept_live_boards() is None
    assert "live-boards" in caplog.text
    assert live_boards(2).sizes == (1, 28, 172, 185, 28, 1)
    assert two_lines_for_four.read_bytes() == whole
