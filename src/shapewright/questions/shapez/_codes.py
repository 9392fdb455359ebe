"""Lists of codes as answers show them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shapewright.questions.parts import Pictures
from shapewright.questions.shapez._shapes import picture
from shapewright.shapez.shape import Shape

# The shapes of a list that are drawn; the files of codes have them all.
MAX_DRAWN = 500


def record(code: str) -> dict[str, str]:
    """A code as plain data."""
    return {"code": code}


def drawn(codes: Sequence[str], parts: int) -> dict[str, Any]:
    """How an answer shows codes of a ring of ``parts`` parts: its text, its parts, its picture."""

    def pictures() -> Pictures:
        shapes = [Shape.from_code(code, parts) for code in codes[:MAX_DRAWN]]
        return Pictures([picture(shape, put=True) for shape in shapes], size="small")

    return {
        "text": lambda _: "\n".join(codes),
        "parts": lambda: [pictures()],
    }
