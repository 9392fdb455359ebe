"""What is cleared, and by which rules, as the commands of this family are told: options, fields, queues, fumens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from shapewright.cli import options
from shapewright.cli.input import names_file, parse_content, read_text
from shapewright.errors import NotationError, ProblemError

if TYPE_CHECKING:
    from shapewright.clear import Field, Queue
    from shapewright.clear.notation.fumen import Fumen
    from shapewright.clear.problem import Problem

field = click.option(
    "--field",
    "--tetfu",
    "-t",
    metavar="FIELD",
    help="Rows joined by / (top row first), a fumen, a file with either, or -; empty unless given.",
)
hold = click.option("--hold", metavar="X", help="The piece in hold.")
no_hold = click.option("--no-hold", is_flag=True, help="Pieces come down in their order.")
height = click.option(
    "--height",
    callback=options.whole_number(1, 20),
    metavar="N",
    help="Clear N lines; as few as possible unless given.",
)
kicks = click.option("--kicks", default="srs", metavar="NAME", help="Kick system, or a .properties file.")
drop = click.option("--drop", default="soft", metavar="HOW", help="How pieces come down: soft, hard or t-softdrop.")
save = click.option("--save", metavar="PIECES", help="What is left over must be so: T, T&&!S, T||I.")

game = options.combined(field, hold, no_hold, height, kicks, drop, save)


@dataclass(frozen=True)
class Game:
    """A field and perhaps a queue that came with it, and the rules."""

    field: Field
    fumen: Fumen | None
    queue: Queue | None
    hold: str | None
    use_hold: bool
    height: int | None
    kicks: str
    drop: str
    save: str | None

    def problem(self, queue: Queue) -> Problem:
        """The problem of clearing the field with that queue."""
        from shapewright.clear.kicks import Kicks
        from shapewright.clear.problem import Problem
        from shapewright.clear.rules import check_drop

        system = Kicks.find(self.kicks)
        return Problem(self.field, queue, self.height, system, check_drop(self.drop), self.use_hold, self.save)

    def read_queue(self, text: str) -> Queue:
        """A queue in text, with the piece that ``--hold`` gives."""
        from shapewright.clear.queue import Queue

        return Queue.from_text(text, self.hold)


def read_game(
    field: str | None,
    hold: str | None,
    no_hold: bool,
    height: int | None,
    kicks: str,
    drop: str,
    save: str | None,
) -> Game:
    """What the options of :data:`game` say."""
    from shapewright.clear.field import Field
    from shapewright.clear.notation.fumen import is_fumen
    from shapewright.clear.piece import read_piece

    if hold is not None and no_hold:
        raise NotationError("--hold and --no-hold exclude each other")
    if hold is not None:
        hold = read_piece(hold, "in --hold")
    fumen: Fumen | None = None
    if field is None:
        found = Field()
    elif not names_file(field) or is_fumen(field):
        found, fumen = _parse(field)
    else:
        found, fumen = parse_content(field, read_text(field), _parse)
    queue = None if fumen is None else fumen.pages[-1].queue
    if queue is not None and hold is not None:
        from shapewright.clear.queue import Queue

        queue = Queue(queue.pieces, hold)
    return Game(found, fumen, queue, hold, not no_hold, height, kicks, drop, save)


def _parse(text: str) -> tuple[Field, Fumen | None]:
    """A field in rows, or a fumen and the field of its last page, after the piece on it if there is one."""
    from shapewright.clear.field import Field
    from shapewright.clear.notation.fumen import Fumen, is_fumen
    from shapewright.clear.rules import place

    if not is_fumen(text):
        return Field.from_text(text), None
    fumen = Fumen.from_text(text)
    last = fumen.pages[-1]
    try:
        return (last.field if last.placement is None else place(last.field, last.placement)), fumen
    except ProblemError as error:
        raise NotationError(f"page {len(fumen.pages)} of the fumen: {error}") from None
