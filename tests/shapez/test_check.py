"""The checker believes nothing: every kind of fault in a plan is found."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.reference.shapez.tree import parse

from shapewright.errors import InternalError
from shapewright.shapez.check import check, faults
from shapewright.shapez.plans import Plan, Step
from shapewright.shapez.shape import Shape

RING, EAST, WEST = map(Shape.from_code, ("CuCuCuCu", "CuCu----", "----CuCu"))

CUT = Plan(
    goals=(EAST,),
    steps=(Step("miner", (), (RING,)), Step("cut", (RING,), (EAST, WEST))),
    cost=1,
    lower_bound=1,
    optimal=True,
    depth=1,
    layers=4,
)

# The example of the C++ program's README (cpcp1998/shapez2-solver), whose plan has 24 nodes besides shared ones.
EXAMPLE = """\
[pin_push] P-P-P-P-:P-P-P-P-:CyCrCrCy:cb----Cg:CgcgCy--
  [rotate_180] P-P-P-P-:CyCrCrCy:cb----Cg:CgcgCycu:------cu
    [swap] P-P-P-P-:CrCyCyCr:--Cgcb--:CycuCgcg:--cu----
      [pin_push] P-P-----:CrCy----:--Cg----:Cycu----:--cu----
        [cut_east] CrCy----:--Cg----:Cycu----:--cu----
          [swap] CrCy--Cu:cuCg--cu:Cycu----:--cu----
            [input] CrCy----:cuCg----:Cycu----:--cu----
            [input] ------Cu:------cu
      [rotate_180] ----P-P-:----CyCr:----cb--:----Cgcg
        [cut_east] P-P-----:CyCr----:cb------:Cgcg----
          [rotate_cw 1] P-P-Cu--:CyCrCu--:cb--P---:CgcgCu--
            [swap] P-Cu--P-:CrCu--Cy:--P---cb:cgCu--Cg
              [cut_east] P-Cu----:CrCu----:--P-----:cgCu----
                [swap] P-Cu--Cu:cuCu--cu:CrP-----:cgCu----
                  [stack] P-Cu----:cuCu----:CrP-----:cgCu----
                    [pin_push] P-------:cu------:Cr------:cg------
                      [input] cu------:Cr------:cg------
                    [input] --Cu----
                    [input] --Cu----
                    [input] --P-----
                    [input] --Cu----
                  [input] ------Cu:------cu
              [pin_push] ------P-:------Cy:------cb:------Cg
                [input] ------Cy:------cb:------Cg
"""


def test_a_plan_without_fault() -> None:
    assert faults(CUT) == []
    check(CUT)


def test_the_published_example_replays() -> None:
    plan = parse(EXAMPLE)
    assert faults(plan) == []
    assert plan.layers == 5
    assert len(EXAMPLE.splitlines()) == 24


@pytest.mark.parametrize(
    "line", [line for line in EXAMPLE.splitlines() if "[input]" not in line], ids=lambda line: line.split()[-1]
)
def test_a_shape_changed_anywhere_in_the_example_is_found(line: str) -> None:
    # A crystal where there was none is in no shape that the step could have given.
    name, code = line.rsplit(" ", 1)
    changed = f"{name} {'cm' + code[2:]}"
    assert faults(parse(EXAMPLE.replace(line, changed, 1)))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"goals": (Shape.from_code("RuRu----"),)}, "the goal RuRu---- is never made"),
        ({"cost": 2}, "there are 1 machines, not 2"),
        ({"depth": 2}, "the plan is 1 machines deep, not 2"),
        ({"lower_bound": 2}, "a lower bound of 2 contradicts 1"),
        ({"lower_bound": 0}, "a lower bound of 0 contradicts 1"),
        ({"steps": CUT.steps[1:]}, "step 1 (cut) takes CuCuCuCu, which no earlier step makes"),
        ({"steps": CUT.steps[::-1]}, "step 1 (cut) takes CuCuCuCu, which no earlier step makes"),
        (
            {"steps": (CUT.steps[0], Step("cut", (RING,), (WEST, EAST)))},
            "step 2 (cut) gives CuCu---- and ----CuCu, not ----CuCu and CuCu----",
        ),
        ({"steps": (Step("miner", (), (EAST,)),)}, "step 1 (miner) gives CuCu----, which no miner delivers"),
        ({"steps": (Step("input", (), (EAST,)),)}, "step 1 (input) takes no input"),
        ({"steps": (Step("fluid", (), ("y",)), *CUT.steps)}, "step 1 (fluid) gives y, which is not a raw fluid"),
        ({"steps": (*CUT.steps, Step("fold", (RING,), (RING,)))}, "step 3 (fold) is not a machine"),
        (
            {"steps": (*CUT.steps, Step("stack", (RING,), (RING,)))},
            "step 3 (stack) takes 1 shapes and 0 fluids, not 2 and 0",
        ),
    ],
)
def test_every_fault_is_found(change: dict[str, object], fault: str) -> None:
    broken = replace(CUT, **change)  # type: ignore[arg-type]
    assert faults(broken)[0] == fault
    with pytest.raises(InternalError, match="failed its check"):
        check(broken)


def test_uncoloured_fluid_makes_crystals_and_nothing_else() -> None:
    half = Shape.from_code("CuCucucu")
    steps = (*CUT.steps, Step("fluid", (), ("u",)), Step("crystal", (EAST, "u"), (half,)))
    assert faults(replace(CUT, goals=(half,), steps=steps, cost=2, depth=2, lower_bound=2)) == []
    painted = (*CUT.steps, Step("fluid", (), ("u",)), Step("paint", (EAST, "u"), (EAST,)))
    assert (
        faults(replace(CUT, steps=painted))[0] == "step 4 (paint) paints with an uncoloured fluid, which does not exist"
    )


def test_only_seeds_and_pieces_are_inputs_of_plans_from_halves() -> None:
    for code, allowed in (
        ("cuCu----:Cr------", True),
        ("Cu----Cu:cr----cg", True),
        ("CuCuCu--", True),
        ("--P-----", True),
        ("CuCucu--", False),
        ("P-------:Cu------", False),
        ("CuCu----:P-------", False),
        ("--Cu----:Cu------", False),
        ("Cu--Cu--", False),
    ):
        assert (faults(parse(f"[input] {code}")) == []) is allowed, code
