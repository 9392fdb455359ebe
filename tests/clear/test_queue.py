"""Queues: notation, hold, and the orders a queue allows."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.clear.parsing import parsed
from tests.clear.random_values import queues

from shapewright.clear.piece import PIECES
from shapewright.clear.queue import Queue
from shapewright.errors import LimitError, NotationError


def played(queue: Queue, uses: tuple[bool, ...]) -> str:
    """The pieces placed if hold is used as told: the current piece goes in, what was there (or comes) out."""
    coming, hold, order = list(queue.pieces), queue.hold, ""
    for use in uses:
        current = coming.pop(0) if coming else None
        if use:
            hold, current = current, hold if hold is not None else coming.pop(0)
        assert current is not None
        order += current
    return order


def test_text_with_and_without_hold() -> None:
    assert Queue.from_text(" tioljsz ") == Queue("TIOLJSZ") == Queue.from_text("TIOLJSZ")
    assert Queue.from_text("[S]TIO") == Queue("TIO", "S") == Queue.from_text("TIO", hold="s")
    assert Queue.from_text("[]TIO") == Queue("TIO")
    assert Queue.from_text("tiol jszt\tiol") == Queue("TIOLJSZTIOL") == Queue.from_text("t,i,o,l, jszt, IOL")
    assert Queue.from_text(" [ s ] t io") == Queue("TIO", "S")
    assert Queue.from_text("[S]TIO", hold="Z") == Queue("TIO", "Z")
    assert str(Queue("TIO", "S")) == "[S]TIO"
    assert len(Queue("TIO", "S")) == 4
    assert Queue.from_text("") == Queue("")


def test_the_comment_of_a_fumen() -> None:
    assert Queue.from_text("#Q=[](T)IOLJSZ") == Queue("TIOLJSZ")
    assert Queue.from_quiz("#Q=[T](I)O;hello there") == Queue("IO", "T")
    assert Queue.from_quiz("#Q=[T]()") == Queue("", "T")
    assert Queue("IO", "T").to_quiz() == "#Q=[T](I)O"
    assert Queue("").to_quiz() == "#Q=[]()"
    assert Queue.from_text("#Q=[T](I)O", hold="S") == Queue("IO", "S")


@given(queues)
def test_text_quiz_and_repr_rebuild(queue: Queue) -> None:
    assert Queue.from_text(queue.to_text()) == queue
    assert Queue.from_quiz(queue.to_quiz()) == queue
    assert eval(repr(queue)) == queue


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("TIOQ", "^'Q' at position 4 of the queue is not a piece; pieces are I O T S Z L J$"),
        ("  [T]IOQ", "'Q' at position 8 of the queue"),
        ("T I q", "'q' at position 5 of the queue"),
        ("[Q]TI", "'Q' in hold is not a piece"),
        ("[TI]OI", "'TI' in hold is not a piece"),
        ("[TI", r"the bracket in '\[TI' is not closed"),
        ("I,*p4", r"^'I,\*p4' is a pattern, and one queue is expected here, such as TIOLJSZ"),
        ("[SZ]!,I", "is a pattern"),
        ("TIO;TIL", "is a pattern"),
        ("#Q=[](T", "is not a queue such as"),
        ("#Q=[ST](I)O", "'ST' in .* is not one piece; one is the hold"),
        ("#Q=[S](IT)O", "'IT' in .* is not one piece; one is the current piece"),
        ("#Q=[S]()O", "has next pieces, but no current one"),
        ("#Q=[S](T)OQ", "'Q' at position 3 of the queue"),
    ],
)
def test_what_is_wrong_with_a_text(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        Queue.from_text(text)


def test_queues_beyond_the_limit_are_refused() -> None:
    for text in ("T" * 10**6, "#Q=[](T)" + "I" * 10**6):
        with pytest.raises(LimitError, match="longer than the limit of 1000"):
            Queue.from_text(text)
    with pytest.raises(LimitError, match="longer than the limit of 1000"):
        Queue("T" * 1001)
    with pytest.raises(NotationError, match="'t' at position 2 of the queue is not a capital letter"):
        Queue("Tt")
    with pytest.raises(NotationError, match="'TI' cannot be held"):
        Queue("T", "TI")


@given(
    st.text(max_size=30) | st.text("TIOQtz ,[]()#=;", max_size=30) | st.text("TIO[]();", max_size=20).map("#Q=".__add__)
)
@example("#Q=[](]")
def test_any_text_is_a_queue_or_a_clear_error(text: str) -> None:
    queue = parsed(Queue.from_text, text)
    assert queue is None or Queue.from_text(queue.to_text()) == queue


def test_choices_are_current_and_held_piece() -> None:
    assert Queue("TIO").choices() == (("T", Queue("IO"), False), ("I", Queue("O", "T"), True))
    assert Queue("TIO", "S").choices() == (("T", Queue("IO", "S"), False), ("S", Queue("IO", "T"), True))
    assert Queue("", "S").choices() == (("S", Queue(""), True),)
    assert Queue("T", "S").choices() == (("T", Queue("", "S"), False), ("S", Queue("", "T"), True))
    assert Queue("T").choices() == (("T", Queue(""), False),)
    assert Queue("").choices() == ()
    assert Queue("TIO", "S").choices(hold=False) == (("T", Queue("IO", "S"), False),)


@given(queues, st.integers(0, 5), st.booleans())
def test_orders_and_holds_agree(queue: Queue, length: int, hold: bool) -> None:
    orders = list(queue.orders(length, hold=hold))
    assert orders == sorted(set(orders), key=lambda order: [PIECES.index(piece) for piece in order])
    for order in orders:
        uses = queue.holds_for(order, hold=hold)
        assert uses is not None
        assert played(queue, uses) == order
        assert hold or not any(uses)
    letters = queue.pieces[: length + 1] + (queue.hold or "")
    possible = {"".join(order) for order in permutations(letters, length)} if length < 4 else set()
    for order in possible - set(orders):
        assert queue.holds_for(order, hold=hold) is None


def test_hold_of_a_row_of_equal_pieces_is_not_used() -> None:
    assert Queue("TTTT").holds_for("TTT") == (False, False, False)
    assert Queue("TIO").holds_for("IOT") == (True, False, True)
    assert Queue("TIO").holds_for("OIT") is None


def test_a_queue_of_n_pieces_has_2_to_the_n_orders_at_most() -> None:
    assert [len(list(Queue("TIOLJSZ").orders(n))) for n in range(8)] == [1, 2, 4, 8, 16, 32, 64, 64]
