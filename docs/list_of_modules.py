"""All modules of the families, each with the first sentence of its docstring, for the page that includes them."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from shapewright.questions import FAMILIES

__all__ = ["first_sentence", "text", "write"]

_PACKAGE = Path(__file__).parent.parent / "src" / "shapewright"


def write(place: Path) -> None:
    """Write the list to ``place``."""
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text(), encoding="utf-8")


def text() -> str:
    """Return a list of modules for each family."""
    lines: list[str] = []
    for family in FAMILIES:
        lines += [f"### The modules of `{family}`", ""]
        paths = sorted((_PACKAGE / family).rglob("*.py"), key=lambda path: (path.parent, path.name))
        for path in paths:
            if path.name != "__init__.py":
                about = first_sentence(ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "")
                lines.append(f"- `{path.relative_to(_PACKAGE).as_posix()}`: {about}")
        lines.append("")
    return "\n".join(lines)


def first_sentence(docstring: str) -> str:
    """Return the first sentence of a docstring, as Markdown.

    >>> first_sentence("Count the tilings of\\n``problem`` (see :mod:`shapewright.tiling`). Each counts once.")
    'Count the tilings of ``problem`` (see `shapewright.tiling`).'
    """
    paragraph = " ".join(docstring.partition("\n\n")[0].split())
    return re.sub(r":\w+:(`)~?", r"\1", re.split(r"(?<=[.?]) (?=[A-Z`])", paragraph)[0])
