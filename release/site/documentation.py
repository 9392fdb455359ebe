"""The documentation in the folder: its links to a studio lead into the pages beside it, and it loads nothing else."""

from __future__ import annotations

import re
from pathlib import Path

from release.site.folder import KEEPER
from release.site.rendering import place

from shapewright.errors import FileError
from shapewright.questions import FAMILIES

_LEFT_OUT = (".buildinfo", ".doctrees", "objects.inv")
# The theme has scripts and styles in its pages; everything comes from the folder all the same.
_POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self' data:; base-uri 'none'"
)
_META = f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
# As docs/links.py writes them: where a link leads without a studio, and the page and the state where there is one.
_LINK = re.compile(rf'href="[^"]*" data-studio="({"|".join([*FAMILIES, "today"])}|)((?:[?#][^"]*)?)"')
_RELATIVE = re.compile(r'(href|action)="(?!https?:)(?=[^"]*" data-page=)')
_HIDDEN, _SHOWN = '<p class="studio" hidden>', '<p class="studio">'


def files(folder: Path) -> dict[str, bytes]:
    """Every file of the documentation in ``folder`` by its name, as it is in the site's folder ``docs``.

    Raises ``FileError`` if it was not built.
    """
    if not (folder / "index.html").is_file():
        raise FileError(f"{str(folder)!r} has no documentation: make docs writes it")
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        if path.is_dir() or name.parts[0] in _LEFT_OUT:
            continue
        content = path.read_bytes()
        if path.suffix == ".html":
            content = inside(content.decode(), len(name.parts)).encode()
        found[name.as_posix()] = content
    return found


def missing(folder: Path) -> bytes:
    """The page for addresses that the whole site does not have, made of the documentation's, which holds at any depth.

    Hosts look for it at their root alone. What it looks for in the folders above is what only the site's folder has.
    """
    page = (folder / "404.html").read_text(encoding="utf-8")
    page = _RELATIVE.sub(r'\1="docs/', page.replace('data-page="', 'data-page="docs/'))
    page = page.replace('"searchindex.js"', f'"{KEEPER}"')
    studio = '<li><a href="./" data-page="">The studio: puzzles to paint, to play and to solve</a></li>'
    return inside(page.replace("<ul>", f"<ul>\n        {studio}", 1), 0).encode()


def inside(page: str, depth: int) -> str:
    """A page that lies so many folders deep in the site, with links to the studio that lead there.

    >>> inside('<p class="studio" hidden><a href="studio.html" data-studio="tiling#board=3x3">', 1)
    '<p class="studio"><a href="../tiling.html#board=3x3">'
    """
    page = _LINK.sub(lambda found: f'href="{"../" * depth}{place(found[1])}{found[2]}"', page).replace(_HIDDEN, _SHOWN)
    return re.sub(r"<head>|<head [^>]*>", lambda found: f"{found[0]}\n    {_META}", page, count=1)
