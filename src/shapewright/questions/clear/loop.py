"""The best chances of several perfect clears in a row, when only a few pieces are visible."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright import clear
from shapewright.clear.loop import LINES, MAX_CLEARS, MAX_SEEN, read_bag, read_held
from shapewright.clear.piece import PIECES
from shapewright.errors import ProblemError
from shapewright.questions.clear._fields import DROP, HOLD, KICKS, NO_HOLD, game_of
from shapewright.questions.clear._python import clear_program, rules_in_python, stated_game
from shapewright.questions.fields import Flag, Text, Whole, time_limit_field
from shapewright.questions.parts import Table
from shapewright.questions.python import Expression, call, literal, some
from shapewright.questions.question import Answer, Formats, Question

if TYPE_CHECKING:
    from fractions import Fraction

    from shapewright.clear import Loop
    from shapewright.questions.desk import Desk

_NO_PICTURE = dict.fromkeys(
    (".svg", ".png", ".gif", ".pdf", ".html"), "a chance is not a picture; 'clear solve' draws clears"
)


def answer(asked: dict[str, Any], desk: Desk) -> Answer:
    """The chances of each number of clears, whatever is in hold."""
    game = game_of({"field": None, "height": None, **asked})
    bag = _bag(asked)
    found = clear.loop(
        asked["clears"],
        see=asked["see"],
        bags=not asked["no_bags"],
        hold=game.hold,
        kicks=game.kicks,
        drop=game.drop,
        time_limit=desk.seconds,
        progress=desk.progress,
    )
    shown = _Shown(found, read_held(game.held), bag)
    return Answer(
        shown.keys(),
        shown.heading(),
        "found" if shown.chance else "none",
        text=lambda _: shown.text(),
        parts=lambda: [Table(*shown.table())],
        notes=game.notes,
        exit_code=0,
    )


def _bag(asked: dict[str, Any]) -> str:
    """What is left of the bag."""
    if asked.get("bag") and asked.get("no_bags"):
        raise ProblemError("--bag and --no-bags cannot be combined; give one of them")
    return read_bag(asked.get("bag") or "")


class _Shown:
    """The values with what is left of a bag, in every form."""

    def __init__(self, found: Loop, held: str, bag: str) -> None:
        self.found, self.held, self.bag = found, held, bag
        self.pieces = ("", *(PIECES if found.hold else ""))
        self.chance = found.chances[held, bag][-1]

    def _record(self, held: str) -> dict[str, Any]:
        found, state = self.found, (held, self.bag)
        more = found.more[state]
        return {
            "hold": held or None,
            "chances": list(map(str, found.chances[state])),
            "number": str(found.numbers[state]),
            "more": None if more is None else str(more),
        }

    def keys(self) -> dict[str, Any]:
        """What the envelope has of them."""
        asked = {key: value for key, value in self._record(self.held).items() if key != "hold"}
        return {"lines": LINES, "chance": float(self.chance), **asked, "by_hold": list(map(self._record, self.pieces))}

    def heading(self) -> str:
        """The chance of all the clears, and of which game."""
        bag = "no bags" if not self.found.bags else "a new bag" if self.bag == PIECES else f"{self.bag} left of the bag"
        hold = "no hold" if not self.found.hold else f"{self.held or 'nothing'} in hold"
        return f"{self.found}, {hold}, {bag}: {_per_cent(self.chance)}"

    def table(self) -> tuple[list[str], list[list[str]]]:
        """Columns and rows: each number of clears, with each piece in hold."""
        columns = ["in hold", *[held or "nothing" for held in self.pieces]] if self.found.hold else ["clears", "chance"]
        rows = [
            [_times(number + 1), *[_per_cent(self.found.chances[held, self.bag][number]) for held in self.pieces]]
            for number in range(self.found.clears)
        ]
        means = [f"{float(self.found.numbers[held, self.bag]):.4g}" for held in self.pieces]
        return columns, [*rows, ["mean number", *means]]

    def text(self) -> str:
        """The table below the heading."""
        columns, rows = self.table()
        lines = [columns, *rows]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        padded = [
            [line[0].ljust(widths[0]), *[cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True)]]
            for line in lines
        ]
        return "\n".join([self.heading(), *map("  ".join, padded)])


def _times(clears: int) -> str:
    return "1 clear" if clears == 1 else f"{clears} in a row"


def _per_cent(chance: Fraction) -> str:
    return f"{100 * float(chance):.4g} %"


def _python(asked: dict[str, Any]) -> str:
    game, bag = stated_game(asked), _bag(asked)
    rules = rules_in_python(asked, game.kicks, game.drop, hold=game.hold)
    bags = {"bags": Expression("False")} if asked.get("no_bags") else {}
    found = call(
        "clear.loop", asked.get("clears", 2), **some(asked, "see"), **bags, **rules, **some(asked, "time_limit")
    )
    state = f"found.state({literal(game.held or '')}, {literal(bag)})"
    return clear_program(
        f"found = {found}", "print(found)", f"print(*found.chances[{state}])", f"print(found.numbers[{state}])"
    )


QUESTION = Question(
    "clear",
    "loop",
    "Compute the best chances of several perfect clears of two lines in a row, when few pieces are visible.",
    (
        Whole(
            "clears", "Number of clears in a row.", default=2, short="-k", metavar="N", minimum=1, maximum=MAX_CLEARS
        ),
        Whole(
            "see",
            "Number of visible pieces, including the current one, without that in hold.",
            default=5,
            metavar="N",
            minimum=1,
            maximum=MAX_SEEN,
        ),
        Flag("no_bags", "Draw each piece by chance, whatever came before."),
        Text(
            "bag", "The rest of the bag that the first piece comes from.", usual="a new bag", metavar="PIECES", limit=20
        ),
        HOLD,
        NO_HOLD,
        KICKS,
        DROP,
        time_limit_field(),
    ),
    answer,
    about="""
    Each clear goes from the empty field to the empty field, with five pieces. The player sees the piece in hold and
    the next pieces (--see), and knows what is left of the bag after them. After each placement another piece becomes
    visible; the piece in hold is kept from clear to clear. Every choice is the best one for what is seen and for the
    clears still to come. The chances are those before any piece is seen, and exact. 'mean number' is how many clears a
    player can expect who wants as many as possible before one fails, of at most as many as are asked about.

    \b
    shapewright clear loop --clears 4 --see 3 --no-bags
    shapewright clear loop --clears 1 --see 5 --hold O --bag IOLJ
    shapewright clear loop --see 2 --no-hold --json""",
    example={"clears": 3, "see": 1, "no_bags": True},
    formats=Formats((".txt", ".json"), _NO_PICTURE),
    downloads=(".txt",),
    python=_python,
)
