"""Check a packing certificate: that pieces lie in a box, and that no better box holds them.

    python check_packing.py FILE.cert[.xz]

Prints one line: what is proven (exit code 0), or why the certificate does not hold (1). It needs Python 3.9 or later
and check_cover.py beside it, which checks that the pieces do not fit into a box. This program checks that every better
box is among these boxes. docs/certificates/packings.md describes the file.
"""

import json
import lzma
import sys
from fractions import Fraction
from math import isqrt
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from check_cover import MOST_BYTES, Puzzle, demand, numbers, proven


def better_boxes(goal, cells, box):
    """The boxes of at least so many cells that are better than a box, the shorter side first unless it is a strip."""
    width, height = box
    if goal == "strip":
        return {(width, high) for high in range(1, height) if width * high >= cells}
    if goal == "area":
        areas = range(cells, width * height)
        return {(a, area // a) for area in areas for a in range(1, isqrt(area) + 1) if area % a == 0}
    demand(goal == "score", "the goal is unknown")

    def score(short, long):
        return Fraction((5 * cells - 2 * short * long) * short, 2 * long)

    best = score(min(box), max(box))
    demand(best >= 0, "the score is below 0")
    most = 5 * cells // 2  # of larger areas the score is below 0
    shapes = ((a, b) for a in range(1, isqrt(most) + 1) for b in range(a, most // a + 1))
    return {(a, b) for a, b in shapes if a * b >= cells and score(a, b) > best}


def statement(box, pieces):
    """The puzzle of a box any of whose cells may stay empty."""
    cells = [[x, y] for x in range(box[0]) for y in range(box[1])]
    return {"cells": cells, "optional": list(range(len(cells))), "pieces": pieces}


def check(lines):
    """What the lines of a file prove, in words."""
    head, rest = json.loads(lines[0]), lines[1:]
    pieces, goal, box = head["pieces"], head["goal"], numbers(head["box"], 2, 1)
    puzzle = Puzzle(statement(box, pieces))
    covered = []
    for number, cells in head["placements"]:
        at = sorted([x * box[1] + y for x, y in cells])
        demand((tuple(at), ((number, 1),), 0) in puzzle.ways, "a piece lies in no way that it can")
        demand(all(0 <= y < box[1] for _, y in cells), "a piece leaves the box")
        covered += at
    demand(len(set(covered)) == len(covered), "two pieces overlap")
    used = [number for number, _ in head["placements"]]
    counts = [piece["least"] for piece in pieces]
    demand([used.count(number) for number in range(len(pieces))] == counts, "a piece is missing, or there too often")
    demand(all(piece["most"] == piece["least"] for piece in pieces), "the counts of pieces are not exact")
    refuted = set()
    for data in (json.loads(line) for line in rest if line.startswith("{")):
        own = {tuple(cell) for cell in data["cells"]}
        sides = max(x for x, _ in own) + 1, max(y for _, y in own) + 1
        demand(own == {(x, y) for x in range(sides[0]) for y in range(sides[1])}, "a section is not about a box")
        demand(data["pieces"] == pieces and set(data) == {"cells", "optional", "pieces"}, "a section has other pieces")
        demand(sorted(data["optional"]) == list(range(len(own))), "a cell of a box is not optional")
        refuted.add(sides)
        if all(piece["turns"] in ("free", "one-sided") for piece in pieces):  # then a box may be turned
            refuted.add(sides[::-1])
    better = better_boxes(goal, sum([len(piece["cells"]) * piece["least"] for piece in pieces]), box)
    if goal != "strip":
        better |= {one[::-1] for one in better}
    demand(better <= refuted, "a better box is not refuted")
    if rest:
        proven(iter([json.dumps({"version": 1, "claim": "none", "number": 0}), *rest]))
    return f"{len(used)} pieces lie in {box[0]}x{box[1]}, and in no box that is better by {goal}"


if __name__ == "__main__":
    try:
        with (lzma.open if sys.argv[1].endswith(".xz") else open)(sys.argv[1], "rt", encoding="ascii") as file:
            print("proven:", check(file.read(MOST_BYTES).splitlines()))
    except Exception as error:  # whatever can be wrong with the file of a stranger
        sys.exit(f"not proven: {type(error).__name__}: {error}"[:999])
