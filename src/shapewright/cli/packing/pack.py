"""``packing pack``: a bag into the best box, a given box, or onto a board."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from shapewright.cli import options
from shapewright.cli.packing.answer import answer, packing_format
from shapewright.cli.packing.bag import asked, box, solver
from shapewright.errors import NotationError, ProblemError

if TYPE_CHECKING:
    from shapewright.cells.grid import Board, Cell
    from shapewright.cells.placements import Placement
    from shapewright.cells.polyomino import Piece
    from shapewright.packing import Bag

MAX_PACKINGS = 10_000


def placement(text: str) -> Placement:
    """A piece that lies already: its name and the cells that it covers."""
    from shapewright.cells.grid import parse_cell
    from shapewright.cells.placements import Placement
    from shapewright.errors import quote

    name, *cells = text.split() or [""]
    if not cells:
        raise NotationError(
            f"{quote(text)} is not a fixed piece; expected 'PIECE X,Y ...' with the cells that it covers"
        )
    found = tuple(parse_cell(cell) for cell in cells)
    if any(len(cell) != 2 for cell in found):
        raise NotationError(f"{quote(text)} has a cell of three coordinates; packings are flat")
    return Placement(name, found)


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
@click.option("--count", metavar="K", callback=options.whole_number(1, MAX_PACKINGS), help="K different packings.")
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
    objective: str | None,
    width: int | None,
    box: tuple[int, int] | None,
    board: Board | None,
    holes: tuple[Cell, ...],
    hole_boxes: tuple[Cell, ...],
    fixed: tuple[str, ...],
    cover_corner: bool,
    best_subset: bool,
    count: int | None,
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
    from shapewright.packing import pack as pack_bag
    from shapewright.packing import several

    if (holes or hole_boxes) and board is None:
        if box is None:
            raise ProblemError("--hole takes a cell away from a board; there is no --board and no --box")
        from shapewright.cells.grid import Board

        board, box = Board.box(*box), None
    if board is not None:
        board = options.without_holes(board, holes, hole_boxes)
    if objective is not None and (box is not None or board is not None):
        raise ProblemError("a given box or board leaves nothing to choose: --objective is too much")
    how: dict[str, Any] = {
        "box": box,
        "board": board,
        "width": width,
        "fixed": tuple(map(placement, fixed)),
        "cover_corner": cover_corner,
        "best_subset": best_subset,
        "solver": solver,
        "threads": threads,
        "time_limit": time_limit,
    }
    if objective is not None or width is not None:
        how["objective"] = objective or "strip"
    wants_several = count is not None and count > 1
    suffix = None if output is None else packing_format(output, several=wants_several)
    started = time.monotonic()
    if count is None or count == 1:
        packings = [pack_bag(asked, seed=seed, **how)]
    else:
        packings = list(several(asked, count, seed=seed, **how))
    if not packings:
        from shapewright.errors import StoppedError

        raise StoppedError(f"the time limit of {time_limit:g} s is over before a packing was found")
    return answer(
        packings,
        as_json=as_json,
        as_jsonl=as_jsonl,
        output=output,
        suffix=suffix,
        several=wants_several,
        seconds=time.monotonic() - started,
        complete=packings[0].status in ("optimal", "infeasible") and (count is None or len(packings) == count),
    )


solve = pack
