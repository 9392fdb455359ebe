"""Piece lists as text: the writing side of the grammar that :mod:`shapewright.cells.pieces` reads."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress

from shapewright.cells.lattices import CUBE
from shapewright.cells.pieces import count_text, motion_before, parse_pieces
from shapewright.cells.polyomino import Piece
from shapewright.cells.standard import usual_motions
from shapewright.errors import NotationError, ProblemError, ShapewrightError, quote

_STANDARD = re.compile(r"(?:[A-Z]|\d{1,2}[a-z]?\.)\d*'?(?:\.\d+)?")


def pieces_to_list(pieces: Iterable[Piece]) -> str:
    """A piece list from which ``parse_pieces`` reads the same pieces.

    >>> pieces_to_list(parse_pieces("2*I2, any*CORNER=fixed-##/#."))
    '2*I2, any*CORNER=fixed-##/#.'

    Raises as :func:`piece_texts` does.
    """
    every = tuple(pieces)
    return ", ".join(_counted(every, piece_texts(every)))


def piece_texts(pieces: Sequence[Piece], named: Collection[str] = ()) -> list[str]:
    """Each piece in the grammar of piece lists without its count: by letter and size if it is such a piece, else drawn.

    Joined by commas, with any counts before them, they are read as the same pieces again. Standard pieces get their
    names from the whole list, so that a text may mean another name in another list; the pieces in ``named`` keep theirs
    in any list.

    >>> piece_texts(parse_pieces("T4, fixed-I2, BAR=###"))
    ['T4', 'fixed-I2.2', 'BAR=###']

    Raises ``NotationError`` for a name that begins with a word for motions, since a list cannot hold such a name, and
    ``ProblemError`` if two pieces have the same name or some are flat and others are not.
    """
    names: set[str] = set()
    for piece in pieces:
        if motion_before(piece.name):
            raise NotationError(
                f"a piece list cannot hold the name {quote(piece.name)}, which begins with a word for motions"
            )
        if piece.name in names:
            raise ProblemError(f"two pieces are named {quote(piece.name)}")
        names.add(piece.name)
    if len({piece.shape.dimension for piece in pieces}) > 1:
        raise ProblemError("some of the pieces are flat and others are made of cubes")
    if len({piece.shape.lattice for piece in pieces}) > 1:
        raise ProblemError("the pieces are of several lattices")
    wordings = [list(_wordings(piece, piece.name in named)) for piece in pieces]
    while True:
        texts = [wording[0] for wording in wordings]
        # Which names are read depends on all texts together, so the wrong ones are made plainer until none is left.
        try:
            read = parse_pieces(", ".join(_counted(pieces, texts)))
        except ShapewrightError:
            read = ()
        plainer = [len(wording) > 1 for wording in wordings]
        if len(read) == len(pieces):
            plainer = [one != other for one, other in zip(read, pieces, strict=True)]
        if not any(plainer):
            return texts
        for wording, is_wrong in zip(wordings, plainer, strict=True):
            if is_wrong:
                del wording[0]


def _counted(pieces: Iterable[Piece], texts: Iterable[str]) -> Iterator[str]:
    for piece, text in zip(pieces, texts, strict=True):
        count = count_text(piece)
        worth = f" value {piece.value}" if piece.value else ""
        yield (text if count == "1" else f"{count}*{text}") + worth


def _wordings(piece: Piece, is_named: bool) -> Iterator[str]:
    """Ways to write the piece, the shortest first, the one that needs no other piece last."""
    lattice = piece.shape.lattice
    on = "" if lattice.is_plain else f"{lattice.name}:"
    # A name says its size where sizes are mixed: T is T4, F' is F5', T.3 is T4.3.
    name = piece.name
    for short in (name, f"{name[0]}{piece.shape.area}{name[1:]}") if _STANDARD.fullmatch(name) else ():
        for prefix in (on, f"{piece.motions}-{on}"):
            with suppress(ShapewrightError):
                (standard,) = parse_pieces(prefix + short)
                shape = standard.shape.lifted() if lattice is CUBE else standard.shape
                if (shape, standard.motions) == (piece.shape, piece.motions):
                    if not is_named:
                        yield prefix + short
                    yield f"{name}={prefix}{short}"
    prefix = "" if piece.motions == usual_motions(lattice) else f"{piece.motions}-"
    rows = piece.shape.to_text().replace(":\n", ":").replace("\n//", "//").replace("\n", "/")
    # A closing '/' changes nothing, and tells a row of coloured cells from the name of a set.
    yield f"{name}={prefix}{rows}" + ("" if "#" in rows or "/" in rows else "/")
