"""Draw a plan, or the pieces with their rotations."""

from __future__ import annotations

from shapewright.errors import ProblemError, amount
from shapewright.questions.asked import Asked
from shapewright.questions.desk import Desk
from shapewright.questions.fields import File, Text
from shapewright.questions.parts import Picture, Pictures
from shapewright.questions.python import call, content, some
from shapewright.questions.question import Answer, Formats, Question
from shapewright.questions.source import parsed
from shapewright.questions.stacking._fields import RULES, SEQUENCE, is_stated, keywords, problem
from shapewright.questions.stacking._plans import FORMATS, plain, see
from shapewright.questions.stacking._python import DRAWN, game_program, rules_of, stacking_program
from shapewright.stacking import Game, Plan, faults
from shapewright.stacking.bounds.lower_bound import lower_bound
from shapewright.stacking.notation.answers import Claim, claims_in
from shapewright.stacking.notation.piece_file import piece_text
from shapewright.stacking.notation.plan import parse_plan
from shapewright.stacking.objective_words import told
from shapewright.stacking.replay import value as reached
from shapewright.stacking.rules import signed

_PIECES_ONLY = dict.fromkeys(
    (".svg", ".png", ".gif", ".pdf", ".html", ".jsonl"),
    "pieces without a plan can only be drawn as text; add a plan, or write a .txt file",
)


def _formats(asked: Asked) -> Formats:
    is_plan = asked[ANSWER] is not None or asked[PLAN] is not None
    return Formats(FORMATS) if is_plan else Formats(refused=_PIECES_ONLY)


ANSWER = File("answer", "A JSON answer of 'stacking'.", argument=True)
PLAN = Text("plan", "A plan of the stated problem, such as 0 3 1(180).", argument=True, limit=8000)


def answer(asked: Asked, desk: Desk) -> Answer:
    """The plans of an answer, a plan, or the pieces."""
    if asked[ANSWER] is None and asked[SEQUENCE] is None and asked[PLAN] is None:
        stated = keywords(asked)
        game = Game(
            stated["width"], pieces=stated["pieces"], board=stated["board"], height_limit=stated["height_limit"]
        )
        drawn = {piece.name: [shape.to_text().split("\n") for shape in piece.orientations] for piece in game.pieces}
        text = "\n\n".join(map(piece_text, game.pieces))
        return Answer({"pieces": drawn}, f"{amount(len(game.pieces), 'piece')}", text=lambda _: text, seconds=0.0)
    plans = [_plan(claim) for claim in _claims(asked, desk)]
    return Answer(
        {"plans": [plain(plan) for plan in plans]},
        told(plans[0].problem.objective, plans[0].value) if len(plans) == 1 else f"{len(plans)} plans",
        text=lambda screen: "\n\n".join(
            f"{told(plan.problem.objective, plan.value)}\n{screen.draw(plan.mosaic())}" for plan in plans
        ),
        parts=lambda: see(plans) if len(plans) == 1 else [Pictures([Picture(plan.mosaic()) for plan in plans])],
        records=lambda: [plain(plan) for plan in plans],
        seconds=0.0,
    )


def _claims(asked: Asked, desk: Desk) -> list[Claim]:
    source, plan = asked[ANSWER], asked[PLAN]
    if source is not None:
        stated = is_stated(asked)
        if stated:
            raise ProblemError(f"a JSON answer already contains its problem; leave out {desk.option(stated[0])}")
        return parsed(source.place, source.text(), claims_in)
    if asked[SEQUENCE] is None or plan is None:
        raise ProblemError("there is nothing to draw; give a JSON answer of 'stacking', or a sequence and a plan")
    of = problem(asked, desk)
    return [Claim(of, parse_plan(plan, of))]


def _plan(claim: Claim) -> Plan:
    """The plan, if it can be carried out; what is proven about it is what the answer says."""
    of = claim.problem
    if claim.drops is None:
        raise ProblemError("the answer says that there is no plan; there is nothing to draw")
    found = faults(of, claim.drops)
    if found:
        raise ProblemError(f"the plan cannot be carried out: {found[0]}")
    value = reached(of, claim.drops)
    bound = signed(of.objective, lower_bound(of)) if claim.bound is None else claim.bound
    better = min if signed(of.objective, 1) == 1 else max
    return Plan(of, claim.drops, value, better(bound, value))


def _python(asked: Asked) -> str:
    if ANSWER in asked:
        return stacking_program(
            f"for claim in {call('claims_in', content(asked.plain(ANSWER)))}:", "    print(plan_text(claim.drops))"
        )
    if PLAN in asked:
        return game_program(asked, asked.text(PLAN), "print(game.height)", DRAWN)
    game = call("stacking.Game", **some(rules_of(asked), "width", "pieces"))
    return stacking_program(
        f"for piece in {game}.pieces:",
        '    print(piece.name, *(shape.to_text() for shape in piece.orientations), sep="\\n\\n")',
    )


QUESTION = Question(
    "stacking",
    "show",
    "Draw a plan, or the pieces with their rotations.",
    (ANSWER, SEQUENCE, PLAN, *RULES),
    answer,
    about="""
    Give a plan in ANSWER, a JSON file of 'stacking', or as text in PLAN, for SEQUENCE. Without a plan, the pieces are
    drawn with their rotations.

    \b
    shapewright stacking show answer.json -o stack.svg    (.png .pdf .gif .html .txt .json)
    shapewright stacking show LLLL '0 3 1(180) 4(180)' --width 6
    shapewright stacking show --pieces mine.txt""",
    rule="shapewright.stacking.claims.plans:show",
    claims="""
    plans? | [Record] | The plans that are drawn. | rules: replayed cell by cell
    pieces? | {*: [[text]]} | The rotations of each piece, row by row. | again: drawn again""",
    example={"sequence": "LLLL", "width": 6, "plan": "0 3 1(180) 4(180)"},
    forms=((), ("answer",), ("sequence", "plan")),
    arguments="[ANSWER | SEQUENCE PLAN]",
    formats=_formats,
    downloads=(".svg", ".pdf"),
    stem="stack",
    lists=True,
    quick=True,
    python=_python,
)
