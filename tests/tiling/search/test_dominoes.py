"""Domino tilings by Kasteleyn's determinant, against the brute force twin, the frontier and published numbers."""

from __future__ import annotations

from collections import Counter
from itertools import zip_longest
from math import cos, log10, pi
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference.tiling.brute_force import tilings
from tests.tiling.test_random import chance_of_such_deviation

from shapewright.errors import LimitError, ProblemError, StoppedError
from shapewright.tiling import check, count, native, random, sample, solve
from shapewright.tiling.problem import Problem
from shapewright.tiling.search.dominoes import domino_board
from shapewright.tiling.search.instance import Cover


def dominoes(*rows: str) -> Problem:
    """Any dominoes on a board drawn as art."""
    return Problem.from_text("board\n" + "\n".join(f"  {row}" for row in rows) + "\npieces any*dominoes")


def by_determinant(problem: Problem) -> int:
    return count(problem, engine="determinant")


@pytest.mark.parametrize(
    ("size", "number"),
    [  # OEIS A004003
        (2, 2),
        (4, 36),
        (6, 6728),
        (8, 12988816),
        (10, 258584046368),
        (12, 53060477521960000),
        (14, 112202208776036178000000),
        (16, 2444888770250892795802079170816),
    ],
)
def test_squares_as_published(size: int, number: int) -> None:
    seen: list[str] = []
    problem = Problem.from_text(f"board {size}x{size}\npieces any*dominoes")
    assert count(problem, report=lambda statistics: seen.append(statistics.engine)) == number
    assert seen == ["determinant"]


@pytest.mark.parametrize("order", [1, 2, 5, 12, 20])
def test_aztec_diamonds_have_powers_of_two(order: int) -> None:
    rows = ["#" * 2 * k for k in [*range(1, order + 1), *range(order, 0, -1)]]
    problem = dominoes(*(row.center(2 * order, ".") for row in rows))
    assert by_determinant(problem) == 2 ** (order * (order + 1) // 2)


def test_a_large_square_has_the_size_that_the_closed_formula_gives() -> None:
    size = 64
    digits = sum(
        log10(4 * cos(pi * j / (size + 1)) ** 2 + 4 * cos(pi * k / (size + 1)) ** 2)
        for j in range(1, size // 2 + 1)
        for k in range(1, size // 2 + 1)
    )
    found = str(by_determinant(Problem.from_text(f"board {size}x{size}\npieces any*dominoes")))
    assert len(found) == int(digits) + 1
    assert log10(int(found[:15])) == pytest.approx(digits - len(found) + 15, abs=1e-9)


def resultant_of_squares(size: int, prime: int) -> int:
    """The tilings of a square of even size, or minus them, modulo a prime: another formula, by Euclid's algorithm.

    Kasteleyn's product of all 4cos²a + 4cos²b is the resultant of two polynomials with the roots 4cos²a and -4cos²b,
    which are Chebyshev's but for their scale.
    """
    before, now = [1], [0, 1]
    for _ in range(size - 1):
        longer = [0, *now]
        before, now = now, [(a - b) % prime for a, b in zip_longest(longer, before, fillvalue=0)]
    first = now[::2]
    second = [(-number if place % 2 else number) % prime for place, number in enumerate(first)]
    result = 1
    while len(second) > 1:
        rest, degree = first, len(first) - 1
        inverse = pow(second[-1], -1, prime)
        while len(rest) >= len(second):
            factor, offset = rest[-1] * inverse % prime, len(rest) - len(second)
            rest = [*rest[:offset], *[(a - factor * b) % prime for a, b in zip(rest[offset:], second, strict=True)]]
            while rest and rest[-1] == 0:
                rest.pop()
        if not rest:
            return 0
        result = result * pow(second[-1], degree - len(rest) + 1, prime) % prime
        first, second = second, rest
    return result * pow(second[0], len(first) - 1, prime) % prime


@pytest.mark.parametrize(
    "size",
    [2, 8, 20, 64, pytest.param(256, marks=pytest.mark.slow)],  # 43 s
)
def test_squares_agree_with_a_resultant_modulo_other_primes(size: int) -> None:
    number = by_determinant(Problem.from_text(f"board {size}x{size}\npieces any*dominoes"))
    for prime in (10**9 + 7, 998244353, (1 << 61) - 1):
        found = resultant_of_squares(size, prime)
        assert number % prime in (found, prime - found)


@given(st.data())
def test_any_board_has_as_many_as_the_twin_finds(data: st.DataObject) -> None:
    width, height = data.draw(st.integers(1, 6)), data.draw(st.integers(1, 5))
    open_cells = data.draw(st.lists(st.booleans(), min_size=width * height, max_size=width * height))
    rows = ["".join("#" if open_cells[y * width + x] else "." for x in range(width)) for y in range(height)]
    if sum(row.count("#") for row in rows) < 2:
        return
    problem = dominoes(*rows)
    found = count(problem)
    assert found == len(tilings(problem))
    assert count(problem, up_to_symmetry=True) == count(problem, up_to_symmetry=True, engine="sparse")


def test_an_island_in_a_hole_of_odd_size_counts_for_itself() -> None:
    # The ring of 2 around the hole, with 7x7 squares inside of which 2x3 are an island and a lone domino another.
    rows = [
        "###########",
        "###########",
        "##.......##",
        "##.###...##",
        "##.###...##",
        "##.......##",
        "##....##.##",
        "##.......##",
        "##.......##",
        "###########",
        "###########",
    ]
    ring = [row if y in (0, 1, 9, 10) else "##.......##" for y, row in enumerate(rows)]
    assert by_determinant(dominoes(*rows)) == 3 * count(dominoes(*ring), engine="frontier")


def test_kinds_and_colours_of_dominoes() -> None:
    kinds = Problem.from_text("board 4x4\npieces any*I2, any*fixed-I2")
    assert by_determinant(kinds) == count(kinds, engine="frontier")


@pytest.mark.parametrize(
    "text",
    [
        "board 4x4\npieces 7*I2, 2*I1",
        "board 4x4x2\npieces any*I2",
        "board 6x5\npieces any*trominoes",
        "board 4x4\npieces any*I2\noptional 0,0 0,1",
    ],
)
def test_other_problems_are_refused(text: str) -> None:
    with pytest.raises(LimitError, match="the determinant counts dominoes that may be used freely"):
        by_determinant(Problem.from_text(text))


def test_it_lists_nothing() -> None:
    with pytest.raises(ProblemError, match="the determinant engine counts and draws"):
        next(iter(solve(Problem.from_text("board 4x4\npieces any*I2"), engine="determinant")))


def test_a_number_of_dominoes_that_fills_the_board_is_no_bound() -> None:
    assert by_determinant(Problem.from_text("board 8x8\npieces 32*I2")) == 12988816


def test_time_is_up() -> None:
    with pytest.raises(StoppedError):
        count(Problem.from_text("board 200x200\npieces any*dominoes"), time_limit=0)


def test_many_threads_and_one_agree() -> None:
    problem = Problem.from_text("board 40x30\npieces any*dominoes")
    assert count(problem, threads=1) == count(problem, threads=3)


RING = dominoes("######", "####.#", "#.####", "#.#.##", "######")  # holes of several sizes
KINDS = Problem.from_text("board 3x4\npieces any*I2, any*fixed-I2")


@pytest.mark.parametrize("problem", [dominoes("####", "####", "####"), RING, KINDS], ids=["board", "holes", "kinds"])
@pytest.mark.parametrize("doubt", [False, True], ids=["sure", "in doubt"])
def test_every_tiling_is_as_likely(problem: Problem, doubt: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if doubt:
        monkeypatch.setattr(native, "DominoDraws", Doubtful)
    number = count(problem)
    draws = 20 * number
    counts = Counter(one.placements for one in sample(problem, limit=draws, seed=number))
    assert len(counts) == number
    assert 0.001 < chance_of_such_deviation(list(counts.values()), number - 1, draws) < 0.999


class Doubtful:
    """Draws that are in doubt about every choice."""

    def __init__(self, board: native.DominoBoard) -> None:
        self._draws = native._core.DominoDraws(board)
        self.possible = True

    def prepare(self, stop: bytearray, seconds: float) -> bool:
        return self._draws.prepare(stop, seconds)

    def draw(
        self, seed: int, given: list[tuple[int, int]], stop: bytearray, seconds: float
    ) -> tuple[list[tuple[int, int]], list[tuple[int, int]], int]:
        # Other seeds lead to other partners: what may follow the given pairs, possibly.
        after = [self._draws.draw(other, given, stop, seconds)[0] for other in range(40)]
        candidates = sorted({pairs[len(given)] for pairs in after if len(pairs) > len(given)})
        if not candidates:
            return given, [], 0
        return given, candidates, Random(seed + len(given)).getrandbits(53)


def test_large_draws_are_tilings_and_follow_their_seed() -> None:
    problem = Problem.from_text("board 40x24\nhole 5,5 8,9 20,11 21,5\npieces any*dominoes")
    drawn = random(problem, seed=9)
    assert drawn is not None
    check(drawn)
    assert random(problem, seed=9) == drawn
    assert random(problem, seed=10) != drawn


def test_a_board_that_does_not_fit_into_memory_is_swept_in_parts() -> None:
    # The spaces of all columns would take some 180 MB: only every 65th is kept.
    problem = Problem.from_text("board 88x88\npieces any*dominoes")
    drawn = random(problem, seed=2)
    assert drawn is not None
    check(drawn)


def test_no_tiling_no_draw() -> None:
    # As many black as white squares, but two corners hang on one square.
    assert random(dominoes(".#..#.", "######", ".#..#.")) is None


def test_dominoes_of_a_solid_are_not_in_a_plane() -> None:
    assert domino_board(Cover.of(Problem.from_text("board 4x4x1\npieces any*I2"))) is not None
    assert domino_board(Cover.of(Problem.from_text("board 1x4x4\npieces any*I2"))) is not None
    assert domino_board(Cover.of(Problem.from_text("board 2x2x2\npieces any*I2"))) is None
