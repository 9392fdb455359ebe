"""Spins: published examples, and the slow walk over all states."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.clear import random_values
from tests.reference.clear import spins as slow

from shapewright.clear import rules
from shapewright.clear.drops import DROPS, Drop
from shapewright.clear.field import Field
from shapewright.clear.kicks import Kicks
from shapewright.clear.piece import PIECES, Placement
from shapewright.clear.spins import SPIN_RULES, Spin, SpinRule, best_spin, check_spin_rule, spins
from shapewright.errors import NotationError, ProblemError

SRS = Kicks.named("srs")
# A T that gets in by its fifth kick alone, with one corner in front of its stem: a fin.
FIN = Field.from_text("X_________/__________/_XXXXXXXXX/__XXXXXXXX/__XXXXXXXX")


def found(field: str, placement: Placement, rule: SpinRule = "t", kicks: str = "srs", drop: Drop = "soft") -> set[Spin]:
    """The spins of a field in one line."""
    return set(spins(Field.from_text(field), placement, kicks=Kicks.named(kicks), rule=rule, drop=drop))


def test_the_examples_of_solution_finder() -> None:
    # Its example of a regular T-spin double, and of a mini single by a half turn.
    assert found("X__XX_X___/X___XXXXXX/XX_XXXXXXX", Placement("T", "S", 2, 1)) == {"full"}
    mini = "____X_____/__XXXXX__X/_XXXX____X/XXXXX___XX/XXXXX_XXXX"
    assert found(mini, Placement("T", "E", 5, 1), kicks="jstris180") == {"mini"}


def test_a_triple_is_full_and_a_slot_may_be_filled_without_a_spin() -> None:
    triple = "XX________/X_________/X_XXXXXXXX/X__XXXXXXX/X_XXXXXXXX"
    assert found(triple, Placement("T", "E", 1, 1)) == {"full"}
    open_slot = "X___XXXXXX/XX_XXXXXXX"
    assert found(open_slot, Placement("T", "S", 2, 1)) == {"none"}
    # Turned beside a block, the wall behind it: three corners, one of them in front; or dropped there after the turn.
    assert found("_X________", Placement("T", "E", 0, 1)) == {"mini", "none"}
    assert found("_X________", Placement("T", "E", 1, 2)) == {"none"}


def test_the_kick_of_a_fin_is_marked() -> None:
    placement = Placement("T", "E", 0, 1)
    assert spins(FIN, placement, kicks=SRS, rule="t") == {"full"}
    unmarked = replace(SRS, regular=frozenset([("NE", (0, 0))]))
    assert spins(FIN, placement, kicks=unmarked, rule="t") == {"mini"}
    assert spins(FIN, placement, kicks=unmarked, rule="all-mini") == {"mini"}


def test_pieces_that_cannot_move() -> None:
    field, placement = "XX__XX__X_/___X_XX_XX", Placement("J", "W", 2, 1)
    answers = {rule: found(field, placement, rule, "jstris180") for rule in SPIN_RULES}
    assert answers == {"t": {"none"}, "all": {"full"}, "all-mini": {"mini"}, "all-mini+": {"mini"}, "none": {"none"}}
    # A T with two corners that cannot move: the rules of TETR.IO differ here.
    field, placement = "X_____XXXX/___X__XXXX/X_____XXXX", Placement("T", "N", 1, 1)
    answers = {rule: found(field, placement, rule) for rule in SPIN_RULES}
    assert answers == {"t": {"none"}, "all": {"full"}, "all-mini": {"none"}, "all-mini+": {"mini"}, "none": {"none"}}


def test_by_hard_drop_nothing_spins() -> None:
    slot = "X__XX_X___/X___XXXXXX/XX_XXXXXXX"
    assert found(slot, Placement("T", "S", 2, 1), drop="hard") == set()
    assert found(slot, Placement("T", "S", 2, 1), drop="t-softdrop") == {"full"}
    assert found("_X________", Placement("T", "E", 0, 1), drop="hard") == {"none"}
    assert found("XX__XX__X_/___X_XX_XX", Placement("J", "W", 2, 1), "all", drop="t-softdrop") == set()


def test_best_and_what_is_refused() -> None:
    beside = Field.from_text("_X________")
    assert best_spin(beside, Placement("T", "E", 0, 1), kicks=SRS, rule="t") == "mini"
    with pytest.raises(ProblemError, match=r"T E \(0, 4\) cannot lock there"):
        best_spin(beside, Placement("T", "E", 0, 4), kicks=SRS, rule="t")
    with pytest.raises(NotationError, match="'b' is not a rule of spins; choose one of t, all, all-mini, all-mini"):
        check_spin_rule("b")


@given(
    random_values.fields(4),
    st.sampled_from(PIECES + "TTTT"),
    random_values.kicks,
    st.sampled_from(SPIN_RULES),
    st.sampled_from((*DROPS, "soft", "soft")),
    st.data(),
)
@settings(max_examples=60, deadline=None)
def test_spins_are_those_of_the_walk(
    field: Field, piece: str, kicks: Kicks, rule: SpinRule, drop: Drop, data: st.DataObject
) -> None:
    # The lowest ones are where spins are; what cannot be reached has none.
    placements = [at for at in rules.reachable(field, piece, kicks) if at.y < field.height + 1]
    chosen = data.draw(st.lists(st.sampled_from(placements), max_size=3)) if placements else []
    for placement in chosen:
        answer = spins(field, placement, kicks=kicks, rule=rule, drop=drop)
        assert answer == slow.spins(field, placement, kicks, rule, drop)
        assert bool(answer) == rules.is_reachable(field, placement, kicks, drop)
        for other in placement.alike():
            assert spins(field, other, kicks=kicks, rule=rule, drop=drop) == answer
