"""Piece lists as they are written: whatever the pieces, they are read back the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tiling.random_problems import shapes

from shapewright.cells.lattices import CUBE, SQUARE
from shapewright.cells.piece_lists import piece_texts, pieces_to_list
from shapewright.cells.pieces import count_text, parse_pieces, pieces_from_text, pieces_to_text
from shapewright.cells.polyomino import MOTIONS, Piece, Polyomino, motions_on
from shapewright.errors import NotationError, ProblemError

NAMES = st.one_of(
    st.sampled_from(
        ["I", "L", "T", "I2", "T4", "L3", "I7", "A", "art1", "soma", "6.01", "x=T4", "##", "F'", "T.3", "0"]
    ),
    st.text(min_size=1, max_size=6).filter(lambda text: not any(c.isspace() or c in ",*|:" for c in text)),
).filter(lambda name: name not in MOTIONS and not name.startswith(tuple(f"{word}-" for word in MOTIONS)))

COUNTS = st.one_of(
    st.integers(0, 3).map(lambda n: (n, n)),
    st.tuples(st.integers(0, 3), st.integers(3, 9)),
    st.integers(0, 2).map(lambda n: (n, None)),
    st.just((10**6, 10**6)),
)

STANDARD = [
    piece
    for text in (
        "monominoes", "tetrominoes", "fixed-tetrominoes", "one-sided-pentominoes", "I7", "fixed-I8", "6.01, 6.35",
        "soma", "free-tetracubes", "fixed-tricubes", "one-sided-5c.03", "fixed-L3",
    )
    for piece in parse_pieces(text)
]  # fmt: skip


@st.composite
def piece_sets(draw: st.DrawFn) -> tuple[Piece, ...]:
    """Up to five pieces, flat or in space: standard ones, and drawn ones with any colours and names."""
    dimension = draw(st.sampled_from((2, 3)))
    allowed = motions_on(SQUARE if dimension == 2 else CUBE)
    found: dict[str, Piece] = {}
    for _ in range(draw(st.integers(1, 5))):
        if draw(st.booleans()):
            usual = draw(st.sampled_from([piece for piece in STANDARD if piece.shape.dimension <= dimension]))
            name, shape, motions = usual.name, usual.shape, draw(st.sampled_from((usual.motions, *allowed)))
            name = draw(st.sampled_from((name, name, f"{name}{shape.area}")))
        else:
            colours = draw(st.sampled_from(("", "", "ab", "somainoecubdrptz")))
            name, shape = draw(NAMES), draw(shapes(draw(st.integers(2, dimension)), colours))
            motions = draw(st.sampled_from(allowed))
        if dimension == 3:
            shape = shape.lifted()
        found[name] = Piece(name, shape, *draw(COUNTS), motions)
    return tuple(found.values())


@given(piece_sets())
def test_what_is_written_is_read_back(pieces: tuple[Piece, ...]) -> None:
    assert parse_pieces(pieces_to_list(pieces)) == pieces
    assert pieces_from_text(pieces_to_text(pieces)) == pieces


@given(piece_sets(), st.data())
def test_named_pieces_keep_their_names_in_any_list(pieces: tuple[Piece, ...], data: st.DataObject) -> None:
    named = {piece.name for piece in pieces}
    texts = piece_texts(pieces, named)
    chosen = data.draw(st.lists(st.sampled_from(range(len(pieces))), unique=True, min_size=1))
    alone = parse_pieces(", ".join(f"{count_text(pieces[k])}*{texts[k]}" for k in chosen))
    assert [piece.name for piece in alone] == [pieces[k].name for k in chosen]


@pytest.mark.parametrize(
    ("pieces", "text"),
    [
        ("tetrominoes", "I4, O4, T4, S4, L4"),
        ("one-sided-pentominoes", "one-sided-F5, one-sided-F5'"),
        ("2*T4, any*I2", "2*T4, any*I2"),
        ("CORNER=fixed-#./##", "CORNER=fixed-#./##"),
        ("1-2*CORNER=fixed-#./##/ab", "1-2*CORNER=fixed-#./##/ab"),
        ("T=##, T4", "T=##, T4"),
        ("RED=soma/", "RED=soma/"),
        ("soma", "V=one-sided-V3, L=one-sided-L4"),
        ("A=##//", "A=##//"),
        ("any*I7", "any*I7"),
    ],
)
def test_the_wording_is_short(pieces: str, text: str) -> None:
    assert pieces_to_list(parse_pieces(pieces)).startswith(text)


@pytest.mark.parametrize("name", ["fixed", "one-sided-4", "free-"])
def test_names_that_no_list_can_hold(name: str) -> None:
    with pytest.raises(NotationError, match="begins with a word for motions"):
        pieces_to_list([Piece(name, Polyomino.from_text("##"))])


def test_what_is_no_list() -> None:
    flat, solid = Piece("A", Polyomino.from_text("##")), Piece("B", Polyomino.from_text("##//"))
    with pytest.raises(ProblemError, match="some of the pieces are flat"):
        pieces_to_list([flat, solid])
    with pytest.raises(ProblemError, match="two pieces are named 'A'"):
        pieces_to_list([flat, flat])
