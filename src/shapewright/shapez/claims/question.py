"""What an answer about shapes was asked, read from its ``parameters``, with the rates for a full belt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.claims import ElsewhereError
from shapewright.errors import NotationError
from shapewright.shapez.data import source
from shapewright.shapez.data.configuration import Configuration
from shapewright.shapez.game import GAMES
from shapewright.shapez.plans.rates import known, parse

if TYPE_CHECKING:
    from shapewright.claims import Case
    from shapewright.shapez.data.configuration import Need
    from shapewright.shapez.data.known_shapes import Data
    from shapewright.shapez.plans.rates import Rates


def codes_of(case: Case) -> list[str] | None:
    """The codes that were asked about, those of a file one a line; None if the answer has a file by its name alone."""
    try:
        texts = case.asked.texts("codes")
    except ElsewhereError:
        return None
    lines = []
    for text in texts:
        # An argument that is empty is the empty shape; blank lines of a file are nothing.
        lines += [line.strip() for line in text.splitlines() if line.strip()] or [""]
    if any(line == "-" or line.lower().endswith(".txt") for line in lines):
        return None
    return lines


def layers_of(case: Case) -> int | None:
    """The game's limit, if it was given."""
    return case.asked.whole("layers")


def game_of(case: Case) -> str:
    """The version of the game whose codes were read."""
    return case.asked.text("game") or GAMES[0]


def configuration_of(case: Case) -> Configuration:
    """The configuration that was asked about."""
    return Configuration.from_name(case.asked.text("configuration") or "")


def data_of(case: Case) -> Data | None:
    """The data of ``--data``, if they were given; they must be given to the second look, too."""
    given: Data | None = case.context.get("data")
    if given is None and "data" in case.answer.get("parameters", {}):
        raise ElsewhereError("the data behind the answer are not in it; give their file by --data")
    return given


def prepare(case: Case, configuration: Configuration, need: Need) -> Data:
    """The data of a configuration, made within the time that is left if they are not at hand."""
    given = data_of(case)
    if given is not None:
        if given.configuration != configuration or not given.has(need):
            raise NotationError(f"the data given are of {given.configuration}, or are incomplete")
        return given
    return source.load(configuration, need, threads=case.threads, time_limit=case.left())


def is_for_belt(case: Case) -> bool:
    """Whether machines for a full belt were to be few."""
    return case.asked.text("minimize") == "belt"


def own_rates(case: Case) -> Rates | None:
    """The rates in the file that was given; None if none was. Raises ``ElsewhereError`` if it is not in the answer."""
    content = case.asked.content("rates")
    if content is None:
        return None
    if isinstance(content, str) and "\n" not in content:
        raise ElsewhereError("the file of the rates is not in the answer")
    return parse(content.encode() if isinstance(content, str) else content, "the rates")


def rates_of(case: Case, key: str) -> Rates | None:
    """The rates of the count ``key``; None if there are none, or they are not in the answer."""
    try:
        given = own_rates(case)
    except ElsewhereError as error:
        case.findings.unchecked(key, str(error))
        return None
    if is_for_belt(case):
        return (given or known()).completed()
    if case.asked.flag("full_belt"):
        return known()
    if given is None and key in case.answer:
        raise NotationError("the answer has a full belt, and no rates were given")
    return given
