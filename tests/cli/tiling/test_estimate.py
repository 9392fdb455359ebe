"""``shapewright tiling estimate``: how large a search is, said at every door, and checked by the same dives."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from shapewright.cli import main

Capture = pytest.CaptureFixture[str]
DOMINOES = ("tiling", "estimate", "--board", "6x6", "--pieces", "any*dominoes")


def test_the_same_seed_says_the_same(capsys: Capture) -> None:
    said = []
    for _ in range(2):
        assert main([*DOMINOES, "--seed", "1"]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]
    assert said[0].startswith("about ")
    assert said[0].endswith("by 200 random dives\n")


def test_an_impossible_puzzle_has_nothing_to_search(capsys: Capture) -> None:
    assert main(["tiling", "estimate", "--board", "3x3", "--pieces", "any*dominoes"]) == 0
    assert capsys.readouterr().out.startswith("nothing to search: ")


def test_an_answer_is_verified_and_a_false_one_is_not(capsys: Capture) -> None:
    assert main([*DOMINOES, "--probes", "20", "-o", "a.json"]) == 0
    assert main(["tiling", "verify", "a.json"]) == 0
    answer = json.loads(Path("a.json").read_text())
    answer["estimate"]["nodes"] += 1
    Path("a.json").write_text(json.dumps(answer))
    capsys.readouterr()
    assert main(["tiling", "verify", "a.json"]) == 1
    assert "estimate: " in capsys.readouterr().out


def test_wrong_input_gets_one_sentence(capsys: Capture) -> None:
    assert main([*DOMINOES, "--probes", "0"]) == 2
    assert capsys.readouterr().err == "error: --probes takes a whole number from 1 to 1000000, not 0\n"
