"""Answers of ``clear setup``, of marked cells or of a solution: every one found again, and its queues put into order.

The sets of pieces are found as they were, by the engine; which queues can build one is found from all boards between,
and here a second time from the orders of its pieces, queue by queue, while there is time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from shapewright.clear.batch.field_questions import Filling
from shapewright.clear.chances.cover import Coverage
from shapewright.clear.claims.patterns import MAX_ORDERED, can_be_ordered
from shapewright.clear.claims.question import Rules, kicks_of, rules_of
from shapewright.clear.graph.setup import DEFAULT_HEIGHT
from shapewright.clear.notation.comment import read_options
from shapewright.clear.patterns.pattern import Pattern
from shapewright.clear.rules import read_drop
from shapewright.clear.setup.blueprint import Blueprint
from shapewright.clear.setup.chance_after_setup import chances_after
from shapewright.clear.setup.congruents import congruents as congruents_of
from shapewright.clear.setup.setups import read_span
from shapewright.clear.setup.setups import setups as setups_of
from shapewright.errors import NotationError

if TYPE_CHECKING:
    from shapewright.claims import Case
    from shapewright.clear.setup.setup_results import FoundSetup, Setups

__all__ = ["blueprint_of", "congruents", "filling_of", "setup"]


def setup(case: Case) -> None:
    """An answer of ``clear setup --json``."""
    asked = case.asked
    if asked.has("solution"):
        congruents(case)
        return
    field = asked.text("field", "tetfu")
    if field is None:
        raise NotationError("the parameters have no 'field'")
    blueprint = blueprint_of(case, field, asked.whole("page", least=1, most=10**6))
    rules = rules_of(case, read_options(blueprint.comment))
    said = asked.text("combination")
    if said not in (None, "yes", "no"):
        raise NotationError(f"the parameter 'combination' is {said!r}, not yes or no")
    stated = filling_of(case, blueprint, rules)
    found = setups_of(
        blueprint,
        rules.pattern,
        pieces=stated.pieces,
        clears=stated.clears,
        exclude=stated.exclude,
        operate=stated.operate,
        combination=said == "yes",
        kicks=rules.kicks,
        drop=rules.drop,
        hold=rules.hold,
        time_limit=case.left(),
    )
    if stated.then is not None:
        found = chances_after(found, stated.then, stated.then_height, hold=rules.hold, time_limit=case.left())
    case.compare("blueprint", blueprint.to_text(), "what was asked")
    case.compare("height", blueprint.height, "what was asked")
    case.compare("setups", len(found))
    case.compare("cores", found.cores)
    _compare_all(case, found, rules)


def blueprint_of(case: Case, text: str, page: int | None) -> Blueprint:
    """A field with the marks and the height that were asked for."""
    asked = case.asked
    return Blueprint.from_text(
        text,
        fill=asked.text("fill") or "",
        margin=asked.text("margin") or "",
        free=asked.text("free") or "",
        height=asked.whole("height", "line", least=1, most=20),
        page=page,
    )


def filling_of(case: Case, blueprint: Blueprint, rules: Rules) -> Filling:
    """What is asked of a blueprint."""
    asked = case.asked
    pieces, clears, then = asked.text("pieces"), asked.text("clears"), asked.text("then")
    return Filling(
        blueprint,
        rules.pattern,
        rules.kicks,
        rules.drop,
        rules.hold,
        None if pieces is None else read_span(pieces, "pieces"),
        None if clears is None else read_span(clears, "cleared lines"),
        asked.text("exclude") or "none",
        asked.text("operate") or "",
        None if then is None else Pattern.from_text(then),
        asked.whole("then_height", least=1, most=20) or DEFAULT_HEIGHT,
    )


def congruents(case: Case) -> None:
    """An answer of ``clear setup --solution --json``, once ``clear congruents``."""
    text = case.asked.text("solution", "tetfu")
    if text is None:
        raise NotationError("the parameters have no 'solution'")
    if case.asked.has("patterns") or case.asked.has("pattern"):
        rules: Rules | None = rules_of(case)
        assert rules is not None
        how: dict[str, Any] = {"pattern": rules.pattern, "hold": rules.hold, "kicks": rules.kicks, "drop": rules.drop}
    else:
        rules, how = None, {"kicks": kicks_of(case, case.asked.text("kicks"))}
        how["drop"] = read_drop(case.asked.text("drop") or "soft")
    found = congruents_of(text, **how, time_limit=case.left())
    given = found.given
    case.compare("congruents", len(found))
    case.compare("given", None if given is None else found.index(given) + 1)
    _compare_all(case, found, rules)


def _compare_all(case: Case, found: Setups, rules: Rules | None) -> None:
    """What both answers have: the numbers of queues, and each setup that is listed."""
    words = "recomputed"
    if rules is not None and found and not found.combination and len(found) * found.queues <= MAX_ORDERED:
        built, bits = tuple([one.built() for one in found]), tuple([one.bits for one in found])
        coverage = Coverage(built, found.queue_set, bits, rules.kicks, rules.drop, rules.hold)
        if can_be_ordered(case, rules, coverage):
            words = "recomputed, and each queue put into order by itself"
    case.findings.verdict(case.answer, "found" if found else "none")
    case.compare("pieces", found.queue_set.pattern.length, "by the pattern")
    case.compare("pieces_counted", found.counted, "by the pattern and the field")
    case.compare("solved", None if found.combination else found.any.solved, words)
    case.compare("queues", None if found.combination else found.queues, words)
    records, limit = case.need("solutions", list), case.asked.whole("limit")
    due = len(found) if limit is None else min(len(found), limit)
    # A studio lists fewer, and then says so.
    if len(records) > due or (case.need("complete", bool) and len(records) != len(found)):
        case.findings.wrong("solutions", f"there are {len(records)}, but {due} were expected")
    for number, (record, one) in enumerate(zip(records, found, strict=False), 1):
        _compare_one(case, record, one, number, is_order=not found.combination)
    case.findings.right("solutions", words)
    case.compare("complete", len(records) == len(found), "by the number of setups")


def _compare_one(case: Case, record: object, one: FoundSetup, number: int, *, is_order: bool) -> None:
    expected: dict[str, Any] = {
        "pieces": one.pieces,
        "cells": [[list(cell) for cell in part.cells] for part in one.parts],
        "rows": one.to_text(one_line=True),
        "core": len(one.core),
        "cleared": one.cleared,
        "queues" if is_order else "orders": one.served,
        "fumen": one.fumen().to_text(),
    }
    if one.then is not None:
        expected["then"] = {"solved": one.then.solved, "queues": one.then.queues}
    if not isinstance(record, Mapping):
        raise NotationError(f"solution {number} is not an object")
    strange = sorted(record.keys() - expected.keys() - ({"serves"} if is_order else set()))
    if strange:
        raise NotationError(f"solution {number} has {strange[0]!r}, which is not a known key")
    for key, value in expected.items():
        if key not in record:
            raise NotationError(f"solution {number} has no {key!r}")
        case.findings.compare(f"solutions.{key}", record[key], value, solution=number)
    if "serves" in record:  # it is left out where it would be too long
        case.findings.compare("solutions.serves", record["serves"], list(one.queues()), solution=number)
