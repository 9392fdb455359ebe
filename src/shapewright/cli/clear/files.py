"""Solutions in and out of files: ``.pc``, JSON Lines and fumens are read; pictures and text are written, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.cli.input import STDIN, names_file, parse_content, place, read_bytes
from shapewright.errors import FileError, ProblemError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapewright.clear import Page, Solution

FORMATS = (".pc", ".fumen", ".jsonl", ".json", ".txt", ".svg", ".png", ".gif", ".html")
_OF_ONE = (".svg", ".png", ".gif")

STEP_SECONDS = 0.6
"""How long an animation shows a step."""


def solutions_in(argument: str, kicks: str) -> Sequence[Solution]:
    """The solutions in a file, in standard input, or in a fumen that is the argument itself.

    Those of ``.pc`` files, which may be of any size, are a :class:`PcFile`: read, and damage found, as one goes along.
    Raises ``FileError`` for a file that cannot be read or is damaged, ``NotationError`` for a fumen that is.
    """
    from shapewright.clear.notation.contents import solutions_in_fumens
    from shapewright.clear.notation.fumen import is_fumen
    from shapewright.clear.notation.pc_file import PcFile

    if is_fumen(argument):
        return solutions_in_fumens(argument, kicks)
    if argument != STDIN and argument.lower().endswith(".pc"):
        return PcFile(argument, kicks=kicks)
    return solutions_in_content(read_bytes(argument), argument, kicks)


def solutions_in_content(content: bytes, argument: str, kicks: str) -> Sequence[Solution]:
    """The solutions in the content of a file: .pc, JSON Lines or fumens, whatever it looks like."""
    from shapewright.clear.notation.contents import solutions_of

    return parse_content(argument, content, lambda data: solutions_of(data, kicks=kicks, may_be_pc=argument == STDIN))


def pictures_or_solutions_in(argument: str, kicks: str) -> tuple[list[Page] | None, Sequence[Solution]]:
    """The pages to be drawn if the argument has fumens that are not solutions, or a field; else the solutions."""
    from shapewright.clear.notation.contents import pictures_in, text_of

    if not names_file(argument):
        pages = pictures_in(argument)
        return (pages, ()) if pages is not None else (None, solutions_in(argument, kicks))
    if argument != STDIN and argument.lower().endswith(".pc"):
        return None, solutions_in(argument, kicks)
    content = read_bytes(argument)
    text = text_of(content)
    if text is not None and text.strip():
        pages = parse_content(argument, text, pictures_in)
        if pages is not None:
            return pages, ()
    return None, solutions_in_content(content, argument, kicks)


def check_steps(solutions: Sequence[Solution], argument: str, first: int) -> None:
    """Raise ``FileError`` if the steps of a solution cannot be shown; ``first`` is the number of the first one."""
    for number, solution in enumerate(solutions, first):
        try:
            for _ in solution.frames():
                pass
        except ProblemError as error:
            raise FileError(f"{place(argument)}: solution {number}: {error}") from None


def content_of(solutions: Sequence[Solution], suffix: str) -> str | bytes:
    """What a file with that suffix holds; raises ``ProblemError`` for what it cannot hold."""
    if suffix in _OF_ONE and len(solutions) != 1:
        raise ProblemError(
            f"a {suffix} file shows one solution, and there are {len(solutions)}; 'clear show' takes one of them with "
            "--number"
        )
    match suffix:
        case ".pc":
            from shapewright.clear.notation.pc import format_record

            return b"".join([format_record(solution) for solution in solutions])
        case ".fumen":
            from shapewright.clear.notation.fumen import Fumen

            return "".join([Fumen.from_solution(solution).to_text() + "\n" for solution in solutions])
        case ".jsonl":
            from shapewright.clear.notation.jsonl import to_jsonl

            return to_jsonl(solutions)
        case ".txt":
            from shapewright.clear.picture import solution_text

            return "\n\n".join([solution_text(solution) for solution in solutions]) + "\n"
    return _picture(solutions, suffix)


def _picture(solutions: Sequence[Solution], suffix: str) -> str | bytes:
    from shapewright.clear.picture import draw, frame_scenes

    match suffix:
        case ".svg":
            from shapewright.drawing.svg import to_svg

            return to_svg(draw(solutions[0])) + "\n"
        case ".png":
            from shapewright.drawing.png import to_png

            return to_png(draw(solutions[0]))
        case ".gif":
            from shapewright.drawing.gif import to_gif

            return to_gif(frame_scenes(solutions[0]), seconds=STEP_SECONDS)
        case _:
            from shapewright.drawing.page import Figure, Section, to_html

            figures = tuple([Figure(draw(solution), command=str(solution.queue)) for solution in solutions])
            heading = "A perfect clear" if len(solutions) == 1 else f"{len(solutions)} perfect clears"
            return to_html("Perfect clears", [Section(heading, figures=figures)])


def content_of_pages(pages: Sequence[Page], suffix: str) -> str | bytes:
    """What a file of pictures with that suffix holds; raises ``ProblemError`` for what it cannot hold."""
    from shapewright.clear.page_picture import draw_pages, page_mosaic, page_text, pages_scenes

    match suffix:
        case ".fumen":
            from shapewright.clear.notation.fumen import Fumen

            return Fumen(tuple(pages)).to_text() + "\n"
        case ".txt":
            blocks = [[*([page.comment] if page.comment else []), *page_text(page, color=False)] for page in pages]
            return "\n\n".join(["\n".join(block) for block in blocks]) + "\n"
        case ".svg":
            from shapewright.drawing.svg import to_svg

            return to_svg(draw_pages(pages)) + "\n"
        case ".png":
            from shapewright.drawing.png import to_png

            return to_png(draw_pages(pages))
        case ".gif":
            from shapewright.drawing.gif import to_gif

            return to_gif(pages_scenes(pages), seconds=STEP_SECONDS)
        case ".html":
            from shapewright.drawing.page import Figure, Section, to_html

            figures = tuple([Figure(page_mosaic(page).scene(), page.comment) for page in pages])
            return to_html("Pages", [Section(f"{len(pages)} pages" if len(pages) > 1 else "A page", figures=figures)])
    raise ProblemError(f"pages of a fumen that are not a solution cannot be written as {suffix}")
