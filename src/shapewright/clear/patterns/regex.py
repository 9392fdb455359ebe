"""Regular expressions over pieces, as save conditions have them between slashes: ``/^[^T]*L[^J]*$/``.

Pieces, ``.``, ``[LJ]`` and ``[^LJ]``, brackets that group, ``|``, ``?``, ``*``, ``+``, ``{2}``, ``{1,3}``, ``{2,}``,
``^`` for the beginning and ``$`` for the end; without these a match may lie anywhere. Small letters will do. The time
that matching takes grows with a power of the length of the texts, never exponentially: they may come from anyone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from shapewright.clear.piece import PIECES
from shapewright.errors import LimitError, NotationError, quote

__all__ = ["Expression"]

MAX_DEPTH = 30
MAX_REPEATS = 1000

_COUNT = re.compile(r"\{(\d{1,4})(,?)(\d{0,4})\}", re.ASCII)
_ENDLESS = 1 << 30

# ("piece", letters), ("begin",), ("end",), ("row", part, ...), ("either", part, ...), ("repeat", part, least, most)
_Node = tuple[object, ...]


@dataclass(frozen=True)
class Expression:
    """A regular expression, without its slashes.

    >>> Expression("^[^T]*L").is_found("IILZ"), Expression("^[^T]*L").is_found("TLZ")
    (True, False)

    Raises ``NotationError``, which names the place; ``LimitError`` for one that is nested too deeply.
    """

    text: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", self.text.upper() if self.text.isascii() else self.text)
        _ = self.node

    @cached_property
    def node(self) -> _Node:
        """The expression as a tree: a kind, and what belongs to it."""
        reader = _Reader(self.text)
        node = reader.either(0)
        if reader.at < len(self.text):
            raise reader.fault("a closing bracket has no opening one")
        return node

    def is_found(self, letters: str) -> bool:
        """Whether some part of the letters matches."""
        known: dict[tuple[int, int], frozenset[int]] = {}
        return any(_ends(self.node, letters, start, known) for start in range(len(letters) + 1))


def _ends(node: _Node, letters: str, start: int, known: dict[tuple[int, int], frozenset[int]]) -> frozenset[int]:
    """Where a match of the node that begins at ``start`` may end."""
    key = id(node), start
    if key not in known:
        known[key] = frozenset(_found(node, letters, start, known))
    return known[key]


def _found(node: _Node, letters: str, start: int, known: dict[tuple[int, int], frozenset[int]]) -> set[int]:
    kind, *parts = node
    if kind == "piece":
        return {start + 1} if start < len(letters) and letters[start] in str(parts[0]) else set()
    if kind in ("begin", "end"):
        return {start} if start == (0 if kind == "begin" else len(letters)) else set()
    if kind == "repeat":
        part, least, most = parts
        assert isinstance(part, tuple)
        assert isinstance(least, int)
        assert isinstance(most, int)
        return _repeated(part, least, most, letters, start, known)
    nodes = [part for part in parts if isinstance(part, tuple)]
    if kind == "either":
        return {end for part in nodes for end in _ends(part, letters, start, known)}
    places = {start}
    for part in nodes:
        places = {end for place in places for end in _ends(part, letters, place, known)}
    return places


def _repeated(
    part: _Node, least: int, most: int, letters: str, start: int, known: dict[tuple[int, int], frozenset[int]]
) -> set[int]:
    places = {start}
    for _ in range(least):
        after = {end for place in places for end in _ends(part, letters, place, known)}
        if after == places:
            break
        places = after
    found = set(places)
    for _ in range(min(most - least, len(letters) + 1)):
        places = {end for place in places for end in _ends(part, letters, place, known)} - found
        if not places:
            break
        found |= places
    return found


class _Reader:
    """What is read of an expression, and where."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def took(self, character: str) -> bool:
        """Whether that character follows; if so, it is read."""
        found = self.peek() == character
        self.at += found
        return found

    def fault(self, reason: str) -> NotationError:
        found = quote(self.peek()) if self.peek() else "the end"
        return NotationError(
            f"{found} at position {self.at + 1} of the regular expression {quote(self.text)}: {reason}"
        )

    def either(self, depth: int) -> _Node:
        if depth > MAX_DEPTH:
            raise LimitError(f"the regular expression is nested deeper than the limit of {MAX_DEPTH}")
        rows = [self.row(depth)]
        while self.took("|"):
            rows.append(self.row(depth))
        return rows[0] if len(rows) == 1 else ("either", *rows)

    def row(self, depth: int) -> _Node:
        parts: list[_Node] = []
        while self.peek() not in ("", "|", ")"):
            parts.append(self.repeats(self.atom(depth)))
        return ("row", *parts)

    def atom(self, depth: int) -> _Node:
        if self.took("("):
            if self.text.startswith("?:", self.at):
                self.at += 2
            node = self.either(depth + 1)
            if not self.took(")"):
                raise self.fault("the bracket is not closed")
            return node
        if self.took("^"):
            return ("begin",)
        if self.took("$"):
            return ("end",)
        if self.took("."):
            return ("piece", PIECES)
        if self.took("["):
            return self.choice()
        letter = self.peek()
        if letter not in PIECES:
            raise self.fault(f"a piece is expected ({' '.join(PIECES)}), or one of . [ ( ^ $")
        self.at += 1
        return ("piece", letter)

    def choice(self) -> _Node:
        """What stands between square brackets."""
        is_others = self.took("^")
        letters = ""
        while (letter := self.peek()) and letter in PIECES:
            letters += letter
            self.at += 1
        if not self.took("]"):
            raise self.fault(f"a piece is expected ({' '.join(PIECES)}), or the bracket's end")
        if not letters:
            raise self.fault("the bracket has no pieces in it")
        return ("piece", "".join([piece for piece in PIECES if (piece in letters) != is_others]))

    def repeats(self, node: _Node) -> _Node:
        while True:
            if self.took("?"):
                node = ("repeat", node, 0, 1)
            elif self.took("*"):
                node = ("repeat", node, 0, _ENDLESS)
            elif self.took("+"):
                node = ("repeat", node, 1, _ENDLESS)
            elif self.peek() == "{":
                node = self.count(node)
            else:
                return node

    def count(self, node: _Node) -> _Node:
        match = _COUNT.match(self.text, self.at)
        if match is None:
            raise self.fault("a number of times is expected, such as {2} or {1,3}")
        least = int(match[1])
        most = int(match[3]) if match[3] else _ENDLESS if match[2] else least
        if not least <= most or max(least, most if match[3] else 0) > MAX_REPEATS:
            raise self.fault(f"the numbers of times must increase, and be at most {MAX_REPEATS}")
        self.at = match.end()
        return ("repeat", node, least, most)
