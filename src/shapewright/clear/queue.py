"""Queues: the pieces that come, in their order, and the one that is held."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from shapewright.clear.piece import PIECES, read_piece
from shapewright.errors import LimitError, NotationError, ProblemError, quote

MAX_PIECES = 1000
"""No queue is longer."""

_QUIZ = re.compile(r"#Q=\[([^\]]*)\]\(([^)]*)\)([^;\s]*)(?:;.*)?", re.DOTALL)
_OF_PATTERNS = re.compile(r"[*!{;]")
"""What patterns have and queues do not."""


@dataclass(frozen=True, repr=False)
class Queue:
    """A queue: ``pieces``, the current one first, and the piece in ``hold``, if any.

    At every placement the current or the held piece is placed. Holding a piece while the hold is empty makes the next
    one the current; when the queue is at its end, the held piece may still be placed.

    >>> queue = Queue.from_text("TIOLJSZ")
    >>> [(piece, str(rest)) for piece, rest, _ in queue.choices()]
    [('T', 'IOLJSZ'), ('I', '[T]OLJSZ')]

    Raises ``NotationError`` for an unknown piece, ``LimitError`` beyond 1000 pieces.
    """

    pieces: str
    hold: str | None = None

    def __post_init__(self) -> None:
        if len(self.pieces) > MAX_PIECES:
            raise LimitError(f"a queue of {len(self.pieces)} pieces is longer than the limit of {MAX_PIECES}")
        if not set(self.pieces) <= set(PIECES):
            at = next(at for at, letter in enumerate(self.pieces) if letter not in PIECES)
            read_piece(self.pieces[at], f"at position {at + 1} of the queue")
            raise NotationError(f"{self.pieces[at]!r} at position {at + 1} of the queue is not a capital letter")
        if self.hold is not None and (len(self.hold) != 1 or self.hold not in PIECES):
            raise NotationError(f"{quote(self.hold)} cannot be held; pieces are {' '.join(PIECES)}")

    @classmethod
    def from_text(cls, text: str, hold: str | None = None) -> Queue:
        """Read letters such as ``TIOLJSZ``, ``[T]IOLJSZ`` with a held piece, or a fumen's comment ``#Q=[T](I)OLJSZ``.

        Small letters will do, and blanks and commas between letters make no difference.

        >>> Queue.from_text("tiol jsz")
        Queue.from_text('TIOLJSZ')

        Raises ``NotationError``, which names letter and position.
        """
        content = text.strip()
        if content.startswith("#Q="):
            queue = cls.from_quiz(content)
            return queue if hold is None else cls(queue.pieces, read_piece(hold, "in hold"))
        if _OF_PATTERNS.search(content):
            raise NotationError(
                f"{quote(content)} is a pattern, and one queue is expected here, such as TIOLJSZ; the queues of a "
                "pattern are for percent, path and cover"
            )
        shift = len(text) - len(text.lstrip())
        if content.startswith("["):
            inside, bracket, content = content[1:].partition("]")
            if not bracket:
                raise NotationError(f"the bracket in {quote(text)} is not closed; a held piece is written [T]")
            if hold is None:
                hold = inside or None
            shift += len(inside) + 2
        letters = [(at, letter) for at, letter in enumerate(content, 1) if not (letter.isspace() or letter == ",")]
        if len(letters) > MAX_PIECES:
            raise LimitError(f"a queue of {len(letters)} letters is longer than the limit of {MAX_PIECES} pieces")
        pieces = [read_piece(letter, f"at position {shift + at} of the queue") for at, letter in letters]
        return cls("".join(pieces), None if hold is None else read_piece(hold.strip(), "in hold"))

    @classmethod
    def from_quiz(cls, comment: str) -> Queue:
        """Read the comment of a fumen, ``#Q=[hold](current)next``; what follows a ``;`` is left out.

        >>> Queue.from_quiz("#Q=[S](T)IO")
        Queue.from_text('TIO', hold='S')

        Raises ``NotationError`` for any other text.
        """
        match = _QUIZ.fullmatch(comment.strip())
        if match is None:
            raise NotationError(f"{quote(comment)} is not a queue such as #Q=[hold](current)next")
        held, current, following = match.groups()
        if current == "" and following:
            raise NotationError(f"{quote(comment)} has next pieces, but no current one in its round brackets")
        for name, letters in (("hold", held), ("current piece", current)):
            if len(letters) > 1:
                raise NotationError(f"{quote(letters)} in {quote(comment)} is not one piece; one is the {name}")
        letters = current + following
        if len(letters) > MAX_PIECES:
            raise LimitError(f"a queue of {len(letters)} letters is longer than the limit of {MAX_PIECES} pieces")
        pieces = [read_piece(letter, f"at position {at} of the queue") for at, letter in enumerate(letters, 1)]
        return cls("".join(pieces), read_piece(held, "in hold") if held else None)

    def to_quiz(self) -> str:
        """The queue as the comment of a fumen."""
        return f"#Q=[{self.hold or ''}]({self.pieces[:1]}){self.pieces[1:]}"

    def to_text(self) -> str:
        """The letters, after the held piece in square brackets if there is one."""
        return self.pieces if self.hold is None else f"[{self.hold}]{self.pieces}"

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        hold = "" if self.hold is None else f", hold={self.hold!r}"
        return f"Queue.from_text({self.pieces!r}{hold})"

    def __len__(self) -> int:
        """How many pieces there are to place, the held one too."""
        return len(self.pieces) + (self.hold is not None)

    @cached_property
    def _next(self) -> tuple[tuple[str, Queue, bool], ...]:
        pieces, hold = self.pieces, self.hold
        found = []
        if pieces:
            found.append((pieces[0], Queue(pieces[1:], hold), False))
        if hold is not None:
            found.append((hold, Queue(pieces[1:], pieces[0] if pieces else None), True))
        elif len(pieces) > 1:
            found.append((pieces[1], Queue(pieces[2:], pieces[0]), True))
        return tuple(found)

    def choices(self, *, hold: bool = True) -> tuple[tuple[str, Queue, bool], ...]:
        """What can be placed now: the piece, the queue that is left, and whether hold was used; none at the end.

        The current piece comes first. If current and held piece are the same, both ways are there.
        """
        return self._next if hold else tuple([choice for choice in self._next if not choice[2]])

    def holds_for(self, order: Sequence[str], *, hold: bool = True) -> tuple[bool, ...] | None:
        """For each piece of ``order``, placed in that order, whether hold is used; None if the queue does not allow it.

        >>> Queue.from_text("TIO").holds_for("IOT")
        (True, False, True)
        """
        # All ways at once: what is left after each piece, and how one got there.
        ways: dict[Queue, tuple[bool, ...]] = {self: ()}
        for wanted in order:
            after: dict[Queue, tuple[bool, ...]] = {}
            for queue, holds in ways.items():
                for piece, rest, held in queue.choices(hold=hold):
                    if piece == wanted:
                        after.setdefault(rest, (*holds, held))
            ways = after
        return min(ways.values(), default=None)

    def orders(self, length: int, *, hold: bool = True) -> Iterator[str]:
        """Every order in which ``length`` pieces can be placed, each once, sorted as in ``PIECES``."""
        waiting: list[tuple[str, frozenset[Queue]]] = [("", frozenset([self]))]
        while waiting:
            order, queues = waiting.pop()
            if len(order) == length:
                yield order
                continue
            found: dict[str, set[Queue]] = {}
            for queue in queues:
                for piece, rest, _ in queue.choices(hold=hold):
                    found.setdefault(piece, set()).add(rest)
            waiting += [(order + piece, frozenset(found[piece])) for piece in reversed(PIECES) if piece in found]


def read_bag(bag: str) -> str:
    """What is left of a bag, in the order of ``PIECES``; nothing is a whole one.

    Raises ``NotationError`` for what is not a piece, ``ProblemError`` for a piece that is there twice.
    """
    pieces = [read_piece(letter, f"at position {number + 1} of the bag") for number, letter in enumerate(bag)]
    if len(set(pieces)) != len(pieces):
        raise ProblemError(f"a bag has each piece once, but {bag!r} has one twice")
    return "".join(sorted(pieces, key=PIECES.index)) or PIECES
