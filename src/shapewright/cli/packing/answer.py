"""How packings leave a command: letters or colours, JSON, JSON Lines, and files in the format of their suffix."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from shapewright.cli import ANSWER, NONE_EXISTS, STOPPED
from shapewright.cli.output import envelope, output_format, print_text, remark
from shapewright.packing.notation import headline
from shapewright.storage.files import write_file
from shapewright.storage.json import json_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapewright.packing import Packing

_NO_STEPS = {".gif": "a .gif file shows one step after the other, and a packing has no steps"}
_FORMATS = (".txt", ".json", ".jsonl", ".html")
# Beyond so many refuted boxes a reader has understood.
_MOST_REFUTED = 3


def packing_format(path: str, *, several: bool) -> str:
    """The suffix of ``path``; ``ProblemError`` if that format cannot hold the answer."""
    if several:
        one = dict.fromkeys((".svg", ".png"), "such a file holds one picture, and there may be several; use .html")
        return output_format(path, _FORMATS, _NO_STEPS | one)
    return output_format(path, (*_FORMATS, ".svg", ".png"), _NO_STEPS)


def picture_text(packing: Packing) -> str:
    """A packing as standard output shows it best: coloured on a terminal, in letters elsewhere."""
    if not sys.stdout.isatty():
        return packing.to_text()
    from shapewright.drawing import terminal_options, to_terminal

    return to_terminal(packing.mosaic(), **terminal_options(sys.stdout))


def packing_text(packing: Packing) -> str:
    """Everything that is said about a packing."""
    lines = []
    if packing.status != "infeasible":
        lines = [str(one) for one in packing.refuted[:_MOST_REFUTED]]
        if len(packing.refuted) > _MOST_REFUTED:
            lines.append(f"{len(packing.refuted) - _MOST_REFUTED} more boxes refuted")
    lines.append(headline(packing))
    if packing.board is not None and (parts := len(packing.board.components())) > 1:
        lines.append(f"the board has {parts} separate parts")
    if packing.placements:
        lines.append(picture_text(packing))
    return "\n".join(lines)


def answer(
    packings: Sequence[Packing],
    *,
    as_json: bool,
    as_jsonl: bool,
    output: str | None,
    suffix: str | None,
    several: bool,
    seconds: float,
    complete: bool,
) -> int:
    """Write packings, each checked, in every form that was asked for; return the exit code."""
    first = packings[0]
    if several:
        whole = {"status": first.status, "packings": [packing.to_json() for packing in packings]}
    else:
        whole = first.to_json()
    if output is not None and (first.placements or suffix == ".json"):
        _write(output, suffix, packings, lambda: envelope(complete=complete, seconds=seconds, **whole))
        remark(f"wrote {output!r}")
    if as_json:
        print_text(json_text(envelope(complete=complete, seconds=seconds, **whole)))
    elif as_jsonl:
        print_text("\n".join(json_text(packing.to_json()) for packing in packings))
    elif output is None or not first.placements:
        print_text("\n\n".join(map(packing_text, packings)))
    else:
        print_text("\n".join(map(headline, packings)))
    unit = f"{1000 * seconds:.1f} ms" if seconds < 1 else f"{seconds:.1f} s"
    remark(f"packing: {first.method or 'nothing'}, {unit}")
    if first.status == "infeasible":
        return NONE_EXISTS
    return STOPPED if first.status == "unknown" else ANSWER


def _write(output: str, suffix: str | None, packings: Sequence[Packing], whole: object) -> None:
    from shapewright.drawing import Figure, Section, to_html, to_png, to_svg

    if suffix == ".txt":
        write_file(output, "\n\n".join(packing.to_text() for packing in packings) + "\n")
    elif suffix == ".json":
        assert callable(whole)
        write_file(output, json_text(whole()) + "\n")
    elif suffix == ".jsonl":
        write_file(output, "".join(json_text(packing.to_json()) + "\n" for packing in packings))
    elif suffix == ".html":
        figures = tuple(Figure(packing.scene(), headline(packing)) for packing in packings)
        write_file(output, to_html("Packings", [Section("Packings", figures=figures)]))
    else:
        scene = packings[0].scene()
        write_file(output, to_svg(scene) if suffix == ".svg" else to_png(scene))
