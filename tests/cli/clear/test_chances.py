"""``shapewright clear percent``, ``path`` and ``cover``."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shapewright.clear.chances.percent import percentage
from shapewright.clear.field import Field
from shapewright.clear.kicks import Kicks
from shapewright.clear.notation.fumen import Fumen
from shapewright.clear.notation.page import Page
from shapewright.questions import FAMILIES
from shapewright.questions.listing import MAX_KEPT

Run = Callable[..., tuple[int, str, str]]
Answer = Callable[..., Any]

NARROW = "ZZ____LLLI/TZZ___LOOI/TTSS__JOOI/TSS___JJJI"
WIDER = "ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ"


def fumen(field: str, comment: str = "") -> str:
    return Fumen((Page(tuple(reversed(field.split("/"))), comment=comment),)).to_text()


def test_percent_prints_chance_tree_and_failures(run: Run) -> None:
    code, out, err = run("percent", "--field", WIDER, "-p", "I,*p4")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "711 / 840 = 84.64 %"
    assert lines[2].split() == ["I", "711", "/", "840", "84.64", "%"]
    assert lines[-1] == "failing: IIOST IIOSZ IIOZT IIOZS IISOT, and 124 more (--failed lists them)"
    listed = run("percent", "--field", WIDER, "-p", "I,*p4", "--failed", "--tree", "0")[1].splitlines()
    assert len([line for line in listed if len(line) == 5]) == 129
    tree = run("percent", "--field", WIDER, "-p", "I,*p4", "--tree", "2")[1].splitlines()
    assert tree[3].split() == ["II", "101", "/", "120", "84.17", "%"]
    assert run("percent", "--field", "XX________", "-c", "1", "-p", "O,O,*")[1].startswith("0 / 7 = 0.00 %")


def test_percent_as_json(answer: Answer) -> None:
    found = answer("percent", "--field", NARROW, "-p", "*p4")
    assert (found["solved"], found["queues"], len(found["failed"])) == (514, 840, 326)
    assert found["first"]["I"] == [88, 120]
    assert found["saved"]["T"] == 64
    assert found["parameters"]["patterns"] == "*p4"
    saves = answer("percent", "--field", NARROW, "-p", "*p4", "--saves", "T")
    assert (saves["solved"], saves["queues"]) == (64, 840)


@pytest.mark.parametrize(
    ("arguments", "solved"),
    [
        (("--hold", "avoid"), 172),
        (("--hold=use",), 1776),
        (("--drop", "harddrop"), None),
        (("--drop", "t-softdrop", "--kicks", "none"), None),
        (("--clear-line", "4"), 1776),
        (("-c", "4", "--hold", "USE", "--drop", "softdrop", "--kicks", "srs"), 1776),
    ],
)
def test_spellings_of_options(answer: Answer, arguments: tuple[str, ...], solved: int | None) -> None:
    field = "/".join(["XXX____XXX"] * 4)
    pattern = "*p4" if "avoid" in arguments else "*p5"
    found = answer("percent", "--field", field, "--patterns", pattern, *arguments)
    assert found["solved"] == solved if solved is not None else 0 < found["solved"] < 1776


def test_fumens_and_what_their_comments_say(run: Run, answer: Answer) -> None:
    assert answer("percent", "--tetfu", fumen(NARROW, "4 --patterns *p4"))["solved"] == 514
    assert answer("percent", "-t", fumen(NARROW, "4 -p *p4 --drop harddrop"))["solved"] == 222
    assert answer("percent", "-t", fumen(NARROW, "4 --patterns=*p4 --hold avoid"), "--hold", "use")["solved"] == 514
    assert answer("percent", "-t", "https://fumen.zui.jp/?" + fumen(NARROW, "my opener"), "-p", "*p4")["solved"] == 514
    assert answer("percent", "--field", fumen(NARROW), "-p", "*p4")["solved"] == 514
    two = Fumen((Page(), Page(Fumen.from_text(fumen(NARROW)).pages[0].rows)))
    assert answer("percent", "-t", two.to_text(), "--page", "2", "-p", "*p4")["solved"] == 514
    code, _, err = run("percent", "-t", two.to_text(), "--page", "3", "-p", "*p4")
    assert (code, err) == (2, "error: the fumen has 2 pages, and page 3 is asked for\n")
    code, _, err = run("percent", "-t", fumen(NARROW, "4 --patterns *p4 --wish T"))
    assert code == 2
    assert "'--wish'" in err


def test_fields_and_patterns_from_files(answer: Answer, stdin: Callable[[bytes], None], tmp_path: Path) -> None:
    (tmp_path / "field.txt").write_text(NARROW.replace("/", "\n") + "\n")
    (tmp_path / "queues.txt").write_text("# any four\n*p4\n")
    (tmp_path / "my.properties").write_text(Kicks.named("srs").to_properties())
    found = answer("percent", "--field", "field.txt", "-p", "queues.txt", "--kicks", "my.properties")
    assert found["solved"] == 514
    stdin(NARROW.encode())
    assert answer("percent", "--field", "-", "-p", "*p4")["solved"] == 514


def test_path_as_json(answer: Answer) -> None:
    plain = answer("path", "--field", NARROW, "-p", "*p4")
    assert (plain["unique"], plain["minimal"], plain["minimal_bound"], plain["minimal_ties"]) == (18, None, None, None)
    assert {solution["minimal"] for solution in plain["solutions"]} == {None}
    found = answer("path", "--field", NARROW, "-p", "*p4", "--mark-minimal")
    assert (found["unique"], found["minimal"], found["minimal_bound"], found["solved"]) == (18, 16, 16, 514)
    assert [(by, is_least) for by, _, is_least in found["minimal_ties"]] == [
        ("tucked", True),
        ("held", True),
        ("unplayable", True),
    ]
    assert len(found["solutions"]) == 18
    assert sum([solution["minimal"] for solution in found["solutions"]]) == 16
    first = found["solutions"][0]
    assert (first["queues"], first["rows"]) == (96, "XXIIIIXXXX/XXXTTTXXXX/XXXXTLXXXX/XXXLLLXXXX")
    assert len(first["serves"]) == 96
    assert Fumen.from_text(first["fumen"]).pages[0].rows[3] == "XXIIIIXXXX"
    some = answer("path", "--field", NARROW, "-p", "*p4", "--limit", "3")
    assert (some["complete"], len(some["solutions"])) == (False, 3)
    assert len(answer("path", "--field", NARROW, "-p", "*p4", "--minimal")["solutions"]) == 16


def test_path_as_text(run: Run) -> None:
    code, out, _ = run("path", "--field", NARROW, "-p", "*p4", "--mark-minimal")
    assert code == 0
    assert out.splitlines()[0] == "18 unique solutions for 514 of 840 queues; 16 suffice for all"
    plain = run("path", "--field", NARROW, "-p", "*p4")[1]
    assert plain.splitlines()[0] == "18 unique solutions for 514 of 840 queues"
    assert "*" not in plain
    assert out.count("XXIIIIXXXX") == 6
    assert run("path", "--field", "__________/XX________", "-c", "2", "-p", "*p6")[0] == 2
    code, out, _ = run("path", "--field", "", "-p", "*p6", "-c", "2")
    assert code == 2
    code, out, _ = run("path", "--field", "__________", "-p", "*p6", "-c", "2")
    assert (code, out) == (0, "no solution: none of 5040 queues clears the field\n")
    assert (
        run("path", "--field", "XXXXXXXX__", "-c", "2", "-p", "TTTT")[1]
        == "no solution: the queue does not clear the field\n"
    )


def test_path_to_files(run: Run, tmp_path: Path) -> None:
    for name in ("a.csv", "a.html", "a.fumen", "a.json", "a.txt"):
        marked = [] if name == "a.fumen" else ["--mark-minimal"]  # which changes nothing in a fumen
        assert run("path", "--field", NARROW, "-p", "*p4", *marked, "-o", name) == (0, "", "")
    rows = (tmp_path / "a.csv").read_text().splitlines()
    assert (len(rows), rows[0]) == (19, "number,pieces,queues,tucked,minimal,rows,fumen")
    page = (tmp_path / "a.html").read_text()
    assert page.count("<figure>") == 18
    assert "The minimal set, which covers all queues: 16" in page
    assert len(Fumen.from_text((tmp_path / "a.fumen").read_text()).pages) == 18
    assert '"unique": 18' in (tmp_path / "a.json").read_text()
    for name, head in (("a.svg", b"<svg"), ("a.png", b"\x89PNG"), ("a.gif", b"GIF89a"), ("a.pdf", b"%PDF-")):
        assert run("path", "--field", NARROW, "-p", "*p4", "--minimal", "-o", name) == (0, "", "")
        assert (tmp_path / name).read_bytes().startswith(head)
    assert (tmp_path / "a.svg").read_text().count("<svg") == 1
    code, _, err = run("path", "--field", "__________", "-p", "*p6", "-c", "2", "-o", "a.png")
    assert (code, err) == (2, "error: a picture shows at least one solution, and there is none\n")


def test_percent_to_files(run: Run, tmp_path: Path) -> None:
    for name in ("p.csv", "p.html", "p.txt", "p.json"):
        assert run("percent", "--field", NARROW, "-p", "*p4", "-o", name) == (0, "", "")
    rows = (tmp_path / "p.csv").read_text().splitlines()
    assert (rows[0], len(rows), sum([row.endswith(",yes") for row in rows])) == ("queue,solved", 841, 514)
    assert "326 failing queues" in (tmp_path / "p.html").read_text()
    assert (tmp_path / "p.txt").read_text().startswith("514 / 840 = 61.19 %\n")
    code, _, err = run("percent", "--field", NARROW, "-p", "*p4", "-o", "p.png")
    assert (code, "a chance is not a picture" in err) == (2, True)


def test_cover(run: Run, answer: Answer, stdin: Callable[[bytes], None], tmp_path: Path) -> None:
    assert run("path", "--field", NARROW, "-p", "*p4", "--minimal", "-o", "few.fumen")[0] == 0
    out = run("cover", "few.fumen", "-p", "*p4")[1].splitlines()
    assert out[0].split() == ["1", "96", "/", "840", "=", "11.43", "%", "ITL"]
    assert out[-2:] == ["OR   514 / 840 = 61.19 %", "AND  0 / 840 = 0.00 %"]
    text = (tmp_path / "few.fumen").read_text()
    found = answer("cover", text.strip(), "-p", "*p4")
    assert (found["any"], found["every"], len(found["solutions"]), len(found["failed"])) == (514, 0, 16, 326)
    stdin(text.encode())
    assert answer("cover", "-", "-p", "*p4", "--hold", "avoid")["queues"] == 210
    assert run("cover", "-t", text.strip(), "-p", "*p4", "-o", "c.csv")[0] == 0
    rows = (tmp_path / "c.csv").read_text().splitlines()
    assert (len(rows), len(rows[1].split(","))) == (841, 17)
    assert len(run("cover", "few.fumen", "-p", "*p4", "--failed")[1].splitlines()) == 16 + 3 + 1 + 326


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("percent", "-p", "*p4"), 2, "takes 10 pieces"),
        (("percent", "--field", NARROW), 2, "no queues; give a pattern such as 'I,*p4' (at the shell with --patterns)"),
        (("percent", "--field", NARROW, "-t", "none.txt", "-p", "*p4"), 2, "' and 'none.txt'; --field, --tetfu"),
        (("percent", "--field", NARROW, "-p", "[TI"), 2, "not closed"),
        (("percent", "--field", NARROW, "-p", "*p9"), 2, "takes 9 pieces"),
        (("percent", "--field", NARROW, "-p", "*p2;*p3"), 2, "alternative 2"),
        (("percent", "--field", NARROW, "-p", "*p2"), 2, "takes 3 pieces, and the queues of the pattern have 2"),
        (("percent", "--field", NARROW, "-p", "*p4", "-c", "3"), 2, "the field is 4 rows high"),
        (("percent", "--field", NARROW, "-p", "*p4", "-c", "21"), 2, "whole number from 1 to 20, not 21"),
        (("percent", "--field", NARROW, "-p", "*p4", "--hold", "maybe"), 2, "'maybe' is not use or avoid"),
        (("percent", "--field", NARROW, "-p", "*p4", "--drop", "up"), 2, "'up' is not a way to drop"),
        (("percent", "--field", NARROW, "-p", "*p4", "--kicks", "tgm"), 2, "'tgm'"),
        (("percent", "--field", NARROW, "-p", "*p4", "--saves", "T&&"), 2, "T&&"),
        (("percent", "--field", NARROW, "-p", "*p4", "--tree", "9"), 2, "from 0 to 4"),
        (("percent", "--field", "X_", "-p", "*p4"), 2, "has 2 cells"),
        (("percent", "--field", "X_________", "-p", "*p7,*p4"), 2, "39 cells are empty"),
        (("percent", "--field", "XXXX______", "-p", "*p7,*p4", "--time-limit", "1e-9"), 3, "time limit"),
        (("percent", "-t", "v115@zzzz", "-p", "*p4"), 2, "damaged: it ends too soon"),
        (("percent", "--field", "none.txt", "-p", "*p4"), 4, "cannot read"),
        (("path", "--field", NARROW, "-p", "*p4", "-o", "x.xyz"), 2, "not a format"),
        (("cover", "-p", "*p4"), 2, "there are no solutions; give fumens"),
        (("cover", "v115@vhAAgH", "-p", "*p4"), 2, "neither pieces nor cells"),
        (("cover", "nothing", "-p", "*p4"), 4, "cannot read"),
    ],
)
def test_bad_input(run: Run, arguments: tuple[str, ...], code: int, message: str) -> None:
    seen, out, err = run(*arguments)
    assert (seen, out) == (code, "")
    assert message in err
    assert err.count("\n") == 1


def test_field_text_round_trip() -> None:
    assert Field.from_text(NARROW) == Fumen.from_text(fumen(NARROW)).pages[0].field


SIX = "v115@vhFRQJUGJKJJvMJTNJGBJ"
OTHER = "v115@vhFRQJPGJKJJGMJTNJ0BJ"
HOLE = "XXX____XXX/XXX____XXX/XXX____XXX/XXX____XXX"


def test_page_ranges_and_several_fumens(run: Run, answer: Answer, stdin: Callable[[bytes], None]) -> None:
    """Numbers of solution-finder's own documentation."""
    assert (
        answer("cover", f"{SIX}#1:3", "-p", "*p7")["any"],
        answer("cover", f"{SIX}#1:3", "-p", "*p7")["queues"],
    ) == (
        64,
        840,
    )
    for argument in (f"{SIX} {OTHER}", f"{SIX},{OTHER}#1:6", f"?{SIX.replace('@', '%40')}#: http://a.b/?{OTHER}"):
        found = answer("cover", argument, "-p", "*p7")
        assert (found["any"], found["every"], found["queues"], len(found["solutions"])) == (3108, 812, 5040, 2)
    (Path("two.txt")).write_text(f"33.33 % [1680/5040]: {SIX} {OTHER}  # both\n# {SIX}\n")
    assert answer("cover", "two.txt", "-p", "*p7")["any"] == 3108
    stdin(f"{SIX}\n{OTHER}\n".encode())
    assert answer("cover", "-", "-p", "*p7")["any"] == 3108
    text = run("cover", f"{SIX}#1:3", "-p", "*p7")[1]
    assert text.splitlines()[-1] == "of the 7 pieces of each queue the first 4 count: 3 to place and 1 for hold"


def test_one_field_of_a_fumen(run: Run, answer: Answer) -> None:
    third = answer("percent", "-t", f"{SIX}#3", "-p", "*p7,*p4", "-c", "4")
    assert third["solved"] == answer("percent", "-t", SIX, "--page", "3", "-p", "*p7,*p4")["solved"] > 0
    for arguments, message in (
        (("-t", f"{SIX} {OTHER}"), "2 fumens are given where one field is expected"),
        (("-t", f"{SIX}#1:3"), "3 pages of the fumen are chosen where one field is expected; write #2 for page 2"),
        (("-t", f"{SIX}#2", "--page", "2"), "the page is given both by # in the fumen and by --page"),
        (("-t", f"{SIX}#7"), "the fumen has 6 pages, and '#7' asks for page 7"),
        (("-t", f"{SIX}#1-3"), "is not a range of pages such as #2, #1:3"),
        (("-t", "v114@vhAAgH v115@vhAAgH"), "'v114@vhAAgH' is not a fumen of version 115 or 110"),
        (("--page", "2"), "--page only applies to a fumen, and no field is given"),
    ):
        code, out, err = run("percent", *arguments, "-p", "*p7,*p4")
        assert (code, out) == (2, "")
        assert message in err


def test_a_field_file_of_solution_finder(run: Run, answer: Answer) -> None:
    Path("field.txt").write_text("# an opener\n2\nXXXX__XXXX  # above\nXXXX__XXXX\n")
    found = answer("percent", "-fp", "field.txt", "-p", "*p2")
    assert (found["height"], found["queues"]) == (2, 42)
    assert answer("percent", "--field", "field.txt", "-p", "*p7,*p7", "-c", "4")["height"] == 4
    assert answer("solve", "O", "--field", "field.txt")["height"] == 2
    Path("field.txt").write_text("21\nXXXX__XXXX\n")
    code, _, err = run("percent", "--field", "field.txt", "-p", "*p2")
    assert (code, "asks to clear '21' lines; expected 1 to 20" in err) == (4, True)


def test_what_is_cut_from_a_pattern_is_said(run: Run, answer: Answer) -> None:
    line = "of the 7 pieces of each queue the first 5 count: 4 to place and 1 for hold"
    assert line in run("percent", "--field", HOLE, "-p", "*p7")[1].splitlines()
    assert line in run("path", "--field", HOLE, "-p", "*p7", "--limit", "1", "--no-minimal")[1].splitlines()
    assert line not in run("percent", "--field", HOLE, "-p", "*p5")[1].splitlines()
    assert line not in run("percent", "--field", HOLE, "-p", "*p7", "--save", "T")[1].splitlines()
    found = answer("percent", "--field", HOLE, "-p", "*p7")
    assert (found["pieces"], found["pieces_counted"]) == (7, 5)
    assert answer("percent", "--field", HOLE, "-p", "*p7", "--save", "T")["pieces_counted"] == 7


def test_kicks_and_drops_in_the_words_of_others(run: Run, answer: Answer) -> None:
    def solved(*arguments: str) -> int:
        return int(answer("percent", "--field", NARROW, "-p", "*p4", *arguments)["solved"])

    assert solved("-d", "180", "-K", "@tetrio180") == solved("--kicks", "srs-plus")
    assert solved("-K", "jstris180", "-d", "180") == solved("--kicks", "@jstris180")
    Path("kicks").mkdir()
    Path("kicks/mine.properties").write_text(Kicks.named("nullpomino180").to_properties())
    assert solved("-K", "@mine", "-d", "softdrop180") == solved("-K", "nullpomino180")
    assert solved("-K", "nokicks") == solved("-K", "@nokicks", "-d", "180")
    for arguments in (("-d", "180"), ("-d", "180", "-K", "srs"), ("-K", "none", "-d", "180")):
        code, _, err = run("percent", "--field", NARROW, "-p", "*p4", *arguments)
        assert (code, "the drop 180 needs kicks with half turns, such as jstris180" in err) == (2, True)
    code, _, err = run("percent", "-t", fumen(NARROW, "4 -p *p4 -d 180"))
    assert (code, "the drop 180 needs kicks with half turns" in err) == (2, True)
    code, _, err = run("percent", "--field", NARROW, "-p", "*p4", "-K", "kicks/jstris180.properties")
    assert (code, "the name alone, jstris180, needs no file" in err) == (4, True)


def test_options_that_solution_finder_writes_with_one_dash(run: Run, answer: Answer) -> None:
    tree = run("percent", "--field", NARROW, "-p", "*p4", "-td", "2")[1]
    assert tree == run("percent", "--field", NARROW, "-p", "*p4", "--tree", "2")[1]
    out = run("percent", "--field", NARROW, "-pp", "*p4", "-td", "0", "-fc", "7")[1].splitlines()
    assert out[-1] == "and 319 more (--failed lists them)"
    assert len([line for line in out if len(line) == 4]) == 7
    asked = answer("percent", "-fp", NARROW, "-pp", "*p4", "-fc", "7", "--failed")["parameters"]
    assert asked == {"field": NARROW, "patterns": "*p4"}
    everything = run("percent", "--field", NARROW, "-p", "*p4", "-fc", "-1")[1]
    assert everything == run("percent", "--field", NARROW, "-p", "*p4", "--failed")[1]
    code, _, err = run("percent", "-t", fumen(NARROW), "-p", "*p4", "-tx")
    assert (code, "and 'x'; --field, --tetfu and -t are names of one option" in err) == (2, True)


def test_no_condition_and_no_pattern_is_left_out(run: Run, answer: Answer) -> None:
    found = answer("percent", "--field", HOLE, "-p", "*p5", "--save", "T,!T", "--saves", "L#an L")
    assert [one["label"] for one in found["conditions"]] == ["T", "!T", "an L"]
    assert found["parameters"]["save"] == "T,!T,L#an L"
    code, _, err = run("solve", "LTIOJ", "--field", HOLE, "--save", "T", "--save", "L")
    assert (code, "2 save conditions are given where one is expected: 'T,L'" in err) == (2, True)
    code, _, err = run("percent", "--field", HOLE, "-p", "*p5", "-p", "*p4")
    assert (code, "two patterns are given, '*p5' and '*p4'; alternatives of one pattern have ; between" in err) == (
        2,
        True,
    )
    lines = run("percent", "--field", HOLE, "-p", "*p4", "--save", "T")[1].splitlines()
    assert "no piece is left over: the queues have only the 4 pieces that are placed" in lines


def test_the_best_save_of_each_queue(run: Run, answer: Answer) -> None:
    field = ("--field", NARROW, "-p", "*p7", "--saves", "T#a T,L,!O")
    plain, best = answer("percent", *field), answer("percent", *field, "-bs")
    assert best["solved"] == plain["solved"] == sum(one["solved"] for one in best["conditions"]) == 2544
    assert [one["solved"] for one in best["conditions"]] == [1440, 996, 108]
    assert best["parameters"]["best_save"] is True
    assert run("percent", *field, "--best-save", "-o", "best.csv") == (0, "", "")
    rows = [row.split(",") for row in Path("best.csv").read_text().splitlines()]
    assert rows[0] == ["queue", "best_save"]
    assert [sum(row[1] == label for row in rows[1:]) for label in ("a T", "L", "!O", "")] == [1440, 996, 108, 2496]
    assert run("percent", "--field", NARROW, "-p", "*p7", "--best-save")[::2] == (
        2,
        "error: --best-save only applies with --save, which names the saves, the best one first\n",
    )


def test_all_leftovers(run: Run, answer: Answer) -> None:
    found = answer("percent", "--field", NARROW, "-p", "*p7", "--leftovers", "--save", "T")
    assert found["leftovers"][0] == ["JSZO", 576, 5040]
    assert len(found["leftovers"]) == 12
    assert found["leftovers"] == answer("percent", "--field", NARROW, "-p", "*p7", "--leftovers")["leftovers"]
    lines = run("percent", "--field", NARROW, "-p", "*p4", "--leftovers")[1].splitlines()
    at = lines.index(
        "7 sets of pieces can be left over; per cent of all 840 queues, and of the 514 that clear the field:"
    )
    assert lines[at + 1] == "O  148   17.62 %   28.79 %"
    assert "All leftovers" in page_of(run, "--field", NARROW, "-p", "*p4", "--leftovers")
    code, _, err = run("percent", "--field", NARROW, "-p", "*p3", "--leftovers")
    assert (code, err.startswith("error: --leftovers has nothing to list: no piece is left over")) == (2, True)


@pytest.mark.parametrize(
    "how",
    [("*p3,*p1",), ("*p4",), ("*p5",), ("*p6",), ("*p4", "--hold", "avoid"), ("*p5", "--hold", "avoid"), ("*p5{S<Z}",)],
    ids=" ".join,
)
def test_shares_of_leftovers_are_of_the_queues_that_are_counted(run: Run, answer: Answer, how: tuple[str, ...]) -> None:
    field = ("--field", NARROW, "-p", *how)
    whole = answer("percent", *field, "--save", "^(TTTT)")
    queues, cleared = whole["queues"], whole["cleared"]
    assert whole["solved"] == cleared > 0
    for save in ((), ("--save", "T")):
        lines = run("percent", *field, "--leftovers", *save, "--tree", "0")[1].splitlines()
        heading = f"per cent of all {queues} queues, and of the {cleared} that clear the field:"
        at = next(number for number, line in enumerate(lines) if line.endswith(heading))
        rows = [line.split() for line in lines[at + 1 :] if "%" in line]
        assert len(rows) > 3
        for _, number, of_all, _, of_clears, _ in rows:
            assert of_all == percentage(int(number), queues)
            assert of_clears == percentage(int(number), cleared)
    is_cut = answer("percent", *field)["pieces_counted"] < whole["pieces"]
    text = run("percent", *field)[1]
    assert (f"of the {answer('percent', *field)['queues']} shortened queues: I " in text) == (is_cut and len(how) == 1)


@pytest.mark.parametrize(
    "verb",
    [name for name, question in FAMILIES["clear"].questions.items() if "save" in {own.name for own in question.fields}],
)
def test_a_save_condition_that_cannot_hold_is_explained(run: Run, verb: str, tmp_path: Path) -> None:
    assert verb in ("book", "glance", "opener", "path", "percent", "solve")
    (tmp_path / "fields.txt").write_text(f"{NARROW}\n")
    for save in ("LOSZ||JOSZ", "TL&&T"):
        queues: dict[str, list[str]] = {"solve": ["IOTS"], "glance": ["*p4"]}
        game = [*queues.get(verb, ["-p", "*p4"]), "--save", save]
        _, out, err = run(verb, "--field", NARROW, *game)
        assert " never holds: it takes " in out + err or "no piece in hold meets" in err
        if verb in ("percent", "path"):
            assert "never holds: it takes" in run(verb, "--file", str(tmp_path / "fields.txt"), *game, "-v")[2]
            assert "draw it: *p7" in out
    assert "never hold" not in "".join(
        run(verb, "--field", NARROW, *queues.get(verb, ["-p", "*p4"]), "--save", "T||!S")[1:]
    )


def test_the_rest_of_a_bag_is_saved_where_it_is_drawn(run: Run, answer: Answer) -> None:
    field = ("-t", "v115@9gC8EeE8DeF8CeG8DeC8JeAgH", "--save", "LOSZ||JOSZ")
    assert answer("percent", *field, "-p", "I,*p7")["solved"] == 972
    found = run("percent", *field, "-p", "I,*p4", "--json")[1]
    Path("none.json").write_text(found)
    assert json.loads(found)["reason"].endswith("draw it: I,*p7")
    assert run("verify", "none.json")[0] == 0
    Path("none.json").write_text(found.replace("takes 4 pieces", "takes 3 pieces"))
    assert run("verify", "none.json")[0] == 1


def page_of(run: Run, *arguments: str) -> str:
    assert run("percent", *arguments, "-o", "page.html") == (0, "", "")
    return Path("page.html").read_text()


def test_paths_that_save_a_piece(run: Run, answer: Answer) -> None:
    found = answer("path", "--field", NARROW, "-p", "*p4", "--saves", "T", "--mark-minimal")
    assert (found["unique"], found["minimal"], found["solved"], found["queues"]) == (5, 5, 64, 840)
    assert all("T" not in solution["pieces"] for solution in found["solutions"])
    assert run("path", "--field", NARROW, "-p", "*p4", "--save", "TS") == (
        0,
        (
            "no solution saves that with any of 840 queues: TS never holds: "
            "it takes 2 pieces, and 1 is left over; to save the rest of a bag, draw it: *p7\n"
        ),
        "",
    )


def test_a_minimal_set_for_each_saved_piece(run: Run, answer: Answer) -> None:
    found = answer("path", "--field", NARROW, "-p", "*p4", "--per-save", "--minimal")
    alone = {piece: answer("path", "--field", NARROW, "-p", "*p4", "--save", piece, "--minimal") for piece in "IOTSZLJ"}
    assert [one["condition"] for one in found["saves"]] == list(alone)
    for one in found["saves"]:
        other = alone[one["condition"]]
        for key in ("unique", "solved", "minimal", "minimal_bound"):
            assert one[key] == other[key]
        assert len(one["solutions"]) == one["minimal"] == one["minimal_bound"]
    assert run("path", "--field", NARROW, "-p", "*p4", "--per-save", "--minimal", "-o", "saves.html") == (0, "", "")
    page = Path("saves.html").read_text()
    assert [f"{piece}: The minimal set, which covers all queues: " in page for piece in "IOTSZLJ"] == [True] * 7
    assert run("path", "--field", NARROW, "-p", "*p4", "--per-save", "--minimal", "-o", "saves.fumen") == (0, "", "")
    comments = [page.comment for page in Fumen.from_text(Path("saves.fumen").read_text()).pages]
    assert comments[0].startswith("I: ")
    assert [sum(comment.startswith(f"{piece}: ") for comment in comments) for piece in "IOTSZLJ"] == [
        one["minimal"] for one in found["saves"]
    ]
    assert run("path", "--field", NARROW, "-p", "*p4", "--save", 'T#one, or "two",L', "-o", "saves.csv")[0] == 2
    assert run("path", "--field", NARROW, "-p", "*p4", "--save", 'T#a "T",L', "-o", "saves.csv") == (0, "", "")
    with Path("saves.csv").open(newline="") as file:
        rows = list(csv.reader(file))
    assert rows[0][:3] == ["save", "number", "pieces"]
    assert [row[0] for row in rows[1:]] == ['a "T"'] * 5 + ["L"] * 7


def test_the_best_save_of_each_queue_in_solutions(run: Run, answer: Answer) -> None:
    found = answer("path", "--field", NARROW, "-p", "*p4", "--save", "T,L", "--best-save")
    chance = answer("percent", "--field", NARROW, "-p", "*p4", "--save", "T,L", "--best-save")
    assert found["best_saves"] == [one["solved"] for one in chance["conditions"]]
    assert found["solved"] == chance["solved"]
    text = run("path", "--field", NARROW, "-p", "*p4", "--save", "T#tee,L", "--best-save", "--limit", "1")[1]
    assert "queues by their best save: tee 64, L 58" in text.splitlines()


@pytest.mark.parametrize(
    ("how", "message"),
    [
        (("--per-save", "--save", "T"), "--per-save and --save cannot be combined"),
        (("--best-save",), "--best-save only applies with --save"),
        (("--per-save", "-p", "*p3"), "there is nothing to save: no piece is left over"),
    ],
)
def test_saves_that_do_not_go_together(run: Run, how: tuple[str, ...], message: str) -> None:
    pattern = () if "-p" in how else ("-p", "*p4")
    code, _, err = run("path", "--field", NARROW, *pattern, *how)
    assert (code, message in err) == (2, True)


@pytest.mark.parametrize(
    "how",
    [
        ("--save", "T"),
        ("--save", "^T", "--minimal"),
        ("--no-minimal",),
        ("--limit", "3"),
        ("--per-save", "--minimal"),
        ("--save", "T#tee,L", "--mark-minimal"),
        ("--save", "T,L", "--best-save", "--minimal", "--limit", "2"),
    ],
)
def test_answers_of_path_can_be_verified(run: Run, how: tuple[str, ...]) -> None:
    assert run("path", "--field", NARROW, "-p", "*p4", *how, "-o", "path.json") == (0, "", "")
    assert run("verify", "path.json")[0] == 0
    Path("path.json").write_text(Path("path.json").read_text().replace('"solved": ', '"solved": 1'))
    assert run("verify", "path.json")[0] == 1


def test_solutions_without_queues_are_written_as_they_come(run: Run, answer: Answer) -> None:
    field = ("--field", NARROW, "-p", "*p4")
    assert run("path", *field, "--no-queues", "-o", "all.jsonl") == (0, "", "")
    lines = [json.loads(line) for line in Path("all.jsonl").read_text().splitlines()]
    plain = answer("path", *field)["solutions"]
    assert {(one["rows"], one["pieces"], one["tucked"]) for one in lines} == {
        (one["rows"], one["pieces"], one["tucked"]) for one in plain
    }
    assert len(lines) == 18
    assert run("path", *field, "--no-queues", "-o", "all.txt") == (0, "", "")
    assert [one["fumen"] for one in lines] == Path("all.txt").read_text().splitlines()
    assert answer("cover", "all.txt", "-p", "*p4")["any"] == answer("path", *field)["solved"]
    some = answer("path", *field, "--no-queues", "--limit", "3")
    assert (some["unique"], some["solved"], some["complete"], some["solutions"]) == (18, 514, False, lines[:3])
    Path("some.json").write_text(json.dumps(some))
    assert run("verify", "some.json")[0] == 0
    Path("some.json").write_text(json.dumps(some | {"unique": 17}))
    assert run("verify", "some.json")[0] == 1
    code, _, err = run("path", *field, "--no-queues", "--minimal")
    assert (code, err) == (2, "error: --minimal and --no-queues cannot be combined; it needs the queues\n")
    code, _, err = run("path", *field, "--no-queues", "-o", "all.html")
    assert (code, "with --no-queues solutions are written as they come" in err) == (2, True)


def test_ties_that_are_not_so_are_found_out(run: Run, answer: Answer) -> None:
    found = answer("path", "--field", NARROW, "-p", "*p4", "--mark-minimal")
    for level in range(3):
        for by in (1, -1):
            wrong = json.loads(json.dumps(found))
            wrong["minimal_ties"][level][1] += by
            Path("path.json").write_text(json.dumps(wrong))
            assert run("verify", "path.json")[0] == 1


def test_save_conditions_of_players(run: Run, answer: Answer) -> None:
    field = ("-t", "v115@LhB8GeB8DeA8BeD8AeC8JeAgH", "-p", "T,*p7")
    found = answer("percent", *field, "--saves", "!T#never a T,T,^T")
    assert [(one["label"], one["condition"], one["solved"], one["queues"]) for one in found["conditions"]] == [
        ("never a T", "!T", 3833, 5040),
        ("T", "T", 1136, 5040),
        ("^T", "^T", 4966, 5040),
    ]
    assert (found["solved"], found["cleared"], found["parameters"]["save"]) == (4969, 4969, "!T#never a T,T,^T")
    lines = run("percent", *field, "--save", "!T", "--tree", "0")[1].splitlines()
    assert lines[:2] == ["3833 / 5040 = 76.05 %", "4969 queues can clear the field; this is 77.14 % of them"]
    assert run("percent", *field, "--save", "!T#never a T,T", "-o", "saves.csv") == (0, "", "")
    rows = Path("saves.csv").read_text().splitlines()
    assert rows[0] == "queue,solved,never a T,T"
    assert sum([row.endswith(",yes,yes,no") for row in rows]) == 3833
    assert sum([row.endswith(",yes,no,yes") for row in rows]) == 1136
    assert run("percent", *field, "--save", "!T#never a T,T", "-o", "saves.html") == (0, "", "")
    assert "never a T  3833 / 5040 = 76.05 %" in Path("saves.html").read_text()
    lines = run("percent", *field, "--save", "!T#never a T,TT")[1].splitlines()
    assert lines[3:5] == ["never a T  3833 / 5040 = 76.05 %", "TT         0 / 5040 = 0.00 %"]
    code, _, err = run("solve", "LTJO", "--field", HOLE, "--save", "T,L")
    assert (code, "2 save conditions are given where one is expected" in err) == (2, True)


SQUARE = "v115@9gTpFeTpFeTpFezhPeAgH"


def test_setups_in_the_words_of_solution_finder(run: Run, answer: Answer, tmp_path: Path) -> None:
    """Numbers of solution-finder's own documentation and tests."""
    words = ("setup", "--tetfu", SQUARE, "--fill", "i", "--margin", "o", "-p", "*!")
    found = answer(*words, "-np", "2")
    assert (found["setups"], found["cores"], found["solved"], found["queues"]) == (67, 25, 198, 210)
    found = answer(*words, "-c", "yes", "-e", "holes", "-d", "harddrop")
    assert (found["setups"], found["solved"]) == (34, None)
    assert all(record["orders"] for record in found["solutions"])
    Path("field.txt").write_text("4\n++++++*___\n******___X\n*******_XX\n........X_\n")
    assert answer("setup", "-fp", "field.txt", "-p", "[^T]!", "-op", "T-Reverse(7,2)", "-e", "holes")["setups"] == 14
    for suffix in ("csv", "fumen", "html", "svg", "png", "gif", "pdf", "txt"):
        assert run(*words, "-np", "2", "--limit", "5", "-o", f"s.{suffix}") == (0, "", "")
    rows = (tmp_path / "s.csv").read_text().splitlines()
    assert (rows[0], len(rows)) == ("number,pieces,queues,core,cleared,rows,fumen", 6)
    assert len(Fumen.from_text((tmp_path / "s.fumen").read_text()).pages) == 5
    page = (tmp_path / "s.html").read_text()
    assert "Setups: 5" in page
    assert "67 setups, with 25 ways to fill the cells" in page


def test_setups_are_sorted_by_the_clear_after_them(run: Run, answer: Answer, tmp_path: Path) -> None:
    hole = "XXX*...XXX/XXX*...XXX/XXX*...XXX/XXX*...XXX"
    words = ("setup", "--field", hole, "-p", "*p2", "--pieces", "0-2", "--then", "*p4")
    first = answer(*words, "--limit", "1")["solutions"][0]
    assert (first["pieces"], first["then"]) == ("I", {"solved": 352, "queues": 840})
    assert run(*words, "-o", "then.csv")[0] == 0
    rows = (tmp_path / "then.csv").read_text().splitlines()
    assert rows[0] == "number,pieces,queues,core,cleared,then_solved,then_queues,rows,fumen"
    assert rows[1].startswith("1,I,12,1,0,352,840,")
    assert run(*words, "--limit", "2", "-o", "then.html")[0] == 0
    assert "12 queues, then 41.90 %" in (tmp_path / "then.html").read_text()
    code, _, err = run("setup", "--field", hole, "-p", "*p2", "--then-height", "4")
    assert (code, "--then-height only applies together with --then" in err) == (2, True)


def test_no_setup_is_an_answer(run: Run, answer: Answer) -> None:
    code, out, _ = run("setup", "--field", "**________", "-p", "SZ")
    assert (code, out) == (0, "no setup: the pattern does not fill these cells\n")
    assert answer("setup", "--field", "**________", "-p", "SZ")["verdict"] == "none"
    assert run("setup", "--field", "**________", "-p", "SZ", "-o", "s.png")[0] == 2


def test_congruents(run: Run, answer: Answer) -> None:
    found = answer("congruents", SIX, "-p", "*p7")
    assert (found["congruents"], found["given"], found["solved"], found["queues"]) == (2, 2, 3108, 5040)
    assert [record["queues"] for record in found["solutions"]] == [2240, 1680]
    assert answer("cover", SIX, OTHER, "-p", "*p7")["any"] == 3108
    assert answer("congruents", "v115@9gzhFezhFeTpFeTpPeAgH")["congruents"] == 117  # all tilings of a square of 16
    alone = answer("congruents", SIX, "-p", "SSSOOO,*")
    assert (alone["congruents"], alone["given"], alone["verdict"]) == (0, None, "none")
    assert run("congruents", SIX, "-p", "SSSOOO,*")[1] == "no queue of the pattern builds these cells\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("setup", "-p", "*p4"), "there is no field; give rows with *"),
        (("setup", "--field", "XX________", "-p", "*p4"), "nothing is to be filled"),
        (("setup", "--field", "****______"), "no queues; give a pattern"),
        (("setup", "--field", "****______", "-p", "I", "-np", "x"), "'x' is not a number of pieces"),
        (("setup", "--field", "****______", "-p", "I", "-op", "a", "-op", "b"), "write them as one text"),
        (("setup", "--field", "****______", "-p", "I", "-fo", "csv"), "-fo: the format follows from the suffix"),
        (("congruents", f"{SIX} {OTHER}", "-p", "*p7"), "2 solutions are given where one is expected"),
        (("congruents", "v115@vhAAgH"), "neither pieces nor cells"),
    ],
)
def test_bad_setups(run: Run, arguments: tuple[str, ...], message: str) -> None:
    seen, out, err = run(*arguments)
    assert (seen, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_help_says_how_many_one_json_holds(run: Run) -> None:
    helped = " ".join(run("path", "--help")[1].split())
    assert f"One --json holds at most {MAX_KEPT:,} of them" in helped


def test_hold_is_also_yes_or_no(run: Run) -> None:
    asked = ("percent", "--field", NARROW, "-p", "*p4", "--hold")
    assert run(*asked, "no") == run(*asked, "avoid")
    assert run(*asked, "yes") == run(*asked, "use")
    assert run(*asked, "no")[1] != run(*asked, "yes")[1]
    assert run("solve", "LTJ", "--field", NARROW, "--hold", "no") == run("solve", "LTJ", "--field", NARROW, "--no-hold")


@pytest.mark.parametrize("verb", ["ren", "solve"])
def test_a_piece_that_hold_keeps_is_remarked_on(run: Run, verb: str) -> None:
    words = "clear: hold is not used, so the T in it is never placed"
    assert words in run(verb, "[T]IOLJS", "--no-hold", "-v")[2]
    assert words not in run(verb, "[T]IOLJS", "-v")[2]
    assert words not in run(verb, "TIOLJS", "--no-hold", "-v")[2]
