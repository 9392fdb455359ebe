"""A puzzle with exactly one solution, made from a board and pieces by a seed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Literal

from shapewright.drawing.marks import Mark
from shapewright.errors import LimitError, ProblemError, StoppedError
from shapewright.jobs.limits import Clock, check_limits
from shapewright.tiling.check import check
from shapewright.tiling.making.candidates import (
    Bags,
    Boards,
    check_plain,
    copies_apart,
    cover_of,
    just,
    lettered,
    may_be_unique,
)
from shapewright.tiling.making.clues import CLUE_KINDS, MOST_SETS, ClueKind, Clues, Fewest
from shapewright.tiling.making.grading import GRADES, Grade, explained, grade
from shapewright.tiling.making.holes import answer_with_holes, holes_of, with_holes, with_room
from shapewright.tiling.making.tilings import Tilings
from shapewright.tiling.problem import Problem, problem_of
from shapewright.tiling.search.instance import Cover
from shapewright.tiling.solution import Solution
from shapewright.tiling.solve import is_unique
from shapewright.tiling.symmetries.orbits import Distinct

if TYPE_CHECKING:
    from shapewright.cells.placements import Placement
    from shapewright.drawing import Mosaic

Choose = Literal["clues", "pieces", "board"]

CHOICES: tuple[Choose, ...] = ("clues", "pieces", "board")

MOST_ANSWERS = 20_000
"""The fewest clues of all answers are looked for among at most so many."""

TRIES = 10
"""So many tilings are drawn for one whose pieces the letters of cells tell apart."""


@dataclass(frozen=True)
class Made:
    """A puzzle that has exactly one solution, and what is known of it.

    For ``choose`` "clues", ``clues`` of its facts of one ``kind`` are given and ``fewest`` says of whom it is proven
    that fewer are not enough: of this "answer", of "all" answers, or "" of none. For "pieces" and "board" the solution
    is the only one up to the symmetries of the puzzle, and it was number ``tries`` that was looked at.
    """

    problem: Problem
    solution: Solution
    choose: Choose
    grade: Grade
    clues: int = 0
    kind: ClueKind = "pieces"
    fewest: Literal["answer", "all", ""] = ""
    tries: int = 1

    @property
    def drawn(self) -> tuple[Problem, Mosaic]:
        """The puzzle for a picture, and its board: letters of cells are written there, not painted."""
        problem = self.problem
        if self.kind != "cells" or not self.clues:
            return problem, problem.mosaic()
        name = {piece.shape.colours[0]: piece.name for piece in problem.pieces}
        marks = tuple(
            Mark(cells=frozenset([cell]), text=name[letter]) for cell, letter in sorted(problem.board.colours)
        )
        pieces = tuple(replace(piece, shape=replace(piece.shape, colours=())) for piece in problem.pieces)
        plain = replace(problem, board=replace(problem.board, colours=frozenset()), pieces=pieces)
        return plain, replace(plain.mosaic(), marks=marks)

    def explained(self) -> list[str]:
        """How a person solves it, a sentence for each step."""
        return explained(self.graded_cover(), self.grade.steps)

    def graded_cover(self) -> Cover:
        """The puzzle as it was graded: of solutions that are images of each other, people look for one."""
        cover = Cover.of(self.problem)
        return cover if self.choose == "clues" else _but_for_symmetry(cover)

    def to_json(self) -> dict[str, object]:
        """Plain data: the puzzle as text, its solution, the clues and the grade."""
        return {
            "puzzle": self.problem.to_text(),
            "solution": self.solution.to_json(),
            "choose": self.choose,
            "clues": self.clues,
            "fewest": self.fewest,
            "tries": self.tries,
            "grade": self.grade.name,
            "reasons": self.grade.reasons,
        }


def make(
    problem: Problem | str,
    *,
    choose: Choose = "clues",
    clues: ClueKind = "pieces",
    best: bool = False,
    hardest: str | None = None,
    seed: int = 0,
    time_limit: float | None = None,
) -> Made:
    """Make a puzzle with exactly one solution.

    ``choose`` says what is left to the maker. With "clues" a tiling of ``problem`` is drawn, and the puzzle shows the
    fewest facts that leave no other: ``clues`` are "pieces" that already lie there, the letters of "cells", or "holes",
    cells that stay empty, where the board has more cells than the pieces. That fewer are not enough for this tiling is
    proven; with ``best`` the tiling is one that needs the fewest of all. With "pieces" the maker takes some of the
    pieces, such that the board has one tiling but for its symmetries. With "board" it makes a board for all the pieces;
    that of the problem says only how wide and how high it may be.

    ``hardest`` is the hardest grade that the puzzle may have (of ``GRADES``): clues are added, or another puzzle is
    tried. The same ``seed`` makes the same puzzle everywhere.

    >>> from shapewright.tiling.problem import Problem
    >>> made = make(Problem.from_text("board 5x6\\npieces 0-1*pentominoes"), seed=1)
    >>> made.fewest, made.grade.name in GRADES
    ('answer', True)

    Raises ``ProblemError`` if there is no such puzzle, ``StoppedError`` when the time limit (seconds) is over or too
    many were tried, and ``LimitError`` where too many tilings would have to be looked at.
    """
    problem = problem_of(problem)
    check_limits(time_limit=time_limit)
    if choose not in CHOICES or clues not in CLUE_KINDS or (hardest is not None and hardest not in GRADES):
        raise ProblemError("choose, clues and hardest are words of CHOICES, CLUE_KINDS and GRADES")
    if choose != "clues" and (best or clues != CLUE_KINDS[0]):
        raise ProblemError(f"best and clues are about clues, and with choose {choose!r} there are none")
    clock = Clock(time_limit)
    chance = Random(seed)
    if choose == "clues":
        return _with_clues(problem, clues, best, hardest, chance, clock)
    maker = Bags(problem, clock) if choose == "pieces" else Boards(problem)
    for tries in range(1, maker.tries + 1):
        clock.check("a puzzle with one tiling was found")
        tried = maker.draw(chance)
        if tried is None:
            continue
        cover = cover_of(tried)
        if not may_be_unique(tried, cover, clock):
            continue
        if not is_unique(tried, up_to_symmetry=True, time_limit=clock.left()):
            continue
        solution = cover.solution(Tilings(cover, clock).some(1)[0])
        check(solution)
        # Of a tiling and its images people look at one: a piece lies in one of its places but for symmetry.
        graded = _graded(_but_for_symmetry(cover), clock)
        if hardest is None or GRADES.index(graded.name) <= GRADES.index(hardest):
            return Made(tried, solution, choose, graded, tries=tries)
    larger = "" if choose == "pieces" else ", and a larger board lets them be more ragged"
    raise StoppedError(f"{maker.tries} puzzles were tried, and none is as asked; another seed tries others{larger}")


def with_fewest_clues(problem: Problem, answer: Iterable[Placement]) -> Problem:
    """The puzzle with the fewest pieces of a tiling, the ``answer``, that leave no other tiling."""
    tilings = Tilings(cover_of(problem), Clock(None))
    cover = tilings.cover
    number = {
        (one, frozenset(cover.cells[cell] for cell in covered)): k for k, (one, covered) in enumerate(cover.options)
    }
    own = {problem.pieces[k].name: n for n, one in enumerate(problem.classes()) for k in one.members}
    lying = frozenset(number[own[one.piece], frozenset(one.cells)] for one in answer)
    found = Clues(tilings, "pieces").fewest(lying)
    assert found is not None  # all placements together leave nothing else
    return _puzzle(cover, list(found.clues), "pieces")


# --- Clues ------------------------------------------------------------------------------------------------------------


def _with_clues(
    problem: Problem, kind: ClueKind, best: bool, hardest: str | None, chance: Random, clock: Clock
) -> Made:
    find = _found_with_holes if kind == "holes" else _found
    tilings, found = find(problem, kind, best, chance, clock)
    maker = Clues(tilings, kind)
    given = list(found.clues)
    puzzle = _puzzle(tilings.cover, given, kind)
    graded = _graded(Cover.of(puzzle), clock)
    more = sorted(maker.of(found.answer) - set(given))
    chance.shuffle(more)
    while hardest is not None and GRADES.index(graded.name) > GRADES.index(hardest):
        clock.check("the puzzle was easy enough")
        if not more:
            raise StoppedError(f"with every clue given the puzzle is still {graded.name}; another seed draws another")
        given.append(more.pop())
        puzzle = _puzzle(tilings.cover, given, kind)
        graded = _graded(Cover.of(puzzle), clock)
    solution = Solution(puzzle, tilings.cover.solution(found.answer).placements)
    check(solution)
    proven: Literal["answer", "all", ""] = "" if len(given) > len(found.clues) else "all" if best else "answer"
    return Made(puzzle, solution, "clues", graded, len(given), kind, proven)


def _found(problem: Problem, kind: ClueKind, best: bool, chance: Random, clock: Clock) -> tuple[Tilings, Fewest]:
    """The tilings of the pieces of one that is drawn, and the fewest clues of an answer.

    Where equal pieces lie beside each other, letters of cells may leave several tilings. Another tiling is drawn then;
    if that does not help, each copy of a piece gets a letter of its own.
    """
    cover = cover_of(problem)
    first: Problem | None = None
    for _ in range(TRIES if kind == "cells" else 1):
        drawn = Tilings(cover, clock).some(1, seed=chance.getrandbits(32))
        if not drawn:
            raise ProblemError("the board has no tiling by these pieces, so there is no puzzle to make of it")
        # The puzzle says which pieces are used: exactly those of the tiling.
        stated = just(problem, cover.solution(drawn[0]))
        if kind == "cells":
            check_plain(stated)
        tilings = Tilings(cover_of(stated), clock)
        found = _of_one(tilings, kind, best, chance)
        if found is not None:
            return tilings, found
        first = first or stated
    assert first is not None  # there was one try at least
    tilings = Tilings(cover_of(copies_apart(first)), clock)
    found = _of_one(tilings, kind, best, chance)
    assert found is not None  # the letters of all cells say where every copy lies
    return tilings, found


def _found_with_holes(
    problem: Problem, kind: ClueKind, best: bool, chance: Random, clock: Clock
) -> tuple[Tilings, Fewest]:
    """The tilings of pieces that leave cells empty, and the fewest holes of an answer."""
    cover = cover_of(with_room(problem))
    every = tilings = Tilings(cover, clock)
    if any(piece.minimum != piece.maximum for piece in problem.pieces):
        for _ in range(TRIES):
            drawn = every.some(1, seed=chance.getrandbits(32))
            if not drawn:
                raise ProblemError("the board has no tiling by these pieces, so there is no puzzle to make of it")
            tilings = Tilings(cover_of(just(problem, cover.solution(drawn[0]))), clock)
            if holes_of(tilings.cover):
                break
    maker = Clues(tilings, kind)
    found = _best(maker, tilings, chance) if best else maker.fewest(answer_with_holes(tilings, chance))
    if found is None:
        raise ProblemError("whichever cells stay empty, there are several tilings, so there is no puzzle to make of it")
    return tilings, found


def _of_one(tilings: Tilings, kind: ClueKind, best: bool, chance: Random) -> Fewest | None:
    maker = Clues(tilings, kind)
    return _best(maker, tilings, chance) if best else maker.fewest(tilings.some(1, seed=chance.getrandbits(32))[0])


def _best(maker: Clues, tilings: Tilings, chance: Random) -> Fewest | None:
    """The fewest clues of all answers; None if no clues leave one alone."""
    every = tilings.some(MOST_ANSWERS + 1)
    if len(every) > MOST_ANSWERS:
        raise LimitError(f"there are more than {MOST_ANSWERS} tilings; the fewest clues of all are found for fewer")
    size, found = maker.fewest_of_all(sorted(every, key=sorted))
    if not found:
        if all(len(maker.of(answer)) < size for answer in every):
            return None
        raise LimitError(
            f"every answer needs {size} clues or more, and the sets of {size} clues are more than {MOST_SETS}"
        )
    return found[chance.randrange(len(found))]


def _puzzle(cover: Cover, clues: list[tuple[int, int]], kind: ClueKind) -> Problem:
    """The puzzle with the clues: pieces that lie there, cells with the letter of their piece, or holes."""
    problem = cover.problem
    if kind == "pieces":
        lying = cover.solution([option for _, option in clues])
        return replace(problem, fixed=lying.placements)
    if kind == "holes":
        return with_holes(cover, [cell for cell, _ in clues])
    return lettered(cover, clues)


def _but_for_symmetry(cover: Cover) -> Cover:
    """The cover with one of each set of places of a piece that are images of each other."""
    chosen = Distinct(cover).options
    return cover if chosen is None else replace(cover, options=tuple(cover.options[option] for option in chosen))


def _graded(cover: Cover, clock: Clock) -> Grade:
    return grade(cover, lambda: clock.check("the puzzle was graded"))
