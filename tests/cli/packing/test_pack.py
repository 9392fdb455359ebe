"""``packing pack``, ``verify`` and ``show``: what a person sees, the files, and bad input."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shapewright.packing import Bag, Packing
from shapewright.packing.notation import headline

Run = Callable[..., tuple[int, str, str]]

BAG = "I8 J13 L10 O13 S4 T8 Z8"


def test_a_square_in_letters(run: Run) -> None:
    code, out, err = run("pack", BAG)
    lines = out.split("\n")
    assert (code, err) == (0, "")
    assert lines[0] == "optimal: 16x16, score 384.00"
    assert [len(line) for line in lines[1:17]] == [16] * 16
    assert run("solve", BAG) == (code, out, err)


def test_refuted_boxes_are_named(run: Run) -> None:
    out = run("pack", "T1 I3")[1]
    assert out.startswith("4x4 refuted: on a checkerboard the board has 8 + 8 cells")
    assert "\noptimal: 4x5, score 16.00\n" in out


def test_json_has_the_envelope_and_the_family_s_keys(answer: Callable[..., Any]) -> None:
    found = answer("pack", BAG)
    assert {"version", "command", "parameters", "complete", "seconds"} <= found.keys()
    assert (found["status"], found["width"], found["height"], found["score"]) == ("optimal", 16, 16, 384.0)
    assert (found["command"], found["parameters"]) == ("packing pack", {"bag": BAG})
    assert len(found["placements"]) == 64


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--pieces", "pentominoes", "--board", "6x10"], "optimal: 60 of 60 cells covered"),
        (["--pieces", "any*pentominoes", "--board", "9x9", "--hole", "4,4"], "optimal: 80 of 80 cells covered"),
        (["I3 S8 T5", "--box", "5x7", "--best-subset"], "optimal: 32 of 35 cells covered"),
        (["LOJI", "--box", "4x5"], "optimal: 16 of 20 cells covered"),
        (["I2 O2", "--box", "4x4", "--fixed", "I 0,0 1,0 2,0 3,0"], "optimal: 16 of 16 cells covered"),
        (["--random", "20", "--seed", "2", "--objective", "strip", "--width", "8"], "optimal: 8x1"),
        (["LOJI", "--objective", "area"], "optimal: 4x4"),
        (["LOJI", "--cover-corner"], "optimal: 4x4, score 24.00"),
        (["LOJI", "--solver", "exact-cover"], "optimal: 4x4, score 24.00"),
        (["O4", "--board", "####..####/####..####"], "the board has 2 separate parts"),
    ],
)
def test_questions(run: Run, arguments: list[str], says: str) -> None:
    code, out, err = run("pack", *arguments)
    assert (code, err) == (0, "")
    assert says in out


def test_what_does_not_fit_has_exit_code_1(run: Run, answer: Callable[..., Any]) -> None:
    code, out, _ = run("pack", "O5", "--box", "4x4")
    assert code == 1
    assert out == "impossible: the box 4x4 has 16 cells and the pieces 20, 4 cells too many\n"
    found = answer("pack", "O5", "--box", "4x4")
    assert (found["status"], found["complete"], found["placements"]) == ("infeasible", True, [])
    assert found["reason"].endswith("4 cells too many")


def test_json_lines_say_that_nothing_fits(run: Run) -> None:
    code, out, _ = run("pack", "O5", "--box", "4x4", "--jsonl")
    record = json.loads(out)
    assert (code, record["status"]) == (1, "infeasible")
    assert record["reason"].endswith("4 cells too many")
    code, out, _ = run("bins", "I1", "--box", "3x3", "--jsonl")
    assert (code, json.loads(out)["reason"]) == (1, "the piece I fits nowhere on the board")


def test_several(run: Run) -> None:
    code, out, _ = run("pack", "LOJI", "--limit", "3", "--jsonl")
    lines = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert len({json.dumps(line["placements"]) for line in lines}) == 3


@pytest.mark.parametrize("suffix", [".txt", ".json", ".jsonl", ".svg", ".pdf", ".html"])
def test_files(run: Run, suffix: str) -> None:
    code, out, _ = run("pack", "LOJI", "-o", f"answer{suffix}")
    assert (code, out) == (0, "")
    assert Path(f"answer{suffix}").stat().st_size > 10


def test_answers_are_verified_and_shown(run: Run) -> None:
    run("pack", BAG, "--json", "-o", "answer.json")
    assert run("verify", "answer.json") == (0, "1 packing, right\n", "")
    code, out, _ = run("show", "answer.json")
    assert (code, out) == (0, run("pack", BAG)[1])
    wrong = json.loads(Path("answer.json").read_text())
    wrong["placements"].pop()
    Path("wrong.json").write_text(json.dumps(wrong))
    code, out, _ = run("verify", "wrong.json")
    assert code == 1
    assert out.endswith("1 of 1 packing is wrong\n")
    assert run("show", "wrong.json")[0] == 2
    assert json.loads(run("verify", "wrong.json", "--json")[1])["valid"] is False


def test_what_verify_cannot_check_is_named(run: Run) -> None:
    run("pack", "LOJI", "-o", "answer.json")
    answer = json.loads(Path("answer.json").read_text())
    Path("more.json").write_text(json.dumps(answer | {"beauty": 3}))
    code, out, err = run("verify", "more.json")
    assert (code, err) == (3, "")
    assert out == "1 packing, nothing wrong was found\nnot checked: beauty (this key is unknown)\n"
    found = json.loads(run("verify", "more.json", "--json")[1])
    assert (found["valid"], found["faults"]) == (None, [])
    assert found["not_checked"] == {"beauty": "this key is unknown"}
    assert {"status", "bound", "placements", "score", "bag"} <= found["checked"].keys()
    del answer["width"]
    Path("less.json").write_text(json.dumps(answer))
    assert run("verify", "less.json")[::2] == (4, "error: 'less.json': packing 1 has no 'width'\n")


def test_a_bag_from_a_file_and_from_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    Path("bag.txt").write_text("I1 J1\nL1 O1\n")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"L O J I\n")))
    assert run("pack", "bag.txt")[1] == run("pack", "-")[1] == run("pack", "LOJI")[1]


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        ([], 2, "there is nothing to pack"),
        (["LOJI", "--random", "4"], 2, "the bag and --random cannot be combined"),
        (
            ["LOJI", "--box", "5x5", "--cover-corner", "--fixed", "O 3,3 3,4 4,3 4,4"],
            2,
            "covering the corner cannot be combined with a board, holes, fixed pieces",
        ),
        (["I3 Q4"], 2, "'Q' at position 4 of the bag is not a piece; pieces are I J L O S T Z"),
        (["I-3"], 2, "'-3' at position 2"),
        ([""], 2, "the bag is empty"),
        (["I99999999999"], 2, "larger than the limit"),
        (["LOJI", "--box", "4"], 2, "'4' is not a box"),
        (["LOJI", "--box", "0x4"], 2, "is not a box"),
        (["LOJI", "--box", "999999x999999"], 2, "larger than the limit"),
        (["LOJI", "--objective", "fun"], 2, "'fun' is not one of 'score', 'area', 'strip'"),
        (["LOJI", "--objective", "strip"], 2, "needs a width"),
        (["LOJI", "--solver", "fun"], 2, "'fun' is not one of 'auto', 'hybrid'"),
        (["LOJI", "--hole", "1,1"], 2, "only applies with --board or --box"),
        (["LOJI", "--box", "4x4", "--fixed", "I"], 2, "is not a fixed piece"),
        (["LOJI", "--limit", "0"], 2, "--limit takes a whole number"),
        (["LOJI", "-o", "x.gif"], 2, "has no steps"),
        (["LOJI", "--limit", "2", "-o", "x.svg"], 2, "there may be several"),
        (["--pieces", "tetracubes", "--box", "4x8"], 2, "not flat"),
        (["--pieces", "any*I2"], 2, "need a box or a board"),
        (["missing.txt"], 4, "cannot read 'missing.txt'"),
        (["LOJI", "--even-t"], 2, "only applies with --random"),
        (["--random", "0"], 2, "--random takes a whole number"),
    ],
)
def test_bad_input_is_answered_in_one_sentence(run: Run, arguments: list[str], code: int, says: str) -> None:
    found, out, err = run("pack", *arguments)
    assert (found, out) == (code, "")
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    assert says in err


def test_nobody_knows_has_exit_code_3(run: Run) -> None:
    code, out, _ = run("pack", "S48 L16", "--box", "16x16", "--time-limit", "1e-9")
    assert code == 3
    assert out.startswith("unknown: ")


def test_damaged_files(run: Run) -> None:
    Path("answer.json").write_text('{"placements": [{')
    for verb in ("verify", "show"):
        code, _, err = run(verb, "answer.json")
        assert (code, err.count("\n")) == (4, 1)


def test_the_bound_of_a_covered_board_is_a_number() -> None:
    lying = Packing(Bag.from_text("I"), "feasible", 4, 4, (), "board", 8.0)
    assert headline(lying) == "feasible: 0 of 16 cells covered (the best number is at most 8)"
