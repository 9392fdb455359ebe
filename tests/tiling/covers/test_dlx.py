"""DLX text in and out, and tilings as exact covers."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.reference import exact_covers
from tests.reference.tiling import algorithm_x as algorithm_x
from tests.tiling.random_problems import problems

from shapewright.errors import LimitError, NotationError, ProblemError, ShapewrightError
from shapewright.tiling.covers.dlx import MAX_MULTIPLICITY
from shapewright.tiling.covers.exact_cover import ExactCover
from shapewright.tiling.covers.of_problem import exact_cover, to_dlx
from shapewright.tiling.problem import Problem

TOY = "| a comment\nA B C D E F G\n\nC E F\n  A D G\n| another\nB C F\nA D\nB G\nD E G\n"
COLOURED = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n"
MULTIPLE = "A B 2:3|C | X Y\nA B X:0 Y:0\nA C X:1 Y:1\nC X:0\nB X:1\nC Y:1\n"


def test_items_options_and_comments_are_read() -> None:
    cover = ExactCover.from_text(TOY)
    assert cover.items == tuple("ABCDEFG")
    assert cover.secondary == ()
    assert len(cover.options) == 6
    assert cover.options[1] == (("A", None), ("D", None), ("G", None))
    assert exact_covers.count(cover) == 1


def test_colours_and_secondary_items_are_read() -> None:
    cover = ExactCover.from_text(COLOURED)
    assert (cover.items, cover.secondary) == (("p", "q", "r"), ("x", "y"))
    assert cover.options[0] == (("p", None), ("q", None), ("x", None), ("y", "A"))
    # The only one is to take 'q x:A' and 'p r x:A y'.
    assert list(exact_covers.solutions(cover)) == [(1, 3)]


def test_multiplicities_are_read() -> None:
    cover = ExactCover.from_text(MULTIPLE)
    assert cover.bounds == {"C": (2, 3)}
    assert cover.bound("A") == (1, 1)
    assert list(exact_covers.solutions(cover)) == [(1, 3, 4)]
    assert ExactCover.from_text("3|a 0:2|b 1|c 1:1|d\n").bounds == {"a": (3, 3), "b": (0, 2)}


def test_options_without_primary_items_are_left_out() -> None:
    assert ExactCover.from_text("a | x\nx\na x\n").options == ((("a", None), ("x", None)),)


def test_equal_options_are_different_choices() -> None:
    assert exact_covers.count(ExactCover.from_text("a\na\na\n")) == 2


@pytest.mark.parametrize(
    ("text", "line", "quoted"),
    [
        ("", None, "no line that names items"),
        ("| only a comment\n\n", None, "no line that names items"),
        ("| x y\n| \n", None, "no line that names items"),
        ("a b a\n", 1, "the item 'a' is named twice"),
        ("a | b a\n", 1, "the item 'a' is named twice"),
        ("a | b | c\n", 1, "'|' occurs twice"),
        ("a:b\n", 1, "'a:b' is not an item name"),
        ("2| a\n", 1, "'2|' is not an item name"),
        ("1|2|a\n", 1, "'1|2|a' is not an item name"),
        ("x|a\n", 1, "'x|a' does not begin with bounds"),
        ("1:|a\n", 1, "'1:|a' does not begin with bounds"),
        ("-1:2|a\n", 1, "'-1:2|a' does not begin with bounds"),
        ("3:2|a\n", 1, "'3:2|a'"),
        ("0|a\n", 1, "'0|a'"),
        ("a | 2|b\n", 1, "only primary items have bounds"),
        ("a\n\n\nb\n", 4, "'b', which is not an item"),
        ("a b\na b a\n", 2, "'a' twice"),
        ("a\na:x\n", 2, "only secondary items have colours"),
        ("a | b\na b:\n", 2, "'b:'"),
        ("a | b\na b:x:y\n", 2, "'b:x:y'"),
        ("a | b\na :x\n", 2, "':x'"),
        ("a | b\na | b\n", 2, "'|'"),
    ],
)
def test_what_is_malformed_is_quoted_with_its_line(text: str, line: int | None, quoted: str) -> None:
    with pytest.raises(NotationError) as caught:
        ExactCover.from_text(text)
    assert quoted in str(caught.value)
    if line is not None:
        assert str(caught.value).startswith(f"line {line}: ")


def test_gigantic_multiplicities_are_refused() -> None:
    for number in (str(MAX_MULTIPLICITY + 1), "9" * 5000):
        with pytest.raises(LimitError, match="line 1"):
            ExactCover.from_text(f"{number}|a\n")
    assert ExactCover.from_text(f"{'0' * 5000}2|a\n").bounds == {"a": (2, 2)}


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"options": (), "items": ("a", "a")}, "'a' is named twice"),
        ({"options": (), "items": ("a",), "bounds": {"b": (0, 1)}}, "'b', which is not a primary item"),
        ({"options": (), "items": ("a",), "bounds": {"a": (2, 1)}}, "2:1"),
        ({"items": ("a",), "options": ("b",)}, "'b', which is not an item"),
        ({"items": ("a",), "options": ({"a": "red"},)}, "'a:red' gives a colour, but only secondary items have"),
        ({"items": ("a",), "options": ("aa",)}, "option 0: the option names the item 'a' twice"),
    ],
)
def test_covers_are_validated(parts: dict[str, object], message: str) -> None:
    with pytest.raises(ProblemError) as caught:
        ExactCover(**parts)  # type: ignore[arg-type]
    assert message in str(caught.value)


def test_a_tiling_becomes_cells_and_pieces() -> None:
    assert to_dlx(Problem.from_text("board 2x2\npieces 2*I2")) == (
        "2|I 0,0 1,0 0,1 1,1\nI 0,0 0,1\nI 1,0 1,1\nI 0,0 1,0\nI 0,1 1,1\n"
    )
    # Any number of a piece needs no item for it, optional cells are secondary.
    assert to_dlx(Problem.from_text("board ##?\npieces any*I2")) == "0,0 1,0 | 2,0\n0,0 1,0\n1,0 2,0\n"
    # But here a piece may lie on optional cells alone.
    assert to_dlx(Problem.from_text("board #?\npieces any*I1")) == "0:2|I 0,0 | 1,0\nI 0,0\nI 1,0\n"
    assert to_dlx(Problem.from_text("board 2x1x1\npieces I2")).startswith("I 0,0,0 1,0,0\n")


def test_fixed_pieces_are_the_only_choice_for_their_cells() -> None:
    text = to_dlx(Problem.from_text("board\n  #?\n  ##\npieces 1-2*I2\nfixed I 1,0 1,1"))
    assert text == "1:2|I 0,0 1,0 0,1 1,1\nI 0,0 0,1\nI 1,0 1,1\n"


@settings(max_examples=120)
@given(problems())
@example(Problem.from_text("board\n  ??\npieces 0*I1"))
@example(Problem.from_text("board\n  ?\n  ?\npieces 0-2*fixed-I2"))
def test_tilings_and_covers_are_as_many(problem: Problem) -> None:
    cover = exact_cover(problem)
    assert exact_covers.count(cover) == algorithm_x.count(problem)
    again = ExactCover.from_text(cover.to_text())
    assert again == cover or (not cover.items and exact_covers.count(again) == 1)


NAMES = st.text(st.characters(exclude_categories=("Cs",), exclude_characters=":|"), min_size=1, max_size=4).filter(
    lambda name: name.split() == [name]
)


@st.composite
def covers(draw: st.DrawFn) -> ExactCover:
    names = draw(st.lists(NAMES, min_size=1, max_size=6, unique=True))
    split = draw(st.integers(1, len(names)))
    bounds = {}
    for name in names[:split]:
        low = draw(st.integers(0, 3))
        high = draw(st.integers(max(low, 1), 4))
        if draw(st.booleans()) and (low, high) != (1, 1):
            bounds[name] = (low, high)
    colours = st.sampled_from([None, "a", "bc"])
    options = [
        {name: None if name in names[:split] else draw(colours) for name in members}
        for members in draw(st.lists(st.lists(st.sampled_from(names), min_size=1, unique=True), max_size=6))
        if any(name in names[:split] for name in members)
    ]
    return ExactCover(options, names[:split], secondary=names[split:], bounds=bounds)


@given(covers())
def test_what_is_written_is_read_back(cover: ExactCover) -> None:
    assert ExactCover.from_text(cover.to_text()) == cover


@given(st.one_of(st.text(), st.text("ab|:12 \n", max_size=60)))
def test_any_text_gives_a_cover_or_a_complaint(text: str) -> None:
    try:
        cover = ExactCover.from_text(text)
    except ShapewrightError:
        return
    assert ExactCover.from_text(cover.to_text()) == cover


def test_costs_stand_behind_items_and_add_up() -> None:
    # The example of DLX5's notation in small: several costs of an option, a coloured item with one, none at all.
    text = "a b c | x\na|2 b|3\nc x:A|4\nb c\na|007\nx:A|9\n"
    cover = ExactCover.from_text(text)
    assert cover.costs == (5, 4, 0, 7)
    assert cover.to_text() == "a b c | x\na b|5\nc x:A|4\nb c\na|7\n"
    assert ExactCover.from_text(cover.to_text()) == cover
    assert ExactCover.from_text("a b\na|0\nb\n").costs == ()


@pytest.mark.parametrize("option", ["a b | 3", "a:x|", "a|", "a|--1", "a|-", "a|x", "|3 a", "a|1|2", "a|1.5"])
def test_what_is_not_a_cost_is_quoted(option: str) -> None:
    with pytest.raises(NotationError, match=r"line 2: '.*\|.*' is not an item with a cost; a cost stands directly"):
        ExactCover.from_text(f"a b\n{option}\n" if option[0] != "|" else f"a b\na {option}\n")


def test_large_costs_are_refused() -> None:
    with pytest.raises(LimitError, match="line 2: the cost of 'a|1234567890123456' has more than 15 digits"):
        ExactCover.from_text("a\na|1234567890123456\n")
    with pytest.raises(LimitError, match="all options cost 999999999999999 together"):
        ExactCover.from_text("a\na|999999999999999\n")
