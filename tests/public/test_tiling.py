"""Tilings that others counted, solved or proved impossible."""

from __future__ import annotations

import pytest
from tests.public.asked import Case, check

from shapewright import tiling

COUNTS: tuple[Case, ...] = (
    ("Golomb, Polyominoes, 1965", "tiling count --board 6x10 --pieces pentominoes --up-to-symmetry", "=2339"),
    ("Golomb, Polyominoes, 1965", "tiling count --board 5x12 --pieces pentominoes --up-to-symmetry", "=1010"),
    ("Golomb, Polyominoes, 1965", "tiling count --board 4x15 --pieces pentominoes --up-to-symmetry", "=368"),
    ("Golomb, Polyominoes, 1965", "tiling count --board 3x20 --pieces pentominoes --up-to-symmetry", "=2"),
    ("Perl bug 9778", "tiling count --board 20x3 --pieces pentominoes", "=8"),
    ("Scott, 1958", "tiling count --board 8x8 --hole-box 3,3,2x2 --pieces pentominoes --up-to-symmetry", "=65"),
    ("Conway and Guy, Soma", "tiling count --board 3x3x3 --pieces soma --up-to-symmetry", "=240"),
    ("Kasteleyn, 1961", "tiling count --board 4x4 --pieces any*I2", "=36"),
    ("Kasteleyn, 1961", "tiling count --board 6x6 --pieces any*I2", "=6728"),
    ("Kasteleyn, 1961", "tiling count --board 8x8 --pieces any*I2", "=12988816"),
    ("Kasteleyn, 1961", "tiling count --board 10x10 --pieces any*I2", "=258584046368"),
    ("OEIS A001835", "tiling count --board 3x8 --pieces any*I2", "=153"),
    ("OEIS A000045", "tiling count --board 2x10 --pieces any*I2", "=89"),
    ("OEIS A006253", "tiling count --board 2x2x5 --pieces any*I2", "=450"),
    ("Kasteleyn, 1961, on a torus", "tiling count --board torus:4x4 --pieces any*I2", "=272"),
    (
        "Elkies, Kuperberg, Larsen, Propp, 1992",
        "tiling count --board ..##../.####./######/######/.####./..##.. --pieces any*I2",
        "=64",
    ),
    ("Elkies, Kuperberg, Larsen, Propp, 1992", "tiling count --board .##./####/####/.##. --pieces any*I2", "=8"),
    ("OEIS A172477", "tiling count --board 4x4 --pieces any*tetrominoes", "=117"),
    ("OEIS A172477", "tiling count --board 5x5 --pieces any*pentominoes", "=4006"),
    (
        "projecteuler.chat, one-sided, by rotation",
        "tiling count --board 4x4 --pieces any*one-sided-tetrominoes --up-to-symmetry --rotations-only",
        "=37",
    ),
    (
        "projecteuler.chat, one-sided, by rotation",
        "tiling count --board 5x5 --pieces any*one-sided-pentominoes --up-to-symmetry --rotations-only",
        "=1018",
    ),
    ("Walkup, 1965: T tetrominoes", "tiling count --board 4x4 --pieces any*T4", "=2"),
    ("Walkup, 1965: T tetrominoes", "tiling count --board 4x8 --pieces any*T4", "=6"),
    ("Korn and Pak, 2004: T tetrominoes", "tiling count --board 8x8 --pieces any*T4", "=84"),
    ("jwg4/polyomino pull request 7", "tiling count --board cylinder:13x4 --pieces any*T4", "=0"),
    ("jwg4/polyomino pull request 7", "tiling count --board cylinder:8x4 --pieces any*T4", "=48"),
    ("Chu and Johnsonbaugh, 1985: L trominoes", "tiling count --board 5x6 --pieces any*L3", "=72"),
    ("OEIS A351322", "tiling count --board 6x6 --pieces any*L3", "=162"),
    (
        "cemulate/polyomino-solver 5",
        "tiling count --board 4x4 --pieces one-sided-S4,one-sided-L4,one-sided-J4,I4",
        "=8",
    ),
    ("cemulate/polyomino-solver 2", "tiling count --board ?????/????? --pieces T4,S4", "=4"),
    ("sidhant947/Puzzle 159", "tiling count --board 4x4 --pieces 'S4, I4, 2*L4'", "=24"),
    (
        "a Go program for one 8x8 puzzle, its small test",
        "tiling count --board 5x5 --pieces '111/100/100/100, 110/111, 111/010, 0011/1110, 101/111' --up-to-symmetry",
        "=1",
    ),
    ("two sets of tetrominoes", "tiling count --board 5x8 --pieces 2*tetrominoes --up-to-symmetry", "=783"),
    ("Slothouber and Graatsma", "tiling count --board 3x3x3 --pieces '6*O4, 3*I1' --up-to-symmetry", "=1"),
    ("O'Beirne: hexiamonds", "tiling count --board triangle:6x6 --pieces hexiamonds --up-to-symmetry", "=156"),
    ("Golomb: tetrahexes", "tiling count --board hex:4x7 --pieces tetrahexes --up-to-symmetry", "=9"),
)

POSSIBLE: tuple[Case, ...] = (
    ("Gardner: 8x8 without a cell by I trominoes", "tiling solve --board 8x8 --hole 2,2 --pieces any*I3", ""),
    ("Golomb, 1954: deficient boards", "tiling solve --board 8x8 --hole 5,1 --pieces any*L3", ""),
    ("Golomb, 1954: deficient boards", "tiling solve --board 16x16 --hole 0,0 --pieces any*L3", ""),
    ("Klarner, 1969: Y pentominoes", "tiling solve --board 5x10 --pieces any*Y5", ""),
    ("Klarner, 1969: L tetrominoes", "tiling solve --board 3x8 --pieces any*L4", ""),
    ("Gomory: any white and any black cell", "tiling solve --board 8x8 --hole 0,0 --hole 4,3 --pieces any*I2", ""),
    ("Chu and Johnsonbaugh, 1985", "tiling solve --board 5x9 --pieces any*L3", ""),
    ("de Bruijn, 1969: a harmonic brick", "tiling solve --board 4x4x4 --pieces 'any*####/####//'", ""),
)

IMPOSSIBLE: tuple[Case, ...] = (
    (
        "Black, 1946: the mutilated chessboard",
        "tiling explain --board 8x8 --hole 0,0 --hole 7,7 --pieces any*I2",
        "checkerboard",
    ),
    ("Gardner: 8x8 without a corner", "tiling explain --board 8x8 --hole 0,0 --pieces any*I3", "diagonals"),
    ("Walkup, 1965", "tiling explain --board 6x6 --pieces any*T4", "impossible"),
    ("Walkup, 1965", "tiling explain --board 10x10 --pieces any*T4", "impossible"),
    ("Walkup, 1965", "tiling explain --board 2x8 --pieces any*T4", "impossible"),
    ("Klarner, 1969", "tiling explain --board 6x6 --pieces any*L4", "impossible"),
    ("Klarner, 1969", "tiling explain --board 2x6 --pieces any*L4", "impossible"),
    ("Chu and Johnsonbaugh, 1985", "tiling explain --board 3x5 --pieces any*L3", "impossible"),
    ("de Bruijn, 1969", "tiling explain --board 10x10 --pieces any*I4", "impossible"),
    ("de Bruijn, 1969: bricks of 1x2x4", "tiling explain --board 6x6x6 --pieces 'any*####/####//'", "impossible"),
    ("Golomb: the five tetrominoes", "tiling explain --board 4x5 --pieces tetrominoes", "checkerboard"),
    ("Golomb: the 35 hexominoes", "tiling explain --board 15x15 --hole-box 6,6,3x5 --pieces hexominoes", "modulo 4"),
    ("sidhant947/Puzzle 159", "tiling explain --board 4x4 --pieces S4,L4,O4,I4", "modulo 4"),
)


@pytest.mark.parametrize("case", COUNTS, ids=lambda case: case[1])
def test_a_published_count(case: Case) -> None:
    check(case)


@pytest.mark.parametrize("case", POSSIBLE, ids=lambda case: case[1])
def test_a_published_tiling_exists(case: Case) -> None:
    check(case)


@pytest.mark.parametrize("case", IMPOSSIBLE, ids=lambda case: case[1])
def test_a_published_impossibility(case: Case) -> None:
    check(case, code=1)


@pytest.mark.parametrize(("n", "ways"), [(3, 1), (4, 1), (7, 26), (8, 150)])
def test_langford_sequences(n: int, ways: int) -> None:
    """Source: OEIS A014552, Langford 1958."""
    options = [(f"n{k}", f"s{i}", f"s{i + k + 1}") for k in range(1, n + 1) for i in range(2 * n - k - 1)]
    assert tiling.ExactCover(options).count() == 2 * ways


@pytest.mark.parametrize(("n", "ways"), [(1, 1), (4, 2), (5, 10), (6, 4), (7, 40), (8, 92)])
def test_queens(n: int, ways: int) -> None:
    """Source: OEIS A000170."""
    options = [(f"r{r}", f"c{c}", f"u{r + c}", f"d{r - c}") for r in range(n) for c in range(n)]
    diagonals = sorted({item for option in options for item in option[2:]})
    assert tiling.ExactCover(options, secondary=diagonals).count() == ways


def test_dates_of_the_calendar_puzzle() -> None:
    """Source: solutions listed for A-Puzzle-A-Day, keiichiw/a-puzzle-a-day-solver 15."""
    counts = tiling.calendar_counts()
    assert counts[0][24] == 216 == max(map(max, counts))
    assert counts[9][5] == 7 == min(map(min, counts))
    assert counts[0][3] == 103
