"""Key presses: replayed by the rules, and none shorter."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.clear import random_values

from shapewright.clear.drops import DROPS, Drop, fits
from shapewright.clear.field import Field
from shapewright.clear.kicks import Kicks
from shapewright.clear.orders.finesse import KEYS, presses
from shapewright.clear.piece import FACINGS, Placement
from shapewright.clear.rules import is_reachable, reachable

SRS = Kicks.named("srs")


def pressed(field: Field, piece: str, kicks: Kicks, keys: tuple[str, ...], start: int = 20) -> Placement:
    """Where a piece locks that starts in that row, key by key."""
    facing, x, y = "N", 4, start
    for key in keys:
        match key:
            case "left" | "right" | "all the way left" | "all the way right":
                step = -1 if "left" in key else 1
                assert fits(field, piece, facing, x + step, y)
                x += step
                while key.startswith("all") and fits(field, piece, facing, x + step, y):
                    x += step
            case "cw" | "ccw" | "180":
                turned = FACINGS[(FACINGS.index(facing) + {"cw": 1, "ccw": 3, "180": 2}[key]) % 4]
                ways = [(x + dx, y + dy) for dx, dy in kicks.offsets(piece, facing, turned)]
                x, y = next(way for way in ways if fits(field, piece, turned, *way))
                facing = turned
            case _ if key.startswith("down to row "):
                row = int(key.removeprefix("down to row "))
                assert row < y
                while y > row:
                    assert fits(field, piece, facing, x, y - 1)
                    y -= 1
            case _:
                while fits(field, piece, facing, x, y - 1):
                    y -= 1
    return Placement(piece, facing, x, y)


@pytest.mark.parametrize(
    ("placement", "keys"),
    [
        (Placement("T", "N", 4, 0), ()),
        (Placement("T", "N", 3, 0), ("left",)),
        (Placement("T", "N", 1, 0), ("all the way left",)),
        (Placement("T", "N", 2, 0), ("left", "left")),
        (Placement("I", "E", 0, 2), ("cw", "all the way left")),
        (Placement("I", "E", 4, 2), ("ccw",)),
        (Placement("I", "E", 5, 2), ("cw",)),
        (Placement("O", "N", 8, 0), ("all the way right",)),
        (Placement("S", "E", 0, 1), ("all the way left", "ccw")),
    ],
)
def test_finesse_on_the_floor(placement: Placement, keys: tuple[str, ...]) -> None:
    assert presses(Field(), placement, SRS) == (*keys, "hard drop")


def test_a_spin_is_dropped_softly_and_turned() -> None:
    field = Field.from_text("X_________/___XXXXXXX/X_XXXXXXXX")
    keys = presses(field, Placement("T", "S", 1, 1), SRS)
    assert keys is not None
    assert "soft drop" in keys
    assert pressed(field, "T", SRS, keys) == Placement("T", "S", 1, 1)
    assert presses(field, Placement("T", "S", 1, 1), SRS, "hard") is None


def test_without_das_every_column_is_a_key() -> None:
    assert presses(Field(), Placement("T", "N", 1, 0), SRS, das=False) == ("left", "left", "left", "hard drop")


@settings(max_examples=40)
@given(random_values.fields(5), random_values.pieces, random_values.kicks, st.sampled_from(DROPS), st.data())
def test_presses_lead_to_all_that_can_be_reached(
    field: Field, piece: str, kicks: Kicks, drop: Drop, data: st.DataObject
) -> None:
    placements = reachable(field, piece, kicks, drop)
    assume(placements)
    placement = data.draw(st.sampled_from(placements))
    keys = presses(field, placement, kicks, drop)
    assert keys is not None
    assert {re.sub(r" \d+$", "", key) for key in keys} <= set(KEYS)
    assert keys[-1] == "hard drop"
    for start in (field.height + 2, 20, 40):  # wherever a game lets pieces begin
        assert pressed(field, piece, kicks, keys, start).cells() == placement.cells()
    other = Placement(piece, data.draw(st.sampled_from(FACINGS)), 4, data.draw(st.integers(2, 5)))
    assert (presses(field, other, kicks, drop) is not None) == is_reachable(field, other, kicks, drop)
