"""A part of the mutation audit of every family: nothing false is called right, and no changed answer makes a crash.

The whole of it: ``python -m tests.mutation_audit``.
"""

from __future__ import annotations

from importlib import import_module

import pytest
from tests.audit import clear
from tests.mutation_audit import FAMILIES, asked, audit, forge

MUTANTS = 90


@pytest.mark.parametrize("family", FAMILIES)
def test_nothing_false_is_called_right(family: str) -> None:
    tally = audit(family, MUTANTS, seed=1)
    assert not tally.accepted
    assert tally.mutants > MUTANTS / 2


@pytest.mark.parametrize("family", FAMILIES)
def test_no_forgery_is_called_right(family: str) -> None:
    tally = forge(family, 2 * MUTANTS, seed=1)
    assert not tally.accepted
    assert tally.mutants > MUTANTS


# Verbs of the shell whose answers the audit does not have, and why.
NOT_AUDITED = {
    "clear train": "its answer is a trained net, after minutes",
    "tiling set": "its answer names files of solutions that it does not have",
    "packing show": "it reads a file of packings",
    "shapez check": "it checks a file of data",
    "stacking play": "somebody plays",
}


@pytest.mark.parametrize("family", FAMILIES)
def test_every_verb_is_audited(family: str) -> None:
    plug = import_module(f"tests.audit.{family}")
    audited = {question.split()[1] for question in [*plug.QUESTIONS, *plug.NOT_JUDGED, *getattr(plug, "SLOW", [])]}
    asked_for = {verb for verb in FAMILIES[family].verbs if "shell" in FAMILIES[family].question(verb).doors}
    left_out = {command.split()[1] for command in NOT_AUDITED if command.startswith(f"{family} ")}
    assert asked_for - audited - {"verify"} == left_out


@pytest.mark.parametrize("question", [each for each in clear.QUESTIONS if each.split()[1] in ("chance", "sequences")])
def test_what_is_true_is_called_so(question: str) -> None:
    # Judges that call everything false would let any mutant pass as one that is rightly refused.
    assert clear.is_true(asked(question)) is True


QUESTIONS = [
    pytest.param(family, each, id=f"{family}-{number}")  # questions name files, whose places differ
    for family in FAMILIES
    for number, each in enumerate(import_module(f"tests.audit.{family}").QUESTIONS)
]
# What is in no answer, or would be planned again once for each choice.
NOT_CHECKED = {"file", "choices"}


@pytest.mark.parametrize(("family", "question"), QUESTIONS)
def test_every_claim_of_a_right_answer_is_checked(family: str, question: str) -> None:
    # Rules that find everything wrong, or look at nothing, would refuse any mutant, too.
    found = import_module(f"shapewright.{family}").verify(asked(question))
    assert not found.faults
    assert set(found.not_checked) <= NOT_CHECKED
