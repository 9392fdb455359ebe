"""Certificates of answers about tilings and exact covers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.errors import CertificateError, NeedlessError
from shapewright.questions.tiling._puzzle import puzzle
from shapewright.questions.tiling._search import ROTATIONS_ONLY, SYMMETRIC, UP_TO_SYMMETRY
from shapewright.tiling.certificate import certificate

if TYPE_CHECKING:
    from shapewright.questions.asked import Asked
    from shapewright.questions.desk import Desk
    from shapewright.questions.question import Answer
    from shapewright.storage.certificate import Certificate

__all__ = ["check", "proof"]


def check(asked: Asked, _: Desk) -> None:
    """Raise ``CertificateError`` if only tilings with a symmetry are asked for."""
    if asked.get(SYMMETRIC, False):
        raise CertificateError("there are no certificates of tilings that must have a symmetry")


def proof(asked: Asked, desk: Desk, found: Answer) -> Certificate:
    """Prove that there is no tiling, that there is one alone, or how many there are."""
    keys = found.keys() if callable(found.keys) else found.keys
    if found.verdict == "none":
        return certificate(puzzle(asked, desk), "none", time_limit=desk.seconds)
    if "count" not in keys and not keys.get("unique", False):
        raise NeedlessError("the answer shows it")
    rotations_only = asked[ROTATIONS_ONLY]
    return certificate(
        puzzle(asked, desk),
        up_to_symmetry=asked[UP_TO_SYMMETRY] or rotations_only,
        rotations_only=rotations_only,
        time_limit=desk.seconds,
    )
