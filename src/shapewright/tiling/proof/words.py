"""A proof that there is no tiling in words: a sentence for each of its lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from shapewright.cells.grid import cell_text
from shapewright.tiling.proof.checking import Sums, audit

if TYPE_CHECKING:
    from shapewright.cells.placements import Placement
    from shapewright.tiling.problem import Problem
    from shapewright.tiling.proof import Proof


@dataclass(frozen=True)
class Line:
    """A line of a proof: its number, such as 2.1, its words, and the cells' numbers and the case that it is about."""

    number: str
    words: str
    proof: Proof | None
    supposed: tuple[tuple[Placement, ...], ...]  # one of each of these is supposed to lie

    def __str__(self) -> str:
        return f"{self.number}. {self.words}"


def sentence(problem: Problem, proof: Proof, fewest: int | None = None) -> str:
    """The proof in one sentence; of one with cases, how many lines it has, and how many each has at least.

    >>> from shapewright.tiling.problem import Problem
    >>> from shapewright.tiling.proof import Proof
    >>> sentence(Problem.from_text("board 3x1\\npieces any*I2"), Proof((), (((0, 0), 1), ((1, 0), -1), ((2, 0), 1))))
    'with 1 on 0,0 2,0 and -1 on 1,0 every place of a piece adds up to at most 0, but the board to 1'
    """
    if proof.cases:
        words = f"{proof.lines} lines of numbers on the cells rule out one case after another"
        if fewest is not None and fewest > 1:
            needed = "no such proof has fewer" if fewest == proof.lines else f"every such proof has at least {fewest}"
            words += f"; {needed}"
        return words
    (_, sums), *_ = audit(problem, proof)
    start = "once the fixed pieces are taken off, " if problem.fixed else ""
    return start + _numbers(problem, proof, sums)


def lines(problem: Problem, proof: Proof) -> list[Line]:
    """The lines of the proof, in the order in which they are to be read."""
    sums = {id(part): added for part, added in audit(problem, proof)}
    return list(_lines(problem, proof, sums, "", ()))


def _lines(
    problem: Problem, proof: Proof, sums: dict[int, Sums], before: str, supposed: tuple[tuple[Placement, ...], ...]
) -> Iterator[Line]:
    for place, case in enumerate(proof.cases, start=1):
        number, inner = f"{before}{place}", (*supposed, case.placements)
        places: dict[str, list[str]] = {}
        for one in case.placements:
            places.setdefault(one.piece, []).append(f"({' '.join(map(cell_text, one.cells))})")
        named = [f"{piece} on {_listed(where, 'or')}" for piece, where in places.items()]
        what = f"No {_listed(named, 'or')}"
        if case.proof.cases:
            yield Line(
                number, f"{what}, as the lines {number}.1 to {number}.{len(case.proof.cases) + 1} show", None, inner
            )
            yield from _lines(problem, case.proof, sums, f"{number}.", inner)
        else:
            words = _sums(problem, case.proof, sums[id(case.proof)])
            yield Line(number, f"{what}: {words}", case.proof, inner)
    is_alone = not proof.cases and not supposed
    words = (_numbers if is_alone else _sums)(problem, proof, sums[id(proof)])
    yield Line(f"{before}{len(proof.cases) + 1}", words[0].upper() + words[1:], proof, supposed)


def _sums(problem: Problem, proof: Proof, sums: Sums) -> str:
    """The same as :func:`_numbers` in few words, for one line of several: of the places that are left."""
    if sums.missing is not None:
        return f"{_name(problem, sums.missing)} has no place left"
    said = [f"{_listed(names, 'and')} {most}" for most, names in sorted(_by_most(problem, sums).items(), reverse=True)]
    return f"with {_where(proof)} at most {', '.join(said)}; together at most {sums.pieces}, but the board {sums.board}"


def _by_most(problem: Problem, sums: Sums) -> dict[int, list[str]]:
    """The pieces by what a place of them adds up to at most."""
    groups: dict[int, list[str]] = {}
    for number, most in enumerate(sums.most):
        if most is not None:
            groups.setdefault(most, []).append(_name(problem, number))
    return groups


def _numbers(problem: Problem, proof: Proof, sums: Sums) -> str:
    """Where the numbers stand and what they add up to."""
    if sums.missing is not None:
        return f"{_name(problem, sums.missing)} must be used and has no place"
    groups = _by_most(problem, sums)
    usual = 0 if 0 in groups else max(groups, key=lambda most: len(groups[most]), default=0)
    said = [
        f"every place of {_listed(names, 'or')} adds up to at most {most}"
        for most, names in sorted(groups.items(), reverse=True)
        if most != usual
    ]
    if said:
        said.append(f"every other place to at most {usual}")
    else:
        said.append(f"every place of a piece adds up to at most {usual}")
    together = "" if sums.pieces == 0 and not any(groups) else f", so all pieces together to at most {sums.pieces}"
    if sums.trios:
        together = f", so all pieces together, with the {sums.trios} that trios take, to at most {sums.pieces}"
    board = "the cells that must be covered" if problem.board.optional else "the board"
    if any(number < 0 and cell in problem.board.optional for cell, number in proof.numbers):
        board = "the cells that are covered"
    return f"with {_where(proof)} {_listed(said, 'and')}{together}, but {board} to {sums.board}"


def _where(proof: Proof) -> str:
    """The cells of each number, and the trios."""
    at: dict[int, list[str]] = {}
    for cell, number in proof.numbers:
        at.setdefault(number, []).append(cell_text(cell))
    where = [f"{number} on {' '.join(cells)}" for number, cells in sorted(at.items(), reverse=True)]
    taking: dict[int, list[str]] = {}
    for trio, number in proof.trios:
        taking.setdefault(number, []).append(f"({' '.join(map(cell_text, trio))})")
    words = _listed(where or ["no numbers"], "and")
    if taking:
        taken = [f"{number} from a piece on two of {_listed(some, 'or')}" for number, some in sorted(taking.items())]
        words += f", and with {_listed(taken, 'and')} taken off,"
    return words


def _name(problem: Problem, number: int) -> str:
    members = [problem.pieces[member].name for member in problem.classes()[number].members]
    return members[0] if len(members) == 1 else f"{members[0]} or one of its equals"


def _listed(words: list[str], conjunction: str) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {conjunction} {words[-1]}"
