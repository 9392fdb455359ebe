"""The questions about falling sequences: those of ``shapewright stacking``, with the same answers."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from shapewright.errors import LimitError, ProblemError
from shapewright.web import views
from shapewright.web.fields import Choice, Field, Flag, Number, Text, Upload, Whole
from shapewright.web.questions import TIME_LIMIT, Answer, Question
from shapewright.web.verdicts import verified_answer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapewright.cli.stacking.problem import Stated
    from shapewright.drawing import Scene
    from shapewright.stacking import Drop, Game, Plan, Problem, Statistics
    from shapewright.web.desk import Desk

# The command line takes longer sequences.
MAX_PIECES = 500
MAX_PLANS = 50
MAX_COLUMNS = 64
# A hint should come while the player still looks at the stack.
HINT_SECONDS = 3.0

_GRID: tuple[Field, ...] = (
    Whole("width", "columns", minimum=1, maximum=MAX_COLUMNS),
    Text("board", "what lies in the grid at the start: WxH, or rows of # and . joined by /", limit=20_000),
    Text("pieces", "further pieces, such as U5 or pentominoes", limit=4000),
    Whole("height_limit", "no cell may lie above so many rows", minimum=1, maximum=1000),
    Flag("no_rotation", "pieces fall as they are drawn"),
    Flag("clear_lines", "full rows vanish"),
)
_RULES: tuple[Field, ...] = (
    *_GRID,
    Flag("hold", "one piece can be put aside and dropped later"),
    Choice("objective", "what is to be small", default="height", choices=("height", "holes", "flatness")),
)
_SEQUENCE = Text("sequence", "the pieces in their order, such as IOTSLJZI", required=True, limit=4000)
_TIME = Number(TIME_LIMIT, "stop after so many seconds", maximum=3600.0)


def warm_up() -> None:
    """Load what solving and drawing a short sequence needs."""
    from shapewright.stacking import Problem, first

    plan = first(Problem("LO", width=4))
    assert plan is not None
    plan._repr_svg_()


def _stated(asked: dict[str, Any]) -> Stated:
    from shapewright.cli.stacking.problem import Stated
    from shapewright.stacking.notation.board import parse_start
    from shapewright.stacking.notation.piece_file import parse_piece_list

    return Stated(
        asked["width"],
        None if asked["board"] is None else parse_start(asked["board"]),
        None if asked["pieces"] is None else parse_piece_list(asked["pieces"]),
        not asked["no_rotation"],
        asked.get("hold", False),
        asked["clear_lines"],
        asked.get("objective", "height"),
        asked["height_limit"],
    )


def _problem(asked: dict[str, Any]) -> Problem:
    problem = _stated(asked).problem(asked["sequence"])
    if len(problem.sequence) > MAX_PIECES:
        most = f"the studio takes at most {MAX_PIECES}, the command line more"
        raise LimitError(f"the sequence has {len(problem.sequence)} pieces; {most}")
    return problem


# --- Plans ------------------------------------------------------------------------------------------------------------


def _solve(asked: dict[str, Any], desk: Desk) -> Answer:
    from shapewright import stacking

    problem, best = _problem(asked), asked["best"]
    started = time.monotonic()
    seen: list[Statistics] = []
    if best is None:
        plan = stacking.first(problem, tie_break=asked["tie_break"], time_limit=desk.seconds, report=seen.append)
        plans = [] if plan is None else [plan]
    else:
        plans = list(stacking.solve(problem, limit=best, time_limit=desk.seconds, report=seen.append))
    return _planned(problem, plans, seen[0], time.monotonic() - started, best, asked["tie_break"])


def _planned(
    problem: Problem, plans: list[Plan], statistics: Statistics, seconds: float, best: int | None, tie_break: str
) -> Answer:
    from shapewright.cli.stacking.answer import drop_lines, plan_json, verdict
    from shapewright.cli.stacking.solve import none_keys
    from shapewright.drawing import to_sheet

    if not plans:
        keys = none_keys(problem, statistics)
        return Answer(keys, views.view(f"impossible: {keys['reason']}", "bad"), {}, True, seconds, 1)
    first = plans[0]
    whole = plan_json(first)
    if best is not None:
        whole["plans"] = [plan_json(plan) for plan in plans]
    whole["states"] = statistics.nodes
    if best is None and tie_break == "lexicographic":
        whole["first"] = first.first
    sections = [views.frames(_frames(first), seconds=0.35, animation="stack", last=True)]
    if len(plans) > 1:
        drawn = [views.picture(plan.scene(), f"{number}. {verdict(plan)}") for number, plan in enumerate(plans, 1)]
        sections.append(views.pictures(drawn, title=f"The best {len(plans)}", size="small"))
    sections.append(views.text("\n".join(drop_lines(first)), title="Drop by drop", label="plan"))
    clock = f"{statistics.nodes:,} states, {seconds:.2f} s; replayed cell by cell"
    shown = views.view(verdict(first), "good" if first.optimal else "plain", notes=[clock], sections=sections)
    files: dict[str, str | bytes] = {
        "stack.svg": to_sheet([plan.scene() for plan in plans]),
        "plan.txt": "".join(plan.to_text() + "\n" for plan in plans),
    }
    return Answer(whole, shown, files, statistics.complete, seconds)


def _frames(plan: Plan) -> list[dict[str, Any]]:
    return [views.picture(scene) for scene in plan.frames()]


def _count(asked: dict[str, Any], desk: Desk) -> Answer:
    from shapewright import stacking

    problem = _problem(asked)
    seen: list[Statistics] = []
    number = stacking.count(problem, time_limit=desk.seconds, report=seen.append)
    statistics = seen[0]
    whole = {
        "count": number,
        "objective": problem.objective,
        "value": statistics.lower_bound if number else None,
        "states": statistics.nodes,
        "problem": problem.to_json(),
    }
    plans = "plan" if number == 1 else "plans"
    notes = [f"each has a {problem.objective} of {statistics.lower_bound}"] if number else []
    shown = views.view(f"{number:,} optimal {plans}", "good" if number else "bad", notes=notes)
    return Answer(whole, shown, {}, seconds=statistics.seconds)


# --- The game ---------------------------------------------------------------------------------------------------------


def _play(asked: dict[str, Any], desk: Desk) -> Answer:
    """The game after some drops, the next piece above the stack, and what the solver would do if it is asked."""
    from shapewright.stacking import Game
    from shapewright.stacking.notation.plan import plan_text
    from shapewright.stacking.notation.records import drops_to_json

    problem, stated = _problem(asked), _stated(asked)
    rules = {key: value for key, value in stated.keywords.items() if key not in ("hold", "objective")}
    game = Game(**rules)
    for drop in _drops(asked["drops"], problem):
        game.drop(drop.piece, drop.column, drop.rotation)
    left = problem.sequence[len(game.drops) :]
    keys: dict[str, Any] = {
        "height": game.height,
        "heights": list(game.heights),
        "holes": game.holes,
        "sequence": [drop.piece for drop in game.drops],
        "plan": drops_to_json(game.drops),
        "text": plan_text(game.drops),
    }
    shown = views.view(
        f"height {game.height}, {game.holes} {'hole' if game.holes == 1 else 'holes'}",
        sections=[views.pictures([views.picture(_hovering(game, problem, left, asked))], size="whole")],
    )
    shown["game"] = {
        "left": list(left),
        "drops": len(game.drops),
        "rotations": [90 * number for number in range(len(problem.orientations(left[0])))] if left else [],
        "columns": _columns(problem, left[0], asked["rotation"]) if left else 0,
    }
    if asked["hint"] and left:
        plan = game.continuation(left, time_limit=min(HINT_SECONDS, desk.seconds))
        if plan is not None:
            drop = plan.drops[0]
            shown["game"]["hint"] = {"column": drop.column, "rotation": drop.rotation}
            proven = "" if plan.optimal else f", at least {plan.lower_bound}"
            shown["notes"] = [f"with the rest played best the height is {plan.value}{proven}"]
    return Answer(keys, shown, {"plan.txt": plan_text(game.drops) + "\n"})


def _drops(text: str | None, problem: Problem) -> tuple[Drop, ...]:
    from shapewright.stacking.notation.plan import parse_plan

    return parse_plan(text, problem) if text else ()


def _columns(problem: Problem, piece: str, rotation: int) -> int:
    """How many columns the piece may fall in."""
    shapes = problem.orientations(piece)
    return problem.width - shapes[rotation // 90 % len(shapes)].size[0] + 1


def _hovering(game: Game, problem: Problem, left: Sequence[str], asked: dict[str, Any]) -> Scene:
    """The stack with the next piece above it."""
    from shapewright.stacking import Drop
    from shapewright.stacking.picture import stack_mosaic

    stack, drops = game.stack, game.drops
    tallest = max((shape.size[1] for name in {*problem.sequence} for shape in problem.orientations(name)), default=4)
    top = max(game.height + 1, 8)
    if left:
        shapes = problem.orientations(left[0])
        rotation = asked["rotation"] // 90 % len(shapes)
        shape = shapes[rotation]
        column = min(max(asked["column"], 0), problem.width - shape.size[0])
        stack |= {(x + column, y + top): len(drops) for x, y in shape.cells}
        drops = (*drops, Drop(left[0], column, 90 * rotation))
    return stack_mosaic(problem, drops, stack, rows=top + tallest).scene()


# --- Verify -----------------------------------------------------------------------------------------------------------


def _verify(asked: dict[str, Any], desk: Desk) -> Answer:
    """Replay plans cell by cell, and prove their bounds by another search."""
    from shapewright import stacking
    from shapewright.stacking.notation.plan import parse_plan
    from shapewright.stacking.verify import verify_plan

    started = time.monotonic()
    stated = [field.name for field in _RULES if asked[field.name] not in (None, field.default)]
    stated += [name for name in ("sequence", "plan", "claim") if asked[name] is not None]
    if asked["answer"] is not None:
        if stated:
            raise ProblemError(f"an answer has its problem and its claim with it; {stated[0]!r} is too much")
        found = stacking.verify(asked["answer"], time_limit=desk.seconds)
    else:
        if asked["sequence"] is None or asked["plan"] is None:
            raise ProblemError("there is nothing to verify; give an 'answer' of solve, or a 'sequence' and a 'plan'")
        problem = _problem(asked)
        drops = parse_plan(asked["plan"], problem)
        found = verify_plan(problem, drops, claim=asked["claim"], prove=asked["prove"], time_limit=desk.seconds)
    return verified_answer(found, time.monotonic() - started)


_EXAMPLE = {"sequence": "IOTSLJZI", "width": 6}

QUESTIONS = (
    Question(
        "solve",
        "Find the lowest stack, and prove that none is lower.",
        (
            _SEQUENCE,
            *_RULES,
            Choice("tie_break", "which of equally good plans", default="any", choices=("any", "lexicographic")),
            Whole("best", "so many of the best plans", minimum=1, maximum=MAX_PLANS),
            _TIME,
        ),
        _solve,
        example=_EXAMPLE,
    ),
    Question("count", "Count the plans that are optimal.", (_SEQUENCE, *_RULES, _TIME), _count, example=_EXAMPLE),
    Question(
        "play",
        "The stack after some drops, and what the solver would do next.",
        (
            _SEQUENCE,
            *_GRID,
            Text("drops", "the drops so far, such as 0 3 1(180)", limit=8000),
            Whole("column", "where the next piece hovers", maximum=MAX_COLUMNS, default=0),
            Whole("rotation", "how it is turned, in degrees", maximum=360, default=0),
            Flag("hint", "ask the solver how to go on"),
        ),
        _play,
        quick=True,
        example={**_EXAMPLE, "drops": "0 4", "hint": True},
    ),
    Question(
        "verify",
        "Is this plan right, and is its bound?",
        (
            Upload("answer", "an answer of solve, with its problem and its claim"),
            replace(_SEQUENCE, required=False),
            Text("plan", "a plan of the stated problem, such as 0 3 1(180)", limit=8000),
            *_RULES,
            Whole("claim", "what the plan is said to reach", maximum=10**9),
            Flag("prove", "prove that no plan reaches less; of an answer that is always proven"),
            _TIME,
        ),
        _verify,
        example={"sequence": "LLLL", "width": 6, "plan": "0 3 1(180) 4(180)", "claim": 3, "prove": True},
    ),
)
