"""Style sheets and modules as they are sent: under names with a hash of the content, so that browsers may keep them.

The hash is one over all files and stands before their names, so that modules import each other by relative ones.
"""

from __future__ import annotations

import gzip
import hashlib
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING

from starlette.responses import Response
from starlette.routing import Route

from shapewright.web.replies import refusal

if TYPE_CHECKING:
    from starlette.requests import Request

_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
}
FOREVER = "public, max-age=31536000, immutable"


@lru_cache(maxsize=1)
def contents() -> dict[str, bytes]:
    """Every file by its name."""
    folder = resources.files("shapewright.web") / "static"
    return {
        entry.name: entry.read_bytes()
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name)
        if "." + entry.name.rpartition(".")[2] in _TYPES
    }


@lru_cache(maxsize=1)
def version() -> str:
    """A hash over all files: modules import each other, so that they change together."""
    digest = hashlib.sha256()
    for name, content in contents().items():
        digest.update(name.encode() + b"\0" + content + b"\0")
    return digest.hexdigest()[:16]


@lru_cache(maxsize=64)
def packed(name: str) -> bytes:
    """A file as browsers like it best, packed once and not for every page."""
    return gzip.compress(contents()[name], 9, mtime=0)


def address(name: str) -> str:
    """Where a page finds the file; ``KeyError`` if there is none."""
    contents()[name]
    return f"/static/{version()}/{name}"


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


ROUTES = [Route("/static/{version}/{name}", send, methods=["GET"])]
