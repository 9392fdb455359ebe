"""Fumens made of others by a named operation, such as ``mirror`` or ``join``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.clear.fumens.gluing import glued, unglued
from shapewright.clear.notation.fumen import Fumen, read_fumens
from shapewright.clear.notation.fumen_pages import (
    filtered,
    greyed,
    joined,
    locked,
    mirrored,
    split,
    uncommented,
    unique,
    without_full_rows,
)
from shapewright.clear.piece import read_piece
from shapewright.clear.problem import read_kicks
from shapewright.clear.rules import check_drop
from shapewright.errors import LimitError, NotationError, ProblemError, quote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from shapewright.clear.kicks import Kicks
    from shapewright.clear.rules import Drop

__all__ = ["EDITS", "edit"]

EDITS: Mapping[str, str] = {
    "join": "one fumen with the pages of all",
    "split": "a fumen for each page",
    "mirror": "left and right exchanged, also in pieces and queues",
    "grey": "all cells of the fields in grey",
    "glue": "coloured cells become pages that place the pieces, one by one",
    "unglue": "the pieces of all pages become coloured cells of one page",
    "lock": "one page more, with the field after the last piece",
    "clear-lines": "fields without full rows",
    "uncomment": "no comments",
    "unique": "each page once",
    "filter": "only the pages that meet the conditions",
}
"""The operations, and what each makes."""

_EACH: Mapping[str, Callable[[Fumen], Fumen]] = {
    "mirror": mirrored,
    "grey": greyed,
    "unglue": unglued,
    "lock": locked,
    "clear-lines": without_full_rows,
    "uncomment": uncommented,
    "unique": unique,
}


def edit(
    fumens: Fumen | str | Iterable[Fumen | str],
    operation: str,
    *,
    piece: str | None = None,
    comment: str | None = None,
    perfect_clear: bool = False,
    kicks: Kicks | str = "srs",
    drop: Drop = "soft",
) -> list[Fumen]:
    """What one of the ``EDITS`` makes of fumens; a text may have several, and each may name pages: ``v115@...#1:3``.

    ``filter`` keeps the pages that place one of the pieces in ``piece`` (without a piece on the page: that have cells
    in such a colour), whose comment has the text ``comment``, and with ``perfect_clear`` those that leave nothing.
    ``glue`` places pieces by ``kicks`` and ``drop``.

    >>> [str(fumen) for fumen in edit("v115@vhA13I", "mirror")]
    ['v115@vhAV3I']
    >>> edit(edit("v115@vhA13I", "mirror"), "mirror")[0].to_text()
    'v115@vhA13I'

    Raises ``NotationError`` for an operation that is not one and for what is not a fumen; ``ProblemError`` if a fumen
    cannot be changed so, or a condition is given to another operation than ``filter``, or none to ``filter``.
    """
    operation = "grey" if operation == "gray" else operation
    if operation not in EDITS:
        raise NotationError(f"{quote(operation)} is not an operation; operations are {', '.join(EDITS)}")
    read = _read(fumens)
    if operation == "filter":
        if not (piece or comment or perfect_clear):
            raise ProblemError("filter needs a condition: a piece, a comment or a perfect clear")
        if piece:
            piece = "".join([read_piece(letter, "in the pieces to keep") for letter in piece])
        return filtered(read, piece=piece or None, comment=comment or None, cleared=perfect_clear)
    if piece is not None or comment is not None or perfect_clear:
        raise ProblemError(f"conditions on pages only apply to filter, not to {operation}")
    if operation == "join":
        return [joined(read)]
    check_drop(drop)
    system = read_kicks(kicks)
    found: list[Fumen] = []
    for number, fumen in enumerate(read, 1):
        try:
            if operation == "split":
                found += split(fumen)
            elif operation == "glue":
                found += glued(fumen, kicks=system, drop=drop)
            else:
                found.append(_EACH[operation](fumen))
        except (NotationError, ProblemError, LimitError) as error:
            raise type(error)(str(error) if len(read) == 1 else f"fumen {number} of {len(read)}: {error}") from None
    return found


def _read(fumens: Fumen | str | Iterable[Fumen | str]) -> list[Fumen]:
    if isinstance(fumens, (Fumen, str)):
        fumens = [fumens]
    return [one for each in fumens for one in ([each] if isinstance(each, Fumen) else read_fumens(each))]
