"""Looking for a proof that there is no tiling: numbers alone first, then as few cases as are found.

Short proofs are found by probing. Each place is supposed to be used; where numbers close that, it can be ruled out. All
such places together often leave nothing, or do so after a second round. Few of them are needed, and these are ruled out
in groups, so that a proof has a line for each group. The order in which places are left out decides which are needed;
so several cells and pieces are tried, whose places are left out last.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from shapewright.cells.placements import Placement
from shapewright.errors import InternalError
from shapewright.tiling.proof import Case, Proof
from shapewright.tiling.proof.cases import NARROW, WIDE, CaseSearch, Plan, lines_of
from shapewright.tiling.proof.checking import fault
from shapewright.tiling.proof.numbers import whole_numbers
from shapewright.tiling.proof.programme import Relaxation, Trio, near_trios

if TYPE_CHECKING:
    from shapewright.jobs.limits import Clock
    from shapewright.tiling.search.instance import Cover


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


_ROUNDS = 3
_FOCUSES = 6  # cells and pieces whose places are left out last
_FEW_MUSTS = 4  # of those that have most of what is needed: the largest group is taken


def probed(search: CaseSearch) -> Plan | None:
    """The shortest plan that probing finds."""
    # Round by round what can be ruled out, until nothing is left.
    layers: list[list[int]] = []
    while not (is_closed := search.is_closed()) and len(layers) < _ROUNDS:
        found = singles(search)
        if not found:
            break
        layers.append(search.take(found))
    for layer in layers:
        search.put(layer)
    if not (is_closed and layers):
        return None
    best: Plan | None = None
    # Cells and pieces, as sets of places: those with the fewest places that are not ruled out.
    out = layers[0]
    ruled_out = sum(1 << option for option in out)
    ranked = sorted(search.musts, key=lambda places: ((places & ~ruled_out).bit_count(), places.bit_count()))
    for focus in ranked[:_FOCUSES]:
        needed = _needed(search, layers, focus)
        plan = search.trimmed(_grouped(search, needed))
        if best is None or len(plan) < len(best):
            best = plan
        if search.is_over():
            break
    return best


def singles(search: CaseSearch) -> list[int] | None:
    """The places that one line each rules out, of those that are left; None if the search is over."""
    found = []
    possible = search.whole()
    for option in search.allowed():
        if search.is_over():
            return None
        if possible >> option & 1:
            continue
        beside = search.take(search.beside([option]))
        if search.is_closed():
            found.append(option)
        else:
            possible |= search.whole()
        search.put(beside)
    return found


def _needed(search: CaseSearch, layers: list[list[int]], focus: int) -> list[list[int]]:
    """The layers without what the rest can do without, from the last on."""
    kept = [sorted(layer, key=lambda option: focus >> option & 1) for layer in layers]
    for number in reversed(range(len(kept))):
        size, at = len(kept[number]), 0
        while at < len(kept[number]) and not search.is_over():
            before = kept[number]
            kept[number] = before[:at] + before[at + size :]
            missed = _missed(search, kept, number)
            if missed is not None:
                kept[number] = kept[number][:at] + [option for option in kept[number][at:] if option in missed]
                size = max(1, min(2 * size, len(kept[number]) - at))
            else:
                kept[number] = before
                if size == 1:
                    at += 1
                else:
                    size //= 2
    return kept


def _missed(search: CaseSearch, kept: list[list[int]], last: int) -> set[int] | None:
    """What of the layer ``last`` numbers need that close each place of the later ones, and then everything.

    None if what is kept does not suffice.
    """
    taken: list[int] = []
    for layer in kept[: last + 1]:
        taken += search.take(layer)
    missed: set[int] = set()
    is_closed = True
    for layer in kept[last + 1 :]:
        for option in layer:
            beside = search.take(search.beside([option]))
            is_closed = search.is_closed()
            if is_closed:
                missed.update(search.missed(kept[last]))
            search.put(beside)
            if not is_closed:
                break
        if not is_closed:
            break
        taken += search.take(layer)
    is_closed = is_closed and search.is_closed()
    if is_closed:
        missed.update(search.missed(kept[last]))
    search.put(taken)
    return missed if is_closed else None


def _grouped(search: CaseSearch, kept: list[list[int]]) -> Plan:
    """What is kept in groups that a line each rules out."""
    plan: Plan = []
    taken: list[int] = []
    for layer in kept:
        rest = sum(1 << option for option in layer)
        while rest and not search.is_closed():
            musts = sorted(search.musts, key=lambda places: -(places & rest).bit_count())[:_FEW_MUSTS]
            group = max([search.closable(places & rest) for places in musts], key=len) or [rest.bit_length() - 1]
            plan.append((group, []))
            taken += search.take(group)
            for option in group:
                rest &= ~(1 << option)
    search.put(taken)
    return plan
