"""Nets that order moves: small feed-forward networks that say how bad a board looks, and the files they are kept in.

A search that tries the better boards first finds a perfect clear sooner. The order changes nothing else: whether there
is a clear, and that a found one is right, does not depend on it.

A net looks at :data:`FEATURES` of the board after a move, each divided by ten. A node adds its bias and the weighted
values of its inputs and passes the sum through its activation, one of :data:`ACTIVATIONS` as neat-python defines them.
The last node is the output, and the board with the least output is searched first.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, get_type_hints

from shapewright import drawing
from shapewright.clear import native
from shapewright.errors import FileError, NotationError, ProblemError, quote
from shapewright.lazy import late
from shapewright.storage.files import read_file, write_file
from shapewright.storage.json import read_json
from shapewright.storage.text import decoded

FEATURES = {
    "heights": "the square root of the sum of the squared heights of the columns",
    "covered": "empty cells with a filled one above them",
    "depth": "the same, each counted once for every row from there up to the top of its column",
    "buried": "empty cells at least two rows below the top of their column",
    "pits": "empty cells with a filled cell, or a wall, on their left and on their right",
    "row_transitions": "pairs of neighbours in a row, one of them filled",
    "column_transitions": "pairs of neighbours in a column, one of them filled",
    "top": "the height of the highest column",
    "empty": "empty cells",
    "checkerboard": "how many more empty cells there are of one colour of a checkerboard than of the other",
    "column_parity": "how many more empty cells there are in even columns than in odd ones, or the other way round",
    "closed_borders": "borders of columns with no row in which the cells on both sides are empty",
    "rows": "the rows that are still to be cleared",
}
"""What a net can know of the rows that are still to be cleared, and what it means before it is divided by ten."""

_ACTIVATED: dict[str, Callable[[float], float]] = {
    "identity": lambda z: z,
    "relu": lambda z: max(0.0, z),
    "abs": abs,
    "clamped": lambda z: max(-1.0, min(1.0, z)),
    "hat": lambda z: max(0.0, 1.0 - abs(z)),
    "tanh": lambda z: math.tanh(max(-60.0, min(60.0, 2.5 * z))),
    "sigmoid": lambda z: 1.0 / (1.0 + math.exp(-max(-60.0, min(60.0, 5.0 * z)))),
    "gauss": lambda z: math.exp(-5.0 * max(-3.4, min(3.4, z)) ** 2),
}

ACTIVATIONS = tuple(_ACTIVATED)
"""What a node may do with its sum."""

MOST_NODES = 100
BOUND = 1e6
"""No value within a net goes beyond this, whatever the board."""

_FORMAT = "shapewright clear net"
_VERSION = 1
_MAX_FILE = 1 << 20
_NAMES = tuple(FEATURES)
_LARGEST = {"depth": 190.0}
_UNBOUNDED = ("identity", "relu", "abs")


@dataclass(frozen=True)
class NetNode:
    """A node: its activation, its bias, and its inputs, each a feature's name or the number of an earlier node (the
    first is 0) with a weight.
    """

    activation: str
    bias: float
    inputs: tuple[tuple[str | int, float], ...]


@dataclass(frozen=True)
class Training:
    """How a net was found: the arguments of :func:`shapewright.clear.train`, the generation of the net, its ``score``
    on the queues on which the best of all generations were compared, and the library that evolved it.
    """

    seed: int
    generations: int
    population: int
    queues: int
    height: int
    fitness: str
    start: str
    generation: int
    score: float
    library: str

    def __post_init__(self) -> None:
        for name, kind in _TRAINING.items():
            value = getattr(self, name)
            fits = type(value) is kind
            if fits and isinstance(value, int):
                fits = 0 <= value < 1 << 64
            elif fits and isinstance(value, float):
                fits = math.isfinite(value)
            if not fits:
                raise ProblemError(f"{name!r} of a training is {quote(repr(value))}, which is not possible")


_TRAINING: dict[str, type] = get_type_hints(Training)


@dataclass(frozen=True)
class Net:
    """A net that orders moves; ``training`` says where it comes from, if that is known.

    >>> net = Net((NetNode("tanh", 0.0, (("covered", 2.0), ("pits", 1.0))), NetNode("identity", 0.5, ((0, 3.0),))))
    >>> net.features
    ('covered', 'pits')
    >>> round(net.value({"covered": 0.2, "pits": 0.0}), 3)
    2.785

    Raises ``ProblemError`` for a net without nodes or with more than 100, for unknown features,
    activations and nodes, for weights that are not numbers, and if a value could grow beyond a million.
    """

    nodes: tuple[NetNode, ...]
    training: Training | None = None

    def __post_init__(self) -> None:
        if not 1 <= len(self.nodes) <= MOST_NODES:
            raise ProblemError(f"a net has 1 to {MOST_NODES} nodes, not {len(self.nodes)}")
        most: list[float] = []
        for number, node in enumerate(self.nodes):
            if node.activation not in ACTIVATIONS:
                known = ", ".join(ACTIVATIONS)
                raise ProblemError(
                    f"node {number}: {quote(str(node.activation))} is not an activation; there are {known}"
                )
            reach = abs(_number(node.bias, f"the bias of node {number}"))
            for source, weight in node.inputs:
                if isinstance(source, str):
                    if source not in FEATURES:
                        known = ", ".join(FEATURES)
                        raise ProblemError(f"node {number}: {quote(source)} is not a feature; there are {known}")
                    largest = _LARGEST.get(source, 20.0)
                elif type(source) is int and 0 <= source < number:
                    largest = most[source]
                else:
                    raise ProblemError(f"node {number}: {quote(repr(source))} is neither a feature nor an earlier node")
                reach += abs(_number(weight, f"a weight of node {number}")) * largest
            if not reach <= BOUND:
                raise ProblemError(f"the value of node {number} may grow beyond {BOUND:.0f}; its weights are too large")
            most.append(reach if node.activation in _UNBOUNDED else 1.0)

    @property
    def features(self) -> tuple[str, ...]:
        """The features that the net looks at, in the order of :data:`FEATURES`."""
        seen = {source for node in self.nodes for source, _ in node.inputs}
        return tuple([name for name in FEATURES if name in seen])

    def value(self, features: Mapping[str, float]) -> float:
        """The output for a board with these features (already divided by ten); those it does not look at may lack."""
        values: list[float] = []
        for node in self.nodes:
            inputs = [
                (features[source] if isinstance(source, str) else values[source]) * weight
                for source, weight in node.inputs
            ]
            values.append(_ACTIVATED[node.activation](node.bias + sum(inputs)))
        return values[-1]

    @cached_property
    def program(self) -> list[list[Any]]:
        """The net as the engine takes it, in plain data: activation, bias and inputs of each node."""
        return [
            [
                ACTIVATIONS.index(node.activation),
                node.bias,
                [
                    [_NAMES.index(source) if isinstance(source, str) else len(_NAMES) + source, weight]
                    for source, weight in node.inputs
                ],
            ]
            for node in self.nodes
        ]

    @cached_property
    def native(self) -> native.Net:
        """The net in the engine."""
        return native.net(self.program)

    def to_text(self) -> str:
        """The net as JSON: ``format``, ``version``, ``features``, ``nodes`` and, if it is known, ``training``."""
        record: dict[str, Any] = {"format": _FORMAT, "version": _VERSION, "features": list(self.features)}
        record["nodes"] = [
            {"activation": node.activation, "bias": node.bias, "inputs": [list(pair) for pair in node.inputs]}
            for node in self.nodes
        ]
        if self.training is not None:
            record["training"] = {name: getattr(self.training, name) for name in _TRAINING}
        lines = {key: json.dumps(value) for key, value in record.items()}
        lines["nodes"] = "[\n" + ",\n".join(["  " + json.dumps(node) for node in record["nodes"]]) + "\n ]"
        return "{\n" + ",\n".join([f" {json.dumps(key)}: {line}" for key, line in lines.items()]) + "\n}\n"

    @classmethod
    def from_text(cls, text: str) -> Net:
        """The net that :meth:`to_text` wrote.

        Raises ``NotationError``, which says what is wrong and where.
        """
        data = read_json(text, "it")
        if not isinstance(data, dict) or data.get("format") != _FORMAT:
            raise NotationError(f"it is not a net: it has no 'format' that is {_FORMAT!r}")
        if data.get("version") != _VERSION:
            version = quote(json.dumps(data.get("version")))
            raise NotationError(f"its version is {version}; this program reads version {_VERSION}")
        unknown = data.keys() - {"format", "version", "features", "nodes", "training"}
        if unknown:
            raise NotationError(f"it has a key {quote(min(unknown))}, which nets do not have")
        if not isinstance(data.get("nodes"), list):
            raise NotationError("it has no list of 'nodes'")
        nodes = tuple([_node(entry, number) for number, entry in enumerate(data["nodes"][: MOST_NODES + 1])])
        training = data.get("training")
        if "training" in data and (not isinstance(training, dict) or training.keys() != _TRAINING.keys()):
            raise NotationError(f"its 'training' is not an object with {', '.join(_TRAINING)}")
        try:
            net = cls(nodes, None if training is None else Training(**training))
        except ProblemError as error:
            raise NotationError(str(error)) from None
        if data.get("features") != list(net.features):
            raise NotationError(f"its 'features' are not those that its nodes use: {', '.join(net.features)}")
        return net

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the net to a file, whole or not at all; raises ``FileError``."""
        write_file(os.fspath(path), self.to_text())

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Net:
        """The net in a file; raises ``FileError`` if it cannot be read, is damaged, or is something else."""
        name = os.fspath(path)
        content = read_file(name, _MAX_FILE)
        try:
            text = decoded(content)
        except ValueError as error:
            raise FileError(f"{name!r} is not a net: {error}") from None
        try:
            return cls.from_text(text)
        except NotationError as error:
            raise FileError(f"{name!r}: {error}") from None

    @late("shapewright.clear.nets.picture:draw")
    def draw(self) -> drawing.Scene:
        """The net as a picture: features on the left, the output on the right, broad lines for large weights."""

    def _repr_svg_(self) -> str:
        return self.draw()._repr_svg_()


def read_net(value: Net | str | os.PathLike[str] | None) -> Net | None:
    """A net, or the one in a file; None stays None."""
    return value if value is None or isinstance(value, Net) else Net.load(value)


def _number(value: object, what: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ProblemError(f"{what} is {quote(repr(value))}, not a number")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise ProblemError(f"{what} is {number}, not a finite number")
    return number


def _node(data: object, number: int) -> NetNode:
    keys = {"activation", "bias", "inputs"}
    if not isinstance(data, dict) or data.keys() != keys or not isinstance(data["inputs"], list):
        raise NotationError(f"node {number} is not an object with 'activation', 'bias' and a list of 'inputs'")
    inputs = []
    try:
        bias = _number(data["bias"], f"the bias of node {number}")
        for entry in data["inputs"]:
            if not isinstance(entry, list) or len(entry) != 2 or type(entry[0]) not in (str, int):
                shown = quote(json.dumps(entry))
                raise NotationError(
                    f"node {number}: {shown} is not an input; expected a feature or a node, and a weight"
                )
            inputs.append((entry[0], _number(entry[1], f"a weight of node {number}")))
    except ProblemError as error:
        raise NotationError(str(error)) from None
    return NetNode(str(data["activation"]), bias, tuple(inputs))
