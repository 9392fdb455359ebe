"""A net that orders the moves of the search: evolved, or compared with the built-in order."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Literal

from shapewright import clear
from shapewright.errors import ProblemError, amount
from shapewright.questions.asked import Asked
from shapewright.questions.clear._asked.fields import MAX_HEIGHT
from shapewright.questions.desk import Desk
from shapewright.questions.fields import CHECKPOINT, CLUSTER, SEED, THREADS, TIME_LIMIT, Choice, Field, Files, Whole
from shapewright.questions.former import with_former
from shapewright.questions.question import Answer, Formats, Question
from shapewright.questions.source import parsed

if TYPE_CHECKING:
    from shapewright.clear.nets.compare import Estimate
    from shapewright.clear.nets.train import Generation

_NET_ONLY = dict.fromkeys((".txt", ".jsonl", ".svg", ".png", ".gif", ".pdf", ".html"), "a net is written as .json")
_TRAINING, _COMPARING = 200, 2000
"""The numbers of queues, unless another one is asked for."""
_LEAST_COMPARED, _MOST_TRAINING = 10, 100_000


GENERATIONS = Whole("generations", "Number of generations.", metavar="N", minimum=1, maximum=10_000).with_default(30)
POPULATION = Whole(
    "population", "Number of nets in each generation.", metavar="N", minimum=5, maximum=10_000
).with_default(100)
FITNESS = Choice[Literal["mean", "typical"]](
    "fitness",
    "How to average the number of boards searched with a net: the geometric mean (typical) or the "
    "arithmetic mean (mean).",
    choices=("mean", "typical"),
).with_default("typical")
START = Choice[Literal["random", "plain"]](
    "start", "First weights: those of the built-in order (plain), or random ones.", choices=("plain", "random")
).with_default("plain")
_TRAINED: tuple[Field[object], ...] = (GENERATIONS, POPULATION, FITNESS, START)
COMPARE = Files(
    "compare", "Do not train: compare these nets with the built-in order of moves; repeatable.", metavar="NET"
)
QUEUES = Whole(
    "queues",
    "Number of queues in each generation, or of those on which nets are compared.",
    usual=f"{_TRAINING}; {_COMPARING} with --compare",
    metavar="N",
    minimum=1,
    maximum=1_000_000,
)
HEIGHT = Whole("height", "Number of lines of a clear.", metavar="N", minimum=1, maximum=MAX_HEIGHT).with_default(4)


def answer(asked: Asked, desk: Desk) -> Answer:
    """The best net, and what the generations were like; or what given nets cost."""
    if asked[COMPARE]:
        return _compared(asked, desk)
    queues = asked[QUEUES] or _TRAINING
    if queues > _MOST_TRAINING:
        raise ProblemError(f"a generation has at most {_MOST_TRAINING} queues, not {queues}")

    def told(generation: Generation) -> None:
        if not desk.shows_progress:  # a bar says it, too
            desk.remark(str(generation))

    found = clear.train(
        generations=asked[GENERATIONS],
        population=asked[POPULATION],
        queues=queues,
        height=asked[HEIGHT],
        fitness=asked[FITNESS],
        start=asked[START],
        seed=asked[SEED] or 0,
        told=told,
        **desk.working,
    )
    if desk.output is not None:
        found.net.save(desk.output)
    training = found.net.training
    assert training is not None
    choice = f"the best is of generation {training.generation}; on queues of its own it has {training.score:.3f}"
    course = [f"{one.number:>11} {one.best:>7.3f} {one.mean:>7.3f} {one.species:>8}" for one in found.generations]
    text = "\n".join([" generation    best    mean  species", *course, choice])
    return Answer(
        {"net": json.loads(found.net.to_text()), "generations": [asdict(one) for one in found.generations]},
        choice,
        text=lambda _: found.net.to_text() if desk.output is None else text,
    )


def _compared(asked: Asked, desk: Desk) -> Answer:
    """What each order costs, and how it compares with the built-in one."""
    for field in _TRAINED:
        if asked[field] != field.default:
            raise ProblemError(f"{desk.option(field.name)} is about training; leave out {desk.option('compare')}")
    queues = asked[QUEUES] or _COMPARING
    if queues < _LEAST_COMPARED:
        raise ProblemError(f"nets are compared on at least {_LEAST_COMPARED} queues, not on {queues}")
    # What comes from standard input has no name of its own.
    nets = [net.path or parsed(net.place, net.text(), clear.Net.from_text) for net in asked[COMPARE]]
    found = clear.compare_nets(nets, queues=queues, height=asked[HEIGHT], seed=asked[SEED] or 0, **desk.working)
    orders = [asdict(order) | {"verdict": order.verdict} for order in found.orders]
    return Answer(
        {"height": found.height, "queues": found.queues, "orders": orders},
        f"{amount(len(nets), 'net')} compared",
        text=lambda _: "\n".join(_lines(found)),
        records=lambda: orders,
    )


def _lines(found: clear.Comparison) -> Iterator[str]:
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


_COMPARED = Formats((".txt", ".json", ".jsonl"))


def _formats(asked: Asked) -> Formats:
    return _COMPARED if asked[COMPARE] else Formats((".json",), _NET_ONLY, own=(".json",))


QUESTION = Question(
    "clear",
    "train",
    "Evolve a small network that orders the moves of 'clear solve'.",
    (*_TRAINED, COMPARE, QUEUES, HEIGHT, SEED, THREADS, TIME_LIMIT, CHECKPOINT, CLUSTER),
    answer,
    about="""
    The training needs neat-python (the extra train). The same seed gives the same net. -o FILE.json writes the net to
    a file; without it the net is printed. A stopped training continues from its --checkpoint, which holds every
    generation.

    With --compare all nets are measured on the same random queues, and no net was trained on any of them. The answer
    has the number of boards searched and the processor time per queue, and their ratios to the built-in order: of the
    means, and for a typical queue (the geometric mean of the ratios of all queues). Each ratio has a 95 % confidence
    interval.

    \b
    shapewright clear train --generations 20 --seed 1 -o net.json
    shapewright clear train --height 6 --population 300 --checkpoint net.sqlite -o net.json
    shapewright clear train --compare net.json --queues 10000 --seed 1""",
    rule="shapewright.clear.claims.playing:train",
    claims="""
    net? | record | The net. | again: trained again, if there is time
    generations? | [record] | What each generation was worth. | again: trained again, if there is time
    height? | whole | Number of lines that were cleared. | asked
    queues? | whole | Number of queues that each order was tried with. | asked
    orders? | [record] | Times of each order. | not checked: times cannot be measured again""",
    formats=_formats,
    doors=("shell",),
)
QUESTION = with_former(
    QUESTION,
    "compare-nets",
    "train --compare NET",
    (
        Files("nets", "Files of nets.", required=True, argument=True, metavar="NET"),
        replace(QUEUES, help="Number of queues.", usual="", default=_COMPARING, minimum=_LEAST_COMPARED),
        *(HEIGHT, SEED, THREADS, TIME_LIMIT, CHECKPOINT, CLUSTER),
    ),
    renamed={"nets": "compare"},
    rule="shapewright.clear.claims.playing:compare_nets",
    formats=_COMPARED,
    lists=True,
)
