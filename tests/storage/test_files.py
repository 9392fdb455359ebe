"""Files are whole or absent, whatever happens while they are written."""

from __future__ import annotations

import os
import signal
import socket
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from shapewright.errors import FileError, ProblemError
from shapewright.storage.files import (
    check_writable,
    folder_mark,
    is_readable,
    opened,
    read_file,
    reading,
    temporary_name,
    tidy,
    tidy_folders,
    whole_file,
    write_file,
)


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
        "import os, signal; from shapewright.storage.files import whole_file\n"
        "with whole_file('a.txt') as file: file.write(b'new'); file.flush(); os.kill(os.getpid(), signal.SIGKILL)"
    )
    killed = subprocess.run([sys.executable, "-c", program], timeout=60)
    assert killed.returncode == -signal.SIGKILL
    assert Path("a.txt").read_text() == "old"
    assert len(os.listdir()) == 2  # what it wrote is beside it
    check_writable("a.txt")
    assert os.listdir() == ["a.txt"]


def test_only_what_dead_processes_of_this_machine_left_is_removed() -> None:
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    mine = temporary_name("a.txt", "part")
    left = mine.replace(f".{os.getpid()}-", f".{dead.pid}-")
    pid, machine, _ = left.split(".")[2].split("-")
    others = [
        mine,
        left.replace("a.txt", "b.txt"),
        left.replace(machine, "0" * 8),
        f"a.txt.{pid}.part",
        f"a.txt.x{pid}-{machine}-1.part",
        f"a.txt.{'9' * 30}-{machine}-1.part",
        "a.txt",
    ]
    for name in [*others, left, f"{left}-journal"]:
        Path(name).touch()
    tidy("a.txt")
    assert sorted(os.listdir()) == sorted(others)


def test_temporary_folders_of_dead_processes_are_removed(tmp_path: Path) -> None:
    program = (
        "import os, signal, sys, tempfile; from shapewright.storage.files import folder_mark\n"
        "path = tempfile.mkdtemp(prefix=folder_mark('x-'), dir=sys.argv[1]); open(path + '/a', 'w').close()\n"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    subprocess.run([sys.executable, "-c", program, str(tmp_path)], timeout=60)
    (tmp_path / f"{folder_mark('x-')}y").mkdir()
    assert len(os.listdir(tmp_path)) == 2
    tidy_folders(str(tmp_path), "x-")
    assert os.listdir(tmp_path) == [f"{folder_mark('x-')}y"]


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("pipe", "a named pipe, not a file; to read what a command prints, give"),
        ("/dev/zero", "a device"),
        ("s", "a socket"),
    ],
)
def test_what_is_no_file_is_not_read(name: str, what: str) -> None:
    os.mkfifo("pipe")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("s")
        assert is_readable(name)
        with pytest.raises(FileError, match=f"cannot read '{name}': (it is {what}|no such device)"):
            read_file(name, 10)
    with pytest.raises(FileError, match="'.': it is a folder"):
        read_file(".", 10)
    assert not is_readable(".")
    assert not is_readable("absent")


def test_a_file_is_read_up_to_a_size() -> None:
    Path("a").write_bytes(b"x" * 2048)
    assert read_file("a", 2048) == b"x" * 2048
    with pytest.raises(FileError, match="'a' is larger than the limit of 1 kB"):
        read_file("a", 1024)


def test_a_pipe_of_a_shell_is_read_but_not_where_one_goes_about_in_a_file() -> None:
    command = "shapewright.storage.files import read_file; print(read_file(sys.argv[1], 99))"
    said = subprocess.run(
        ["bash", "-c", f'exec "{sys.executable}" -c "import sys; from {command}" <(echo hello)'],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert said.stdout == "b'hello\\n'\n", said.stderr
    reader, writer = os.pipe()
    with pytest.raises(FileError, match="it is a named pipe, not a file$"), opened(f"/dev/fd/{reader}", streams=False):
        pass
    os.close(reader)
    os.close(writer)


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
    for name, reason in (("absent", "no such file or directory"), ("a\0b", "a file cannot have this name")):
        path = str(tmp_path / name)
        with pytest.raises(FileError) as caught, reading(repr(path)), open(path, "rb"):
            pass
        assert str(caught.value) == f"cannot read {path!r}: {reason}"
    with pytest.raises(ProblemError, match="as it is"), reading("it"):
        raise ProblemError("as it is")
