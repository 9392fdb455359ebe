"""Every function of ``_core`` with arguments that are plain data of the right types and make no sense.

The random problems of every family are asked of a ``_core`` that writes down what was called with what. Then each call
is made again with one argument after the other changed, on an object as it was, and on one that was only just made.
"""

from __future__ import annotations

import ast
import sys
from array import array
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from tests.bindings.problems import FAMILIES, PIECES, SHAPES, answer

from shapewright import _core
from shapewright.clear.kicks import Kicks
from shapewright.errors import ShapewrightError

try:
    import resource
except ImportError:  # there is none on Windows
    resource = None  # type: ignore[assignment]

STUB = Path(_core.__file__).parent / "_core.pyi"
_BORDERS = [(1 << 31) - 2, (1 << 31) - 1, 1 << 31, (1 << 32) - 1, (1 << 63) - 1, (1 << 64) - 1]
NUMBERS = [-1, 0, 1, 2, 7, 8, 100, 255, 1 << 16, *_BORDERS]
LIMITS = (None, 60.0)
SECONDS = 0.2
"""The time limit of a hostile call."""
MEMORY = 1 << 32
"""What such calls may take: what asks for more gets a ``MemoryError``."""

Made = tuple[str, tuple[Any, ...], dict[str, Any]]
"""How an object was made: the class or function, and its arguments, in which objects are ``Recorded``."""


class Recorded:
    """An object of ``_core``, with how it was made, and the calls of its methods."""

    def __init__(self, log: Log, real: Any, made: Made) -> None:
        self._log, self._real, self._made = log, real, made

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._real, name)
        return self._log.wrapped(f"{type(self._real).__name__}.{name}", found, self) if callable(found) else found

    def __len__(self) -> int:
        return len(self._real)

    def __contains__(self, item: Any) -> bool:
        return item in self._real


class Log:
    """A ``_core`` that writes down the calls of everything in it: the first few of each."""

    def __init__(self, most: int = 2) -> None:
        self.calls: dict[str, list[tuple[Any, tuple[Any, ...], dict[str, Any]]]] = {}
        self.most = most

    def __getattr__(self, name: str) -> Any:
        found = getattr(_core, name)
        if isinstance(found, type):
            return _Class(self, name, found)
        return self.wrapped(name, found, None)

    def wrapped(self, name: str, function: Callable[..., Any], owner: Any) -> Callable[..., Any]:
        def call(*arguments: Any, **keywords: Any) -> Any:
            calls = self.calls.setdefault(name, [])
            if len(calls) < self.most:
                calls.append((owner, arguments, keywords))
            real = function(*map(bare, arguments), **{key: bare(value) for key, value in keywords.items()})
            return self._kept(real, (name, arguments, keywords))

        return call

    def _kept(self, real: Any, made: Made) -> Any:
        if isinstance(real, list):
            return [self._kept(each, made) for each in real]
        if isinstance(real, tuple):
            return tuple(self._kept(each, made) for each in real)
        return Recorded(self, real, made) if type(real).__module__ == "shapewright._core" else real


class _Class:
    def __init__(self, log: Log, name: str, real: type) -> None:
        self._log, self._name, self._real = log, name, real

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        return self._log.wrapped(self._name, self._real, None)(*arguments, **keywords)

    def __getattr__(self, name: str) -> Any:
        return self._log.wrapped(f"{self._name}.{name}", getattr(self._real, name), None)


def bare(value: Any) -> Any:
    """A value with the objects of ``_core`` in place of what recorded them."""
    if isinstance(value, Recorded):
        return value._real
    if isinstance(value, list):
        return [bare(each) for each in value]
    return tuple(map(bare, value)) if isinstance(value, tuple) else value


@cache
def functions() -> dict[str, list[str]]:
    """The parameters of every function and method of ``_core``, by its name; a class stands for its making."""
    found: dict[str, list[str]] = {}
    for node in ast.parse(STUB.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = [argument.arg for argument in node.args.args]
        elif isinstance(node, ast.ClassDef):
            found[node.name] = []
            for each in node.body:
                if not isinstance(each, ast.FunctionDef):
                    continue
                marks = [ast.unparse(mark) for mark in each.decorator_list]
                if "property" in marks:
                    continue
                parameters = [argument.arg for argument in each.args.args][0 if "staticmethod" in marks else 1 :]
                if each.name == "__init__":
                    found[node.name] += parameters
                elif not each.name.startswith("__"):
                    found[f"{node.name}.{each.name}"] = parameters
    return found


def further(core: Any) -> Iterator[Callable[[], Any]]:
    """What the random problems do not ask for; each by itself, so that one that is refused hides nothing."""
    question = core.StackingQuestion(4, PIECES, [0, 1, 2, 3], [])
    cover = core.CoverInstance.of_placements([True] * 8, [0], [None], [(0, [k, k + 1]) for k in range(7)])
    board = core.DominoBoard([(x, y) for x in range(4) for y in range(2)], _links(4, 2))
    primes = core.DominoBoard.primes(0, 8)
    family = core.SetFamily.of_members(3, [[0, 2], [1]])

    def stacking() -> None:
        foresight = core.StackingForesight(question, 4, False, "height")
        foresight.prepare(100_000, 1_000_000, *LIMITS)
        foresight.room(3, 1, True)
        foresight.expected(3, 1, True, *LIMITS)
        foresight.known([0, 1], *LIMITS)
        foresight.known_on_average(2, True, *LIMITS)
        core.StackingPlayer(question, "height", [1, 2, 3, 4], 3, 4, 5).play([0, 1, 2], 1, True, *LIMITS)

    def graphs() -> None:
        graph = core.StackingGraph(question, True, True, "height", 8, [])
        graph.beam(100, 50, *LIMITS)
        graph.beam_wider_at_last(100, 50, 2, 100, *LIMITS)
        for function in (core.stacking_least_cost, core.stacking_least_mean):
            function(question, 4, False, [1] * 4, 10_000, 100_000, *LIMITS)
        core.stacking_find_repeat(question, 10, 100, *LIMITS)
        two = core.StackingQuestion(4, PIECES[:2], [0, 1], [])
        core.StackingRoom(two).fits(4, 2, 2, 10_000, *LIMITS)

    def vanishing() -> None:
        endings = core.StackingEndings(question, 2)
        endings.step_back(100, *LIMITS)
        core.StackingGraph(question, False, True, "height", 8, []).vanish(endings, 50, 2, 100, 1000, *LIMITS)

    def survival() -> None:
        core.StackingSurvival.bits(16, 2, 1, True)
        game = core.StackingSurvival(4, 4, PIECES[:2], 0, 1, True)
        game.run(*LIMITS, 1 << 24, 1)
        game.defence(1000)
        game.attack(1000)
        deadly = core.StackingDeadly(4, 4, PIECES[2:3], 0, False)
        deadly.hunt(10, 50, *LIMITS, 1 << 24)
        deadly.shorten(1000, *LIMITS, 1 << 24)

    def tiling() -> None:
        search = core.cover_search("sparse", cover)
        search.give([0])
        search.start([2])
        search.run_table(*LIMITS, 5)
        leaps = core.FrontierLeaps(cover, [list(range(8))])
        core.FrontierLeaps.fits(cover)
        leaps.run(*LIMITS, 1 << 24, 1)
        other = core.SetFamily.of_members(3, [[1], [2]])
        family.unite(other, 1 << 24, *LIMITS)
        family.intersect(other, 1 << 24, *LIMITS)

    def planar() -> None:
        board.determinant(primes, *LIMITS)
        board.chances(primes, *LIMITS)
        board.approximate_chances(*LIMITS)
        board.pairs()
        draws = core.DominoDraws(board)
        draws.prepare(*LIMITS)
        draws.draw(1, [])

    def numbers() -> None:
        programme = core.LinearProgramme([[0], [1], [0, 1]], [1.0, 2.0])
        programme.set_gains([0, 1, 2], 1.0)
        programme.solve(10.0, 100)
        programme.prices()
        programme.taken()
        core.linear_prices([[(0, 1.0)], [(1, 1.0)]], [1.0, 1.0], [1.0, 2.0], 100)
        core.minimum_set_cover(3, [[0, 1], [1, 2], [2]], [1, 1, 1], [0, 1], *LIMITS, 100)

    def packing() -> None:
        packer = core.PackingPacker([[[(0, 0), (1, 0)], [(0, 0), (0, 1)]]], [1])
        tiling = array("i", [0, 0, 0, 0]).tobytes()
        packer.walk(2, 1, b"\x01\x01", [1], tiling, 1, 100, *LIMITS)
        packer.dissection(4, 4, [8], 1, 100, *LIMITS)
        packer.rectangles(core.PackingRectangles([(2, 1, [1], tiling)], [[1, 0]]), 2, 2, [2], 1, 10, *LIMITS)

    def clear() -> None:
        rules = core.ClearRules(Kicks.named("srs").table, 0, [])
        start = sum(((1 << 10) - (1 << 4)) << 10 * y for y in range(2)).to_bytes(25, "little")
        full = ((1 << 20) - 1).to_bytes(25, "little")
        queues = core.ClearPattern([[[int(piece in (0, 3)) for piece in range(7)]] * 7] * 3)
        queues = core.ClearPattern([[[0] * 7] * 1] * 3) if not queues.count else queues
        graph = core.ClearGraph(rules, queues, True, start, full, 2, [])
        while not graph.is_complete:
            graph.step(*LIMITS, 1 << 24)
        graph.solved_by_held(*LIMITS, 1 << 24)
        chance = core.ClearChance(graph, b"\x00", False, 2)
        chance.moves(*LIMITS, 1 << 24)
        openers = core.ClearOpeners(graph, 1, 1, 2, 0, 4, False, [])
        openers.prepare(*LIMITS, 1 << 24)
        openers.picture(0)
        openers.worth(0)
        openers.best(1, *LIMITS, 100, lambda _: None)

    def scores() -> None:
        rules = core.ClearRules(Kicks.named("srs").table, 0, [])
        start = sum(((1 << 10) - (1 << 4)) << 10 * y for y in range(2)).to_bytes(25, "little")
        full = ((1 << 20) - 1).to_bytes(25, "little")
        queues = core.ClearPattern([[[int(piece == k) for piece in range(7)] for k in range(7)] for _ in range(2)])
        graph = core.ClearGraph(rules, queues, False, start, full, 2, [])
        while not graph.is_complete:
            graph.step(*LIMITS, 1 << 24)
        found = core.ClearScores(graph, 0, 0, [0] * 30, [0] * 30)
        while not found.is_complete and found.step(*LIMITS) == "done":
            pass
        found.values()
        found.best(bytes([3, 3]))

    def nets() -> None:
        rules = core.ClearRules(Kicks.named("srs").table, 0, [])
        net = core.ClearNet([(0, 0.5, [(0, 1.0), (1, 2.0)])])
        net.value([0.0] * 13)
        core.clear_measure(rules, 2, [b"\x00\x01"], 100, [None, net], *LIMITS)
        core.clear_whole_records(bytes(40), 3)
        core.ClearRecordChecker(Kicks.named("srs").table, 0).check(bytes(40), 3, bytes(25), *LIMITS)

    def live() -> None:
        rules = core.ClearRules(Kicks.named("srs").table, 0, [])
        graph = core.ClearLiveGraph(rules, 2, 1, *LIMITS)
        core.ClearLiveGraph.steps(2)
        graph.count_placements(1, *LIMITS)
        boards = core.ClearLiveBoards(array("B", graph.packed()))
        boards.contains(bytes(25), 2)
        boards.boards(0)
        source = core.ClearTableSource(graph, 1, *LIMITS)
        for part in (source.table_part, source.failed_part):
            part(b"\x00\x01\x02", *LIMITS)
        source.unsaved_part(b"\x00\x01\x02", bytes(128), *LIMITS)
        loop = core.ClearLoop(source, True, True, 1, False)
        loop.step(*LIMITS, 1 << 30)
        loop.value(127, 0)
        loop.greatest(1, True)

    def words() -> None:
        rules = core.ClearRules(Kicks.named("srs").table, 0, [])
        solutions = core.ClearAllSolutions(rules, 2)
        first = solutions.beginnings()[0]
        some = solutions.words(first, *LIMITS)
        solutions.pieces(some)
        solutions.parts(some.tolist()[0])
        kept = core.DiagramWords.of_words(array("Q", [1, 2, 6]), 3)
        kept.nodes()
        kept.count()
        kept.words(0, 3)
        kept.sample(1, 3)

    def shapes() -> None:
        limits = (1 << 20, *LIMITS)
        halves = core.shapez_closed_halves(4, 2, None, *limits)
        full = core.shapez_swappable(halves, None, 4, *limits)
        full.count_matching([15] * 8)
        full.count_reversible()
        for name in ("stacked", "changed_by_stacking", "cut", "rotated_enough", "in_all_rotations", "difference"):
            getattr(core, f"shapez_{name}")(full, None, 4, *limits)
        core.shapez_not_stacked(full, full, 4, *limits)
        core.shapez_fresh_pushed(full, full, 1, *limits)
        core.shapez_stacked_in(full, 0, 4, *limits)
        made = array("Q", full.members(0, 3).tolist())
        core.shapez_pin_parents(full, made, 1, *limits)
        core.shapez_cut_parents(full, made, 1, *limits)
        core.shapez_half_set(4, 2, array("I", [1, 2]))
        core.ShapezPacked(4, 2).reflect_half(array("I", [1, 2]))

    def verdicts() -> None:
        verdict = core.ShapezVerdicts.make(4, 1, array("I", [1, 4, 5]), array("Q", []))
        verdict.ways(array("Q", [1, 5]), 1, None)
        verdict.base(1)
        verdict.halves(1)
        verdict.nearest_swappable(1, 3)
        verdict.at_distance(1, 1, None)

    def plans() -> None:
        none = (array("B"), array("Q"), array("Q"), array("I"), array("Q"), array("I"), array("I"))
        table = core.shapez_half_plans(4, 1, *none, 100, 4, 2, 0, 20, 1, *LIMITS)
        core.shapez_plain_plan(4, 1, [0b01010101], [], *table, 100, 1, *LIMITS)
        core.shapez_all_plans(4, 1, 2, 10, *LIMITS)
        goal = bytes([16, 16, 0, 0])
        start = [(3, bytes([16] * 4), None, -1)]
        core.shapez_improved_plan(
            4, 1, [goal], [start], [[(3, 0b01010101, 0)]], *table, 0xFFFF, [], 15, [0] * 81, 1, 5, 1, [], 8, *LIMITS
        )

    def depths() -> None:
        _, roots, nodes, halves, wholes = core.shapez_depths(4, 1, *LIMITS)
        columns = [array("I", [row[k] for row in nodes.tolist()]) for k in range(4)]
        sets = core.ShapezDepthSets(
            4, 1, *columns, array("I", roots), array("I", halves.tolist()), array("Q", wholes.tolist())
        )
        sets.makers(1, 3, 1)
        sets.plan([1], 10, 1, *LIMITS)

    yield from (
        stacking,
        graphs,
        vanishing,
        survival,
        tiling,
        planar,
        numbers,
        packing,
        clear,
        scores,
        nets,
        live,
        words,
        shapes,
    )
    yield from (verdicts, plans, depths)


def _links(width: int, height: int) -> list[tuple[int, int, int]]:
    """The neighbours on a board whose squares are numbered column by column."""
    across = [(x * height + y, (x + 1) * height + y, 1) for x in range(width - 1) for y in range(height)]
    return across + [(x * height + y, x * height + y + 1, 1) for x in range(width) for y in range(height - 1)]


def recorded(families: list[str], problems: int = 3) -> Log:
    log = Log()
    for ask in further(log):
        answer(ask)
    for family in families:
        for number in range(problems):
            answer(lambda family=family, number=number: FAMILIES[family](log, Random(number)))  # type: ignore[misc]
    return log


def hostile(value: Any) -> Iterator[Any]:
    """Values like this one that make less sense."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from NUMBERS
    elif isinstance(value, float):
        yield from (-1.0, 0.0, 1e300, float("inf"), float("nan"))
    elif isinstance(value, str):
        yield from ("", value + "x")
    elif isinstance(value, bytes):
        yield from (
            b"",
            b"\xff",
            bytes(1),
            b"\xff" * max(1, len(value)),
            b"\x07" * max(1, len(value)),
            value[:-1],
            value * 2,
        )
    elif isinstance(value, array) or hasattr(value, "tolist"):
        kind = (
            value.typecode if isinstance(value, array) else memoryview(value).format.replace("L", "Q").replace("l", "q")
        )
        shape = memoryview(value).shape
        if len(shape or ()) == 1:
            most = (1 << 8 * memoryview(value).itemsize) - 1
            size = len(value)
            yield from (
                array(kind, [number & most] * length) for number in (0, 1, 7, most) for length in (size, size + 1, 1)
            )
            yield array(kind)
    elif isinstance(value, (list, tuple)):
        kind = type(value)
        if kind is list:
            yield []
            yield value[:-1]
            yield value * 2
        for place in sorted({0, len(value) - 1} & set(range(len(value)))):
            for each in hostile(value[place]):
                yield kind([*value[:place], each, *value[place + 1 :]])


class Again:
    """Objects made again as they were made, with nothing called on them since."""

    def __init__(self) -> None:
        self.made: dict[int, Any] = {}

    def value(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self.value(each) for each in value]
        if isinstance(value, tuple):
            return tuple(map(self.value, value))
        if not isinstance(value, Recorded):
            return value
        name, arguments, keywords = value._made
        if "." in name and name.split(".")[0] != type(value._real).__name__:
            return value._real
        function = _core
        for part in name.split("."):
            function = getattr(function, part)
        try:
            made = function(*map(self.value, arguments), **{key: self.value(each) for key, each in keywords.items()})  # type: ignore[operator]
        except Exception:
            return value._real
        return made if type(made) is type(value._real) else value._real


def calls_of(name: str, log: Log, parameters: list[str]) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Hostile calls of a function, each with what it says."""
    again = Again()
    for owner, arguments, keywords in log.calls.get(name, ()):
        bound: list[Any] = list(arguments)
        bound += [keywords[parameter] for parameter in parameters[len(arguments) :] if parameter in keywords]
        named = {key: value for key, value in keywords.items() if key not in parameters}
        limits = {"seconds": SECONDS, "stop": None}
        for place in range(len(bound)):
            if parameters[place] in limits:
                bound[place] = limits[parameters[place]]
        if "seconds" in parameters and len(bound) < len(parameters):
            named = {limit: value for limit, value in limits.items() if limit in parameters[len(bound) :]} | named

        def called(fresh: bool, changed: list[Any], owner: Any = owner, named: dict[str, Any] = named) -> Any:
            target = _core if owner is None else again.value(owner) if fresh else bare(owner)
            for part in name.split(".")[0 if owner is None else 1 :]:
                target = getattr(target, part)
            result = target(*[again.value(each) if fresh else bare(each) for each in changed], **named)  # type: ignore[operator]
            return looked_at(result)

        yield f"{name} on a fresh object", lambda called=called, bound=bound: called(True, bound)  # type: ignore[misc]
        for place, value in enumerate(bound):
            if parameters[place] in ("stop", "seconds", "progress"):
                continue
            for changed in hostile(value):
                whole = [*bound[:place], changed, *bound[place + 1 :]]
                for fresh in (True, False):
                    text = f"{name}({', '.join(repr(each)[:80] for each in whole)}), {'fresh' if fresh else 'used'}"
                    yield text, lambda called=called, whole=whole, fresh=fresh: called(fresh, whole)  # type: ignore[misc]


def looked_at(made: Any) -> Any:
    """All properties of an object that has just been made, and what needs no arguments."""
    if type(made).__module__ == "shapewright._core":
        for name in dir(type(made)):
            if not name.startswith("_"):
                found = answer(lambda name=name: getattr(made, name))  # type: ignore[misc]
                parameters = functions().get(f"{type(made).__name__}.{name}")
                if parameters == []:
                    answer(found)
    return made


def senseless() -> Iterator[tuple[str, Callable[[], Any]]]:
    """Calls that once ended the process, or read what is not there. Each is refused by an error of the package."""
    options: list[tuple[list[int], list[int], list[tuple[int, int]]]] = [([k, k + 1], [], [(0, 1)]) for k in range(3)]
    search = _core.cover_search("sparse", _core.CoverInstance([True] * 4, [0], [None], options))
    search.give([0])
    search.start([2])
    yield "a prefix that contradicts what is given", lambda: search.start([0])
    search.run(*LIMITS, 5, 100, True)

    none = (array("B"), array("Q"), array("Q"), array("I"), array("Q"), array("I"), array("I"))
    table = _core.shapez_half_plans(4, 1, *none, 100, 4, 2, 0, 20, 1, *LIMITS)
    for fluids in (20_000, 65_535):
        yield (
            f"fluids {fluids}",
            lambda fluids=fluids: _core.shapez_improved_plan(  # type: ignore[misc]
                4, 1, [bytes([1, 1, 0, 0])], [], [], *table, 3, [], fluids, [0] * 81, 2, 5, 1, [], 8, *LIMITS
            ),
        )

    rules = _core.ClearRules(Kicks.named("srs").table, 0, [])
    start = sum(((1 << 10) - (1 << 4)) << 10 * y for y in range(2)).to_bytes(25, "little")
    any_piece = [[[int(piece == k) for piece in range(7)] for k in range(7)] for _ in range(3)]
    full = ((1 << 20) - 1).to_bytes(25, "little")
    graph = _core.ClearGraph(rules, _core.ClearPattern(any_piece), True, start, full, 2, [])
    while not graph.is_complete:
        graph.step(*LIMITS, 1 << 24)
    for piece in (7, 8, 67, 255):
        yield f"piece {piece}", lambda piece=piece: _core.ClearChance(graph, bytes([piece]), False, 2)  # type: ignore[misc]

    question = _core.StackingQuestion(4, PIECES, [0, 1, 2, 3], [])
    for contours in (None, 2, 100_000):
        foresight = _core.StackingForesight(question, 5, True, "height")
        prepared = contours is not None and foresight.prepare(contours, 10 * contours, *LIMITS)
        sequence = [0, 99] if prepared else [0, 1]
        yield f"known, of {contours} contours", lambda f=foresight, s=sequence: f.known(s, *LIMITS)  # type: ignore[misc]
        if not prepared:
            yield f"expected, of {contours} contours", lambda f=foresight: f.expected(3, 1, True, *LIMITS)  # type: ignore[misc]
            yield f"mean, of {contours} contours", lambda f=foresight: f.known_on_average(2, True, *LIMITS)  # type: ignore[misc]

    board = _core.DominoBoard([(x, y) for x in range(4) for y in range(2)], _links(4, 2))
    yield "determinant modulo 0", lambda: board.determinant([0] * 8, *LIMITS)
    yield "chances modulo 0", lambda: board.chances([0] * 8, *LIMITS)
    yield "more samples than there may be", lambda: _core.DiagramWords.of_words(array("Q", [1]), 3).sample(1, 1 << 63)
    # Numbers whose product overflows, and such as would only take memory.
    yield "more layers than an int has room for", lambda: _core.ShapezPlanner(4, (1 << 31) - 1)
    halves = _core.shapez_closed_halves(4, 2, None, 1 << 20, *LIMITS)
    whole = _core.shapez_swappable(halves, None, 4, 1 << 20, *LIMITS)
    yield "more parts than an int has room for", lambda: _core.shapez_slices(whole, 3, (1 << 31) - 2, 1 << 20, *LIMITS)
    yield "a family of 2^31 variables", lambda: _core.SetFamily.of_members(1 << 31, [[1]])
    yield "2^40 elements in one set of two", lambda: _core.minimum_set_cover(1 << 40, [[0, 1]], [1], [], *LIMITS, 100)
    _core.PackingPacker(SHAPES, [1, 1, 0]).box(2, 1_000_000, [2, 4, 3], True, 1, 500, *LIMITS)


def refuse() -> None:
    """Make the calls that make no sense, and name those that are not refused."""
    for text, call in senseless():
        _say(text)
        try:
            call()
        except ShapewrightError:
            continue
        _say(f"not refused: {text}")
    _say("done")


def main(part: int, parts: int, each: int = 4, seed: int = 0) -> None:
    """Make some hostile calls of each function of a part of them, each announced by a line before it is made."""
    if resource is not None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    log = recorded(list(FAMILIES))
    for number, (name, parameters) in enumerate(functions().items()):
        if number % parts != part:
            continue
        calls = list(calls_of(name, log, parameters))
        random = Random(f"{name} {seed}" if seed else name)
        for text, call in calls[:1] + random.sample(calls[1:], min(each, len(calls) - 1) if calls else 0):
            _say(text)
            if answer(call) == (MemoryError, ""):
                _say(f"no memory: {text}")
    _say("done")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    if sys.argv[1:] == ["senseless"]:
        refuse()
    else:
        main(*map(int, sys.argv[1:]))
