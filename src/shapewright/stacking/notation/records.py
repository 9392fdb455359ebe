"""Problems and plans as JSON: what an answer of the command line holds, and what ``verify`` and ``show`` read."""

from __future__ import annotations

from collections.abc import Iterable

from shapewright.cells.polyomino import Polyomino
from shapewright.claims import flag, whole
from shapewright.errors import NotationError, quote
from shapewright.stacking.check import faults
from shapewright.stacking.notation.board import board_text, parse_start
from shapewright.stacking.objective_words import past_bound
from shapewright.stacking.pieces import FallingPiece, tetrominoes
from shapewright.stacking.plan import Drop, Plan
from shapewright.stacking.problem import WIDTH, Problem
from shapewright.stacking.replay import value as reached
from shapewright.stacking.rules import COUNTED, bound_key, signed

_KEYS = {
    "sequence": list,
    "width": int,
    "pieces": dict,
    "board": str,
    "rotation": bool,
    "hold": bool,
    "clear_lines": bool,
    "objective": str,
    "height_limit": int,
    "drop": str,
}

_KINDS = {list: "a list", int: "a whole number", dict: "an object", str: "a text", bool: "true or false"}


def problem_to_json(problem: Problem) -> dict[str, object]:
    """The problem as plain data, without what is as usual."""
    data: dict[str, object] = {"sequence": list(problem.sequence), "width": problem.width}
    own = {
        piece.name: [shape.to_text().replace("\n", "/") for shape in piece.orientations]
        for piece in problem.pieces
        if piece not in tetrominoes()
    }
    if own:
        data["pieces"] = own
    if problem.board:
        data["board"] = board_text(problem.board, problem.width, one_line=True)
    if not problem.rotation:
        data["rotation"] = False
    for key in ("hold", "clear_lines"):
        if getattr(problem, key):
            data[key] = True
    if problem.objective != "height":
        data["objective"] = problem.objective
    if problem.height_limit is not None:
        data["height_limit"] = problem.height_limit
    if problem.drop != "hard":
        data["drop"] = problem.drop
    return data


def problem_from_json(data: object) -> Problem:
    """The problem in plain data; ``NotationError`` names the key that is wrong."""
    if not isinstance(data, dict):
        raise NotationError("the problem is not a JSON object")
    for key, value in data.items():
        if key not in _KEYS:
            raise NotationError(f"{quote(str(key))} is not a key of a problem; expected {', '.join(_KEYS)}")
        if not isinstance(value, _KEYS[key]) or (_KEYS[key] is int and isinstance(value, bool)):
            raise NotationError(f"the {quote(key)} of the problem is not {_KINDS[_KEYS[key]]}")
    if "sequence" not in data:
        raise NotationError("the problem has no 'sequence'")
    if not all(isinstance(name, str) for name in data["sequence"]):
        raise NotationError("the 'sequence' of the problem is not a list of names")
    given = {key: value for key, value in data.items() if key not in ("pieces", "board", "sequence")}
    pieces = tuple([_piece(name, drawings) for name, drawings in data.get("pieces", {}).items()])
    board = frozenset[tuple[int, ...]]()
    if "board" in data:
        start = parse_start(data["board"])
        board = start.cells
        if start.width != data.get("width", WIDTH):
            wide = data.get("width", WIDTH)
            raise NotationError(f"the board of the problem is {start.width} columns wide, but its width is {wide}")
    return Problem(tuple(data["sequence"]), pieces=pieces, board=board, **given)


def drops_to_json(drops: Iterable[Drop]) -> list[dict[str, object]]:
    """The drops as plain data."""
    return [
        {
            "piece": drop.piece,
            "column": drop.column,
            "rotation": drop.rotation,
            **({"path": drop.path} if drop.path else {}),
        }
        for drop in drops
    ]


def drops_from_json(data: object) -> tuple[Drop, ...]:
    """The drops in plain data; ``NotationError`` says which is wrong."""
    if not isinstance(data, list):
        raise NotationError("the plan is not a list of drops")
    drops = []
    for number, record in enumerate(data, start=1):
        if not isinstance(record, dict) or not isinstance(record.get("piece"), str):
            raise NotationError(f"drop {number} of the plan is not {{'piece': name, 'column': x, 'rotation': degrees}}")
        column, rotation, path = record.get("column"), record.get("rotation", 0), record.get("path", "")
        if type(column) is not int or type(rotation) is not int:
            raise NotationError(f"drop {number} of the plan has no whole number for its column or its rotation")
        if not isinstance(path, str):
            raise NotationError(f"the path of drop {number} of the plan is not a text")
        drops.append(Drop(record["piece"], column, rotation, path))
    return tuple(drops)


def plan_to_json(plan: Plan) -> dict[str, object]:
    """The plan as plain data: its drops under ``plan``, and what they come to."""
    data: dict[str, object] = {
        "height": plan.height,
        "objective": plan.problem.objective,
        "value": plan.value,
        bound_key(plan.problem.objective): plan.bound,
        "optimal": plan.optimal,
        "plan": drops_to_json(plan.drops),
        "text": plan.to_text(),
        "problem": problem_to_json(plan.problem),
    }
    return data | {"first": True} if plan.first else data


def plan_from_json(data: object) -> Plan:
    """The plan in plain data, replayed; what follows from its drops need not stand there.

    Raises ``NotationError`` for what is missing or malformed, for drops that cannot be made, and for a value that they
    do not reach.
    """
    if not isinstance(data, dict) or not {"plan", "problem"} <= data.keys():
        raise NotationError("this is not a plan: expected an object with 'plan' and 'problem'")
    problem = problem_from_json(data["problem"])
    drops = drops_from_json(data["plan"])
    found = faults(problem, drops)
    if found:
        raise NotationError(f"the plan cannot be carried out: {found[0]}")
    bound = stated_bound(data, problem)
    if bound is None:
        raise NotationError(f"its {bound_key(problem.objective)!r} is not a whole number")
    value = reached(problem, drops)
    plan = Plan(problem, drops, value, bound, flag(data, "first", default=False))
    derived = plan_to_json(plan)
    for key in ("height", "objective", "value", "optimal", "text"):
        if key in data and data[key] != derived[key]:
            raise NotationError(f"the {key!r} of the plan is {derived[key]!r}, not {quote(str(data[key]))}")
    if signed(problem.objective, value) < signed(problem.objective, bound):
        raise NotationError(f"the {problem.objective} of {value} is {past_bound(problem.objective)} of {bound}")
    return plan


def stated_bound(data: dict[str, object], problem: Problem) -> int | None:
    """Return the bound of a plan, or of none, in plain data; None without one.

    Raises ``NotationError`` for a bound in the wrong direction: answers once held minus the number of rows.
    """
    key, least = bound_key(problem.objective), problem.objective not in COUNTED
    other = "upper_bound" if least else "lower_bound"
    if other in data:
        best = "the least" if least else "the most"
        raise NotationError(f"of {problem.objective} {best} is best, so the key is {key!r}, not {other!r}")
    return None if data.get(key) is None else whole(data, key)


def _piece(name: str, drawings: object) -> FallingPiece:
    if not isinstance(drawings, list) or not all(isinstance(drawing, str) for drawing in drawings):
        raise NotationError(f"the drawings of the piece {quote(name)} are not a list of texts")
    return FallingPiece(name, tuple([Polyomino.from_text(drawing) for drawing in drawings]))
