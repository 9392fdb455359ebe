"""A part of the mutation audit of every family: nothing false is called right, and no changed answer makes a crash.

The whole of it: ``python -m tests.mutation_audit``.
"""

from __future__ import annotations

import pytest
from tests.audit import clear
from tests.mutation_audit import FAMILIES, asked, audit

MUTANTS = 90


@pytest.mark.parametrize("family", FAMILIES)
def test_nothing_false_is_called_right(family: str) -> None:
    tally = audit(family, MUTANTS, seed=1)
    assert not tally.accepted
    assert tally.mutants > MUTANTS / 2


@pytest.mark.parametrize("question", [each for each in clear.QUESTIONS if each.split()[1] in ("chance", "sequences")])
def test_what_is_true_is_called_so(question: str) -> None:
    # Judges that call everything false would let any mutant pass as one that is rightly refused.
    assert clear.is_true(asked(question)) is True
