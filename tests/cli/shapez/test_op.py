"""``shapewright shapez op``: what each machine makes, one code a line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shapewright.questions.shapez._fields import is_like_a_code
from shapewright.shapez import Shape
from shapewright.shapez.machines import MACHINES

Run = Callable[..., tuple[int, str, str]]


@pytest.mark.parametrize(
    ("arguments", "outputs"),
    [
        (["cut", "CuCuCuCu"], ["CuCu----", "----CuCu"]),
        (["half-destroy", "CuRuSuWu"], ["CuRu----"]),
        (["swap", "CuCuCuCu", "RrRrRrRr"], ["CuCuRrRr", "RrRrCuCu"]),
        (["stack", "CuCu----", "--RrRr--"], ["CuCu----:--RrRr--"]),
        (["push-pin", "CuCu----"], ["P-P-----:CuCu----"]),
        (["paint", "CuCuCuCu:SuP-----", "--color", "g"], ["CuCuCuCu:SgP-----"]),
        (["paint", "Cu------", "--colour", "Red"], ["Cr------"]),
        (["crystal", "CuP-----", "--color", "b"], ["Cucbcbcb"]),
        (["rotate", "CuRuSuWu"], ["WuCuRuSu"]),
        (["rotate", "CuRuSuWu", "--steps", "ccw"], ["RuSuWuCu"]),
        (["rotate", "CuRuSuWu", "--steps", "-1"], ["RuSuWuCu"]),
        (["rotate", "CuRuSuWu", "--steps", "180"], ["SuWuCuRu"]),
        (["rotate", "CuRuSuWu", "--steps", "90"], ["WuCuRuSu"]),
        (["rotate", "CuRuSuWu", "--steps", "-90"], ["RuSuWuCu"]),
        (["rotate", "HuHuGuGuFuFu", "--steps", "180"], ["GuFuFuHuHuGu"]),
        (["rotate", "HuHuGuGuFuFu", "--steps", "60"], ["FuHuHuGuGuFu"]),
        (["gravity", "--------:CuCu----"], ["CuCu----"]),
        (["gravity", ""], ["--------"]),
        (["mix", "r", "g"], ["y"]),
        (["mix", "Red", "cyan"], ["w"]),
        (["mix", "w", "u"], ["w"]),
    ],
)
def test_what_machines_make(run: Run, arguments: list[str], outputs: list[str]) -> None:
    assert run("op", *arguments) == (0, "".join(f"{code}\n" for code in outputs), "")


@pytest.mark.parametrize("name", MACHINES)
def test_examples_of_the_help_make_what_it_says(run: Run, name: str) -> None:
    machine = MACHINES[name]
    assert run("op", name, *machine.example.split()) == (0, "".join(f"{code}\n" for code in machine.makes.split()), "")
    command = f"shapewright shapez op {name} {machine.example} "
    for arguments in (["op", "--help"], ["op", name, "--help"]):
        [line] = [line for line in run(*arguments)[1].splitlines() if command in line]
        assert line.split("#")[1].split() == machine.makes.split()


def test_colours_are_mixed_from_a_list(run: Run, stdin: Callable[[bytes], None], answer: Callable[..., Any]) -> None:
    stdin(b"r\ngreen\n")
    assert run("op", "mix", "b", "-") == (0, "m\nc\n", "")
    stdin(b"r\nCu\n")
    code, out, err = run("op", "mix", "-", "b")
    assert (code, out) == (4, "m\n")
    assert err.startswith("error: standard input, line 2: 'Cu' is not a colour")
    assert answer("op", "mix", "r", "blue")["results"] == [{"inputs": ["r", "b"], "outputs": ["m"]}]


def test_the_layer_limit(run: Run) -> None:
    tower = "Cu------:Cu------:Cu------"
    assert run("op", "stack", tower, tower, "--layers", "4")[1] == tower + ":Cu------\n"
    assert run("op", "stack", tower, tower, "--layers", "5")[1] == tower + ":Cu------:Cu------\n"
    assert run("op", "push-pin", tower, "--layers", "3")[1] == "P-------:Cu------:Cu------\n"
    code, out, err = run("op", "push-pin", tower, "--layers", "2")
    assert (code, out) == (2, "")
    assert "has 3 layers; the limit is 2" in err


def test_codes_may_begin_with_hyphens(run: Run) -> None:
    assert run("op", "cut", "--Cu--Ru", "--------")[1] == "--Cu----\n------Ru\n--------\n--------\n"
    assert run("op", "stack", "----Cu--", "--cr----:--Su----")[1] == "--SuCu--\n"
    assert run("op", "rotate", "--cr----", "--steps", "2")[1] == "------cr\n"


@pytest.mark.parametrize("argument", ["--colr", "-x", "--colr=r", "--crystal", "--step"])
def test_unknown_options_are_not_taken_for_codes(run: Run, argument: str) -> None:
    code, out, err = run("op", "cut", argument, "CuCuCuCu")
    assert (code, out) == (2, "")
    assert f"no such option '{argument.partition('=')[0]}'" in err


def test_every_code_of_the_family_is_like_a_code() -> None:
    for part in ("--", "P-", "Cu", "Hw", "cr", "cm", "??", "N?", "c?", "?r"):
        assert is_like_a_code(f"--{part}----")
        assert is_like_a_code(f"--{part}----:{part}------")


def test_a_list_of_codes(run: Run, stdin: Callable[[bytes], None]) -> None:
    stdin(b"CuCuCuCu\r\n\n  --Ru----\nSu------")
    assert run("op", "paint", "-", "--color", "r") == (0, "CrCrCrCr\n--Rr----\nSr------\n", "")
    Path("codes.txt").write_text("CuCuCuCu\nRuRuRuRu\n")
    assert run("op", "cut", "codes.txt", "Su------")[1].split() == [
        *("CuCu----", "----CuCu", "RuRu----", "----RuRu", "Su------", "--------"),
    ]


def test_one_of_two_may_be_a_list(run: Run, stdin: Callable[[bytes], None]) -> None:
    stdin(b"Cu------\nRu------\n")
    assert run("op", "stack", "-", "Su------")[1] == "Cu------:Su------\nRu------:Su------\n"
    stdin(b"Cu------\nRu------\n")
    assert run("op", "stack", "Su------", "-")[1] == "Su------:Cu------\nSu------:Ru------\n"
    code, _, err = run("op", "stack", "-", "-")
    assert code == 2
    assert "only one of the two shapes may be a list" in err


def test_a_bad_line_is_named_after_what_came_before_it(run: Run, stdin: Callable[[bytes], None]) -> None:
    stdin(b"CuCuCuCu\n\nCuCuC\nRuRuRuRu\n")
    code, out, err = run("op", "rotate", "-")
    assert (code, out) == (4, "CuCuCuCu\n")
    assert err.startswith("error: standard input, line 3: ")
    assert "'CuCuC'" in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["cut"], "missing argument"),
        (["stack", "CuCuCuCu"], "takes two shapes, and one is given"),
        (["swap", "CuCuCuCu", "CuCuCuCu", "CuCuCuCu"], "takes two shapes, and 3 are given"),
        (["stack", "CuCuCuCu", "HuHuHuHuHuHu"], "rings of 4 parts"),
        (["paint", "CuCuCuCu"], "paint needs --colour, such as r or red"),
        (["paint", "CuCuCuCu", "--color", "pink"], "'pink' is not a colour"),
        (["rotate", "CuCuCuCu", "--steps", "left"], "--steps: 'left' is not a turn; expected cw, ccw, or a number"),
        (["push-pin", "CuCuCuCu", "--layers", "0"], "--layers takes a whole number from 1"),
        (["cut", "CuCuCu"], "has 3 parts"),
        (["cut", "CuCuCuPr"], "gives a pin a colour"),
        (["mix", "r"], "takes two colours, and one is given"),
        (["mix", "r", "g", "b"], "takes two colours, and 3 are given"),
        (["mix", "r", "pink"], "'pink' is not a colour; colours are u (uncoloured), r (red)"),
        (["mix", "r", "CuCuCuCu"], "'CuCuCuCu' is not a colour"),
        (["mix", "-", "-"], "only one of the two colours may be a list"),
        (["mix"], "missing argument 'CODE...'"),
        (["melt", "CuCuCuCu"], "'melt' is not one of 'rotate', 'cut', 'half-destroy'"),
        (["cut", "CuCuCuCu", "--layers", "5"], "--layers does not apply to cut; leave it out"),
        (["paint", "CuCuCuCu", "--colour", "r", "--steps", "cw"], "--steps does not apply to paint"),
        (["cut", "CuCuCuCu", "-o", "a.svg"], "'shapez show - -o FILE.html' draws one"),
    ],
)
def test_what_is_refused(run: Run, arguments: list[str], message: str) -> None:
    code, out, err = run("op", *arguments)
    assert (code, out) == (2, "")
    assert message in err


def test_json(answer: Callable[..., Any], run: Run) -> None:
    whole = answer("op", "cut", "CuCuCuCu", "Ru------")
    assert whole["command"] == "shapez op"
    assert whole["complete"] is True
    assert whole["results"] == [
        {"inputs": ["CuCuCuCu"], "outputs": ["CuCu----", "----CuCu"]},
        {"inputs": ["Ru------"], "outputs": ["Ru------", "--------"]},
    ]
    lines = run("op", "cut", "CuCuCuCu", "Ru------", "--jsonl")[1].splitlines()
    assert [json.loads(line) for line in lines] == whole["results"]


@pytest.mark.parametrize("suffix", [".txt", ".jsonl", ".json"])
def test_files(run: Run, suffix: str) -> None:
    assert run("op", "cut", "CuCuCuCu", "-o", f"a{suffix}") == (0, "", "")
    text = Path(f"a{suffix}").read_text()
    if suffix == ".txt":
        assert text == "CuCu----\n----CuCu\n"
    elif suffix == ".jsonl":
        assert json.loads(text)["outputs"] == ["CuCu----", "----CuCu"]
    else:
        assert json.loads(text)["results"][0]["outputs"] == ["CuCu----", "----CuCu"]


def test_a_failed_run_leaves_an_old_file_as_it_was(run: Run, stdin: Callable[[bytes], None]) -> None:
    Path("a.txt").write_text("old")
    stdin(b"CuCuCuCu\nbad\n")
    assert run("op", "cut", "-", "-o", "a.txt")[0] == 4
    assert Path("a.txt").read_text() == "old"


def test_long_lists_are_answered_in_order(run: Run, stdin: Callable[[bytes], None]) -> None:
    codes = [str(Shape.from_packed(number, 4)) for number in range(1, 256)] * 20
    stdin("\n".join(codes).encode())
    out = run("op", "rotate", "-", "--steps", "4")[1]
    assert out.split() == codes


def test_every_door_notes_disputed_mixtures_of_1_0(run: Run, tmp_path: Path) -> None:
    note = "note: two public sources say that version 1.0 mixes cyan and yellow to white; here they make green"
    plan = tmp_path / "plan.txt"
    plan.write_text("1 miner CuCuCuCu\n2 mix c, y\n3 paint 1, 2\n")
    mixer = '{"V":1,"BP":{"$type":"Building","Entries":[{"T":"MixerDefaultInternalVariant"}]}}'
    for question in (["op", "mix", "c", "y"], ["check", str(plan)]):
        assert note in run(*question, "--game", "1.0")[1].splitlines(), question
        assert note not in run(*question)[1], question
    assert note in run("blueprint", "check", mixer, "--inputs", "0,0=c 0,-1=y")[1]
    assert json.loads(run("op", "mix", "c", "y", "--game", "1.0", "--json")[1])["results"][0]["notes"] == [note[6:]]
