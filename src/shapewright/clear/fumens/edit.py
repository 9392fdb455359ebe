"""Fumens made of others by a named operation, such as ``mirror`` or ``join``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import islice

from shapewright.clear.chances.cover import built_of_page, builts_of_page
from shapewright.clear.drops import Drop, check_drop
from shapewright.clear.field import WIDTH
from shapewright.clear.kicks import Kicks
from shapewright.clear.notation import fumen_pages
from shapewright.clear.notation.fumen import Fumen, read_fumens
from shapewright.clear.notation.fumen_pages import filtered, with_pages
from shapewright.clear.notation.page import MAX_ROWS, Page
from shapewright.clear.orders.placing_order import in_order
from shapewright.clear.piece import read_piece
from shapewright.clear.problem import read_kicks
from shapewright.errors import LimitError, NotationError, ProblemError, quote

MAX_CUTS = 100
"""No more ways to cut the colours of a page into pieces are tried."""


def glued(fumen: Fumen, *, kicks: Kicks, drop: Drop = "soft") -> list[Fumen]:
    """For each page with cells in the colours of pieces a fumen that places them one by one.

    The order is one in which every piece can be brought to its place; if the comment of the page is a queue, one that
    the queue allows. Pages without coloured cells stay as they are.

    Raises ``NotationError`` if the cells of a colour are not pieces, ``ProblemError`` if there is no such order.
    """
    return [_glued(fumen, page, number, kicks, drop) for number, page in enumerate(fumen.pages, 1)]


def _glued(fumen: Fumen, page: Page, number: int, kicks: Kicks, drop: Drop) -> Fumen:
    if page.placement is not None:
        raise NotationError(f"page {number} already places a piece, {page.placement}")
    if set("".join(page.rows)) <= {"_", "X"}:
        return with_pages(fumen, [page])
    built_of_page(page, number)  # says which cells are not pieces
    queue = page.queue
    for built in islice(builts_of_page(page, number), MAX_CUTS):
        solution = in_order(built.start, built.parts, queue, kicks=kicks, drop=drop)
        if solution is not None:
            pages = Fumen.from_solution(solution).pages
            if queue is None:
                pages = tuple([replace(each, comment="") for each in pages])
                pages = (replace(pages[0], comment=page.comment), *pages[1:])
            return with_pages(fumen, pages)
    what = "the queue in its comment" if queue is not None else "any order"
    raise ProblemError(f"page {number}: its pieces cannot be placed by {what} with kicks {kicks.name} and {drop} drop")


def unglued(fumen: Fumen) -> Fumen:
    """One page with all pieces that the pages place, as coloured cells in the rows of the first page.

    Cells that later pages draw are left out, as solution-finder does. The comment is that of the first page.

    Raises ``ProblemError`` for a piece that does not fit onto the others, and for a page that mirrors or lifts the
    field before a later piece.
    """
    first, *_ = fumen.pages
    letters = {(x, y): cell for y, row in enumerate(first.rows) for x, cell in enumerate(row) if cell != "_"}
    rows = list(range(MAX_ROWS + 4 * len(fumen.pages)))  # where each row that there now is was at the beginning
    moved: int | None = None
    for number, page in enumerate(fumen.pages, 1):
        if page.placement is not None and page.lock:
            if moved is not None:
                raise ProblemError(f"page {moved} mirrors or lifts the field, so that page {number} has other rows")
            for x, y in page.placement.cells():
                cell = (x, rows[y])
                if cell in letters:
                    raise ProblemError(f"page {number}: {page.placement} does not fit onto the pieces before it")
                letters[cell] = page.placement.piece
        if page.lock:
            rows = [row for row in rows if any((x, row) not in letters for x in range(WIDTH))]
            if page.mirror or page.rise:
                moved = number
    height = max([y + 1 for _, y in letters], default=0)
    drawn = tuple(["".join([letters.get((x, y), "_") for x in range(WIDTH)]) for y in range(height)])
    if height > MAX_ROWS:
        raise ProblemError(f"the pieces reach {height} rows, and a page has {MAX_ROWS}")
    return with_pages(fumen, [Page(drawn, comment=first.comment, garbage=first.garbage)])


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
    "mirror": fumen_pages.mirrored,
    "grey": fumen_pages.greyed,
    "unglue": unglued,
    "lock": fumen_pages.locked,
    "clear-lines": fumen_pages.without_full_rows,
    "uncomment": fumen_pages.uncommented,
    "unique": fumen_pages.unique,
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
    given = [fumens] if isinstance(fumens, (Fumen, str)) else fumens
    read = [one for each in given for one in ([each] if isinstance(each, Fumen) else read_fumens(each))]
    if operation == "filter":
        if not (piece or comment or perfect_clear):
            raise ProblemError("filter needs a condition: a piece, a comment or a perfect clear")
        if piece:
            piece = "".join([read_piece(letter, "in the pieces to keep") for letter in piece])
        return filtered(read, piece=piece or None, comment=comment or None, cleared=perfect_clear)
    if piece is not None or comment is not None or perfect_clear:
        raise ProblemError(f"conditions on pages only apply to filter, not to {operation}")
    if operation == "join":
        return [fumen_pages.joined(read)]
    check_drop(drop)
    system = read_kicks(kicks)
    found: list[Fumen] = []
    for number, fumen in enumerate(read, 1):
        try:
            if operation == "split":
                found += fumen_pages.split(fumen)
            elif operation == "glue":
                found += glued(fumen, kicks=system, drop=drop)
            else:
                found.append(_EACH[operation](fumen))
        except (NotationError, ProblemError, LimitError) as error:
            raise type(error)(str(error) if len(read) == 1 else f"fumen {number} of {len(read)}: {error}") from None
    return found
