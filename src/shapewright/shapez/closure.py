"""All buildable shapes from the halves, and the proof that the halves are all there are.

The fixpoint is reached in rounds. Round 0 is what swapping two halves and then stacking gives; each further round
pushes pins under what was new in the round before, and stacks again. When a round adds nothing, every shape is cut. If
that gives no half that was not known, then the halves, and with them the shapes, are complete: crystal generators make
nothing that swapping the seed halves does not, and no other machine changes the kinds of parts. Otherwise everything
begins anew with the larger set of halves.

Each step is a stage of a job; what passes from one to the next are large results (see :mod:`shapewright.jobs.large`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from shapewright import _core
from shapewright.errors import InternalError
from shapewright.shapez.packed import Packed
from shapewright.shapez.sets import batches, from_bytes, most_nodes, to_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from shapewright._core import ShapeSet
    from shapewright.jobs import Budget
    from shapewright.jobs.large import Large
    from shapewright.shapez.configuration import Configuration

    # Runs a stage: its name, its function, the arguments of its tasks; returns their results.
    RunStage = Callable[[str, Callable[[Any, Budget], Any], Sequence[Any]], list[Any]]

__all__ = ["Closed", "close", "essential", "pin_parents"]

# Pushing pins under these is cut into so many tasks for workers to share; with the others it is over before that pays.
SLICED = {"quad7": 96, "hex5": 96}
NO_PARENT = np.uint64(0xFFFF_FFFF_FFFF_FFFF)


@dataclass(frozen=True)
class Closed:
    """What a closure found, as large results: sets of halves and of shapes in every orientation.

    ``rounds`` are the shapes that each round added, ``missing`` the halves that were not among those it began with.
    """

    halves: Large
    swappable: Large
    full: Large
    rounds: tuple[Large, ...]
    missing: int


def close(configuration: Configuration, halves: bytes | None, run_stage: RunStage) -> Closed:
    """Close a set of halves (of :func:`shapewright.shapez.sets.to_bytes`; None: the seeds alone) in all operations."""
    parts, layers = configuration.parts, configuration.layers
    known: Large | None = None
    begun = 0
    for attempt in range(1, 100):
        prefix = "" if attempt == 1 else f"pass {attempt}: "
        [(halves_now, size)] = run_stage(f"{prefix}closed halves", _close_halves, [(parts, layers, halves, known)])
        if attempt == 1:
            begun = size
        [(swappable, full)] = run_stage(f"{prefix}round 0", _swap_and_stack, [(parts, halves_now)])
        rounds = [full]
        while True:
            name = f"{prefix}round {len(rounds)}"
            slices = [rounds[-1]]
            if configuration.name in SLICED:
                [slices] = run_stage(f"{name}: slices", _slice, [(parts, rounds[-1], SLICED[configuration.name])])
            pushed = run_stage(f"{name}: push pins", _push, [(parts, slice_, full) for slice_ in slices])
            [(fresh, full)] = run_stage(f"{name}: stack", _stack, [(parts, pushed, full)])
            if fresh is None:
                break
            rounds.append(fresh)
        [(missing, more)] = run_stage(f"{prefix}cut", _cut, [(parts, full, halves_now)])
        if not missing:
            return Closed(halves_now, swappable, full, tuple(rounds), size - begun)
        known = more
    raise InternalError("the halves do not come to an end")


def essential(configuration: Configuration, closed: Closed, run_stage: RunStage) -> Large:
    """The pin-push-essential shapes (canonical, ascending, packed uint64): not swappable, nor changed by stacking."""
    arguments = (configuration.parts, configuration.layers, closed.full, closed.swappable)
    [shapes] = run_stage("pin-push-essential shapes", _essential, [arguments])
    large: Large = shapes
    return large


def pin_parents(
    configuration: Configuration, closed: Closed, shapes: Large, run_stage: RunStage, threads: int = 1
) -> tuple[Large, Large]:
    """For each pin-push-essential shape one under which pushing pins makes it (uint64), and of which round (uint8)."""
    arguments = (configuration.parts, configuration.layers, list(closed.rounds), shapes, threads)
    [(parents, rounds)] = run_stage("parents", _parents, [arguments])
    return parents, rounds


def _load(large: Large, budget: Budget) -> ShapeSet:
    return from_bytes(budget.fetch(large))


def _keep(shapes: ShapeSet, budget: Budget) -> Large:
    return budget.keep(to_bytes(shapes))


def _limits(budget: Budget) -> tuple[int, bytearray, float]:
    left = budget.left()
    return most_nodes(), budget.stop, -1.0 if left is None else left


def _close_halves(arguments: Any, budget: Budget) -> Any:
    parts, layers, given, known = arguments
    start = from_bytes(given) if given is not None else None
    if known is not None:
        start = _load(known, budget)
    halves = _core.shapez_closed_halves(parts, layers, start, *_limits(budget))
    return _keep(halves, budget), len(halves)


def _swap_and_stack(arguments: Any, budget: Budget) -> Any:
    parts, halves = arguments
    swappable = _core.shapez_swappable(_load(halves, budget), None, parts, *_limits(budget))
    full = _core.shapez_stacked(swappable, None, parts, *_limits(budget))
    return _keep(swappable, budget), _keep(full, budget)


def _slice(arguments: Any, budget: Budget) -> Any:
    parts, fresh, most = arguments
    slices = _core.shapez_slices(_load(fresh, budget), most, parts, *_limits(budget))
    return [_keep(slice_, budget) for slice_ in slices]


def _push(arguments: Any, budget: Budget) -> Any:
    parts, fresh, full = arguments
    return _keep(
        _core.shapez_pushed(_load(fresh, budget), _load(full, budget), parts, *_limits(budget)),
        budget,
    )


def _stack(arguments: Any, budget: Budget) -> Any:
    parts, pushed, full_large = arguments
    full = _load(full_large, budget)
    union = _load(pushed[0], budget)
    for other in pushed[1:]:
        union = _core.shapez_union(union, _load(other, budget), parts, *_limits(budget))
    if not len(union):
        return None, full_large
    fresh = _core.shapez_stacked(union, full, parts, *_limits(budget))
    return _keep(fresh, budget), _keep(_core.shapez_union(full, fresh, parts, *_limits(budget)), budget)


def _cut(arguments: Any, budget: Budget) -> Any:
    parts, full, halves_large = arguments
    halves = _load(halves_large, budget)
    missing = _core.shapez_cut(_load(full, budget), halves, parts, *_limits(budget))
    if not len(missing):
        return 0, halves_large
    return len(missing), _keep(_core.shapez_union(halves, missing, parts, *_limits(budget)), budget)


def _essential(arguments: Any, budget: Budget) -> Any:
    from shapewright.shapez.configuration import Configuration

    parts, layers, full_large, swappable = arguments
    full = _load(full_large, budget)
    stacked = _core.shapez_changed_by_stacking(full, None, parts, *_limits(budget))
    rest = _core.shapez_less(full, _load(swappable, budget), parts, *_limits(budget))
    rest = _core.shapez_less(rest, stacked, parts, *_limits(budget))
    packed = Packed(Configuration(parts, layers))
    found = [batch[packed.canonical(batch) == batch] for batch in batches(rest)]
    shapes = np.sort(np.concatenate([np.empty(0, np.uint64), *found]))
    return budget.keep(np.ascontiguousarray(shapes, dtype="<u8").tobytes())


def _parents(arguments: Any, budget: Budget) -> Any:
    parts, layers, rounds, shapes_large, threads = arguments
    shapes = np.frombuffer(budget.fetch(shapes_large), "<u8").astype(np.uint64)
    parents = np.full(len(shapes), NO_PARENT, np.uint64)
    found_in = np.zeros(len(shapes), np.uint8)
    for number, fresh in enumerate(rounds):
        rows = np.flatnonzero(parents == NO_PARENT)
        if not len(rows):
            break
        made = _core.shapez_pin_parents(_load(fresh, budget), shapes[rows], threads, *_limits(budget))
        parents[rows] = made
        found_in[rows[made != NO_PARENT]] = number + 1
    if len(shapes) and (parents == NO_PARENT).any():
        raise InternalError(f"a pin-push-essential shape of {parts} parts and {layers} layers has no parent")
    return (
        budget.keep(np.ascontiguousarray(parents, dtype="<u8").tobytes()),
        budget.keep(np.ascontiguousarray(found_in).tobytes()),
    )
