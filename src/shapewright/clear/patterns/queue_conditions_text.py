"""Conditions on queues in text, as patterns have them between braces: ``S<Z``, ``T=1``, ``!(/^T/||3:LJ>0)``.

The notation of ExtendedSfinderPieces. :func:`read_condition` makes a tree of tuples:

- ``("before", those, others)`` and ``("count", those, operator, number)``, where ``those`` has a text for each demand,
  of several pieces if any of them will do;
- ``("regex", text)``;
- ``("not", part)``, ``("and", part, ...)``, ``("or", part, ...)``;
- ``("scope", start, end, part)``: of the pieces from ``start``, counted from 0, to the one before ``end``.
"""

from __future__ import annotations

import re
from collections import Counter

from shapewright.clear.patterns.regex import Expression, Node, Reader, states_of
from shapewright.clear.piece import PIECES
from shapewright.errors import LimitError, NotationError

MAX_DEPTH = 30
MAX_NUMBER = 1000
MAX_PARTS = 200
"""No condition has more comparisons and regular expressions."""
MAX_PAIRS = 2000
"""No condition has more pairs of a piece and one that it is to be before, in all its comparisons."""

_SCOPE = re.compile(r"(\d{1,9})(?:[ \t]*-[ \t]*(\d{1,9}))?[ \t]*:", re.ASCII)
_OPERATOR = re.compile("<=|>=|!=|==|=|<|>")
_NUMBER = re.compile(r"\d{1,9}", re.ASCII)
_EXAMPLES = "write it like S<Z, T=1, /^T/ or 3:LJ>0"


def read_condition(text: str, at: int, end: int, where: str, closing: str = "}") -> tuple[Node, int]:
    """The condition that begins at a place of a text, up to the brace that closes it, and the place of that brace.

    With nothing for ``closing`` it may also go on up to ``end``.

    Raises ``NotationError``, which names the place ``where``; ``LimitError`` for one that is too large.
    """
    reader = _Reader(text, where, at, end)
    node = reader.either(0)
    if reader.peek() not in ("}", closing):
        raise reader.fault("the condition goes on with && or ||" + (", or ends with }" if closing else ""))
    return node, reader.at


def condition_text(node: Node) -> str:
    """The condition in its shortest text.

    >>> node, _ = read_condition("!((t=1) && 0-3: S < Z)}", 0, 24, "the pattern")
    >>> condition_text(node)
    '!(T=1&&3:S<Z)'
    """
    kind, *parts = node
    if kind == "before":
        return f"{_pieces_text(parts[0])}<{_pieces_text(parts[1])}"
    if kind == "count":
        return f"{_pieces_text(parts[0])}{parts[1]}{parts[2]}"
    if kind == "regex":
        return f"/{parts[0]}/"
    if kind in ("not", "scope"):
        sign = "!" if kind == "not" else f"{parts[1]}:" if parts[0] == 0 else f"{parts[0]}-{parts[1]}:"
        inside = condition_text(parts[-1])
        return f"{sign}({inside})" if parts[-1][0] in ("and", "or") else f"{sign}{inside}"
    closed = ("and", "or") if kind == "and" else ("or",)
    joined = "&&" if kind == "and" else "||"
    return joined.join(
        [f"({condition_text(child)})" if child[0] in closed else condition_text(child) for child in parts]
    )


def _pieces_text(groups: tuple[str, ...]) -> str:
    text = "".join(["[*]" if group == PIECES else group if len(group) == 1 else f"[{group}]" for group in groups])
    return text.replace(PIECES, "*", 1) if text.startswith(PIECES) else text


class _Reader(Reader):
    parts = pairs = 0

    def matched(self, expression: re.Pattern[str]) -> re.Match[str] | None:
        """What follows, if the expression matches it; it is read."""
        self.peek()
        match = expression.match(self.text, self.at, self.end)
        self.at = match.end() if match else self.at
        return match

    def either(self, depth: int) -> Node:
        return _flat(self.joined("or", "||", self.each, depth))

    def each(self, depth: int) -> Node:
        return _flat(self.joined("and", "&&", self.part, depth))

    def part(self, depth: int) -> Node:
        """A comparison, a regular expression, something in brackets, or what ``!`` or a scope makes of one."""
        if depth > MAX_DEPTH:
            raise LimitError(f"a condition of the pattern is nested deeper than the limit of {MAX_DEPTH}")
        if self.took("!"):
            return "not", self.part(depth + 1)
        start = self.at
        if scope := self.matched(_SCOPE):
            first, last = (0, int(scope[1])) if scope[2] is None else (int(scope[1]), int(scope[2]))
            if not first < last <= MAX_NUMBER:
                raise self.fault(
                    f"{scope[0]} is not a range of pieces; 3: means the first three, 1-3: the second and the third",
                    start,
                )
            return "scope", first, last, self.part(depth + 1)
        if self.took("("):
            node = self.either(depth + 1)
            if not self.took(")"):
                raise self.fault("the bracket of the condition is not closed; expected && or || or )")
            return node
        self.parts += 1
        if self.parts > MAX_PARTS:
            raise LimitError(f"a condition of the pattern has more parts than the limit of {MAX_PARTS}")
        if not self.took("/"):
            return self.comparison()
        start, close = self.at, self.text.find("/", self.at, self.end)
        if close < 0:
            raise self.fault("the regular expression does not end with a slash, as /^T/ does", self.end)
        self.at = close + 1
        try:
            text = Expression(self.text[start:close]).text
            _ = states_of(text)
        except NotationError as fault:
            raise NotationError(f"{fault} (from position {start + 1} of {self.where})") from None
        return "regex", text

    def comparison(self) -> Node:
        """Pieces before others, or so many of them."""
        start = self.at
        those = self.pieces()
        if not those:
            raise self.fault(f"a condition is expected; {_EXAMPLES}")
        operator = self.matched(_OPERATOR)
        if operator is None:
            raise self.fault("expected <, =, !=, >, <= or >= after the pieces of a condition, as in S<Z or T=1")
        if number := self.matched(_NUMBER):
            if int(number[0]) > MAX_NUMBER:
                raise LimitError(f"the pattern counts to {number[0]}, beyond the limit of {MAX_NUMBER}")
            # To count a piece twice says nothing more.
            return "count", _groups(dict.fromkeys(those)), operator[0].replace("==", "="), int(number[0])
        place = self.at
        others = self.pieces()
        if not others:
            raise self.fault("expected pieces or a number, as in S<Z or T=1")
        if operator[0] != "<":
            raise self.fault(f"pieces can only be before others, as in S<Z; {operator[0]} needs a number", place)
        self.pairs += sum(map(len, those)) * sum(map(len, others))
        if self.pairs > MAX_PAIRS:
            raise LimitError(
                f"a condition of the pattern compares the places of more pairs of pieces than the limit of {MAX_PAIRS}"
            )
        for groups, first in ((those, start), (others, place)):
            bracketed = Counter([piece for group in groups if len(group) > 1 for piece in group])
            if twice := [piece for piece, number in bracketed.items() if number > 1]:
                raise self.fault(
                    f"{twice[0]} stands in two brackets, so that it is not clear which {twice[0]} each means; "
                    "write the cases with ||",
                    first,
                )
        return "before", _groups(those), _groups(others)

    def pieces(self) -> list[str]:
        """Pieces, and several in brackets of which any will do."""
        found: list[str] = []
        while (letter := self.peek().upper()) and letter in PIECES + "*[":
            start, self.at = self.at, self.at + 1
            if letter != "[":
                found += PIECES if letter == "*" else letter
                continue
            inside = ""
            while (letter := self.peek().upper()) and letter in PIECES + "*":
                inside += PIECES if letter == "*" else letter
                self.at += 1
            if not inside or not self.took("]"):
                raise self.fault(
                    f"expected pieces ({' '.join(PIECES)}) and then ], as in [SZ]", None if inside else start
                )
            found.append("".join([piece for piece in PIECES if piece in inside]))
        return found


def _flat(node: Node) -> Node:
    """The node, whose parts of the same kind are taken apart."""
    kind, *parts = node
    if kind not in ("and", "or"):
        return node
    return kind, *[inner for part in parts for inner in (part[1:] if part[0] == kind else (part,))]


def _groups(found: list[str] | dict[str, None]) -> tuple[str, ...]:
    """The single pieces first."""
    return tuple(sorted(found, key=lambda group: (len(group) > 1, [PIECES.index(piece) for piece in group])))
