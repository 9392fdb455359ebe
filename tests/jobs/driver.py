"""A job as a program of its own, to be killed or interrupted.

``python -m tests.jobs.driver FUNCTION TASKS FOLDER HOW`` writes one line of JSON: the results, or how it was stopped.
"""

from __future__ import annotations

import json
import sys

from tests.jobs import work

from shapewright.jobs import Stage, process_pool, run


def stage(function: str, tasks: int, folder: str) -> Stage:
    place = f"{folder}/log" if function in ("logged", "bulky") else folder
    return Stage("stage", getattr(work, function), [(number, place) for number in range(tasks)])


def main(function: str, tasks: int, folder: str, how: str) -> int:
    options = {"inline": {"threads": 1}, "threads": {"threads": 2}, "processes": {"executor": process_pool(2)}}[how]
    try:
        results = run(stage(function, tasks, folder), checkpoint=f"{folder}/checkpoint", **options)
    except KeyboardInterrupt as error:
        json.dump([error.done, error.total, error.checkpoint], sys.stdout)
        return 130
    json.dump([str(result) for result in results] if function == "bulky" else results, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]))
