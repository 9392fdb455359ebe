"""A command of the shell, made from a question: the fields are its options, the answer is what it prints or writes."""

from __future__ import annotations

import time
from contextlib import ExitStack
from dataclasses import dataclass
from inspect import cleandoc
from typing import TYPE_CHECKING, Any

import click

from shapewright.cli.cluster import workers
from shapewright.cli.deadline import begin, current
from shapewright.cli.output import print_text, remark, wants_progress
from shapewright.errors import NotationError, ProblemError, quote
from shapewright.jobs.limits import Seconds as Left
from shapewright.questions.desk import Desk
from shapewright.questions.fields import Choice, File, Files, Flag, Seconds, Texts, given, values_of
from shapewright.questions.formats import content, lines, suffix_of
from shapewright.questions.listing import Listing, keep
from shapewright.questions.question import Formats, Question, envelope
from shapewright.questions.screen import FILE, Screen
from shapewright.questions.words import begin_command, names_file
from shapewright.storage.files import check_writable, whole_file, write_file
from shapewright.storage.json import json_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import BinaryIO

    from shapewright.questions.fields import Field
    from shapewright.questions.question import Answer

__all__ = ["command_of"]

_WORDS = "words"
_OUTPUT = ("as_json", "as_jsonl", "output", "quiet", "verbose")


def command_of(question: Question) -> click.Command:
    """The command that asks this question."""
    parameters: list[click.Parameter] = []
    if question.forms:
        parameters.append(click.Argument([_WORDS], nargs=-1, metavar=question.arguments))
    in_forms = {name for form in question.forms for name in form}
    for field in question.at("shell"):
        if field.name not in in_forms:
            parameters += _parameters(field)
    parameters += _output_options(question)

    def run(**raw: Any) -> int:
        return _run(question, raw)

    text = question.help if not question.about else f"{question.help}\n\n{cleandoc(question.about)}"
    settings = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
    return click.Command(
        question.name, params=parameters, callback=run, help=text, short_help=question.help, context_settings=settings
    )


# --- Options ----------------------------------------------------------------------------------------------------------


def _parameters(field: Field) -> list[click.Parameter]:
    many = isinstance(field, (Texts, Files))
    if field.argument:
        kind: dict[str, Any] = {"type": click.Choice(field.choices)} if isinstance(field, Choice) else {}
        count = -1 if many else 1
        metavar = field.metavar or field.name.upper()
        if many:
            metavar += "..."
        if not field.required:
            metavar = f"[{metavar}]"
        return [click.Argument([field.name], nargs=count, required=field.required, metavar=metavar, **kind)]
    settings: dict[str, Any] = {"help": field.help, "required": field.required}
    if isinstance(field, Flag):
        settings["is_flag"] = True
    elif isinstance(field, Choice):
        settings |= {"type": click.Choice(field.choices), "metavar": field.metavar or None}
    else:
        settings |= {"metavar": field.metavar or "TEXT", "multiple": many}
    if field.default not in (None, False, ()):
        settings["help"] += f"  [default: {field.default}]"
    if isinstance(field, Seconds) and field.name == "time_limit":
        # Eager: what the other options take to be read counts.
        settings |= {"callback": _begin_time_limit, "is_eager": True}
    names = [field.name, field.spelling, *([field.short] if field.short else [])]
    hidden = {**settings, "hidden": True, "required": False}
    others = [click.Option([f"{field.name}__{number}", old], **hidden) for number, old in enumerate(field.old)]
    return [click.Option(names, **settings), *others]


def _begin_time_limit(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    if value is not None and not context.resilient_parsing:
        field = Seconds("time_limit", "")
        # Whoever calls the command without 'main' is not to be struck later.
        context.call_on_close(begin(field.check(field.word(value), "shell")).end)
    return value


def _one_format(context: click.Context, parameter: click.Parameter, value: bool) -> bool:
    if value and context.meta.setdefault(__name__, parameter.name) != parameter.name:
        raise NotationError("--json and --jsonl are two formats; give one of them")
    return value


def _writable(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    if value is None:
        return None
    if not value:
        raise ProblemError(f"{parameter.opts[0]} takes the name of a file, and the name is empty")
    if value == "-":
        raise ProblemError(f"{parameter.opts[0]} takes the name of a file; answers go to standard output without it")
    check_writable(value)
    return value


def _output_options(question: Question) -> list[click.Parameter]:
    options = [click.Option(["as_json", "--json"], is_flag=True, callback=_one_format, help="Print one JSON object.")]
    if question.lists:
        options.append(
            click.Option(["as_jsonl", "--jsonl"], is_flag=True, callback=_one_format, help="Print JSON Lines.")
        )
    written = "Write the answer to FILE, in the format of its suffix"
    if isinstance(question.formats, Formats):
        written += f" ({' '.join(question.formats.suffixes)})"
    return [
        *options,
        click.Option(["-o", "--output"], metavar="FILE", callback=_writable, help=f"{written}."),
        click.Option(["-q", "--quiet"], is_flag=True, help="Print no progress and no remarks."),
        click.Option(["-v", "--verbose"], is_flag=True, help="Print remarks even if standard error is not a terminal."),
    ]


# --- What was given ---------------------------------------------------------------------------------------------------


def _checked(question: Question, raw: Mapping[str, Any]) -> dict[str, Any]:
    """The checked values of what stands on the command line."""
    fields = question.at("shell")
    found = {field.name: _raw(field, raw) for field in fields if field.name in raw}
    if question.forms:
        found |= _in_form(question, raw[_WORDS])
    checked = {}
    for field in fields:
        value = found.get(field.name)
        if value is None or value == () or value is False:
            continue
        plain = field.word(value)
        if isinstance(field, (Texts, Files)):
            plain = list(plain)
        if field.name == "checkpoint":
            check_writable(plain)
        checked[field.name] = field.check(plain, "shell")
    return checked


def _raw(field: Field, raw: Mapping[str, Any]) -> Any:
    """What was given of a field, by its own spelling or by an old one."""
    value = raw[field.name]
    for number in range(len(field.old)):
        other = raw.get(f"{field.name}__{number}")
        if value in (None, False, ()):
            value = other
    return value


def _in_form(question: Question, words: Sequence[str]) -> dict[str, Any]:
    """The words of the command line by the names that they have in one of the question's forms.

    Of two forms with as many words, the first is for a file.
    """
    fitting = [form for form in question.forms if len(form) == len(words)]
    if not words and () not in question.forms:
        return {}
    if not fitting:
        raise ProblemError(f"{question.command} takes {question.arguments}; here are {len(words)} words")
    form = fitting[0] if len(fitting) == 1 or names_file(words[0]) else fitting[1]
    kinds = {field.name: field for field in question.fields}
    for name, word in zip(form, words, strict=True):
        if isinstance(kinds[name], File) and not names_file(word):
            raise ProblemError(f"{question.command} takes {question.arguments}; {quote(word)} is not a file")
    return dict(zip(form, words, strict=True))


# --- Asking -----------------------------------------------------------------------------------------------------------


@dataclass
class _Asked:
    """A question on its way: with its fields' values, and where its answer goes."""

    question: Question
    given: dict[str, Any]
    started: float
    as_json: bool
    as_jsonl: bool
    output: str | None
    suffix: str | None = None

    def document(self, answer: Answer) -> str:
        """The JSON envelope."""
        return json_text(envelope(self.question, self.given, answer, time.monotonic() - self.started))


def _run(question: Question, raw: dict[str, Any]) -> int:
    begin_command()
    started = time.monotonic()
    checked = _checked(question, raw)
    fields = question.at("shell")
    values = values_of(fields, checked)
    asked = _Asked(question, {}, started, raw["as_json"], raw.get("as_jsonl", False), raw["output"])
    if asked.output is not None:
        asked.suffix = suffix_of(asked.output, question.formats_of(values))
    with workers(values.get("cluster"), values.get("threads")) as executor:
        desk = Desk(
            _seconds_left(values.get("time_limit")),
            values.get("threads"),
            executor,
            values.get("checkpoint"),
            shows_progress=wants_progress(),
        )
        if question.session is not None:
            from shapewright.cli.talk import talk

            answer: Answer | Listing = talk(question.session(values, desk), quiet=raw["quiet"] or asked.as_json)
        else:
            answer = question.answer(values, desk)
        # Only now has everything been read that the answer repeats.
        asked.given = given(fields, checked)
        if isinstance(answer, Listing):
            return _write_listing(asked, answer)
        return _write(asked, answer)


def _seconds_left(time_limit: float | None) -> float | None:
    deadline = current()
    if time_limit is None or deadline is None:
        return time_limit
    # Not 0, however late it is: the verb says what it has by then.
    return Left(max(deadline.left(), 1e-6), of=time_limit)


# --- Writing ----------------------------------------------------------------------------------------------------------

_STREAMS = (".txt", ".jsonl")


def _write(asked: _Asked, answer: Answer, *, came: bool = False) -> int:
    """Print the answer, or write it into a file; of a proven none only a JSON file is written.

    ``came`` says that values of a listing are where they belong already, in lines of text.
    """
    is_none = answer.verdict == "none" and answer.text is None
    document = asked.document(answer) if asked.as_json or asked.suffix == ".json" else ""
    if asked.output is not None and asked.suffix is not None and (not is_none or asked.suffix == ".json"):
        if not (came and asked.suffix in _STREAMS):
            write_file(asked.output, content(answer, asked.suffix, document))
        remark(f"wrote {asked.output!r}")
    if asked.as_json:
        print_text(document)
    elif is_none and asked.as_jsonl:
        remark(answer.headline)
    elif is_none or not (came or asked.output is not None):
        text = lines(answer) if asked.as_jsonl else answer.words(Screen.of_stdout())
        if text:
            print_text(text)
    for note in answer.notes:
        remark(note)
    assert answer.exit_code is not None
    return answer.exit_code


def _write_listing(asked: _Asked, listing: Listing) -> int:
    """Print every value as soon as it comes, or write it into a file; what needs all of them comes at the end."""
    shown = ".json" if asked.as_json else ".jsonl" if asked.as_jsonl else ".txt" if asked.output is None else None
    kept: list[Any] = []
    keeps = ".json" in (shown, asked.suffix) or (asked.suffix is not None and asked.suffix not in _STREAMS)
    screen = Screen.of_stdout()
    with ExitStack() as files:
        file: BinaryIO | None = None
        before = 0
        for batch in listing.each():
            if keeps:
                keep(kept, batch)
            if asked.output is not None and asked.suffix in _STREAMS:
                # There is no file before the first value, and none of a list that fails before it.
                file = file or files.enter_context(whole_file(asked.output))
                text = _text(listing, batch, asked.suffix, FILE, before)
                file.write(text.encode("utf-8", errors="replace"))
            if shown in _STREAMS:
                print_text(_text(listing, batch, shown, screen, before), end="")
            before = listing.number
    answer = listing.ended(kept)
    code = _write(asked, answer, came=before > 0)
    if listing.stopped is not None:
        raise listing.stopped
    return code


def _text(listing: Listing, batch: Sequence[Any], form: str, screen: Screen, before: int) -> str:
    """The values of a batch as they are printed; ``before`` of them came before."""
    if form == ".jsonl":
        return "".join([json_text(listing.record(value)) + "\n" for value in batch])
    texts = [listing.text(value, screen) for value in batch]
    # Between two values there is what separates them, and after the last one the end of its line.
    return (listing.separator[1:] if before and batch else "") + listing.separator.join(texts) + "\n" * bool(texts)
