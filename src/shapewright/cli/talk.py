"""Talking with a person at a terminal, or with a script on standard input, a line at a time."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from shapewright.cli.output import print_text
from shapewright.errors import NotationError, ShapewrightError
from shapewright.questions.screen import Screen
from shapewright.storage.text import MEND

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapewright.questions.question import Answer
    from shapewright.questions.session import Session

_MAX_LINE = 20_000


def talk(session: Session, *, quiet: bool) -> Answer:
    """Carry out the lines that come, and print what is said, unless ``quiet``; answer how things stand at the end.

    A script ends at the first line that makes no sense, with the error; a person may try again.
    """
    at_prompt = sys.stdin is not None and sys.stdin.isatty()
    screen = Screen.of_stdout()
    if at_prompt and not quiet:
        print_text(f"{session.help}\n{session.state(screen)}")
    for number, line in _lines(prompts=at_prompt and not quiet, takes_blank=session.takes_blank):
        try:
            said = session.do(line, screen)
        except ShapewrightError as error:
            if not at_prompt:
                kind = type(error) if error.exit_code in (3, 70) else NotationError
                raise kind(f"line {number}: {error}") from None
            said = f"error: {error}"
        if said is None:
            break
        if said and not quiet:
            print_text(said)
    answer = session.answer()
    if at_prompt and not quiet:
        text, headline = answer.text, answer.headline
        answer.text = lambda to: "" if not to.is_file else headline if text is None else text(to)  # it was just seen
    return answer


def _lines(*, prompts: bool, takes_blank: bool) -> Iterator[tuple[int, str]]:
    """The lines with their numbers, without comments and blank ones, as they come."""
    if sys.stdin is None:
        return
    number = 0
    while True:
        if prompts:
            sys.stdout.write("> ")
            sys.stdout.flush()
        try:
            line = sys.stdin.readline(_MAX_LINE)
        except UnicodeDecodeError as error:
            # Many lines are decoded at once; which one it is nobody knows.
            wrong = error.object[error.start]
            raise NotationError(f"the script is not text: byte 0x{wrong:02x} {MEND}") from None
        if not line:
            return
        number += 1
        text = line.strip()
        if (text or takes_blank) and not text.startswith("%"):
            yield number, text
