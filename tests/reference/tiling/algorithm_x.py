"""All tilings of a small problem by plain Algorithm X: the slow, obvious twin of the solvers.

It works on the problem's pieces one by one, with their own names and bounds, and merges what differs by the exchange
of equal pieces only at the very end. Source: D. E. Knuth, "Dancing Links" (2000), TAOCP 7.2.2.1.
"""

from __future__ import annotations

from collections.abc import Iterator

from shapewright.cells.grid import Cell
from shapewright.cells.polyomino import Piece, Polyomino
from shapewright.tiling.problem import Problem

Tiling = frozenset[tuple[str, frozenset[Cell]]]  # what a copy is (the first of its equals) and the cells it covers
Option = tuple[str, frozenset[Cell]]


def tilings(problem: Problem) -> Iterator[Tiling]:
    """Every tiling once, as (name of the first equal piece, cells) of all its copies, fixed ones included."""
    pieces = {piece.name: piece for piece in problem.pieces}
    alike = {name: first_equal(problem, piece) for name, piece in pieces.items()}
    chosen: list[Option] = [(placement.piece, frozenset(placement.cells)) for placement in problem.fixed]
    covered = {cell for _, cells in chosen for cell in cells}
    options = [
        (piece.name, cells)
        for piece in problem.pieces
        if piece.maximum is None or _used(chosen, piece.name) < piece.maximum
        for cells in sorted(spots(problem, piece), key=sorted)
        if not cells & covered
    ]
    seen: set[Tiling] = set()
    for found in _search(problem, pieces, set(problem.board.required) - covered, options, chosen):
        merged = frozenset((alike[name], cells) for name, cells in found)
        if merged not in seen:
            seen.add(merged)
            yield merged


def count(problem: Problem) -> int:
    """How many tilings there are."""
    return sum(1 for _ in tilings(problem))


def first_equal(problem: Problem, piece: Piece) -> str:
    """The first piece that has just the orientations of ``piece``."""
    return next(other.name for other in problem.pieces if painted_shapes(other) == painted_shapes(piece))


def painted_shapes(piece: Piece) -> set[frozenset[tuple[Cell, str]]]:
    """Every shape the piece may take, as cells from the origin with their colours."""
    return {
        frozenset(zip(shape.cells, shape.colours or ("",) * shape.area, strict=True))
        for shape in piece.shape.orientations(piece.motions)
    }


def spots(problem: Problem, piece: Piece) -> set[frozenset[Cell]]:
    """Every set of board cells that one copy of ``piece`` can cover."""
    board, colours = problem.board, problem.board.colour_of()
    found = set()
    for shape in piece.shape.orientations(piece.motions):
        for corner in _corners(board.size, shape):
            placed = [
                (tuple(c + d for c, d in zip(cell, corner, strict=True)), colour)
                for cell, colour in zip(shape.cells, shape.colours or ("",) * shape.area, strict=True)
            ]
            if all(cell in board.cells for cell, _ in placed) and all(
                "" in (colour, colours.get(cell, "")) or colour == colours[cell] for cell, colour in placed
            ):
                found.add(frozenset(cell for cell, _ in placed))
    return found


def _corners(size: tuple[int, ...], shape: Polyomino) -> Iterator[Cell]:
    corners: list[Cell] = [()]
    for extent, own in zip(size, shape.size, strict=True):
        corners = [(*corner, start) for corner in corners for start in range(extent - own + 1)]
    yield from corners


def _search(
    problem: Problem, pieces: dict[str, Piece], uncovered: set[Cell], options: list[Option], chosen: list[Option]
) -> Iterator[frozenset[Option]]:
    if not uncovered:
        yield from _on_optional_cells(pieces, options, chosen)
        return
    cell = min(uncovered, key=lambda cell: (sum(cell in cells for _, cells in options), cell))
    for option in options:
        _, cells = option
        if cell in cells:
            now = [*chosen, option]
            yield from _search(problem, pieces, uncovered - cells, _left(pieces, options, now), now)


def _on_optional_cells(
    pieces: dict[str, Piece], options: list[Option], chosen: list[Option]
) -> Iterator[frozenset[Option]]:
    """Nothing needs covering any more: any further options may be added as long as they fit."""
    if all(_used(chosen, name) >= piece.minimum for name, piece in pieces.items()):
        yield frozenset(chosen)
    for index, option in enumerate(options):
        now = [*chosen, option]
        yield from _on_optional_cells(pieces, _left(pieces, options[index + 1 :], now), now)


def _left(pieces: dict[str, Piece], options: list[Option], chosen: list[Option]) -> list[Option]:
    """The options that overlap nothing chosen last and whose piece is not used up."""
    _, taken = chosen[-1]
    room = {name: piece.maximum is None or _used(chosen, name) < piece.maximum for name, piece in pieces.items()}
    return [(name, cells) for name, cells in options if room[name] and not cells & taken]


def _used(chosen: list[Option], name: str) -> int:
    return sum(name == other for other, _ in chosen)
