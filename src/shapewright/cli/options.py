"""The options that mean the same in every family, and the values they take.

Each is a decorator for a click command, and hands the command a value that is already checked and parsed:

>>> @click.command()
... @board
... @limit
... def solve(board: Board | None, limit: int | None) -> int: ...

========================================  =====================  ================================================
decorator                                 parameter              value
========================================  =====================  ================================================
``board`` ``hole`` ``hole_box``           the same, ``holes``    ``Board``; cells to take away, of both options
``pieces``                                ``pieces``             tuple of ``Piece``
``seed`` ``threads`` ``limit``            the same               int
``time_limit``                            the same               float, seconds
``json_output`` ``jsonl_output``          ``as_json``            bool; at most one of the two
``output`` ``checkpoint`` ``cluster``     the same               str, a path that can be written; an address
``quiet`` ``verbose``                     the same               bool
========================================  =====================  ================================================

Options that are not given are ``None`` (flags ``False``, ``holes`` empty).
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

import click

from shapewright.cli.input import read_argument
from shapewright.errors import NotationError, ProblemError

if TYPE_CHECKING:
    from collections.abc import Callable

    from shapewright.grid import Board, Cell
    from shapewright.polyomino import Piece

Command = TypeVar("Command", bound="Callable[..., Any]")

MAX_SECONDS = 10 * 365 * 86400

_GIVEN = "shapewright given"


_SHOWING = ("as_json", "as_jsonl", "output", "quiet", "verbose")


def given_parameters(context: click.Context) -> dict[str, Any]:
    """The parameters of a command as its user wrote them, without those left at their defaults.

    Those that only say how the answer is shown are left out too.
    """
    from click.core import ParameterSource

    texts = context.meta.get(_GIVEN, {})
    defaults = (ParameterSource.DEFAULT, ParameterSource.DEFAULT_MAP)
    return {
        name: texts.get(name, value)
        for name, value in context.params.items()
        if context.get_parameter_source(name) not in defaults and name not in _SHOWING
    }


def combined(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """One decorator made of several, in the order in which ``--help`` shows them."""

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def whole_number(minimum: int, maximum: int) -> Callable[[click.Context, click.Parameter, str | None], int | None]:
    """The callback of an option that takes a whole number in a range; anything else is answered with the range."""

    def read(context: click.Context, parameter: click.Parameter, value: str | None) -> int | None:
        if value is None:
            return None
        digits = value.removeprefix("+").removeprefix("-")
        # int() alone would take '1_0' and '１', and a long time for a million digits.
        if digits.isascii() and digits.isdigit() and len(digits) <= 30:
            number = int(value)
            if minimum <= number <= maximum:
                return number
        raise NotationError(
            f"{parameter.opts[0]} takes a whole number from {minimum} to {maximum}, not {_shown(value)}"
        )

    return read


def seconds(context: click.Context, parameter: click.Parameter, value: str | None) -> float | None:
    """The callback of an option that takes a number of seconds."""
    if value is None:
        return None
    with suppress(ValueError):
        number = float(value) if len(value) <= 30 and "_" not in value else 0.0
        if 0 < number <= MAX_SECONDS:  # neither nan nor infinity is
            return number
    raise NotationError(
        f"{parameter.opts[0]} takes a number of seconds, more than 0 and at most {MAX_SECONDS}, not {_shown(value)}"
    )


def _shown(text: str) -> str:
    from shapewright.grid import quote

    return quote(text)


def remember(context: click.Context, parameter: click.Parameter, value: object) -> None:
    """Keep what the user wrote of a parameter whose value is parsed, for :func:`given_parameters`."""
    context.meta.setdefault(_GIVEN, {})[parameter.name] = value


# --- What is asked --------------------------------------------------------------------------------------------------


def _read_board(context: click.Context, parameter: click.Parameter, value: str | None) -> Board | None:
    if value is None:
        return None
    from shapewright.grid import Board

    remember(context, parameter, value)
    return read_argument(value, Board.from_text)


def _read_holes(context: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> tuple[Cell, ...]:
    from shapewright.grid import parse_cell

    remember(context, parameter, list(values))
    return tuple(parse_cell(value) for value in values)


def _read_boxes(context: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> tuple[Cell, ...]:
    remember(context, parameter, list(values))
    return tuple(cell for value in values for cell in parse_box(value))


def parse_box(text: str) -> tuple[Cell, ...]:
    """The cells of a box ``X,Y,WxH`` or ``X,Y,Z,WxHxD``: its corner next to the origin, then its size.

    >>> parse_box("6,6,2x1")
    ((6, 6), (7, 6))
    """
    from shapewright.grid import parse_box as parse

    return parse(text)


def _read_pieces(context: click.Context, parameter: click.Parameter, value: str | None) -> tuple[Piece, ...] | None:
    if value is None:
        return None
    from shapewright.polyomino import parse_pieces, pieces_from_text

    remember(context, parameter, value)
    return read_argument(value, parse_pieces, pieces_from_text)


board = click.option(
    "--board",
    metavar="BOARD",
    callback=_read_board,
    help="WxH, WxHxD, rows joined by /, a file, or - (standard input).",
)
hole = click.option(
    "--hole",
    "holes",
    metavar="X,Y",
    multiple=True,
    callback=_read_holes,
    help="A cell to take away; repeatable.",
)
hole_box = click.option(
    "--hole-box",
    "hole_boxes",
    metavar="X,Y,WxH",
    multiple=True,
    callback=_read_boxes,
    help="A box of cells to take away: its lower left corner and its size.",
)
pieces = click.option(
    "--pieces",
    metavar="PIECES",
    callback=_read_pieces,
    help="[COUNT*]NAME,...: sets (pentominoes), single pieces (T4, 2*Y5, any*L3), a piece file, or -.",
)

# --- How it is answered ---------------------------------------------------------------------------------------------

seed = click.option("--seed", callback=whole_number(0, 2**64 - 1), metavar="N", help="The same seed, the same answer.")
limit = click.option("--limit", callback=whole_number(1, 10**12), metavar="N", help="At most so many answers.")
threads = click.option("--threads", callback=whole_number(1, 1024), metavar="N", help="Threads to use.")
time_limit = click.option("--time-limit", callback=seconds, metavar="SECONDS", help="Stop after so many seconds.")
effort = click.option(
    "--time-limit",
    callback=seconds,
    metavar="SECONDS",
    help="Recompute claims for so many seconds (60 unless given); what takes longer is not checked.",
)


def _writable(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    if value is None:
        return None
    from shapewright.files import check_writable

    if value == "-":
        raise ProblemError(f"{parameter.opts[0]} takes the name of a file; answers go to standard output without it")
    check_writable(value)
    return value


checkpoint = click.option(
    "--checkpoint", metavar="FILE", callback=_writable, help="Keep finished work in FILE and go on from there."
)
cluster = click.option("--cluster", metavar="ADDRESS", help="Work on a Dask cluster, such as tcp://host:8786.")

# --- How it is shown ------------------------------------------------------------------------------------------------


def _one_format(context: click.Context, parameter: click.Parameter, value: bool) -> bool:
    if value:
        key = f"{_GIVEN} format"
        if context.meta.setdefault(key, parameter.name) != parameter.name:
            raise NotationError("--json and --jsonl are two formats; give one of them")
    return value


json_output = click.option("--json", "as_json", is_flag=True, callback=_one_format, help="Print one JSON object.")
jsonl_output = click.option(
    "--jsonl", "as_jsonl", is_flag=True, callback=_one_format, help="Print a JSON object a line."
)
output = click.option(
    "-o", "--output", metavar="FILE", callback=_writable, help="Write the answer to FILE, in the format of its suffix."
)
quiet = click.option("-q", "--quiet", is_flag=True, help="No progress, no remarks.")
verbose = click.option("-v", "--verbose", is_flag=True, help="Remarks also when nobody watches.")


def without_holes(board: Board, *holes: tuple[Cell, ...]) -> Board:
    """The board without the cells of ``--hole`` and ``--hole-box``."""
    taken = [cell for cells in holes for cell in cells]
    return board.without(taken) if taken else board


__all__ = [
    "board",
    "checkpoint",
    "cluster",
    "combined",
    "effort",
    "given_parameters",
    "hole",
    "hole_box",
    "json_output",
    "jsonl_output",
    "limit",
    "output",
    "parse_box",
    "pieces",
    "quiet",
    "remember",
    "seconds",
    "seed",
    "threads",
    "time_limit",
    "verbose",
    "whole_number",
    "without_holes",
]
