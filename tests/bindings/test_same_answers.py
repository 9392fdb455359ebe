"""Over the wire the engine answers random problems of every family as it does natively, node for node."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.bindings.problems import FAMILIES, answers
from tests.bindings.wire import by_ctypes, core_over, library, under_node, wasm

from shapewright import _core as native

# Few where only the wire can be wrong; many where another compiler made the engine, for a machine of 32 bits.
PROBLEMS = {"library": 60, "simd": 500, "plain": 500}


@pytest.fixture(scope="module", params=PROBLEMS)
def wire(request: pytest.FixtureRequest) -> Iterator[tuple[Any, int]]:
    """The engine over the wire, and how many problems it is to be asked."""
    kind = request.param
    path = library() if kind == "library" else wasm(kind)
    if path is None:
        pytest.skip("it was not built: make wire" if kind == "library" else "it was not built: make wasm (and node)")
    if kind == "library":
        yield core_over(by_ctypes(path)), PROBLEMS[kind]
        return
    with under_node(path) as transport:
        yield core_over(transport), PROBLEMS[kind]


@pytest.mark.parametrize("family", FAMILIES)
def test_the_same_answers(wire: tuple[Any, int], family: str) -> None:
    core, number = wire
    for k in range(number):
        assert answers(core, family, k) == answers(native, family, k), f"{family} {k}"
