"""Certificates about the best plan of a sequence, how many of its pieces can fall, and games against an adversary.

The file has the plan, and weights of columns where these prove that no plan is better. Otherwise the program
``certificates/check_stack.py`` goes through all states itself; whether it can is found out here, by going through them.
``docs/certificates/stacks.md`` describes the file. Strategies of games are for ``certificates/check_survival.py``, and
``docs/certificates/survival.md`` describes them.
"""

from __future__ import annotations

import json
from functools import cache
from itertools import accumulate, chain, product
from math import comb
from typing import TYPE_CHECKING

from shapewright.errors import CertificateError, amount
from shapewright.jobs.limits import Clock
from shapewright.stacking.bounds.column_weights import column_bound
from shapewright.stacking.bounds.lower_bound import colour_excess
from shapewright.stacking.games.deadly import Deadly
from shapewright.stacking.games.longest import Longest
from shapewright.stacking.games.survival import Survival
from shapewright.stacking.pieces import tetrominoes
from shapewright.stacking.problem import problem_of
from shapewright.stacking.rules import COUNTED, TETRIS, height, heights
from shapewright.stacking.survival_rules import after, letters, lookup, mirror, start
from shapewright.storage.certificate import Certificate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from shapewright.stacking.plan import Plan
    from shapewright.stacking.problem import Problem
    from shapewright.stacking.survival_rules import Choice, Position, Reply

CHECKER, GAMES = "check_stack.py", "check_survival.py"

MOST_STATES = 250_000
"""The checker goes through more states at a time, but not much more."""

MOST_PLAYS = 150_000
"""A certificate that no shorter sequence is deadly has a line for each of the longest ones; at most this many."""

_MOST_ENDS = 100_000

Tops = tuple[int, ...]
"""The height of each column."""


def certificate(
    problem: Problem | str,
    found: Plan | Longest | Survival | Deadly | None,
    *,
    time_limit: float | None = None,
    stop: bytearray | None = None,
) -> Certificate:
    """Prove that a plan of ``problem`` is the best, that none keeps its height limit (None), or the result of a game.

    Raises ``CertificateError`` for pieces that slide, for what is not proven to be the best, for strategies that are
    not listed, and where the checker would have to go through too many states; ``StoppedError`` when the time limit
    (seconds) is reached, here or while the lines are made.
    """
    problem = problem_of(problem)
    if isinstance(found, Survival | Deadly):
        return _of_game(problem, found, Clock(time_limit, stop))
    if problem.drop != "hard":
        raise CertificateError("there are no certificates for pieces that slide; they must fall straight down")
    if found is not None and not found.optimal:
        raise CertificateError("there is no certificate, since a better plan has not been ruled out")
    names = list(dict.fromkeys(problem.sequence))
    goal = "longest" if isinstance(found, Longest) else problem.objective
    best = None if found is None else found.pieces if isinstance(found, Longest) else found.value
    stated: dict[str, object] = {
        **_stated(problem),
        "sequence": list(problem.sequence),
        "clear": problem.clear_lines,
        "limit": problem.height_limit,
        "goal": goal,
        "best": best,
    }
    if found is not None:
        stated["plan"] = [[names.index(drop.piece), drop.orientation, drop.column] for drop in found.drops]
    pieces = "the pieces" if len(problem.sequence) > 40 else f"the pieces {problem}"
    rows = amount(problem.height_limit or 0, "row")
    claim = f"no plan of {pieces} " + (f"has a better {goal} than {best}" if found else f"stays within {rows}")
    if goal == "longest":
        claim = f"{best} of {pieces} can fall within {rows}, and no more"
    weights = _ruled_out(problem, goal, best, Clock(time_limit, stop))
    return Certificate(claim, CHECKER, iter([json.dumps(stated | weights)]))


def _stated(problem: Problem) -> dict[str, object]:
    """The grid and the pieces, as both checkers read them."""
    columns, rows = range(problem.width), reversed(range(height(problem.board)))
    own = [piece for piece in problem.pieces if piece.name in problem.sequence and piece not in tetrominoes()]
    return {
        "width": problem.width,
        "start": ["".join(["X" if (x, y) in problem.board else "_" for x in columns]) for y in rows],
        "pieces": {piece.name: [one.to_text().replace("\n", "/") for one in piece.orientations] for piece in own},
        "rotation": problem.rotation,
        "hold": problem.hold,
    }


# --- Games against an adversary ---------------------------------------------------------------------------------------


def _of_game(problem: Problem, found: Survival | Deadly, clock: Clock) -> Certificate:
    kinds = letters(problem)
    stated = {**_stated(problem), "kinds": kinds, "height": problem.height_limit}
    if isinstance(found, Deadly) and found.sequence is not None:
        sequence, least = found.sequence, found.bound
        while least > 1 and len(kinds) ** (least - 1) > MOST_PLAYS:
            least -= 1
        stated |= {"claim": "deadly", "sequence": sequence, "least": least}
        words = "no shorter one is" if least == len(sequence) else f"none of fewer than {least} pieces is"
        claim = f"the sequence {' '.join(sequence)} is deadly, and {words}"
        return Certificate(claim, GAMES, chain([json.dumps(stated)], _plays(problem, kinds, least - 1, clock)))
    game = found.defence if isinstance(found, Deadly) else found
    assert game is not None
    if game.defence is None or (game.attack is None and not game.for_ever):
        raise CertificateError(
            f"there is no certificate, since the strategies are not listed: the game has {game.states} positions; "
            "list more of them (--list)"
        )
    stated |= {"claim": "survive", "see": game.see, "drops": game.drops}
    lines = chain(
        [json.dumps(stated)],
        _strategy(problem, kinds, game.defence, "d"),
        _strategy(problem, kinds, game.attack or (), "a"),
    )
    return Certificate(str(game), GAMES, clock.checked(lines, "the certificate was written"))


def _word(position: Position, name: str, reply: Reply) -> str:
    if reply.drop is None:
        return "w" if reply.waits else "-"
    held = "" if reply.drop.piece == position.current(name) else "h"
    return f"{held}{reply.drop.orientation}:{reply.drop.column}"


def _strategy(problem: Problem, kinds: Sequence[str], choices: Sequence[Choice], letter: str) -> Iterator[str]:
    """A line for each position, and for its mirror image where the strategy leaves that to the reader."""
    turn, chosen = mirror(problem), lookup(problem, choices)
    positions = dict.fromkeys([choice.position for choice in choices])
    if turn is not None:
        positions |= dict.fromkeys(map(turn, list(positions)))
    for position in positions:
        choice = chosen(position)
        assert choice is not None
        if letter == "d":
            words = [_word(position, name, choice.replies[name]) for name in kinds]
        else:
            words = [str(kinds.index(choice.piece or ""))]
        board = sum([1 << x + problem.width * y for x, y in position.board])
        ahead = ".".join([str(kinds.index(name)) for name in position.ahead]) or "-"
        held = "-" if position.held is None else kinds.index(position.held)
        good = "-" if choice.drops is None else choice.drops
        yield f"{letter} {board:x} {ahead} {held} {int(position.locked)} {good} {' '.join(words)}"


def _plays(problem: Problem, kinds: Sequence[str], length: int, clock: Clock) -> Iterator[str]:
    """A play of each sequence of this length, as none of them is deadly."""

    @cache
    def ways(position: Position, name: str) -> list[tuple[str, Position]]:
        found = after(problem, position, name)
        found.sort(key=lambda way: (height(way[1].board), len(way[1].board)))  # the lowest boards last longest
        return [(_word(position, name, reply), following) for reply, following in found]

    @cache
    def play(position: Position, sequence: tuple[str, ...]) -> tuple[str, ...] | None:
        for word, following in ways(position, sequence[0]) if sequence else ():
            later = play(following, sequence[1:])
            if later is not None:
                return (word, *later)
        return None if sequence else ()

    for sequence in product(kinds, repeat=length) if length else ():
        clock.check("the certificate was written")
        found = play(start(problem, 1), sequence)
        assert found is not None, sequence
        yield f"play {'.'.join([str(kinds.index(name)) for name in sequence])} {' '.join(found)}"


# --- What the checker has to do ---------------------------------------------------------------------------------------


def _ruled_out(problem: Problem, goal: str, best: int | None, clock: Clock) -> dict[str, list[Tops]]:
    """Weights that rule out better plans, or nothing. Raises if the checker had to go through too many states."""
    is_low = not problem.clear_lines and goal in ("height", "peak", "longest")
    number, most = len(problem.sequence), problem.height_limit if best is None else best - 1
    if goal == "longest":
        assert best is not None
        number, most = best + 1, problem.height_limit
    if number > len(problem.sequence):
        return {}
    assert most is not None
    if is_low and goal != "longest" and (bound := column_bound(problem)).height > most:
        return {"weights": [bound.weights]}
    if is_low and not problem.hold:
        _meet(_Falls(problem), problem, number, most, clock)
    else:
        _explore(problem, number, goal, best, clock)
    return {}


def _too_many(states: int) -> None:
    if states > MOST_STATES:
        raise CertificateError(
            f"there is no certificate: the checker would have to go through more than {MOST_STATES} states"
        )


class _Falls:
    """The shapes of each piece by columns: the lowest cell, and one more than the highest."""

    def __init__(self, problem: Problem) -> None:
        self.width = problem.width
        self.shapes = {
            name: [
                [
                    (min(rows), 1 + max(rows))
                    for rows in [[y for x, y in shape.cells if x == column] for column in range(shape.size[0])]
                ]
                for shape in problem.orientations(name)
                if shape.size[0] <= problem.width
            ]
            for name in dict.fromkeys(problem.sequence)
        }

    def after(self, tops: Tops, name: str, most: int, room: int) -> Iterator[Tops]:
        """All heights after a drop, none above ``most`` and in all no more than ``room``."""
        for shape in self.shapes[name]:
            for x in range(self.width - len(shape) + 1):
                low = max([tops[x + k] - bottom for k, (bottom, _) in enumerate(shape)])
                found = (*tops[:x], *[low + top for _, top in shape], *tops[x + len(shape) :])
                if max(found) <= most and sum(found) <= room:
                    yield found

    def before(self, tops: Tops, name: str, least: int) -> Iterator[Tops]:
        """All heights, in all no less than ``least``, from which a drop leads to these."""
        for shape in self.shapes[name]:
            for x in range(self.width - len(shape) + 1):
                low = tops[x] - shape[0][1]
                under = [low + bottom for bottom, _ in shape]
                if min(under) < 0 or any(tops[x + k] != low + top for k, (_, top) in enumerate(shape)):
                    continue
                spare = sum(tops) - sum([top - bottom for bottom, top in shape]) - least
                for gaps in _shares(spare, len(shape)):
                    lower = [top - gap for top, gap in zip(under, gaps, strict=True)]
                    if min(gaps) == 0 <= min(lower):
                        yield (*tops[:x], *lower, *tops[x + len(shape) :])


def _shares(most: int, number: int) -> list[Tops]:
    """All tuples of this many numbers that add up to at most ``most``."""
    return [(one, *more) for one in range(most + 1) for more in _shares(most - one, number - 1)] if number else [()]


def _meet(falls: _Falls, problem: Problem, number: int, most: int, clock: Clock) -> None:
    """Go through the heights of columns from the start and, backward, from all good ends, until both meet."""
    names, first = problem.sequence[:number], heights(problem.board, problem.width)
    least = list(accumulate([problem.piece(name).area for name in names], initial=sum(first)))
    spare = problem.width * most - least[-1]
    if spare < 0 or max(first) > most or (not spare and _colours_differ(problem, names, first, most)):
        return
    ahead: set[Tops] = {first}
    ends = comb(spare + problem.width, problem.width) <= _MOST_ENDS
    back = {tuple([most - gap for gap in gaps]) for gaps in _shares(spare, problem.width)} if ends else None
    done, left = 0, number
    while done < left and ahead and (back is None or back):
        _too_many(len(ahead) + len(back or ()))
        if back is None or len(ahead) <= len(back):
            room = spare + least[done + 1]
            ahead = {two for one in clock.checked(ahead) for two in falls.after(one, names[done], most, room)}
            done += 1
        else:
            left -= 1
            back = {one for two in clock.checked(back) for one in falls.before(two, names[left], least[left])}


def _colours_differ(problem: Problem, names: Sequence[str], first: Tops, most: int) -> bool:
    """Whether a checkerboard shows that the pieces do not fill all cells above the tops."""
    reached = {sum([-1 if (x + y) % 2 else 1 for x, top in enumerate(first) for y in range(top, most)]) % 4}
    for name in names:
        excess = colour_excess(problem.orientations(name)[0])
        reached = {(one + more) % 4 for one in reached for more in (excess, -excess)}
    return 0 not in reached


# --- Hold, line clears, other objectives ------------------------------------------------------------------------------


def _explore(problem: Problem, number: int, goal: str, best: int | None, clock: Clock) -> None:
    """Go through all stacks of this many drops, without those from which nothing better can come."""
    boards = _Boards(problem, goal, best)
    start = boards.start
    states = {(start, tuple(problem.sequence), boards.rows(start) if goal == "peak" else 0)}
    for _ in range(number):
        after: set[_State] = set()
        for board, rest, got in clock.checked(states, "it was known whether there is a certificate"):
            choices = {rest[0]: rest[1:]} if rest else {}
            if problem.hold and len(rest) > 1:
                choices[rest[1]] = rest[:1] + rest[2:]
            for name, left in choices.items():
                if problem.hold:
                    left = (*sorted(left[:2]), *left[2:])
                for landed, top, vanished in boards.drops(board, name):
                    way = max(got, top) if goal == "peak" else got
                    way += vanished if goal == "rows" else goal == "tetrises" and vanished >= TETRIS
                    if not boards.is_cut(landed, left, way):
                        after.add((landed, left, way))
            _too_many(len(after))
        states = after


_State = tuple[int, tuple[str, ...], int]
"""A board, the pieces that are left, and the objective so far where it is counted on the way."""


class _Boards:
    """Boards as numbers, with the bit x + width * y for a filled cell, and what can still become of them."""

    def __init__(self, problem: Problem, goal: str, best: int | None) -> None:
        self.problem, self.goal, self.best, self.width = problem, goal, best, problem.width
        self.start = sum([1 << x + self.width * y for x, y in problem.board])
        self.full = (1 << self.width) - 1
        names = dict.fromkeys(problem.sequence)
        self.shapes = {
            name: [(shape.cells, shape.size) for shape in problem.orientations(name) if shape.size[0] <= self.width]
            for name in names
        }
        self.tall = {name for name in names if any(size[1] >= TETRIS for _, size in self.shapes[name])}

    def rows(self, board: int) -> int:
        return -(-board.bit_length() // self.width)

    def drops(self, board: int, name: str) -> Iterator[tuple[int, int, int]]:
        """The board after each drop, the row up to which the piece came, and how many rows vanished."""
        limit, width, top = self.problem.height_limit, self.width, self.rows(board)
        for cells, (wide, high) in self.shapes[name]:
            for column in range(width - wide + 1):
                y, piece = top, sum([1 << column + x + width * (y + top) for x, y in cells])
                while y and not piece >> width & board:
                    piece, y = piece >> width, y - 1
                if limit is not None and y + high > limit:
                    continue
                landed, vanished = board | piece, 0
                if self.problem.clear_lines:
                    for row in reversed(range(y, y + high)):
                        if landed >> width * row & self.full == self.full:
                            below = landed & (1 << width * row) - 1
                            landed, vanished = below | landed >> width * (row + 1) << width * row, vanished + 1
                yield landed, y + high, vanished

    def is_cut(self, board: int, rest: Sequence[str], got: int) -> bool:
        """Whether nothing better can come of a state, by the reasons that the checker knows."""
        best, goal, clears = self.best, self.goal, self.problem.clear_lines
        if best is None or goal == "longest":
            return False
        cells = board.bit_count() + sum([self.problem.piece(name).area for name in rest])
        vanish = cells // self.width if clears else 0
        if goal in COUNTED:
            tall = sum([name in self.tall for name in rest])
            return got + (vanish if goal == "rows" else min(vanish // TETRIS, tall)) <= best
        if goal == "height" and clears:
            return self.rows(board) - vanish >= best or (best == 1 and cells % self.width > 0)
        if goal == "flatness" or (goal == "holes" and clears):
            return goal == "flatness" and best == 0
        if goal == "peak":
            return got >= best
        column = sum([1 << at for at in range(0, board.bit_length(), self.width)])
        covered = sum([self.rows(board & column << x) for x in range(self.width)]) - board.bit_count()
        if goal == "holes":
            return covered >= best
        return self.rows(board) >= best or cells + covered > self.width * (best - 1)
