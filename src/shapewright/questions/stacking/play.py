"""The game: a person drops pieces one by one, at a terminal, by a script, or on the page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from shapewright.errors import NotationError, ProblemError, quote
from shapewright.questions.fields import Flag, Seconds, Text
from shapewright.questions.parts import Picture, Pictures
from shapewright.questions.python import call, some
from shapewright.questions.question import Answer, Question
from shapewright.questions.stacking._fields import ENDING, GRID, SEQUENCE, keywords, problem
from shapewright.questions.stacking._page import plan_to_page, stated_to_page
from shapewright.questions.stacking._plans import drop_lines, in_words
from shapewright.questions.stacking._python import DRAWN, drops_of, game_program
from shapewright.stacking import Drop, Game
from shapewright.stacking.bounds import lower_bound
from shapewright.stacking.notation.piece_file import piece_text
from shapewright.stacking.notation.plan import parse_plan, plan_text
from shapewright.stacking.notation.records import drops_to_json
from shapewright.stacking.notation.sequence import parse_sequence
from shapewright.stacking.picture import stack_mosaic
from shapewright.stacking.replay import slots
from shapewright.stacking.rules import goal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from shapewright.questions.desk import Desk
    from shapewright.questions.screen import Screen
    from shapewright.stacking import Problem

# A hint should come while the player still looks at the stack.
HINT_SECONDS = 3.0
SEARCH_SECONDS = 10.0
_COLOURS = re.compile("\x1b\\[[0-9;]*m")
_WORDS = ("undo", "solve", "take", "show", "pieces", "new", "help", "quit")


def _game(asked: Mapping[str, Any]) -> Game:
    stated = keywords(asked)
    return Game(**{key: value for key, value in stated.items() if key not in ("hold", "objective")})


def _keys(game: Game) -> dict[str, Any]:
    """The game as plain data."""
    return {
        "height": game.height,
        "heights": list(game.heights),
        "holes": game.holes,
        "sequence": [drop.piece for drop in game.drops],
        "plan": drops_to_json(game.drops),
        "text": plan_text(game.drops),
    }


# --- At a terminal ----------------------------------------------------------------------------------------------------


class Talk:
    """A game, the pieces that are still to come if they are known, and what the solver said last."""

    help = """\
PIECE COLUMN [ROTATION]   drop a piece, such as  L 0 90  (with a SEQUENCE: COLUMN [ROTATION] drops the next one)
undo [N]                  take back the last drop (or the last N)
solve [PIECES]            show what the solver would do with PIECES, or with the pieces still to come
take [N]                  play what the solver showed: all of it, or the first N drops
show   pieces             show the stack; show the pieces with their rotations
new   help   quit"""
    takes_blank = False

    def __init__(self, asked: dict[str, Any], desk: Desk) -> None:
        self._asked = asked
        self._time_limit = asked["search_time_limit"] or SEARCH_SECONDS
        self._advice: tuple[Drop, ...] = ()
        self.game = _game(asked)
        sequence = asked["sequence"]
        self._sequence = None if sequence is None else parse_sequence(sequence, self.game.pieces)
        if self._sequence is not None:
            self.game.problem(self._sequence)  # what can never fall is refused now

    def do(self, line: str, screen: Screen) -> str | None:
        """Carry out a line; what to print, or None to end."""
        word, *rest = line.split()
        if word == "quit":
            return None
        names = {piece.name for piece in self.game.pieces}
        if word in names or (self._sequence is not None and word.isdigit()):
            return self._drop([word, *rest] if word in names else [self._next(), word, *rest], screen)
        if word not in _WORDS:
            first = "a column" if self._sequence is not None else "a piece"
            raise NotationError(f"{quote(word)} is neither {first} nor one of {', '.join(_WORDS)}")
        if word in ("show", "pieces", "new", "help") and rest:
            raise NotationError(f"{quote(rest[0])} does not belong after {word!r}")
        if word == "undo":
            return self._undo(_number(rest, "undo", 1), screen)
        if word == "solve":
            return self._solve("".join(rest) if len(rest) == 1 else " ".join(rest), screen)
        if word == "take":
            return self._take(_number(rest, "take", len(self._advice)), screen)
        if word == "new":
            self.game, self._advice = _game(self._asked), ()
            return self.state(screen)
        if word == "help":
            return self.help
        return "\n\n".join(map(piece_text, self.game.pieces)) if word == "pieces" else self.state(screen)

    def state(self, screen: Screen) -> str:
        """The stack, and what is to be known about it."""
        lines = []
        if self.game.stack:
            drawn = screen.draw(self.game.mosaic())
            lines = [drawn, column_numbers(drawn, self.game.width)]
        lines.append(f"height {self.game.height}, holes {self.game.holes}, pieces {len(self.game.drops)}")
        if self._sequence is not None:
            ahead = self._sequence[len(self.game.drops) :]
            more = " ..." if len(ahead) > 20 else ""
            lines.append(f"to come: {' '.join(ahead[:20])}{more}" if ahead else "no more pieces to come")
        return "\n".join(lines)

    def answer(self) -> Answer:
        """The game as it stands."""
        return Answer(_keys(self.game), f"height {self.game.height}", text=self.state)

    def _next(self) -> str:
        assert self._sequence is not None
        if len(self.game.drops) >= len(self._sequence):
            raise ProblemError("all pieces of the sequence have fallen")
        return self._sequence[len(self.game.drops)]

    def _drop(self, words: list[str], screen: Screen) -> str:
        piece, *numbers = words
        if self._sequence is not None and piece != self._next():
            raise ProblemError(f"{self._next()!r} falls next, not {piece!r}")
        if len(numbers) not in (1, 2) or not all(one.isascii() and one.isdigit() and len(one) < 6 for one in numbers):
            text = quote(" ".join(words))
            raise NotationError(f"{text} is not a drop; expected {piece} COLUMN [ROTATION], such as {piece} 0 90")
        self.game.drop(piece, *map(int, numbers))
        self._advice = ()
        return self.state(screen)

    def _undo(self, times: int, screen: Screen) -> str:
        if times > len(self.game.drops):
            raise ProblemError(f"there are {len(self.game.drops)} drops to take back, not {times}")
        for _ in range(times):
            self.game.undo()
        self._advice = ()
        return self.state(screen)

    def _solve(self, sequence: str, screen: Screen) -> str:
        pieces: str | tuple[str, ...] = sequence
        if not sequence:
            if self._sequence is None:
                raise ProblemError("'solve' needs to know which pieces come, such as 'solve IOT'")
            pieces = self._sequence[len(self.game.drops) :]
        plan = self.game.continuation(pieces, time_limit=self._time_limit)
        if plan is None:
            return "impossible: no plan keeps the height limit"
        self._advice = plan.drops
        return "\n".join([in_words(plan), *drop_lines(plan), screen.draw(plan.mosaic())])

    def _take(self, times: int, screen: Screen) -> str:
        if not self._advice:
            raise ProblemError("there is nothing to take; ask the solver first, such as 'solve IOT'")
        if times > len(self._advice):
            raise ProblemError(f"the solver showed {len(self._advice)} drops, not {times}")
        for drop in self._advice[:times]:
            if self._sequence is not None and drop.piece != self._next():
                raise ProblemError(f"{self._next()!r} falls next, not {drop.piece!r}")
            self.game.drop(drop.piece, drop.column, drop.rotation)
        self._advice = self._advice[times:]
        return self.state(screen)


def column_numbers(drawn: str, width: int) -> str:
    """The numbers of ``width`` columns, to stand below a stack as it is drawn; where that is small, their last digits.

    >>> column_numbers("└───┴───────┘", 3)
    '  0   1   2'
    """
    last = _COLOURS.sub("", drawn.rsplit("\n", 1)[-1])
    each = len(last) // width
    numbers = [str(x if each > 2 else x % 10) for x in range(width)]
    if each < 3:
        return "".join(number.ljust(each) for number in numbers).rstrip()
    return ("".join(f"{number:^{each}}" if each % 2 else f" {number:^{each - 1}}" for number in numbers)).rstrip()


def _number(words: list[str], command: str, usual: int) -> int:
    """The number after a command, if there is one."""
    if not words:
        return usual
    if len(words) > 1 or not (words[0].isascii() and words[0].isdigit() and len(words[0]) < 7) or int(words[0]) < 1:
        raise NotationError(f"{quote(' '.join(words))} does not belong after {command!r}; expected a number, 1 or more")
    return int(words[0])


# --- On the page ----------------------------------------------------------------------------------------------------


def answer(asked: dict[str, Any], desk: Desk) -> Answer:
    """The game after some drops: all that a page needs to let pieces fall, and how the solver would go on if asked."""
    stated, game = problem(asked, desk), _game(asked)
    drops = parse_plan(asked["drops"], stated) if asked["drops"] else ()
    steps = list(slots(stated.sequence, [drop.piece for drop in drops], hold=stated.hold))
    used, held = steps[-1] if steps else (0, None)
    for drop in drops:
        game.drop(drop.piece, drop.column, drop.rotation)
    left = stated.sequence[used:]
    state: dict[str, Any] = {
        **stated_to_page(stated),
        "drops": drops_to_json(game.drops),
        "left": list(left),
        "held": held,
        "value": goal(game.stack, game.width, stated.objective),
        "height": game.height,
        "holes": game.holes,
        "bound": lower_bound(stated),
    }
    notes: list[str] = []
    further: list[str] = []
    if asked["hint"] and (left or held):
        ahead = (*(() if held is None else (held,)), *left)
        plan = game.continuation(
            ahead,
            hold=stated.hold,
            objective=stated.objective,
            time_limit=min(HINT_SECONDS, desk.seconds or HINT_SECONDS),
        )
        if plan is None:
            notes = ["from here no plan keeps the height limit; take some drops back"]
            further = [f"no way to continue within {stated.height_limit} rows"]
        else:
            state["hint"] = drops_to_json(plan.drops[:1])[0]
            state["continuation"] = plan_to_page(plan)
            proven = "" if plan.optimal else f", at least {plan.lower_bound}"
            notes = [f"if the rest is played best, the {stated.objective} is {plan.value}{proven}"]
            further = [f"best from here: {stated.objective} {plan.value}{proven}"]
    words = f"height {game.height}, {game.holes} {'hole' if game.holes == 1 else 'holes'}"
    chips = ["all pieces have fallen"] if not left and held is None else [f"{len(left) + (held is not None)} to come"]
    return Answer(
        _keys(game),
        words,
        tone="plain",
        notes=notes,
        parts=lambda: [Pictures([Picture(stack_mosaic(stated, game.drops, game.stack))], size="whole")],
        page={"game": state, "bar": {"words": words, "chips": [*chips, *further], "tone": "plain"}},
    )


def _ahead(stated: Problem, drops: Sequence[Drop]) -> tuple[str, ...]:
    """The pieces that are still to fall, the held one first."""
    steps = list(slots(stated.sequence, [drop.piece for drop in drops], hold=stated.hold))
    used, held = steps[-1] if steps else (0, None)
    return (*(() if held is None else (held,)), *stated.sequence[used:])


def _python(asked: dict[str, Any]) -> str:
    lines = ["print(game.height, game.holes)", DRAWN]
    if asked.get("hint"):
        stated, drops = drops_of(asked, asked.get("drops", ""))
        ahead = _ahead(stated, drops)
        left: Any = "".join(ahead) if "pieces" not in asked else ahead
        how = some(asked, "hold", "objective")
        lines += [f"print({call('game.continuation', left, **how, time_limit=HINT_SECONDS)})"] if ahead else []
    return game_program(asked, asked.get("drops", ""), *lines)


def _script(asked: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """What one would type to come as far; with hold, any piece may fall, so that the sequence says nothing."""
    stated, drops = drops_of(asked, asked.get("drops", ""))
    in_order = not stated.hold
    words = [f"{'' if in_order else f'{drop.piece} '}{drop.column} {drop.rotation or ''}".strip() for drop in drops]
    words += ["solve"] if asked.get("hint") and in_order and stated.objective == "height" else []
    left_out = () if in_order else ("sequence",)
    return {name: value for name, value in asked.items() if name not in left_out}, "".join(f"{one}\n" for one in words)


QUESTION = Question(
    "stacking",
    "play",
    "Drop pieces yourself, take them back, and ask the solver how to continue.",
    (
        SEQUENCE,
        *ENDING,
        Text("drops", "The drops so far, such as 0 3 1(180); with hold also their pieces, as in T:0 L:3.", limit=8000),
        Flag("hint", "Ask the solver how to continue."),
    ),
    answer,
    about="""
    Any pieces can be dropped, or those of SEQUENCE in their order. Commands are read from the terminal, or as a
    script from standard input; 'help' lists them. A script ends at the first line that is not a valid command, with
    exit code 2. With -q only the final stack is shown.""",
    example={"sequence": "IOTSLJZI", "width": 6, "drops": "0 4", "hint": True},
    session=Talk,
    shell_fields=(
        SEQUENCE.optional(),
        *GRID,
        Seconds(
            "search_time_limit",
            "Maximum number of seconds for each plan that 'solve' or 'take' looks for.",
            usual=f"{SEARCH_SECONDS:g}",
        ),
    ),
    quick=True,
    python=_python,
    script=_script,
)
