"""All solutions of a puzzle, or some of them, as an object: a decision diagram of sets of options."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any

from shapewright.cells.grid import Cell, cell_text
from shapewright.errors import LimitError, ProblemError, amount, quote
from shapewright.jobs.seeds import fresh_seed
from shapewright.lazy import late
from shapewright.tiling import native
from shapewright.tiling.check import check, check_cover
from shapewright.tiling.notation.answers import puzzle_of
from shapewright.tiling.problem import Problem
from shapewright.tiling.search.clock import Clock
from shapewright.tiling.sets import properties
from shapewright.tiling.sets.making import Means, family_of_cover, family_of_problem, sorted_cover, variables_of_cover
from shapewright.tiling.sets.properties import PROPERTIES
from shapewright.tiling.solution import Solution

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from shapewright.drawing import Mosaic
    from shapewright.tiling.covers.exact_cover import ExactCover
    from shapewright.tiling.native import Family
    from shapewright.tiling.search.instance import Cover

    Found = Solution | tuple[Hashable, ...]

_BATCH = 1000  # solutions taken out of the diagram at a time


def solution_set(
    puzzle: Problem | ExactCover | str,
    *,
    time_limit: float | None = None,
    memory: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> SolutionSet:
    """All solutions of a puzzle, in time and memory that grow with the size of the diagram, not with their number.

    >>> from shapewright import tiling
    >>> dominoes = tiling.solution_set(tiling.Problem.from_text("board 8x8\\npieces any*I2"))
    >>> dominoes.count, dominoes.nodes
    (12988816, 2298)

    ``memory`` are the bytes that the work may take (1 GB, or half of what the machine has, unless given); ``progress``
    is called with the number of cells, or items, dealt with and how many there are. Raises ``StoppedError`` when the
    time limit (seconds) ends it, ``LimitError`` when memory does not suffice. Source: Nishino, Yasuda, Minato, Nagata,
    *Dancing with Decision Diagrams*, AAAI 2017.
    """
    puzzle = puzzle_of(puzzle)
    means = _means(time_limit, memory, progress)
    if isinstance(puzzle, Problem):
        cover = sorted_cover(puzzle, means.clock.look)
        return SolutionSet(puzzle, family_of_problem(cover, means), cover=cover)
    family, variables = family_of_cover(puzzle, means)
    return SolutionSet(puzzle.without_given, family, variables=variables)


class SolutionSet:
    """Solutions of one puzzle, a board with pieces or an exact cover; :func:`solution_set` makes that of all.

    Iterating yields :class:`Solution` objects, or the names of options of an exact cover, one by one in an order that
    depends on the puzzle alone; ``solutions[k]`` is the one of rank k in it. Each has passed an independent check. Sets
    over the same puzzle have unions ``|``, intersections ``&`` and differences ``-``, are equal where they have the
    same solutions, and ordered by ``<=`` (subset). ``len`` is for sets of up to ``sys.maxsize`` solutions;
    :attr:`count` for any.

    >>> from shapewright import tiling
    >>> puzzle = tiling.Problem.from_text("board 5x6\\npieces any*I2")
    >>> everything = tiling.solution_set(puzzle)
    >>> tight = everything.where(fault_free=True)
    >>> everything.count, tight.count, (everything - tight).count
    (1183, 6, 1177)
    """

    def __init__(
        self,
        puzzle: Problem | ExactCover,
        family: Family,
        *,
        cover: Cover | None = None,
        variables: tuple[int, ...] = (),
    ) -> None:
        """Take a ``family`` over the options of a problem's ``cover``, or over the ``variables`` of an exact cover."""
        self.puzzle = puzzle
        self.family = family
        self._cover = cover
        self._variables = variables

    @classmethod
    def of(cls, puzzle: Problem | ExactCover, solutions: Iterable[object]) -> SolutionSet:
        """The set of these solutions, each a :class:`Solution` or the names of an exact cover's options.

        Options that an exact cover was given are forgotten, so that sets with others can be combined.

        Raises ``ProblemError`` for one that is none of the puzzle's.
        """
        empty = cls._empty(puzzle)
        members = [empty._member(solution) for solution in solutions]
        return empty.with_family(native.Family.of_members(empty.family.variables, members))

    @classmethod
    def _empty(cls, puzzle: Problem | ExactCover) -> SolutionSet:
        """No solution at all, over the options of a puzzle."""
        if isinstance(puzzle, Problem):
            cover = sorted_cover(puzzle)
            return cls(puzzle, native.Family.of_members(len(cover.options), ()), cover=cover)
        variables = variables_of_cover(puzzle)
        return cls(puzzle.without_given, native.Family.of_members(len(variables), ()), variables=variables)

    @classmethod
    @late("shapewright.tiling.sets.files:load")
    def load(cls, path: str | os.PathLike[str]) -> SolutionSet:
        """Read what :meth:`save` wrote.

        Raises ``FileError`` if there is none, or it is truncated, damaged, something else, or of another version.
        """

    @late("shapewright.tiling.sets.files:save")
    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the puzzle and its solutions as one HDF5 file, whole or not at all.

        Raises ``FileError`` if that cannot be, ``ProblemError`` for an exact cover that DLX text cannot hold.
        """

    @cached_property
    def count(self) -> int:
        """How many solutions there are, exactly."""
        return int.from_bytes(self.family.count, "little")

    @property
    def nodes(self) -> int:
        """The nodes of the diagram, of which each takes some 20 bytes of memory."""
        return self.family.size

    def __len__(self) -> int:
        return self.count

    def __bool__(self) -> bool:
        return self.count > 0

    def __repr__(self) -> str:
        return f"<SolutionSet: {amount(self.count, 'solution', thousands=True)}, {self.nodes:,} nodes>"

    def __iter__(self) -> Iterator[object]:
        for rank in range(0, self.count, _BATCH):
            yield from map(self._solution, self._members(rank, _BATCH))

    def __getitem__(self, rank: int) -> object:
        """The solution of a rank from 0 on; from the end if it is negative."""
        place = rank + self.count if rank < 0 else rank
        if not 0 <= place < self.count:
            raise IndexError(f"there is no solution {rank}: there are {self.count}, and the first has rank 0")
        return self._solution(self._members(place, 1)[0])

    def __contains__(self, solution: object) -> bool:
        try:
            return self.family.contains(list(self._member(solution)))
        except ProblemError:
            return False

    def sample(self, limit: int, *, seed: int | None = None) -> list[object]:
        """Draw ``limit`` solutions uniformly and independently (none from an empty set); equal seeds, equal draws."""
        if limit < 0:
            raise ProblemError(f"the number of solutions to draw must be at least 0, not {limit}")
        if not self:
            return []
        generator = Random(fresh_seed() if seed is None else seed)
        return [self[generator.randrange(self.count)] for _ in range(limit)]

    def random(self, *, seed: int | None = None) -> object:
        """A solution drawn uniformly; None from an empty set."""
        return next(iter(self.sample(1, seed=seed)), None)

    # --- How many have what ------------------------------------------------------------------------------------------

    def option_counts(self) -> list[tuple[Any, int]]:
        """Each option with the number of solutions that have it.

        Options of a board are (name of a piece, its cells), equal pieces under the name of the first of them, by their
        first cells; those of an exact cover are its names, in its order. Fixed pieces are left out.
        """
        numbers = self._containing()
        if self._cover is not None:
            return [(self._placed(variable), number) for variable, number in enumerate(numbers)]
        cover: object = self.puzzle
        by_option = sorted(zip(self._variables, numbers, strict=True))
        return [(self._named(cover, option), number) for option, number in by_option]

    def marginals(self) -> NDArray[Any]:
        """How many solutions cover each cell with each piece, or have each option of an exact cover.

        The shape is (pieces, width, height) or (pieces, width, height, depth): ``marginals()[p, x, y]`` counts the
        solutions with piece number p of :attr:`piece_names` on cell (x, y) of the board, whose least coordinates are
        those of the board's cells. For an exact cover it is (options,). The dtype is int64, or object (exact Python
        integers) where the set has 2**63 solutions or more.

        >>> from shapewright import tiling
        >>> tiling.solution_set(tiling.Problem.from_text("board 2x2\\npieces any*I2")).marginals().tolist()
        [[[2, 2], [2, 2]]]
        """
        import numpy as np  # a browser lacks it, and most questions need no array

        dtype: Any = np.int64 if self.count < 1 << 63 else object
        if self._cover is None:
            return np.array([number for _, number in self.option_counts()], dtype)
        axes = list(zip(*self._problem("cells").board.cells, strict=True))
        corner = tuple(min(axis) for axis in axes)
        corner, size = (corner, tuple(max(axis) - low + 1 for axis, low in zip(axes, corner, strict=True)))
        found = np.zeros((len(self.piece_names), *size), dtype)
        for number, by_cell in enumerate(self._cell_counts()):
            for cell, solutions in by_cell.items():
                found[(number, *(c - low for c, low in zip(cell, corner, strict=True)))] = solutions
        return found

    @property
    def piece_names(self) -> tuple[str, ...]:
        """The pieces of a board in the order of :meth:`marginals`; equal pieces are one, named after the first."""
        problem = self._problem("pieces")
        return tuple(problem.pieces[pieces.members[0]].name for pieces in problem.classes())

    def cell_counts(self, piece: str | None = None) -> dict[Cell, int]:
        """For each cell of the board how many solutions have ``piece`` (any piece, if none is named) on it."""
        by_piece = self._cell_counts()
        wanted = range(len(by_piece)) if piece is None else [self._class_of(piece)]
        cells = sorted(self._problem("cells").board.cells)
        return {cell: sum([by_piece[number].get(cell, 0) for number in wanted]) for cell in cells}

    def marginal_records(self, pieces: Iterable[str]) -> dict[str, list[list[int]]]:
        """For each of ``pieces`` the cells and how many solutions have it there, as plain data: ``[x, y, number]``."""
        return {
            piece: [[*cell, number] for cell, number in self.cell_counts(piece).items()]
            for piece in dict.fromkeys(pieces)
        }

    def option_records(self) -> list[tuple[str, int]]:
        """Each option as text with the number of solutions that have it, as :meth:`option_counts` has them."""
        if self._cover is None:
            cover: Any = self.puzzle
            return [(cover.option_text(name), number) for name, number in self.option_counts()]
        by_option = sorted(self.option_counts())
        return [(" ".join([piece, *map(cell_text, cells)]), number) for (piece, cells), number in by_option]

    @late("shapewright.tiling.sets.heat:heat_of")
    def heat_map(self, piece: str | None = None) -> Mosaic:
        """The picture of :meth:`cell_counts`: the darker a cell, the more solutions; the labels are percent."""

    def _cell_counts(self) -> list[dict[Cell, int]]:
        """The same for each class of pieces, cells that it never covers left out."""
        problem, cover = self._problem("cells"), self._cover
        assert cover is not None
        found: list[dict[Cell, int]] = [{} for _ in problem.classes()]
        for (number, covered), solutions in zip(cover.options, self._containing(), strict=True):
            if solutions:
                here = found[number]
                for position in covered:
                    cell = cover.cells[position]
                    here[cell] = here.get(cell, 0) + solutions
        for number, pieces in enumerate(problem.classes()):
            for placement in problem.fixed_of(pieces):
                found[number].update(dict.fromkeys(placement.cells, self.count))
        return found

    def cheapest(
        self, costs: Callable[[Any], int] | Mapping[object, int] | None = None, limit: int = 1
    ) -> list[tuple[int, object]]:
        """The ``limit`` solutions of the least costs, ascending, each with its cost.

        ``costs`` are whole numbers: a mapping of options (as :meth:`option_counts` names them) to their costs, 0 for
        those that it does not name, or a function of an option; without them, the costs that an exact cover has.
        """
        by_variable = self._costs(costs)
        for cost in by_variable:
            if not isinstance(cost, int):
                raise ProblemError(f"costs must be whole numbers, not {quote(str(cost))}")
            if abs(cost) >= 1 << 61:
                raise LimitError("the costs are too large: all together must be less than 2^61")
        found = Means().run(lambda stop, seconds: self.family.cheapest(by_variable, limit, stop, seconds))
        return [(cost, self._solution(member)) for cost, member in found]

    def _costs(self, costs: Callable[[object], int] | Mapping[object, int] | None) -> list[int]:
        """The cost of each variable."""
        if costs is None:
            if isinstance(self.puzzle, Problem):
                raise ProblemError("no costs are given: a mapping of options (piece, cells) to whole numbers is wanted")
            own = self.puzzle.costs
            return [own[option] if own else 0 for option in self._variables]
        price = costs if callable(costs) else lambda option: costs.get(option, 0)
        if self._cover is not None:
            return [price(self._placed(variable)) for variable in range(self.family.variables)]
        return [price(self._named(self.puzzle, option)) for option in self._variables]

    # --- Other sets --------------------------------------------------------------------------------------------------

    def where(
        self,
        *,
        has: Iterable[object] = (),
        lacks: Iterable[object] = (),
        fault_free: bool | None = None,
        crossroads: bool | None = None,
        symmetric: bool | None = None,
        three_colourable: bool | None = None,
        time_limit: float | None = None,
        memory: int | None = None,
    ) -> SolutionSet:
        """The solutions that have these properties, and lack those that are asked for as False.

        ``has`` and ``lacks`` are options: those of an exact cover by their names; of a board (piece, cell, ...): the
        piece lies on these cells, and perhaps on more. ``fault_free``: a piece crosses every straight line through the
        board. ``crossroads``: somewhere four pieces meet in a point. ``symmetric``: a symmetry of the puzzle leaves the
        tiling as it is. ``three_colourable``: three colours suffice so that pieces which share an edge differ; it is
        found out solution by solution, for at most 200,000.

        >>> from shapewright import tiling
        >>> tilings = tiling.solution_set(tiling.Problem.from_text("board 8x8\\npieces any*I2"))
        >>> tilings.where(fault_free=True).count, tilings.where(crossroads=False).count
        (25506, 2)

        Raises ``StoppedError`` when the time limit (seconds) ends it, ``LimitError`` when memory does not suffice, and
        ``ProblemError`` for pieces, cells and options that there are not.
        """
        means = _means(time_limit, memory, None)
        found = self.family
        for wanted, conditions in ((True, has), (False, lacks)):
            for condition in conditions:
                options = self._options_at(condition)
                least, most = (1, len(options)) if wanted else (0, 0)
                found = _among(found, (options, least, most), means)
        for asked, name, conditions_of in (
            (fault_free, "faults", properties.on_lines),
            (None if crossroads is None else not crossroads, "crossroads", properties.at_points),
        ):
            if asked is not None:
                kept = found
                for condition in conditions_of(self._on_board(name)):
                    kept = _among(kept, condition, means)
                found = kept if asked else means.made(found.subtract, kept)
        if symmetric is not None:
            members = properties.symmetric_members(self._on_board("symmetries"), means)
            found = means.made(found.intersect if symmetric else found.subtract, members)
        result = self.with_family(found)
        if three_colourable is not None:
            self._problem("colours of neighbours")
            has_three = PROPERTIES["three_colourable"]
            result = result.keep(lambda each: has_three(each) == three_colourable, time_limit=means.clock.left())
        return result

    def keep(self, wanted: Callable[[Any], bool], *, time_limit: float | None = None) -> SolutionSet:
        """The solutions for which ``wanted`` says True; it is called with each, and there may be at most 200,000.

        Raises ``LimitError`` for more, ``StoppedError`` when the time limit (seconds) is over.
        """
        if self.count > properties.MOST_LISTED:
            raise LimitError(
                f"this is decided solution by solution, for at most {properties.MOST_LISTED:,} of them, and there are "
                f"{self.count:,}; filter the set by something else first"
            )
        clock = Clock(time_limit)
        members = []
        for rank in range(0, self.count, _BATCH):
            for member in self._members(rank, _BATCH):
                if clock.over():
                    raise clock.stopped("all solutions were looked at")
                if wanted(self._solution(member)):
                    members.append(member)
        return self.with_family(native.Family.of_members(self.family.variables, members))

    def __or__(self, other: SolutionSet) -> SolutionSet:
        return self.with_family(Means().made(self.family.unite, self._same_puzzle(other)))

    def __and__(self, other: SolutionSet) -> SolutionSet:
        return self.with_family(Means().made(self.family.intersect, self._same_puzzle(other)))

    def __sub__(self, other: SolutionSet) -> SolutionSet:
        return self.with_family(Means().made(self.family.subtract, self._same_puzzle(other)))

    def __le__(self, other: SolutionSet) -> bool:
        return not self - other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SolutionSet):
            return NotImplemented
        return self.puzzle == other.puzzle and self.family.equals(other.family)

    __hash__ = None  # type: ignore[assignment]

    # --- Options and variables ---------------------------------------------------------------------------------------

    def with_family(self, family: Family) -> SolutionSet:
        """Other solutions of the same puzzle: a family over the same variables."""
        return SolutionSet(self.puzzle, family, cover=self._cover, variables=self._variables)

    def _same_puzzle(self, other: SolutionSet) -> Family:
        if not isinstance(other, SolutionSet):
            raise TypeError(f"a SolutionSet is wanted, not {type(other).__name__}")
        if self.puzzle != other.puzzle:
            raise ProblemError("the two sets are of different puzzles; only solutions of one puzzle can be combined")
        return other.family

    @property
    def problem(self) -> Problem:
        """The board and its pieces; ``ProblemError`` for an exact cover."""
        return self._problem("cells")

    def _problem(self, what: str) -> Problem:
        if isinstance(self.puzzle, Problem):
            return self.puzzle
        raise ProblemError(f"an exact cover has no {what}, for it has no board")

    def _on_board(self, what: str) -> Cover:
        self._problem(what)
        assert self._cover is not None
        return self._cover

    def _members(self, rank: int, most: int) -> Sequence[Sequence[int]]:
        return self.family.members(rank.to_bytes((rank.bit_length() + 7) // 8, "little"), most)

    def _containing(self) -> list[int]:
        counts = Means().run(self.family.containing)
        return [int.from_bytes(number, "little") for number in counts]

    def _solution(self, member: Iterable[int]) -> object:
        """A solution that has been checked."""
        if self._cover is not None:
            solution = self._cover.solution(member)
            check(solution)
            return solution
        cover: Any = self.puzzle
        options = sorted([self._variables[variable] for variable in member])
        check_cover(cover, [cover.options[option] for option in options])
        return tuple([self._named(cover, option) for option in options])

    def chosen(self, solution: Any) -> Any:
        """A solution as files have it: a tiling, or the options of an exact cover with their items and colours."""
        if self._cover is not None:
            return solution
        cover: Any = self.puzzle
        return tuple([cover.options[cover.number(name)] for name in solution])

    def _member(self, solution: Any) -> list[int]:
        """The variables of a solution; ``ProblemError`` if it is none of the puzzle."""
        if self._cover is not None:
            if not isinstance(solution, Solution) or solution.problem != self.puzzle:
                raise ProblemError("the solution is not one of this puzzle")
            fixed = {placement.cells for placement in solution.problem.fixed}
            loose = [each for each in solution.placements if each.cells not in fixed]
            try:
                found = sorted(self._variable_of[self._class_of(each.piece), each.cells] for each in loose)
            except KeyError:
                raise ProblemError("the solution is not one of this puzzle") from None
            return found
        return sorted([self._variable_of[self._number(name)] for name in solution])

    @cached_property
    def _variable_of(self) -> dict[object, int]:
        if self._cover is None:
            return {option: variable for variable, option in enumerate(self._variables)}
        cells = self._cover.cells
        return {
            (number, tuple(sorted([cells[k] for k in covered]))): variable
            for variable, (number, covered) in enumerate(self._cover.options)
        }

    def option_texts(self) -> Iterator[str]:
        """What each variable of the diagram is, as text."""
        if self._cover is not None:
            for variable in range(self.family.variables):
                piece, cells = self._placed(variable)
                yield " ".join([piece, *map(cell_text, cells)])
        else:
            cover: Any = self.puzzle
            for option in self._variables:
                yield f"{option} {cover.option_text(self._named(cover, option))}"

    def _class_of(self, piece: str) -> int:
        found = self._classes.get(piece)
        if found is None:
            raise ProblemError(f"there is no piece {quote(piece)}; pieces are {' '.join(list(self._classes)[:20])}")
        return found

    @cached_property
    def _classes(self) -> dict[str, int]:
        problem = self._problem("pieces")
        return {
            problem.pieces[index].name: number
            for number, pieces in enumerate(problem.classes())
            for index in pieces.members
        }

    def _placed(self, variable: int) -> tuple[str, tuple[Cell, ...]]:
        assert self._cover is not None
        number, covered = self._cover.options[variable]
        return self.piece_names[number], tuple(sorted([self._cover.cells[k] for k in covered]))

    def _named(self, cover: Any, option: int) -> object:
        return option if cover.names is None else cover.names[option]

    def _number(self, name: object) -> int:
        cover: Any = self.puzzle
        found: int = cover.number(name)
        return found

    def _options_at(self, condition: Any) -> list[int]:
        """The variables that a condition of :meth:`where` means."""
        if self._cover is None:
            return [self._variable_of[self._number(condition)]]
        piece, *cells = condition
        number = self._class_of(piece)
        position_of = {cell: k for k, cell in enumerate(self._cover.cells)}
        if not cells:
            raise ProblemError(f"no cell is named for the piece {quote(piece)}, such as ({piece!r}, (0, 0))")
        for cell in cells:
            if cell not in position_of:
                what = "a fixed piece lies on" if cell in self._problem("cells").board.cells else "the board has no"
                raise ProblemError(f"{what} cell {cell_text(cell)}")
        wanted = {position_of[cell] for cell in cells}
        return [k for k, (own, covered) in enumerate(self._cover.options) if own == number and wanted <= {*covered}]


def _means(time_limit: float | None, memory: int | None, progress: Callable[[int, int], None] | None) -> Means:
    means = Means(Clock(time_limit), progress=progress)
    if memory is not None:
        means.memory = memory
    return means


def _among(family: Family, condition: properties.Condition, means: Means) -> Family:
    options, least, most = condition
    if least > most or most < 0:
        return native.Family.of_members(family.variables, ())
    return means.made(family.among, options, least, most)
