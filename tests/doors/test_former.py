"""Verbs that became a part of another one: the spelling of before is answered at every door, as it was."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from shapewright.cli.parameters import read
from shapewright.cli.root import root
from shapewright.questions import FAMILIES, equivalents, find

from .asking import Parameters, at_an_endpoint, at_the_shell, masked

NARROW = "v115@vhFRQJUGJKJJvMJTNJGBJ"
SQUARE = "v115@9gzhFezhFeTpFeTpPeAgH"

ASKED: list[tuple[str, Parameters, str, Parameters]] = [
    ("queues", {"length": 4}, "sequences", {"dealt": 4}),
    ("queues", {"length": 3, "list": True, "limit": 5}, "sequences", {"dealt": 3, "list": True, "limit": 5}),
    ("live-boards", {"height": 2}, "table", {"height": 2, "live": True}),
    ("live-boards", {"height": 2, "drop": "hard"}, "table", {"height": 2, "drop": "hard", "live": True}),
    ("congruents", {"solution": SQUARE, "limit": 3}, "setup", {"solution": SQUARE, "limit": 3}),
    (
        "congruents",
        {"solution": NARROW, "patterns": "*p7", "hold": "avoid", "kicks": "srs-plus"},
        "setup",
        {"solution": NARROW, "patterns": "*p7", "hold": "avoid", "kicks": "srs-plus"},
    ),
]


def _told(envelope: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in masked(envelope).items() if key not in ("command", "parameters")}


@pytest.mark.parametrize(("verb", "parameters", "now", "stated"), ASKED)
def test_every_door_answers_both_spellings(
    studio: TestClient, tmp_path: Path, verb: str, parameters: Parameters, now: str, stated: Parameters
) -> None:
    _, before = at_an_endpoint(studio, "clear", verb, parameters)
    _, answer = at_an_endpoint(studio, "clear", now, stated)
    assert before["command"] == f"clear {verb}"
    assert parameters.items() <= before["parameters"].items()
    assert _told(before) == _told(answer)
    assert masked(at_the_shell("clear", verb, before["parameters"], tmp_path)[1]) == masked(before)
    assert masked(at_the_shell("clear", now, answer["parameters"], tmp_path)[1]) == masked(answer)
    said = [equivalents.of(find("clear", name), given) for name, given in ((verb, parameters), (now, stated))]
    assert said[0]["python"] == said[1]["python"]
    assert said[0]["command"].startswith(f"shapewright clear {verb} ")


@pytest.mark.parametrize("verb", FAMILIES["clear"].former)
def test_no_list_shows_the_spelling_of_before(verb: str) -> None:
    family = FAMILIES["clear"]
    assert verb not in family.verbs
    assert family.former[verb] in family.verbs
    question = find("clear", verb)
    assert question.help == f"The same as '{question.help.split(chr(39))[1]}'."
    assert family.former[verb] in question.help
    helped = CliRunner().invoke(root, ["clear", "--help"]).output
    assert f"\n  {verb} " not in helped
    assert "The same as" in CliRunner().invoke(root, ["clear", verb, "--help"]).output


def test_a_command_line_of_before_is_read() -> None:
    question, parameters = read(["clear", "queues", "3", "--list"])
    assert (question.command, parameters) == ("clear queues", {"length": 3, "list": True})


@pytest.mark.parametrize(
    ("verb", "parameters"),
    [
        ("sequences", {"dealt": 3, "patterns": "*p4"}),
        ("sequences", {"dealt": 3, "length": 2}),
        ("sequences", {"dealt": 3, "limit": 2}),
        ("setup", {"solution": NARROW, "field": "*_________"}),
        ("setup", {"solution": NARROW, "then": "*p4"}),
        ("setup", {"solution": NARROW, "exclude": "holes"}),
        ("setup", {"solution": NARROW, "file": "*_________"}),
        ("table", {"height": 3, "live": True}),
        ("table", {"height": 2, "live": True, "impossible": True}),
    ],
)
def test_what_is_about_the_other_part_is_refused(
    studio: TestClient, tmp_path: Path, verb: str, parameters: Parameters
) -> None:
    assert at_the_shell("clear", verb, parameters, tmp_path) == (2, {})
    if "limit" not in parameters:  # the studio always has one
        assert at_an_endpoint(studio, "clear", verb, parameters) == (2, {})
