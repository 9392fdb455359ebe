"""The search for everything that can be built in a configuration, from single parts on, as a job of many stages.

First the halves, each with the operation that makes it. Then all shapes and the proof that the halves are all there are
(:mod:`shapewright.shapez.data.closure`), the pin-push-essential ones among them, and from what each is pushed. Last the
counts. Every stage is kept in the checkpoint once it is done.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from shapewright.errors import InternalError, ProblemError, StoppedError, quote
from shapewright.jobs import Budget, Folder, Large, Progress, Stage, fingerprint, folder_beside, run
from shapewright.jobs.limits import Clock
from shapewright.jobs.memory import require_memory
from shapewright.jobs.processors import processors
from shapewright.shapez.data import closure, data_file, sets
from shapewright.shapez.data.configuration import NEEDS, Configuration, Need, configuration_of
from shapewright.shapez.data.halves import find_halves
from shapewright.shapez.data.known_shapes import Data, Diagram, HalfTable, PinTable
from shapewright.storage.files import check_writable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from concurrent.futures import Executor

    from numpy.typing import NDArray

    Run = Callable[..., list[object]]


def search(
    configuration: Configuration | str,
    only: Need = "full",
    *,
    known: Data | None = None,
    threads: int | None = None,
    executor: Executor | Callable[[], Executor] | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    time_limit: float | None = None,
    output: str | os.PathLike[str] | None = None,
) -> Data:
    """Find all halves of ``configuration``; then, unless ``only`` says so, all shapes, and count them.

    ``only`` is 'halves', 'pp' (the pin-push-essential shapes too, with their parents) or 'full' (all shapes, counted).
    The pin-push-essential shapes are found among all shapes, which 'pp' therefore gives as well, but not counted.
    ``known`` are data from which the search goes on. Tasks that are many go to ``executor``; all others use the
    ``threads`` here. ``output`` is a file for what was found.

    >>> from shapewright.shapez.data.configuration import Configuration
    >>> search(Configuration(4, 2))
    <Data of quad2: 181 halves, 0 pin-push-essential shapes, all shapes in 48 nodes>

    Raises ``LimitError`` if there is not enough memory, ``StoppedError`` when ``time_limit`` (in seconds) is reached,
    ``CheckpointError`` for a checkpoint that is damaged or of another configuration, ``FileError`` if a file cannot be
    written.
    """
    configuration = configuration_of(configuration)
    if only not in NEEDS:
        raise ProblemError(f"{quote(str(only))} cannot be searched for; choose one of {', '.join(NEEDS)}")
    if known is not None and known.configuration != configuration:
        raise ProblemError(f"a search of {configuration} cannot continue from data of {known.configuration}")
    if output is not None:
        check_writable(os.fspath(output))
    if known is None or not known.has(only) or (only == "full" and not known.counts):
        threads = threads or processors()
        require_memory(memory_needed(configuration, only, threads), f"the search of {configuration} ({only})")
        with folder_beside(checkpoint) as folder:
            job = SearchJob(configuration, folder, threads, executor, progress, checkpoint, Clock(time_limit))
            known = _found(job, only, known)
    if output is not None:
        data_file.write(output, known)
    return known


def memory_needed(configuration: Configuration, only: Need, threads: int = 2) -> int:
    """About how many bytes a search with this number of threads takes at most, from measurements."""
    halves, rest = _MEGABYTES.get(configuration.name, (70, 70))
    if only == "halves":
        return halves << 20
    if configuration.name in _MEGABYTES_OF_SLICE:
        rest = max(rest, _MEGABYTES_BESIDE_SLICES + threads * _MEGABYTES_OF_SLICE[configuration.name])
    return max(halves, rest) << 20


# Peak resident megabytes, measured with two threads: of the search for halves, and of all that follows. Nobody has seen
# quad7 and hex5 through: what follows their halves is reckoned from the 16 and 18 bytes of each pin-push-essential
# shape and each half, held at once with the file that is made of them. So is each of their tasks that run side by side:
# the trace of pushing pins under a slice of quad7 takes 540 MB (measured), the shapes whose parents it seeks 1,200 MB.
_MEGABYTES = {
    "quad5": (60, 210),
    "quad6": (100, 1_800),
    "quad7": (350, 5_500),
    "hex4": (140, 270),
    "hex5": (1_900, 8_000),
    "oct3": (190, 190),
    "dec3": (5_500, 5_500),
}
_MEGABYTES_OF_SLICE = {"quad7": 1_900, "hex5": 2_200}
_MEGABYTES_BESIDE_SLICES = 1_000


def _found(job: SearchJob, only: Need, known: Data | None) -> Data:
    configuration, folder = job.configuration, job.folder
    if known is None:
        [columns] = job("halves", _FindHalves(job.threads), [(configuration.parts, configuration.layers)])
        halves = HalfTable(**{name: _column(folder, large, kind) for name, (kind, large) in columns.items()})
    else:
        halves = known.halves
    if only == "halves":
        return Data(configuration, halves)
    if known is None or known.pin is None or known.full is None:
        closed = closure.close(configuration, sets.to_bytes(sets.half_set(configuration, halves.keys)), job)
        missing = len(sets.from_bytes(folder.fetch(closed.halves))) - len(halves)
        if missing:
            raise InternalError(f"the search for the halves of {configuration} missed {missing} of them")
        shapes = closure.essential(configuration, closed, job)
        parents, rounds = closure.pin_parents(configuration, closed, shapes, job, job.threads)
        pin = PinTable(
            *(_column(folder, large, kind) for large, kind in [(shapes, "<u8"), (parents, "<u8"), (rounds, "u1")])
        )
        full = sets.diagram_of(sets.from_bytes(folder.fetch(closed.full)))
    else:
        pin, full = known.pin, known.full
    counts: Mapping[str, int] = {}
    if only == "full":
        [counts] = job("counts", _Count(configuration, halves, full), [configuration.name])
    return Data(configuration, halves, pin, full, counts)


@dataclass(frozen=True)
class SearchJob:
    """How the stages of one search are run; call it with a stage's name, function and tasks for their results.

    ``what`` is the name of the search in its checkpoint, which no other search can use.
    """

    configuration: Configuration
    folder: Folder
    threads: int
    executor: Executor | Callable[[], Executor] | None
    progress: bool | Callable[[Progress], None] | None
    checkpoint: str | os.PathLike[str] | None
    clock: Clock
    what: str = "shapez search"

    def __call__(self, name: str, function: Callable[[Any, Budget], Any], tasks: Sequence[object]) -> list[Any]:
        """The results of the tasks of a stage."""
        alone = len(tasks) < 2
        try:
            return run(
                Stage(name, function, tasks),
                fingerprint=fingerprint(self.what, self.configuration.name),
                executor=None if alone else self.executor,
                threads=1 if alone else self.threads,
                progress=self.progress,
                checkpoint=self.checkpoint,
                folder=self.folder,
                time_limit=self.clock.left(),
            )
        except (StoppedError, KeyboardInterrupt) as error:
            error.stage = name  # type: ignore[union-attr]  # how far it got is told of this stage only
            if self.clock.limit is not None and isinstance(error, StoppedError):
                # The error has more to tell than its text.
                error.args = (f"{self.clock.stopped()} in stage {name!r}",)
            raise


# --- Halves ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _FindHalves:
    """The only task of its stage. What it finds does not depend on the threads, so they are no argument of it."""

    threads: int

    def __call__(self, task: tuple[int, int], budget: Budget) -> dict[str, tuple[str, Large]]:
        table = find_halves(Configuration(*task), threads=self.threads, budget=budget)
        columns = {
            name: column.astype(column.dtype.newbyteorder("<"), copy=False) for name, column in vars(table).items()
        }
        # One after the other: together they may be gigabytes.
        return {name: (column.dtype.str, budget.keep(column.data)) for name, column in columns.items()}


def _column(folder: Folder, large: Large, kind: str) -> NDArray[Any]:
    column = np.frombuffer(folder.fetch(large), kind)
    return column.astype(column.dtype.newbyteorder("="), copy=False)


@dataclass(frozen=True)
class _Count:
    """The task that counts, with what it counts."""

    configuration: Configuration
    halves: HalfTable
    full: Diagram

    def __call__(self, name: str, budget: Budget) -> dict[str, int]:
        return sets.count_shapes(self.configuration, self.halves.keys, self.full, budget)
