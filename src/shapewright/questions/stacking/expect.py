"""What does a player come to on average who sees only the next few pieces?"""

from __future__ import annotations

from dataclasses import asdict, replace

from shapewright import stacking
from shapewright.questions.asked import Asked
from shapewright.questions.desk import Desk
from shapewright.questions.fields import SEED, TIME_LIMIT, Flag, Whole
from shapewright.questions.parts import Table
from shapewright.questions.python import Expression, call
from shapewright.questions.question import Answer, Formats, Question
from shapewright.questions.stacking._fields import BAG, CLEAR_LINES, DROP, ENDING, HEIGHT_LIMIT, HOLD, SEQUENCE, problem
from shapewright.questions.stacking._python import rules_of, stacking_program
from shapewright.stacking.games.expect import SAMPLES, Expected
from shapewright.stacking.problem import MAX_LENGTH

_RULES = tuple([field for field in ENDING if field not in (HOLD, CLEAR_LINES, HEIGHT_LIMIT, DROP)])
_NO_PICTURE = dict.fromkeys(
    (".svg", ".png", ".gif", ".pdf", ".html"), "a number is not a picture; 'stacking solve' draws a plan"
)


KINDS = replace(SEQUENCE, help="The kinds of pieces that come.", limit=200).with_default("IOTJLSZ")
NUMBER = Whole("number", "Number of pieces that fall.", metavar="N", minimum=1, maximum=MAX_LENGTH).mandatory()
SEE = Whole(
    "see", "Number of visible pieces, including the one that falls.", metavar="N", minimum=1, maximum=20
).with_default(1)
DEALT = replace(BAG, help="Deal shuffled bags, in which every kind comes once.", doors=("shell", "studio"))
KNOWING = Flag("knowing", "Compare with players who know the whole sequence: the price of not knowing.")
GAMES = Whole(
    "samples",
    "Number of random games in wide wells, and with --knowing of random sequences where there are "
    "too many for all of them.",
    metavar="N",
    minimum=2,
    maximum=100_000,
).with_default(SAMPLES)
RANDOM_SEED = SEED.with_default(0)


def answer(asked: Asked, desk: Desk) -> Answer:
    """The expected value, and if wanted that of players who know everything."""
    stated = problem(asked.replace({DEALT: False}), desk)  # bags are the deal's
    found = stacking.expect(
        stated,
        asked[NUMBER],
        see=asked[SEE],
        bag=asked[DEALT],
        knowing=asked[KNOWING],
        samples=asked[GAMES],
        seed=asked[RANDOM_SEED],
        time_limit=desk.seconds,
    )
    known = found.knowing
    keys = {
        "objective": stated.objective,
        "least": found.least,
        "most": found.most,
        "games": found.games,
        "error": found.error,
        "exact": found.exact,
        "knowing": None if known is None else asdict(known),
        "problem": stated.to_json(),
    }
    return Answer(
        keys,
        str(found),
        text=lambda _: found.to_text(),
        parts=lambda: [_table(found)],
        tone="good" if found.exact else "plain",
    )


def _table(found: Expected) -> Table:
    rows = [[f"{found.see} visible", f"{found.least:.6f}", f"{found.most:.6f}"]]
    if found.knowing is not None and found.price is not None:
        rows.append(["all known", f"{found.knowing.least:.6f}", f"{found.knowing.most:.6f}"])
        rows.append(["price of not knowing", *[f"{one:.6f}" for one in found.price]])
    return Table(["pieces", "at least", "at most"], rows, f"Expected {found.problem.objective}")


def _python(asked: Asked) -> str:
    stated = call("stacking.Problem", asked[KINDS], **rules_of(asked))
    how = asked.some(SEE, DEALT, KNOWING, GAMES, RANDOM_SEED, TIME_LIMIT)
    found = call("stacking.expect", Expression("problem"), asked[NUMBER], **how)
    return stacking_program(f"problem = {stated}", f"print({found}.to_text())")


QUESTION = Question(
    "stacking",
    "expect",
    "Compute the expected height when pieces come at random and only the next few are visible.",
    (KINDS, NUMBER, SEE, DEALT, KNOWING, GAMES, RANDOM_SEED, *_RULES, TIME_LIMIT),
    answer,
    about="""
    No player does better than the first number, and one is known who reaches the second; where they agree there is one
    number. In wells of three columns it is exact, of four and five nearly. In wider ones the first number is what the
    cells need, and the second the mean of random games of a player who looks at all places of the visible pieces and
    of the one after them. Pieces are dealt uniformly, or in shuffled bags.

    \b
    shapewright stacking expect --number 7 --bag --width 4 --see 2 --knowing""",
    rule="shapewright.stacking.claims.games:expect_",
    claims="""
    objective
    least | number | Least expected value. | again: every deal and every drop in plain Python, with fractions; where
        there are too many, computed again
    most | number | Bound above it. | again: as the least
    games | whole | Number of games that were played, where not all were computed. | again: played again
    error | number | Standard error. | again: played again
    exact | flag | Whether all deals were computed. | again: by the other numbers
    knowing | record? | The same for a player who knows the whole sequence. | again: computed again
    problem?""",
    example={"sequence": "IOTJLSZ", "number": 5, "width": 4, "see": 2, "knowing": True},
    formats=Formats((".txt", ".json"), _NO_PICTURE),
    downloads=(".txt",),
    python=_python,
)  # fmt: skip
