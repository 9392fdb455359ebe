"""Chances: the published ones, those of the slow twin, and what can be asked of them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.clear.holes import Question, questions
from tests.clear.published import FOUR_WIDE, NARROW, PUBLISHED, SIX_WIDE, WIDER, Published
from tests.clear.random_values import save_trees
from tests.reference.clear.brute_force import BruteForce
from tests.reference.clear.saves import Tree, best_saves, holds, outcomes, table, text_of

from shapewright.clear.chances.percent import Chance, percent
from shapewright.clear.field import Field
from shapewright.clear.graph.graph import boards_to_come
from shapewright.clear.paths.path import path
from shapewright.clear.patterns.pattern import Pattern
from shapewright.clear.patterns.save_conditions import SaveCondition
from shapewright.clear.queue import Queue
from shapewright.errors import LimitError, NotationError, ProblemError, StoppedError
from shapewright.jobs import Progress


@pytest.mark.parametrize("known", PUBLISHED)
def test_published_chances(known: Published) -> None:
    chance = percent(known.field, known.pattern, known.height, drop=known.drop, hold=known.hold)
    assert chance == Chance(known.solved, known.queues)
    failing = list(chance.failing())
    assert len(failing) == known.queues - known.solved
    assert not any(queue in chance for queue in failing[:50])


@given(questions())
@settings(max_examples=60)
def test_as_the_slow_twin(question: Question) -> None:
    slow = BruteForce(question.kicks, question.drop)
    solved = slow.solved(question.field, question.queues, question.height, hold=question.hold)
    chance = percent(
        question.field,
        question.pattern,
        question.height,
        kicks=question.kicks,
        drop=question.drop,
        hold=question.hold,
    )
    assert chance == Chance(len(solved), len(question.queues))
    assert list(chance.solving()) == solved
    assert [queue for queue, can in chance.table() if can] == solved
    assert set(chance.failing()) == set(question.queues) - set(solved)


def test_a_tall_field_is_answered_alike() -> None:
    """The same hole with full rows below: too high for the fast boards, and rows that are cleared first."""
    low = percent(NARROW, "*p4")
    assert percent(Field((1023,) * 3 + NARROW.rows), "*p4", 7) == low
    # Rows that are all but full: an I in the well takes them away, whatever comes before it.
    high = Field((1023 - 512,) * 4 + NARROW.rows)
    chance = percent(high, "I,*p4", 8)
    assert 0 < chance.solved < low.solved
    assert {queue[1:] for queue in chance.solving()} <= set(low.solving())


def test_first_pieces() -> None:
    chance = percent(NARROW, "*p4")
    for depth in (1, 2, 4):
        tree = chance.by_first(depth)
        assert sum([branch.solved for branch in tree.values()]) == 514
        assert sum([branch.queues for branch in tree.values()]) == 840
        assert len(tree) == len({queue[:depth] for queue, _ in chance.table()})
    assert chance.by_first(9) == chance.by_first(4)
    assert chance.by_first(1)["I"] == Chance(88, 120)
    with pytest.raises(ProblemError, match="at least 1"):
        chance.by_first(0)


def test_saved_pieces_are_those_that_can_be_left() -> None:
    slow = BruteForce()
    saved = percent(NARROW, "*p4").by_saved()
    orders = slow.orders(NARROW, 4)
    expected: dict[str, set[str]] = {}
    for queue in map("".join, permutations("IOTSZLJ", 4)):
        for order in Queue(queue).orders(3):
            if order in orders:
                (left,) = [piece for piece in queue if piece not in order]
                expected.setdefault(left, set()).add(queue)
    assert {piece: set(chance.solving()) for piece, chance in saved.items()} == expected
    assert percent(NARROW, "*p3").by_saved() == {}


def test_save_conditions() -> None:
    whole = percent(NARROW, "*p4")
    saved = whole.by_saved()
    assert whole.saving("T") == saved["T"] == percent(NARROW, "*p4", save="T")
    either = set(saved["T"].solving()) | set(saved["I"].solving())
    assert set(whole.saving("T||I").solving()) == either
    assert whole.saving("TS").solved == 0, "one piece alone is left over"
    both = set(saved["T"].solving()) & set(saved["S"].solving())
    assert set(whole.saving("T&&S").solving()) == both != set()
    others = set().union(*[chance.solving() for piece, chance in saved.items() if piece != "T"])
    assert set(whole.saving("^T").solving()) == others
    assert set(whole.saving("!T").solving()) == set(whole.solving()) - set(saved["T"].solving())
    with pytest.raises(NotationError):
        whole.saving("T&&")


def test_save_conditions_over_what_is_never_placed() -> None:
    """A pattern of the whole bag: seven pieces, four of them in play, so three or more are left."""
    chance = percent(NARROW, "*p7", save="TS")
    assert chance == percent(NARROW, "*p7", save="^!(T&&S)")
    assert chance.queues == 5040
    short = percent(NARROW, "*p4")
    expected = 0
    for queue in map("".join, permutations("IOTSZLJ")):
        rest = queue[4:]
        expected += any(
            queue[:4] in of and "T" in piece + rest and "S" in piece + rest for piece, of in short.by_saved().items()
        )
    assert chance.solved == expected > 0
    assert percent(NARROW, "*p7", save="!T||T") == Chance(514 * 6, 5040)
    assert percent(NARROW, "*p5", hold=False, save="I").queues == 2520


@given(questions(most=2), save_trees)
@settings(max_examples=80)
def test_save_conditions_as_the_slow_twin(question: Question, tree: Tree) -> None:
    slow = BruteForce(question.kicks, question.drop)
    queues = list(question.pattern.queues())
    left = {queue: outcomes(slow, question.field, queue, question.height, hold=question.hold) for queue in queues}
    rules = {"kicks": question.kicks, "drop": question.drop, "hold": question.hold}
    chance = percent(question.field, question.pattern, question.height, save=f"{text_of(tree)},T#a T", **rules)
    assert chance.cleared == sum(map(bool, left.values()))
    expected = [queue for queue in queues if holds(tree, left[queue])]
    assert list(chance.conditions[0].chance.solving()) == expected
    assert chance.conditions[1].label == "a T"
    assert list(chance.conditions[1].chance.solving()) == [queue for queue in queues if "T" in "".join(left[queue])]
    either = {queue for queue in queues if holds(("||", tree, ("has", "T")), left[queue])}
    assert set(chance.solving()) == either
    condition = SaveCondition.from_text(text_of(tree))
    assert [condition.holds_among(one) for one in left.values()] == [holds(tree, one) for one in left.values()]


@given(questions(most=2), st.lists(save_trees, min_size=1, max_size=3))
@settings(max_examples=40)
def test_best_saves_and_leftovers_as_the_slow_twin(question: Question, trees: list[Tree]) -> None:
    slow = BruteForce(question.kicks, question.drop)
    queues = list(question.pattern.queues())
    left = {queue: outcomes(slow, question.field, queue, question.height, hold=question.hold) for queue in queues}
    rules = {"kicks": question.kicks, "drop": question.drop, "hold": question.hold}
    text = ",".join(map(text_of, trees))
    chance = percent(question.field, question.pattern, question.height, save=text, best_save=True, **rules)
    assert [set(saved.chance.solving()) for saved in chance.conditions] == best_saves(trees, left)
    assert chance.solved == sum([saved.chance.solved for saved in chance.conditions])
    plain = percent(question.field, question.pattern, question.height, use_list=False, **rules)
    for asked in (chance, plain):
        found = {outcome: set(of.solving()) for outcome, of in asked.leftovers().items()}
        assert found == table(left)
        assert list(found) == sorted(found, key=lambda one: (-len(found[one]), ["TILJSZO".index(each) for each in one]))


def test_best_saves_are_in_the_order_of_the_conditions() -> None:
    """Numbers that follow from each other: what T saves is not asked of L again."""
    both = percent(NARROW, "*p7", save="T,L")
    best = percent(NARROW, "*p7", save="T,L", best_save=True)
    other = percent(NARROW, "*p7", save="L,T", best_save=True)
    assert best.solved == other.solved == both.solved
    assert best.conditions[0].chance == both.conditions[0].chance
    assert other.conditions[0].chance == both.conditions[1].chance
    rest = set(both.conditions[1].chance.solving()) - set(both.conditions[0].chance.solving())
    assert set(best.conditions[1].chance.solving()) == rest
    with pytest.raises(ProblemError, match="no save conditions to prefer"):
        percent(NARROW, "*p7", best_save=True)


def test_leftovers_of_a_whole_bag() -> None:
    """Seven pieces, three placed: four are left, and which three were placed says which."""
    table = percent(NARROW, "*p7").leftovers()
    assert set(map(len, table)) == {4}
    assert sum([of.solved for of in table.values()]) >= percent(NARROW, "*p7").solved * 6
    assert table["JSZO"] == Chance(576, 5040)
    assert set(table["TIJO"].solving()) <= set(percent(NARROW, "*p7", save="/^TIJO$/").solving())
    assert percent(NARROW, "*p3").leftovers() == {"": Chance(percent(NARROW, "*p3").solved, 210)}


def test_the_published_meaning_of_save_conditions() -> None:
    """The tables of PC-Saves-Get, on a queue's outcomes; and a field that its users know."""
    chance = percent("v115@LhB8GeB8DeA8BeD8AeC8JeAgH", "T,*p7", save="T,!T,^T,TL,T&&L")
    assert [saved.chance.solved for saved in chance.conditions] == [1136, 4969 - 1136, 4966, 0, 342]
    assert (chance.solved, chance.cleared, chance.queues) == (4969, 4969, 5040)


def test_queues_count_once_and_only_what_matters_of_them() -> None:
    assert percent(NARROW, "*p7") == percent(NARROW, "*p4")
    assert percent(NARROW, "*p4;*p4;[IO],[IO],[IO],[IO]").queues == 840 + 16 - 0
    assert percent(FOUR_WIDE, "*p6") == percent(FOUR_WIDE, "*p5")


def test_a_chance_is_two_numbers() -> None:
    chance = Chance(3, 4)
    assert repr(chance) == "Chance(solved=3, queues=4)"
    assert chance.fraction == 0.75
    with pytest.raises(ProblemError, match="two numbers"):
        chance.failing()
    assert "TTTT" not in percent(NARROW, "*p4")
    assert "I" not in percent(NARROW, "*p4")


@pytest.mark.parametrize(
    ("field", "pattern", "height", "message"),
    [
        (WIDER, "*p3", None, "takes 4 pieces, and the queues of the pattern have 3"),
        ("X_________", "*p7", None, "39 cells are empty in the lowest 4 rows"),
        (WIDER, "*p7", 3, "the field is 4 rows high"),
        (WIDER, "*p7", 0, "1 to 20 lines, not 0"),
        (WIDER, "*p7", 21, "1 to 20 lines, not 21"),
        (WIDER, "[TI", None, "not closed"),
        (WIDER, "*p9", None, "takes 9 pieces"),
    ],
)
def test_questions_without_sense(field: Field | str, pattern: str, height: int | None, message: str) -> None:
    with pytest.raises((ProblemError, NotationError), match=message):
        percent(field, pattern, height)


def test_progress_and_stops() -> None:
    seen: list[Progress] = []
    percent(SIX_WIDE, "*p7", progress=seen.append)
    assert [one.done for one in seen] == list(range(1, 14))
    assert seen[-1].fraction == 1
    with pytest.raises(StoppedError, match="the time limit of 0 s was reached"):
        percent(SIX_WIDE, "*p7", time_limit=0)
    with pytest.raises(ProblemError, match="time limit"):
        percent(SIX_WIDE, "*p7", time_limit=-1)


def test_too_large_a_question_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shapewright.clear.graph.graph.available_memory", lambda: 1 << 20)
    with pytest.raises(LimitError, match="do not fit into"):
        percent(Field(), "*p7,*p4", use_list=False)
    with pytest.raises(LimitError, match="2\\^40"):
        percent(Field(), ",".join("*" * 16), 6)


def test_patterns_of_many_queues_are_quick() -> None:
    pattern = Pattern.from_text("*p7,*p4")
    assert percent(NARROW, pattern) == Chance(514, 840)
    assert percent(Field(), ",".join("*" * 6), 2).queues == 7**6


@pytest.mark.slow
def test_every_opener_clears_four_lines() -> None:
    """All 4,233,600 queues of a first bag and four pieces of the next: a published number."""
    assert percent(Field(), "*p7,*p4", use_list=False) == Chance(4_233_600, 4_233_600)


def test_what_cannot_fit_is_refused_beforehand() -> None:
    with pytest.raises(LimitError, match="15 pieces lead to about .* million boards or more"):
        percent("", "*p7,*p7,*p2", 6)


def test_boards_to_come_are_not_exaggerated() -> None:
    # Levels as they were counted: 6, 7 and 8 pieces in fields of four lines, 7 in one of six.
    for sizes in (
        [1, 86, 2012, 7764, 3793, 120, 1],
        [1, 105, 3284, 29884, 52559, 11344, 286, 1],
        [1, 124, 4856, 65122, 236300, 150725, 14453, 499, 1],
        [1, 76, 2681, 31151, 72179, 17612, 479, 1],
    ):
        for known in range(1, len(sizes) + 1):
            assert sum(sizes[:known]) <= boards_to_come(sizes[:known], len(sizes) - 1) <= sum(sizes)


@pytest.mark.parametrize("ask", [percent, path])
def test_a_byte_stops_it(ask: Callable[..., object]) -> None:
    with pytest.raises(StoppedError, match="^stopped"):
        ask("XXX____XXX/XXX____XXX/XXX____XXX/XXX____XXX", "*p7", stop=bytearray(b"\1"))
