"""What every test finds: a terminal without colours or sizes of its own, Hypothesis without a clock that draws the same
cases everywhere, a cache that is not the user's, golden pictures.

A test of Hypothesis draws a quarter of the examples that it names. With ``--everything`` it draws all, and the run
fails if ``tests/durations.py`` complains.

Golden pictures are SVG texts, kept in the folder ``golden`` beside a test and compared character by character. After a
change that is meant to change pictures, write them anew, look at them, and commit them::

    pytest tests/drawing --regenerate-golden
"""

from __future__ import annotations

import io
import os
import signal
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from filelock import FileLock
from hypothesis import settings
from tests import stated
from tests.durations import Choice, Everything, in_browser

# The same cases on every machine: a change is judged by what it changes, not by what was drawn today.
settings.register_profile("shapewright", deadline=None, derandomize=True, database=None)
settings.load_profile("shapewright")

# Before anything else imports what makes answers into JSON.
stated.watch()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--regenerate-golden", action="store_true", help="write the golden pictures instead of comparing")
    parser.addoption("--everything", action="store_true", help="all examples of Hypothesis; check what takes long")
    parser.addoption("--list-long", action="store_true", help="with --everything: list what takes long")


def pytest_configure(config: pytest.Config) -> None:
    # A shell that starts this in the background lets it ignore Ctrl-C, and programs that are started here inherit that.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    everything = config.getoption("--everything")
    config.pluginmanager.register(Choice(everything=everything))
    if everything:
        config.pluginmanager.register(Everything(write=config.getoption("--list-long")))


@pytest.fixture(autouse=True)
def _plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "dumb")


@pytest.fixture(scope="session")
def _shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that several processes that run tests have in common."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session")
def _cache(_shared: Path) -> Path:
    # Several processes that run tests share one cache, as several programs of a user do.
    folder = _shared / "cache"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(autouse=True)
def _own_cache(_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What tests derive is kept for the other tests, but not among what the user has."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(_cache))
    monkeypatch.setenv("XDG_DATA_HOME", str(_cache / "data"))


@pytest.fixture(scope="session")
def flat_files(_shared: Path) -> Path:
    """The folder of flat data files that a page without a server has, by family."""
    from release.site import data_files

    folder, begun = _shared / "flat", _shared / "flat-begun"
    with FileLock(_shared / "flat.lock"):
        if not folder.exists():
            said = io.StringIO()
            with redirect_stdout(said):
                assert data_files.main([str(begun)]) == 0
            assert {Path(line.split()[-1]) for line in said.getvalue().splitlines()} == set(begun.glob("*/*.flat"))
            begun.rename(folder)
    return folder


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is tested in a browser, or in the run of everything, is tried twice, and said to have been (RERUN).

    A browser, a server and the tests beside them share few processors: now and then one of thousands of steps comes so
    late that a right page is not seen to be right, or an interrupt where none is waited for. What is wrong is wrong the
    second time, too: all tests draw the same cases each time. ``Everything`` fails where too many need a second try.
    """
    for item in items:
        if in_browser(item) or config.getoption("--everything"):
            item.add_marker(pytest.mark.flaky(reruns=1))


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
