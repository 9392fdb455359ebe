"""The page without a server: what its first load brings, and seconds until it answers.

    python benchmarks/site.py [--folder build/site] [--json FILE]

Sizes are the sums of `gzip -9` of the files that a page asks for until all is kept for use without a network, in a
browser that was never there before; the data of its family are counted apart. Times are wall time of an otherwise idle
machine, medians of several visits: the first answer from the opening of the page, the median of five more (a page asks
for what it shows first in between), the first after the page is opened again, and the next after one that would take
for ever is ended, once there is a second worker. Without the folder
(`make site`) or Chromium there is nothing to measure.
"""

from __future__ import annotations

import argparse
import functools
import gzip
import http.server
import json
import shutil
import statistics
import threading
from pathlib import Path
from typing import Any

from parts.report import heading, processor, remark, verdict

from shapewright.questions import FAMILIES

FOLDER = Path(__file__).parent.parent / "build" / "site"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
REPEATS = 3
# Megabytes, and seconds.
AIMS = {"megabytes": 8.0, "first": 3.0, "next": 0.2, "after a cancelled one": 0.5}

ASKED: dict[str, tuple[str, dict[str, Any]]] = {
    "tiling": ("solve", {"board": "6x10", "pieces": "pentominoes"}),
    "packing": ("pack", {"bag": "I8 J13 L10 O13 S4 T8 Z8"}),
    "stacking": ("solve", {"sequence": "IOTSLJZI", "width": 6}),
    "clear": ("solve", {"queue": "TIOLJSZTIOL"}),
    "shapez": ("buildable", {"codes": ["CuCu----:RrRr----"]}),
}
ENDLESS = {"board": "20x30", "pieces": "any*pentominoes"}

_MODULE = """const { ask, askIn } =
  await import(document.querySelector('link[rel=modulepreload][href$="/doors/ask.js"]').href);"""
# Seconds from the opening of the page until an answer, and the median of five more.
_ANSWER = f"""async ([family, question, parameters]) => {{
  {_MODULE}
  await ask(family, question, parameters, {{ wait: 600 }});
  const first = performance.now();
  const more = [];
  for (let number = 0; number < 5; number += 1) {{
    const before = performance.now();
    await ask(family, question, parameters, {{ wait: 600 }});
    more.push(performance.now() - before);
  }}
  more.sort((a, b) => a - b);
  return [first / 1000, more[2] / 1000];
}}"""
_CANCEL = f"""async ([long, short]) => {{
  {_MODULE}
  let begun;
  const isAtWork = new Promise((resolve) => {{ begun = resolve; }});
  askIn("bench", "tiling", "count", long, {{ wait: 5, progress: begun }});
  await isAtWork;
  const before = performance.now();
  await askIn("bench", "tiling", "solve", short);
  return (performance.now() - before) / 1000;
}}"""
_KEPT = """() => new Promise((resolve) => {
  if (navigator.serviceWorker.controller) resolve(true);
  else navigator.serviceWorker.addEventListener("controllerchange", () => resolve(true));
})"""
# A second worker is ready, whose memory is kept for the next visit.
_READY = """async () => {
  while (!(await caches.keys()).some((name) => name.startsWith("shapewright-python-"))) {
    await new Promise((resolve) => { setTimeout(resolve, 50); });
  }
}"""


class _Files(http.server.SimpleHTTPRequestHandler):
    def do_GET(self) -> None:
        self.server.asked.add(self.path.partition("?")[0])
        try:
            super().do_GET()
        except OSError:  # a browser closes what it does not want any more
            pass

    def log_message(self, *_: Any) -> None:
        pass


def _size(folder: Path, paths: set[str]) -> float:
    """Megabytes of files as a host sends them."""
    files = [folder / (path.lstrip("/") or "index.html") for path in paths]
    return sum(len(gzip.compress(file.read_bytes(), 9)) for file in files if file.is_file()) / 1e6


def measured(folder: Path) -> dict[str, Any]:
    """All numbers, by page."""
    from playwright.sync_api import sync_playwright

    found: dict[str, Any] = {}
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Files, directory=str(folder)))
    server.asked = set()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as driver:
        for name in ["index", "today", *FAMILIES]:
            address = f"http://127.0.0.1:{server.server_port}/{name}.html"
            rounds: list[dict[str, float]] = []
            for number in range(REPEATS if name in ASKED else 1):
                remark(f"{name}: {number + 1}")
                server.asked.clear()
                browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
                context = browser.new_context()
                context.set_default_timeout(600_000)
                rounds.append(_round(context, address, name))
                data = {path for path in server.asked if path.startswith("/data/")}
                rounds[-1] |= {
                    "megabytes": _size(folder, server.asked - data),
                    "megabytes of data": _size(folder, data),
                }
                browser.close()
            found[name] = {key: statistics.median(each[key] for each in rounds) for key in rounds[0]}
    remark("")
    server.shutdown()
    server.server_close()
    return found


def _round(context: Any, address: str, name: str) -> dict[str, float]:
    """One browser's first and second visit of a page."""
    page = context.new_page()
    page.goto(address, wait_until="commit")
    times: dict[str, float] = {}
    page.wait_for_load_state("domcontentloaded")
    if name in ASKED:
        times["first"], times["next"] = page.evaluate(_ANSWER, [name, *ASKED[name]])
    page.evaluate(_KEPT)
    if name in ASKED:
        page.evaluate(_READY)
        if name == "tiling":
            times["after a cancelled one"] = page.evaluate(_CANCEL, [ENDLESS, ASKED[name][1]])
        page.close()
        page = context.new_page()
        page.goto(address, wait_until="commit")
        page.wait_for_load_state("domcontentloaded")
        times["first, opened again"], _ = page.evaluate(_ANSWER, [name, *ASKED[name]])
    page.close()
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--json", type=Path, help="write the numbers here")
    asked = parser.parse_args()
    if CHROMIUM is None or not (asked.folder / "index.html").is_file():
        print("there is no Chromium, or no folder that make site wrote: nothing to measure")
        return
    found = measured(asked.folder)
    heading(f"The folder without a server, in Chromium on {processor()}")
    print(f"{'page':10} {'number':24} {'value':>8}  aim")
    for page, numbers in found.items():
        for key, value in numbers.items():
            print(f"{page:10} {key:24} {value:8.2f}  {verdict(value, AIMS.get(key))}")
    if asked.json:
        asked.json.write_text(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    main()
