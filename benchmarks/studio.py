"""The studio as its users meet it: seconds until pages and small answers are there, and many clients at once.

    python benchmarks/studio.py [--seconds N] [--clients N] [--only SECTION] [--json FILE]

Pages are opened by the system's Chromium, if there is one and playwright is installed (the group `test` has it).
Times are wall time of an otherwise idle machine, medians of several.
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
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

from _report import heading, ok, processor, remark, verdict

from shapewright import __version__

SECTIONS = ("pages", "answers", "load")
PAGES = ("/", "/tiling", "/packing", "/stacking", "/clear", "/shapez")
REPEATS = 5

# Seconds: what a page and a small example may take.
PAGE_AIM, ANSWER_AIM = 0.5, 0.2
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


def measure_pages(place: str) -> list[dict[str, Any]]:
    """When each page is painted and when all of it is there, as the browser says; each time in a new profile."""
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    try:
        from playwright.sync_api import sync_playwright
    except ModuleNotFoundError:
        browser = None
    if browser is None:
        return []
    found = []
    with sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        for path in PAGES:
            remark(path)
            painted, loaded = [], []
            for _ in range(REPEATS):
                context = opened.new_context(viewport={"width": 1280, "height": 900}, extra_http_headers=ENTRY)
                page = context.new_page()
                page.goto(f"http://{place}{path}", wait_until="networkidle")
                painted.append(page.evaluate(PAINTED))
                loaded.append(page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd"))
                context.close()
            times = {"painted": statistics.median(painted) / 1000, "loaded": statistics.median(loaded) / 1000}
            found.append({"page": path, **times})
        opened.close()
    return found


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
            print(words, verdict(each["loaded"], PAGE_AIM))
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


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--seconds", type=float, default=60.0, help="how long the load lasts")
    options.add_argument("--clients", type=int, default=50)
    options.add_argument("--only", choices=SECTIONS)
    options.add_argument("--json", metavar="FILE", help="the figures, too")
    asked = options.parse_args()
    found: dict[str, Any] = {"version": __version__, "machine": processor(), "python": platform.python_version()}
    with serving() as (process, place):
        for question, body in ASKED:  # until every worker is ready
            Client(place).ask(question, body)
        if asked.only in (None, "pages"):
            found["pages"] = measure_pages(place)
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
