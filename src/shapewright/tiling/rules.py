"""The rules of the game in plain Python: which shapes a piece may take and where they may lie.

Slow, obvious and the source of truth; the checker rests on it. It works from a piece's cells alone: motions, sorting
and comparing are done here again rather than taken from the modules the solvers use.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, permutations, product
from operator import sub

from shapewright.cells.grid import Board, Cell
from shapewright.cells.lattice import Lattice
from shapewright.cells.lattices import SQUARE
from shapewright.cells.polyomino import Piece

# Boards whose sides are glued: whether the strip is twisted, and whether top and bottom are glued.
_GLUED = {"torus": (False, True), "cylinder": (False, False), "moebius": (True, False), "klein": (True, True)}

Painted = tuple[tuple["Cell", str], ...]  # ascending cells from the origin, each with its colour or ''


@lru_cache(maxsize=4096)
def shapes(piece: Piece) -> frozenset[Painted]:
    """Every shape ``piece`` may take by its motions, moved to the origin.

    Translations only ('fixed'), half a turn too ('half-turn'), all rotations ('one-sided'), or reflections as well
    ('free').
    """
    colours = piece.shape.colours or ("",) * len(piece.shape.cells)
    lattice = piece.shape.lattice
    if not lattice.is_plain:
        points = [lattice.point(cell) for cell in piece.shape.cells]
        # Balls look the same from all sides, so that a flat shape of them can be turned over in any direction.
        is_flat = lattice.is_round and piece.motions == "one-sided" and _is_flat(points)
        turns = _solid_turned if lattice.dimension == 3 else _points_turned
        return frozenset(
            _at_origin(list(zip(turned, colours, strict=True)), lattice)
            for turned in turns(points, "free" if is_flat else piece.motions)
        )
    return frozenset(
        _at_origin(
            [(_turned(cell, axes, signs), colour) for cell, colour in zip(piece.shape.cells, colours, strict=True)]
        )
        for axes, signs in _turns(piece.shape.dimension, piece.motions)
    )


def may_lie(board: Board, piece: Piece, cells: tuple[Cell, ...]) -> bool:
    """Whether one copy of ``piece`` can cover exactly ``cells``: all on ``board``, a shape of it, colours matching."""
    return set(cells) <= board.cells and has_shape(board, piece, cells) and matches_colours(board, piece, cells)


def has_shape(board: Board, piece: Piece, cells: tuple[Cell, ...]) -> bool:
    """Whether ``cells`` form one of the shapes ``piece`` may take on ``board``, colours aside."""
    if board.lattice.name in _GLUED:
        return any(_laid(board, piece, cells))
    return _outline(piece, _points(piece, cells)) in _by_outline(piece)


def matches_colours(board: Board, piece: Piece, cells: tuple[Cell, ...]) -> bool:
    """Whether ``piece`` in some shape that covers ``cells`` meets board cells of its own colours or none only."""
    if board.lattice.name in _GLUED:
        letters = dict(board.colours)
        return any(
            all(colour == "" or letters.get(cell, colour) == colour for cell, colour in laid.items())
            for laid in _laid(board, piece, cells)
        )
    points = _points(piece, cells)
    painted = _by_outline(piece).get(_outline(piece, points), ())
    if not board.colours or not piece.shape.colours:
        return bool(painted)
    board_colours = dict(board.colours)
    placed = [cell for _, cell in sorted(zip(points, cells, strict=True))]
    return any(
        all(
            colour == "" or board_colours.get(cell, "") in ("", colour)
            for (_, colour), cell in zip(shape, placed, strict=True)
        )
        for shape in painted
    )


def _laid(board: Board, piece: Piece, cells: tuple[Cell, ...]) -> Iterator[dict[Cell, str]]:
    """Every way that ``piece`` lies on exactly ``cells`` of a board whose sides are glued: the colour on each."""
    width, height = board.lattice.size  # type: ignore[attr-defined]
    flips, closes = _GLUED[board.lattice.name]
    # A shape may start in the next copy of the board as well, which lies upside down where a strip is twisted.
    for shape in shapes(piece):
        for x, y in [(x + copy * width, y) for x, y in cells for copy in range(1 + flips)]:
            start = height - 1 - y if x >= width else y
            (left, low), _ = shape[0]
            laid: dict[Cell, str] = {}
            for (across, up), colour in shape:
                column, row = x + across - left, start + up - low
                while not 0 <= column < width:
                    column += width if column < 0 else -width
                    row = height - 1 - row if flips else row
                laid[column, row % height if closes else row] = colour
            if len(laid) == len(shape) and laid.keys() == set(cells):
                yield laid


def _points(piece: Piece, cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """The centres of cells; squares and cubes are their own."""
    lattice = piece.shape.lattice
    return cells if lattice.is_plain else tuple(map(lattice.point, cells))


def _outline(piece: Piece, points: tuple[Cell, ...]) -> tuple[Cell, ...]:
    lattice = piece.shape.lattice
    corner = _corner(points, lattice)
    return tuple(sorted([tuple(map(sub, point, corner)) for point in points]))


def _corner(points: Sequence[Cell], lattice: Lattice = SQUARE) -> Cell:
    if lattice.dimension == 3 and not lattice.is_plain:
        first = min(points)
        return tuple(map(sub, first, lattice.home(first)))
    unit = 1 if lattice.is_plain else lattice.steps[0][0]
    return tuple([min(values) // unit * unit for values in zip(*points, strict=True)])


@lru_cache(maxsize=4096)
def _by_outline(piece: Piece) -> dict[tuple[Cell, ...], list[Painted]]:
    """The shapes of ``piece`` by their cells: several where they differ in colours only."""
    found: dict[tuple[Cell, ...], list[Painted]] = {}
    for shape in shapes(piece):
        found.setdefault(tuple(cell for cell, _ in shape), []).append(shape)
    return found


def _turns(dimension: int, motions: str) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    for axes in permutations(range(dimension)):
        for signs in product((1, -1), repeat=dimension):
            if motions == "fixed" and (axes != tuple(range(dimension)) or -1 in signs):
                continue
            if motions == "half-turn" and (axes, abs(sum(signs))) != ((0, 1), 2):
                continue
            if motions == "one-sided" and _determinant(axes, signs) < 0:
                continue
            yield axes, signs


def _determinant(axes: tuple[int, ...], signs: tuple[int, ...]) -> int:
    inversions = sum(axes[i] > axes[j] for i in range(len(axes)) for j in range(i + 1, len(axes)))
    return -1 if (inversions + sum(sign < 0 for sign in signs)) % 2 else 1


def _turned(cell: Cell, axes: tuple[int, ...], signs: tuple[int, ...]) -> Cell:
    return tuple(sign * cell[axis] for axis, sign in zip(axes, signs, strict=True))


def _points_turned(points: list[Cell], motions: str) -> Iterator[list[Cell]]:
    """Points turned by sixths of a turn (in the plane of squares: by quarters), and their mirror image."""
    hands = [points]
    if motions == "free":
        hands.append([(second, first, *others) for first, second, *others in points])
    for hand in hands:
        turned = hand
        for _ in range(1 if motions == "fixed" else 6 if len(points[0]) == 3 else 4):
            yield turned
            turned = [(-one[2], -one[0], -one[1]) if len(one) == 3 else (-one[1], one[0]) for one in turned]


def _solid_turned(points: list[Cell], motions: str) -> Iterator[list[Cell]]:
    """Points in space turned as cubes are; of prisms, which have a fourth coordinate, by sixths and upside down."""
    if len(points[0]) == 3:
        for axes, signs in _turns(3, motions):
            yield [_turned(point, axes, signs) for point in points]
        return
    flat: list[Cell] = [(u, v, w) for u, v, _, w in points]
    heights = [z for _, _, z, _ in points]
    for is_mirrored, sign in product((False, True), (1, -1)):
        if motions == "fixed" and (is_mirrored or sign < 0):
            continue
        if motions == "one-sided" and is_mirrored != (sign < 0):
            continue
        hand: list[Cell] = [(v, u, w) for u, v, w in flat] if is_mirrored else flat
        for turned in _points_turned(hand, "fixed" if motions == "fixed" else "one-sided"):
            yield [(u, v, sign * z, w) for (u, v, w), z in zip(turned, heights, strict=True)]


def _is_flat(points: list[Cell]) -> bool:
    away = [tuple(map(sub, point, points[0])) for point in points[1:]]
    return all(
        a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) == 0
        for (a, b, c), (d, e, f), (g, h, i) in combinations(away, 3)
    )


def _at_origin(painted: list[tuple[Cell, str]], lattice: Lattice = SQUARE) -> Painted:
    corner = _corner([cell for cell, _ in painted], lattice)
    return tuple(sorted((tuple(c - m for c, m in zip(cell, corner, strict=True)), colour) for cell, colour in painted))
