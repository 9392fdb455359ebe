"""A rule knows every parameter that an answer of its verb repeats."""

from __future__ import annotations

from importlib import import_module

import pytest
from tests.mutation_audit import FAMILIES, asked

from shapewright.claims import Asked

HOW = {"threads", "memory", "time_limit"}


class _KnownError(Exception):
    """The names that a rule knows."""


def _questions() -> list[str]:
    """One question of each verb whose rule names its parameters."""
    found: dict[str, str] = {}
    for family in ("packing", "stacking", "tiling"):
        plug = import_module(f"tests.audit.{family}")
        for line in [*plug.QUESTIONS, *plug.NOT_JUDGED]:
            if "--file" not in line:
                found.setdefault(" ".join(line.split()[:2]), line)
    return sorted(found.values())


@pytest.mark.parametrize("line", _questions(), ids=lambda line: "-".join(line.split()[:2]))
def test_it_knows_the_fields_of_the_question(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    family, verb, *_ = line.split()

    def only(_: Asked, *names: str) -> None:
        raise _KnownError(*names)

    answer = asked(line)
    monkeypatch.setattr(Asked, "only", only)
    with pytest.raises(_KnownError) as known:
        import_module(f"shapewright.{family}").verify(answer)
    question = FAMILIES[family].question(verb)
    names = {field.name for door in ("shell", "studio") for field in question.at(door) if field.repeated_in}
    is_of_lines = verb != "solve"  # an answer about lines is checked line by line
    assert names - HOW - ({"file"} if is_of_lines else set()) <= {*known.value.args}
