"""What may become a puzzle without clues: some of the pieces that fill a board, or a board that all the pieces fill.

Candidates are drawn one after the other until one has exactly one tiling. Where clues are letters of cells, there is
a colour for each kind of piece, or for each copy where equal pieces would look alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from random import Random

from shapewright.cells.grid import Board, Cell
from shapewright.cells.placements import Placement, placements
from shapewright.cells.polyomino import Piece
from shapewright.errors import LimitError, ProblemError
from shapewright.jobs.limits import Clock
from shapewright.tiling.making.tilings import Tilings
from shapewright.tiling.problem import Problem
from shapewright.tiling.search.instance import Cover, prepared
from shapewright.tiling.solution import Solution

PATIENCE = 16
"""After so many boards in a row without the tiling wanted, boards grow less or more compact."""

MOST_NODES = 400_000
"""A candidate whose tilings take a search more nodes than that is left, and the next one is drawn."""

LOOKS = 24
"""Places that are compared for each piece where a board shall be compact."""


def cover_of(problem: Problem) -> Cover:
    """The exact cover of a problem; ``ProblemError`` says why there is none."""
    cover = prepared(problem)
    if not isinstance(cover, Cover):
        raise ProblemError(f"there is no puzzle to make of it: {cover.sentence}")
    return cover


def just(problem: Problem, solution: Solution) -> Problem:
    """The problem with the pieces of a tiling and no others."""
    used = Counter(placement.piece for placement in solution.placements)
    pieces = tuple(
        replace(piece, minimum=used[piece.name], maximum=used[piece.name])
        for piece in problem.pieces
        if used[piece.name]
    )
    return replace(problem, pieces=pieces, together=())  # whose groups may name others


def may_be_unique(problem: Problem, cover: Cover, clock: Clock) -> bool:
    """Whether all tilings may be images of one by the board's symmetries: few enough, and soon found.

    The nodes of the search decide, and not the time, so that the same seed makes the same puzzle everywhere.
    """
    images = len(problem.board.symmetries())
    found = Tilings(cover, clock).few(images + 1, MOST_NODES)
    return found is not None and len(found) <= images


class Bags:
    """Choices of some of the pieces that fill the board."""

    tries = 5000
    """So many choices are tried for one that has one tiling."""

    def __init__(self, problem: Problem, clock: Clock) -> None:
        if problem.fixed:
            raise ProblemError("pieces are chosen for an empty board; this one has fixed pieces")
        self._problem = problem
        some = replace(problem, pieces=tuple(replace(piece, minimum=0) for piece in problem.pieces))
        self._cover = cover_of(some)
        self._tilings = Tilings(self._cover, clock)
        self._seen: set[tuple[Piece, ...]] = set()

    def draw(self, chance: Random) -> Problem | None:
        """The pieces of a tiling that is drawn; None if they were drawn before."""
        drawn = self._tilings.some(1, seed=chance.getrandbits(32))
        if not drawn:
            raise ProblemError("no choice of these pieces fills the board")
        puzzle = just(self._problem, self._cover.solution(drawn[0]))
        if puzzle.pieces in self._seen:
            return None
        self._seen.add(puzzle.pieces)
        return puzzle


class Boards:
    """Boards that all the pieces fill, made by laying one beside the others.

    A compact board has many tilings, a ragged one few. So boards begin compact and grow more ragged while none of them
    has one tiling; and more compact again while they do not fit into the board of the problem.
    """

    tries = 300
    """So many boards are tried."""

    def __init__(self, problem: Problem) -> None:
        if any(piece.minimum != piece.maximum for piece in problem.pieces):
            raise ProblemError("a board is made for pieces of given numbers, such as 2*L4; a range leaves them open")
        if problem.fixed or problem.board.optional or problem.board.colours:
            raise ProblemError("a board is made within a plain one; this has fixed pieces, colours or optional cells")
        area = sum(piece.minimum * piece.shape.area for piece in problem.pieces)
        if area > len(problem.board.cells):
            raise ProblemError(
                f"the pieces have {area} cells, and the board that bounds theirs has {len(problem.board.cells)}; "
                "state a larger one"
            )
        self._problem = problem
        self._looks = LOOKS
        self._drawn = self._beside = 0

    def draw(self, chance: Random) -> Problem | None:
        """A board on which the pieces lie; None if they were laid so that some found no place."""
        cells = grown(self._problem, chance, self._looks)
        if cells is None:
            self._beside += 1
            if self._beside == PATIENCE:
                self._change(min(LOOKS, 2 * self._looks))
            return None
        self._drawn += 1
        if self._drawn == PATIENCE:
            self._change(max(1, self._looks // 2))
        lattice = self._problem.board.lattice
        shift = lattice.to_origin(cells)
        moved = frozenset(tuple([a + b for a, b in zip(cell, shift, strict=True)]) for cell in cells)
        return replace(self._problem, board=Board(moved, lattice=lattice))

    def _change(self, looks: int) -> None:
        self._looks = looks
        self._drawn = self._beside = 0


def grown(problem: Problem, chance: Random, looks: int = LOOKS) -> frozenset[Cell] | None:
    """Cells within the board of ``problem`` that all its pieces cover, connected; None if one found no place.

    Each piece comes, in a random order, to the best of ``looks`` random places beside the others: the one that touches
    most. The fewer places are compared, the more ragged the board.
    """
    order = problem.board.order()
    beside = problem.board.lattice.neighbours
    every = [piece for piece in problem.pieces for _ in range(piece.minimum)]
    chance.shuffle(every)
    covered: set[Cell] = set()
    places = {piece.name: list(placements(order, piece.orientations())) for piece in problem.pieces}
    for piece in every:
        tried: list[tuple[int, int, set[Cell]]] = []
        rim = {other for cell in covered for other in beside(cell)} - covered
        own = places[piece.name]
        for place in chance.sample(own, len(own)):
            cells = {order[number] for number in place}
            if covered.isdisjoint(cells) and (not covered or not rim.isdisjoint(cells)):
                touching = sum(other in covered for cell in cells for other in beside(cell))
                tried.append((touching, len(tried), cells))
                if len(tried) == looks:
                    break
        if not tried:
            return None
        covered |= max(tried)[2]
    return frozenset(covered)


_COLOURS = "abcdefghijklmnopqrstuvwxyz"


def check_plain(problem: Problem) -> None:
    """Raise ``ProblemError`` for a puzzle that has colours already, ``LimitError`` for too many kinds of pieces."""
    if problem.board.colours or any(piece.shape.colours for piece in problem.pieces):
        raise ProblemError("letters of cells are colours, and this puzzle has colours already; take pieces as clues")
    if len(problem.classes()) > len(_COLOURS):
        raise LimitError(f"letters of cells are for at most {len(_COLOURS)} different pieces")


def copies_apart(problem: Problem) -> Problem:
    """The puzzle with each copy of a piece as a piece of its own, which has its own letter.

    Raises ``LimitError`` for more copies than there are letters.
    """
    copies = sum(piece.minimum for piece in problem.pieces)
    if copies > len(_COLOURS):
        raise LimitError(
            f"equal pieces lie beside each other, so that each of the {copies} pieces needs a letter of its own, and "
            f"there are {len(_COLOURS)}; take pieces as clues"
        )
    letters, taken = iter(_COLOURS), {piece.name for piece in problem.pieces}
    pieces, fixed = [], []
    for piece in problem.pieces:
        lying = [one.cells for one in problem.fixed if one.piece == piece.name]
        numbered = (name for number in range(1, 1 << 30) if (name := f"{piece.name}-{number}") not in taken)
        for copy in range(piece.minimum):
            name = piece.name if piece.minimum == 1 else next(numbered)
            shape = replace(piece.shape, colours=(next(letters),) * piece.shape.area)
            pieces.append(replace(piece, name=name, shape=shape, minimum=1, maximum=1))
            fixed += [Placement(name, cells) for cells in lying[copy : copy + 1]]
    return replace(problem, pieces=tuple(pieces), fixed=tuple(fixed))


def lettered(cover: Cover, clues: Iterable[tuple[int, int]]) -> Problem:
    """The puzzle of a cover with clues, cells (their positions) and the numbers of the classes of their pieces."""
    problem = cover.problem
    letters = dict(zip(range(len(problem.classes())), _COLOURS, strict=False))
    pieces = []
    for number, piece in enumerate(problem.pieces):
        own = next(k for k, one in enumerate(problem.classes()) if number in one.members)
        pieces.append(replace(piece, shape=replace(piece.shape, colours=(letters[own],) * piece.shape.area)))
    colours = frozenset((cover.cells[cell], letters[number]) for cell, number in clues)
    return replace(problem, board=replace(problem.board, colours=colours), pieces=tuple(pieces))
