"""A proof that there is no tiling in words: a sentence for each of its lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from shapewright.cells.grid import cell_text
from shapewright.tiling.proof.checking import audit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from shapewright.cells.placements import Placement
    from shapewright.tiling.problem import Problem
    from shapewright.tiling.proof import Proof
    from shapewright.tiling.proof.checking import Sums

__all__ = ["Line", "lines", "sentence"]


@dataclass(frozen=True)
class Line:
    """A line of a proof: its number, such as 2.1, its words, and the cells' numbers and the case that it is about."""

    number: str
    words: str
    proof: Proof | None
    supposed: tuple[tuple[Placement, ...], ...]  # one of each of these is supposed to lie

    def __str__(self) -> str:
        return f"{self.number}. {self.words}"


def sentence(problem: Problem, proof: Proof) -> str:
    """The proof in one sentence; of one with cases, how many lines it has.

    >>> from shapewright.tiling.problem import Problem
    >>> from shapewright.tiling.proof import Proof
    >>> puzzle = Problem.from_text("board 3x2\\npieces 2*V3=##/#., any*I2")
    >>> sentence(Problem.from_text("board 3x1\\npieces any*I2"), Proof((), (((0, 0), 1), ((1, 0), -1), ((2, 0), 1))))
    'with 1 on 0,0 2,0 and -1 on 1,0 every place of a piece adds up to at most 0, but the board to 1'
    """
    if proof.cases:
        return f"a proof of {proof.lines} lines rules out one case after another, with numbers on the cells"
    (_, sums), *_ = audit(problem, proof)
    start = "once the fixed pieces are taken off, " if problem.fixed else ""
    return start + _numbers(problem, proof, sums, "")


def lines(problem: Problem, proof: Proof) -> list[Line]:
    """The lines of the proof, in the order in which they are to be read."""
    sums = {id(part): added for part, added in audit(problem, proof)}
    return list(_lines(problem, proof, sums, "", ()))


def _lines(
    problem: Problem, proof: Proof, sums: dict[int, Sums], before: str, supposed: tuple[tuple[Placement, ...], ...]
) -> Iterator[Line]:
    for place, case in enumerate(proof.cases, start=1):
        number, inner = f"{before}{place}", (*supposed, case.placements)
        what = _ruled_out(case.placements)
        if case.proof.cases:
            yield Line(number, f"{what}, since:", None, inner)
            yield from _lines(problem, case.proof, sums, f"{number}.", inner)
        else:
            words = _numbers(problem, case.proof, sums[id(case.proof)], " that is left beside it")
            yield Line(number, f"{what}: {words}", case.proof, inner)
    left = " that is left" if proof.cases or supposed else ""
    words = _numbers(problem, proof, sums[id(proof)], left)
    yield Line(f"{before}{len(proof.cases) + 1}", words[0].upper() + words[1:], proof, supposed)


def _ruled_out(some: Sequence[Placement]) -> str:
    named = [f"{one.piece} on {' '.join(map(cell_text, one.cells))}" for one in some]
    return f"No {named[0]}" if len(named) == 1 else f"No {', '.join(named[:-1])} or {named[-1]}"


def _numbers(problem: Problem, proof: Proof, sums: Sums, left: str) -> str:
    """Where the numbers stand and what they add up to."""
    if sums.missing is not None:
        return f"no place{left} is one of {_name(problem, sums.missing)}, which must be used"
    values: dict[int, list[str]] = {}
    for cell, number in proof.numbers:
        values.setdefault(number, []).append(cell_text(cell))
    where = [f"{number} on {' '.join(cells)}" for number, cells in sorted(values.items(), reverse=True)]
    groups: dict[int, list[str]] = {}
    for number, most in enumerate(sums.most):
        if most is not None:
            groups.setdefault(most, []).append(_name(problem, number))
    usual = 0 if 0 in groups else max(groups, key=lambda most: len(groups[most]), default=0)
    said = [
        f"every place{left} of {_listed(names, 'or')} adds up to at most {most}"
        for most, names in sorted(groups.items(), reverse=True)
        if most != usual
    ]
    of_others = "every other place" if said else f"every place{left}" if left else "every place of a piece"
    said.append(f"{of_others}{left if said and left else ''} {'' if said else 'adds up '}to at most {usual}")
    together = "" if sums.pieces == 0 and not any(groups) else f", so all pieces together to at most {sums.pieces}"
    board = "the cells that must be covered" if problem.board.optional else "the board"
    if problem.board.optional and any(number < 0 and cell in problem.board.optional for cell, number in proof.numbers):
        board = "the cells that are covered"
    return f"with {_listed(where, 'and')} {_listed(said, 'and')}{together}, but {board} to {sums.board}"


def _name(problem: Problem, number: int) -> str:
    members = [problem.pieces[member].name for member in problem.classes()[number].members]
    return members[0] if len(members) == 1 else f"{members[0]} or one of its equals"


def _listed(words: list[str], conjunction: str) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {conjunction} {words[-1]}"
