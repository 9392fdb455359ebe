"""The workers of ``--cluster``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from shapewright.errors import NotationError, ProblemError, quote


@contextmanager
def workers(cluster: str | None, threads: int | None) -> Iterator[object]:
    """The ``executor=`` of a job: that of the cluster at this address, or None for this machine's threads."""
    if cluster is None:
        yield None
        return
    if threads is not None:
        raise ProblemError("--threads and --cluster cannot be combined; give one of them")
    # Dask would take long to say what is wrong with an address that has no port

    try:
        parts = urlsplit(cluster if "://" in cluster else f"tcp://{cluster}")
        complete = bool(parts.hostname) and parts.port is not None
    except ValueError:
        complete = False
    if not complete:
        raise NotationError(
            f"--cluster takes the address of a Dask scheduler, such as tcp://host:8786, not {quote(cluster)}"
        )
    from shapewright.jobs import dask_executor  # loads Dask

    with _without_dasks_words(), dask_executor(cluster) as executor:
        yield executor


@contextmanager
def _without_dasks_words() -> Iterator[None]:
    """Dask writes tracebacks to standard error when its scheduler goes; a command says in one line what happened."""
    import logging

    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)
