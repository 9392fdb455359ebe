"""What a file of solutions or pictures has in it: ``.pc`` records, JSON Lines, fumens, rows of a field."""

from __future__ import annotations

from collections.abc import Sequence

from shapewright.clear.notation.fumen import is_fumen, read_fumens
from shapewright.clear.notation.jsonl import parse_jsonl
from shapewright.clear.notation.page import Page
from shapewright.clear.notation.pc import PcFile
from shapewright.clear.notation.start import read_pages
from shapewright.clear.solution import Solution
from shapewright.errors import NotationError, ProblemError, ShapewrightError
from shapewright.storage.text import decoded


def solutions_of(content: bytes, *, kicks: str = "srs", may_be_pc: bool = True) -> Sequence[Solution]:
    """The solutions in the content of a file, whatever it looks like: .pc, JSON Lines or fumens.

    Raises ``NotationError`` for other content, and as the reader of each notation does.
    """
    try:
        text: str | None = decoded(content)
    except ValueError as error:
        if not may_be_pc:
            raise NotationError(f"it contains no solutions, and it is not text: {error}") from None
        text = None
    if text is not None and text.lstrip()[:1] == "{":
        return list(parse_jsonl(text))
    if text is not None and is_fumen(text):
        return solutions_in_fumens(text, kicks)
    if text is not None and not text.strip():
        return []
    if not may_be_pc or (text is not None and "".join(text.split()).isprintable()):
        raise NotationError("it contains no solutions; expected .pc records, JSON Lines or fumens")
    return PcFile(content, kicks=kicks)


def solutions_in_fumens(text: str, kicks: str = "srs") -> list[Solution]:
    """The solution of each of the fumens in a text.

    Raises ``NotationError`` as :meth:`Fumen.solution` does; of several it says which.
    """
    found = []
    fumens = read_fumens(text)
    for number, fumen in enumerate(fumens, 1):
        try:
            found.append(fumen.solution(kicks=kicks))
        except (NotationError, ProblemError) as error:
            where = f"fumen {number} of {len(fumens)}: " if len(fumens) > 1 else ""
            raise NotationError(f"{where}{error}") from None
    return found


def pictures_in(text: str) -> list[Page] | None:
    """The pages to be drawn if a text has fumens that are not solutions, or a field; None for anything else.

    Raises ``NotationError`` for a fumen that is damaged.
    """
    if is_fumen(text):
        pages = read_pages(text)
        try:
            solutions_in_fumens(text)
        except NotationError:
            return pages
        return None
    try:
        return read_pages(text)
    except ShapewrightError:
        return None


def text_of(content: bytes) -> str | None:
    """The content as text; None if it is not any."""
    try:
        return decoded(content)
    except ValueError:
        return None
