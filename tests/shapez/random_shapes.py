"""Shapes for Hypothesis: of any ring and height, settled or not, with types and colours or as packed numbers."""

from __future__ import annotations

from hypothesis import strategies as st

from shapewright.shapez import rules
from shapewright.shapez.colours import COLOURS
from shapewright.shapez.data.configuration import CONFIGURATIONS, Configuration
from shapewright.shapez.parts import CRYSTAL, EMPTY, NORMAL, NOTHING, PIN, PIN_PART, RING_SIZES, types_of
from shapewright.shapez.shape import Shape

# Fair dice give shapes of which gravity leaves next to nothing; dense ones, and ones of few kinds, must be there too.
_MIXTURES = (
    (EMPTY, NORMAL, PIN, CRYSTAL),
    (EMPTY, NORMAL, NORMAL, PIN, CRYSTAL, CRYSTAL, CRYSTAL),
    (EMPTY, EMPTY, EMPTY, NORMAL, PIN),
    (NORMAL, NORMAL, NORMAL, CRYSTAL, PIN),
    (EMPTY, CRYSTAL, CRYSTAL, NORMAL),
    (EMPTY, CRYSTAL),
)


def configurations(max_cells: int = 60) -> st.SearchStrategy[Configuration]:
    """Any configuration of at most so many parts."""
    return st.sampled_from([configuration for configuration in CONFIGURATIONS if configuration.cells <= max_cells])


@st.composite
def packed_shapes(draw: st.DrawFn, configuration: Configuration) -> int:
    """Any shape of the configuration, settled or not, as a number."""
    kinds = st.sampled_from(draw(st.sampled_from(_MIXTURES)))
    cells = draw(st.lists(kinds, max_size=configuration.cells))
    return sum(kind << 2 * place for place, kind in enumerate(cells))


@st.composite
def shapes(draw: st.DrawFn, parts: int | None = None, layers: int = 4) -> Shape:
    """Any shape of at most so many layers, settled or not, with types and colours."""
    if parts is None:
        parts = draw(st.sampled_from(RING_SIZES))
    kinds = st.sampled_from(draw(st.sampled_from(_MIXTURES)))
    letters = (st.sampled_from(types_of(parts)), st.sampled_from(COLOURS))
    named = {
        EMPTY: st.just(NOTHING),
        NORMAL: st.tuples(*letters).map("".join),
        PIN: st.just(PIN_PART),
        CRYSTAL: st.sampled_from(COLOURS).map("c".__add__),
    }
    layer = st.lists(kinds.flatmap(named.__getitem__), min_size=parts, max_size=parts).map(tuple)
    return Shape(parts, tuple(draw(st.lists(layer, max_size=layers))))


def stable_shapes(parts: int | None = None, layers: int = 4) -> st.SearchStrategy[Shape]:
    """Any shape of at most so many layers that gravity leaves as it is, with types and colours."""
    return shapes(parts, layers).map(rules.gravity)


def pairs(layers: int = 4) -> st.SearchStrategy[tuple[Shape, Shape]]:
    """Two stable shapes of the same ring."""
    return st.sampled_from(RING_SIZES).flatmap(
        lambda parts: st.tuples(stable_shapes(parts, layers), stable_shapes(parts, layers))
    )


def codes(layers: int = 4) -> st.SearchStrategy[str]:
    """Shape codes with types and colours; now and then with empty layers at the top."""
    tops = st.sampled_from((0, 0, 0, 1, 2))
    return st.tuples(shapes(layers=layers), tops).map(
        lambda drawn: drawn[0].to_code() + (":" + NOTHING * drawn[0].parts) * drawn[1]
    )
