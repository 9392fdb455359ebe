"""Certificates of answers about tilings and exact covers."""

from __future__ import annotations

from shapewright.errors import CertificateError
from shapewright.questions.asked import Asked
from shapewright.questions.certificate import CERTIFICATE
from shapewright.questions.desk import Desk
from shapewright.questions.question import Answer
from shapewright.questions.tiling._puzzle import puzzle
from shapewright.questions.tiling._search import ROTATIONS_ONLY, UP_TO_SYMMETRY
from shapewright.storage.certificate import BRIDGES, Certificate
from shapewright.tiling.certificate import certificate
from shapewright.tiling.refutation import Form, refutation


def none(asked: Asked, desk: Desk, _: Answer) -> Certificate:
    """Prove that there is no tiling."""
    path = asked.get(CERTIFICATE, None) or ""
    if not path.endswith(tuple(BRIDGES)):
        return certificate(puzzle(asked, desk), "none", time_limit=desk.seconds)
    form: Form = "drat" if path.endswith(".drat") else "veripb"
    made = refutation(puzzle(asked, desk), form, time_limit=desk.seconds)
    checker = "drat-trim" if form == "drat" else "VeriPB"
    return Certificate("there is no tiling", checker, made.proof, made.formula)


def number(asked: Asked, desk: Desk, found: Answer) -> Certificate:
    """Prove how many tilings there are, where there are any."""
    path = asked.get(CERTIFICATE, None) or ""
    if found.verdict == "none":
        return none(asked, desk, found)
    if path.endswith(tuple(BRIDGES)):
        raise CertificateError("there is no such proof, since there is a tiling")
    rotations_only = asked[ROTATIONS_ONLY]
    return certificate(
        puzzle(asked, desk),
        up_to_symmetry=asked[UP_TO_SYMMETRY] or rotations_only,
        rotations_only=rotations_only,
        time_limit=desk.seconds,
    )
