"""Answers of ``clear book``: every queue led by the rules again, and the list searched for a second time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.claims import entry
from shapewright.clear.books.book import FACTS, Fact, book
from shapewright.clear.claims.paths import by_rows
from shapewright.clear.claims.question import compare_bound, setup_of
from shapewright.clear.paths.path import path as path_of
from shapewright.errors import LimitError, NotationError, StoppedError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from shapewright.claims import Case
    from shapewright.clear.books.book import Condition
    from shapewright.clear.paths.path import Path
    from shapewright.clear.paths.path_solution import PathSolution

__all__ = ["book_answer"]


def book_answer(case: Case) -> None:
    """An answer of ``clear book --json``."""
    found = path_of(setup_of(case), save=case.asked.text("save", "saves"), time_limit=case.left())
    case.findings.verdict(case.answer, "found" if found else "none")
    case.compare("solved", found.solved)
    case.compare("queues", found.queues)
    facts = (case.asked.whole("facts", least=1) or FACTS) if found else 0
    case.compare("facts", facts, "what was asked")
    records = case.need("solutions", list)
    solutions = by_rows(found, records)
    for number, (record, solution) in enumerate(zip(records, solutions, strict=True), 1):
        case.findings.known(f"solution {number}", record, ("pieces", "rows", "fumen"))
        case.findings.compare("solutions.pieces", record.get("pieces"), solution.pieces, solution=number)
        case.findings.compare("solutions.fumen", record.get("fumen"), solution.fumen().to_text(), solution=number)
    case.findings.right("solutions", "recomputed")
    case.compare("complete", True, "all rules are listed")
    rules = case.need("rules", list)
    led: list[tuple[Condition, int]] = []  # the condition of each rule, and the place of its solution
    for number, record in enumerate(rules, 1):
        words = entry(record, "facts", list, f"rule {number}")
        if len(words) > facts:
            raise NotationError(f"rule {number} has {len(words)} facts, and at most {facts} were asked for")
        chosen = entry(record, "solution", int, f"rule {number}")
        if not 1 <= chosen <= len(solutions):
            raise NotationError(f"rule {number} has the solution {chosen}, and {len(solutions)} are listed")
        led.append((tuple([Fact.from_text(str(fact)) for fact in words]), chosen - 1))
    if {chosen for _, chosen in led} != set(range(len(solutions))):
        case.findings.wrong("solutions", "one is listed that no rule comes to")
    _lead(case, found, solutions, led, rules)
    _compare_bound(case, found, len(rules), facts)


def _lead(
    case: Case,
    found: Path,
    solutions: Sequence[PathSolution],
    led: Sequence[tuple[Condition, int]],
    rules: Sequence[Mapping[str, Any]],
) -> None:
    """Let the rules lead every queue that can be solved."""
    reached = [0] * len(led)
    served = [set(solution.queues()) for solution in solutions]
    for queue in {queue for solution in found for queue in solution.queues()}:
        at = next((at for at, (condition, _) in enumerate(led) if all(fact.holds(queue) for fact in condition)), None)
        if at is None:
            case.findings.wrong("rules", f"none holds for the queue {queue}, which can be solved")
            return
        if queue not in served[led[at][1]]:
            case.findings.wrong("rules", f"the queue {queue} cannot build its solution", rule=at + 1)
            return
        reached[at] += 1
    for number, (record, queues) in enumerate(zip(rules, reached, strict=True), 1):
        case.findings.compare("rules.queues", record.get("queues"), queues, rule=number)
    case.findings.right("rules", "every queue that can be solved was led to a solution that it can build")


def _compare_bound(case: Case, found: Path, rules: int, facts: int) -> None:
    bound = case.whole("rules_bound")
    if bound > rules:
        case.findings.wrong("rules_bound", f"it is {bound}, and there are {rules} rules")
        return
    if not found:
        case.compare("rules_bound", 0, "there are no solutions")
        return
    try:
        again = book(found, facts=facts, time_limit=case.left(0.8))
    except (StoppedError, LimitError) as error:
        case.findings.unchecked("rules_bound", str(error))
        return
    fault = f"there is a list of {len(again)} rules" if bound > len(again) else None
    compare_bound(case, "rules_bound", again.bound, is_proven=bound <= again.bound, fault=fault)
