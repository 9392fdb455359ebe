"""Certificates about perfect clears: a play for each queue that clears the field, and weights of queues.

That a queue clears nothing needs no lines: ``certificates/check_clear.py`` finds all covers of the empty cells, and
follows the plays of the queue among them, with code of its own. ``docs/certificates/clears.md`` describes the file.
"""

from __future__ import annotations

import json
from collections import defaultdict
from functools import cache, reduce
from itertools import combinations, product
from operator import or_
from typing import TYPE_CHECKING

from shapewright.clear import native
from shapewright.clear.check import check
from shapewright.clear.drops import T_SPINS
from shapewright.clear.field import WIDTH
from shapewright.clear.graph.queues import Queues
from shapewright.clear.kicks import Kicks
from shapewright.clear.paths.minimum_cover import ones
from shapewright.clear.paths.path import path
from shapewright.clear.patterns.pattern import Pattern
from shapewright.clear.patterns.pattern_parts import Element
from shapewright.clear.piece import FACINGS, cells_of
from shapewright.clear.problem import Problem, lines_text
from shapewright.clear.search.solve import first
from shapewright.errors import CertificateError, NeedlessError
from shapewright.jobs.limits import Clock
from shapewright.storage.certificate import Certificate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from shapewright.clear.field import Field
    from shapewright.clear.graph.setup import Setup
    from shapewright.clear.paths.path import Path
    from shapewright.clear.solution import Solution

CHECKER = "check_clear.py"

KICKS = ("none", "none180", "srs", "srs180", "srs-plus", "srs-tetrio")
"""The kick systems that the checker knows."""

MOST_QUEUES = 100_000
"""A certificate has a line for each of so many queues at most."""

MOST_COVERS, _MOST_STATES = 400_000, 300_000
"""Covers that the checker goes through for a queue: half a minute. It finds them by way of so many states."""

_STEPS, _PRICE = 1 << 20, 10_000
"""Of the linear programme: its steps, and what the weight 1 becomes in a certificate."""


def check_rules(asked: Problem | Setup) -> str:
    """Return the name by which the checker knows the kicks.

    Raises ``CertificateError`` if it does not know the rules, or if there are too many queues.
    """
    name = next((name for name in KICKS if Kicks.named(name).table == asked.kicks.table), None)
    if name is None:
        raise CertificateError(f"there are no certificates for the kicks {asked.kicks}; choose {', '.join(KICKS)}")
    if asked.drop in T_SPINS:
        raise CertificateError(f"there are no certificates for the drop {asked.drop}; choose soft, hard or t-softdrop")
    if isinstance(asked, Problem):
        if asked.save is not None:
            raise CertificateError("there are no certificates for a clear that saves certain pieces")
    elif asked.pattern.has_filters:
        raise CertificateError("there are no certificates for patterns with conditions in braces")
    elif (number := len(Queues.of(asked.pattern, asked.length))) > MOST_QUEUES:
        raise CertificateError(
            f"a certificate would have a line for each of {number} queues; the most is {MOST_QUEUES}"
        )
    return name


def certificate(
    asked: Problem | Setup, *, fewest: bool = False, time_limit: float | None = None, stop: bytearray | None = None
) -> Certificate:
    """Prove the answer about a queue or a pattern.

    Of a ``Problem`` it proves for each number of lines, up to the first that the queue clears, whether it clears them.
    Of a ``Setup`` it proves how many queues of the pattern clear the field; with ``fewest`` also how many solutions
    are enough for all these queues, and how many are needed at least, which may be fewer than the search has proven.

    Raises ``CertificateError`` if the checker does not know the rules or would have too much to do, ``StoppedError``
    when the time limit (seconds) is reached, here or while the lines are made.
    """
    name, clock = check_rules(asked), Clock(time_limit, stop)
    if isinstance(asked, Problem):
        return _of_queue(asked, name, clock)
    solutions = path(asked, time_limit=clock.left(), stop=clock.stop)
    solved = reduce(or_, [solution.bits for solution in solutions], 0)
    failing = solutions.names.chosen((1 << solutions.queues) - 1 & ~solved)
    _check_covers(asked.start, asked.height, failing, clock)
    claim = f"{solutions.solved} of the {solutions.queues} queues of {asked.pattern} clear {lines_text(asked.height)}"
    chosen, more = list(solutions), {}
    weights: dict[int, int] = {}
    if fewest:
        minimal = solutions.minimal(time_limit=clock.left())
        weights = _weights(solutions, clock)
        # No set of fewer solutions serves all queues than what the most that one serves goes into what all weigh.
        loads = [sum([weight for queue, weight in weights.items() if one.bits >> queue & 1]) for one in solutions]
        chosen, least = list(minimal), -(-sum(weights.values()) // max(loads, default=1))
        more = {"fewest": [least, len(chosen)]}
        claim += f"; {len(chosen)} solutions are enough for these" + (", and not fewer" if least == len(chosen) else "")
        claim += f", and at least {least} are needed" if least < len(chosen) else ""

    def lines() -> Iterator[str]:
        stated = [[asked.height, solutions.solved]]
        yield _header(asked, name, asked.pattern, solutions.counted, stated, more)
        done = 0
        for solution in chosen:
            for queue in clock.checked(solutions.names.chosen(solution.bits & ~done), "the certificate was written"):
                yield _play(solution.solution(queue), asked.height, queue)
            done |= solution.bits
        for number, weight in weights.items():
            yield f"w {solutions.names.at(number)} {weight}"

    return Certificate(claim, CHECKER, lines())


def _of_queue(problem: Problem, name: str, clock: Clock) -> Certificate:
    solution = first(problem, time_limit=clock.left())
    heights = [height for height in problem.heights if solution is None or height <= solution.height]
    if not heights:
        raise NeedlessError(f"counting decides: {problem.refutation()}")
    queue = problem.sequence[: max(map(problem.pieces_needed, heights)) + problem.hold]
    without = [height for height in heights if solution is None or height < solution.height]
    for height in without:
        _check_covers(problem.start, height, [queue], clock)
    stated = [[height, int(height not in without)] for height in heights]
    parts = [f"no perfect clear of {' or '.join(map(lines_text, without))}"] if without else []
    parts += [] if solution is None else [f"a perfect clear of {lines_text(solution.height)}"]

    def lines() -> Iterator[str]:
        yield _header(problem, name, Pattern((tuple(map(Element, queue)),)), len(queue), stated, {})
        if solution is not None:
            yield _play(solution, solution.height, queue)

    return Certificate(f"the queue {problem.queue} has {' and '.join(parts)}", CHECKER, lines())


def _header(
    asked: Problem | Setup, name: str, pattern: Pattern, length: int, claim: list[list[int]], more: dict[str, list[int]]
) -> str:
    alternatives = []
    for row in pattern.alternatives:
        elements = [part for part in row if isinstance(part, Element)]
        alternatives += [
            [[pool, element.length] for pool, element in zip(pools, elements, strict=True)]
            for pools in product(*[element.pools() for element in elements])
        ]
    rows = asked.start.to_text().splitlines() if asked.start.rows else []
    rules = {"kicks": name, "drop": asked.drop, "hold": asked.hold, "field": rows}
    return json.dumps({**rules, "pattern": alternatives, "length": length, "claim": claim, **more})


def _play(solution: Solution, lines: int, queue: str) -> str:
    check(solution)
    return f"+ {lines} {queue} {' '.join([f'{one.piece}:{one.bits:x}' for one in solution.placements])}"


# --- What the checker has to do ---------------------------------------------------------------------------------------


def _check_covers(start: Field, lines: int, queues: Iterable[str], clock: Clock) -> None:
    """Raise ``CertificateError`` if the checker had to go through too many covers for one of the queues."""
    empty = [cell for x in range(WIDTH) for cell in range(x, x + WIDTH * lines, WIDTH) if not start.bits >> cell & 1]
    places = {cell: number for number, cell in enumerate(empty)}
    ways: dict[int, set[tuple[str, int]]] = defaultdict(set)
    count = 0

    @cache
    def covers(left: int, pieces: str) -> int:
        nonlocal count
        count += 1
        if count % 1000 == 0:
            clock.check("the covers were counted")
        if count > _MOST_STATES:
            raise CertificateError("there is no certificate: the empty cells can be covered in too many ways")
        found = int(left == 0)
        for piece, taken in ways[left & -left]:
            if piece in pieces and not taken & ~left:
                found += covers(left ^ taken, pieces.replace(piece, "", 1))
        return found

    kinds: set[str] = set()
    for pieces in {"".join(sorted(queue)) for queue in queues}:
        for piece in set(pieces) - kinds:
            for facing in FACINGS:
                cells = cells_of(piece, facing)
                heights = sorted({y for _, y in cells})
                for rows, at in product(combinations(range(lines), len(heights)), range(WIDTH)):
                    taken = [(at + x, rows[heights.index(y)]) for x, y in cells]
                    if all(x in range(WIDTH) and x + WIDTH * y in places for x, y in taken):
                        bits = sum([1 << places[x + WIDTH * y] for x, y in taken])
                        ways[bits & -bits].add((piece, bits))
            kinds.add(piece)
        if (number := covers((1 << len(empty)) - 1, pieces)) > MOST_COVERS:
            raise CertificateError(
                f"there is no certificate: the pieces cover the empty cells in {number} ways, and the checker would go "
                f"through {MOST_COVERS} at most"
            )


# --- The fewest solutions ---------------------------------------------------------------------------------------------


def _weights(solutions: Path, clock: Clock) -> dict[int, int]:
    """Weights of queues, by their numbers, of which each solution serves little, and which add up to much.

    A linear programme finds them: each solution serves queues of the weight 1 at most.
    """
    serving: dict[int, list[int]] = defaultdict(list)
    for number, solution in enumerate(solutions):
        for queue in ones(solution.bits):
            serving[queue].append(number)
    alike = {tuple(by): queue for queue, by in serving.items()}
    programme = native.LinearProgramme([list(by) for by in alike], [1.0] * len(solutions))
    programme.solve(float("inf"), _STEPS, clock.stop, clock.native())
    queues = list(alike.values())
    weights = {queues[number]: round(_PRICE * amount) for number, amount in programme.taken()}
    return {queue: weight for queue, weight in sorted(weights.items()) if weight > 0}
