"""A perfect clear for every queue, in one file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright import clear
from shapewright.clear.graph.live_boards import HEIGHTS, KEPT_HEIGHT, live_boards_file
from shapewright.errors import ProblemError, amount
from shapewright.questions.clear._asked.fields import DROP, KICKS, NET, drop_of
from shapewright.questions.clear._asked.lists import queue_text
from shapewright.questions.clear._asked.python import clear_program, rules_in_python
from shapewright.questions.fields import CHECKPOINT, CLUSTER, THREADS, Flag, Whole, time_limit_field
from shapewright.questions.former import with_former
from shapewright.questions.parts import Part, Table, Text
from shapewright.questions.python import call, some
from shapewright.questions.question import Answer, Formats, Question

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from shapewright.clear import Table as Found
    from shapewright.questions.desk import Desk

MAX_STUDIO_HEIGHT = 2
MAX_SHOWN = 5000
"""The number of impossible queues that a page shows."""
_NAMES = {
    "opener": "empty hold, whole bag",
    "none": "empty hold, any bag",
    "any": "any hold, any bag",
}
_NO_PICTURE = dict.fromkeys(
    (".svg", ".png", ".gif", ".pdf", ".html"),
    "a table is not a picture; write FILE.pc, and 'clear show FILE.pc --number 1' draws one of its clears",
)


def answer(asked: dict[str, Any], desk: Desk) -> Answer:
    """How many queues have a clear, and where wanted which have none; or the boards from which one is possible."""
    if asked["live"]:
        return _live(asked, desk)
    height = asked["height"]
    desk.at_most(height, MAX_STUDIO_HEIGHT, "a table of {} lines takes minutes and much memory")
    found = clear.table(
        height,
        desk.output,
        kicks=asked["kicks"],
        drop=drop_of(asked["drop"], asked["kicks"]),
        **desk.working,
        net=asked.get("net"),
    )
    chances = found.chances()
    keys: dict[str, Any] = {"height": height, "sequences": found.sequences, "solved": found.solved, "chances": chances}
    queues = [queue_text(pair, rest) for pair, rest in found.impossible()] if asked["impossible"] else None
    if queues is not None:
        keys["impossible"] = queues
    rows = [{"start": kind, "solved": solved, "strings": total} for kind, (solved, total) in chances.items()]
    return Answer(
        keys,
        f"{found.solved:,} of {found.sequences:,} queues have a perfect clear of {height} lines",
        text=lambda _: "\n".join(_lines(found) if queues is None else queues),
        parts=lambda: _see(found, queues),
        records=lambda: rows if queues is None else queues,
    )


def _lines(found: Found) -> Iterator[str]:
    yield f"{found.solved} of {found.sequences} queues have a perfect clear of {found.height} lines"
    for kind, (solved, total) in found.chances().items():
        yield f"{_NAMES[kind]:<22} {solved:>11} of {total:>11} = {100 * solved / total:.4f} %"


def _see(found: Found, queues: Sequence[str] | None) -> Iterator[Part]:
    rows = [
        [_NAMES[kind], f"{solved:,} of {total:,}", f"{100 * solved / total:.4f} %"]
        for kind, (solved, total) in found.chances().items()
    ]
    yield Table(["", "queues", "chance"], rows)
    if queues is not None:
        more = f", the first {MAX_SHOWN}" if len(queues) > MAX_SHOWN else ""
        title = f"{len(queues)} queues without a perfect clear{more}"
        yield Text("\n".join(queues[:MAX_SHOWN]), title=title, label="impossible queues", folded=True)


def _live(asked: dict[str, Any], desk: Desk) -> Answer:
    """How many boards that can be cleared there are after each number of pieces."""
    for name in ("impossible", "net", "checkpoint", "cluster"):
        if asked.get(name):
            raise ProblemError(
                f"{desk.option(name)} is about the clears of all queues; leave out {desk.option('live')}"
            )
    height, kicks = asked["height"], asked["kicks"]
    drop = drop_of(asked["drop"], kicks)
    if height != KEPT_HEIGHT or clear.kept_live_boards(kicks, drop) is None:
        desk.at_most(
            height, MAX_STUDIO_HEIGHT, "the live boards of {} lines take half a minute and 2 GB of memory to find"
        )
    found = clear.live_boards(
        height, kicks=kicks, drop=drop, threads=desk.threads, progress=desk.progress, time_limit=desk.seconds
    )
    width = len(f"{max(found.sizes):,}")
    lines = [f"{placed:>2} {size:>{width},}" for placed, size in enumerate(found.sizes)]
    total = f"{amount(len(found), 'board', thousands=True)} of {height} lines can still be cleared"
    kept = [f"kept in {live_boards_file(kicks, drop)}"] if height == KEPT_HEIGHT and not desk.studio else []
    return Answer(
        {"height": height, "boards": len(found), "sizes": list(found.sizes)},
        total,
        text=lambda _: "\n".join([total, *lines, *kept]),
        parts=lambda: [Table(["pieces placed", "boards"], [[n, f"{size:,}"] for n, size in enumerate(found.sizes)])],
        records=lambda: [{"placed": placed, "boards": size} for placed, size in enumerate(found.sizes)],
    )


def _formats(asked: dict[str, Any]) -> Formats:
    if asked.get("live"):
        return Formats((".txt", ".json", ".jsonl"), {".pc": "boards are not clears; leave out --live"})
    return Formats((".txt", ".json", ".jsonl", ".pc"), _NO_PICTURE, own=(".pc",))


def _python(asked: dict[str, Any]) -> str:
    kicks = KICKS.value(asked.get("kicks", "srs"))
    how = rules_in_python(asked, kicks, drop_of(asked.get("drop", "soft"), kicks))
    if "live" in asked:
        height = asked.get("height", KEPT_HEIGHT)
        return clear_program(f"print({call('clear.live_boards', height, **how, **some(asked, 'time_limit'))}.sizes)")
    found = call("clear.table", asked["height"], **how, **some(asked, "time_limit"))
    if "impossible" not in asked:
        return clear_program(f"found = {found}", "print(found.solved, found.sequences)")
    listed = f"for pair, rest in {found}.impossible():"
    return clear_program(listed, '    print(f"[{pair[0]}]{pair[1:]}{rest}")')


QUESTION = Question(
    "clear",
    "table",
    "Find a perfect clear for every queue, and compute the chances.",
    (
        Whole("height", "Number of lines: 2 or 4.", required=True, argument=True, minimum=1, maximum=20),
        Flag("impossible", "List the queues without a perfect clear: [held]current and the rest."),
        Flag(
            "live",
            "Find the boards on the way instead: those that pieces lead to and that can still be cleared; those of 4 "
            "lines are kept for other questions.",
        ),
        KICKS,
        DROP,
        NET,
        THREADS,
        time_limit_field(),
        CHECKPOINT,
        CLUSTER,
    ),
    answer,
    about="""
    The clears start from the empty field. A queue is a held piece and as many others as are placed. -o FILE.pc writes
    the clears, one record for each queue that has one; 'clear show' converts such a file to other formats. Height 4
    takes minutes; a stopped table continues from its --checkpoint. A table needs no order of moves; with --net each
    queue is searched by itself, which takes many times as long.

    With --live the answer is how many live boards there are after each number of pieces. Those of 4 lines take half a
    minute of processor time and 2 GB of memory, once for each kick table and drop; a file of 57 MB in your cache keeps
    them. From then on 'percent' and 'path' of fields on which few pieces lie look at hardly any other boards, and take
    a third to half of the time.

    \b
    shapewright clear table 2 -o 2.pc
    shapewright clear table 4 -o 4.pc --checkpoint 4.sqlite
    shapewright clear table 4 --live --kicks srs-plus""",
    claims="""
    height | whole | Number of lines that are cleared. | asked
    sequences? | whole | Number of queues. | again: counted again; tables of two lines by all boards
    solved? | whole | Number of them that have a clear. | again: counted again; tables of two lines by all boards
    chances? | {*: [whole]} | The same by how the bags begin. | again: counted again; tables of two lines by all
        boards
    impossible? | [text] | Those that have none. | again: listed again
    sizes? | [whole] | Number of such boards after each number of pieces. | again: counted again
    boards? | whole | Number of boards from which a clear is possible. | again: counted again""",
    example={"height": 2},
    formats=_formats,
    downloads=(".txt",),
    lists=True,
    python=_python,
)
QUESTION = with_former(
    QUESTION,
    "live-boards",
    "table 4 --live",
    (
        Whole("height", "Number of lines: 2 or 4.", default=KEPT_HEIGHT, argument=True, minimum=min(HEIGHTS),
              maximum=max(HEIGHTS)),
        KICKS,
        DROP,
        THREADS,
        time_limit_field(),
    ),
    given={"live": True},
    formats=Formats((".txt", ".json", ".jsonl")),
)  # fmt: skip
