"""The shortest list of rules that leads every queue to a solution which it can build."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from shapewright import clear
from shapewright.clear.books.book import FACTS, MOST_FACTS
from shapewright.clear.picture import sheet
from shapewright.errors import LimitError, StoppedError, amount
from shapewright.jobs.limits import Clock, Seconds
from shapewright.questions.clear._asked.fields import save_field
from shapewright.questions.clear._asked.pattern import SETUP, setup_of
from shapewright.questions.clear._asked.python import clear_program, setup_in_python
from shapewright.questions.clear._shown.side_by_side import drawn_side_by_side
from shapewright.questions.fields import Whole, time_limit_field
from shapewright.questions.parts import Part, Picture, Pictures, Table
from shapewright.questions.python import Expression, call, some
from shapewright.questions.question import Answer, Formats, Question

if TYPE_CHECKING:
    from shapewright.clear import Book
    from shapewright.questions.desk import Desk
    from shapewright.questions.screen import Screen

BOOK_SECONDS = 10.0
"""The seconds for which a shorter list is looked for, unless a time limit says otherwise."""

BOOK_SHARE = 0.7
"""The share of the time left that this may take; the rest is for writing."""

MAX_IN_A_PICTURE = 500
PAGE_SECONDS = 2.0
"""How long an animation shows a solution."""


def answer(asked: dict[str, Any], desk: Desk) -> Answer:
    """The rules in their order, and the solutions to be learned."""
    setup, notes = setup_of(asked)
    clock = Clock(desk.seconds)
    path = clear.path(setup, save=asked["save"], time_limit=clock.left(), progress=desk.progress)
    if not path:
        words = f"no solution: {setup.never_saved(asked['save']) or 'there is nothing to be learned'}"
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
            facts=asked["facts"] or FACTS,
            time_limit=BOOK_SECONDS if left is None else Seconds(BOOK_SHARE * left, of=left),
            progress=desk.progress,
        )
    except StoppedError as stopped:
        more = f"give more time ({desk.option('time_limit')}) or a narrower pattern"
        raise StoppedError(f"{stopped}; {more}") from None
    if not found.is_shortest:
        notes.append(f"clear: every list has at least {found.bound} rules; more time (--time-limit) may find fewer")
    shown = _Shown(found)
    return Answer(
        shown.keys,
        shown.heading(),
        "found",
        text=shown.text,
        parts=shown.parts,
        files={suffix: lambda suffix=suffix: shown.content(suffix) for suffix in _WRITTEN},  # type: ignore[misc]
        notes=notes,
        seconds=clock.seconds,
        exit_code=0,
    )


_WRITTEN = (".csv", ".fumen", ".html", ".svg", ".png", ".gif", ".pdf")


class _Shown:
    """A book in every form."""

    def __init__(self, found: Book) -> None:
        self.found = found
        self.solutions = found.solutions
        places = {solution.parts: number for number, solution in enumerate(self.solutions, 1)}
        self.numbers = [places[rule.solution.parts] for rule in found.rules]

    def heading(self) -> str:
        """The counts in words."""
        found = self.found
        rules = amount(len(found), "rule")
        learned = amount(len(self.solutions), "solution")
        proof = "no list is shorter" if found.is_shortest else f"every list has at least {found.bound}"
        return f"{rules} and {learned} for {found.path.solved} of {found.path.queues} queues; {proof}"

    def keys(self) -> dict[str, Any]:
        """What the envelope has of it."""
        found = self.found
        return {
            "rules": [
                {"facts": [str(fact) for fact in rule.condition], "solution": number, "queues": rule.queues}
                for rule, number in zip(found.rules, self.numbers, strict=True)
            ],
            "rules_bound": found.bound,
            "facts": found.facts,
            "solved": found.path.solved,
            "queues": found.path.queues,
            "solutions": [
                {"pieces": one.pieces, "rows": one.to_text(one_line=True), "fumen": one.fumen().to_text()}
                for one in self.solutions
            ],
        }

    def text(self, screen: Screen) -> str:
        """The rules, then the solutions side by side."""
        each = [(f"solution {number}", solution) for number, solution in enumerate(self.solutions, 1)]
        cut = self.found.path.cut()
        first = [self.heading(), "The first rule that holds for a queue names its solution.", *([cut] if cut else [])]
        width = len(str(len(self.found)))
        lines = [
            f"{place:>{width}}. {rule.words}: solution {number} ({amount(rule.queues, 'queue')})"
            for place, (rule, number) in enumerate(zip(self.found.rules, self.numbers, strict=True), 1)
        ]
        return "\n".join([*first, *lines, *drawn_side_by_side(each, screen)])

    def parts(self) -> list[Part]:
        """What a page shows."""
        rows = [
            [place, rule.words, number, rule.queues]
            for place, (rule, number) in enumerate(zip(self.found.rules, self.numbers, strict=True), 1)
        ]
        drawn = [
            Picture(replace(one.mosaic(), pixels=16), f"solution {number}", code=one.fumen().to_text())
            for number, one in enumerate(self.solutions, 1)
        ]
        title = "The first rule that holds for a queue names its solution"
        return [
            Table(["", "if", "solution", "queues"], rows, title=title),
            Pictures(drawn, title="The solutions", size="medium"),
        ]

    def content(self, suffix: str) -> str | bytes:
        """What a file with that suffix holds."""
        if suffix == ".csv":
            rows = [
                f'{place},"{rule.words}",{number},{rule.queues},{rule.solution.to_text(one_line=True)},'
                f"{rule.solution.fumen().to_text()}\n"
                for place, (rule, number) in enumerate(zip(self.found.rules, self.numbers, strict=True), 1)
            ]
            return "rule,if,solution,queues,rows,fumen\n" + "".join(rows)
        if suffix == ".fumen":
            return self.found.fumen().to_text() + "\n"
        return self._page() if suffix == ".html" else self._picture(suffix)

    def _page(self) -> str:
        """A web page to be printed and learned: a card a rule."""
        from shapewright.drawing import Figure, Section, to_html  # few books are pages

        cards = tuple(
            [
                Figure(
                    rule.solution.mosaic().scene(cell=16),
                    f"{place}. {rule.words} ({amount(rule.queues, 'queue')})",
                    command=rule.solution.fumen().to_text(),
                )
                for place, rule in enumerate(self.found.rules, 1)
            ]
        )
        told = "The first rule that holds for a queue names its solution."
        return to_html("A book of perfect clears", [Section("Rules", told, cards)], introduction=self.heading())

    def _picture(self, suffix: str) -> str | bytes:
        """All cards in one picture, or one after the other in an animation."""
        from shapewright.drawing import to_gif, to_pdf, to_png, to_svg  # as above

        rules = self.found.rules
        if len(rules) > MAX_IN_A_PICTURE:
            raise LimitError(f"{len(rules)} rules are more than the limit of {MAX_IN_A_PICTURE} for a picture")
        scenes = [rule.solution.mosaic().scene(cell=26) for rule in rules]
        if suffix == ".gif":
            return to_gif(scenes, seconds=PAGE_SECONDS)
        captions = [f"{place}. {rule.words}" for place, rule in enumerate(rules, 1)]
        if suffix == ".pdf":
            return to_pdf(scenes, captions=captions, title=self.heading())
        scene = sheet(scenes, [caption.replace("; ", ";\n") for caption in captions], self.heading())
        return to_svg(scene) + "\n" if suffix == ".svg" else to_png(scene)


def _python(asked: dict[str, Any]) -> str:
    where, how = setup_in_python({key: value for key, value in asked.items() if key != "time_limit"})
    seconds = asked.get("time_limit", BOOK_SECONDS)
    learned = call("clear.book", Expression("found"), **some(asked, "facts"), time_limit=seconds)
    return clear_program(f"found = {call('clear.path', *where, **how)}", f"learned = {learned}", "print(learned)")


QUESTION = Question(
    "clear",
    "book",
    "Find the shortest list of rules that name a solution for every queue.",
    (
        *SETUP,
        save_field("Let a solution cover only the queues for which it saves these pieces: T, TL, !T, T||I."),
        Whole(
            "facts",
            "Number of facts that a rule joins at most.",
            usual=str(FACTS),
            metavar="N",
            minimum=1,
            maximum=MOST_FACTS,
        ),
        time_limit_field(),
    ),
    answer,
    about="""
    A player goes through the rules in their order; the first that holds for the queue names the solution. A rule joins
    facts that are seen at once: "S before Z", "T in the first 3", "no I in the queue". The answer says whether the list
    is proven to be the shortest, or else how many rules every list has at least. Without --time-limit the search ends
    after 10 seconds.

    \b
    shapewright clear book -t 'v115@...' -p '*p4'
    shapewright clear book --field ZZ____LLLI/TZZ___LOOI/TTSS__JOOI/TSS___JJJI -p '*p4' -o book.html (.png .fumen)""",
    example={"field": "ZZ____LLLI/TZZ___LOOI/TTSS__JOOI/TSS___JJJI", "patterns": "*p4"},
    formats=Formats((".txt", ".json", ".csv", ".html", ".fumen", ".svg", ".png", ".gif", ".pdf")),
    downloads=(".svg", ".pdf", ".fumen", ".csv", ".html"),
    python=_python,
)
