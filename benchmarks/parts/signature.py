"""What the searches do, as numbers: how much work a fixed set of them takes, over all families, and what they answer.

Everything here is deterministic: one thread, no time limits, no memory limits of the machine, and the same on every
SIMD path. So a change of these numbers is a change of a search. ``make bench-signature`` writes them to
``benchmarks/signature.txt``, and a test compares. The work is in nodes, states, boards or choices, whatever the search
counts; a search that counts nothing has a ``-``, and the digest of its answer, which hangs on every random number it
drew, must do.
"""

from __future__ import annotations

import hashlib
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from shapewright import _core

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from shapewright.tiling.search.instance import Cover

FILE = Path(__file__).parents[1] / "signature.txt"
# No stop flag and no time limit, as every call of the engine takes them.
FREE: tuple[None, float] = (None, -1.0)

Row = tuple[str, str, str]


def _row(name: str, work: int | None, answer: int | str | bytes | object) -> Row:
    """A line of the table; what is neither a number nor a short word is told by its digest."""
    text = str(answer) if isinstance(answer, int | str) else _digest(answer)
    return name, "-" if work is None else str(work), text


def _digest(value: object) -> str:
    digest = hashlib.sha256()
    _feed(digest, value)
    return digest.hexdigest()[:16]


def _feed(digest: Any, value: object) -> None:
    """Plain data in a form that is the same on every machine: arrays are little-endian, sets do not occur."""
    if isinstance(value, np.ndarray):
        digest.update(f"{value.dtype.str}{value.shape}".encode())
        digest.update(np.ascontiguousarray(value, dtype=value.dtype.newbyteorder("<")).tobytes())
    elif isinstance(value, list | tuple):
        digest.update(f"({len(value)}".encode())
        for part in value:
            _feed(digest, part)
    else:
        digest.update(repr(value).encode())
    digest.update(b";")


# --- Tilings --------------------------------------------------------------------------------------------------------


@cache
def _cover(text: str) -> Cover:
    from shapewright.tiling.problem import Problem
    from shapewright.tiling.search.instance import Cover as CoverOf

    return CoverOf.of(Problem.from_text(text))


def _tilings() -> Iterator[Row]:
    for engine, text in (
        ("bit-sliced", "board 5x12\npieces pentominoes"),
        ("bit-sliced", "board 3x4x2\npieces any*L3"),
        ("strip", "board 3x20\npieces pentominoes"),
        ("sparse", "board 3x20\npieces pentominoes"),
        ("sparse", "board 6x6\npieces any*I3,any*L3"),
    ):
        search = _core.cover_search(engine, _cover(text).instance())
        search.start([])
        search.run(*FREE, 1 << 62, 1 << 62, False)
        yield _row(f"tiling {engine}, {text.splitlines()[0]}, {text.split()[-1]}", search.nodes, search.solutions)
        estimate = search.estimate([], 20, 1, 60)
        yield _row(f"tiling {engine}, the same: split, estimate", None, (search.split(20), f"{estimate:.6g}"))
    for text in ("board 10x10\npieces any*I2", "board 8x8\npieces any*I2,any*L3", "board 5x8\npieces any*I4,any*L4"):
        sweep = _core.FrontierSweep(_cover(text).instance())
        sweep.run(*FREE, 1 << 40, True)
        name = f"tiling frontier, {text.splitlines()[0]}, {text.split('pieces ')[1]}"
        yield _row(name, sweep.states, int.from_bytes(sweep.count, "little"))
        yield _row("tiling frontier, the same: samples", None, sweep.sample(1, 5))


# --- Packings -------------------------------------------------------------------------------------------------------


def _packings() -> Iterator[Row]:
    from shapewright.packing.native import tetrominoes
    from shapewright.packing.search.inventory import native_inventory

    core = tetrominoes().core
    full = bytes([1]) * 400
    mixed = [14, 14, 15, 14, 14, 14, 15]  # of I, J, L, O, S, T, Z: 100 pieces
    large = [36, 36, 37, 37, 37, 36, 37]  # 256 pieces
    for name, made in {
        "box 20x20": core.box(20, 20, mixed, False, 1, 1000, *FREE),
        "box 41x41 with a gap": core.box(41, 41, [60] * 7, False, 1, 1000, *FREE),
        "box 256x256": core.box(256, 256, [2340, 2340, 2341, 2341, 2341, 2340, 2341], False, 1, 1000, *FREE),
        "box 6x6, proven": core.box(6, 6, [0, 0, 9, 0, 0, 0, 0], False, 1, 1000, *FREE),
        "board": core.board(20, 20, full[:399] + b"\0", [0] * 7, [100] * 7, 3, 1, 2000, *FREE),
        "walk": core.walk(20, 20, full, [13, 15, 15, 14, 14, 14, 15], core.box(20, 20, mixed, False, 1, 1000, *FREE)[2],
                          1, 2000, *FREE),
        "dissection": core.dissection(32, 32, large, 1, 20, *FREE),
        "exhaustive": core.exhaust(6, 6, full[:36], [1, 2, 1, 2, 1, 1, 0], *FREE),
        "greedy": core.greedy(34, 34, large, 1, 20, *FREE),
        "rectangles": core.rectangles(native_inventory(), 32, 32, large, 1, 500, *FREE),
    }.items():  # fmt: skip
        outcome, method, placements = made
        yield _row(f"packing {name}", None, (outcome, method, placements))
    yield _row("packing growing square", None, core.growing_square(mixed, *FREE))
    yield _row("packing bags of 4x6", None, core.bags(4, 6, 6, *FREE))


# --- Stackings ------------------------------------------------------------------------------------------------------


def _stackings() -> Iterator[Row]:
    from shapewright.stacking.native import question
    from shapewright.stacking.problem import Problem

    for sequence, height in (("TIOLJSZ" * 4, 12), ("SZZS" * 5, 10), ("LSJZTIO" * 6, 17)):
        layers = _core.StackingLayers(question(Problem(sequence)))
        verdict = layers.attempt(height, 20_000, 500, 0, *FREE)
        yield _row(f"stacking layers, {sequence}", layers.states, (verdict, layers.plan))
    for sequence, height in (("TIOLJSZ", 3), ("SZSZ", 3), ("TIOLJ", 2)):
        search = _core.StackingDepthFirst(question(Problem(sequence)))
        search.start(height)
        found = []
        while len(found) < 1000 and (verdict := search.next(1_000_000, *FREE)) == "found":
            found.append(search.plan)
        yield _row(f"stacking depth first, {sequence} within {height}", search.states, (verdict, found))
    for hold, clears, objective in ((True, False, "height"), (False, True, "height"), (True, True, "holes")):
        asked = question(Problem("TIOLJS", width=6, hold=hold, clear_lines=clears, objective=objective))
        graph = _core.StackingGraph(asked, hold, clears, objective, 24, [])
        outcome = graph.beam(100, 200, *FREE)
        name = f"stacking graph, {objective}{', hold' * hold}{', clears' * clears}"
        yield _row(name, graph.states, (outcome, graph.best, [move[:3] for move in graph.plan]))


# --- Perfect clears -------------------------------------------------------------------------------------------------


def _clears() -> Iterator[Row]:
    from shapewright.clear import native
    from shapewright.clear.kicks import Kicks
    from shapewright.clear.nets.train import deal

    soft = native.rules(Kicks.named("srs"), "soft")
    net = _core.ClearNet([(0, 0.25, [(feature, 0.5 - 0.1 * feature) for feature in range(13)])])
    for name, drop, lines, order in (
        ("4 lines", "soft", 4, None),
        ("6 lines", "soft", 6, None),
        ("4 lines, harddrop", "hard", 4, None),
        ("4 lines, by a net", "soft", 4, net),
    ):
        rules = soft if drop == "soft" else native.rules(Kicks.named("srs"), "hard")
        found = [
            _core.clear_solve(rules, bytes(25), lines, queue, True, 1, 0, 20_000, *FREE, order)
            for queue in map(native.codes, deal(100, lines, f"signature {name}"))
        ]
        yield _row(f"clear solve, {name}, 100 queues", sum(boards for _, boards, _ in found), found)
    walk = _core.ClearWalk(soft, bytes(25), 2, bytes([0, 1, 2, 3, 4, 5]), True, 1)
    yield _row("clear all clears of 2 lines", None, walk.run(*FREE, 10_000))
    live = _core.ClearLiveGraph(soft, 2, 1, *FREE)
    yield _row("clear live boards of 2 lines", live.count_placements(1, *FREE), live.sizes)
    placements = _core.ClearTableSource(live, 1, *FREE)
    yield _row("clear table of 2 lines, a part", None, placements.table_part(bytes([0, 5]), *FREE))
    work = _core.ClearAllSolutions(soft, 2)
    words = [work.words(beginning) for beginning in work.beginnings()]
    found_set = _core.DiagramWords.of_words(np.sort(np.concatenate(words)), work.letters)
    yield _row("clear solutions of 2 lines", len(found_set.nodes()), found_set.count())
    yield _row("clear solutions of 2 lines: drawn", None, found_set.sample(1, 10))
    yield from _graphs()


def _graphs() -> Iterator[Row]:
    from shapewright.clear.chances.preview_chance import chance
    from shapewright.clear.graph.setup import Setup

    opener = "XXXX______/XXXX______/XXXX______/XXXX______"  # 24 cells are left
    for name, field, pattern, hold in (
        ("*p7", opener, "*p7", True),
        ("*p7 without hold", opener, "*p7", False),
        ("[TIO]!*p4, 3 to 5 columns", "XXX_____XX/XXX____XXX/XXX____XXX/XXX___XXXX", "[TIO]!*p4", True),
    ):
        setup = Setup.of(field, pattern, hold=hold)
        graph = setup.graph()
        native = graph.native
        found = (native.boards, native.edges, native.solved(*FREE, -1), native.solved(*FREE, 0))
        yield _row(f"clear percent {name}", native.reached, found)
        solutions = graph.solutions()
        answer = (solutions.cells, solutions.parts(), solutions.tucked(), solutions.queues(range(len(solutions))))
        yield _row(f"clear path {name}", len(solutions), answer)
    outlook = chance(opener, "TIO")
    yield _row("clear chance", None, [outlook.sequences, *map(str, outlook.moves)])


# --- shapez ---------------------------------------------------------------------------------------------------------


def _shapes() -> Iterator[Row]:
    from shapewright.shapez.data.configuration import Configuration

    for name, parts, layers in (("quad3", 4, 3), ("quad4", 4, 4), ("hex3", 6, 3)):
        columns = _core.shapez_halves(parts, layers, 1, *FREE)
        assert columns is not None
        yield _row(f"shapez halves {name}", len(columns[0]), columns)
        yield from _closure(name, parts, layers, columns[0])
    sets = _core.shapez_all_plans(4, 2, 8, 3, *FREE)
    assert sets is not None
    shapes, machines, plans, halves, remembered = sets
    yield _row("shapez all plans of quad2", sum(remembered), (shapes, machines, plans, halves))
    yield from _plans(Configuration(4, 4))


def _closure(name: str, parts: int, layers: int, keys: Any) -> Iterator[Row]:
    limits = (parts, 1 << 26, *FREE)
    halves = _core.shapez_closed_halves(parts, layers, _core.shapez_half_set(parts, layers, keys), 1 << 26, *FREE)
    swappable = _core.shapez_swappable(halves, None, *limits)
    full = _core.shapez_stacked(swappable, None, *limits)
    fresh = full
    while len(fresh):
        pushed = _core.shapez_pushed(fresh, full, *limits)
        union = _core.shapez_union(full, pushed, *limits)
        fresh = _core.shapez_difference(_core.shapez_stacked(union, full, *limits), full, *limits)
        full = _core.shapez_union(full, fresh, *limits)
    yield _row(f"shapez closure {name}", len(full.nodes), len(full))
    new = _core.shapez_cut(full, halves, *limits)
    drawn = full.sample(1, 200)
    parents = _core.shapez_pin_parents(full, drawn, 1, 1 << 26, *FREE)
    verdicts = _core.ShapezVerdicts.make(parts, layers, keys, np.array([], dtype=np.uint64)).ways(drawn, 1, None)
    yield _row(f"shapez questions {name}", len(new), (full.count_canonical(), drawn, parents, verdicts))


def _plans(configuration: Any) -> Iterator[Row]:
    from shapewright.shapez.data.source import load
    from shapewright.shapez.plans.engine import Planner, encoded
    from shapewright.shapez.plans.kinds import find_by_kinds
    from shapewright.shapez.problem import Effort
    from shapewright.shapez.shape import Shape

    planner = Planner(configuration, load(configuration, "pp"))
    for code in ("CuCu----:RrRr----", "CrRgSbWy:--P-cr--:RuRu----", "CrcrCrcr:P-CgP-Cg:--RbRb--"):
        shape = Shape.from_code(code)
        steps = planner.find([shape], effort=Effort(2000, 20, 200, 0), seed=1)
        yield _row(f"shapez plan {code}", None, [str(step) for step in steps or ()])
    for code in ("CuCuCu--:--CuCuCu", "CuCuCuCu:CuCu----:Cu------"):
        steps = find_by_kinds([Shape.from_code(code)], configuration, (), 20_000, 1, None)
        yield _row(f"shapez plain plan {code}", None, [str(step) for step in steps or ()])
    for code in ("CrRg----:Cu------", "CrCr----:--CuCu--"):
        found: Any = _core.shapez_exact_plan(4, 2, encoded(Shape.from_code(code)), 1, 8, 1 << 18, *FREE)
        yield _row(f"shapez exact plan {code}", found[2], _digest(repr(found)))


def rows() -> list[Row]:
    """Every line of the table."""
    parts: tuple[Callable[[], Iterator[Row]], ...] = (_tilings, _packings, _stackings, _clears, _shapes)
    return [row for part in parts for row in part()]


def table(found: list[Row]) -> str:
    """The table as the file holds it, with one digest of all of it at its end."""
    widths = [max(len(row[column]) for row in found) for column in (0, 1)]
    lines = [f"{name:<{widths[0]}}  {work:>{widths[1]}}  {answer}" for name, work, answer in found]
    return "\n".join([*lines, f"signature {_digest(found)}"]) + "\n"


if __name__ == "__main__":
    text = table(rows())
    changed = not FILE.exists() or FILE.read_text() != text
    FILE.write_text(text)
    sys.stdout.write(text + (f"{FILE.name} has changed: say so in the commit, and why\n" if changed else ""))
