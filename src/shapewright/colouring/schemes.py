"""Which cells to mark: the parts of a board, and the colourings of each lattice that puzzlers use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from shapewright.cells.grid import Cell, cell_text, components
from shapewright.cells.lattice import Lattice
from shapewright.colouring.words import Marking


def markings(cells: Sequence[Cell], lattice: Lattice) -> Iterator[Marking]:
    """The separate parts of a board, then its cells by the colours of a scheme, the plainest schemes first."""
    # Flat boards in space say so by their cells alone.
    parts = lattice.components(cells) if len(cells[0]) == lattice.dimension else components(cells)
    if len(parts) > 1:
        for part in sorted(parts, key=len):
            mask = _mask([cell in part for cell in cells])
            yield Marking(mask, f"in the part that contains {cell_text(min(part))}", is_part=True)
    if lattice.base.is_plain:
        yield from _of_squares(cells)
    elif lattice.name == "hex":
        directions = (("x", [x for x, _ in cells]), ("y", [y for _, y in cells]), ("x + y", [x + y for x, y in cells]))
        # Three colours, of which each three hexagons around a corner have one each.
        yield from _classes([x - y for x, y in cells], 3, "with x - y")
        for name, values in directions:
            yield _two_colours(values, f"with {name} even", f"with the lines of equal {name} coloured alternately")
        for modulus in (3, 4):
            for name, values in directions:
                yield from _classes(values, modulus, f"with {name}")
    elif lattice.name == "triangle":
        yield from _of_triangles(cells)
    elif lattice.dimension == 3:
        yield from _of_solids(cells, lattice)
    else:
        yield from _of_parts(cells)


def _of_squares(cells: Sequence[Cell]) -> Iterator[Marking]:
    dimension = len(cells[0])
    yield _two_colours([sum(cell) for cell in cells], f"with {' + '.join('xyz'[:dimension])} even", "on a checkerboard")
    lines = ("columns", "rows") if dimension == 2 else ("layers across x", "layers across y", "layers across z")
    for axis, name in enumerate("xyz"[:dimension]):
        even = f"in the {lines[axis].split()[0]} with {name} even"
        yield _two_colours([cell[axis] for cell in cells], even, f"with the {lines[axis]} coloured alternately")
    blocks = [sum([value // 2 for value in cell]) for cell in cells]
    scheme = f"on a checkerboard of {'x'.join('2' * dimension)} blocks"
    yield _two_colours(blocks, f"of the colour of 0,0{',0' * (dimension - 2)} {scheme}", scheme)
    for modulus in (3, 4):
        for axis, name in enumerate("xyz"[:dimension]):
            yield from _classes([cell[axis] for cell in cells], modulus, f"in the {lines[axis].split()[0]} {name}")
        if dimension == 2:
            yield from _classes([x + y for x, y in cells], modulus, "on the diagonals x + y")
            yield from _classes([x - y for x, y in cells], modulus, "on the diagonals x - y")


def _of_triangles(cells: Sequence[Cell]) -> Iterator[Marking]:
    up = "with the triangles coloured by the way they point"
    yield _two_colours([x + y for x, y in cells], "that point up", up)
    # Rows, and the strips that lean to the one side and to the other.
    directions = (
        ("y", [y for _, y in cells]),
        ("(x + y) // 2", [(x + y) // 2 for x, y in cells]),
        ("(x - y) // 2", [(x - y) // 2 for x, y in cells]),
    )
    for name, values in directions:
        yield _two_colours(values, f"with {name} even", f"with the strips of equal {name} coloured alternately")
    for modulus in (3, 4):
        for name, values in directions:
            yield from _classes(values, modulus, f"with {name}")


def _of_parts(cells: Sequence[Cell]) -> Iterator[Marking]:
    """Quarters of squares or sticks: by where they lie in their square, and by the square's row and column."""
    for right, up in ((0, 0), (0, 1), (1, 0), (1, 1)):
        mask = _mask([(x % 2, y % 2) == (right, up) for x, y in cells])
        yield Marking(mask, f"with x {('even', 'odd')[right]} and y {('even', 'odd')[up]}")
    blocks = [x // 2 + y // 2 for x, y in cells]
    yield _two_colours(blocks, "with x // 2 + y // 2 even", "on a checkerboard of 2x2 blocks")
    for modulus in (2, 3):
        yield from _classes([x // 2 for x, _ in cells], modulus, "with x // 2")
        yield from _classes([y // 2 for _, y in cells], modulus, "with y // 2")


def _of_solids(cells: Sequence[Cell], lattice: Lattice) -> Iterator[Marking]:
    """Balls, prisms and tetrahedra: by where they lie in a block of one period, and by the block's layer."""
    period = lattice.period
    blocks = [tuple([value // length for value, length in zip(cell, period, strict=True)]) for cell in cells]
    places = [tuple([value % length for value, length in zip(cell, period, strict=True)]) for cell in cells]
    if lattice.name == "prism":
        up = "with the prisms coloured by the way their triangles point"
        yield _two_colours([x + y for x, y, _ in cells], "that point up", up)
    even = f"on a checkerboard of {'x'.join(map(str, period))} blocks"
    yield _two_colours([sum(block) for block in blocks], f"of the colour of 0,0,0 {even}", even)
    for axis, name in enumerate("xyz"):
        for modulus in (2, 3):
            yield from _classes([cell[axis] for cell in cells], modulus, f"with {name}")
        if period[axis] > 1:
            values = [block[axis] for block in blocks]
            yield _two_colours(
                values, f"with {name} // {period[axis]} even", f"with the layers across {name} in two colours"
            )
    lengths = ",".join(map(str, period))
    for kind in sorted(set(places)):
        mask = _mask([place == kind for place in places])
        yield Marking(mask, f"with x,y,z = {cell_text(kind)} modulo {lengths}")


def _two_colours(values: Sequence[int], where: str, scheme: str) -> Marking:
    return Marking(_mask([value % 2 == 0 for value in values]), where, scheme=scheme)


def _classes(values: Sequence[int], modulus: int, where: str) -> Iterator[Marking]:
    residues = [value % modulus for value in values]
    for residue in range(modulus):
        yield Marking(_mask([r == residue for r in residues]), f"{where} = {residue} modulo {modulus}")


def _mask(marks: Iterable[bool]) -> int:
    return int("0" + "".join(["1" if mark else "0" for mark in marks])[::-1], 2)
