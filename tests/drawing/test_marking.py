"""What is written on a board can be read: dark on cells, bright on holes, on a plate where a shade lies below."""

from __future__ import annotations

from shapewright.drawing import Mosaic, Text
from shapewright.drawing.marks import Mark
from shapewright.drawing.palette import INK, PAPER


def inks(*marks: Mark) -> dict[str, str]:
    """The colour of each text of a board of one cell and one hole."""
    scene = Mosaic(frozenset({(0, 0)}), holes=frozenset({(1, 0)}), marks=marks).scene()
    nodes = [node for group in scene.nodes for node in group.nodes]
    return {node.text: node.colour for node in nodes if isinstance(node, Text)}


def test_a_text_on_a_hole_is_bright() -> None:
    cell, hole = frozenset({(0, 0)}), frozenset({(1, 0)})
    assert inks(Mark(cells=cell, text="on"), Mark(cells=hole, text="off")) == {"on": INK, "off": PAPER}
    # A shade has a bright plate under its text.
    assert inks(Mark(cells=hole, text="off", shade="bad")) == {"off": INK}
