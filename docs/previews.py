"""What search engines and chats show of a page: a title, a sentence, and a picture where the address is known.

The tags are those of the Open Graph protocol (https://ogp.me). It wants whole addresses, so the page's own and that of
the picture appear only once pyproject.toml has the documentation's, as ``Documentation`` in ``[project.urls]``.
"""

from __future__ import annotations

import re
import tomllib
from html import escape, unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from docutils.nodes import document
    from sphinx.application import Sphinx

__all__ = ["ADDRESS", "DESCRIPTION_LENGTH", "PICTURE", "add", "address_in", "described", "shortened", "tags"]

PICTURE = "_pictures/studio_gallery.png"
"""What previews show, as the page of the studio names it."""

DESCRIPTION_LENGTH = 200
"""Characters of a description; what is longer would be cut by those who show it."""


def address_in(pyproject: str) -> str:
    """Where the documentation will be found, with a slash at its end; nothing while that is not decided.

    >>> address_in('[project.urls]\\nDocumentation = "https://example.org/docs"')
    'https://example.org/docs/'
    >>> address_in('[project]\\nname = "shapewright"')
    ''
    """
    found: str = tomllib.loads(pyproject).get("project", {}).get("urls", {}).get("Documentation", "")
    return found and found.rstrip("/") + "/"


ADDRESS = address_in((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))


def described(page: document) -> str:
    """What a page is about: the description in its head, or else the first sentences of its first paragraph."""
    from docutils import nodes  # which only those who build the pages have

    for meta in page.findall(nodes.meta):
        if meta.get("name") == "description":
            return str(meta["content"])
    first = page.next_node(nodes.paragraph)
    text = " ".join(first.astext().split()) if first else ""
    return shortened(text)


def shortened(text: str) -> str:
    """The sentences of ``text`` that are short enough together, or else the words of the first.

    >>> shortened("Is it short? Yes, it is.")
    'Is it short? Yes, it is.'
    >>> shortened("It ends here. " + "Endless " * 100)
    'It ends here.'
    >>> shortened("Endless, " * 100)[-20:]
    'Endless, Endless ...'
    """
    if len(text) <= DESCRIPTION_LENGTH:
        return text
    beginning = text[: DESCRIPTION_LENGTH + 1]
    if ends := list(re.finditer(r"[.?!](?= )", beginning)):
        return beginning[: ends[-1].end()]
    return text[: DESCRIPTION_LENGTH - 4].rsplit(" ", 1)[0].rstrip(",;:") + " ..."


def tags(title: str, description: str, site: str, page: str = "", picture: str = "") -> str:
    """The tags of a page; ``page`` and ``picture`` are whole addresses.

    >>> print(tags("Trust", "How answers are checked.", "shapewright"))
    <meta property="og:type" content="website">
    <meta property="og:site_name" content="shapewright">
    <meta property="og:title" content="Trust">
    <meta property="og:description" content="How answers are checked.">
    <BLANKLINE>
    """
    found = {"type": "website", "site_name": site, "title": title, "description": description}
    found |= {"url": page} if page else {}
    found |= {"image": picture, "image:alt": "Puzzles of all families, each drawn"} if picture else {}
    lines = [f'<meta property="og:{name}" content="{escape(content)}">' for name, content in found.items() if content]
    if picture:
        lines.append('<meta name="twitter:card" content="summary_large_image">')
    return "\n".join([*lines, ""])


def add(app: Sphinx, pagename: str, _template: str, context: dict[str, Any], page: document | None) -> None:
    """Give a page that was written (not the index or the search) its description and its tags."""
    if page is None:
        return
    description = described(page)
    if 'name="description"' not in context["metatags"]:
        context["metatags"] += f'<meta name="description" content="{escape(description)}">\n'
    title = unescape(re.sub(r"<[^>]*>", "", context["title"]))  # it is HTML, in which code is marked
    where = ADDRESS and ADDRESS + app.builder.get_target_uri(pagename)
    shown = app.env.images.get(PICTURE)
    picture = f"{ADDRESS}_images/{shown[1]}" if ADDRESS and shown else ""
    context["metatags"] += tags(title, description, app.config.html_title, where, picture)
