"""Deadly sequences: every play of every sequence, and strategies for ever played against every piece."""

from __future__ import annotations

import re
from typing import Any

from tests.reference.stacking import deadly as twin
from tests.reference.stacking import slides as slides
from tests.reference.stacking.survival import dropped, most_drops

from shapewright.stacking import Problem

QUESTIONS = [
    "stacking deadly SZ --width 4 --height-limit 3",
    "stacking deadly IJ --width 3 --height-limit 4",
    "stacking deadly IO --width 3 --height-limit 3 --hold",
    "stacking deadly OI --width 4 --height-limit 4",
]


def is_true(answer: dict[str, Any], problem: Problem) -> bool:
    """Whether what the answer says of the sequences of a problem holds."""
    height, hold = problem.height_limit, problem.hold
    if height is None or problem.drop != "hard" or not problem.clear_lines or problem.board:
        return False
    pieces = {name: [set(shape) for shape in slides.shapes_of(problem, name)] for name in problem.sequence}
    well = pieces, problem.width, height
    whole = type(answer["optimal"]) is bool and answer["complete"] is answer["optimal"]
    if answer["sequence"] is None:
        see = answer["see"]
        reason = (
            f"{''.join(problem.sequence)} in {problem.width}x{height}{', with hold' if hold else ''}: no sequence is "
            "deadly; who sees the next piece survives for ever"
        )
        return (
            whole
            and answer["optimal"] is True
            and (answer["pieces"], answer["lower_bound"]) == (None, None)
            and answer.get("verdict", "none") == "none"
            and answer.get("reason") in (None, reason)
            and type(see) is int
            and see == 1
            and most_drops(*well, see=see, hold=hold) is None
            and (answer.get("defence") is None or _lasts(answer["defence"], *well))
        )
    sequence, bound = tuple(answer["sequence"]), answer["lower_bound"]
    least = twin.shortest(*well, len(sequence), hold=hold)
    return (
        whole
        and answer.get("verdict", "found") == "found"
        and all(answer.get(key) is None for key in ("see", "defence", "reason"))
        and twin.is_deadly(*well, sequence, hold=hold)
        and type(answer["pieces"]) is int
        and answer["pieces"] == len(sequence)
        and type(bound) is int
        and bound <= (least or 0)
        and answer["optimal"] is (bound == len(sequence))
    )


def _lasts(defence: list[dict[str, Any]], pieces: dict[str, list[set[tuple[int, int]]]], width: int, high: int) -> bool:
    """Every reply leads to a position that has its replies, too; the empty well is one of these."""
    listed = {}
    for one in defence:
        drawn = [row for row in reversed(one["board"].split("/")) if row]
        rows = tuple(drawn + ["." * width] * (high - len(drawn)))
        if rows in listed or set(one) != {"board", "replies"} or any(len(row) != width for row in drawn):
            return False
        listed[rows] = one["replies"]
    for rows, replies in listed.items():
        if set(replies) != set(pieces):
            return False
        for name, reply in replies.items():
            words = re.fullmatch(r"(\w):(\d+)(?:\((\d+)\))?", reply)
            if words is None or words[1] != name or int(words[3] or 0) not in range(0, 90 * len(pieces[name]), 90):
                return False
            shape, column = pieces[name][int(words[3] or 0) // 90], int(words[2])
            if column + max(x for x, _ in shape) >= width or dropped(rows, high, shape, column) not in listed:
                return False
    return ("." * width,) * high in listed
