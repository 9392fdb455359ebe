"""Training nets that order moves, and measuring them."""

from __future__ import annotations

import json
import time
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from shapewright.cli import options
from shapewright.cli.clear.game import MAX_HEIGHT
from shapewright.cli.cluster import workers
from shapewright.cli.output import envelope, output_format, print_text, remark, wants_progress
from shapewright.errors import NotationError
from shapewright.storage.json import json_text

if TYPE_CHECKING:
    from shapewright.clear.nets.compare import Comparison, Estimate
    from shapewright.clear.nets.train import Fitness, Generation, Start

_FITNESSES: dict[str, Fitness] = {"mean": "mean", "typical": "typical"}
_STARTS: dict[str, Start] = {"plain": "plain", "random": "random"}


def _fitness(context: click.Context, parameter: click.Parameter, value: str) -> Fitness:
    if value not in _FITNESSES:
        raise NotationError(f"--fitness is {' or '.join(_FITNESSES)}, not {value[:40]!r}")
    return _FITNESSES[value]


def _start(context: click.Context, parameter: click.Parameter, value: str) -> Start:
    if value not in _STARTS:
        raise NotationError(f"--start is {' or '.join(_STARTS)}, not {value[:40]!r}")
    return _STARTS[value]


_height = click.option(
    "--height", callback=options.whole_number(1, MAX_HEIGHT), default="4", metavar="N", help="Lines of a clear; 4."
)


@click.command()
@click.option(
    "--generations", callback=options.whole_number(1, 10_000), default="30", metavar="N", help="Generations; 30."
)
@click.option(
    "--population", callback=options.whole_number(5, 10_000), default="100", metavar="N", help="Nets of each; 100."
)
@click.option(
    "--queues", callback=options.whole_number(1, 100_000), default="200", metavar="N", help="Queues of each; 200."
)
@_height
@click.option(
    "--fitness",
    callback=_fitness,
    default="typical",
    metavar="HOW",
    help="By the geometric mean of boards (typical, the default) or the arithmetic one (mean).",
)
@click.option(
    "--start", callback=_start, default="plain", metavar="WHERE", help="From the built-in weights (plain) or random."
)
@options.seed
@options.threads
@options.time_limit
@options.checkpoint
@options.cluster
@options.json_output
@options.output
@options.quiet
@options.verbose
def train(
    generations: int,
    population: int,
    queues: int,
    height: int,
    fitness: Fitness,
    start: Start,
    seed: int | None,
    threads: int | None,
    time_limit: float | None,
    checkpoint: str | None,
    cluster: str | None,
    as_json: bool,
    output: str | None,
    quiet: bool,
    verbose: bool,
) -> None:
    """Evolve a small network that orders the moves of clear solve, by neat-python (the extra train).

    The same seed gives the same net. Without -o FILE.json the net itself is printed. Stopped, a training goes on from
    its --checkpoint, which has every generation. Whether a net is worth its time tells clear compare-nets.

    \b
    shapewright clear train --generations 20 --seed 1 -o net.json
    shapewright clear train --height 6 --population 300 --checkpoint net.sqlite -o net.json
    """
    from shapewright.clear.nets.train import train as evolve

    if output is not None:
        output_format(output, (".json",))
    started = time.monotonic()
    shows_bar = wants_progress()

    def told(generation: Generation) -> None:
        if not shows_bar:
            remark(str(generation))

    with workers(cluster, threads) as executor:
        found = evolve(
            generations=generations,
            population=population,
            queues=queues,
            height=height,
            fitness=fitness,
            start=start,
            seed=seed or 0,
            threads=threads,
            executor=executor,
            progress=True if shows_bar else None,
            told=told,
            checkpoint=checkpoint,
            time_limit=time_limit,
        )
    if output is not None:
        found.net.save(output)
        remark(f"wrote {output!r}")
    if as_json:
        keys = {"net": json.loads(found.net.to_text()), "generations": [asdict(one) for one in found.generations]}
        print_text(json_text(envelope(complete=True, seconds=time.monotonic() - started, **keys)))
        return
    if output is None:
        print_text(found.net.to_text())
        return
    lines = [" generation    best    mean  species"]
    lines += [f"{one.number:>11} {one.best:>7.3f} {one.mean:>7.3f} {one.species:>8}" for one in found.generations]
    training = found.net.training
    assert training is not None
    lines.append(f"the best is of generation {training.generation}; on queues of its own it has {training.score:.3f}")
    print_text("\n".join(lines))


@click.command("compare-nets")
@click.argument("nets", metavar="NET...", nargs=-1, required=True)
@click.option(
    "--queues", callback=options.whole_number(10, 1_000_000), default="2000", metavar="N", help="Queues; 2000."
)
@_height
@options.seed
@options.threads
@options.time_limit
@options.checkpoint
@options.cluster
@options.json_output
@options.quiet
@options.verbose
def compare_nets(
    nets: tuple[str, ...],
    queues: int,
    height: int,
    seed: int | None,
    threads: int | None,
    time_limit: float | None,
    checkpoint: str | None,
    cluster: str | None,
    as_json: bool,
    quiet: bool,
    verbose: bool,
) -> None:
    """Measure nets and the built-in order on the same random queues, none of which a net was trained on.

    Told are boards looked at and processor time for a queue, and their ratios to the built-in order: of the means, and
    for a typical queue (the geometric mean of its queues' ratios); each with a 95 % confidence interval.

    \b
    shapewright clear compare-nets net.json
    shapewright clear compare-nets a.json b.json --height 6 --queues 10000 --seed 1
    """
    from shapewright.clear.nets.compare import compare_nets as compare

    started = time.monotonic()
    with workers(cluster, threads) as executor:
        found = compare(
            nets,
            queues=queues,
            height=height,
            seed=seed or 0,
            threads=threads,
            executor=executor,
            progress=True if wants_progress() else None,
            checkpoint=checkpoint,
            time_limit=time_limit,
        )
    if as_json:
        orders = [asdict(order) | {"verdict": order.verdict} for order in found.orders]
        keys = {"height": found.height, "queues": found.queues, "orders": orders}
        print_text(json_text(envelope(complete=True, seconds=time.monotonic() - started, **keys)))
        return
    print_text(_text(found))


def _text(found: Comparison) -> str:
    lines = [f"{found.queues} queues, clears of {found.height} lines; in brackets 95 % confidence intervals"]
    for order in found.orders:
        lines += ["", f"{order.name}: {order.verdict}"]
        rows = [("boards", order.boards, order.boards_ratio, order.typical_boards_ratio)]
        rows += [("microseconds", order.microseconds, order.time_ratio, order.typical_time_ratio)]
        for what, cost, ratio, typical in rows:
            line = f"  {what:<12} {_told(cost, 1)}"
            if ratio is not None and typical is not None:
                line += f"   of the built-in: {_told(ratio, 3)}, typically {_told(typical, 3)}"
            lines.append(line)
    return "\n".join(lines)


def _told(estimate: Estimate, digits: int) -> str:
    return f"{estimate.value:.{digits}f} [{estimate.low:.{digits}f}, {estimate.high:.{digits}f}]"
