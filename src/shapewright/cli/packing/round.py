"""``packing round``: whole rounds of the contest."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from shapewright.cli import ANSWER, STOPPED, options
from shapewright.cli.output import envelope, print_text, remark
from shapewright.cli.packing.bag import even_t, solver
from shapewright.storage.json import json_text

if TYPE_CHECKING:
    from shapewright.packing import Round


@click.command("round")
@click.option("--rounds", metavar="N", callback=options.whole_number(1, 10**9), help="Play N rounds; 1 unless given.")
@click.option("--until-perfect", is_flag=True, help="Play until every level has its best score.")
@even_t
@solver
@options.seed
@options.threads
@options.time_limit
@options.json_output
@options.quiet
@options.verbose
def round_(
    rounds: int | None,
    until_perfect: bool,
    even_t: bool,
    solver: str,
    seed: int | None,
    threads: int | None,
    time_limit: float | None,
    as_json: bool,
    quiet: bool,
    verbose: bool,
) -> int:
    """Pack ten random bags of 1, 2, 4, ... 512 pieces and sum their scores; the most there is are 6027.5 points.

    With several rounds the best one is shown, and the mean of all. --time-limit is for all of them.
    """
    from shapewright.packing.rounds import play_rounds

    started = time.monotonic()
    number = None if until_perfect and rounds is None else rounds or 1
    best: Round | None = None
    played, total = 0, 0.0
    for one in play_rounds(
        seed or 0, rounds=number, time_limit=time_limit, even_t=even_t, solver=solver, threads=threads
    ):
        played += 1
        total += one.total
        if best is None or one.total > best.total:
            best = one
        if until_perfect and one.is_perfect:
            break
    if best is None:
        from shapewright.errors import StoppedError

        raise StoppedError(f"the time limit of {time_limit:g} s is over before a round was played")
    complete = best.is_perfect if until_perfect else played == number
    if as_json:
        print_text(
            json_text(
                envelope(complete=complete, seconds=time.monotonic() - started, **round_keys(best, played, total))
            )
        )
    else:
        print_text("\n".join(_lines(best, played, total)))
    remark(f"packing: {played} rounds in {time.monotonic() - started:.1f} s")
    return ANSWER if complete or not until_perfect else STOPPED


def round_keys(best: Round, played: int, total: float) -> dict[str, Any]:
    """The keys of a JSON answer that tell of so many rounds, the best of them and the sum of their points."""
    return {
        "rounds": played,
        "mean": total / played,
        "round": best.number,
        "total": best.total,
        "scores": list(best.scores),
        "perfect": best.is_perfect,
        "packings": [packing.to_json() for packing in best.packings],
    }


def _lines(best: Round, played: int, total: float) -> list[str]:
    lines = [] if played == 1 else [f"best of {played} rounds: number {best.number}; mean {total / played:.2f}"]
    for level, packing in enumerate(best.packings, start=1):
        pieces, size = len(packing.placements), f"{packing.width}x{packing.height}"
        lines.append(f"level {level:2}  {pieces:3} pieces  {size:>6}  {packing.score:7.2f}  {packing.status}")
    lines.append(f"total {best.total:.2f}" + (", perfect" if best.is_perfect else ""))
    return lines
