"""Random small stacking problems for Hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from shapewright.cells.polyomino import Polyomino
from shapewright.stacking import FallingPiece, Problem

LETTERS = "IOTJLSZ"

# A dent, a piece with a gap in one column, one with orientations of its own, and a fixed one.
OWN = (
    FallingPiece.turning("U", Polyomino.from_text("#.#/###")),
    FallingPiece.turning("C", Polyomino.from_text("##/#./##")),
    FallingPiece("V", (Polyomino.from_text("##/#."), Polyomino.from_text("#./##"))),
    FallingPiece("D", (Polyomino.from_text("##"),)),
)


@st.composite
def boards(draw: st.DrawFn, width: int, rows: int = 3) -> frozenset[tuple[int, int]]:
    """A few cells, with overhangs, and no full row."""
    cells = st.tuples(st.integers(0, width - 1), st.integers(0, rows - 1))
    found = draw(st.frozensets(cells, max_size=6))
    full = [y for y in range(rows) if all((x, y) in found for x in range(width))]
    return frozenset(cell for cell in found if cell[1] not in full)


@st.composite
def plain_problems(draw: st.DrawFn, longest: int = 4) -> Problem:
    """The least height, on widths 4 to 10, sometimes with a board or pieces of one's own."""
    own = draw(st.booleans())
    letters = LETTERS + ("UCVD" if own else "")
    return Problem(
        draw(st.text(letters, min_size=1, max_size=longest)),
        width := draw(st.integers(4, 10)),
        OWN if own else (),
        draw(boards(width)) if draw(st.booleans()) else frozenset(),
        rotation=draw(st.booleans()),
    )


@st.composite
def any_problems(draw: st.DrawFn) -> Problem:
    """Every rule and goal, so small that all plans can be listed."""
    limit = draw(st.none() | st.integers(2, 5))
    width = draw(st.integers(3, 5) | st.integers(8, 10))
    own = draw(st.booleans())
    return Problem(
        draw(st.text(LETTERS + ("UCVD" if own else ""), min_size=1, max_size=3 if width < 6 else 2)),
        width,
        OWN if own else (),
        draw(boards(width, 2)),
        rotation=draw(st.booleans()),
        hold=draw(st.booleans()),
        clear_lines=draw(st.booleans()),
        objective=draw(st.sampled_from(["height", "holes", "flatness"])),
        height_limit=limit,
    )
