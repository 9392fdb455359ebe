"""``stacking verify`` and ``stacking show``: plans replayed and drawn, whoever made them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., tuple[int, str, str]]

PLAN = "0 3 1(180) 4(180)"


def test_plans_as_text(run: Run) -> None:
    assert run("verify", "LLLL", PLAN, "--width", "6") == (0, "right: height 3\n", "")
    assert run("verify", "LLLL", PLAN, "--width", "6", "--claim", "2") == (
        1,
        "the height at the end is 3, not 2\n",
        "",
    )
    assert run("verify", "LLLL", "0 3", "--width", "6")[:2] == (1, "2 of the 4 pieces are not dropped\n")
    code, out, _ = run("verify", "LLLL", PLAN, "--width", "6", "--prove")
    assert (code, out) == (0, "right: height 3; that every plan needs at least 3 is proven again\n")
    code, out, _ = run("verify", "LLLL", "0 0 0 0", "--width", "6", "--prove")
    assert (code, out) == (1, "there is a plan that needs less than 12\n")


def test_answers_of_solve(run: Run) -> None:
    for options in ([], ["--hold"], ["--clear-lines"], ["--objective", "flatness"], ["--best", "7"]):
        assert run("solve", "IOTSLJ", "--width", "7", *options, "-o", "a.json")[0] == 0
        code, out, _ = run("verify", "a.json")
        assert code == 0
        assert "right" in out
    assert run("solve", "IOTSLJ", "--width", "7", "-o", "b.json")[0] == 0
    assert run("verify", "b.json", "--prove")[1].endswith("is proven again\n")


def damaged(change: Callable[[dict[str, Any]], object]) -> None:
    whole = json.loads(Path("a.json").read_text())
    change(whole)
    Path("a.json").write_text(json.dumps(whole))


@pytest.mark.parametrize(
    ("change", "code", "sentence"),
    [
        (lambda whole: whole.update(value=2), 1, "the height at the end is 3, not 2"),
        (lambda whole: whole.update(height=2), 1, "the height at the end is 3, not 2"),
        (lambda whole: whole.update(lower_bound=4), 1, "below the lower bound, 4"),
        (lambda whole: whole["plan"].pop(), 1, "1 of the 4 pieces is not dropped"),
        (lambda whole: whole["plan"][0].update(column=9), 1, "drop 1: 'L' in column 9 reaches beyond the grid"),
        (lambda whole: whole["plan"][0].update(column="x"), 4, "its 'plan.0.column' is not a whole number"),
        (lambda whole: whole.pop("problem"), 4, "it has no 'plan' and 'problem'"),
        (lambda whole: whole["problem"].update(width=99), 4, "more than the limit of 64"),
        (lambda whole: whole.update(plan=None, verdict="none"), 1, "there is no plan, so there is nothing that it "),
        (lambda whole: whole.update(value="3"), 4, "its 'value' is not a whole number"),
        (lambda whole: whole.update(optimal=False), 1, "optimal: the value is 3 and the lower bound 3"),
        (lambda whole: whole.update(text="0 3"), 1, "text: the plan as text is "),
        (lambda whole: whole.update(objective="holes"), 1, "the problem asks for height, not holes"),
        (lambda whole: whole["parameters"].update(width=7), 1, "not the problem that the parameters"),
        (lambda whole: whole.update(lower_bound=2, optimal=False, complete=False), 0, "at least 2 is proven again"),
        (lambda whole: whole.update(surprise=1), 3, "not checked: surprise"),
        (lambda whole: whole.update(plans=3), 4, "its 'plans' is not a list"),
    ],
)
def test_wrong_and_damaged_answers(run: Run, change: Any, code: int, sentence: str) -> None:
    assert run("solve", "LLLL", "--width", "6", "-o", "a.json")[0] == 0
    damaged(change)
    got, out, err = run("verify", "a.json")
    assert got == code
    assert sentence in out + err
    assert (out + err).count("\n") == (2 if code == 3 else 1)


@pytest.mark.parametrize("content", ["", "{", "[]", "[" * 100_000, "{}\n{", "null"])
def test_what_is_no_answer(run: Run, content: str) -> None:
    Path("a.json").write_text(content)
    for verb in ("verify", "show"):
        code, out, err = run(verb, "a.json")
        assert (code, out, err.count("\n")) == (4, "", 1)


@pytest.mark.parametrize("options", [[], ["--hold"], ["--clear-lines"]])
def test_that_there_is_none_is_proven_again(run: Run, options: list[str]) -> None:
    assert run("solve", "IIT", "--no-rotation", "--board", "6x3", *options, "-o", "a.json")[0] == 1
    assert run("verify", "a.json", "--prove") == (0, "right: that there is no plan is proven again\n", "")
    damaged(lambda whole: whole["problem"].update(height_limit=4))
    damaged(lambda whole: whole["parameters"].update(board="6x4"))
    assert run("verify", "a.json", "--prove") == (1, "there is a plan\n", "")
    assert run("show", "a.json")[0] == 2


def test_arguments_that_make_no_sense(run: Run) -> None:
    assert run("solve", "LLLL", "--width", "6", "-o", "a.json")[0] == 0
    for arguments in (["verify"], ["verify", "LLLL"], ["verify", "a.json", "--width", "6"], ["show", "a", "b", "c"]):
        code, out, err = run(*arguments)
        assert (code, out, err.count("\n")) == (2, "", 1)
    assert run("verify", "LLLL", "0 x", "--width", "6")[0] == 2


def test_several_plans_and_the_wrong_ones(run: Run) -> None:
    assert run("solve", "OO", "--width", "4", "--best", "3", "-o", "a.json")[0] == 0
    assert run("verify", "a.json")[:2] == (0, "3 plans, all right\n")
    damaged(lambda whole: whole["plans"][1]["plan"][0].update(column=3))
    code, out, _ = run("verify", "a.json")
    assert code == 1
    assert out.splitlines()[0].startswith("plan 2: drop 1: 'O' in column 3")
    assert out.splitlines()[1] == "1 of 3 plans is wrong"


def test_plans_are_shown(run: Run) -> None:
    code, out, _ = run("show", "LLLL", PLAN, "--width", "6")
    assert (code, out.splitlines()[0]) == (0, "height 3")
    assert "│ L │ · │ L │ L │ · │ L │" in out
    for suffix in ("svg", "png", "gif", "html", "txt", "json", "jsonl"):
        assert run("show", "LLLL", PLAN, "--width", "6", "-o", f"a.{suffix}")[:2] == (0, "")
        assert Path(f"a.{suffix}").stat().st_size > 100
    assert run("show", "a.json")[1] == out
    assert run("show", "LLLL", "0 3", "--width", "6") == (
        2,
        "",
        "error: the plan cannot be carried out: 2 of the 4 pieces are not dropped\n",
    )


def test_pieces_are_shown_with_their_rotations(run: Run) -> None:
    code, out, _ = run("show")
    assert code == 0
    assert "I\n  #\n  #\n  #\n  #     ####\n  0     90\n" in out
    assert run("show", "--pieces", "P5", "-o", "a.txt")[0] == 0
    assert Path("a.txt").read_text().count("180") == 4
    assert run("show", "-o", "a.svg")[0] == 2
    assert json.loads(run("show", "--json")[1])["pieces"]["O"] == [["##", "##"]]
