"""The most that touching pieces bring on a board: every packing looked at where they are few, else annealing.

A walk starts from any packing. A step takes two or three pieces that are near each other off the board and lays them
elsewhere on what is free then, or exchanges two pieces of the same shape; where pieces may be left out it lays one more
or takes one away. Worse packings are accepted less and less often. The best one is kept, beside a bound that no packing
of these pieces surpasses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import exp
from random import Random

from shapewright.cells.placements import Placement
from shapewright.cells.placements import placements as all_placements
from shapewright.errors import LimitError
from shapewright.jobs.interrupt import interruptible
from shapewright.packing.answer import Packing
from shapewright.packing.bonuses import around, bonus_bound, most_of
from shapewright.packing.native import cover_instance, cover_search
from shapewright.packing.problem import Problem
from shapewright.packing.search.rising_effort import tell_share
from shapewright.packing.search.solvers import Effort

_MOST_CELLS = 1024
_MOST_PLACES = 60_000
_NODES = 300_000
_MOST_COVERS = 40_000
_SLICE = 0.2  # seconds
_STEPS = 6000
_WARM, _COLD = 0.6, 0.05  # of the largest bonus
_SHARE = 0.3
_TRIES = 40
_FAR = 0.2  # of the steps take pieces from anywhere
_LOOK = 64
# Of the steps, where pieces may be left out: those that lay one more or take one away, and the former of these.
_ANOTHER, _MORE = 0.3, 0.6


def pack_bonus(problem: Problem, effort: Effort, packed: Callable[[Problem, Effort], Packing]) -> Packing:
    """Lay pieces so that those which touch bring the most; ``packed`` lays them anyhow, to begin with."""
    board, bonuses = problem.ground, problem.bonuses
    assert bonuses is not None  # the objective needs them
    if len(board.cells) > _MOST_CELLS:
        raise LimitError(f"the objective 'bonus' is for boards of at most {_MOST_CELLS} cells, not {len(board.cells)}")
    plain = replace(problem, objective=None, box=None, board=board, bonuses=None)
    found = packed(plain, replace(effort, clock=effort.clock.part(_SHARE)))
    found = replace(found, goal="bonus", refuted=(), note=found.reason, board=board, bound=None, bonuses=bonuses)
    if found.status == "infeasible":
        return found
    bound = bonus_bound(problem.pieces, bonuses, len(board.cells))
    if found.status == "unknown":
        return replace(found, bound=float(bound), seconds=effort.clock.seconds)
    search = _Search(problem, effort, found.placements, bound)
    complete = search.value >= bound or search.every() or search.anneal()
    bound = search.value if complete else bound
    width, height = board.size
    return replace(
        found, status="optimal" if search.value >= bound else "feasible", bound=float(bound), width=width,
        height=height, placements=search.best, method=search.method, seconds=effort.clock.seconds,
    )  # fmt: skip


class _Search:
    """The packings of a problem, those that bring more than ``start`` kept."""

    def __init__(self, problem: Problem, effort: Effort, start: Sequence[Placement], bound: int) -> None:
        assert problem.bonuses is not None
        self.bonuses = problem.bonuses
        self.effort = effort
        self.fixed = problem.fixed
        self.bound = bound
        self.best = tuple(sorted(start, key=lambda one: one.cells))
        self.value = self.bonuses.total(self.best)
        self.method = "any packing"
        taken = {cell for one in problem.fixed for cell in one.cells}
        self.cells = [cell for cell in problem.ground.order() if cell not in taken]
        self.at = {cell: number for number, cell in enumerate(self.cells)}
        self.pieces = [piece for piece in problem.choice if most_of(piece, len(self.cells))]
        self.counts = [(piece.minimum, most_of(piece, len(self.cells))) for piece in self.pieces]
        self.places: list[list[tuple[int, ...]]] = []
        for piece in self.pieces:
            self.places.append([] if effort.clock.over() else all_placements(self.cells, piece.orientations()))
        self.is_small = sum(map(len, self.places)) <= _MOST_PLACES and not effort.clock.over()

    def every(self) -> bool:
        """Look at every packing, if they are soon listed; whether that was all."""
        if not self.is_small:
            return False
        options = [(kind, where) for kind, places in enumerate(self.places) for where in places]
        laid = len(options)
        least, most = [low for low, _ in self.counts], [high for _, high in self.counts]
        empty = len(self.cells) - sum(low * piece.shape.area for low, piece in zip(least, self.pieces, strict=True))
        if empty:
            options += [(len(most), (cell,)) for cell in range(len(self.cells))]
            least.append(empty if least == most else 0)
            most.append(empty)
        search = cover_search(cover_instance([True] * len(self.cells), (least, most), options))
        search.start([])
        clock = self.effort.clock.part(_SHARE)
        met = 0
        with interruptible() as stop:
            while met < _MOST_COVERS and search.nodes < _NODES:
                seconds = clock.slice(_SLICE)
                if seconds <= 0 or stop[0]:
                    return False
                over, covers = search.run(stop, seconds, 500, _NODES - search.nodes, True)
                for cover in covers:
                    self._look([options[one] for one in cover if one < laid], "every packing")
                met += len(covers)
                if over:
                    self.method = "every packing"
                    return True
        return False

    def _look(self, lying: Sequence[tuple[int, tuple[int, ...]]], method: str) -> None:
        """Keep a packing if it brings more."""
        made = [Placement(self.pieces[kind].name, tuple([self.cells[at] for at in where])) for kind, where in lying]
        every = (*made, *self.fixed)
        value = self.bonuses.total(every)
        if value > self.value:
            self.value, self.method = value, method
            self.best = tuple(sorted(every, key=lambda one: one.cells))

    def anneal(self) -> bool:
        """Walk from packing to packing; whether one reaches the bound."""
        if not self.is_small:
            return False
        walk = _Walk(self)
        steps, clock = 0, self.effort.clock
        while self.value < self.bound:
            left = clock.left()
            if left is None and steps >= _STEPS:
                break
            done = steps / _STEPS if left is None or not clock.limit else 1 - left / clock.limit
            if steps % _LOOK == 0:
                if left is not None and left <= 0:
                    break
                tell_share(self.effort, done, f"best so far {self.value}, at most {self.bound}")
            # Now and then it is warm again, so that a time limit of any length is of use.
            walk.step(_WARM * (_COLD / _WARM) ** (4 * done % 1))
            steps += 1
            if walk.value > self.value:
                self._look(walk.lying, "annealing")
        return self.value >= self.bound


class _Walk:
    """A packing that changes: pieces as their kind and their place, places and what is free as bits."""

    def __init__(self, search: _Search) -> None:
        self.random = Random(search.effort.seed)
        self.counts = search.counts
        self.is_exact = all(low == high for low, high in search.counts)
        self.places = search.places
        near = [around([cell]) for cell in search.cells]
        self.masks = [[_mask(where) for where in places] for places in self.places]
        self.beside = [
            [_mask([search.at[cell] for at in where for cell in near[at] if cell in search.at]) for where in places]
            for places in self.places
        ]
        fixed_names = [one.piece for one in search.fixed]
        self.fixed = [
            (name, _mask([search.at[cell] for cell in around(one.cells) if cell in search.at]))
            for name, one in zip(fixed_names, search.fixed, strict=True)
        ]
        names = [piece.name for piece in search.pieces]
        self.bonus = [[search.bonuses.of(one, other) for other in names] for one in names]
        self.with_fixed = [[search.bonuses.of(one, other) for other in fixed_names] for one in names]
        self.unit = float(max([1, *[abs(bonus) for _, _, bonus in search.bonuses.pairs]]))
        number = {name: kind for kind, name in enumerate(names)}
        self.index = [{where: at for at, where in enumerate(places)} for places in self.places]
        self.pieces: list[tuple[int, int]] = []
        for one in search.best:
            if one in search.fixed:
                continue
            kind = number[one.piece]
            self.pieces.append((kind, self.index[kind][tuple(sorted(search.at[cell] for cell in one.cells))]))
        self.free = (1 << len(search.cells)) - 1
        for kind, at in self.pieces:
            self.free &= ~self.masks[kind][at]
        self.value = search.value

    @property
    def lying(self) -> list[tuple[int, tuple[int, ...]]]:
        """Which piece lies where."""
        return [(kind, self.places[kind][at]) for kind, at in self.pieces]

    def step(self, heat: float) -> None:
        """Change the packing at random, and take worse ones by chance."""
        before, free, value = list(self.pieces), self.free, self.value
        if not self.is_exact and self.random.random() < _ANOTHER:
            changes = self._one_more_or_less()
        else:
            changed = self._exchange() if self.random.random() < 0.3 else self._lay_again()
            changes = None if changed is None else (changed, changed)
        if changes is None:
            self.pieces, self.free = before, free
            return
        gone, come = changes
        old = self._brings(before, gone)
        self.value = value - old + self._brings(self.pieces, come)
        loss = value - self.value
        if loss > 0 and self.random.random() >= exp(-loss / (heat * self.unit)):
            self.pieces, self.free, self.value = before, free, value

    def _brings(self, pieces: list[tuple[int, int]], some: Sequence[int]) -> int:
        """What some of the pieces bring, with each other and with all others."""
        total = 0
        chosen = set(some)
        for number in some:
            kind, at = pieces[number]
            own, gains = self.beside[kind][at], self.bonus[kind]
            for other, (other_kind, other_at) in enumerate(pieces):
                if gains[other_kind] and not (other in chosen and other <= number):
                    total += gains[other_kind] if own & self.masks[other_kind][other_at] else 0
            mask = self.masks[kind][at]
            for gain, (_, near) in zip(self.with_fixed[kind], self.fixed, strict=True):
                total += gain if gain and near & mask else 0
        return total

    def _one_more_or_less(self) -> tuple[list[int], list[int]] | None:
        """A piece more, or one fewer, as far as the counts allow it: which piece was there, which one is there now."""
        kind = self.random.randrange(len(self.counts))
        low, high = self.counts[kind]
        lying = [number for number, (one, _) in enumerate(self.pieces) if one == kind]
        if len(lying) < high and (len(lying) == low or self.random.random() < _MORE):
            closed = ~self.free
            fits = [place for place, mask in enumerate(self.masks[kind]) if not mask & closed]
            if not fits:
                return None
            place = self.random.choice(fits)
            self.free &= ~self.masks[kind][place]
            self.pieces.append((kind, place))
            return [], [len(self.pieces) - 1]
        if len(lying) == low:
            return None
        number = self.random.choice(lying)
        self.free |= self.masks[kind][self.pieces[number][1]]
        del self.pieces[number]
        return [number], []

    def _exchange(self) -> list[int] | None:
        """Two pieces change places, if each can lie where the other did."""
        if len(self.pieces) < 2:
            return None
        a, b = self.random.sample(range(len(self.pieces)), 2)
        (kind, at), (other, where) = self.pieces[a], self.pieces[b]
        if kind == other:
            return None
        there, here = self.index[kind].get(self.places[other][where]), self.index[other].get(self.places[kind][at])
        if there is None or here is None:
            return None
        self.pieces[a], self.pieces[b] = (kind, there), (other, here)
        return [a, b]

    def _lay_again(self) -> list[int] | None:
        """A few pieces that are near each other are laid elsewhere, on what is free without them."""
        if not self.pieces:
            return None
        first = self.random.randrange(len(self.pieces))
        reach = self.beside[self.pieces[first][0]][self.pieces[first][1]]
        far = self.random.random() < _FAR
        near = [n for n, (kind, at) in enumerate(self.pieces) if n != first and (far or self.masks[kind][at] & reach)]
        some = [first, *self.random.sample(near, min(len(near), self.random.randint(0, 2)))]
        for number in some:
            kind, at = self.pieces[number]
            self.free |= self.masks[kind][at]
        self.random.shuffle(some)
        return some if self._lay(some, 0, [_TRIES]) else None

    def _lay(self, some: Sequence[int], at: int, tries: list[int]) -> bool:
        if at == len(some):
            return True
        kind = self.pieces[some[at]][0]
        closed = ~self.free
        fits = [place for place, mask in enumerate(self.masks[kind]) if not mask & closed]
        self.random.shuffle(fits)
        for place in fits:
            tries[0] -= 1
            if tries[0] < 0:
                return False
            mask = self.masks[kind][place]
            self.free &= ~mask
            self.pieces[some[at]] = kind, place
            if self._lay(some, at + 1, tries):
                return True
            self.free |= mask
        return False


def _mask(cells: Sequence[int]) -> int:
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask
