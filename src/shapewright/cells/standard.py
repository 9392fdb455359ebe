"""The standard pieces: sets by name, single pieces by letter and size, on every lattice.

Polyominoes and polyhexes of 5 cells and less, polysticks of 4 and less, and hexiamonds have letters; other shapes are
numbered. Letters of hexes, hexiamonds and sticks are those of D. Goodger's Polyform Puzzler.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from shapewright.cells.lattice import Lattice
from shapewright.cells.lattices import CUBE, HEX, PRISM, RHOMBIC, SPHERE, SQUARE, STICKS, TAN, TETRA_OCTA, TRIANGLE
from shapewright.cells.motion import Cell
from shapewright.cells.polyomino import UPRIGHT, Motions, Polyomino, shapes_of

# The free shapes that have letters, drawn as the letter is; the rest are numbered in enumeration order.
_LETTERS = {
    (1, "square"): "I #",
    (2, "square"): "I ##",
    (3, "square"): "I ###  L #./##",
    (4, "square"): "I ####  O ##/##  T ###/.#.  S .##/##.  L #./#./##",
    (
        5,
        "square",
    ): "F .##/##./.#.  I #####  L #./#./#./##  N .#/.#/##/#.  P ##/##/#.  T ###/.#./.#.  U #.#/###  V #../#../### "
    "W #../##./.##  X .#./###/.#.  Y .#/##/.#/.#  Z ##./.#./.##",
    (4, "cube"): "P #./##//../#.  A #./##//#./..",
    (1, "hex"): "I #",
    (2, "hex"): "I ##",
    (3, "hex"): "A #./##  I ###  V .#/##",
    (4, "hex"): "I ####  J ..#/###  O ##/##  P #../###  S .##/##.  U ##./#.#  Y #../.##/.#.",
    (
        5,
        "hex",
    ): "A .#./###/..#  B .##/###  C #..#/.###  D ##./###  E .#../####  F #.#/###  G .##./##.#  H #../.##/##.  I #####  "
    "J ...#/####  L ..#/..#/###  N ..##/###.  P ..#./####  Q ..#/###/.#.  R .#./..#/###  S ..#/###/#..  T ..#/###/..#  "
    "U #../#.#/.##  V #../#../###  W ..#/.##/##.  X #../###/..#  Y ..#./###./...#",
    (1, "triangle"): "I #",
    (2, "triangle"): "I ##",
    (3, "triangle"): "I ###",
    (4, "triangle"): "I ####  C .###/...#  T .#./###",
    (6, "triangle"): "C .####/##...  E ...#../.#####  F .###/###.  G .###/##.#  H ##../####  I ######  J .#..../.##### "
    "O .###/.###  P .#.../#####  S ...###/.###..  V .##./####  X ###/###",
    (1, "sticks"): "I .#",
    (2, "sticks"): "I .#.#  V #./.#",
    (3, "sticks"): "I .#.#.#  L #./../#./.#  T .#.#/..#./....  U #.#/.#.  Z .#../..#./...#",
    (
        4,
        "sticks",
    ): "F .#/#./.#/#./..  H #../.#./#.#/...  I .#.#.#.#  J ..#/.../#.#/.#.  L #./../#./../#./.#  "
    "N ..#/.../..#/.#./#../...  "
    "O .#./#.#/.#.  P .#./..#/.#./#../...  R ...#/..#./.#../..#./....  T .#.#/..#./..../..#./....  U #...#/.#.#.  "
    "V #.../..../#.../.#.#  W #.../.#../..#./...#  X ..#./.#.#/..#./....  Y ..#/.#./..#/.../..#/...  "
    "Z .#../..#./..../..#./...#",
}
_SOMA = "V #./##//  L #./#./##//  T ###/.#.//  Z ##./.##//  A #./##//#./..  B #./##//../.#  P #./##//../#."
_PARTNERS = {
    ("S", "square"): "Z",
    ("L", "square"): "J",
    ("A", "cube"): "B",
}  # the mirror image of a chiral piece; elsewhere name + '
_ALIASES = {"V3": "L3", "O1": "I1", "Z4": "S4", "J4": "L4"}
# Pieces of more cells have no letters, but for the straight ones; flat polycubes have those of polyominoes.
_LETTERED = {"square": 5, "cube": 5, "hex": 5, "triangle": 6, "sticks": 4}

_STEMS = {
    SQUARE: ("mono", "do", "tro", "tetro", "pento", "hexo", "hepto", "octo", "nono", "deco"),
    CUBE: ("mono", "di", "tri", "tetra", "penta", "hexa", "hepta"),
    HEX: ("mono", "di", "tri", "tetra", "penta", "hexa", "hepta"),
    TAN: ("mon", "di", "tri", "tetr", "pent", "hex"),
    STICKS: ("mono", "di", "tri", "tetra", "penta", "hexa"),
    SPHERE: ("mono", "di", "tri", "tetra", "penta"),
    PRISM: ("mono", "di", "tri", "tetra", "penta", "hexa"),
    RHOMBIC: ("mono", "di", "tri", "tetra", "penta", "hexa"),
    TETRA_OCTA: ("mono", "di", "tri", "tetra", "penta", "hexa"),
    TRIANGLE: ("mon", "d", "tr", "tetr", "pent", "hex", "hept", "oct", "enne", "dec"),
}
_SETS = {
    name: (n, lattice)
    for lattice, stems in _STEMS.items()
    for n, stem in enumerate(stems, 1)
    for name in (f"{stem}{lattice.stem}", f"{n}-{'o' if lattice is SQUARE else ''}{lattice.stem}")
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """A piece before its final name is known: that depends on what else is in the list."""

    letter: str  # empty for art without a name
    suffix: str  # "'" and ".k"
    size: str  # what goes between letter and suffix when sizes are mixed
    family: str  # pieces of one family are told apart by their plain names; empty for a name given by the user
    shape: Polyomino
    motions: Motions
    minimum: int = 1
    maximum: int | None = 1
    where: str = ""
    value: int = 0

    def name(self, *, with_size: bool) -> str:
        """What the piece is called, with the size after its letter where sizes are mixed."""
        return self.letter + (self.size if with_size else "") + self.suffix


def usual_motions(lattice: Lattice) -> Motions:
    """How pieces move if nothing is said: a solid piece cannot be reflected by hand."""
    return "free" if lattice.dimension == 2 else "one-sided"


def standard_set(name: str, kind: Motions | None) -> tuple[Wanted, ...]:
    """The pieces of a named set, or none if there is no such set."""
    if name == "soma":
        words = _SOMA.split()
        return tuple(
            [
                Wanted(letter, "", str(shape.area), "soma", shape, kind or "one-sided")
                for letter, shape in zip(words[::2], map(Polyomino.from_text, words[1::2]), strict=True)
            ]
        )
    key = _SETS.get(name.removesuffix("s")) or _SETS.get(name.removesuffix("es"))
    return _standard(*key, kind or usual_motions(key[1])) if key else ()


def standard_piece(name: str, kind: Motions | None, lattice: Lattice | None = None) -> tuple[Wanted, ...]:
    """The standard piece of this name, or none; without a ``lattice`` one of squares or of cubes."""
    digits = "".join([character for character in name.partition(".")[0] if character.isascii() and character.isdigit()])
    if not digits or len(digits) > 2:
        return ()
    name = name[0].upper() + name[1:]
    flat = lattice or SQUARE
    if name[0] == "I" and int(digits) > _LETTERED.get(flat.name, 0):
        bars = _bar(int(digits), kind or usual_motions(flat), flat)
        # Without a number, a fixed bar lies, which is the last of its orientations.
        return tuple([one for one in bars if one.name(with_size=True) == name]) or bars[-1:] * (name == f"I{digits}")
    # Numbered shapes of other lattices than that of squares say so by a letter.
    possible = (lattice,) if lattice else (SQUARE, CUBE) if name[0].isalpha() else (CUBE,) if "c" in name else (SQUARE,)
    for each in possible:
        largest = (
            max((n for n, on in _LETTERS if on == each.name), default=0) if name[0].isalpha() else len(_STEMS[each])
        )
        if not 1 <= int(digits) <= largest:
            continue
        kind_here = kind or usual_motions(each)
        pieces = {piece.name(with_size=True): piece for piece in _standard(int(digits), each, kind_here)}
        alias = _ALIASES.get(name, name) if each is SQUARE else name
        if name in pieces:
            return (pieces[name],)
        if alias in pieces:  # it keeps the letter by which it was asked for
            return (replace(pieces[alias], letter=name[0]),)
        if kind_here in UPRIGHT:
            # Without a number, the orientation in which the piece is drawn.
            for drawn in _standard(int(digits), each, "one-sided"):
                if drawn.name(with_size=True) in (name, alias):
                    return tuple([one for one in pieces.values() if drawn.shape in one.shape.orientations(kind_here)])
    return ()


def _bar(n: int, kind: Motions, lattice: Lattice) -> tuple[Wanted, ...]:
    """The straight piece of ``n`` cells; where it is not turned by a quarter, as it lies and as it stands."""
    if lattice in (TAN, RHOMBIC, TETRA_OCTA) or not n:
        return ()
    cells: list[Cell] = [(2 * x + 1, 0) if lattice is STICKS else (x, 0) for x in range(n)]
    if lattice.dimension == 3:
        cells = [(x, x if lattice is SPHERE else 0, 0) for x in range(n)]
    shape = Polyomino(tuple(cells), (), lattice)
    if kind not in UPRIGHT:
        return (Wanted("I", "", str(n), str(n), shape, kind),)
    turned = enumerate(shape.orientations("one-sided"), 1)
    return tuple([Wanted("I", f".{number}", str(n), str(n), one, kind) for number, one in turned])


@lru_cache(maxsize=32)
def _standard(n: int, lattice: Lattice, kind: Motions) -> tuple[Wanted, ...]:
    """All pieces of ``n`` cells under their standard names, letters first."""
    found: list[Wanted] = []
    for letter, size, shape in _free(n, lattice):
        hands = [(letter, "", shape)]
        if kind != "free" and shape.mirrored() not in shape.orientations("one-sided"):
            partner = _PARTNERS.get((letter, lattice.name)) if n == 4 else None
            hands.append((partner or letter, "" if partner else "'", shape.mirrored()))
        for hand, suffix, turned in hands:
            if kind not in UPRIGHT:
                found.append(Wanted(hand, suffix, size, str(n), turned, kind))
                continue
            every = turned.orientations("one-sided")
            # Of those that half a turn makes of each other one is enough.
            each = [one for number, one in enumerate(every) if not {*one.orientations(kind)} & {*every[:number]}]
            for number, orientation in enumerate(each, 1):
                found.append(Wanted(hand, f"{suffix}.{number}", size, str(n), orientation, kind))
    return tuple(found)


def _free(n: int, lattice: Lattice) -> list[tuple[str, str, Polyomino]]:
    """Name, size after the name, and shape of every free shape of ``n`` cells of a lattice."""
    words = _LETTERS.get((n, lattice.name), "").split()
    before = "" if lattice.is_plain else f"{lattice.name}:"
    lettered = [
        (letter, str(n), Polyomino.from_text(before + art)) for letter, art in zip(words[::2], words[1::2], strict=True)
    ]
    if lattice is CUBE and n <= _LETTERED["cube"]:
        lettered = [(letter, size, shape.lifted()) for letter, size, shape in _free(n, SQUARE)] + lettered
    if lattice is not CUBE and lettered:
        return lettered
    known = {orientation for _, _, shape in lettered for orientation in shape.orientations()}
    rest = [shape for shape in shapes_of(lattice, n) if shape not in known]
    width = max(2, len(str(len(rest))))
    return lettered + [(f"{n}{lattice.mark}.{number:0{width}}", "", shape) for number, shape in enumerate(rest, 1)]


def what_exists(name: str, lattice: Lattice | None, board: Lattice | None = None) -> str:
    """What could have been meant by ``name``, for an error: on its ``lattice``, or else on that of the ``board``."""
    on = lattice or board or SQUARE
    size = int(name[1:]) if name[1:].isascii() and name[1:].isdigit() and len(name) < 4 else 0
    if (size, on.name) in _LETTERS:
        letters = " ".join([letter for letter, _, _ in _free(size, on)])
        prefix = f"{on.name}:" if lattice is None and board is not None and not on.is_plain else ""
        return f"the pieces of size {size} are {' '.join(prefix + each for each in letters.split())}"
    if not on.is_plain:
        some = [f"{letter}{size}" for size, each in _LETTERS if each == on.name for letter, _, _ in _free(size, on)]
        some = some or [f"4{on.mark}.01"]
        prefix = "" if lattice else f"{on.name}:"
        return (
            f"on the lattice {on.name} there are sets ({sets_on(on)}), single pieces ({prefix}{' '.join(some)}) "
            f"and art ({on.name}:{'#./.#' if on is STICKS else '##/#.'})"
        )
    others = "" if board else f"; {', '.join(_plural(each, 4) for each in _STEMS if not each.is_plain)}"
    return (
        f"there are sets (dominoes, tetrominoes, one-sided-pentominoes, 7-ominoes, tetracubes, soma{others}), "
        "pieces by letter and size (T4, Y5) and art (##/#.)"
    )


def set_names() -> tuple[str, ...]:
    """Return the names of all sets of pieces."""
    sets = [_plural(lattice, n) for lattice, stems in _STEMS.items() for n in range(1, len(stems) + 1)]
    return (*sets, "soma")


def sets_on(lattice: Lattice) -> str:
    """The sets of pieces of more than one cell on a lattice.

    >>> from shapewright.cells.lattices import lattice
    >>> sets_on(lattice("hex"))
    'dihexes, trihexes, tetrahexes, pentahexes, hexahexes, heptahexes'
    """
    return ", ".join([_plural(lattice, n) for n in range(2, len(_STEMS[lattice]) + 1)])


def _plural(lattice: Lattice, n: int) -> str:
    return _STEMS[lattice][n - 1] + lattice.stem + ("es" if lattice.stem[-1] in "ox" else "s")
