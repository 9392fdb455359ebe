"""Solutions of random rank: all are listed, if they are few, or counted; then those that were drawn are looked up."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf, log10
from random import Random

from shapewright.errors import LimitError
from shapewright.jobs.limits import Clock
from shapewright.tiling.native import Search
from shapewright.tiling.search.clock import SLICE, estimated_nodes

# A search of more nodes, by estimate (dives, and how deep they go), would take years.
HOPELESS = 1e15
PROBES, DEEPEST = 8, 60
MOST_BY_RANK = 100_000
# A search of so many nodes, by estimate, lists its solutions if there are not more than so many.
LISTED_NODES = 20_000_000
LISTED_PROBES = 32
MOST_LISTED = 100_000
HOPELESS_FOR_LISTS = 10_000  # times as many nodes by a single dive


def drawn_by_rank(
    search: Search, limit: int, seed: int, clock: Clock, what: str, before: str = ""
) -> tuple[int, Iterator[list[int]]]:
    """Nodes and ``limit`` draws of a search that is at its beginning; ``what`` is drawn.

    ``before`` says in a refusal what else has failed. Raises ``LimitError`` where a count would take years.
    """
    if limit > MOST_BY_RANK:
        raise LimitError(f"at most {MOST_BY_RANK} random {what}s of this puzzle can be drawn at a time, not {limit}")
    estimate = estimated_nodes(search, PROBES, DEEPEST, clock)
    if estimate > HOPELESS:
        about = f"some 10^{log10(estimate):.0f} nodes" if estimate < inf else "more nodes than can be estimated"
        raise LimitError(f"no random {what} can be drawn: {before}a search that counts the {what}s would visit {about}")
    search.start([])

    def go(solutions: int, *, collect: bool) -> list[list[int]]:
        """Meet so many more solutions (all that are left if fewer)."""
        met = search.solutions
        found: list[list[int]] = []
        over = False
        while not over and search.solutions - met < solutions:
            clock.check(f"a random {what} was drawn")
            over, batch = search.run(None, clock.slice(SLICE), solutions - (search.solutions - met), 1 << 62, collect)
            found += batch
        return found

    met = search.solutions  # by the dives
    go(1 << 62, collect=False)
    ranks = _ranks(search.solutions - met, limit, seed)
    search.start([])
    drawn: dict[int, list[int]] = {}
    at = 0
    for rank in sorted(set(ranks)):
        go(rank - at, collect=False)
        drawn[rank] = go(1, collect=True)[0]
        at = rank + 1
    return search.nodes, (drawn[rank] for rank in ranks)


def drawn_from_list(
    search: Search, limit: int, seed: int, clock: Clock, what: str
) -> tuple[int, Iterator[list[int]]] | None:
    """The same draws as :func:`drawn_by_rank`, from a list of all solutions; None if there may be too many of them."""
    for probes in (1, LISTED_PROBES):
        if estimated_nodes(search, probes, DEEPEST, clock) > LISTED_NODES * (HOPELESS_FOR_LISTS if probes == 1 else 1):
            return None
    search.start([])
    last = search.nodes + LISTED_NODES
    found: list[list[int]] = []
    over = False
    while not over:
        clock.check(f"a random {what} was drawn")
        over, batch = search.run(None, clock.slice(SLICE), MOST_LISTED + 1 - len(found), last - search.nodes, True)
        found += batch
        if len(found) > MOST_LISTED or (search.nodes >= last and not over):
            return None
    return search.nodes, (found[rank] for rank in _ranks(len(found), limit, seed))


def _ranks(total: int, limit: int, seed: int) -> list[int]:
    generator = Random(seed)
    return [generator.randrange(total) for _ in range(limit)] if total else []
