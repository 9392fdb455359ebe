"""Every function of ``_core`` that can take long, each with work for minutes or more, and how to call it with a stop.

What takes no time to speak of is exempt, with the reason. ``python -m tests.bindings.stops`` makes all calls: with a
stop byte that is set, with a time limit that is over, and with a byte that another thread sets while the call runs.
"""

from __future__ import annotations

import sys
import threading
from array import array
from collections.abc import Callable
from random import Random
from typing import Any

from tests.bindings.problems import PIECES, SHAPES, answer

from shapewright import _core
from shapewright.clear.kicks import Kicks
from shapewright.errors import StoppedError

Call = Callable[..., Any]
"""Calls a function with the arguments ``stop`` and ``seconds``."""

MANY = 1 << 62
ROOM = 1 << 31
FOREVER = (None, -1.0)
SET = 0.1
"""Seconds after which the other thread sets the byte."""

INPUT = "a pass over what it is given"
ANSWER = "a pass over what it has found"
ONE = "looks at one board, shape, queue or position"
EXEMPT = {
    INPUT: """CoverInstance CoverInstance.of_placements CoverInstance.shuffled CoverInstance.ranked CoverCheapest
        CoverCertificate CoverCertificate.begin_with
        CoverCheapest.give CoverSearch.give cover_search FrontierSweep FrontierSweep.fits FrontierLeaps
        FrontierLeaps.fits LinearProgramme LinearProgramme.set_gains DominoBoard DominoDraws SetFamily
        SetFamily.of_members SetFamily.equals ClearRules ClearLiveBoards ClearNet clear_whole_records
        ClearRecordChecker ClearPattern ClearGraph ClearChance ClearOpeners ClearScores ClearAllSolutions.pieces
        DiagramWords DiagramWords.of_words PackingRectangles PackingPacker PackingPacker.forbidden ShapezPacked.rotate
        ShapezPacked.mirror ShapezPacked.canonical ShapezPacked.gravity ShapezPacked.is_stable ShapezPacked.push_pin
        ShapezPacked.crystallise ShapezPacked.cut ShapezPacked.swap ShapezPacked.stack ShapezPacked.split
        ShapezPacked.join ShapezPacked.reflect_half ShapezPlanner ShapezSet ShapezSet.contains shapez_half_set
        ShapezDepthSets ShapezVerdicts.make StackingQuestion StackingLayers StackingDepthFirst StackingDepthFirst.start
        StackingEndings StackingGraph StackingRoom StackingForesight StackingPlayer StackingSurvival StackingDeadly""",
    ANSWER: """CoverSearch.rest LinearProgramme.prices LinearProgramme.taken DominoBoard.pairs ClearLiveBoards.boards
        ClearLiveGraph.packed ClearPath.parts ClearPath.tucked ClearOpeners.worth ClearScores.values DiagramWords.nodes
        CoverCertificate.text StackingSurvival.defence StackingSurvival.attack""",
    ONE: """SetFamily.contains ClearRules.locks ClearLiveBoards.contains ClearNet.value clear_features ClearLoop.value
        ClearLoop.greatest ClearOpeners.picture ClearScores.best ClearAllSolutions.parts ShapezVerdicts.base
        ShapezVerdicts.halves ShapezDepthSets.makers StackingGraph.next""",
    "a few numbers": """prepare_thread simd_path set_simd simd_paths Disassembler ClearWalk ClearLiveGraph.steps
        ClearLoop ClearPath ClearAllSolutions ClearAllSolutions.beginnings DiagramWords.count ShapezPacked
        StackingRoom.bits StackingForesight.room StackingSurvival.bits""",
    "an abstract class": "CoverSearch ShapezVerdicts",
}
"""Functions that take no stop: why, and which."""

UNLIMITED = {
    "of Python, not of the engine": """shuffler.sample source.sample random.sample chance.sample pattern.queues
        kept.queues token.start each.queues answer.words pictured.words files.words crew.words _dask.words pen.draw
        ring.split shlex.split path.split fumen_pages.split solve ways verdicts.nearest_swappable
        verdicts.at_distance""",
    "at most so many as the caller says, which are few": """words.words shapes.members family.members shapes.matching
        shapes.sample full.sample native.primes""",
    "below a few options, or none": "search.start",
}
"""Calls in the package that could give a stop and give none: why, and who is called."""


def dominoes(width: int, height: int, long: int = 2) -> Any:
    """A board to be covered with dominoes, or longer bars."""
    across = [[(x + k) * height + y for k in range(long)] for x in range(width - long + 1) for y in range(height)]
    along = [[x * height + y + k for k in range(long)] for x in range(width) for y in range(height - long + 1)]
    placements = sorted([(0, cells) for cells in across + along], key=lambda placement: placement[1][0])
    return _core.CoverInstance.of_placements([True] * (width * height), [0], [None], placements)


def links(width: int, height: int) -> tuple[list[tuple[int, int]], list[tuple[int, int, int]]]:
    """The squares of a board and which are neighbours."""
    across = [(x * height + y, (x + 1) * height + y, 1) for x in range(width - 1) for y in range(height)]
    along = [(x * height + y, x * height + y + 1, 1) for x in range(width) for y in range(height - 1)]
    return [(x, y) for x in range(width) for y in range(height)], across + along


def tiling() -> dict[str, Call]:
    cover, wide = dominoes(20, 20, 3), dominoes(26, 26)
    search = _core.cover_search("sparse", cover)
    large = _core.cover_search("sparse", dominoes(80, 80))
    down = list(range(1, 2 * 79 * 80, 4))
    small = dominoes(8, 8)
    sweep = _core.FrontierSweep(small)
    sweep.run(*FOREVER, ROOM, True)
    cheapest = _core.CoverCheapest(cover, [k * k % 97 for k in range(cover.options)], 3)
    family = _core.SetFamily.all_covers(dominoes(12, 12), ROOM, *FOREVER, None)
    bars = _core.SetFamily.all_covers(dominoes(12, 12, 3), ROOM, *FOREVER, None)
    draw = Random(1)
    sets = [sorted(draw.sample(range(200), 6)) for _ in range(2000)]
    shell = [(x, y, z) for x in range(9) for y in range(9) for z in range(9) if {x, y, z} & {0, 8}]
    assembly = [shell, *([(x, y, z)] for x in (2, 6) for y in (2, 6) for z in (2, 6))]
    variables = min(family.variables, bars.variables)
    return {
        "CoverSearch.start": lambda *how: large.start(down, *how),
        "CoverSearch.run": lambda *how: search.run(*how, MANY, MANY, False),
        "CoverSearch.run_table": lambda *how: search.run_table(*how, MANY),
        "CoverSearch.split": lambda *how: large.split(MANY, *how),
        "CoverSearch.estimate": lambda *how: large.estimate([], (1 << 32) - 1, 1, 100, *how),
        "CoverCertificate.run": lambda *how: _core.CoverCertificate(cover, []).run(*how, True, MANY),
        "CoverCheapest.run": lambda *how: cheapest.run(*how, MANY),
        "FrontierSweep.run": lambda *how: _core.FrontierSweep(wide).run(*how, MANY, False),
        "FrontierSweep.sample": lambda *how: sweep.sample(1, (1 << 31) - 1, *how),
        "FrontierLeaps.run": lambda *how: _core.FrontierLeaps(wide, []).run(*how, MANY, 1),
        "SetFamily.all_covers": lambda *how: _core.SetFamily.all_covers(wide, ROOM, *how, None),
        "SetFamily.members": lambda *how: family.members(b"", MANY, *how),
        "SetFamily.containing": lambda *how: family.containing(*how),
        "SetFamily.cheapest": lambda *how: family.cheapest([k % 7 for k in range(family.variables)], MANY, *how),
        "SetFamily.unite": lambda *how: family.unite(family, ROOM, *how),
        "SetFamily.intersect": lambda *how: family.intersect(family, ROOM, *how),
        "SetFamily.subtract": lambda *how: family.subtract(family, ROOM, *how),
        "SetFamily.among": lambda *how: family.among(list(range(0, variables, 3)), 9, 30, ROOM, *how),
        "Disassembler.run": lambda *how: _core.Disassembler().run(assembly, 3, MANY, *how),
        "minimum_set_cover": lambda *how: _core.minimum_set_cover(200, sets, [1] * 2000, list(range(2000)), *how, MANY),
    }


def numbers() -> dict[str, Call]:
    board = _core.DominoBoard(*links(60, 60))
    primes = _core.DominoBoard.primes(0, 8)
    draws = _core.DominoDraws(board)
    draws.prepare(*FOREVER)
    draw = Random(1)
    columns = [sorted(draw.sample(range(600), 9)) for _ in range(6000)]
    entries = [[(row, 1.0) for row in column] for column in columns]
    room = [1.0 + draw.random() for _ in range(600)]
    programme = _core.LinearProgramme(columns, room)
    return {
        "DominoBoard.primes": lambda *how: _core.DominoBoard.primes(0, 50_000_000, *how),
        "DominoBoard.determinant": lambda *how: board.determinant(primes, *how),
        "DominoBoard.chances": lambda *how: board.chances(primes, *how),
        "DominoBoard.approximate_chances": lambda *how: board.approximate_chances(*how),
        "DominoDraws.prepare": lambda *how: _core.DominoDraws(board).prepare(*how),
        "DominoDraws.draw": lambda *how: draws.draw(1, [], *how),
        "LinearProgramme.solve": lambda *how: programme.solve(1e300, MANY, *how),
        "linear_prices": lambda *how: _core.linear_prices(entries, [1.0] * 6000, room, MANY, *how),
    }


def packing() -> dict[str, Call]:
    packer = _core.PackingPacker(SHAPES, [1, 1, 0])
    bars = _core.PackingPacker([[[(k, 0) for k in range(5)], [(0, k) for k in range(5)]]], [1])
    squares = _core.PackingPacker([[[(x, y) for x in range(2) for y in range(2)]]], [1])
    holes = bytes(int(k not in (9, 30, 52)) for k in range(64))
    two = _core.PackingPacker(SHAPES[:1], [1])
    opened = bytes([1]) * 1600
    tiling = array("i", [0, 0, 0, 0]).tobytes()
    rectangles = _core.PackingRectangles([(2, 1, [1], tiling)], [[1, 0]])
    start = array("i", [number for y in range(40) for x in range(0, 40, 2) for number in (0, 0, x, y)]).tobytes()
    return {
        "PackingPacker.box": lambda *how: bars.box(7, 1001, [1400], True, 1, MANY, *how),
        "PackingPacker.dissection": lambda *how: two.dissection(999, 1000, [499_500], 1, MANY, *how),
        "PackingPacker.greedy": lambda *how: packer.greedy(40, 40, [300, 300, 200], 1, (1 << 63) - 1, *how),
        "PackingPacker.rectangles": lambda *how: two.rectangles(rectangles, 999, 999, [499_000], 1, MANY, *how),
        "PackingPacker.spiral": lambda *how: packer.spiral([1, 0], 40, 40, 4, [1] * 1600, 1 << 20, 1, *how),
        "PackingPacker.board": lambda *how: bars.board(40, 40, opened[1:] + b"\0", [0], [400], 0, 1, MANY, *how),
        "PackingPacker.exhaust": lambda *how: squares.exhaust(8, 8, holes, [14], *how),
        "PackingPacker.walk": lambda *how: packer.walk(40, 40, opened, [2, 1596 // 3, 0], start, 1, MANY, *how),
        "PackingPacker.wastes_at_most": lambda *how: packer.wastes_at_most(9, 40, [0, 1, -1], 5, 1, MANY, False, *how),
        "PackingPacker.least_wastes": lambda *how: packer.least_wastes(9, False, [0, 1, -1], 1, 1 << 20, MANY, *how),
        "PackingPacker.growing_square": lambda *how: packer.growing_square([100_000, 0, 0], *how),
        "PackingPacker.bags": lambda *how: two.bags(8, 8, 21, *how),
    }


def stacking() -> dict[str, Call]:
    draw = Random(1)
    sequence = [draw.randrange(4) for _ in range(60)]
    question = _core.StackingQuestion(10, PIECES, sequence, [])
    short = _core.StackingQuestion(6, PIECES, sequence[:16], [])
    few = _core.StackingQuestion(7, PIECES[2:], [0, 1], [])
    ordered = _core.StackingDepthFirst(question)
    ordered.start(25)
    complete = _core.StackingGraph(short, False, False, "height", 12, [])
    complete.whole(MANY, 1 << 22, *FOREVER)
    goal = complete.goals[0] if complete.goals else 0
    foresight = _core.StackingForesight(_core.StackingQuestion(4, PIECES, [0, 1, 2, 3], []), 4, False, "height")
    foresight.prepare(100_000, 1_000_000, *FOREVER)
    player = _core.StackingPlayer(question, "height", [1, 2, 3, 4], 3, 4, 5)

    def graph(hold: bool = True) -> Any:
        return _core.StackingGraph(question, hold, True, "height", 20, [])

    def game() -> Any:
        return _core.StackingSurvival(5, 7, PIECES, 0, 1, True)

    deadly = _core.StackingDeadly(6, 10, PIECES, 0, True)
    weights = [1] * 10
    return {
        "StackingLayers.attempt": lambda *how: _core.StackingLayers(question).attempt(25, 1 << 24, 1 << 20, 9, *how),
        "StackingDepthFirst.next": lambda *how: ordered.next(MANY, *how),
        "StackingEndings.step_back": lambda *how: _core.StackingEndings(question, 4).step_back(MANY, *how),
        "StackingGraph.beam": lambda *how: graph().beam(MANY, 1 << 22, *how),
        "StackingGraph.beam_wider_at_last": lambda *how: graph().beam_wider_at_last(MANY, 1 << 20, 2, 1 << 21, *how),
        "StackingGraph.whole": lambda *how: graph().whole(MANY, MANY, *how),
        "StackingGraph.vanish": lambda *how: graph(False).vanish(
            _core.StackingEndings(question, 2), 1 << 20, 2, 1 << 20, 1 << 30, *how
        ),
        "StackingGraph.count": lambda *how: complete.count(goal, *how),
        "StackingGraph.begin": lambda *how: complete.begin(goal, *how),
        "stacking_least_cost": lambda *how: _core.stacking_least_cost(question, 6, True, weights, MANY, MANY, *how),
        "stacking_least_mean": lambda *how: _core.stacking_least_mean(question, 6, True, weights, MANY, MANY, *how),
        "stacking_find_repeat": lambda *how: _core.stacking_find_repeat(question, 1 << 20, 1 << 30, *how),
        "StackingRoom.empty": lambda *how: _core.StackingRoom(few).empty(1 << 40, MANY, *how),
        "StackingRoom.fits": lambda *how: _core.StackingRoom(few).fits(9, 7, 8, MANY, *how),
        "StackingForesight.prepare": lambda *how: _core.StackingForesight(question, 9, True, "height").prepare(
            MANY, MANY, *how
        ),
        "StackingForesight.expected": lambda *how: foresight.expected(1 << 30, 5, True, *how),
        "StackingForesight.known": lambda *how: foresight.known([0, 1, 2, 3] * 500_000, *how),
        "StackingForesight.known_on_average": lambda *how: foresight.known_on_average(40, False, *how),
        "StackingPlayer.play": lambda *how: player.play([0, 1, 2, 3] * 100_000, 5, False, *how),
        "StackingSurvival.run": lambda *how: game().run(*how, ROOM, 1),
        "StackingDeadly.hunt": lambda *how: deadly.hunt(1 << 30, 1 << 20, *how, ROOM),
        "StackingDeadly.shorten": lambda *how: deadly.shorten(MANY, *how, ROOM),
    }


def clear() -> dict[str, Call]:
    rules = _core.ClearRules(Kicks.named("srs").table, 0, [])
    draw = Random(1)
    queue = bytes(draw.randrange(7) for _ in range(21))
    bags = [[[int(piece == k) for piece in range(7)] for k in range(7)] for _ in range(11)]
    start = sum(((1 << 10) - (1 << 4)) << 10 * y for y in range(4)).to_bytes(25, "little")
    two = sum(((1 << 10) - (1 << 4)) << 10 * y for y in range(2)).to_bytes(25, "little")
    four, lines = ((1 << 40) - 1).to_bytes(25, "little"), ((1 << 20) - 1).to_bytes(25, "little")

    def grown(cells: bytes, goal: bytes, height: int, pieces: int, hold: bool) -> Any:
        levels = [[[int(piece == k) for piece in range(7)] for k in range(7)] for _ in range(pieces)]
        graph = _core.ClearGraph(rules, _core.ClearPattern(levels), hold, cells, goal, height, [])
        while not graph.is_complete:
            graph.step(*FOREVER, ROOM)
        return graph

    graph = grown(start, four, 4, 5, True)
    small = grown(two, lines, 2, 2, False)
    path = _core.ClearPath(small)
    while not path.is_complete:
        path.step(*FOREVER, ROOM)
    live = _core.ClearLiveGraph(rules, 2, 1, *FOREVER)
    source = _core.ClearTableSource(live, 1, *FOREVER)
    openers = _core.ClearOpeners(graph, 1, 2, 4, 0, 4, False, [])
    openers.prepare(*FOREVER, ROOM)
    empty = _core.ClearPattern(bags)
    solutions = _core.ClearAllSolutions(rules, 4)
    return {
        "clear_measure": lambda *how: _core.clear_measure(rules, 4, [queue[:11]] * 100_000, MANY, [None], *how),
        "clear_solve": lambda *how: _core.clear_solve(rules, bytes(25), 6, bytes(16), True, 1, 1, MANY, *how),
        "ClearWalk.run": lambda *how: _core.ClearWalk(rules, bytes(25), 6, queue[:16], True, 1).run(*how, MANY),
        "ClearLiveGraph": lambda *how: _core.ClearLiveGraph(rules, 4, 1, *how),
        "ClearLiveGraph.count_placements": lambda *how: live.count_placements(1, *how),
        "ClearTableSource": lambda *how: _core.ClearTableSource(live, 1, *how),
        "ClearTableSource.table_part": lambda *how: source.table_part(b"\0\1\2", *how),
        "ClearTableSource.failed_part": lambda *how: source.failed_part(b"\0\1\2", *how),
        "ClearTableSource.unsaved_part": lambda *how: source.unsaved_part(b"\0\1\2", bytes(128), *how),
        "ClearLoop.step": lambda *how: _core.ClearLoop(source, True, True, 4, False).step(*how, ROOM),
        "ClearRecordChecker.check": lambda *how: _core.ClearRecordChecker(Kicks.named("srs").table, 0).check(
            bytes(1 << 24), 3, bytes(25), *how
        ),
        "ClearGraph.step": lambda *how: _core.ClearGraph(rules, empty, True, bytes(25), four, 4, []).step(*how, ROOM),
        "ClearGraph.solved": lambda *how: graph.solved(*how, 0),
        "ClearGraph.solved_by_held": lambda *how: graph.solved_by_held(*how, ROOM),
        "ClearChance.moves": lambda *how: _core.ClearChance(graph, b"\0", False, 2).moves(*how, ROOM),
        "ClearPath.step": lambda *how: _core.ClearPath(graph).step(*how, ROOM),
        "ClearPath.queues": lambda *how: path.queues([0] * 10_000_000, *how),
        "ClearOpeners.prepare": lambda *how: _core.ClearOpeners(graph, 1, 2, 4, 0, 4, False, []).prepare(*how, ROOM),
        "ClearOpeners.best": lambda *how: openers.best(9, *how, MANY, lambda _: None),
        "ClearScores.step": lambda *how: _core.ClearScores(graph, 0, 0, [0] * 30, [0] * 30).step(*how),
        "ClearAllSolutions.words": lambda *how: solutions.words(solutions.beginnings()[0], *how),
    }


def shapez() -> dict[str, Call]:
    draw = Random(1)
    halves = _core.shapez_half_set(4, 4, array("I", sorted(draw.sample(range(1 << 16), 600))))
    full = _core.shapez_swappable(halves, None, 4, ROOM)
    words = _core.DiagramWords.of_words(array("Q", sorted(draw.sample(range(1 << 24), 1 << 17))), 12)
    made = array("Q", full.members(0, 1 << 17).tolist())
    keys = array("I", range(1 << 16))
    verdicts = _core.ShapezVerdicts.make(4, 4, keys[1:], array("Q", []))
    shapes = array("Q", [draw.getrandbits(32) for _ in range(1 << 20)])
    none = (array("B"), array("Q"), array("Q"), array("I"), array("Q"), array("I"), array("I"))
    table = _core.shapez_half_plans(4, 1, *none, 100, 4, 2, 0, 20, 1, *FOREVER)
    goal = bytes([16, 1, 25, 3] * 4)
    begin = [(3, bytes([16] * 4), None, -1)]
    _, roots, nodes, first, wholes = _core.shapez_depths(4, 1, *FOREVER)
    columns = [array("I", [row[k] for row in nodes.tolist()]) for k in range(4)]
    depths = _core.ShapezDepthSets(
        4, 1, *columns, array("I", roots), array("I", first.tolist()), array("Q", wholes.tolist())
    )
    calls: dict[str, Call] = {
        f"shapez_{name}": lambda *how, name=name: getattr(_core, f"shapez_{name}")(full, None, 4, ROOM, *how)
        for name in ("stacked", "changed_by_stacking", "pushed", "cut", "rotated_enough", "in_all_rotations")
    }
    return calls | {
        "ShapezSet.members": lambda *how: full.members(0, MANY, *how),
        "ShapezSet.sample": lambda *how: full.sample(1, 1 << 32, *how),
        "ShapezSet.matching": lambda *how: full.matching([15] * 15 + [7], 0, MANY, *how),
        "ShapezSet.count_matching": lambda *how: full.count_matching([15] * 15 + [7], *how),
        "ShapezSet.nearest": lambda *how: full.nearest(1, MANY, *how),
        "ShapezSet.count_canonical": lambda *how: full.count_canonical(*how),
        "ShapezSet.count_reversible": lambda *how: full.count_reversible(*how),
        "DiagramWords.words": lambda *how: words.words(0, MANY, *how),
        "DiagramWords.sample": lambda *how: words.sample(1, 1 << 32, *how),
        "shapez_closed_halves": lambda *how: _core.shapez_closed_halves(4, 6, None, ROOM, *how),
        "shapez_swappable": lambda *how: _core.shapez_swappable(halves, None, 4, ROOM, *how),
        "shapez_difference": lambda *how: _core.shapez_difference(full, full, 4, ROOM, *how),
        "shapez_fresh_pushed": lambda *how: _core.shapez_fresh_pushed(full, full, 1, ROOM, *how),
        "shapez_not_stacked": lambda *how: _core.shapez_not_stacked(full, full, 4, ROOM, *how),
        "shapez_stacked_in": lambda *how: _core.shapez_stacked_in(full, 0, 4, ROOM, *how),
        "shapez_union": lambda *how: _core.shapez_union(full, full, 4, ROOM, *how),
        "shapez_slices": lambda *how: _core.shapez_slices(full, 3, 4, ROOM, *how),
        "shapez_pin_parents": lambda *how: _core.shapez_pin_parents(full, made, 1, ROOM, *how),
        "shapez_cut_parents": lambda *how: _core.shapez_cut_parents(full, made, 1, ROOM, *how),
        "shapez_depths": lambda *how: _core.shapez_depths(4, 3, *how),
        "ShapezDepthSets.plan": lambda *how: depths.plan([0b01010111], 1 << 30, 1, *how),
        "shapez_halves": lambda *how: _core.shapez_halves(4, 7, 1, *how),
        "ShapezVerdicts.ways": lambda *how: verdicts.ways(shapes, 1, *how),
        "ShapezVerdicts.at_distance": lambda *how: verdicts.at_distance(1, 12, *how),
        "ShapezVerdicts.nearest_swappable": lambda *how: verdicts.nearest_swappable(0xFFFF, MANY, *how),
        "shapez_exact_plan": lambda *how: _core.shapez_exact_plan(4, 4, goal, 0, 60, MANY, *how),
        "shapez_half_plans": lambda *how: _core.shapez_half_plans(4, 3, *none, 1 << 30, 9, 9, 0, 60, 1, *how),
        "shapez_all_plans": lambda *how: _core.shapez_all_plans(4, 3, 20, 10, *how),
        "shapez_plain_plan": lambda *how: _core.shapez_plain_plan(4, 1, [0b01010111], [], *table, MANY, 1, *how),
        "shapez_improved_plan": lambda *how: _core.shapez_improved_plan(
            4,
            1,
            [bytes([16, 16, 0, 0])],
            [begin],
            [[(3, 0b01010101, 0)]],
            *table,
            0xFFFF,
            [],
            15,
            [0] * 81,
            1,
            1 << 30,
            1,
            [],
            8,
            *how,
        ),
        "ShapezPlanner.plan": lambda *how: _core.ShapezPlanner(4, 4).plan(
            [goal], 1 << 30, 1 << 30, 1 << 30, False, False, 1, *how
        ),
    }


GROUPS: tuple[Callable[[], dict[str, Call]], ...] = (tiling, numbers, packing, stacking, clear, shapez)
BEST_SO_FAR = {
    "minimum_set_cover",
    "shapez_exact_plan",
    "shapez_plain_plan",
    "shapez_improved_plan",
    "ShapezPlanner.plan",
    "linear_prices",
    "clear_measure",
    "ClearRecordChecker.check",
    "ClearOpeners.best",
    "PackingPacker.dissection",
    "PackingPacker.exhaust",
    "PackingPacker.rectangles",
    "PackingPacker.board",
    "PackingPacker.least_wastes",
}
"""Functions whose answer does not tell that they were stopped, or whose work is not long enough to be."""


def is_stopped(answer: Any) -> bool:
    """Whether an answer is that of a call that was stopped."""
    if isinstance(answer, tuple) and len(answer) == 2 and answer[0] is StoppedError:
        return True
    first = answer[0] if isinstance(answer, tuple) else answer
    return first is None or first is False or first in ("stopped", "unfinished", b"", [], [[]], 2)


def main() -> None:
    """Make all calls, each announced by a line, with a line after it where it was not stopped."""
    for group in GROUPS:
        for name, call in group().items():
            for how in ((bytearray(b"\1"), -1.0), (None, 0.0)):
                _say(name)
                found = answer(lambda call=call, how=how: call(*how))  # type: ignore[misc]
                if name not in BEST_SO_FAR and not is_stopped(found):
                    _say(f"not stopped: {name}: {str(found)[:200]}")
            stop = bytearray(1)
            timer = threading.Timer(SET, lambda stop=stop: stop.__setitem__(0, 1))  # type: ignore[misc]
            timer.start()
            _say(f"{name}, stopped later")
            answer(lambda call=call, stop=stop: call(stop, -1.0))  # type: ignore[misc]
            timer.cancel()
    _say("done")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
