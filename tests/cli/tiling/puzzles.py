"""Puzzles that the tests of ``shapewright tiling`` share."""

from __future__ import annotations

from pathlib import Path

from shapewright.tiling import Problem, Solution, faults
from shapewright.tiling.notation.art import parse_solutions

EXAMPLES = Path(__file__).parents[3] / "examples"
FIVE = str(EXAMPLES / "five_pieces.txt")
PENTOMINOES = ("--board", "6x10", "--pieces", "pentominoes")
# On a checkerboard the T covers 3 + 1.
IMPOSSIBLE = ("--board", "4x5", "--pieces", "tetrominoes")
# No invariant shows that there is no tiling.
SEARCHED = ("--board", "3x5", "--pieces", "3*U5")
HARD = ("--board", "5x4x5", "--pieces", "1-2*pentominoes")
DLX = "a b c | x\na b x:1\nc x:1\na x:2\nb c x:2\na b c\n"
FIVE_PROBLEM = Problem.from_text(Path(FIVE).read_text())


def checked(problem: Problem, text: str) -> list[Solution]:
    """The solutions in letters, after the checker has seen them."""
    solutions = [Solution(problem, placements) for placements in parse_solutions(text, problem)]
    assert all(faults(problem, solution.placements) == [] for solution in solutions)
    return solutions
