"""Shapez 2: operations, verdicts, counts and plans that players and other programs published."""

from __future__ import annotations

import json

import pytest
from tests.public.asked import Case, ask, check

from shapewright import shapez

# airtnqls/Shapez2-Analytics-tools, tests.json: inputs of a machine, what it takes besides, and its outputs.
OPERATIONS = (
    ("gravity", ("P---P---:----P---:----cr--:--Cu--Cu",), "", "P-CuP-Cu:----P---:----cr--"),
    ("gravity", ("P-P-P-P-:crcrcrcr",), "", "P-P-P-P-:crcrcrcr"),
    ("gravity", ("--------:cr------",), "", "--------"),
    ("gravity", ("cr------:crcrcrcr:--------:cr------",), "", "cr------:crcrcrcr"),
    ("gravity", ("P-------:P-------:P-----cr:crcrcrcr",), "", "P-------:P-------:P-----cr:crcrcrcr"),
    ("gravity", ("cr------:P-------:------cr:crcrcrcr",), "", "cr------:P-------"),
    ("gravity", ("cw------:P-crRg--",), "", "cw--Rg--:P-------"),
    ("gravity", ("------Cu:CuCu--P-",), "", "CuCu--Cu:------P-"),
    ("gravity", ("--Cu----:--------:RuRu----",), "", "--Cu----:RuRu----"),
    ("half-destroy", ("SrSrSrSr:CuCuCuCu",), "", "SrSr----:CuCu----"),
    ("half-destroy", ("crcrSrSr:CucucuCu",), "", "Cu------"),
    ("half-destroy", ("SrcrSrcr:cucuCuCu",), "", "Srcr----:cucu----"),
    ("half-destroy", ("cwCuCucw:CuCuCuCu:crCuCuCu",), "", "--Cu----:CuCu----:crCu----"),
    ("half-destroy", ("Su--Cu--:P-CuCu--:CucrCu--",), "", "SuCu----:P-------:Cucr----"),
    ("stack", ("crcrcrcr", "SrSrSrSr"), "", "crcrcrcr:SrSrSrSr"),
    ("stack", ("CgCgCgCg:CgCg----", "----SrSr:SrSrSrSr"), "", "CgCgCgCg:CgCgSrSr:SrSrSrSr"),
    ("stack", ("crSrSrcr", "crcrcrSr"), "", "crSrSrcr:------Sr"),
    ("stack", ("--CuCuCu:--CuCuCu", "P-P-P-P-:CuCuCuCu"), "", "P-CuCuCu:--CuCuCu:--P-P-P-:CuCuCuCu"),
    ("paint", ("CrCrCrCr:SgSgSgSg",), "--colour b", "CrCrCrCr:SbSbSbSb"),
    ("paint", ("CuCuCrCr:------P-",), "--colour g", "CuCuCrCr:------P-"),
    ("paint", ("Cu----Cu:Cucc--P-",), "--colour w", "Cu----Cu:Cwcc--P-"),
    ("crystal", ("Cr--cr--:P-P-----",), "--colour g", "Crcgcrcg:cgcgcgcg"),
    ("push-pin", ("SrSrSrSr",), "", "P-P-P-P-:SrSrSrSr"),
    ("push-pin", ("SrSr----:CrCrCrCr",), "", "P-P-----:SrSr----:CrCrCrCr"),
    ("push-pin", ("SrSr----:CrCrCrCr:crcrcrcr:cr------:cr------",), "--layers 5", "P-P-----:SrSr----:CrCrCrCr"),
    (
        "push-pin", ("cwcwP---:cwCuP---:cwCuCu--:cw------:cw------",), "--layers 5",
        "P-P-P---:--CuP---:----P---:--CuCu--",
    ),
    ("push-pin", ("cwcwcw--:cw--Cu--:cw--cw--:cw------:cw------",), "--layers 5", "P-P-P---:----Cu--"),
    ("push-pin", ("crcrcrcr:crcrcrcr:crcrcrcr:crcrcrcr:crcrcrcr",), "--layers 5", "P-P-P-P-"),
    ("push-pin", ("cw--P---:cwCucrCu:cw------:cw------:cw------",), "--layers 5", "P---P---:----P---:--CucrCu"),
    ("rotate", ("Cr----Sb",), "", "SbCr----"),
    ("swap", ("CrCcCcCc", "SrSrSrSr"), "", "CrCcSrSr SrSrCcCc"),
    ("swap", ("P-------:Cu----Cu", "P-------:Cu----Cu"), "", "P-----Cu:Cu------ P-----Cu:Cu------"),
    ("swap", ("cccc----:Cu----Cu", "cr----cr:Cu----Cu"), "", "cccc--Cu:Cu------ Cu----Cu"),
)  # fmt: skip

BUILDABLE = (
    "P-P---P-:crcr--P-:P-cr--P-:P-cr--P-",  # DontMash/shapez-vortex 46
    "RmCcWcCm:--cm--cc:RcccCmcm:cmcccccm:cw--cw--",  # DontMash/shapez-vortex 55
    "P---P---:P-------:crCu--Cu",  # si-e/shapez2_calc
    "P-P-P-P-:crcrcrcr:WuWuWuWu",
    "cmCmCmCm:CycwCwCy:CwP-P-Cw:CyCyCyCy:P-CwCwP-",  # a shape of five layers from a thread about shape analysers
)
IMPOSSIBLE = (
    "P-------:P---P---:P-------:crCu--Cu",  # si-e/shapez2_calc
    # airtnqls/Shapez2-Analytics-tools, claw_impossible_shapes.txt
    "--Su--P-:------Su:Su----Su:------Su:cwSu--Su",
    "--P---Su:--Su----:Sucw----:--Su----:cwSu--Su",
    "--P---Su:--Su--P-:--Su----:--SuSu--:----cwSu",
    "--P---Su:--P-----:SuSu----:--Su----:cwSu--Su",
    "Su--P---:----Su--:----Su--:----SuSu:Su----cw",
    "--P---Su:--Su----:--cwSu--:--Su----:--SucwSu",
    "----P---:----Su--:--SucwSu:----Su--:----Sucw",
    "--P-----:--cw----:SuSu----:Su------:cw----Su",
    "------P-:------P-:------Su:------Su:Su--Sucw",
    "P-------:cw------:SuSu----:Su----Su:cwSu----",
)

# shapez2-solver, README: shapes of a configuration, up to rotation and mirror image.
TOTALS = (("quad1", 55), ("quad2", 5_092), ("quad3", 502_906), ("quad4", 44_233_241), ("hex1", 430), ("hex2", 567_318))

# Goals, and the machines that the best plan of another solver takes.
PLANS: tuple[tuple[str, str, int], ...] = (
    (
        "CaptainFlint/shapez2-swapper-solver, README",
        "RuRgRuRg RgRuRgRu --have RuRuRuRu,RgRgRgRg --machines swap,rotate",
        4,
    ),
    ("myaiexp/shapez2-solver", "P-P-P-P- --machines cut,swap,stack,push-pin,rotate", 8),
    ("myaiexp/shapez2-solver", "CuRuSuWu", 15),
    ("myaiexp/shapez2-solver", "CuRuCuRu", 15),
    ("myaiexp/shapez2-solver", "CrCuRuRu:CrCuCuCu", 13),
    ("myaiexp/shapez2-solver", "RwCwCwRw:RyCyCrRr", 25),
)


@pytest.mark.parametrize(("machine", "inputs", "more", "outputs"), OPERATIONS)
def test_an_operation_of_the_game(machine: str, inputs: tuple[str, ...], more: str, outputs: str) -> None:
    code, found, _ = ask(f"shapez op {machine} {more} -- {' '.join(inputs)}")
    assert code == 0
    assert found.split()[: len(outputs.split())] == outputs.split()


@pytest.mark.parametrize("code", BUILDABLE)
def test_a_shape_that_players_built(code: str) -> None:
    assert shapez.is_buildable(code)


@pytest.mark.parametrize("code", IMPOSSIBLE)
def test_a_shape_that_is_known_to_be_impossible(code: str) -> None:
    assert not shapez.is_buildable(code)


@pytest.mark.parametrize(("configuration", "shapes"), TOTALS)
def test_a_published_total(configuration: str, shapes: int) -> None:
    assert shapez.count(configuration).total == shapes


@pytest.mark.parametrize(("source", "words", "machines"), PLANS)
def test_a_plan_takes_no_more_machines(source: str, words: str, machines: int) -> None:
    code, found, _ = ask(f"shapez plan {words} --json")
    assert code == 0, source
    assert json.loads(found)["plan"]["cost"] <= machines, source


def test_a_mixture() -> None:
    case: Case = ("the game: cyan and yellow share green", "shapez op mix cyan yellow", "g")
    check(case)
