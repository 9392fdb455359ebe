"""The questions about packings: those of ``shapewright packing``, with the same answers."""

from __future__ import annotations

import time
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from shapewright.errors import LimitError, ProblemError, StoppedError
from shapewright.web import packing_tables, views
from shapewright.web.boards import read_board
from shapewright.web.fields import Choice, Field, Flag, Number, Text, Texts, Whole
from shapewright.web.packing_box import BOX, read_box
from shapewright.web.questions import TIME_LIMIT, Answer, Question

if TYPE_CHECKING:
    from collections.abc import Callable

    from shapewright.cells.polyomino import Piece
    from shapewright.packing import Bag, Evaluation, Packing, Round
    from shapewright.web.desk import Desk

# The command line packs larger bags and boards.
MAX_PIECES = 4096
MAX_CELLS = 4096
MAX_PACKINGS = 50
SOLVERS = (
    "auto", "hybrid", "exhaustive", "exact-cover", "growing-square", "greedy", "rectangles", "dissection", "walk",
)  # fmt: skip

_ASKED: tuple[Field, ...] = (
    Text("bag", "counts such as I8 J13, or letters such as LOJI"),
    Whole("random", "a random bag of so many pieces instead", minimum=1, maximum=MAX_PIECES),
    Flag("even_t", "draw bags with an even number of T only"),
    Text("pieces", "any flat pieces with their counts instead, such as any*pentominoes"),
    Whole("seed", "the same seed, the same answer", maximum=2**64 - 1),
)
_TIME = Number(TIME_LIMIT, "stop after so many seconds", maximum=3600.0)
_SOLVER = Choice("solver", "the solver", default="auto", choices=SOLVERS)


def warm_up() -> None:
    """Load what packing and drawing a bag needs."""
    from shapewright.packing import Bag, pack

    pack(Bag.from_text("LOJI"))._repr_svg_()


def _asked(asked: dict[str, Any]) -> Bag | tuple[Piece, ...]:
    """What is to be packed."""
    from shapewright.cells.pieces import parse_pieces
    from shapewright.packing import Bag

    given = [name for name in ("bag", "random", "pieces") if asked[name] is not None]
    if len(given) != 1:
        what = f"{given[0]!r} and {given[1]!r} both say what is packed" if given else "there is nothing to pack"
        raise ProblemError(f"{what}; give one of 'bag' such as I8 J13, 'random', and 'pieces'")
    if asked["even_t"] and asked["random"] is None:
        raise ProblemError("'even_t' is about a bag that is drawn; it belongs to 'random'")
    if asked["random"] is not None:
        return Bag.random(asked["random"], seed=asked["seed"] or 0, even_t=asked["even_t"])
    if asked["pieces"] is not None:
        return parse_pieces(asked["pieces"])
    bag = Bag.from_text(asked["bag"])
    if bag.total > MAX_PIECES:
        raise LimitError(
            f"the bag has {bag.total} pieces; the studio packs at most {MAX_PIECES}, the command line more"
        )
    return bag


def _facts(asked: dict[str, Any], desk: Desk) -> Answer:
    """What is to be packed, in numbers."""
    from shapewright.packing import Bag

    whole = _asked(asked)
    if isinstance(whole, Bag):
        counts, pieces, cells = whole.to_counts(), whole.total, whole.cells
        most: int | None = pieces
    else:
        counts = {}
        pieces = sum(piece.minimum for piece in whole)
        cells = sum(piece.minimum * piece.shape.area for piece in whole)
        most = sum(piece.maximum or 0 for piece in whole)
        if any(piece.maximum is None for piece in whole):
            most = None
    keys = {"counts": counts, "pieces": pieces, "cells": cells, "most_pieces": most}
    words = f"{pieces:,} {'piece' if pieces == 1 else 'pieces'}, {cells:,} cells"
    if most != pieces:
        words = f"at least {words}" if pieces else "any number of pieces" if most is None else f"up to {most:,} pieces"
    shown = views.view(words)
    shown["counts"] = counts
    return Answer(keys, shown, seconds=0.0)


def _pack(asked: dict[str, Any], desk: Desk) -> Answer:
    from shapewright.cells.grid import parse_box, parse_cell
    from shapewright.packing.asked import placement_from_text, without_holes
    from shapewright.packing.problem import Place, problem_of
    from shapewright.packing.solve import packed

    place: Place = {"box": read_box(asked["box"])}
    if asked["board"] is not None:
        place["board"] = read_board(asked["board"], MAX_CELLS)
    holes = [parse_cell(text) for text in asked["hole"]]
    holes += [cell for text in asked["hole_box"] for cell in parse_box(text)]
    if holes:
        place |= without_holes(place, holes)
    place |= {
        "objective": asked["objective"], "width": asked["width"],
        "fixed": tuple(map(placement_from_text, asked["fixed"])), "cover_corner": asked["cover_corner"],
        "best_subset": asked["best_subset"],
    }  # fmt: skip
    problem = problem_of(_asked(asked), place)
    desk.say("packing")
    started = time.monotonic()
    packings = packed(
        problem, asked["limit"], solver=asked["solver"], seed=asked["seed"] or 0, threads=desk.threads,
        time_limit=desk.seconds,
    )  # fmt: skip
    return _packed(packings, time.monotonic() - started, asked["limit"])


def _packed(packings: list[Packing], seconds: float, limit: int | None) -> Answer:
    first = packings[0]
    whole = first.to_json()
    if limit not in (None, 1):
        whole = {"status": first.status, "packings": [packing.to_json() for packing in packings]}
    complete = first.status in ("optimal", "infeasible") and (limit is None or len(packings) == limit)
    code = {"infeasible": 1, "unknown": 3}.get(first.status, 0)
    drawn = _drawn(packings)
    return Answer(whole, _view(packings, seconds, drawn), _files(packings, drawn), complete, seconds, code)


def _view(packings: list[Packing], seconds: float, drawn: dict[str, Any]) -> dict[str, Any]:
    from shapewright.packing.notation import headline

    first = packings[0]
    tone = {"optimal": "good", "feasible": "good", "infeasible": "bad"}.get(first.status, "plain")
    notes = [str(refuted) for refuted in first.refuted[:3]] if first.status != "infeasible" else []
    if len(first.refuted) > len(notes) > 0:
        notes.append(f"{len(first.refuted) - len(notes)} more boxes refuted")
    clock = f"{seconds:.1f} s" if seconds >= 1 else f"{1000 * seconds:.1f} ms"
    notes.append(f"{first.method or 'nothing tried'}, {clock}; checked")
    return views.view(headline(first), tone, notes=notes, sections=[drawn])


def _drawn(packings: list[Packing]) -> dict[str, Any]:
    from shapewright.packing.notation import headline

    several = len(packings) > 1
    drawn = [
        views.picture(one.scene(), headline(one) if several else "", code=one.to_text())
        for one in packings
        if one.placements
    ]
    return views.frames(drawn) if drawn else {}


def _files(packings: list[Packing], drawn: dict[str, Any]) -> dict[str, str | bytes]:
    from shapewright.storage.json import json_text

    found = [packing for packing in packings if packing.placements]
    if not found:
        return {}
    return {
        "packing.svg": views.whole(drawn["frames"]),
        "packing.txt": "\n\n".join(packing.to_text() for packing in found) + "\n",
        "packing.jsonl": "".join(json_text(packing.to_json()) + "\n" for packing in found),
    }


def _feasible(asked: dict[str, Any], desk: Desk) -> Answer:
    from shapewright.packing import feasible

    box = read_box(asked["box"])
    if box is None:
        raise ProblemError("'box' is missing, such as 8x8")
    started = time.monotonic()
    seed = asked["seed"] or 0
    found = feasible(_asked(asked), box=box, seed=seed, threads=desk.threads, time_limit=desk.seconds)
    whole = {**found.packing.to_json(), "verdict": found.verdict, "reason": found.reason}
    tone = {"possible": "good", "impossible": "bad"}.get(found.verdict, "plain")
    drawn = _drawn([found.packing])
    shown = views.view(str(found), tone, sections=[drawn])
    code = {"possible": 0, "impossible": 1}.get(found.verdict, 3)
    seconds = time.monotonic() - started
    return Answer(whole, shown, _files([found.packing], drawn), found.verdict != "unknown", seconds, code)


# --- The contest ------------------------------------------------------------------------------------------------------


def _round(asked: dict[str, Any], desk: Desk) -> Answer:
    from shapewright.cli.packing.round import round_keys
    from shapewright.packing.rounds import play_rounds
    from shapewright.storage.json import json_text

    started = time.monotonic()
    best: Round | None = None
    played, total = 0, 0.0
    how = {"even_t": asked["even_t"], "solver": asked["solver"], "threads": desk.threads}
    for one in play_rounds(asked["seed"] or 0, rounds=asked["rounds"], time_limit=desk.seconds, **how):
        played, total = played + 1, total + one.total
        if best is None or one.total > best.total:
            best = one
        desk.say(f"{played} rounds, the best {best.total:.2f}", played / asked["rounds"])
    if best is None:
        raise StoppedError(f"the time limit of {desk.seconds:g} s is over before a round was played")
    words = f"{best.total:.2f} points" + (", perfect" if best.is_perfect else "")
    many = [f"best of {played} rounds: number {best.number}; mean {total / played:.2f}"] if played > 1 else []
    rows = [
        [level, len(packing.placements), f"{packing.width}×{packing.height}", f"{packing.score:.2f}", packing.status]
        for level, packing in enumerate(best.packings, start=1)
    ]
    drawn = [
        views.picture(packing.scene(), f"level {level}: {packing.width}×{packing.height}, {packing.score:.2f}")
        for level, packing in enumerate(best.packings, start=1)
    ]
    sections = [
        views.frames(drawn, last=True),
        views.table(["level", "pieces", "box", "score", "status"], rows),
    ]
    shown = views.view(words, "good", notes=many, sections=sections)
    complete = played == asked["rounds"]
    keys = round_keys(best, played, total)
    files: dict[str, str | bytes] = {
        "packing.svg": views.whole(drawn),
        "packing.txt": "\n\n".join(packing.to_text() for packing in best.packings) + "\n",
        "packing.jsonl": "".join(json_text(record) + "\n" for record in keys["packings"]),
    }
    return Answer(keys, shown, files, complete, time.monotonic() - started)


class _Watched(ThreadPoolExecutor):
    """Threads that tell of every result, so that a page can show how far an evaluation is."""

    def __init__(self, threads: int, seen: Callable[[Any], None]) -> None:
        super().__init__(threads)
        self._seen = seen

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **options: Any) -> Future[Any]:
        """As usual."""
        future = super().submit(function, *arguments, **options)
        future.add_done_callback(self._done)
        return future

    def _done(self, future: Future[Any]) -> None:
        if not future.cancelled() and future.exception() is None:
            self._seen(future.result())


def _evaluate(asked: dict[str, Any], desk: Desk) -> Answer:
    from shapewright.cli.packing.evaluate import evaluation_keys
    from shapewright.packing import evaluate
    from shapewright.packing.evaluate import wilson

    rounds = asked["rounds"]
    successes, tried = 0, 0

    def seen(result: Any) -> None:
        nonlocal successes, tried
        if isinstance(result, list) and len(result) == 2:  # successes, and the seconds of each bag
            successes, tried = successes + result[0], tried + len(result[1])
            low, high = wilson(successes, tried)
            share = 100 * successes / tried
            words = f"{successes} of {tried}: {share:.1f} % (95 %: {100 * low:.1f} to {100 * high:.1f} %)"
            desk.say(words, tried / rounds)

    started = time.monotonic()
    with _Watched(desk.threads, seen) as executor:
        found = evaluate(
            asked["level"],
            pieces_count=asked["pieces_count"],
            rounds=rounds,
            even_t=asked["even_t"],
            solver=asked["solver"],
            bag_time_limit=asked["bag_time_limit"],
            seed=asked["seed"] or 0,
            executor=executor,
            time_limit=desk.seconds,
        )
    return Answer(evaluation_keys(found), _evaluated(found), {}, seconds=time.monotonic() - started)


def _evaluated(found: Evaluation) -> dict[str, Any]:
    low, high = found.interval
    rows = [
        ["bags of", f"{found.pieces} pieces"],
        ["into", f"{found.box[0]}×{found.box[1]}"],
        ["filled", f"{found.successes} of {found.rounds}"],
        ["95 % interval", f"{100 * low:.2f} to {100 * high:.2f} %"],
        ["median", f"{1000 * found.median:.3f} ms"],
        ["99 % within", f"{1000 * found.p99:.3f} ms"],
    ]
    return views.view(f"{100 * found.probability:.2f} %", "good", sections=[views.table(["", ""], rows)])


_EXAMPLE = {"bag": "I8 J13 L10 O13 S4 T8 Z8"}

QUESTIONS = (
    Question(
        "facts",
        "How many pieces and cells are to be packed?",
        _ASKED,
        _facts,
        quick=True,
        example=_EXAMPLE,
    ),
    Question(
        "pack",
        "Pack a bag as tightly as possible, and say how good that is.",
        (
            *_ASKED,
            Choice("objective", "what is to be best", choices=("score", "area", "strip")),
            Whole("width", "the width of the strip", minimum=1, maximum=1024),
            BOX,
            Text("board", "a given board: WxH, or rows of # and . joined by /", limit=20_000),
            Texts("hole", "cells X,Y to take out of the board", most=MAX_CELLS, limit=40),
            Texts("hole_box", "boxes X,Y,WxH to take out of the board", limit=60),
            Texts("fixed", "pieces that already lie there, each a name and its cells", most=500),
            Flag("cover_corner", "the cell 0,0 must be covered"),
            Flag("best_subset", "pieces may be left out"),
            Whole("limit", "so many different packings", minimum=1, maximum=MAX_PACKINGS),
            _SOLVER,
            _TIME,
        ),
        _pack,
        example=_EXAMPLE,
    ),
    Question(
        "feasible",
        "Does this bag fit into this box?",
        (*_ASKED, BOX, _TIME),
        _feasible,
        example={"bag": "T1 I3", "box": "4x4"},
    ),
    Question(
        "round",
        "Play whole rounds of the contest: ten bags, the sum of their scores.",
        (
            Whole("rounds", "so many rounds", minimum=1, maximum=10_000, default=1),
            Flag("even_t", "draw bags with an even number of T only"),
            _SOLVER,
            Whole("seed", "the same seed, the same answer", maximum=2**31),
            _TIME,
        ),
        _round,
        example={"seed": 1},
    ),
    Question(
        "evaluate",
        "How often, and how fast, is the best box of a level filled?",
        (
            Whole("level", "a level of the contest", minimum=1, maximum=10),
            Whole("pieces_count", "or bags of so many pieces", minimum=1, maximum=MAX_PIECES),
            Whole("rounds", "how many bags", minimum=1, maximum=1_000_000, default=1000),
            Flag("even_t", "draw bags with an even number of T only"),
            Number("bag_time_limit", "seconds for each bag", default=1.0, minimum=0.001, maximum=60.0),
            _SOLVER,
            Whole("seed", "the same seed, the same answer", maximum=2**31),
            _TIME,
        ),
        _evaluate,
        example={"level": 3, "rounds": 100},
    ),
    *packing_tables.QUESTIONS,
)
