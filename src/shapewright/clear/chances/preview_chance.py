"""The best chance of a perfect clear for a player who sees only the next few pieces, and the move that keeps it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Unpack, cast

from shapewright.clear import native
from shapewright.clear.drops import Drop
from shapewright.clear.field import WIDTH, Field
from shapewright.clear.graph.graph import Between, Graph, sliced
from shapewright.clear.graph.queues import Queues
from shapewright.clear.graph.setup import DEFAULT_HEIGHT
from shapewright.clear.kicks import Kicks
from shapewright.clear.piece import FACINGS, PIECES, Placement
from shapewright.clear.problem import Game, lines_left, read_field_and_height, read_game, read_queue, uneven
from shapewright.clear.queue import Queue, read_bag
from shapewright.errors import LimitError, ProblemError
from shapewright.jobs.limits import Clock
from shapewright.jobs.stage import Progress

MAX_SEEN = 21
"""More pieces than this cannot be seen at once."""
MAX_UNSEEN = 12
"""The pieces that may still come unseen are at most so many: all their orders are gone through."""


@dataclass(frozen=True)
class Move:
    """What can be done now, and the chance of a perfect clear if all goes on as well as it can.

    ``placement`` is None where the current piece is put into the empty hold to see one piece more before anything is
    placed.
    """

    placement: Placement | None
    chance: Fraction

    def __str__(self) -> str:
        return f"{self.placement or 'hold'} {100 * float(self.chance):.2f} %"


@dataclass(frozen=True)
class Outlook:
    """The chance of a perfect clear for who plays best with what is seen, and the moves there are, best first."""

    chance: Fraction
    sequences: int
    moves: tuple[Move, ...]

    @property
    def best(self) -> Move | None:
        """A move that keeps the chance; None if there is no chance, or nothing is seen yet."""
        return self.moves[0] if self.chance and self.moves else None

    def __str__(self) -> str:
        solved = self.chance * self.sequences
        return f"{solved} / {self.sequences} = {100 * float(self.chance):.2f} %"


def chance(
    field: Field | str,
    queue: Queue | str,
    see: int | None = None,
    *,
    height: int | None = None,
    bag: str | None = None,
    time_limit: float | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    **game: Unpack[Game],
) -> Outlook:
    """The best chance to clear ``height`` rows (4, if not given) with ``see`` pieces in sight, the current one too.

    ``queue`` is what is seen now; at each placement as many pieces as are needed to see ``see`` (as many as now, if not
    given) are drawn from bags of seven. ``bag`` holds the pieces that are left of the bag from which the first unseen
    piece comes; if not given, the queue is taken to begin with a new bag. The held piece is seen, too. The result
    is exact: the mean over all sequences of unseen pieces, with the best choice for the pieces seen at each moment.

    >>> print(chance("XXXX______/XXXX______", "[O]I", height=2))
    2 / 30 = 6.67 %

    An empty queue, or only a held piece, asks for the mean over all that may come into sight first; then there are no
    moves yet.

    >>> print(chance("XXXX______/XXXX______", "", 2, height=2))
    96 / 840 = 11.43 %

    Raises ``ProblemError`` for a height that no clear can have or a bag that cannot be, ``LimitError`` if too many
    pieces are unseen or memory does not suffice, ``StoppedError`` when ``time_limit`` (in seconds) is reached.
    """
    seen = read_queue(queue)
    hold = game.get("hold", True)
    if seen.hold is not None and not hold:
        raise ProblemError(f"{seen.hold} is in hold, but the game is without hold")
    if not seen.pieces and seen.hold is None and see is None:
        raise ProblemError(
            "no piece is visible; the queue begins with the piece to place now, or 'see' says how many will be"
        )
    if see is None:
        see = max(1, len(seen.pieces))
    if not 1 <= see < MAX_SEEN or len(seen.pieces) >= MAX_SEEN:
        raise ProblemError(f"1 to {MAX_SEEN - 1} pieces can be visible, not {max(see, len(seen.pieces))}")
    given, lines = read_field_and_height(field, height)
    start, left = lines_left(given, DEFAULT_HEIGHT if lines is None else lines)
    asked = _Question(
        start,
        seen.hold,
        seen.pieces,
        see,
        left,
        _bag_after(seen.pieces) if bag is None else read_bag(bag),
        *read_game(game),
    )
    return asked.outlook(Clock(time_limit), progress)


@dataclass(frozen=True)
class _Question:
    start: Field
    held: str | None
    pieces: str
    see: int
    height: int
    bag: str
    kicks: Kicks
    drop: Drop
    hold: bool

    def __post_init__(self) -> None:
        why = uneven(self.start, self.height)
        if why is not None:
            raise ProblemError(why)
        if (unseen := self.length - len(self.sequence)) > MAX_UNSEEN:
            raise LimitError(f"{unseen} pieces are unseen; at most {MAX_UNSEEN} unseen pieces are supported")

    @property
    def sequence(self) -> str:
        """What is seen: the held piece, then the others, as far as they can be of use."""
        return ((self.held or "") + self.pieces)[: self.length]

    @property
    def length(self) -> int:
        """How many pieces can be of use."""
        return self.start.empty_cells(self.height) // 4 + self.hold

    def outlook(self, clock: Clock, progress: bool | Callable[[Progress], None] | None) -> Outlook:
        goal = (1 << WIDTH * self.height) - 1
        between = Between(self.start.bits, goal, self.height, self.kicks, self.drop, self.hold)
        graph = Graph(between, cast("Queues", _Coming(self)), clock=clock, progress=progress)
        outlook = native.Outlook(graph.native, native.codes(self.sequence), self.held is not None, self.see)
        sequences = outlook.sequences

        def reached() -> Progress:
            done, total = outlook.progress
            return Progress("chances", done, total, done / total, clock.seconds)

        def stopped() -> str:
            done, total = outlook.progress
            return f"when the chance was known at {done:,} of {total:,} boards"

        found = sliced(
            outlook.moves,
            clock,
            progress,
            reached,
            stopped=stopped,
            too_large="the values of this question; try fewer empty cells, more pieces in the queue or --no-hold",
        )
        if not self.pieces:  # all that is found is what comes into sight first
            return Outlook(Fraction(sum([solved for _, _, solved in found]), sequences), sequences, ())
        best: dict[Placement | None, Fraction] = {}
        rules = native.rules(self.kicks, self.drop)
        for piece, board, solved in found:
            placement = None
            if piece != len(PIECES):
                # The placement that fills the cells between the field and the board after it.
                cells = int.from_bytes(board, "little") & ~self.start.bits
                locks = rules.locks(native.board(self.start.bits), self.height, piece)
                every = (Placement(PIECES[piece], FACINGS[facing], x, y) for facing, x, y in locks)
                placement = next(one for one in every if one.bits == cells)
            best[placement] = max(best.get(placement, Fraction(0)), Fraction(solved, sequences))
        moves = [Move(*one) for one in best.items()]
        moves.sort(key=lambda one: (-one.chance, one.placement is None, str(one.placement)))
        return Outlook(moves[0].chance if moves else Fraction(0), sequences, tuple(moves))


class _Coming:
    """The queues that may come: what is seen, then what bags may bring.

    They are never listed, so the engine's automaton is all that the graph gets to know of them.
    """

    def __init__(self, question: _Question) -> None:
        levels = [[_row({PIECES.index(piece): 0})] for piece in question.sequence]
        bags = [frozenset(question.bag)]
        for number in range(len(question.sequence), question.length):
            after: dict[frozenset[str], int] = {}
            rows = []
            for bag in bags:
                steps = {}
                for piece in sorted(bag, key=PIECES.index):
                    rest = bag - {piece} or frozenset(PIECES)
                    is_last = number + 1 == question.length
                    steps[PIECES.index(piece)] = 0 if is_last else after.setdefault(rest, len(after))
                rows.append(_row(steps))
            levels.append(rows)
            bags = list(after)
        self.native = native.Queues(levels)

    def __len__(self) -> int:
        return self.native.count


def _row(steps: dict[int, int]) -> list[int]:
    return [steps.get(piece, -1) for piece in range(len(PIECES))]


def _bag_after(pieces: str) -> str:
    """What is left of the last bag, if the first piece begins one."""
    begun = pieces[len(pieces) - len(pieces) % len(PIECES) :]
    if len(set(begun)) != len(begun) or any(
        len(set(pieces[first : first + 7])) != len(pieces[first : first + 7]) for first in range(0, len(pieces), 7)
    ):
        raise ProblemError(f"{pieces} is not the beginning of bags of seven; give 'bag', the rest of the last bag")
    return "".join([piece for piece in PIECES if piece not in begun])
