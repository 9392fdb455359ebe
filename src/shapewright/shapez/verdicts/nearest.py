"""The buildable shapes nearest to one that is not: as few parts of another kind as can be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import comb

from shapewright.jobs.interrupt import interruptible
from shapewright.shapez.data.configuration import Configuration
from shapewright.shapez.data.known_shapes import Data
from shapewright.shapez.data.source import ships
from shapewright.shapez.parts import CRYSTAL, EMPTY, NORMAL, NOTHING, PIN, PIN_PART, kind_of
from shapewright.shapez.shape import Shape
from shapewright.shapez.verdicts.verdicts import Verdicts, configuration_for, data_for, full_set, verdicts_for

EFFORT = 20_000_000
"""The number of shapes that are checked, if there is no diagram of all: about a second."""

# Of so many at most that are equally near the first ones are chosen.
MOST = 10_000


@dataclass(frozen=True)
class Nearest:
    """The ``shapes`` with the fewest parts ``changed``, the likeliest first.

    ``proven`` says that no shape with fewer changes can be built; ``complete`` that there are no others with as few.
    """

    shapes: tuple[Shape, ...]
    changed: int
    proven: bool
    complete: bool

    def __str__(self) -> str:
        parts = f"{self.changed} {'part' if self.changed == 1 else 'parts'}"
        return f"{self.shapes[0]} ({parts}{'' if self.proven else ' or fewer'})"


def nearest(
    shape: Shape | str,
    *,
    layers: int | None = None,
    data: Data | None = None,
    limit: int | None = 10,
    effort: int = EFFORT,
    game: str = "0.x",
) -> Nearest:
    """The buildable shapes of at most ``layers`` layers that differ from ``shape`` in the fewest parts.

    By default they are as high as data that come with the package reach: 4 layers in rings of four, 3 in rings of six;
    in others, and for higher shapes, as high as ``shape`` itself.

    A part differs if its kind does (normal, pin, crystal or nothing). Unchanged parts keep type and colour; a changed
    one takes them from what it was, else from the most frequent of its kind, in its layer first. Of equally near shapes
    those come first that leave the most parts as they are, then those that take the fewest away, then those that bring
    in the fewest of a kind that the shape does not have, then by packed number. At most ``limit`` are given.
    ``game`` is the version of the game whose codes are read.

    >>> print(nearest("cu------:--------:cu------"))
    cu------:cu------:cu------ (1 part)

    Where the data hold no diagram of all shapes, shapes are tried in the order of their distance; it is cut off
    (``proven`` is then false) before the distance at which more than ``effort`` would have been tried.
    Raises as :func:`~shapewright.shapez.verdicts.buildable.buildable` does.
    """
    shape = Shape.of(shape, game)
    configuration = configuration_of_nearest(shape, layers, data)
    packed = shape.packed()
    known = data_for(configuration, data)
    if known.full is not None:
        with interruptible() as stop:
            least, near = full_set(known).nearest(packed, MOST, stop)
        if least is None:  # the empty shape is always buildable
            raise KeyboardInterrupt
        distance, found, proven, complete = least, near.tolist(), True, len(near) < MOST
    else:
        distance, found, proven, complete = _search(packed, verdicts_for(configuration, known), effort)
    cells = configuration.cells
    kinds = {packed >> 2 * cell & 3 for cell in range(cells)}

    def unlikeliness(other: int) -> tuple[int, int, int, int]:
        pairs = [(packed >> 2 * cell & 3, other >> 2 * cell & 3) for cell in range(cells)]
        changed = [(old, new) for old, new in pairs if old != new]
        replaced = sum(old != EMPTY for old, _ in changed)
        taken = sum(new == EMPTY for _, new in changed)
        strange = sum(new not in kinds for _, new in changed)
        return replaced, taken, strange, other

    chosen = sorted(found, key=unlikeliness)[:limit]
    return Nearest(
        tuple([dressed(other, shape) for other in chosen]), distance, proven, complete and len(chosen) == len(found)
    )


def configuration_of_nearest(shape: Shape, layers: int | None, data: Data | None) -> Configuration:
    """That in which the nearest shapes are looked for. It must not depend on what the cache holds."""
    highest = configuration_for(shape.parts, shape.height, layers, data, shape.to_code())
    if layers is not None or data is not None:
        return highest
    choices = [Configuration(shape.parts, height) for height in range(max(1, shape.height), highest.layers + 1)]
    return next((each for each in choices if ships(each)), choices[0])


def dressed(packed: int, like: Shape) -> Shape:
    """The shape of the kinds ``packed``, with the types and colours of ``like`` as far as they go.

    >>> print(dressed(Shape.from_code("CuCuCu--:cu------").packed(), Shape.from_code("RrP-cb--")))
    RrRrRb--:cb------
    """
    bare = Shape.from_packed(packed, like.parts)
    return Shape(
        like.parts,
        tuple(
            [
                tuple([_part(bare.kind(layer, column), layer, column, like) for column in range(like.parts)])
                for layer in range(bare.height)
            ]
        ),
    )


def _part(kind: int, layer: int, column: int, like: Shape) -> str:
    """A part of that kind for that place."""
    row = like.layers[layer] if layer < like.height else (NOTHING,) * like.parts
    old, old_kind = row[column], like.kind(layer, column)
    if kind == old_kind:
        return old
    if kind in (EMPTY, PIN):
        return PIN_PART if kind == PIN else NOTHING
    everything = [part for each in like.layers for part in each]
    same = _most_frequent(row, kind) or _most_frequent(everything, kind)
    if old_kind in (NORMAL, CRYSTAL):  # a normal part for a crystal, or the other way round: the colour stays
        type_ = "c" if kind == CRYSTAL else same[0] if same else _usual(like.parts)[0]
        return type_ + old[1]
    if same:
        return same
    if kind == CRYSTAL:
        near = _most_frequent(row, NORMAL) or _most_frequent(everything, NORMAL)
        return "c" + (near[1] if near else "u")
    return _usual(like.parts)


def _most_frequent(parts: Iterable[str], kind: int) -> str:
    """The most frequent part of that kind, the first of several; empty if there is none."""
    counts = Counter(part for part in parts if kind_of(part) == kind)
    return max(counts, key=counts.__getitem__, default="")


def _search(packed: int, verdicts: Verdicts, effort: int) -> tuple[int, list[int], bool, bool]:
    """The distance, the shapes, whether there are proven to be none nearer, and whether they are all."""
    if verdicts.way(packed):
        return 0, [packed], True, True
    most, found, complete = verdicts.nearest_swappable(packed, MOST)
    cells = verdicts.configuration.cells
    for distance in range(1, most + 1):
        effort -= 3**distance * comb(cells, distance)
        if effort < 0:
            # Nearer ones may exist that are not swappable; if all nearer ones were tried, only more as near may.
            return most, found, distance == most, False
        nearer = verdicts.at_distance(packed, distance)
        if nearer:
            return distance, nearer, True, True
    return most, found, True, complete


def _usual(parts: int) -> str:
    return Shape.from_packed(NORMAL, parts).layers[0][0]
