"""Save conditions by looking at every outcome of every queue, and regular expressions by Python's.

A condition is a tree here: ``("has", "TT")``, ``("regex", "^T")``, ``("!", a)``, ``("^", a)``, ``("&&", a, b)`` or
``("||", a, b)``.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from tests.reference.clear.brute_force import BruteForce

from shapewright.clear.field import Field
from shapewright.clear.queue import Queue

Tree = tuple[Any, ...]


def outcomes(slow: BruteForce, field: Field, queue: str, height: int, *, hold: bool = True) -> set[str]:
    """What each way to clear the field with a queue leaves over, in the order TILJSZO."""
    length = field.cleared().empty_cells(height) // 4
    orders = slow.orders(field, height)
    found = set()
    for order in Queue(queue).orders(length, hold=hold):
        if order in orders:
            left = Counter(queue) - Counter(order)
            found.add("".join([piece * left[piece] for piece in "TILJSZO"]))
    return found


def table(left: dict[str, set[str]]) -> dict[str, set[str]]:
    """For each outcome the queues that have it, of the outcomes of each queue."""
    every = {one for ones in left.values() for one in ones}
    return {one: {queue for queue, ones in left.items() if one in ones} for one in every}


def best_saves(trees: list[Tree], left: dict[str, set[str]]) -> list[set[str]]:
    """For each condition, the best one first, the queues for which it holds and none before it."""
    found: list[set[str]] = [set() for _ in trees]
    for queue, ones in left.items():
        for number, tree in enumerate(trees):
            if holds(tree, ones):
                found[number].add(queue)
                break
    return found


def holds(tree: Tree, left: set[str]) -> bool:
    """Whether a condition holds for a queue with these outcomes."""
    return bool(left) and _holds(tree, left)


def _holds(tree: Tree, left: set[str]) -> bool:
    kind, first = tree[0], tree[1]
    if kind == "has":
        return any(not Counter(first) - Counter(one) for one in left)
    if kind == "regex":
        return any(re.search(first, one) for one in left)
    if kind == "!":
        return not _holds(first, left)
    if kind == "^":
        return any(not _holds(first, {one}) for one in left)
    second = tree[2]
    if kind == "&&":
        return _holds(first, left) and _holds(second, left)
    return _holds(first, left) or _holds(second, left)


def text_of(tree: Tree) -> str:
    """The condition as players write it, with every bracket there can be."""
    if tree[0] == "has":
        return str(tree[1])
    if tree[0] == "regex":
        return f"/{tree[1]}/"
    if tree[0] in ("!", "^"):
        return f"{tree[0]}({text_of(tree[1])})"
    return f"({text_of(tree[1])}){tree[0]}({text_of(tree[2])})"
