"""What is asked of a pattern: the field, the queues and the rules, in solution-finder's spellings as well."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from shapewright.cli import options
from shapewright.cli.input import read_argument
from shapewright.errors import NotationError, ProblemError

if TYPE_CHECKING:
    from collections.abc import Callable

    from shapewright.clear.field import Field
    from shapewright.clear.graph import Setup
    from shapewright.clear.kicks import Kicks
    from shapewright.clear.notation.fumen import Fumen
    from shapewright.clear.pattern import Pattern
    from shapewright.clear.rules import Drop

Command = TypeVar("Command", bound="Callable[..., Any]")

_DROPS: dict[str, Drop] = {
    "soft": "soft",
    "softdrop": "soft",
    "hard": "hard",
    "harddrop": "hard",
    "t-softdrop": "t-softdrop",
    "t-soft": "t-softdrop",
    "tsoftdrop": "t-softdrop",
}
_HOLDS = {"use": True, "avoid": False}


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


def _read_drop(text: str) -> Drop:
    if text.lower() not in _DROPS:
        raise NotationError(f"{_quoted(text)} is not a way to drop pieces; there are soft, hard and t-softdrop")
    return _DROPS[text.lower()]


def _read_hold(text: str) -> bool:
    if text.lower() not in _HOLDS:
        raise NotationError(f"{_quoted(text)} does not say whether to hold; write use or avoid")
    return _HOLDS[text.lower()]


def _read_height(text: str, where: str) -> int:
    from shapewright.clear.field import MAX_HEIGHT

    if text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= MAX_HEIGHT:
        return int(text)
    raise NotationError(f"{where} takes a number of lines from 1 to {MAX_HEIGHT}, not {_quoted(text)}")


def _quoted(text: str) -> str:
    from shapewright.grid import quote

    return quote(text)


# --- What the comment of a fumen may carry --------------------------------------------------------------------------

_IN_COMMENT = {
    "-p": "patterns",
    "--patterns": "patterns",
    "-c": "height",
    "--clear-line": "height",
    "--height": "height",
    "-H": "hold",
    "--hold": "hold",
    "-d": "drop",
    "--drop": "drop",
    "-K": "kicks",
    "--kicks": "kicks",
}


def _from_comment(comment: str) -> dict[str, str]:
    """The options in the comment of a fumen, such as ``4 --patterns *p4``; none if it is a comment of another kind."""
    try:
        words = shlex.split(comment)
    except ValueError:
        return {}
    found: dict[str, str] = {}
    if words and words[0].isdigit():
        found["height"] = words.pop(0)
    while words:
        word = words.pop(0)
        name, equals, value = word.partition("=")
        key = _IN_COMMENT.get(name)
        if key is None:
            if not found:
                return {}
            raise NotationError(f"{_quoted(word)} in the comment of the fumen is no option that is known there")
        if not equals:
            if not words:
                raise NotationError(f"{_quoted(word)} in the comment of the fumen has no value")
            value = words.pop(0)
        found[key] = value
    return found


def _read_fumen(text: str) -> Fumen:
    from shapewright.clear.notation.fumen import Fumen

    return Fumen.from_text(text)


def _read_field(text: str) -> Field | Fumen:
    from shapewright.clear.field import Field
    from shapewright.clear.notation.fumen import is_fumen

    return _read_fumen(text) if is_fumen(text) else Field.from_text(text)


# --- Decorators -----------------------------------------------------------------------------------------------------

_RULES = options.combined(
    click.option(
        "-p", "--patterns", "--pattern", metavar="PATTERN", help="Queues such as I,*p4 or [SZ]!,*p3; also a file, or -."
    ),
    click.option("-H", "--hold", metavar="use|avoid", help="Whether pieces may be held (use)."),
    click.option("-d", "--drop", metavar="DROP", help="soft (the default), hard or t-softdrop."),
    click.option(
        "-K", "--kicks", metavar="NAME", help="srs (the default), another kick system, or a .properties file."
    ),
)
_FIELD = options.combined(
    click.option("-t", "--tetfu", metavar="FUMEN", help="The field as a fumen; its comment may say lines and options."),
    click.option("-P", "--page", callback=options.whole_number(1, 10**6), metavar="N", help="Page of the fumen (1)."),
    click.option("--field", metavar="FIELD", help="Rows joined by /, top row first; a file, or -."),
    click.option("-c", "--clear-line", "--height", "height", metavar="N", help="Lines to clear (4)."),
)


def setup(command: Command) -> Command:
    """Decorator: the options of a question about a field; the command gets one ``setup``, a :class:`Setup`."""

    @wraps(command)
    def with_setup(
        *,
        tetfu: str | None,
        page: int | None,
        field: str | None,
        height: str | None,
        patterns: str | None,
        hold: str | None,
        drop: str | None,
        kicks: str | None,
        **rest: Any,
    ) -> Any:
        given = {"height": height, "patterns": patterns, "hold": hold, "drop": drop, "kicks": kicks}
        start, comment = _start(tetfu, page, field)
        said = {**comment, **{key: value for key, value in given.items() if value is not None}}
        where = "--clear-line" if height is not None else "the comment of the fumen"
        lines = _read_height(said["height"], where) if "height" in said else None
        return command(setup=_setup(start, lines, rules_of(said)), **rest)

    return options.combined(_FIELD, _RULES)(with_setup)  # type: ignore[return-value]


def rules(command: Command) -> Command:
    """Decorator: the options of a question without a field; the command gets one ``rules``, a :class:`Rules`."""

    @wraps(command)
    def with_rules(*, patterns: str | None, hold: str | None, drop: str | None, kicks: str | None, **rest: Any) -> Any:
        given = {"patterns": patterns, "hold": hold, "drop": drop, "kicks": kicks}
        return command(rules=rules_of({key: value for key, value in given.items() if value is not None}), **rest)

    return _RULES(with_rules)  # type: ignore[return-value]


def rules_of(said: dict[str, str]) -> Rules:
    """The rules that these options say."""
    from shapewright.clear.kicks import Kicks

    if "patterns" not in said:
        raise ProblemError("no queues are given; write --patterns, such as --patterns 'I,*p4'")
    return Rules(
        read_argument(said["patterns"], _read_pattern),
        Kicks.find(said.get("kicks", "srs")),
        _read_drop(said.get("drop", "soft")),
        _read_hold(said.get("hold", "use")),
    )


def _start(tetfu: str | None, page: int | None, field: str | None) -> tuple[Field, dict[str, str]]:
    """The field, and what the comment of its fumen says."""
    from shapewright.clear.field import Field

    if (tetfu is None) == (field is None):
        which = "two fields are given" if field is not None else "no field is given"
        raise ProblemError(f"{which}; write --field, such as --field XX________/X________X, or --tetfu")
    found = read_argument(tetfu, _read_fumen) if tetfu is not None else read_argument(field or "", _read_field)
    if isinstance(found, Field):
        if page is not None:
            raise ProblemError("--page is for a fumen, and the field is none")
        return found, {}
    number = page or 1
    if number > len(found.pages):
        pages = "1 page" if len(found.pages) == 1 else f"{len(found.pages)} pages"
        raise ProblemError(f"the fumen has {pages}, and page {number} is asked for")
    chosen = found.pages[number - 1]
    return chosen.field, _from_comment(chosen.comment)


def _setup(start: Field, lines: int | None, rules: Rules) -> Setup:
    from shapewright.clear.graph import DEFAULT_HEIGHT, Setup

    height = DEFAULT_HEIGHT if lines is None else lines
    return Setup(start, rules.pattern, height, rules.kicks, rules.drop, rules.hold)
