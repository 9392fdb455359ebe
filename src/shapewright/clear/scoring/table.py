"""What placements send, or the points they give: tables of attacks, their arithmetic, and the files they are in.

The tables are TOML files, each with the sources of its values: those that come with the package, and anybody's own.
"""

from __future__ import annotations

import math
import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from functools import cache
from typing import Any, Literal, NamedTuple, cast

from shapewright.clear.spins import SPIN_RULES, Spin, SpinRule, check_spin_rule
from shapewright.errors import FileError, NotationError, ProblemError, quote
from shapewright.storage.files import read_file
from shapewright.storage.text import as_utf8

LINES = ("zero", "single", "double", "triple", "quad")
"""What clears are called, by their number of lines."""


class Chain(NamedTuple):
    """What came before a placement: how many clears directly before it, and of how many difficult ones in a row."""

    combo: int = 0
    back_to_back: int = 0


def kind_of(lines: int, spin: Spin) -> str:
    """What a clear is called: ``double``, ``mini single``, ``full triple``."""
    return LINES[lines] if spin == "none" else f"{spin} {LINES[lines]}"


@dataclass(frozen=True)
class BackToBack:
    """What is sent for a difficult clear that directly follows another one, other placements aside.

    ``keeps`` says which clears are difficult: ``quad``, ``mini``, ``full`` (spins) and ``perfect clear``. Each adds
    ``bonus``, and what its clear sends is multiplied by ``factor``; those ``without`` are left out of both. With
    ``chaining``, the n-th clear after the first adds ``bonus`` times floor(1 + x) and, from the second on, a third of
    1 + the fraction of x, where x = ln(1 + n chaining). A chain that breaks after ``surge_from`` clears or more, the
    first one not counted, sends ``surge``, and one more for each clear beyond.
    """

    keeps: frozenset[str] = frozenset()
    bonus: int = 0
    factor: float = 1.0
    without: frozenset[str] = frozenset()
    chaining: float | None = None
    surge_from: int | None = None
    surge: int = 0


@dataclass(frozen=True)
class Combo:
    """What is sent for clears one directly after the other; n is the number of those directly before.

    ``table`` has what n clears before add (the last value holds for more), ``each`` is added n times. The clear with
    its bonus is multiplied by 1 + n ``factor``, and from n = 2 on it is at least ln(1 + n ``least``).
    """

    table: tuple[int, ...] = ()
    each: int = 0
    factor: float = 0.0
    least: float = 0.0


@dataclass(frozen=True)
class PerfectClear:
    """What a perfect clear sends, by the number of its lines from one; ``quad`` is for a quad after a difficult clear.

    It is added to the rest, or ``replaces`` the ``clear`` with its back-to-back, or ``all`` of it.
    """

    values: tuple[int, ...] = (0, 0, 0, 0)
    quad: int | None = None
    replaces: Literal["nothing", "clear", "all"] = "nothing"


@dataclass(frozen=True)
class AttackTable:
    """What clears send (``unit`` is ``lines``) or the points they give (``points``).

    ``clears`` has a value for each number of lines from zero, for placements without a spin, with a mini and with a
    full one; what counts as a spin is said by ``spins`` (see :data:`shapewright.clear.spins.SpinRule`). All sums are
    rounded down. ``sources`` states where the values are from, ``open`` what is not known.

    >>> from shapewright.clear.scoring.table import attack_table
    >>> attack_table("guideline").play(2, "full", Chain(combo=1, back_to_back=1))
    (5, Chain(combo=2, back_to_back=2))
    """

    name: str
    title: str
    unit: Literal["lines", "points"]
    spins: SpinRule
    clears: Mapping[str, tuple[int, ...]] = field(hash=False)
    back_to_back: BackToBack = BackToBack()
    combo: Combo = Combo()
    perfect_clear: PerfectClear = PerfectClear()
    sources: tuple[str, ...] = ()
    open: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.title

    def to_plain(self) -> dict[str, object]:
        """The table as plain data."""
        chain = asdict(self.back_to_back)
        chain |= {name: sorted(chain[name]) for name in ("keeps", "without")}
        parts = {"back_to_back": chain, "combo": asdict(self.combo), "perfect_clear": asdict(self.perfect_clear)}
        return {**vars(self), **parts, "clears": dict(self.clears)}

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> AttackTable:
        """The table that :meth:`to_plain` made data of."""
        chain = plain["back_to_back"]
        sets = {name: frozenset(chain[name]) for name in ("keeps", "without")}
        parts = {
            "back_to_back": BackToBack(**{**chain, **sets}),
            "combo": Combo(**plain["combo"]),
            "perfect_clear": PerfectClear(**plain["perfect_clear"]),
        }
        return cls(**{**plain, **parts})

    def play(self, lines: int, spin: Spin, before: Chain, *, perfect: bool = False) -> tuple[int, Chain]:
        """What a placement sends after such a chain, and the chain after it; ``perfect`` says that nothing is left.

        Raises ``ProblemError`` if the table has no value for it.
        """
        if not lines:
            return self.value(0, spin), Chain(0, before.back_to_back)
        rules, last = self.back_to_back, self.perfect_clear if perfect else PerfectClear()
        is_difficult = self.is_difficult(lines, spin, perfect=perfect)
        after = Chain(before.combo + 1, before.back_to_back + 1 if is_difficult else 0)
        follows = is_difficult and before.back_to_back > 0
        clear: float = self.value(lines, spin)
        if follows and kind_of(lines, spin) not in rules.without:
            bonus: float = rules.bonus
            if rules.chaining is not None:
                x = math.log1p(before.back_to_back * rules.chaining)
                bonus *= math.floor(1 + x) + (0.0 if before.back_to_back == 1 else (1 + x % 1) / 3)
            clear = clear * rules.factor + bonus
        if last.replaces != "nothing":
            clear = 0
        sent, combo = 0, self.combo
        if last.replaces != "all":
            clear *= 1 + combo.factor * before.combo
            if before.combo > 1 and combo.least:
                clear = max(clear, math.log1p(combo.least * before.combo))
            if combo.table:
                clear += combo.table[min(before.combo, len(combo.table) - 1)]
            sent = math.floor(clear + combo.each * before.combo)
        sent += last.quad if lines == 4 and follows and last.quad is not None else last.values[lines - 1]
        length = before.back_to_back - 1  # of a chain that breaks
        if not is_difficult and rules.surge_from is not None and length >= rules.surge_from:
            sent += rules.surge + length - rules.surge_from
        return sent, after

    def is_difficult(self, lines: int, spin: Spin, *, perfect: bool = False) -> bool:
        """Whether a clear keeps back-to-back."""
        kinds = {spin, "quad" if lines == 4 else "", "perfect clear" if perfect else ""}
        return lines > 0 and not self.back_to_back.keeps.isdisjoint(kinds)

    def value(self, lines: int, spin: Spin) -> int:
        """What the clear alone sends. Raises ``ProblemError`` if the table has no value for it."""
        values = self.clears[spin]
        if lines >= len(values):
            raise ProblemError(
                f"the table {self.name} has no value for a {kind_of(lines, spin)}; write a table that has one"
            )
        return values[lines]


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

    def __init__(self, content: Mapping[str, object], name: str) -> None:
        self._content = content
        self._name = name
        self._read: set[str] = set()

    def value(self, key: str, default: object = None) -> Any:
        """An entry as TOML has it."""
        self._read.add(key)
        return self._content.get(key, default)

    def _entry(self, key: str, default: object, expected: str, fits: Callable[[Any], bool]) -> Any:
        value = self.value(key, default)
        if not fits(value):
            raise self._fault(key, expected, value)
        return value

    def section(self, key: str) -> _Section:
        """A table in this one, empty if it is not there."""
        return _Section(self._entry(key, {}, "a section", lambda value: isinstance(value, dict)), key)

    def text(self, key: str, default: str) -> str:
        return str(self._entry(key, default, "a text", lambda value: isinstance(value, str) and bool(value.strip())))

    def texts(self, key: str) -> tuple[str, ...]:
        def fits(value: object) -> bool:
            return isinstance(value, list) and all(isinstance(each, str) for each in value)

        return tuple(self._entry(key, [], "a list of texts", fits))

    def word(self, key: str, words: tuple[str, ...], default: str) -> str:
        return str(self._entry(key, default, f"one of {', '.join(words)}", lambda value: value in words))

    def words(self, key: str, words: tuple[str, ...]) -> tuple[str, ...]:
        for each in self.texts(key):
            if each not in words:
                raise self._fault(key, f"a list of {', '.join(words)}", each)
        return self.texts(key)

    def whole(self, key: str, default: int | None) -> int | None:
        """A whole number from 0 up."""
        expected = f"a whole number from 0 to {_MOST}"
        value: int | None = self._entry(key, default, expected, lambda value: value is None or _is_whole(value))
        return value

    def number(self, key: str, default: float | None) -> float | None:
        """A number from 0 up."""

        def fits(value: object) -> bool:
            return value is None or _is_whole(value) or (isinstance(value, float) and 0 <= value <= _MOST)

        value = self._entry(key, default, f"a number from 0 to {_MOST}", fits)
        return None if value is None else float(value)

    def numbers(self, key: str, default: tuple[int, ...] | None = None, *, least: int = 0) -> tuple[int, ...]:
        """A list of whole numbers from 0 up, at least so many."""

        def fits(value: object) -> bool:
            return isinstance(value, list) and all(map(_is_whole, value)) and len(value) >= least

        expected = f"a list of {f'{least} ' if least else ''}whole numbers from 0 to {_MOST}"
        return tuple(self._entry(key, None if default is None else list(default), expected, fits))

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

    def _fault(self, key: str, expected: str, value: object) -> NotationError:
        if key not in self._content:
            return NotationError(f"{quote(key)}{self._where} is missing; it is {expected}")
        return NotationError(f"{quote(key)}{self._where} is {quote(str(value))}; it must be {expected}")


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST
