"""Patterns by writing out every queue and asking each condition of it whole, in Python's own regular expressions.

Brackets in conditions are written out, too: ``T[LJ]<S`` holds where ``TL<S`` or ``TJ<S`` does.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from itertools import permutations, product

PIECES = "IOTSZLJ"

Holds = Callable[[str], bool]

_COMPARE = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}


def expand(text: str) -> set[str]:
    """The queues of a pattern without comments or line breaks."""
    return {queue for part in text.upper().split(";") for queue in _Text(part.replace(" ", "")).row()}


def condition(text: str) -> Holds:
    """Whether a condition, without braces, holds for a queue."""
    return _Text(text.upper().replace(" ", "")).either()


class _Text:
    def __init__(self, text: str) -> None:
        self.text = text

    def took(self, pattern: str) -> str | None:
        match = re.match(pattern, self.text)
        if match is None:
            return None
        self.text = self.text[match.end() :]
        return match[0]

    def row(self) -> list[str]:
        """Queues of parts with commas between them, up to a bracket's or the text's end."""
        queues = [""]
        while self.text and not self.text.startswith(")"):
            if not self.took(","):
                parts = self.scope()
                queues = [before + after for before in queues for after in parts]
        return queues

    def scope(self) -> list[str]:
        """Queues of what stands between two commas."""
        queues = [""]
        while self.text and self.text[0] not in ",)":
            if self.took(r"\{"):
                holds = self.either()
                assert self.took(r"\}")
                queues = [queue for queue in queues if holds(queue)]
                continue
            if self.took(r"\("):
                parts = self.row()
                assert self.took(r"\)")
            else:
                parts = self.element()
            queues = [before + after for before in queues for after in parts]
        return queues

    def element(self) -> list[str]:
        if pool := self.took(r"\[\^?(?:[IOTSZLJ]|\[[^][]*\])+\]"):
            inner = [_plain(choice) for choice in re.findall(r"\[([^][]*)\]", pool[1:-1])]
            pools = [[*_plain(re.sub(r"\[[^]]*\]", "", pool[1:-1])), *choice] for choice in product(*inner)]
        else:
            piece = self.took(r"[*IOTSZLJ]")
            assert piece, self.text
            pools = [list(PIECES if piece == "*" else piece)]
        count = self.took(r"!|P\d+")
        number = 1 if count is None else len(pools[0]) if count == "!" else int(count[1:])
        return ["".join(queue) for queue in {order for pool in pools for order in permutations(pool, number)}]

    def either(self) -> Holds:
        parts = [self.each()]
        while self.took(r"\|\|"):
            parts.append(self.each())
        return lambda queue: any(part(queue) for part in parts)

    def each(self) -> Holds:
        parts = [self.one()]
        while self.took("&&"):
            parts.append(self.one())
        return lambda queue: all(part(queue) for part in parts)

    def one(self) -> Holds:
        if self.took("!"):
            inner = self.one()
            return lambda queue: not inner(queue)
        if scope := self.took(r"\d+(-\d+)?:"):
            numbers = [0, *map(int, scope[:-1].split("-"))][-2:]
            inner = self.one()
            return lambda queue: inner(queue[numbers[0] : numbers[1]])
        if self.took(r"\("):
            inner = self.either()
            assert self.took(r"\)")
            return inner
        if expression := self.took("/[^/]*/"):
            return lambda queue: re.search(expression[1:-1], queue) is not None
        those, sign = self.pieces(), self.took("[<>!=]=?")
        assert sign
        sign = sign.replace("==", "=")
        if number := self.took(r"\d+"):
            return lambda queue: any(
                all(_COMPARE[sign](queue.count(piece), int(number)) for piece in choice) for choice in those
            )
        others = self.pieces()
        return lambda queue: any(_is_before(one, other, queue) for one in those for other in others)

    def pieces(self) -> list[str]:
        """Every way to write the pieces without brackets."""
        text = self.took(r"([*IOTSZLJ]|\[[*IOTSZLJ]+\])+")
        assert text, self.text
        groups = re.findall(r"\[[^]]+\]|.", text.replace("*", PIECES))
        return ["".join(choice) for choice in product(*[group.strip("[]") for group in groups])]


def _plain(letters: str) -> str:
    return "".join([piece for piece in PIECES if piece not in letters]) if letters.startswith("^") else letters


def _is_before(those: str, others: str, queue: str) -> bool:
    """Whether each of those pieces, the second L being the second in the queue, is there before each of the others."""
    first = min([place for place in _places(others, queue) if place is not None], default=len(queue))
    return all(place is not None and place < first for place in _places(those, queue))


def _places(letters: str, queue: str) -> list[int | None]:
    found = []
    for number, piece in enumerate(letters):
        places = [place for place, letter in enumerate(queue) if letter == piece]
        found.append(dict(enumerate(places)).get(letters[:number].count(piece)))
    return found
