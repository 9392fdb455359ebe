"""Boxes and boards that are refuted while an answer is checked, each looked at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.cells.grid import Board
from shapewright.errors import NotationError
from shapewright.packing.proof.box_weights import Weights, add_up
from shapewright.packing.proof.reason import piece_cells, theorem
from shapewright.packing.proof.refute import Task

if TYPE_CHECKING:
    from collections.abc import Iterable

    from shapewright.cells.polyomino import Piece
    from shapewright.jobs.limits import Clock
    from shapewright.packing.boxes import Box
    from shapewright.packing.proof.waste import Waste


class Refutations:
    """The boxes and boards that are refuted, each looked at once; the time is that of ``clock``."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self._known: dict[Task, bool | None] = {}
        self._weighed: set[tuple[tuple[Piece, ...], Box]] = set()
        self._swept: dict[tuple[tuple[Piece, ...], Box, Waste], bool | None] = {}

    @property
    def seconds(self) -> float:
        """The seconds that the next refutation may take: a share of those left."""
        return self.clock.part(0.6).left() or 0.0

    @property
    def reason(self) -> str:
        """Why something could not be refuted."""
        return str(self.clock.stopped())

    def weigh(self, pieces: tuple[Piece, ...], box: Box, weights: Weights) -> bool:
        """Whether weights show that the pieces do not fit into a box; added up, and remembered if they do."""
        try:
            shown = bool(add_up(weights, pieces, *box))
        except NotationError:  # weights of another box
            return False
        if shown:
            self._weighed.add((pieces, box))
        return shown

    def is_weighed(self, pieces: tuple[Piece, ...], box: Box) -> bool:
        """Whether weights have shown that the pieces do not fit into a box."""
        return (pieces, box) in self._weighed

    def sweep(self, pieces: tuple[Piece, ...], box: Box, waste: Waste) -> bool | None:
        """Whether every packing of a box wastes more than these pieces do; None if there was no time to show it."""
        key = pieces, box, waste
        if key not in self._swept:
            try:
                allowed = waste.allowed(pieces, *box)
            except NotationError:  # a waste of other pieces
                return False
            used = [piece for piece in pieces if piece.minimum]
            try:
                from shapewright.packing.proof.refute_waste import is_exceeded  # its arrays are those of numpy
            except ImportError:  # which a browser lacks
                return None
            self._swept[key] = is_exceeded(used, waste, *box, allowed, self.seconds)
        return self._swept[key]

    def box(self, pieces: tuple[Piece, ...], box: Box, *, corner: bool = False) -> bool | None:
        """Whether the pieces certainly do not fit into a box (or not so that they cover a corner of it)."""
        width, height = box
        shown = [found for (what, where, _), found in self._swept.items() if what == pieces and where == box]
        if self.is_weighed(pieces, box) or True in shown or theorem(pieces, width, height) is not None:
            return True
        cells = Board.box(width, height).order()
        empty = len(cells) - piece_cells(pieces)
        if not corner or empty <= 0:
            return self.task(Task(pieces, cells, max(0, empty)))
        corners = [(x, y) for x in {0, width - 1} for y in {0, height - 1}]
        return are_refuted(self.task(Task(pieces, cells, empty, frozenset({one}))) for one in corners)

    def task(self, task: Task) -> bool | None:
        """Whether such a packing is refuted; None if there was no time to show it."""
        if task not in self._known:
            self._known[task] = task.is_refuted(self.seconds)
        return self._known[task]


def are_refuted(verdicts: Iterable[bool | None]) -> bool | None:
    """Whether all are refuted; False as soon as one is not, None if that is not known of one."""
    outcome: bool | None = True
    for verdict in verdicts:
        if verdict is False:
            return False
        outcome = outcome if verdict else None
    return outcome
