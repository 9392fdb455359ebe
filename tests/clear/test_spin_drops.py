"""Drops by which every T must spin: published counts, and places found by a walk over all states."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.clear import spins as clear_spins
from tests.reference.clear.brute_force import BruteForce

from shapewright.clear import native, rules
from shapewright.clear.chances.cover import cover
from shapewright.clear.chances.percent import percent
from shapewright.clear.check import check
from shapewright.clear.drops import DROPS, T_SPINS, Drop, read_drop
from shapewright.clear.field import Field
from shapewright.clear.graph.live_boards import live_boards
from shapewright.clear.kicks import Kicks
from shapewright.clear.orders.finesse import presses
from shapewright.clear.orders.goals import Goal
from shapewright.clear.paths.path import path
from shapewright.clear.piece import FACINGS, PIECES, Placement, cells_of
from shapewright.clear.search.all_solutions import count_solutions
from shapewright.clear.search.many_queues import solve_many
from shapewright.clear.search.replay import replay
from shapewright.clear.search.solve import first
from shapewright.clear.search.table import table
from shapewright.errors import NotationError, ProblemError

SRS = Kicks.named("srs")
SPINNING = tuple([drop for drop in DROPS if drop in T_SPINS])
# The fields and counts of solution-finder's tests of "path --drop" and "cover --drop".
GAMUSHIRO = "v115@zgwhGeRpwhGeRpwhh0Eehlwhg0DeR4hli0AeBtwwwhRpJeAgH"


@pytest.mark.parametrize(
    ("drop", "solutions"),
    [("tsm", 14), ("tss", 12), ("tsd", 11), ("tst", 6)],
)
def test_published_solutions_of_a_setup_for_t_spins(drop: Drop, solutions: int) -> None:
    found = path(GAMUSHIRO, "*!", 5, drop=drop)
    assert len(found) == solutions
    for solution in found:
        example = solution.solution()
        assert example.drop == drop
        check(example)


def test_a_spin_without_lines_is_one_for_tsz_alone() -> None:
    field = "v115@+gE8CeA8AeE8EeE8EeH8KeAgH"
    assert [len(path(field, "TSLI", 4, hold=False, drop=drop)) for drop in SPINNING] == [1, 0, 0, 0, 0]
    assert [cover(["v115@4gA8DeE8AeA8CeE8EeE8EeI8KetGJ"], "T", drop=drop).any.solved for drop in ("tsz", "tsm")] == [
        1,
        0,
    ]


def test_published_cover_of_drops_that_force_a_spin() -> None:
    fumen = "v115@vhGRQJUGJKJJvMJTNJ+DJFKJ"
    assert cover([fumen], "*!", drop="tsd").any.solved == 1624
    assert cover([fumen], "*!", drop="tsd", goal="tsd").any.solved == 1624
    assert cover([fumen], "*!", drop="t-softdrop", goal="tsd").any.solved == 1624
    # The last pieces may be dropped softly, a T among them without a spin.
    assert cover([fumen], "*!", drop="tsd", goal=Goal(last_soft=20)).any.solved == cover([fumen], "*!").any.solved


@settings(max_examples=60, deadline=None)
@given(
    facing=st.sampled_from("NESW"),
    place=st.tuples(st.integers(0, 9), st.integers(0, 3)),
    holes=st.sets(st.tuples(st.integers(0, 9), st.integers(0, 4)), max_size=12),
    sky=st.sets(st.integers(0, 9), min_size=1),
    kicks=st.sampled_from(["srs", "srs-plus", "srs-tetrio", "jstris180"]),
    drop=st.sampled_from(SPINNING),
)
def test_places_of_t_are_those_of_a_walk_over_all_states(
    facing: str,
    place: tuple[int, int],
    holes: set[tuple[int, int]],
    sky: set[int],
    kicks: str,
    drop: Drop,
) -> None:
    # A slot of the form of a T in five full rows, with other holes; above, columns that are open.
    slot = {(place[0] + dx, place[1] + dy) for dx, dy in cells_of("T", facing)}
    empty = slot | holes | {(x, y) for x in sky for y in range(3, 5)}
    field = Field(tuple([sum([1 << x for x in range(10) if (x, y) not in empty]) for y in range(5)])).cleared()
    system = Kicks.named(kicks)
    expected = clear_spins.spun(field, system, drop)
    assert {frozenset(one.cells()) for one in rules.reachable(field, "T", system, drop)} == expected
    height = max(1, field.height)
    locks = native.rules(system, drop).locks(native.board(field.bits), height, PIECES.index("T"))
    found = {frozenset(Placement("T", FACINGS[number], x, y).cells()) for number, x, y in locks}
    assert found == {cells for cells in expected if max([y for _, y in cells]) < height}
    for one in rules.reachable(field, "T", system, "soft"):
        assert rules.is_reachable(field, one, system, drop) == (frozenset(one.cells()) in expected)


@pytest.mark.parametrize("drop", SPINNING)
def test_chance_is_that_of_all_orders(drop: Drop) -> None:
    field = Field.from_text("XXXXXXX___/XXXXXXX___/XXXXXXX___/XXXXXXX___")
    chance = percent(field, "*p4", 4, drop=drop)
    brute = BruteForce("srs", drop)
    assert chance.solved == len(brute.solved(field, [queue for queue, _ in chance.table()], 4))
    assert 0 < chance.solved < percent(field, "*p4", 4, drop="t-softdrop").solved


def test_without_t_it_is_hard_drop() -> None:
    field = "XXXX______/XXXX______/XXXX______/XXXX______"
    assert percent(field, "[^T]p6", drop="tst").solved == percent(field, "[^T]p6", drop="hard").solved


def test_keys_end_with_the_turn_that_spins() -> None:
    field = Field.from_text("X_________/___XXXXXXX/X_XXXXXXXX")
    spin = Placement("T", "S", 1, 1)
    keys = presses(field, spin, SRS, "tsd")
    assert keys is not None
    assert keys[-2] in ("cw", "ccw")
    assert keys[-1] == "hard drop"
    assert presses(field, spin, SRS, "tst") is None
    assert presses(Field(), Placement("T", "N", 4, 0), SRS, "tsz") is None


def test_many_queues_have_what_each_has() -> None:
    field = "XXXX______/XXXX______/XXXX______/XXXX______"
    queues = [queue for queue, _ in percent(field, "T,*p6", drop="tsm").table()][:40]
    found = solve_many(field, queues, height=4, drop="tsm")
    assert [one is not None for one in found] == [
        first(field, queue, height=4, drop="tsm") is not None for queue in queues
    ]
    assert any(found.solved)


def test_words_of_solution_finder() -> None:
    words = ("tspin0", "tspinm", "TSPIN1", "tspin2", "tspin3")
    assert [read_drop(word) for word in words] == list(SPINNING)
    assert get_args(Drop) == DROPS
    with pytest.raises(NotationError, match="choose one of soft, hard, t-softdrop, tsz, tsm, tss, tsd, tst"):
        read_drop("tspin4")


def test_what_is_not_searched_by_spins_says_so() -> None:
    with pytest.raises(ProblemError, match=r"a table cannot be had with every T spinning \(tsd\); choose soft"):
        table(2, drop="tsd")
    with pytest.raises(ProblemError, match="a check of a .pc file cannot be had"):
        replay(bytes.fromhex("7185fcffffff0700000c183820"), drop="tsz")
    with pytest.raises(ProblemError, match="a list of live boards cannot be had"):
        live_boards(2, drop="tsm")
    with pytest.raises(ProblemError, match="a list of all solutions cannot be had"):
        count_solutions(2, drop="tss")
