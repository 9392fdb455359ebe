"""Golden pictures: SVG texts kept in ``tests/drawing/golden`` and compared character by character.

After a change that is meant to change pictures, write them anew, look at them, and commit them::

    pytest tests/drawing --regenerate-golden
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent / "golden"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--regenerate-golden", action="store_true", help="write the golden pictures instead of comparing")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """``golden(name, svg)`` fails if ``svg`` is not what ``golden/name.svg`` holds."""

    def compare(name: str, svg: str) -> None:
        path = GOLDEN / f"{name}.svg"
        if request.config.getoption("--regenerate-golden", default=False):
            path.write_text(svg + "\n", encoding="utf-8")
            pytest.skip(f"{path.name} written")
        assert path.read_text(encoding="utf-8") == svg + "\n"

    return compare
