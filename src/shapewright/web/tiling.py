"""The questions about tilings: those of ``shapewright tiling``, with the same answers."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from shapewright.errors import LimitError, NotationError, ProblemError, StoppedError
from shapewright.web import views
from shapewright.web.boards import check_size, read_board
from shapewright.web.fields import Choice, Content, Field, Flag, Number, Record, Text, Texts, Whole
from shapewright.web.questions import TIME_LIMIT, Answer, Question

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from shapewright.cli.tiling.files import Puzzle
    from shapewright.cli.tiling.search import Search
    from shapewright.polyomino import Piece
    from shapewright.tiling import Problem, Solution, Statistics
    from shapewright.tiling.abstract import Choice as Cover
    from shapewright.web.desk import Desk

# A board that is painted on a page; the command line takes larger ones.
MAX_CELLS = 4096
MAX_LISTED = 2000
# A solution of a puzzle with thousands of pieces is drawn, but few of them.
MAX_FRAMES = 200

_STATED: tuple[Field, ...] = (
    Text("board", "a board: WxH, WxHxD, or rows of # . ? and letters joined by /", limit=20_000),
    Texts("hole", "cells X,Y to take out of the board", most=MAX_CELLS, limit=40),
    Texts("hole_box", "boxes X,Y,WxH to take out of the board", limit=60),
    Texts("optional", "cells X,Y that may stay empty", most=MAX_CELLS, limit=40),
    Text("pieces", "pieces, such as pentominoes or 2*L4, any*I2"),
    Texts("fixed", "pieces that already lie there, each a name and its cells", most=500),
    Text("puzzle", "a whole puzzle as text, DLX, or XML of BurrTools, instead of board and pieces", limit=200_000),
    Content("puzzle_file", "a whole puzzle as a file, such as a packed .xmpuzzle"),
    Whole("problem", "which problem of an .xmpuzzle, from 0", maximum=10**6),
)
_SEARCH: tuple[Field, ...] = (
    Flag("up_to_symmetry", "tilings that are rotations or reflections of each other are one"),
    Flag("rotations_only", "the same, but mirror images are two"),
    Choice("engine", "the engine", default="auto", choices=("auto", "bit-sliced", "strip", "frontier", "sparse")),
)
_TIME = Number(TIME_LIMIT, "stop after so many seconds", maximum=3600.0)
_LIMIT = Whole("limit", "at most so many tilings", minimum=1, maximum=MAX_LISTED, default=100)
_SEED = Whole("seed", "the same seed, the same tilings", maximum=2**64 - 1)


def warm_up() -> None:
    """Load what solving and drawing a small puzzle needs."""
    from shapewright.tiling import Problem, first

    found = first(Problem.from_text("board 2x1\npieces I2"))
    assert found is not None
    found._repr_svg_()


# --- The puzzle -------------------------------------------------------------------------------------------------------


def _puzzle(asked: dict[str, Any]) -> Puzzle:
    """The puzzle that the parameters state or hold."""
    from shapewright.tiling import Problem

    given = [name for name in ("puzzle", "puzzle_file") if asked[name] is not None]
    stated = [name for name in ("board", "hole", "hole_box", "optional", "pieces", "fixed") if asked[name]]
    if len(given) + bool(stated) > 1:
        raise ProblemError(
            f"a puzzle is either stated by board and pieces or given whole; here are {given[0]!r} and more"
        )
    puzzle = _whole(asked) if given else _stated(asked)
    if isinstance(puzzle, Problem):
        check_size(puzzle.board, MAX_CELLS)
    return puzzle


def _whole(asked: dict[str, Any]) -> Puzzle:
    from shapewright.cli.tiling.files import parse_puzzle
    from shapewright.errors import FileError

    content = asked["puzzle_file"] if asked["puzzle"] is None else asked["puzzle"].encode()
    try:
        return parse_puzzle("the puzzle", content, asked["problem"])
    except FileError as error:
        raise NotationError(str(error)) from None


def _stated(asked: dict[str, Any]) -> Problem:
    from shapewright.cli.options import parse_box
    from shapewright.cli.tiling.puzzle import Stated
    from shapewright.grid import parse_cell
    from shapewright.pieces import parse_pieces

    missing = [name for name in ("board", "pieces") if not asked[name]]
    if missing:
        raise ProblemError(f"{missing[0]!r} is missing; a puzzle is a board and pieces, or 'puzzle' with all of it")
    holes = tuple(parse_cell(text) for text in asked["hole"])
    boxes = tuple(cell for text in asked["hole_box"] for cell in parse_box(text))
    stated = Stated(
        read_board(asked["board"], MAX_CELLS),
        (holes, boxes),
        asked["optional"],
        parse_pieces(asked["pieces"]),
        asked["fixed"],
        None,
    )
    return stated.problem()


def _on_board(asked: dict[str, Any], what: str) -> Problem:
    from shapewright.cli.tiling.puzzle import on_board

    return on_board(_puzzle(asked), what)


# --- Show -------------------------------------------------------------------------------------------------------------


def _show(asked: dict[str, Any], desk: Desk) -> Answer:
    """The puzzle itself: what ``tiling show --json`` says, and its parts for the editor."""
    from shapewright.cli.tiling.show import puzzle_json
    from shapewright.tiling import Problem

    puzzle = _puzzle(asked)
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
    files["puzzle.txt"] = puzzle.to_text()
    for suffix, write in ((".dlx", puzzle.to_dlx), (".xmpuzzle", puzzle.to_xmpuzzle)):
        with suppress(NotationError, ProblemError, LimitError):  # not every notation can hold every puzzle
            files["puzzle" + suffix] = write()
    from shapewright.cli.tiling.sheet import facts, sheet
    from shapewright.drawing import to_svg

    files["puzzle.svg"] = to_svg(sheet(puzzle))
    shown = views.view(facts(puzzle), notes=[puzzle.title] if puzzle.title else [])
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
        sections=[_frames(solutions, False)],
    )
    return Answer(solutions_json(puzzle, solutions), shown, _files(solutions), seconds=0.0)


def _editor(puzzle: Problem) -> dict[str, Any]:
    """What the page's editor needs: the board in one line, the pieces one by one, each drawn."""
    from shapewright.cli.tiling.sheet import caption, piece_mosaics

    try:
        board = puzzle.board.to_text(one_line=True)
    except NotationError:
        board = ""  # cells that are optional and coloured at once
    pieces = [
        {
            **views.picture(mosaic.scene(cell=14.0), caption(piece)),
            "name": piece.name,
            "minimum": piece.minimum,
            "maximum": piece.maximum,
            "area": piece.shape.area,
            "text": _piece_text(piece),
        }
        for piece, mosaic in zip(puzzle.pieces[:400], piece_mosaics(puzzle), strict=False)
    ]
    fixed = [
        f"{placement.piece} {' '.join(','.join(map(str, cell)) for cell in placement.cells)}"
        for placement in puzzle.fixed
    ]
    return {"board": board, "pieces": views.within_reason(pieces), "fixed": fixed, "whole": len(puzzle.pieces) <= 400}


def _piece_text(piece: Piece) -> str:
    """One entry of a piece list, without its count: by letter and size if there is such a piece, else drawn."""
    from shapewright.pieces import parse_pieces

    usual = "free" if piece.shape.dimension == 2 else "one-sided"
    prefix = "" if piece.motions == usual else f"{piece.motions}-"
    for short in (piece.name, f"{piece.name}{piece.shape.area}"):
        with suppress(NotationError, LimitError, ProblemError):
            named = parse_pieces(prefix + short)
            if len(named) == 1 and named[0].orientations() == piece.orientations():
                return prefix + short
    rows = piece.shape.to_text().strip("\n").replace("\n\n", "//").replace("\n", "/")
    return f"{piece.motions}-{piece.name}={rows}"


# --- Tilings ----------------------------------------------------------------------------------------------------------


def _search(asked: dict[str, Any], desk: Desk) -> Search:
    from shapewright.cli.tiling.search import Search

    symmetric = asked["up_to_symmetry"] or asked["rotations_only"]
    return Search(symmetric, asked["rotations_only"], asked["engine"], desk.seconds)


def _solve(asked: dict[str, Any], desk: Desk) -> Answer:
    puzzle, search = _puzzle(asked), _search(asked, desk)
    return _listed(puzzle, search, search.solutions(puzzle, 1), desk, several=False)


def _list(asked: dict[str, Any], desk: Desk) -> Answer:
    puzzle, search = _puzzle(asked), _search(asked, desk)
    return _listed(puzzle, search, search.solutions(puzzle, asked["limit"]), desk, several=asked["limit"] != 1)


def _random(asked: dict[str, Any], desk: Desk) -> Answer:
    from shapewright.cli.tiling.search import Search
    from shapewright.tiling import sample

    puzzle = _on_board(asked, "drawing at random")
    seed = int.from_bytes(os.urandom(4), "big") if asked["seed"] is None else asked["seed"]
    search = Search(time_limit=desk.seconds)
    drawn = sample(puzzle, limit=asked["limit"], seed=seed, time_limit=desk.seconds, report=search.report)
    return _listed(puzzle, search, drawn, desk, several=asked["limit"] != 1, keys={"seed": seed})


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
    headline, tone = _headline(len(found), whole, complete and several)
    notes = [stopped] if stopped else []
    if keys:
        notes.append(f"seed {keys['seed']}")
    shown = views.view(headline, tone, notes=[*notes, *_work(search)], sections=[_frames(found, several)])
    return Answer(whole, shown, _files(found), complete, search.seconds, 0 if found else 1)


def _headline(found: int, whole: dict[str, Any], is_all: bool) -> tuple[str, str]:
    if not found:
        return f"impossible: {whole['reason']}", "bad"
    if found == 1:
        return "the only tiling" if is_all else "a tiling", "good"
    return f"all {found} tilings" if is_all else f"{found} tilings", "good"


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


def _files(found: Sequence[Solution | Cover]) -> dict[str, str | bytes]:
    from shapewright.cli.output import json_text
    from shapewright.cli.tiling.answer import solution_json, solution_text
    from shapewright.drawing import to_svg
    from shapewright.tiling import Solution

    files: dict[str, str | bytes] = {}
    if not found:
        return files
    if isinstance(found[0], Solution):
        files["tiling.svg"] = to_svg(found[0].scene())
    with suppress(NotationError):  # more pieces than letters; JSON has them all
        files["tilings.txt"] = "\n\n".join(map(solution_text, found)) + "\n"
    files["tilings.jsonl"] = "".join(json_text(solution_json(solution)) + "\n" for solution in found)
    return files


# --- Verdicts ---------------------------------------------------------------------------------------------------------


def _count(asked: dict[str, Any], desk: Desk) -> Answer:
    from shapewright import tiling
    from shapewright.cli.output import integers_of_any_length
    from shapewright.cli.tiling.search import reason

    puzzle, search = _puzzle(asked), _search(asked, desk)
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
    how = " but for rotations" if search.rotations_only else " but for rotations and reflections"
    short = f"{number:,}" if len(plain) <= 24 else f"a number of {len(plain)} digits"
    headline = f"{short} {unit}{how if search.up_to_symmetry else ''}" if len(plain) <= 24 else f"{short} of tilings"
    notes = list(_work(search))
    if number == 0:
        notes.insert(0, f"impossible: {reason(puzzle, search)}")
    long = [] if len(plain) <= 24 else [views.text(plain, label="number")]
    shown = views.view(headline, "good" if number else "bad", notes=notes, sections=long)
    return Answer(whole, shown, {"count.txt": plain + "\n"}, seconds=search.seconds)


def _unique(asked: dict[str, Any], desk: Desk) -> Answer:
    from shapewright.cli.tiling.answer import solution_json
    from shapewright.cli.tiling.search import reason

    puzzle, search = _puzzle(asked), _search(asked, desk)
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
        words, "good" if len(found) == 1 else "bad", notes=_work(search), sections=[_frames(found, True)]
    )
    return Answer(whole, shown, _files(found), True, search.seconds, 0 if found else 1)


def _explain(asked: dict[str, Any], desk: Desk) -> Answer:
    from shapewright import tiling

    puzzle = _on_board(asked, "an explanation")
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
    shown = views.view(str(found), tone, sections=[_frames(solutions, False)])
    code = {"possible": 0, "impossible": 1}.get(found.verdict, 3)
    return Answer(whole, shown, _files(solutions), found.verdict != "unknown", time.monotonic() - started, code)


_SMALL = {"board": "6x10", "pieces": "pentominoes"}

QUESTIONS = (
    Question(
        "show",
        "The puzzle, or a solution of it, drawn and in other notations.",
        (*_STATED, Record("solution", "a solution as an answer has it, to be checked and drawn")),
        _show,
        quick=True,
        example=_SMALL,
    ),
    Question("solve", "Find a tiling, or say why there is none.", (*_STATED, *_SEARCH, _TIME), _solve, example=_SMALL),
    Question("list", "Find every tiling.", (*_STATED, *_SEARCH, _LIMIT, _TIME), _list, example={**_SMALL, "limit": 12}),
    Question(
        "count",
        "Count the tilings without listing them.",
        (*_STATED, *_SEARCH, _TIME),
        _count,
        example={**_SMALL, "up_to_symmetry": True},
    ),
    Question(
        "random",
        "Draw tilings at random, each equally likely.",
        (*_STATED, _SEED, Whole("limit", "so many tilings", minimum=1, maximum=MAX_LISTED, default=1), _TIME),
        _random,
        example={**_SMALL, "seed": 1},
    ),
    Question("unique", "Is there exactly one tiling?", (*_STATED, *_SEARCH, _TIME), _unique, example=_SMALL),
    Question("explain", "Is there a tiling, and if not, why?", (*_STATED, _TIME), _explain, example=_SMALL),
)
