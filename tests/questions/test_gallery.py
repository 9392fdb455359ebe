"""The gallery: what each entry says is what its question answers, now."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from data.gallery.__main__ import PATH, text_of
from data.gallery.entry import Entry, Fact
from data.gallery.making import ENTRIES, answered, made

from shapewright.questions import FAMILIES
from shapewright.questions.gallery import shown
from shapewright.tiling import calendar_counts

KEPT = {entry["name"]: entry for entry in shown()}


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_an_entry_says_what_its_answer_says(entry: Entry) -> None:
    assert json.loads(json.dumps(made(entry))) == KEPT[entry.name]


def test_the_file_has_the_entries_in_their_order() -> None:
    assert list(KEPT) == [entry.name for entry in ENTRIES]
    assert PATH.read_text(encoding="utf-8") == text_of(list(shown()))


def test_there_is_something_of_everything() -> None:
    assert len(KEPT) >= 36
    families = Counter(entry["family"] for entry in KEPT.values())
    assert families.keys() == FAMILIES.keys()
    assert min(families.values()) >= 7
    for family in ("tiling", "packing", "clear", "shapez"):
        assert {entry["verdict"] for entry in KEPT.values() if entry["family"] == family} == {"found", "none"}


def test_titles_and_sentences_are_short() -> None:
    assert len({entry["title"] for entry in KEPT.values()}) == len(KEPT)
    for entry in KEPT.values():
        assert len(entry["title"]) <= 40
        assert len(entry["sentence"]) <= 130
        assert entry["sentence"][-1] in ".?"


def test_what_the_calendar_entries_call_hardest_and_easiest_is() -> None:
    counts = sorted(number for month in calendar_counts() for number in month)
    assert f"fewest solutions, {counts[0]}." in KEPT["calendar-10-6"]["sentence"]
    assert f"most solutions, {counts[-1]}." in KEPT["calendar-1-25"]["sentence"]
    assert counts[0] < counts[1]
    assert counts[-2] < counts[-1]


def test_a_sentence_that_claims_too_much_is_not_made() -> None:
    asked = {"board": "2x2", "pieces": "2*I2"}
    entry = Entry("two", "Two", "Only one way.", "tiling", "solve", asked, claims={"unique": Fact("unique", "unique")})
    with pytest.raises(AssertionError, match="two: unique is False"):
        made(entry)
    entry = Entry("two", "Two", "{ways} ways.", "tiling", "solve", asked, {"ways": Fact("count", "count")})
    assert made(entry)["sentence"] == "2 ways."
    assert answered("tiling", "count", asked)[1]["count"] == 2
