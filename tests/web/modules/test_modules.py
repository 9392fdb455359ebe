"""The modules' own tests (``*.test.mjs``) pass, and call every function that touches nothing of a page."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from shapewright.web import assets

from .conftest import HERE

# What only a browser has. A module that names none of it and makes no elements can be called wherever JavaScript runs.
BROWSER = re.compile(
    r"\b(?:document|window|location|history|navigator|localStorage|sessionStorage|self|caches|Worker|Image|DOMParser|getComputedStyle|matchMedia"
    r"|addEventListener|setInterval|\w+Observer|HTML\w*Element|SVG\w*Element|EventSource|fetch)\b"
)
COMMENT = re.compile(r"/\*.*?\*/|^\s*//.*?$|(?<=[;{,)] )// .*?$", re.DOTALL | re.MULTILINE)
MAKERS = re.compile(r'^import \{([^}]*)\} from "\.\.?/dom\.js";', re.MULTILINE)
# They touch a little of a page, of which page.mjs has stand-ins.
STOOD_IN = {
    "table/address.js",
    "clear/play.js",
    "stacking/hand.js",
    "hand/laying.js",
    "packing/round.js",
    "shapez/game.js",
    "table/store.js",
}

Called = dict[str, dict[int, tuple[str, int, int]]]


def pure() -> set[str]:
    """The modules that touch nothing of a page."""
    found = set()
    for name, content in assets.contents().items():
        if not name.endswith(".js") or name in (assets.DATA, assets.GALLERY):
            continue
        text = COMMENT.sub("", content.decode())
        makers = MAKERS.search(text)
        names = set() if makers is None else {each.strip() for each in makers[1].split(",")}
        if not BROWSER.search(text) and names <= {"isStill"}:
            found.add(name)
    return found


@pytest.fixture(scope="module")
def calls(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where node writes which functions were called."""
    return tmp_path_factory.mktemp("calls")


@pytest.fixture(scope="module")
def run(node: Callable[..., subprocess.CompletedProcess[str]], calls: Path) -> subprocess.CompletedProcess[str]:
    """The modules' own tests, all of them."""
    tests = sorted(str(path) for path in HERE.glob("*.test.mjs"))
    return node("--test", *tests, NODE_V8_COVERAGE=str(calls))


@pytest.fixture(scope="module")
def own(run: subprocess.CompletedProcess[str], calls: Path, pages: Path) -> Called:
    """Each function of each module by where it begins: its name, where it ends, how often the tests called it."""
    called: Called = {}
    for path in calls.iterdir():
        for script in json.loads(path.read_text("utf-8"))["result"]:
            here = called.setdefault(script["url"].removeprefix(f"{pages.as_uri()}/"), {})
            for function in script["functions"]:
                whole = function["ranges"][0]
                before = here.get(whole["startOffset"], ("", 0, 0))[2]
                entry = (function["functionName"], whole["endOffset"], before + whole["count"])
                here[whole["startOffset"]] = entry
    return called


def test_the_modules_pass_their_own_tests(run: subprocess.CompletedProcess[str]) -> None:
    assert run.returncode == 0, run.stdout + run.stderr
    assert re.search(r"^\S+ fail 0$", run.stdout, re.MULTILINE)


def test_every_module_without_a_page_is_loaded(own: Called) -> None:
    assert pure() > {"stacking/falling.js", "clear/rules.js", "tiling/puzzle.js", "stage/plane.js", "stage/art.js"}
    assert pure() - own.keys() == set(), "these modules need no page, and no *.test.mjs loads them"


@pytest.mark.parametrize("module", sorted(pure() | STOOD_IN))
def test_every_function_without_a_page_is_called(own: Called, pages: Path, module: str) -> None:
    text = (pages / module).read_text("utf-8")
    missed = [
        f"line {text.count(chr(10), 0, start) + 1}: {name or 'a function'}"
        for start, (name, end, count) in sorted(own[module].items())
        if not count and not (module in STOOD_IN and BROWSER.search(text[start:end]))
    ]
    assert not missed, f"no test calls these functions of {module}: {', '.join(missed)}"
