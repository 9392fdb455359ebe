"""A command line read and not carried out: which question it asks, and with which parameters."""

from __future__ import annotations

from collections.abc import Sequence

import click

from shapewright.cli.command import checked_words, command_of
from shapewright.errors import ProblemError, quote
from shapewright.questions import FAMILIES
from shapewright.questions.question import Question
from shapewright.questions.source import Source
from shapewright.questions.words import begin_command


def read(words: Sequence[str]) -> tuple[Question, dict[str, object]]:
    """The question of a command line (without the word ``shapewright``), and its parameters as an endpoint takes them.

    Files are replaced by their text. What only says how the answer is made, such as the number of threads, is left out.

    >>> question, parameters = read(["stacking", "solve", "LLLL", "--width", "6", "--threads", "2"])
    >>> question.command, parameters
    ('stacking solve', {'sequence': 'LLLL', 'width': 6})

    Raises ``ShapewrightError`` for a command line that is not a question, and for a file that cannot be read.
    """
    family = FAMILIES.get(words[0]) if words else None
    question = None if family is None or len(words) < 2 else family.known(family.aliases.get(words[1], words[1]))
    if question is None or "shell" not in question.doors:
        raise ProblemError(f"{quote(' '.join(words[:2]))} is not a question")
    begin_command()
    try:
        with command_of(question).make_context(words[1], list(words[2:])) as context:
            checked = checked_words(question, context.params)
    except click.ClickException as error:
        raise ProblemError(error.format_message()) from None
    kinds = {field.name: field for field in question.at("shell")}
    return question, {
        name: _plain(value)
        for name, value in checked.items()
        if "studio" in kinds[name].doors or (kinds[name].repeated_in and name != "threads")
    }


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if isinstance(value, Source):
        return value.text()
    return str(value) if isinstance(value, str) else value
