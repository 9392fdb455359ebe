"""What limits may be: the same in every family."""

from __future__ import annotations

from math import inf, nan

import pytest

from shapewright.errors import ProblemError
from shapewright.limits import check_limits


def test_numbers_from_0_on_are_limits() -> None:
    check_limits()
    check_limits(0, 0)
    check_limits(7, inf)


@pytest.mark.parametrize(("limit", "seconds"), [(-1, None), (None, -0.1), (None, nan)])
def test_others_are_refused(limit: int | None, seconds: float | None) -> None:
    with pytest.raises(ProblemError, match=str(limit if seconds is None else seconds)):
        check_limits(limit, seconds)
