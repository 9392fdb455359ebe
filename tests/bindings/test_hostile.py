"""Plain data that makes no sense ends in an error, never in the end of the process."""

from __future__ import annotations

import subprocess
import sys

import pytest
from tests.bindings.hostile import LIMITS, functions, recorded
from tests.bindings.problems import FAMILIES

from shapewright import _core
from shapewright.clear.kicks import Kicks

NOT_CALLED = {
    "CoverSearch": "made by cover_search",
    "DiagramWords": "made by of_words",
    "ShapezVerdicts": "made by make",
    "prepare_thread": "takes nothing",
    "set_simd": "changes the engine for all that follows",
    "simd_path": "takes nothing",
    "simd_paths": "takes nothing",
}
"""What no hostile call is made of, and why."""


def lines_of(*arguments: str) -> list[str]:
    """What the calls of a part print: each, before it is made."""
    command = [sys.executable, "-m", "tests.bindings.hostile", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, errors="replace")
    lines = done.stdout.splitlines() or [""]
    assert done.returncode == 0, f"{lines[-1]} ended the process: {done.returncode}\n{done.stderr[-2000:]}"
    assert lines[-1] == "done"
    return lines


def test_every_function_is_known() -> None:
    missing = set(functions()) - set(recorded(list(FAMILIES)).calls)
    assert missing == set(NOT_CALLED), "say in tests/bindings/hostile.py how these are called"


def test_calls_that_make_no_sense_are_refused() -> None:
    assert not [line for line in lines_of("senseless") if line.startswith("not refused")]


@pytest.mark.parametrize("threads", [(1 << 31) - 1, (1 << 32) - 1])
def test_more_threads_than_there_may_be_change_no_answer(threads: int) -> None:
    graph = _core.ClearLiveGraph(_core.ClearRules(Kicks.named("srs").table, 0, []), 2, 1, *LIMITS)
    assert graph.count_placements(threads, *LIMITS) == graph.count_placements(1, *LIMITS)
    halves = _core.shapez_closed_halves(4, 2, None, 1 << 20, *LIMITS)
    whole = _core.shapez_swappable(halves, None, 4, 1 << 20, *LIMITS)
    several = min(threads, (1 << 31) - 1)
    assert whole.count_canonical(*LIMITS, several) == whole.count_canonical(*LIMITS, 1)
    parts = _core.shapez_slices(whole, 1 << 40, 4, 1 << 20, *LIMITS)
    assert sum(map(len, parts)) == len(whole)


@pytest.mark.parametrize("part", range(2))
def test_plain_data_ends_no_process(part: int) -> None:
    """A number that is too large is refused, or taken as the largest that makes sense: it takes no memory by itself."""
    assert not [line for line in lines_of(str(part), "2") if line.startswith("no memory: ")]
