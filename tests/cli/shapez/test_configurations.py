"""``shapewright shapez count``, ``list``, ``random`` and ``verify``, on a small data file."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.shapez.random_shapes import configurations, packed_shapes

from shapewright.shapez import Shape
from shapewright.shapez.notation import Codes

Run = Callable[..., tuple[int, str, str]]

COUNTS = {
    "halves": 16,
    "halves_canonical": 10,
    "total": 55,
    "swappable": 55,
    "non_swappable": 0,
    "pp_essential": 0,
    "oriented_total": 256,
}

# --- count ----------------------------------------------------------------------------------------------------------


def test_count_prints_a_table(run: Run, quad1: str) -> None:
    code, out, err = run("count", "quad1", "--data", quad1)
    assert (code, err) == (0, "")
    rows = [line.rsplit(maxsplit=1) for line in out.splitlines()]
    assert {name.replace(" ", "_"): int(number) for name, number in rows} == COUNTS
    assert len({len(line) for line in out.splitlines()}) == 1


def test_a_recorded_count_says_how_to_count_again(run: Run, answer: Callable[..., Any]) -> None:
    code, out, _ = run("count", "dec3")
    assert code == 0
    assert out.splitlines()[-1] == (
        "recorded on 2026-11-23 (29 CPU seconds); 'shapewright shapez search dec3 --only total' counts again"
    )
    assert answer("count", "dec3")["recorded"]["command"] == "shapewright shapez search dec3 --only total"
    assert answer("count", "quad2")["recorded"] is None


def test_count_as_json(answer: Callable[..., Any], quad1: str, run: Run) -> None:
    whole = answer("count", "Quad1", "--data", quad1)
    assert COUNTS.items() <= whole.items()
    assert whole["configuration"] == "quad1"
    packed = base64.b64encode(Path(quad1).read_bytes()).decode()
    assert whole["parameters"] == {"configuration": "Quad1", "data": {"base64": packed}}
    assert run("count", "quad1", "--data", quad1, "-o", "a.json")[:2] == (0, "")
    assert COUNTS.items() <= json.loads(Path("a.json").read_text()).items()
    assert run("count", "quad1", "--data", quad1, "-o", "a.txt")[:2] == (0, "")
    assert "oriented total    256\n" in Path("a.txt").read_text()


# --- list, random ---------------------------------------------------------------------------------------------------


def test_list_gives_every_shape_once(run: Run, quad1: str) -> None:
    code, out, err = run("list", "quad1", "--data", quad1)
    assert (code, err) == (0, "")
    codes = out.split()
    assert {Shape.from_code(code).packed() for code in codes} == set(range(256))
    assert len(codes) == 256


@pytest.mark.parametrize(
    ("arguments", "number"),
    [
        (["--canonical"], 55),
        (["--set", "swappable", "--canonical"], 55),
        (["--set", "non-swappable"], 0),
        (["--set", "pp"], 0),
        (["--set", "halves"], 16),
        (["--set", "halves", "--canonical"], 10),
        (["--limit", "7"], 7),
        (["--limit", "300"], 256),
    ],
)
def test_sets(run: Run, answer: Callable[..., Any], quad1: str, arguments: list[str], number: int) -> None:
    codes = run("list", "quad1", "--data", quad1, *arguments)[1].split()
    assert len(set(codes)) == len(codes) == number
    whole = answer("list", "quad1", "--data", quad1, *arguments)
    assert [shape["code"] for shape in whole["shapes"]] == codes
    assert whole["complete"] is (number != 7)


def test_lists_in_other_forms(run: Run, quad1: str) -> None:
    codes = run("list", "quad1", "--data", quad1)[1].split()
    lines = run("list", "quad1", "--data", quad1, "--jsonl")[1].splitlines()
    assert [json.loads(line)["code"] for line in lines] == codes
    assert run("list", "quad1", "--data", quad1, "-o", "all.txt")[:2] == (0, "")
    assert Path("all.txt").read_text().split() == codes


def test_random_shapes_are_the_same_with_a_seed(run: Run, answer: Callable[..., Any], quad1: str) -> None:
    first = run("random", "quad1", "--data", quad1, "--seed", "3", "--limit", "5")
    assert first == run("random", "quad1", "--data", quad1, "--seed", "3", "--limit", "5")
    assert len(first[1].split()) == 5
    whole = answer("random", "quad1", "--data", quad1, "--seed", "3", "--limit", "5")
    assert [shape["code"] for shape in whole["shapes"]] == first[1].split()
    assert whole["seed"] == 3
    assert len(run("random", "quad1", "--data", quad1)[1].split()) == 1


def test_random_tells_its_seed(run: Run, quad1: str) -> None:
    code, out, err = run("random", "quad1", "--data", quad1, "-v")
    assert code == 0
    seed = err.removeprefix("seed ").strip()
    assert run("random", "quad1", "--data", quad1, "--seed", seed)[1] == out


@given(st.data())
def test_codes_are_those_of_shapes(data: st.DataObject) -> None:
    configuration = data.draw(configurations())
    packed = data.draw(packed_shapes(configuration))
    assert Codes(configuration.parts)(packed) == str(Shape.from_packed(packed, configuration.parts))


# --- verify ---------------------------------------------------------------------------------------------------------


def test_verify(run: Run, answer: Callable[..., Any], quad1: str) -> None:
    code, out, err = run("verify", quad1, "--samples", "20")
    assert (code, err) == (0, "")
    assert all(line.startswith("pass  ") for line in out.splitlines())
    whole = answer("verify", quad1, "--samples", "20")
    assert whole["valid"] is True
    assert whole["configuration"] == "quad1"
    assert [check["check"] for check in whole["checks"]] == [
        line.removeprefix("pass  ").rpartition(" (")[0] for line in out.splitlines()
    ]


def test_verify_finds_what_is_wrong(run: Run, answer: Callable[..., Any]) -> None:
    from tests.shapez.data.sample_data import QUAD1, half_table, pin_table

    from shapewright.shapez.data import data_file
    from shapewright.shapez.data.known_shapes import Data

    # 0b0001 is a normal part in column 0; its mirror image, one in column 1, is missing.
    data_file.write("wrong.h5", Data(QUAD1, half_table([0, 1]), pin_table()))
    code, out, _ = run("verify", "wrong.h5", "--samples", "5")
    assert code == 1
    assert "FAIL  every half's mirror image is a half (1 of 2): Cu------" in out
    whole = answer("verify", "wrong.h5", "--samples", "5")
    assert whole["valid"] is False


# --- bad input ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", ["count", "list", "random"])
def test_bad_configurations_and_files(run: Run, quad1: str, verb: str) -> None:
    code, out, err = run(verb, "quad9")
    assert (code, out) == (2, "")
    assert "'quad9' is not a configuration" in err
    code, out, err = run(verb, "quad2", "--data", quad1)
    assert (code, out) == (4, "")
    assert "holds the data of quad1" in err
    code, _, err = run(verb, "quad1", "--data", "missing.h5")
    assert code == 4
    assert "missing.h5" in err
    Path("text.h5").write_text("no data")
    assert run(verb, "quad1", "--data", "text.h5")[0] == 4
    whole = Path(quad1).read_bytes()
    Path("cut.h5").write_bytes(whole[: len(whole) // 2])
    code, out, err = run(verb, "quad1", "--data", "cut.h5")
    assert (code, out) == (4, "")
    assert err.startswith("error: ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["list", "quad1", "--set", "some"], "'some' is not one of"),
        (["list", "quad1", "--limit", "0"], "--limit takes a whole number from 1"),
        (["random", "quad1", "--seed", "x"], "--seed takes a whole number"),
        (["count", "quad1", "-o", "a.svg"], "a number is not a picture"),
        (["verify"], "missing argument 'FILE'"),
    ],
)
def test_what_is_refused(run: Run, arguments: list[str], message: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert message in err


def test_verify_of_a_damaged_file(run: Run, quad1: str) -> None:
    content = bytearray(Path(quad1).read_bytes())
    content[len(content) // 2] ^= 1
    Path("bad.h5").write_bytes(content)
    code, out, err = run("verify", "bad.h5")
    assert (code, out) == (4, "")
    assert err.startswith("error: ")
