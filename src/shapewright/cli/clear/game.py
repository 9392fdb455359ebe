"""What is cleared, and by which rules, as the commands of this family are told: options, fields, queues, fumens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click

from shapewright.cli import options
from shapewright.cli.input import read_argument
from shapewright.cli.output import remark
from shapewright.errors import NotationError, ProblemError

if TYPE_CHECKING:
    from collections.abc import Callable

    from shapewright.clear import Field, Queue
    from shapewright.clear.notation.fumen import Fumen
    from shapewright.clear.notation.start import Start
    from shapewright.clear.problem import Problem
    from shapewright.clear.rules import Drop

Command = TypeVar("Command", bound="Callable[..., Any]")

MAX_HEIGHT = 20

_HALF_TURNS = "shapewright clear half turns"


def _drop_of(context: click.Context, parameter: click.Parameter, value: str | None) -> Drop | None:
    if value is None:
        return None
    from shapewright.clear.rules import needs_half_turns, read_drop

    if needs_half_turns(value):
        context.meta[_HALF_TURNS] = value
        _compare(context, context.params.get("kicks"))
    return read_drop(value)


def _kicks_of(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    _compare(context, value)
    return value


def _compare(context: click.Context, kicks: str | None) -> None:
    """Refuse ``--drop 180`` with kicks that have no half turns; whichever of the two options is read last asks."""
    if kicks is not None and _HALF_TURNS in context.meta:
        from shapewright.clear.kicks import Kicks
        from shapewright.clear.rules import read_drop

        read_drop(context.meta[_HALF_TURNS], Kicks.find(kicks))


def drop_as_typed(drop: str) -> str:
    """The word for a way to drop pieces that the running command was given, if it is more than the option keeps."""
    return str(click.get_current_context().meta.get(_HALF_TURNS, drop))


def _drop(default: str | None) -> Callable[[Command], Command]:
    told = "How pieces come down: soft (the default), hard or t-softdrop; also solution-finder's words, such as 180."
    return click.option("--drop", "-d", default=default, callback=_drop_of, metavar="HOW", help=told)


def _kicks(default: str | None) -> Callable[[Command], Command]:
    told = "Kick system: srs (the default), another name such as jstris180, or a .properties file."
    return click.option("--kicks", "-K", default=default, callback=_kicks_of, metavar="NAME", help=told)


def _height(unless: str) -> Callable[[Command], Command]:
    read, told = options.whole_number(1, MAX_HEIGHT), f"Clear N lines; {unless}."
    return click.option("--height", "--clear-line", "-c", "height", callback=read, metavar="N", help=told)


def _one_field(context: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> str | None:
    if len(values) > 1:
        from shapewright.errors import quote

        both = " and ".join(map(quote, values[:2]))
        raise NotationError(f"two fields are given, {both}; --field, --tetfu and -t are names of one option")
    return values[0] if values else None


field = click.option(
    "--field",
    "--tetfu",
    "-t",
    "--field-path",
    "-fp",
    "field",
    metavar="FIELD",
    multiple=True,
    callback=_one_field,
    help="Rows joined by / (top row first), a fumen (#2: its page 2), a file with either, or -; empty unless given.",
)
page = click.option("-P", "--page", callback=options.whole_number(1, 10**6), metavar="N", help="Page of the fumen (1).")
hold = click.option("--hold", "-H", metavar="X", help="The piece in hold; or use (the default) or avoid.")
no_hold = click.option("--no-hold", is_flag=True, help="The same as --hold avoid: pieces come down in their order.")
height = _height("as few as possible unless given")
four_lines = _height("4 unless given")
kicks = _kicks("srs")
drop = _drop("soft")
told_kicks = _kicks(None)
"""Kicks where something else, such as a file, may tell them."""
told_drop = _drop(None)
no_list = click.option(
    "--no-list", is_flag=True, help="Search also where a list of queues without a clear has the answer."
)


def joined_conditions(context: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> str | None:
    """Several save conditions as one text, so that none of them is left out."""
    return ",".join(values) if values else None


save = click.option(
    *("--save", "--saves"),
    "save",
    multiple=True,
    callback=joined_conditions,
    metavar="CONDITION",
    help="The pieces left over: T has a T, TL both, !T no T; T&&L, T||L, /regular expression/.",
)

net = click.option("--net", metavar="FILE", help="A net of clear train orders the moves; the answer stays exact.")

game = options.combined(field, page, hold, no_hold, height, kicks, drop, save)


@dataclass(frozen=True)
class Game:
    """A field and perhaps a queue that came with it, and the rules."""

    field: Field
    fumen: Fumen | None
    """The fumen that the field came in, up to its page."""
    queue: Queue | None
    hold: str | None
    use_hold: bool
    height: int | None
    kicks: str
    drop: Drop
    save: str | None

    def problem(self, queue: Queue) -> Problem:
        """The problem of clearing the field with that queue."""
        from shapewright.clear.kicks import Kicks
        from shapewright.clear.problem import Problem

        system = Kicks.find(self.kicks)
        return Problem(self.field, queue, self.height, system, self.drop, self.use_hold, self.save)

    def read_queue(self, text: str) -> Queue:
        """A queue in text, with the piece that ``--hold`` gives."""
        from shapewright.clear.queue import Queue

        queue = Queue.from_text(text)
        if self.hold is None or queue.hold == self.hold:
            return queue
        if queue.hold is not None:
            raise NotationError(f"the queue {queue} has {queue.hold} in hold, and --hold says {self.hold}")
        return Queue(queue.pieces, self.hold)


def read_game(
    field: str | None,
    hold: str | None,
    no_hold: bool,
    height: int | None,
    kicks: str,
    drop: Drop,
    save: str | None,
    page: int | None = None,
) -> Game:
    """What the options of :data:`game` say."""
    from shapewright.clear.notation.comment import read_hold
    from shapewright.clear.piece import read_piece

    use_hold = not no_hold
    if hold is not None and (said := read_hold(hold)) is not None:
        hold, use_hold = None, said and use_hold
    elif hold is not None:
        if no_hold:
            raise NotationError("--hold and --no-hold exclude each other")
        hold = read_piece(hold, "in --hold")
    start = read_start(field, page)
    queue = None if start.page is None else start.page.queue
    if queue is not None and hold is not None:
        from shapewright.clear.queue import Queue

        queue = Queue(queue.pieces, hold)
    height = start.height if height is None else height
    return Game(start.field, start.fumen, queue, hold, use_hold, height, kicks, drop, save)


def read_start(field: str | None, page: int | None) -> Start:
    """The field that ``--field`` and ``--page`` give, and the fumen it came in, up to that page.

    Raises what :func:`shapewright.clear.notation.start.read_start` does.
    """
    from shapewright.clear.field import Field
    from shapewright.clear.notation.fumen import is_fumen
    from shapewright.clear.notation.start import Start
    from shapewright.clear.notation.start import read_start as read

    if field is None:
        if page is not None:
            raise ProblemError("--page applies to a fumen only, and no field is given")
        return Start(Field())
    if is_fumen(field):
        return _noted(read(field, page), page)
    return _noted(read_argument(field, lambda text: read(text, page)), page)


def _noted(start: Start, page: int | None) -> Start:
    """Say which page of several was taken, if the user did not."""
    if start.left_out and page is None:
        remark(f"clear: page 1 of {start.left_out + 1} of the fumen; --page chooses another one")
    return start
