"""Random nets for property tests: hidden nodes, every activation, weights of any size that a net may have."""

from __future__ import annotations

from hypothesis import strategies as st

from shapewright.clear import ACTIVATIONS, FEATURES, Net, NetNode


@st.composite
def nets(draw: st.DrawFn, most_nodes: int = 5) -> Net:
    weights = st.floats(-4, 4, allow_nan=False).map(lambda number: round(number, 3))
    nodes: list[NetNode] = []
    for number in range(draw(st.integers(1, most_nodes))):
        sources = st.sampled_from([*FEATURES, *range(number)])
        inputs = draw(st.lists(st.tuples(sources, weights), max_size=6))
        nodes.append(NetNode(draw(st.sampled_from(ACTIVATIONS)), draw(weights), tuple(inputs)))
    return Net(tuple(nodes))
