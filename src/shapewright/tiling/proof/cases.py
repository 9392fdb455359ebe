"""Looking for the fewest cases: which places to rule out, one after the other, until numbers close what is left.

Something must happen: each cell is covered, each single piece lies somewhere. Its places are ruled out in groups, as
large as linear programmes can close at once. What no group has is left for the next cell or piece; where nothing can be
ruled out any more, each place becomes a case with a proof of its own. The search is greedy, and its work is counted in
programmes, so the same question has the same answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shapewright.tiling.proof.programme import Relaxation
    from shapewright.tiling.search.instance import Cover

Plan = list["tuple[list[int], Plan]"]  # places that are ruled out, and how; numbers close what is left

_MOST_LINES = 40
_FEW = 3  # groups: so short a proof is good enough
NARROW = (4,)
"""How many cells and pieces each of several searches tries."""
WIDE = (8, 16, 100)
_WHOLE = 1 - 1e-6
_DROPPED = 0.6  # of a group: what has this share of the largest amount


def lines_of(plan: Plan) -> int:
    """How many lines the proof will have."""
    return 1 + sum([lines_of(inner) + bool(inner) for _, inner in plan])


class CaseSearch:
    """The search on one board; :meth:`allow` bounds its work, and the clock of ``relaxation`` ends it sooner."""

    def __init__(self, cover: Cover, relaxation: Relaxation, programmes: int = 0) -> None:
        self._relaxation, self._programmes = relaxation, programmes
        self._stopped = relaxation.clock.over
        at_cell, of_class, self._beside = masks_of(cover)
        single = [least == most == 1 for least, most in zip(cover.minimum, cover.maximum, strict=True)]
        self.musts = [places for places, must in zip(at_cell, cover.required, strict=True) if must]
        self.musts += [places for places, is_single in zip(of_class, single, strict=True) if is_single]
        self._all = (1 << len(cover.options)) - 1
        self._out = 0

    def allow(self, programmes: int) -> None:
        """From now on the search is over after so many more programmes."""
        self._programmes = self._relaxation.solved + programmes

    def plan(self, widths: Iterable[int]) -> Plan | None:
        """The shortest plan that was found."""
        best: Plan | None = None
        for wide in widths:
            found = self._prove(_MOST_LINES + 1 if best is None else lines_of(best), wide)
            if found is not None:
                best = self.trimmed(found)
            if self.is_over() or (best is not None and len(best) <= _FEW):
                break
        return best

    def beside(self, group: Iterable[int]) -> list[int]:
        """What cannot be used with any of ``group``, of the places that are not ruled out yet."""
        clashing = self._all & ~self._out
        for option in group:
            clashing &= self._beside[option]
        return list(ones(clashing))

    def allowed(self) -> list[int]:
        """The places that are not ruled out."""
        return list(ones(self._all & ~self._out))

    def take(self, options: Iterable[int]) -> list[int]:
        """Rule places out; those that were not yet."""
        taken = [option for option in options if not self._out >> option & 1]
        for option in taken:
            self._out |= 1 << option
        self._relaxation.take_out(taken)
        return taken

    def put(self, options: Iterable[int]) -> None:
        """Allow them again."""
        options = list(options)
        for option in options:
            self._out &= ~(1 << option)
        self._relaxation.put_back(options)

    def is_over(self) -> bool:
        """Whether the work that was allowed is done."""
        return self._relaxation.solved >= self._programmes or self._stopped()

    def is_closed(self) -> bool:
        """Whether numbers close what is left."""
        return self._relaxation.has_none()

    def whole(self) -> int:
        """What the fractional cover found last has as a whole, as bits: nothing beside it is in that cover."""
        return sum([1 << option for option, amount in self._relaxation.amounts().items() if amount > _WHOLE])

    def missed(self, options: Iterable[int]) -> list[int]:
        """Those of some places, which are out, without which the numbers found last do not close what is left."""
        return self._relaxation.missed(options)

    def closable(self, places: int) -> list[int]:
        """As many of ``places`` as one programme closes: none of them can be used."""
        group = list(ones(places))
        while group:
            beside = self.beside(group)
            self._relaxation.take_out(beside)
            is_closed = self._relaxation.has_none()
            amounts = {} if is_closed else self._relaxation.amounts()
            self._relaxation.put_back(beside)
            if is_closed:
                return group
            most = max([amounts.get(option, 0.0) for option in group])
            kept = [option for option in group if amounts.get(option, 0.0) < _DROPPED * most]
            group = kept if len(kept) < len(group) else []
        return group

    def _groups(self, places: int, limit: int) -> tuple[bool, list[list[int]], int]:
        """Groups of ``places`` that can be ruled out one after the other; whether nothing is left then; who is left."""
        rest = places & ~self._out
        groups: list[list[int]] = []
        taken: list[int] = []
        while not (is_closed := self._relaxation.has_none()):
            group = self.closable(rest) if rest and len(groups) + 1 < limit and not self.is_over() else []
            if not group:
                break
            groups.append(group)
            taken += self.take(group)
            for option in group:
                rest &= ~(1 << option)
        self.put(taken)
        return is_closed, groups, rest.bit_count()

    def _prove(self, limit: int, wide: int) -> Plan | None:
        """A plan of fewer lines than ``limit`` for what is left."""
        if self._relaxation.has_none():
            return []
        if limit <= 2 or not self.musts or self.is_over():  # what needs nothing is not to be refuted
            return None
        best: Plan | None = None
        partly: list[tuple[int, list[list[int]]]] = []
        musts = sorted(self.musts, key=lambda places: (places & ~self._out).bit_count())
        for places in musts[:wide]:
            is_closed, groups, left = self._groups(places, limit)
            if is_closed:
                best = [(group, []) for group in groups]
                limit = len(groups) + 1
                if len(groups) <= 1:
                    break
            elif groups:
                partly.append((len(groups) + 2 * left, groups))
            if self.is_over():
                break
        if best is not None and len(best) <= _FEW:
            return best
        groups = min(partly)[1] if partly else []
        if groups and len(groups) + 1 < limit and not self.is_over():
            taken = self.take([option for group in groups for option in group])
            inner = self._prove(limit - len(groups), wide)
            self.put(taken)
            if inner is not None:
                best = [*[(group, Plan()) for group in groups], *inner]
        if best is None and not partly:
            return self._split(musts[0], limit, wide)
        return best

    def _split(self, places: int, limit: int, wide: int) -> Plan | None:
        """A case for each place."""
        plan: Plan = []
        taken: list[int] = []
        for option in ones(places & ~self._out):
            beside = self.take(self.beside([option]))
            inner = self._prove(limit - lines_of(plan) - 1, wide)
            self.put(beside)
            if inner is None:
                break
            plan.append(([option], inner))
            taken += self.take([option])
        is_closed = self._relaxation.has_none()
        self.put(taken)
        return plan if is_closed and lines_of(plan) < limit else None

    def trimmed(self, plan: Plan) -> Plan:
        """Without the cases that the others can do without."""
        if len(plan) > _FEW:
            for k in reversed(range(len(plan))):
                shorter = plan[:k] + plan[k + 1 :]
                if self._holds(shorter):
                    plan = shorter
        return plan

    def _holds(self, plan: Plan) -> bool:
        """Whether every line of the plan is closed."""
        taken: list[int] = []
        holds = True
        for group, inner in plan:
            beside = self.take(self.beside(group))
            holds = self._holds(inner) if inner else self._relaxation.has_none()
            self.put(beside)
            if not holds:
                break
            taken += self.take(group)
        holds = holds and self._relaxation.has_none()
        self.put(taken)
        return holds


def masks_of(cover: Cover) -> tuple[list[int], list[int], list[int]]:
    """Sets of options as bits: those on each cell, of each class of pieces, and those that exclude each option."""
    at_cell = [0] * len(cover.cells)
    of_class = [0] * len(cover.minimum)
    for option, (number, covered) in enumerate(cover.options):
        of_class[number] |= 1 << option
        for k in covered:
            at_cell[k] |= 1 << option
    beside = []
    for option, (number, covered) in enumerate(cover.options):
        clashing = of_class[number] if cover.maximum[number] == 1 else 0
        for k in covered:
            clashing |= at_cell[k]
        beside.append(clashing & ~(1 << option))
    return at_cell, of_class, beside


def ones(mask: int) -> Iterator[int]:
    """The bits that are set, from the lowest on."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
