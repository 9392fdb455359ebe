"""Random patterns with conditions, in text as players write it."""

from __future__ import annotations

from hypothesis import strategies as st
from tests.clear.random_values import regular_expressions

_POOLS = st.sampled_from(["T", "*", "[SZ]", "[^TI]", "[TTS]", "[TI[SZ]]", "[T[^ISZL][TS]]", "[^IOTJ[LJ]]", "[[SZ]]"])
_SEVERAL = {"*": 3, "[SZ]": 2, "[^TI]": 2, "[TTS]": 3, "[TI[SZ]]": 3, "[T[^ISZL][TS]]": 3, "[^IOTJ[LJ]]": 3}


@st.composite
def _elements(draw: st.DrawFn, most: int) -> tuple[str, int]:
    pool = draw(_POOLS)
    number = draw(st.integers(1, min(most, _SEVERAL.get(pool, 1))))
    return (pool, 1) if number == 1 else (f"{pool}p{number}", number)


_SINGLE = st.text("IOTSZLJ", min_size=1, max_size=3)
_GROUPS = st.one_of(
    _SINGLE,
    st.just("*"),
    st.builds("{}[{}]".format, st.text("TSL", max_size=2), st.text("TSLJ", min_size=1, max_size=2)),
    st.just("[*]"),
)
_ATOMS = st.one_of(
    st.builds("{}{}{}".format, _GROUPS, st.sampled_from(["=", "==", "!=", "<", ">", "<=", ">="]), st.integers(0, 3)),
    st.builds("{} < {}".format, _GROUPS, _GROUPS),
    regular_expressions.map("/{}/".format),
)


def _joined(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.builds("({}) {} {}".format, inner, st.sampled_from(["&&", "||"]), inner),
        st.builds("{}{}{}".format, inner, st.sampled_from(["&&", "||"]), inner),
        inner.map("!({})".format),
        inner.map("!{}".format),
        st.builds("{}:({})".format, st.integers(1, 5), inner),
        st.builds("{}-{}:{}".format, st.integers(0, 2), st.integers(3, 5), inner),
    )


conditions = st.recursive(_ATOMS, _joined, max_leaves=4)


@st.composite
def _rows(draw: st.DrawFn, depth: int, length: int) -> str:
    """A row of so many pieces, with conditions and brackets here and there."""
    text = ""
    while length:
        if depth and length > 1 and draw(st.booleans()):
            taken = draw(st.integers(1, length))
            text += f"({draw(_rows(depth - 1, taken))})"
        else:
            element, taken = draw(_elements(length))
            text += element
        length -= taken
        if draw(st.integers(0, 2)) == 0:
            text += f"{{{draw(conditions)}}}"
        if length and draw(st.booleans()):
            text += draw(st.sampled_from([",", " , ", " "]))
    return text


@st.composite
def filtered_patterns(draw: st.DrawFn, max_length: int = 5) -> str:
    """The text of one or two alternatives of equal length."""
    length = draw(st.integers(1, max_length))
    return ";".join(draw(st.lists(_rows(2, length), min_size=1, max_size=2)))
