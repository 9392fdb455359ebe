"""A stacking problem and a game in lines of Python."""

from __future__ import annotations

from shapewright import stacking
from shapewright.questions.asked import Asked
from shapewright.questions.desk import Desk
from shapewright.questions.python import Expression, call, program
from shapewright.questions.stacking._fields import (
    BAG,
    BOARD,
    DRAWN_SEED,
    DROP,
    OBJECTIVE,
    PIECES,
    RANDOM,
    SEQUENCE,
    keywords,
    problem,
)
from shapewright.stacking.problem import WIDTH

DRAWN = "print(to_terminal(game.mosaic(), color=False))"
_NEEDED = {
    "parse_start(": "from shapewright.stacking.notation.board import parse_start",
    "parse_piece_list(": "from shapewright.stacking.notation.piece_file import parse_piece_list",
    "parse_piece_file(": "from shapewright.stacking.notation.piece_file import parse_piece_file",
    "parse_plan(": "from shapewright.stacking.notation.plan import parse_plan",
    "verify_plan(": "from shapewright.stacking.verify import verify_plan",
    "claims_in(": "from shapewright.stacking.notation.answers import claims_in",
    "plan_text(": "from shapewright.stacking.notation.plan import plan_text",
    "to_terminal(": "from shapewright.drawing import to_terminal",
}


def stacking_program(*lines: str) -> str:
    """Lines below all that they import."""
    text = "\n".join(lines)
    return program("stacking", *lines, imports=[line for word, line in _NEEDED.items() if word in text])


def rules_of(asked: Asked) -> dict[str, object]:
    """The keywords of a problem but its sequence, as expressions."""
    stated = keywords(asked)
    found: dict[str, object] = {} if stated["width"] == WIDTH else {"width": stated["width"]}
    if PIECES in asked:
        reader = "parse_piece_file" if "\n" in asked.text(PIECES).strip() else "parse_piece_list"
        found["pieces"] = call(reader, asked.text(PIECES))
    if stated["board"]:
        found["board"] = Expression(f"{call('parse_start', asked.text(BOARD))}.cells")
    if not stated["rotation"]:
        found["rotation"] = Expression("False")
    more = {name: stated[name] for name in ("hold", "clear_lines")} | asked.some(OBJECTIVE, DROP)
    return {**found, **more, "height_limit": stated["height_limit"]}


def with_problem(asked: Asked, *lines: str) -> str:
    """The problem, and lines that work with it."""
    rules = rules_of(asked)
    sequence: str | None = asked[SEQUENCE]
    if RANDOM in asked:
        own = asked.some(BAG) | ({"pieces": rules["pieces"]} if "pieces" in rules else {})
        sequence = Expression(
            call(
                "stacking.random_sequence",
                asked.get(RANDOM, 0),
                seed=asked.get(DRAWN_SEED, 0),
                **own,
            )
        )
    return stacking_program(f"problem = {call('stacking.Problem', sequence, **rules)}", *lines)


def drops_of(asked: Asked, plan: str) -> tuple[stacking.Problem, tuple[stacking.Drop, ...]]:
    """The problem that the parameters state, and the drops of a plan of it."""
    from shapewright.stacking.notation.plan import parse_plan  # few questions have a plan in text

    stated = problem(asked, Desk())
    return stated, parse_plan(plan, stated)


def game_program(asked: Asked, plan: str, *lines: str) -> str:
    """A game with the drops of a plan, and lines that work with it."""
    keys = {name: value for name, value in rules_of(asked).items() if name not in ("hold", "objective")}
    drops = drops_of(asked, plan)[1] if plan else ()
    fall = []
    for drop in drops:
        turned = (drop.rotation, drop.path) if drop.path else (drop.rotation,) if drop.rotation else ()
        fall.append(call("game.drop", drop.piece, drop.column, *turned))
    return stacking_program(f"game = {call('stacking.Game', **keys)}", *fall, *lines)
