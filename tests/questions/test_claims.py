"""What a question states of its answers: that all do, that it is so, and that ``verify`` does what they say."""

from __future__ import annotations

import json
from importlib import import_module

import jsonschema
import pytest
from tests.mutation_audit import asked
from tests.stated import validator

import shapewright
from shapewright.cli import main
from shapewright.questions import FAMILIES, find
from shapewright.questions.claims import Claim, answer_schema, claims_of
from shapewright.questions.question import Answer, Question, envelope

VERBS = [(family.name, verb) for family in FAMILIES.values() for verb in family.verbs]
CASES = {
    "tiling": "tiling count --board 4x4 --pieces 4*L4",
    "packing": "packing pack LOJI",
    "stacking": "stacking solve IOTS --width 6",
    "clear": "clear percent -p '*p4' --field ZZ____LLLI/TZZ___LOOI/TTSS__JOOI/TSS___JJJI",
    "shapez": "shapez buildable CuCu----:RrRr----",
}


def question(claims: str) -> Question:
    return Question("tiling", "count", "", (), lambda *_: Answer({}), claims=claims)


@pytest.mark.parametrize(("family", "verb"), VERBS)
def test_every_question_states_its_claims(family: str, verb: str) -> None:
    of = find(family, verb)
    claims = claims_of(of)
    assert claims
    for claim in claims.values():
        assert claim.meaning[0].isupper()
        assert claim.meaning[-1] == "."
    jsonschema.Draft202012Validator.check_schema(answer_schema(of))


def audited() -> list[str]:
    plugs = [import_module(f"tests.audit.{family}") for family in FAMILIES]
    return [line for plug in plugs for line in (*plug.QUESTIONS, *plug.NOT_JUDGED)]


@pytest.mark.parametrize("family", FAMILIES)
def test_verify_does_what_is_stated(family: str) -> None:
    """What says how an answer was found is passed over, and what nobody can check is not called right."""
    for line in [line for line in audited() if line.startswith(f"{family} ")]:
        answer = asked(line)
        claims = claims_of(find(*answer["command"].split()))
        found = shapewright.verify(json.dumps(answer))
        for key in answer.keys() & claims.keys():
            way = claims[key].way
            if way == "how":
                assert key not in found.not_checked, (line, key)
            if key in found.checked:
                assert way != "not checked", (line, key)
            if key in found.passed_over:
                assert way == "how", (line, key)


def test_an_answer_of_another_form_is_noticed() -> None:
    of = find("tiling", "count")
    made = envelope(of, {}, Answer({"count": 1, "engine": "strip", "nodes": 3, "up_to_symmetry": False,
                                    "rotations_only": False, "puzzle": ""}), 0.0)  # fmt: skip
    validator(of)(made)
    for wrong in ({"count": -1}, {"count": "1"}, {"nodes": None}, {"more": 1}):
        with pytest.raises(Exception, match="data"):
            validator(of)({**made, **wrong})
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({**made, **wrong}, answer_schema(of))


def test_kinds_and_ways_are_read() -> None:
    claims = claims_of(
        question("""
        one? | a/b | A word. | not checked: nobody
            knows
        many | [{x: whole?, y?: Solution, z: {*: [integer]}}] or flag | Records. | how
        engine  nodes?""")
    )
    assert claims["one"] == Claim("one", {"enum": ["a", "b"]}, "A word.", "not checked", "nobody knows", True, "a/b")
    assert claims["one"].check == "not checked: nobody knows"
    record = claims["many"].kind["anyOf"][0]["items"]  # type: ignore[index]
    assert record["required"] == ["x", "z"]
    assert record["properties"]["x"] == {"anyOf": [{"type": "integer", "minimum": 0}, {"type": "null"}]}
    assert record["properties"]["z"] == {
        "type": "object", "additionalProperties": {"type": "array", "items": {"type": "integer"}},
    }  # fmt: skip
    assert (claims["engine"].is_optional, claims["nodes"].is_optional) == (False, True)


@pytest.mark.parametrize(
    "table", ["nobody", "key | text | It. | perhaps", "key | texts | It. | how", "key | [text]] | It. | how"]
)
def test_a_table_that_cannot_be_read(table: str) -> None:
    with pytest.raises((ValueError, KeyError)):
        claims_of(question(table))


@pytest.mark.parametrize("family", FAMILIES)
def test_schemas_are_printed(family: str, capsys: pytest.CaptureFixture[str]) -> None:
    command, verb = CASES[family].split()[:2]
    assert main(["schema", command, verb]) == 0
    schema = json.loads(capsys.readouterr().out)
    jsonschema.validate(asked(CASES[family]), schema)
    assert main(["schema", family]) == 0
    assert json.loads(capsys.readouterr().out)[f"{command} {verb}"] == schema
    assert main(["schema", family, "solv"]) == 2
    assert main(["schema", "tetris"]) == 2
