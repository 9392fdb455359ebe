"""Plans as they stand in JSON answers, and the problem that the parameters of an answer ask about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from shapewright.claims import flag, is_a_file, text, whole
from shapewright.errors import NotationError
from shapewright.stacking.notation.board import Start, parse_start
from shapewright.stacking.notation.piece_file import parse_piece_file, parse_piece_list
from shapewright.stacking.notation.records import drops_from_json, stated_bound
from shapewright.stacking.problem import WIDTH, Problem
from shapewright.stacking.random_sequence import random_sequence
from shapewright.storage.json import json_or_lines

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from shapewright.stacking.pieces import FallingPiece
    from shapewright.stacking.plan import Drop


@dataclass(frozen=True)
class Claim:
    """A plan, and what no plan is said to be better than; or that there is none."""

    problem: Problem
    drops: tuple[Drop, ...] | None
    bound: int | None = None


def claims_in(content: str) -> list[Claim]:
    """The plans in a JSON answer of solve, or in JSON Lines; ``NotationError`` says what is wrong."""
    found = []
    for place, record in _records(content):
        try:
            if not isinstance(record, dict) or "plan" not in record or "problem" not in record:
                raise NotationError("it has no 'plan' and 'problem'; expected what 'stacking solve --json' prints")
            problem = Problem.from_json(record["problem"])
            drops = None if record["plan"] is None else drops_from_json(record["plan"])
            found.append(Claim(problem, drops, stated_bound(record, problem)))
        except NotationError as error:
            raise NotationError(f"{place}: {error}") from None
    if not found:
        raise NotationError("there are no plans in the answer")
    return found


def _records(content: str) -> list[tuple[str, Any]]:
    records = []
    for place, one in json_or_lines(content):
        several = [one[key] for key in ("plans", "sequences") if isinstance(one, dict) and key in one]
        if not several:
            records.append((place, one))
        elif not isinstance(several[0], list):
            raise NotationError(f"{place}: its plans are not a list")
        else:
            records += [(f"{place}, plan {number}", inner) for number, inner in enumerate(several[0], start=1)]
    return records


def asked_problem(parameters: Mapping[str, Any], sequence: str | Sequence[str] | None = None) -> Problem | None:
    """The problem that parameters ask about, with their sequence or this one; None if a file has a part of it.

    Raises what is wrong with them.
    """
    drawn = parameters.get("random") is not None and sequence is None
    if sequence is None and not drawn:
        sequence = text(parameters, "sequence")
    width = None if parameters.get("width") is None else whole(parameters, "width")
    limit = None if parameters.get("height_limit") is None else whole(parameters, "height_limit")
    start = Start(WIDTH if width is None else width)
    if parameters.get("board") is not None:
        if is_a_file(parameters["board"]):
            return None
        start = parse_start(text(parameters, "board"))
        if width is not None and width != start.width:
            raise NotationError(f"its parameters have a width of {width}, and a board of width {start.width}")
        limit = start.height_limit if limit is None else limit
    listed = parameters.get("pieces")
    if is_a_file(listed):
        return None
    pieces: tuple[FallingPiece, ...] = ()
    if listed is not None:
        given = text(parameters, "pieces")
        is_content = given.split()[:1] in (["piece"], ["pieces"])
        pieces = parse_piece_file(given) if is_content else parse_piece_list(given)
    if drawn:
        seed = whole(parameters, "seed") if "seed" in parameters else 0
        bag = flag(parameters, "bag", default=False)
        sequence = random_sequence(whole(parameters, "random"), seed=seed, bag=bag, pieces=pieces)
    assert sequence is not None
    turned = flag(parameters, "rotation", default=True) and not flag(parameters, "no_rotation", default=False)
    return Problem(
        sequence,
        start.width,
        pieces,
        start.cells,
        rotation=turned,
        hold=flag(parameters, "hold", default=False),
        clear_lines=flag(parameters, "clear_lines", default=False),
        objective="height" if parameters.get("objective") is None else text(parameters, "objective"),
        height_limit=limit,
        drop="hard" if parameters.get("drop") is None else text(parameters, "drop"),
    )
