"""The deterministic automaton that reads the queues of a pattern, piece by piece.

It follows all alternatives at once, so that a queue is one path however many alternatives have it. Alternatives without
conditions that go on in the same way are one from there on, however they began.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from shapewright.clear.patterns.pattern_parts import Element, Filter, Row
from shapewright.clear.patterns.queue_conditions import Rest, after_piece, at_end, weight_of
from shapewright.clear.piece import PIECES
from shapewright.errors import LimitError

# In places to which steps lead, a microsecond or two each: about three seconds. The step itself has a part, too.
_MAX_PLACES = 1 << 21
_STEP_PLACES = 2
# With conditions, in states times conditions: about two seconds.
_MAX_WORK = 1 << 18
# What a state costs beside its places, in the same unit.
_STATE_WORK = 6

# Counts of the seven pieces that are left of an element, four bits a piece.
_Left = int
# What is left of the filters that are open, each with its number in the alternative.
_Open = tuple[tuple[int, Rest], ...]
# Where a reader of queues can be: in an alternative, at an element, with what is left of it to choose from.
_Place = tuple[int, int, int, _Left, _Open]
State = frozenset[_Place]
Levels = list[dict[State, list[tuple[str, State]]]]


class Automaton:
    """The reader of the alternatives ``rows`` of a pattern, all of the same length."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self._alternatives = rows
        self._length = sum([part.length for part in rows[0] if isinstance(part, Element)])
        self._has_filters = any(isinstance(part, Filter) for row in rows for part in row)
        self._known: Levels = []

    @cached_property
    def start(self) -> State:
        """Where a reader is that has read nothing."""
        return frozenset([place for row in range(len(self._rows)) for place in self._at(row, 0, ())])

    def levels(self, length: int) -> Levels:
        """For each number of pieces read, from 0 to ``length`` - 1: where a reader is, and where each next piece leads.

        Every path can be gone on with to the end of a queue; if there are no queues, nothing leads on from the start.

        Raises ``LimitError`` if alternatives overlap in too many ways to keep apart.
        """
        if self._has_filters:
            return self._filtered_levels[:length]
        self._read_on(self._known, length)
        return self._known[:length]

    def steps(self, state: State, read: int) -> list[tuple[str, State]]:
        """Where each next piece leads from a state in which ``read`` pieces are read."""
        return self.levels(self._length)[read][state] if self._has_filters else self._steps(state)

    def _read_on(self, levels: Levels, length: int) -> None:
        """Add the levels up to ``length`` that are not there yet."""
        states = {after for steps in levels[-1].values() for _, after in steps} if levels else {self.start}
        work = sum([_work(steps) for level in levels for steps in level.values()])
        weight = 2 + max([row.weight for row in self._rows])  # about how much work the conditions are for every piece
        while len(levels) < length:
            level = {}
            for state in states:
                steps = level[state] = self._steps(state)
                work += _STATE_WORK + len(state) * weight if self._has_filters else _work(steps)
                if work > (_MAX_WORK if self._has_filters else _MAX_PLACES):
                    raise _too_much_overlap("conditions" if self._has_filters else "alternatives")
            levels.append(level)
            states = {after for steps in level.values() for _, after in steps}

    @cached_property
    def _filtered_levels(self) -> Levels:
        """All levels, without the paths that come to nothing because a condition fails at their end."""
        levels: Levels = []
        self._read_on(levels, self._length)
        alive: dict[State, list[tuple[str, State]]] | None = None
        for read in range(self._length - 1, -1, -1):
            level = {
                state: [step for step in steps if alive is None or step[1] in alive]
                for state, steps in levels[read].items()
            }
            alive = levels[read] = {state: steps for state, steps in level.items() if steps}
        return levels if levels[0] else [{self.start: []}, *[{} for _ in levels[1:]]]

    @cached_property
    def _rows(self) -> list[_Steps]:
        rows, total = [], 0
        for row in self._alternatives:
            rows.append(_Steps(row))
            total += rows[-1].weight
            if total > _MAX_WORK:
                raise _too_much_overlap("conditions")
        return rows

    @cached_property
    def _alike(self) -> list[list[tuple[int, int]]]:
        """For each alternative and element, the first alternative and element from which on the same follows."""
        first: dict[object, tuple[int, int]] = {}
        found = []
        for number, row in enumerate(self._rows):
            after: object = None
            places = []
            for column in range(len(row.elements), -1, -1):
                # What filters ask for depends on what was read, so that rows with some are like no others.
                key = (number, column) if row.filters else (*row.elements[column : column + 1], after)
                after = first.setdefault(key, (number, column))
                places.append(after)
            found.append(places[::-1])
        return found

    def _at(self, row: int, column: int, held: Iterable[tuple[int, Rest]]) -> list[_Place]:
        """The readers at the beginning of an element: its number, how many pieces it takes, and which.

        There are none if a filter that ends here fails, several if there are inner brackets to choose from.
        """
        row, column = self._alike[row][column]
        steps = self._rows[row]
        if not steps.filters:
            return steps.places(row, column)
        left = {}
        for number, rest in held:
            if steps.filters[number][1] == column:
                if not at_end(rest):
                    return []
            else:
                left[number] = rest
        left |= {
            number: rest for number, rest in steps.starts if steps.filters[number][0] == column and rest is not True
        }
        if False in left.values():
            return []
        return steps.places(row, column, tuple(sorted(left.items())))

    def _steps(self, state: State) -> list[tuple[str, State]]:
        steps = []
        for number, piece in enumerate(PIECES):
            after: list[_Place] = []
            for row, column, length, left, held in state:
                if not left >> 4 * number & 15:
                    continue
                still = held
                if held:  # what is left of the open filters after the piece
                    rests = [(filter_, after_piece(rest, piece)) for filter_, rest in held]
                    if any(rest is False for _, rest in rests):
                        continue
                    still = tuple([(filter_, rest) for filter_, rest in rests if rest is not True])
                if length > 1:
                    after.append((row, column, length - 1, left - (1 << 4 * number), still))
                else:
                    after += self._at(row, column + 1, still)
            if after:
                steps.append((piece, frozenset(after)))
        return steps


class _Steps:
    """What an alternative is read by: its elements, their pools, and between which of them its filters apply."""

    def __init__(self, row: Row) -> None:
        self.elements: list[Element] = []
        self.filters: list[tuple[int, int]] = []
        self.starts: list[tuple[int, Rest]] = []
        for part in row:
            if isinstance(part, Element):
                self.elements.append(part)
            else:
                self.starts.append((len(self.filters), part.condition.start))
                self.filters.append((len(self.elements) - part.elements, len(self.elements)))
        self.pools = [
            [sum([1 << 4 * PIECES.index(piece) for piece in pool]) for pool in element.pools()]
            for element in self.elements
        ]
        self.weight = sum([weight_of(rest) for _, rest in self.starts])

    def places(self, row: int, column: int, held: _Open = ()) -> list[_Place]:
        """The readers at the beginning of an element of this alternative, the number ``row``."""
        if column == len(self.elements):
            return [(row, column, 0, 0, held)]
        length = self.elements[column].length
        return [(row, column, length, pool, held) for pool in self.pools[column]]


def _work(steps: list[tuple[str, State]]) -> int:
    """About how much work steps are that lead to such states."""
    return sum([_STEP_PLACES + len(after) for _, after in steps])


def _too_much_overlap(what: str) -> LimitError:
    return LimitError(f"the {what} of the pattern overlap in too many ways; write fewer {what}")
