"""How an assembly comes apart: moves that take groups of pieces out, part by part, and the level that they make.

A move shifts a group of pieces by whole units along an axis (on other lattices than those of squares and cubes: along a
line of theirs) while all others rest. It counts as one, however many pieces and units, and so does the last of a part,
by which a group leaves for good. Those that stay and those that leave are parts of their own, which go on from the
places before that last move. The level of an assembly is written as BurrTools writes it: the moves to the first group
out, then, after dots, those of the parts as far as one of them takes more than one.
Source: A. Roever, BurrTools, user guide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from shapewright.cells.grid import Cell
from shapewright.cells.lattices import SQUARE
from shapewright.tiling.apart.ways import directions
from shapewright.tiling.solution import Solution


@dataclass(frozen=True)
class Step:
    """A move: the numbers of the ``pieces`` that go, where to (such as ``+x``), and by how many units (None: out).

    ``vector`` is one unit of it, (x, y, z); without it the direction is along an axis.
    """

    pieces: tuple[int, ...]
    direction: str
    units: int | None
    vector: Cell = ()

    def __post_init__(self) -> None:
        if not self.vector:
            object.__setattr__(self, "vector", directions(SQUARE)[self.direction])

    def to_json(self) -> dict[str, object]:
        """Plain data; ``units`` is null for the move that takes the group out."""
        return {"pieces": list(self.pieces), "direction": self.direction, "units": self.units}


@dataclass(frozen=True)
class Part:
    """Pieces that are not apart yet, the ``steps`` that part them, and the parts that come of it.

    Such a part is None if it is a single piece. Without steps the pieces stay together whatever moves, unless
    ``together`` is the number, from 1, of a group of the problem that all of them are in: then they need not part.
    """

    pieces: tuple[int, ...]
    steps: tuple[Step, ...]
    rest: Part | None = None
    out: Part | None = None
    together: int = 0

    def parts(self) -> Iterator[Part]:
        """This part and those that come of it: first what stays, then what leaves."""
        yield self
        for part in (self.rest, self.out):
            if part is not None:
                yield from part.parts()

    @property
    def is_done(self) -> bool:
        """Whether the pieces part, or need not."""
        return bool(self.steps or self.together)

    def levels(self) -> tuple[int, ...]:
        """The moves of this part, then those of the parts in which one takes more than one."""
        found: tuple[int, ...] = (len(self.steps),)
        for part in (self.rest, self.out):
            if part is not None and any(len(one.steps) > 1 for one in part.parts()):
                found += part.levels()
        return found


@dataclass(frozen=True)
class Disassembly:
    """What becomes of an assembly. Pieces are counted from 0, in the order of ``solution.placements``.

    ``root`` is the whole (None for a single piece); ``lift`` says that pieces of a flat puzzle may leave its plane;
    ``states`` is how many arrangements were looked at.
    """

    solution: Solution = field(repr=False)
    root: Part | None
    lift: bool = False
    states: int = 0

    @property
    def parts(self) -> tuple[Part, ...]:
        """All parts of several pieces, the whole first."""
        return () if self.root is None else tuple(self.root.parts())

    @property
    def apart(self) -> bool:
        """Whether single pieces are all that is left, and such as may stay together."""
        return all(part.is_done for part in self.parts)

    @property
    def levels(self) -> tuple[int, ...]:
        """The numbers of the level: the moves to the first group out, and so on; () for a single piece."""
        return () if self.root is None else self.root.levels()

    @property
    def level(self) -> str:
        """The level as it is written, such as 3.1.2; '' where the assembly does not come apart."""
        return level_text(self.levels) if self.apart else ""

    @property
    def moves(self) -> int:
        """The number of moves in all."""
        return sum(len(part.steps) for part in self.parts)

    def to_json(self) -> dict[str, object]:
        """Plain data: ``apart``, ``level``, ``moves``, and ``parts``, which name each other by their numbers.

        A part that need not come apart has the number of its group, from 1, as ``together``.
        """
        numbers = {id(part): number for number, part in enumerate(self.parts)}
        return {
            "apart": self.apart,
            "level": self.level,
            "moves": self.moves,
            "parts": [
                {
                    "pieces": list(part.pieces),
                    "steps": [step.to_json() for step in part.steps],
                    "rest": None if part.rest is None else numbers[id(part.rest)],
                    "out": None if part.out is None else numbers[id(part.out)],
                    **({"together": part.together} if part.together else {}),
                }
                for part in self.parts
            ],
        }

    def to_text(self) -> str:
        """The moves, one a line, part by part."""
        names = names_of(self.solution)
        lines = [
            f"level {self.level}, {self.moves} move{'' if self.moves == 1 else 's'}"
            if self.apart
            else "does not come apart"
        ]
        number = 0
        for part in self.parts:
            end = ":" if part.steps else " may stay together" if part.together else " stay together"
            lines.append(listed_names(part.pieces, names) + end)
            for step in part.steps:
                number += 1
                far = "out" if step.units is None else str(step.units)
                lines.append(f"  {number}. {listed_names(step.pieces, names)} {step.direction} {far}")
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.to_text()


def level_text(levels: Sequence[int]) -> str:
    """The numbers of a level as they are written.

    >>> level_text((98, 2, 5))
    '98.2.5'
    """
    return ".".join(map(str, levels)) or "0"


def names_of(solution: Solution) -> list[str]:
    """A name for each placement: that of its piece, with a number where there are several copies of it."""
    copies = Counter(placement.piece for placement in solution.placements)
    seen: Counter[str] = Counter()
    names = []
    for placement in solution.placements:
        seen[placement.piece] += 1
        several = copies[placement.piece] > 1
        names.append(f"{placement.piece}({seen[placement.piece]})" if several else placement.piece)
    return names


def listed_names(pieces: Sequence[int], names: Sequence[str]) -> str:
    """The names of some placements in one line."""
    return " ".join(sorted(names[piece] for piece in pieces))
