"""The numbers that others have published, and those that follow from formulas."""

from __future__ import annotations

import math

import pytest

from shapewright import tiling
from shapewright.tiling.covers.of_problem import exact_cover
from shapewright.tiling.problem import Problem

PENTOMINOES = {  # board, tilings, tilings up to symmetry
    "6x10": ("6x10", 9356, 2339),
    "5x12": ("5x12", 4040, 1010),
    "4x15": ("4x15", 1472, 368),
    "3x20": ("3x20", 8, 2),
    "8x8": ("8x8\nhole 3,3 3,4 4,3 4,4", 520, 65),
    "3x4x5": ("3x4x5", 31520, 3940),
}
# The small puzzles of a Go program for one 8x8 puzzle.
ELEVEN = (
    "110/111, 101/111, 10000/11111, 1111/1001, 111/111/011, 010/111/010, 010/010/111, 0011/1111, 011/110/100, "
    "1000/1000/1000/1111, 1000/1111/1000"
)
FIVE = "111/100/100/100, 110/111, 111/010, 0011/1110, 101/111"


def fibonacci_at_path(n: int, m: int) -> list[list[int]]:
    """The n-th Fibonacci polynomial, F(k + 1) = x F(k) + F(k - 1), at the adjacency matrix of a path of m nodes."""
    before = [[0] * m for _ in range(m)]
    now = [[int(i == j) for j in range(m)] for i in range(m)]
    for _ in range(n):
        shifted = [[(row[j - 1] if j else 0) + (row[j + 1] if j + 1 < m else 0) for j in range(m)] for row in now]
        now, before = [[a + b for a, b in zip(*rows, strict=True)] for rows in zip(shifted, before, strict=True)], now
    return now


def determinant(matrix: list[list[int]]) -> int:
    """Bareiss's elimination, which stays within the integers."""
    rows = [list(row) for row in matrix]
    sign, previous = 1, 1
    for k in range(len(rows) - 1):
        swap = next((i for i in range(k, len(rows)) if rows[i][k]), None)
        if swap is None:
            return 0
        if swap != k:
            rows[k], rows[swap] = rows[swap], rows[k]
            sign = -sign
        for i in range(k + 1, len(rows)):
            for j in range(k + 1, len(rows)):
                rows[i][j] = (rows[i][j] * rows[k][k] - rows[i][k] * rows[k][j]) // previous
        previous = rows[k][k]
    return sign * rows[-1][-1]


def domino_tilings(m: int, n: int) -> int:
    """Kasteleyn's product of 4 cos² j pi/(m+1) + 4 cos² k pi/(n+1) over half the k, n even, in integers.

    The product over k is the n-th Fibonacci polynomial at 2 cos j pi/(m+1), and these are the eigenvalues of a path;
    over all j instead of half of them it is the square.
    """
    return math.isqrt(abs(determinant(fibonacci_at_path(n, m))))


@pytest.mark.parametrize("name", PENTOMINOES)
def test_twelve_pentominoes(name: str) -> None:
    board, raw, distinct = PENTOMINOES[name]
    problem = Problem.from_text(f"board {board}\npieces pentominoes")
    assert tiling.count(problem) == raw
    assert tiling.count(problem, up_to_symmetry=True) == distinct


def test_twelve_pentominoes_one_by_one() -> None:
    problem = Problem.from_text("board 5x12\npieces pentominoes")
    found = list(tiling.solve(problem, up_to_symmetry=True))
    assert len({solution.placements for solution in found}) == len(found) == 1010


def test_as_a_plain_exact_cover() -> None:
    for board, raw in (("8x8\nhole 3,3 3,4 4,3 4,4", 520), ("3x20", 8)):
        assert exact_cover(Problem.from_text(f"board {board}\npieces pentominoes")).count() == raw


def test_eleven_pieces() -> None:
    problem = Problem.from_text(f"board 8x8\npieces {ELEVEN}")
    assert tiling.count(problem) == len(list(tiling.solve(problem))) == 320
    assert tiling.count(problem, up_to_symmetry=True) == len(list(tiling.solve(problem, up_to_symmetry=True))) == 40


def test_five_pieces() -> None:
    problem = Problem.from_text(f"board 5x5\npieces {FIVE}")
    assert tiling.count(problem) == len(list(tiling.solve(problem))) == 8
    assert tiling.count(problem, up_to_symmetry=True) == len(list(tiling.solve(problem, up_to_symmetry=True))) == 1
    assert tiling.is_unique(problem, up_to_symmetry=True)
    assert not tiling.is_unique(problem)


def test_soma() -> None:
    problem = Problem.from_text("board 3x3x3\npieces soma")
    assert tiling.count(problem) == 11520
    assert tiling.count(problem, up_to_symmetry=True) == 240
    assert tiling.count(problem, up_to_symmetry=True, rotations_only=True) == 480
    assert len(list(tiling.solve(problem, up_to_symmetry=True))) == 240
    assert len(list(tiling.solve(problem, up_to_symmetry=True, rotations_only=True))) == 480


def test_two_sets_of_tetrominoes() -> None:
    problem = Problem.from_text("board 5x8\npieces 2*tetrominoes")
    assert tiling.count(problem) == 3106
    assert tiling.count(problem, up_to_symmetry=True) == 783


@pytest.mark.parametrize(
    ("size", "known"),
    [
        ((8, 8), 12988816),
        ((10, 10), 258584046368),
        ((20, 20), 1269984011256235834242602753102293934298576249856),
        ((7, 8), 1292697),
        ((1, 12), 1),
        ((12, 2), 233),
        ((9, 64), None),
    ],
)
def test_dominoes(size: tuple[int, int], known: int | None) -> None:
    expected = domino_tilings(*size)
    if known is not None:
        assert expected == known
    assert tiling.count(Problem.from_text(f"board {size[0]}x{size[1]}\npieces any*dominoes")) == expected


def test_t_tetrominoes() -> None:
    assert tiling.count(Problem.from_text("board 8x8\npieces any*T4")) == 84
    assert tiling.count(Problem.from_text("board 16x16\npieces any*T4")) == 1668091536


def test_tetrominoes_of_any_number() -> None:
    assert tiling.count(Problem.from_text("board 8x8\npieces any*tetrominoes")) == 19077209438


def test_hexominoes_are_refused_by_parity() -> None:
    hole = " ".join(f"{x},{y}" for x in range(6, 9) for y in range(6, 11))
    problem = Problem.from_text(f"board 15x15\nhole {hole}\npieces hexominoes")
    assert len(problem.pieces) == 35
    assert len(problem.board.cells) == 210
    seen: list[tiling.Statistics] = []
    explanation = tiling.explain(problem)
    assert explanation.verdict == "impossible"
    assert "checkerboard" in explanation.reason
    assert "105 + 105" in explanation.reason
    assert list(tiling.solve(problem, report=seen.append)) == []
    assert tiling.count(problem, report=seen.append) == 0
    assert tiling.first(problem, report=seen.append) is None
    assert tiling.random(problem, report=seen.append) is None
    assert [(one.engine, one.nodes, one.complete) for one in seen] == [("invariants", 0, True)] * 4
