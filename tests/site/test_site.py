"""A job of each family in the folder without a server, and without a network: the answers are the command line's."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import expect
from tests.doors.asking import at_the_shell, masked

from shapewright.questions import FAMILIES

from .asking import ask, cancel, until_kept
from .conftest import PATH, SITE, Host

JOBS: list[tuple[str, str, dict[str, Any]]] = [
    ("tiling", "count", {"board": "6x10", "pieces": "pentominoes"}),
    ("tiling", "explain", {"board": "5x4", "pieces": "tetrominoes"}),
    ("packing", "pack", {"bag": "I2 J2 L2 O2 S2 T2 Z2"}),
    ("stacking", "solve", {"sequence": "IOTSLJZI", "width": 6}),
    ("clear", "solve", {"queue": "TIOLJSZTIOL"}),
    (
        "clear",
        "percent",
        {"field": "ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ", "patterns": "I,*p4"},
    ),
    ("shapez", "buildable", {"codes": ["CuCu----:RrRr----"]}),
    ("shapez", "plan", {"codes": ["CuCu----:RrRr----"]}),
]
ENDLESS = {"board": "20x30", "pieces": "any*pentominoes"}


@pytest.fixture(scope="module")
def offline(site: tuple[Host, Any]) -> tuple[Host, Any]:
    """The browser after it saw a page of each family; there is no host any more."""
    host, context = site
    data = {family: [path.name for path in (SITE / "data" / family).glob("*/*")] for family in FAMILIES}
    for family in FAMILIES:
        page = context.new_page()
        page.goto(host.address(f"{family}.html"))
        until_kept(page, "pyodide.asm.wasm", "shapewright.whl", *data[family])
        page.close()
    assert all(name.startswith(PATH) for name in host.asked)
    host.server.close()
    return host, context


@pytest.mark.parametrize(("family", "verb", "parameters"), JOBS, ids=[f"{family}-{verb}" for family, verb, _ in JOBS])
def test_answers_are_those_of_the_command_line(
    offline: tuple[Host, Any], tmp_path: Path, family: str, verb: str, parameters: dict[str, Any]
) -> None:
    host, context = offline
    page = context.new_page()
    page.goto(host.address(f"{family}.html"))
    found = ask(page, family, verb, parameters)
    page.close()
    assert "document" in found, found
    _, printed = at_the_shell(family, verb, found["document"]["parameters"], tmp_path)
    assert masked(found["document"]) == masked(printed)


def test_every_page_opens_without_a_host(offline: tuple[Host, Any]) -> None:
    host, context = offline
    page = context.new_page()
    for name in ["", "index.html", "today.html?date=2026-11-22", *(f"{family}.html#ask=" for family in FAMILIES)]:
        page.goto(host.address(name))
        expect(page.locator("html[data-ready]")).to_have_count(1)
    page.close()


def test_the_next_question_is_answered_while_the_last_one_is_ended(offline: tuple[Host, Any]) -> None:
    host, context = offline
    page = context.new_page()
    page.goto(host.address("tiling.html"))
    for _ in range(3):
        ended, headline = cancel(page, "tiling", "count", ENDLESS, {"board": "3x20", "pieces": "pentominoes"})
        assert ended is None
        assert headline.startswith("8")
    page.close()


def test_files_to_take_away(offline: tuple[Host, Any], tmp_path: Path) -> None:
    host, context = offline
    page = context.new_page()
    page.goto(host.address("stacking.html#sequence=IOTSLJZI&width=6&ask=solve"))
    saved = {}
    for suffix in (".svg", ".png", ".gif", ".json"):
        with page.expect_download() as coming:
            page.locator(f'[data-save="{suffix}"]').click()
        saved[suffix] = Path(coming.value.path()).read_bytes()
    page.close()
    words = ["stacking", "solve", "IOTSLJZI", "--width", "6"]
    for suffix, content in saved.items():
        theirs = _drawn(words, tmp_path / f"ours{suffix}")
        if suffix == ".svg":
            assert content == theirs
        elif suffix == ".json":
            assert masked(json.loads(content)) == masked(json.loads(theirs))
        else:
            assert _sizes(content) == _sizes(theirs)


def _drawn(words: list[str], place: Path) -> bytes:
    from shapewright.cli import main

    assert main([*words, "-o", str(place)]) == 0
    return place.read_bytes()


def _sizes(content: bytes) -> tuple[str | None, tuple[int, int], int, list[int]]:
    """The format of a picture, its size, its frames and how long each is shown."""
    with Image.open(io.BytesIO(content)) as picture:
        frames = getattr(picture, "n_frames", 1)
        times = []
        for number in range(frames):
            picture.seek(number)
            times.append(int(picture.info.get("duration", 0)))
        return picture.format, picture.size, frames, times


def test_pages_ask_for_nothing_elsewhere(offline: tuple[Host, Any]) -> None:
    """What would lead elsewhere is refused by the policy of a page, and said in its console."""
    host, context = offline
    page = context.new_page()
    page.goto(host.address("tiling.html"))
    asked = "fetch('http://example.org/').then(() => 'answered', () => 'refused')"
    with page.expect_console_message(lambda said: "Content Security Policy" in said.text):
        assert page.evaluate(asked) == "refused"
    page.close()
    host.complaints[:] = [said for said in host.complaints if "Content Security Policy" not in said]
    host.requests[:] = [url for url in host.requests if url != "http://example.org/"]
