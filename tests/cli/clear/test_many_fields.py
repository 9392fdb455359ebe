"""``shapewright clear percent``, ``path``, ``cover``, ``setup`` and ``score`` with ``--file`` and ``--page all``."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shapewright import clear
from shapewright.clear import Fumen, Page

Run = Callable[..., tuple[int, str, str]]
Answer = Callable[..., Any]

SOLUTION = "v115@vhFRQJUGJKJJvMJTNJGBJ"
WIDER = "ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ"
NARROW = "ZZ____LLLI/TZZ___LOOI/TTSS__JOOI/TSS___JJJI"
FOUR_WIDE = "/".join(["XXX____XXX"] * 4)
LINES = f'# fields\n{NARROW}\n\n{WIDER} I,*p4  # with an I\n{{"field": "{FOUR_WIDE}", "patterns": "*p5"}}\n'


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "fields.txt"
    path.write_text(LINES)
    return str(path)


def fumen(*fields: str, comment: str = "") -> str:
    return Fumen(
        tuple([Page(tuple(reversed(field.split("/"))), comment=comment, lock=False) for field in fields])
    ).to_text()


def test_a_table(run: Run, file: str) -> None:
    code, out, err = run("percent", "--file", file, "-p", "*p4")
    assert (code, err) == (0, "")
    assert [line.split("  ")[0] for line in out.splitlines()] == ["line 2", "line 4", "line 5"]
    for line, (field, pattern) in zip(
        out.splitlines(), [(NARROW, "*p4"), (WIDER, "I,*p4"), (FOUR_WIDE, "*p5")], strict=True
    ):
        assert str(clear.percent(field, pattern)) in line
        assert line.endswith(clear.Setup.of(field, pattern).start.to_text(one_line=True))


def test_what_is_wanted(run: Run, answer: Answer, file: str) -> None:
    found = answer("percent", "--file", file, "-p", "*p4", "--at-least", "0.7", "--by-chance")
    assert [row["line"] for row in found["fields"]] == [4, 5]
    assert (found["asked"], found["complete"]) == (3, True)
    exact = answer("percent", "--file", file, "-p", "*p4", "--at-least", str(711 / 840))
    assert [row["line"] for row in exact["fields"]] == [4]
    assert run("percent", "--file", file, "-p", "*p4", "--at-least", "1")[:2] == (0, "")


def test_each_form_has_the_same_rows(run: Run, answer: Answer, file: str, tmp_path: Path) -> None:
    found = answer("path", "--file", file, "-p", "*p4", "--minimal")
    assert [(row["unique"], row["minimal"]) for row in found["fields"]] == [(18, 16), (63, 24), (135, 45)]
    out = run("path", "--file", file, "-p", "*p4", "--minimal", "--jsonl")[1]
    assert list(map(json.loads, out.splitlines())) == found["fields"]
    table = tmp_path / "table.csv"
    assert run("path", "--file", file, "-p", "*p4", "--minimal", "-o", str(table))[0] == 0
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert [(row["patterns"], row["solved"], row["minimal"]) for row in rows] == [
        (row["patterns"], str(row["solved"]), str(row["minimal"])) for row in found["fields"]
    ]


def test_however_it_runs(run: Run, file: str, tmp_path: Path) -> None:
    one = run("percent", "--file", file, "-p", "*p4", "--jsonl", "--threads", "1")
    assert run("percent", "--file", file, "-p", "*p4", "--jsonl", "--threads", "3") == one
    kept = str(tmp_path / "kept.sqlite")
    assert run("percent", "--file", file, "-p", "*p4", "--jsonl", "--checkpoint", kept) == one
    assert run("percent", "--file", file, "-p", "*p4", "--jsonl", "--checkpoint", kept) == one
    code, _, err = run("percent", "--file", file, "-p", "*p5", "--checkpoint", kept)
    assert (code, "belongs to another problem" in err) == (4, True)


def test_all_pages(run: Run, answer: Answer) -> None:
    text = fumen(WIDER, NARROW)
    found = answer("percent", "-t", text, "-p", "I,*p4", "--page", "all")["fields"]
    each = [answer("percent", "-t", text, "-p", "I,*p4", "--page", str(page)) for page in (1, 2)]
    assert [(row["page"], row["solved"]) for row in found] == [(1, each[0]["solved"]), (2, each[1]["solved"])]
    several = answer("percent", "-t", f"{text}#2 {text}", "-p", "I,*p4", "--page", "all")["fields"]
    assert [(row["fumen"], row["page"]) for row in several] == [(1, 1), (2, 1), (2, 2)]
    told = fumen(WIDER, comment="4 -p I,*p4 -H avoid")
    (row,) = answer("percent", "-t", told, "--page", "all")["fields"]
    assert (row["patterns"], row["hold"], row["solved"]) == (
        "I,*p4",
        False,
        clear.percent(WIDER, "I,*p4", hold=False).solved,
    )


def test_pages_of_lines(run: Run, answer: Answer, tmp_path: Path) -> None:
    text = fumen(WIDER, NARROW)
    file = tmp_path / "fumens.txt"
    file.write_text(f"{text}\n{text}#2 *p5\n{WIDER}\n")
    code, out, err = run("percent", "--file", str(file), "-p", "*p4", "-v")
    assert (code, len(out.splitlines())) == (0, 3)
    assert "page 1 of 1 fumen with several pages; --page all takes every page" in err
    found = answer("percent", "--file", str(file), "-p", "*p4", "--page", "all")["fields"]
    assert [(row["line"], row["page"]) for row in found] == [(1, 1), (1, 2), (2, 1), (3, None)]


def test_covers(answer: Answer, tmp_path: Path) -> None:
    solutions = [one.fumen().to_text() for one in clear.path(WIDER, "I,*p4")[:3]]
    file = tmp_path / "solutions.txt"
    file.write_text("\n".join([*solutions, " ".join(solutions) + " *p7"]))
    found = answer("cover", "--file", str(file), "-p", "I,*p4")["fields"]
    each = [answer("cover", one, "-p", "I,*p4") for one in solutions] + [answer("cover", *solutions, "-p", "*p7")]
    assert [(row["solved"], row["queues"], row["every"]) for row in found] == [
        (one["any"], one["queues"], one["every"]) for one in each
    ]


def test_covers_with_a_goal(answer: Answer, tmp_path: Path) -> None:
    solution = "v115@LhBtDeB8ywBtF8wwF8JeAgH"
    file = tmp_path / "solutions.txt"
    file.write_text(solution)
    for words in (("--mode", "tsd"), ("--mode", "tsd", "--mirror", "yes"), ("--max-clears", "0")):
        found = answer("cover", "--file", str(file), "-p", "*p3", *words)
        one = answer("cover", solution, "-p", "*p3", *words)
        assert [(row["solved"], row["every"]) for row in found["fields"]] == [(one["any"], one["every"])]
        assert clear.verify(found).valid is True
        changed = {**found["parameters"], "mode": "tst", "mirror": "no"}
        if words != ("--max-clears", "0"):
            assert clear.verify({**found, "parameters": changed}).valid is False


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("XQX", "line 2: "),
        (f"{WIDER} *p2", "line 2: a perfect clear of 4 lines takes 4 pieces, and the queues of the pattern have 2"),
        ('{"fields": 3}', 'line 2: "fields" is not known here'),
        (fumen(WIDER, "X" + "_" * 9), "line 2: page 2 of the fumen: 39 cells are empty"),
    ],
)
def test_an_error_names_the_line(run: Run, tmp_path: Path, line: str, wrong: str) -> None:
    file = tmp_path / "fields.txt"
    file.write_text(f"{WIDER}\n{line}\n")
    words = ("percent", "--file", str(file), "-p", "*p4", "--page", "all")
    code, out, err = run(*words, "--strict")
    assert (code, out) == (4, "")
    assert wrong.replace('"', "'") in err.replace('"', "'")
    code, out, _ = run(*words)
    assert code == 1
    first, second = out.splitlines()
    assert first.startswith("line 1")
    assert f"cannot be read: {wrong.removeprefix('line 2: ')}".replace('"', "'") in second.replace('"', "'")


@pytest.mark.parametrize("verb", ["percent", "path", "cover", "setup", "score"])
def test_a_wrong_line_costs_one_line(run: Run, tmp_path: Path, verb: str) -> None:
    good = {"cover": f"{SOLUTION} *p7", "setup": "*.________/***_______ *p2"}.get(verb, f"{WIDER} *p4")
    file = tmp_path / "fields.txt"
    file.write_text(f"{good}\n?? *p4\n# a comment\n{good}\n")
    code, out, _ = run(verb, "--file", str(file), "--json")
    found = json.loads(out)
    assert code == 1
    assert (found["asked"], found["complete"]) == (3, True)
    first, wrong, last = found["fields"]
    assert {**first, "line": 4} == last
    assert (wrong["line"], wrong["text"], wrong["chance"]) == (2, "?? *p4", None)
    assert wrong["reason"]
    assert clear.verify(found).valid is not False
    code, out, _ = run(verb, "--file", str(file), "--jsonl")
    assert (code, [json.loads(line)["line"] for line in out.splitlines()]) == (1, [1, 2, 4])
    code, _, _ = run(verb, "--file", str(file), "-o", str(tmp_path / "out.csv"))
    rows = (tmp_path / "out.csv").read_text().splitlines()
    assert (code, [row.partition(",")[0] for row in rows]) == (1, ["line", "1", "2", "4"])
    code, out, err = run(verb, "--file", str(file), "--strict")
    assert (code, out) == (4, "")
    assert "line 2: " in err


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (("percent", "-t", WIDER, "-p", "*p4", "--threads", "2"), "--threads only applies with --file or --page all"),
        (("percent", "-t", WIDER, "-p", "*p4", "--at-least", "0.5"), "--at-least only applies with"),
        (("percent", "-t", WIDER, "-p", "*p4", "--page", "all"), "--page all only applies to fumens"),
        (("percent", "-p", "*p4", "--page", "every"), "--page takes a whole number"),
        (("percent", "-t", WIDER, "-p", "*p4", "--file", "-"), "--file and --field cannot be combined"),
        (("percent", "-p", "*p4", "--file", "-", "--failed"), "--failed is about one field"),
        (("percent", "-p", "*p4", "--file", "-", "--at-least", "80"), "--at-least takes a number from 0 to 1"),
        (("percent", "-p", "*p4", "--file", "-", "-o", "a.html"), "this format shows one field"),
        (("cover", fumen(WIDER), "-p", "*p4", "--file", "-"), "--file and solutions cannot be combined"),
        (("path", "-t", WIDER, "-p", "*p4", "-th", "2"), "use --threads"),
    ],
)
def test_what_cannot_be_combined(run: Run, words: tuple[str, ...], wrong: str) -> None:
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert wrong in err


def test_a_file_without_lines(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "empty.txt"
    file.write_text("# nothing\n")
    assert "has no lines to ask about" in run("percent", "--file", str(file), "-p", "*p4")[2]


def test_json_lines_of_one_field(run: Run) -> None:
    out = run("percent", "-t", WIDER, "-p", "I,*p4", "--jsonl")[1]
    assert json.loads(out)["solved"] == 711
    assert len(run("path", "-t", WIDER, "-p", "I,*p4", "--jsonl")[1].splitlines()) == 63


def test_when_time_is_over(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "fields.txt"
    file.write_text(f"{'/'.join(['X_________'] * 4)} *p7,*p2\n{WIDER} I,*p4\n")
    code, out, _ = run("percent", "--file", str(file), "--time-limit", "1", "--threads", "2")
    first, second = out.splitlines()
    assert (code, "unknown: the time limit of 1 s was reached" in first, "711 / 840" in second) == (3, True, True)


def test_help_says_what_a_line_is(run: Run) -> None:
    """Of ``cover`` a line has solutions, of the others a field."""
    for verb, line in (("percent", "a fumen or rows"), ("path", "a fumen or rows"), ("cover", "the fumens of one")):
        helped = " ".join(run(verb, "--help")[1].split())
        assert f"Ask it of each line of FILE (or -): {line}" in helped


def test_setups(run: Run, answer: Answer, tmp_path: Path) -> None:
    file = tmp_path / "blueprints.txt"
    lines = ["XXXX*..XXX/XXXX*..XXX/XXXX*..XXX/XXXX*..XXX", "XXX*...XXX/XXX*...XXX/XXX*...XXX/XXX*...XXX"]
    file.write_text("\n".join([lines[0], f"{lines[1]} *p3"]))
    how = ("--pieces", "1-2", "--then", "*p4")
    found = answer("setup", "--file", str(file), "-p", "*p2", *how)["fields"]
    each = [
        answer("setup", "-t", field, "-p", pattern, *how) for field, pattern in zip(lines, ("*p2", "*p3"), strict=True)
    ]
    assert [(row["solved"], row["queues"], row["setups"], row["cores"]) for row in found] == [
        (one["solved"], one["queues"], one["setups"], one["cores"]) for one in each
    ]
    best = [max(way["then"]["solved"] / way["then"]["queues"] for way in one["solutions"]) for one in each]
    assert [row["then"] for row in found] == best
    table = tmp_path / "table.csv"
    assert run("setup", "--file", str(file), "-p", "*p2", *how, "-o", str(table))[0] == 0
    assert [row["setups"] for row in csv.DictReader(table.read_text().splitlines())] == [
        str(row["setups"]) for row in found
    ]
    code, _, err = run("setup", "--file", str(file), "-p", "*p2", "--combination", "yes")
    assert (code, "--combination is about one field" in err) == (2, True)
    code, _, err = run("setup", "--file", str(file), "-p", "*p2", "--then-height", "3")
    assert (code, "--then-height only applies together with --then" in err) == (2, True)


def test_scores(run: Run, answer: Answer, file: str) -> None:
    found = answer("score", "--file", file, "-p", "*p4", "--table", "jstris", "--at-least", "0.7", "--by-chance")[
        "fields"
    ]
    each = [
        answer("score", "-t", field, "-p", pattern, "--table", "jstris")
        for field, pattern in ((WIDER, "I,*p4"), (FOUR_WIDE, "*p5"))
    ]
    assert [(row["line"], row["total"], row["average"]) for row in found] == [
        (line, one["total"], one["average"]) for line, one in zip((4, 5), each, strict=True)
    ]
    code, _, err = run("score", "LJOI", "--file", file, "-p", "*p4")
    assert (code, "is about one field" in err) == (2, True)
    code, _, err = run("score", "-t", WIDER, "-p", "I,*p4", "--threads", "2")
    assert (code, "--threads only applies with --file or --page all" in err) == (2, True)
