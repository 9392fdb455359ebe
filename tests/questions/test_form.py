"""The inputs that a page has for the options of its questions."""

from __future__ import annotations

from typing import Any

import pytest

from shapewright.questions import FAMILIES
from shapewright.questions.fields import Choice, Content, Field, File, Flag, Text, Texts, Whole
from shapewright.questions.form import Form, Forms
from shapewright.questions.question import Answer, Question

WITH_FORMS = [family for family in FAMILIES.values() if family.forms is not None]


def asking(name: str, *fields: Field) -> Question:
    return Question("clear", name, f"Ask about {name}.", fields, lambda _, __: Answer({}))


def option(forms: Forms, question: Question, name: str) -> dict[str, Any]:
    (found,) = [
        each for each in forms.to_json({question.name: question})[question.name]["options"] if each["name"] == name
    ]
    return found


@pytest.mark.parametrize("family", WITH_FORMS, ids=lambda family: family.name)
def test_every_parameter_is_stated_by_the_page_or_has_an_input(family: Any) -> None:
    forms = family.forms
    made = forms.to_json(family.questions)
    assert set(made) == set(family.questions) - set(forms.without)
    for verb, form in made.items():
        question, names = family.question(verb), [each["name"] for each in form["options"]]
        assert len({each["key"] for each in form["options"]}) == len(names)
        left = [
            field.name
            for field in question.at("studio")
            if field.name not in (*names, *forms.stated, *forms.unstated) and not isinstance(field, Content)
        ]
        assert left == list(forms.forms.get(verb, Form()).without), verb


@pytest.mark.parametrize("family", WITH_FORMS, ids=lambda family: family.name)
def test_what_is_named_by_hand_is_there(family: Any) -> None:
    """A verb or an option of another name would lose its place without a word."""
    forms = family.forms
    assert set(forms.forms) <= set(family.questions)
    assert set(forms.without) <= set(family.questions)
    for verb, form in forms.forms.items():
        names = {field.name for field in family.question(verb).at("studio")}
        assert {*form.first, *form.own, *form.without, *form.long, *form.labels} <= names, verb


@pytest.mark.parametrize("family", WITH_FORMS, ids=lambda family: family.name)
def test_labels_of_a_form_are_told_apart_and_say_nothing_of_a_shell(family: Any) -> None:
    for verb, form in family.forms.to_json(family.questions).items():
        labels = [each["label"] for each in form["options"]]
        assert len(set(labels)) == len(labels), verb
        for each in form["options"]:
            words = f"{each['help']} {each.get('usual', '')}"
            assert "--" not in words, (verb, words)
            assert "FILE" not in words, (verb, words)
            assert "shell" not in words, (verb, words)
            assert "standard input" not in words, (verb, words)
            assert " or -" not in words, (verb, words)


def test_a_verb_that_nobody_has_named_has_a_form() -> None:
    question = asking(
        "live-boards", Whole("at_least", "At least N; see --kind.", required=True, metavar="N"), Flag("kind", "A kind.")
    )
    forms = Forms(forms={"other": Form("Another")})
    assert forms.to_json({"live-boards": question}) == {
        "live-boards": {
            "title": "Live boards",
            "group": "More",
            "help": "Ask about live-boards.",
            "hint": "",
            "options": [
                {"name": "at_least", "key": "live-boards.at_least", "label": "At least", "kind": "number",
                 "help": "At least N; see “Kind”.", "required": True, "first": True},
                {"name": "kind", "key": "live-boards.kind", "label": "Kind", "kind": "flag", "help": "A kind."},
            ],
        }
    }  # fmt: skip


def test_a_field_has_the_input_that_it_needs() -> None:
    question = asking(
        "try",
        Choice("mode", "", choices=("a", "b"), default="a"),
        Choice("both", "", choices=("no", "yes"), default="no"),
        Texts("queues", "Queues; - reads them from standard input, one a line."),
        File("file", "Ask it of each line of FILE (or -): a field; at the shell a name."),
        Text("rows", "Rows of numbers."),
    )
    own = Form(own=("queues",), first=("file",), long=("rows",))
    forms = Forms(stated=("queues",), shared=("mode",), forms={"try": own})
    (form,) = forms.to_json({"try": question}).values()
    assert [(each["name"], each["key"], each["kind"]) for each in form["options"]] == [
        ("file", "try.file", "file"),
        ("mode", "mode", "choice"),
        ("both", "try.both", "yes"),
        ("queues", "try.queues", "lines"),
        ("rows", "try.rows", "file"),
    ]
    assert option(forms, question, "mode")["choices"] == ["a", "b"]
    assert option(forms, question, "file")["help"] == "Ask it of each line: a field."
    assert option(forms, question, "queues")["help"] == "Queues."
    assert forms.asks(question, {"mode": "b", "queues": ["T"]})
    assert not Forms(without=("try",)).asks(question, {})
    assert not Forms(unstated=("mode",)).asks(question, {"mode": "b"})
    own = Forms(unstated=("mode",), forms={"try": Form(own=("mode",))})
    assert own.asks(question, {"mode": "b"})
    assert option(own, question, "mode")["key"] == "try.mode"


@pytest.mark.parametrize("verb", ["percent", "path", "setup", "score"])
def test_of_a_number_or_a_word_the_word_is_offered(verb: str) -> None:
    family = FAMILIES["clear"]
    assert family.forms is not None
    page = option(family.forms, family.question(verb), "page")
    assert (page["kind"], page["choices"], page["usual"], page["key"]) == ("choice", ["all"], "1", f"{verb}.page")
