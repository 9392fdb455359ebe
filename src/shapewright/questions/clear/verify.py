"""Check solutions by the rules, and answers of the other verbs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal

from shapewright import clear
from shapewright.claims import Findings, summary
from shapewright.clear.drops import read_drop
from shapewright.clear.notation.fumen import is_fumen
from shapewright.clear.verify import verify_content
from shapewright.errors import FileError, LimitError, NotationError, ProblemError, ShapewrightError
from shapewright.jobs.limits import Clock
from shapewright.questions.asked import Asked
from shapewright.questions.clear._asked.fields import TOLD_DROP, TOLD_KICKS
from shapewright.questions.clear._asked.python import clear_program, rules_in_python
from shapewright.questions.desk import Desk
from shapewright.questions.fields import THREADS, TIME_LIMIT, Content, File, Files
from shapewright.questions.parts import Text
from shapewright.questions.python import Expression, call, content, literal
from shapewright.questions.question import Answer, Question, Verdict
from shapewright.questions.source import Source, parsed
from shapewright.questions.words import named_source

if TYPE_CHECKING:
    from shapewright.clear.search.replay import Verification

MAX_NAMED = 20
_VERDICTS: dict[bool | None, Verdict] = {True: "found", False: "none", None: "unknown"}
_WORDS = {True: "all right", False: "something is wrong", None: "not everything was checked"}


@dataclass(frozen=True)
class _Unreadable:
    """A file of several that cannot be read, with the reason."""

    reason: str
    valid: Literal[False] = False

    def to_json(self) -> dict[str, object]:
        return {"valid": False, "reason": self.reason}

    def lines(self) -> list[str]:
        return [f"cannot be read: {self.reason}"]


class _Checked(Files):
    """Files of solutions or answers; a word may also be a fumen."""

    def word(self, word: Sequence[str]) -> list[Source]:
        called = self.called("shell")
        return [Source.of_text(each, each) if is_fumen(each) else named_source(each, called) for each in word]


FILES = _Checked(
    "files",
    "Solutions (.pc files of any size, JSON Lines, fumens) or JSON answers.",
    argument=True,
    metavar="FILE",
    doors=("shell",),
)
SOLUTIONS = File(
    "solutions",
    "Fumens, one a line, JSON Lines, or the JSON answer of another question.",
    doors=("studio",),
    typed_as="files",
)
FILE = Content("file", "The content of a .pc file.", doors=("studio",), typed_as="files")


def answer(asked: Asked, desk: Desk) -> Answer:
    """What was found out about each file."""
    sources = _sources(asked)
    clock = Clock(desk.seconds)
    found: list[Findings | Verification | _Unreadable] = []
    first: ShapewrightError | None = None
    for _, source, is_pc in sources:
        try:
            found.append(_looked_at(source, is_pc, asked, desk, clock))
        except (FileError, LimitError, NotationError, ProblemError) as error:
            first = first or error
            found.append(_Unreadable(str(error)))
    if first is not None and all(isinstance(one, _Unreadable) for one in found):
        raise first  # one that cannot be read costs no other, unless none can be read
    reports = [{"file": name, **one.to_json()} for (name, _, _), one in zip(sources, found, strict=True)]
    valid = [one.valid for one in found]
    whole = False if False in valid else None if None in valid else True
    each = [
        (name, summary(one) if isinstance(one, Findings) else one.lines())
        for (name, _, _), one in zip(sources, found, strict=True)
    ]
    text = "\n".join([f"{_short(name)}: {line}" for name, lines in each for line in lines])
    faults = [
        line
        for one, (name, lines) in zip(found, each, strict=True)
        for line in ([f"{_short(name)}: {lines[0]}"] if isinstance(one, _Unreadable) else lines[:-1])
    ]
    return Answer(
        {"valid": whole, "files": reports},
        each[0][1][-1] if len(each) == 1 else f"{len(each)} files, {_WORDS[whole]}",
        _VERDICTS[whole],
        text=lambda _: text,
        parts=lambda: [Text("\n".join(faults[:MAX_NAMED]), label="what was found")] if faults else [],
        notes=[f"checked in {clock.seconds:.2f} s"],
        complete=whole is not None,
    )


def _sources(asked: Asked) -> list[tuple[str, Source, bool]]:
    """What is to be checked: its name, itself, and whether it may be .pc records without saying so."""
    content, solutions, given = asked[FILE], asked[SOLUTIONS], asked[FILES]
    if len(given) + (content is not None) + (solutions is not None) == 0 or (given and (content or solutions)):
        raise ProblemError(
            "there is nothing to verify; give solutions (fumens, JSON Lines, or the JSON answer of a question) or a "
            ".pc file"
        )
    if content is not None and solutions is not None:
        raise ProblemError("'solutions' and 'file' are given; give one of them")
    if content is not None:
        return [("file", Source("the file", content=content), True)]
    if solutions is not None:
        return [("solutions", solutions, False)]
    return [
        (source.path or ("-" if source.place == "standard input" else source.place), source, source.path is None)
        for source in given
    ]


def _looked_at(source: Source, may_be_pc: bool, asked: Asked, desk: Desk, clock: Clock) -> Findings | Verification:
    """What was found out about a content; .pc files of any size are read in parts."""
    kicks, left, how = asked[TOLD_KICKS], clock.left(), asked[TOLD_DROP]
    drop = None if how is None else read_drop(how, kicks)
    seconds = None if left is None else max(0.001, left)
    if source.path is not None and source.path.lower().endswith(".pc"):
        return clear.replay(
            source.path,
            kicks=kicks or "srs",
            drop=drop or "soft",
            time_limit=seconds,
            threads=desk.threads,
            progress=desk.progress,
        )
    looked = partial(
        verify_content,
        kicks=kicks,
        drop=drop,
        may_be_pc=may_be_pc,
        time_limit=seconds,
        threads=desk.threads,
        progress=desk.progress,
    )
    if is_fumen(source.place):
        return looked(source.bytes())
    return parsed(source.place, source.bytes(), looked)


def _short(name: str) -> str:
    return name if len(name) <= 60 else name[:57] + "..."


def _python(asked: Asked) -> str:
    how = asked.some(TIME_LIMIT)
    if (kicks := asked[TOLD_KICKS]) is not None:
        told = rules_in_python(asked, kicks, "soft").get("kicks", "srs")
        how["kicks"] = told if isinstance(told, Expression) else call("clear.Kicks.named", told)
    if (drop := asked[TOLD_DROP]) is not None:
        how["drop"] = read_drop(drop)
    if FILE in asked:
        found = call("verify_content", call("base64.b64decode", asked.plain(FILE)), **how)
    else:
        data = Expression(f"{literal(content(asked.plain(SOLUTIONS) or ''))}.encode()")
        found = call("verify_content", data, **how, may_be_pc=Expression("False"))
    return clear_program(f"found = {found}", 'print(found.valid, *found.lines(), sep="\\n")')


QUESTION = Question(
    "clear",
    "verify",
    "Check solutions by the rules, move by move, or every claim of an answer.",
    (FILES, SOLUTIONS, FILE, TOLD_KICKS, TOLD_DROP, THREADS, TIME_LIMIT),
    answer,
    about="""
    FILE is a .pc file of any size, JSON Lines, fumens, the JSON answer of another command, or - (standard input).
    A solution is replayed: its order must be possible with the queue and hold, every piece must fit, rest on
    something and be reachable with the kicks, and no cell may be left. For a .pc file the faults of the first 1000
    wrong solutions are reported. For the answer of another command (--json), every claim is checked: solutions are
    replayed, "no clear" is refuted again, chances, counts and lists are recomputed, by another method where there is
    one. That takes at most 60 seconds, or --time-limit; what was not checked then is named.

    \b
    The exit code is 0 if all is right, 1 if something is wrong, 3 if nothing is
    wrong but something was not checked, or if the file is empty. Of several
    files, one that cannot be read is wrong, and the others are still checked.

    A .pc file does not state how many records it has: if it was cut between two of them, that cannot be noticed.

    \b
    shapewright clear table 2 -o 2.pc; shapewright clear verify 2.pc
    shapewright clear percent -p '*p4' --field ZZ____LLLI/TZZ___LOOI/TTSS__JOOI/TSS___JJJI -o answer.json
    shapewright clear verify answer.json""",
    claims="""
    valid | flag? | Whether all files are right; null if something was not checked. | how
    files | [record] | What was found in each file. | how""",
    python=_python,
)
