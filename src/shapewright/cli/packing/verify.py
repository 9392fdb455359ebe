"""``packing verify``: packings checked by the rules alone."""

from __future__ import annotations

import click

from shapewright.cli import ANSWER, NONE_EXISTS, options
from shapewright.cli.input import parse_content, read_text
from shapewright.cli.output import envelope, json_text, print_text


@click.command()
@click.argument("file", metavar="FILE")
@options.json_output
@options.quiet
@options.verbose
def verify(file: str, as_json: bool, quiet: bool, verbose: bool) -> int:
    """Check the packings in FILE (a JSON answer of 'packing pack', or JSON Lines): placements, bag, box and score.

    The exit code is 1 if anything is wrong. That nothing is better is not checked.
    """
    from shapewright.packing.check import faults
    from shapewright.packing.notation import from_json

    packings = parse_content(file, read_text(file), from_json)
    wrong = [(number, fault) for number, packing in enumerate(packings, start=1) for fault in faults(packing)]
    if as_json:
        keys = {
            "valid": not wrong,
            "packings": len(packings),
            "faults": [{"packing": number, "fault": fault} for number, fault in wrong],
        }
        print_text(json_text(envelope(complete=True, seconds=0.0, **keys)))
    else:
        bad = len({number for number, _ in wrong})
        number = "1 packing" if len(packings) == 1 else f"{len(packings)} packings"
        lines = [f"packing {number}: {fault}" for number, fault in wrong]
        right = "right" if len(packings) == 1 else "all right"
        lines.append(f"{bad} of {number} {'is' if bad == 1 else 'are'} wrong" if wrong else f"{number}, {right}")
        print_text("\n".join(lines))
    return NONE_EXISTS if wrong else ANSWER
