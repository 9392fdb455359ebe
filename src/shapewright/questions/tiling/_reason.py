"""A reason why there is no tiling, as an answer shows it: a picture, where there is something to see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.questions.parts import Part, Picture, Pictures
from shapewright.tiling.reason_picture import pictured

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapewright.colouring import Reason
    from shapewright.tiling import Problem

__all__ = ["reason_parts"]


def reason_parts(problem: Problem, why: Reason | None) -> Iterator[Part]:
    """The picture of the argument, captioned with its sentence."""
    drawn = pictured(problem, why)
    if drawn is not None and why is not None:
        yield Pictures([Picture(drawn, caption=why.sentence)], title="Why there is no tiling", size="large")
