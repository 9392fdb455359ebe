from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shapewright.cells.grid import Motion, motions
from shapewright.cells.lattices import CUBE, SQUARE
from shapewright.cells.polyomino import MOTIONS, Motions, Piece, Polyomino, enumerate_polyominoes, motions_on
from shapewright.errors import LimitError, NotationError, ProblemError, ShapewrightError


@st.composite
def polyominoes(draw: st.DrawFn) -> Polyomino:
    dimension = draw(st.sampled_from([2, 3]))
    cells = draw(st.lists(st.tuples(*[st.integers(-2, 3)] * dimension), min_size=1, max_size=7, unique=True))
    colours = draw(st.lists(st.sampled_from(["", "", "a", "b"]), min_size=len(cells), max_size=len(cells)))
    return Polyomino(tuple(cells), tuple(colours))


class TestPolyomino:
    def test_is_normalised(self) -> None:
        shape = Polyomino(((5, 7), (4, 7), (5, 8)))
        assert shape.cells == ((0, 0), (1, 0), (1, 1))
        assert shape == Polyomino.from_text(".#/##")

    def test_colours_stay_with_their_cells(self) -> None:
        shape = Polyomino(((1, 0), (0, 0)), ("a", ""))
        assert shape.cells == ((0, 0), (1, 0))
        assert shape.colours == ("", "a")
        assert shape.to_text() == "#a"
        assert shape.mirrored().to_text() == "a#"
        assert Polyomino(((0, 0),), ("",)).colours == ()

    def test_reads_every_character(self) -> None:
        assert Polyomino.from_text("1X#.0 /a") == Polyomino.from_text("###\na..")
        assert Polyomino.from_text("#//.#").cells == ((0, 0, 0), (1, 0, 1))

    def test_numbers(self) -> None:
        shape = Polyomino.from_text("###/#..")
        assert (shape.area, shape.dimension, shape.size, shape.is_connected) == (4, 2, (3, 2), True)
        assert not Polyomino.from_text("#./.#").is_connected
        assert Polyomino.from_text("##//").dimension == 3

    def test_lifted(self) -> None:
        flat = Polyomino.from_text("#a")
        assert flat.lifted().cells == ((0, 0, 0), (1, 0, 0))
        assert flat.lifted().colours == flat.colours
        assert flat.lifted().lifted() == flat.lifted()

    def test_moved_by_a_quarter_turn(self) -> None:
        turn = Motion((1, 0), (-1, 1), (9, 9))
        assert Polyomino.from_text("###/#..").moved(turn) == Polyomino.from_text("#./#./##")

    @given(polyominoes())
    def test_text_and_repr_read_back(self, shape: Polyomino) -> None:
        assert Polyomino.from_text(shape.to_text()) == shape
        assert Polyomino.from_text(str(shape)) == shape
        assert eval(repr(shape), {"Polyomino": Polyomino}) == shape
        assert pickle.loads(pickle.dumps(shape)) == shape

    def test_repr_of_far_apart_cells(self) -> None:
        shape = Polyomino(((0, 0), (10**6, 10**6)))
        assert eval(repr(shape), {"Polyomino": Polyomino}) == shape

    @given(polyominoes(), st.sampled_from(MOTIONS))
    def test_orientations_are_those_of_the_motions(self, shape: Polyomino, kind: Motions) -> None:
        if shape.dimension == 3 and kind == "half-turn":
            with pytest.raises(ProblemError, match="flat pieces of squares"):
                shape.orientations(kind)
            return
        allowed = motions(shape.dimension, reflections=kind == "free")[: 1 if kind == "fixed" else None]
        if kind == "half-turn":
            allowed = tuple(motion for motion in allowed if motion.axes == (0, 1))
        pairs = list(zip(shape.cells, shape.colours or [""] * shape.area, strict=True))
        expected = {
            Polyomino(tuple(motion(cell) for cell, _ in pairs), tuple(colour for _, colour in pairs))
            for motion in allowed
        }
        found = shape.orientations(kind)
        assert set(found) == expected
        assert len(found) == len(expected)
        assert list(found) == sorted(found, key=lambda turned: (turned.cells, turned.colours))

    @pytest.mark.parametrize(
        ("text", "kind", "number"),
        [
            ("##/##", "free", 1),
            ("###/.#.", "free", 4),
            ("##./.##", "free", 4),
            ("##./.##", "one-sided", 2),
            ("##./.##", "fixed", 1),
            (".##/##./.#.", "free", 8),
            (".##/##./.#.//", "free", 24),
            ("###/#..//", "one-sided", 24),
            ("#//", "free", 1),
        ],
    )
    def test_numbers_of_orientations(self, text: str, kind: Motions, number: int) -> None:
        assert len(Polyomino.from_text(text).orientations(kind)) == number

    def test_a_screw_has_two_hands_in_space(self) -> None:
        screw = Polyomino.from_text("#./##//#./..")
        assert screw.mirrored() not in screw.orientations("one-sided")
        assert screw.mirrored() in screw.orientations("free")
        assert len(screw.orientations("one-sided")) == 12

    @pytest.mark.parametrize(
        ("cells", "colours", "message"),
        [
            ((), (), "no cells"),
            (((0, 0), (0, 0)), (), "0,0 of a piece is given twice"),
            (((0, 0), (0, 0, 0)), (), "2 coordinates"),
            (((0,),), (), "2 coordinates"),
            (((0, 0),), ("a", "b"), "1 cells has 2 colours"),
            (((0, 0),), ("A",), "'A' is not a colour"),
            (((0, 0),), ("ab",), "'ab' is not a colour"),
        ],
    )
    def test_refuses_what_is_no_shape(self, cells: tuple[()], colours: tuple[str, ...], message: str) -> None:
        with pytest.raises(ProblemError, match=message):
            Polyomino(cells, colours)

    def test_refuses_a_gigantic_shape(self) -> None:
        with pytest.raises(LimitError):
            Polyomino(tuple((x, 0) for x in range((1 << 20) + 1)))

    def test_refuses_unknown_motions(self) -> None:
        with pytest.raises(ProblemError, match="'loose' is not one of fixed, half-turn, one-sided, free"):
            Polyomino.from_text("#").orientations("loose")  # type: ignore[arg-type]

    @pytest.mark.parametrize(("text", "message"), [("", "without cells"), ("../00", "without cells"), ("#2", "'2' in")])
    def test_refuses_what_is_no_art(self, text: str, message: str) -> None:
        with pytest.raises(NotationError, match=message):
            Polyomino.from_text(text)

    @given(st.text(st.sampled_from("#1X0.a /\n!"), max_size=20) | st.text(max_size=20))
    def test_any_text_gives_a_shape_or_a_clear_error(self, text: str) -> None:
        try:
            shape = Polyomino.from_text(text)
        except ShapewrightError:
            return
        assert Polyomino.from_text(shape.to_text()) == shape


class TestPiece:
    def test_defaults(self) -> None:
        piece = Piece("T", Polyomino.from_text("###/.#."))
        assert (piece.minimum, piece.maximum, piece.motions) == (1, 1, "free")
        assert len(piece.orientations()) == 4

    @pytest.mark.parametrize("name", ["", "a b", "a,b", "2*T", "a|b", "a:b", "a\tb"])
    def test_refuses_names_that_notations_cannot_write(self, name: str) -> None:
        with pytest.raises(ProblemError, match="cannot name a piece"):
            Piece(name, Polyomino.from_text("#"))

    @pytest.mark.parametrize(("minimum", "maximum"), [(-1, 1), (2, 1), (3, 0)])
    def test_refuses_ranges_that_are_none(self, minimum: int, maximum: int) -> None:
        with pytest.raises(ProblemError, match="which is not a range"):
            Piece("A", Polyomino.from_text("#"), minimum, maximum)

    def test_refuses_unknown_motions(self) -> None:
        with pytest.raises(ProblemError, match="'loose' is not one of"):
            Piece("A", Polyomino.from_text("#"), 1, 1, "loose")  # type: ignore[arg-type]

    @pytest.mark.parametrize(("minimum", "maximum"), [(10**6 + 1, None), (0, 10**9)])
    def test_refuses_gigantic_counts(self, minimum: int, maximum: int | None) -> None:
        with pytest.raises(LimitError):
            Piece("A", Polyomino.from_text("#"), minimum, maximum)


class TestEnumeration:
    """Totals: OEIS A000105, A000988, A001168 in the plane; A038119, A000162, A001931 in space."""

    @pytest.mark.parametrize(
        ("kind", "totals"),
        [
            ("free", [1, 1, 2, 5, 12, 35, 108, 369, 1285]),
            ("one-sided", [1, 1, 2, 7, 18, 60, 196, 704]),
            # Half of those that lie as they are, and of those that half a turn leaves as they are.
            ("half-turn", [1, 2, 4, 13, 35, 120, 392]),
            ("fixed", [1, 2, 6, 19, 63, 216, 760, 2725]),
        ],
    )
    def test_polyominoes(self, kind: Motions, totals: list[int]) -> None:
        assert [len(enumerate_polyominoes(n, kind)) for n in range(1, len(totals) + 1)] == totals

    @pytest.mark.parametrize(
        ("kind", "totals"),
        [
            ("free", [1, 1, 2, 7, 23, 112, 607]),
            ("one-sided", [1, 1, 2, 8, 29, 166, 1023]),
            ("fixed", [1, 3, 15, 86, 534, 3481]),
        ],
    )
    def test_polycubes(self, kind: Motions, totals: list[int]) -> None:
        assert [len(enumerate_polyominoes(n, kind, 3)) for n in range(1, len(totals) + 1)] == totals

    @pytest.mark.parametrize(
        ("dimension", "kind"),
        [(lattice.dimension, kind) for lattice in (SQUARE, CUBE) for kind in motions_on(lattice)],
    )
    def test_each_is_the_smallest_of_its_orientations(self, kind: Motions, dimension: int) -> None:
        shapes = enumerate_polyominoes(5, kind, dimension)
        assert all(shape.is_connected and shape.area == 5 for shape in shapes)
        assert all(shape == shape.orientations(kind)[0] for shape in shapes)
        assert list(shapes) == sorted(shapes, key=lambda shape: shape.cells)
        assert all(shape == Polyomino(shape.cells) for shape in shapes)

    def test_limits(self) -> None:
        with pytest.raises(LimitError, match="the limit is 12 cells"):
            enumerate_polyominoes(13)
        with pytest.raises(LimitError, match="the limit is 8 cells"):
            enumerate_polyominoes(9, "free", 3)
        with pytest.raises(ProblemError, match="no shapes of 0 cells"):
            enumerate_polyominoes(0)
        with pytest.raises(ProblemError, match="dimension 2 or 3, not 4"):
            enumerate_polyominoes(2, "free", 4)
