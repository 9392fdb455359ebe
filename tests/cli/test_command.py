"""Commands made out of questions: what they take, print and write, and how they refuse; with questions made up here."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from click.shell_completion import ShellComplete
from tests.errors import without_object

from shapewright.cli import main
from shapewright.cli.command import command_of
from shapewright.cli.deadline import current
from shapewright.cli.root import root
from shapewright.errors import LimitError, NotationError, StoppedError
from shapewright.questions import FAMILIES
from shapewright.questions import listing as listings
from shapewright.questions.asked import Asked
from shapewright.questions.desk import Desk
from shapewright.questions.fields import (
    CHECKPOINT,
    CLUSTER,
    THREADS,
    TIME_LIMIT,
    Choice,
    Field,
    File,
    Files,
    Flag,
    Number,
    Parsed,
    Text,
    Texts,
    Whole,
)
from shapewright.questions.listing import Listing
from shapewright.questions.parts import Text as Shown
from shapewright.questions.question import Answer, Formats, Question, counted
from shapewright.storage.json import json_text

Run = Callable[..., tuple[int, str, str]]
Made = Callable[..., Run]

FIELDS: tuple[Field[Any], ...] = (
    Text("name", "Whose.", argument=True, required=True),
    Whole("width", "How wide.", short="-w", old=("--breadth", "--columns"), maximum=9, usual="7"),
    Whole("height", "How high.", default=3),
    Number("weight", "How heavy.", maximum=10.0),
    Choice("kind", "Which one.", choices=("cat", "dog"), default="dog"),
    Flag("no_tail", "Without.", off="--tail"),
    Texts("leg", "Legs.", old=("--paw",)),
    Parsed("board", "Where.", parse=str.upper, metavar="BOARD"),
    File("file", "More of it."),
    Files("others", "Other files."),
    Text("colour", "Of the page.", doors=("studio",)),
    THREADS,
    CHECKPOINT,
    CLUSTER,
    TIME_LIMIT,
)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Made:
    """``made(answer)`` is a command that asks a made-up question; call it with the words after its name."""

    def make(answer: Any, fields: tuple[Field[Any], ...] = FIELDS, **more: Any) -> Run:
        def named(asked: Asked) -> dict[str, Any]:
            return {field.name: asked[field] for field in fields if "shell" in field.doors}

        if callable(formats := more.get("formats")):
            more["formats"] = lambda asked: formats(named(asked))
        question = Question(
            "zoo", "pet", "Describe a pet.", fields, lambda asked, desk: answer(named(asked), desk), **more
        )
        monkeypatch.setattr(root, "get_command", lambda context, name: command_of(question))

        def run(*words: str) -> tuple[int, str, str]:
            capsys.readouterr()
            code = main(["pet", *words])
            captured = capsys.readouterr()
            return code, without_object(words, code, captured.out, captured.err), captured.err

        return run

    return make


@pytest.fixture
def asked() -> dict[str, Any]:
    """What the question was asked with."""
    return {}


@pytest.fixture
def pet(made: Made, asked: dict[str, Any]) -> Run:
    """A question with fields of every kind, whose answer is what it was asked."""

    def answer(values: dict[str, Any], desk: Desk) -> Answer:
        asked.clear()
        asked.update(values, desk=desk)
        return Answer({"legs": len(values["leg"])}, "a pet", notes=["it purrs"])

    return made(answer)


# --- What is taken ----------------------------------------------------------------------------------------------------


def test_defaults(pet: Run, asked: dict[str, Any]) -> None:
    assert pet("Tom") == (0, "a pet\n", "")
    desk = asked.pop("desk")
    given = {name: value for name, value in asked.items() if value not in (None, ())}
    assert given == {"name": "Tom", "height": 3, "kind": "dog", "no_tail": False}
    assert "colour" not in asked
    assert (desk.seconds, desk.threads, desk.checkpoint, desk.executor, desk.studio) == (None, None, None, None, False)


def test_values_are_those_of_the_fields(pet: Run, asked: dict[str, Any]) -> None:
    Path("a.txt").write_text("spam")
    words = "Tom --width 5 --weight 2 --kind cat --no-tail --leg a --leg b --board 3x2 --file a.txt --others a.txt"
    assert pet(*words.split(), "--threads", "2", "--checkpoint", "c")[0] == 0
    expected = {"width": 5, "weight": 2.0, "kind": "cat", "no_tail": True, "leg": ("a", "b"), "board": "3X2"}
    assert expected.items() <= asked.items()
    assert asked["file"].text() == asked["others"][0].text() == "spam"
    assert (asked["desk"].threads, asked["desk"].checkpoint) == (2, "c")


@pytest.mark.parametrize("option", ["-w", "--width", "--breadth", "--columns"])
def test_old_and_short_spellings(pet: Run, asked: dict[str, Any], option: str) -> None:
    assert pet("Tom", option, "5")[0] == 0
    assert asked["width"] == 5
    code, _, err = pet("Tom", option, "10")
    assert (code, err) == (2, "error: --width takes a whole number from 0 to 9, not 10\n")


def test_old_spellings_of_several(pet: Run, asked: dict[str, Any]) -> None:
    assert pet("Tom", "--paw", "a", "--paw", "b")[0] == 0
    assert asked["leg"] == ("a", "b")


@pytest.mark.parametrize(
    ("words", "value"), [("", False), ("--no-tail", True), ("--tail", False), ("--no-tail --tail", False)]
)
def test_a_flag_can_be_taken_back(pet: Run, asked: dict[str, Any], words: str, value: bool) -> None:
    code, out, _ = pet("Tom", *words.split(), "--json")
    assert (code, asked["no_tail"]) == (0, value)
    assert json.loads(out)["parameters"].get("no_tail", False) is value


def test_a_required_option_may_have_an_old_spelling(made: Made) -> None:
    run = made(lambda values, desk: Answer({}, values["a"]), (Text("a", "A letter.", required=True, old=("--was",)),))
    assert run("--a", "x")[:2] == run("--was", "x")[:2] == (0, "x\n")
    assert run() == (2, "", "error: --a is missing: A letter.\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "error: missing argument 'NAME'; see shapewright --help\n"),
        (["a", "b"], "error: got unexpected extra argument (b)"),
        (["a", "--kind", "cow"], "error: invalid value for '--kind': 'cow' is not one of 'cat', 'dog'"),
        (["a", "--colour", "red"], "error: no such option '--colour'"),
        (["a", "--height", "+-5"], "error: --height takes a whole number from 0 to 9007199254740992, not '+-5'\n"),
        (["a", "--threads", "0"], "error: --threads takes a whole number from 1 to 1024, not 0\n"),
        (["a", "--file", ""], "error: --file takes the name of a file, and the name is empty\n"),
        (["a", "--json", "--jsonl"], "error: no such option '--jsonl'"),
    ],
)
def test_refusals(pet: Run, words: list[str], message: str) -> None:
    code, out, err = pet(*words)
    assert (code, out) == (2, "")
    assert err.startswith(message.split(";")[0])
    assert err.count("\n") == 1


@pytest.mark.parametrize("text", ["0", "-1", "nan", "inf", "1e400", "1_0", "", "soon", "9" * 9999, "１"])
def test_no_time_limit(pet: Run, text: str) -> None:
    code, _, err = pet("Tom", "--time-limit", text)
    assert code == 2
    assert err.startswith("error: --time-limit takes a number of seconds, more than 0 and at most 315360000, not ")
    assert len(err) < 150


@pytest.mark.parametrize("text", ["1", "0.001", "1e3", "315360000"])
def test_time_limits(pet: Run, asked: dict[str, Any], text: str) -> None:
    pet("Tom", "--time-limit", text)
    left = asked["desk"].seconds
    assert 0 < left <= float(text)
    assert f"{left:.3f}" == f"{float(text):.3f}"
    assert current() is None


def test_a_time_limit_begins_before_anything_is_read(made: Made) -> None:
    def answer(values: dict[str, Any], desk: Desk) -> Answer:
        return Answer({}, values["board"])

    def parse(text: str) -> str:
        assert current() is not None
        return text

    run = made(answer, (Parsed("board", "", parse=parse), TIME_LIMIT))
    assert run("--board", "x", "--time-limit", "100")[:2] == (0, "x\n")


def test_standard_input_is_read_once_in_a_command(pet: Run, stdin: Callable[[str], None]) -> None:
    for _ in range(2):
        stdin("spam")
        assert pet("Tom", "--board", "-")[0] == 0
    stdin("spam")
    code, out, err = pet("Tom", "--board", "-", "--others", "-", "--json")
    assert (code, out, err) == (2, "", "error: standard input ('-') can be read only once in a command\n")


@pytest.mark.parametrize("option", ["-o", "--checkpoint"])
@pytest.mark.parametrize(
    ("name", "code", "words"),
    [
        ("", 2, "takes the name of a file, and the name is empty"),
        ("-", 2, "takes the name of a file; answers go to standard output without it"),
        ("nosuch/a.json", 4, "cannot write 'nosuch/a.json': there is no folder "),
        ("folder", 4, "cannot write 'folder': it is a folder"),
    ],
)
def test_a_file_that_cannot_be_written_is_refused_before_the_work(
    pet: Run, asked: dict[str, Any], option: str, name: str, code: int, words: str
) -> None:
    Path("folder").mkdir()
    found, out, err = pet("Tom", option, name)
    assert (found, out) == (code, "")
    assert words in err
    assert asked == {}


def test_a_cluster_is_reached_only_when_it_is_wanted(pet: Run, made: Made) -> None:
    assert pet("Tom", "--cluster", "nonsense")[0] == 0
    wants = made(lambda values, desk: Answer({}, str(desk.executor)))
    code, _, err = wants("Tom", "--cluster", "nonsense")
    assert code == 2
    assert "--cluster takes the address of a Dask scheduler" in err
    assert wants("Tom", "--cluster", "a:1", "--threads", "2")[0] == 2


# --- Words in several forms -------------------------------------------------------------------------------------------


@pytest.fixture
def formed(made: Made) -> Run:
    fields = (
        File("answer", "An answer.", argument=True),
        Text("sequence", "Some pieces.", argument=True),
        Text("plan", "A plan.", argument=True),
    )
    return made(
        lambda values, desk: Answer({}, values["plan"] or "an answer"),
        fields,
        forms=(("answer",), ("sequence", "plan")),
        arguments="ANSWER | SEQUENCE PLAN",
    )


def test_words_are_told_apart_by_their_number(formed: Run) -> None:
    Path("a.json").write_text("{}")
    code, out, _ = formed("a.json", "--json")
    assert (code, json.loads(out)["parameters"]) == (0, {"answer": "{}"})
    code, out, _ = formed("LL", "0 1", "--json")
    assert (code, json.loads(out)["parameters"]) == (0, {"sequence": "LL", "plan": "0 1"})


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("a b c", "zoo pet takes ANSWER | SEQUENCE PLAN; here are 3 words"),
        ("LL", "zoo pet takes ANSWER | SEQUENCE PLAN; 'LL' is not a file"),
    ],
)
def test_words_in_no_form(formed: Run, words: str, message: str) -> None:
    assert formed(*words.split()) == (2, "", f"error: {message}\n")


def test_help_names_the_words_of_all_forms(formed: Run) -> None:
    out = formed("--help")[1]
    assert "[OPTIONS] ANSWER | SEQUENCE PLAN" in out
    assert out.index("Arguments:") < out.index("ANSWER    An answer.") < out.index("PLAN      A plan.")


# --- Help -------------------------------------------------------------------------------------------------------------


def test_help(pet: Run) -> None:
    code, out, err = pet("--help")
    assert (code, err) == (0, "")
    assert out.startswith("Usage: shapewright pet [OPTIONS] NAME\n\n  Describe a pet.\n")
    lines = [" ".join(line.split()) for line in out.splitlines()]
    for line in (
        "NAME Whose.",
        "-w, --width N How wide. [default: 7]",
        "--height N How high. [default: 3]",
        "--kind [cat|dog] Which one. [default: dog]",
        "--no-tail Without.",
        "--board BOARD Where.",
        "-o, --output FILE Write the answer to FILE, in the format of its suffix",
    ):
        assert line in lines, line
    for hidden in ("--tail", "--breadth", "--columns", "--paw", "--colour"):
        assert f"{hidden} " not in out
    assert max(map(len, out.splitlines())) <= 80


def test_what_every_command_has_comes_last(pet: Run) -> None:
    own, _, common = pet("--help")[1].partition("\nOutput:\n")
    assert "--height" in own
    assert "--json" not in own
    for option in ("--json", "--output", "--quiet", "--verbose", "--help"):
        assert option in common


def test_completion_offers_no_hidden_spellings() -> None:
    question = Question("zoo", "pet", "Describe.", FIELDS, lambda asked, desk: Answer({}))
    command = command_of(question)
    items = command.shell_complete(click.Context(command, resilient_parsing=True), "--")
    names = {item.value for item in items}
    assert {"--width", "--json"} <= names
    assert not {"--breadth", "--paw"} & names


# --- Answers ----------------------------------------------------------------------------------------------------------


def test_the_envelope_repeats_what_was_given(pet: Run) -> None:
    Path("a.txt").write_bytes(b"\xef\xbb\xbfspam\r\n")
    code, out, err = pet("Tom", "--leg", "a", "--kind", "dog", "--board", "a.txt", "--file", "a.txt", "-v", "--json")
    assert (code, err) == (0, "it purrs\n")
    found = json.loads(out)
    assert found.pop("version")
    assert found.pop("seconds") >= 0
    assert found == {
        "envelope": 1,
        "command": "zoo pet",
        "parameters": {"name": "Tom", "leg": ["a"], "board": "spam\n", "file": "spam\n"},
        "verdict": "found",
        "reason": None,
        "complete": True,
        "legs": 1,
    }


@pytest.mark.parametrize(("flags", "heard"), [([], ""), (["-v"], "it purrs\n"), (["-q"], ""), (["-q", "-v"], "")])
def test_remarks(pet: Run, flags: list[str], heard: str) -> None:
    assert pet("Tom", *flags) == (0, "a pet\n", heard)


def _plan(verdict: Any = "found", **more: Any) -> Callable[[dict[str, Any], Desk], Answer]:
    def answer(values: dict[str, Any], desk: Desk) -> Answer:
        records = None if verdict == "none" else lambda: [{"a": 1}, {"a": 2}]
        text = None if verdict == "none" else lambda screen: "file" if screen.is_file else "screen"
        parts = [Shown("notation")]
        return Answer({"n": 2}, "", verdict, "no space", text, lambda: parts, records, **more)

    return answer


@pytest.fixture
def plan(made: Made) -> Callable[..., Run]:
    formats = Formats((".txt", ".json", ".jsonl", ".html", ".mine"), {".gif": "nothing moves"})

    def make(verdict: Any = "found", **more: Any) -> Run:
        return made(_plan(verdict, files={".mine": lambda: b"\0mine"}, **more), (), formats=formats, lists=True)

    return make


@pytest.mark.parametrize(
    ("name", "content"), [("a.txt", b"file\n"), ("a.jsonl", b'{"a": 1}\n{"a": 2}\n'), ("a.MINE", b"\0mine")]
)
def test_an_answer_in_a_file(plan: Callable[..., Run], name: str, content: bytes) -> None:
    assert plan()("-o", name, "-v") == (0, "", f"wrote '{name}'\n")
    assert Path(name).read_bytes() == content


@pytest.mark.parametrize(
    ("flags", "printed"), [([], ""), (["--jsonl"], '{"a": 1}\n{"a": 2}\n'), (["--json"], '{"version"')]
)
def test_what_is_printed_beside_a_file(plan: Callable[..., Run], flags: list[str], printed: str) -> None:
    code, out, _ = plan()("-o", "a.json", *flags)
    assert code == 0
    assert out.startswith(printed)
    assert bool(out) == bool(printed)
    assert json.loads(Path("a.json").read_text())["n"] == 2


def test_two_formats_at_once(plan: Callable[..., Run]) -> None:
    assert plan()("--json", "--jsonl") == (2, "", "error: --json and --jsonl cannot be combined; give one of them\n")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("a.gif", "nothing moves"),
        ("a.svg", "'.svg' is not a format of this answer; the formats are .txt .json .jsonl .html .mine"),
        ("a", "it has no suffix that names a format of this answer; the formats are .txt .json .jsonl .html .mine"),
    ],
)
def test_a_format_is_refused_before_the_work(made: Made, plan: Callable[..., Run], name: str, reason: str) -> None:
    assert plan()("-o", name) == (2, "", f"error: '{name}' cannot be written: {reason}\n")


def test_a_proven_none(plan: Callable[..., Run]) -> None:
    run = plan("none")
    assert run() == (1, "impossible: no space\n", "")
    assert run("--jsonl", "-v") == (1, "", "impossible: no space\n")
    for name in ("a.txt", "a.jsonl", "a.html", "a.mine"):
        assert run("-o", name) == (1, "impossible: no space\n", "")
        assert not Path(name).exists()
    assert run("-o", "a.json")[:2] == (1, "impossible: no space\n")
    assert json.loads(Path("a.json").read_text())["reason"] == "no space"
    code, out, _ = run("--json")
    assert (code, json.loads(out)["verdict"]) == (1, "none")


def test_nobody_knows(plan: Callable[..., Run]) -> None:
    code, out, _ = plan("unknown")("--json")
    assert (code, json.loads(out)["verdict"]) == (3, "unknown")


def test_a_count_of_nothing_is_an_answer(made: Made) -> None:
    run = made(lambda values, desk: counted(0, "plan", {"count": 0}), ())
    assert run() == (0, "0\n", "")
    code, out, _ = run("--json")
    assert (code, json.loads(out)["verdict"], json.loads(out)["count"]) == (0, "none", 0)
    assert run("-o", "a.txt") == (0, "", "")
    assert Path("a.txt").read_text() == "0\n"


def test_what_was_chosen_is_told(made: Made) -> None:
    code, out, _ = made(lambda values, desk: Answer({}, "x", told={"seed": 7}), ())("--json")
    assert (code, json.loads(out)["parameters"]) == (0, {"seed": 7})


# --- Listings ---------------------------------------------------------------------------------------------------------


def _listing(batches: Callable[[], Iterator[Any]], **more: Any) -> Callable[[dict[str, Any], Desk], Listing]:
    def answer(values: dict[str, Any], desk: Desk) -> Listing:
        return Listing(
            batches(),
            lambda value, screen: f"{'file' if screen.is_file else 'screen'} {value}",
            lambda value: {"value": value},
            lambda kept, number: Answer(
                {"listed": list(kept), "number": number},
                f"{number} numbers" if number else "",
                "found" if number else "none",
                "" if number else "there are no numbers",
                parts=lambda: [Shown(f"{len(kept)} kept")],
                notes=[f"{number} in all"],
            ),
            **more,
        )

    return answer


@pytest.fixture
def listed(made: Made) -> Callable[..., Run]:
    formats = Formats((".txt", ".json", ".jsonl", ".html"))

    def make(batches: Callable[[], Iterator[Any]], **more: Any) -> Run:
        return made(_listing(batches, **more), (), formats=formats, lists=True)

    return make


def _three() -> Iterator[list[int]]:
    yield from ([1, 2], [], [3])


def _none() -> Iterator[list[int]]:
    return iter(())


def _stopped() -> Iterator[list[int]]:
    yield [1, 2]
    raise StoppedError("the time limit of 1 s was reached")


def _failing() -> Iterator[list[int]]:
    yield [1]
    raise NotationError("'x' is not a number")


JSON_LINES = '{"value": 1}\n{"value": 2}\n{"value": 3}\n'


def test_values_are_printed(listed: Callable[..., Run]) -> None:
    run = listed(_three)
    assert run("-v") == (0, "screen 1\nscreen 2\nscreen 3\n", "3 in all\n")
    assert run("--jsonl") == (0, JSON_LINES, "")
    code, out, _ = run("--json")
    assert (code, json.loads(out)["listed"]) == (0, [1, 2, 3])


def test_what_stands_between_two_values(listed: Callable[..., Run]) -> None:
    run = listed(_three, separator="\n\n")
    assert run()[1] == "screen 1\n\nscreen 2\n\nscreen 3\n"
    run("-o", "a.txt")
    assert Path("a.txt").read_text() == "file 1\n\nfile 2\n\nfile 3\n"


@pytest.mark.parametrize(
    ("name", "content"), [("a.txt", "file 1\nfile 2\nfile 3\n"), ("a.jsonl", JSON_LINES), ("a.json", None)]
)
@pytest.mark.parametrize("flag", ["", "--json", "--jsonl"])
def test_values_in_a_file_and_beside_it(listed: Callable[..., Run], name: str, content: str | None, flag: str) -> None:
    code, out, _ = listed(_three)("-o", name, *flag.split())
    assert code == 0
    written = Path(name).read_text()
    assert json.loads(written)["listed"] == [1, 2, 3] if content is None else written == content
    if flag == "--json":
        assert json.loads(out)["listed"] == [1, 2, 3]
    else:
        assert out == (JSON_LINES if flag else "")


def test_a_page_has_all_values(listed: Callable[..., Run]) -> None:
    assert listed(_three)("-o", "a.html", "-v") == (0, "", "wrote 'a.html'\n3 in all\n")
    assert "3 kept" in Path("a.html").read_text()


def test_values_are_printed_as_they_come(listed: Callable[..., Run], monkeypatch: pytest.MonkeyPatch) -> None:
    printed: list[str] = []
    monkeypatch.setattr("shapewright.cli.command.print_text", lambda text, end="\n": printed.append(text))
    seen = []

    def batches() -> Iterator[list[int]]:
        for value in (1, 2):
            seen.append(len(printed))
            yield [value]

    listed(batches)()
    assert seen == [0, 1]


def test_nothing_found(listed: Callable[..., Run]) -> None:
    run = listed(_none)
    assert run() == (1, "impossible: there are no numbers\n", "")
    assert run("--jsonl") == (1, "", "impossible: there are no numbers\n")
    assert run("--jsonl", "-q") == (1, "", "")
    for name in ("a.txt", "a.jsonl", "a.html"):
        assert run("-o", name)[0] == 1
        assert not Path(name).exists()
    code, out, _ = run("--json")
    assert (code, json.loads(out)["listed"]) == (1, [])


def test_stopped_after_some_values(listed: Callable[..., Run]) -> None:
    run = listed(_stopped)
    stopped = "stopped: the time limit of 1 s was reached\n"
    assert run() == (3, "screen 1\nscreen 2\n", stopped)
    assert run("-v") == (3, "screen 1\nscreen 2\n", f"2 in all\n{stopped}")
    assert run("-o", "a.txt") == (3, "", stopped)
    assert Path("a.txt").read_text() == "file 1\nfile 2\n"
    code, out, err = run("--json", "-o", "a.json")
    assert (code, err) == (3, stopped)
    assert json.loads(out)["complete"] is json.loads(Path("a.json").read_text())["complete"] is False
    assert json.loads(out)["listed"] == [1, 2]


def test_stopped_before_the_first_value(listed: Callable[..., Run]) -> None:
    def batches() -> Iterator[list[int]]:
        raise StoppedError("the time limit of 1 s was reached before there was an answer")
        yield []

    run = listed(batches)
    for words in ([], ["--json"], ["-o", "a.txt"], ["-o", "a.json"]):
        assert run(*words) == (3, "", "stopped: the time limit of 1 s was reached before there was an answer\n")
    assert list(Path().iterdir()) == []


def test_an_answer_that_was_cut_short_is_the_only_object(listed: Callable[..., Run]) -> None:
    def batches() -> Iterator[list[int]]:
        yield [1, 2]
        raise StoppedError("the time limit of 1 s was reached")

    code, out, err = listed(batches)("--json")
    assert (code, err) == (3, "stopped: the time limit of 1 s was reached\n")
    assert json.loads(out)["complete"] is False


def test_what_fails_in_the_middle_leaves_no_file(listed: Callable[..., Run]) -> None:
    for name in ("a.txt", "a.jsonl", "a.json"):
        assert listed(_failing)("-o", name) == (2, "", "error: 'x' is not a number\n")
    assert list(Path().iterdir()) == []


def test_an_old_file_stays_until_the_new_one_is_whole(listed: Callable[..., Run]) -> None:
    Path("a.txt").write_text("old")
    assert listed(_failing)("-o", "a.txt")[0] == 2
    assert Path("a.txt").read_text() == "old"


def test_ctrl_c_in_the_middle_leaves_no_file(listed: Callable[..., Run]) -> None:
    def batches() -> Iterator[list[int]]:
        yield [1]
        raise KeyboardInterrupt

    assert listed(batches)("-o", "a.txt") == (130, "", "stopped\n")
    assert list(Path().iterdir()) == []


def test_one_object_holds_so_many_values_and_lines_any_number(
    listed: Callable[..., Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listings, "MAX_KEPT", 2)
    run = listed(_three)
    for words in (["--json"], ["-o", "a.json"], ["-o", "a.html"], ["-o", "a.txt", "--json"]):
        code, out, err = run(*words)
        assert (code, out) == (2, "")
        assert "use JSON Lines (--jsonl, or -o with .jsonl), or --limit" in err
    assert list(Path().iterdir()) == []
    assert run("--jsonl", "-o", "a.jsonl") == (0, JSON_LINES, "")
    assert Path("a.jsonl").read_text() == JSON_LINES


def test_what_a_listing_reads_is_repeated_once_it_was_read(made: Made, stdin: Callable[[str], None]) -> None:
    """Lines of a pipe are answered one by one: nothing may read them all to repeat them."""

    def answer(values: dict[str, Any], desk: Desk) -> Listing:
        lines = (text for batch in values["file"].lines() for _, text in batch)
        return _listing(lambda: ([line] for line in lines))(values, desk)

    run = made(answer, (File("file", "Lines."),), lists=True)
    stdin("a\n\nb\n")
    assert run("--file", "-") == (0, "screen a\nscreen b\n", "")
    stdin("a\n\nb\n")
    found = json.loads(run("--file", "-", "--json")[1])
    assert (found["parameters"], found["listed"]) == ({"file": "a\n\nb\n"}, ["a", "b"])


def test_a_full_disk(plan: Callable[..., Run], listed: Callable[..., Run]) -> None:
    Path("full.txt").symlink_to("/dev/full")
    for run in (plan(), listed(_three)):
        assert run("-o", "full.txt") == (4, "", "error: cannot write 'full.txt': no space left on device\n")


def test_our_errors_pass(made: Made) -> None:
    def answer(values: dict[str, Any], desk: Desk) -> Answer:
        raise LimitError("that is too much")

    assert made(answer, ())() == (2, "", "error: that is too much\n")


def test_json_is_one_line(made: Made) -> None:
    code, out, _ = made(lambda values, desk: Answer({"text": "a\nb", "count": 10**5000}), ())("--json")
    assert (code, out.count("\n")) == (0, 1)
    assert json_text(10**5000) in out


# --- What few questions need ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("words", "value"), [("", None), ("--near", True), ("--far", False), ("--near --far", False)])
def test_a_flag_that_is_neither_yes_nor_no_by_itself(made: Made, words: str, value: bool | None) -> None:
    fields = (Flag("near", "Or far.", default=None, off="--far"),)
    run = made(lambda values, desk: Answer({}, f"{values['near']}"), fields)
    assert run(*words.split())[:2] == (0, f"{value}\n")
    given = json.loads(run(*words.split(), "--json")[1])["parameters"]
    assert given == ({} if value is None else {"near": value})
    assert "--near / --far" in run("--help")[1]


def test_words_that_begin_with_a_hyphen(made: Made) -> None:
    fields = (Texts("code", "Codes.", argument=True, hyphened=lambda word: word.startswith("--Cu")), Flag("list", ""))
    run = made(lambda values, desk: Answer({}, " ".join(values["code"])), fields)
    assert run("--CuCu", "a", "--list", "-")[:2] == (0, "--CuCu a -\n")
    code, out, err = run("--lits", "a")
    assert (code, out) == (2, "")
    assert err.startswith("error: no such option '--lits'")


def test_a_file_that_the_question_writes_itself(made: Made) -> None:
    def answer(values: dict[str, Any], desk: Desk) -> Answer:
        if desk.output is not None:
            Path(desk.output).write_text("mine")
        return Answer({}, "a line")

    run = made(answer, (), formats=Formats((".mine", ".txt"), own=(".mine",)))
    assert run("-o", "a.mine", "-v") == (0, "a line\n", "wrote 'a.mine'\n")
    assert Path("a.mine").read_text() == "mine"
    assert run("-o", "a.txt") == (0, "", "")
    assert Path("a.txt").read_text() == "a line\n"


# --- What few questions need ------------------------------------------------------------------------------------------


def test_words_that_begin_with_a_hyphen_may_be_values(made: Made) -> None:
    codes = Texts("codes", "Codes.", argument=True, required=True, hyphened=lambda word: word.startswith("--C"))
    run = made(lambda values, desk: Answer({}, " ".join(values["codes"])), (codes, Flag("tall", "So tall.")))
    assert run("--Cat", "dog", "--tall", "--Cow") == (0, "--Cat dog --Cow\n", "")
    code, out, err = run("--Cat", "--dog=3")
    assert (code, out) == (2, "")
    assert "no such option '--dog'" in err


def test_a_flag_may_be_neither(made: Made) -> None:
    flag = Flag("near", "Name what is near, or not.", default=None, off="--no-near", usual="yes, but not in lists")
    run = made(lambda values, desk: Answer({}, repr(values["near"])), (flag,))
    assert [run(*words)[1] for words in ((), ("--near",), ("--no-near",), ("--near", "--no-near"))] == [
        "None\n",
        "True\n",
        "False\n",
        "False\n",
    ]
    assert json.loads(run("--no-near", "--json")[1])["parameters"] == {"near": False}
    assert json.loads(run("--json")[1])["parameters"] == {}
    assert "--near / --no-near" in run("--help")[1]


def test_a_question_may_write_its_file_itself(made: Made) -> None:
    def answer(values: dict[str, Any], desk: Desk) -> Answer:
        if desk.output is not None:
            Path(desk.output).write_text("data")
        return Answer({}, f"kept in {desk.output}")

    run = made(answer, (), formats=Formats((".txt", ".h5"), own=(".h5",)))
    assert run("-o", "a.h5") == (0, "kept in a.h5\n", "")
    assert Path("a.h5").read_text() == "data"
    assert run("-o", "a.txt") == (0, "", "")
    assert Path("a.txt").read_text() == "kept in None\n"


def test_an_argument_may_have_an_old_option(made: Made) -> None:
    fields = (Texts("code", "Codes.", argument=True, old=("--codes",)), Whole("limit", "Most.", old=("--count",)))
    run = made(lambda values, desk: Answer({}, " ".join(values["code"])), fields)
    assert run("--codes", "a", "b")[:2] == (0, "a b\n")  # solution-finder's 'cover --tetfu A B'
    assert "--codes" not in run("--help")[1]
    assert run("--limit", "2", "--count", "2")[0] == 0
    code, _, err = run("--limit", "2", "--count", "3")
    assert (code, err) == (2, "error: --limit and --count are names of one option; give one of them\n")


def test_an_answer_that_was_cut_short(made: Made) -> None:
    def answer(values: dict[str, Any], desk: Desk) -> Answer:
        return Answer({"found": [1]}, "1 so far", stopped=StoppedError("the time limit of 1 s was reached"))

    run = made(answer, ())
    assert run() == (3, "1 so far\n", "stopped: the time limit of 1 s was reached\n")
    code, out, _ = run("--json", "-o", "a.json")
    assert (code, json.loads(out)["complete"]) == (3, False)
    assert json.loads(Path("a.json").read_text())["found"] == [1]


def test_a_session_may_be_none(made: Made) -> None:
    run = made(lambda values, desk: Answer({}, "an answer"), (), session=lambda values, desk: None)
    assert run() == (0, "an answer\n", "")


def test_a_list_that_is_known_to_be_too_long_is_refused_beforehand(
    listed: Callable[..., Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listings, "MAX_KEPT", 2)

    def never() -> Iterator[list[int]]:
        raise AssertionError
        yield []

    code, out, err = listed(never, of=3)("--json")
    assert (code, out) == (2, "")
    assert "JSON Lines" in err


def completed(family: str, verb: str, *words: str) -> list[tuple[str, str]]:
    """What a shell is offered for the last of these words."""
    found = ShellComplete(root, {}, "shapewright", "_X").get_completions([family, verb, *words[:-1]], words[-1])
    return [(item.type, item.value) for item in found]


def test_a_shell_completes_the_values_of_every_field() -> None:
    """Names that a field knows, else files for what can be one."""
    named = set()
    for family, one in FAMILIES.items():
        for verb, question in one.questions.items():
            for field in question.at("shell") if "shell" in question.doors else ():
                names = field.names or field.schema().get("enum") or field.schema().get("examples")
                words = [] if field.argument else [field.spelling]
                if field.argument and field is not next(each for each in question.at("shell") if each.argument):
                    continue
                if names and not isinstance(field, Flag):
                    named.add(field.name)
                    assert ("plain", names[-1]) in completed(family, verb, *words, names[-1][:-1])
                elif isinstance(field, (File, Files)):
                    assert completed(family, verb, *words, "som") == [("file", "som")]
    assert named >= {"pieces", "kicks", "drop", "mode", "objective", "configuration", "machines", "table"}


def test_a_shell_completes_the_last_of_several_values() -> None:
    assert completed("tiling", "count", "--pieces", "T4,2*pentom") == [("plain", "T4,2*pentominoes")]
    assert completed("tiling", "count", "-o", "some") == [("file", "some")]
