"""Chances of placements, against counting the brute force twin's tilings, known chances, and the diagram's."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference.tiling.brute_force import tilings
from tests.tiling.search.test_dominoes import KINDS, RING, dominoes

from shapewright.errors import LimitError, ProblemError, StoppedError
from shapewright.tiling import chances, count, native
from shapewright.tiling.chances import Chances, chances_of_set
from shapewright.tiling.problem import Problem


def counted(problem: Problem) -> Counter[tuple[str, tuple[tuple[int, ...], ...]]]:
    """How many of the twin's tilings have each placement."""
    found: Counter[tuple[str, tuple[tuple[int, ...], ...]]] = Counter()
    names = [problem.pieces[pieces.members[0]].name for pieces in problem.classes()]
    for tiling in tilings(problem):
        for kind, cells in tiling:
            found[names[kind], tuple(sorted(cells))] += 1
    return found


def numbers(found: Chances) -> dict[tuple[str, tuple[tuple[int, ...], ...]], int]:
    assert found.numbers is not None
    return {option: number for option, number in zip(found.options, found.numbers, strict=True) if number}


@given(st.data())
def test_boards_with_holes_have_the_numbers_that_the_twin_counts(data: st.DataObject) -> None:
    width, height = data.draw(st.integers(2, 6)), data.draw(st.integers(1, 5))
    open_cells = data.draw(st.lists(st.booleans(), min_size=width * height, max_size=width * height))
    # Most cells are open, so that there are tilings.
    rows = [
        "".join("#" if open_cells[y * width + x] or (x + y) % 3 else "." for x in range(width)) for y in range(height)
    ]
    problem = dominoes(*rows)
    found = chances(problem)
    assert found.count == len(tilings(problem))
    if found.count == 0:
        assert found.reason
        return
    assert numbers(found) == counted(problem)
    assert found.engine == "determinant"
    for option, chance in zip(found.options, found.chances, strict=True):
        assert chance == float(Fraction(numbers(found).get(option, 0), found.count))
    near = chances(problem, approximate=True)
    assert (near.count, near.numbers, near.options) == (None, None, found.options)
    assert near.error < 1e-12
    assert near.chances == pytest.approx(found.chances, abs=1e-12)


@pytest.mark.parametrize("problem", [RING, KINDS, dominoes("#.##.#", "######", "##..##", "######")])
def test_the_diagram_of_all_tilings_says_the_same(problem: Problem) -> None:
    found, again = chances(problem), chances_of_set(problem)
    assert again.engine == "diagram"
    assert numbers(found) == numbers(again)
    assert (found.count, found.chances, found.maps) == (again.count, again.chances, again.maps)


@pytest.mark.parametrize("order", [1, 2, 3, 9])
def test_the_tip_of_an_aztec_diamond_is_as_known(order: int) -> None:
    # Elkies, Kuperberg, Larsen and Propp, Alternating-sign matrices and domino tilings (1992): north-going with
    # a chance of 1 - 2^-n.
    rows = ["#" * 2 * k for k in [*range(1, order + 1), *range(order, 0, -1)]]
    found = chances(dominoes(*(row.center(2 * order, ".") for row in rows)))
    assert found.count == 2 ** (order * (order + 1) // 2)
    tip = ("I", ((order - 1, 2 * order - 1), (order, 2 * order - 1)))
    assert Fraction(numbers(found)[tip], found.count) == 1 - Fraction(1, 2**order)


def test_a_large_board_is_exact_and_the_approximation_close() -> None:
    problem = Problem.from_text("board 24x40\nhole 5,5 8,9 20,11 21,5\npieces any*dominoes")
    found, near = chances(problem), chances(problem, approximate=True)
    assert found.count == count(problem)
    sums: Counter[tuple[int, ...]] = Counter()
    for (_, cells), number in numbers(found).items():
        for cell in cells:
            sums[cell] += number
    assert set(sums.values()) == {found.count}
    assert near.chances == pytest.approx(found.chances, abs=1e-12)


@pytest.mark.parametrize(
    "text",
    [
        "board 4x5\npieces F5, L5, T5, Y5",
        "board 4x4\npieces any*L4",
        "board 4x4\npieces 7*I2, 2*I1\noptional 0,0 1,0",
        "board 3x2x2\npieces any*I2",
        "board 4x4\npieces 8*I2\nfixed I 0,0 1,0",
    ],
)
def test_other_puzzles_have_the_numbers_that_the_twin_counts(text: str) -> None:
    problem = Problem.from_text(text)
    found = chances(problem)
    fixed = {tuple(sorted(placement.cells)) for placement in problem.fixed}
    assert numbers(found) == {option: number for option, number in counted(problem).items() if option[1] not in fixed}


def test_without_a_tiling_there_are_reasons() -> None:
    corners = chances(dominoes(".#..#.", "######", ".#..#."))
    assert (corners.count, set(corners.chances)) == (0, {0})
    assert corners.reason == "neither areas nor colourings forbid a tiling, but counting all of them found none"
    assert chances(dominoes(".#..#.", "######", ".#..#."), approximate=True).count == 0
    areas = chances(Problem.from_text("board 3x3\npieces any*I2"))
    assert "multiple of 2" in areas.reason
    assert (str(areas), areas.maps) == ("no tiling", {})


def test_too_large_boards_are_refused_before_the_work() -> None:
    with pytest.raises(LimitError, match="approximate=True"):
        chances(Problem.from_text("board 256x256\npieces any*dominoes"))


def test_time_is_up() -> None:
    with pytest.raises(StoppedError):
        chances(Problem.from_text("board 90x90\npieces any*dominoes"), time_limit=0)


def test_primes_that_do_not_serve_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Problem.from_text("board 6x6\npieces any*dominoes")
    expected = numbers(chances(problem))
    own = native.primes
    # 6,728 is 2^3 * 29^2: modulo 29 the determinant is 0.
    monkeypatch.setattr(
        native, "primes", lambda skipped, number: [29, *own(0, number - 1)] if skipped == 0 else own(skipped, number)
    )
    assert numbers(chances(problem)) == expected


def test_maps_and_tables_lie_as_the_board_does() -> None:
    found = chances(dominoes("####", "##.."))
    assert list(found.maps) == ["I ##", "I #/#"]
    assert found.table("I ##") == "I ##:\n50.0 50.0 100.0 100.0\n50.0 50.0"
    assert str(found).startswith(found.table("I ##") + "\n\n")
    assert set(found.heat_map("I ##").labels) == {"50", "100"}
    with pytest.raises(ProblemError, match="the maps are 'I ##', 'I #/#'"):
        found.table("X")
    solid = chances(Problem.from_text("board 2x1x2\npieces any*I2"))
    assert str(solid) == "I:\nz=0\n100.0 100.0\nz=1\n100.0 100.0"
    turned = chances(Problem.from_text("board torus:4x4\npieces any*I2"))
    assert list(turned.maps) == ["I"]
