"""Save conditions: which pieces are left after a perfect clear, in the notation of PC-Saves-Get and sfinder_wasm.

A queue may have several outcomes: the pieces left over by each way to clear the field with it.

=================  ===================================================================================
``T``              a T can be saved: some outcome has one; ``TT`` two of them, ``TL`` a T and an L
``!T``             no outcome has a T: a T can never be saved
``^T``             some outcome is without a T: a T can be avoided
``T&&L``           a T can be saved and an L can be saved, each in some outcome
``T||L``           one of the two can be saved
``/^[^T]*L/``      some outcome, its pieces in the order TILJSZO, matches a regular expression
``^!(T&&!S)``      some outcome has a T and no S: ``^!( )`` asks for one outcome that is so in every respect
``T#one T``        a label, told with the answer
``A,B``            several conditions
=================  ===================================================================================

``!`` and ``^`` bind most tightly, then ``&&``, then ``||``; brackets group. Of a queue that clears nothing no condition
holds. Where one outcome is all there is, as in ``solve``, ``^`` and ``!`` are the same, and so are ``TL`` and ``T&&L``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import and_, or_

from shapewright.clear.patterns.regex import Expression, Node, Reader, states_of
from shapewright.clear.piece import PIECES
from shapewright.errors import LimitError, NotationError, amount, quote

MAX_TEXT = 1000
"""No condition is longer, in characters."""

MAX_CONDITIONS = 100
"""No more are asked at once."""

OUTCOME_ORDER = "TILJSZO"
"""The order of the pieces of an outcome, as regular expressions see it."""

_MAX_DEPTH = 50

# A condition as a tree: ("has", "TT"), ("matches", "^T"), ("not", c), ("avoid", c), ("and", c, d, ...),
# ("or", c, d, ...).


@dataclass(frozen=True, repr=False)
class SaveCondition:
    """A condition on the pieces that are left, such as ``T&&!S``, and its ``label``.

    >>> condition = SaveCondition.from_text("T&&S")
    >>> condition.holds_among(["T", "S"]), condition.holds_for("T"), condition.holds_for("TS")
    (True, False, True)
    """

    text: str
    label: str = ""

    def __post_init__(self) -> None:
        text, hash_, label = _split_label(self.text)
        object.__setattr__(self, "text", _text(_parse(text)))
        label = (label if hash_ else self.label).strip()
        if "," in label or not label.isprintable() or len(label) > MAX_TEXT:
            raise NotationError(
                f"{quote(label)} is not a label; a label has no comma and at most {MAX_TEXT} characters"
            )
        object.__setattr__(self, "label", label)

    @classmethod
    def from_text(cls, text: str) -> SaveCondition:
        """Read one condition; small letters and blanks will do.

        Raises ``NotationError``, which names the place, and for several; ``LimitError`` for one that is too long or
        nested too deeply.
        """
        conditions = read_conditions(text)
        if len(conditions) > 1:
            raise NotationError(f"{len(conditions)} save conditions are given where one is expected: {quote(text)}")
        return conditions[0]

    def to_text(self) -> str:
        """The condition, without blanks and brackets that make no difference, and its label."""
        return f"{self.text}#{self.label}" if self.label else self.text

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"SaveCondition.from_text({self.to_text()!r})"

    def holds_for(self, saved: str) -> bool:
        """Whether it holds if the pieces in ``saved``, in any order, are the one outcome."""
        return _holds(_parse(self.text), _in_order(saved))

    def holds_among(self, outcomes: Iterable[str]) -> bool:
        """Whether it holds for a queue that can leave each of these; never if there are none."""
        ordered = set(map(_in_order, outcomes))
        return bool(self.queues(lambda wish: int(any(map(wish, ordered))), int(bool(ordered))))

    def takes(self) -> int:
        """Return how many pieces must at least be left over for it to hold.

        >>> SaveCondition.from_text("LOSZ||JOSZ").takes(), SaveCondition.from_text("TL||!S").takes()
        (4, 0)
        """
        return _least(_parse(self.text))

    def queues(self, some: Callable[[Callable[[str], bool]], int], solved: int) -> int:
        """The queues for which it holds, as bits.

        ``some`` gives those of which some outcome, in the order of ``OUTCOME_ORDER``, satisfies a wish; ``solved`` are
        those that have outcomes.
        """
        return _queues(_parse(self.text), some, solved)


def read_conditions(text: str) -> tuple[SaveCondition, ...]:
    """Read conditions with commas between them: ``T,L#an L``.

    Raises what :meth:`SaveCondition.from_text` does, and ``LimitError`` for more than 100.
    """
    found: list[SaveCondition] = []
    rest: str | None = text
    while rest is not None:
        condition, rest = _first_of(rest)
        if len(found) == MAX_CONDITIONS:
            raise LimitError(f"more save conditions are given than the limit of {MAX_CONDITIONS}")
        found.append(SaveCondition(condition))
    return tuple(found)


def never_held(text: str, left: int) -> str | None:
    """Why some of the conditions hold for no queue if ``left`` pieces are left over, in one sentence; None if all may.

    >>> never_held("LOSZ||JOSZ", 1)
    'OSZL||OSZJ never holds: it takes 4 pieces, and 1 is left over'
    """
    some = [(one, takes) for one in read_conditions(text) if (takes := one.takes()) > left]
    if not some:
        return None
    names, takes = ", ".join([one.text for one, _ in some]), min([takes for _, takes in some])
    holds, it_takes = ("holds", "it takes") if len(some) == 1 else ("hold", "they take at least")
    pieces = amount(takes, "piece")
    are_left = "none is" if not left else "1 is" if left == 1 else f"{left} are"
    return f"{names} never {holds}: {it_takes} {pieces}, and {are_left} left over"


def _first_of(text: str) -> tuple[str, str | None]:
    """The text up to the first comma that is not part of a regular expression, and what follows it."""
    before, hash_, label = _split_label(text)
    if not hash_:
        at = _outside(text, ",")
        return (text, None) if at < 0 else (text[:at], text[at + 1 :])
    at = _outside(before, ",")
    if at >= 0:
        return text[:at], text[at + 1 :]
    label, comma, rest = label.partition(",")
    return f"{before}#{label}", rest if comma else None


def _split_label(text: str) -> tuple[str, str, str]:
    at = _outside(text, "#")
    return (text, "", "") if at < 0 else (text[:at], "#", text[at + 1 :])


def _outside(text: str, character: str) -> int:
    """Where a character first stands outside of slashes; -1 if nowhere."""
    is_inside = False
    for at, found in enumerate(text):
        if found == "/":
            is_inside = not is_inside
        elif found == character and not is_inside:
            return at
    return -1


def _in_order(saved: str) -> str:
    if stranger := saved.strip(OUTCOME_ORDER):
        raise NotationError(f"{quote(stranger)} is not a piece; pieces are {' '.join(OUTCOME_ORDER)}")
    return "".join(sorted(saved, key=OUTCOME_ORDER.index))


def _holds(node: Node, saved: str) -> bool:
    """Whether the node holds if this is the one outcome."""
    kind, *parts = node
    if kind == "has":
        return Counter(parts[0]) <= Counter(saved)
    if kind == "matches":
        return states_of(parts[0]).match(saved)
    truths = [_holds(part, saved) for part in parts]
    if kind in ("not", "avoid"):
        return not truths[0]
    return all(truths) if kind == "and" else any(truths)


def _least(node: Node) -> int:
    """How many pieces an outcome must have at least; a denial and an expression may hold with any number."""
    kind, *parts = node
    if kind == "has":
        return len(parts[0])
    if kind not in ("and", "or"):
        return 0
    return (max if kind == "and" else min)(map(_least, parts))


def _queues(node: Node, some: Callable[[Callable[[str], bool]], int], solved: int) -> int:
    kind, *parts = node
    if kind in ("has", "matches"):
        return some(lambda saved: _holds(node, saved))
    if kind == "avoid":
        return some(lambda saved: not _holds(parts[0], saved))
    bits = [_queues(part, some, solved) for part in parts]
    return solved & ~bits[0] if kind == "not" else reduce(and_ if kind == "and" else or_, bits)


def _text(node: Node) -> str:
    kind, *parts = node
    if kind in ("has", "matches"):
        return f"/{parts[0]}/" if kind == "matches" else str(parts[0])
    closed = ("or",) if kind == "or" else ("and", "or")
    texts = [f"({_text(part)})" if part[0] in closed else _text(part) for part in parts]
    return {"not": "!", "avoid": "^"}.get(kind, "") + ("&&" if kind == "and" else "||").join(texts)


@lru_cache(maxsize=256)
def _parse(text: str) -> Node:
    if len(text) > MAX_TEXT:
        raise LimitError(f"a save condition of {len(text)} characters is longer than the limit of {MAX_TEXT}")
    reader = _Reader(text, f"the save condition {quote(text)}")
    node = reader.either(0)
    if reader.peek():
        raise reader.fault("|| or && is expected, a comma before another condition or # before a label")
    return node


class _Reader(Reader):
    def either(self, depth: int) -> Node:
        return self.joined("or", "||", self.each, depth)

    def each(self, depth: int) -> Node:
        return self.joined("and", "&&", self.part, depth)

    def part(self, depth: int) -> Node:
        """Letters, a regular expression, something in brackets, or what ``!`` or ``^`` makes of one."""
        if depth > _MAX_DEPTH:
            raise LimitError(f"the save condition is nested deeper than the limit of {_MAX_DEPTH}")
        for sign, kind in (("!", "not"), ("^", "avoid")):
            if self.took(sign):
                return (kind, self.part(depth + 1))
        if self.took("("):
            node = self.either(depth + 1)
            if not self.took(")"):
                raise self.fault("the bracket is not closed")
            return node
        if self.took("/"):
            start, end = self.at, self.text.find("/", self.at)
            if end < 0:
                raise self.fault("the regular expression ends with a slash", len(self.text))
            self.at = end + 1
            text = Expression(self.text[start:end]).text
            _ = states_of(text)
            return ("matches", text)
        letters = ""
        while (letter := self.peek()) and letter.isascii() and letter.upper() in PIECES:
            letters += letter.upper()
            self.at += 1
        if not letters:
            raise self.fault(f"a piece is expected ({' '.join(PIECES)}), !, ^, a bracket or /")
        return ("has", "".join(sorted(letters, key=PIECES.index)))
