"""Answers of ``shapez op`` and ``shapez show``: what machines do, by the rules, and what a code says."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING, Any

from shapewright.errors import NotationError
from shapewright.shapez import rules
from shapewright.shapez.claims.question import codes_of, game_of, layers_of
from shapewright.shapez.colours import colour, disputed, mix
from shapewright.shapez.machines import MACHINES, read_steps
from shapewright.shapez.shape import Shape
from shapewright.shapez.shorthand import expanded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapewright.claims import Case


def op(case: Case) -> None:
    """An answer of ``shapez op MACHINE --json``."""
    machine = case.asked.text("machine") or ""
    records = case.answer["results"]
    case.compare("complete", True, "nothing was left out")
    case.findings.verdict(case.answer, "found")
    asked = _asked(case, machine)
    if asked is not None and len(asked) != len(records):
        case.findings.wrong("results", f"there are {len(records)}, and {len(asked)} were asked for")
    for number, record in enumerate(records, 1):
        inputs, outputs = record["inputs"], record["outputs"]
        notes = disputed([(inputs[0], inputs[1])]) if machine == "mix" and game_of(case) == "1.0" else []
        case.findings.compare("results.notes", record.get("notes", []), notes, "by the table of colours", run=number)
        if asked is not None and number <= len(asked):
            wanted = list(map(str, asked[number - 1]))
            if not case.findings.compare("results.inputs", inputs, wanted, "what was asked", run=number):
                continue
        values = [_value(case, machine, text) for text in inputs]
        made = list(map(str, _made(case, machine, values)))
        case.findings.compare("results.outputs", outputs, made, "by the rules", run=number)
    case.findings.right("results", "by the rules")
    if asked is None:
        case.findings.unchecked("results", "what was asked is in a file, which is not in the answer")


def _asked(case: Case, machine: str) -> list[tuple[Shape | str, ...]] | None:
    """The inputs of each run that was asked for; None if they are in a file that is not in the answer."""
    lines = codes_of(case)
    if lines is None:
        return None
    if MACHINES[machine].takes == 1:
        return [(_value(case, machine, line),) for line in lines]
    each = [[line.strip() for line in text.splitlines() if line.strip()] for text in case.asked.texts("codes")]
    first, second = each
    return [(_value(case, machine, a), _value(case, machine, b)) for a in first for b in second]


def _value(case: Case, machine: str, text: str) -> Shape | str:
    game = game_of(case)
    return colour(text, game) if machine == "mix" else Shape.from_code(text, game=game)


def _made(case: Case, machine: str, values: Sequence[Any]) -> tuple[Shape | str, ...]:
    """What a machine gives."""
    takes = MACHINES[machine].takes
    if len(values) != takes:
        raise NotationError(f"the machine {machine} takes {takes}, and there are {len(values)} inputs")
    match machine:
        case "rotate":
            return (values[0].rotated(_steps(case, values[0])),)
        case "mix":
            return (mix(values[0], values[1]),)
        case "gravity":
            return (values[0].settled(),)
    fluid = ""
    if machine in ("paint", "crystal"):
        fluid = colour(case.asked.text("colour") or "", game_of(case))
    return rules.made(machine, values, fluid, layers_of(case))


def _steps(case: Case, shape: Shape) -> int:
    number = read_steps(case.asked.text("steps") or "cw")
    columns = number if abs(number) <= shape.parts else Fraction(number * shape.parts, 360)
    if columns != int(columns):
        raise NotationError(f"a ring of {shape.parts} cannot turn by {number}")
    return int(columns)


def show(case: Case) -> None:
    """An answer of ``shapez show --json``."""
    case.compare("complete", True, "nothing was left out")
    case.findings.verdict(case.answer, "found")
    lines = codes_of(case)
    if lines is None:
        lines = [record["code"] for record in case.answer["shapes"]]
        case.findings.unchecked("shapes", "what was asked is in a file, which is not in the answer")
    shapes = [shape for line in lines for shape in expanded(line, game_of(case))]
    case.compare("shapes", list(map(_described, shapes)), "by the codes")


def _described(shape: Shape) -> dict[str, Any]:
    turned = chain.from_iterable([(shape.rotated(n), shape.mirrored().rotated(n)) for n in range(shape.parts)])
    return {
        "code": str(shape),
        "parts": shape.parts,
        "height": len(shape.layers),
        "layers": [list(layer) for layer in shape.layers],
        "stable": shape.settled() == shape,
        "canonical": str(min(turned, key=lambda other: (other.packed(), str(other)))),
    }
