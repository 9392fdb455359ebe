"""Check a certificate about shapes of Shapez 2: ``python check_shapez.py FILE.cert[.xz]``.

It prints what is proven (exit code 0), or why nothing is (exit code 1). It needs Python 3.10 and nothing else. It runs
every machine itself and believes nothing in the file. docs/certificates/shapes.md says why this suffices.
A shape is a tuple of layers, the lowest first, of parts such as "Cu"; while a machine works, a dictionary by places.
"""

import json
import lzma
import sys
from functools import cache, reduce
from itertools import chain, product

TYPES = {4: "CRSWXY", 6: "HGF", 8: "CRSWXY", 10: "CRSWXY"}  # by the parts of a ring
COLOURS, PUMPED, KINDS = tuple("urgbcmywk"), frozenset("rgbuk"), ("--", "Cu", "P-", "cu")
LIGHTS = {"r": 1, "g": 2, "b": 4, "y": 3, "m": 5, "c": 6, "w": 7}
TURNS = {"rotate-cw": 1, "rotate-ccw": -1, "rotate-180": 0}  # 0 is half a ring
TAKES = dict.fromkeys((*TURNS, "cut", "half-destroy", "push-pin"), ("s",)) | {"swap": ("ss",), "stack": ("ss",)}
TAKES |= {"paint": ("sf",), "crystal": ("sf", "su"), "mix": ("ff",)}  # shapes, fluids, the uncoloured fluid
FALLING = ((2, 0, 0, 0), (1, 0, 0, 0), (1, 1, 0, 0), (1, 1, 1, 0), (1, 1, 1, 1))  # a pin, and normal parts in a row


def demand(is_so, words):
    if not is_so:
        raise ValueError(words)


def places(shape, rise=0):
    return {(y, x): part for y, row in enumerate(shape, rise) for x, part in enumerate(row) if part != "--"}


def shape_of(cells, ring, layers=99):  # only so many layers
    height = 1 + max((y for y, _ in cells if y < layers), default=-1)
    return tuple([tuple([cells.get((y, x), "--") for x in range(ring)]) for y in range(height)])


def shattered(cells, seeds, ring):
    """Return what is left when the crystals at some places vanish, with all that touch a crystal that vanishes."""
    cells, todo = dict(cells), list(seeds)
    for y, x in todo:  # which grows
        if cells.get((y, x), "--")[0] == "c":
            del cells[y, x]
            todo += (y + 1, x), (y - 1, x), (y, (x + 1) % ring), (y, (x - 1) % ring)
    return cells


def settled(cells, ring):
    """Return what gravity leaves: crystals that nothing holds vanish, other parts that nothing holds fall."""
    held, todo = set(), [place for place in cells if place[0] == 0]
    for y, x in todo:  # which grows
        if (y, x) in cells and (y, x) not in held:
            held.add((y, x))
            todo.append((y + 1, x))
            if cells[y, x] != "P-":
                todo += [near for near in ((y, (x + 1) % ring), (y, (x - 1) % ring)) if cells.get(near) != "P-"]
            if cells[y, x][0] == "c" and cells.get((y - 1, x), "--")[0] == "c":
                todo.append((y - 1, x))
    cells = {place: part for place, part in cells.items() if place in held or part[0] != "c"}
    for y, first in sorted(cells.keys() - held):  # lower layers first
        group, todo = [], [first]
        for x in todo:
            if (y, x) in cells and (y, x) not in held and (x == first or "P-" not in (cells[y, x], cells[y, first])):
                held.add((y, x))
                group.append(x)
                todo += (x + 1) % ring, (x - 1) % ring
        drop = min([next(d for d in range(y + 1) if d == y or (y - d - 1, x) in cells) for x in group], default=0)
        cells |= {(y - drop, x): cells.pop((y, x)) for x in group}
    return cells


@cache
def made(machine, ring, layers, *taken):
    """Return what a machine makes of shapes and of fluids, which are letters."""
    forms = ["s" if isinstance(value, tuple) else "u" if value == "u" else "f" for value in taken]
    demand("".join(forms) in TAKES[machine], f"{machine} does not take that")
    first, second, half = taken[0], taken[-1], ring // 2
    match machine:
        case "cut" | "half-destroy":
            seams = [((y, x), (y, (x + 1) % ring)) for y in range(len(first)) for x in (half - 1, ring - 1)]
            met = [seam for seam in seams if all(first[y][x][0] == "c" for y, x in seam)]
            cells = shattered(places(first), chain(*met), ring)
            halves = [{p: part for p, part in cells.items() if (p[1] >= half) == west} for west in (False, True)]
            return tuple([shape_of(settled(cells, ring), ring) for cells in halves])[: 1 + (machine == "cut")]
        case "swap":
            (a, b), (c, d) = (map(places, made("cut", ring, layers, shape)) for shape in taken)
            return shape_of(a | d, ring), shape_of(c | b, ring)
        case "stack":
            return (shape_of(settled(places(first) | places(second, layers + 1), ring), ring, layers),)
        case "push-pin":
            cells = places(first, 1) | {(0, x): "P-" for y, x in places(first) if y == 0}
            cells = shattered(cells, [place for place in cells if place[0] == layers], ring)
            return (shape_of(settled(places(shape_of(cells, ring, layers)), ring), ring),)
        case "paint":
            painted = [tuple([p if p[0] in "-PcXY" else p[0] + second for p in row]) for row in first[-1:]]
            return ((*first[:-1], *painted),)
        case "crystal":
            return (tuple([tuple(["c" + second if p in ("--", "P-") else p for p in row]) for row in first]),)
        case "mix":
            lights = LIGHTS[first] & LIGHTS[second] or LIGHTS[first] | LIGHTS[second]
            return tuple([colour for colour in LIGHTS if LIGHTS[colour] == lights])
    turn = TURNS[machine] or half
    return (tuple([row[-turn:] + row[:-turn] for row in first]),)


def value_of(text, ring, layers):  # a fluid or a shape
    rows = tuple(tuple(row[x : x + 2] for x in range(0, len(row), 2)) for row in text.split(":"))
    known = {"--", "P-"} | {letter + colour for letter in "c" + TYPES[ring] for colour in COLOURS}
    is_shape = len(rows) <= layers and all(len(row) == ring and known.issuperset(row) for row in rows)
    demand(text in COLOURS or (is_shape and set(rows[-1]) != {"--"}), f"{text!r} is not a shape of this ring")
    return text if text in COLOURS else rows


def prove(lines, ring, layers, goals, machines=None, fewest=False, on_hand=()):
    """Return what is proven: this number of machines builds the goals, and no fewer; without a number, none do."""
    demand(type(ring) is type(layers) is int and ring in TYPES and 0 < layers < 99, "the ring or the layers are wrong")
    wanted, given = (frozenset([value_of(code, ring, layers) for code in codes]) for codes in (goals, on_hand))
    demand(wanted and wanted.isdisjoint(COLOURS), "goals are shapes")
    words = f"{', '.join(sorted(goals))} (at most {layers} layers)"
    if machines is not None:
        demand(carry_out(lines, ring, layers, wanted, given) == machines, "the number of machines is wrong")
        try_fewer(machines if fewest else 0, ring, layers, wanted, given)
        words += f", with {', '.join(sorted(on_hand))} on hand" if on_hand else ""
        return f"{words}: {int(machines)} machines build it{', and no fewer do' if fewest else ''}"
    (goal,) = wanted
    demand(not given, "with shapes on hand this is not decided")
    if settled(places(goal), ring) == places(goal):
        demand(ring == 4 and layers <= 4 and lines, "the shape is stable, and no set of shapes is gone through")
        numbers = {"-": 0, "P": 2, "c": 3}
        a, b, c, d = (sum(numbers.get(row[x][0], 1) << 2 * y for y, row in enumerate(goal)) for x in range(4))
        demand(not closed_set(lines, layers)[a][b][c] >> d & 1, "the shape is in the set")
    return f"{words}: no machines build it"


def carry_out(lines, ring, layers, goals, on_hand):
    """Return the number of machines of a plan, and demand that it makes the goals."""
    outputs = []
    for machine, *words in map(str.split, lines):
        if machine in TAKES:
            ends = [(int(word.rstrip("ab")) - 1, "b" in word) for word in words]
            demand(all(0 <= line < len(outputs) for line, _ in ends), f"{words} is not above in the plan")
            outputs.append(made(machine, ring, layers, *[outputs[line][end] for line, end in ends]))
        else:
            value = value_of(*words, ring, layers)
            part = value[0][0] if len(value) == 1 and len(set(value[0])) == 1 else "--"
            is_given = value in PUMPED | on_hand or part[0] in "XY" or (part[0] not in "-Pc" and part[1:] == "u")
            demand(machine == "take" and is_given, f"{words[0]} is neither raw nor on hand")
            outputs.append((value,))
    demand(goals <= set(chain(*outputs)), "the plan does not make a goal")
    return sum(line.split()[0] in TAKES for line in lines)


def try_fewer(number, ring, layers, goals, on_hand):
    """Demand that no plan of fewer machines makes the goals, by trying all that can be of use."""
    parts = {part for goal in goals for row in goal for part in row} - {"--", "P-"}
    paints = {part[1] for part in parts if part[0] not in "cXY"} - {"u"}
    grown = {part[1] for part in parts if part[0] == "c"} or {"r"}
    raw = {part if part[0] in "XY" else part[0] + "u" for part in parts if part[0] != "c"} or {TYPES[ring][0] + "u"}
    mixes = set() if paints | grown <= PUMPED else LIGHTS.keys()
    start = {((part,) * ring,) for part in raw} | (PUMPED if mixes else paints | grown) | on_hand
    level = {(frozenset(start), frozenset())}  # what there is; what each machine made of which nothing is taken yet
    for left in range(number - 1, -1, -1):
        before, level = level, set()
        for there, idle in before:
            missing, shapes = goals - there, [value for value in there if isinstance(value, tuple)]
            demand(missing, "fewer machines build it")
            slots = {"paint": (shapes, there & paints), "crystal": (shapes, there & grown), "mix": (there & mixes,) * 2}
            slots = {name: slots.get(name, [shapes] * len(TAKES[name][0])) for name in TAKES if left}
            for machine, taken in ((name, taken) for name in slots for taken in product(*slots[name])):
                still = [values for values in idle if values.isdisjoint(taken)]
                if len(still) + 1 < left + len(goals):  # each machine that is left can take from two of these
                    new = frozenset(made(machine, ring, layers, *taken)) - there - {()}
                    demand(not missing <= new, "fewer machines build it")
                    if new and left > 1:
                        level.add((there | new, frozenset([*still, new])))


def closed_set(lines, layers):
    """Return the set of shapes that a diagram holds, and demand that no machine leads out of it.

    A column is a number, two bits a cell, the lowest first: the place in KINDS. Columns a, b, c, d are in the set if
    bit d of ``table[a][b][c]`` is set. The set is symmetric, so what is shown for some orientations holds for all.
    """
    size, ys, tops = 4**layers, range(layers), [(layers - 1, x) for x in range(4)]
    nodes = [(0,) * 4] * 2 + [tuple(map(int, line.split())) for line in lines]
    walk = cache(lambda node, column: reduce(lambda at, y: nodes[at][column >> 2 * y & 3], ys, node))
    last = cache(lambda node: sum(1 << d for d in range(size) if walk(node, d) == 1))
    row = cache(lambda node: tuple(last(walk(node, c)) for c in range(size)))
    table = [[row(walk(walk(len(nodes) - 1, a), b)) for b in range(size)] for a in range(size)]
    kept = [(a, b) for a in range(size) for b in range(size) if any(table[a][b])]
    top = [(column.bit_length() + 1) // 2 for column in range(size)]
    ice = [3 * (column & column >> 1 & (size - 1) // 3) for column in range(size)]  # the crystals alone
    lower = [sum(1 << d for d in range(size) if top[d] <= y) for y in ys]
    with_ice = {mask: sum(1 << d for d in range(size) if ice[d] == mask) for mask in ice}
    turned = cache(lambda line: [int("".join(bits), 2) for bits in zip(*[f"{ds:0{size}b}" for ds in line[::-1]])][::-1])
    for a, b in product(range(size), repeat=2):  # exchange columns 0 and 2; exchange both 0 and 1, and 2 and 3
        is_same = all(table[a][b][c] == table[c][b][a] for c in range(size))
        demand(is_same and turned(table[a][b]) == list(table[b][a]), "the set is not symmetric")
    halves = {(a, b) for a, b in kept if table[a][b][0] & 1}
    outside = (west & ~ds for a, b in halves for west, ds in zip(table[0][0], table[a][b]))
    demand(not any(outside), "a swapper leads out of the set")
    for height in range(1, layers + 1):  # no gaps and no pins: what miners give and crystal generators make
        full = [column for column in range(4**height) if all(column >> 2 * y & 1 for y in range(height))]
        ds = sum(1 << d for d in full)
        demand(not any(ds & ~table[a][b][c] for a, b, c in product(full, repeat=3)), "crystals lead out of the set")
    for (a, b), c in product(kept, range(size)):
        for p, q, r, s in FALLING if table[a][b][c] else ():
            y = max(top[a], top[b] * q, top[c] * r)
            if y < layers and (not s or y == top[a]):  # on all four columns: let the first be the highest
                ds = (table[a][b][c] & lower[y]) << (1 << 2 * y) if s else table[a][b][c]
                out = ds & ~table[a | p << 2 * y][b | q << 2 * y][c | r << 2 * y]
                demand(not out, "a stacker leads out of the set")

    def grid(*numbers):
        return {(y, x): KINDS[a >> 2 * y & 3] for x, a in enumerate(numbers) for y in ys if a >> 2 * y & 3}

    def columns(cells):
        return [sum(KINDS.index(cells.get((y, x), "--")) << 2 * y for y in ys) for x in range(4)]

    met = cache(lambda line: {(ice[c], mask) for c, ds in enumerate(line) for mask in with_ice if ds & with_ice[mask]})
    for a, b in kept:
        for seeds in {(ice[a] & of_d, ice[b] & of_c) for of_c, of_d in met(table[a][b])}:
            east = columns(settled(shattered(grid(a, b), grid(*seeds), 4), 4))
            demand((east[0], east[1]) in halves, "a cutter leads out of the set")

    push = cache(lambda column, gone: (column & ~gone) << 2 & size - 1 | (2 if column & 3 else 0))
    burnt = cache(lambda *ices: [*map(int.__sub__, ices, columns(shattered(grid(*ices), tops, 4)))])
    push_all = cache(lambda ds, gone: sum({1 << push(d, gone) for d in range(size) if ds >> d & 1}))
    pushed = {}
    for (a, b), c, mask in product([(a, b) for a, b in kept if b <= a], range(size), with_ice):
        ds = table[a][b][c] & with_ice[mask] & (2 << b) - 1 if c <= a else 0  # a is the greatest, d is not above b
        if ds:
            gone = burnt(ice[a], ice[b], ice[c], mask)
            key = any(gone), push(a, gone[0]), push(b, gone[1]), push(c, gone[2])
            pushed[key] = pushed.get(key, 0) | push_all(ds, gone[3])
    for (is_loose, a, b, c), ds in pushed.items():
        ends = [columns(settled(grid(a, b, c, d), 4)) for d in range(size) if ds >> d & 1] if is_loose else ()
        stays = is_loose or not ds & ~table[a][b][c]
        demand(stays and all(table[p][q][r] >> s & 1 for p, q, r, s in ends), "a pin pusher leads out of the set")
    return table


if __name__ == "__main__":
    try:
        path = sys.argv[1] if len(sys.argv) == 2 else sys.exit("usage: python check_shapez.py FILE.cert[.xz]")
        with (lzma.open if path.endswith(".xz") else open)(path, "rt", encoding="ascii") as file:
            first, *lines = file.read().splitlines()
        print("proven:", prove(lines, **json.loads(first)))
    except Exception as error:  # whatever a stranger's file leads to
        print("not proven:", repr(error)[:200])
        sys.exit(1)
