"""Check certificates about games against an adversary, as docs/certificates/survival.md describes them.

This was written from that page, before a look at ``certificates/check_survival.py``. So two readings of one page meet.
It is simple and slow.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

SEVEN = {
    "I": "#/#/#/#",
    "O": "##/##",
    "T": "###/.#.",
    "J": ".#/.#/##",
    "L": "#./#./##",
    "S": ".##/##.",
    "Z": "##./.##",
}

Drawing = frozenset[tuple[int, int]]  # cells (column from the leftmost, row from the lowest)


class Position(NamedTuple):
    """The filled cells (column, row from the floor), the pieces ahead, the one in hold, whether put there just now."""

    board: Drawing
    ahead: tuple[int, ...]
    held: int | None
    just: bool


@dataclass(frozen=True)
class Game:
    """The rules of one game."""

    width: int
    height: int
    drawings: list[list[Drawing]]  # of each kind
    hold: bool
    see: int

    def replies(self, position: Position, kind: int) -> Iterator[tuple[str, Position]]:
        """Yield every possible reply to a kind, and the position that it leads to."""
        board, ahead, held, just = position
        first, *later = queue = (*ahead, kind)
        if len(queue) < self.see:
            yield "w", Position(board, queue, held, just)
            return
        for word, after in self.drops(board, first):
            yield word, Position(after, tuple(later), held, False)
        if self.hold and not just and held is None:
            yield "-", Position(board, tuple(later), first, True)
        if self.hold and not just and held is not None and held != first:
            for word, after in self.drops(board, held):
                yield "h" + word, Position(after, tuple(later), first, False)

    def drops(self, board: Drawing, kind: int) -> Iterator[tuple[str, Drawing]]:
        """Yield each drawing and column in which a piece comes to lie within the well, and the board afterwards."""
        for number, drawing in enumerate(self.drawings[kind]):
            for column in range(self.width - max(x for x, _ in drawing)):
                row = self.height
                while row > 0 and not board & _moved(drawing, column, row - 1):
                    row -= 1
                landed = _moved(drawing, column, row)
                if max(y for _, y in landed) < self.height:
                    yield f"{number}:{column}", self.without_full_rows(board | landed)

    def without_full_rows(self, board: Drawing) -> Drawing:
        """Return a board after its full rows have vanished."""
        full = [row for row in range(self.height) if all((x, row) in board for x in range(self.width))]
        return frozenset((x, y - sum(row < y for row in full)) for x, y in board if y not in full)


def proven(lines: Iterable[str]) -> tuple[str, int | None] | tuple[str, list[str], int]:
    """Return what a certificate proves.

    That is ``("survive", drops)``, with ``None`` for ever, or ``("deadly", sequence, least)``. Raises ``ValueError`` if
    the certificate proves nothing.
    """
    try:
        return _proven([line.removesuffix("\n") for line in lines])
    except (KeyError, TypeError, IndexError, AttributeError) as error:
        raise ValueError(f"a part is missing or of the wrong kind: {error!r}") from error


def _proven(lines: list[str]) -> tuple[str, int | None] | tuple[str, list[str], int]:
    head = _object(lines[0])
    kinds = head["kinds"]
    _demand(len(kinds) == len(set(kinds)) > 0, "each kind is there once")
    _demand(type(head["rotation"]) is type(head["hold"]) is bool, "rotation and hold are true or false")
    turned = {name: _turned(text) for name, text in SEVEN.items()}
    texts: dict[str, list[str]] = head["pieces"]
    _demand(all(type(each) is list for each in texts.values()), "the drawings of a piece are not a list")
    drawings = turned | {name: [_drawing(text) for text in each] for name, each in texts.items()}
    game = Game(
        _whole(head["width"]),
        _whole(head["height"]),
        [drawings[kind] if head["rotation"] else drawings[kind][:1] for kind in kinds],
        head["hold"],
        1 if head["claim"] == "deadly" else _whole(head["see"]),
    )
    _demand(game.see > 0, "a piece must be in sight")
    start = Position(_start(head["start"], game), (), None, False)
    if head["claim"] == "deadly":
        sequence, least = head["sequence"], _whole(head["least"])
        _check_deadly(game, start, [kinds.index(name) for name in sequence])
        _check_playable(game, start, [line.split(" ") for line in lines[1:]], least - 1)
        return "deadly", sequence, least
    _demand(head["claim"] == "survive", "there is no such claim")
    drops = None if head["drops"] is None else _whole(head["drops"])
    _check_survival(game, start, [line.split(" ") for line in lines[1:]], drops)
    return "survive", drops


def _check_survival(game: Game, start: Position, lines: list[list[str]], drops: int | None) -> None:
    kept: dict[Position, int | None] = {}  # how many drops the player makes sure of
    replies: dict[Position, list[str]] = {}
    left: dict[Position, int] = {}  # how many the adversary leaves at most
    reveals: dict[Position, int] = {}
    for kind_of_line, *words in lines:
        position = _position(game, words[:4])
        good = None if words[4] == "-" else _integer(words[4])
        if kind_of_line == "d":
            _demand(position not in kept, "a position is there twice")
            _demand((good is None) == (drops is None), "a line claims another thing than the first line")
            kept[position], replies[position] = good, words[5:]
            _demand(len(words[5:]) == len(game.drawings), "there is not a reply to each kind")
        else:
            _demand(kind_of_line == "a" and position not in left and len(words) == 6 and good is not None, "wrong line")
            left[position], reveals[position] = good or 0, _integer(words[5])
            _demand(reveals[position] < len(game.drawings), "a kind does not exist")
    for position, good in kept.items():
        for kind, reply in enumerate(replies[position]):
            after = dict(game.replies(position, kind)).get(reply)
            _demand(after is not None, f"{reply} is not possible")
            assert after is not None
            if good is None:
                _demand(after in kept, "the reply leads to a position without a line")
            else:
                _demand((kept.get(after) or 0) >= good - _falls(reply), "the reply leads to too few drops")
    for position, most in left.items():
        for reply, after in game.replies(position, reveals[position]):
            _demand(after in left and left[after] <= most - _falls(reply), f"the reply {reply} leads to more drops")
    if drops is None:
        _demand(start in kept, "the start has no line")
    else:
        _demand(drops == 0 or kept.get(start) == drops, "the player makes sure of another number")
        _demand(left.get(start) == drops, "the adversary leaves another number")


def _check_deadly(game: Game, start: Position, sequence: list[int]) -> None:
    positions = {start}
    for kind in sequence:
        positions = {after for position in positions for _, after in game.replies(position, kind)}
    _demand(not positions, "the sequence can be played")


def _check_playable(game: Game, start: Position, lines: list[list[str]], pieces: int) -> None:
    played = set()
    for word, sequence, *replies in lines:
        _demand(word == "play" and sequence not in played, "wrong line")
        played.add(sequence)
        kinds = [_integer(kind) for kind in sequence.split(".")]
        _demand(len(kinds) == len(replies) == pieces, "the sequence or its replies are too many or too few")
        position: Position | None = start
        for kind, reply in zip(kinds, replies, strict=True):
            _demand(kind < len(game.drawings), "a kind does not exist")
            assert position is not None
            position = dict(game.replies(position, kind)).get(reply)
            _demand(position is not None, f"{reply} is not possible")
    _demand(pieces < 1 or len(played) == len(game.drawings) ** pieces, "a sequence is missing")


def _falls(reply: str) -> int:
    return 0 if reply in ("w", "-") else 1


def _position(game: Game, words: list[str]) -> Position:
    board, ahead, held, just = words
    _demand(re.fullmatch("[0-9a-f]+", board) is not None, "a board is a hexadecimal number")
    bits = int(board, 16)
    _demand(bits < 1 << game.width * game.height, "a board is higher than the well")
    cells = frozenset((bit % game.width, bit // game.width) for bit in range(bits.bit_length()) if bits >> bit & 1)
    queue = () if ahead == "-" else tuple(_integer(kind) for kind in ahead.split("."))
    hold = None if held == "-" else _integer(held)
    _demand(all(kind < len(game.drawings) for kind in (*queue, hold or 0)), "a kind does not exist")
    _demand(len(queue) < game.see and just in ("0", "1"), "this is not a position")
    return Position(cells, queue, hold, just == "1")


def _start(rows: list[str], game: Game) -> Drawing:
    _demand(
        len(rows) <= game.height and all(len(row) == game.width and set(row) <= set("X_") for row in rows),
        "wrong start",
    )
    _demand(all("_" in row for row in rows), "a row is full at the start")
    return frozenset((x, y) for y, row in enumerate(reversed(rows)) for x, cell in enumerate(row) if cell == "X")


def _drawing(text: str) -> Drawing:
    """Return a drawing from its rows, the top row first."""
    rows = text.split("/")
    _demand(
        set(text) <= set("#./") and "#" in text and len({len(row) for row in rows}) == 1, f"{text} is not a drawing"
    )
    return _at_corner({(x, y) for y, row in enumerate(reversed(rows)) for x, cell in enumerate(row) if cell == "#"})


def _turned(text: str) -> list[Drawing]:
    """Return a drawing and its quarter turns anticlockwise, as far as they differ."""
    found = [_drawing(text)]
    for _ in range(3):
        found.append(_at_corner({(-y, x) for x, y in found[-1]}))
    return list(dict.fromkeys(found))


def _at_corner(cells: set[tuple[int, int]]) -> Drawing:
    return _moved(frozenset(cells), -min(x for x, _ in cells), -min(y for _, y in cells))


def _moved(drawing: Drawing, column: int, row: int) -> Drawing:
    return frozenset((x + column, y + row) for x, y in drawing)


def _object(line: str) -> dict[str, Any]:
    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        _demand(len(dict(pairs)) == len(pairs), "a key is there twice")
        return dict(pairs)

    found = json.loads(line, object_pairs_hook=once)
    _demand(isinstance(found, dict), "the first line is not an object")
    return found


def _whole(value: Any) -> int:
    _demand(type(value) is int and value >= 0, f"{value!r} is not a whole number")
    return int(value)


def _integer(word: str) -> int:
    _demand(re.fullmatch("0|[1-9][0-9]*", word) is not None, f"{word!r} is not a whole number")
    return int(word)


def _demand(condition: bool, otherwise: str) -> None:
    if not condition:
        raise ValueError(otherwise)
