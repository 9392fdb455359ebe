"""Nets that order moves, beside the built-in order."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from shapewright import clear
from shapewright.questions.clear._asked.fields import MAX_HEIGHT
from shapewright.questions.fields import CHECKPOINT, CLUSTER, SEED, THREADS, Files, Whole, time_limit_field
from shapewright.questions.question import Answer, Formats, Question
from shapewright.questions.source import parsed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapewright.clear import Comparison
    from shapewright.clear.nets.compare import Estimate
    from shapewright.questions.desk import Desk


def answer(asked: dict[str, Any], desk: Desk) -> Answer:
    """What each order costs, and how it compares with the built-in one."""
    # What comes from standard input has no name of its own.
    nets = [net.path or parsed(net.place, net.text(), clear.Net.from_text) for net in asked["nets"]]
    found = clear.compare_nets(
        nets,
        queues=asked["queues"],
        height=asked["height"],
        seed=asked["seed"] or 0,
        **desk.working,
    )
    orders = [asdict(order) | {"verdict": order.verdict} for order in found.orders]
    return Answer(
        {"height": found.height, "queues": found.queues, "orders": orders},
        f"{len(nets)} {'net' if len(nets) == 1 else 'nets'} compared",
        text=lambda _: "\n".join(_lines(found)),
        records=lambda: orders,
    )


def _lines(found: Comparison) -> Iterator[str]:
    yield f"{found.queues} queues, clears of {found.height} lines; in brackets 95 % confidence intervals"
    for order in found.orders:
        yield from ("", f"{order.name}: {order.verdict}")
        rows = [("boards", order.boards, order.boards_ratio, order.typical_boards_ratio)]
        rows += [("microseconds", order.microseconds, order.time_ratio, order.typical_time_ratio)]
        for what, cost, ratio, typical in rows:
            line = f"  {what:<12} {_told(cost, 1)}"
            if ratio is not None and typical is not None:
                line += f"   of the built-in: {_told(ratio, 3)}, typically {_told(typical, 3)}"
            yield line


def _told(estimate: Estimate, digits: int) -> str:
    return f"{estimate.value:.{digits}f} [{estimate.low:.{digits}f}, {estimate.high:.{digits}f}]"


QUESTION = Question(
    "clear",
    "compare-nets",
    "Compare nets of 'clear train' with the built-in order of moves.",
    (
        Files("nets", "Files of nets.", required=True, argument=True, metavar="NET"),
        Whole("queues", "Number of queues.", default=2000, metavar="N", minimum=10, maximum=1_000_000),
        Whole("height", "Number of lines of a clear.", default=4, metavar="N", minimum=1, maximum=MAX_HEIGHT),
        SEED,
        THREADS,
        time_limit_field(),
        CHECKPOINT,
        CLUSTER,
    ),
    answer,
    about="""
    All nets are measured on the same random queues, and no net was trained on any of them. The answer has the number
    of boards searched and the processor time per queue, and their ratios to the built-in order: of the means, and for
    a typical queue (the geometric mean of the ratios of all queues). Each ratio has a 95 % confidence interval.

    \b
    shapewright clear compare-nets net.json
    shapewright clear compare-nets a.json b.json --height 6 --queues 10000 --seed 1""",
    formats=Formats((".txt", ".json", ".jsonl")),
    lists=True,
    doors=("shell",),
)
