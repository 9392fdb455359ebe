"""The cheapest covers of an exact cover whose options have costs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shapewright.errors import CertificateError, LimitError, ProblemError
from shapewright.jobs.limits import limit_reached, seconds_text
from shapewright.jobs.statistics import Statistics
from shapewright.questions.asked import Asked
from shapewright.questions.certificate import with_certificate
from shapewright.questions.desk import Desk
from shapewright.questions.fields import TIME_LIMIT, limit_field
from shapewright.questions.listing import MAX_KEPT
from shapewright.questions.parts import Text
from shapewright.questions.python import call
from shapewright.questions.question import Answer, Formats, Question
from shapewright.questions.tiling._puzzle import PUZZLE, about, puzzle
from shapewright.questions.tiling._python import in_python
from shapewright.storage.certificate import Certificate
from shapewright.tiling import CheapestCovers, ExactCover
from shapewright.tiling.certificate import Claim, certificate
from shapewright.tiling.covers.cheapest import cheapest
from shapewright.tiling.proof.reason import why_none

_FORMATS = Formats((".txt", ".json", ".jsonl"))


LIMIT = limit_field("Number of covers, the cheapest first.", studio=2000).with_default(1)


def answer(asked: Asked, desk: Desk) -> Answer:
    """The covers of least cost, with a proof or a bound."""
    stated, limit = puzzle(asked, desk), asked[LIMIT]
    if not isinstance(stated, ExactCover):
        raise ProblemError(
            "costs belong to the options of an exact cover (DLX), and this puzzle is a board with pieces; "
            "'tiling show -o FILE.dlx' writes it as an exact cover, to whose options you can add costs such as 'x|3'"
        )
    if limit > MAX_KEPT:
        raise LimitError(f"--limit {limit} is too large; at most {MAX_KEPT} covers are kept")
    seen: list[Statistics] = []
    written = stated.to_text()  # before the search, which takes all of a time limit

    def told(known: CheapestCovers) -> None:
        desk.say(_best(known) if known.covers else f"no cover yet; each costs at least {known.bound}")

    found = cheapest(stated, limit, desk.seconds, seen.append, told)
    records = [
        {"options": list(map(stated.option_text, names)), "cost": cost}
        for names, cost in zip(found.covers, found.costs, strict=True)
    ]
    statistics = seen[0]
    more = about(asked)
    more["notes"].append(f"tiling: {statistics.engine}, {seconds_text(statistics.seconds)}, {statistics.nodes:,} nodes")
    keys = {
        "status": found.status, "bound": found.bound, "engine": statistics.engine, "nodes": statistics.nodes,
        "solutions": records, "puzzle": written,
    }  # fmt: skip
    if found.status == "infeasible":
        return Answer(keys, "", "none", why_none(stated, statistics), seconds=statistics.seconds, **more)
    if found.status == "unknown":
        reason = f"{limit_reached(desk.seconds)} before an exact cover was found; each costs at least {found.bound}"
        return Answer(keys, f"unknown: {reason}", "unknown", reason, complete=False, seconds=statistics.seconds, **more)
    return Answer(
        keys,
        _best(found),
        text=lambda _: _text(found, records),
        parts=lambda: [Text(_text(found, records), label="options")],
        records=lambda: records,
        complete=found.status == "optimal",
        seconds=statistics.seconds,
        **more,
    )


def _best(found: CheapestCovers) -> str:
    """What is known, in one line."""
    least = found.costs[0]
    if found.bound is None:
        return f"optimal: cost {least}"
    if found.bound >= least:
        return f"cost {least}, and no cover costs less; others may cost {found.bound} or more"
    return f"feasible: cost {least}, and no cover costs less than {found.bound}"


def _text(found: CheapestCovers, records: Sequence[dict[str, Any]]) -> str:
    covers = ["\n".join([f"cost {one['cost']}", *one["options"]]) for one in records]
    head = [] if found.bound is None else [_best(found)]
    return "\n\n".join([*head, *covers])


def _python(asked: Asked) -> str:
    puzzle = in_python(asked)
    found = call("cover.cheapest", asked[LIMIT], **asked.some(TIME_LIMIT))
    return puzzle.program(
        f"found = {found}",
        "for options, cost in zip(found.covers, found.costs):",
        '    print("cost", cost)',
        '    print(*map(cover.option_text, options), sep="\\n", end="\\n\\n")',
    )


QUESTION = Question(
    "tiling",
    "cheapest",
    "Find the exact covers of least cost, and prove it.",
    (
        *PUZZLE,
        LIMIT,
        TIME_LIMIT,
    ),
    answer,
    about="""
    FILE is an exact cover as DLX text. A cost stands directly behind an item of an option, as in 'x|3' or 'x:a|3' (the
    notation of Knuth's DLX5); several add up, options without one cost nothing, and
    a cost below 0, as in 'x|-3', is a gain. A time limit ends the search: the
    best covers found until then come with a bound below which no other cover lies. The exit code is 1 if there is no
    cover, and 3 if none was found in time.""",
    rule="shapewright.tiling.claims.cheapest:cheapest",
    claims="""
    status | optimal/feasible/infeasible/unknown | Whether it is proven that no tiling costs less. | again: small
        puzzles are listed completely by another engine
    bound | number? | What every tiling costs at least. | again: small puzzles are listed completely by another engine
    engine  nodes
    solutions | [{placements?: [Placement], options?: [text], cost: number}] | The cheapest tilings, each with its
        cost. | rules: by the rules alone; costs are added up again
    puzzle""",
    example={"puzzle": "a b c d\na b|4\nc d|1\na c|2\nb|1 d|1\n", "limit": 2},
    formats=lambda _: _FORMATS,
    downloads=(".txt", ".jsonl"),
    stem="tiling",
    lists=True,
    python=_python,
)


def _certificate(asked: Asked, desk: Desk, found: Answer) -> Certificate:
    if not found.complete:
        raise CertificateError("there is no certificate, since a cheaper cover has not been ruled out")
    claim: Claim = "least cost" if found.verdict == "found" else "none"
    return certificate(puzzle(asked, desk), claim, time_limit=desk.seconds)


QUESTION = with_certificate(QUESTION, _certificate)
