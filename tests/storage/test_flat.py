"""Flat files: the same contents as HDF5 files have, read without h5py and numpy; whatever is damaged is refused."""

from __future__ import annotations

import json
import zlib
from array import array
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays_of
from tests import bare

from shapewright.errors import FileError
from shapewright.storage import arrays, flat, hdf5, sealed

ARRAYS = {
    "halves/keys": np.arange(3000, dtype=np.uint32) ** 2,
    "halves/op": np.arange(3000, dtype=np.uint8),
    "nodes": np.arange(40, dtype=np.int64).reshape(10, 4) - 7,
    "shares": np.linspace(0, 1, 7),
}
ATTRIBUTES = {"name": "Viereck △", "halves/count": 3000, "share": 0.1, "least": -(2**63)}


@pytest.fixture
def contents(tmp_path: Path) -> hdf5.Contents:
    hdf5.write(tmp_path / "numbers.h5", "test numbers", 3, ARRAYS, ATTRIBUTES)
    return hdf5.read(tmp_path / "numbers.h5", "test numbers", 3)


@pytest.fixture
def path(tmp_path: Path, contents: hdf5.Contents) -> Path:
    flat.write(tmp_path / "numbers.flat", contents)
    return tmp_path / "numbers.flat"


def head_of(path: Path) -> dict:
    return json.loads(path.read_bytes()[512:].partition(b"\n")[0])


def assert_refused(path: Path, match: str | None = None) -> None:
    with pytest.raises(FileError, match=match) as caught:
        arrays.read(path, "test numbers", 3)
    assert repr(str(path)) in str(caught.value)


def test_what_was_written_is_read(path: Path, contents: hdf5.Contents) -> None:
    found = arrays.read(path, "test numbers", 3)
    assert found.attributes == contents.attributes
    assert found.arrays.keys() == ARRAYS.keys()
    for name, values in ARRAYS.items():
        view = found.arrays[name]
        assert isinstance(view, memoryview)
        assert (view.shape, view.tolist()) == (values.shape, values.tolist())
        assert np.asarray(view).dtype == values.dtype


def test_the_digest_is_that_of_the_hdf5_file(path: Path) -> None:
    import h5py

    with h5py.File(path.with_suffix(".h5"), "r") as file:
        assert head_of(path)["sha256"] == file.attrs["sha256"].decode()


@given(
    st.dictionaries(
        st.text("abc", min_size=1, max_size=3),
        arrays_of.arrays(
            arrays_of.integer_dtypes(endianness="=") | arrays_of.unsigned_integer_dtypes(endianness="="),
            arrays_of.array_shapes(min_dims=1, max_dims=3, min_side=1, max_side=5) | st.just((0,)),
        ),
        max_size=3,
    )
)
def test_any_arrays(tmp_path_factory, values) -> None:
    path = tmp_path_factory.mktemp("any") / "a.flat"
    about = {"format": "any", "format_version": 1, "shapewright_version": "", "created": ""}
    flat.write(path, hdf5.Contents(values, about))
    found = arrays.read(path, "any", 1).arrays
    assert {name: (view.shape, view.tolist()) for name, view in found.items()} == {
        name: (array.shape, array.tolist()) for name, array in values.items()
    }


def test_each_column_is_coded_as_it_becomes_the_smallest(path: Path) -> None:
    coding = {column["name"]: column["coding"] for column in head_of(path)["columns"]}
    assert coding["halves/keys"] == "ascending"
    assert coding["halves/op"] == "plain"
    assert coding["nodes"] == "shuffled"


def test_equal_contents_make_equal_bytes(path: Path, contents: hdf5.Contents) -> None:
    before = path.read_bytes()
    flat.write(path, contents)
    assert path.read_bytes() == before
    flat.write(path, arrays.read(path, "test numbers", 3))
    assert path.read_bytes() == before


def test_a_table_without_rows_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="nodes has 2 dimensions and no elements"):
        flat.write(tmp_path / "a", hdf5.Contents({"nodes": np.zeros((0, 4), np.uint32)}, {}))


def test_every_damaged_byte_is_found(path: Path) -> None:
    whole = path.read_bytes()
    for place in [*range(0, 512, 7), *range(512, len(whole), 41), len(whole) - 1]:
        for flip in (0x01, 0xFF):
            path.write_bytes(whole[:place] + bytes([whole[place] ^ flip]) + whole[place + 1 :])
            assert_refused(path)


def test_every_truncation_is_found(path: Path) -> None:
    whole = path.read_bytes()
    for length in [*range(0, 530, 37), *range(530, len(whole), 211)]:
        path.write_bytes(whole[:length])
        assert_refused(path)
    path.write_bytes(whole[:-1])
    assert_refused(path, "is truncated: it has .* bytes after its header instead of")
    path.write_bytes(whole + b"\0")
    assert_refused(path, "is damaged: it has .* bytes after its header instead of")


def test_other_formats_and_versions_are_named_as_those_of_hdf5_files(path: Path) -> None:
    with pytest.raises(FileError, match="is not a file of plans, but of test numbers"):
        arrays.read(path, "plans", 3)
    with pytest.raises(FileError, match="has version 3 of the format of test numbers; this program reads version 4"):
        arrays.read(path, "test numbers", 4)


def resealed(path: Path, change, others: bytes = b"") -> None:
    """Change the head of a file, or the columns, or put others there, and give it a header that fits."""
    content = path.read_bytes()[512:]
    line, _, columns = content.partition(b"\n")
    head, columns = json.loads(line), others or columns
    changed = change(head, columns)
    line, columns = (line, changed) if isinstance(changed, bytes) else (_line(head), columns)
    content = line + b"\n" + columns
    path.write_bytes(sealed.header("test numbers", 3, flat.KIND, content) + content)


def _line(head: dict) -> bytes:
    return json.dumps(head, separators=(",", ":")).encode()


def column(head: dict, name: str) -> dict:
    return next(each for each in head["columns"] if each["name"] == name)


def _change_attribute(head: dict, _: bytes) -> None:
    head["attributes"]["share"] = 0.2


def _remove_attribute(head: dict, _: bytes) -> None:
    del head["attributes"]["halves/count"]


def _attribute_of_another_kind(head: dict, _: bytes) -> None:
    head["attributes"]["share"] = [0.1]


def _rename(head: dict, _: bytes) -> None:
    column(head, "nodes")["name"] = "knots"


def _two_of_a_name(head: dict, _: bytes) -> None:
    column(head, "nodes")["name"] = "halves/op"


def _reshape(head: dict, _: bytes) -> None:
    column(head, "nodes")["shape"] = [4, 10]


def _no_shape(head: dict, _: bytes) -> None:
    column(head, "nodes")["shape"] = []


def _shape_of_text(head: dict, _: bytes) -> None:
    column(head, "nodes")["shape"] = ["10", 4]


def _retype(head: dict, _: bytes) -> None:
    column(head, "nodes")["type"] = "<u8"


def _type_of_text(head: dict, _: bytes) -> None:
    column(head, "nodes")["type"] = "<U8"


def _recode(head: dict, _: bytes) -> None:
    column(head, "nodes")["coding"] = "plain"


def _sum_up(head: dict, _: bytes) -> None:
    column(head, "nodes")["coding"] = "ascending"


def _huge(head: dict, _: bytes) -> None:
    column(head, "nodes")["shape"] = [1 << 30, 1 << 30]


def _longer(head: dict, _: bytes) -> None:
    column(head, "nodes")["shape"] = [11, 4]


def _shorter(head: dict, _: bytes) -> None:
    column(head, "nodes")["shape"] = [9, 4]


def _moved_border(head: dict, _: bytes) -> None:
    column(head, "nodes")["bytes"] += 1
    column(head, "shares")["bytes"] -= 1


def _less_than_nothing(head: dict, _: bytes) -> None:
    length = column(head, "nodes")["bytes"]
    column(head, "nodes")["bytes"] = -1
    column(head, "shares")["bytes"] += length + 1


def _more_bytes(_: dict, columns: bytes) -> bytes:
    return columns + b"\0"


def _not_compressed(_: dict, columns: bytes) -> bytes:
    return bytes(len(columns))


def _no_columns(head: dict, _: bytes) -> None:
    head["columns"] = {}


def _another_key(head: dict, _: bytes) -> None:
    head["more"] = 1


@pytest.mark.parametrize(
    "change",
    [value for name, value in list(globals().items()) if name.startswith("_") and callable(value) and name != "_line"],
)
def test_a_hostile_head_behind_a_header_that_fits_is_refused(path: Path, change) -> None:
    resealed(path, change)
    assert_refused(path, "is damaged")


@pytest.mark.parametrize(
    "line", [b"[]", b"{}", b"{", b"[" * 100_000, b'{"attributes": {}, "sha256": "", "columns": []}', b"9" * 5000, b""]
)
def test_what_is_not_a_head_is_refused(path: Path, line: bytes) -> None:
    content = line + b"\n"
    path.write_bytes(sealed.header("test numbers", 3, flat.KIND, content) + content)
    assert_refused(path, "is damaged: its head")


def test_no_more_memory_is_taken_than_is_claimed(path: Path) -> None:
    bomb = zlib.compress(bytes(1 << 26), 9)

    def change(head: dict, _: bytes) -> None:
        head["columns"] = [{"name": "a", "type": "|u1", "shape": [100], "coding": "plain", "bytes": len(bomb)}]

    resealed(path, change, bomb)
    assert_refused(path, "a is not as long as it claims")


def test_sums_that_are_too_large_are_refused(path: Path) -> None:
    steps = zlib.compress(b"\xff" * 8)

    def change(head: dict, _: bytes) -> None:
        head["columns"] = [{"name": "a", "type": "<u4", "shape": [2], "coding": "ascending", "bytes": len(steps)}]

    resealed(path, change, steps)
    assert_refused(path, "a has a number that is too large")


def test_it_is_read_where_h5py_and_numpy_are_absent(path: Path) -> None:
    lines = f"""
from shapewright.storage.arrays import read
found = read({str(path)!r}, "test numbers", 3)
print({{name: view.tolist() for name, view in found.arrays.items()}})
"""
    assert bare.printed(lines).strip() == str({name: values.tolist() for name, values in sorted(ARRAYS.items())})


def test_an_hdf5_file_there_is_an_error_in_one_sentence(path: Path) -> None:
    lines = f"""
from shapewright.errors import ElsewhereError
from shapewright.storage.arrays import read
try:
    read({str(path.with_suffix(".h5"))!r}, "test numbers", 3)
except ElsewhereError as error:
    print(error)
"""
    said = f"{str(path.with_suffix('.h5'))!r} is an HDF5 file, which a browser cannot read; the command line can"
    assert bare.printed(lines).strip() == said


def test_arrays_of_the_standard_library_are_columns(tmp_path: Path) -> None:
    about = {"format": "any", "format_version": 1, "shapewright_version": "", "created": ""}
    values = {"i": array("I", [3, 1]), "l": array("l", [-5]), "b": memoryview(b"ab")}
    flat.write(tmp_path / "a", hdf5.Contents(values, about))
    found = arrays.read(tmp_path / "a", "any", 1).arrays
    assert {name: view.tolist() for name, view in found.items()} == {"i": [3, 1], "l": [-5], "b": [97, 98]}
