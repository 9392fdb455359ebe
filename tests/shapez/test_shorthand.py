"""Shorthands of shape codes, and the skins of pictures."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.shapez.random_shapes import shapes

from shapewright.errors import NotationError, ProblemError
from shapewright.shapez import SKINS, Plan, Shape, expanded, plan
from shapewright.shapez.picture import draw
from shapewright.shapez.shorthand import CHANGES

SHAPES = st.one_of(shapes(4, 4), shapes(6, 3))


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("{CRSW}", ["CuRuSuWu"]),
        ("{CrRS-}", ["CrRuSu--"]),
        ("{P:c+fill}", ["P-P-P-P-:cucucucu"]),
        ("{CR+fill}", ["CuRuCuRu"]),
        ("{10+struct+fill}", ["Cr--Cr--"]),
        ("{1111:1111:1111:1111:1111+struct}", ["CrCrCrCr:CgCgCgCg:CbCbCbCb:CwCwCwCw:CwCwCwCw"]),
        ("{1c01+struct}", ["Crcu--Cr"]),
        ("{C+lfill+fill}", [":".join(["CuCuCuCu"] * 4)]),
        ("{C:R+fill+lfill}", ["CuCuCuCu:RuRuRuRu:CuCuCuCu:RuRuRuRu"]),
        ("{CRSW:crcgcbcw+lsep}", ["CuRuSuWu", "crcgcbcw"]),
        ("{CRSW+cut}", ["----SuWu", "CuRu----"]),
        ("{CR----+cut}", ["CuRu----"]),
        ("{CRSW+qcut}", ["Cu------", "--Ru----", "----Su--", "------Wu"]),
        ("CR+fill", ["CuRuCuRu"]),
        ("{HGF+fill}", ["HuGuFuHuGuFu"]),
        ("{H+fill+cut}", ["------HuHuHu", "HuHuHu------"]),
        (" CuCu---- ", ["CuCu----"]),
    ],
)
def test_what_shorthands_stand_for(code: str, expected: list[str]) -> None:
    assert [str(shape) for shape in expanded(code)] == expected


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("{C+cat}", "'cat' in '{C\\+cat}' is not a change"),
        ("{CRSW+cut+qcut}", "take one of cut and qcut"),
        ("{CRSW", "a brace by itself"),
        ("{CRS}", "a ring has 4"),
        ("{CQSW}", "is not a type"),
    ],
)
def test_what_is_refused(code: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        expanded(code)


@given(SHAPES, st.permutations(CHANGES))
def test_pieces_make_the_whole_and_order_does_not_matter(shape: Shape, order: list[str]) -> None:
    code = shape.to_code()
    assert expanded("{" + code + "}") == ((shape,) if shape.height else ())
    for change in ("cut", "qcut", "lsep"):
        pieces = expanded(f"{{{code}+{change}}}")
        held = [sum(part != "--" for layer in piece.layers for part in layer) for piece in pieces]
        assert sum(held) == sum(part != "--" for layer in shape.layers for part in layer)
    changes = [change for change in order if change != "qcut"]
    assert expanded("+".join([code, *changes])) == expanded("+".join([code, *sorted(changes)]))


@given(SHAPES)
def test_colours_of_uncoloured_parts_may_be_left_out(shape: Shape) -> None:
    code = shape.to_code().replace("P-", "P")
    if "uc" not in code:  # before a crystal the c would be the colour
        code = code.replace("u", "")
    assert expanded("{" + code + "}") == ((shape,) if shape.height else ())


@pytest.mark.parametrize("skin", SKINS)
def test_colours_of_a_skin_differ_and_are_drawn(skin: str) -> None:
    paints = SKINS[skin]
    assert set(paints) == set("urgbcmywk")
    assert len(set(paints.values())) == 9
    svg = draw(Shape.from_code("CuCrCgCb:CcCmCyCw:Ck------", game="1.0"), skin=skin)._repr_svg_()
    assert all(colour in svg for colour in paints.values())


def test_pictures_as_bytes() -> None:
    shape = Shape.from_code("CuRrSgWb")
    picture = shape.png(64)
    assert picture.startswith(b"\x89PNG")
    assert (int.from_bytes(picture[16:20], "big"), int.from_bytes(picture[20:24], "big")) == (64, 64)
    assert len({shape.png(64, skin=skin) for skin in SKINS}) == len(SKINS)
    assert shape.png(64, background="#000000") != picture
    found = plan("CuRuCuRu")
    assert isinstance(found, Plan)
    assert found.png(1.0).startswith(b"\x89PNG")
    with pytest.raises(ProblemError, match="'hsv' is not a skin; skins are rgb, ryb"):
        shape.png(64, skin="hsv")
