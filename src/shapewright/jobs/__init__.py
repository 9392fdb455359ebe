"""Long work as ordinary work: tasks over threads, processes or a cluster, with progress, Ctrl-C and checkpoints.

A job is one or more stages; a stage is a top-level function and the arguments of its tasks; :func:`run` maps one over
the other and returns the results. Names load on first use, so that importing this package costs next to nothing.
"""

from shapewright.lazy import lazy_imports

with lazy_imports(__name__):
    from shapewright.jobs.cluster import dask_executor as dask_executor
    from shapewright.jobs.executors import process_pool as process_pool
    from shapewright.jobs.large import Folder as Folder
    from shapewright.jobs.large import Large as Large
    from shapewright.jobs.large import folder_beside as folder_beside
    from shapewright.jobs.loop import run as run
    from shapewright.jobs.plain import fingerprint as fingerprint
    from shapewright.jobs.stage import Budget as Budget
    from shapewright.jobs.stage import Partial as Partial
    from shapewright.jobs.stage import Progress as Progress
    from shapewright.jobs.stage import Stage as Stage
