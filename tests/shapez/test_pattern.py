"""Patterns: how they are written, what they stand for, and what of that can be built."""

from __future__ import annotations

from functools import cache
from itertools import islice, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.shapez.data.twin_data import HEX1, QUAD2, data, oriented, word
from tests.shapez.random_shapes import shapes

from shapewright.errors import LimitError, NotationError, ProblemError
from shapewright.shapez.colours import COLOURS
from shapewright.shapez.parts import CRYSTAL, EMPTY, NORMAL, PIN, TYPES, kind_of
from shapewright.shapez.pattern import Pattern, is_pattern
from shapewright.shapez.shape import Shape
from shapewright.shapez.verdicts import matches as module
from shapewright.shapez.verdicts.matches import matches

PARTS = ["--", "P-", *(type_ + colour for type_ in TYPES + "c" for colour in COLOURS)]
WILDCARDS = [
    "??",
    "A?",
    "N?",
    "c?",
    "P?",
    *(type_ + "?" for type_ in TYPES),
    *("N" + c for c in COLOURS),
    *("?" + c for c in COLOURS),
]


def in_ring(names: list[str], parts: int) -> list[str]:
    """Those of them that a ring of so many parts takes."""
    others = "CRSW" if parts == 6 else "HGF"
    return [name for name in names if name[0] not in others]


def patterns(parts: int = 4, layers: int = 2) -> st.SearchStrategy[Pattern]:
    usual = in_ring(["??", "--", "Cu", "Hu", "cu"], parts)
    part = st.one_of(*(st.sampled_from(in_ring(names, parts)) for names in (PARTS, WILDCARDS, usual)))
    layer = st.lists(part, min_size=parts, max_size=parts).map(tuple)
    return st.lists(layer, min_size=1, max_size=layers).map(lambda rows: Pattern(parts, tuple(rows)))


def allows(wildcard: str, part: str) -> bool:
    """What the table in the module says, once more."""
    kind = kind_of(part)
    if wildcard in PARTS:
        return wildcard == part
    first, second = wildcard
    if wildcard == "P?":
        return kind in (EMPTY, PIN)
    of_kind = {"?": kind in (NORMAL, CRYSTAL) or second == "?", "A": kind != EMPTY, "N": kind == NORMAL}
    return of_kind.get(first, part[0] == first) and second in ("?", part[1])


@pytest.mark.parametrize("parts", [4, 6])
@pytest.mark.parametrize("wildcard", PARTS + WILDCARDS)
def test_every_wildcard_stands_for_what_is_documented(wildcard: str, parts: int) -> None:
    rows = (("cu",) * parts, (wildcard, *["--"] * (parts - 1)))
    if not in_ring([wildcard], parts):
        with pytest.raises(NotationError, match="at layer 2, top right belongs to rings of"):
            Pattern(parts, rows)
        return
    pattern = Pattern(parts, rows)
    known = in_ring(PARTS, parts)
    for part in known:
        shape = Shape(parts, (("cu",) * parts, (part, *["--"] * (parts - 1))))
        assert (shape in pattern) == allows(wildcard, part), part
    kinds = {kind_of(part) for part in known if allows(wildcard, part)}
    assert pattern.masks(2)[parts] == sum(1 << kind for kind in kinds)
    for kind in kinds:
        assert pattern.filled(4**parts - 1 | kind << 2 * parts) in pattern


# --- Notation ---


@given(patterns(layers=4))
def test_codes_are_read_as_they_are_written(pattern: Pattern) -> None:
    assert Pattern.from_code(pattern.to_code()) == pattern
    assert Pattern.from_code(f" {pattern}\n") == pattern
    assert eval(repr(pattern)) == pattern


@given(shapes(layers=3))
def test_shape_codes_are_patterns_of_one_shape(shape: Shape) -> None:
    pattern = Pattern.from_code(shape.to_code())
    assert shape in pattern
    assert shape.rotated(1) not in pattern or shape.rotated(1) == shape
    assert not is_pattern(shape.to_code())
    assert pattern.filled(shape.packed()) == shape
    assert pattern.height == shape.height


@given(st.text(st.sampled_from("?NACRcurP-:bx "), max_size=40) | st.text(max_size=20))
def test_any_text_is_a_pattern_or_an_error(text: str) -> None:
    try:
        pattern = Pattern.from_code(text)
    except NotationError:
        return
    assert Pattern.from_code(pattern.to_code()) == pattern


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("CuCuCu?", "layer 1 of 'CuCuCu?' has 7 characters"),
        ("????", "layer 1 of '????' has 4 characters"),
        ("????????:??", "layer 2 of '????????:??' has 2 characters"),
        ("????????:????????????", "layer 2 of '????????:????????????' has 6 parts, but layer 1 has 4"),
        ("CuCuCu??:CuCu?xCu", "'?x' at layer 2, bottom left is neither a part nor a wildcard"),
        ("Cup?????", "'p?' at layer 1, bottom right"),
        ("-?------", "'-?' at layer 1, top right"),
        ("", "layer 1 of '' has 0 characters"),
    ],
)
def test_errors_name_the_place(code: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        Pattern.from_code(code)
    assert message in str(caught.value)


def test_patterns_are_checked_when_they_are_made() -> None:
    for parts, layers in ((5, (("??",) * 5,)), (4, (("??",) * 3,)), (4, (("??", "??", "??", "Cx"),))):
        with pytest.raises(NotationError):
            Pattern(parts, layers)


def test_shapes_of_other_sizes_do_not_match() -> None:
    pattern = Pattern.from_code("????????")
    assert Shape(4) in pattern
    assert Shape(6) not in pattern
    assert Shape.from_code("CuCuCuCu:Cu------") not in pattern
    assert "CuCuCuCu" not in pattern


# --- What can be built ---


@cache
def members() -> np.ndarray:
    """All shapes of Quad2, in the order in which matches come."""
    return np.array(sorted(oriented(QUAD2), key=lambda value: word(value, QUAD2)), np.uint64)


def allowed(pattern: Pattern) -> list[int]:
    chosen = members()
    for cell, mask in enumerate(pattern.masks(2)):
        chosen = chosen[(mask >> (chosen >> np.uint64(2 * cell) & np.uint64(3)).astype(int) & 1) == 1]
    return chosen.tolist()


@given(patterns(), st.booleans())
def test_matches_are_the_buildable_ones(pattern: Pattern, full: bool) -> None:
    expected = allowed(pattern)
    found = matches(pattern, data=data(QUAD2, full=full))
    listed = list(islice(found, 50))
    assert [shape.packed() for shape in listed] == expected[:50]
    assert all(shape in pattern for shape in listed)
    assert found.count() == len(expected)
    assert bool(found) == bool(expected)
    assert found.first() == (listed[0] if listed else None)
    assert list(islice(found, 50)) == listed  # once more from the start


def test_large_patterns_are_listed_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    anything = Pattern.from_code("????????:????----")
    in_one = [list(matches(anything, data=data(QUAD2, full=full))) for full in (False, True)]
    monkeypatch.setattr(module, "BLOCK", 100)
    in_many = [list(matches(anything, data=data(QUAD2, full=full))) for full in (False, True)]
    assert in_one[0] == in_one[1] == in_many[0] == in_many[1]
    assert [shape.packed() for shape in in_one[0]] == allowed(anything)


def test_a_pattern_may_have_fewer_layers_than_the_limit() -> None:
    every = {Shape(4, (row,)) for row in product(("--", "Cu", "P-", "cu"), repeat=4)}
    assert set(matches(Pattern.from_code("????????"), data=data(QUAD2))) == every
    # A code of many layers stands for shapes as low as its upper layers allow.
    assert matches(Pattern.from_code("??------:--------:--------:--------:--------"), data=data(QUAD2)).count() == 4


def test_of_the_kept_data_the_diagram_is_asked_for_where_there_is_too_much_to_try() -> None:
    many = matches(Pattern.from_code("????????:????????:????????:????????"))
    assert many.count() == 349_728_289
    assert many.first() == Shape(4)


def test_data_without_a_diagram_do_not_suffice_for_large_patterns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FEW", 1000)
    anything = matches(Pattern.from_code("????????:????????"), data=data(QUAD2))
    for ask in (anything.count, anything.first, lambda: list(anything)):
        with pytest.raises(LimitError, match="stands for 65536 shapes, too many"):
            ask()


def test_limits_are_those_of_verdicts() -> None:
    with pytest.raises(LimitError, match="rings of 8 parts can be checked up to 3 layers"):
        matches(Pattern.from_code(":".join(["????????????????"] * 4)))
    with pytest.raises(ProblemError):
        matches(Pattern.from_code("????????"), data=data(HEX1))
    assert "Pattern.from_code('????????'), layers=2" in repr(matches(Pattern.from_code("????????"), data=data(QUAD2)))
