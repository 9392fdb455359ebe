"""Kick systems: where a piece may land when it is turned, by name or from a file.

An offset (dx, dy), y upward, is added to the centre of true rotation; the first that leaves the piece free is taken.
The tables of the game are written for pieces that turn within a box; they are translated.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import permutations

from shapewright.clear.piece import FACINGS, PIECES
from shapewright.errors import FileError, NotationError, ProblemError, quote
from shapewright.storage.files import is_readable, read_file
from shapewright.storage.text import as_utf8

Offset = tuple[int, int]
Table = tuple[tuple[tuple[tuple[Offset, ...], ...], ...], ...]

KICKS = ("none", "none180", "srs", "srs180", "srs-plus", "srs-tetrio", "jstris180", "nullpomino180", "nokicks")
"""The names of the kick systems that need no file; the last three are those of solution-finder's kick files.

``nokicks`` is not ``none180``: a half turn leaves the cells of I, S and Z where they are, instead of turning them about
the centre.
"""

ALIASES = {
    "default": "srs",
    "tetrio180": "srs-plus",
    "tetrio": "srs-plus",
    "jstris": "jstris180",
    "nullpomino": "nullpomino180",
}
"""Other names of the same systems: solution-finder's, and those of games. TETR.IO plays SRS+."""

MAX_OFFSET = 4
"""No offset is larger: a turn far from walls and stack must always succeed."""

REGULAR = frozenset({("NE", (-1, -2)), ("SE", (-1, -2)), ("NW", (1, -2)), ("SW", (1, -2))})
"""The turns of T, each with its offset, that make a regular spin of a mini one in SRS: those of a triple, and of a fin.

Sources: the marks in solution-finder's srs.properties, and the kicks that Triangle.js (a model of TETR.IO) names so.
"""

_QUARTER_TURNS = ("NE", "ES", "SW", "WN", "NW", "WS", "SE", "EN")
_HALF_TURNS = ("NS", "EW", "SN", "WE")


@dataclass(frozen=True, slots=True, repr=False)
class Kicks:
    """A kick system: its ``name``, and ``table[piece][from][to]``, the offsets in the order tried.

    Pieces and facings are numbered as in ``PIECES`` and ``FACINGS``. A turn without offsets cannot be made; half turns
    are such in systems without them. ``regular`` has the turns of T, such as ``NE``, with an offset after which a mini
    spin counts as a regular one.

    >>> Kicks.named("srs").offsets("I", "N", "E")
    ((1, 0), (-1, 0), (2, 0), (-1, -1), (2, 2))

    Raises ``ProblemError`` for a table of another form, or an offset that is too large.
    """

    name: str
    table: Table
    regular: frozenset[tuple[str, Offset]] = REGULAR

    def __post_init__(self) -> None:
        sizes = {len(self.table) == len(PIECES)}
        sizes |= {len(rows) == len(FACINGS) and all(len(row) == len(FACINGS) for row in rows) for rows in self.table}
        if sizes != {True}:
            raise ProblemError("a kick table has 7 pieces with 4 facings before and 4 after the turn")
        for rows in self.table:
            for number, row in enumerate(rows):
                if row[number]:
                    raise ProblemError(f"a kick table has no turn from {FACINGS[number]} to itself")
                if any(abs(value) > MAX_OFFSET for offsets in row for offset in offsets for value in offset):
                    raise ProblemError(f"an offset of a kick table is at most {MAX_OFFSET}")

    @classmethod
    def named(cls, name: str) -> Kicks:
        """The kick system of that name, one of ``KICKS`` or ``ALIASES``.

        Capitals, ``-`` and ``_`` make no difference, ``+`` means plus, and a leading ``@`` is left out.

        >>> Kicks.named("SRS+") == Kicks.named("srs_plus") == Kicks.named("@tetrio180") == Kicks.named("srs-plus")
        True

        Raises ``NotationError`` for another name.
        """
        return _named(_by_folded().get(_folded(name), name))

    @classmethod
    def find(cls, name_or_path: str) -> Kicks:
        """A kick system by its name, or read from a file such as ``my.properties``.

        A name may begin with ``@``, as solution-finder writes it; one that is not known is then that of a file in the
        folder ``kicks``.

        >>> Kicks.find("@tetrio180")
        Kicks.named('srs-plus')

        Raises ``NotationError`` for what is neither, ``FileError`` for a file that cannot be read or is malformed.
        """
        name = _bare(name_or_path)
        if is_known(name):
            return cls.named(name)
        if name != name_or_path and os.path.isfile(f"kicks/{name}.properties"):
            name_or_path = f"kicks/{name}.properties"
        if not (name_or_path.endswith(".properties") or is_readable(name_or_path)):
            raise NotationError(_unknown(name_or_path))
        stem = os.path.basename(name_or_path).removesuffix(".properties")
        if is_known(stem) and not os.path.exists(name_or_path):
            raise FileError(
                f"cannot read {name_or_path!r}: there is no such file; the name alone, {stem}, needs no file"
            )
        content = as_utf8(read_file(name_or_path, _MAX_FILE))
        try:
            return cls.from_properties(content.decode("utf-8-sig", errors="replace"), name=name_or_path)
        except NotationError as error:
            raise FileError(f"{name_or_path!r}: {error}") from None

    @classmethod
    def from_properties(cls, text: str, *, name: str = "custom") -> Kicks:
        """Read solution-finder's form: a line ``T.NE=(0,0)(-1,0)(-1,+1)(0,-2)(@-1,-2)`` a turn, in true rotation.

        ``J.NE=&L.NE`` (or without ``&``) means the same offsets; ``@`` marks an offset of T after which a mini spin
        counts as a regular one, and makes no difference to where a piece can get. A file without such marks has those
        of SRS. All 56 quarter turns must be there, and all 28 half turns or none. Lines that begin with ``#`` or ``!``
        are comments.

        Raises ``NotationError``, which names the line or the missing key.
        """
        values: dict[_Place, tuple[int, str]] = {}
        for number, line in enumerate(text.splitlines(), 1):
            content = line.strip()
            if not content or content[0] in "#!":
                continue
            key_text, separator, value = content.partition("=")
            key = _KEY.fullmatch(key_text.strip())
            if not separator or key is None or key[2] == key[3]:
                raise NotationError(
                    f"line {number}: {quote(content)} is not a kick such as T.NE=(0,0)(-1,0) or J.NE=&L.NE"
                )
            place = (key[1], key[2] + key[3])
            if place in values:
                raise NotationError(f"line {number}: {key[0]} is given twice, first in line {values[place][0]}")
            values[place] = (number, value.strip())
        turns = ["".join(turn) for turn in permutations(FACINGS, 2)]
        has_halves = any(turn in _HALF_TURNS for _, turn in values)
        missing = [
            f"{piece}.{turn}"
            for piece in PIECES
            for turn in turns
            if (piece, turn) not in values and (turn in _QUARTER_TURNS or has_halves)
        ]
        if missing:
            rest = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
            reason = "; if one half turn is given, all must be" if missing[0].partition(".")[2] in _HALF_TURNS else ""
            raise NotationError(f"the kick file has no key {missing[0]}{rest}{reason}")
        resolved: dict[_Place, tuple[_Marked, ...]] = {}
        for place in values:
            _resolve(place, values, resolved)
        offsets = {place: tuple([offset for _, offset in found]) for place, found in resolved.items()}
        marked = {
            (turn, offset)
            for (piece, turn), found in resolved.items()
            if piece == "T"
            for is_marked, offset in found
            if is_marked
        }
        return cls(name, _table(offsets), frozenset(marked) or REGULAR)

    def offsets(self, piece: str, before: str, after: str) -> tuple[Offset, ...]:
        """The offsets tried, in order, when a piece turns from the facing ``before`` to ``after``."""
        return self.table[PIECES.index(piece)][FACINGS.index(before)][FACINGS.index(after)]

    @property
    def has_half_turns(self) -> bool:
        """Whether a piece can be turned by 180 degrees at once."""
        return any(rows[number][(number + 2) % 4] for rows in self.table for number in range(4))

    def facings(self, piece: str) -> str:
        """The facings that a piece can have in open air, where it starts facing north.

        >>> Kicks.named("srs").facings("T")
        'NESW'
        """
        return _facings(self.table[PIECES.index(piece)])

    def to_properties(self) -> str:
        """The table as text that :meth:`from_properties` reads; spins are marked if they are not those of SRS."""
        turns = _QUARTER_TURNS + (_HALF_TURNS if self.has_half_turns else ())
        marked = frozenset() if self.regular == REGULAR else self.regular
        lines = []
        for piece in PIECES:
            for turn in turns:
                offsets = [
                    f"({'@' * (piece == 'T' and (turn, (x, y)) in marked)}{x},{y})"
                    for x, y in self.offsets(piece, turn[0], turn[1])
                ]
                lines.append(f"{piece}.{turn}={''.join(offsets)}")
        return "\n".join(lines) + "\n"

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        if self.name in KICKS and self == _named(self.name):
            return f"Kicks.named({self.name!r})"
        regular = "" if self.regular == REGULAR else f", {self.regular!r}"
        return f"Kicks({self.name!r}, {self.table!r}{regular})"


def is_known(name: str) -> bool:
    """Whether a kick system of that name needs no file, however it is spelled (:meth:`Kicks.named`)."""
    return _folded(name) in _by_folded()


def _bare(name: str) -> str:
    """The name without the mark by which solution-finder knows a name."""
    return name[1:] if name.startswith(("@", "+")) else name


def _folded(name: str) -> str:
    """The name as it is compared."""
    return _bare(name).lower().replace("-", "").replace("_", "").replace("+", "plus")


@cache
def _by_folded() -> dict[str, str]:
    return {_folded(name): ALIASES.get(name, name) for name in (*KICKS, *ALIASES)}


# --- The named systems ----------------------------------------------------------------------------------------------

_MAX_FILE = 1 << 16

_BoxTable = dict[str, tuple[Offset, ...]]

# In box coordinates, as players write them down; the turn back has the negated list unless it is there.
_SRS: _BoxTable = {
    "NE": ((0, 0), (-1, 0), (-1, 1), (0, -2), (-1, -2)),
    "ES": ((0, 0), (1, 0), (1, -1), (0, 2), (1, 2)),
    "SW": ((0, 0), (1, 0), (1, 1), (0, -2), (1, -2)),
    "WN": ((0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)),
}
_SRS_I: _BoxTable = {
    "NE": ((0, 0), (-2, 0), (1, 0), (-2, -1), (1, 2)),
    "ES": ((0, 0), (-1, 0), (2, 0), (-1, 2), (2, -1)),
    "SW": ((0, 0), (2, 0), (-1, 0), (2, 1), (-1, -2)),
    "WN": ((0, 0), (1, 0), (-2, 0), (1, -2), (-2, 1)),
}
_SRS_PLUS_I: _BoxTable = {
    "NE": ((0, 0), (1, 0), (-2, 0), (-2, -1), (1, 2)),
    "ES": ((0, 0), (-1, 0), (2, 0), (-1, 2), (2, -1)),
    "SW": ((0, 0), (2, 0), (-1, 0), (2, 1), (-1, -2)),
    "WN": ((0, 0), (1, 0), (-2, 0), (1, -2), (-2, 1)),
    "NW": ((0, 0), (-1, 0), (2, 0), (2, -1), (-1, 2)),
    "EN": ((0, 0), (-1, 0), (2, 0), (-1, -2), (2, 1)),
    "SE": ((0, 0), (-2, 0), (1, 0), (-2, 1), (1, -2)),
    "WS": ((0, 0), (1, 0), (-2, 0), (1, 2), (-2, -1)),
    "NS": ((0, 0), (0, 1)),
    "EW": ((0, 0), (1, 0)),
    "SN": ((0, 0), (0, -1)),
    "WE": ((0, 0), (-1, 0)),
}
_TETRIO_HALF: _BoxTable = {
    "NS": ((0, 0), (0, 1), (1, 1), (-1, 1), (1, 0), (-1, 0)),
    "EW": ((0, 0), (1, 0), (1, 2), (1, 1), (0, 2), (0, 1)),
    "SN": ((0, 0), (0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0)),
    "WE": ((0, 0), (-1, 0), (-1, 2), (-1, 1), (0, 2), (0, 1)),
}
_JSTRIS_HALF: _BoxTable = {turn: _SRS_PLUS_I[turn] for turn in _HALF_TURNS}
_NULLPOMINO_HALF: _BoxTable = {
    "NS": (
        *((0, 0), (1, 0), (2, 0), (1, -1), (2, -1), (-1, 0), (-2, 0), (-1, -1), (-2, -1)),
        *((0, 1), (3, 0), (-3, 0)),
    ),
    "EW": (
        *((0, 0), (0, -1), (0, -2), (-1, -1), (-1, -2), (0, 1), (0, 2), (-1, 1), (-1, 2)),
        *((1, 0), (0, -3), (0, 3)),
    ),
}
_NULLPOMINO_I_HALF: _BoxTable = {
    "NS": ((0, 0), (-1, 0), (-2, 0), (1, 0), (2, 0), (0, -1)),
    "EW": ((0, 0), (0, -1), (0, -2), (0, 1), (0, 2), (-1, 0)),
}
# The turns back: to the other side, from north and south also up instead of down.
for _half in (_NULLPOMINO_HALF, _NULLPOMINO_I_HALF):
    _half["SN"] = tuple([(-x, -y) for x, y in _half["NS"]])
    _half["WE"] = tuple([(-x, y) for x, y in _half["EW"]])
# Of I, S and Z: after half a turn the piece is moved back onto the cells that it had.
_CELLS_STAY: _BoxTable = {"NS": ((0, 1),), "EW": ((1, 0),), "SN": ((0, -1),), "WE": ((-1, 0),)}
_IN_PLACE: tuple[Offset, ...] = ((0, 0),)
_QUARTERS_IN_PLACE: _BoxTable = dict.fromkeys(_QUARTER_TURNS, _IN_PLACE)
_HALVES_IN_PLACE: _BoxTable = dict.fromkeys(_HALF_TURNS, _IN_PLACE)

_HALVES_OF_OTHERS = {
    "srs-plus": _TETRIO_HALF,
    "srs-tetrio": _TETRIO_HALF,
    "jstris180": _JSTRIS_HALF,
    "nullpomino180": _NULLPOMINO_HALF,
}
_HALVES_OF_I = {"jstris180": _JSTRIS_HALF, "nullpomino180": _NULLPOMINO_I_HALF, "nokicks": _CELLS_STAY}

# Where the centre of the box lies, seen from the centre of true rotation, moves with the facing (I: 4x4 box, O: 3x3).
_CENTRES: dict[str, dict[str, Offset]] = {
    "I": {"N": (0, 0), "E": (1, 0), "S": (1, -1), "W": (0, -1)},
    "O": {"N": (0, 0), "E": (0, 1), "S": (1, 1), "W": (1, 0)},
}


@lru_cache(maxsize=256)
def _facings(rows: tuple[tuple[tuple[Offset, ...], ...], ...]) -> str:
    """The facings to which these turns of a piece lead from the north, in the order of ``FACINGS``."""
    found = [0]
    for before in found:
        found += [after for after, offsets in enumerate(rows[before]) if after not in found and offsets]
    return "".join([FACINGS[number] for number in sorted(found)])


@cache  # one entry a name
def _named(name: str) -> Kicks:
    if name not in KICKS:
        raise NotationError(_unknown(name))
    quarters, quarters_of_i = (
        (_QUARTERS_IN_PLACE, _QUARTERS_IN_PLACE)
        if name in ("none", "none180", "nokicks")
        else (_both_ways(_SRS), _both_ways(_SRS_I))
    )
    halves: _BoxTable = {} if name in ("none", "srs") else _HALVES_IN_PLACE
    of_o = {**_QUARTERS_IN_PLACE, **halves}
    others = {**quarters, **_HALVES_OF_OTHERS.get(name, halves)}
    of_i = _SRS_PLUS_I if name == "srs-plus" else {**quarters_of_i, **_HALVES_OF_I.get(name, halves)}
    boxes = {piece: {"I": of_i, "O": of_o}.get(piece, others) for piece in PIECES}
    if name == "nokicks":
        boxes |= {piece: {**quarters, **_CELLS_STAY} for piece in "SZ"}
    offsets = {}
    for piece, box in boxes.items():
        centres = _CENTRES.get(piece, dict.fromkeys(FACINGS, (0, 0)))
        for turn in box:
            # Offsets in box coordinates as offsets of the centre of true rotation.
            (before_x, before_y), (after_x, after_y) = centres[turn[0]], centres[turn[1]]
            dx, dy = after_x - before_x, after_y - before_y
            offsets[piece, turn] = tuple([(x + dx, y + dy) for x, y in box[turn]])
    return Kicks(name, _table(offsets))


def _both_ways(table: _BoxTable) -> _BoxTable:
    back = {turn[::-1]: tuple([(-x, -y) for x, y in offsets]) for turn, offsets in table.items()}
    return {**back, **table}


def _table(offsets: dict[tuple[str, str], tuple[Offset, ...]]) -> Table:
    return tuple(
        [
            tuple([tuple([offsets.get((piece, before + after), ()) for after in FACINGS]) for before in FACINGS])
            for piece in PIECES
        ]
    )


def _unknown(name: str) -> str:
    known = ", ".join((*KICKS, "tetrio180"))
    return f"{quote(name)} is not a kick system; there are {known}, and files ending in .properties"


# --- Files ----------------------------------------------------------------------------------------------------------

_KEY = re.compile(rf"([{PIECES}])\.([{FACINGS}])([{FACINGS}])")
_REFERENCE = re.compile(rf"&?\s*({_KEY.pattern})")
_OFFSET = re.compile(r"\(\s*(@?)\s*([+-]?\d{1,3})\s*,\s*([+-]?\d{1,3})\s*\)\s*", re.ASCII)

_Place = tuple[str, str]
_Marked = tuple[bool, Offset]


def _resolve(place: _Place, values: dict[_Place, tuple[int, str]], resolved: dict[_Place, tuple[_Marked, ...]]) -> None:
    """Find the offsets at ``place``, and at all that it refers to."""
    chain = [place]
    while chain[-1] not in resolved:
        number, value = values[chain[-1]]
        reference = _REFERENCE.fullmatch(value)
        if reference is None:
            resolved[chain[-1]] = _parse_offsets(value, number)
            break
        target = (reference[2], reference[3] + reference[4])
        if target not in values:
            raise NotationError(f"line {number}: {quote(value)} refers to a key that does not exist")
        if target in chain:
            raise NotationError(f"line {number}: {quote(value)} refers to itself in a circle")
        chain.append(target)
    for link in chain:
        resolved[link] = resolved[chain[-1]]


def _parse_offsets(text: str, number: int) -> tuple[_Marked, ...]:
    offsets: list[_Marked] = []
    at = 0
    while at < len(text):
        match = _OFFSET.match(text, at)
        if match is None:
            raise NotationError(
                f"line {number}: {quote(text[at:])} is not an offset such as (-1,+2) or a key such as &L.NE"
            )
        x, y = int(match[2]), int(match[3])
        if max(abs(x), abs(y)) > MAX_OFFSET:
            raise NotationError(f"line {number}: the offset {quote(match[0].strip())} is larger than {MAX_OFFSET}")
        offsets.append((bool(match[1]), (x, y)))
        at = match.end()
    if not offsets:
        raise NotationError(f"line {number} gives no offset; write (0,0) for a turn in place")
    return tuple(offsets)
