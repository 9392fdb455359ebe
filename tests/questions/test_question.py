"""Questions and answers: what every door takes from them."""

from __future__ import annotations

import json

import pytest

from shapewright import __version__, questions
from shapewright.claims import Findings
from shapewright.errors import NotationError
from shapewright.questions import FAMILIES, find
from shapewright.questions.asked import check_parameters
from shapewright.questions.fields import Flag, Text, Whole
from shapewright.questions.findings import verified
from shapewright.questions.question import Answer, Formats, Question, counted, envelope
from shapewright.questions.screen import FILE, Screen
from shapewright.storage.json import json_text

QUESTION = Question(
    "zoo",
    "feed",
    "Feed them.",
    (Text("animal", "Who."), Whole("threads", "Threads.", doors=("shell",)), Flag("page", "", doors=("studio",))),
    lambda asked, desk: Answer({}),
)
EVERY = [(family.name, verb) for family in FAMILIES.values() for verb in family.verbs]


@pytest.mark.parametrize(
    ("verdict", "code", "tone"), [("found", 0, "good"), ("none", 1, "bad"), ("unknown", 3, "plain")]
)
def test_a_verdict_has_an_exit_code(verdict: str, code: int, tone: str) -> None:
    answer = Answer({}, "words", verdict)  # type: ignore[arg-type]
    assert (answer.exit_code, answer.tone) == (code, tone)
    given = Answer({}, "words", verdict, exit_code=0, tone="plain")  # type: ignore[arg-type]
    assert (given.exit_code, given.tone) == (0, "plain")


def test_a_proven_none_says_why() -> None:
    answer = Answer({}, verdict="none", reason="the cells are 13, not a multiple of 4")
    assert answer.words(FILE) == answer.headline == "impossible: the cells are 13, not a multiple of 4"


def test_the_words_are_the_headline_or_a_text_for_the_screen() -> None:
    assert Answer({}, "short").words(FILE) == "short"
    assert Answer({}, "short", text=lambda screen: f"{screen.is_terminal}").words(Screen(is_terminal=True)) == "True"


@pytest.mark.parametrize(
    ("number", "headline", "verdict"),
    [(0, "0 plans", "none"), (1, "1 plan", "found"), (1234567, "1,234,567 plans", "found")],
)
def test_a_count_is_an_answer_whatever_it_is(number: int, headline: str, verdict: str) -> None:
    answer = counted(number, "plan", {"count": number})
    assert (answer.headline, answer.verdict, answer.exit_code) == (headline, verdict, 0)
    assert answer.words(FILE) == str(number)


def test_a_count_may_have_any_number_of_digits() -> None:
    answer = counted(10**5000, "plan", {})
    assert answer.words(FILE) == "1" + "0" * 5000


def test_the_envelope() -> None:
    answer = Answer({"count": 10**5000}, verdict="none", reason="why", complete=False, told={"seed": 7})
    whole = envelope(QUESTION, {"animal": "cow"}, answer, 1.23456789)
    assert list(whole) == [
        *("version", "envelope", "command", "parameters", "verdict", "reason", "complete", "seconds"),
        *("count", "count_digits"),
    ]
    assert whole["count_digits"] == "1" + "0" * 5000
    assert whole["version"] == __version__
    assert whole["command"] == "zoo feed"
    assert whole["parameters"] == {"animal": "cow", "seed": 7}
    assert (whole["verdict"], whole["reason"], whole["complete"]) == ("none", "why", False)
    assert whole["seconds"] == 1.234568
    assert "\n" not in json_text(whole)
    assert envelope(QUESTION, {}, Answer({}, seconds=0.5), 9.0)["seconds"] == 0.5
    assert envelope(QUESTION, {}, Answer({}), 9.0)["reason"] is None


def test_each_door_has_its_fields() -> None:
    assert [field.name for field in QUESTION.at("shell")] == ["animal", "threads"]
    assert [field.name for field in QUESTION.at("studio")] == ["animal", "page"]


def test_a_session_has_fields_of_its_own_at_the_shell() -> None:
    question = Question("a", "b", "", QUESTION.fields, QUESTION.answer, shell_fields=(Text("other", ""),))
    assert [field.name for field in question.at("shell")] == ["other"]
    assert [field.name for field in question.at("studio")] == ["animal", "page"]


def test_formats_may_depend_on_what_is_asked() -> None:
    suffix = Text("suffix", "")
    question = Question("a", "b", "", (suffix,), QUESTION.answer, formats=lambda asked: Formats((asked[suffix],)))
    assert question.formats_of(question.asked({"suffix": ".x"})).suffixes == (".x",)
    assert QUESTION.formats_of(QUESTION.asked({})).suffixes == (".txt", ".json")


@pytest.mark.parametrize(("valid", "code", "verdict"), [(True, 0, "found"), (False, 1, "none"), (None, 3, "unknown")])
def test_what_verify_found(valid: bool | None, code: int, verdict: str) -> None:
    findings = Findings()
    findings.right("plan", "replayed")
    if valid is None:
        findings.unchecked("bound", "it takes too long")
    if valid is False:
        findings.wrong("plan", "it does not fit")
    assert findings.valid is valid
    answer = verified(findings)
    assert (answer.exit_code, answer.verdict) == (code, verdict)
    assert answer.keys == findings.to_json()
    assert answer.words(FILE) == "\n".join(findings.lines())
    assert answer.parts is not None
    assert len(list(answer.parts())) == 1


# --- All that there are -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("family", "verb"), EVERY)
def test_every_question_is_stated_well(family: str, verb: str) -> None:
    question = find(family, verb)
    assert (question.family, question.name) == (family, verb)
    assert question.help.endswith((".", "?"))
    assert "\n" not in question.help
    assert "\\b" not in question.about, "a mark that keeps lines as they are is the character, not two"
    for door in question.doors:
        fields = question.at(door)
        names = [field.name for field in fields]
        assert len(set(names)) == len(names), door
        for field in fields:
            assert field.help, field.name
    for form in question.forms:
        assert set(form) <= {field.name for field in question.fields}
    if "studio" in question.doors and question.example:
        check_parameters(question.at("studio"), json.loads(json.dumps(dict(question.example))))


def test_every_verb_of_a_family_is_a_module() -> None:
    assert find("stacking", "solve").name == "solve"
    verbs = ("solve", "count", "play", "deadly", "expect", "glance", "longest", "rate", "survive", "verify", "show")
    assert FAMILIES["stacking"].verbs == verbs
    assert FAMILIES["stacking"].title == "Stack"


def test_what_there_is_not() -> None:
    with pytest.raises(NotationError, match="there is no family 'zoo'; families are .*stacking"):
        find("zoo", "feed")
    with pytest.raises(NotationError, match="stacking has no question 'feed'; questions are solve, count,"):
        find("stacking", "feed")
    with pytest.raises(NotationError, match="stacking has no question '_fields'"):
        find("stacking", "_fields")


@pytest.mark.parametrize("family", questions.FAMILIES.values(), ids=lambda family: family.name)
def test_a_family_says_what_it_is_about(family: questions.Family) -> None:
    assert family.help.endswith(".")
    assert set(family.order) <= set(family.verbs)
    assert all(verb in family.verbs for verb in family.aliases.values())
