"""``shapewright tour``: every family is on it, with answers that are pictures, and all of it on one page."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from shapewright.cli import main
from shapewright.cli.tour import STOPS, visit
from shapewright.questions import FAMILIES
from shapewright.questions.screen import Screen

SCREEN = Screen()


def test_every_family_is_on_the_tour() -> None:
    assert list(STOPS) == list(FAMILIES)


def test_the_tour_shows_its_answers_and_writes_its_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tour"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert f"\n{sum(map(len, STOPS.values()))} puzzles solved in " in out
    assert out.endswith("\nOpen tour.html in a browser: all pictures are on it.\n")
    assert "\n2339\n" in out
    page = Path("tour.html").read_text()
    assert page.count("<svg ") == out.count("\n$ shapewright ") == sum(map(len, STOPS.values()))
    assert "2,339 tilings" in page


@pytest.mark.parametrize("family", STOPS)
def test_the_commands_of_the_tour_are_the_ones_that_answer(family: str, capsys: pytest.CaptureFixture[str]) -> None:
    for stop in STOPS[family]:
        visited = visit(family, stop)
        program, *arguments = shlex.split(visited.command)
        assert program == "shapewright"
        assert main(arguments) == visited.answer.exit_code
        first = capsys.readouterr().out.splitlines()[0]
        assert first in visited.text(SCREEN)


def test_the_page_may_have_another_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tour", "-o", "a.html"]) == 0
    assert Path("a.html").exists()
    assert main(["tour", "-o", "a.svg"]) == 2
    assert main(["tour", "-o", "nosuch/a.html"]) == 4
    assert "the tour has several" in capsys.readouterr().err
    assert not Path("tour.html").exists()
