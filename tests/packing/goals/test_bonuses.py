"""Bonuses of touching pieces: the most against a slow twin, the bound, the notation, and what ``verify`` says."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.packing import bonuses as slow

from shapewright.cells.grid import Board
from shapewright.cells.pieces import parse_pieces
from shapewright.cells.polyomino import Piece, Polyomino
from shapewright.cli import main
from shapewright.errors import ShapewrightError
from shapewright.packing import Bag, Bonuses, Packing, Problem, faults, pack, verify
from shapewright.packing.bonuses import bonus_bound, touching

ARTS = {"A": "#", "B": "##", "C": "##/#.", "D": "###"}
COUNTS = st.lists(st.integers(0, 2), min_size=4, max_size=4).filter(lambda each: 2 <= sum(each) <= 4)
BOARDS = ("4x3", "####/#.##/####", "##.##/#####", "3x3")
PAIRS = st.dictionaries(
    st.sampled_from(["A A", "A B", "A C", "B B", "B C", "B D", "C C", "C D", "D D"]), st.integers(-3, 5), min_size=1
)


def _asked(counts: list[int], pairs: dict[str, int]) -> tuple[tuple[Piece, ...], Bonuses | None]:
    pieces = tuple(
        Piece(name, Polyomino.from_text(art), count, count)
        for (name, art), count in zip(ARTS.items(), counts, strict=True)
        if count
    )
    names = {piece.name for piece in pieces}
    kept = {pair: number for pair, number in pairs.items() if set(pair.split()) <= names}
    if not kept:
        return pieces, None
    return pieces, Bonuses.from_text(", ".join(f"{pair} {number}" for pair, number in kept.items()))


@given(COUNTS, st.sampled_from(BOARDS), PAIRS)
@settings(max_examples=60, deadline=None)
def test_touching_pieces_never_bring_more(counts: list[int], board: str, pairs: dict[str, int]) -> None:
    pieces, bonuses = _asked(counts, pairs)
    if bonuses is None:
        return
    ground = Board.from_text(board)
    kinds = [(piece.name, piece.shape.cells, piece.minimum) for piece in pieces]
    wanted = slow.most(kinds, ground.cells, {frozenset((a, b)): n for a, b, n in bonuses.pairs})  # type: ignore[arg-type]
    problem = Problem(pieces, board=ground, bonuses=bonuses)
    found = pack(problem)
    if wanted is None:
        assert found.status == "infeasible"
    else:
        assert (found.status, found.value, found.bound) == ("optimal", wanted, wanted)
        assert bonus_bound(pieces, bonuses, len(ground.cells)) >= wanted
        assert not faults(found, problem)
    answer = found.to_json()
    assert Packing.from_json(json.loads(json.dumps(answer))).to_json() == answer
    judged = verify(json.dumps(answer))
    assert judged.valid is True, judged.lines()


@given(
    st.lists(st.tuples(st.integers(0, 1), st.integers(0, 2)), min_size=4, max_size=4).filter(
        lambda each: 1 <= sum(low + more for low, more in each) <= 4
    ),
    st.sampled_from(BOARDS), PAIRS, st.booleans(),
)  # fmt: skip
@settings(max_examples=60, deadline=None)
def test_pieces_may_be_left_out(
    ranges: list[tuple[int, int]], board: str, pairs: dict[str, int], best_subset: bool
) -> None:
    pieces, bonuses = _asked([low + more for low, more in ranges], pairs)
    if bonuses is None:
        return
    least = dict(zip(ARTS, [low for low, _ in ranges], strict=True))
    pieces = tuple(replace(piece, minimum=least[piece.name]) for piece in pieces)
    ground = Board.from_text(board)
    brought = {frozenset((a, b)): n for a, b, n in bonuses.pairs}
    mosts = []
    for counts in product(*(range(0 if best_subset else one.minimum, one.minimum + 3) for one in pieces)):
        if any(count > (one.maximum or 0) for one, count in zip(pieces, counts, strict=True)):
            continue
        kinds = [(one.name, one.shape.cells, count) for one, count in zip(pieces, counts, strict=True) if count]
        mosts.append(slow.most(kinds, ground.cells, brought))  # type: ignore[arg-type]
    wanted = max((one for one in mosts if one is not None), default=None)
    problem = Problem(pieces, board=ground, bonuses=bonuses, best_subset=best_subset)
    found = pack(problem)
    if wanted is None:
        assert found.status == "infeasible"
    else:
        assert (found.status, found.value, found.bound) == ("optimal", wanted, wanted)
        assert not faults(found, problem)
        for wrong in (wanted - 1, wanted + 1):
            assert verify(json.dumps({**found.to_json(), "value": wrong, "bound": wrong})).valid is False
    judged = verify(json.dumps(found.to_json()))
    assert judged.valid is True, judged.lines()


def test_larger_choices_have_an_answer_and_a_bound() -> None:
    pieces = parse_pieces("1-6*I4, 0-6*O4, any*T4, any*L4")
    bonuses = Bonuses.from_text("I O 3, O T 2, T T -1, L T 1")
    found = pack(pieces, box=(9, 8), bonuses=bonuses)
    every = pack(pieces, box=(9, 8), bonuses=bonuses, best_subset=True)
    for one in (found, every):
        assert one.bound is not None
        assert 0 < one.value <= one.bound


def test_a_pair_counts_once_however_long_its_edge() -> None:
    assert touching([[(0, 0), (1, 0)], [(0, 1), (1, 1)], [(3, 0)]]) == [(0, 1)]
    found = pack(parse_pieces("2*O4"), box=(4, 2), bonuses=Bonuses.from_text("O O 7"))
    assert (found.status, found.value) == ("optimal", 7)


def test_large_inventories_have_an_answer_and_a_bound() -> None:
    bonuses = Bonuses.from_text("I Z 5, J T 3, L S 4, T T -4")
    plain = pack(Bag.from_text("I2 J3 L1 S1 T2 Z3"), box=(8, 8))
    found = pack(Bag.from_text("I2 J3 L1 S1 T2 Z3"), box=(8, 8), bonuses=bonuses)
    assert found.bound is not None
    assert bonuses.total(plain.placements) < found.value <= found.bound
    again = pack(Bag.from_text("I2 J3 L1 S1 T2 Z3"), box=(8, 8), bonuses=bonuses)
    assert again.placements == found.placements


def test_fixed_pieces_touch_too() -> None:
    text = "bag I1 O2\nbox 4x3\nfixed O 0,0 0,1 1,0 1,1\nbonuses O O 5, I O 1"
    problem = Problem.from_text(text)
    found = pack(problem)
    assert (found.status, found.value) == ("optimal", 7)
    assert Problem.from_text(problem.to_text()) == problem


def test_the_text_of_bonuses() -> None:
    bonuses = Bonuses.from_text("T I 5\nO O -2,")
    assert bonuses.pairs == (("I", "T", 5), ("O", "O", -2))
    assert Bonuses.from_text(bonuses.to_text()) == bonuses


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "there are no bonuses"),
        ("I O", "is not a bonus; expected KIND KIND N"),
        ("I O x", "'x' where a whole number"),
        ("I O 5, O I 6", "the pair I O has two bonuses"),
        ("I O 10000000", "beyond the limit"),
    ],
)
def test_bad_bonuses(text: str, words: str) -> None:
    with pytest.raises(ShapewrightError, match=words):
        Bonuses.from_text(text)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["O2", "--box", "4x4", "--objective", "bonus"], "needs bonuses"),
        (["O2", "--bonuses", "O O 3"], "needs a box or a board"),
        (["O2", "--box", "4x4", "--bonuses", "O I 3"], "name the piece 'I'"),
        (["O2", "--box", "4x4", "--bonuses", "O O 3", "--objective", "room"], "the objective is 'room'; give 'bonus'"),
    ],
)
def test_bad_commands(capsys: pytest.CaptureFixture[str], arguments: list[str], words: str) -> None:
    assert main(["packing", "pack", *arguments]) == 2
    assert words in capsys.readouterr().err


def test_the_command_and_its_claims(capsys: pytest.CaptureFixture[str]) -> None:
    main(["packing", "pack", "O2I1", "--box", "4x3", "--bonuses", "O O 3, I O 2", "--json"])
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert (answer["goal"], answer["value"], answer["bonuses"]) == ("bonus", 7, "I O 2, O O 3")
    assert verify(json.dumps(answer)).valid is True
    for change in (
        {"value": 6},
        {"bound": 6},
        {"bound": 8},
        {"bonuses": "I O 2, O O 4", "value": 8, "bound": 8},
        {"goal": "board"},
    ):
        assert verify(json.dumps({**answer, **change})).valid is False, change
    loose = {**answer, "bonuses": "I O 2, O O -3", "parameters": {**answer["parameters"], "bonuses": "I O 2, O O -3"}}
    assert verify(json.dumps({**loose, "value": 1, "bound": 1})).valid is False  # apart they bring 4
