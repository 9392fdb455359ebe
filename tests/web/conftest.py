"""The studio as the tests meet it: an application with workers, asked over HTTP without a network."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from shapewright.web.app import application
from shapewright.web.settings import Settings

ADDRESS = "http://127.0.0.1:8765"

# A search that no machine ends while a test waits.
ENDLESS = {"board": "20x30", "pieces": "any*pentominoes"}


@pytest.fixture(scope="session")
def settings() -> Settings:
    return Settings(workers=2, quick_workers=2, seconds=60.0)


@pytest.fixture(scope="session")
def studio(settings: Settings, _cache: Path) -> Iterator[TestClient]:
    """One studio for all tests; what they ask does not depend on each other."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(_cache))
        with TestClient(application(settings), base_url=ADDRESS, raise_server_exceptions=False) as client:
            yield client


@pytest.fixture
def small(_cache: Path) -> Iterator[TestClient]:
    """A studio with one worker of each kind, and little patience."""
    settings = Settings(workers=1, quick_workers=1, seconds=20.0, waiting=2, kept=6, body=4000, quick_seconds=5.0)
    with TestClient(application(settings), base_url=ADDRESS, raise_server_exceptions=False) as client:
        ready = {"board": "2x1", "pieces": "I2"}
        assert [client.post(f"/api/tiling/{name}", json=ready).status_code for name in ("solve", "show")] == [200, 200]
        yield client
