"""What a question about perfect clears says, read by plain means, and how values are compared."""

from __future__ import annotations

from functools import cache
from typing import Any, cast

from tests.reference.clear.brute_force import BruteForce

from shapewright.clear import Field, Queue
from shapewright.clear.drops import Drop

PIECES = "IOTSZLJ"
SLOT = "**.......X/***.XXXXXX"
# Two I, one on the other.
PAIR = "v115@RhzhFezhPeAgl"


@cache
def game_of(kicks: str | None, drop: str | None) -> BruteForce:
    return BruteForce(kicks or "srs", cast(Drop, drop or "soft"))


def asked_of(parameters: dict[str, Any]) -> tuple[BruteForce, Field, bool, int | None]:
    """The rules, the field, whether hold may be used, and the height."""
    game = game_of(parameters.get("kicks"), parameters.get("drop"))
    said = parameters.get("hold")
    use_hold = not parameters.get("no_hold") and (said or "use").lower() != "avoid"
    height = parameters.get("height")
    field = Field.from_text(parameters["field"]) if parameters.get("field") else Field()
    return game, field, use_hold, None if height is None else int(height)


def queue_of(parameters: dict[str, Any]) -> Queue:
    queue = Queue.from_text(parameters["queue"])
    said = parameters.get("hold")
    return queue if said in (None, "use", "avoid") else Queue(queue.pieces, said)


def same(stated: object, found: object) -> bool:
    """Whether two values are the same, types included."""
    if isinstance(stated, list) and isinstance(found, list):
        return len(stated) == len(found) and all(map(same, stated, found))
    if isinstance(stated, dict) and isinstance(found, dict):
        return stated.keys() == found.keys() and all(same(stated[key], found[key]) for key in stated)
    if isinstance(stated, float) and isinstance(found, float):
        return abs(stated - found) < 1e-12
    return type(stated) is type(found) and stated == found


_ABOUT = {"version", "envelope", "command", "parameters", "seconds", "reason"}


def claims_of(answer: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in answer.items() if key not in _ABOUT}
