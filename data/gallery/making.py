"""Entries of the gallery as a page shows them: the question asked, the sentence filled in, the picture as data."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Any

from data.gallery.entry import Entry, Fact
from data.gallery.others import CLEARS, PACKINGS, SHAPES, STACKS
from data.gallery.tilings import TILINGS

from shapewright.questions import find
from shapewright.questions.asked import check_parameters
from shapewright.questions.desk import Desk
from shapewright.questions.listing import Listing
from shapewright.questions.parts import Frames, Pictures
from shapewright.questions.question import Answer, envelope

# Keys of a picture that a thumbnail does without.
_LEFT_OUT = ("title", "code")
_OFTEN_EMPTY = ("holes", "optional", "tints")

ENTRIES = (*TILINGS, *PACKINGS, *STACKS, *CLEARS, *SHAPES)
"""All entries, in the order in which the gallery shows them."""


def answered(family: str, verb: str, parameters: Mapping[str, Any]) -> tuple[Answer, dict[str, Any]]:
    """The answer to a question, and its envelope."""
    question = find(family, verb)
    checked = check_parameters(question.at("studio"), dict(parameters), "studio")
    found = question.answer(question.asked(checked), Desk())
    answer = found.gathered() if isinstance(found, Listing) else found
    return answer, envelope(question, {}, answer, 0.0)


def made(entry: Entry) -> dict[str, Any]:
    """The entry as plain data, with the verdict, the sentence and the picture that its answers give."""
    answer, keys = answered(entry.family, entry.verb, entry.parameters)
    pictured = answer if entry.pictured is None else answered(entry.family, *entry.pictured)[0]
    # The first picture of an answer as data, or, where rows are cleared, the last of its frames with the most on it. A
    # shape that was asked about is on the stage of its page, with what is wrong with it, and not among the pictures.
    parts = list(pictured.parts()) if pictured.parts else []
    pictures = [picture for part in parts if isinstance(part, Pictures) for picture in part.pictures]
    frames = [picture for part in parts if isinstance(part, Frames) for picture in part.frames]
    scenes = pictured.page.get("shapes") or [picture.drawn.to_json() for picture in pictures[:1] or frames]
    scene = max(reversed(scenes), key=_covered)
    return {
        "name": entry.name,
        "title": entry.title,
        "sentence": sentence_of(entry, keys),
        "family": entry.family,
        "question": entry.verb,
        "parameters": dict(entry.parameters),
        "mode": entry.mode,
        "verdict": answer.verdict,
        "scene": (
            {key: value for key, value in scene.items() if key not in _LEFT_OUT and (value or key not in _OFTEN_EMPTY)}
        ),
    }


def sentence_of(entry: Entry, keys: Mapping[str, Any]) -> str:
    """The sentence with its facts; ``keys`` are those of the answer to the question."""
    named = {name for _, name, _, _ in Formatter().parse(entry.sentence) if name}
    assert named == entry.facts.keys(), f"{entry.name}: the sentence needs exactly the facts {sorted(named)}"
    for claim, fact in entry.claims.items():
        found = _fact(entry, fact, keys)
        assert found is True or str(found) == claim, f"{entry.name}: {claim} is {found!r}"
    return entry.sentence.format(**{name: _fact(entry, fact, keys) for name, fact in entry.facts.items()})


def _fact(entry: Entry, fact: Fact, keys: Mapping[str, Any]) -> Any:
    if fact.verb:
        parameters = {**entry.parameters, **fact.more}
        _, keys = answered(
            entry.family, fact.verb, {name: value for name, value in parameters.items() if value is not None}
        )
    value: Any = keys
    for step in fact.key.split("."):
        value = value[int(step)] if isinstance(value, list) else value[step]
    return value


def _covered(scene: dict[str, Any]) -> int:
    return sum(len(piece["cells"]) for piece in scene.get("pieces", ()))
