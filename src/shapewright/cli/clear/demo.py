"""Perfect clears without end on the terminal."""

from __future__ import annotations

import os
import sys
import time
from itertools import islice
from typing import TYPE_CHECKING

import click

from shapewright.cli import options
from shapewright.cli.clear.game import kicks as kicks_option
from shapewright.cli.clear.game import net as net_option
from shapewright.errors import NotationError

if TYPE_CHECKING:
    from shapewright.clear import Solution
    from shapewright.clear.solution import Frame

_MOST_A_SECOND = 1000.0


def _read_speed(context: click.Context, parameter: click.Parameter, value: str | None) -> float | None:
    if value is None:
        return None
    try:
        speed = float(value) if len(value) <= 30 and "_" not in value else 0.0
    except ValueError:
        speed = 0.0
    if 0 < speed <= _MOST_A_SECOND:
        return speed
    raise NotationError(f"--pps takes a number of pieces a second, at most {_MOST_A_SECOND:g}, not {value[:40]!r}")


@click.command()
@click.option("--pps", callback=_read_speed, metavar="N", help="Pieces a second: 5 on a terminal, elsewhere at once.")
@click.option("--height", callback=options.whole_number(2, 20), default="4", metavar="N", help="Lines of a clear; 4.")
@kicks_option
@net_option
@options.seed
@click.option("--limit", callback=options.whole_number(1, 10**9), metavar="N", help="End after N clears.")
@options.quiet
@options.verbose
def demo(
    pps: float | None,
    height: int,
    kicks: str,
    net: str | None,
    seed: int | None,
    limit: int | None,
    quiet: bool,
    verbose: bool,
) -> None:
    """Play perfect clears, one after the other, with pieces from shuffled bags; Ctrl-C ends.

    \b
    shapewright clear demo --pps 8
    shapewright clear demo --limit 3 --seed 1
    """
    from shapewright.clear.check import check
    from shapewright.clear.demo import Game, play
    from shapewright.clear.kicks import Kicks

    system = Kicks.find(kicks)
    is_live = sys.stdout.isatty()
    if pps is None and is_live:
        pps = 5.0
    if seed is None:
        seed = int.from_bytes(os.urandom(4), "big")
    game = Game()
    screen = _Screen(height, is_live, None if pps is None else 1 / pps)
    try:
        for solution in islice(play(height=height, seed=seed, kicks=system, game=game, net=net), limit):
            check(solution, kicks=system)
            screen.show(solution, game)
    except KeyboardInterrupt:
        if not is_live:  # nobody watches: the signal ends us as it ends others
            raise
    finally:
        screen.close()


class _Screen:
    """Steps drawn over each other on a terminal; elsewhere one under the other."""

    def __init__(self, height: int, is_live: bool, pause: float | None) -> None:
        self._height = height
        self._is_live = is_live
        self._pause = pause
        self._due = time.monotonic()
        self._lines = 0

    def show(self, solution: Solution, game: object) -> None:
        """Every step of a clear."""
        from shapewright.clear.demo import Game

        assert isinstance(game, Game)
        for number, frame in enumerate(solution.frames(), 1):
            if self._pause is not None:
                self._due = max(self._due + self._pause, time.monotonic() - 1)
                time.sleep(max(0.0, self._due - time.monotonic()))
            pieces = game.pieces - len(solution) + number
            clears = game.clears - (number < len(solution))
            played = f"{_number(clears, 'clear')}, {_number(pieces, 'piece')}"
            self._draw(frame, played + (f", {game.missed} missed" if game.missed else ""))

    def _draw(self, frame: Frame, caption: str) -> None:
        from shapewright.clear.picture import frame_text
        from shapewright.drawing import terminal_options

        how = terminal_options(sys.stdout)
        hold, coming = frame.queue.hold or " ", frame.queue.pieces[:5]
        lines = frame_text(frame, color=how["color"], height=self._height, truecolor=how["truecolor"])
        lines += [f"hold {hold}  next {coming}", caption]
        if self._is_live:
            # Back to the first line of the last picture; what is left of longer lines goes.
            up = f"\x1b[{self._lines}A" if self._lines else ""
            sys.stdout.write(up + "".join([f"\r{line}\x1b[K\n" for line in lines]))
            self._lines = len(lines)
        else:
            sys.stdout.write("\n".join(lines) + "\n\n")
        sys.stdout.flush()

    def close(self) -> None:
        """Leave the last picture where it is."""
        if self._is_live:
            sys.stdout.write("\x1b[0m")
            sys.stdout.flush()


def _number(number: int, what: str) -> str:
    return f"1 {what}" if number == 1 else f"{number} {what}s"
