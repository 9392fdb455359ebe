"""The rules, one statement after the other, and what must hold whatever the shape."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.shapez.random_shapes import pairs, shapes, stable_shapes

from shapewright.errors import LimitError, NotationError, ProblemError
from shapewright.shapez import rules
from shapewright.shapez.parts import CRYSTAL, NORMAL, PIN, RING_SIZES, types_of
from shapewright.shapez.shape import Shape


def shape(code: str) -> Shape:
    return Shape.from_code(code)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # The ground and what lies on something held, whatever it is.
        ("CuP-cu--:P-cuCu--:cuCuP---", "CuP-cu--:P-cuCu--:cuCuP---"),
        # Beside a held part: normal and normal, normal and crystal, crystal and crystal.
        ("Cu------:CuCrcbcg", "Cu------:CuCrcbcg"),
        # A pin holds nothing sideways and is not held from the side.
        ("P-------:P-Cu----", "P-Cu----:P-------"),
        ("Cu------:CuP-----", "CuP-----:Cu------"),
        ("P-------:P-cu----", "P-------:P-------"),
        # A crystal hangs from a crystal; a normal part does not, nor a crystal from a normal part.
        ("Cu------:Cucu----:cucu----", "Cu------:Cucu----:cucu----"),
        ("Cu------:Cu------:CucuCu--:--cu----", "Cu------:Cu------:CucuCu--:--cu----"),
        ("Cu------:Cu--cu--:CucucuCu:--Cu----", "Cu------:Cu--cu--:CucucuCu:--Cu----"),
        ("Cu------:--Cu----:cucu----", "CuCu----"),
        ("Cu------:Cu------:Cucu----:--------:--cu----", "Cu------:Cu------:Cucu----"),
        ("P-------:P-Cu----:cucu----", "P-Cu----:P-------:cucu----"),
        # Two that hold each other, and nothing else holds, do not float.
        ("--------:cucu----:cucu----", ""),
        ("P-------:--cucu--:P-cucu--", "P-------:P-------"),
        # Crystals that are not held vanish at once and hold nothing meanwhile.
        ("P-------:--cu----:--Cu----", "P-Cu----"),
        # Neighbours fall as one until the first of them lands.
        ("Cu------:--------:--CuCu--", "CuCuCu--"),
        ("CuCu----:--------:--CuCu--", "CuCu----:--CuCu--"),
        ("P-P-----:----P---:--CuCu--", "P-P-P---:--CuCu--"),
        # Around the ring: columns 3 and 0 are neighbours.
        ("CuP-----:--------:Cu--CuCu", "CuP-----:Cu--CuCu"),
        ("--------:CuCuCuCu", "CuCuCuCu"),
        # Pins fall alone, and crystals between do not join.
        ("--------:P-P-CuP-", "P-P-CuP-"),
        ("Cu------:--------:P-CuP-Cu", "CuCuP-Cu:P-------"),
        # Lower layers first: the upper one lands on what has fallen.
        ("--------:--Cu----:--------:CuCu----", "--Cu----:CuCu----"),
        ("Cu------:--------:--P-----:--Rr----", "CuP-----:--Rr----"),
    ],
)
def test_gravity(before: str, after: str) -> None:
    assert rules.gravity(shape(before)) == shape(after)


def test_support_is_not_computed_again_while_parts_fall() -> None:
    # The left part falls onto the pin beside the crystal's place; the crystal was not held before and is gone.
    assert rules.gravity(shape("P-------:--------:Cu------:--cu----")) == shape("P-------:Cu------")
    # The pin falls beside what holds nothing yet; the part above it falls by its own distance.
    assert rules.gravity(shape("P-------:--------:CrP-----:--Cb----")) == shape("P-P-----:CrCb----")


@pytest.mark.parametrize(
    ("whole", "east", "west"),
    [
        ("CrCgCbCy", "CrCg----", "----CbCy"),
        ("", "", ""),
        # Crystals across the cut at columns 1 | 2, and at columns 3 | 0, shatter; the parts on them fall.
        ("Cucrcr--:CuCuCuCu", "Cu------:CuCu----", "----CuCu"),
        ("crCuCucr:CuCuCuCu", "--Cu----:CuCu----", "----Cu--:----CuCu"),
        # A crystal at the cut with none on the other side stays.
        ("CucrCu--:--cg----", "Cucr----:--cg----", "----Cu--"),
        # The flood goes sideways, up and down, whatever the colours, but not through normal parts.
        ("crcgcb--:cr------:cr--cr--", "", ""),
        ("crCucb--:crcgcb--", "--Cu----", ""),
        ("crCucb--:CrcgcbCu", "crCu----:Cr------", "------Cu"),
        # Connected around the back: the flood is in the whole shape, before it is cut.
        ("cucucucu", "", ""),
        ("CucuCucu:cucuCucu", "Cu------", "----Cu--:----Cu--"),
    ],
)
def test_cut(whole: str, east: str, west: str) -> None:
    assert rules.cut(shape(whole)) == (shape(east), shape(west))
    assert rules.half_destroy(shape(whole)) == shape(east)


def test_cut_in_larger_rings() -> None:
    assert rules.cut(shape("Hucucucu--Hu")) == (shape("Hu----------"), shape("----------Hu"))
    assert rules.cut(shape("CrCgCbCyCcCmCwCu")) == (shape("CrCgCbCy--------"), shape("--------CcCmCwCu"))


def test_swap_says_which_half_goes_where() -> None:
    a, b = shape("CrCgCbCy"), shape("SrSgSbSy:SrSgSbSy")
    assert rules.swap(a, b) == (shape("CrCgSbSy:----SbSy"), shape("SrSgCbCy:SrSg----"))
    assert rules.swap(b, a) == rules.swap(a, b)[::-1]


def test_swapped_halves_do_not_shatter_and_crystals_are_fused_from_then_on() -> None:
    a, b = shape("--cr----"), shape("----cb--")
    joined, rest = rules.swap(a, b)
    assert (joined, rest) == (shape("--crcb--"), shape(""))
    assert rules.cut(joined) == (shape(""), shape(""))


@pytest.mark.parametrize(
    ("bottom", "top", "layers", "after"),
    [
        ("CuCuCuCu", "RrRrRrRr", None, "CuCuCuCu:RrRrRrRr"),
        ("CuCu----", "----RrRr", None, "CuCuRrRr"),
        ("CuCu----", "--RrRr--", None, "CuCu----:--RrRr--"),
        # All crystals on top vanish, even on the ground; what lies on them falls.
        ("", "crCgcbcy", None, "--Cg----"),
        ("Cu------", "cr------:Rr------", None, "Cu------:Rr------"),
        ("Cu------", "crRr----:Rr------", None, "CuRr----:Rr------"),
        # The bottom's crystals stay.
        ("cu------", "Rr------", None, "cu------:Rr------"),
        # Each arc and each pin falls by itself; pins between arcs part them.
        ("CuCu----", "P-RrP-Rr", None, "CuCuP-Rr:P-Rr----"),
        ("Cu------", "P-RrRrRr", None, "CuRrRrRr:P-------"),
        # What does not fit is lost.
        ("Cu------:Cu------:Cu------:Cu------", "RrRr----", None, "Cu------:Cu------:Cu------:Cu------"),
        ("Cu------:Cu------:Cu------:Cu------", "RrRr----", 5, "Cu------:Cu------:Cu------:Cu------:RrRr----"),
        ("Cu------", "Rr--Rr--:Ry------", 2, "Cu--Rr--:Rr------"),
        ("Cu------", "RrRr----", 1, "Cu------"),
        # No limit given: four layers, or what there already is.
        ("Cu------", "Rr------:Rr------:Rr------:Rr------:Rg------", None, "Cu------" + ":Rr------" * 4),
    ],
)
def test_stack(bottom: str, top: str, layers: int | None, after: str) -> None:
    assert rules.stack(shape(bottom), shape(top), layers) == shape(after)


@pytest.mark.parametrize(
    ("before", "layers", "after"),
    [
        ("", 4, ""),
        ("CuP-cr--", 4, "P-P-P---:CuP-cr--"),
        ("Cu------:CuCu----", 4, "P-------:Cu------:CuCu----"),
        # The top layer is lost.
        ("CuCuCuCu", 1, "P-P-P-P-"),
        ("Cu------:Cg------", 2, "P-------:Cu------"),
        # Its crystals shatter and all that are connected with them; a pin is put below what shatters.
        ("Cucr----:--cg----", 2, "P-P-----:Cu------"),
        ("crcg----", 1, "P-P-----"),
        ("cr--Cu--:cgCu----:Cu------", 3, "P---P---:cr--Cu--:cgCu----"),
        # Crystals that are not connected with the lost layer stay.
        ("cr--cr--:Cr--cg--", 2, "P---P---:cr------"),
        # Then the rest falls.
        ("cr------:crCg----:cr------", 3, "P-Cg----"),
    ],
)
def test_push_pin(before: str, layers: int, after: str) -> None:
    assert rules.push_pin(shape(before), layers) == shape(after)


def test_push_pin_without_a_limit() -> None:
    assert rules.push_pin(shape("Cu------:Cr------:Cg------")).height == 4
    assert rules.push_pin(shape("Cu------:Cr------:Cg------:Cb------")) == shape("P-------:Cu------:Cr------:Cg------")
    assert rules.push_pin(shape("Cu------:" * 5 + "Cr------")).height == 6


def test_paint_reaches_the_normal_parts_of_the_topmost_layer_only() -> None:
    assert rules.paint(shape("CuCuCuCu:SuP-cuRg"), "m") == shape("CuCuCuCu:SmP-cuRm")
    assert rules.paint(shape("CuCuCuCu:P-------"), "m") == shape("CuCuCuCu:P-------")
    assert rules.paint(shape(""), "red") == shape("")
    with pytest.raises(NotationError, match="'q' is not a colour"):
        rules.paint(shape("CuCuCuCu"), "q")


def test_crystal_fills_gaps_and_pins_up_to_the_topmost_layer() -> None:
    assert rules.crystal(shape("CuP-----:--------:--cg--P-"), "r") == shape("Cucrcrcr:crcrcrcr:crcgcrcr")
    assert rules.crystal(shape(""), "r") == shape("")
    with pytest.raises(NotationError, match="'q' is not a colour"):
        rules.crystal(shape("CuCuCuCu"), "q")


def test_shapes_that_do_not_go_together() -> None:
    with pytest.raises(ProblemError, match="'CuCuCuCu' has rings of 4 parts and '------------' of 6"):
        rules.stack(shape("CuCuCuCu"), Shape(6))
    with pytest.raises(ProblemError, match="no machine takes both"):
        rules.swap(Shape(8), Shape(10))


def test_shapes_above_the_limit() -> None:
    high = shape("Cu------:Cu------")
    for refused in (lambda: rules.push_pin(high, 1), lambda: rules.stack(Shape(4), high, 1)):
        with pytest.raises(LimitError, match="'Cu------:Cu------' has 2 layers; the limit is 1"):
            refused()
    with pytest.raises(LimitError, match="the limit is 0"):
        rules.push_pin(shape(""), 0)


# What must hold whatever the shape.


@given(shapes(layers=5))
def test_gravity_settles_once_and_for_all(before: Shape) -> None:
    after = rules.gravity(before)
    assert rules.gravity(after) == after
    assert rules.is_stable(after)
    assert rules.is_stable(before) == (before == after)
    # Nothing but crystals is lost, nothing leaves its column, and columns keep their order.
    for column in range(before.parts):
        was = [layer[column] for layer in before.layers if layer[column][0] not in "-c"]
        assert [layer[column] for layer in after.layers if layer[column][0] not in "-c"] == was


def every_operation(a: Shape, b: Shape) -> dict[str, Shape]:
    """The results that do not depend on where east is."""
    return {
        "gravity": rules.gravity(a),
        "push pin": rules.push_pin(a),
        "stack": rules.stack(a, b),
        "stack low": rules.stack(a, b, max(a.height, b.height, 1)),
        "paint": rules.paint(a, "c"),
        "crystal": rules.crystal(a, "c"),
    }


@given(pairs(), st.integers(1, 9))
def test_rules_treat_all_orientations_alike(pair: tuple[Shape, Shape], steps: int) -> None:
    a, b = pair
    plain = every_operation(a, b)
    turned = every_operation(a.rotated(steps), b.rotated(steps))
    mirrored = every_operation(a.mirrored(), b.mirrored())
    for name, result in plain.items():
        assert turned[name] == result.rotated(steps)
        assert mirrored[name] == result.mirrored()


@given(shapes())
def test_gravity_treats_all_orientations_alike(before: Shape) -> None:
    assert rules.gravity(before.rotated(1)) == rules.gravity(before).rotated(1)
    assert rules.gravity(before.mirrored()) == rules.gravity(before).mirrored()


@given(pairs())
def test_halves_trade_places_when_turned_half_way_or_mirrored(pair: tuple[Shape, Shape]) -> None:
    a, b = pair
    half_way = a.parts // 2
    east, west = rules.cut(a)
    assert rules.cut(a.rotated(half_way)) == (west.rotated(half_way), east.rotated(half_way))
    assert rules.cut(a.mirrored()) == (west.mirrored(), east.mirrored())
    assert rules.swap(a.mirrored(), b.mirrored())[0] == rules.swap(a, b)[1].mirrored()


@given(pairs(), st.data())
def test_results_are_stable(pair: tuple[Shape, Shape], data: st.DataObject) -> None:
    a, b = pair
    results = [*rules.cut(a), *rules.swap(a, b), *every_operation(a, b).values()]
    assert all(map(rules.is_stable, results))
    # A limit that loses something leaves nothing that floats.
    layers = data.draw(st.integers(max(1, a.height), 5))
    assert rules.is_stable(rules.push_pin(a, layers))
    assert rules.push_pin(a, layers).height <= layers


@given(stable_shapes())
def test_halves(a: Shape) -> None:
    east, west = rules.cut(a)
    half = a.parts // 2
    assert all(east.kind(layer, column) == 0 for layer in range(east.height) for column in range(half, a.parts))
    assert all(west.kind(layer, column) == 0 for layer in range(west.height) for column in range(half))
    assert rules.cut(east) == (east, Shape(a.parts))
    assert rules.cut(west) == (Shape(a.parts), west)
    assert rules.swap(a, a) == (rules.swap(east, west)[0],) * 2
    assert rules.swap(a, Shape(a.parts)) == (east, west)


@given(pairs(), st.integers(4, 5))
def test_stacking_is_stacking_piece_by_piece(pair: tuple[Shape, Shape], layers: int) -> None:
    """One after the other the pieces land; those that land too high are lost, but only in the end."""
    bottom, top = pair
    unlimited = fitting = bottom
    for layer in top.layers:
        for piece in pieces(layer):
            landing, unlimited = stacked_piece(unlimited, piece)
            if landing < layers:
                assert stacked_piece(fitting, piece)[0] == landing
                fitting = stacked_piece(fitting, piece)[1]
    assert rules.stack(bottom, top, layers) == Shape(bottom.parts, unlimited.layers[:layers]) == fitting


def pieces(layer: tuple[str, ...]) -> list[dict[int, str]]:
    """The arcs of normal parts and the single pins of a layer, by column."""
    parts = len(layer)
    normal = [part not in ("--", "P-") and part[0] != "c" for part in layer]
    found = [{column: part} for column, part in enumerate(layer) if part == "P-"]
    if all(normal):
        return [dict(enumerate(layer)), *found]
    for start in (column for column in range(parts) if normal[column] and not normal[column - 1]):
        arc, column = {}, start
        while normal[column]:
            arc[column] = layer[column]
            column = (column + 1) % parts
        found.append(arc)
    return found


def stacked_piece(bottom: Shape, piece: dict[int, str]) -> tuple[int, Shape]:
    """Where the piece lands, on the highest column top among its columns, and what it makes."""
    rows = [*map(list, bottom.layers), ["--"] * bottom.parts]
    landing = max(
        1 + max((row for row in range(len(rows)) if rows[row][column] != "--"), default=-1) for column in piece
    )
    for column, part in piece.items():
        rows[landing][column] = part
    return landing, Shape(bottom.parts, tuple(map(tuple, rows)))


@given(pairs())
def test_only_kinds_decide_what_happens(pair: tuple[Shape, Shape]) -> None:
    a, b = pair
    plain_a, plain_b = (Shape.from_packed(each.packed(), each.parts) for each in pair)
    coloured = [*rules.cut(a), *rules.swap(a, b), *every_operation(a, b).values()]
    plain = [*rules.cut(plain_a), *rules.swap(plain_a, plain_b), *every_operation(plain_a, plain_b).values()]
    assert [each.packed() for each in coloured] == [each.packed() for each in plain]


@given(stable_shapes())
def test_crystal_leaves_no_gap_and_no_pin(before: Shape) -> None:
    after = rules.crystal(before, "g")
    kinds = {after.kind(layer, column) for layer in range(before.height) for column in range(before.parts)}
    assert kinds <= {NORMAL, CRYSTAL}
    assert rules.crystal(after, "r") == after


@given(stable_shapes(), st.integers(0, 2))
def test_push_pin_with_room_only_raises(before: Shape, room: int) -> None:
    after = rules.push_pin(before, before.height + 1 + room)
    assert after.layers[1:] == before.layers
    if before.layers:
        feet = [part != "--" for part in before.layers[0]]
        assert [after.kind(0, column) == PIN for column in range(before.parts)] == feet


def test_every_piece_to_stack_comes_from_single_parts() -> None:
    """That stacking piece by piece loses nothing needs every piece to be buildable by itself."""
    for parts in RING_SIZES:
        normal = types_of(parts)[0] + "u"
        single = Shape(parts, ((normal, *["--"] * (parts - 1)),))
        arc = Shape(parts)
        for column in range(parts):
            arc = rules.stack(arc, single.rotated(column), 1)
            assert arc.layers == ((*[normal] * (column + 1), *["--"] * (parts - column - 1)),)
        pin = Shape(parts, (("P-", *["--"] * (parts - 1)),))
        assert rules.push_pin(single, 1) == pin
        # With more layers: crystals are pushed up and break, their pins stay.
        pinned = rules.push_pin(rules.crystal(single, "r"), 2)
        pins = rules.half_destroy(pinned.rotated(parts // 2))
        for turn in range(1, parts // 2):
            # Of the pins of a half, all but one are turned into the west and destroyed.
            rest = rules.half_destroy(pins.rotated(turn))
            assert rest.layers == ((*["--"] * turn, *["P-"] * (parts // 2 - turn), *["--"] * (parts // 2)),)
        assert rest.rotated(-(parts // 2 - 1)) == pin
