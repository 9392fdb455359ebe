"""The way to the engine: instances, searches and sweeps. No other module here touches ``shapewright._core``."""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from shapewright import _core

if TYPE_CHECKING:
    from shapewright.jobs.limits import Clock

Instance = _core.CoverInstance
Search = _core.CoverSearch
Cheapest = _core.CoverCheapest
Sweep = _core.FrontierSweep
Leaps = _core.FrontierLeaps
DominoBoard = _core.DominoBoard
Packer = _core.PackingPacker
minimum_set_cover = _core.minimum_set_cover
LinearProgramme = _core.LinearProgramme
Disassembler = _core.Disassembler
Family = _core.SetFamily
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


def placements_instance(
    required: list[bool],
    minimum: Sequence[int],
    maximum: Sequence[int | None],
    options: Sequence[tuple[int, Sequence[int]]],
) -> Instance:
    """An instance whose options are placements: one copy of a class on some items."""
    return Instance.of_placements(required, minimum, maximum, options)


def simd_path() -> str:
    """The SIMD path that the bit-sliced search takes on this machine."""
    return _core.simd_path()


def search(engine: str, instance: Instance) -> Search | None:
    """A search by 'bit-sliced', 'strip' or 'sparse'; None if the instance does not fit that engine."""
    return _core.cover_search(engine, instance)


def cheapest(instance: Instance, costs: Sequence[int], number: int) -> Cheapest:
    """A search for the ``number`` cheapest covers; there is a cost (0 or more) for each option."""
    return Cheapest(instance, list(costs), number)


def sweep(instance: Instance) -> Sweep | None:
    """A frontier that sweeps over the items; None if the instance does not fit it."""
    return Sweep(instance) if Sweep.fits(instance) else None


def leaps(instance: Instance, mirrors: Sequence[Sequence[int]] = ()) -> Leaps | None:
    """A frontier that leaps from one open item to the next; None if pieces are counted, or it does not fit.

    ``mirrors`` are permutations of the items that map the options to each other; those that move no item far save work.
    """
    return Leaps(instance, list(map(list, mirrors))) if Leaps.fits(instance) else None


def domino_board(squares: list[tuple[int, int]], links: list[tuple[int, int, int]]) -> DominoBoard:
    """A board of squares (x, y) and links: two neighbouring squares, and how many kinds of dominoes fit there."""
    return DominoBoard(squares, links)


def domino_draws(board: DominoBoard) -> _core.DominoDraws:
    """What draws tilings of a board that has as many black squares as white ones."""
    return _core.DominoDraws(board)


def primes(skipped: int, number: int) -> list[int]:
    """So many of the largest primes below 2^31, after those that are skipped."""
    return DominoBoard.primes(skipped, number)


def placed(raw: bytes) -> Iterator[tuple[int, int, int, int]]:
    """What a packer has laid: (type, orientation, x, y) of each piece."""
    values = memoryview(raw).cast("i").tolist()
    return zip(values[::4], values[1::4], values[2::4], values[3::4], strict=True)


def linear_programme(columns: list[list[int]], room: list[float]) -> LinearProgramme:
    """The most of c·y with Ay <= b and y >= 0: ``columns`` are the rows of each column, ``room`` is b."""
    return LinearProgramme(columns, room)


def linear_prices(
    columns: list[list[tuple[int, float]]], gains: list[float], room: list[float], steps: int, clock: Clock
) -> tuple[bool, list[float]]:
    """Whether the most of c·y with Ay <= b and y >= 0 was found in time, and the dual values of the rows."""
    return _core.linear_prices(columns, gains, room, steps, clock.stop, clock.native())


def disassembler() -> Disassembler:
    """What takes assemblies apart, one after the other; it is for one thread."""
    return Disassembler()


def all_covers(
    instance: Instance, memory: int, stop: bytearray, seconds: float, progress: Callable[[int], None] | None = None
) -> Family:
    """All covers of an instance whose options are sorted by their least items, in at most so many bytes.

    Raises ``StoppedError`` and ``LimitError``.
    """
    return Family.all_covers(instance, memory, stop, seconds, progress)


def family(variables: int, nodes: Any, root: int) -> Family:
    """The family of these nodes: numbers of 32 bits, three a node. Raises ``ProblemError`` if there is none such."""
    return Family(variables, nodes, root)


def family_of(variables: int, members: Sequence[Sequence[int]]) -> Family:
    """The family of these sets of variables."""
    return Family.of_members(variables, [list(member) for member in members])
