"""The bookkeeping of a stage: which tasks are ready, which are done, what they gave, and how far the whole is.

A task is known by its path: ``(3,)`` is task 3, ``(3, 0)`` the first part of the rest that task 3 left over. Paths
sort as the results are to be listed.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from shapewright.jobs.stage import Partial, Progress, Stage

Path = tuple[int, ...]


class Outcome(NamedTuple):
    """A finished task: its result, the arguments of the tasks that it left over, the share of its work it did."""

    result: object
    rest: list[object]
    done: float

    @classmethod
    def of(cls, value: object) -> Outcome:
        """The outcome of a task that returned ``value``."""
        if not isinstance(value, Partial):
            return cls(value, [], 1.0)
        rest = list(value.rest)
        # Written so that a NaN counts as nothing done.
        done = min(value.done, 1.0) if value.done > 0 else 0.0
        return cls(value.result, rest, float(done) if rest else 1.0)


@dataclass(slots=True)
class Task:
    """One task that is not finished: its arguments, its share of the work, and the slices of time it needs at once."""

    path: Path
    arguments: object
    weight: float
    slices: int = 1


class Ledger:
    """The state of one stage, started from the outcomes in ``recorded``.

    ``in_order`` takes tasks by their path; otherwise the heaviest come first. What a task left over follows it
    closely, so that few tasks are half-done at a time.
    """

    def __init__(self, stage: Stage, recorded: Mapping[Path, Outcome] | None = None, *, in_order: bool = False) -> None:
        weights = [float(weight) for weight in stage.weights or ()]
        largest = max(weights, default=0.0)
        # Scaled, so that no sum overflows; without any weight all tasks are alike.
        weights = [weight / largest for weight in weights] if largest > 0 else [1.0] * len(stage.tasks)
        self._stage = stage
        self._weights = weights
        self._in_order = in_order
        self._total_weight = sum(weights)
        self._done_weight = 0.0
        self._parts_left = [1] * len(stage.tasks)
        self._done_tasks = 0
        self._ready: list[tuple[float, Path, Task]] = []
        self._results: dict[Path, object] = {}
        self._unfinished = 0
        roots = [Task((number,), stage.tasks[number], weight) for number, weight in enumerate(weights)]
        self._unfinished = len(roots)
        self._admit(roots, recorded or {})
        self._resumed = self.fraction

    @property
    def complete(self) -> bool:
        """Whether every task is finished."""
        return self._unfinished == 0

    @property
    def finished(self) -> int:
        """The number of finished tasks, parts included."""
        return len(self._results)

    @property
    def fraction(self) -> float:
        """The share of the work that is done, 1 only at the very end."""
        if self.complete:
            return 1.0
        return min(self._done_weight / self._total_weight, 1.0 - 1e-9)

    def next(self) -> Task | None:
        """Take the next task to start, or None if none is ready."""
        return heapq.heappop(self._ready)[2] if self._ready else None

    def put_back(self, task: Task) -> None:
        """Return a task that was taken and did not finish."""
        heapq.heappush(self._ready, (self._rank(task), task.path, task))

    def finish(self, task: Task, outcome: Outcome) -> None:
        """Enter what a task gave; its rest becomes ready."""
        for part in self._enter(task, outcome):
            self.put_back(part)

    def results(self) -> list[object]:
        """All results so far, by task number and then by part."""
        return [self._results[path] for path in sorted(self._results)]

    def whole(self) -> dict[int, object]:
        """The results of finished tasks by their number; for tasks that left nothing over."""
        return {
            path[0]: result
            for path, result in self._results.items()
            if len(path) == 1 and not self._parts_left[path[0]]
        }

    def progress(self, seconds: float) -> Progress:
        """How far the stage is, ``seconds`` after the start of this run."""
        stage, total = self._stage, len(self._weights)
        return Progress(
            stage.name, self._done_tasks, total, self.fraction, seconds, self._resumed,
            number=stage.number, stages=stage.stages,
        )  # fmt: skip

    def _rank(self, task: Task) -> float:
        return 0.0 if self._in_order else -self._weights[task.path[0]]

    def _enter(self, task: Task, outcome: Outcome) -> list[Task]:
        root = task.path[0]
        self._results[task.path] = outcome.result
        self._unfinished += len(outcome.rest) - 1
        self._parts_left[root] += len(outcome.rest) - 1
        if self._parts_left[root] == 0:
            self._done_tasks += 1
        self._done_weight += task.weight * outcome.done
        if not outcome.rest:
            return []
        share = task.weight * (1.0 - outcome.done) / len(outcome.rest)
        return [Task((*task.path, part), arguments, share) for part, arguments in enumerate(outcome.rest)]

    def _admit(self, tasks: list[Task], recorded: Mapping[Path, Outcome]) -> None:
        waiting = tasks[::-1]
        while waiting:
            task = waiting.pop()
            outcome = recorded.get(task.path)
            if outcome is None:
                self._ready.append((self._rank(task), task.path, task))
            else:
                waiting.extend(self._enter(task, outcome))
        if len(self._results) != len(recorded):
            raise ValueError(
                f"{len(recorded) - len(self._results)} recorded tasks do not belong to any task of the stage"
            )
        heapq.heapify(self._ready)
