"""Large sets of numbers as HDF5 files that say what made them and are verified before any number is used.

Any HDF5 program reads such a file: named datasets, and attributes that describe them. Two digests guard it. The first
512 bytes are a text with a SHA-256 of all bytes after them (:mod:`shapewright.storage.sealed`): the HDF5 library, which
may crash on damaged files, sees only bytes that are as they were written. And the attribute ``sha256`` of the root
speaks of the content alone, whatever program wrote the bytes (:mod:`shapewright.storage.contents`).

A stranger can make both digests. What the library does with hostile metadata was found out with tens of thousands of
changed files (``tests/explore/sealed.py``): it hung or crashed only where it read attributes whose texts are of any
length. Texts have a fixed length here, and no other attribute is read.
"""

from __future__ import annotations

import math
import os
import time
import zlib
from io import BytesIO
from typing import TYPE_CHECKING, Any

import h5py
import numpy as np

from shapewright import __version__
from shapewright.errors import ResourceError
from shapewright.shortage import MEMORY, short_of, shortage_behind
from shapewright.storage.contents import MAX_BYTES, PROVENANCE, Attribute, Contents, damaged, digest
from shapewright.storage.files import write_file
from shapewright.storage.sealed import HEADER_BYTES, header, verified

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

__all__ = ["KIND", "Attribute", "Contents", "contents_of", "read", "write"]

KIND = "HDF5"
"""What the header of such a file says of the bytes after it."""

CHUNK_BYTES = 1 << 20
COMPRESSION = {"compression": "gzip", "compression_opts": 4, "shuffle": True}
WORTHWHILE = 0.9  # of the bytes, how many compression may leave
MAX_DEPTH = 4  # of groups within groups
DEFLATE_RATIO = 1032  # no more bytes than this come out of one that was compressed
_FILTERS = {h5py.h5z.FILTER_DEFLATE, h5py.h5z.FILTER_SHUFFLE}


def write(
    path: str | os.PathLike[str],
    format: str,
    version: int,
    arrays: Mapping[str, NDArray[Any]],
    attributes: Mapping[str, Attribute],
) -> None:
    """Write arrays of numbers and the attributes that describe them as one file, whole or not at all.

    Groups come from the names: ``halves/keys`` is dataset ``keys`` of group ``halves``. An attribute belongs to the
    dataset or group that its name begins with (``halves/keys/unit``), or else to the root. ``format`` and ``version``
    are what :func:`read` asks for.

    Raises ``FileError`` if the file cannot be written; an existing one is then as it was.
    """
    arrays = {name: _plain(name, array) for name, array in arrays.items()}
    attributes = {
        **attributes,
        "format": format,
        "format_version": version,
        "shapewright_version": __version__,
        "created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
    }
    for name, value in attributes.items():
        if type(value) not in (str, int, float):
            raise TypeError(f"attribute {name} is neither text nor a number: {value!r}")
    try:
        image = _written(arrays, attributes)
    except (OSError, RuntimeError, KeyError, ValueError):
        # Nothing but memory is written to, and it may be that there was none: once more.
        image = _written(arrays, attributes)
    content = image.getbuffer()
    content[:HEADER_BYTES] = header(format, version, KIND, content[HEADER_BYTES:])
    write_file(os.fspath(path), content)


def _written(arrays: Mapping[str, NDArray[Any]], attributes: Mapping[str, Attribute]) -> BytesIO:
    image = BytesIO()
    with h5py.File(image, "w", userblock_size=HEADER_BYTES) as file:
        for name, array in arrays.items():
            options: dict[str, Any] = {}
            if array.size and _shrinks(array):
                row = array[0].nbytes
                options = {"chunks": (max(1, min(len(array), CHUNK_BYTES // row)), *array.shape[1:]), **COMPRESSION}
            file.create_dataset(name, data=array, track_times=False, **options)
        for name, value in attributes.items():
            owner, _, own = name.rpartition("/")
            _set((file.require_group(owner) if owner and owner not in file else file[owner or "/"]).attrs, own, value)
        _set(file.attrs, "sha256", _digest(arrays, attributes))
    return image


def _set(owner: h5py.AttributeManager, name: str, value: Attribute) -> None:
    """Write an attribute; text has a fixed length, since :func:`read` takes no other."""
    if isinstance(value, str):
        content = value.encode()
        owner.create(name, content, dtype=h5py.string_dtype("utf-8", max(1, len(content))))
    else:
        owner[name] = value


def read(path: str | os.PathLike[str], format: str, version: int) -> Contents:
    """Read a file that :func:`write` made for this ``format`` and ``version``.

    The arrays are in C order and in the machine's own byte order.

    Nothing outside the file is read, and no more memory is taken than the file can account for. Raises
    ``FileError`` if there is none, or it is truncated, damaged, something else, or of another version, and
    ``ResourceError`` if memory does not suffice to read it.
    """
    path = os.fspath(path)
    return contents_of(path, verified(path, format, version, [KIND])[1])


def contents_of(path: str, image: memoryview) -> Contents:
    """What a file holds whose bytes, ``image``, are known to be those that were written; raises as :func:`read`."""
    arrays, attributes = _contents(path, image)
    if attributes.pop("sha256", None) != _digest(arrays, attributes):
        raise damaged(path, "its content does not match its SHA-256")
    if not attributes.keys() >= set(PROVENANCE):
        raise damaged(path, "it does not state which program made it")
    native = {name: array.astype(array.dtype.newbyteorder("="), copy=False) for name, array in arrays.items()}
    return Contents(native, attributes)


class _RefusedError(Exception):
    """Something in a file that :func:`write` never writes."""


def _contents(path: str, image: memoryview) -> tuple[dict[str, NDArray[Any]], dict[str, Attribute]]:
    """What an image of a file holds.

    Its bytes are known to be those that were written, so what the library complains of may be that it found no memory,
    which it tells as many things. It gets a second chance, and must then show that a lack of memory did not break it.
    """
    for attempt in (1, 2):
        try:
            return _read_image(image)
        except _RefusedError as error:
            raise damaged(path, str(error)) from None
        except MemoryError as error:
            raise ResourceError(MEMORY) from error
        except (OSError, RuntimeError, KeyError, ValueError, TypeError) as error:
            shortage = shortage_behind(error)
            if shortage is not None:
                raise shortage from error
            if attempt == 2:
                lacking = short_of()
                if lacking is not None or not _library_works():
                    raise ResourceError(lacking or MEMORY) from error
                raise damaged(path, str(error)) from error
    raise AssertionError("both attempts returned or raised")


def _library_works() -> bool:
    """Whether the library can write a small file and read it again; after a lack of memory it often cannot."""
    image = BytesIO()
    try:
        with h5py.File(image, "w") as file:
            numbers = file.create_dataset("group/numbers", data=np.zeros(9, dtype=np.uint8), **COMPRESSION)
            _set(numbers.attrs, "name", "nine")
        arrays, attributes = _read_image(image.getbuffer())
    except Exception:
        return False
    return len(arrays["group/numbers"]) == 9 and attributes == {"group/numbers/name": "nine"}


def _read_image(image: memoryview) -> tuple[dict[str, NDArray[Any]], dict[str, Attribute]]:
    with h5py.File(h5py.h5f.open_file_image(image), "r") as file:
        members = [("", file), *_members(file)]
        datasets = {name: member for name, member in members if isinstance(member, h5py.Dataset)}
        _check_sizes(datasets, len(image))
        arrays = {name: _plain(name, dataset[()]) for name, dataset in datasets.items()}
        attributes = {
            f"{name}/{own}".lstrip("/"): _attribute(member, own) for name, member in members for own in member.attrs
        }
    return arrays, attributes


def _check_sizes(datasets: Mapping[str, Any], size: int) -> None:
    """Raise ``_RefusedError`` before memory is taken for datasets that are not written as :func:`write` does.

    They would lie in other files, or be larger than ``size`` bytes can hold however well they are compressed.
    """
    stored = total = 0
    for name, dataset in datasets.items():
        settings = dataset.id.get_create_plist()
        if settings.get_external_count() or settings.get_layout() == h5py.h5d.VIRTUAL:
            raise _RefusedError(f"{name} stores its data in another file")
        filters = [settings.get_filter(number)[0] for number in range(settings.get_nfilters())]
        if len(set(filters)) < len(filters) or not _FILTERS.issuperset(filters):
            raise _RefusedError(f"{name} has an unknown compression")
        if dataset.dtype.kind not in "uif" or dataset.ndim == 0:
            raise _RefusedError(f"{name} is not an array of numbers")
        if any(chunk > length for chunk, length in zip(dataset.chunks or (), dataset.shape, strict=False)):
            raise _RefusedError(f"a chunk of {name} is larger than {name}")
        here, needed = dataset.id.get_storage_size(), math.prod(dataset.shape) * dataset.dtype.itemsize
        stored, total = stored + here, total + needed
        if needed > here * (DEFLATE_RATIO if filters else 1) or stored > size:
            raise _RefusedError(f"{name} claims to be larger than the file can hold")
    if total > MAX_BYTES:
        raise _RefusedError(f"it claims to hold {total} bytes, and the limit is {MAX_BYTES}")


def _shrinks(array: NDArray[Any]) -> bool:
    """Whether compressing is worth the time it takes to read the array again: bits without pattern do not shrink."""
    sample = array.ravel()[: CHUNK_BYTES // array.itemsize]
    shuffled = sample.view(np.uint8).reshape(len(sample), array.itemsize).T.tobytes()
    return len(zlib.compress(shuffled, 1)) <= WORTHWHILE * len(shuffled)


def _members(group: Any, path: str = "", depth: int = 0) -> Iterator[tuple[str, Any]]:
    """Everything below a group with its name; links that lead elsewhere, even to other files, are not followed."""
    for name in group:
        if depth == MAX_DEPTH or not isinstance(group.get(name, getlink=True), h5py.HardLink):
            raise _RefusedError(f"{path}{name} is a link")
        member = group[name]
        yield path + name, member
        if isinstance(member, h5py.Group):
            yield from _members(member, f"{path}{name}/", depth + 1)


def _plain(name: str, array: object) -> NDArray[Any]:
    """The array as it is written: numbers, little-endian, in C order."""
    array = np.asarray(array)
    if array.dtype.kind not in "uif" or array.ndim == 0:
        raise TypeError(f"{name} is not an array of numbers")
    return np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<"))


def _attribute(owner: Any, name: str) -> Attribute:
    """The value of an attribute: a number, or text of a fixed length.

    Text of any length is in a heap of the file, and where that has been tampered with, the library hangs or crashes.
    """
    found = owner.attrs.get_id(name)
    kind = found.get_type()
    is_text = isinstance(kind, h5py.h5t.TypeStringID) and not kind.is_variable_str()
    if found.shape != () or not (is_text or isinstance(kind, (h5py.h5t.TypeIntegerID, h5py.h5t.TypeFloatID))):
        raise _RefusedError(f"the attribute {name!r} is neither a number nor text of a fixed length")
    value = np.zeros((), dtype=kind.dtype)
    found.read(value)
    if is_text:
        return bytes(value[()]).decode()
    return int(value) if value.dtype.kind in "ui" else float(value)


def _digest(arrays: Mapping[str, NDArray[Any]], attributes: Mapping[str, Attribute]) -> str:
    columns = {
        name: (array.dtype.str, array.shape, array.reshape(-1).view(np.uint8).data) for name, array in arrays.items()
    }
    return digest(columns, attributes)
