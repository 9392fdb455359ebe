"""Long work as ordinary work: tasks over threads, processes or a cluster, with progress, Ctrl-C and checkpoints.

A job is one or more stages; a stage is a top-level function and the arguments of its tasks; :func:`run` maps one over
the other and returns the results. Names load on first use, so that importing this package costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

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


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
