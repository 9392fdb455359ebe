"""A task as it travels to a worker on another machine: a pickle that runs the task where it is opened.

What Dask itself pickles is read before anything of ours could look at it, by workers and by the scheduler; a worker
that lacks the package then ends without a word. So a task is bytes, and what it runs is ``pickle.loads``: where the
package is missing that raises an ordinary error, and where it has another version the parcel says so.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable

from shapewright import __version__

# What a worker says that it lacks if it cannot open a parcel at all.
MODULES = ("shapewright", "shapewright.jobs", "shapewright.jobs.parcel")


class OtherVersionError(RuntimeError):
    """This worker has ``version`` of the package, which is not the one that sent the task."""

    def __init__(self, version: str) -> None:
        super().__init__(version)
        self.version = version


class Parcel:
    """A call and the version of the package that makes it; opened with ``pickle.loads`` it is what the call gives."""

    def __init__(self, version: str, function: Callable[..., object], *arguments: object) -> None:
        # Pickled once more: what is in it is looked at after the version.
        self._parts = version, pickle.dumps((function, arguments))

    def __reduce__(self) -> tuple[Callable[..., object], tuple[str, bytes]]:
        return run, self._parts


def run(version: str, call: bytes) -> object:
    """Run what came in a parcel; raises ``OtherVersionError`` if it is not for this version."""
    if version != __version__:
        raise OtherVersionError(__version__)
    function, arguments = pickle.loads(call)
    return function(*arguments)
