"""Regular expressions over pieces, as save conditions have them between slashes: ``/^[^T]*L[^J]*$/``.

Pieces, ``.``, ``[LJ]`` and ``[^LJ]``, brackets that group, ``|``, ``?``, ``*``, ``+``, ``{2}``, ``{1,3}``, ``{2,}``,
``^`` for the beginning and ``$`` for the end; without these a match may lie anywhere. Small letters will do.

An :class:`Expression` becomes a nondeterministic automaton by Thompson's construction (Communications of the ACM 11,
1968); the states that it may be in are followed all at once, so that no piece is ever read twice, whatever text anyone
writes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from shapewright.clear.piece import PIECES
from shapewright.errors import LimitError, NotationError, quote

MAX_DEPTH = 30
MAX_REPEATS = 1000
MAX_STATES = 20_000
"""An expression whose repetitions, written out, have more states is refused."""

_COUNT = re.compile(r"\{(\d{1,4})(,?)(\d{0,4})\}", re.ASCII)
_ENDLESS = 1 << 30

Node = tuple[Any, ...]
"""A tree: a kind, and what belongs to it.

Those of expressions are ("piece", letters), ("begin",), ("end",), ("row", part, ...), ("either", part, ...) and
("repeat", part, least, most).
"""

# Where a match may be: states that a piece has just led to, and whether nothing has been read yet.
Places = tuple[frozenset[int], bool]


class Reader:
    """What is read of a text from a place up to an ``end``, and where; ``where`` is what faults call the text."""

    def __init__(self, text: str, where: str, at: int = 0, end: int | None = None) -> None:
        self.text, self.where, self.at, self.end = text, where, at, len(text) if end is None else end

    def peek(self) -> str:
        """Return the next character that is not blank; nothing at the end."""
        while self.at < self.end and self.text[self.at] in " \t":
            self.at += 1
        return self.text[self.at] if self.at < self.end else ""

    def took(self, sign: str) -> bool:
        """Whether the sign follows; if so, it is read."""
        self.peek()
        found = self.text.startswith(sign, self.at, self.end)
        self.at += len(sign) * found
        return found

    def joined(self, kind: str, sign: str, read: Callable[[int], Node], depth: int) -> Node:
        """What ``read`` reads; where the sign stands between several, a node of that kind."""
        parts = [read(depth)]
        while self.took(sign):
            parts.append(read(depth))
        return parts[0] if len(parts) == 1 else (kind, *parts)

    def fault(self, expected: str, at: int | None = None) -> NotationError:
        """What is wrong here."""
        at = self.at if at is None else at
        found = quote(self.text[at]) if at < self.end else "the end"
        return NotationError(f"{found} at position {at + 1} of {self.where}: {expected}")


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
    def node(self) -> Node:
        """The expression as a tree."""
        reader = _Reader(self.text, f"the regular expression {quote(self.text)}")
        node = reader.either(0)
        if reader.at < len(self.text):
            raise reader.fault("a closing bracket has no opening one")
        return node

    def is_found(self, letters: str) -> bool:
        """Whether some part of the letters matches; raises ``LimitError`` as :func:`states_of` does."""
        return states_of(self.text).match(letters)


class _Reader(Reader):
    """A reader of regular expressions, in which blanks mean nothing."""

    def peek(self) -> str:
        """The next character; nothing at the end."""
        return self.text[self.at : self.at + 1]

    def either(self, depth: int) -> Node:
        if depth > MAX_DEPTH:
            raise LimitError(f"the regular expression is nested deeper than the limit of {MAX_DEPTH}")
        return self.joined("either", "|", self.row, depth)

    def row(self, depth: int) -> Node:
        row: Node = ("row",)
        while self.peek() not in ("", "|", ")"):
            row += (self.repeats(self.atom(depth)),)
        return row

    def atom(self, depth: int) -> Node:
        if self.took("("):
            if self.text.startswith("?:", self.at):
                self.at += 2
            node = self.either(depth + 1)
            if not self.took(")"):
                raise self.fault("the bracket is not closed")
            return node
        for sign, node in (("^", ("begin",)), ("$", ("end",)), (".", ("piece", PIECES))):
            if self.took(sign):
                return node
        if not self.took("["):
            letter = self.peek()
            if letter not in PIECES:
                raise self.fault(f"a piece is expected ({' '.join(PIECES)}), or one of . [ ( ^ $")
            self.at += 1
            return ("piece", letter)
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

    def repeats(self, node: Node) -> Node:
        """The node, and how often it may come."""
        simple = {"?": (0, 1), "*": (0, _ENDLESS), "+": (1, _ENDLESS)}
        while self.peek() and self.peek() in "?*+{":
            if self.peek() in simple:
                node = ("repeat", node, *simple[self.peek()])
                self.at += 1
                continue
            match = _COUNT.match(self.text, self.at)
            if match is None:
                raise self.fault("a number of times is expected, such as {2} or {1,3}")
            least = int(match[1])
            most = int(match[3]) if match[3] else _ENDLESS if match[2] else least
            if not least <= most or max(least, most if match[3] else 0) > MAX_REPEATS:
                raise self.fault(f"the numbers of times must increase, and be at most {MAX_REPEATS}")
            self.at = match.end()
            node = ("repeat", node, least, most)
        return node


class States:
    """The automaton of an expression; a match may begin anywhere.

    >>> states = states_of("^[SZ]T")
    >>> places = states.start
    >>> for piece in "ST":
    ...     places = states.after(places, piece)
    >>> places
    True
    """

    def __init__(self, expression: Expression) -> None:
        # Of each state: where it leads without a piece ("" anywhere, "begin" or "end" there alone), and with one.
        self._free: list[list[tuple[int, str]]] = []
        self._by_piece: list[tuple[str, int] | None] = []
        self._known: dict[tuple[frozenset[int], bool, bool], frozenset[int]] = {}
        self._first, self._last = self._new(), self._new()
        self._build(expression.node, self._first, self._last)

    @property
    def start(self) -> Places:
        """Before the first piece."""
        return frozenset(), True

    @property
    def size(self) -> int:
        """The number of states."""
        return len(self._free)

    def after(self, places: Places, piece: str) -> Places | bool:
        """Where a match may be after one more piece; True if there is one, whatever follows."""
        here, reached = self._reach(places, is_end=False), set()
        if self._last in here:
            return True
        for state in here:
            step = self._by_piece[state]
            if step is not None and piece in step[0]:
                reached.add(step[1])
        after = frozenset(reached), False
        return self._last in self._reach(after, is_end=False) or after

    def is_found(self, places: Places) -> bool:
        """Whether there is a match if nothing follows."""
        return self._last in self._reach(places, is_end=True)

    def match(self, letters: str) -> bool:
        """Whether some part of the letters matches."""
        places = self.start
        for letter in letters:
            after = self.after(places, letter)
            if isinstance(after, bool):
                return after
            places = after
        return self.is_found(places)

    def _reach(self, places: Places, *, is_end: bool) -> frozenset[int]:
        """All states that a match may be in, also one that begins here."""
        key = (*places, is_end)
        if key not in self._known:
            if len(self._known) >= MAX_STATES:
                self._known.clear()
            open_now = {"", *(["begin"] if places[1] else []), *(["end"] if is_end else [])}
            found = {self._first, *places[0]}
            waiting = list(found)
            while waiting:
                for after, when in self._free[waiting.pop()]:
                    if when in open_now and after not in found:
                        found.add(after)
                        waiting.append(after)
            self._known[key] = frozenset(found)
        return self._known[key]

    def _new(self) -> int:
        if len(self._free) >= MAX_STATES:
            raise LimitError(
                f"the repetitions of a regular expression, written out, have more than {MAX_STATES} states; "
                "take smaller numbers in { }"
            )
        self._free.append([])
        self._by_piece.append(None)
        return len(self._free) - 1

    def _build(self, node: Node, start: int, end: int) -> None:
        """Join two states by what the node matches."""
        kind, *parts = node
        if kind == "piece":
            inner = self._new()
            self._free[start].append((inner, ""))
            self._by_piece[inner] = parts[0], end
        elif kind in ("begin", "end"):
            self._free[start].append((end, kind))
        elif kind == "either":
            for part in parts:
                self._build(part, start, end)
        elif kind == "row":
            for part in parts:
                after = self._new()
                self._build(part, start, after)
                start = after
            self._free[start].append((end, ""))
        else:
            part, least, most = parts
            for _ in range(least):
                after = self._new()
                self._build(part, start, after)
                start = after
            if most > MAX_STATES:  # without an end
                # States of its own, so that a loop leads back to nothing that came before.
                loop, back = self._new(), self._new()
                self._free[start].append((loop, ""))
                self._build(part, loop, back)
                self._free[back].append((loop, ""))
                self._free[loop].append((end, ""))
                return
            for _ in range(most - least):
                self._free[start].append((end, ""))
                after = self._new()
                self._build(part, start, after)
                start = after
            self._free[start].append((end, ""))


@lru_cache(maxsize=256)
def states_of(text: str) -> States:
    """The automaton of an expression, without its slashes; raises ``LimitError`` for one that is too large."""
    return States(Expression(text))
