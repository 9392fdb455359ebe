"""Makes a table of two lines whose records are kept in files, as those of four lines are, and may die of it.

    python killed_table.py OUTPUT CHECKPOINT LOG THREADS WHERE TASK

WHERE is ``recorded`` (dies once so many tasks or more are recorded), ``kept`` (dies in that task, after its file is
written), or ``nowhere``.
"""

from __future__ import annotations

import os
import signal
import sys
from importlib import import_module
from typing import Any

from shapewright.jobs import Budget, Progress

module = import_module("shapewright.clear.search.table")
part = module._part


def main(output: str, checkpoint: str, log: str, threads: str, where: str, task: str) -> None:
    begun = 0

    def die() -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def kept_part(arguments: list[Any], budget: Budget) -> list[Any]:
        nonlocal begun
        begun += 1
        with open(log, "a") as file:
            file.write("begun\n")
        records, *rest = part(arguments, budget)
        kept = budget.keep(records) if records else records
        if where == "kept" and begun == int(task):
            die()
        return [kept, *rest]

    def told(progress: Progress) -> None:
        if where == "recorded" and progress.done >= int(task):
            die()

    module._part = kept_part
    module.table(2, output, checkpoint=checkpoint, threads=int(threads), progress=told)


if __name__ == "__main__":
    main(*sys.argv[1:])
