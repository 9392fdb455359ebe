"""The studio as its users meet it: seconds until pages and small answers are there, and many clients at once.

    python benchmarks/studio.py [--seconds N] [--clients N] [--only SECTION] [--json FILE]

Pages are opened by the system's Chromium, if there is one and playwright is installed (the group `test` has it). Live
answers are those to each puzzle of the gallery when it takes the place of another one, and to a change of it by hand:
seconds from the painted cell (or the slider, the queue, the part) until the bar's new line is on the screen. Painting
is script and layout per frame of a stroke, the processor throttled 4 times, in processor time as a trace of the browser
has it. All other times are wall time of an otherwise idle machine, medians of several.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import platform
import secrets
import shutil
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

from parts import painting
from parts.report import heading, ok, processor, remark, verdict

from shapewright import __version__

SECTIONS = ("pages", "live", "painting", "answers", "load")
PAGES = ("/", "/today", "/tiling", "/packing", "/stacking", "/clear", "/shapez", "/runs", "/api")
REPEATS = 5
CHANGES, PATIENCE = 3, 10

# Seconds: until a page is painted, until the bar says what is true after a change, and what a small example may take.
PAGE_AIM, LIVE_AIM, ANSWER_AIM = 0.3, 0.2, 0.2
# Milliseconds of script and layout in a frame in which a cell is painted.
FRAME_AIM = 8.0
# What all processes together may grow in the second half of the load, in megabytes.
GROWTH_AIM = 64

# What is asked while a page is used, and small examples of every family.
ASKED: list[tuple[str, dict[str, Any]]] = [
    ("tiling/show", {"board": "6x10", "pieces": "pentominoes", "brief": True}),
    ("tiling/solve", {"board": "6x10", "pieces": "pentominoes"}),
    ("tiling/count", {"board": "8x8", "pieces": "any*dominoes"}),
    ("tiling/explain", {"board": "5x4", "pieces": "tetrominoes"}),
    ("packing/pack", {"bag": "I8 J13 L10 O13 S4 T8 Z8"}),
    ("stacking/solve", {"sequence": "IOTSLJZI", "width": 6}),
    ("stacking/play", {"sequence": "IOTSLJZI", "width": 6, "drops": "0 4"}),
    ("clear/solve", {"queue": "TIOLJSZTIOL"}),
    ("clear/percent", {"field": "ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ", "patterns": "I,*p4"}),
    ("shapez/buildable", {"codes": ["cu------:--------:cu------"]}),
    ("shapez/op", {"machine": "cut", "codes": ["CuRrSgWb:P-cw----"]}),
    ("shapez/plan", {"codes": ["CuCu----:RrRr----"]}),
]
TOKEN = secrets.token_urlsafe(24)
ENTRY = {"Authorization": f"Bearer {TOKEN}"}
REFUSED = ("tiling/solve", {"board": "6x10", "pieces": "nonsense"})

# When something was first to be seen; the browser may tell of it a moment later.
PAINTED = """() => new Promise((done) => {
  new PerformanceObserver((told) => {
    for (const each of told.getEntriesByName("first-contentful-paint")) done(each.startTime);
  }).observe({ type: "paint", buffered: true });
})"""

# From the next press or key until the bar is no longer grey and the browser has drawn it. What a hand does to a puzzle
# comes to the page as the same events.
STOPWATCH = """() => {
  const watch = window.stopwatch = { armed: false, asked: 0, done: 0 };
  for (const kind of ["pointerdown", "keydown", "input"]) {
    addEventListener(kind, ({ timeStamp }) => {
      if (watch.armed) Object.assign(watch, { armed: false, asked: timeStamp });
    }, true);
  }
  new MutationObserver(() => {
    if (!watch.asked || watch.done || document.getElementById("bar").dataset.state !== "fresh") return;
    watch.done = -1;
    requestAnimationFrame(() => setTimeout(() => { watch.done = performance.now(); }));
  }).observe(document.getElementById("bar"), { attributes: true, childList: true, subtree: true, characterData: true });
}"""
ARM = "() => { Object.assign(window.stopwatch, { armed: true, asked: 0, done: 0 }); }"
BECOME = """(said) => {
  Object.assign(window.stopwatch, { armed: false, asked: performance.now(), done: 0 });
  location.hash = said;
}"""
FRESH = "() => document.getElementById('bar')?.dataset.state === 'fresh' || null"
TOOK = "() => { const { asked, done } = window.stopwatch; return done > 0 ? done - asked : null; }"


@contextmanager
def serving() -> Iterator[tuple[int, str]]:
    """The studio, its process and where it listens; ``TOKEN`` lets in."""
    command = [sys.executable, "-m", "shapewright", "web", "--port", "0"]
    environment = {**os.environ, "SHAPEWRIGHT_TOKEN": TOKEN}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        try:
            yield process.pid, urlsplit(process.stdout.readline().strip()).netloc
        finally:
            process.terminate()


class Client:
    """One connection that is kept."""

    def __init__(self, place: str) -> None:
        self.connection = http.client.HTTPConnection(place, timeout=120)

    def get(self, path: str) -> tuple[int, bytes]:
        self.connection.request("GET", path, headers=ENTRY)
        reply = self.connection.getresponse()
        return reply.status, reply.read()

    def ask(self, question: str, body: dict[str, Any]) -> tuple[int, bytes]:
        self.connection.request(
            "POST", f"/api/{question}", json.dumps(body), {"Content-Type": "application/json", **ENTRY}
        )
        reply = self.connection.getresponse()
        return reply.status, reply.read()


# --- Pages and answers ------------------------------------------------------------------------------------------------


@contextmanager
def browsing() -> Iterator[Any]:
    """The system's Chromium, or None."""
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    try:
        from playwright.sync_api import sync_playwright
    except ModuleNotFoundError:
        browser = None
    if browser is None:
        yield None
        return
    with sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        yield opened
        opened.close()


def measure_pages(place: str) -> list[dict[str, Any]]:
    """When each page is painted and when all of it is there, as the browser says; each time in a new profile."""
    found: list[dict[str, Any]] = []
    with browsing() as opened:
        for path in PAGES if opened else ():
            remark(path)
            painted, loaded = [], []
            for _ in range(REPEATS):
                context = opened.new_context(viewport={"width": 1280, "height": 720}, extra_http_headers=ENTRY)
                page = context.new_page()
                page.goto(f"http://{place}{path}", wait_until="load")
                painted.append(page.evaluate(PAINTED))
                loaded.append(page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd"))
                context.close()
            times = {"painted": statistics.median(painted) / 1000, "loaded": statistics.median(loaded) / 1000}
            found.append({"page": path, **times})
    return found


def measure_live(place: str, which: str) -> list[dict[str, Any]]:
    """How long the bar takes to say what is true after a change of each puzzle of the gallery, and what it says."""
    found: list[dict[str, Any]] = []
    with browsing() as opened:
        if opened is None:
            return []
        from playwright.sync_api import Error  # with the browser there is its driver

        context = opened.new_context(viewport={"width": 1280, "height": 720}, extra_http_headers=ENTRY)
        context.set_default_timeout(PATIENCE * 1000)
        page = context.new_page()
        page.goto(f"http://{place}/")
        links = [
            (each.get_attribute("data-entry"), each.get_attribute("href")) for each in page.locator("a.entry").all()
        ]
        page.close()
        # The puzzle of a day is played, not changed.
        for name, link in [(name, link) for name, link in links if which in name and not link.startswith("/today")]:
            remark(name)
            page = context.new_page()
            # The long question of the link, which stands in the answers' column, is another matter.
            page.goto(f"http://{place}{without_question(link)}")
            entry: dict[str, Any] = {"entry": name, "changed": None, "puzzle": None}
            try:
                entry["changed"] = statistics.median(changes(page, link)) / 1000
                path = link.partition("#")[0]
                other = next(each for _, each in links if each != link and each.partition("#")[0] == path)
                entry["puzzle"], entry["words"] = of_puzzle(
                    page, f"http://{place}{without_question(other)}", without_question(link).partition("#")[2]
                )
            except (OSError, Error) as error:  # no page may keep the others from being measured
                entry["words"] = str(error).partition("\n")[0]
            found.append(entry)
            page.close()
    return found


def measure_painting(place: str) -> list[dict[str, Any]]:
    """How much script and layout a frame has in which a cell is painted."""
    found: list[dict[str, Any]] = []
    with browsing() as opened:
        for name, path in painting.PAGES.items() if opened else ():
            remark(name)
            context = opened.new_context(viewport={"width": 1440, "height": 900}, extra_http_headers=ENTRY)
            median, most = painting.painting(context.new_page(), CHANGES, f"http://{place}{path}")
            found.append({"painted": name, "median": median, "p95": most})
            context.close()
    return found


def changes(page: Any, link: str) -> list[float]:
    """The milliseconds of some changes of a puzzle, one after the other; raises ``TimeoutError``."""
    until(page, FRESH)
    page.evaluate(STOPWATCH)
    times = []
    for turn in range(CHANGES):
        page.wait_for_timeout(300)  # whatever moved has come to rest
        page.evaluate(ARM)
        change(page, link, turn)
        times.append(float(until(page, TOOK)))
    return times


def of_puzzle(page: Any, before: str, said: str) -> tuple[float, str]:
    """The seconds until the bar says what is true of a puzzle that takes the place of another one, and what it says.

    ``before`` is the address of that other one, ``said`` the end of the puzzle's own. A page keeps answers, so that it
    is opened anew each time.
    """
    times = []
    for _ in range(CHANGES):
        page.goto("about:blank")
        page.goto(before)
        until(page, FRESH)
        page.evaluate(STOPWATCH)
        page.wait_for_timeout(300)
        page.evaluate(BECOME, said)
        times.append(float(until(page, TOOK)))
    return statistics.median(times) / 1000, page.locator("#bar .words").inner_text()


def until(page: Any, script: str) -> Any:
    """What the script says, once it is not null."""
    end = time.monotonic() + PATIENCE
    while (said := page.evaluate(script)) is None:
        if time.monotonic() > end:
            raise TimeoutError(f"nothing new in the bar within {PATIENCE} s")
        page.wait_for_timeout(20)
    return said


def without_question(link: str) -> str:
    """The link to the puzzle alone."""
    path, _, said = link.partition("#")
    return path + "#" + "&".join(part for part in said.split("&") if not part.startswith(("ask=", "mode=")))


def change(page: Any, link: str, turn: int) -> None:
    """Change the puzzle of a page as a hand does: a cell, a slider, a queue, a part of a shape."""
    family = link.split("#")[0].strip("/")
    if family == "stacking":
        page.locator("#sequence").press("End")
        page.evaluate(ARM)
        page.locator("#sequence").press("IOT"[turn])
    elif family == "clear":
        place = page.locator("#pieces")
        place.fill(place.input_value() + ("," if "*" in place.input_value() else "") + "IOT"[turn])
    elif family == "packing" and page.locator("#tray input[type=range]:visible").count():
        page.locator("#tray input[type=range]:visible").first.press("ArrowRight")
    else:
        press_stage(page, turn)


def press_stage(page: Any, turn: int) -> None:
    """Press a cell or a part of what is drawn, another one each time."""
    box = page.locator("#stage svg:visible").first.bounding_box()
    right, down = ((0.56, 0.44), (0.44, 0.56), (0.56, 0.56))[turn]
    page.mouse.click(box["x"] + right * box["width"], box["y"] + down * box["height"])


def measure_answers(place: str) -> list[dict[str, Any]]:
    """How long small questions take from being asked to their answer, over HTTP."""
    client, found = Client(place), []
    for question, body in ASKED:
        remark(question)
        times = []
        for _ in range(REPEATS):
            started = time.perf_counter()
            status, _content = client.ask(question, body)
            times.append(time.perf_counter() - started)
            assert status == 200, (question, status)
        found.append({"question": question, "seconds": statistics.median(times)})
    return found


# --- Load -------------------------------------------------------------------------------------------------------------


def resident(process: int) -> int:
    """The bytes of memory that a process and its children use, as Linux tells it."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split()
    sizes = [Path(f"/proc/{each}/statm").read_text(encoding="ascii").split()[1] for each in (process, *children)]
    return sum(map(int, sizes)) * os.sysconf("SC_PAGE_SIZE")


def measure_load(process: int, place: str, seconds: float, clients: int) -> dict[str, Any]:
    """So many clients ask whatever comes to their mind for so long; what came of it, and what memory it took."""
    counts: Counter[int] = Counter()
    faults: list[str] = []
    times: list[float] = []
    end = time.monotonic() + seconds

    def ask(number: int) -> None:
        random, client = Random(number), Client(place)
        while time.monotonic() < end and len(faults) < 10:
            path, body = random.choice([*ASKED, REFUSED, *((page, None) for page in (*PAGES, "/api/openapi.json"))])
            started = time.perf_counter()
            try:
                status, content = client.get(path) if body is None else client.ask(path, body)
            except OSError as error:
                faults.append(f"{path}: {error!r}")
                return
            counts[status] += 1
            times.append(time.perf_counter() - started)
            if status == 429 and b"ask again in a moment" in content:
                time.sleep(0.05)
            elif status not in ((400,) if body is REFUSED[1] else (200, 202)):
                faults.append(f"{path}: {status} {content[:200]!r}")

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    sizes = []
    while any(thread.is_alive() for thread in threads):
        remark(f"{clients} clients, {max(0.0, end - time.monotonic()):.0f} s left")
        time.sleep(min(1.0, seconds / 20))
        sizes.append(resident(process))
    times.sort()
    return {
        "clients": clients,
        "seconds": seconds,
        "replies": {str(status): number for status, number in sorted(counts.items())},
        "faults": faults,
        "median": times[len(times) // 2],
        "p99": times[int(len(times) * 0.99)],
        "megabytes_half_way": sizes[len(sizes) // 2] >> 20,
        "megabytes_at_end": sizes[-1] >> 20,
    }


# --- The report -------------------------------------------------------------------------------------------------------


def report(found: dict[str, Any]) -> None:
    if found.get("pages"):
        heading("Pages, seconds in a new profile")
        for each in found["pages"]:
            words = f"{each['page']:12} painted {each['painted']:.3f}  loaded {each['loaded']:.3f}"
            print(words, verdict(each["painted"], PAGE_AIM))
    if found.get("live"):
        heading("Live, seconds from a change to the bar's new line")
        for each in found["live"]:
            changed, puzzle = figure(each["changed"]), figure(each["puzzle"])
            print(f"{each['entry']:22} puzzle {puzzle}  change {changed}  {each['words']}")
        for name in ("puzzle", "changed"):
            times = sorted(inf if each[name] is None else each[name] for each in found["live"])
            within = f"{sum(seconds <= LIVE_AIM for seconds in times)} of {len(times)} within {LIVE_AIM:g} s"
            print(f"{name}: median {statistics.median(times):.3f}, worst {times[-1]:.3f}, {within}")
    if found.get("painting"):
        heading(f"Painting, milliseconds of script and layout a frame, the processor throttled {painting.SLOWER} times")
        for each in found["painting"]:
            words = f"{each['painted']:14} median {each['median']:5.1f}  95 % within {each['p95']:5.1f}"
            print(words, verdict(each["median"], FRAME_AIM))
    if "answers" in found:
        heading("Small examples, seconds from the question to the answer")
        for each in found["answers"]:
            print(f"{each['question']:18} {each['seconds']:.4f}", verdict(each["seconds"], ANSWER_AIM))
    if "load" in found:
        load = found["load"]
        heading(f"{load['clients']} clients for {load['seconds']:g} s")
        print("replies", ", ".join(f"{status}: {number}" for status, number in load["replies"].items()))
        print("faults", len(load["faults"]), ok(not load["faults"]), *load["faults"][:3])
        print(f"seconds: median {load['median']:.3f}, 99 % within {load['p99']:.3f}")
        grown = load["megabytes_at_end"] - load["megabytes_half_way"]
        print(f"memory: {load['megabytes_half_way']} MB half-way, {grown:+} MB at the end", verdict(grown, GROWTH_AIM))


def figure(seconds: float | None) -> str:
    """The seconds of a live answer beside the aim, or that there was none."""
    return "none" if seconds is None else f"{seconds:.3f} {verdict(seconds, LIVE_AIM)}"


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--seconds", type=float, default=60.0, help="how long the load lasts")
    options.add_argument("--clients", type=int, default=50)
    options.add_argument("--only", choices=SECTIONS)
    options.add_argument("--entry", default="", help="live answers to the puzzles with this in their names alone")
    options.add_argument("--json", metavar="FILE", help="the figures, too")
    asked = options.parse_args()
    found: dict[str, Any] = {"version": __version__, "machine": processor(), "python": platform.python_version()}
    with serving() as (process, place):
        for question, body in ASKED:  # until every worker is ready
            Client(place).ask(question, body)
        if asked.only in (None, "pages"):
            found["pages"] = measure_pages(place)
        if asked.only in (None, "live"):
            found["live"] = measure_live(place, asked.entry)
        if asked.only in (None, "painting"):
            found["painting"] = measure_painting(place)
        if asked.only in (None, "answers"):
            found["answers"] = measure_answers(place)
        if asked.only in (None, "load"):
            found["load"] = measure_load(process, place, asked.seconds, asked.clients)
    remark("")
    report(found)
    if asked.json:
        Path(asked.json).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    if found.get("load", {}).get("faults"):
        sys.exit(1)


if __name__ == "__main__":
    main()
