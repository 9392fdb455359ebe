"""From cells in the colours of pieces to pages that place these pieces, and back.

Players call the first *gluing* and the second *ungluing*. Pages that place pieces show an order; a page of coloured
cells shows where all of them lie, in the rows that the field has at the beginning.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from shapewright.clear.chances.cover import built_of_page, builts_of_page
from shapewright.clear.field import MAX_HEIGHT, WIDTH
from shapewright.clear.notation.fumen import Fumen
from shapewright.clear.notation.fumen_pages import with_pages
from shapewright.clear.notation.page import MAX_ROWS, Page
from shapewright.clear.orders.placing_order import in_any_order, in_order
from shapewright.errors import NotationError, ProblemError

if TYPE_CHECKING:
    from shapewright.clear.chances.cover import Built
    from shapewright.clear.kicks import Kicks
    from shapewright.clear.queue import Queue
    from shapewright.clear.rules import Drop
    from shapewright.clear.solution import Solution

__all__ = ["glued", "unglued"]

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
        solution = _ordered(built, queue, kicks, drop)
        if solution is not None:
            pages = Fumen.from_solution(solution).pages
            if queue is None:
                pages = tuple([replace(each, comment="") for each in pages])
                pages = (replace(pages[0], comment=page.comment), *pages[1:])
            return with_pages(fumen, pages)
    what = "the queue in its comment" if queue is not None else "any order"
    raise ProblemError(f"page {number}: its pieces cannot be placed by {what} with kicks {kicks.name} and {drop} drop")


def _ordered(built: Built, queue: Queue | None, kicks: Kicks, drop: Drop) -> Solution | None:
    if queue is None:
        return in_any_order(built.start, built.parts, kicks=kicks, drop=drop)
    return in_order(built.start, built.parts, queue, kicks=kicks, drop=drop, height=MAX_HEIGHT)


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
