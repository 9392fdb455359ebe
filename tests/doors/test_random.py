"""Random small problems of every family: one answer at the shell, at the endpoint and from Python."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from .asking import at_an_endpoint, at_the_shell, masked, on_the_page
from .problems import RANDOM

FEW, MANY = 25, 500


@pytest.mark.parametrize("family", RANDOM)
def test_every_door_gives_the_same_answer(studio: TestClient, tmp_path: Path, family: str) -> None:
    _compare(studio, tmp_path, family, range(FEW))


@pytest.mark.slow
@pytest.mark.parametrize("family", RANDOM)
def test_every_door_gives_the_same_answer_many_times(studio: TestClient, tmp_path: Path, family: str) -> None:
    _compare(studio, tmp_path, family, range(FEW, MANY))


def test_a_puzzle_that_went_through_the_page_is_the_same_puzzle(studio: TestClient) -> None:
    _go_through_the_page(studio, range(FEW))


@pytest.mark.slow
def test_many_puzzles_that_went_through_the_page_are_the_same_puzzles(studio: TestClient) -> None:
    _go_through_the_page(studio, range(FEW, MANY))


def _go_through_the_page(studio: TestClient, seeds: range) -> None:
    for seed in seeds:
        _, parameters, _ = RANDOM["tiling"](Random(f"page {seed}"))
        puzzle = {key: value for key, value in parameters.items() if key in ("board", "pieces", "hole")}
        if "board" not in puzzle:
            continue
        before = at_an_endpoint(studio, "tiling", "count", puzzle)[1]
        stated = on_the_page(studio, {"puzzle": before["puzzle"]})
        after = at_an_endpoint(studio, "tiling", "count", stated)[1]
        assert after["count"] == before["count"], (seed, puzzle, stated)
        assert on_the_page(studio, stated) == stated


def _compare(studio: TestClient, folder: Path, family: str, seeds: range) -> None:
    answered = 0
    for seed in seeds:
        verb, parameters, said = RANDOM[family](Random(f"{family} {seed}"))
        code, reply = at_an_endpoint(studio, family, verb, parameters)
        shell_code, printed = at_the_shell(family, verb, parameters, folder)
        assert (code, masked(reply)) == (shell_code, masked(printed)), (seed, verb, parameters)
        if reply:
            answered += 1
            for key, value in said().items():
                assert _at(reply, key) == value, (seed, verb, parameters, key)
    assert answered > len(seeds) // 2


def _at(whole: Any, key: str) -> Any:
    for step in key.split("."):
        whole = whole[int(step)] if isinstance(whole, list) else whole[step]
    return whole
