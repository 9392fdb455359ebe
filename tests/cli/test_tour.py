"""``shapewright tour``: every family is on it, with answers that are pictures, and all of it on one page."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from shapewright.cli import main
from shapewright.cli.root import Root
from shapewright.cli.tour import FAMILIES as STOPS


def test_every_family_is_on_the_tour() -> None:
    assert set(STOPS) == set(Root().sections()["Families"])


def test_the_tour_shows_its_answers_and_writes_its_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tour"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.endswith("All pictures are on the page tour.html\n")
    assert "\n2339 tilings " in out
    page = Path("tour.html").read_text()
    assert page.count("<svg ") == out.count("\n$ shapewright ") >= 3
    assert "2339 tilings" in page


@pytest.mark.parametrize("family", STOPS)
def test_the_commands_of_the_tour_are_the_ones_that_answer(family: str, capsys: pytest.CaptureFixture[str]) -> None:
    for stop in STOPS[family].stops():
        program, *arguments = shlex.split(stop.command_line)
        assert program == "shapewright"
        code = main(arguments)
        out = capsys.readouterr().out
        assert code == (1 if stop.answer.startswith("impossible") else 0)
        number = re.match(r"\d+ ", stop.answer)
        if number is not None:
            assert re.search(rf"\b{number[0].strip()}\b", out)
        elif code:
            assert stop.answer.startswith(out.strip())
        else:
            assert out.count("\n") > 1


def test_the_page_may_have_another_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tour", "-o", "a.html"]) == 0
    assert Path("a.html").exists()
    assert main(["tour", "-o", "a.svg"]) == 2
    assert main(["tour", "-o", "nosuch/a.html"]) == 4
    assert "the tour has several" in capsys.readouterr().err
    assert not Path("tour.html").exists()
