"""What the page of ``shapez`` has to know to draw shapes and machines by itself, and what answers tell it besides."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from shapewright import shapez
from shapewright.drawing.formats.svg import path_data
from shapewright.shapez.colours import EVERY_NAME, NAMES
from shapewright.shapez.data.configuration import CONFIGURATIONS, MAX_LAYERS, RINGS
from shapewright.shapez.drawing.icons import drop, icon, trash
from shapewright.shapez.machines import MACHINES
from shapewright.shapez.parts import RING_SIZES, types_of, unpainted_types_of
from shapewright.shapez.picture import ShapePicture, measures, outlines
from shapewright.shapez.place_words import COLUMNS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from shapewright.drawing.scene import Path
    from shapewright.storage.contents import Contents

_REACH = 100.0
"""The radius of the rings in the outlines of :func:`data`."""

_TYPE_NAMES = {
    "C": "circle", "R": "square", "S": "star", "W": "windmill", "H": "hexagon", "G": "gear", "F": "flower",
    "X": "refined part", "Y": "exotic part", "c": "crystal", "P": "pin", "-": "nothing",
}  # fmt: skip
# From one kind of ring to another each type has its counterpart.
_COUNTERPARTS = {"C": "H", "R": "G", "S": "F", "W": "H", "H": "C", "G": "R", "F": "S"}


@cache
def data() -> dict[str, object]:
    """Outlines of parts by ring and type, colours, words, and the machines with their icons.

    Outlines are those of column 0, about (0, 0), on a ring whose edges are ``unit`` long.
    """
    return {
        "unit": _REACH,
        "rings": {
            str(parts): {
                "name": next(name for name, number in RINGS.items() if number == parts),
                "types": types_of(parts),
                "unpainted": unpainted_types_of(parts),
                "most": MAX_LAYERS[parts],
                "columns": list(COLUMNS[parts]),
                "outlines": {name: path_data(path) for name, path in outlines(parts, _REACH).items()},
            }
            for parts in RING_SIZES
        },
        "types": _TYPE_NAMES,
        "counterparts": _COUNTERPARTS,
        "colours": NAMES,
        "colour_names": EVERY_NAME,
        "drawing": measures(),
        "machines": [
            {
                "name": machine.name,
                "about": machine.about,
                "takes": machine.takes,
                "colours": machine.takes_colours,
                "options": list(machine.options),
                "outputs": list(machine.outputs),
            }
            for machine in MACHINES.values()
        ],
        "icons": _icons(),
    }


def searched() -> dict[str, Contents]:
    """The data of configurations that are searched natively when they are first asked for, by the names of files."""
    from shapewright.shapez.data import data_file
    from shapewright.shapez.data.search import search  # numpy and more, for which a page does not wait
    from shapewright.shapez.data.source import QUICK_HALVES, SEARCHED, ships

    small = [each for each in CONFIGURATIONS if each.cells <= QUICK_HALVES and not ships(each)]
    return {f"{SEARCHED}{each}": data_file.contents_of(search(each)) for each in small}


def _icons() -> dict[str, list[dict[str, object]]]:
    """The paths of the machines' icons, 24 by 24 about (0, 0); fills that are fluids are named by ``fluid``."""
    named = {name: icon("rotate-cw" if name == "rotate" else name, ["u", "w"]) for name in MACHINES}
    turns = {f"rotate-{way}": icon(f"rotate-{way}") for way in ("cw", "ccw", "180")}
    return {
        name: _paths(nodes) for name, nodes in {**named, **turns, "trash": trash(), "fluid": (drop("u", 9),)}.items()
    }


def _paths(nodes: Sequence[Path]) -> list[dict[str, object]]:
    return [
        {
            "d": path_data(node.segments),
            "fill": node.fill,
            "stroke": node.stroke,
            "width": node.width,
            "dash": list(node.dash),
            "opacity": node.opacity,
        }
        for node in nodes
    ]


def shapes_to_page(verdicts: Iterable[shapez.Verdict]) -> list[dict[str, object]]:
    """The shapes of verdicts, drawn by the page, with the parts marked that are to blame."""
    return [ShapePicture(verdict.shape, verdict.places).to_json() for verdict in verdicts]


def bar(words: str, tone: str, *chips: str) -> dict[str, object]:
    """What the bar says: the answer in few words, and remarks of a few words each."""
    return {"words": words, "chips": [chip for chip in chips if chip], "tone": tone}


def bar_of_plan(plan: shapez.Plan) -> dict[str, object]:
    """The words of the bar for a plan, with what is known of how good it is."""
    is_least = plan.minimize == "machines"
    number, of_what = plan.reached, {"depth": " deep", "belt": " for a full belt"}.get(plan.minimize, "")
    words = f"{number} machine{'' if number == 1 else 's'}{of_what}"
    proof = "proven: fewer are not enough" if plan.optimal else f"at least {plan.lower_bound} needed"
    proof += " without merging belts" if plan.minimize == "belt" else ""
    plain = f"{plan.cost} {'in all' if plan.minimize == 'depth' else 'in the plan'}"
    other = plain if not is_least else f"{plan.depth} deep" if plan.depth > 1 else ""
    goals = f"{len(plan.goals)} goals" if len(plan.goals) > 1 else ""
    return bar(words, "good", proof, goals, other, "replayed")
