"""The data that ship with the families, as flat files that a browser reads (:mod:`shapewright.storage.flat`).

    python -m release.site.data_files FOLDER

writes ``FOLDER/<family>/<name>.flat`` of each HDF5 file in the package's folders of data, and of what a family searches
for in no time natively and a browser cannot. Equal data make equal bytes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import h5py

import shapewright
from shapewright import __version__
from shapewright.errors import FileError, ShapewrightError
from shapewright.questions import FAMILIES
from shapewright.storage import arrays, flat
from shapewright.storage.contents import Attribute, Contents


def write(folder: Path) -> dict[str, list[Path]]:
    """Write all flat files below a folder, which need not exist; gives those of each family that has any.

    Raises ``FileError`` if a file is damaged or cannot be written.
    """
    written: dict[str, list[Path]] = {}
    for family, name, contents in _all():
        target = folder / family / f"{name}{flat.SUFFIX}"
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FileError(f"cannot write {str(target)!r}: {(error.strerror or str(error)).lower()}") from None
        flat.write(target, contents)
        written.setdefault(family, []).append(target)
    return written


def _all() -> Iterator[tuple[str, str, Contents]]:
    """The family, the name and the contents of each file."""
    for source in sorted(Path(shapewright.__file__).parent.glob("*/data_files/*.h5")):
        yield source.parent.parent.name, source.stem, arrays.read(source, *_format(source))
    for family in FAMILIES.values():
        for name, contents in family.searched.items():
            # That they are made with the page is all there is to say of when; a date would change the bytes.
            about: dict[str, Attribute] = {"shapewright_version": __version__, "created": "with the page"}
            yield family.name, name, Contents(contents.arrays, {**contents.attributes, **about})


def _format(source: Path) -> tuple[str, int]:
    with h5py.File(source, "r") as file:
        return file.attrs["format"].decode(), int(file.attrs["format_version"])


def main(words: list[str]) -> int:
    """Write the files into the folder that is named."""
    if len(words) != 1:
        sys.stderr.write("usage: python -m release.site.data_files FOLDER\n")
        return 2
    try:
        written = write(Path(words[0]))
    except ShapewrightError as error:
        sys.stderr.write(f"error: {error}\n")
        return error.exit_code
    for path in [path for paths in written.values() for path in paths]:
        sys.stdout.write(f"{path.stat().st_size:>9,}  {path}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
