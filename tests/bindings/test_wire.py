"""The wire has what the extension module has: the same names, parameters, docstrings and errors."""

from __future__ import annotations

import gc
import inspect
import json
import re
from array import array
from random import Random
from types import ModuleType
from typing import Any

import pytest
from tests.bindings.problems import answer
from tests.bindings.wire import by_ctypes, core_over, library

from shapewright import _core as native
from shapewright.errors import ProblemError

PATH = library()
wire: Any = core_over(by_ctypes(PATH)) if PATH else None
pytestmark = pytest.mark.skipif(wire is None, reason="the wire was not built: make wire")


def public(module: ModuleType) -> dict[str, Any]:
    return {
        name: value
        for name, value in vars(module).items()
        if not name.startswith("_") and getattr(value, "__module__", "") == "shapewright._core"
    }


def members(kind: type) -> dict[str, Any]:
    """What was declared of a class; what every class has is of another type."""
    return {
        name: value
        for name, value in vars(kind).items()
        if not name.startswith("_") or (name in ("__init__", "__len__", "__contains__") and is_declared(value))
    }


def is_declared(function: Any) -> bool:
    return hasattr(function, "__nb_signature__") or inspect.isfunction(function)


def parameters_of(function: Any) -> list[list[str]]:
    """The names and defaults of each overload, as nanobind writes them."""
    found = []
    for signature, *_ in function.__nb_signature__:
        text = re.sub(r"\\\d+", "DEFAULT", signature)
        inside = text[text.index("(") + 1 : text.rindex(") ->")]
        inside = re.sub(r"\[[^\[\]]*\]", "", re.sub(r"\[[^\[\]]*\]", "", re.sub(r"\[[^\[\]]*\]", "", inside)))
        inside = re.sub(r"\([^()]*\)", "", inside)
        found.append([part.split(":")[0].strip() for part in inside.split(",") if part.strip() not in ("/", "")])
    return found


def test_the_same_names() -> None:
    ours, theirs = public(wire), public(native)
    assert sorted(ours) == sorted(theirs)
    for name, value in theirs.items():
        if isinstance(value, type):
            assert sorted(members(ours[name])) == sorted(members(value)), name
            assert ours[name].__doc__ == value.__doc__


def functions() -> list[tuple[str, Any, Any]]:
    found = []
    for name, value in public(native).items():
        ours = getattr(wire, name)
        if not isinstance(value, type):
            found.append((name, ours, value))
            continue
        for member, theirs in members(value).items():
            if hasattr(theirs, "__nb_signature__"):
                found.append((f"{name}.{member}", inspect.getattr_static(ours, member), theirs))
    return found


def test_the_same_parameters_and_docstrings() -> None:
    assert len(functions()) > 20
    for name, ours, theirs in functions():
        function = getattr(ours, "__func__", ours)
        wanted = parameters_of(theirs)
        docs = [doc for _, doc, *_ in theirs.__nb_signature__]
        if len(wanted) == 1:
            assert list(inspect.signature(function).parameters) == wanted[0], name
            assert function.__doc__ == docs[0], name
            defaults = [p.default for p in inspect.signature(function).parameters.values() if p.default is not p.empty]
            assert defaults == [value for entry in theirs.__nb_signature__ for value in (entry[2] or ())], name


def test_properties_have_the_same_docstrings() -> None:
    for name, value in public(native).items():
        for member, theirs in members(value).items() if isinstance(value, type) else ():
            if isinstance(theirs, property):
                doc = theirs.fget.__nb_signature__[0][1]
                assert inspect.getattr_static(getattr(wire, name), member).__doc__ == doc, f"{name}.{member}"


# --- Both asked the same ----------------------------------------------------------------------------------------------


def both(call: Any) -> Any:
    """The answer that both give to a function of the module."""
    ours, theirs = answer(lambda: call(wire)), answer(lambda: call(native))
    assert ours == theirs
    return ours


# --- What does not fit ------------------------------------------------------------------------------------------------

SMALL = ([True] * 2, [0], [None], [([0, 1], [], [(0, 1)])])


@pytest.mark.parametrize(
    "call",
    [
        lambda core: core.cover_search("fast", core.CoverInstance(*SMALL)),
        lambda core: core.cover_search("sparse"),
        lambda core: core.cover_search("sparse", None),
        lambda core: core.cover_search("sparse", "instance"),
        lambda core: core.cover_search(b"sparse", core.CoverInstance(*SMALL)),
        lambda core: core.cover_search("sparse", core.cover_search("sparse", core.CoverInstance(*SMALL))),
        lambda core: core.CoverSearch(),
        lambda core: core.CoverInstance([1, 1], [0], [None], []),
        lambda core: core.CoverInstance([True], [-1], [None], []),
        lambda core: core.CoverInstance([True], [1 << 32], [None], []),
        lambda core: core.CoverInstance([True], [1 << 80], [None], []),
        lambda core: core.CoverInstance([True], [0.5], [None], []),
        lambda core: core.CoverInstance([True], [0], [None], [([0], [])]),
        lambda core: core.CoverInstance([True], [0], [None], [([0], [], [(0, 1, 1)])]),
        lambda core: core.CoverInstance([True], [0], [None], [([5], [], [])]),
        lambda core: core.CoverInstance([True], [0], {}, []),
        lambda core: core.CoverInstance(*SMALL).shuffled(-1),
        lambda core: core.CoverInstance(*SMALL).shuffled(1.5),
        lambda core: core.CoverInstance(*SMALL).shuffled("1"),
        lambda core: core.cover_search("sparse", core.CoverInstance(*SMALL)).run(1, -1.0, 1, 1, True),
        lambda core: core.cover_search("sparse", core.CoverInstance(*SMALL)).run(bytearray(), -1.0, 1, 1, True),
        lambda core: core.cover_search("sparse", core.CoverInstance(*SMALL)).run(None, "1", 1, 1, True),
        lambda core: core.cover_search("sparse", core.CoverInstance(*SMALL)).start([9]),
        lambda core: core.PackingPacker([[[(0, 0)]]], [1]).board(1, 1, "1", [0], [1], 0, 1, 1, None, -1.0),
        lambda core: core.PackingRectangles([(1, 1, [1], b"short")], [[0]]),
    ],
)
def test_errors_of_the_same_kind(call: Any) -> None:
    kind = both(call)
    assert kind[0] in (TypeError, ProblemError)


def test_sequences_of_any_kind() -> None:
    for kind in (list, tuple, lambda values: array("B", values), lambda values: range(len(values)), memoryview):
        values = memoryview(array("I", [0])) if kind is memoryview else kind([0])
        both(lambda core, values=values: core.CoverInstance([True], values, (None,), ()).items)


def test_a_stop_flag_that_is_set() -> None:
    instance = ([True] * 20, [0], [None], [([k], [], [(0, 1)]) for k in range(20) for _ in range(3)])

    def stopped(core: ModuleType) -> Any:
        sweep = core.FrontierSweep(core.CoverInstance(*instance))
        return sweep.run(bytearray([1]), -1.0, 1 << 28, True), sweep.run(None, 0, 1 << 28, True)

    both(stopped)


def test_the_error_names_function_and_parameter() -> None:
    instance = wire.CoverInstance(*SMALL)
    with pytest.raises(TypeError, match=r"^CoverSearch\.start: prefix has a number that is out of range$"):
        wire.cover_search("sparse", instance).start([-1])
    with pytest.raises(TypeError, match=r"^CoverInstance\.shuffled: seed must be a number$"):
        instance.shuffled("one")


def test_objects_are_let_go() -> None:
    gc.collect()
    first = wire.CoverInstance(*SMALL)
    number = first._number
    del first
    again = wire.CoverInstance(*SMALL)
    assert again._number == number


def test_damaged_messages_are_refused() -> None:
    """Whatever bytes come in, an answer goes out: an object, or an error that says what is wrong."""
    draw = Random(4)
    transport = by_ctypes(PATH)
    described = json.loads(transport.describe())["functions"]
    number = 1 + next(k for k, each in enumerate(described) if each["class"] == "CoverInstance")
    whole = bytearray()
    for value in ([True, False], [0, 1], [None, 3], [([0], [2], [(0, 1)]), ([1], [0], [(1, 2)])]):
        wire._write(whole, value)
    kinds = set()
    for _ in range(3000):
        damaged = bytearray(whole[: draw.choice([len(whole), draw.randrange(len(whole))])])
        for _ in range(draw.randint(0, 3) if damaged else 0):
            damaged[draw.randrange(len(damaged))] = draw.randrange(256)
        content = transport.call(number, bytes(damaged))
        if content[0] == wire._ERROR:
            reader = wire._Reader(content)
            reader.place = 1
            kinds.add(reader.value())
        else:
            made = wire._Reader(content).value()
            assert type(made) is wire.CoverInstance
            transport.call(0, made._number.to_bytes(4, "little"))
            made._number = 0
    assert kinds == {"TypeError", "ProblemError"}
