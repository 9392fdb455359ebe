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
    said = game.read_hold(text)
    if said is None:
        raise NotationError(
            f"{_quoted(text)} does not say whether to hold; write use or avoid (the first piece of the pattern may be "
            "the one in hold)"
        )
    return said


def _read_height(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= game.MAX_HEIGHT:
        return int(text)
    raise NotationError(
        f"the comment of the fumen says a number of lines from 1 to {game.MAX_HEIGHT}, not {_quoted(text)}"
    )


def _quoted(text: str) -> str:
    from shapewright.grid import quote

    return quote(text)


# --- Decorators -----------------------------------------------------------------------------------------------------

_RULES = options.combined(
    click.option(
        "-p", "--patterns", "--pattern", metavar="PATTERN", help="Queues such as I,*p4 or [SZ]!,*p3; also a file, or -."
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
        from shapewright.clear.graph import DEFAULT_HEIGHT, Setup
        from shapewright.clear.notation.comment import options_in

        given, rest = _split(rest)
        start, fumen = game.read_start(field, page)
        comment = {} if fumen is None else options_in(fumen.pages[-1].comment)
        if height is None and "height" in comment:
            height = _read_height(comment["height"])
        lines = DEFAULT_HEIGHT if height is None else height
        rules = rules_of({**comment, **given})
        setup = Setup(start, rules.pattern, lines, rules.kicks, rules.drop, rules.hold)
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
    said = {key: given.pop(key) for key in ("patterns", "hold", "drop", "kicks")}
    if given.pop("no_hold"):
        if said["hold"] is not None and _read_hold(said["hold"]):
            raise NotationError("--hold use and --no-hold exclude each other")
        said["hold"] = "avoid"
    return {key: value for key, value in said.items() if value is not None}, given


def rules_of(said: dict[str, str]) -> Rules:
    """The rules that these options say."""
    from shapewright.clear.kicks import Kicks

    if "patterns" not in said:
        raise ProblemError("no queues are given; write --patterns, such as --patterns 'I,*p4'")
    return Rules(
        read_argument(said["patterns"], _read_pattern),
        Kicks.find(said.get("kicks", "srs")),
        game.read_drop(said.get("drop", "soft")),
        _read_hold(said.get("hold", "use")),
    )
