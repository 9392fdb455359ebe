"""The browser's wheel: the package without what is compiled, with the ``_core`` that talks to the engine beside it.

What a server, a shell or a cluster needs is left out, and so are the data that are fetched when a family is opened. The
small libraries that are pure Python and that answers need are put in beside the package, with their licences.
"""

from __future__ import annotations

import ast
import io
import zipfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import shapewright
from shapewright.errors import FileError

LIBRARIES = ("pydyf", "py-fumen-py")
_WEB = ("__init__.py", "answering.py", "downloads.py", "local.py", "settings.py", "views.py", "words.py")
_ENGINE = "shapewright_engine.py"
_SUFFIXES = (".py", ".json", ".toml")
# The earliest that the format can say: equal contents make equal bytes.
_TIME = (1980, 1, 1, 0, 0, 0)


def contents(wire: Path) -> dict[str, bytes]:
    """Every file of the wheel by its name; ``wire`` is the folder of the browser's ``_core.py``."""
    package = Path(shapewright.__file__).parent
    files = {path.relative_to(package.parent).as_posix(): path.read_bytes() for path in sorted(_own(package))}
    files["shapewright/_core.py"] = (wire / "_core.py").read_bytes()
    files[_ENGINE] = (wire / _ENGINE).read_bytes()
    for library in LIBRARIES:
        files.update(_library(library))
    return {name: _bare(content) if name.endswith(".py") else content for name, content in files.items()}


def packed(files: dict[str, bytes]) -> bytes:
    """The files as a wheel."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name, _TIME), content, zipfile.ZIP_DEFLATED, 9)
    return out.getvalue()


def _bare(module: bytes) -> bytes:
    """A module without its documentation and its comments, which a quarter of the wheel would be."""
    tree = ast.parse(module)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            is_text = [isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant) for each in node.body]
            node.body[:] = [each for each, idle in zip(node.body, is_text, strict=True) if not idle] or [ast.Pass()]
    return ast.unparse(tree).encode()


def _own(package: Path) -> Iterator[Path]:
    for path in package.rglob("*"):
        place = path.relative_to(package).parts
        if path.suffix not in _SUFFIXES or place[0] == "cli" or "__pycache__" in place:
            continue
        if place[0] != "web" or (len(place) == 2 and place[1] in _WEB):
            yield path


def _library(name: str) -> dict[str, bytes]:
    try:
        files = metadata.files(name) or []
    except metadata.PackageNotFoundError:
        raise FileError(f"the site needs {name}, which is not installed here") from None
    wanted = [file for file in files if file.suffix == ".py" or "license" in str(file).lower()]
    return {file.as_posix(): Path(str(file.locate())).read_bytes() for file in wanted}
