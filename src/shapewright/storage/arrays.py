"""Files of numbers, whichever of two formats they have: HDF5, or flat where there is no h5py; and those that ship."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from importlib.resources.abc import Traversable

from shapewright.errors import ElsewhereError, FileError
from shapewright.storage import flat
from shapewright.storage.contents import Contents
from shapewright.storage.sealed import verified

HDF5_SUFFIX = ".h5"
_HDF5_KIND = "HDF5"


def read(path: str | os.PathLike[str], format: str, version: int) -> Contents:
    """Read a file of numbers of this ``format`` and ``version``: numpy arrays from HDF5, memoryviews from a flat file.

    Nothing outside the file is read, and no more memory is taken than the file can account for. Raises
    ``FileError`` if there is none, or it is truncated, damaged, something else, or of another version,
    ``ResourceError`` if memory does not suffice to read it, and ``ElsewhereError`` where there is no h5py for it.
    """
    path = os.fspath(path)
    kind, image = verified(path, format, version, (flat.KIND, _HDF5_KIND))
    if kind == flat.KIND:
        return flat.contents_of(path, image)
    try:
        from shapewright.storage import hdf5  # h5py and numpy, which a browser lacks
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("h5py", "numpy"):
            raise
        raise ElsewhereError(f"{path!r} is an HDF5 file, which a browser cannot read; the command line can") from None
    return hdf5.contents_of(path, image)


def column(path: str | os.PathLike[str], contents: Contents, name: str, forms: str) -> object:
    """The column of this name: one row of numbers in one of the ``forms``, as :mod:`struct` names them.

    Raises ``FileError`` if there is none, or it is of another form.
    """
    found = contents.arrays.get(name)
    if found is None:
        raise FileError(f"{os.fspath(path)!r} is damaged: it lacks {name!r}")
    view = memoryview(found)
    form = view.format.lstrip("<=@").replace("L", "Q" if view.itemsize == 8 else "I")
    if view.ndim != 1 or form not in forms:
        raise FileError(f"{os.fspath(path)!r} is damaged: its column {name!r} is not of the numbers that belong there")
    return found


def ships(package: str, name: str) -> bool:
    """Whether data of this name came with the package."""
    return _found(package, name) is not None


@contextmanager
def shipped(package: str, name: str) -> Iterator[str | None]:
    """The path of the data of this name that came with a package, such as ``shapewright.shapez``; None without any."""
    found = _found(package, name)
    if found is None:
        yield None
    else:
        with resources.as_file(found) as path:
            yield os.fspath(path)


def data_folder(package: str) -> Traversable:
    """Where the data of a package lie."""
    return resources.files(package) / "data_files"


def _found(package: str, name: str) -> Traversable | None:
    """The file, by either suffix; in a browser there are flat ones only."""
    places = [data_folder(package) / f"{name}{suffix}" for suffix in (HDF5_SUFFIX, flat.SUFFIX)]
    return next((place for place in places if place.is_file()), None)
