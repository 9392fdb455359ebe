"""Regular expressions read piece by piece: what is known of a match after the pieces that came so far.

An :class:`Expression` becomes a nondeterministic automaton by Thompson's construction (Communications of the ACM 11,
1968); the states that it may be in are followed all at once, so that no piece is ever read twice.
"""

from __future__ import annotations

from functools import lru_cache

from shapewright.clear.patterns.regex import Expression
from shapewright.errors import LimitError

__all__ = ["States", "states_of"]

MAX_STATES = 20_000
"""An expression whose repetitions, written out, have more states is refused."""

# Where a match may be: states that a piece has just led to, and whether nothing has been read yet.
Places = tuple[frozenset[int], bool]


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

    def _build(self, node: tuple[object, ...], start: int, end: int) -> None:
        """Join two states by what the node matches."""
        kind, *parts = node
        if kind == "piece":
            inner = self._new()
            self._free[start].append((inner, ""))
            self._by_piece[inner] = str(parts[0]), end
        elif kind in ("begin", "end"):
            self._free[start].append((end, str(kind)))
        elif kind == "either":
            for part in parts:
                assert isinstance(part, tuple)
                self._build(part, start, end)
        elif kind == "row":
            for part in parts:
                assert isinstance(part, tuple)
                after = self._new()
                self._build(part, start, after)
                start = after
            self._free[start].append((end, ""))
        else:
            part, least, most = parts
            assert isinstance(part, tuple)
            assert isinstance(least, int)
            assert isinstance(most, int)
            self._repeat(part, least, most, start, end)

    def _repeat(self, part: tuple[object, ...], least: int, most: int, start: int, end: int) -> None:
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
