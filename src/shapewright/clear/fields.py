"""One question of many fields: for each how many queues of a pattern can do it, wherever the work is done.

A field is a task: it is sent as plain data, so that threads, processes and a cluster give the same answers, and a
checkpoint keeps those that are known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Unpack

from shapewright.clear.cover import Built, cover, read_built
from shapewright.clear.field import Field
from shapewright.clear.goals import Goal
from shapewright.clear.graph.setup import Setup
from shapewright.clear.kicks import Kicks
from shapewright.clear.many import Unknown
from shapewright.clear.order import Part
from shapewright.clear.path import path
from shapewright.clear.pattern import Pattern, read_pattern
from shapewright.clear.percent import percent, percentage
from shapewright.clear.problem import read_kicks
from shapewright.clear.rules import Drop, check_drop
from shapewright.errors import LimitError, ProblemError, ResourceError, StoppedError
from shapewright.jobs import Stage, fingerprint, run
from shapewright.jobs.limits import Clock

if TYPE_CHECKING:
    import os
    from concurrent.futures import Executor

    from shapewright.clear.problem import Game
    from shapewright.jobs import Budget, Progress

__all__ = ["QUESTIONS", "Counted", "Covering", "count_fields"]

MINIMAL_SECONDS = 10.0
"""The seconds for which the fewest solutions of a field are looked for."""

_GROWTH = 3.0
"""A field with one piece more to place takes about so many times as long."""


@dataclass(frozen=True)
class Counted:
    """So many of so many queues can do it; ``more`` has what else was counted of the field, by name.

    >>> str(Counted(711, 840))
    '711 / 840 = 84.64 %'
    """

    solved: int
    queues: int
    more: Mapping[str, int | None] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.solved} / {self.queues} = {percentage(self.solved, self.queues)} %"

    @property
    def fraction(self) -> float:
        """The chance as a number from 0 to 1."""
        return self.solved / self.queues if self.queues else 0.0


@dataclass(frozen=True)
class Covering:
    """Solutions to be built by any queue of a pattern, and the rules: what ``cover`` is asked.

    Raises ``ProblemError`` without solutions, or if the pattern is too short for one.
    """

    solutions: tuple[Built, ...]
    pattern: Pattern
    kicks: Kicks = Kicks.named("srs")  # noqa: RUF009 - frozen, and always the same object
    drop: Drop = "soft"
    hold: bool = True

    def __post_init__(self) -> None:
        check_drop(self.drop)
        if not self.solutions:
            raise ProblemError("there are no solutions to be covered")
        if self.pattern.length < self.longest:
            raise ProblemError(
                f"a solution has {self.longest} pieces, and the queues of the pattern have {self.pattern.length}"
            )

    @classmethod
    def of(cls, solutions: Iterable[Any] | str, pattern: Pattern | str, **game: Unpack[Game]) -> Covering:
        """The same of arguments that may still be text; see :func:`shapewright.clear.cover`."""
        given = [solutions] if isinstance(solutions, str) else solutions
        return cls(
            tuple([one for each in given for one in read_built(each)]),
            read_pattern(pattern),
            read_kicks(game.get("kicks", "srs")),
            game.get("drop", "soft"),
            game.get("hold", True),
        )

    @property
    def longest(self) -> int:
        """How many pieces the longest solution has."""
        return max([len(one.parts) for one in self.solutions])


def count_fields(
    question: str,
    fields: Iterable[Any],
    pattern: Pattern | str | None = None,
    height: int | None = None,
    *,
    save: str | None = None,
    use_list: bool = True,
    minimal: bool = False,
    goal: Goal | str = "normal",
    mirror: bool = False,
    threads: int | None = None,
    executor: Executor | Callable[[], Executor] | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    time_limit: float | None = None,
    **game: Unpack[Game],
) -> list[Counted | Unknown]:
    """What ``percent``, ``path`` or ``cover`` (the ``question``) counts for each of ``fields``, in their order.

    A field is what these functions take: a field, or for ``cover`` solutions; one with a pattern of its own is a pair.
    A :class:`Setup` or a :class:`Covering` has its rules besides. Of a path it is the number of unique solutions, and
    with ``minimal`` how many suffice (with what is proven after ten seconds); ``save`` and ``use_list`` are those of
    :func:`shapewright.clear.percent`, ``goal`` and ``mirror`` those of :func:`shapewright.clear.cover`.

    >>> fields = ["ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ", ("/".join(["XXX____XXX"] * 4), "*p5")]
    >>> [str(counted) for counted in count_fields("percent", fields, "I,*p4", threads=1)]
    ['711 / 840 = 84.64 %', '1776 / 2520 = 70.48 %']

    A field that cannot be counted, since memory does not suffice or the time was over (``time_limit`` seconds for all
    of them), is an :class:`Unknown` with the reason; with a checkpoint, which keeps what was counted, ``StoppedError``
    is raised when the time is over. The other keywords are those of :func:`shapewright.jobs.run`, and so are the
    errors; fields and patterns that do not fit raise ``ProblemError`` before anything is counted.
    """
    if question not in QUESTIONS:
        raise ProblemError(f"{question!r} is not counted for many fields; choose one of {', '.join(QUESTIONS)}")
    clock = Clock(time_limit)
    kind = QUESTIONS[question]
    stated = [_asked(kind, each, pattern, height, game) for each in fields]
    aim = asdict(Goal(goal) if isinstance(goal, str) else goal)
    options = {"save": save, "use_list": use_list, "minimal": minimal, "goal": aim, "mirror": mirror}
    tasks = [[question, _plain(one), options] for one in stated]
    if not tasks:
        return []
    try:
        results = run(
            Stage("fields", _task, tasks, list(map(_weight, stated))),
            fingerprint=fingerprint("clear fields", tasks),
            executor=executor,
            threads=1 if executor is None and len(tasks) == 1 else threads,
            progress=progress,
            checkpoint=checkpoint,
            time_limit=clock.left(),
        )
    except StoppedError as stopped:
        if checkpoint is not None or not stopped.results:
            raise
        reason = str(clock.stopped("its turn came"))
        results = [stopped.results.get(number, reason) for number in range(len(tasks))]
    return [Unknown(one) if isinstance(one, str) else Counted(one[0], one[1], one[2]) for one in results]


# --- What is asked ----------------------------------------------------------------------------------------------------


def _asked(kind: _Kind, entry: Any, pattern: Pattern | str | None, height: int | None, game: Game) -> Setup | Covering:
    """A field with its rules."""
    if isinstance(entry, (Setup, Covering)):
        if not isinstance(entry, kind.asked):
            raise ProblemError(f"a {kind.asked.__name__} is expected here, not a {type(entry).__name__}")
        return entry
    one, own = entry if isinstance(entry, tuple) and len(entry) == 2 else (entry, pattern)
    if own is None:
        raise ProblemError("the pattern is missing; give one for all fields, or pairs of a field and a pattern")
    return Covering.of(one, own, **game) if kind.asked is Covering else Setup.of(one, own, height, **game)


def _plain(asked: Setup | Covering) -> list[Any]:
    """The same as plain data."""
    game = [asked.pattern.to_text(), asked.kicks.name, asked.kicks.to_properties(), asked.drop, asked.hold]
    if isinstance(asked, Setup):
        return [*game, asked.field.to_text(one_line=True), asked.height]
    built = [
        [one.start.to_text(one_line=True), [[part.piece, [list(cell) for cell in part.cells]] for part in one.parts]]
        for one in asked.solutions
    ]
    return [*game, built]


def _of_plain(data: list[Any]) -> Setup | Covering:
    text, name, table, drop, hold, what, *height = data
    pattern, kicks = Pattern.from_text(text), Kicks.from_properties(table, name=name)
    if height:
        return Setup(Field.from_text(what), pattern, height[0], kicks, drop, hold)
    built = [
        Built(Field.from_text(start), tuple([Part(piece, tuple(map(tuple, cells))) for piece, cells in parts]))
        for start, parts in what
    ]
    return Covering(tuple(built), pattern, kicks, drop, hold)


def _weight(asked: Setup | Covering) -> float:
    """About how long it takes, in any unit: what takes longest begins first."""
    return _GROWTH ** min(asked.needed if isinstance(asked, Setup) else 0, 30)


# --- Counting ---------------------------------------------------------------------------------------------------------


def _task(arguments: list[Any], budget: Budget) -> list[Any] | str:
    """One field: how many queues can, how many there are, and what else was counted; or why it cannot be counted."""
    question, data, options = arguments
    try:
        return QUESTIONS[question].count(_of_plain(data), options, budget)
    except (LimitError, ProblemError, ResourceError) as error:
        return str(error)


def _percent(setup: Setup, options: Mapping[str, Any], budget: Budget) -> list[Any]:
    save = options["save"]
    chance = percent(setup, save=save, use_list=options["use_list"], time_limit=budget.left(), stop=budget.stop)
    return [chance.solved, chance.queues, {} if save is None else {"cleared": chance.cleared}]


def _path(setup: Setup, options: Mapping[str, Any], budget: Budget) -> list[Any]:
    found = path(setup, save=options["save"], time_limit=budget.left(), stop=budget.stop)
    more: dict[str, int | None] = {"unique": len(found)}
    if options["minimal"]:
        left = budget.left()
        fewest = found.minimal(time_limit=MINIMAL_SECONDS if left is None else min(MINIMAL_SECONDS, left))
        more |= {"minimal": len(fewest), "minimal_bound": fewest.bound}
    return [found.solved, found.queues, more]


def _cover(asked: Covering, options: Mapping[str, Any], budget: Budget) -> list[Any]:
    found = cover(
        asked.solutions,
        asked.pattern,
        kicks=asked.kicks,
        drop=asked.drop,
        hold=asked.hold,
        goal=Goal(**options["goal"]),
        mirror=options["mirror"],
        time_limit=budget.left(),
        stop=budget.stop,
    )
    return [found.any.solved, found.any.queues, {"solutions": len(found.solutions), "every": found.every.solved}]


@dataclass(frozen=True)
class _Kind:
    """What a question is asked of, how it is counted, and the names of what is counted besides."""

    asked: type[Setup | Covering]
    count: Callable[[Any, Mapping[str, Any], Budget], list[Any]]


QUESTIONS: Mapping[str, _Kind] = {
    "percent": _Kind(Setup, _percent),
    "path": _Kind(Setup, _path),
    "cover": _Kind(Covering, _cover),
}
"""The questions that many fields can be asked; another one needs an entry here, and nothing else in this module."""
