"""The JSON Schema of answers, printed from what the questions state."""

from __future__ import annotations

import click

from shapewright.cli.output import print_text
from shapewright.questions import FAMILIES, find
from shapewright.questions.claims import answer_schema
from shapewright.storage.json import json_text


@click.command()
@click.argument("family", required=False, metavar="[FAMILY")
@click.argument("verb", required=False, metavar="VERB]")
def schema(family: str | None, verb: str | None) -> None:
    """Print the JSON Schema of the answer to a question, as --json prints it; of all questions, if none is named.

    The schemas of several questions are an object, with a command for each key. A description says how 'verify'
    checks the claim.
    """
    if family is not None and verb is not None:
        print_text(json_text(answer_schema(find(family, verb))))
        return
    families = FAMILIES if family is None else [family]
    questions = [find(one, verb) for one in families for verb in (FAMILIES[one].verbs if one in FAMILIES else [""])]
    print_text(json_text({question.command: answer_schema(question) for question in questions}))
