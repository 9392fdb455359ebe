"""Check a certificate about games against an adversary: python check_survival.py FILE.cert[.xz]

Prints what is proven (exit code 0), what does not hold (1), or why the file cannot be read (2). This program believes
nothing in the file, which docs/certificates/survival.md describes. It makes every drop itself, by the rules.

That a player survives is shown by positions with a reply to each piece: all replies lead to such positions again. That
no player does is shown by positions with the piece that is sent: each reply leads to one that is good for fewer drops.
A sequence is deadly if all plays of it are followed and none is left; no shorter one is if each has a play.
"""

import json
import lzma
import sys
from functools import lru_cache
from itertools import product

MOST_STATES, MOST_LINE = 2_000_000, 1 << 22
# Drawings, top row first; more turns are made of them.
ART = {"I": "#/#/#/#", "O": "##/##", "T": "###/.#.", "J": ".#/.#/##", "L": "#./#./##", "S": ".##/##.", "Z": "##./.##"}


def demand(condition, message):
    """End with the message unless the condition holds."""
    if not condition:
        print("not proven:", message)
        sys.exit(1)


def cells_of(art):
    """The cells (x, y) of a drawing, y upward."""
    found = [(x, y) for y, row in enumerate(reversed(art.split("/"))) for x, cell in enumerate(row) if cell == "#"]
    left, low = min(x for x, _ in found), min(y for _, y in found)
    return sorted((x - left, y - low) for x, y in found)


def turned(cells):
    """The shapes that quarter turns anticlockwise make of one, itself first."""
    found = [cells]
    while (cells := sorted((max(y for _, y in cells) - y, x) for x, y in cells)) not in found:
        found.append(cells)
    return found


class Check:
    """A certificate. A board is a number: bit x + width * y for a filled cell. Pieces have numbers, from 0.

    A position is the board, the pieces that are revealed already (the next one first), the piece in hold or None, and
    whether it was put there just now, so that a piece has to fall.
    """

    def __init__(
        self, width, start, pieces, kinds, rotation, hold, height, claim, see=1, drops=None, sequence=(), least=1
    ):
        demand(all(type(number) is int and 0 < number <= 1000 for number in (width, height, see)), "a size is wrong")
        demand({rotation, hold} <= {True, False} and pieces == {**pieces} and kinds, "the rules are malformed")
        demand(claim in ("survive", "deadly") and len(set(kinds)) == len(kinds), "the claim is malformed")
        demand(
            len(start) <= height and all(len(row) == width and set(row) <= set("X_") for row in start), "a bad start"
        )
        demand("X" * width not in start and (claim == "survive" or see == 1), "a row of the start is full")
        self.width, self.height, self.hold, self.see, self.full = width, height, hold, see, (1 << width) - 1
        cells = "".join(reversed(start))
        self.start = sum(1 << at for at, cell in enumerate(cells) if cell == "X"), (), None, False
        self.shapes = []
        for name in kinds:
            shapes = [*map(cells_of, list.copy(pieces[name]))] if name in pieces else turned(cells_of(ART[name]))
            self.shapes.append(shapes if rotation else shapes[:1])
        self.claim, self.wanted, self.sequence, self.least = claim, drops, sequence, least
        self.numbers = {name: number for number, name in enumerate(kinds)}
        self.defence, self.attack, self.plays = {}, {}, set()
        own = [f", {name} = {' '.join(pieces[name])}" for name in kinds if name in pieces]
        self.words = (
            f"pieces {' '.join(kinds)} in a well of {width} x {height} from {'/'.join(start) or 'an empty grid'} "
        )
        self.words += f"(rotation {rotation}, hold {hold}, in sight {see}{''.join(own)})"

    def drops(self, board, kind):
        """The boards after each drop of a piece that comes to lie within the height, by drawing and column."""
        width, found = self.width, {}
        rows = -(-board.bit_length() // width)
        for turn, shape in enumerate(self.shapes[kind]):
            high = 1 + max(y for _, y in shape)
            for column in range(width - max(shape)[0]):
                y, piece = rows, sum(1 << column + x + width * (rows + row) for x, row in shape)
                while y and not piece >> width & board:
                    piece, y = piece >> width, y - 1
                if y + high <= self.height:
                    lines = [(board | piece) >> width * row & self.full for row in range(self.height)]
                    kept = [line for line in lines if line != self.full]
                    found[f"{turn}:{column}"] = sum(line << width * row for row, line in enumerate(kept))
        return found

    @lru_cache(maxsize=1 << 16)
    def replies(self, position, kind):
        """What the player can do when a piece is revealed: each with the next position, and whether a piece fell."""
        board, ahead, held, locked = position
        if len(ahead) < self.see - 1:
            return {"w": ((board, (*ahead, kind), held, locked), 0)}  # wait for more to be revealed
        now, *ahead = *ahead, kind
        ahead = tuple(ahead)
        found = {reply: ((after, ahead, held, False), 1) for reply, after in self.drops(board, now).items()}
        if self.hold and not locked and held is None:
            found["-"] = (board, ahead, now, True), 0
        elif self.hold and not locked and held != now:
            found |= {f"h{reply}": ((after, ahead, now, False), 1) for reply, after in self.drops(board, held).items()}
        return found

    def read(self, word, *words):
        """Take in a line: a position of the defence or the attack, or a play of a sequence."""
        if word == "play":  # the sequence, then the replies
            position, sequence = self.start, tuple(map(int, words[0].split(".")))
            for kind, reply in zip(sequence, words[1:], strict=True):
                demand(reply in self.replies(position, kind), "a play is impossible")
                position, _ = self.replies(position, kind)[reply]
            self.plays.add(sequence)
            return
        board, ahead, held, locked, good = words[:5]
        ahead = () if ahead == "-" else tuple(map(int, ahead.split(".")))
        position = int(board, 16), ahead, None if held == "-" else int(held), locked == "1"
        demand(position[0] < 1 << self.width * self.height and position[0] >= 0, "a board is too high")
        demand(word in ("d", "a") and len(ahead) < self.see, "a line is none of those that there are")
        numbers = None if good == "-" else int(good)
        if word == "d":
            self.defence[position] = numbers, words[5:]
        else:
            self.attack[position] = numbers, int(words[5])

    def defend(self, drops):
        """Demand that the defence is good for so many drops, or for ever (None)."""
        demand(
            drops == 0 or (self.start in self.defence and self.defence[self.start][0] == drops), "no start of a defence"
        )
        for position, (good, replies) in self.defence.items():
            demand(
                (good is None) == (drops is None) and len(replies) == len(self.shapes), "a position has other replies"
            )
            for kind, reply in enumerate(replies):
                ways = self.replies(position, kind)
                demand(reply in ways, "a reply is impossible")
                after, fell = ways[reply]
                rest = self.defence[after][0] if after in self.defence else 0
                demand(
                    rest is good is None or (None not in (rest, good) and rest >= good - fell), "a reply is not good"
                )

    def attack_all(self, drops):
        """Demand that the attack leaves no more than so many drops."""
        demand(self.start in self.attack and self.attack[self.start][0] == drops, "no start of an attack")
        for position, (good, kind) in self.attack.items():
            demand(0 <= kind < len(self.shapes) and good >= 0, "a position of the attack is malformed")
            for after, fell in self.replies(position, kind).values():
                demand(
                    after in self.attack and self.attack[after][0] <= good - fell, "the attack has no answer to a reply"
                )

    def prove(self):
        """Demand that the claim holds; say what is proven."""
        if self.claim == "survive":
            self.defend(self.wanted)
            if self.wanted is None:
                return f"the player survives for ever: {self.words}"
            self.attack_all(self.wanted)
            return f"the player survives {self.wanted} drops, and no more: {self.words}"
        positions = {self.start}
        for name in self.sequence:
            ways = (self.replies(position, self.numbers[name]) for position in positions)
            positions = {after for way in ways for after, _ in way.values()}
            demand(len(positions) <= MOST_STATES, "there are too many positions for this program")
        demand(not positions, "a play of the sequence survives")
        if self.least > 1:  # a sequence that has a play contains no deadly one at its beginning
            shorter = product(range(len(self.shapes)), repeat=self.least - 1)
            demand(all(sequence in self.plays for sequence in shorter), "a shorter sequence has no play")
        shortest = f"no sequence of fewer than {self.least} pieces is so"
        return f"no player survives {' '.join(self.sequence)}; {shortest}: {self.words}"


def main(path):
    """Print what a file proves."""
    try:
        with (lzma.open if path.endswith(".xz") else open)(path, "rt", encoding="ascii") as file:
            check = Check(**json.loads(file.readline(MOST_LINE)))
            while line := file.readline(MOST_LINE):
                check.read(*line.split())
        print("proven:", check.prove())
    except Exception as error:  # whatever a stranger's file leads to
        print(f"not a certificate: {type(error).__name__}, {str(error)[:200]!r}")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else "usage: python check_survival.py FILE.cert[.xz]")
