"""Long work as ordinary work: tasks over threads, processes or a cluster, with progress, Ctrl-C and checkpoints.

A job is one or more stages; a stage is a top-level function and the arguments of its tasks; :func:`run` maps one over
the other and returns the results. Names load on first use, so that importing this package costs next to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.lazy import lazy_names

if TYPE_CHECKING:
    from shapewright.jobs.cluster import dask_executor
    from shapewright.jobs.executors import process_pool
    from shapewright.jobs.large import Folder, Large, folder_beside
    from shapewright.jobs.loop import run
    from shapewright.jobs.plain import fingerprint
    from shapewright.jobs.stage import Budget, Partial, Progress, Stage

__all__ = [
    "Budget",
    "Folder",
    "Large",
    "Partial",
    "Progress",
    "Stage",
    "dask_executor",
    "fingerprint",
    "folder_beside",
    "process_pool",
    "run",
]

_HOMES = {
    "Budget": "stage",
    "Folder": "large",
    "Large": "large",
    "Partial": "stage",
    "Progress": "stage",
    "Stage": "stage",
    "dask_executor": "cluster",
    "fingerprint": "plain",
    "folder_beside": "large",
    "process_pool": "executors",
    "run": "loop",
}


__getattr__ = lazy_names(__name__, _HOMES)


def __dir__() -> list[str]:
    return __all__
