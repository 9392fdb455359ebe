"""The compiled engine. Private: use the families' modules instead."""

from collections.abc import Sequence
from typing import Annotated

import numpy
from numpy.typing import NDArray


def simd_path() -> str:
    """
    The SIMD path in use: SHAPEWRIGHT_SIMD if set, else the best this machine has.
    """

def simd_paths() -> list[str]:
    """All SIMD paths that are compiled in and that this machine can run."""

class Instance:
    """An exact cover problem: see engine/exact_cover/instance.hpp."""

    def __init__(self, required: Sequence[bool], minimum: Sequence[int], maximum: Sequence[int | None], options: Sequence[tuple[Sequence[int], Sequence[int], Sequence[tuple[int, int]]]]) -> None:
        """
        ``options`` are (items, colours, uses) with uses = (piece, copies); a maximum of None is no bound.
        """

    @staticmethod
    def of_placements(required: Sequence[bool], minimum: Sequence[int], maximum: Sequence[int | None], placements: Sequence[tuple[int, Sequence[int]]]) -> Instance:
        """Every option is one copy of a piece on some items: (piece, items)."""

    def shuffled(self, seed: int) -> tuple[Instance, list[int]]:
        """
        The same problem with its options in a random order, and the old numbers of the options in that order.
        """

    @property
    def items(self) -> int: ...

    @property
    def options(self) -> int: ...

class Search:
    """A depth-first search that can be left and gone on with."""

    def start(self, prefix: Sequence[int]) -> None:
        """Begin (again) below the given option numbers."""

    def run(self, stop: object | None, seconds: float, limit: int, nodes: int, collect: bool) -> tuple[bool, list[list[int]]]:
        """
        Go on; return whether the search is over and, if asked to collect, the solutions met.
        """

    def rest(self) -> list[list[int]]:
        """What is still to be done, as prefixes that partition it."""

    def split(self, target: int) -> list[list[int]]:
        """
        Cut the whole search into at least `target` prefixes if it is that large.
        """

    def estimate(self, prefix: Sequence[int], probes: int, seed: int, deepest: int = 100) -> float:
        """Monte-Carlo estimate of the nodes below a prefix."""

    @property
    def depth(self) -> int: ...

    @property
    def nodes(self) -> int: ...

    @property
    def solutions(self) -> int: ...

def make_search(engine: str, instance: Instance) -> Search:
    """
    A search by 'bit-sliced', 'strip' or 'sparse'; None if the instance does not fit that engine.
    """

class Sweep:
    """
    Counts and samples exact covers by a frontier: see engine/frontier/frontier.hpp.
    """

    def __init__(self, instance: Instance) -> None: ...

    @staticmethod
    def fits(instance: Instance) -> bool: ...

    def run(self, stop: object | None, seconds: float, bytes: int, keep: bool) -> str:
        """Sweep all items: 'done', 'too large' or 'stopped'."""

    @property
    def count(self) -> bytes:
        """The count as little-endian bytes."""

    @property
    def states(self) -> int: ...

    @property
    def widest_layer(self) -> int: ...

    def sample(self, seed: int, samples: int) -> list[list[int]]:
        """Independent uniform covers."""

class PackedShapes:
    """
    Operations on arrays of packed shapes of one configuration: see engine/shapez/shape.hpp.
    """

    def __init__(self, parts: int, layers: int) -> None: ...

    @property
    def parts(self) -> int: ...

    @property
    def layers(self) -> int: ...

    def rotate(self, shapes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], steps: int) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]: ...

    def mirror(self, shapes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]: ...

    def canonical(self, shapes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]: ...

    def gravity(self, shapes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]: ...

    def is_stable(self, shapes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu')]: ...

    def push_pin(self, shapes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]: ...

    def crystallise(self, shapes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]: ...

    def cut(self, shapes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')], Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]]:
        """The east halves and the west halves."""

    def swap(self, left: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], right: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')], Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]]: ...

    def stack(self, below: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], top: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]: ...

    def split(self, shapes: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu')], Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu')]]:
        """The keys of the east halves and of the west halves, nothing shattered."""

    def join(self, east: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], west: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')]: ...

    def reflect_half(self, halves: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu')]:
        """
        Mirrored and turned by 180 degrees, which leaves the east in its place.
        """
