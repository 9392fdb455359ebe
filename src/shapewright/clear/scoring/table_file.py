"""Tables of attacks as TOML files: those that come with the package, and anybody's own."""

from __future__ import annotations

import os
import tomllib
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, cast

from shapewright.clear.scoring.table import LINES, AttackTable, BackToBack, Combo, PerfectClear
from shapewright.clear.spins import SPIN_RULES, check_spin_rule
from shapewright.errors import FileError, NotationError, quote
from shapewright.storage.files import read_file
from shapewright.storage.text import as_utf8

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["TABLES", "attack_table", "is_table", "parse_table"]

TABLES: tuple[str, ...] = ("guideline", "points", "jstris", "tetrio-s1", "tetrio-s2")
"""The tables that come with the package, by name."""

_MOST_BYTES = 1 << 16
_MOST = 10**6
_KEEPS = ("quad", "mini", "full", "perfect clear")
_KINDS = tuple([f"{spin}{lines}" for spin in ("", "mini ", "full ") for lines in LINES[1:]])


def is_table(name: str) -> bool:
    """Whether a table of that name comes with the package."""
    return name.lower() in TABLES


def attack_table(table: AttackTable | str) -> AttackTable:
    """A table by its name, read from a ``.toml`` file, or from text of several lines in TOML; a table stays as it is.

    >>> attack_table("jstris").perfect_clear.values
    (10, 10, 10, 10)

    Raises ``NotationError`` for what is neither, ``FileError`` for a file that cannot be read or is malformed.
    """
    if isinstance(table, AttackTable):
        return table
    if is_table(table):
        return _shipped(table.lower())
    if "\n" in table:
        return parse_table(table)
    if not table.endswith(".toml"):
        raise NotationError(
            f"{quote(table)} is not a table of attacks; choose one of {', '.join(TABLES)}, or give a .toml file"
        )
    try:
        return parse_table(as_utf8(read_file(table, _MOST_BYTES)).decode("utf-8-sig", errors="replace"), table)
    except NotationError as error:
        raise FileError(f"{table!r}: {error}") from None


@cache
def _shipped(name: str) -> AttackTable:
    path = os.path.join(os.path.dirname(__file__), "..", "data_files", "attack", f"{name}.toml")
    return parse_table(read_file(path, _MOST_BYTES).decode(), name)


def parse_table(text: str, name: str = "custom") -> AttackTable:
    """The table in the text of a TOML file; see those that come with the package.

    Raises ``NotationError``, which names the entry, what it is and what is expected.
    """
    try:
        content = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise NotationError(f"this is not TOML: {str(error) or 'it is nested too deeply'}") from None
    whole = _Section(content, "")
    clears = whole.section("clears")
    chain, combo, last = map(whole.section, ("back-to-back", "combo", "perfect-clear"))
    is_list = isinstance(last.value("value", 0), list)
    values = last.numbers("value") if is_list else (last.whole("value", 0) or 0,) * 4
    if len(values) != len(LINES) - 1:
        raise NotationError(f"'value' in [perfect-clear] has {len(values)} numbers; give one, or 4 for 1 to 4 lines")
    replaces = last.word("replaces", ("nothing", "clear", "all"), "nothing")
    unit = whole.word("unit", ("lines", "points"), "lines")
    table = AttackTable(
        name=name,
        title=whole.text("title", name),
        unit=cast('Literal["lines", "points"]', unit),
        spins=check_spin_rule(whole.word("spins", SPIN_RULES, "t")),
        clears={
            "none": clears.numbers("none", least=len(LINES)),
            "mini": clears.numbers("mini", (0,)),
            "full": clears.numbers("full", (0,)),
        },
        back_to_back=BackToBack(
            keeps=frozenset(chain.words("keeps", _KEEPS)),
            bonus=chain.whole("bonus", 0) or 0,
            factor=chain.number("factor", 1.0) or 0.0,
            without=frozenset(chain.words("without-bonus", _KINDS)),
            chaining=chain.number("chaining", None),
            surge_from=chain.whole("surge-from", None),
            surge=chain.whole("surge", 0) or 0,
        ),
        combo=Combo(
            table=combo.numbers("table", ()),
            each=combo.whole("each", 0) or 0,
            factor=combo.number("factor", 0.0) or 0.0,
            least=combo.number("least", 0.0) or 0.0,
        ),
        perfect_clear=PerfectClear(
            values, last.whole("back-to-back-quad", None), cast('Literal["nothing", "clear", "all"]', replaces)
        ),
        sources=whole.texts("sources"),
        open=whole.texts("open"),
    )
    if table.back_to_back.surge and table.back_to_back.surge_from is None:
        raise NotationError("'surge' in [back-to-back] needs 'surge-from', the length of the chain that sends it")
    for section in (chain, combo, last, clears, whole):
        section.end()
    return table


class _Section:
    """A table of TOML whose entries are read one by one; :meth:`end` refuses what nobody read."""

    def __init__(self, content: Mapping[str, Any], name: str) -> None:
        self._content = content
        self._name = name
        self._read: set[str] = set()

    def value(self, key: str, default: object = None) -> Any:
        """An entry as TOML has it."""
        self._read.add(key)
        return self._content.get(key, default)

    def section(self, key: str) -> _Section:
        """A table in this one, empty if it is not there."""
        value = self.value(key, {})
        if not isinstance(value, dict):
            raise self._fault(key, "a section", value)
        return _Section(value, key)

    def text(self, key: str, default: str) -> str:
        """A text."""
        value = self.value(key, default)
        if not isinstance(value, str) or not value.strip():
            raise self._fault(key, "a text", value)
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts."""
        value = self.value(key, [])
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise self._fault(key, "a list of texts", value)
        return tuple(value)

    def word(self, key: str, words: tuple[str, ...], default: str) -> str:
        """One of a few words."""
        value = self.value(key, default)
        if value not in words:
            raise self._fault(key, f"one of {', '.join(words)}", value)
        return str(value)

    def words(self, key: str, words: tuple[str, ...]) -> tuple[str, ...]:
        """Some of a few words."""
        for each in self.texts(key):
            if each not in words:
                raise self._fault(key, f"a list of {', '.join(words)}", each)
        return self.texts(key)

    def whole(self, key: str, default: int | None) -> int | None:
        """A whole number from 0 up."""
        value = self.value(key, default)
        if value is not None and not _is_whole(value):
            raise self._fault(key, f"a whole number from 0 to {_MOST}", value)
        return cast("int | None", value)

    def number(self, key: str, default: float | None) -> float | None:
        """A number from 0 up."""
        value = self.value(key, default)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= _MOST:
            raise self._fault(key, f"a number from 0 to {_MOST}", value)
        return float(value)

    def numbers(self, key: str, default: tuple[int, ...] | None = None, *, least: int = 0) -> tuple[int, ...]:
        """A list of whole numbers from 0 up, at least so many."""
        value = self.value(key, None if default is None else list(default))
        if not isinstance(value, list) or not all(map(_is_whole, value)) or len(value) < least:
            expected = f"a list of {f'{least} ' if least else ''}whole numbers from 0 to {_MOST}"
            raise self._fault(key, expected, value)
        return tuple(value)

    def end(self) -> None:
        """Raise ``NotationError`` for an entry that means nothing."""
        unknown = sorted(self._content.keys() - self._read)
        if unknown:
            raise NotationError(
                f"{quote(unknown[0])}{self._where} is not an entry of a table of attacks; entries"
                f"{self._where} are {', '.join(sorted(self._read))}"
            )

    @property
    def _where(self) -> str:
        return f" in [{self._name}]" if self._name else ""

    def _fault(self, key: str, expected: str, value: Any) -> NotationError:
        if key not in self._content:
            return NotationError(f"{quote(key)}{self._where} is missing; it is {expected}")
        return NotationError(f"{quote(key)}{self._where} is {quote(str(value))}; it must be {expected}")


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST
