"""T-spins that a few pieces make possible: documented examples, and all sets of placements on small fields."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.clear import find_spins as slow

from shapewright.clear.check import faults
from shapewright.clear.field import FULL_ROW, Field
from shapewright.clear.kicks import Kicks
from shapewright.clear.notation.fumen import Fumen
from shapewright.clear.piece import Placement
from shapewright.clear.setup.find_spins import KINDS, FoundSpin, Wanted, find_spins
from shapewright.clear.spins import best_spin
from shapewright.errors import LimitError, NotationError, ProblemError, StoppedError

SRS = Kicks.named("srs")


def key(way: FoundSpin) -> tuple[Placement, frozenset[Placement]]:
    """A way without its order."""
    assert all("left at the end" in fault for fault in faults(way.solution()))
    *before, t = way.placements
    field = way.field
    for placement in before:
        field = Field.from_bits(field.bits | placement.bits)
    assert best_spin(field, t, kicks=SRS, rule="t") == way.spin
    full = Field.from_bits(field.bits | t.bits).full_rows()
    assert full == way.rows
    assert way.after.height <= 20
    return t, frozenset(before)


def test_the_documented_example() -> None:
    # Solution-finder's page on CSV of 'spin': -fb 0 -ft 2 -m 5 -c 2 -p ILTZ, and the T left at (2, 1).
    start = Fumen.from_text("v115@9gA8IeB8HeA8BeA8CeE8AeA8AeE8JeAgH").pages[0]
    shown = Fumen.from_text("v115@zgzhFeA8IeB8wwGeA8xwA8ilE8wwA8glE8JeAgH").pages[0]
    field = Field(tuple([sum([1 << x for x, cell in enumerate(row) if cell == "X"]) for row in start.rows]))
    ways = list(find_spins(field, "ILTZ", Wanted(lines=2, bottom=0, top=2, margin=5)))
    assert [way.pieces for way in ways] == ["ILT", "ILZT"]
    first = ways[0]
    assert (first.name, first.spin, first.rows, first.placements[-1]) == (
        "TSD",
        "full",
        (0, 1),
        Placement("T", "W", 2, 1),
    )
    assert first.page().rows == shown.rows
    assert len({key(way) for way in ways}) == 2
    # Without the roof, which the I makes, there is none.
    assert not list(find_spins(field, "ILTZ", Wanted(2, 0, 2, 5, max_roof=0)))


def test_what_is_ready_needs_no_piece() -> None:
    (way,) = find_spins("X__XX_X___/X___XXXXXX/XX_XXXXXXX", "*p7", Wanted(max_roof=0, top=2))
    assert (way.pieces, way.name, way.placements) == ("T", "TSD", (Placement("T", "S", 2, 1),))
    assert way.fumen().pages[0].rows[1] == "XTTTXXXXXX"


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: Wanted(lines=4), ProblemError, "a T clears 0 to 3 lines, not 4"),
        (lambda: Wanted(bottom=2, top=3), ProblemError, "rows from 2 up to 3 are too few for 2 lines"),
        (lambda: Wanted(max_roof=-1), ProblemError, "max_roof is at least 0, not -1"),
        (lambda: Wanted(kind="half"), NotationError, "'half' is not a kind of spin; choose one of full, any"),
        (lambda: find_spins("X__XX_X___", "I"), ProblemError, "no queue of the pattern has a T"),
        (lambda: find_spins("X__XX_X___", "*p7,*p7"), LimitError, "more than the limit of 100000"),
        (lambda: list(find_spins("X___XX____", "*p7", time_limit=0)), StoppedError, "time limit of 0 s"),
    ],
)
def test_what_is_refused(make, error: type[Exception], message: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(error, match=message):
        make()


@st.composite
def slots(draw: st.DrawFn) -> Field:
    """Small fields whose only room is four or five columns."""
    width = draw(st.integers(3, 5))
    left = draw(st.integers(0, 10 - width))
    walls = FULL_ROW & ~(((1 << width) - 1) << left)
    rows = []
    for _ in range(5):
        filled = draw(st.sampled_from([walls, walls | 1 << left, walls | 1 << left + width - 1]))
        rows.append(filled | (1 << left + draw(st.integers(0, width - 1)) if draw(st.booleans()) else 0))
    return Field(tuple(rows))


@given(
    slots(), st.sampled_from(["T", "TI", "TO", "TL", "TJS", "TTZ", "TLZ"]), st.integers(0, 2), st.sampled_from(KINDS)
)
@settings(max_examples=12, deadline=None)
def test_as_all_sets_of_placements(field: Field, pieces: str, lines: int, kind: str) -> None:
    wanted = Wanted(lines, 0, 5, 5, None, kind)
    ways = [key(way) for way in find_spins(field.cleared(), pieces, wanted)]
    assert len(set(ways)) == len(ways)
    assert set(ways) == slow.find(field.cleared(), pieces, wanted, SRS)
