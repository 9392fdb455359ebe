"""``clear path --key``: the tables of solution-finder's documentation, and the same by plain recursion."""

from __future__ import annotations

import csv
from collections.abc import Callable
from itertools import permutations
from pathlib import Path

import pytest

from shapewright import clear
from shapewright.clear.orders.placing_order import in_order, orders_of

Run = Callable[..., tuple[int, str, str]]

# The field and the rows of contents/path/csv; which orders and queues a cell lists is compared as a set.
FIELD = "v115@BhF8CeG8BeH8CeG8JeAgWDAqedBA"
ZSJ = (
    "JZSI;ZLJS;JZTS;SZJO;ZSLJ;ZSJI;ZSOJ;ZJSL;ZTSJ;SZLJ;SZJI;SZOJ;TZJS;IZJS;LZJS;ZISJ;ZSIJ;JZSL;OZJS;ZJLS;ZLSJ;ZJOS;"
    "SZIJ;ZJST;ZOJS;ZSJL;JZLS;ZSTJ;ZJIS;ZJSO;SZJL;JZOS;JZST;TZSJ;SZTJ;IZSJ;LZSJ;OZSJ;JZIS;JZSO;ZSJT;ZTJS;ZJSI;ZJTS;"
    "ZOSJ;SZJT;ZIJS;ZSJO"
)
PICTURE = "v115@9gh0R4F8g0R4G8BtH8g0BtG8"


@pytest.fixture
def table(run: Run, tmp_path: Path) -> Callable[[str], list[dict[str, str]]]:
    def read(key: str) -> list[dict[str, str]]:
        file = tmp_path / f"{key}.csv"
        assert run("path", "-t", FIELD, "-p", "*p4", "-k", key, "-o", str(file))[0] == 0
        assert run("path", "-t", FIELD, "-p", "*p4", "--key", key)[1] == file.read_text(encoding="utf-8")
        return list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))

    return read


def test_by_solution(table: Callable[[str], list[dict[str, str]]]) -> None:
    rows = table("solution")
    (row,) = [row for row in rows if PICTURE in row["テト譜"]]
    assert row["使用ミノ"] == "JSZ"
    counts = [row[f"対応ツモ数 {what}"] for what in ("(対地形&パターン)", "(対地形)", "(対パターン)")]
    assert counts == ["2", "2", "48"]
    assert {*row["ツモ (対地形&パターン)"].split(";")} == {*row["ツモ (対地形)"].split(";")} == {"ZSJ", "ZJS"}
    assert {*row["ツモ (対パターン)"].split(";")} == {*ZSJ.split(";")}
    assert len(rows) == 18


def test_by_queue(table: Callable[[str], list[dict[str, str]]]) -> None:
    rows = table("pattern")
    (row,) = [row for row in rows if row["ツモ"] == "TJSI"]
    assert row["対応地形数"] == "4"
    assert {*zip(row["使用ミノ"].split(";"), row["未使用ミノ"].split(";"), strict=True)} == {("TJS", "I"), ("TIJ", "S")}
    assert len(row["テト譜"].split(";")) == 4
    assert (len(rows), len([row for row in rows if row["対応地形数"] != "0"])) == (840, 514)


def test_by_pieces(table: Callable[[str], list[dict[str, str]]]) -> None:
    (row,) = [row for row in table("use") if row["使用ミノ"] == "TIL"]
    assert (row["対応地形数"], row["対応ツモ数 (対パターン)"]) == ("2", "88")
    assert len(row["テト譜"].split(";")) == 2
    assert {"TZIL", "LOTI", "ILZT"} < {*row["ツモ (対パターン)"].split(";")}


def test_orders_are_those_of_plain_tries() -> None:
    for one in clear.path("ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ", "I,*p4"):
        setup = one.setup
        tried = [
            "".join(order)
            for order in dict.fromkeys(permutations(one.pieces))
            if in_order(setup.start, one.parts, clear.Queue("".join(order)), kicks=setup.kicks, hold=False)
        ]
        assert {*orders_of(setup.start, one.parts, kicks=setup.kicks)} == {*tried}


def test_it_is_a_table_of_one_field(run: Run) -> None:
    code, _, err = run("path", "-t", FIELD, "-p", "*p4", "--page", "all", "-k", "use")
    assert (code, "--key is about one field" in err) == (2, True)
    code, _, err = run("path", "-t", FIELD, "-p", "*p4", "-k", "none")
    assert (code, "none" in err) == (2, True)


@pytest.mark.parametrize("how", [("--json",), ("--jsonl",), ("-o", "x.json"), ("-o", "x.html"), ("-o", "x.fumen")])
def test_a_table_is_refused_in_other_formats_before_the_work(run: Run, how: tuple[str, ...]) -> None:
    code, out, err = run("path", "-t", FIELD, "-p", "*p4", "-k", "use", *how)
    assert (code, out) == (2, "")
    assert "with --key the answer is a table; write .csv or .txt, or leave out --key" in err
