"""The pages as files: the templates of the studio, with addresses that hold below any path."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from shapewright.questions import FAMILIES
from shapewright.questions.gallery import shown
from shapewright.web.assets import imports
from shapewright.web.pages import environment, link

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
    )
)
"""What a page may load and ask for: files of the folder. ``frame-ancestors`` has no meaning in a page itself."""


@dataclass(frozen=True)
class Head:
    """Addresses that stand in the head of each page, and its policy."""

    python: str
    manifest: str
    icon: str
    policy: str = POLICY


def place(name: str) -> str:
    """The address of a page, from any other page.

    >>> place("tiling"), place("")
    ('tiling.html', './')
    """
    if name == "api":  # programs need a server
        return "docs/endpoints.html"
    return f"{name}.html" if name else "./"


def rendered(static: Mapping[str, str], files: Mapping[str, bytes], head: Head) -> dict[str, str]:
    """Every page by the name of its file; ``static`` has the addresses of style sheets and modules,
    and ``files`` what is in them.

    What a server alone can have is left out: the page of what is at work, that of endpoints, and the token's.
    """
    templates = environment()
    entries = [{**entry, "link": link(entry, place)} for entry in shown()]

    def page(template: str, here: str, **values: object) -> str:
        return templates.get_template(template).render(
            theme="",
            here=here,
            address=static.__getitem__,
            page=place,
            imports=partial(imports, files=files),
            folder=head,
            **values,
        )

    pages = {f"{name}.html": page(f"{name}.html", name, family=family) for name, family in FAMILIES.items()}
    return {
        "index.html": page("home.html", "", entries=entries),
        "today.html": page("today.html", "today", family=FAMILIES["tiling"]),
        "404.html": page("missing.html", ""),
        **pages,
    }
