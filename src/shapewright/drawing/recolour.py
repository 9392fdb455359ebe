"""A scene in other colours: what a theme makes of a picture that was drawn in the usual ones."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from shapewright.drawing.scene import Group, Path

if TYPE_CHECKING:
    from collections.abc import Mapping

    from shapewright.drawing.scene import Node

__all__ = ["recoloured"]


def recoloured(nodes: tuple[Node, ...], colours: Mapping[str, str]) -> tuple[Node, ...]:
    """The nodes with the areas and lines of some colours in others; letters keep theirs, which fit what they are on.

    >>> from shapewright.drawing import rectangle
    >>> recoloured((rectangle(0, 0, 2, 1, fill="#eef0f3"),), {"#eef0f3": "#000000"})[0].fill
    '#000000'
    """
    return tuple([_recoloured(node, colours) for node in nodes])


def _recoloured(node: Node, colours: Mapping[str, str]) -> Node:
    if isinstance(node, Group):
        return replace(node, nodes=recoloured(node.nodes, colours))
    if isinstance(node, Path):
        fill, stroke = ((None if own is None else colours.get(own, own)) for own in (node.fill, node.stroke))
        return replace(node, fill=fill, stroke=stroke)
    return node
