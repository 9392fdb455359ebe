"""Strings of blueprints: the JSON in them, strings of JSON, and what is in them."""

from __future__ import annotations

from dataclasses import replace

from shapewright.errors import LimitError, ProblemError
from shapewright.questions.asked import Asked
from shapewright.questions.desk import Desk
from shapewright.questions.fields import Choice, Field, Parsed, Whole
from shapewright.questions.parts import Picture, Pictures, Table
from shapewright.questions.parts import Text as Words
from shapewright.questions.python import Expression, call
from shapewright.questions.question import Answer, Formats, Question
from shapewright.questions.shapez._fields import LAYERS
from shapewright.questions.shapez._python import shapez_program
from shapewright.shapez.blueprints import FORMATS, Blueprint, Simulation, inside, read_arrivals, simulate
from shapewright.shapez.blueprints.picture import BlueprintPicture
from shapewright.shapez.blueprints.simulate import Arrivals, read_value

OPERATIONS = {
    "decode": "print the JSON of a string, as it stands in it",
    "encode": "print the string of a blueprint's JSON",
    "show": "say what is in it: buildings by kind, islands, size, icons",
    "check": "say what comes out of it and what is wrong, simulated tile by tile",
}
PICTURES = Formats((".txt", ".json", ".svg", ".png", ".pdf", ".html"))
OLDEST, SINCE = 1000, 1082
"""Versions of the game: the first that was numbered so, and that since which buildings have their names and places."""


OPERATION = Choice(
    "operation", "The operation.", argument=True, metavar="OPERATION", choices=tuple(OPERATIONS)
).mandatory()  # fmt: skip
BLUEPRINT = Parsed(
    "blueprint", "The string of a blueprint, its JSON, or a file with either.", argument=True,
    metavar="BLUEPRINT", limit=500_000, parse=Blueprint.from_text,
).mandatory()  # fmt: skip
FORMAT = Whole(
    "format", "Encode: the format of the string.", usual="that of the string given, or 3 for JSON", metavar="N",
    minimum=FORMATS[0], maximum=FORMATS[-1],
)  # fmt: skip
INPUTS = Parsed(
    "inputs", "Check: what comes in, CODE everywhere or x,y=CODE and x,y,floor=CODE; colours likewise.",
    metavar="ARRIVALS", limit=20_000, parse=read_arrivals,
)  # fmt: skip
GOALS = Parsed(
    "goals", "Check: the shapes or colours that must come out, and no others; separated by commas.",
    metavar="GOALS", limit=5_000, parse=lambda text: tuple(map(read_value, text.replace(",", " ").split())),
)  # fmt: skip
HEIGHT = replace(LAYERS, help="Check: the game's layer limit.", usual="4, or the height of the highest shape or goal")
APPLIES: dict[Field[object], str] = {FORMAT: "encode", INPUTS: "check", GOALS: "check", HEIGHT: "check"}


def answer(asked: Asked, desk: Desk) -> Answer:
    """What the operation makes of the blueprint."""
    operation, blueprint, format = asked[OPERATION], asked[BLUEPRINT], asked[FORMAT]
    for field, only in APPLIES.items():
        if asked[field] is not None and operation != only:
            raise ProblemError(f"{desk.option(field.name)} only applies to {only}")
    if operation == "decode":
        keys = {"format": blueprint.format, "game_version": blueprint.game_version, "json": blueprint.json}
        return _written(blueprint, keys, blueprint.json, "JSON")
    if operation == "encode":
        string = blueprint.to_string(format)
        keys = {"format": format or blueprint.format, "string": string}
        return _written(blueprint, keys, string, "string")
    if operation == "check":
        return _checked(blueprint, asked, desk)
    found = inside(blueprint)
    return Answer(
        found.to_json(),
        found.headline,
        text=lambda _: str(found),
        notes=_old(blueprint),
        parts=lambda: [*_pictures(desk, blueprint), Table(("kind", "number"), found.numbers, "Buildings")],
        seconds=0.0,
        tone="plain",
    )


def _checked(blueprint: Blueprint, asked: Asked, desk: Desk) -> Answer:
    goals, inputs = asked[GOALS] or (), asked[INPUTS] or Arrivals()
    found = simulate(blueprint, inputs, goals=goals, layers=asked[HEIGHT])
    return Answer(
        found.to_json(),
        found.headline,
        "found" if found.right else "none",
        str(found.faults[0]) if found.faults else "",
        text=lambda _: str(found),
        parts=lambda: [*_pictures(desk, blueprint, found), Words(str(found), label="simulation")],
        notes=[*_old(blueprint), *_unknown(found.unknown), *found.remarks],
        seconds=0.0,
    )


def _pictures(desk: Desk, blueprint: Blueprint, found: Simulation | None = None) -> list[Pictures]:
    """The blueprint drawn; nothing on a page if it is too large, which a file says."""
    drawn = BlueprintPicture(blueprint, found)
    try:
        drawn.scene()
    except LimitError:
        if desk.studio:
            return []
        raise
    return [Pictures([Picture(drawn)], size="whole")] if blueprint.entries else []


def _unknown(kinds: dict[str, int]) -> list[str]:
    number = sum(kinds.values())
    buildings = "1 building that is" if number == 1 else f"{number} buildings that are"
    return [f"nothing flows through {buildings} not known here"] if number else []


def _old(blueprint: Blueprint) -> list[str]:
    """What to know of a blueprint of an older version, in which some buildings had other names and places."""
    if not OLDEST <= blueprint.game_version < SINCE:
        return []
    made = f"it was made by an older version of the game ({blueprint.game_version})"
    return [f"{made}; names and places are read as since version {SINCE}: paste it into the game and copy it again"]


def _written(blueprint: Blueprint, keys: dict[str, object], text: str, label: str) -> Answer:
    return Answer(
        keys,
        f"blueprint of format {blueprint.format}, game version {blueprint.game_version}",
        text=lambda _: text,
        parts=lambda: [Words(text, label=label)],
        seconds=0.0,
        tone="plain",
    )


def _operations() -> str:
    width = max(map(len, OPERATIONS))
    return "\n    ".join(f"{name:{width}}  {about}" for name, about in OPERATIONS.items())


def _how(asked: Asked) -> dict[str, object]:
    goals = asked[GOALS]
    return {**({} if goals is None else {"goals": list(map(str, goals))}), **asked.some(HEIGHT)}


def _python(asked: Asked) -> str:
    made = call("shapez.Blueprint.from_text", asked.plain(BLUEPRINT))
    shown = {
        "decode": Expression("blueprint.json"),
        "encode": call("blueprint.to_string", **asked.some(FORMAT)),
        "show": call("blueprints.inside", Expression("blueprint")),
        "check": call("blueprints.simulate", Expression("blueprint"), asked.text(INPUTS), **_how(asked)),
    }
    return shapez_program(f"blueprint = {made}", f"print({shown[asked[OPERATION]]})")


QUESTION = Question(
    "shapez",
    "blueprint",
    "Read and write the strings of blueprints.",
    (OPERATION, BLUEPRINT, FORMAT, INPUTS, GOALS, HEIGHT),
    answer,
    about=f"""
    OPERATION is one of

    \b
    {_operations()}

    A BLUEPRINT is a string such as 'SHAPEZ2-3-...$' (in quotes, for the shell), its JSON, a file with either (such
    as the game's .spz2bp files), or - (standard input). JSON is carried as it stands: what is not known here
    survives, too. Of a check the exit code is 1 if something is wrong; rates are not simulated.

    \b
    shapewright shapez blueprint decode 'SHAPEZ2-3-...$' > blueprint.json
    shapewright shapez blueprint encode blueprint.json
    shapewright shapez blueprint show 'SHAPEZ2-3-...$'
    shapewright shapez blueprint check factory.spz2bp --inputs '0,2=CuCuCuCu 0,5=r'""",
    rule="shapewright.shapez.claims.blueprints:blueprint",
    claims="""
    format? | whole | Format of the string. | again: opened again
    game_version? | whole | Version of the game that wrote it. | again: opened again
    json? | text | The JSON in the string. | again: opened again
    string? | text | The string. | again: opened again
    kind? | text | Whether it has buildings or islands. | again: counted again in the plain JSON
    size? | [whole] | Width, depth and floors. | again: counted again in the plain JSON
    buildings? | {*: whole} | Number of buildings of each kind. | again: counted again in the plain JSON
    islands? | {*: whole} | Number of islands of each kind. | again: counted again in the plain JSON
    icons? | [text?] | Its icons. | again: read again in the plain JSON
    settings? | [text] | Settings of buildings. | again: read again in the plain JSON
    inputs? | [{tile: [integer], kind: text, values: [text]}] | What goes in, and where. | again: simulated again
    outputs? | [{tile: [integer], kind: text, values: [text]}] | What comes out, and where. | again: simulated again
    faults? | [{tile: [integer]?, fault: text}] | What is wrong in it. | again: simulated again
    unknown? | {*: whole} | Buildings that are not known. | again: simulated again""",
    example={
        "operation": "show",
        "blueprint": '{"V":1122,"BP":{"$type":"Building","Icon":{"Data":[null,null,null,null]},"Entries":'
        '[{"T":"CutterDefaultInternalVariant"}],"BinaryVersion":1122}}',
    },
    formats=lambda asked: Formats((".txt", ".json")) if asked[OPERATION] in ("decode", "encode") else PICTURES,
    downloads=(".svg", ".txt"),
    stem="blueprint",
    quick=True,
    python=_python,
)  # fmt: skip
