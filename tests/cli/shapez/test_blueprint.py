"""``shapewright shapez blueprint``: strings opened, made and looked into."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from shapewright import shapez

Run = Callable[..., tuple[int, str, str]]

TEXT = (
    '{"V":1122,"BP":{"$type":"Building","Icon":{"Data":["icon:Buildings",null,null,null]},"Entries":'
    '[{"T":"CutterDefaultInternalVariant","X":1},{"T":"FutureThing","X":4,"new":[1.0,"\\u00e9"]}],"BinaryVersion":1122}}'
)


def test_a_string_is_opened_as_it_stands_and_made_again(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "one.json"
    file.write_text(TEXT)
    code, string, errors = run("blueprint", "encode", str(file))
    assert (code, errors) == (0, "")
    assert string.startswith("SHAPEZ2-3-")
    assert run("blueprint", "decode", string.strip()) == (0, TEXT + "\n", "")
    game = tmp_path / "one.spz2bp"
    game.write_text(string)
    assert run("blueprint", "decode", str(game)) == (0, TEXT + "\n", "")
    assert run("blueprint", "encode", str(game), "--format", "4")[1].startswith("SHAPEZ2-4-")


def test_show_says_what_is_in_it(run: Run) -> None:
    code, out, _ = run("blueprint", "show", TEXT)
    assert code == 0
    assert out.splitlines() == [
        "2 buildings, 4x2, 1 layer",
        "format 3, game version 1122",
        "1  CutterDefaultInternalVariant",
        "1  FutureThing",
        "icons: icon:Buildings  -  -  -",
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("decode", "hello"), "'hello' is not the string of a blueprint"),
        (("decode", "SHAPEZ2-3-AAAA"), "does not end with $"),
        (("decode", "missing.json"), "missing.json"),
        (("decode", TEXT, "--format", "3"), "--format only applies to encode"),
        (("encode", TEXT, "--format", "9"), "--format takes a whole number from 1 to 4, not 9"),
        (("encode", '{"BP":1}'), "has no object 'BP'"),
        (("show", '{"BP":{}}'), "'$type' of the blueprint is missing"),
        (("open", TEXT), "open"),
    ],
)
def test_what_is_wrong_is_one_line(run: Run, words: tuple[str, ...], message: str) -> None:
    code, out, errors = run("blueprint", *words)
    assert (code, out) == (2, "") or (code == 4 and not out)
    assert message in errors
    assert "Traceback" not in errors


@pytest.mark.parametrize(("version", "is_old"), [(1, False), (1045, True), (1082, False), (1137, False)])
@pytest.mark.parametrize("operation", ["show", "check"])
def test_old_versions_are_remarked_on(run: Run, operation: str, version: int, is_old: bool) -> None:
    text = f'{{"V":{version},"BP":{{"$type":"Building","Entries":[]}}}}'
    assert ("made by an older version of the game" in run("blueprint", operation, text, "-v")[2]) is is_old


def test_check_says_what_comes_out_and_what_is_wrong(run: Run) -> None:
    text = '{"BP":{"$type":"Building","Entries":[{"T":"CutterHalfInternalVariant","X":3},{"T":"New"}]}}'
    code, out, errors = run("blueprint", "check", text, "--inputs", "CuRuSuWu", "-v")
    assert code == 0
    assert out.splitlines() == [
        "in   (3, 0) half-destroy: CuRuSuWu",
        "out  (3, 0) half-destroy: CuRu----",
        "1 New: not known here",
        "no fault; what comes out: CuRu----",
    ]
    assert "nothing flows through 1 building that is not known here" in errors
    code, out, _ = run("blueprint", "check", text, "--inputs", "3,0=CuRuSuWu", "--goals", "CuRu----,CuCuCuCu")
    assert (code, out.splitlines()[-2:]) == (1, ["fault: CuCuCuCu never comes out", "1 fault"])
    assert run("blueprint", "check", text, "--inputs", "4,0=CuRuSuWu")[0] == 2
    code, out, _ = run("blueprint", "check", text, "--json")
    answer = json.loads(out)
    assert (code, answer["verdict"], answer["reason"]) == (1, "none", answer["faults"][0]["fault"])
    assert shapez.verify(answer).valid is True
    for key, value in {
        "reason": "no",
        "verdict": "found",
        "faults": [],
        "unknown": {},
        "inputs": [],
        "outputs": [],
    }.items():
        assert shapez.verify({**answer, key: value}).valid is False, key


@pytest.mark.parametrize("suffix", [".svg", ".png", ".pdf", ".html"])
def test_a_blueprint_is_drawn(run: Run, tmp_path: Path, suffix: str) -> None:
    for operation in ("show", "check"):
        file = tmp_path / f"{operation}{suffix}"
        more = ["--inputs", "CuRuSuWu"] if operation == "check" else []
        assert run("blueprint", operation, TEXT, "-o", str(file), *more)[2] == ""
        assert file.stat().st_size > 500
    assert "not a picture" in run("blueprint", "decode", TEXT, "-o", str(tmp_path / "x.svg"))[2]
    far = json.dumps({"BP": {"$type": "Building", "Entries": [{"T": "a"}, {"T": "a", "X": 999_999, "Y": 999}]}})
    assert "too far apart to be drawn" in run("blueprint", "show", far, "-o", str(tmp_path / "x.svg"))[2]
    assert run("blueprint", "show", far)[0] == 0


@pytest.mark.parametrize("operation", ["decode", "encode", "show"])
def test_answers_are_verified(run: Run, operation: str) -> None:
    _, out, _ = run("blueprint", operation, TEXT, "--json")
    answer = json.loads(out)
    assert shapez.verify(answer).valid is True
    about = {"version", "envelope", "command", "parameters", "verdict", "reason", "complete", "seconds"}
    for key in set(answer) - about:
        wrong = {
            "format": 2,
            "game_version": 1,
            "json": TEXT + " ",
            "string": shapez.Blueprint('{"BP":{}}').to_string(),
        }
        wrong |= {"kind": "Island", "size": [1, 1, 1], "buildings": {"FutureThing": 2}, "islands": {"a": 1}}
        wrong |= {"icons": [], "settings": ["u"]}
        assert shapez.verify({**answer, key: wrong[key]}).valid is False, key
