"""Shapes: machines cell by cell on codes, and everything that can be built of small rings by brute force."""

from __future__ import annotations

import re
import tomllib
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import ceil
from pathlib import Path
from typing import Any

from tests.audit import shapez_blueprints
from tests.reference.shapez import brute_force as shapez_brute_force
from tests.reference.shapez import parts as shapez_parts
from tests.reference.shapez import small_plans as shapez_small_plans
from tests.reference.shapez.brute_force import Buildable

ROOT = Path(__file__).parents[2]
RATES = ROOT / "examples" / "invented_rates.toml"
SHIPPED_RATES = ROOT / "src" / "shapewright" / "shapez" / "plans" / "full_belt.toml"

QUESTIONS = [
    "shapez plan Cu------ --layers 2",
    "shapez plan CuCu---- CrCr---- --layers 2",
    "shapez plan CuRu---- --layers 2 --no-table",
    "shapez plan 'CuCuCuCu:CuCuCuCu' --layers 2 --minimize depth",
    "shapez plan 'CuCu----:CuCu----' --layers 2 --inputs halves",
    "shapez plan 'RuRuRuRu:cyCuCuCu' --layers 2 --seed 2",
    f"shapez plan P-------:Cu------ --layers 2 --rates {RATES}",
    "shapez plan 'CrRr----' --layers 2 --minimize belt",
    f"shapez plan 'CuCuCuCu:CuCuCuCu' --layers 2 --minimize belt --rates {RATES}",
    "shapez plan '--Cu----:CuP-----' CuCuCuCu --layers 2",
    "shapez buildable 'CrRg----:cbP---Sw' --layers 2",
    "shapez buildable '--Cu----:CuP-----' 'CuCu----:--cr----' --layers 2",
    "shapez buildable 'P-------:--Cu----' --layers 2 --no-nearest",
    "shapez buildable '--Cu----:CuCu----' --layers 2 --vortex",
    "shapez buildable 'cu??----:P-P?Cu--' --layers 2",
    "shapez op cut CuRuSuWu crcrCuCu:P-------",
    "shapez op half-destroy 'crCu--cr:CuCuCuCu'",
    "shapez op swap CuCuCuCu RrRrRrRr:RrRrRrRr",
    "shapez op stack 'CuCu----' '--RuRu--:crSw----' --layers 3",
    "shapez op push-pin 'CuRu----:cr------:cr------' --layers 3",
    "shapez op paint CuCuP---:cuSgP--- --color r",
    "shapez op crystal CuP-----:--cg---- --color blue",
    "shapez op rotate CuRuSuWu --steps -1",
    "shapez op rotate HuGuFuHuHuFu --steps 180",
    "shapez op mix r cyan",
    "shapez op gravity --------:CuCu--cr:--P-----",
    "shapez show 'CuRrSgWb:P-cw----' ------------:HuHuFuGuHuHu",
    *shapez_blueprints.QUESTIONS,
    "shapez count quad1",
    "shapez count quad2",
    "shapez list quad1",
    "shapez list quad1 --canonical",
    "shapez list quad2 --set pp --limit 3",
    "shapez list quad1 --set halves",
    "shapez list quad2 --set swappable --canonical --limit 4",
    "shapez random quad2 --limit 4 --seed 3",
    "shapez random hex1",
    "shapez random quad2 --like goals --level 60 --limit 3 --seed 3",
    "shapez search quad1 --only halves",
]
NOT_JUDGED: list[str] = []

SLOW = [
    "shapez plan 'CrRg----:cbP---Sw'",
    "shapez count quad4",
    "shapez search hex1",
]


def is_true(answer: dict[str, Any]) -> bool | None:
    """Whether all that an answer says is so, by trying everything."""
    try:
        judge = _JUDGES.get(answer["command"].split()[1])
        if judge is None:
            return None
        return _verdict_follows(answer, answer["parameters"]) and judge(answer, answer["parameters"])
    except (KeyError, IndexError, TypeError, AttributeError, ValueError, StopIteration):
        return False  # what cannot be read says nothing true


def _verdict_follows(answer: dict[str, Any], parameters: dict[str, Any]) -> bool:
    """Whether verdict and reason, where they are given, are those of the other claims; these are judged alone."""
    first = None
    if "plan" in answer and answer["plan"] is None:
        one = answer["impossible"][0]
        first = f"{one['code']} cannot be built: {one['reason']}"
    elif "verdicts" in answer and not any("\n" in code for code in parameters["codes"]):
        impossible = [record for record in answer["verdicts"] if record["buildable"] is False]
        first = impossible[0]["reason"] if impossible else None
    verdict, reason = answer.get("verdict", ...), answer.get("reason", ...)
    return verdict in (..., "found" if first is None else "none") and reason in (..., first)


def _same(stated: object, found: object) -> bool:
    """Whether two values are the same, types included."""
    if isinstance(stated, list) and isinstance(found, list):
        return len(stated) == len(found) and all(map(_same, stated, found))
    if isinstance(stated, dict) and isinstance(found, dict):
        return stated.keys() == found.keys() and all(_same(stated[key], found[key]) for key in stated)
    return type(stated) is type(found) and stated == found


_ABOUT = ("version", "envelope", "command", "parameters", "seconds", "verdict", "reason")


def _claims(answer: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in answer.items() if key not in _ABOUT}


_CODE = re.compile(r"(?:--|P-|[CRSWHGFc][urgbcmyw])+(?::(?:--|P-|[CRSWHGFc][urgbcmyw])+)*")


def _code(text: str) -> str:
    """A code as it is written; ``ValueError`` for none."""
    text = text.strip()
    if not _CODE.fullmatch(text):
        raise ValueError(text)
    rows = [len(row) for row in text.split(":")]
    if set(rows) - {rows[0]} or rows[0] not in (8, 12, 16, 20):
        raise ValueError(text)
    return shapez_parts.code_of(shapez_parts.rows_of(text), rows[0] // 2)


# --- What can be built ----------------------------------------------------------------------------------------------


@cache
def _built(parts: int, layers: int) -> Buildable:
    if parts * layers > 8:
        raise ValueError("too large for brute force")
    return shapez_brute_force.buildable(parts, layers)


def _packed(code: str) -> int:
    kinds = {"nothing": 0, "normal": 1, "pin": 2, "crystal": 3}
    rows = shapez_parts.rows_of(code)
    parts = len(code.split(":")[0]) // 2
    return sum(
        kinds[shapez_parts.kind(part)] << 2 * (y * parts + x)
        for y, row in enumerate(rows)
        for x, part in enumerate(row)
    )


def _is_built(packed: int, built: Buildable) -> bool:
    return packed == 0 or built.ring.canonical(packed) in built.shapes


def _via(packed: int, built: Buildable) -> str:
    ring = built.ring
    shape = ring.canonical(packed)
    half = ring.parts // 2
    mask = sum(3 << 2 * (layer * ring.parts + x) for layer in range(ring.layers) for x in range(half))
    east_ones = built.halves | {0}
    if any(
        image & mask in east_ones and ring.images(image & ~mask)[half] in east_ones
        for image in ring.images(shape)[: ring.parts]
    ):
        return "swap"
    return "stack" if shape in built.stackable else "push-pin"


def _buildable(answer: dict[str, Any], parameters: dict[str, Any]) -> bool | None:
    layers = parameters.get("layers")
    if layers is None:
        return None
    records, codes = answer["verdicts"], parameters["codes"]
    if [record["code"] for record in records] != [code.strip() for code in codes] or answer["complete"] is not True:
        return False
    verdicts = [_verdict_is_true(record, parameters, int(layers)) for record in records]
    return False if False in verdicts else None if None in verdicts else True


def _verdict_is_true(record: dict[str, Any], parameters: dict[str, Any], layers: int) -> bool | None:
    code = record["code"]
    parts = len(code.split(":")[0]) // 2
    if parts * layers > 8:
        return None
    built = _built(parts, layers)
    if "?" in code:
        return _pattern_is_true(record, built)
    packed = _packed(_code(code))
    if packed >> 2 * parts * layers:
        return False
    able, variant = _is_built(packed, built), packed
    if not able and parameters.get("vortex"):
        able, variant = _variant(packed, built)
    if not _same(record["buildable"], able):
        return False
    if able:
        keys = {"code", "buildable", "reason", "via"} | ({"variant"} if parameters.get("vortex") else set())
        shown = not parameters.get("vortex") or _packed(record["variant"]) == variant
        return set(record) == keys and record["reason"] is None and record["via"] == _via(variant, built) and shown
    reason = record["reason"]
    stable = shapez_parts.settle(shapez_parts.rows_of(code)) == shapez_parts.rows_of(code)
    if not isinstance(reason, str) or stable == reason.startswith("not stable"):
        return False
    if place := re.search(r"layer (\d+), column (\d+)", reason):
        layer, column = int(place[1]), int(place[2])
        if shapez_parts.rows_of(code)[layer][column] == "--":
            return False
    if parameters.get("no_nearest") or parameters.get("nearest") is False or "nearest" not in record:
        return set(record) == {"code", "buildable", "reason"}
    least = next(n for n in range(1, parts * layers + 1) if _at_distance(packed, n, built))
    near = [_packed(other) for other in record["nearest"]]
    every = _at_distance(packed, least, built)
    distinct = len(set(near)) == len(near) == min(3, len(every))
    return distinct and set(near) <= every and _same(record["changed"], least) and record["nearest_proven"] is True


def _at_distance(packed: int, changes: int, built: Buildable) -> set[int]:
    cells = built.ring.parts * built.ring.layers
    found = set()
    for places in combinations(range(cells), changes):
        for kinds in product((1, 2, 3), repeat=changes):
            other = packed
            for place, change in zip(places, kinds, strict=True):
                other ^= change << 2 * place
            if _is_built(other, built):
                found.add(other)
    return found


def _variant(packed: int, built: Buildable) -> tuple[bool, int]:
    """Whether a shape can be delivered, and as what: pins and gaps below other parts are alike."""
    ring = built.ring
    grid = ring.grid(packed)
    places = [
        (row, column)
        for row in range(ring.layers)
        for column in range(ring.parts)
        if grid[row][column] in (0, 2) and any(grid[above][column] in (1, 3) for above in range(row + 1, ring.layers))
    ]
    bits = [2 << 2 * (row * ring.parts + column) for row, column in places]
    for number in range(len(bits) + 1):
        able = [packed ^ sum(chosen) for chosen in combinations(bits, number)]
        able = [other for other in able if _is_built(other, built)]
        if able:
            return True, min(able)
    return False, packed


def _pattern_is_true(record: dict[str, Any], built: Buildable) -> bool | None:
    ring, rows = built.ring, record["code"].split(":")
    masks = {"-": {0}, "P": {2}, "c": {3}, "C": {1}}
    choices: list[set[int]] = []
    for y in range(ring.layers):
        for x in range(ring.parts):
            part = rows[y][2 * x : 2 * x + 2] if y < len(rows) else "--"
            wild = {"??": {0, 1, 2, 3}, "A?": {1, 2, 3}, "N?": {1}, "P?": {0, 2}, "c?": {3}}
            if part not in wild and "?" in part:
                return None
            choices.append(wild.get(part) or masks[part[0]])
    able = {
        packed
        for kinds in product(*choices)
        if _is_built(packed := sum(kind << 2 * cell for cell, kind in enumerate(kinds)), built)
    }
    examples = [_packed(code) for code in record["examples"]]
    told = (record["buildable"], record["count"], len(set(examples)))
    reason = None if able else "none of the shapes it stands for can be built"
    return (
        _same(list(told), [bool(able), len(able), min(3, len(able))])
        and set(examples) <= able
        and record["reason"] == reason
        and len(examples) == len(set(examples))
    )


# --- Machines -------------------------------------------------------------------------------------------------------


_COLOURS = {"red": "r", "green": "g", "blue": "b", "cyan": "c", "magenta": "m", "yellow": "y", "white": "w"}


def _colour(text: str) -> str:
    letter = _COLOURS.get(text.lower(), text)
    if letter not in shapez_parts.LIGHTS:
        raise ValueError(text)
    return letter


def _run(machine: str, values: list[str], layers: int, colour: str, steps: Any) -> list[str]:
    """What a machine makes, as codes or colours."""
    if machine == "mix":
        return [shapez_parts.mix(_colour(values[0]), _colour(values[1]))]
    codes = [_code(value) for value in values]
    parts = len(codes[0].split(":")[0]) // 2
    rows = [shapez_parts.rows_of(code) for code in codes]
    turn = {"cw": 1, "ccw": -1, "180": parts // 2, None: 1}
    made = {
        "cut": lambda: shapez_parts.cut(rows[0]),
        "half-destroy": lambda: shapez_parts.cut(rows[0])[:1],
        "swap": lambda: shapez_parts.swap(rows[0], rows[1]),
        "stack": lambda: [shapez_parts.stack(rows[0], rows[1], layers)],
        "push-pin": lambda: [shapez_parts.push_pin(rows[0], layers)],
        "paint": lambda: [shapez_parts.paint(rows[0], colour)],
        "crystal": lambda: [shapez_parts.crystallise(rows[0], colour)],
        "rotate": lambda: [shapez_parts.rotate(rows[0], turn[steps] if steps in turn else int(steps))],
        "gravity": lambda: [shapez_parts.settle(rows[0])],
    }
    return [shapez_parts.code_of(each, parts) for each in made[machine]()]


def _op(answer: dict[str, Any], parameters: dict[str, Any]) -> bool | None:
    machine = parameters["machine"]
    if answer["complete"] is not True:
        return False
    codes = parameters["codes"]
    runs = [codes] if machine in ("swap", "stack", "mix") else [[code] for code in codes]
    colour = _colour(parameters.get("colour") or parameters.get("color") or "u")
    if len(runs) != len(answer["results"]):
        return False
    for run, record in zip(runs, answer["results"], strict=True):
        inputs = [_colour(value) if machine == "mix" else _code(value) for value in run]
        heights = [value.count(":") + 1 for value in inputs]
        layers = int(parameters.get("layers") or max(4, *heights, 0))
        made = _run(machine, inputs, layers, colour, parameters.get("steps"))
        if not _same(record, {"inputs": inputs, "outputs": made}):
            return False
    return True


def _show(answer: dict[str, Any], parameters: dict[str, Any]) -> bool | None:
    if answer["complete"] is not True or len(answer["shapes"]) != len(parameters["codes"]):
        return False
    for text, record in zip(parameters["codes"], answer["shapes"], strict=True):
        code = _code(text)
        rows, parts = shapez_parts.rows_of(code), len(code.split(":")[0]) // 2
        sides = [rows, [row[::-1] for row in rows]]
        turned = [shapez_parts.code_of(shapez_parts.rotate(side, n), parts) for side in sides for n in range(parts)]
        found = {
            "code": code,
            "parts": parts,
            "height": len(rows),
            "layers": rows,
            "stable": shapez_parts.trimmed(shapez_parts.settle(rows)) == rows,
            "canonical": min(turned, key=lambda other: (_packed(other), other)),
        }
        if not _same(record, found):
            return False
    return True


# --- Plans ----------------------------------------------------------------------------------------------------------


def _plan(answer: dict[str, Any], parameters: dict[str, Any]) -> bool | None:
    # No code at all is the empty shape, which needs no machine.
    goals = list(dict.fromkeys(_code(code) for code in parameters["codes"] if code.strip()))
    layers = int(parameters.get("layers") or max(4, *[goal.count(":") + 1 for goal in goals]))
    plan = answer["plan"]
    if answer["complete"] is not True:
        return False
    if plan is None:
        return _impossible_is_true(answer, goals, layers)
    if "impossible" in answer or plan["goals"] != goals or not _same(plan["layers"], layers):
        return False
    asked = {"minimize": parameters.get("minimize", "machines"), "inputs": parameters.get("inputs", "raw")}
    if any(plan[key] != value for key, value in asked.items()):
        return False
    depths = _replayed(plan, layers)
    if depths is None or any(goal not in depths for goal in goals):
        return False
    machines = [step["machine"] for step in plan["steps"] if step["inputs"]]
    numbers = {"cost": len(machines), "depth": max(depths[goal] for goal in goals)}
    if not all(_same(plan[key], number) for key, number in numbers.items()):
        return False
    if plan["machines"] != {machine: machines.count(machine) for machine in machines}:
        return False
    uncoloured = any(step["outputs"] == ["u"] for step in plan["steps"])
    if not isinstance(plan["notes"], list) or len(plan["notes"]) != uncoloured + (plan["minimize"] == "belt"):
        return False
    if plan.get("proof_of") != ("plans that do not merge belts" if plan["minimize"] == "belt" else None):
        return False
    if not _belt_is_true(answer, parameters, plan):
        return False
    is_belt = plan["minimize"] == "belt"
    reached = plan["belt"] if is_belt else numbers["cost" if plan["minimize"] == "machines" else "depth"]
    bound = plan["lower_bound"]
    if type(bound) is not int or not 0 <= bound <= reached or plan["optimal"] is not (bound == reached):
        return False
    if is_belt:
        return None if bound else True  # no bound for belts is known here
    return _bound_is_true(plan, goals, layers, bound)


def _replayed(plan: dict[str, Any], layers: int) -> dict[str, int] | None:
    """The depth of every value that is made; None if a step is wrong."""
    depths: dict[str, int] = {}
    steps = plan["steps"]
    for number, step in enumerate(steps):
        if set(step) != {"machine", "inputs", "outputs"}:
            return None
        taken = [steps[place]["outputs"][output] for place, output in step["inputs"]]
        if any(place >= number or min(place, output) < 0 for place, output in step["inputs"]):
            return None
        if not taken:
            if not _is_source(step, plan["inputs"]):
                return None
            depths.setdefault(step["outputs"][0], 0)
            continue
        machine = step["machine"]
        colour = taken.pop() if machine in ("paint", "crystal") else "u"
        if machine == "paint" and colour == "u":
            return None
        steps_of = {"rotate-cw": "cw", "rotate-ccw": "ccw", "rotate-180": "180"}
        name = "rotate" if machine in steps_of else machine
        if len(taken) != (2 if name in ("swap", "stack", "mix") else 1):
            return None
        if _run(name, taken, layers, _colour(colour), steps_of.get(machine)) != step["outputs"]:
            return None
        depth = 1 + max(depths[value] for value in [*taken, *([colour] if machine in ("paint", "crystal") else [])])
        for value in step["outputs"]:
            depths.setdefault(value, depth)
    return depths


def _is_source(step: dict[str, Any], inputs: str) -> bool:
    machine, (value,) = step["machine"], step["outputs"]
    if machine == "fluid":
        return value in ("r", "g", "b", "u")
    parts = [value[at : at + 2] for at in range(0, len(value), 2)]
    if machine == "miner":
        return ":" not in value and len(set(parts)) == 1 and parts[0][0] in "CRSWHGF" and parts[0][1] == "u"
    return bool(machine == "input" and inputs == "halves" and _code(value) == value)


def _bound_is_true(plan: dict[str, Any], goals: list[str], layers: int, bound: int) -> bool | None:
    """Whether every plan has as many machines, or is as deep: by every plan of a few machines, colours left out."""
    if plan["inputs"] == "halves" or bound == 0:
        return True if bound <= 1 else None
    if layers > 2 or len(goals[0].split(":")[0]) != 8:
        return None
    if plan["minimize"] == "depth":
        known = max(_depths(layers).get(_packed(goal), 4) for goal in goals)
        return True if bound <= known else None
    # A painter for each colour, mixers, and the machines of the dearest goal without colours.
    least = _least(layers)
    plain = max(least.get(_packed(goal), 5) for goal in goals)
    normal = {part[1] for goal in goals for part in re.findall(r"[CRSWHGF][urgbcmyw]", goal)} - {"u"}
    crystals = {part[1] for part in re.findall(r"c[urgbcmyw]", " ".join(goals))} - {"u"}
    mixed = len((normal | crystals) & set("ycm"))
    known = plain + len(normal) + mixed
    return True if bound <= known else None


@cache
def _least(layers: int) -> dict[int, int]:
    return shapez_small_plans.least_machines(4, layers, 4)


@cache
def _depths(layers: int) -> dict[int, int]:
    return shapez_small_plans.depths(4, layers, 3)


def _belt_is_true(answer: dict[str, Any], parameters: dict[str, Any], plan: dict[str, Any]) -> bool:
    is_belt = plan["minimize"] == "belt"
    if "rates" not in parameters and not is_belt:
        return "full_belt" not in answer and "belt" not in plan
    table = tomllib.loads(parameters.get("rates") or SHIPPED_RATES.read_text(), parse_float=str)
    belt = Fraction(table["belt"]["rate"]) if "belt" in table else Fraction(1)
    rates = {
        name: Fraction(one["rate"]) if "rate" in one else belt / Fraction(one["per_belt"])
        for name, one in table["machines"].items()
    }
    steps = plan["steps"]
    made: dict[str, int] = {}
    for number, step in enumerate(steps):
        for value in step["outputs"]:
            made.setdefault(value, number)
    wanted = dict.fromkeys(plan["goals"], 1)
    runs = [0] * len(steps)
    for number in reversed(range(len(steps))):
        runs[number] = max(wanted.get(value, 0) if made[value] == number else 0 for value in steps[number]["outputs"])
        for place, output in steps[number]["inputs"]:
            value = steps[place]["outputs"][output]
            wanted[value] = wanted.get(value, 0) + runs[number]
    exact = [
        run * belt / rates.get(step["machine"], belt) if step["inputs"] else Fraction(0)
        for run, step in zip(runs, steps, strict=True)
    ]
    totals: dict[str, int] = {}
    for step, number in zip(steps, exact, strict=True):
        if step["inputs"]:
            totals[step["machine"]] = totals.get(step["machine"], 0) + ceil(number)
    found = {
        "belt_rate": str(belt),
        "merging": False,
        "machines": [ceil(number) for number in exact],
        "exact": list(map(str, exact)),
        "belts": [str(0 if step["inputs"] else run) for run, step in zip(runs, steps, strict=True)],
        "totals": totals,
        "sources": {
            **({"belt": table["belt"]["source"]} if "belt" in table else {}),
            **{name: one["source"] for name, one in table["machines"].items()},
        },
    }
    assumed = [step["machine"] for step in steps if step["inputs"] and step["machine"] not in rates]
    said = dict(answer["full_belt"])
    if sorted(said.pop("assumed", [])) != sorted(set(assumed)):
        return False
    return _same(said, found) and plan.get("belt") == (sum(totals.values()) if is_belt else None)


def _impossible_is_true(answer: dict[str, Any], goals: list[str], layers: int) -> bool | None:
    parts = len(goals[0].split(":")[0]) // 2
    if parts * layers > 8:
        return None
    built = _built(parts, layers)
    wrong = [goal for goal in goals if not _is_built(_packed(goal), built)]
    records = answer["impossible"]
    if not wrong or [record["code"] for record in records] != wrong:
        return False
    for record in records:
        least = next(n for n in range(1, 9) if _at_distance(_packed(record["code"]), n, built))
        every = _at_distance(_packed(record["code"]), least, built)
        near = [_packed(code) for code in record["nearest"]]
        if set(record) != {"code", "reason", "nearest"} or not isinstance(record["reason"], str):
            return False
        if not set(near) <= every or not len(set(near)) == len(near) == min(3, len(every)):
            return False
        if not record["reason"].startswith("not stable (layer "):
            return None
    return True


# --- Whole configurations -------------------------------------------------------------------------------------------


def _configured(parameters: dict[str, Any]) -> Buildable:
    found = re.fullmatch(r"(quad|hex)([12])", parameters["configuration"])
    if found is None:
        raise ValueError(parameters["configuration"])
    return _built({"quad": 4, "hex": 6}[found[1]], int(found[2]))


def _numbers(built: Buildable) -> dict[str, int]:
    shapes = built.shapes | {0}
    swappable = sum(_via(shape, built) == "swap" for shape in shapes)
    return {
        "halves": len(built.halves | {0}),
        "halves_canonical": len({min(half, built.ring.flipped(half)) for half in built.halves | {0}}),
        "total": len(shapes),
        "swappable": swappable,
        "non_swappable": len(shapes) - swappable,
        "pp_essential": sum(_via(shape, built) == "push-pin" for shape in shapes),
        "oriented_total": sum(len(set(built.ring.images(shape))) for shape in shapes),
    }


def _count(answer: dict[str, Any], parameters: dict[str, Any]) -> bool | None:
    try:
        numbers = _numbers(_configured(parameters))
    except ValueError:
        return None
    return _same(_claims(answer), {"complete": True, "configuration": parameters["configuration"], **numbers})


def _search(answer: dict[str, Any], parameters: dict[str, Any]) -> bool | None:
    return None  # verify never calls it right: the file is not in the answer


def _list(answer: dict[str, Any], parameters: dict[str, Any]) -> bool | None:
    try:
        built = _configured(parameters)
    except ValueError:
        return None
    ring, which = built.ring, parameters.get("set", "all")
    canonical, limit = parameters.get("canonical"), parameters.get("limit")
    shapes = built.shapes | {0}
    if which == "halves":
        found = built.halves | {0}
        classes = {min(half, ring.flipped(half)) for half in found}
        found = classes if canonical else found
    else:
        wanted = {"all": ("swap", "stack", "push-pin"), "swappable": ("swap",), "pp": ("push-pin",)}
        ways = wanted.get(which, ("stack", "push-pin"))
        found = {shape for shape in shapes if _via(shape, built) in ways}
        if not canonical:
            found = {image for shape in found for image in ring.images(shape)}
    codes = [record["code"] for record in answer["shapes"]]
    packed = [_packed(_code(code)) for code in codes]
    normal = {code[at : at + 2] for code in codes for at in range(len(code)) if code[at] in "CRSWHGF"}
    plain = "Hu" if ring.parts == 6 else "Cu"
    if canonical:
        packed = [min(each, ring.flipped(each)) if which == "halves" else ring.canonical(each) for each in packed]
    number = len(found) if limit is None else min(int(limit), len(found))
    if answer["complete"] is False and 0 < len(packed) < number:  # the time limit was reached
        number = len(packed)
    told = {"configuration": parameters["configuration"], "set": which, "complete": number == len(found)}
    return (
        len(packed) == len(set(packed)) == number
        and set(packed) <= found
        and normal <= {plain}
        and all(set(record) == {"code"} for record in answer["shapes"])
        and all(_same(answer[key], value) for key, value in told.items())
    )


def _random(answer: dict[str, Any], parameters: dict[str, Any]) -> bool | None:
    try:
        built = _configured(parameters)
    except ValueError:
        return None
    codes = [record["code"] for record in answer["shapes"]]
    seed, limit = parameters.get("seed"), int(parameters.get("limit") or 1)
    return (
        all(_is_built(_packed(_code(code)), built) for code in codes)
        and len(codes) == limit
        and answer["complete"] is True
        and answer["configuration"] == parameters["configuration"]
        and (seed is None or _same(answer["seed"], int(seed)))
    )


_JUDGES: dict[str, Any] = {
    "plan": _plan,
    "buildable": _buildable,
    "op": _op,
    "show": _show,
    "count": _count,
    "search": _search,
    "list": _list,
    "random": _random,
    "blueprint": shapez_blueprints.is_true,
}
