"""Plans that are known: the best that anybody has found for some shapes, to be looked up by the shape.

A table is what ``shapez plan`` writes, of one goal or of several with ``--separate``: ``.jsonl``, or JSON. Its plans
serve every shape that is the same but for the names of types and colours, for a reflection or for half a turn, and
every layer limit at which they hold. Some come with the package; ``data/known_plans.py`` makes that file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from itertools import permutations
from typing import Any

from shapewright.errors import NotationError, quote
from shapewright.shapez.check import faults, replay
from shapewright.shapez.colours import COLOURS, mix
from shapewright.shapez.parts import CRYSTAL, NORMAL, kind_of, types_of, unpainted_types_of
from shapewright.shapez.plans.assemble import assembled
from shapewright.shapez.plans.engine import encoded
from shapewright.shapez.plans.steps import Plan, Step, Value
from shapewright.shapez.problem import Problem
from shapewright.shapez.shape import Shape
from shapewright.storage.json import json_or_lines

# --- Names of types and colours that make no difference to plans -----------------------------------------------------
# Types may change places, those that take paint and those that do not. So may red, green and blue, if yellow, cyan and
# magenta follow: mixers make no difference.

LIGHTS = "rgb"


@dataclass(frozen=True)
class Renaming:
    """``types`` and ``colours`` by those whose place they take; all others keep their names."""

    types: Mapping[str, str]
    colours: Mapping[str, str]

    def shape(self, shape: Shape) -> Shape:
        """The shape with its parts renamed.

        >>> Renaming({"R": "C"}, {"g": "r"}).shape(Shape.from_code("RgP-cg--"))
        Shape.from_code('CrP-cr--')
        """
        return Shape(shape.parts, tuple(tuple(self._part(part) for part in layer) for layer in shape.layers))

    def step(self, step: Step) -> Step:
        """The step with all it takes and gives renamed."""
        taken, given = tuple(map(self._value, step.inputs)), tuple(map(self._value, step.outputs))
        return Step(step.machine, taken, given)

    def reversed(self) -> Renaming:
        """The renaming back."""
        types, colours = self.types.items(), self.colours.items()
        return Renaming({new: old for old, new in types}, {new: old for old, new in colours})

    def _part(self, part: str) -> str:
        kind = kind_of(part)
        if kind == CRYSTAL:
            return "c" + self.colours.get(part[1], part[1])
        if kind != NORMAL:
            return part
        return self.types.get(part[0], part[0]) + self.colours.get(part[1], part[1])

    def _value(self, value: Value) -> Value:
        return self.colours.get(value, value) if isinstance(value, str) else self.shape(value)


def renaming(goals: Sequence[Shape]) -> Renaming:
    """The renaming that gives all goals that are the same but for names the same names.

    >>> one, other = Shape.from_code("RgWbSg--:ccP-----"), Shape.from_code("WrCgRr--:cyP-----")
    >>> renaming([one]).shape(one) == renaming([other]).shape(other)
    True
    """
    # The ring's types in the order in which they are met get its types' names in their own order.
    seen = [part[0] for goal in goals for layer in goal.layers for part in layer if kind_of(part) == NORMAL]
    parts = goals[0].parts
    types: dict[str, str] = {}
    for letters in (types_of(parts), unpainted_types_of(parts)):
        order = dict.fromkeys([*(letter for letter in seen if letter in letters), *letters])
        types |= dict(zip(order, letters, strict=True))
    choices = []
    for lights in permutations(LIGHTS):
        names = dict(zip(LIGHTS, lights, strict=True))
        names |= {mix(a, b): mix(names[a], names[b]) for a, b in ("rg", "gb", "rb")}
        choices.append(Renaming(types, {colour: names.get(colour, colour) for colour in COLOURS}))
    return min(choices, key=lambda choice: [encoded(choice.shape(goal)) for goal in goals])


SHIPPED = "known_plans.json"

_TURNED = {"rotate-cw": "rotate-ccw", "rotate-ccw": "rotate-cw"}
_IMAGES = ((False, False), (True, False), (False, True), (True, True))

Image = tuple[bool, bool]
"""Whether a shape is reflected, and whether it is turned by half a ring; both undo themselves."""


class Table:
    """Known plans, by their goals.

    >>> from shapewright.shapez.plans import plan
    >>> from shapewright.shapez.problem import Problem
    >>> table = Table([plan("CuRu----").to_json()])
    >>> print(*table.steps(Problem("----SuWu"), 4), sep="\\n")
    swap WuWuWuWu SuSuSuSu -> WuWuSuSu SuSuWuWu
    rotate-cw SuSuWuWu -> WuSuSuWu
    cut WuSuSuWu -> WuSu---- ----SuWu
    """

    def __init__(self, records: Sequence[object], place: str = "the table") -> None:
        """``records`` are plans as :meth:`Plan.to_json` writes them; messages call the table ``place``.

        Raises ``NotationError`` for a record that is not a plan's or has several goals.
        """
        self._place = place
        self._by_look: dict[str, list[object]] = {}
        for number, record in enumerate(records, 1):
            goals = record.get("goals") if isinstance(record, Mapping) else None
            if not isinstance(goals, list) or not all(isinstance(goal, str) for goal in goals):
                raise NotationError(f"{self._place}: plan {number} is not a plan that 'shapez plan' wrote")
            if len(goals) != 1:
                raise NotationError(
                    f"{self._place}: plan {number} makes {len(goals)} shapes; a table has plans of one shape each, "
                    "which --separate writes"
                )
            self._by_look.setdefault(_look(str(goals[0])), []).append(record)
        self._count = len(records)

    @classmethod
    def from_text(cls, text: str, place: str = "the table") -> Table:
        """Read what ``shapez plan`` wrote; goals that have no plan there are left out.

        Raises ``NotationError`` for anything else.
        """
        if not text.strip():
            raise NotationError(f"{place} has no plan; a table is what 'shapez plan' wrote")
        return cls(list(_records(text, place)), place)

    def __len__(self) -> int:
        return self._count

    def __repr__(self) -> str:
        return f"<Table of {self._count} plans>"

    def steps(self, problem: Problem, layers: int) -> tuple[Step, ...] | None:
        """The steps, sources left out, of the known plan of the fewest machines for the only goal of ``problem``.

        It has been replayed for a limit of ``layers``. None if none is known that holds there. Raises
        ``NotationError`` if what stands there for the goal is not a plan.
        """
        if len(problem.shapes) != 1:
            return None
        goal = problem.shapes[0]
        records = self._by_look.get(_look(goal.to_code()), ())
        best: tuple[Step, ...] | None = None
        for record in records:
            known = self._read(record)
            steps = _moved(known, goal, layers)
            if steps is None or (best is not None and len(steps) >= len(best)):
                continue
            if not faults(assembled(problem, steps, layers)):
                best = steps
        return best

    def _read(self, record: Any) -> Plan:
        try:
            return Plan.from_json(record)
        except NotationError as error:
            raise NotationError(f"{self._place}, plan of {quote(record['goals'][0])}: {error}") from None


@lru_cache(maxsize=1)
def shipped_table() -> Table:
    """The table that came with the package."""
    found = resources.files(__package__) / SHIPPED
    return Table.from_text(found.read_text(encoding="utf-8"), SHIPPED)


def canonical(goal: Shape) -> str:
    """The code that stands for a goal and all that are the same but for names, a reflection or half a turn.

    >>> from shapewright.shapez.shape import Shape
    >>> canonical(Shape.from_code("RgWb----")) == canonical(Shape.from_code("----SbCr"))
    True
    """
    return _standard(goal)[2].to_code()


def _standard(goal: Shape) -> tuple[Image, Renaming, Shape]:
    found = []
    for image in _IMAGES:
        shape = _imaged(goal, image)
        names = renaming([shape])
        found.append((image, names, names.shape(shape)))
    return min(found, key=lambda each: encoded(each[2]))


def _imaged(shape: Shape, image: Image) -> Shape:
    mirrored, turned = image
    shape = shape.mirrored() if mirrored else shape
    return shape.rotated(shape.parts // 2) if turned else shape


def _moved(known: Plan, goal: Shape, layers: int) -> tuple[Step, ...] | None:
    """The plan's machines for another goal, which is the same but for names and images; None if it is not."""
    if known.inputs != "raw" or known.have:
        return None
    image, names, standard = _standard(goal)
    known_image, known_names, known_standard = _standard(known.goals[0])
    if standard != known_standard:
        return None
    back = names.reversed()

    def moved(value: Value) -> Value:
        if isinstance(value, str):
            standard_name = known_names.colours.get(value, value)
            return back.colours.get(standard_name, standard_name)
        return _imaged(back.shape(known_names.shape(_imaged(value, known_image))), image)

    found = []
    for step in known.steps:
        if not step.inputs:
            continue
        machine = "cut" if step.machine == "half-destroy" else step.machine
        machine = _TURNED.get(machine, machine) if image[0] != known_image[0] else machine
        taken = tuple(map(moved, step.inputs))
        given = replay(Step(machine, taken, ()), layers)
        if isinstance(given, str):
            return None
        found.append(Step(machine, taken, given))
    return tuple(found)


def _look(code: str) -> str:
    """What is the same for all that one plan serves: of each layer how many parts of each kind there are."""

    def kinds(layer: str) -> str:
        firsts = layer[::2]
        empty, pins, crystals = (firsts.count(letter) for letter in "-Pc")
        return f"{len(firsts)}.{empty}.{pins}.{crystals}"

    return ":".join(map(kinds, code.split(":")))


def _records(text: str, place: str) -> Iterator[object]:
    """The plans in a text, as plain data."""
    try:
        found = json_or_lines(text) if text.strip() else []
    except NotationError as error:
        raise NotationError(f"{place}: {error}; a table is what 'shapez plan' wrote") from None
    for where, record in found:
        yield from _plans_in(record, f"{place}, {where}")


def _plans_in(record: object, place: str) -> Iterator[object]:
    """The plans in an answer: ``plan``, or ``plans`` where each goal has its own."""
    if not isinstance(record, Mapping) or not ({"plan", "plans"} & record.keys()):
        raise NotationError(f"{place} has no plan; a table is what 'shapez plan' wrote with -o FILE.jsonl or --json")
    several = record["plans"] if "plans" in record else [record["plan"]]
    if not isinstance(several, list):
        raise NotationError(f"{place}: 'plans' is not a list of plans")
    yield from (each for each in several if each is not None)
