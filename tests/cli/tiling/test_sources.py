"""Where puzzles come from besides text: exact covers, BurrTools files, standard input."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Run
from tests.cli.tiling.puzzles import (
    DLX,
    EXAMPLES,
    FIVE,
)

from shapewright.questions import FAMILIES, find
from shapewright.tiling import Problem
from shapewright.tiling.covers.exact_cover import ExactCover


def test_an_exact_cover_is_solved_and_listed(run: Run, answer: Callable[..., Any]) -> None:
    Path("a.dlx").write_text(DLX)
    assert run("count", "a.dlx") == (0, "3\n", "")
    covers = {"a b x:1\nc x:1", "a x:2\nb c x:2", "a b c"}
    assert set(run("list", "a.dlx")[1].removesuffix("\n").split("\n\n")) == covers
    (first,) = answer("solve", "a.dlx")["solutions"]
    assert "\n".join(first["options"]) in covers
    assert run("unique", "a.dlx")[1].startswith("not unique\n\n")
    assert ExactCover.from_text(run("show", "a.dlx")[1]) == ExactCover.from_text(DLX)
    assert answer("show", "a.dlx")["options"] == 5


def test_solutions_of_an_exact_cover_are_verified(run: Run) -> None:
    Path("a.dlx").write_text(DLX)
    for name, flag in (("b.txt", "-q"), ("b.jsonl", "--jsonl"), ("b.json", "--json")):
        Path(name).write_text(run("list", "a.dlx", flag)[1])
        assert run("verify", "a.dlx", name) == (0, "3 solutions, all right\n", "")
    assert run("verify", "b.json", "--recount")[0] == 0
    Path("b.txt").write_text("a b x:1\n\na b x:1\nb c x:2\n\nb a\n")
    assert run("verify", "a.dlx", "b.txt")[1].splitlines() == [
        "solution 1: item 'c' is covered 0 times",
        "solution 2: item 'b' is covered 2 times",
        "solution 3: 'b a' is not an option of the puzzle",
        "3 of 3 solutions are wrong",
    ]


def test_an_exact_cover_without_a_solution(run: Run) -> None:
    Path("a.dlx").write_text("a b c\na b\nb c\n")
    assert run("solve", "a.dlx")[0] == 1
    Path("a.dlx").write_text("a b c\na b\n")
    assert run("solve", "a.dlx") == (1, "impossible: no option has the item 'c'\n", "")


def test_an_exact_cover_is_drawn_and_explained(run: Run, answer: Callable[..., Any]) -> None:
    Path("a.dlx").write_text(DLX)
    drawn = run("random", "a.dlx", "--limit", "30", "--seed", "1")[1].removesuffix("\n").split("\n\n")
    assert (len(drawn), len(set(drawn))) == (30, 3)
    assert drawn == run("random", "a.dlx", "--limit", "30", "--seed", "1")[1].removesuffix("\n").split("\n\n")
    code, out, _ = run("explain", "a.dlx")
    assert (code, out.partition("\n\n")[0]) == (0, "possible: an exact cover was found")
    for arguments in (["random", "--limit", "3"], ["explain"]):
        Path("b.json").write_text(run(*arguments, "a.dlx", "--json")[1])
        assert run("verify", "b.json")[0] == 0
    Path("none.dlx").write_text("a b c d e\na b\nb c\nc d\nd e\n")
    reason = "'a' is only in option 0 (a b), 'c' is left only to option 2 (c d), and then no option is left for 'e'"
    assert run("explain", "none.dlx") == (1, f"impossible: {reason}\n", "")
    assert answer("explain", "none.dlx")["reason"] == reason
    assert run("random", "none.dlx")[:2] == (1, "impossible: an exhaustive search of 2 nodes found no exact cover\n")
    Path("b.json").write_text(run("explain", "none.dlx", "--json")[1])
    assert run("verify", "b.json")[0] == 0
    Path("b.json").write_text(Path("b.json").read_text().replace("left for 'e'", "left for 'd'"))
    assert run("verify", "b.json")[0] == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["count", "--up-to-symmetry"],
        ["list", "--rotations-only"],
    ],
)
def test_what_needs_a_board(run: Run, arguments: list[str]) -> None:
    Path("a.dlx").write_text(DLX)
    code, out, err = run(*arguments, "a.dlx")
    assert (code, out) == (2, "")
    assert "(DLX)" in err


@pytest.mark.parametrize("arguments", [["--threads", "2"], ["--checkpoint", "a.sqlite"]])
def test_an_exact_cover_is_counted_as_a_job(run: Run, arguments: list[str]) -> None:
    Path("a.dlx").write_text(DLX)
    assert run("count", *arguments, "a.dlx")[:2] == (0, "3\n")
    assert run("count", *arguments, "a.dlx")[:2] == (0, "3\n")


@pytest.mark.parametrize("example", ["soma.txt", "soma.xmpuzzle", "pentominoes_3x20.dlx"])
def test_standard_input_may_hold_any_notation(run: Run, stdin: Callable[[bytes], None], example: str) -> None:
    expected = run("show", str(EXAMPLES / example))
    stdin((EXAMPLES / example).read_bytes())
    assert run("show", "-") == expected


def test_a_burrtools_file_may_have_several_problems(run: Run) -> None:
    xml = Problem.from_text("title One\nboard 2x1\npieces I2").to_xmpuzzle()
    import gzip

    text = gzip.decompress(xml).decode()
    begin, end = text.index("<problem "), text.index("</problem>") + len("</problem>")
    Path("a.xmpuzzle").write_text(text[:end] + text[begin:end].replace("One", "Two") + text[end:])
    assert run("show", "a.xmpuzzle")[1].startswith("title One\n")
    assert run("show", "a.xmpuzzle", "--problem", "1")[1].startswith("title Two\n")
    assert run("show", "a.xmpuzzle", "-v")[2].startswith("the file has 2 problems, 0 (One), 1 (Two); problem 0 is")
    assert run("show", "a.xmpuzzle", "--problem", "2")[0] == 4
    assert run("show", FIVE, "--problem", "1")[0] == 4


COSTS = "a b c d\na b|4\nc d|1\na c|2\nb|1 d|1\n"


def test_the_cheapest_exact_covers(run: Run, answer: Callable[..., Any]) -> None:
    Path("a.dlx").write_text(COSTS)
    assert run("cheapest", "a.dlx") == (0, "cost 4\na c|2\nb d|2\n", "")
    assert run("cheapest", "a.dlx", "--limit", "9")[1] == "cost 4\na c|2\nb d|2\n\ncost 5\na b|4\nc d|1\n"
    found = answer("cheapest", "a.dlx", "--limit", "2")
    assert (found["verdict"], found["status"], found["bound"]) == ("found", "optimal", None)
    assert [one["cost"] for one in found["solutions"]] == [4, 5]
    Path("none.dlx").write_text("a b c\na b|2\nb c\n")
    assert run("cheapest", "none.dlx")[:2] == (1, "impossible: an exhaustive search of 1 node found no exact cover\n")
    code, _, err = run("cheapest", FIVE)
    assert (code, "costs belong to the options of an exact cover (DLX)" in err) == (2, True)
    code, _, err = run("cheapest", "a.dlx", "--limit", "0")
    assert code == 2


def test_the_cheapest_exact_covers_are_verified(run: Run, answer: Callable[..., Any]) -> None:
    Path("a.dlx").write_text(COSTS)
    Path("b.json").write_text(run("cheapest", "a.dlx", "--limit", "2", "--json")[1])
    right = Path("b.json").read_text()
    assert run("verify", "b.json")[0] == 0
    assert answer("verify", "b.json")["not_checked"] == {}
    for old, new, fault in (
        ('"cost": 5', '"cost": 6', "its options cost 5"),
        ('"a b|4"', '"a b|3"', "is not an option of the puzzle with this cost"),
        ('"status": "optimal"', '"status": "feasible"', "status"),
        ('"bound": null', '"bound": 5', "bound"),
        ('{"options": ["a c|2", "b d|2"], "cost": 4}, ', "", "complete"),
    ):
        assert old in right
        Path("b.json").write_text(right.replace(old, new, 1))
        code, out, _ = run("verify", "b.json")
        assert (code, fault in out) == (1, True), (old, out)
    short = right.replace('"complete": true', '"complete": false').replace('"optimal"', '"feasible"')
    for bound, code in ((5, 0), (6, 0), (99, 0)):
        Path("b.json").write_text(short.replace('"bound": null', f'"bound": {bound}'))
        assert run("verify", "b.json")[0] == code
    one = short.replace(', {"options": ["a b|4", "c d|1"], "cost": 5}', "")
    for bound, code in ((4, 0), (5, 0), (6, 1)):
        Path("b.json").write_text(one.replace('"bound": null', f'"bound": {bound}'))
        assert run("verify", "b.json")[0] == code


# What a verb cannot do without, and what an answer of it may be left to chance or time for.
MORE = {
    "random": ["--seed", "1"],
    "make": ["--seed", "1"],
    "estimate": ["--seed", "1"],
    "list": ["--limit", "3"],
    "glance": ["--time-limit", "60"],
}
VERBS = [
    name
    for name in FAMILIES["tiling"].verbs
    if {"puzzle", "fixed"} <= {one.name for one in find("tiling", name).fields}
]
ADDED = ["--hole", "3,3", "--hole-box", "0,3,2x1", "--optional", "1,1", "--fixed", "L4 0,0 1,0 2,0 0,1"]


@pytest.mark.parametrize("verb", [verb for verb in VERBS if verb not in ("cheapest", "verify")])
def test_options_add_to_a_puzzle_of_any_file(verb: str, answer: Callable[..., Any], run: Run) -> None:
    plain = Problem.from_text("board 4x4\npieces 0-4*L4, 0-16*I1")
    Path("plain.txt").write_text(plain.to_text(), encoding="utf-8")
    Path("plain.json").write_text(json.dumps({"puzzle": plain.to_text()}), encoding="utf-8")
    Path("plain.xmpuzzle").write_bytes(plain.to_xmpuzzle())
    stated = answer(verb, "--board", "4x4", "--pieces", "0-4*L4, 0-16*I1", *ADDED, *MORE.get(verb, []))
    for name in ("plain.txt", "plain.json", "plain.xmpuzzle"):
        found = answer(verb, name, *ADDED, *MORE.get(verb, []))
        alike = {"parameters": None, "seconds": None, "notes": None, "explanation": None}
        assert found | alike == stated | alike
        # An answer repeats what is needed to ask again, in every family's way.
        again = find("tiling", verb).fields
        assert {"hole", "hole_box", "optional", "fixed"} <= found["parameters"].keys() & {one.name for one in again}
        Path("answer.json").write_text(json.dumps(found), encoding="utf-8")
        code, out, _ = run("verify", "answer.json")
        assert (code, "wrong" in out) == (0, False), out


def test_nothing_is_added_to_an_exact_cover(run: Run) -> None:
    Path("cover.dlx").write_text("a b\na\nb\n", encoding="utf-8")
    for verb in VERBS:
        for option in range(0, len(ADDED), 2):
            code, _, err = run(verb, "cover.dlx", *ADDED[option : option + 2])
            assert code == 2
            assert "this puzzle is an exact cover (DLX)" in err
            assert ADDED[option] in err
