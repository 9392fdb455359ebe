"""T-spins that a few pieces make possible, by trying every set of placements of every size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations

from tests.reference.clear import spins as clear_spins

from shapewright.clear import rules
from shapewright.clear.field import Field
from shapewright.clear.kicks import Kicks
from shapewright.clear.piece import Placement
from shapewright.clear.setup.find_spins import Wanted

Way = tuple[Placement, frozenset[Placement]]


@lru_cache(maxsize=100_000)
def best(field: Field, t: Placement, kicks: Kicks) -> str:
    """The best way in which a T locks there."""
    found = clear_spins.spins(field, t, kicks, "t", "soft")
    return "full" if "full" in found else "mini" if "mini" in found else "none"


def with_cells(field: Field, placements: frozenset[Placement]) -> Field | None:
    """The field with all of these, nothing cleared; None if they overlap or fill a row."""
    cells = [cell for placement in placements for cell in placement.cells()]
    if len(set(cells)) < len(cells) or any(cell in field for cell in cells):
        return None
    rows = [sum(1 << x for x in range(10) if (x, y) in field or (x, y) in cells) for y in range(20)]
    return None if 1023 in rows else Field(tuple(rows))


def all_places(field: Field, margin: int) -> list[Placement]:
    """Every place of every piece below the margin, each set of cells once."""
    found = []
    for piece in "IOTSZLJ":
        for facing in "NESW":
            for y in range(margin):
                for x in range(10):
                    if rules.fits(field, piece, facing, x, y):
                        placement = Placement(piece, facing, x, y)
                        if placement == placement.canonical() and max(row for _, row in placement.cells()) < margin:
                            found.append(placement)
    return found


def sets_of(places: list[Placement], bag: Counter[str], first: int = 0) -> Iterator[frozenset[Placement]]:
    """Every set of places with the pieces of a bag, the empty one too."""
    yield frozenset()
    for number in range(first, len(places)):
        place = places[number]
        if bag[place.piece]:
            taken = set(place.cells())
            free = [other for other in places[number + 1 :] if not taken & set(other.cells())]
            for rest in sets_of(free, bag - Counter(place.piece)):
                yield rest | {place}


def find(field: Field, pieces: str, wanted: Wanted, kicks: Kicks) -> set[Way]:
    """All ways with some of the pieces, one T of them apart."""
    top, margin = wanted.rows(field)
    places = all_places(field, margin)
    spins_wanted = ("full",) if wanted.kind == "full" else ("mini", "full")
    ts = [place for place in places if place.piece == "T"]
    found: set[Way] = set()
    for chosen in sets_of(places, Counter(pieces.replace("T", "", 1))):
        now = with_cells(field, chosen)
        if now is None:
            continue
        for t in ts:
            if any(cell in now for cell in t.cells()):
                continue
            if best(now, t, kicks) not in spins_wanted:
                continue
            cleared = {
                y for y in {y for _, y in t.cells()} if all((x, y) in now or (x, y) in t.cells() for x in range(10))
            }
            if len(cleared) < wanted.lines or not all(wanted.bottom <= y < top for y in cleared):
                continue
            roof = [place for place in chosen if not any(y in cleared for _, y in place.cells())]
            if wanted.max_roof is not None and len(roof) > wanted.max_roof:
                continue
            if any(is_idle(field, chosen, place, t, kicks, spins_wanted) for place in roof):
                continue
            if any(can_order(field, order, kicks) for order in permutations(chosen)):
                found.add((t, chosen))
    return found


def is_idle(
    field: Field, chosen: frozenset[Placement], place: Placement, t: Placement, kicks: Kicks, wanted: tuple[str, ...]
) -> bool:
    """Whether nothing else floats without a piece, and the T spins without it."""
    for other in chosen - {place}:
        below = with_cells(field, chosen - {place, other})
        assert below is not None
        if rules.fits(below, other.piece, other.facing, other.x, other.y - 1):
            return False
    now = with_cells(field, chosen - {place})
    assert now is not None
    return best(now, t, kicks) in wanted


def can_order(field: Field, order: tuple[Placement, ...], kicks: Kicks) -> bool:
    """Whether the pieces can be placed in this order."""
    for number, placement in enumerate(order):
        now = with_cells(field, frozenset(order[:number]))
        assert now is not None
        if placement not in rules.reachable(now, placement.piece, kicks):
            return False
    return True
