"""What the last machine may have been, against all small plans."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.reference.shapez.small_plans import least_machines

from shapewright.shapez.data.configuration import Configuration
from shapewright.shapez.data.packed import Packed
from shapewright.shapez.plans.last_machine import Cheap, may_be_made

if TYPE_CHECKING:
    from collections.abc import Iterable


def _cheap(ring: Packed, shapes: Iterable[int]) -> Cheap:
    """Exactly these shapes, and what comes of them."""
    known = set(shapes)
    halves = {ring.split(part)[side] for shape in known for side, part in enumerate(ring.cut(shape))}
    treated = {made(shape) for shape in known for made in (ring.push_pin, ring.crystal)}
    return Cheap(known.__contains__, (halves | {0}).__contains__, treated.__contains__)


@pytest.mark.parametrize(("parts", "layers", "machines"), [(4, 1, 3), (4, 2, 3), (4, 2, 4), (4, 3, 3), (6, 1, 3)])
def test_whatever_takes_one_machine_more_may_be_made(parts: int, layers: int, machines: int) -> None:
    ring = Packed(Configuration(parts, layers))
    least = least_machines(parts, layers, machines + 1)
    cheap = _cheap(ring, (shape for shape, count in least.items() if count <= machines))
    assert all(may_be_made(ring, shape, cheap) for shape, count in least.items() if count == machines + 1)


def test_much_of_what_takes_more_is_told() -> None:
    """Of shapes that take five machines, by what three machines make."""
    ring = Packed(Configuration(4, 2))
    least = least_machines(4, 2, 5)
    cheap = _cheap(ring, (shape for shape, count in least.items() if count <= 3))
    more = [shape for shape, count in least.items() if count == 5]
    told = [shape for shape in more if not may_be_made(ring, shape, cheap)]
    assert len(told) > len(more) / 4
