"""The fewest moved pieces of a repair, against a slow twin; locked pieces; what ``verify`` says of them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.reference.packing.repairs import fewest

from shapewright.cells.polyomino import Piece, Polyomino
from shapewright.cli import main
from shapewright.errors import NotationError
from shapewright.packing import Bag, check, pack, repair, verify

ARTS = ("##", "###", "##/#.", "##/##", "###/#..")
BAGS = st.lists(st.integers(0, 2), min_size=len(ARTS), max_size=len(ARTS)).filter(lambda counts: 2 <= sum(counts) <= 5)


def _pieces(counts: list[int]) -> tuple[Piece, ...]:
    return tuple(
        Piece(f"p{number}", Polyomino.from_text(art), count, count)
        for number, (art, count) in enumerate(zip(ARTS, counts, strict=True))
    )


@example([0, 1, 1, 0, 2], [0, 2, 0, 0, 2], (5, 3), 1)
@given(BAGS, BAGS, st.sampled_from([(4, 3), (4, 4), (5, 3)]), st.integers(0, 3))
@settings(max_examples=40, deadline=None)
def test_no_repair_moves_fewer(old: list[int], new: list[int], box: tuple[int, int], locks: int) -> None:
    before = pack(_pieces(old), box=box)
    if not before.placements:
        return
    locked = [one.cells[0] for one in before.placements[:locks]]
    staying = [(one.piece, frozenset(one.cells)) for one in before.placements[:locks]]
    pieces = _pieces(new)
    kinds = [(piece.name, piece.shape.cells, piece.minimum) for piece in pieces]
    board = frozenset((x, y) for x in range(box[0]) for y in range(box[1]))
    lying = [(one.piece, frozenset(one.cells)) for one in before.placements]
    if any(sum(name == kind for kind, _ in staying) > count for name, _, count in kinds):
        found = repair(before, pieces, locked=locked)
        assert found.packing.status == "infeasible"
        assert "the new bag" in found.packing.reason
        return
    least = fewest(kinds, board, lying, staying)  # type: ignore[arg-type]
    after = repair(before, pieces, locked=locked)
    if least is None:
        assert after.packing.status == "infeasible"
        return
    check(after.packing)
    assert after.moved == after.at_least == least
    assert set(before.placements[:locks]) <= set(after.packing.placements)
    assert verify(json.dumps(after.to_json())).valid is True


def test_one_more_piece_on_a_large_board() -> None:
    before = pack(Bag.random(64, seed=1, even_t=True))
    assert isinstance(before.asked, Bag)
    counts = before.asked.to_counts()
    counts["I"] += 1
    counts["O"] -= 1
    after = repair(before, Bag.from_counts(counts))
    assert (after.moved, after.at_least) == (2, 2)


def _answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["packing", *arguments, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Any) -> None:
    before = tmp_path / "before.json"
    before.write_text(json.dumps(_answer(capsys, "pack", "I2 J3 L1 O4 S1 T2 Z3")))
    bag = "I3 J3 L1 O3 S1 T2 Z3"
    answer = _answer(capsys, "repair", str(before), bag)
    assert (answer["moved"], answer["at_least"]) == (3, 3)
    assert verify(json.dumps(answer)).valid is True
    worse = _answer(capsys, "repair", str(before), bag, "--locked", "3,3")
    assert worse["at_least"] == 4
    assert verify(json.dumps(worse)).valid is True
    loose = {**worse, "parameters": {key: value for key, value in worse["parameters"].items() if key != "locked"}}
    loose |= {"goal": "box", "bound": None}
    del loose["board"], loose["board_parts"]
    assert any(fault["claim"] == "locked" for fault in verify(json.dumps(loose)).faults)
    del loose["locked"]
    found = verify(json.dumps(loose))
    assert any(fault["claim"] == "at_least" for fault in found.faults), found.lines()
    for change in ({"at_least": 4}, {"moved": 2}):
        assert verify(json.dumps({**answer, **change})).valid is False
    with pytest.raises(NotationError, match="'at_least' is not a whole number"):
        verify(json.dumps({**answer, "at_least": -1}))
    assert main(["packing", "repair", str(before), bag, "--locked", "8,8"]) == 2
    assert "the locked cell 8,8 is not covered" in capsys.readouterr().err
