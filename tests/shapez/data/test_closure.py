"""The closure: what it finds from nothing or from all halves, against the slow twin; where its shapes come from."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.reference.shapez.brute_force import buildable
from tests.shapez.data.searched import everything, searched

from shapewright import _core
from shapewright._core import ShapezSet
from shapewright.errors import LimitError, StoppedError
from shapewright.jobs import Budget, Folder
from shapewright.jobs.large import Large
from shapewright.shapez import native
from shapewright.shapez.data import closure, sets
from shapewright.shapez.data.closure import close
from shapewright.shapez.data.configuration import Configuration
from shapewright.shapez.data.packed import Packed


class Here:
    """Runs the tasks of a stage one after the other, and notes the names of the stages."""

    def __init__(self, path: Path) -> None:
        self.folder = Folder(str(path))
        self.stages: list[str] = []

    def __call__(self, name: str, function: Callable[[Any, Budget], Any], tasks: list[Any]) -> list[Any]:
        self.stages.append(name)
        return [function(task, Budget(folder=self.folder)) for task in tasks]

    def members(self, large: Large) -> set[int]:
        shapes = self.set_of(large)
        return set(shapes.members(0, len(shapes)).tolist())

    def set_of(self, large: Large) -> ShapezSet:
        return sets.from_bytes(self.folder.fetch(large))

    def numbers(self, large: Large, kind: str) -> list[int]:
        return np.frombuffer(self.folder.fetch(large), kind).tolist()


@pytest.fixture
def here(tmp_path: Path) -> Here:
    return Here(tmp_path / "large")


def all_half_keys(name: str) -> bytes:
    data = searched(name)
    return sets.to_bytes(sets.half_set(data.configuration, data.halves.keys))


slow = pytest.mark.slow


@pytest.mark.parametrize(
    "name", ["quad1", "quad2", "hex1", pytest.param("quad3", marks=slow), pytest.param("hex2", marks=slow)]
)
@pytest.mark.parametrize("known", [False, True], ids=["from seeds alone", "from all halves"])
def test_everything_is_what_the_twin_finds(name: str, known: bool, here: Here) -> None:
    configuration = Configuration.from_name(name)
    twin = buildable(configuration.parts, configuration.layers)
    packed = Packed(configuration)
    closed = close(configuration, all_half_keys(name) if known else None, here)
    assert set(packed.split(np.array(sorted(twin.halves), np.uint64))[0].tolist()) == here.members(closed.halves)
    for large, shapes in ((closed.full, twin.shapes), (closed.swappable, twin.swappable)):
        found = here.members(large)
        # All of an orbit or nothing of it: then canonical shapes tell everything.
        assert found == {image for shape in shapes for image in twin.ring.images(shape)}
    essential = closure.essential(configuration, closed, here)
    assert set(here.numbers(essential, "<u8")) == twin.essential


@pytest.mark.parametrize(("name", "missing"), [("quad3", 0), ("quad4", 60), ("hex2", 0), ("oct2", 0)])
def test_from_seeds_alone_the_same_comes_out(name: str, missing: int, here: Here) -> None:
    """Of four layers of four parts, operations on halves miss some; the second pass begins with what cutting found."""
    closed = close(Configuration.from_name(name), None, here)
    assert closed.missing == missing
    assert any(stage.startswith("pass 2") for stage in here.stages) == bool(missing)
    assert len(here.stages) == len(set(here.stages))
    assert here.members(closed.halves) == set(searched(name).halves.keys.tolist())
    other = everything(name)
    found = here.set_of(closed.full)
    assert len(found) == len(other)
    assert less(found, other) == 0


def test_from_all_halves_nothing_is_missing(here: Here) -> None:
    closed = close(Configuration.from_name("quad4"), all_half_keys("quad4"), here)
    assert closed.missing == 0
    assert not any(stage.startswith("pass") for stage in here.stages)


def less(one: ShapezSet, other: ShapezSet) -> int:
    """How many members of the one are not in the other."""
    return len(_core.shapez_difference(one, other, one.columns, native.most_nodes()))


def test_rounds_are_disjoint_and_make_up_everything(here: Here) -> None:
    closed = close(Configuration.from_name("quad3"), None, here)
    rounds = [here.set_of(fresh) for fresh in closed.rounds]
    assert len(rounds) > 1
    full = here.set_of(closed.full)
    assert all(len(fresh) > 0 and less(fresh, full) == 0 for fresh in rounds)
    for fresh in rounds:
        full = _core.shapez_difference(full, fresh, 4, native.most_nodes())
    assert len(full) == 0
    assert sum(map(len, rounds)) == len(here.set_of(closed.full))
    assert less(here.set_of(closed.swappable), rounds[0]) == 0


@pytest.mark.parametrize("name", ["quad3", "quad4", "hex3"])
@pytest.mark.parametrize("threads", [1, 2])
def test_parents_are_of_the_rounds_before(name: str, threads: int, here: Here) -> None:
    configuration = Configuration.from_name(name)
    closed = close(configuration, all_half_keys(name), here)
    large = closure.essential(configuration, closed, here)
    shapes = np.array(here.numbers(large, "<u8"), np.uint64)
    parents, rounds = closure.pin_parents(configuration, closed, large, here, threads)
    parents, rounds = np.array(here.numbers(parents, "<u8"), np.uint64), np.array(here.numbers(rounds, "u1"))
    assert len(shapes) == {"quad3": 7, "quad4": 504, "hex3": 80}[name]
    assert (np.diff(shapes.astype(np.int64)) > 0).all()
    packed = Packed(configuration)
    assert np.array_equal(packed.canonical(shapes), shapes)
    assert np.array_equal(packed.canonical(packed.push_pin(parents)), shapes)
    # A shape of round r comes from one that round r-1 added, and is in no earlier round itself.
    for number, fresh in enumerate(closed.rounds):
        added = here.set_of(fresh)
        assert added.contains(parents[rounds == number + 1]).all()
        assert (rounds[added.contains(shapes) != 0] == number).all()


@pytest.mark.parametrize(("name", "known"), [("quad3", False), ("quad4", True), ("hex2", True)])
def test_in_slices_the_same_comes_out(name: str, known: bool, here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    configuration = Configuration.from_name(name)
    halves = all_half_keys(name) if known else None
    whole = close(configuration, halves, here)
    shapes = closure.essential(configuration, whole, here)
    _, rounds = closure.pin_parents(configuration, whole, shapes, here)
    monkeypatch.setitem(closure.SLICED, name, 5)
    monkeypatch.setattr(closure, "LISTED", 1000)
    here.stages.clear()
    sliced = close(configuration, halves, here)
    assert {"round 0: swap", "round 0: stack in layer 1", "round 1: slices", "cut: slices"} <= set(here.stages)
    assert len(here.stages) == len(set(here.stages))
    assert len(whole.rounds) == len(sliced.rounds) == len(sliced.pushes)
    for one, other in zip([whole.full, *whole.rounds], [sliced.full, *sliced.rounds], strict=True):
        one, other = here.set_of(one), here.set_of(other)
        assert len(one) == len(other)
        assert less(one, other) == 0
    assert closure.essential(configuration, sliced, here) == shapes
    parents, rounds_sliced = closure.pin_parents(configuration, sliced, shapes, here)
    assert rounds_sliced == rounds
    packed, parents = Packed(configuration), np.array(here.numbers(parents, "<u8"), np.uint64)
    assert packed.canonical(packed.push_pin(parents)).tolist() == here.numbers(shapes, "<u8")
    for number, fresh in enumerate(sliced.rounds, 1):
        assert here.set_of(fresh).contains(parents[np.array(here.numbers(rounds, "u1")) == number]).all()


def test_slices_may_find_halves_that_were_missing(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(closure.SLICED, "quad4", 3)
    closed = close(Configuration.from_name("quad4"), None, here)
    assert closed.missing == 60
    assert "cut: more halves" in here.stages
    assert here.members(closed.halves) == set(searched("quad4").halves.keys.tolist())


def test_results_do_not_depend_on_anything_else(here: Here) -> None:
    """What is kept is known by its digest: a checkpoint goes on only if tasks write the same bytes again."""
    runs = [close(Configuration.from_name("hex2"), None, here) for _ in range(2)]
    assert runs[0] == runs[1]


def test_too_few_nodes(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "most_nodes", lambda: 1000)
    with pytest.raises(LimitError, match="outgrown the memory"):
        close(Configuration.from_name("hex3"), None, here)


def test_stopping(here: Here) -> None:
    class Stopping(Here):
        def __call__(self, name: str, function: Callable[[Any, Budget], Any], tasks: list[Any]) -> list[Any]:
            budget = Budget(folder=self.folder)
            budget.stop[0] = 1
            return [function(task, budget) for task in tasks]

    with pytest.raises(StoppedError):
        close(Configuration.from_name("quad5"), None, Stopping(Path(here.folder.path)))
