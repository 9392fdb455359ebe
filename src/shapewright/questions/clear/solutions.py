"""All solutions of the empty field: how many there are, and which."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from shapewright import clear
from shapewright.clear.drops import read_drop
from shapewright.clear.orders.placing_order import Part
from shapewright.errors import NotationError, amount
from shapewright.jobs.limits import Clock
from shapewright.jobs.seeds import fresh_seed
from shapewright.questions.asked import Asked
from shapewright.questions.clear._asked.fields import DROP, KICKS
from shapewright.questions.clear._asked.lists import MAX_STUDIO_LISTED, batches, limit_fields, told_limit
from shapewright.questions.clear._asked.python import clear_program, islice_of, rules_in_python
from shapewright.questions.desk import Desk
from shapewright.questions.fields import CHECKPOINT, CLUSTER, LIMIT, SEED, THREADS, TIME_LIMIT, Flag, Whole
from shapewright.questions.listing import Listing
from shapewright.questions.parts import Text
from shapewright.questions.python import call
from shapewright.questions.question import Answer, Question, without_pictures

BATCH = 500
_HDF5 = (".h5", ".hdf5")

HEIGHT = Whole("height", "Number of lines: 2 or 4.", argument=True, minimum=1, maximum=20).mandatory()
COUNT = Flag("count", "Print only the number of solutions.")
RANDOM = Whole(
    "random", "Number of solutions to draw, each equally likely.", metavar="N", minimum=1, maximum=10**7,
    studio_maximum=MAX_STUDIO_LISTED,
)  # fmt: skip


def answer(asked: Asked, desk: Desk) -> Answer | Listing:
    """Their number, some of them, or all."""
    if asked[RANDOM] is not None and (asked[COUNT] or (asked[LIMIT] is not None and not desk.studio)):
        raise NotationError("--random cannot be combined with --count or --limit")
    clock = Clock(desk.seconds)
    found = _found(asked, desk)
    bags, sets, dealt = found.count_from_bags(), len(found.pieces), "of these with pieces that bags of seven can deal"
    keys = {"solutions": len(found), "from_bags": bags, "sets_of_pieces": sets}
    headline = f"{amount(len(found), 'solution', thousands=True)} of {found.height} lines"
    notes = [f"{bags:,} {dealt}", f"{sets:,} sets of pieces"]
    if desk.output is not None:
        found.write(desk.output)
    if asked[COUNT] or desk.output is not None:
        return Answer(
            {**keys, "file": desk.output},
            headline,
            text=lambda _: f"{len(found)}\n{bags} {dealt}\n{sets} sets of pieces",
            parts=lambda: [Text("\n".join(notes), label="about the solutions")],
            records=lambda: [keys],
        )
    # It needs numpy, which 'clear --help' does without.
    from shapewright.clear.search.all_solutions import text_of

    def line(parts: Sequence[Part]) -> str:
        return text_of(tuple(parts), found.height).replace("\n", "/")

    # Random ones are drawn here, so that the seed can be told and the same solutions be drawn again.
    drawn, limit = asked[RANDOM], asked[LIMIT]
    seed = asked[SEED]
    seed = fresh_seed() if seed is None else seed
    return Listing(
        batches(islice(found, limit) if drawn is None else found.sample(drawn, seed=seed), BATCH),
        text=lambda parts, _: line(parts),
        record=lambda parts: [{"piece": part.piece, "cells": [list(cell) for cell in part.cells]} for part in parts],
        end=lambda kept, number: Answer(
            {**keys, "listed": list(map(line, kept))},
            headline,
            text=lambda _: "\n".join(map(line, kept)),
            parts=lambda: [Text("\n".join(map(line, kept)), label="solutions")],
            notes=notes,
            complete=drawn is not None or number == len(found),
            told=told_limit(asked, desk) if drawn is None else {"seed": seed},
        ),
        seconds=clock.left(),
        of=drawn or (len(found) if limit is None else min(limit, len(found))),
    )


def _found(asked: Asked, desk: Desk) -> clear.AllSolutions:
    """All of them: those that come with the package, unless they are to be searched for anew."""
    from shapewright.clear.search.all_solutions import shipped  # as above

    kicks, drop = asked[KICKS], read_drop(asked[DROP], asked[KICKS])
    if desk.output is None and desk.checkpoint is None and asked[CLUSTER] is None:
        known = shipped(asked[HEIGHT], kicks=kicks, drop=drop)
        if known is not None:
            return known
    return clear.all_solutions(asked[HEIGHT], kicks=kicks, drop=drop, **desk.working)


def _python(asked: Asked) -> str:
    from shapewright.clear.search.all_solutions import shipped  # as above

    kicks, drop = asked[KICKS], read_drop(asked[DROP], asked[KICKS])
    come_with = shipped(asked[HEIGHT], kicks=kicks, drop=drop) is not None
    how = {} if come_with else {**rules_in_python(asked, kicks, drop), **asked.some(TIME_LIMIT)}
    found = call("shipped" if come_with else "clear.all_solutions", asked[HEIGHT], **how)
    if asked[COUNT]:
        return clear_program(f"print(len({found}))")
    listed = islice_of("found", asked[LIMIT])
    if asked[RANDOM] is not None:
        listed = call("found.sample", asked[RANDOM], **asked.some(SEED))
    lines = f"text_of(tuple(parts), {asked[HEIGHT]})"
    return clear_program(f"found = {found}", f"for parts in {listed}:", f'    print({lines}.replace("\\n", "/"))')


QUESTION = Question(
    "clear",
    "solutions",
    "List all solutions of the empty field, or count them.",
    (
        HEIGHT, COUNT, RANDOM, SEED, KICKS, DROP, *limit_fields("Maximum number of solutions to list."), THREADS,
        TIME_LIMIT, CHECKPOINT, CLUSTER,
    ),
    answer,
    about="""
    A solution states which piece covers which cells; its pieces may be placed in any possible order. Each line is one
    solution: its rows joined by /, the top row first. The solutions of four lines under the usual rules come with the
    package; -o FILE.h5 searches for them again and writes them.

    \b
    shapewright clear solutions 2
    shapewright clear solutions 4 --count
    shapewright clear solutions 4 --random 3 --seed 1""",
    rule="shapewright.clear.claims.everything:solutions",
    claims="""
    solutions | whole | Number of ways to fill the lines. | again: counted again
    from_bags? | whole | Number of them that bags deal. | again: counted again
    sets_of_pieces? | whole | Number of sets of pieces. | again: counted again
    listed? | [text] | The ways. | again: listed or drawn again
    file? | text? | The file that was written. | not checked: it is not in the answer""",
    example={"height": 2, "limit": 5},
    formats=without_pictures("a list is not a picture; write .txt, .jsonl or .h5", ".jsonl", *_HDF5, own=_HDF5),
    downloads=(".txt",),
    lists=True,
    python=_python,
)  # fmt: skip
