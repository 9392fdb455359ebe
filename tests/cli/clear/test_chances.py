"""``shapewright clear percent``, ``path`` and ``cover``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shapewright.clear.field import Field
from shapewright.clear.kicks import Kicks
from shapewright.clear.notation.fumen import Fumen, Page

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
    found = answer("path", "--field", NARROW, "-p", "*p4")
    assert (found["unique"], found["minimal"], found["minimal_bound"], found["solved"]) == (18, 16, 16, 514)
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
    code, out, _ = run("path", "--field", NARROW, "-p", "*p4")
    assert code == 0
    assert out.splitlines()[0] == "18 unique solutions for 514 of 840 queues; 16 suffice for all"
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
        assert run("path", "--field", NARROW, "-p", "*p4", "-o", name) == (0, "", "")
    rows = (tmp_path / "a.csv").read_text().splitlines()
    assert (len(rows), rows[0]) == (19, "number,pieces,queues,tucked,minimal,rows,fumen")
    page = (tmp_path / "a.html").read_text()
    assert page.count("<figure>") == 18
    assert "The fewest that serve all queues: 16" in page
    assert len(Fumen.from_text((tmp_path / "a.fumen").read_text()).pages) == 18
    assert '"unique": 18' in (tmp_path / "a.json").read_text()
    code, _, err = run("path", "--field", NARROW, "-p", "*p4", "-o", "a.svg")
    assert code == 2
    assert "there may be many solutions; use .html" in err


def test_percent_to_files(run: Run, tmp_path: Path) -> None:
    for name in ("p.csv", "p.html", "p.txt", "p.json"):
        assert run("percent", "--field", NARROW, "-p", "*p4", "-o", name) == (0, "", "")
    rows = (tmp_path / "p.csv").read_text().splitlines()
    assert (rows[0], len(rows), sum([row.endswith(",yes") for row in rows])) == ("queue,solved", 841, 514)
    assert "326 failing queues" in (tmp_path / "p.html").read_text()
    assert (tmp_path / "p.txt").read_text().startswith("514 / 840 = 61.19 %\n")
    code, _, err = run("percent", "--field", NARROW, "-p", "*p4", "-o", "p.png")
    assert (code, "a chance is no picture" in err) == (2, True)


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
        (("percent", "--field", NARROW), 2, "no queues are given"),
        (("percent", "--field", NARROW, "-t", "v115@vhAAgH", "-p", "*p4"), 2, "two fields are given"),
        (("percent", "--field", NARROW, "-p", "[TI"), 2, "not closed"),
        (("percent", "--field", NARROW, "-p", "*p9"), 2, "takes 9 pieces"),
        (("percent", "--field", NARROW, "-p", "*p2;*p3"), 2, "alternative 2"),
        (("percent", "--field", NARROW, "-p", "*p2"), 2, "takes 3 pieces, and the queues of the pattern have 2"),
        (("percent", "--field", NARROW, "-p", "*p4", "-c", "3"), 2, "the field is 4 rows high"),
        (("percent", "--field", NARROW, "-p", "*p4", "-c", "21"), 2, "whole number from 1 to 20, not '21'"),
        (("percent", "--field", NARROW, "-p", "*p4", "--hold", "maybe"), 2, "'maybe' does not say whether to hold"),
        (("percent", "--field", NARROW, "-p", "*p4", "--drop", "up"), 2, "'up' is not a way to drop"),
        (("percent", "--field", NARROW, "-p", "*p4", "--kicks", "tgm"), 2, "'tgm'"),
        (("percent", "--field", NARROW, "-p", "*p4", "--saves", "T&&"), 2, "T&&"),
        (("percent", "--field", NARROW, "-p", "*p4", "--tree", "9"), 2, "from 0 to 4"),
        (("percent", "--field", "X_", "-p", "*p4"), 2, "has 2 cells"),
        (("percent", "--field", "X_________", "-p", "*p7,*p4"), 2, "39 cells are empty"),
        (("percent", "--field", "XXXX______", "-p", "*p7,*p4", "--time-limit", "0.01"), 3, "time limit"),
        (("percent", "-t", "v115@zzzz", "-p", "*p4"), 2, "damaged: it ends too soon"),
        (("percent", "--field", "none.txt", "-p", "*p4"), 4, "cannot read"),
        (("path", "--field", NARROW, "-p", "*p4", "-o", "x.xyz"), 2, "not a format"),
        (("cover", "-p", "*p4"), 2, "no solutions are given"),
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
