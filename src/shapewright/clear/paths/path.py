"""All different solutions of a field for the queues of a pattern, the chance, and the fewest that serve them all."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import reduce
from itertools import count
from operator import or_
from typing import Unpack

from shapewright.clear import native
from shapewright.clear.chances.percent import Chance, chance_of
from shapewright.clear.field import Field
from shapewright.clear.graph.graph import Graph
from shapewright.clear.graph.queues import Kinds, Queues
from shapewright.clear.graph.setup import Setup
from shapewright.clear.orders.build_orders import Building
from shapewright.clear.orders.goals import Goal
from shapewright.clear.orders.placing_order import part_of
from shapewright.clear.paths.minimal_set import TIES, Minimal, Tie, ease_of
from shapewright.clear.paths.minimum_cover import minimum_cover
from shapewright.clear.paths.path_solution import PathSolution
from shapewright.clear.patterns.pattern import Pattern
from shapewright.clear.patterns.save_conditions import SaveCondition, read_conditions
from shapewright.clear.piece import PIECES
from shapewright.clear.problem import Game, Problem
from shapewright.clear.queue import Queue
from shapewright.clear.results import Several, by_cells
from shapewright.clear.search.solve import first_packed, solution_of
from shapewright.errors import LimitError, ProblemError, StoppedError, amount
from shapewright.jobs.limits import Clock, processor_seconds
from shapewright.jobs.stage import Progress

MAX_BITS = 1 << 34
"""So many bits, a queue of a solution each, are kept at most."""


_SECONDS = 10.0
_MOST = 20_000
_SHORT = 0.02
_FIRST = 1000
"""After so many queues at least every fourth must still give another solution; else there seem to be few."""


def path(
    field: Setup | Field | str,
    pattern: Pattern | str | None = None,
    height: int | None = None,
    *,
    save: str | None = None,
    best_save: bool = False,
    time_limit: float | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    stop: bytearray | None = None,
    **game: Unpack[Game],
) -> Path:
    """All unique solutions of ``height`` rows (4, if not given) of ``field`` by queues of ``pattern``.

    A unique solution is a set of pieces with their cells in the rows of the field, in whatever order they come; a piece
    may be split by a row that was cleared before. Those that serve most queues come first. With ``save``, a condition
    such as ``T`` (see :mod:`shapewright.clear.patterns.save_conditions`), a solution serves those queues of which it
    leaves such pieces over; they count in full length then. With ``best_save`` there may be several conditions,
    ``T,L``, the best first, and a solution serves the queues for which it makes the best save that they can have; for
    the solutions of each condition by itself see :func:`shapewright.clear.paths_by_save`.

    >>> solutions = path("ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ", "I,*p4")
    >>> len(solutions), len(solutions.minimal())
    (63, 24)

    Arguments and errors are those of :func:`shapewright.clear.percent`.
    """
    setup = Setup.asked(field, pattern, height, game)
    clock = Clock(time_limit, stop)
    if save is None and best_save:
        raise ProblemError("there are no save conditions to prefer one before another; give some, such as save='T,L'")
    saves = () if save is None else read_conditions(save) if best_save else (SaveCondition.from_text(save),)
    graph = graph_to_list(setup, clock, progress, in_full=bool(saves))
    if len(saves) < 2:
        return path_of(graph, setup, *saves)
    found = path_of(graph, setup)
    # Of all solutions of queues in full length those that make the first save that their queues can have.
    kept = [Kept(one, found.names) for one in saves]
    best, left = [], (1 << len(found.names)) - 1
    for each in kept:
        some = reduce(or_, [solution.bits & each.queues(solution.pieces) for solution in found], 0)
        best.append(some & left)
        left &= ~some

    def serving(one: PathSolution) -> int:
        return one.bits & reduce(or_, [mine & each.queues(one.pieces) for each, mine in zip(kept, best, strict=True)])

    return found.narrowed(serving, saves, tuple([mine.bit_count() for mine in best]))


def paths_by_save(
    field: Setup | Field | str,
    pattern: Pattern | str | None = None,
    height: int | None = None,
    *,
    save: str | None = None,
    time_limit: float | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    **game: Unpack[Game],
) -> tuple[Path, ...]:
    """All unique solutions for each of some save conditions, such as ``T,L``; without any, for each piece that is left.

    Each is what :func:`shapewright.clear.path` gives for the condition alone, and has a minimal set of its own. Pieces
    that no queue can leave over are left out.

    >>> found = paths_by_save("ZZ____LLLI/TZZ___LOOI/TTSS__JOOI/TSS___JJJI", "*p4")
    >>> [(each.saves[0].text, len(each), each.solved, len(each.minimal())) for each in found][:3]
    [('I', 9, 66, 8), ('O', 15, 148, 13), ('T', 5, 64, 5)]

    Arguments and errors are those of :func:`shapewright.clear.path`; ``ProblemError`` where nothing can be left over.
    """
    setup = Setup.asked(field, pattern, height, game)
    nothing = setup.nothing_left()
    if nothing is not None:
        raise ProblemError(f"there is nothing to save: {nothing}")
    saves = tuple(map(SaveCondition, PIECES)) if save is None else read_conditions(save)
    found = path_of(graph_to_list(setup, Clock(time_limit), progress, in_full=True), setup)

    def saving(one: SaveCondition) -> Path:
        kept = Kept(one, found.names)
        return found.narrowed(lambda solution: solution.bits & kept.queues(solution.pieces), (one,))

    each = map(saving, saves)
    return tuple([one for one in each if one or save is not None])


def path_with_goal(
    found: Path, goal: Goal | str, *, time_limit: float | None = None, stop: bytearray | None = None
) -> Path:
    """The solutions of ``found`` that some queue builds with the ``goal`` reached, and the queues that do.

    The goal is a mode such as ``tsd`` or ``b2b``, or a :class:`shapewright.clear.Goal`. A minimal set of what is
    returned has a solution for each queue that can clear the field and reach the goal.

    >>> found = path("ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ", "I,*p4")
    >>> len(found), len(path_with_goal(found, "tsm"))
    (63, 5)

    Raises ``ProblemError`` for a path by the best save of several, whose queues were already divided;
    ``StoppedError`` when the time limit is reached.
    """
    aim = Goal(goal) if isinstance(goal, str) else goal
    if found.best:
        raise ProblemError("a path by the best save of each queue takes no goal; ask for one save")
    clock, setup = Clock(time_limit, stop), found.setup

    def reaching(solution: PathSolution) -> int:
        clock.check(f"all of {len(found)} solutions were looked at")
        building = Building(setup.start, solution.parts, kicks=setup.kicks, drop=setup.drop, goal=aim)
        return solution.bits & building.solved(found.names, clock, hold=setup.hold)

    return found.narrowed(reaching, found.saves)


def graph_to_list(
    setup: Setup, clock: Clock, progress: bool | Callable[[Progress], None] | None, *, in_full: bool
) -> Graph:
    """The boards on the way, of queues in full length or of what counts of them.

    Raises ``LimitError`` where it is plain that there will be too many solutions to list.
    """
    length = setup.pattern.length if in_full else setup.length
    queues = Queues.of(setup.pattern, length)
    if not in_full and has_more_solutions(setup, queues, MAX_BITS // max(1, len(queues)), clock):
        raise LimitError(
            f"there are more than {MAX_BITS // len(queues)} solutions for {len(queues)} queues, too many to list; "
            "try a narrower pattern, or list them without their queues (--no-queues, list_path)"
        )
    return setup.graph(clock=clock, progress=progress, length=length)


def has_more_solutions(setup: Setup, queues: Queues, number: int, clock: Clock) -> bool:
    """Whether a look of a second or so proves that the queues have more than so many unique solutions.

    Random queues are solved one by one, before the long work that would find all solutions; every different solution
    that this gives is one of those. False proves nothing: there may still be more. It is not tried for more than
    20,000, nor beyond the clock.
    """
    if number > _MOST:
        return False
    end = processor_seconds() + _SECONDS
    seen: set[object] = set()
    draw = random.Random(1)
    for seed in count():
        if clock.over() or processor_seconds() > end or (seed > _FIRST and 4 * len(seen) < seed):
            return False
        queue = Queue(queues.at(draw.randrange(len(queues))))
        problem = Problem(setup.start, queue, setup.height, setup.kicks, setup.drop, setup.hold)
        try:
            packed = first_packed(problem, seed=seed, time_limit=_SHORT)
        except StoppedError:
            continue
        if packed is not None:
            seen.add(solution_of(problem, packed).identity)
            if len(seen) > number:
                return True
    return False


def path_of(graph: Graph, setup: Setup, save: SaveCondition | None = None) -> Path:
    """All unique solutions that a graph of this setup has; with a save condition, one of queues in full length."""
    listed = graph.solutions()
    queues = graph.queues
    number = len(listed)
    if number * len(queues) > MAX_BITS:
        raise LimitError(f"{number} solutions for {len(queues)} queues are too many to list; try a narrower pattern")
    clock = graph.clock
    before = f"all of {number} solutions were listed"
    parts = [part_of(cells) for cells in native.boards(listed.cells)]
    served = graph.solved_by(listed)
    kept = None if save is None else Kept(save, queues)
    found, solved = [], 0
    for chosen, tucked, bits in clock.checked(zip(listed.parts(), listed.tucked(), served, strict=True), before):
        pieces = tuple(sorted([parts[one] for one in chosen], key=by_cells))
        if kept is not None:
            bits &= kept.queues("".join([part.piece for part in pieces]))
            solved |= bits
        if bits:
            found.append(PathSolution(setup, pieces, bits.bit_count(), tucked, bits, queues.length))
    return Path(
        setup, in_list_order(found), queues, graph.solved if save is None else solved, () if save is None else (save,)
    )


def in_list_order(solutions: Iterable[PathSolution]) -> tuple[PathSolution, ...]:
    """The solutions, those that serve most queues first."""
    return tuple(sorted(solutions, key=lambda one: (-one.served, one.tucked, [by_cells(part) for part in one.parts])))


class Kept:
    """The queues of which what certain pieces leave over satisfies a condition."""

    def __init__(self, save: SaveCondition, queues: Queues) -> None:
        self._save = save
        self._known: dict[str, int] = {}
        self._sets = Kinds("".join(sorted(queue)) for queue in queues)

    def queues(self, pieces: str) -> int:
        """These queues, as bits, if these pieces are placed."""
        key = "".join(sorted(pieces))
        if key not in self._known:
            placed = Counter(key)
            self._known[key] = self._sets.bits(
                lambda each: self._save.holds_for("".join((Counter(each) - placed).elements()))
            )
        return self._known[key]


class Path(Several[PathSolution]):
    """All unique solutions, those that serve most queues first; ``setup`` is what was asked.

    ``saves`` are the save conditions that were asked for; of several, ``best`` says for how many queues each is the
    best one. As text it is one line a solution: how many queues it serves, then its picture.
    """

    def __init__(
        self,
        setup: Setup,
        solutions: tuple[PathSolution, ...],
        queues: Queues,
        solved: int,
        saves: tuple[SaveCondition, ...] = (),
        best: tuple[int, ...] = (),
    ) -> None:
        self.setup = setup
        self.saves = saves
        self.best = best
        self._found = solutions
        self._queues = queues
        self._solved = solved
        self._minimal: Minimal | None = None

    def __str__(self) -> str:
        return "\n".join([f"{solution.served:7} {solution.to_text(one_line=True)}" for solution in self._found])

    def __repr__(self) -> str:
        return f"<Path: {amount(len(self), 'solution')}, {self.solved} of {amount(self.queues, 'queue')}>"

    @property
    def names(self) -> Queues:
        """The queues, in order."""
        return self._queues

    @property
    def counted(self) -> int:
        """How many pieces of each queue count."""
        return self._queues.length

    def cut(self) -> str | None:
        """That the queues have more pieces than count, in one sentence; None if they have not."""
        return self.setup.cut() if self.counted < self.setup.pattern.length else None

    @property
    def queues(self) -> int:
        """How many queues there are."""
        return len(self._queues)

    @property
    def solved(self) -> int:
        """How many queues some solution serves."""
        return self._solved.bit_count()

    def narrowed(
        self, serving: Callable[[PathSolution], int], saves: tuple[SaveCondition, ...] = (), best: tuple[int, ...] = ()
    ) -> Path:
        """The solutions that serve some queues still, by what each serves then, and only these."""
        kept, solved = [], 0
        for solution in self._found:
            if bits := serving(solution):
                kept.append(replace(solution, bits=bits, served=bits.bit_count()))
                solved |= bits
        return Path(self.setup, in_list_order(kept), self.names, solved, saves, best)

    def serving(self, queue: str) -> tuple[PathSolution, ...]:
        """The solutions that this queue can build."""
        place = self._queues.rank(queue)
        return () if place is None else tuple([one for one in self._found if one.bits >> place & 1])

    def minimal(
        self, *, time_limit: float | None = None, progress: bool | Callable[[Progress], None] | None = None
    ) -> Minimal:
        """The fewest solutions that serve every queue which can be solved at all, proven so unless time runs out.

        Among equally few those are chosen that are easiest to play (:data:`shapewright.clear.paths.minimal_set.TIES`):
        in all they have fewest pieces tucked under others or turned into place; among these fewest per cent of their
        queues need hold; among these most orders of their pieces build them. ``progress`` hears of the best so far and
        the bound.
        """
        is_kept = time_limit is None and progress is None
        if is_kept and self._minimal is not None:
            return self._minimal
        solutions = self._found
        known: list[tuple[int, ...]] = []

        def costs(clock: Clock) -> list[tuple[int, ...]]:
            known[:] = ease_of(solutions, self._queues, clock)
            return known

        cover = minimum_cover([one.bits for one in solutions], costs, time_limit=time_limit, progress=progress)
        totals = map(sum, zip(*[known[number] for number in cover.chosen], strict=True)) if known else ()
        ties = tuple([Tie(TIES[level], total, level < cover.settled) for level, total in enumerate(totals)])
        found = Minimal(tuple([solutions[number] for number in cover.chosen]), cover.bound, ties)
        self._minimal = found if is_kept else self._minimal
        return found


@dataclass(frozen=True)
class Analysis:
    """What was asked, the chance, and all unique solutions."""

    setup: Setup
    chance: Chance
    path: Path

    def minimal(self, *, time_limit: float | None = None) -> Minimal:
        """The fewest solutions that serve every queue: see :meth:`Path.minimal`."""
        return self.path.minimal(time_limit=time_limit)


def analyse(
    field: Setup | Field | str,
    pattern: Pattern | str | None = None,
    height: int | None = None,
    *,
    time_limit: float | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    **game: Unpack[Game],
) -> Analysis:
    """What :func:`shapewright.clear.percent` and :func:`shapewright.clear.path` tell, for little more than one of them.

    >>> found = analyse("ZZ____LLLI/TZZ___LOOI/TTSS__JOOI/TSS___JJJI", "*p4")
    >>> str(found.chance), len(found.path), len(found.minimal())
    ('514 / 840 = 61.19 %', 18, 16)

    Arguments and errors are theirs.
    """
    setup = Setup.asked(field, pattern, height, game)
    graph = setup.graph(clock=Clock(time_limit), progress=progress)
    return Analysis(setup, chance_of(graph, setup), path_of(graph, setup))
