"""The way to the engine: instances, searches and sweeps. No other module here touches ``shapewright._core``."""

from __future__ import annotations

import copyreg
from collections.abc import Iterable, Iterator, Sequence

from shapewright import _core
from shapewright.jobs.limits import Clock

Instance = _core.CoverInstance
Search = _core.CoverSearch
Cheapest = _core.CoverCheapest
Sweep = _core.FrontierSweep
Leaps = _core.FrontierLeaps
DominoBoard = _core.DominoBoard
DominoDraws = _core.DominoDraws
Packer = _core.PackingPacker
LinearProgramme = _core.LinearProgramme
Disassembler = _core.Disassembler
Family = _core.SetFamily
minimum_set_cover = _core.minimum_set_cover
primes = DominoBoard.primes
search = _core.cover_search
simd_path = _core.simd_path
# The engine's object stays in its process; its nodes travel.
copyreg.pickle(Family, lambda family: (Family, (family.variables, family.nodes, family.root)))

EngineOption = tuple[list[int], list[int], list[tuple[int, int]]]  # items, their colours (or none), (class, copies)

# (pieces as bits, moves, what is left, what is out); a move is (pieces as bits, direction, units or 0 for out)
Separation = tuple[int, list[tuple[int, int, int]], int, int]


def instance(
    required: list[bool], minimum: Iterable[int], maximum: Iterable[int | None], options: list[EngineOption]
) -> Instance:
    """An instance whose options may give colours and use several copies of a class, or of several classes."""
    return Instance(required, list(minimum), list(maximum), options)


def sweep(instance: Instance) -> Sweep | None:
    """A frontier that sweeps over the items; None if the instance does not fit it."""
    return Sweep(instance) if Sweep.fits(instance) else None


def leaps(instance: Instance, mirrors: Sequence[Sequence[int]] = ()) -> Leaps | None:
    """A frontier that leaps from one open item to the next; None if pieces are counted, or it does not fit.

    ``mirrors`` are permutations of the items that map the options to each other; those that move no item far save work.
    """
    return Leaps(instance, list(map(list, mirrors))) if Leaps.fits(instance) else None


def placed(raw: bytes) -> Iterator[tuple[int, int, int, int]]:
    """What a packer has laid: (type, orientation, x, y) of each piece."""
    values = memoryview(raw).cast("i").tolist()
    return zip(values[::4], values[1::4], values[2::4], values[3::4], strict=True)


def linear_prices(
    columns: list[list[tuple[int, float]]], gains: list[float], room: list[float], steps: int, clock: Clock
) -> tuple[bool, list[float]]:
    """Whether the most of c·y with Ay <= b and y >= 0 was found in time, and the dual values of the rows."""
    return _core.linear_prices(columns, gains, room, steps, clock.stop, clock.native())
