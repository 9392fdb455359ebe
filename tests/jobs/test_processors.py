"""Into how many tasks work is cut."""

from __future__ import annotations

import pytest

from shapewright.jobs import processors as module
from shapewright.jobs.processors import enough_tasks, processors


def test_every_processor_gets_sixteen_tasks_or_more() -> None:
    assert enough_tasks(64) == 16 * 64
    assert enough_tasks(1) == enough_tasks(16) == 256
    assert enough_tasks() == max(256, 16 * processors())


def test_what_other_machines_go_on_with_is_cut_alike_on_each(monkeypatch: pytest.MonkeyPatch) -> None:
    here = enough_tasks(2, elsewhere=True)
    monkeypatch.setattr(module, "processors", lambda: 200)
    assert enough_tasks(elsewhere=True) == here == 1024
    assert enough_tasks() == 3200
