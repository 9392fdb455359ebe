"""Perfect clears by the wire: the answers of the extension module to random calls."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from tests.bindings.problems import answer, plain

from shapewright.clear.graph.queues import Queues
from shapewright.clear.kicks import Kicks
from shapewright.clear.patterns.pattern import Pattern
from shapewright.errors import ProblemError

Both = Callable[[Callable[[ModuleType], Any]], Any]

TABLES = [Kicks.named(name).table for name in ("srs", "srs-plus", "none")]


def field(draw: random.Random, height: int, *, filled: float) -> bytes:
    """Rows that are not full, as the engine takes them."""
    cells = [draw.random() < filled for _ in range(10 * height)]
    for row in range(height):
        cells[10 * row + draw.randrange(10)] = False
    return sum(1 << place for place, cell in enumerate(cells) if cell).to_bytes(25, "little")


def game(core: ModuleType, number: int) -> Any:
    return core.ClearRules(TABLES[number % 3], number % 2, [])


def shown(draw: random.Random, size: int) -> bytes:
    return bytes(draw.randrange(7) for _ in range(size))


@pytest.mark.parametrize("height", [4, 12])
def test_random_locks(both: Both, height: int) -> None:
    draw = random.Random(height)
    for number in range(40):
        asked = field(draw, height, filled=0.4), height, draw.randrange(7)
        found = both(lambda core, number=number, asked=asked: sorted(game(core, number).locks(*asked)))
        assert isinstance(found, list)


@pytest.mark.parametrize("height", [2, 4, 10])
def test_random_clears(both: Both, height: int) -> None:
    draw = random.Random(height)
    net = [(draw.randrange(3), draw.uniform(-1, 1), [(k, draw.uniform(-1, 1)) for k in range(13)])]
    for number in range(30):
        board, queue, seed = field(draw, height, filled=0.8), shown(draw, draw.randint(1, 8)), draw.getrandbits(64)
        flags = draw.random() < 0.5, draw.randrange(2)

        def solved(
            core: ModuleType, given: tuple[bytes, bytes] = (board, queue), number: int = number, seed: int = seed,
            flags: tuple[bool, int] = flags,
        ) -> Any:  # fmt: skip
            rules, (board, queue) = game(core, number), given
            order = core.ClearNet(net)
            features = core.clear_features(board, height, height > 6)
            found = [features, order.value(features)]
            found += [core.clear_solve(rules, board, height, queue, *flags, seed, 5000, None, -1.0)]
            found += [core.clear_solve(rules, board, height, queue, *flags, seed, 5000, bytearray(1), 60.0, order)]
            walk = core.ClearWalk(rules, board, height, queue, *flags)
            del rules  # the walk keeps them
            return [*found, *(walk.run(None, 30.0, 3) for _ in range(3))]

        both(solved)


def test_random_graphs(both: Both) -> None:
    draw = random.Random(5)
    solutions = 0
    for number, pattern in enumerate(["*p5", "T,I,O,*p3", "[SZ]!,*p4", "*!", "I,L,J,O,S", "[TIL]p2,O,O,*p2"] * 3):
        levels = Queues.of(Pattern.from_text(pattern), pieces := draw.choice([4, 5]))._levels
        height = 2 + number % 2 * 2
        width = 4 * (pieces - 1) // height
        left = draw.randint(0, 10 - width)
        filled = [x + 10 * y for x in range(10) for y in range(height) if not left <= x < left + width]
        start = sum(1 << cell for cell in filled).to_bytes(25, "little")
        goal = ((1 << 10 * height) - 1).to_bytes(25, "little")

        def grown(
            core: ModuleType, levels: Any = levels, number: int = number,
            given: tuple[bytes, bytes, int] = (start, goal, height),
        ) -> Any:  # fmt: skip
            queues = core.ClearPattern(levels)
            graph = core.ClearGraph(game(core, number), queues, True, *given, [])
            found: list[Any] = [queues.count, queues.length]
            while not graph.is_complete:
                found.append(graph.step(None, -1.0, 1 << 28))
            found += [graph.boards, graph.edges, graph.reached, graph.placements]
            found += [graph.solved(None, -1.0, held) for held in (-1, 0, 5)]
            outlook = core.ClearChance(graph, b"", False, 2)
            found += [answer(lambda: outlook.moves(None, -1.0, 1 << 28)), outlook.sequences, outlook.progress]
            path = core.ClearPath(graph)
            del graph, queues
            while not path.is_complete:
                found.append(path.step(bytearray(1), 60.0, 1 << 28))
            found += [len(path), sorted(path.cells), path.parts()[:50], path.tucked()]
            return [*found, path.queues([*range(len(path))][:5]), answer(lambda: path.queues([len(path)]))]

        solutions += both(grown)[-6]
    assert solutions > 0


def test_all_solutions_and_their_words(both: Both) -> None:
    def made(core: ModuleType) -> Any:
        all_of_two = core.ClearAllSolutions(game(core, 0), 2)
        found: list[Any] = [all_of_two.letters, beginnings := all_of_two.beginnings()]
        words = [word for beginning in beginnings for word in all_of_two.words(beginning).tolist()]
        found += [len(words), words, [all_of_two.parts(word) for word in words[:20]]]
        found += [all_of_two.pieces(array("Q", words)), all_of_two.words(beginnings[0], bytearray(1), 60.0)]
        kept = core.DiagramWords.of_words(array("Q", sorted(words)), all_of_two.letters)
        found += [
            kept.nodes(),
            kept.root,
            kept.count(),
            words[0] in kept,
            1 in kept,
            kept.words(1, 3),
            kept.sample(7, 9),
        ]
        again = core.DiagramWords(all_of_two.letters, kept.nodes(), kept.root)
        return plain([*found, again.count(), again.words(0, 1000)])

    assert both(made)[2] > 0


def test_records_and_measures(both: Both) -> None:
    draw = random.Random(6)
    for _ in range(100):
        content = bytes(draw.choice([0, 1, 4, 10, 40, 200, 255]) for _ in range(draw.randint(0, 80)))

        def checked(core: ModuleType, content: bytes = content) -> Any:
            checker = core.ClearRecordChecker(TABLES[0], 0)
            return core.clear_whole_records(content, 5), checker.check(content, 3, b"", None, -1.0)

        both(checked)

    def measured(core: ModuleType) -> Any:
        nets = [None, core.ClearNet([(0, 0.5, [(0, 1.0)])])]
        queues = [bytes([0, 1, 2, 3, 4, 5]), bytes([6, 5, 4, 3, 2, 1])]
        found = core.clear_measure(game(core, 0), 2, queues, 1000, nets, None, -1.0)
        assert all(time >= 0 for _, times, _ in found for time in times)
        return [(nodes, len(times), outcomes) for nodes, times, outcomes in found]

    assert len(both(measured)) == 2


def test_the_table_of_two_lines(both: Both) -> None:
    def made(core: ModuleType) -> Any:
        graph = core.ClearLiveGraph(game(core, 0), 2, 1, None, -1.0)
        source = core.ClearTableSource(graph, 1, None, -1.0)
        return [graph.sizes, graph.count_placements(1, None, -1.0), source.table_part(bytes([0, 1, 2]), None, -1.0)]

    assert both(made)[1] > 0


@pytest.mark.parametrize(
    "call",
    [
        lambda core: game(core, 0).locks(bytes(26), 4, 0),
        lambda core: game(core, 0).locks(bytes(25), 4, 7),
        lambda core: game(core, 0).locks("board", 4, 0),
        lambda core: core.ClearRules([], 0, []),
        lambda core: core.clear_solve(game(core, 0), bytes(25), 21, b"\0", False, 0, 0, 10, None, -1.0),
        lambda core: core.clear_solve(game(core, 0), bytes(25), 4, b"\7", False, 0, 0, 10, None, -1.0),
        lambda core: core.clear_solve(game(core, 0), bytes(25), 4, b"\0", False, 0, 0, 10, None, -1.0, game(core, 0)),
        lambda core: core.clear_solve(None, bytes(25), 4, b"\0", False, 0, 0, 10, None, -1.0),
        lambda core: core.ClearLiveGraph(game(core, 0), 3, 1, None, -1.0),
        lambda core: core.ClearPattern([[[1] * 6]]),
        lambda core: core.DiagramWords(3, memoryview(bytes(12)).cast("I"), 0),
    ],
)
def test_errors_of_the_same_kind(both: Both, call: Any) -> None:
    kind, _ = both(call)
    assert kind in (TypeError, ProblemError)
