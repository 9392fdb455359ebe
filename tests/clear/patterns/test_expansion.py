"""Sequences of patterns, with hold forward and backward, against queues that are played in every way."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.clear.parsing import parsed
from tests.clear.random_patterns import conditions
from tests.clear.random_values import patterns

from shapewright import clear
from shapewright.clear.patterns.expansion import expand
from shapewright.clear.patterns.pattern import Pattern
from shapewright.clear.patterns.queue_conditions import Condition
from shapewright.clear.piece import PIECES
from shapewright.clear.queue import Queue
from shapewright.errors import LimitError, NotationError, ProblemError


def orders(held: str, coming: str, holds: int) -> set[str]:
    """Every order in which pieces can be placed, the last one left in hold or placed too, with so many holds."""
    found = {""}
    if not coming:
        return found | ({held} if held and holds else set())
    found |= {coming[0] + rest for rest in orders(held, coming[1:], holds)}
    if holds:
        found |= {held + rest for rest in orders(coming[0], coming[1:], holds - 1)}
    return found


@given(patterns(max_length=4), st.integers(1, 4), st.none() | st.integers(0, 3), conditions)
def test_forward_are_the_orders_of_all_queues(pattern: Pattern, length: int, holds: int | None, text: str) -> None:
    condition = parsed(Condition, text)
    if condition is None:
        return
    length = min(length, pattern.length)
    found = expand(pattern, "forward", length=length, holds=holds, where=text)
    plain = {
        order
        for queue in pattern.queues()
        for order in orders(queue[0], queue[1:], 9 if holds is None else holds)
        if len(order) == length and condition.holds(order)
    }
    assert set(found) == plain
    assert found.count == len(list(found)) == len(plain)
    if holds is None:
        played = {order for queue in pattern.queues() for order in Queue(queue).orders(length)}
        assert set(expand(pattern, "forward", length=length)) == played


@given(
    patterns(max_length=3), st.booleans(), st.none() | st.integers(0, 2), st.sampled_from([None, "T=1", "/^[SZ]|T$/"])
)
def test_backward_are_the_queues_that_can_be_played_so(
    pattern: Pattern, is_longer: bool, holds: int | None, where: str | None
) -> None:
    length = pattern.length + is_longer
    found = expand(pattern, "backward", length=length, holds=holds, where=where)
    wanted = set(pattern.queues())
    plain = {
        queue
        for queue in map("".join, product(PIECES, repeat=length))
        if wanted & orders(queue[0], queue[1:], 9 if holds is None else holds)
        and (where is None or Condition(where).holds(queue))
    }
    assert set(found) == plain
    assert found.count == len(plain)
    assert list(found) == sorted(plain, key=lambda queue: [PIECES.index(piece) for piece in queue])
    for queue in map("".join, product(PIECES, repeat=min(2, length))):
        assert (queue in found) == (queue in plain)


@given(patterns(max_length=4), st.integers(1, 4))
def test_without_hold_they_are_the_queues(pattern: Pattern, length: int) -> None:
    length = min(length, pattern.length)
    found = expand(pattern, length=length)
    assert list(found) == list(pattern.queues(length))
    assert found.count == pattern.count(length)
    assert all(queue in found for queue in found)
    assert expand(pattern, length=length, where="T>0").count == sum("T" in queue for queue in found)


def test_documented_examples_of_solution_finder() -> None:
    # Of its manual: S right before Z, S before Z, S second, S first or second, S last but one, two T among five pieces.
    assert expand("*!", where="/SZ/").count == 720
    assert expand("*!", where="/S.*Z/").count == expand("*!", where="S<Z").count == 2520
    assert expand("*!", where="/^.S/").count == 720
    assert expand("*!", where="/^.{0,1}?S/").count == 1440
    assert expand("*!", where="/S.$/").count == 720
    assert expand("*,*p4", where="T=2").count == 480
    assert list(expand("TIOLJ", "forward", holds=1)) == ["IOTJ", "IOLT", "IOLJ", "ITLJ", "TOLJ"]
    assert "TIOLJS" in expand("IOLJS", "backward", holds=0)
    backward = expand("TIOLJ", "backward", holds=1)
    assert {len(queue) for queue in backward} == {6}
    assert all("TIOLJ" in orders(queue[0], queue[1:], 1) for queue in backward)


def test_large_patterns_are_counted_without_being_listed() -> None:
    assert expand("*p7,*p4", "forward").count == 5140800
    assert expand("*p7,*p7", "backward").count == 2844979200
    assert clear.expand("[IL]!{T=1}", "forward").count == 0
    assert list(clear.expand("[IL]!{T=1}", "backward")) == []


def test_what_is_refused() -> None:
    for text in ("forward", "backward", "pass"):
        with pytest.raises(ProblemError, match="the sequences of a pattern of 2 pieces have"):
            expand("*p2", text, length=9)  # type: ignore[arg-type]
    with pytest.raises(ProblemError, match="have 2 to 3 pieces .backward., not 1"):
        expand("*p2", "backward", length=1)
    with pytest.raises(ProblemError, match="pass, forward, backward, not 'sideways'"):
        expand("*p2", "sideways")  # type: ignore[arg-type]
    with pytest.raises(ProblemError, match="hold cannot be used -1 times"):
        expand("*p2", "forward", holds=-1)
    with pytest.raises(ProblemError, match="only applies to the sequences forward or backward"):
        expand("*p2", holds=1)
    with pytest.raises(NotationError, match="position 3 of the condition 'S<'"):
        expand("*p2", where="S<")


def test_a_condition_that_is_much_work_is_refused() -> None:
    with pytest.raises(LimitError, match="differ in too many ways"):
        _ = expand("*" * 30, where="/(.{0,100}T){19}/").count
