"""``packing pack``: a bag into the best box, a given box, or onto a board."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from shapewright.cli import options
from shapewright.cli.packing.answer import answer, packing_format
from shapewright.cli.packing.bag import asked, box, solver
from shapewright.errors import ProblemError
from shapewright.packing.asked import placement_from_text, without_holes
from shapewright.packing.problem import problem_of
from shapewright.packing.solve import packed

if TYPE_CHECKING:
    from shapewright.cells.grid import Board, Cell
    from shapewright.cells.polyomino import Piece
    from shapewright.packing import Bag
    from shapewright.packing.boxes import Objective
    from shapewright.packing.problem import Place

MAX_PACKINGS = 10_000


@click.command()
@asked
@click.option("--objective", metavar="NAME", help="score (the default), area, or strip (with --width).")
@click.option("--width", metavar="W", callback=options.whole_number(1, 1 << 20), help="The width of the strip.")
@box
@options.board
@options.hole
@options.hole_box
@click.option("--fixed", metavar="'PIECE X,Y ...'", multiple=True, help="A piece that already lies there; repeatable.")
@click.option("--cover-corner", is_flag=True, help="The cell 0,0 must be covered.")
@click.option("--best-subset", is_flag=True, help="Pieces may be left out: cover as much of the board as possible.")
@click.option(
    "--limit",
    "--count",
    "limit",
    metavar="K",
    callback=options.whole_number(1, MAX_PACKINGS),
    help="K different packings.",
)
@solver
@options.threads
@options.time_limit
@options.json_output
@options.jsonl_output
@options.output
@options.quiet
@options.verbose
def pack(
    asked: Bag | tuple[Piece, ...],
    seed: int,
    objective: Objective | None,
    width: int | None,
    box: tuple[int, int] | None,
    board: Board | None,
    holes: tuple[Cell, ...],
    hole_boxes: tuple[Cell, ...],
    fixed: tuple[str, ...],
    cover_corner: bool,
    best_subset: bool,
    limit: int | None,
    solver: str,
    threads: int | None,
    time_limit: float | None,
    as_json: bool,
    as_jsonl: bool,
    output: str | None,
    quiet: bool,
    verbose: bool,
) -> int:
    """Pack BAG as tightly as possible; what comes out has been checked.

    The score of n pieces whose bounding box has the sides a <= b is (10 n - a b) a / b. 'optimal' means that everything
    better is refuted, 'feasible' comes with what cannot be surpassed; the exit code is 1 if the pieces certainly do not
    fit, and 3 if nobody knows.
    """
    place: Place = {"box": box, "board": board}
    if holes or hole_boxes:
        if board is None and box is None:
            raise ProblemError("--hole takes a cell away from a board; there is no --board and no --box")
        place = without_holes(place, (*holes, *hole_boxes))
    place |= {
        "objective": objective, "width": width, "fixed": tuple(map(placement_from_text, fixed)),
        "cover_corner": cover_corner, "best_subset": best_subset,
    }  # fmt: skip
    problem = problem_of(asked, place)
    wants_several = limit is not None and limit > 1
    suffix = None if output is None else packing_format(output, several=wants_several)
    started = time.monotonic()
    packings = packed(problem, limit, solver=solver, seed=seed, threads=threads, time_limit=time_limit)
    return answer(
        packings,
        as_json=as_json,
        as_jsonl=as_jsonl,
        output=output,
        suffix=suffix,
        several=wants_several,
        seconds=time.monotonic() - started,
        complete=packings[0].status in ("optimal", "infeasible") and (limit is None or len(packings) == limit),
    )


solve = pack
