"""Which colours fill the pipes of a blueprint: pipes that are open to each other have the same."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from shapewright.shapez.blueprints.settings import produced_colour
from shapewright.shapez.blueprints.wiring import Fault, beyond, words_of
from shapewright.shapez.colours import mix
from shapewright.shapez.game import BLACK

if TYPE_CHECKING:
    from collections.abc import Mapping

    from shapewright.shapez.blueprints.wiring import Side, Site, Tile, Wiring

__all__ = ["Colours"]


class Colours:
    """The colours of a blueprint's pipes, given those that come in from outside at tiles.

    ``of`` are those in the pipe or machine of a number, ``entered`` the tiles at which a colour of ``given`` comes in,
    ``faults`` what is wrong.
    """

    def __init__(self, wiring: Wiring, given: Mapping[Tile, str]) -> None:
        self.wiring = wiring
        self.faults: list[Fault] = []
        self.entered: dict[Tile, str] = {}
        self._root = list(range(len(wiring.sites)))
        self._joined: dict[Side, Site] = {side: site for site in wiring.sites for side in site.joins}
        for side, site in self._joined.items():
            other = self._joined.get(beyond(side))
            if other is not None:
                self._root[self._find(site.number)] = self._find(other.number)
        self._inside: dict[int, set[str]] = {}
        self._taken: dict[Side, set[str]] = {}
        self._takes = {side for site in wiring.sites for side in site.takes}
        for tile, colour in sorted(given.items()):
            self._enter(tile, colour)
        self._settle()
        self._complain()

    def of(self, site: Site) -> set[str]:
        """The colours in a pipe, or in a machine that pipes lead to."""
        return self._inside.get(self._find(site.number), set())

    def made_at(self, site: Site) -> set[str]:
        """The colours that a producer, a catcher or a mixer gives."""
        return self._given(site) if site.gives else set()

    def _find(self, number: int) -> int:
        while self._root[number] != number:
            self._root[number] = self._root[self._root[number]]
            number = self._root[number]
        return number

    def _enter(self, tile: Tile, colour: str) -> None:
        site = self.wiring.at.get(tile)
        for side in () if site is None else (*site.joins, *site.takes):
            if site is not None and side[0] == tile and self.wiring.is_open(side):
                self.entered[tile] = colour
                if side in site.joins:
                    self._inside.setdefault(self._find(site.number), set()).add(colour)
                else:
                    self._taken.setdefault(side, set()).add(colour)
        if site is not None and tile == site.place and site.kind in ("catch", "fluid") and site.gives:
            self.entered[tile] = colour

    def _settle(self) -> None:
        """Until nothing changes: at most seven colours reach any pipe."""
        before = -1
        while before != (now := self._count()):
            before = now
            for site in self.wiring.sites:
                for side in site.joins:
                    if beyond(side) in self._takes:
                        self._taken.setdefault(beyond(side), set()).update(self.of(site))
            for site in self.wiring.sites:
                given = self._given(site)
                if site.kind == "launch" and site.takes and site.number in self.wiring.thrown:
                    catcher = self.wiring.sites[self.wiring.thrown[site.number]]
                    self._fill(catcher.gives[0], self._taken.get(site.takes[0], set()))
                for side in site.gives:
                    self._fill(side, given)

    def _given(self, site: Site) -> set[str]:
        """What a producer, a catcher from outside or a mixer gives."""
        if site.kind == "mix":
            first, second = (self._taken.get(side, set()) for side in site.takes)
            return {mix(a, b) for a, b in product(first - {BLACK}, second - {BLACK})}
        if site.place in self.entered:
            return {self.entered[site.place]}
        found = produced_colour(site.extra) if site.kind == "fluid" else None
        return set() if found is None else {found}

    def _fill(self, side: Side, colours: set[str]) -> None:
        there = beyond(side)
        if there in self._joined:
            self._inside.setdefault(self._find(self._joined[there].number), set()).update(colours)
        elif there in self._takes:
            self._taken.setdefault(there, set()).update(colours)

    def _count(self) -> int:
        return sum(map(len, self._inside.values())) + sum(map(len, self._taken.values()))

    def _complain(self) -> None:
        told = set()
        for site in self.wiring.sites:
            if site.joins and len(self.of(site)) > 1 and self._find(site.number) not in told:
                told.add(self._find(site.number))
                self.faults.append(
                    Fault(site.place, f"colours meet in the pipe: {' and '.join(sorted(self.of(site)))}")
                )
            fed = [bool(self._taken.get(side)) for side in site.takes]
            if site.kind == "mix" and any(BLACK in self._taken.get(side, set()) for side in site.takes):
                self.faults.append(Fault(site.place, "what the mix makes of black (k) is not settled"))
            if site.kind == "mix" and any(fed) and not all(fed):
                empty = site.takes[fed.index(False)][0]
                self.faults.append(Fault(site.place, f"the mix waits: no colour reaches it at {words_of(empty)}"))
