"""Answers of ``clear solve``, ``show`` and ``fumen``: solutions are replayed, and what has no clear is refuted again.

A refutation is repeated by another method than the search that made it: all boards between the field and the empty one
(:mod:`shapewright.clear.graph`); where that takes too much, by the search without the list.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from shapewright.claims import ElsewhereError, check_in_order
from shapewright.clear.chances.percent import percent
from shapewright.clear.check import faults
from shapewright.clear.claims.question import (
    asked_kicks,
    compare_keys,
    game_of,
    kicks_of,
    problem_of,
    read_queue,
    required,
)
from shapewright.clear.drops import read_drop
from shapewright.clear.fumens.edit import edit
from shapewright.clear.graph.setup import Setup
from shapewright.clear.kicks import is_known
from shapewright.clear.notation.contents import pictures_in, solutions_of
from shapewright.clear.notation.fumen import Fumen, is_fumen, read_fumens
from shapewright.clear.notation.jsonl import from_record, to_record
from shapewright.clear.notation.page import Page
from shapewright.clear.notation.start import read_pages
from shapewright.clear.orders.finesse import presses
from shapewright.clear.patterns.pattern import Pattern
from shapewright.clear.problem import Problem
from shapewright.clear.search.impossible import method, refuted, why_none
from shapewright.clear.search.impossible_list import refutes
from shapewright.clear.search.solve import first
from shapewright.clear.search.solve import solve as solve_all
from shapewright.errors import LimitError, ShapewrightError, StoppedError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from shapewright.claims import Case
    from shapewright.clear.claims.question import Game
    from shapewright.clear.solution import Solution


def solve(case: Case) -> None:
    """An answer of ``clear solve --json``."""
    if "answers" in case.answer:
        _solve_many(case)
        return
    problem, game = problem_of(case)
    found, records = case.claimed("found"), case.claimed("solutions")
    complete, limit = case.claimed("complete"), case.asked.whole("limit")
    case.asked.whole("seed")  # any solution may be found
    was_stopped = "method" not in case.answer and not complete
    case.findings.compare("found", found, bool(records), "by the number of solutions")
    case.findings.verdict(case.answer, "found" if records else "unknown" if was_stopped else "none")
    solutions = [replayed(case, problem, game, record, number) for number, record in enumerate(records, 1)]
    if len(records) > (limit or 1):
        case.findings.wrong("solutions", f"there are {len(records)}, and {limit or 1} were asked for at most")
    seen: dict[object, int] = {}
    for number, solution in enumerate(() if case.findings.faults else solutions, 1):
        before = seen.setdefault(solution.identity, number)
        if before != number:
            case.findings.wrong("solutions", f"it is solution {before} in another order", solution=number)
        if solution.height != solutions[0].height:
            fault = f"it takes {solution.height} lines, the first {solutions[0].height}"
            case.findings.wrong("solutions", fault, solution=number)
    height = solutions[0].height if solutions else None
    if height is not None:
        case.compare("height", height, "the rows that the first solution takes")
    case.findings.right("solutions", "replayed by the rules")
    if was_stopped:
        case.findings.right("complete", "the search was stopped")
        if not solutions:
            case.findings.unchecked("found", "the search was stopped before this was known")
        return
    use_list = not case.asked.flag("no_list")
    case.compare("method", method(problem, height, use_list=use_list), "by the rules of counting and the list")
    known = {str(lower): how for lower, how in refuted(problem, height, use_list=use_list).items()}
    case.compare("refuted", known, "by the heights that the queue allows")
    for lower in known:
        if none_at(problem, int(lower), case.left) is None:
            case.findings.wrong("refuted", f"there is a clear of {lower} lines")
            if height is None:
                case.findings.wrong("found", f"there is a clear of {lower} lines")
    if height is None:
        case.compare("reason", why_none(problem, use_list=use_list))
    _compare_complete(case, problem, solutions, limit)


def _solve_many(case: Case) -> None:
    """An answer of ``clear solve --file``: for each queue its first solution, or that there is none."""
    answers, game = case.claimed("answers"), game_of(case)
    use_list, save = not case.asked.flag("no_list"), case.asked.text("save")
    case.findings.verdict(case.answer, "found")
    file = None if case.asked.is_elsewhere("file") else case.asked.text("file")
    lines = [record["line"] for record in answers]
    check_in_order(case.findings, "answers", file, lines)
    is_known = True
    for number, (record, line) in enumerate(zip(answers, lines, strict=True), 1):
        found = record["found"]
        try:
            queue = read_queue(line, game.hold)
            problem = Problem(game.field, queue, game.height, game.kicks, game.drop, game.may_hold, save)
        except ShapewrightError as error:
            if found is not None:
                raise
            case.findings.compare(
                "answers", record, {"line": line, "found": None, "reason": str(error)}, solution=number
            )
            continue
        if found is None:
            is_known = False
            case.findings.unchecked("answers", f"answer {number} states that the answer is unknown")
            continue
        height = None
        if found:
            height = replayed(case, problem, game, record, number).height
        elif record.get("reason") != why_none(problem, use_list=use_list):
            case.findings.wrong("answers", "its reason is not the one that is known", solution=number)
        lower = {str(one): how for one, how in refuted(problem, height, use_list=use_list).items()}
        known = (method(problem, height, use_list=use_list), lower)
        if (record.get("method"), record.get("refuted")) != known:
            case.findings.wrong("answers", "how it is known is not what was done", solution=number)
        for one in lower:
            if none_at(problem, int(one), case.left) is None:
                case.findings.wrong("answers", f"there is a clear of {one} lines", solution=number)
    case.findings.right("answers", "solutions replayed by the rules, the others refuted again")
    case.compare("complete", is_known, "whether every queue has an answer")


def show(case: Case) -> None:
    """An answer of ``clear show --json``, which has the solutions of a file, or the pages of fumens."""
    case.findings.verdict(case.answer, "found")
    if "pages" in case.answer:
        _show_pages(case)
        return
    records, complete = case.claimed("solutions"), case.claimed("complete")
    limit, number = case.asked.whole("limit"), case.asked.whole("number")
    for place, record in enumerate(records, 1):
        solution = from_record(record, f"solution {place}")
        same_record(case, record, to_record(solution), place)
        for fault in faults(solution, kicks=kicks_of(case, str(solution.kicks))):
            case.findings.wrong("solutions", fault, solution=place)
    case.findings.right("solutions", "replayed by the rules")
    whole = _shown(case)
    if whole is None:
        most = 1 if number is not None else limit
        if most is not None and len(records) > most:
            case.findings.wrong("solutions", f"there are {len(records)}, and {most} were asked for at most")
        case.findings.compare("complete", complete, limit is None or len(records) < limit, "by the limit")
        if limit is not None and complete:
            case.findings.unchecked("complete", "what else the file contains is not in the answer")
        return
    first = (number or 1) - 1
    expected = whole[first : first + 1] if number is not None else whole[:limit]
    case.compare("solutions", list(map(to_record, expected)), "what the file has")
    case.compare("complete", limit is None or len(expected) < limit, "by the limit")


def _shown(case: Case) -> list[Solution] | None:
    """The solutions of the file that was shown, if the answer has its content."""
    try:
        content = case.asked.content("file")
    except ElsewhereError:
        return None
    if content is None:
        return None
    if isinstance(content, str) and "\n" not in content and not is_fumen(content):
        return None  # the name of a file
    kicks = asked_kicks(case).name
    return list(solutions_of(content if isinstance(content, bytes) else content.encode(), kicks=kicks))


def _show_pages(case: Case) -> None:
    """The pages of fumens, or a field, compared with the text that was shown."""
    text, made = case.asked.text("file"), case.asked.texts("pages")
    if made:
        comments = [*case.asked.texts("comments"), *[""] * len(made)]
        rows = [read_pages(one)[0].rows_after() for one in made]
        written = zip(rows, comments, strict=False)
        pages: list[Page] | None = [Page(each, comment=said, lock=False) for each, said in written]
    else:
        pages = None if text is None else pictures_in(text)
    if pages is None:
        raise ElsewhereError("what was shown is not in the answer")
    limit, number = case.asked.whole("limit"), case.asked.whole("number")
    found = pages[number - 1 : number] if number is not None else pages[:limit]
    shown = [
        {
            "rows": "/".join(reversed(page.rows)),
            "piece": None if page.placement is None else str(page.placement),
            "comment": page.comment,
        }
        for page in found
    ]
    case.compare("pages", shown, "what the text has")
    case.compare("fumen", Fumen(tuple(pages)).to_text(), "written again")
    case.compare("complete", number is None and len(found) == len(pages), "by their number")


# --- Solutions ------------------------------------------------------------------------------------------------------


def replayed(case: Case, problem: Problem, game: Game, record: Mapping[str, Any], number: int) -> Solution:
    """A solution of an answer to this problem, all that is said of it noted."""
    solution = from_record(record, f"solution {number}")
    asked = to_record(replace(solution, field=problem.field, queue=problem.queue, holds=solution.holds))
    # Kicks from a file bear its name, which its content does not have.
    asked |= {
        "kicks": problem.kicks.name if is_known(problem.kicks.name) else str(solution.kicks),
        "drop": problem.drop,
    }
    same_record(case, record, asked, number)
    for fault in faults(replace(solution, drop=problem.drop), kicks=problem.kicks, hold=problem.hold):
        case.findings.wrong("solutions", fault, solution=number)
        return solution  # what else is said of it means nothing
    check_details(case, record, solution, number, game.fumen)
    if problem.height is not None and solution.height != problem.height:
        case.findings.wrong(
            "solutions", f"it takes {solution.height} lines, and {problem.height} were asked for", solution=number
        )
    if problem.wish is not None and not problem.wish(solution.saved):
        case.findings.wrong(
            "solutions", f"it leaves {solution.saved or 'nothing'}, not {problem.save}", solution=number
        )
    if case.asked.flag("keys"):
        pressed = [
            (["hold"] if frame.held else [])
            + list(presses(frame.before, frame.placement, problem.kicks, solution.drop) or ())
            for frame in solution.frames()
        ]
        compare_keys(case, record, {"keys": pressed}, number, "by the replay")
    elif "keys" in record:
        case.findings.wrong("solutions.keys", "they were not asked for", solution=number)
    return solution


def check_details(
    case: Case, record: Mapping[str, Any], solution: Solution, number: int, given: Fumen | None = None
) -> None:
    """Compare what a record says of a solution that has been replayed: its lines, what it leaves, its fumen."""
    fumen = Fumen.from_solution(solution) if given is None else given.appended(solution)
    found = {"height": solution.height, "saved": solution.saved, "fumen": fumen.to_text()}
    compare_keys(case, record, found, number, "by the replay")


def same_record(case: Case, record: Mapping[str, Any], found: Mapping[str, Any], number: int) -> None:
    """Compare the plain keys of a record with those of the solution that was asked for."""
    keys = ("field", "queue", "hold", "kicks", "drop", "placements")
    compare_keys(case, record, {key: found[key] for key in keys}, number, "what was asked")


# --- That there is no clear -----------------------------------------------------------------------------------------


def none_at(problem: Problem, height: int, left: Callable[[float], float | None]) -> str | None:
    """How it is known that there is no clear of ``height`` lines, in words; None if there is one.

    Raises ``StoppedError`` if the time does not suffice.
    """
    if not problem.may_fill(height):
        return "counted"
    if problem.save is None:
        try:
            pattern = Pattern.from_text(problem.sequence)
            setup = Setup(problem.field, pattern, height, problem.kicks, problem.drop, problem.hold)
            chance = percent(setup, time_limit=left(0.5), use_list=False)
        except (StoppedError, LimitError):
            pass
        else:
            return None if chance.solved else "by all boards"
    try:
        found = first(replace(problem, height=height), use_list=False, time_limit=left(1.0))
    except StoppedError:
        if refutes(problem, height):
            return "on the list of all queues without a clear"
        raise
    return None if found is not None else "searched again"


def _compare_complete(case: Case, problem: Problem, solutions: list[Solution], limit: int | None) -> None:
    """Whether nothing was left out: without a limit one was asked for, with one fewer than that are all there are."""
    case.compare("complete", limit is None or len(solutions) < limit, "by the limit that was asked for")
    if limit is None or len(solutions) >= limit or not solutions or case.findings.faults:
        return
    lines = replace(problem, height=solutions[0].height)
    listed = {solution.identity for solution in solutions}
    try:
        for other in solve_all(lines, seed=1, time_limit=case.left(), use_list=False):
            if other.identity not in listed:
                case.findings.wrong("complete", "there is another solution: " + Fumen.from_solution(other).to_text())
                return
    except ShapewrightError as error:
        if not isinstance(error, StoppedError):
            raise
        del case.findings.checked["complete"]
        case.findings.unchecked("complete", "there was no time to look for all solutions")


def fumen(case: Case) -> None:
    """An answer of ``clear fumen --json``."""
    operation = required(case.asked.text("operation"), "'operation'")
    given = required([one for text in case.asked.texts("fumens") for one in read_fumens(text)] or None, "'fumens'")
    kicks = asked_kicks(case)
    drop = read_drop(case.asked.text("drop") or "soft", kicks)
    made = edit(
        given,
        operation,
        piece=case.asked.text("piece"),
        comment=case.asked.text("comment"),
        perfect_clear=case.asked.flag("perfect_clear"),
        kicks=kicks,
        drop=drop,
    )
    case.compare("fumens", [one.to_text() for one in made], "made again")
    case.compare("pages", [len(one.pages) for one in made], "counted")
    case.compare("complete", True, "as always")
    case.findings.verdict(case.answer, "found" if made else "none")
    if not made:
        case.compare("reason", "no page meets the conditions")
    if operation == "glue":
        # The placements must follow the rules and have as many cells of each colour as the page that they are made of.
        pages = [page for one in given for page in one.pages]
        for number, (page, glued) in enumerate(zip(pages, made, strict=True), 1):
            placed = Counter(
                [each.placement.piece for each in glued.pages if each.placement is not None for _ in range(4)]
            )
            if placed != Counter([cell for row in page.rows for cell in row if cell not in "_X"]):
                case.findings.wrong("fumens", f"fumen {number} places other pieces than its page has")
            if placed:
                for fault in faults(replace(glued.solution(), drop=drop), kicks=kicks):
                    if not fault.endswith("left at the end"):  # it need not be a perfect clear
                        case.findings.wrong("fumens", f"fumen {number}: {fault}")
