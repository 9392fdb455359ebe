"""Games against an adversary: the engine against the twin, strategies by the rules alone, known results."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.stacking.survival import faults_of_survival, most_drops

from shapewright import stacking
from shapewright.cli import main
from shapewright.errors import LimitError, NotationError, ProblemError, StoppedError
from shapewright.stacking import Problem
from shapewright.stacking.notation.piece_file import parse_piece_list
from shapewright.stacking.notation.strategies import choices_from_json, choices_to_json
from shapewright.stacking.survival_rules import Position, after


def game(sequence: str, width: int, height: int, **more: object) -> Problem:
    return Problem(sequence, width=width, height_limit=height, clear_lines=True, **more)  # type: ignore[arg-type]


def shapes(problem: Problem) -> dict[str, list[set[tuple[int, int]]]]:
    return {
        name: [set(shape.cells) for shape in problem.orientations(name)] for name in dict.fromkeys(problem.sequence)
    }


SMALL = [("SZ", 4, 4), ("IOTJLSZ", 4, 4), ("S", 3, 4), ("LJ", 4, 4), ("OI", 4, 4), ("T", 3, 5), ("SZ", 3, 5)]


@pytest.mark.parametrize(("pieces", "width", "height"), SMALL)
@pytest.mark.parametrize("see", [1, 2])
@pytest.mark.parametrize("hold", [False, True])
def test_as_the_twin_says(pieces: str, width: int, height: int, see: int, hold: bool) -> None:
    if see > 1 or hold:
        pieces, height = pieces[:2] if see > 1 and hold else pieces[-3:-1] or pieces, 4
    problem = game(pieces, width, height, hold=hold)
    found = stacking.survive(problem, see=see, listed=10**6)
    assert found.drops == most_drops(shapes(problem), width, height, see=see, hold=hold)
    assert faults_of_survival(found) == []


@settings(max_examples=30, deadline=None)
@given(
    pieces=st.sets(st.sampled_from("IOTJLSZ"), min_size=1, max_size=3),
    width=st.integers(2, 4),
    height=st.integers(2, 4),
    see=st.integers(1, 2),
    hold=st.booleans(),
    rotation=st.booleans(),
    threads=st.integers(1, 2),
)
def test_random_games(
    pieces: set[str], width: int, height: int, see: int, hold: bool, rotation: bool, threads: int
) -> None:
    try:
        problem = game("".join(sorted(pieces)), width, height, hold=hold, rotation=rotation)
    except ProblemError:  # a piece is wider than the well
        return
    found = stacking.survive(problem, see=see, listed=10**6, threads=threads)
    assert found.drops == most_drops(shapes(problem), width, height, see=see, hold=hold)
    assert faults_of_survival(found) == []


@pytest.mark.parametrize(
    ("problem", "see"), [(game("LJ", 4, 6), 1), (game("SZ", 4, 8, hold=True), 2), (game("IO", 6, 6), 1)]
)
def test_the_answer_does_not_depend_on_threads(problem: Problem, see: int) -> None:
    one, two = [stacking.survive(problem, see=see, threads=threads) for threads in (1, 2)]
    assert one == two  # strategies, states and bytes, too
    assert one.defence is not None


def test_pieces_of_ones_own() -> None:
    pieces = parse_piece_list("I3, L3, I2")
    problem = game("I3 L3 I2", 3, 3, pieces=pieces)
    found = stacking.survive(problem)
    named = dict(zip("ild", shapes(problem).values(), strict=True))
    assert found.drops == most_drops(named, 3, 3)
    assert faults_of_survival(found) == []


def test_a_board_that_hangs_over() -> None:
    # An L cannot come from above into the empty cell below the filled one.
    board = frozenset({(0, 2), (0, 1), (2, 0), (3, 0)})
    problem = game("TL", 4, 4, board=board)
    found = stacking.survive(problem, listed=10**6)
    assert faults_of_survival(found) == []


def test_what_theory_says() -> None:
    """Single pieces but S and Z in odd wells, J and L for ever; S and Z together never (Brzustowski 1992)."""
    for piece in "IOTJL":
        assert stacking.survive(game(piece, 4, 4)).for_ever
    assert stacking.survive(game("S", 4, 4)).for_ever
    assert not stacking.survive(game("O", 5, 6)).for_ever
    assert not stacking.survive(game("SZ", 6, 6)).for_ever


def test_a_line_of_play_ends_with_a_piece_that_cannot_land() -> None:
    for hold in (False, True):
        found = stacking.survive(game("SZ", 4, 5, hold=hold), see=2)
        assert found.line is not None
        drops, last = found.line
        assert len(drops) == found.drops
        board: frozenset[tuple[int, int]] = frozenset()
        for drop in drops:
            replies = after(found.problem, Position(board), drop.piece)
            board = next(to.board for reply, to in replies if reply.drop == drop)
        assert not [reply for reply, _ in after(found.problem, Position(board, locked=True), last) if reply.drop]


def test_a_game_that_ends_at_once_has_a_line_without_drops() -> None:
    assert stacking.survive(game("S", 3, 1)).to_text().splitlines()[1:] == ["S cannot land"]


def test_what_to_do_is_told_where_another_piece_falls() -> None:
    lines = stacking.survive(game("IO", 4, 4, hold=True), see=2).to_text().splitlines()
    assert lines[2].split("  ")[-1].strip() == "if I comes, wait for one more; if O comes, wait for one more"
    assert {line.split("  ")[0] for line in lines[3:5]} == {"empty, I ahead", "empty, O ahead"}
    assert any(line.endswith("if I comes, put O aside; if O comes, put O aside") for line in lines)
    assert any(line.startswith("empty, I ahead, O just put aside ") for line in lines)
    assert any(line.endswith("if I comes, I:0(90); if O comes, I:0(90)") for line in lines)


def test_strategies_that_were_tampered_with_are_refused() -> None:
    import dataclasses

    safe = stacking.survive(game("T", 4, 4))
    assert safe.defence is not None
    assert faults_of_survival(dataclasses.replace(safe, defence=safe.defence[:-1]))
    assert faults_of_survival(dataclasses.replace(safe, drops=3))
    lost = stacking.survive(game("SZ", 4, 4))
    assert lost.attack is not None
    assert lost.drops == 3
    assert faults_of_survival(dataclasses.replace(lost, drops=4))
    assert faults_of_survival(dataclasses.replace(lost, drops=2))
    assert faults_of_survival(dataclasses.replace(lost, drops=None))
    assert faults_of_survival(dataclasses.replace(lost, attack=lost.attack[1:]))
    assert faults_of_survival(dataclasses.replace(lost, attack=lost.attack[:-1]))
    first = stacking.survive(game("S", 3, 1))
    assert first.drops == 0
    assert first.attack is not None
    less = (dataclasses.replace(first.attack[0], drops=-1),)
    assert faults_of_survival(dataclasses.replace(first, attack=less))


def test_a_strategy_with_pieces_of_another_game_is_refused() -> None:
    lost = stacking.survive(game("SZ", 4, 4))
    assert lost.attack is not None
    for key, value in (("piece", ""), ("piece", "T"), ("held", "O"), ("ahead", ["I"])):
        listed = choices_to_json(lost.attack, lost.problem)
        listed[1][key] = value
        with pytest.raises(NotationError, match="not one of the adversary's"):
            choices_from_json(listed, lost.problem, 1)


def test_the_answer_does_not_depend_on_slices() -> None:
    whole = stacking.survive(game("LJ", 4, 6))
    assert whole.drops == 22
    with pytest.raises(
        StoppedError, match=r"reached before it was known who wins; the player survives \d+ drops at least"
    ):
        stacking.survive(game("LJ", 4, 10), time_limit=0)


@pytest.mark.parametrize(
    ("problem", "see", "error", "words"),
    [
        (Problem("S", width=4, height_limit=4), 1, ProblemError, "line clears"),
        (Problem("S", width=4, clear_lines=True), 1, ProblemError, "height limit"),
        (game("S", 4, 4, objective="holes"), 1, ProblemError, "objective"),
        (game("S", 4, 4), 0, ProblemError, "in sight"),
        (game("S", 8, 9), 1, LimitError, "72 cells"),
        (game("IOTJLSZ", 6, 10), 3, LimitError, "66 bits"),
    ],
)
def test_what_is_refused(problem: Problem, see: int, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        stacking.survive(problem, see=see)


LOST, SAFE = "SZ --width 4 --height-limit 4", "OI --width 4 --height-limit 4"
UNLISTED, AT_ONCE = "SZ --width 4 --height-limit 3 --list 0", "S --width 3 --height-limit 1"


def asked(question: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert main(["stacking", "survive", *question.split(), "--json"]) in (0, 1)
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


@pytest.mark.parametrize("question", [LOST, SAFE, UNLISTED, AT_ONCE])
def test_every_claim_of_an_answer_is_verified(question: str, capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(question, capsys)
    claims = {"problem", "defence", "attack", "drops", "for_ever", "line", "complete", "verdict"}
    reason = {"reason"} if answer["reason"] else set()
    assert (claims | reason) - {*stacking.verify(answer).checked} == set()
    unlisted = stacking.verify({**answer, "defence": None, "attack": None, "line": None})
    assert unlisted.valid is True, unlisted.lines()


@pytest.mark.parametrize(
    ("question", "change", "claim"),
    [
        (LOST, {"drops": 2}, "defence"),
        (LOST, {"drops": 4}, "defence"),
        (LOST, {"drops": None}, "for_ever"),
        (LOST, {"for_ever": True}, "for_ever"),
        (LOST, {"drops": None, "for_ever": True}, "attack"),
        (LOST, {"drops": 2, "defence": None, "attack": None}, "drops"),
        (LOST, {"reason": "SZ in 4x4: the player survives 4 drops, no more"}, "reason"),
        (SAFE, {"reason": "OI in 4x4: the player survives 3 drops, no more"}, "reason"),
        (SAFE, {"drops": 9, "for_ever": False}, "drops"),
        (SAFE, {"attack": [{"board": "", "drops": 0, "piece": "O"}]}, "attack"),
        (UNLISTED, {"drops": 3}, "drops"),
        (LOST, {"line": {"plan": [], "last": "S"}}, "line"),
        (AT_ONCE, {"line": {"plan": [], "last": "T"}}, "line"),
        (SAFE, {"line": {"plan": [], "last": "O"}}, "line"),
        (LOST, {"problem": {"sequence": ["S"], "width": 4, "clear_lines": True, "height_limit": 4}}, "problem"),
        (LOST, {"problem": {"sequence": ["S", "Z"], "width": 4, "height_limit": 4}}, "problem"),
    ],
)
def test_what_is_changed_in_an_answer_is_found(
    question: str, change: dict[str, Any], claim: str, capsys: pytest.CaptureFixture[str]
) -> None:
    faults = stacking.verify({**asked(question, capsys), **change}).faults
    assert claim in {fault["claim"] for fault in faults}, faults


@pytest.mark.parametrize(
    ("number", "change", "last", "says"),
    [
        (3, {"column": 3}, "S", "drop 3 does not land within the height"),  # its second column is beyond the last
        (3, {"rotation": 180}, "S", "drop 3 does not land within the height"),  # an S has two rotations
        (1, {"piece": "T"}, "S", "is not 3 drops of the adversary's pieces"),
        (3, {}, "T", "is not 3 drops of the adversary's pieces"),
        (2, {"column": 1}, "S", "drop 3 does not land within the height"),
    ],
)
def test_a_line_is_replayed(
    number: int, change: dict[str, Any], last: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = asked(LOST, capsys)
    plan = answer["line"]["plan"]
    plan[number - 1] |= change
    found = stacking.verify({**answer, "line": {"plan": plan, "last": last}})
    assert [fault["fault"] for fault in found.faults] == [says]
