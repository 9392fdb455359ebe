"""All entries of the gallery, in the order in which it shows them."""

from __future__ import annotations

from shapewright.questions.gallery.others import CLEARS, PACKINGS, SHAPES, STACKS
from shapewright.questions.gallery.tilings import TILINGS

__all__ = ["ENTRIES"]

ENTRIES = (*TILINGS, *PACKINGS, *STACKS, *CLEARS, *SHAPES)
