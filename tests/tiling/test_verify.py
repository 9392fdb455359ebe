"""Answers of tilings verified in Python: what is forged is found out, what cannot be checked is named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from shapewright import tiling
from shapewright.cli import main
from shapewright.errors import NotationError


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    main(["tiling", *arguments, "--json"])
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


def test_every_verb_is_verified(capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = ("--board", "4x4", "--pieces", "4*L4")
    for verb in ("solve", "list", "count", "random", "unique", "explain", "show"):
        answer = asked(capsys, verb, *puzzle)
        for given in (answer, json.dumps(answer)):
            found = tiling.verify(given)
            assert found.valid is True, found.lines()
            assert not found.not_checked
            assert found.to_json()["passed_over"] == [key for key in answer if key in ("engine", "nodes")]
            about = {"version", "envelope", "command", "parameters", "seconds", "engine", "nodes"}
            said = {key for key, value in answer.items() if key != "reason" or value is not None}
            assert said - about <= {*found.checked}


@pytest.mark.parametrize(
    ("arguments", "change", "claim"),
    [
        (["unique", "--board", "4x4", "--pieces", "8*I2"], {"unique": True}, "unique"),
        (["unique", "--board", "4x4", "--pieces", "8*I2"], {"verdict": "none"}, "verdict"),
        (["count", "--board", "4x4", "--pieces", "8*I2"], {"count": 35}, "count"),
        (["count", "--board", "4x4", "--pieces", "8*I2"], {"up_to_symmetry": True}, "up_to_symmetry"),
        (["solve", "--board", "3x3", "--pieces", "2*I4"], {"reason": "the board has 9 cells"}, "reason"),
        (["solve", "--board", "4x4", "--pieces", "8*I2"], {"puzzle": "board 4x2\npiece I 4 free\n  ##\n"}, "puzzle"),
        (["random", "--board", "4x4", "--pieces", "8*I2", "--seed", "5"], {"seed": 6}, "seed"),
        (["show", "--board", "4x4", "--pieces", "8*I2"], {"cells": 17}, "cells"),
        (["explain", "--board", "4x5", "--pieces", "tetrominoes"], {"verdict": "found"}, "verdict"),
        (["explain", "--board", "5x4", "--pieces", "L5,P5,T5,X5"], {"reason": "the board has 9 cells"}, "reason"),
        (["explain", "--board", "5x4", "--pieces", "L5,P5,T5,X5"], {"proof": {"cases": [], "numbers": []}}, "proof"),
        (["explain", "--board", "5x4", "--pieces", "I5, V5, 2*Y5"], {"fewest_lines": 3}, "fewest_lines"),
        (["explain", "--board", "5x4", "--pieces", "I5, V5, 2*Y5"], {"fewest_lines": 1}, "reason"),
        (["explain", "--board", "4x5", "--pieces", "L5, P5, U5, V5"], {"fewest_lines": 3}, "fewest_lines"),
        (["explain", "--board", "4x4", "--pieces", "8*I2"], {"fewest_lines": 1}, "fewest_lines"),
        (["explain", "--board", "4x4", "--pieces", "8*I2"], {"proof": {"cases": [], "numbers": []}}, "proof"),
        (["explain", "--board", "4x4", "--pieces", "8*I2"], {"reason": "the board has 9 cells"}, "reason"),
        (["count", "--board", "4x5", "--pieces", "tetrominoes"], {"reason": "the board has 9 cells"}, "reason"),
        (["count", "--board", "4x5", "--pieces", "tetrominoes"], {"verdict": "found"}, "verdict"),
    ],
)
def test_what_is_forged_is_found_out(
    capsys: pytest.CaptureFixture[str], arguments: list[str], change: dict[str, Any], claim: str
) -> None:
    answer = asked(capsys, *arguments)
    assert tiling.verify(answer).valid is True
    found = tiling.verify(answer | change)
    assert found.valid is False
    assert claim in [fault["claim"] for fault in found.faults]


@pytest.mark.parametrize(
    "puzzle",
    [
        ("--board", "2x2", "--pieces", "any*I3, 1+*L4", "--hole", "0,0"),  # areas, or pieces that fit nowhere
        ("--board", "3x2", "--pieces", "T4, any*I4, 2*L4", "--hole", "1,1", "--optional", "2,0"),
        ("--board", "3x3", "--pieces", "any*I2"),
        ("--board", "4x5", "--pieces", "tetrominoes"),
        ("--board", ".#./###/.#.", "--pieces", "any*L3, any*I2"),
    ],
)
def test_every_verb_states_the_reason_that_is_found_again(
    capsys: pytest.CaptureFixture[str], puzzle: tuple[str, ...]
) -> None:
    for verb in ("solve", "list", "count", "random", "unique", "explain", "glance"):
        limit = ["--time-limit", "60"] if verb == "glance" else []
        answer = asked(capsys, verb, *puzzle, *limit)
        assert answer["verdict"] == "none"
        found = tiling.verify(answer)
        assert found.valid is True, (verb, found.lines())


@pytest.mark.parametrize("text", ["a\n", "0:1|a\n", "0:1|a | x\nx\n", "0:1|a\na\n", "1 0 1\n0 1 0\n"])
def test_covers_without_options_and_matrices_are_verified(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str
) -> None:
    file = tmp_path / "cover.dlx"
    file.write_text(text)
    for verb in (
        "solve",
        "list",
        "count",
        "random",
        "unique",
        "explain",
        "glance",
        "estimate",
        "cheapest",
        "set",
        "show",
    ):
        answer = asked(capsys, verb, str(file))
        assert tiling.verify(answer).valid is not False, verb
        (tmp_path / "answer.json").write_text(json.dumps(answer))
        assert main(["tiling", "verify", str(tmp_path / "answer.json")]) in (0, 3), verb
        capsys.readouterr()
    assert main(["tiling", "set", str(file), "--options"]) in (0, 1)


@pytest.mark.parametrize("text", ["a b | x\na x:1|-3\nb x:1\nb\n", "0:1|a\na|-2\n", "cost 3\ncost 3|4\n"])
def test_printed_covers_are_verified(capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str) -> None:
    file, printed = tmp_path / "cover.dlx", tmp_path / "printed.txt"
    file.write_text(text)
    for verb in ("solve", "list", "random", "cheapest"):
        assert main(["tiling", verb, str(file), "-o", str(printed)]) == 0
        if printed.read_text().strip():  # the empty cover is not written in any line
            assert main(["tiling", "verify", str(file), str(printed)]) == 0, verb
    capsys.readouterr()


def test_two_listed_tilings_that_are_mirror_images(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "list", "--board", "4x4", "--pieces", "4*L4", "--up-to-symmetry")
    mirrored = [
        {"piece": one["piece"], "cells": sorted([3 - x, y] for x, y in one["cells"])}
        for one in answer["solutions"][0]["placements"]
    ]
    answer["solutions"][1] = {"placements": mirrored}
    found = tiling.verify(answer)
    assert found.faults[0] == {
        "solution": 2,
        "claim": "solutions",
        "fault": "is a rotation or reflection of solution 1",
    }


def test_equal_pieces_exchanged_make_no_second_solution(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "list", "--board", "2x2", "--pieces", "A=##,B=##")
    assert len(answer["solutions"]) == 2
    first, second = answer["solutions"][0]["placements"]
    swapped = [{**first, "piece": second["piece"]}, {**second, "piece": first["piece"]}]
    answer["solutions"][1] = {"placements": swapped}
    assert "duplicates solution 1" in [fault["fault"] for fault in tiling.verify(answer).faults]


def test_equal_options_are_different_choices() -> None:
    one, two = {"options": ["a", "b"]}, {"options": ["b", "a"]}
    answer = {"puzzle": "a b\na\na\nb\n", "solutions": [one, two], "count": 2}
    assert tiling.verify(answer).valid is True
    third = tiling.verify({**answer, "solutions": [one, two, one]})
    assert [fault["fault"] for fault in third.faults] == ["duplicates solution 1"]


def test_what_cannot_be_checked_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "count", "--board", "6x10", "--pieces", "pentominoes")
    found = tiling.verify(answer, time_limit=0)
    assert found.valid is None
    assert found.not_checked == {"count": "counting again: the time limit of 0 s was reached"}
    answer = asked(capsys, "solve", "--board", "2x2", "--pieces", "O4")
    assert tiling.verify(answer | {"beauty": 3}).not_checked == {"beauty": "this key is unknown"}
    answer["solutions"][0]["beauty"] = 3
    with pytest.raises(NotationError, match="its 'solutions.0' has 'beauty', which is not a known key"):
        tiling.verify(answer)


def test_a_count_that_no_search_could_repeat(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "count", "--board", "12x12", "--pieces", "any*I2")
    assert tiling.verify(answer).valid is True
    assert tiling.verify(answer | {"count": answer["count"] + 1}).valid is False


@pytest.mark.parametrize("answer", ["", "[]", "{}", "{}\n{}", {}, {"puzzle": 3}, {"puzzle": "board 2x2\npieces O4"}])
def test_what_is_no_answer(answer: Any) -> None:
    with pytest.raises(NotationError):
        tiling.verify(answer)


@pytest.mark.parametrize(
    "answer",
    [
        {"command": "tiling count", "count": 36, "up_to_symmetry": False, "rotations_only": False,
         "puzzle": "board 4x4\npieces any*dominoes"},
        {"command": "tiling unique", "unique": True, "puzzle": "board 4x1\npieces 2*I2",
         "solutions": [{"placements": [{"piece": "I", "cells": [[x, 0], [x + 1, 0]]} for x in (0, 2)]}]},
    ],
)  # fmt: skip
def test_what_is_answered_in_full_is_complete(answer: dict[str, Any]) -> None:
    whole = {**answer, "parameters": {}, "complete": True, "verdict": "found"}
    assert tiling.verify(whole).valid
    assert [fault["claim"] for fault in tiling.verify({**whole, "complete": False}).faults] == ["complete"]


@pytest.mark.parametrize(
    ("arguments", "parameters"),
    [
        (["count"], {"beauty": 3}),
        (["count"], {"limit": 3}),
        (["count"], {"engine": 3}),
        (["count"], {"up_to_symmetry": "yes"}),
        (["count"], {"threads": "many"}),
        (["count"], {"puzzle": "board 4x4\npieces 8*I2"}),
        (["list"], {"limit": "few"}),
        (["random", "--seed", "1"], {"seed": 1.5}),
        (["set"], {"fault_free": 1}),
        (["set"], {"has": 3}),
        (["takeapart"], {"lift": None, "highest": 1}),
    ],
)
def test_parameters_that_no_such_question_has(
    capsys: pytest.CaptureFixture[str], arguments: list[str], parameters: dict[str, Any]
) -> None:
    answer = asked(capsys, *arguments, "--board", "4x4", "--pieces", "8*I2")
    assert tiling.verify(answer).valid is True
    with pytest.raises(NotationError):
        tiling.verify({**answer, "parameters": {**answer["parameters"], **parameters}})


def test_solutions_of_a_puzzle_that_options_state(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("AAB\nCCB\n")
    answer = asked(capsys, "show", str(tmp_path / "a.txt"), "--board", "3x2", "--pieces", "3*I2")
    assert tiling.verify(answer).valid is True


def test_lines_are_no_answer_about_tilings() -> None:
    answer = {"command": "tiling count", "parameters": {"file": "a"}, "complete": True, "lines": []}
    with pytest.raises(NotationError, match="there is no parameter 'file'"):
        tiling.verify(answer)
