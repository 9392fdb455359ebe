"""The user's cache: what is written there stays there."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from filelock import FileLock

from shapewright.errors import StoppedError
from shapewright.storage import cache
from shapewright.storage.files import temporary_name, write_file


def test_a_link_or_a_pipe_is_not_written_through(tmp_path: Path) -> None:
    target, place, pipe = tmp_path / "target", tmp_path / "place", tmp_path / "pipe"
    target.write_text("somebody's own")
    place.symlink_to(target)
    os.mkfifo(pipe)
    for one in (place, pipe):
        with cache.alone(one) as writable:
            assert writable
            write_file(str(one), "new")
        assert one.read_text() == "new"
        assert stat.S_ISREG(one.lstat().st_mode)
    assert target.read_text() == "somebody's own"


def test_a_file_or_a_folder_stays(tmp_path: Path) -> None:
    file, folder = tmp_path / "file", tmp_path / "folder"
    file.write_text("old")
    folder.mkdir()
    for one in (file, folder):
        with cache.alone(one):
            assert one.exists()


def test_what_a_killed_process_left_is_removed(tmp_path: Path) -> None:
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    place = tmp_path / "place"
    left = temporary_name(str(place), "part").replace(f".{os.getpid()}-", f".{dead.pid}-")
    Path(left).touch()
    with cache.alone(place):
        assert not Path(left).exists()


def test_another_who_makes_the_same_is_waited_for_as_long_as_there_is_time(tmp_path: Path) -> None:
    over = pytest.raises(StoppedError, match="the time limit of 0.1 s was reached while another process makes")
    with FileLock(f"{tmp_path / 'place'}.lock"), over, cache.alone(tmp_path / "place", 0.1):
        pass
