"""``tiling count``: the number alone, checkpoints, clusters."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Run
from tests.cli.tiling.puzzles import (
    EXAMPLES,
    FIVE,
    IMPOSSIBLE,
    PENTOMINOES,
)


@pytest.mark.parametrize(
    ("arguments", "number"),
    [
        ([*PENTOMINOES, "--up-to-symmetry"], 2339),
        (["--board", "20x20", "--pieces", "any*dominoes"], 1269984011256235834242602753102293934298576249856),
        (["--board", "8x8", "--pieces", "any*T4"], 84),
        ([FIVE], 8),
        ([FIVE, "--rotations-only"], 2),
        ([FIVE, "--engine", "sparse"], 8),
        ([FIVE, "--threads", "2"], 8),
        ([str(EXAMPLES / "pentominoes_8x8.txt"), "--up-to-symmetry"], 65),
        ([str(EXAMPLES / "soma.txt"), "--up-to-symmetry"], 240),
        ([str(EXAMPLES / "soma.xmpuzzle")], 11520),
        ([str(EXAMPLES / "pentominoes_3x20.dlx")], 8),
        ([*IMPOSSIBLE], 0),
    ],
    ids=lambda value: str(value)[-40:],
)
def test_count_prints_the_number_alone(run: Run, arguments: list[str], number: int) -> None:
    assert run("count", *arguments) == (0, f"{number}\n", "")


def test_count_as_json(answer: Callable[..., Any]) -> None:
    counted = answer("count", FIVE, "--up-to-symmetry")
    assert counted["count"] == 1
    assert counted["engine"]
    assert counted["nodes"] > 0
    assert counted["complete"] is True


def test_a_count_longer_than_python_likes_to_print(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shapewright.tiling.count", lambda problem, report, **options: 10**5000)
    assert run("count", FIVE)[1] == "1" + "0" * 5000 + "\n"
    assert run("count", FIVE, "--json")[0] == 0


def test_a_count_goes_into_a_file(run: Run) -> None:
    assert run("count", FIVE, "-o", "a.txt") == (0, "", "")
    assert Path("a.txt").read_text() == "8\n"
    assert run("count", FIVE, "-o", "a.json") == (0, "", "")
    assert json.loads(Path("a.json").read_text())["count"] == 8


def _holds_tasks(checkpoint: str) -> bool:
    with closing(sqlite3.connect(checkpoint)) as database:
        return bool(database.execute("SELECT count(*) FROM task").fetchone()[0])


def test_a_stopped_count_goes_on_from_its_checkpoint(run: Run) -> None:
    puzzle = ("--board", "3x4x5", "--pieces", "pentominoes", "--up-to-symmetry", "--checkpoint", "a.sqlite")
    code, out, err = run("count", *puzzle, "--time-limit", "0.05")
    assert (code, out) == (3, "")
    assert err.startswith("stopped after ")
    assert ("; go on with:  shapewright tiling count --board 3x4x5 " in err) == _holds_tasks("a.sqlite")
    code, out, err = run("count", *PENTOMINOES, "--checkpoint", "a.sqlite")
    assert (code, out) == (4, "")
    assert run("count", *puzzle) == (0, "3940\n", "")


def test_an_answer_says_that_it_used_earlier_results(run: Run) -> None:
    for again in (False, True):
        code, out, _ = run("count", FIVE, "--checkpoint", "a.sqlite", "--json")
        assert code == 0
        assert json.loads(out).get("resumed", False) is again
    Path("answer.json").write_text(out)
    assert run("verify", "answer.json")[0] == 0


def test_a_foreign_checkpoint_is_refused_and_left_as_it_is(run: Run) -> None:
    assert run("count", FIVE, "--checkpoint", "a.sqlite") == (0, "8\n", "")
    code, out, err = run("count", *PENTOMINOES, "--checkpoint", "a.sqlite")
    assert (code, out) == (4, "")
    assert "checkpoint 'a.sqlite' belongs to another problem" in err
    assert run("count", FIVE, "--checkpoint", "a.sqlite") == (0, "8\n", "")
    Path("b.sqlite").write_bytes(bytes(range(256)) * 20)
    assert run("count", FIVE, "--checkpoint", "b.sqlite")[0] == 4
    assert Path("b.sqlite").read_bytes() == bytes(range(256)) * 20


@pytest.mark.parametrize("address", ["nowhere", "", "tcp://:8786", "tcp://host:99999", "host:port"])
def test_a_cluster_has_an_address(run: Run, address: str) -> None:
    code, out, err = run("count", FIVE, "--cluster", address)
    assert (code, out) == (2, "")
    assert f"not {address!r}" in err


def test_threads_are_not_those_of_a_cluster(run: Run) -> None:
    assert run("count", FIVE, "--cluster", "tcp://host:8786", "--threads", "2")[0] == 2
