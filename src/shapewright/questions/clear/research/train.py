"""A net that orders the moves of the search, evolved."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from shapewright import clear
from shapewright.questions.clear._asked.fields import MAX_HEIGHT
from shapewright.questions.fields import CHECKPOINT, CLUSTER, SEED, THREADS, Choice, Whole, time_limit_field
from shapewright.questions.question import Answer, Formats, Question

if TYPE_CHECKING:
    from shapewright.clear import Trained
    from shapewright.clear.nets.train import Generation
    from shapewright.questions.desk import Desk

_NET_ONLY = dict.fromkeys((".txt", ".svg", ".png", ".gif", ".pdf", ".html"), "a net is written as .json")


def answer(asked: dict[str, Any], desk: Desk) -> Answer:
    """The best net, and what the generations were like."""

    def told(generation: Generation) -> None:
        if not desk.shows_progress:  # a bar says it, too
            desk.remark(str(generation))

    found = clear.train(
        generations=asked["generations"],
        population=asked["population"],
        queues=asked["queues"],
        height=asked["height"],
        fitness=asked["fitness"],
        start=asked["start"],
        seed=asked["seed"] or 0,
        told=told,
        **desk.working,
    )
    if desk.output is not None:
        found.net.save(desk.output)
    generations = [asdict(one) for one in found.generations]
    return Answer(
        {"net": json.loads(found.net.to_text()), "generations": generations},
        _choice(found),
        text=lambda _: found.net.to_text() if desk.output is None else _course(found),
    )


def _course(found: Trained) -> str:
    lines = [" generation    best    mean  species"]
    lines += [f"{one.number:>11} {one.best:>7.3f} {one.mean:>7.3f} {one.species:>8}" for one in found.generations]
    return "\n".join([*lines, _choice(found)])


def _choice(found: Trained) -> str:
    training = found.net.training
    assert training is not None
    return f"the best is of generation {training.generation}; on queues of its own it has {training.score:.3f}"


QUESTION = Question(
    "clear",
    "train",
    "Evolve a small network that orders the moves of 'clear solve'.",
    (
        Whole("generations", "Number of generations.", default=30, metavar="N", minimum=1, maximum=10_000),
        Whole("population", "Number of nets in each generation.", default=100, metavar="N", minimum=5, maximum=10_000),
        Whole("queues", "Number of queues in each generation.", default=200, metavar="N", minimum=1, maximum=100_000),
        Whole("height", "Number of lines of a clear.", default=4, metavar="N", minimum=1, maximum=MAX_HEIGHT),
        Choice(
            "fitness",
            "How to average the number of boards searched with a net: the geometric mean (typical) or the "
            "arithmetic mean (mean).",
            default="typical",
            choices=("mean", "typical"),
        ),
        Choice(
            "start",
            "First weights: those of the built-in order (plain), or random ones.",
            default="plain",
            choices=("plain", "random"),
        ),
        SEED,
        THREADS,
        time_limit_field(),
        CHECKPOINT,
        CLUSTER,
    ),
    answer,
    about="""
    The training needs neat-python (the extra train). The same seed gives the same net. -o FILE.json writes the net to
    a file; without it the net is printed. A stopped training continues from its --checkpoint, which holds every
    generation. 'clear compare-nets' shows whether a net is worth its time.

    \b
    shapewright clear train --generations 20 --seed 1 -o net.json
    shapewright clear train --height 6 --population 300 --checkpoint net.sqlite -o net.json""",
    formats=Formats((".json",), _NET_ONLY, own=(".json",)),
    doors=("shell",),
)
