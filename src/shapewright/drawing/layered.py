"""Where the boxes of a flowchart stand: in ranks from the top down, with few crossings and short, straight belts.

A belt leads from one box to any number of boxes further down. The method is that of Sugiyama, Tagawa and Toda
("Methods for visual understanding of hierarchical system structures", 1981): ranks; ways through the ranks between for
belts that are longer; the order in each rank by barycentres, sweep after sweep; then the places across. Those are for
each rank, given its neighbours', the exact least squares that keep the order and the gaps (isotonic regression).
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from statistics import median

_SWEEPS = 24
_ADJUSTMENTS = 40
_STRAIGHT = 8.0  # how much more a belt wants to be straight on its way than at a box


@dataclass(frozen=True, slots=True)
class Box:
    """A box to be placed: its size, and whether it is to stand close above the box that it leads to."""

    width: float
    height: float
    is_source: bool = False


@dataclass(frozen=True, slots=True)
class Belt:
    """From the box ``start``, leaving ``offset`` right of its middle, to boxes and the places where it enters them."""

    start: int
    offset: float
    ends: tuple[tuple[int, float], ...]


@dataclass(frozen=True, slots=True)
class Bend:
    """A piece of a belt from one point down to another; ``end`` is the number of the box that it enters, if any."""

    x1: float
    y1: float
    x2: float
    y2: float
    end: int | None


@dataclass(frozen=True, slots=True)
class Layout:
    """The middle and the top of each box, the pieces of each belt, and the size of it all, which begins at (0, 0)."""

    places: tuple[tuple[float, float], ...]
    bends: tuple[tuple[Bend, ...], ...]
    width: float
    height: float


def layered(boxes: Sequence[Box], belts: Sequence[Belt], *, gap: float = 24.0, drop: float = 48.0) -> Layout:
    """Place ``boxes``, ``gap`` apart in a rank, ranks ``drop`` apart. The belts must not run in a circle.

    >>> layout = layered([Box(10, 10), Box(10, 10)], [Belt(0, 0, ((1, 0),))], drop=30)
    >>> layout.places, layout.width, layout.height
    (((5.0, 0.0), (5.0, 40.0)), 10.0, 50.0)
    """
    if not boxes:
        return Layout((), (), 0.0, 0.0)
    graph = _Graph(boxes, belts, _ranks(boxes, belts))
    _order(graph)
    across = _across(graph, gap)
    tops, height = _tops(graph, drop)
    left = min(across[node] - graph.widths[node] / 2 for node in range(len(graph.widths)))
    right = max(across[node] + graph.widths[node] / 2 for node in range(len(graph.widths)))
    places = []
    for number, box in enumerate(boxes):
        top, depth = tops[graph.rank[number]]
        places.append((across[number] - left, top + (depth - box.height if box.is_source else 0.0)))
    bends: list[list[Bend]] = [[] for _ in belts]
    for link in graph.links:
        x1, x2 = across[link.upper] + link.offset - left, across[link.lower] + link.entry - left
        top, depth = tops[graph.rank[link.upper]]
        if link.upper < len(boxes) and (leaves := places[link.upper][1] + boxes[link.upper].height) < top + depth:
            # Straight down as far as the neighbours reach, which it would else run across.
            bends[link.belt].append(Bend(x1, leaves, x1, top + depth, None))
        is_end = link.lower < len(boxes)
        bottom = tops[graph.rank[link.lower]][0]
        bends[link.belt].append(Bend(x1, top + depth, x2, bottom, link.lower if is_end else None))
    for node in range(len(boxes), len(graph.widths)):
        # A way through a rank runs straight down it, between its boxes.
        top, depth = tops[graph.rank[node]]
        x = across[node] - left
        bends[graph.belt_of[node]].append(Bend(x, top, x, top + depth, None))
    return Layout(tuple(places), tuple(map(tuple, bends)), right - left, height)


@dataclass(frozen=True, slots=True)
class _Link:
    """A piece of a belt between two neighbouring ranks: nodes, and where it leaves and enters them."""

    upper: int
    lower: int
    offset: float
    entry: float
    belt: int


@dataclass
class _Graph:
    """Boxes, and behind them the ways of long belts through ranks; a belt goes one way however many boxes it serves."""

    boxes: Sequence[Box]
    belts: Sequence[Belt]
    rank: list[int]
    widths: list[float] = field(default_factory=list)
    links: list[_Link] = field(default_factory=list)
    belt_of: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.widths = [box.width for box in self.boxes]
        for number, belt in enumerate(self.belts):
            at, offset = belt.start, belt.offset
            for rank in range(self.rank[belt.start] + 1, max((self.rank[end] for end, _ in belt.ends), default=0) + 1):
                for end, entry in belt.ends:
                    if self.rank[end] == rank:
                        self.links.append(_Link(at, end, offset, entry, number))
                if any(self.rank[end] > rank for end, _ in belt.ends):
                    way = len(self.widths)
                    self.widths.append(0.0)
                    self.rank.append(rank)
                    self.belt_of[way] = number
                    self.links.append(_Link(at, way, offset, 0.0, number))
                    at, offset = way, 0.0
        self.above: list[list[_Link]] = [[] for _ in self.widths]
        self.below: list[list[_Link]] = [[] for _ in self.widths]
        for link in self.links:
            self.above[link.lower].append(link)
            self.below[link.upper].append(link)
        self.rows: list[list[int]] = [[] for _ in range(max(self.rank) + 1)]
        for node in self._by_depth_first():
            self.rows[self.rank[node]].append(node)

    def _by_depth_first(self) -> list[int]:
        """All nodes, each after what leads to it, so that what belongs together stands together from the start."""
        found: dict[int, None] = {}
        waiting = [node for node in range(len(self.widths)) if not self.below[node]][::-1]
        while waiting:
            node = waiting.pop()
            if node not in found:
                found[node] = None
                waiting += [link.upper for link in sorted(self.above[node], key=lambda link: -link.entry)]
        return list(found)


def _ranks(boxes: Sequence[Box], belts: Sequence[Belt]) -> list[int]:
    """The rank of each box: below all that leads to it, and as low as it may if that makes the belts shorter."""
    before: list[list[int]] = [[] for _ in boxes]
    after: list[list[int]] = [[] for _ in boxes]
    for belt in belts:
        for end, _ in belt.ends:
            before[end].append(belt.start)
            after[belt.start].append(end)
    order, open_ends = [], [len(starts) for starts in before]
    ready = [number for number, count in enumerate(open_ends) if not count]
    while ready:
        number = ready.pop()
        order.append(number)
        for end in after[number]:
            open_ends[end] -= 1
            if not open_ends[end]:
                ready.append(end)
    rank = [0] * len(boxes)
    for number in order:
        rank[number] = max((rank[start] + 1 for start in before[number]), default=0)
    for number in reversed(order):
        if after[number]:
            lowest = min(rank[end] for end in after[number]) - 1
            pulled = sum(not boxes[start].is_source for start in before[number])
            if boxes[number].is_source or pulled <= 1:
                rank[number] = lowest
    return rank


# --- The order in each rank -----------------------------------------------------------------------------------------


def _order(graph: _Graph) -> None:
    """Reorder the rows until sweeps no longer lessen the crossings."""
    best, fewest = [row.copy() for row in graph.rows], _crossings(graph)
    for sweep in range(_SWEEPS):
        if not fewest:
            break
        downward = sweep % 2 == 0
        rows = range(1, len(graph.rows)) if downward else range(len(graph.rows) - 2, -1, -1)
        for number in rows:
            _by_barycentre(graph, number, downward)
        _exchange(graph)
        crossings = _crossings(graph)
        if crossings < fewest:
            best, fewest = [row.copy() for row in graph.rows], crossings
    graph.rows = best


def _by_barycentre(graph: _Graph, number: int, downward: bool) -> None:
    fixed = graph.rows[number - 1 if downward else number + 1]
    index = {node: float(place) for place, node in enumerate(fixed)}
    row = graph.rows[number]
    keys = {}
    for place, node in enumerate(row):
        links = graph.above[node] if downward else graph.below[node]
        at = [_port(graph, link, index, downward) for link in links]
        keys[node] = sum(at) / len(at) if at else float(place)
    row.sort(key=keys.__getitem__)


def _port(graph: _Graph, link: _Link, index: dict[int, float], from_above: bool) -> float:
    """Where a link meets a row, in places of that row."""
    node, offset = (link.upper, link.offset) if from_above else (link.lower, link.entry)
    return index[node] + (offset / graph.widths[node] * 0.9 if graph.widths[node] else 0.0)


def _exchange(graph: _Graph) -> None:
    """Exchange neighbours wherever that lessens the crossings of the two."""
    for number, row in enumerate(graph.rows):
        upper = {node: float(place) for place, node in enumerate(graph.rows[number - 1])} if number else {}
        lower_row = graph.rows[number + 1] if number + 1 < len(graph.rows) else []
        lower = {node: float(place) for place, node in enumerate(lower_row)}
        for place in range(len(row) - 1):
            left, right = row[place], row[place + 1]
            if _crossed(graph, left, right, upper, lower) > _crossed(graph, right, left, upper, lower):
                row[place], row[place + 1] = right, left


def _crossed(graph: _Graph, left: int, right: int, upper: dict[int, float], lower: dict[int, float]) -> int:
    count = 0
    for side, index, from_above in ((graph.above, upper, True), (graph.below, lower, False)):
        for a in side[left]:
            at = _port(graph, a, index, from_above)
            count += sum(_port(graph, b, index, from_above) < at for b in side[right])
    return count


def _crossings(graph: _Graph) -> int:
    count = 0
    for number in range(1, len(graph.rows)):
        upper = {node: float(place) for place, node in enumerate(graph.rows[number - 1])}
        lower = {node: float(place) for place, node in enumerate(graph.rows[number])}
        ends = sorted(
            (_port(graph, link, upper, True), _port(graph, link, lower, False))
            for node in graph.rows[number]
            for link in graph.above[node]
        )
        seen: list[float] = []
        for _, at in ends:
            count += len(seen) - bisect_right(seen, at)
            insort(seen, at)
    return count


# --- Places ---------------------------------------------------------------------------------------------------------


def _across(graph: _Graph, gap: float) -> list[float]:
    """The middle of each node: sweeps in which each row takes its best places given its neighbours'."""
    across = [0.0] * len(graph.widths)
    for row in graph.rows:
        at = 0.0
        for node in row:
            across[node] = at + graph.widths[node] / 2
            at += graph.widths[node] + gap
    for number in range(_ADJUSTMENTS):
        rows = graph.rows if number % 2 == 0 else graph.rows[::-1]
        for row in rows:
            wishes, weights = [], []
            for node in row:
                total = weight = 0.0
                for link in graph.above[node]:
                    pull = _pull(graph, link)
                    total += pull * (across[link.upper] + link.offset - link.entry)
                    weight += pull
                for link in graph.below[node]:
                    pull = _pull(graph, link)
                    total += pull * (across[link.lower] + link.entry - link.offset)
                    weight += pull
                wishes.append(total / weight if weight else across[node])
                weights.append(weight or 0.01)
            for node, place in zip(row, _least_squares(graph, row, wishes, weights, gap), strict=True):
                across[node] = place
    for _ in range(3):
        _straighten(graph, across, gap)
    return across


def _straighten(graph: _Graph, across: list[float], gap: float) -> None:
    """Draw the ways of each belt into straight lines, as long ones as the neighbours leave room for."""
    ways = sorted(graph.belt_of, key=lambda way: (graph.belt_of[way], graph.rank[way]))
    at = {node: (number, place) for number, row in enumerate(graph.rows) for place, node in enumerate(row)}

    def room(way: int) -> tuple[float, float]:
        number, place = at[way]
        row = graph.rows[number]
        low, high = -inf, inf
        if place:
            low = across[row[place - 1]] + graph.widths[row[place - 1]] / 2 + gap
        if place + 1 < len(row):
            high = across[row[place + 1]] - graph.widths[row[place + 1]] / 2 - gap
        return min(low, across[way]), max(high, across[way])

    start = 0
    while start < len(ways):
        low, high = room(ways[start])
        end = start + 1
        while end < len(ways) and graph.belt_of[ways[end]] == graph.belt_of[ways[start]]:
            lower, higher = room(ways[end])
            if max(low, lower) > min(high, higher):
                break
            low, high = max(low, lower), min(high, higher)
            end += 1
        wish = median(across[way] for way in ways[start:end])
        for way in ways[start:end]:
            across[way] = min(max(wish, low), high)
        start = end


def _pull(graph: _Graph, link: _Link) -> float:
    ends = (link.upper >= len(graph.boxes)) + (link.lower >= len(graph.boxes))
    return (1.0, 2.0, _STRAIGHT)[ends]


def _least_squares(graph: _Graph, row: list[int], wishes: list[float], weights: list[float], gap: float) -> list[float]:
    """The places nearest to the wishes among those that keep the order and the gaps: pool adjacent violators."""
    shifts, shift = [], 0.0
    for place, node in enumerate(row):
        if place:
            shift += (graph.widths[row[place - 1]] + graph.widths[node]) / 2 + gap
        shifts.append(shift)
    pools: list[tuple[float, float, int]] = []  # mean, weight, members
    for wish, weight, moved in zip(wishes, weights, shifts, strict=True):
        mean, members = wish - moved, 1
        while pools and pools[-1][0] > mean:
            other, heavy, count = pools.pop()
            mean = (mean * weight + other * heavy) / (weight + heavy)
            weight, members = weight + heavy, members + count
        pools.append((mean, weight, members))
    placed = [mean for mean, _, members in pools for _ in range(members)]
    return [mean + moved for mean, moved in zip(placed, shifts, strict=True)]


def _tops(graph: _Graph, drop: float) -> tuple[list[tuple[float, float]], float]:
    """The top and the depth of each rank, and where the last one ends."""
    tops, at = [], 0.0
    for row in graph.rows:
        depth = max((graph.boxes[node].height for node in row if node < len(graph.boxes)), default=0.0)
        tops.append((at, depth))
        at += depth + drop
    return tops, at - drop
