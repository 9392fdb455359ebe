"""What holds the pages together: headings, links from one to another, and tables of contents."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from docs.execution import FENCE

__all__ = ["anchor", "headings", "links", "toctree"]

_CODE = re.compile(r"(`+)[^`]+\1")
_HEADING = re.compile(r"^(?P<marks>#{1,6}) (?P<text>.*)$", re.MULTILINE)
_LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^()\s]+)\)")


def headings(page: Path) -> Iterator[tuple[int, int, str]]:
    """The line, the level and the text of each heading of ``page``; ``#`` in blocks is none."""
    text = page.read_text(encoding="utf-8")
    outside = _without(FENCE, text)
    for heading in _HEADING.finditer(outside):
        yield outside.count("\n", 0, heading.start()) + 1, len(heading["marks"]), heading["text"]


def anchor(heading: str) -> str:
    """Where a link finds a heading, as on GitHub.

    >>> anchor("How do I ...?"), anchor("`shapez plan`, and why"), anchor("Knuth's DLX text")
    ('how-do-i-', 'shapez-plan-and-why', 'knuths-dlx-text')
    """
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def links(page: Path) -> Iterator[tuple[int, str]]:
    """The line and the target of each link of ``page`` that leads to another place in the documentation."""
    text = page.read_text(encoding="utf-8")
    outside = _without(_CODE, _without(FENCE, text))
    for link in _LINK.finditer(outside):
        if "://" not in link[1]:
            yield outside.count("\n", 0, link.start()) + 1, link[1]


def _without(what: re.Pattern[str], text: str) -> str:
    """``text`` with nothing but line ends in place of ``what``, so that lines keep their numbers."""
    return what.sub(lambda found: "\n" * found[0].count("\n"), text)


def toctree(page: Path) -> list[str]:
    """The pages that the tables of contents of ``page`` list, as they are written there, without ``.md``."""
    text = page.read_text(encoding="utf-8")
    found = []
    for block in FENCE.finditer(text):
        if block["kind"].strip() == "{toctree}":
            lines = [line.strip() for line in block["body"].splitlines()]
            found += [
                re.sub(r".*<(.*)>$", r"\1", line).removesuffix(".md") for line in lines if line[:1] not in ("", ":")
            ]
    return found
