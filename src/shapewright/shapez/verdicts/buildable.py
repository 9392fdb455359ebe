"""Can it be built? And if not: why not, and what comes nearest?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from shapewright.errors import ProblemError
from shapewright.jobs.processors import processors
from shapewright.shapez import rules
from shapewright.shapez.data.configuration import Configuration, configuration_of
from shapewright.shapez.parts import PIN
from shapewright.shapez.pattern import Pattern, wanted
from shapewright.shapez.place_words import half_words, place_words
from shapewright.shapez.shape import Shape
from shapewright.shapez.verdicts.nearest import configuration_of_nearest
from shapewright.shapez.verdicts.nearest import nearest as nearest_to
from shapewright.shapez.verdicts.verdicts import (
    PUSH_PIN,
    STACK,
    SWAP,
    Verdicts,
    configuration_for,
    enough_for,
    verdicts_for,
)
from shapewright.shapez.vortex import buildable_variant

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from shapewright.shapez.data.known_shapes import Data


@dataclass(frozen=True)
class Reason:
    """Why a shape cannot be built, in ``words``, and the ``places`` (layer, column, from 0) of the parts to blame."""

    words: str
    places: tuple[tuple[int, int], ...] = ()

    def __str__(self) -> str:
        return self.words


def why_unstable(shape: Shape) -> Reason | None:
    """Why gravity would change ``shape``, naming its lowest part that nothing holds; None if it would not.

    The places are those of all parts that nothing holds.

    >>> print(why_unstable(Shape.from_code("cu------:--------:cu------")))
    not stable (layer 3, top right, has nothing below it)
    >>> why_unstable(Shape.from_code("Cu------:CuP-----"))  # doctest: +NORMALIZE_WHITESPACE
    Reason(words='not stable (layer 2, bottom right, has nothing below it, and a pin is only held from below)',
           places=((1, 1),))
    """
    loose = rules.unheld(shape)
    if not loose:
        return None
    layer, column = loose[0]  # the lowest: if anything were below it, that would be loose as well
    only = ""
    if shape.kind(layer, column) == PIN and any(
        shape.kind(layer, (column + step) % shape.parts) not in (0, PIN) for step in (1, -1)
    ):
        only = ", and a pin is only held from below"
    where = place_words(layer, column, shape.parts)
    return Reason(f"not stable ({where}, has nothing below it{only})", tuple(loose))


def reason_against(shape: Shape, verdicts: Verdicts) -> Reason:
    """Why ``shape``, which must not be buildable, is not.

    >>> from array import array
    >>> from shapewright.shapez.data.configuration import Configuration
    >>> from shapewright.shapez.verdicts.verdicts import Verdicts
    >>> no_crystals = array("I", [a | b << 2 for a in range(3) for b in range(3)])
    >>> verdicts = Verdicts(Configuration(4, 1), no_crystals, array("Q"))  # in another world
    >>> reason_against(Shape.from_code("Cucr----"), verdicts)
    Reason(words='its right half, Cucr----, cannot be built alone', places=((0, 0), (0, 1)))
    """
    unstable = why_unstable(shape)
    if unstable is not None:
        return unstable
    for start, half, was_cut in _cut_halves(shape):
        if not verdicts.way(half.packed()):
            words, columns = half_words(start, shape.parts), sorted(_columns(shape, start))
            places = tuple(
                (row, column) for row in range(shape.height) for column in columns if shape.kind(row, column)
            )
            if was_cut:
                return Reason(f"a cut would leave {half} as its {words}, which cannot be built", places)
            return Reason(f"its {words}, {half}, cannot be built alone", places)
    missing = " or ".join(
        half_words(turn + shape.parts // 2 if east else turn, shape.parts)
        for turn, (east, _) in enumerate(verdicts.halves(shape.packed()))
    )
    return Reason(
        f"no rotation has two halves that can be built as they are (not the {missing}), and neither stacking nor "
        "pushing pins makes it"
    )


def _cut_halves(shape: Shape) -> Iterator[tuple[int, Shape, bool]]:
    """The two halves of each cut: the first column, what is left in them, and whether the cut broke anything."""
    half = shape.parts // 2
    for turn in range(half):
        # Turned back by as much, the half from this column on lies in the east.
        for start, left in zip((turn, turn + half), shape.rotated(-turn).cut(), strict=True):
            left = left.rotated(turn)
            yield start, left, left != rules.masked(shape, _columns(shape, start))


def _columns(shape: Shape, start: int) -> frozenset[int]:
    return frozenset((start + step) % shape.parts for step in range(shape.parts // 2))


Via = Literal["swap", "stack", "push-pin"]

_VIA: dict[int, Via] = {SWAP: "swap", STACK: "stack", PUSH_PIN: "push-pin"}

# How many nearest shapes a verdict names, and how many shapes it may look at to find them: a tenth of a second.
NAMED = 3
LOOKED_AT = 2_000_000

# How many variants a verdict may look at to find one that a delivery accepts: all of most shapes, a twentieth of a
# second.
VARIANTS = 1 << 16


@dataclass(frozen=True)
class Verdict:
    """Whether ``shape`` is ``buildable``; true and false like that.

    If it is, ``via`` names a last machine: a swapper (or it is no more than a half), a stacker, or the pin pusher,
    which is named only where no other will do. ``variant`` is what is to be built: the shape itself, unless the verdict
    is on a delivery to the vortex, which accepts several.

    If it is not, ``reason`` says why, and ``places`` are those (layer, column, from 0) of the parts to blame, such as
    all that nothing holds, where the reason points at some. ``nearest`` are buildable shapes in which the fewest parts
    were ``changed``, the likeliest first; ``nearest_proven`` says whether none with fewer changes can be built.
    ``delivery`` is a buildable shape that a delivery to the vortex accepts in place of this one, if one was found.
    """

    shape: Shape
    buildable: bool
    reason: str | None = None
    via: Via | None = None
    variant: Shape | None = None
    nearest: tuple[Shape, ...] = ()
    changed: int = 0
    nearest_proven: bool = False
    places: tuple[tuple[int, int], ...] = ()
    delivery: Shape | None = None

    def __bool__(self) -> bool:
        return self.buildable

    def to_json(self, *, vortex: bool = False, nearest: bool = True) -> dict[str, object]:
        """Plain data: whether, why not, by which last machine; if asked, ``nearest`` shapes and the ``vortex`` variant.

        >>> buildable("CuCuCuCu").to_json()
        {'buildable': True, 'reason': None, 'via': 'swap'}
        """
        keys: dict[str, object] = {"buildable": self.buildable, "reason": self.reason}
        if self.buildable:
            keys["via"] = self.via
            if vortex:
                keys["variant"] = str(self.variant)
            return keys
        if not vortex:
            keys["delivery"] = None if self.delivery is None else str(self.delivery)
        if nearest:
            keys["nearest"] = list(map(str, self.nearest))
            keys["changed"] = self.changed
            keys["nearest_proven"] = self.nearest_proven
        return keys

    def __str__(self) -> str:
        if self.buildable:
            return "buildable" if self.variant in (None, self.shape) else f"buildable as {self.variant}"
        near = ""
        if self.nearest:
            fewer = "" if self.nearest_proven else " or fewer"
            parts = "part" if self.changed == 1 else "parts"
            near = f"; nearest buildable: {self.nearest[0]} ({self.changed} {parts}{fewer})"
        if self.delivery is None:
            return f"impossible: {self.reason}{near}"
        return f"not as written: {self.reason}; a delivery takes {self.delivery}, which can be built{near}"


def buildable(
    shape: Shape | str,
    *,
    layers: int | None = None,
    data: Data | None = None,
    nearest: bool = True,
    vortex: bool = False,
    game: str = "0.x",
) -> Verdict:
    """Say whether ``shape`` (or the shape of that code) can be built from what the miners give, and if not, why.

    Only kinds matter, not types and colours. ``layers`` is the limit of the game: 4 by default, or the shape's own
    height if that is more. ``data`` are those of a configuration, with halves and pin shapes; by default those that are
    kept, and made where they are missing. With ``vortex`` the verdict is on deliveries, which take pins and gaps alike
    below parts that are not pins, so that a variant may do; without it the verdict on a shape that cannot be built as
    written names such a variant, its ``delivery``, if there is one among the :data:`VARIANTS` likeliest. ``nearest``
    asks for the nearest buildable shapes, too. ``game`` is the version of the game whose codes are read.

    >>> buildable("P-------:CuCu----:P-------:Cucu----").via
    'swap'
    >>> buildable("cu------:--------:cu------").reason
    'not stable (layer 3, top right, has nothing below it)'
    >>> print(buildable("cu------:--------:cu------").nearest[0])
    cu------:cu------:cu------
    >>> print(buildable("--Cu----:CuP-----").delivery)
    P-Cu----:CuP-----

    Raises ``LimitError`` for shapes higher than the limit, and those of a ring or height of which nothing is known.
    """
    shape = Shape.of(shape, game)
    configuration = configuration_for(shape.parts, shape.height, layers, data, shape.to_code())
    verdicts = verdicts_for(enough_for(shape.height, configuration, data), data)
    way = verdicts.way(shape.packed())
    if way:
        return Verdict(shape, True, via=_VIA[way], variant=shape)
    if vortex:
        variant = buildable_variant(shape, layers=layers, data=data)
        if variant is not None:
            return Verdict(shape, True, via=_VIA[verdicts.way(variant.packed())], variant=variant)
    reason = reason_against(shape, verdicts)
    delivery = None if vortex else buildable_variant(shape, layers=layers, data=data, most=VARIANTS)
    if not nearest:
        return Verdict(shape, False, reason.words, places=reason.places, delivery=delivery)
    near = nearest_to(shape, layers=layers, data=data, limit=NAMED, effort=LOOKED_AT)
    return Verdict(
        shape,
        False,
        reason.words,
        nearest=near.shapes,
        changed=near.changed,
        nearest_proven=near.proven,
        places=reason.places,
        delivery=delivery,
    )


def data_needed(
    shape: Shape | Pattern | str, *, layers: int | None = None, data: Data | None = None, nearest: bool = False
) -> Configuration:
    """The configuration by whose data the verdict on ``shape`` (or a pattern) is given, or its ``nearest`` are found.

    >>> data_needed(Shape.from_code("CuCu----"), nearest=True).name
    'quad4'

    Callers can have them made first, and see the progress, by :func:`~shapewright.shapez.data.source.load`. Raises as
    :func:`buildable` does.
    """
    shape = wanted(shape)
    if nearest and isinstance(shape, Shape):
        return configuration_of_nearest(shape, layers, data)
    configuration = configuration_for(shape.parts, shape.height, layers, data, shape.to_code())
    return enough_for(shape.height, configuration, data)


def is_buildable(shape: Shape | str, *, layers: int | None = None, data: Data | None = None, game: str = "0.x") -> bool:
    """Whether ``shape`` can be built, as :func:`buildable` says, without the reason.

    >>> is_buildable("CuCu----:RrRr----")
    True
    """
    shape = Shape.of(shape, game)
    configuration = configuration_for(shape.parts, shape.height, layers, data, shape.to_code())
    return verdicts_for(enough_for(shape.height, configuration, data), data).way(shape.packed()) != 0


def buildable_many(
    shapes: NDArray[np.uint64],
    configuration: Configuration | str,
    *,
    data: Data | None = None,
    threads: int | None = None,
) -> NDArray[np.bool_]:
    """Which packed shapes can be built: an array of truths of the same form, some ten million a second.

    >>> import numpy as np
    >>> from shapewright.shapez.data.configuration import Configuration
    >>> buildable_many(np.array([[0b01, 0b01 << 8]], dtype=np.uint64), Configuration(4, 2))
    array([[ True, False]])

    The work goes to as many threads as there are processors, unless ``threads`` says otherwise. Raises ``ProblemError``
    for anything but an array of whole numbers, for numbers with bits beyond the configuration's cells, and for data of
    another configuration.
    """
    configuration = configuration_of(configuration)
    import numpy as np  # which whoever has so many shapes has

    if data is not None and data.configuration != configuration:
        raise ProblemError(f"data of {data.configuration} cannot be used for {configuration}")
    given = np.asarray(shapes)
    if given.size and given.dtype.kind not in "ui":
        raise ProblemError(f"packed shapes are whole numbers, not {given.dtype}")
    flat = given.astype(np.uint64, copy=False).ravel()
    ways = verdicts_for(configuration, data).ways(flat, threads=processors() if threads is None else threads)
    truths: NDArray[np.bool_] = (ways != 0).reshape(np.shape(shapes))
    return truths
