"""Tables, the live boards below them, and the published chances."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from shapewright import _core
from shapewright.clear import Kicks, check, first, native, read_pc, table
from shapewright.clear.patterns.sequences import Weights, list_sequences, number_of_sequences, weights
from shapewright.errors import ProblemError, StoppedError

TWO_LINES = [1, 28, 172, 185, 28, 1]
FOUR_LINES = [1, 162, 10181, 269260, 2438591, 6333803, 4423633, 718155, 19129, 100, 1]


def graph(lines: int, threads: int = 2) -> _core.ClearLiveGraph:
    return _core.ClearLiveGraph(native.rules(Kicks.named("srs"), "soft"), lines, threads, None, -1.0)


def test_live_boards_of_two_lines() -> None:
    found = graph(2)
    assert found.sizes == TWO_LINES
    assert sum(TWO_LINES) == 415
    assert found.count_placements(1, None, -1.0) == 1735


@pytest.mark.slow
def test_live_boards_of_four_lines() -> None:
    found = graph(4)
    assert found.sizes == FOUR_LINES
    assert sum(FOUR_LINES) == 14_213_016
    assert found.count_placements(2, None, -1.0) == 102_004_604


def test_height_two(tmp_path: Path) -> None:
    path = tmp_path / "2.pc"
    found = table(2, str(path))
    assert (found.solved, found.sequences) == (3522, 57750)
    assert found.sequences == number_of_sequences(5)
    assert found.all_weights == Weights.totals(5)
    assert found.chances() == {"opener": (0, 5040), "none": (5148, 154_980), "any": (15_132, 378_420)}
    assert path.stat().st_size == 3522 * 13
    solutions = read_pc(str(path))
    assert len(solutions) == 3522
    for solution in solutions[::30]:
        check(solution)
    # Every sequence is in one of the two lists, and no sequence twice.
    solved = {
        ("".join(sorted((s.queue.hold or "") + s.queue.pieces[0], key="IOTSZLJ".index)), s.queue.pieces[1:])
        for s in solutions
    }
    failed = set(found.impossible())
    assert len(solved) == 3522
    assert solved | failed == set(list_sequences(5))
    assert not solved & failed
    assert sum([weights(*sequence).none for sequence in solved]) == 5148
    for pair, rest in sorted(failed)[::4000]:
        assert first("", f"[{pair[0]}]{pair[1]}{rest}", height=2) is None


def test_the_same_file_however_it_ran(tmp_path: Path) -> None:
    contents = set()
    for number, settings in enumerate([{"threads": 1}, {"threads": 3}, {"checkpoint": str(tmp_path / "2.sqlite")}]):
        path = tmp_path / f"{number}.pc"
        table(2, str(path), **settings)  # type: ignore[arg-type]
        contents.add(path.read_bytes())
    again = tmp_path / "again.pc"
    table(2, str(again), checkpoint=str(tmp_path / "2.sqlite"))
    contents.add(again.read_bytes())
    assert len(contents) == 1


@pytest.mark.parametrize("threads", [1, 2])
def test_the_same_file_after_being_killed_again_and_again(tmp_path: Path, threads: int) -> None:
    """Also where the records are in files beside the checkpoint, as those of four lines are."""
    output, checkpoint, log = tmp_path / "2.pc", tmp_path / "2.sqlite", tmp_path / "log"

    def run(where: str, task: int) -> int:
        log.write_text("")
        program = [sys.executable, str(Path(__file__).parent / "killed_table.py")]
        settings = [output, checkpoint, log, threads, where, task]
        return subprocess.run([*program, *map(str, settings)], timeout=120).returncode

    for where, task in (("recorded", 3), ("kept", 5), ("recorded", 20)):
        assert run(where, task) == -signal.SIGKILL
        assert not output.exists()
        assert checkpoint.exists()
    assert list(checkpoint.with_name("2.sqlite.files").iterdir())
    assert run("nowhere", 0) == 0
    assert len(log.read_text().splitlines()) <= 8  # of 28; the others were done before
    table(2, str(tmp_path / "at once.pc"))
    assert output.read_bytes() == (tmp_path / "at once.pc").read_bytes()
    assert output.stat().st_size == 3522 * 13


def test_other_rules_have_other_tables() -> None:
    # Nothing but straight drops reaches fewer places, no kicks at all no more than SRS.
    hard = table(2, drop="hard")
    assert hard.solved < 3522
    assert table(2, kicks="srs-plus").solved >= hard.solved


def test_refusals() -> None:
    wrong: Any
    for wrong in (0, 1, 3, 6, 20):
        with pytest.raises(ProblemError, match="2 and 4 lines"):
            table(wrong)
    with pytest.raises(StoppedError):
        table(4, time_limit=0, threads=1)
