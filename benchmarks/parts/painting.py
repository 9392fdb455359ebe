"""What a painted cell costs a page: script and layout per frame, from a trace of the browser."""

from __future__ import annotations

import statistics
from bisect import bisect_left
from collections import Counter
from typing import Any

SLOWER = 4  # times, as a browser slows its processor down to be a telephone
CELLS = 40

PAGES = {
    "tiling 10x6": "/tiling#board=10x6",
    "tiling 20x20": "/tiling#board=20x20",
    "tiling 5x5x5": "/tiling#board=5x5x5&pieces=any*I2",
    "packing 12x12": "/packing#bag=T1+I3&board=12x12",
    "stacking": "/stacking#sequence=LLLL&mode=paint",
    "clear": "/clear",
}

# The middles of the cells on the screen, row after row, there and back.
_MIDDLES = """(number) => {
  const drawing = document.querySelector("#stage svg.drawing"), { width, height } = drawing.viewBox.baseVal;
  const across = Math.floor(width), down = Math.floor(height), matrix = drawing.getScreenCTM();
  return Array.from({ length: Math.min(number, across * down) }, (_, index) => {
    const row = Math.floor(index / across), column = index % across;
    const { x, y } = new DOMPoint((row % 2 ? across - 1 - column : column) + 0.5, row + 0.5).matrixTransform(matrix);
    return [x, y];
  });
}"""

# What a browser calls script, style and layout.
_WORK = {
    *("EventDispatch", "FunctionCall", "TimerFire", "FireAnimationFrame", "RunMicrotasks", "MinorGC", "MajorGC"),
    *("UpdateLayoutTree", "Layout"),
}


def frames(page: Any) -> list[float]:
    """The milliseconds of script and layout of each frame in which a cell of the stage was painted.

    They are processor time of the page's main thread, so that other programs of the machine matter little.
    """
    cells = page.evaluate(_MIDDLES, CELLS)
    browser = page.context.new_cdp_session(page)
    events: list[dict[str, Any]] = []
    over: list[bool] = []
    browser.on("Tracing.dataCollected", lambda told: events.extend(told["value"]))
    browser.on("Tracing.tracingComplete", lambda _: over.append(True))
    browser.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    kinds = "devtools.timeline,disabled-by-default-devtools.timeline"
    browser.send("Tracing.start", {"categories": kinds, "transferMode": "ReportEvents"})
    page.mouse.move(*cells[0])
    page.mouse.down()
    for cell in cells[1:]:
        page.mouse.move(*cell)
    page.mouse.up()
    browser.send("Tracing.end")
    while not over:
        page.wait_for_timeout(20)
    return per_frame(events)


def per_frame(events: list[dict[str, Any]]) -> list[float]:
    """The milliseconds of work of each frame with a pointer's move, in order, from the events of a trace."""
    (thread, _), *_ = Counter(_thread(each) for each in events if each["name"] == "EventDispatch").most_common(1)
    ours = sorted((each for each in events if _thread(each) == thread), key=lambda each: float(each["ts"]))
    ends = [each["ts"] for each in ours if each["name"] == "PrePaint"]
    work: Counter[int] = Counter()
    moves = set()
    end = 0.0
    for each in ours:
        if each["name"] not in _WORK or each.get("ph") != "X" or each["ts"] < end:
            continue  # what another one called is counted with it
        end = each["ts"] + each.get("dur", 0)
        frame = bisect_left(ends, each["ts"])
        work[frame] += each.get("tdur", each.get("dur", 0))
        if each["name"] == "EventDispatch" and each["args"]["data"]["type"] == "pointermove":
            moves.add(frame)
    return sorted(work[frame] / 1000 for frame in moves)


def _thread(event: dict[str, Any]) -> tuple[int, int]:
    return event.get("pid", 0), event.get("tid", 0)


def painting(page: Any, repeats: int, address: str) -> tuple[float, float]:
    """The median, and what 95 % of the frames stay below, of several strokes; medians of the ``repeats``."""
    found = []
    for _ in range(repeats):
        page.goto("about:blank")
        page.goto(address)
        page.wait_for_selector("#bar[data-state=fresh]")
        page.wait_for_timeout(500)  # whatever moved has come to rest
        each = frames(page)
        found.append((statistics.median(each), each[int(len(each) * 0.95)]))
    return statistics.median(median for median, _ in found), statistics.median(most for _, most in found)
