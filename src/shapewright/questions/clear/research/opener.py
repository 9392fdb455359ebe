"""The boards over which most queues can be cleared: what to learn first."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from shapewright import clear
from shapewright.clear.chances.percent import percentage
from shapewright.clear.graph.queues import Queues
from shapewright.clear.opener.opener import MAX_BOARDS, PATTERN
from shapewright.clear.picture import sheet
from shapewright.clear.setup.setups import read_span
from shapewright.errors import StoppedError, amount
from shapewright.jobs.limits import Clock, Seconds
from shapewright.questions.clear._asked.fields import Once
from shapewright.questions.clear._asked.pattern import SETUP, setup_of
from shapewright.questions.clear._asked.python import clear_program, setup_in_python
from shapewright.questions.clear._shown.side_by_side import drawn_side_by_side
from shapewright.questions.fields import Choice, Text, Whole, time_limit_field
from shapewright.questions.parts import Part, Picture, Pictures, Table
from shapewright.questions.python import Expression, call, some
from shapewright.questions.question import Answer, Formats, Question

if TYPE_CHECKING:
    from shapewright.clear import Opener, Openers
    from shapewright.drawing import Mosaic
    from shapewright.questions.desk import Desk
    from shapewright.questions.screen import Screen

MAX_STUDIO_QUEUES = 5_000_000
"""Enough for the first bag of a game and what follows it."""

MAX_TABLE = 10_000
"""For so many beginnings of queues an answer says which board is built."""

SEARCH_SHARE = 0.9
"""The share of the time that the search may take; the rest is for the pictures."""

PAGE_SECONDS = 2.0
"""How long an animation shows a board."""


def answer(asked: dict[str, Any], desk: Desk) -> Answer:
    """The boards, that which adds most first."""
    setup, notes = setup_of(asked, PATTERN)
    desk.at_most(len(Queues.of(setup.pattern, setup.length)), MAX_STUDIO_QUEUES, "the pattern has {} queues")
    clock = Clock(desk.seconds)
    left = clock.left()
    try:
        found = clear.openers(
            setup,
            number=asked["boards"],
            time_limit=None if left is None else Seconds(SEARCH_SHARE * left, of=left),
            progress=desk.progress,
            **_how(asked),
        )
    except StoppedError as stopped:
        more = f"give more time ({desk.option('time_limit')}) or a narrower pattern"
        stopped.args = (f"{stopped}; {more}",)
        raise
    if not found.is_best:
        notes.append(
            f"clear: it is not proven that these are the best; none clear more than {found.bound} queues "
            f"({percentage(found.bound, found.queues)} %), and more time (--time-limit) may say more"
        )
    shown = _Shown(found)
    return Answer(
        shown.keys,
        shown.heading(),
        "found" if found else "none",
        text=shown.text,
        parts=shown.parts,
        files={suffix: lambda suffix=suffix: shown.content(suffix) for suffix in _WRITTEN},  # type: ignore[misc]
        notes=notes,
        seconds=clock.seconds,
        exit_code=0,
    )


_WRITTEN = (".csv", ".fumen", ".html", ".svg", ".png", ".gif", ".pdf")


def _how(asked: dict[str, Any]) -> dict[str, Any]:
    """The keywords of what is asked beyond field, queues and rules."""
    how: dict[str, Any] = {}
    if asked.get("pieces") is not None:
        least, most = read_span(asked["pieces"], "pieces")
        how["pieces"] = least if least == most else (least, most)
    how |= {name: asked[name] for name in ("seen", "tallest", "save") if asked.get(name) is not None}
    if asked.get("among") is not None:
        how["among"] = [str(asked["among"])]
    if asked.get("mirror") == "yes":
        how["mirror"] = True
    return how


class _Shown:
    """What was found, in every form."""

    def __init__(self, found: Openers) -> None:
        self.found = found

    def _per_cent(self, queues: int) -> str:
        return f"{percentage(queues, self.found.queues)} %"

    def heading(self) -> str:
        """The chance and what is proven, in words."""
        found = self.found
        if not found:
            return "no board: none of the queues can be cleared"
        boards = amount(len(found), "board")
        other = "no other is better" if len(found) == 1 else "no others are better"
        proof = other if found.is_best else f"none clear more than {self._per_cent(found.bound)}"
        return f"{boards} for {found.chance} of the queues; {proof}"

    def keys(self) -> dict[str, Any]:
        """What the envelope has of it."""
        found = self.found
        keys: dict[str, Any] = {
            "boards": [
                {
                    "rows": one.board.to_text(one_line=True),
                    "mirror": one.mirror is not None,
                    "pieces": one.pieces,
                    "cleared_lines": one.cleared,
                    "way": one.way.to_text(one_line=True),
                    "fumen": one.fumen().to_text(),
                    "alone": one.alone,
                    "adds": one.adds,
                    "served": one.served,
                }
                for one in found
            ],
            "solved": found.cleared,
            "bound": found.bound,
            "queues": found.queues,
            "seen": found.seen,
            "candidates": found.boards,
        }
        table = self._table()
        if table is not None:
            keys["beginnings"] = table
        return keys

    def _table(self) -> list[list[Any]] | None:
        """Which board is built for which beginning, and what it is worth; None where these are too many."""
        rows: list[list[Any]] = []
        for beginning, place, worth, queues in self.found.table():
            if len(rows) == MAX_TABLE:
                return None
            rows.append([beginning, None if place is None else place + 1, worth, queues])
        return rows

    def _words(self, one: Opener) -> str:
        return f"+{self._per_cent(one.adds)}, alone {self._per_cent(one.alone)}"

    def _drawn(self) -> list[tuple[str, Mosaic]]:
        """Each picture, and that on the other side, with its caption."""
        drawn = []
        for number, one in enumerate(self.found, 1):
            drawn.append((f"{number}  {self._words(one)}", one.way.mosaic()))
            if one.mirror_way is not None:
                drawn.append((f"{number}  its mirror image", one.mirror_way.mosaic()))
        return drawn

    def text(self, screen: Screen) -> str:
        """The pictures side by side, each with what it adds."""
        each = [
            (f"{number}  {words}", way)
            for number, one in enumerate(self.found, 1)
            for way, words in ((one.way, self._words(one)), (one.mirror_way, "its mirror image"))
            if way is not None
        ]
        lines = [self.heading()]
        if self.found:
            lines.append(
                f"The first {self.found.seen} pieces decide which board is built: the one with the best chance."
            )
        return "\n".join([*lines, *drawn_side_by_side(each, screen)])

    def parts(self) -> list[Part]:
        """What a page shows."""
        rows = [
            [number, self._per_cent(one.adds), self._per_cent(one.alone), self._per_cent(one.served)]
            for number, one in enumerate(self.found, 1)
        ]
        if not rows:
            return []
        codes = [one.fumen().to_text() for one in self.found for _ in range(1 + (one.mirror is not None))]
        drawn = [
            Picture(replace(mosaic, pixels=16), caption, code=code)
            for (caption, mosaic), code in zip(self._drawn(), codes, strict=True)
        ]
        return [
            Table(["board", "adds", "alone", "cleared over it"], rows),
            Pictures(drawn, title="Boards to learn", size="medium"),
        ]

    def content(self, suffix: str) -> str | bytes:
        """What a file with that suffix holds."""
        if suffix == ".csv":
            rows = [
                f"{beginning},{'' if place is None else place + 1},{worth},{queues}\n"
                for beginning, place, worth, queues in self.found.table()
            ]
            return "beginning,board,solved,queues\n" + "".join(rows)
        if suffix == ".fumen":
            return self.found.fumen().to_text() + "\n"
        from shapewright.drawing import Figure, Section, to_gif, to_html, to_pdf, to_png, to_svg  # few are pictures

        captions = [caption for caption, _ in self._drawn()]
        scenes = [mosaic.scene(cell=26) for _, mosaic in self._drawn()]
        if suffix == ".html":
            figures = tuple([Figure(scene, caption) for scene, caption in zip(scenes, captions, strict=True)])
            told = f"The first {self.found.seen} pieces decide which board is built."
            return to_html("Boards to learn", [Section("Boards", told, figures)], introduction=self.heading())
        if suffix == ".gif":
            return to_gif(scenes, seconds=PAGE_SECONDS)
        if suffix == ".pdf":
            return to_pdf(scenes, captions=captions, title=self.heading())
        scene = sheet(scenes, [caption.replace(", ", ",\n") for caption in captions], self.heading())
        return to_svg(scene) + "\n" if suffix == ".svg" else to_png(scene)


def _python(asked: dict[str, Any]) -> str:
    where, how = setup_in_python({key: value for key, value in asked.items() if key != "time_limit"}, PATTERN)
    how = {name: value for name, value in how.items() if name != "save"}
    more = {**_how({"save": None, **asked}), **some(asked, "time_limit")}
    if "mirror" in more:
        more["mirror"] = Expression("True")
    made = call("clear.openers", *where, **{"number": asked.get("boards", 1), **how, **more})
    return clear_program(f"found = {made}", "print(found.chance)", "print(found)")


QUESTION = Question(
    "clear",
    "opener",
    "Find the boards to learn over which most queues can be cleared.",
    (
        *[replace(field, usual=PATTERN) if field.name == "patterns" else field for field in SETUP],
        Whole(
            "boards", "Number of boards to learn.", default=1, short="-k", metavar="N", minimum=1, maximum=MAX_BOARDS
        ),
        Text("pieces", "Number of pieces on a board, such as 6 or 4-6.", usual="6, or as fit", metavar="N", limit=20),
        Whole(
            "seen",
            "Number of pieces that decide which board is built.",
            usual="those that the board may take",
            metavar="N",
            minimum=1,
            maximum=20,
        ),
        Whole("tallest", "Number of rows that a board has at most.", metavar="N", minimum=1, maximum=20),
        Choice(
            "mirror",
            "Whether a board and its mirror image are one to learn.",
            default="no",
            metavar="yes|no",
            choices=("yes", "no"),
        ),
        Once(
            "among",
            "The only boards to choose from: fumens, of which each page is one, or a file with them.",
            metavar="FUMENS",
            limit=20_000,
            several="two lists of boards are given, {}; write all fumens as one text with blanks between them",
        ),
        Text(
            "save",
            "The piece to be in hold after the clear: T, one of several, T||I, or any but some, !O.",
            metavar="X",
            limit=200,
        ),
        time_limit_field(),
    ),
    answer,
    about="""
    A player learns some boards. By the first pieces of a queue one of them is built: the one over which most of the
    queues that begin so can be cleared. What comes then is known. The answer says what each board adds, whether it is
    proven that no others are better, and otherwise what no others can exceed. From the empty field it takes minutes.

    \b
    shapewright clear opener -k 3
    shapewright clear opener -k 2 -p 'T,*p7,*p3' -o openers.png (.html .fumen)
    shapewright clear opener --field XXXX______/XXXX______ -c 2 -p '*p4' --pieces 1 -k 2""",
    example={"field": "XXXX______/XXXX______", "height": 2, "patterns": "*p4", "pieces": "1", "boards": 2},
    formats=Formats((".txt", ".json", ".csv", ".html", ".fumen", ".svg", ".png", ".gif", ".pdf")),
    downloads=(".svg", ".pdf", ".fumen", ".csv", ".html"),
    python=_python,
)
