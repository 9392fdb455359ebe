"""Goals on the way: modes, limits, mirror and priority of coverage, against every order tried."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.clear import goals as slow

from shapewright.clear import rules
from shapewright.clear.chances.cover import Built, cover
from shapewright.clear.check import faults
from shapewright.clear.drops import DROPS, Drop
from shapewright.clear.field import FULL_ROW, Field
from shapewright.clear.graph.queues import Queues
from shapewright.clear.kicks import Kicks
from shapewright.clear.notation.fumen import Fumen
from shapewright.clear.notation.page import Page
from shapewright.clear.orders.build_orders import Building
from shapewright.clear.orders.goals import MODES, T_MODES, Event, Goal, read_mode, read_t_mode
from shapewright.clear.orders.placing_order import Part
from shapewright.clear.paths.path import path
from shapewright.clear.patterns.pattern import Pattern
from shapewright.clear.piece import PIECES
from shapewright.clear.queue import Queue
from shapewright.clear.solution import Solution
from shapewright.clear.spins import SPIN_RULES
from shapewright.errors import LimitError, NotationError, ProblemError
from shapewright.jobs.limits import Clock

SRS = Kicks.named("srs")
# Solution-finder's documented pair of solutions.
PAIR = ["v115@vhFRQJUGJKJJvMJTNJGBJ", "v115@vhFRQJPGJKJJGMJTNJ0BJ"]


def page(*rows: str) -> Fumen:
    """A solution in the colours of one page; the top row comes first."""
    return Fumen((Page(tuple(reversed(rows))),))


# A T-spin double is left when Z lies over the slot; the T may come first, but then without a spin.
DOUBLE = page("____ZZ____", "XXTTTZZXXX", "XXXTXXXXXX")


def solving(fumen: Fumen | str, pattern: str, goal: Goal | str, **how: object) -> set[str]:
    """The queues that can build it and reach the goal."""
    return set(cover([fumen], pattern, goal=goal, **how).any.solving())  # type: ignore[arg-type]


def test_words_of_solution_finder() -> None:
    words = {"Normal": "normal", "3lines": "3L", "1line": "1L", "2L-OR-PC": "2L-or-PC", "4lines-or-pc": "4L-or-PC"}
    words |= {"tspinm": "tsm", "any-tspin": "tsm", "any": "tsm", "tspin1": "tss", "tspin2": "tsd", "tspin3": "tst"}
    assert {word: read_mode(word) for word in words} == words
    assert [read_mode(mode) for mode in MODES] == list(MODES)
    assert read_t_mode("TSPIN0") == "tsz"
    with pytest.raises(NotationError, match="'5L' is not a mode; choose one of normal, 1L"):
        Goal("5L")
    with pytest.raises(NotationError, match="'tetris' is not what every T can do; choose one of tsz"):
        Goal(every_t="tetris")
    with pytest.raises(ProblemError, match="start_b2b is at least 0, not -1"):
        Goal(start_b2b=-1)


def clears(*lines: str) -> list[Event]:
    """Line clears in short: ``4`` by I, ``3`` by L, ``TSS`` and so on by a spin of T."""
    spins = {"TSS": 1, "TSD": 2, "TST": 3}
    return [
        Event("T", spins[one], "full", False, True, False)
        if one in spins
        else Event("I" if one == "4" else "L", int(one), "none", False, False, False)
        for one in lines
    ]


@pytest.mark.parametrize(
    ("lines", "reached"),
    [
        (("3",), False),
        (("TSS", "3"), False),
        (("TSS", "TSS", "3"), True),
        (("4", "TSS"), True),
        (("4", "4"), False),
        (("4", "4", "TSS"), True),
    ],
)
def test_the_documented_examples_of_starting_b2b(lines: tuple[str, ...], reached: bool) -> None:
    # Solution-finder's documentation of '-M tsm -sb 2'.
    goal = Goal("tsm", start_b2b=2)
    progress = goal.start
    for event in clears(*lines):
        after = goal.after(progress, event)
        if after is None:
            assert not reached
            return
        progress = after
    assert goal.is_reached(progress) == reached


def test_the_published_pair_by_all_orders() -> None:
    # 1680 and 2240 of 5040 queues, 3108 either and 812 both: solution-finder's documentation.
    plain = cover(PAIR, "*p7")
    for one, bits in zip(plain.solutions, plain.bits, strict=True):
        building = Building(one.start, one.parts, kicks=SRS, drop="soft", goal=Goal())
        assert building.solved(plain.queues, Clock(None), hold=True) == bits
    assert [chance.solved for chance in plain.each] == [1680, 2240]
    first = cover(PAIR, "*p7", priority=True)
    assert [chance.solved for chance in first.each] == [1680, 3108 - 1680]
    assert (first.any.solved, first.every.solved) == (3108, 0)
    assert cover(PAIR, "*p7", goal="b2b").bits == plain.bits  # neither clears a line


def test_a_t_spin_needs_its_roof() -> None:
    assert solving(DOUBLE, "[TZ]!", "normal", hold=False) == {"ZT", "TZ"}
    for mode in ("tsm", "tss", "tsd", "any-spin", "b2b"):
        assert solving(DOUBLE, "[TZ]!", mode, hold=False) == {"ZT"}, mode
        assert solving(DOUBLE, "[TZ]!", mode) == {"ZT", "TZ"}, mode
    assert solving(DOUBLE, "[TZ]!", "tst") == set()
    assert solving(DOUBLE, "[TZ]!", Goal("tsd", spins="none")) == set()
    assert solving(DOUBLE, "[TZ]!", Goal(every_t="tsd"), hold=False) == {"ZT"}
    assert solving(DOUBLE, "[TZ]!", Goal(every_t="tst")) == set()
    assert solving(DOUBLE, "[TZ]!", "tsd", drop="hard") == set()
    assert solving(DOUBLE, "[TZ]!", Goal("tsd", last_soft=1), drop="hard", hold=False) == {"ZT"}
    assert solving(DOUBLE, "[TZ]!", Goal("tsd", max_soft=0)) == set()
    assert solving(DOUBLE, "[TZ]!", Goal(max_clears=0)) == set()


def test_an_order_with_the_goal_is_shown() -> None:
    found = cover([DOUBLE], "[TZ]!", goal="tsd")
    solution = found.solution(0, "TZ")
    assert solution is not None
    assert [placement.piece for placement in solution.placements] == ["Z", "T"]
    with pytest.raises(ProblemError, match="the queue TZ cannot build"):
        cover([DOUBLE], "[TZ]!", goal="tst").solution(0, "TZ")
    whole = path("XXXXXXXX__/XXXXXXXX__/XXXXXXXX__/XXXXXXXX__", "O,O")[0].solution()
    assert cover([whole], "O,O", goal="2L-or-PC").solution(0) is not None


def test_the_mirror_is_another_solution() -> None:
    both = cover([DOUBLE], "Z,T,*;S,T,*", goal="tsd", mirror=True, hold=False)
    assert [one.pieces for one in both.solutions] == ["TZ", "TS"]
    assert [set(chance.solving()) for chance in both.each] == [{"ZT"}, {"ST"}]
    assert both.solutions[1].mirrored() == Built(both.solutions[0].start, both.solutions[0].parts)
    symmetric = page("OO______OO", "OO______OO")
    assert len(cover([symmetric], "O,O", mirror=True).solutions) == 1


def test_too_many_parts_are_refused() -> None:
    tower = Built(Field(), tuple([Part("I", tuple([(x, y) for x in range(4)])) for y in range(21)]))
    with pytest.raises(LimitError, match="21 pieces is larger than the limit of 20"):
        cover([tower], ",".join("I" * 21), goal="tetris")


@st.composite
def built(draw: st.DrawFn) -> Built:
    """A few pieces that a player placed in a narrow well, with line clears."""
    width = draw(st.integers(2, 5))
    holes = draw(st.lists(st.integers(0, 3), max_size=2))
    rows = [FULL_ROW & ~((1 << width) - 1) & ~(1 << 9 if y in holes else 0) for y in range(4)]
    field, placements = Field(tuple(rows)), []
    now = field
    for _ in range(draw(st.integers(1, 3))):
        piece = draw(st.sampled_from(PIECES + "TTI"))
        low = [at for at in rules.reachable(now, piece, SRS) if max(y for _, y in at.cells()) < 6]
        if not low:
            break
        placements.append(draw(st.sampled_from(sorted(low, key=lambda at: at.y)[:6])))
        now = rules.place(now, placements[-1])
    pieces = "".join([placement.piece for placement in placements])
    return Built.from_solution(Solution(field, Queue(pieces), tuple(placements))) if pieces else draw(built())


goals = st.builds(
    Goal,
    st.sampled_from(MODES),
    st.sampled_from(SPIN_RULES),
    st.sampled_from([0, 0, 0, 1, 2]),
    st.sampled_from([None, None, 0, 1, 2]),
    st.sampled_from([None, None, 0, 1, 2]),
    st.sampled_from([0, 0, 1, 2]),
    st.sampled_from([None, None, None, *T_MODES]),
)


@given(built(), goals, st.sampled_from(DROPS), st.booleans())
@settings(max_examples=20, deadline=None)
def test_as_every_order_tried(one: Built, goal: Goal, drop: Drop, hold: bool) -> None:
    pattern = Pattern.from_text(f"[{one.pieces}]!,*")
    found = cover([one], pattern, goal=goal, drop=drop, hold=hold)
    queues = list(pattern.queues(found.queues.length))
    wanted = {queue for queue in queues if slow.can_reach(one, queue, goal, SRS, drop, hold=hold)}
    assert set(found.any.solving()) == wanted
    for queue in sorted(wanted)[:2]:
        solution = found.solution(0, queue)
        assert solution is not None
        # The only fault can be what a setup leaves over.
        assert all("left at the end" in fault for fault in faults(solution))


@given(built(), st.sampled_from(DROPS), st.booleans())
@settings(max_examples=30, deadline=None)
def test_without_a_goal_as_the_engine(one: Built, drop: Drop, hold: bool) -> None:
    pattern = Pattern.from_text(f"[{one.pieces}]!,*p2")
    plain = cover([one], pattern, drop=drop, hold=hold)
    building = Building(one.start, one.parts, kicks=SRS, drop=drop, goal=Goal())
    assert building.solved(Queues.of(pattern, plain.queues.length), Clock(None), hold=hold) == plain.bits[0]
