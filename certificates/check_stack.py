"""Check a certificate about stacks of falling pieces: python check_stack.py FILE.cert[.xz]

Prints what is proven (exit code 0), what does not hold (1), or why the file cannot be read (2). This program believes
nothing in the file, which docs/certificates/stacks.md describes. It makes every drop itself, by the rules.

The plan in the file is replayed. That no plan is better is shown by weights of columns, by colours, or by all states:
forward from the start and, without hold and line clears, backward from all better ends until both meet.
"""

import json
import lzma
import sys
from itertools import accumulate, pairwise, product
from math import comb

MOST_STATES, MOST_CHARACTERS = 300_000, 1 << 24
GOALS = ("height", "holes", "flatness", "peak", "rows", "tetrises", "longest")
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


def columns_of(shape):
    """The lowest cell of a shape in each column, and one more than the highest."""
    columns = [[y for x, y in shape if x == column] for column in range(1 + max(shape)[0])]
    return [(min(column), 1 + max(column)) for column in columns]


def shares(most, number):
    """All tuples of so many numbers that add up to no more than ``most``."""
    return [(one, *more) for one in range(most + 1) for more in shares(most - one, number - 1)] if number else [()]


class Check:
    """A certificate. A board is a number: bit x + width * y for a filled cell. Pieces have numbers, from 0."""

    def __init__(self, width, start, pieces, sequence, rotation, hold, clear, limit, goal, best, plan=None, weights=()):
        numbers = [width, 1 if limit is None else limit, len(sequence)]
        demand(all(type(number) is int and 0 < number <= 50_000 for number in numbers), "the grid or sequence is empty")
        demand({rotation, hold, clear} <= {True, False} and goal in GOALS and pieces == {**pieces}, "unknown rules")
        demand(all(len(row) == width and set(row) <= set("X_") for row in start), "a row of the start is malformed")
        demand(not (clear and "X" * width in start) and len(start) <= (limit or len(start)), "a start that cannot be")
        self.width, self.hold, self.clear, self.limit, self.goal, self.best = width, hold, clear, limit, goal, best
        cells = "".join(reversed(start))
        self.start, self.full = sum(1 << at for at, cell in enumerate(cells) if cell == "X"), (1 << width) - 1
        names, self.shapes, self.columns = list(dict.fromkeys(sequence)), [], []
        for name in names:
            shapes = [*map(cells_of, list.copy(pieces[name]))] if name in pieces else turned(cells_of(ART[name]))
            demand(len({*map(len, shapes)}) == 1, f"drawings of {name} differ in their number of cells")
            self.shapes.append(shapes if rotation else shapes[:1])
            self.columns.append([columns_of(shape) for shape in self.shapes[-1] if max(shape)[0] < width])
        self.sequence, self.areas = tuple(map(names.index, sequence)), [len(shapes[0]) for shapes in self.shapes]
        self.plan, self.weights = plan, weights
        own = [f", {name} = {' '.join(pieces[name])}" for name in names if name in pieces]
        self.words = f"{' '.join(sequence)} on width {width} from {'/'.join(start) or 'an empty grid'} (limit {limit}, "
        self.words += f"rotation {rotation}, hold {hold}, clear lines {clear}{''.join(own)})"

    def rows(self, board):
        """The number of rows up to the highest filled cell."""
        return -(-board.bit_length() // self.width)

    def drop(self, board, kind, turn, column):
        """The board after a piece fell straight down, up to where it lay, and how many rows vanished; or None."""
        width, y, shape = self.width, self.rows(board), self.shapes[kind][turn]
        if column + max(shape)[0] >= width:
            return None
        high, piece = 1 + max(row for _, row in shape), sum(1 << column + x + width * (y + row) for x, row in shape)
        while y and not piece >> width & board:
            piece, y = piece >> width, y - 1
        if self.limit is not None and y + high > self.limit:
            return None
        board |= piece
        if not self.clear:
            return board, y + high, 0
        lines = [board >> width * row & self.full for row in range(self.rows(board))]
        kept = [line for line in lines if line != self.full]
        return sum(line << width * row for row, line in enumerate(kept)), y + high, len(lines) - len(kept)

    def drops(self, board, kind):
        """All that a piece can do: its turn and column, and what follows."""
        ways = product(range(len(self.shapes[kind])), range(self.width))
        return {way: after for way in ways if (after := self.drop(board, kind, *way))}

    def choices(self, rest):
        """The pieces that may fall now, each with those that are left; with hold, one of the first two."""
        found = {rest[0]: rest[1:]} if rest else {}
        return {rest[1]: rest[:1] + rest[2:], **found} if self.hold and len(rest) > 1 else found

    def tops(self, board):
        """The height of each column."""
        cells = [divmod(at, self.width) for at in range(board.bit_length()) if board >> at & 1]
        return tuple(max([1 + y for y, column in cells if column == x], default=0) for x in range(self.width))

    def value(self, board, got):
        """The objective of a state, without minus where more is better."""
        if self.goal == "holes":
            return sum(self.tops(board)) - board.bit_count()
        if self.goal == "flatness":
            return sum(abs(one - other) for one, other in pairwise(self.tops(board)))
        return self.rows(board) if self.goal == "height" else got

    def is_cut(self, board, rest, got):
        """Whether nothing that comes of a state can be better than what is claimed."""
        cells = board.bit_count() + sum(self.areas[kind] for kind in rest)
        vanish = cells // self.width if self.clear else 0  # the number of rows that can still vanish
        if self.best is None or self.goal in ("longest", "flatness"):
            return self.goal == "flatness" and self.best == 0
        if self.goal in ("rows", "tetrises"):
            tall = sum(max(y for shape in self.shapes[kind] for _, y in shape) >= 3 for kind in rest)
            return got + (vanish if self.goal == "rows" else min(vanish // 4, tall)) <= self.best
        if self.goal == "height" and not self.clear:
            cells += sum(self.tops(board)) - board.bit_count()  # what is covered stays empty
            return self.rows(board) >= self.best or cells > self.width * (self.best - 1)
        if self.goal == "height":
            return self.rows(board) - vanish >= self.best or (self.best == 1 and cells % self.width > 0)
        return self.value(board, got) >= self.best and (self.goal == "peak" or not self.clear)

    def explore(self, number, plan=None):
        """All states after so many drops but those that are cut, or the one that a plan leads to."""
        states = {(self.start, self.sequence, self.rows(self.start) if self.goal == "peak" else 0)}
        for step in range(number):
            after = set()
            for board, rest, got in states:
                for kind, left in self.choices(rest).items():
                    left = (*sorted(left[: 2 * self.hold]), *left[2 * self.hold :])  # either of two may come
                    for way, (below, top, vanished) in self.drops(board, kind).items():
                        more = {"rows": vanished, "tetrises": vanished >= 4}.get(self.goal, 0)
                        state = (below, left, max(got, top) if self.goal == "peak" else got + more)
                        if not self.is_cut(*state) if plan is None else plan[step] == [kind, *way]:
                            after.add(state)
                demand(len(after) <= MOST_STATES, "there are too many states for this program")
            states = after
        return states

    def outweighs(self, number, most):
        """Whether weights of columns show that no plan keeps so many rows: wherever a piece falls, it adds to a sum."""
        for weights in self.weights:
            demand(len(weights) == self.width and min(weights) >= 0, "the weights are malformed")
            total = sum(weight * top for weight, top in zip(weights, self.tops(self.start), strict=True))
            for kind in self.sequence[:number]:
                places = [(x, shape) for shape in self.columns[kind] for x in range(self.width - len(shape) + 1)]
                total += min(sum(weights[x + k] * (b - a) for k, (a, b) in enumerate(shape)) for x, shape in places)
            if total > most * sum(weights):
                return True
        return False

    def has_no_room(self, number, most):
        """Whether no plan of the first pieces keeps so many rows: all heights of columns, from both ends."""
        width, pieces, first = self.width, self.sequence[:number], self.tops(self.start)
        least = [*accumulate((self.areas[kind] for kind in pieces), initial=sum(first))]  # of the sums of tops
        spare = width * most - least[-1]
        if not spare:  # each cell above the tops is filled, and a piece has so many more cells of one colour
            colours = {sum((-1) ** (x + y) for x in range(width) for y in range(first[x], most)) % 4}
            for kind in pieces:
                more = {sum((-1) ** (x + y) for x, y in shape) for shape in self.shapes[kind]}
                colours = {(one + sign * excess) % 4 for one in colours for excess in more for sign in (1, -1)}
        if spare < 0 or max(first) > most or (not spare and 0 not in colours):
            return True
        ahead, back, i, j = {first}, None, 0, number
        if comb(spare + width, width) <= 100_000:
            back = {tuple(most - part for part in parts) for parts in shares(spare, width)}
        while i < j and ahead and (back is None or back):
            demand(len(ahead) + len(back or ()) <= MOST_STATES, "there are too many states for this program")
            if back is None or len(ahead) <= len(back):
                i, room = i + 1, spare + least[i + 1]
                ahead = {tops for before in ahead for tops in self.after(before, pieces[i - 1], most, room)}
            else:
                j -= 1
                back = {tops for after in back for tops in self.before(after, pieces[j], least[j])}
        return not (ahead if back is None else ahead & back)

    def after(self, tops, kind, most, room):
        """All tops after a drop, no higher than ``most`` and in all no more than ``room``."""
        for shape in self.columns[kind]:
            for x in range(self.width - len(shape) + 1):
                low = max(tops[x + k] - bottom for k, (bottom, _) in enumerate(shape))
                found = (*tops[:x], *(low + top for _, top in shape), *tops[x + len(shape) :])
                if max(found) <= most and sum(found) <= room:
                    yield found

    def before(self, tops, kind, least):
        """All tops, in all no less than ``least``, from which a drop leads to these; what it covers stays empty."""
        for shape in self.columns[kind]:
            for x in range(self.width - len(shape) + 1):
                low, wide = tops[x] - shape[0][1], len(shape)
                under = [low + bottom for bottom, _ in shape]
                if min(under) < 0 or any(tops[x + k] != low + top for k, (_, top) in enumerate(shape)):
                    continue
                spare = sum(tops[:x]) + sum(under) + sum(tops[x + wide :]) - least
                for gaps in shares(spare, wide):
                    lower = [top - gap for top, gap in zip(under, gaps, strict=True)]
                    if min(gaps) == 0 <= min(lower):
                        yield (*tops[:x], *lower, *tops[x + wide :])

    def prove(self):
        """Demand that the plan is as good as claimed and that no other is better; say what is proven."""
        number, most, value = len(self.sequence), self.limit if self.best is None else self.best - 1, None
        if self.plan is not None:
            states = self.explore(len(self.plan), self.plan)
            demand(states, "the plan is impossible")
            board, rest, got = states.pop()
            value = self.value(board, got) if self.goal != "longest" else len(self.plan)
            demand(not rest or self.goal == "longest", "the plan is not a whole one")
        demand(value == self.best and (self.limit or value is not None), f"the {self.goal} is {value}, not {self.best}")
        if self.goal == "longest":
            number, most = self.best + 1, self.limit
        is_low = not self.clear and self.goal in ("height", "peak", "longest")
        if is_low and not self.hold and number <= len(self.sequence):
            demand(self.outweighs(number, most) or self.has_no_room(number, most), "there is a better plan")
        elif number <= len(self.sequence) and not (is_low and self.goal != "longest" and self.outweighs(number, most)):
            sign = -1 if self.goal in ("rows", "tetrises") else 1
            ends = [sign * self.value(board, got) for board, _, got in self.explore(number)]
            is_better = self.goal == "longest" or self.best is None or min(ends, default=sign * value) < sign * value
            demand(not ends or not is_better, "there is a better plan")
        return f"{self.goal}: {'no plan keeps the limit' if self.best is None else self.best} for {self.words}"


def main(path):
    """Print what a file proves."""
    try:
        with (lzma.open if path.endswith(".xz") else open)(path, "rt", encoding="ascii") as file:
            print("proven:", Check(**json.loads(file.read(MOST_CHARACTERS))).prove())
    except Exception as error:  # whatever a stranger's file leads to
        print(f"not a certificate: {type(error).__name__}, {str(error)[:200]!r}")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else "usage: python check_stack.py FILE.cert[.xz]")
