"""What is asked about many fields: the lines of a file, or the pages of a fumen, each with the options of all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from shapewright import clear
from shapewright.clear.batch.fields import Stated
from shapewright.clear.notation.field_lines import (
    FieldLine,
    fields_of_line,
    pages_of,
    solutions_of_line,
    without_comment,
)
from shapewright.clear.notation.fumen import is_fumen
from shapewright.errors import FileError, LimitError, NotationError, ProblemError, ShapewrightError
from shapewright.questions.asked import Asked
from shapewright.questions.batch import FILE
from shapewright.questions.clear._asked.fields import FIELD, HEIGHT, PAGE, start_of
from shapewright.questions.clear._asked.fumens import SOLUTIONS
from shapewright.questions.clear._asked.pattern import PATTERN, rules_of, setup_of
from shapewright.questions.fields import STRICT
from shapewright.questions.source import Source


@dataclass(frozen=True, repr=False, eq=False)
class Line:
    """A field of many, or the solutions of one question: where it stands, and what is asked of it."""

    number: int | None
    """The line of the file, None for a field that is in none."""
    fumen: int | None
    """Which fumen of several it is, from 1."""
    page: int | None
    text: str
    """The field in one line; solutions as fumens."""
    stated: Stated | None
    """None for a line that cannot be read, whose ``text`` is the line."""
    left_out: int = 0
    """How many pages come after the one that was taken because none was named."""
    wrong: str = ""
    """Why the line cannot be read."""

    @property
    def where(self) -> str:
        """Where it stands, in words."""
        named = (("line", self.number), ("fumen", self.fumen), ("page", self.page))
        return ", ".join([f"{name} {number}" for name, number in named if number is not None])

    def keys(self) -> dict[str, object]:
        """The same as plain data, with the rules that the line, a fumen's comment and the options made together."""
        stated = self.stated
        what: dict[str, object] = {"line": self.number}
        if stated is None:
            return {**what, "text": self.text}
        if isinstance(stated, clear.Covering):
            what |= {"fumens": self.text.split()}
        else:
            what |= {"fumen": self.fumen, "page": self.page, "field": self.text, "height": stated.height}
        if isinstance(stated, clear.Filling) and stated.then is not None and stated.blueprint.full_rows:
            what |= {"full_rows": stated.blueprint.full_rows}
        game = {"kicks": stated.kicks.name, "drop": stated.drop, "hold": stated.hold}
        return {**what, "patterns": stated.pattern.to_text(), **game}


class Read(Protocol):
    """What reads the lines of a question, given what was asked, how many there may be, and whether all pages are."""

    def __call__(self, asked: Asked, most: int, *, all_pages: bool) -> list[Line]: ...


def lines_of(asked: Asked, most: int, *, all_pages: bool) -> list[Line]:
    """The fields that are asked about: those of the lines of a file, or the pages of the fumens in ``field``.

    Raises ``FileError`` that names the line, and ``LimitError`` for more than ``most``.
    """
    return lines_stated(_setup, asked, most, all_pages=all_pages)


def lines_stated(
    state: Callable[[Asked], tuple[Stated, str, int]], asked: Asked, most: int, *, all_pages: bool
) -> list[Line]:
    """The same where ``state`` says what is asked of a field, how that is written, and how many pages were left out."""
    file, given = asked[FILE], asked[FIELD]
    if file is not None:
        if given is not None:
            raise ProblemError("--file and --field cannot be combined; write each field on a line of the file")
        page = None if all_pages else asked[PAGE]

        def read(line: str, number: int) -> Iterator[Line]:
            for field in fields_of_line(line, page=page, all_pages=all_pages):
                yield _line(state, field, asked, number)

        return _limited(_of_file(file, asked, read), most)
    if given is None or not is_fumen(str(given)):
        raise ProblemError("--page all only applies to fumens, and no fumen is given")
    return _limited((_line(state, one, asked, None) for one in pages_of(str(given))), most)


def _setup(asked: Asked) -> tuple[Stated, str, int]:
    setup, _ = setup_of(asked)
    text = setup.start.to_text(one_line=True) if setup.start.rows else "_" * 10
    return setup, text, start_of(asked).left_out


def _line(
    state: Callable[[Asked], tuple[Stated, str, int]], field: FieldLine, asked: Asked, number: int | None
) -> Line:
    stated = asked.replace({FIELD: field.text, PAGE: None if field.is_single else field.page})
    if field.pattern is not None:
        stated = stated.replace({PATTERN: field.pattern})
    if field.height is not None:
        stated = stated.replace({HEIGHT: field.height})
    try:
        asked_of_it, text, left_out = state(stated)
    except ShapewrightError as error:
        if not field.is_single:
            raise
        where = f"page {field.page} of {'the fumen' if field.fumen is None else f'fumen {field.fumen}'}"
        raise NotationError(f"{where}: {error}") from None
    return Line(number, field.fumen, field.page, text, asked_of_it, left_out)


def solution_lines_of(asked: Asked, most: int, *, all_pages: bool) -> list[Line]:
    """The same for solutions: the fumens of a line are one question."""
    file = asked[FILE]
    assert file is not None
    if asked[SOLUTIONS]:
        raise ProblemError("--file and solutions cannot be combined; write the solutions on a line of the file")

    def read(line: str, number: int) -> Iterator[Line]:
        said = solutions_of_line(line)
        rules = rules_of(asked if said.pattern is None else asked.replace({PATTERN: said.pattern}))
        stated = clear.Covering.of(said.fumens, rules.pattern, kicks=rules.kicks, drop=rules.drop, hold=rules.hold)
        yield Line(number, None, None, " ".join(said.fumens), stated)

    return _limited(_of_file(file, asked, read), most)


def _of_file(file: Source, asked: Asked, read: Callable[[str, int], Iterator[Line]]) -> Iterator[Line]:
    """What the lines of a file say; a wrong line is one with the reason, or the error of all if none is right."""
    found, first = False, None
    for batch in file.lines():
        for number, text in batch:
            line = without_comment(text)
            if not line:
                continue
            try:
                lines = list(read(line, number))
            except ShapewrightError as error:
                first = first or FileError(f"{file.place}, line {number}: {error}")
                if asked.get(STRICT, False):
                    raise first from None
                yield Line(number, None, None, line, None, wrong=str(error))
                continue
            yield from lines
            found = True
    if not found:
        raise first or FileError(f"{file.place} has no lines to ask about; write a fumen, or rows joined by /, on each")


def _limited(lines: Iterable[Line], most: int) -> list[Line]:
    found = []
    for line in lines:
        found.append(line)
        if len(found) > most:
            raise LimitError(f"there are more fields than the limit of {most}; ask about them in several parts")
    return found
