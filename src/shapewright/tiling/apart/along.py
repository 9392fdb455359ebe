"""One assembly taken apart on lattices other than those of squares and cubes, which the engine knows.

It goes as :mod:`engine/disassembly` does: states are places of pieces relative to the first, and a group can move by
some units if it has, with each piece, all those that this one would hit. Such groups are the closed sets of a relation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from time import monotonic

from shapewright.cells.grid import Cell
from shapewright.cells.lattice import Lattice, Point
from shapewright.errors import LimitError, StoppedError
from shapewright.tiling.apart.ways import swept, ways
from shapewright.tiling.native import Separation

MAX_STATES = 500_000
"""So many arrangements of one part are kept at most."""

_FAR = 1 << 30
State = tuple["Cell", ...]
Move = tuple[int, int, int]  # pieces as bits, direction, units or 0 for out


def taken_apart_along(
    pieces: Sequence[Sequence[Cell]], lattice: Lattice, stop: bytearray, seconds: float
) -> tuple[int, list[Separation]]:
    """The number of states, and the separations: pieces as bits, moves, and the numbers of the two parts.

    Cells have three coordinates, on flat lattices, too.

    Raises ``StoppedError`` if it is stopped, ``LimitError`` for more than ``MAX_STATES``.
    """
    end = monotonic() + seconds if seconds >= 0 else None

    def look() -> None:
        if stop[0] or (end is not None and monotonic() > end):
            raise StoppedError("stopped before the assembly was taken apart")

    search = _Search(pieces, lattice, look)
    zero = (0, 0, 0)
    waiting: list[tuple[list[int], State]] = []
    made: list[list[object]] = []

    def number(own: list[int], places: State) -> int:
        if len(own) < 2:
            return -1
        waiting.append((own, places))
        made.append([sum(1 << piece for piece in own), [], -1, -1])
        return len(made) - 1

    number(list(range(len(pieces))), tuple([zero] * len(pieces)))
    for number_of, (own, places) in enumerate(waiting):  # which grows
        found = search.first_out(own, places)
        if found is None:
            continue
        moves, out, where = found
        halves = [[k for k in range(len(own)) if (out >> k & 1) == side] for side in (0, 1)]
        parts = [number([own[k] for k in half], tuple([where[k] for k in half])) for half in halves]
        made[number_of][1:] = [moves, *parts]
    return search.states, [tuple(one) for one in made]  # type: ignore[misc]


class _Search:
    def __init__(self, pieces: Sequence[Sequence[Cell]], lattice: Lattice, look: Callable[[], None]) -> None:
        self.look, self.lattice = look, lattice
        self.states = 0
        self.ways = list(ways(lattice).values())
        self.cells = [self._by_kind(cells) for cells in pieces]
        self._swept: dict[tuple[int, int], dict[Point, list[Cell]]] = {}
        self._met: dict[tuple[int, int, int], tuple[frozenset[Cell], int]] = {}
        self._units: dict[tuple[int, int, int, Cell], int] = {}

    def _by_kind(self, cells: Iterable[Cell]) -> dict[Point, list[Cell]]:
        """Moves take a cell to those of its own kind alone, so that no others need to be compared."""
        found: dict[Point, list[Cell]] = {}
        for cell in cells:
            found.setdefault(self.lattice.home(self.lattice.point(cell[: self.lattice.dimension])), []).append(cell)
        return found

    def first_out(self, own: list[int], start: State) -> tuple[list[Move], int, State] | None:
        """The fewest moves until a group is out, the group as bits of ``own``, and where all are before the last one.

        None if they stay together.
        """
        first = _relative(start)
        origins: dict[State, tuple[State, int, int, int] | None] = {first: None}
        layer = [first]
        while layer:
            following: list[State] = []
            for state in layer:
                self.look()
                self.states += 1
                distances = self._distances(own, state)
                out = self._leaving(distances, len(own))
                if out is not None:
                    return self._moves(own, origins, state, out), out[0], state
                for way, units, group in self._groups(distances, len(own)):
                    by = self.ways[way]
                    after = _relative(
                        tuple([_plus(place, by, units) if group >> k & 1 else place for k, place in enumerate(state)])
                    )
                    if after not in origins:
                        origins[after] = (state, group, way, units)
                        following.append(after)
                        if len(origins) > MAX_STATES:
                            raise LimitError(
                                f"the assembly has more than {MAX_STATES:,} arrangements, which are not kept"
                            )
            layer = following
        return None

    def _distances(self, own: list[int], state: State) -> list[list[list[int]]]:
        """How many units each piece can go along each way before it meets each other one."""
        return [
            [
                [
                    _FAR if k == other else self._until(own[k], own[other], way, _minus(state[k], state[other]))
                    for other in range(len(own))
                ]
                for k in range(len(own))
            ]
            for way in range(len(self.ways))
        ]

    def _until(self, piece: int, other: int, way: int, apart: Cell) -> int:
        """How far a piece can go before it meets another, ``apart`` being how far it has gone relative to it."""
        key = (piece, other, way, apart)
        known = self._units.get(key)
        if known is None:
            met, last = self._met_by(piece, other, way)
            by, units = self.ways[way], 0
            while apart not in met and units < _FAR:
                units = units + 1 if _dot(apart, by) <= last else _FAR
                apart = _plus(apart, by, 1)
            known = self._units[key] = units
        return known

    def _met_by(self, piece: int, other: int, way: int) -> tuple[frozenset[Cell], int]:
        """How far apart they are where one more unit hits the other, and how far along the way that ever is."""
        key = (piece, other, way)
        if key not in self._met:
            if (piece, way) not in self._swept:
                every = {
                    far
                    for cells in self.cells[piece].values()
                    for cell in cells
                    for far in swept(self.lattice, cell, self.ways[way])
                }
                self._swept[piece, way] = self._by_kind(every)
            passed, rests = self._swept[piece, way], self.cells[other]
            met = frozenset(
                [_minus(b, a) for kind, cells in passed.items() for a in cells for b in rests.get(kind, ())]
            )
            self._met[key] = met, max([_dot(apart, self.ways[way]) for apart in met], default=-_FAR)
        return self._met[key]

    def _leaving(self, distances: list[list[list[int]]], number: int) -> tuple[int, int] | None:
        """The smallest group that can leave, as bits, and in which direction; the first of equals."""
        best: tuple[int, int] | None = None
        for way, table in enumerate(distances):
            takes = _closed(table, _FAR)
            taken = [sum(1 << k for k in range(number) if takes[k] >> one & 1) for one in range(number)]
            for piece in range(number):
                for group, sign in ((takes[piece], 0), (taken[piece], 1)):
                    size = group.bit_count()
                    if size < number and (best is None or size < best[0].bit_count()):
                        best = group, 2 * way + sign
        if best is not None and _is_turned(best[0], number):
            return (1 << number) - 1 & ~best[0], best[1] ^ 1
        return best

    def _groups(self, distances: list[list[list[int]]], number: int) -> Iterator[tuple[int, int, int]]:
        """Every way, units, and group as bits that can move so."""
        every = (1 << number) - 1
        for way, table in enumerate(distances):
            for units in count(1):
                takes = _closed(table, units)
                if all(group == every for group in takes):
                    break
                taken = [sum(1 << k for k in range(number) if takes[k] >> one & 1) for one in range(number)]
                for group in _closed_sets(takes, taken, every, 0):
                    if group not in (0, every):
                        yield way, units, group

    def _moves(
        self,
        own: list[int],
        origins: dict[State, tuple[State, int, int, int] | None],
        state: State,
        out: tuple[int, int],
    ) -> list[Move]:
        number = len(own)

        def named(group: int, direction: int, units: int) -> Move:
            return sum(1 << own[k] for k in range(number) if group >> k & 1), direction, units

        moves = [named(*out, 0)]
        while (origin := origins[state]) is not None:
            state, group, way, units = origin
            is_turned = _is_turned(group, number)
            moves.append(named((1 << number) - 1 & ~group if is_turned else group, 2 * way + is_turned, units))
        return moves[::-1]


def _closed(table: list[list[int]], units: int) -> list[int]:
    """All that each piece takes along, as bits, where it goes so many units."""
    takes = [sum(1 << k for k, free in enumerate(row) if free < units or k == own) for own, row in enumerate(table)]
    for middle, _ in enumerate(takes):
        for piece, group in enumerate(takes):
            if group >> middle & 1:
                takes[piece] |= takes[middle]
    return takes


def _closed_sets(takes: list[int], taken: list[int], open_: int, chosen: int) -> Iterator[int]:
    """Every set that has, with each piece, all that this one takes along, once."""
    if not open_:
        yield chosen
        return
    piece = (open_ & -open_).bit_length() - 1
    yield from _closed_sets(takes, taken, open_ & ~takes[piece], chosen | takes[piece])
    yield from _closed_sets(takes, taken, open_ & ~taken[piece], chosen)


def _is_turned(group: int, number: int) -> bool:
    """Of two groups that part the smaller one is said to move; of equal ones that without the first piece."""
    moving = group.bit_count()
    return 2 * moving > number or (2 * moving == number and bool(group & 1))


def _relative(state: State) -> State:
    return tuple([_minus(place, state[0]) for place in state])


def _minus(one: Cell, other: Cell) -> Cell:
    return one[0] - other[0], one[1] - other[1], one[2] - other[2]


def _plus(place: Cell, way: Cell, units: int) -> Cell:
    return place[0] + units * way[0], place[1] + units * way[1], place[2] + units * way[2]


def _dot(one: Cell, other: Cell) -> int:
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
