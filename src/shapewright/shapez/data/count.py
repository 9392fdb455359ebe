"""How many halves and shapes of a configuration can be built."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cache as once
from importlib import resources
from typing import Any

from shapewright.jobs.stage import Progress
from shapewright.shapez.data import source
from shapewright.shapez.data.configuration import Configuration, Need, configuration_of
from shapewright.shapez.data.known_shapes import Data
from shapewright.shapez.data.sets import count_shapes, halves_up_to_symmetry


@dataclass(frozen=True)
class Counts:
    """The numbers of a configuration; the empty shape counts.

    ``halves`` are all half shapes, ``halves_canonical`` those that differ even when halves that are mirror images of
    each other count once. ``total`` counts shapes up to rotations and mirror images; of these ``swappable`` are such
    that in some rotation both halves can be built, ``non_swappable`` the rest, and ``pp_essential`` those of the rest
    that only pushing pins makes, not stacking. ``oriented_total`` counts every orientation; it is None where the
    numbers are recorded and it was not.
    """

    halves: int
    halves_canonical: int
    total: int
    swappable: int
    non_swappable: int
    pp_essential: int
    oriented_total: int | None = None


@dataclass(frozen=True)
class RecordedCounts:
    """Counts that were made once: on what day, by which command, and in how many CPU seconds."""

    counts: Counts
    counted: str
    command: str
    seconds: float

    def __str__(self) -> str:
        return f"recorded on {self.counted} ({self.seconds:g} CPU seconds); '{self.command}' counts again"

    def to_json(self) -> dict[str, object]:
        """Plain data, without the counts."""
        return {"counted": self.counted, "command": self.command, "seconds": self.seconds}


def recorded_counts(configuration: Configuration | str) -> RecordedCounts | None:
    """Return the recorded counts of a configuration, or None if it is small or not among the known ones.

    >>> print(recorded_counts("quad7"))
    recorded on 2026-11-23 (371 CPU seconds); 'shapewright shapez search quad7 --only total' counts again
    """
    row = _recorded().get(configuration_of(configuration).name)
    if row is None:
        return None
    return RecordedCounts(Counts(*row["numbers"]), str(row["counted"]), row["command"], row["seconds"])


@once
def _recorded() -> dict[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath("recorded_counts.toml").read_text(encoding="utf-8"))


def answered_by_record(configuration: Configuration | str) -> RecordedCounts | None:
    """Return what :func:`count` answers from the record: of what is neither small nor comes with the package."""
    configuration = configuration_of(configuration)
    is_counted = configuration.cells <= source.QUICK or source.ships(configuration)
    return None if is_counted else recorded_counts(configuration)


def count(
    configuration: Configuration | str,
    *,
    data: Data | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    threads: int | None = None,
) -> Counts:
    """Count what can be built in ``configuration``.

    Without ``data``, large configurations are answered from the record (:func:`recorded_counts`), and counted again by
    :func:`~shapewright.shapez.data.total.total`. Data of others are loaded, and made if nobody has made them yet, which
    ``progress`` and ``threads`` are for.

    >>> count("quad3").total, count("dec3").total
    (502906, 1658062015831285)

    Raises ``LimitError`` if the memory does not suffice. Sources: Burnside's lemma on a decision diagram.
    """
    configuration = configuration_of(configuration)
    if data is None or not data.has("full"):
        record = answered_by_record(configuration)
        if record is not None:
            return record.counts
        data = source.load(configuration, "full", progress=progress, threads=threads)
    assert data.pin is not None
    assert data.full is not None
    numbers = data.counts or count_shapes(configuration, data.halves.keys, data.full)
    halves = len(data.halves)
    return Counts(
        halves=halves,
        halves_canonical=halves_up_to_symmetry(configuration, data.halves.keys),
        total=numbers["total"],
        swappable=numbers["swappable"],
        non_swappable=numbers["total"] - numbers["swappable"],
        pp_essential=len(data.pin),
        oriented_total=numbers["oriented_total"],
    )


def known_numbers(data: Data, need: Need = "halves") -> dict[str, int]:
    """The numbers that ``data`` have without a search: those of :class:`Counts`, or as many of them as are known.

    Shapes that have not been counted yet are counted if ``need`` is 'full'.

    >>> from shapewright.shapez import Configuration, search
    >>> known_numbers(search(Configuration.from_name("quad2"), "halves"))
    {'halves': 181, 'halves_canonical': 97}
    """
    if data.full is not None and (data.counts or need == "full"):
        return asdict(count(data.configuration, data=data))
    numbers = {
        "halves": len(data.halves),
        "halves_canonical": halves_up_to_symmetry(data.configuration, data.halves.keys),
    }
    return numbers if data.pin is None else {**numbers, "pp_essential": len(data.pin)}
