"""How sets are made: what may be used for it, and puzzles in the order in which their diagrams stay small."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from shapewright.errors import LimitError, StoppedError
from shapewright.jobs.interrupt import interruptible
from shapewright.tiling import native
from shapewright.tiling.covers.exact_cover import ExactCover
from shapewright.tiling.native import Family, Instance
from shapewright.tiling.problem import Problem
from shapewright.tiling.search.clock import Clock
from shapewright.tiling.search.engines import memory_for_frontier
from shapewright.tiling.search.instance import Cover

Result = TypeVar("Result")

# The order of more items is left as it is: to look for a better one takes time with the square of their number.
MOST_ORDERED = 1000


@dataclass
class Means:
    """What the work on a set may use: a clock, and bytes of memory for diagrams in the making."""

    clock: Clock = field(default_factory=lambda: Clock(None))
    memory: int = field(default_factory=memory_for_frontier)
    progress: Callable[[int, int], None] | None = None

    def run(self, call: Callable[[bytearray, float], Result]) -> Result:
        """A call of the engine with a stop flag, which Ctrl-C sets, and the seconds that are left.

        Raises ``StoppedError`` with the time limit, ``LimitError`` with the memory.
        """
        try:
            with interruptible(self.clock.stop) as stop:
                return call(stop, self.clock.native())
        except StoppedError:
            raise self.clock.stopped("the diagram was made") from None
        except LimitError:
            raise LimitError(
                f"the decision diagram of these solutions does not fit into {self.memory / 2**20:,.0f} MB; give more "
                "memory, or fix pieces"
            ) from None

    def made(self, operation: Callable[..., Result], *arguments: object) -> Result:
        """A call of an engine's operation that makes a family, with what it takes and what it may use."""
        return self.run(lambda stop, seconds: operation(*arguments, self.memory, stop, seconds))

    def all_covers(self, instance: Instance) -> Family:
        """The family of all covers."""
        items = instance.items

        def told(done: int) -> None:
            if self.progress is not None:
                self.progress(min(done, items), items)

        heard = None if self.progress is None else told
        return self.run(lambda stop, seconds: native.Family.all_covers(instance, self.memory, stop, seconds, heard))


def sorted_cover(problem: Problem, look: Callable[[], None] | None = None) -> Cover:
    """The cover of a problem with its options in the order of a diagram's variables: by first cell, then by class."""
    cover = Cover.of(problem, look)
    return replace(cover, options=tuple(sorted(cover.options, key=lambda option: (option[1][0], option))))


def family_of_problem(cover: Cover, means: Means) -> Family:
    """All tilings; a refutation saves the search for none."""
    if cover.refutation(means.clock.look) is not None:
        return native.Family.of_members(len(cover.options), ())
    return means.all_covers(cover.instance())


def family_of_cover(cover: ExactCover, means: Means) -> tuple[Family, tuple[int, ...]]:
    """All exact covers, and the option that each variable stands for."""
    required, minimum, maximum, options = cover.engine.numbers
    place, variables = _placed(cover)
    number_of = {option: variable for variable, option in enumerate(variables)}
    given = [number_of[option] for option in cover.given_options]
    kept = _compatible([options[k] for k in variables], required, given)
    chosen: list[Any] = [options[variables[k]] for k in kept]
    moved = [([place[item] for item in items], colours, uses) for items, colours, uses in chosen]
    by_place = [required[item] for item in place]
    family = means.all_covers(native.instance(by_place, minimum, maximum, moved))
    if len(kept) < len(variables):
        nodes = list(family.nodes)
        nodes[::3] = [kept[variable] for variable in nodes[::3]]
        family = native.Family(len(variables), memoryview(array("I", nodes)), family.root)  # type: ignore[arg-type]
    for one in given:
        family = means.made(family.among, [one], 1, 1)
    return family, variables


def variables_of_cover(cover: ExactCover) -> tuple[int, ...]:
    """The option that each variable stands for."""
    return _placed(cover)[1]


def _placed(cover: ExactCover) -> tuple[dict[int, int], tuple[int, ...]]:
    """The places of the items in the order that the diagram takes, and the options by their first items in it."""
    required, _, _, options = cover.engine.numbers
    place = {item: k for k, item in enumerate(_item_order(required, options))}
    least = [min([place[item] for item in items], default=len(place)) for items, _, _ in options]
    return place, tuple(sorted(range(len(options)), key=lambda k: (least[k], k)))


def _compatible(options: Sequence[Any], required: Sequence[bool], given: Sequence[int]) -> list[int]:
    """The options that share no required item with a given one, and those given."""
    taken = {item for one in given for item in options[one][0] if required[item]}
    own = set(given)
    return [k for k, (items, _, _) in enumerate(options) if k in own or taken.isdisjoint(items)]


def _item_order(required: Sequence[bool], options: Sequence[Any]) -> list[int]:
    """The items in an order in which few of them are begun and not yet done, those that are not required last.

    The next item is always one that brings the fewest others into play. Any order gives the same set.
    """
    number = len(required)
    others = [item for item in range(number) if not required[item]]
    if number > MOST_ORDERED:
        return [item for item in range(number) if required[item]] + others
    near: list[set[int]] = [{item} for item in range(number)]
    for items, _, _ in options:
        for item in items:
            near[item].update(items)
    left = {item: None for item in range(number) if required[item]}
    order: list[int] = []
    while left:
        item = min(left, key=lambda each: len(near[each]))
        order.append(item)
        del left[item]
        met = set(near[item])
        for other in left:
            near[other] -= met
    return order + others
