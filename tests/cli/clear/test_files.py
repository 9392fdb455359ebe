"""``shapewright clear show`` and ``verify``: solutions on the terminal, in files, and by the rules."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from shapewright.clear.kicks import Kicks
from shapewright.clear.notation.fumen import Fumen
from shapewright.clear.notation.page import Page
from shapewright.clear.notation.pc import parse_pc
from shapewright.clear.piece import Placement
from shapewright.clear.search.replay import NO_COUNT
from shapewright.errors import NotationError
from shapewright.questions.clear.show import Browser
from shapewright.questions.screen import FILE

Run = Callable[..., tuple[int, str, str]]

RECORD = bytes.fromhex("71 85 fc ff ff ff 07 00 00 0c 18 38 20")
TEXT = """solution 1: queue [O]JLTIO
 1 O hold     2 J hold     3 L hold     4 I
oo________   OOj_______   OOJ____l__   OOJiiiiL__
oo________   OOjjj_____   OOJJJlll__   OOJJJLLL__

 5 O
OOJIIIILoo
OOJJJLLLoo
"""


@pytest.fixture(autouse=True)
def _files(_in_an_empty_folder: None) -> None:
    Path("one.pc").write_bytes(RECORD)
    Path("two.pc").write_bytes(RECORD * 2)


def test_steps_stand_four_side_by_side(run: Run, stdin: Callable[[bytes], None]) -> None:
    assert run("show", "one.pc") == (0, TEXT, "")
    assert run("display", "one.pc") == (0, TEXT, "")
    assert run("show", "two.pc") == (0, TEXT + "\n" + TEXT.replace("solution 1", "solution 2"), "")
    assert run("show", "two.pc", "--number", "2") == (0, TEXT.replace("solution 1", "solution 2"), "")
    stdin(RECORD)
    assert run("show", "-") == (0, TEXT, "")


@pytest.mark.usefixtures("terminal")
def test_a_terminal_gets_colours(run: Run) -> None:
    assert "\x1b[48;5;" in run("show", "one.pc")[1]


@pytest.mark.parametrize("suffix", ["pc", "fumen", "jsonl", "json"])
def test_notations_turn_into_each_other(run: Run, suffix: str) -> None:
    assert run("show", "one.pc", "-o", f"a.{suffix}") == (0, "", "")
    note = f"; {NO_COUNT}" if suffix == "pc" else ""
    verdict = "right: verdict, solutions, complete" if suffix == "json" else f"1 solution, right{note}"
    assert run("verify", f"a.{suffix}") == (0, f"a.{suffix}: {verdict}\n", "")
    assert run("show", f"a.{suffix}", "-o", "again.pc") == (0, "", "")
    assert Path("again.pc").read_bytes() == RECORD


def test_a_fumen_may_be_the_argument(run: Run) -> None:
    run("show", "one.pc", "-o", "a.fumen")
    code = Path("a.fumen").read_text().strip()
    assert run("show", f"https://fumen.zui.jp/?{code}") == (0, TEXT, "")
    assert run("verify", code)[0] == 0


def test_pictures(run: Run) -> None:
    for suffix in ("svg", "png", "gif", "pdf", "html", "txt"):
        assert run("show", "one.pc", "-o", f"a.{suffix}") == (0, "", "")
    assert ET.parse("a.svg").getroot().get("height") == "384.4"
    assert Path("a.png").read_bytes().startswith(b"\x89PNG")
    assert Path("a.gif").read_bytes().startswith(b"GIF89a")
    assert Path("a.html").read_text().count("<svg") == 5  # a card for each step
    assert Path("a.txt").read_text() == TEXT
    assert run("show", "two.pc", "-o", "b.svg") == (
        2,
        "",
        "error: a .svg file shows one solution, and there are 2; 'clear show' takes one of them with --number\n",
    )
    assert run("show", "two.pc", "--number", "2", "-o", "b.svg")[0] == 0
    assert run("show", "two.pc", "-o", "b.doc")[0] == 2


def test_json(answer: Callable[..., Any], run: Run) -> None:
    whole = answer("show", "two.pc", "--limit", "1")
    assert not whole["complete"]
    assert [solution["queue"] for solution in whole["solutions"]] == ["JLTIO"]
    lines = run("show", "two.pc", "--jsonl")[1].splitlines()
    assert [json.loads(line) for line in lines] == whole["solutions"] * 2


def test_browsing() -> None:
    (solution,) = parse_pc(RECORD)
    browser = Browser([solution] * 3, "a.pc")
    shown = [browser.state(FILE), *[browser.do(line, FILE) for line in ("", "1", "")]]
    assert [str(text).partition(":")[0] for text in shown] == ["solution 1", "solution 2", "solution 1", "solution 2"]
    for line in ("9", "x", "0"):
        with pytest.raises(NotationError, match="type a number from 1 to 3"):
            browser.do(line, FILE)
    assert str(browser.do("", FILE)).startswith("solution 3")
    assert browser.do("", FILE) is None  # after the last one
    assert browser.do("q", FILE) is None


def test_right_and_wrong_solutions(run: Run, answer: Callable[..., Any]) -> None:
    right = f"one.pc: 1 solution, right; {NO_COUNT}\ntwo.pc: 2 solutions, all right; {NO_COUNT}\n"
    assert run("verify", "one.pc", "two.pc") == (0, right, "")
    assert run("validate", "one.pc")[0] == 0
    Path("wrong.pc").write_bytes(RECORD + RECORD[:9] + b"\x34" + RECORD[10:])
    code, out, err = run("verify", "wrong.pc")
    assert (code, err) == (1, "")
    assert out.splitlines() == [
        "wrong.pc: solution 2: placement 2, J N (3, 1), floats: nothing is below it",
        "wrong.pc: 1 of 2 solutions is wrong",
    ]
    whole = answer("verify", "wrong.pc")
    assert whole["valid"] is False
    assert [report["solution"] for report in whole["files"][0]["faults"]] == [2]
    Path("none.pc").write_bytes(b"")
    nothing = "none.pc: 0 solutions: the file is empty, so there is nothing to check\n"
    assert run("verify", "none.pc") == (3, nothing, "")
    assert run("verify", "none.pc", "wrong.pc")[0] == 1
    whole = answer("verify", "none.pc", unknown=True)
    assert whole["valid"] is None
    assert whole["files"][0]["not_checked"] == {"solutions": "the file is empty, so there is nothing to check"}


def test_large_files_are_read_where_it_matters(
    run: Run, answer: Callable[..., Any], stdin: Callable[[bytes], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shapewright.clear.notation.pc.PART_BYTES", 100)
    wrong = RECORD[:9] + b"\x34" + RECORD[10:]
    Path("many.pc").write_bytes(RECORD * 100 + wrong * 30 + RECORD * 20)
    code, out, _ = run("verify", "many.pc", "--threads", "2")
    lines = out.splitlines()
    assert code == 1
    assert lines[0] == "many.pc: solution 101: placement 2, J N (3, 1), floats: nothing is below it"
    assert lines[-2:] == ["many.pc: and 10 more", "many.pc: 30 of 150 solutions are wrong"]
    assert len(lines) == 22
    assert [report["solution"] for report in answer("verify", "many.pc")["files"][0]["faults"]] == [*range(101, 131)]
    stdin(RECORD * 40)
    assert run("verify", "-") == (0, f"-: 40 solutions, all right; {NO_COUNT}\n", "")
    assert run("verify", "many.pc", "--time-limit", "0.000001")[0] == 3
    assert run("show", "many.pc", "--number", "150")[1] == TEXT.replace("solution 1", "solution 150")
    # What cannot be shown, and what is damaged, matters only to who comes to it.
    Path("many.pc").write_bytes(RECORD * 100 + RECORD[:12] + b"\x1c" + RECORD[:5])
    assert run("show", "many.pc", "--number", "100")[0] == 0
    assert run("show", "many.pc", "--limit", "2")[1] == TEXT + "\n" + TEXT.replace("solution 1", "solution 2")
    code, _, err = run("show", "many.pc", "--number", "101")
    assert (code, err) == (4, "error: 'many.pc': solution 101: O N (7, 0) does not fit: the cell (7, 0) is filled\n")
    assert "record 102 at byte 1313 is cut off" in run("show", "many.pc", "--number", "102")[2]
    assert "record 102 at byte 1313 is cut off" in run("verify", "many.pc")[2]


@pytest.mark.usefixtures("terminal")
def test_browsing_a_file(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    class Keys:
        lines = iter(["40\n", "\n", "q\n"])

        def isatty(self) -> bool:
            return True

        def readline(self, most: int = -1) -> str:
            return next(self.lines)

    monkeypatch.setattr("sys.stdin", Keys())
    monkeypatch.setattr("shapewright.questions.clear.show.MAX_SOLUTIONS", 10)
    Path("many.pc").write_bytes(RECORD * 50)
    code, out, _ = run("show", "many.pc")
    assert code == 0
    shown = [line for line in out.splitlines() if " of 50; enter: next" in line]
    assert [line.partition(" of")[0] for line in shown] == ["1", "40", "41"]


def test_kicks_and_drop_make_a_difference(run: Run) -> None:
    spin = {
        "field": "X________X/___XXXXXXX/X_XXXXXXXX",
        "queue": "TI",
        "placements": [{"piece": "T", "facing": "S", "x": 1, "y": 1}],
    }
    Path("spin.jsonl").write_text(json.dumps(spin))
    assert "cannot be reached" not in run("verify", "spin.jsonl")[1]
    assert "cannot be reached with kicks srs and drop hard" in run("verify", "spin.jsonl", "--drop", "hard")[1]
    assert run("verify", "one.pc", "--kicks", "srz")[0] == 2
    assert run("verify", "one.pc", "--kicks", "none")[0] == 0
    assert run("verify", "one.pc", "--drop", "sonic")[0] == 2


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (RECORD[:-1], "'a.pc': record 1 at byte 0 is cut off: it has 5 placements, and 4 bytes are left for them"),
        (RECORD[:9] + b"\xf0" + RECORD[10:], "'a.pc': placement 2 of record 1 at byte 9 has position 60, beyond 59"),
    ],
)
def test_damage_is_named(run: Run, content: bytes, message: str) -> None:
    Path("a.pc").write_bytes(content)
    for verb in ("verify", "show"):
        assert run(verb, "a.pc") == (4, "", f"error: {message}\n")


def test_too_many_solutions_are_not_read(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shapewright.questions.clear.show.MAX_SOLUTIONS", 1)
    message = "error: 'two.pc' has more than 1 solution; choose some by --number or --limit\n"
    assert run("show", "two.pc") == (2, "", message)
    assert run("show", "two.pc", "--limit", "1") == (0, TEXT, "")
    assert run("show", "two.pc", "--number", "2")[0] == 0


def test_what_is_no_file_of_solutions(run: Run, stdin: Callable[[bytes], None]) -> None:
    Path("a.txt").write_text("hello")
    assert run("show", "a.txt") == (
        4,
        "",
        "error: 'a.txt': it contains no solutions; expected .pc records, JSON Lines or fumens\n",
    )
    stdin(b"hello")
    assert run("show", "-")[0] == 4
    assert run("show", "none.pc") == (4, "", "error: cannot read 'none.pc': no such file or directory\n")
    Path("b.fumen").write_text("v115@vhAAgH\n\nv115@vhAAg\n")
    damaged = "is damaged: it ends too soon, or a part of it cannot be read"
    for verb in ("show", "verify"):
        place = "line 3" if verb == "show" else "line 1"
        reason = f"the fumen 'v115@vhAAg' {damaged}" if verb == "show" else "no page of the fumen has a piece to place"
        assert run(verb, "b.fumen") == (4, "", f"error: 'b.fumen': {place}: {reason}\n")
    Path("b.fumen").write_text("v115@vhAAgH\nv115@vhAAgH\n")
    message = "line 1: no page of the fumen has a piece to place"
    assert run("verify", "b.fumen") == (4, "", f"error: 'b.fumen': {message}\n")
    Path("c.jsonl").write_text(run("show", "one.pc", "--jsonl")[1].replace('"x": 3', '"x": 4'))
    code, out, err = run("show", "c.jsonl")
    assert (code, out) == (4, "")
    assert err == "error: 'c.jsonl': solution 1: L N (6, 0) does not fit: the cell (5, 0) is filled\n"
    assert run("show", "one.pc", "--number", "2") == (2, "", "error: there is no solution 2 in 'one.pc'\n")


def test_kicks_of_a_file_are_given_by_that_file(run: Run) -> None:
    Path("my.properties").write_text(Kicks.named("srs-plus").to_properties())
    assert run("solve", "TIOLJSZTIOL", "--kicks", "my.properties", "-o", "my.jsonl")[0] == 0
    assert run("verify", "my.jsonl", "--kicks", "my.properties")[0] == 0
    code, out, err = run("verify", "my.jsonl")
    assert (code, out) == (4, "")
    assert err == (
        "error: 'my.jsonl': solution 1 is for the kicks 'my.properties', which have no known name; give their "
        "file by --kicks\n"
    )


PAGES = "v115@vhFRQJUGJKJJvMJTNJGBJ"


def test_several_fumens_are_several_solutions(run: Run, stdin: Callable[[bytes], None]) -> None:
    run("show", "one.pc", "-o", "one.fumen")
    fumen = Path("one.fumen").read_text().strip()
    for argument in (f"{fumen} {fumen}", f"{fumen},{fumen}", f"https://a.b/?{fumen.replace('@', '%40')} {fumen}"):
        code, out, _ = run("verify", argument)
        assert (code, out.rpartition(": ")[2]) == (0, "2 solutions, all right\n")
        Path("list.fumen").write_text(f"# two of them\n{argument}   # in one line\n")
        assert run("verify", "list.fumen") == (0, "list.fumen: 2 solutions, all right\n", "")
        assert run("show", argument)[1].count("solution ") == 2
    stdin(f"{fumen}\n{fumen} {fumen}\n".encode())
    assert run("verify", "-") == (0, "-: 3 solutions, all right\n", "")
    assert run("show", f"{PAGES}#1:3")[1].startswith("solution 1: queue IZL\n")


def test_pages_that_are_no_solution_are_shown_and_drawn(run: Run) -> None:
    hole = "ZZ____LLLI/TZZ___LOOI/TTSS__JOOI/TSS___JJJI"
    assert run("path", "--field", hole, "-p", "*p4", "--minimal", "-o", "few.fumen") == (0, "", "")
    code, out, err = run("show", "few.fumen")
    assert (code, err) == (0, "")
    assert out.splitlines()[1].split()[:4] == ["1", "LTI", "96", "2"]
    assert out.count("XXIIIIXXXX") == 6
    for suffix, head in (
        ("svg", b"<svg"),
        ("png", b"\x89PNG"),
        ("gif", b"GIF89a"),
        ("pdf", b"%PDF-"),
        ("html", b"<!DOCTYPE"),
    ):
        assert run("show", "few.fumen", "-o", f"few.{suffix}") == (0, "", "")
        assert Path(f"few.{suffix}").read_bytes().startswith(head)
    assert run("show", "few.fumen", "-o", "again.fumen") == (0, "", "")
    assert Path("again.fumen").read_bytes() == Path("few.fumen").read_bytes()
    found = json.loads(run("show", "few.fumen", "--json")[1])
    assert (len(found["pages"]), found["complete"]) == (16, True)
    assert found["pages"][0]["rows"] == "XXIIIIXXXX/XXXTTTXXXX/XXXXTLXXXX/XXXLLLXXXX"
    assert len(json.loads(run("show", "few.fumen", "--json", "--limit", "2")[1])["pages"]) == 2
    assert run("show", "few.fumen", "--number", "3")[1].splitlines()[1] == "3  LOI 64"
    assert run("show", "few.fumen", "--number", "17")[0] == 2
    assert run("show", "few.fumen", "--jsonl")[0] == 2
    assert run("show", hole)[1].splitlines() == hole.split("/")
    Path("field.txt").write_text(f"4\n{hole.replace('/', chr(10))}\n")
    assert run("show", "field.txt")[1].splitlines() == hole.split("/")
    assert run("show", f"{PAGES} v115@vhAAgH")[1].count("____iiii__") == 0


def test_how_pages_are_drawn(run: Run) -> None:
    """Options of pictures, on a fumen whose comment and queue are drawn too."""
    pages = (
        Page(("XX________",), Placement("T", "N", 4, 0), "#Q=[L](T)SZ;first"),
        Page(("XX_TTT____", "____T_____"), Placement("S", "N", 7, 0), "#Q=[L](S)Z;second"),
    )
    Path("two.fumen").write_text(Fumen(pages).to_text())
    for file in ("two.fumen", Fumen(pages).to_text()):
        assert run("show", file, "-o", "a.png", "--cell", "10", "--rows", "5", "--next", "0", "--theme", "dark")[0] == 0
        with Image.open("a.png") as picture:
            assert picture.size == (2 * 102 + 18, 51 + 22 + 1)
            assert picture.convert("RGB").getpixel((103, 2)) == (0x15, 0x18, 0x1D)
        assert run("show", file, "-o", "a.gif", "--delay", "0.25", "--once", "--next", "1")[0] == 0
        with Image.open("a.gif") as picture:
            assert (picture.n_frames, picture.info["duration"], "loop" in picture.info) == (2, 250, False)  # type: ignore[attr-defined]
        assert run("show", file, "-o", "a.svg", "--transparent")[0] == 0
        assert '"#ffffff"' not in Path("a.svg").read_text().partition("</title>")[2].partition("<g")[0]
        assert run("show", file, "-o", "a.html")[0] == 0
        assert Path("a.html").read_text().count('<a href="https://fumen.zui.jp/?v115@') == 2
    assert run("show", "two.fumen", "-o", "a.gif", "--transparent")[2].startswith(
        "error: --transparent is for .png and .svg files, not for .gif"
    )
    assert run("show", "one.pc", "-o", "a.gif", "--theme", "four")[0] == 0
    with Image.open("a.gif") as picture:
        times = []
        for number in range(picture.n_frames):  # type: ignore[attr-defined]
            picture.seek(number)
            times.append(picture.info["duration"])
    assert times == [600] * 4 + [2500]
    assert run("show", "one.pc", "-o", "a.png", "--rows", "24")[0] == 2


def test_sheets_of_solutions_name_the_pieces_and_link_fumens(run: Run) -> None:
    asked = ("path", "--field", "XXXX___XXX/XXXX___XXX/XXXX__XXXX/XXXX____XX", "-p", "*p4", "--minimal")
    assert run(*asked, "-o", "few.html")[0] == 0
    page = Path("few.html").read_text()
    assert page.count('<a href="https://fumen.zui.jp/?v115@') == 11
    assert "IJO  88 queues" in page
    assert run(*asked, "-o", "few.svg")[0] == 0
    assert run("show", "two.pc", "-o", "two.html")[0] == 0
    assert Path("two.html").read_text().count('<a href="https://fumen.zui.jp/?v115@') == 2
