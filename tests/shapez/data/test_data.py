"""What is known of a configuration: tables that fit together, and are refused if they do not."""

from __future__ import annotations

import numpy as np
import pytest
from tests.shapez.data.sample_data import QUAD1, diagram, half_table, pin_table, quad1

from shapewright.errors import ProblemError
from shapewright.shapez.data.configuration import NEEDS, Configuration
from shapewright.shapez.data.known_shapes import Data, Diagram, HalfTable, PinTable


def test_what_it_holds():
    for need in NEEDS:
        data = quad1(need)
        assert data.extent == need
        assert [data.has(other) for other in NEEDS] == [NEEDS.index(other) <= NEEDS.index(need) for other in NEEDS]
    assert repr(quad1("halves")) == "<Data of quad1: 16 halves>"
    assert repr(quad1()) == "<Data of quad1: 16 halves, 0 pin-push-essential shapes, all shapes in 4 nodes>"


def test_finding_rows():
    table = half_table([3, 5, 8])
    assert [table.find(key) for key in (3, 4, 5, 8, 9, -1, 2**40)] == [0, None, 1, 2, None, None, None]
    assert 5 in table
    assert 4 not in table
    assert "5" not in table
    assert np.uint32(8) in table
    pins = pin_table([2**40, 7])
    assert [pins.find(shape) for shape in (7, 2**40, 2**41, 2**64)] == [0, 1, None, None]
    assert (len(table), len(pins)) == (3, 2)


def test_nobody_changes_what_is_known():
    keys = np.array([1, 2], np.uint32)
    table = half_table(keys)
    with pytest.raises(ValueError, match="read-only"):
        table.keys[0] = 0
    with pytest.raises(ValueError, match="read-only"):
        quad1().full.nodes[0, 0] = 0
    with pytest.raises(TypeError):
        quad1().counts["total"] = 1
    column = np.zeros(2, np.uint8)
    table = HalfTable(keys, column, keys, keys, column, keys)
    keys[0] = 0  # its owner may: no copy was made
    assert table.keys[0] == 0


def test_columns_that_do_not_fit_each_other():
    keys, small = np.array([1, 2], np.uint32), np.zeros(2, np.uint8)
    with pytest.raises(ProblemError, match=r"differ in length: \{'keys': 2, 'op': 1"):
        HalfTable(keys, small[:1], keys, keys, small, keys)
    with pytest.raises(ProblemError, match="op must be 1-dimensional uint8, not int64"):
        HalfTable(keys, small.astype(np.int64), keys, keys, small, keys)
    with pytest.raises(ProblemError, match="the half keys are not in ascending order"):
        HalfTable(keys[::-1], small, keys, keys, small, keys)
    shapes = np.array([4, 4], np.uint64)
    with pytest.raises(ProblemError, match="the pin-push-essential shapes are not in ascending order"):
        PinTable(shapes, shapes, small)
    with pytest.raises(ProblemError, match="1-dimensional"):
        PinTable(shapes.reshape(1, 2), shapes, small)


def test_numbers_that_do_not_fit_the_configuration():
    assert Data(QUAD1, half_table([15])).extent == "halves"
    with pytest.raises(ProblemError, match="half 0x10 does not fit into quad1"):
        Data(QUAD1, half_table([1, 16]))
    with pytest.raises(ProblemError, match="pin-push-essential shape 0x100 does not fit into quad1"):
        Data(QUAD1, half_table([1]), pin_table([256]))
    with pytest.raises(ProblemError, match="parent 0x100 does not fit into quad1"):
        Data(QUAD1, half_table([1]), pin_table([1], [256]))
    # The largest configuration of all fits into 64 bits.
    dec3 = Configuration(10, 3)
    assert Data(dec3, half_table([2**30 - 1]), pin_table([2**60 - 1])).pin is not None


def test_diagrams_that_are_none():
    good = diagram([(0, 1), (2, 3)], 2)
    assert (len(good), good.root) == (3, 4)
    with pytest.raises(ProblemError, match="a child that is not below it"):
        Diagram(np.array([[0, 0, 0, 2]], np.uint32), 2)
    with pytest.raises(ProblemError, match="has no node 3"):
        Diagram(np.array([[0, 0, 0, 1]], np.uint32), 3)
    with pytest.raises(ProblemError, match="has no node -1"):
        Diagram(np.array([[0, 0, 0, 1]], np.uint32), -1)
    with pytest.raises(ProblemError, match="has 4 children, not 3"):
        Diagram(np.zeros((1, 3), np.uint32), 2)
    with pytest.raises(ProblemError, match="2-dimensional uint32"):
        Diagram(np.zeros(4, np.uint32), 2)
    assert len(Diagram(np.zeros((0, 4), np.uint32), 0)) == 0
