"""A plugin of pytest: the tests of Hypothesis alone, with new cases, until the time is over.

What fails is written to a file at once, as an ``@example`` that can be pasted above the test.
"""

from __future__ import annotations

import os
import re
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import is_hypothesis_test, settings

FAILED = re.compile(r"(?:Falsifying example|Failing test case): (\w+)\(\n(.*?)\n\)", re.DOTALL)
FIXTURES = re.compile(r"^ *\w+=<.*\n?", re.MULTILINE)


def example_of(note: str) -> str:
    """Return the decorator that repeats a case that Hypothesis found; empty if the note has none.

    >>> example_of("Falsifying example: test_it(\\n    text='x',\\n)")
    "@example(\\n    text='x',\\n)"
    """
    found = FAILED.search(note)
    return f"@example(\n{FIXTURES.sub('', found[2])}\n)" if found else ""


def notes_of(error: BaseException) -> list[str]:
    """What was noted about an error, or about those that it groups."""
    inner = [note for each in getattr(error, "exceptions", ()) for note in notes_of(each)]
    return [*getattr(error, "__notes__", ()), *inner]


class Drawn:
    """The tests of Hypothesis in a random order, until the time is over."""

    def __init__(self, seconds: float, seed: int, found: Path) -> None:
        self.seconds = seconds
        self.seed = seed
        self.found = found

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if is_hypothesis_test(getattr(item, "obj", None))]
        Random(self.seed).shuffle(items)
        self.end = time.monotonic() + self.seconds

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
        report = yield
        if report.failed and call.excinfo is not None:
            examples = list(filter(None, map(example_of, notes_of(call.excinfo.value))))
            with self.found.open("a", encoding="utf-8") as file:
                file.write(
                    "\n".join([f"{item.nodeid}: {call.excinfo.typename}: {str(call.excinfo.value)[:500]}", *examples])
                    + "\0"
                )
        if time.monotonic() > self.end:
            item.session.shouldstop = "the time is over"
        return report


def pytest_configure(config: pytest.Config) -> None:
    seconds, seed = float(os.environ["EXPLORE_SECONDS"]), int(os.environ["EXPLORE_SEED"])
    settings.register_profile("explore", deadline=None, derandomize=False, database=None, max_examples=300)
    settings.load_profile("explore")
    config.pluginmanager.register(Drawn(seconds, seed, Path(os.environ["EXPLORE_FOUND"])))
