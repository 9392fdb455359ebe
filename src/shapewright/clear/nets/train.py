"""Training nets that order moves: NEAT by the neat-python library, the fitness measured by the engine.

A generation is measured on fresh queues, the same for all its nets, in boards that the search looks at; boards, unlike
seconds, are the same on every run. After the last generation the best net of each is measured again, on other
queues that are the same for all, and the best of those is the answer, so that luck does not decide.
"""

from __future__ import annotations

import math
import os
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, cast, get_args

from shapewright.clear import native
from shapewright.clear.field import WIDTH
from shapewright.clear.kicks import Kicks
from shapewright.clear.nets import evolution
from shapewright.clear.nets.evolution import Population
from shapewright.clear.nets.net import ACTIVATIONS, Net, Training
from shapewright.clear.piece import PIECES
from shapewright.errors import ProblemError, StoppedError
from shapewright.jobs import Budget, Progress, Stage, fingerprint, run
from shapewright.jobs.limits import Clock
from shapewright.jobs.progress import listener
from shapewright.jobs.stage import Arguments, Function

if TYPE_CHECKING:
    from concurrent.futures import Executor

_HEIGHTS = range(4, 21, 2)


def check_height(height: int) -> None:
    """Raise ``ProblemError`` unless random queues clear that many lines of the empty field, as a rule."""
    if height not in _HEIGHTS:
        raise ProblemError(f"nets are trained and measured on clears of 4, 6, ... 20 lines, not of {height}")


def deal(number: int, height: int, source: str) -> list[str]:
    """So many queues for clears of ``height`` lines from the empty field, with an empty hold and one piece to spare.

    Each begins anywhere in its first bag. The same ``source`` gives the same queues.

    >>> deal(2, 4, "an example")
    ['LZIJOTLJOIS', 'IOSIZTLOJZS']
    """
    shuffler = random.Random(source)
    length = height * WIDTH // 4 + 1
    queues = []
    for _ in range(number):
        pieces: list[str] = []
        while len(pieces) < length + len(PIECES):
            pieces += shuffler.sample(PIECES, len(PIECES))
        begin = shuffler.randrange(len(PIECES))
        queues.append("".join(pieces[begin : begin + length]))
    return queues


Fitness = Literal["mean", "typical"]
FITNESSES: tuple[Fitness, ...] = get_args(Fitness)
"""What makes a net fit: 1000 divided by the arithmetic mean of the boards looked at, or by the geometric mean, and by
what the net itself costs a board.
"""

Start = Literal["random", "plain"]
STARTS: tuple[Start, ...] = get_args(Start)
"""Where evolution begins: at random weights, or at those of the built-in order."""

MOST_BOARDS = 3000
"""A queue that takes more boards than this counts as having taken so many."""

# About what a net adds to the time of a board, by which its fitness is divided: for every input, and for every node if
# it is more than one weighted sum. Measured once, so that training is the same on every machine.
_INPUT_PRICE = 0.015
_NODE_PRICE = 0.1

_MOST = {"generations": 10_000, "population": 10_000, "queues": 100_000}
_TASK = 5
"""So many nets are measured in one task."""
_CHOICE = 4
"""The best nets of all generations are compared on so many times the queues of a generation."""


@dataclass(frozen=True)
class Generation:
    """What a generation has come to: the ``best`` and the ``mean`` fitness of its nets, and how many ``species``."""

    number: int
    best: float
    mean: float
    species: int

    def __str__(self) -> str:
        kinds = "1 species" if self.species == 1 else f"{self.species} species"
        return f"generation {self.number}: best {self.best:.3f}, mean {self.mean:.3f}, {kinds}"


@dataclass(frozen=True)
class Trained:
    """The best ``net``, and what the ``generations`` were like."""

    net: Net
    generations: tuple[Generation, ...]


def train(
    *,
    generations: int = 30,
    population: int = 100,
    queues: int = 200,
    height: int = 4,
    fitness: Fitness = "typical",
    start: Start = "plain",
    seed: int = 0,
    threads: int | None = None,
    executor: Executor | Callable[[], Executor] | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    told: Callable[[Generation], None] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    time_limit: float | None = None,
) -> Trained:
    """Evolve a net that orders moves for clears of ``height`` lines from the empty field.

    A generation has ``population`` nets, each measured on ``queues`` queues, and begins with the weights of ``start``.
    The same arguments give the same net, on however many threads, also after a stop: every population is kept in the
    ``checkpoint``, which goes on with more ``generations`` too. ``told`` hears of each generation when it is measured.

    Raises ``ProblemError`` for numbers that make no sense, ``MissingExtraError`` without the extra ``train``,
    ``StoppedError`` when the time limit (seconds) is reached, and what :func:`shapewright.jobs.run` raises.
    """
    check_height(height)
    least = {"generations": (generations, 1), "population": (population, 5), "queues": (queues, 1)}
    for name, (value, lowest) in least.items():
        if not lowest <= value <= _MOST[name]:
            what = {"population": "nets in a population", "queues": "queues of a generation"}.get(name, name)
            raise ProblemError(f"the number of {what} is from {lowest} to {_MOST[name]}, not {value}")
    if fitness not in FITNESSES:
        raise ProblemError(f"{fitness!r} is not a fitness; choose one of {' and '.join(FITNESSES)}")
    if start not in STARTS:
        raise ProblemError(f"{start!r} is not a start of evolution; choose one of {' and '.join(STARTS)}")
    if not 0 <= seed < 1 << 64:
        raise ProblemError(f"a seed is a number from 0 to 2^64 - 1, not {seed}")
    library = evolution.library()
    # Without the number of generations, so that a training can go on for longer than was asked at first.
    mark = fingerprint(["clear train", seed, population, queues, height, fitness, start, MOST_BOARDS, library])
    clock, workers = Clock(time_limit), {"threads": threads, "executor": executor}
    work = _Work(population, seed, height, fitness, start, generations, checkpoint, clock, mark, workers)
    with listener(progress) as work.listener:
        history: list[Generation] = []
        champions: list[tuple[int, Net]] = []
        current, measured = None, None
        for number in range(generations):
            current = work.population(number, current, measured)
            found = evolution.nets(current)
            measured = work.measure(number, found, deal(queues, height, _source(seed, number)))
            best = max(range(population), key=measured.__getitem__)
            net = found[best]
            if net is not None and net not in [known for _, known in champions]:
                champions.append((number, net))
            mean = math.fsum(measured) / population
            history.append(Generation(number, measured[best], mean, evolution.number_of_species(current)))
            work.remark = str(history[-1])
            if told is not None:
                told(history[-1])
        if not champions:
            raise ProblemError("no generation had a net whose values stay within bounds; start with another seed")
        choice = deal(_CHOICE * queues, height, _source(seed, None))
        scores = work.measure(generations, [net for _, net in champions], choice)
    best = max(range(len(champions)), key=scores.__getitem__)
    number, net = champions[best]
    asked = (seed, generations, population, queues, height, fitness, start)
    made = Training(*asked, number, round(scores[best], 6), library)
    return Trained(replace(net, training=made), tuple(history))


def training_queues(training: Training) -> set[str]:
    """All queues that a net has seen while it was trained."""
    number, height, seed = training.queues, training.height, training.seed
    seen = set(deal(_CHOICE * number, height, _source(seed, None)))
    for generation in range(training.generations):
        seen.update(deal(number, height, _source(seed, generation)))
    return seen


def _source(seed: int, generation: int | None) -> str:
    return f"shapewright train {seed} {'choice' if generation is None else generation}"


@dataclass
class _Work:
    """The stages of one training, as parts of one job."""

    size: int
    seed: int
    height: int
    fitness: Fitness
    start: Start
    generations: int
    checkpoint: str | os.PathLike[str] | None
    clock: Clock
    mark: str
    workers: dict[str, Any]
    listener: Callable[[Progress], None] | None = None
    remark: str = "training"

    def population(self, number: int, before: Population | None, measured: list[float] | None) -> Population:
        """The population of a generation; the library keeps its state in this process, so it works in this thread."""
        arguments = [self.size, self.seed, self.start, before, measured]
        (found,) = self._run(number, f"population {number}", _next_population, [arguments], {"threads": 1})
        return cast("Population", found)

    def measure(self, number: int, nets: list[Any], queues: list[str]) -> list[float]:
        programs = [None if net is None else net.program for net in nets]
        name = f"generation {number}" if number < self.generations else f"choice after {number} generations"
        cuts = [programs[at : at + _TASK] for at in range(0, len(programs), _TASK)]
        tasks = [[self.height, self.fitness, queues, cut] for cut in cuts]
        return [value for part in self._run(number, name, _measure, tasks, self.workers) for value in part]

    def _run(self, number: int, name: str, function: Function, tasks: list[Any], workers: dict[str, Any]) -> list[Any]:
        def whole(progress: Progress) -> Progress:
            """That of all generations, of which this stage is a part."""
            share = progress.fraction if function is _measure else 0.0
            return replace(
                progress,
                stage=self.remark,
                done=min(number, self.generations),
                total=self.generations,
                fraction=(number + share) / (self.generations + 1),
                seconds=self.clock.seconds,
            )

        listener = self.listener
        try:
            return run(
                Stage(name, function, tasks),
                fingerprint=self.mark,
                progress=None if listener is None else lambda progress: listener(whole(progress)),
                checkpoint=self.checkpoint,
                time_limit=self.clock.left(),
                **workers,
            )
        except BaseException as error:
            progress = getattr(error, "progress", None)
            if progress is None:
                raise
            overall = whole(progress)
            details = {"progress": overall, "done": overall.done, "total": overall.total}
            if isinstance(error, StoppedError):
                stopped = StoppedError(f"{self.clock.stopped()} in generation {number}")
                vars(stopped).update(vars(error), **details)
                raise stopped from None
            vars(error).update(details)
            raise


def _next_population(arguments: Arguments, budget: Budget) -> Population:
    size, seed, start, before, measured = arguments
    return evolution.begin(size, seed, start) if before is None else evolution.breed(before, measured)


def _measure(arguments: Arguments, budget: Budget) -> list[float]:
    """One task: the fitness of some nets."""
    height, fitness, queues, programs = arguments
    rules = native.rules(Kicks.named("srs"), "soft")
    sequences = list(map(native.codes, queues))
    result = []
    for program in programs:
        if program is None:
            result.append(0.0)
            continue
        order, seconds = [native.net(program)], native.seconds(budget)
        [(boards, _, _)] = native.measure(rules, height, sequences, MOST_BOARDS, order, budget.stop, seconds)
        if len(boards) < len(sequences):
            raise StoppedError("stopped while measuring nets")
        inputs = sum([len(node[2]) for node in program])
        is_sum = len(program) == 1 and ACTIVATIONS[program[0][0]] == "identity"
        price = 1 + _INPUT_PRICE * inputs + (0.0 if is_sum else _NODE_PRICE * len(program))
        if fitness == "mean":
            value = 1000 * len(boards) / sum(boards)
        else:
            value = 1000 * math.exp2(-math.fsum([math.log2(max(1, number)) for number in boards]) / len(boards))
        result.append(value / price)
    return result
