"""Check a certificate about perfect clears of Tetris: python check_clear.py FILE.cert[.xz]

Prints what is proven (exit code 0), what does not hold (1), or why the file cannot be read (2). This program believes
nothing in the file, which docs/certificates/clears.md describes. It makes every placement itself, by the rules. For
each queue that clears the field the file has a play, which is replayed. That another queue does not clear it is shown
in two steps. Whatever the order of a play, its pieces cover all cells that were empty, so all covers are found. Then
the plays of the queue are followed, piece by piece, as far as what is placed is part of a cover.
"""

import json
import lzma
import re
import sys
from functools import cache, lru_cache
from itertools import combinations, permutations, product
from math import perm, prod

MOST_QUEUES, MOST_COVERS, MOST_LINE = 2_000_000, 500_000, 1 << 22
SKY = 16  # rows above the field: a turn that begins in the upper four of them ends above the field


def table(text):
    """Words, each with the pairs of numbers that follow it."""
    words = re.findall("([A-Z]+)([^A-Z]*)", text)
    return {word: [tuple(map(int, pair.split(","))) for pair in pairs.split()] for word, pairs in words}


# --- The rules --------------------------------------------------------------------------------------------------------
# Cells x,y (y upward) seen from the centre about which a piece turns: clockwise, (x, y) becomes (y, -x).
NORTH = table("""I -1,0 0,0 1,0 2,0   O 0,0 1,0 0,1 1,1   T -1,0 0,0 1,0 0,1   S -1,0 0,0 0,1 1,1   Z -1,1 0,1 0,0 1,0
    L 1,1 -1,0 0,0 1,0   J -1,1 -1,0 0,0 1,0""")
# Offsets of this centre in the order tried (tables for pieces in boxes have others for I and O). A turn back has the
# negated list unless it is there.
STAY, STAY_I, STAY_O = "NE 0,0 ES 0,0 SW 0,0 WN 0,0", "NE 1,0 ES 0,-1 SW -1,0 WN 0,1", "NE 0,1 ES 1,0 SW 0,-1 WN -1,0"
HALF, HALF_I, HALF_O = " NS 0,0 EW 0,0", " NS 1,-1 EW -1,-1", " NS 1,1 EW 1,-1"
SRS = "NE 0,0 -1,0 -1,1 0,-2 -1,-2 ES 0,0 1,0 1,-1 0,2 1,2 SW 0,0 1,0 1,1 0,-2 1,-2 WN 0,0 -1,0 -1,-1 0,2 -1,2"
SRS_I = "NE 1,0 -1,0 2,0 -1,-1 2,2 ES 0,-1 -1,-1 2,-1 -1,1 2,-2 SW -1,0 1,0 -2,0 1,1 -2,-2 WN 0,1 1,1 -2,1 1,-1 -2,2"
PLUS_I = f"""{SRS_I} NE 1,0 2,0 -1,0 -1,-1 2,2 NW 0,-1 -1,-1 2,-1 2,-2 -1,1 EN -1,0 -2,0 1,0 -2,-2 1,1
    SE 0,1 -2,1 1,1 -2,2 1,-1 WS 1,0 2,0 -1,0 2,2 -1,-1 NS 1,-1 1,0 EW -1,-1 0,-1"""
TETRIO = """ NS 0,0 0,1 1,1 -1,1 1,0 -1,0  SN 0,0 0,-1 -1,-1 1,-1 -1,0 1,0
    EW 0,0 1,0 1,2 1,1 0,2 0,1  WE 0,0 -1,0 -1,2 -1,1 0,2 0,1"""
KICKS = {"none": (STAY, STAY_I, STAY_O), "srs": (SRS, SRS_I, STAY_O)}  # by name: the turns of J L S T Z, of I, of O
KICKS |= {f"{name}180": (one + HALF, i + HALF_I, o + HALF_O) for name, (one, i, o) in KICKS.items()}
KICKS["srs-plus"] = SRS + TETRIO, PLUS_I, STAY_O + HALF_O
KICKS["srs-tetrio"] = SRS + TETRIO, SRS_I + HALF_I, STAY_O + HALF_O


def demand(condition, message):
    """End with the message unless the condition holds."""
    if not condition:
        print("not proven:", message)
        sys.exit(1)


def shift(places, x, y):
    """A set of places is a number, bit x + 16 (y + 4) for (x, y). To the right are six columns of wall."""
    return places << x + 16 * y if x + 16 * y >= 0 else places >> -x - 16 * y


def place(field, kept, bits):
    """Put cells into a field, whose rows ``kept`` of the start are left: the field without its full rows, its rows."""
    field |= bits
    left = [y for y in range(len(kept)) if field >> 10 * y & 1023 != 1023]
    return sum((field >> 10 * y & 1023) << 10 * to for to, y in enumerate(left)), tuple([kept[y] for y in left])


def in_start(kept, bits):
    """Cells of a field, whose rows ``kept`` of the start are left, in the rows of the start."""
    return sum((bits >> 10 * y & 1023) << 10 * row for y, row in enumerate(kept))


class Check:
    """What the first line of a certificate claims, and what its other lines show."""

    def __init__(self, kicks, drop, hold, field, pattern, length, claim, fewest=None):
        demand(kicks in KICKS and drop in ("soft", "hard", "t-softdrop") and hold in (True, False), "unknown rules")
        demand(all(re.fullmatch("[X_]{10}", row) and "_" in row for row in field), "a row of the field is malformed")
        demand(all(type(lines) is int and len(field) <= lines <= 20 for lines, _ in claim), "a claim is impossible")
        demand(type(length) is int and length > 0, "queues have no length")
        demand({piece for row in pattern for some, _ in row for piece in some} <= set(NORTH), "a piece is unknown")
        demand(sum(prod(perm(len(some), n) for some, n in row) for row in pattern) <= MOST_QUEUES, "too many queues")
        parts = (product(*[set(permutations(some, n)) for some, n in row]) for row in pattern)
        self.queues = {"".join(map("".join, part))[:length] for row in parts for part in row}
        words = ";".join(",".join(some if n == 1 else f"{some}p{n}" for some, n in row) for row in pattern)
        self.words = f"of {len(self.queues)} queues of {words} (the first {length} pieces; hold {hold}, kicks {kicks}, "
        self.words += f"drop {drop}), on the field {'/'.join(field) or 'that is empty'}"
        self.kicks, self.drop, self.hold, self.claim, self.fewest = kicks, drop, hold, dict(claim), fewest
        self.plays, self.weights, cells = {}, {}, "".join(reversed(field))
        self.start = sum(1 << at for at, cell in enumerate(cells) if cell == "X")

    @cache
    def turned(self, piece):
        """The facings that a piece can have in open air, each with its cells and its turns."""
        turns, facings, cells, shapes = table(KICKS[self.kicks]["IO".find(piece) + 1]), ["N"], NORTH[piece], {}
        for turn in list(turns):
            turns.setdefault(turn[::-1], [(-x, -y) for x, y in turns[turn]])
        for facing in "NESW":
            shapes[facing], cells = cells, [(y, -x) for x, y in cells]
        for facing in facings:
            facings += [to for to in "NESW" if facing + to in turns and to not in facings]
        return {f: (shapes[f], [(to, turns[f + to]) for to in facings if f + to in turns]) for f in facings}

    @lru_cache(maxsize=1 << 15)
    def locks(self, field, rows, piece):
        """The cells (bit x + 10 y) of each place within so many rows in which the piece can lock."""
        filled, inside = (1 << 64) - 1, (1 << 16 * (rows + SKY + 4)) - 1
        for y in range(rows + SKY):
            filled |= (field >> 10 * y & 1023 | 63 << 10) << 16 * (y + 4)
        free, reached, rests, facings = {}, {}, {}, self.turned(piece)
        for facing, (cells, _) in facings.items():
            blocked = 0
            for x, y in cells:
                blocked |= shift(filled, -x, -y)
            room = free[facing] = inside & ~blocked
            falls = room >> 16 * (rows + 6) << 16 * (rows + 6)  # a piece begins anywhere above
            while (more := (falls | falls >> 16) & room) != falls:
                falls = more
            reached[facing] = falls
            rests[facing] = room & ~(room << 16) & (1 << 16 * max(0, rows + 4 - max(y for _, y in cells))) - 1
        is_soft = self.drop == "soft" or (self.drop == "t-softdrop" and piece == "T")
        waiting = list(facings) if is_soft and any(rests[facing] & ~reached[facing] for facing in facings) else []
        while waiting:
            facing = waiting.pop()
            at, room = reached[facing], free[facing]
            while (more := (at | at << 1 | at >> 1 | at >> 16) & room) != at:
                at = more
            reached[facing] = at
            for to, offsets in facings[facing][1]:
                rest = at
                for x, y in offsets:  # the first offset at which the piece fits is taken
                    fits = shift(rest, x, y) & free[to]
                    rest &= ~shift(fits, -x, -y)
                    if fits & ~reached[to]:
                        reached[to] |= fits
                        waiting += [to] if to not in waiting else []
        found = set()
        for facing, (cells, _) in facings.items():
            at = reached[facing] & rests[facing]
            while at:
                y, x = divmod(at.bit_length() - 1, 16)
                at ^= 1 << x + 16 * y
                found.add(sum(1 << x + dx + 10 * (y - 4 + dy) for dx, dy in cells))
        return frozenset(found)

    def choices(self, queue):
        """The pieces that may be placed now, each with the queue that is left; with hold, one of the first two."""
        first = {queue[0]: queue[1:]} if queue else {}
        return {queue[1]: queue[0] + queue[2:], **first} if self.hold and len(queue) > 1 else first

    def read(self, kind, first, second, *words):
        """Take in a line: a play (lines, queue, placements), or a queue with its weight."""
        if kind == "w":
            self.weights[first] = max(0, int(second))
            return
        demand(kind == "+" and int(first) in self.claim, "a line is none of those that there are")
        queue, field, kept, found = second, self.start, tuple(range(int(first))), set()
        for piece, cells in (word.split(":") for word in words):
            bits, ways = int(cells, 16), self.choices(queue)
            demand(piece in ways and bits in self.locks(field, len(kept), piece), "a play is impossible")
            found.add((piece, in_start(kept, bits)))
            queue, (field, kept) = ways[piece], place(field, kept, bits)
        demand(not kept, "a play does not clear the field")
        self.plays[int(first), second] = frozenset(found)

    @cache
    def covers(self, lines, pieces):
        """Covers of the empty cells, and those with each part; rows between those of a piece vanish before it comes."""
        empty = [x + 10 * y for x in range(10) for y in range(lines) if not self.start >> x + 10 * y & 1]
        number, ways = {cell: k for k, cell in enumerate(empty)}, [set() for _ in empty]
        for piece in set(pieces):
            for shape, _ in self.turned(piece).values():
                heights = sorted({y for _, y in shape})
                for rows, at in product(combinations(range(lines), len(heights)), range(10)):
                    cells = [(at + x, rows[heights.index(y)]) for x, y in shape]
                    if all(0 <= x < 10 and x + 10 * y in number for x, y in cells):
                        taken = sum(1 << number[x + 10 * y] for x, y in cells)
                        first = (taken & -taken).bit_length() - 1
                        ways[first].add((piece, sum(1 << x + 10 * y for x, y in cells), taken))

        @cache
        def cover(left, pieces):
            found = [] if left else [()]
            for piece, cells, taken in ways[(left & -left).bit_length() - 1] if left else ():
                if piece in pieces and not taken & ~left:
                    found += [((piece, cells), more) for more in cover(left ^ taken, pieces.replace(piece, "", 1))]
            demand(len(found) <= MOST_COVERS, "there are too many covers for this program")
            return found

        found, having = cover((1 << len(empty)) - 1, pieces), {}
        for k, chain in enumerate(found):
            while chain:
                part, chain = chain
                having.setdefault(part, bytearray(len(found) // 8 + 1))[k // 8] |= 1 << k % 8
        return len(found), {part: int.from_bytes(numbers, "little") for part, numbers in having.items()}

    def solutions(self, lines, queue):
        """The covers that plays of a queue build, in whatever order."""
        number, having = self.covers(lines, "".join(sorted(queue)))
        states, ends = {(self.start, tuple(range(lines)), queue): (1 << number) - 1}, 0
        while states:
            after = {}
            for (field, kept, queue), possible in states.items():
                ends |= 0 if kept else possible
                for piece, rest in self.choices(queue).items() if kept else ():
                    rest = "".join(sorted(rest[: 2 * self.hold])) + rest[2 * self.hold :]  # either of two may come
                    for bits in self.locks(field, len(kept), piece):
                        following = possible & having.get((piece, in_start(kept, bits)), 0)
                        if following:  # some covers have all that is placed, and this
                            state = (*place(field, kept, bits), rest)
                            after[state] = after.get(state, 0) | following
            states = after
        numbers = [k for k in range(number) if ends >> k & 1]
        return {frozenset(part for part in having if having[part] >> k & 1) for k in numbers}

    def prove(self):
        """Demand that each queue is decided; say what is proven."""
        proven = []
        for lines, number in self.claim.items():
            solved = {queue for queue in self.queues if (lines, queue) in self.plays}
            demand(len(solved) == number, f"{len(solved)} queues clear {lines} lines in the file, not {number}")
            demand(not any(self.solutions(lines, queue) for queue in self.queues - solved), "another queue has a play")
            proven.append(f"{number} clear {lines} lines")
            if self.fewest is not None:
                chosen, load = {self.plays[lines, queue] for queue in solved}, {}
                for queue, weight in self.weights.items():
                    demand(queue in solved, "a queue with a weight is not one that clears the field")
                    for solution in self.solutions(lines, queue):
                        load[solution] = load.get(solution, 0) + weight
                least = -(-sum(self.weights.values()) // max(load.values(), default=1))
                demand([least, len(chosen)] == self.fewest, f"{least} solutions are needed, {len(chosen)} are enough")
                proven.append(f"these need {least} different solutions at least, and {len(chosen)} are enough")
        return f"{self.words}, {' and '.join(proven)}"


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
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else "usage: python check_clear.py FILE.cert[.xz]")
