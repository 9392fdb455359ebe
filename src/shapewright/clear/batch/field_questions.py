"""What can be asked of many fields: how a question states a field, sends it as plain data, and counts it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

from shapewright.clear.chances.cover import Built, cover, read_built
from shapewright.clear.chances.percent import percent
from shapewright.clear.field import Field
from shapewright.clear.graph.setup import DEFAULT_HEIGHT, Setup
from shapewright.clear.kicks import Kicks
from shapewright.clear.orders.goals import Goal
from shapewright.clear.orders.placing_order import Part
from shapewright.clear.paths.path import path
from shapewright.clear.patterns.pattern import Pattern, read_pattern
from shapewright.clear.problem import read_kicks
from shapewright.clear.rules import Drop, check_drop
from shapewright.clear.scoring.score import score
from shapewright.clear.scoring.table import AttackTable
from shapewright.clear.setup.blueprint import Blueprint
from shapewright.clear.setup.chance_after_setup import chances_after
from shapewright.clear.setup.setups import Span, setups
from shapewright.errors import LimitError, ProblemError, ResourceError

if TYPE_CHECKING:
    from shapewright.clear.paths.path import Path
    from shapewright.clear.problem import Game
    from shapewright.jobs import Budget

__all__ = ["QUESTIONS", "Covering", "Filling", "Stated", "asked_of", "counted", "plain", "weight"]

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
            read_kicks(game.get("kicks", "srs")),
            game.get("drop", "soft"),
            game.get("hold", True),
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


# --- What is asked ----------------------------------------------------------------------------------------------------


def asked_of(question: str, entry: Any, pattern: Pattern | str | None, height: int | None, game: Game) -> Stated:
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


def plain(asked: Stated) -> list[Any]:
    """The same as plain data."""
    game = [asked.pattern.to_text(), asked.kicks.name, asked.kicks.to_properties(), asked.drop, asked.hold]
    if isinstance(asked, Setup):
        return [*game, asked.field.to_text(one_line=True), asked.height]
    if isinstance(asked, Filling):
        blueprint, then = asked.blueprint, asked.then
        marked = [blueprint.start.bits, blueprint.fill, blueprint.margin, blueprint.free, blueprint.height]
        after = [None if then is None else then.to_text(), asked.then_height - blueprint.full_rows]
        return [*game, marked, asked.pieces, asked.clears, asked.exclude, asked.operate, *after]
    built = [
        [one.start.to_text(one_line=True), [[part.piece, [list(cell) for cell in part.cells]] for part in one.parts]]
        for one in asked.solutions
    ]
    return [*game, built]


def _setup_of(game: tuple[Any, ...], text: str, height: int) -> Setup:
    pattern, kicks, drop, hold = game
    return Setup(Field.from_text(text), pattern, height, kicks, drop, hold)


def _covering_of(game: tuple[Any, ...], plain: list[Any]) -> Covering:
    built = [
        Built(Field.from_text(start), tuple([Part(piece, tuple(map(tuple, cells))) for piece, cells in parts]))
        for start, parts in plain
    ]
    return Covering(tuple(built), *game)


def _filling_of(game: tuple[Any, ...], marked: list[int], *options: Any) -> Filling:
    start, fill, margin, free, height = marked
    pattern, kicks, drop, hold = game
    pieces, clears, exclude, operate, then, then_height = options
    after = None if then is None else Pattern.from_text(then)
    blueprint = Blueprint(Field.from_bits(start), fill, margin, free, height)
    return Filling(blueprint, pattern, kicks, drop, hold, pieces, clears, exclude, operate, after, then_height)


def weight(asked: Stated) -> float:
    """About how long it takes, in any unit: what takes longest begins first."""
    if isinstance(asked, Setup):
        return _GROWTH ** min(asked.needed, 30)
    return _GROWTH ** (asked.blueprint.allowed.bit_count() // 4) if isinstance(asked, Filling) else 1.0


# --- Counting ---------------------------------------------------------------------------------------------------------


def counted(arguments: list[Any], budget: Budget) -> list[Any] | str:
    """One field: how many queues can, how many there are, and what else was counted; or why it cannot be counted."""
    question, (text, name, table, drop, hold, *what), options = arguments
    kind = QUESTIONS[question]
    try:
        game = (Pattern.from_text(text), Kicks.from_properties(table, name=name), drop, hold)
        return kind.count(kind.of_plain(game, *what), options, budget)
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
        more |= _fewest(found, budget)
    return [found.solved, found.queues, more]


def _fewest(found: Path, budget: Budget) -> dict[str, int | None]:
    """How many of the solutions suffice, and what is proven of that."""
    left = budget.left()
    fewest = found.minimal(time_limit=MINIMAL_SECONDS if left is None else min(MINIMAL_SECONDS, left))
    return {"minimal": len(fewest), "minimal_bound": fewest.bound}


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


def _setups(asked: Filling, options: Mapping[str, Any], budget: Budget) -> list[Any]:
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
    more: dict[str, Any] = {"setups": len(found), "cores": found.cores}
    if asked.then is not None:
        after = chances_after(
            found, asked.then, asked.then_height, hold=asked.hold, time_limit=budget.left(), stop=budget.stop
        )
        chances = [one.then.fraction for one in after if one.then is not None]
        more["then"] = max(chances, default=None)
    return [found.any.solved, found.queues, more]


def _scores(asked: Setup, options: Mapping[str, Any], budget: Budget) -> list[Any]:
    table = AttackTable.from_plain(options["table"])
    chain = {name: options[name] for name in ("combo", "back_to_back")}
    found = score(asked, table=table, **chain, time_limit=budget.left(), stop=budget.stop)
    more: dict[str, Any] = {"total": found.total, "average": found.average}
    if options["minimal"]:
        best = found.solutions(time_limit=budget.left())
        more |= {"unique": len(best), **_fewest(best, budget)}
    return [found.solved, len(found.values), more]


@dataclass(frozen=True)
class _Kind:
    """What a question is asked of, how that is made of plain data, and how it is counted."""

    asked: type[Stated]
    of_plain: Callable[..., Any]
    count: Callable[[Any, Mapping[str, Any], Budget], list[Any]]


QUESTIONS: Mapping[str, _Kind] = {
    "percent": _Kind(Setup, _setup_of, _percent),
    "path": _Kind(Setup, _setup_of, _path),
    "cover": _Kind(Covering, _covering_of, _cover),
    "setup": _Kind(Filling, _filling_of, _setups),
    "score": _Kind(Setup, _setup_of, _scores),
}
"""The questions that many fields can be asked."""
