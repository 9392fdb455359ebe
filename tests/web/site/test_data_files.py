"""The flat twins of all data that ship: the same numbers under the same digest, read without h5py and numpy."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import h5py
import numpy as np
import pytest
from release.site import data_files
from tests import bare
from tests.shapez.data.sample_data import assert_same

import shapewright
from shapewright.shapez import search
from shapewright.shapez.data import data_file
from shapewright.storage import arrays, flat

SHIPPED = sorted(Path(shapewright.__file__).parent.glob("*/data_files/*.h5"))


def twin(source: Path, folder: Path) -> Path:
    return folder / source.parent.parent.name / f"{source.stem}.flat"


def about(source: Path) -> tuple[str, int, str]:
    with h5py.File(source, "r") as file:
        texts = [file.attrs[name].decode() for name in ("format", "sha256")]  # of fixed length
        return texts[0], int(file.attrs["format_version"]), texts[1]


@pytest.mark.parametrize("source", SHIPPED, ids=lambda path: path.stem)
def test_each_digest_is_the_same(source: Path, flat_files: Path) -> None:
    name, version, sha256 = about(source)
    head = json.loads(twin(source, flat_files).read_bytes()[512:].partition(b"\n")[0])
    assert head["sha256"] == sha256
    arrays.read(twin(source, flat_files), name, version)  # raises if that is not the digest of its arrays


def test_what_has_the_same_digest_has_the_same_arrays(flat_files: Path) -> None:
    source = min(SHIPPED, key=lambda path: path.stat().st_size)
    name, version, _ = about(source)
    found, expected = arrays.read(twin(source, flat_files), name, version), arrays.read(source, name, version)
    assert found.attributes == expected.attributes
    assert found.arrays.keys() == expected.arrays.keys()
    for name, values in expected.arrays.items():
        view = np.asarray(found.arrays[name])
        assert view.dtype == values.dtype
        np.testing.assert_array_equal(view, values)


def test_they_are_read_where_h5py_and_numpy_are_absent(flat_files: Path) -> None:
    files = [(str(twin(source, flat_files)), *about(source)) for source in SHIPPED]
    lines = f"""
from shapewright.storage.arrays import read
for path, name, version, sha256 in {files!r}:
    print(sum(len(view) for view in read(path, name, version).arrays.values()))
"""
    expected = [
        sum(len(values) for values in arrays.read(source, *about(source)[:2]).arrays.values()) for source in SHIPPED
    ]
    assert list(map(int, bare.printed(lines).split())) == expected


@pytest.mark.parametrize("source", SHIPPED, ids=lambda path: path.stem)
def test_none_is_larger_to_send_than_the_hdf5_file(source: Path, flat_files: Path) -> None:
    assert len(gzip.compress(twin(source, flat_files).read_bytes())) < len(gzip.compress(source.read_bytes()))


def test_small_configurations_come_along_as_a_search_finds_them(flat_files: Path) -> None:
    found = {path.stem.removeprefix("searched_"): path for path in flat_files.glob("shapez/searched_*.flat")}
    expected = ["dec1", "hex1", "hex2", "oct1", "oct2", "quad1", "quad2", "quad3"]
    assert sorted(found) == expected
    for name, path in found.items():
        data = data_file.read(path)
        assert_same(data, search(data.configuration))
        assert data.configuration.name == name


def test_equal_data_make_equal_bytes(flat_files: Path, tmp_path: Path) -> None:
    source = flat_files / "shapez" / "searched_quad2.flat"
    flat.write(tmp_path / "again.flat", arrays.read(source, data_file.FORMAT, data_file.VERSION))
    assert (tmp_path / "again.flat").read_bytes() == source.read_bytes()


def test_errors_are_one_sentence(tmp_path: Path, capsys) -> None:
    assert data_files.main([]) == 2
    (tmp_path / "file").write_text("")
    assert data_files.main([str(tmp_path / "file")]) == 4
    assert capsys.readouterr().err.splitlines()[1].startswith("error: cannot write ")
