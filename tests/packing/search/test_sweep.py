"""Sweeps over profiles say what the slow twin says; what they refute is refuted again and stands in the answer."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.packing.wastes import least

from shapewright.cells.pieces import parse_pieces
from shapewright.cli import main
from shapewright.errors import NotationError
from shapewright.jobs.limits import Clock
from shapewright.packing import Bag, verify
from shapewright.packing.native import native_of, tetrominoes
from shapewright.packing.proof.refute_waste import is_exceeded
from shapewright.packing.proof.waste import Waste
from shapewright.packing.rules import LETTERS
from shapewright.packing.search.sweep import sweep, too_wasteful

NONE = -1.0


def engine(wastes: dict[str, int], empty: int | None, width: int, height: int, allowed: int) -> tuple[str, bytes]:
    listed = [wastes.get(letter, -1) for letter in LETTERS]
    return tetrominoes().core.wastes_at_most(
        width, height, listed, -1 if empty is None else empty, allowed, 1 << 40, True, None, NONE
    )


@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(st.sampled_from(LETTERS), st.integers(0, 2), min_size=1, max_size=3),
    st.one_of(st.none(), st.integers(0, 2)),
    st.tuples(st.integers(1, 5), st.integers(1, 4)),
    st.integers(0, 8),
)
def test_engine_and_second_sweep_agree_with_the_twin(
    wastes: dict[str, int], empty: int | None, box: tuple[int, int], allowed: int
) -> None:
    wanted = least(wastes, empty, *box)
    outcome, raw = engine(wastes, empty, *box, allowed)
    assert outcome == ("none" if wanted is None or wanted > allowed else "found")
    pieces = Bag.from_counts(dict.fromkeys(wastes, 1)).pieces()
    used = [piece for piece in pieces if piece.minimum]
    exceeded = is_exceeded(used, Waste(tuple(wastes.items()), empty), *box, allowed, 60.0)
    assert exceeded == (outcome == "none")
    if outcome == "found":
        kinds = memoryview(raw).cast("i")[::4].tolist()
        holes = box[0] * box[1] - 4 * len(kinds)
        assert sum(wastes[LETTERS[kind]] for kind in kinds) + holes * (empty or 0) == wanted


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(LETTERS), st.integers(1, 5), st.booleans())
def test_wastes_of_high_boxes_go_on_as_they_repeat(letter: str, width: int, turned: bool) -> None:
    wastes = [0 if one == letter else -1 for one in LETTERS]
    found, again, more = tetrominoes().core.least_wastes(width, turned, wastes, 1, 400, 1 << 40, None, NONE)
    assert again > 0
    last = len(found) + again
    for height in range(last):
        at = height
        turns = 0
        while at >= len(found):
            at, turns = at - again, turns + 1
        wasted = found[at] + turns * more
        box = (height, width) if turned else (width, height)
        if height and wasted:
            assert engine({letter: 0}, 1, *box, wasted - 1)[0] == "none"
        if height:
            assert engine({letter: 0}, 1, *box, wasted)[0] == "found"
            pieces = [piece for piece in Bag.from_text(f"{letter}1").pieces() if piece.minimum]
            alone = Waste(((letter, 0),), 1)
            assert is_exceeded(pieces, alone, *box, wasted, 60.0) is False
            assert not wasted or is_exceeded(pieces, alone, *box, wasted - 1, 60.0) is True


def test_pieces_that_may_not_turn_have_no_second_end() -> None:
    fixed = parse_pieces("any*fixed-L4")
    native = native_of(fixed)
    for height in range(1, 7):
        least_of = next(
            allowed
            for allowed in range(40)
            if native.core.wastes_at_most(4, height, [0], 1, allowed, 1 << 40, False, None, NONE)[0] == "found"
        )
        waste = Waste(((fixed[0].name, 0),), 1)
        assert is_exceeded(fixed, waste, 4, height, least_of, 60.0) is False
        assert not least_of or is_exceeded(fixed, waste, 4, height, least_of - 1, 60.0) is True


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    main(["packing", "pack", *arguments, "--json"])
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


@pytest.mark.parametrize(
    ("arguments", "box", "reason"),
    [
        (("T50", "--width", "7"), (7, 30), "no number of T leaves at most 3 cells of 7x29 empty"),
        (("S54L10",), (17, 17), "with at most 10 L no number of S fills 16x16"),
        (("S56I8",), (17, 17), "with at most 8 I no number of S fills 16x16"),
    ],
)
def test_bags_of_few_kinds_are_proven(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], box: tuple[int, int], reason: str
) -> None:
    answer = asked(capsys, *arguments)
    assert (answer["status"], answer["width"], answer["height"]) == ("optimal", *box)
    assert answer["refuted"][0]["reason"] == reason
    found = verify(answer)
    assert found.valid, found.lines()


def test_a_wrong_waste_is_found_out(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, "T50", "--width", "7")
    entry = answer["refuted"][0]
    for pieces, empty in (({"T": 0}, 0), ({"S": 0}, 1), ({"T": 0}, None)):
        forged = {**entry, "waste": {"pieces": pieces, "empty": empty}}
        assert verify({**answer, "refuted": [forged]}).valid is False
    with pytest.raises(NotationError, match="is not a whole number, 0 or more: -1"):
        verify({**answer, "refuted": [{**entry, "waste": {"pieces": {"T": -1}, "empty": 1}}]})


def test_high_strips_are_decided_at_once() -> None:
    core = tetrominoes()
    assert too_wasteful(core, [0, 0, 0, 0, 0, 5000, 0], 7, 2916) is not None
    assert too_wasteful(core, [0, 0, 0, 0, 0, 5000, 0], 7, 2917) is None
    assert too_wasteful(core, [0, 0, 0, 0, 0, 5000, 0], 2916, 7) is not None
    assert too_wasteful(core, [0, 0, 0, 0, 0, 1, 1], 7, 9) is None


def test_a_sweep_finds_packings_of_few_pieces() -> None:
    # 26 S and 38 I fill 16x16, and no more S do.
    counts = [38 if letter == "I" else 26 if letter == "S" else 0 for letter in LETTERS]
    waste, raw = sweep(tetrominoes(), counts, 16, 16, Clock(None))
    assert waste is None
    assert len(raw) == 64 * 16
