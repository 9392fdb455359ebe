"""Data files: what was written is read; damage never becomes a wrong answer, and old files survive."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import h5py
import numpy as np
import pytest
from tests.shapez.data.sample_data import assert_same, half_table, pin_table, quad1

from shapewright.errors import FileError
from shapewright.shapez.data import data_file
from shapewright.shapez.data.configuration import NEEDS, Configuration
from shapewright.shapez.data.known_shapes import Data
from shapewright.storage import hdf5

ROOT = Path(__file__).parents[3]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "quad1.h5"
    data_file.write(path, quad1())
    return path


@pytest.mark.parametrize("need", NEEDS)
def test_what_was_written_is_read(tmp_path, need):
    data_file.write(tmp_path / "a", quad1(need))
    assert_same(data_file.read(tmp_path / "a"), quad1(need))


def test_large_numbers(tmp_path):
    data = Data(
        Configuration(10, 3), half_table([0, 2**30 - 1]), pin_table([1, 2**60 - 1]), quad1().full, {"total": 10**40}
    )
    data_file.write(tmp_path / "a", data)
    assert_same(data_file.read(tmp_path / "a"), data)


def test_anyone_can_read_it(path):
    with h5py.File(path) as file:
        assert file.attrs["configuration"] == b"quad1"
        assert list(file["halves/keys"]) == list(range(16))
        assert file["counts"].attrs["total"] == 55
        assert b"canonical" in file["pin"].attrs["about"]
        assert file["full"].attrs["root"] == 5
        assert {"created", "shapewright_version", "sha256"} < set(file.attrs)


def test_every_damaged_byte_is_found(path):
    whole = path.read_bytes()
    for place in [*range(0, 512, 3), *range(512, len(whole), 61)]:
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0x20]) + whole[place + 1 :])
        with pytest.raises(FileError) as caught:
            data_file.read(path)
        assert caught.value.exit_code == 4
    for length in [*range(0, len(whole), 501), len(whole) - 1]:
        path.write_bytes(whole[:length])
        with pytest.raises(FileError):
            data_file.read(path)


def test_files_of_others(tmp_path):
    path = tmp_path / "a"
    for content in (b"", b"CuCu----\n", os.urandom(3000)):
        path.write_bytes(content)
        with pytest.raises(FileError, match="is not a file of shapez data"):
            data_file.read(path)
    with pytest.raises(FileError, match="cannot read .*: no such file"):
        data_file.read(tmp_path / "b")


def test_another_version(path, monkeypatch):
    monkeypatch.setattr(data_file, "VERSION", data_file.VERSION + 1)
    with pytest.raises(FileError, match="has version 1 of the format of shapez data; this program reads version 2"):
        data_file.read(path)


@pytest.mark.parametrize(
    ("arrays", "attributes"),
    [
        ({}, {"configuration": "quad1"}),
        ({"halves/keys": np.array([1], np.uint32)}, {"configuration": "quad1"}),
        ({}, {}),
        ({}, {"configuration": "quad99"}),
        ({}, {"configuration": 4}),
        ({"whole/keys": np.array([1], np.uint32)}, {"configuration": "quad1"}),
        ({}, {"configuration": "quad1", "counts/total": "many"}),
        ({}, {"configuration": "quad1", "full/root": 3}),
    ],
)
def test_files_without_what_must_be_there(tmp_path, arrays, attributes):
    hdf5.write(tmp_path / "a", data_file.FORMAT, data_file.VERSION, arrays, attributes)
    with pytest.raises(FileError, match="is damaged: it does not hold what it should"):
        data_file.read(tmp_path / "a")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs the device that is always full")
def test_a_full_disk(path, monkeypatch):
    with pytest.raises(FileError, match="no space left on device"):
        data_file.write("/dev/full", quad1())

    def full(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FileError, match="cannot write .*: no space left on device"):
        data_file.write(path, quad1("halves"))
    assert_same(data_file.read(path), quad1())
    assert os.listdir(path.parent) == [path.name]


def test_killed_while_writing(path):
    program = (
        "import os, signal, sys; from tests.shapez.data.sample_data import quad1\n"
        "from shapewright.shapez.data import data_file\n"
        "os.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)\n"
        "data_file.write(sys.argv[1], quad1('halves'))"
    )
    search = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    killed = subprocess.run(
        [sys.executable, "-c", program, path], cwd=ROOT, env={**os.environ, "PYTHONPATH": search}, timeout=60
    )
    assert killed.returncode == -signal.SIGKILL
    assert_same(data_file.read(path), quad1())
