"""The long description of the package: README.md, with links and pictures that also work away from the repository.

scikit-build-core calls this when it builds (``[[tool.dynamic-metadata]]`` in ``pyproject.toml``). The address is
``Repository`` of ``[project.urls]``; as long as there is none, the text stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

__all__ = ["absolute", "dynamic_metadata"]

# Markdown's ![words](target), then [words](target), and the HTML that a forge allows; a target with a scheme, a
# fragment of this page and what was made absolute before do not match.
_RELATIVE = r"(?![a-zA-Z][a-zA-Z0-9+.-]*:|#|/)"
_PICTURES = (
    re.compile(rf"(!\[[^\]]*\]\(){_RELATIVE}"),
    re.compile(rf"""(<(?:img|source)\b[^>]*?\s(?:src|srcset)=["']){_RELATIVE}"""),
)
_LINKS = (re.compile(rf"(\]\(){_RELATIVE}"), re.compile(rf"""(<a\b[^>]*?\shref=["']){_RELATIVE}"""))


def absolute(text: str, repository: str, version: str) -> str:
    """``text`` of the repository's first folder with absolute addresses, in the state that has the tag ``vVERSION``.

    >>> absolute("![Box](box.svg) of [pieces](docs/pieces.md), [below](#below)", "https://forge/x", "1.0")
    '![Box](https://forge/x/raw/v1.0/box.svg) of [pieces](https://forge/x/blob/v1.0/docs/pieces.md), [below](#below)'
    """
    for patterns, kind in ((_PICTURES, "raw"), (_LINKS, "blob")):
        for pattern in patterns:
            text = pattern.sub(rf"\g<1>{repository.rstrip('/')}/{kind}/v{version}/", text)
    return text


def dynamic_metadata(settings: Mapping[str, Any], project: Mapping[str, Any]) -> dict[str, Any]:
    """The field ``readme`` of ``project``, whose version must be known: it is listed above this in the table."""
    text = Path("README.md").read_text(encoding="utf-8")
    repository = project.get("urls", {}).get("Repository")
    if repository is not None:
        text = absolute(text, repository, project["version"])
    return {"readme": {"content-type": "text/markdown", "text": text}}
