"""Fumens made of others: joined, split, mirrored, glued and more."""

from __future__ import annotations

from dataclasses import replace

from shapewright import clear
from shapewright.clear.fumens.edit import EDITS
from shapewright.clear.notation.fumen import read_fumens
from shapewright.errors import ProblemError, amount
from shapewright.questions.asked import Asked
from shapewright.questions.clear._asked.fields import TOLD_DROP, TOLD_KICKS, told_rules
from shapewright.questions.clear._asked.fumens import FumenTexts
from shapewright.questions.clear._asked.python import clear_program, rules_in_python
from shapewright.questions.clear._shown.pages import PAGE_FORMATS, PICTURE_FIELDS, drawing_of, pages_files, pages_parts
from shapewright.questions.desk import Desk
from shapewright.questions.fields import Choice, Flag, Text
from shapewright.questions.python import call
from shapewright.questions.question import Answer, Formats, Question

OPERATION = Choice(
    "operation", "The operation.", argument=True, metavar="OPERATION", choices=tuple(EDITS),
    meant=lambda word: {"gray": "grey", "reduce": "unglue"}.get(word, word),
).mandatory()  # fmt: skip
FUMENS = FumenTexts(
    "fumens", "Fumens; at the shell also files of fumens.", argument=True, metavar="FUMEN",
    old=("--tetfu", "-t"), most=200, limit=65_000, read=read_fumens,
)  # fmt: skip
PIECE = Text("piece", "Filter: keep pages with one of these pieces, such as T or SZ.", metavar="PIECES", limit=20)
COMMENT = Text("comment", "Filter: keep pages with this text in the comment.", metavar="TEXT", limit=400)
PERFECT_CLEAR = Flag("perfect_clear", "Filter: keep pages that leave nothing once their piece is placed.")
_CONDITIONS = (PIECE, COMMENT, PERFECT_CLEAR)


def answer(asked: Asked, desk: Desk) -> Answer:
    """The fumens that the operation makes."""
    operation, fumens = asked[OPERATION], asked[FUMENS]
    if not fumens:
        raise ProblemError("there are no fumens; give fumens, or files of fumens")
    conditions = [field.name for field in _CONDITIONS if asked[field]]
    if conditions and operation != "filter":
        raise ProblemError(f"{desk.option(conditions[0])} only applies to filter")
    for field in (TOLD_KICKS, TOLD_DROP):
        if asked[field] is not None and operation != "glue":
            raise ProblemError(f"{desk.option(field.name)} only applies to glue")
    if operation == "filter" and not conditions:
        options = ", ".join(map(desk.option, ("piece", "comment")))
        raise ProblemError(f"filter needs a condition: {options} or {desk.option('perfect_clear')}")
    kicks, drop = told_rules(asked)
    found = clear.edit(
        fumens,
        operation,
        piece=asked[PIECE] or None,
        comment=asked[COMMENT] or None,
        perfect_clear=asked[PERFECT_CLEAR],
        kicks=kicks,
        drop=drop,
    )
    texts = [fumen.to_text() for fumen in found]
    pages = [page for fumen in found for page in fumen.pages]
    files = {**pages_files(pages, how=drawing_of(asked)), ".fumen": lambda: "".join([text + "\n" for text in texts])}
    if not found:
        none = "no page meets the conditions"
        return Answer({"fumens": [], "pages": []}, none, "none", none, files=files, seconds=0.0)
    return Answer(
        {"fumens": texts, "pages": [len(fumen.pages) for fumen in found]},
        f"{amount(len(found), 'fumen')}, {amount(len(pages), 'page')}",
        text=lambda _: "\n".join(texts),
        parts=lambda: pages_parts(pages),
        records=lambda: [{"fumen": text, "pages": len(fumen.pages)} for text, fumen in zip(texts, found, strict=True)],
        files=files,
        seconds=0.0,
        tone="plain",
    )


def _python(asked: Asked) -> str:
    rules = rules_in_python(asked, *told_rules(asked))
    made = call("clear.edit", asked.plain(FUMENS), asked[OPERATION], **asked.some(*_CONDITIONS), **rules)
    return clear_program(f'print(*{made}, sep="\\n")')


_WIDTH = max(map(len, EDITS))
_OPERATIONS = "\n    ".join(f"{name:{_WIDTH}}  {makes}" for name, makes in EDITS.items())

QUESTION = Question(
    "clear",
    "fumen",
    "Make fumens of others: join, split, mirror, grey, glue, unglue and more.",
    (
        OPERATION, FUMENS, *_CONDITIONS,
        replace(TOLD_KICKS, help="Glue: the kick system by which pieces reach their places.", usual="srs"),
        replace(TOLD_DROP, help="Glue: how pieces are dropped: soft, hard or t-softdrop.", usual="soft"),
        *PICTURE_FIELDS,
    ),
    answer,
    about=f"""
    Prints the fumens that are made, one a line. OPERATION is one of

    \b
    {_OPERATIONS}

    A FUMEN is a fumen, several separated by blanks, a file of fumens, or - (standard input); #1:3 after a fumen
    chooses pages 1 to 3. join makes one fumen of all; every other operation changes each fumen by itself. glue finds
    an order in which every piece can be brought to its place, by the queue in the comment if there is one. unglue is
    what solution-finder calls reduce: what later pages draw is left out. As pictures (-o), all pages are drawn.

    \b
    shapewright clear fumen mirror 'v115@...'
    shapewright clear fumen join 'v115@...' 'v115@...#2:' few.fumen -o all.fumen
    shapewright clear fumen glue 'v115@...' -o steps.gif --theme dark
    shapewright clear fumen filter few.fumen --piece T""",
    rule="shapewright.clear.claims.solving:fumen",
    claims="""
    fumens | [text] | The fumens. | again: made again; glued pages are replayed
    pages | [whole] | Number of pages of each. | again: counted""",
    example={"operation": "mirror", "fumens": ["v115@vhFRQJUGJKJJvMJTNJGBJ"]},
    formats=Formats((*PAGE_FORMATS, ".jsonl")),
    downloads=(".fumen", ".svg", ".pdf"),
    stem="fumens",
    lists=True,
    quick=True,
    python=_python,
)  # fmt: skip
