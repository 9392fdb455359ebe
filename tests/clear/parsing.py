"""What every parser owes: a value, or an error of ours in one line, whatever the text."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from shapewright.errors import ShapewrightError

Text = TypeVar("Text", str, bytes)
Value = TypeVar("Value")


def parsed(parse: Callable[[Text], Value], text: Text) -> Value | None:
    """The value, or None if the text was refused with one clear line."""
    try:
        return parse(text)
    except ShapewrightError as error:
        message = str(error)
    assert message
    assert "\n" not in message
    assert len(message) < 600
    return None
