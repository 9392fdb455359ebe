"""Whatever is sent to an endpoint, it answers or refuses in one sentence, and never breaks."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shapewright.web.families import FAMILIES
from shapewright.web.fields import Choice, Content, Field, Flag, Number, Record, Text, Texts, Whole

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
QUESTIONS = [(family.name, question) for family in FAMILIES.values() for question in family.questions.values()]


def plausible(field: Field) -> st.SearchStrategy[Any]:
    """Values that a field may well take, and some that it does not."""
    match field:
        case Choice():
            return st.sampled_from(field.choices)
        case Flag():
            return st.booleans()
        case Whole():
            return st.integers(field.minimum, min(field.maximum, field.minimum + 5)) | st.just(field.maximum)
        case Number():
            return st.floats(0, 0.3)
        case Texts():
            return st.lists(WORDS | st.text(max_size=12), max_size=3)
        case Text() | Content():
            return st.lists(WORDS | st.text(max_size=6), min_size=1, max_size=3).map(" ".join) | WORDS
        case Record():
            return JSON
    raise AssertionError(field)


def refused_well(reply: Any) -> bool:
    if reply.status_code in (200, 202):
        return True
    answer = reply.json()
    error = answer["error"]
    return (
        reply.status_code in (400, 413, 422, 429) and "\n" not in error and "Traceback" not in error and len(error) > 8
    )


@pytest.mark.parametrize(("family", "question"), QUESTIONS, ids=[f"{family}-{q.name}" for family, q in QUESTIONS])
def test_endpoints_answer_or_refuse(studio, family, question) -> None:
    bodies = st.fixed_dictionaries({}, optional={field.name: plausible(field) | JSON for field in question.fields})

    @settings(max_examples=25, suppress_health_check=list(HealthCheck))
    @given(bodies)
    def check(body: dict[str, Any]) -> None:
        if question.has_time_limit:
            body["time_limit"] = min(0.3, body["time_limit"]) if isinstance(body.get("time_limit"), float) else 0.3
        reply = studio.post(f"/api/{family}/{question.name}", json=body)
        assert refused_well(reply), (reply.status_code, reply.text)
        run = reply.headers.get("shapewright-run")
        if run is not None:
            assert studio.get(f"/runs/{run}/card").status_code == 200

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

    for path in ("/{}", "/api/runs/{}", "/runs/{}/card", "/static/0/{}", "/api/tiling/{}"):
        assert studio.get(path.format(quote(text, safe=""))).status_code in (200, 307, 308, 404, 405)
