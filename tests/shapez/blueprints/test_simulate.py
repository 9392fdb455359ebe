"""What comes out of blueprints: machine by machine, and against a run of single items."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.shapez import belts as shapez_belts

from shapewright.errors import LimitError, NotationError, ProblemError
from shapewright.shapez import Shape, rules
from shapewright.shapez.blueprints import Blueprint, Simulation, inside, read_arrivals, simulate
from shapewright.shapez.blueprints.buildings import buildings
from shapewright.shapez.blueprints.picture import BlueprintPicture
from shapewright.shapez.blueprints.settings import pack_colour, pack_shape
from shapewright.shapez.blueprints.wiring import Tile, words_of

BELT, LEFT, RIGHT = (
    "BeltDefaultForwardInternalVariant",
    "BeltDefaultLeftInternalVariant",
    "BeltDefaultLeftInternalVariantMirrored",
)
SPLIT, MERGE = "Splitter1To2LInternalVariant", "Merger2To1LInternalVariant"
SEND, CATCH = "BeltPortSenderInternalVariant", "BeltPortReceiverInternalVariant"
CUT, HALF, SWAP = "CutterDefaultInternalVariant", "CutterHalfInternalVariant", "HalvesSwapperDefaultInternalVariant"
TURN, STACK, BENT = "RotatorOneQuadInternalVariant", "StackerStraightInternalVariant", "StackerDefaultInternalVariant"
PAINT, CRYSTAL, MIX = (
    "PainterDefaultInternalVariant",
    "CrystalGeneratorDefaultInternalVariant",
    "MixerDefaultInternalVariant",
)
PIPE, TRASH, UP = "PipeForwardInternalVariant", "TrashDefaultInternalVariant", "Lift1UpForwardInternalVariant"
MAKER, FLUID = "SandboxItemProducerDefaultInternalVariant", "SandboxFluidProducerDefaultInternalVariant"

Places = tuple[Any, ...]


def entry(kind: str, x: int = 0, y: int = 0, rotation: int = 0, floor: int = 0, **more: Any) -> dict[str, Any]:
    return {"T": kind, "X": x, "Y": y, "R": rotation, "L": floor, **more}


def blueprint(*buildings: Places) -> Blueprint:
    """A blueprint of buildings, each its kind, x, y, rotation and floor."""
    entries = [entry(*each) for each in buildings]
    return Blueprint(json.dumps({"V": 1, "BP": {"$type": "Building", "Entries": entries}}))


def out(found: Simulation) -> dict[tuple[int, ...], tuple[str, ...]]:
    """What leaves at each tile."""
    return {end.tile: end.values for end in found.outputs}


WHOLE, OTHER = "CuRuSuWu", "RrRgSbWw"


@pytest.mark.parametrize(
    ("kind", "made"),
    [
        (BELT, WHOLE),
        (TURN, "WuCuRuSu"),
        ("RotatorOneQuadCCWInternalVariant", "RuSuWuCu"),
        ("RotatorHalfInternalVariant", "SuWuCuRu"),
        (HALF, "CuRu----"),
        ("PinPusherDefaultInternalVariant", "P-P-P-P-:CuRuSuWu"),
    ],
)
@pytest.mark.parametrize("rotation", range(4))
def test_a_machine_of_one_tile_passes_on_what_it_makes(kind: str, made: str, rotation: int) -> None:
    found = simulate(blueprint((kind, 5, 7, rotation)), WHOLE)
    assert found.right
    assert out(found) == {(5, 7, 0): (made,)}
    step = [(1, 0), (0, 1), (-1, 0), (0, -1)][rotation]
    wall = simulate(blueprint((kind, 5, 7, rotation), (BELT, 5 + step[0], 7 + step[1], rotation + 2 & 3)), WHOLE)
    assert not wall.right
    assert "runs into the belt" in str(wall.faults[0])


@pytest.mark.parametrize(("kind", "beside"), [(CUT, (5, 6, 0)), (f"{CUT}Mirrored", (5, 8, 0))])
def test_a_cutter_gives_the_east_half_ahead_and_the_west_half_beside(kind: str, beside: tuple[int, ...]) -> None:
    found = simulate(blueprint((kind, 5, 7)), WHOLE)
    assert out(found) == {(5, 7, 0): ("CuRu----",), beside: ("----SuWu",)}


def test_a_turned_cutter_cuts_the_same_halves() -> None:
    assert out(simulate(blueprint((CUT, 5, 7, 1)), WHOLE)) == {(5, 7, 0): ("CuRu----",), (6, 7, 0): ("----SuWu",)}


def test_a_half_of_nothing_need_not_leave() -> None:
    walled = blueprint((CUT, 0, 0), (BELT, 1, -1, 2))
    assert simulate(walled, "0,0=CuRu----").right
    assert not simulate(walled, f"0,0={WHOLE}").right
    assert simulate(blueprint((HALF,)), "----SuWu").headline == "no fault; nothing comes out"


def test_a_swapper_exchanges_west_halves() -> None:
    first, second = rules.swap(Shape.from_code(WHOLE), Shape.from_code(OTHER))
    found = simulate(blueprint((SWAP, 0, 0)), f"0,0={WHOLE} 0,-1={OTHER}")
    assert out(found) == {(0, 0, 0): (str(first),), (0, -1, 0): (str(second),)}


@pytest.mark.parametrize("kind", [STACK, BENT, f"{BENT}Mirrored"])
def test_a_stacker_takes_the_bottom_below_and_the_top_above(kind: str) -> None:
    found = simulate(blueprint((kind, 0, 0)), "0,0=CuCuCuCu 0,0,1=RuRuRuRu")
    assert out(found) == {(0, 0, 0): ("CuCuCuCu:RuRuRuRu",)}
    waits = simulate(blueprint((kind, 0, 0)), "0,0=CuCuCuCu")
    assert "waits for ever: no shape reaches it at (0, 0) on floor 1 from the W" in str(waits.faults[0])


def test_lifts_lead_up() -> None:
    found = simulate(blueprint((UP, 0, 0), (BELT, 1, 0, 0, 1), (STACK, 2, 0), (RIGHT, 1, 0, 3)), WHOLE)
    assert found.right
    assert out(found) == {(2, 0, 0): (f"{WHOLE}:{WHOLE}",)}
    assert [end.tile for end in found.inputs] == [(0, 0, 0), (1, 0, 0)]


def test_a_painter_takes_the_colour_of_its_pipe() -> None:
    parts = ((PAINT, 1, 0), (BELT, 0, 0), (PIPE, 0, 1))
    assert out(simulate(blueprint(*parts), "CuCuCuCu 0,1=r")) == {(1, 0, 0): ("CrCrCrCr",)}
    assert "no colour reaches it" in str(simulate(blueprint(*parts), "CuCuCuCu"))
    meeting = simulate(blueprint(*parts, (PIPE, 2, 1)), "CuCuCuCu 0,1=r 2,1=g")
    assert "colours meet in the pipe: g and r" in str(meeting)


def test_colours_pass_through_painters() -> None:
    found = simulate(blueprint((PAINT, 0, 0), (PAINT, 1, 0), (PIPE, 2, 1)), "CuCuCuCu 2,1=b")
    assert found.right
    assert out(found) == {(1, 0, 0): ("CbCbCbCb",)}


def test_a_mixer_mixes() -> None:
    parts = ((MIX, 0, 0), (PIPE, 3, 0), (PAINT, 4, -1))
    found = simulate(blueprint(*parts), "0,0=r 0,-1=g CuCuCuCu")
    assert found.right
    assert out(found) == {(4, -1, 0): ("CyCyCyCy",)}
    assert "the mix waits: no colour reaches it at (0, -1)" in str(simulate(blueprint(*parts), "0,0=r CuCuCuCu"))


STORAGE, POUR, DRAW = (
    "FluidStorageDefaultInternalVariant",
    "FluidPortSenderInternalVariant",
    "FluidPortReceiverInternalVariant",
)


@pytest.mark.parametrize(
    ("parts", "arrivals", "leaving"),
    [
        ([(PIPE, 0, 0), (PIPE, 1, 0)], "0,0=r", {(1, 0, 0): ("r",)}),
        ([(STORAGE, 0, 0)], "-1,0=r", {(0, -1, 0): ("r",)}),
        ([(f"{STORAGE}Mirrored", 0, 0), (PIPE, 1, 1)], "-1,0=r", {(1, 1, 0): ("r",)}),
        ([(PIPE, 0, 0), (POUR, 1, 0)], "0,0=r", {(1, 0, 0): ("r",)}),
        ([(POUR, 0, 0), (DRAW, 3, 0)], "0,0=r", {(3, 0, 0): ("r",)}),
        ([(DRAW, 0, 0), (PIPE, 1, 0)], "r", {(1, 0, 0): ("r",)}),
        ([(MIX, 0, 0)], "0,0=r 0,-1=g", {(2, 0, 0): ("y",)}),
        ([(MIX, 0, 0), (PIPE, 3, 0)], "b", {(3, 0, 0): ("b",)}),
        ([(PIPE, 0, 0), (PIPE, 1, 0)], "r", {}),  # both ends are ways in
        ([(PAINT, 0, 0), (PIPE, -1, 1)], "CuCuCuCu -1,1=r", {(0, 0, 0): ("CrCrCrCr",)}),
    ],
)
def test_colours_leave_where_nothing_stops_them(
    parts: list[Places], arrivals: str, leaving: dict[Tile, tuple[str, ...]]
) -> None:
    found = simulate(blueprint(*parts), arrivals)
    assert found.right
    assert out(found) == leaving
    for colour in {value for values in leaving.values() for value in values} & set("rgby"):
        assert simulate(blueprint(*parts), arrivals, goals=[colour]).right
        assert str(simulate(blueprint(*parts), arrivals, goals=["m"]).faults[0]) == (
            f"{words_of(next(iter(leaving)))}: {colour} comes out, which is not asked for"
        )


def test_pipes_with_open_ends_do_not_spoil_a_factory_of_shapes() -> None:
    parts = [(PAINT, 0, 0), (PIPE, -1, 1), (PIPE, 1, 1)]
    found = simulate(blueprint(*parts), "CuCuCuCu -1,1=r", goals=["CrCrCrCr"])
    assert found.right
    assert out(found)[1, 1, 0] == ("r",)


def test_what_version_1_0_has_passes_and_black_is_not_mixed() -> None:
    black = simulate(blueprint((PAINT, 0, 0), (PIPE, -1, 1)), "0,0=XuCuYrCu k", goals=["XuCkYrCk"])
    assert black.right
    assert str(simulate(blueprint((MIX, 0, 0), (PIPE, 3, 0)), "0,0=k 0,-1=g").faults[0]).endswith(
        "what the mix makes of black (k) is not settled"
    )


def test_a_crystal_generator_fills_gaps() -> None:
    found = simulate(blueprint((CRYSTAL, 0, 0), (PIPE, -1, 1)), "CuCu---- g")
    assert out(found) == {(0, 0, 0): ("CuCucgcg",)}


def test_producers_make_what_they_are_set_to() -> None:
    entries = [
        entry(MAKER, 0, 0, C=base64.b64encode(pack_shape(Shape.from_code("CuCuCuCu"))).decode()),
        entry(FLUID, 0, 1, C=base64.b64encode(pack_colour("m")).decode()),
        entry(PAINT, 1, 0),
    ]
    text = json.dumps({"V": 1, "BP": {"$type": "Building", "Entries": entries}})
    found = simulate(Blueprint(text))
    assert out(found) == {(1, 0, 0): ("CmCmCmCm",)}
    assert {end.values for end in found.inputs} == {("CuCuCuCu",), ("m",)}


def test_splitters_send_each_way_and_mergers_take_from_all() -> None:
    found = simulate(blueprint((SPLIT, 0, 0), (TURN, 1, 0), (BELT, 0, -1, 3)), WHOLE)
    assert out(found) == {(1, 0, 0): ("WuCuRuSu",), (0, -1, 0): (WHOLE,)}
    merged = simulate(blueprint((MERGE, 0, 0)), WHOLE)
    assert out(merged) == {(0, 0, 0): (WHOLE,)}
    both = blueprint((BELT, -1, 0), (TURN, 0, -1, 1), (MERGE, 0, 0))
    assert out(simulate(both, WHOLE)) == {(0, 0, 0): (WHOLE, "WuCuRuSu")}


def test_a_splitter_passes_on_by_the_side_that_is_free() -> None:
    assert simulate(blueprint((SPLIT, 0, 0), (BELT, 0, -1, 1)), f"0,0={WHOLE}").right
    walls = simulate(blueprint((SPLIT, 0, 0), (BELT, 0, -1, 1), (BELT, 1, 0, 2)), f"0,0={WHOLE}")
    assert len(walls.faults) == 2


@pytest.mark.parametrize("between", range(7))
def test_launchers_throw_over_four_tiles_at_most(between: int) -> None:
    found = simulate(blueprint((SEND, 0, 0), (CATCH, between + 1, 0), (HALF, between + 2, 0)), f"0,0={WHOLE}")
    if between <= 4:
        assert out(found) == {(between + 2, 0, 0): ("CuRu----",)}
    else:
        assert out(found) == {(0, 0, 0): (WHOLE,), (between + 2, 0, 0): ()}


def test_the_furthest_catcher_and_the_furthest_launcher_go_together() -> None:
    found = simulate(blueprint((SEND, 0, 0), (CATCH, 2, 0), (CATCH, 4, 0)), f"0,0={WHOLE}")
    assert out(found) == {(2, 0, 0): (), (4, 0, 0): (WHOLE,)}
    two = simulate(blueprint((SEND, 0, 0), (SEND, 1, 1, 3), (SEND, 2, 0), (CATCH, 4, 0)), f"0,0={WHOLE} 2,0=CuCuCuCu")
    assert out(two)[4, 0, 0] == (WHOLE,)
    assert out(two)[2, 0, 0] == ("CuCuCuCu",)
    crossed = simulate(blueprint((SEND, 0, 0), (CATCH, 2, 0, 1)), f"0,0={WHOLE}")
    assert out(crossed)[0, 0, 0] == (WHOLE,)


def test_what_goes_round_blocks() -> None:
    ring = [(RIGHT, 1, 0), (RIGHT, 1, 1, 1), (RIGHT, 0, 1, 2)]
    found = simulate(blueprint((f"{MERGE}Mirrored", 0, 0), *ring), WHOLE)
    assert [fault.words for fault in found.faults] == ["what passes the merge at (0, 0) goes round and never leaves"]
    leaves = [(f"{SPLIT}Mirrored", 1, 0), *ring[1:]]
    assert simulate(blueprint((f"{MERGE}Mirrored", 0, 0), *leaves), WHOLE).right


def test_trash_takes_from_all_sides_on_the_ground() -> None:
    parts = [(TRASH, 0, 0), (BELT, -1, 0), (BELT, 1, 0, 2), (BELT, 0, -1, 1), (BELT, 0, 1, 3)]
    assert simulate(blueprint(*parts), WHOLE).headline == "no fault; nothing comes out"
    assert "stands on floor 1" in str(simulate(blueprint((TRASH, 0, 0, 0, 1), (BELT, -1, 0, 0, 1)), WHOLE))


def test_buildings_on_the_same_tile_are_a_fault() -> None:
    found = simulate(blueprint((BELT, 0, 0), (CUT, 0, 1)), WHOLE)
    assert "the cut at (0, 1) and the belt at (0, 0) cover the same tile" in str(found)


def test_what_is_not_known_is_said() -> None:
    found = simulate(blueprint((BELT, 0, 0), ("FutureThing", 1, 0)), WHOLE)
    assert found.unknown == {"FutureThing": 1}
    assert "goes into FutureThing, a building that is not known here" in str(found.faults[0])
    assert simulate(blueprint((BELT, 0, 0), ("FutureThing", 1, 3)), WHOLE).right


def test_goals_must_come_out_and_nothing_else() -> None:
    cutter = blueprint((CUT, 0, 0))
    assert simulate(cutter, WHOLE, goals=["CuRu----", "----SuWu"]).right
    other = simulate(cutter, WHOLE, goals=["CuRu----", "CuCuCuCu"])
    assert [fault.words for fault in other.faults] == [
        "----SuWu comes out, which is not asked for",
        "CuCuCuCu never comes out",
    ]
    assert [str(fault)[:16] for fault in simulate(cutter, goals=["CuRu----"]).faults] == ["nothing comes in"]


def test_platforms_stand_twenty_tiles_apart() -> None:
    def island(x: int, *buildings: Places) -> dict[str, Any]:
        return {"T": "Foundation_1x1", "X": x, "B": {"Entries": [entry(*each) for each in buildings]}}

    islands = [island(0, (SEND, 19, 3)), island(1, (CATCH, 2, 3), (HALF, 3, 3))]
    text = json.dumps({"V": 1, "BP": {"$type": "Island", "Entries": islands}})
    assert out(simulate(Blueprint(text), f"19,3={WHOLE}")) == {(23, 3, 0): ("CuRu----",)}


def test_machines_that_cannot_take_what_arrives_are_named() -> None:
    found = simulate(blueprint((STACK, 0, 0)), "0,0=CuCuCuCu 0,0,1=HuHuHuHuHuHu")
    assert "the stack at (0, 0) cannot take what arrives" in str(found)


def test_the_limit_of_layers_holds() -> None:
    pusher = blueprint(("PinPusherDefaultInternalVariant", 0, 0))
    assert out(simulate(pusher, "Cu------:Cu------", layers=2)) == {(0, 0, 0): ("P-------:Cu------",)}


def test_a_ring_that_stacks_for_ever_ends() -> None:
    """What a stacker makes comes back to it, split off: the layers end at the limit."""
    parts = [(STACK, 0, 0), (f"{SPLIT}Mirrored", 1, 0), (RIGHT, 1, 1, 1), (BELT, 0, 1, 2), (RIGHT, -1, 1, 2)]
    parts += [("Merger2To1LInternalVariantMirrored", -1, 0), (BELT, -1, 0, 0, 1)]
    found = simulate(blueprint(*parts), "Cu------ -1,0,1=Ru------")
    assert found.right
    assert len(out(found)[1, 0, 0]) == 3


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("0,0=", "is not such as"),
        ("a=CuCuCuCu", "is not such as"),
        ("0,0=Zu", "a ring has"),
        ("0,0=r 0,0=g", "two values for (0, 0)"),
        ("CuCuCuCu RuRuRuRu", "two values without a tile, 'RuRuRuRu' is the second"),
        ("r g", "two values without a tile"),
    ],
)
def test_arrivals_that_cannot_be_read_are_named(text: str, words: str) -> None:
    with pytest.raises(NotationError) as found:
        read_arrivals(text)
    assert words in str(found.value)


def test_nothing_comes_in_where_there_is_no_input() -> None:
    for place in ("1,0=CuCuCuCu", "0,0=r", "7,7=CuCuCuCu"):
        with pytest.raises(ProblemError, match="nothing can come in at"):
            simulate(blueprint((BELT, 0, 0), (BELT, 1, 0)), place)
    for parts, arrivals, words in [
        ([(BELT, 0, 0)], "", "nothing comes in; say what does, such as CuCuCuCu or 3,4=CuCuCuCu"),
        ([(PIPE, 0, 0)], "", "nothing comes in; say what does, such as r or 3,4=r"),
        ([(BELT, 0, 0)], "r", "no colour can come in, only shapes"),
        ([(PIPE, 0, 0)], "CuCuCuCu", "no shape can come in, only colours"),
        ([], "CuCuCuCu", "nothing can come in: no building has an open input"),
        ([("LabelDefaultInternalVariant", 0, 0)], "", "nothing can come in: no building has an open input"),
    ]:
        assert [str(fault) for fault in simulate(blueprint(*parts), arrivals).faults] == [words]


def test_large_blueprints_are_refused() -> None:
    with pytest.raises(LimitError, match="there are 50001 buildings"):
        simulate(blueprint(*[(BELT, number, 0) for number in range(50_001)]), WHOLE)


def test_many_buildings_are_simulated() -> None:
    row = [(BELT, number, 0) for number in range(20_000)]
    assert out(simulate(blueprint(*row), WHOLE)) == {(19_999, 0, 0): (WHOLE,)}


SMALL = [
    entry(kind, x, y, rotation, floor)
    for kind in shapez_belts.KINDS
    for x in range(3)
    for y in range(3)
    for rotation in range(4)
    for floor in ([0, 1] if kind != TRASH else [0])
]


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(SMALL), min_size=2, max_size=12))
def test_a_run_of_single_items_sees_the_same(entries: list[dict[str, Any]]) -> None:
    taken: set[Any] = set()
    kept = []
    for each in entries:
        tiles = set(shapez_belts.tiles_of(each))
        if not tiles & taken:
            taken |= tiles
            kept.append(each)
    seen = shapez_belts.run(kept, WHOLE, 400)
    found = simulate(Blueprint(json.dumps({"V": 1, "BP": {"$type": "Building", "Entries": kept}})), WHOLE)
    if not seen.came_in:
        assert not any(end.values for end in found.outputs)
        return
    assert seen.stuck == (not found.right), (found, kept)
    leaving: dict[Any, set[str]] = {}
    for end in found.outputs:
        leaving.setdefault(end.tile, set()).update(end.values)
    for (tile, _), shapes in seen.left.items():
        assert shapes <= leaving[tile], (tile, kept)
    if found.right and not any(each["T"] in (SWAP, STACK, BENT) for each in kept):
        observed: dict[Any, set[str]] = {}
        for (tile, _), shapes in seen.left.items():
            observed.setdefault(tile, set()).update(shapes)
        assert observed == leaving


ANY = st.builds(
    entry,
    st.sampled_from([*buildings(), "FutureThing"]),
    st.integers(-3, 3),
    st.integers(-3, 3),
    st.integers(0, 3),
    st.integers(0, 2),
    C=st.sampled_from(["", "AAA=", "AQEIAEN1Q3VDdUN1", "AXI=", "AgBhYg=="]),
)
ARRIVING = ["", "CuRuSuWu r", "CuRuSuWu:P-cr----", "g", "HuHuHuHuHuHu b"]


@settings(max_examples=150, deadline=None)
@given(st.lists(ANY, max_size=14), st.sampled_from(ARRIVING), st.booleans())
def test_whatever_stands_anywhere_is_simulated_and_drawn(
    entries: list[dict[str, Any]], arriving: str, are_on_a_platform: bool
) -> None:
    body: dict[str, Any] = {"$type": "Building", "Entries": entries}
    if are_on_a_platform:
        body = {"$type": "Island", "Entries": [{"T": "Foundation_1x1", "X": 1, "B": body}]}
    one = Blueprint(json.dumps({"V": 1, "BP": body}))
    found = simulate(one, arriving)
    assert json.loads(json.dumps(found.to_json())) == found.to_json()
    assert str(found).endswith(found.headline)
    assert found.right or found.faults
    assert BlueprintPicture(one, found).scene().nodes
    assert sum(inside(one).buildings.values()) == len(entries)
    for fault in found.faults:
        assert fault.tile is None or len(fault.tile) == 3


def test_what_is_turned_as_a_whole_does_the_same() -> None:
    """Shapes keep their direction when a factory is turned: machines cut east from west, whichever way they face."""
    parts = [(BELT, 0, 0), (CUT, 1, 0), (TURN, 2, 0), (PAINT, 2, -1), (PIPE, 1, -2), (STACK, 3, 0), (LEFT, 3, 3)]
    turned = []
    for kind, x, y in parts:
        turned.append((kind, -y, x, 1))
    straight = simulate(blueprint(*parts), "CuRuSuWu r")
    round_ = simulate(blueprint(*turned), "CuRuSuWu r")
    assert out(round_) == {(-y, x, floor): values for (x, y, floor), values in out(straight).items()}
    assert [fault.tile for fault in round_.faults] == [
        None if fault.tile is None else (-fault.tile[1], fault.tile[0], fault.tile[2]) for fault in straight.faults
    ]


def test_overflow_splitters_and_readers_pass_shapes_on() -> None:
    found = simulate(
        blueprint(("SplitterOverflowLInternalVariant", 0, 0), ("BeltReaderDefaultInternalVariant", 1, 0)), WHOLE
    )
    assert out(found) == {(0, 0, 0): (WHOLE,), (1, 0, 0): (WHOLE,)}


@pytest.mark.parametrize(("name", "side"), [("", -1), ("Mirrored", 1)])
def test_filters_send_shapes_ahead_and_aside(name: str, side: int) -> None:
    sorter = blueprint(
        (BELT, -1, 0), (f"BeltFilterDefaultInternalVariant{name}", 0, 0), (CUT, 0, side, 3 if side < 0 else 1)
    )
    found = simulate(sorter, WHOLE)
    assert found.right
    assert not found.unknown
    assert found.filters == 1
    assert (0, 0, 0) in out(found)
    assert any(tile[1] * side > 0 for tile in out(found))
    assert "note: wires are not simulated: a belt filter may send each shape both ways" in str(found)
    # What the filter keeps back is not known, so it is not a fault that something else comes out.
    assert simulate(sorter, WHOLE, goals=[WHOLE]).right
    assert "never comes out" in str(simulate(sorter, WHOLE, goals=["RuRuRuRu"]))
    assert simulate(blueprint((BELT, 0, 0)), WHOLE).remarks == []


def test_a_pump_fills_the_pipe_in_front_of_it() -> None:
    found = simulate(blueprint(("PumpDefaultInternalVariant", 0, 0), ("PipeForwardInternalVariant", 1, 0)), "r")
    assert found.right
    assert not found.unknown
    assert out(found) == {(1, 0, 0): ("r",)}


def test_goals_of_five_layers_raise_the_limit() -> None:
    four, five = ":".join(["CuCuCuCu"] * 4), ":".join(["CuCuCuCu"] * 5)
    stacker = blueprint((STACK, 0, 0))
    arriving = f"0,0={four} 0,0,1=CuCuCuCu"
    assert simulate(stacker, arriving, goals=[five]).right
    assert out(simulate(stacker, arriving)) == {(0, 0, 0): (four,)}
    assert not simulate(stacker, arriving, goals=[five], layers=4).right


@pytest.mark.parametrize(("kind", "floor"), [("PipeUpForwardInternalVariant", 1), ("Pipe2UpForwardInternalVariant", 2)])
def test_pipes_lead_up(kind: str, floor: int) -> None:
    painter = blueprint((kind, 0, 1), (PAINT, 1, 0, 0, floor))
    found = simulate(painter, f"1,0,{floor}=CuCuCuCu 0,1=g")
    assert out(found) == {(1, 0, floor): ("CgCgCgCg",)}
