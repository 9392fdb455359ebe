"""Games against an adversary: the value by the twin, both strategies and the line played on drawings of rows."""

from __future__ import annotations

import re
from typing import Any

from tests.reference.stacking import slides as slides
from tests.reference.stacking.survival import Rows, State, dropped, most_drops

from shapewright.stacking import Problem

QUESTIONS = [
    "stacking survive SZ --width 4 --height-limit 3",
    "stacking survive T --width 3 --height-limit 4",
    "stacking survive LJ --width 3 --height-limit 3 --see 2",
    "stacking survive OS --width 4 --height-limit 3 --hold",
    "stacking survive IO --width 4 --height-limit 4 --hold --see 2",
    "stacking survive S --width 3 --height-limit 1",
]

Pieces = dict[str, list[set[tuple[int, int]]]]
REPLY = re.compile(r"(\w):(\d+)(?:\((\d+)\))?")


class _Game:
    """The pieces, the well, and what is listed of a strategy."""

    def __init__(self, problem: Problem, see: int) -> None:
        self.pieces: Pieces = {
            name: [set(shape) for shape in slides.shapes_of(problem, name)] for name in dict.fromkeys(problem.sequence)
        }
        self.width, self.height, self.hold, self.see = problem.width, problem.height_limit or 0, problem.hold, see
        forms = {name: {frozenset(shape) for shape in shapes} for name, shapes in self.pieces.items()}
        over = {name: {_turned(shape) for shape in shapes} for name, shapes in forms.items()}
        images = {name: [other for other in forms if forms[other] == over[name]] for name in forms}
        self.images = {name: found[0] for name, found in images.items()} if all(images.values()) else None
        self.start: State = (("." * self.width,) * self.height, "", "", False)

    def state_of(self, one: dict[str, Any]) -> State:
        drawn = [row for row in reversed(one["board"].split("/")) if row]
        if any(len(row) != self.width or set(row) - set(".#") for row in drawn) or len(drawn) > self.height:
            raise ValueError("no board")
        ahead, held, locked = one.get("ahead", []), one.get("held", ""), one.get("locked", False)
        names = [*ahead, *([held] if "held" in one else [])]
        if type(ahead) is not list or type(locked) is not bool or not set(names) <= set(self.pieces):
            raise ValueError("no position")
        return tuple(drawn + ["." * self.width] * (self.height - len(drawn))), "".join(ahead), held, locked

    def mirrored(self, state: State) -> State:
        assert self.images is not None
        rows, ahead, held, locked = state
        images = self.images
        turned = "".join(images[name] for name in ahead), "".join(images[name] for name in held)
        return tuple(row[::-1] for row in rows), *turned, locked

    def drops_of(self, state: State, listed: dict[State, Any]) -> Any:
        """What the list says of the drops of a position or its mirror image; -1 if it is not listed."""
        if state in listed or self.images is None:
            return listed.get(state, -1)
        return listed.get(self.mirrored(state), -1)

    def landings(self, rows: Rows, name: str) -> list[tuple[str, Rows]]:
        found = []
        for number, shape in enumerate(self.pieces[name]):
            for column in range(self.width - max(x for x, _ in shape)):
                landed = dropped(rows, self.height, shape, column)
                if landed is not None:
                    found.append((f"{name}:{column}" + (f"({90 * number})" if number else ""), landed))
        return found

    def replies(self, state: State, piece: str) -> dict[str, tuple[int, State]]:
        """Each reply to a piece: whether it drops one, and where it leads."""
        rows, ahead, held, locked = state
        ahead += piece
        if len(ahead) < self.see:
            return {"wait": (0, (rows, ahead, held, locked))}
        first, rest = ahead[0], ahead[1:]
        found = {words: (1, (landed, rest, held, False)) for words, landed in self.landings(rows, first)}
        if not self.hold or locked or held == first:
            return found
        if not held:
            return found | {"aside": (0, (rows, rest, first, True))}
        return found | {words: (1, (landed, rest, first, False)) for words, landed in self.landings(rows, held)}


def _turned(shape: frozenset[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    wide = max(x for x, _ in shape)
    return frozenset((wide - x, y) for x, y in shape)


def is_true(answer: dict[str, Any], problem: Problem) -> bool:
    """Whether what the answer says of the game of a problem holds."""
    see = answer["parameters"].get("see", 1)
    height = problem.height_limit
    if height is None or problem.drop != "hard" or problem.board or type(see) is not int or see < 1:
        return False
    game = _Game(problem, see)
    drops = most_drops(game.pieces, problem.width, height, see=see, hold=problem.hold)
    more = (f", {see} pieces in sight" if see > 1 else "") + (", with hold" if problem.hold else "")
    number = "1 drop" if drops == 1 else f"{drops} drops"
    reason = f"{''.join(game.pieces)} in {problem.width}x{height}{more}: the player survives {number}, no more"
    return (
        type(answer["for_ever"]) is bool
        and answer["for_ever"] is (drops is None)
        and type(answer["drops"]) is type(drops)
        and answer["drops"] == drops
        and answer["complete"] is True
        and answer.get("verdict", "found" if drops is None else "none") == ("found" if drops is None else "none")
        and answer.get("reason") in (None, *([] if drops is None else [reason]))
        and (answer.get("defence") is None or _defends(answer["defence"], game, drops))
        and (answer.get("attack") is None or (drops is not None and _attacks(answer["attack"], game, drops)))
        and (answer.get("line") is None or _ends(answer["line"], game, drops))
    )


def _listed(choices: list[dict[str, Any]], game: _Game, keys: set[str]) -> dict[State, Any]:
    listed: dict[State, Any] = {}
    for one in choices:
        state = game.state_of(one)
        if state in listed or set(one) - keys or type(one.get("drops", 0)) is not int:
            raise ValueError("no strategy")
        listed[state] = one.get("drops")
    return listed


def _defends(choices: list[dict[str, Any]], game: _Game, drops: int | None) -> bool:
    listed = _listed(choices, game, {"board", "ahead", "held", "locked", "drops", "replies"})
    if drops != 0 and game.drops_of(game.start, listed) != drops:
        return False
    for one in choices:
        state, worth = game.state_of(one), one.get("drops")
        if (worth is None) != (drops is None):
            return False
        for piece in game.pieces:
            made = game.replies(state, piece).get(_plain(one["replies"][piece]))
            after = -1 if made is None else game.drops_of(made[1], listed)
            # Nothing has to be listed where no drop is to be made.
            if made is None or (after == -1 if worth is None else max(after, 0) < worth - made[0]):
                return False
    return True


def _plain(reply: str) -> str:
    """A drop without what may be left out."""
    words = REPLY.fullmatch(reply)
    if words is None:
        return reply
    return f"{words[1]}:{int(words[2])}" + (f"({int(words[3])})" if int(words[3] or 0) else "")


def _attacks(choices: list[dict[str, Any]], game: _Game, drops: int) -> bool:
    listed = _listed(choices, game, {"board", "ahead", "held", "locked", "drops", "piece"})
    if not 0 <= game.drops_of(game.start, listed) <= drops:
        return False
    return all(
        0 <= game.drops_of(after, listed) <= one["drops"] - made
        for one in choices
        for made, after in game.replies(game.state_of(one), one["piece"]).values()
    )


def _ends(line: dict[str, Any], game: _Game, drops: int | None) -> bool:
    rows = game.start[0]
    for one in line["plan"]:
        turn = one.get("rotation", 0)
        if type(one["column"]) is not int or type(turn) is not int or set(one) - {"piece", "column", "rotation"}:
            return False
        words = f"{one['piece']}:{one['column']}" + (f"({turn})" if turn else "")
        landed = dict(game.landings(rows, one["piece"])).get(words)
        if landed is None:
            return False
        rows = landed
    return len(line["plan"]) == drops and set(line) == {"plan", "last"} and not game.landings(rows, line["last"])
