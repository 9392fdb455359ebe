"""Save conditions: which pieces should be left after a perfect clear.

``T`` wants a T left, ``TT`` two of them, ``TI`` a T and an I; ``!T`` none. ``&&`` joins what must both hold, ``||``
alternatives; ``!`` binds most tightly, then ``&&``, and brackets group.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from shapewright.clear.piece import PIECES
from shapewright.errors import LimitError, NotationError
from shapewright.grid import quote

__all__ = ["SaveCondition"]

MAX_TEXT = 1000
"""No condition is longer, in characters."""

_MAX_DEPTH = 50

# A condition as nested tuples: ("has", "TT"), ("not", c), ("and", c, d, ...), ("or", c, d, ...).
_Node = tuple[object, ...]


@dataclass(frozen=True, repr=False)
class SaveCondition:
    """A condition on the pieces that are left, such as ``T&&!S``.

    >>> condition = SaveCondition.from_text("T&&(S||Z)")
    >>> [condition.holds_for(saved) for saved in ("T", "TS", "ZIT")]
    [False, True, True]
    """

    text: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", _text(_parse(self.text)))

    @classmethod
    def from_text(cls, text: str) -> SaveCondition:
        """Read a condition; small letters and blanks will do.

        Raises ``NotationError``, which names the place; ``LimitError`` for one that is too long or nested too deeply.
        """
        return cls(text)

    def to_text(self) -> str:
        """The condition, without blanks and brackets that make no difference."""
        return self.text

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"SaveCondition.from_text({self.text!r})"

    def holds_for(self, saved: str) -> bool:
        """Whether it holds if the pieces in ``saved``, in any order, are left."""
        return _holds(_parse(self.text), Counter(saved))


def _holds(node: _Node, saved: Counter[str]) -> bool:
    kind, *parts = node
    if kind == "has":
        (letters,) = parts
        assert isinstance(letters, str)
        return Counter(letters) <= saved
    truths = [_holds(part, saved) for part in parts if isinstance(part, tuple)]
    if kind == "not":
        return not truths[0]
    return all(truths) if kind == "and" else any(truths)


def _text(node: _Node) -> str:
    kind, *parts = node
    if kind == "has":
        return str(parts[0])
    children = [part for part in parts if isinstance(part, tuple)]
    if kind == "not":
        inside = _text(children[0])
        return f"!({inside})" if children[0][0] in ("and", "or") else f"!{inside}"
    if kind == "and":
        return "&&".join([f"({_text(child)})" if child[0] == "or" else _text(child) for child in children])
    return "||".join(map(_text, children))


def _parse(text: str) -> _Node:
    if len(text) > MAX_TEXT:
        raise LimitError(f"a save condition of {len(text)} characters is longer than the limit of {MAX_TEXT}")
    parser = _Parser(text)
    node = parser.alternatives(0)
    if parser.peek():
        raise parser.fault("|| or && is expected")
    return node


class _Parser:
    """What is read of a condition, and where."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def peek(self) -> str:
        """The next character that is no blank; nothing at the end."""
        while self.at < len(self.text) and self.text[self.at] in " \t":
            self.at += 1
        return self.text[self.at : self.at + 1]

    def fault(self, expected: str) -> NotationError:
        """What is wrong here."""
        found = quote(self.text[self.at]) if self.at < len(self.text) else "the end"
        return NotationError(f"{found} at position {self.at + 1} of the save condition {quote(self.text)}: {expected}")

    def joined(self, operator: str) -> bool:
        """Whether the operator follows; if so, it is read."""
        self.peek()
        found = self.text.startswith(operator, self.at)
        self.at += len(operator) * found
        return found

    def alternatives(self, depth: int) -> _Node:
        """Parts joined by ``||``."""
        if depth > _MAX_DEPTH:
            raise LimitError(f"the save condition is nested deeper than the limit of {_MAX_DEPTH}")
        parts = [self.conjunction(depth)]
        while self.joined("||"):
            parts.append(self.conjunction(depth))
        return parts[0] if len(parts) == 1 else ("or", *parts)

    def conjunction(self, depth: int) -> _Node:
        """Parts joined by ``&&``."""
        parts = [self.part(depth)]
        while self.joined("&&"):
            parts.append(self.part(depth))
        return parts[0] if len(parts) == 1 else ("and", *parts)

    def part(self, depth: int) -> _Node:
        """Letters, something in brackets, or the opposite of either."""
        if depth > _MAX_DEPTH:
            raise LimitError(f"the save condition is nested deeper than the limit of {_MAX_DEPTH}")
        if self.joined("!"):
            return ("not", self.part(depth + 1))
        if self.joined("("):
            node = self.alternatives(depth + 1)
            if not self.joined(")"):
                raise self.fault("the bracket is not closed")
            return node
        letters = ""
        while (letter := self.peek()) and letter.isascii() and letter.upper() in PIECES:
            letters += letter.upper()
            self.at += 1
        if not letters:
            raise self.fault(f"a piece is expected ({' '.join(PIECES)}), ! or a bracket")
        return ("has", "".join(sorted(letters, key=PIECES.index)))
