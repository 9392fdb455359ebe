"""The field that a question begins with, in any notation that players write it in.

Rows of text, alone or joined by ``/``; solution-finder's ``field.txt``, whose first line is the number of lines to
clear; a fumen, of which one page is meant. The comment of a fumen may have options of solution-finder, such as
``4 --patterns *p4``.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass, replace

from shapewright.clear.field import MAX_HEIGHT, Field
from shapewright.clear.notation.fumen import Fumen, is_fumen, read_fumens
from shapewright.clear.notation.page import Page
from shapewright.clear.rules import place
from shapewright.errors import NotationError, ProblemError, amount, quote

_COMMENT = re.compile(r"#.*")


@dataclass(frozen=True)
class Start:
    """A field to begin with, and what came with it."""

    field: Field
    fumen: Fumen | None = None
    """The fumen that the field came in, up to its page."""
    height: int | None = None
    """The number of lines to clear, if the text says so."""
    left_out: int = 0
    """How many pages of the fumen come after the one that was taken because none was named."""

    @property
    def page(self) -> Page | None:
        """The page of the fumen that was chosen."""
        return None if self.fumen is None else self.fumen.pages[-1]


def read_start(text: str, page: int | None = None) -> Start:
    """Read a field: rows, a ``field.txt`` or a fumen.

    Of a fumen it is ``page`` (numbered from 1; unless given, the first one), or the page that ``#2`` behind it chooses;
    if a piece is on the page, the field is that after it.

    >>> read_start("4\\nXXXX______\\nXXXX______").height
    4
    >>> read_start("v115@vhFRQJUGJKJJvMJTNJGBJ#2").field
    Field.from_text('___XX_____/____XX____/___XXXX___')

    Raises ``NotationError`` for what cannot be read, and for several fields; ``ProblemError`` for a page that there is
    not, ``LimitError`` beyond 20 rows.
    """
    if not is_fumen(text):
        if page is not None:
            raise ProblemError("--page only applies to a fumen, and the field is not a fumen")
        height, rows = split_height(text)
        return Start(Field.from_text(rows), height=height)
    fumens = read_fumens(text)
    if len(fumens) > 1:
        raise NotationError(f"{len(fumens)} fumens are given where one field is expected: {quote(text.strip())}")
    (fumen,) = fumens
    count = len(fumen.pages)
    if fumen.is_cut:
        if page is not None:
            raise ProblemError("the page is given both by # in the fumen and by --page; leave out one of them")
        if count > 1:
            raise NotationError(
                f"{count} pages of the fumen are chosen where one field is expected; write #2 for page 2"
            )
    left_out = count - 1 if page is None else 0
    page = page or 1
    if page > count:
        raise ProblemError(f"the fumen has {amount(count, 'page')}, and page {page} is asked for")
    fumen = replace(fumen, pages=fumen.pages[:page])
    chosen = fumen.pages[-1]
    try:
        field = chosen.field if chosen.placement is None else place(chosen.field, chosen.placement)
        return Start(field, fumen, left_out=left_out)
    except ProblemError as error:
        raise NotationError(f"page {page} of the fumen: {error}") from None


def read_pages(text: str) -> list[Page]:
    """The pages of all fumens in a text, or the field in it as one page that keeps the letters of its cells.

    Raises ``NotationError`` for what cannot be read.
    """
    if is_fumen(text):
        return [page for fumen in read_fumens(text) for page in fumen.pages]
    _, rows = split_height(text)
    Field.from_text(rows)
    lines = [line.strip().upper().replace(".", "_") for line in rows.strip().replace("/", "\n").splitlines()]
    while len(lines) > 1 and set(lines[0]) == {"_"}:
        lines.pop(0)
    return [Page(tuple(reversed(lines)), lock=False)]


def split_height(text: str) -> tuple[int | None, str]:
    """The number of lines in the first line of a text, if it is one, and the rows without comments."""
    lines = [_COMMENT.sub("", line) for line in text.splitlines()]
    lines = [line for line in lines if line.strip()]
    first = lines[0].strip() if len(lines) > 1 else ""
    if not (first.isascii() and first.isdigit()):
        return None, "\n".join(lines)
    if len(first) > 3 or not 1 <= int(first) <= MAX_HEIGHT:
        raise NotationError(
            f"the first line of the field asks to clear {quote(first)} lines; expected 1 to {MAX_HEIGHT}"
        )
    return int(first), "\n".join(lines[1:])


_NAMES = {
    **dict.fromkeys(("-p", "--patterns"), "patterns"),
    **dict.fromkeys(("-c", "--clear-line", "--height"), "height"),
    **dict.fromkeys(("-H", "--hold"), "hold"),
    **dict.fromkeys(("-d", "--drop"), "drop"),
    **dict.fromkeys(("-K", "--kicks"), "kicks"),
}


@dataclass(frozen=True)
class Options:
    """The options in a comment; None for those that it does not have."""

    height: int | None = None
    patterns: str | None = None
    hold: str | None = None
    drop: str | None = None
    kicks: str | None = None


def read_options(comment: str) -> Options:
    """The options in the comment of a fumen; none if it is a comment of another kind.

    >>> read_options("4 --patterns *p4")
    Options(height=4, patterns='*p4', hold=None, drop=None, kicks=None)

    Raises ``NotationError`` for an option without a value, one that is not known after others, and a height beyond 20.
    """
    try:
        words = shlex.split(comment)
    except ValueError:
        return Options()
    found: dict[str, str] = {}
    if words and words[0].isascii() and words[0].isdigit():
        found["height"] = words.pop(0)
    while words:
        word = words.pop(0)
        name, equals, value = word.partition("=")
        key = _NAMES.get(name)
        if key is None:
            if not found or (set(found) == {"height"} and not word.startswith("-")):
                return Options()  # such as '2 lines and a half'
            raise NotationError(f"{quote(word)} in the comment of the fumen is not a known option")
        if not equals:
            if not words:
                raise NotationError(f"{quote(word)} in the comment of the fumen has no value")
            value = words.pop(0)
        found[key] = value
    height = found.pop("height", None)
    if height is None:
        return Options(None, **found)
    if height.isascii() and height.isdigit() and len(height) < 4 and 1 <= int(height) <= MAX_HEIGHT:
        return Options(int(height), **found)
    raise NotationError(
        f"the number of lines in the comment of the fumen must be from 1 to {MAX_HEIGHT}, not {quote(height)}"
    )


def read_hold(text: str) -> bool | None:
    """Whether ``use`` or ``avoid`` (or ``yes`` or ``no``) says that hold may be used; None for another word."""
    return {"use": True, "yes": True, "avoid": False, "no": False}.get(text.lower())
