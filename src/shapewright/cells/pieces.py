"""Pieces in text: the one grammar of piece lists (``pentominoes, 2*T4``), the standard sets and names, the piece file.

A piece list is comma-separated ``[COUNT*][NAME=]SHAPE``. COUNT is ``3``, ``1-3``, ``2+`` (at least 2) or ``any``. SHAPE
is a set (``pentominoes``, ``7-ominoes``, ``tetracubes``, ``soma``), one piece by letter and size (``T4``, ``Y5``, bars
up to ``I99``) or art in one line (``##/#.``), each optionally after ``free-``, ``one-sided-``, ``half-turn-`` (no
quarter turns, as where wood has a grain) or ``fixed-``. NAME is a name that you choose for a single piece:
``CORNER=##/#.``, ``2*CORNER=fixed-##/#.``. After ``value`` stands what one copy is worth to a packing: ``2*T4 value
7``. By default flat pieces are free and solid pieces are one-sided, because a solid piece cannot be reflected by hand.
Sets of other lattices have names of their own (``pentahexes``, ``hexiamonds``); their single pieces and art begin with
the lattice: ``hex:I4``, ``2*BAR=fixed-triangle:###``. The names of sets and pieces stand in
``shapewright.cells.standard``. The module ``shapewright.cells.piece_lists`` writes such lists.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count

from shapewright.cells.lattice import Lattice
from shapewright.cells.lattices import CUBE, lattice_before
from shapewright.cells.polyomino import MAX_COUNT, MAX_VALUE, MOTIONS, Motions, Piece, Polyomino
from shapewright.cells.standard import Wanted, standard_piece, standard_set, usual_motions, what_exists
from shapewright.errors import LimitError, NotationError, ShapewrightError, quote


@dataclass(frozen=True, slots=True)
class Entry:
    """One statement of a puzzle or piece file: ``keyword rest`` and the picture under it, without its indent."""

    keyword: str
    rest: str
    art: str
    line_number: int


def parse_entries(text: str) -> list[Entry]:
    """Split a puzzle or piece file into its statements.

    A statement starts at the left margin; indented lines under it are its picture, in which a blank line separates
    layers. Lines that start with ``%`` are comments.

    >>> parse_entries("% two cells\\npiece A 2\\n  ##\\n")
    [Entry(keyword='piece', rest='A 2', art='##', line_number=2)]

    Raises ``NotationError`` for a picture without a statement.
    """
    heads: list[tuple[str, str, int]] = []
    pictures: list[list[str]] = []
    for number, line in enumerate(text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n"), 1):
        stripped = line.strip()
        if stripped.startswith("%"):
            continue
        if stripped and line[0] not in " \t":
            keyword, *rest = stripped.split(None, 1)
            heads.append((keyword, rest[0] if rest else "", number))
            pictures.append([])
        elif stripped and not heads:
            raise NotationError(f"line {number}: the picture {quote(stripped)} has no statement above it")
        elif pictures:
            pictures[-1].append(line.expandtabs().rstrip())
    entries = []
    for (keyword, rest_of_line, number), rows in zip(heads, pictures, strict=True):
        indent = min([len(row) - len(row.lstrip()) for row in rows if row], default=0)
        art = "\n".join([row[indent:] for row in rows]).strip("\n")
        entries.append(Entry(keyword, rest_of_line, art, number))
    return entries


def parse_pieces(text: str) -> tuple[Piece, ...]:
    """Read a piece list; see the module for its grammar.

    A count applies to each piece of a set; pieces of equal name merge and their counts add. Names are the plain letters
    when all pieces are of one size, and letter and size otherwise. Shapes without a letter are called ``6.01``,
    ``6.02``, ... in enumeration order (in space ``6c.001``, ...). The mirror image of a one-sided piece has a
    ``'`` after its name (but S and Z, L and J), fixed orientations have ``.1``, ``.2``, ...; art without a name is
    called ``art1``, ``art2``, ...

    >>> [piece.name for piece in parse_pieces("2*I2, tetrominoes")]
    ['I2', 'I4', 'O4', 'T4', 'S4', 'L4']

    The text of a whole piece file is accepted as well (see :func:`pieces_from_text`).

    Raises ``NotationError``, which quotes the text that cannot be read and says where it is.
    """
    return pieces_from_text(text) if is_piece_file(text) else _named(_parse_list(text, ""))


def is_piece_file(text: str) -> bool:
    """Whether ``text`` is the content of a piece file: its first word is ``piece`` or ``pieces``, or a comment's ``%``.

    >>> is_piece_file("piece bar\\n  ###"), is_piece_file("pentominoes, T4")
    (True, False)
    """
    first = text.split(maxsplit=1)[:1]
    return first in (["piece"], ["pieces"]) or (first[:1] != [] and first[0].startswith("%"))


def pieces_from_text(text: str) -> tuple[Piece, ...]:
    """Read a piece file: ``pieces LIST`` and ``piece NAME [COUNT] [MOTIONS] [value N]`` with an indented picture.

    >>> pieces_from_text("pieces T4\\npiece bar any fixed\\n  ###")[1].motions
    'fixed'
    """
    entries = parse_entries(text)
    for entry in entries:
        if entry.keyword not in ("pieces", "piece"):
            raise NotationError(
                f"line {entry.line_number}: {quote(entry.keyword)} does not belong in a piece file; "
                "expected 'pieces' or 'piece'"
            )
    return pieces_from_entries(entries)


def pieces_from_entries(entries: Iterable[Entry], board: Lattice | None = None) -> tuple[Piece, ...]:
    """The pieces of the ``pieces`` and ``piece`` statements among ``entries``; other statements are ignored.

    Errors speak of pieces for a ``board``, if it is known what that lies on.
    """
    wanted: list[Wanted] = []
    for entry in entries:
        if entry.keyword not in ("pieces", "piece"):
            continue
        where = f"line {entry.line_number}: "
        if entry.keyword == "piece":
            try:
                wanted.append(_parse_statement(entry))
            except ShapewrightError as error:
                raise type(error)(where + str(error)) from None
        elif entry.art:
            raise NotationError(f"{where}'pieces' takes a list, not a picture; use 'piece NAME' for a single piece")
        else:
            wanted.extend(_parse_list(entry.rest, where, board))
    return _named(wanted)


def pieces_to_text(pieces: Iterable[Piece]) -> str:
    """A piece file that ``pieces_from_text`` reads back, one ``piece`` statement with a picture each."""
    lines = []
    for piece in pieces:
        worth = f" value {piece.value}" if piece.value else ""
        lines.append(f"piece {piece.name} {count_text(piece)} {piece.motions}{worth}")
        lines.extend(f"  {row}".rstrip() for row in piece.shape.to_text().split("\n"))
    return "".join(f"{line}\n" for line in lines)


def _parse_list(text: str, where: str, board: Lattice | None = None) -> Iterator[Wanted]:
    position = 1
    for item in text.split(","):
        place = (
            f"{where}{quote(item.strip())} at position {position + len(item) - len(item.lstrip())} of the piece list"
        )
        position += len(item) + 1
        copies, star, name = item.rpartition("*")
        name = name.strip()
        if not name:
            raise NotationError(f"{place} has no piece; expected [COUNT*]NAME such as pentominoes, 2*T4 or any*I2")
        if "*" in copies:
            raise NotationError(f"{place} has more than one '*'; expected one count before one piece, such as 2*T4")
        minimum, maximum = _parse_count(copies.strip(), place) if star else (1, 1)
        name, value = _parse_value(name, place)
        for wanted in _parse_name(name, place, board):
            yield replace(wanted, minimum=minimum, maximum=maximum, where=place, value=value)


def _parse_statement(entry: Entry) -> Wanted:
    """``piece NAME [COUNT] [MOTIONS] [value N]`` with its picture."""
    rest, value = _parse_value(entry.rest, quote(entry.rest))
    name, *options = rest.split() or [""]
    if not name:
        raise NotationError("'piece' has no name; expected piece NAME [COUNT] [MOTIONS] [value N]")
    if not entry.art:
        raise NotationError(f"the piece {quote(name)} has no picture; expected indented rows of # and . under it")
    shape = Polyomino.from_text(entry.art)
    motions = usual_motions(shape.lattice)
    counts = [option for option in options if option not in MOTIONS]
    if len(counts) > 1 or len(options) - len(counts) > 1:
        raise NotationError(f"{quote(entry.rest)} is not NAME [COUNT] [MOTIONS] [value N]")
    for choice in MOTIONS:
        if choice in options:
            motions = choice
    minimum, maximum = _parse_count(counts[0], f"{quote(counts[0])} for the piece {quote(name)}") if counts else (1, 1)
    Piece(name, shape, minimum, maximum, motions, value)  # refuses a bad name here, where the line is known
    where = f"line {entry.line_number}: {quote(entry.rest)}"
    return Wanted(name, "", "", "", shape, motions, minimum, maximum, where, value)


def _parse_value(text: str, place: str) -> tuple[str, int]:
    """The text without ``value N`` at its end, and that number, or 0 if there is none."""
    *before, word, number = text.split() if len(text.split()) > 2 else ["", "", ""]
    if word != "value":
        if number == "value":
            raise NotationError(f"{place} has no number after 'value'; expected a whole number such as value 7")
        return text, 0
    digits = number.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        raise NotationError(f"{place} has the value {quote(number)}; expected a whole number such as value 7")
    if len(digits) > 9 or int(digits) > MAX_VALUE:
        raise LimitError(f"{place} has the value {quote(number)}, which is beyond the limit of {MAX_VALUE}")
    return " ".join(before), int(number)


def _parse_count(text: str, place: str) -> tuple[int, int | None]:
    if text == "any":
        return 0, None
    low, dash, high = text.removesuffix("+").partition("-")
    numbers = [low.strip(), high.strip()] if dash else [low.strip()]
    if not all(number.isascii() and number.isdigit() for number in numbers) or (dash and text.endswith("+")):
        raise NotationError(f"{place} has no count; expected a number, a range such as 1-3, 2+ or any")
    if max(map(len, numbers)) > 9 or max(map(int, numbers)) > MAX_COUNT:
        raise LimitError(f"{place} asks for more than the limit of {MAX_COUNT} pieces")
    minimum, maximum = int(numbers[0]), int(numbers[-1])
    if maximum < minimum:
        raise NotationError(f"{place} counts from {minimum} down to {maximum}; expected the smaller number first")
    return minimum, None if text.endswith("+") else maximum


def count_text(piece: Piece) -> str:
    """How often the piece is used, as COUNT of the grammar.

    >>> count_text(Piece("T", Polyomino.from_text("###/.#."), 2, None))
    '2+'
    """
    if piece.maximum is None:
        return f"{piece.minimum}+" if piece.minimum else "any"
    return str(piece.minimum) if piece.minimum == piece.maximum else f"{piece.minimum}-{piece.maximum}"


def _parse_name(text: str, place: str, board: Lattice | None) -> tuple[Wanted, ...]:
    """The pieces that one NAME stands for."""
    label, equals, text_of_shape = text.rpartition("=")
    label, name = label.strip(), text_of_shape.strip()
    if misplaced := motion_before(label):
        raise NotationError(
            f"{place} is named {quote(label)}; write how a piece may be moved after the '=', "
            f"such as {label[len(misplaced) + 1 :] or 'A'}={misplaced}-{text_of_shape.strip()[:20]}"
        )
    kind = motion_before(name)
    if kind is not None:
        name = name.removeprefix(f"{kind}-")
        if motion_before(name):
            raise NotationError(f"{place} states twice how the piece may be moved; expected {kind}- or {name}")
    try:
        lattice, name = lattice_before(name)
    except NotationError as error:
        raise NotationError(f"{place}: {error}") from None
    if misplaced := motion_before(name):  # 'sticks:one-sided-F4'
        if kind is not None:
            raise NotationError(f"{place} states twice how the piece may be moved; expected {kind}- alone")
        kind, name = misplaced, name.removeprefix(f"{misplaced}-")
    found = () if equals and not label else standard_set(name.lower(), kind) or standard_piece(name, kind, lattice)
    if lattice is not None and found and found[0].shape.lattice is not lattice:
        raise NotationError(f"{place}: {name} are not on the lattice {lattice.name}; write {name} alone")
    looks_like_art = "#" in name or "/" in name or set(name) <= {"0", "1", "."} or bool(label)
    if not found and looks_like_art and not (equals and not label):
        if any(character.isspace() for character in name):
            raise NotationError(f"{place} has white space in its picture; expected '.' where there is no cell")
        try:
            shape = Polyomino.from_text(f"{lattice.name}:{name}" if lattice else name)
        except ShapewrightError as error:
            raise type(error)(f"{place}: {error}") from None
        found = (Wanted("", "", "", "", shape, kind or usual_motions(shape.lattice)),)
    if not found and len(name.split()) > 1:
        raise NotationError(
            f"{place} is not a piece; put commas between pieces, and a count before its piece, such as 'T4, 3*I4'"
        )
    if not found:
        raise NotationError(f"{place} is not a piece; {what_exists(name, lattice, board)}")
    if label:
        if len(found) > 1:
            raise NotationError(f"{place} gives one name to {len(found)} different pieces")
        found = (replace(found[0], letter=label, suffix="", size="", family=""),)
        try:
            Piece(label, found[0].shape)
        except ShapewrightError as error:
            raise type(error)(f"{place}: {error}") from None
    return found


def motion_before(text: str) -> Motions | None:
    """The word for motions that ``text`` begins with (or is), in a list where it would be taken for one.

    >>> motion_before("one-sided-T4"), motion_before("T4")
    ('one-sided', None)
    """
    for choice in MOTIONS:
        if text.startswith(f"{choice}-") or text == choice:
            return choice
    return None


def _named(wanted: Iterable[Wanted]) -> tuple[Piece, ...]:
    """Give the pieces their final names and merge those of equal name."""
    every = list(wanted)
    if not every:
        raise NotationError("there are no pieces; expected a list such as pentominoes or 2*T4, I4")
    if any(one.shape.lattice is CUBE for one in every) and all(one.shape.lattice.is_plain for one in every):
        every = [replace(one, shape=one.shape.lifted()) for one in every]
    given = {one.letter for one in every if not one.family}
    with_size = len({one.family for one in every if one.family}) > 1 or any(
        one.name(with_size=False) in given for one in every if one.family
    )
    pieces: dict[str, Piece] = {}
    art: dict[tuple[Polyomino, ...], str] = {}
    free_names = (name for number in count(1) if (name := f"art{number}") not in given)
    for one in every:
        name = one.name(with_size=with_size)
        if not name:
            orientations = one.shape.orientations(one.motions)
            if orientations not in art:
                art[orientations] = next(free_names)
            name = art[orientations]
        piece = Piece(name, one.shape, one.minimum, one.maximum, one.motions, one.value)
        other = pieces.setdefault(name, piece)
        if other is not piece:
            if other.orientations() != piece.orientations():
                raise NotationError(f"{one.where}: the name {name} stands for two different pieces")
            if other.value != piece.value:
                raise NotationError(f"{one.where}: the piece {name} has two values, {other.value} and {piece.value}")
            most = None if other.maximum is None or piece.maximum is None else other.maximum + piece.maximum
            pieces[name] = replace(other, minimum=other.minimum + piece.minimum, maximum=most)
    return tuple(pieces.values())
