"""What the queues of a pattern send at best: their mean, how many send how much, and the fewest solutions for that."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

from shapewright import clear
from shapewright.clear.chances.percent import percentage
from shapewright.jobs.limits import Clock, seconds_text
from shapewright.questions.clear._asked.pattern import setup_of
from shapewright.questions.clear._shown.fewest import minimal_notes, minimal_of
from shapewright.questions.clear._shown.paths import WRITTEN, Group
from shapewright.questions.clear._shown.paths import Shown as ShownPaths
from shapewright.questions.parts import Bars, Part, Table
from shapewright.questions.parts import Text as Shown
from shapewright.questions.question import Answer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from shapewright.clear import Scores
    from shapewright.questions.desk import Desk

__all__ = ["about", "how_scored", "mean_score"]

SHOWN = 5
MAX_SHOWN = 1000


def how_scored(asked: Mapping[str, Any]) -> dict[str, Any]:
    """The table and the chain at the start, as the functions of the family take them."""
    return {"table": asked["table"], "combo": asked["combo"], "back_to_back": asked["back_to_back"]}


def about(asked: Mapping[str, Any]) -> dict[str, Any]:
    """What an answer says of its table."""
    table = asked["table"]
    return {"title": table.title, "unit": table.unit, "sources": list(table.sources), "open": list(table.open)}


def mean_score(asked: dict[str, Any], desk: Desk) -> Answer:
    """The scores of the queues of a pattern."""
    setup, notes = setup_of(asked)
    clock = Clock(desk.seconds)
    found = clear.score(setup, time_limit=clock.left(), progress=desk.progress, **how_scored(asked))
    took = seconds_text(clock.seconds)
    if asked["minimal"]:
        solutions = found.solutions(time_limit=clock.left(), progress=desk.progress)
        minimal = minimal_of(solutions, desk, clock)
        group = _Best("", solutions, minimal, minimal[: asked["limit"]])
        shown = ShownPaths([group], clock)
        made = Answer(
            lambda: {**about(asked), **_keys(found), **shown.keys()},
            shown.heading(),
            "found" if found.solved else "none",
            text=lambda screen: "\n".join(
                [*_summary(found, failed=asked.get("failed", False)), "", shown.text(screen)]
            ),
            parts=lambda: [*_bars(found), *shown.parts()],
            files={suffix: lambda suffix=suffix: shown.content(suffix) for suffix in WRITTEN},  # type: ignore[misc]
            notes=[*notes, *minimal_notes(minimal)],
            complete=len(group.shown) == len(minimal),
            seconds=clock.seconds,
            exit_code=0,
        )
        shown.answer = made
        return made
    return Answer(
        lambda: {**about(asked), **_keys(found)},
        str(found),
        "found" if found.solved else "none",
        text=lambda _: "\n".join(_summary(found, failed=asked.get("failed", False))),
        parts=lambda: _bars(found),
        files={".csv": lambda: _csv(found)},
        notes=[*notes, f"clear: the best of all solutions of each queue, {took}"],
        exit_code=0,
        tone="plain",
    )


class _Best(Group):
    """The solutions that are the best one of some queue, and the fewest of them."""

    def heading(self) -> str:
        """The counts in words."""
        if not self.found or self.minimal is None:
            return super().heading()
        of = "1 solution is" if len(self.found) == 1 else f"{len(self.found)} solutions are"
        fewest = "1 suffices" if len(self.minimal) == 1 else f"{len(self.minimal)} suffice"
        bound = "" if self.minimal.is_optimal else f", {self.minimal.bound} at least,"
        return f"{of} the best one of some queue; {fewest}{bound} for all {self.found.solved} queues to keep their best"


def _keys(found: Scores) -> dict[str, Any]:
    setup = found.setup
    return {
        "solved": found.solved,
        "queues": len(found.values),
        "total": found.total,
        "average": found.average,
        "average_of_all": found.average_of_all,
        "distribution": [[value, number] for value, number in found.distribution().items()],
        "pieces": setup.pattern.length,
        "pieces_counted": setup.length,
        "height": setup.height,
        "failed": list(found.failing()),
    }


def _summary(found: Scores, *, failed: bool) -> Iterator[str]:
    queues, unit = len(found.values), found.table.unit
    yield f"{found}  ({found.table.title})"
    part = percentage(found.solved, queues)
    yield f"{found.solved} of {queues} queues can clear the field, {part} %; {found.average_of_all:.4f} over all"
    cut = found.setup.cut()
    if cut is not None:
        yield cut
    if found.solved:
        yield ""
        rows = found.distribution().items()
        wide, long = max([len(str(value)) for value, _ in rows]), max([len(str(number)) for _, number in rows])
        for value, number in rows:
            yield f"{value:>{wide}} {unit}  {number:>{long}} queues  {percentage(number, found.solved):>6} %"
    yield from _failing(found, failed=failed)


def _failing(found: Scores, *, failed: bool) -> Iterator[str]:
    failing = list(found.failing())
    if not failing:
        return
    yield ""
    if failed:
        yield from failing
        return
    more = f", and {len(failing) - SHOWN} more (--failed lists them)" if len(failing) > SHOWN else ""
    yield f"failing: {' '.join(failing[:SHOWN])}{more}"


def _bars(found: Scores) -> Iterator[Part]:
    unit = found.table.unit
    bars = [(f"{value} {unit}", number, found.solved, 0) for value, number in found.distribution().items()]
    yield Bars(bars, title=str(found))
    rows = [["queues that can clear the field", found.solved], ["queues", len(found.values)]]
    yield Table(["", ""], [*rows, ["average over all queues", f"{found.average_of_all:.4f}"]])
    failing = list(found.failing())
    if failing:
        title = f"{len(failing)} failing queues"
        yield Shown("\n".join(failing[:MAX_SHOWN]), title=title, label="failing queues", folded=True)


def _csv(found: Scores) -> str:
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["queue", found.table.unit])
    rows.writerows([[queue, "" if value is None else value] for queue, value in found.each()])
    return out.getvalue()
