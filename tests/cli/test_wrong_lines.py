"""A line of many that cannot be read costs its own answer and no other, whichever verb reads them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shapewright.questions import FAMILIES
from shapewright.questions.fields import Field, FileField, Files, TextsField
from shapewright.questions.source import FileText, Source

Run = Callable[..., tuple[int, str, str]]

FIELD = "XXXX___XXX/XXXX___XXX/XXXX__XXXX"
CLEAR = "v115@9gwhIewhIewhIewhTeAgH"
# What each verb is asked, where FILE stands for the file, and two right lines of it.
LINES = {
    "stacking solve": ("--file FILE --width 6", "LIJO", "ILL"),
    "stacking count": ("--file FILE --width 6", "LIJO", "ILL"),
    "stacking longest": ("--file FILE --width 6 --height-limit 3", "LIJO", "ILL"),
    "stacking rate": ("--file FILE --width 4", "SZ", "IOT"),
    "packing pack": ("--file FILE", "IIJJ", "LOJI"),
    "packing feasible": ("--file FILE --box 4x4", "IIJJ", "LOJI"),
    "packing bins": ("--file FILE --box 4x4", "IIJJ", "LOJI"),
    "clear chance": ("--file FILE --field XXXXXXX___/XXXXXXX___/XXXXXXX___/XXXXXXX___", "LJ", "OI"),
    "clear ren": ("--file FILE --field XXXXXX____/XXXXXX____", "LJOI", "IOT"),
    "clear solve": ("--file FILE", "LIJOO", "IIIIO"),
    "clear impossible": ("--file FILE", "TIOLJSZTIOL", "TIO"),
    "clear percent": ("--file FILE -p *p3 -c 3", FIELD, f"{FIELD} LOJ"),
    "clear path": ("--file FILE -p *p3 -c 3", FIELD, f"{FIELD} LOJ"),
    "clear score": ("--file FILE -p *p3 -c 3", FIELD, f"{FIELD} LOJ"),
    "clear setup": ("--file FILE -p I", "XXXXXX****", "XXXXXX****"),
    "clear cover": ("--file FILE -p *p1", CLEAR, CLEAR),
    "shapez buildable": ("FILE", "CuCu----", "Ru------"),
}
# Verbs whose answer is one of all the lines together, so that a wrong line leaves none.
TOGETHER = {
    "clear fumen": "another program reads the fumens, in their order",
    "clear show": "the lines are the field of one picture",
    "clear verify": "a file of solutions is right or wrong as a whole",
    "shapez check": "the lines are the steps of a plan",
    "shapez op": "another machine reads the codes, in their order",
    "shapez plan": "one plan makes all the shapes",
    "shapez show": "one picture shows all the shapes",
    "shapez verify": "the file is one answer",
    "tiling set": "a set of solutions is known as a whole or not at all",
}


def reads_lines(field: Field[object]) -> bool:
    """Whether the field is the option of a file, or words that may be files."""
    if isinstance(field, FileField) and not isinstance(field, Files):
        return field.name == "file"
    is_several = isinstance(field, Files) or (isinstance(field, TextsField) and field.argument)
    words = field.word(["./lines.txt"]) if is_several else []
    return any(isinstance(word, (Source, FileText)) for word in words)


def test_all_verbs_that_read_lines_are_here() -> None:
    Path("lines.txt").touch()
    found = {
        f"{family} {name}"
        for family, one in FAMILIES.items()
        for name, question in one.questions.items()
        if "shell" in question.doors and any(map(reads_lines, question.at("shell")))
    }
    assert found == LINES.keys() | TOGETHER.keys()


def records(document: dict[str, Any]) -> list[dict[str, Any]]:
    """What an answer has of each line."""
    lists = [value for name, value in document.items() if isinstance(value, list) and name != "notes"]
    assert len(lists) == 1, document.keys()
    return list(lists[0])


@pytest.mark.parametrize("verb", LINES)
def test_a_wrong_line_costs_its_own_answer_alone(run: Run, verb: str) -> None:
    words, *right = LINES[verb]
    arguments = [*verb.split(), *words.replace("FILE", "lines.txt").split()]
    Path("lines.txt").write_text("\n".join(right))
    code, out, _ = run(*arguments, "--json")
    assert code == 0
    expected = records(json.loads(out))
    assert "--strict" in run(*verb.split(), "--help")[1]

    Path("lines.txt").write_text("\n".join([right[0], "Q?wrong", right[1]]))
    code, out, err = run(*arguments, "--json")
    assert (code, err) == (1, "")
    Path("answer.json").write_text(out)
    first, wrong, last = records(json.loads(out))
    assert [without_line(first), without_line(last)] == [without_line(one) for one in expected]
    assert "Q?wrong" in str(wrong)
    assert "'Q" in wrong["reason"]
    assert "Q?wrong" in run(*arguments)[1]
    assert run(verb.split()[0], "verify", "answer.json")[0] != 1
    assert [json.loads(line) for line in run(*arguments, "--jsonl")[1].splitlines()] == [first, wrong, last]

    code, out, err = run(*arguments, "--strict")
    assert code == 4
    assert "'lines.txt', line 2: " in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("notation", ["fumens", "JSON Lines"])
def test_a_damaged_line_is_a_wrong_solution(run: Run, notation: str) -> None:
    """A file of solutions has one verdict, but that names every line."""
    run("clear", "solve", "OOOOO", "-c", "2", "-o", "right.fumen" if notation == "fumens" else "right.jsonl")
    right = next(Path().glob("right.*")).read_text().strip()
    damaged = "v115@9gwhXXX" if notation == "fumens" else '{"queue": 1'
    Path("lines.txt").write_text("\n".join([right, damaged, right]))
    code, out, err = run("clear", "verify", "lines.txt")
    assert (code, err) == (1, "")
    first, last = out.splitlines()
    assert first.startswith("lines.txt: solution 2: line 2")
    assert last == "lines.txt: 1 of 3 solutions is wrong"
    Path("lines.txt").write_text(damaged)
    assert run("clear", "verify", "lines.txt")[0] == 4


@pytest.mark.parametrize("damaged", ["fumen", "fumens", "JSON", ".pc", "missing"])
def test_a_damaged_file_of_several_costs_no_other(run: Run, damaged: str) -> None:
    run("clear", "solve", "OOOOO", "-c", "2", "-o", "right.fumen")
    Path("wrong.fumen").write_text("v115@9gwhXXX")
    Path("wrong.json").write_text('{"command": 3}')
    Path("wrong.pc").write_bytes(b"\x08\x01")
    wrong = {"fumen": "v115@9gwhXXX", "fumens": "wrong.fumen", "JSON": "wrong.json", ".pc": "wrong.pc"}
    word = wrong.get(damaged, "missing.fumen")
    for order in (["right.fumen", word], [word, "right.fumen"]):
        code, out, err = run("clear", "verify", *order)
        assert (code, err) == (1, "")
        lines = dict(line.split(": ", 1) for line in out.splitlines())
        assert lines["right.fumen"] == "1 solution, right"
        assert lines[word].startswith("cannot be read: ")
        reports = {each["file"]: each for each in json.loads(run("clear", "verify", *order, "--json")[1])["files"]}
        assert [reports["right.fumen"]["valid"], reports[word]["valid"]] == [True, False]
    alone = run("clear", "verify", word)
    assert alone[:2] == (2 if damaged == "fumen" else 4, "")
    assert run("clear", "verify", word, word) == alone


def without_line(record: dict[str, Any]) -> dict[str, Any]:
    """A record without the number of its line."""
    return {name: value for name, value in record.items() if not (name == "line" and isinstance(value, int))}


@pytest.mark.parametrize("verb", LINES)
def test_strict_is_about_lines(run: Run, verb: str) -> None:
    words, right, _ = LINES[verb]
    given = words.removeprefix("--file ").replace("FILE", right).split()
    if words.startswith("--file") and "-p" in given:
        given = (["--field"] if verb != "clear cover" else []) + given
    code, out, err = run(*verb.split(), *given, "--strict")
    assert (code, out) == (2, "")
    assert "--strict only applies with" in err


@pytest.mark.parametrize("verb", LINES)
def test_the_lines_of_python_leave_out_what_cannot_be_read(verb: str) -> None:
    family, name = verb.split()
    words, *right = LINES[verb]
    given = words.removeprefix("--file ").replace("FILE", "").split()
    content = "\n".join([right[0], "Q?wrong", right[1]])
    options = dict(zip(given[::2], given[1::2], strict=True))
    asked: dict[str, Any] = {"codes": [content]} if family == "shapez" else {"file": content}
    asked |= {"patterns": options["-p"]} if "-p" in options else {}
    asked |= {"height": int(options["-c"])} if "-c" in options else {}
    for option, value in options.items():
        if option.startswith("--"):
            asked[option[2:].replace("-", "_")] = int(value) if value.isdigit() else value
    question = FAMILIES[family].question(name)
    assert question.python is not None
    written = question.python(question.repeated(asked))
    assert "Q?wrong" not in written
    assert right[0][:4] in written
