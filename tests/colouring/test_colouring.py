from __future__ import annotations

from itertools import product

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from shapewright.cells.grid import Board
from shapewright.cells.pieces import parse_pieces
from shapewright.cells.polyomino import Piece, Polyomino
from shapewright.colouring import Demand, refute
from shapewright.colouring.sums import Question, Use, bits, totals_by_area

HOLE = list(product(range(6, 9), range(6, 11)))
MUTILATED = Board.box(8, 8).without([(0, 0), (7, 7)])


def demand(board: Board, piece: Piece) -> Demand:
    """Every placement of the piece, by trying every shift of every orientation."""
    number = {cell: i for i, cell in enumerate(board.order())}
    shape = piece.shape.lifted() if board.dimension == 3 else piece.shape
    placements = []
    for turned in shape.orientations(piece.motions):
        for shift in product(*map(range, board.size)):
            cells = [tuple(a + b for a, b in zip(cell, shift, strict=True)) for cell in turned.cells]
            if all(cell in number for cell in cells):
                placements.append(tuple(sorted(number[cell] for cell in cells)))
    return Demand(piece.name, shape.area, piece.minimum, piece.maximum, placements)


def reason(board: Board | str, pieces: str) -> str | None:
    if isinstance(board, str):
        board = Board.from_text(board)
    order = board.order()
    optional = sum(1 << i for i, cell in enumerate(order) if cell in board.optional)
    found = refute(order, optional, [demand(board, piece) for piece in parse_pieces(pieces)])
    return None if found is None else str(found)


def has_cover(left: int, optional: int, demands: list[Demand], used: list[int]) -> bool:
    """Whether the cells of ``left`` can be covered exactly, by trying everything."""
    if not left:
        return all(count >= one.minimum for count, one in zip(used, demands, strict=True))
    cell = left & -left
    if cell & optional and has_cover(left ^ cell, optional, demands, used):
        return True
    for i, one in enumerate(demands):
        if one.maximum is None or used[i] < one.maximum:
            for placement in [sum(1 << k for k in where) for where in one.placements]:
                if placement & cell and placement & left == placement:
                    rest = [*used[:i], used[i] + 1, *used[i + 1 :]]
                    if has_cover(left ^ placement, optional, demands, rest):
                        return True
    return False


class TestReasons:
    def test_hexominoes_on_a_board_of_their_area(self) -> None:
        assert reason(Board.box(15, 15).without(HOLE), "hexominoes") == (
            "on a checkerboard the board has 105 + 105 cells, but 11 of the 35 hexominoes cover 4 + 2 "
            "and the others cover 3 + 3, so the two colours must differ by 2 modulo 4"
        )

    @pytest.mark.parametrize("dominoes", ["any*dominoes", "31*I2"])
    def test_the_mutilated_chessboard(self, dominoes: str) -> None:
        assert reason(MUTILATED, dominoes) == (
            "on a checkerboard the board has 30 + 32 cells, but every domino covers 1 + 1, "
            "so the two colours must have equally many cells"
        )

    @pytest.mark.parametrize("tees", ["25*T4", "any*T4"])
    def test_an_odd_number_of_tees(self, tees: str) -> None:
        assert reason("10x10", tees) == (
            "on a checkerboard the board has 50 + 50 cells, but each of the 25 T covers 3 + 1, "
            "so the two colours must differ by 2 modulo 4"
        )

    @pytest.mark.parametrize(
        ("pieces", "others"),
        [
            ("tetrominoes", "the others cover"),
            ("T4, 4*I4", "each of the 4 I covers"),
            ("T4, any*O4, any*I4", "the others cover"),
        ],
    )
    def test_one_tee_among_balanced_pieces(self, pieces: str, others: str) -> None:
        assert reason("4x5", pieces) == (
            f"on a checkerboard the board has 10 + 10 cells, but T covers 3 + 1 and {others} 2 + 2, "
            "so the two colours must differ by 2"
        )

    @pytest.mark.parametrize(
        ("board", "pieces", "sentence"),
        [
            ("6x10", "tetrominoes", "the pieces cover 20 cells, but the board has 60"),
            ("4x4", "pentominoes", "the pieces cover 60 cells, but the board has 16"),
            ("4x4", "pentominoes, any*I2", "the pieces cover at least 60 cells, but the board has 16"),
            ("5x5", "1-3*I3, I2", "the pieces cover at most 11 cells, but the board has 25"),
            (
                "5x5",
                "any*I3",
                "every piece covers 3 cells, so together they cover a multiple of 3, but the board has 25",
            ),
            (
                "5x5",
                "I3, any*I4",
                "the number of cells that the pieces cover is always 3 modulo 4, but the board has 25",
            ),
            (
                "4x5",
                "2-3*I3, any*I6",
                (
                    "apart from I6, which fits nowhere on the board, the pieces cover at most 9 cells, "
                    "but the board has 20"
                ),
            ),
            ("##/#?", "1*I2", "the pieces cover 2 cells, but the board has 3 to 4"),
            ("2x2", "any*I5", "no piece fits on the board"),
            ("1x4", "O4", "the piece O fits nowhere on the board"),
            ("##/##", "any*I1, I2", None),
            ("4x4", "any*I2, I3", "the pieces always cover an odd number of cells, but the board has 16"),
            (
                "3x5",
                "3*P5",
                (
                    "with the columns coloured alternately the board has 10 + 5 cells, but each of "
                    "the 3 P covers 3 + 2, "
                    "so the two colours can differ by at most 3"
                ),
            ),
            ("#####/#...#", "any*I4, any*I3", "no piece can cover the cell 0,0"),
            (
                "###.###/##...##",
                "2*I2, 2*I3",
                None,
            ),
            (
                "##.###/##.###",
                "any*O4, any*V3, any*I6=###/###",
                None,
            ),
            (
                "###.#####",
                "any*I2, 0-1*I4",
                (
                    "the board has 3 cells in the part that contains 0,0, "
                    "but I2 covers 0 or 2 of them and I4 covers none of them, "
                    "so the pieces always cover an even number of them"
                ),
            ),
            (
                "6x6",
                "any*L4",
                (
                    "with the columns coloured alternately the board has 18 + 18 cells, but each of "
                    "the 9 L covers 3 + 1, "
                    "so the two colours must differ by 2 modulo 4"
                ),
            ),
            (
                "6x6",
                "any*I4",
                (
                    "on a checkerboard of 2x2 blocks the board has 20 + 16 cells, but every tetromino covers 2 + 2, "
                    "so the two colours must have equally many cells"
                ),
            ),
            (
                ".#######/" + "/".join(["########"] * 7),
                "any*I3",
                (
                    "the board has 22 cells on the diagonals x - y = 0 modulo 3, "
                    "but each of the 21 I covers 1 of them, so the pieces always cover 21 of them"
                ),
            ),
            (
                "3x3",
                "any*X5, any*I2",
                (
                    "on a checkerboard the board has 5 + 4 cells, but X5 covers 4 + 1 and I2 covers 1 + 1, "
                    "so the two colours must differ by 3"
                ),
            ),
            (
                "10x10x10",
                "any*4=####",
                (
                    "on a checkerboard of 2x2x2 blocks the board has 504 + 496 cells, "
                    "but every tetracube covers 2 + 2, so the two colours must have equally many cells"
                ),
            ),
        ],
    )
    def test_sentences(self, board: str, pieces: str, sentence: str | None) -> None:
        assert reason(board, pieces) == sentence

    @pytest.mark.parametrize(
        ("board", "pieces"),
        [
            ("6x10", "pentominoes"),
            ("3x20", "pentominoes"),
            ("3x4x5", "pentominoes"),
            ("3x3x3", "soma"),
            ("5x8", "2*tetrominoes"),
            ("8x8", "any*T4"),
            ("8x8", "any*tetrominoes"),
            ("20x20", "any*dominoes"),
            ("?##/###/##?", "any*I2, I1"),
        ],
    )
    def test_nothing_to_say_where_there_are_tilings(self, board: str, pieces: str) -> None:
        assert reason(board, pieces) is None

    def test_optional_cells_give_slack(self) -> None:
        assert reason("?##/###/###", "4*I2") is None
        assert reason("#?#/###/###", "4*I2") == (
            "on a checkerboard the board has 5 + 4 cells, of which 0 + 1 may stay empty, "
            "but every domino covers 1 + 1, so the covered cells of the two colours must be equally many"
        )

    def test_nothing_to_cover(self) -> None:
        assert refute([], 0, []) is None
        assert refute([(0, 0)], 1, []) is None
        assert str(refute([(0, 0)], 0, [])) == "no piece fits on the board"
        assert str(refute([], 0, [Demand("I", 2, 1, 1, [])])) == "the pieces cover 2 cells, but the board has 0"

    def test_gigantic_counts_are_answered_at_once(self) -> None:
        assert reason("6x10", "1000000*pentominoes") == "the pieces cover 60000000 cells, but the board has 60"
        assert reason("6x10", "0-1000000*pentominoes") is None

    def test_questions_too_large_stay_open(self) -> None:
        cells = [(x, 0) for x in range(60001)]
        left, right = range(30000), range(30001, 60001)
        dominoes = [(29999, 30000), (30000, 30001)]
        demands = [Demand("half", 30000, 0, None, [left, right]), Demand("I", 2, 0, None, dominoes)]
        demands.append(Demand("middle", 1, 0, None, [(30000,)]))
        assert refute(cells, 0, demands) is None


@st.composite
def questions(draw: st.DrawFn) -> tuple[Board, list[Piece]]:
    dimension = draw(st.sampled_from([2, 2, 3]))
    size = (4, 4) if dimension == 2 else (3, 2, 2)
    cells = draw(st.frozensets(st.sampled_from(sorted(product(*map(range, size)))), min_size=3))
    optional = draw(st.frozensets(st.sampled_from(sorted(cells)), max_size=3) | st.just(frozenset()))
    names = draw(st.lists(st.sampled_from(["I1", "I2", "I3", "L3", "I4", "T4", "L4", "S4", "O4", "P5"]), max_size=3))
    pieces = []
    for number, name in enumerate(names):
        minimum = draw(st.integers(0, 2))
        maximum = draw(st.none() | st.integers(max(minimum, 1), 4))
        pieces.append(Piece(f"p{number}", parse_pieces(name)[0].shape, minimum, maximum))
    if draw(st.booleans()):
        apart = Polyomino.from_text("#.#") if dimension == 2 else Polyomino.from_text("#./.#//")
        pieces.append(Piece("apart", apart, 0, draw(st.sampled_from([None, 1, 2]))))
    return Board(cells, optional), pieces


@given(questions())
def test_never_refutes_what_can_be_covered(question: tuple[Board, list[Piece]]) -> None:
    board, pieces = question
    order = board.order()
    optional = sum(1 << i for i, cell in enumerate(order) if cell in board.optional)
    demands = [demand(board, piece) for piece in pieces]
    sentence = refute(order, optional, demands)
    possible = has_cover((1 << len(order)) - 1, optional, demands, [0] * len(demands))
    event(f"refuted: {sentence is not None}, possible: {possible}")
    assert sentence is None or not possible


@st.composite
def sums(draw: st.DrawFn) -> tuple[Question, list[list[int]]]:
    uses, counts = [], []
    for number in range(draw(st.integers(1, 3))):
        area = draw(st.integers(1, 4))
        minimum = draw(st.integers(0, 2))
        uses.append(Use(f"p{number}", area, minimum, minimum + draw(st.integers(0, 4)), [(0,)]))
        counts.append(sorted(draw(st.sets(st.integers(0, area), min_size=1))))
    least = sum(use.area * use.minimum for use in uses)
    size = least + draw(st.integers(0, 8))
    optional = (1 << draw(st.integers(0, size))) - 1
    return Question([(x, 0) for x in range(size)], optional, tuple(uses)), counts


@given(sums())
def test_totals_are_the_sums_of_all_choices(question: tuple[Question, list[list[int]]]) -> None:
    asked, counts = question
    expected = {(0, 0)}
    for use, choices in zip(asked.uses, counts, strict=True):
        copies = {(0, 0)}
        reached = set()
        for number in range(use.maximum + 1):
            if number >= use.minimum:
                reached |= copies
            copies = {(area + use.area, total + choice) for area, total in copies for choice in choices}
        expected = {(a + c, b + d) for a, b in expected for c, d in reached}
    least = asked.required.bit_count()
    found = {(area, total) for area, totals in totals_by_area(asked, counts) for total in bits(totals)}
    assert found == {(area, total) for area, total in expected if least <= area <= len(asked.cells)}
