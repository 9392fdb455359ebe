"""Answers of ``clear book`` and ``clear opener``: every queue led again, and what is best searched for again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.clear.books.book import FACTS, Fact, book
from shapewright.clear.claims.paths import by_rows
from shapewright.clear.claims.question import compare_bound, setup_of
from shapewright.clear.opener.opener import PATTERN, OpenerSearch
from shapewright.clear.paths.path import path as path_of
from shapewright.clear.setup.setups import read_span
from shapewright.errors import LimitError, NotationError, StoppedError
from shapewright.jobs.limits import Clock

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from shapewright.claims import Case
    from shapewright.clear.books.book import Condition
    from shapewright.clear.opener.opener import Openers
    from shapewright.clear.paths.path import Path
    from shapewright.clear.paths.path_solution import PathSolution


def book_answer(case: Case) -> None:
    """An answer of ``clear book --json``."""
    found = path_of(setup_of(case), save=case.asked.text("save"), time_limit=case.left())
    case.findings.verdict(case.answer, "found" if found else "none")
    case.compare("solved", found.solved)
    case.compare("queues", found.queues)
    facts = (case.asked.whole("facts") or FACTS) if found else 0
    case.compare("facts", facts, "what was asked")
    records = case.claimed("solutions")
    solutions = by_rows(found, records)
    for number, (record, solution) in enumerate(zip(records, solutions, strict=True), 1):
        case.findings.compare("solutions.pieces", record["pieces"], solution.pieces, solution=number)
        case.findings.compare("solutions.fumen", record["fumen"], solution.fumen().to_text(), solution=number)
    case.findings.right("solutions", "recomputed")
    case.compare("complete", True, "all rules are listed")
    rules = case.claimed("rules")
    led: list[tuple[Condition, int]] = []  # the condition of each rule, and the place of its solution
    for number, record in enumerate(rules, 1):
        words, chosen = record["facts"], record["solution"]
        if len(words) > facts:
            raise NotationError(f"rule {number} has {len(words)} facts, and at most {facts} were asked for")
        if not 1 <= chosen <= len(solutions):
            raise NotationError(f"rule {number} has the solution {chosen}, and {len(solutions)} are listed")
        led.append((tuple([Fact.from_text(fact) for fact in words]), chosen - 1))
    if {chosen for _, chosen in led} != set(range(len(solutions))):
        case.findings.wrong("solutions", "one is listed that no rule comes to")
    _lead(case, found, solutions, led, rules)
    bound = case.whole("rules_bound")
    if bound > len(rules):
        case.findings.wrong("rules_bound", f"it is {bound}, and there are {len(rules)} rules")
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
        case.findings.compare("rules.queues", record["queues"], queues, rule=number)
    case.findings.right("rules", "every queue that can be solved was led to a solution that it can build")


def opener(case: Case) -> None:
    """An answer of ``clear opener --json``."""
    asked, setup = case.asked, setup_of(case, PATTERN)
    pieces, among = asked.text("pieces"), asked.text("among")
    search = OpenerSearch(
        setup,
        Clock(case.left()),
        pieces=None if pieces is None else read_span(pieces, "pieces"),
        seen=asked.whole("seen"),
        tallest=asked.whole("tallest"),
        mirror=asked.text("mirror") == "yes",
        save=asked.text("save") or "",
    )
    number = asked.whole("boards") or 1
    case.compare("complete", True, "all boards are listed")
    # What the boards of the answer are worth, with no others to choose from; then whether others are better.
    named = [record["rows"] for record in case.claimed("boards")]
    if not named:
        case.findings.verdict(case.answer, "none")
        again = search.best(number, [among] if among else ())
        if again:
            case.findings.wrong("boards", f"there are some: {again!r}")
            return
        _compare(case, again)
        case.compare("bound", again.bound)
        case.compare("candidates", again.boards)
        return
    case.findings.verdict(case.answer, "found")
    if len(named) > number:
        case.findings.wrong("boards", f"there are {len(named)}, and {number} were asked for")
        return
    _compare(case, search.best(len(named), named))
    try:
        again = search.best(number, [among] if among else ())
    except StoppedError as stopped:
        for key in ("bound", "candidates"):
            case.findings.unchecked(key, str(stopped))
        return
    case.compare("candidates", again.boards)
    bound, known = case.whole("bound"), max(case.whole("solved"), again.cleared)
    fault = f"boards for {known} queues are known" if bound < known else None
    compare_bound(case, "bound", again.bound, is_proven=bound >= again.bound, fault=fault)


def _compare(case: Case, again: Openers) -> None:
    """What these boards are worth, all together and each."""
    found = [
        {
            "rows": one.board.to_text(one_line=True),
            "mirror": one.mirror is not None,
            "pieces": one.pieces,
            "cleared_lines": one.cleared,
            "way": one.way.to_text(one_line=True),
            "fumen": one.fumen().to_text(),
            "alone": one.alone,
            "adds": one.adds,
            "served": one.served,
        }
        for one in again
    ]
    case.compare("boards", found, "each found again")
    case.compare("solved", again.cleared)
    case.compare("queues", again.queues)
    case.compare("seen", again.seen)
    if "beginnings" in case.answer:
        table = [
            [beginning, None if place is None else place + 1, worth, queues]
            for beginning, place, worth, queues in again.table()
        ]
        case.compare("beginnings", table, "each led again")
