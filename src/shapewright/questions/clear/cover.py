"""Which queues can build given solutions."""

from __future__ import annotations

from collections.abc import Iterator

from shapewright import clear
from shapewright.errors import LimitError, ProblemError
from shapewright.questions.asked import Asked
from shapewright.questions.batch import csv_of
from shapewright.questions.clear._asked.fields import DROP, KICKS, NO_HOLD
from shapewright.questions.clear._asked.fumens import SOLUTIONS
from shapewright.questions.clear._asked.goal import GOAL, MIRROR, PRIORITY, goal_in_python, goal_of
from shapewright.questions.clear._asked.lines import solution_lines_of
from shapewright.questions.clear._asked.many import of_many
from shapewright.questions.clear._asked.pattern import PATTERN, USE_HOLD, rules_of
from shapewright.questions.clear._asked.python import clear_program, rules_in_python
from shapewright.questions.clear._asked.solution_finder import COVER
from shapewright.questions.clear._shown.solutions import STEP_SECONDS, steps, ways
from shapewright.questions.desk import Desk
from shapewright.questions.fields import TIME_LIMIT, Flag
from shapewright.questions.parts import Frames, Part, Table, Text
from shapewright.questions.python import call
from shapewright.questions.question import Answer, Question, without_pictures

MAX_LISTED = 5_000_000
MAX_STUDIO_QUEUES = 100_000
MAX_SHOWN = 1000
"""The number of queues without a solution that a page shows."""

FAILED = Flag("failed", "List the queues that cannot build any of them.", doors=("shell",), repeated_in=False)


def answer(asked: Asked, desk: Desk) -> Answer:
    """What each solution, any of them and every one can be built by."""
    built = asked[SOLUTIONS]
    if not built:
        raise ProblemError("there are no solutions; give fumens, or files of fumens")
    rules = rules_of(asked)
    found = clear.cover(
        built,
        rules.pattern,
        kicks=rules.kicks,
        drop=rules.drop,
        hold=rules.hold,
        goal=goal_of(asked),
        mirror=asked[MIRROR] == "yes",
        priority=asked[PRIORITY] == "yes",
        time_limit=desk.seconds,
        progress=desk.progress,
    )
    desk.at_most(len(found.queues), MAX_STUDIO_QUEUES, "the pattern has {} queues")
    so_that = "" if found.goal.is_plain else " and reach the goal"
    return Answer(
        lambda: _keys(found),
        f"{found.any} of the queues can build at least one of them{so_that}",
        "found" if found.any.solved else "none",
        text=lambda _: "\n".join(_lines(found, failed=asked[FAILED])),
        parts=lambda: _see(found),
        records=lambda: _each(found),
        files={".csv": lambda: _csv(found)},
        exit_code=0,
        tone="plain",
        page=ways(_shown(found)) if desk.studio else {},
    )


def _lines(found: clear.Coverage, *, failed: bool) -> Iterator[str]:
    width = len(str(len(found.solutions)))
    for number, (built, chance) in enumerate(zip(found.solutions, found.each, strict=True), 1):
        yield f"{number:>{width}}  {chance}  {built.pieces}"
    yield from ("", f"OR   {found.any}", f"AND  {found.every}")
    if (cut := found.cut()) is not None:
        yield from ("", cut)
    if failed:
        yield from ("", *found.any.failing())


def _see(found: clear.Coverage) -> Iterator[Part]:
    for first in _shown(found):
        title = f"How {first.queue} builds it"
        yield Frames(tuple(steps(first)), title=title, seconds=STEP_SECONDS, animation="cover")
    each = zip(found.solutions, found.each, strict=True)
    rows = [[number, built.pieces, str(of)] for number, (built, of) in enumerate(each, 1)]
    yield Table(["", "pieces", "queues"], [*rows, ["any", "", str(found.any)], ["every one", "", str(found.every)]])
    if (cut := found.cut()) is not None:
        yield Text(cut, label="about the queues")
    if failing := list(found.any.failing()):
        more = f", the first {MAX_SHOWN}" if len(failing) > MAX_SHOWN else ""
        title = f"{len(failing)} queues that cannot build any of them{more}"
        yield Text("\n".join(failing[:MAX_SHOWN]), title=title, label="failing queues", folded=True)


def _shown(found: clear.Coverage) -> list[clear.Solution]:
    """How the first queue that can builds the only solution that is asked for."""
    first = found.solution(0) if len(found.solutions) == 1 else None
    return [] if first is None else [first]


def _each(found: clear.Coverage) -> list[dict[str, object]]:
    return [
        {"pieces": built.pieces, "cells": [part.cells for part in built.parts], "queues": chance.solved}
        for built, chance in zip(found.solutions, found.each, strict=True)
    ]


def _keys(found: clear.Coverage) -> dict[str, object]:
    _limited(found)
    return {
        "queues": len(found.queues),
        "pieces": found.queues.pattern.length,
        "pieces_counted": found.queues.length,
        "any": found.any.solved,
        "every": found.every.solved,
        "solutions": _each(found),
        "failed": list(found.any.failing()),
    }


def _csv(found: clear.Coverage) -> str:
    _limited(found)
    rows = ([queue, *["yes" if can else "no" for can in cells]] for queue, cells in found.table())
    return csv_of([["queue", *range(1, len(found.solutions) + 1)], *rows])


def _limited(found: clear.Coverage) -> None:
    if len(found.queues) > MAX_LISTED:
        raise LimitError(f"{len(found.queues)} queues are more than the limit of {MAX_LISTED} to list")


def _python(asked: Asked) -> str:
    rules = rules_of(asked)
    how = {**rules_in_python(asked, rules.kicks, rules.drop, hold=rules.hold), **asked.some(TIME_LIMIT)}
    how |= goal_in_python(asked)
    how |= {field.name: True for field in (MIRROR, PRIORITY) if asked[field] == "yes"}
    found = call("clear.cover", asked.plain(SOLUTIONS), rules.pattern.to_text(), **how)
    return clear_program(f"found = {found}", 'print(found.any, found.every, sep="\\n")')


QUESTION = Question(
    "clear",
    "cover",
    "Find which queues of a pattern can build given solutions.",
    (SOLUTIONS, PATTERN, USE_HOLD, NO_HOLD, DROP, KICKS, *GOAL, MIRROR, PRIORITY, FAILED, TIME_LIMIT),
    answer,
    about="""
    The answer has the chance of each SOLUTION, of at least one of them (OR) and of all of them (AND). A SOLUTION is a
    fumen, several fumens separated by blanks, a file of fumens, or - (standard input). If its pages place pieces, the
    fumen is one solution; otherwise each page is one, with pieces in its coloured cells and the field in its grey
    ones. A solution need not be a perfect clear. #1:3 after a fumen chooses pages 1 to 3. As in solution-finder, a
    SOLUTION may also be given by -t.

    With a mode, a queue counts if it can place all pieces so that this happens. tsm, tss, tsd, tst: a T-spin clears
    lines; with tsm a mini one will do, else it is a full one of at least 1, 2 or 3 lines. any-spin: a spin of any piece
    clears lines, by the rule of --spins. tetris: 4 lines are cleared at once; tetris-end: by the last piece. b2b: no
    line is cleared but by tetrises and spins. 1L to 4L: no fewer lines are cleared at once; with -or-PC a perfect clear
    may have fewer.

    \b
    shapewright clear cover 'v115@...' 'v115@...#1:3' -p '*p7'
    shapewright clear path -t 'v115@...' -p '*p4' --minimal -o few.fumen; shapewright clear cover few.fumen -p '*p4'""",
    rule="shapewright.clear.claims.patterns:cover",
    claims="""
    queues?  pieces?  pieces_counted?
    any? | whole | Number of queues that can build one of the solutions. | again
    every? | whole | Number of queues that can build all of them. | again
    solutions? | [Built] | The solutions, each with the number of queues that can build it. | again: each queue is
        put into order by itself
    failed?  asked?  fields?""",
    example={"solutions": ["v115@9gB80hF8ywwhG8wwglwhF8ilwhC8JeAg0JAM+NMCFb?8UBWAAAA"], "patterns": "*p4"},
    formats=without_pictures("chances are not a picture; 'clear path' draws solutions", ".jsonl", ".csv"),
    downloads=(".txt", ".csv"),
    lists=True,
    python=_python,
    foreign=COVER,
)  # fmt: skip
QUESTION = of_many(QUESTION, "failed", "priority", read=solution_lines_of)
