"""Check certificates of covers, as docs/certificates/covers.md describes them.

This was written from that page, before a look at ``certificates/check_cover.py``. So two readings of one page meet. It
is simple and slow: every line of a certificate goes through all ways of the puzzle.
"""

from __future__ import annotations

import itertools
import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

Cell = tuple[int, ...]
State = tuple[frozenset[int], tuple[int, ...]]  # free cells; how often each piece was used (0 if that does not matter)


@dataclass(frozen=True)
class Way:
    """Cells that are covered together, how many copies of each piece that uses, and its cost."""

    cells: frozenset[int]
    pieces: tuple[tuple[int, int], ...]
    cost: int = 0


@dataclass
class Puzzle:
    """Ways to cover ``size`` cells, and how often each piece is used at least and at most."""

    size: int
    ways: list[Way]
    least: list[int]
    most: list[float]
    by: int | None
    symmetries: list[list[int]]  # each as the way that each way goes to
    stays: list[list[bool]]  # whether a symmetry keeps a piece

    def fits(self, way: Way, state: State) -> bool:
        """Return whether all cells of a way are free and its copies are left."""
        return way.cells <= state[0] and all(
            state[1][piece] + copies <= self.most[piece] for piece, copies in way.pieces
        )

    def after(self, way: Way, state: State) -> State:
        """Return the state after a way. A piece without limits is not counted."""
        used = list(state[1])
        for piece, copies in way.pieces:
            if self.least[piece] > 0 or self.most[piece] < self.size:
                used[piece] += copies
        return state[0] - way.cells, tuple(used)


def proven(lines: Iterable[str]) -> tuple[str, int | None]:
    """Return the claim of a certificate and its number, once they are proven.

    Raises ``ValueError`` if the certificate proves nothing.
    """
    try:
        return _proven([line.removesuffix("\n") for line in lines])
    except (KeyError, TypeError, IndexError, AttributeError) as error:
        raise ValueError(f"a part is missing or of the wrong kind: {error!r}") from error


def _proven(lines: list[str]) -> tuple[str, int | None]:
    head = _object(lines[0])
    _demand(head["certificate"] == "cover" and _whole(head["version"]) == 1, "this is not a certificate of covers")
    claim, number = head["claim"], head["number"]
    _demand(number is None or _number(number) == number, "the number is not whole")
    sections = list(_sections(lines[1:]))
    statement = _object(sections[0][0])
    puzzle = _puzzle(statement)
    if claim == "none":
        for section in sections:
            _demand(_sum(_puzzle(_object(section[0])), section[1:])[0] == 0, "there is a cover")
        found: float = 0
    elif claim == "least cost":
        _demand(len(sections) == 1, "one section is enough")
        found = _sum(puzzle, sections[0][1:])[1]
    elif claim == "covers":
        _demand(len(sections) == 1, "one section is enough")
        found = _sum(puzzle, sections[0][1:])[0]
    elif claim == "covers up to symmetry":
        _demand(_is_group(statement["symmetries"]), "the symmetries are not a group that begins with the identity")
        kept = {0: _sum(puzzle, sections[0][1:])[0]}
        for section in sections[1:]:
            one = _whole(_object(section[0])["symmetry"])
            _demand(
                one not in kept and one < len(puzzle.symmetries), "the symmetry does not exist, or is there already"
            )
            kept[one] = _sum(_kept(puzzle, one), section[1:])[0]
        _demand(len(kept) == len(puzzle.symmetries), "a symmetry is missing")
        found, rest = divmod(sum(kept.values()), len(kept))
        _demand(rest == 0, "the sum is not a multiple of the number of symmetries")
    else:
        raise ValueError(f"{claim!r} is not a claim")
    _demand(number == (None if found == math.inf else found), f"{found} is found, but {number} is claimed")
    return claim, number


def _sections(lines: list[str]) -> Iterator[list[str]]:
    section: list[str] = []
    for line in lines:
        section.append(line)
        if len(section) > 1 and line.split(" ")[0] in ("root", "w"):
            yield section
            section = []
    _demand(not section, "the last section has no end")


def _sum(puzzle: Puzzle, lines: list[str]) -> tuple[int, float]:
    """Return how many covers a section counts, and the cost of the cheapest."""
    if lines[-1].split(" ")[0] == "w":
        _demand(len(lines) == 1, "weights need no states")
        _demand(_excluded(puzzle, [_integer(word) for word in lines[0].split(" ")[1:]]), "the weights exclude nothing")
        return 0, math.inf
    states: dict[int, State] = {}
    words: dict[
        int, list[tuple[str, int, int]]
    ] = {}  # of each line: a word, how often it counts, and the cost of its way

    def read(word: str, line: int, state: State) -> None:
        """Check what a word in a line says of a state."""
        free, used = state
        if word == "*":
            _demand(not free, "a cell is free")
            _demand(all(map(int.__ge__, used, puzzle.least)), "a piece is missing")
        elif word[0] == "!":
            what = _integer(word[1:])
            fitting = [way for way in puzzle.ways if puzzle.fits(way, state)]
            if what < puzzle.size:
                _demand(
                    what in free and not any(what in way.cells for way in fitting), f"the cell {what} can be covered"
                )
            else:
                piece = what - puzzle.size
                copies = sum(copies for way in fitting for one, copies in way.pieces if one == piece)
                _demand(copies < puzzle.least[piece] - used[piece], f"enough copies of the piece {piece} fit")
        else:
            above = line - _integer(word)
            _demand(0 <= above < line, "a word leads to a line that does not exist")
            _demand(states.setdefault(above, state) == state, "a line is reached in two states")

    empty = (frozenset(range(puzzle.size)), (0,) * len(puzzle.least))
    root = lines[-1].split(" ")
    _demand(len(root) == 2, "the root has one word")
    read(root[1], len(lines) - 1, empty)
    for line in range(len(lines) - 2, -1, -1):
        _demand(line in states, "a line is not reached")
        first, *rest = lines[line].split(" ")
        what, (free, used) = _integer(first), states[line]
        ways = [way for way in puzzle.ways if puzzle.fits(way, states[line])]
        if what < puzzle.size:
            _demand(what in free, f"the cell {what} is not free")
            ways = [way for way in ways if what in way.cells]
        else:
            piece = what - puzzle.size
            left = (puzzle.least[piece] - used[piece], puzzle.most[piece] - used[piece])
            _demand(left == (1, 1), f"not exactly one copy of the piece {piece} must be used")
            ways = [way for way in ways if piece in dict(way.pieces)]
        times = [1] * len(ways)
        if puzzle.by is not None and line == len(lines) - 2:
            _demand(what == puzzle.size + puzzle.by, "the last line does not decide the piece to begin with")
            orbits = _orbits(puzzle, ways)
            ways, times = [orbit[0] for orbit in orbits], [len(orbit) for orbit in orbits]
        _demand(len(rest) == len(ways), "a line has too many words or too few")
        for word, way in zip(rest, ways, strict=True):
            read(word, line, puzzle.after(way, states[line]))
        words[line] = [(word, often, way.cost) for word, often, way in zip(rest, times, ways, strict=True)]
    values: dict[int, tuple[int, float]] = {}

    def value(word: str, line: int) -> tuple[int, float]:
        return (1, 0) if word == "*" else (0, math.inf) if word[0] == "!" else values[line - _integer(word)]

    for line in range(len(lines) - 1):
        below = [(value(word, line), often, cost) for word, often, cost in words[line]]
        values[line] = (
            sum(count * often for (count, _), often, _ in below),
            min((cheapest + cost for (_, cheapest), _, cost in below), default=math.inf),
        )
    return value(root[1], len(lines) - 1)


def _excluded(puzzle: Puzzle, numbers: list[int]) -> bool:
    """Return whether weights show that there is no cover."""
    modulus, *weights = numbers
    _demand(0 <= modulus <= 1000 and len(weights) == puzzle.size, "the weights are not one for each cell")
    owners: dict[int, set[tuple[int, int]]] = {piece: set() for piece in range(len(puzzle.least))}
    for way in puzzle.ways:
        _demand(len(way.pieces) == 1, "a way uses several pieces or none")
        owners[way.pieces[0][0]].add((way.pieces[0][1], sum(weights[cell] for cell in way.cells)))
    sums = {0}  # of all pieces so far; the largest alone if there is no modulus
    for piece, ways in owners.items():
        most = int(min(puzzle.most[piece], puzzle.size))
        by_copies = [{0}, *(set[int]() for _ in range(most))]
        for copies in range(1, most + 1):
            found = {old + one for used, one in ways if used <= copies for old in by_copies[copies - used]}
            by_copies[copies] = _kept_sums(found, modulus)
        own = set[int]().union(*by_copies[puzzle.least[piece] :])
        sums = _kept_sums({one + other for one in sums for other in own}, modulus)
    whole = sum(weights)
    return all(whole > one if modulus == 0 else (whole - one) % modulus != 0 for one in sums)


def _kept_sums(sums: set[int], modulus: int) -> set[int]:
    if modulus:
        return {one % modulus for one in sums}
    return {max(sums)} if sums else sums


def _puzzle(statement: dict[str, Any]) -> Puzzle:
    """Return the puzzle that an object states."""
    pieces = statement["pieces"]
    least = [_whole(piece["least"]) for piece in pieces]
    most: list[float] = [math.inf if piece["most"] is None else _whole(piece["most"]) for piece in pieces]
    by = None if statement.get("by") is None else _whole(statement["by"])
    _demand(by is None or by < len(pieces), "the piece to begin with does not exist")
    if "options" in statement:
        size = _whole(statement["cells"])
        ways = [
            Way(_distinct(cells, size), tuple((_whole(piece), _whole(copies)) for piece, copies in uses), _number(cost))
            for cells, uses, cost in statement["options"]
        ]
        for way in ways:
            _demand(len(dict(way.pieces)) == len(way.pieces), "a way names a piece twice")
            _demand(all(piece <= len(pieces) for piece, _ in way.pieces), "a piece does not exist")
            _demand(all(0 < copies <= len(way.cells) for _, copies in way.pieces), "a way uses too many copies")
            _demand(bool(way.cells), "a way covers nothing")
        limits: tuple[int, float] = (0, math.inf)
        _demand(not statement.get("symmetries"), "a list of ways has no symmetries")
    else:
        cells = [_cell(cell) for cell in statement["cells"]]
        size = len(cells)
        _demand(len(set(cells)) == size, "a cell is there twice")
        _demand({len(cell) for cell in cells} == {len(cells[0])}, "a cell has another number of coordinates")
        translations = statement.get("translations")
        if translations is not None:
            zeros = [_zeros([_number(value) for value in vector]) for vector in translations]
            _demand(zeros == sorted(set(zeros)), "a vector has not more zeros in front than the one before")
            _demand(all(one < len(cells[0]) for one in zeros), "a vector does not move")
        _demand(bool(translations) == ("turns" in statement), "turns and translations belong together")
        ways = []
        areas = []
        for number, piece in enumerate(pieces):
            shape = {_cell(cell) for cell in piece["cells"]}
            _demand(len(shape) == len(piece["cells"]) > 0, "a cell of a piece is there twice")
            _demand({len(cell) for cell in shape} == {len(cells[0])}, "a cell has another number of coordinates")
            areas.append(len(shape))
            found = _placed(shape, _motions(statement, piece["turns"], len(cells[0])), cells, translations)
            ways += [Way(frozenset(one), ((number, 1),)) for one in sorted(found)]
        limits = (
            max(0, size - sum(int(min(top, size)) * area for top, area in zip(most, areas, strict=True))),
            max(0, size - sum(low * area for low, area in zip(least, areas, strict=True))),
        )
        if statement.get("empty") is not None:
            limits = limits[0], min(limits[1], _whole(statement["empty"]))
    ways += [Way(frozenset({cell}), ((len(pieces), 1),)) for cell in sorted(_distinct(statement["optional"], size))]
    puzzle = Puzzle(size, ways, [*least, limits[0]], [*most, limits[1]], by, [], [])
    for cell_goes, piece_goes in statement.get("symmetries", []):
        _demand(sorted(map(_whole, cell_goes)) == list(range(size)), "a symmetry does not permute the cells")
        _demand(sorted(map(_whole, piece_goes)) == list(range(len(pieces))), "a symmetry does not permute the pieces")
        _demand(
            all((least[p], most[p]) == (least[q], most[q]) for p, q in enumerate(piece_goes)),
            "a symmetry exchanges pieces that have different counts",
        )
        goes = [*piece_goes, len(pieces)]
        place = {(way.cells, way.pieces): number for number, way in enumerate(ways)}
        images = [
            place.get((frozenset(cell_goes[cell] for cell in way.cells), ((goes[way.pieces[0][0]], 1),)))
            for way in ways
        ]
        _demand(None not in images, "a symmetry takes a way to something that is not a way")
        puzzle.symmetries.append([image for image in images if image is not None])
        puzzle.stays.append([piece == image for piece, image in enumerate(goes)])
    return puzzle


def _motions(statement: dict[str, Any], word: str, coordinates: int) -> list[list[int]]:
    if "turns" in statement:
        motions: list[list[int]] = statement["turns"][word]
    else:
        _demand(coordinates in (2, 3), "squares and cubes have two or three coordinates")
        one = list(range(1, coordinates + 1))
        every = [
            [sign * axis for sign, axis in zip(signs, order, strict=True)]
            for order in itertools.permutations(one)
            for signs in itertools.product((1, -1), repeat=coordinates)
        ]
        motions = {
            "free": every,
            "one-sided": [motion for motion in every if _determinant(motion) == 1],
            "half-turn": [one, [-1, -2]],
            "fixed": [one],
        }[word]
        _demand(word != "half-turn" or coordinates == 2, "only the plane has a half turn")
    for motion in motions:
        _demand(sorted(abs(_number(axis)) for axis in motion) == list(range(1, coordinates + 1)), "a motion is wrong")
    return motions


def _determinant(motion: Sequence[int]) -> int:
    order = [abs(axis) for axis in motion]
    swaps = sum(one > other for one, other in itertools.combinations(order, 2))
    return (-1) ** (swaps + sum(axis < 0 for axis in motion))


def _placed(
    shape: set[Cell], motions: list[list[int]], cells: list[Cell], translations: list[list[int]] | None
) -> set[tuple[int, ...]]:
    """Return the different sets of cells that a shape covers, each as an ascending list."""
    place = {cell: number for number, cell in enumerate(cells)}
    found = set()
    for motion in motions:
        turned = [tuple(cell[abs(axis) - 1] * (1 if axis > 0 else -1) for axis in motion) for cell in shape]
        for target in cells:
            move = tuple(to - at for to, at in zip(target, turned[0], strict=True))
            moved = [tuple(map(sum, zip(cell, move, strict=True))) for cell in turned]
            if all(cell in place for cell in moved) and (translations is None or _is_sum(move, translations)):
                found.add(tuple(sorted(place[cell] for cell in moved)))
    return found


def _is_sum(move: Cell, translations: list[list[int]]) -> bool:
    """Return whether a move is a sum of whole multiples of vectors; each has more zeros in front than the last."""
    for vector in translations:
        front = _zeros(vector)
        times, rest = divmod(move[front], vector[front])
        if rest:
            return False
        move = tuple(value - times * step for value, step in zip(move, vector, strict=True))
    return not any(move)


def _zeros(vector: list[int]) -> int:
    return next((place for place, value in enumerate(vector) if value != 0), len(vector))


def _is_group(symmetries: list[tuple[list[int], list[int]]]) -> bool:
    group = [(tuple(cells), tuple(pieces)) for cells, pieces in symmetries]
    first = tuple(tuple(range(len(part))) for part in group[0])
    products = {
        tuple(tuple(one[at] for at in other) for one, other in zip(left, right, strict=True))
        for left in group
        for right in group
    }
    return group[0] == first and len(set(group)) == len(group) and products <= set(group)


def _orbits(puzzle: Puzzle, ways: list[Way]) -> list[list[Way]]:
    """Return the orbits of ways of the piece to begin with, by the symmetries that keep it."""
    number = {way: place for place, way in enumerate(puzzle.ways)}
    keeping = [goes for goes, stays in zip(puzzle.symmetries, puzzle.stays, strict=True) if stays[puzzle.by or 0]]
    left = [number[way] for way in ways]
    orbits = []
    while left:
        orbit = [left[0]]
        for one in orbit:  # grows while it is read
            orbit += {goes[one] for goes in keeping} - set(orbit)
        orbits.append([puzzle.ways[one] for one in orbit])
        left = [one for one in left if one not in orbit]
    return orbits


def _kept(puzzle: Puzzle, symmetry: int) -> Puzzle:
    """Return the puzzle of the covers that a symmetry takes to themselves."""
    goes = puzzle.symmetries[symmetry]
    ways, seen = [], set[int]()
    for first in range(len(goes)):
        if first in seen:
            continue
        orbit = [first]
        while goes[orbit[-1]] != first:
            orbit.append(goes[orbit[-1]])
        seen.update(orbit)
        cells = [cell for one in orbit for cell in puzzle.ways[one].cells]
        copies = Counter(piece for one in orbit for piece, _ in puzzle.ways[one].pieces)
        if len(set(cells)) == len(cells):
            ways.append(Way(frozenset(cells), tuple(copies.items())))
    return Puzzle(puzzle.size, ways, puzzle.least, puzzle.most, None, [], [])


def _object(line: str) -> dict[str, Any]:
    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        _demand(len(dict(pairs)) == len(pairs), "a key is there twice")
        return dict(pairs)

    found = json.loads(line, object_pairs_hook=once)
    _demand(isinstance(found, dict), "a section does not begin with an object")
    return found


def _cell(value: Any) -> Cell:
    return tuple(_number(one) for one in value)


def _distinct(cells: list[Any], size: int) -> frozenset[int]:
    found = frozenset(_whole(cell) for cell in cells)
    _demand(len(found) == len(cells) and all(cell < size for cell in found), "a cell does not exist, or is there twice")
    return found


def _number(value: Any) -> int:
    _demand(type(value) is int, f"{value!r} is not a whole number")
    return int(value)


def _whole(value: Any) -> int:
    _demand(_number(value) >= 0, f"{value!r} is negative")
    return int(value)


def _integer(word: str) -> int:
    _demand(re.fullmatch("0|-?[1-9][0-9]*", word) is not None, f"{word!r} is not a whole number")
    return int(word)


def _demand(condition: bool, otherwise: str) -> None:
    if not condition:
        raise ValueError(otherwise)
