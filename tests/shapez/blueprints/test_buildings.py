"""The table of the game's buildings: what it says holds together, and agrees with blueprints that players use."""

from __future__ import annotations

import pytest

from shapewright.errors import ProblemError
from shapewright.shapez.blueprints.buildings import DIRECTIONS, SIDES, Port, building, buildings, turned
from shapewright.shapez.machines import MACHINES, PLANNED

BELT = "BeltDefaultForwardInternalVariant"
PIPE = "PipeForwardInternalVariant"


def all_ports(each):
    return (*each.inputs, *each.outputs, *each.takes, *each.gives, *each.joins)


def test_every_machine_of_plans_is_a_building():
    assert set(PLANNED) <= {each.kind for each in buildings().values()}


@pytest.mark.parametrize("each", buildings().values(), ids=lambda each: each.name)
def test_ports_lead_out_of_the_building_and_are_told_apart(each):
    assert (0, 0, 0) in each.tiles
    assert len(set(each.tiles)) == len(each.tiles)
    ports = all_ports(each)
    assert len(set(ports)) == len(ports)
    for port in ports:
        assert port.tile in each.tiles
        assert port.beyond not in each.tiles


def test_no_two_buildings_of_a_kind_have_the_same_ports():
    """What chooses a building by its ports must find one alone; layouts choose none of the exceptions."""
    names: dict[object, list[str]] = {}
    for each in buildings().values():
        ports = (each.inputs, frozenset(each.outputs), each.takes, each.gives, frozenset(each.joins))
        names.setdefault((each.kind, each.overflow, each.tiles, ports), []).append(each.name)
    assert [same for same in names.values() if len(same) > 1] == [
        ["BeltReaderDefaultInternalVariant", "BeltReaderDefaultInternalVariantMirrored"],
        ["ExtractorDefaultInternalVariant", "SandboxItemProducerDefaultInternalVariant"],
        ["PumpDefaultInternalVariant", "SandboxFluidProducerDefaultInternalVariant"],
    ]


@pytest.mark.parametrize("each", buildings().values(), ids=lambda each: each.name)
def test_whatever_one_source_alone_says_is_marked(each):
    assert len(each.sources) >= 2 or each.open
    assert "game" in each.sources


@pytest.mark.parametrize("each", buildings().values(), ids=lambda each: each.name)
def test_machines_take_and_give_what_their_rules_do(each):
    if each.kind not in PLANNED:
        return
    machine = MACHINES[each.kind.split("-")[0] if each.kind.startswith("rotate") else each.kind]
    colours = len(each.takes) if machine.takes_colours else 0
    assert (len(each.inputs) or colours) == machine.takes
    assert (len(each.outputs) or len(each.gives)) == max(1, len(machine.outputs))
    assert bool(each.joins) == ("colour" in machine.options)


@pytest.mark.parametrize("each", buildings().values(), ids=lambda each: each.name)
def test_four_turns_are_none_and_a_turn_takes_ports_along(each):
    assert each.placed(0, 0, 0, 4) == each.placed(0, 0)
    for rotation in range(4):
        there = each.placed(5, -3, 1, rotation)
        assert [turned(x, y, rotation) for x, y, _ in each.tiles] == [(x - 5, y + 3) for x, y, _ in there.tiles]
        for port, moved in zip(all_ports(each), all_ports(there), strict=True):
            dx, dy = DIRECTIONS[port.side]
            assert DIRECTIONS[moved.side] == turned(dx, dy, rotation)
            assert moved.opposite.opposite == moved


def test_a_mirrored_variant_is_the_game_s_own_mirror():
    left, right = building("BeltDefaultLeftInternalVariant"), building("BeltDefaultLeftInternalVariantMirrored")
    assert (SIDES[left.outputs[0].side], SIDES[right.outputs[0].side]) == ("N", "S")
    for each in buildings().values():
        if each.name.endswith("Mirrored"):
            assert each.mirrored().tiles == building(each.name.removesuffix("Mirrored")).tiles


# Places in the blueprints cutters_8_pinwheel, stackers_bent_8 and painters_4_normal of agude/Shapez-2-Tools: a machine,
# the belt that feeds it, the belts behind it.
@pytest.mark.parametrize(
    ("name", "place", "rotation", "fed_from", "gives_to"),
    [
        ("CutterDefaultInternalVariantMirrored", (13, 15), 1, (13, 14), [(13, 16), (12, 16)]),
        ("CutterDefaultInternalVariant", (8, 6), 0, (7, 6), [(9, 6), (9, 5)]),
        ("StackerDefaultInternalVariant", (6, 8), 1, (6, 7), [(7, 8)]),
        ("StackerDefaultInternalVariantMirrored", (13, 11), 3, (13, 12), [(14, 11)]),
        ("PainterDefaultInternalVariant", (7, 10), 2, (8, 10), [(6, 10)]),
    ],
)
def test_machines_in_players_blueprints_are_fed_where_the_table_says(name, place, rotation, fed_from, gives_to):
    placed = building(name).placed(*place, 0, rotation)
    assert placed.inputs[0].beyond[:2] == fed_from
    assert [port.beyond[:2] for port in placed.outputs] == gives_to


def test_the_pipes_of_a_players_painter_are_where_the_table_says():
    placed = building("PainterDefaultInternalVariant").placed(12, 9)
    assert {port.beyond[:2] for port in placed.joins} == {(11, 10), (12, 11), (13, 10)}


def test_a_belt_feeds_the_next():
    first, second = building(BELT).placed(0, 0, 0, 1), building(BELT).placed(0, 1, 0, 1)
    assert first.outputs[0].opposite == second.inputs[0]
    assert Port((0, 0, 0), 1).beyond == (0, 1, 0)


def test_an_unknown_building_is_refused():
    with pytest.raises(ProblemError, match=".Tardis. is not a building"):
        building("Tardis")
