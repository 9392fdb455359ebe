"""Small random questions: a hole of up to three pieces, a pattern, and the rules."""

from __future__ import annotations

from typing import NamedTuple

from hypothesis import strategies as st

from shapewright.clear.drops import DROPS, Drop
from shapewright.clear.field import FULL_ROW, Field
from shapewright.clear.kicks import KICKS
from shapewright.clear.patterns.pattern import Pattern
from shapewright.clear.piece import PIECES


class Question(NamedTuple):
    field: Field
    pattern: Pattern
    height: int
    kicks: str
    drop: Drop
    hold: bool

    @property
    def needed(self) -> int:
        return self.field.empty_cells(self.height) // 4

    @property
    def queues(self) -> list[str]:
        return list(self.pattern.queues(min(self.pattern.length, self.needed + self.hold)))


@st.composite
def questions(draw: st.DrawFn, most: int = 3) -> Question:
    """A hole a few columns wide in two to four rows, some of its cells filled, so that what is empty is in fours."""
    height = draw(st.integers(2, 4))
    width = draw(st.integers(2, 5))
    left = draw(st.integers(0, 10 - width))
    hole = [(x, y) for y in range(height) for x in range(left, left + width)]
    spare = len(hole) - 4 * draw(st.integers(1, min(most, len(hole) // 4)))
    # What is filled lies at the bottom: holes below the stack are seldom anything but impossible.
    filled = set(sorted(hole, key=lambda cell: (cell[1], draw(st.integers(0, 9))))[:spare])
    rows = [FULL_ROW] * height
    for x, y in hole:
        if (x, y) not in filled:
            rows[y] &= ~(1 << x)
    field = Field(tuple([row for row in rows if row != FULL_ROW]))
    needed = (len(hole) - spare) // 4
    length = needed + draw(st.integers(0, 2))
    text = draw(st.sampled_from([f"*p{length}", ",".join("*" * length), f"{draw(st.sampled_from(PIECES))}," * length]))
    alternative = "".join(draw(st.lists(st.sampled_from(PIECES), min_size=length, max_size=length)))
    return Question(
        field,
        Pattern.from_text(text.strip(",") + ";" + alternative),
        field.height,
        draw(st.sampled_from(KICKS)),
        draw(st.sampled_from(DROPS)),
        draw(st.booleans()),
    )
