"""What a perfect clear sends: the best of a queue, the mean over a pattern, or given solutions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from shapewright import clear
from shapewright.clear.chances.percent import percentage
from shapewright.clear.drops import Drop
from shapewright.clear.notation.fumen import is_fumen, read_fumens
from shapewright.clear.scoring.table import TABLES, is_table
from shapewright.errors import NotationError, ProblemError
from shapewright.jobs.limits import Clock, seconds_text
from shapewright.questions.asked import Asked
from shapewright.questions.batch import csv_of
from shapewright.questions.clear._asked.fields import FIELD, HEIGHT, NO_HOLD, PAGE, start_of, told_rules
from shapewright.questions.clear._asked.fumens import fumen_text
from shapewright.questions.clear._asked.many import of_many
from shapewright.questions.clear._asked.pattern import PATTERN, SETUP, USE_HOLD, setup_of, use_of
from shapewright.questions.clear._asked.python import clear_program, rules_in_python, setup_in_python
from shapewright.questions.clear._asked.solution_finder import SCORE
from shapewright.questions.clear._shown.cards import FORMATS
from shapewright.questions.clear._shown.paths import COVER_SECONDS, Group, minimal_notes, minimal_of
from shapewright.questions.clear._shown.paths import Shown as ShownPaths
from shapewright.questions.clear._shown.solutions import details, drawn_text, fumen_of, see, ways
from shapewright.questions.desk import Desk
from shapewright.questions.fields import LIMIT, TIME_LIMIT, Flag, Text, TextField, Typed, Whole
from shapewright.questions.parts import Bars, Part, Table
from shapewright.questions.parts import Text as Shown
from shapewright.questions.python import Expression, call
from shapewright.questions.question import Answer, Formats, Question, without_pictures
from shapewright.questions.screen import Screen
from shapewright.questions.source import FileText, Source, Word, parsed

SHOWN = 5
MAX_SHOWN = 1000


@dataclass(frozen=True, repr=False, eq=False)
class _Table(TextField["clear.AttackTable | None"]):
    """A table of attacks: its name; at the shell also a ``.toml`` file, elsewhere the content of one."""

    def word(self, word: str) -> str:
        return FileText.of(Source.of_file(word)) if word.endswith(".toml") else word

    def value(self, checked: str) -> clear.AttackTable:
        if isinstance(checked, FileText):
            return parsed(checked.source.place, str(checked) + "\n", clear.attack_table)
        return clear.attack_table(checked)

    def typed(self, plain: Any) -> list[str | Typed]:
        return [plain if is_table(plain) else Typed(plain.encode(), ".toml")]

    def schema(self) -> dict[str, object]:
        return {**super().schema(), "examples": list(TABLES)}


class _Played(Text):
    """A queue, or fumens of solutions; at the shell also a file with fumens."""

    def word(self, word: str) -> str:
        return Word(word) if (found := fumen_text(word)) is None else found


QUEUE = _Played("queue", "A queue such as LJOI; or fumens of solutions, or a file of them.", argument=True, limit=8000)
TABLE = _Table(
    "table", f"Table of attacks: {', '.join(TABLES)}, or a .toml file.", short="-T", metavar="NAME", limit=20_000
).with_default("guideline")
COMBO = Whole("combo", "Number of clears directly before the first piece.", metavar="N", maximum=100).with_default(0)
BACK_TO_BACK = Whole(
    "back_to_back",
    "Number of difficult clears in a row before the first piece; 1 keeps back-to-back.",
    old=("--b2b", "--starting-b2b", "-sb"),
    metavar="N",
    maximum=10_000,
).with_default(0)
MINIMAL = Flag(
    "minimal", "Show the fewest solutions by which every queue of the pattern keeps its best score (score minimals)."
)
FAILED = Flag("failed", "List every failing queue.", doors=("shell",), repeated_in=False)


def answer(asked: Asked, desk: Desk) -> Answer:
    """The scores of a queue, of the queues of a pattern, or of given solutions."""
    queue, pattern = asked[QUEUE], asked[PATTERN]
    if asked[MINIMAL] and queue is not None:
        raise NotationError("--minimal only applies with --patterns, and a queue is given")
    if asked[LIMIT] is not None and not asked[MINIMAL]:
        raise NotationError(f"{desk.option('limit')} only applies with {desk.option('minimal')}")
    if queue is None:
        return mean_score(asked, desk)
    if pattern is not None:
        raise NotationError("a queue and --patterns cannot be combined; give one of them")
    return _given(queue, asked, desk) if is_fumen(queue) else _queue(queue, asked, desk)


def _queue(queue: str, asked: Asked, desk: Desk) -> Answer:
    start, (kicks, drop, hold) = start_of(asked), _rules(asked)
    clock, height = Clock(None), asked[HEIGHT] or start.height
    problem = clear.Problem.of(start.field, queue, height=height, kicks=kicks, drop=drop, hold=hold)
    found = clear.best_score(problem, time_limit=desk.seconds, **how_scored(asked))
    took = seconds_text(clock.seconds)
    if found is None:
        return Answer({**about(asked), "scores": []}, verdict="none", reason=clear.why_none(problem))
    return _scores(asked, [found], desk, [f"clear: the best of all solutions, {took}"])


def _given(texts: str, asked: Asked, desk: Desk) -> Answer:
    for field in (FIELD, PAGE, HEIGHT):
        if asked[field] is not None:
            raise NotationError(f"the fumen has its own field; leave out --{field.name}")
    kicks, drop, _ = _rules(asked)
    fumens = parsed(texts.source.place, str(texts), read_fumens) if isinstance(texts, FileText) else read_fumens(texts)
    scored = []
    for number, fumen in enumerate(fumens, 1):
        try:
            scored.append(clear.score_solution(fumen.solution(), **how_scored(asked), kicks=kicks, drop=drop))
        except (NotationError, ProblemError) as error:
            raise type(error)(str(error) if len(fumens) == 1 else f"fumen {number}: {error}") from None
    return _scores(asked, scored, desk, [])


def _scores(asked: Asked, found: Sequence[clear.Score], desk: Desk, notes: Sequence[str]) -> Answer:
    unit = asked[TABLE].unit
    best = max([one.total for one in found])
    headline = f"{best} {unit}" if len(found) == 1 else f"{best} {unit} at most, of {len(found)} solutions"
    return Answer(
        {**about(asked), "scores": [_record(one) for one in found]},
        headline,
        text=lambda screen: "\n\n".join([_text(one, screen) for one in found]),
        parts=lambda: [
            *[
                Shown("\n".join(one.lines()), title=f"{one.total} {one.table.unit}", label="what is sent")
                for one in found[:SHOWN]
            ],
            *see([one.solution for one in found]),
        ],
        records=lambda: [_record(one) for one in found],
        files={".fumen": lambda: "".join([fumen_of(one.solution) + "\n" for one in found])},
        notes=notes,
        page=ways([one.solution for one in found]) if desk.studio else {},
    )


def _record(one: clear.Score) -> dict[str, object]:
    events = [
        {
            "placement": str(step.placement),
            "lines": step.lines,
            "spin": step.spin,
            "sent": step.sent,
            "combo": step.after.combo,
            "back_to_back": step.after.back_to_back,
        }
        for step in one.steps
    ]
    return {"total": one.total, "events": events, "solution": details(one.solution)}


def _text(one: clear.Score, screen: Screen) -> str:
    sent = "\n".join([f"{one.total} {one.table.unit}  ({one.table.title})", *one.lines()])
    return "\n\n".join([sent, drawn_text(one.solution, screen), fumen_of(one.solution)])


def how_scored(asked: Asked) -> dict[str, Any]:
    """The table and the chain at the start, as the functions of the family take them."""
    return {"table": asked[TABLE], "combo": asked[COMBO], "back_to_back": asked[BACK_TO_BACK]}


def about(asked: Asked) -> dict[str, object]:
    """What an answer says of its table."""
    table = asked[TABLE]
    return {"title": table.title, "unit": table.unit, "sources": list(table.sources), "open": list(table.open)}


def mean_score(asked: Asked, desk: Desk) -> Answer:
    """The scores of the queues of a pattern."""
    setup, notes = setup_of(asked)
    clock = Clock(desk.seconds)
    found = clear.score(setup, time_limit=clock.left(), progress=desk.progress, **how_scored(asked))
    took = seconds_text(clock.seconds)
    if asked[MINIMAL]:
        solutions = found.solutions(time_limit=clock.left(), progress=desk.progress)
        minimal = minimal_of(solutions, desk, clock)
        group = _Best("", solutions, minimal, minimal[: asked[LIMIT]])
        shown = ShownPaths([group], clock)
        made = Answer(
            lambda: {**about(asked), **_keys(found), **shown.keys()},
            shown.heading(),
            "found" if found.solved else "none",
            text=lambda screen: "\n".join([*_summary(found, failed=asked[FAILED]), "", shown.text(screen)]),
            parts=lambda: [*_bars(found), *shown.parts()],
            files=shown.files(),
            notes=[*notes, *minimal_notes(minimal)],
            complete=len(group.shown) == len(minimal),
            seconds=clock.seconds,
            exit_code=0,
        )
        shown.answer = made
        return made
    return Answer(
        lambda: {**about(asked), **_keys(found)},
        str(found),
        "found" if found.solved else "none",
        text=lambda _: "\n".join(_summary(found, failed=asked[FAILED])),
        parts=lambda: _bars(found),
        files={".csv": lambda: csv_of([("queue", found.table.unit), *found.each()])},
        notes=[*notes, f"clear: the best of all solutions of each queue, {took}"],
        exit_code=0,
        tone="plain",
    )


class _Best(Group):
    """The solutions that are the best one of some queue, and the fewest of them."""

    def heading(self) -> str:
        if not self.found or self.minimal is None:
            return super().heading()
        of = "1 solution is" if len(self.found) == 1 else f"{len(self.found)} solutions are"
        fewest = "1 suffices" if len(self.minimal) == 1 else f"{len(self.minimal)} suffice"
        bound = "" if self.minimal.is_optimal else f", {self.minimal.bound} at least,"
        return f"{of} the best one of some queue; {fewest}{bound} for all {self.found.solved} queues to keep their best"


def _keys(found: clear.Scores) -> dict[str, object]:
    setup = found.setup
    return {
        "solved": found.solved,
        "queues": len(found.values),
        "total": found.total,
        "average": found.average,
        "average_of_all": found.average_of_all,
        "distribution": [[value, number] for value, number in found.distribution().items()],
        "pieces": setup.pattern.length,
        "pieces_counted": setup.length,
        "height": setup.height,
        "failed": list(found.failing()),
    }


def _summary(found: clear.Scores, *, failed: bool) -> Iterator[str]:
    queues, unit = len(found.values), found.table.unit
    yield f"{found}  ({found.table.title})"
    part = percentage(found.solved, queues)
    yield f"{found.solved} of {queues} queues can clear the field, {part} %; {found.average_of_all:.4f} over all"
    if (cut := found.setup.cut()) is not None:
        yield cut
    if found.solved:
        yield ""
        rows = found.distribution().items()
        wide, long = max([len(str(value)) for value, _ in rows]), max([len(str(number)) for _, number in rows])
        for value, number in rows:
            yield f"{value:>{wide}} {unit}  {number:>{long}} queues  {percentage(number, found.solved):>6} %"
    failing = list(found.failing())
    if failing and failed:
        yield from ("", *failing)
    elif failing:
        more = f", and {len(failing) - SHOWN} more (--failed lists them)" if len(failing) > SHOWN else ""
        yield from ("", f"failing: {' '.join(failing[:SHOWN])}{more}")


def _bars(found: clear.Scores) -> Iterator[Part]:
    unit = found.table.unit
    bars = [(f"{value} {unit}", number, found.solved, 0) for value, number in found.distribution().items()]
    yield Bars(bars, title=str(found))
    rows = [["queues that can clear the field", found.solved], ["queues", len(found.values)]]
    yield Table(["", ""], [*rows, ["average over all queues", f"{found.average_of_all:.4f}"]])
    if failing := list(found.failing()):
        title = f"{len(failing)} failing queues"
        yield Shown("\n".join(failing[:MAX_SHOWN]), title=title, label="failing queues", folded=True)


def _rules(asked: Asked) -> tuple[clear.Kicks, Drop, bool]:
    """The rules of a question about a queue or given solutions, and whether there is hold."""
    said = use_of(asked[USE_HOLD], "a held piece is written in the queue, [T]IO")
    if said and asked[NO_HOLD]:
        raise NotationError("--hold use and --no-hold cannot be combined; give one of them")
    return *told_rules(asked), said is not False and not asked[NO_HOLD]


def _formats(asked: Asked) -> Formats:
    if asked[MINIMAL]:
        return FORMATS
    why = "a score is not a picture; 'clear show' draws the fumen of a solution"
    if asked[QUEUE] is None:
        mean = without_pictures(why, ".csv")
        return replace(mean, refused={**mean.refused, ".fumen": "a mean has no solution; give a queue"})
    return without_pictures(why, ".jsonl", ".fumen")


def _python(asked: Asked) -> str:
    how = asked.some(TABLE, COMBO, BACK_TO_BACK, TIME_LIMIT)
    queue = asked[QUEUE]
    if queue is None:
        where, stated = setup_in_python(asked)
        scored = call("clear.score", *where, **stated | how)
        if not asked[MINIMAL]:
            return clear_program(f"print({scored})")
        cut = "" if asked[LIMIT] is None else f"[:{asked[LIMIT]}]"
        return clear_program(
            f"found = {scored}.solutions()",
            f"for solution in found.minimal(time_limit={COVER_SECONDS}){cut}:",
            "    print(solution.served, solution.fumen().to_text())",
        )
    kicks, drop, hold = _rules(asked)
    said = rules_in_python(asked, kicks, drop, hold=hold)
    if is_fumen(queue):
        how.pop("time_limit", None)
        said.pop("hold", None)
        scored = call("clear.score_solution", Expression("fumen.solution()"), **said | how)
        return clear_program(f"for fumen in {call('clear.read_fumens', queue)}:", f"    print({scored}.total)")
    start = start_of(asked)
    rows = start.field.to_text(one_line=True) if start.field.rows else ""
    found = call("clear.best_score", rows, queue, height=asked[HEIGHT] or start.height, **said | how)
    return clear_program(f"found = {found}", 'print(found.total if found else "impossible")')


QUESTION = Question(
    "clear",
    "score",
    "Compute what a perfect clear sends: the best of a queue, or the mean over a pattern.",
    (
        QUEUE, *SETUP, TABLE, COMBO, BACK_TO_BACK, MINIMAL,
        replace(LIMIT, help="With --minimal: maximum number of its solutions to show.", minimum=0), FAILED, TIME_LIMIT,
    ),
    answer,
    about="""
    All solutions of a queue are compared, in every order that hold allows, and the one that sends the most is shown.
    With -p the answer is the mean of that over the queues of a pattern that can clear the field, how many queues send
    how much, and which fail. With --minimal, the fewest solutions follow by which each of these queues keeps its best
    score. A fumen whose pages place pieces is scored as it is. Lines are counted, or points with --table points; spins,
    combo, back-to-back, surge and the bonus of a perfect clear are those of the table.

    \b
    shapewright clear score LJOI --field XXXXXX____/XXXXXX____/XXXXXX____/XXXXXX____ --table jstris
    shapewright clear score --field XXX____XXX/XXX____XXX/XXX____XXX/XXX____XXX -p '*p5' --table tetrio-s2 --b2b 1
    shapewright clear score -t 'v115@...' -p '*p7' --table jstris --minimal -o few.html
    shapewright clear score 'v115@...'""",
    rule="shapewright.clear.claims.scoring:score",
    claims="""
    title? | text | The table of attack. | again: read again
    unit? | text | What it counts. | again: read again
    sources? | [text] | Where its numbers are from. | again: read again
    open? | [text] | What its sources leave open. | again: read again
    scores? | [{total: whole, events: [Event], solution: Solution}] | Solutions, with what each placement sends. |
        rules: with all that each placement sends; that none sends more is recomputed
    total? | whole | What all queues send together. | again
    average? | number? | What a queue that can clear the field sends. | again
    average_of_all? | number? | The same for all queues. | again
    distribution? | [[number]] | Number of queues that send each amount. | again
    unique? | whole | Number of solutions. | again: with the number
    minimal_ties? | [list]? | Ties among the fewest, and how each was decided. | again: decided again
    minimal? | whole? | Least number of solutions that serve all queues. | rules: they must serve all queues
    minimal_bound? | whole? | Number that no fewer solutions do. | again: proven again
    solutions? | [Path] | The fewest solutions. | again: recomputed
    solved?  queues?  pieces?  pieces_counted?  height?  failed?  asked?  fields?""",
    example={
        "field": "XXX____XXX/XXX____XXX/XXX____XXX/XXX____XXX",
        "patterns": "[IOLJ]!,T",
        "table": "tetrio-s2",
    },
    formats=_formats,
    downloads=(".txt", ".csv", ".fumen", ".html"),
    lists=True,
    python=_python,
    foreign=SCORE,
)  # fmt: skip
QUESTION = of_many(QUESTION, "queue", "failed", "limit", counted=(MINIMAL, TABLE, COMBO, BACK_TO_BACK))
