"""What is asked of a pattern: the field, the queues and the rules, in solution-finder's spellings as well."""

from __future__ import annotations

from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from shapewright.cli import options
from shapewright.cli.clear import game
from shapewright.cli.input import read_argument
from shapewright.errors import NotationError, ProblemError

if TYPE_CHECKING:
    from collections.abc import Callable

    from shapewright.clear.kicks import Kicks
    from shapewright.clear.pattern import Pattern
    from shapewright.clear.rules import Drop

Command = TypeVar("Command", bound="Callable[..., Any]")


@dataclass(frozen=True)
class Rules:
    """How the game is played, and by which queues."""

    pattern: Pattern
    kicks: Kicks
    drop: Drop
    hold: bool


def _read_pattern(text: str) -> Pattern:
    from shapewright.clear.pattern import Pattern

    return Pattern.from_text(text)


def _read_hold(text: str) -> bool:
    from shapewright.clear.notation.comment import read_hold
    from shapewright.errors import quote

    said = read_hold(text)
    if said is None:
        raise NotationError(
            f"{quote(text)} does not say whether to hold; write use or avoid (the first piece of the pattern may be "
            "the one in hold)"
        )
    return said


# --- Decorators -----------------------------------------------------------------------------------------------------


def _one_pattern(context: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> str | None:
    if len(values) > 1:
        raise NotationError(
            f"{len(values)} patterns are given; alternatives of one pattern have ; between them, such as '*p4;T,*p3'"
        )
    return values[0] if values else None


_TOLD = ("patterns", "hold", "drop", "kicks")

_RULES = options.combined(
    click.option(
        *("-p", "--patterns", "--pattern", "--patterns-path", "-pp"),
        "patterns",
        multiple=True,
        callback=_one_pattern,
        metavar="PATTERN",
        help="Queues such as I,*p4 or [SZ]!,*p3; also a file, or -.",
    ),
    click.option("-H", "--hold", metavar="use|avoid", help="Whether pieces may be held (use)."),
    game.no_hold,
    game.told_drop,
    game.told_kicks,
)
_FIELD = options.combined(
    game.field,
    game.page,
    game.four_lines,
)


def setup(command: Command) -> Command:
    """Decorator: the options of a question about a field; the command gets one ``setup``, a :class:`Setup`."""

    @wraps(command)
    def with_setup(*, field: str | None, page: int | None, height: int | None, **rest: Any) -> Any:
        from shapewright.clear.graph.setup import DEFAULT_HEIGHT, Setup
        from shapewright.clear.notation.comment import Options, read_options

        given, rest = _split(rest)
        start = game.read_start(field, page)
        comment = Options() if start.page is None else read_options(start.page.comment)
        told = {key: value for key in _TOLD if (value := getattr(comment, key)) is not None}
        lines = next((one for one in (height, start.height, comment.height) if one is not None), DEFAULT_HEIGHT)
        rules = rules_of({**told, **given})
        setup = Setup(start.field, rules.pattern, lines, rules.kicks, rules.drop, rules.hold)
        return command(setup=setup, **rest)

    return options.combined(_FIELD, _RULES)(with_setup)  # type: ignore[return-value]


def rules(command: Command) -> Command:
    """Decorator: the options of a question without a field; the command gets one ``rules``, a :class:`Rules`."""

    @wraps(command)
    def with_rules(**rest: Any) -> Any:
        given, rest = _split(rest)
        return command(rules=rules_of(given), **rest)

    return _RULES(with_rules)  # type: ignore[return-value]


def _split(given: dict[str, Any]) -> tuple[dict[str, str], dict[str, Any]]:
    """What the options of the rules say, and what the others do."""
    said = {key: given.pop(key) for key in _TOLD}
    if given.pop("no_hold"):
        if said["hold"] is not None and _read_hold(said["hold"]):
            raise NotationError("--hold use and --no-hold exclude each other")
        said["hold"] = "avoid"
    return {key: value for key, value in said.items() if value is not None}, given


def rules_of(said: dict[str, str]) -> Rules:
    """The rules that these options say."""
    from shapewright.clear.kicks import Kicks
    from shapewright.clear.rules import read_drop

    if "patterns" not in said:
        raise ProblemError("no queues are given; write --patterns, such as --patterns 'I,*p4'")
    kicks = Kicks.find(said.get("kicks", "srs"))
    read_drop(game.drop_as_typed(said.get("drop", "soft")), kicks)
    return Rules(
        read_argument(said["patterns"], _read_pattern),
        kicks,
        read_drop(said.get("drop", "soft")),
        _read_hold(said.get("hold", "use")),
    )
