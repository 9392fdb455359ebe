"""What a command writes: files are whole or absent, remarks keep out of the way, formats are refused with a reason."""

from __future__ import annotations

import json
import os
import stat
import sys
import threading
from pathlib import Path

import click
import pytest

from shapewright.cli.output import (
    check_writable,
    integers_of_any_length,
    json_text,
    output_format,
    print_text,
    remark,
    wants_progress,
    whole_file,
    write_file,
)
from shapewright.errors import FileError, ProblemError


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


def test_the_suffix_is_the_format() -> None:
    formats = (".txt", ".svg")
    assert output_format("a.b/c.SVG", formats) == ".svg"
    with pytest.raises(ProblemError, match=r"^'a\.gif' cannot be written: a picture that moves needs steps$"):
        output_format("a.gif", formats, {".gif": "a picture that moves needs steps"})
    with pytest.raises(ProblemError, match=r"'\.doc' is not a format of this answer; there are \.txt \.svg$"):
        output_format("a.doc", formats, {".gif": "no"})
    with pytest.raises(ProblemError, match="no suffix"):
        output_format("answer", formats)


def test_json_is_one_line_and_knows_no_largest_number() -> None:
    huge = 10**5000
    text = json_text({"count": huge, "board": "4×5\n"})
    assert "\n" not in text
    assert text.isascii()  # whatever the encoding of the stream
    with integers_of_any_length():
        assert json.loads(text)["count"] == huge
    with pytest.raises(ValueError, match="4300"):
        str(huge)


def test_an_answer_ends_in_one_newline(capsys: pytest.CaptureFixture[str]) -> None:
    print_text("1")
    print_text("2\n")
    assert capsys.readouterr().out == "1\n2\n"


@pytest.mark.parametrize(
    ("at_terminal", "flags", "heard"),
    [
        (True, {}, True),
        (False, {}, False),
        (True, {"quiet": True}, False),
        (False, {"verbose": True}, True),
        (True, {"quiet": True, "verbose": True}, False),
    ],
)
def test_remarks(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    at_terminal: bool,
    flags: dict[str, bool],
    heard: bool,
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: at_terminal)
    with click.Context(click.Command("x")) as context:
        context.params.update(flags)
        remark("0.09 s")
        assert wants_progress() == (at_terminal and not flags.get("quiet"))
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "0.09 s\n" if heard else "")
