"""The data of a configuration, from wherever it is: a file that is named, the package, the user's cache, or a search.

Results of searches are kept in the user's cache (``$XDG_CACHE_HOME/shapewright/shapez`` on Linux), one file for
each configuration. While it is made, a lock keeps others from doing the same work, and a checkpoint beside it keeps
what is finished if the work is broken off.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from shapewright.errors import CheckpointError, ElsewhereError, FileError
from shapewright.jobs.limits import Clock
from shapewright.jobs.stage import Progress
from shapewright.shapez.data import data_file
from shapewright.shapez.data.configuration import Configuration, Need, configuration_of
from shapewright.shapez.data.known_shapes import Data
from shapewright.storage import arrays, cache

if TYPE_CHECKING:
    from concurrent.futures import Executor


# Another format has another name, so that two versions of the program do not undo each other's work.
_SUFFIX = f".{data_file.VERSION}.h5"

# Configurations of so few cells are searched within a second or so: completely, or for halves and pin shapes.
QUICK, QUICK_HALVES = 12, 16

# What verdicts and plans for the game's highest shapes in rings of six wait for, once, measured on an AMD EPYC.
_SECONDS = {"hex4": 10}

SEARCHED = "searched_"
"""How the names of their files begin where a page brings them along."""

_PACKAGE = "shapewright.shapez"

_loaded: dict[Configuration, Data] = {}


def load(
    configuration: Configuration | str,
    need: Need = "pp",
    path: str | os.PathLike[str] | None = None,
    *,
    progress: bool | Callable[[Progress], None] | None = None,
    threads: int | None = None,
    time_limit: float | None = None,
) -> Data:
    """The data of ``configuration``, at least as much as ``need`` says: 'halves', 'pp' or 'full'.

    With ``path`` it is read from that file and nowhere else. Otherwise what is missing is searched for and kept;
    ``progress``, ``threads`` and ``time_limit`` (seconds) are for that search. A damaged file in the cache is made
    again.

    Raises ``ProblemError`` for what is not a ``Configuration``, ``FileError`` if the file ``path`` is damaged, of
    another configuration, or does not hold what is needed, ``LimitError`` if there is not enough memory for a search,
    ``StoppedError`` when the time limit is reached; what was searched by then is kept.
    """
    configuration = configuration_of(configuration)
    if path is not None:
        return _given(configuration, need, os.fspath(path))
    known = _loaded.get(configuration)
    if known is None or not known.has(need):
        known = shipped(configuration)
        if known is None or not known.has(need):
            known = _from_cache(configuration, need, known, progress, threads, Clock(time_limit))
        _loaded[configuration] = known
    return known


def cache_file(configuration: Configuration) -> Path:
    """Where the user's cache keeps the data of ``configuration``."""
    return cache.folder("shapez") / (configuration.name + _SUFFIX)


def shipped(configuration: Configuration) -> Data | None:
    """The data that came with the package, or None if there is none for ``configuration``."""
    with arrays.shipped(_PACKAGE, configuration.name) as path:
        return None if path is None else data_file.read(path)


def read_data(path: str | os.PathLike[str]) -> Data:
    """The data in a file, whatever its configuration, with pin-push-essential shapes at least.

    Raises ``FileError`` if the file is missing or damaged, or does not hold what is needed.
    """
    return sufficient(data_file.read(path), "pp", os.fspath(path))


def is_at_hand(configuration: Configuration | str, need: Need) -> bool:
    """Whether :func:`load` gives so much within a second or so, because it is kept or quickly searched for."""
    configuration = configuration_of(configuration)
    is_native = cache.is_there()
    if is_native and (configuration.cells <= QUICK or (configuration.cells <= QUICK_HALVES and need != "full")):
        return True
    known = _loaded.get(configuration)
    if known is None or not known.has(need):
        known = shipped(configuration) or (None if is_native else _brought(configuration))
        if known is not None:
            _loaded[configuration] = known
    return (known is not None and known.has(need)) or (is_native and cache_file(configuration).exists())


class Kept(NamedTuple):
    """Data, and the ``file`` in which they are kept; without one they are ``shipped`` with the package, or lost."""

    data: Data
    file: str | None
    shipped: bool = False


def search_and_keep(
    configuration: Configuration | str,
    only: Need = "full",
    *,
    output: str | os.PathLike[str] | None = None,
    threads: int | None = None,
    executor: Executor | Callable[[], Executor] | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    time_limit: float | None = None,
) -> Kept:
    """What :func:`~shapewright.shapez.data.search.search` finds, and the file in which it is kept now.

    That file is ``output``, for which everything is searched for, or it is the cache's, from which the search then goes
    on. Without an executor, a checkpoint and a time limit, what came with the package needs no search at all.

    Raises as ``search`` does, and ``FileError`` if the cache cannot be written and the search takes what could be lost.
    """
    configuration = configuration_of(configuration)
    from shapewright.shapez.data.search import search  # what is known needs none of it

    place = cache_file(configuration)
    if output is None and (time_limit, checkpoint, executor) == (None, None, None):
        data = load(configuration, only, progress=progress, threads=threads)
        return Kept(data, str(place) if place.exists() else None, shipped(configuration) is not None)
    known = None
    if output is None:
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FileError(f"cannot write {str(place)!r}: {(error.strerror or str(error)).lower()}") from None
        with contextlib.suppress(FileError):
            known = data_file.read(place)
    kept = str(place) if output is None else os.fspath(output)
    data = search(
        configuration, only, known=known, threads=threads, executor=executor, progress=progress, checkpoint=checkpoint,
        time_limit=time_limit, output=kept,
    )  # fmt: skip
    return Kept(data, kept)


def sufficient(data: Data, need: Need, path: str) -> Data:
    """``data``, which were read from ``path``; ``FileError`` if they are less than what ``need`` says."""
    if not data.has(need):
        raise FileError(
            f"{path!r} lacks data: it was made by a search of {data.extent!r}, and a search of {need!r} is needed"
        )
    return data


def at_hand(choices: Sequence[Configuration]) -> Configuration:
    """The first of some configurations whose data this process has loaded; else the first that came with the package.

    If there is none either, the very first: give that first whose search is the shortest.
    """
    for configuration in choices:
        known = _loaded.get(configuration)
        if known is not None and known.has("pp"):
            return configuration
    return next((each for each in choices if ships(each)), choices[0])


def ships(configuration: Configuration | str) -> bool:
    """Whether the data of ``configuration`` come with the package."""
    configuration = configuration_of(configuration)
    return arrays.ships(_PACKAGE, configuration.name)


def elsewhere(configuration: Configuration) -> ElsewhereError:
    """The error about a search that a browser should make, with the command that makes it."""
    return ElsewhereError(
        f"a browser cannot search {configuration}; at a command line, 'shapewright shapez search {configuration}' does"
    )


def _given(configuration: Configuration, need: Need, path: str) -> Data:
    data = data_file.read(path)
    if data.configuration != configuration:
        raise FileError(f"{path!r} holds the data of {data.configuration}, but those of {configuration} are needed")
    return sufficient(data, need, path)


def _from_cache(
    configuration: Configuration,
    need: Need,
    known: Data | None,
    progress: bool | Callable[[Progress], None] | None,
    threads: int | None,
    clock: Clock,
) -> Data:
    if not cache.is_there():
        brought = _brought(configuration)
        if brought is None or not brought.has(need):
            raise elsewhere(configuration)
        return brought
    place = cache_file(configuration)
    cached = _cached(place, configuration)
    if cached is not None and cached.has(need):
        return cached
    with cache.alone(place, clock.left()) as writable:
        # Somebody else may have made it while we waited.
        cached = _cached(place, configuration, say=True)
        if cached is not None and cached.has(need):
            return cached
        made = _search(configuration, need, place, cached or known, progress, threads, writable, clock)
        if writable:
            try:
                data_file.write(place, made)
            except FileError as error:
                cache.remark(f"{error}; the data of {configuration} will have to be computed again")
            else:
                _remove_checkpoint(place)
        return made


def _brought(configuration: Configuration) -> Data | None:
    """The data of a small configuration in a browser, which come with the page since it cannot search for them."""
    with arrays.shipped(_PACKAGE, f"{SEARCHED}{configuration.name}") as path:
        return None if path is None else data_file.read(path)


def _search(
    configuration: Configuration,
    need: Need,
    place: Path,
    known: Data | None,
    progress: bool | Callable[[Progress], None] | None,
    threads: int | None,
    writable: bool,
    clock: Clock,
) -> Data:
    from shapewright.shapez.data.search import search  # what is known needs none of it

    def go(checkpoint: Path | None) -> Data:
        return search(
            configuration, need, known=known, progress=progress, threads=threads, checkpoint=checkpoint,
            time_limit=clock.left(),
        )  # fmt: skip

    seconds = _SECONDS.get(configuration.name)
    if need != "full" and seconds is not None:
        notice = (
            f"what can be built in {configuration} is not on this machine yet; it is searched for once, in about "
            f"{seconds} processor seconds, and kept"
        )
        if progress is True:
            cache.remark(notice)
        elif progress:
            progress(Progress("search", 0, 1, 0.0, 0.0, remark=notice))
    checkpoint = _checkpoint(place) if writable else None
    try:
        return go(checkpoint)
    except CheckpointError:
        # It is ours, and worth no more than the work that it saves.
        _remove_checkpoint(place)
        return go(checkpoint)
    except FileError as error:
        # Work that was kept is not to be lost because the disk is full; where none could be, there is none to lose.
        if checkpoint is None or checkpoint.exists():
            raise
        cache.remark(f"{error}; the search goes on without")
        return go(None)


def _cached(place: Path, configuration: Configuration, *, say: bool = False) -> Data | None:
    """What the cache holds, or None if that is nothing or is damaged."""
    if not place.exists():
        return None
    try:
        return _given(configuration, "halves", str(place))
    except FileError as error:
        if say:
            cache.remark(f"{error}; it is computed again")
        return None


def _checkpoint(place: Path) -> Path:
    return place.with_suffix(".checkpoint")


def _remove_checkpoint(place: Path) -> None:
    checkpoint = _checkpoint(place)
    with contextlib.suppress(OSError):
        checkpoint.unlink()
    shutil.rmtree(f"{checkpoint}.files", ignore_errors=True)
