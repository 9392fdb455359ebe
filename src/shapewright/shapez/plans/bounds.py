"""How few machines any plan must have: reasons that hold for every plan, whatever it looks like."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from shapewright.shapez.data.configuration import Configuration
from shapewright.shapez.parts import CRYSTAL, NORMAL, PIN, is_painted, kind_of, unpainted
from shapewright.shapez.plans.known.levels import levels
from shapewright.shapez.plans.known.library import library
from shapewright.shapez.plans.steps import Step
from shapewright.shapez.shape import Shape

_MIXED = {"y", "c", "m"}

# Of white one half is mixed, too.
_MIXING_DEPTH = {**dict.fromkeys(_MIXED, 1), "w": 2}


def mixes_needed(colours: Iterable[str]) -> int:
    """How many mixers give fluids of these colours: one for each pair of lights, for white one more on top.

    >>> mixes_needed("ry"), mixes_needed("w"), mixes_needed("wc")
    (1, 2, 2)
    """
    needed = set(colours)
    mixed = len(needed & _MIXED)
    return max(mixed, 1) + 1 if "w" in needed else mixed


def colour_machines(goals: Sequence[Shape]) -> int:
    """How many painters and mixers there must be: a painter for each colour of normal parts, mixers for mixtures."""
    paints = {part[1] for part in _parts(goals) if is_painted(part)}
    crystals = {part[1] for part in _parts(goals) if kind_of(part) == CRYSTAL}
    return len(paints) + mixes_needed(paints | crystals)


def shape_machines(goals: Sequence[Shape]) -> int:
    """How many machines of the other kinds there must be, by counts of what each kind alone can do.

    Only crystal generators make crystals, one for each colour. Only stackers and pin pushers raise shapes, and no more
    than twice as high. Only cutters and swappers make columns differ. Only stackers and swappers bring types together.
    Only pin pushers make pins.
    """
    counts = _Counts.of(goals)
    # What differs by paint alone, painters make.
    distinct = len({plain for plain in map(without_paint, goals) if not is_raw(plain)})
    # Of machines that are no crystal generators, a cutter and a swapper give two shapes, all others one.
    machines = max(max(counts.raised, counts.pins) + counts.uneven, counts.types - 1)
    return max(counts.crystals + machines, -(-distinct // 2))


@dataclass(frozen=True)
class _Counts:
    """How many machines of a kind each feature of the goals calls for: see :func:`shape_machines`."""

    crystals: int
    raised: int
    pins: int
    uneven: int
    types: int

    @classmethod
    def of(cls, goals: Sequence[Shape]) -> _Counts:
        crystals = len({part for part in _parts(goals) if kind_of(part) == CRYSTAL})
        raised = max(((goal.height - 1).bit_length() for goal in goals), default=0)
        pins = any(kind_of(part) == PIN for part in _parts(goals))
        uneven = any(goal != goal.rotated(1) for goal in goals)
        types = max((len(_raw_parts(goal)) for goal in goals), default=1)
        return cls(crystals, raised, int(pins), int(uneven), max(types, 1))


def belt_bound(goals: Sequence[Shape], machines: int, weights: Mapping[str, int]) -> int:
    """Bound the machines for a full belt in plans that do not merge belts, if every plan has ``machines`` or more.

    ``weights`` says how many of each name one machine of a plan is, at least. Those machines that counting finds to be
    needed have the weight of their kind, or the least of the kinds that will do; all others have the least of all.

    >>> from shapewright.shapez.shape import Shape
    >>> heavy = dict.fromkeys(("cut", "half-destroy", "swap", "stack", "paint"), 4)
    >>> belt_bound([Shape.from_code("CrCrCrCr:CuCuCuCu")], 2, {"rotate-cw": 1, "push-pin": 1, **heavy})
    5
    """

    def least(*names: str) -> int:
        return min((weights[name] for name in names if name in weights), default=1)

    paints = len({part[1] for part in _parts(goals) if is_painted(part)})
    counts = _Counts.of(goals)
    coloured = paints * least("paint") + (colour_machines(goals) - paints) * least("mix")
    raised = counts.raised * least("stack", "push-pin")
    pinned = counts.pins * least("push-pin")
    crystals, uneven = counts.crystals * least("crystal"), counts.uneven * least("cut", "half-destroy", "swap")
    ways = (
        (counts.crystals + max(counts.raised, counts.pins) + counts.uneven, crystals + max(raised, pinned) + uneven),
        (counts.crystals + counts.types - 1, crystals + (counts.types - 1) * least("stack", "swap")),
    )
    lightest = min(weights.values(), default=1)
    return max(
        coloured + heavy + max(0, machines - colour_machines(goals) - number) * lightest for number, heavy in ways
    )


def without_paint(goal: Shape) -> Shape:
    """The goal as it is without its paint; crystals keep their colours.

    >>> without_paint(Shape.from_code("CrCu----:crP---Rg"))
    Shape.from_code('CuCu----:crP---Ru')
    """
    rows = [[unpainted(part) if is_painted(part) else part for part in layer] for layer in goal.layers]
    return Shape(goal.parts, tuple(map(tuple, rows)))


def is_raw(goal: Shape) -> bool:
    """Whether miners give it."""
    first = goal.layers[0][0] if goal.height == 1 else "--"
    return kind_of(first) == NORMAL and not is_painted(first) and set(goal.layers[0]) == {first}


def _raw_parts(goal: Shape) -> set[str]:
    """The parts of the raw shapes that its normal parts come from."""
    return {unpainted(part) for part in _parts([goal]) if kind_of(part) == NORMAL}


def _parts(goals: Iterable[Shape]) -> Iterable[str]:
    return chain.from_iterable(layer for goal in goals for layer in goal.layers)


def simple_bound(goals: Sequence[Shape]) -> int:
    """The machines that every plan needs, by counting alone."""
    return colour_machines(goals) + shape_machines(goals)


def simple_depth(goals: Sequence[Shape]) -> int:
    """How deep every plan is, by counting alone.

    Only raw shapes take no machine. Each doubles the height at most, and the number of types. Colours are mixed before
    something is painted with them or crystals are made of them.
    """
    return max(map(_counted_depth, goals), default=0)


def fluid_depth(colour: str) -> int:
    """How many mixers there are one after the other before a fluid of this colour.

    >>> fluid_depth("r"), fluid_depth("y"), fluid_depth("w")
    (0, 1, 2)
    """
    return _MIXING_DEPTH.get(colour, 0)


def _counted_depth(goal: Shape) -> int:
    types = _raw_parts(goal)
    coloured = (1 + fluid_depth(colour) for colour in fluids([goal]))
    doubled = max(goal.height - 1, len(types) - 1, 0).bit_length()
    return max(int(not is_raw(goal)), doubled, *coloured)


def bound(goals: Sequence[Shape], configuration: Configuration) -> int:
    """The machines that every plan needs, by counting and by what ships."""
    return max(simple_bound(goals), together(goals, [kinds_bound(goal, configuration) for goal in goals]))


def kinds_bound(goal: Shape, configuration: Configuration) -> int:
    """How many machines other than painters and mixers a shape takes at least, by what ships; 0 if nothing does.

    A plan has as many machines as it is deep, and looking at all small plans says nothing of larger ones: the greater
    bound holds.
    """
    shipped = library(configuration)
    least = 0 if shipped is None else shipped.at_least(goal.packed())
    if shipped is not None and least <= shipped.reach:
        return least
    depths = levels(configuration)
    return least if depths is None else max(least, depths.depth(goal.packed()) or 0)


def together(goals: Sequence[Shape], bounds: Sequence[int]) -> int:
    """The machines that all goals take, if ``bounds`` says how many others than painters and mixers each one takes.

    One machine makes two goals at most, and the machine that makes a goal is not earlier than the goal's bound says: of
    n goals with bounds of b or more, the last is made by machine number b - 1 + n / 2 at the earliest. Painters and
    mixers, which change no kinds, come on top; goals of the same kinds count once.
    """
    least: dict[int, int] = {}
    for goal, bound in zip(goals, bounds, strict=True):
        kinds = goal.packed()
        if kinds != (4**goal.parts - 1) // 3:  # a raw shape
            least[kinds] = max(least.get(kinds, 1), bound)
    ascending = sorted(least.values())
    others = max(
        (bound - 1 + (len(ascending) - place + 1) // 2 for place, bound in enumerate(ascending)),
        default=0,
    )
    return others + colour_machines(goals)


def fluids(goals: Sequence[Shape]) -> set[str]:
    """The colours of paint and crystals that the goals call for."""
    return {part[1] for part in _parts(goals) if kind_of(part) == CRYSTAL or is_painted(part)} - {"u"}


def mixers(colours: set[str]) -> list[Step]:
    """Mixers for fluids of these colours, as few as can be."""
    recipes = {"y": ("r", "g"), "c": ("g", "b"), "m": ("r", "b")}
    wanted = [colour for colour in recipes if colour in colours]
    if "w" not in colours:
        return [Step("mix", recipes[colour], (colour,)) for colour in wanted]
    wanted = wanted or ["c"]
    last = {"y": "b", "c": "r", "m": "g"}[wanted[0]]
    return [*(Step("mix", recipes[colour], (colour,)) for colour in wanted), Step("mix", (last, wanted[0]), ("w",))]
