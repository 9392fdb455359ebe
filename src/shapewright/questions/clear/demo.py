"""Perfect clears one after the other, with pieces from shuffled bags."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from shapewright import clear
from shapewright.clear.loops.demo import Game
from shapewright.clear.picture import frame_text
from shapewright.drawing.terminal import terminal_options
from shapewright.errors import amount
from shapewright.jobs.limits import INTERRUPTED
from shapewright.jobs.seeds import fresh_seed
from shapewright.questions.asked import Asked
from shapewright.questions.clear._asked.fields import KICKS, NET
from shapewright.questions.clear._asked.python import clear_program, islice_of, rules_in_python
from shapewright.questions.clear._shown.solutions import FORMATS, contents, details, drawn_text, steps, ways
from shapewright.questions.desk import Desk
from shapewright.questions.fields import SEED, TIME_LIMIT, Number, Whole
from shapewright.questions.listing import Listing
from shapewright.questions.parts import Frames, Part
from shapewright.questions.python import call
from shapewright.questions.question import Answer, Formats, Question
from shapewright.questions.screen import Screen

PIECES_A_SECOND = 5.0
"""So fast it plays on a terminal, unless another pace is asked for."""
STUDIO_CLEARS = 6
MAX_STUDIO_CLEARS = 20
FRAME_SECONDS = 0.22


PPS = Number(
    "pps",
    "Number of pieces per second.",
    usual=f"{PIECES_A_SECOND:g} on a terminal, elsewhere without a pause",
    metavar="N",
    minimum=0.001,
    maximum=1000.0,
    doors=("shell",),
    repeated_in=False,
)
HEIGHT = Whole(
    "height", "Number of lines of a clear.", metavar="N", minimum=2, maximum=20, studio_maximum=8
).with_default(4)
LIMIT = Whole(
    "limit",
    "Number of perfect clears; without it, play until Ctrl-C.",
    metavar="N",
    minimum=1,
    maximum=10**9,
    studio_maximum=MAX_STUDIO_CLEARS,
)


@dataclass(frozen=True, repr=False, eq=False)
class _Step:
    """A piece that is placed, what was played by then, and the solution, if it is its last step."""

    frame: clear.Frame
    caption: str
    solution: clear.Solution | None


def answer(asked: Asked, desk: Desk) -> Listing:
    """The steps of the clears, as they are played."""
    seed = asked[SEED]
    seed = fresh_seed() if seed is None else seed
    limit = STUDIO_CLEARS if asked[LIMIT] is None and desk.studio else asked[LIMIT]
    game = Game()
    played = clear.play(height=asked[HEIGHT], seed=seed, kicks=asked[KICKS], game=game, net=asked[NET])
    is_live = not desk.studio and sys.stdout is not None and sys.stdout.isatty()
    pace = asked[PPS] or (PIECES_A_SECOND if is_live else None)
    screen = _Screen(asked[HEIGHT], is_live)

    def end(kept: Sequence[_Step], _: int) -> Answer:
        solutions = [step.solution for step in kept if step.solution is not None]
        missed = f", {game.missed} queues had none" if game.missed else ""
        pieces = sum(map(len, solutions))

        def parts() -> list[Part]:
            each = enumerate(solutions, 1)
            pictures = [picture for place, one in each for picture in steps(one, f"clear {place}, piece ")]
            return [Frames(pictures, seconds=FRAME_SECONDS, play=True, animation="demo")] if pictures else []

        return Answer(
            {
                "seed": seed,
                "clears": len(solutions),
                "pieces": pieces,
                "missed": game.missed,
                "solutions": [details(one) for one in solutions],
            },
            f"{amount(len(solutions), 'clear')}, {amount(pieces, 'piece')}{missed}",
            text=lambda screen: "\n\n".join([drawn_text(one, screen) for one in solutions]),
            parts=parts,
            files=contents(solutions) if solutions else {},
            notes=[f"seed {seed}"],
            told={"seed": seed, **({} if limit is None else {"limit": limit})},
            page={"again": "demo", **ways(solutions)},
        )

    return Listing(
        _batches(islice(played, limit), game, None if pace is None else 1 / pace, is_live),
        screen.text,
        lambda step: step.caption,
        end,
        separator="\n" if is_live else "\n\n",
        seconds=desk.seconds,
    )


def _batches(
    played: Iterator[clear.Solution], game: Game, pause: float | None, is_live: bool
) -> Iterator[tuple[_Step, ...]]:
    """Every step of the clears, at this pace."""
    due = time.monotonic()
    try:
        for solution in played:
            for number, frame in enumerate(solution.frames(), 1):
                if pause is not None:
                    due = max(due + pause, time.monotonic() - 1)
                    time.sleep(max(0.0, due - time.monotonic()))
                if is_live and INTERRUPTED[0]:
                    return
                is_last = number == len(solution)
                pieces = game.pieces - len(solution) + number
                caption = f"{amount(game.clears - (not is_last), 'clear')}, {amount(pieces, 'piece')}"
                missed = f", {game.missed} missed" if game.missed else ""
                yield (_Step(frame, caption + missed, solution if is_last else None),)
    except KeyboardInterrupt:
        if not is_live:  # nobody watches: the signal ends us as it ends others
            raise


class _Screen:
    """Steps drawn over each other on a terminal; elsewhere one under the other."""

    def __init__(self, height: int, is_live: bool) -> None:
        self._height = height
        self._is_live = is_live
        self._lines = 0

    def text(self, step: _Step, screen: Screen) -> str:
        color, truecolor = False, False
        if not screen.is_file:
            how = terminal_options(sys.stdout)
            color, truecolor = how["color"], how["truecolor"]
        frame = step.frame
        lines = frame_text(frame, color=color, height=self._height, truecolor=truecolor)
        lines += [f"hold {frame.queue.hold or ' '}  next {frame.queue.pieces[:5]}", step.caption]
        if not self._is_live or screen.is_file:
            return "\n".join(lines)
        # Back to the first line of the last picture; what is left of longer lines goes.
        up = f"\x1b[{self._lines}A" if self._lines else ""
        self._lines = len(lines)
        return up + "\n".join([f"\r{line}\x1b[0m\x1b[K" for line in lines])


def _python(asked: Asked) -> str:
    kicks = rules_in_python(asked, asked[KICKS], "soft")
    played = call("clear.play", **asked.some(HEIGHT, SEED), **kicks)
    return clear_program(
        f"for solution in {islice_of(played, asked[LIMIT] or STUDIO_CLEARS)}:", '    print(solution, end="\\n\\n")'
    )


QUESTION = Question(
    "clear",
    "demo",
    "Play one perfect clear after another, with pieces from shuffled bags.",
    (PPS, HEIGHT, KICKS, NET, SEED, LIMIT, TIME_LIMIT),
    answer,
    about="""
    Every perfect clear has been replayed by the rules.

    \b
    shapewright clear demo --pps 8
    shapewright clear demo --limit 3 --seed 1""",
    rule="shapewright.clear.claims.playing:demo",
    claims="""
    seed | whole | The seed of the bags. | again: the game is played again
    clears | whole | Number of perfect clears. | again: the game is played again
    pieces | whole | Number of pieces. | again: the game is played again
    missed | whole | Number of times that there was none. | again: the game is played again
    solutions""",
    example={"seed": 1, "limit": 2},
    formats=Formats(tuple(suffix for suffix in FORMATS if suffix != ".jsonl")),
    downloads=(".svg", ".pdf", ".fumen", ".txt", ".pc"),
    stem="clear",
    python=_python,
)
