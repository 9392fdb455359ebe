"""The pages' modules under node, without a browser: playwright brings a node of its own where the system has none."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import playwright
import pytest

from shapewright.web import assets

HERE = Path(__file__).parent
NODE = shutil.which("node") or str(Path(playwright.__file__).parent / "driver" / "node")


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all modules as a page has them, those that Python makes too."""
    folder = tmp_path_factory.mktemp("pages")
    for name, content in assets.contents().items():
        if name.endswith(".js"):
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_bytes(content)
    (folder / "package.json").write_text('{"type": "module"}')
    return folder


@pytest.fixture(scope="session")
def node(pages: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """``node(*arguments, said, **environment)`` runs node and returns what came of it."""

    def run(*arguments: str, said: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
        where = {**os.environ, "PAGES": f"{pages.as_uri()}/", "NO_COLOR": "1", **environment}
        return subprocess.run(
            [NODE, *arguments], input=said, env=where, capture_output=True, encoding="utf-8", timeout=300
        )

    return run


@pytest.fixture(scope="session")
def evaluated(node: Callable[..., subprocess.CompletedProcess[str]]) -> Callable[[str, str, Any], Any]:
    """``evaluated(module, body, given)``: what a function body makes of ``given`` and a module's exports, as ``m``."""

    def ask(module: str, body: str, given: Any = None) -> Any:
        said = json.dumps({"module": module, "body": body, "given": given})
        made = node(str(HERE / "ask.mjs"), said=said)
        assert made.returncode == 0, made.stderr
        return json.loads(made.stdout)

    return ask
