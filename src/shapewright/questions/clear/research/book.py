"""The shortest list of rules that leads every queue to a solution which it can build."""

from __future__ import annotations

from dataclasses import replace

from shapewright import clear, drawing
from shapewright.clear.books.book import FACTS, MOST_FACTS
from shapewright.errors import StoppedError, amount
from shapewright.jobs.limits import Clock, Seconds
from shapewright.questions.asked import Asked
from shapewright.questions.clear._asked.fields import SAVE
from shapewright.questions.clear._asked.pattern import SETUP, setup_of
from shapewright.questions.clear._asked.python import clear_program, setup_in_python
from shapewright.questions.clear._shown.cards import DOWNLOADS, FORMATS, Card, beside, card_files, pictures, section
from shapewright.questions.desk import Desk
from shapewright.questions.fields import TIME_LIMIT, Whole
from shapewright.questions.parts import Part, Table
from shapewright.questions.python import Expression, call
from shapewright.questions.question import Answer, Question
from shapewright.questions.screen import Screen

BOOK_SECONDS = 30.0
"""The seconds for which a shorter list is looked for, unless a time limit says otherwise."""

BOOK_SHARE = 0.7
"""The share of the time left that this may take; the rest is for writing."""

PAGE_SECONDS = 2.0
"""How long an animation shows a solution."""

_TOLD = "The first rule that holds for a queue names its solution"


RULE_FACTS = Whole(
    "facts", "Number of facts that a rule joins at most.", usual=str(FACTS), metavar="N", minimum=1, maximum=MOST_FACTS
)


def answer(asked: Asked, desk: Desk) -> Answer:
    """The rules in their order, and the solutions to be learned."""
    setup, notes = setup_of(asked)
    clock = Clock(desk.seconds)
    path = clear.path(setup, save=asked[SAVE], time_limit=clock.left(), progress=desk.progress)
    if not path:
        words = f"no solution: {setup.never_saved(asked[SAVE]) or 'there is nothing to be learned'}"
        return Answer(
            lambda: {"rules": [], "rules_bound": 0, "facts": 0, "solved": 0, "queues": path.queues, "solutions": []},
            words,
            "none",
            notes=notes,
            exit_code=0,
        )
    desk.say(f"{amount(len(path), 'solution')}; searching for the shortest list of rules")
    left = clock.left()
    try:
        found = clear.book(
            path,
            facts=asked[RULE_FACTS] or FACTS,
            time_limit=BOOK_SECONDS if left is None else Seconds(BOOK_SHARE * left, of=left),
            progress=desk.progress,
        )
    except StoppedError as stopped:
        more = f"give more time ({desk.option('time_limit')}) or a narrower pattern"
        raise StoppedError(f"{stopped}; {more}") from None
    if not found.is_shortest:
        notes.append(f"clear: every list has at least {found.bound} rules; more time (--time-limit) may find fewer")
    return _answer(found, notes, clock)


def _answer(found: clear.Book, notes: list[str], clock: Clock) -> Answer:
    solutions = found.solutions
    places = {solution.parts: number for number, solution in enumerate(solutions, 1)}
    rules = [(place, rule, places[rule.solution.parts]) for place, rule in enumerate(found.rules, 1)]
    counts = f"{amount(len(found), 'rule')} and {amount(len(solutions), 'solution')}"
    proof = "no list is shorter" if found.is_shortest else f"every list has at least {found.bound}"
    heading = f"{counts} for {found.path.solved} of {found.path.queues} queues; {proof}"
    learned = [
        Card(one, one.fumen, f"solution {number}", "", f"solution {number}") for number, one in enumerate(solutions, 1)
    ]
    cards = [
        Card(
            rule.solution,
            rule.solution.fumen,
            "",
            f"{place}. {rule.words}".replace("; ", ";\n"),
            f"{place}. {rule.words} ({amount(rule.queues, 'queue')})",
        )
        for place, rule, _ in rules
    ]

    def text(screen: Screen) -> str:
        """The rules, then the solutions side by side."""
        cut = found.path.cut()
        width = len(str(len(found)))
        lines = [
            f"{place:>{width}}. {rule.words}: solution {number} ({amount(rule.queues, 'queue')})"
            for place, rule, number in rules
        ]
        return "\n".join([heading, f"{_TOLD}.", *([cut] if cut else []), *lines, *beside(learned, screen)])

    def parts() -> list[Part]:
        rows = [[place, rule.words, number, rule.queues] for place, rule, number in rules]
        return [Table(["", "if", "solution", "queues"], rows, title=_TOLD), *pictures(learned, "The solutions")]

    def table() -> str:
        rows = [
            f'{place},"{rule.words}",{number},{rule.queues},{rule.solution.to_text(one_line=True)},'
            f"{rule.solution.fumen().to_text()}\n"
            for place, rule, number in rules
        ]
        return "rule,if,solution,queues,rows,fumen\n" + "".join(rows)

    return Answer(
        lambda: {
            "rules": [
                {"facts": [str(fact) for fact in rule.condition], "solution": number, "queues": rule.queues}
                for _, rule, number in rules
            ],
            "rules_bound": found.bound,
            "facts": found.facts,
            "solved": found.path.solved,
            "queues": found.path.queues,
            "solutions": [
                {"pieces": one.pieces, "rows": one.to_text(one_line=True), "fumen": one.fumen().to_text()}
                for one in solutions
            ],
        },
        heading,
        text=text,
        parts=parts,
        files={
            **card_files(cards, heading, "rule", PAGE_SECONDS, shorter=""),
            ".csv": table,
            ".fumen": lambda: found.fumen().to_text() + "\n",
            ".html": lambda: drawing.to_html(
                "A book of perfect clears", section("Rules", cards, 16, f"{_TOLD}."), introduction=heading
            ),
        },
        notes=notes,
        seconds=clock.seconds,
        exit_code=0,
    )


def _python(asked: Asked) -> str:
    where, how = setup_in_python(asked)
    how["time_limit"] = None
    seconds = asked.plain(TIME_LIMIT) or BOOK_SECONDS
    learned = call("clear.book", Expression("found"), **asked.some(RULE_FACTS), time_limit=seconds)
    return clear_program(f"found = {call('clear.path', *where, **how)}", f"learned = {learned}", "print(learned)")


QUESTION = Question(
    "clear",
    "book",
    "Find the shortest list of rules that name a solution for every queue.",
    (
        *SETUP,
        replace(SAVE, help="Let a solution cover only the queues for which it saves these pieces: T, TL, !T, T||I."),
        RULE_FACTS,
        TIME_LIMIT,
    ),
    answer,
    about="""
    A player goes through the rules in their order; the first that holds for the queue names the solution. A rule joins
    facts that are seen at once: "S before Z", "T in the first 3", "no I in the queue". The answer says whether the list
    is proven to be the shortest, or else how many rules every list has at least. Without --time-limit the search ends
    after 30 seconds.

    \b
    shapewright clear book -t 'v115@...' -p '*p4'
    shapewright clear book --field ZZ____LLLI/TZZ___LOOI/TTSS__JOOI/TSS___JJJI -p '*p4' -o book.html (.png .fumen)""",
    rule="shapewright.clear.claims.books:book_answer",
    claims="""
    rules | [Rule] | Rules: the facts about a queue, and the solution to build. | again: each queue is led by them
        again
    rules_bound | whole | Number that no fewer rules do. | again: searched again
    facts | whole | Number of facts that a rule may have. | asked
    solved  queues
    solutions | [{pieces: text, rows: text, fumen: text}] | The solutions of the rules. | again: recomputed""",
    example={"field": "ZZ____LLLI/TZZ___LOOI/TTSS__JOOI/TSS___JJJI", "patterns": "*p4"},
    formats=FORMATS,
    downloads=DOWNLOADS,
    python=_python,
)
