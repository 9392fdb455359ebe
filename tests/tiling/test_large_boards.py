"""Boards up to the limits: what needs no search is answered at once, and the rest keeps to its time and memory."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from itertools import product
from random import Random

import pytest

from shapewright import tiling
from shapewright.cells.grid import Board, Cell
from shapewright.cells.pieces import parse_pieces
from shapewright.cells.placements import placements
from shapewright.cells.polyomino import Piece, Polyomino
from shapewright.errors import LimitError, StoppedError
from shapewright.tiling.problem import Problem
from shapewright.tiling.search import clock
from shapewright.tiling.search.engines import MOST_MEMORY, memory_for_frontier
from shapewright.tiling.search.instance import MAX_ENTRIES, Cover
from shapewright.tiling.symmetries.orbits import Orbits


def test_areas_come_before_placements(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Cover, "of", None)
    problem = Problem.from_text("board 120000x1\npieces I2")
    assert tiling.count(problem, time_limit=0) == 0
    assert tiling.first(problem, time_limit=0) is None
    assert list(tiling.solve(problem, time_limit=0)) == list(tiling.sample(problem, limit=3, time_limit=0)) == []
    assert tiling.explain(problem, time_limit=0).reason == "the pieces cover 2 cells, but the board has 120000"


VERBS: dict[str, Callable[[Problem], object]] = {
    "first": lambda problem: tiling.first(problem, time_limit=0),
    "solve": lambda problem: list(tiling.solve(problem, time_limit=0, limit=5)),
    "solve up to symmetry": lambda problem: list(tiling.solve(problem, time_limit=0, limit=5, up_to_symmetry=True)),
    "count": lambda problem: tiling.count(problem, time_limit=0),
    "count up to symmetry": lambda problem: tiling.count(problem, time_limit=0, up_to_symmetry=True),
    "sample": lambda problem: list(tiling.sample(problem, time_limit=0, limit=5)),
}


@pytest.mark.parametrize("verb", VERBS)
def test_preparation_heeds_the_time_limit(monkeypatch: pytest.MonkeyPatch, verb: str) -> None:
    problem = Problem.from_text("board 20x20\npieces P5, any*I1")
    looks: list[int] = []

    class Late(clock.Clock):
        """Preparation has time until so many looks, the search has none."""

        end = 1 << 30

        def look(self) -> None:
            looks.append(1)
            if len(looks) >= self.end:
                raise self.stopped("the search could begin")

    for module in ("solve", "count", "random"):
        monkeypatch.setattr(sys.modules[f"shapewright.tiling.{module}"], "Clock", Late)
    with pytest.raises(StoppedError, match="the time limit of 0 s was reached"):
        VERBS[verb](problem)
    # Placements of each orientation, markings, and the symmetries of placements where they are asked for.
    assert len(looks) >= 30
    for end in (1, 9, 30):
        looks.clear()
        Late.end = end
        monkeypatch.setattr(sys.modules["shapewright.tiling.count"], "_plans", {})  # what it remembers
        with pytest.raises(StoppedError, match="the time limit of 0 s was reached before the search could begin"):
            VERBS[verb](problem)
        assert len(looks) == end


def test_an_explanation_without_time_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "GRACE", -1.0)
    explanation = tiling.explain(Problem.from_text("board 8x8\nhole 0,0 7,7\npieces any*dominoes"), time_limit=0)
    assert (explanation.verdict, explanation.solution) == ("unknown", None)
    assert explanation.reason == "the time limit of 0 s was reached before all placements on this board were listed"


def test_the_frontier_keeps_to_its_memory() -> None:
    assert memory_for_frontier() <= MOST_MEMORY == 1 << 30
    script = (
        "import resource\n"
        "from shapewright import _core\n"
        "from shapewright.tiling.search.instance import Cover\n"
        "from shapewright.tiling.problem import Problem\n"
        "for pieces in ('any*dominoes', 'any*L3, any*I2', '3*T4, any*I2'):\n"
        "    instance = Cover.of(Problem.from_text(f'board 26x26\\npieces {pieces}')).instance()\n"
        "    sweep = _core.FrontierSweep(instance)\n"
        "    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "    assert sweep.run(None, -1.0, 32 << 20, False) == 'too large'\n"
        "    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert all(int(line) < 36 << 10 for line in done.stdout.split())  # kilobytes


def test_the_symmetries_of_placements_are_few_numbers() -> None:
    problem = Problem.from_text("board 30x30\npieces P5, any*I1")
    cover = Cover.of(problem)
    orbits = Orbits(cover)
    representatives = orbits.representatives()
    assert representatives is not None
    piece, sizes = representatives
    assert sum(sizes.values()) == sum(number == piece for number, _ in cover.options)
    assert set(sizes.values()) == {8}


# --- Pieces as large as their box -----------------------------------------------------------------------------------


def jigsaw(side: int, seed: int) -> Problem:
    """A square cut in two by a ragged line, as two pieces."""
    random = Random(seed)
    widths = [random.randint(side // 3, side // 2) for _ in range(side)]
    left = [(x, y) for y, width in enumerate(widths) for x in range(width)]
    right = [(x, y) for y, width in enumerate(widths) for x in range(width, side)]
    return Problem(Board.box(side, side), (Piece("A", Polyomino(tuple(left))), Piece("B", Polyomino(tuple(right)))))


def test_pieces_as_large_as_their_box_have_few_placements() -> None:
    problem = jigsaw(40, 1)
    # Every cell of the board times every cell of every orientation would be far more.
    assert sum(len(problem.board.cells) * one.area * len(one.orientations) for one in problem.classes()) > MAX_ENTRIES
    assert tiling.count(problem) == 8
    assert tiling.count(problem, up_to_symmetry=True) == 1


def burr(scale: int, seed: int) -> Problem:
    """Six sticks of 6x2x2 that cross in the middle, notched at random so that they fit, magnified."""
    sticks: list[set[Cell]] = []
    for axis in range(3):
        for side in (0, 2):
            spans = {axis: range(6), (axis + 1) % 3: range(1 + side, 3 + side), (axis + 2) % 3: range(2, 4)}
            sticks.append(set(product(*[spans[k] for k in range(3)])))
    board = set().union(*sticks)
    random = Random(seed)
    parts: list[list[Cell]] = [[] for _ in sticks]
    for cell in sorted(board):
        owner = random.choice([number for number, stick in enumerate(sticks) if cell in stick])
        parts[owner] += [
            tuple(scale * value + by for value, by in zip(cell, small, strict=True))
            for small in product(range(scale), repeat=3)
        ]
    pieces = [Piece(f"stick{k}", Polyomino(tuple(part)), motions="one-sided") for k, part in enumerate(parts)]
    cells = frozenset(cell for part in parts for cell in part)
    return Problem(Board(cells), tuple(pieces))


def test_a_six_piece_burr() -> None:
    problem = burr(1, 3)
    assert len(problem.board.cells) == 104
    number = tiling.count(problem)
    assert number >= 1
    assert number == tiling.count(problem, engine="sparse")
    assert number == tiling.count(problem, up_to_symmetry=True, rotations_only=True) * 12
    assert tiling.count(Problem.from_xmpuzzle(problem.to_xmpuzzle())) == number


def test_a_large_six_piece_burr() -> None:
    problem = burr(2, 3)
    assert sum(len(problem.board.cells) * one.area * len(one.orientations) for one in problem.classes()) > MAX_ENTRIES
    assert len(Cover.of(problem).options) < 5000
    assert tiling.first(Problem.from_xmpuzzle(problem.to_xmpuzzle())) is not None


def test_too_many_placements_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(LimitError, match=f"pieces have 5329444 cells in all; the limit is {MAX_ENTRIES}"):
        Cover.of(Problem.from_text("board 362x362\npieces P5, any*I1"))
    # With holes they are counted as they are found.
    monkeypatch.setattr(sys.modules["shapewright.tiling.search.instance"], "MAX_ENTRIES", 1000)
    for pieces in ("P5, any*I1", "any*I1, P5", "any*I2, any*L3"):
        with pytest.raises(LimitError, match="placements of these pieces have more than 1000 cells in all"):
            Cover.of(Problem.from_text(f"board 20x20\nhole 1,1\npieces {pieces}"))
    with pytest.raises(LimitError, match="there are more than 3 placements"):
        placements(sorted(Board.box(3, 3).cells), parse_pieces("I2")[0].orientations(), most=3)


def test_a_board_beyond_the_limit_is_refused() -> None:
    with pytest.raises(LimitError, match="the board has 993216 cells; tilings are for at most 131072"):
        Problem(Board.box(6, 165536), parse_pieces("I2"))
