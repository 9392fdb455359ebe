"""The questions about tilings: those of ``shapewright tiling``, with the same answers."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from shapewright.errors import LimitError, NotationError, ProblemError, StoppedError
from shapewright.web import tiling_verify, views
from shapewright.web.fields import Flag, Record, Whole
from shapewright.web.questions import Answer, Question
from shapewright.web.tiling_puzzle import SEARCH, STATED, TIME, on_board, read_puzzle, read_search

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from shapewright.cli.tiling.files import Puzzle
    from shapewright.cli.tiling.search import Search
    from shapewright.tiling import Problem, Solution, Statistics
    from shapewright.tiling.abstract import Choice as Cover
    from shapewright.web.desk import Desk

MAX_LISTED = 2000
# A solution of a puzzle with thousands of pieces is drawn, but few of them.
MAX_FRAMES = 200
# How long a page that lists some waits to know how many there are.
COUNT_SECONDS = 1.0

_LIMIT = Whole("limit", "at most so many tilings", minimum=1, maximum=MAX_LISTED, default=100)
_SEED = Whole("seed", "the same seed, the same tilings", maximum=2**64 - 1)


def warm_up() -> None:
    """Load what solving and drawing a small puzzle needs."""
    from shapewright.tiling import Problem, first

    found = first(Problem.from_text("board 2x1\npieces I2"))
    assert found is not None
    found._repr_svg_()


# --- Show -------------------------------------------------------------------------------------------------------------


def _show(asked: dict[str, Any], desk: Desk) -> Answer:
    """The puzzle itself: what ``tiling show --json`` says, and its parts for the editor."""
    from shapewright.cli.tiling.show import puzzle_json
    from shapewright.drawing import to_svg
    from shapewright.tiling import Problem
    from shapewright.tiling.picture import facts, sheet

    puzzle = read_puzzle(asked)
    files: dict[str, str | bytes] = {}
    if not isinstance(puzzle, Problem):
        files["puzzle.dlx"] = puzzle.to_text()
        shown = views.view(
            f"an exact cover of {len(puzzle.items)} items by {len(puzzle.options)} options",
            notes=["It comes without a board, so there is nothing to paint; solving and counting work all the same."],
        )
        return Answer(puzzle_json(puzzle), shown, files, seconds=0.0)
    if asked["solution"] is not None:
        return _show_solution(puzzle, asked["solution"])
    if asked["brief"]:
        shown = views.view(facts(puzzle))
        shown["editor"] = _editor(puzzle)
        return Answer(puzzle_json(puzzle), shown, seconds=0.0)
    files["puzzle.txt"] = puzzle.to_text()
    for suffix, write in ((".dlx", puzzle.to_dlx), (".xmpuzzle", puzzle.to_xmpuzzle)):
        with suppress(NotationError, ProblemError, LimitError):  # not every notation can hold every puzzle
            files["puzzle" + suffix] = write()
    files["puzzle.svg"] = to_svg(sheet(puzzle))
    drawn = views.pictures([views.picture(str(files["puzzle.svg"]))], size="whole")
    shown = views.view(facts(puzzle), notes=[puzzle.title] if puzzle.title else [], sections=[drawn])
    shown["editor"] = _editor(puzzle)
    return Answer(puzzle_json(puzzle), shown, files, seconds=0.0)


def _show_solution(puzzle: Problem, record: Any) -> Answer:
    import json

    from shapewright.cli.tiling.show import solutions_json
    from shapewright.tiling import Solution, faults
    from shapewright.tiling.notation.records import parse_records

    solutions = [Solution(puzzle, placements) for placements in parse_records(json.dumps(record))]
    wrong = [fault for solution in solutions for fault in faults(puzzle, solution.placements)]
    shown = views.view(
        f"no tiling: {wrong[0]}" if wrong else "a tiling, checked",
        "bad" if wrong else "good",
        sections=[drawn := _frames(solutions, False)],
    )
    return Answer(solutions_json(puzzle, solutions), shown, _files(solutions, drawn), seconds=0.0)


def _editor(puzzle: Problem) -> dict[str, Any]:
    """What the page's editor needs: the board in one line, the pieces one by one, each drawn."""
    from shapewright.cells.piece_lists import piece_texts
    from shapewright.tiling.picture import caption, piece_mosaics

    shown, whole = puzzle.pieces[:400], True
    try:
        board = puzzle.board.to_text(one_line=True)
    except (NotationError, LimitError):
        board = ""  # cells that are optional and coloured at once, or far apart
    try:
        # Fixed pieces are called by their names, whatever becomes of the other pieces on the page.
        texts = piece_texts(shown, {placement.piece for placement in puzzle.fixed})
    except (NotationError, LimitError):
        texts, whole = [piece.name for piece in shown], False
    pieces = [
        {
            **views.picture(mosaic.scene(cell=14.0), caption(piece)),
            "name": piece.name,
            "minimum": piece.minimum,
            "maximum": piece.maximum,
            "area": piece.shape.area,
            "text": text,
        }
        for piece, text, mosaic in zip(shown, texts, piece_mosaics(puzzle), strict=False)
    ]
    fixed = [
        f"{placement.piece} {' '.join(','.join(map(str, cell)) for cell in placement.cells)}"
        for placement in puzzle.fixed
    ]
    kept = views.within_reason(pieces)
    return {"board": board, "pieces": kept, "fixed": fixed, "whole": whole and len(kept) == len(puzzle.pieces)}


# --- Tilings ----------------------------------------------------------------------------------------------------------


def _solve(asked: dict[str, Any], desk: Desk) -> Answer:
    puzzle, search = read_puzzle(asked), read_search(asked, desk)
    return _listed(puzzle, search, search.solutions(puzzle, 1), desk, several=False)


def _list(asked: dict[str, Any], desk: Desk) -> Answer:
    puzzle, search = read_puzzle(asked), read_search(asked, desk)
    answer = _listed(puzzle, search, search.solutions(puzzle, asked["limit"]), desk, several=asked["limit"] != 1)
    answer.told["limit"] = asked["limit"]
    return answer


def _random(asked: dict[str, Any], desk: Desk) -> Answer:
    from shapewright.cli.tiling.search import Search
    from shapewright.tiling import sample

    puzzle = on_board(asked, "drawing at random")
    seed = int.from_bytes(os.urandom(4), "big") if asked["seed"] is None else asked["seed"]
    search = Search(time_limit=desk.seconds)
    drawn = sample(puzzle, limit=asked["limit"], seed=seed, time_limit=desk.seconds, report=search.report)
    answer = _listed(puzzle, search, drawn, desk, several=asked["limit"] != 1, keys={"seed": seed})
    answer.told["seed"] = seed
    return answer


def _listed(
    puzzle: Puzzle,
    search: Search,
    solutions: Iterable[Solution | Cover],
    desk: Desk,
    *,
    several: bool,
    keys: dict[str, Any] | None = None,
) -> Answer:
    """Solutions as they come, told of while they do."""
    from shapewright.cli.tiling.answer import solution_json
    from shapewright.cli.tiling.search import reason

    found: list[Solution | Cover] = []
    stopped = ""
    try:
        for solution in solutions:
            found.append(solution)
            desk.say(f"{len(found)} found")
    except StoppedError as error:
        if not found:
            raise
        stopped = str(error)
    whole = {**(keys or {}), **search.keys}
    if not found:
        whole["reason"] = reason(puzzle, search)
    complete = not stopped and (search.complete or not several)
    whole |= {"solutions": [solution_json(solution) for solution in found], "puzzle": puzzle.to_text()}
    section = _frames(found, several)
    notes = [stopped] if stopped else []
    if keys:
        notes.append(f"seed {keys['seed']}")
        headline = f"{len(found):,} {'tiling' if len(found) == 1 else 'tilings'} drawn at random"
        words = (headline, "good") if found else (f"impossible: {whole['reason']}", "bad")
    else:
        total = _total(puzzle, search, desk) if several and found and not complete and not stopped else None
        words = _headline(len(found), whole, several, complete, total)
    notes += views.cut(len(section.get("frames", found)), len(found))
    shown = views.view(*words, notes=[*notes, *_work(search)], sections=[section])
    return Answer(whole, shown, _files(found, section), complete, search.seconds, 0 if found else 1)


def _total(puzzle: Puzzle, search: Search, desk: Desk) -> int | None:
    """How many there are, if that is soon counted."""
    from shapewright.tiling import Problem, count, count_cover

    desk.say("counting how many there are")
    limit = min(COUNT_SECONDS, max(0.1, desk.seconds - search.seconds))
    try:
        if isinstance(puzzle, Problem):
            symmetric: dict[str, Any] = {
                "up_to_symmetry": search.up_to_symmetry,
                "rotations_only": search.rotations_only,
            }
            return count(puzzle, **symmetric, threads=desk.threads, time_limit=limit)
        return count_cover(puzzle, time_limit=limit)
    except (StoppedError, LimitError):
        return None


def _headline(found: int, whole: dict[str, Any], several: bool, is_all: bool, total: int | None) -> tuple[str, str]:
    if not found:
        return f"impossible: {whole['reason']}", "bad"
    if not several:
        return "a tiling", "good"
    if is_all or total == found:
        return "the only tiling" if found == 1 else f"all {found:,} tilings", "good"
    if total is not None:
        return f"{found:,} of {shortened(total)} tilings", "good"
    return f"the first {found:,} tilings" if found > 1 else "a tiling; there may be more", "good"


def shortened(number: int) -> str:
    """A number of any length in few characters.

    >>> shortened(1234), shortened(10**49)
    ('1,234', 'a number of 50 digits of')
    """
    from shapewright.storage.json import integers_of_any_length

    with integers_of_any_length():
        plain = str(number)
    return f"{number:,}" if len(plain) <= 24 else f"a number of {len(plain)} digits of"


def _work(search: Search) -> Iterator[str]:
    statistics: Statistics | None = search.statistics
    if statistics is not None:
        unit = "states" if statistics.engine == "frontier" else "nodes"
        yield f"{statistics.engine}, {_clock(statistics.seconds)}, {statistics.nodes:,} {unit}; checked"


def _clock(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds >= 1 else f"{seconds * 1000:.1f} ms"


def _frames(found: Sequence[Solution | Cover], several: bool) -> dict[str, Any]:
    from shapewright.cli.tiling.answer import solution_text
    from shapewright.tiling import Solution

    drawn = [
        views.picture(solution.scene(), code=_letters(solution))
        for solution in found[:MAX_FRAMES]
        if isinstance(solution, Solution)
    ]
    if drawn:
        return views.frames(drawn)
    return views.text("\n\n".join(map(solution_text, found[:MAX_FRAMES])), label="options") if found else {}


def _letters(solution: Solution) -> str:
    try:
        return solution.to_text()
    except NotationError:
        return ""  # more pieces than letters


def _files(found: Sequence[Solution | Cover], drawn: dict[str, Any]) -> dict[str, str | bytes]:
    from shapewright.cli.tiling.answer import solution_json, solution_text
    from shapewright.storage.json import json_text

    files: dict[str, str | bytes] = {}
    if not found:
        return files
    if drawn["kind"] == "frames":
        files["tiling.svg"] = views.whole(drawn["frames"])
    with suppress(NotationError):  # more pieces than letters; JSON has them all
        files["tilings.txt"] = "\n\n".join(map(solution_text, found)) + "\n"
    files["tilings.jsonl"] = "".join(json_text(solution_json(solution)) + "\n" for solution in found)
    return files


# --- Verdicts ---------------------------------------------------------------------------------------------------------


def _count(asked: dict[str, Any], desk: Desk) -> Answer:
    from shapewright import tiling
    from shapewright.cli.tiling.search import reason
    from shapewright.storage.json import integers_of_any_length

    puzzle, search = read_puzzle(asked), read_search(asked, desk)
    if isinstance(puzzle, tiling.Problem):
        number = tiling.count(
            puzzle,
            up_to_symmetry=search.up_to_symmetry,
            rotations_only=search.rotations_only,
            engine=search.engine,
            threads=desk.threads,
            time_limit=desk.seconds,
            progress=desk.progress,
            report=search.report,
        )
    else:
        search.without_board()
        number = tiling.count_cover(puzzle, time_limit=desk.seconds, engine=search.engine, report=search.report)
    whole = {
        **search.keys,
        "count": number,
        "up_to_symmetry": search.up_to_symmetry,
        "rotations_only": search.rotations_only,
        "puzzle": puzzle.to_text(),
    }
    with integers_of_any_length():
        plain = str(number)
    unit = "tiling" if number == 1 else "tilings"
    how = " up to rotations" if search.rotations_only else " up to rotations and reflections"
    headline = f"{shortened(number)} {unit}{how if search.up_to_symmetry else ''}"
    notes = list(_work(search))
    if number == 0:
        notes.insert(0, f"impossible: {reason(puzzle, search)}")
    long = [] if len(plain) <= 24 else [views.text(plain, label="number")]
    shown = views.view(headline, "good" if number else "bad", notes=notes, sections=long)
    return Answer(whole, shown, {"count.txt": plain + "\n"}, seconds=search.seconds)


def _unique(asked: dict[str, Any], desk: Desk) -> Answer:
    from shapewright.cli.tiling.answer import solution_json
    from shapewright.cli.tiling.search import reason

    puzzle, search = read_puzzle(asked), read_search(asked, desk)
    found = list(search.solutions(puzzle, 2))
    verdict = ("impossible", "unique", "not unique")[len(found)]
    whole = {"verdict": verdict, **search.keys}
    if not found:
        whole["reason"] = reason(puzzle, search)
    whole |= {"solutions": [solution_json(solution) for solution in found], "puzzle": puzzle.to_text()}
    words = (
        f"impossible: {whole['reason']}"
        if not found
        else f"{verdict}: {'one tiling' if len(found) == 1 else 'here are two'}"
    )
    shown = views.view(
        words, "good" if len(found) == 1 else "bad", notes=_work(search), sections=[drawn := _frames(found, True)]
    )
    return Answer(whole, shown, _files(found, drawn), True, search.seconds, 0 if found else 1)


def _explain(asked: dict[str, Any], desk: Desk) -> Answer:
    from shapewright import tiling

    puzzle = on_board(asked, "an explanation")
    started = time.monotonic()
    found = tiling.explain(puzzle, time_limit=desk.seconds)
    solutions: list[Any] = [] if found.solution is None else [found.solution]
    whole = {
        "verdict": found.verdict,
        "reason": found.reason,
        "solutions": [solution.to_json() for solution in solutions],
        "puzzle": puzzle.to_text(),
    }
    tone = {"possible": "good", "impossible": "bad"}.get(found.verdict, "plain")
    shown = views.view(str(found), tone, sections=[drawn := _frames(solutions, False)])
    code = {"possible": 0, "impossible": 1}.get(found.verdict, 3)
    return Answer(whole, shown, _files(solutions, drawn), found.verdict != "unknown", time.monotonic() - started, code)


_SMALL = {"board": "6x10", "pieces": "pentominoes"}

QUESTIONS = (
    Question(
        "show",
        "The puzzle, or a solution of it, drawn and in other notations.",
        (
            *STATED,
            Flag("brief", "without the drawing and the files in other notations"),
            Record("solution", "a solution as an answer has it, to be checked and drawn"),
        ),
        _show,
        quick=True,
        example=_SMALL,
    ),
    Question("solve", "Find a tiling, or say why there is none.", (*STATED, *SEARCH, TIME), _solve, example=_SMALL),
    Question("list", "Find every tiling.", (*STATED, *SEARCH, _LIMIT, TIME), _list, example={**_SMALL, "limit": 12}),
    Question(
        "count",
        "Count the tilings without listing them.",
        (*STATED, *SEARCH, TIME),
        _count,
        example={**_SMALL, "up_to_symmetry": True},
    ),
    Question(
        "random",
        "Draw tilings at random, each equally likely.",
        (*STATED, _SEED, Whole("limit", "so many tilings", minimum=1, maximum=MAX_LISTED, default=1), TIME),
        _random,
        example={**_SMALL, "seed": 1},
    ),
    Question("unique", "Is there exactly one tiling?", (*STATED, *SEARCH, TIME), _unique, example=_SMALL),
    Question("explain", "Is there a tiling, and if not, why?", (*STATED, TIME), _explain, example=_SMALL),
    tiling_verify.QUESTION,
)
