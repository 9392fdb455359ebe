"""Draw shapes, on the terminal or into a file."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from shapewright.cli import options
from shapewright.cli.output import envelope, output_format, print_text, remark
from shapewright.cli.shapez.codes import CONTEXT, codes, shapes
from shapewright.errors import LimitError, ProblemError
from shapewright.storage.files import write_file
from shapewright.storage.json import json_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapewright.drawing import Scene
    from shapewright.shapez import Shape

MAX_FIGURES = 1000

_FORMATS = (".svg", ".png", ".html", ".txt", ".json", ".jsonl")
_REFUSED = {
    ".gif": "a .gif file shows one step after the other, and a shape has no steps",
    ".dot": "a .dot file holds a plan; 'shapez plan' writes it",
}


@click.command(context_settings=CONTEXT)
@codes()
@click.option("--exploded", is_flag=True, help="Beside the shape, each of its layers alone.")
@options.json_output
@options.jsonl_output
@options.output
@options.quiet
@options.verbose
def show(
    codes: tuple[str, ...],
    exploded: bool,
    as_json: bool,
    as_jsonl: bool,
    output: str | None,
    quiet: bool,
    verbose: bool,
) -> None:
    """Draw the shapes CODE... (- reads one a line).

    The terminal shows their layers side by side, the bottom one first; a picture shows them as the game does, and each
    layer alone too with --exploded.

    \b
    shapewright shapez show 'CuRrSgWb:P-cw----'
    shapewright shapez show 'CuRrSgWb:P-cw----' -o shape.svg    (.png .html .txt .json .jsonl)
    """
    suffix = None if output is None else output_format(output, _FORMATS, _REFUSED)
    if output is None and not as_json:
        _stream(codes, as_jsonl)
        return
    found = list(shapes(codes))
    if output is not None and suffix is not None:
        write_file(output, _content(found, suffix, exploded))
        remark(f"wrote {output!r}")
    if as_json:
        print_text(json_text(_whole(found)))
    elif as_jsonl:
        print_text("".join(json_text(described(shape)) + "\n" for shape in found))


def described(shape: Shape) -> dict[str, Any]:
    """A shape as plain data: its layers bottom first, parts clockwise from the top right."""
    return {
        "code": str(shape),
        "parts": shape.parts,
        "height": shape.height,
        "layers": [list(layer) for layer in shape.layers],
        "stable": shape.is_stable(),
        "canonical": str(shape.canonical()),
    }


def terminal_text(shape: Shape) -> str:
    """A shape as standard output can show it."""
    from shapewright.drawing import terminal_options
    from shapewright.shapez.terminal import to_terminal

    return to_terminal(shape, **terminal_options(sys.stdout))


def _stream(codes: tuple[str, ...], as_jsonl: bool) -> None:
    between = ""
    for shape in shapes(codes):
        if as_jsonl:
            print_text(json_text(described(shape)))
        else:
            print_text(between + terminal_text(shape))
            between = "\n"


def _whole(found: Sequence[Shape]) -> dict[str, Any]:
    return envelope(complete=True, seconds=0.0, shapes=[described(shape) for shape in found])


def _content(found: Sequence[Shape], suffix: str, exploded: bool) -> str | bytes:
    if suffix == ".json":
        return json_text(_whole(found)) + "\n"
    if suffix == ".jsonl":
        return "".join(json_text(described(shape)) + "\n" for shape in found)
    if suffix == ".txt":
        from shapewright.shapez.terminal import to_terminal

        return "\n\n".join(to_terminal(shape, color=False) for shape in found) + "\n"
    if suffix == ".html":
        return _page(found, exploded)
    if len(found) != 1:
        raise ProblemError(f"a {suffix} file holds one picture, and here are {len(found)} shapes; use .html")
    from shapewright.drawing import to_png, to_svg

    scene = _scene(found[0], exploded)
    return to_svg(scene) if suffix == ".svg" else to_png(scene)


def _scene(shape: Shape, exploded: bool) -> Scene:
    from shapewright.shapez.picture import draw, draw_layers

    return draw_layers(shape) if exploded else draw(shape)


def _page(found: Sequence[Shape], exploded: bool) -> str:
    from shapewright.drawing import Figure, Section, to_html

    if len(found) > MAX_FIGURES:
        raise LimitError(f"there are {len(found)} shapes, more than the {MAX_FIGURES} pictures that one page may have")
    figures = tuple(Figure(_scene(shape, exploded), command=str(shape)) for shape in found)
    heading = "A shape" if len(found) == 1 else f"{len(found)} shapes"
    return to_html("Shapez 2 shapes", [Section(heading, figures=figures)])
