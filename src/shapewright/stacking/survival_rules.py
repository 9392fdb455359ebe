"""The game against an adversary by the rules alone: positions, replies, and strategies of both sides.

Slow and obvious, as :mod:`shapewright.stacking.rules`, on which it stands.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from shapewright.stacking.plan import Drop
from shapewright.stacking.rules import cleared, height, landed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from shapewright.cells.grid import Cell
    from shapewright.stacking.problem import Problem


@dataclass(frozen=True, slots=True)
class Position:
    """What the player sees before the adversary reveals a piece: the ``board``, the pieces ``ahead`` and ``held``.

    ``ahead`` has ``places``, some of which may still be to be filled. ``locked`` says that a piece was put aside just
    now, so that the next one has to fall.
    """

    board: frozenset[Cell]
    ahead: tuple[str, ...] = ()
    held: str | None = None
    locked: bool = False
    places: int = 0

    def current(self, piece: str) -> str | None:
        """The piece to be dropped when ``piece`` has been revealed; None if more have to be revealed first."""
        return (*self.ahead, piece)[0] if len(self.ahead) == self.places else None


@dataclass(frozen=True, slots=True)
class Reply:
    """What the player does: a ``drop``, of the current piece or the held one; or no drop, and the piece is put aside.

    With ``waits`` nothing at all, since more pieces have to be revealed first.
    """

    drop: Drop | None = None
    waits: bool = False


WAIT = Reply(waits=True)
ASIDE = Reply()


@dataclass(frozen=True, slots=True)
class Choice:
    """What one side does in a position: the player's ``replies`` to each piece, or the adversary's ``piece``.

    ``drops`` are those that the player makes sure of from there on, or that can still be made at most; None for ever.
    """

    position: Position
    drops: int | None
    replies: Mapping[str, Reply] = field(default_factory=dict)
    piece: str | None = None


def letters(problem: Problem) -> tuple[str, ...]:
    """The pieces that the adversary may choose, each once."""
    return tuple(dict.fromkeys(problem.sequence))


def start(problem: Problem, see: int) -> Position:
    """The position before any piece is revealed; the player sees ``see`` pieces, the current one too."""
    return Position(frozenset(problem.board), places=see - 1)


def after(problem: Problem, position: Position, piece: str, only: Reply | None = None) -> list[tuple[Reply, Position]]:
    """Each reply to ``piece`` and the position that it leads to; with ``only``, of that reply, if it is allowed."""
    current = position.current(piece)
    ahead = (*position.ahead, piece)
    if current is None:
        found = [(WAIT, Position(position.board, ahead, position.held, position.locked, position.places))]
        return [one for one in found if only in (None, one[0])]
    ahead, held = ahead[1:], position.held
    choices = [(current, held)]
    found = []
    if problem.hold and not position.locked and held != current:
        if held is None:
            found.append((ASIDE, Position(position.board, ahead, current, True, position.places)))
        else:
            choices.append((held, current))
    for name, kept in choices:
        for number, shape in enumerate(problem.orientations(name)):
            for column in range(problem.width - shape.size[0] + 1):
                reply = Reply(Drop(name, column, 90 * number))
                if only is not None and only != reply:
                    continue
                cells = landed(position.board, shape.cells, column)
                if problem.height_limit is not None and height(cells) > problem.height_limit:
                    continue
                board = frozenset(cleared(dict.fromkeys([*position.board, *cells]), problem.width))
                found.append((reply, Position(board, ahead, kept, False, position.places)))
    return [one for one in found if only in (None, one[0])]


# --- Mirror images ----------------------------------------------------------------------------------------------------


def mirror(problem: Problem) -> Callable[[Position], Position] | None:
    """What turns a position over, left for right; None if the mirror image of some piece is not among the pieces."""
    images = _images(problem)
    if images is None:
        return None
    width = problem.width

    def turned(position: Position) -> Position:
        board = frozenset((width - 1 - x, y) for x, y in position.board)
        ahead = tuple([images[name] for name in position.ahead])
        held = None if position.held is None else images[position.held]
        return Position(board, ahead, held, position.locked, position.places)

    return turned


def lookup(problem: Problem, choices: Iterable[Choice]) -> Callable[[Position], Choice | None]:
    """The choice for a position, which may stand in the list as its mirror image; None if it does not stand there."""
    known = {choice.position: choice for choice in choices}
    turn, images = mirror(problem), _images(problem)

    def chosen(position: Position) -> Choice | None:
        if position in known or turn is None or images is None:
            return known.get(position)
        other = known.get(turn(position))
        if other is None:
            return None
        replies = {images[name]: _turned(problem, reply, images) for name, reply in other.replies.items()}
        piece = None if other.piece is None else images[other.piece]
        return Choice(position, other.drops, replies, piece)

    return chosen


def _images(problem: Problem) -> dict[str, str] | None:
    """For each piece the one whose orientations are its mirror images."""
    forms = {name: {shape.cells for shape in problem.orientations(name)} for name in letters(problem)}
    found = {}
    for name, shapes in forms.items():
        over = {_over(cells) for cells in shapes}
        images = [other for other, others in forms.items() if others == over]
        if not images:
            return None
        found[name] = images[0]
    return found


def _over(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    wide = max(x for x, _ in cells)
    return tuple(sorted((wide - x, y) for x, y in cells))


def _turned(problem: Problem, reply: Reply, images: Mapping[str, str]) -> Reply:
    if reply.drop is None:
        return reply
    drop = reply.drop
    shape = problem.orientations(drop.piece)[drop.orientation]
    image = images[drop.piece]
    over = _over(shape.cells)
    number = next(k for k, other in enumerate(problem.orientations(image)) if tuple(sorted(other.cells)) == over)
    return Reply(Drop(image, problem.width - drop.column - shape.size[0], 90 * number))
