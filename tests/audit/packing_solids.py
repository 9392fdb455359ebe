"""Packings in space: every box by every placement of every piece."""

from __future__ import annotations

from itertools import product
from typing import Any

from tests.reference.packing import solids as slow

from shapewright.cells.pieces import parse_pieces, pieces_from_text
from shapewright.packing import Bag

QUESTIONS = [
    "packing solids --pieces 2*I3,V3 --gravity",
    "packing solids T2",
    "packing solids O2 --box 2x2x2",
    "packing solids --pieces 2*V3,I3 --box 1x3x2 --gravity",
]


def is_true(answer: dict[str, Any]) -> bool:
    """Whether all that the answer says holds."""
    asked, gravity = answer["parameters"], answer["gravity"]
    given = "box" in asked
    pieces = Bag.from_text(asked["bag"]).pieces() if "bag" in asked else parse_pieces(asked["pieces"])
    wanted = sorted((one.name, _home(one), one.minimum) for one in pieces if one.minimum)
    stated = pieces_from_text(answer["pieces"])
    if sorted((one.name, _home(one), one.minimum) for one in stated) != wanted:
        return False
    if any(one.minimum != one.maximum or one.motions == "fixed" for one in stated):
        return False
    if gravity is not asked.get("gravity", False) or answer["goal"] != ("box" if given else "volume"):
        return False
    status, done = answer["status"], answer["status"] in ("optimal", "infeasible")
    if type(answer["complete"]) is not bool or (answer["complete"] and not done):
        return False
    solids = [frozenset(cells) for _, cells, count in wanted for _ in range(count)]
    box = tuple(answer["box"]) if "box" in answer else None
    if box is not None and (answer["volume"] != box[0] * box[1] * box[2] or type(answer["volume"]) is not int):
        return False
    for one in answer.get("refuted", []):
        if slow.fits(solids, tuple(one["box"]), gravity=gravity) or not _holds(one, wanted, gravity):  # type: ignore[arg-type]
            return False
    if given and (box is None or "x".join(map(str, box)) != asked["box"] or answer["bound"] is not None):
        return False
    if status == "infeasible":
        there = given and not slow.fits(solids, box, gravity=gravity)  # type: ignore[arg-type]
        return there and not answer["placements"] and _holds(answer, wanted, gravity)
    if status not in ("optimal", "feasible") or answer.get("reason") or box is None:
        return False
    return _lies(answer, wanted, box) and (given or _is_best(answer, solids, box, gravity))


def _is_best(answer: dict[str, Any], solids: Any, box: Any, gravity: bool) -> bool:
    best = slow.best_box(solids, gravity=gravity)
    bound = answer["bound"]
    if type(bound) is not int or not 1 <= bound <= best[0]:
        return False
    a, b, c = box
    rank = (a * b * c, a * b + b * c + a * c, c if gravity else 0)
    return answer["status"] == "feasible" or (rank == best and bound == best[0])


def _lies(answer: dict[str, Any], wanted: Any, box: Any) -> bool:
    shapes = {name: slow.turned(frozenset(cells)) for name, cells, _ in wanted}
    lying = [(one["piece"], frozenset(map(tuple, one["cells"]))) for one in answer["placements"]]
    if any(type(part) is not int for one in answer["placements"] for cell in one["cells"] for part in cell):
        return False
    every = [cell for _, cells in lying for cell in cells]
    inside = set(product(*map(range, box)))
    if len(set(every)) < len(every) or not set(every) <= inside:
        return False
    if any(slow._home(cells) not in shapes[name] for name, cells in lying):
        return False
    if any(len(one["cells"]) != len(cells) for one, (_, cells) in zip(answer["placements"], lying, strict=True)):
        return False
    if sorted(name for name, _ in lying) != sorted(name for name, _, count in wanted for _ in range(count)):
        return False
    return not answer["gravity"] or slow._comes_down([cells for _, cells in lying])


def _holds(said: dict[str, Any], wanted: Any, gravity: bool) -> bool:
    """Whether the words of a reason are true of a box that the pieces do not fit into."""
    reason, box = said["reason"], said["box"]
    volume = sum(len(cells) * count for _, cells, count in wanted)
    room = box[0] * box[1] * box[2]
    shown = "x".join(map(str, box))
    if reason == "a search of every placement found none":
        return True
    if reason == "a search of every placement found none whose pieces can come down from above":
        return gravity
    if "cells too many" in reason or "cell too many" in reason:
        short = volume - room
        words = f"the box {shown} has {room} cells and the pieces {volume}, {short} cell{'s' * (short > 1)} too many"
        return short > 0 and reason == words
    for name, cells, _ in wanted:
        if reason == f"the piece {name} is larger than the box {shown}":
            return not slow._places(frozenset(cells), tuple(box))
    return room == volume and reason.startswith(("on a checkerboard", "the board has"))  # that it has none was seen


def _home(piece: Any) -> tuple[Any, ...]:
    return tuple(sorted(slow._home(frozenset((*cell, 0)[:3] for cell in piece.shape.cells))))
