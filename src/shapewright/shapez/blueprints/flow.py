"""Which shapes pass each port of a blueprint, and where they can get no further.

Steady state: of each port all shapes that ever pass it, without their times. A splitter sends every shape each way, a
merger takes from all sides. What comes to an output must leave: into the open, into a trash, or into a building that
passes it on; otherwise the building blocks, and with it whatever leads only there. Wires are not simulated, so a filter
is taken to send every shape each way, too.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from functools import lru_cache
from itertools import product

from shapewright.errors import ShapewrightError
from shapewright.shapez import rules
from shapewright.shapez.blueprints.colour_flow import Colours
from shapewright.shapez.blueprints.settings import produced_shape
from shapewright.shapez.blueprints.wiring import OPEN, Fault, Site, Tile, Wiring, beyond, words_of
from shapewright.shapez.shape import Shape

MOST_SHAPES = 50
"""Most different shapes at one port; where more meet, nobody wanted that."""
MOST_RUNS = 50_000
"""Most runs of machines, and ten more for each building."""

DIVIDES = frozenset({"filter", "split"})
"""What lets shapes pass by one of its outputs or another; which of them a filter chooses depends on its wire."""

PASSES = frozenset({"belt", "merge", "reader"}) | DIVIDES
"""What lets shapes pass as they are."""

MACHINES = {
    "rotate-cw": 1,
    "rotate-ccw": 1,
    "rotate-180": 1,
    "half-destroy": 1,
    "cut": 1,
    "push-pin": 1,
    "paint": 1,
    "crystal": 1,
    "swap": 2,
    "stack": 2,
}
"""How many shapes a machine takes at a time; ``paint`` and ``crystal`` take a colour besides."""

_made = lru_cache(maxsize=100_000)(rules.made)

_SIDES = "ESWN"
_EMPTY: frozenset[Shape] = frozenset()


class Flow:
    """The shapes in a blueprint, given those that come in from outside at tiles.

    ``arrive`` are the shapes at inputs and ``leave`` those at outputs, by the number of the building and of the port.
    """

    def __init__(self, wiring: Wiring, colours: Colours, given: Mapping[Tile, Shape], layers: int | None) -> None:
        self.wiring = wiring
        self.colours = colours
        self.given = given
        self.layers = layers
        self.faults: list[Fault] = []
        self.arrive: dict[tuple[int, int], set[Shape]] = {}
        self.leave: dict[tuple[int, int], set[Shape]] = {}
        self.entered: set[Tile] = set()
        self._runs = 0
        self._thrown_to = {catcher: launcher for launcher, catcher in wiring.thrown.items()}
        self._failed: set[tuple[int, str]] = set()
        self._fill()
        free = self._free()
        blamed: set[int] = set()
        for site in self.wiring.sites:
            lacks = self.waits_for(site)
            if lacks:
                blamed.add(site.number)
                self.faults.append(Fault(site.place, f"{site.named} waits for ever: {lacks}"))
            for port, side in enumerate(site.outputs):
                walled = (site.number, port) not in self.wiring.leads and self.leave.get((site.number, port))
                if walled and not (site.kind in DIVIDES and site.number in free):
                    blamed.add(site.number)
                    self.faults.append(self._wall(site, port, side))
        self._blame_circles(free, blamed)

    # --- What passes -------------------------------------------------------------------------------------------------

    def _fill(self) -> None:
        waiting = deque(self.wiring.sites)
        queued = {site.number for site in waiting}
        for site in self.wiring.sites:
            for port, side in enumerate(site.inputs):
                if site.kind != "trash" and side[0] in self.given and self.is_entry(site, port):
                    self.arrive.setdefault((site.number, port), set()).add(self.given[side[0]])
                    self.entered.add(side[0])
        while waiting:
            site = waiting.popleft()
            queued.discard(site.number)
            for number in self._pass_on(site):
                if number not in queued:
                    queued.add(number)
                    waiting.append(self.wiring.sites[number])

    def is_entry(self, site: Site, port: int) -> bool:
        """Whether an input of a building is open to the outside."""
        return (site.number, port) not in self.wiring.fed and self.wiring.is_open(site.inputs[port])

    def _pass_on(self, site: Site) -> set[int]:
        """Give what the building makes of what it has to what comes next: the numbers of what got something new."""
        new = set()
        if site.kind == "launch" and site.number in self.wiring.thrown and site.inputs:
            new.add(self.wiring.thrown[site.number])
        for port, shapes in enumerate(self._outputs(site)):
            had = self.leave.setdefault((site.number, port), set())
            fresh = [shape for shape in shapes - had if shape.height]
            if len(had) + len(fresh) > MOST_SHAPES:
                self._fail(site, f"more than {MOST_SHAPES} kinds of shapes pass {site.named}")
                continue
            had.update(fresh)
            there = self.wiring.leads.get((site.number, port), (OPEN, 0))
            if fresh and there[0] != OPEN:
                self.arrive.setdefault(there, set()).update(fresh)
                new.add(there[0])
        return new

    def _outputs(self, site: Site) -> list[set[Shape]]:
        arrived = [self.arrive.get((site.number, port), set()) for port in range(len(site.inputs))]
        if site.kind in PASSES:
            return [set().union(*arrived)] * len(site.outputs)
        if site.kind in MACHINES:
            found: list[set[Shape]] = [set() for _ in site.outputs]
            colours = sorted(self.colours.of(site)) if site.joins else [""]
            for *shapes, colour in product(*map(_ordered, arrived), colours):
                self._runs += 1
                if self._runs > MOST_RUNS + 10 * len(self.wiring.sites):
                    self._fail(site, "too many different shapes meet in this blueprint")
                    break
                try:
                    outputs = _made(site.kind, tuple(shapes), colour, self.layers)
                except ShapewrightError as error:
                    self._fail(site, f"{site.named} cannot take what arrives: {error}")
                    continue
                for one, shape in zip(found, outputs, strict=True):
                    one.add(shape)
            return found
        if not site.outputs:
            return []
        if site.kind == "catch" and site.number in self._thrown_to:
            return [self.arrive.get((self._thrown_to[site.number], 0), set())]
        if site.place in self.given:
            self.entered.add(site.place)
            return [{self.given[site.place]}]
        produced = produced_shape(site.extra) if site.kind == "miner" else None
        return [set() if produced is None else {produced}]

    def _fail(self, site: Site, words: str) -> None:
        if (site.number, words) not in self._failed:
            self._failed.add((site.number, words))
            self.faults.append(Fault(site.place, words))

    # --- What gets no further ----------------------------------------------------------------------------------------

    def waits_for(self, site: Site) -> str:
        """What a machine with some of its inputs lacks; nothing if it has all, or none."""
        if site.kind not in MACHINES:
            return ""
        empty = [side for port, side in enumerate(site.inputs) if not self.arrive.get((site.number, port))]
        if len(empty) == len(site.inputs):
            return ""
        if empty:
            tile, way = empty[0]
            return f"no shape reaches it at {words_of(tile)} from the {_SIDES[way]}"
        return "no colour reaches it" if site.joins and not self.colours.of(site) else ""

    def _wall(self, site: Site, port: int, side: tuple[Tile, int]) -> Fault:
        other = self.wiring.at[beyond(side)[0]]
        codes = [str(shape) for shape in _ordered(self.leave[site.number, port])]
        what = codes[0] + (f" (and {len(codes) - 1} more)" if len(codes) > 1 else "")
        if not other.kind:
            return Fault(side[0], f"{what} goes into {other.name}, a building that is not known here")
        return Fault(side[0], f"{what} leaves {site.named} to the {_SIDES[side[1]]} and runs into {other.named}")

    def _free(self) -> set[int]:
        """The buildings out of which everything that comes to them can leave."""
        free: set[int] = set()
        before: dict[int, set[int]] = {}
        for (number, _), (there, _) in self.wiring.leads.items():
            before.setdefault(there, set()).add(number)
        for launcher, catcher in self.wiring.thrown.items():
            before.setdefault(catcher, set()).add(launcher)
        waiting = deque(self.wiring.sites)
        while waiting:
            site = waiting.popleft()
            if site.number not in free and self._is_free(site, free):
                free.add(site.number)
                waiting.extend(self.wiring.sites[number] for number in before.get(site.number, ()))
        return free

    def _is_free(self, site: Site, free: set[int]) -> bool:
        if site.kind == "launch":
            return self.wiring.thrown.get(site.number, OPEN) in free | {OPEN}
        if self.waits_for(site) or not site.kind:
            return False
        ways = []
        for port in range(len(site.outputs)):
            if self.leave.get((site.number, port)):
                there = self.wiring.leads.get((site.number, port))
                ways.append(there is not None and (there[0] == OPEN or there[0] in free))
        return any(ways) or not ways if site.kind in DIVIDES else all(ways)

    def _blame_circles(self, free: set[int], blamed: set[int]) -> None:
        """Of what is blocked and leads to nothing that was blamed, one in each bunch: it goes round."""
        before: dict[int, set[int]] = {}
        after: dict[int, set[int]] = {}
        for (number, port), (there, _) in self.wiring.leads.items():
            if there != OPEN and self.leave.get((number, port)):
                before.setdefault(there, set()).add(number)
                after.setdefault(number, set()).add(there)
        for launcher, catcher in self.wiring.thrown.items():
            before.setdefault(catcher, set()).add(launcher)
            after.setdefault(launcher, set()).add(catcher)
        blocked = {site.number for site in self.wiring.sites} - free
        explained = _reached(blamed, before)
        for number in sorted(blocked - explained):
            site = self.wiring.sites[number]
            carries = any(self.leave.get((number, port)) for port in range(len(site.outputs)))
            if number in explained or not carries:
                continue
            ahead = _reached({number}, after)
            goes_round = next((one for one in sorted(ahead) if one in _reached(after.get(one, set()), after)), number)
            at = self.wiring.sites[goes_round]
            self.faults.append(Fault(at.place, f"what passes {at.named} goes round and never leaves"))
            explained |= _reached(ahead, before)


def _ordered(shapes: set[Shape]) -> list[Shape]:
    return sorted(shapes, key=str)


def _reached(numbers: set[int], steps: Mapping[int, set[int]]) -> set[int]:
    found = set(numbers)
    front = list(numbers)
    while front:
        for number in steps.get(front.pop(), ()):
            if number not in found:
                found.add(number)
                front.append(number)
    return found
