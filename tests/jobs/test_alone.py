"""Jobs where there is one thread and no other process, as in a browser."""

from __future__ import annotations

import json

from tests import bare

COUNTING = """
import json
from shapewright.errors import StoppedError
from shapewright.jobs import loop, Budget, Partial, Stage, run
from shapewright.jobs.processors import processors

def climb(arguments, budget):
    "Counts from one number up to another, and leaves over what its time does not suffice for."
    first, last, steps = arguments
    for number in range(first, last):
        if steps and number - first >= steps:
            return Partial(number - first, [[number, last, steps]], (number - first) / (last - first))
    return last - first

def whole(arguments, budget):
    "Cannot be cut: ends only where it has more time than a slice."
    seconds.append(budget.seconds)
    while budget.seconds is not None:
        if budget.stopped():
            raise StoppedError("not enough")
    return arguments

loop.SLICE = 0.05
seconds = []
far = []
def note(progress):
    far.append(progress.fraction)

found = run(Stage("climb", climb, [[0, 10, 3], [0, 5, 0]]), threads=4, progress=note)
rest = run(Stage("whole", whole, [1, 2, 3]), progress=lambda progress: None)
print(json.dumps([processors(), found, far, rest, seconds]))
"""

LIMITS = """
import json
from shapewright.errors import ElsewhereError, StoppedError
from shapewright.jobs import Stage, process_pool, run
from shapewright.packing.search.solvers import race

def endless(arguments, budget):
    while not budget.stopped():
        pass
    raise StoppedError("no more time")

words = []
for number, call in enumerate([
    lambda: run(Stage("endless", endless, [1, 2]), time_limit=0.2),
    lambda: run(Stage("endless", endless, [1, 2]), time_limit=0.2, progress=lambda progress: None),
    lambda: process_pool(2),
]):
    try:
        call()
    except (StoppedError, ElsewhereError) as error:
        words.append([type(error).__name__, str(error)])

def attempt(number, stop):
    return ("found", str(number), b"") if number == 2 else ("gave up", "", b"")

words.append(race(attempt, range(9), 4)[1])
print(json.dumps(words))
"""


def test_tasks_run_in_slices_and_progress_is_told_between() -> None:
    processors, found, far, rest, seconds = json.loads(bare.printed(COUNTING))
    assert processors == 1
    assert found == [3, 3, 3, 1, 5]
    assert len(far) == 6
    assert far == sorted(far)
    assert far[-1] == 1
    # The first one is tried in a slice; what cannot be cut has all the time there is from then on.
    assert rest == [1, 2, 3]
    assert seconds == [0.05, None, None, None]


def test_time_limits_hold_and_processes_are_refused() -> None:
    assert json.loads(bare.printed(LIMITS)) == [
        ["StoppedError", "the time limit of 0.2 s was reached after 0 of 2 tasks of stage 'endless'"],
        ["StoppedError", "the time limit of 0.2 s was reached after 0 of 2 tasks of stage 'endless'"],
        ["ElsewhereError", "a browser cannot start other processes; the command line can"],
        "2",
    ]
