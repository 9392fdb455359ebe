"""Plans that players write by hand, line by line: what each line says, before anybody asks whether it is right.

Three notations are read:

- that of :meth:`~shapewright.shapez.plans.steps.Plan.lines`, in which what comes out may be left out, and a colour or a
  code may stand where a line's number does: ``3  stack 1, 2``, ``4  paint 3, red``;
- plain data, as ``shapewright shapez plan --json`` prints it;
- the operation graph of the Discord bot ShapeBot: ``0=CuCuCuCu;0:cut:1,2``. Source: ``operationGraphDoc.md`` of
  https://github.com/Loupau38/Fake-ShapeBot-2.0 (its cutter names the west half first).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from shapewright.errors import NotationError, ShapewrightError, quote
from shapewright.shapez.colours import EVERY_NAME, colour
from shapewright.shapez.machines import machine_name
from shapewright.shapez.plans.steps import MACHINES, SOURCES, Value
from shapewright.shapez.shape import Shape
from shapewright.storage.json import json_or_lines

MOST_LINES = 2000

_LINE = re.compile(r"\s*(\d+)[.:)]?\s+((?:(?:180|90)°?[ -]?)?[A-Za-z].*)")
_OFTEN = re.compile(r"(?<!\s)\s+x\d+\s*$")
# ShapeBot's operations; the places of their outputs among ours.
_GRAPH = {
    "cut": ("cut", (1, 0)),
    "hcut": ("half-destroy", (0,)),
    "r90cw": ("rotate-cw", (0,)),
    "r90ccw": ("rotate-ccw", (0,)),
    "r180": ("rotate-180", (0,)),
    "sh": ("swap", (0, 1)),
    "stack": ("stack", (0,)),
    "paint": ("paint", (0,)),
    "pin": ("push-pin", (0,)),
    "crystal": ("crystal", (0,)),
}


@dataclass(frozen=True)
class Line:
    """One line of a plan: where it stands, as it is written, its machine, and what it takes.

    ``takes`` are names of what other lines make, or values that are written out; a line without a machine only gives
    such a value a name. ``makes`` are the names that others
    know its outputs by. ``states`` are the outputs as they are written, None if they are not; ``trash`` the places of
    those that are thrown away.
    """

    place: str
    text: str
    machine: str
    takes: tuple[Value, ...] = ()
    makes: tuple[str, ...] = ()
    states: tuple[Value, ...] | None = None
    trash: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Written:
    """The lines of a plan, and the goals and the layers that it states (None if it does not)."""

    lines: tuple[Line, ...]
    goals: tuple[Shape, ...] | None = None
    layers: int | None = None


def read(text: str) -> Written:
    """What a text says in any of the three notations; nothing of it is believed.

    >>> [line.machine for line in read("1  miner -> CuCuCuCu\\n2  cut 1").lines]
    ['miner', 'cut']

    Raises ``NotationError`` for a text that is none of them, and says where it ends to be one.
    """
    stripped = text.lstrip("\ufeff \t\r\n")
    if stripped[:1] in ("{", "["):
        values = json_or_lines(stripped)
        if len(values) != 1:
            raise NotationError(f"it has {len(values)} values in JSON; expected one plan")
        data = values[0][1]
        if isinstance(data, Mapping) and isinstance(data.get("plan"), Mapping):
            data = data["plan"]
        if not isinstance(data, Mapping) or not isinstance(data.get("steps"), list):
            raise NotationError("the JSON is not a plan: it has no 'steps'")
        layers = data.get("layers")
        if layers is not None and (type(layers) is not int or not 1 <= layers <= 64):
            raise NotationError(f"a plan is for 1 to 64 layers, not {quote(str(layers))}")
        goals = data.get("goals")
        if goals is not None and (not isinstance(goals, list) or not goals):
            raise NotationError("the 'goals' of the plan are not a list of codes")
        read_goals = None if goals is None else tuple([_shape(code, f"goal {n}") for n, code in enumerate(goals, 1)])
        found = Written(
            tuple([_record(number, record) for number, record in enumerate(data["steps"])]), read_goals, layers
        )
    elif stripped and "->" not in stripped and ("=" in stripped.split(";")[0] or ";" in stripped):
        found = Written(tuple(_graph(stripped)))
    else:
        found = Written(tuple(_numbered(stripped)))
    if not found.lines:
        raise NotationError("the plan has no lines; one is '1  miner -> CuCuCuCu' or '2  cut 1'")
    if len(found.lines) > MOST_LINES:
        raise NotationError(f"the plan has {len(found.lines)} lines, more than the limit of {MOST_LINES}")
    return found


# --- Numbered lines -------------------------------------------------------------------------------------------------


def _numbered(text: str) -> Iterator[Line]:
    """The lines up to the verdict that stands below a printed plan."""
    for place, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if re.match(r"\s*(\d+ machines?\b|note: |for a full belt|by-products?: )", line):
            return
        match = _LINE.fullmatch(line.rstrip())
        if match is None:
            raise NotationError(f"line {place}, {quote(line.strip())}, is not a step; one is '3  stack 1, 2 -> CODE'")
        number, where = match[1], f"line {place}"
        machine, rest = _named(match[2], where)
        taken, arrow, given = rest.partition("->")
        states, trash = _outputs(_OFTEN.sub("", given), where) if arrow else (None, frozenset())
        words = [word for word in re.split(r"[\s,]+", taken.strip()) if word]
        takes = tuple([_taken(word, where) for word in words])
        if machine in SOURCES and takes and not arrow and len(takes) == 1 and not _is_name(words[0]):
            takes, states = (), takes  # 'miner CuCuCuCu'
        makes = (number, f"{number}a", f"{number}b")
        yield Line(f"line {place}", line.strip(), machine, takes, makes, states, trash)


def _named(text: str, where: str) -> tuple[str, str]:
    """The machine that a line begins with, which may be several words of the game, and the rest of the line."""
    words = text.split(" ")
    for number in (3, 2):
        name = machine_name(" ".join(words[:number]))
        if name in MACHINES:
            return name, " ".join(words[number:])
    return _known(words[0], where), " ".join(words[1:])


def _meant(text: str) -> str:
    """The machine of that name; what turns without a direction turns clockwise."""
    name = machine_name(text)
    return "rotate-cw" if name == "rotate" else name


def _known(text: str, where: str) -> str:
    """The machine or source of that name."""
    name = _meant(text)
    if name not in MACHINES and name not in SOURCES:
        raise NotationError(f"{where}: {quote(text)} is not a machine; machines are {', '.join((*SOURCES, *MACHINES))}")
    return name


def _outputs(text: str, where: str) -> tuple[tuple[Value, ...], frozenset[int]]:
    words = text.split()
    values = [_value(word.strip("()"), where) for word in words]
    return tuple(values), frozenset(place for place, word in enumerate(words) if word.startswith("("))


def _is_name(word: str) -> bool:
    return re.fullmatch(r"\d+[ab]?", word) is not None


def _taken(word: str, where: str) -> Value:
    return word if _is_name(word) else _value(word, where)


def _value(word: str, where: str) -> Value:
    if word.lower() in EVERY_NAME or word.lower() in EVERY_NAME.values():
        return colour(word.lower(), "1.0")
    try:
        return Shape.from_code(word, game="1.0")
    except ShapewrightError as error:
        raise NotationError(f"{where}: {error}") from None


# --- Operation graphs -----------------------------------------------------------------------------------------------


def _graph(text: str) -> Iterator[Line]:
    """Definitions (``1,2=CODE``) and operations (``1,2:stack:3``), ended by semicolons or lines."""
    for number, part in enumerate([part.strip() for part in re.split(r"[;\n]", text) if part.strip()], 1):
        where = f"instruction {number}"
        if "=" in part:
            names, code = part.split("=", 1)
            value = _value(code.strip(), where)
            for name in _names(names, where):
                yield Line(where, part, "", (value,), (name,), (value,))
            continue
        pieces = part.split(":")
        if len(pieces) != 3:
            raise NotationError(f"{where}, {quote(part)}, is neither '1=CODE' nor '1,2:stack:3'")
        taken, operation, made = pieces
        called = {machine: name for name, (machine, _) in _GRAPH.items()}
        operation = operation.strip()
        operation = operation if operation in _GRAPH else called.get(_meant(operation), operation)
        if operation not in _GRAPH:
            raise NotationError(f"{where}: {quote(operation)} is not an operation here; they are {', '.join(_GRAPH)}")
        machine, order = _GRAPH[operation]
        names = _names(made, where)
        if len(names) != len(order):
            raise NotationError(f"{where}: {operation} gives {len(order)} shapes, not {len(names)}")
        makes = [""] * len(order)
        for name, place in zip(names, order, strict=True):
            makes[place] = name
        takes = tuple([_taken(word.strip(), where) for word in taken.split(",")])
        yield Line(where, part, machine, takes, tuple(makes))


def _names(text: str, where: str) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if not (name.isascii() and name.isdigit()):
            raise NotationError(f"{where}: {quote(name)} is not the number of a shape")
    return names


# --- Plain data -----------------------------------------------------------------------------------------------------


def _shape(code: object, where: str) -> Shape:
    value = _value(code, where) if isinstance(code, str) else None
    if not isinstance(value, Shape):
        raise NotationError(f"{where}: {quote(str(code))} is not a code")
    return value


def _record(number: int, record: object) -> Line:
    where = f"step {number + 1}"
    if not isinstance(record, Mapping) or not isinstance(record.get("machine"), str):
        raise NotationError(f"{where} has no 'machine'")
    machine = _known(record["machine"], where)
    inputs, outputs = record.get("inputs", []), record.get("outputs")
    if not isinstance(inputs, list) or not (outputs is None or isinstance(outputs, list)):
        raise NotationError(f"{where}: its 'inputs' and 'outputs' are not lists")
    for place in inputs:
        if not isinstance(place, list) or len(place) != 2 or any(type(each) is not int for each in place):
            raise NotationError(f"{where} takes {quote(str(place))}, which is not a pair of a step and its output")
    takes = tuple([f"{step}.{output}" for step, output in inputs])
    states = None
    if outputs is not None:
        if any(not isinstance(each, str) for each in outputs):
            raise NotationError(f"{where}: its 'outputs' are not codes")
        states = tuple([_value(each, where) if each else Shape(4) for each in outputs])
    return Line(where, json.dumps(record), machine, takes, (f"{number}.0", f"{number}.1"), states)
