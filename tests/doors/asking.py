"""One question at every door, the shell and an endpoint of the studio, by the parameters that an answer repeats."""

from __future__ import annotations

import base64
import contextlib
import io
import json
from pathlib import Path
from typing import Any

import click
from starlette.testclient import TestClient
from tests.errors import without_object

from shapewright.cli import main
from shapewright.cli.root import root
from shapewright.questions import FAMILIES

Parameters = dict[str, Any]

# Arguments that name a file; what an answer repeats is its content.
_FILES = {
    "file": "lines.txt",
    "packing": "packing.json",
    "packings": "packings.json",
    "puzzle": "puzzle.txt",
    "puzzle_file": "puzzle.xmpuzzle",
    "rates": "rates.toml",
    "net": "net.json",
}


def command_line(family: str, verb: str, parameters: Parameters, folder: Path) -> list[str]:
    """The words of a command line that asks the same; contents of files are put into ``folder``."""
    words, given = [family, verb], dict(parameters)
    command = _command(words)
    positional = _in_form(family, verb, given)
    for name, value in given.items():
        value = _written(name, value, folder)
        parameter = _parameter(command, name)
        if isinstance(parameter, click.Argument):
            positional += value if isinstance(value, list) else [str(value)]
            continue
        spelling = f"--{name.replace('_', '-')}"
        if isinstance(value, bool):
            words.append(spelling if value else f"--no-{name.replace('_', '-')}")
        else:
            for each in value if isinstance(value, list) else [value]:
                words += [spelling, str(each)]
    return words + positional


def _in_form(family: str, verb: str, given: Parameters) -> list[str]:
    """The arguments of a question whose words may stand in several forms; they are taken out of what is given."""
    forms = FAMILIES[family].question(verb).forms if family in FAMILIES else ()
    for form in sorted(forms, key=len, reverse=True):
        if form and all(name in given for name in form):
            return [str(given.pop(name)) for name in form]
    return []


def _command(words: list[str]) -> click.Command:
    command: click.Command = root
    for word in words:
        assert isinstance(command, click.Group)
        found = command.get_command(click.Context(root), word)
        assert found is not None, words
        command = found
    return command


def _parameter(command: click.Command, name: str) -> click.Parameter:
    spelling = f"--{name.replace('_', '-')}"
    for parameter in command.params:
        if spelling in (*parameter.opts, *parameter.secondary_opts):
            return parameter
    for parameter in command.params:
        if parameter.param_type_name == "argument" and parameter.name == name.removesuffix("_file"):
            return parameter
    raise AssertionError(f"{command.name} has no parameter {name!r}")


def _written(name: str, value: Any, folder: Path) -> Any:
    if name not in _FILES:
        return value
    if isinstance(value, dict):
        name, value = "puzzle_file", value["base64"]
    content = base64.b64decode(value) if name.endswith("_file") else str(value).encode()
    place = folder / _FILES[name]
    place.write_bytes(content)
    return str(place)


def at_the_shell(family: str, verb: str, parameters: Parameters, folder: Path) -> tuple[int, dict[str, Any]]:
    """The exit code and the envelope that the command line prints; of a refusal the envelope is empty."""
    words = [*command_line(family, verb, parameters, folder), "--json"]
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as complaints:
        code = main(words)
    assert code in (0, 1, 2, 3, 4), (words, code, complaints.getvalue())
    printed = without_object(words, code, out.getvalue(), complaints.getvalue())
    return code, json.loads(printed) if printed else {}


def at_an_endpoint(client: TestClient, family: str, verb: str, parameters: Parameters) -> tuple[int, dict[str, Any]]:
    """What the studio replies: the exit code the command would have, and the envelope, empty if there is none."""
    reply = client.post(f"/api/{family}/{verb}?wait=60", json=parameters)
    found = reply.json()
    if reply.status_code != 200:
        assert reply.status_code in (400, 413, 422), (verb, parameters, found)
        return found["exit_code"], {}
    return int(reply.headers["shapewright-exit-code"]), found


def masked(envelope: dict[str, Any]) -> dict[str, Any]:
    """An envelope without what differs from one run to the next: how long it took, and where a file was kept."""
    return {key: value for key, value in envelope.items() if key not in ("seconds", "file")}


def _entry(piece: dict[str, Any]) -> str:
    """A piece of the editor in the piece list, as the page writes it there."""
    low, high, text = piece["minimum"], piece["maximum"], piece["text"]
    if low == high:
        return str(text) if low == 1 else f"{low}*{text}"
    if high is None:
        return f"{low}+*{text}" if low else f"any*{text}"
    return f"{low}-{high}*{text}"


def on_the_page(studio: TestClient, body: Parameters) -> Parameters:
    """What a puzzle becomes that is opened on the page, if board and pieces can say it all."""
    editor = studio.post("/look/tiling/show", json={**body, "brief": True}).json()["view"]["editor"]
    assert editor["whole"]
    return {"board": editor["board"], "pieces": ", ".join(map(_entry, editor["pieces"])), "fixed": editor["fixed"]}
