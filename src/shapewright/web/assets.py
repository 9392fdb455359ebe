"""Style sheets and modules as they are sent: under names with a hash of the content, so that browsers may keep them.

The hash is one over all files and stands before their names, so that modules import each other by relative ones. Two
modules are made here: ``data.js``, the data that Python and the pages share, and ``gallery.js``, the gallery's entries.
"""

from __future__ import annotations

import gzip
import hashlib
import posixpath
import re
from functools import cache, lru_cache
from importlib import resources
from typing import TYPE_CHECKING

from starlette.responses import Response
from starlette.routing import Route

from shapewright.cells.plane import planes
from shapewright.drawing import palette
from shapewright.questions import FAMILIES
from shapewright.questions.gallery import shown
from shapewright.storage.json import json_text
from shapewright.web.replies import refusal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from importlib.resources.abc import Traversable

    from starlette.requests import Request

_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
}
DATA = "data.js"
GALLERY = "gallery.js"
# A line that begins with it: comments and imports on demand do not.
_IMPORT = re.compile(rb'^(?:(?:import|export)\b[^;"]*?\bfrom |import )"(\.\.?/[\w./]+)";', re.MULTILINE)
FOREVER = "public, max-age=31536000, immutable"


@lru_cache(maxsize=1)
def contents() -> dict[str, bytes]:
    """Return every file by its name, which begins with its folder: ``stage/board.js``."""
    files = dict(_files_in(resources.files("shapewright.web") / "static"))
    return {**dict(sorted(files.items())), DATA: data().encode(), GALLERY: gallery().encode()}


def _files_in(folder: Traversable, place: str = "") -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _files_in(entry, f"{place}{entry.name}/")
        elif "." + entry.name.rpartition(".")[2] in _TYPES:
            yield place + entry.name, entry.read_bytes()


def data() -> str:
    """The module with the colours, the lattices, the families with their questions, and what each has for its page.

    A family's page finds its own under the family's name.
    """
    families = {}
    for family in FAMILIES.values():
        forms = family.forms
        families[family.name] = {
            "title": family.title,
            "lead": family.lead,
            "questions": {
                verb: {
                    "fields": [field.name for field in question.at("studio")],
                    "downloads": list(question.downloads),
                    "quick": question.quick,
                }
                for verb, question in family.questions.items()
            },
            "forms": {} if forms is None else forms.to_json(family.questions),
        }
    whole = {"palette": palette.page_data(), "lattices": planes(), "families": families}
    own = {family.name: family.page_data for family in FAMILIES.values()}
    return f"export default {json_text({**whole, **own})};\n"


def gallery() -> str:
    """The module with the entries of the gallery, which is large and which the first page alone needs."""
    return f"export default {json_text(shown())};\n"


@lru_cache(maxsize=1)
def version() -> str:
    """A hash over all files: modules import each other, so that they change together."""
    digest = hashlib.sha256()
    for name, content in contents().items():
        digest.update(name.encode() + b"\0" + content + b"\0")
    return digest.hexdigest()[:16]


@cache
def packed(name: str) -> bytes:
    """A file as browsers like it best, packed once and not for every page."""
    return gzip.compress(contents()[name], 9, mtime=0)


def address(name: str) -> str:
    """Where a page finds the file; ``KeyError`` if there is none."""
    contents()[name]
    return f"/static/{version()}/{name}"


def imports(script: str, files: Mapping[str, bytes] | None = None) -> list[str]:
    """Return all modules that a module loads at once, those nearest to it first; ``files`` are those of a folder.

    A page names them in its head, since a browser would find each only after it has read the one before.
    """
    files = contents() if files is None else files
    found = [script]
    for name in found:
        here = posixpath.dirname(name)
        imported = [posixpath.normpath(posixpath.join(here, path.decode())) for path in _IMPORT.findall(files[name])]
        found += [each for each in dict.fromkeys(imported) if each not in found]
    return found[1:]


async def send(request: Request) -> Response:
    """``GET /static/HASH/NAME``."""
    name = request.path_params["name"]
    content = contents().get(name)
    if content is None:
        return refusal(404, "there is no such file")
    is_current = request.path_params["version"] == version()
    headers = {"Cache-Control": FOREVER if is_current else "no-cache", "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        content = packed(name)
        headers["Content-Encoding"] = "gzip"
    return Response(content, headers=headers, media_type=_TYPES["." + name.rpartition(".")[2]])


# A name with folders in it leads to no file of the disk: it is only looked up in ``contents``.
ROUTES = [Route("/static/{version}/{name:path}", send, methods=["GET"])]
