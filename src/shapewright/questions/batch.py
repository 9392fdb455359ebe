"""One question asked of every line of a file: ``--file``, as every verb has it that takes one.

A verb says with :func:`with_batch` which of its fields a line states. Without more, the lines are answered one after
the other, and shown as they come; a line that cannot be read costs no more than its own answer. A verb that answers
many at once, on several threads or machines, does so itself (``answer`` of :class:`Batch`).
"""

from __future__ import annotations

import copy
import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from shapewright.errors import FileError, LimitError, NotationError, ProblemError, ShapewrightError, amount
from shapewright.jobs.limits import Clock
from shapewright.questions.asked import Asked
from shapewright.questions.desk import Desk
from shapewright.questions.fields import STRICT, Field, File
from shapewright.questions.listing import Listing
from shapewright.questions.parts import Table
from shapewright.questions.python import content
from shapewright.questions.question import Answer, Formats, Question
from shapewright.questions.source import Source, Unread

FILE = File("file", "Ask it of each line of FILE (or -).", metavar="FILE")
MAX_STUDIO_BYTES = 100_000
MAX_STUDIO_LINES = 200
MAX_SHOWN = 1000
"""The lines that a page shows; its files have all of them."""
_PICTURES = (".pc", ".fumen", ".html", ".svg", ".png", ".gif", ".pdf")
_ABOUT = """

    --file asks it of each line of FILE, with the other options; a line that begins with # or % is a comment. Each line
    has its answer, as soon as it is known; -o has .csv and .jsonl too."""


def formats_of_many(why: str, *suffixes: str) -> Formats:
    """The files that hold the answers to many lines, also of these suffixes; ``why`` others cannot."""
    return Formats((".txt", ".json", ".jsonl", *suffixes), dict.fromkeys(_PICTURES, why))


_FORMATS = formats_of_many(
    "this format shows one answer; ask about one line at a time, or write .txt, .csv, .json or .jsonl", ".csv"
)


def _plain(line: str) -> str:
    """The line, empty if it is a comment."""
    return "" if line.startswith(("#", "%")) else line


@dataclass(frozen=True, repr=False, eq=False)
class Batch:
    """How a question is asked of each line of a file.

    ``help`` says what a line states: the ``field``, if the question answers one line after the other. Fields ``alone``
    are of no use with a file, and ``others`` of use with a file alone; ``clash`` and ``only`` say that. ``plain`` is a
    line without comments; ``check`` raises if what is asked with a line makes no sense. ``asks`` says if many are asked
    about; ``answer`` answers all of them, and ``python`` does so in lines of Python.
    """

    help: str
    field: str = ""
    about: str = _ABOUT
    alone: tuple[str, ...] = ()
    others: tuple[Field[object], ...] = (STRICT,)
    clash: str = "{file} and {name} cannot be combined; give one of them"
    only: str = "{name} only applies with {file}"
    limit: int = MAX_STUDIO_BYTES
    formats: Formats = _FORMATS
    plain: Callable[[str], str] = _plain
    check: Callable[[Any], object] = lambda _: None
    asks: Callable[[Any], bool] = lambda asked: asked.get(FILE, None) is not None
    answer: Callable[[Any, Desk], Answer | Listing] | None = None
    python: Callable[[Any], str] | None = None


def with_batch(question: Question, batch: Batch) -> Question:
    """The same question, which can also be asked of each line of a file."""
    stated = next((one for one in question.fields if one.name == batch.field), None)
    fields: list[Field[object]] = [one.optional() if one is stated else one for one in question.fields]
    every = {one.name: one for one in [*fields, *batch.others]}
    alone = [one for one in (batch.field, *batch.alone, "certificate") if one in every]

    def answer(asked: Asked, desk: Desk) -> Answer | Listing:
        if not batch.asks(asked):
            for one in batch.others:
                if asked.get(one, None) not in (None, False):
                    names = {"file": desk.option("file"), "page": desk.option("page")}
                    raise ProblemError(batch.only.format(name=desk.option(one.name), **names))
            if stated is not None and stated.required and asked[stated] is None:
                raise NotationError(f"{stated.called('studio' if desk.studio else 'shell')} is missing: {stated.help}")
            return question.answer(asked, desk)
        for name in alone:
            if asked.get(every[name], every[name].default) not in (None, False, (), [], every[name].default):
                called = f"a {name}" if every[name].argument else desk.option(name)
                raise ProblemError(batch.clash.format(name=called, file=desk.option("file")))
        if batch.answer is not None:
            return batch.answer(asked, desk)
        assert stated is not None
        return _Lines(question, stated, batch, asked, desk).listing()

    def formats(asked: Asked) -> Formats:
        return batch.formats if batch.asks(asked) else question.formats_of(asked)

    def python(asked: Asked) -> str:
        if not batch.asks(asked):
            return "" if question.python is None else question.python(asked)
        if batch.python is not None:
            return batch.python(asked)
        return "" if stated is None else _python(question, stated, batch, asked)

    return replace(
        question,
        fields=(*fields, replace(FILE, help=batch.help, limit=batch.limit), *batch.others),
        answer=answer,
        formats=formats,
        python=python,
        lists=True,
        line=batch.field if batch.answer is None else "",
        claims=question.claims if batch.answer is not None else f"{question.claims}@lines",
        about=question.about + batch.about,
    )


def csv_of(rows: Iterable[Sequence[object]]) -> str:
    """Rows as the text of a .csv file."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


# --- One line after the other -----------------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False, eq=False)
class _Line:
    """A line and its answer, or the reason why it cannot be read."""

    text: str
    answer: Answer | Unread

    @property
    def words(self) -> str:
        """The answer in a few words."""
        if isinstance(self.answer, Unread):
            return f"cannot be read: {self.answer.reason}"
        return self.answer.headline

    def record(self) -> dict[str, object]:
        found = self.answer
        if isinstance(found, Unread):
            return {"line": self.text, "verdict": None, "reason": found.reason}
        keys = found.keys() if callable(found.keys) else found.keys
        told = {"verdict": found.verdict, "reason": found.reason or None, "complete": found.complete}
        return {"line": self.text, **told, **keys}


class _Lines:
    """The lines of a file, each answered by the question itself."""

    def __init__(self, question: Question, field: Field[object], batch: Batch, asked: Asked, desk: Desk) -> None:
        self._question, self._field, self._batch = question, field, batch
        self._asked, self._desk = asked.replace({FILE: None}), desk
        file = asked[FILE]
        assert file is not None
        self._file, self._is_strict = file, asked[STRICT]
        self._clock = Clock(desk.seconds)
        self._wrong = 0

    def listing(self) -> Listing:
        """The answers as they come."""
        return Listing(
            self._each(),
            text=lambda line, _: f"{line.text}  {line.words}",
            record=_Line.record,
            end=self._end,
            seconds=self._desk.seconds,
        )

    def _each(self) -> Iterator[tuple[_Line]]:
        done = 0
        for lines in self._file.lines():
            for number, line in lines:
                text = self._batch.plain(line)
                if not text:
                    continue
                done += 1
                if self._desk.studio and done > MAX_STUDIO_LINES:
                    raise LimitError(f"there are more lines than the {MAX_STUDIO_LINES} that the studio takes")
                try:
                    answer: Answer | Unread = self._answered(text)
                except (FileError, LimitError, NotationError, ProblemError) as error:
                    answer = Unread(text, str(error), f"{self._file.place}, line {number}: {error}")
                    if self._is_strict:
                        raise FileError(answer.where) from None
                    self._wrong += 1
                yield (_Line(text, answer),)
        if not done:
            raise FileError(f"{self._file.place} has no lines to ask about")

    def _answered(self, text: str) -> Answer:
        door = "studio" if self._desk.studio else "shell"
        value = self._field.value(self._field.check(text, door))
        desk = copy.copy(self._desk)
        desk.seconds = self._clock.left()
        found = self._question.answer(self._asked.replace({self._field: value}), desk)
        return found.gathered() if isinstance(found, Listing) else found

    def _end(self, lines: Sequence[_Line], number: int) -> Answer:
        wrong = f", {self._wrong} of them cannot be read" if self._wrong else ""
        return Answer(
            {"lines": [line.record() for line in lines]},
            f"{amount(number, 'line')}{wrong}",
            text=lambda _: "\n".join([f"{line.text}  {line.words}" for line in lines]),
            parts=lambda: [Table(["line", "answer"], [[line.text, line.words] for line in lines[:MAX_SHOWN]])],
            files={".csv": lambda: csv_of([("line", "verdict", "answer"), *map(_row, lines)])},
            complete=all(isinstance(line.answer, Unread) or line.answer.complete for line in lines),
            exit_code=1 if self._wrong else 0,
            tone="plain",
        )


def _row(line: _Line) -> tuple[str, str, str]:
    """A line of a table."""
    return line.text, "" if isinstance(line.answer, Unread) else line.answer.verdict, line.words


def _python(question: Question, field: Field[object], batch: Batch, asked: Asked) -> str:
    """What each line that can be read is asked, below all that they import."""
    if question.python is None:
        return ""
    others = asked.some(*question.fields)
    imports: dict[str, None] = {}
    bodies = []
    for lines in Source.of_text(content(asked.plain(FILE))).lines():
        for _, line in lines:
            text = batch.plain(line)
            try:
                one = question.repeated({**others, field.name: text})
                for each in question.fields:
                    one.get(each, None)  # raises what is wrong with it
                batch.check(one)
                program = question.python(one).split("\n") if text else []
            except ShapewrightError:
                continue
            rest = (number for number, each in enumerate(program) if each and not each.startswith(("import ", "from ")))
            first = next(rest, len(program))
            imports |= dict.fromkeys(filter(None, program[:first]))
            bodies += program[first:]
    standard = [each for each in imports if "shapewright" not in each]
    ours = [each for each in imports if "shapewright" in each]
    return "\n".join([*standard, *([""] if standard else []), *ours, "", *bodies])
