"""Strings of blueprints: the JSON in them, strings of JSON, and what is in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright.errors import ProblemError
from shapewright.questions.fields import Choice, Parsed, Whole
from shapewright.questions.python import Expression, call, some
from shapewright.questions.question import Answer, Formats, Question
from shapewright.questions.shapez._python import shapez_program
from shapewright.shapez.blueprints import FORMATS, Blueprint, inside

if TYPE_CHECKING:
    from shapewright.questions.desk import Desk

OPERATIONS = {
    "decode": "print the JSON of a string, as it stands in it",
    "encode": "print the string of a blueprint's JSON",
    "show": "say what is in it: buildings by kind, islands, size, icons",
}


def answer(asked: dict[str, Any], desk: Desk) -> Answer:
    """What the operation makes of the blueprint."""
    operation, blueprint, format = asked["operation"], asked["blueprint"], asked["format"]
    if format is not None and operation != "encode":
        raise ProblemError(f"{desk.option('format')} only applies to encode")
    if operation == "decode":
        keys = {"format": blueprint.format, "game_version": blueprint.game_version, "json": blueprint.json}
        return Answer(keys, _headline(blueprint), text=lambda _: blueprint.json, seconds=0.0, tone="plain")
    if operation == "encode":
        string = blueprint.to_string(format)
        keys = {"format": format or blueprint.format, "string": string}
        return Answer(keys, _headline(blueprint), text=lambda _: string, seconds=0.0, tone="plain")
    found = inside(blueprint)
    return Answer(found.to_json(), found.headline, text=lambda _: str(found), seconds=0.0, tone="plain")


def _headline(blueprint: Blueprint) -> str:
    return f"blueprint of format {blueprint.format}, game version {blueprint.game_version}"


def _operations() -> str:
    width = max(map(len, OPERATIONS))
    return "\n    ".join(f"{name:{width}}  {about}" for name, about in OPERATIONS.items())


def _python(asked: dict[str, Any]) -> str:
    made = call("shapez.Blueprint.from_text", asked["blueprint"])
    shown = {
        "decode": Expression("blueprint.json"),
        "encode": call("blueprint.to_string", **some(asked, "format")),
        "show": call("blueprints.inside", Expression("blueprint")),
    }
    return shapez_program(f"blueprint = {made}", f"print({shown[asked['operation']]})")


QUESTION = Question(
    "shapez",
    "blueprint",
    "Read and write the strings of blueprints.",
    (
        Choice(
            "operation", "The operation.", required=True, argument=True, metavar="OPERATION", choices=tuple(OPERATIONS)
        ),
        Parsed(
            "blueprint", "The string of a blueprint, its JSON, or a file with either.", required=True, argument=True,
            metavar="BLUEPRINT", limit=500_000, parse=Blueprint.from_text,
        ),
        Whole(
            "format", "Encode: the format of the string.", usual="that of the string given, or 3 for JSON", metavar="N",
            minimum=FORMATS[0], maximum=FORMATS[-1],
        ),
    ),
    answer,
    about=f"""
    OPERATION is one of

    \b
    {_operations()}

    A BLUEPRINT is a string such as 'SHAPEZ2-3-...$' (in quotes, for the shell), its JSON, a file with either (such
    as the game's .spz2bp files), or - (standard input). JSON is carried as it stands: what is not known here
    survives, too.

    \b
    shapewright shapez blueprint decode 'SHAPEZ2-3-...$' > blueprint.json
    shapewright shapez blueprint encode blueprint.json
    shapewright shapez blueprint show 'SHAPEZ2-3-...$'""",
    example={
        "operation": "show",
        "blueprint": '{"V":1122,"BP":{"$type":"Building","Icon":{"Data":[null,null,null,null]},"Entries":'
        '[{"T":"CutterDefaultInternalVariant"}],"BinaryVersion":1122}}',
    },
    formats=Formats((".txt", ".json")),
    downloads=(".txt",),
    stem="blueprint",
    quick=True,
    python=_python,
)  # fmt: skip
