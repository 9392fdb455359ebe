"""Conditions on queues: what is before what, how many pieces there are, and whether a regular expression matches.

A condition is read piece by piece and never needs a whole queue: what is left of it after a piece is a condition on
those that follow (the derivative of Brzozowski, Journal of the ACM 11, 1964), until it holds or fails whatever follows.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import eq, ge, gt, le, lt, ne
from typing import Any

from shapewright.clear.patterns.queue_conditions_text import condition_text, read_condition
from shapewright.clear.patterns.regex import Node, states_of
from shapewright.errors import LimitError, NotationError, quote

MAX_TEXT = 4000

_COMPARED = {"=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}

Rest = Any
"""What is left of a condition: True, False, or a tuple; only :func:`after_piece` and :func:`at_end` know more."""
# ("count", piece, operator, number) and ("before", piece, instance, other, its instance), of the pieces that follow;
# ("regex", text, places), ("scope", pieces to skip, pieces to take, rest), ("not", rest), ("and", rests) and
# ("or", rests).


@dataclass(frozen=True)
class Condition:
    """A condition on queues in text, without its braces.

    >>> Condition("s<z && 3: T=1").text, Condition("S<Z").holds("TSI"), Condition("S<Z").holds("TI")
    ('S<Z&&3:T=1', True, False)

    Raises ``NotationError``, which names the place; ``LimitError`` for one that is too large.
    """

    text: str

    def __post_init__(self) -> None:
        if len(self.text) > MAX_TEXT:
            raise LimitError(f"a condition of {len(self.text)} characters is longer than the limit of {MAX_TEXT}")
        where = f"the condition {quote(self.text)}"
        node, end = read_condition(self.text, 0, len(self.text), where, "")
        if end < len(self.text):
            raise NotationError(
                f"'}}' at position {end + 1} of {where} closes nothing; write a condition without braces"
            )
        object.__setattr__(self, "text", condition_text(node))

    @classmethod
    def of(cls, node: Node) -> Condition:
        """The condition of a tree that :func:`read_condition` gave."""
        return cls(condition_text(node))

    @cached_property
    def start(self) -> Rest:
        """The condition on all pieces of a queue."""
        node, _ = read_condition(self.text, 0, len(self.text), "the condition", "")
        return _rest_of(node)

    def holds(self, queue: str) -> bool:
        """Whether it holds for a queue, or a part of one."""
        rest = self.start
        for piece in queue:
            rest = after_piece(rest, piece)
        return at_end(rest)


def weight_of(rest: Rest) -> int:
    """About how much work a condition is for every piece that is read."""
    if isinstance(rest, bool):
        return 1
    kind, *parts = rest
    if kind == "regex":
        return 1 + states_of(parts[0]).size // 4
    if kind in ("count", "before"):
        return 1
    return sum(map(weight_of, parts[0] if kind in ("and", "or") else parts[-1:]))


@lru_cache(maxsize=1 << 14)
def at_end(rest: Rest) -> bool:
    """Whether the condition holds if nothing follows."""
    if isinstance(rest, bool):
        return rest
    kind, *parts = rest
    if kind == "count":
        return bool(_COMPARED[parts[1]](0, parts[2]))
    if kind == "before":
        return False  # its piece never came
    if kind == "regex":
        return states_of(parts[0]).is_found(parts[1])
    if kind == "not":
        return not at_end(parts[0])
    if kind == "scope":
        return at_end(parts[2])
    return (all if kind == "and" else any)(map(at_end, parts[0]))


@lru_cache(maxsize=1 << 16)
def after_piece(rest: Rest, piece: str) -> Rest:
    """What is left of the condition after one more piece."""
    if isinstance(rest, bool):
        return rest
    kind, *parts = rest
    if kind == "count":
        return _count(parts[0], parts[1], parts[2] - 1) if parts[0] == piece else rest
    if kind == "before":
        _, one, instance, other, other_instance = rest
        if piece == other:
            if other_instance == 0:
                return False
            other_instance -= 1
        if piece == one:
            if instance == 0:
                return True
            instance -= 1
        return "before", one, instance, other, other_instance
    if kind == "regex":
        places = states_of(parts[0]).after(parts[1], piece)
        return True if places is True else ("regex", parts[0], places)
    if kind == "scope":
        skipped, taken, inner = parts
        return ("scope", skipped - 1, taken, inner) if skipped else _scope(0, taken - 1, after_piece(inner, piece))
    if kind == "not":
        return _not(after_piece(parts[0], piece))
    return _join(kind, [after_piece(part, piece) for part in parts[0]])


def _count(piece: str, operator: str, number: int) -> Rest:
    """So many more of a piece; decided where no number of them, or any, would do."""
    if number < 0 or (number == 0 and operator in ("<", ">=")):
        return operator in ("!=", ">", ">=")
    return "count", piece, operator, number


def _scope(skipped: int, taken: int, rest: Rest) -> Rest:
    if isinstance(rest, bool):
        return rest
    return ("scope", skipped, taken, rest) if taken else at_end(rest)


def _not(rest: Rest) -> Rest:
    if isinstance(rest, bool):
        return not rest
    return rest[1] if rest[0] == "not" else ("not", rest)


def _join(kind: str, rests: Iterable[Rest]) -> Rest:
    """All of the conditions, or one of them; ``decisive`` is what settles that alone."""
    decisive = kind == "or"
    left = set()
    for rest in rests:
        if isinstance(rest, bool):
            if rest == decisive:
                return decisive
        elif rest[0] == kind:
            left |= rest[1]
        else:
            left.add(rest)
    if not left:
        return not decisive
    return left.pop() if len(left) == 1 else (kind, frozenset(left))


def _rest_of(node: Node) -> Rest:
    """A whole condition, from its tree."""
    kind, *parts = node
    if kind == "regex":
        return "regex", parts[0], states_of(parts[0]).start
    if kind == "not":
        return _not(_rest_of(parts[0]))
    if kind in ("and", "or"):
        return _join(kind, map(_rest_of, parts))
    if kind == "scope":
        start, end, inner = parts
        return _scope(start, end - start, _rest_of(inner))
    if kind == "count":
        groups, operator, number = parts
        return _join("and", [_join("or", [_count(piece, operator, number) for piece in group]) for group in groups])
    return _join(
        "and",
        [
            _join("or", [("before", *one, *other) for one in those for other in others])
            for those in _instances(parts[0])
            for others in _instances(parts[1])
        ],
    )


def _instances(groups: tuple[str, ...]) -> list[list[tuple[str, int]]]:
    """The pieces of each group, and which of its kind each is, from 0: ``LL`` are the first and the second L.

    A piece in brackets is one more than those that are listed outside of brackets, which come first.
    """
    singles = [group for group in groups if len(group) == 1]
    found = []
    for place, group in enumerate(groups):
        before = singles[:place] if len(group) == 1 else singles
        found.append([(piece, before.count(piece)) for piece in group])
    return found
