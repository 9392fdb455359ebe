"""Which colours fill the pipes of a blueprint: pipes that are open to each other have the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from shapewright.shapez.blueprints.settings import produced_colour
from shapewright.shapez.blueprints.wiring import Fault, Side, Site, Tile, Wiring, beyond, words_of
from shapewright.shapez.colours import mix
from shapewright.shapez.game import BLACK


class Colours:
    """The colours of a blueprint's pipes, given those that come in from outside at tiles, and the ``usual`` elsewhere.

    ``of`` are those in the pipe or machine of a number, ``entered`` the tiles at which a colour comes in, ``faults``
    what is wrong. The usual colour comes in at open ends, but not of pipes that have a colour from elsewhere: a mixer
    or producer fills them, or ``given`` does.
    """

    def __init__(self, wiring: Wiring, given: Mapping[Tile, str], usual: str | None = None) -> None:
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
        self._launchers = {catcher: wiring.sites[launcher] for launcher, catcher in wiring.thrown.items()}
        self._takes = {side for site in wiring.sites for side in site.takes}
        for tile, colour in sorted(given.items()):
            self._enter(tile, colour)
        for tile in self.doors() if usual is not None else ():
            if usual is not None and tile not in given:
                self._enter(tile, usual)
        # Until nothing changes: at most seven colours reach any pipe.
        before = -1
        while before != (now := sum(map(len, [*self._inside.values(), *self._taken.values()]))):
            before = now
            for site in self.wiring.sites:
                for side in site.joins:
                    if beyond(side) in self._takes:
                        self._taken.setdefault(beyond(side), set()).update(self.of(site))
            for site in self.wiring.sites:
                for side in site.gives:
                    colours = self._given(site)
                    there = beyond(side)
                    if there in self._joined:
                        self._inside.setdefault(self._find(self._joined[there].number), set()).update(colours)
                    elif there in self._takes:
                        self._taken.setdefault(there, set()).update(colours)
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

    def of(self, site: Site) -> set[str]:
        """The colours in a pipe, or in a machine that pipes lead to."""
        return self._inside.get(self._find(site.number), set())

    def made_at(self, site: Site) -> set[str]:
        """The colours that a producer, a catcher or a mixer gives."""
        return self._given(site) if site.gives else set()

    def doors(self) -> list[Tile]:
        """The tiles at which a colour may come in from outside."""
        filled = {
            self._find(self._joined[there].number)
            for site in self.wiring.sites
            for side in site.gives
            if (there := beyond(side)) in self._joined
        }
        filled |= {number for number, inside in self._inside.items() if inside}
        found = []
        for site in self.wiring.sites:
            if site.kind in ("catch", "fluid"):
                is_made = site.kind == "fluid" and bool(site.extra)
                found += [site.place] if site.gives and not is_made and site.number not in self._launchers else []
                continue
            joins = () if self._find(site.number) in filled else site.joins
            found += [side[0] for side in (*site.takes, *joins) if self.wiring.is_open(side)]
        return list(dict.fromkeys(found))

    def leaving(self, site: Site) -> dict[Tile, set[str]]:
        """The colours that leave a building into the open, by tile; of pipes only where there are any.

        Nothing leaves by the other openings of a machine that pipes lead to.
        """
        found = {side[0]: self.made_at(site) for side in site.gives if self.wiring.is_open(side)}
        if site.kind == "launch" and site.takes and site.number not in self.wiring.thrown:
            found[site.place] = self._taken.get(site.takes[0], set())
        if site.kind in ("pipe", "storage") and self.of(site):
            ends = [side[0] for side in site.joins if self.wiring.is_open(side) and side[0] not in self.entered]
            found |= dict.fromkeys(ends, self.of(site))
        return found

    def mixtures(self) -> frozenset[tuple[str, str]]:
        """The pairs of colours that mixers take."""
        return frozenset(pair for site in self.wiring.sites if site.kind == "mix" for pair in self._pairs(site))

    def _pairs(self, site: Site) -> Iterator[tuple[str, str]]:
        first, second = (self._taken.get(side, set()) - {BLACK} for side in site.takes)
        return product(first, second)

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

    def _given(self, site: Site) -> set[str]:
        """What a producer, a catcher or a mixer gives."""
        if site.kind == "mix":
            return {mix(a, b) for a, b in self._pairs(site)}
        if site.place in self.entered:
            return {self.entered[site.place]}
        if site.number in self._launchers:
            return self._taken.get(self._launchers[site.number].takes[0], set())
        found = produced_colour(site.extra) if site.kind == "fluid" else None
        return set() if found is None else {found}
