"""A verb that somebody adds is one file: it is verified, in the schema and in the table of trust; nothing knows it."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from docs.reference_of_answers import checks

import shapewright
from shapewright import stacking
from shapewright.cli import main
from shapewright.errors import NotationError
from shapewright.questions import FAMILIES

FILE = """
from shapewright.questions.fields import Whole
from shapewright.questions.question import Answer, Question

SIDE = Whole("side", "Side of the square.", minimum=1, maximum=9).mandatory()


def answer(asked, desk):
    return Answer({"squares": asked[SIDE] ** 2}, "squared")


def check(case):
    case.compare("squares", case.asked.whole("side") ** 2, "multiplied again")
    case.compare("complete", True, "it is one number")
    case.findings.verdict(case.answer, "found")


QUESTION = Question(
    "stacking",
    "square",
    "Count the cells of a square.",
    (SIDE,),
    answer,
    rule=RULE,
    claims="squares | whole | Number of cells. | again: multiplied again",
    example={"side": 3},
)
"""


@pytest.fixture(params=['"shapewright.questions.stacking.square:check"', "check"], ids=["by its place", "as it is"])
def _square(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The file ``questions/stacking/square.py``, beside those of the package; its rule is named, or is there."""
    (tmp_path / "square.py").write_text(FILE.replace("RULE", request.param))
    package = import_module("shapewright.questions.stacking")
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path)])
    yield
    sys.modules.pop("shapewright.questions.stacking.square", None)
    vars(package).pop("square", None)


@pytest.mark.usefixtures("_square")
def test_it_is_found_by_every_door(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "square" in FAMILIES["stacking"].verbs
    assert main(["schema", "stacking", "square"]) == 0
    assert json.loads(capsys.readouterr().out)["properties"]["squares"]["type"] == "integer"
    assert "| `squares` | `square` | multiplied again |" in checks("stacking")
    assert main(["stacking", "square", "--side", "4", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["squares"] == 16
    place = tmp_path / "answer.json"
    for right, code in ((16, 0), (17, 1), (True, 4)):
        place.write_text(json.dumps({**answer, "squares": right}))
        assert main(["verify", str(place)]) == code
        assert main(["stacking", "verify", str(place)]) == code


@pytest.mark.usefixtures("_square")
def test_it_is_verified_from_python() -> None:
    answer = {"command": "stacking square", "parameters": {"side": 4}, "complete": True, "squares": 16}
    for verify in (shapewright.verify, stacking.verify):
        assert verify(answer).checked["squares"] == "multiplied again"
        assert verify(answer).valid is True
        assert verify({**answer, "squares": 15}).valid is False
        for refused in (0, 10, True, "4", None):
            with pytest.raises(NotationError, match="its parameters are not those of 'stacking square'"):
                verify({**answer, "parameters": {"side": refused}})


def test_without_its_file_it_is_not_known() -> None:
    with pytest.raises(NotationError, match="is not a command of stacking whose answers can be verified"):
        stacking.verify({"command": "stacking square", "parameters": {"side": 4}})


@pytest.mark.parametrize("family", FAMILIES)
def test_every_verb_that_claims_something_has_a_rule(family: str) -> None:
    for verb in FAMILIES[family].verbs:
        question = FAMILIES[family].question(verb)
        if isinstance(question.rule, str) and question.rule:
            module, _, name = question.rule.partition(":")
            assert module.startswith(f"shapewright.{family}.claims.")
            assert callable(getattr(import_module(module), name))
        else:
            assert verb == "verify" or question.doors == ("studio",)
