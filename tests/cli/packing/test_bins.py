"""``packing bins`` and ``packing repair``: what a person sees, the files, and bad input."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., tuple[int, str, str]]

BEFORE = "I3 J3 L3 O3 S2 T2 Z2"


def test_the_fewest_boards(run: Run, answer: Callable[..., Any]) -> None:
    code, out, err = run("bins", "O5", "--box", "4x4")
    assert (code, err) == (0, "")
    assert out == "optimal: 2 boards\n\nooOO\nooOO\nOOoo\nOOoo\n\nOO..\nOO..\n....\n....\n"
    found = answer("bins", "O5", "--box", "4x4")
    assert (found["verdict"], found["status"], found["boards"], found["bound"]) == ("found", "optimal", 2, 2)
    assert found["complete"] is True
    assert run("bins", "--pieces", "4*I2", "--board", "##./.##")[1].startswith("optimal: 2 boards")
    assert run("bins", "I2", "--box", "5x4", "--hole", "4,0")[0] == 0


def test_boards_that_are_not_enough(run: Run, answer: Callable[..., Any]) -> None:
    code, out, _ = run("bins", "O5", "--box", "4x4", "--max-boards", "1")
    assert (code, out) == (1, "impossible: 1 board is not enough\n")
    found = answer("bins", "I1", "--box", "3x3")
    assert (found["verdict"], found["reason"]) == ("none", "the piece I fits nowhere on the board")


@pytest.mark.parametrize("suffix", [".txt", ".json", ".jsonl", ".html"])
def test_boards_in_files_are_verified_and_shown(run: Run, suffix: str) -> None:
    assert run("bins", "O5 I2", "--box", "4x4", "-o", f"boards{suffix}")[:2] == (0, "")
    assert Path(f"boards{suffix}").stat().st_size > 10
    if suffix == ".json":
        assert run("verify", "boards.json") == (0, "2 packings, all right\n", "")
        assert run("show", "boards.json")[1].count("cells covered") == 2
        data = json.loads(Path("boards.json").read_text())
        data["packings"].pop()
        Path("boards.json").write_text(json.dumps(data))
        assert run("verify", "boards.json")[0] == 1


def test_a_packing_is_changed(run: Run, answer: Callable[..., Any]) -> None:
    assert run("pack", BEFORE, "--box", "10x10", "-o", "before.json")[0] == 0
    code, out, err = run("repair", "before.json", "I3 J3 L3 O2 S2 T2 Z2")
    lines = out.splitlines()
    assert (code, err, len(lines)) == (0, "", 11)
    assert lines[0].endswith(" of 17 pieces moved")
    found = answer("repair", "before.json", "I3 J3 L3 O2 S2 T2 Z2")
    assert (found["moved"], len(found["taken"])) == (len(found["laid"]), found["moved"] + 1)
    assert json.loads(found["parameters"]["packing"])["command"] == "packing pack"
    Path("after.json").write_text(json.dumps(found))
    assert run("verify", "after.json") == (0, "1 packing, right\n", "")
    assert run("repair", "before.json", "I3 J3 L3 O2 S2 T2 Z2", "-o", "after.svg")[:2] == (0, "")
    assert Path("after.svg").read_text().startswith("<svg")
    assert run("repair", "before.json", "I40") == (
        1,
        "impossible: the box 10x10 has 100 cells and the pieces 160, 60 cells too many\n",
        "",
    )


def test_what_nobody_knows_is_not_drawn(run: Run) -> None:
    code, out, _ = run("pack", "S48 L16", "--box", "16x16", "--time-limit", "1e-9", "-o", "none.svg")
    assert (code, out) == (3, "unknown: no packing was found, and there is no proof that none exists\n")
    assert not Path("none.svg").exists()


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["bins", "O5"], 2, "there is nothing to pack into; give --box WxH, --board or --boards"),
        (
            ["bins", "O5", "--box", "4x4", "--board", "4x4"],
            2,
            "a box and a board are both given; give only one of them",
        ),
        (["bins", "--box", "4x4"], 2, "there is nothing to pack;"),
        (["bins", "O5", "--box", "4x4", "--max-boards", "0"], 2, "--max-boards takes a whole number from 1 to 1000"),
        (["bins", "--pieces", "any*I2", "--box", "4x4"], 2, "exact number of every piece"),
        (["repair"], 2, "missing argument 'FILE'"),
        (["repair", "missing.json", "O1"], 4, "cannot read 'missing.json'"),
        (["repair", "text.json", "O1"], 4, "'text.json'"),
        (["repair", "none.json", "O1"], 2, "no packing to repair"),
        (["repair", "two.json", "O1"], 2, "has 2 packings; give an answer that has one"),
        (["repair", "one.json"], 2, "there is nothing to pack"),
        (["repair", "one.json", "--pieces", "any*O4"], 2, "exact number of every piece"),
    ],
)
def test_bad_input_is_answered_in_one_sentence(run: Run, arguments: list[str], code: int, says: str) -> None:
    Path("text.json").write_text("LOJI")
    run("pack", "O5", "--box", "4x4", "-o", "none.json")
    run("pack", "LOJI", "--limit", "2", "-o", "two.json")
    run("pack", "LOJI", "-o", "one.json")
    found, out, err = run(*arguments)
    assert (found, out) == (code, "")
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    assert says in err


def test_weights_say_why_fewer_boards_are_too_few(run: Run) -> None:
    code, out, _ = run("bins", "S7", "--box", "4x4")
    assert code == 0
    first, second, *_ = out.splitlines()
    assert first == "if S weighs 1, no board holds more than 2, and all pieces weigh 7: 3 boards are too few"
    assert second == "optimal: 4 boards"


@pytest.mark.parametrize(
    ("bag", "says"),
    [
        ("I1 O2 T3", "the piece L on the locked cell 0,4 is not in the new bag"),
        ("I1 O1 T3 L1", "2 pieces O are locked, and the new bag has 1"),
    ],
)
def test_a_locked_piece_that_the_new_bag_lacks_is_impossible(run: Run, bag: str, says: str) -> None:
    run("pack", "I1 O2 T2 L1", "-o", "one.json")
    before = json.loads(Path("one.json").read_text())["placements"]
    cells = [one["cells"][0] for one in before if one["piece"] == "O"] if "O1" in bag else [[0, 4]]
    words = ["repair", "one.json", bag, *(f"--locked={x},{y}" for x, y in cells)]
    assert run(*words)[:2] == (1, f"impossible: {says}\n")
    Path("none.json").write_text(run(*words, "--json")[1])
    assert run("verify", "none.json")[0] == 0


@pytest.mark.parametrize("suffix", [".svg", ".png"])
def test_several_boards_are_one_sheet(run: Run, suffix: str) -> None:
    assert run("bins", "O9", "--box", "4x4", "-o", f"sheet{suffix}")[0] == 0
    one = Path("sheet.svg")
    if suffix == ".svg":
        assert one.read_text().count("<svg") == 4  # the sheet and three boards
