"""Puzzles that are made have one solution, no clue too many, and a grade whose every step is true."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.tiling import brute_force as brute_force
from tests.reference.tiling import clues as tiling_clues

from shapewright import tiling
from shapewright.cells.placements import Placement
from shapewright.cli import main
from shapewright.errors import LimitError, NotationError, ProblemError, StoppedError
from shapewright.jobs.limits import Clock
from shapewright.tiling.making.candidates import copies_apart
from shapewright.tiling.making.clues import CLUE_KINDS, ClueKind, Clues
from shapewright.tiling.making.grading import GRADES, REASONS, grade
from shapewright.tiling.making.holes import with_room
from shapewright.tiling.making.tilings import Tiling, Tilings
from shapewright.tiling.problem import Problem
from shapewright.tiling.search.instance import Cover

SMALL = (
    "board 4x5\npieces 0-1*pentominoes",
    "board 4x4\npieces any*L4, any*I4, any*O4",
    "board 3x4\npieces any*L3, any*I2, any*I1",
    "board 2x2x3\npieces any*L3, any*I3",
    "board hex:3x4\npieces any*hex:trihexes",
)
ROOMY = (
    "board 3x3\npieces 2*L3",
    "board 4x3\npieces T4, L3, I2",
    "board 5x3\npieces L4, I3, I2",
    "board 2x2x2\npieces I2, L3",
    "board\n  ??#\n  ###\n  ???\npieces 2*L3",
    "board hex:3x3\npieces hex:I3, hex:A3",
)
FIVE_BY_SIX = Problem.from_text("board 5x6\npieces 0-1*pentominoes")
FIVE_BY_EIGHT = Problem.from_text("board 5x8\npieces 0-1*pentominoes")


def nobody() -> None:
    """No clock."""


@pytest.mark.parametrize("kind", CLUE_KINDS)
@settings(max_examples=12, deadline=None)
@given(st.data(), st.integers(0, 1000))
def test_the_fewest_clues_are_those_of_every_set(kind: ClueKind, data: st.DataObject, seed: int) -> None:
    tilings = Tilings(_small(data.draw(st.sampled_from(ROOMY if kind == "holes" else SMALL)), kind), Clock(None))
    cover = tilings.cover

    def tiles(tiling: Tiling) -> tiling_clues.Tiling:
        return frozenset((cover.options[k][0], frozenset((cell,) for cell in cover.options[k][1])) for k in tiling)

    answer = tilings.some(1, seed=seed)[0]
    every = [tiles(one) for one in tilings.some(1 << 40)]
    assert len(set(every)) == len(every) == tiling.count(cover.problem)
    found = Clues(tilings, kind).fewest(answer)
    twin = tiling_clues.fewest(tiles(answer), every, kind, [(cell,) for cell in range(len(cover.cells))])
    assert (None if found is None else len(found.clues)) == twin
    if found is not None:
        left = tilings.some(2, allowed=Clues(tilings, kind).allowed(found.clues))
        assert left == [answer]


def _small(text: str, kind: ClueKind) -> Cover:
    problem = Problem.from_text(text)
    return Cover.of(with_room(problem) if kind == "holes" else problem)


@pytest.mark.parametrize(
    ("text", "kind"),
    [(text, kind) for kind in CLUE_KINDS for text in (ROOMY if kind == "holes" else SMALL)[:3]],
)
def test_the_fewest_of_all_answers(kind: ClueKind, text: str) -> None:
    tilings = Tilings(_small(text, kind), Clock(None))
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
@given(st.integers(0, 10**6), st.sampled_from(CLUE_KINDS[:2]))
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
    for key in ("solution", "choose", "grade", "reasons", "fewest"):
        with pytest.raises(NotationError, match=f"(puzzle 1|its 'puzzles.0') has no '{key}'"):
            tiling.verify({**answer, "puzzles": [{name: one for name, one in record.items() if name != key}]})
    for lie in ({"fewest": "all"}, {"tries": 2}):
        assert [fault["claim"] for fault in tiling.verify({**answer, "puzzles": [{**record, **lie}]}).faults] == [
            "seed"
        ]
    asked = {**answer, "parameters": {**answer["parameters"], "steps": True}}
    assert tiling.verify({**asked, "puzzles": [{**record, "steps": made.explained()}]}).valid
    assert [fault["claim"] for fault in tiling.verify(asked).faults] == ["puzzles"]


@pytest.mark.parametrize(
    "text",
    [
        "board 5x5\npieces tetrominoes",
        "board 6x6\npieces O4, I2, I3, L3, I4, T4, L4, S4, I1",
        "board 6x7\npieces tetrominoes, F5, W5\nfixed F5 1,0 1,1 0,1 1,2 2,2",
        "board torus:5x5\npieces tetrominoes",
        "board sticks:3x3\npieces sticks:tristicks",
        "board\n  ???##\n  ?????\n  ?????\n  ##???\npieces 0-1*tetrominoes",
    ],
)
def test_holes_leave_one_way_to_lay_the_pieces(text: str) -> None:
    stated = Problem.from_text(text)
    made = tiling.make(stated, clues="holes", seed=2)
    holes = [cell for cell in stated.board.cells - made.problem.board.cells if not stated.board.lattice.is_joint(cell)]
    assert (made.kind, made.fewest, made.clues, made.problem.fixed) == ("holes", "answer", len(holes), stated.fixed)
    assert tiling.faults(made.problem, made.solution.placements) == []
    assert tiling.count(made.problem, engine="sparse") == 1
    for cell in holes:  # each of them is needed
        free = made.problem.board.optional if len(holes) == 1 else frozenset()
        open_again = replace(stated.board, optional=with_room(stated).board.optional | free)
        fewer = replace(made.problem, board=open_again.without([one for one in holes if one != cell]))
        assert len(list(tiling.solve(fewer, limit=2))) == 2
    assert tiling.make(stated, clues="holes", seed=2) == made


def test_holes_need_room() -> None:
    for text, words in {
        "board 4x5\npieces T4, 4*L4": "cover every cell of the board",
        "board\n  ####?\npieces I5": "cover every cell of the board",
        "board 5x5\npieces 0-1*tetrominoes": "holes are for pieces of given numbers",
        "board 3x3\npieces I4": "no puzzle to make of it",
    }.items():
        with pytest.raises(ProblemError, match=words):
            tiling.make(Problem.from_text(text), clues="holes")
    with pytest.raises(StoppedError, match="sets of holes were tried"):
        tiling.make(Problem.from_text("board 3x3\npieces 4*I2"), clues="holes")
    with pytest.raises(ProblemError, match="whichever cells stay empty"):
        tiling.make(Problem.from_text("board 3x3\npieces 4*I2"), clues="holes", best=True)


@pytest.mark.parametrize(
    ("kind", "puzzle"),
    [
        ("holes", "board 5x5\npieces tetrominoes"),
        ("pieces", "board 5x6\npieces 0-1*pentominoes\nfixed I 0,0 1,0 2,0 3,0 4,0"),
        ("cells", "board 5x6\npieces 0-1*pentominoes\nfixed I 0,0 1,0 2,0 3,0 4,0"),
    ],
)
def test_clues_are_what_the_puzzle_shows_more(kind: ClueKind, puzzle: str) -> None:
    made = tiling.make(Problem.from_text(puzzle), clues=kind, seed=1)
    answer = {
        "command": "tiling make", "parameters": {"seed": 1, "clues": kind},
        "complete": True, "verdict": "found", "seed": 1, "puzzle": puzzle, "puzzles": [made.to_json()],
    }  # fmt: skip
    assert tiling.verify(answer).valid
    record = {**made.to_json(), "clues": made.clues + 1}
    assert [fault["claim"] for fault in tiling.verify({**answer, "puzzles": [record]}).faults] == ["puzzles"]


def _others(made: tiling.Made) -> list[Placement]:
    return [one for one in made.solution.placements if one not in made.problem.fixed]


@pytest.mark.parametrize(
    ("board", "pieces", "how", "number"),
    [
        ("4x5", "0-1*pentominoes", {"clues": "pieces"}, 3),
        ("5x5", "0-1*pentominoes", {"choose": "pieces"}, 4),
        ("5x5", "L4, I3, I2", {"choose": "board"}, 3),
        ("4x3", "L4, I3, I2", {"clues": "holes"}, 4),
        ("3x4", "any*L3, any*I2", {"clues": "cells"}, 4),
    ],
)
def test_the_puzzles_of_a_booklet_differ(board: str, pieces: str, how: dict[str, Any], number: int) -> None:
    stated = Problem.from_text(f"board {board}\npieces {pieces}")
    made = tiling.booklet(stated, number, seed=1, **how)
    assert made[0] == tiling.make(stated, seed=1, **how)
    looks = [_images(each, stated) for each in made]
    assert all(one.isdisjoint(other) for k, one in enumerate(looks) for other in looks[:k])


def _images(made: tiling.Made, stated: Problem) -> set[Any]:
    """The puzzle with its solution, turned and mirrored about the middle of the whole board."""
    found: set[Any] = set()
    for turn in range(8):
        board = _turned(made.problem.board.cells, stated, turn)
        if made.choose == "board":
            left, low = min(x for x, _ in board), min(y for _, y in board)
            found.add(frozenset((x - left, y - low) for x, y in board))
        elif _turned(stated.board.cells, stated, turn) == _turned(stated.board.cells, stated, 0):
            coloured = _turned({cell for cell, _ in made.problem.board.colours}, stated, turn)
            tiles = frozenset(
                (_turned(one.cells, stated, turn), one in made.problem.fixed) for one in made.solution.placements
            )
            found.add((board, coloured, tiles))
    return found


def _turned(cells: Iterable[Any], stated: Problem, turn: int) -> frozenset[tuple[int, int]]:
    width, height = stated.board.size
    middled = [(2 * x - width + 1, 2 * y - height + 1) for x, y in cells]
    mirrored = [(-x if turn & 1 else x, -y if turn & 2 else y) for x, y in middled]
    return frozenset((y, x) if turn & 4 else (x, y) for x, y in mirrored)


def test_a_booklet_of_too_many_puzzles() -> None:
    stated = Problem.from_text("board 3x2\npieces 3*I2")
    assert len(tiling.booklet(stated, 2, seed=1)) == 2
    with pytest.raises(StoppedError, match="no more than . different puzzles"):
        tiling.booklet(stated, 200, seed=1)
    with pytest.raises(ProblemError, match="at least 1"):
        tiling.booklet(stated, 0)


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
