"""The books of a stage: any order of finishing gives the same list, and progress is honest."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.jobs import work

from shapewright.jobs import Partial, Progress, Stage
from shapewright.jobs.ledger import Ledger, Outcome

# A task is described by the tree of its parts: a name and the parts it will leave over.
trees = st.recursive(
    st.builds(lambda name: (name, []), st.integers(0, 99)),
    lambda inner: st.tuples(st.integers(0, 99), st.lists(inner, max_size=4)),
    max_leaves=8,
)
forests = st.lists(trees, max_size=6)


def value(tree):
    name, parts = tree
    return Partial(name, parts, 0.25) if parts else name


def names(tree):
    name, parts = tree
    return [name, *(inner for part in parts for inner in names(part))]


@given(forest=forests, weights=st.none() | st.lists(st.floats(0, 1e308), min_size=6, max_size=6), data=st.data())
def test_any_order_gives_the_same_list(forest, weights, data):
    stage = Stage("s", work.square, forest, weights and weights[: len(forest)])
    ledger = Ledger(stage, in_order=data.draw(st.booleans()))
    recorded, open_tasks, fractions = {}, [], [ledger.fraction]
    while not ledger.complete:
        while (task := ledger.next()) is not None:
            open_tasks.append(task)
        task = open_tasks.pop(data.draw(st.integers(0, len(open_tasks) - 1)))
        if data.draw(st.booleans()):
            ledger.put_back(task)
            continue
        recorded[task.path] = Outcome.of(value(task.arguments))
        ledger.finish(task, recorded[task.path])
        fractions.append(ledger.fraction)
        # A run that starts from what is recorded now is just as far.
        resumed = Ledger(stage, recorded)
        assert resumed.complete == ledger.complete
        assert resumed.progress(1.0).done == ledger.progress(1.0).done
        assert resumed.fraction == pytest.approx(ledger.fraction)
    assert ledger.results() == [name for tree in forest for name in names(tree)]
    assert fractions == sorted(fractions)
    assert fractions[-1] == 1.0
    assert all(0 <= fraction < 1 for fraction in fractions[:-1])
    assert ledger.progress(2.0) == Progress("s", len(forest), len(forest), 1.0, 2.0, 0.0 if forest else 1.0)


def test_heaviest_first_and_what_is_left_over_follows_its_task():
    ledger = Ledger(Stage("s", work.square, "abc", [1, 3, 3]))
    first = ledger.next()
    assert first is not None
    assert first.path == (1,)
    ledger.finish(first, Outcome.of(Partial("B", ["b0", "b1"], done=0.5)))
    order = []
    while (task := ledger.next()) is not None:
        order.append((task.arguments, task.path))
    assert order == [("b0", (1, 0)), ("b1", (1, 1)), ("c", (2,)), ("a", (0,))]
    # Half of 3 in 7, whatever the unit of the weights.
    assert ledger.fraction == pytest.approx(1.5 / 7)
    assert ledger.progress(0).done == 0


def test_in_order():
    ledger = Ledger(Stage("s", work.square, "abc", [1, 3, 2]), in_order=True)
    assert [task.arguments for task in iter(ledger.next, None)] == ["a", "b", "c"]


def test_partial_without_rest_is_finished():
    ledger = Ledger(Stage("s", work.square, "ab"))
    ledger.finish(ledger.next(), Outcome.of(Partial("A", [])))
    assert ledger.progress(0) == Progress("s", 1, 2, 0.5, 0, 0.0)


@pytest.mark.parametrize(("done", "kept"), [(-1, 0.0), (float("nan"), 0.0), (0.5, 0.5), (7, 1.0)])
def test_share_of_a_partial_is_kept_within_reason(done, kept):
    assert Outcome.of(Partial(1, ["x"], done)).done == kept


def test_orphans_are_refused():
    with pytest.raises(ValueError, match="1 recorded tasks do not belong to any task"):
        Ledger(Stage("s", work.square, [1]), {(4,): Outcome(1, [], 1.0)})


def test_weights_are_checked():
    with pytest.raises(ValueError, match="2 tasks but 1 weights"):
        Stage("s", work.square, [1, 2], [1.0])
    with pytest.raises(ValueError, match="weight nan of task 1"):
        Stage("s", work.square, [1, 2], [1.0, float("nan")])
