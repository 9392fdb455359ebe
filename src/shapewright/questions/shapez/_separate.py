"""Several goals as a plan each, with a table above."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from shapewright.questions.batch import csv_of
from shapewright.questions.parts import Part, Pictures, Table, Text
from shapewright.questions.question import Answer, Formats
from shapewright.questions.shapez._page import bar
from shapewright.questions.shapez._plans import flowchart, least_of, refusal, steps_of
from shapewright.shapez.plans.rates import Rates, demand
from shapewright.shapez.plans.situation.search import NoPlan
from shapewright.shapez.plans.steps import Plan

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from shapewright.shapez import Pattern, PatternVerdict, Planned, Shape, Verdict

    Goal = Shape | Pattern

FORMATS = Formats(
    (".txt", ".json", ".jsonl", ".csv", ".svg", ".png", ".pdf", ".html"),
    {
        ".dot": "a .dot file holds one chart; leave out --separate, or write .svg",
        ".gif": "a .gif file shows one step after the other; plans are charts, in .svg or .png",
    },
)
"""The files of several plans."""

_HEAD = ("goal", "machines", "at least", "depth")
_BELT_HEAD = ("belt_machines", "belt_machines_by_name", "belt_not_counted", "belt_assumed", "belts_in")


def separately(planned: Sequence[tuple[Goal, Planned | NoPlan]], rates: Rates | None, skin: str = "rgb") -> Answer:
    """The answer to goals, each with its plan or what says why there is none."""
    found = [(goal, _plan_or_why(one)) for goal, one in planned]
    choices = [choice for _, one in planned if not isinstance(one, NoPlan) for choice in one.choices]
    plans = [(goal, one) for goal, one in found if isinstance(one, Plan)]
    lost = [_lost(goal, one) for goal, one in found if not isinstance(one, Plan)]
    total = sum(plan.cost for _, plan in plans)
    keys: dict[str, object] = {
        "plans": [one.to_json() if isinstance(one, Plan) else None for _, one in found],
        "impossible": lost,
        "total": total,
    }
    if choices:
        keys["choices"] = [choice.to_json() for choice in choices]
    if rates is not None:
        keys["full_belts"] = [
            demand(one, rates).to_json(one, rates) if isinstance(one, Plan) else None for _, one in found
        ]
    rows = [_row(goal, one) for goal, one in found] + [("all", str(total), "", "")]

    def parts() -> Iterator[Part]:
        yield Table(_HEAD, rows)
        yield Pictures([flowchart(plan, skin, str(goal)) for goal, plan in plans], size="whole")
        yield Text("\n\n".join(_words(goal, one, rates) for goal, one in found), title="In words", label="plans")

    sure = [record for record in lost if record.get("proven", True)]
    reason = "" if not lost else f"{(sure or lost)[0]['code']} cannot be built: {(sure or lost)[0]['reason']}"
    several = [one for _, one in planned if not isinstance(one, NoPlan)]
    least = [note for one in several if one.plan is not None for note in least_of(one.plan, one.choices)]
    about = [*map(str, choices), *least]
    said = ["\n".join(f"note: {note}" for note in about)] if about else []
    number = f"{len(plans)} plan{'' if len(plans) == 1 else 's'}"
    words = f"{number}, {total} machines in all; every step replayed"
    records = [_record(goal, one, rates) for goal, one in found]
    return Answer(
        keys,
        words,
        "none" if sure else "unknown" if lost else "found",
        reason=reason,
        complete=len(sure) == len(lost),
        text=lambda _: "\n\n".join([_table(rows), *(_words(goal, one, rates) for goal, one in found), *said]),
        parts=parts,
        records=lambda: records,
        files={".csv": lambda: _csv(records)},
        notes=[*about, *(f"{goal}: {note}" for goal, plan in plans for note in plan.notes)],
        page={"bar": bar(f"{total} machines", "bad" if lost else "good", number, "replayed" if plans else "")},
    )


def _plan_or_why(one: Planned | NoPlan) -> Plan | NoPlan | Verdict | PatternVerdict:
    if isinstance(one, NoPlan):
        return one
    return one.refused[0] if one.plan is None else one.plan


def _lost(goal: Goal, one: NoPlan | Verdict | PatternVerdict) -> dict[str, object]:
    if isinstance(one, NoPlan):
        return {"code": str(goal), "reason": one.reason, "proven": one.proven}
    return refusal(one)


def _record(goal: Goal, one: Plan | NoPlan | Verdict | PatternVerdict, rates: Rates | None) -> dict[str, object]:
    """A goal with its plan and what that needs for a full belt, or with why there is none."""
    if not isinstance(one, Plan):
        return {**_lost(goal, one), "plan": None}
    belt = {} if rates is None else {"full_belt": demand(one, rates).to_json(one, rates)}
    return {"code": str(goal), "plan": one.to_json(), **belt}


def _csv(records: Sequence[dict[str, Any]]) -> str:
    """A line for each goal, with the numbers of its plan and, if they were asked for, those of a full belt of it."""
    said = ["cost", "depth", "lower_bound", "optimal", "minimize"]
    said += ["belt", "proof_of"] if any("proof_of" in (record["plan"] or {}) for record in records) else []
    has_belt = any("full_belt" in record for record in records)
    rows = [["code", "planned", *said, *(_BELT_HEAD if has_belt else ()), "reason"]]
    for record in records:
        plan = record["plan"] or {}
        numbers = [plan.get(key, "") for key in said]
        numbers += _of_belt(record) if has_belt else []
        rows.append([record["code"], ";".join(plan.get("goals", ())), *numbers, record.get("reason", "")])
    return csv_of(rows)


def _of_belt(record: dict[str, Any]) -> list[object]:
    """Return the cells of a full belt, in the order of ``_BELT_HEAD``."""
    if "full_belt" not in record:
        return [""] * len(_BELT_HEAD)
    belt, steps = record["full_belt"], record["plan"]["steps"]
    belts = [Fraction(one) for one, step in zip(belt["belts"], steps, strict=True) if step["machine"] != "fluid"]
    by_name = ";".join([f"{name} {number}" for name, number in belt["totals"].items()])
    left_out, assumed = (";".join(belt.get(key, ())) for key in ("open", "assumed"))
    return [sum(belt["machines"]), by_name, left_out, assumed, sum(belts)]


def _row(goal: Goal, one: Plan | NoPlan | Verdict | PatternVerdict) -> tuple[str, ...]:
    if not isinstance(one, Plan):
        return str(goal), "impossible" if not isinstance(one, NoPlan) or one.proven else "not found", "", ""
    least = str(one.lower_bound)
    of_what = {"depth": " (depth)", "belt": f" of {one.belt} (belt, unmerged)"}.get(one.minimize, "")
    return str(goal), str(one.cost), f"{least}{of_what}", str(one.depth)


def _table(rows: Sequence[Sequence[str]]) -> str:
    every = [_HEAD, *rows]
    widths = [max(len(row[column]) for row in every) for column in range(len(_HEAD))]
    aligned = [[f"{word:>{width}}" for word, width in zip(row, widths, strict=True)] for row in every]
    return "\n".join(
        "  ".join([f"{row[0]:{widths[0]}}", *words[1:]]).rstrip() for row, words in zip(every, aligned, strict=True)
    )


def _words(goal: Goal, one: Plan | NoPlan | Verdict | PatternVerdict, rates: Rates | None) -> str:
    if not isinstance(one, Plan):
        return f"{goal}: {one}"
    belt = [] if rates is None else ["", *demand(one, rates).lines(one, rates)]
    lines = [f"{goal}:", steps_of(one), f"{one.verdict()}; every step replayed", *belt]
    return "\n".join([*lines, *(f"note: {note}" for note in one.notes)])
