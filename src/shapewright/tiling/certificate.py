"""Certificates of tilings and exact covers: every state of a search, for a program that shares no code with it.

``docs/certificates/covers.md`` describes the file and ``certificates/check_cover.py`` checks it. The checker makes the
ways to place pieces by itself, so all that must agree is their order: pieces as they are stated, then ascending cells.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from shapewright.cells.quotient import Quotient
from shapewright.errors import CertificateError, LimitError, amount
from shapewright.jobs.interrupt import interruptible
from shapewright.storage.certificate import Certificate
from shapewright.storage.json import integers_of_any_length
from shapewright.tiling import native
from shapewright.tiling.covers.exact_cover import ExactCover
from shapewright.tiling.proof.finding import by_numbers
from shapewright.tiling.search.clock import Clock
from shapewright.tiling.search.instance import Cover
from shapewright.tiling.symmetries.orbits import Orbits

if TYPE_CHECKING:
    from shapewright import _core
    from shapewright.cells.lattice import Lattice
    from shapewright.cells.polyomino import Piece
    from shapewright.tiling.problem import Problem

CHECKER = "check_cover.py"
MOST_WAYS = 200_000
MOST_BYTES = 1 << 30
_FIRST_BYTES = 1 << 26  # for each order in which cells are decided, before either gets four times as much

_NO_COVER = 1 << 62

Claim = Literal["covers", "none", "least cost"]
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
    def of_cover(cls, cover: Cover, symmetries: Sequence[Symmetry] = ()) -> Puzzle:
        """The open cells of a board and the pieces that are left for them; options are sorted within their pieces."""
        problem, lattice = cover.problem, cover.problem.board.lattice
        pieces = [problem.pieces[kind.members[0]] for kind in problem.classes()]
        names = ["|".join(problem.pieces[member].name for member in kind.members) for kind in problem.classes()]
        stated: list[dict[str, Any]] = [
            {"name": name, "least": least, "most": most}
            for name, least, most in zip(names, cover.minimum, cover.maximum, strict=True)
        ]
        ways = [(covered, ((number, 1),), 0) for number, covered in cover.options]
        optional = [k for k, must in enumerate(cover.required) if not must]
        statement: dict[str, Any] = {"cells": len(cover.cells), "optional": optional, "pieces": stated}
        if isinstance(lattice, Quotient) or problem.board.colours:
            statement["names"] = [list(cell) for cell in cover.cells]
            statement["options"] = [[list(way), [list(use) for use in uses], cost] for way, uses, cost in ways]
            return cls.bounded(statement, ways)
        for one, piece in zip(stated, pieces, strict=True):
            one |= {"cells": [list(lattice.point(cell)) for cell in piece.shape.cells], "turns": _turns(piece)}
        statement["cells"] = [list(lattice.point(cell)) for cell in cover.cells]
        if not lattice.is_plain:
            statement |= {"turns": _signed_turns(lattice), "translations": _translations(lattice)}
        return cls.bounded(statement, ways, symmetries)

    @classmethod
    def of_exact_cover(cls, cover: ExactCover) -> Puzzle:
        """An exact cover, whose options the file lists; those that nothing ever chooses are left out."""
        if cover.is_coloured:
            raise CertificateError("there are no certificates for exact covers with colours")
        if cover.given_options:
            raise CertificateError("there are no certificates for exact covers with given options")
        required, low, high, options = cover.engine.numbers
        costs = cover.costs or (0,) * len(options)
        chosen = [
            (tuple(items), tuple(uses), cost)
            for (items, _, uses), cost in zip(options, costs, strict=True)
            if all(copies <= high[piece] for piece, copies in uses)
        ]
        size = len(required)
        for number, (items, uses, cost) in enumerate(chosen):
            if not items:  # its items have bounds of their own: an item more says that it is chosen at most once
                chosen[number] = (size,), uses, cost
                size += 1
        statement = {
            "cells": size,
            "optional": [k for k in range(size) if k >= len(required) or not required[k]],
            "pieces": [{"least": least, "most": most} for least, most in zip(low, high, strict=True)],
            "options": [[list(items), [list(use) for use in uses], cost] for items, uses, cost in chosen],
        }
        return cls.bounded(statement, chosen)

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
        empty = (0, size) if is_listed else (max(0, size - high), max(0, size - low))
        optional = tuple(statement["optional"])
        if optional:
            ways = [*ways, *[((cell,), ((len(bounds), 1),), 0) for cell in optional]]
            bounds.append((empty[0], None if empty[0] == 0 and empty[1] >= size else empty[1]))
            own = len(bounds) - 1
            symmetries = [(cells, (*kinds, own)) for cells, kinds in symmetries]
        if len(ways) > MOST_WAYS:
            raise CertificateError(f"there are {len(ways)} ways to place pieces; certificates are for {MOST_WAYS}")
        return cls(statement, size, tuple(bounds), tuple(ways), optional, tuple(symmetries))

    def is_refuted_by(self, weights: Sequence[int]) -> bool:
        """Whether the weights of all cells add up to more than those of ways that cover each cell once can."""
        tops: dict[int, int] = {}
        for cells, ((piece, _),), _ in self.ways:
            total = sum([weights[cell] for cell in cells])
            tops[piece] = max(total, tops.get(piece, total))
        most = 0
        for piece, top in tops.items():
            least, copies = self.bounds[piece]
            most += top * (least if top <= 0 else self.size if copies is None else copies)
        return sum(weights) > most

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

    def lines(self) -> Iterator[str]:
        """The lines of the file; each piece of text is taken from the engine when it is needed."""
        yield json.dumps(self.head, separators=(",", ":"))
        if self.search is None:
            yield " ".join(["w", *map(str, self.weights)])
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
    options: list[native.EngineOption] = [(list(ways[k][0]), [], list(ways[k][1])) for k in fits]
    instance = native.instance([True] * puzzle.size, low, high, options)
    search = native.written(instance, [ways[k][2] for k in fits] if costs else [])
    if by is not None:
        search.begin_with(by[0], [by[1].get(k, 1) for k in fits])
    size = min(_FIRST_BYTES, MOST_BYTES)
    while True:
        for in_order in (True, False):
            with interruptible(clock.stop) as stop:
                outcome = search.run(stop, clock.native(), in_order, size)
            if outcome == "done":
                return Section(head, search)
            if outcome == "stopped":
                raise clock.stopped("the certificate was complete")
        if size == MOST_BYTES:
            raise CertificateError(f"the search has more than {search.lines:,} states, too many for a certificate")
        size = min(4 * size, MOST_BYTES)


def certificate(
    problem: Problem | ExactCover,
    claim: Claim = "covers",
    *,
    up_to_symmetry: bool = False,
    rotations_only: bool = False,
    time_limit: float | None = None,
) -> Certificate:
    """Return the certificate of how many covers ``problem`` has, that it has none, or the least cost of one.

    A puzzle without a tiling that is to have "none" has numbers on its cells for a certificate, where such numbers show
    it; otherwise the search is written down, once for each symmetry if tilings are counted ``up_to_symmetry``
    (``rotations_only``: without reflections).

    >>> from shapewright.tiling.problem import Problem
    >>> certificate(Problem("4x4", "4*L4")).claim
    '10 covers of 16 cells by 1 kind of pieces'

    Raises ``CertificateError`` where there is none: if the claim is "none" and there is a cover, if the search is too
    large to be written down, or for exact covers with colours; ``StoppedError`` when the time limit (seconds) is over.
    """
    clock = Clock(time_limit)
    sections: list[Section] = []
    if isinstance(problem, ExactCover):
        if up_to_symmetry or rotations_only:
            raise CertificateError("an exact cover has no board, so its covers are not counted up to symmetry")
        puzzle = Puzzle.of_exact_cover(problem)
        sections.append(searched(puzzle, clock, costs=claim == "least cost"))
    else:
        try:
            cover = Cover.of(problem, clock.look)
        except LimitError as error:
            raise CertificateError(f"there is no certificate: {error}") from None
        cover = replace(cover, options=tuple(sorted(cover.options)))
        orbits = Orbits(cover, rotations_only=rotations_only, look=clock.look)
        group = list(dict.fromkeys(zip(map(tuple, orbits.cells), [one.classes for one in orbits.group], strict=True)))
        puzzle = Puzzle.of_cover(cover, group)
        if not puzzle.symmetries and (up_to_symmetry or rotations_only):
            raise CertificateError("there are no certificates up to symmetry for boards with glued sides or colours")
        weights = _weights(cover, puzzle, clock) if claim == "none" else None
        if weights is not None:
            sections.append(Section(dict(puzzle.statement), weights=weights))
        else:
            by = orbits.representatives() if puzzle.symmetries else None
            if by or up_to_symmetry or rotations_only:
                puzzle.statement["symmetries"] = [[list(cells), list(kinds)] for cells, kinds in group]
            sections.append(searched(puzzle, clock, by=by))
        if up_to_symmetry or rotations_only:
            sections += [searched(puzzle, clock, symmetry=number) for number in range(1, len(group))]
    if claim == "least cost":
        return _whole(claim, sections[0].least, sections, puzzle)
    counts = [section.count for section in sections]
    if claim == "none" and counts[0]:
        raise CertificateError("there is a tiling, so nothing proves that there is none")
    if up_to_symmetry or rotations_only:
        return _whole("covers up to symmetry", sum(counts) // len(counts), sections, puzzle)
    return _whole(claim, counts[0], sections, puzzle)


def _whole(claim: str, number: int | None, sections: list[Section], puzzle: Puzzle) -> Certificate:
    kinds = len(puzzle.statement["pieces"])
    what = f"{puzzle.size} items" if "options" in puzzle.statement else f"{puzzle.size} cells"
    where = f"{what} by {amount(kinds, 'kind')} of pieces" if kinds else what
    said = {"none": f"no cover of {where}", "least cost": f"least cost {number} of {where}"}

    with integers_of_any_length():
        words = said.get(claim, f"{number} {claim} of {where}")
        head = json.dumps({"certificate": "cover", "version": 1, "claim": claim, "number": number})

    def lines() -> Iterator[str]:
        yield head
        for section in sections:
            yield from section.lines()

    return Certificate(words, CHECKER, lines())


def _weights(cover: Cover, puzzle: Puzzle, clock: Clock) -> Sequence[int] | None:
    """Numbers on the cells that no tiling can add up to, if a linear programme finds some."""
    for number in (1, -1):  # too few cells of pieces, or too many
        if puzzle.is_refuted_by([number] * puzzle.size):
            return [number] * puzzle.size
    with interruptible(clock.stop):
        proof = by_numbers(cover, clock)
    if proof is None:
        return None
    of = dict(proof.numbers)
    found = [of.get(cell, 0) for cell in cover.cells]
    return found if puzzle.is_refuted_by(found) else None


def _turns(piece: Piece) -> str:
    """How a piece may be turned: a flat one of round cells may be turned over."""
    is_turned_over = piece.motions == "one-sided" and piece.shape.lattice.turns_over(piece.shape.cells)
    return "free" if is_turned_over else piece.motions


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
