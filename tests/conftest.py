"""What every test finds: a terminal without colours or sizes of its own, Hypothesis without a clock."""

from __future__ import annotations

import pytest
from hypothesis import settings

settings.register_profile("shapewright", deadline=None)
settings.load_profile("shapewright")


@pytest.fixture(autouse=True)
def _plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "dumb")
