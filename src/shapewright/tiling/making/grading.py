"""How hard a puzzle is for a person: solved step by step, by the reasons that people find, the easiest first.

A solver keeps the places of pieces that are still possible. A step takes one of these reasons:

- **cell**: only one place covers a cell, so a piece lies there;
- **piece**: only one place is left for a piece that must be used, so it lies there;
- **pocket**: a place would cut off cells that the pieces left cannot fill by their areas, so nothing lies there;
- **case**: a place, tried, leads by the steps above to a cell or a piece without a place, so nothing lies there;
- **cases**: the same by steps that may be cases themselves.

The hardest reason that is needed grades the puzzle. It does not measure time: two puzzles of one grade may differ much.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from shapewright.cells.grid import cell_text
from shapewright.colouring.sums import with_up_to
from shapewright.tiling.search.instance import Cover

Why = Literal["cell", "piece", "pocket", "case", "cases"]

REASONS: tuple[Why, ...] = ("cell", "piece", "pocket", "case", "cases")

GRADES = ("easy", "medium", "hard", "very hard", "search")
"""What the hardest reason makes of a puzzle; the last one needs more than a case within a case."""

_GRADE_OF: dict[Why, str] = {"cell": "easy", "piece": "easy", "pocket": "medium", "case": "hard", "cases": "very hard"}


LARGEST_POCKET = 15
"""Larger parts of the board are not looked at as pockets: nearly always something fills them."""

MOST_PLACES = 12
"""Of a cell or piece with more places nobody tries each."""

LOOKS = {1: 12, 2: 2}
"""Of how many cells and pieces the places are tried, for cases and for cases within cases."""


@dataclass(frozen=True)
class Step:
    """One step: for the reason ``why`` the option lies there (``places``) or does not.

    ``at`` is the position of the cell of "cell", or the number of the class of "piece"; -1 for the others.
    """

    why: Why
    option: int
    places: bool
    at: int = -1


@dataclass(frozen=True)
class Grade:
    """How hard a puzzle is: ``name`` is one of ``GRADES``; ``steps`` solve it, unless only a search does."""

    name: str
    steps: tuple[Step, ...]

    @property
    def reasons(self) -> dict[Why, int]:
        """How many steps take each reason."""
        times = Counter(step.why for step in self.steps)
        return {why: times[why] for why in REASONS if times[why]}


class ContradictionError(Exception):
    """The places that are left have no tiling."""


def grade(cover: Cover, look: Callable[[], None]) -> Grade:
    """Solve a puzzle that has exactly one tiling as a person would, and say how hard that was.

    ``look`` is called now and then; what it raises ends the work.
    """
    known = Known(cover)
    steps: list[Step] = []
    while not known.is_solved():
        look()
        found = known.simple() or known.pockets(look) or known.cases(look, 1) or known.cases(look, 2)
        if not found:
            return Grade(GRADES[-1], tuple(steps))
        for step in found:
            known.take(step)
        steps += found
    hardest = max((REASONS.index(step.why) for step in steps), default=0)
    return Grade(_GRADE_OF[REASONS[hardest]], tuple(steps))


class Known:
    """What is known of a puzzle: which options are possible still, and which lie there."""

    def __init__(self, cover: Cover) -> None:
        self.cover = cover
        self._cells_of = [frozenset(covered) for _, covered in cover.options]
        self._class_of = [number for number, _ in cover.options]
        self.possible = set(range(len(cover.options)))
        self.lying: set[int] = set()
        self._covering: list[set[int]] = [set() for _ in cover.cells]
        self._own: list[set[int]] = [set() for _ in cover.minimum]
        for option, covered in enumerate(self._cells_of):
            self._own[self._class_of[option]].add(option)
            for cell in covered:
                self._covering[cell].add(option)
        self._open = set(range(len(cover.cells)))
        self._used = [0] * len(cover.minimum)
        position = {cell: k for k, cell in enumerate(cover.cells)}
        beside = cover.problem.board.lattice.neighbours
        self._beside = [[position[other] for other in beside(cell) if other in position] for cell in cover.cells]
        for number, most in enumerate(cover.maximum):
            if most == 0:
                self._drop(set(self._own[number]))

    def copy(self) -> Known:
        """The same, to be changed on trial."""
        other = object.__new__(Known)
        other.cover, other._cells_of, other._class_of, other._beside = (
            self.cover, self._cells_of, self._class_of, self._beside,
        )  # fmt: skip
        other.possible, other.lying, other._open = set(self.possible), set(self.lying), set(self._open)
        other._covering = [set(one) for one in self._covering]
        other._own = [set(one) for one in self._own]
        other._used = list(self._used)
        return other

    def is_solved(self) -> bool:
        """Whether every cell that must be covered is, by pieces as many as there must be."""
        return all(not self.cover.required[cell] for cell in self._open) and all(
            used >= least for used, least in zip(self._used, self.cover.minimum, strict=True)
        )

    def take(self, step: Step) -> None:
        """Make a step."""
        if step.places:
            self._place(step.option)
        else:
            self._drop({step.option})

    def _drop(self, options: set[int]) -> None:
        for option in options & self.possible:
            self.possible.discard(option)
            self._own[self._class_of[option]].discard(option)
            for cell in self._cells_of[option]:
                self._covering[cell].discard(option)

    def _place(self, option: int) -> None:
        if option in self.lying:
            return
        number = self._class_of[option]
        self.lying.add(option)
        self._used[number] += 1
        gone = {other for cell in self._cells_of[option] for other in self._covering[cell]} | {option}
        self._open -= self._cells_of[option]
        most = self.cover.maximum[number]
        if most is not None and self._used[number] >= most:
            gone |= self._own[number]
        self._drop(gone)

    def simple(self) -> list[Step]:
        """The next step by a cell or a piece with one place only; raises ``ContradictionError`` where there is none."""
        for cell in sorted(self._open):
            if self.cover.required[cell] and len(self._covering[cell]) <= 1:
                if not self._covering[cell]:
                    raise ContradictionError
                return [Step("cell", next(iter(self._covering[cell])), True, cell)]
        for number, least in enumerate(self.cover.minimum):
            missing = least - self._used[number]
            if missing > 0 and len(self._own[number]) <= missing:
                if len(self._own[number]) < missing:
                    raise ContradictionError
                return [Step("piece", min(self._own[number]), True, number)]
        return []

    def pockets(self, look: Callable[[], None]) -> list[Step]:
        """Places that would cut off cells which nothing left can fill."""
        look()
        return [Step("pocket", option, False) for option in sorted(self.possible) if self._cuts_off(option)]

    def _cuts_off(self, option: int) -> bool:
        """Whether beside this place cells are left that no choice of the pieces left fills by its areas."""
        covered = self._cells_of[option]
        left = self._open - covered
        starts = {other for cell in covered for other in self._beside[cell] if other in left}
        number = self._class_of[option]
        done: set[int] = set()
        for start in starts:
            if start in done:
                continue
            part = self._pocket(start, left)
            done.update(part)
            needed = sum(self.cover.required[cell] for cell in part)
            if 0 < len(part) < len(left) and not self._may_fill(needed, len(part), number):
                return True
        return False

    def _pocket(self, start: int, left: set[int]) -> list[int]:
        """The cells connected with ``start``; none if they are too many to be a pocket."""
        part, seen = [start], {start}
        for cell in part:
            for other in self._beside[cell]:
                if other in left and other not in seen:
                    if len(part) == LARGEST_POCKET:
                        return []
                    seen.add(other)
                    part.append(other)
        return part

    def _may_fill(self, least: int, most: int, used: int) -> bool:
        """Whether some of the pieces left, without one of class ``used``, have from ``least`` to ``most`` cells."""
        sums = 1
        for number, pieces in enumerate(self.cover.problem.classes()):
            bound = self.cover.maximum[number]
            times = most if bound is None else bound - self._used[number] - (number == used)
            sums = with_up_to(sums, times, pieces.area, most + 1)
        return sums >> least != 0

    def cases(self, look: Callable[[], None], depth: int) -> list[Step]:
        """A place that leads to a contradiction when it is tried, of the cell or piece with the fewest places."""
        # The places of the cells, and of the pieces that must be used, which have the fewest.
        cells = [self._covering[cell] for cell in self._open if self.cover.required[cell]]
        pieces = [
            own for own, least, used in zip(self._own, self.cover.minimum, self._used, strict=True) if used < least
        ]
        few = sorted(
            {frozenset(options) for options in (*cells, *pieces) if len(options) <= MOST_PLACES},
            key=lambda options: (len(options), sorted(options)),
        )
        for options in [set(options) for options in few[: LOOKS[depth]]]:
            look()
            found = [
                Step("case" if depth == 1 else "cases", option, False)
                for option in sorted(options)
                if self._fails(option, look, depth)
            ]
            if found:
                return found
        return []

    def _fails(self, option: int, look: Callable[[], None], depth: int) -> bool:
        """Whether a place, tried, leads to a contradiction by simpler steps."""
        trial = self.copy()
        try:
            trial._place(option)
            while not trial.is_solved():
                steps = trial.simple() or (trial.cases(look, depth - 1) if depth > 1 else [])
                if not steps:
                    return False
                for step in steps:
                    if step.places and trial._cuts_off(step.option):
                        return True
                    trial.take(step)
        except ContradictionError:
            return True
        return False


def explained(cover: Cover, steps: Sequence[Step]) -> list[str]:
    """The steps in words; places of one piece that one reason rules out make one sentence."""
    alike = groupby(steps, key=lambda step: (step.why, step.places or cover.options[step.option][0]))
    return [sentence for _, run in alike for sentence in _sentences(cover, list(run))]


def _sentences(cover: Cover, steps: Sequence[Step]) -> list[str]:
    if steps[0].places:
        return [_lies(cover, step) for step in steps]
    why, name = _NOT[steps[0].why], _name(cover, steps[0])
    if len(steps) == 1:
        return [f"{name} does not lie on {_where(cover, steps[0])}: {why}"]
    return [f"{name} lies in none of {len(steps)} places such as {_where(cover, steps[0])}: in each {why}"]


def _lies(cover: Cover, step: Step) -> str:
    lies = f"{_name(cover, step)} lies on {_where(cover, step)}"
    if step.why == "piece":
        return f"{lies}: it fits nowhere else"
    return f"{lies}: nothing else covers {cell_text(cover.cells[step.at])}"


def _name(cover: Cover, step: Step) -> str:
    """What a piece is called, or several that are equal."""
    members = cover.problem.classes()[cover.options[step.option][0]].members
    return " or ".join(cover.problem.pieces[number].name for number in members)


def _where(cover: Cover, step: Step) -> str:
    return " ".join(cell_text(cover.cells[cell]) for cell in cover.options[step.option][1])


_NOT = {
    "pocket": "it would cut off cells that the pieces left cannot fill",
    "case": "a cell or a piece would soon be left without a place",
    "cases": "every way to go on would soon leave a cell or a piece without a place",
}
