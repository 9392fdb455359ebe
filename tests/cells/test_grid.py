from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shapewright.cells.grid import (
    MAX_CELLS,
    Board,
    Cell,
    Motion,
    cell_text,
    components,
    motions,
    neighbours,
    parse_box,
    parse_cell,
    parse_size,
    read_art,
    write_art,
)
from shapewright.errors import LimitError, NotationError, ProblemError, ShapewrightError, quote


def cells_of_dimension(dimension: int) -> st.SearchStrategy[Cell]:
    return st.tuples(*[st.integers(0, 4)] * dimension)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    dimension = draw(st.sampled_from([2, 3]))
    cells = draw(st.frozensets(cells_of_dimension(dimension), min_size=1, max_size=14))
    marks = draw(st.lists(st.sampled_from("##?ab"), min_size=len(cells), max_size=len(cells)))
    pairs = list(zip(sorted(cells), marks, strict=True))
    return Board(
        cells,
        frozenset(cell for cell, mark in pairs if mark == "?"),
        frozenset((cell, mark) for cell, mark in pairs if mark in "ab"),
    )


@st.composite
def any_motion(draw: st.DrawFn, dimension: int) -> Motion:
    turn = draw(st.sampled_from(motions(dimension)))
    return Motion(turn.axes, turn.signs, draw(st.tuples(*[st.integers(-5, 5)] * dimension)))


class TestMotions:
    @pytest.mark.parametrize(("dimension", "number"), [(2, 8), (3, 48)])
    def test_there_are_as_many_as_the_square_and_the_cube_have(self, dimension: int, number: int) -> None:
        every = motions(dimension)
        assert len(set(every)) == number
        assert len(motions(dimension, reflections=False)) == number // 2
        assert every[: number // 2] == motions(dimension, reflections=False)

    @pytest.mark.parametrize("dimension", [2, 3])
    def test_identity_is_first_and_rotations_keep_hands(self, dimension: int) -> None:
        assert motions(dimension)[0]((1, 2, 3)[:dimension]) == (1, 2, 3)[:dimension]
        assert not any(motion.is_reflection for motion in motions(dimension, reflections=False))
        assert sum(motion.is_reflection for motion in motions(dimension)) == len(motions(dimension)) // 2

    def test_a_quarter_turn_goes_from_right_to_up(self) -> None:
        turn = Motion((1, 0), (-1, 1), (0, 0))
        assert turn((1, 0)) == (0, 1)
        assert turn((0, 1)) == (-1, 0)
        assert not turn.is_reflection

    def test_the_order_of_composition(self) -> None:
        turn, shift = Motion((1, 0), (-1, 1), (0, 0)), Motion((0, 1), (1, 1), (10, 0))
        assert turn.then(shift)((1, 0)) == (10, 1)
        assert shift.then(turn)((1, 0)) == (0, 11)

    @given(any_motion(3), any_motion(3), cells_of_dimension(3))
    def test_then_is_one_after_the_other(self, first: Motion, second: Motion, cell: Cell) -> None:
        assert first.then(second)(cell) == second(first(cell))
        assert first.then(second).is_reflection == (first.is_reflection != second.is_reflection)

    @given(any_motion(3), cells_of_dimension(3))
    def test_inverse_undoes(self, motion: Motion, cell: Cell) -> None:
        assert motion.inverse()(motion(cell)) == cell == motion(motion.inverse()(cell))


class TestBoardText:
    def test_the_top_row_comes_first(self) -> None:
        assert Board.from_text("#..\n###").cells == {(0, 1), (0, 0), (1, 0), (2, 0)}

    def test_rows_may_be_joined_by_slashes_and_ragged(self) -> None:
        assert Board.from_text("#/###") == Board.from_text("#..\n###") == Board.from_text("\n#  \n###\n\n")

    def test_the_bottom_layer_comes_first(self) -> None:
        board = Board.from_text("##/#.//#./..")
        assert board.cells == {(0, 0, 0), (0, 1, 0), (1, 1, 0), (0, 1, 1)}
        assert Board.from_text("##\n#.\n\n#.\n..") == board

    def test_a_single_layer_in_space_stays_in_space(self) -> None:
        board = Board.box(3, 2, 1)
        assert board.to_text() == "###\n###\n//"
        assert Board.from_text(board.to_text()) == board

    def test_optional_and_coloured_cells(self) -> None:
        board = Board.from_text("?a#")
        assert board.optional == {(0, 0)}
        assert board.colour_of() == {(1, 0): "a"}
        assert board.required == {(1, 0), (2, 0)}

    def test_sizes(self) -> None:
        assert Board.from_text("6x10").size == (6, 10)
        assert Board.from_text(" 3X4×5 ").size == (3, 4, 5)
        assert Board.from_text("2x3") == Board.box(2, 3) == Board.from_text("##/##/##")

    @given(boards())
    def test_text_and_repr_read_back(self, board: Board) -> None:
        assert Board.from_text(board.to_text()) == board
        assert Board.from_text(str(board)) == board
        assert Board.from_text(board.to_text(one_line=True)) == board
        assert eval(repr(board), {"Board": Board}) == board

    def test_repr_of_what_art_cannot_say(self) -> None:
        both = Board(frozenset({(0, 0)}), frozenset({(0, 0)}), frozenset({((0, 0), "a")}))
        far = Board(frozenset({(0, 0), (MAX_CELLS, MAX_CELLS)}))
        assert eval(repr(both), {"Board": Board}) == both
        assert eval(repr(far), {"Board": Board}) == far
        with pytest.raises(NotationError, match="0,0 is optional and coloured"):
            both.to_text()
        with pytest.raises(LimitError, match="too large to write"):
            far.to_text()

    @given(st.text(st.sampled_from("#?.ab /\n0123x×X-Q"), max_size=30) | st.text(max_size=20))
    def test_any_text_gives_a_board_or_a_clear_error(self, text: str) -> None:
        try:
            board = Board.from_text(text)
        except ShapewrightError:
            return
        assert Board.from_text(board.to_text()) == board

    @pytest.mark.parametrize(
        ("text", "error", "message"),
        [
            ("", ProblemError, "no cells"),
            ("../..", ProblemError, "no cells"),
            ("0x5", ProblemError, "0x5 has no cells"),
            ("##/#Q", NotationError, "'Q' in column 2 of row 2 .'#Q'. is not #, ., . or a letter"),
            ("##//#!", NotationError, "column 2 of row 1 of layer 2"),
            ("6x", NotationError, "'6x' is not a board"),
            ("1x2x3x4", NotationError, "'1x2x3x4' is not a board"),
            ("1000000x1000000", LimitError, "1000000x1000000 is larger than the limit of 1048576 cells"),
            ("9" * 5000 + "x2", LimitError, "larger than the limit"),
            ("1025x1024", LimitError, "1025x1024"),
        ],
    )
    def test_errors_quote_the_text(self, text: str, error: type[Exception], message: str) -> None:
        with pytest.raises(error, match=message):
            Board.from_text(text)


class TestBoard:
    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (([],), "no cells"),
            (([(0, 0), (0, 0, 0)],), "2 coordinates, or every cell has 3"),
            (([(0,)],), "2 coordinates, or every cell has 3"),
            (([(0, -1)],), "0,-1 has a coordinate outside"),
            (([(0, MAX_CELLS + 1)],), "coordinate outside"),
            (([(0, 0)], [(1, 1)]), "optional cell 1,1"),
            (([(0, 0)], [], [((1, 1), "a")]), "coloured cell 1,1"),
            (([(0, 0)], [], [((0, 0), "A")]), "'A' is not a colour"),
            (([(0, 0)], [], [((0, 0), "ab")]), "'ab' is not a colour"),
            (([(0, 0)], [], [((0, 0), "a"), ((0, 0), "b")]), "0,0 has two colours, a and b"),
        ],
    )
    def test_refuses_what_is_no_board(self, arguments: tuple[list[object], ...], message: str) -> None:
        with pytest.raises(ProblemError, match=message):
            Board(*map(frozenset, arguments))

    def test_box_refuses_other_numbers_of_sizes(self) -> None:
        with pytest.raises(ProblemError, match="2 or 3 sizes, not 1"):
            Board.box(5)

    def test_takes_any_collection_of_cells(self) -> None:
        assert Board([(0, 0), (1, 0)]) == Board.box(2, 1)  # type: ignore[arg-type]

    def test_without(self) -> None:
        board = Board.from_text("?a/##").without([(0, 1), (1, 1)])
        assert board == Board.from_text("##")
        with pytest.raises(ProblemError, match="the hole 5,0 is not a cell"):
            board.without([(5, 0)])

    def test_is_not_shifted(self) -> None:
        board = Board.box(4, 4).without(product(range(4), range(2)))
        assert board.size == (4, 4)
        assert min(board.cells) == (0, 2)
        assert board.to_text() == "####\n####\n....\n...."

    def test_order_goes_along_the_strip(self) -> None:
        assert Board.box(4, 2).order()[:3] == ((0, 0), (0, 1), (1, 0))
        assert Board.box(2, 4).order()[:3] == ((0, 0), (1, 0), (0, 1))
        assert Board.box(2, 4, 3).order()[:3] == ((0, 0, 0), (1, 0, 0), (0, 0, 1))

    @given(boards())
    def test_order_has_every_cell_once(self, board: Board) -> None:
        assert sorted(board.order()) == sorted(board.cells)

    def test_components(self) -> None:
        assert Board.from_text("##.?/...#").components() == (
            frozenset({(0, 1), (1, 1)}),
            frozenset({(3, 0), (3, 1)}),
        )

    @given(boards())
    def test_components_are_separate_and_make_up_the_board(self, board: Board) -> None:
        parts = board.components()
        assert sum(map(len, parts)) == len(board.cells)
        for part in parts:
            assert all(other in part or other not in board.cells for cell in part for other in neighbours(cell))
        assert [min(part) for part in parts] == sorted(min(part) for part in parts)


class TestSymmetries:
    @pytest.mark.parametrize(
        ("text", "every", "rotations"),
        [
            ("8x8", 8, 4),
            ("6x10", 4, 2),
            ("3x3x3", 48, 24),
            ("3x4x5", 8, 4),
            ("3x3x4", 16, 8),
            ("3x3x1", 16, 8),
            ("##/#.", 2, 1),
            ("##./.##", 2, 2),
            ("###/#..", 1, 1),
            ("?#?", 4, 2),
            ("?##", 2, 1),
            ("ab", 2, 1),
            (".../.##/.##", 8, 4),
        ],
    )
    def test_numbers(self, text: str, every: int, rotations: int) -> None:
        board = Board.from_text(text)
        assert len(board.symmetries()) == every
        assert len(board.symmetries(reflections=False)) == rotations

    @given(boards())
    def test_are_the_motions_that_keep_everything(self, board: Board) -> None:
        found = board.symmetries()
        assert found[0] == Motion(tuple(range(board.dimension)), (1,) * board.dimension, (0,) * board.dimension)
        images = []
        for turn in motions(board.dimension):
            shift = [
                min(cell[axis] for cell in board.cells) - min(turn(cell)[axis] for cell in board.cells)
                for axis in range(board.dimension)
            ]
            motion = Motion(turn.axes, turn.signs, tuple(shift))
            image = {motion(cell): (cell in board.optional, board.colour_of().get(cell)) for cell in board.cells}
            if image == {cell: (cell in board.optional, board.colour_of().get(cell)) for cell in board.cells}:
                images.append(motion)
        assert set(found) == set(images)
        assert len(found) == len(images)
        assert board.symmetries(reflections=False) == tuple(m for m in found if not m.is_reflection)


class TestReading:
    def test_cells(self) -> None:
        assert parse_cell("3,4") == (3, 4)
        assert parse_cell(" 0,1,2 ") == (0, 1, 2)
        assert cell_text((3, 4)) == "3,4"

    @pytest.mark.parametrize("text", ["", "3", "3,", "a,b", "-1,2", "1,2,3,4", "²,1", "3, 4"])
    def test_what_is_no_cell(self, text: str) -> None:
        with pytest.raises(NotationError, match="is not a cell"):
            parse_cell(text)

    def test_gigantic_cells(self) -> None:
        with pytest.raises(LimitError):
            parse_cell("1048577,0")
        with pytest.raises(LimitError):
            parse_cell("9" * 10000 + ",0")

    @pytest.mark.parametrize("text", ["", "6", "6x", "x6", "6x10x2x1", "##", "²x3", "-1x3", "6.0x1"])
    def test_what_is_no_size(self, text: str) -> None:
        assert parse_size(text) is None

    def test_quote_shortens(self) -> None:
        assert quote("Q7") == "'Q7'"
        assert len(quote("x" * 10**6)) < 50

    def test_art_has_a_limit(self) -> None:
        with pytest.raises(LimitError):
            read_art("#" * (MAX_CELLS + 1), lambda c: c == "#", "#")

    def test_write_art_with_a_given_size(self) -> None:
        assert write_art({(1, 0): "A"}, (3, 2)) == "...\n.A."
        assert write_art({(0, 0, 1): "B"}, one_line=True) == ".//B"

    def test_components_of_nothing(self) -> None:
        assert components([]) == ()


def test_a_box_of_cells_has_its_corner_at_the_lower_left() -> None:
    assert set(parse_box("6,5,3x1")) == {(6, 5), (7, 5), (8, 5)}
    assert set(parse_box("0,1,2,1x1x2")) == {(0, 1, 2), (0, 1, 3)}


@pytest.mark.parametrize(
    "text", ["", ",", "3x5", "6,6", "6,3x5", "6,6,0x5", "6,6,6,3x5", "-1,0,2x2", "0,0,2000x2000", "0,0,2x2,", "a,b,2x2"]
)
def test_a_malformed_box_of_cells(text: str) -> None:
    with pytest.raises(ShapewrightError) as caught:
        parse_box(text)
    assert text in str(caught.value)


@given(st.text(alphabet="0123456789,xX -#", max_size=24) | st.text(max_size=12))
def test_any_box_of_cells_is_cells_or_an_error_of_ours(text: str) -> None:
    try:
        cells = parse_box(text)
    except ShapewrightError:
        return
    assert len(set(cells)) == len(cells) > 0
