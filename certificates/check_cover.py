"""Check a cover certificate: in how many ways pieces cover a board, or that they cannot, or the least cost.

    python check_cover.py FILE.cert[.xz]

Prints one line: what is proven (exit code 0), or why the certificate does not hold (1). It needs Python 3.9 or later.
It makes all ways to place the pieces and works out every state of the search from the empty board downwards, so it
believes no number in the file. docs/certificates/covers.md describes the file.
"""

import json
import lzma
import sys
from collections import Counter
from itertools import permutations, product

MOST_BYTES, MOST_WORK = 1 << 30, 20_000_000  # of a file, unpacked; cells of all ways of a piece


def demand(holds, why):
    if not holds:
        raise ValueError(why)


def numbers(values, length=None, least=None):
    demand(type(values) is list and length in (None, len(values)), "a list is missing or has a wrong length")
    demand(all([type(one) is int and (least is None or one >= least) for one in values]), "a number is wrong")
    return tuple(values)


def motions(dimension):
    """The turns of the grid of squares or cubes: (-2, 1) takes (x, y) to (-y, x)."""
    kinds = {"fixed": [tuple(range(1, dimension + 1))], "one-sided": [], "free": [], "half-turn": [(1, 2), (-1, -2)]}
    for axes in permutations(range(1, dimension + 1)):
        swaps = sum(a > b for at, b in enumerate(axes) for a in axes[:at])
        for signs in product((1, -1), repeat=dimension):
            kinds["free"].append(tuple([axis * sign for axis, sign in zip(axes, signs)]))
            kinds["one-sided"] += kinds["free"][-1:] if (swaps + signs.count(-1)) % 2 == 0 else []
    return kinds


class Puzzle:
    """Cells, pieces with the least and the most copies, and ways: (cells, ((piece, copies), ...), cost)."""

    def __init__(self, data):
        self.pieces, self.ways, self.is_listed = [], [], "options" in data
        self.size = numbers([data["cells"]], 1, 1)[0] if self.is_listed else len(data["cells"])
        for piece in data["pieces"]:  # most: null stands for any number, and as many as there are cells are enough
            self.pieces.append(numbers([piece["least"], self.size if piece["most"] is None else piece["most"]], 2, 0))
        self.optional = sorted(set(numbers(data["optional"], None, 0)))
        demand(max(self.optional, default=0) < self.size <= MOST_WORK, "a number is wrong")
        kinds = f"cells by {len(self.pieces)} kind{'s' * (len(self.pieces) != 1)} of pieces"
        kinds += f", at most {data['empty']} cells empty" if "empty" in data else ""
        self.name = f"{self.size} {'items by options of the file' if self.is_listed else kinds}"
        empty = (0, self.size) if self.is_listed else self.place_pieces(data)
        for cells, uses, cost in data["options"] if self.is_listed else ():
            cells, uses, _ = numbers(cells, None, 0), [numbers(use, 2, 0) for use in uses], numbers([cost])
            demand(cells and max(cells) < self.size and len(set(cells)) == len(cells), "an option has wrong cells")
            demand(len({one for one, copies in uses if 0 < copies <= len(cells)}) == len(uses), "an option is wrong")
            self.ways.append((cells, tuple(uses), cost))
        if self.optional:  # a cell that stays empty is covered by a piece of one cell
            self.ways += [((cell,), ((len(self.pieces), 1),), 0) for cell in self.optional]
            self.pieces.append(empty)
        self.symmetries = [self.symmetry(*one) for one in data.get("symmetries", [])]

    def place_pieces(self, data):
        """Make all ways to place each piece; return how many cells stay empty, at least and at most."""
        dimension, low, high = len(data["cells"][0]), 0, 0
        place = {numbers(cell, dimension): k for k, cell in enumerate(data["cells"])}
        demand(len(place) == self.size, "a cell is there twice")
        kinds = data["turns"] if "turns" in data else motions(dimension) if dimension in (2, 3) else {}
        basis = [numbers(step, dimension) for step in data.get("translations", [])]
        firsts = [next(k for k, value in enumerate(step) if value) for step in basis]
        demand(firsts == sorted(set(firsts)) and bool(basis) == ("turns" in data), "the translations are wrong")
        for number, piece in enumerate(data["pieces"]):
            shape, found = [numbers(cell, dimension) for cell in piece["cells"]], set()
            demand(shape and len(set(shape)) == len(shape), "a piece has no cells, or one twice")
            demand(self.size * len(shape) * len(kinds[piece["turns"]]) <= MOST_WORK, "the puzzle is too large")
            for turn in kinds[piece["turns"]]:
                demand(sorted(map(abs, turn)) == list(range(1, dimension + 1)), "a turn is wrong")
                turned = [tuple([cell[axis - 1] if axis > 0 else -cell[-axis - 1] for axis in turn]) for cell in shape]
                for start in place:
                    shift = [a - b for a, b in zip(start, turned[0])]
                    at = [place.get(tuple([a + b for a, b in zip(cell, shift)]), -1) for cell in turned]
                    for first, step in zip(firsts, basis):  # a shift must be a sum of whole multiples of these
                        shift = [a - shift[first] // step[first] * b for a, b in zip(shift, step)]
                    if min(at) >= 0 and not (basis and any(shift)):
                        found.add(tuple(sorted(at)))
            low, high = low + self.pieces[number][0] * len(shape), high + self.pieces[number][1] * len(shape)
            self.ways += [(way, ((number, 1),), 0) for way in sorted(found)]
        return max(0, self.size - high), max(0, min(self.size - low, data.get("empty", self.size)))

    def symmetry(self, cells, pieces):
        """Permutations of the cells and of the pieces that take each way to a way."""
        cells, pieces = numbers(cells), numbers([*pieces, len(self.pieces) - 1] if self.optional else pieces)
        is_one = sorted(cells) == list(range(self.size)) and sorted(pieces) == list(range(len(self.pieces)))
        is_one = is_one and not self.is_listed and all(self.pieces[a] == self.pieces[b] for a, b in enumerate(pieces))
        demand(is_one and {self.moved(way, (cells, pieces)) for way in self.ways} == set(self.ways), "no symmetry")
        return cells, pieces

    def orbits(self, symmetries):
        """The sets of ways that symmetries take to each other, each with its first way first."""
        found, seen = [], set()
        for way in self.ways:
            orbit = [] if way in seen else [way]
            for one in orbit:
                orbit += {self.moved(one, symmetry): 0 for symmetry in symmetries}.keys() - set(orbit)
            found += [orbit] if orbit else []
            seen.update(orbit)
        return found

    def ways_kept_by(self, symmetry):
        """Each way together with its images under a symmetry: what covers that it keeps are made of."""
        for orbit in self.orbits([symmetry]):
            cells = sorted([cell for way in orbit for cell in way[0]])
            if len(set(cells)) == len(cells):
                yield tuple(cells), tuple(Counter([way[1][0][0] for way in orbit]).items()), 0

    def is_refuted_by(self, modulus, *weights):
        """Whether the weights of all cells add up to more, or leave another rest, than ways for each cell once can."""
        sums = [set() for _ in self.pieces]
        for cells, ((piece, copies),), _ in self.ways:
            demand(copies == 1 and len(weights) == self.size and 0 <= modulus <= 1000, "the weights are wrong")
            sums[piece].add(sum([weights[cell] for cell in cells]))
        if modulus == 0:
            return sum(weights) > sum([max(s) * many[max(s) > 0] for s, many in zip(sums, self.pieces) if s])
        reached = {0}
        for (least, most), each in zip(self.pieces, sums):
            exact, reached = reached, set()
            for copies in range(min(most, self.size) + 1):
                reached |= exact if copies >= least else set()
                exact = {(a + b) % modulus for a in exact for b in each}
        return sum(weights) % modulus not in reached

    def moved(self, way, symmetry):
        return tuple(sorted([symmetry[0][cell] for cell in way[0]])), ((symmetry[1][way[1][0][0]], 1),), way[2]


class Search:
    """A state is one number: bits of free cells, then the copies left of each piece, before a bit that guards them."""

    def __init__(self, puzzle, ways):
        self.size, at = puzzle.size, puzzle.size
        self.start, self.guards, self.fields = (1 << at) - 1, 0, []
        for least, most in puzzle.pieces:
            bits = 0 if least == 0 and most >= self.size else most.bit_length()  # used freely: nothing to count
            self.fields.append((at, (1 << bits) - 1, most - least))
            self.start |= (most << at | 1 << at + bits) if bits else 0
            self.guards |= 1 << at + bits if bits else 0
            at += bits + 1
        self.around = [[] for _ in range(self.size + len(puzzle.pieces))]
        for way in ways:
            need = less = sum([1 << cell for cell in way[0]])
            for piece, copies in way[1]:
                at, mask, _ = self.fields[piece]
                less += copies << at if mask else 0
                need |= 1 << at if mask == 1 else 0
            is_possible = all(copies <= puzzle.pieces[piece][1] for piece, copies in way[1])
            for item in [*way[0], *[self.size + piece for piece, _ in way[1]]] if is_possible else ():
                self.around[item].append((need, less, way))

    def fitting(self, state, item):
        """The ways for a cell or a piece that fit, each with the state after it."""
        after = [(state - less, way) for need, less, way in self.around[item] if state & need == need]
        return [each for each in after if each[0] & self.guards == self.guards]

    def left(self, state, piece):
        """The copies of a piece that may still be used, and those that must be used (or less than 0)."""
        at, mask, slack = self.fields[piece]
        return state >> at & mask, (state >> at & mask) - slack

    def holds(self, word, state):
        """Whether a state is a cover (*), or has no way for a cell or too few for a piece (!)."""
        if word == "*":
            return not state % (1 << self.size) and all([self.left(state, p)[1] <= 0 for p in range(len(self.fields))])
        item = int(word.replace("!", "", 1))
        fitting, piece = self.fitting(state, item), item - self.size
        if piece < 0:
            return state >> item & 1 and not fitting
        return self.left(state, piece)[1] > sum([dict(way[1])[piece] for _, way in fitting])

    def add_up(self, lines, root, is_cost, by, times):
        """Go through the lines from the last to the first, then back; return the value of the empty board."""
        states, values = [None] * len(lines), []

        def follow(number, word, state):  # the line that a word leads to; -1 for a cover, None for none
            if not word.isdecimal():
                demand(self.holds(word, state), f"line {number}: {word} is not so")
                return -1 if word == "*" else None
            at = number - int(word)
            demand(0 <= at < number and states[at] in (None, state), f"line {number}: {word} leads to another state")
            states[at] = state
            return at

        start = follow(len(lines), root, self.start)
        for number in range(len(lines) - 1, -1, -1):
            (item, *words), state, states[number] = lines[number].split(), states[number], None
            item, chosen = int(item), times if number == len(lines) - 1 else {}
            is_open = self.left(state, item - self.size) == (1, 1) if item >= self.size else state >> item & 1
            demand(is_open and (item == by or not chosen), f"line {number}: {item} cannot decide")
            found = [each for each in self.fitting(state, item) if not chosen or each[1] in chosen]
            demand(len(found) == len(words), f"line {number}: {len(found)} ways fit, but there are {len(words)} words")
            links = [(follow(number, word, after), way) for (after, way), word in zip(found, words)]
            lines[number] = [(at, way[2] if is_cost else chosen.get(way, 1)) for at, way in links if at is not None]
        for links in [*lines, [] if start is None else [(start, 1 - is_cost)]]:
            known = [(values[at] if at >= 0 else 1 - is_cost, by) for at, by in links]
            known = [(value, by) for value, by in known if value is not None]
            values.append(min([a + b for a, b in known], default=None) if is_cost else sum([a * b for a, b in known]))
        return values[-1]


def proven(lines):
    """What the lines of a file prove, in words."""
    head, puzzles, values = json.loads(next(lines)), [], {}
    claim, is_cost = head["claim"], head["claim"] == "least cost"
    for text in lines:
        data, own, times, value = json.loads(text), [], {}, None if is_cost else 0
        puzzles += [Puzzle(data)] if "pieces" in data else []
        puzzle, symmetry, by = puzzles[-1], data.get("symmetry", 0), data.get("by")
        while (text := next(lines))[:1] not in ("r", "w"):
            own.append(text)
        if by is not None and not symmetry:  # covers with a way of this piece are as many as those with its image
            orbits = puzzle.orbits([one for one in puzzle.symmetries if one[1][by] == by])
            times = {orbit[0]: len(orbit) for orbit in orbits if orbit[0][1] == ((by, 1),)}
        if text[0] == "w" and not own and not symmetry:
            demand(puzzle.is_refuted_by(*map(int, text.split()[1:])), "the weights show nothing")
        else:
            ways = puzzle.ways_kept_by(puzzle.symmetries[symmetry]) if symmetry else puzzle.ways
            value = Search(puzzle, ways).add_up(own, text.split()[1], is_cost, puzzle.size + (by or 0), times)
        values[len(puzzles), symmetry] = value
    found, group = values[1, 0], puzzle.symmetries if claim == "covers up to symmetry" else [0]
    several = {(k + 1, 0) for k in range(len(puzzles))} if claim == "none" else {(1, k) for k in range(len(group))}
    demand(head["version"] == 1 and set(values) == several, "another version, or a section is missing or needless")
    if claim == "none" and not any(values.values()):
        return "no cover of " + ", nor of ".join([one.name for one in puzzles])
    if claim == "covers up to symmetry":  # by Burnside's lemma: the mean of how many covers each symmetry keeps
        images = {tuple([tuple([a[b] for b in of]) for a, of in zip(*two)]) for two in product(group, repeat=2)}
        is_group = images == set(group) and all(list(each) == sorted(each) for each in group[0])
        demand(is_group and len(images) == len(group), "the symmetries are not a group, the identity first")
        found, claim = sum(values.values()) // len(group), f"covers up to {len(group)} symmetries"
    is_known = claim in ("covers", "least cost", f"covers up to {len(group)} symmetries")
    demand(is_known and found == head["number"], f"the number is {found}")
    return f"{f'{claim} {found}' if is_cost else f'{found} {claim[: 5 + (found != 1)]}{claim[6:]}'} of {puzzle.name}"


if __name__ == "__main__":
    try:
        with (lzma.open if sys.argv[1].endswith(".xz") else open)(sys.argv[1], "rt", encoding="ascii") as file:
            print("proven:", proven(iter(file.read(MOST_BYTES).splitlines())))
    except Exception as error:  # whatever can be wrong with the file of a stranger
        sys.exit(f"not proven: {type(error).__name__}: {error}"[:999])
