"""Every option that concerns what is shown changes the file that is written, or is refused for it in one sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from shapewright.cli import main
from shapewright.errors import ShapewrightError
from shapewright.questions import FAMILIES
from shapewright.questions.desk import Desk
from shapewright.questions.fields import Choice, Field, Flag, Whole
from shapewright.questions.formats import check_shown, content
from shapewright.questions.listing import Listing, keep
from shapewright.questions.question import Answer, Formats, Question
from shapewright.questions.screen import FILE
from shapewright.storage.json import json_text

_NAMES = """
problem up_to_symmetry rotations_only engine symmetric threads seed approximate memory kind probes choose
clues best hardest fault_free no_crossroads asymmetric three_colourable highest first recount even_t objective
width clearance margin cover_corner best_subset solver max_boards gravity pieces_count level rounds
until_perfect area bag no_rotation height_limit clear_lines hold drop tie_break see knowing samples repeat
claim prove page no_hold height no_list clears no_bags spins start_b2b max_clears max_soft last_soft mirror
priority combination exclude then_height boards seen tallest lines bottom top max_roof combo back_to_back
impossible length holds perfect_clear generations population queues fitness start layers vortex game nearest
minimize inputs effort full_belt no_trash separate no_table set canonical like only format limit number random
list lift
"""
STATED = set(_NAMES.split())
"""Options that state the question, its limits or the engine: the answer may be the same with and without them."""

SMALL: dict[str, dict[str, Any]] = {
    "clear path": {"field": "XXXXXXX___/XXXXXXX___/XXXXXXX___/XXXXXXX___", "patterns": "*p3"},
    "clear book": {"field": "XXXXXXX___/XXXXXXX___/XXXXXXX___/XXXXXXX___", "patterns": "*p3"},
    "clear percent": {"field": "XXX____XXX/XXX____XXX/XXX____XXX/XXX____XXX", "patterns": "*p5"},
    "clear solve": {"queue": "LIJO", "field": "XXXXXX____/XXXXXX____/XXXXXX____"},
    "clear score": {"field": "XXX____XXX/XXX____XXX/XXX____XXX/XXX____XXX", "patterns": "I,*p4"},
}
"""Questions to ask in place of the examples: quicker ones, and such in which the options have an effect."""

HAS_ALL = {
    ("clear percent", "failed"): (".json", ".csv", ".html"),
    ("clear percent", "failed_count"): (".json", ".csv", ".html"),
    ("clear percent", "tree"): (".html",),
    ("clear cover", "failed"): (".json", ".jsonl", ".csv"),
    ("clear score", "failed"): (".json", ".jsonl", ".csv", ".html"),
}
"""Files that have everything in any case, of which the option makes the text show more."""


def options() -> Iterator[tuple[Question, Field, Any]]:
    for family in FAMILIES.values():
        for verb in family.verbs:
            question = family.question(verb)
            for field in question.at("shell") if "shell" in question.doors else ():
                if field.name in STATED or field.argument:
                    continue
                if isinstance(field, Flag):
                    yield question, field, not field.default
                elif isinstance(field, Choice):
                    yield question, field, next(each for each in field.choices if each != field.default)
                elif isinstance(field, Whole):
                    yield question, field, next(each for each in (2, 3) if each != field.default)


def ask(question: Question, given: dict[str, Any]) -> tuple[Answer, str, Formats]:
    """The answer, its text, and the formats that it can be written in."""
    fields = [field for field in question.at("shell") if field.name in given]
    asked = question.asked({field.name: field.check(given[field.name], "shell") for field in fields}, "shell")
    answer = question.answer(asked, Desk(None, None, None, lambda: None))
    formats = question.formats_of(asked)
    if not isinstance(answer, Listing):
        return answer, answer.words(FILE), formats
    kept: list[Any] = []
    for batch in answer.each():
        keep(kept, batch)
    return answer.ended(kept), "\n".join([answer.text(value, FILE) for value in kept]), formats


def made(answer: Answer, suffix: str) -> str | bytes:
    """The file, of a JSON file what is not repeated of the question."""
    if suffix != ".json":
        try:
            return content(answer, suffix, "")
        except ShapewrightError as error:
            return f"refused: {error}"
    keys = answer.keys() if callable(answer.keys) else answer.keys
    return json_text({name: value for name, value in keys.items() if name not in ("seconds", "nodes")})


def test_an_option_changes_the_file_or_is_refused() -> None:
    without: dict[str, tuple[Answer, str, Formats]] = {}
    files: dict[tuple[str, str], str | bytes] = {}
    wrong, seen = [], 0
    for question, field, value in options():
        given = {**SMALL.get(question.command, question.example)}
        if any(each.name == "seed" for each in question.fields):
            given["seed"] = 1
        try:
            answer, text, formats = ask(question, {**given, field.name: value})
        except (ShapewrightError, KeyError):
            continue  # not of use in this question
        if question.command not in without:
            without[question.command] = ask(question, given)
        plain, plain_text, plain_formats = without[question.command]
        if text == plain_text:
            continue
        seen += 1
        for suffix in formats.suffixes:
            if (
                suffix not in plain_formats.suffixes
                or suffix in formats.own
                or suffix in HAS_ALL.get((question.command, field.name), ())
            ):
                continue
            try:
                check_shown([field], {field.name: value}, suffix, formats)
            except ShapewrightError:
                continue
            where = question.command, suffix
            if where not in files:
                files[where] = made(plain, suffix)
            if made(answer, suffix) == files[where]:
                wrong.append(f"{question.command} {field.spelling} -o x{suffix}")
    assert not wrong, wrong
    assert seen > 10


def test_the_refusal_names_the_option_and_the_formats(
    capsys: pytest.CaptureFixture[str], tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    field = "XXXXXX____/XXXXXX____/XXXXXX____"
    assert main(["clear", "solve", "LIJO", "--field", field, "--keys", "-o", "x.pc"]) == 2
    err = capsys.readouterr().err
    assert err.startswith("error: --keys changes nothing in a .pc file; it is shown in .fumen .jsonl .json .txt .svg ")
    for suffix in ("fumen", "gif", "html"):
        assert main(["clear", "solve", "LIJO", "--field", field, "--keys", "-o", f"x.{suffix}"]) == 0
    assert main(["clear", "solve", "LIJO", "--field", field, "--limit", "2", "--keys", "-o", "x.png"]) == 2
    assert "pictures show the key presses of one solution" in capsys.readouterr().err
