"""Looking for short proofs by probing: first all places that one line each rules out, then which of them are needed.

Each place is supposed to be used; where numbers close that, it can be ruled out. All such places together often leave
nothing, or do so after a second round. Few of them are needed, and these are ruled out in groups, so that a proof has a
line for each group. The order in which places are left out decides which are needed; so several cells and pieces are
tried, whose places are left out last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shapewright.tiling.proof.cases import CaseSearch, Plan

__all__ = ["probed", "singles"]

_ROUNDS = 3
_FOCUSES = 6  # cells and pieces whose places are left out last
_FEW_MUSTS = 4  # of those that have most of what is needed: the largest group is taken


def probed(search: CaseSearch) -> Plan | None:
    """The shortest plan that probing finds."""
    # Round by round what can be ruled out, until nothing is left.
    layers: list[list[int]] = []
    while not (is_closed := search.is_closed()) and len(layers) < _ROUNDS:
        found = singles(search)
        if not found:
            break
        layers.append(search.take(found))
    for layer in layers:
        search.put(layer)
    if not (is_closed and layers):
        return None
    best: Plan | None = None
    for focus in _focuses(search, layers[0]):
        needed = _needed(search, layers, focus)
        plan = search.trimmed(_grouped(search, needed))
        if best is None or len(plan) < len(best):
            best = plan
        if search.is_over():
            break
    return best


def singles(search: CaseSearch) -> list[int] | None:
    """The places that one line each rules out, of those that are left; None if the search is over."""
    found = []
    possible = search.whole()
    for option in search.allowed():
        if search.is_over():
            return None
        if possible >> option & 1:
            continue
        beside = search.take(search.beside([option]))
        if search.is_closed():
            found.append(option)
        else:
            possible |= search.whole()
        search.put(beside)
    return found


def _focuses(search: CaseSearch, out: list[int]) -> list[int]:
    """Cells and pieces, as sets of places: those with the fewest places that are not ruled out."""
    ruled_out = sum(1 << option for option in out)
    ranked = sorted(search.musts, key=lambda places: ((places & ~ruled_out).bit_count(), places.bit_count()))
    return ranked[:_FOCUSES]


def _needed(search: CaseSearch, layers: list[list[int]], focus: int) -> list[list[int]]:
    """The layers without what the rest can do without, from the last on."""
    kept = [sorted(layer, key=lambda option: focus >> option & 1) for layer in layers]
    for number in reversed(range(len(kept))):
        size, at = len(kept[number]), 0
        while at < len(kept[number]) and not search.is_over():
            before = kept[number]
            kept[number] = before[:at] + before[at + size :]
            missed = _missed(search, kept, number)
            if missed is not None:
                kept[number] = kept[number][:at] + [option for option in kept[number][at:] if option in missed]
                size = max(1, min(2 * size, len(kept[number]) - at))
            else:
                kept[number] = before
                if size == 1:
                    at += 1
                else:
                    size //= 2
    return kept


def _missed(search: CaseSearch, kept: list[list[int]], last: int) -> set[int] | None:
    """What of the layer ``last`` numbers need that close each place of the later ones, and then everything.

    None if what is kept does not suffice.
    """
    taken: list[int] = []
    for layer in kept[: last + 1]:
        taken += search.take(layer)
    missed: set[int] = set()
    is_closed = True
    for layer in kept[last + 1 :]:
        for option in layer:
            beside = search.take(search.beside([option]))
            is_closed = search.is_closed()
            if is_closed:
                missed.update(search.missed(kept[last]))
            search.put(beside)
            if not is_closed:
                break
        if not is_closed:
            break
        taken += search.take(layer)
    is_closed = is_closed and search.is_closed()
    if is_closed:
        missed.update(search.missed(kept[last]))
    search.put(taken)
    return missed if is_closed else None


def _grouped(search: CaseSearch, kept: list[list[int]]) -> Plan:
    """What is kept in groups that a line each rules out."""
    plan: Plan = []
    taken: list[int] = []
    for layer in kept:
        rest = sum(1 << option for option in layer)
        while rest and not search.is_closed():
            musts = sorted(search.musts, key=lambda places: -(places & rest).bit_count())[:_FEW_MUSTS]
            group = max([search.closable(places & rest) for places in musts], key=len) or [rest.bit_length() - 1]
            plan.append((group, []))
            taken += search.take(group)
            for option in group:
                rest &= ~(1 << option)
    search.put(taken)
    return plan
