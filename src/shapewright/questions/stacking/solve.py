"""The lowest stack of a sequence, the best few plans, or the lowest stacks of many sequences."""

from __future__ import annotations

from shapewright import stacking
from shapewright.errors import CertificateError, FileError, LimitError, ProblemError
from shapewright.jobs.statistics import Statistics
from shapewright.questions.asked import Asked
from shapewright.questions.certificate import with_certificate
from shapewright.questions.desk import Desk
from shapewright.questions.fields import (
    CHECKPOINT,
    CLUSTER,
    STRICT,
    THREADS,
    TIME_LIMIT,
    File,
    Seconds,
    Whole,
)
from shapewright.questions.parts import Table
from shapewright.questions.python import Expression, call, literal
from shapewright.questions.question import Answer, Formats, Question
from shapewright.questions.source import Source, Unread
from shapewright.questions.stacking._fields import (
    BAG,
    DRAWN,
    RANDOM,
    RULES,
    SEQUENCE,
    TIE_BREAK,
    keywords,
    problem,
    with_sequence,
)
from shapewright.questions.stacking._page import bar_of_plan, plan_to_page, stated_to_page
from shapewright.questions.stacking._plans import formats, impossible, in_words, plain, plan_text, see
from shapewright.questions.stacking._python import rules_of, stacking_program, with_problem
from shapewright.stacking.certificate import certificate

MAX_SEQUENCES = 100_000
_MANY = dict.fromkeys(
    (".svg", ".png", ".gif", ".pdf", ".html"),
    "this format shows one plan, and there are many; solve one sequence at a time",
)


def _formats(asked: Asked) -> Formats:
    if asked[FILE] is not None:
        return Formats((".txt", ".json", ".jsonl"), _MANY)
    return formats(several=(asked[BEST] or 1) > 1)


BEST = Whole("best", "List the K best plans, in order.", metavar="K", minimum=1, maximum=100_000, studio_maximum=50)
FILE = File("file", "Solve every sequence of FILE (or -), one a line.", metavar="FILE")
SEQUENCE_TIME_LIMIT = Seconds("sequence_time_limit", "With --file: maximum number of seconds for each sequence.")
_FOR_MANY = (THREADS, CHECKPOINT, CLUSTER, SEQUENCE_TIME_LIMIT, STRICT)


def answer(asked: Asked, desk: Desk) -> Answer:
    """The plan whose stack is lowest, or the best few."""
    file = asked[FILE]
    if file is not None:
        return _many(file, asked, desk)
    for field in _FOR_MANY:
        if asked[field] not in (None, False):
            raise ProblemError(
                f"{desk.option(field.name)} only applies with {desk.option('file')}; one sequence is given"
            )
    if asked[SEQUENCE] is None and asked[RANDOM] is None and not asked[BAG]:
        raise ProblemError(
            f"there is no sequence; give one such as IOTSLJZI, a file of them with {desk.option('file')}, or "
            f"{desk.option('random')} N"
        )
    stated, best = problem(asked, desk), asked[BEST]
    seen: list[Statistics] = []
    if best is None:
        plan = stacking.first(
            stated, tie_break=asked[TIE_BREAK], time_limit=desk.seconds, report=seen.append, progress=desk.progress
        )
        plans = [] if plan is None else [plan]
    else:
        plans = list(stacking.solve(stated, limit=best, time_limit=desk.seconds, report=seen.append))
    found = _planned(plans, stated, seen[0], asked) if plans else impossible(stated, seen[0])
    found.certificate = lambda: certificate(stated, plans[0] if plans else None, time_limit=desk.seconds)
    return found


def _planned(plans: list[stacking.Plan], stated: stacking.Problem, statistics: Statistics, asked: Asked) -> Answer:
    best, first = asked[BEST], plans[0]
    keys = plain(first)
    if best is not None:
        keys["plans"] = [plain(plan) for plan in plans]
    keys["states"] = statistics.nodes
    notes = [f"stacking: {statistics}"]
    if best is None and asked[TIE_BREAK] == "lexicographic":
        keys["first"] = first.first
        if not first.first:
            notes.append("this plan is not proven to be the first in order")
    if best is not None and len(plans) < best:
        notes.append("there are no more plans" if statistics.complete else "the plans after these could not be listed")
    return Answer(
        keys,
        in_words(first),
        text=lambda screen: "\n\n".join(plan_text(plan, screen, first) for plan in plans),
        parts=lambda: see(plans),
        records=lambda: [plain(plan) for plan in plans],
        notes=notes,
        complete=statistics.complete,
        tone="good" if first.optimal else "plain",
        page={
            "bar": bar_of_plan(first),
            "game": stated_to_page(stated),
            "plans": [plan_to_page(plan) for plan in plans],
        },
    )


# --- Many sequences ---------------------------------------------------------------------------------------------------


def _many(file: Source, asked: Asked, desk: Desk) -> Answer:
    given = [field for field in (SEQUENCE, BEST, RANDOM) if asked[field] is not None]
    if given:
        other = "a sequence" if given[0] is SEQUENCE else desk.option(given[0].name)
        raise ProblemError(f"{desk.option('file')} and {other} cannot be combined; give one of them")
    read = _read(file, asked, desk)
    problems = [one for one in read if not isinstance(one, Unread)]
    plans = stacking.solve_many(
        [stated for _, stated in problems],
        tie_break=asked[TIE_BREAK],
        sequence_time_limit=asked[SEQUENCE_TIME_LIMIT],
        **desk.working,
    )
    found = iter(plans)
    rows = [(one.line, None, one) if isinstance(one, Unread) else (*one, next(found)) for one in read]
    proven = sum(_is_proven(plan) for plan in plans)
    headline = f"{'1 sequence' if len(rows) == 1 else f'{len(rows)} sequences'}, {proven} proven optimal"
    return Answer(
        {"sequences": [_record(*row) for row in rows]},
        headline,
        text=lambda _: "".join(f"{text}  {_words(plan)}\n" for text, _, plan in rows),
        parts=lambda: [Table(["sequence", "best plan"], [[text, _words(plan)] for text, _, plan in rows])],
        records=lambda: [_record(*row) for row in rows],
        notes=[f"stacking: {headline}"],
        complete=len(plans) == len(rows) and all(plan is None or _is_proven(plan) for plan in plans),
        exit_code=1 if len(plans) < len(rows) else None,
    )


def _read(file: Source, asked: Asked, desk: Desk) -> list[tuple[str, stacking.Problem] | Unread]:
    """The sequences of the file, of which at least one can be read. Lines that start with ``%`` are comments."""

    def read(line: str) -> tuple[str, stacking.Problem] | None:
        return None if line.startswith("%") else (line, with_sequence(line, asked, desk))

    found: list[tuple[str, stacking.Problem] | Unread] = []
    for batch in file.read(read, strict=asked[STRICT]):
        found += batch
        if len(found) > MAX_SEQUENCES:
            raise LimitError(f"{file.place} has more than the limit of {MAX_SEQUENCES} sequences")
    if not found:
        raise FileError(f"{file.place} has no sequences; expected one a line, such as IOTSLJZI")
    wrong = [one.where for one in found if isinstance(one, Unread)]
    if len(wrong) == len(found):
        raise FileError(wrong[0])
    return found


def _is_proven(plan: stacking.Plan | stacking.Unknown | None) -> bool:
    return isinstance(plan, stacking.Plan) and plan.optimal


def _words(plan: stacking.Plan | stacking.Unknown | Unread | None) -> str:
    if isinstance(plan, Unread):
        return f"cannot be read: {plan.reason}"
    if plan is None:
        return "impossible: no plan keeps the height limit"
    if isinstance(plan, stacking.Unknown):
        return f"unknown: {plan.reason}"
    return f"{in_words(plan)}  {plan.to_text()}"


def _record(
    text: str, stated: stacking.Problem | None, plan: stacking.Plan | stacking.Unknown | Unread | None
) -> dict[str, object]:
    if isinstance(plan, Unread):
        return {"sequence": text, "height": None, "optimal": False, "reason": f"cannot be read: {plan.reason}"}
    if plan is None:
        assert stated is not None
        return {"sequence": text, "height": None, "optimal": True, "plan": None, "problem": stated.to_json()}
    if isinstance(plan, stacking.Unknown):
        return {"sequence": text, "height": None, "optimal": False, "reason": plan.reason}
    return {"sequence": text, **plain(plan)}


def _python(asked: Asked) -> str:
    if FILE in asked:

        def read(line: str) -> str | None:
            return None if line.startswith("%") else line if stacking.Problem(line, **keywords(asked)) else None

        file = asked[FILE]
        sequences = [] if file is None else file.readable(read)
        problems = call("stacking.Problem", Expression("sequence"), **rules_of(asked))
        how = asked.some(TIE_BREAK, TIME_LIMIT, SEQUENCE_TIME_LIMIT)
        return stacking_program(
            f"problems = [{problems} for sequence in {literal(sequences)}]",
            f"for plan in {call('stacking.solve_many', Expression('problems'), **how)}:",
            '    print(f"{plan.value}: {plan}" if isinstance(plan, stacking.Plan) else "impossible")',
        )
    if BEST in asked:
        found = call("stacking.solve", Expression("problem"), limit=asked[BEST], **asked.some(TIME_LIMIT))
        return with_problem(asked, f"for plan in {found}:", '    print(f"{plan.value}: {plan}")')
    found = call("stacking.first", Expression("problem"), **asked.some(TIE_BREAK, TIME_LIMIT))
    return with_problem(asked, f"plan = {found}", 'print(f"{plan.value}: {plan}" if plan else "impossible")')


QUESTION = Question(
    "stacking",
    "solve",
    "Find the lowest stack, and prove that no other is lower.",
    (
        SEQUENCE,
        *DRAWN,
        *RULES,
        TIE_BREAK,
        BEST,
        FILE,
        STRICT,
        TIME_LIMIT,
        SEQUENCE_TIME_LIMIT,
        THREADS,
        CHECKPOINT,
        CLUSTER,
    ),
    answer,
    about="""
    If the proof takes too long, the best plan found is shown with the proven bound. Each plan has been
    replayed cell by cell. With --file the time limit applies to all sequences together; those not reached in time are
    reported as unknown. The exit code is 1 if it is proven that no plan keeps the height limit, or if a line of FILE
    cannot be read.""",
    rule="shapewright.stacking.claims.plans:solve",
    claims="""
    height?  objective?  value?  lower_bound?  upper_bound?  optimal?  plan?  text?  problem?  states?
    first? | flag | Whether the plan is the first one in the alphabet. | again: listed again
    plans? | [Record] | The best plans, in order. | again: listed again
    sequences? | [Record] | With --file: the answer to each sequence. | again: each as an answer by itself""",
    example={"sequence": "IOTSLJZI", "width": 6},
    formats=_formats,
    downloads=(".svg", ".pdf", ".txt"),
    stem="stack",
    lists=True,
    python=_python,
)


def _check_certificate(asked: Asked, desk: Desk) -> None:
    if asked[FILE] is not None:
        raise CertificateError(f"there are no certificates with {desk.option('file')}")


QUESTION = with_certificate(QUESTION, check=_check_certificate)
