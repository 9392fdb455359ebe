"""``shapewright shapez buildable``: verdicts in the order of the codes, with reasons, and the right exit code."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.shapez.data.sample_data import half_table, pin_table

from shapewright.shapez import Configuration
from shapewright.shapez.data import data_file
from shapewright.shapez.data.known_shapes import Data
from shapewright.shapez.data.packed import Packed

Run = Callable[..., tuple[int, str, str]]

QUAD2 = Configuration(4, 2)
UNSTABLE = "--------:P-------"
WHY = "not stable (layer 2, top right, has nothing below it)"


@pytest.fixture
def quad2(tmp_path: Path) -> str:
    """Data of quad2: all stable halves, of which all but a few can be built."""
    packed = Packed(QUAD2)
    keys = np.arange(256, dtype=np.uint32)
    stable = keys[packed.is_stable(packed.from_half_key(keys))]
    path = str(tmp_path / "quad2.h5")
    data_file.write(path, Data(QUAD2, half_table(stable), pin_table()))
    return path


def test_one_line_for_each_code(run: Run, quad2: str) -> None:
    code, out, err = run("buildable", "CuCu----", UNSTABLE, "--Cu----", "--data", quad2)
    assert (code, err) == (1, "")
    lines = out.splitlines()
    assert lines[::2] == ["buildable", "buildable"]
    assert lines[1].startswith(f"impossible: {WHY}; nearest buildable: ")


@pytest.mark.parametrize(("codes", "exit_code"), [(["CuCu----"], 0), ([UNSTABLE], 1), (["CuCu----", "RuRuRuRu"], 0)])
def test_exit_codes(run: Run, quad2: str, codes: list[str], exit_code: int) -> None:
    assert run("buildable", *codes, "--data", quad2)[0] == exit_code


def test_a_list_is_answered_in_its_order(run: Run, quad2: str, stdin: Callable[[bytes], None]) -> None:
    stdin(f"CuCu----\n{UNSTABLE}\n\nP-------\n".encode())
    code, out, err = run("buildable", "-", "--jsonl", "--data", quad2)
    assert (code, err) == (0, "")
    records = [json.loads(line) for line in out.splitlines()]
    assert [(record["code"], record["buildable"], record["reason"]) for record in records] == [
        ("CuCu----", True, None),
        (UNSTABLE, False, WHY),
        ("P-------", True, None),
    ]
    assert "nearest" not in records[1]
    stdin(UNSTABLE.encode())
    (record,) = [
        json.loads(line) for line in run("buildable", "-", "--jsonl", "--nearest", "--data", quad2)[1].splitlines()
    ]
    assert record["changed"] == 1
    assert record["nearest"]


def test_malformed_lines_are_answered_too(run: Run, quad2: str, stdin: Callable[[bytes], None]) -> None:
    stdin(b"CuCu----\nbad\nCuCuCuPr\nP-------\n")
    code, out, err = run("buildable", "-", "--data", quad2, "-v")
    assert code == 1
    lines = out.splitlines()
    assert [lines[0], lines[3]] == ["buildable", "buildable"]
    assert lines[1].startswith("error: layer 1 of 'bad'")
    assert "2 of 4 lines cannot be judged" in err
    stdin(b"bad\n")
    code, out, err = run("buildable", "-", "--jsonl", "--data", quad2)
    record = json.loads(out)
    assert (code, record["code"], record["buildable"]) == (1, "bad", None)
    assert record["reason"].startswith("layer 1 of 'bad'")


def test_malformed_arguments_are_refused_before_any_answer(run: Run, quad2: str) -> None:
    code, out, err = run("buildable", "CuCu----", "bad", "--data", quad2)
    assert (code, out) == (2, "")
    assert err.startswith("error: layer 1 of 'bad'")


def test_json(answer: Callable[..., Any], quad2: str) -> None:
    whole = answer("buildable", "CuCu----", UNSTABLE, "--data", quad2)
    first, second = whole["verdicts"]
    assert first == {"code": "CuCu----", "buildable": True, "reason": None, "via": "swap"}
    assert (second["buildable"], second["reason"]) == (False, WHY)
    assert set(second) == {"code", "buildable", "reason", "delivery", "nearest", "changed", "nearest_proven"}


def test_no_nearest(run: Run, quad2: str) -> None:
    assert run("buildable", UNSTABLE, "--no-nearest", "--data", quad2) == (1, f"impossible: {WHY}\n", "")


def test_wildcards(run: Run, answer: Callable[..., Any], quad2: str) -> None:
    code, out, _ = run("buildable", "CuCuCuCu:N?------", "--data", quad2)
    assert (code, out) == (0, "buildable: 1 shape up to types and colours: CuCuCuCu:Cu------\n")
    code, out, _ = run("buildable", "????????", "--data", quad2)
    assert (code, out.partition(",")[0]) == (0, "buildable: 256 shapes up to types and colours")
    code, out, _ = run("buildable", "--------:N???????", "--data", quad2)
    assert (code, out) == (1, "impossible: none of the shapes it stands for can be built\n")
    (record,) = answer("buildable", "--??----", "--data", quad2)["verdicts"]
    assert (record["count"], len(record["examples"])) == (4, 3)


def test_vortex(run: Run, answer: Callable[..., Any], quad2: str) -> None:
    code, out, _ = run("buildable", "--------:Cu------", "--data", quad2)
    assert code == 1
    assert "; a delivery takes P-------:Cu------, which can be built; nearest buildable: " in out
    assert run("buildable", UNSTABLE, "--vortex", "--data", quad2)[0] == 1
    floating = "--------:Cu------"
    assert run("buildable", floating, "--vortex", "--data", quad2)[:2] == (0, "buildable as P-------:Cu------\n")
    (record,) = answer("buildable", floating, "--vortex", "--data", quad2)["verdicts"]
    assert record["variant"] == "P-------:Cu------"
    code, _, err = run("buildable", "N???????", "--vortex", "--data", quad2)
    assert code == 2
    assert "is a pattern" in err


def test_low_shapes_need_no_more_than_what_ships(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    codes = ["CuCu----", "CuCuCu--:P-P-P---", "HuHuHuHuHuHu", "HuHu????????", "----CuP-:Cu------"]
    assert run("buildable", *codes, "--no-nearest")[0] == 1
    assert run("buildable", "--vortex", "--Cu----:CuCu----:--------:Cu------")[0] == 0
    assert not (tmp_path / "cache").exists()
    assert caplog.text == ""


def test_data_that_are_not_enough_for_verdicts(run: Run) -> None:
    data_file.write("halves.h5", Data(QUAD2, half_table(np.arange(256, dtype=np.uint32))))
    code, out, err = run("buildable", "CuCu----", "--data", "halves.h5")
    assert (code, out) == (4, "")
    assert err == (
        "error: 'halves.h5' lacks data: it was made by a search of 'halves', and a search of 'pp' is needed\n"
    )


def test_files(run: Run, quad2: str) -> None:
    Path("codes.txt").write_text(f"CuCu----\n{UNSTABLE}\n")
    assert run("buildable", "codes.txt", "--data", quad2, "-o", "verdicts.jsonl") == (0, "", "")
    assert [json.loads(line)["buildable"] for line in Path("verdicts.jsonl").read_text().splitlines()] == [True, False]


@pytest.mark.parametrize(
    ("arguments", "exit_code", "message"),
    [
        (["CuCu----:Cu------:Cu------", "--layers", "2"], 2, "has 3 layers; the limit is 2"),
        (["CuCu----:Cu------:Cu------"], 2, "cannot be checked with data of quad2"),
        (["HuHuHuHuHuHu"], 2, "cannot be checked with data of quad2"),
        (["CuCu----", "--layers", "x"], 2, "--layers takes a whole number"),
        (["CuZ?----"], 2, "neither a part nor a wildcard"),
        (["--frob"], 2, "no such option '--frob'"),
        ([], 2, "missing argument"),
    ],
)
def test_what_is_refused(run: Run, quad2: str, arguments: list[str], exit_code: int, message: str) -> None:
    code, out, err = run("buildable", *arguments, "--data", quad2)
    assert (code, out) == (exit_code, "")
    assert message in err


def test_one_code_is_a_picture_with_what_can_be_built_instead(run: Run) -> None:
    assert run("buildable", "cu------:--------:cu------", "-o", "a.svg")[0] == 1
    assert run("buildable", "CuRuSuWu", "-o", "b.svg")[0] == 0
    wide, narrow = (float(re.search(r'width="([0-9.]+)', Path(name).read_text())[1]) for name in ("a.svg", "b.svg"))  # type: ignore[index]
    assert wide > narrow
    code, _, err = run("buildable", "CuRuSuWu", "RuRuRuRu", "-o", "c.svg")
    assert (code, "a list of codes is not a picture" in err) == (2, True)


@pytest.mark.parametrize(
    ("code", "machine"),
    [("CuRuSuWu", "a swapper"), ("P-------:CuCuCu--", "a stacker")],
)
def test_a_note_names_a_last_machine(run: Run, quad2: str, code: str, machine: str) -> None:
    assert f"the last machine can be {machine}\n" in run("buildable", code, "--data", quad2, "-v")[2]
