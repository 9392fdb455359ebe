"""Coverage of given solutions: against the path that finds them, and against plain recursion."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.clear.published import FOUR_WIDE, NARROW, WIDER

from shapewright.clear import rules
from shapewright.clear.chances.cover import Built, cover, read_built
from shapewright.clear.drops import DROPS, Drop
from shapewright.clear.field import Field
from shapewright.clear.kicks import Kicks
from shapewright.clear.notation.fumen import Fumen
from shapewright.clear.notation.page import Page
from shapewright.clear.paths.path import path
from shapewright.clear.patterns.pattern import Pattern
from shapewright.clear.piece import PIECES, Placement
from shapewright.clear.queue import Queue
from shapewright.clear.solution import Solution
from shapewright.errors import NotationError, ProblemError


@pytest.mark.parametrize(("field", "pattern"), [(NARROW, "*p4"), (WIDER, "I,*p4"), (FOUR_WIDE, "*p5")])
def test_solutions_of_a_path_serve_what_it_says(field: Field, pattern: str) -> None:
    found = path(field, pattern)
    coverage = cover([solution.fumen() for solution in found], pattern)
    assert [one.bits for one in found] == list(coverage.bits)
    assert [one.served for one in found] == [chance.solved for chance in coverage.each]
    assert coverage.any.solved == found.solved
    every = (1 << found.queues) - 1
    for one in found:
        every &= one.bits
    assert coverage.every.solved == every.bit_count()


def slow_queues(start: Field, placements: tuple[Placement, ...], queues: list[str], drop: Drop, hold: bool) -> set[str]:
    """The queues that can place these pieces, no row of which is ever full, by trying every order."""
    kicks = Kicks.named("srs")

    @cache
    def can(left: frozenset[Placement], queue: Queue) -> bool:
        if not left:
            return True
        field = start
        for placement in placements:
            if placement not in left:
                field = rules.place(field, placement)
        return any(
            can(left - {placement}, rest)
            for piece, rest, _ in queue.choices(hold=hold)
            for placement in left
            if placement.piece == piece and rules.is_reachable(field, placement, kicks, drop)
        )

    return {queue for queue in queues if can(frozenset(placements), Queue(queue))}


@given(st.data(), st.sampled_from(DROPS), st.booleans())
@settings(max_examples=40)
def test_as_every_order_tried(data: st.DataObject, drop: Drop, hold: bool) -> None:
    field, placements = Field(), []
    for _ in range(data.draw(st.integers(1, 4))):
        piece = data.draw(st.sampled_from(PIECES))
        placement = data.draw(st.sampled_from(rules.reachable(field, piece, Kicks.named("srs"))))
        after = rules.place(field, placement)
        if sum(map(int.bit_count, after.rows)) == sum(map(int.bit_count, field.rows)) + 4:  # no row went
            field = after
            placements.append(placement)
    if not placements:
        return
    pieces = "".join([placement.piece for placement in placements])
    solution = Solution(Field(), Queue(pieces), tuple(placements))
    pattern = Pattern.from_text(f"[{pieces}]!,*;{'*,' * len(pieces)}{pieces[0]}")
    coverage = cover([solution], pattern, drop=drop, hold=hold)
    queues = list(pattern.queues(len(pieces) + hold))
    assert len(coverage.queues) == len(queues)
    assert set(coverage.any.solving()) == slow_queues(Field(), tuple(placements), queues, drop, hold)


def test_what_fumens_tell() -> None:
    solution = path(WIDER, "I,*p4")[0].solution()
    built = read_built(Fumen.from_solution(solution).to_text())
    assert built == [Built.from_solution(solution)]
    assert read_built(built[0]) == built
    two_of_a_kind = Fumen((Page(("OOOO______", "OOOO______")), Page(("X_X_______", "IIII______")))).to_text()
    first, second = read_built(two_of_a_kind)
    assert (first.pieces, second.pieces, second.start) == ("OO", "I", Field((5,)))
    assert cover([two_of_a_kind], "[OI],O,O").table is not None
    split = Fumen((Page(("OO________", "X_XXXXXXXX", "OO________")),))
    assert read_built(split)[0].parts[0].cells == ((0, 0), (1, 0), (0, 2), (1, 2))


def test_setups_that_clear_nothing() -> None:
    coverage = cover([Fumen((Page(("IIIIOO____", "____OO____")),))], "[IO]!,T")
    assert (coverage.any.solved, coverage.any.queues) == (2, 2)
    table = dict(coverage.table())
    assert table == {"IOT": (True,), "OIT": (True,)}


@pytest.mark.parametrize(
    ("fumen", "pattern", "message"),
    [
        (Fumen((Page(("OOO_______",)),)), "*p4", "its 3 cells in the colour of O are not pieces O"),
        (Fumen((Page(("OOOO______",)),)), "*p4", "its 4 cells in the colour of O are not pieces O"),
        (Fumen((Page(),)), "*p4", "neither pieces nor cells"),
        (Fumen((Page(("IIII______", "JJJ_______", "J_________")),)), "I", "2 pieces, and the queues"),
    ],
)
def test_what_cannot_be_covered(fumen: Fumen, pattern: str, message: str) -> None:
    with pytest.raises((NotationError, ProblemError), match=message):
        cover([fumen], pattern)


def test_nothing_to_cover() -> None:
    with pytest.raises(ProblemError, match="no solutions"):
        cover([], "*p4")
    with pytest.raises(ProblemError, match="without pieces"):
        Built(Field(), ())
