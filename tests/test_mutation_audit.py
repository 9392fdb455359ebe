"""A part of the mutation audit of every family: nothing false is called right, and no changed answer makes a crash.

The whole of it: ``python -m tests.mutation_audit``.
"""

from __future__ import annotations

import pytest
from tests.mutation_audit import FAMILIES, audit

MUTANTS = 180


@pytest.mark.parametrize("family", FAMILIES)
def test_nothing_false_is_called_right(family: str) -> None:
    tally = audit(family, MUTANTS, seed=1)
    assert not tally.accepted
    assert tally.mutants > MUTANTS / 2
