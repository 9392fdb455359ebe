"""Between pieces here and the engine there: shapes out, placements in; nothing else here imports the engine."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import overload

from shapewright import _core
from shapewright.cells.grid import Cell
from shapewright.cells.placements import Placement
from shapewright.cells.polyomino import Piece, Polyomino
from shapewright.errors import ProblemError
from shapewright.jobs.collection import uncollected
from shapewright.jobs.interrupt import interruptible
from shapewright.jobs.limits import Clock
from shapewright.packing.rules import LETTERS, SHAPES

CoverInstance = _core.CoverInstance
CoverSearch = _core.CoverSearch

_ENGINES = ("bit-sliced", "strip", "sparse")
_SLICE = 0.2  # seconds
_BATCH = 1 << 22  # nodes


class Native:
    """A set of pieces as the engine knows it: ``core`` is its packer, ``orientations`` the cells of each."""

    def __init__(self, names: tuple[str, ...], orientations: tuple[tuple[Polyomino, ...], ...]) -> None:
        self.names = names
        self.shapes = orientations
        self.orientations = [[shape.cells for shape in shapes] for shapes in orientations]
        self.areas = [shapes[0].area for shapes in orientations]
        self.extents = [[shape.size for shape in shapes] for shapes in orientations]
        self.core = _core.PackingPacker(
            [[[(cell[0], cell[1]) for cell in cells] for cells in shapes] for shapes in self.orientations],
            [_weight(shapes) for shapes in orientations],
        )

    def steps(self, steps: int) -> int:
        """Fewer steps of the walk where many orientations make each of them long."""
        return max(300, steps * 100 // max(100, sum(map(len, self.orientations))))

    def fits(self, types: Iterable[int], width: int, height: int) -> int | None:
        """The first of ``types`` that lies in no orientation within the box, or None."""
        for number in types:
            if not any(w <= width and h <= height for w, h in self.extents[number]):
                return number
        return None

    def pack(self, placements: Iterable[Placement]) -> bytes:
        """Placements as the engine writes them; raises ``ProblemError`` for one that is none of the pieces."""
        numbers = array("i")
        for placement in placements:
            x, y = min(c[0] for c in placement.cells), min(c[1] for c in placement.cells)
            cells = tuple((c[0] - x, c[1] - y) for c in placement.cells)
            try:
                kind = self.names.index(placement.piece)
                numbers.extend((kind, self.orientations[kind].index(cells), x, y))
            except ValueError:
                raise ProblemError(f"{placement.piece!r} at {x},{y} is not one of the pieces") from None
        return numbers.tobytes()


def _weight(shapes: tuple[Polyomino, ...]) -> int:
    """How early a search tries a piece: S, T and Z, which leave no straight border behind, before the others."""
    if shapes[0].area != 4:
        return shapes[0].area
    width, height = shapes[0].size
    # An L or a J has three cells in a line and one at the end of them.
    corners = sum((x, y) in shapes[0].cells for x in (0, width - 1) for y in (0, height - 1))
    return 1 if corners == 3 or any(shape.size in ((1, 4), (4, 1), (2, 2)) for shape in shapes) else 4


class Placements(Sequence[Placement]):
    """The placements of an answer, made when they are read; equal to a tuple of the same.

    An answer has them checked when they are first looked at: see :meth:`check_by`.
    """

    def __init__(self, native: Native, raw: bytes) -> None:
        self._native = native
        self._raw = raw
        self._made: tuple[Placement, ...] | None = None
        self._check: Callable[[tuple[Placement, ...]], None] | None = None

    def check_by(self, check: Callable[[tuple[Placement, ...]], None]) -> None:
        """Have ``check`` called before anybody sees a placement; looking raises what it raises."""
        self._check = check

    def _all(self) -> tuple[Placement, ...]:
        if self._made is None:
            with uncollected():
                values = memoryview(self._raw).cast("i").tolist()
                names, orientations = self._native.names, self._native.orientations
                made = [
                    Placement(names[kind], tuple([(x + dx, y + dy) for dx, dy in orientations[kind][turn]]))
                    for kind, turn, x, y in zip(*[iter(values)] * 4, strict=True)
                ]
                made.sort(key=lambda placement: placement.cells)
                self._made = tuple(made)
        if self._check is not None:
            with uncollected():
                self._check(self._made)  # what it raises once, it raises again
            self._check = None
        return self._made

    def __len__(self) -> int:
        return len(self._raw) // 16

    @overload
    def __getitem__(self, index: int) -> Placement: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Placement, ...]: ...
    def __getitem__(self, index: int | slice) -> Placement | tuple[Placement, ...]:
        return self._all()[index]

    def __iter__(self) -> Iterator[Placement]:
        return iter(self._all())

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Placements | tuple):
            return self._all() == tuple(other)
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._all())

    def __repr__(self) -> str:
        return repr(self._all())

    def __reduce__(self) -> tuple[type, tuple[tuple[Placement, ...]]]:
        # Pickled as what it is equal to: the engine's object stays where it is.
        return tuple, (self._all(),)


@lru_cache(maxsize=1)
def tetrominoes() -> Native:
    """The seven pieces of a bag."""
    return Native(tuple(LETTERS), tuple(SHAPES[letter].orientations("one-sided") for letter in LETTERS))


def native_of(pieces: Sequence[Piece]) -> Native:
    """The engine's view of these pieces, which a problem has checked; kept for the next time they come."""
    names, turns = tuple(piece.name for piece in pieces), tuple(piece.orientations() for piece in pieces)
    usual = {name: shape.orientations("one-sided") for name, shape in SHAPES.items()}
    if all(usual.get(name) == turned for name, turned in zip(names, turns, strict=True)):
        return tetrominoes()
    return _native(names, turns)


@lru_cache(maxsize=32)
def _native(names: tuple[str, ...], orientations: tuple[tuple[Polyomino, ...], ...]) -> Native:
    return Native(names, orientations)


def open_cells(cells: Iterable[Cell], width: int, height: int) -> bytes:
    """A board for the engine: a byte for each cell of its box."""
    board = bytearray(width * height)
    for x, y in cells:
        board[y * width + x] = 1
    return bytes(board)


def rectangles_of(
    inventory: Iterable[tuple[int, int, list[int], bytes]], turned: list[list[int]]
) -> _core.PackingRectangles:
    """Rectangles (width, height, counts, tiling) as the engine takes them; ``turned``: quarter turns of the pieces."""
    return _core.PackingRectangles(list(inventory), turned)


def cover_by_uses(
    required: Sequence[bool],
    maximum: Sequence[int],
    options: Sequence[tuple[Sequence[int], Sequence[int]]],
    left: Callable[[], float | None],
) -> str:
    """Whether there is such a cover where an option uses up several things: options are cells and things.

    Each thing is used at most as often as ``maximum`` says. 'found', 'none' (proven) or 'stopped' when no time is left.
    """
    listed = [(list(cells), [0] * len(cells), [(thing, 1) for thing in things]) for cells, things in options]
    instance = _core.CoverInstance(required, [0] * len(maximum), maximum, listed)
    search = _core.cover_search("sparse", instance)
    assert search is not None  # this engine answers every instance
    search.start([])
    return _first(search, left)[0]


class Cheapest:
    """The exact cover of least cost, looked for in turns: see :func:`cover_exactly` for what is covered by what.

    Another ``seed`` takes the options in another order, and may find another cover of the same cost.
    """

    def __init__(
        self,
        required: Sequence[bool],
        counts: tuple[Sequence[int], Sequence[int | None]],
        options: Sequence[tuple[int, Sequence[int]]],
        costs: Sequence[int],
        seed: int = 0,
    ) -> None:
        instance = _core.CoverInstance.of_placements(required, *counts, options)
        self._order: Sequence[int] = range(len(options))
        if seed:
            instance, self._order = instance.shuffled(seed)
        self._search = _core.CoverCheapest(instance, [costs[number] for number in self._order], 1)

    def run(self, stop: bytearray, left: Callable[[], float | None], nodes: int) -> bool:
        """Visit about so many more nodes; True once the best cover is proven to be that, or that there is none."""
        goal = self._search.nodes + nodes
        while self._search.nodes < goal and not stop[0]:
            seconds = left()
            if seconds is not None and seconds <= 0:
                return False
            if self._search.run(stop, _SLICE if seconds is None else min(_SLICE, seconds), goal - self._search.nodes):
                return True
        return False

    @property
    def best(self) -> tuple[int, list[int]] | None:
        """The cheapest cover so far: its cost and the numbers of its options."""
        found = self._search.found
        return (found[0][0], [self._order[number] for number in found[0][1]]) if found else None

    @property
    def bound(self) -> int | None:
        """No cover costs less; None once all is proven."""
        return self._search.bound


def cover_instance(
    required: Sequence[bool],
    counts: tuple[Sequence[int], Sequence[int | None]],
    options: Sequence[tuple[int, Sequence[int]]],
) -> _core.CoverInstance:
    """What :func:`cover_exactly` answers, to be searched at leisure."""
    return _core.CoverInstance.of_placements(required, *counts, options)


def cover_search(instance: _core.CoverInstance) -> CoverSearch:
    """The first engine that takes the instance."""
    return next(made for made in (_core.cover_search(name, instance) for name in _ENGINES) if made is not None)


def cover_exactly(
    required: Sequence[bool],
    counts: tuple[Sequence[int], Sequence[int | None]],
    options: Sequence[tuple[int, Sequence[int]]],
    left: Callable[[], float | None],
    nodes: int | None = None,
) -> tuple[str, list[int]]:
    """Cover each ``required`` cell once and the others at most once, by ``options``: a kind of piece and its cells.

    ``counts`` are the least and the most number of each kind. ``left`` says how many seconds are left (None: no limit).
    The outcome is 'found' with the numbers of the options, 'none' (proven), 'gave up' after so many ``nodes``, or
    'stopped' when no time is left.
    """
    search = cover_search(cover_instance(required, counts, options))
    search.start([])
    return _first(search, left, nodes)


def _first(search: CoverSearch, left: Callable[[], float | None], nodes: int | None = None) -> tuple[str, list[int]]:
    """The first cover that a search comes to, with its outcome: see :func:`cover_exactly`."""
    with interruptible() as stop:
        while True:
            seconds = left()
            seconds = _SLICE if seconds is None else min(_SLICE, seconds)
            if seconds <= 0 or stop[0]:
                return "stopped", []
            over, found = search.run(stop, seconds, 1, _BATCH, True)
            if found:
                return "found", list(found[0])
            if over:
                return "none", []
            if nodes is not None and search.nodes >= nodes:
                return "gave up", []


def bent(room: Sequence[float]) -> list[float]:
    """Slightly different rooms, which keep the simplex method from going round in circles."""
    return [each * (1 + 1e-6 * (k * 7919 % 1009) / 1009) for k, each in enumerate(room)]


def linear_prices(
    columns: list[list[tuple[int, float]]], gains: list[float], room: list[float], steps: int, clock: Clock | None
) -> tuple[bool, list[float]]:
    """Whether the most of c·y with Ay <= b and y >= 0 was found in time, and the dual values of the rows."""
    clock = clock or Clock(None)
    with interruptible(clock.stop) as stop:
        return _core.linear_prices(columns, gains, room, steps, stop, clock.native())
