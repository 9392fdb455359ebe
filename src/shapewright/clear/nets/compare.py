"""Nets and the built-in order side by side, on the same queues, none of which a net was trained on.

The cost of a queue is the number of boards that the search visits, which is the same on every run, and processor time.
A few queues are hundreds of times as hard as most, and hard for every order, so means vary much from one set of queues
to the next. So there are also ratios to the built-in order on the same queues: of the means, and the geometric mean of
the queues' own ratios, which shows the effect on a typical queue. All have 95 % confidence intervals, by the bootstrap.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from shapewright.clear import native
from shapewright.clear.kicks import Kicks
from shapewright.clear.nets.net import Net, read_net
from shapewright.clear.nets.train import check_height, deal, training_queues
from shapewright.errors import InternalError, ProblemError, StoppedError
from shapewright.jobs import Budget, Progress, Stage, fingerprint, run
from shapewright.jobs.stage import Arguments

if TYPE_CHECKING:
    from concurrent.futures import Executor

MOST_QUEUES = 1_000_000
MOST_NETS = 20
SAMPLES = 2000
"""Bootstrap samples for every interval."""

_TASK = 250
_LEVEL = 0.95


@dataclass(frozen=True)
class Estimate:
    """A number, and the ends of its 95 % confidence interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.4g} ({self.low:.4g} to {self.high:.4g})"


@dataclass(frozen=True)
class Order:
    """An order of the moves: boards looked at and microseconds of processor time for a queue, and the ratios of both to
    those of the built-in order: of the means, and of a typical queue. The built-in order itself has no ratios.
    """

    name: str
    boards: Estimate
    microseconds: Estimate
    median_boards: float
    boards_ratio: Estimate | None = None
    time_ratio: Estimate | None = None
    typical_boards_ratio: Estimate | None = None
    typical_time_ratio: Estimate | None = None

    @property
    def verdict(self) -> str:
        """Whether it takes less time than the built-in order, as far as the intervals say."""
        if self.time_ratio is None or self.typical_time_ratio is None:
            return "the built-in order"
        found = []
        for ratio, what in ((self.time_ratio, "on average"), (self.typical_time_ratio, "on a typical queue")):
            if ratio.high < 1:
                found.append(f"faster {what}")
            elif ratio.low > 1:
                found.append(f"slower {what}")
            else:
                found.append(f"no difference seen {what}")
        return ", ".join(found)


@dataclass(frozen=True)
class Comparison:
    """So many ``queues`` for clears of ``height`` lines, and the ``orders``, the built-in one first."""

    height: int
    queues: int
    seed: int
    orders: tuple[Order, ...]


def compare_nets(
    nets: Sequence[Net | str | os.PathLike[str]],
    *,
    queues: int = 2000,
    height: int = 4,
    seed: int = 0,
    threads: int | None = None,
    executor: Executor | Callable[[], Executor] | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    time_limit: float | None = None,
) -> Comparison:
    """Measure nets, or the files they are in, and the built-in order on the same random queues from the empty field.

    Queues that one of the nets was trained on are left out. Boards are the same on every run, times are not.

    Raises ``ProblemError`` for numbers that make no sense, ``FileError`` for a file that has no net, ``StoppedError``
    when the time limit (seconds) is reached, and what :func:`shapewright.jobs.run` raises.
    """
    check_height(height)
    if not 10 <= queues <= MOST_QUEUES:
        raise ProblemError(f"nets are compared on 10 to {MOST_QUEUES} queues, not {queues}")
    if len(nets) > MOST_NETS:
        raise ProblemError(f"at most {MOST_NETS} nets are compared at once, not {len(nets)}")
    read = [
        (f"net {number}" if isinstance(net, Net) else os.fspath(net), read_net(net))
        for number, net in enumerate(nets, 1)
    ]
    programs: list[Any] = [None, *[net.program for _, net in read if net is not None]]
    trainings = [net.training for _, net in read if net is not None]
    seen: set[str] = set().union(*[training_queues(one) for one in trainings if one and one.height == height])
    held_out: list[str] = []
    for attempt in range(100):
        dealt = deal(queues, height, f"shapewright compare-nets {seed} {attempt}")
        held_out += [queue for queue in dealt if queue not in seen]
        if len(held_out) >= queues:
            break
    else:
        raise ProblemError("the nets were trained on nearly all queues that there are")
    tasks = [[height, programs, held_out[at : min(at + _TASK, queues)]] for at in range(0, queues, _TASK)]
    parts = run(
        Stage("comparing nets", _measure, tasks),
        fingerprint=fingerprint(["clear compare-nets", height, queues, seed, programs]),
        threads=threads,
        executor=executor,
        progress=progress,
        checkpoint=checkpoint,
        time_limit=time_limit,
    )
    names = ["built-in", *[name for name, _ in read]]
    boards = [[value for part in parts for value in part[order][0]] for order in range(len(names))]
    times = [[value / 1000 for part in parts for value in part[order][1]] for order in range(len(names))]
    return Comparison(height, queues, seed, tuple(_orders(names, boards, times)))


def _measure(arguments: Arguments, budget: Budget) -> list[list[list[int]]]:
    """One task: for each order boards and nanoseconds of each queue."""
    height, programs, queues = arguments
    rules = native.rules(Kicks.named("srs"), "soft")
    nets = [None if program is None else native.net(program) for program in programs]
    sequences = list(map(native.codes, queues))
    measured = native.measure(rules, height, sequences, 0, nets, budget.stop, native.seconds(budget))
    if len(measured[-1][0]) < len(queues):
        raise StoppedError("stopped while measuring nets")
    for _, _, outcomes in measured:
        if outcomes != measured[0][2]:
            raise InternalError("a net finds a perfect clear where the built-in order finds none, or the reverse")
    return [[boards, nanoseconds] for boards, nanoseconds, _ in measured]


def _orders(names: list[str], boards: list[list[int]], times: list[list[float]]) -> list[Order]:
    number = len(boards[0])
    cost = np.array([boards, times], dtype=float)  # kind, order, queue
    logs = np.log(np.maximum(cost, 1e-3))
    logs -= logs[:, :1]
    # The same samples for every order, so that what they have in common does not count as noise. In portions, since
    # all samples of many queues would not fit into memory.
    shuffler = np.random.default_rng(20240601)
    means, typical = [], []
    portion = max(1, 4_000_000 // number)
    for begin in range(0, SAMPLES, portion):
        rows = min(portion, SAMPLES - begin)
        # How often each queue is in a sample.
        chosen = shuffler.multinomial(number, np.full(number, 1 / number), size=rows)
        means.append(np.einsum("sq,koq->sko", chosen, cost) / number)
        typical.append(np.einsum("sq,koq->sko", chosen, logs) / number)
    sampled, ratios = np.concatenate(means), np.exp(np.concatenate(typical))

    def estimate(value: float, samples: Any) -> Estimate:
        low, high = np.quantile(samples, [(1 - _LEVEL) / 2, (1 + _LEVEL) / 2])
        return Estimate(float(value), float(low), float(high))

    found = []
    average = cost.mean(axis=2)
    middle = np.exp(logs.mean(axis=2))
    for order, name in enumerate(names):
        costs = [estimate(average[kind, order], sampled[:, kind, order]) for kind in range(2)]
        relative: list[Estimate | None] = [None] * 4
        if order:
            relative = [
                estimate(average[kind, order] / average[kind, 0], sampled[:, kind, order] / sampled[:, kind, 0])
                for kind in range(2)
            ]
            relative += [estimate(middle[kind, order], ratios[:, kind, order]) for kind in range(2)]
        found.append(Order(name, costs[0], costs[1], float(np.median(cost[0, order])), *relative))
    return found
