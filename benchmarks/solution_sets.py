"""Diagrams of all solutions beside other programs that make them: xcover's ``covers_zdd`` and dxz.

    python benchmarks/solution_sets.py [--quick]

Every contender gets the same options and runs in a process of its own. xcover (with its memo, by both of its ways to
choose an item) and dxz are left out where they are not installed; dxz tells how many solutions there are and not how
many nodes. Seconds are processor seconds of the call alone; xcover was compiled by a first call on a small cover.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from parts.process import run

CAP = 40.0
CONTENDERS = ("shapewright", "xcover MRV", "xcover leftmost", "dxz")

Options = tuple[list[list[str]], list[str]]  # options, and the items that need not be covered


def board(text: str) -> Options:
    """The tilings of a board; items are its cells in their order, then the pieces."""
    from shapewright import tiling
    from shapewright.tiling.covers.of_problem import exact_cover

    cover = exact_cover(tiling.Problem.from_text(text))
    return [[str(item) for item, _ in option] for option in cover.options], []


def queens(size: int) -> Options:
    """Queens that do not attack each other."""
    options = [[f"row{y}", f"column{x}", f"up{x - y}", f"down{x + y}"] for x in range(size) for y in range(size)]
    diagonals = sorted({item for option in options for item in option[2:]})
    return options, diagonals


def langford(size: int) -> Options:
    """Langford pairs."""
    pairs: Iterator[tuple[int, int]] = ((k, left) for k in range(1, size + 1) for left in range(2 * size - k - 1))
    return [[f"number{k}", f"place{left}", f"place{left + k + 1}"] for k, left in pairs], []


WORKS: dict[str, Callable[[], Options]] = {
    "8x8 dominoes": lambda: board("board 8x8\npieces any*I2"),
    "10x10 dominoes": lambda: board("board 10x10\npieces any*I2"),
    "5x12 pentominoes": lambda: board("board 5x12\npieces pentominoes"),
    "6x10 pentominoes": lambda: board("board 6x10\npieces pentominoes"),
    "8 queens": lambda: queens(8),
    "10 queens": lambda: queens(10),
    "langford 8": lambda: langford(8),
    "langford 11": lambda: langford(11),
}
QUICK = ("8x8 dominoes", "8 queens", "langford 8")


def main() -> None:
    """Measure all contenders on all works and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="only small works")
    parser.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.child:
        print(json.dumps(child(*arguments.child)))
        return
    print(f"{'work':18} {'program':16} {'solutions':>14} {'nodes':>10} {'seconds':>8} {'peak MB':>8}")
    for work in QUICK if arguments.quick else WORKS:
        for contender in CONTENDERS:
            if contender != "shapewright" and find_spec(contender.partition(" ")[0]) is None:
                continue
            done = run([sys.executable, str(Path(__file__)), "--child", work, contender], cap=CAP)
            if done.killed:
                print(f"{work:18} {contender:16} {'-':>14} {'-':>10} {f'> {CAP:.0f}':>8} {done.peak:8.0f}")
                continue
            found = done.answer()
            numbers = f"{found['solutions']:14} {found['nodes'] or '-':>10} {found['seconds']:8.2f} {done.peak:8.0f}"
            print(f"{work:18} {contender:16} {numbers}", flush=True)


def child(work: str, contender: str) -> dict[str, Any]:
    """One contender at one work."""
    options, secondary = WORKS[work]()
    if contender == "shapewright":
        return _shapewright(options, secondary)
    return _dxz(options, secondary) if contender == "dxz" else _xcover(options, secondary, contender.split()[1])


def _shapewright(options: list[list[str]], secondary: list[str]) -> dict[str, Any]:
    from shapewright import tiling

    tiling.solution_set(tiling.ExactCover(["ab"]))  # everything is loaded
    started = time.process_time()
    found = tiling.solution_set(tiling.ExactCover(options, secondary=secondary))
    return {"solutions": found.count, "nodes": found.nodes, "seconds": time.process_time() - started}


def _xcover(options: list[list[str]], secondary: list[str], heuristic: str) -> dict[str, Any]:
    from xcover import covers_zdd

    more: dict[str, Any] = {"use_memo_cache": True, "choose_heuristic": heuristic}
    list(covers_zdd([["a", "b"], ["a"], ["b"]], **more))
    if secondary:
        more["secondary"] = secondary
    started = time.process_time()
    nodes = list(covers_zdd(options, **more))
    seconds = time.process_time() - started
    counts = {0: 0, 1: 1}
    last = 0
    for index, _, low, high in nodes:
        counts[index] = counts[low] + counts[high]
        last = index
    return {"solutions": counts[last], "nodes": len(nodes), "seconds": seconds}


def _dxz(options: list[list[str]], secondary: list[str]) -> dict[str, Any]:
    import dxz

    # It knows no items that may stay uncovered: each gets an option that covers it alone.
    rows = options + [[item] for item in secondary]
    items = {item: place for place, item in enumerate(dict.fromkeys(item for row in rows for item in row))}
    matrix = [0] * (len(rows) * len(items))
    for number, row in enumerate(rows):
        for item in row:
            matrix[number * len(items) + items[item]] = 1
    started = time.process_time()
    solutions = dxz.dxz_count(len(rows), len(items), matrix)
    return {"solutions": solutions, "nodes": None, "seconds": time.process_time() - started}


if __name__ == "__main__":
    main()
