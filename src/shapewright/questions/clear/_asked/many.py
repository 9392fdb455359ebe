"""Questions that are asked of many fields at once: the lines of a file, or every page of a fumen.

:func:`of_many` gives a question the fields that this takes; its answer is a table then, a row a field. What a line says
is read in :mod:`shapewright.questions.clear._asked.lines`, and counted by :func:`shapewright.clear.count_fields`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, cast

from shapewright import clear
from shapewright.clear.batch.fields import Stated
from shapewright.clear.chances.percent import percentage
from shapewright.errors import amount
from shapewright.jobs.limits import Clock, seconds_text
from shapewright.questions.asked import Asked
from shapewright.questions.batch import FILE, Batch, csv_of, formats_of_many, with_batch
from shapewright.questions.clear._asked.fields import NO_LIST, PAGE, SAVE
from shapewright.questions.clear._asked.goal import MIRROR, goal_in_python, goal_of
from shapewright.questions.clear._asked.lines import Line, Read, lines_of
from shapewright.questions.clear._asked.python import clear_program, rules_in_python
from shapewright.questions.desk import Desk
from shapewright.questions.fields import CHECKPOINT, CLUSTER, STRICT, THREADS, TIME_LIMIT, Field, Flag, Number, Whole
from shapewright.questions.listing import Listing
from shapewright.questions.parts import Part, Table
from shapewright.questions.python import Expression, call
from shapewright.questions.question import Answer, Question

MAX_FIELDS = 100_000
MAX_STUDIO_FIELDS = 200
MAX_SHOWN = 1000
"""The rows that a page shows; its files have all of them."""
ALL = "all"
"""The page that stands for every page."""

_FORMATS = formats_of_many(
    "this format shows one field; ask about one at a time, or write .txt, .csv, .json or .jsonl", ".csv"
)


@dataclass(frozen=True, repr=False, eq=False)
class _Pages(Whole):
    """The number of a page, or ``all``."""

    def word(self, word: str) -> object:
        return word if word == ALL else super().word(word)

    def check(self, value: object, door: str) -> Any:
        return value if value == ALL else super().check(value, door)

    def schema(self) -> dict[str, object]:
        return {"type": ["integer", "string"], "minimum": self.minimum, "pattern": f"^{ALL}$"}


_PAGES = cast(
    "Field[int | str | None]",
    _Pages(**{**vars(PAGE), "help": "Number of the page in the fumen; all: ask it of every page of every fumen."}),
)
AT_LEAST = Number(
    "at_least", "With many fields: list only those with at least this chance, from 0 to 1.", metavar="P", maximum=1.0
)
BY_CHANCE = Flag("by_chance", "With many fields: list the highest chance first.")
_MANY: tuple[Field[object], ...] = (AT_LEAST, BY_CHANCE, STRICT, THREADS, CHECKPOINT, CLUSTER)
_FIELDS_OF_FILE = "Ask it of each line of FILE (or -): a fumen or rows joined by /, then a pattern if it has its own."
_SOLUTIONS_OF_FILE = "Ask it of each line of FILE (or -): the fumens of one question, then a pattern if it has its own."
_OF_SOLUTIONS = {
    "at_least": "With --file: list only those with at least this chance, from 0 to 1.",
    "by_chance": "With --file: list the highest chance first.",
}
_ABOUT = """

    --file asks it of many fields: each line of FILE is a fumen, or rows joined by /, and may have a pattern of its own
    after a blank; # begins a comment. A line may also be JSON with "field" and "patterns". --page all asks it of every
    page of a fumen. The answer is a table with the chance of each field, in their order; -o has .csv and .jsonl too."""
_ABOUT_SOLUTIONS = """

    --file asks it of many solutions: each line of FILE has the fumens of one question, and may have a pattern of its
    own after them; # begins a comment. A line may also be JSON with "solutions" and "patterns". The answer is a table
    with the chance that at least one of the solutions of the line can be built; -o has .csv and .jsonl too."""


def of_many(
    question: Question,
    *single: str,
    read: Read = lines_of,
    counted: tuple[Field[object], ...] = (),
    stated_by: Callable[[Asked, Any], dict[str, object]] = lambda asked, stated: {},
) -> Question:
    """The same question, which can also be asked of many fields, and which ``read`` finds in a file.

    The fields ``single`` are of use with one alone. Fields that are ``counted`` are keywords of
    :func:`shapewright.clear.count_fields`; ``stated_by`` are keywords in Python of what is asked of a field.
    """
    takes_fields = any(one is PAGE for one in question.fields)
    one = replace(
        question,
        fields=tuple([_PAGES if one is PAGE else one for one in question.fields]),
        answer=lambda asked, desk: _in_lines(question.answer(asked, desk)),
        rules={"fields": "shapewright.clear.claims.fields:counted"},
    )
    told = {} if takes_fields else _OF_SOLUTIONS
    return with_batch(
        one,
        Batch(
            _FIELDS_OF_FILE if takes_fields else _SOLUTIONS_OF_FILE,
            about=_ABOUT if takes_fields else _ABOUT_SOLUTIONS,
            alone=single,
            others=tuple([replace(each, help=told.get(each.name, each.help)) for each in _MANY]),
            clash="{name} is about one field, and many are asked about; leave it out",
            only="{name} only applies with {file}" + (" or {page} all" if takes_fields else ""),
            formats=_FORMATS,
            asks=lambda asked: asked[FILE] is not None or asked.get(_PAGES, None) == ALL,
            answer=lambda asked, desk: _Many(question.name, read, counted, asked, desk).answer(),
            python=lambda asked: _python(question, read, counted, stated_by, asked),
        ),
    )


def _python(
    question: Question,
    read: Read,
    fields: tuple[Field[object], ...],
    stated_by: Callable[[Asked, Stated], dict[str, object]],
    asked: Asked,
) -> str:
    is_all = asked.get(_PAGES, None) == ALL
    entries = []
    for line in read(asked.replace({PAGE: None}) if is_all else asked, MAX_STUDIO_FIELDS, all_pages=is_all):
        stated, text = line.stated, line.text
        if stated is None:
            continue
        how = stated_by(asked, stated) | rules_in_python(asked, stated.kicks, stated.drop, hold=stated.hold)
        if isinstance(stated, clear.Setup):
            text = text if stated.start.rows else ""
            how = ({} if stated.height == 4 else {"height": stated.height}) | how
        entries.append(call(f"clear.{type(stated).__name__}.of", text, stated.pattern.to_text(), **how))
    options = asked.some(*fields, TIME_LIMIT)
    options |= {"use_list": Expression("False")} if NO_LIST in asked else {}
    options |= goal_in_python(asked) | ({"mirror": True} if asked.get(MIRROR, "no") == "yes" else {})
    counted = call("clear.count_fields", question.name, Expression("fields"), **options)
    least = asked.plain(AT_LEAST)
    return clear_program(
        "fields = [",
        *[f"    {each}," for each in entries],
        "]",
        f"counted = {counted}",
        *(["counted.sort(key=lambda one: -one.fraction)"] if asked[BY_CHANCE] else []),
        "for one in counted:",
        "    print(one)" if least is None else f"    if one.fraction >= {least}:\n        print(one)",
    )


def _in_lines(answer: Answer | Listing) -> Answer | Listing:
    """The answer about one field, which has JSON Lines too: its list, or itself as the only line."""
    if isinstance(answer, Answer) and answer.records is None:
        made = answer.keys

        def records() -> list[object]:
            keys = made() if callable(made) else made
            return list(keys["solutions"]) if "solutions" in keys else [keys]

        answer.records = records
    return answer


class _Many:
    def __init__(self, question: str, read: Read, counted: tuple[Field[object], ...], asked: Asked, desk: Desk) -> None:
        self.question, self.counted, self.asked, self.desk = question, counted, asked, desk
        self.clock = Clock(desk.seconds)
        most = MAX_STUDIO_FIELDS if desk.studio else MAX_FIELDS
        self.lines = read(asked, most, all_pages=asked.get(_PAGES, None) == ALL)

    def answer(self) -> Answer:
        asked, desk = self.asked, self.desk
        how: dict[str, Any] = {field.name: asked[field] for field in self.counted}
        if asked.get(MIRROR, None) is not None:
            how |= {"goal": goal_of(asked), "mirror": asked[MIRROR] == "yes"}
        counts = clear.count_fields(
            self.question,
            [line.stated for line in self.lines if line.stated is not None],
            use_list=not asked.get(NO_LIST, False),
            **how,
            threads=desk.threads,
            executor=desk.executor,
            progress=desk.progress,
            checkpoint=desk.checkpoint,
            time_limit=self.clock.left(),
        )
        counted = iter(counts)
        rows = [(one, clear.Unknown(one.wrong) if one.stated is None else next(counted)) for one in self.lines]
        wrong = len(self.lines) - len(counts)
        known = wrong + sum([isinstance(one, clear.Counted) for one in counts])
        # Those that are wanted, in the order that is.
        listed = rows
        headline = fields = amount(len(rows), "field")
        if (share := asked[AT_LEAST]) is not None:
            least = Fraction(str(share))
            listed = [
                row for row in rows if isinstance(row[1], clear.Unknown) or row[1].solved >= least * row[1].queues
            ]
            headline += f", {len(listed)} with a chance of at least {100 * share:g} %"
        if asked[BY_CHANCE]:
            listed = sorted(listed, key=lambda row: 1.0 if isinstance(row[1], clear.Unknown) else -row[1].fraction)
        records = [_record(*row) for row in listed]

        def csv() -> str:
            names = list(dict.fromkeys([name for record in records for name in record]))
            each = [[record.get(name) for name in names] for record in records]
            return csv_of([names, *[[" ".join(one) if isinstance(one, list) else one for one in row] for row in each]])

        return Answer(
            {"asked": len(rows), "fields": records},
            headline,
            text=lambda _: "\n".join(_text(listed)),
            parts=lambda: _parts(listed),
            records=lambda: records,
            files={".csv": csv},
            notes=[*self._notes(), f"clear: {fields}, {seconds_text(self.clock.seconds)}"],
            complete=known == len(rows),
            exit_code=3 if known < len(rows) else 1 if wrong else 0,
            tone="plain",
        )

    def _notes(self) -> list[str]:
        """That pages were left out, and the first three reasons why the save condition holds for no queue of a line."""
        left_out = sum([line.left_out > 0 for line in self.lines])
        fumens = f"clear: page 1 of {amount(left_out, 'fumen')} with several pages; --page all takes every page"
        setups = [line.stated for line in self.lines if isinstance(line.stated, clear.Setup)]
        never = [why for setup in setups if (why := setup.never_saved(self.asked.get(SAVE, None))) is not None]
        return [*([fumens] if left_out else []), *[f"clear: {why}" for why in dict.fromkeys(never)][:3]]


_Count = clear.Counted | clear.Unknown


def _record(line: Line, counted: _Count) -> dict[str, object]:
    if isinstance(counted, clear.Unknown):
        return {**line.keys(), "solved": None, "queues": None, "chance": None, "reason": counted.reason}
    numbers = {"solved": counted.solved, "queues": counted.queues, "chance": counted.fraction}
    return {**line.keys(), **numbers, **counted.more}


def _text(rows: Sequence[tuple[Line, _Count]]) -> Iterator[str]:
    """The table on a screen: where the field is, its chance, what else was counted, and the field."""
    cells = [_cells(*row) for row in rows]
    widths = [max([len(row[column]) for row in cells], default=0) for column in range(4)]
    for where, chance, share, more, field in cells:
        counts = f"{chance:>{widths[1]}} {share:>{widths[2]}}"
        yield f"{where:{widths[0]}}  {counts}  {more:{widths[3]}}{'  ' if widths[3] else ''}{field}".rstrip()


def _cells(line: Line, counted: _Count) -> tuple[str, str, str, str, str]:
    if isinstance(counted, clear.Unknown):
        if line.stated is None:
            return line.where, "", "", "", f"{line.text}  cannot be read: {counted.reason}"
        return line.where, "", "", f"unknown: {counted.reason}", line.text
    share = f"= {percentage(counted.solved, counted.queues)} %"
    more = ", ".join([_worded(name, number) for name, number in counted.more.items()])
    return line.where, f"{counted.solved} / {counted.queues}", share, more, line.text


def _worded(name: str, number: float | None) -> str:
    """What was counted besides, in words; a chance in per cent."""
    if name == "then":
        return "then nothing" if number is None else f"then at best {100 * number:.2f} %"
    shown = f"{number:.4f}" if isinstance(number, float) else number
    return f"{shown} {(name.removesuffix('s') if number == 1 else name).replace('_', ' ')}"


def _parts(rows: Sequence[tuple[Line, _Count]]) -> Iterator[Part]:
    more = f"the first {MAX_SHOWN} of {len(rows)} rows" if len(rows) > MAX_SHOWN else ""
    cells = [_cells(*row) for row in rows[:MAX_SHOWN]]
    shown = [[where, f"{chance} {share}".strip(), more, field] for where, chance, share, more, field in cells]
    yield Table(["", "chance", "", "field"], shown, title=more)
