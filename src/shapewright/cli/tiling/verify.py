"""Check what a solver said, whoever it was: solutions by the independent checker, counts by another engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from shapewright.cli import ANSWER, NONE_EXISTS, options
from shapewright.cli.output import envelope, integers_of_any_length, json_text, print_text
from shapewright.cli.tiling.count import counted
from shapewright.cli.tiling.puzzle import Stated, stated
from shapewright.cli.tiling.search import Search, search
from shapewright.errors import InternalError, ProblemError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapewright.cli.tiling.files import Puzzle
    from shapewright.cli.tiling.solutions import Claim, Given
    from shapewright.tiling import Solution
    from shapewright.tiling.abstract import Choice

# In the order of their wish for a second opinion: the plainest program first.
_SECOND = ("sparse", "bit-sliced")


@click.command()
@click.argument("files", nargs=-1, metavar="[PUZZLE] [SOLUTIONS]")
@stated
@click.option("--recount", is_flag=True, help="Count with two engines and compare.")
@search
@options.threads
@options.json_output
@options.quiet
@options.verbose
def verify(
    files: tuple[str, ...],
    stated: Stated,
    recount: bool,
    search: Search,
    threads: int | None,
    as_json: bool,
    quiet: bool,
    verbose: bool,
) -> int:
    """Check SOLUTIONS (in letters, JSON or JSON Lines) against PUZZLE, a file or stated by options.

    A JSON answer (from solve --json, count --json ...) has its puzzle with it and needs no other file; the count in
    it, or that there is no tiling, is checked by counting again. The exit code is 1 if anything is wrong.
    """
    from shapewright.cli.tiling.solutions import given

    found = given(files, stated)
    if found.solutions is None and found.claim is None and not recount:
        raise ProblemError("there are no solutions to verify: name their file too, or count twice with --recount")
    is_right, lines, keys = verified(found, recount, search, threads)
    if as_json:
        print_text(json_text(envelope(complete=True, seconds=search.seconds, valid=is_right, **keys)))
    else:
        print_text("\n".join(lines))
    return ANSWER if is_right else NONE_EXISTS


def verified(
    found: Given, recount: bool, search: Search, threads: int | None
) -> tuple[bool, list[str], dict[str, Any]]:
    """Whether all is right, what there is to say, and the same as JSON; counts again if there is a claim."""
    lines: list[str] = []
    keys: dict[str, Any] = {}
    is_right = True
    if found.solutions is not None:
        wrong = _wrong(found.puzzle, found.solutions)
        is_right = not wrong
        lines += [f"solution {number}: {fault}" for number, fault in wrong]
        lines.append(_summary(found.solutions, len(wrong)))
        keys["solutions"] = len(found.solutions)
        keys["faults"] = [{"solution": number, "fault": fault} for number, fault in wrong]
    if recount or found.claim is not None:
        counts = _counts(found.puzzle, found.claim, search, threads)
        agree = len({number for _, number in counts}) == 1
        is_right = is_right and agree
        width = max(len(engine) for engine, _ in counts)
        with integers_of_any_length():
            lines += [f"{engine:{width}}  {number}" for engine, number in counts]
        lines.append("the counts agree" if agree else "the counts differ")
        keys["counts"] = [{"engine": engine, "count": number} for engine, number in counts]
    return is_right, lines, keys


def _wrong(puzzle: Puzzle, solutions: Sequence[Solution | Choice]) -> list[tuple[int, str]]:
    """The number (from 1) and the first fault of each wrong solution."""
    wrong = []
    seen: dict[object, int] = {}
    for number, solution in enumerate(solutions, start=1):
        fault = _fault(puzzle, solution)
        same = solution if isinstance(solution, tuple) else solution.placements
        earlier = seen.setdefault(same, number)
        if fault is None and earlier != number:
            fault = f"is solution {earlier} once more"
        if fault is not None:
            wrong.append((number, fault))
    return wrong


def _fault(puzzle: Puzzle, solution: Solution | Choice) -> str | None:
    from shapewright.tiling.check import check_cover, faults
    from shapewright.tiling.problem import Problem

    if not isinstance(solution, tuple):
        return next(iter(faults(solution.problem, solution.placements)), None)
    assert not isinstance(puzzle, Problem)
    offered = {frozenset(option) for option in puzzle.options}
    for option in solution:
        if frozenset(option) not in offered:
            return f"{' '.join(item for item, _ in option)!r} is no option of the puzzle"
    try:
        check_cover(puzzle, solution)
    except InternalError as error:
        return str(error).partition(": ")[2]
    return None


def _summary(solutions: Sequence[Solution | Choice], wrong: int) -> str:
    number = f"{len(solutions)} solutions" if len(solutions) != 1 else "1 solution"
    if wrong:
        return f"{wrong} of {number} {'is' if wrong == 1 else 'are'} wrong"
    return f"{number}, right" if len(solutions) == 1 else f"{number}, all right"


def _counts(puzzle: Puzzle, claim: Claim | None, search: Search, threads: int | None) -> list[tuple[str, int]]:
    """Engines and their counts: a claim first if there is one, then ours, by engines that had no part in it."""
    from shapewright.tiling import Problem

    if claim is not None:
        search.up_to_symmetry = search.up_to_symmetry or claim.up_to_symmetry
        search.rotations_only = search.rotations_only or claim.rotations_only
        first = (claim.engine, claim.count)
    else:
        number = counted(puzzle, search, threads=threads)
        assert search.statistics is not None
        search.remark()
        first = (search.statistics.engine, number)
    second = next(name for name in (*_SECOND, "strip") if name not in first[0] and name != search.engine)
    again = Search(search.up_to_symmetry, search.rotations_only, second, search.time_limit)
    if first == ("invariants", 0) and isinstance(puzzle, Problem):
        from shapewright.tiling.notation.dlx import exact_cover

        # The invariants would answer any engine's count; written as an exact cover the puzzle is searched all the same.
        again.up_to_symmetry = False
        number = counted(exact_cover(puzzle), again)
    else:
        number = counted(puzzle, again, threads=threads)
    again.remark()
    search.statistics = again.statistics
    return [first, (second, number)]
