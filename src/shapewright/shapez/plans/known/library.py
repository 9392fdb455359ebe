"""What was found out about plans beforehand: cheap plans for all halves, and which shapes few machines can make.

``data/plans.py`` makes the files. That a shape is not among those that so many machines make is a proof that it takes
more, for the search behind it looks at every plan (engine/shapez/plan/library/sets.hpp). They are too many to ship.
A filter stands for them that lets all of them through and few others: to let a shape through by mistake makes the bound
weaker, never wrong.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from typing import Any

from shapewright.errors import FileError, NotationError, ProblemError
from shapewright.shapez.data.configuration import Configuration
from shapewright.shapez.data.number_columns import row_of
from shapewright.shapez.data.packed import Packed
from shapewright.shapez.plans.last_machine import Cheap, may_be_made
from shapewright.storage import arrays as data_files
from shapewright.storage.arrays import column
from shapewright.storage.contents import Attribute

# --- Filters ---------------------------------------------------------------------------------------------------------
# A Bloom filter: eight places, which are spread as if at random, speak for a shape; it is let through if all are set.
# Source: B. H. Bloom, Space/time trade-offs in hash coding with allowable errors, CACM 13 (1970); the places are those
# of double hashing, by the mixing function of splitmix64.

PROBES = 8
"""How many bits of a filter speak for a shape."""

_WORD = (1 << 64) - 1


def filtered(shapes: Sequence[int], bits_each: int) -> bytearray:
    """A filter that lets ``shapes`` through, of this number of bits for each."""
    bits = bytearray(max(8, (len(shapes) * bits_each + 7) // 8))
    for shape in shapes:
        for place in _places(shape, 8 * len(bits)):
            bits[place >> 3] |= 1 << (place & 7)
    return bits


def lets_through(filters: Iterable[Sequence[int]], shape: int) -> bool:
    """Whether one of the filters, whose items are bytes, lets a shape through."""
    return any(all(bits[place >> 3] >> (place & 7) & 1 for place in _places(shape, 8 * len(bits))) for bits in filters)


def _places(shape: int, size: int) -> Iterator[int]:
    """The places of a filter of ``size`` bits that speak for a shape."""
    place = _stirred(shape + 0x9E3779B97F4A7C15 & _WORD)
    step = _stirred(place) | 1
    for _ in range(PROBES):
        yield place % size
        place = place + step & _WORD


def _stirred(value: int) -> int:
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    value = (value ^ value >> 27) * 0x94D049BB133111EB & _WORD
    return value ^ value >> 31


Machine = tuple[int, int, int]
"""A machine by its number in the engine, and the packed shapes it takes; the second is 0 where it takes one."""

FORMAT = "shapez plans"
VERSION = 4

HALVES = ("machine", "first", "second", "key", "whole", "start", "steps")
"""The columns of the plans for halves: machines with what they take, packed; then halves and their machines. Rows of
the same key are several plans for a half, the cheapest first."""
LEAST = ("machine", "first", "second", "shape", "start", "steps")
"""The columns of plans for whole shapes: machines with what they take, packed; then shapes and their machines."""

_FORMS = {"machine": "B", "key": "I", "start": "I"}  # the other columns have shapes, or numbers of machines
_SHAPES = "BHIQ"

_ABOUT = {
    "about": "plans for shapes of one type without paint; kinds of parts: 0 empty, 1 normal, 2 pin, 3 crystal",
    "halves/about": "machine, first, second: machines and the packed shapes they take; key: halves in the east, two "
    "bits for each part, the lesser of a half and its reflection; whole: a shape whose half that is; start, steps: the "
    "machines that make the whole shape, by their numbers; several plans for a half, the cheapest first",
    "least/about": "machine, first, second: as above; shape: packed, the least of its images under mirror and half "
    "turn; start, steps: the machines that make it, by their numbers; least/proven: no shape takes fewer machines than "
    "its plan here or one more than this, whichever is less",
    "reached/about": "for each number of machines a filter of the shapes that take as many: of each, the least of its "
    "images under mirror and half turn; treated: a filter of what a pin pusher or a crystal generator makes of them; "
    "if there is one, no half takes fewer machines than its cheapest plan or one more than the most of these",
}


@dataclass(frozen=True, eq=False)
class Library:
    """The plans for the halves of a configuration, and what is known about whole shapes.

    That is either ``filters``, of which ``filters[k]`` lets through the shapes of k machines, or ``least``, a plan for
    every shape: those of up to ``proven`` machines are minimal, and whatever has a longer one takes more than that.
    With ``treated``, a filter of what is made of the shapes of all filters by treating them, plans for halves are
    minimal or of more machines than there are filters for. With neither that nor ``least`` there are plans for some
    halves only, the cheapest. Columns are as :mod:`shapewright.storage.arrays` gives them.
    """

    configuration: Configuration
    halves: Mapping[str, Any]
    filters: tuple[Any, ...] = ()
    treated: Any = None
    least: Mapping[str, Any] | None = None
    proven: int = 0

    @cached_property
    def _ring(self) -> Packed:
        return Packed(self.configuration)

    @property
    def reach(self) -> int:
        """Of how many machines every plan was looked at: lesser bounds are exact but for the filters' mistakes."""
        return self.proven if self.least is not None else len(self.filters) - 1

    @property
    def has_all_halves(self) -> bool:
        """Whether there are plans for all halves, not only for the cheapest."""
        return self.least is not None or self.treated is not None

    def at_least(self, packed: int) -> int:
        """How many machines a shape takes at least, painters and mixers apart."""
        quick = self.at_least_quickly(packed)
        if self.treated is None or quick < len(self.filters):
            return quick
        cheap = Cheap(
            lambda shape: lets_through(self._filters, least_image(self._ring, shape)),
            self._is_cheap_half,
            lambda shape: lets_through([memoryview(self.treated)], least_image(self._ring, shape)),
        )
        return len(self.filters) + (not may_be_made(self._ring, packed, cheap))

    def at_least_quickly(self, packed: int) -> int:
        """How many machines a shape takes at least by what ships alone, without a look at its last machine."""
        if self.least is not None:
            return (
                self.proven + 1 if (row := self._row(packed)) is None else min(_cost(self.least, row), self.proven + 1)
            )
        image = least_image(self._ring, packed)
        for machines, bits in enumerate(self._filters):
            if lets_through([bits], image):
                return machines
        return len(self.filters)

    @cached_property
    def _filters(self) -> list[memoryview]:
        """The filters as bytes, whose items are plain numbers."""
        return [memoryview(bits) for bits in self.filters]

    def _is_cheap_half(self, key: int) -> bool:
        row = row_of(self.halves["key"], min(key, self._ring.reflect_half(key)))
        return key == 0 or (row is not None and _cost(self.halves, row) < len(self.filters))

    def plan(self, packed: int) -> list[Machine] | None:
        """The machines of the plan for a shape, in an order in which they can run; None if there is none."""
        if self.least is None or (row := self._row(packed)) is None:
            return None
        begin, end = int(self.least["start"][row]), int(self.least["start"][row + 1])
        numbers = self.least["steps"][begin:end].tolist()
        mirrored, turned = next(
            (mirrored, turned)
            for mirrored in (False, True)
            for turned in (False, True)
            if _image(self._ring, int(self.least["shape"][row]), mirrored, turned) == packed
        )
        first, second = (
            _image(self._ring, array("Q", [int(self.least[name][number]) for number in numbers]), mirrored, turned)
            for name in ("first", "second")
        )
        machines = [int(self.least["machine"][number]) for number in numbers]
        if mirrored:  # clockwise is counterclockwise in a mirror
            machines = [1 - machine if machine < 2 else machine for machine in machines]
        return list(zip(machines, first.tolist(), second.tolist(), strict=True))

    def _row(self, packed: int) -> int | None:
        assert self.least is not None
        return row_of(self.least["shape"], least_image(self._ring, packed))


def _cost(plans: Mapping[str, Any], row: int) -> int:
    """How many machines the plan of a row has."""
    return int(plans["start"][row + 1]) - int(plans["start"][row])


def _image(ring: Packed, shapes: object, mirrored: bool, turned: bool) -> Any:
    if mirrored:
        shapes = ring.mirror(shapes)
    return ring.rotate(shapes, ring.configuration.half_parts) if turned else shapes


def least_image(ring: Packed, shape: int) -> int:
    """What stands for a shape in the files: the least of its images under mirror and half turn."""
    images: list[int] = [_image(ring, shape, *turns) for turns in product((False, True), repeat=2)]
    return min(images)


def write(path: str | os.PathLike[str], library: Library) -> None:
    """Write a library to a file, whole or not at all; raises ``FileError`` if that cannot be."""
    from shapewright.storage import hdf5  # h5py and numpy, which only those have who make plans

    attributes: dict[str, Attribute] = {**_ABOUT, "configuration": library.configuration.name}
    arrays = {f"halves/{name}": library.halves[name] for name in HALVES}
    arrays |= {f"reached/{machines}": bits for machines, bits in enumerate(library.filters)}
    if library.treated is not None:
        arrays["treated"] = library.treated
    if library.least is not None:
        arrays |= {f"least/{name}": library.least[name] for name in LEAST}
        attributes["least/proven"] = library.proven
    hdf5.write(path, FORMAT, VERSION, arrays, attributes)


def read(path: str | os.PathLike[str]) -> Library:
    """Read the library in a file; raises ``FileError`` if there is none, or it is damaged, or something else."""
    contents = data_files.read(path, FORMAT, VERSION)
    try:
        count = sum(name.startswith("reached/") for name in contents.arrays)
        whole = "least/shape" in contents.arrays
        forms = {**_FORMS, "steps": "I"}
        return Library(
            Configuration.from_name(str(contents.attributes["configuration"])),
            {name: column(path, contents, f"halves/{name}", forms.get(name, "Q")) for name in HALVES},
            tuple(column(path, contents, f"reached/{machines}", "B") for machines in range(count)),
            column(path, contents, "treated", "B") if "treated" in contents.arrays else None,
            {name: column(path, contents, f"least/{name}", _FORMS.get(name, _SHAPES)) for name in LEAST}
            if whole
            else None,
            int(contents.attributes["least/proven"]) if whole else 0,
        )
    except (ValueError, NotationError, ProblemError) as error:
        raise FileError(f"{str(path)!r} is damaged: {error}") from error
    except KeyError as error:
        raise FileError(f"{str(path)!r} is damaged: it lacks {error}") from error


@lru_cache(maxsize=4)
def library(configuration: Configuration) -> Library | None:
    """What ships for a configuration; None if nothing does."""
    with data_files.shipped("shapewright.shapez", f"{configuration.name}_plans") as path:
        return None if path is None else read(path)


def columns(shipped: Library | None) -> list[Any]:
    """The columns of the plans for halves, in the order of :data:`HALVES`; empty ones if none ship."""
    if shipped is not None:
        return [shipped.halves[name] for name in HALVES]
    forms = {"machine": "B", "first": "Q", "second": "Q", "whole": "Q"}
    return [array(forms.get(name, "I"), [0] if name == "start" else []) for name in HALVES]
