"""Patterns: the grammar, counts, and lists of queues."""

from __future__ import annotations

from itertools import permutations, product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.clear.parsing import parsed
from tests.clear.random_values import patterns

from shapewright.clear.patterns.pattern import Pattern
from shapewright.clear.patterns.pattern_parts import Element
from shapewright.clear.piece import PIECES
from shapewright.errors import LimitError, NotationError, ProblemError


def plainly(pattern: Pattern, length: int) -> set[str]:
    """The queues of a pattern, one alternative after the other, each written out whole and then cut."""
    found = set()
    for alternative in pattern.alternatives:
        parts = [{"".join(order) for order in permutations(e.pieces, e.length)} for e in alternative]
        found |= {"".join(queue)[:length] for queue in product(*parts)}
    return found


@given(patterns(max_length=5), st.integers(0, 6))
def test_queues_are_those_written_out_plainly(pattern: Pattern, length: int) -> None:
    queues = list(pattern.queues(length))
    assert set(queues) == plainly(pattern, length)
    assert queues == sorted(set(queues), key=lambda queue: [PIECES.index(piece) for piece in queue])
    assert pattern.count(length) == len(queues)
    assert all(queue in pattern for queue in queues)
    assert queues[0] + "I" * (pattern.length + 1) not in pattern


@given(patterns())
def test_text_and_repr_rebuild(pattern: Pattern) -> None:
    assert Pattern.from_text(pattern.to_text()) == pattern
    assert eval(repr(pattern)) == pattern


@pytest.mark.parametrize(
    ("text", "queues"),
    [
        ("I", 1),
        ("TIO", 1),
        ("*", 7),
        ("*p4", 840),
        ("I,*p4", 840),
        ("I *p4", 840),
        ("I*P4", 840),
        ("*p7", 5040),
        ("*!", 5040),
        ("[SZ]", 2),
        ("[S,Z]", 2),
        ("[^TI]", 5),
        ("[^TI]p3", 60),
        ("[^TI]!", 120),
        ("[SZLJ]p2", 12),
        ("[SZLJ]!", 24),
        ("[TTI]p2", 3),
        ("[TTI]!", 3),
        ("*p2,*p4", 35280),
        ("tio;TIO;[SZ]IO  # the first two are the same", 3),
        ("TIO # one\n\n# nothing\n*IO;SZZ\n", 8),
        ("*!" * 20, 5040**20),
    ],
)
def test_counts(text: str, queues: int) -> None:
    assert Pattern.from_text(text).count() == queues


def test_equal_beginnings_merge() -> None:
    pattern = Pattern.from_text("*p7")
    assert [pattern.count(length) for length in (-1, 0, 1, 5, 7, 9)] == [1, 1, 7, 2520, 5040, 5040]
    assert list(Pattern.from_text("T[SZ]O;TJ[SZ]").queues(2)) == ["TS", "TZ", "TJ"]


def test_membership_and_length() -> None:
    pattern = Pattern.from_text("I,*p4")
    assert pattern.length == 5
    assert "ITIOL" in pattern
    assert "IT" in pattern
    assert "ITT" not in pattern
    assert "TITOL" not in pattern


def test_alternatives_that_go_on_alike_are_one_from_there_on() -> None:
    # Five of any six of the seven are five of the seven: 2401 alternatives have the queues of one.
    part = [f"[^{piece}]p5" for piece in PIECES]
    pattern = Pattern.from_text(";".join(map(",".join, product(part, repeat=4))))
    assert pattern.count() == Pattern.from_text("*p5,*p5,*p5,*p5").count() == 2520**4
    assert pattern.count(7) == 2520 * 42
    assert "TIOSZTIOSZTIOSZTIOSZ" in pattern
    assert "TIOSTTIOSZTIOSZTIOSZ" not in pattern


def test_alternatives_that_overlap_in_too_many_ways_are_refused() -> None:
    parts = ["*" * before + f"[^{piece}]!" + "*" * (9 - before) for before in range(10) for piece in PIECES]
    with pytest.raises(LimitError, match="the alternatives of the pattern overlap in too many ways"):
        Pattern.from_text(";".join(parts)).count()


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("#Q=[](T)LJOS", "TLJOS"),
        (" #Q=[S](T)LJO;#Q=[](I)OS", "STLJO"),
        ("TL#Q=[](T)L\n# comment\n#Q=[](J)O", "TL;JO"),
    ],
)
def test_a_queue_of_a_fumen_is_a_pattern(text: str, pattern: str) -> None:
    assert Pattern.from_text(text) == Pattern.from_text(pattern)


def test_notation_is_the_shortest() -> None:
    assert Pattern.from_text("[T][JZ]!,*p7,*p1,[^T]p2,[TT]p1;I[SZ]!*p7,*,*p2,*").to_text() == (
        "T,[ZJ]!,*!,*,[IOSZLJ]p2,[TT];I,[SZ]!,*!,*,*p2,*"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[TI", r"'\[TI' at position 1 of the pattern is a bracket that is not closed"),
        ("I,[T;I]", r"'\[T' at position 3 of the pattern is a bracket that is not closed"),
        ("*p9", r"'\*p9' at position 1 of the pattern takes 9 pieces; expected 1 to 7"),
        ("I\n*p0", r"'\*p0' at position 1 of line 2 of the pattern takes 0 pieces"),
        ("[SZ]p3", r"'\[SZ\]p3' at position 1 of the pattern takes 3 pieces; expected 1 to 2"),
        ("*p", r"takes no number of pieces"),
        ("T!", "'T!' at position 1 of the pattern asks for an order of one piece"),
        ("[]", "the brackets at position 1 of the pattern have no pieces"),
        ("T[^IOTSZLJ]", "the brackets at position 2 of the pattern leave no piece"),
        ("TIQ", "^'Q' at position 3 of the pattern is not a piece; pieces are I O T S Z L J$"),
        ("T;[IQ]", "'Q' at position 5 of the pattern is not a piece"),
        ("T[^I^]", r"'\^' at position 5 of the pattern is not a piece"),
        ("I]", r"'\]' at position 2"),
        ("I;IO", "alternative 2 of the pattern has 2 pieces, but the first has 1"),
        ("", "the pattern is empty"),
        ("#Q=[](TI)O", "one is the current piece"),
        ("#Q=[](T", "is not a queue such as"),
        (" ;;# T", "the pattern is empty"),
    ],
)
def test_what_is_wrong_with_a_text(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        Pattern.from_text(text)


def test_large_patterns_are_counted_but_not_listed() -> None:
    pattern = Pattern.from_text("*p7*p7")
    assert pattern.count() == 5040**2
    assert next(iter(pattern.queues())) == "IOTSZLJIOTSZLJ"
    with pytest.raises(LimitError, match="has 128024064000 queues, more than the limit of 100000000"):
        Pattern.from_text("*p7*p7*p7").queues()


def test_hostile_sizes_are_refused() -> None:
    for text in ("*" * 10**6, "I" * 1001, "[" + "T" * 16 + "]p3"):
        with pytest.raises(LimitError, match="the limit of"):
            Pattern.from_text(text)
    with pytest.raises(LimitError, match="characters is longer"):
        Pattern.from_text("I;" * (1 << 22))


def test_a_pattern_is_complete_when_it_is_made() -> None:
    with pytest.raises(ProblemError, match="at least one alternative"):
        Pattern(())
    with pytest.raises(ProblemError, match="at least one alternative"):
        Pattern(((Element("T"),), ()))
    for pieces, length in (("TQ", 1), ("", 1)):
        with pytest.raises(NotationError, match="are not the pieces of an element"):
            Element(pieces, length)
    with pytest.raises(NotationError, match="3 pieces cannot be taken from 'TI'"):
        Element("TI", 3)


@given(st.text(max_size=40) | st.text("TIQ*[]^p!123;,# \n", max_size=40))
@example("*p" + "9" * 10_000)
def test_any_text_is_a_pattern_or_a_clear_error(text: str) -> None:
    pattern = parsed(Pattern.from_text, text)
    assert pattern is None or Pattern.from_text(pattern.to_text()) == pattern
