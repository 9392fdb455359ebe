"""The description of the endpoints says what they are."""

from __future__ import annotations

import json

from shapewright.questions import FAMILIES
from shapewright.web.openapi import document


def test_every_question_is_described(studio) -> None:
    described = studio.get("/api/openapi.json").json()
    assert described == json.loads(json.dumps(document()))
    for family in FAMILIES.values():
        for question in family.questions.values():
            post = described["paths"][f"/api/{family.name}/{question.name}"]["post"]
            body = post["requestBody"]["content"]["application/json"]
            assert set(body["schema"]["properties"]) == {field.name for field in question.at("studio")}
            assert body.get("example", {}) == question.example


def test_every_reference_leads_somewhere() -> None:
    text = json.dumps(document())
    known = document()["components"]["schemas"]
    for part in text.split('"#/components/schemas/')[1:]:
        assert part.partition('"')[0] in known


def test_names_of_operations_are_unique() -> None:
    names = [each["post"]["operationId"] for each in document()["paths"].values() if "post" in each]
    assert len(names) == len(set(names))
