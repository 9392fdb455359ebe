"""Tables with solution-finder's columns: ``path -f csv -k solution``, ``pattern`` and ``use``.

Names and meanings of the columns are those of its documentation (contents/path/csv); the order of the rows is ours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from shapewright.clear import Path, PathSolution, Queue
from shapewright.clear.graph.queues import Queues
from shapewright.clear.notation.fumen import VIEWER
from shapewright.clear.orders.placing_order import orders_of
from shapewright.errors import LimitError, NotationError
from shapewright.questions.batch import csv_of
from shapewright.questions.fields import Choice
from shapewright.questions.question import Answer, Formats

_KEYS = ("solution", "pattern", "use")
KEY = Choice(
    "key",
    "Make the table of solution-finder with its columns, a row for each solution, queue or set of pieces.",
    short="-k", metavar="solution|pattern|use", choices=_KEYS, doors=("shell",), repeated_in=False,
)  # fmt: skip

_NO_TABLE = "with --key the answer is a table; write .csv or .txt, or leave out --key"
KEYED = Formats(
    (".txt", ".csv"), dict.fromkeys((".json", ".jsonl", ".fumen", ".html", ".svg", ".png", ".gif", ".pdf"), _NO_TABLE)
)

_MOST = 20_000_000
"""No more pairs of a solution and a queue go into a table."""

_ORDER = "TILJSZO"
_FUMEN, _USED, _UNUSED, _QUEUE = "テト譜", "使用ミノ", "未使用ミノ", "ツモ"
_NUMBER = "対応地形数"
_BOTH, _FIELD, _PATTERN = "(対地形&パターン)", "(対地形)", "(対パターン)"
_COUNTS = "対応ツモ数"


def keyed(answer: Answer, paths: Sequence[Path], key: str | None) -> Answer:
    """The same answer, whose text and ``.csv`` file are the table of that key; raises for several saves."""
    if key is not None and len(paths) != 1:
        raise NotationError("--key is for one set of solutions; ask for one save at a time")
    if key is not None:
        (found,) = paths
        answer.text = lambda _: _table(found, key).rstrip("\n")
        answer.files = {**answer.files, ".csv": lambda: _table(found, key)}
    return answer


def _table(found: Path, key: str) -> str:
    if len(found) * found.queues > _MOST:
        raise LimitError(
            f"{len(found)} solutions for {found.queues} queues are too many for this table; leave out --key"
        )
    return csv_of({"solution": _by_solution, "pattern": _by_queue, "use": _by_pieces}[key](found))


def _by_solution(found: Path) -> Iterator[list[object]]:
    """Each solution: in which orders it can be built, in which of them by a queue, and by which queues."""
    counts = [f"{_COUNTS} {what}" for what in (_BOTH, _FIELD, _PATTERN)]
    yield [_FUMEN, _USED, *counts, *[f"{_QUEUE} {what}" for what in (_BOTH, _FIELD, _PATTERN)]]
    setup = found.setup
    for one in found:
        orders = orders_of(setup.start, one.parts, kicks=setup.kicks, drop=setup.drop)
        queues = list(one.queues())
        placed = {order for queue in queues for order in _placed(queue, len(one.parts), setup.hold)}
        both = [order for order in orders if order in placed]
        lists = (both, orders, queues)
        yield [VIEWER + one.fumen().to_text(), _sorted(one.pieces), *map(len, lists), *map(";".join, lists)]


def _by_queue(found: Path) -> Iterator[list[object]]:
    """Each queue of the pattern, also those without a solution."""
    yield [_QUEUE, _NUMBER, _USED, _UNUSED, _FUMEN]
    serving: dict[str, list[PathSolution]] = {}
    for one in found:
        for queue in one.queues():
            serving.setdefault(queue, []).append(one)
    for queue in Queues.of(found.setup.pattern, found.counted):
        solutions = serving.get(queue, [])
        used = list(dict.fromkeys([_sorted(one.pieces) for one in solutions]))
        unused = [_sorted((Counter(queue) - Counter(pieces)).elements()) for pieces in used]
        fumens = [one.fumen().to_text() for one in solutions]
        yield [queue, len(solutions), ";".join(used), ";".join(unused), ";".join(fumens)]


def _by_pieces(found: Path) -> Iterator[list[object]]:
    """Each set of pieces of a solution."""
    yield [_USED, _NUMBER, f"{_COUNTS} {_PATTERN}", _FUMEN, f"{_QUEUE} {_PATTERN}"]
    groups: dict[str, list[PathSolution]] = {}
    for one in found:
        groups.setdefault(_sorted(one.pieces), []).append(one)
    for pieces, solutions in groups.items():
        queues = list(dict.fromkeys([queue for one in solutions for queue in one.queues()]))
        fumens = [one.fumen().to_text() for one in solutions]
        yield [pieces, len(solutions), len(queues), ";".join(fumens), ";".join(queues)]


@lru_cache(maxsize=100_000)
def _placed(queue: str, number: int, hold: bool) -> tuple[str, ...]:
    """The orders in which the first so many pieces of a queue can be placed."""
    return tuple(Queue(queue).orders(number, hold=hold))


def _sorted(pieces: Iterable[str]) -> str:
    return "".join(sorted(pieces, key=_ORDER.index))
