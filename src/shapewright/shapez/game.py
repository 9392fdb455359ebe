"""The versions of the game whose codes are read: before 1.0, and 1.0.

Version 1.0 added parts of two types and a colour. Everything else that is known of its rules is as before, so that a
game is a matter of what may stand in a code; what machines make of the new parts stands with the rules.

Sources: the web solvers of Vystel (``shapeConstants.js``) and of myaiexp (``shapeClass.js``, ``shapeValidation.js``)
both read ``X``, ``Y`` and ``k``, and in both painters leave ``X`` and ``Y`` as they are; that trade stations give
these, and no miner, say myaiexp (``shapeRenderingPart.js``) and the program of coresolution-develop (``trade.ts``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

from shapewright.errors import NotationError, ProblemError, quote

Game = Literal["0.x", "1.0"]
GAMES: tuple[Game, ...] = get_args(Game)
"""The games whose codes can be read, the one that is meant unless told first."""

UNPAINTED_TYPES = "XY"
"""The types that came with version 1.0, refined and exotic parts, coloured by nature: painters leave them alone."""

BLACK = "k"
"""The colour that came with version 1.0."""

_NEW = frozenset(UNPAINTED_TYPES + BLACK)


def known(game: str) -> None:
    """Raise ``ProblemError`` for a game that is not one of :data:`GAMES`."""
    if game not in GAMES:
        raise ProblemError(f"{quote(str(game))} is not a game; games are {', '.join(GAMES)}")


def is_new(text: str) -> bool:
    """Whether a part, a code or the letter of a colour has something that came with version 1.0.

    >>> is_new("CuXr----"), is_new("CuCr----"), is_new("k")
    (True, False, True)
    """
    return not _NEW.isdisjoint(text)


def read_by(game: str, rows: Sequence[Sequence[str]], place: str = "") -> None:
    """Raise ``NotationError`` if a part of these ``rows`` came with version 1.0, and ``game`` is older.

    >>> read_by("0.x", [["Cu", "Xr"]])
    Traceback (most recent call last):
    shapewright.errors.NotationError: 'Xr' is of version 1.0 of the game; --game 1.0 reads it (in Python game="1.0")
    """
    known(game)
    if game != GAMES[0]:
        return
    for row in rows:
        for part in row:
            if is_new(part):
                where = f" in {quote(place)}" if place else ""
                raise NotationError(
                    f'{quote(part)}{where} is of version 1.0 of the game; --game 1.0 reads it (in Python game="1.0")'
                )
