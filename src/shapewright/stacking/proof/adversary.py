"""Are strategies in games against an adversary what they are said to be, and which boards does a sequence leave?

By the rules alone, and slowly. A defence for ever is right if it has the start, and a legal reply to every piece in
every position, each of which leads to a position of it. One for so many drops has to keep what each of its positions is
said to be good for, and an attack has to leave less and less. Boards are numbers with a bit for each cell, so that sets
of many thousands of them are small enough.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from shapewright.errors import amount
from shapewright.stacking.plan import Drop
from shapewright.stacking.survival_rules import Choice, after, letters, lookup, start

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from shapewright.jobs.limits import Clock
    from shapewright.stacking.problem import Problem


_Position = tuple[int, str | None, bool]
"""The board, the piece in hold, and whether it was put there just now."""


class Plays:
    """All plays of sequences in the well of a problem with line clears and a height limit."""

    def __init__(self, problem: Problem) -> None:
        assert problem.height_limit is not None
        self._width, self._height, self._hold = problem.width, problem.height_limit, problem.hold
        self._start: _Position = (sum([1 << (y * problem.width + x) for x, y in problem.board]), None, False)
        self._pieces = letters(problem)
        self._row = (1 << problem.width) - 1
        # Each place of a piece as the cells it takes in every row, the highest row that it can be in first.
        self._falls = {name: list(self._places(problem, name)) for name in self._pieces}

    def _places(self, problem: Problem, name: str) -> Iterator[list[int]]:
        for shape in problem.orientations(name):
            wide, high = shape.size
            for column in range(self._width - wide + 1):
                cells = [(x + column, y) for x, y in shape.cells]
                yield [
                    sum([1 << ((y + low) * self._width + x) for x, y in cells])
                    for low in range(self._height + high, -1, -1)
                ]

    def after(self, sequence: Sequence[str], clock: Clock | None = None) -> int:
        """How many positions are left; raises ``StoppedError`` when the time of ``clock`` is over."""
        positions = {self._start}
        for piece in sequence:
            positions = self.follow(positions, piece, clock)
        return len(positions)

    def deadly_of(self, length: int, clock: Clock | None = None) -> tuple[str, ...] | None:
        """The first deadly sequence of so many pieces, if there is one."""
        for sequence in product(self._pieces, repeat=length):
            if not self.after(sequence, clock):
                return sequence
        return None

    def follow(self, positions: set[_Position], piece: str, clock: Clock | None = None) -> set[_Position]:
        """All positions that ``piece`` leads to from some of these."""
        found: set[_Position] = set()
        for number, (board, held, locked) in enumerate(positions):
            if clock is not None and number % 256 == 0:
                clock.check("every play was followed")
            found.update([(landed, held, False) for landed in self._landed(board, piece)])
            if not self._hold or locked or held == piece:
                continue
            if held is None:
                found.add((board, piece, True))
            else:
                found.update([(landed, piece, False) for landed in self._landed(board, held)])
        return found

    def _landed(self, board: int, piece: str) -> Iterator[int]:
        """The boards after each drop of a piece that lands within the height."""
        for falls in self._falls[piece]:
            lowest = None
            for cells in falls:
                if cells & board:
                    break
                lowest = cells
            if lowest is not None and lowest < 1 << (self._width * self._height):
                rows = [(board | lowest) >> (y * self._width) & self._row for y in range(self._height)]
                left = [row for row in rows if row != self._row]
                yield sum([row << (y * self._width) for y, row in enumerate(left)])


def defence_faults(
    problem: Problem, see: int, drops: int | None, choices: Iterable[Choice], clock: Clock | None = None
) -> Iterator[str]:
    """What is wrong with the player's strategy for so many drops, or for ever (None).

    Raises ``StoppedError`` when the time of ``clock`` is over.
    """
    choices = tuple(choices)
    chosen = lookup(problem, choices)
    pieces = letters(problem)
    if drops != 0:
        first = chosen(start(problem, see))
        if first is None:
            yield "the position at the start is missing"
        elif first.drops != drops:
            yield f"the position at the start is good for {_number(first.drops)}, not for {_number(drops)}"
    for number, choice in enumerate(choices, start=1):
        if clock is not None:
            clock.check("every position was checked")
        if (choice.drops is None) != (drops is None):
            yield f"position {number} is good for {_number(choice.drops)}, unlike the whole"
            continue
        for piece in pieces:
            reply = choice.replies.get(piece)
            reached = [] if reply is None else after(problem, choice.position, piece, reply)
            if reply is None or not reached:
                yield f"position {number} has no reply to {piece} that is possible"
                continue
            following = chosen(reached[0][1])
            if choice.drops is None:
                enough = following is not None
            else:
                rest = choice.drops - (reply.drop is not None)
                enough = rest <= (0 if following is None or following.drops is None else following.drops)
            if not enough:
                yield f"position {number}: the reply to {piece} leads to a position that is not good enough"


def attack_faults(
    problem: Problem, see: int, drops: int, choices: Iterable[Choice], clock: Clock | None = None
) -> Iterator[str]:
    """What is wrong with the adversary's strategy to leave no more than so many drops; raises as above."""
    choices = tuple(choices)
    chosen = lookup(problem, choices)
    first = chosen(start(problem, see))
    if first is None:
        yield "the position at the start is missing"
    elif first.drops is None or not 0 <= first.drops <= drops:
        yield f"the position at the start leaves {_number(first.drops)}, not {_number(drops)}"
    for number, choice in enumerate(choices, start=1):
        if clock is not None:
            clock.check("every position was checked")
        if choice.piece not in letters(problem) or choice.drops is None or choice.drops < 0:
            yield f"position {number} has no piece that the adversary may choose, or no number of drops"
            continue
        for reply, position in after(problem, choice.position, choice.piece):
            following = chosen(position)
            least = isinstance(reply.drop, Drop)
            if following is None or following.drops is None or not 0 <= following.drops <= choice.drops - least:
                yield f"position {number}: a reply to {choice.piece} is not answered"
                break


def _number(drops: int | None) -> str:
    return "any number of drops" if drops is None else amount(drops, "drop")
