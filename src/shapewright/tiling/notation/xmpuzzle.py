"""BurrTools' ``.xmpuzzle`` files: gzipped XML with shapes in voxels and problems that name a result and its pieces.

All five grids are read and written. Shapes list their voxels with x fastest and z slowest: ``_`` empty, ``#`` filled,
``+`` variable, a number after either its colour. In the result a variable voxel is an optional cell. BurrTools turns
pieces in space but never reflects them; so a flat result (z = 1) of cubes with flat pieces is a flat problem whose
pieces are free, and any other problem is one in space with one-sided pieces. Colour 0 fits everything; pairs under
``bitmap`` say which piece colour may go into which result colour. Source: BurrTools' library documentation, "The
xmpuzzle format", and its loader.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass

from shapewright.cells.grid import MAX_CELLS, Board, Cell, cell_text
from shapewright.cells.lattice import Lattice
from shapewright.cells.lattices import CUBE, PRISM, RHOMBIC, SPHERE, SQUARE, TETRA_OCTA
from shapewright.cells.polyomino import MAX_COUNT, Motions, Piece, Polyomino
from shapewright.errors import LimitError, NotationError, quote
from shapewright.tiling.notation._xml import Node, parse_xml, unpacked
from shapewright.tiling.problem import Problem

MAX_COLOURS = 63  # BurrTools' own limit

_GRIDS = (CUBE, PRISM, SPHERE, RHOMBIC, TETRA_OCTA)  # by BurrTools' numbers of them
_BLOCKS = {RHOMBIC: 5, TETRA_OCTA: 3}  # voxels along a cube; BurrTools' shapes are whole cubes
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_COMMON_COUNT = 0xFFFF  # BurrTools keeps counts in 16 bits


def problem_names(data: bytes) -> tuple[str, ...]:
    """The names of the problems in a file, in order; most are empty."""
    return tuple(problem.attributes.get("name", "") for problem in _read(data).problems)


def parse_xmpuzzle(data: bytes, which: int = 0) -> Problem:
    """Read problem number ``which`` (from 0) of the file ``data``, gzipped or not.

    Raises ``NotationError`` for a damaged or malformed file, and for what a tiling problem cannot say: pieces with
    variable voxels, a limit of holes, colour pairs that do not match colours one to one.
    """
    file = _read(data)
    if not 0 <= which < len(file.problems):
        raise NotationError(f"there is no problem {which} in the file; it has {len(file.problems)}, counted from 0")
    task = file.problems[which]
    results = task.all("result")
    if len(results) != 1:
        raise NotationError(f"line {task.line}: problem {which} has {len(results)} results, not one")
    lattice = file.lattice
    result = _voxels(_shape(file, results[0]), lattice)
    if not result.filled and not result.variable:
        raise NotationError(f"line {results[0].line}: the result of problem {which} has no voxels")
    counts: dict[int, tuple[int, int]] = {}
    nodes: dict[int, Node] = {}
    groups: dict[int, dict[int, int]] = {}
    for part in (part for group in task.all("shapes") for part in group.all("shape")):
        index = part.number("id")
        nodes[index] = _shape(file, part)
        low, high = _counts(part)
        before = counts.get(index, (0, 0))
        counts[index] = (before[0] + low, before[1] + high)
        for group, most in _groups(part, high):
            groups.setdefault(group, {})[index] = groups.get(group, {}).get(index, 0) + most
    if not counts:
        raise NotationError(f"line {task.line}: problem {which} has no pieces")
    pieces = {index: _piece_voxels(index, nodes[index], lattice) for index in counts}
    _check_holes(task, result, pieces, counts)
    letters = _letters(task, result, pieces)
    flat = lattice is CUBE and result.size[2] == 1 and all(voxels.is_flat for voxels in pieces.values())
    own = SQUARE if flat else lattice
    names = _names(nodes)
    made = []
    for index, voxels in pieces.items():
        cells = tuple(cell[:2] if flat else cell for cell in voxels.filled)
        colours = tuple(letters[0][colour] for colour in voxels.filled.values())
        low, high = counts[index]
        made.append(Piece(names[index], Polyomino(cells, colours, own), low, high, "free" if flat else "one-sided"))
    title = " ".join(task.attributes.get("name", "").split())
    together = tuple(
        [tuple([(names[index], most) for index, most in groups[group].items()]) for group in sorted(groups)]
    )
    return Problem(_board(result, letters[1], own), tuple(made), title=title, together=together)


def xmpuzzle(problem: Problem) -> bytes:
    """A gzipped file with ``problem`` alone, the same bytes each time; ``parse_xmpuzzle`` reads the problem back.

    An unlimited supply becomes as many copies as the board has room for. Raises ``NotationError`` for fixed pieces,
    and for motions that BurrTools does not know where they make a difference.
    """
    compressor = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    return compressor.compress(xmpuzzle_xml(problem).encode()) + compressor.flush()


def xmpuzzle_xml(problem: Problem) -> str:
    """The XML inside of ``xmpuzzle``."""
    lattice = problem.board.lattice
    if not lattice.is_plain and lattice not in _GRIDS:
        names = ", ".join(grid.name for grid in _GRIDS)
        raise NotationError(f"an .xmpuzzle file cannot hold the lattice {lattice.name}, only squares and {names}")
    if problem.fixed:
        raise NotationError(f"an .xmpuzzle file cannot hold the fixed piece {problem.fixed[0].piece!r}")
    board = problem.board
    wanted: Motions = "free" if board.dimension == 2 else "one-sided"
    for piece in problem.pieces:
        if piece.motions != wanted and piece.orientations() != piece.shape.orientations(wanted):
            raise NotationError(
                f"an .xmpuzzle file cannot hold the piece {piece.name!r}: BurrTools would let it move as {wanted!r}, "
                f"not as {piece.motions!r}"
            )
    letters = {colour for _, colour in board.colours}.union(*(piece.shape.colours for piece in problem.pieces)) - {""}
    highest = max((_LETTERS.index(letter) + 1 for letter in letters), default=0)
    puzzle = Node("puzzle", {"version": "2"})
    puzzle.add("gridType", type=0 if lattice.is_plain else _GRIDS.index(lattice))
    colours = puzzle.add("colors")
    for number in range(highest):
        red, green, blue = _shade(number)
        colours.add("color", red=red, green=green, blue=blue)
    shapes = puzzle.add("shapes")
    _add_board(shapes, board)
    for piece in problem.pieces:
        _add_piece(shapes, piece)
    task = puzzle.add("problems").add("problem")
    if problem.title:
        task.attributes["name"] = problem.title
    task.attributes["state"] = "0"
    parts = task.add("shapes")
    for number, piece in enumerate(problem.pieces, start=1):
        most = len(board.cells) // piece.shape.area if piece.maximum is None else piece.maximum
        low, high = piece.minimum, max(most, piece.minimum)
        if high > _COMMON_COUNT:
            raise LimitError(
                f"an .xmpuzzle file cannot hold {high} copies of {piece.name!r}; the limit is {_COMMON_COUNT}"
            )
        part = parts.add("shape", id=number, **({"count": low} if low == high else {"min": low, "max": high}))
        _add_groups(part, problem, piece.name, high)
    task.add("result", id=0)
    pairs = task.add("bitmap")
    for number in range(highest):
        pairs.add("pair", piece=number, result=number)
    puzzle.add("comment")
    return '<?xml version="1.0"?>\n' + "\n".join(puzzle.lines()) + "\n"


def _add_groups(part: Node, problem: Problem, name: str, high: int) -> None:
    """The groups in which a piece may stay: by an attribute if all copies may stay in one."""
    own = [(number, dict(group)[name]) for number, group in enumerate(problem.together, start=1) if name in dict(group)]
    if len(own) == 1 and own[0][1] is None:
        part.attributes["group"] = str(own[0][0])
        return
    for number, most in own:
        part.add("group", group=number, count=high if most is None else most)


@dataclass
class _File:
    shapes: list[Node]
    problems: list[Node]
    lattice: Lattice


def _shade(number: int) -> tuple[int, int, int]:
    """Well-spread colours: the bits of ``number`` go to the three components in turn, the lowest to the highest bit."""
    parts = [0, 0, 0]
    for bit in range(6):
        if number + 1 >> bit & 1:
            parts[bit % 3] |= 0x80 >> bit // 3
    return parts[0], parts[1], parts[2]


def _add_board(shapes: Node, board: Board) -> None:
    colours = board.colour_of()
    states = {
        cell: ("+" if cell in board.optional else "#") + _colour_number(colours.get(cell, "")) for cell in board.cells
    }
    _add_voxels(shapes, board.size, states, "", board.lattice)


def _add_piece(shapes: Node, piece: Piece) -> None:
    colours = piece.shape.colours or ("",) * piece.shape.area
    states = {cell: "#" + _colour_number(colour) for cell, colour in zip(piece.shape.cells, colours, strict=True)}
    _add_voxels(shapes, piece.shape.size, states, piece.name, piece.shape.lattice)


def _add_voxels(shapes: Node, size: tuple[int, ...], states: dict[Cell, str], name: str, lattice: Lattice) -> None:
    block = _BLOCKS.get(lattice, 1)
    width, height, depth = (-(-extent // block) * block for extent in (*size, 1)[:3])
    if width * height * depth > MAX_CELLS:
        raise LimitError(
            f"an .xmpuzzle file cannot hold a shape of {width}x{height}x{depth} voxels; the limit is {MAX_CELLS}"
        )
    node = shapes.add("voxel", x=width, y=height, z=depth, type=0)
    if name:
        node.attributes["name"] = name
    flat = len(size) == 2
    node.text = [
        states.get((x, y) if flat else (x, y, z), "_")
        for z in range(depth)
        for y in range(height)
        for x in range(width)
    ]


def _colour_number(letter: str) -> str:
    return str(_LETTERS.index(letter) + 1) if letter else ""


def _read(data: bytes) -> _File:
    puzzle = parse_xml(unpacked(data))
    if puzzle.name != "puzzle":
        raise NotationError(
            f"the file is not a BurrTools puzzle: its XML begins with <{puzzle.name}>, not with <puzzle>"
        )
    version = puzzle.attributes.get("version", "")
    if version.strip() not in ("1", "2"):
        raise NotationError(f"the puzzle has version {quote(version)}; versions 1 and 2 are known")
    kinds = [grid.number("type") for grid in puzzle.all("gridType")]
    for kind in kinds:
        if kind >= len(_GRIDS):
            raise NotationError(f"the puzzle is on a grid of type {kind}; types 0 to {len(_GRIDS) - 1} are known")
    shapes = [node for group in puzzle.all("shapes") for node in group.all("voxel")]
    problems = [node for group in puzzle.all("problems") for node in group.all("problem")]
    if not problems:
        raise NotationError("the puzzle has no problem")
    return _File(shapes, problems, _GRIDS[kinds[-1]] if kinds else CUBE)


@dataclass
class _Voxels:
    size: tuple[int, int, int]
    filled: dict[Cell, int]
    variable: dict[Cell, int]

    @property
    def is_flat(self) -> bool:
        return all(cell[2] == 0 for cell in self.filled)

    @property
    def colours(self) -> set[int]:
        return {*self.filled.values(), *self.variable.values()} - {0}


def _voxels(node: Node, lattice: Lattice) -> _Voxels:
    size = (node.number("x"), node.number("y"), node.number("z"))
    if size[0] * size[1] * size[2] > MAX_CELLS:
        shown = "x".join(map(str, size))
        raise LimitError(f"line {node.line}: the shape of {shown} voxels is larger than the limit of {MAX_CELLS}")
    if node.number("type", 0) != 0:  # how the voxels are written, not the grid
        raise NotationError(
            f"line {node.line}: voxels of type {node.attributes['type']} cannot be read, only of type 0"
        )
    content = node.content()
    states: list[tuple[str, int]] = []
    for position, character in enumerate(content):
        if character in "#+_":
            states.append((character, 0))
        elif "0" <= character <= "9" and states:
            state, colour = states[-1]
            states[-1] = (state, colour * 10 + int(character))
            if colour * 10 + int(character) > MAX_COLOURS:
                raise LimitError(f"line {node.line}: a voxel's colour is above {MAX_COLOURS}")
        else:
            raise NotationError(
                f"line {node.line}: {quote(character)} at voxel character {position + 1} is not _, #, + or a digit"
            )
    if len(states) != size[0] * size[1] * size[2]:
        shown = "x".join(map(str, size))
        raise NotationError(f"line {node.line}: the shape of {shown} lists {len(states)} voxels ({quote(content)})")
    found = _Voxels(size, {}, {})
    for index, (state, colour) in enumerate(states):
        row, x = divmod(index, size[0])
        z, y = divmod(row, size[1])
        if state == "#":
            found.filled[x, y, z] = colour
        elif state == "+":
            found.variable[x, y, z] = colour
        if state != "_" and not lattice.is_cell((x, y, z)):
            raise NotationError(
                f"line {node.line}: the voxel {x},{y},{z} is filled, but is not a place of the grid {lattice.name}"
            )
    return found


def _shape(file: _File, node: Node) -> Node:
    index = node.number("id")
    if index >= len(file.shapes):
        raise NotationError(
            f"line {node.line}: there is no shape {index}; the file has {len(file.shapes)}, counted from 0"
        )
    return file.shapes[index]


def _counts(part: Node) -> tuple[int, int]:
    if "count" in part.attributes:
        low = high = part.number("count")
    elif "min" in part.attributes and "max" in part.attributes:
        low, high = part.number("min"), part.number("max")
    else:
        low = high = 1
    if low > high:
        raise NotationError(f"line {part.line}: the piece is wanted {low} to {high} times, which is not a range")
    if high > MAX_COUNT:
        raise LimitError(f"line {part.line}: {high} copies of a piece are more than the limit of {MAX_COUNT}")
    return low, high


def _groups(part: Node, high: int) -> list[tuple[int, int]]:
    """In which groups copies of a piece may stay together with others, and how many; group 0 is none."""
    if "group" in part.attributes:
        found = [(part.number("group"), high)]
    else:
        found = [(group.number("group"), group.number("count")) for group in part.all("group")]
    return [(group, most) for group, most in found if group and most]


def _piece_voxels(index: int, node: Node, lattice: Lattice) -> _Voxels:
    voxels = _voxels(node, lattice)
    if voxels.variable:
        cell = cell_text(min(voxels.variable))
        raise NotationError(f"line {node.line}: shape {index} is a piece but has a variable voxel at {cell}")
    if not voxels.filled:
        raise NotationError(f"line {node.line}: shape {index} is a piece but has no voxels")
    return voxels


def _check_holes(task: Node, result: _Voxels, pieces: dict[int, _Voxels], counts: dict[int, tuple[int, int]]) -> None:
    """A limit of holes matters only if the counts leave the number of empty cells open."""
    if "maxHoles" not in task.attributes:
        return
    holes = task.number("maxHoles")
    least = sum(len(pieces[index].filled) * low for index, (low, _) in counts.items())
    most = sum(len(pieces[index].filled) * high for index, (_, high) in counts.items())
    if least != most and holes < len(result.variable):
        raise NotationError(
            f"line {task.line}: the problem limits its holes to {holes}, which is not supported together with "
            "ranges of counts"
        )


def _letters(task: Node, result: _Voxels, pieces: dict[int, _Voxels]) -> tuple[dict[int, str], dict[int, str]]:
    """A letter for each piece colour and each result colour: equal letters meet exactly where the pairs allow it.

    Colours that go everywhere get no letter. Where the pairs join each used colour with itself only, colour 1 becomes
    a, and so on; otherwise letters are given to the groups of colours that the pairs join.
    """
    ours = sorted(set().union(*(voxels.colours for voxels in pieces.values())))
    theirs = sorted(result.colours)
    pairs = set()
    for pair in (pair for group in task.all("bitmap") for pair in group.all("pair")):
        pairs.add((pair.number("piece") + 1, pair.number("result") + 1))
    allowed = {(a, b) for a in ours for b in theirs if (a, b) in pairs}
    if allowed == {(a, a) for a in ours if a in theirs} and max([0, *ours, *theirs]) <= len(_LETTERS):
        plain = {0: ""} | {colour: _LETTERS[colour - 1] for colour in {*ours, *theirs}}
        return plain, plain
    for_pieces, for_result = {0: ""}, {0: ""}
    for colour in ours:
        if all((colour, other) in allowed for other in theirs):
            for_pieces[colour] = ""
    ours = [colour for colour in ours if colour not in for_pieces]
    for colour in theirs:
        if all((other, colour) in allowed for other in ours):
            for_result[colour] = ""
    theirs = [colour for colour in theirs if colour not in for_result]
    letters = iter(_LETTERS)
    groups: dict[frozenset[int], str] = {}
    for colour in ours:
        partners = frozenset(other for other in theirs if (colour, other) in allowed)
        letter = groups.get(partners) if partners else None
        if letter is None:
            if any(partners & known for known in groups):
                raise NotationError(
                    f"line {task.line}: the colour pairs let piece colour {colour} into some but not all of the "
                    "result colours that another piece colour may enter; such pairs are not supported"
                )
            letter = next(letters, "")
            if partners:
                groups[partners] = letter
                for_result.update(dict.fromkeys(partners, letter))
        for_pieces[colour] = letter
    for colour in theirs:
        if colour not in for_result:
            for_result[colour] = next(letters, "")
    if "" in {for_pieces[colour] for colour in ours} | {for_result[colour] for colour in theirs}:
        raise LimitError(f"line {task.line}: the problem has more than {len(_LETTERS)} kinds of colours")
    return for_pieces, for_result


def _names(nodes: dict[int, Node]) -> dict[int, str]:
    """The shapes' own names, made fit for pieces and distinct; S1, S2, ... as BurrTools shows those without."""
    names: dict[int, str] = {}
    for index, node in nodes.items():
        raw = "_".join(node.attributes.get("name", "").split())
        base = "".join("_" if character in ",*|:" else character for character in raw) or f"S{index}"
        name, turn = base, 1
        while name in names.values():
            turn += 1
            name = f"{base}.{turn}"
        names[index] = name
    return names


def _board(result: _Voxels, letters: dict[int, str], lattice: Lattice) -> Board:
    def place(cell: Cell) -> Cell:
        return cell[: lattice.dimension]

    every = result.filled | result.variable
    return Board(
        frozenset(map(place, every)),
        frozenset(map(place, result.variable)),
        frozenset((place(cell), letters[colour]) for cell, colour in every.items() if letters[colour]),
        lattice,
    )
