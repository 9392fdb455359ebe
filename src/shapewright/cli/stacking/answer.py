"""How plans leave a command: drops and a picture, JSON, and files in the format of their suffix."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from shapewright.cli.output import envelope, output_format
from shapewright.errors import ProblemError
from shapewright.storage.json import json_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapewright.drawing import Mosaic
    from shapewright.stacking import Plan

FORMATS = (".txt", ".json", ".jsonl", ".svg", ".png", ".gif", ".html")
_ONE_PICTURE = (".svg", ".png", ".gif")


def plan_format(output: str, *, several: bool = False) -> str:
    """The suffix of ``output``; ``ProblemError`` with the reason if that format cannot hold the answer."""
    if not several:
        return output_format(output, FORMATS)
    refused = dict.fromkeys(_ONE_PICTURE, "such a file shows one plan, and there may be several; use .html")
    return output_format(output, tuple(one for one in FORMATS if one not in _ONE_PICTURE), refused)


def verdict(plan: Plan, best: Plan | None = None) -> str:
    """What is reached and what is proven, in words; ``best`` is the first of a list that the plan is from."""
    name, value = plan.problem.objective, plan.value
    below = f": {value - 1} refuted" if value > 0 else ""
    if plan.optimal:
        proven = f"(optimal{below})"
    elif best is not None and best.optimal:
        proven = f"({best.value} is optimal)"
    else:
        proven = f"(not proven: at least {plan.lower_bound} is needed)"
    other = "" if name == "height" else f", height {plan.height}"
    return f"{name} {value} {proven}{other}"


def drop_lines(plan: Plan) -> list[str]:
    """A line for each drop."""
    asides = _asides(plan) if plan.problem.hold else [""] * len(plan.drops)
    digits = len(str(len(plan.drops)))
    names = max(len(drop.piece) for drop in plan.drops)
    columns = max(len(str(drop.column)) for drop in plan.drops)
    return [
        f"{number:{digits + 1}}  {drop.piece:{names}}  column {drop.column:{columns}}"
        + (f"  rotation {drop.rotation}" if drop.rotation else "")
        + aside
        for number, (drop, aside) in enumerate(zip(plan.drops, asides, strict=True), start=1)
    ]


def _asides(plan: Plan) -> list[str]:
    """What happens to the hold slot before each drop."""
    from shapewright.stacking.rules import next_pieces

    found = []
    used, held = 0, None
    for drop in plan.drops:
        choices = next_pieces(plan.problem.sequence[used : used + 2], held, hold=True)
        slot, taken = next((slot, taken) for piece, slot, taken in choices if piece == drop.piece)
        words = "" if slot == held else "  from hold" if slot is None else f"  {slot} is put aside"
        found.append(words + ("" if slot == held or held is None or slot is None else f", {held} taken"))
        used, held = used + taken, slot
    return found


def picture_text(mosaic: Mosaic) -> str:
    """A stack as standard output shows it best."""
    from shapewright.drawing import terminal_options, to_terminal

    return to_terminal(mosaic, **terminal_options(sys.stdout))


def screen_text(plan: Plan, best: Plan | None = None) -> str:
    """A plan on standard output."""
    return "\n".join([verdict(plan, best), *drop_lines(plan), picture_text(plan.mosaic())])


def file_text(plan: Plan, best: Plan | None = None) -> str:
    """A plan in a text file, without what only a terminal can do."""
    from shapewright.drawing import to_terminal

    return (
        "\n".join([verdict(plan, best), *drop_lines(plan), to_terminal(plan.mosaic(), color=False, width=10_000)])
        + "\n"
    )


def plan_json(plan: Plan) -> dict[str, Any]:
    """A plan as plain data; whether it is the first is said of the whole answer."""
    data = plan.to_json()
    data.pop("first", None)
    return data


def whole_json(plans: Sequence[Plan], *, complete: bool, seconds: float, several: bool, **keys: Any) -> dict[str, Any]:
    """The envelope with the best plan, or with all of them under ``plans``."""
    best = plans[0]
    listed = {"plans": [plan_json(plan) for plan in plans]} if several else {}
    return envelope(complete=complete, seconds=seconds, **plan_json(best), **listed, **keys)


def content(plans: Sequence[Plan], suffix: str, whole: dict[str, Any]) -> str | bytes:
    """What a file of this suffix holds."""
    if suffix == ".json":
        return json_text(whole) + "\n"
    if suffix == ".jsonl":
        return "".join(json_text(plan_json(plan)) + "\n" for plan in plans)
    if suffix == ".txt":
        return "\n".join(file_text(plan, plans[0]) for plan in plans)
    if suffix == ".html":
        return _page(plans)
    if len(plans) != 1:
        raise ProblemError(f"a {suffix} file shows one plan, and here are {len(plans)}; use .html")
    return picture(plans[0], suffix)


def picture(plan: Plan, suffix: str) -> str | bytes:
    """The stack as SVG or PNG, or the drops as GIF."""
    from shapewright.drawing import to_gif, to_png, to_svg

    if suffix == ".gif":
        frames = plan.frames()
        pace = 0.35 if len(frames) < 80 else 0.15
        return to_gif(frames, seconds=[pace] * (len(frames) - 1) + [2.5])
    return to_svg(plan.scene()) if suffix == ".svg" else to_png(plan.scene())


def _page(plans: Sequence[Plan]) -> str:
    from shapewright.drawing import Figure, Section, to_html

    numbered = len(plans) > 1
    figures = tuple(
        Figure(plan.scene(), f"{number}. {verdict(plan, plans[0])}" if numbered else verdict(plan), command=str(plan))
        for number, plan in enumerate(plans, start=1)
    )
    heading = f"{len(plans)} plans" if numbered else "A plan"
    return to_html("Stacks", [Section(heading, figures=figures)])
