"""Certificates of tilings and exact covers: every state of a search, for a program that shares no code with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, get_args

from shapewright.cells.quotient import Quotient
from shapewright.claims.covers import Puzzle, Section, Symmetry, board_of, searched, shape_of, whole
from shapewright.errors import CertificateError, LimitError, ProblemError, listed_words
from shapewright.jobs.interrupt import interruptible
from shapewright.tiling.covers.exact_cover import ExactCover
from shapewright.tiling.problem import problem_of
from shapewright.tiling.proof.finding import by_numbers
from shapewright.tiling.search.clock import Clock
from shapewright.tiling.search.instance import Cover
from shapewright.tiling.symmetries.orbits import Orbits

if TYPE_CHECKING:
    from shapewright.storage.certificate import Certificate
    from shapewright.tiling.problem import Problem

Claim = Literal["covers", "none", "least cost"]


def of_cover(cover: Cover, symmetries: Sequence[Symmetry] = ()) -> Puzzle:
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
        return Puzzle.bounded(statement, ways)
    for one, piece in zip(stated, pieces, strict=True):
        one |= shape_of(piece)
    statement |= board_of(cover.cells, lattice)
    return Puzzle.bounded(statement, ways, symmetries)


def of_exact_cover(cover: ExactCover) -> Puzzle:
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
    return Puzzle.bounded(statement, chosen)


def certificate(
    problem: Problem | ExactCover | str,
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
    if claim not in get_args(Claim):
        raise ProblemError(f"claim is {claim!r}; expected {listed_words(get_args(Claim), 'or')}")
    problem = problem if isinstance(problem, ExactCover) else problem_of(problem, of_cover="certificate(cover)")
    clock = Clock(time_limit)
    sections: list[Section] = []
    if isinstance(problem, ExactCover):
        if up_to_symmetry or rotations_only:
            raise CertificateError("an exact cover has no board, so its covers are not counted up to symmetry")
        puzzle = of_exact_cover(problem)
        sections.append(searched(puzzle, clock, costs=claim == "least cost"))
    else:
        try:
            cover = Cover.of(problem, clock.look)
        except LimitError as error:
            raise CertificateError(f"there is no certificate: {error}") from None
        cover = replace(cover, options=tuple(sorted(cover.options)))
        orbits = Orbits(cover, rotations_only=rotations_only, look=clock.look)
        group = list(dict.fromkeys(zip(map(tuple, orbits.cells), [one.classes for one in orbits.group], strict=True)))
        puzzle = of_cover(cover, group)
        if not puzzle.symmetries and (up_to_symmetry or rotations_only):
            raise CertificateError("there are no certificates up to symmetry for boards with glued sides or colours")
        refuted = _refuted(cover, puzzle, clock) if claim == "none" else None
        if refuted is not None:
            sections.append(refuted)
        else:
            by = orbits.representatives() if puzzle.symmetries else None
            if by or up_to_symmetry or rotations_only:
                puzzle.statement["symmetries"] = [[list(cells), list(kinds)] for cells, kinds in group]
            sections.append(searched(puzzle, clock, by=by))
        if up_to_symmetry or rotations_only:
            sections += [searched(puzzle, clock, symmetry=number) for number in range(1, len(group))]
    if claim == "least cost":
        return whole(claim, sections[0].least, sections, [puzzle])
    counts = [section.count for section in sections]
    if claim == "none" and counts[0]:
        raise CertificateError("there is a tiling, so nothing proves that there is none")
    if up_to_symmetry or rotations_only:
        return whole("covers up to symmetry", sum(counts) // len(counts), sections, [puzzle])
    return whole(claim, counts[0], sections, [puzzle])


def searched_none(
    problem: Problem | ExactCover, most_states: int, time_limit: float | None
) -> tuple[Puzzle, Sequence[str]]:
    """A puzzle, and the lines of a search that finds nothing, the word for the whole board last.

    It is that of the problem, but pieces that are used more than once are used freely.

    Raises as :func:`certificate` does, and ``CertificateError`` if there are more states.
    """
    clock = Clock(time_limit)
    if isinstance(problem, ExactCover):
        puzzle = of_exact_cover(problem)
    else:
        cover = Cover.of(problem, clock.look)
        puzzle = of_cover(replace(cover, options=tuple(sorted(cover.options))))
    bounds = [one if one in ((1, 1), (0, 1)) else (0, None) for one in puzzle.bounds]
    section = searched(replace(puzzle, bounds=tuple(bounds)), clock)
    if section.count:
        raise CertificateError("there is a tiling, at least if pieces that are used more than once are used freely")
    if section.search is None or section.search.lines > most_states:
        raise CertificateError(f"the search has more than {most_states} states, too many for a formula")
    _, *lines = section.lines()
    return replace(puzzle, bounds=tuple(bounds)), [*lines[:-1], lines[-1].removeprefix("root ")]


def _refuted(cover: Cover, puzzle: Puzzle, clock: Clock) -> Section | None:
    """A section of numbers on the cells that no tiling can add up to, if a colouring or a linear programme has some."""
    found = puzzle.colouring()
    if found is not None:
        return Section(dict(puzzle.statement), modulus=found[0], weights=found[1])
    with interruptible(clock.stop):
        proof = by_numbers(cover, clock)
    of = {} if proof is None else dict(proof.numbers)
    weights = [of.get(cell, 0) for cell in cover.cells]
    return Section(dict(puzzle.statement), weights=weights) if of and puzzle.is_refuted_by(weights) else None
