"""The game: a person drops pieces one by one, at a terminal, by a script, or on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright.errors import NotationError, ProblemError, quote
from shapewright.questions.fields import Flag, Seconds, Text, Whole
from shapewright.questions.parts import Picture, Pictures
from shapewright.questions.question import Answer, Question
from shapewright.questions.stacking._fields import GRID, SEQUENCE, keywords, problem
from shapewright.questions.stacking._plans import drop_lines, in_words
from shapewright.stacking import Drop, Game
from shapewright.stacking.notation.piece_file import piece_text
from shapewright.stacking.notation.plan import parse_plan, plan_text
from shapewright.stacking.notation.records import drops_to_json
from shapewright.stacking.notation.sequence import parse_sequence
from shapewright.stacking.picture import stack_mosaic

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from shapewright.drawing import Scene
    from shapewright.questions.desk import Desk
    from shapewright.questions.screen import Screen
    from shapewright.stacking import Problem

# A hint should come while the player still looks at the stack.
HINT_SECONDS = 3.0
SEARCH_SECONDS = 10.0
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
undo [N]                  take the last drop (or N of them) back
solve [PIECES]            show what the solver would do with PIECES, or with what is still to come
take [N]                  do what the solver said: all of it, or the first N drops
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
        lines = [screen.draw(self.game.mosaic())] if self.game.stack else []
        lines.append(f"height {self.game.height}, holes {self.game.holes}, pieces {len(self.game.drops)}")
        if self._sequence is not None:
            ahead = self._sequence[len(self.game.drops) :]
            more = " ..." if len(ahead) > 20 else ""
            lines.append(f"to come: {' '.join(ahead[:20])}{more}" if ahead else "nothing is still to come")
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
            raise ProblemError(f"the solver said {len(self._advice)} drops, not {times}")
        for drop in self._advice[:times]:
            if self._sequence is not None and drop.piece != self._next():
                raise ProblemError(f"{self._next()!r} falls next, not {drop.piece!r}")
            self.game.drop(drop.piece, drop.column, drop.rotation)
        self._advice = self._advice[times:]
        return self.state(screen)


def _number(words: list[str], command: str, usual: int) -> int:
    """The number after a command, if there is one."""
    if not words:
        return usual
    if len(words) > 1 or not (words[0].isascii() and words[0].isdigit() and len(words[0]) < 7) or int(words[0]) < 1:
        raise NotationError(f"{quote(' '.join(words))} does not belong after {command!r}; expected a number, 1 or more")
    return int(words[0])


# --- On the page ------------------------------------------------------------------------------------------------------


def answer(asked: dict[str, Any], desk: Desk) -> Answer:
    """The game after some drops, the next piece above the stack, and what the solver would do if it is asked."""
    stated, game = problem(asked, desk), _game(asked)
    for drop in parse_plan(asked["drops"], stated) if asked["drops"] else ():
        game.drop(drop.piece, drop.column, drop.rotation)
    left = stated.sequence[len(game.drops) :]
    state: dict[str, Any] = {
        "left": list(left),
        "drops": len(game.drops),
        "rotations": [90 * number for number in range(len(stated.orientations(left[0])))] if left else [],
        "columns": _columns(stated, left[0], asked["rotation"]) if left else 0,
    }
    notes = []
    if asked["hint"] and left:
        plan = game.continuation(left, time_limit=min(HINT_SECONDS, desk.seconds or HINT_SECONDS))
        if plan is not None:
            state["hint"] = {"column": plan.drops[0].column, "rotation": plan.drops[0].rotation}
            proven = "" if plan.optimal else f", at least {plan.lower_bound}"
            notes = [f"with the rest played best the height is {plan.value}{proven}"]
    holes = f"{game.holes} {'hole' if game.holes == 1 else 'holes'}"
    return Answer(
        _keys(game),
        f"height {game.height}, {holes}",
        tone="plain",
        notes=notes,
        parts=lambda: [Pictures([Picture(_hovering(game, stated, left, asked))], size="whole")],
        page={"game": state},
    )


def _columns(stated: Problem, piece: str, rotation: int) -> int:
    """How many columns the piece may fall in."""
    shapes = stated.orientations(piece)
    return stated.width - shapes[rotation // 90 % len(shapes)].size[0] + 1


def _hovering(game: Game, stated: Problem, left: Sequence[str], asked: dict[str, Any]) -> Scene:
    """The stack with the next piece above it."""
    stack, drops = game.stack, game.drops
    tallest = max((shape.size[1] for name in {*stated.sequence} for shape in stated.orientations(name)), default=4)
    top = max(game.height + 1, 8)
    if left:
        shapes = stated.orientations(left[0])
        rotation = asked["rotation"] // 90 % len(shapes)
        shape = shapes[rotation]
        column = min(max(asked["column"], 0), stated.width - shape.size[0])
        stack |= {(x + column, y + top): len(drops) for x, y in shape.cells}
        drops = (*drops, Drop(left[0], column, 90 * rotation))
    return stack_mosaic(stated, drops, stack, rows=top + tallest).scene()


QUESTION = Question(
    "stacking",
    "play",
    "Drop pieces yourself, take them back, ask the solver how to go on.",
    (
        SEQUENCE,
        *GRID,
        Text("drops", "The drops so far, such as 0 3 1(180).", limit=8000),
        Whole("column", "The column above which the next piece hovers.", maximum=64, default=0),
        Whole("rotation", "The rotation of the next piece, in degrees.", maximum=360, default=0),
        Flag("hint", "Ask the solver how to go on."),
    ),
    answer,
    about="""
    Any pieces can be dropped, or those of SEQUENCE in their order. Lines are read from the terminal, or as a script
    from standard input; 'help' lists what they may be. A script ends at the first line that makes no sense, with exit
    code 2. With -q only the end is shown.""",
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
)
