"""Solutions as JSON Lines, one object a line, and as plain data for other JSON.

``{"field": "__________", "queue": "JLTIO", "hold": "O", "kicks": "srs", "drop": "soft", "placements": [{"piece": "O",
"facing": "N", "x": 0, "y": 0, "held": true}, ...]}``
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from shapewright.clear.drops import check_drop
from shapewright.clear.field import Field
from shapewright.clear.piece import Placement
from shapewright.clear.queue import Queue
from shapewright.clear.solution import Solution
from shapewright.errors import NotationError, ShapewrightError
from shapewright.storage.json import read_json


def to_record(solution: Solution) -> dict[str, object]:
    """A solution as plain data, ready for ``json.dumps``."""
    steps = zip(solution.placements, solution.holds or (), strict=True)
    return {
        "field": solution.field.to_text(one_line=True),
        "queue": solution.queue.pieces,
        "hold": solution.queue.hold,
        "kicks": str(solution.kicks),
        "drop": solution.drop,
        "placements": [
            {"piece": step.piece, "facing": step.facing, "x": step.x, "y": step.y, "held": held} for step, held in steps
        ],
    }


def from_record(data: object, where: str = "the solution") -> Solution:
    """The solution that :func:`to_record` made plain; ``hold``, ``kicks``, ``drop`` and ``held`` may be left out.

    Raises ``NotationError``, which names what is wrong and where.
    """
    if not isinstance(data, dict) or not isinstance(data.get("placements"), list):
        raise NotationError(f"{where} is not an object with a list 'placements'")
    texts = {"field": "", "queue": "", "hold": None, "kicks": "srs", "drop": "soft"}
    for key, default in texts.items():
        value = data.get(key, default)
        if not isinstance(value, str) and not (key == "hold" and value is None):
            raise NotationError(f"{where}: {key!r} is {json.dumps(value)[:40]}, not a text")
        texts[key] = value
    placements, holds = [], []
    for number, step in enumerate(data["placements"], 1):
        placement, held = _placement(step, f"{where}, placement {number}")
        placements.append(placement)
        holds.append(held)
    try:
        return Solution(
            Field.from_text(texts["field"] or ""),
            Queue.from_text(texts["queue"] or "", texts["hold"]),
            tuple(placements),
            None if None in holds else tuple([bool(held) for held in holds]),
            kicks=texts["kicks"] or "",
            drop=check_drop(texts["drop"] or ""),
        )
    except ShapewrightError as error:
        raise NotationError(f"{where}: {error}") from None


def _placement(data: object, where: str) -> tuple[Placement, bool | None]:
    keys = {"piece": str, "facing": str, "x": int, "y": int}
    if not isinstance(data, dict) or any(type(data.get(key)) is not kind for key, kind in keys.items()):
        raise NotationError(f"{where} is not an object with 'piece', 'facing', 'x' and 'y'")
    held = data.get("held")
    if held is not None and not isinstance(held, bool):
        raise NotationError(f"{where}: 'held' is {json.dumps(held)[:40]}, not true or false")
    try:
        return Placement(data["piece"], data["facing"], data["x"], data["y"]), held
    except ShapewrightError as error:
        raise NotationError(f"{where}: {error}") from None


def parse_jsonl(text: str) -> Iterator[Solution]:
    """The solutions in JSON Lines, or in the list ``solutions`` of an object; blank lines do not matter.

    Raises ``NotationError``, which names the line.
    """
    for where, data in records_in(text):
        if isinstance(data, NotationError):
            raise data
        yield from_record(data, where)


def records_in(text: str) -> Iterator[tuple[str, object]]:
    """Where each solution in JSON Lines stands, and it as plain data; of a line that is not JSON the reason."""
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        where = f"line {number}"
        try:
            data = read_json(line, where)
        except NotationError as error:
            yield where, error
            continue
        if isinstance(data, dict) and isinstance(data.get("solutions"), list):
            yield from ((f"{where}, solution {index}", each) for index, each in enumerate(data["solutions"], 1))
        else:
            yield where, data
