"""The search: the published numbers come out, however it is run, stopped and resumed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from tests.reference.shapez.brute_force import buildable
from tests.shapez.data.sample_data import assert_same, quad1

from shapewright.errors import CheckpointError, FileError, LimitError, ProblemError, StoppedError
from shapewright.jobs import process_pool
from shapewright.shapez.data import closure, data_file
from shapewright.shapez.data.configuration import CONFIGURATIONS, NEEDS, Configuration
from shapewright.shapez.data.known_shapes import Data
from shapewright.shapez.data.packed import Packed
from shapewright.shapez.data.search import memory_needed, search
from shapewright.shapez.data.sets import set_of

# By its full name: the package has a function of the same name.
SEARCH = import_module("shapewright.shapez.data.search")
ROOT = Path(__file__).parents[3]
QUAD3 = Configuration(4, 3)


@pytest.fixture(scope="module")
def quad3() -> Data:
    return search(QUAD3)


@pytest.fixture
def stages(monkeypatch):
    """The names of the stages that have something to do, instead of taking it all from the checkpoint."""
    busy = []
    run = SEARCH.run

    def noted(stage, *, progress, **options):
        seen = []
        results = run(stage, progress=seen.append, **options)
        if seen[0].fraction < 1:
            busy.append(stage.name)
        return results

    monkeypatch.setattr(SEARCH, "run", noted)
    return busy


@pytest.mark.parametrize(
    ("name", "halves", "total", "swappable", "pins", "oriented"),
    [
        ("quad1", 16, 55, 55, 0, 256),
        ("quad2", 181, 5_092, 5_047, 0, 35_281),
        ("quad3", 1_796, 502_906, 491_279, 7, 3_865_768),
        ("quad4", 16_193, 44_233_241, 42_230_784, 504, 349_728_289),
        ("hex1", 64, 430, 430, 0, 4_096),
        ("hex2", 2_491, 567_318, 566_832, 0, 6_694_921),
        ("hex3", 81_352, 675_495_801, 672_574_819, 80, 8_094_768_074),
        pytest.param("quad5", 135_074, 3_378_515_280, 3_127_342_742, 39_296, 26_929_624_298, marks=pytest.mark.slow),
        pytest.param(
            "hex4", 2_331_921, 633_883_327_124, 624_953_411_183, 180_146, 7_605_629_457_689, marks=pytest.mark.slow
        ),
    ],
)
def test_published_numbers(name, halves, total, swappable, pins, oriented):
    data = search(Configuration.from_name(name))
    assert (len(data.halves), len(data.pin)) == (halves, pins)
    assert dict(data.counts) == {"total": total, "swappable": swappable, "oriented_total": oriented}


@pytest.mark.parametrize("name", ["quad1", "quad2", "hex1"])
def test_the_twin_finds_the_same(name):
    configuration = Configuration.from_name(name)
    data, twin = search(configuration), buildable(configuration.parts, configuration.layers)
    assert data.counts["oriented_total"] == twin.oriented
    assert data.counts["total"] == len(twin.shapes)
    assert set(data.pin.shapes.tolist()) == twin.essential


@pytest.mark.parametrize("need", NEEDS)
def test_only_so_much(need, quad3, tmp_path):
    data = search(QUAD3, need, output=tmp_path / "a.h5")
    assert data.has(need)
    assert bool(data.counts) == (need == "full")
    np.testing.assert_array_equal(data.halves.keys, quad3.halves.keys)
    assert_same(data_file.read(tmp_path / "a.h5"), data)


@pytest.mark.parametrize(
    "options",
    [{"threads": 1}, {"threads": 3}, {"executor": process_pool(1)}],
    ids=["1 thread", "3 threads", "a process"],
)
def test_the_same_however_it_is_run(quad3, options):
    assert_same(search(QUAD3, **options), quad3)


def test_it_goes_on_from_what_is_known(quad3, stages):
    halves = search(QUAD3, "halves")
    assert stages == ["halves"]
    stages.clear()
    pp = search(QUAD3, "pp", known=halves)
    assert "halves" not in stages
    stages.clear()
    assert_same(search(QUAD3, known=pp), quad3)
    assert stages == ["counts"]
    stages.clear()
    assert search(QUAD3, "pp", known=quad3) is quad3
    assert stages == []


@pytest.mark.parametrize("slices", [1, 3])
def test_stage_by_stage(quad3, stages, tmp_path, monkeypatch, slices):
    """Broken off in every stage there is, it does each of them once."""
    monkeypatch.setitem(closure.SLICED, "quad3", slices)
    run, checkpoint = SEARCH.run, tmp_path / "c"
    for more in range(100):
        left = [more + 1]

        def limited(stage, left=left, **options):
            if not left[0]:
                raise KeyboardInterrupt
            left[0] -= 1
            return run(stage, **options)

        SEARCH.run = limited  # taken back by the fixture
        try:
            data = search(QUAD3, checkpoint=checkpoint)
        except KeyboardInterrupt:
            continue
        break
    if slices > 1:  # then other parents may be found
        data = replace(data, pin=replace(data.pin, parents=quad3.pin.parents), full=quad3.full)
    assert_same(data, quad3)
    assert more >= (5 if slices == 1 else 20)
    assert len(stages) == len(set(stages)) == more + 1


@pytest.mark.parametrize("name", ["quad3", "quad4", "hex2", "hex3", "oct2"])
def test_slices_make_up_the_whole(monkeypatch, name):
    """Of shapes with crystals on top slices push pins under some rotations only, and turn what comes of them."""
    configuration = Configuration.from_name(name)
    whole = search(configuration)
    monkeypatch.setitem(closure.SLICED, name, 5)
    data = search(configuration)
    packed = Packed(configuration)
    assert np.array_equal(packed.canonical(packed.push_pin(data.pin.parents)), data.pin.shapes)
    assert (set_of(configuration, data.full).contains(data.pin.parents) != 0).all()
    assert_same(replace(data, pin=replace(data.pin, parents=whole.pin.parents), full=whole.full), whole)
    assert sorted(data.counts.items()) == sorted(whole.counts.items())


def test_killed_and_resumed(tmp_path, stages):
    program = (
        "import os, sys; from importlib import import_module\n"
        "module = import_module('shapewright.shapez.data.closure')\n"
        "before = module._cut\n"
        "def _cut(*arguments): print('cut', flush=True); sys.stdin.read(); return before(*arguments)\n"
        "_cut.__module__ = before.__module__\n"
        "module._cut = _cut\n"
        "from shapewright.shapez.data.configuration import Configuration\n"
        "import_module('shapewright.shapez.data.search').search(Configuration(4, 2), checkpoint=sys.argv[1])"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program, tmp_path / "c"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "cut\n"
    process.kill()
    process.communicate(timeout=60)
    data = search(Configuration(4, 2), checkpoint=tmp_path / "c")
    assert data.counts["total"] == 5092
    assert stages[0] == "cut"
    assert "halves" not in stages


def test_ctrl_c(tmp_path):
    program = (
        "import os, sys; from importlib import import_module\n"
        "from shapewright.shapez.data.configuration import Configuration\n"
        "print('begun', flush=True)\n"
        "import_module('shapewright.shapez.data.search').search(Configuration(4, 6), checkpoint=sys.argv[1])"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program, tmp_path / "c"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout.readline() == "begun\n"
    end = time.monotonic() + 60
    while not (tmp_path / "c").exists():
        assert time.monotonic() < end
        time.sleep(0.01)
    time.sleep(0.2)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert err.rstrip().endswith("KeyboardInterrupt")


def test_a_time_limit(tmp_path):
    with pytest.raises(StoppedError, match=r"the time limit of 0 s was reached in stage '.*'") as caught:
        search(Configuration(4, 6), checkpoint=tmp_path / "c", time_limit=0)
    assert caught.value.checkpoint == str(tmp_path / "c")
    assert caught.value.total == 1


def test_a_checkpoint_of_another_configuration(tmp_path):
    search(Configuration(4, 1), checkpoint=tmp_path / "c")
    with pytest.raises(CheckpointError, match="belongs to another problem"):
        search(Configuration(4, 2), checkpoint=tmp_path / "c")


def test_a_damaged_large_result(tmp_path):
    search(QUAD3, "halves", checkpoint=tmp_path / "c")
    place = next(path for path in (tmp_path / "c.files").iterdir() if path.stat().st_size == 1796 * 4)
    whole = bytearray(place.read_bytes())
    whole[len(whole) // 2] ^= 1
    place.write_bytes(whole)
    with pytest.raises(CheckpointError, match="is damaged: it does not match its SHA-256; remove it"):
        search(QUAD3, "pp", checkpoint=tmp_path / "c")
    place.unlink()
    assert len(search(QUAD3, "pp", checkpoint=tmp_path / "c").pin) == 7


def test_too_little_memory(monkeypatch):
    monkeypatch.setattr("shapewright.jobs.memory.available_memory", lambda: 1 << 20)
    with pytest.raises(
        LimitError, match=r"^the search of hex5 \(full\) needs about .* GB of memory, but only 1 MB is available$"
    ):
        search(Configuration(6, 5))


def test_memory_is_estimated_for_all():
    for configuration in CONFIGURATIONS:
        halves, pp, full = (memory_needed(configuration, need) for need in NEEDS)
        assert 1 << 20 < halves <= pp <= full
        assert memory_needed(configuration, "full", 16) >= full
    # What runs side by side has its own copy of what it looks at.
    assert memory_needed(Configuration(4, 7), "pp", 16) > 2 * memory_needed(Configuration(4, 7), "pp", 2)
    assert memory_needed(Configuration(4, 7), "halves", 16) == memory_needed(Configuration(4, 7), "halves", 1)


def test_what_cannot_be_searched_for(tmp_path):
    with pytest.raises(ProblemError, match="'everything' cannot be searched for; choose one of halves, pp, full"):
        search(QUAD3, "everything")
    with pytest.raises(ProblemError, match="a search of quad3 cannot continue from data of quad1"):
        search(QUAD3, known=quad1())
    with pytest.raises(FileError, match="there is no folder"):
        search(QUAD3, output=tmp_path / "no" / "where.h5")
