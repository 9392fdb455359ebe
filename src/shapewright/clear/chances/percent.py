"""The chance of a perfect clear: how many of a pattern's queues can do it, and which."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from operator import or_
from typing import Unpack

from shapewright.clear.field import Field
from shapewright.clear.graph.graph import Graph
from shapewright.clear.graph.queues import Queues
from shapewright.clear.graph.setup import Setup
from shapewright.clear.patterns.pattern import Pattern
from shapewright.clear.patterns.save_conditions import OUTCOME_ORDER, SaveCondition, read_conditions
from shapewright.clear.piece import PIECES
from shapewright.clear.problem import Game
from shapewright.clear.search.impossible import decides
from shapewright.clear.search.impossible_list import known
from shapewright.errors import ProblemError
from shapewright.jobs.limits import Clock
from shapewright.jobs.stage import Progress


def percent(
    field: Setup | Field | str,
    pattern: Pattern | str | None = None,
    height: int | None = None,
    *,
    save: str | None = None,
    best_save: bool = False,
    use_list: bool = True,
    time_limit: float | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    stop: bytearray | None = None,
    **game: Unpack[Game],
) -> Chance:
    """How many of the queues of ``pattern`` can clear ``height`` rows (4, if not given) of ``field`` perfectly.

    A player who knows the whole queue from the start is meant. Of each queue only the pieces that can be placed, and
    with ``hold`` one more, count; queues that begin alike are one. With ``save``, a condition such as ``T`` or
    ``T||!I`` (see :mod:`shapewright.clear.patterns.save_conditions`), only queues count for which it holds, and these
    in full length:
    ``T`` holds where a T can be left over, ``!T`` where the field can be cleared, but never so that a T is left over.
    Of several conditions, ``T,L``, one must hold at least, and :attr:`Chance.conditions` has the chance of each; with
    ``best_save`` these are in order of preference, and a queue counts for the first that holds for it.

    >>> percent("ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ", "I,*p4")
    Chance(solved=711, queues=840)

    Full rows of the field are cleared first, and count among the rows. ``kicks`` (``srs`` if not given), ``drop``
    (``soft``) and ``hold`` are the rules; a :class:`Setup` stands for field, pattern, height and rules together. For
    the empty field and four lines the answer is looked up, where the list of impossible queues knows it; without
    ``use_list`` it is found as any other is.

    Raises ``ProblemError`` if the field cannot be cleared in that height or the pattern is too short, ``StoppedError``
    when the time limit (seconds) is reached or the byte ``stop`` is set, ``LimitError`` if memory does not suffice.
    """
    setup = Setup.asked(field, pattern, height, game)
    clock = Clock(time_limit, stop)
    if save is not None:
        graph = setup.graph(clock=clock, progress=progress, length=setup.pattern.length)
        return chance_of(graph, setup).saving(save, best=best_save)
    if best_save:
        raise ProblemError("there are no save conditions to prefer one before another; give some, such as save='T,L'")
    if not use_list or not decides(setup):
        return chance_of(setup.graph(clock=clock, progress=progress), setup)
    queues = Queues.of(setup.pattern, setup.length)
    bits = bytearray((len(queues) + 7) // 8)
    for place in queues.ranks(known().ordered()):
        bits[place >> 3] |= 1 << (place & 7)
    solved = (1 << len(queues)) - 1 ^ int.from_bytes(bits, "little")
    return Chance(solved.bit_count(), len(queues), _Which(solved, queues, setup))


@dataclass(frozen=True)
class Chance:
    """So many of so many queues; of those that :func:`percent` gives, it can be asked which.

    >>> str(Chance(solved=711, queues=840))
    '711 / 840 = 84.64 %'
    """

    solved: int
    queues: int
    _which: _Which | None = field(default=None, repr=False, compare=False)
    conditions: tuple[Saved, ...] = field(default=(), repr=False, compare=False)
    """The chance of each save condition that was asked for."""
    _cleared: int | None = field(default=None, repr=False, compare=False)

    def __str__(self) -> str:
        return f"{self.solved} / {self.queues} = {percentage(self.solved, self.queues)} %"

    @property
    def fraction(self) -> float:
        """The chance as a number from 0 to 1."""
        return self.solved / self.queues if self.queues else 0.0

    @property
    def cleared(self) -> int:
        """How many queues can clear the field, whatever is left over then."""
        return self.solved if self._cleared is None else self._cleared

    def failing(self) -> Iterator[str]:
        """The queues that cannot do it, in order, cut to what counts.

        >>> next(percent("ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ", "I,*p4").failing())
        'IIOST'
        """
        which = self._known()
        return which.names.chosen(((1 << self.queues) - 1) ^ which.bits)

    def solving(self) -> Iterator[str]:
        """The queues that can."""
        which = self._known()
        return which.names.chosen(which.bits)

    def table(self) -> Iterator[tuple[str, bool]]:
        """Every queue, in order, and whether it can."""
        which = self._known()
        digits = f"{which.bits:0{max(1, self.queues)}b}"
        for queue, digit in zip(which.names, reversed(digits), strict=True):
            yield queue, digit == "1"

    def __contains__(self, queue: str) -> bool:
        """Whether this queue can do it; of a longer one its beginning counts."""
        which = self._known()
        place = which.names.rank(queue)
        return place is not None and bool(which.bits >> place & 1)

    def by_first(self, depth: int = 1) -> dict[str, Chance]:
        """The chance after each first piece, or after each beginning of ``depth`` pieces.

        >>> percent("ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ", "I,*p4").by_first(2)["IT"]
        Chance(solved=118, queues=120)

        Raises ``ProblemError`` for a depth below 1.
        """
        if depth < 1:
            raise ProblemError(f"the number of first pieces must be at least 1, not {depth}")
        bits, names = self._known().bits, self._known().names
        return {
            prefix: Chance((bits >> start & (1 << end - start) - 1).bit_count(), end - start)
            for prefix, start, end in names.groups(depth)
        }

    def by_saved(self) -> dict[str, Chance]:
        """For each piece how many queues can be solved so that it is left over in hold at the end.

        A queue may be able to leave one or another, so these add up to more than the whole; pieces that are never left
        are not there. Nothing is left where the queues have only the pieces needed.
        """
        which = self._known()
        _, graph = which.asked
        found = {}
        for piece in PIECES:
            if bits := which.bits & graph.saving(piece):
                found[piece] = Chance(bits.bit_count(), self.queues, replace(which, bits=bits))
        return found

    def saving(self, condition: str, *, best: bool = False) -> Chance:
        """The queues for which a save condition, or one of several, holds; they count in full length then.

        The pieces left over are the held one and those that never came into play. With ``best`` the first of several
        conditions is the one most wanted, and each queue counts for the first that holds for it. For conditions see
        :mod:`shapewright.clear.patterns.save_conditions`; raises ``NotationError`` for any other text.

        >>> chance = percent("ZZ____LLLI/TZZ___LOOI/TTSS__JOOI/TSS___JJJI", "*p4").saving("T,!T#never a T")
        >>> [(saved.label, saved.chance.solved) for saved in chance.conditions], chance.cleared
        ([('T', 64), ('never a T', 450)], 514)
        """
        asked = read_conditions(condition)
        which = self._in_full()
        in_hold, used = which.in_hold()

        def some(wish: Callable[[str], bool]) -> int:
            def ending(piece: str) -> int:
                return which.names.ending(used, lambda rest: wish(_in_outcome_order(piece + rest)))

            return reduce(or_, [solved & ending(piece) for piece, solved in in_hold.items() if solved], 0)

        total, any_of = len(which.names), 0
        each = []
        for one in asked:
            bits = one.queues(some, which.bits)
            if best:
                bits &= ~any_of
            each.append(Saved(one, Chance(bits.bit_count(), total, replace(which, bits=bits))))
            any_of |= bits
        cleared = which.bits.bit_count()
        return Chance(any_of.bit_count(), total, replace(which, bits=any_of), tuple(each), cleared)

    def leftovers(self) -> dict[str, Chance]:
        """For each set of pieces that can be left over the queues that can leave it; they count in full length then.

        All queues that clear the field count, whatever else was asked of them, and each counts for every one
        of its outcomes; :attr:`cleared` of each is the number of all that clear the field. Letters are in the order of
        ``OUTCOME_ORDER``. Most queues come first, then this order.

        >>> chance = percent("ZZ____LLLI/TZZ___LOOI/TTSS__JOOI/TSS___JJJI", "*p4")
        >>> [(left, of.solved) for left, of in chance.leftovers().items()][:3]
        [('O', 148), ('S', 144), ('J', 138)]
        """
        which = self._in_full()
        _, graph = which.asked
        which = replace(which, bits=graph.solved)
        in_hold, used = which.in_hold()
        found: dict[str, int] = {}
        for piece, solved in in_hold.items():
            for rest, ending in which.names.endings(used).items() if solved else ():
                if bits := solved & ending:
                    left = _in_outcome_order(piece + rest)
                    found[left] = found.get(left, 0) | bits
        order = sorted(found, key=lambda left: (-found[left].bit_count(), [OUTCOME_ORDER.index(one) for one in left]))
        total, cleared = len(which.names), which.bits.bit_count()
        return {
            left: Chance(found[left].bit_count(), total, replace(which, bits=found[left]), _cleared=cleared)
            for left in order
        }

    @property
    def boards(self) -> int | None:
        """How many boards were looked at to find it; None if none were."""
        graph = self._known().graph
        return None if graph is None else graph.native.reached

    def _in_full(self) -> _Which:
        """The queues that can, in full length."""
        which = self._known()
        setup, graph = which.asked
        if setup.pattern.length == which.names.length:
            return which
        names = Queues.of(setup.pattern, setup.pattern.length)
        graph = setup.graph(length=names.length)
        return _Which(graph.solved, names, setup, graph)

    def _known(self) -> _Which:
        if self._which is None:
            raise ProblemError(
                "this chance consists of two numbers only; chances that percent() returns know their queues"
            )
        return self._which


@dataclass(frozen=True)
class _Which:
    """The queues that can, as bits, and where they come from."""

    bits: int
    names: Queues
    setup: Setup | None = None
    graph: Graph | None = None

    @cached_property
    def asked(self) -> tuple[Setup, Graph]:
        """The question and its boards, which are looked for now if the chance was known without them.

        Raises ``ProblemError`` where pieces are not what was asked for.
        """
        if self.setup is None:
            raise ProblemError("saves are known for perfect clears only, not for given solutions")
        return self.setup, self.graph or self.setup.graph()

    def in_hold(self) -> tuple[dict[str, int], int]:
        """By the piece in hold at the end the queues that can end so, and how many pieces of each are placed or held.

        What follows these is left over as it comes. Where nothing is in hold, the letter is missing.
        """
        setup, graph = self.asked
        used = setup.needed + setup.hold
        if not setup.hold or self.names.length < used:
            return {"": self.bits}, used
        return {piece: self.bits & graph.saving(piece) for piece in PIECES}, used


@dataclass(frozen=True)
class Saved:
    """A save condition and the chance that it holds."""

    condition: SaveCondition
    chance: Chance

    @property
    def label(self) -> str:
        """The label of the condition; its text if it has none."""
        return self.condition.label or self.condition.text

    def keys(self) -> dict[str, object]:
        """What this has in JSON."""
        return {
            "label": self.label,
            "condition": self.condition.text,
            "solved": self.chance.solved,
            "queues": self.chance.queues,
            "chance": self.chance.fraction,
        }


def _in_outcome_order(left: str) -> str:
    return "".join(sorted(left, key=OUTCOME_ORDER.index))


def chance_of(graph: Graph, setup: Setup) -> Chance:
    """The chance, read from a graph of this setup."""
    return Chance(graph.solved.bit_count(), len(graph.queues), _Which(graph.solved, graph.queues, setup, graph))


def chance_of_bits(bits: int, queues: Queues) -> Chance:
    """The chance of a set of queues."""
    return Chance(bits.bit_count(), len(queues), _Which(bits, queues))


def percentage(part: int, whole: int) -> str:
    """Per cent with two digits; 100.00 and 0.00 are said only of all and of none.

    >>> percentage(711, 840), percentage(999_999, 1_000_000), percentage(1, 1_000_000)
    ('84.64', '99.99', '0.01')
    """
    if not whole:
        return "0.00"
    hundredths = round(10_000 * part / whole)
    if 0 < part < whole:
        hundredths = min(max(hundredths, 1), 9_999)
    return f"{hundredths // 100}.{hundredths % 100:02}"
