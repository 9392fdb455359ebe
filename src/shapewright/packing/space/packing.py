"""A packing in space: polycubes in a box, how good it is, and which boxes were refuted on the way."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from math import prod
from typing import Literal

from shapewright.cells.grid import MAX_CELLS, cell_text, write_art
from shapewright.cells.pieces import pieces_from_text, pieces_to_text
from shapewright.cells.placements import Placement
from shapewright.cells.polyomino import Piece
from shapewright.drawing import Mosaic, Scene
from shapewright.drawing.palette import kind_colours
from shapewright.drawing.shades import shades, told_apart
from shapewright.errors import NotationError, ProblemError, quote
from shapewright.packing.notation import letters_by_cell
from shapewright.packing.space.boxes import SolidBox, order_fault

Status = Literal["optimal", "feasible", "infeasible", "unknown"]
_STATUSES = ("optimal", "feasible", "infeasible", "unknown")


@dataclass(frozen=True)
class RefutedBox:
    """A box that the pieces certainly do not fit into, and why."""

    box: SolidBox
    reason: str

    def __str__(self) -> str:
        return f"{'x'.join(map(str, self.box))} refuted: {self.reason}"


@dataclass(frozen=True)
class Solids:
    """Polycubes laid in a ``box`` (width, depth, height), or the word that they do not fit, or that nobody knows.

    Without a ``given`` box 'optimal' says that every better box is refuted: one of less volume, or of the same volume
    and less surface. No packing needs less volume than ``bound``, which is None for a given box. With ``gravity`` the
    placements stand in an order in which they can come down from above (:mod:`shapewright.packing.space.boxes`).
    """

    pieces: tuple[Piece, ...]
    status: Status
    box: SolidBox | None = None
    placements: tuple[Placement, ...] = ()
    bound: int | None = None
    gravity: bool = False
    given: bool = False
    refuted: tuple[RefutedBox, ...] = ()
    reason: str = ""
    method: str = ""
    seconds: float = field(default=0.0, compare=False)

    @property
    def volume(self) -> int:
        """The cells of the box; 0 without one."""
        return 0 if self.box is None else prod(self.box)

    def faults(self) -> list[str]:
        """What keeps it from being a packing of its pieces in its box, one sentence each."""
        if self.status in ("infeasible", "unknown"):
            return ["an answer without a packing has placements"] if self.placements else []
        if self.box is None:
            return ["there is no box"]
        found = []
        shapes = {piece.name: {turned.cells for turned in piece.orientations()} for piece in self.pieces}
        taken: set[tuple[int, ...]] = set()
        for one in self.placements:
            where = f"{one.piece!r} at {cell_text(one.cells[0])}"
            low = [min(cell[axis] for cell in one.cells) for axis in range(3)]
            shape = tuple([tuple([c - least for c, least in zip(cell, low, strict=True)]) for cell in one.cells])
            if one.piece not in shapes:
                found.append(f"{where} is not one of the pieces")
            elif shape not in shapes[one.piece]:
                found.append(f"{where} has a shape that the piece cannot take")
            for cell in one.cells:
                if not all(0 <= c < side for c, side in zip(cell, self.box, strict=True)):
                    found.append(f"{where} is not within the box")
                    break
                if cell in taken:
                    found.append(f"{where} covers {cell_text(cell)}, which another piece covers")
                    break
            taken.update(one.cells)
        for piece in self.pieces:
            lying = sum(one.piece == piece.name for one in self.placements)
            if lying != piece.minimum:
                found.append(f"there are {lying} of the piece {piece.name}, not {piece.minimum}")
        if self.gravity and not found and (fault := order_fault([one.cells for one in self.placements])):
            found.append(fault)
        return found

    def to_text(self) -> str:
        """The layers in letters, the lowest first, with an empty line between two; '' if there is no packing."""
        if not self.placements or self.box is None:
            return ""
        art = write_art(letters_by_cell(self.placements), self.box)
        return art.removesuffix("\n//")  # of a single layer

    def __str__(self) -> str:
        return self.to_text()

    def to_json(self) -> dict[str, object]:
        """Plain data; :meth:`from_json` makes the packing of it again."""
        found: dict[str, object] = {"status": self.status, "goal": "box" if self.given else "volume"}
        if self.box is not None:
            found |= {"box": list(self.box), "volume": self.volume}
        found |= {"bound": self.bound, "gravity": self.gravity, "method": self.method}
        if self.reason:
            found["reason"] = self.reason
        if self.refuted:
            found["refuted"] = [{"box": list(one.box), "reason": one.reason} for one in self.refuted]
        found["pieces"] = pieces_to_text(self.pieces)
        found["placements"] = [
            {"piece": one.piece, "cells": [list(cell) for cell in one.cells]} for one in self.placements
        ]
        return found

    @classmethod
    def from_json(cls, data: object) -> Solids:
        """Read what :meth:`to_json` gives, without believing it; ``NotationError`` says what is malformed."""
        if not isinstance(data, dict) or not isinstance(data.get("placements"), list):
            raise NotationError("the JSON is not a packing in space; expected an object with a list 'placements'")
        status, pieces, bound = data.get("status"), data.get("pieces"), data.get("bound")
        if status not in _STATUSES:
            raise NotationError(f"the status {quote(str(status))} of the JSON is not one of {', '.join(_STATUSES)}")
        if not isinstance(pieces, str) or (bound is not None and type(bound) is not int):
            raise NotationError("the JSON has no pieces, or its bound is not a whole number")
        if type(data.get("gravity")) is not bool or data.get("goal") not in ("box", "volume"):
            raise NotationError("the JSON does not say whether there is gravity, or its goal is not box or volume")
        listed = data.get("refuted", [])
        if not isinstance(listed, list) or not all(isinstance(one, dict) for one in listed):
            raise NotationError("the 'refuted' of the JSON is not a list of boxes")
        refuted = tuple(RefutedBox(_sides(one.get("box")), str(one.get("reason", ""))) for one in listed)
        box = None if data.get("box") is None else _sides(data["box"])
        placements = tuple(map(_placement, data["placements"]))
        reason = str(data.get("reason") or "")
        return cls(
            pieces_from_text(pieces), status, box, placements, bound, data["gravity"], data["goal"] == "box", refuted,
            reason, str(data.get("method", ""))[:40],
        )  # fmt: skip

    @cached_property
    def _mosaic(self) -> Mosaic:
        if not self.placements or self.box is None:
            raise ProblemError(f"there is no packing to draw: the answer is {self.status!r}")
        kinds = {one.name: one.shape.area for one in self.pieces}
        colour = dict(zip(kinds, kind_colours(kinds.items()), strict=True))
        colours = [colour[one.piece] for one in self.placements]
        piece_at = {cell: number for number, one in enumerate(self.placements) for cell in one.cells}
        return Mosaic(
            cells=frozenset(product(*map(range, self.box))),
            piece_at=piece_at,
            labels=tuple(one.piece for one in self.placements),
            colours=told_apart(colours, shades(colours, piece_at)),
        )

    def mosaic(self) -> Mosaic:
        """The picture of the layers before it is drawn; a kind of piece has the same colour everywhere."""
        return self._mosaic

    def scene(self) -> Scene:
        """The drawing of the layers, for SVG, PNG and pages."""
        return self._mosaic.scene()

    def _repr_svg_(self) -> str:
        return self.scene()._repr_svg_()


def _sides(data: object) -> SolidBox:
    if not isinstance(data, list) or len(data) != 3 or not all(type(one) is int and one >= 1 for one in data):
        raise NotationError("a box of the JSON is not a width, a depth and a height")
    if prod(data) > MAX_CELLS:
        raise NotationError("a box of the JSON has more cells than any board")
    return data[0], data[1], data[2]


def _placement(record: object) -> Placement:
    if not isinstance(record, dict) or not isinstance(record.get("piece"), str):
        raise NotationError("a placement has no piece; expected {'piece': name, 'cells': [[x, y, z], ...]}")
    cells = record.get("cells")
    if not isinstance(cells, list) or not cells:
        raise NotationError("a placement has no cells")
    for cell in cells:
        if not isinstance(cell, list) or len(cell) != 3 or not all(type(c) is int for c in cell):
            raise NotationError(f"a placement has the cell {quote(str(cell))}; expected [x, y, z]")
    return Placement(record["piece"], tuple((cell[0], cell[1], cell[2]) for cell in cells))
