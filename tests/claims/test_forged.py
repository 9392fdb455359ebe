"""Answers that somebody who does not know the rules forged, and that were called right once."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.bare import outcome
from tests.mutation_audit import asked

import shapewright
from shapewright.errors import NotationError

DOMINOES = "tiling set --board 4x4 --pieces any*dominoes"
MARGINALS = "tiling set --board 4x5 --pieces F5,L5,T5,Y5 --marginals"

Forge = Callable[[dict[str, Any]], object]


@pytest.mark.parametrize(
    ("line", "forge", "claim"),
    [
        (f"{MARGINALS} L", lambda one: one.update(marginals={}), "marginals"),
        (f"{MARGINALS} L", lambda one: one["parameters"].update(marginals=["F"]), "marginals"),
        (f"{DOMINOES} --random 3 --seed 1", lambda one: one["parameters"].update(random=5), "solutions"),
        (f"{DOMINOES} --limit 4", lambda one: one["parameters"].update(limit=6), "solutions"),
        (DOMINOES, lambda one: one["parameters"].update(limit=2), "solutions"),
        (
            "packing pack T4 --box 4x4",
            lambda one: one.update(weights={"cells": "0 0/0 0", "scale": 1}),
            "weights",
        ),
        (
            "clear path -p I,*p4 --field ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ --minimal",
            lambda one: one["minimal_ties"][0].append(1),
            "minimal_ties",
        ),
        (
            "clear path -p I,*p4 --field ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ --minimal",
            lambda one: one["solutions"][1].pop("serves"),
            "solutions",
        ),
        (
            "stacking show LL '0 2(180)' --width 5",
            lambda one: one["parameters"].update(plan="0 2"),
            "plans",
        ),
    ],
)
def test_a_forgery_is_refused(line: str, forge: Forge, claim: str) -> None:
    answer = asked(line)
    assert shapewright.verify(answer).valid is True
    forged = copy.deepcopy(answer)
    forge(forged)
    found = shapewright.verify(forged)
    assert found.valid is False
    assert claim in {fault["claim"] for fault in found.faults}


@pytest.mark.parametrize("file", ["IOT\nSZS\nOOO\n", "IOT\nOOO\nSZS\n", "OOO\nIOT\nSZS\n", "IOT", "SZS\nIOT\n"])
def test_sequences_are_those_of_the_file(tmp_path: Path, file: str) -> None:
    place = tmp_path / "sequences.txt"
    place.write_text("IOT\nSZS\n")
    answer = asked(f"stacking solve --width 4 --file {place}")
    assert shapewright.verify(answer).valid is True
    forged = {**answer, "parameters": {**answer["parameters"], "file": file}}
    assert [fault["claim"] for fault in shapewright.verify(forged).faults][:1] == ["sequences"]
    for number in range(2):
        left = {**answer, "sequences": [answer["sequences"][number]]}
        assert shapewright.verify(left).valid is False


@pytest.mark.parametrize("changed", [{"drops": "0 3"}, {"drops": "0"}, {"sequence": "OITS"}, {"drops": "garbage"}])
def test_a_game_is_the_one_that_was_asked_about(changed: dict[str, str]) -> None:
    asked_with = {"sequence": "IOTS", "width": 6, "drops": "0 2"}
    answer = outcome("stacking", "play", asked_with)["envelope"]
    assert shapewright.verify(answer).valid is True
    forged = {**answer, "parameters": {**asked_with, **changed}}
    if changed == {"drops": "garbage"}:
        with pytest.raises(NotationError):
            shapewright.verify(forged)
    else:
        assert [fault["claim"] for fault in shapewright.verify(forged).faults] == ["plan"]


def test_rows_of_many_fields_have_the_pattern_that_was_asked_for(tmp_path: Path) -> None:
    place = tmp_path / "fields.txt"
    place.write_text("XXXXXXX___/XXXXXXX___/XXXXXXX___/XXXXXXX___\nXXXXXXX___/XXXXXXX___/XXXXXXX___/XXXXXXX___ *p4\n")
    answer = asked(f"clear percent --file {place} -p [LJIO]p4 --hold avoid")
    assert shapewright.verify(answer).valid is True
    for name, value in {"patterns": "[LJIOT]p4", "hold": "use", "drop": "hard"}.items():
        forged = {**answer, "parameters": {**answer["parameters"], name: value}}
        assert [fault["claim"] for fault in shapewright.verify(forged).faults][:1] == ["fields"], name


def test_types_of_symmetry_without_tilings_are_read() -> None:
    assert shapewright.verify(asked("tiling count --board 4x4 --pieces 4*L4 --by-symmetry")).valid is True
