"""Why there is no exact cover, in steps that a person can follow where there are few."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from shapewright.errors import StoppedError, quote
from shapewright.tiling.covers.dlx import quoted

if TYPE_CHECKING:
    from shapewright.jobs.statistics import Statistics
    from shapewright.tiling.covers.exact_cover import ExactCover, Option

# A reason of more steps is not read.
MOST_STEPS = 12


@dataclass(frozen=True)
class CoverExplanation:
    """The ``verdict`` on an exact cover and its ``reason``; ``solution`` names the options of one that was found.

    >>> print(CoverExplanation("impossible", "no option has the item 'a'"))
    impossible: no option has the item 'a'
    """

    verdict: Literal["impossible", "possible", "unknown"]
    reason: str
    solution: tuple[Hashable, ...] | None = None

    def __str__(self) -> str:
        return f"{self.verdict}: {self.reason}"


def explain(cover: ExactCover, time_limit: float | None) -> CoverExplanation:
    """The verdict and its reason, see :meth:`ExactCover.explain`."""
    steps = forced(cover)
    if steps:
        return CoverExplanation("impossible", steps)
    seen: list[Statistics] = []
    try:
        found = cover.first(time_limit=time_limit, report=seen.append)
    except StoppedError:
        return CoverExplanation("unknown", unknown(seen[0].nodes, seen[0].seconds))
    if found is None:
        return CoverExplanation("impossible", why_none(cover, seen[0].nodes))
    return CoverExplanation("possible", "an exact cover was found", found)


def unknown(nodes: int, seconds: float) -> str:
    """What there is to say once a search was stopped."""
    return f"{nodes} nodes of a search in {seconds:.1f} s have not found an exact cover"


def why_none(cover: ExactCover, nodes: int) -> str:
    """Why there is no cover, once a search of so many nodes has proven it."""
    covered = {item for option in cover.options for item, _ in option}
    for item in cover.items:
        if item not in covered and cover.bound(item)[0]:
            return f"no option has the item {quoted(item)}"
    return f"an exhaustive search of {nodes} {'node' if nodes == 1 else 'nodes'} found no exact cover"


def forced(cover: ExactCover) -> str:
    """How choices that must be made leave an item without an option; '' if that shows nothing.

    Only items that are covered exactly once take part, and the options given are chosen already.
    """
    items = [item for item in cover.items if cover.bound(item) == (1, 1)]
    live = set(range(len(cover.options)))
    options_of: dict[Hashable, list[int]] = {item: [] for item in (*cover.items, *cover.secondary)}
    for number, option in enumerate(cover.options):
        for item, _ in option:
            options_of[item].append(number)
    steps: list[str] = []
    covered: set[Hashable] = set()

    def choose(chosen: int) -> None:
        live.discard(chosen)
        for item, colour in cover.options[chosen]:
            if item in cover.bounds:
                continue
            covered.add(item)
            for other in options_of[item]:
                if colour is None or _colour(cover.options[other], item) != colour:
                    live.discard(other)

    for number in cover.given_options:
        if number not in live:
            return f"{_option(cover, number)} contradicts the options given before it"
        steps = ["the options given are chosen"]
        choose(number)
    while len(steps) <= MOST_STEPS:
        left = [(sum(one in live for one in options_of[item]), item) for item in items if item not in covered]
        fewest = min(left, key=lambda pair: pair[0], default=(2, None))
        if fewest[0] == 0:
            if not steps:
                return f"no option has the item {quoted(fewest[1])}"
            return f"{', '.join(steps)}, and then no option is left for {quoted(fewest[1])}"
        if fewest[0] > 1:
            return ""
        number = next(one for one in options_of[fewest[1]] if one in live)
        only = "only in" if len(options_of[fewest[1]]) == 1 else "left only to"
        steps.append(f"{quoted(fewest[1])} is {only} {_option(cover, number)}")
        choose(number)
    return ""


def _colour(option: Option, item: Hashable) -> Hashable:
    return next(colour for name, colour in option if name == item)


def _option(cover: ExactCover, number: int) -> str:
    if cover.names is not None:
        return f"option {cover.names[number]!r}"
    return f"option {number} ({quote(' '.join(_words(cover.options[number])))[1:-1]})"


def _words(option: Option) -> Iterator[str]:
    for item, colour in option:
        yield str(item) if colour is None else f"{item}:{colour}"
