"""Bridges to verified checkers: that there is no tiling, as a formula and a proof of its contradiction.

A variable says that a way is used. For each state of the search there is a clause: some way crosses the border of the
free cells, or a piece that was used lies inside, or one that is left lies outside. It follows by unit propagation from
the same clauses of the states after it, once each way to cover a cell was tried. Sources: Wetzler, Heule and Hunt,
DRAT-trim (SAT 2014); Gocht and Nordström, VeriPB (AAAI 2021).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Literal, NamedTuple

from shapewright.errors import CertificateError
from shapewright.tiling.certificate import searched_none

if TYPE_CHECKING:
    from shapewright.claims.covers import Puzzle
    from shapewright.tiling.covers.exact_cover import ExactCover
    from shapewright.tiling.problem import Problem

MOST_STATES = 20_000

Form = Literal["drat", "veripb"]
State = tuple[int, int]  # the free cells and the pieces that are left, as bits


class Refutation(NamedTuple):
    """The lines of a ``formula`` (.cnf or .opb), and of a ``proof`` (.drat or .pbp) that nothing satisfies it."""

    formula: Iterator[str]
    proof: Iterator[str]


def refutation(problem: Problem | ExactCover, form: Form = "drat", *, time_limit: float | None = None) -> Refutation:
    """Return the proof that ``problem`` has no tiling, for drat-trim and its kind or for VeriPB.

    >>> from shapewright.tiling.problem import Problem
    >>> found = refutation(Problem("3x3", "any*I2"))
    >>> next(found.formula), list(found.proof)[-1]
    ('p cnf 12 31', '0')

    In the formula, pieces that are used more than once are used freely, so it may have a solution where there is no
    tiling. Raises ``CertificateError`` then, and if there are more than 20,000 states; ``StoppedError`` when the time
    limit (seconds) is over.
    """
    puzzle, lines = searched_none(problem, MOST_STATES, time_limit)
    proof = _Proof(puzzle, lines)
    if form == "drat":
        return Refutation(proof.cnf(), proof.drat())
    return Refutation(proof.opb(), proof.veripb())


class _Proof:
    """A puzzle whose search was written down in ``lines``; the last one is the word for the whole board."""

    def __init__(self, puzzle: Puzzle, lines: Sequence[str]) -> None:
        if any(len(uses) > 1 or (uses and uses[0][1] > 1) for _, uses, _ in puzzle.ways):
            raise CertificateError("a formula is only for ways that use one piece")
        self.size = puzzle.size
        self.bounds = puzzle.bounds
        self.lines = lines[:-1]
        self.masks = [sum([1 << cell for cell in cells]) for cells, _, _ in puzzle.ways]
        self.kinds = [1 << uses[0][0] if uses else 0 for _, uses, _ in puzzle.ways]
        self.once = sum([1 << kind for kind, (_, most) in enumerate(puzzle.bounds) if most == 1])
        self.must = sum([1 << kind for kind, (least, _) in enumerate(puzzle.bounds) if least == 1])
        cells = [[k for k, mask in enumerate(self.masks) if mask >> cell & 1] for cell in range(self.size)]
        pieces = [[k for k, own in enumerate(self.kinds) if own >> kind & 1] for kind in range(len(puzzle.bounds))]
        self.around = [*cells, *pieces]

    def cnf(self) -> Iterator[str]:
        """Each cell is covered at least and at most once, and so is each piece that must or may be used once."""
        at_least = [*self.around[: self.size], *[each for each, must in self._pieces() if must]]
        groups = [*self.around[: self.size], *[each for each, _ in self._pieces()]]
        pairs = sorted({pair for group in groups for pair in combinations(group, 2)})
        yield f"p cnf {len(self.masks)} {len(at_least) + len(pairs)}"
        for group in at_least:
            yield " ".join(map(str, [*[way + 1 for way in group], 0]))
        for one, other in pairs:
            yield f"-{one + 1} -{other + 1} 0"

    def opb(self) -> Iterator[str]:
        """The same as linear constraints."""
        rows = [(each, True) for each in self.around[: self.size]] + self._pieces()
        yield f"* #variable= {len(self.masks)} #constraint= {len(rows)}"
        for group, must in rows:
            yield " ".join([*[f"{1 if must else -1} x{way + 1}" for way in group], "= 1 ;" if must else ">= -1 ;"])

    def drat(self) -> Iterator[str]:
        """The clauses, one after the other; those for a single way are forgotten when their state is done."""
        for clause, ways in self._clauses():
            yield " ".join(map(str, [*clause, 0]))
            for way in ways:
                yield " ".join(map(str, ["d", *clause, -way, 0]))

    def veripb(self) -> Iterator[str]:
        """The same as constraints that follow by unit propagation."""
        yield "pseudo-Boolean proof version 2.0"
        yield f"f {sum([2 if must else 1 for must in [True] * self.size + [must for _, must in self._pieces()]])}"
        for clause, _ in self._clauses():
            yield " ".join(["rup", *[f"1 {'~' if each < 0 else ''}x{abs(each)}" for each in clause], ">= 1 ;"])
        yield from ("output NONE", "conclusion UNSAT", "end pseudo-Boolean proof")

    def _pieces(self) -> list[tuple[list[int], bool]]:
        """The ways of each piece that is used at most once, and whether it must be used."""
        ways = self.around[self.size :]
        return [(each, least == 1) for each, (least, most) in zip(ways, self.bounds, strict=True) if most == 1]

    def _clauses(self) -> Iterator[tuple[list[int], list[int]]]:
        """The clauses, each with the variables of its ways if they are to be forgotten."""
        states = self._states()
        for line, state in zip(self.lines, states, strict=True):
            clause = self._clause(state)
            ways = [way + 1 for way in self._fitting(state, int(line.split(maxsplit=1)[0]))]
            several = ways if len(ways) > 1 else []
            for way in several:
                yield [*clause, -way], []
            yield clause, several if clause else []
        if not self.lines:
            yield [], []

    def _states(self) -> list[State]:
        """The state of each line, from the last one upwards."""
        states: list[State] = [(0, 0)] * len(self.lines)
        if self.lines:
            states[-1] = (1 << self.size) - 1, (1 << len(self.bounds)) - 1
        for number in range(len(self.lines) - 1, -1, -1):
            item, *words = self.lines[number].split()
            for word, way in zip(words, self._fitting(states[number], int(item)), strict=True):
                if word.isdecimal():
                    free, left = states[number]
                    states[number - int(word)] = free & ~self.masks[way], left & ~(self.kinds[way] & self.once)
        return states

    def _fitting(self, state: State, item: int) -> list[int]:
        free, left = state
        return [k for k in self.around[item] if self.masks[k] & ~free == 0 and self.kinds[k] & ~left == 0]

    def _clause(self, state: State) -> list[int]:
        free, left = state
        found = []
        for way, (mask, kind) in enumerate(zip(self.masks, self.kinds, strict=True)):
            inside, outside = mask & free, mask & ~free
            is_used = kind & self.once & ~left
            if (inside and outside) or (inside and is_used) or (outside and kind & self.must & left):
                found.append(way + 1)
        return found
