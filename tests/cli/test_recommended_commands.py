"""Every command that a message or a help text recommends exists, and does what is said on the input that raised it."""

from __future__ import annotations

import ast
import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from tests.cli.conftest import Run
from tests.doors.asking import command_line

import shapewright
from shapewright.cli.root import root
from shapewright.questions import FAMILIES
from shapewright.questions.asked import check_parameters
from shapewright.questions.question import Question

SOURCES = Path(shapewright.__file__).parent
_COMMAND = rf"(?:shapewright )?(?:{'|'.join(FAMILIES)}) [a-z][a-z-]*"
_QUOTED = re.compile(rf"'({_COMMAND}[^'\n]*)'|`({_COMMAND}[^`\n]*)`")
_LINE = re.compile(rf"^ *(?:\$ )?(shapewright (?:{'|'.join(FAMILIES)}) [a-z][^\n]*)", re.MULTILINE)
_BLANK = "\0"  # stands for what a message fills in


def _texts(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The constant texts and f-strings of a module, docstrings left out."""
    left_out: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node) is not None:
            left_out.add(id(node.body[0].value))  # type: ignore[attr-defined]
        elif isinstance(node, ast.JoinedStr):
            left_out.update(map(id, node.values))
    for node in ast.walk(tree):
        if id(node) in left_out:
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
        elif isinstance(node, ast.JoinedStr):
            parts = [part.value if isinstance(part, ast.Constant) else _BLANK for part in node.values]
            yield node.lineno, "".join(map(str, parts))


def recommended(text: str) -> list[str]:
    """The commands that a text names."""
    return [one or other for one, other in _QUOTED.findall(text)] + _LINE.findall(text)


def _everywhere() -> dict[str, str]:
    """Each recommended command, with a place where it is."""
    return {
        command: f"{path.relative_to(SOURCES)}:{line}"
        for path in sorted(SOURCES.rglob("*.py"))
        for line, text in _texts(ast.parse(path.read_text(encoding="utf-8")))
        for command in recommended(text)
        if command != "shapewright clear net"  # the first line of a file
    }


COMMANDS = _everywhere()


def fault(command: str) -> str:
    """What is wrong with the name of a command and its options, if anything is."""
    words = shlex.split(command.split("   ")[0].replace(_BLANK, " ").replace("|", " "), comments=True)
    words = words[words[0] == "shapewright" :]
    group = root.get_command(click.Context(root), words[0])
    assert isinstance(group, click.Group)
    verb = group.get_command(click.Context(group), words[1])
    if verb is None:
        return f"there is no 'shapewright {words[0]} {words[1]}'"
    spellings = {name for one in verb.params for name in (*one.opts, *one.secondary_opts)} | {"--help"}
    wrong = [word for word in words[2:] if re.match(r"--?[a-zA-Z]", word) and word.split("=")[0] not in spellings]
    return f"{wrong[0]} is not an option of '{words[0]} {words[1]}'" if wrong else ""


def test_recommended_commands_are_found() -> None:
    assert len(COMMANDS) > 100
    assert "tiling show -o FILE.dlx" in COMMANDS
    assert fault("tiling shew") == "there is no 'shapewright tiling shew'"
    assert fault("tiling show --marginals all") == "--marginals is not an option of 'tiling show'"


def test_every_recommended_command_exists_with_its_options() -> None:
    assert [f"{place}: {wrong}" for command, place in COMMANDS.items() if (wrong := fault(command))] == []


def _refused() -> Iterator[Any]:
    """Each question that refuses a format and recommends a command instead, with one such format."""
    for family in FAMILIES.values():
        for question in family.questions.values():
            if not question.example or "shell" not in question.doors:
                continue
            values = question.asked(check_parameters(question.fields, dict(question.example)))
            seen: set[str] = set()
            formats = question.formats_of(values)
            for suffix, words in formats.refused.items():
                commands = recommended(words)
                if commands and words not in seen and suffix not in formats.suffixes:
                    seen.add(words)
                    yield pytest.param(question, suffix, commands, id=f"{question.command}-{suffix}")


FIELD = "ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ"
FUMEN = "v115@9gB80hF8ywwhG8wwglwhF8ilwhC8JeAg0JAM+NMCFb?8UBWAAAA"
# What a recommended command takes where its message speaks of something other than the input that was refused.
OTHERS: dict[str, dict[str, Any]] = {
    "clear glance": {"patterns": "I,*p4", "field": FIELD},  # a pattern among its pieces
    "clear chance": {"queue": "ILJOSTZ", "field": FIELD},  # a queue that is long enough
    "clear loop": {"queue": "ILJOSTZ", "field": FIELD},
    "clear cover": {"patterns": "I,*p4", "field": FIELD},
    "clear score": {"fumen": FUMEN},  # a solution that is drawn
    "clear ren": {"fumen": FUMEN},
    "stacking survive": {"sequence": "SZ", "width": 4},
}


@pytest.mark.parametrize(("question", "suffix", "commands"), list(_refused()))
def test_the_recommended_command_writes_what_was_refused(
    question: Question, suffix: str, commands: list[str], run: Run, tmp_path: Path, stdin: Callable[[str], None]
) -> None:
    words = command_line(question.family, question.name, dict(question.example), tmp_path)
    code, _, err = run(*words, "-o", f"refused{suffix}")
    assert code == 2
    out = run(*words, "-q")[1] if "- -o" in err else ""
    if "FILE.pc" in err:
        assert run(*words, "-o", "FILE.pc")[0] == 0
    for command in commands:
        assert command in err
        family, verb, *more = command.removeprefix("shapewright ").split()
        other = {field.name for field in FAMILIES[family].question(verb).fields}
        given = OTHERS.get(question.command.removeprefix("shapewright "), question.example)
        shared = {name: value for name, value in given.items() if name in other}
        if more and more[0] in ("-", "FILE.pc"):
            shared = {}
        more += [given["fumen"]] if "fumen" in given else []
        assert shared or more, "the command takes nothing of the input"
        if "-" in more:
            stdin("\n".join(question.example.get("codes", [])) or out)
        if f"{command}' draws" in err and "-o" not in more:
            more += ["-o", f"written{suffix}"]
        code, out, err_of_command = run(*command_line(family, verb, shared, tmp_path), *more)
        assert code in (0, 1, 3), err_of_command


COVER = "a b c\na b\nc\na\nb c\n"
# Files, a command that raises a message, and what the command in the message takes besides.
RAISED: list[tuple[dict[str, str], list[str], list[str]]] = [
    ({"a.dlx": COVER}, ["tiling", "chances", "a.dlx"], ["a.dlx"]),
    ({}, ["tiling", "cheapest", "--board", "2x2", "--pieces", "2*I2"], ["--board", "2x2", "--pieces", "2*I2"]),
    ({"FILE": COVER}, ["tiling", "solve", "a.tilings"], []),
    ({"a.jsonl": '{"a": 1}\n'}, ["stacking", "verify", "a.jsonl"], ["OO", "--width", "4"]),
]


@pytest.mark.parametrize(("files", "words", "more"), RAISED, ids=lambda value: " ".join(value))
def test_the_command_in_a_message_takes_the_input_that_raised_it(
    files: dict[str, str], words: list[str], more: list[str], run: Run
) -> None:
    for name, content in files.items():
        Path(name).write_text(content, encoding="utf-8")
    if words[-1] == "a.tilings":
        assert run("tiling", "set", "FILE", "-o", "a.tilings")[0] == 0
        Path("FILE").write_bytes(Path("a.tilings").read_bytes())
    code, _, err = run(*words)
    assert code in (2, 4)
    (command,) = recommended(err)
    code, _, err = run(*shlex.split(command), *more)
    assert code in (0, 1), err
