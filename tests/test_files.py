"""Files are whole or absent, whatever happens while they are written."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from shapewright.errors import FileError, ProblemError
from shapewright.files import check_writable, reading, whole_file, write_file


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_file_is_written_whole() -> None:
    write_file("a.txt", "4×5\n")
    assert Path("a.txt").read_bytes() == "4×5\n".encode()
    write_file("a.txt", b"\xff")
    assert Path("a.txt").read_bytes() == b"\xff"
    assert os.listdir() == ["a.txt"]


def test_an_error_leaves_the_old_file_and_nothing_else() -> None:
    write_file("a.txt", "old")
    with pytest.raises(KeyError), whole_file("a.txt") as file:
        file.write(b"new")
        raise KeyError
    assert Path("a.txt").read_text() == "old"
    with pytest.raises(KeyboardInterrupt), whole_file("b.txt") as file:
        file.write(b"new")
        raise KeyboardInterrupt
    assert os.listdir() == ["a.txt"]


def test_until_the_end_the_old_file_is_there() -> None:
    write_file("a.txt", "old")
    with whole_file("a.txt") as file:
        file.write(b"new")
        file.flush()
        assert Path("a.txt").read_text() == "old"
    assert Path("a.txt").read_text() == "new"


def test_a_new_file_has_the_usual_permissions_and_an_old_one_keeps_its_own() -> None:
    Path("usual").touch()
    write_file("new", "x")
    assert os.stat("new").st_mode == os.stat("usual").st_mode
    Path("new").chmod(0o640)
    write_file("new", "y")
    assert stat.S_IMODE(os.stat("new").st_mode) == 0o640


def test_a_link_stays_a_link() -> None:
    write_file("target", "old")
    os.symlink("target", "link")
    write_file("link", "new")
    assert Path("link").is_symlink()
    assert Path("target").read_text() == "new"


def test_a_pipe_is_written_and_not_replaced() -> None:
    os.mkfifo("pipe")
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(Path("pipe").read_bytes()))
    reader.start()
    write_file("pipe", "answer")
    reader.join()
    assert got == [b"answer"]
    assert stat.S_ISFIFO(os.stat("pipe").st_mode)


def test_a_program_that_is_killed_leaves_the_old_file() -> None:
    write_file("a.txt", "old")
    program = (
        "import os, signal; from shapewright.files import whole_file\n"
        "with whole_file('a.txt') as file: file.write(b'new'); file.flush(); os.kill(os.getpid(), signal.SIGKILL)"
    )
    killed = subprocess.run([sys.executable, "-c", program], timeout=60)
    assert killed.returncode == -signal.SIGKILL
    assert Path("a.txt").read_text() == "old"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs the device that is always full")
def test_a_full_disk_is_said() -> None:
    with pytest.raises(FileError, match="cannot write '/dev/full': no space left on device"):
        write_file("/dev/full", "x" * 100_000)
    assert not os.path.isfile("/dev/full")


@pytest.mark.parametrize("path", ["nosuch/a", "folder"])
def test_what_cannot_be_written(path: str) -> None:
    os.mkdir("folder")
    with pytest.raises(FileError, match=f"cannot write '{path}'"):
        check_writable(path)
    with pytest.raises(FileError, match=f"cannot write '{path}'"):
        write_file(path, "x")
    assert os.listdir() == ["folder"]


def test_what_cannot_be_read_is_said_in_one_sentence(tmp_path: Path) -> None:
    for name, reason in (("absent", "no such file or directory"), ("a\0b", "there can be no such file")):
        path = str(tmp_path / name)
        with pytest.raises(FileError) as caught, reading(repr(path)), open(path, "rb"):
            pass
        assert str(caught.value) == f"cannot read {path!r}: {reason}"
    with pytest.raises(ProblemError, match="as it is"), reading("it"):
        raise ProblemError("as it is")
