"""What is cleared, and by which rules, as the commands of this family are told: options, fields, queues, fumens."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

import click

from shapewright.cli import options
from shapewright.cli.input import read_argument
from shapewright.errors import NotationError, ProblemError

if TYPE_CHECKING:
    from collections.abc import Callable

    from shapewright.clear import Field, Queue
    from shapewright.clear.notation.fumen import Fumen
    from shapewright.clear.problem import Problem
    from shapewright.clear.rules import Drop

Command = TypeVar("Command", bound="Callable[..., Any]")

MAX_HEIGHT = 20


def read_drop(text: str) -> Drop:
    """A way to drop pieces, also in solution-finder's words."""
    from shapewright.clear.notation.comment import read_drop as read

    return read(text)


def read_hold(text: str) -> bool | None:
    """Whether ``use`` or ``avoid`` says that hold may be used; None for another word."""
    from shapewright.clear.notation.comment import read_hold as read

    return read(text)


def _drop_of(context: click.Context, parameter: click.Parameter, value: str | None) -> Drop | None:
    return None if value is None else read_drop(value)


def _drop(default: str | None) -> Callable[[Command], Command]:
    told = "How pieces come down: soft (the default), hard or t-softdrop."
    return click.option("--drop", "-d", default=default, callback=_drop_of, metavar="HOW", help=told)


def _kicks(default: str | None) -> Callable[[Command], Command]:
    told = "Kick system: srs (the default), another name, or a .properties file."
    return click.option("--kicks", "-K", default=default, metavar="NAME", help=told)


def _height(unless: str) -> Callable[[Command], Command]:
    read, told = options.whole_number(1, MAX_HEIGHT), f"Clear N lines; {unless}."
    return click.option("--height", "--clear-line", "-c", "height", callback=read, metavar="N", help=told)


def _one_field(context: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> str | None:
    if len(values) > 1:
        raise NotationError("two fields are given: --field and --tetfu are two names of one option")
    return values[0] if values else None


field = click.option(
    "--field",
    "--tetfu",
    "-t",
    "field",
    metavar="FIELD",
    multiple=True,
    callback=_one_field,
    help="Rows joined by / (top row first), a fumen, a file with either, or -; empty unless given.",
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
save = click.option("--save", "--saves", "save", metavar="PIECES", help="What is left over must be so: T, T&&!S, T||I.")

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
    from shapewright.clear.piece import read_piece

    use_hold = not no_hold
    if hold is not None and (said := read_hold(hold)) is not None:
        hold, use_hold = None, said and use_hold
    elif hold is not None:
        if no_hold:
            raise NotationError("--hold and --no-hold exclude each other")
        hold = read_piece(hold, "in --hold")
    start, fumen = read_start(field, page)
    queue = None if fumen is None else fumen.pages[-1].queue
    if queue is not None and hold is not None:
        from shapewright.clear.queue import Queue

        queue = Queue(queue.pieces, hold)
    return Game(start, fumen, queue, hold, use_hold, height, kicks, drop, save)


def read_start(field: str | None, page: int | None) -> tuple[Field, Fumen | None]:
    """The field that ``--field`` and ``--page`` give, and the fumen it came in, up to that page.

    If a piece is on the page, the field is that after it. Raises ``ProblemError`` for a page that there is not.
    """
    from shapewright.clear.field import Field
    from shapewright.clear.notation.fumen import Fumen, is_fumen
    from shapewright.clear.rules import place

    def read(text: str) -> Field | Fumen:
        return Fumen.from_text(text) if is_fumen(text) else Field.from_text(text)

    if field is None:
        found: Field | Fumen = Field()
    else:
        found = read(field) if is_fumen(field) else read_argument(field, read)
    if isinstance(found, Field):
        if page is not None:
            raise ProblemError("--page is for a fumen, and the field is none")
        return found, None
    number = page or 1
    if number > len(found.pages):
        pages = "1 page" if len(found.pages) == 1 else f"{len(found.pages)} pages"
        raise ProblemError(f"the fumen has {pages}, and page {number} is asked for")
    found = replace(found, pages=found.pages[:number])
    chosen = found.pages[-1]
    try:
        return (chosen.field if chosen.placement is None else place(chosen.field, chosen.placement)), found
    except ProblemError as error:
        raise NotationError(f"page {number} of the fumen: {error}") from None
