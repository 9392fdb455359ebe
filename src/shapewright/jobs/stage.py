"""The values a job is made of: a stage of tasks, the budget a task gets, what it may leave over, and progress."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from shapewright.errors import ProblemError, StoppedError, amount
from shapewright.jobs.limits import Clock

if TYPE_CHECKING:
    from shapewright.jobs.large import Folder, Large

# Native code may measure its seconds on a coarser clock and give up a moment before ours says so.
CLOCK_TOLERANCE = 0.05


@dataclass(frozen=True)
class Budget:
    """What a task may use: ``seconds`` (None: no limit), a byte ``stop`` that ends it when set, and a folder.

    A task that finds its budget used up returns :class:`Partial` with the work that is left, or, if it cannot be cut,
    raises ``StoppedError``. The seconds count from the creation of the budget, which is the start of the task;
    ``clock`` keeps them.

    >>> budget = Budget(seconds=60)
    >>> budget.stopped()
    False
    >>> budget.stop[0] = 1
    >>> budget.stopped()
    True
    """

    seconds: float | None = None
    stop: bytearray = field(default_factory=lambda: bytearray(1))
    folder: Folder | None = None
    clock: Clock = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "clock", Clock(self.seconds, self.stop))

    def stopped(self) -> bool:
        """Whether the task should end now: ``stop`` is set, or its seconds are over."""
        return self.clock.over()

    def left(self) -> float | None:
        """The seconds that are left, never negative; None if there is no limit."""
        return self.clock.left()

    def keep(self, content: bytes | memoryview) -> Large:
        """Write a result that is too large for a checkpoint's row beside it; what to return instead.

        Raises ``ProblemError`` if the job has no folder for it, ``FileError`` if it cannot be written.
        """
        return self._folder().keep(content)

    def fetch(self, large: Large) -> bytes:
        """Read a large result among the task's arguments.

        Raises ``FileError`` if it is not there, or damaged.
        """
        return self._folder().fetch(large)

    def _folder(self) -> Folder:
        if self.folder is None:
            raise ProblemError("large results need a checkpoint, beside which they are kept, or a folder")
        return self.folder


@dataclass(frozen=True)
class Partial:
    """What a task that ended early returns: its result so far, and the arguments of the tasks that do the rest.

    The rest run as further tasks of the same stage, and their results follow this one in the list. ``done`` is the
    share of this task's work that it has done, from 0 to 1, if it knows; only the progress bar uses it.
    """

    result: object
    rest: Sequence[object]
    done: float = 0.0


Arguments = list[Any]
"""What a task is given: plain data, in a list."""

Function = Callable[[Any, Budget], object]
"""What does a task: a function at the top of a module."""


@dataclass(frozen=True)
class Stage:
    """Tasks of one kind: ``function(arguments, budget)`` for each entry of ``tasks``.

    ``function`` is a top-level function that is harmless to run twice. Arguments and results are plain data: None,
    bool, int of any size, float, str, bytes, list, tuple, dict, and ``Large`` for bytes kept in files. ``weights`` are
    the shares of the work, in any unit: the heaviest tasks start first, and progress is measured in them. To be resumed
    from a checkpoint the work must be cut into the same tasks each time, whatever the number of workers. ``number`` of
    ``stages`` is the place of this one in work that has several, where it is known how many.
    """

    name: str
    function: Function
    tasks: Sequence[object]
    weights: Sequence[float] | None = None
    number: int = 1
    stages: int = 1

    def __post_init__(self) -> None:
        if self.weights is None:
            return
        if len(self.weights) != len(self.tasks):
            raise ValueError(f"stage {self.name!r} has {len(self.tasks)} tasks but {len(self.weights)} weights")
        for number, weight in enumerate(self.weights):
            if not (math.isfinite(weight) and weight >= 0):
                raise ValueError(f"weight {weight!r} of task {number} of stage {self.name!r} is not a share of work")


@dataclass(frozen=True)
class Progress:
    """How far a stage is. ``done`` of ``total`` tasks are finished with all their rest; ``fraction`` goes by weight.

    ``fraction`` never goes backward. ``resumed`` is the fraction that a checkpoint already held, ``seconds`` the time
    this run has taken. ``remark`` says how far it is where numbers of tasks do not: the best so far, and a bound.
    ``number`` of ``stages`` is the place of the stage.

    >>> print(Progress(stage="count", done=12, total=169, fraction=0.071, seconds=41.3))
    12 of 169 tasks
    >>> print(Progress(stage="count", done=12, total=169, fraction=0.071, seconds=41.3, number=1, stages=2))
    12 of 169 tasks of stage 1 of 2
    """

    stage: str
    done: int
    total: int
    fraction: float
    seconds: float
    resumed: float = 0.0
    remark: str = ""
    number: int = 1
    stages: int = 1

    @property
    def place(self) -> str:
        """Which stage this is, if there are several."""
        return f"stage {self.number} of {self.stages}" if self.stages > 1 else ""

    def __str__(self) -> str:
        # The share of the work and the seconds of this stage contradict the number of tasks and the limit of the run.
        text = self.remark or f"{self.done} of {amount(self.total, 'task')}"
        return f"{text} of {self.place}" if self.place else text


@dataclass(frozen=True)
class Unfinished:
    """What :func:`call` returns for a task that used up its budget and could not be cut: it must run again."""


def call(
    function: Callable[[object, Budget], object],
    arguments: object,
    seconds: float | None,
    folder: Folder | None = None,
    stop: bytearray | None = None,
) -> object:
    """Run one task where we are; what every executor is given to do.

    Returns the task's result, a :class:`Partial`, or :class:`Unfinished`.
    """
    budget = Budget(seconds, bytearray(1) if stop is None else stop, folder)
    if budget.stop[0]:
        return Unfinished()
    try:
        return function(arguments, budget)
    except StoppedError:
        left = budget.left()
        if budget.stop[0] or (left is not None and left <= CLOCK_TOLERANCE):
            return Unfinished()
        raise
