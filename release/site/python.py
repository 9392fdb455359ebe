"""The Python of the browser: Pyodide's files, of which the standard library is cut down to what the package may import.

Its modules are compiled beforehand (:mod:`release.site.bytecode`); a Python that must compile what it begins
with takes more than twice as long to start.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import zipfile
from io import BytesIO
from pathlib import Path

from shapewright.errors import FileError, MissingExtraError

LIBRARY = "python_stdlib.zip"
LOCK = "pyodide-lock.json"
_AS_THEY_ARE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
_HERE = Path(__file__).parent

# No question needs these: tools for programmers, mail, networks, windows, other systems, and what C does instead.
_UNNEEDED = frozenset((_HERE / "unneeded.txt").read_text().split())
_ENCODINGS = (
    "__init__", "aliases", "ascii", "cp437", "idna", "iso8859_1", "latin_1", "punycode", "raw_unicode_escape",
    "unicode_escape", "utf_16", "utf_16_be", "utf_16_le", "utf_32", "utf_8", "utf_8_sig",
)  # fmt: skip
_LICENCE = """\
Pyodide {pyodide}, the Python of these pages, is under the Mozilla Public License 2.0, which is at
https://mozilla.org/MPL/2.0/. Its source is at https://github.com/pyodide/pyodide.

The standard library of Python in {library} was cut down and compiled. Python is under the following licence.

{python}"""


def files(package: Path, node: str = "node") -> dict[str, bytes]:
    """The files of Pyodide by their names, from the ``package`` that npm unpacked; ``node`` runs its Python.

    Raises ``FileError`` if something is missing or cannot be compiled, ``MissingExtraError`` without node.
    """
    try:
        made = {name: (package / name).read_bytes() for name in _AS_THEY_ARE}
        library = cut((package / LIBRARY).read_bytes())
        lock = json.loads((package / LOCK).read_bytes())
        version = json.loads((package / "package.json").read_bytes())["version"]
    except OSError as error:
        raise FileError(
            f"Pyodide is not in {str(package)!r}: {error.strerror}; `npm ci` in release/pages puts it there"
        ) from None
    made[LIBRARY] = _compiled(library, package, node)
    made[LOCK] = json.dumps({**lock, "packages": {}}).encode()  # none of its packages is loaded
    made["LICENSE"] = _LICENCE.format(pyodide=version, library=LIBRARY, python=_licence_of_python()).encode()
    return made


def cut(library: bytes) -> bytes:
    """Python's standard library, an archive, without what no question needs."""
    out = BytesIO()
    with zipfile.ZipFile(BytesIO(library)) as source, zipfile.ZipFile(out, "w") as target:
        for name in source.namelist():
            if _is_wanted(name):
                target.writestr(zipfile.ZipInfo(name), source.read(name))
    return out.getvalue()


def _is_wanted(name: str) -> bool:
    parts = name.removesuffix(".py").split("/")
    if not name.endswith(".py") or any("/".join(parts[:end]) in _UNNEEDED for end in range(1, len(parts) + 1)):
        return False
    return parts[0] != "encodings" or parts[1] in _ENCODINGS


def _compiled(library: bytes, package: Path, node: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        before, after = Path(folder) / "from.zip", Path(folder) / "to.zip"
        before.write_bytes(library)
        words: list[str | Path] = [node, _HERE / "compile.mjs", package, _HERE / "bytecode.py", before, after]
        try:
            subprocess.run(words, check=True, capture_output=True, timeout=600)
            return after.read_bytes()
        except FileNotFoundError:
            raise MissingExtraError("the page without a server is made by node, which is not installed") from None
        except (subprocess.SubprocessError, OSError) as error:
            said = (getattr(error, "stderr", b"") or b"").decode(errors="replace").strip().splitlines()
            raise FileError(f"Python's library cannot be compiled: {said[-1] if said else error}") from None


def _licence_of_python() -> str:
    """The licence of Python, as it came with this one; its name where none came."""
    places = [Path(os.__file__).parent / "LICENSE.txt", Path("/usr/share/doc/python3/copyright")]
    found = next((place for place in places if place.is_file()), None)
    return "The PSF License Agreement, https://docs.python.org/3/license.html" if found is None else found.read_text()
