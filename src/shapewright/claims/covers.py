"""Cover certificates: puzzles as a file states them, and searches written down by the engine.

``docs/certificates/covers.md`` describes the file and ``certificates/check_cover.py`` checks it. The checker makes the
ways to place pieces by itself, so all that must agree is their order: pieces as they are stated, then ascending cells.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any

from shapewright import _core
from shapewright.errors import CertificateError, amount
from shapewright.jobs.interrupt import interruptible
from shapewright.storage.certificate import Certificate
from shapewright.storage.json import integers_of_any_length

if TYPE_CHECKING:
    from shapewright.cells.lattice import Lattice
    from shapewright.cells.motion import Cell
    from shapewright.cells.polyomino import Piece
    from shapewright.jobs.limits import Clock

CHECKER = "check_cover.py"
MOST_WAYS = 200_000
MOST_BYTES = 1 << 30
_FIRST_BYTES = 1 << 26  # for each order in which cells are decided, before either gets four times as much
_NO_COVER = 1 << 62

Way = tuple[tuple[int, ...], tuple[tuple[int, int], ...], int]  # cells, pieces with copies, cost
Symmetry = tuple[tuple[int, ...], tuple[int, ...]]  # where cells go, where pieces go


@dataclass(frozen=True)
class Puzzle:
    """What a section of a certificate is about: the ``statement`` in the file, and what the checker makes of it.

    ``bounds`` are the least and the most copies of each piece (None: any number). Behind the ``ways`` of pieces stand
    those that leave an ``optional`` cell empty, by a piece of their own.
    """

    statement: dict[str, Any]
    size: int
    bounds: tuple[tuple[int, int | None], ...]
    ways: tuple[Way, ...]
    optional: tuple[int, ...] = ()
    symmetries: tuple[Symmetry, ...] = field(default=(), repr=False)

    @classmethod
    def bounded(cls, statement: dict[str, Any], ways: Sequence[Way], symmetries: Sequence[Symmetry] = ()) -> Puzzle:
        """The same puzzle with the piece that leaves cells empty, of which there are as many as areas allow."""
        is_listed = "options" in statement
        size = statement["cells"] if is_listed else len(statement["cells"])
        bounds: list[tuple[int, int | None]] = []
        low = high = 0
        for piece in statement["pieces"]:
            least, most = piece["least"], size if piece["most"] is None else piece["most"]
            bounds.append((least, None if least == 0 and most >= size else most))
            area = 0 if is_listed else len(piece["cells"])
            low, high = low + least * area, high + most * area
        room = min(size - low, statement.get("empty", size))
        empty = (0, size) if is_listed else (max(0, size - high), max(0, room))
        optional = tuple(statement["optional"])
        if optional:
            ways = [*ways, *[((cell,), ((len(bounds), 1),), 0) for cell in optional]]
            bounds.append((empty[0], None if empty[0] == 0 and empty[1] >= size else empty[1]))
            own = len(bounds) - 1
            symmetries = [(cells, (*kinds, own)) for cells, kinds in symmetries]
        if len(ways) > MOST_WAYS:
            raise CertificateError(f"there are {len(ways)} ways to place pieces; certificates are for {MOST_WAYS}")
        return cls(statement, size, tuple(bounds), tuple(ways), optional, tuple(symmetries))

    def is_refuted_by(self, weights: Sequence[int], modulus: int = 0) -> bool:
        """Whether the weights of all cells add up to more than those of ways that cover each cell once can.

        With a ``modulus``: whether they leave another rest than those of such ways.
        """
        sums: list[set[int]] = [set() for _ in self.bounds]
        for cells, ((piece, _),), _ in self.ways:
            sums[piece].add(sum([weights[cell] for cell in cells]))
        bounds = [(least, self.size if most is None else most) for least, most in self.bounds]
        if not modulus:
            tops = [max(each, default=0) for each in sums]
            return sum(weights) > sum([top * copies[top > 0] for top, copies in zip(tops, bounds, strict=True)])
        reached = {0}
        for (least, most), each in zip(bounds, sums, strict=True):
            exact, reached = reached, set()
            for copies in range(min(most, self.size) + 1):
                reached |= exact if copies >= least else set()
                exact = {(a + b) % modulus for a in exact for b in each}
        return sum(weights) % modulus not in reached

    def colouring(self) -> tuple[int, Sequence[int]] | None:
        """A modulus and weights that show that there is no cover, among those of stripes and checkerboards."""
        cells = self.statement["cells"]
        if "options" in self.statement:
            return None
        for modulus in range(6):
            for factors in product((0, 1, -1), repeat=len(cells[0])):
                lines = [sum([a * b for a, b in zip(factors, cell, strict=True)]) for cell in cells]
                signs = [1 - 2 * (line % 2) for line in lines]
                for weights in (signs, lines) if modulus else (signs, [-sign for sign in signs]):
                    if self.is_refuted_by(weights, modulus):
                        return modulus, weights
        return None

    @property
    def name(self) -> str:
        """What is covered, and by what."""
        if "options" in self.statement:
            return f"{self.size} items by options of the file"
        empty = f", at most {self.statement['empty']} cells empty" if "empty" in self.statement else ""
        return f"{self.size} cells by {amount(len(self.statement['pieces']), 'kind')} of pieces{empty}"

    @cached_property
    def ways_of_symmetries(self) -> list[tuple[Way, ...]]:
        """For each symmetry the sets of ways that it takes to each other, as ways, where they can be used together."""
        found = []
        for cells, pieces in self.symmetries:
            kept: list[Way] = []
            seen: set[tuple[tuple[int, ...], int]] = set()
            for way, ((piece, _),), _ in self.ways:
                orbit: list[tuple[tuple[int, ...], int]] = []
                one = way, piece
                while one not in seen:
                    seen.add(one)
                    orbit.append(one)
                    one = tuple(sorted([cells[cell] for cell in one[0]])), pieces[one[1]]
                together = sorted([cell for covered, _ in orbit for cell in covered])
                if orbit and len(set(together)) == len(together):
                    kept.append((tuple(together), tuple(Counter([kind for _, kind in orbit]).items()), 0))
            found.append(tuple(kept))
        return found


@dataclass
class Section:
    """The lines about one puzzle, or about the covers that one of its symmetries keeps."""

    head: dict[str, Any]
    search: _core.CoverCertificate | None = None
    weights: Sequence[int] = ()
    modulus: int = 0

    def lines(self) -> Iterator[str]:
        """The lines of the file; each piece of text is taken from the engine when it is needed."""
        yield json.dumps(self.head, separators=(",", ":"))
        if self.search is None:
            yield " ".join(["w", *map(str, (self.modulus, *self.weights))])
            return
        for number in range(self.search.texts):
            yield from self.search.text(number).decode().splitlines()
        yield f"root {self.search.root}"

    @property
    def count(self) -> int:
        """The number of covers."""
        return 0 if self.search is None else int.from_bytes(self.search.count, "little")

    @property
    def least(self) -> int | None:
        """The least cost of a cover; None if there is none."""
        return None if self.search is None or self.search.least >= _NO_COVER else self.search.least


def searched(
    puzzle: Puzzle,
    clock: Clock,
    *,
    symmetry: int = 0,
    by: tuple[int, dict[int, int]] | None = None,
    costs: bool = False,
) -> Section:
    """Search a puzzle and write the search down; ``by`` a piece, only the ways that stand for all, with how many.

    Raises ``StoppedError``, and ``CertificateError`` if the text is too long.
    """
    ways = puzzle.ways_of_symmetries[symmetry] if symmetry else puzzle.ways
    head = {"symmetry": symmetry} if symmetry else dict(puzzle.statement)
    numbers = range(len(ways))
    if by is not None:
        head["by"] = by[0]
        numbers = [k for k in numbers if ways[k][1][0][0] != by[0] or k in by[1]]  # type: ignore[assignment]
    low, high = [least for least, _ in puzzle.bounds], [most for _, most in puzzle.bounds]
    fits = [k for k in numbers if all(copies <= (high[piece] or copies) for piece, copies in ways[k][1])]
    fits = [k for k in fits if all(high[piece] != 0 for piece, _ in ways[k][1])]
    options: list[tuple[list[int], list[int], list[tuple[int, int]]]] = [
        (list(ways[k][0]), [], list(ways[k][1])) for k in fits
    ]
    instance = _core.CoverInstance([True] * puzzle.size, low, high, options)
    search = _core.CoverCertificate(instance, [ways[k][2] for k in fits] if costs else [])
    if by is not None:
        search.begin_with(by[0], [by[1].get(k, 1) for k in fits])
    size = min(_FIRST_BYTES, MOST_BYTES)
    while True:
        for in_order in (False, True):
            with interruptible(clock.stop) as stop:
                outcome = search.run(stop, clock.native(), in_order, size)
            if outcome == "done":
                return Section(head, search)
            if outcome == "stopped":
                raise clock.stopped("the certificate was complete")
        if size == MOST_BYTES:
            raise CertificateError(f"the search has more than {search.lines:,} states, too many for a certificate")
        size = min(4 * size, MOST_BYTES)


def whole(claim: str, number: int | None, sections: Sequence[Section], puzzles: Sequence[Puzzle]) -> Certificate:
    """The certificate made of these sections, and what it proves in words."""
    where = puzzles[0].name
    said = {
        "none": f"no cover of {', nor of '.join([puzzle.name for puzzle in puzzles])}",
        "least cost": f"least cost {number} of {where}",
    }

    with integers_of_any_length():
        covers = "cover" if number == 1 else "covers"
        up_to = f" up to {len(sections)} symmetries" if claim == "covers up to symmetry" else ""
        words = said.get(claim, f"{number} {covers}{up_to} of {where}")
        head = json.dumps({"certificate": "cover", "version": 1, "claim": claim, "number": number})

    def lines() -> Iterator[str]:
        yield head
        for section in sections:
            yield from section.lines()

    return Certificate(words, CHECKER, lines())


def shape_of(piece: Piece) -> dict[str, Any]:
    """The cells of a piece and how it may be turned: a flat one of round cells may be turned over."""
    lattice, cells = piece.shape.lattice, piece.shape.cells
    is_turned_over = piece.motions == "one-sided" and lattice.turns_over(cells)
    return {
        "cells": [list(lattice.point(cell)) for cell in cells],
        "turns": "free" if is_turned_over else piece.motions,
    }


def board_of(cells: Sequence[Cell], lattice: Lattice) -> dict[str, Any]:
    """The cells of a board, and how shapes move on its lattice unless it is that of squares or cubes."""
    board: dict[str, Any] = {"cells": [list(lattice.point(cell)) for cell in cells]}
    if not lattice.is_plain:
        board |= {"turns": _signed_turns(lattice), "translations": _translations(lattice)}
    return board


def _signed_turns(lattice: Lattice) -> dict[str, list[list[int]]]:
    """The motions of a lattice by what pieces may do: in place of each coordinate the number of one, with a sign."""
    turns = {
        kind: [
            [sign * (axis + 1) for axis, sign in zip(motion.axes, motion.signs, strict=True)]
            for motion in lattice.motions(reflections=kind == "free")
        ]
        for kind in ("one-sided", "free")
    }
    return {"fixed": turns["one-sided"][:1], **turns}


def _translations(lattice: Lattice) -> list[list[int]]:
    """Vectors of which all translations that keep the lattice are sums, each with more zeros in front than the last."""
    origin = min(lattice.centres)
    moves = [
        tuple(
            [
                a - b
                for a, b in zip(
                    lattice.point(tuple(map(sum, zip(origin, by, strict=True)))), lattice.point(origin), strict=True
                )
            ]
        )
        for by in lattice.translations
    ]
    rows = [list(row) for row in {*map(tuple, lattice.steps), *moves} if any(row)]
    basis = []
    for axis in range(len(lattice.steps[0])):
        while True:
            rows.sort(key=lambda row: (row[axis] == 0, abs(row[axis])))
            first, *others = rows or [[]]
            if not first or not first[axis]:
                break
            rest = [[a - row[axis] // first[axis] * b for a, b in zip(row, first, strict=True)] for row in others]
            if rest == others:
                basis.append(first)
                rows = [row for row in others if any(row)]
                break
            rows = [first, *rest]
    return basis
