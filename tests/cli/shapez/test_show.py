"""``shapewright shapez show``: pictures on the terminal and in files."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., tuple[int, str, str]]

CODE = "CuRrSgWb:P-cw----"
TEXT = "layer 1    layer 2\n Wb  Cu     --  P-\n Sg  Rr     --  cw\n"


def test_layers_are_shown_side_by_side(run: Run) -> None:
    assert run("show", CODE) == (0, TEXT, "")


def test_several_shapes_have_a_blank_line_between(run: Run, stdin: Callable[[bytes], None]) -> None:
    assert run("show", CODE, CODE)[1] == f"{TEXT}\n{TEXT}"
    stdin(f"{CODE}\n{CODE}\n".encode())
    assert run("show", "-")[1] == f"{TEXT}\n{TEXT}"


@pytest.mark.usefixtures("terminal")
def test_a_terminal_gets_colours(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[48;5;" in run("show", CODE)[1]
    monkeypatch.setenv("NO_COLOR", "1")
    assert run("show", CODE)[1] == TEXT


@pytest.mark.parametrize("exploded", [[], ["--exploded"]])
def test_picture_files(run: Run, exploded: list[str]) -> None:
    assert run("show", CODE, "-o", "a.svg", *exploded) == (0, "", "")
    root = ET.parse("a.svg").getroot()
    assert root.get("width") == ("600" if exploded else "200")
    assert run("show", CODE, "-o", "a.png", *exploded)[0] == 0
    assert Path("a.png").read_bytes().startswith(b"\x89PNG")
    assert run("show", CODE, "CuCuCuCu", "-o", "a.html", *exploded)[0] == 0
    page = Path("a.html").read_text()
    assert page.count("<svg ") == 2
    assert CODE in page


def test_several_shapes_are_drawn_on_one_sheet(run: Run) -> None:
    assert run("show", CODE, "CuCuCuCu", "-o", "a.svg")[0] == 0
    assert Path("a.svg").read_text().count("<svg ") == 3
    assert run("show", CODE, "CuCuCuCu", "-o", "a.png")[0] == 0
    assert Path("a.png").read_bytes().startswith(b"\x89PNG")


def test_shorthands_and_skins(run: Run, answer: Callable[..., Any]) -> None:
    assert [shape["code"] for shape in answer("show", "{CRSW+cut}", "CuCuCuCu")["shapes"]] == [
        "----SuWu",
        "CuRu----",
        "CuCuCuCu",
    ]
    drawn = set()
    for skin in ("rgb", "ryb", "cmyk", "colour-blind"):
        assert run("show", "{CrRg+fill}", "--skin", skin, "-o", "a.svg") == (0, "", "")
        drawn.add(Path("a.svg").read_text())
    assert len(drawn) == 4
    Path("a.json").write_text(run("show", "{CRSW+cut}", "--json")[1])
    assert run("verify", "a.json")[0] == 0
    assert run("show", "{C+cat}")[0] == 2


def test_text_files(run: Run) -> None:
    run("show", CODE, "-o", "a.txt")
    assert Path("a.txt").read_text() == TEXT
    run("show", CODE, "--------", "-o", "a.jsonl")
    assert [json.loads(line)["code"] for line in Path("a.jsonl").read_text().splitlines()] == [CODE, "--------"]
    run("show", CODE, "-o", "a.json")
    assert json.loads(Path("a.json").read_text())["shapes"][0]["code"] == CODE


def test_json_says_what_a_shape_is(answer: Callable[..., Any], run: Run) -> None:
    (shape,) = answer("show", CODE)["shapes"]
    assert shape == {
        "code": CODE,
        "parts": 4,
        "height": 2,
        "layers": [["Cu", "Rr", "Sg", "Wb"], ["P-", "cw", "--", "--"]],
        "stable": True,
        "canonical": "RrCuWbSg:cwP-----",
    }
    assert json.loads(run("show", CODE, "--jsonl")[1]) == shape
    assert answer("show", "--------:Cu------")["shapes"][0]["stable"] is False


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["Cu"], "has 1 part"),
        (["CuCuCuCu:CuCu"], "layer 2"),
        (["QuCuCuCu"], "'Q' in 'Qu' at layer 1, top right is not a type"),
        (["XuCuCuCu"], "'Xu' in 'XuCuCuCu' is of version 1.0 of the game; --game 1.0 reads it"),
        ([CODE, "-o", "a.gif"], "a shape has no steps"),
        ([CODE, "-o", "a.dot"], "'shapez plan' writes it"),
        ([CODE, "--json", "--jsonl"], "give one of them"),
    ],
)
def test_what_is_refused(run: Run, arguments: list[str], message: str) -> None:
    code, out, err = run("show", *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert not list(Path().iterdir())


def test_too_many_pictures_for_a_page(run: Run, stdin: Callable[[bytes], None]) -> None:
    stdin(b"CuCuCuCu\n" * 1001)
    code, _, err = run("show", "-", "-o", "a.html")
    assert code == 2
    assert "1001 shapes, and a file holds at most 1000 pictures" in err


def test_help_loads_no_shapes(run: Run) -> None:
    code, out, _ = run("--help")
    assert code == 0
    for verb in ("buildable", "plan", "solve", "op", "show", "search", "count", "list", "random", "verify"):
        assert f"\n  {verb} " in out
