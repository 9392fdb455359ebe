"""``packing verify``: packings checked by the rules alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from shapewright.cli import ANSWER, NONE_EXISTS, options
from shapewright.cli.input import parse_content, read_text
from shapewright.cli.output import envelope, json_text, print_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapewright.packing import Packing


@click.command()
@click.argument("file", metavar="FILE")
@options.json_output
@options.quiet
@options.verbose
def verify(file: str, as_json: bool, quiet: bool, verbose: bool) -> int:
    """Check the packings in FILE (a JSON answer of 'packing pack', or JSON Lines): placements, bag, box and score.

    The exit code is 1 if anything is wrong. That nothing is better is not checked.
    """
    from shapewright.packing.notation import from_json

    packings = parse_content(file, read_text(file), from_json)
    is_right, lines, keys = verified(packings)
    if as_json:
        print_text(json_text(envelope(complete=True, seconds=0.0, **keys)))
    else:
        print_text("\n".join(lines))
    return ANSWER if is_right else NONE_EXISTS


def verified(packings: Sequence[Packing]) -> tuple[bool, list[str], dict[str, Any]]:
    """Whether all are right, what there is to say, and the same as JSON."""
    from shapewright.packing.check import faults

    wrong = [(number, fault) for number, packing in enumerate(packings, start=1) for fault in faults(packing)]
    bad = len({number for number, _ in wrong})
    number = "1 packing" if len(packings) == 1 else f"{len(packings)} packings"
    lines = [f"packing {number}: {fault}" for number, fault in wrong]
    right = "right" if len(packings) == 1 else "all right"
    lines.append(f"{bad} of {number} {'is' if bad == 1 else 'are'} wrong" if wrong else f"{number}, {right}")
    keys = {
        "valid": not wrong,
        "packings": len(packings),
        "faults": [{"packing": number, "fault": fault} for number, fault in wrong],
    }
    return not wrong, lines, keys
