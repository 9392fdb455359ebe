"""The game at the prompt: a person drops pieces one by one, or a script on standard input does."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

import click

from shapewright.cli import ANSWER, options
from shapewright.cli.output import envelope, print_text
from shapewright.cli.stacking.answer import drop_lines, picture_text, verdict
from shapewright.cli.stacking.problem import Stated, grid
from shapewright.errors import NotationError, ProblemError, ShapewrightError, StoppedError, quote
from shapewright.storage.json import json_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapewright.stacking import Drop, Game

HELP = """\
PIECE COLUMN [ROTATION]   drop a piece, such as  L 0 90  (with a SEQUENCE: COLUMN [ROTATION] drops the next one)
undo [N]                  take the last drop (or N of them) back
solve [PIECES]            what the solver would do with PIECES, or with what is still to come
take [N]                  do what the solver said: all of it, or the first N drops
show   pieces             the stack; the pieces with their rotations
new   help   quit"""

_WORDS = ("undo", "solve", "take", "show", "pieces", "new", "help", "quit")
_MAX_LINE = 20_000


@click.command()
@click.argument("sequence", required=False)
@grid
@click.option(
    "--search-time-limit",
    callback=options.seconds,
    metavar="SECONDS",
    help="At most so many seconds for each plan that 'solve' or 'take' looks for; 10 unless given.",
)
@options.json_output
@options.quiet
@options.verbose
def play(
    sequence: str | None, stated: Stated, search_time_limit: float | None, as_json: bool, quiet: bool, verbose: bool
) -> int:
    """Drop pieces one by one and see the stack: any pieces, or those of SEQUENCE in their order.

    Lines are read from the terminal, or as a script from standard input; 'help' lists what they may be. A script ends
    at the first line that makes no sense, with exit code 2. With -q only the end is shown.
    """
    started = time.monotonic()
    table = Table(stated, sequence, search_time_limit or 10.0)
    at_prompt = sys.stdin is not None and sys.stdin.isatty()
    talk = not quiet and not as_json
    if at_prompt and talk:
        print_text(f"{HELP}\n{table.state()}")
    for number, line in _lines(at_prompt):
        try:
            said = table.do(line)
        except ShapewrightError as error:
            if not at_prompt:
                kind = StoppedError if isinstance(error, StoppedError) else NotationError
                raise kind(f"line {number}: {error}") from None
            said = f"error: {error}"
        if said is None:
            break
        if said and talk:
            print_text(said)
    if as_json:
        print_text(json_text(envelope(complete=True, seconds=time.monotonic() - started, **table.to_json())))
    elif quiet or not at_prompt:
        print_text(table.state())
    return ANSWER


def _lines(at_prompt: bool) -> Iterator[tuple[int, str]]:
    """The lines with their numbers, without comments and blank ones, as they come."""
    if sys.stdin is None:
        return
    number = 0
    while True:
        if at_prompt:
            sys.stdout.write("> ")
            sys.stdout.flush()
        try:
            line = sys.stdin.readline(_MAX_LINE)
        except UnicodeDecodeError:
            raise NotationError(f"line {number + 1} of the script is not text") from None
        if not line:
            return
        number += 1
        text = line.strip()
        if text and not text.startswith("%"):
            yield number, text


class Table:
    """A game, the pieces that are still to come if they are known, and what the solver said last."""

    def __init__(self, stated: Stated, sequence: str | None, time_limit: float) -> None:
        from shapewright.stacking.notation.sequence import parse_sequence

        self._stated = stated
        self._time_limit = time_limit
        self._advice: tuple[Drop, ...] = ()
        self.game = self._new()
        self._sequence = None if sequence is None else parse_sequence(sequence, self.game.pieces)
        if self._sequence is not None:
            self.game.problem(self._sequence)  # what can never fall is refused now

    def do(self, line: str) -> str | None:
        """Carry a line out; what to print, or None to end."""
        word, *rest = line.split()
        if word == "quit":
            return None
        names = {piece.name for piece in self.game.pieces}
        if word in names or (self._sequence is not None and word.isdigit()):
            return self._drop([word, *rest] if word in names else [self._next(), word, *rest])
        if word not in _WORDS:
            first = "a column" if self._sequence is not None else "a piece"
            raise NotationError(f"{quote(word)} is neither {first} nor one of {', '.join(_WORDS)}")
        if word in ("show", "pieces", "new", "help") and rest:
            raise NotationError(f"{quote(rest[0])} does not belong after {word!r}")
        if word == "undo":
            return self._undo(_number(rest, "undo", 1))
        if word == "solve":
            return self._solve("".join(rest) if len(rest) == 1 else " ".join(rest))
        if word == "take":
            return self._take(_number(rest, "take", len(self._advice)))
        if word == "new":
            self.game, self._advice = self._new(), ()
            return self.state()
        if word == "help":
            return HELP
        if word == "pieces":
            from shapewright.cli.stacking.show import piece_text

            return "\n\n".join(map(piece_text, self.game.pieces))
        return self.state()

    def state(self) -> str:
        """The stack, and what is to be known about it."""
        lines = [picture_text(self.game.mosaic())] if self.game.stack else []
        lines.append(f"height {self.game.height}, holes {self.game.holes}, pieces {len(self.game.drops)}")
        if self._sequence is not None:
            ahead = self._sequence[len(self.game.drops) :]
            more = " ..." if len(ahead) > 20 else ""
            lines.append(f"to come: {' '.join(ahead[:20])}{more}" if ahead else "nothing is still to come")
        return "\n".join(lines)

    def to_json(self) -> dict[str, object]:
        """The game as plain data."""
        from shapewright.stacking.notation.plan import plan_text
        from shapewright.stacking.notation.records import drops_to_json

        return {
            "height": self.game.height,
            "heights": list(self.game.heights),
            "holes": self.game.holes,
            "sequence": [drop.piece for drop in self.game.drops],
            "plan": drops_to_json(self.game.drops),
            "text": plan_text(self.game.drops),
        }

    def _new(self) -> Game:
        from shapewright.stacking import Game

        keywords = self._stated.keywords
        return Game(**{key: value for key, value in keywords.items() if key not in ("hold", "objective")})

    def _next(self) -> str:
        assert self._sequence is not None
        if len(self.game.drops) >= len(self._sequence):
            raise ProblemError("all pieces of the sequence have fallen")
        return self._sequence[len(self.game.drops)]

    def _drop(self, words: list[str]) -> str:
        piece, *numbers = words
        if self._sequence is not None and piece != self._next():
            raise ProblemError(f"{self._next()!r} falls next, not {piece!r}")
        if len(numbers) not in (1, 2) or not all(one.isascii() and one.isdigit() and len(one) < 6 for one in numbers):
            text = quote(" ".join(words))
            raise NotationError(f"{text} is no drop; expected {piece} COLUMN [ROTATION], such as {piece} 0 90")
        self.game.drop(piece, *map(int, numbers))
        self._advice = ()
        return self.state()

    def _undo(self, times: int) -> str:
        if times > len(self.game.drops):
            raise ProblemError(f"there are {len(self.game.drops)} drops to take back, not {times}")
        for _ in range(times):
            self.game.undo()
        self._advice = ()
        return self.state()

    def _solve(self, sequence: str) -> str:
        pieces: str | tuple[str, ...] = sequence
        if not sequence:
            if self._sequence is None:
                raise ProblemError("'solve' needs to know which pieces come, such as 'solve IOT'")
            pieces = self._sequence[len(self.game.drops) :]
        plan = self.game.continuation(pieces, time_limit=self._time_limit)
        if plan is None:
            return "impossible: no plan keeps the height limit"
        self._advice = plan.drops
        return "\n".join([verdict(plan), *drop_lines(plan), picture_text(plan.mosaic())])

    def _take(self, times: int) -> str:
        if not self._advice:
            raise ProblemError("there is nothing to take; ask the solver first, such as 'solve IOT'")
        if times > len(self._advice):
            raise ProblemError(f"the solver said {len(self._advice)} drops, not {times}")
        for drop in self._advice[:times]:
            if self._sequence is not None and drop.piece != self._next():
                raise ProblemError(f"{self._next()!r} falls next, not {drop.piece!r}")
            self.game.drop(drop.piece, drop.column, drop.rotation)
        self._advice = self._advice[times:]
        return self.state()


def _number(words: list[str], command: str, usual: int) -> int:
    """The number after a command, if there is one."""
    if not words:
        return usual
    if len(words) > 1 or not (words[0].isascii() and words[0].isdigit() and len(words[0]) < 7) or int(words[0]) < 1:
        raise NotationError(f"{quote(' '.join(words))} does not belong after {command!r}; expected a number from 1 on")
    return int(words[0])
