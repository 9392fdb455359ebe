"""Whatever is sent to an endpoint, it answers or refuses in one sentence, and never breaks."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shapewright.web.openapi import document

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
# fmt: off
WORDS = st.sampled_from([
    "6x10", "3x3", "##/#.", "?.#a", "pentominoes", "2*L4", "any*I2", "T4", "soma", "0,0", "1,1,2x2", "quad2", "hex1",
    "CuCu----:RrRr----", "P-P-cr--", "??N?----", "I8", "J13", "L10", "TIOLJSZ", "*p4", "LLLL", "v115@vhAAgH", "------",
    ":", "/", "*", "--", "1e9", "9999999x9999999", "../../etc/passwd", "board", "%00",
])
# fmt: on
PATHS = [path for path, methods in document()["paths"].items() if "post" in methods]


def body_of(path: str) -> dict[str, Any]:
    """What the description says of the body that is sent there."""
    return document()["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"]


def plausible(name: str, schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values that a parameter may well take by its description, and some that it does not."""
    if name == "time_limit":
        return st.floats(0, 0.3)
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    match schema["type"]:
        case "boolean":
            return st.booleans()
        case "integer":
            low, high = schema["minimum"], schema["maximum"]
            return st.integers(low, min(high, low + 5)) | st.just(high)
        case "number":
            low = schema.get("minimum", 0.01)
            return st.floats(low, min(schema["maximum"], low + 0.3))
        case "array":
            return st.lists(WORDS | st.text(max_size=12), max_size=3)
        case "string":
            if schema.get("contentEncoding") == "base64":
                return st.binary(max_size=40).map(lambda content: base64.b64encode(content).decode()) | WORDS
            return st.lists(WORDS | st.text(max_size=6), min_size=1, max_size=3).map(" ".join) | WORDS
        case list():
            return JSON | WORDS
    raise AssertionError(schema)


def refused_well(reply: Any) -> bool:
    if reply.status_code in (200, 202):
        return True
    answer = reply.json()
    error = answer["error"]
    return (
        reply.status_code in (400, 413, 422, 429) and "\n" not in error and "Traceback" not in error and len(error) > 8
    )


@pytest.mark.parametrize("path", PATHS)
def test_whatever_is_asked_is_answered_or_refused(studio, path) -> None:
    schema = body_of(path)
    known = {name: plausible(name, of) for name, of in schema["properties"].items()}
    required = {name: known.pop(name) for name in schema.get("required", [])}
    bodies = (
        st.fixed_dictionaries(required, optional=known)
        | st.fixed_dictionaries({}, optional={**required, **known, "nonsense": JSON})
        | st.dictionaries(st.sampled_from(sorted(schema["properties"])), JSON, max_size=4)
    )

    @settings(max_examples=25, suppress_health_check=list(HealthCheck))
    @given(bodies)
    def check(body: dict[str, Any]) -> None:
        if "time_limit" in schema["properties"] and not isinstance(body.get("time_limit"), float):
            body["time_limit"] = 0.3
        reply = studio.post(path, json=body)
        assert refused_well(reply), (reply.status_code, reply.text)
        run = reply.headers.get("shapewright-run")
        if run is not None:
            seen = studio.get(f"/runs/{run}/view")
            assert refused_well(seen), (seen.status_code, seen.text)

    check()


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(st.binary(max_size=60) | JSON.map(lambda value: json.dumps(value).encode()))
def test_any_bytes_are_refused_well(studio, content) -> None:
    headers = {"Content-Type": "application/json"}
    assert refused_well(studio.post("/api/shapez/op", content=content, headers=headers))


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(st.text(st.characters(codec="utf-8"), max_size=30))
def test_any_address_is_answered(studio, text) -> None:
    from urllib.parse import quote

    for path in ("/{}", "/api/runs/{}", "/runs/{}/view", "/static/0/{}", "/api/tiling/{}"):
        assert studio.get(path.format(quote(text, safe=""))).status_code in (200, 307, 308, 404, 405)
