"""What comes out of a blueprint: simulated tile by tile from its JSON and what arrives from outside, and nothing else.

It shares no code with what lays out plans: the table of ports is read again, and shapes follow the plain rules.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from shapewright.errors import NotationError, ProblemError, quote
from shapewright.shapez import rules
from shapewright.shapez.blueprints.colour_flow import Colours
from shapewright.shapez.blueprints.flow import Flow
from shapewright.shapez.blueprints.wiring import OPEN, Fault, Site, Tile, Wiring, wired, words_of
from shapewright.shapez.colours import EVERY_COLOUR, disputed
from shapewright.shapez.shape import Shape

if TYPE_CHECKING:
    from shapewright.shapez.blueprints.blueprint import Blueprint


_TILE = re.compile(r"(-?[0-9]{1,7}),(-?[0-9]{1,7})(?:,(-?[0-9]{1,7}))?=(.+)")


@dataclass(frozen=True)
class Arrivals:
    """What comes in from outside: ``at`` tiles, and elsewhere a ``shape`` and a ``colour`` wherever one can come in."""

    at: Mapping[Tile, Shape | str] = field(default_factory=dict)
    shape: Shape | None = None
    colour: str | None = None


@dataclass(frozen=True)
class End:
    """Where something comes in or out: at which tile, of which kind of building, and what."""

    tile: Tile
    kind: str
    values: tuple[str, ...]

    def to_json(self) -> dict[str, object]:
        """Plain data."""
        return {"tile": list(self.tile), "kind": self.kind, "values": list(self.values)}

    def __str__(self) -> str:
        return f"{words_of(self.tile)} {self.kind}: {', '.join(self.values) or 'nothing'}"


@dataclass(frozen=True)
class Simulation:
    """What passes through a blueprint.

    ``inputs`` are the places where something can come in from outside or is made, with what does; ``outputs`` those
    where something leaves into the open. ``faults`` say what is wrong, each with its tile. ``unknown`` are numbers of
    buildings that are not known here, by kind: nothing flows through them. ``passing`` are the shapes that leave each
    building, and ``colours`` those in pipes and in what they lead to, by the tile of the building. ``mixtures`` are the
    pairs of colours that mixers take. ``filters`` is the number of belt filters, each taken to send every shape both
    ways: which it sends depends on its wire, and wires are not simulated.
    """

    inputs: tuple[End, ...]
    outputs: tuple[End, ...]
    faults: tuple[Fault, ...]
    unknown: dict[str, int]
    passing: Mapping[Tile, tuple[str, ...]]
    colours: Mapping[Tile, tuple[str, ...]]
    mixtures: frozenset[tuple[str, str]] = frozenset()
    filters: int = 0

    @property
    def remarks(self) -> list[str]:
        """What the answer rests on: mixtures that sources dispute, and filters."""
        found = disputed(self.mixtures)
        if self.filters:
            belts = "a belt filter" if self.filters == 1 else f"{self.filters} belt filters"
            found.append(f"wires are not simulated: {belts} may send each shape both ways, so less may come out")
        return found

    @property
    def right(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults

    @property
    def headline(self) -> str:
        """The verdict in one line."""
        if self.faults:
            return f"{len(self.faults)} fault{'' if len(self.faults) == 1 else 's'}"
        leaving = sorted({value for end in self.outputs for value in end.values})
        if not leaving:
            return "no fault; nothing comes out"
        more = f" and {len(leaving) - 5} more" if len(leaving) > 5 else ""
        return f"no fault; what comes out: {', '.join(leaving[:5])}{more}"

    def to_json(self) -> dict[str, object]:
        """Plain data, without what passes inside."""
        return {
            "inputs": [end.to_json() for end in self.inputs],
            "outputs": [end.to_json() for end in self.outputs],
            "faults": [fault.to_json() for fault in self.faults],
            "unknown": self.unknown,
        }

    def __str__(self) -> str:
        lines = [f"in   {end}" for end in self.inputs] + [f"out  {end}" for end in self.outputs]
        lines += [f"{number} {name}: not known here" for name, number in self.unknown.items()]
        lines += [f"fault: {fault}" for fault in self.faults]
        lines += [f"note: {words}" for words in self.remarks]
        return "\n".join([*lines, self.headline])


def read_arrivals(text: str) -> Arrivals:
    """What arrives where: ``x,y=CODE`` or ``x,y,floor=CODE`` for a tile, ``CODE`` for all others; a colour likewise.

    They are separated by blanks or semicolons. A code alone stands for shapes, a colour alone for colours, at every
    place where one can come in.

    >>> read_arrivals("0,2=CuCuCuCu; 4,-1,1=r g")
    Arrivals(at={(0, 2, 0): Shape.from_code('CuCuCuCu'), (4, -1, 1): 'r'}, shape=None, colour='g')

    Raises ``NotationError``.
    """
    at: dict[Tile, Shape | str] = {}
    shape, colour = None, None
    for word in text.replace(";", " ").split():
        place = _TILE.fullmatch(word)
        if place is None and "=" in word:
            raise NotationError(f"{quote(word)} is not such as 3,4=CuCuCuCu or 3,4,1=r (x, y, floor)")
        value = read_value(place[4] if place else word)
        if place is not None:
            tile = (int(place[1]), int(place[2]), int(place[3] or 0))
            if tile in at:
                raise NotationError(f"there are two values for {words_of(tile)}")
            at[tile] = value
        elif (shape if isinstance(value, Shape) else colour) is not None:
            raise NotationError(f"there are two values without a tile, {quote(word)} is the second")
        elif isinstance(value, Shape):
            shape = value
        else:
            colour = value
    return Arrivals(at, shape, colour)


def read_value(text: str) -> Shape | str:
    """Read a colour's letter or the code of a shape."""
    return text if len(text) == 1 and text in EVERY_COLOUR else Shape.from_code(text, game="1.0")


def simulate(
    blueprint: Blueprint,
    arrivals: Arrivals | str = "",
    *,
    goals: Sequence[Shape | str] = (),
    layers: int | None = None,
) -> Simulation:
    """What passes through ``blueprint`` when ``arrivals`` come in from outside, and what is wrong with it.

    With ``goals`` (shapes or colours) it is wrong, too, if one of them does not come out, or something else does.
    ``layers`` is the game's limit; without it that is four, or the height of the highest shape or goal. Rates are not
    simulated: of each belt it is known what passes, not how fast.

    >>> from shapewright.shapez.blueprints import Blueprint
    >>> text = '{"V":1,"BP":{"$type":"Building","Entries":[{"T":"CutterHalfInternalVariant"}]}}'
    >>> print(simulate(Blueprint(text), "CuRuSuWu"))
    in   (0, 0) half-destroy: CuRuSuWu
    out  (0, 0) half-destroy: CuRu----
    no fault; what comes out: CuRu----

    Raises ``NotationError`` for arrivals or entries that cannot be read, ``ProblemError`` for an arrival at a tile
    where nothing can come in, and ``LimitError`` for more than 50,000 buildings.
    """
    if isinstance(arrivals, str):
        arrivals = read_arrivals(arrivals)
    wanted = [read_value(goal) if isinstance(goal, str) else goal for goal in goals]
    highest = max((goal.height for goal in wanted if isinstance(goal, Shape)), default=0)
    if layers is None and highest > rules.USUAL_LAYERS:
        layers = highest
    wiring = wired(blueprint)
    colours = Colours(
        wiring, {tile: value for tile, value in arrivals.at.items() if isinstance(value, str)}, arrivals.colour
    )
    doors = [tile for site in wiring.sites for tile in _doors(wiring, site)]
    shapes = {} if arrivals.shape is None else dict.fromkeys(doors, arrivals.shape)
    shapes |= {tile: value for tile, value in arrivals.at.items() if isinstance(value, Shape)}
    flow = Flow(wiring, colours, shapes, layers)
    for tile in arrivals.at:
        if tile not in flow.entered and tile not in colours.entered:
            raise ProblemError(f"nothing can come in at {words_of(tile)}")
    # Where shapes and colours leave.
    found = []
    for site in wiring.sites:
        for port, side in enumerate(site.outputs):
            if wiring.leads.get((site.number, port), (0, 0))[0] == OPEN:
                found.append(End(side[0], site.kind, tuple(sorted(map(str, flow.leave[site.number, port])))))
        if site.kind == "launch" and site.inputs and site.number not in wiring.thrown:
            thrown = flow.arrive.get((site.number, 0), set())
            found.append(End(site.place, site.kind, tuple(sorted(map(str, thrown)))))
        found += [End(tile, site.kind, tuple(sorted(left))) for tile, left in colours.leaving(site).items()]
    outputs = tuple(found)
    filters = sum(site.kind == "filter" for site in wiring.sites)
    faults = [*wiring.faults, *colours.faults, *flow.faults]
    inputs = _inputs(wiring, flow, colours)
    if not faults and not any(end.values for end in inputs):  # that nothing comes out says no more
        faults.append(Fault(None, _nothing(arrivals, bool(doors), bool(colours.doors()))))
    else:
        faults += _missed(outputs, wanted, is_certain=not filters)
    names = Counter(site.name for site in wiring.sites if not site.kind)
    passing = {
        site.place: tuple(
            sorted({str(shape) for port in range(len(site.outputs)) for shape in flow.leave[site.number, port]})
        )
        for site in wiring.sites
        if site.outputs
    }
    filled = {site.place: tuple(sorted(colours.of(site))) for site in wiring.sites if site.joins}
    unknown = dict(sorted(names.items()))
    return Simulation(inputs, outputs, tuple(faults), unknown, passing, filled, colours.mixtures(), filters)


def _nothing(arrivals: Arrivals, shapes: bool, colours: bool) -> str:
    """Say why nothing comes in, given whether shapes and colours can."""
    if not shapes and not colours:
        return "nothing can come in: no building has an open input"
    if arrivals == Arrivals():
        return f"nothing comes in; say what does, such as {'CuCuCuCu or 3,4=CuCuCuCu' if shapes else 'r or 3,4=r'}"
    return "no colour can come in, only shapes" if shapes else "no shape can come in, only colours"


def _doors(wiring: Wiring, site: Site) -> list[Tile]:
    """The tiles of a building at which a shape can come in from outside."""
    if site.kind == "trash":
        return []
    if site.kind in ("miner", "catch"):
        is_made = site.kind == "miner" and bool(site.extra)
        return [site.place] if site.outputs and not is_made and site.number not in wiring.thrown.values() else []
    return [
        side[0]
        for port, side in enumerate(site.inputs)
        if (site.number, port) not in wiring.fed and wiring.is_open(side)
    ]


def _inputs(wiring: Wiring, flow: Flow, colours: Colours) -> tuple[End, ...]:
    """Where shapes and colours come in or are made; open ends of pipes only if a colour does."""
    found = []
    for site in wiring.sites:
        if site.kind in ("miner", "fluid", "catch"):
            made = {str(shape) for port in range(len(site.outputs)) for shape in flow.leave[site.number, port]}
            if site.kind != "catch" or site.number not in wiring.thrown.values():
                found.append(End(site.place, site.kind, tuple(sorted(made | colours.made_at(site)))))
            continue
        tiles = [*_doors(wiring, site), *[side[0] for side in site.takes if wiring.is_open(side)]]
        tiles += [side[0] for side in site.joins if side[0] in colours.entered]
        for tile in dict.fromkeys(tiles):
            values = {str(flow.given[tile])} if tile in flow.entered else set()
            values |= {colours.entered[tile]} if tile in colours.entered else set()
            found.append(End(tile, site.kind, tuple(sorted(values))))
    return tuple(found)


def _missed(outputs: Sequence[End], goals: Sequence[Shape | str], *, is_certain: bool) -> list[Fault]:
    """What certainly comes out and is none of the goals, and the goals that do not.

    An open end of a pipe loses nothing, so colours that come out are wrong only where a colour is a goal.
    """
    wanted = dict.fromkeys(map(str, goals))
    leaving = [(end.tile, value) for end in outputs for value in end.values]
    if all(isinstance(goal, Shape) for goal in goals):
        leaving = [(tile, value) for tile, value in leaving if value not in EVERY_COLOUR]
    found = [
        Fault(tile, f"{value} comes out, which is not asked for")
        for tile, value in leaving
        if is_certain and wanted and value not in wanted
    ]
    values = {value for _, value in leaving}
    return found + [Fault(None, f"{goal} never comes out") for goal in wanted if goal not in values]
