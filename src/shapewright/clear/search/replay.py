"""Solutions checked by the rules: whole ``.pc`` files by the engine on all threads, others in plain Python.

The engine's replay (``engine/clear/records.hpp``) shares no code with what finds clears, and none with
:mod:`shapewright.clear.check`, which puts into words what is wrong with a record.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from shapewright.clear import native
from shapewright.clear.check import faults
from shapewright.clear.drops import DROPS, Drop, check_drop_without_spins
from shapewright.clear.field import Field
from shapewright.clear.kicks import Kicks
from shapewright.clear.notation.pc import PcFile, read_part
from shapewright.clear.problem import read_kicks
from shapewright.clear.solution import Solution
from shapewright.errors import InternalError, NotationError, StoppedError, amount, quote
from shapewright.jobs import Budget, Progress, Stage, run
from shapewright.jobs.processors import processors

if TYPE_CHECKING:
    from concurrent.futures import Executor

MAX_NAMED = 1000
"""Number of wrong solutions whose faults are listed; the others are counted."""


EMPTY = "the file is empty, so there is nothing to check"

_SHOWN = 20
"""So many wrong solutions are named in words."""

NO_COUNT = "a .pc file does not state how many records it has, so missing records cannot be noticed"


# A file or a content, where a part of it begins and how long it is, and the rules.
_Task = tuple[str | bytes, int, int, "Kicks", Drop]


@dataclass(frozen=True)
class Verification:
    """So many ``solutions``, of which ``wrong`` are not right; ``faults`` are those of the first wrong ones.

    Each entry is the number of a solution, from 1, and its faults, one sentence each. ``not_checked`` has what else was
    said, if it was, and why it was not checked.
    """

    solutions: int
    wrong: int
    faults: tuple[tuple[int, tuple[str, ...]], ...]
    not_checked: Mapping[str, str] = field(default_factory=dict, repr=False)
    note: str = field(default="", repr=False)
    """What a reader should know of what was checked."""

    def to_json(self) -> dict[str, object]:
        """The same as the keys of an envelope."""
        nothing = not (self.solutions or self.not_checked)
        return {
            "valid": self.valid,
            "solutions": self.solutions,
            "wrong": self.wrong,
            "faults": [{"solution": number, "faults": list(told)} for number, told in self.faults],
            "not_checked": {"solutions": EMPTY} if nothing else dict(self.not_checked),
            **({"note": self.note} if self.note else {}),
        }

    def lines(self) -> list[str]:
        """The same in sentences, the verdict last."""
        lines = [f"solution {number}: {told[0]}" for number, told in self.faults[:_SHOWN]]
        if self.wrong > _SHOWN:
            lines.append(f"and {self.wrong - _SHOWN} more")
        lines += [f"not checked: {key} ({reason})" for key, reason in self.not_checked.items()]
        what = amount(self.solutions, "solution")
        if self.wrong:
            lines.append(f"{self.wrong} of {what} {'is' if self.wrong == 1 else 'are'} wrong")
        elif self.solutions:
            rest = f"; {self.note}" if self.note else ""
            lines.append(f"{what}, {'all right' if self.solutions > 1 else 'right'}{rest}")
        elif not self.not_checked:
            lines.append(f"0 solutions: {EMPTY}")
        return lines

    @property
    def valid(self) -> bool | None:
        """Whether all are right; None if there are none, or something was not checked."""
        if self.wrong:
            return False
        return None if self.not_checked or not self.solutions else True


def replay(
    source: str | bytes,
    *,
    kicks: Kicks | str = "srs",
    drop: Drop = "soft",
    threads: int | None = None,
    executor: Executor | Callable[[], Executor] | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    time_limit: float | None = None,
) -> Verification:
    """Replay all solutions of a ``.pc`` file of any size, given by its path, or of the content of one.

    The checks are those of :func:`shapewright.clear.faults`: the order that queue and hold allow, that each
    piece fits, rests on something and can get there with these kicks, and that nothing is left. The whole file is never
    in memory. A thread replays most of a million solutions a second.

    >>> replay(bytes.fromhex("7185fcffffff0700000c183820") * 3)
    Verification(solutions=3, wrong=0, faults=())

    Raises ``FileError``, which names the first damaged record, for what is no ``.pc`` file; ``StoppedError`` when the
    time limit (seconds) is reached, and what :func:`shapewright.jobs.run` raises.
    """
    check_drop_without_spins(drop, "a check of a .pc file")
    system = read_kicks(kicks)
    file = PcFile(source, kicks=system.name)
    parts = list(file.parts())
    tasks: list[_Task] = []
    for part in parts:  # of a content only what a task looks at
        place = (source, part.start) if isinstance(source, str) else (source[part.start : part.start + part.size], 0)
        tasks.append((*place, part.size, system, drop))
    if executor is None:
        threads = min(processors() if threads is None else threads, max(1, len(tasks)))
    checked = run(
        Stage("verify", _checked, tasks, weights=[part.size for part in parts]),
        executor=executor,
        threads=threads,
        progress=progress,
        time_limit=time_limit,
    )
    solutions = wrong = 0
    named: list[tuple[int, int]] = []
    for part, (records, wrong_ones, first_wrong, size) in zip(parts, checked, strict=True):
        if size < part.size:
            file.blame(part.number + records, part.start + size)
        solutions += records
        wrong += wrong_ones
        named += [(part.number + place, part.start + at) for place, at in first_wrong[: MAX_NAMED - len(named)]]
    file.check_end()
    told = []
    for number, at in named:
        found = faults(replace(file.at(number, at), drop=drop), kicks=system)
        if not found:
            raise InternalError(f"the engine finds a fault in record {number} at byte {at}, the plain rules none")
        told.append((number, tuple(found)))
    return Verification(solutions, wrong, tuple(told), note=NO_COUNT if solutions else "")


def replay_solutions(
    solutions: Sequence[Solution | NotationError], *, kicks: Kicks | None = None, drop: Drop | None = None
) -> Verification:
    """Replay a few solutions, by the rules that each says it was made by, unless ``kicks`` and ``drop`` say others.

    One that cannot be read, given as the reason, is wrong. Raises ``NotationError`` if that is true of all of them, and
    for a solution whose kicks are not known by their name.
    """
    wrong: list[tuple[int, tuple[str, ...]]] = []
    unread = [solution for solution in solutions if isinstance(solution, NotationError)]
    if unread and len(unread) == len(solutions):
        raise unread[0]
    for number, solution in enumerate(solutions, 1):
        if isinstance(solution, NotationError):
            wrong.append((number, (str(solution),)))
            continue
        if kicks is None and isinstance(solution.kicks, str):
            raise NotationError(
                f"solution {number} is for the kicks {quote(solution.kicks)}, which have no known name; give their "
                "file by --kicks"
            )
        found = faults(solution if drop is None else replace(solution, drop=drop), kicks=kicks)
        if found:
            wrong.append((number, tuple(found)))
    return Verification(len(solutions), len(wrong), tuple(wrong))


def wrong_records(records: Sequence[bytes], kicks: Kicks, drop: Drop, start: Field | None = None) -> list[int]:
    """The places of those records of ``.pc`` files that break the rules, the first thousand at most.

    They clear ``start``, a field of at most six rows, none of them full; if not given, the empty field. The drop is
    not one by which every T must spin. Raises ``InternalError`` for a record that is damaged.
    """
    content = b"".join(records)
    checker = native.RecordChecker(kicks.table, DROPS.index(drop))
    filled = native.board(0 if start is None else start.bits)
    number, _, wrong, looked_at, _ = checker.check(content, MAX_NAMED, filled, None, -1.0)
    if looked_at < len(content):
        raise InternalError(f"record {number + 1} of clears that were found is damaged")
    return [place for place, _ in wrong]


def _checked(arguments: _Task, budget: Budget) -> tuple[int, int, list[tuple[int, int]], int]:
    """One task: how many records, how many wrong ones, places and bytes of the first of these, bytes looked at."""
    source, start, size, kicks, drop = arguments
    checker = native.RecordChecker(kicks.table, DROPS.index(drop))
    records, wrong, first_wrong, looked_at, is_stopped = checker.check(
        read_part(source, start, size), MAX_NAMED, native.board(0), budget.stop, native.seconds(budget)
    )
    if is_stopped:
        raise StoppedError("stopped before all records were replayed")
    return records, wrong, first_wrong, looked_at
