"""Reasons in words why pieces cannot cover cells exactly: areas, unreachable cells, separate parts, colourings.

Every reason is a counting argument over the placements that really exist, and contains every number its reader needs.
Mark the cells of a class (one colour of a checkerboard, every third column, a separate part of the board): each
placement covers some number of marked cells, and in an exact cover these numbers add up to the number of marked cells.
Which totals the pieces can reach is an exact bounded subset sum, over area and marked cells at once where counts are
free. Source of the colourings: S. W. Golomb, Polyominoes (1965).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from shapewright.cells.grid import Cell, cell_text
from shapewright.cells.lattice import Lattice
from shapewright.cells.lattices import SQUARE
from shapewright.colouring.schemes import markings
from shapewright.colouring.sums import (
    Question,
    Use,
    is_reachable,
    marked_counts,
    marks,
    sampled_counts,
    samples,
    work_of_totals,
)
from shapewright.colouring.words import area_reason, marking_reason
from shapewright.errors import listed_words

# Work is measured in bits touched by subset sums, some twenty a nanosecond, and bounded: a question too large for a
# marking leaves that marking out.
_WORK = 1 << 32
_WORK_PER_PLACEMENT = 2000
_WORK_PER_CELL = 4000

_SAMPLE = 24  # placements of each piece that are looked at first

Kind = Literal["areas", "piece", "cells", "part", "colouring"]


@dataclass(frozen=True)
class Demand:
    """How often a piece is to be used, and all its placements, each as the positions of its cells."""

    name: str
    area: int
    minimum: int
    maximum: int | None
    placements: Sequence[Sequence[int]]


@dataclass(frozen=True)
class Share:
    """What a reason says about one piece: each copy covers one of the numbers ``covers`` of marked cells.

    ``covers`` is empty for a piece that fits nowhere.
    """

    name: str
    area: int
    minimum: int
    maximum: int | None
    covers: frozenset[int]


@dataclass(frozen=True)
class Reason:
    """Why pieces cannot cover a board: facts from which it follows by adding up; as text, the sentence that says them.

    Some cells of the board are ``marked``; a number of them may stay empty, and a number of the others. No choice of
    pieces within their bounds, each copy with as many marked cells as ``shares`` allow, covers all the marked cells and
    all the other cells that must be covered.

    The ``kind`` of the argument says what a picture of it shows: ``areas`` alone; a ``piece`` that fits nowhere (its
    ``name``); ``cells`` that no piece covers (``missed``, of which the sentence names one); a separate ``part`` of the
    board, or a ``colouring``, which are the marked cells. ``is_balance`` says that it compares two colours with each
    other, so that both are to be seen.
    """

    sentence: str
    marked: frozenset[Cell]
    others: int  # cells that are not marked
    empty: tuple[int, int]  # how many of the marked cells and of the others may stay empty
    shares: tuple[Share, ...]
    kind: Kind = "areas"
    name: str = ""
    missed: frozenset[Cell] = frozenset()
    is_balance: bool = False

    def __str__(self) -> str:
        return self.sentence


def refute(
    cells: Sequence[Cell],
    optional: int,
    demands: Sequence[Demand],
    *,
    is_rest: bool = False,
    lattice: Lattice = SQUARE,
    look: Callable[[], None] | None = None,
) -> Reason | None:
    """A reason why no exact cover of ``cells`` can exist, or None if none was found (which proves nothing).

    ``optional`` is the bitmask of the cells that may stay empty; ``is_rest`` says that fixed pieces have been
    removed. Looks at areas, pieces without a placement, cells without a placement, separate parts of the board and
    colourings, in this order; ``lattice`` says which cells touch, and which colourings there are. Colourings whose
    subset sums would take long are left out. ``look`` is called now and then; what it raises ends the work.

    >>> print(refute([(0, 0), (1, 0), (2, 0)], 0, [Demand("I", 2, 0, None, [(0, 1), (1, 2)])]))
    every piece covers 2 cells, so together they cover a multiple of 2, but the board has 3
    """
    question = Question(cells, optional, tuple(_uses(len(cells), demands)), is_rest, lattice)
    return _Refutation(question, demands).find(look)


def refute_by_area(
    cells: Sequence[Cell], optional: int, demands: Sequence[Demand], *, is_rest: bool, lattice: Lattice = SQUARE
) -> Reason | None:
    """The reason that areas alone give, if they do; ``placements`` need not be known, but ``[()]`` stands for some."""
    question = Question(cells, optional, tuple(_uses(len(cells), demands)), is_rest, lattice)
    return _Refutation(question, demands).by_area()


class _Refutation:
    """The search for a reason; what it finds is put into words and facts."""

    def __init__(self, question: Question, demands: Sequence[Demand]) -> None:
        self._question, self._demands = question, demands
        self._all = (1 << len(question.cells)) - 1
        # Pieces of which none can be used, by the reason: no sentence about "every piece" means them.
        self._nowhere = [one.name for one in demands if not one.placements and not one.minimum and one.maximum != 0]

    def find(self, look: Callable[[], None] | None) -> Reason | None:
        question = self._question
        if not question.uses:
            if not question.required:
                return None
            open_cells = frozenset(question.cells_of(question.required))
            return self._reason("no piece fits on the board", self._all, {}, kind="cells", missed=open_cells)
        reason = self.by_area()
        if reason is not None:
            return reason
        for number, demand in enumerate(self._demands):
            if demand.minimum and not demand.placements:
                rest = {k: [one.area] for k, one in enumerate(self._demands) if k != number}
                sentence = f"the piece {demand.name} fits nowhere on the board"
                return self._reason(sentence, self._all, rest, kind="piece", name=demand.name)
        question = self._question.tightened()
        covered: set[int] = set()
        for use in question.uses:
            if look is not None:
                look()
            covered.update(*use.placements)
        missed = []
        if len(covered) < len(question.cells):
            required = marks(question.required, len(question.cells))
            missed = [k for k, is_required in enumerate(required) if is_required and k not in covered]
        if missed:
            cell = min(missed, key=question.cells.__getitem__)
            none = {use.number: [0] for use in question.uses}
            sentence = f"no piece can cover the cell {cell_text(question.cells[cell])}"
            apart = self._apart(question.uses, without_room_only=True)
            every = frozenset([question.cells[k] for k in missed])
            return self._reason(apart + sentence, 1 << cell, none, kind="cells", missed=every)
        return self._by_colours(question, look)

    def by_area(self) -> Reason | None:
        question = self._question
        sentence = area_reason(question) if question.uses else None
        if not sentence:
            return None
        areas = {use.number: [use.area] for use in question.uses}
        return self._reason(self._apart(()) + sentence, self._all, areas)

    def _by_colours(self, question: Question, look: Callable[[], None] | None) -> Reason | None:
        work = _WORK
        sampled = samples(question, _SAMPLE)
        for marking in markings(question.cells, question.lattice):
            if look is not None:
                look()
            counts = sampled_counts(sampled, marking.mask)
            work -= _WORK_PER_CELL * len(question.cells) + work_of_totals(question, counts)
            if work < 0:
                return None
            if is_reachable(question, marking.mask, counts):
                continue
            work -= _WORK_PER_PLACEMENT * sum(len(use.placements) for use in question.uses)
            counts = marked_counts(question, marking.mask)
            work -= work_of_totals(question, counts)
            if work < 0:
                return None
            if not is_reachable(question, marking.mask, counts):
                sentence, said = marking_reason(question, marking, counts, self._apart(question.uses))
                named = {use.number: choices for use, choices in zip(question.uses, said, strict=True)}
                kind: Kind = "part" if marking.is_part else "colouring"
                return self._reason(sentence, marking.mask, named, kind=kind, is_balance=bool(marking.scheme))
        return None

    def _apart(self, used: Sequence[Use], *, without_room_only: bool = False) -> str:
        """Which pieces cannot be used at all, and why, before what is said of the others."""
        kept = {use.number for use in used}
        no_room = [use.name for use in self._question.uses if used and use.number not in kept]
        clauses = []
        if self._nowhere and not without_room_only:
            verb = "fits" if len(self._nowhere) == 1 else "fit"
            clauses.append(f"{_names(self._nowhere)}, which {verb} nowhere on the board, ")
        if no_room:
            clauses.append(f"{_names(no_room)}, for which the others leave no room, ")
        return f"apart from {'and '.join(clauses)}" if clauses else ""

    def _reason(self, sentence: str, mask: int, covers: dict[int, list[int]], **more: Any) -> Reason:
        """``covers``: for each demand that can be used, the marked cells that a copy can cover."""
        question = self._question
        marked = frozenset(question.cells_of(mask))
        shares = []
        for number, demand in enumerate(self._demands):
            # Of what there is no room for, nothing is said: its area speaks for itself.
            choices = range(demand.area + 1) if demand.placements else ()
            shares.append(
                Share(demand.name, demand.area, demand.minimum, demand.maximum, frozenset(covers.get(number, choices)))
            )
        free = (question.optional & mask).bit_count()
        return Reason(
            f"once the fixed pieces are taken off, {sentence}" if question.is_rest else sentence,
            marked,
            len(question.cells) - len(marked),
            (free, question.optional.bit_count() - free),
            tuple(shares),
            **more,
        )


def _names(names: Sequence[str]) -> str:
    if len(names) > 4:
        return f"{', '.join(names[:3])} and {len(names) - 3} other kinds of pieces"
    return listed_words(names)


def _uses(size: int, demands: Sequence[Demand]) -> Iterator[Use]:
    """The demands that can be used at all on ``size`` cells; without limit means one more than there is room for."""
    for number, demand in enumerate(demands):
        most = size // demand.area + 1
        most = max(demand.minimum, most if demand.maximum is None else min(most, demand.maximum))
        if demand.minimum or (demand.placements and most):
            yield Use(demand.name, demand.area, demand.minimum, most, demand.placements, number)
