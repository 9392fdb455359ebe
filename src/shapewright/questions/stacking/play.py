"""The game: a person drops pieces one by one, at a terminal, by a script, or on the page."""

from __future__ import annotations

from shapewright.errors import amount
from shapewright.questions.asked import Asked
from shapewright.questions.desk import Desk
from shapewright.questions.fields import Flag, Text
from shapewright.questions.parts import Picture, Pictures
from shapewright.questions.python import call
from shapewright.questions.question import Answer, Question
from shapewright.questions.stacking._fields import DROP, ENDING, GRID, HOLD, OBJECTIVE, PIECES, SEQUENCE, problem
from shapewright.questions.stacking._page import plan_to_page, stated_to_page
from shapewright.questions.stacking._python import DRAWN, drops_of, game_program
from shapewright.questions.stacking._talk import SEARCH_TIME_LIMIT, Talk, game_keys, started
from shapewright.stacking.bounds.lower_bound import lower_bound
from shapewright.stacking.notation.plan import parse_plan
from shapewright.stacking.notation.records import drops_to_json
from shapewright.stacking.picture import stack_mosaic
from shapewright.stacking.replay import slots
from shapewright.stacking.rules import goal

# A hint should come while the player still looks at the stack.
HINT_SECONDS = 3.0


DROPS = Text("drops", "The drops so far, such as 0 3 1(180); with hold also their pieces, as in T:0 L:3.", limit=8000)
HINT = Flag("hint", "Ask the solver how to continue.")


def answer(asked: Asked, desk: Desk) -> Answer:
    """The game after some drops: all that a page needs to let pieces fall, and how the solver would go on if asked."""
    stated, game = problem(asked, desk), started(asked)
    drops = parse_plan(asked.text(DROPS), stated) if asked[DROPS] else ()
    steps = list(slots(stated.sequence, [drop.piece for drop in drops], hold=stated.hold))
    used, held = steps[-1] if steps else (0, None)
    for drop in drops:
        game.drop(drop.piece, drop.column, drop.rotation, drop.path)
    left = stated.sequence[used:]
    state: dict[str, object] = {
        **stated_to_page(stated),
        "drops": drops_to_json(game.drops),
        "left": list(left),
        "held": held,
        "value": goal(game.stack, game.width, stated.objective),
        "height": game.height,
        "holes": game.holes,
        "bound": lower_bound(stated),
    }
    notes: list[str] = []
    further: list[str] = []
    if asked[HINT] and (left or held):
        ahead = (*(() if held is None else (held,)), *left)
        plan = game.continuation(
            ahead,
            hold=stated.hold,
            objective=stated.objective,
            time_limit=min(HINT_SECONDS, desk.seconds or HINT_SECONDS),
        )
        if plan is None:
            notes = ["from here no plan keeps the height limit; take some drops back"]
            further = [f"no way to continue within {amount(stated.height_limit or 0, 'row')}"]
        else:
            state["hint"] = drops_to_json(plan.drops[:1])[0]
            state["continuation"] = plan_to_page(plan)
            proven = "" if plan.optimal else f", at least {plan.bound}"
            notes = [f"if the rest is played best, the {stated.objective} is {plan.value}{proven}"]
            further = [f"best from here: {stated.objective} {plan.value}{proven}"]
    words = f"height {game.height}, {game.holes} {'hole' if game.holes == 1 else 'holes'}"
    chips = ["all pieces have fallen"] if not left and held is None else [f"{len(left) + (held is not None)} to come"]
    return Answer(
        game_keys(game),
        words,
        tone="plain",
        notes=notes,
        parts=lambda: [Pictures([Picture(stack_mosaic(stated, game.drops, game.stack))], size="whole")],
        page={"game": state, "bar": {"words": words, "chips": [*chips, *further], "tone": "plain"}},
    )


def _python(asked: Asked) -> str:
    lines = ["print(game.height, game.holes)", DRAWN]
    if asked[HINT]:
        stated, drops = drops_of(asked, asked.text(DROPS))
        # The pieces that are still to fall, the held one first
        steps = list(slots(stated.sequence, [drop.piece for drop in drops], hold=stated.hold))
        used, held = steps[-1] if steps else (0, None)
        ahead = (*(() if held is None else (held,)), *stated.sequence[used:])
        left: object = "".join(ahead) if PIECES not in asked else ahead
        how = asked.some(HOLD, OBJECTIVE)
        lines += [f"print({call('game.continuation', left, **how, time_limit=HINT_SECONDS)})"] if ahead else []
    return game_program(asked, asked.text(DROPS), *lines)


def _script(asked: Asked) -> str:
    """What one would type to come as far; with hold, the pieces are named."""
    stated, drops = drops_of(asked, asked.text(DROPS))
    words = []
    for drop in drops:
        turned = str(drop.rotation) if drop.rotation or drop.path else ""
        words.append(" ".join([*([drop.piece] if stated.hold else []), f"{drop.column} {turned} {drop.path}".strip()]))
    words += ["solve"] if asked[HINT] and stated.objective == "height" else []
    return "".join(f"{one}\n" for one in words)


QUESTION = Question(
    "stacking",
    "play",
    "Drop pieces yourself, take them back, and ask the solver how to continue.",
    (SEQUENCE.mandatory(), *ENDING, DROPS, HINT),
    answer,
    about="""
    Any pieces can be dropped, or those of SEQUENCE in their order. Commands are read from the terminal, or as a
    script from standard input; 'help' lists them. A script ends at the first line that is not a valid command, with
    exit code 2. With -q only the final stack is shown.""",
    rule="shapewright.stacking.claims.plans:play",
    claims="""
    height? | whole | Height of the stack. | rules: replayed cell by cell
    heights? | [whole] | Height of each column. | rules: replayed cell by cell
    holes? | whole | Number of empty cells below others. | rules: replayed cell by cell
    sequence? | [text] | The pieces that fell. | rules: counted in the plan
    plan? | Plan | Where each piece fell. | rules: replayed cell by cell
    text?""",
    example={"sequence": "IOTSLJZI", "width": 6, "drops": "0 4", "hint": True},
    session=Talk,
    shell_fields=(
        SEQUENCE,
        *GRID,
        HOLD,
        DROP,
        SEARCH_TIME_LIMIT,
    ),
    quick=True,
    python=_python,
    script=_script,
)
