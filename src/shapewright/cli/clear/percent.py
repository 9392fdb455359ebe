"""The chance of a perfect clear."""

from __future__ import annotations

import csv
import io
import time
from itertools import islice
from typing import TYPE_CHECKING

import click

from shapewright.cli import options
from shapewright.cli.clear import game
from shapewright.cli.clear.setup import setup
from shapewright.cli.output import envelope, output_format, print_text, remark, wants_progress
from shapewright.cli.parameters import state
from shapewright.errors import LimitError
from shapewright.storage.files import write_file
from shapewright.storage.json import json_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapewright.clear.graph.setup import Setup
    from shapewright.clear.percent import Chance

MAX_LISTED = 5_000_000
MAX_TREE = 4
SHOWN = 5
"""So many failing queues are shown unless all are asked for."""

_NO_PICTURE = dict.fromkeys((".svg", ".png", ".gif"), "a chance is no picture; 'clear path' draws solutions")


@click.command()
@setup
@click.option(
    *("--save", "--saves"),
    "save",
    multiple=True,
    callback=game.joined_conditions,
    metavar="CONDITIONS",
    help="Which queues can leave these pieces over: T, TL, T&&L, !T, ^T, /regex/, several with commas, #label.",
)
@click.option("--failed", is_flag=True, help="List every failing queue.")
@click.option(
    *("--failed-count", "-fc"),
    callback=options.whole_number(-1, MAX_LISTED),
    metavar="N",
    help="List the first N failing queues (5); -1: all.",
)
@click.option(
    *("--tree", "--tree-depth", "-td"),
    "tree",
    callback=options.whole_number(0, MAX_TREE),
    metavar="N",
    help="Show the first N pieces (1).",
)
@game.no_list
@options.time_limit
@options.json_output
@options.output
@options.quiet
@options.verbose
def percent(
    setup: Setup,
    save: str | None,
    failed: bool,
    failed_count: int | None,
    tree: int | None,
    no_list: bool,
    time_limit: float | None,
    as_json: bool,
    output: str | None,
    quiet: bool,
    verbose: bool,
) -> None:
    """How many queues of a pattern can clear the field perfectly, if the whole queue is seen.

    Of each queue only the pieces that can be placed and, with hold, one more count; those that begin alike are one.

    --save asks what each queue can leave over, in the notation of PC-Saves-Get. T: a T can be saved; TL: a T and an L
    together; T&&L: a T can be saved, and an L can, perhaps otherwise; !T: cleared, but never with a T left; ^T: cleared
    without a T left; ^!(T&&!S): one outcome with a T and without an S. Only pieces of the queue count, and all of them.

    \b
    shapewright clear percent -t 'v115@...' -p 'I,*p4'
    shapewright clear percent --field ZZ____LLLI/TZZ___LOOI/TTSS__JOOI/TSS___JJJI -p '*p4' --saves 'T||I'
    shapewright clear percent -p 'I,*p7,*p3'           all of it looked up: see clear impossible

    What is left over is not told where the answer is looked up; --no-list looks at every board.
    """
    from shapewright.clear.percent import percent as percent_of
    from shapewright.clear.savings import read_conditions

    suffix = None if output is None else output_format(output, (".txt", ".json", ".csv", ".html"), _NO_PICTURE)
    state(failed=None, failed_count=None)  # these say what is printed; JSON has all queues that fail
    if save is not None:
        read_conditions(save)
    listed = MAX_LISTED if failed or failed_count == -1 else SHOWN if failed_count is None else failed_count
    started = time.monotonic()
    length = setup.length if save is None else setup.pattern.length
    chance = percent_of(setup, save=save, use_list=not no_list, time_limit=time_limit, progress=wants_progress())
    seconds = time.monotonic() - started
    saved = chance.by_saved() if chance.boards and save is None and setup.hold and length > setup.needed else {}
    note = setup.nothing_left() if save else setup.cut()
    lines = _lines(chance, saved, note, listed=listed, tree=1 if tree is None else tree)
    text = "\n".join(lines) + "\n"
    if output is not None and suffix is not None:
        content = {
            ".txt": lambda: text,
            ".json": lambda: json_text(_record(chance, saved, setup, seconds)) + "\n",
            ".csv": lambda: _csv(chance),
            ".html": lambda: _page(chance, saved, setup, tree),
        }[suffix]()
        write_file(output, content)
        remark(f"wrote {output!r}")
    if as_json:
        print_text(json_text(_record(chance, saved, setup, seconds)))
    elif output is None:
        print_text(text)
    how = f"{chance.boards:,} boards reached" if chance.boards else "told by the list of queues without a clear"
    remark(f"clear: {how}, {seconds * 1000:.1f} ms")


def _lines(chance: Chance, saved: dict[str, Chance], note: str | None, *, listed: int, tree: int) -> Iterator[str]:
    yield str(chance)
    yield from _conditions(chance)
    if note is not None:
        yield note
    if tree:
        yield ""
        yield from _branches(chance, tree)
    if saved:
        yield ""
        yield "left over, if wanted: " + "  ".join([f"{piece} {_per_cent(of)}" for piece, of in saved.items()])
    failing = chance.queues - chance.solved
    if failing and listed > SHOWN:
        yield ""
        yield from islice(_failing(chance, min(listed, failing)), listed)
        if failing > listed:
            yield f"and {failing - listed} more (--failed lists them)"
    elif failing and listed:
        first = list(islice(chance.failing(), listed))
        more = f", and {failing - len(first)} more (--failed lists them)" if failing > len(first) else ""
        yield ""
        yield f"failing: {' '.join(first)}{more}"


def _conditions(chance: Chance) -> Iterator[str]:
    """What save conditions add to the headline."""
    from shapewright.clear.percent import percentage

    if not chance.conditions:
        return
    if len(chance.conditions) > 1:
        yield "queues for which at least one of the conditions holds; each of them:"
        yield ""
        width = max([len(saved.label) for saved in chance.conditions])
        for saved in chance.conditions:
            yield f"{saved.label:{width}}  {saved.chance}"
        yield ""
    part = percentage(chance.solved, chance.cleared)
    yield f"{chance.cleared} queues can clear the field; this is {part} % of them"


def _branches(chance: Chance, depth: int) -> Iterator[str]:
    """The tree of first pieces, each level two columns further in."""
    levels = [chance.by_first(level) for level in range(1, depth + 1)]
    places = {prefix: number for level in levels for number, prefix in enumerate(level)}
    branches = sorted(
        [item for level in levels for item in level.items()],
        key=lambda item: [places[item[0][: end + 1]] for end in range(len(item[0]))],
    )
    width = max([len(str(branch.queues)) for _, branch in branches])
    for prefix, branch in branches:
        name = "  " * (len(prefix) - 1) + prefix
        yield f"{name:{3 * depth - 1}} {branch.solved:>{width}} / {branch.queues:>{width}}  {_per_cent(branch):>8}"


def _per_cent(chance: Chance) -> str:
    return str(chance).rpartition("= ")[2]


def _failing(chance: Chance, wanted: int | None = None) -> Iterator[str]:
    number = chance.queues - chance.solved if wanted is None else wanted
    if number > MAX_LISTED:
        raise LimitError(f"{number} queues fail, more than the limit of {MAX_LISTED} to list")
    return chance.failing()


def _record(chance: Chance, saved: dict[str, Chance], setup: Setup, seconds: float) -> dict[str, object]:
    return envelope(
        complete=True,
        seconds=seconds,
        solved=chance.solved,
        queues=chance.queues,
        chance=chance.fraction,
        cleared=chance.cleared,
        conditions=[saved.keys() for saved in chance.conditions],
        pieces=setup.pattern.length,
        pieces_counted=setup.pattern.length if chance.conditions else setup.length,
        height=setup.height,
        first={prefix: [of.solved, of.queues] for prefix, of in chance.by_first().items()},
        saved={piece: of.solved for piece, of in saved.items()},
        method="search" if chance.boards else "list",
        failed=list(_failing(chance)),
    )


def _csv(chance: Chance) -> str:
    if chance.queues > MAX_LISTED:
        raise LimitError(f"{chance.queues} queues are more than the limit of {MAX_LISTED} lines of a .csv file")
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    several = chance.conditions if len(chance.conditions) > 1 else ()
    rows.writerow(["queue", "solved", *[saved.label for saved in several]])
    tables = [chance.table(), *[saved.chance.table() for saved in several]]
    for entries in zip(*tables, strict=True):
        rows.writerow([entries[0][0], *["yes" if can else "no" for _, can in entries]])
    return out.getvalue()


def _page(chance: Chance, saved: dict[str, Chance], setup: Setup, tree: int | None) -> str:
    from shapewright.clear.picture import field_mosaic
    from shapewright.drawing import Figure, Section, to_html

    field = Figure(field_mosaic(setup.start, height=setup.height).scene(), str(chance), command=str(setup.pattern))
    sections = [Section("Field", figures=(field,))]
    if chance.conditions:
        sections.append(Section("Left over", figures=(Figure(text="\n".join(_conditions(chance))),)))
    sections.append(Section("First pieces", figures=(Figure(text="\n".join(_branches(chance, tree or 2))),)))
    if saved:
        text = "\n".join([f"{piece} {of}" for piece, of in saved.items()])
        sections.append(Section("Left over, if wanted", figures=(Figure(text=text),)))
    failing = list(_failing(chance))
    if failing:
        rows = [" ".join(failing[start : start + 8]) for start in range(0, len(failing), 8)]
        sections.append(Section(f"{len(failing)} failing queues", figures=(Figure(text="\n".join(rows)),)))
    return to_html("Chance of a perfect clear", sections)
