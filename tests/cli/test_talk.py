"""Talking: a script ends at its first mistake, a person may try again; at the end there is an answer."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shapewright.cli import main
from shapewright.cli.command import command_of
from shapewright.cli.root import root
from shapewright.errors import InternalError, NotationError, ProblemError, ResourceError, StoppedError
from shapewright.questions.asked import Asked
from shapewright.questions.fields import Text
from shapewright.questions.question import Answer, Question
from shapewright.questions.session import Session

Run = Callable[..., tuple[int, str, str]]

_ERRORS = {error.__name__: error for error in (ProblemError, StoppedError, InternalError, ResourceError)}


START = Text("start", "")


class Adding(Session):
    """Adds up the numbers that it is told."""

    help = "NUMBER   add it"

    def __init__(self, asked: Asked, desk: Any) -> None:
        self.total = int(asked[START] or 0)

    def do(self, line: str, screen: Any) -> str | None:
        if line == "quit":
            return None
        if line == "hush":
            return ""
        if line in _ERRORS:
            raise _ERRORS[line]("so it is")
        if not line.isdigit():
            raise NotationError(f"{line[:9]!r} is not a number")
        self.total += int(line)
        return self.state(screen)

    def state(self, screen: Any) -> str:
        return f"total {self.total}"

    def answer(self) -> Answer:
        return Answer({"total": self.total}, f"total {self.total}")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def never(asked: dict[str, Any], desk: Any) -> Answer:
        raise AssertionError

    question = Question("zoo", "add", "Add.", (START,), never, session=Adding)
    monkeypatch.setattr(root, "get_command", lambda context, name: command_of(question))

    def call(*words: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main(["add", *words])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


@pytest.fixture
def person(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """A person at the terminal types these lines."""

    class Typed(io.StringIO):
        def isatty(self) -> bool:
            return True

    def give(lines: str) -> None:
        monkeypatch.setattr("sys.stdin", Typed(lines))

    return give


def test_a_script(run: Run, stdin: Callable[[str], None]) -> None:
    stdin("1\n% a comment\n\n  2  \nhush\nquit\nspam\n")
    assert run("--start", "10") == (0, "total 11\ntotal 13\ntotal 13\n", "")


def test_only_the_end(run: Run, stdin: Callable[[str], None]) -> None:
    stdin("1\n2\n")
    assert run("-q") == (0, "total 3\n", "")
    stdin("1\n2\n")
    code, out, err = run("--json", "--start", "4")
    assert (code, err) == (0, "")
    assert json.loads(out)["total"] == 7
    assert json.loads(out)["parameters"] == {"start": "4"}


def test_into_a_file(run: Run, stdin: Callable[[str], None]) -> None:
    stdin("1\n")
    assert run("-o", "a.txt") == (0, "total 1\n", "")
    assert Path("a.txt").read_text() == "total 1\n"


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("spam", 2, "error: line 3: 'spam' is not a number\n"),
        ("ProblemError", 2, "error: line 3: so it is\n"),
        ("StoppedError", 3, "stopped: line 3: so it is\n"),
        ("ResourceError", 3, "error: line 3: so it is\n"),
    ],
)
def test_a_script_ends_at_its_first_mistake(
    run: Run, stdin: Callable[[str], None], line: str, code: int, message: str
) -> None:
    stdin(f"1\n% a comment\n{line}\n2\n")
    assert run("-o", "a.txt") == (code, "total 1\n", message)
    assert not Path("a.txt").exists()


def test_a_fault_of_ours_is_not_said_to_be_the_script_s(run: Run, stdin: Callable[[str], None]) -> None:
    stdin("InternalError\n")
    code, out, err = run()
    assert (code, out) == (70, "")
    assert "line 1: so it is" in err


def test_a_script_that_is_not_text(run: Run, stdin: Callable[[bytes], None]) -> None:
    stdin(b"1\n\xff\xfe\n")
    code, out, err = run()
    assert (code, out) == (2, "")
    assert err == "error: the script is not text: byte 0xff is not UTF-8; save the file as UTF-8\n"


def test_an_endless_line_is_not_read_to_its_end(run: Run, stdin: Callable[[str], None]) -> None:
    stdin("x" * 1_000_000)
    assert run() == (2, "", "error: line 1: 'xxxxxxxxx' is not a number\n")


def test_no_script_at_all(run: Run, stdin: Callable[[str], None], monkeypatch: pytest.MonkeyPatch) -> None:
    stdin("")
    assert run() == (0, "total 0\n", "")
    monkeypatch.setattr("sys.stdin", None)
    assert run() == (0, "total 0\n", "")


def test_a_person_may_try_again(run: Run, person: Callable[[str], None]) -> None:
    person("spam\n5\n")
    code, out, err = run()
    assert (code, err) == (0, "")
    assert out == "NUMBER   add it\ntotal 0\n> error: 'spam' is not a number\n> total 5\n> "


def test_a_person_sees_the_end_once_and_a_file_has_it(run: Run, person: Callable[[str], None]) -> None:
    person("5\nquit\n")
    code, out, _ = run("-o", "a.txt")
    assert (code, out.count("total 5")) == (0, 1)
    assert Path("a.txt").read_text() == "total 5\n"


@pytest.mark.parametrize("flag", ["--json", "-q"])
def test_nothing_but_the_answer_is_printed_if_that_is_wanted(
    run: Run, person: Callable[[str], None], flag: str
) -> None:
    person("5\n")
    code, out, _ = run(flag)
    assert code == 0
    assert json.loads(out)["total"] == 5 if flag == "--json" else out == "total 5\n"


def test_a_blank_line_may_say_something(
    run: Run, stdin: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Adding, "takes_blank", True)
    stdin("1\n\n")
    assert run() == (2, "total 1\n", "error: line 2: '' is not a number\n")
