"""Fields: text in and out, numbers, full rows."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.clear.parsing import parsed
from tests.clear.random_values import fields

from shapewright.clear.field import FULL_ROW, MAX_HEIGHT, Field
from shapewright.errors import LimitError, NotationError, ProblemError


def test_the_top_row_comes_first_and_column_0_is_at_the_left() -> None:
    field = Field.from_text("X_________/XX_______T\n__________/L.......zJ")
    assert field.rows == (0b1100000001, 0, 0b1000000011, 1)
    assert field.to_text() == "X_________\nXX_______X\n__________\nX_______XX"
    assert (0, 0) in field
    assert (1, 0) not in field
    assert (9, 2) in field
    assert [cell in field for cell in ((-1, 0), (10, 0), (0, -1), (0, 4))] == [False] * 4


def test_empty_rows_at_the_top_make_no_difference() -> None:
    assert Field.from_text("__________/__________/XX________") == Field((3,))
    assert Field.from_text("__________") == Field() == Field((0, 0))
    assert Field().to_text() == "__________"
    assert Field((3,)).to_text(one_line=True, height=2) == "__________/XX________"


def test_full_rows_vanish_and_what_is_above_falls() -> None:
    field = Field.from_text("X_________/XXXXXXXXXX/_X________/XXXXXXXXXX")
    assert field.full_rows() == (0, 2)
    assert field.cleared() == Field.from_text("X_________/_X________")


def test_empty_cells_are_counted_up_to_a_height() -> None:
    field = Field.from_text("ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ")
    assert [field.empty_cells(height) for height in (0, 1, 4, 6)] == [0, 4, 16, 36]


@given(fields())
def test_text_bits_and_repr_rebuild(field: Field) -> None:
    assert Field.from_text(field.to_text()) == field
    assert Field.from_text(field.to_text(one_line=True, height=20)) == field
    assert Field.from_bits(field.bits) == field
    assert eval(repr(field)) == field


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the field has no rows"),
        ("  \n ", "the field has no rows"),
        ("XXXX", "row 1 of the field, 'XXXX', has 4 cells; a row has 10"),
        ("X", "row 1 of the field, 'X', has 1 cell; a row has 10"),
        ("__________/XXXXXXXXXXX", "row 2 of the field, .* has 11 cells"),
        ("__________//__________", "row 2 of the field, '', has 0 cells"),
        ("__________/____Q_____", "'Q' at position 5 of row 2 of the field is not a cell"),
        ("____ſ_____", "'ſ' at position 5 of row 1 of the field is not a cell"),
    ],
)
def test_what_is_wrong_with_a_text(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        Field.from_text(text)


def test_fields_beyond_the_limit_are_refused() -> None:
    assert Field((1,) * MAX_HEIGHT).height == 20
    with pytest.raises(LimitError, match="21 rows is higher than the limit of 20"):
        Field((1,) * 21)
    with pytest.raises(LimitError, match="limit of 20"):
        Field.from_text("/".join(["X_________"] * 21))
    with pytest.raises(LimitError, match="limit of 20"):
        Field.from_text("__________/" * 10**6)
    with pytest.raises(LimitError, match="more than 20 rows"):
        Field.from_bits(1 << 200)
    with pytest.raises(ProblemError, match="not negative"):
        Field.from_bits(-1)
    with pytest.raises(ProblemError, match="row 1 is 1024"):
        Field((0, 1024))


@given(st.text(max_size=60) | st.text("X_/TI\n", max_size=60))
@example("X" * 100_000)
def test_any_text_is_a_field_or_a_clear_error(text: str) -> None:
    field = parsed(Field.from_text, text)
    assert field is None or Field.from_text(field.to_text()) == field


def test_rows_of_all_cells_are_full() -> None:
    assert Field((FULL_ROW,)).cleared() == Field()
