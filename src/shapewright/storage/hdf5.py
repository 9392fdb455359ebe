"""Large sets of numbers as HDF5 files that say what made them and are verified before any number is used.

Any HDF5 program reads such a file: named datasets, and attributes that describe them. Two digests guard it. The first
512 bytes, which HDF5 leaves to the owner of a file (its *user block*), are text that ends with a SHA-256 of all bytes
after them: the HDF5 library, which may crash on damaged files, sees only bytes that are as they were written. And the
attribute ``sha256`` of the root speaks of the content alone, whatever program wrote the bytes: it is the SHA-256 of

- for each other attribute, in the order of their names, the JSON text ``["attribute", name, value]`` and a newline;
- for each dataset, in the order of their names, the JSON text ``["dataset", name, dtype, shape]``, a newline, and its
  elements in C order, little-endian,

with names written out from the root (``halves/keys``), as ``json.dumps`` of Python writes them.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import re
import time
import zlib
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any

import h5py
import numpy as np

from shapewright import __version__
from shapewright.errors import FileError, ResourceError
from shapewright.shortage import MEMORY, short_of, shortage_behind
from shapewright.storage.files import opened, write_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

__all__ = ["Attribute", "Contents", "read", "write"]

Attribute = str | int | float

HEADER_BYTES = 512
CHUNK_BYTES = 1 << 20
COMPRESSION = {"compression": "gzip", "compression_opts": 4, "shuffle": True}
WORTHWHILE = 0.9  # of the bytes, how many compression may leave
MAX_DEPTH = 4  # of groups within groups
MAX_BYTES = 32 << 30
"""The arrays of a file take no more memory than this: 32 GB."""
DEFLATE_RATIO = 1032  # no more bytes than this come out of one that was compressed
_FILTERS = {h5py.h5z.FILTER_DEFLATE, h5py.h5z.FILTER_SHUFFLE}

PROVENANCE = ("format", "format_version", "shapewright_version", "created")
"""The attributes that every file has, besides ``sha256``."""

_MAGIC = b"shapewright data: "
_HEADER = re.compile(
    _MAGIC + rb"(?P<format>[^\n]{1,60})\nformat version: (?P<version>[0-9]{1,9})\n"
    rb"bytes of HDF5 after this block: (?P<size>[0-9]{1,18})\nSHA-256 of those bytes: (?P<digest>[0-9a-f]{64})\n+"
)
_HDF5_SIGNATURE = b"\x89HDF\r\n\x1a\n"


@dataclass(frozen=True)
class Contents:
    """What a file holds: ``arrays`` and ``attributes`` by their names from the root, such as ``halves/keys``."""

    arrays: Mapping[str, NDArray[Any]]
    attributes: Mapping[str, Attribute]


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
    content[:HEADER_BYTES] = _header(format, version, content[HEADER_BYTES:])
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
            (file.require_group(owner) if owner and owner not in file else file[owner or "/"]).attrs[own] = value
        file.attrs["sha256"] = _digest(arrays, attributes)
    return image


def read(path: str | os.PathLike[str], format: str, version: int) -> Contents:
    """Read a file that :func:`write` made for this ``format`` and ``version``.

    The arrays are in C order and in the machine's own byte order.

    Nothing outside the file is looked at, and no more memory is taken than the file can account for. Raises
    ``FileError`` if there is none, or it is truncated, damaged, something else, or of another version, and
    ``ResourceError`` if memory does not suffice to read it.
    """
    path = os.fspath(path)
    arrays, attributes = _contents(path, _verified(path, format, version))
    if attributes.pop("sha256", None) != _digest(arrays, attributes):
        raise _damaged(path, "its content does not match its SHA-256")
    if not attributes.keys() >= set(PROVENANCE):
        raise _damaged(path, "it does not say what made it")
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
            raise _damaged(path, str(error)) from None
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
                raise _damaged(path, str(error)) from error
    raise AssertionError("both attempts returned or raised")


def _library_works() -> bool:
    """Whether the library can write a small file and read it again; after a lack of memory it often cannot."""
    image = BytesIO()
    try:
        with h5py.File(image, "w") as file:
            file.create_dataset("group/numbers", data=np.zeros(9, dtype=np.uint8), **COMPRESSION).attrs["name"] = "nine"
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
            raise _RefusedError(f"{name} keeps its data in another file")
        filters = [settings.get_filter(number)[0] for number in range(settings.get_nfilters())]
        if len(set(filters)) < len(filters) or not _FILTERS.issuperset(filters):
            raise _RefusedError(f"{name} is compressed in another way")
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


def _verified(path: str, format: str, version: int) -> memoryview:
    """The bytes of a file, once they are known to be those that were written."""
    try:
        with opened(path, streams=False) as file:
            header = file.read(HEADER_BYTES)
            if not header.startswith(_MAGIC):
                raise FileError(f"{path!r} is not a file of {format}{_other_kind(header)}")
            file.seek(0)
            whole = memoryview(file.read())
    except OSError as error:
        raise FileError(f"cannot read {path!r}: {(error.strerror or str(error)).lower()}") from None
    image = whole[HEADER_BYTES:]
    fields = _HEADER.fullmatch(header)
    if fields is None:
        raise _damaged(path, f"its first {HEADER_BYTES} bytes are not as they were written")
    if fields["format"] != format.encode():
        found = fields["format"].decode("utf-8", "replace")
        raise FileError(f"{path!r} is not a file of {format}, but of {found}")
    if int(fields["version"]) != version:
        found = fields["version"].decode()
        raise FileError(f"{path!r} has version {found} of the format of {format}; this program reads version {version}")
    size = int(fields["size"])
    if len(image) != size:
        what = "is truncated" if len(image) < size else "is damaged"
        raise FileError(f"{path!r} {what}: it has {len(image)} bytes after its header instead of {size}")
    if _header(format, version, image) != header:
        raise _damaged(path, "its bytes do not match their SHA-256")
    return whole


def _other_kind(header: bytes) -> str:
    if not header:
        return ": it is empty"
    return ": it is an HDF5 file of another program" if header.startswith(_HDF5_SIGNATURE) else ""


def _header(format: str, version: int, image: memoryview) -> bytes:
    text = (
        f"{_MAGIC.decode()}{format}\nformat version: {version}\n"
        f"bytes of HDF5 after this block: {len(image)}\nSHA-256 of those bytes: {hashlib.sha256(image).hexdigest()}\n"
    )
    return text.encode().ljust(HEADER_BYTES, b"\n")


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


def _plain(name: str, array: Any) -> NDArray[Any]:
    """The array as it is written: numbers, little-endian, in C order."""
    array = np.asarray(array)
    if array.dtype.kind not in "uif" or array.ndim == 0:
        raise TypeError(f"{name} is not an array of numbers")
    return np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<"))


def _attribute(owner: Any, name: str) -> Attribute:
    about = owner.attrs.get_id(name)
    if about.shape != ():
        raise _RefusedError(f"the attribute {name!r} is neither text nor a number")
    value = owner.attrs[name]
    if isinstance(value, str):
        return value
    if isinstance(value, np.integer):
        return int(value)
    if isinstance(value, np.floating):
        return float(value)
    raise _RefusedError(f"the attribute {name!r} is neither text nor a number")


def _digest(arrays: Mapping[str, NDArray[Any]], attributes: Mapping[str, Attribute]) -> str:
    digest = hashlib.sha256()
    for name in sorted(attributes):
        digest.update(json.dumps(["attribute", name, attributes[name]]).encode() + b"\n")
    for name in sorted(arrays):
        array = arrays[name]
        digest.update(json.dumps(["dataset", name, array.dtype.str, array.shape]).encode() + b"\n")
        digest.update(array.reshape(-1).view(np.uint8).data)
    return digest.hexdigest()


def _damaged(path: str, reason: str) -> FileError:
    return FileError(f"{path!r} is damaged: {reason}")
