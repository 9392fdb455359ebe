"""The endpoints as the OpenAPI description has them, written in Markdown for the page that includes it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from shapewright.questions import FAMILIES
from shapewright.web.openapi import document

__all__ = ["text", "write"]


def write(place: Path) -> None:
    """Write the reference to ``place``."""
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text(), encoding="utf-8")


def text() -> str:
    """All questions, family by family, with their parameters and an example of each."""
    lines: list[str] = []
    for family in FAMILIES.values():
        lines += [f"## {family.title}", ""]
        for path, methods in document()["paths"].items():
            if "post" in methods and family.name in methods["post"]["tags"]:
                lines += _question(path, methods["post"])
    return "\n".join(lines)


def _question(path: str, about: dict[str, Any]) -> list[str]:
    body = about["requestBody"]["content"]["application/json"]
    required = body["schema"].get("required", ())
    rows = [
        f"| `{name}` | {_takes(of)} | {_default(of, name in required)} | {_plain(of['description'])} |"
        for name, of in body["schema"]["properties"].items()
    ]
    lines = [
        f"### `POST {path}`",
        "",
        about["summary"],
        "",
        "| parameter | type | default | |",
        "|---|---|---|---|",
    ]
    lines += [*rows, ""]
    if "example" in body:
        lines += ["```json", json.dumps(body["example"]), "```", ""]
    return lines


def _takes(of: dict[str, Any]) -> str:
    if "enum" in of:
        return ", ".join(f"`{each}`" for each in of["enum"])
    match of["type"]:
        case "boolean":
            return "true, false"
        case "number" if "exclusiveMinimum" in of:
            return f"more than {_number(of['exclusiveMinimum'])}, at most {_number(of['maximum'])}"
        case "integer" | "number":
            above = "exclusiveMinimum"
            least = f"more than {_number(of[above])}," if above in of else _number(of["minimum"])
            return f"{least} to {_number(of['maximum'])}"
        case "array":
            return f"up to {of['maxItems']:,} texts"
        case "string" if "contentEncoding" in of:
            return f"base64, up to {of['maxLength']:,} characters"
        case "string":
            return f"text, up to {of['maxLength']:,} characters"
        case ["integer", "string"]:
            return f"{_number(of['minimum'])} or more, or `{of['pattern'].strip('^$')}`"
        case "object" | ["object", "array"]:
            return "JSON"
        case _:
            return f"text or JSON, up to {of['maxLength']:,} characters"


def _number(number: float) -> str:
    return f"{int(number):,}" if number == int(number) else f"{number:g}"


def _default(of: dict[str, Any], is_required: bool) -> str:
    if is_required:
        return "required"
    return f"`{json.dumps(of['default'])}`" if "default" in of and of["type"] != "boolean" else ""


def _plain(words: str) -> str:
    """Words in which nothing is markup."""
    return "".join(f"\\{letter}" if letter in "\\|*_`[]<>#" else letter for letter in words)
