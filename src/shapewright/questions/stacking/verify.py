"""Check the claims of an answer, or replay a plan."""

from __future__ import annotations

from shapewright import stacking
from shapewright.errors import ProblemError
from shapewright.questions.asked import Asked
from shapewright.questions.desk import Desk
from shapewright.questions.fields import File, Flag, Text, Whole
from shapewright.questions.findings import EFFORT, FINDINGS, verified
from shapewright.questions.python import Expression, call, verifying
from shapewright.questions.question import Answer, Question
from shapewright.questions.source import parsed
from shapewright.questions.stacking._fields import RULES, SEQUENCE, is_stated, problem
from shapewright.questions.stacking._python import with_problem
from shapewright.stacking.notation.plan import parse_plan
from shapewright.stacking.verify import verify_plan

ANSWER = File("answer", "A JSON answer of 'stacking', with its problem and its claims.", argument=True)
PLAN = Text("plan", "A plan of the stated problem, such as 0 3 1(180).", argument=True, limit=8000)
CLAIM = Whole("claim", "The claimed value of the plan.", metavar="N", maximum=10**9)
PROVE = Flag("prove", "Prove that no plan has a lower value; for an answer this is always done.")


def answer(asked: Asked, desk: Desk) -> Answer:
    """What became of each claim."""
    source, plan = asked[ANSWER], asked[PLAN]
    if source is not None:
        stated = [*is_stated(asked), *[field.name for field in (SEQUENCE, PLAN, CLAIM) if asked[field] is not None]]
        if stated:
            name = desk.option(stated[0])
            raise ProblemError(f"a JSON answer already contains its problem and its claim; leave out {name}")
        found = parsed(source.place, source.text(), lambda text: stacking.verify(text, time_limit=desk.seconds))
    elif asked[SEQUENCE] is None or plan is None:
        raise ProblemError("there is nothing to verify; give a JSON answer of 'stacking', or a sequence and a plan")
    else:
        of = problem(asked, desk)
        drops = parse_plan(plan, of)
        found = verify_plan(of, drops, claim=asked[CLAIM], prove=asked[PROVE], time_limit=desk.seconds)
    return verified(found)


def _python(asked: Asked) -> str:
    if ANSWER in asked:
        return verifying("stacking", asked.plain(ANSWER), asked.some(EFFORT))
    drops = call("parse_plan", asked[PLAN], Expression("problem"))
    found = call("verify_plan", Expression("problem"), drops, **asked.some(CLAIM, PROVE, EFFORT))
    return with_problem(asked, f"found = {found}", 'print(found.valid, *found.lines(), sep="\\n")')


QUESTION = Question(
    "stacking",
    "verify",
    "Check every claim of an answer, or replay a plan.",
    (ANSWER, SEQUENCE, PLAN, *RULES, CLAIM, PROVE, EFFORT),
    answer,
    about="""
    \b
    shapewright stacking verify answer.json
    shapewright stacking verify LLLL '0 3 1(180) 4(180)' --width 6 --claim 3

    Plans are replayed cell by cell; bounds, counts and lists of the best plans in an answer are recomputed.
    The exit code is 0 if every claim was checked and is right, 1 if one is wrong, and 3 if none is wrong but
    something could not be checked, which is named.""",
    claims=FINDINGS,
    example={"sequence": "LLLL", "width": 6, "plan": "0 3 1(180) 4(180)", "claim": 3, "prove": True},
    forms=(("answer",), ("sequence", "plan")),
    arguments="ANSWER | SEQUENCE PLAN",
    python=_python,
)
