"""Exact covers without a board: every search finds what the slow twin finds."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference import exact_covers
from tests.reference import tiling_algorithm_x as algorithm_x
from tests.tiling.answers import WAYS, forced
from tests.tiling.random_problems import problems

from shapewright import tiling
from shapewright.errors import LimitError, ProblemError, StoppedError
from shapewright.tiling import Statistics
from shapewright.tiling.covers.exact_cover import ExactCover
from shapewright.tiling.covers.of_problem import exact_cover
from shapewright.tiling.engines import SEARCHES
from shapewright.tiling.problem import Problem

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
    items = "abcdef"[: draw(st.integers(1, 6))]
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
        names = draw(st.sets(st.sampled_from(items), min_size=1, max_size=3))
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
        counted = [sum(name in cover.bounds for name, _ in option) for option in cover.options]
        plain = all(not colour for option in cover.options for _, colour in option)
        some = len(cover.bounds) < len(cover.items) + len(cover.secondary)
        return plain and some and all(n == 1 < len(option) for n, option in zip(counted, cover.options, strict=True))
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
