"""What is to be packed, as the commands read it: the argument BAG, --random, --pieces; and boxes."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from shapewright.cli import options
from shapewright.cli.input import read_argument
from shapewright.errors import NotationError, ProblemError

if TYPE_CHECKING:
    from collections.abc import Callable

    from shapewright.cells.polyomino import Piece
    from shapewright.packing import Bag

Command = TypeVar("Command", bound="Callable[..., Any]")

_EVEN = "Draw bags with an even number of T only."


def _read_bag(context: click.Context, parameter: click.Parameter, value: str | None) -> Bag | None:
    if value is None:
        return None
    from shapewright.packing import Bag

    options.remember(context, parameter, value)
    return read_argument(value, Bag.from_text)


def _read_box(context: click.Context, parameter: click.Parameter, value: str | None) -> tuple[int, int] | None:
    if value is None:
        return None
    from shapewright.cells.grid import parse_size
    from shapewright.errors import quote

    size = parse_size(value)
    if size is None or len(size) != 2:
        raise NotationError(f"{quote(value)} is not a box; expected WxH such as 8x8")
    options.remember(context, parameter, value)
    return size[0], size[1]


bag = click.argument("bag", metavar="[BAG]", required=False, callback=_read_bag)
box = click.option("--box", metavar="WxH", callback=_read_box, help="A given box.")
random = click.option(
    "--random", "drawn", metavar="N", callback=options.whole_number(1, 1 << 17), help="A random bag of N pieces."
)
even_t = click.option("--even-t", is_flag=True, help=_EVEN)


def _read_solver(context: click.Context, parameter: click.Parameter, value: str) -> str:
    if value == "auto":
        return value
    from shapewright.packing.solvers import checked_solver

    return checked_solver(value)


solver = click.option(
    "--solver",
    default="auto",
    metavar="NAME",
    callback=_read_solver,
    help="auto (the default), hybrid, exhaustive, exact-cover, growing-square, greedy, rectangles, dissection or walk.",
)


def asked(command: Command) -> Command:
    """Decorator: the ways to say what is packed; the command gets one ``asked``, a bag or pieces."""

    @wraps(command)
    def with_bag(
        *,
        bag: Bag | None,
        drawn: int | None,
        even_t: bool,
        pieces: tuple[Piece, ...] | None,
        seed: int | None,
        **rest: Any,
    ) -> Any:
        given = sum(one is not None for one in (bag, drawn, pieces))
        if given != 1:
            what = "two ways to say what is packed are given" if given else "there is nothing to pack"
            raise ProblemError(f"{what}; give a bag such as 'I8 J13', --random N, or --pieces")
        if even_t and drawn is None:
            raise ProblemError("--even-t is about a bag that is drawn; it belongs to --random")
        whole: Bag | tuple[Piece, ...] | None = bag or pieces
        if drawn is not None:
            from shapewright.packing import Bag

            whole = Bag.random(drawn, seed=seed or 0, even_t=even_t)
        return command(asked=whole, seed=seed or 0, **rest)

    return options.combined(bag, random, even_t, options.pieces, options.seed)(with_bag)  # type: ignore[return-value]
