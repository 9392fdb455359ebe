"""Is a player's own plan right, and are fewer machines known?"""

from __future__ import annotations

from collections.abc import Iterator

from shapewright import shapez
from shapewright.questions.asked import Asked
from shapewright.questions.desk import Desk
from shapewright.questions.fields import SEED, TIME_LIMIT, Choice, File
from shapewright.questions.parts import Part, Text
from shapewright.questions.python import Expression, call, content
from shapewright.questions.question import Answer, Formats, Question
from shapewright.questions.shapez._fields import GAME, LAYERS, CodeList, of_game
from shapewright.questions.shapez._page import bar
from shapewright.questions.shapez._plans import seen, steps_of
from shapewright.questions.shapez._python import shapez_program
from shapewright.questions.source import parsed
from shapewright.shapez.colours import disputed
from shapewright.shapez.drawing.flowchart import to_dot
from shapewright.shapez.plans.own.player_plan import to_json
from shapewright.shapez.problem import EFFORTS

FILE = File(
    "file",
    "The plan: numbered lines, the JSON answer of 'shapez plan', or ShapeBot's operation graph.",
    argument=True,
    limit=200_000,
).mandatory()
GOALS = CodeList("goals", "What the plan is to make.", metavar="CODE,...", usual="what it makes and nobody takes")
EFFORT = Choice(
    "effort", "How long to search for a plan with fewer machines.", choices=tuple(EFFORTS),
).with_default("low")  # fmt: skip


def answer(asked: Asked, desk: Desk) -> Answer:
    """Right with the number of machines that are known, or which line is wrong."""
    source = asked[FILE]
    goals = asked[GOALS] or ()
    layers, game = asked[LAYERS], asked[GAME]
    of_game(goals, game, "goals")
    judged = parsed(source.place, source.text(), lambda text: shapez.judge_plan(text, goals, layers=layers, game=game))
    if judged.plan is None:
        faults = [str(fault) for fault in judged.faults]
        return Answer(
            to_json(judged),
            "\n".join(["wrong", *faults]),
            "none",
            reason=faults[0],
            parts=lambda: [Text("\n".join(faults), title="What is wrong", label="lines")],
            page={"bar": bar("this plan is wrong", "bad", judged.faults[0].fault)},
        )
    desk.say("searching for machines")
    found = shapez.compared(
        judged, effort=asked[EFFORT], seed=asked[SEED] or 0, time_limit=desk.seconds, progress=desk.progress
    )
    keys = found.to_json()
    plan, known = found.own, found.known
    words = str(found)
    notes = [*found.notes, *(disputed(plan.mixtures) if game == "1.0" else ())]

    def parts() -> Iterator[Part]:
        yield from seen(plan)
        if known is not None and known.cost < plan.cost:
            yield Text(steps_of(known), title=f"{known.cost} machines", label="plan")

    tone = "good" if known is None or known.cost >= plan.cost else "plain"
    return Answer(
        keys,
        words,
        text=lambda _: "\n".join([steps_of(plan), words, *[f"note: {note}" for note in notes]]),
        parts=parts,
        files={".dot": lambda: to_dot(plan) + "\n"},
        notes=notes,
        page={"bar": bar("this plan is right", tone, *words.split("; ")[1:])},
    )


def _python(asked: Asked) -> str:
    goals = asked.text(GOALS).split(",") if GOALS in asked else []
    judged = call("shapez.judge_plan", content(asked.plain(FILE)), goals, **asked.some(LAYERS, GAME))
    compared = call("shapez.compared", Expression("judged"), **asked.some(EFFORT, SEED, TIME_LIMIT))
    return shapez_program(
        f"judged = {judged}",
        "if judged:",
        f"    print({compared})",
        "else:",
        '    print("wrong", *judged.faults, sep="\\n")',
    )


QUESTION = Question(
    "shapez",
    "check",
    "Check a plan of your own, line by line, and compare it with the fewest machines known.",
    (FILE, GOALS, LAYERS, EFFORT, GAME, SEED, TIME_LIMIT),
    answer,
    about="""
    A line is a number, a machine, and the numbers of the lines that its inputs come from; a and b are the first and
    the second output. What comes out may stand behind '->', and is checked if it does. Colours and codes may stand in
    place of a number. 'shapez plan' prints such lines.

    Every line is carried out by the rules. The exit code is 1 if one is wrong.

    \b
    shapewright shapez plan 'CrRg----:cbP---Sw' -o mine.txt; shapewright shapez check mine.txt
    shapewright shapez check mine.txt --effort normal -o mine.svg""",
    rule="shapewright.shapez.claims.plans:check",
    claims="""
    right | flag | Whether every line is what its machine makes. | again: every line is carried out again
    faults | [{place: text, line: text, fault: text}] | Lines that are not. | again: every line is carried out again
    idle? | [text] | Machines none of whose outputs is taken. | again: every line is carried out again
    mixed? | [text] | Colours whose mixers were added. | again: every line is carried out again
    plan? | Plan | The plan that the lines state. | rules: every step by the rules; the lower bound is proved again
    known? | Plan? | A plan for the same shapes that was found. | rules: every step by the rules""",
    example={"file": "1  miner -> CuCuCuCu\n2  cut 1\n3  paint 2a, red\n4  stack 3, 2b"},
    formats=Formats(
        (".txt", ".json", ".svg", ".png", ".pdf", ".html", ".dot"),
        {
            ".gif": "a .gif file shows one step after the other; a plan is drawn as one chart, in .svg or .png",
            ".jsonl": "a .jsonl file is a list of answers, and this is one answer; use .json",
        },
    ),
    downloads=(".svg", ".pdf", ".txt", ".dot"),
    python=_python,
)  # fmt: skip
