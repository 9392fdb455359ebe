"""Verification: right data pass, and each kind of wrong data fails the checks that are meant for it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product

import numpy as np
import pytest
from tests.shapez.data.sample_data import QUAD1, diagram, half_table, pin_table, quad1

from shapewright.errors import FileError, ProblemError, StoppedError
from shapewright.shapez.data import data_file
from shapewright.shapez.data.configuration import NEEDS, Configuration
from shapewright.shapez.data.known_shapes import Data, Diagram, HalfTable, PinTable
from shapewright.shapez.data.search import search
from shapewright.shapez.proof.cross_checks import CHECKS
from shapewright.shapez.proof.verify_data import verify_data


@cache
def searched(name: str) -> Data:
    return search(Configuration.from_name(name))


def failed(data: Data, **options) -> dict[str, tuple[str, ...]]:
    """The names of the checks that fail, with the codes they blame."""
    report = verify_data(data, samples=50, **options)
    assert report.passed == all(outcome.passed for outcome in report.outcomes)
    return {outcome.name: outcome.failing for outcome in report.outcomes if not outcome.passed}


def with_column(table, column: str, values):
    return replace(table, **{column: np.array(values, vars(table)[column].dtype)})


@pytest.mark.parametrize("name", ["quad1", "quad2", "quad3", "hex1", "hex2", "oct1", "dec1"])
def test_what_a_search_finds_is_right(name):
    report = verify_data(searched(name), samples=50)
    assert report.passed, str(report)
    assert [outcome.name for outcome in report.outcomes] == [check.name for check in CHECKS]
    assert report.skipped == ()


@pytest.mark.parametrize("need", NEEDS)
def test_less_is_checked_as_far_as_it_goes(need, tmp_path):
    whole = searched("quad2")
    data = Data(
        whole.configuration,
        whole.halves,
        whole.pin if need != "halves" else None,
        whole.full if need == "full" else None,
    )
    data_file.write(tmp_path / "quad2.h5", data)
    report = verify_data(tmp_path / "quad2.h5")
    assert report.passed
    assert len(report.outcomes) + len(report.skipped) == len(CHECKS)
    assert {check.name for check in CHECKS if not data.has(check.need)} == set(report.skipped)
    assert (need == "full") == (report.skipped == ())
    assert str(report).count("pass  ") == len(report.outcomes)
    assert str(report).count("skip  ") == len(report.skipped)


def without_half(data: Data, row: int) -> Data:
    keep = np.arange(len(data.halves)) != row
    return replace(data, halves=HalfTable(**{name: column[keep] for name, column in vars(data.halves).items()}))


def test_a_half_too_few():
    data = searched("quad2")
    found = failed(without_half(data, 100))
    assert "cutting adds no half" in found
    assert "every half's mirror image is a half" in found
    code = data.configuration, int(data.halves.keys[100])
    assert found["cutting adds no half"] == (half_code(*code),)


def half_code(configuration: Configuration, key: int) -> str:
    from shapewright.shapez.data.packed import Packed
    from shapewright.shapez.shape import Shape

    return str(Shape.from_packed(Packed(configuration).from_half_key(key), configuration.parts))


def test_a_half_too_many():
    data = searched("quad2")
    # A crystal above a gap.
    keys = [*data.halves.keys.tolist(), 0b1100_0000]
    found = failed(replace(data, halves=half_table(keys)))
    assert found["every half is stable"] == ("--------:--cu----",)
    assert "swapping adds no shape" in found


def test_a_pin_shape_too_few():
    data = searched("quad3")
    pin = data.pin
    less = PinTable(pin.shapes[1:], pin.parents[1:], pin.rounds[1:])
    found = failed(replace(data, pin=less))
    assert "every other shape is swappable or stacked" in found
    assert "verdicts on single shapes agree with the set of all shapes" not in found  # too rare to be met by chance


def test_a_pin_shape_too_many():
    data = searched("quad3")
    pin = data.pin
    more = PinTable(
        np.append(pin.shapes, np.uint64(2**24 - 1)),
        np.append(pin.parents, np.uint64(0)),
        np.append(pin.rounds, np.uint8(1)),
    )
    found = failed(replace(data, pin=more))
    crystals = ":".join(["cucucucu"] * 3)
    assert found["only pushing pins makes a pin-push-essential shape"] == (crystals,)
    assert found["every pin-push-essential shape is made by pushing pins under its parent"] == (crystals,)


def test_parents_that_are_wrong():
    data = searched("quad3")
    pin = data.pin
    found = failed(replace(data, pin=with_column(pin, "parents", [0, *pin.parents[1:].tolist()])))
    assert "every pin-push-essential shape is made by pushing pins under its parent" in found
    # A plan may find another parent, and then holds.
    assert len(found) <= 1 + ("halves and pin-push-essential shapes have valid plans" in found)
    # Each made from itself: a circle.
    found = failed(replace(data, pin=with_column(pin, "parents", pin.shapes)))
    assert "every such parent can be built from shapes of earlier rounds" in found


def test_all_shapes_but_some():
    data = searched("quad2")
    none = Diagram(np.zeros((0, 4), np.uint32), 0)
    found = failed(replace(data, full=none))
    assert {
        "swapping adds no shape",
        "verdicts on single shapes agree with the set of all shapes",
        "the counts are right",
    } <= set(found)
    # All words of four columns of one layer, and nothing above.
    low = diagram([(a, 0, b, 0, c, 0, d, 0) for a, b, c, d in product(range(4), repeat=4)], 8)
    found = failed(replace(data, full=low, counts={}))
    assert {"swapping adds no shape", "stacking adds no shape", "pushing pins adds no shape"} <= set(found)


@pytest.mark.parametrize("name", ["total", "swappable", "oriented_total"])
def test_counts_that_are_wrong(name):
    data = searched("quad2")
    found = failed(replace(data, counts={**data.counts, name: data.counts[name] + 1}))
    right = data.counts[name]
    assert found == {"the counts are right": (f"{name} is {right:,}, but {right + 1:,} in the data",)}


def test_the_first_failures_are_named():
    data = searched("quad2")
    everything = Diagram(np.array([[1, 1, 1, 1]] + [[k, k, k, k] for k in range(2, 9)], np.uint32), 9)
    (outcome,) = (
        outcome
        for outcome in verify_data(replace(data, full=everything)).outcomes
        if outcome.name == "every other shape is swappable or stacked"
    )
    assert outcome.failures > 1000
    assert len(outcome.failing) == 5
    assert str(outcome).startswith(
        f"FAIL  every other shape is swappable or stacked ({outcome.failures:,} of 65,536): "
    )
    assert str(outcome).endswith(f" and {outcome.failures - 5:,} more")


def test_the_seed_chooses_the_samples():
    data = searched("quad3")
    assert verify_data(data, seed=1) == verify_data(data, seed=1)


def test_what_cannot_be_verified(tmp_path):
    with pytest.raises(FileError, match="cannot read"):
        verify_data(tmp_path / "nothing")
    with pytest.raises(ProblemError, match="at least 1, not 0"):
        verify_data(quad1(), samples=0)
    with pytest.raises(StoppedError):
        verify_data(searched("quad3"), time_limit=0)


def test_progress():
    seen = []
    verify_data(quad1(), progress=seen.append)
    assert (seen[-1].done, seen[-1].total) == (len(CHECKS), len(CHECKS))


def test_pins_of_another_configuration():
    assert failed(Data(QUAD1, half_table(range(16)), pin_table([2]))) != {}
