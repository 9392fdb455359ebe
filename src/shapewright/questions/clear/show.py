"""Show solutions, pages of fumens or a field, and turn them into other notations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice, zip_longest

from shapewright.clear import Kicks, Page, Solution
from shapewright.clear.field import WIDTH
from shapewright.clear.notation.contents import pictures_in, solutions_of, text_of
from shapewright.clear.notation.fumen import Fumen, is_fumen
from shapewright.clear.notation.jsonl import to_record
from shapewright.clear.notation.pc import PcFile
from shapewright.clear.notation.start import read_pages
from shapewright.clear.picture import field_mosaic
from shapewright.errors import FileError, LimitError, NotationError, ProblemError, amount, quote
from shapewright.questions.asked import Asked
from shapewright.questions.clear._asked.fields import FIELD, KICKS, start_of
from shapewright.questions.clear._asked.fumens import chosen_pages
from shapewright.questions.clear._asked.python import clear_program
from shapewright.questions.clear._shown.pages import (
    PICTURE_FIELDS,
    Drawing,
    drawing_of,
    page_record,
    pages_files,
    pages_parts,
    pages_text,
)
from shapewright.questions.clear._shown.solutions import FORMATS, contents, drawn_text, see
from shapewright.questions.desk import Desk
from shapewright.questions.drawings import drawings
from shapewright.questions.fields import LIMIT, FileField, Texts, Whole
from shapewright.questions.python import Expression, call, content, literal
from shapewright.questions.question import Answer, Formats, Question
from shapewright.questions.screen import Screen
from shapewright.questions.source import Source, parsed
from shapewright.questions.words import named_source, names_file

_LEAST_ROWS = 4
_CELLS = frozenset("_.XIOTSZLJ")


class _Shown(FileField["Source | None"]):
    """A file of solutions or pictures; a word may also be a fumen, or the rows of a field."""

    def word(self, word: str) -> Source:
        """What the word is, or the file that it names."""
        chosen = None if is_fumen(word) else chosen_pages(word)
        if chosen is not None:
            return Source.of_text(chosen, repr(word))
        if names_file(word) and not is_fumen(word):
            return named_source(word, self.called("shell"))
        if is_fumen(word) or pictures_in(word) is not None:
            return Source.of_text(word, repr(word))
        return named_source(word, self.called("shell"))


FILE = _Shown("file", "Solutions (.pc, JSON Lines, fumens), pages of fumens, or a field.", argument=True)
NUMBER = Whole("number", "Number of the solution to show.", metavar="N", minimum=1, maximum=10**12)
PAGES = Texts[str](
    "pages", "Make a fumen: the field of a page, as rows joined by /; repeat it for each page.", limit=400
)
COMMENTS = Texts[str]("comments", "Comments of these pages, in their order.", limit=4000)


def answer(asked: Asked, desk: Desk) -> Answer:
    """What is in the file; without one, the field."""
    source = asked[FILE]
    if asked[PAGES]:
        return _made(asked)
    if asked[COMMENTS]:
        raise ProblemError(f"{desk.option('comments')} are those of {desk.option('pages')}, and there are none")
    if source is None:
        if not desk.studio:
            raise ProblemError("there is nothing to show; give a file of solutions, or a fumen")
        return _field(asked)
    pages, solutions = _content(source, asked[KICKS])
    if pages is not None:
        return _pages(pages, source.place, asked)
    return shown_solutions(solutions, source.place, asked, _own_pages(source, solutions))


def _content(source: Source, kicks: Kicks) -> tuple[list[Page] | None, Sequence[Solution]]:
    """The pages to be drawn if it has fumens that are not solutions, or a field; else the solutions."""
    if source.path is not None and source.path.lower().endswith(".pc"):
        return None, PcFile(source.path, kicks=kicks.name)
    content, is_file = source.bytes(), source.path is not None
    text = text_of(content)
    is_word = source.place == repr(text)  # errors in it say what is wrong with the word, not with a file
    if text is not None and text.strip():
        pages = pictures_in(text) if is_word else parsed(source.place, text, pictures_in)
        if pages is not None:
            return pages, ()
    read = partial(solutions_of, kicks=kicks.name, may_be_pc=not is_file)
    return None, read(content) if is_word else parsed(source.place, content, read)


def _own_pages(source: Source, solutions: Sequence[Solution]) -> Sequence[Page] | None:
    """The pages of the fumen that a solution was read from, which may have more to show; None if it was not one."""
    if isinstance(solutions, PcFile) or len(solutions) != 1:
        return None
    text = text_of(source.bytes())
    return read_pages(text) if text is not None and is_fumen(text) and text.lstrip()[:1] != "{" else None


def _session(asked: Asked, desk: Desk) -> Browser | None:
    """A person at a terminal looks at one solution after the other."""
    source = asked[FILE]
    if source is None or not desk.talks or asked[NUMBER] is not None or source.path is None:
        return None
    pages, solutions = _content(source, asked[KICKS])
    if pages is not None or not has_more_than(solutions, 1):
        return None
    chosen = solutions if asked[LIMIT] is None else list(islice(solutions, asked[LIMIT]))
    return Browser(chosen, source.place) if len(chosen) > 1 else None


MAX_SOLUTIONS = 200_000
"""No more are read at once: this number takes a gigabyte."""


def has_more_than(solutions: Sequence[Solution], number: int) -> bool:
    """Whether there are more than so many; what comes after these is not looked at."""
    try:
        solutions[number]
    except IndexError:
        return False
    return True


def _check_steps(solutions: Sequence[Solution], place: str, first: int) -> None:
    """Raise ``FileError`` if the steps of a solution cannot be shown; ``first`` is the number of the first one."""
    for number, solution in enumerate(solutions, first):
        try:
            for _ in solution.frames():
                pass
        except ProblemError as error:
            raise FileError(f"{place}: solution {number}: {error}") from None


def shown_solutions(
    solutions: Sequence[Solution], place: str, asked: Asked, pages: Sequence[Page] | None = None
) -> Answer:
    """The solutions that are asked for; ``pages`` are those that the only one was read from, as pictures show them."""
    number, limit = asked[NUMBER], asked[LIMIT]
    first = 0 if number is None else number - 1
    if number is None:
        if (limit is None or limit > MAX_SOLUTIONS) and has_more_than(solutions, MAX_SOLUTIONS):
            raise LimitError(
                f"{place} has more than {amount(MAX_SOLUTIONS, 'solution')}; choose some by --number or --limit"
            )
        found = list(islice(solutions, limit))
    else:
        found = [solutions[first]] if has_more_than(solutions, first) else []
        if not found:
            raise ProblemError(f"there is no solution {number} in {place}")
    _check_steps(found, place, first + 1)
    return Answer(
        lambda: {"solutions": list(map(to_record, found))},
        amount(len(found), "solution"),
        text=lambda screen: "\n\n".join([_one(one, number, screen) for number, one in enumerate(found, first + 1)]),
        parts=lambda: list(see(found)) if found else [],
        records=lambda: map(to_record, found),
        files=_files(found, drawing_of(asked), pages),
        notes=[] if found else ["there are no solutions"],
        complete=limit is None or len(found) < limit,
        seconds=0.0,
    )


def _one(solution: Solution, number: int, screen: Screen) -> str:
    """A solution with its number: its queue, then its steps."""
    return f"solution {number}: queue {solution.queue}\n{drawn_text(solution, screen)}"


def _files(
    found: Sequence[Solution], how: Drawing, pages: Sequence[Page] | None
) -> dict[str, Callable[[], str | bytes]]:
    """The files that hold solutions; those that show one are refused where there are several."""
    files = contents(found)
    if len(found) == 1:
        steps = pages_files(pages or Fumen.from_solution(found[0]).pages, how=how, title="A perfect clear")
        return files | {suffix: steps[suffix] for suffix in (".svg", ".png", ".gif", ".pdf", ".html")}

    def refuse(suffix: str) -> str | bytes:
        raise ProblemError(
            f"a {suffix} file shows one solution, and there are {len(found)}; 'clear show' takes one of them with "
            "--number"
        )

    return files | {suffix: partial(refuse, suffix) for suffix in (".svg", ".png", ".gif", ".pdf")}


class Browser:
    """One solution after the other, as a person asks for them; there may be any number."""

    help = "enter: next solution, a number: that one, q: quit"
    takes_blank = True

    def __init__(self, solutions: Sequence[Solution], place: str) -> None:
        self._solutions = solutions
        self._place = place
        self._index = 0

    def state(self, screen: Screen) -> str:
        """The solution that is shown."""
        _check_steps([self._solutions[self._index]], self._place, self._index + 1)
        shown = _one(self._solutions[self._index], self._index + 1, screen)
        return f"{shown}\n{self._index + 1} of {len(self._solutions)}; enter: next, a number: that one, q: quit"

    def do(self, line: str, screen: Screen) -> str | None:
        """Go to another solution; None after the last one."""
        if line in ("q", "quit"):
            return None
        if not line:
            if self._index + 1 == len(self._solutions):
                return None
            self._index += 1
        elif line.isascii() and line.isdigit() and len(line) < 12 and 1 <= int(line) <= len(self._solutions):
            self._index = int(line) - 1
        else:
            raise NotationError(f"type a number from 1 to {len(self._solutions)}")
        return self.state(screen)

    def answer(self) -> Answer:
        """Nothing more."""
        return Answer({}, text=lambda _: "")


def _made(asked: Asked) -> Answer:
    """Fields and their comments as the pages of one fumen."""
    if asked[FILE] is not None or asked[FIELD] is not None:
        raise ProblemError("--pages makes a fumen of pages alone; leave out the other field or file")
    texts, comments = asked[PAGES], asked[COMMENTS]
    if len(comments) > len(texts):
        raise ProblemError(f"there are {len(comments)} comments for {amount(len(texts), 'page')}")
    pages = []
    for text, comment in zip_longest(texts, comments, fillvalue=""):
        (page, *more) = read_pages(text)
        if more:
            raise NotationError(f"{1 + len(more)} pages are given in one, {quote(text)}; give each by itself")
        pages.append(Page(page.rows_after(), comment=comment, lock=False))
    made = _pages(pages, "the fumen", asked)
    return replace(made, page={"editor": _editor(pages, pages[0])})


def _editor(pages: Sequence[Page], shown: Page, least: int = _LEAST_ROWS) -> dict[str, object]:
    """What a page paints: the rows of the page that is shown, and all pages that there are, with a fumen of them."""

    def rows(page: Page) -> str:
        after = page.rows_after()
        return "/".join(reversed([*after, *["_" * WIDTH] * (least - len(after))]))

    def queue(page: Page) -> str:
        try:
            given = page.queue
        except NotationError:
            return ""  # a comment that only looks like a queue
        if given is None or page.placement is None:
            return "" if given is None else given.to_text()
        rests = [rest for piece, rest, _ in given.choices() if piece == page.placement.piece]
        return (rests[0] if rests else given).to_text()

    return {
        "rows": rows(shown),
        "fumen": Fumen((Page(tuple(reversed(rows(shown).split("/"))), lock=False),)).to_text(),
        "queue": queue(shown),
        "pages": [{"rows": rows(page), "comment": page.comment, "queue": queue(page)} for page in pages],
        "whole": Fumen(tuple(pages)).to_text(),
    }


def _pages(pages: Sequence[Page], place: str, asked: Asked) -> Answer:
    """Pages of fumens, or a field, all at once."""
    number, limit = asked[NUMBER], asked[LIMIT]
    if number is not None and number > len(pages):
        raise ProblemError(f"there is no page {number} in {place}")
    first = 0 if number is None else number - 1
    chosen = slice(first, first + 1) if number is not None else slice(limit)
    found = pages[chosen]

    def refuse() -> list[object]:
        raise ProblemError(f"{place} has pictures, which JSON Lines of solutions cannot hold; --json can")

    def refuse_records() -> bytes:
        raise ProblemError("pages of a fumen that are not a solution cannot be written as .pc")

    return Answer(
        {"pages": list(map(page_record, found)), "fumen": Fumen(tuple(pages)).to_text()},
        amount(len(found), "page"),
        text=lambda screen: pages_text(found, first + 1, screen),
        parts=lambda: pages_parts(found),
        records=refuse,
        files={**pages_files(pages, chosen, drawing_of(asked)), ".pc": refuse_records},
        complete=number is None and len(found) == len(pages),
        seconds=0.0,
    )


def _field(asked: Asked) -> Answer:
    """The field itself: its rows for the editor, and a fumen of it."""
    start = start_of(asked)
    field = start.field
    text = asked[FIELD] or ""
    pages = read_pages(text) if text else [Page(lock=False)]
    shown = pages[0] if start.page is None else start.page
    height = max(_LEAST_ROWS, field.height, start.height or 0)
    given = text.strip().replace("\n", "/").split("/")
    rows = field.to_text(one_line=True, height=height)
    code = Fumen((Page(tuple(reversed(rows.split("/"))), lock=False),)).to_text()
    scene = field_mosaic(field, height=height).scene()
    drawn = height
    if start.fumen is None and text:
        drawn = max(height, sum(row != "" and set(row.upper()) <= _CELLS for row in given))
    filled = "empty field" if not field.height else f"filled up to row {field.height}"
    return Answer(
        {"field": rows, "height": field.height, "fumen": code},
        f"{filled}; {field.empty_cells(drawn)} empty cells in {amount(drawn, 'row')}",
        files=drawings(lambda: [(scene, "")], "A field"),
        seconds=0.0,
        tone="plain",
        page={"editor": _editor(pages, shown, height)},
    )


def _python(asked: Asked) -> str:
    if FILE not in asked:
        return clear_program(f"print({call('clear.Field.from_text', start_of(asked).field.to_text(one_line=True))})")
    text = content(asked.plain(FILE))
    number, limit = asked[NUMBER], asked[LIMIT]
    chosen = f"[{number - 1}:{number}]" if number else f"[:{limit}]" if limit else ""
    if text.strip() and pictures_in(text) is not None:
        pages = f"pictures_in({literal(text)}){chosen}"
        return clear_program(f"for page in {pages}:", '    print(*page_text(page, color=False), "", sep="\\n")')
    kicks = asked[KICKS]
    how = {} if kicks.name == "srs" else {"kicks": kicks.name}
    found = call("solutions_of", Expression(f"{literal(text)}.encode()"), **how)
    return clear_program(f"for solution in {found}{chosen}:", '    print(solution, end="\\n\\n")')


QUESTION = Question(
    "clear",
    "show",
    "Show solutions step by step, draw them, or turn them into another notation.",
    (
        *(FILE, replace(FIELD, doors=("studio",), typed_as="file"), NUMBER, PAGES, COMMENTS, KICKS),
        *(replace(LIMIT, help="Maximum number of solutions."), *PICTURE_FIELDS),
    ),
    answer,
    about="""
    FILE is a .pc file, JSON Lines, fumens, or - (standard input); it may also be a fumen or a field itself. Fumens
    that are not solutions, such as those of 'clear path', and fields are shown page by page. On a terminal the
    solutions of a file are shown one by one: press enter for the next one, type a number to go to that one, or q to
    quit. Pictures of pages, and of one solution, show the held piece and the next ones: those of the queue in the
    comment, #Q=[hold](current)next, or without one the pieces of the pages that follow.

    \b
    shapewright clear show solutions.pc
    shapewright clear show solutions.pc -o solutions.fumen             (.jsonl .json .txt .html .pc)
    shapewright clear show solutions.pc --number 7 -o seventh.gif      (.svg .png .pdf)
    shapewright clear show 'v115@...#1:3' -o steps.gif --theme dark --delay 0.3 --next 3
    shapewright clear show --pages XX________ --pages XXXX______/XX________ -o two.fumen""",
    rule="shapewright.clear.claims.solving:show",
    claims="""
    pages? | [Page] | The pages that are drawn. | again: compared with the text that was shown
    field? | text | The field that is drawn, row by row. | again: compared with the text that was shown
    height? | whole | Number of its rows. | again: counted
    fumen? | text? | The same as a fumen. | again: compared with the text that was shown
    solutions? | [Plain] | The solutions that are drawn. | rules: by the rules alone""",
    example={"field": "XX________/X________X"},
    formats=Formats(FORMATS),
    downloads=(".svg", ".pdf"),
    lists=True,
    session=_session,
    stem="field",
    quick=True,
    python=_python,
)
