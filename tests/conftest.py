"""What every test finds: a terminal without colours or sizes of its own, Hypothesis without a clock, a cache that is
not the user's, golden pictures.

Golden pictures are SVG texts, kept in the folder ``golden`` beside a test and compared character by character. After a
change that is meant to change pictures, write them anew, look at them, and commit them::

    pytest tests/drawing --regenerate-golden
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("shapewright", deadline=None)
settings.load_profile("shapewright")


@pytest.fixture(autouse=True)
def _plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "dumb")


@pytest.fixture(scope="session")
def _cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    # Several processes that run tests share one cache, as several programs of a user do.
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "cache"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(autouse=True)
def _own_cache(_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What tests derive is kept for the other tests, but not among what the user has."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(_cache))


@pytest.fixture(scope="session")
def flat_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of flat data files that a page without a server has, by family."""
    from shapewright.web.site import data_files

    folder = tmp_path_factory.mktemp("flat")
    said = io.StringIO()
    with redirect_stdout(said):
        assert data_files.main([str(folder)]) == 0
    assert {Path(line.split()[-1]) for line in said.getvalue().splitlines()} == set(folder.glob("*/*.flat"))
    return folder


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is tested in a browser is tried twice, and said to have been (RERUN).

    A browser, a server and the tests beside them share few processors: now and then one of thousands of steps comes so
    late that a right page is not seen to be right. What is wrong with a page is wrong the second time, too.
    """
    for item in items:
        if not {"browser", "site"}.isdisjoint(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.flaky(reruns=1))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--regenerate-golden", action="store_true", help="write the golden pictures instead of comparing")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """``golden(name, svg)`` fails if ``svg`` is not what ``golden/name.svg`` beside the test holds."""

    def compare(name: str, svg: str) -> None:
        path = Path(request.path).parent / "golden" / f"{name}.svg"
        if request.config.getoption("--regenerate-golden", default=False):
            path.parent.mkdir(exist_ok=True)
            path.write_text(svg + "\n", encoding="utf-8")
            pytest.skip(f"{path.name} written")
        assert path.read_text(encoding="utf-8") == svg + "\n"

    return compare
