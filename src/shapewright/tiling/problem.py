"""What a tiling problem asks: a board, pieces with their counts and motions, and pieces that already lie there.

A tiling is a set of placements that covers every required cell exactly once and every optional cell at most once,
contains the fixed placements, and uses each piece as often as its bounds allow. A coloured piece cell needs a board
cell of its colour or one without colour; an uncoloured piece cell lies anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from shapewright.cells.grid import Board, Cell, cell_text
from shapewright.cells.motion import Motion
from shapewright.cells.pieces import parse_pieces
from shapewright.cells.placements import Placement, colours_match, placements
from shapewright.cells.quotient import Quotient
from shapewright.cells.standard import sets_on
from shapewright.errors import LimitError, ProblemError, quote
from shapewright.lazy import late
from shapewright.tiling.covers.dlx import looks_like_dlx

if TYPE_CHECKING:
    from shapewright.cells.lattice import Lattice
    from shapewright.cells.polyomino import Piece, Polyomino
    from shapewright.drawing import Mosaic, Scene

MAX_CELLS = 1 << 17
Group = tuple[tuple[str, int | None], ...]


@dataclass(frozen=True)
class PieceClass:
    """Equal pieces: those that have the same orientations, so that exchanging two of them changes nothing.

    ``members`` are indices into ``Problem.pieces``; ``minimum`` and ``maximum`` bound the copies of all members
    together, fixed ones included; ``maximum`` is None when one member is unlimited.
    """

    members: tuple[int, ...]
    minimum: int
    maximum: int | None
    orientations: tuple[Polyomino, ...]

    @property
    def area(self) -> int:
        """The number of cells one copy covers."""
        return self.orientations[0].area


@dataclass(frozen=True, repr=False)
class Problem:
    """A board, the pieces to cover it with, and the pieces already placed on it.

    Flat pieces on a cube board are lifted to it and may turn in space. Each group of ``together`` has the names of
    pieces that need not come apart from each other when the tiling is taken apart, and how many copies of each at most
    (None: all); it changes nothing else.

    Board and pieces may be text, as at the shell:

    >>> Problem("4x4", "4*L4").classes()[0].minimum
    4

    Raises ``ProblemError`` naming the piece and the cell when a fixed piece is not one of the pieces, has another
    shape, leaves the board, meets another colour, overlaps another fixed piece or is one copy too many; when two
    pieces have the same name; when there is no piece; when a piece of cubes is to lie on a flat board; and when a group
    names what is not a piece, one twice or none of it.
    """

    board: Board
    pieces: tuple[Piece, ...]
    fixed: tuple[Placement, ...] = ()
    title: str = field(default="")
    together: tuple[Group, ...] = ()

    if TYPE_CHECKING:

        def __init__(
            self,
            board: Board | str,
            pieces: Iterable[Piece] | str,
            fixed: Iterable[Placement] = (),
            title: str = "",
            together: Iterable[Group] = (),
        ) -> None: ...

    def __post_init__(self) -> None:
        board: Board | str = self.board
        pieces: tuple[Piece, ...] | str = self.pieces
        object.__setattr__(self, "board", Board.from_text(board) if isinstance(board, str) else board)
        object.__setattr__(self, "pieces", parse_pieces(pieces) if isinstance(pieces, str) else pieces)
        if not isinstance(self.board, Board):
            raise ProblemError(f"{quote(repr(board))} is not a board; expected a Board, or text such as '6x10'")
        if len(self.board.cells) > MAX_CELLS:
            raise LimitError(f"the board has {len(self.board.cells)} cells; tilings are for at most {MAX_CELLS}")
        object.__setattr__(self, "pieces", tuple(self._on_board(piece) for piece in self.pieces))
        object.__setattr__(self, "fixed", tuple(self.fixed))
        if not self.pieces:
            raise ProblemError("the problem has no pieces")
        if self.title.strip() != self.title or "\n" in self.title or "\r" in self.title:
            raise ProblemError(f"the title {self.title!r} must be one line without blanks at its ends")
        by_name: dict[str, Piece] = {}
        for piece in self.pieces:
            if piece.name in by_name:
                raise ProblemError(f"two pieces are named {piece.name!r}")
            if piece.value:
                raise ProblemError(
                    f"piece {piece.name!r} has the value {piece.value}; only packings count values, so leave it out"
                )
            by_name[piece.name] = piece
        self._check_fixed(by_name)
        object.__setattr__(self, "together", tuple([_group(group, by_name) for group in self.together]))

    def _on_board(self, piece: Piece) -> Piece:
        lattice = self.board.lattice.base
        if piece.shape.lattice is lattice:
            return piece
        if not (piece.shape.lattice.is_plain and lattice.is_plain):
            own = piece.shape.lattice
            instead = (
                f"a board for it begins with {own.name}:"
                if lattice.is_plain
                else f"single pieces and drawings for this board begin with {lattice.name}:, "
                f"and its sets are {sets_on(lattice)}"
            )
            raise ProblemError(
                f"piece {piece.name!r} is made of {own.cell_name}s but the board of {lattice.cell_name}s; {instead}"
            )
        if piece.shape.dimension > self.board.dimension:
            raise ProblemError(f"piece {piece.name!r} is made of cubes but the board is flat")
        return replace(piece, shape=piece.shape.lifted())

    def _check_fixed(self, by_name: dict[str, Piece]) -> None:
        colours = self.board.colour_of() if self.fixed else {}
        taken: dict[Cell, str] = {}
        copies: dict[str, int] = {}
        for placement in self.fixed:
            name = placement.piece
            piece = by_name.get(name)
            if piece is None:
                raise ProblemError(f"fixed piece {name!r} is not one of the pieces {_listed(by_name)}")
            for number, cell in enumerate(placement.cells):
                if cell in placement.cells[:number]:
                    raise ProblemError(f"fixed piece {name!r} names the cell {cell_text(cell)} twice")
                if cell not in self.board.cells:
                    raise ProblemError(
                        f"fixed piece {name!r} covers {cell_text(cell)}, which is not a cell of the board"
                    )
                if cell in taken:
                    raise ProblemError(f"fixed pieces {taken[cell]!r} and {name!r} overlap at {cell_text(cell)}")
                taken[cell] = name
            self._check_fixed_shape(placement, piece, colours)
            copies[name] = copies.get(name, 0) + 1
            if piece.maximum is not None and copies[name] > piece.maximum:
                raise ProblemError(
                    f"piece {name!r} is fixed {copies[name]} times, the last time at {cell_text(placement.cells[0])}, "
                    f"but there are at most {piece.maximum} of it"
                )

    def _check_fixed_shape(self, placement: Placement, piece: Piece, colours: dict[Cell, str]) -> None:
        where = f"fixed piece {piece.name!r}" + (f" at {cell_text(placement.cells[0])}" if placement.cells else "")
        lattice = self.board.lattice
        if lattice.base is not lattice:
            own = orientations_on(lattice, piece)
            is_shape = len(placement.cells) == piece.shape.area and bool(
                placements(placement.cells, own, lattice=lattice)
            )
            matches = bool(placements(placement.cells, own, colours, lattice=lattice))
        else:
            shift = lattice.to_origin(placement.cells)
            cells = tuple(sorted(tuple(c + by for c, by in zip(cell, shift, strict=True)) for cell in placement.cells))
            same_cells = [shape for shape in piece.shape.orientations(piece.motions) if shape.cells == cells]
            is_shape = bool(same_cells)
            matches = any(colours_match(shape, placement.cells, colours) for shape in same_cells)
        if not is_shape:
            raise ProblemError(f"{where} has none of the shapes the piece may take by its motions ({piece.motions})")
        if not matches:
            wrong = next(cell for cell in placement.cells if cell in colours)
            raise ProblemError(
                f"{where} does not match the colours of the board ({colours[wrong]!r} at {cell_text(wrong)})"
            )

    @classmethod
    @late("shapewright.tiling.notation.puzzle:parse_puzzle")
    def from_text(cls, text: str) -> Problem:
        """Read a text puzzle; see ``shapewright.tiling.notation.puzzle`` for its form."""

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"Problem.from_text({self.to_text()!r})"

    @late("shapewright.tiling.notation.puzzle:puzzle_text")
    def to_text(self) -> str:
        """The text puzzle from which ``from_text`` reads the same problem."""

    @classmethod
    @late("shapewright.tiling.notation.xmpuzzle:parse_xmpuzzle")
    def from_xmpuzzle(cls, data: bytes, which: int = 0) -> Problem:
        """Read problem number ``which`` (from 0) of a BurrTools file."""

    @late("shapewright.tiling.notation.xmpuzzle:xmpuzzle")
    def to_xmpuzzle(self) -> bytes:
        """A BurrTools file with this problem; ``NotationError`` says what such a file cannot hold."""

    @late("shapewright.tiling.covers.of_problem:to_dlx")
    def to_dlx(self) -> str:
        """The tilings as an exact cover in Knuth's DLX text."""

    def mosaic(self) -> Mosaic:
        """The board with its fixed pieces before it is drawn."""
        from shapewright.tiling.picture import mosaic  # most problems are never drawn

        return mosaic(self, self.fixed)

    def scene(self) -> Scene:
        """The drawing of the board with its fixed pieces, for SVG, PNG and pages."""
        return self.mosaic().scene()

    @late("shapewright.tiling.picture:sheet")
    def sheet(self) -> Scene:
        """The drawing of the whole puzzle: the board with its fixed pieces, and all pieces below it."""

    def _repr_svg_(self) -> str:
        return self.scene()._repr_svg_()

    def piece(self, name: str) -> Piece:
        """The piece of that name; ``KeyError`` if there is none."""
        for piece in self.pieces:
            if piece.name == name:
                return piece
        raise KeyError(name)

    def classes(self) -> tuple[PieceClass, ...]:
        """The pieces merged into classes of equal ones, in the order of their first members."""
        return self._classes

    def fixed_of(self, pieces: PieceClass) -> tuple[Placement, ...]:
        """The fixed placements of the members of ``pieces``."""
        names = {self.pieces[index].name for index in pieces.members}
        return tuple(placement for placement in self.fixed if placement.piece in names)

    def class_placements(self, pieces: PieceClass) -> Iterator[tuple[Cell, ...]]:
        """Every set of board cells one copy can cover, each once, fixed placements of other pieces notwithstanding.

        Two orientations that differ in colours only and both match the board are one placement: it is the cells that
        count.
        """
        order = self.board.order()
        lattice = self.board.lattice
        for positions in placements(order, pieces.orientations, self.board.colour_of(), lattice=lattice):
            yield tuple(sorted(order[position] for position in positions))

    def name_copies(self, chosen: dict[int, list[tuple[Cell, ...]]]) -> tuple[Placement, ...]:
        """Give every copy the name of a member of its class: ``chosen`` maps class numbers to the cell sets used.

        Fixed placements keep their names. Each member first gets what its minimum still lacks, then up to its maximum,
        in the order of the pieces; the cell sets are dealt out in ascending order. The result is sorted.
        """
        named: list[Placement] = []
        for number, pieces in enumerate(self.classes()):
            if len(pieces.members) == 1 and not self.fixed:  # nothing to deal out
                name = self.pieces[pieces.members[0]].name
                named += [Placement(name, cells) for cells in chosen.get(number, ())]
                continue
            fixed = self.fixed_of(pieces)
            named += fixed
            fixed_sets = {placement.cells for placement in fixed}
            loose = sorted(
                cells for cells in (tuple(sorted(c)) for c in chosen.get(number, ())) if cells not in fixed_sets
            )
            members = [self.pieces[index] for index in pieces.members]
            used = [sum(placement.piece == piece.name for placement in fixed) for piece in members]
            deal = [max(piece.minimum - have, 0) for piece, have in zip(members, used, strict=True)]
            left = len(loose) - sum(deal)
            for index, piece in enumerate(members):
                room = left if piece.maximum is None else piece.maximum - used[index] - deal[index]
                extra = max(min(left, room), 0)
                deal[index] += extra
                left -= extra
            names = [piece.name for piece, copies in zip(members, deal, strict=True) for _ in range(copies)]
            # A set with too many or too few copies is no tiling; it still gets names, so that the checker can say so.
            names += [members[-1].name] * (len(loose) - len(names))
            named += [Placement(name, cells) for name, cells in zip(names, loose, strict=False)]
        return tuple(sorted(named, key=lambda placement: (placement.cells, placement.piece)))

    @cached_property
    def _classes(self) -> tuple[PieceClass, ...]:
        found: dict[tuple[Polyomino, ...], list[int]] = {}
        for index, piece in enumerate(self.pieces):
            found.setdefault(orientations_on(self.board.lattice, piece), []).append(index)
        copies: dict[str, int] = {}
        for placement in self.fixed:
            copies[placement.piece] = copies.get(placement.piece, 0) + 1
        merged = []
        for orientations, members in found.items():
            pieces = [self.pieces[index] for index in members]
            minimum = sum(max(piece.minimum, copies.get(piece.name, 0)) for piece in pieces)
            bounds = [piece.maximum for piece in pieces]
            maximum = None if None in bounds else sum(bound for bound in bounds if bound is not None)
            merged.append(PieceClass(tuple(members), minimum, maximum, orientations))
        return tuple(merged)


def problem_of(asked: object, *, of_cover: str = "") -> Problem:
    """Return the problem, or that of a text puzzle; raise ``ProblemError`` for anything else.

    ``of_cover`` is the call by which an exact cover answers the same question.
    """
    if isinstance(asked, str):
        if looks_like_dlx(asked):
            instead = of_cover.replace("cover", "ExactCover.from_text(text)")
            raise ProblemError(
                "the text is an exact cover (DLX), which has no board; "
                + (f"write {instead}" if instead else "this question needs one")
            )
        return Problem.from_text(asked)
    if not isinstance(asked, Problem):
        if type(asked).__name__ == "ExactCover":  # the class stands above this module
            instead = f"write {of_cover}" if of_cover else "this question needs one"
            raise ProblemError(f"an exact cover is not a Problem, for it has no board; {instead}")
        raise ProblemError(
            f"{type(asked).__name__} is not a Problem; expected one such as Problem('6x10', 'pentominoes'), or its text"
        )
    return asked


def orientations_on(lattice: Lattice, piece: Piece) -> tuple[Polyomino, ...]:
    """The shapes that a piece takes there: their mirror images as well where up and down change places at a side."""
    every = piece.shape.orientations(piece.motions)
    if not isinstance(lattice, Quotient) or not lattice.flips:
        return every
    upside_down = Motion((0, 1), (1, -1), (0, 0))
    closed = {(shape.cells, shape.colours): shape for one in every for shape in (one, one.moved(upside_down))}
    return tuple([closed[key] for key in sorted(closed)])


def _group(group: Group, by_name: dict[str, Piece]) -> Group:
    """The group, checked; as many copies as there are at most are all of them."""
    names = [name for name, _ in group]
    for name, most in group:
        if name not in by_name:
            raise ProblemError(f"{name!r}, which may stay together with others, is not one of {_listed(by_name)}")
        if names.count(name) > 1:
            raise ProblemError(f"{name!r} is named twice among those that may stay together; give a count: 2*{name}")
        if most is not None and most < 1:
            raise ProblemError(f"{most} copies of {name!r} are to stay together; expected at least 1")
    if not group:
        raise ProblemError("a group of pieces that may stay together has none")

    def at_most(name: str, most: int | None) -> int | None:
        maximum = by_name[name].maximum
        return None if most is None or (maximum is not None and most >= maximum) else most

    return tuple([(name, at_most(name, most)) for name, most in group])


def _listed(names: dict[str, Piece]) -> str:
    first = list(names)[:12]
    return " ".join(first) + (" ..." if len(names) > len(first) else "")
