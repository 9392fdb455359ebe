"""Random problems for whatever has the names of ``_core``: by family, functions that ask one and give all answers.

A problem is the same for the same number, so that two engines can be asked one after the other.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from random import Random
from typing import Any

from shapewright.clear.kicks import Kicks

FOREVER = (None, -1.0)
Problem = Callable[[Any, Random], list[Any]]


def plain(value: Any) -> Any:
    """An answer in plain types: arrays as their shape, format and items, objects as the name of their class."""
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, tuple):
        return tuple(plain(item) for item in value)
    if hasattr(value, "tolist"):
        view = memoryview(value)
        return view.shape, view.format.replace("L", "Q").replace("l", "q"), value.tolist()
    return type(value).__name__ if type(value).__module__ == "shapewright._core" else value


def answer(call: Callable[[], Any]) -> Any:
    """What a call gives, or its error: the kind, and the text where that is the package's own."""
    try:
        return plain(call())
    except Exception as error:
        return type(error), str(error) if type(error).__module__ == "shapewright.errors" else ""


def answers(core: Any, family: str, number: int) -> Any:
    """What ``core`` answers to a problem."""
    return answer(lambda: FAMILIES[family](core, Random(f"{family} {number}")))


def _assembly(draw: Random) -> list[list[tuple[int, int, int]]]:
    """Up to five pieces in a small box, and perhaps one cell twice, which is refused."""
    pieces: list[list[tuple[int, int, int]]] = [[] for _ in range(draw.randint(1, 5))]
    for k in range(27):
        draw.choice(pieces).append((k // 9, k // 3 % 3, k % 3))
    if draw.random() < 0.1:
        pieces[0].append(pieces[-1][-1] if pieces[-1] else (0, 0, 0))
    return pieces


def tiling(core: Any, draw: Random) -> list[Any]:
    items, pieces = draw.randint(1, 12), draw.randint(1, 4)
    options = []
    for _ in range(draw.randint(0, 30)):
        chosen = sorted(draw.sample(range(items), draw.randint(1, min(4, items))))
        options.append((chosen, [], [(draw.randrange(pieces), 1)]))
    maximum = [draw.choice([None, draw.randint(0, 6)]) for _ in range(pieces)]
    instance = core.CoverInstance([draw.random() < 0.9 for _ in range(items)], [0] * pieces, maximum, options)
    seed = draw.getrandbits(64)
    found: list[Any] = [instance.items, instance.options, instance.shuffled(seed)[1]]
    found.append(instance.ranked(seed, [draw.randint(0, 1 << 20) for _ in range(pieces)])[1])
    found.append(core.Disassembler().run(_assembly(draw), draw.choice([2, 3]), 10_000, *FOREVER))
    for engine in ("sparse", "bit-sliced", "strip"):
        search = core.cover_search(engine, instance)
        if search is None:
            found.append(None)
            continue
        search.start([])
        found += [search.run(*FOREVER, 5, 1000, True), search.rest(), search.depth, search.nodes]
        found += [search.run(bytearray(1), 60.0, 1 << 40, 1 << 40, True), search.nodes, search.solutions]
        found += [search.split(4), search.estimate([], 5, seed)]
    ordered = sorted(options, key=lambda option: option[0][0])
    least_first = core.CoverInstance([True] * items, [0] * pieces, maximum, ordered)
    family = core.SetFamily.all_covers(least_first, 1 << 28, *FOREVER, None)
    some = family.among(list(range(0, len(ordered), 2)), 1, 3, 1 << 28, *FOREVER)
    for each in (family, some, family.subtract(some, 1 << 28, *FOREVER)):
        found += [each.count, each.size, each.root, each.nodes, each.members(b"", 5), each.containing(*FOREVER)]
        found.append(each.cheapest([draw.randint(-5, 5) for _ in ordered], 3, *FOREVER))
    rebuilt = core.SetFamily(len(ordered), array("I", family.nodes.tolist()), family.root)
    found += [rebuilt.equals(family), family.contains([0]), core.SetFamily.of_members(3, [[0, 2], [1]]).count]
    costs = [draw.randrange(100) for _ in range(instance.options)]
    cheapest = core.CoverCheapest(instance, costs, 3)
    found += [cheapest.give(options and [0]), cheapest.run(*FOREVER, 2), cheapest.found, cheapest.bound]
    found += [cheapest.run(*FOREVER, 1 << 40), cheapest.found, cheapest.bound, cheapest.nodes]
    written = core.CoverCertificate(least_first, draw.choice([[], [draw.randint(-5, 5) for _ in ordered]]))
    found += [written.run(*FOREVER, draw.random() < 0.5, 1 << 28), written.root, written.lines, written.least]
    found += [written.count, written.texts, written.text(0)]
    found.append(answer(lambda: written.begin_with(draw.randrange(pieces), [1] * len(ordered))))
    if core.FrontierSweep.fits(instance):
        sweep = core.FrontierSweep(instance)
        found += [sweep.run(*FOREVER, 1 << 28, True), sweep.count, sweep.states, answer(lambda: sweep.sample(seed, 3))]
    return found


PIECES = [[[0b11, 0b11]], [[0b1111], [1, 1, 1, 1]], [[0b11, 0b110], [0b10, 0b11, 0b01]], [[0b111, 0b010]]]


def stacking(core: Any, draw: Random) -> list[Any]:
    width = draw.randint(4, 6)
    sequence = [draw.randrange(len(PIECES)) for _ in range(draw.randint(1, 5))]
    rows = [draw.getrandbits(width) & ~1 for _ in range(draw.randint(0, 2))]
    question = core.StackingQuestion(width, PIECES, sequence, rows)
    layers = core.StackingLayers(question)
    found = [layers.attempt(4, 1 << 10, 50, 3, *FOREVER), layers.plan, layers.states]
    ordered = core.StackingDepthFirst(question)
    ordered.start(5)
    found += [ordered.next(10000, bytearray(1), 60), ordered.plan, ordered.states]
    objective = draw.choice(["height", "holes", "flatness"])
    # A piece with two facings that look alike, or none at all where all fall straight down.
    facings = [[(0, 0, 0, 1, 1), (0, -1, 0, 0, 0)] for _ in PIECES] if draw.random() < 0.5 else []
    graph = core.StackingGraph(question, draw.random() < 0.5, draw.random() < 0.5, objective, 8, facings)
    found += [graph.whole(100, 1 << 20, *FOREVER), graph.best, graph.goals, graph.plan, graph.states]
    for goal in graph.goals[:2]:
        found += [graph.count(goal, *FOREVER), graph.begin(goal, *FOREVER), graph.next(), graph.next()]
    if core.StackingRoom.bits(question) <= 22:
        found += [core.StackingRoom(question).empty(6, 1 << 30, *FOREVER)]
    return found


SHAPES = [[[(0, 0), (1, 0)], [(0, 0), (0, 1)]], [[(0, 0), (1, 0), (0, 1)], [(0, 0), (1, 0), (1, 1)]], [[(0, 0)]]]


def packing(core: Any, draw: Random) -> list[Any]:
    size = draw.randint(1, 5), draw.randint(1, 5)
    seed = draw.getrandbits(32)
    counts = [draw.randint(0, 4) for _ in SHAPES]
    opened = bytes(draw.random() < 0.9 for _ in range(size[0] * size[1]))
    packer = core.PackingPacker(SHAPES, [1, 1, 0])
    return [
        packer.forbidden(*size, counts),
        packer.box(*size, counts, draw.random() < 0.5, seed, 500, *FOREVER),
        packer.greedy(*size, counts, seed, 5, None, 60),
        packer.board(*size, opened, [0] * 3, counts, 3, seed, 500, bytearray(1), -1.0),
        packer.exhaust(*size, opened, counts, *FOREVER),
        packer.growing_square(counts, *FOREVER),
        packer.spiral([1, 0], *size, draw.choice([1, 2]), [draw.randint(0, 3) for _ in opened], 20, seed, *FOREVER),
        packer.wastes_at_most(*size, [0, 1, -1], draw.choice([-1, 0, 1]), 6, 20_000, True, *FOREVER),
        packer.least_wastes(draw.randint(1, 5), draw.random() < 0.5, [0, -1, -1], 1, 12, 20_000, *FOREVER),
        core.PackingPacker(SHAPES[:1], [1]).bags(*size, draw.randint(1, 4), *FOREVER),
    ]


def clear(core: Any, draw: Random) -> list[Any]:
    rules = core.ClearRules(Kicks.named(draw.choice(["srs", "none", "srs-plus"])).table, draw.randrange(3), [])
    height, width = draw.choice([2, 3, 4, 7]), draw.choice([2, 4, 4, 6])
    board = sum(((1 << 10) - (1 << width)) << 10 * y for y in range(2)).to_bytes(25, "little")
    full = ((1 << 20) - 1).to_bytes(25, "little")
    sequence = bytes(draw.randrange(7) for _ in range(width // 2 + draw.randint(0, 1)))
    hold, seed = draw.random() < 0.5, draw.getrandbits(64)
    found: list[Any] = [rules.locks(board, height, draw.randrange(7)), core.clear_features(board, 2, height > 6)]
    found += [core.clear_solve(rules, board, 2, sequence, hold, 0, seed, 20000, *FOREVER)]
    found += [core.clear_solve(rules, board, height, sequence, hold, 0, 0, 300, *FOREVER, net=None)]
    queue, lines = bytes(draw.randrange(7) for _ in range(21)), draw.choice([4, 4, 8])
    found += [core.clear_solve(rules, bytes(25), lines, queue, hold, 0, seed, 1000, *FOREVER)]
    found += [core.ClearWalk(rules, board, 2, sequence, hold, 0).run(bytearray(1), 60, 3)]
    queues = core.ClearPattern([[[int(piece == k) for piece in range(7)] for k in range(7)] for _ in sequence])
    graph = core.ClearGraph(rules, queues, hold, board, full, 2, [])
    while not graph.is_complete:
        found.append(graph.step(*FOREVER, 1 << 24))
    found += [queues.count, queues.length, graph.placements, graph.reached, graph.boards, graph.edges]
    found += [graph.solved(*FOREVER, -1)]
    path = core.ClearPath(graph)
    while not path.is_complete:
        found.append(path.step(*FOREVER, 1 << 24))
    found += [len(path), path.cells, path.parts(), path.tucked(), path.queues(list(range(min(3, len(path)))))]
    return found


def shapez(core: Any, draw: Random) -> list[Any]:
    parts, layers = draw.choice([(4, 1), (4, 2), (4, 3), (4, 4), (6, 1), (6, 2)])
    bits = 2 * parts * layers

    def numbers(size: int, width: int = bits) -> array[int]:
        return array("Q", (draw.getrandbits(width) for _ in range(size)))

    ring = core.ShapezPacked(parts, layers)
    some, others = numbers(8), numbers(8)
    found: list[Any] = [ring.parts, ring.layers, ring.rotate(some, draw.randint(-9, 9)), ring.cut(some)]
    found += [getattr(ring, name)(some) for name in ("mirror", "canonical", "gravity", "is_stable", "split")]
    found += [getattr(ring, name)(some) for name in ("push_pin", "crystallise")]
    found += [ring.swap(some, others), ring.stack(some, others), ring.join(*ring.split(some)), ring.mirror(numbers(0))]
    limits = (1 << 20, bytearray(1), 60.0)
    if layers < 3 and draw.random() < 0.2:
        halves = core.shapez_closed_halves(parts, layers, None, *limits)
        full = core.shapez_swappable(halves, None, parts, *limits)
        pushed = core.shapez_pushed(full, full, parts, *limits)
        both = core.shapez_union(full, pushed, parts, *limits)
        shape, seed = draw.getrandbits(bits), draw.getrandbits(64)
        found += [halves.columns, len(halves), halves.nodes, len(full), full.nodes, full.root, len(both)]
        found += [shape in both, both.contains(some), both.nearest(shape, 5), full.members(3, 4), full.sample(seed, 3)]
        found += [both.matching([draw.randrange(16) for _ in range(parts * layers)], 0, 5), both.count_canonical()]
        found += [core.ShapezSet(full.columns, full.layers, full.nodes, full.root).count_canonical()]
        found += [[len(part) for part in core.shapez_slices(full, 3, parts, *limits)]]
        found += [core.shapez_halves(parts, layers, 1, progress=lambda _: None)]
    goal = bytes(draw.choice([0, 0, 1, 2, 3, 16, 16, 25]) for _ in range(parts))
    found += [core.ShapezPlanner(parts, layers).plan([goal], 10, 1, 0, False, False, 1, *FOREVER)]
    found += [core.shapez_exact_plan(parts, layers, goal, 0, 3, 100, *FOREVER)]
    return found


FAMILIES: dict[str, Problem] = {
    "tiling": tiling,
    "stacking": stacking,
    "packing": packing,
    "clear": clear,
    "shapez": shapez,
}
