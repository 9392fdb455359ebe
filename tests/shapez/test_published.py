"""Numbers and examples that others have published, or that were found by an independent brute force."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from tests.reference.shapez.brute_force import buildable
from tests.shapez.test_check import EXAMPLE

from shapewright.shapez import rules
from shapewright.shapez.data.configuration import Configuration
from shapewright.shapez.shape import Shape


@dataclass(frozen=True)
class Numbers:
    """What is known of a configuration; ``None`` where nobody has published a number."""

    halves: int
    halves_canonical: int
    total: int | None = None
    non_swappable: int | None = None
    pp_essential: int | None = None
    swappable: int | None = None
    oriented_total: int | None = None


# Quad3 to Quad7, Hex3 to Hex5, Oct3 and Dec3: the README of cpcp1998/shapez2-solver; the others, all oriented totals
# and the swappable shapes of Quad6: an independent brute force.
PUBLISHED = {
    "quad1": Numbers(16, 10, 55, 0, 0, 55, 256),
    "quad2": Numbers(181, 97, 5_092, 45, 0, 5_047, 35_281),
    "quad3": Numbers(1_796, 917, 502_906, 11_627, 7, 491_279, 3_865_768),
    "quad4": Numbers(16_193, 8_148, 44_233_241, 2_002_457, 504, 42_230_784, 349_728_289),
    "quad5": Numbers(135_074, 67_669, 3_378_515_280, 251_172_538, 39_296, 3_127_342_742, 26_929_624_298),
    "quad6": Numbers(1_058_849, 529_749, pp_essential=2_567_294, swappable=203_185_583_269),
    "quad7": Numbers(7_905_398, 3_953_472, pp_essential=144_114_323),
    "hex1": Numbers(64, 40, 430, 0, 0, 430, 4_096),
    "hex2": Numbers(2_491, 1_336, 567_318, 486, 0, 566_832, 6_694_921),
    "hex3": Numbers(81_352, 41_574, 675_495_801, 2_920_982, 80, 672_574_819, 8_094_768_074),
    "hex4": Numbers(2_331_921, 1_174_057, 633_883_327_124, 8_929_915_941, 180_146, 624_953_411_183),
    "hex5": Numbers(59_985_914, 30_060_494, pp_essential=170_267_313),
    "oct3": Numbers(3_649_792, 1_825_794, pp_essential=458),
    "dec3": Numbers(163_768_112, 81_924_732, pp_essential=3_463),
}

# How many canonical shapes have 0, 1, ... layers; the limit does not matter.
QUADS_BY_HEIGHT = (1, 54, 5_037, 497_814, 43_730_335)


def test_the_table_agrees_with_itself() -> None:
    for numbers in PUBLISHED.values():
        if numbers.total is not None:
            assert numbers.swappable is not None
            assert numbers.non_swappable is not None
            assert numbers.total == numbers.swappable + numbers.non_swappable
        assert numbers.halves <= 2 * numbers.halves_canonical
    for layers in range(1, 5):
        assert PUBLISHED[f"quad{layers}"].total == sum(QUADS_BY_HEIGHT[: layers + 1])


@pytest.mark.parametrize(
    "name",
    [
        "quad1",
        "quad2",
        "hex1",
        pytest.param("quad3", marks=pytest.mark.slow),
        pytest.param("hex2", marks=pytest.mark.slow),
    ],
)
def test_brute_force(name: str) -> None:
    configuration = Configuration.from_name(name)
    found = buildable(configuration.parts, configuration.layers)
    assert PUBLISHED[name] == Numbers(
        halves=len(found.halves),
        halves_canonical=found.halves_canonical,
        total=len(found.shapes),
        non_swappable=len(found.shapes - found.swappable),
        pp_essential=len(found.essential),
        swappable=len(found.swappable),
        oriented_total=found.oriented,
    )
    if configuration.parts == 4:
        assert tuple(found.by_height()) == QUADS_BY_HEIGHT[: configuration.layers + 1]


def test_the_reference_plan_replays() -> None:
    lines = EXAMPLE.splitlines()
    nodes = [(len(line) - len(line.lstrip()), *line.strip("[ ").rsplit("] ", 1)) for line in lines]
    assert len(nodes) == 24
    for number, (depth, machine, code) in enumerate(nodes):
        taken = []
        for deeper, _, other in nodes[number + 1 :]:
            if deeper <= depth:
                break
            if deeper == depth + 2:
                taken.append(Shape.from_code(other))
        assert made(machine, taken, Shape.from_code(code)) == Shape.from_code(code)


def made(machine: str, taken: list[Shape], given: Shape) -> Shape:
    """What the machine makes of what it takes; an input is given."""
    match machine.split(), taken:
        case ["input"], []:
            return given
        case ["pin_push"], [shape]:
            return rules.push_pin(shape, 5)
        case ["rotate_180"], [shape]:
            return rules.rotate(shape, 2)
        case ["rotate_cw", steps], [shape]:
            return rules.rotate(shape, int(steps))
        case ["swap"], [east, west]:
            return rules.swap(east, west)[0]
        case ["cut_east"], [shape]:
            return rules.cut(shape)[0]
        case ["stack"], [shape, *pieces]:
            for piece in pieces:
                shape = rules.stack(shape, piece, 5)
            return shape
    raise AssertionError(machine)


def test_the_reference_example_of_a_half_that_needs_a_whole_shape() -> None:
    pushed = rules.push_pin(Shape.from_code("--cucuCu:CuCucuP-:cu--cuCu:----cu--"), 4)
    assert pushed == Shape.from_code("--P-P-P-:CuCu--Cu:------P-:cu----Cu")
    assert rules.cut(pushed.rotated(1))[0] == Shape.from_code("P-------:CuCu----:P-------:Cucu----")
