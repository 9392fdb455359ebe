"""An entry for a packing contest: many random bags, the mean score, how much of it is proven, the worst bags drawn.

    python examples/contest_entry.py contest             # 100 bags of 64 tetrominoes
    python examples/contest_entry.py contest 1000 100    # 1000 bags of 100

A contest gives every entrant the same random bags, and the mean score decides. As in the registration challenge of
Coveo Blitz 2022, n pieces in a box of sides a <= b score (10 n - a b) a / b: a small box scores more than a large one,
a square more than a long one. Writes ``bags.csv``, a line for each bag, ``report.html`` with the boxes and the worst
bags, ``worst.svg`` with the pictures of these, and ``entry.json`` with every packing.
"""

from __future__ import annotations

import csv
import json
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

from shapewright import packing
from shapewright.drawing import Figure, Node, Scene, Section, Text, rectangle, to_html, to_sheet

INK, SOFT, BAR = "#1d2129", "#59616d", "#5fc178"
WORST = 4  # bags drawn


@dataclass(frozen=True)
class Entry:
    """One bag and its packing."""

    number: int
    bag: packing.Bag
    packed: packing.Packing

    @property
    def is_proven(self) -> bool:
        return self.packed.status == "optimal"

    @property
    def box(self) -> str:
        return f"{self.packed.width}x{self.packed.height}"


def pack_all(number: int, pieces: int) -> list[Entry]:
    """Bag k is drawn by seed k, so that everybody has the same bags."""
    bags = [packing.Bag.random(pieces, seed=seed) for seed in range(number)]
    return [Entry(seed, bag, packing.pack(bag, time_limit=5)) for seed, bag in enumerate(bags)]


def boxes(entries: list[Entry]) -> Scene:
    """A bar for each box that was reached, the best score first."""
    scores = {entry.box: entry.packed.score for entry in entries}
    counts = Counter(entry.box for entry in entries)
    ordered = sorted(counts, key=lambda box: -scores[box])
    nodes: list[Node] = []
    for row, box in enumerate(ordered):
        y = 10 + 28 * row
        nodes.append(Text(70, y + 15, box, 10, INK, "end"))
        nodes.append(rectangle(82, y, max(1.0, 320 * counts[box] / len(entries)), 20, fill=BAR))
        words = f"{counts[box]} bags, score {scores[box]:.2f}"
        nodes.append(Text(92 + 320 * counts[box] / len(entries), y + 15, words, 9, SOFT))
    return Scene(640, 20 + 28 * len(ordered), tuple(nodes), "boxes reached")


def picture(entry: Entry) -> Scene:
    return entry.packed.mosaic().scene(cell=16)


def report(entries: list[Entry], worst: list[Entry], summary: str) -> str:
    """The page: how often each box was reached, and the bags with the lowest scores, with the reasons."""
    figures = []
    for entry in worst:
        reasons = "".join(f"\n{box}" for box in entry.packed.refuted)
        words = f"bag {entry.number}: {entry.bag}; {entry.box}, score {entry.packed.score:.2f}"
        figures.append(Figure(picture(entry), words, command=f"better boxes:{reasons}" if reasons else ""))
    sections = [
        Section("The boxes", figures=(Figure(boxes(entries)),)),
        Section("The worst bags", "Each better box is refuted, for the reason below the picture.", tuple(figures)),
    ]
    return to_html("A packing contest", sections, introduction=summary)


def main(folder: Path, number: int = 100, pieces: int = 64) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    entries = pack_all(number, pieces)
    score = mean(entry.packed.score for entry in entries)
    proven = sum(entry.is_proven for entry in entries)
    summary = f"{number} bags of {pieces} pieces: mean score {score:.3f}, {proven} of {number} proven to be the best"
    with (folder / "bags.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["seed", "bag", "box", "score", "proven"])
        writer.writerows([one.number, one.bag, one.box, one.packed.score, one.is_proven] for one in entries)
    worst = sorted(entries, key=lambda entry: (entry.packed.score, entry.number))[:WORST]
    (folder / "report.html").write_text(report(entries, worst, summary), encoding="utf-8")
    (folder / "worst.svg").write_text(to_sheet([picture(entry) for entry in worst]), encoding="utf-8")
    packings = [entry.packed.to_json() for entry in entries]
    (folder / "entry.json").write_text(json.dumps({"mean": score, "packings": packings}), encoding="utf-8")
    print(summary)


if __name__ == "__main__":
    folder, *numbers = sys.argv[1:] or ["contest"]
    main(Path(folder), *map(int, numbers))
