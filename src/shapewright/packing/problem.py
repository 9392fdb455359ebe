"""What a packing problem asks: which pieces are to be packed, where, and what is to be best about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import index
from typing import TYPE_CHECKING, TypedDict, Unpack

from shapewright.cells.grid import Board, Cell, cell_text
from shapewright.cells.placements import Placement, colours_match
from shapewright.cells.polyomino import UPRIGHT, Piece
from shapewright.errors import LimitError, ProblemError, quote
from shapewright.lazy import late
from shapewright.packing.answer import Goal
from shapewright.packing.bag import Bag, bag_of
from shapewright.packing.bonuses import Bonuses
from shapewright.packing.boxes import OBJECTIVES, Box, Objective
from shapewright.packing.clearance import MAX_DISTANCE, far_from_border, thick_cells
from shapewright.packing.rules import LETTERS, MAX_CELLS, ON_BOARD, WITH_VALUE
from shapewright.packing.values import Values

MAX_TYPES = 2000
"""More different pieces are not packed."""


class Place(TypedDict, total=False):
    """Where pieces are to lie and how: the fields of :class:`Problem` but the first, as keywords."""

    box: Box | None
    board: Board | None
    objective: Objective | None
    width: int | None
    fixed: Iterable[Placement]
    cover_corner: bool
    best_subset: bool
    values: Values | None
    clearance: int
    margin: int
    bonuses: Bonuses | None


@dataclass(frozen=True, repr=False)
class Problem:
    """A ``bag`` of tetrominoes, or any flat pieces with their counts, and where they are to be packed.

    Without a ``box`` (width, height) or a ``board`` the best box is looked for, by ``objective``: 'score' (the
    contest's, :func:`shapewright.packing.rules.score`, unless another is given), 'area', or 'strip' of the given
    ``width`` with the least height. On a board, or in a box, counts with a range are chosen so that as many cells are
    covered as possible; with ``best_subset`` pieces may be left out. The ``fixed`` placements lie there already, and
    belong to the counts. With the objective 'value' the pieces on a given box or board and the cells under them are to
    be worth the most: pieces have values of their own, and the ``values`` of cells are the board, too. Values without
    an objective ask for that. With the objective 'room' the largest rectangle that stays empty is to be as large as
    possible; with 'bonus' the ``bonuses`` of pieces that touch are to add up to the most. A board may have zones: a
    coloured cell of a piece lies on a cell of its colour or on one without, and where a board has optional cells, all
    others are to be covered. On a board, in a box, or for the least area or the lowest strip, ``clearance`` cells stay
    free between any two pieces, diagonally too, and ``margin`` cells at the border. With ``cover_corner`` the cell
    (0, 0) is covered; a given box may be turned for that.

    >>> Problem("LOJI").goal, Problem("LOJI", width=3).goal
    ('score', 'strip')
    >>> Problem("LOJI", box=(4, 4)).cells
    16

    Raises ``ProblemError`` or ``LimitError`` for a question that makes no sense. That pieces do not fit is an answer.
    """

    bag: Bag | tuple[Piece, ...]
    box: Box | None = None
    board: Board | None = None
    objective: Objective | None = None
    width: int | None = None
    fixed: tuple[Placement, ...] = field(default=())
    cover_corner: bool = False
    best_subset: bool = False
    values: Values | None = None
    clearance: int = 0
    margin: int = 0
    bonuses: Bonuses | None = None

    if TYPE_CHECKING:

        def __init__(self, bag: Bag | Sequence[Piece] | str, **place: Unpack[Place]) -> None: ...

    def __post_init__(self) -> None:
        object.__setattr__(self, "bag", bag_of(self.bag))
        if not isinstance(self.bag, Bag):
            object.__setattr__(self, "bag", tuple(self.bag))
            _check_pieces(self.pieces)
        object.__setattr__(self, "fixed", tuple(self.fixed))
        if self.box is not None:
            if self.board is not None:
                raise ProblemError("a box and a board are both given; give only one of them")
            box = self.box
            try:
                box = tuple(map(index, box))  # type: ignore[assignment]
            except TypeError:
                raise ProblemError(f"{box!r} is not a box; expected a width and a height in cells") from None
            if len(box) != 2 or min(box) < 1:
                raise ProblemError(
                    f"{'x'.join(map(str, box))} is not a box; expected a width and a height of at least 1"
                )
            if box[0] * box[1] > MAX_CELLS:
                raise LimitError(f"the box {box[0]}x{box[1]} is larger than the limit of {MAX_CELLS} cells")
            object.__setattr__(self, "box", (box[0], box[1]))
        if self.width is not None and self.objective is None:
            object.__setattr__(self, "objective", "strip")
        self._check_colours()
        if self.clearance or self.margin:
            self._check_distances()
        self._read_values()
        self._read_bonuses()
        self._check_objective()
        for piece in self.pieces if self.cover_corner else ():
            if piece.motions in UPRIGHT:
                raise ProblemError(
                    f"covering the corner turns the packing, and the piece {piece.name} ({piece.motions}) may not be "
                    "turned by a quarter; give a box and fix a piece in its corner instead"
                )
        if self.goal in ON_BOARD:
            self._check_board()
        else:
            if self.cells > MAX_CELLS:
                raise LimitError(f"pieces of {self.cells} cells are more than the limit of {MAX_CELLS} cells")
            if not self.cells:
                raise ProblemError("there are no pieces to pack: every count is 0")

    @classmethod
    @late("shapewright.packing.problem_file:problem_from_text")
    def from_text(cls, text: str) -> Problem:
        """Read a problem file, see :mod:`shapewright.packing.problem_file`; raises ``NotationError`` with the line."""

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"Problem.from_text({self.to_text()!r})"

    @late("shapewright.packing.problem_file:problem_to_text")
    def to_text(self) -> str:
        """The problem as a file that :meth:`from_text` reads again."""

    def place(self) -> Place:
        """All fields but the first, as keywords."""
        return {
            "box": self.box, "board": None if self.values else self.board, "objective": self.objective,
            "width": self.width, "fixed": self.fixed, "cover_corner": self.cover_corner,
            "best_subset": self.best_subset, "values": self.values, "clearance": self.clearance, "margin": self.margin,
            "bonuses": self.bonuses,
        }  # fmt: skip

    def _check_distances(self) -> None:
        """Clearance and margin, where they are exact; without any other word they ask for the least area."""
        for name, cells in (("clearance", self.clearance), ("margin", self.margin)):
            if not 0 <= cells <= MAX_DISTANCE:
                raise LimitError(f"the {name} must be a number of cells from 0 to {MAX_DISTANCE}, not {cells}")
        worth = self.values is not None or any(piece.value for piece in self.pieces)
        if self.box is None and self.board is None and self.width is None and self.objective is None and not worth:
            object.__setattr__(self, "objective", "area")
        others = {
            "a covered corner": self.cover_corner,
            "optional cells": self.board is not None and bool(self.board.optional),
            f"the objective {self.objective!r}": self.objective in ("score", "room", "bonus"),
        }
        for what, there in others.items():
            if there:
                raise ProblemError(
                    f"clearance and margin cannot be combined with {what}; they are for a box or a board (with values, "
                    "too), for a strip, and for the box of least area"
                )

    def _check_colours(self) -> None:
        """Pieces with colours need a board with colours."""
        if self.board is not None and self.board.colours:
            return
        for piece in self.pieces:
            if piece.shape.colours:
                raise ProblemError(
                    f"the piece {piece.name} has coloured cells, and no cell to pack on has a colour; give a board "
                    "with cells a to z"
                )

    def _read_values(self) -> None:
        """The board of the values, and that they are asked for."""
        if self.values is not None:
            if self.box is not None or self.board is not None:
                given = "box" if self.board is None else "board"
                raise ProblemError(f"the values of cells are a board already; leave out the {given}")
            object.__setattr__(self, "board", self.values.board)
        worth = self.values is not None or any(piece.value for piece in self.pieces)
        if worth and self.objective is None:
            object.__setattr__(self, "objective", "value")
        if worth and self.objective != "value":
            raise ProblemError(f"pieces or cells have values, and the objective is {self.objective!r}; give 'value'")
        if self.objective == "value":
            if not worth:
                raise ProblemError(
                    "nothing has a value; give pieces values, such as 'T4 value 7', or give the values of cells"
                )
            if self.box is None and self.board is None:
                raise ProblemError("the objective 'value' needs a box, a board or values of cells to pack on")
        if self.objective == "room":
            if self.box is None and self.board is None:
                raise ProblemError("the objective 'room' needs a box or a board, on which room is free")
            if self.is_zoned:
                raise ProblemError("the objective 'room' needs a board without zones: only # for cells and . for none")
            if self.best_subset or not self.is_exact:
                raise ProblemError("the objective 'room' needs the exact number of every piece")

    def _read_bonuses(self) -> None:
        """That bonuses are asked for, and that they are about the pieces."""
        if self.bonuses is not None and self.objective is None:
            object.__setattr__(self, "objective", "bonus")
        if (self.bonuses is not None) != (self.objective == "bonus"):
            if self.bonuses is None:
                raise ProblemError("the objective 'bonus' needs bonuses, such as 'I O 5' for an I that touches an O")
            raise ProblemError(f"bonuses are given, and the objective is {self.objective!r}; give 'bonus'")
        if self.bonuses is None:
            return
        if self.box is None and self.board is None:
            raise ProblemError("the objective 'bonus' needs a box or a board to pack on")
        if self.is_zoned:
            raise ProblemError("the objective 'bonus' needs a board without zones: only # for cells and . for none")
        names = {piece.name for piece in self.pieces}
        for name in (name for pair in self.bonuses.pairs for name in pair[:2]):
            if name not in names:
                raise ProblemError(f"the bonuses name the piece {quote(name)}, which is not among the pieces to pack")

    def _check_objective(self) -> None:
        if self.objective is None:
            return
        if self.objective not in OBJECTIVES:
            raise ProblemError(f"{self.objective!r} is not an objective; there are {', '.join(OBJECTIVES)}")
        if self.objective in WITH_VALUE and self.width is None:
            return
        if self.box is not None or self.board is not None:
            given, extra = "box" if self.board is None else "board", "width" if self.width is not None else "objective"
            raise ProblemError(f"a given {given} leaves nothing to choose: leave out the {given} or the {extra}")
        if self.objective == "strip" and self.width is None:
            raise ProblemError("a strip needs a width")
        if self.objective != "strip" and self.width is not None:
            raise ProblemError(f"the objective {self.objective!r} has no width; only a strip has one")
        if self.width is not None and self.width < 1:
            raise ProblemError(f"a strip of width {self.width} has no cells")
        if self.width is not None and self.width > MAX_CELLS:
            raise LimitError(f"a strip of width {self.width} is larger than the limit of {MAX_CELLS}")

    def _check_board(self) -> None:
        if self.box is None and self.board is None:
            raise ProblemError("counts with a range, fixed pieces or a best subset need a box or a board to lie on")
        if self.board is not None:
            board = self.board
            if not board.lattice.is_plain:
                raise ProblemError(f"the board is made of {board.lattice.cell_name}s; packings are made of squares")
            if board.dimension != 2:
                raise ProblemError("the board has layers; a board to pack on is flat")
            for cell in sorted(board.optional & board.colour_of().keys()):
                raise ProblemError(
                    f"the cell {cell_text(cell)} is optional and coloured, which no board of a packing can be"
                )
        if self.cover_corner:
            raise ProblemError(
                "covering the corner cannot be combined with a board, holes, fixed pieces, counts with a range or a "
                "best subset; fix a piece in the corner instead"
            )
        _ = self.left  # looks at the fixed pieces
        if self.clearance or self.margin:
            # Fixed pieces keep their distances, too.
            within = set(far_from_border(self.ground.cells, self.margin)) if self.margin else self.ground.cells
            near: set[Cell] = set()
            for one in self.fixed:
                where = f"the piece {one.piece!r} fixed at {cell_text(one.cells[0])}"
                if not within >= {*one.cells}:
                    raise ProblemError(f"{where} is nearer to the border than the margin of {self.margin}")
                thick = set(thick_cells(one.cells, self.clearance))
                if thick & near:
                    raise ProblemError(
                        f"{where} is nearer to another fixed piece than the clearance of {self.clearance}"
                    )
                near |= thick

    @cached_property
    def goal(self) -> Goal:
        """What an answer is measured by: an objective, or that a given 'box' or 'board' is filled."""
        if self.objective in WITH_VALUE:
            return self.objective
        if self.board is not None or self.fixed or self.best_subset or not self.is_exact:
            return "board"
        return "box" if self.box is not None else self.objective or "score"

    @property
    def is_exact(self) -> bool:
        """Whether the number of every piece is given."""
        return type(self.bag) is Bag or all(piece.minimum == piece.maximum for piece in self.pieces)

    @property
    def is_zoned(self) -> bool:
        """Whether the board has optional cells, or cells of colours that pieces have, too."""
        if self.board is None:
            return False
        return bool(self.board.optional) or any(piece.shape.colours for piece in self.pieces)

    @cached_property
    def must(self) -> frozenset[Cell]:
        """The cells that may not stay empty: where some are optional, all others."""
        board = self.board
        return board.cells - board.optional if board is not None and board.optional else frozenset()

    @cached_property
    def ground(self) -> Board:
        """The cells of the given box or board; ``ProblemError`` if neither is given."""
        if self.board is not None:
            return self.board
        if self.box is None:
            raise ProblemError("neither a box nor a board is given")
        return Board.box(*self.box)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces with their counts, also those of a bag."""
        return self.bag.pieces() if isinstance(self.bag, Bag) else self.bag

    @property
    def cells(self) -> int:
        """How many cells the pieces cover at least."""
        if isinstance(self.bag, Bag):
            return self.bag.cells
        return sum(piece.minimum * piece.shape.area for piece in self.bag)

    @property
    def asked(self) -> Bag | tuple[Piece, ...]:
        """What an answer holds: the bag, or with ``best_subset`` any number of each piece up to what there is."""
        return tuple(replace(piece, minimum=0) for piece in self.pieces) if self.best_subset else self.bag

    @property
    def choice(self) -> tuple[Piece, ...]:
        """The pieces that may still be laid: all that are :attr:`left`, none required with ``best_subset``."""
        return tuple(replace(piece, minimum=0) for piece in self.left) if self.best_subset else self.left

    def worth_of(self, placements: Iterable[Placement]) -> int:
        """What pieces that lie there are worth, with the cells under them."""
        of_piece = {piece.name: piece.value for piece in self.pieces}
        cells = (lambda _: 0) if self.values is None else self.values.of
        return sum(of_piece[one.piece] + cells(one.cells) for one in placements)

    @cached_property
    def left(self) -> tuple[Piece, ...]:
        """The pieces that are still to be laid beside the fixed ones."""
        return _without(self.pieces, self.fixed, self.ground) if self.fixed else self.pieces


def without_values(bag: Bag | Sequence[Piece], verb: str) -> None:
    """Raise ``ProblemError`` for pieces with values, which ``verb`` does not count."""
    for piece in () if isinstance(bag, Bag) else bag:
        if piece.value:
            raise ProblemError(f"the piece {piece.name} has a value, which {verb!r} does not count; leave it out")


def without_zones(board: Board | None, verb: str) -> None:
    """Raise ``ProblemError`` for a board with zones, which ``verb`` does not know."""
    if board is not None and (board.colours or board.optional):
        raise ProblemError(f"the board has coloured or optional cells, which {verb!r} does not know; write # for them")


def problem_of(problem: Problem | Bag | Sequence[Piece] | str, place: Place | None = None) -> Problem:
    """Return the problem, that of a problem file's text, or one about these pieces, which text may be, too.

    Raises ``ProblemError`` for a problem with a place beside it.
    """
    place = place or {}
    if isinstance(problem, str):
        problem = Problem.from_text(problem) if "\n" in problem.strip() else Bag.from_text(problem)
    if not isinstance(problem, Problem):
        return Problem(problem, **place)
    if place:
        raise ProblemError(f"a Problem already says where to pack; leave out {', '.join(map(repr, place))}")
    return problem


def _check_pieces(pieces: tuple[Piece, ...]) -> None:
    if not pieces:
        raise ProblemError("there are no pieces to pack")
    if len(pieces) > MAX_TYPES:
        raise LimitError(f"{len(pieces)} different pieces are more than the limit of {MAX_TYPES}")
    for piece in pieces:
        if not isinstance(piece, Piece):
            raise ProblemError(f"{quote(str(piece))} is not a piece; expected a Bag, or values of the class Piece")
        if piece.shape.dimension != 2:
            raise ProblemError(f"the piece {piece.name} is not flat; packings are flat")
        if not piece.shape.lattice.is_plain:
            made = piece.shape.lattice.cell_name
            raise ProblemError(f"the piece {piece.name} is made of {made}s; packings are made of squares")
    names = [piece.name for piece in pieces]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise ProblemError(f"two pieces are called {twice}")


def missing_piece(bag: Bag | Sequence[Piece], staying: Sequence[Placement], locked: Sequence[Cell]) -> str:
    """Say which piece of those that stay on ``locked`` cells is not in the bag; '' if all are."""
    most = {one.name: one.maximum for one in (bag.pieces() if isinstance(bag, Bag) else bag)}
    number = Counter(one.piece for one in staying)
    for one in staying:
        there = most.get(one.piece, 0)
        if there == 0:
            cell = next(cell for cell in locked if cell in one.cells)
            return f"the piece {one.piece} on the locked cell {cell_text(cell)} is not in the new bag"
        if there is not None and there < number[one.piece]:
            return f"{number[one.piece]} pieces {one.piece} are locked, and the new bag has {there}"
    return ""


def _without(pieces: tuple[Piece, ...], fixed: tuple[Placement, ...], board: Board) -> tuple[Piece, ...]:
    """The pieces that are left once the fixed ones lie; ``ProblemError`` if they cannot lie there."""
    left = {piece.name: piece for piece in pieces}
    colours = board.colour_of()
    taken: set[tuple[int, ...]] = set()
    for placement in fixed:
        piece = left.get(placement.piece)
        if piece is None:
            names = " ".join(left) if len(left) <= len(LETTERS) else f"{' '.join(list(left)[: len(LETTERS)])} ..."
            raise ProblemError(f"the fixed piece {placement.piece!r} is not among the pieces to pack: {names}")
        if not placement.cells or any(len(cell) != 2 for cell in placement.cells):
            raise ProblemError(f"the fixed piece {placement.piece!r} needs cells of two coordinates, x and y")
        if piece.maximum == 0:
            raise ProblemError(f"more pieces {placement.piece!r} are fixed than there are")
        x, y = (min(cell[axis] for cell in placement.cells) for axis in (0, 1))
        shape = tuple((cx - x, cy - y) for cx, cy in placement.cells)
        turns = [turned for turned in piece.orientations() if turned.cells == shape]
        where = f"the piece {placement.piece!r} fixed at {cell_text(placement.cells[0])}"
        if not turns:
            raise ProblemError(f"{where} has another shape")
        for cell in placement.cells:
            if cell not in board.cells:
                raise ProblemError(f"{where} covers {cell_text(cell)}, which is not a cell of the board")
            if cell in taken:
                raise ProblemError(f"{where} covers {cell_text(cell)}, which another fixed piece covers")
        if not any(colours_match(turned, placement.cells, colours) for turned in turns):
            raise ProblemError(f"{where} does not match the colours of the board")
        taken.update(placement.cells)
        most = None if piece.maximum is None else piece.maximum - 1
        left[placement.piece] = replace(piece, minimum=max(0, piece.minimum - 1), maximum=most)
    return tuple(left.values())
