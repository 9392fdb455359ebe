"""What is true of the puzzles that a cover certificate states, found by trying everything: for tiny ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations, product
from typing import Any

Way = tuple[frozenset[int], tuple[tuple[int, int], ...], int]


def is_true(head: dict[str, Any], puzzles: Sequence[dict[str, Any]]) -> bool:
    """Whether what a certificate claims is true of its puzzles."""
    claim = head["claim"]
    if claim == "none":
        return all(not any(True for _ in covers(puzzle)) for puzzle in puzzles)
    found = list(covers(puzzles[0]))
    if claim == "covers":
        return len(found) == head["number"]
    if claim == "least cost":
        return min([sum(way[2] for way in cover) for cover in found], default=None) == head["number"]
    kinds = set()
    for cover in found:
        tiles = frozenset((way[0], way[1][0][0]) for way in cover)
        kinds.add(
            frozenset(
                frozenset((frozenset(cells[c] for c in own), pieces[kind]) for own, kind in tiles)
                for cells, pieces in puzzles[0]["symmetries"]
            )
        )
    return len(kinds) == head["number"]


def covers(puzzle: dict[str, Any]) -> Iterator[tuple[Way, ...]]:
    """Every choice of ways that covers each cell once, but for optional ones, within the counts of the pieces."""
    every = ways(puzzle)
    size = puzzle["cells"] if "options" in puzzle else len(puzzle["cells"])
    must = set(range(size)) - set(puzzle["optional"])

    def more(at: int, covered: frozenset[int], chosen: tuple[Way, ...]) -> Iterator[tuple[Way, ...]]:
        if at == len(every):
            used = [sum(dict(way[1]).get(kind, 0) for way in chosen) for kind in range(len(puzzle["pieces"]))]
            if must <= covered and all(
                piece["least"] <= number and (piece["most"] is None or number <= piece["most"])
                for piece, number in zip(puzzle["pieces"], used, strict=True)
            ):
                yield chosen
            return
        if min(must - covered, default=len(every)) < min(every[at][0]):
            return  # the ways are sorted by their first cells
        yield from more(at + 1, covered, chosen)
        if not every[at][0] & covered:
            yield from more(at + 1, covered | every[at][0], (*chosen, every[at]))

    return more(0, frozenset(), ())


def ways(puzzle: dict[str, Any]) -> list[Way]:
    """All ways to place pieces, by their least cells."""
    if "options" in puzzle:
        listed = [
            (frozenset(cells), tuple((piece, copies) for piece, copies in uses), cost)
            for cells, uses, cost in puzzle["options"]
        ]
        return sorted(listed, key=lambda way: min(way[0]))
    board = {tuple(cell): number for number, cell in enumerate(puzzle["cells"])}
    dimension = len(puzzle["cells"][0])
    found: set[Way] = set()
    for kind, piece in enumerate(puzzle["pieces"]):
        for turn in turns(piece["turns"], dimension, puzzle.get("turns")):
            shape = [tuple(cell[abs(axis) - 1] * (1 if axis > 0 else -1) for axis in turn) for cell in piece["cells"]]
            for start in board:
                moved = tuple(b - a for a, b in zip(shape[0], start, strict=True))
                cells = [board.get(tuple(a + b for a, b in zip(cell, moved, strict=True))) for cell in shape]
                if None not in cells and is_translation(moved, puzzle.get("translations")):
                    found.add((frozenset(cells), ((kind, 1),), 0))  # type: ignore[arg-type]
    return sorted(found, key=lambda way: (min(way[0]), sorted(way[0]), way[1]))


def turns(kind: str, dimension: int, stated: dict[str, Any] | None) -> list[Sequence[int]]:
    """The motions that a word allows, as signed numbers of coordinates."""
    if stated is not None:
        return list(stated[kind])
    identity = list(range(1, dimension + 1))
    if kind == "fixed":
        return [identity]
    if kind == "half-turn":
        return [identity, [-1, -2]]
    signed = [
        [axis * sign for axis, sign in zip(axes, signs, strict=True)]
        for axes in permutations(identity)
        for signs in product((1, -1), repeat=dimension)
    ]
    return signed if kind == "free" else [turn for turn in signed if determinant(turn) == 1]


def determinant(turn: Sequence[int]) -> int:
    """1 for a rotation, -1 for a reflection."""
    rows = [[(1 if axis > 0 else -1) if abs(axis) == k + 1 else 0 for k in range(len(turn))] for axis in turn]
    if len(rows) == 2:
        return rows[0][0] * rows[1][1] - rows[0][1] * rows[1][0]
    (a, b, c), (d, e, f), (g, h, i) = rows
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


def is_translation(moved: Sequence[int], basis: Sequence[Sequence[int]] | None) -> bool:
    """Whether small multiples of the basis add up to a move."""
    return basis is None or tuple(moved) in sums(tuple(map(tuple, basis)))


@cache
def sums(basis: tuple[tuple[int, ...], ...]) -> set[tuple[int, ...]]:
    """The sums of multiples from -12 to 12."""
    return {
        tuple(sum(n * value for n, value in zip(times, column, strict=True)) for column in zip(*basis, strict=True))
        for times in product(range(-12, 13), repeat=len(basis))
    }
