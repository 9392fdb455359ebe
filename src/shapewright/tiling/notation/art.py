"""Solutions as letters: one letter for the cells of each placement, the top row first.

``.`` is not a cell, ``?`` an optional cell left empty. Blank lines separate solutions, ``//`` lines the layers of one
in space (bottom first), ``%`` begins a comment line. Up to 62 placements have letters of their own; with more, letters
come again, but never on placements that touch, so that a letter's connected parts are the placements.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from shapewright.cells.grid import Cell, read_art, write_art
from shapewright.cells.lattice import Lattice
from shapewright.cells.lattices import SQUARE
from shapewright.cells.placements import Placement, colours_match, placements
from shapewright.cells.polyomino import Polyomino
from shapewright.errors import NotationError, amount, quote
from shapewright.tiling.problem import Problem

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
EMPTY = "?"
_RESERVED = frozenset(".?/% ")


def solution_text(problem: Problem, placements: Sequence[Placement]) -> str:
    """The picture of ``placements`` on the board of ``problem``; ``parse_solutions`` reads it back.

    A piece used once is shown by its own name if that is one letter. Raises ``NotationError`` if there are more
    placements than letters and letters cannot be used again because some pieces are not connected.
    """
    if len(placements) > len(LETTERS) and not all(piece.shape.is_connected for piece in problem.pieces):
        raise NotationError(
            f"{len(placements)} placements are too many for letters where pieces are not connected; use JSON"
        )
    letters = symbols(placements, problem.board.lattice)
    characters = dict.fromkeys(problem.board.optional, EMPTY)
    for placement, letter in zip(placements, letters, strict=True):
        characters.update(dict.fromkeys(placement.cells, letter))
    picture = write_art(characters, problem.board.size)
    return picture.replace("\n\n", "\n//\n")


def symbols(placements: Sequence[Placement], lattice: Lattice = SQUARE) -> list[str]:
    """A letter for each placement, as the pictures show them."""
    if len(placements) > len(LETTERS):
        return _letters_again(placements, lattice)
    letters = dict.fromkeys(range(len(placements)), "")
    used: set[str] = set()
    # First the placements whose whole name is a letter, then the others by the first letter of their names.
    for wishes in (_whole_name, _first_letter, lambda name: LETTERS):
        for number, placement in enumerate(placements):
            if not letters[number]:
                letter = next((wish for wish in wishes(placement.piece) if wish not in used), "")
                letters[number] = letter
                used.add(letter)
        used.discard("")
    return list(letters.values())


def parse_solutions(text: str, problem: Problem) -> list[tuple[Placement, ...]]:
    """The solutions pictured in ``text``, as placements of the pieces of ``problem``.

    Which piece a letter stands for follows from the shape; where several pieces could lie there, names are dealt out
    so that the counts come right if that is possible. A shape of no piece gets its letter for a name, and a solution
    need not be right: the checker says what is wrong with it. Raises ``NotationError`` if a picture has not the size
    of the board.
    """
    naming = _Naming(problem)
    found = []
    for number, line, layers in _pictures(text, problem):
        size = problem.board.size
        place = f"line {line}: solution {number}"
        depth = size[2] if len(size) == 3 else 1
        if len(layers) != depth:
            raise NotationError(f"{place} has {len(layers)} layers, the board has {depth}")
        for layer in layers:
            if len(layer) != size[1]:
                raise NotationError(
                    f"{place} has {amount(len(layer), 'row')} ({quote(layer[0])} ...), the board has {size[1]}"
                )
        picture = "\n//\n".join("\n".join(layer) for layer in layers) + ("\n//" if len(size) == 3 else "")
        cells = read_art(picture.replace(EMPTY, "."), lambda character: character.isprintable(), "a letter")
        groups: dict[str, list[Cell]] = {}
        for cell, letter in cells:
            groups.setdefault(letter, []).append(cell)
        parts: list[tuple[str, tuple[Cell, ...]]] = []
        for letter, together in sorted(groups.items()):
            pieces = [tuple(sorted(part)) for part in problem.board.lattice.components(together)]
            whole = tuple(sorted(together))
            parts += [(letter, whole)] if naming.candidates(whole) else [(letter, piece) for piece in pieces]
        found.append(naming.named(parts))
    if not found:
        raise NotationError("the text shows no solution")
    return found


def _whole_name(name: str) -> Iterable[str]:
    return (name,) if len(name) == 1 and name.isascii() and name.isprintable() and name not in _RESERVED else ()


def _first_letter(name: str) -> Iterable[str]:
    return (name[0], name[0].swapcase()) if name[0] in LETTERS else ()


def _letters_again(placements: Sequence[Placement], lattice: Lattice) -> list[str]:
    owner = {cell: number for number, placement in enumerate(placements) for cell in placement.cells}
    letters = [""] * len(placements)
    for number, placement in enumerate(placements):
        around = {near for cell in placement.cells for near in lattice.neighbours(cell) if near in owner}
        touching = {letters[owner[near]] for near in around}
        touching.discard("")
        # Starting at another letter each time spreads the letters, so that few neighbours look alike from afar.
        start = number % len(LETTERS)
        free = [letter for letter in LETTERS[start:] + LETTERS[:start] if letter not in touching]
        if not free:
            raise NotationError(f"a placement touches {len(touching)} others, more than there are letters; use JSON")
        letters[number] = free[0]
    return letters


def _pictures(text: str, problem: Problem) -> Iterator[tuple[int, int, list[list[str]]]]:
    """Number, first line and layers of rows of every picture."""
    blocks: list[tuple[int, list[list[str]]]] = []
    open_block = False
    for line_number, raw in enumerate(text.replace("\r\n", "\n").split("\n"), start=1):
        line = raw.rstrip()
        if line.lstrip().startswith("%"):
            continue
        if not line:
            open_block = False
            continue
        if not open_block:
            blocks.append((line_number, [[]]))
            open_block = True
        layers = blocks[-1][1]
        for part_number, part in enumerate(line.split("//")):
            if part_number:
                layers.append([])
            layers[-1] += [row for row in part.split("/") if row]
    pictures = [(line, [layer for layer in layers if layer]) for line, layers in blocks]
    depth = problem.board.size[2] if problem.board.dimension == 3 else 1
    if depth > 1 and pictures and all(len(layers) == 1 for _, layers in pictures):
        # No '//' anywhere: the blank lines separate the layers.
        if len(pictures) % depth:
            raise NotationError(
                f"line {pictures[-1][0]}: {len(pictures)} layers are not a whole number of boards {depth} high"
            )
        pictures = [
            (pictures[at][0], [layers[0] for _, layers in pictures[at : at + depth]])
            for at in range(0, len(pictures), depth)
        ]
    for number, (line_number, layers) in enumerate(pictures, start=1):
        yield number, line_number, layers


class _Naming:
    """Deals out the names of a problem's pieces to sets of cells."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._colours = problem.board.colour_of()
        self._shapes: dict[tuple[Cell, ...], list[tuple[int, Polyomino]]] = {}
        for pieces in problem.classes():
            for shape in pieces.orientations:
                for index in pieces.members:
                    self._shapes.setdefault(shape.cells, []).append((index, shape))

    def candidates(self, cells: tuple[Cell, ...]) -> list[int]:
        """The pieces that can cover exactly ``cells`` (ascending), as indices."""
        if self._problem.board.lattice.base is not self._problem.board.lattice:
            lattice = self._problem.board.lattice
            return sorted(
                index
                for pieces in self._problem.classes()
                if pieces.area == len(cells) and placements(cells, pieces.orientations, self._colours, lattice=lattice)
                for index in pieces.members
            )
        shapes = self._shapes.get(Polyomino(cells, (), self._problem.board.lattice).cells, ())
        found = {index for index, shape in shapes if colours_match(shape, cells, self._colours)}
        return sorted(found)

    def named(self, parts: list[tuple[str, tuple[Cell, ...]]]) -> tuple[Placement, ...]:
        """A name for each (letter, cells): fixed ones first, then by what the counts ask for and the letters say."""
        pieces = self._problem.pieces
        index_of = {piece.name: index for index, piece in enumerate(pieces)}
        fixed = {placement.cells: index_of[placement.piece] for placement in self._problem.fixed}
        wishes: list[list[int]] = []
        literal: list[list[int]] = []  # the same where letters are taken at their word
        for letter, cells in parts:
            able = self.candidates(cells)
            if cells in fixed and fixed[cells] in able:
                able = [fixed[cells]]
            wishes.append(able)
            literal.append([index for index in able if pieces[index].name == letter] or able)
        bounds = [(piece.minimum, piece.maximum) for piece in pieces]
        chosen = _dealt(literal, bounds)
        counts = [chosen.count(piece) for piece in range(len(bounds))]
        if not all(
            low <= count and (high is None or count <= high) for count, (low, high) in zip(counts, bounds, strict=True)
        ):
            chosen = _dealt(wishes, bounds)
        named = [
            Placement(letter if index is None else pieces[index].name, cells)
            for (letter, cells), index in zip(parts, chosen, strict=True)
        ]
        return tuple(sorted(named, key=lambda placement: (placement.cells, placement.piece)))


def _dealt(wishes: list[list[int]], bounds: list[tuple[int, int | None]]) -> list[int | None]:
    """One of its wishes for each part so that every piece is used within its bounds, if that is possible.

    Bipartite matching by augmenting paths, first with the minima for capacities, then with the maxima: an augmenting
    path never takes from a piece what it has. What cannot be matched gets its first wish, or None without any.
    """
    chosen: list[int | None] = [None] * len(wishes)
    holders: list[set[int]] = [set() for _ in bounds]
    for capacities in ([low for low, _ in bounds], [len(wishes) if high is None else high for _, high in bounds]):
        for part in range(len(wishes)):
            if chosen[part] is None:
                _augment(part, wishes, capacities, chosen, holders)
    return [(wish[0] if wish else None) if piece is None else piece for piece, wish in zip(chosen, wishes, strict=True)]


def _augment(
    start: int, wishes: list[list[int]], capacities: list[int], chosen: list[int | None], holders: list[set[int]]
) -> None:
    came_from: dict[int, int] = {}  # piece -> the part that asks for it
    queue = [start]
    for part in queue:
        for piece in wishes[part]:
            if piece in came_from or not capacities[piece]:
                continue
            came_from[piece] = part
            if len(holders[piece]) < capacities[piece]:
                _pass_on(piece, came_from, chosen, holders)
                return
            queue += sorted(holders[piece])


def _pass_on(piece: int, came_from: dict[int, int], chosen: list[int | None], holders: list[set[int]]) -> None:
    while True:
        part = came_from[piece]
        before = chosen[part]
        chosen[part] = piece
        holders[piece].add(part)
        if before is None:
            return
        holders[before].discard(part)
        piece = before
