"""Both doors asked the same, by a fixture."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest
from tests.bindings.problems import answer
from tests.bindings.wire import by_ctypes, core_over, library, under_node, wasm

from shapewright import _core as native


@pytest.fixture(scope="module", params=["library", "simd", "plain"])
def each_wire(request: pytest.FixtureRequest) -> Iterator[ModuleType]:
    """``_core`` over the wire: over its native library, and under node."""
    path = library() if request.param == "library" else wasm(request.param)
    if path is None:
        pytest.skip("it was not built: make wire" if request.param == "library" else "it was not built: make wasm")
    if request.param == "library":
        yield core_over(by_ctypes(path))
        return
    with under_node(path) as transport:
        yield core_over(transport)


@pytest.fixture
def both(each_wire: ModuleType) -> Callable[[Callable[[ModuleType], Any]], Any]:
    """Asks both for the same, and gives the answer (or error) that is the same."""

    def asked(call: Callable[[ModuleType], Any]) -> Any:
        ours, theirs = answer(lambda: call(each_wire)), answer(lambda: call(native))
        assert ours == theirs
        return theirs

    return asked
