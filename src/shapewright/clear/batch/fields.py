"""One question of many fields: for each how many queues of a pattern can do it, wherever the work is done.

A field is a task: it is sent as plain data, so that threads, processes and a cluster give the same answers, and a
checkpoint keeps those that are known. What can be asked is in :mod:`shapewright.clear.batch.fields`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from shapewright.clear.chances.cover import Built, cover, read_built
from shapewright.clear.chances.percent import percent, percentage
from shapewright.clear.drops import Drop, check_drop
from shapewright.clear.field import Field
from shapewright.clear.graph.setup import DEFAULT_HEIGHT, Setup
from shapewright.clear.kicks import Kicks
from shapewright.clear.orders.goals import Goal
from shapewright.clear.orders.placing_order import Part
from shapewright.clear.paths.path import Path, path
from shapewright.clear.patterns.pattern import Pattern, read_pattern
from shapewright.clear.patterns.pattern_parts import Element, Filter
from shapewright.clear.patterns.queue_conditions import Condition
from shapewright.clear.problem import Game, read_game
from shapewright.clear.scoring.score import score
from shapewright.clear.scoring.table import AttackTable, attack_table
from shapewright.clear.search.many_queues import Unknown
from shapewright.clear.setup.blueprint import Blueprint
from shapewright.clear.setup.chance_after_setup import chances_after
from shapewright.clear.setup.setups import Span, setups
from shapewright.errors import LimitError, ProblemError, ResourceError, StoppedError
from shapewright.jobs import Budget, Progress, Stage, fingerprint, run
from shapewright.jobs.limits import Clock
from shapewright.jobs.stage import Arguments

if TYPE_CHECKING:
    import os
    from concurrent.futures import Executor


MINIMAL_SECONDS = 10.0
"""The seconds for which the fewest solutions of a field are looked for."""

_GROWTH = 3.0
"""A field with one piece more to place takes about so many times as long."""


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
        return cls(tuple([one for each in given for one in read_built(each)]), read_pattern(pattern), *read_game(game))

    @property
    def longest(self) -> int:
        """How many pieces the longest solution has."""
        return max([len(one.parts) for one in self.solutions])


@dataclass(frozen=True)
class Filling:
    """Cells to be filled by the queues of a pattern, and the rules: what ``setup`` is asked.

    The options are those of :func:`shapewright.clear.setups`; with ``then``, queues of that pattern clear what a setup
    leaves, ``then_height`` lines together with it.
    """

    blueprint: Blueprint
    pattern: Pattern
    kicks: Kicks = Kicks.named("srs")  # noqa: RUF009 - frozen, and always the same object
    drop: Drop = "soft"
    hold: bool = True
    pieces: Span | int | None = None
    clears: Span | int | None = None
    exclude: str = "none"
    operate: str = ""
    then: Pattern | None = None
    then_height: int = DEFAULT_HEIGHT

    def __post_init__(self) -> None:
        check_drop(self.drop)

    @classmethod
    def of(
        cls,
        blueprint: Blueprint | str,
        pattern: Pattern | str,
        *,
        pieces: Span | int | None = None,
        clears: Span | int | None = None,
        exclude: str = "none",
        operate: str = "",
        then: Pattern | str | None = None,
        then_height: int = DEFAULT_HEIGHT,
        **game: Unpack[Game],
    ) -> Filling:
        """The same of arguments that may still be text."""
        return cls(
            Blueprint.from_text(blueprint) if isinstance(blueprint, str) else blueprint,
            read_pattern(pattern),
            *read_game(game),
            pieces,
            clears,
            exclude,
            operate,
            None if then is None else read_pattern(then),
            then_height,
        )

    @property
    def height(self) -> int:
        """How many rows of the blueprint count."""
        return self.blueprint.height


Stated = Setup | Covering | Filling
"""A field with all that is asked of it."""


def asked_of(
    question: str, entry: Stated | Any, pattern: Pattern | str | None, height: int | None, game: Game
) -> Stated:
    """A field with its rules."""
    kind = QUESTIONS[question]
    if isinstance(entry, Stated):
        if not isinstance(entry, kind.asked):
            raise ProblemError(f"a {kind.asked.__name__} is expected here, not a {type(entry).__name__}")
        return entry
    one, own = entry if isinstance(entry, tuple) and len(entry) == 2 else (entry, pattern)
    if own is None:
        raise ProblemError("the pattern is missing; give one for all fields, or pairs of a field and a pattern")
    if kind.asked is Setup:
        return Setup.of(one, own, height, **game)
    return Covering.of(one, own, **game) if kind.asked is Covering else Filling.of(one, own, **game)


_KINDS = (Setup, Covering, Filling, Built, Part, Field, Pattern, Element, Filter, Condition, Kicks, Blueprint)
_BY_NAME: dict[str, Callable[..., object]] = {kind.__name__: kind for kind in _KINDS}


def plain(value: object) -> object:
    """A value as plain data: what a dataclass or a part has, by the name of its kind."""
    if isinstance(value, _KINDS):
        names = value._fields if isinstance(value, Part) else [each.name for each in dataclasses.fields(value)]
        return {type(value).__name__: [plain(getattr(value, name)) for name in names]}
    if isinstance(value, frozenset):
        return {"frozenset": sorted(map(plain, value), key=repr)}
    return tuple(map(plain, value)) if isinstance(value, tuple) else value


def of_plain(value: object) -> object:
    """The value that :func:`plain` made plain."""
    if isinstance(value, tuple):
        return tuple(map(of_plain, value))
    if not isinstance(value, dict):
        return value
    ((name, parts),) = value.items()
    made = map(of_plain, parts)
    return frozenset(made) if name == "frozenset" else _BY_NAME[name](*made)


def weight(asked: Stated) -> float:
    """About how long it takes, in any unit: what takes longest begins first."""
    if isinstance(asked, Setup):
        return _GROWTH ** min(asked.needed, 30)
    return _GROWTH ** (asked.blueprint.allowed.bit_count() // 4) if isinstance(asked, Filling) else 1.0


_More = Mapping[str, int | float | None]
_Counts = tuple[int, int, _More]
"""How many queues can, how many there are, and what else was counted, by name."""


class _Options(TypedDict, total=False):
    save: str | None
    use_list: bool
    minimal: bool
    goal: dict[str, Any]
    mirror: bool
    table: dict[str, object]
    combo: int
    back_to_back: int


def counted(arguments: Arguments, budget: Budget) -> _Counts | str:
    """One field: how many queues can, how many there are, and what else was counted; or why it cannot be counted."""
    question, asked, options = arguments
    try:
        return QUESTIONS[question].count(of_plain(asked), options, budget)
    except (LimitError, ProblemError, ResourceError) as error:
        return str(error)


def _percent(setup: Setup, options: _Options, budget: Budget) -> _Counts:
    save = options["save"]
    chance = percent(setup, save=save, use_list=options["use_list"], time_limit=budget.left(), stop=budget.stop)
    return chance.solved, chance.queues, {} if save is None else {"cleared": chance.cleared}


def _path(setup: Setup, options: _Options, budget: Budget) -> _Counts:
    found = path(setup, save=options["save"], time_limit=budget.left(), stop=budget.stop)
    fewest = _fewest(found, budget) if options["minimal"] else {}
    return found.solved, found.queues, {"unique": len(found), **fewest}


def _fewest(found: Path, budget: Budget) -> _More:
    """How many of the solutions suffice, and what is proven of that."""
    left = budget.left()
    fewest = found.minimal(time_limit=MINIMAL_SECONDS if left is None else min(MINIMAL_SECONDS, left))
    return {"minimal": len(fewest), "minimal_bound": fewest.bound}


def _cover(asked: Covering, options: _Options, budget: Budget) -> _Counts:
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
    return found.any.solved, found.any.queues, {"solutions": len(found.solutions), "every": found.every.solved}


def _setups(asked: Filling, options: _Options, budget: Budget) -> _Counts:
    found = setups(
        asked.blueprint,
        asked.pattern,
        pieces=asked.pieces,
        clears=asked.clears,
        exclude=asked.exclude,
        operate=asked.operate,
        kicks=asked.kicks,
        drop=asked.drop,
        hold=asked.hold,
        time_limit=budget.left(),
        stop=budget.stop,
    )
    more: dict[str, int | float | None] = {"setups": len(found), "cores": found.cores}
    if asked.then is not None:
        after = chances_after(
            found, asked.then, asked.then_height, hold=asked.hold, time_limit=budget.left(), stop=budget.stop
        )
        chances = [one.then.fraction for one in after if one.then is not None]
        more["then"] = max(chances, default=None)
    return found.any.solved, found.queues, more


def _scores(asked: Setup, options: _Options, budget: Budget) -> _Counts:
    found = score(
        asked,
        table=AttackTable.from_plain(options["table"]),
        combo=options["combo"],
        back_to_back=options["back_to_back"],
        time_limit=budget.left(),
        stop=budget.stop,
    )
    more: _More = {}
    if options["minimal"]:
        best = found.solutions(time_limit=budget.left())
        more = {"unique": len(best), **_fewest(best, budget)}
    return found.solved, len(found.values), {"total": found.total, "average": found.average, **more}


@dataclass(frozen=True)
class _Kind:
    """What a question is asked of, and how it is counted."""

    asked: type[Stated]
    count: Callable[[Any, _Options, Budget], _Counts]


QUESTIONS: Mapping[str, _Kind] = {
    "percent": _Kind(Setup, _percent),
    "path": _Kind(Setup, _path),
    "cover": _Kind(Covering, _cover),
    "setup": _Kind(Filling, _setups),
    "score": _Kind(Setup, _scores),
}
"""The questions that many fields can be asked."""


@dataclass(frozen=True)
class Counted:
    """So many of so many queues can do it; ``more`` has what else was counted of the field, by name.

    >>> str(Counted(711, 840))
    '711 / 840 = 84.64 %'
    """

    solved: int
    queues: int
    more: _More = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.solved} / {self.queues} = {percentage(self.solved, self.queues)} %"

    @property
    def fraction(self) -> float:
        """The chance as a number from 0 to 1."""
        return self.solved / self.queues if self.queues else 0.0


def count_fields(
    question: str,
    fields: Iterable[object],
    pattern: Pattern | str | None = None,
    height: int | None = None,
    *,
    save: str | None = None,
    use_list: bool = True,
    minimal: bool = False,
    goal: Goal | str = "normal",
    mirror: bool = False,
    table: AttackTable | str = "guideline",
    combo: int = 0,
    back_to_back: int = 0,
    threads: int | None = None,
    executor: Executor | Callable[[], Executor] | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    time_limit: float | None = None,
    **game: Unpack[Game],
) -> list[Counted | Unknown]:
    """What ``percent``, ``path``, ``cover``, ``setup`` or ``score`` (the ``question``) counts for each of ``fields``.

    A field is what these functions take: a field, for ``cover`` solutions, for ``setup`` a blueprint; one with a
    pattern of its own is a pair. A :class:`Setup`, a :class:`Covering` or a :class:`Filling` has its rules besides.
    Of a path it is also the number of unique solutions, and with ``minimal`` how many suffice (with what is proven
    after ten seconds), of setups their number, of scores the sum of the best and their mean. ``save`` and
    ``use_list`` are those of :func:`shapewright.clear.percent`, ``goal`` and ``mirror`` those of
    :func:`shapewright.clear.cover`, ``table``, ``combo`` and ``back_to_back`` those of
    :func:`shapewright.clear.score`. The answers are in the order of the fields.

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
    stated = [asked_of(question, each, pattern, height, game) for each in fields]
    aim = asdict(Goal(goal) if isinstance(goal, str) else goal)
    options: _Options = {"save": save, "use_list": use_list, "minimal": minimal, "goal": aim, "mirror": mirror}
    if question == "score":
        options |= {"table": attack_table(table).to_plain(), "combo": combo, "back_to_back": back_to_back}
    tasks = [[question, plain(one), options] for one in stated]
    if not tasks:
        return []
    try:
        results = run(
            Stage("fields", counted, tasks, list(map(weight, stated))),
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
    return [Unknown(one) if isinstance(one, str) else Counted(*one) for one in results]
