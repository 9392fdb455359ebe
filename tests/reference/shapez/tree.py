"""Plans as indented trees, as :mod:`shapewright.shapez.plans.tree` and the C++ program write them, read."""

from __future__ import annotations

import re

from shapewright.errors import NotationError, quote
from shapewright.shapez import rules
from shapewright.shapez.plans.steps import Plan, Step, depths_of
from shapewright.shapez.shape import Shape

_LINE = re.compile(r"( *)\[(\w+)(?: (\d+))?\] (\S+)\s*")


def parse(text: str, layers: int | None = None) -> Plan:
    """Read a tree as a plan from halves, to be checked by :func:`shapewright.shapez.check.faults`.

    Nothing is believed of it: the shapes of its lines are the outputs the steps are said to have. Rotations by several
    columns become machines that each turn by one column or half a ring.

    >>> print(parse("[swap] CuCuCrCr\\n  [input] CuCu----\\n  [input] ----CrCr"))
    1  input -> CuCu----
    2  input -> ----CrCr
    3  swap 1, 2 -> CuCuCrCr  (--------)
    1 machine, at least 0 needed

    Raises ``NotationError`` for a line that is none of this notation.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    reader = _Reader(lines)
    goals = []
    while reader.place < len(lines):
        goals.append(reader.node(0))
    if not goals:
        raise NotationError("a plan's tree has at least one line, such as '[input] Cu------'")
    if any(goal.height == 0 for goal in goals):
        raise NotationError("a plan's tree makes an empty shape")
    height = max(shape.height for step in reader.steps for shape in step.outputs if isinstance(shape, Shape))
    depths = depths_of(reader.steps)  # an operand that is left out is empty; nothing makes it
    return Plan(
        goals=tuple(goals),
        steps=tuple(reader.steps),
        cost=sum(1 for step in reader.steps if step.inputs),
        lower_bound=0,
        optimal=False,
        depth=max(depths[goal] for goal in goals),
        layers=layers or height,
        inputs="halves",
    )


class _Reader:
    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.place = 0
        self.steps: list[Step] = []
        self.made: set[Shape] = set()

    def node(self, depth: int) -> Shape:
        """Read the node that starts here, add its steps, and return its shape."""
        number = self.place + 1
        match = _LINE.fullmatch(self.lines[self.place])
        if match is None or len(match[1]) != 2 * depth:
            raise NotationError(
                f"line {number} of the tree, {quote(self.lines[self.place])}, is not a node at depth {depth}"
            )
        name, count, shape = match[2], match[3], Shape.from_code(match[4])
        self.place += 1
        children = []
        while self.place < len(self.lines) and self._depth() > depth:
            children.append(self.node(depth + 1))
        operands = {"input": 0, "cut_east": 1, "pin_push": 1, "rotate_cw": 1, "rotate_180": 1}.get(name)
        if name not in ("swap", "stack", *_SINGLE) or (operands is not None and len(children) != operands):
            raise NotationError(f"line {number} of the tree: [{name}] with {len(children)} operands is unknown")
        self._add(name, int(count or 1), shape, children, number)
        return shape

    def _depth(self) -> int:
        line = self.lines[self.place]
        return (len(line) - len(line.lstrip(" "))) // 2

    def _add(self, name: str, count: int, shape: Shape, children: list[Shape], number: int) -> None:
        empty = Shape(shape.parts)
        if name == "input":
            self._step("input", (), (shape,))
        elif name == "cut_east":
            self._step("half-destroy", (children[0],), (shape,))
        elif name == "pin_push":
            self._step("push-pin", (children[0],), (shape,))
        elif name == "swap":
            if not 1 <= len(children) <= 2:
                raise NotationError(f"line {number} of the tree: [swap] takes one or two operands, not {len(children)}")
            if len(children) == 1:  # the other side is empty
                is_west = all(part == "--" for layer in children[0].layers for part in layer[: shape.parts // 2])
                children = [empty, *children] if is_west else [*children, empty]
            a, b = children
            self._step("swap", (a, b), (shape, rules.swap(a, b)[1]))
        elif name == "stack":
            if not children:
                raise NotationError(f"line {number} of the tree: [stack] takes a base and pieces")
            base = children[0]
            for place, piece in enumerate(children[1:], 2):
                below, base = base, shape if place == len(children) else rules.stack(base, piece, None)
                self._step("stack", (below, piece), (base,))
        else:
            turn = shape.parts // 2 if name == "rotate_180" else count % shape.parts
            self._turn(children[0], turn, shape)

    def _turn(self, shape: Shape, turn: int, goal: Shape) -> None:
        half = shape.parts // 2
        if turn > half:
            turn -= shape.parts
        while turn:
            machine, step = (
                ("rotate-180", half) if turn == half else ("rotate-cw", 1) if turn > 0 else ("rotate-ccw", -1)
            )
            turn -= step
            following = shape.rotated(step) if turn else goal
            self._step(machine, (shape,), (following,))
            shape = following

    def _step(self, machine: str, inputs: tuple[Shape, ...], outputs: tuple[Shape, ...]) -> None:
        if outputs[0] in self.made:  # written out again where it is taken again
            return
        self.made.update(outputs)
        self.steps.append(Step(machine, inputs, outputs))


_SINGLE = ("input", "cut_east", "pin_push", "rotate_cw", "rotate_180")
