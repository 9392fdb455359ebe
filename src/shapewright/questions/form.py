"""The inputs of a page for the options of its questions, made of what the fields say of themselves.

A page states by hand what every question on it is about, such as a board. What else a question takes has an input made
from the field: its kind and limits from the JSON Schema, its words from the help. A family says in ``forms`` of its
module ``_page`` in which order people want them; a verb that it does not name has a form all the same.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from shapewright.questions.fields import Content, Field, FileField, Record

if TYPE_CHECKING:
    from shapewright.questions.question import Question

_OPTION = re.compile(r"(?<!\w)--([a-z][a-z0-9-]*)")
# What a help says of the shell alone, where files have names.
_SHELL = re.compile(
    r"[,;] (?:a file, )?or -(?: \(standard input\))?| of FILE \(or -\)|; at the shell[^.;]*"
    r"|,? or a (?:\.\w+ )?file(?: (?:with|of) \w+)?|; - reads [^.;]*"
)
_YES = {"no", "yes"}


@dataclass(frozen=True)
class Form:
    """How a page asks one question: its ``title`` there, and the ``group`` of questions that it stands in.

    ``first`` are options that are seen at once; the others are folded away, but for required ones. ``own`` are
    parameters that the page states by hand, or leaves open, for other questions, and which mean something else here.
    ``without`` are fields that it does not offer, ``long`` those whose text may have several lines. ``labels`` are
    words for options whose names do not say enough, and a ``hint`` says what of the page the question is about, where
    nobody would guess.
    """

    title: str = ""
    group: str = ""
    hint: str = ""
    first: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    long: tuple[str, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Forms:
    """The forms of a page.

    ``stated`` are the parameters that it states by hand, ``unstated`` those that it leaves open, ``shared`` options
    that keep their value from one question to another, and ``without`` questions that it does not ask, or by itself.
    ``forms`` are by verb, in their order; ``more`` is the group of verbs that are not among them. ``labels`` are words
    for options of many questions.
    """

    stated: tuple[str, ...] = ()
    unstated: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    forms: Mapping[str, Form] = field(default_factory=dict)
    more: str = "More"
    labels: Mapping[str, str] = field(default_factory=dict)

    def to_json(self, questions: Mapping[str, Question]) -> dict[str, object]:
        """The forms of these questions by verb, those named here first."""
        named = [verb for verb in self.forms if verb in questions]
        others = [verb for verb in questions if verb not in self.forms and verb not in self.without]
        return {verb: self._of(questions[verb]) for verb in [*named, *others]}

    def key(self, verb: str, name: str) -> str:
        """The name that a parameter of a question has in the address of the page."""
        form = self.forms.get(verb, Form())
        is_common = name in self.shared or name in self.stated
        return name if is_common and name not in form.own else f"{verb}.{name}"

    def asks(self, question: Question, parameters: Mapping[str, object]) -> bool:
        """Whether the page can state these parameters of a question."""
        if question.name in self.without:
            return False
        form = self.forms.get(question.name, Form())
        offered = {each.name for each in self._fields(question, form)}
        return all(name in offered or name in self.stated for name in parameters)

    def _of(self, question: Question) -> dict[str, object]:
        form = self.forms.get(question.name, Form())
        options = [self._option(question, form, each) for each in self._fields(question, form)]
        order = {name: number for number, name in enumerate(form.first)}
        options.sort(key=lambda option: order.get(option["name"], len(order)))  # others as the command has them
        return {
            "title": form.title or _words(question.name),
            "group": form.group or self.more,
            "help": question.help,
            "hint": form.hint,
            "options": options,
        }

    def _fields(self, question: Question, form: Form) -> list[Field[object]]:
        return [
            each
            for each in question.at("studio")
            if (each.name not in self.stated or each.name in form.own)
            and each.name not in form.without
            and (each.name not in self.unstated or each.name in form.own)
            and not isinstance(each, (Content, Record))
        ]

    def _option(self, question: Question, form: Form, field: Field[object]) -> dict[str, Any]:
        schema: Mapping[str, Any] = field.schema()
        labels = {**self.labels, **form.labels}

        def label(name: str) -> str:
            return labels.get(name) or _words(name)

        def here(help: str) -> str:
            """The same with the names that options have on the page, without what is about the shell."""
            quoted = "\N{LEFT DOUBLE QUOTATION MARK}{}\N{RIGHT DOUBLE QUOTATION MARK}"
            return _OPTION.sub(lambda found: quoted.format(label(found[1].replace("-", "_"))), _SHELL.sub("", help))

        option: dict[str, object] = {
            "name": field.name,
            "key": self.key(question.name, field.name),
            "label": label(field.name),
            "kind": "file" if field.name in form.long else _kind(field, schema),
            "help": here(field.help),
        }
        usual = field.usual or (field.default if isinstance(field.default, (str, int, float)) else "")
        more = {
            "usual": "" if isinstance(field.default, bool) else here(str(usual)),
            "choices": _words_of(schema),
            "examples": list(schema.get("examples", ())),
            "required": field.required,
            "first": field.required or field.name in form.first,
        }
        return {**option, **{name: value for name, value in more.items() if value}}


def _words(name: str) -> str:
    """A name as words that begin a label."""
    words = name.replace("_", " ").replace("-", " ")
    return words[:1].upper() + words[1:]


def _words_of(schema: Mapping[str, Any]) -> list[str]:
    """The words to choose from; of a number or one word, the word."""
    if schema.get("type") == ["integer", "string"]:
        return [schema["pattern"].strip("^$")]
    return list(schema.get("enum", ()))


def _kind(field: Field[object], schema: Mapping[str, object]) -> str:
    """What kind of input it takes."""
    if words := _words_of(schema):
        return "yes" if set(words) == _YES and field.default == "no" else "choice"
    if isinstance(field, FileField):
        return "file"
    kinds = {"boolean": "flag", "integer": "number", "number": "number", "array": "lines"}
    return kinds.get(str(schema.get("type")), "text")
