"""Questions about perfect clears that look at all queues or all solutions, and whether solutions are right."""

from __future__ import annotations

import os
import time
from itertools import islice
from typing import TYPE_CHECKING, Any

from shapewright.errors import LimitError, NotationError, ProblemError
from shapewright.web import views
from shapewright.web.clear_setup import FIELD, NO_HOLD, PATTERN, RULES, TIME, kicks_of, read_start
from shapewright.web.fields import Choice, Content, Flag, Text, Texts, Upload, Whole
from shapewright.web.questions import Answer, Question

if TYPE_CHECKING:
    from collections.abc import Iterable

    from shapewright.web.desk import Desk

MAX_LISTED = 10_000
MAX_NAMED = 20
MAX_MOVES = 40
# A table of four lines takes minutes and hundreds of megabytes.
TABLE_HEIGHT = 2

_HEIGHT, _KICKS, _DROP = RULES


def _chance(asked: dict[str, Any], desk: Desk) -> Answer:
    from shapewright.clear.chance import chance
    from shapewright.clear.queue import Queue
    from shapewright.cli.clear.chance import chance_keys, move_name

    started = time.monotonic()
    start = read_start(asked["field"])
    queue = start.page.queue if start.page is not None else None
    if asked["queue"] is not None:
        queue = Queue.from_text(asked["queue"])
    if queue is None:
        raise ProblemError("no queue is given; write what is seen, like TISZ, or give a fumen that has one")
    height = start.height if asked["height"] is None else asked["height"]
    rules: dict[str, Any] = {"height": height, "kicks": kicks_of(asked["kicks"]), "drop": asked["drop"]}
    work: dict[str, Any] = {"time_limit": desk.seconds, "progress": desk.progress}
    found = chance(start.field, queue, asked["see"], bag=asked["bag"], hold=not asked["no_hold"], **rules, **work)
    rows = [[move_name(move), f"{100 * float(move.chance):.2f} %"] for move in found.moves[:MAX_MOVES]]
    shown = views.view(str(found), "good" if found.chance else "bad", sections=[views.table(["move", "chance"], rows)])
    return Answer(chance_keys(found), shown, seconds=time.monotonic() - started)


def _cover(asked: dict[str, Any], desk: Desk) -> Answer:
    from shapewright.clear.cover import cover
    from shapewright.cli.clear.cover import coverage_keys

    if not asked["solutions"]:
        raise ProblemError("no solutions are given; 'solutions' takes fumens")
    started = time.monotonic()
    found = cover(
        asked["solutions"],
        asked["patterns"],
        kicks=kicks_of(asked["kicks"]),
        drop=asked["drop"],
        hold=not asked["no_hold"],
        time_limit=desk.seconds,
        progress=desk.progress,
    )
    keys = coverage_keys(found)
    each = zip(found.solutions, found.each, strict=True)
    rows = [[number, built.pieces, str(of)] for number, (built, of) in enumerate(each, 1)]
    total = [["any", "", str(found.any)], ["every one", "", str(found.every)]]
    words = f"{found.any} of the queues can build one of them"
    shown = views.view(words, sections=[views.table(["", "pieces", "queues"], [*rows, *total])])
    return Answer(keys, shown, seconds=time.monotonic() - started)


def _solutions(asked: dict[str, Any], desk: Desk) -> Answer:
    from shapewright.clear.all_solutions import all_solutions, shipped
    from shapewright.cli.clear.solutions import line_of

    height, kicks, drop = asked["height"], kicks_of(asked["kicks"]), asked["drop"]
    if asked["random"] is not None and asked["count"]:
        raise NotationError("'random' says how many are drawn; 'count' lists none")
    started = time.monotonic()
    found = shipped(height, kicks=kicks, drop=drop)
    if found is None:
        work: dict[str, Any] = {"threads": desk.threads, "progress": desk.progress, "time_limit": desk.seconds}
        found = all_solutions(height, kicks=kicks, drop=drop, **work)
    keys: dict[str, Any] = {
        "solutions": len(found),
        "from_bags": found.count_from_bags(),
        "sets_of_pieces": len(found.pieces),
    }
    notes = [
        f"{keys['from_bags']:,} of these with pieces that bags of seven may bring",
        f"{keys['sets_of_pieces']:,} sets of pieces",
    ]
    words, seconds = f"{len(found):,} solutions of {height} lines", time.monotonic() - started
    if asked["count"]:
        return Answer({**keys, "file": None}, views.view(words, "good", notes=notes), seconds=seconds)
    if asked["random"] is not None:
        seed = int.from_bytes(os.urandom(4), "big") if asked["seed"] is None else asked["seed"]
        chosen: Iterable[Any] = found.sample(asked["random"], seed=seed)
        told = {"seed": seed}
    else:
        chosen = islice(found, asked["limit"])
        told = {"limit": asked["limit"]}
    listed = [line_of(parts, height) for parts in chosen]
    complete = asked["random"] is not None or len(listed) == len(found)
    text = "\n".join(listed)
    shown = views.view(words, "good", notes=notes, sections=[views.text(text, label="solutions")])
    return Answer({**keys, "listed": listed}, shown, {"solutions.txt": text + "\n"}, complete, seconds, told=told)


def _table(asked: dict[str, Any], desk: Desk) -> Answer:
    from shapewright.clear.table import table

    height = asked["height"]
    if height > TABLE_HEIGHT:
        raise LimitError(
            f"a table of {height} lines takes minutes and much memory; 'shapewright clear table {height}' makes it"
        )
    started = time.monotonic()
    rules: dict[str, Any] = {"kicks": kicks_of(asked["kicks"]), "drop": asked["drop"]}
    work: dict[str, Any] = {"threads": desk.threads, "time_limit": desk.seconds, "progress": desk.progress}
    found = table(height, None, **rules, **work)
    chances = found.chances()
    keys: dict[str, Any] = {"height": height, "sequences": found.sequences, "solved": found.solved, "chances": chances}
    files: dict[str, str | bytes] = {}
    if asked["impossible"]:
        keys["impossible"] = [f"[{pair[0]}]{pair[1]}{rest}" for pair, rest in found.impossible()]
        files["impossible.txt"] = "".join(f"{queue}\n" for queue in keys["impossible"])
    names = {"opener": "empty hold, whole bag", "none": "empty hold, any bag", "any": "any hold, any bag"}
    rows = [
        [names[kind], f"{solved:,} of {total:,}", f"{100 * solved / total:.4f} %"]
        for kind, (solved, total) in chances.items()
    ]
    words = f"{found.solved:,} of {found.sequences:,} queues have a perfect clear of {height} lines"
    shown = views.view(words, "good", sections=[views.table(["", "queues", "chance"], rows)])
    return Answer(keys, shown, files, seconds=time.monotonic() - started)


def _queues(asked: dict[str, Any], desk: Desk) -> Answer:
    from shapewright.clear.sequences import list_sequences, number_of_sequences

    started = time.monotonic()
    length = asked["length"]
    if not asked["list"]:
        numbers = [number_of_sequences(number) for number in range(length + 1)]
        rows = [[number, f"{count:,}"] for number, count in enumerate(numbers)]
        shown = views.view(f"{numbers[-1]:,} queues", "good", sections=[views.table(["pieces", "queues"], rows)])
        return Answer({"numbers": numbers}, shown, seconds=time.monotonic() - started)
    listed = [f"[{pair[0]}]{pair[1:]}{rest}" for pair, rest in islice(list_sequences(length), asked["limit"])]
    complete = len(listed) == number_of_sequences(length)
    text = "\n".join(listed)
    shown = views.view(f"{len(listed):,} queues", sections=[views.text(text, label="queues")])
    seconds, told = time.monotonic() - started, {"limit": asked["limit"]}
    return Answer({"queues": listed}, shown, {"queues.txt": text + "\n"}, complete, seconds, told=told)


def _verify(asked: dict[str, Any], desk: Desk) -> Answer:
    from shapewright.clear.verify import verify_content
    from shapewright.cli.clear.verify import report_lines

    if (asked["solutions"] is None) == (asked["file"] is None):
        raise ProblemError(
            "give 'solutions' (fumens, JSON Lines, or the JSON answer of a question) or 'file' (.pc), one of them"
        )
    started = time.monotonic()
    name = "solutions" if asked["file"] is None else "file"
    content: bytes = asked["file"] if asked["solutions"] is None else asked["solutions"].encode()
    system = None if asked["kicks"] is None else kicks_of(asked["kicks"])
    limits: dict[str, Any] = {"threads": desk.threads, "time_limit": desk.seconds, "progress": desk.progress}
    found = verify_content(content, kicks=system, drop=asked["drop"], may_be_pc=name == "file", **limits)
    *faults, verdict = report_lines(found)
    more = [views.text("\n".join(faults[:MAX_NAMED]), label="what was found")] if faults else []
    tone = {True: "good", False: "bad", None: "plain"}[found.valid]
    keys = {"valid": found.valid, "files": [{"file": name, **found.to_json()}]}
    code, seconds = {True: 0, False: 1, None: 3}[found.valid], time.monotonic() - started
    return Answer(keys, views.view(verdict, tone, sections=more), {}, found.valid is not None, seconds, code)


_TOLD_KICKS = Text("kicks", "a kick system, if the solutions do not tell it", limit=40)
_TOLD_DROP = Choice("drop", "how pieces come down, whatever the solutions say", choices=("soft", "hard", "t-softdrop"))
_LISTED = Whole("limit", "at most so many of them", minimum=1, maximum=MAX_LISTED, default=1000)

QUESTIONS = (
    Question(
        "chance",
        "The best move and its chance when only the next few pieces are seen.",
        (
            Text("queue", "what is seen now, such as TISZ; [T]IS holds a T", limit=400),
            Whole("see", "pieces seen, the current one included", minimum=1, maximum=20),
            Text("bag", "what is left of the bag that the first unseen piece comes from", limit=20),
            FIELD,
            *RULES,
            NO_HOLD,
            TIME,
        ),
        _chance,
        example={"queue": "TISZ", "field": "J_________/JJJ_______/LLL_____OO/L_______OO"},
    ),
    Question(
        "cover",
        "Which queues of a pattern can build each of these solutions?",
        (
            Texts("solutions", "fumens, each a solution or a page for each", most=200, limit=8000),
            PATTERN,
            _KICKS,
            _DROP,
            NO_HOLD,
            TIME,
        ),
        _cover,
        example={"solutions": ["v115@9gB80hF8ywwhG8wwglwhF8ilwhC8JeAg0JAM+NMCFb?8UBWAAAA"], "patterns": "*p4"},
    ),
    Question(
        "solutions",
        "All solutions of the empty field: how many, and which.",
        (
            Whole("height", "lines, 2 or 4", required=True, minimum=1, maximum=20),
            Flag("count", "tell how many there are"),
            Whole("random", "draw so many of them, each equally likely", minimum=1, maximum=MAX_LISTED),
            Whole("seed", "the same seed, the same solutions", maximum=2**64 - 1),
            _KICKS,
            _DROP,
            _LISTED,
            TIME,
        ),
        _solutions,
        example={"height": 2, "limit": 5},
    ),
    Question(
        "table",
        "How many of all queues have a perfect clear?",
        (
            Whole("height", "lines; the studio takes 2", required=True, minimum=1, maximum=20),
            Flag("impossible", "list the queues that have none"),
            _KICKS,
            _DROP,
            TIME,
        ),
        _table,
        example={"height": 2},
    ),
    Question(
        "queues",
        "How many queues there are, and which.",
        (
            Whole("length", "pieces besides the held one", required=True, maximum=100),
            Flag("list", "list those of that many pieces"),
            _LISTED,
        ),
        _queues,
        quick=True,
        example={"length": 10},
    ),
    Question(
        "verify",
        "Are these solutions right, played by the rules, or is all that an answer says?",
        (
            Upload("solutions", "fumens a line each, JSON Lines, or the JSON answer of another question"),
            Content("file", "a .pc file"),
            _TOLD_KICKS,
            _TOLD_DROP,
            TIME,
        ),
        _verify,
    ),
)
