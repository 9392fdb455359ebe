"""All buildable shapes from the halves, and the proof that the halves are all there are.

The fixpoint is reached in rounds. Round 0 is what swapping two halves and then stacking gives; each further round
pushes pins under what was new in the round before, and stacks again. When a round adds nothing, every shape is cut. If
that gives no half that was not known, then the halves, and with them the shapes, are complete: crystal generators make
nothing that swapping the seed halves does not, and no other machine changes the kinds of parts. Otherwise everything
begins again with the larger set of halves.

Each step is a stage of a job; what passes from one to the next are large results (see :mod:`shapewright.jobs.large`).
The largest configurations have more and shorter steps, and in most of them many tasks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from shapewright.errors import InternalError, StoppedError
from shapewright.jobs.large import Large
from shapewright.shapez import native
from shapewright.shapez.data.configuration import Configuration
from shapewright.shapez.data.packed import Packed
from shapewright.shapez.data.sets import BATCH, from_bytes, to_bytes
from shapewright.shapez.native import ShapezSet, limits

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from shapewright.jobs import Budget

    # Of the shapes of a round: its number, the rows of shapes whose parents are found, and these.
    Found = tuple[int, Large | None, Large | None]
    # Runs a stage: its name, its function, the arguments of its tasks; returns their results.
    RunStage = Callable[[str, Callable[[Any, Budget], object], Sequence[object]], list[Any]]


# These are cut into so many slices for workers to share, and for less to be lost when they stop; the others are over
# before that pays.
SLICED = {"quad7": 96, "hex5": 96}
# So many members of a set are looked at in one task.
LISTED = 1 << 24
NO_PARENT = np.uint64(0xFFFF_FFFF_FFFF_FFFF)


@dataclass(frozen=True)
class Closed:
    """What a closure found, as large results: sets of halves and of shapes in every orientation.

    ``rounds`` are the shapes that each round added, ``pushed`` what pushing pins made of each that was not known.
    ``pushes`` has for each round the slices of the shapes (one, if they were not cut) with what pushing pins made of
    each; of shapes with crystals on top slices have some rotations only. ``missing`` halves were not among those it
    began with.
    """

    halves: Large
    swappable: Large
    full: Large
    rounds: tuple[Large, ...]
    pushed: tuple[Large, ...]
    pushes: tuple[tuple[tuple[Large, Large], ...], ...]
    missing: int


@dataclass(frozen=True)
class _Stages:
    """The stages of one configuration."""

    configuration: Configuration
    run: RunStage
    whole: bool = False
    threads: int = 1

    @property
    def slices(self) -> int:
        return 1 if self.whole else SLICED.get(self.configuration.name, 1)

    def one(self, name: str, function: Callable[[Any, Budget], object], *arguments: object) -> Any:
        [result] = self.run(name, function, [arguments])
        return result

    def sliced(self, name: str, shapes: Large, *, enough: bool = False) -> list[Large]:
        """The set, or slices that make it up; with ``enough`` slices of as many rotations as pushing pins needs."""
        if self.slices == 1:
            return [shapes]
        arguments = (self.configuration.parts, shapes, self.slices, enough)
        slices: list[Large] = self.one(f"{name}: slices", _slice, *arguments)
        return slices

    def joined(self, name: str, halves: Large) -> tuple[Large, Large]:
        """What swapping two of the halves gives, and that with all that stacking makes of it."""
        parts = self.configuration.parts
        if self.slices == 1:
            swappable, full = self.one(name, _swap_and_stack, parts, halves)
        else:
            swappable = self.one(f"{name}: swap", _Make("swappable"), parts, halves, None)
            full = self._stacked(name, swappable)
        return swappable, full

    def pushed(self, name: str, shapes: Large, full: Large) -> tuple[Large, tuple[tuple[Large, Large], ...]]:
        """What pushing pins makes of the shapes that is not in ``full``; and slices with what it makes of each."""
        parts = self.configuration.parts
        slices = self.sliced(name, shapes, enough=True)
        push = _PushAll(self.threads) if self.slices == 1 else _Make("pushed")
        made = self.run(f"{name}: push pins", push, [(parts, slice_, full) for slice_ in slices])
        pushed = (
            made[0] if self.slices == 1 else self.one(f"{name}: unite", _Make("in_all_rotations"), parts, made, None)
        )
        return pushed, tuple(zip(slices, made, strict=True))

    def added(self, name: str, pushed: Large, full: Large) -> tuple[Large | None, Large]:
        """What is new in a set and all that stacking makes of it, None if nothing, and ``full`` with it."""
        parts = self.configuration.parts
        if self.slices == 1:
            fresh, full = self.one(f"{name}: stack", _Grow("stacked"), parts, pushed, full)
            return fresh, full
        if not self.one(f"{name}: size", _size, pushed):
            return None, full
        fresh, full = self.one(f"{name}: add", _Grow("less"), parts, self._stacked(name, pushed), full)
        return fresh, full

    def _stacked(self, name: str, shapes: Large) -> Large:
        for layer in range(self.configuration.layers):
            shapes = self.one(
                f"{name}: stack in layer {layer}", _Make("stacked_in"), self.configuration.parts, shapes, layer
            )
        return shapes

    def cut(self, name: str, full: Large, halves: Large) -> tuple[int, Large]:
        """How many halves cutting adds to the known ones, and all of them."""
        parts = self.configuration.parts
        missing = self.run(name, _cut, [(parts, slice_, halves) for slice_ in self.sliced(name, full)])
        if not any(count for count, _ in missing):
            return 0, halves
        count, more = self.one(f"{name}: more halves", _add_halves, parts, [few for _, few in missing], halves)
        return count, more


def close(
    configuration: Configuration, halves: bytes | None, run_stage: RunStage, *, whole: bool = False, threads: int = 1
) -> Closed:
    """Close a set of halves (of :func:`shapewright.shapez.data.sets.to_bytes`; None: the seeds alone) in all
    operations.

    With ``whole`` no set is cut into slices: several times less work in all, but more memory, and no parents. The
    numbers of nodes, not the sets, depend on the ``threads`` that push pins.
    """
    stages = _Stages(configuration, run_stage, whole, threads)
    parts, layers = configuration.parts, configuration.layers
    known: Large | None = None
    begun = 0
    for attempt in range(1, 100):
        prefix = "" if attempt == 1 else f"pass {attempt}: "
        halves_now, size = stages.one(f"{prefix}closed halves", _close_halves, parts, layers, halves, known)
        if attempt == 1:
            begun = size
        swappable, full = stages.joined(f"{prefix}round 0", halves_now)
        rounds, pushed, pushes = [full], [], []
        while True:
            name = f"{prefix}round {len(rounds)}"
            made, slices = stages.pushed(name, rounds[-1], full)
            pushed.append(made)
            pushes.append(slices)
            fresh, full = stages.added(name, made, full)
            if fresh is None:
                break
            rounds.append(fresh)
        missing, more = stages.cut(f"{prefix}cut", full, halves_now)
        if not missing:
            return Closed(halves_now, swappable, full, tuple(rounds), tuple(pushed), tuple(pushes), size - begun)
        known = more
    raise InternalError("the halves do not come to an end")


def not_stacked(configuration: Configuration, closed: Closed, run_stage: RunStage, *, whole: bool = False) -> Large:
    """The set of the pin-push-essential shapes in all orientations: not swappable, nor changed by stacking.

    They are among what pushing pins made that was not known, and only these are looked for in what stacking makes.
    """
    stages = _Stages(configuration, run_stage, whole)
    arguments = (configuration.parts, closed.pushed, closed.full)
    result: Large = stages.one("shapes that are not stacked", _Make("not_stacked"), *arguments)
    return result


def essential(configuration: Configuration, closed: Closed, run_stage: RunStage) -> Large:
    """The pin-push-essential shapes (canonical, ascending, packed uint64)."""
    stages = _Stages(configuration, run_stage)
    name, parts, layers = "pin-push-essential shapes", configuration.parts, configuration.layers
    rest = not_stacked(configuration, closed, run_stage)
    size = stages.one("other shapes", _size, rest) if stages.slices > 1 else None
    if size is None:
        shapes: Large = stages.one(name, _canonical, parts, layers, rest, 0, None)
    else:
        tasks = [(parts, layers, rest, begin, min(begin + LISTED, size)) for begin in range(0, size, LISTED)]
        shapes = stages.one(f"{name}: sort", _sort, run_stage(name, _canonical, tasks))
    return shapes


def pin_parents(
    configuration: Configuration, closed: Closed, shapes: Large, run_stage: RunStage, threads: int = 1
) -> tuple[Large, Large]:
    """For each pin-push-essential shape one under which pushing pins makes it (uint64), and of which round (uint8)."""
    stages = _Stages(configuration, run_stage)
    if stages.slices == 1:
        arguments = (configuration.parts, configuration.layers, list(closed.rounds), shapes, threads)
        parents, rounds = stages.one("parents", _parents, *arguments)
    else:
        tasks = [
            (configuration.parts, configuration.layers, shapes, number, slice_, made)
            for number, pushed in enumerate(closed.pushes, 1)
            for slice_, made in pushed
        ]
        found = run_stage("parents", _parents_in, tasks)
        parents, rounds = stages.one("parents: unite", _unite_parents, shapes, found)
    return parents, rounds


def _load(large: Large, budget: Budget) -> ShapezSet:
    return from_bytes(budget.fetch(large))


def _keep(shapes: ShapezSet, budget: Budget) -> Large:
    return budget.keep(to_bytes(shapes))


def _close_halves(arguments: tuple[int, int, bytes | None, Large | None], budget: Budget) -> tuple[Large, int]:
    parts, layers, given, known = arguments
    start = from_bytes(given) if given is not None else None
    if known is not None:
        start = _load(known, budget)
    halves = native.closed_halves(parts, layers, start, *limits(budget))
    return _keep(halves, budget), len(halves)


def _swap_and_stack(arguments: tuple[int, Large], budget: Budget) -> tuple[Large, Large]:
    parts, halves = arguments
    swappable = native.swappable(_load(halves, budget), None, parts, *limits(budget))
    full = native.stacked(swappable, None, parts, *limits(budget))
    return _keep(swappable, budget), _keep(full, budget)


@dataclass(frozen=True)
class _Make:
    """A task: an operation of the engine on sets, of which several are united before; what it makes is kept."""

    operation: str

    def __call__(self, arguments: Any, budget: Budget) -> Large:
        parts, *sets = arguments
        given = [_fetched(parts, each, budget) for each in sets]
        return _keep(getattr(native, self.operation)(*given, parts, *limits(budget)), budget)


@dataclass(frozen=True)
class _Grow:
    """A task: what an operation makes of a set that is not in another one, and both together; None if of nothing."""

    operation: str

    def __call__(self, arguments: Any, budget: Budget) -> tuple[Large | None, Large]:
        parts, made_large, full_large = arguments
        full, made = _load(full_large, budget), _load(made_large, budget)
        if not len(made):
            return None, full_large
        fresh = getattr(native, self.operation)(made, full, parts, *limits(budget))
        return _keep(fresh, budget), _keep(native.union(full, fresh, parts, *limits(budget)), budget)


def _slice(arguments: tuple[int, Large, int, bool], budget: Budget) -> list[Large]:
    parts, shapes, most, enough = arguments
    whole = _load(shapes, budget)
    if enough:
        whole = native.rotated_enough(whole, None, parts, *limits(budget))
    slices = native.slices(whole, most, parts, *limits(budget))
    return [_keep(slice_, budget) for slice_ in slices]


@dataclass(frozen=True)
class _PushAll:
    """The same for a set that holds all rotations of its shapes, by several threads."""

    threads: int

    def __call__(self, arguments: tuple[int, Large, Large], budget: Budget) -> Large:
        _, fresh, full = arguments
        return _keep(
            native.fresh_pushed(_load(fresh, budget), _load(full, budget), self.threads, *limits(budget)), budget
        )


def _fetched(parts: int, given: object, budget: Budget) -> object:
    """Load a set, or the union of several; anything else is as it is."""
    if isinstance(given, list | tuple):
        return _united(parts, given, budget)
    return _load(given, budget) if isinstance(given, Large) else given


def _united(parts: int, sets: Sequence[Large], budget: Budget) -> ShapezSet:
    union = _load(sets[0], budget)
    for other in sets[1:]:
        union = native.union(union, _load(other, budget), parts, *limits(budget))
    return union


def _cut(arguments: tuple[int, Large, Large], budget: Budget) -> tuple[int, Large]:
    parts, full, halves = arguments
    missing = native.cut(_load(full, budget), _load(halves, budget), parts, *limits(budget))
    return len(missing), _keep(missing, budget)


def _add_halves(arguments: tuple[int, list[Large], Large], budget: Budget) -> tuple[int, Large]:
    parts, missing, halves_large = arguments
    halves = _load(halves_large, budget)
    more = native.union(halves, _united(parts, missing, budget), parts, *limits(budget))
    return len(more) - len(halves), _keep(more, budget)


def _size(arguments: tuple[Large], budget: Budget) -> int:
    (shapes,) = arguments
    return len(_load(shapes, budget))


def _keep_sorted(found: Sequence[NDArray[np.uint64]], budget: Budget) -> Large:
    shapes = np.concatenate([np.empty(0, np.uint64), *found])
    shapes.sort()
    return budget.keep(shapes.astype("<u8", copy=False).data)


def _canonical(arguments: tuple[int, int, Large, int, int | None], budget: Budget) -> Large:
    parts, layers, shapes_large, begin, end = arguments
    shapes = _load(shapes_large, budget)
    end = len(shapes) if end is None else end
    packed = Packed(Configuration(parts, layers))
    found = []
    for rank in range(begin, end, BATCH):
        if budget.stopped():
            raise StoppedError("stopped")
        batch = shapes.members(rank, min(BATCH, end - rank))
        found.append(batch[packed.canonical(batch) == batch])
    return _keep_sorted(found, budget)


def _sort(arguments: tuple[list[Large]], budget: Budget) -> Large:
    (found,) = arguments
    return _keep_sorted([np.frombuffer(budget.fetch(large), "<u8") for large in found], budget)


def _parents(arguments: tuple[int, int, list[Large], Large, int], budget: Budget) -> tuple[Large, Large]:
    parts, layers, rounds, shapes_large, threads = arguments
    shapes = np.frombuffer(budget.fetch(shapes_large), "<u8").astype(np.uint64)
    parents = np.full(len(shapes), NO_PARENT, np.uint64)
    found_in = np.zeros(len(shapes), np.uint8)
    for number, fresh in enumerate(rounds):
        rows = np.flatnonzero(parents == NO_PARENT)
        if not len(rows):
            break
        made = native.pin_parents(_load(fresh, budget), shapes[rows], threads, *limits(budget))
        parents[rows] = made
        found_in[rows[made != NO_PARENT]] = number + 1
    if len(shapes) and (parents == NO_PARENT).any():
        raise InternalError(f"a pin-push-essential shape of {parts} parts and {layers} layers has no parent")
    return (
        budget.keep(np.ascontiguousarray(parents, dtype="<u8").tobytes()),
        budget.keep(np.ascontiguousarray(found_in).tobytes()),
    )


def _parents_in(arguments: tuple[int, int, Large, int, Large, Large], budget: Budget) -> Found:
    """The parents, within a slice of the shapes of a round, of what pushing pins makes of it, in any rotation."""
    parts, layers, shapes_large, number, slice_, made_large = arguments
    packed, made = Packed(Configuration(parts, layers)), _load(made_large, budget)
    shapes = np.frombuffer(budget.fetch(shapes_large), "<u8").astype(np.uint64, copy=False)
    parents = np.full(len(shapes), NO_PARENT, np.uint64)
    steps = np.zeros(len(shapes), np.int64)
    for by in range(parts):
        open_ = np.flatnonzero(parents == NO_PARENT)
        turned = packed.rotate(shapes[open_], by)
        there = made.contains(turned) != 0
        parents[open_[there]], steps[open_[there]] = turned[there], by
    rows = np.flatnonzero(parents != NO_PARENT)
    if not len(rows):
        return number, None, None
    found = native.pin_parents(_load(slice_, budget), parents[rows], 1, *limits(budget))
    if (found == NO_PARENT).any():
        raise InternalError("a shape that pushing pins makes has no parent")
    for by in range(1, parts):
        there = steps[rows] == by
        found[there] = packed.rotate(found[there], parts - by)
    kept = [budget.keep(column.astype(kind).data) for column, kind in ((rows, "<u8"), (found, "<u8"))]
    return number, kept[0], kept[1]


def _unite_parents(arguments: tuple[Large, list[Found]], budget: Budget) -> tuple[Large, Large]:
    shapes_large, found = arguments
    length = shapes_large.size // 8
    parents = np.full(length, NO_PARENT, np.uint64)
    found_in = np.zeros(length, np.uint8)
    for number, rows_large, made_large in found:  # of lower rounds first
        if rows_large is None or made_large is None:
            continue
        rows, made = (np.frombuffer(budget.fetch(large), "<u8") for large in (rows_large, made_large))
        first = parents[rows] == NO_PARENT
        parents[rows[first]] = made[first]
        found_in[rows[first]] = number
    if (parents == NO_PARENT).any():
        raise InternalError("a pin-push-essential shape has no parent")
    return budget.keep(parents.astype("<u8", copy=False).data), budget.keep(found_in.data)
