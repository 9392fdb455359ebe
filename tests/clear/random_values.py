"""Random fields, queues, patterns and kick systems for property tests."""

from __future__ import annotations

from hypothesis import strategies as st

from shapewright.clear.field import FULL_ROW, Field
from shapewright.clear.kicks import KICKS, Kicks
from shapewright.clear.patterns.pattern import Pattern
from shapewright.clear.patterns.pattern_parts import Element
from shapewright.clear.piece import PIECES
from shapewright.clear.queue import Queue


def fields(max_height: int = 20) -> st.SearchStrategy[Field]:
    """Fields with scattered cells, and with the few holes of real ones; no full rows."""
    scattered = st.integers(0, FULL_ROW - 1)
    dense = st.lists(st.integers(0, 9), min_size=1, max_size=3).map(
        lambda holes: FULL_ROW & ~sum({1 << hole for hole in holes})
    )
    rows = st.lists(st.one_of(scattered, dense), max_size=max_height)
    return rows.map(lambda found: Field(tuple(found)))


pieces = st.sampled_from(PIECES)
queues = st.builds(Queue, st.text(PIECES, max_size=12), st.none() | pieces)
kicks = st.sampled_from(KICKS).map(Kicks.named)


@st.composite
def elements(draw: st.DrawFn) -> Element:
    letters = draw(st.one_of(pieces, st.just(PIECES), st.text(PIECES, min_size=1, max_size=4)))
    return Element(letters, draw(st.integers(1, len(letters))))


@st.composite
def patterns(draw: st.DrawFn, max_length: int = 6) -> Pattern:
    """Short patterns of one to three alternatives."""
    length = draw(st.integers(1, max_length))
    alternatives = []
    for _ in range(draw(st.integers(1, 3))):
        row: list[Element] = []
        while (missing := length - sum([element.length for element in row])) > 0:
            element = draw(elements())
            row.append(element if element.length <= missing else Element(element.pieces, missing))
        alternatives.append(tuple(row))
    return Pattern(tuple(alternatives))


_REGULAR = st.recursive(
    st.sampled_from(["T", "I", "L", ".", "[TI]", "[^TL]", "^", "$", "S"]),
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map("".join),
        inner.map(lambda text: f"({text})"),
        st.builds(
            lambda text, count: f"({text}){count}", inner, st.sampled_from(["?", "*", "+", "{2}", "{1,3}", "{1,}"])
        ),
        st.builds(lambda one, other: f"({one}|{other})", inner, inner),
    ),
    max_leaves=5,
)
regular_expressions = _REGULAR.filter(lambda text: len(text) < 60)

save_trees = st.recursive(
    st.one_of(
        st.text("TILJSZO", min_size=1, max_size=2).map(lambda text: ("has", text)),
        st.sampled_from(["^[^T]*L", "T[^T]", "^$", "[LJ]{2}", "^.$"]).map(lambda text: ("regex", text)),
    ),
    lambda inner: st.one_of(
        st.tuples(st.sampled_from("!^"), inner),
        st.tuples(st.sampled_from(["&&", "||"]), inner, inner),
    ),
    max_leaves=5,
)
"""Save conditions as trees of ``tests/reference/clear/saves.py``."""
