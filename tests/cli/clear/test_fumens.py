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


def test_pages_of_the_fumen_in_a_file_are_chosen_behind_its_name(run: Run) -> None:
    Path("six.fumen").write_text(f"# six pages\nhttps://fumen.zui.jp/?{SIX}\n")
    for pages in ("#2", "#1:3", "#:2", "#2:"):
        assert run("fumen", "split", f"six.fumen{pages}") == run("fumen", "split", SIX + pages)
        assert run("show", f"six.fumen{pages}")[1] == run("show", SIX + pages)[1]
    assert run("cover", "six.fumen#1:3", "-p", "*p4") == run("cover", f"{SIX}#1:3", "-p", "*p4")
    assert run("glance", "--field", "six.fumen#3") == run("glance", "--field", f"{SIX}#3")
    Path("six.fumen#2").write_text(FLAT)
    assert run("fumen", "split", "./six.fumen#2") == run("fumen", "split", FLAT)


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("two.fumen#2", "'two.fumen': it has 2 fumens; #2 chooses pages of one whole fumen"),
        ("two.fumen#x", "'two.fumen': '#x' is not a range of pages such as #2, #1:3, #:3 or #2:"),
        ("one.fumen#2", "'one.fumen': it has chosen pages already; #2 chooses"),
        ("six.fumen#7", "the fumen has 6 pages, and '#7' asks for page 7"),
        ("six.fumen#3:1", "'#3:1' after the fumen ends before it begins"),
        ("none.fumen#1", "cannot read 'none.fumen'"),
    ],
)
def test_pages_that_cannot_be_chosen(run: Run, word: str, message: str) -> None:
    Path("one.fumen").write_text(f"{SIX}#1:2")
    Path("six.fumen").write_text(SIX)
    code, _, err = run("fumen", "split", word)
    assert code in (2, 4)
    assert message in err


def test_too_many_pages_for_a_png_say_what_to_do(run: Run) -> None:
    Path("many.fumen").write_text("v115@vhAAgH\n" * 700)
    code, _, err = run("show", "many.fumen", "-o", "many.png")
    assert (code, "draw fewer pages (--limit) or smaller cells (--cell), or write .svg" in err) == (2, True)
