"""Every entry of the gallery: what its page says is what the command line says."""

from __future__ import annotations

import contextlib
import io
import json
import math
import shlex
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import urlsplit

import pytest
from tests.web.conftest import needs_a_browser
from tests.web.table.tables import settled

from shapewright.cli import main
from shapewright.questions.clear.research.book import BOOK_SHARE
from shapewright.questions.gallery import shown
from shapewright.shapez.plans.plan_for_shapes import IMPROVING
from shapewright.web.pages import link

pytestmark = needs_a_browser

ENTRIES = [entry for entry in shown() if entry["question"] != "daily"]
FAMILIES = list(dict.fromkeys(entry["family"] for entry in ENTRIES))

# How long it took, and what says so, differ; so do the names of what was asked.
_APART = {"seconds", "parameters", "command", "file"}
PATIENCE = "60"


def news(page: Any, address: str) -> list[tuple[str, dict[str, Any], dict[str, Any]]]:
    """What the page was answered since last time: question, the view that it got, the answer that programs get."""
    found = []
    for asked, run in page.evaluate("window.runs.splice(0)"):
        parts = urlsplit(asked).path.split("/")
        seen = _read(f"{address}/runs/{run}/view")
        if parts[1] == "look" and seen.get("state") == "done":
            found.append((parts[3], seen["view"], _read(f"{address}/api/runs/{run}/answer")))
    return found


def _read(address: str) -> dict[str, Any]:
    try:
        with urllib.request.urlopen(address) as reply:
            found: dict[str, Any] = json.load(reply)
    except urllib.error.HTTPError:
        return {}  # it was stopped
    return found


def at_the_shell(command: str) -> dict[str, Any]:
    """The JSON that a command line prints, with more time than a page has."""
    program, *words = shlex.split(command)
    assert program == "shapewright"
    if "--time-limit" in words:
        words[words.index("--time-limit") + 1] = PATIENCE
    elif words[1] == "glance":
        words += ["--time-limit", PATIENCE]
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()):
        main([*words, "--json"])
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


def same(here: Any, there: Any) -> bool:
    """Whether two values of an answer are equal; of plans, which improve while there is time, proven ones."""
    if isinstance(here, dict) and isinstance(there, dict) and "optimal" in here:
        proven = here["optimal"] and there["optimal"]
        return not proven or bool((here["goals"], here["cost"]) == (there["goals"], there["cost"]))
    return bool(here == there)


def refuses(page: Any) -> bool:
    """Whether the page says that it cannot be done."""
    said = page.inner_text("#bar .words") + page.inner_text("#answers")
    return any(words in said for words in ("impossible", "cannot", "not as written"))


@pytest.mark.parametrize("family", FAMILIES)
def test_every_entry_says_what_the_command_line_says(page: Any, address: str, family: str) -> None:
    page.goto(f"/{family}")
    settled(page)
    words: set[str] = set()  # an answer that the page has got once it does not ask for again
    for entry in (entry for entry in ENTRIES if entry["family"] == family):
        page.goto(link(entry))
        settled(page)
        bar, answer = page.inner_text("#bar .words"), page.inner_text("#answers")
        was_short = False
        for question, view, document in news(page, address):
            was_short |= not document["complete"]
            words |= {view["headline"], view.get("bar", {}).get("words", view["headline"])}
            command = view["equivalents"]["command"]
            # What there was no time for here, there may be time for elsewhere.
            all_its_time = document["parameters"].get("time_limit", math.inf)
            share = {"plan": IMPROVING, "book": BOOK_SHARE}.get(question, 1.6) / 2
            had_time = document["seconds"] < share * all_its_time
            is_done = document["complete"] and had_time
            # What is printed beside a glance is another verb without a limit; tests/doors compares those.
            said = at_the_shell(command) if command and is_done and question != "glance" else {}
            for key, value in document.items():
                is_open = question == "glance" and value is None
                assert key in _APART or key not in said or is_open or same(value, said[key]), (entry["name"], command)
            # A glance at a plan is replaced by what more time finds.
            if f"ask={question}" in page.url and (had_time or question != "plan"):
                told = (view["headline"], view.get("bar", {}).get("words", view["headline"]))
                assert any(each in f"{bar} {answer}" for each in told), (entry["name"], told, bar, answer)
        assert any(each in bar for each in words), (entry["name"], bar, words)
        if entry["verdict"] == "none" and not refuses(page) and was_short and "ask=" not in link(entry):
            # There was no time for it at a glance; the question itself has some.
            page.goto(f"{link(entry)}&ask={entry['question']}")
            settled(page)
            news(page, address)
        assert refuses(page) or entry["verdict"] != "none", entry["name"]
