"""HDF5 files: what was written is read; what was damaged, cut short or made by others is refused."""

from __future__ import annotations

import hashlib
import io
import json
import os
from pathlib import Path

import h5py
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays_of
from tests.explore.sealed import faults

from shapewright.errors import FileError, ResourceError
from shapewright.storage import hdf5, sealed

ARRAYS = {
    "halves/keys": np.arange(3000, dtype=np.uint32) ** 2,
    "halves/op": np.arange(3000, dtype=np.uint8),
    "nodes": np.arange(40, dtype=np.int64).reshape(10, 4) - 7,
}
ATTRIBUTES = {"name": "Viereck △", "halves/count": 3000, "halves/keys/unit": "cells", "share": 0.1, "least": -(2**63)}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "numbers.h5"
    hdf5.write(path, "test numbers", 3, ARRAYS, ATTRIBUTES)
    return path


def read(path: Path) -> hdf5.Contents:
    return hdf5.read(path, "test numbers", 3)


def assert_refused(path: Path, match: str | None = None) -> None:
    with pytest.raises(FileError, match=match) as caught:
        read(path)
    assert repr(str(path)) in str(caught.value)


def test_what_was_written_is_read(path: Path) -> None:
    contents = read(path)
    assert contents.arrays.keys() == ARRAYS.keys()
    for name, array in ARRAYS.items():
        assert contents.arrays[name].dtype == array.dtype
        np.testing.assert_array_equal(contents.arrays[name], array)
    assert {name: contents.attributes[name] for name in ATTRIBUTES} == ATTRIBUTES
    assert contents.attributes.keys() - ATTRIBUTES.keys() == set(hdf5.PROVENANCE)
    assert os.listdir(path.parent) == [path.name]


@given(
    st.dictionaries(
        st.text("abc", min_size=1, max_size=3),
        arrays_of.arrays(
            arrays_of.integer_dtypes(endianness="?") | arrays_of.unsigned_integer_dtypes(endianness="?"),
            arrays_of.array_shapes(min_dims=1, max_dims=3, min_side=0, max_side=5),
        ),
        max_size=3,
    ),
    st.dictionaries(
        st.text("xyz", min_size=1, max_size=3),
        st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
        | st.integers(-(2**63), 2**64 - 1)
        | st.floats(allow_nan=False),
        max_size=3,
    ),
)
def test_any_arrays_and_attributes(tmp_path_factory, arrays, attributes) -> None:
    path = tmp_path_factory.mktemp("any") / "a.h5"
    hdf5.write(path, "test numbers", 3, arrays, attributes)
    contents = read(path)
    assert contents.arrays.keys() == arrays.keys()
    for name, array in arrays.items():
        np.testing.assert_array_equal(contents.arrays[name], array)
        assert contents.arrays[name].dtype == array.dtype.newbyteorder("=")
    assert {name: contents.attributes[name] for name in attributes} == attributes


def test_others_can_read_it_and_check_it_by_the_recipe(path: Path) -> None:
    with h5py.File(path, "r") as file:
        np.testing.assert_array_equal(file["halves/keys"], ARRAYS["halves/keys"])
        assert file["halves"].attrs["count"] == 3000
        assert file["halves/keys"].attrs["unit"] == b"cells"
        own = {name: value.decode() if isinstance(value, bytes) else value for name, value in file.attrs.items()}
    lines = hashlib.sha256()
    attributes = {**ATTRIBUTES, **{name: own[name] for name in hdf5.PROVENANCE}}
    attributes["format_version"] = int(attributes["format_version"])
    for name, value in sorted(attributes.items()):
        lines.update(json.dumps(["attribute", name, value]).encode() + b"\n")
    for name, array in sorted(ARRAYS.items()):
        lines.update(json.dumps(["dataset", name, array.dtype.str, list(array.shape)]).encode() + b"\n")
        lines.update(array.tobytes())
    assert own["sha256"] == lines.hexdigest()
    assert path.read_bytes()[:512].decode().startswith("shapewright data: test numbers\nformat version: 3\n")


def test_only_what_shrinks_is_compressed(tmp_path: Path) -> None:
    path = tmp_path / "numbers.h5"
    pattern = np.repeat(np.arange(40, dtype=np.uint32), 100)
    noise = np.random.default_rng(1).integers(256, size=4000, dtype=np.uint8)
    hdf5.write(path, "test numbers", 3, {"pattern": pattern, "noise": noise}, {})
    with h5py.File(path, "r") as file:
        assert file["pattern"].compression == "gzip"
        assert file["noise"].compression is None
    contents = read(path)
    assert np.array_equal(contents.arrays["pattern"], pattern)
    assert np.array_equal(contents.arrays["noise"], noise)


def test_the_same_content_gives_the_same_file_but_for_its_date(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(hdf5.time, "strftime", lambda *_: "2026-01-01T00:00:00Z")
    for name in ("a", "b"):
        hdf5.write(tmp_path / name, "test numbers", 3, ARRAYS, ATTRIBUTES)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_every_damaged_byte_is_found(path: Path) -> None:
    whole = path.read_bytes()
    places = [*range(512), *range(512, len(whole), 41), len(whole) - 1]
    for place in places:
        for flip in (0x01, 0xFF):
            path.write_bytes(whole[:place] + bytes([whole[place] ^ flip]) + whole[place + 1 :])
            assert_refused(path)
    path.write_bytes(whole)
    read(path)


def test_every_truncation_is_found(path: Path) -> None:
    whole = path.read_bytes()
    for length in [*range(0, 530, 7), *range(530, len(whole), 211), len(whole) - 1]:
        path.write_bytes(whole[:length])
        assert_refused(path)
    path.write_bytes(whole[:-1])
    assert_refused(path, "is truncated: it has .* bytes after its header instead of")
    path.write_bytes(whole + b"\0")
    assert_refused(path, "is damaged: it has .* bytes after its header instead of")


def resealed(path: Path, change) -> None:
    """Change a file and give it a header that fits, as if these bytes had been written."""
    whole = bytearray(path.read_bytes())
    image = io.BytesIO(whole)
    change(image)
    content = image.getbuffer()
    content[:512] = sealed.header("test numbers", 3, hdf5.KIND, content[512:])
    path.write_bytes(content)


def with_file(change):
    def apply(image: io.BytesIO) -> None:
        with h5py.File(image, "r+") as file:
            change(file)

    return apply


def _remove_attribute(file: h5py.File) -> None:
    del file["halves"].attrs["count"]


def _add_attribute(file: h5py.File) -> None:
    file["nodes"].attrs["more"] = 1


def _change_attribute(file: h5py.File) -> None:
    file.attrs["share"] = 0.2


def _rename(file: h5py.File) -> None:
    file.move("nodes", "knots")


def _change_number(file: h5py.File) -> None:
    file["nodes"][3, 1] += 1


def _reshape(file: h5py.File) -> None:
    nodes = file["nodes"][()]
    del file["nodes"]
    file["nodes"] = nodes.reshape(4, 10)


def _retype(file: h5py.File) -> None:
    nodes = file["nodes"][()]
    del file["nodes"]
    file["nodes"] = nodes.astype(np.uint64)


def _link_elsewhere(file: h5py.File) -> None:
    file["more"] = h5py.ExternalLink("/etc/other.h5", "nodes")


def _link_in_a_circle(file: h5py.File) -> None:
    file["halves/halves"] = file["/"]


def _text(file: h5py.File) -> None:
    file["more"] = "text"


def _unsealed(file: h5py.File) -> None:
    del file.attrs["sha256"]


@pytest.mark.parametrize(
    "change",
    [
        _remove_attribute,
        _add_attribute,
        _change_attribute,
        _rename,
        _change_number,
        _reshape,
        _retype,
        _link_elsewhere,
        _link_in_a_circle,
        _text,
        _unsealed,
    ],
)
def test_changed_content_is_found_even_behind_a_header_that_fits(path: Path, change) -> None:
    resealed(path, with_file(change))
    assert_refused(path, "is damaged")


def _data_in_another_file(file: h5py.File) -> None:
    Path("numbers.raw").write_bytes(bytes(320))
    file.create_dataset("more", (40,), "<i8", external=[("numbers.raw", 0, 320)])


def _virtual(file: h5py.File) -> None:
    layout = h5py.VirtualLayout((10, 4), "<i8")
    layout[:] = h5py.VirtualSource("others.h5", "nodes", (10, 4))
    file.create_virtual_dataset("more", layout)


def _never_written(file: h5py.File) -> None:
    # 8 GB of the number 7 in no bytes at all.
    file.create_dataset("more", (1 << 30,), "<i8", chunks=(1 << 17,), compression="gzip", fillvalue=7)


def _hardly_written(file: h5py.File) -> None:
    file.create_dataset("more", (1 << 30,), "<i8", chunks=(1 << 17,), compression="gzip")[:100] = 1


def _never_written_plainly(file: h5py.File) -> None:
    file.create_dataset("more", (1 << 30,), "<i8")


def _large_chunks(file: h5py.File) -> None:
    file.create_dataset("more", (4,), "<i8", maxshape=(None,), chunks=(1 << 20,), compression="gzip")[:] = 1


def _compressed_twice(file: h5py.File) -> None:
    settings = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    settings.set_chunk((1 << 17,))
    settings.set_deflate(9)
    settings.set_deflate(9)
    space = h5py.h5s.create_simple((1 << 17,))
    made = h5py.h5d.create(file.id, b"more", h5py.h5t.NATIVE_INT64, space, dcpl=settings)
    made.write(h5py.h5s.ALL, h5py.h5s.ALL, np.zeros(1 << 17, dtype=np.int64))


def _packed_otherwise(file: h5py.File) -> None:
    file.create_dataset("more", data=np.zeros(1000, dtype=np.int64), compression="lzf")


def _long_attribute(file: h5py.File) -> None:
    file.attrs["more"] = np.zeros(1000)


def _text_of_any_length(file: h5py.File) -> None:
    file.attrs["more"] = "text"


@pytest.mark.parametrize(
    ("change", "match"),
    [
        (_data_in_another_file, "more stores its data in another file"),
        (_virtual, "more stores its data in another file"),
        (_never_written, "more claims to be larger than the file can hold"),
        (_hardly_written, "more claims to be larger than the file can hold"),
        (_never_written_plainly, "more claims to be larger than the file can hold"),
        (_large_chunks, "a chunk of more is larger than more"),
        (_compressed_twice, "more has an unknown compression"),
        (_packed_otherwise, "more has an unknown compression"),
        (_long_attribute, "the attribute 'more' is neither a number nor text of a fixed length"),
        (_text_of_any_length, "the attribute 'more' is neither a number nor text of a fixed length"),
        (_link_elsewhere, "more is a link"),
    ],
)
def test_nothing_is_read_that_is_elsewhere_or_too_large(path: Path, change, match: str, monkeypatch) -> None:
    monkeypatch.chdir(path.parent)
    resealed(path, with_file(change))
    assert path.stat().st_size < 100_000

    def read_it(*_: object) -> None:
        raise AssertionError("numbers were read before the sizes were looked at")

    if change not in (_long_attribute, _text_of_any_length):
        monkeypatch.setattr(h5py.Dataset, "__getitem__", read_it)
    with pytest.raises(FileError, match=match) as caught:
        read(path)
    assert caught.value.exit_code == 4


def test_the_limit_of_all_arrays_together(path: Path, monkeypatch) -> None:
    total = sum(array.nbytes for array in ARRAYS.values())
    monkeypatch.setattr(hdf5, "MAX_BYTES", total)
    read(path)
    monkeypatch.setattr(hdf5, "MAX_BYTES", total - 1)
    assert_refused(path, f"it claims to hold {total} bytes, and the limit is {total - 1}")


def test_the_best_compression_there_is_fits_the_bound(tmp_path: Path) -> None:
    path = tmp_path / "zeros.h5"
    hdf5.write(path, "test numbers", 3, {"zeros": np.zeros(1 << 22, dtype=np.uint8)}, {})
    assert path.stat().st_size < 20_000
    assert not read(path).arrays["zeros"].any()


def test_changed_metadata_behind_a_seal_that_fits_neither_hang_nor_crash() -> None:
    assert faults(400) == []


@pytest.mark.parametrize(
    "error", [MemoryError(), OSError("memory allocation failed for B-tree"), OSError(24, "Too many open files")]
)
def test_a_lack_of_memory_is_not_taken_for_damage(path: Path, error: Exception, monkeypatch) -> None:
    def fail(_: object) -> None:
        raise error

    monkeypatch.setattr(hdf5, "_read_image", fail)
    with pytest.raises(ResourceError) as caught:
        read(path)
    assert caught.value.exit_code == 3


def test_what_fails_once_for_no_reason_is_tried_again(path: Path, monkeypatch) -> None:
    true, attempts = hdf5._read_image, []

    def fail_once(image: memoryview) -> object:
        attempts.append(1)
        if len(attempts) == 1:
            raise RuntimeError("Not a file id")
        return true(image)

    monkeypatch.setattr(hdf5, "_read_image", fail_once)
    assert read(path).arrays.keys() == ARRAYS.keys()
    monkeypatch.setattr(hdf5, "_read_image", lambda _: (_ for _ in ()).throw(RuntimeError("Not a file id")))
    with pytest.raises(ResourceError, match="not enough memory"):
        read(path)  # not even the library's own file is read
    monkeypatch.setattr(hdf5, "_library_works", lambda: True)
    assert_refused(path, "is damaged: Not a file id")
    monkeypatch.setattr(hdf5, "short_of", lambda: "not enough memory")
    with pytest.raises(ResourceError, match="not enough memory"):
        read(path)


def test_bytes_that_are_no_hdf5(path: Path) -> None:
    resealed(path, lambda image: (image.seek(512), image.write(b"x" * 100)))
    assert_refused(path, "is damaged")


def test_files_of_others(tmp_path: Path) -> None:
    path = tmp_path / "a"
    for content, match in [
        (b"", "is not a file of test numbers: it is empty"),
        (b"board 6x10\n", "is not a file of test numbers$"),
        (os.urandom(5000), "is not a file of test numbers"),
    ]:
        path.write_bytes(content)
        assert_refused(path, match)
    with h5py.File(path, "w") as file:
        file["nodes"] = np.arange(5)
    assert_refused(path, "is an HDF5 file of another program")
    hdf5.write(path, "other numbers", 3, {}, {})
    assert_refused(path, "not a file of test numbers, but of other numbers")
    hdf5.write(path, "test numbers", 4, {}, {})
    assert_refused(path, "has version 4 of the format of test numbers; this program reads version 3")


def test_places_that_cannot_be_read(tmp_path: Path) -> None:
    for path, reason in [(tmp_path / "a", "no such file or directory"), (tmp_path, "it is a folder")]:
        with pytest.raises(FileError, match=f"cannot read .*: {reason}") as caught:
            read(path)
        assert caught.value.exit_code == 4


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs the device that is always full")
def test_a_full_disk(path: Path, monkeypatch) -> None:
    before = path.read_bytes()
    with pytest.raises(FileError, match="no space left on device"):
        hdf5.write("/dev/full", "test numbers", 3, {"a": np.arange(100_000)}, {})

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(FileError, match="no space left on device"):
        hdf5.write(path, "test numbers", 3, {}, {})
    assert path.read_bytes() == before
    assert os.listdir(path.parent) == [path.name]


@pytest.mark.parametrize("array", [np.array(["a"]), np.array([{}]), np.array(5), np.array([True])])
def test_only_arrays_of_numbers_are_written(tmp_path: Path, array) -> None:
    with pytest.raises(TypeError, match="a/b is not an array of numbers"):
        hdf5.write(tmp_path / "a", "test numbers", 3, {"a/b": array}, {})
    with pytest.raises(TypeError, match="attribute x is neither text nor a number"):
        hdf5.write(tmp_path / "a", "test numbers", 3, {}, {"x": True})
    assert os.listdir(tmp_path) == []
