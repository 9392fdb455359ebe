"""A perfect clear for every queue, in one file."""

from __future__ import annotations

from shapewright import clear
from shapewright.clear.drops import read_drop
from shapewright.clear.graph.live_boards import HEIGHTS, KEPT_HEIGHT, live_boards_file
from shapewright.errors import ProblemError, amount
from shapewright.questions.asked import Asked
from shapewright.questions.clear._asked.fields import DROP, KICKS, NET
from shapewright.questions.clear._asked.lists import queue_text
from shapewright.questions.clear._asked.python import clear_program, rules_in_python
from shapewright.questions.desk import Desk
from shapewright.questions.fields import CHECKPOINT, CLUSTER, THREADS, TIME_LIMIT, Field, Flag, Whole
from shapewright.questions.former import with_former
from shapewright.questions.parts import Part, Table, Text
from shapewright.questions.python import call
from shapewright.questions.question import Answer, Formats, Question, without_pictures

MAX_STUDIO_HEIGHT = 2
MAX_SHOWN = 5000
"""The number of impossible queues that a page shows."""
_NAMES = {"opener": "empty hold, whole bag", "none": "empty hold, any bag", "any": "any hold, any bag"}

HEIGHT = Whole("height", "Number of lines: 2 or 4.", argument=True, minimum=1, maximum=20).mandatory()
IMPOSSIBLE = Flag("impossible", "List the queues without a perfect clear: [held]current and the rest.")
LIVE = Flag(
    "live",
    "Find the boards on the way instead: those that pieces lead to and that can still be cleared; those of 4 "
    "lines are kept for other questions.",
)
_OF_CLEARS: tuple[Field[object], ...] = (IMPOSSIBLE, NET, CHECKPOINT, CLUSTER)


def answer(asked: Asked, desk: Desk) -> Answer:
    """How many queues have a clear, and where wanted which have none; or the boards from which one is possible."""
    if asked[LIVE]:
        return _live(asked, desk)
    height = asked[HEIGHT]
    desk.at_most(height, MAX_STUDIO_HEIGHT, "a table of {} lines takes minutes and much memory")
    found = clear.table(
        height,
        desk.output,
        kicks=asked[KICKS],
        drop=read_drop(asked[DROP], asked[KICKS]),
        **desk.working,
        net=asked[NET],
    )
    chances = found.chances()
    keys = {"height": height, "sequences": found.sequences, "solved": found.solved, "chances": chances}
    queues = [queue_text(pair, rest) for pair, rest in found.impossible()] if asked[IMPOSSIBLE] else None
    lines = [f"{found.solved} of {found.sequences} queues have a perfect clear of {height} lines"]
    rows, records = [], []
    for kind, (solved, total) in chances.items():
        share = f"{100 * solved / total:.4f} %"
        lines.append(f"{_NAMES[kind]:<22} {solved:>11} of {total:>11} = {share}")
        rows.append([_NAMES[kind], f"{solved:,} of {total:,}", share])
        records.append({"start": kind, "solved": solved, "strings": total})
    parts: list[Part] = [Table(["", "queues", "chance"], rows)]
    if queues is not None:
        more = f", the first {MAX_SHOWN}" if len(queues) > MAX_SHOWN else ""
        title = f"{len(queues)} queues without a perfect clear{more}"
        parts.append(Text("\n".join(queues[:MAX_SHOWN]), title=title, label="impossible queues", folded=True))
    return Answer(
        keys if queues is None else {**keys, "impossible": queues},
        f"{found.solved:,} of {found.sequences:,} queues have a perfect clear of {height} lines",
        text=lambda _: "\n".join(lines if queues is None else queues),
        parts=lambda: parts,
        records=lambda: records if queues is None else queues,
    )


def _live(asked: Asked, desk: Desk) -> Answer:
    """How many boards that can be cleared there are after each number of pieces."""
    for field in _OF_CLEARS:
        if asked[field]:
            raise ProblemError(
                f"{desk.option(field.name)} is about the clears of all queues; leave out {desk.option('live')}"
            )
    height, kicks = asked[HEIGHT], asked[KICKS]
    drop = read_drop(asked[DROP], kicks)
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


def _formats(asked: Asked) -> Formats:
    if asked[LIVE]:
        return Formats((".txt", ".json", ".jsonl"), {".pc": "boards are not clears; leave out --live"})
    why = "a table is not a picture; write FILE.pc, and 'clear show FILE.pc --number 1' draws one of its clears"
    return without_pictures(why, ".jsonl", ".pc", own=(".pc",))


def _python(asked: Asked) -> str:
    how = rules_in_python(asked, asked[KICKS], read_drop(asked[DROP], asked[KICKS]))
    if asked[LIVE]:
        found = call("clear.live_boards", asked[HEIGHT], **how, **asked.some(TIME_LIMIT))
        return clear_program(f"print({found}.sizes)")
    found = call("clear.table", asked[HEIGHT], **how, **asked.some(TIME_LIMIT))
    if not asked[IMPOSSIBLE]:
        return clear_program(f"found = {found}", "print(found.solved, found.sequences)")
    listed = f"for pair, rest in {found}.impossible():"
    return clear_program(listed, '    print(f"[{pair[0]}]{pair[1:]}{rest}")')


QUESTION = Question(
    "clear",
    "table",
    "Find a perfect clear for every queue, and compute the chances.",
    (HEIGHT, IMPOSSIBLE, LIVE, KICKS, DROP, NET, THREADS, TIME_LIMIT, CHECKPOINT, CLUSTER),
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
    rule="shapewright.clear.claims.everything:table",
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
        KICKS, DROP, THREADS, TIME_LIMIT,
    ),
    given={LIVE: True},
    rule="shapewright.clear.claims.everything:live",
    formats=Formats((".txt", ".json", ".jsonl")),
)  # fmt: skip
