"""Where data come from: a file, the package, the user's cache, or a search whose result is kept."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
from importlib import import_module
from pathlib import Path

import pytest
from tests.shapez.data.sample_data import QUAD1, assert_same, quad1

from shapewright.errors import CheckpointError, FileError, StoppedError
from shapewright.questions.desk import Desk
from shapewright.shapez.data import data_file, source
from shapewright.shapez.data.configuration import Configuration
from shapewright.shapez.plans.known.library import library

ROOT = Path(__file__).parents[3]
# By its full name: the package has a function of the same name.


class Searches(list):
    """Stands for the search: knows everything about quad1, and how it was asked."""

    fault: BaseException | None = None

    def __call__(
        self, configuration, only="full", *, known=None, progress=None, threads=None, checkpoint=None, time_limit=None
    ):
        self.append((only, None if known is None else known.extent, checkpoint))
        if checkpoint is not None:
            Path(checkpoint).write_text("half of the work")
            Path(f"{checkpoint}.files").mkdir(exist_ok=True)
        if self.fault is not None:
            fault, self.fault = self.fault, None
            raise fault
        return quad1(only)


@pytest.fixture
def searches(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(source, "_loaded", {})
    monkeypatch.setattr(source, "shipped", lambda configuration: None)
    searches = Searches()
    monkeypatch.setattr(import_module("shapewright.shapez.data.search"), "search", searches)
    return searches


@pytest.fixture
def again(monkeypatch):
    """Forget what this process has loaded."""
    return lambda: monkeypatch.setattr(source, "_loaded", {})


def test_the_place(searches, tmp_path):
    assert source.cache_file(Configuration(6, 4)) == tmp_path / "cache" / "shapewright" / "shapez" / "hex4.1.h5"


def test_searched_once_and_kept(searches, again):
    first = source.load(QUAD1, "pp")
    assert_same(first, quad1("pp"))
    assert source.load(QUAD1, "pp") is first
    assert source.load(QUAD1, "halves") is first
    again()
    assert_same(source.load(QUAD1, "halves"), quad1("pp"))
    place = source.cache_file(QUAD1)
    assert searches == [("pp", None, place.with_suffix(".checkpoint"))]
    # Neither a checkpoint nor anything else stays beside it but the lock.
    assert {place.name} <= set(os.listdir(place.parent)) <= {place.name, f"{place.name}.lock"}


def test_more_is_searched_from_what_is_known(searches, again):
    source.load(QUAD1, "halves")
    again()
    assert_same(source.load(QUAD1, "full"), quad1("full"))
    again()
    assert_same(source.load(QUAD1, "pp"), quad1("full"))
    assert [search[:2] for search in searches] == [("halves", None), ("full", "halves")]


@pytest.mark.parametrize("damage", [lambda whole: whole[:-3], lambda whole: b"", lambda whole: b"\0" + whole[1:]])
def test_a_damaged_file_is_made_again(searches, again, caplog, damage):
    source.load(QUAD1, "full")
    place = source.cache_file(QUAD1)
    place.write_bytes(damage(place.read_bytes()))
    again()
    with caplog.at_level(logging.WARNING):
        assert_same(source.load(QUAD1, "full"), quad1("full"))
    assert len(searches) == 2
    (record,) = caplog.records
    assert str(place) in record.getMessage()
    assert record.getMessage().endswith("; it is computed again")
    again()
    assert_same(source.load(QUAD1, "full"), quad1("full"))
    assert len(searches) == 2


def test_a_file_in_the_wrong_place_is_made_again(searches, again, caplog):
    source.load(QUAD1, "full")
    place = source.cache_file(Configuration(4, 2))
    os.replace(source.cache_file(QUAD1), place)
    source.load(Configuration(4, 2), "halves")
    assert "holds the data of quad1, but those of quad2 are needed; it is computed again" in caplog.text


def test_a_file_that_is_named(searches, tmp_path):
    path = tmp_path / "mine.h5"
    data_file.write(path, quad1("pp"))
    assert_same(source.load(QUAD1, "pp", path), quad1("pp"))
    with pytest.raises(FileError, match=r"mine\.h5' lacks data: .* search of 'pp', and a search of 'full' is needed"):
        source.load(QUAD1, "full", path)
    with pytest.raises(FileError, match=r"mine\.h5' holds the data of quad1, but those of hex2 are needed"):
        source.load(Configuration(6, 2), "pp", path)
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(FileError, match="is truncated"):
        source.load(QUAD1, "pp", path)
    with pytest.raises(FileError, match="cannot read"):
        source.load(QUAD1, "pp", tmp_path / "nothing.h5")
    assert searches == []
    assert not (tmp_path / "cache").exists()


def test_shipped_data_need_no_search(searches, again, monkeypatch, tmp_path):
    monkeypatch.setattr(source, "shipped", lambda configuration: quad1("pp"))
    assert_same(source.load(QUAD1, "pp"), quad1("pp"))
    assert searches == []
    assert not (tmp_path / "cache").exists()
    assert_same(source.load(QUAD1, "full"), quad1("full"))
    assert [search[:2] for search in searches] == [("full", "pp")]


def test_an_interrupted_search_goes_on_from_its_checkpoint(searches):
    place = source.cache_file(QUAD1)
    searches.fault = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        source.load(QUAD1, "pp")
    checkpoint = place.with_suffix(".checkpoint")
    assert checkpoint.exists()
    searches.fault = StoppedError("enough")
    with pytest.raises(StoppedError):
        source.load(QUAD1, "pp")
    assert_same(source.load(QUAD1, "pp"), quad1("pp"))
    assert [search[2] for search in searches] == [checkpoint] * 3
    assert not checkpoint.exists()


def test_a_checkpoint_that_cannot_be_used_is_begun_anew(searches):
    searches.fault = CheckpointError("of another version")
    assert_same(source.load(QUAD1, "pp"), quad1("pp"))
    assert len(searches) == 2


def test_a_cache_that_cannot_be_written(searches, again, tmp_path, caplog):
    (tmp_path / "cache").write_text("a file where a folder should be")
    assert_same(source.load(QUAD1, "pp"), quad1("pp"))
    assert searches == [("pp", None, None)]
    assert "the result is not saved for the next time" in caplog.text
    again()
    assert_same(source.load(QUAD1, "pp"), quad1("pp"))
    assert len(searches) == 2


def test_a_full_disk(searches, monkeypatch, caplog):
    def full(path, data):
        raise FileError(f"cannot write {str(path)!r}: no space left on device")

    monkeypatch.setattr(data_file, "write", full)
    assert_same(source.load(QUAD1, "pp"), quad1("pp"))
    assert "no space left on device; the data of quad1 will have to be computed again" in caplog.text


def test_a_disk_too_full_for_a_checkpoint(searches, monkeypatch, caplog):
    def full(configuration, only="full", *, checkpoint=None, **options):
        if checkpoint is not None:
            raise FileError(f"checkpoint {str(checkpoint)!r} cannot be written: database or disk is full")
        return searches(configuration, only, checkpoint=checkpoint, **options)

    monkeypatch.setattr(import_module("shapewright.shapez.data.search"), "search", full)
    assert_same(source.load(QUAD1, "pp"), quad1("pp"))
    assert "disk is full; the search goes on without" in caplog.text


def test_a_disk_that_gets_full_loses_no_work(searches):
    searches.fault = FileError("no space left on device")
    with pytest.raises(FileError, match="no space left"):
        source.load(QUAD1, "pp")
    assert source.cache_file(QUAD1).with_suffix(".checkpoint").exists()
    assert len(searches) == 1


def test_what_is_at_hand(searches, monkeypatch):
    quads = [QUAD1, Configuration(4, 2), Configuration(4, 4), Configuration(4, 5)]
    assert source.at_hand(quads) == Configuration(4, 4)  # comes with the package
    assert source.at_hand(quads[:2]) == QUAD1
    source._loaded[QUAD1] = quad1("halves")
    assert source.at_hand(quads) == Configuration(4, 4)
    source._loaded[QUAD1] = quad1("pp")
    assert source.at_hand(quads) == QUAD1


def test_two_threads_search_once(searches, monkeypatch):
    here = threading.Barrier(2)
    monkeypatch.setattr(source, "_cached", _meeting(source._cached, here))
    found = []
    threads = [threading.Thread(target=lambda: found.append(source.load(QUAD1, "pp"))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 2
    assert len(searches) == 1


def _meeting(function, barrier):
    """The function; the first call of each thread goes on when both threads have made it: neither finds anything."""
    met = threading.local()

    def call(*arguments, **options):
        result = function(*arguments, **options)
        if not getattr(met, "yes", False):
            met.yes = True
            barrier.wait(timeout=60)
        return result

    return call


def test_two_processes_search_once(searches, tmp_path):
    """A process that builds is waited for, and what it has made is taken."""
    program = (
        "import sys, time; from importlib import import_module\n"
        "from shapewright.shapez.data import source; from tests.shapez.data.sample_data import QUAD1, quad1\n"
        "def search(*_, **__): print('begun', flush=True); sys.stdin.readline(); return quad1('pp')\n"
        "import_module('shapewright.shapez.data.search').search = search\n"
        "source.shipped = lambda _: None\n"
        "source.load(QUAD1, 'pp')"
    )
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    other = subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert other.stdout.readline() == "begun\n"
    found = []
    thread = threading.Thread(target=lambda: found.append(source.load(QUAD1, "pp")))
    thread.start()
    thread.join(0.3)
    assert found == []
    other.communicate("go on\n", timeout=60)
    thread.join(60)
    assert_same(found[0], quad1("pp"))
    assert searches == []


@pytest.mark.parametrize("name", ["quad4", "hex3", pytest.param("quad5", marks=pytest.mark.slow)])
def test_what_ships_is_what_a_search_makes(name):
    checked = subprocess.run(
        [sys.executable, ROOT / "data" / "build.py", "--check", name], capture_output=True, text=True, timeout=600
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert ": as it was" in checked.stdout


def test_what_ships_is_small():
    files = list((Path(source.__file__).parents[1] / "data_files").iterdir())
    assert {file.suffix for file in files} == {".h5"}
    assert sum(file.stat().st_size for file in files) < 10_000_000
    for file in files:
        if file.stem.endswith("_depths"):  # tests/shapez/plans/known/test_levels.py reads them
            Configuration.from_name(file.stem.removesuffix("_depths"))
            continue
        name = file.stem.removesuffix("_plans")
        shipped = (source.shipped if name == file.stem else library)(Configuration.from_name(name))
        assert shipped.configuration.name == name
    assert source.shipped(Configuration(10, 3)) is None


def test_a_search_that_takes_long_is_announced_to_whoever_waits(searches, again, caplog, monkeypatch):
    monkeypatch.setitem(source._SECONDS, "quad1", 7)
    with caplog.at_level(logging.WARNING, "shapewright"):
        source.load(QUAD1, "pp")
        assert caplog.messages == []
    source.cache_file(QUAD1).unlink()
    again()
    with caplog.at_level(logging.WARNING, "shapewright"):
        source.load(QUAD1, "pp", progress=True)
    (said,) = caplog.messages
    assert said.startswith("what can be built in quad1 is not on this machine yet; it is searched for once")
    assert said.endswith("in about 7 processor seconds, and kept")
    assert [only for only, *_ in searches] == ["pp", "pp"]


def test_a_page_that_waits_is_told_before_a_long_search(searches, monkeypatch):
    monkeypatch.setitem(source._SECONDS, "quad1", 7)
    told = []
    desk = Desk(tell=told.append)
    desk.say("searching for machines")
    source.load(QUAD1, "pp", progress=desk.progress)
    assert [each["text"] for each in told if "in about 7 processor seconds" in each["text"]]
    assert [only for only, *_ in searches] == ["pp"]
