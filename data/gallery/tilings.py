"""The gallery's puzzles of tilings."""

from __future__ import annotations

from typing import Any

from data.gallery.entry import Entry, Fact

_WAYS = Fact("count", "count")
_DISTINCT = Fact("count", "count", {"up_to_symmetry": True})
_PENTOMINOES = "FILNPTUVWXYZ"

# Thirteen pieces of a chessboard, printed on one side.
_BROKEN_CHESSBOARD = ", ".join(
    f"{name}=one-sided-{art}"
    for name, art in (
        ("F", ".w./wkw/k.."), ("V", "kwk/w../k.."), ("U", "wk/k./wk"), ("L", "...w/wkwk"), ("W", "kw./.kw/..k"),
        ("X", ".w./wkw/.w."), ("O", "wk/kw"), ("N", ".kwk/kw.."), ("I", "kwkwk"), ("Z", "kw./.k./.wk"),
        ("P", "wk/kw/.k"), ("T", "..w/kwk/..w"), ("Y", ".k/.w/wk/.w"),
    )
)  # fmt: skip
_CHESSBOARD = "/".join(["wkwkwkwk", "kwkwkwkw"] * 4)


def _aztec(order: int) -> str:
    """The Aztec diamond: rows of 2, 4, ... cells, and down again."""
    widths = [*range(1, order + 1), *range(order, 0, -1)]
    return "/".join("." * (order - width) + "#" * (2 * width) + "." * (order - width) for width in widths)


def _times(art: str, scale: int) -> str:
    """A shape so many times as large."""
    return "/".join("".join(cell * scale for cell in row) for row in art.split("/") for _ in range(scale))


def _pentominoes(name: str, title: str, sentence: str, **board: Any) -> Entry:
    """The twelve pentominoes on a board."""
    facts = {key: fact for key, fact in (("ways", _WAYS), ("distinct", _DISTINCT)) if f"{{{key}" in sentence}
    return Entry(name, title, sentence, "tiling", "solve", {**board, "pieces": "pentominoes"}, facts)


def _triplication(letter: str, art: str) -> Entry:
    others = ", ".join(f"0-1*{other}5" for other in _PENTOMINOES if other != letter)
    return Entry(
        f"triplication-{letter.lower()}",
        f"{letter} three times as large",
        f"Nine other pentominoes build the {letter} at three times its size, in {{distinct}} ways up to symmetry.",
        "tiling",
        "solve",
        {"board": _times(art, 3), "pieces": others},
        {"distinct": _DISTINCT},
    )


def _penthouse(letters: str) -> Entry:
    size = len(letters)
    return Entry(
        f"penthouse-{size}",
        f"Katamino, penthouse {size}",
        f"The pieces {', '.join(letters[:-1])} and {letters[-1]} fill these rows in one way but for symmetry.",
        "tiling",
        "solve",
        {"board": f"{size}x5", "pieces": ", ".join(f"{letter}5" for letter in letters)},
        mode="play",
        claims={"unique": Fact("unique", "unique", {"up_to_symmetry": True})},
    )


def _soma(name: str, title: str, sentence: str, *layers: str) -> Entry:
    """A figure of the seven Soma pieces, from the bottom up."""
    facts = {"distinct": _DISTINCT} if "{distinct" in sentence else {}
    return Entry(name, title, sentence, "tiling", "solve", {"board": "//".join(layers), "pieces": "soma"}, facts)


def _calendar(month: int, day: int, title: str, sentence: str) -> Entry:
    date = f"2024-{month:02}-{day:02}"
    return Entry(f"calendar-{month}-{day}", title, sentence, "tiling", "daily", {"date": date}, {"ways": Fact("count")})


TILINGS = (
    _pentominoes(
        "chessboard-centre",
        "Round the middle of a chessboard",
        "The twelve pentominoes leave the four squares in the middle free in {ways} ways, {distinct} up to symmetry.",
        board="8x8",
        hole_box=["3,3,2x2"],
    ),
    _pentominoes(
        "chessboard-corners",
        "A chessboard without corners",
        "The twelve pentominoes cover the rest of the board in {distinct:,} ways up to symmetry.",
        board="8x8",
        hole=["0,0", "7,0", "0,7", "7,7"],
    ),
    _pentominoes(
        "chessboard-windows",
        "Four windows",
        "With these four holes there are only {distinct} ways up to symmetry.",
        board="8x8",
        hole=["2,2", "5,2", "2,5", "5,5"],
    ),
    _pentominoes(
        "box-6x10",
        "Six by ten",
        "The twelve pentominoes fill this box in {distinct:,} ways up to symmetry.",
        board="10x6",
    ),
    _pentominoes(
        "box-5x12",
        "Five by twelve",
        "The twelve pentominoes fill this box in {distinct:,} ways up to symmetry.",
        board="12x5",
    ),
    _pentominoes("box-3x20", "Three by twenty", "The narrowest box has {distinct} ways up to symmetry.", board="20x3"),
    _pentominoes(
        "three-holes",
        "Seven by nine with three holes",
        "The twelve pentominoes go round the three holes in {distinct} ways up to symmetry.",
        board="9x7",
        hole=["1,3", "4,3", "7,3"],
    ),
    Entry(
        "broken-chessboard",
        "The broken chessboard",
        "Thirteen pieces with squares printed on one side: the pattern fits together in one way but for rotation.",
        "tiling",
        "solve",
        {"board": _CHESSBOARD, "pieces": _BROKEN_CHESSBOARD},
        claims={"unique": Fact("unique", "unique", {"rotations_only": True})},
    ),
    Entry(
        "red-corner",
        "The red corner",
        "The piece with the red end belongs in the red corner: {ways} way is left.",
        "tiling",
        "solve",
        {
            "board": "bbbbb/bbbbb/bbbbb/bbbbb/rbbbb",
            "pieces": "A=###/#../#../#.., B=##./###, C=###/.#., D=one-sided-..##/r##., E=#.#/###",
        },
        {"ways": _WAYS},
        mode="play",
    ),
    _penthouse("FLTY"),
    _penthouse("LNUVZ"),
    _penthouse("FILTVXY"),
    _triplication("X", ".#./###/.#."),
    _triplication("W", "#../##./.##"),
    _triplication("V", "#../#../###"),
    Entry(
        "hexominoes",
        "All 35 hexominoes round a box",
        "With a box of 3 by 5 in the middle of the square they do it, without a gap.",
        "tiling",
        "solve",
        {"board": "15x15", "hole_box": ["6,5,3x5"], "pieces": "hexominoes"},
        claims={"found": Fact("verdict")},
    ),
    Entry(
        "hexominoes-moved",
        "The same box, one row higher",
        "Now it is impossible: on a chessboard the colours of the pieces and of the board differ.",
        "tiling",
        "explain",
        {"board": "15x15", "hole_box": ["6,6,3x5"], "pieces": "hexominoes"},
        claims={"none": Fact("verdict")},
    ),
    Entry(
        "mutilated-chessboard",
        "The mutilated chessboard",
        "Without two opposite corners, dominoes cannot cover a chessboard: more squares of one colour are left.",
        "tiling",
        "explain",
        {"board": "8x8", "hole": ["0,0", "7,7"], "pieces": "any*dominoes"},
        claims={"none": Fact("verdict")},
    ),
    Entry(
        "tetrominoes",
        "The five tetrominoes in a box",
        "They have the cells of a box of 4 by 5, and yet they do not fill it.",
        "tiling",
        "explain",
        {"board": "5x4", "pieces": "tetrominoes"},
        claims={"none": Fact("verdict")},
    ),
    Entry(
        "dominoes",
        "Dominoes on a chessboard",
        "There are {ways:,} ways; this one was drawn at random.",
        "tiling",
        "random",
        {"board": "8x8", "pieces": "any*dominoes", "seed": 8},
        {"ways": Fact("count", "count", {"seed": None})},
    ),
    Entry(
        "aztec-diamond",
        "The Aztec diamond",
        "One of {ways:,} ways to cover it with dominoes, drawn at random.",
        "tiling",
        "random",
        {"board": _aztec(8), "pieces": "any*dominoes", "seed": 2},
        {"ways": Fact("count", "count", {"seed": None})},
    ),
    Entry(
        "deficient-chessboard",
        "A chessboard without one square",
        "Trominoes in the form of an L cover all squares but this one in {ways:,} ways.",
        "tiling",
        "solve",
        {"board": "8x8", "hole": ["2,5"], "pieces": "any*L3"},
        {"ways": _WAYS},
    ),
    Entry(
        "rep-tile-l",
        "An L made of L trominoes",
        "Sixteen of them build one that is four times as large, in {distinct} ways up to symmetry.",
        "tiling",
        "solve",
        {"board": _times("#./##", 4), "pieces": "16*L3"},
        {"distinct": _DISTINCT},
    ),
    Entry(
        "rep-tile-p",
        "A P made of P pentominoes",
        "Four of them build one that is twice as large, in {ways} ways.",
        "tiling",
        "solve",
        {"board": _times("##/##/#.", 2), "pieces": "4*P5"},
        {"ways": _WAYS},
        mode="play",
    ),
    _calendar(10, 6, "Calendar, the hardest day", "6 October: of all days this one has the fewest solutions, {ways}."),
    _calendar(1, 25, "Calendar, the easiest day", "25 January: of all days this one has the most solutions, {ways}."),
    _soma("soma-cube", "The Soma cube", "Seven pieces, {distinct} ways up to symmetry.", *["###/###/###"] * 3),
    _soma(
        "soma-sofa",
        "Soma: the sofa",
        "The same seven pieces, {distinct} ways up to symmetry.",
        "#####/#####/#####",
        "#####/#...#/#...#",
        ".###./...../.....",
    ),
    _soma(
        "soma-bed",
        "Soma: the bed",
        "A headboard, a footboard, {distinct} ways up to symmetry.",
        "#######/#######/#######",
        "#.....#/#.....#/#.....#",
    ),
    _soma(
        "soma-dog",
        "Soma: the dog",
        "It stands on four legs in {distinct} ways.",
        ".#...#/....../.#...#",
        ".#####/.#####/.#####",
        ".#...#/##..../.#....",
        ".#..../.#..../.#....",
    ),
    _soma(
        "soma-pyramid",
        "Soma: the pyramid",
        "Three steps high, {distinct} ways up to symmetry.",
        ".###./#####/#####/#####/.###.",
        "...../..#../.###./..#../.....",
        "...../...../..#../...../.....",
    ),
    _soma(
        "soma-bathtub",
        "Soma: the bathtub",
        "It holds water in {distinct} ways up to symmetry.",
        "#####/#####/#####",
        "#####/#...#/#####",
    ),
    _soma(
        "soma-stairs",
        "Soma: the stairs",
        "An easy one: {distinct:,} ways up to symmetry.",
        "###/###/###",
        "###/###/###",
        ".##/.##/.##",
        "..#/..#/..#",
    ),
)
