"""Plans as answers show them: in words, drop by drop, and as pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from shapewright.errors import amount
from shapewright.jobs.statistics import Statistics
from shapewright.questions.parts import Frames, Part, Picture, Pictures, Text
from shapewright.questions.question import Answer, Formats
from shapewright.questions.screen import Screen
from shapewright.questions.stacking._page import stated_to_page
from shapewright.stacking import Plan, Problem, why_none
from shapewright.stacking.objective_words import at_best, next_better, told
from shapewright.stacking.picture import frame_mosaics, limit_mosaic, refuted_line
from shapewright.stacking.replay import slots
from shapewright.stacking.rules import bound_key
from shapewright.stacking.slides import MOVES, moves_of

FORMATS = (".txt", ".json", ".jsonl", ".svg", ".png", ".gif", ".pdf", ".html")
_ONE_PICTURE = (".svg", ".png", ".gif")


def formats(several: bool) -> Formats:
    """The files that can hold a plan, or several."""
    if not several:
        return Formats(FORMATS)
    refused = dict.fromkeys(_ONE_PICTURE, "this format shows one plan, and there may be several; use .html or .pdf")
    return Formats(tuple(one for one in FORMATS if one not in _ONE_PICTURE), refused)


def in_words(plan: Plan, best: Plan | None = None) -> str:
    """The value of a plan and what is proven of it; ``best`` is the first of a list that the plan is from."""
    name, value = plan.problem.objective, plan.value
    better = next_better(name, value)
    below = "" if better is None else f": {better} refuted"
    if plan.optimal:
        proven = f"(optimal{below})"
    elif best is not None and best.optimal:
        proven = f"({best.value} is optimal)"
    else:
        proven = f"(not proven: {at_best(name, plan.bound)})"
    other = "" if name == "height" else f", height {plan.height}"
    return f"{told(name, value)} {proven}{other}"


def drop_lines(plan: Plan, sequence: Sequence[str] = (), before: Sequence[str] = ()) -> list[str]:
    """A line for each drop.

    Where the plan goes on a game with hold, ``sequence`` is that of the game, and ``before`` are the pieces dropped.
    """
    asides = [""] * len(plan.drops)
    if plan.problem.hold:
        dropped = [*before, *(drop.piece for drop in plan.drops)]
        asides = _asides(sequence or plan.problem.sequence, dropped)[len(before) :]
    digits = len(str(len(plan.drops)))
    names = max(len(drop.piece) for drop in plan.drops)
    columns = max(len(str(drop.column)) for drop in plan.drops)
    return [
        f"{number:{digits + 1}}  {drop.piece:{names}}  column {drop.column:{columns}}"
        + (f"  rotation {drop.rotation}" if drop.rotation else "")
        + (f"  then {_moves_in_words(drop.path)}" if drop.path else "")
        + aside
        for number, (drop, aside) in enumerate(zip(plan.drops, asides, strict=True), start=1)
    ]


def _moves_in_words(path: str) -> str:
    """The moves of a path.

    >>> _moves_in_words("3d2rc")
    '3 down, 2 right, turned clockwise'
    """
    words = []
    for move, run in groupby(moves_of(path)):
        number = len(list(run))
        turned = move in "ac"
        words.append(
            f"turned {MOVES[move]}{f' {number} times' if number > 1 else ''}" if turned else f"{number} {MOVES[move]}"
        )
    return ", ".join(words)


def _asides(sequence: Sequence[str], dropped: Sequence[str]) -> list[str]:
    """What happens to the hold slot before each drop."""
    found = []
    held: str | None = None
    for _, slot in slots(sequence, dropped, hold=True):
        words = "" if slot == held else "  from hold" if slot is None else f"  {slot} is held"
        found.append(words + ("" if slot == held or held is None or slot is None else f", {held} taken"))
        held = slot
    return found


def plan_text(plan: Plan, screen: Screen, best: Plan | None = None) -> str:
    """A plan with its drops and its stack."""
    return "\n".join([in_words(plan, best), *drop_lines(plan), screen.draw(plan.mosaic())])


def plain(plan: Plan) -> dict[str, object]:
    """A plan as plain data; whether it is the first of its kind is a key of the whole answer."""
    data = plan.to_json()
    data.pop("first", None)
    return data


def see(plans: Sequence[Plan]) -> Iterator[Part]:
    """What there is to see of the plans: the first one drop by drop, and the others beside each other."""
    first = plans[0]
    if len(plans) > 1:
        drawn = [Picture(plan.mosaic(), f"{number}. {in_words(plan, first)}") for number, plan in enumerate(plans, 1)]
        yield Pictures(drawn, title=f"The best {len(plans)}", size="small")
    *before, final = frame_mosaics(first)
    marked = replace(final, marks=refuted_line(first))
    yield Frames([Picture(board) for board in (*before, marked)], seconds=0.35, animation="stack", last=True)
    yield Text("\n".join(drop_lines(first)), title="Drop by drop", label="plan")


def impossible(problem: Problem, statistics: Statistics, **keys: object) -> Answer:
    """The answer that no plan keeps the height limit."""
    key = bound_key(problem.objective)
    bound = getattr(statistics, key)
    reason = why_none(problem, bound)
    whole = {
        "height": None,
        key: bound,
        "optimal": True,
        "plan": None,
        "states": statistics.nodes,
        "problem": problem.to_json(),
        **keys,
    }
    known = problem.objective == "height" and not problem.clear_lines
    chips = [f"at least {bound} rows are needed", "proven"] if known else ["proven"]
    bar = {"words": f"no plan stays within {amount(problem.height_limit or 0, 'row')}", "chips": chips, "tone": "bad"}
    page = {"bar": bar, "game": stated_to_page(problem)}
    return Answer(
        whole, verdict="none", reason=reason, page=page, parts=lambda: _why(problem, bound if known else 0, reason)
    )


def _why(problem: Problem, least: int, reason: str) -> Iterator[Part]:
    board = limit_mosaic(problem, least)
    if board is not None:
        yield Pictures([Picture(board, reason)], title="Why not", size="large")
