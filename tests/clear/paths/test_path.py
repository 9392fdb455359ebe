"""Unique solutions: the published numbers, those of the slow twin, and that each can be built as it says."""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.clear.holes import Question, questions
from tests.clear.published import FOUR_WIDE, NARROW, PUBLISHED, SIX_WIDE, WIDER, Published
from tests.clear.random_values import patterns, save_trees
from tests.reference.clear.brute_force import BruteForce
from tests.reference.clear.saves import Tree, holds, text_of
from tests.reference.clear.ties import ease, easiest

from shapewright.clear.chances.percent import Chance, percent
from shapewright.clear.check import faults
from shapewright.clear.field import Field
from shapewright.clear.graph.queues import Queues
from shapewright.clear.graph.setup import Setup
from shapewright.clear.kicks import Kicks
from shapewright.clear.orders.placing_order import part_of
from shapewright.clear.paths.path import Path, analyse, has_more_solutions, path, paths_by_save
from shapewright.clear.paths.path_solution import ListedSolution, PathSolution, list_path
from shapewright.clear.patterns.pattern import Pattern
from shapewright.clear.patterns.save_conditions import SaveCondition
from shapewright.errors import LimitError, NotationError, ProblemError, StoppedError
from shapewright.jobs import Progress
from shapewright.jobs.limits import Clock


@pytest.mark.parametrize("known", [known for known in PUBLISHED if known.unique is not None])
def test_published_numbers(known: Published) -> None:
    found = analyse(known.field, known.pattern, known.height, drop=known.drop, hold=known.hold)
    assert len(found.path) == known.unique
    assert found.chance == Chance(known.solved, known.queues)
    assert found.path.solved == known.solved
    bits = 0
    for solution in found.path:
        bits |= solution.bits
    assert bits.bit_count() == known.solved


@given(questions(most=2), save_trees)
@settings(max_examples=40)
def test_with_a_save_condition_as_the_slow_twin(question: Question, tree: Tree) -> None:
    slow = BruteForce(question.kicks, question.drop)
    queues = list(question.pattern.queues())
    expected = {}
    for picture, serving in slow.pictures(question.field, queues, question.height, hold=question.hold).items():
        pieces = Counter([piece for piece, _ in picture])
        left = {queue: Counter(queue) - pieces for queue in serving}
        kept = {
            queue for queue in serving if holds(tree, {"".join([piece * left[queue][piece] for piece in "TILJSZO"])})
        }
        if kept:
            expected[frozenset([(piece, tuple(sorted(cells))) for piece, cells in picture])] = kept
    rules = {"kicks": question.kicks, "drop": question.drop, "hold": question.hold}
    found = path(question.field, question.pattern, question.height, save=text_of(tree), **rules)
    seen = {
        frozenset([(part.piece, tuple(sorted(part.cells))) for part in solution.parts]): set(solution.queues())
        for solution in found
    }
    assert seen == expected
    one_outcome = percent(question.field, question.pattern, question.height, save=f"^!({text_of(tree)})", **rules)
    assert (found.solved, found.queues) == (one_outcome.solved, one_outcome.queues)
    for solution in found:
        queue = next(solution.queues())
        assert SaveCondition.from_text(text_of(tree)).holds_for(solution.solution(queue).saved)


def test_the_fewest_solutions_that_save_a_piece() -> None:
    found = path(NARROW, "*p7", save="T#a T")
    assert found.solved == percent(NARROW, "*p7", save="T").solved
    assert found.cut() is None
    assert path(NARROW, "*p7").cut() is not None
    minimal = found.minimal()
    assert minimal.is_optimal
    served = 0
    for solution in minimal:
        served |= solution.bits
    assert served.bit_count() == found.solved
    assert len(path(NARROW, "*p4", save="TS")) == 0
    with pytest.raises(NotationError, match="2 save conditions are given where one is expected"):
        path(NARROW, "*p4", save="T,S")


def test_two_lines_from_empty_by_any_pieces() -> None:
    found = path(Field(), ",".join("*" * 6), 2)
    assert len(found) == 64
    assert len({frozenset(Counter(solution.pieces).items()) for solution in found}) == 14
    assert len(path(Field(), ",".join("*" * 5), 2)) == 64


@given(questions())
@settings(max_examples=50)
def test_as_the_slow_twin(question: Question) -> None:
    slow = BruteForce(question.kicks, question.drop)
    pictures = slow.pictures(question.field, question.queues, question.height, hold=question.hold)
    found = path(
        question.field,
        question.pattern,
        question.height,
        kicks=question.kicks,
        drop=question.drop,
        hold=question.hold,
    )
    expected = {
        frozenset([(piece, tuple(sorted(cells))) for piece, cells in picture]): queues
        for picture, queues in pictures.items()
    }
    seen = {
        frozenset([(part.piece, tuple(sorted(part.cells))) for part in solution.parts]): set(solution.queues())
        for solution in found
    }
    assert seen == expected
    for solution in found:
        for queue in solution.queues():
            built = solution.solution(queue)
            assert faults(built, kicks=Kicks.named(question.kicks), hold=question.hold) == []
            assert frozenset(zip([p.piece for p in built.placements], built.start_cells(), strict=True)) == {
                (part.piece, tuple(sorted(part.cells))) for part in solution.parts
            }


@pytest.mark.parametrize(("field", "pattern"), [(WIDER, "I,*p4"), (FOUR_WIDE, "*p5"), (SIX_WIDE, "*p7")])
def test_a_sample_is_replayed(field: Field, pattern: str) -> None:
    found = path(field, pattern)
    for solution in found[:: len(found) // 12]:
        queues = list(solution.queues())
        assert len(queues) == solution.served
        for queue in (queues[0], queues[-1]):
            assert faults(solution.solution(queue)) == []
            assert solution in found.serving(queue)


def test_each_order_needs_what_is_tucked() -> None:
    """With hard drop alone nothing is tucked, and these are the solutions that need no tucking with soft drop."""
    soft = path(SIX_WIDE, "*p7")
    hard = path(SIX_WIDE, "*p7", drop="hard")
    assert all(solution.tucked == 0 for solution in hard)
    assert {solution.parts for solution in hard} == {solution.parts for solution in soft if solution.tucked == 0}


def test_order_and_text() -> None:
    found = path(NARROW, "*p4")
    assert [solution.served for solution in found] == sorted([solution.served for solution in found], reverse=True)
    assert str(found).splitlines()[0] == "     96 XXIIIIXXXX/XXXTTTXXXX/XXXXTLXXXX/XXXLLLXXXX"
    assert found[0].pieces == "LTI"
    assert str(found[0]).splitlines()[0] == "XXIIIIXXXX"
    assert found[0].fumen().pages[0].rows[3] == "XXIIIIXXXX"
    assert found[0]._repr_svg_().startswith("<svg")
    assert found[0].scene() == found[0].mosaic().scene()
    assert repr(found) == "<Path: 18 solutions, 514 of 840 queues>"


def test_a_queue_that_cannot() -> None:
    found = path(NARROW, "*p4")
    with pytest.raises(ProblemError, match="cannot build"):
        found[0].solution("OOOO")
    assert found.serving("IOST") == ()
    assert found.serving("I") == ()


@pytest.mark.parametrize(
    ("field", "pattern", "fewest"), [(NARROW, "*p4", 16), (WIDER, "I,*p4", 24), (FOUR_WIDE, "*p5", 45)]
)
def test_the_fewest_solutions(field: Field, pattern: str, fewest: int) -> None:
    found = path(field, pattern)
    minimal = found.minimal()
    assert len(minimal) == minimal.bound == fewest
    assert minimal.is_optimal
    assert_covers(found, minimal)
    assert found.minimal() is minimal


def test_the_fewest_solutions_in_little_time() -> None:
    found = path(SIX_WIDE, "*p7")
    minimal = found.minimal(time_limit=0.2)
    assert 5 <= minimal.bound <= 25 <= len(minimal) <= 40
    assert_covers(found, minimal)


@pytest.mark.slow
def test_the_fewest_solutions_of_a_wide_hole() -> None:
    found = path(SIX_WIDE, "*p7")
    minimal = found.minimal()
    assert len(minimal) == minimal.bound == 25
    assert_covers(found, minimal)


def assert_covers(found: Path, some: object) -> None:
    bits = 0
    for solution in some:  # type: ignore[attr-defined]
        bits |= solution.bits
    assert bits.bit_count() == found.solved


@given(questions(most=2))
@settings(max_examples=40)
def test_the_easiest_of_the_smallest_sets_as_the_slow_twin(question: Question) -> None:
    rules = {"kicks": question.kicks, "drop": question.drop, "hold": question.hold}
    found = path(question.field, question.pattern, question.height, **rules)
    slow = BruteForce(question.kicks, question.drop)
    length = min(question.pattern.length, found.setup.length)
    pictures = slow.pictures(question.field, question.pattern.queues(length), question.height, hold=question.hold)
    assume(len(pictures) <= 10)
    tucked = {_picture_of(solution): solution.tucked for solution in found}
    costs = {
        picture: ease(slow, question.field, question.height, picture, queues, tucked[picture], hold=question.hold)
        for picture, queues in pictures.items()
    }
    minimal = found.minimal()
    number, sums = easiest(pictures, costs)
    assert (len(minimal), minimal.bound) == (number, number)
    chosen = [costs[_picture_of(solution)] for solution in minimal]
    assert [tie.total for tie in minimal.ties] == ([sum(cost) for cost in zip(*chosen, strict=True)] if chosen else [])
    if number:
        assert [(tie.by, tie.total, tie.is_least) for tie in minimal.ties] == [
            (by, total, True) for by, total in zip(("tucked", "held", "unplayable"), sums, strict=True)
        ]


def _picture_of(solution: PathSolution | ListedSolution) -> frozenset[tuple[str, tuple[tuple[int, int], ...]]]:
    return frozenset([(part.piece, tuple(sorted(part.cells))) for part in solution.parts])


@given(questions(most=2), st.lists(save_trees, min_size=1, max_size=3))
@settings(max_examples=40)
def test_best_saves_and_each_save_as_the_slow_twin(question: Question, trees: list[Tree]) -> None:
    """One outcome is all that a solution and a queue have, so that ^ and ! are the same."""
    rules = {"kicks": question.kicks, "drop": question.drop, "hold": question.hold}
    slow = BruteForce(question.kicks, question.drop)
    queues = list(question.pattern.queues())
    pictures = slow.pictures(question.field, queues, question.height, hold=question.hold)
    assume(question.pattern.length > question.needed)
    saved: list[dict[Any, set[str]]] = [{} for _ in trees]
    for picture, serving in pictures.items():
        pieces = Counter([piece for piece, _ in picture])
        for queue in serving:
            left = Counter(queue) - pieces
            outcome = "".join([piece * left[piece] for piece in "TILJSZO"])
            for number, tree in enumerate(trees):
                if holds(tree, {outcome}):
                    saved[number].setdefault(picture, set()).add(queue)
    save = ",".join(map(text_of, trees))
    each = paths_by_save(question.field, question.pattern, question.height, save=save, **rules)
    assert [{_picture_of(one): set(one.queues()) for one in found} for found in each] == saved
    for found in each:
        served = [solution.served for solution in found]
        assert served == sorted(served, reverse=True)
        assert found.solved == len({queue for one in found for queue in one.queues()})
    found = path(question.field, question.pattern, question.height, save=save, best_save=True, **rules)
    able = [set().union(*mine.values()) for mine in saved]
    best = [mine - set().union(*able[:number]) for number, mine in enumerate(able)]
    expected: dict[Any, set[str]] = {}
    for mine, those in zip(saved, best, strict=True):
        for picture, serving in mine.items():
            if serving & those:
                expected.setdefault(picture, set()).update(serving & those)
    assert {_picture_of(one): set(one.queues()) for one in found} == expected
    if len(trees) > 1:
        assert list(found.best) == list(map(len, best))


def test_each_piece_that_is_left_has_a_minimal_set() -> None:
    each = paths_by_save(NARROW, "*p4")
    chance = percent(NARROW, "*p4").by_saved()
    assert {found.saves[0].text: found.solved for found in each} == {piece: of.solved for piece, of in chance.items()}
    for found in each:
        minimal = found.minimal()
        assert minimal.is_optimal
        assert_covers(found, minimal)
        for solution in minimal:
            queue = next(solution.queues())
            assert solution.solution(queue).saved == found.saves[0].text
    with pytest.raises(ProblemError, match="nothing to save"):
        paths_by_save(NARROW, "*p3")


def test_the_search_for_a_minimal_set_tells_how_it_goes() -> None:
    seen: list[Progress] = []
    minimal = path(SIX_WIDE, "*p7").minimal(time_limit=30, progress=seen.append)
    told = [one for one in seen if one.stage == "minimal set"]
    assert told[0].remark == f"{told[0].total} suffice, {told[0].done} at least"
    assert all(one.done <= len(minimal) <= one.total for one in told)


@given(questions(most=2))
@settings(max_examples=40)
def test_solutions_without_their_queues_are_the_same(question: Question) -> None:
    """Those of the slow twin, counted before any is made, and as often as they are asked for."""
    rules = {"kicks": question.kicks, "drop": question.drop, "hold": question.hold}
    listed = list_path(question.field, question.pattern, question.height, **rules)
    slow = BruteForce(question.kicks, question.drop)
    pictures = slow.pictures(question.field, question.queues, question.height, hold=question.hold)
    assert len(listed) == len(pictures)
    assert {_picture_of(one) for one in listed} == set(pictures)
    assert list(listed) == list(listed)
    assert (listed.solved, listed.queues) == (len(set().union(*pictures.values())), len(question.queues))
    found = path(question.field, question.pattern, question.height, **rules)
    assert {(one.to_text(), one.tucked) for one in listed} == {(one.to_text(), one.tucked) for one in found}


def test_no_queue_sets_are_made_of_solutions_without_queues(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where path gives up because of them."""
    monkeypatch.setattr(import_module("shapewright.clear.paths.path"), "MAX_BITS", 840 * 17)
    with pytest.raises(LimitError, match=r"too many to list; try a narrower pattern"):
        path(NARROW, "*p4")
    listed = list_path(NARROW, "*p4")
    assert repr(listed) == "<Listed: 18 solutions, 514 of 840 queues>"
    assert {one.fumen().pages[0].comment for one in listed} == {one.pieces for one in listed}


def test_no_solution() -> None:
    found = path(Field(), "*p6", 2)
    assert (len(found), found.solved, found.queues) == (0, 0, 5040)
    assert len(found.minimal()) == found.minimal().bound == 0
    assert str(found) == ""


def test_tall_fields() -> None:
    """Five rows of a well that must go first, and the hole above: more than six rows."""
    high = Field((1023 - 512,) * 4 + NARROW.rows)
    found = path(high, "I,*p4", 8)
    assert found.solved == percent(high, "I,*p4", 8).solved > 0
    for solution in found:
        assert faults(solution.solution()) == []
        assert {part.piece for part in solution.parts if part.cells[0] == (9, 0)} == {"I"}


def test_time_is_up() -> None:
    with pytest.raises(StoppedError):
        path(SIX_WIDE, "*p7", time_limit=0)


def test_cells_that_are_no_piece() -> None:
    with pytest.raises(ProblemError, match="are not a piece"):
        part_of(0b1011_1)
    assert part_of(1 << 3 | 1 << 13 | 1 << 33 | 1 << 34).piece == "J"


def test_too_many_solutions_are_refused_before_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """More than half a million solutions for four million queues: that took more than a minute to say."""

    def graph(*arguments: object, **keywords: object) -> None:
        raise AssertionError("the work was begun")

    monkeypatch.setattr("shapewright.clear.graph.setup.Setup.graph", graph)
    with pytest.raises(LimitError, match="there are more than 4057 solutions for 4233600 queues"):
        path(Field(), "*p7,*p4")


def test_what_is_proven_of_many_solutions_is_true() -> None:
    setup = Setup.of(FOUR_WIDE, "*p5")
    queues = Queues.of(setup.pattern, setup.length)
    number = len(path(FOUR_WIDE, "*p5"))
    assert has_more_solutions(setup, queues, number // 3, Clock(None))
    assert not has_more_solutions(setup, queues, number, Clock(None))


@given(patterns())
def test_queues_by_their_places(pattern: Pattern) -> None:
    queues = Queues.of(pattern, pattern.length)
    places = range(0, len(queues), max(1, len(queues) // 50))
    assert [queues.rank(queues.at(place)) for place in places] == list(places)
