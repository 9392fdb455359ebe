"""Every example of every question, and every puzzle of ``examples``: one answer at all doors, enough to ask again."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from shapewright.questions import FAMILIES

from .asking import Parameters, at_an_endpoint, at_the_shell, masked

EXAMPLES = Path(__file__).parents[2] / "examples"

# What is measured, not computed; and what talks with a page.
_MEASURED = {("packing", "evaluate"): ("median_seconds", "p99_seconds")}
# What looks for a shorter answer for some seconds is given more of them, so that a busy machine finds the same.
_PATIENCE: dict[tuple[str, str], Parameters] = {("clear", "book"): {"time_limit": 300}}
_OF_THE_PAGE = {("stacking", "play"), ("clear", "show")}
# An answer or a plan is given in one word at the shell, in fields of their own at the endpoint.
_VERIFIED = {(family, "verify") for family in FAMILIES if family != "packing"}


def _stated(place: Path) -> Parameters:
    content = place.read_bytes()
    if content[:1] == b"\x1f":
        return {"puzzle_file": base64.b64encode(content).decode()}
    return {"puzzle": content.decode()}


ASKED = [
    pytest.param(
        family.name,
        question.name,
        {**question.example, **_PATIENCE.get((family.name, question.name), {})},
        id=f"{family.name}-{question.name}",
    )
    for family in FAMILIES.values()
    for question in family.questions.values()
    if "shell" in getattr(question, "doors", ("shell",))
    if question.example and (family.name, question.name) not in _OF_THE_PAGE | _VERIFIED
]
PUZZLES = [
    pytest.param("tiling", verb, _stated(place), id=f"{place.name}-{verb}")
    for place in sorted(EXAMPLES.glob("*"))
    if place.suffix in (".txt", ".dlx", ".xmpuzzle") and place.name != "eleven_pieces.txt"
    for verb in ("solve", "explain")
]


@pytest.mark.parametrize(("family", "verb", "parameters"), [*ASKED, *PUZZLES])
def test_every_door_gives_the_same_answer(
    studio: TestClient, tmp_path: Path, family: str, verb: str, parameters: Parameters
) -> None:
    measured = _MEASURED.get((family, verb), ())
    code, reply = at_an_endpoint(studio, family, verb, parameters)
    if not reply:  # what one door refuses, the other refuses too
        assert at_the_shell(family, verb, parameters, tmp_path) == (code, {})
        return
    shell_code, printed = at_the_shell(family, verb, reply["parameters"], tmp_path)
    assert code == shell_code
    again = reply
    if reply["parameters"] != parameters:  # what was asked in other words is asked in these
        again_code, again = at_an_endpoint(studio, family, verb, reply["parameters"])
        assert again_code == code
    for found in (printed, again):
        left = {key: value for key, value in masked(found).items() if key not in measured}
        assert left == {key: value for key, value in masked(reply).items() if key not in measured}
