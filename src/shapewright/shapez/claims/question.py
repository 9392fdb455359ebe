"""What an answer about shapes was asked, read from its ``parameters``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.claims import ElsewhereError
from shapewright.errors import NotationError, quote
from shapewright.shapez.data import source
from shapewright.shapez.data.configuration import Configuration
from shapewright.shapez.game import GAMES

if TYPE_CHECKING:
    from shapewright.claims import Case
    from shapewright.shapez.data.configuration import Need
    from shapewright.shapez.data.known_shapes import Data

__all__ = ["codes_of", "configuration_of", "data_of", "game_of", "layers_of", "prepare"]

MAX_LAYERS = 64


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
    return case.asked.whole("layers", least=1, most=MAX_LAYERS)


def game_of(case: Case) -> str:
    """The version of the game whose codes were read."""
    game = case.asked.text("game") or GAMES[0]
    if game not in GAMES:
        raise NotationError(f"the parameter 'game' is {quote(game)}; games are {', '.join(GAMES)}")
    return game


def configuration_of(case: Case) -> Configuration:
    """The configuration that was asked about."""
    name = case.asked.text("configuration")
    if name is None:
        raise NotationError("the parameters have no 'configuration'")
    return Configuration.from_name(name)


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
