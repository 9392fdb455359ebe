"""Which assemblies of a puzzle come apart, by how many moves, and how."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from shapewright import tiling
from shapewright.errors import ProblemError
from shapewright.jobs.statistics import Statistics
from shapewright.questions.asked import Asked
from shapewright.questions.desk import Desk
from shapewright.questions.fields import CHECKPOINT, CLUSTER, THREADS, TIME_LIMIT, Flag, Whole
from shapewright.questions.parts import Part, Table
from shapewright.questions.python import call
from shapewright.questions.question import Answer, Question
from shapewright.questions.screen import Screen
from shapewright.questions.tiling._puzzle import PUZZLE, about, puzzle
from shapewright.questions.tiling._python import in_python
from shapewright.questions.tiling._search import ROTATIONS_ONLY
from shapewright.questions.tiling._shown.moves import DRAWN, FORMATS, moves_files, moves_parts
from shapewright.questions.tiling._shown.solutions import record, text_on
from shapewright.tiling import Disassembly, Problem, Survey
from shapewright.tiling.apart.survey import none_apart

# A page shows the moves of so many assemblies.
_STUDIO_SHOWN = 20


LIFT = Flag("lift", "Pieces of a flat puzzle may also be lifted out of its plane.")
HIGHEST = Flag("highest", "Show the moves of all assemblies of the highest level.")
FIRST = Flag("first", "Stop at the first assembly that comes apart.")
LIMIT = Whole("limit", "Number of assemblies whose moves are shown.", metavar="N", maximum=1_000_000, doors=("shell",))
STUDIO_LIMIT = replace(LIMIT, doors=("studio",), maximum=_STUDIO_SHOWN)


def answer(asked: Asked, desk: Desk) -> Answer:
    """How many assemblies there are, how many come apart, their levels, and the moves of some."""
    stated = puzzle(asked, desk)
    if not isinstance(stated, tiling.Problem):
        raise ProblemError(
            "taking apart needs a board with pieces, and this puzzle is an exact cover (DLX), which has none"
        )
    if asked[FIRST]:
        if asked[HIGHEST]:
            raise ProblemError(
                "--first ends with the first assembly that comes apart, so the highest level is not known"
            )
        return _first(stated, asked, desk)
    survey = tiling.takeapart(stated, rotations_only=asked[ROTATIONS_ONLY], lift=asked[LIFT], **desk.working)
    most = asked[LIMIT]
    if most is None and not asked[HIGHEST]:
        most = 1
    shown = list(islice(survey.best(highest=asked[HIGHEST]), most))
    keys = {
        "assemblies": len(survey.assemblies),
        "apart": survey.apart,
        "levels": [{"level": level, "assemblies": number} for level, number in survey.table()],
        "states": survey.states,
        **_common(stated, asked, shown),
    }
    found = survey.apart > 0
    return Answer(
        keys,
        str(survey).splitlines()[0] if found else "",
        "found" if found else "none",
        reason=survey.reason,
        text=(lambda screen: _text([str(survey)], shown, screen)) if found else None,
        parts=lambda: _parts(survey, shown, asked),
        files=moves_files(shown, asked),
        records=lambda: [_record(each) for each in shown],
        **about(asked),
    )


def _first(stated: Problem, asked: Asked, desk: Desk) -> Answer:
    """One assembly after the other, until one comes apart."""
    number, found = 0, None
    searched: list[Statistics] = []
    for each in tiling.disassemblies(
        stated,
        rotations_only=asked[ROTATIONS_ONLY],
        lift=asked[LIFT],
        time_limit=desk.seconds,
        report=searched.append,
    ):
        number += 1
        desk.say(f"{number} taken apart")
        if each.apart:
            found = each
            break
    shown = [] if found is None else [found]
    keys = {"assemblies": number, "apart": len(shown), **_common(stated, asked, shown)}
    more = about(asked)
    if found is None:
        reason = none_apart(number) if number else tiling.why_none(stated, searched[0])
        return Answer(keys, "", "none", reason=reason, **more)
    line = f"assembly {number:,} is the first that comes apart"
    return Answer(
        keys,
        line,
        text=lambda screen: _text([line], shown, screen),
        parts=lambda: moves_parts(shown, asked),
        files=moves_files(shown, asked),
        records=lambda: [_record(found)],
        **more,
    )


def _common(stated: Problem, asked: Asked, shown: Sequence[Disassembly]) -> dict[str, object]:
    return {
        "rotations_only": asked[ROTATIONS_ONLY],
        "lift": asked[LIFT],
        "solutions": [_record(each) for each in shown],
        "puzzle": stated.to_text(),
    }


def _record(found: Disassembly) -> dict[str, object]:
    """An assembly and its moves."""
    return {**record(found.solution), "disassembly": found.to_json()}


def _text(lines: list[str], shown: Sequence[Disassembly], screen: Screen) -> str:
    for each in shown:
        lines += ["", text_on(each.solution, screen), "", each.to_text()]
    return "\n".join(lines)


def _parts(survey: Survey, shown: Sequence[Disassembly], asked: Asked) -> Iterator[Part]:
    if survey.apart:
        yield Table(("level", "assemblies"), survey.table(), title="Levels")
    yield from moves_parts(shown, asked)


def _python(asked: Asked) -> str:
    lines = in_python(asked)
    if asked[FIRST]:
        found = call("tiling.disassemblies", lines.name, **asked.some(ROTATIONS_ONLY, LIFT, TIME_LIMIT))
        return lines.program(
            f"for number, each in enumerate({found}, start=1):",
            "    if each.apart:",
            '        print(f"assembly {number:,} is the first that comes apart")',
            '        print("", each.solution, "", each, sep="\\n")',
            "        break",
        )
    found = call("tiling.takeapart", lines.name, **asked.some(ROTATIONS_ONLY, LIFT, TIME_LIMIT))
    shown: list[str] = []
    if asked[LIMIT] != 0:
        number = (None if asked[HIGHEST] else 1) if asked[LIMIT] is None else asked[LIMIT]
        best = call("survey.best", **asked.some(HIGHEST))
        shown = [f"for each in islice({best}, {number}):", '    print("", each.solution, "", each, sep="\\n")']
    imports = ("from itertools import islice",) if shown else ()
    return lines.program(f"survey = {found}", "print(survey)", *shown, imports=imports)


QUESTION = Question(
    "tiling",
    "takeapart",
    "Take the assemblies apart by moves along the axes: which come apart, and their levels.",
    (
        *PUZZLE,
        ROTATIONS_ONLY,
        LIFT,
        HIGHEST,
        FIRST,
        LIMIT,
        STUDIO_LIMIT,
        *DRAWN,
        TIME_LIMIT,
        THREADS,
        CHECKPOINT,
        CLUSTER,
    ),
    answer,
    about="""
    Pieces move along the axes (or the lines of their lattice), several at a time, and do not turn. A move shifts a
    group of pieces by any number of units; the last move of a group takes it out. The level 3.1.2 says that three moves
    free the first group; then one and two free the next. Assemblies that are rotations or reflections of each other
    count once; the moves of one of the highest level are shown, or of as many as --limit says. The exit code is 1 if no
    assembly comes apart.""",
    rule="shapewright.tiling.claims.apart:takeapart",
    claims="""
    assemblies | whole | Number of tilings that were looked at. | again: listed again
    apart | whole | Number of them that come apart. | again: each is taken apart again
    levels? | [{level: text, assemblies: whole}] | Number of tilings of each level. | again: computed again
    states? | whole | Number of positions of the pieces that were looked at. | how
    rotations_only
    lift | flag | Whether pieces may only be lifted. | asked
    solutions | [{placements: [Placement], disassembly?: {apart: flag, level: text, moves: whole, parts: [{pieces:
        [whole], steps: [{pieces: [whole], direction: text, units: whole?}], rest: whole?, out: whole?, together?:
        any}]}}] | Tilings, each with its disassembly. | rules: moves are replayed cell by cell; levels are computed
        again
    puzzle""",
    example={"board": "3x3x3", "pieces": "soma", "limit": 1},
    formats=FORMATS,
    downloads=(".gif", ".svg", ".pdf", ".stl", ".txt", ".jsonl"),
    stem="moves",
    python=_python,
)
