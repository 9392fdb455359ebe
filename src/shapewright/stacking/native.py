"""The way to the engine: problems to bit masks, moves to drops. No other module here touches ``shapewright._core``."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from shapewright import _core
from shapewright.stacking import slides
from shapewright.stacking.plan import Drop
from shapewright.stacking.rules import cleared

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from shapewright.cells.grid import Cell
    from shapewright.jobs.limits import Clock
    from shapewright.stacking.problem import Problem

Question = _core.StackingQuestion
Graph = _core.StackingGraph
SurvivalSearch = _core.StackingSurvival
DeadlySearch = _core.StackingDeadly
Foresight = _core.StackingForesight
Room = _core.StackingRoom
Endings = _core.StackingEndings

# Contours and falls that are looked at: about 200 MB.
_MOST_CONTOURS = 100_000
_MOST_FALLS = 12_000_000
# For one sequence more of them: a bound on four columns may need all of a high reach, in 450 MB.
_MOST_FALLS_OF_ONE = 40_000_000

# Bits of a frontier of cells: tables of at most two million numbers.
_MOST_FRONTIER_BITS = 22

SurvivalChoice = tuple[int, list[int], int, bool, int, list[tuple[int, int, int]], int]
"""Board, pieces ahead, held piece, locked, drops, replies, piece: see bindings/stacking_survival.cpp."""


def question(problem: Problem) -> Question:
    """The problem as the engine takes it."""
    names = list(dict.fromkeys(problem.sequence))
    number = {name: k for k, name in enumerate(names)}
    return Question(
        problem.width,
        [[_rows(shape.cells) for shape in problem.orientations(name)] for name in names],
        [number[name] for name in problem.sequence],
        _rows(problem.board),
    )


def drops(problem: Problem, moves: Iterable[Sequence[int]]) -> tuple[Drop, ...]:
    """The engine's moves as drops.

    With a hold slot two pieces may fall; the engine says whether it is the earlier or the later one of them. Of pieces
    that slide it says in which row they lie, and the rules find a path to there.
    """
    sequence = problem.sequence
    found: list[Drop] = []
    stack: dict[Cell, int] = dict.fromkeys(problem.board, 0)
    waiting, following = 0, 1  # places in the sequence
    for orientation, column, later, *row in moves:
        place = following if later else waiting
        if not later:
            waiting = following
        following += 1
        name = sequence[place]
        if problem.drop == "hard":
            found.append(Drop(name, column, 90 * orientation))
            continue
        shapes = problem.shapes(name)
        way = slides.path_of(stack, shapes, problem.width, orientation, column, row[0])
        assert way is not None, (name, orientation, column, row)
        found.append(Drop(name, way[0], 90 * way[1], way[2]))
        stack |= dict.fromkeys([(x + column, y + row[0]) for x, y in shapes[orientation]], 0)
        stack = cleared(stack, problem.width) if problem.clear_lines else stack
    return tuple(found)


def layers(asked: Question) -> _core.StackingLayers:
    """The search by layers of stacks from both ends, for the plain question."""
    return _core.StackingLayers(asked)


def depth_first(asked: Question) -> _core.StackingDepthFirst:
    """The depth-first search, for the plain question."""
    return _core.StackingDepthFirst(asked)


def graph(problem: Problem, ceiling: int) -> Graph:
    """The graph of all stacks of at most ``ceiling`` rows, for every question."""
    facings = [_facings(problem, name) for name in dict.fromkeys(problem.sequence)] if problem.drop == "soft" else []
    return _core.StackingGraph(
        question(problem), problem.hold, problem.clear_lines, problem.objective, ceiling, facings
    )


def _facings(problem: Problem, name: str) -> list[tuple[int, int, int, int, int]]:
    """The facings of a piece as the engine takes them."""
    found = []
    for one in slides.facings(problem.shapes(name)):
        first, second = one.turned
        found.append((one.orientation, one.x, one.y, -1 if first is None else first, -1 if second is None else second))
    return found


def foresight(problem: Problem, reach: int, clock: Clock, *, cliffs: bool) -> Foresight | None:
    """Expected values over profiles modulo height of the pieces of the sequence; None if there are too many profiles.

    Without ``cliffs`` they are what a player comes to, with them what no player is below.
    """
    kinds = replace(problem, sequence=tuple(dict.fromkeys(problem.sequence)))
    table = Foresight(question(kinds), reach, cliffs, problem.objective)
    return table if table.prepare(_MOST_CONTOURS, _MOST_FALLS, clock.stop, clock.native()) else None


def player(problem: Problem, taste: tuple[Sequence[int], int, int], beam: int) -> _core.StackingPlayer:
    """Who sees only the next few of the pieces, which are the kinds of the sequence."""
    kinds = replace(problem, sequence=tuple(dict.fromkeys(problem.sequence)))
    return _core.StackingPlayer(question(kinds), problem.objective, list(taste[0]), taste[1], taste[2], beam)


def endings(problem: Problem, rows: int, pieces: int, most: int, clock: Clock) -> Endings:
    """The stacks of so many rows that the last pieces of a sequence clear: of at most so many pieces and stacks."""
    found = _core.StackingEndings(question(problem), rows)
    while found.pieces < pieces and found.step_back(most, clock.stop, clock.native()):
        pass
    return found


def room(problem: Problem) -> Room | None:
    """How the kinds of the sequence fill rectangles as wide as the grid; None if that takes too large a table."""
    kinds = question(replace(problem, sequence=tuple(dict.fromkeys(problem.sequence)), board=frozenset()))
    return Room(kinds) if Room.bits(kinds) <= _MOST_FRONTIER_BITS else None


def survival(problem: Problem, ahead: int) -> SurvivalSearch:
    """The game in which an adversary chooses among the pieces of the sequence, and shows ``ahead`` besides the next."""
    width, height, pieces, board = _well(problem)
    return _core.StackingSurvival(width, height, pieces, board, ahead, problem.hold)


def deadly(problem: Problem) -> DeadlySearch:
    """The game in which the adversary fixes its pieces beforehand, and the player knows them all."""
    return _core.StackingDeadly(*_well(problem), problem.hold)


def _well(problem: Problem) -> tuple[int, int, list[list[list[int]]], int]:
    """Width, height, the pieces that may come, and the board of a game against an adversary."""
    assert problem.height_limit is not None
    pieces = [[_rows(shape.cells) for shape in problem.orientations(name)] for name in dict.fromkeys(problem.sequence)]
    board = sum([1 << (y * problem.width + x) for x, y in problem.board])
    return problem.width, problem.height_limit, pieces, board


def survival_bits(cells: int, pieces: int, ahead: int, *, hold: bool) -> int:
    """How many bits a position of such a game has."""
    return _core.StackingSurvival.bits(cells, pieces, ahead, hold)


def _rows(cells: Iterable[Cell]) -> list[int]:
    rows: list[int] = []
    for x, y in cells:
        rows += [0] * (y + 1 - len(rows))
        rows[y] |= 1 << x
    return rows


@dataclass(frozen=True)
class Cost:
    """What no sequence of falls costs less than, how it is reached, and the contours looked at."""

    least: int
    moves: list[tuple[int, int, bool]]
    contours: int


@dataclass(frozen=True)
class Mean:
    """The least ``cost`` in the long run of ``periods`` repetitions, the way to that cycle, and the cycle.

    With cliffs ``n`` periods of ``length`` pieces cost at least ``(n * length * cost + offset) / (periods * length)``,
    together with what is empty at the end, whatever the plan.
    """

    cost: int
    periods: int
    offset: int
    lead: list[tuple[int, int, bool]]
    cycle: list[tuple[int, int, bool]]
    contours: int


def least_cost(asked: Question, reach: int, weights: Sequence[int], clock: Clock, *, cliffs: bool) -> Cost | None:
    """The least cost of the sequence over profiles modulo height; None if there are too many, or time is over.

    With ``cliffs`` no plan is lower than the cost divided by the sum of the weights; without, the moves are a plan, the
    lowest of those whose neighbouring columns never differ by more than ``reach``.
    """
    found = _core.stacking_least_cost(
        asked, reach, cliffs, list(weights), _MOST_CONTOURS, _MOST_FALLS_OF_ONE, clock.stop, clock.native()
    )
    return None if found is None else Cost(*found)


def find_repeat(problem: Problem, width: int, most: int, clock: Clock) -> Mean | None:
    """A plan that repeats itself, by a search that keeps so many profiles of each layer; no bound."""
    found = _core.stacking_find_repeat(question(problem), width, most, clock.stop, clock.native())
    if found is None:
        return None
    rows, periods, lead, cycle = found
    return Mean(rows * problem.width, periods, 0, lead, cycle, 0)


def least_mean(asked: Question, reach: int, weights: Sequence[int], clock: Clock, *, cliffs: bool) -> Mean | None:
    """The same for the sequence repeated for ever."""
    found = _core.stacking_least_mean(
        asked, reach, cliffs, list(weights), _MOST_CONTOURS, _MOST_FALLS, clock.stop, clock.native()
    )
    return None if found is None else Mean(*found)
