"""A command of the shell, made from a question: the fields are its options, the answer is what it prints or writes."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from inspect import cleandoc
from pathlib import PurePath
from typing import Any, BinaryIO

import click

from shapewright.cli.deadline import begin, current, ended_by_interrupt
from shapewright.cli.output import complain, print_text, remark, wants_progress, writable
from shapewright.errors import NotationError, ProblemError, StoppedError, quote
from shapewright.jobs.limits import Seconds as Left
from shapewright.questions.asked import Asked, given
from shapewright.questions.desk import Desk
from shapewright.questions.fields import (
    CHECKPOINT,
    CLUSTER,
    THREADS,
    TIME_LIMIT,
    Choice,
    Field,
    FileField,
    Flag,
    Number,
    Parsed,
    Seconds,
    TextsField,
    Whole,
)
from shapewright.questions.listing import Listing, keep
from shapewright.questions.question import AGREES_WITH_SUFFIX, Answer, Formats, Question, envelope
from shapewright.questions.screen import FILE, Screen
from shapewright.questions.words import begin_command, names_file
from shapewright.storage.files import is_readable, whole_file, write_file
from shapewright.storage.json import json_text

_WORDS = "words"
_OUTPUT = ("as_json", "as_jsonl", "output", "quiet", "verbose")


def command_of(question: Question) -> click.Command:
    """The command that asks this question."""
    parameters: list[click.Parameter] = []
    if question.forms:
        parameters.append(click.Argument([_WORDS], nargs=-1, metavar=question.arguments, shell_complete=_a_file))
    in_forms = {name for form in question.forms for name in form}
    for field in question.at("shell"):
        if field.name not in in_forms:
            parameters += _parameters(field)
    parameters += [*_data_options(question), *output_options(question.formats)]

    def run(**raw: object) -> int:
        name = _bare_name(question, raw)
        try:
            code = _run(question, raw)
        except (NotationError, ProblemError) as error:
            if name is None or f"./{name}" in str(error):
                raise
            raise type(error)(f"{error}; there is a file of that name: write './{name}' to read it") from None
        if name is not None:
            complain(f"{quote(name)} was not read as a file, although one has that name: write './{name}' to read it")
        return code

    text = question.help if not question.about else f"{question.help}\n\n{cleandoc(question.about)}"
    settings: dict[str, object] = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
    if any(isinstance(field, TextsField) and field.hyphened for field in question.at("shell")):
        # What begins with a hyphen and is not an option gets as far as the argument, which looks at it.
        settings["ignore_unknown_options"] = True
    command = _Command(
        question.name, params=parameters, callback=run, help=text, short_help=question.help, context_settings=settings
    )
    command.fields = question.at("shell")
    command.foreign = question.foreign
    return command


# --- Options ----------------------------------------------------------------------------------------------------------


class _Command(click.Command):
    """A command whose help has the words and options of the question, and then the options that every verb has."""

    fields: tuple[Field[object], ...] = ()
    foreign: Mapping[str, str] = {}

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words; to an option of another program, say what there is instead."""
        suffix = _output_suffix(args)
        for place, word in () if ctx.resilient_parsing else [*enumerate(args)][::-1]:
            name, is_one, value = word.partition("=")
            if name not in self.foreign:
                continue
            value = value if is_one else "".join(args[place + 1 : place + 2])
            if not (self.foreign[name].startswith(AGREES_WITH_SUFFIX) and suffix == f".{value.lower()}"):
                ctx.fail(f"{name}: {self.foreign[name]}")
            args = args[:place] + args[place + (1 if is_one else 2) :]
        return super().parse_args(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write a table for each."""
        words = [(field.called("shell"), field.help) for field in self.fields if field.argument]
        sections: dict[str, list[tuple[str, str]]] = {"Arguments": words, "Options": [], "Output": []}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx) if isinstance(parameter, click.Option) else None
            if record is not None:
                is_common = parameter.name in _OUTPUT or "--help" in parameter.opts
                sections["Output" if is_common else "Options"].append(record)
        for title, records in sections.items():
            if records:
                with formatter.section(title):
                    formatter.write_dl(records, col_max=26)


def _output_suffix(words: Sequence[str]) -> str:
    """The suffix of the file after ``-o``, as far as it can be seen before the words are read."""
    for place, word in enumerate(words):
        name, is_one, value = word.partition("=")
        if name in ("-o", "--output"):
            return PurePath(value if is_one else "".join(words[place + 1 : place + 2])).suffix.lower()
    return ""


class _Switch(click.Option):
    """A flag whose spelling that says no is understood and not shown."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        return f"{self.opts[0]}", self.help or ""


class _Words(click.Choice[str]):
    """The words of a choice, and other names of them."""

    def __init__(self, field: Choice[str]) -> None:
        super().__init__(field.choices)
        self.meant = field.meant

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return super().convert(self.meant(value) if isinstance(value, str) else value, param, ctx)


def _parameters(field: Field[object]) -> list[click.Parameter]:
    if field.argument:
        kind: dict[str, Any] = {"type": _Words(field)} if isinstance(field, Choice) else {}
        count = -1 if field.is_many else 1
        metavar = field.metavar or field.name.upper()
        if field.is_many:
            metavar += "..."
        if not field.required:
            metavar = f"[{metavar}]"
        if isinstance(field, TextsField) and (hyphened := field.hyphened) is not None:

            def refuse_options(context: click.Context, parameter: click.Parameter, words: Any) -> object:
                for word in words:
                    if word.startswith("-") and word != "-" and not hyphened(word):
                        raise click.NoSuchOption(word.partition("=")[0], ctx=context)
                return words

            kind["callback"] = refuse_options
        if not isinstance(field, Choice):
            kind["shell_complete"] = _suggest(field)
        argument = click.Argument([field.name], nargs=count, required=field.required, metavar=metavar, **kind)
        spelled = [[f"{field.name}__{number}", old] for number, old in enumerate(field.old)]
        return [argument, *[click.Option(names, multiple=field.is_many, hidden=True) for names in spelled]]
    names = [field.name, field.spelling, *([field.short] if field.short else [])]
    settings: dict[str, Any] = {"help": _help(field), "required": field.required and not field.old}
    if isinstance(field, Flag):
        settings["is_flag"] = True
        if field.off:
            option = click.Option if field.default is None else _Switch
            return [option([field.name, f"{field.spelling}/{field.off}"], default=field.default, **settings)]
    elif isinstance(field, Choice):
        settings |= {"type": _Words(field), "metavar": field.metavar or None}
    else:
        settings |= {
            "metavar": field.metavar
            or ("N" if isinstance(field, (Whole, Number)) else "FILE" if isinstance(field, FileField) else "TEXT"),
            "multiple": field.is_many,
            "shell_complete": _suggest(field),
        }
    if isinstance(field, Seconds) and field.name == "time_limit":
        # Eager: what the other options take to be read counts.
        settings |= {"callback": _begin_time_limit, "is_eager": True}
    elif field.name == "checkpoint":
        settings["callback"] = writable
    hidden = {**settings, "hidden": True}
    others = [click.Option([f"{field.name}__{number}", old], **hidden) for number, old in enumerate(field.old)]
    return [click.Option(names, **settings), *others]


def _suggest(field: Field[object]) -> Callable[[click.Context, click.Parameter, str], list[object]]:
    """What completes a word: the names that the field knows, the last of several with commas; else files."""

    def suggest(context: click.Context, parameter: click.Parameter, begun: str) -> list[Any]:
        from click.shell_completion import CompletionItem  # only a shell that completes asks

        schema: Mapping[str, Any] = field.schema()
        known = field.names or tuple(schema.get("enum", ())) or tuple(schema.get("examples", ()))
        word = re.split("[,*]", begun)[-1]
        before = begun[: len(begun) - len(word)]
        found = [CompletionItem(before + name) for name in known if name.startswith(word)]
        is_read = isinstance(field, (FileField, Parsed)) or field.argument
        return found or [CompletionItem(begun, type="file")] * is_read

    return suggest


def _a_file(context: click.Context, parameter: click.Parameter, begun: str) -> list[object]:
    from click.shell_completion import CompletionItem  # as above

    return [CompletionItem(begun, type="file")]


def _help(field: Field[object]) -> str:
    default = field.default if field.default not in (None, False, ()) else None
    usual = field.usual or default
    return field.help if usual is None else f"{field.help}  [default: {usual}]"


def _begin_time_limit(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    if value is not None and not context.resilient_parsing:
        field = Seconds("time_limit", "")
        # Whoever calls the command without 'main' is not to be struck later.
        context.call_on_close(begin(field.check(field.word(value), "shell")).end)
    return value


def _one_format(context: click.Context, parameter: click.Parameter, value: bool) -> bool:
    if value and context.meta.setdefault(__name__, parameter.name) != parameter.name:
        raise NotationError("--json and --jsonl cannot be combined; give one of them")
    return value


def option_of(field: Field[object]) -> Callable[[Callable[..., object]], Callable[..., object]]:
    """The option of a field, as a decorator for a command that is not a question; what it hands over is checked."""

    def read(context: click.Context, parameter: click.Parameter, value: object) -> object:
        return field.default if value is None else field.check(field.word(value), "shell")

    return click.option(field.name, field.spelling, metavar=field.metavar, help=_help(field), callback=read)


def _data_options(question: Question) -> list[click.Parameter]:
    kinds = [("json", "Print one JSON object."), ("jsonl", "Print JSON Lines.")]
    return [
        click.Option([f"as_{name}", f"--{name}"], is_flag=True, callback=_one_format, help=words)
        for name, words in kinds[: 2 if question.lists else 1]
    ]


def output_options(formats: Formats | Callable[..., Formats]) -> list[click.Parameter]:
    """``-o``, ``-q`` and ``-v``, for a command that writes files of these formats."""
    known = f" ({' '.join(formats.suffixes)})" if isinstance(formats, Formats) else ""
    written = f"Write the answer to FILE, in the format of its suffix{known}."
    remarks = "Print remarks even if standard error is not a terminal."
    return [
        click.Option(["-o", "--output"], metavar="FILE", callback=writable, help=written, shell_complete=_a_file),
        click.Option(["-q", "--quiet"], is_flag=True, help="Print no progress and no remarks."),
        click.Option(["-v", "--verbose"], is_flag=True, help=remarks),
    ]


# --- What was given ---------------------------------------------------------------------------------------------------


def checked_words(question: Question, raw: Mapping[str, Any]) -> dict[str, object]:
    """The checked values of what stands on the command line."""
    fields = question.at("shell")
    found = {field.name: _raw(field, raw) for field in fields if field.name in raw}
    if question.forms:
        found |= _in_form(question, raw[_WORDS])
    checked = {}
    for field in fields:
        value = found.get(field.name)
        if value is None or value == () or (value is False and field.default is not None):
            if field.required:
                raise NotationError(f"{field.called('shell')} is missing: {field.help}")
            continue
        plain = field.word(value)
        checked[field.name] = field.check(list(plain) if isinstance(plain, tuple) else plain, "shell")
    return checked


def _raw(field: Field[object], raw: Mapping[str, Any]) -> object:
    """What was given of a field, by its own spelling or by old ones; of several texts all of them."""
    value = raw[field.name]
    for number, old in enumerate(field.old):
        other = raw.get(f"{field.name}__{number}")
        if other in (None, False, ()):
            continue
        if isinstance(value, tuple):
            # Words have no option before them, so they come last: 'cover -t A B' means A and then B.
            value = (*other, *value) if field.argument else (*value, *other)
        elif value in (None, False, other):
            value = other
        else:
            raise NotationError(f"{field.spelling} and {old} are names of one option; give one of them")
    return value


def _in_form(question: Question, words: Sequence[str]) -> dict[str, object]:
    """The words of the command line by the names that they have in one of the question's forms.

    Of two forms with as many words, the first is for a file.
    """
    fitting = [form for form in question.forms if len(form) == len(words)]
    if not words and () not in question.forms:
        return {}
    if not fitting:
        number = "is 1 word" if len(words) == 1 else f"are {len(words)} words"
        raise ProblemError(f"{question.command} takes {question.arguments}; here {number}")
    form = fitting[0] if len(fitting) == 1 or names_file(words[0]) else fitting[1]
    kinds = {field.name: field for field in question.fields}
    for name, word in zip(form, words, strict=True):
        if isinstance(kinds[name], FileField) and not names_file(word):
            raise ProblemError(f"{question.command} takes {question.arguments}; {quote(word)} is not a file")
    return dict(zip(form, words, strict=True))


# --- Asking -----------------------------------------------------------------------------------------------------------


@dataclass(repr=False, eq=False)
class _Asked:
    """A question on its way: with its fields' values, and where its answer goes."""

    question: Question
    checked: dict[str, object]
    started: float
    as_json: bool
    as_jsonl: bool
    output: str | None
    suffix: str | None = None
    is_own: bool = False
    is_cut_short: bool = False
    has_shown: bool = False

    def document(self, answer: Answer) -> str:
        """The JSON envelope; by now everything has been read that it repeats."""
        parameters = given(self.question.at("shell"), self.checked)
        found = envelope(self.question, parameters, answer, time.monotonic() - self.started)
        checkpoint = self.checked.get("checkpoint")
        if isinstance(checkpoint, str):
            from shapewright.jobs.checkpoint import was_resumed  # SQLite is loaded by jobs that need it

            found |= {"resumed": True} if was_resumed(checkpoint) else {}
        return json_text(found)


def _bare_name(question: Question, raw: Mapping[str, object]) -> str | None:
    """The first word that was taken for a text although a file has that name."""
    for field in question.at("shell"):
        if isinstance(field, (Choice, Flag, Number, Whole, FileField)) or field.name == "kicks":
            continue  # kicks are read from a file of any name
        given_words = raw.get(field.name)
        for word in given_words if isinstance(given_words, tuple) else (given_words,):
            if isinstance(word, str) and word and not names_file(word) and is_readable(word):
                return word
    return None


def _run(question: Question, raw: dict[str, Any]) -> int:
    begin_command()
    started = time.monotonic()
    checked = checked_words(question, raw)
    values = question.asked(checked, "shell")
    asked = _Asked(question, checked, started, raw["as_json"], raw.get("as_jsonl", False), raw["output"])
    formats = question.formats_of(values)
    for option, suffix, is_wanted in (("--json", ".json", asked.as_json), ("--jsonl", ".jsonl", asked.as_jsonl)):
        # What is written into files of its own is told in JSON all the same.
        if is_wanted and suffix in formats.refused and not formats.own:
            raise ProblemError(f"{option} is not for this answer: {formats.refused[suffix]}")
    if asked.output is not None:
        from shapewright.questions.formats import check_shown, suffix_of  # what is only printed needs none of it

        asked.suffix = suffix_of(asked.output, formats)
        check_shown(question.at("shell"), checked, asked.suffix, formats)
        asked.is_own = asked.suffix in formats.own
    with ExitStack() as connected:
        # Whether a person reads what is printed, and can answer
        desk = _DeskAtShell(
            values.get(TIME_LIMIT, None),
            values.get(THREADS, None),
            values.get(CHECKPOINT, None),
            lambda: connected.enter_context(_workers(values)),
            output=asked.output if asked.is_own else None,
            shows_progress=wants_progress(),
            remark=remark,
            talks=not (asked.as_json or asked.as_jsonl or asked.output)
            and all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)),
        )
        session = None if question.session is None else question.session(values, desk)
        if session is not None:
            from shapewright.cli.talk import talk  # few questions talk

            return _show(asked, talk(session, quiet=raw["quiet"] or asked.as_json))
        with ended_by_interrupt() as interrupt:
            try:
                answer = question.answer(values, desk)
                asked.is_cut_short = interrupt.was_asked and not isinstance(answer, Listing)
                return _show(asked, answer)
            except StoppedError as error:
                shows = asked.has_shown or error.known or getattr(error, "checkpoint", None) is not None
                if shows or not interrupt.was_asked:
                    raise
                # What Ctrl-C raises where there was nothing to show yet
                raised = KeyboardInterrupt()
                for name in ("progress", "stage"):
                    setattr(raised, name, getattr(error, name, None))
                raise raised from error


def _workers(asked: Asked) -> AbstractContextManager[object]:
    from shapewright.cli.cluster import workers  # few commands share their work out

    return workers(asked.get(CLUSTER, None), asked.get(THREADS, None))


class _DeskAtShell(Desk):
    """Its seconds go by: whoever asks for them hears what is left, so that the reading of a long puzzle counts, too."""

    @property
    def seconds(self) -> float | None:
        """What the answer may still take."""
        if self._limit is None:
            return None
        deadline = current()
        if deadline is None or deadline.clock.limit is None:  # a default of the verb, which nobody watches
            return self._limit
        # Not 0, however late it is: the verb says what it has by then.
        return Left(max(deadline.left(), 1e-6), of=self._limit)

    @seconds.setter
    def seconds(self, limit: float | None) -> None:
        self._limit = limit


# --- Writing ----------------------------------------------------------------------------------------------------------

_STREAMS = (".txt", ".jsonl")


def _show(asked: _Asked, answer: Answer | Listing) -> int:
    return _write_listing(asked, answer) if isinstance(answer, Listing) else _write(asked, answer)


def _write(asked: _Asked, answer: Answer, *, came: bool = False) -> int:
    """Print the answer, or write it into a file; where it shows nothing, only a JSON file is written.

    ``came`` says that values of a listing are where they belong already, in lines of text.
    """
    is_none = answer.shows_nothing
    document = asked.document(answer) if asked.as_json or asked.suffix == ".json" else ""
    if asked.output is not None and asked.suffix is not None and (not is_none or asked.suffix == ".json"):
        from shapewright.questions.formats import content  # most answers are printed as text

        if not (came and asked.suffix in _STREAMS) and not asked.is_own:
            write_file(asked.output, content(answer, asked.suffix, document))
        remark(f"wrote {asked.output!r}")
    text = ""
    if asked.as_json:
        print_text(document)
    elif is_none and asked.as_jsonl and not came and not _lines(answer):
        complain(answer.headline)
    elif is_none or asked.is_own or (not came and (asked.as_jsonl or asked.output is None)):
        text = _lines(answer) if asked.as_jsonl else answer.words(Screen.of_stdout())
        if text:
            print_text(text)
    for note in answer.notes:
        if f"note: {note}" not in text:
            remark(note)
    asked.has_shown = True
    if answer.stopped is not None:
        raise answer.stopped
    assert answer.exit_code is not None
    if asked.is_cut_short and answer.exit_code == 0:
        raise StoppedError("interrupted; this is the best answer so far")
    return answer.exit_code


def _lines(answer: Answer) -> str:
    from shapewright.questions.formats import lines  # most answers are printed as text

    return lines(answer)


def _write_listing(asked: _Asked, listing: Listing) -> int:
    """Print every value as soon as it comes, or write it into a file; what needs all of them comes at the end."""
    shown = ".json" if asked.as_json else ".jsonl" if asked.as_jsonl else ".txt" if asked.output is None else None
    kept: list[object] = []
    keeps = ".json" in (shown, asked.suffix) or (asked.suffix is not None and asked.suffix not in _STREAMS)
    screen = Screen.of_stdout()
    with ExitStack() as files:
        file: BinaryIO | None = None
        before = 0
        if keeps:
            listing.check_length()
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


def _text(listing: Listing, batch: Sequence[object], form: str, screen: Screen, before: int) -> str:
    """The values of a batch as they are printed; ``before`` of them came before."""
    if form == ".jsonl":
        return "".join([json_text(listing.record(value)) + "\n" for value in batch])
    texts = [listing.text(value, screen) for value in batch]
    # Between two values there is what separates them, and after the last one the end of its line.
    return (listing.separator[1:] if before and batch else "") + listing.separator.join(texts) + "\n" * bool(texts)
