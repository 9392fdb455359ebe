"""Perfect clears without end."""

from __future__ import annotations

from itertools import islice, pairwise

import pytest

from shapewright.clear import check, play
from shapewright.clear.loops.demo import Game
from shapewright.errors import ProblemError


def test_every_clear_is_one_and_pieces_come_from_bags() -> None:
    game = Game()
    solutions = list(islice(play(seed=2, game=game), 5))
    for solution in solutions:
        check(solution)
        assert solution.height == 4
    assert (game.clears, game.pieces) == (5, 50)
    for before, after in pairwise(solutions):
        if not game.missed:
            assert (after.queue.hold or "") + after.queue.pieces[: len(before.saved) - 1] == before.saved
    assert [str(one) for one in islice(play(seed=2), 5)] == [str(one) for one in solutions]


def test_queues_without_a_clear_are_dealt_anew() -> None:
    game = Game()
    (solution,) = islice(play(height=2, seed=1, game=game), 1)
    check(solution)
    assert game.missed > 0


def test_heights() -> None:
    for height in (0, 3, 22):
        with pytest.raises(ProblemError, match="lines"):
            play(height=height)
