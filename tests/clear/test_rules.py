"""The rules: what fits, where pieces get, what becomes of the field."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.clear import random_values

from shapewright.clear import rules
from shapewright.clear.drops import DROPS, Drop, check_drop, fits
from shapewright.clear.field import Field
from shapewright.clear.kicks import KICKS, Kicks
from shapewright.clear.piece import FACINGS, PIECES, Placement
from shapewright.clear.rules import is_reachable, place, reachable
from shapewright.errors import NotationError, ProblemError

SRS = Kicks.named("srs")


def test_placements_on_the_floor_are_those_of_each_facing() -> None:
    # Width 10: a facing w wide has 11 - w columns.
    counts = {piece: len(reachable(Field(), piece, SRS)) for piece in PIECES}
    assert counts == {"I": 17, "O": 9, "T": 34, "S": 17, "Z": 17, "L": 34, "J": 34}


def test_a_t_spin_needs_soft_drop_and_its_last_kick() -> None:
    field = Field.from_text("X_________/___XXXXXXX/X_XXXXXXXX")
    spin = Placement("T", "S", 1, 1)
    assert is_reachable(field, spin, SRS)
    assert is_reachable(field, spin, SRS, "t-softdrop")
    assert not is_reachable(field, spin, SRS, "hard")
    deep = Field.from_text("XX________/X_________/X_XXXXXXXX/X__XXXXXXX/X_XXXXXXXX")
    assert is_reachable(deep, Placement("T", "E", 1, 1), SRS)
    assert not is_reachable(deep, Placement("T", "E", 1, 1), Kicks.named("none180"))


def test_only_t_drops_softly_in_t_softdrop() -> None:
    field = Field.from_text("XXXX______/__________")
    tucked = {
        piece: set(reachable(field, piece, SRS, "t-softdrop")) - set(reachable(field, piece, SRS, "hard"))
        for piece in PIECES
    }
    assert {piece for piece, found in tucked.items() if found} == {"T"}
    assert reachable(field, "L", SRS, "t-softdrop") == reachable(field, "L", SRS, "hard")
    assert reachable(field, "T", SRS, "t-softdrop") == reachable(field, "T", SRS)


def test_a_piece_that_never_turns_keeps_facing_north() -> None:
    stiff = Kicks("stiff", ((((),) * 4,) * 4,) * 7)
    assert {placement.facing for piece in PIECES for placement in reachable(Field(), piece, stiff)} == {"N"}


def test_the_kick_of_i_depends_on_the_centre_of_its_box() -> None:
    # One row below an overhang: an I that turns about the wrong centre gets elsewhere.
    field = Field.from_text("XXXXXX_XXX/XXXXXX_XXX/XXX____XXX")
    assert is_reachable(field, Placement("I", "N", 4, 0), SRS)
    assert not is_reachable(field, Placement("I", "N", 4, 0), Kicks.named("none"))


def test_a_facing_with_the_same_cells_is_enough() -> None:
    field = Field.from_text("X_________")
    for facing, x in (("N", 2), ("S", 3)):
        assert is_reachable(field, Placement("I", facing, x, 0), SRS)


def test_a_placement_in_the_air_is_not_grounded() -> None:
    assert not rules.is_grounded(Field(), Placement("T", "N", 4, 1))
    assert not is_reachable(Field(), Placement("T", "N", 4, 1), SRS)
    assert rules.is_grounded(Field(), Placement("T", "N", 4, 0))
    assert not rules.is_grounded(Field((1 << 4,)), Placement("T", "N", 4, 0))


def test_placing_clears_full_rows() -> None:
    field = Field.from_text("__X_______/XX_XXXXXXX/X___XXXXXX")
    assert place(field, Placement("T", "N", 2, 0)) == Field.from_text("__X_______")
    with pytest.raises(ProblemError, match=r"T N \(3, 0\) does not fit: the cell \(3, 1\) is filled"):
        place(field, Placement("T", "N", 3, 0))


def test_the_field_ends_after_20_rows() -> None:
    field = Field((1,) * 19)
    with pytest.raises(ProblemError, match="extends beyond the 20 rows"):
        place(field, Placement("I", "E", 0, 21))
    assert Placement("T", "E", 0, 20) not in reachable(field, "T", SRS)
    assert Placement("I", "N", 1, 19) in reachable(field, "I", SRS)


def test_ways_to_drop_have_names() -> None:
    assert [check_drop(drop) for drop in DROPS] == list(DROPS)
    with pytest.raises(
        NotationError, match="'sonic' is not a way to drop pieces; choose one of soft, hard, t-softdrop"
    ):
        check_drop("sonic")


def by_keys(field: Field, piece: str, kicks: Kicks) -> set[tuple[tuple[int, int], ...]]:
    """The sets of cells of :func:`reachable`, as a player gets there: from one place, high up, one key at a time."""
    start = ("N", 4, field.height + 12)
    seen, waiting, found = {start}, [start], set()
    while waiting:
        facing, x, y = waiting.pop()
        nexts = [
            (facing, x + dx, y + dy)
            for dx, dy in ((-1, 0), (1, 0), (0, -1))
            if fits(field, piece, facing, x + dx, y + dy)
        ]
        if (facing, x, y - 1) not in nexts:
            found.add(Placement(piece, facing, x, y).cells())
        for turned in FACINGS:
            ways = [(turned, x + dx, y + dy) for dx, dy in kicks.offsets(piece, facing, turned)]
            nexts += [way for way in ways if fits(field, piece, *way)][:1]
        for state in nexts:
            if state not in seen and state[2] <= start[2] + 4:
                seen.add(state)
                waiting.append(state)
    return found


@settings(max_examples=25)
@given(random_values.fields(8), random_values.pieces, random_values.kicks)
def test_starting_anywhere_above_the_stack_is_starting_high_up(field: Field, piece: str, kicks: Kicks) -> None:
    placements = reachable(field, piece, kicks)
    assert {placement.cells() for placement in placements} == by_keys(field, piece, kicks)
    assert len({placement.cells() for placement in placements}) == len(placements)
    assert all(placement.canonical() == placement for placement in placements)


@settings(max_examples=60)
@given(random_values.fields(8), random_values.pieces, random_values.kicks, st.sampled_from(["soft", "hard"]))
def test_the_way_back_from_a_placement_says_what_the_ways_to_all_say(
    field: Field, piece: str, kicks: Kicks, drop: Drop
) -> None:
    there = set(reachable(field, piece, kicks, drop))
    found = set()
    for facing in FACINGS:
        for x in range(10):
            for y in range(field.height + 3):
                if fits(field, piece, facing, x, y):
                    placement = Placement(piece, facing, x, y)
                    assert is_reachable(field, placement, kicks, drop) == (placement.canonical() in there)
                    found.add(placement.canonical())
    assert there <= found


@settings(max_examples=25)
@given(random_values.fields(6), random_values.pieces, random_values.kicks, st.sampled_from(DROPS), st.data())
def test_one_placement_is_reachable_if_it_is_among_all(
    field: Field, piece: str, kicks: Kicks, drop: Drop, data: st.DataObject
) -> None:
    placements = reachable(field, piece, kicks, drop)
    assert set(placements) <= set(reachable(field, piece, kicks))
    if not rules.must_spin(piece, drop):
        assert placements
        assert set(reachable(field, piece, kicks, "hard")) <= set(placements)
    if placements:
        assert is_reachable(field, data.draw(st.sampled_from(placements)), kicks, drop)
    facing, x, y = data.draw(st.tuples(st.sampled_from(FACINGS), st.integers(2, 7), st.integers(2, 7)))
    other = Placement(piece, facing, x, y)
    assert is_reachable(field, other, kicks, drop) == (other.canonical() in placements)


@pytest.mark.parametrize("name", KICKS)
def test_without_a_stack_every_way_to_drop_is_the_same(name: str) -> None:
    kicks = Kicks.named(name)
    for piece in PIECES:
        drops = [drop for drop in DROPS if not rules.must_spin(piece, drop)]
        assert len({reachable(Field(), piece, kicks, drop) for drop in drops}) == 1
