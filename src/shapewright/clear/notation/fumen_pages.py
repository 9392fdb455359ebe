"""Other fumens out of the pages of some: joined, split, mirrored, in grey, without comments, filtered.

A page keeps what it is: its field, its piece, its comment and whether its piece is placed. What a viewer reads from
the first page alone, the colours of the pieces, is kept on the first page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from shapewright.clear.field import WIDTH
from shapewright.clear.notation.fumen import Fumen
from shapewright.clear.notation.page import MAX_ROWS, Page
from shapewright.clear.piece import PIECES, Placement, cells_of
from shapewright.errors import LimitError, ProblemError

MAX_PAGES = 20_000
"""No fumen is made of more pages."""

_QUIZ = re.compile(r"#Q=[^;]*")
_MIRRORED = str.maketrans("SZLJszlj", "ZSJLzsjl")
_TURNED = {"N": "N", "E": "W", "S": "S", "W": "E"}
_GREY = str.maketrans(PIECES, "X" * len(PIECES))


def with_pages(fumen: Fumen, pages: Sequence[Page]) -> Fumen:
    """These pages in the address of ``fumen``, in its colours.

    Raises ``ProblemError`` without pages, ``LimitError`` beyond ``MAX_PAGES``.
    """
    if len(pages) > MAX_PAGES:
        raise LimitError(f"{len(pages)} pages are more than the limit of {MAX_PAGES} of a fumen")
    if pages:
        pages = [replace(pages[0], colorize=fumen.pages[0].colorize), *pages[1:]]
    return replace(fumen, pages=tuple(pages), is_cut=False)


def joined(fumens: Sequence[Fumen]) -> Fumen:
    """All pages of the fumens as one, in their order, in the address of the first.

    >>> from shapewright.clear import Fumen
    >>> one = Fumen.from_text("v115@vhAAgH")
    >>> len(joined([one, one]).pages)
    2
    """
    if not fumens:
        raise ProblemError("there are no fumens to join")
    return with_pages(fumens[0], [page for fumen in fumens for page in fumen.pages])


def split(fumen: Fumen) -> list[Fumen]:
    """A fumen for each page."""
    return [with_pages(fumen, [page]) for page in fumen.pages]


def _each(fumen: Fumen, change: Callable[[Page], Page]) -> Fumen:
    return with_pages(fumen, [change(page) for page in fumen.pages])


def mirrored_placement(placement: Placement) -> Placement:
    """The placement as a mirror beside the field shows it: S and Z, L and J change places.

    >>> mirrored_placement(Placement("L", "E", 0, 1))
    Placement('J', 'W', 9, 1)
    """
    piece, facing = placement.piece.translate(_MIRRORED), _TURNED[placement.facing]
    left, low = min([WIDTH - 1 - x for x, _ in placement.cells()]), min([y for _, y in placement.cells()])
    # The centre of an I or an O is not in the middle of its cells, so that it moves.
    own = cells_of(piece, facing)
    return Placement(piece, facing, left - min([x for x, _ in own]), low - min([y for _, y in own]))


def mirrored(fumen: Fumen) -> Fumen:
    """Left and right exchanged on every page, in fields, pieces and queues; other comments stay."""
    return _each(
        fumen,
        lambda page: replace(
            page,
            rows=tuple([row[::-1].translate(_MIRRORED) for row in page.rows]),
            garbage=page.garbage[::-1].translate(_MIRRORED),
            placement=None if page.placement is None else mirrored_placement(page.placement),
            comment=_QUIZ.sub(lambda quiz: "#Q=" + quiz[0][3:].translate(_MIRRORED), page.comment, count=1)
            if page.comment.startswith("#Q=")
            else page.comment,
        ),
    )


def greyed(fumen: Fumen) -> Fumen:
    """All cells of the fields in grey; a piece that is placed on a page stays one."""
    return _each(
        fumen,
        lambda page: replace(
            page, rows=tuple([row.translate(_GREY) for row in page.rows]), garbage=page.garbage.translate(_GREY)
        ),
    )


def uncommented(fumen: Fumen) -> Fumen:
    """No comments, and so no queues."""
    return _each(fumen, lambda page: replace(page, comment=""))


def without_full_rows(fumen: Fumen) -> Fumen:
    """No full rows in the fields; what lies above them comes down, a piece on the page too.

    Raises ``ProblemError`` for a piece that a full row cuts in two.
    """
    pages = []
    for number, page in enumerate(fumen.pages, 1):
        full = [y for y, row in enumerate(page.rows) if "_" not in row]
        placement = page.placement
        if placement is not None and full:
            below = {sum([row < y for row in full]) for _, y in placement.cells()}
            if len(below) > 1:
                raise ProblemError(f"page {number}: a full row lies between the cells of {placement}")
            placement = replace(placement, y=placement.y - below.pop())
        pages.append(replace(page, rows=tuple([row for row in page.rows if "_" in row]), placement=placement))
    return with_pages(fumen, pages)


def locked(fumen: Fumen) -> Fumen:
    """One page more: the field after the last piece, without full rows, lifted or mirrored if the last page says so.

    Raises ``ProblemError`` if the last page has no piece.
    """
    last = fumen.pages[-1]
    if last.placement is None:
        raise ProblemError("the last page has no piece to place")
    if any(y < len(last.rows) and last.rows[y][x] != "_" for x, y in last.placement.cells()):
        raise ProblemError(f"{last.placement} does not fit on the last page")
    rows = last.rows_after()
    if last.lock and last.rise:
        rows = (last.garbage, *rows)
    if last.lock and last.mirror:
        rows = tuple([row[::-1] for row in rows])
    return with_pages(fumen, [*fumen.pages, Page(rows[:MAX_ROWS])])


def unique(fumen: Fumen) -> Fumen:
    """Each page once: a page goes if an earlier one has its field, its piece and its comment."""
    seen: dict[tuple[object, ...], Page] = {}
    for page in fumen.pages:
        seen.setdefault((page.rows, page.placement, page.comment), page)
    return with_pages(fumen, list(seen.values()))


def filtered(
    fumens: Iterable[Fumen], *, piece: str | None = None, comment: str | None = None, cleared: bool = False
) -> list[Fumen]:
    """The pages that meet every condition; fumens without such pages are left out.

    ``piece`` are letters, one of which must be the piece on the page, or, on a page without a piece, the colour of a
    cell. ``comment`` must be part of the comment, in capital or small letters. With ``cleared`` nothing may be left of
    the field once the piece is placed and full rows are cleared.
    """

    def keeps(page: Page) -> bool:
        if piece is not None:
            there = set("".join(page.rows)) if page.placement is None else {page.placement.piece}
            if not there & set(piece.upper()):
                return False
        if comment is not None and comment.casefold() not in page.comment.casefold():
            return False
        left = [row for row in page.rows_after() if "_" in row]
        return not cleared or not left

    kept = [(fumen, [page for page in fumen.pages if keeps(page)]) for fumen in fumens]
    return [with_pages(fumen, pages) for fumen, pages in kept if pages]
