"""A perfect clear as an answer: what is placed where, in which order, from which queue."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from dataclasses import field as _field

from shapewright import drawing
from shapewright.clear import rules
from shapewright.clear.drops import Drop, check_drop
from shapewright.clear.field import FULL_ROW, MAX_HEIGHT, WIDTH, Field
from shapewright.clear.kicks import Kicks, is_known
from shapewright.clear.piece import Placement
from shapewright.clear.queue import Queue
from shapewright.errors import LimitError, ProblemError
from shapewright.lazy import late

_SRS = Kicks.named("srs")

MAX_PLACEMENTS = WIDTH * MAX_HEIGHT // 4
"""More do not fit into the field."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One step of a solution.

    ``before`` and ``after`` are the fields, ``full`` the rows that the placement fills, from the bottom up. ``letters``
    shows the field with the piece, full rows still there, bottom row first: pieces by their letters, ``X`` for what the
    given field had, ``_`` for nothing; ``owners`` likewise has the number of the placement from 1, 0 for what the given
    field had, -1 for nothing. ``held`` says whether hold is used, ``queue`` is the rest afterwards.
    """

    before: Field
    placement: Placement
    full: tuple[int, ...]
    after: Field
    letters: tuple[str, ...]
    owners: tuple[tuple[int, ...], ...]
    held: bool
    queue: Queue


@dataclass(frozen=True)
class Solution:
    """Placements that are meant to clear ``field``, in the order in which they are made.

    ``holds`` says for each placement whether hold is used; by default it follows from the queue. ``kicks`` is the kick
    system, or just its name if the system is unknown; ``drop`` is how pieces fall. Without ``hold`` the game forbids
    holding; no notation contains this, so it makes no difference between solutions.
    :mod:`shapewright.clear.check` checks that all this follows the rules and leaves the field empty.

    Raises ``ProblemError`` if the queue does not allow the order of the pieces or ``holds`` is of another length,
    ``LimitError`` beyond 50 placements.
    """

    field: Field
    queue: Queue
    placements: tuple[Placement, ...]
    holds: tuple[bool, ...] | None = None
    kicks: Kicks | str = _SRS
    drop: Drop = "soft"
    hold: bool = _field(default=True, compare=False)

    def __post_init__(self) -> None:
        placements = tuple(self.placements)
        if len(placements) > MAX_PLACEMENTS:
            raise LimitError(f"{len(placements)} placements are more than the {MAX_PLACEMENTS} that fit into a field")
        check_drop(self.drop)
        if isinstance(self.kicks, str) and is_known(self.kicks):
            object.__setattr__(self, "kicks", Kicks.named(self.kicks))
        holds = self.holds
        if holds is None:
            holds = self.queue.holds_for([placement.piece for placement in placements])
            if holds is None:
                order = "".join([placement.piece for placement in placements])
                raise ProblemError(f"the queue {self.queue} does not allow the order {order}")
        elif len(holds) != len(placements):
            raise ProblemError(f"{len(holds)} marks of hold do not match {len(placements)} placements")
        object.__setattr__(self, "placements", placements)
        object.__setattr__(self, "holds", tuple([bool(held) for held in holds]))

    def __len__(self) -> int:
        return len(self.placements)

    def __str__(self) -> str:
        return "\n".join(map(str, self.placements))

    @late("shapewright.clear.picture:draw")
    def scene(self) -> drawing.Scene:
        """The drawing of all steps, four side by side, for SVG, PNG and pages."""

    def _repr_svg_(self) -> str:
        return self.scene()._repr_svg_()

    @property
    def uses_hold(self) -> bool:
        """Whether hold is used at all."""
        return any(self.holds or ())

    @property
    def identity(self) -> frozenset[tuple[str, tuple[tuple[int, int], ...]]]:
        """The pieces with their cells in the rows of the given field, in whatever order they come."""
        return frozenset(zip([placement.piece for placement in self.placements], self.start_cells(), strict=True))

    @property
    def height(self) -> int:
        """How many rows of the given field, its full rows cleared, the pieces and the stack take."""
        rows = {y for cells in self.start_cells() for _, y in cells}
        return max(self.field.cleared().height, max(rows, default=-1) + 1)

    @property
    def saved(self) -> str:
        """The pieces of the queue that are left at the end, the held one first."""
        queue = self.queue
        for frame in self.frames():
            queue = frame.queue
        return (queue.hold or "") + queue.pieces

    def frames(self) -> Iterator[Frame]:
        """The steps, from the given field without its full rows.

        Raises ``ProblemError`` at a placement that does not fit, or at a use of hold that the queue does not allow.
        """
        field, queue = self.field.cleared(), self.queue
        owners = [[0 if (x, y) in field else -1 for x in range(WIDTH)] for y in range(MAX_HEIGHT)]
        names = {-1: "_", 0: "X"}
        for number, (placement, held) in enumerate(zip(self.placements, self.holds or (), strict=True), 1):
            rests = [rest for piece, rest, used in queue.choices() if (piece, used) == (placement.piece, held)]
            if not rests:
                how = "with hold" if held else "without hold"
                raise ProblemError(f"placement {number}, {placement}, cannot be made {how} from the queue {queue}")
            (queue,) = rests
            after = rules.place(field, placement)
            names[number] = placement.piece
            for x, y in placement.cells():
                owners[y][x] = number
            full = tuple([y for y, row in enumerate(owners) if -1 not in row])
            height = max([y + 1 for y, row in enumerate(owners) if set(row) != {-1}])
            shown = tuple(map(tuple, owners[: max(4, height)]))
            letters = tuple(["".join([names[owner] for owner in row]) for row in shown])
            yield Frame(field, placement, full, after, letters, shown, held, queue)
            owners = [row for y, row in enumerate(owners) if y not in full] + [[-1] * WIDTH for _ in full]
            field = after

    def start_cells(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each placement its cells in the rows of the given field (full rows cleared), sorted.

        A row that was cleared meanwhile may lie between them. Raises as :meth:`frames` does.
        """
        rows = list(range(MAX_HEIGHT + MAX_PLACEMENTS))
        found = []
        filled = list(self.field.cleared().rows) + [0] * MAX_HEIGHT
        for placement in self.placements:
            cells = placement.cells()
            found.append(tuple(sorted([(x, rows[y]) for x, y in cells])))
            for x, y in cells:
                filled[y] |= 1 << x
            full = [y for y, row in enumerate(filled) if row == FULL_ROW]
            rows = [row for y, row in enumerate(rows) if y not in full]
            filled = [row for row in filled if row != FULL_ROW] + [0] * len(full)
        return tuple(found)
