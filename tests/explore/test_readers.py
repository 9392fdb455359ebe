"""Whatever reads text or bytes answers with a value or one of our errors; ``make explore`` looks further."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.explore.drawn import example_of
from tests.explore.readers import attempt, readers


@settings(max_examples=200)
@given(name=st.sampled_from(sorted(readers())), content=st.binary(max_size=30) | st.text(max_size=30).map(str.encode))
@example("shapez.verify.verify", b"\x8d")
@example("jobs.plain.decode", b"")
def test_what_cannot_be_read_is_refused(name: str, content: bytes) -> None:
    assert attempt(name, content) == ""


def test_the_readers_that_users_meet_are_found() -> None:
    assert readers().keys() > {
        "cells.grid.Board.from_text",
        "clear.notation.fumen.Fumen.from_text",
        "clear.notation.pc.parse_pc",
        "clear.verify.verify_content",
        "packing.bag.Bag.from_text",
        "shapez.blueprints.blueprint.Blueprint.from_text",
        "shapez.shape.Shape.from_code",
        "stacking.verify.verify",
        "tiling.covers.dlx.parse",
        "tiling.notation.xmpuzzle.parse_xmpuzzle",
    }


def test_what_hypothesis_finds_is_an_example_to_paste() -> None:
    note = "Falsifying example: test_it(\n    page=<Page object at 0x1>,\n    text='(\\n)',\n    number=3,\n)\nmore"
    assert example_of(note) == "@example(\n    text='(\\n)',\n    number=3,\n)"
    assert example_of(note.replace("Falsifying example", "Failing test case")) == example_of(note)
    assert example_of("You can reproduce this example") == ""
