"""Answers about nets: a training is run again, what was measured in seconds cannot be."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, cast

from shapewright.clear.nets.train import train as evolve
from shapewright.errors import NotationError

if TYPE_CHECKING:
    from shapewright.claims import Case
    from shapewright.clear.nets.train import Fitness, Start

__all__ = ["compare_nets", "train"]


def train(case: Case) -> None:
    """An answer of ``clear train --json``."""
    asked = case.asked
    if asked.has("compare"):
        compare_nets(case)
        return
    case.compare("complete", True, "complete")
    found = evolve(
        generations=_given(asked.whole("generations", least=1, most=10_000), 30),
        population=_given(asked.whole("population", least=5, most=10_000), 100),
        queues=_given(asked.whole("queues", least=1, most=100_000), 200),
        height=_given(asked.whole("height", least=1, most=20), 4),
        fitness=cast("Fitness", _word(asked.text("fitness"), ("typical", "mean"))),
        start=cast("Start", _word(asked.text("start"), ("plain", "random"))),
        seed=_given(asked.whole("seed", most=2**64 - 1), 0),
        threads=case.threads,
        time_limit=case.left(),
    )
    case.findings.verdict(case.answer, "found")
    case.compare("net", json.loads(found.net.to_text()), "trained again")
    case.compare("generations", [asdict(one) for one in found.generations], "trained again")


def compare_nets(case: Case) -> None:
    """An answer of ``clear train --compare --json``, once ``clear compare-nets``."""
    case.compare("complete", True, "complete")
    case.compare("height", _given(case.asked.whole("height", least=1, most=20), 4), "what was asked")
    case.compare("queues", _given(case.asked.whole("queues", least=10, most=1_000_000), 2000), "what was asked")
    case.findings.verdict(case.answer, "found")
    case.findings.unchecked("orders", "times are measured, and another measurement gives others")


def _given(value: int | None, default: int) -> int:
    return default if value is None else value


def _word(said: str | None, words: tuple[str, ...]) -> str:
    """The first of the words if none is said."""
    if said is not None and said not in words:
        raise NotationError(f"{said[:40]!r} is not one of {', '.join(words)}")
    return words[0] if said is None else said
