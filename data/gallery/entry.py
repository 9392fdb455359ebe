"""An entry of the gallery: a puzzle with the question that it asks, and what a sentence about it says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

Mode = Literal["paint", "play", "solve"]
"""How the page of the family opens it: to change the puzzle, to play it, or with its answer."""


class Fact(NamedTuple):
    """A value of an answer, by the steps to it (``plan.cost``).

    The question is that of the entry, or another ``verb`` with ``more`` parameters beside those of the entry.
    """

    key: str
    verb: str = ""
    more: Mapping[str, Any] = {}


@dataclass(frozen=True, repr=False, eq=False)
class Entry:
    """A puzzle: its name (in addresses), a title, one sentence, and the question: a verb of a family with parameters.

    The sentence is a template: each ``{name}`` in it is the fact of that name, which is computed and never typed.
    ``claims`` are what its words say without a number: each fact must be true, or be the name of the claim.
    ``pictured`` is the verb and the parameters of the answer that is drawn, where it is not that of the question.
    """

    name: str
    title: str
    sentence: str
    family: str
    verb: str
    parameters: Mapping[str, Any]
    facts: Mapping[str, Fact] = field(default_factory=dict)
    claims: Mapping[str, Fact] = field(default_factory=dict)
    mode: Mode = "solve"
    pictured: tuple[str, Mapping[str, Any]] | None = None
