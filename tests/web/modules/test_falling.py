"""The page lets pieces fall by rules of its own, which follow the hand: they are those of Python, move for move."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from shapewright.questions.stacking._page import stated_to_page
from shapewright.stacking import Drop, Problem
from shapewright.stacking.notation.plan import parse_plan, plan_text
from shapewright.stacking.notation.records import drops_to_json
from shapewright.stacking.replay import final_stack
from shapewright.stacking.rules import goal, next_pieces
from shapewright.stacking.slides import path_of, rests

PLAY = """
  const { replayed, due, valueOf, readDrops, writeDrops } = m;
  return given.map(({ game, drops, text }) => {
    const { state, fault } = replayed(game, drops);
    return {
      fault, used: state.used, held: state.held, text: writeDrops(readDrops(text, game.sequence), true),
      due: due(game, state).map(({ piece, held, taken }) => [piece, held, taken]),
      stack: [...state.stack].map(([key, number]) => [...key.split(",").map(Number), number])
        .sort(([a, b], [c, d]) => a - c || b - d),
      values: ["height", "holes", "flatness"].map((objective) => valueOf(state.stack, game.width, objective)),
    };
  });
"""


def _played(rules: random.Random) -> tuple[Problem, list[Drop], int, str | None]:
    """A random problem, random drops of it, and how far its sequence is used then."""
    width = rules.randrange(4, 9)
    board = {(x, 0) for x in range(width - 1) if rules.random() < 0.4}
    problem = Problem(
        [rules.choice("IOTJLSZ") for _ in range(rules.randrange(1, 12))],
        width,
        board=frozenset(board),
        hold=rules.random() < 0.5,
        clear_lines=rules.random() < 0.5,
        drop=rules.choice(("hard", "soft")),
    )
    stack: dict[tuple[int, ...], int] = dict.fromkeys(problem.board, 0)
    drops: list[Drop] = []
    used, held = 0, None
    for _ in range(rules.randrange(len(problem.sequence) + 1)):
        piece, slot, taken = rules.choice(next_pieces(problem.sequence[used : used + 2], held, problem.hold))
        shapes = problem.orientations(piece)
        turn = rules.randrange(len(shapes))
        drop = Drop(piece, rules.randrange(width - shapes[turn].size[0] + 1), 90 * turn)
        if problem.drop == "soft":
            forms = problem.shapes(piece)
            orientation, column, row = rules.choice(rests(stack, forms, width))
            way = path_of(stack, forms, width, orientation, column, row)
            assert way is not None
            drop = Drop(piece, way[0], 90 * way[1], way[2])
        drops.append(drop)
        stack = dict.fromkeys(
            final_stack(replace(problem, sequence=[one.piece for one in drops], hold=False), drops), 0
        )
        used, held = used + taken, slot
    return problem, drops, used, held


def test_pieces_fall_in_the_page_as_they_do_in_python(evaluated: Callable[..., Any]) -> None:
    source = random.Random(7)
    games = [_played(source) for _ in range(300)]
    asked = [
        {"game": stated_to_page(problem), "drops": drops_to_json(drops), "text": plan_text(drops, names=True)}
        for problem, drops, _, _ in games
    ]
    answers = evaluated("stacking/falling.js", PLAY, asked)
    for (problem, drops, used, held), seen in zip(games, answers, strict=True):
        stack = final_stack(problem, drops)
        assert seen["fault"] == ""
        assert (seen["used"], seen["held"]) == (used, held)
        choices = next_pieces(problem.sequence[used : used + 2], held, problem.hold)
        assert [tuple(one) for one in seen["due"]] == list(choices)
        assert seen["stack"] == [[x, y, number] for (x, y), number in sorted(stack.items())]
        wanted = [goal(stack, problem.width, objective) for objective in ("height", "holes", "flatness")]
        assert seen["values"] == wanted
        assert parse_plan(seen["text"], problem) == tuple(drops)
