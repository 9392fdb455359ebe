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
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from shapewright.cli.input import read_argument
from shapewright.cli.parameters import remember
from shapewright.errors import NotationError, ProblemError

if TYPE_CHECKING:
    from collections.abc import Callable

    from shapewright.cells.grid import Board, Cell
    from shapewright.cells.polyomino import Piece

Command = TypeVar("Command", bound="Callable[..., Any]")

MAX_SECONDS = 10 * 365 * 86400

_FORMAT = "shapewright format"


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
        name = parameter.opts[0] if isinstance(parameter, click.Option) else parameter.make_metavar(context)
        raise NotationError(f"{name} takes a whole number from {minimum} to {maximum}, not {_shown(value)}")

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
    from shapewright.errors import quote

    return quote(text)


# --- What is asked --------------------------------------------------------------------------------------------------


def _read_board(context: click.Context, parameter: click.Parameter, value: str | None) -> Board | None:
    if value is None:
        return None
    from shapewright.cells.grid import Board

    remember(context, parameter, value)
    return read_argument(value, Board.from_text)


def _read_holes(context: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> tuple[Cell, ...]:
    from shapewright.cells.grid import parse_cell

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
    from shapewright.cells.grid import parse_box as parse

    return parse(text)


def _read_pieces(context: click.Context, parameter: click.Parameter, value: str | None) -> tuple[Piece, ...] | None:
    if value is None:
        return None
    from shapewright.cells.pieces import parse_pieces, pieces_from_text

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
one_unless = click.option(
    "--limit", default="1", show_default=True, callback=whole_number(1, 10**12), metavar="N", help="How many answers."
)
threads = click.option("--threads", callback=whole_number(1, 1024), metavar="N", help="Threads to use.")


def _begin(context: click.Context, parameter: click.Parameter, value: str | None) -> float | None:
    number = seconds(context, parameter, value)
    if number is not None and not context.resilient_parsing:
        from shapewright.cli.deadline import begin

        # Whoever calls the command without 'main' is not to be struck later.
        context.call_on_close(begin(number).end)
    return number


def time_limit(command: Command) -> Command:
    """``--time-limit``: it counts from the first look at the command's options, and the command gets what is left."""
    return _with_time_limit(command, "Stop after so many seconds.")


def effort(command: Command) -> Command:
    """The same for a command that checks claims: it ends in time, too, and says what it has not checked."""
    words = "Recompute claims for so many seconds (60 unless given); what takes longer is not checked."
    return _with_time_limit(command, words)


def _with_time_limit(command: Command, words: str) -> Command:
    @wraps(command)
    def in_time(*values: Any, time_limit: float | None, **named: Any) -> Any:
        if time_limit is not None:
            from shapewright.cli.deadline import current
            from shapewright.jobs.limits import Seconds

            deadline = current()
            if deadline is not None:
                # Not 0, however late it is: the verb says what it has by then.
                time_limit = Seconds(max(deadline.left(), 1e-6), of=time_limit)
        return command(*values, time_limit=time_limit, **named)

    # Eager: what the other options take to be read counts.
    decorate = click.option("--time-limit", callback=_begin, is_eager=True, metavar="SECONDS", help=words)
    return cast("Command", decorate(in_time))


def _writable(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    if value is None:
        return None
    from shapewright.storage.files import check_writable

    if not value:
        raise ProblemError(f"{parameter.opts[0]} takes the name of a file, and the name is empty")
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
    if value and context.meta.setdefault(_FORMAT, parameter.name) != parameter.name:
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
    "hole",
    "hole_box",
    "json_output",
    "jsonl_output",
    "limit",
    "one_unless",
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
