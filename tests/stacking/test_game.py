"""The game: drops, a way back, the solver's continuation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference.stacking import brute_force as twin

from shapewright import stacking
from shapewright.errors import ProblemError
from shapewright.stacking import Drop, Game, Problem


def test_a_game_and_its_way_back() -> None:
    game = Game(6)
    assert game.drop("L", 0) == ((0, 0), (0, 1), (0, 2), (1, 0))
    assert (game.height, game.heights, game.holes) == (3, (3, 1, 0, 0, 0, 0), 0)
    game.drop("I", 1, 90)
    assert (game.height, game.heights, game.holes, len(game.drops)) == (3, (3, 2, 2, 2, 2, 0), 3, 2)
    assert game.undo() == Drop("I", 1, 90)
    assert game.undo() == Drop("L", 0)
    assert (game.height, game.drops, game.stack) == (0, (), {})
    with pytest.raises(ProblemError, match="no drop to take back"):
        game.undo()


@given(
    st.lists(st.tuples(st.sampled_from("IOTJLSZ"), st.integers(0, 4), st.integers(0, 3)), max_size=12), st.booleans()
)
def test_any_game_is_what_the_twin_sees(moves: list[tuple[str, int, int]], clear_lines: bool) -> None:
    game = Game(5, clear_lines=clear_lines)
    problem = Problem("IOTJLSZ", 5)
    grid: twin.Grid = ()
    for piece, column, turn in moves:
        arts = twin.art_of(problem, piece)
        after = twin.dropped(grid, arts[turn], column, 5) if turn < len(arts) else None
        if after is None:
            before = repr(game), game.stack
            with pytest.raises(ProblemError):
                game.drop(piece, column, 90 * turn)
            assert (repr(game), game.stack) == before
            continue
        grid = twin.without_full_rows(after) if clear_lines else after
        game.drop(piece, column, 90 * turn)
        assert set(game.stack) == {(x, y) for y, row in enumerate(grid) for x, c in enumerate(row) if c == "#"}
        assert game.height == twin.value_of(grid, 5, "height")
        assert game.holes == twin.value_of(grid, 5, "holes")
    while game.drops:
        game.undo()
    assert game.stack == {}


def test_the_continuation_starts_from_what_lies_there() -> None:
    game = Game(6)
    game.drop("L", 0)
    game.drop("L", 3)
    plan = game.continuation("LL")
    assert plan is not None
    stacking.check(plan)
    assert (plan.height, plan.optimal) == (3, True)
    for drop in plan.drops:
        game.drop(drop.piece, drop.column, drop.rotation)
    assert game.height == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("Q", 0), "'Q' is not a piece; pieces are I O T J L S Z"),
        (("L", 5), "'L' with rotation 0 fits into the columns 0 to 4, not 5"),
        (("L", -1), "not -1"),
        (("L", 0, 45), "'L' has no rotation 45; it has 0, 90, 180, 270"),
        (("O", 0, 90), "'O' has no rotation 90; it has 0"),
    ],
)
def test_drops_that_cannot_be(arguments: tuple[str, int, int], message: str) -> None:
    game = Game(6)
    with pytest.raises(ProblemError, match=message):
        game.drop(*arguments)
    assert game.drops == ()


def test_limits_boards_and_line_clears() -> None:
    game = Game(4, board={(0, 0), (1, 0)}, clear_lines=True, height_limit=2)
    with pytest.raises(ProblemError, match="above the height limit of 2"):
        game.drop("I", 0)
    game.drop("O", 2)
    assert (game.height, game.stack) == (1, {(2, 0): 0, (3, 0): 0})
    assert Game(2).pieces == stacking.tetrominoes()
    with pytest.raises(ProblemError, match="wider than the grid"):
        Game(2).drop("T", 0)
    with pytest.raises(ProblemError, match="width must be at least 1"):
        Game(0)
    assert "<svg" in game._repr_svg_()
