"""Looking for a proof that there is no tiling: numbers alone first, then as few cases as are found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.cells.placements import Placement
from shapewright.errors import InternalError
from shapewright.tiling.proof import Case, Proof
from shapewright.tiling.proof.cases import NARROW, WIDE, CaseSearch, lines_of
from shapewright.tiling.proof.checking import fault
from shapewright.tiling.proof.numbers import whole_numbers
from shapewright.tiling.proof.probing import probed
from shapewright.tiling.proof.programme import Relaxation, near_trios

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapewright.jobs.limits import Clock
    from shapewright.tiling.proof.cases import Plan
    from shapewright.tiling.proof.programme import Trio
    from shapewright.tiling.search.instance import Cover

__all__ = ["PROGRAMMES", "by_cases", "by_numbers"]

# Larger programmes take seconds.
_MOST_ENTRIES = 20_000
_MOST_ENTRIES_OF_CASES = 6_000
_FEWEST = 2  # lines of a proof by cases
_MANY = 10  # so long a plan is worth another search
_ENTRIES_OF_ALL_PROGRAMMES = 4_000  # with more, a programme takes longer, and fewer are solved

PROGRAMMES = 3_000
"""What each of the searches for cases may take, in linear programmes."""


def by_numbers(cover: Cover, clock: Clock | None = None) -> Proof | None:
    """A proof by numbers on the cells, and on trios of them, alone; None if there is none, or the board is too large.

    >>> from shapewright.tiling.search.instance import Cover
    >>> from shapewright.tiling.problem import Problem
    >>> by_numbers(Cover.of(Problem.from_text("board 3x3\\npieces 2*X=#.#/.../#.#, 1*I1"))) is None
    False
    """
    if _entries(cover) > _MOST_ENTRIES:
        return None
    for trios in ([], near_trios(cover.cells)):
        relaxation = Relaxation(cover, trios, clock)
        if relaxation.has_none():
            whole = whole_numbers(cover, relaxation, trios, range(len(cover.options)))
            if whole is not None:
                return _checked(cover, _proof(cover, trios, (), whole))
    return None


def by_cases(cover: Cover, *, programmes: int = PROGRAMMES, clock: Clock | None = None) -> Proof | None:
    """A proof by cases, each closed by numbers; None if none was found, or the board is too large.

    At most about twice so many ``programmes`` are solved; ``clock`` ends the search sooner.
    """
    entries = _entries(cover)
    if entries > _MOST_ENTRIES_OF_CASES:
        return None
    programmes = programmes * _ENTRIES_OF_ALL_PROGRAMMES // max(entries, _ENTRIES_OF_ALL_PROGRAMMES)
    trios = near_trios(cover.cells)
    relaxation = Relaxation(cover, trios, clock)
    search = CaseSearch(cover, relaxation)
    search.allow(programmes // 3)
    plan = search.plan(NARROW)
    if plan is None or lines_of(plan) > _FEWEST:
        search.allow(programmes)
        plan = _shorter(plan, probed(search))
    if plan is None or lines_of(plan) > _MANY:
        search.allow(programmes)
        plan = _shorter(plan, search.plan(WIDE))
    proof = None if plan is None else _carried_out(cover, relaxation, trios, search, plan)
    return None if proof is None else _checked(cover, proof)


def _shorter(one: Plan | None, other: Plan | None) -> Plan | None:
    return min([plan for plan in (one, other) if plan is not None], key=lines_of, default=None)


def _carried_out(
    cover: Cover, relaxation: Relaxation, trios: Sequence[Trio], search: CaseSearch, plan: Plan
) -> Proof | None:
    """The plan with its numbers; None if rounding leaves no proof of a line."""
    cases = []
    taken: list[int] = []
    proof: Proof | None = None
    for group, inner in plan:
        beside = search.take(search.beside(group))
        proof = _carried_out(cover, relaxation, trios, search, inner)
        search.put(beside)
        if proof is None:
            break
        cases.append(Case(tuple(_placement(cover, option) for option in group), proof))
        taken += search.take(group)
    if (proof is not None or not plan) and relaxation.has_none():
        whole = whole_numbers(cover, relaxation, trios, search.allowed(), least=False)
        proof = None if whole is None else _proof(cover, trios, tuple(cases), whole)
    else:
        proof = None
    search.put(taken)
    return proof


def _placement(cover: Cover, option: int) -> Placement:
    number, covered = cover.options[option]
    piece = cover.problem.pieces[cover.problem.classes()[number].members[0]]
    return Placement(piece.name, tuple(cover.cells[k] for k in covered))


def _proof(cover: Cover, trios: Sequence[Trio], cases: tuple[Case, ...], whole: Sequence[int]) -> Proof:
    """The proof with the numbers other than 0."""
    size = len(cover.cells)
    numbers = [(cell, number) for cell, number in zip(cover.cells, whole, strict=False) if number]
    taking = [
        ((cover.cells[a], cover.cells[b], cover.cells[c]), number)
        for (a, b, c), number in zip(trios, whole[size:], strict=True)
        if number
    ]
    return Proof(cases, tuple(sorted(numbers)), tuple(sorted(taking)))


def _checked(cover: Cover, proof: Proof) -> Proof:
    """The proof, after the independent checker has read it."""
    wrong = fault(cover.problem, proof)
    if wrong is not None:
        raise InternalError(f"a proof found failed its check: {wrong}")
    return proof


def _entries(cover: Cover) -> int:
    return sum([len(covered) for _, covered in cover.options])
