"""Queues that cannot clear four lines of the empty field: the list of all that bags of seven can give.

A queue is a held piece and what comes; without a held piece the first that comes may be held at once, which is the
same. Of a queue only the first eleven pieces count, ten of which are placed, and the first two of them may be
exchanged: so a *class* of queues is a pair without order and nine pieces after it. ``shapewright clear table 4`` goes
through all 79,516,080 classes that bags can give, and the few that have no clear are in ``data_files/impossible4.json``
(``data/impossible4.py`` writes it). The list holds for the kicks of SRS, soft drop, and hold.

Of other queues it says less. Ten pieces alone, the held one included, are impossible if with some piece after them they
are on the list, for what comes last may be held to the end; if not, they may still be. Of pieces that no bags give, the
list says nothing.
"""

from __future__ import annotations

import binascii
import hashlib
import json
import os
import sys
import zlib
from array import array
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from shapewright import __version__
from shapewright.clear.kicks import Kicks
from shapewright.clear.piece import PIECES
from shapewright.clear.problem import Problem
from shapewright.errors import FileError
from shapewright.storage.files import read_file, write_file
from shapewright.storage.json import read_json
from shapewright.storage.text import decoded

HEIGHT = 4
"""The height of which there is a list."""

LENGTH = 11
"""So many pieces of a queue count, the held one included."""

FORMAT = "clear impossible queues"
VERSION = 1

_PLACED = LENGTH - 1
_MAX_FILE = 1 << 20

_ABOUT = (
    "Classes of queues that cannot clear 4 lines of the empty field, of all that bags of seven can give. A class is a "
    "pair of pieces, the held and the current one in any order, and the 9 pieces after it; its number has the places "
    "of these 11 pieces in IOTSZLJ as digits to the base 7, the pair in that order. differences: the numbers in "
    "ascending order, each less the one before it (the first as it is), 4 bytes little-endian each, compressed by zlib "
    "and written in base 64. sha256: of the JSON text of all else, keys sorted, without blanks"
)


def refutes(problem: Problem, height: int) -> bool:
    """Whether the list alone shows that there is no clear of ``height`` lines; False proves nothing."""
    return (
        height == HEIGHT
        and problem.hold
        and problem.drop == "soft"
        and not problem.start.rows
        and len(problem.sequence) >= _PLACED
        and is_usual(problem.kicks)
        and known().has(problem.sequence)
    )


def is_usual(kicks: Kicks) -> bool:
    """Whether these are the kicks of the list, by whatever name."""
    return kicks is _SRS or kicks.table == _SRS.table


def has_all_turns(kicks: Kicks) -> bool:
    """Whether these are the kicks of the list, or those and half turns: then no other queue is impossible.

    >>> has_all_turns(Kicks.named("jstris180")), has_all_turns(Kicks.named("none"))
    (True, False)
    """
    ours, theirs = ([offsets for rows in each.table for row in rows for offsets in row] for each in (_SRS, kicks))
    return all(not one or one == other for one, other in zip(ours, theirs, strict=True))


@lru_cache(maxsize=1)
def known() -> ImpossibleQueues:
    """The list that comes with the package; read once, in some milliseconds.

    Raises ``FileError`` if it is missing or damaged.
    """
    return ImpossibleQueues.read(
        os.path.join(os.path.dirname(__file__), "..", "data_files", f"impossible{HEIGHT}.json")
    )


@dataclass(frozen=True, repr=False)
class ImpossibleQueues:
    """The classes without a clear, by their numbers, and how many classes there are in all (``sequences``)."""

    classes: frozenset[int]
    sequences: int

    def __repr__(self) -> str:
        return f"<ImpossibleQueues: {len(self.classes)} of {self.sequences} classes>"

    def __len__(self) -> int:
        return len(self.classes)

    def __iter__(self) -> Iterator[tuple[str, str]]:
        """The classes in order: the pair of held and current piece, and what follows."""
        for each in sorted(self.classes):
            number, letters = each, ""
            for _ in range(LENGTH):
                number, digit = divmod(number, len(PIECES))
                letters = PIECES[digit] + letters
            yield letters[:2], letters[2:]

    def has(self, sequence: str) -> bool:
        """Whether the list has a queue of at least ten pieces, the held one first, as impossible."""
        if len(sequence) >= LENGTH:
            return _number(sequence[:LENGTH]) in self.classes
        return any(_number(sequence + last) in self.classes for last in PIECES)

    def ordered(self) -> Iterator[str]:
        """Each queue of eleven pieces that is impossible, the held one first, both orders of the pair."""
        for pair, rest in self:
            yield pair + rest
            if pair[0] != pair[1]:
                yield pair[::-1] + rest

    @classmethod
    def of(cls, classes: Collection[tuple[str, str]], sequences: int) -> ImpossibleQueues:
        """The list of these classes, pairs and what follows, of so many in all."""
        return cls(frozenset([_number(pair + rest) for pair, rest in classes]), sequences)

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the list to a file, whole or not at all: the same bytes for the same list, whenever it is written.

        Raises ``FileError`` if that cannot be.
        """
        numbers = sorted(self.classes)
        differences = array("I", [number - before for before, number in zip([0, *numbers], numbers, strict=False)])
        content: dict[str, object] = {
            "format": FORMAT,
            "format_version": VERSION,
            "shapewright_version": __version__,
            "about": _ABOUT,
            "height": HEIGHT,
            "kicks": _SRS.name,
            "kick_table": _SRS.to_properties(),
            "drop": "soft",
            "hold": True,
            "sequences": self.sequences,
            "classes": len(numbers),
            "differences": binascii.b2a_base64(
                zlib.compress(_little_endian(differences).tobytes(), 9), newline=False
            ).decode(),
        }
        write_file(os.fspath(path), json.dumps(content | {"sha256": _digest(content)}, indent=1) + "\n")

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> ImpossibleQueues:
        """Read a list that :meth:`write` wrote.

        Raises ``FileError`` if there is none, or it is damaged, something else, or for other rules than these.
        """
        name = repr(os.fspath(path))
        read = read_file(os.fspath(path), _MAX_FILE)
        try:
            content = read_json(decoded(read))
        except ValueError:
            raise FileError(f"{name} is damaged: it is not JSON") from None
        if not isinstance(content, dict) or content.get("format") != FORMAT or content.get("format_version") != VERSION:
            raise FileError(f"{name} is not a list of impossible queues of version {VERSION}")
        if content.pop("sha256", None) != _digest(content):
            raise FileError(f"{name} is damaged: its content does not match its SHA-256")
        if content.get("kick_table") != _SRS.to_properties():
            raise FileError(f"{name} was made for other kicks than SRS")
        try:
            differences = array("I", zlib.decompress(binascii.a2b_base64(content["differences"])))
            found = cls(frozenset(accumulate(_little_endian(differences))), int(content["sequences"]))
            if len(found) != content["classes"]:
                raise ValueError("its numbers do not agree")
        except (KeyError, TypeError, ValueError, zlib.error) as error:
            raise FileError(f"{name} is damaged: it does not hold what it should ({error})") from None
        return found


_SRS = Kicks.named("srs")
_DIGITS = str.maketrans(PIECES, "0123456")


def _number(sequence: str) -> int:
    """The number of the class of a queue of eleven pieces."""
    digits = sequence.translate(_DIGITS)
    if digits[1] < digits[0]:
        digits = digits[1] + digits[0] + digits[2:]
    return int(digits, 7)


def _little_endian(numbers: array[int]) -> array[int]:
    """An array of numbers with its bytes as a file has them, or back."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _digest(content: dict[str, object]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
