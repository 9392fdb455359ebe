"""Pictures of the studio for its page: taken by the system's Chromium from a studio that runs for as long as that.

They are made when the pages are built, and never committed. Where there is no Chromium, or no playwright, a card says
so in their place.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from shapewright.drawing import Scene, Text, rectangle, to_png

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["CHROMIUM", "SHOTS", "photograph"]

# Its shell that has no windows starts sooner and takes two thirds of the processor time.
_BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, _BROWSERS)), None)
WIDE = (1280, 760)
_ANSWER = "#answer[data-state=done]"
_PATIENCE = 60_000.0  # milliseconds, for a busy machine


@dataclass(frozen=True)
class Shot:
    """A page at an address, with what is done on it before its picture is taken; ``ready`` is there when it can be."""

    address: str
    act: Callable[[Page], object] = lambda page: None
    ready: str = "#bar[data-state=fresh]"
    size: tuple[int, int] = WIDE
    scheme: str = "light"


def _show_reason(page: Page) -> None:
    page.get_by_role("button", name="Show me").click()
    page.wait_for_selector("#stage .marks path")


def _take_apart(page: Page) -> None:
    page.get_by_label("Pieces apart").fill("35")


def _last_step(page: Page) -> None:
    page.locator("#steps input[type=range]").fill("8")


def _drop_some(page: Page) -> None:
    page.locator("#stage .walk").focus()
    for keys in ("ArrowLeft ArrowLeft", "ArrowUp ArrowRight ArrowRight ArrowRight", "ArrowRight"):
        for key in (*keys.split(), "Space"):
            page.keyboard.press(key)
    page.wait_for_selector("#bar[data-state=fresh]")


def _drop_two(page: Page) -> None:
    page.locator("#stage .walk").focus()
    for key in ("ArrowUp", "ArrowUp", "ArrowLeft", "ArrowLeft", "Space", "ArrowRight", "Space"):
        page.keyboard.press(key)
    page.wait_for_selector("#bar[data-state=fresh]")


def _lay_one(page: Page) -> None:
    page.locator("#stage .walk").focus()
    page.keyboard.press("h")
    page.wait_for_selector("#stage .piece")
    page.wait_for_selector("#bar[data-state=fresh]")


SHOTS = {
    "tutorial_tiling.png": Shot("/tiling#board=8x8&hole_box=3,3,2x2&pieces=pentominoes&mode=play", _lay_one),
    "tutorial_packing.png": Shot("/packing#bag=I2+J3+L1+O4+S1+T2+Z3"),
    "tutorial_stacking.png": Shot("/stacking#sequence=TOZISOS&width=6&hold=1", _drop_two),
    "tutorial_clear.png": Shot("/clear#field=ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ&patterns=I,*p4"),
    "tutorial_shapez.png": Shot("/shapez#codes=cu------:--------:cu------"),
    "studio_gallery.png": Shot("/", ready=".entry .drawn svg"),
    "studio_tiling.png": Shot("/tiling#board=10x6&pieces=pentominoes&ask=list", ready=_ANSWER + " .thumbnail"),
    "studio_reason.png": Shot("/tiling#board=5x4&pieces=tetrominoes", _show_reason),
    "studio_solid.png": Shot("/tiling#board=3x3x3&pieces=soma&ask=solve", _take_apart, ready=_ANSWER, scheme="dark"),
    "studio_today.png": Shot("/today#date=2026-11-22"),
    "studio_packing.png": Shot("/packing#bag=I8+J13+L10+O13+S4+T8+Z8", scheme="dark"),
    "studio_stacking.png": Shot("/stacking#sequence=TIOLJSZTIOLJSZ", _drop_some),
    "studio_clear.png": Shot("/clear#queue=TIOLJSZTIOL&ask=solve", _last_step, ready=_ANSWER),
    "studio_shapez.png": Shot("/shapez#codes=CrRg----:cbP---Sw&ask=plan", ready=_ANSWER),
}


@contextmanager
def _studio() -> Iterator[str]:
    command = [sys.executable, "-m", "shapewright", "web", "--port", "0", "--no-token"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip().rstrip("/")
        finally:
            process.terminate()


def photograph(folder: Path) -> list[Path]:
    """Take all pictures into ``folder``, and give them back."""
    folder.mkdir(parents=True, exist_ok=True)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return _cards(folder)
    if CHROMIUM is None:
        return _cards(folder)
    with _studio() as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name, shot in SHOTS.items():
            width, height = shot.size
            page = browser.new_page(
                base_url=address,
                viewport={"width": width, "height": height},
                color_scheme="dark" if shot.scheme == "dark" else "light",
                reduced_motion="reduce",
            )
            page.set_default_timeout(_PATIENCE)
            page.goto(shot.address)
            page.wait_for_selector(shot.ready)
            shot.act(page)
            page.screenshot(path=folder / name, animations="disabled")
            page.close()
        browser.close()
    return sorted(folder / name for name in SHOTS)


def _cards(folder: Path) -> list[Path]:
    for name, shot in SHOTS.items():
        width, height = shot.size
        words = Text(
            width / 2, height / 2, "This picture is taken where Chromium is installed.", 12, "#566070", "middle"
        )
        frame = rectangle(1, 1, width - 2, height - 2, fill="#f5f6f8", stroke="#dde1e8")
        (folder / name).write_bytes(to_png(Scene(width, height, (frame, words)), scale=1))
    return sorted(folder / name for name in SHOTS)
