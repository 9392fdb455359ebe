"""A game at a terminal or by a script: lines that drop pieces, take them back, hold them and ask the solver."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress

from shapewright.errors import NotationError, ProblemError, StoppedError, amount, quote
from shapewright.questions.asked import Asked
from shapewright.questions.desk import Desk
from shapewright.questions.fields import Seconds
from shapewright.questions.question import Answer
from shapewright.questions.screen import Screen
from shapewright.questions.stacking._fields import HOLD, SEQUENCE, keywords
from shapewright.questions.stacking._plans import drop_lines, in_words
from shapewright.stacking import Drop, Game, Plan, first
from shapewright.stacking.notation.piece_file import piece_text
from shapewright.stacking.notation.plan import plan_text
from shapewright.stacking.notation.records import drops_to_json
from shapewright.stacking.pieces import parse_sequence
from shapewright.stacking.replay import slots
from shapewright.stacking.rules import next_pieces

SEARCH_SECONDS = 10.0
SEARCH_TIME_LIMIT = Seconds(
    "search_time_limit",
    "Maximum number of seconds for each plan that 'solve' or 'take' looks for.",
    usual=f"{SEARCH_SECONDS:g}",
)
_COLOURS = re.compile("\x1b\\[[0-9;]*m")
_WORDS = ("undo", "hold", "solve", "take", "best", "show", "pieces", "new", "help", "quit")


def started(asked: Asked) -> Game:
    """An empty game by these rules."""
    stated = keywords(asked)
    return Game(**{key: value for key, value in stated.items() if key not in ("hold", "objective")})


def game_keys(game: Game) -> dict[str, object]:
    """The game as plain data."""
    return {
        "height": game.height,
        "heights": list(game.heights),
        "holes": game.holes,
        "sequence": [drop.piece for drop in game.drops],
        "plan": drops_to_json(game.drops),
        "text": plan_text(game.drops),
    }


class Talk:
    """A game, the pieces that are still to come if they are known, and what the solver said last."""

    help = """\
PIECE COLUMN [ROTATION]   drop a piece, such as  L 0 90  (with a SEQUENCE: COLUMN [ROTATION] drops the next one);
                          with --drop soft, moves may follow the rotation: d l r a c (down, left, right, turns),
                          such as  L 0 90 3d2r  for three rows down and two columns to the right
undo [N]                  take back the last drop (or the last N)
hold                      with --hold: put the piece that falls aside, for the one that is held or comes next
solve [PIECES]            show what the solver would do with PIECES, or with the pieces still to come
take [N]                  play what the solver showed: all of it, or the first N drops
best                      say how low a stack of the whole SEQUENCE can be, and of what is still to come on this one
show   pieces             show the stack; show the pieces with their rotations
new   help   quit"""
    takes_blank = False

    def __init__(self, asked: Asked, desk: Desk) -> None:
        self._asked = asked
        self._time_limit = asked[SEARCH_TIME_LIMIT] or SEARCH_SECONDS
        self._advice: tuple[Drop, ...] = ()
        self.game = started(asked)
        sequence = asked[SEQUENCE]
        self._hold: bool = asked[HOLD]
        self._aside = False  # the other of two pieces falls
        self._best: Plan | None = None
        self._sequence = None if sequence is None else parse_sequence(sequence, self.game.pieces)
        if self._sequence is not None:
            self.game.problem(self._sequence)  # what can never fall is refused now
        elif self._hold:
            raise ProblemError(f"{desk.option('hold')} only applies with a sequence")

    def do(self, line: str, screen: Screen) -> str | None:
        """Carry out a line; what to print, or None to end."""
        word, *rest = line.split()
        if word == "quit":
            return None
        names = {piece.name for piece in self.game.pieces}
        if word in names or (self._sequence is not None and word.isdigit()):
            return self._drop([word, *rest] if word in names else [self._next(), word, *rest], screen)
        if word not in _WORDS:
            first = "a column" if self._sequence is not None else "a piece"
            raise NotationError(f"{quote(word)} is neither {first} nor one of {', '.join(_WORDS)}")
        if word in ("hold", "best", "show", "pieces", "new", "help") and rest:
            raise NotationError(f"{quote(rest[0])} does not belong after {word!r}")
        if word == "hold":
            if not self._hold:
                raise ProblemError("nothing can be held; start with a sequence and --hold")
            if len(self._due()) < 2:
                raise ProblemError("there is no other piece to exchange this one for")
            self._aside = not self._aside
            return self.state(screen)
        if word == "best":
            if self._sequence is None:
                raise ProblemError("'best' needs to know which pieces come; start with a sequence")
            best = self._at_best()
            lines = [f"lowest possible: {'nothing keeps the height limit' if best is None else in_words(best)}"]
            left = self._left()
            if left and self.game.drops:
                plan = self.game.continuation(left, hold=self._hold, time_limit=self._time_limit)
                lines.append(f"from here: {'nothing keeps the height limit' if plan is None else in_words(plan)}")
            return "\n".join(lines)
        if word == "undo":
            times = _number(rest, "undo", 1)
            if times > len(self.game.drops):
                raise ProblemError(f"the game has {amount(len(self.game.drops), 'drop')} to take back, not {times}")
            for _ in range(times):
                self.game.undo()
            self._advice, self._aside = (), False
            return self.state(screen)
        if word == "solve":
            return self._solve("".join(rest) if len(rest) == 1 else " ".join(rest), screen)
        if word == "take":
            return self._take(_number(rest, "take", len(self._advice)), screen)
        if word == "new":
            self.game, self._advice, self._aside = started(self._asked), (), False
            return self.state(screen)
        if word == "help":
            return self.help
        return "\n\n".join(map(piece_text, self.game.pieces)) if word == "pieces" else self.state(screen)

    def state(self, screen: Screen) -> str:
        """The stack, and what is to be known about it."""
        lines = []
        if self.game.stack:
            drawn = screen.draw(self.game.mosaic())
            lines = [drawn, column_numbers(drawn, self.game.width)]
        lines.append(f"height {self.game.height}, holes {self.game.holes}, pieces {len(self.game.drops)}")
        if self._sequence is not None:
            lines += self._to_come(self._sequence)
        return "\n".join(lines)

    def _to_come(self, sequence: Sequence[str]) -> list[str]:
        """What falls next, what is held, and what comes after that; at the end how low the stack could have been."""
        due = self._due()
        if not due:
            lines = ["no more pieces to come"]
            with suppress(StoppedError):  # a plan within the height limit may be hard to find
                best = self._at_best()
                lines += [] if best is None else [f"lowest possible: {in_words(best)}"]
            return lines
        piece, held, _ = due[0]
        used, _ = self._progress()
        ahead = sequence[used:]
        more = " ..." if len(ahead) > 20 else ""
        if not self._hold:
            return [f"to come: {' '.join(ahead[:20])}{more}"]
        after = ahead[due[0][2] :]
        said = f"falls: {piece}, held: {held or 'nothing'}"
        return [f"{said}, to come: {' '.join(after[:20])}{more}" if after else f"{said}, nothing more to come"]

    def _progress(self) -> tuple[int, str | None]:
        """How many pieces of the sequence are used up, and what is held."""
        assert self._sequence is not None
        dropped = [drop.piece for drop in self.game.drops]
        if not self._hold:
            return len(dropped), None
        steps = list(slots(self._sequence, dropped, hold=True))
        return steps[-1] if steps else (0, None)

    def _due(self) -> list[tuple[str, str | None, int]]:
        """The pieces that may fall, the one whose turn it is first; with what is then held, and how many are used."""
        assert self._sequence is not None
        used, held = self._progress()
        due = list(next_pieces(self._sequence[used : used + 2], held, self._hold))
        return due[::-1] if self._aside else due

    def _at_best(self) -> Plan | None:
        """The lowest stack of the whole sequence, which is found once."""
        if self._best is None:
            assert self._sequence is not None
            whole = started(self._asked).problem(self._sequence, hold=self._hold)
            self._best = first(whole, time_limit=self._time_limit)
        return self._best

    def _left(self) -> tuple[str, ...]:
        """The pieces that are still to fall, what is held first."""
        assert self._sequence is not None
        used, held = self._progress()
        return (*(() if held is None else (held,)), *self._sequence[used:])

    def answer(self) -> Answer:
        """The game as it stands."""
        return Answer(game_keys(self.game), f"height {self.game.height}", text=self.state)

    def _next(self) -> str:
        due = self._due()
        if not due:
            raise ProblemError("all pieces of the sequence have fallen")
        return due[0][0]

    def _check_due(self, piece: str) -> None:
        if self._sequence is not None and piece != self._next() and piece not in [name for name, _, _ in self._due()]:
            raise ProblemError(f"{self._next()!r} falls next, not {piece!r}")

    def _drop(self, words: list[str], screen: Screen) -> str:
        piece, *numbers = words
        self._check_due(piece)
        path = numbers.pop() if len(numbers) > 1 and not numbers[-1].isdigit() else ""
        if len(numbers) not in (1, 2) or not all(one.isascii() and one.isdigit() and len(one) < 6 for one in numbers):
            text = quote(" ".join(words))
            raise NotationError(f"{text} is not a drop; expected {piece} COLUMN [ROTATION], such as {piece} 0 90")
        column, rotation = [*map(int, numbers), 0][:2]
        self.game.drop(piece, column, rotation, path)
        self._advice, self._aside = (), False
        return self.state(screen)

    def _solve(self, sequence: str, screen: Screen) -> str:
        pieces: str | tuple[str, ...] = sequence
        if not sequence:
            if self._sequence is None:
                raise ProblemError("'solve' needs to know which pieces come, such as 'solve IOT'")
            pieces = self._left()
        plan = self.game.continuation(pieces, hold=self._hold and not sequence, time_limit=self._time_limit)
        if plan is None:
            return "impossible: no plan keeps the height limit"
        self._advice = plan.drops
        before = [drop.piece for drop in self.game.drops]
        lines = drop_lines(plan) if sequence else drop_lines(plan, self._sequence or (), before)
        return "\n".join([in_words(plan), *lines, screen.draw(plan.mosaic())])

    def _take(self, times: int, screen: Screen) -> str:
        if not self._advice:
            raise ProblemError("there is nothing to take; ask the solver first, such as 'solve IOT'")
        if times > len(self._advice):
            raise ProblemError(f"the solver showed {amount(len(self._advice), 'drop')}, not {times}")
        for drop in self._advice[:times]:
            self._check_due(drop.piece)
            self.game.drop(drop.piece, drop.column, drop.rotation, drop.path)
        self._advice, self._aside = self._advice[times:], False
        return self.state(screen)


def column_numbers(drawn: str, width: int) -> str:
    """The numbers of ``width`` columns, to stand below a stack as it is drawn; where that is small, their last digits.

    >>> column_numbers("└───┴───────┘", 3)
    '  0   1   2'
    """
    last = _COLOURS.sub("", drawn.rsplit("\n", 1)[-1])
    each = len(last) // width
    numbers = [str(x if each > 2 else x % 10) for x in range(width)]
    if each < 3:
        return "".join(number.ljust(each) for number in numbers).rstrip()
    return ("".join(f"{number:^{each}}" if each % 2 else f" {number:^{each - 1}}" for number in numbers)).rstrip()


def _number(words: list[str], command: str, usual: int) -> int:
    """The number after a command, if there is one."""
    if not words:
        return usual
    if len(words) > 1 or not (words[0].isascii() and words[0].isdigit() and len(words[0]) < 7) or int(words[0]) < 1:
        raise NotationError(f"{quote(' '.join(words))} does not belong after {command!r}; expected a number, 1 or more")
    return int(words[0])
