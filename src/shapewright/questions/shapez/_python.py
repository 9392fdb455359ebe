"""Codes and configurations in lines of Python."""

from __future__ import annotations

from collections.abc import Iterable

from shapewright.questions.asked import Asked
from shapewright.questions.python import Expression, call, program
from shapewright.questions.shapez._fields import CONFIGURATION, batches
from shapewright.questions.source import Source

_NEEDED = {
    "blueprints.": "from shapewright.shapez import blueprints",
    "islice(": "from itertools import islice",
    "b64decode(": "import base64",
    "tempfile.": "import tempfile",
    "to_terminal(": "from shapewright.shapez.drawing.terminal import to_terminal",
    "demand(": "from shapewright.shapez.plans.rates import demand",
    "Table.": "from shapewright.shapez.plans.known.table import Table",
    "= known(": "from shapewright.shapez.plans.rates import known",
    "= parse(": "from shapewright.shapez.plans.rates import parse",
}


def shapez_program(*lines: str) -> str:
    """Lines below all that they import."""
    text = "\n".join(lines)
    return program("shapez", *lines, imports=[line for word, line in _NEEDED.items() if word in text])


def codes_of(codes: Iterable[Source | str]) -> list[str]:
    """Every code by itself, those of lists as well."""
    return [code.text.strip() for batch in batches(codes) for code in batch]


def configuration_of(asked: Asked) -> Expression:
    """The configuration of a name."""
    return call("shapez.Configuration.from_name", asked.plain(CONFIGURATION))
