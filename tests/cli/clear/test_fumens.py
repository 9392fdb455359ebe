"""``shapewright clear fumen``: operations on fumens at the shell."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from shapewright import clear
from shapewright.clear.notation.fumen import Fumen

Run = Callable[..., tuple[int, str, str]]

SIX = "v115@vhFRQJUGJKJJvMJTNJGBJ"
FLAT = "v115@9gA8ywg0glR4RpB8wwklRpD8i0glG8R4glB8JeAgH"
PLACED = "v115@9gA8IeB8HeD8DeG8CeB8JeTDJvhEFAJ6MJSGJ2LJXM?J"


@pytest.fixture(autouse=True)
def _files(_in_an_empty_folder: None) -> None:
    Path("two.fumen").write_text(f"{SIX}#1:2\n# a comment\n{FLAT}\n")


def test_fumens_are_printed_one_a_line(run: Run, stdin: Callable[[bytes], None]) -> None:
    assert run("fumen", "glue", FLAT) == (0, PLACED + "\n", "")
    assert run("fumen", "unglue", PLACED) == (0, FLAT + "\n", "")
    assert run("fumen", "unglue", "-t", PLACED) == (0, FLAT + "\n", "")
    assert run("fumen", "split", "two.fumen")[1].count("v115@") == 3
    stdin(f"{SIX} {FLAT}".encode())
    joined = run("fumen", "join", "-")[1]
    assert len(Fumen.from_text(joined).pages) == 7
    assert (
        run("fumen", "mirror", joined.strip())[1]
        == run("fumen", "join", *run("fumen", "mirror", SIX, FLAT)[1].split())[1]
    )


def test_files_have_the_same(run: Run) -> None:
    assert run("fumen", "mirror", "two.fumen", "-o", "out.fumen")[0] == 0
    assert Path("out.fumen").read_text() == run("fumen", "mirror", "two.fumen")[1]
    for suffix, begins in {
        ".png": b"\x89PNG",
        ".gif": b"GIF8",
        ".svg": b"<svg",
        ".pdf": b"%PDF",
        ".html": b"<!DOC",
    }.items():
        assert run("fumen", "grey", "two.fumen", "-o", "out" + suffix)[0] == 0
        assert Path("out" + suffix).read_bytes().startswith(begins)
    answer = json.loads(run("fumen", "split", SIX, "--json")[1])
    assert answer["pages"] == [1] * 6
    assert json.loads(run("fumen", "split", SIX, "--jsonl")[1].splitlines()[0])["fumen"] == answer["fumens"][0]


def test_a_filter_may_keep_nothing(run: Run) -> None:
    assert run("fumen", "filter", SIX, "--piece", "T")[0] == 1
    assert run("fumen", "filter", SIX, "--piece", "iS")[1].startswith("v115@")
    assert run("fumen", "filter", SIX, "--piece", "T", "-o", "none.png")[0] in (1, 2)
    assert not Path("none.png").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["filter", SIX], "filter needs a condition: --piece, --comment or --perfect-clear"),
        (["filter", SIX, "--piece", "Q"], "'Q' in the pieces to keep is not a piece"),
        (["mirror", SIX, "--piece", "T"], "--piece only applies to filter"),
        (["mirror", SIX, "--perfect-clear"], "--perfect-clear only applies to filter"),
        (["mirror", SIX, "-K", "srs"], "--kicks only applies to glue"),
        (["mirror"], "there are no fumens; give fumens, or files of fumens"),
        (["turn", SIX], "'turn' is not one of 'join', 'split'"),
        (["glue", SIX], "page 1 already places a piece, I N (4, 0)"),
        (["lock", "v115@vhAAgH"], "the last page has no piece to place"),
        (["mirror", "XX________"], "XX________"),
    ],
)
def test_what_is_refused(run: Run, words: list[str], message: str) -> None:
    code, printed, error = run("fumen", *words)
    assert (code in (2, 4), printed) == (True, "")
    assert message in error
    assert error.count("\n") == 1


def test_answers_are_verified(run: Run) -> None:
    for words in (["glue", FLAT], ["mirror", SIX], ["filter", SIX, "--piece", "T"], ["join", SIX, FLAT]):
        answer = json.loads(run("fumen", *words, "--json")[1])
        assert clear.verify(answer).valid is True, words
        for key, value in {"fumens": ["v115@vhAAgH"], "pages": [8], "verdict": "unknown", "complete": False}.items():
            assert clear.verify({**answer, key: value}).valid is False, (words, key)
