"""Draw a plan, or the pieces with their rotations."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from shapewright.cli import ANSWER, options
from shapewright.cli.input import names_file, parse_content, read_text
from shapewright.cli.output import envelope, output_format, print_text, remark
from shapewright.cli.stacking.answer import content, picture_text, plan_format, plan_json
from shapewright.cli.stacking.problem import Stated, rules
from shapewright.errors import ProblemError
from shapewright.stacking.notation.answers import Claim, claims_in
from shapewright.storage.files import write_file
from shapewright.storage.json import json_text

if TYPE_CHECKING:
    from shapewright.stacking import FallingPiece, Plan

_PIECES_ONLY = dict.fromkeys(
    (".svg", ".png", ".gif", ".html", ".json", ".jsonl"), "pieces without a plan are drawn in text; add a plan"
)


@click.command()
@click.argument("plan", nargs=-1, metavar="[ANSWER | SEQUENCE PLAN]")
@rules
@options.json_output
@options.output
@options.quiet
@options.verbose
def show(plan: tuple[str, ...], stated: Stated, as_json: bool, output: str | None, quiet: bool, verbose: bool) -> int:
    """Draw the stack of a plan: of ANSWER, a JSON file of solve, or PLAN as text for SEQUENCE.

    Without a plan, the pieces and their rotations.

    \b
    shapewright stacking show answer.json -o stack.svg    (.png .gif .html .txt .json)
    shapewright stacking show LLLL '0 3 1(180) 4(180)' --width 6
    shapewright stacking show --pieces mine.txt
    """
    if not plan:
        return _pieces(stated, as_json, output)
    plans = [_plan(claim) for claim in _claims(plan, stated)]
    suffix = None if output is None else plan_format(output, several=len(plans) > 1)
    whole = envelope(complete=True, seconds=0.0, plans=[plan_json(one) for one in plans])
    if output is not None and suffix is not None:
        write_file(output, content(plans, suffix, whole))
        remark(f"wrote {output!r}")
    if as_json:
        print_text(json_text(whole))
    elif output is None:
        print_text("\n\n".join(f"{one.problem.objective} {one.value}\n{picture_text(one.mosaic())}" for one in plans))
    return ANSWER


def _claims(arguments: tuple[str, ...], stated: Stated) -> list[Claim]:
    from shapewright.stacking.notation.plan import parse_plan

    if len(arguments) == 1 and names_file(arguments[0]):
        if stated.is_given:
            raise ProblemError("a JSON answer has its problem with it; the options are too many")
        return parse_content(arguments[0], read_text(arguments[0]), claims_in)
    if len(arguments) != 2:
        raise ProblemError("a plan is shown from a JSON answer of solve, or from a sequence and a plan")
    problem = stated.problem(arguments[0])
    return [Claim(problem, parse_plan(arguments[1], problem))]


def _plan(claim: Claim) -> Plan:
    """The plan, if it can be carried out; what is proven about it is what the answer says."""
    from shapewright.stacking import Plan, faults
    from shapewright.stacking.bounds import lower_bound
    from shapewright.stacking.replay import final_stack
    from shapewright.stacking.rules import goal

    problem = claim.problem
    if claim.drops is None:
        raise ProblemError("the answer says that there is no plan; there is nothing to draw")
    found = faults(problem, claim.drops)
    if found:
        raise ProblemError(f"the plan cannot be carried out: {found[0]}")
    value = goal(final_stack(problem, claim.drops), problem.width, problem.objective)
    bound = lower_bound(problem) if claim.bound is None else claim.bound
    return Plan(problem, claim.drops, value, min(bound, value))


def _pieces(stated: Stated, as_json: bool, output: str | None) -> int:
    from shapewright.stacking import Game

    keywords = stated.keywords
    game = Game(
        keywords["width"], pieces=keywords["pieces"], board=keywords["board"], height_limit=keywords["height_limit"]
    )
    text = "\n\n".join(piece_text(piece) for piece in game.pieces)
    if output is not None:
        output_format(output, (".txt",), _PIECES_ONLY)
        write_file(output, text + "\n")
        remark(f"wrote {output!r}")
    if as_json:
        drawn = {piece.name: [shape.to_text().split("\n") for shape in piece.orientations] for piece in game.pieces}
        print_text(json_text(envelope(complete=True, seconds=0.0, pieces=drawn)))
    elif output is None:
        print_text(text)
    return ANSWER


def piece_text(piece: FallingPiece) -> str:
    """The orientations of a piece beside each other, each over its rotation."""
    blocks = [[*shape.to_text().split("\n"), str(90 * number)] for number, shape in enumerate(piece.orientations)]
    tall = max(map(len, blocks))
    wide = [max(max(map(len, block)), 4) for block in blocks]
    lines = [f"{piece.name}"]
    for row in range(tall):
        cells = [
            (block[row - tall + len(block)] if row >= tall - len(block) else "").ljust(width)
            for block, width in zip(blocks, wide, strict=True)
        ]
        lines.append(("  " + "  ".join(cells)).rstrip())
    return "\n".join(lines)
