"""The live boards of a game from the empty field: those that some pieces lead to and some others clear.

Those of four lines take half a minute to find, so they are kept in the user's cache
(``$XDG_CACHE_HOME/shapewright/clear`` on Linux), one file for each kick system and drop. From then on they tell a
search at once which boards lead nowhere.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from shapewright.clear import native
from shapewright.clear.drops import Drop, check_drop_without_spins
from shapewright.clear.field import Field
from shapewright.clear.kicks import Kicks
from shapewright.clear.problem import read_kicks
from shapewright.errors import ElsewhereError, FileError, ProblemError, ResourceError, StoppedError
from shapewright.jobs import Progress, fingerprint
from shapewright.jobs.interrupt import Interrupt
from shapewright.jobs.limits import Clock
from shapewright.jobs.memory import require_memory
from shapewright.jobs.processors import processors
from shapewright.jobs.progress import listener
from shapewright.storage import cache
from shapewright.storage.files import whole_file
from shapewright.storage.sealed import HEADER_BYTES, header, verified

if TYPE_CHECKING:
    from pathlib import Path


HEIGHTS = (2, 4)
"""Live boards are found for so many lines."""

KEPT_HEIGHT = 4
"""Those of so many lines are kept in the cache; those of two are found again within a second."""

FORMAT = "live boards"
VERSION = 2
_KIND = "packed boards"

_MEMORY = 2 << 30
"""Bytes that the search for four lines takes at most, measured."""


@dataclass(frozen=True, eq=False)
class LiveBoards:
    """The live boards of ``height`` lines under a kick system and a drop.

    ``sizes`` has the number of boards after 0, 1, 2, ... pieces. Made by :func:`live_boards`.
    """

    height: int
    kicks: Kicks
    drop: Drop
    sizes: tuple[int, ...]
    native: native.LiveBoards = field(repr=False)

    def __reduce__(self) -> tuple[object, ...]:
        """Find them again where this arrives: in the cache, or by a search."""
        return partial(live_boards, kicks=self.kicks, drop=self.drop), (self.height,)

    def __len__(self) -> int:
        return sum(self.sizes)

    def has(self, board: Field, height: int | None = None) -> bool:
        """Whether a field of which ``height`` lines are still to clear, all if not given, is one of them.

        Its full rows are cleared first and do not count among these.

        >>> from shapewright.clear import Field
        >>> found = live_boards(2)
        >>> found.has(Field.from_text("XX________/XX________")), found.has(Field.from_text("X_X_____X_/__________"))
        (True, False)
        """
        left = self.height if height is None else height
        return self.native.contains(native.board(board.cleared().bits), left)


def live_boards(
    height: int = KEPT_HEIGHT,
    *,
    kicks: Kicks | str = "srs",
    drop: Drop = "soft",
    threads: int | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    time_limit: float | None = None,
) -> LiveBoards:
    """The live boards of ``height`` lines, 2 or 4; those of four lines are read from the user's cache.

    If they are not there they are searched for, which takes half a minute of processor time and up to 2 GB of memory,
    and kept in a file of about 57 MB. A damaged file is made again.

    >>> live_boards(2).sizes
    (1, 28, 172, 185, 28, 1)

    ``time_limit`` is in seconds. Raises ``ProblemError`` for another height, ``StoppedError`` when the time limit
    ends the search, ``LimitError`` if there is not enough memory for it, ``ElsewhereError`` for four lines in a
    browser, where nothing can be kept.
    """
    if height not in HEIGHTS:
        raise ProblemError(f"live boards are found for {' and '.join(map(str, HEIGHTS))} lines, not for {height}")
    system, drop = read_kicks(kicks), check_drop_without_spins(drop, "a list of live boards")
    clock = Clock(time_limit)
    search = partial(_search, height, system, drop, threads or processors(), progress, clock)
    if height != KEPT_HEIGHT:
        return _read(search(), height, system, drop)
    known = kept_live_boards(system, drop)
    if known is not None:
        return known
    if not cache.is_there():
        raise ElsewhereError(
            "the live boards of four lines take half a minute to find, and a browser cannot keep them; "
            "the command line can"
        )
    place = live_boards_file(system, drop)
    with cache.alone(place, clock.left()) as writable:
        known = _from_file(system, drop)  # somebody else may have made it while we waited
        if known is None:
            packed = search()
            known = _read(packed, height, system, drop)
            try:
                if writable:
                    with whole_file(str(place)) as file:
                        file.write(header(FORMAT, VERSION, _KIND, packed))
                        file.write(packed)
            except FileError as error:
                cache.remark(f"{error}; the live boards will have to be searched for again")
    with _reading:
        _kept[_key(system, drop)] = known
    return known


def kept_live_boards(kicks: Kicks | str = "srs", drop: Drop = "soft", *, read: bool = True) -> LiveBoards | None:
    """The live boards of four lines if they are in the user's cache; None otherwise, and nothing is searched for.

    Without ``read`` only those that this process has read already.
    """
    system = read_kicks(kicks)
    key = _key(system, drop)
    with _reading:
        if key not in _kept and not read:
            return None
        if key not in _kept:
            known = _from_file(system, drop) if cache.is_there() else None
            if known is None:
                return None
            if len(_kept) >= _MOST_KEPT:
                _kept.clear()
            _kept[key] = known
        return _kept[key]


def live_boards_file(kicks: Kicks | str = "srs", drop: Drop = "soft") -> Path:
    """Where the user's cache keeps the live boards of four lines; the file need not be there."""
    return cache.folder("clear") / f"live-boards-{_key(read_kicks(kicks), drop)}.{VERSION}.bin"


# Those that this process has read.
_kept: dict[str, LiveBoards] = {}
_MOST_KEPT = 4
_reading = threading.Lock()


def _key(kicks: Kicks, drop: Drop) -> str:
    """A name for all that decides which boards are live: where pieces can get."""
    table = [[[list(map(list, offsets)) for offsets in row] for row in rows] for rows in kicks.table]
    return fingerprint(KEPT_HEIGHT, table, drop)[:16]


def _search(
    height: int,
    kicks: Kicks,
    drop: Drop,
    threads: int,
    progress: bool | Callable[[Progress], None] | None,
    clock: Clock,
) -> bytes:
    """All boards, as the engine reads them."""
    if height == KEPT_HEIGHT:
        require_memory(_MEMORY, "the search for the live boards of four lines")
    steps = native.LiveGraph.steps(height)
    try:
        with listener(progress) as tell, Interrupt(clock.stop, inline=True) as interrupt:

            def report(done: int) -> None:
                if tell is not None:
                    tell(Progress("live boards", done, steps, done / steps, clock.seconds))

            report(0)
            rules = native.rules(kicks, drop)
            graph = native.LiveGraph(rules, height, threads, clock.stop, clock.native(), report)
    except MemoryError:
        raise ResourceError("the live boards do not fit into memory while they are searched for") from None
    except StoppedError:
        if interrupt.caught:  # which is known only now: no handler of Python runs before a call of one
            raise KeyboardInterrupt from None
        raise StoppedError(f"{clock.stopped()} before all live boards were found") from None
    return graph.packed()


def _from_file(kicks: Kicks, drop: Drop) -> LiveBoards | None:
    place = live_boards_file(kicks, drop)
    if not place.exists():
        return None
    try:
        _, whole = verified(str(place), FORMAT, VERSION, (_KIND,), mapped=True)
        return _read(whole[HEADER_BYTES:], KEPT_HEIGHT, kicks, drop)
    except (FileError, ValueError) as error:
        cache.remark(f"{error}; 'clear table 4 --live' makes it again")
        return None


def _read(packed: bytes | memoryview[int], height: int, kicks: Kicks, drop: Drop) -> LiveBoards:
    items: Any = memoryview(packed)  # an array to the engine, also where it is called by messages
    found = native.LiveBoards(items)
    if found.lines != height:
        raise ValueError(f"there are live boards of {found.lines} lines where those of {height} should be")
    return LiveBoards(height, kicks, drop, tuple(found.sizes), found)
