"""Tables: for every queue, a perfect clear from the empty field if it has one, and what that makes of the chances."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING

from shapewright.clear import native
from shapewright.clear.drops import Drop, check_drop_without_spins
from shapewright.clear.field import WIDTH, Field
from shapewright.clear.kicks import Kicks
from shapewright.clear.nets.net import Net, read_net
from shapewright.clear.notation.pc import format_record, packed_pieces
from shapewright.clear.patterns.sequences import Weights, sequences_beginning, weights
from shapewright.clear.piece import PIECES
from shapewright.clear.problem import Problem, read_kicks
from shapewright.clear.queue import Queue
from shapewright.clear.search.solve import first_packed, solution_of
from shapewright.errors import ProblemError, StoppedError
from shapewright.jobs import Budget, Progress, Stage, fingerprint, folder_beside, run
from shapewright.jobs.processors import processors
from shapewright.jobs.stage import Arguments
from shapewright.storage.files import check_writable, whole_file

if TYPE_CHECKING:
    from concurrent.futures import Executor

HEIGHTS = (2, 4)
"""The heights that have tables."""

_END = 7


@dataclass(frozen=True)
class Table:
    """A table of ``height`` lines: how many ``sequences`` of a held piece and as many others as are placed there are,
    how many of them are ``solved``, and the equally likely strings of pieces that stand for the solved ones and all.

    ``failed`` has six bytes for each of the other sequences, as ``.pc`` files write them.
    """

    height: int
    kicks: str
    drop: Drop
    sequences: int
    solved: int
    solved_weights: Weights
    all_weights: Weights
    failed: bytes

    def chances(self) -> dict[str, tuple[int, int]]:
        """For each kind of start how many of how many strings have a perfect clear.

        ``opener``: an empty hold and a whole first bag; ``none``: an empty hold and any part of a bag left; ``any``:
        the same, and each of the seven pieces in hold.
        """
        solved, every = asdict(self.solved_weights), asdict(self.all_weights)
        return {kind: (solved[kind], number) for kind, number in every.items()}

    def impossible(self) -> Iterator[tuple[str, str]]:
        """The sequences without a perfect clear: the pair of held and first piece, and what follows."""
        return sequences_in(self.failed)


def table(
    height: int,
    output: str | None = None,
    *,
    kicks: Kicks | str = "srs",
    drop: Drop = "soft",
    threads: int | None = None,
    executor: Executor | Callable[[], Executor] | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    time_limit: float | None = None,
    net: Net | str | None = None,
) -> Table:
    """Find a perfect clear of ``height`` lines from the empty field for every queue, and write them to a ``.pc`` file.

    A queue is a held piece and as many others as are placed; queues count as one that do not differ but in the order of
    the held and the first piece. The file has a record for each queue that has a perfect clear; it is the same on every
    run, on however many threads. Height 4 takes minutes and some gigabytes of memory in every process.

    A table needs no order of the moves. With a ``net`` (or its file) each queue is searched for by itself instead, the
    net ordering the moves: the same queues have a clear, most another one, and height 4 takes hours.

    >>> found = table(2)
    >>> found.solved, found.sequences, found.chances()["none"]
    (3522, 57750, (5148, 154980))

    Raises ``ProblemError`` for a height without table, ``StoppedError`` when the time limit (seconds) is reached, and
    what :func:`shapewright.jobs.run` raises.
    """
    if height not in HEIGHTS:
        raise ProblemError(f"there are tables of {' and '.join(map(str, HEIGHTS))} lines, not of {height}")
    check_drop_without_spins(drop, "a table")
    if output is not None:
        check_writable(output)
    system = read_kicks(kicks)
    tasks = [[height, plain_kicks(system), drop, start] for start in starts(height)]
    stage = Stage(f"table of {height} lines", _part, tasks)
    told = ["clear table", height, plain_kicks(system), drop]
    if (order := read_net(net)) is not None:
        stage = Stage(stage.name, _part_by_search, [[*task, order.to_text()] for task in tasks])
        told.append(order.to_text())
    with folder_beside(checkpoint) as folder:
        parts = run(
            stage,
            fingerprint=fingerprint(told),
            executor=executor,
            threads=threads,
            progress=progress,
            checkpoint=checkpoint,
            folder=folder,
            time_limit=time_limit,
        )
        if output is not None:
            with whole_file(output) as file:
                for records, *_ in parts:
                    file.write(records if isinstance(records, bytes) else folder.fetch(records))
    return Table(
        height,
        system.name,
        drop,
        sum([part[2] for part in parts]),
        sum([part[2] - len(part[1]) // 6 for part in parts]),
        sum([Weights(*part[3]) for part in parts], Weights(0, 0, 0)),
        sum([Weights(*part[4]) for part in parts], Weights(0, 0, 0)),
        b"".join([part[1] for part in parts]),
    )


def sequences_in(packed: bytes) -> Iterator[tuple[str, str]]:
    """Sequences of which each has six bytes, as ``.pc`` files write them: the pair, and what follows."""
    for at in range(0, len(packed), 6):
        number = int.from_bytes(packed[at : at + 6], "little")
        codes = [number >> 3 * slot & 7 for slot in range(16)]
        letters = "".join([PIECES[code] for code in codes if code != _END])
        yield letters[:2], letters[2:]


def starts(height: int) -> list[bytes]:
    """The beginnings of sequences into which the work is cut: all pairs, and further pieces if there is much to do."""
    pairs = list(map(bytes, combinations_with_replacement(range(len(PIECES)), 2)))
    return pairs if height == 2 else [pair + bytes(more) for pair in pairs for more in product(range(7), repeat=2)]


def plain_kicks(kicks: Kicks) -> Arguments:
    """The kicks as arguments of a task."""
    return [kicks.name, [[[list(map(list, row)) for row in rows] for rows in piece] for piece in kicks.table]]


def read_plain(plain: Arguments) -> Kicks:
    """What :func:`plain_kicks` wrote."""
    name, pieces = plain
    return Kicks(
        name, tuple(tuple(tuple(tuple(map(tuple, row)) for row in rows) for rows in piece) for piece in pieces)
    )


# The live boards of the latest rules; they take a while, so that one thread makes them and the others wait.
_kept: dict[str, native.LivePlacements] = {}
_making = threading.Lock()


def placements_of(height: int, plain: Arguments, drop: Drop, budget: Budget) -> native.LivePlacements:
    """What tables are made from, made once in a process for the latest rules."""
    key = fingerprint([height, plain, drop])
    with _making:
        if key not in _kept:
            rules = native.rules(read_plain(plain), drop)
            threads, seconds = processors(), native.seconds(budget)
            graph = native.LiveGraph(rules, height, threads, budget.stop, seconds)
            made = native.LivePlacements(graph, threads, budget.stop, seconds)
            _kept.clear()
            _kept[key] = made
        return _kept[key]


def _part(arguments: Arguments, budget: Budget) -> Arguments:
    """One task: records, sequences without a clear, number of sequences, weights of the solved ones and of all."""
    height, plain, drop, start = arguments
    placements = placements_of(height, plain, drop, budget)
    records, failed, sequences, solved, total = placements.table_part(start, budget.stop, native.seconds(budget))
    kept = records if height == 2 or not records else budget.keep(records)
    return [kept, failed, sequences, list(solved), list(total)]


def _part_by_search(arguments: Arguments, budget: Budget) -> Arguments:
    """Solve one part of a table by a search for each sequence, a net ordering its moves.

    Without a net, tables are made from all boards that can still be cleared, which is many times as fast. The same
    queues have a clear either way, but the clear that is found for a queue may differ.
    """
    height, plain, drop, start, text = arguments
    kicks, net = read_plain(plain), Net.from_text(text)
    letters = "".join([PIECES[code] for code in start])
    records, failed = bytearray(), bytearray()
    number, solved, total = 0, Weights(0, 0, 0), Weights(0, 0, 0)
    for pair, rest in sequences_beginning(letters, height * WIDTH // 4):
        if budget.stopped():
            raise StoppedError("stopped while a table was made")
        problem = Problem(Field(), Queue(pair[1] + rest, pair[0]), height, kicks, drop)
        placements = first_packed(problem, net=net)
        stands_for = weights(pair, rest)
        number += 1
        total += stands_for
        if placements is None:
            failed += packed_pieces([PIECES.index(piece) for piece in pair + rest])
        else:
            solved += stands_for
            records += format_record(solution_of(problem, placements))
    kept = bytes(records) if height == 2 or not records else budget.keep(bytes(records))
    return [kept, bytes(failed), number, *[[one.opener, one.none, one.any] for one in (solved, total)]]
