"""Puzzles that are made have one solution, no clue too many, and a grade whose every step is true."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference import tiling_brute_force as brute_force
from tests.reference import tiling_clues

from shapewright import tiling
from shapewright.cells.placements import Placement
from shapewright.cli import main
from shapewright.errors import LimitError, ProblemError, StoppedError
from shapewright.jobs.limits import Clock
from shapewright.tiling.instance import Cover
from shapewright.tiling.making.clues import CLUE_KINDS, ClueKind, Clues
from shapewright.tiling.making.grading import GRADES, REASONS, grade
from shapewright.tiling.making.letters import copies_apart
from shapewright.tiling.making.tilings import Tiling, Tilings
from shapewright.tiling.problem import Problem

SMALL = (
    "board 4x5\npieces 0-1*pentominoes",
    "board 4x4\npieces any*L4, any*I4, any*O4",
    "board 3x4\npieces any*L3, any*I2, any*I1",
    "board 2x2x3\npieces any*L3, any*I3",
    "board hex:3x4\npieces any*hex:trihexes",
)
FIVE_BY_SIX = Problem.from_text("board 5x6\npieces 0-1*pentominoes")
FIVE_BY_EIGHT = Problem.from_text("board 5x8\npieces 0-1*pentominoes")


def nobody() -> None:
    """No clock."""


@pytest.mark.parametrize("kind", CLUE_KINDS)
@settings(max_examples=12, deadline=None)
@given(st.sampled_from(SMALL), st.integers(0, 1000))
def test_the_fewest_clues_are_those_of_every_set(kind: ClueKind, text: str, seed: int) -> None:
    tilings = Tilings(Cover.of(Problem.from_text(text)), Clock(None))
    cover = tilings.cover

    def tiles(tiling: Tiling) -> tiling_clues.Tiling:
        return frozenset((cover.options[k][0], frozenset((cell,) for cell in cover.options[k][1])) for k in tiling)

    answer = tilings.some(1, seed=seed)[0]
    every = [tiles(one) for one in tilings.some(1 << 40)]
    assert len(set(every)) == len(every) == tiling.count(cover.problem)
    found = Clues(tilings, kind).fewest(answer)
    twin = tiling_clues.fewest(tiles(answer), every, cells=kind == "cells")
    assert (None if found is None else len(found.clues)) == twin
    if found is not None:
        left = tilings.some(2, allowed=Clues(tilings, kind).allowed(found.clues))
        assert left == [answer]


@pytest.mark.parametrize("kind", CLUE_KINDS)
@pytest.mark.parametrize("text", SMALL[:3])
def test_the_fewest_of_all_answers(kind: ClueKind, text: str) -> None:
    tilings = Tilings(Cover.of(Problem.from_text(text)), Clock(None))
    every = tilings.some(1 << 40)[:300]
    maker = Clues(tilings, kind)
    listed = Clues(_Only(tilings, every), kind)
    each = [listed.fewest(one) for one in every]
    size, found = maker.fewest_of_all(every)
    assert size == min(len(one.clues) for one in each if one is not None)
    assert {one.answer for one in found} == {one.answer for one in each if one is not None and len(one.clues) == size}


class _Only(Tilings):
    """Some of the tilings, as if there were no others."""

    def __init__(self, tilings: Tilings, every: list[Tiling]) -> None:
        super().__init__(tilings.cover, tilings.clock)
        self._every = every

    def some(self, number: int, *, allowed: object = None, seed: int | None = None) -> list[Tiling]:
        assert isinstance(allowed, list)
        may = set(allowed)
        return [one for one in self._every if one <= may][:number]


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(CLUE_KINDS))
def test_every_step_of_a_grade_is_true(seed: int, kind: ClueKind) -> None:
    made = tiling.make(FIVE_BY_SIX, seed=seed, clues=kind)
    cover = made.graded_cover()
    lying = {(number, cells) for number, cells in brute_force.fixed_tiles(made.problem)}
    (only,) = (frozenset(one) - lying for one in brute_force.tilings(made.problem))
    tiles = {(number, frozenset(cells)) for number, cells in only}
    placed = 0
    for step in made.grade.steps:
        number, covered = cover.options[step.option]
        is_there = (number, frozenset(cover.cells[k] for k in covered)) in tiles
        assert is_there == step.places
        placed += is_there
    assert (placed == len(tiles)) == (made.grade.name != GRADES[-1])
    hardest = max((REASONS.index(why) for why in made.grade.reasons), default=0)
    if made.grade.name != GRADES[-1]:
        assert made.grade.name == ("easy", "easy", "medium", "hard", "very hard")[hardest]


def test_a_forced_puzzle_is_easy() -> None:
    forced = Problem.from_text("board 5x1\npieces I2, I3\nfixed I2 0,0 1,0")
    found = grade(Cover.of(forced), nobody)
    assert (found.name, [step.why for step in found.steps]) == ("easy", ["cell"])


@pytest.mark.parametrize("choose", ["clues", "pieces", "board"])
def test_what_is_made_has_one_solution(choose: str) -> None:
    board = {"clues": "5x8", "pieces": "5x6", "board": "7x7"}[choose]
    pieces = "F5, L5, P5, W5, Y5" if choose == "board" else "0-1*pentominoes"
    stated = Problem.from_text(f"board {board}\npieces {pieces}")
    for seed in range(3):
        made = tiling.make(stated, choose=choose, seed=seed)  # type: ignore[arg-type]
        assert tiling.faults(made.problem, made.solution.placements) == []
        assert tiling.count(made.problem, up_to_symmetry=choose != "clues", engine="sparse") == 1
        assert tiling.make(stated, choose=choose, seed=seed) == made  # type: ignore[arg-type]


def test_the_hardest_grade_is_kept() -> None:
    for name in GRADES[:3]:
        made = tiling.make(FIVE_BY_EIGHT, hardest=name, seed=5)
        assert GRADES.index(made.grade.name) <= GRADES.index(name)
        assert tiling.is_unique(made.problem)
    free = tiling.make(FIVE_BY_EIGHT, seed=5)
    assert free.fewest == "answer"
    easy = tiling.make(FIVE_BY_EIGHT, hardest="easy", seed=5)
    assert (easy.fewest, easy.clues > free.clues) == ("", True)


def test_the_best_answer_needs_no_more_clues_than_another() -> None:
    stated = Problem.from_text("board 4x5\npieces F5, I5, L5, P5")
    best = tiling.make(Problem.from_text("board 4x5\npieces L5, P5, T5, Y5"), best=True, seed=1)
    assert best.fewest == "all"
    with pytest.raises(ProblemError, match="no tiling"):
        tiling.make(stated)


def test_what_cannot_be_made_is_said() -> None:
    with pytest.raises(ProblemError, match="the board has 9"):
        tiling.make(Problem.from_text("board 3x3\npieces any*I2"))
    with pytest.raises(ProblemError, match="fixed pieces"):
        tiling.make(Problem.from_text("board 4x1\npieces 2*I2\nfixed I 0,0 1,0"), choose="pieces")
    with pytest.raises(ProblemError, match="given numbers"):
        tiling.make(Problem.from_text("board 4x4\npieces any*I2"), choose="board")
    with pytest.raises(LimitError, match="more than 20000 tilings"):
        tiling.make(Problem.from_text("board 8x8\npieces any*I2"), best=True)
    with pytest.raises(ProblemError, match="colours already"):
        tiling.make(Problem.from_text("board\n  a#\npiece A\n  a#"), clues="cells")
    with pytest.raises(StoppedError):
        tiling.make(FIVE_BY_EIGHT, time_limit=0)


@pytest.mark.parametrize(
    ("text", "best"),
    [
        ("board 3x3\npieces any*I3", False),
        ("board 3x3\npieces any*I3", True),
        ("board 4x4\npieces 4*L4", False),
        ("board 4x3\npieces 2*L4, 2*I2", True),
    ],
)
def test_equal_pieces_beside_each_other_get_letters_of_their_own(text: str, best: bool) -> None:
    problem = Problem.from_text(text)
    for seed in range(3):
        made = tiling.make(problem, clues="cells", best=best, seed=seed)
        assert made.fewest == ("all" if best else "answer")
        assert len(made.problem.board.colours) == made.clues
        assert tiling.faults(made.problem, made.solution.placements) == []
        assert tiling.count(made.problem, engine="sparse") == 1
        fewer = made.problem.board.colours - {min(made.problem.board.colours)}
        assert tiling.count(replace(made.problem, board=replace(made.problem.board, colours=fewer))) > 1
        assert tiling.make(problem, clues="cells", best=best, seed=seed) == made


def test_copies_keep_what_lies_there_and_names_stay_different() -> None:
    problem = Problem.from_text("board 4x3\npieces I-1=##, 3*I=##, L4\nfixed I 0,0 1,0\nfixed I 2,0 3,0")
    apart = copies_apart(problem)
    assert [piece.name for piece in apart.pieces] == ["I-1", "I-2", "I-3", "I-4", "L"]
    assert [(one.piece, one.cells) for one in apart.fixed] == [("I-2", ((0, 0), (1, 0))), ("I-3", ((2, 0), (3, 0)))]
    assert len({piece.shape.colours for piece in apart.pieces}) == 5


def test_more_copies_than_letters() -> None:
    with pytest.raises(LimitError, match="each of the 27 pieces needs a letter"):
        tiling.make(Problem.from_text("board 27x2\npieces any*I2"), clues="cells")


@pytest.mark.parametrize(
    ("board", "pieces"), [("10x12", "pentominoes"), ("12x12", "6*L4"), ("12x12", "2*tetrominoes, I3")]
)
def test_boards_grow_ragged_until_one_has_one_tiling(board: str, pieces: str) -> None:
    stated = Problem.from_text(f"board {board}\npieces {pieces}")
    for seed in range(2):
        made = tiling.make(stated, choose="board", seed=seed)
        assert made.tries < 100
        assert tiling.count(made.problem, up_to_symmetry=True, engine="sparse") == 1
        assert all(x < stated.board.size[0] and y < stated.board.size[1] for x, y in made.problem.board.cells)


def test_boards_that_are_hopeless_are_given_up() -> None:
    with pytest.raises(ProblemError, match="the pieces have 60 cells, and the board that bounds theirs has 49"):
        tiling.make(Problem.from_text("board 7x7\npieces pentominoes"), choose="board")
    with pytest.raises(StoppedError, match="300 puzzles were tried"):
        tiling.make(Problem.from_text("board 4x4\npieces 4*L4"), choose="board")


def test_a_search_of_too_many_nodes_says_nothing() -> None:
    tilings = Tilings(Cover.of(Problem.from_text("board 6x10\npieces pentominoes")), Clock(None))
    assert tilings.few(5, 1) is None
    few = tilings.few(5, 1 << 30)
    assert few is not None
    assert len(few) == len(set(few)) == 5


def test_every_clue_may_be_too_few_for_an_easy_puzzle() -> None:
    # A cell that stays empty has no letter, so the letters do not rule out the places that cover it.
    problem = Problem.from_text("board\n  ##\n  ##\n  ?#\npieces any*X5, 0-2*I2, any*P5")
    with pytest.raises(StoppedError, match="with every clue given the puzzle is still hard"):
        tiling.make(problem, clues="cells", hardest="easy", best=True)


def test_lies_about_a_puzzle_are_found() -> None:
    made = tiling.make(FIVE_BY_EIGHT, seed=2)
    record = made.to_json()
    answer: dict[str, Any] = {
        "command": "tiling make", "parameters": {"board": "5x8", "pieces": "0-1*pentominoes", "seed": 2},
        "complete": True, "verdict": "found", "seed": 2, "puzzle": FIVE_BY_EIGHT.to_text(), "puzzles": [record],
    }  # fmt: skip
    assert tiling.verify(answer).valid
    more = replace(made.problem, fixed=(*made.problem.fixed, *_others(made)[:1]))
    lies = [
        {"grade": "easy" if made.grade.name != "easy" else "hard"},
        {"clues": made.clues + 1},
        {"puzzle": replace(made.problem, fixed=()).to_text(), "clues": 0},
        {"puzzle": more.to_text(), "clues": made.clues + 1},
        {"solution": {"placements": record["solution"]["placements"][1:]}},
        {"choose": "board"},
    ]
    for lie in lies:
        verdict = tiling.verify({**answer, "puzzles": [{**record, **lie}]})
        assert "puzzles" in [fault["claim"] for fault in verdict.faults], lie
    assert [fault["claim"] for fault in tiling.verify({**answer, "seed": 3}).faults] == ["seed"]
    for lie in ({"fewest": "all"}, {"tries": 2}):
        assert [fault["claim"] for fault in tiling.verify({**answer, "puzzles": [{**record, **lie}]}).faults] == [
            "seed"
        ]


def _others(made: tiling.Made) -> list[Placement]:
    return [one for one in made.solution.placements if one not in made.problem.fixed]


@pytest.mark.parametrize(("number", "captions"), [(1, []), (3, ["1, ", "2, ", "3, ", "solution 1", "solution 3"])])
def test_a_booklet_on_one_sheet_ends_with_the_solutions(number: int, captions: list[str], tmp_path: Path) -> None:
    file = tmp_path / "booklet.svg"
    puzzle = ["--board", "5x4", "--pieces", "0-1*pentominoes", "--number", str(number), "--seed", "1"]
    assert main(["tiling", "make", *puzzle, "-o", str(file), "-q"]) == 0
    titles = [element.text or "" for element in ET.parse(file).iter("{http://www.w3.org/2000/svg}title")]
    assert len(titles) == (2 * number if captions else 1)
    assert ("solution" in "".join(titles)) == bool(captions)
    places = [next(k for k, title in enumerate(titles) if title.startswith(caption)) for caption in captions]
    assert places == sorted(places)
