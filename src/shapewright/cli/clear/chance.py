"""The best chance with few pieces in sight."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from shapewright.cli import options
from shapewright.cli.clear import game
from shapewright.cli.output import envelope, print_text, wants_progress
from shapewright.errors import NotationError
from shapewright.storage.json import json_text

if TYPE_CHECKING:
    from shapewright.clear.chance import Move, Outlook
    from shapewright.clear.rules import Drop

_SHOWN = 5


@click.command()
@click.argument("queue", required=False)
@click.option("--see", callback=options.whole_number(1, 20), metavar="N", help="Pieces seen, the current one included.")
@click.option("--bag", metavar="PIECES", help="What is left of the bag that the first unseen piece comes from.")
@game.field
@game.page
@game.hold
@game.no_hold
@game.four_lines
@game.kicks
@game.drop
@options.time_limit
@options.json_output
@options.quiet
@options.verbose
def chance(
    queue: str | None,
    see: int | None,
    bag: str | None,
    field: str | None,
    page: int | None,
    hold: str | None,
    no_hold: bool,
    height: int | None,
    kicks: str,
    drop: Drop,
    time_limit: float | None,
    as_json: bool,
    quiet: bool,
    verbose: bool,
) -> None:
    """The best chance of a perfect clear (of 4 lines, unless --height says otherwise) and the move that keeps it.

    QUEUE is what is seen now; after each placement more comes into sight, drawn from bags of seven. Without --bag the
    queue is taken to begin with a new bag.

    \b
    shapewright clear chance TISZ --field J_________/JJJ_______/LLL_____OO/L_______OO
    shapewright clear chance '[T]IS' --see 3 --bag ZO --field FUMEN
    """
    from shapewright.clear.chance import chance as find

    started = time.monotonic()
    given = game.read_game(field, hold, no_hold, height, kicks, drop, None, page)
    seen = given.queue if queue is None else given.read_queue(queue)
    if seen is None:
        raise NotationError("there is no queue, neither as an argument nor in the fumen")
    found = find(
        given.field,
        seen,
        see,
        height=given.height,
        bag=bag,
        kicks=kicks,
        drop=given.drop,
        hold=given.use_hold,
        time_limit=time_limit,
        progress=True if wants_progress() else None,
    )
    if as_json:
        seconds = time.monotonic() - started
        print_text(json_text(envelope(complete=True, seconds=seconds, **chance_keys(found))))
        return
    lines = [str(found), *[f"{100 * float(move.chance):6.2f} %  {move_name(move)}" for move in found.moves[:_SHOWN]]]
    if len(found.moves) > _SHOWN:
        lines.append(f"and {len(found.moves) - _SHOWN} moves more")
    print_text("\n".join(lines))


def move_name(move: Move) -> str:
    """A move in words."""
    return "hold, then look" if move.placement is None else str(move.placement)


def chance_keys(found: Outlook) -> dict[str, Any]:
    """What a chance has in JSON."""
    return {
        "chance": float(found.chance),
        "solved": int(found.chance * found.sequences),
        "sequences": found.sequences,
        "moves": [{"placement": move_name(move), "chance": float(move.chance)} for move in found.moves],
    }
