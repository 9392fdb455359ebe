"""Packings the slow, obvious way: sets of cells, every piece at every place in every orientation."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product

SHAPES = {
    "I": ["####"],
    "J": ["#..", "###"],
    "L": ["..#", "###"],
    "O": ["##", "##"],
    "S": [".##", "##."],
    "T": [".#.", "###"],
    "Z": ["##.", ".##"],
}

Cells = frozenset[tuple[int, int]]


def turned(rows: list[str]) -> list[str]:
    """A quarter turn to the right, of a drawing."""
    return ["".join(row[x] for row in reversed(rows)) for x in range(len(rows[0]))]


def placements(rows: list[str], width: int, height: int) -> set[Cells]:
    """Every way to lay a drawing, turned any way, into a box; y upward."""
    found = set()
    for _ in range(4):
        for x, y in product(range(width - len(rows[0]) + 1), range(height - len(rows) + 1)):
            found.add(
                frozenset(
                    (x + dx, y + len(rows) - 1 - dy)
                    for dy, row in enumerate(rows)
                    for dx, mark in enumerate(row)
                    if mark == "#"
                )
            )
        rows = turned(rows)
    return found


def fits(bag: str, width: int, height: int) -> bool:
    """Whether the pieces of ``bag``, one letter each, lie in the box without overlap."""
    places = {letter: sorted(placements(SHAPES[letter], width, height), key=sorted) for letter in set(bag)}

    def lay(rest: str, taken: Cells, start: int) -> bool:
        if not rest:
            return True
        options = places[rest[0]]
        for number in range(start, len(options)):
            if not options[number] & taken:
                # Equal pieces come in the order of their places, so that exchanging them is not tried.
                again = number + 1 if rest[1:2] == rest[0] else 0
                if lay(rest[1:], taken | options[number], again):
                    return True
        return False

    return lay("".join(sorted(bag)), frozenset(), 0)


def most_covered(drawings: list[list[str]], width: int, height: int) -> int:
    """The most cells of a box that some of the drawings cover, each at most once, turned and turned over any way."""
    places = [
        placements(rows, width, height) | placements([row[::-1] for row in rows], width, height) for rows in drawings
    ]

    def cover(number: int, taken: Cells) -> int:
        if number == len(places):
            return len(taken)
        with_it = [cover(number + 1, taken | place) for place in places[number] if not place & taken]
        return max([cover(number + 1, taken), *with_it])

    return cover(0, frozenset())


def bags(pieces: int) -> Iterator[str]:
    """Every bag of so many pieces."""
    return map("".join, combinations_with_replacement("IJLOSTZ", pieces))


def best_score(bag: str) -> float:
    """The best score of a bag: every box in turn, from the best on."""
    cells = 4 * len(bag)
    boxes = [(a, b) for a in range(1, cells + 1) for b in range(a, cells + 1) if a * b >= cells and a * b <= 4 * cells]
    for a, b in sorted(boxes, key=lambda box: -(10 * len(bag) - box[0] * box[1]) * box[0] / box[1]):
        if fits(bag, a, b):
            return (10 * len(bag) - a * b) * a / b
    raise AssertionError("every bag fits somewhere")
