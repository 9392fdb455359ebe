"""What a command writes: remarks keep out of the way, formats are refused with a reason."""

from __future__ import annotations

import json
import sys

import click
import pytest

from shapewright.cli.output import print_text, remark, wants_progress
from shapewright.storage.json import integers_of_any_length, json_text


def test_json_is_one_line_and_knows_no_largest_number() -> None:
    huge = 10**5000
    text = json_text({"count": huge, "board": "4×5\n"})
    assert "\n" not in text
    assert text.isascii()  # whatever the encoding of the stream
    with integers_of_any_length():
        assert json.loads(text)["count"] == huge
    with pytest.raises(ValueError, match="4300"):
        str(huge)


def test_an_answer_ends_in_one_newline(capsys: pytest.CaptureFixture[str]) -> None:
    print_text("1")
    print_text("2\n")
    assert capsys.readouterr().out == "1\n2\n"


@pytest.mark.parametrize(
    ("at_terminal", "flags", "heard"),
    [
        (True, {}, True),
        (False, {}, False),
        (True, {"quiet": True}, False),
        (False, {"verbose": True}, True),
        (True, {"quiet": True, "verbose": True}, False),
    ],
)
def test_remarks(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    at_terminal: bool,
    flags: dict[str, bool],
    heard: bool,
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: at_terminal)
    with click.Context(click.Command("x")) as context:
        context.params.update(flags)
        remark("0.09 s")
        assert wants_progress() == (at_terminal and not flags.get("quiet"))
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "0.09 s\n" if heard else "")
