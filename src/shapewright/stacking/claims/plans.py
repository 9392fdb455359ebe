"""Plans of an answer, one or a list of them, and how many there are; bounds and counts by another search."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from shapewright.claims import check_in_order, entry
from shapewright.errors import LimitError, NotationError, ShapewrightError, StoppedError, quote
from shapewright.stacking.check import faults
from shapewright.stacking.claims.question import asked_problem, in_full, problem_of
from shapewright.stacking.claims.record import PLAN, Record
from shapewright.stacking.claims.verdict import verdict_of
from shapewright.stacking.count import count
from shapewright.stacking.notation.answers import claims_in
from shapewright.stacking.notation.plan import parse_plan, plan_text
from shapewright.stacking.notation.records import drops_from_json, drops_to_json
from shapewright.stacking.proof.recount import values
from shapewright.stacking.replay import final_stack
from shapewright.stacking.rules import bound_key, height, heights, holes, signed
from shapewright.stacking.solve import solve as solutions

if TYPE_CHECKING:
    from shapewright.claims import Case
    from shapewright.jobs.statistics import Statistics
    from shapewright.stacking.problem import Problem


def bare(case: Case) -> None:
    """Look at a plan that Python wrote, one of several lines, or a number of plans."""
    if "count" in case.answer:
        count_(case)
        return
    number = case.context.get("number", 1)
    verdict_of(case).plans = case.context.get("many", 1)
    record = Record(case, case.answer, case.context.get("place", "the JSON"), number, ours="place" in case.context)
    record.judge(None)
    _first(case, record)


def solve(case: Case) -> None:
    """Look at the best plan, the best few of them, or the plans of many sequences."""
    case.asked.number("sequence_time_limit")
    case.asked.flag("bag")
    complete, lexicographic = case.need("complete", bool), case.asked.text("tie_break") == "lexicographic"
    is_none = case.answer.get("plan", "") is None
    if "sequences" in case.answer:
        why_not = _sequences(case)
    elif "plans" in case.answer:
        _best(case, _plans(case), complete)
        why_not = ""
    else:
        why_not = _single(case, lexicographic)
    if complete and why_not:
        case.findings.wrong("complete", why_not)
    case.findings.right("complete", "nothing was left out" if complete else "it states that something is missing")
    case.findings.verdict(case.answer, "none" if is_none else "found")


def _single(case: Case, lexicographic: bool) -> str:
    """Look at one plan; return what is missing for it to be complete."""
    if case.asked.has("best") or case.asked.has("file"):
        raise NotationError("it has no list of plans, which its parameters ask for")
    verdict_of(case).plans = 1
    record = Record(case, case.answer, "the JSON", 1)
    record.judge(case.asked)
    if case.findings.faults:
        return ""
    first = _first(case, record)
    if record.drops is None or (record.optimal and (first or not lexicographic)):
        return ""
    return "the plan is not proven to be the best" + (" and the first" if first else "")


def _first(case: Case, record: Record) -> bool:
    """Return whether the plan is said to come first of the equally good ones; they are listed again, in order."""
    if "first" not in case.answer:
        return False
    first = case.need("first", bool)
    if not first:
        case.findings.right("first", "it claims nothing")
    elif record.drops is None:
        case.findings.wrong("first", "there is no plan")
    elif (again := _listed(case, record.problem, 1)) is None:
        case.findings.unchecked("first", f"listing the plans again: {case.clock.stopped()}")
    else:
        case.findings.compare("first", drops_to_json(record.drops), again[0], "listed again")
    return first


def _listed(case: Case, problem: Problem, most: int) -> list[Any] | None:
    """The best plans in order, as plain data; None if they could not be listed."""
    seen: list[Statistics] = []
    try:
        plans = list(solutions(problem, limit=most, time_limit=case.clock.left(), report=seen.append))
    except (StoppedError, LimitError):
        return None
    is_whole = bool(plans) and all(statistics.complete for statistics in seen)
    return [drops_to_json(plan.drops) for plan in plans] if is_whole else None


def _plans(case: Case) -> list[Record]:
    """Look at each plan of a list."""
    records = case.claimed("plans")
    if not isinstance(records, list):
        raise NotationError("its plans are not a list")
    if not records:
        raise NotationError("there are no plans in the answer")
    verdict_of(case).plans = len(records)
    judged = [Record(case, one, f"plan {number}", number) for number, one in enumerate(records, start=1)]
    for record in judged:
        record.judge(case.asked if case.verb == "solve" else None)
        if record.drops is None:
            raise NotationError("one of its plans is not a plan")
    for key in PLAN:
        if key in case.answer:
            case.findings.compare(key, case.answer[key], records[0].get(key), "the first of the plans")
        elif case.verb == "solve" and key in records[0]:
            raise NotationError(f"it has no {key!r}")
    case.findings.right("plans", "each replayed by the rules")
    return judged


def _best(case: Case, judged: list[Record], complete: bool) -> None:
    """The plans are the best ones, in order, and none is left out."""
    most = case.asked.whole("best")
    if most is None:
        raise NotationError("the parameters have no 'best'")
    if case.findings.faults:
        return
    reached = [signed(record.problem.objective, record.value()) for record in judged]
    if len(judged) > most:
        case.findings.wrong("plans", f"there are {len(judged)}, and {most} were asked for")
    elif len({record.drops for record in judged}) < len(judged):
        case.findings.wrong("plans", "one of them is listed twice")
    elif reached != sorted(reached):
        case.findings.wrong("plans", "a better plan is listed after a worse one")
    elif complete:
        again = _listed(case, judged[0].problem, most)
        if again is None:
            case.findings.unchecked("plans", f"listing the plans again: {case.clock.stopped()}")
        elif again != [drops_to_json(record.drops or ()) for record in judged]:
            case.findings.wrong("plans", "are not the best plans in order")


def _sequences(case: Case) -> str:
    """Look at the plans of many sequences; return what is missing for them to be complete."""
    records = case.need("sequences", list)
    verdict_of(case).plans = len(records)
    proven, file = True, None if case.asked.is_elsewhere("file") else case.asked.text("file")
    stated = [entry(one, "sequence", str, f"sequence {number}") for number, one in enumerate(records, start=1)]
    check_in_order(case.findings, "sequences", file, stated)
    if file is not None and case.need("complete", bool):
        _all_lines(case, file, stated)
    for number, one in enumerate(records, start=1):
        place = f"sequence {number}"
        if "plan" not in one and one.get("optimal") is False:
            if one.get("height") is not None:
                case.findings.wrong("height", "there is no plan that has one", plan=number)
            if "is proven" in entry(one, "reason", str, place):
                case.findings.unchecked("sequences", "what was proven before a search gave up is not checked")
            proven = False
            continue
        record = Record(case, one, place, number)
        record.judge(case.asked)
        proven &= record.optimal is True
    case.findings.right("sequences", "each replayed by the rules")
    return "" if proven else "not every plan is proven to be the best"


def _all_lines(case: Case, file: str, stated: list[str]) -> None:
    """No line of a file is left out that can be read."""
    left = Counter(stated)
    for line in filter(None, map(str.strip, file.split("\n"))):
        if left[line]:
            left[line] -= 1
        elif line[0] not in "#%":
            with suppress(ShapewrightError):
                asked_problem(case.asked, line)
                case.findings.wrong("sequences", f"the line {quote(line)} has no plan")


def show(case: Case) -> None:
    """Look at plans that are shown, or at the drawings of the pieces."""
    in_full(case)
    if "plans" in case.answer:
        _shown(case, _plans(case))
        return
    asked = asked_problem(case.asked, "I")
    if asked is None:
        case.findings.unchecked("pieces", "the file with the pieces is not in the answer")
        return
    drawn = {piece.name: [shape.to_text().split("\n") for shape in piece.orientations] for piece in asked.pieces}
    case.compare("pieces", drawn, "the pieces as they are drawn")


def _shown(case: Case, judged: list[Record]) -> None:
    """The plans are those that were to be drawn: of an answer, or in words."""
    if case.asked.is_elsewhere("answer"):
        case.findings.unchecked("plans", "the answer with the plans is not in this one")
        return
    if (content := case.asked.text("answer")) is not None:
        drawn = [(claim.problem, claim.drops) for claim in claims_in(content)]
    elif (problem := asked_problem(case.asked)) is None:
        case.findings.unchecked("plans", "the file with the board or the pieces is not in the answer")
        return
    else:
        drawn = [(problem, parse_plan(case.asked.text("plan") or "", problem))]
    plain = [(problem.to_json(), drops_to_json(drops or ())) for problem, drops in drawn]
    shown = [(record.problem.to_json(), drops_to_json(record.drops or ())) for record in judged]
    if shown != plain:
        case.findings.wrong("plans", "are not those that the parameters of the answer have")


def play(case: Case) -> None:
    """Look at the stack of a game, which is what its drops make."""
    in_full(case)
    drops = drops_from_json(case.claimed("plan"))
    stated = case.asked.text("drops")
    case.asked.text("sequence")  # what is left of it is no claim
    problem = asked_problem(case.asked, [drop.piece for drop in drops] or ["I"])
    if problem is None:
        case.findings.unchecked("plan", "the file with the board or the pieces is not in the answer")
        return
    verdict_of(case).plans = 1
    if stated and (asked := asked_problem(case.asked)) is not None and parse_plan(stated, asked) != drops:
        case.findings.wrong("plan", "is not that of the parameters of the answer", plan=1)
    wrong = faults(problem, drops) if drops else []
    if wrong:
        case.findings.wrong("plan", wrong[0], plan=1)
        return
    stack = final_stack(problem, drops)
    case.compare("height", height(stack), "replayed")
    case.compare("heights", list(heights(stack, problem.width)), "replayed")
    case.compare("holes", holes(stack, problem.width), "replayed")
    case.compare("sequence", [drop.piece for drop in drops], "the drops")
    case.compare("text", plan_text(drops), "the drops")
    case.findings.right("plan", "replayed by the rules alone")


def count_(case: Case) -> None:
    """Look at a number of plans: the best value, and how many plans reach it, by the rules or else by the engine."""
    number = case.whole("count")
    if case.verb:
        in_full(case, is_none=number == 0)
    problem = problem_of(case)
    if problem is None:
        return
    case.compare("objective", problem.objective, "the problem", str)
    value = None if case.claimed("value") is None else case.whole("value")
    by_rules, words = values(problem, value, case.left(0.25)), "counted by the rules alone"
    if by_rules:
        best = min(by_rules, key=lambda one: signed(problem.objective, one))
        again = by_rules[best]
    elif by_rules is not None and value is None:
        best, again = None, 0
    else:
        seen: list[Statistics] = []
        again, words = count(problem, time_limit=case.left(), report=seen.append), "counted again"
        best = getattr(seen[0], bound_key(problem.objective)) if again else None
    case.compare("value", best, words)
    case.compare("count", again, words)
