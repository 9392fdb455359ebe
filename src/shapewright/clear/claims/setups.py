"""Answers of ``clear setup``, of marked cells or a solution, and ``spin``: found again, queues put into order.

The sets of pieces are found as they were, by the engine; which queues can build one is found from all boards between,
and here a second time from the orders of its pieces, queue by queue, while there is time. Each way to a T-spin is
replayed by the plain rules: its pieces can be placed in their order, then the T locks with that spin and clears those
rows.
"""

from __future__ import annotations

from dataclasses import fields
from itertools import islice
from typing import TYPE_CHECKING, Any

from shapewright.clear import rules
from shapewright.clear.batch.fields import Filling
from shapewright.clear.chances.cover import Coverage
from shapewright.clear.claims.paths import compare_serves
from shapewright.clear.claims.patterns import MAX_ORDERED, can_be_ordered
from shapewright.clear.claims.question import (
    Rules,
    asked_kicks,
    compare_keys,
    compare_pieces,
    drop_of,
    game_of,
    required,
    rules_of,
)
from shapewright.clear.graph.setup import DEFAULT_HEIGHT
from shapewright.clear.notation.start import read_options
from shapewright.clear.patterns.pattern import Pattern
from shapewright.clear.setup.blueprint import Blueprint
from shapewright.clear.setup.chance_after_setup import chances_after
from shapewright.clear.setup.congruents import congruents as congruents_of
from shapewright.clear.setup.find_spins import Wanted, find_spins
from shapewright.clear.setup.setups import read_span
from shapewright.clear.setup.setups import setups as setups_of
from shapewright.clear.spins import best_spin
from shapewright.errors import InternalError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from shapewright.claims import Case
    from shapewright.clear.setup.setup_results import FoundSetup, Setups


def setup(case: Case) -> None:
    """An answer of ``clear setup --json``."""
    asked = case.asked
    if asked.has("solution"):
        congruents(case)
        return
    field = required(asked.text("field"), "'field'")
    blueprint = blueprint_of(case, field, asked.whole("page"))
    rules = rules_of(case, read_options(blueprint.comment))
    stated = filling_of(case, blueprint, rules)
    found = setups_of(
        blueprint,
        rules.pattern,
        pieces=stated.pieces,
        clears=stated.clears,
        exclude=stated.exclude,
        operate=stated.operate,
        combination=asked.text("combination") == "yes",
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
        height=asked.whole("height"),
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
        asked.whole("then_height") or DEFAULT_HEIGHT,
    )


def congruents(case: Case) -> None:
    """An answer of ``clear setup --solution --json``, once ``clear congruents``."""
    text = required(case.asked.text("solution"), "'solution'")
    if case.asked.has("patterns"):
        rules: Rules | None = (stated := rules_of(case))
        pattern, kicks, drop, hold = stated.pattern, stated.kicks, stated.drop, stated.hold
    else:
        rules = pattern = None
        kicks, drop, hold = asked_kicks(case), drop_of(case), True
    found = congruents_of(text, pattern, kicks=kicks, drop=drop, hold=hold, time_limit=case.left())
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
    compare_pieces(case, found.queue_set.pattern.length, found.counted)
    case.compare("solved", None if found.combination else found.any.solved, words)
    case.compare("queues", None if found.combination else found.queues, words)
    records, limit = case.claimed("solutions"), case.asked.whole("limit")
    due = len(found) if limit is None else min(len(found), limit)
    # A studio lists fewer, and then says so.
    if len(records) > due or (case.claimed("complete") and len(records) != len(found)):
        case.findings.wrong("solutions", f"there are {len(records)}, but {due} were expected")
    compare_serves(case, records)
    for number, (record, one) in enumerate(zip(records, found, strict=False), 1):
        _compare_one(case, record, one, number, is_order=not found.combination)
    case.findings.right("solutions", words)
    case.compare("complete", len(records) == len(found), "by the number of setups")


def _compare_one(case: Case, record: Mapping[str, Any], one: FoundSetup, number: int, *, is_order: bool) -> None:
    expected: dict[str, object] = {
        "pieces": one.pieces,
        "cells": [[list(cell) for cell in part.cells] for part in one.parts],
        "rows": one.to_text(one_line=True),
        "core": len(one.core),
        "cleared": one.cleared,
        "queues" if is_order else "orders": one.served,
        "fumen": one.fumen().to_text(),
    }
    if one.then is not None or "then" in record:
        expected["then"] = None if one.then is None else {"solved": one.then.solved, "queues": one.then.queues}
    if "serves" in record:  # it is left out where it would be too long
        expected["serves"] = list(one.queues())
    compare_keys(case, record, expected, number)


def spin(case: Case) -> None:
    """An answer of ``clear spin --json``."""
    asked = case.asked
    game, stated = game_of(case), rules_of(case)
    said: dict[str, Any] = {
        field.name: asked.text("kind") if field.name == "kind" else asked.whole(field.name) for field in fields(Wanted)
    }
    wanted = Wanted(**{name: value for name, value in said.items() if value is not None})
    limit = asked.whole("limit")
    ways = find_spins(game.field, stated.pattern, wanted, kicks=stated.kicks, drop=stated.drop, time_limit=case.left())
    complete = case.claimed("complete")
    found = list(islice(ways, limit if complete else len(case.claimed("ways"))))
    for way in found:
        field = way.field
        for placement in way.placements[:-1]:
            after = rules.place(field, placement)
            can_be = rules.is_reachable(field, placement, way.kicks, way.drop)
            if not can_be or after.bits != field.bits | placement.bits:
                raise InternalError(f"two methods disagree whether {placement} can be placed")
            field = after
        t = way.placements[-1]
        if best_spin(field, t, kicks=way.kicks, rule="t", drop=way.drop) != way.spin:
            raise InternalError(f"two methods disagree how {t} locks")
    plain = [
        {
            "name": way.name,
            "spin": way.spin,
            "rows": list(way.rows),
            "pieces": way.pieces,
            "placements": [[one.piece, one.facing, one.x, one.y] for one in way.placements],
            "fumen": way.fumen().to_text(),
        }
        for way in found
    ]
    case.compare("ways", plain, "found again, and each replayed")
    if complete and not found:
        case.compare("reason", "no pieces of the pattern make such a T-spin possible")
    case.findings.verdict(case.answer, "found" if found else "none" if complete else "unknown")
    more = next(ways, None) is not None
    if more or complete or len(found) == limit:
        case.compare("complete", not more, "by whether there is another way")
    else:
        case.findings.unchecked("complete", "how far a search came depends on the machine")
