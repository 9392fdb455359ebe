"""Sequences drawn at random: their pieces, their bags, and the same question wherever it is asked."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shapewright import stacking
from shapewright.cells.polyomino import Polyomino
from shapewright.cli import main
from shapewright.errors import LimitError, ProblemError
from shapewright.stacking import FallingPiece, random_sequence

OWN = (FallingPiece.turning("U", Polyomino.from_text("#.#/###")),)


@given(st.integers(1, 60), st.integers(0, 1000), st.booleans())
def test_a_bag_holds_every_piece_once(length: int, seed: int, own: bool) -> None:
    pieces = OWN if own else ()
    names = sorted("IOTJLSZU" if own else "IOTJLSZ")
    drawn = random_sequence(length, seed=seed, bag=True, pieces=pieces)
    assert len(drawn) == length
    for start in range(0, length, len(names)):
        bag = drawn[start : start + len(names)]
        assert len(set(bag)) == len(bag)
        assert len(bag) < len(names) or sorted(bag) == names
    assert random_sequence(length + 5, seed=seed, bag=True, pieces=pieces)[:length] == drawn


@given(st.integers(1, 60), st.integers(0, 1000))
def test_the_same_seed_gives_the_same_pieces(length: int, seed: int) -> None:
    drawn = random_sequence(length, seed=seed)
    assert len(drawn) == length
    assert set(drawn) <= set("IOTJLSZ")
    assert random_sequence(length + 9, seed=seed)[:length] == drawn
    assert len(set(random_sequence(200, seed=seed, pieces=OWN))) == 8


def test_lengths_that_no_problem_has_are_refused() -> None:
    with pytest.raises(ProblemError, match="at least 1 piece, not 0"):
        random_sequence(0)
    with pytest.raises(LimitError, match="10001 pieces is longer than the limit of 10000"):
        random_sequence(10_001)


@pytest.mark.parametrize("verb", ["solve", "count"])
@pytest.mark.parametrize("options", [[], ["--seed", "4"], ["--seed", "4", "--bag"], ["--pieces", "U5"]])
def test_answers_about_drawn_sequences_are_verified(
    capsys: pytest.CaptureFixture[str], verb: str, options: list[str]
) -> None:
    main(["stacking", verb, "--random", "5", "--width", "5", *options, "--json"])
    answer = json.loads(capsys.readouterr().out)
    pieces = stacking.Problem.from_json(answer["problem"]).sequence
    seed = 4 if "--seed" in options else 0
    own = OWN if "--pieces" in options else ()
    assert pieces == random_sequence(5, seed=seed, bag="--bag" in options, pieces=own)
    assert stacking.verify(answer).valid is True
    answer["parameters"]["random"] = 6
    assert stacking.verify(answer).valid is False


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["solve", "LL", "--random", "3"], "--random and a sequence cannot be combined; give one of them"),
        (["solve", "LL", "--bag"], "--bag only applies with --random"),
        (["count"], "there is no sequence; give one such as IOTSLJZI, or --random N"),
    ],
)
def test_one_sequence_is_asked_about(capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str) -> None:
    with pytest.raises(SystemExit) as ended:
        raise SystemExit(main(["stacking", *arguments]))
    assert ended.value.code == 2
    assert sentence in capsys.readouterr().err
