"""Talking with a person at a terminal, or with a script on standard input, a line at a time."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from shapewright.cli.output import print_text
from shapewright.errors import NotationError, ShapewrightError, StoppedError
from shapewright.questions.screen import Screen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapewright.questions.question import Answer
    from shapewright.questions.session import Session

__all__ = ["talk"]

_MAX_LINE = 20_000


def talk(session: Session, *, quiet: bool) -> Answer:
    """Carry out the lines that come, and print what is said, unless ``quiet``; answer how things stand at the end.

    A script ends at the first line that makes no sense, with the error; a person may try again.
    """
    at_prompt = sys.stdin is not None and sys.stdin.isatty()
    screen = Screen.of_stdout()
    if at_prompt and not quiet:
        print_text(f"{session.help}\n{session.state(screen)}")
    for number, line in _lines(at_prompt):
        try:
            said = session.do(line, screen)
        except ShapewrightError as error:
            if not at_prompt:
                kind = StoppedError if isinstance(error, StoppedError) else NotationError
                raise kind(f"line {number}: {error}") from None
            said = f"error: {error}"
        if said is None:
            break
        if said and not quiet:
            print_text(said)
    answer = session.answer()
    if at_prompt and not quiet:
        answer.text = lambda _: ""  # a person has just seen it
    return answer


def _lines(at_prompt: bool) -> Iterator[tuple[int, str]]:
    """The lines with their numbers, without comments and blank ones, as they come."""
    if sys.stdin is None:
        return
    number = 0
    while True:
        if at_prompt:
            sys.stdout.write("> ")
            sys.stdout.flush()
        try:
            line = sys.stdin.readline(_MAX_LINE)
        except UnicodeDecodeError:
            raise NotationError(f"line {number + 1} of the script is not text") from None
        if not line:
            return
        number += 1
        text = line.strip()
        if text and not text.startswith("%"):
            yield number, text
