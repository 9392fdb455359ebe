"""Random small problems of each family, as parameters, and what Python says of them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from shapewright import clear, packing, shapez, stacking, tiling
from shapewright.cells.grid import Board
from shapewright.cells.pieces import parse_pieces

from .asking import Parameters

Case = tuple[str, Parameters, Callable[[], dict[str, Any]]]
"""A verb, its parameters, and some keys of its envelope as the Python API has them."""


def _tiling(random: Random) -> Case:
    width, height = random.choice([(3, 3), (4, 3), (4, 4), (5, 3), (2, 6)])
    cells = [(x, y) for x in range(width) for y in range(height)]
    holes = random.sample(cells, random.randrange(3))
    names = ("any*I2", "any*L3", "0-2*I3", "any*fixed-I2", "1+*L4", "fixed-#./##", "any*one-sided-S4", "2*I1", "any*I1")
    pieces = ",".join(random.sample(names, random.randrange(1, 4)))
    parameters: Parameters = {"board": f"{width}x{height}", "pieces": pieces}
    if holes:
        parameters["hole"] = [f"{x},{y}" for x, y in holes]
    problem = tiling.Problem(Board.box(width, height).without(holes), parse_pieces(pieces))
    verb = random.choice(("solve", "count", "list", "unique", "explain", "random"))
    if verb == "list":
        parameters["limit"] = random.randrange(1, 20)
    if verb == "random":
        parameters |= {"seed": random.randrange(100), "limit": random.randrange(1, 4)}
    if verb in ("count", "unique") and random.random() < 0.5:
        parameters["up_to_symmetry"] = True
    if random.random() < 0.4:  # a file, to which options add holes
        del parameters["board"], parameters["pieces"]
        parameters["puzzle"] = tiling.Problem(Board.box(width, height), parse_pieces(pieces)).to_text()
    symmetric = "up_to_symmetry" in parameters
    said: dict[str, Callable[[], dict[str, Any]]] = {
        "count": lambda: {"count": tiling.count(problem, up_to_symmetry=symmetric)},
        "solve": lambda: {"solutions": [_placements(one) for one in filter(None, [tiling.first(problem)])]},
        "list": lambda: {"solutions": [_placements(one) for one in tiling.solve(problem, limit=parameters["limit"])]},
    }
    return verb, parameters, said.get(verb, dict)


def _placements(solution: tiling.Solution) -> dict[str, Any]:
    return {
        "placements": [{"piece": one.piece, "cells": [list(cell) for cell in one.cells]} for one in solution.placements]
    }


def _packing(random: Random) -> Case:
    bag = "".join(random.choice("IJLOSTZ") for _ in range(random.randrange(1, 8)))
    parameters: Parameters = {"bag": bag}
    verb = random.choice(("pack", "pack", "feasible"))
    box = (random.randrange(3, 8), random.randrange(3, 8))
    if verb == "feasible" or random.random() < 0.3:
        parameters["box"] = f"{box[0]}x{box[1]}"
    elif random.random() < 0.4:
        parameters |= {"objective": "area"}
    else:
        found = packing.Bag.from_text(bag)
        return verb, parameters, lambda: {"score": float(packing.pack(found).score)}
    return verb, parameters, dict


def _stacking(random: Random) -> Case:
    sequence = "".join(random.choice("IOTJLSZ") for _ in range(random.randrange(1, 7)))
    width = random.randrange(4, 8)
    parameters: Parameters = {"sequence": sequence, "width": width}
    keywords: dict[str, Any] = {}
    if random.random() < 0.3:
        parameters["no_rotation"], keywords["rotation"] = True, False
    if random.random() < 0.2:
        parameters["hold"] = keywords["hold"] = True
    if random.random() < 0.3:
        parameters["objective"] = keywords["objective"] = random.choice(("holes", "flatness"))
    verb = random.choice(("solve", "count"))
    if verb == "solve" and random.random() < 0.3:
        parameters["best"] = random.randrange(2, 5)
    problem = stacking.Problem(sequence, width, **keywords)

    def said() -> dict[str, Any]:
        first = stacking.first(problem)
        return {} if first is None else {"value": first.value}

    return verb, parameters, said


def _clear(random: Random) -> Case:
    field, pieces = random.choice(
        [
            ("XXXXXX____/XXXXXX____/XXXXXX____/XXXXXX____", 4),
            ("X____XXXXX/X____XXXXX", 2),
            ("XXXX______/XXXX______", 3),
            ("XXX_______/XXXXX_____/XXXXX_____/XXXX______", 7),
        ]
    )
    height = field.count("/") + 1
    verb = random.choice(("solve", "percent", "path"))
    parameters: Parameters = {"field": field, "height": height}
    start = clear.Field.from_text(field)
    if verb == "solve":
        queue = "".join(random.choices("IOTJLSZ", k=pieces + random.randrange(2)))
        parameters["queue"] = queue
        return verb, parameters, lambda: {"found": clear.first(start, queue, height=height) is not None}
    if random.random() < 0.3:
        parameters["no_hold"] = True
    pattern = f"*p{min(pieces, 4)}" if pieces <= 4 else "I,*p3,[LJ]!,*"
    if height != 4:
        pattern = f"*p{pieces + 1}"
    parameters["patterns"] = pattern
    chance = lambda: clear.percent(start, pattern, height=height, hold="no_hold" not in parameters)  # noqa: E731
    return verb, parameters, (lambda: {"solved": chance().solved}) if verb == "percent" else dict


def _shapez(random: Random) -> Case:
    def layer() -> str:
        return "".join(random.choice(("--", "--", "Cu", "Rr", "Sg", "P-", "cw")) for _ in range(4))

    code = ":".join(layer() for _ in range(random.randrange(1, 4)))
    verb = random.choice(("buildable", "buildable", "op", "plan"))
    if verb == "op":
        machine = random.choice(("cut", "push-pin", "rotate", "gravity", "half-destroy"))
        return verb, {"machine": machine, "codes": [code]}, dict
    shape = shapez.Shape.from_code(code)
    if verb == "buildable":
        return verb, {"codes": [code]}, lambda: {"verdicts.0.buildable": shapez.is_buildable(shape)}
    return verb, {"codes": [code], "layers": 4}, dict


RANDOM: dict[str, Callable[[Random], Case]] = {
    "tiling": _tiling,
    "packing": _packing,
    "stacking": _stacking,
    "clear": _clear,
    "shapez": _shapez,
}
