"""Answers about many fields: ``clear percent``, ``path``, ``cover``, ``setup`` and ``score`` with ``--file``.

Every row states its question whole, so each is counted again; a file that is in the answer is read again, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from shapewright.claims import ElsewhereError, command_of
from shapewright.claims.findings import shown
from shapewright.clear.batch.fields import Counted, Covering, count_fields
from shapewright.clear.claims.patterns import goal_of
from shapewright.clear.claims.question import Rules, kicks_of
from shapewright.clear.claims.setups import blueprint_of, filling_of
from shapewright.clear.drops import read_drop
from shapewright.clear.field import Field
from shapewright.clear.graph.setup import Setup
from shapewright.clear.notation.field_lines import (
    FieldLine,
    fields_of_line,
    pages_of,
    solutions_of_line,
    without_comment,
)
from shapewright.clear.notation.start import read_hold, read_start
from shapewright.clear.patterns.pattern import Pattern
from shapewright.clear.setup.blueprint import Blueprint
from shapewright.errors import amount

if TYPE_CHECKING:
    from shapewright.claims import Case
    from shapewright.clear.batch.fields import Stated
    from shapewright.clear.search.many_queues import Unknown

Place = tuple[object, object, object]
"""A line, a fumen of it and a page of that; None for what is not named."""

_BY_TIME = ("minimal", "minimal_bound")
"""What depends on the time that was taken to look for it."""


def counted(case: Case) -> None:
    """Count each field again, and compare it with its row."""
    verb = (command_of(case.answer) or "").partition(" ")[2]
    rows = case.claimed("fields")
    records = [row for row in rows if "text" not in row]
    wrong = {row["line"] for row in rows if "text" in row}  # lines that cannot be read
    if wrong:
        case.findings.unchecked("fields", f"{amount(len(wrong), 'row')} with a line that cannot be read")
    stated = [_stated(case, verb, record, f"row {number}") for number, record in enumerate(records, 1)]
    case.findings.verdict(case.answer, "found")
    known = [number for number, record in enumerate(records) if record["chance"] is not None]
    chosen: list[Mapping[str, Any]] = [records[number] for number in known]
    least = case.asked.value("at_least")
    if least is not None:
        low = [one for one in chosen if one["solved"] < Fraction(str(least)) * one["queues"]]
        if low:
            case.findings.wrong("fields", f"{len(low)} rows have a chance below {least}")
    chances = [one["chance"] for one in chosen]
    if case.asked.flag("by_chance") and chances != sorted(chances, reverse=True):
        case.findings.wrong("fields", "the rows are not in the order of their chances")
    _compare_places(case, verb, records, wrong)
    found = count_fields(
        verb,
        [stated[number] for number in known],
        save=case.asked.text("save"),
        use_list=not case.asked.flag("no_list"),
        minimal=case.asked.flag("minimal"),
        goal=goal_of(case.asked),
        mirror=case.asked.text("mirror") == "yes",
        table=case.asked.text("table") or "guideline",
        combo=case.asked.whole("combo") or 0,
        back_to_back=case.asked.whole("back_to_back") or 0,
        threads=case.threads,
        time_limit=case.left(),
    )
    for number, again in zip(known, found, strict=True):
        _compare(case, records[number], again, number + 1)
    if len(known) < len(records):
        case.findings.unchecked("fields", f"{amount(len(records) - len(known), 'row')} with an unknown answer")
    case.findings.right("fields", "each counted again")
    # A field that was left out, since its chance was too low, was counted.
    case.compare("complete", len(known) == len(records), "whether every field was counted")


def _stated(case: Case, verb: str, record: Mapping[str, Any], where: str) -> Stated:
    """What a row says that it was asked."""
    said = case.asked.text("kicks")
    kicks = kicks_of(case, record["kicks"] if said is None else said)
    pattern = Pattern.from_text(record["patterns"])
    drop, hold = read_drop(record["drop"]), record["hold"]
    asked_drop, asked_hold = case.asked.text("drop"), read_hold(case.asked.text("hold") or "")
    if (asked_drop and read_drop(asked_drop, kicks) != drop) or (asked_hold is not None and asked_hold != hold):
        case.findings.wrong("fields", f"{where} has another drop or hold than was asked for")
    if verb == "cover":
        return Covering.of(record["fumens"], pattern, kicks=kicks, drop=drop, hold=hold)
    if verb == "setup":
        blueprint = Blueprint.from_text(record["field"], height=record["height"])
        blueprint = replace(blueprint, full_rows=record.get("full_rows", 0))
        return filling_of(case, blueprint, Rules(pattern, kicks, drop, hold))
    return Setup(Field.from_text(record["field"]), pattern, record["height"], kicks, drop, hold)


def _compare(case: Case, record: Mapping[str, Any], again: Counted | Unknown, number: int) -> None:
    """One row; of the fewest solutions whether what is stated agrees with what is proven now."""
    if not isinstance(again, Counted):
        case.findings.unchecked("fields", f"row {number}: {again.reason}")
        return
    found = {"solved": again.solved, "queues": again.queues, "chance": again.fraction, **again.more}
    for name, value in found.items():
        if name not in _BY_TIME and record.get(name) != value:
            said = f"{name} {shown(record.get(name))}, recomputed: {value}"
            case.findings.wrong("fields", f"row {number} says {said}")
    if "minimal" in again.more:
        fewest, bound = (record[name] for name in _BY_TIME)
        least, most = again.more["minimal_bound"] or 0, again.more["minimal"] or 0
        if not (least <= fewest <= (again.more["unique"] or 0) and bound <= min(fewest, most)):
            case.findings.wrong("fields", f"row {number} says that {fewest} suffice, recomputed: {least} to {most}")


def _compare_places(case: Case, verb: str, records: list[Any], wrong: set[object]) -> None:
    """Whether the rows are the lines of the file, or the pages of the fumens, that they name."""
    cut = case.asked.has("at_least")
    try:
        there = _places(case, verb, wrong)
    except ElsewhereError as error:
        case.findings.unchecked("asked", f"the fields are in a file that is not in the answer: {error}")
        return
    places = [(record.get("line"), record.get("fumen"), record.get("page")) for record in records]
    patterns, most = case.asked.text("patterns"), case.asked.whole("height")
    for number, record in enumerate(records, 1):
        place = places[number - 1]
        said = record.get("fumens") if verb == "cover" else record["field"]
        if isinstance(said, str) and verb != "setup":
            said = Field.from_text(said)
        if place not in there:
            case.findings.wrong("fields", f"row {number} is of a line or page that there is not")
        elif there[place][0] != said:
            case.findings.wrong("fields", f"row {number} is not the field of its line or page")
        elif (own := there[place][1] or patterns) is not None and (
            Pattern.from_text(own).to_text() != Pattern.from_text(record["patterns"]).to_text()
        ):
            case.findings.wrong("fields", f"row {number} has the pattern {record['patterns']}, and {own} was asked for")
        elif (high := there[place][2] or most) is not None and record.get("height", 0) > high:
            case.findings.wrong("fields", f"row {number} has more rows than the {high} that were asked for")
    if len({*places}) < len(places) or not (cut or len(places) == len(there)):
        case.findings.wrong(
            "fields", f"has {amount(len(places), 'row')}, and {amount(len(there), 'field')} were asked about"
        )
    case.compare("asked", len(there) + len(wrong), "by what was asked")


def _places(case: Case, verb: str, wrong: set[object]) -> dict[Place, tuple[object, str | None, int | None]]:
    """What was asked about: a field or fumens by line, fumen and page, with a pattern and height of its own."""
    all_pages = case.asked.value("page") == "all"
    content = case.asked.content("file")
    if content is None:
        fumens = case.asked.text("field") or ""
        return {(None, one.fumen, one.page): (_field(case, verb, one), None, None) for one in pages_of(fumens)}
    text = content.decode("utf-8-sig") if isinstance(content, bytes) else content
    page = None if all_pages else case.asked.whole("page")
    there: dict[Place, tuple[object, str | None, int | None]] = {}
    for number, row in enumerate(text.split("\n"), 1):
        line = without_comment(row.strip())
        if not line or number in wrong:
            continue
        if verb == "cover":
            own = solutions_of_line(line)
            there[number, None, None] = [word for fumens in own.fumens for word in fumens.split()], own.pattern, None
            continue
        for one in fields_of_line(line, page=page, all_pages=all_pages):
            there[number, one.fumen, one.page] = _field(case, verb, one), one.pattern, one.height
    return there


def _field(case: Case, verb: str, line: FieldLine) -> Field | str:
    """A field, or a blueprint as text."""
    if verb == "setup":
        return blueprint_of(case, line.text, None if line.is_single else line.page).to_text()
    return read_start(line.text, None if line.is_single else line.page).field.cleared()
