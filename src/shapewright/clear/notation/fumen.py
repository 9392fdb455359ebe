"""Fumens: pages of fields with comments, as players send them to each other, bare or inside an address.

Versions 115 and 110 are read, 115 is written. After a fumen, ``#2`` or ``#1:3`` (also ``#:3``
and ``#2:``) chooses pages, numbered from 1, as in solution-finder.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from urllib.parse import unquote

from shapewright import drawing
from shapewright.clear.notation.page import Page, decoded, encoded
from shapewright.clear.queue import Queue
from shapewright.clear.rules import place
from shapewright.clear.solution import Solution
from shapewright.errors import LimitError, NotationError, ProblemError, amount, quote
from shapewright.lazy import late

VIEWER = "https://fumen.zui.jp/?"
"""The address of the editor that fumens come from; a fumen after it is a link to what it shows."""
MAX_TEXT = 1 << 20
"""No fumen is longer, in characters."""

# What a browser copies has some characters escaped: %40 is @, %2B +, %2F /, %3F ?, %23 #, %3A a colon.
_FUMEN = re.compile(r"[vmdVMD]1(?:15|10)(?:@|%40)(?:[A-Za-z0-9+/?]+|%2[BbFf]|%3[Ff])*+")
_RANGE = re.compile(r"(?:#|%23)(?P<first>\d{0,9})(?P<colon>:|%3[Aa])?(?P<last>\d{0,9})(?![\w#:%-])", re.ASCII)
_RANGE_BEGINS = re.compile(r"(?:#|%23)[\d:%-]")  # a letter begins a part of an address
_OTHER_VERSION = re.compile(r"[vmdVMD]\d{2,4}(?:@|%40)\S*", re.ASCII)
_COMMENT = re.compile(r"(?:^|(?<=\s))#.*")


def is_fumen(text: str) -> bool:
    """Whether a text is meant as a fumen, be it well formed or not.

    >>> is_fumen("https://fumen.zui.jp/?v115@vhAAgH"), is_fumen("XX________")
    (True, False)
    """
    return _FUMEN.search(text) is not None


def read_fumens(text: str) -> list[Fumen]:
    """All fumens in a text, such as a line or a file: in order, each with its address, cut to the pages it names.

    They stand in lines of their own or have blanks or commas between them; other words are labels. From ``#`` at the
    beginning of a line or after a blank on is a comment.

    >>> [len(fumen.pages) for fumen in read_fumens("v115@vhFRQJUGJKJJvMJTNJGBJ#1:3 v115@vhAAgH")]
    [3, 1]

    Raises ``NotationError`` as :meth:`Fumen.from_text` does, also for a text without any, and names the line.
    """
    found = []
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        try:
            found += [_read(line, *place) for place in _places(_COMMENT.sub("", line))]
        except (NotationError, LimitError) as error:
            is_one = len([other for other in lines if other.strip()]) == 1
            raise type(error)(str(error) if is_one else f"line {number}: {error}") from None
    if not found:
        raise NotationError(
            f"{quote(text.strip())} is not a fumen; a fumen begins with v115@ or v110@, or is a web "
            "address that contains one"
        )
    return found


@dataclass(frozen=True)
class Fumen:
    """Pages, and the text of the address ``before`` and ``after`` them.

    >>> fumen = Fumen.from_text("https://fumen.zui.jp/?v115@vhAAgH")
    >>> len(fumen.pages), fumen.to_text()
    (1, 'https://fumen.zui.jp/?v115@vhAAgH')

    Raises ``ProblemError`` without pages.
    """

    pages: tuple[Page, ...]
    before: str = ""
    after: str = ""
    is_cut: bool = field(default=False, compare=False, repr=False)
    """Whether the pages are some that a range such as ``#1:3`` chose."""

    def __post_init__(self) -> None:
        if not self.pages:
            raise ProblemError("a fumen has at least one page")

    @classmethod
    def from_text(cls, text: str) -> Fumen:
        """Read a fumen, bare or inside any address, which :meth:`to_text` gives back around the new one.

        If it ends in a range such as ``#1:3`` or ``#2``, these are its pages.

        >>> len(Fumen.from_text("v115@vhFRQJUGJKJJvMJTNJGBJ#1:3").pages)
        3

        Raises ``NotationError`` for what is none, is damaged, has no such pages, or for several (which
        :func:`read_fumens` reads); ``LimitError`` for one that is too long.
        """
        content = text.strip()
        places = list(_places(_COMMENT.sub("", content)))
        if not places:
            raise NotationError(
                f"{quote(content)} is not a fumen; a fumen begins with v115@ or v110@, or is a web "
                "address that contains one"
            )
        if len(places) > 1:
            raise NotationError(f"{len(places)} fumens are given where one is expected: {quote(content)}")
        _, start, end = places[0]
        fumen = _read(content, 0, start, end)
        return replace(fumen, after=fumen.after + content[end + len(re.split(r"\s", content[end:])[0]) :])

    @classmethod
    def from_solution(cls, solution: Solution) -> Fumen:
        """A page a placement, each with what is left of the queue as its comment."""
        return cls(_solution_pages(solution, None))

    def appended(self, solution: Solution) -> Fumen:
        """These pages, and after them those of a solution from the field of the last one.

        If that is the field of the solution, its colours are kept.
        """
        return replace(self, pages=(*self.pages, *_solution_pages(solution, self.pages[-1])))

    def to_text(self) -> str:
        """The fumen, version 115, in the address that it was read in.

        Raises ``ProblemError`` for a page that the format cannot hold: a piece that does not fit where it is placed, a
        comment that is too long, or one that begins with ``#Q=`` and is not a queue that has the piece.
        """
        return self.before + encoded(self.pages) + self.after

    def __str__(self) -> str:
        return self.to_text()

    @late("shapewright.clear.fumens.player_pages:draw_fumen")
    def scene(self) -> drawing.Scene:
        """The drawing of all pages, for SVG, PNG and pages."""

    def _repr_svg_(self) -> str:
        return self.scene()._repr_svg_()

    def solution(self, *, kicks: str = "srs") -> Solution:
        """The placements of the pages as a solution: from the first page with a piece on, all that follow.

        Pages without a piece may stand between them, if they leave the field as it is, and after them. The queue is
        that of the comment, if the page has one, else the pieces in their order. Raises ``NotationError`` if no page
        has a piece, or one is not placed before the next page, or a page has not the field the last one leaves.
        """
        first = next((number for number, page in enumerate(self.pages) if page.placement), None)
        if first is None:
            raise NotationError("no page of the fumen has a piece to place")
        start = self.pages[first]
        placements = []
        expected = start.field
        last = max([number for number, page in enumerate(self.pages) if page.placement])
        for number, page in enumerate(self.pages[first : last + 1], first + 1):
            if page.placement is not None and not page.lock:
                raise NotationError(f"page {number} of the fumen does not place its piece")
            if page.field != expected:
                raise NotationError(
                    f"page {number} of the fumen has a different field from the one that the page before leaves"
                )
            if page.placement is None:
                continue
            placements.append(page.placement)
            try:
                expected = place(page.field, page.placement)
            except ProblemError as error:
                raise NotationError(f"page {number} of the fumen: {error}") from None
        queue = start.queue or Queue("".join([placement.piece for placement in placements]))
        return Solution(start.field, queue, tuple(placements), kicks=kicks)


def _solution_pages(solution: Solution, last: Page | None) -> tuple[Page, ...]:
    start = solution.field.cleared()
    rows = tuple(reversed(start.to_text().split("\n")))
    if last is not None and last.placement is None and last.field == start:
        rows = last.rows
    pages = []
    queue = solution.queue
    for frame in solution.frames():
        # At the end of the queue the held piece passes for the current one, as usual.
        comment = queue.to_quiz() if queue.pieces else f"#Q=[]({queue.hold})" if queue.hold else ""
        pages.append(Page(rows, frame.placement, comment))
        rows, queue = pages[-1].rows_after(), frame.queue
    return tuple(pages)


def _places(line: str) -> Iterator[tuple[int, int, int]]:
    """The fumens in a line: where the address of each begins, where its code does and where that ends."""
    matches = list(_FUMEN.finditer(line))
    codes = {match.start() for match in matches}
    for other in _OTHER_VERSION.finditer(line):
        if other.start() not in codes:
            raise NotationError(f"{quote(other[0])} is not a fumen of version 115 or 110")
    end = 0
    for match in matches:
        before = re.split(r"[\s,;]", line[end : match.start()])[-1]
        yield match.start() - len(before), match.start(), match.end()
        end = match.end()


def _read(line: str, begin: int, start: int, end: int) -> Fumen:
    """The fumen at that place of a line."""
    after = re.split(r"\s", line[end:])[0]
    following = _FUMEN.search(after)
    if following is not None:
        after = re.split(r"[,;]", after[: following.start()])[0]
    if end - start > MAX_TEXT:
        raise LimitError(f"a fumen of {end - start} characters is longer than the limit of {MAX_TEXT}")
    code = "v" + unquote(line[start:end])[1:]
    if after.startswith(("@", "%40")):
        raise NotationError(f"the fumen {quote(code)} is damaged: it has a second @; separate fumens by blanks")
    pages = decoded(code)
    is_cut = _RANGE_BEGINS.match(after) is not None
    if is_cut:
        chosen, after = _chosen(after, len(pages))
        # How pieces are coloured is told by the first page alone.
        pages = (replace(pages[chosen][0], colorize=pages[0].colorize), *pages[chosen][1:])
    return Fumen(pages, line[begin:start], after.rstrip(",;"), is_cut)


def _chosen(text: str, number: int) -> tuple[slice, str]:
    """The pages that a text such as ``#1:3`` chooses among so many, and what follows it."""
    match = _RANGE.match(text)
    if match is None or not (match["first"] or match["colon"]) or (match["last"] and not match["colon"]):
        raise NotationError(f"{quote(text)} after the fumen is not a range of pages such as #2, #1:3, #:3 or #2:")
    first = int(match["first"] or 1)
    last = int(match["last"] or number) if match["colon"] else first
    for page in (first, last):
        if not 1 <= page <= number:
            pages = amount(number, "page")
            raise NotationError(f"the fumen has {pages}, and {quote(match[0])} asks for page {page}")
    if last < first:
        raise NotationError(f"{quote(match[0])} after the fumen ends before it begins")
    return slice(first - 1, last), text[match.end() :]
