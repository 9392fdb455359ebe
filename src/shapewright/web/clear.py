"""The questions about perfect clears: those of ``shapewright clear``, with the same answers."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any

from shapewright.errors import LimitError, NotationError, ProblemError, StoppedError
from shapewright.web import clear_all, views
from shapewright.web.clear_setup import FIELD, NO_HOLD, PATTERN, RULES, TIME, kicks_of, read_start
from shapewright.web.fields import Flag, Text, Whole
from shapewright.web.questions import TIME_LIMIT, Answer, Question

if TYPE_CHECKING:
    from shapewright.clear import Solution
    from shapewright.clear.graph.setup import Setup
    from shapewright.clear.notation.fumen import Fumen
    from shapewright.clear.path import Minimal, Path
    from shapewright.clear.percent import Chance
    from shapewright.clear.problem import Problem
    from shapewright.web.desk import Desk

MAX_SOLUTIONS = 100
MAX_DRAWN = 200
MAX_FAILED = 1000
MAX_LISTED = 20_000
MAX_GAMES = 20
_CELLS = frozenset("_.XIOTSZLJ")
# So long the fewest solutions are looked for, unless a time limit says otherwise.
COVER_SECONDS = 10.0


def warm_up() -> None:
    """Load what solving and drawing a queue needs."""
    from shapewright.clear.field import Field as Playfield
    from shapewright.clear.solve import first

    found = first(Playfield(), "TIOLJSZTIOL")
    assert found is not None
    found._repr_svg_()


# --- Show -------------------------------------------------------------------------------------------------------------


def _show(asked: dict[str, Any], desk: Desk) -> Answer:
    """The field itself: its rows for the editor, and a fumen of it."""
    from shapewright.clear.notation.fumen import Fumen, Page
    from shapewright.clear.picture import field_mosaic
    from shapewright.drawing import to_svg

    start = read_start(asked["field"])
    field = start.field
    height = max(4, field.height, start.height or 0)
    rows = field.to_text(one_line=True, height=height)
    bottom_first = tuple(reversed(rows.split("/")))
    code = Fumen((Page(bottom_first, lock=False),)).to_text()
    scene = field_mosaic(field, height=height).scene()
    drawn = height if start.fumen is not None or not asked["field"] else max(height, _rows_in(asked["field"]))
    filled = "empty field" if not field.height else f"filled up to row {field.height}"
    shown = views.view(f"{filled}; {field.empty_cells(drawn)} empty cells in {drawn} rows")
    queue = start.page.queue if start.page is not None else None
    shown["editor"] = {"rows": rows, "fumen": code, "queue": "" if queue is None else queue.to_text()}
    return Answer(
        {"field": rows, "height": field.height, "fumen": code}, shown, {"field.svg": to_svg(scene)}, seconds=0.0
    )


def _rows_in(text: str) -> int:
    rows = text.strip().replace("\n", "/").split("/")
    return len([row for row in rows if set(row.upper()) <= _CELLS and row])


# --- Solve ------------------------------------------------------------------------------------------------------------


def _problem(asked: dict[str, Any]) -> tuple[Problem, Fumen | None]:
    from shapewright.clear.problem import Problem
    from shapewright.clear.queue import Queue

    start = read_start(asked["field"])
    if asked["queue"] is not None:
        queue = Queue.from_text(asked["queue"])
    else:
        found = start.page.queue if start.page is not None else None
        if found is None:
            raise ProblemError("no queue is given; write it like TIOLJSZTIOL, or give a fumen that has one")
        queue = found
    kicks = kicks_of(asked["kicks"])
    height = start.height if asked["height"] is None else asked["height"]
    problem = Problem(start.field, queue, height, kicks, asked["drop"], not asked["no_hold"], asked["save"])
    return problem, start.fumen


def _solve(asked: dict[str, Any], desk: Desk) -> Answer:
    from shapewright.clear.reason import method, refuted, why_none
    from shapewright.clear.solve import solve

    problem, given = _problem(asked)
    short = problem.shortage()
    if short is not None:
        raise ProblemError(short)
    limit = asked["limit"]
    found: list[Solution] = []
    stopped = ""
    started = time.monotonic()
    try:
        for solution in solve(problem, seed=asked["seed"] or 0, limit=limit or 1, time_limit=desk.seconds):
            found.append(solution)
            desk.say(f"{len(found)} found")
    except StoppedError as error:
        if not found:
            raise
        stopped = str(error)
    seconds = time.monotonic() - started
    keys: dict[str, Any] = {
        "found": bool(found),
        "solutions": [_record(solution, given) for solution in found],
    }
    if not stopped:
        height = found[0].height if found else None
        keys["method"] = method(problem, height)
        keys["refuted"] = {str(lower): known for lower, known in refuted(problem, height).items()}
    if not found:
        reason = why_none(problem)
        shown = views.view(f"impossible: {reason}", "bad")
        return Answer({**keys, "reason": reason}, shown, {}, limit is None or limit > 0, seconds, 1)
    keys["height"] = found[0].height
    complete = not stopped and (limit is None or len(found) < limit)
    return Answer(keys, _solved(found, given, seconds, stopped), _files(found, given), complete, seconds)


def _record(solution: Solution, given: Fumen | None) -> dict[str, Any]:
    from shapewright.clear.notation.jsonl import to_record

    more = {"height": solution.height, "saved": solution.saved, "fumen": _fumen(solution, given)}
    return to_record(solution) | more


def _fumen(solution: Solution, given: Fumen | None) -> str:
    from shapewright.clear.notation.fumen import Fumen

    return (Fumen.from_solution(solution) if given is None else given.appended(solution)).to_text()


def _solved(found: list[Solution], given: Fumen | None, seconds: float, stopped: str) -> dict[str, Any]:
    from shapewright.clear.picture import draw

    first = found[0]
    clock = f"{seconds:.1f} s" if seconds >= 1 else f"{1000 * seconds:.1f} ms"
    sections = [
        views.frames(_steps(first), seconds=0.5, animation="clear"),
        views.text(_fumen(first, given), title="As a fumen", label="fumen"),
    ]
    if len(found) > 1:
        others = [views.picture(draw(solution), code=_fumen(solution, given)) for solution in found[1:MAX_DRAWN]]
        sections.append(views.pictures(others, title=f"{len(found) - 1} more", size="large"))
    saved = f"; {' '.join(first.saved)} left over" if first.saved else ""
    headline = f"a perfect clear of {first.height} lines in {len(first)} pieces{saved}"
    notes = [*([stopped] if stopped else []), f"{clock}; replayed by the rules"]
    return views.view(headline, "good", notes=notes, sections=sections)


def _steps(solution: Solution, before: str = "") -> list[dict[str, Any]]:
    from shapewright.clear.picture import frame_scenes

    steps = zip(frame_scenes(solution), solution.frames(), strict=True)
    return [
        views.picture(scene, f"{before}{number}  {frame.placement.piece}{', after hold' if frame.held else ''}")
        for number, (scene, frame) in enumerate(steps, start=1)
    ]


def _files(found: list[Solution], given: Fumen | None) -> dict[str, str | bytes]:
    from shapewright.clear.notation.pc import format_record
    from shapewright.clear.picture import draw
    from shapewright.drawing import to_sheet

    files: dict[str, str | bytes] = {
        "clear.svg": to_sheet([draw(solution) for solution in found[:MAX_DRAWN]]),
        "clear.fumen": "".join(_fumen(solution, given) + "\n" for solution in found),
        "clear.txt": "\n\n".join(map(str, found)) + "\n",
    }
    try:
        files["clear.pc"] = b"".join(map(format_record, found))
    except (NotationError, LimitError, ProblemError):
        return files  # that notation holds clears of the empty field alone
    return files


# --- Chances and paths ------------------------------------------------------------------------------------------------


def _setup(asked: dict[str, Any]) -> Setup:
    from shapewright.clear.graph.setup import DEFAULT_HEIGHT, Setup
    from shapewright.clear.notation.comment import Options, read_options
    from shapewright.clear.pattern import Pattern

    start = read_start(asked["field"])
    comment = Options() if start.page is None else read_options(start.page.comment)
    pattern = Pattern.from_text(asked["patterns"])
    height = next((one for one in (asked["height"], start.height, comment.height) if one is not None), DEFAULT_HEIGHT)
    return Setup(start.field, pattern, height, kicks_of(asked["kicks"]), asked["drop"], not asked["no_hold"])


def _percent(asked: dict[str, Any], desk: Desk) -> Answer:
    from shapewright.clear.percent import percent as percent_of
    from shapewright.clear.savings import read_conditions

    if asked["save"] is not None:
        read_conditions(asked["save"])
    started = time.monotonic()
    setup = _setup(asked)
    length = setup.length if asked["save"] is None else setup.pattern.length
    chance = percent_of(setup, save=asked["save"], time_limit=desk.seconds, progress=desk.progress)
    is_left = chance.boards and asked["save"] is None and setup.hold and length > setup.needed
    saved = chance.by_saved() if is_left else {}
    failing = chance.queues - chance.solved
    if failing > MAX_LISTED:
        raise LimitError(
            f"{failing} queues fail, more than the {MAX_LISTED} that the studio lists; the command line does"
        )
    failed = list(chance.failing())
    keys = {
        "solved": chance.solved,
        "queues": chance.queues,
        "chance": chance.fraction,
        "cleared": chance.cleared,
        "conditions": [saved.keys() for saved in chance.conditions],
        "pieces": setup.pattern.length,
        "pieces_counted": setup.pattern.length if chance.conditions else setup.length,
        "height": setup.height,
        "first": {prefix: [of.solved, of.queues] for prefix, of in chance.by_first().items()},
        "saved": {piece: of.solved for piece, of in saved.items()},
        "method": "search" if chance.boards else "list",
        "failed": failed,
    }
    files: dict[str, str | bytes] = {"failing.txt": "".join(f"{queue}\n" for queue in failed)}
    note = setup.nothing_left() if chance.conditions else setup.cut()
    shown = _chance_view(chance, saved, failed, asked["tree"], note)
    return Answer(keys, shown, files, seconds=time.monotonic() - started)


def _chance_view(
    chance: Chance, saved: dict[str, Chance], failed: list[str], tree: int, note: str | None
) -> dict[str, Any]:
    sections = [views.bars(_branches(chance, tree), title="After the first pieces")]
    notes = [note] if note else []
    if chance.conditions:
        notes.append(f"{chance.cleared} of {chance.queues} queues can clear the field")
    if len(chance.conditions) > 1:
        each = [(saved.label, saved.chance.solved, saved.chance.queues, 0) for saved in chance.conditions]
        sections.insert(0, views.bars(each, title="Each condition; above, at least one of them"))
    if saved:
        left = [(piece, of.solved, of.queues, 0) for piece, of in saved.items()]
        sections.append(views.bars(left, title="Left over, if wanted"))
    if failed:
        rows = [" ".join(failed[start : start + 6]) for start in range(0, min(len(failed), MAX_FAILED), 6)]
        more = f", the first {MAX_FAILED}" if len(failed) > MAX_FAILED else ""
        title = f"{len(failed)} failing queues{more}"
        sections.append(views.text("\n".join(rows), title=title, label="failing queues", folded=True))
    return views.view(str(chance), "good" if chance.solved else "bad", notes=notes, sections=sections)


def _branches(chance: Chance, depth: int) -> list[tuple[str, int, int, int]]:
    """The tree of first pieces in reading order: a beginning, its queues that can, its queues, how deep it is."""
    found = {prefix: of for level in range(1, depth + 1) for prefix, of in chance.by_first(level).items()}
    order = sorted(found, key=lambda prefix: [list(found).index(prefix[: n + 1]) for n in range(len(prefix))])
    return [(prefix, found[prefix].solved, found[prefix].queues, len(prefix) - 1) for prefix in order]


def _path(asked: dict[str, Any], desk: Desk) -> Answer:
    from shapewright.clear.path import path as path_of

    if asked["minimal"] and asked["no_minimal"]:
        raise NotationError("'minimal' and 'no_minimal' exclude each other")
    started = time.monotonic()
    setup = _setup(asked)
    found = path_of(setup, save=asked["save"], time_limit=desk.seconds, progress=desk.progress)
    if asked["no_minimal"]:
        return _gallery(found, None, asked, time.monotonic() - started)
    left = COVER_SECONDS
    if asked[TIME_LIMIT] is not None:
        left = max(0.1, desk.seconds - (time.monotonic() - started))
    desk.say(f"{len(found)} solutions; looking for the fewest that serve all queues")
    minimal = found.minimal(time_limit=left)
    return _gallery(found, minimal, asked, time.monotonic() - started)


def _gallery(found: Path, minimal: Minimal | None, asked: dict[str, Any], seconds: float) -> Answer:
    from shapewright.cli.clear.path import PathAnswer, queues_of

    answer = PathAnswer(found, minimal, asked["minimal"], asked["limit"] or MAX_LISTED)
    keys = answer.keys()
    if not found:
        return Answer(keys, views.view(answer.heading(), "bad"), seconds=seconds)
    drawn = [
        views.picture(
            solution.mosaic().scene(cell=16),
            ("★ " if id(solution) in answer.numbers else "") + queues_of(solution.served),
        )
        for solution in answer.shown[:MAX_DRAWN]
    ]
    notes = ["★ one of the fewest that serve all queues"] if minimal is not None else []
    cut = found.cut()
    if cut is not None:
        notes.append(cut)
    if len(answer.shown) > MAX_DRAWN:
        notes.append(f"the first {MAX_DRAWN} are drawn; the files have all {len(answer.shown)}")
    shown = views.view(answer.heading(), "good", notes=notes, sections=[views.pictures(drawn, size="medium")])
    files: dict[str, str | bytes] = {"path.svg": views.whole(drawn)}
    for suffix in (".fumen", ".csv", ".html"):
        with suppress(LimitError):  # more pages than a fumen or a page of pictures should have
            files["path" + suffix] = answer.content(suffix)
    return Answer(keys, shown, files, answer.is_complete, seconds)


# --- The demo ---------------------------------------------------------------------------------------------------------


def _demo(asked: dict[str, Any], desk: Desk) -> Answer:
    """Perfect clears one after the other, with pieces from shuffled bags."""
    from shapewright.clear.check import check
    from shapewright.clear.demo import Game, play

    seed = int.from_bytes(os.urandom(4), "big") if asked["seed"] is None else asked["seed"]
    game = Game()
    started = time.monotonic()
    kicks = kicks_of(asked["kicks"])
    found: list[Solution] = []
    for solution in islice(play(height=asked["height"] or 4, seed=seed, kicks=kicks, game=game), asked["limit"]):
        check(solution, kicks=kicks)
        found.append(solution)
    steps = [step for number, one in enumerate(found, start=1) for step in _steps(one, f"clear {number}, piece ")]
    missed = f", {game.missed} queues had none" if game.missed else ""
    shown = views.view(
        f"{game.clears} {'clear' if game.clears == 1 else 'clears'}, {game.pieces} pieces{missed}",
        "good",
        notes=[f"seed {seed}"],
        sections=[views.frames(steps, seconds=0.22, play=True, animation="demo")],
    )
    shown["again"] = "demo"
    keys = {"seed": seed, "clears": game.clears, "pieces": game.pieces, "missed": game.missed}
    keys["solutions"] = [_record(solution, None) for solution in found]
    told = {"seed": seed, "limit": asked["limit"]}
    return Answer(keys, shown, _files(found, None), seconds=time.monotonic() - started, told=told)


_SAVED = "what is left over must be so: T, TL, !T, T||I, /regular expression/"
_SAVES = "which queues can leave these pieces over: T, TL, T&&L, !T, ^T, /regex/, several with commas, #label"
_EXAMPLE = {"field": "ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ", "patterns": "I,*p4"}

QUESTIONS = (
    Question(
        "show",
        "The field, and a fumen of it.",
        (FIELD,),
        _show,
        quick=True,
        example={"field": "XX________/X________X"},
    ),
    Question(
        "solve",
        "Find a perfect clear for a queue, step by step.",
        (
            Text("queue", "pieces in their order, such as TIOLJSZTIOL; [T]IO holds a T", limit=400),
            FIELD,
            *RULES,
            NO_HOLD,
            Text("save", _SAVED, limit=200),
            Whole("limit", "at most so many solutions", minimum=1, maximum=MAX_SOLUTIONS),
            Whole("seed", "another seed, another solution", maximum=2**64 - 1),
            TIME,
        ),
        _solve,
        example={"queue": "TIOLJSZTIOL"},
    ),
    Question(
        "percent",
        "The chance of a perfect clear over the queues of a pattern.",
        (
            PATTERN,
            FIELD,
            *RULES,
            NO_HOLD,
            Text("save", _SAVES, limit=1000),
            Whole("tree", "so many first pieces are told apart", minimum=1, maximum=3, default=1),
            TIME,
        ),
        _percent,
        example=_EXAMPLE,
    ),
    Question(
        "path",
        "All unique solutions, and the fewest that serve every queue.",
        (
            PATTERN,
            FIELD,
            *RULES,
            NO_HOLD,
            Text("save", _SAVED, limit=200),
            Flag("minimal", "show the fewest alone"),
            Flag("no_minimal", "do not look for the fewest; with many solutions that takes longest"),
            Whole("limit", "at most so many solutions", minimum=1, maximum=MAX_LISTED),
            TIME,
        ),
        _path,
        example=_EXAMPLE,
    ),
    Question(
        "demo",
        "Perfect clears one after the other, with pieces from shuffled bags.",
        (
            Whole("height", "lines to clear", minimum=2, maximum=8),
            Text("kicks", "a kick system", default="srs", limit=40),
            Whole("seed", "the same seed, the same pieces", maximum=2**31),
            Whole("limit", "so many clears", minimum=1, maximum=MAX_GAMES, default=6),
            TIME,
        ),
        _demo,
        example={"seed": 1, "limit": 2},
    ),
    *clear_all.QUESTIONS,
)
