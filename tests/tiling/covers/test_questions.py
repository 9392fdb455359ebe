"""What an exact cover answers as an object: given options, arrays, matrices, threads, random covers, reasons."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference import exact_covers
from tests.tiling.covers.test_exact_cover import ENDLESS, LANGFORD, covers

from shapewright.errors import InternalError, LimitError, NotationError, ProblemError, StoppedError
from shapewright.jobs import Progress
from shapewright.tiling import ExactCover, Statistics
from shapewright.tiling.covers.check import Checker


def queens(size: int) -> ExactCover:
    """One queen in each row and column, at most one on a diagonal; options are named by their squares."""
    squares = {
        (x, y): [("row", y), ("column", x), ("sum", x + y), ("difference", x - y)]
        for x in range(size)
        for y in range(size)
    }
    diagonals = {item for items in squares.values() for item in items if item[0] in ("sum", "difference")}
    return ExactCover(squares, secondary=sorted(diagonals))


def langford(size: int) -> ExactCover:
    """The numbers 1 to ``size`` twice each, with k others between the two k: 3, 4, 7, 8, 11 ... have arrangements."""
    numbers = range(1, size + 1)
    return ExactCover([(f"n{k}", i, i + k + 1) for k in numbers for i in range(2 * size - k - 1)])


def test_items_and_options_are_any_objects() -> None:
    cover = queens(6)
    assert cover.count() == 4
    assert cover.first() in set(cover.solve())
    assert all(len(found) == 6 and {y for _, y in found} == set(range(6)) for found in cover.solve())
    assert repr(cover) == "<ExactCover: 12 and 22 secondary items, 36 options>"
    frozen = ExactCover([{frozenset("a"): None, None: None}, [frozenset("a")], [None]])
    assert sorted(frozen.solve()) == [(0,), (1, 2)]
    assert LANGFORD.count() == 2
    assert langford(7).count() == 52


@settings(max_examples=150)
@given(covers(), st.data())
def test_given_options_choose_among_the_covers(cover: ExactCover, data: st.DataObject) -> None:
    every = list(exact_covers.solutions(cover))
    pool = data.draw(st.sampled_from([*every, tuple(range(len(cover.options)))]))
    chosen = data.draw(st.lists(st.sampled_from(pool), max_size=3)) if pool else []
    expected = sorted(one for one in every if set(chosen) <= set(one))
    restricted = cover.given(chosen)
    for engine in ("auto", "sparse"):
        assert sorted(restricted.solve(engine=engine)) == expected
        assert restricted.count(engine=engine) == len(expected)
    assert restricted.unique() == (len(expected) == 1)
    assert sorted(cover.solve()) == sorted(every)
    if chosen:
        assert sorted(cover.given(chosen[:1]).given(chosen[1:]).solve()) == expected


def test_given_options_are_named() -> None:
    cover = queens(8)
    assert cover.given([(0, 0)]).count() == 4
    assert cover.given([(0, 0), (1, 1)]).first() is None
    with pytest.raises(ProblemError, match=r"there is no option \(8, 8\)|there is no option '\(8, 8\)'"):
        cover.given([(8, 8)])
    with pytest.raises(ProblemError, match="they are 0 to 17"):
        langford(4).given([30])
    with pytest.raises(LimitError, match="cannot begin with given options"):
        ExactCover(["ab"], bounds={"b": (0, 1)}).given([0]).count(engine="strip")
    with pytest.raises(ProblemError, match="no place for given options"):
        cover.given([(0, 0)]).to_text()


@settings(max_examples=100)
@given(covers(), st.integers(1, 5))
def test_arrays_hold_all_covers(cover: ExactCover, batch: int) -> None:
    found = list(cover.arrays(batch=batch))
    assert all(array.dtype == np.int32 and 1 <= len(array) <= batch for array in found)
    rows = [tuple(one for one in row if one >= 0) for row in chain.from_iterable(array.tolist() for array in found)]
    assert rows == list(cover.solve())


def test_many_covers_are_tuples_and_arrays_alike() -> None:
    seen: list[Statistics] = []
    cover = langford(8)
    listed = list(cover.solve(report=seen.append))
    assert len(listed) == len(set(listed)) == 300
    many = queens(9)
    assert many.count() == len(set(many.solve())) == sum(map(len, many.arrays(report=seen.append))) == 352
    assert [len(array) for array in ENDLESS.arrays(batch=1000, limit=2500)] == [1000, 1000, 500]
    assert len(set(ENDLESS.solve(limit=20_000, report=seen.append))) == 20_000
    assert [(one.solutions, one.complete) for one in seen] == [(300, True), (352, True), (20_000, False)]
    with pytest.raises(ProblemError, match="at least 1 cover, not 0"):
        cover.arrays(batch=0)


def test_two_searches_at_a_time_do_not_disturb_each_other() -> None:
    cover = langford(7)
    expected = list(cover.solve())
    assert [one for pair in zip(cover.solve(), cover.solve(), strict=True) for one in set(pair)] == expected


def test_matrices_are_covers() -> None:
    rows = [[1, 0, 0, 1, 0], [1, 1, 1, 0, 0], [0, 1, 1, 0, 0], [0, 0, 0, 0, 1]]
    sparse = pytest.importorskip("scipy.sparse", reason="scipy is not here") if _has_scipy() else None
    forms = [
        rows,
        np.array(rows),
        np.array(rows, dtype=bool),
        np.array(rows, dtype=float),
        *([sparse.csc_array(rows)] if sparse else []),
    ]
    for matrix in forms:
        assert list(ExactCover.from_matrix(matrix).solve()) == [(0, 2, 3)]
    assert ExactCover.from_matrix(rows, secondary=[3]).count() == 2
    assert ExactCover.from_matrix(np.ones((3, 1)), bounds={0: (0, 2)}).count() == 1 + 3 + 3
    for matrix, message in (
        (np.zeros(3), "this array has 1"),
        (7, "a matrix is a numpy array"),
        ("abc", "rows of numbers; this is text"),
        (["101", "011"], "rows of numbers; this is text"),
        ([[1], [1, 0]], "these have 1 to 2 numbers"),
    ):
        with pytest.raises(ProblemError, match=message):
            ExactCover.from_matrix(matrix)
    with pytest.raises(ProblemError, match="the matrix has no column 5; its columns are 0 to 4"):
        ExactCover.from_matrix(rows, secondary=[5])


def _has_scipy() -> bool:
    try:
        import scipy.sparse  # noqa: F401
    except ImportError:
        return False
    return True


class _Columns:
    """What a sparse matrix of scipy looks like: row pointers, columns with zeros and in any order."""

    shape = (2, 3)
    indptr, indices = np.array([0, 2, 3]), np.array([2, 0, 1])

    def tocsr(self) -> _Columns:
        return self

    copy = tocsr

    def sum_duplicates(self) -> None: ...

    def eliminate_zeros(self) -> None: ...


def test_sparse_matrices_are_covers() -> None:
    assert ExactCover.from_matrix(_Columns()).options == (((0, None), (2, None)), ((1, None),))


def test_counts_on_threads_and_processes_agree(tmp_path: Path) -> None:
    cover = queens(8)
    seen: list[Progress] = []
    for count in (
        cover.count(threads=2),
        cover.count(threads=2, progress=seen.append),
        cover.count(threads=1, checkpoint=tmp_path / "queens"),
        cover.count(threads=2, checkpoint=tmp_path / "queens"),
        cover.count(executor=lambda: ProcessPoolExecutor(1)),
    ):
        assert count == 92
    assert seen[-1].fraction == 1
    assert cover.given([(0, 0)]).count(threads=2, progress=seen.append) == 4
    with pytest.raises(StoppedError, match=r"the time limit of 0.05 s was reached after \d+ exact covers"):
        ENDLESS.count(threads=2, time_limit=0.05)


@settings(max_examples=40)
@given(covers(), st.integers(0, 9))
def test_random_covers_are_covers(cover: ExactCover, seed: int) -> None:
    every = set(exact_covers.solutions(cover))
    drawn = list(cover.sample(limit=3, seed=seed))
    assert drawn == list(cover.sample(limit=3, seed=seed))
    assert len(drawn) == (3 if every else 0)
    assert every.issuperset(drawn)
    assert cover.random(seed=seed) == (drawn[0] if drawn else None)


def test_random_covers_are_uniform() -> None:
    cover = langford(7).given([0])
    number = cover.count()
    drawn = Counter(cover.sample(limit=200 * number, seed=1))
    assert len(drawn) == number > 1
    # Chi-square: its mean is the degrees of freedom, its variance twice that.
    chi = sum((seen - 200) ** 2 / 200 for seen in drawn.values())
    assert abs(chi - (number - 1)) < 5 * (2 * (number - 1)) ** 0.5
    with pytest.raises(LimitError, match="no random exact cover can be drawn: a search that counts the exact covers"):
        ExactCover(
            [(k, (k, c)) for k in range(30) for c in range(9)],
            range(30),
            secondary=[(k, c) for k in range(30) for c in range(9)],
        ).random()


@settings(max_examples=150)
@given(covers())
def test_explanations_are_right(cover: ExactCover) -> None:
    found = cover.explain()
    assert (found.verdict == "possible") == (exact_covers.count(cover) > 0) == (found.solution is not None)
    if found.solution is not None:
        assert found.solution in set(exact_covers.solutions(cover))


def test_explanations_in_words() -> None:
    assert str(ExactCover(["ab"], "abc").explain()) == "impossible: no option has the item 'c'"
    assert str(ExactCover(["ab", "bc", "cd", "de"]).explain()) == (
        "impossible: 'a' is only in option 0 (a b), 'c' is left only to option 2 (c d), "
        "and then no option is left for 'e'"
    )
    assert ExactCover(["ab", "bc", "ca"]).explain().reason.startswith("an exhaustive search of ")
    assert (
        "contradicts the options given before it" in ExactCover(["ab", "bc", "a", "c"]).given([0, 1]).explain().reason
    )
    assert ENDLESS.explain().verdict == "possible"


def test_what_is_not_a_cover_fails_its_check() -> None:
    cover = ExactCover(
        [{"a": None, "x": "red"}, {"b": None, "x": "red"}, {"b": None, "x": "blue"}, "ab", {"b": None, "x": None}, "c"],
        secondary="x",
        bounds={"c": (0, 2)},
    )
    wrong = {
        (0,): "'b' is covered 0 times",
        (0, 2): "disagree about item 'x'",
        (0, 4): "disagree about item 'x'",
        (0, 1, 3): "'a' is covered 2 times",
        (0, 0, 1): "chosen twice",
        (): "'a' is covered 0 times",
    }
    checker = Checker(cover)
    for right in ((0, 1), (3,), (0, 1, 5), (3, 5)):
        checker.check([right])
        checker.check_table(np.array([right]))
    for row, message in wrong.items():
        with pytest.raises(InternalError, match=message):
            checker.check([row])
        with pytest.raises(InternalError, match="failed its check"):
            checker.check_table(np.array([[3, -1, -1], [*row, *[-1] * (3 - len(row))]], dtype=np.int32))
    with pytest.raises(InternalError, match="given option is missing"):
        checker.check([(3,)], [5])
    with pytest.raises(InternalError, match="given option is missing"):
        checker.check_table(np.array([[3]]), [5])


def test_text_holds_texts_and_whole_numbers() -> None:
    assert ExactCover([[1, 2], [2, "x"], [3]], [1, 2, 3], secondary=["x"]).to_text() == "1 2 3 | x\n1 2\n2 x\n3\n"
    with pytest.raises(NotationError, match="no line that names items"):
        ExactCover.from_text("")


def test_text_has_words_for_other_items() -> None:
    items = ["a b", "a:b", "a|b", "", (1, 2), None, "1.2", 1, "1", ("r", 0), "r.0", frozenset()]
    cover = ExactCover([[item] for item in items] + [{items[0]: None, "x": (0, "red")}], secondary=["x"])
    names, again = cover.text_names(), ExactCover.from_text(cover.to_text())
    assert again.count() == cover.count() == 2
    back = [[(names.get(item, item), colour and names[f":{colour}"]) for item, colour in one] for one in again.options]
    assert {str(one) for one in back} == {str(list(one)) for one in cover.options}
    assert cover.option_text(4) == "1.2.2"
