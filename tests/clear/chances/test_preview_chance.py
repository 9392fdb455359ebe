"""The chance with few pieces in sight: as the slow twin has it, at its extremes, and what cannot be asked."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.clear.preview import Player

from shapewright.clear import Field, Kicks, Queue, percent
from shapewright.clear.chances.preview_chance import chance
from shapewright.clear.drops import DROPS, Drop
from shapewright.clear.piece import PIECES
from shapewright.errors import LimitError, NotationError, ProblemError, StoppedError
from shapewright.jobs import Progress

FIELDS = (
    "XXXX______/XXXX______",
    "XXXXXX____/XXXXXX____",
    "XX____XXXX/XX__XXXX__",
    "XXXXXXX___/XXXXXXX___/XXXXXXX___/XXXXXXX___",
    "XXXXXX____/XXXXXX____/XXXXXX____/XXXXXX____",
    "XXXXXXXX__/XXXXXXXXX_/XXXXXXXX__/XXXXXXX___",
)


@given(
    text=st.sampled_from([text for text in FIELDS if text.count("_") <= 12]),
    bag=st.permutations(PIECES),
    begun=st.integers(1, 5),
    held=st.none() | st.sampled_from(PIECES),
    see=st.integers(1, 5),
    kicks=st.sampled_from(("srs", "none", "srs-tetrio")),
    drop=st.sampled_from(DROPS),
    may_hold=st.booleans(),
)
@settings(max_examples=60)
def test_as_the_slow_twin(
    text: str, bag: list[str], begun: int, held: str | None, see: int, kicks: str, drop: Drop, may_hold: bool
) -> None:
    see = min(see, begun)  # the twin fills its sight before it moves
    field, height = Field.from_text(text), text.count("/") + 1
    hold = held is not None or may_hold
    needed, odd = divmod(field.empty_cells(height), 4)
    seen, rest = "".join(bag[:begun]), "".join(bag[begun:])
    useful = needed + hold - (held is not None)
    if odd or useful - begun > 2:
        return
    fast = chance(field, Queue(seen, held), see, height=height, bag=rest, kicks=kicks, drop=drop, hold=hold)
    player = Player(see, hold, Kicks.named(kicks), drop)
    slow = player.best_chance(field, height, held, seen[:useful], frozenset(rest))
    assert fast.chance == slow
    assert fast.best is None or fast.best.chance == slow


def test_all_in_sight_is_solved_or_not() -> None:
    """Who sees everything that can be of use does as well as percent says."""
    field = "XXXXXX____/XXXXXX____/XXXXXX____/XXXXXX____"
    for queue in ("TIOLJ", "SZSZS", "IIOOL", "JLTOI"):
        [every] = [percent(field, ",".join(queue), 4)]
        assert chance(field, queue, height=4, bag="I").chance == Fraction(every.solved, every.queues)


@pytest.mark.parametrize("hold", [True, False])
def test_before_anything_is_seen(hold: bool) -> None:
    """The mean over all that may come into sight first, and with everything in sight what percent says."""
    for see in (1, 2):
        first = ["".join(seen) for seen in permutations(PIECES, see)]
        known = [chance(FIELDS[-2], seen, height=4, hold=hold).chance for seen in first]
        assert chance(FIELDS[-2], "", see, height=4, hold=hold).chance == sum(known) / len(first)
    [every] = [percent(FIELDS[-2], "*p5" if hold else "*p4", 4, hold=hold)]
    all_seen = chance(FIELDS[-2], "", 5, height=4, hold=hold)
    assert (all_seen.chance, all_seen.sequences) == (Fraction(every.solved, every.queues), every.queues)
    assert (all_seen.moves, all_seen.best) == ((), None)
    assert chance(FIELDS[-2], "", 20, height=4, hold=hold) == all_seen


@given(
    text=st.sampled_from(FIELDS[:3]),
    see=st.integers(1, 4),
    bag=st.sets(st.sampled_from(PIECES), min_size=1),
    held=st.none() | st.sampled_from(PIECES),
    may_hold=...,
)
@settings(max_examples=30)
def test_before_anything_is_seen_as_the_slow_twin(
    text: str, see: int, bag: set[str], held: str | None, may_hold: bool
) -> None:
    field, height = Field.from_text(text), text.count("/") + 1
    if field.empty_cells(height) % 4:
        return
    hold = held is not None or may_hold
    fast = chance(field, Queue("", held), see, height=height, bag="".join(bag), hold=hold)
    assert fast.moves == ()
    assert fast.chance == Player(see, hold, Kicks.named("srs"), "soft").best_chance(
        field, height, held, "", frozenset(bag)
    )


def test_before_anything_but_the_held_piece_is_seen() -> None:
    known = [chance(FIELDS[-2], Queue(piece, "T"), 1, height=4, bag=PIECES.replace(piece, "")) for piece in PIECES]
    assert chance(FIELDS[-2], "[T]", 1, height=4).chance == sum([one.chance for one in known]) / len(PIECES)


def test_who_sees_more_does_no_worse() -> None:
    field = "J_________/JJJ_______/LLL_____OO/L_______OO"
    chances = [chance(field, Queue("I", "T"), see, bag="OSZLJ").chance for see in (1, 2, 3, 4)]
    assert chances == sorted(chances)
    assert chances[0] < chances[-1]


def test_an_empty_hold_may_be_filled_to_see_more() -> None:
    outlook = chance(FIELDS[-2], "I", height=4)
    assert outlook.best is not None
    assert outlook.best.placement is None
    assert outlook.chance > max(move.chance for move in outlook.moves if move.placement is not None)


def test_what_cannot_be_asked() -> None:
    with pytest.raises(ProblemError, match="not a multiple of 4"):
        chance("X_________", "TI", height=2)
    with pytest.raises(ProblemError, match="3 rows high"):
        chance("X_________/XX________/XX________", "TI", height=2)
    with pytest.raises(ProblemError, match="TT is not the beginning of bags of seven; give 'bag'"):
        chance("", "TT", height=2)
    with pytest.raises(ProblemError, match="'TT' has one twice"):
        chance("", "TI", height=2, bag="TT")
    assert chance("XXXX______/XXXX______", "[O]I", height=2, bag="tszlj") == chance(
        "XXXX______/XXXX______", "[O]I", height=2, bag="TSZLJ"
    )
    with pytest.raises(NotationError, match="position 2 of the bag"):
        chance("", "TI", height=2, bag="OQ")
    with pytest.raises(ProblemError, match="1 to 20 pieces"):
        chance("", "TI", 21, height=2)
    with pytest.raises(ProblemError, match="the game is without hold"):
        chance("", "[T]I", height=2, hold=False)
    with pytest.raises(LimitError, match="pieces are unseen"):
        chance("", "TI", height=6)
    with pytest.raises(StoppedError):
        chance("", "TISZ", height=4, time_limit=0)


def test_progress_and_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    field = "J_________/JJJ_______/LLL_____OO/L_______OO"
    whole = chance(field, "TISZ")
    # In the shortest slices the answer is the same, and progress is told.
    module = import_module("shapewright.clear.graph.graph")
    monkeypatch.setattr(module, "_SLICE", 0.0)
    told: list[Progress] = []
    assert chance(field, "TISZ", progress=told.append) == whole
    boards = [one for one in told if one.stage == "chances"]
    assert len(boards) > 1
    assert [one.done for one in boards] == sorted({one.done for one in boards})
    assert len({one.total for one in boards}) == 1
    assert boards[-1].done < boards[0].total
    monkeypatch.setattr(module, "memory_to_use", lambda: 1000)
    with pytest.raises(LimitError, match="do not fit into"):
        chance(field, "TISZ")


def test_who_sees_nothing_has_no_move() -> None:
    with pytest.raises(ProblemError, match="no piece is visible; .*'see' says how many"):
        chance("XXXXXXXX__/XXXXXXXX__", "", height=2)
    assert chance("XXXXXXXX__/XXXXXXXX__", "[O]", height=2).chance == 1
