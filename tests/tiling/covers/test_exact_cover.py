"""Exact covers without a board: every search finds what the slow twin finds."""

from __future__ import annotations

import inspect
import re
from collections import Counter
from itertools import islice, product
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference import exact_covers
from tests.reference.tiling import algorithm_x as algorithm_x
from tests.tiling.answers import WAYS, forced
from tests.tiling.random_problems import problems

from shapewright import tiling
from shapewright.errors import InternalError, LimitError, NotationError, ProblemError, StoppedError
from shapewright.tiling import Statistics
from shapewright.tiling.covers.exact_cover import ExactCover
from shapewright.tiling.covers.of_problem import exact_cover
from shapewright.tiling.notation.answers import puzzle_from_text
from shapewright.tiling.problem import Problem
from shapewright.tiling.search.engines import SEARCHES

if TYPE_CHECKING:
    from collections.abc import Callable

TOY = ExactCover.from_text("A B C D E F G\nC E F\nA D G\nB C F\nA D\nB G\nD E G\n")
COLOURED = ExactCover.from_text("p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n")
# Langford's pairs of 4: 1, 2, 3, 4 twice each, k numbers between the two k.
LANGFORD = ExactCover.from_text(
    "1 2 3 4 s1 s2 s3 s4 s5 s6 s7 s8\n"
    + "".join(f"{k} s{i} s{i + k + 1}\n" for k in range(1, 5) for i in range(1, 8 - k))
)
# Nine items with nine options each: 9 ** 9 covers.
ENDLESS = ExactCover.from_text(
    "a b c d e f g h i | "
    + " ".join(f"{item}{k}" for item in "abcdefghi" for k in range(9))
    + "\n"
    + "".join(f"{item} {item}{k}\n" for item in "abcdefghi" for k in range(9))
)


@st.composite
def covers(draw: st.DrawFn, bounded: bool = True) -> ExactCover:
    """A small exact cover with a hidden solution more often than not."""
    items = "abcdef"[: draw(st.integers(0, 6))]
    secondary = "xyz"[: draw(st.integers(0, 3))]
    bounds = {}
    for item in items if bounded else "":
        low = draw(st.sampled_from((1, 1, 0, 1, 2)))
        high = draw(st.sampled_from((max(low, 1), low + 1, low + 3)))
        if (low, high) != (1, 1):
            bounds[item] = (low, high)

    def painted(names: set[str]) -> dict[str, str | None]:
        colours = st.sampled_from((None, "A", "A", "B"))
        return {name: draw(colours) if name in secondary else None for name in sorted(names)}

    options = []
    for _ in range(draw(st.integers(0, 8))):
        least = draw(st.sampled_from((0, 1, 1, 1)))  # an option without a primary item is never chosen
        names = draw(st.sets(st.sampled_from(items), min_size=least, max_size=3)) if items else set()
        if secondary:
            names |= draw(st.sets(st.sampled_from(secondary), max_size=2))
        options.append(painted(names))
    # The parts of a partition of the items.
    group = draw(st.lists(st.integers(0, 2), min_size=len(items), max_size=len(items)))
    for number in sorted(set(group)):
        names = {item for item, own in zip(items, group, strict=True) if own == number}
        options.append(dict.fromkeys(sorted(names)))
    # Equal options are different choices.
    options += options[: draw(st.integers(0, 1))]
    return ExactCover(draw(st.permutations(options)), items, secondary=secondary, bounds=bounds)


def compare(cover: ExactCover, engine: str) -> None:
    expected = Counter(exact_covers.solutions(cover))
    assert Counter(cover.solve(engine=engine)) == expected
    assert cover.count(engine=engine) == expected.total()


def takes(engine: str, cover: ExactCover) -> bool:
    """Whether the engine is made for such a cover."""
    if engine == "strip":
        # Items with bounds are its pieces, and it takes one of them an option and something that lies on the board.
        sizes = []
        for option in cover.options:
            counted = sum(name in cover.bounds for name, _ in option)
            idle = not any(name in cover.items for name, _ in option)
            sizes.append((counted + idle, len(option) - counted))
        plain = all(not colour for option in cover.options for _, colour in option)
        some = len(cover.bounds) < len(cover.items) + len(cover.secondary) or not (cover.items or cover.options)
        return plain and some and all(counted == 1 <= others for counted, others in sizes)
    return True


@settings(max_examples=120)
@given(covers())
def test_covers_are_those_of_the_twin(cover: ExactCover) -> None:
    compare(cover, "auto")
    compare(cover, "sparse")


@settings(max_examples=100)
@given(st.one_of(covers(), covers(bounded=False)))
def test_every_engine_that_takes_a_cover_agrees(cover: ExactCover) -> None:
    for engine, simd in WAYS:
        with forced(simd):
            if takes(engine, cover):
                compare(cover, engine)
            else:
                for ask in (cover.count, cover.first):
                    with pytest.raises(LimitError, match=f"the {engine} engine cannot handle this problem; it handles"):
                        ask(engine=engine)


@pytest.mark.parametrize("engine", ["auto", *(engine for engine in SEARCHES if engine != "strip")])
@pytest.mark.parametrize(("cover", "number"), [(TOY, 1), (COLOURED, 1), (LANGFORD, 2)])
def test_known_covers(cover: ExactCover, number: int, engine: str) -> None:
    assert cover.count(engine=engine) == number
    assert len(list(cover.solve(engine=engine))) == number


def test_a_cover_in_full() -> None:
    assert list(TOY.solve()) == [(0, 3, 4)]
    assert list(COLOURED.solve()) == [(1, 3)]


def test_nothing_to_cover_has_the_empty_cover() -> None:
    plain = ExactCover([])
    for cover in (
        plain,
        ExactCover([[], ["x"]], secondary="x"),
        ExactCover.from_text("0:1|a | x\nx\n"),
        ExactCover.from_text(plain.to_text()),
        ExactCover.from_matrix([[0, 0], [0, 0]], secondary=[0, 1]),
        exact_cover(Problem.from_text("board\n  ??\npieces 0*I1")),
    ):
        assert list(cover.solve()) == list(cover.sample(limit=1, seed=1)) == [()]
        assert (cover.count(), cover.first(), cover.unique(), cover.cheapest().costs) == (1, (), True, (0,))
        assert [array.tolist() for array in cover.arrays()] == [[[]]]
        assert (cover.explain().verdict, len(tiling.solution_set(cover))) == ("possible", 1)
        assert tiling.estimate(cover, seed=1).solutions == tiling.glance(cover).count == 1


def test_options_without_items_keep_their_places() -> None:
    rows = [[0, 0], [1, 0], [0, 0], [0, 1]]
    for cover in (
        ExactCover.from_matrix(rows),
        ExactCover([[], "a", [], "b"]),
        ExactCover([[], "a", "x", "b"], "ab", secondary="x"),
    ):
        assert (list(cover.solve()), cover.count()) == ([(1, 3)], 1)
        assert cover.given([0]).count() == cover.given([2]).count() == 0
        assert cover.given([2]).explain().verdict == "impossible"
        assert len(tiling.solution_set(cover)) == ExactCover.from_text(cover.to_text()).count() == 1
        table = cover.engine.checker
        for row in ([1, 2, 3], [0, 1, 3]):
            with pytest.raises(InternalError, match="no primary item"):
                table.check_table(np.array([row], dtype=np.int32))
    assert list(ExactCover([[], [1]]).solve()) == [(1,)]


def test_matrices_of_zeros_and_ones_are_read_as_files() -> None:
    text = "1 0 0 1\n0 1 1 0\n0 0 0 0\n0 1 0 0\n0 0 1 0\n"
    cover = puzzle_from_text(text)
    assert isinstance(cover, ExactCover)
    assert list(cover.solve()) == [(0, 1), (0, 3, 4)]
    assert cover == ExactCover.from_text(text)
    # All small matrices, but those whose rows name the items of the first row as covers are written.
    for columns in (1, 2, 3):
        rows = list(product((0, 1), repeat=columns))
        for matrix in product(rows, repeat=3):
            text = "".join(" ".join(map(str, row)) + "\n" for row in matrix)
            cover = puzzle_from_text(text)
            assert isinstance(cover, ExactCover)
            if any(sorted(row) != sorted(set(matrix[0])) for row in matrix):
                assert list(cover.solve()) == list(ExactCover.from_matrix(matrix).solve())
            else:
                assert text == cover.to_text()


@pytest.mark.parametrize("text", ["1 0 1\n0 1\n", "0 0\n0 2\n", "1 1 1\n0 1 0\nx\n"])
def test_a_wrong_row_of_a_matrix_is_named(text: str) -> None:
    with pytest.raises(NotationError, match=r"^line [23]: '.*' is not a row of a matrix with [23] columns; "):
        puzzle_from_text(text)


def test_bounds_are_one_number_two_or_none() -> None:
    options = ["ab", "a", "a", "b"]
    for bounds, pair in (
        (2, (2, 2)),
        ((1, 2), (1, 2)),
        ((0, None), (0, 3)),
        (None, (0, 3)),
        ((2, None), (2, 3)),
        ([2, 2], (2, 2)),
    ):
        cover = ExactCover(options, bounds={"a": bounds})  # type: ignore[dict-item]
        assert cover.bound("a") == pair
        assert cover.count() == exact_covers.count(cover)
    for wrong in ("2", 1.5, (1,), (1, 2, 3), (None, 2), (0.5, 2)):
        with pytest.raises(ProblemError, match="the bounds of 'a' are .*; expected two whole numbers"):
            ExactCover(options, bounds={"a": wrong})  # type: ignore[dict-item]


def test_names_that_no_option_has_are_refused() -> None:
    """In each keyword that names items or options."""
    options = {"one": ["p"], "two": ["p", "xyz"]}
    for keywords, message in (
        ({"secondary": ["XYZ"]}, "no option has the secondary item 'XYZ'; did you mean 'xyz'?"),
        ({"secondary": "x"}, "no option has the secondary item 'x'"),
        ({"bounds": {"xyy": 2}}, "'xyy', which is not a primary item; did you mean 'xyz'?"),
        ({"items": ["p"]}, "the option names 'xyz', which is not an item"),
        ({"costs": {"three": 1}}, "there is no option 'three'"),
    ):
        with pytest.raises(ProblemError, match=re.escape(message)):
            ExactCover(options, **keywords)
    assert ExactCover(options, ["p", "xyz"], secondary=["free"]).count() == 1


@pytest.mark.parametrize("write", [lambda item, colour: f"{item}:{colour}", lambda item, colour: (item, colour)])
def test_colours_in_items_are_refused(write: Callable[[str, str], Any]) -> None:
    rows = [
        ["p", "q", "x", write("y", "A")], ["p", "r", write("x", "A"), "y"], ["p", write("x", "B")],
        ["q", write("x", "A")], ["r", write("y", "B")],
    ]  # fmt: skip
    with pytest.raises(ProblemError, match=r"give colours by a mapping .*\{'y': 'A'\}"):
        ExactCover(rows, secondary=["x", "y"])
    as_items = ExactCover(
        rows, dict.fromkeys(item for row in rows for item in row if item not in ("x", "y")), secondary="xy"
    )
    assert as_items.count() == 0


def test_what_is_no_list_of_options_is_refused() -> None:
    for wrong in (7, [7], None, [["a"], [[]]]):
        with pytest.raises(ProblemError, match="an exact cover has options"):
            ExactCover(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("keywords", [{"costs": 3}, {"bounds": 3}, {"bounds": [1]}, {"costs": 1.5}])
def test_what_are_no_costs_or_bounds_is_refused(keywords: dict[str, Any]) -> None:
    with pytest.raises(ProblemError, match=r"^(costs|bounds) are a "):
        ExactCover(["a"], **keywords)


PLAIN = Problem.from_text("board 2x2\npieces 2*I2")
# What functions need besides a problem.
REST: dict[str, dict[str, Any]] = {
    "booklet": {"number": 1}, "faults": {"placements": ()}, "sample": {"limit": 1, "seed": 1},
}  # fmt: skip


@pytest.mark.parametrize("name", [name for name in tiling.__all__ if inspect.isfunction(getattr(tiling, name))])
def test_every_function_takes_a_cover_or_names_the_method(name: str) -> None:
    function = getattr(tiling, name)
    first = next(iter(inspect.signature(function).parameters.values()), None)
    if first is None or not re.search(r"Problem|Puzzle|ExactCover", str(first.annotation)):
        return
    rest = {"statistics": Statistics("auto", 0, 0.0, 0, True)} if name == "why_none" else REST.get(name, {})
    refused = []
    for asked in (TOY, TOY.to_text(), PLAIN):
        try:
            found = function(asked, **rest)
            assert not inspect.isgenerator(found) or list(found)
        except ProblemError as error:
            refused.append(str(error))
    if not refused:
        return
    if name == "faults":
        assert all(message.startswith("faults takes a Problem, not ") for message in refused)
        return
    if name == "certificate":  # it takes an exact cover as it is
        (message,) = refused
        assert message.startswith("the text is an exact cover (DLX), which has no board; ")
        return
    of_cover, of_text = [message.split("; ") for message in refused]
    assert of_cover[0] == "an exact cover is not a Problem, for it has no board"
    assert of_text[0] == "the text is an exact cover (DLX), which has no board"
    if name in ("booklet", "count_by_symmetry", "disassemblies", "make", "takeapart"):
        assert of_cover[1] == of_text[1] == "this question needs one"
        return
    known = {"cover": TOY, "text": TOY.to_text(), "ExactCover": ExactCover, "solution_set": tiling.solution_set}
    for _, instead in (of_cover, of_text):
        assert eval(instead.removeprefix("write ").replace("sample()", "sample(limit=1)"), known)


def test_a_problem_is_not_taken_for_options() -> None:
    with pytest.raises(ProblemError, match=r"write ExactCover.from_text\(problem.to_dlx\(\)\)"):
        ExactCover(PLAIN)  # type: ignore[arg-type]
    assert ExactCover.from_text(PLAIN.to_dlx()).count() == tiling.count(PLAIN)


def test_no_options_and_nothing_wanted() -> None:
    assert list(ExactCover.from_text("a\n").solve()) == []
    assert ExactCover.from_text("a\n").count() == 0
    assert list(ExactCover.from_text("0:1|a\n").solve()) == [()]
    assert ExactCover.from_text("0:2|a\na\na\na\n").count() == 1 + 3 + 3
    assert ExactCover.from_text("2|a\na\na\na\n").count() == 3


@settings(max_examples=60)
@given(problems())
def test_tilings_as_covers(problem: Problem) -> None:
    cover = exact_cover(problem)
    assert cover.count() == algorithm_x.count(problem)
    again = ExactCover.from_text(cover.to_text())
    assert sum(1 for _ in again.solve()) == tiling.count(problem)


@pytest.mark.parametrize("engine", ["auto", *(engine for engine in SEARCHES if engine != "strip")])
def test_covers_come_one_by_one(engine: str) -> None:
    seen: list[Statistics] = []
    found = ENDLESS.solve(engine=engine, report=seen.append)
    assert len(list(islice(found, 5))) == 5
    assert seen == []
    found.close()  # type: ignore[attr-defined]
    assert [(one.solutions, one.complete) for one in seen] == [(5, False)]
    assert len(list(ENDLESS.solve(engine=engine, limit=7, report=seen.append))) == 7
    assert list(ENDLESS.solve(engine=engine, limit=0, report=seen.append)) == []
    assert [(one.solutions, one.complete) for one in seen[1:]] == [(7, False), (0, True)]


def test_the_statistics_of_a_whole_search() -> None:
    seen: list[Statistics] = []
    assert LANGFORD.count(report=seen.append) == 2
    assert len(list(LANGFORD.solve(report=seen.append))) == 2
    assert [(one.engine, one.solutions, one.complete) for one in seen] == [("bit-sliced", 2, True)] * 2
    assert seen[0].nodes == seen[1].nodes > 0


def test_no_time_is_no_answer() -> None:
    seen: list[Statistics] = []
    with pytest.raises(StoppedError, match="time limit of 0 s .*after 0 exact covers"):
        ENDLESS.count(time_limit=0, report=seen.append)
    with pytest.raises(StoppedError, match="time limit of 0 s .*after 0 exact covers"):
        list(ENDLESS.solve(time_limit=0, report=seen.append))
    with pytest.raises(StoppedError, match=r"time limit of 0.2 s .*after \d+ exact covers"):
        ENDLESS.count(engine="sparse", time_limit=0.2, report=seen.append)
    assert {one.complete for one in seen} == {False}
    assert len(seen) == 3


def test_what_is_refused() -> None:
    with pytest.raises(ProblemError, match="unknown engine 'x'"):
        TOY.count(engine="x")
    with pytest.raises(ProblemError, match="the frontier engine needs a board"):
        TOY.count(engine="frontier")
    with pytest.raises(ProblemError, match="unknown engine 'x'"):
        TOY.solve(engine="x")
    with pytest.raises(ProblemError, match="at least 0, not -1"):
        TOY.solve(limit=-1)
    with pytest.raises(LimitError, match="the strip engine cannot handle this problem"):
        COLOURED.count(engine="strip")
