"""Every solution of the empty field: which pieces on which cells can be put there in some order.

There are 64 of two lines and some 24 million of four. Each is a word, the set of all words a decision diagram
(``engine/clear/all_solutions.hpp`` says how), so that they can be counted, drawn at random, looked up by number and
kept in a small file.
"""

from __future__ import annotations

import os
import struct
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from shapewright import __version__
from shapewright.clear import native
from shapewright.clear.drops import Drop, check_drop, check_drop_without_spins
from shapewright.clear.kicks import Kicks
from shapewright.clear.orders.placing_order import Part
from shapewright.clear.piece import FACINGS, PIECES, cells_of
from shapewright.clear.problem import read_kicks
from shapewright.errors import FileError, ProblemError
from shapewright.jobs import Budget, Folder, Large, Progress, Stage, fingerprint, folder_beside, run
from shapewright.jobs.interrupt import interruptible
from shapewright.jobs.limits import Clock
from shapewright.storage import arrays as data_files

if TYPE_CHECKING:
    from concurrent.futures import Executor

    import numpy as np
    from numpy.typing import NDArray


HEIGHTS = (2, 4)
"""The heights at which an empty field has solutions that can be listed; of six lines there are far too many."""

FORMAT = "clear solutions"
VERSION = 1

_BATCH = 4096


def count_solutions(
    height: int,
    *,
    kicks: Kicks | str = "srs",
    drop: Drop = "soft",
    threads: int | None = None,
    executor: Executor | Callable[[], Executor] | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    time_limit: float | None = None,
) -> Counter[str]:
    """How many solutions of ``height`` lines there are, by the pieces they are made of; the total is all of them.

    >>> found = count_solutions(2)
    >>> found.total(), len(found), found["OOOOO"], found["IIOJJ"]
    (64, 14, 1, 8)

    The letters of the pieces are in the order of ``PIECES``. Raises ``ProblemError`` for a height that is not among
    ``HEIGHTS``, ``StoppedError`` when ``time_limit`` (in seconds) is reached, ``CheckpointError`` for a checkpoint of
    something else.
    """
    work = _Work(height, read_kicks(kicks), check_drop_without_spins(drop, "a list of all solutions"), keep=False)
    found = work.run(threads, executor, progress, checkpoint, time_limit)
    return _sum(found)


def all_solutions(
    height: int,
    *,
    kicks: Kicks | str = "srs",
    drop: Drop = "soft",
    threads: int | None = None,
    executor: Executor | Callable[[], Executor] | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    time_limit: float | None = None,
) -> AllSolutions:
    """All solutions of ``height`` lines, kept in memory. Arguments and errors are those of :func:`count_solutions`.

    >>> found = all_solutions(2)
    >>> len(found)
    64
    >>> print(found.text(0))
    IIIIIIIIOO
    IIIIIIIIOO
    """
    work = _Work(height, read_kicks(kicks), check_drop_without_spins(drop, "a list of all solutions"), keep=True)
    with folder_beside(checkpoint) as folder:
        found = work.run(threads, executor, progress, checkpoint, time_limit, folder)
        words: Any = array("Q")
        for _, large in found:
            if large is not None:
                words.frombytes(folder.fetch(large))
    return AllSolutions(
        height, work.kicks, work.drop, _sum(found), native.DiagramWords.of_words(words, work.native.letters)
    )


def shipped(height: int, *, kicks: Kicks | str = "srs", drop: Drop = "soft") -> AllSolutions | None:
    """The solutions that came with the package: of four lines, with the usual kicks and soft drop. None for others."""
    if (height, read_kicks(kicks), drop) != (4, Kicks.named("srs"), "soft"):
        return None
    with data_files.shipped("shapewright.clear", "solutions4") as path:
        return None if path is None else AllSolutions.read(path)


def from_bags(pieces: str, *, hold: bool = True) -> bool:
    """Whether these pieces, in some order, may be what a player places of a stream of bags of seven.

    The first bag may have been begun before. With ``hold`` some piece, of any kind, was in hold before they
    came, and one is left over.

    >>> from_bags("IIOOTTSZLJ"), from_bags("IIIIIOTSZL")
    (True, False)
    """
    placed = [pieces.count(piece) for piece in PIECES]
    windows = [placed]
    if hold:
        # The held piece went down and another one stayed instead.
        windows += [
            [more + (place == left) - (place == held) for place, more in enumerate(placed)]
            for held, count in enumerate(placed)
            for left in range(len(PIECES))
            if count
        ]
    # The rest of a bag, whole bags, and part of a last one.
    drawn = len(pieces)
    cuts = [(first, *divmod(max(0, drawn - first), len(PIECES))) for first in range(1, len(PIECES) + 1)]
    for counts in windows:
        for first, bags, last in cuts:
            others = [count - bags for count in counts]
            if min(others) >= 0 and max(others) <= 2 and others.count(2) <= min(first, last):
                return True
    return False


@dataclass(frozen=True, eq=False, repr=False)
class AllSolutions:
    """All solutions of an empty field of ``height`` lines under a kick system and a drop; ``pieces`` counts them.

    They are numbered from 0 in a fixed order.
    """

    height: int
    kicks: Kicks
    drop: Drop
    pieces: Mapping[str, int]
    words: native.DiagramWords = field(repr=False)

    def __repr__(self) -> str:
        return f"<AllSolutions of {self.height} lines: {len(self)} of {len(self.pieces)} sets of pieces>"

    def __reduce__(self) -> tuple[object, ...]:
        nodes, root = self.words.nodes(), int(self.words.root)
        return _from_nodes, (self.height, self.kicks, self.drop, dict(self.pieces), nodes, root)

    def __len__(self) -> int:
        return self.words.count()

    def __getitem__(self, number: int) -> tuple[Part, ...]:
        """The parts of a solution: each a piece and its cells; rows that are gone when it comes may be between them."""
        if not 0 <= number < len(self):
            raise IndexError(f"there is no solution {number}: they are numbered from 0 to {len(self) - 1}")
        return self._parts(self.words.words(number, 1)[0])

    def __iter__(self) -> Iterator[tuple[Part, ...]]:
        for first in range(0, len(self), _BATCH):
            for word in self.words.words(first, _BATCH):
                yield self._parts(word)

    def sample(self, number: int, *, seed: int) -> list[tuple[Part, ...]]:
        """Draw ``number`` solutions uniformly and independently."""
        if number < 0:
            raise ProblemError(f"the number of solutions to draw must be at least 0, not {number}")
        with interruptible() as stop:
            drawn = self.words.sample(seed % 2**64, number, stop)
        if len(drawn) < number:
            raise Clock(None).stopped(f"{number} solutions were drawn")
        return [self._parts(word) for word in drawn]

    def text(self, number: int) -> str:
        """The picture of a solution, top row first."""
        return text_of(self[number], self.height)

    def count_from_bags(self, *, hold: bool = True) -> int:
        """How many are made of pieces that a stream of bags of seven may bring (see :func:`from_bags`)."""
        return sum([number for pieces, number in self.pieces.items() if from_bags(pieces, hold=hold)])

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write all of them as one HDF5 file, whole or not at all.

        Raises ``FileError`` if that cannot be; an existing file is then as it was.
        """
        import numpy as np

        from shapewright.storage import hdf5  # h5py and numpy: only what reads and writes files waits for them

        table = sorted(self.pieces)
        arrays: dict[str, Any] = {
            "nodes": self.words.nodes(),
            "pieces/of_each": np.array([[pieces.count(piece) for piece in PIECES] for pieces in table], np.uint8),
            "pieces/solutions": np.array([self.pieces[pieces] for pieces in table], np.uint64),
        }
        attributes: dict[str, hdf5.Attribute] = {
            "about": "decision diagram of all solutions of the empty field: nodes are the four children of each node "
            "from number 2 on; node 0 is the empty set, node 1 the set of the empty word. Three letters of a word, 0 "
            "to 3 each, are the number of a part among those whose first cell, column by column and upward, is the "
            "first that is not yet covered; parts are ordered by piece (IOTSZLJ), facing, mask of rows and column",
            "pieces/about": "of_each: how many of I, O, T, S, Z, L, J; solutions: how many are made of these",
            "height": self.height,
            "kicks": self.kicks.name,
            "kick_table": self.kicks.to_properties(),
            "drop": self.drop,
            "root": int(self.words.root),
            "solutions": len(self),
        }
        hdf5.write(path, FORMAT, VERSION, arrays, attributes)

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> AllSolutions:
        """Read what :meth:`write` wrote.

        Raises ``FileError`` if there is none, or it is truncated, damaged, something else, or of another version.
        """
        contents = data_files.read(path, FORMAT, VERSION)
        try:
            about = contents.attributes
            kicks = Kicks.from_properties(str(about["kick_table"]), name=str(about["kicks"]))
            height, drop = int(about["height"]), check_drop(str(about["drop"]))
            table, numbers = contents.arrays["pieces/of_each"], contents.arrays["pieces/solutions"]
            pieces = {_letters(row): int(number) for row, number in zip(table.tolist(), numbers.tolist(), strict=True)}
            found = _from_nodes(height, kicks, drop, pieces, contents.arrays["nodes"], int(about["root"]))
            if len(found) != sum(pieces.values()) or len(found) != int(about["solutions"]):
                raise ProblemError("its numbers do not agree")
            return found
        except (KeyError, ProblemError, TypeError, ValueError) as error:
            raise FileError(f"{os.fspath(path)!r} is damaged: it does not hold what it should ({error})") from error

    def _parts(self, word: Any) -> tuple[Part, ...]:
        return _parts(self._native.parts(int(word)))

    @cached_property
    def _native(self) -> native.AllSolutions:
        return _Work(self.height, self.kicks, self.drop, keep=True).native


def _from_nodes(
    height: int, kicks: Kicks, drop: Drop, pieces: Mapping[str, int], nodes: NDArray[np.uint32], root: int
) -> AllSolutions:
    letters = _Work(height, kicks, drop, keep=True).native.letters
    return AllSolutions(height, kicks, drop, pieces, native.DiagramWords(letters, nodes, root))


def text_of(parts: tuple[Part, ...], height: int) -> str:
    """The picture of parts that fill a field, top row first."""
    letters = {cell: part.piece for part in parts for cell in part.cells}
    return "\n".join(["".join([letters[x, y] for x in range(10)]) for y in reversed(range(height))])


@dataclass(frozen=True)
class _Work:
    """What is searched for, and how it is cut into tasks."""

    height: int
    kicks: Kicks
    drop: Drop
    keep: bool

    def __post_init__(self) -> None:
        if self.height not in HEIGHTS:
            known = " and ".join(map(str, HEIGHTS))
            raise ProblemError(f"solutions of {self.height} lines cannot be listed; those of {known} can")

    @cached_property
    def native(self) -> native.AllSolutions:
        return native.AllSolutions(native.rules(self.kicks, self.drop), self.height)

    def run(
        self,
        threads: int | None,
        executor: Executor | Callable[[], Executor] | None,
        progress: bool | Callable[[Progress], None] | None,
        checkpoint: str | os.PathLike[str] | None,
        time_limit: float | None,
        folder: Folder | None = None,
    ) -> list[tuple[dict[str, int], Large | None]]:
        plain = (self.height, self.kicks.name, self.kicks.to_properties(), self.drop, self.keep)
        stage = Stage("solutions", _found, [(*plain, beginning) for beginning in self.native.beginnings()])
        return run(
            stage,
            fingerprint=fingerprint("clear solutions", plain, __version__),
            executor=executor,
            threads=threads,
            progress=progress,
            checkpoint=checkpoint,
            folder=folder,
            time_limit=time_limit,
        )


def _found(arguments: tuple[int, str, str, Drop, bool, int], budget: Budget) -> tuple[dict[str, int], Large | None]:
    height, name, table, drop, keep, beginning = arguments
    work = _Work(height, Kicks.from_properties(table, name=name), drop, keep)
    words = work.native.words(beginning, budget.stop, native.seconds(budget))
    rows = Counter(struct.iter_unpack(f"{len(PIECES)}s", work.native.pieces(words).tobytes()))
    counts = {_letters(list(row)): number for (row,), number in sorted(rows.items())}
    return counts, budget.keep(words.tobytes()) if keep else None


def _sum(found: list[tuple[dict[str, int], Large | None]]) -> Counter[str]:
    total: Counter[str] = Counter()
    for counts, _ in found:
        total.update(counts)
    return total


def _letters(row: list[int]) -> str:
    return "".join([piece * number for piece, number in zip(PIECES, row, strict=True)])


def _parts(placed: list[tuple[int, int, int, int]]) -> tuple[Part, ...]:
    parts = []
    for piece, facing, left, mask in placed:
        letter = PIECES[piece]
        cells = cells_of(letter, FACINGS[facing])
        first_x, first_y = min([x for x, _ in cells]), min([y for _, y in cells])
        rows = [row for row in range(8) if mask >> row & 1]
        moved = [(left + x - first_x, rows[y - first_y]) for x, y in cells]
        parts.append(Part(letter, tuple(sorted(moved, key=lambda cell: (cell[1], cell[0])))))
    return tuple(sorted(parts, key=lambda part: [(y, x) for x, y in part.cells]))
