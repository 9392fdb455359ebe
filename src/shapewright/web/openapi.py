"""The endpoints described in OpenAPI 3.1, from the questions themselves."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from shapewright import __version__
from shapewright.questions import FAMILIES
from shapewright.questions.asked import schema
from shapewright.questions.claims import answer_schema

if TYPE_CHECKING:
    from shapewright.questions.question import Question

_ERROR = {"$ref": "#/components/schemas/Error"}
_RUN = {"$ref": "#/components/schemas/Run"}
_IDENTITY = {"name": "run", "in": "path", "required": True, "schema": {"type": "string"}}

_SCHEMAS = {
    "Error": {
        "type": "object",
        "required": ["error", "exit_code"],
        "properties": {
            "error": {"type": "string", "description": "One sentence: what is wrong, where, and what was expected."},
            "exit_code": {"type": "integer", "description": "The exit code of the command."},
        },
    },
    "Run": {
        "type": "object",
        "required": ["run", "command", "state", "seconds", "progress"],
        "properties": {
            "run": {"type": "string"},
            "command": {"type": "string"},
            "state": {"enum": ["waiting", "running", "done", "failed", "stopped", "cancelled"]},
            "seconds": {"type": "number"},
            "progress": {
                "type": "object",
                "properties": {"text": {"type": "string"}, "fraction": {"type": ["number", "null"]}},
            },
            "exit_code": {"type": "integer"},
            "error": {"type": "string"},
            "files": {"type": "array", "items": {"type": "string"}},
        },
    },
}

_TOKEN = {
    "type": "http",
    "scheme": "bearer",
    "description": "The token in the address that the studio prints when it starts; not needed with --no-token.",
}


@lru_cache(maxsize=1)
def document() -> dict[str, object]:
    """The whole description, as plain data."""
    paths: dict[str, object] = {}
    schemas: dict[str, object] = dict(_SCHEMAS)
    answers: dict[str, object] = {}
    for family in FAMILIES.values():
        for question in family.questions.values():
            name = f"{family.name}-{question.name}"
            schemas[name], answers[name] = answer_schema(question), {"$ref": f"#/components/schemas/{name}"}
            paths[f"/api/{family.name}/{question.name}"] = {"post": _asked(family.name, question)}
    paths["/api/runs/{run}"] = {
        "get": _about("The progress of a run.", _RUN),
        "delete": _about("Stop a run.", _RUN),
    }
    paths["/api/runs/{run}/answer"] = {"get": _about("The outcome of a run.", {"oneOf": list(answers.values())})}
    paths["/api/runs/{run}/events"] = {
        "get": {
            **_about("Server-sent events: progress, and over at the end; the data is a run.", _RUN),
            "responses": {
                "200": _reply("Events.", {"type": "string"}, "text/event-stream"),
                **_refused("401", "404", "429"),
            },
        }
    }
    paths["/api/runs/{run}/files/{name}"] = {
        "get": {
            **_about("A result as a file.", {}),
            "parameters": [_IDENTITY, {"name": "name", "in": "path", "required": True, "schema": {"type": "string"}}],
            "responses": {"200": _reply("The file.", {"type": "string"}, "*/*"), **_refused("401", "404", "429")},
        }
    }
    about = "Each question has the name and the options of a command, and gives the same answer."
    return {
        "openapi": "3.1.0",
        "info": {"title": "shapewright", "version": __version__, "description": about},
        "paths": paths,
        "security": [{"token": []}],
        "components": {"schemas": schemas, "securitySchemes": {"token": _TOKEN}},
    }


def _asked(family: str, question: Question) -> dict[str, object]:
    body: dict[str, object] = {"schema": schema(question.at("studio"))}
    if question.example:
        body["example"] = dict(question.example)
    wait = {"type": "number", "minimum": 0, "maximum": 60}
    words = "Seconds to wait for the answer; if there is none by then, the reply is 202 with the address of the run."
    return {
        "operationId": f"{family}-{question.name}",
        "tags": [family],
        "summary": question.help,
        "parameters": [{"name": "wait", "in": "query", "description": words, "schema": wait}],
        "requestBody": {"required": True, "content": {"application/json": body}},
        "responses": {
            "200": _reply("The answer.", {"$ref": f"#/components/schemas/{family}-{question.name}"}),
            "202": _reply("Not yet; Location says where the run is.", _RUN),
            **_refused("400", "401", "403", "413", "415", "421", "422", "429", "500"),
        },
    }


def _about(summary: str, answer: dict[str, Any]) -> dict[str, Any]:
    return {
        "summary": summary,
        "parameters": [_IDENTITY],
        "responses": {"200": _reply(summary, answer), **_refused("401", "404")},
    }


def _reply(description: str, schema: dict[str, Any], media: str = "application/json") -> dict[str, object]:
    return {"description": description, "content": {media: {"schema": schema}}}


_REFUSALS = {
    "400": "The question is malformed.",
    "401": "The request lacks the studio's token.",
    "403": "The request comes from another site.",
    "404": "There is no such run, question or file.",
    "413": "The question is larger than the studio takes.",
    "415": "The question is not JSON.",
    "421": "The request names another host.",
    "422": "Stopped without an answer: by its time limit, by a user, or for lack of memory.",
    "429": "The studio is busy.",
    "500": "A fault of the studio.",
}


def _refused(*statuses: str) -> dict[str, object]:
    return {status: _reply(_REFUSALS[status], _ERROR) for status in statuses}
