"""Patterns with conditions: the published examples of ExtendedSfinderPieces, and a twin that writes out every queue."""

from __future__ import annotations

from math import comb, perm

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.clear.parsing import parsed
from tests.clear.random_patterns import conditions, filtered_patterns
from tests.clear.random_values import patterns
from tests.reference.clear import patterns as slow

from shapewright import clear
from shapewright.clear.graph.queues import Queues
from shapewright.clear.graph.setup import Setup
from shapewright.clear.patterns.pattern import Pattern
from shapewright.clear.patterns.pattern_parts import Element, Filter
from shapewright.clear.patterns.queue_conditions import Condition
from shapewright.clear.piece import PIECES
from shapewright.errors import LimitError, NotationError, ProblemError

FIELD = "XXXXXX___X/XXXXXXX___/XXXXXXX___/XXXXXX___X"

# How many queues its tests and its README give, of patterns of equal length.
PUBLISHED = {
    "[TTI]": 2,
    "[[TS]]": 2,
    "[I[TS]]": 3,
    "[T[TS]]": 2,
    "[T[TS]]p2": 3,
    "**": 49,
    "*p7*p3": perm(7) * perm(7, 3),
    "[TL]![LJ]!": 4,
    "[TL[SZ]]![LJ[SZ]]!": perm(3) * 2 * perm(3) * 2,
    "[TI[SZ]]p2": 10,
    "*p4{T=1}": comb(6, 3) * perm(4),
    "*,*p4{T=1}": 7 * comb(6, 3) * perm(4),
    "**p4{T=1}": comb(6, 4) * perm(4) + 6 * comb(6, 3) * perm(4),
    "[IL]!{T=1}": 0,
    "[TIL]!{1-3:T=1}": 4,
    "[TIL]!{/^T/}": 2,
    "[ILLS]!{LL<I}": 4,
    "[TISZ]!{T[SZ]<I}": 10,
    "*p2*p2{[*]=2}": 924,
    "*p4{T<I[SZ]}": 334,
    "*p4{T[LJ]<I[SZ]}": 250,
    "*p3{S<Z}": 75,
    "*p7{3:Z<S}": 1800,
    "*p7{3:(Z<S||Z<T)}": 2112,
    "*p7{!(IO<LJ||/[TO]$/||/T[LJ]$/)}": 2720,
    "[LSZO]!{L<Z||LZ<S},[TIJ]!,*p3{!I[LJ][ZO]=1||(IJZ=1&&/^J/)}": 18048,
    "TSZO{T<O}": 1,
    "TSZO{O<T}": 0,
    "TSZ{S<Z}O{T<O}": 1,
    "TSZ{S<Z},O{T<O}": 0,
}

# Of its tests: a condition, queues for which it holds, and queues for which it does not.
HOLDS = {
    "T=0": ("IIII", "IITI"),
    "T=1": ("TIII ITII IIIT", "ITIT TTIT"),
    "T=3": ("TTIT", "ITIT"),
    "T>0": ("TIII TTTT", "IIII"),
    "T<1": ("IIII", "ITII ITIT"),
    "T<=1": ("IIIT IIII", "ITIT"),
    "T>=1": ("ITII ITTT", "IIII"),
    "T!=1": ("IIII ITTI TTTT", "IIIT"),
    "T[LJ]=1": ("TLJ JTI TLI", "ITS"),
    "*=1": ("TILJSZO", "TILJJSZO TILJZO"),
    "*>=1": ("TILJJSZO", "TILJZO"),
    "[*]=2": ("TT II SS LL OO", "TILJS LJSZO"),
    "T<I": ("TI", "IT II"),
    "I<T": ("IT II", "TI"),
    "T[SZ]<I": ("TSI TSZI TSIZ", "TISZ SZIT SIZT"),
    "T<I[SZ]": ("TSI TSZI TSIZ STZI", "SZIT SITZ SZTI LZOJ"),
    "T[LJ]<I[SZ]": ("TLJISZ TLIS TLSJIZ TJZILS", "LITS JITS"),
    "II<T": ("IIT II IITI ILIT", "ITII ITI"),
    "T<I[IS]": ("TII TIS TIZ", "IT"),
    "L<S": ("TILZ LS", "SLS"),
    "L<SS": ("LSS", "SLS"),
    "/^T/": ("TIL TSZ", "ITL LIT"),
    "/[SZ]{2}/": ("TSZ ZSI", "SIZ"),
    "4:T=1": ("TIII", "IIIIT"),
    "4:(T=1&&S=1)": ("ITSII", "IISIT IITIS"),
    "3-7:T=1": ("IIITIII", "TIIIIII"),
    "3-7:(T=1&&S=1)": ("IITISTIII", "IISITIISI IITISIIII"),
    "1-3:/SZ/": ("TSZI", "SZTI TISZ"),
    "[LJ]=1&&!LJ=1": ("LI IJ", "LJ IS"),
    "([LJ]=1&&!LJ=1)||LJ=0": ("LI IJ IS", "LJ"),
}


@pytest.mark.parametrize(("text", "number"), PUBLISHED.items())
def test_published_patterns_have_as_many_queues(text: str, number: int) -> None:
    pattern = Pattern.from_text(text)
    assert pattern.count() == number
    if number < 100_000:
        assert len(set(pattern.queues())) == number
    assert Pattern.from_text(pattern.to_text()) == pattern


@pytest.mark.parametrize(("text", "yes", "no"), [(text, *queues) for text, queues in HOLDS.items()])
def test_published_conditions(text: str, yes: str, no: str) -> None:
    for queue in yes.split():
        assert Condition(text).holds(queue), queue
        assert slow.condition(text)(queue), queue
    for queue in no.split():
        assert not Condition(text).holds(queue), queue
        assert not slow.condition(text)(queue), queue


@given(filtered_patterns())
@example("[^IOTJ[LJ]]p3{!(1-3:(LL<S)||/$/)}")
@example("([SZ]T{S<T},T[SZ]){[*]=2}Z{/T+Z?$/}")
def test_queues_are_those_written_out(text: str) -> None:
    pattern = parsed(Pattern.from_text, text)
    if pattern is None:  # a piece in two brackets, or too large
        return
    queues = list(pattern.queues())
    assert set(queues) == slow.expand(text)
    assert pattern.count() == len(queues)
    assert queues == sorted(set(queues), key=lambda queue: [PIECES.index(piece) for piece in queue])
    for length in range(pattern.length):
        beginnings = {queue[:length] for queue in queues}
        assert set(pattern.queues(length)) == beginnings
        assert pattern.count(length) == len(beginnings)
        assert all(queue in pattern for queue in beginnings)
    for queue in slow.expand("*" * pattern.length) if pattern.length <= 3 else ():
        assert (queue in pattern) == (queue in queues)
    assert Pattern.from_text(pattern.to_text()) == pattern
    assert slow.expand(pattern.to_text()) == set(queues)
    assert eval(repr(pattern)) == pattern


@given(conditions, st.text(PIECES, max_size=7))
def test_conditions_hold_where_they_do_plainly(text: str, queue: str) -> None:
    condition = parsed(Condition, text)
    if condition is not None:
        assert condition.holds(queue) == slow.condition(text)(queue)
        assert Condition(condition.text) == condition
        assert slow.condition(condition.text)(queue) == condition.holds(queue)


@given(patterns(max_length=4), conditions, st.sampled_from(PIECES))
def test_a_piece_before_all_queues_is_not_what_conditions_are_about(pattern: Pattern, text: str, piece: str) -> None:
    condition = parsed(Condition, text)
    if condition is None:
        return
    rows = tuple([(*row, Filter(condition, len(row))) for row in pattern.alternatives])
    assert set(Pattern(rows).after(piece).queues()) == {piece + queue for queue in Pattern(rows).queues()}


@given(filtered_patterns(max_length=6), st.integers(0, 6))
def test_queues_are_cut_where_every_beginning_stands_for_as_many(text: str, length: int) -> None:
    pattern = parsed(Pattern.from_text, text)
    if pattern is None or not pattern.count():
        return
    cut = pattern.cut_length(length)
    assert min(length, pattern.length) <= cut <= pattern.length
    if pattern.has_filters:
        beginnings: dict[str, int] = {}
        for queue in pattern.queues():
            beginnings[queue[:cut]] = beginnings.get(queue[:cut], 0) + 1
        assert len(set(beginnings.values())) == 1


@pytest.mark.parametrize("text", ["*p7{S<Z}", "*,*p3{T=1||/^[SZ]/}*", "*p5{2:T=0}", "[SZ]p2*p3{[*]=2}"])
def test_the_chance_is_that_of_the_queues_which_fulfil_the_conditions(text: str) -> None:
    chance = clear.percent(FIELD, text)
    queues = list(Pattern.from_text(text).queues())
    assert len(queues) % chance.queues == 0
    solved = [clear.first(FIELD, queue, height=4, use_list=False) is not None for queue in queues]
    assert sum(solved) * chance.queues == chance.solved * len(queues)
    assert all((queue in chance) == can for queue, can in zip(queues, solved, strict=True))
    for piece, saved in chance.by_saved().items():
        # By a search of its own for each queue; what is left over is the piece in hold, the others never came.
        placed = Setup.of(FIELD, text).needed + 1
        can = [clear.first(FIELD, queue[:placed], height=4, save=piece) is not None for queue, _ in chance.table()]
        assert sum(can) == saved.solved
    served = {queue for solution in clear.path(FIELD, text) for queue in solution.queues()}
    assert served == set(chance.solving())


def test_the_pieces_that_count_are_said() -> None:
    assert Setup.of(FIELD, "*p7{S<Z}").cut() == (
        "of the 7 pieces of each queue the first 6 count: 3 to place, 1 for hold and 2 for the conditions of the "
        "pattern"
    )
    assert Setup.of(FIELD, "*p7{S<Z}", hold=False).cut() == (
        "of the 7 pieces of each queue the first 6 count: 3 to place and 3 for the conditions of the pattern"
    )


def test_a_pattern_without_queues_is_refused_where_they_are_needed() -> None:
    pattern = Pattern.from_text("[IL]!{T=1}")
    assert (pattern.count(), pattern.count(0), list(pattern.queues()), "I" in pattern, "" in pattern) == (
        0,
        0,
        [],
        False,
        False,
    )
    with pytest.raises(ProblemError, match="the pattern has no queues: none of those it lists fulfils its conditions"):
        Queues.of(pattern, 2)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("*p7{S<Z", r"'{S<Z' at position 4 of the pattern is a condition that is not closed with }"),
        ("{S<Z}*p7", "the condition at position 1 of the pattern follows no pieces; .* as in .p7{S<Z}"),
        ("*p7,{S<Z}", "the condition at position 5 of the pattern follows no pieces"),
        ("*p7{}", "'}' at position 5 of the pattern: a condition is expected; write it like S<Z, T=1"),
        ("*p7{S}", "'}' at position 6 of the pattern: expected <, =, !=, >, <= or >= after"),
        ("*p7{S<}", "'}' at position 7 of the pattern: expected pieces or a number, as in S<Z or T=1"),
        ("*p7{S>Z}", "'Z' at position 7 of the pattern: pieces can only be before others, as in S<Z; > needs a number"),
        ("T;*{S<Z&T=1}", "'&' at position 8 of the pattern: the condition goes on with && or"),
        ("*{(S<Z}", "'}' at position 7 of the pattern: the bracket of the condition is not closed"),
        ("*{/T}", "the end at position 6 of the pattern: the regular expression does not end with a slash"),
        ("*{/Q/}", "'Q' at position 1 of the regular expression 'Q': .* .from position 4 of the pattern"),
        ("*{3-1:T=1}", "'3' at position 3 of the pattern: 3-1: is not a range of pieces"),
        ("*{0:T=1}", "0: is not a range of pieces; 3: means the first three"),
        ("*{[SQ]=1}", "'Q' at position 5 of the pattern: expected pieces"),
        ("*{[LJ][LS]<T}", "L stands in two brackets"),
        ("*p7}", "'}' at position 4 of the pattern closes nothing"),
        ("*p7)", r"'\)' at position 4 of the pattern closes nothing"),
        ("(*p7{S<Z}", "the bracket at position 1 of the pattern is not closed"),
        ("T()", "the brackets at position 2 of the pattern have no pieces in them"),
        ("[I[T[LJ]]]", r"'\[' at position 5 of the pattern is a bracket within an inner one"),
        ("[I[]]", "the brackets at position 3 of the pattern have no pieces"),
        ("T{T=1};*", None),
        ("TSZ{S<Z}O{T<O};T", "alternative 2 of the pattern has 1 piece, but the first has 4"),
        ("T\n*{S<}", "'}' at position 5 of line 2 of the pattern"),
    ],
)
def test_what_is_wrong_with_a_condition(text: str, message: str | None) -> None:
    if message is None:
        Pattern.from_text(text)
        return
    with pytest.raises(NotationError, match=message):
        Pattern.from_text(text)


def test_hostile_conditions_are_refused() -> None:
    for text in (
        "*{" + "(" * 100 + "T=1" + ")" * 100 + "}",
        "*{" + "!" * 100 + "T=1}",
        "(" * 100 + "T" + ")" * 100,
        "*{" + "T=1||" * 1000 + "T=1}",
        "*{T=1001}",
        "*{/(.{0,1000}){19}/}",
        "[[IOTSZLJ][IOTSZLJ][IOTSZLJ][IOTSZLJ]]",
        "*{" + "T" * 45 + "<" + "S" * 45 + "}",
        "*{" + "T<SZ||" * 100 + "T" * 40 + "<" + "S" * 46 + "}",
    ):
        with pytest.raises(LimitError, match="limit of|states"):
            Pattern.from_text(text)
    with pytest.raises(LimitError, match="the conditions of the pattern overlap in too many ways"):
        Pattern.from_text("*" * 20 + "{/(.{0,100}T){19}/}").count()
    with pytest.raises(LimitError, match="the conditions of the pattern overlap in too many ways"):
        Pattern.from_text(";".join(["*{" + "T" * 40 + "<" + "S" * 50 + "}"] * 200)).count()
    assert Pattern.from_text("*{" + "T" * 40 + "<" + "S" * 50 + "}").count() == 0
    with pytest.raises(LimitError, match="longer than the limit"):
        Condition("T=1 " * 1001)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the end at position 1 of the condition ''"),
        ("S<", "the end at position 3 of the condition 'S<'"),
        ("(S<Z", r"the end at position 5 of the condition '\(S<Z'"),
        ("S<Z &", "'&' at position 5 of the condition 'S<Z &': the condition goes on with && or [|][|]$"),
    ],
)
def test_a_condition_by_itself_ends_without_a_brace(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        Condition(text)


def test_filters_made_by_hand_nest() -> None:
    one, two = Condition("T=1"), Condition("S<Z")
    element = Element(PIECES, 2)
    assert Pattern(((element, element, Filter(one, 2), Filter(two, 1)),)).to_text() == "*p2(*p2{S<Z}){T=1}"
    with pytest.raises(ProblemError, match="begins within the elements of another one and ends after them"):
        Pattern(((element, element, Filter(one, 2), element, Filter(two, 2)),))
    with pytest.raises(ProblemError, match="more elements than come before it"):
        Pattern(((element, Filter(one, 2)),))
    with pytest.raises(ProblemError, match="about nothing"):
        Filter(one, 0)
    with pytest.raises(ProblemError, match="at least one alternative"):
        Pattern(((),))
    with pytest.raises(NotationError, match="'}' at position 4 of the condition 'T=1}' closes nothing"):
        Condition("T=1}")
    with pytest.raises(NotationError, match="not pieces to choose from"):
        Element("T", 1, ("Q",))


@given(st.text("TIS*[]^p!12{}()<>=&|/:-,; ", max_size=40))
def test_any_text_is_a_pattern_or_a_clear_error(text: str) -> None:
    pattern = parsed(Pattern.from_text, text)
    assert pattern is None or Pattern.from_text(pattern.to_text()) == pattern
