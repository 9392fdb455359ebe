"""The best chances of several perfect clears in a row."""

from __future__ import annotations

from fractions import Fraction

from shapewright import clear
from shapewright.clear.loops.loop import LINES, MAX_CLEARS, MAX_SEEN
from shapewright.clear.loops.loop_of_four import is_listed
from shapewright.clear.loops.loop_values import FOUR, by_clear, read_held
from shapewright.clear.piece import PIECES
from shapewright.clear.queue import read_bag
from shapewright.errors import ProblemError
from shapewright.questions.asked import Asked
from shapewright.questions.clear._asked.fields import DROP, HOLD, KICKS, NO_HOLD, game_of
from shapewright.questions.clear._asked.python import clear_program, rules_in_python
from shapewright.questions.desk import Desk
from shapewright.questions.fields import CHECKPOINT, CLUSTER, THREADS, TIME_LIMIT, Flag, Text, Whole
from shapewright.questions.parts import Table
from shapewright.questions.python import Expression, call, literal
from shapewright.questions.question import Answer, Question, without_pictures

CLEARS = Whole(
    "clears", "Number of clears in a row.", short="-k", metavar="N", minimum=1, maximum=MAX_CLEARS
).with_default(2)
HEIGHT = Whole(
    "height",
    "Number of lines of each clear: 2 or 4.",
    short="-c",
    old=("--clear-line", "--lines"),
    metavar="N",
    minimum=1,
    maximum=20,
).with_default(LINES)
SEE = Whole(
    "see",
    "Number of visible pieces, including the current one, without that in hold.",
    usual="5; all of a clear with 4 lines",
    metavar="N",
    minimum=1,
    maximum=MAX_SEEN,
)
NO_BAGS = Flag("no_bags", "Draw each piece by chance, whatever came before.")
BAG = Text("bag", "The rest of the bag that the first piece comes from.", usual="a new bag", metavar="PIECES", limit=20)


def answer(asked: Asked, desk: Desk) -> Answer:
    """The chances of each number of clears, whatever is in hold."""
    game = game_of(asked)
    bag, height = _bag(asked), asked[HEIGHT]
    if asked[CLEARS] > 1 or not is_listed(game.kicks, game.drop):
        desk.at_most(height, LINES, "a loop of clears of {} lines takes minutes and much memory")
    found = clear.loop(
        asked[CLEARS],
        height=height,
        see=asked[SEE],
        bags=not asked[NO_BAGS],
        hold=game.hold,
        kicks=game.kicks,
        drop=game.drop,
        threads=desk.threads,
        executor=desk.executor if height == FOUR else None,
        progress=desk.progress,
        checkpoint=desk.checkpoint,
        time_limit=desk.seconds,
    )
    shown = _Shown(found, read_held(game.held), bag)
    return Answer(
        shown.keys(),
        shown.heading(),
        "found" if shown.chance else "none",
        text=lambda _: shown.text(),
        parts=lambda: [Table(*table) for table in shown.tables()],
        notes=game.notes,
        exit_code=0,
    )


def _bag(asked: Asked) -> str:
    if asked[BAG] and asked[NO_BAGS]:
        raise ProblemError("--bag and --no-bags cannot be combined; give one of them")
    return read_bag(asked[BAG] or "")


class _Shown:
    """The values with what is left of a bag, in every form."""

    def __init__(self, found: clear.Loop, held: str, bag: str) -> None:
        self.found, self.held, self.bag = found, held, bag
        self.pieces = ("", *(PIECES if found.hold else ""))
        self.chance = found.chances[held, bag][-1]

    def _record(self, held: str) -> dict[str, object]:
        found, state = self.found, (held, self.bag)
        more = found.more[state]
        return {
            "hold": held or None,
            "chances": list(map(str, found.chances[state])),
            "number": str(found.numbers[state]),
            "more": None if more is None else str(more),
        }

    def keys(self) -> dict[str, object]:
        found = self.found
        asked = {key: value for key, value in self._record(self.held).items() if key != "hold"}
        keys = {"height": found.height, "chance": float(self.chance), **asked}
        keys["by_hold"] = list(map(self._record, self.pieces))
        if found.height == FOUR:
            forever = found.for_ever
            keys["for_ever"] = None if forever is None else str(forever[self.held, self.bag])
            keys["by_clear"] = by_clear(found)
        return keys

    def heading(self) -> str:
        bag = "no bags" if not self.found.bags else "a new bag" if self.bag == PIECES else f"{self.bag} left of the bag"
        hold = "no hold" if not self.found.hold else f"{self.held or 'nothing'} in hold"
        return f"{self.found}, {hold}, {bag}: {_per_cent(self.chance)}"

    def tables(self) -> list[tuple[list[str], list[list[str]]]]:
        """Each has columns and rows: the numbers of clears, with each piece in hold; and all that four lines have."""
        found = self.found
        columns = ["in hold", *[held or "nothing" for held in self.pieces]] if found.hold else ["clears", "chance"]
        rows = [
            [
                "1 clear" if number == 0 else f"{number + 1} in a row",
                *[_per_cent(found.chances[held, self.bag][number]) for held in self.pieces],
            ]
            for number in range(found.clears)
        ]
        forever = found.for_ever
        if forever is not None:
            rows.append(["for ever", *[_per_cent(forever[held, self.bag]) for held in self.pieces]])
        means = [f"{float(found.numbers[held, self.bag]):.4g}" for held in self.pieces]
        tables = [(columns, [*rows, ["mean number", *means]])]
        if found.height == FOUR:
            coming = [
                [f"{one['clear']}, {one['left']} left of the bag", *map(_per_cent, map(Fraction, one["mean"].values()))]
                for one in by_clear(found)
            ]
            tables.append((["clear", *PIECES], coming))
        return tables

    def text(self) -> str:
        return "\n".join([self.heading(), "\n\n".join(["\n".join(_aligned(*table)) for table in self.tables()])])


def _aligned(columns: list[str], rows: list[list[str]]) -> list[str]:
    lines = [columns, *rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    padded = [
        [line[0].ljust(widths[0]), *[cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True)]]
        for line in lines
    ]
    return list(map("  ".join, padded))


def _per_cent(chance: Fraction) -> str:
    """To four digits, or as many as it takes to tell a chance from a certainty."""
    digits = 4
    while chance < 1 and float(f"{100 * float(chance):.{digits}g}") == 100 and digits < 16:
        digits += 1
    return f"{100 * float(chance):.{digits}g} %"


def _python(asked: Asked) -> str:
    game, bag = game_of(asked), _bag(asked)
    rules = rules_in_python(asked, game.kicks, game.drop, hold=game.hold)
    bags = {"bags": Expression("False")} if asked[NO_BAGS] else {}
    found = call("clear.loop", asked[CLEARS], **asked.some(HEIGHT, SEE), **bags, **rules, **asked.some(TIME_LIMIT))
    state = f"found.state({literal(game.held or '')}, {literal(bag)})"
    return clear_program(
        f"found = {found}", "print(found)", f"print(*found.chances[{state}])", f"print(found.numbers[{state}])"
    )


QUESTION = Question(
    "clear",
    "loop",
    "Compute the best chances of several perfect clears in a row.",
    (CLEARS, HEIGHT, SEE, NO_BAGS, BAG, HOLD, NO_HOLD, KICKS, DROP, THREADS, TIME_LIMIT, CHECKPOINT, CLUSTER),
    answer,
    about="""
    Each clear goes from the empty field to the empty field. The player knows what is left of the bag; the piece in hold
    is kept from clear to clear. Every choice is the best one for what is seen and for the clears still to come. The
    chances are those before any piece is seen, and exact. 'mean number' is how many clears a player can expect who
    wants as many as possible before one fails, of at most as many as are asked about.

    For clears of 2 lines, with five pieces, the player sees the piece in hold and the next pieces (--see), and after
    each placement another one. With --height 4 all eleven pieces that a clear may use are visible, that in hold
    included; a second table has the chance of the next clear, on average over what may be left of the bag, for the
    second to the eighth clear of a game (the ninth is as the second). A single clear under SRS is looked up; anything
    else of 4 lines takes minutes and 3 GB of memory, and continues from its --checkpoint.

    \b
    shapewright clear loop --clears 4 --see 3 --no-bags
    shapewright clear loop --clears 1 --see 5 --hold O --bag IOLJ
    shapewright clear loop --see 2 --no-hold --json
    shapewright clear loop --height 4 --clears 1 --hold O --bag IOSZ
    shapewright clear loop --height 4 --clears 8 --checkpoint loop.sqlite""",
    rule="shapewright.clear.claims.playing:loop",
    claims="""
    height? | whole | Number of lines of a clear. | asked
    chance? | number | Chance that all clears are made. | again: computed again by the same engine
    chances? | [text] | Chance of each number of clears, as fractions. | again: computed again by the same engine
    number? | text | Expected number of clears. | again: computed again by the same engine
    more? | text? | Chance of one more clear after many. | again: computed again by the same engine
    for_ever? | text? | Chance that it never ends. | again: by the same engine
    by_clear? | [record] | Of each clear the chance by the held piece. | again: by the same engine
    by_hold? | [record] | The same for each held piece. | again: computed again by the same engine""",
    example={"clears": 3, "see": 1, "no_bags": True},
    formats=without_pictures("a chance is not a picture; 'clear solve' draws the clears of a queue"),
    downloads=(".txt",),
    python=_python,
)
