import json
import random
from typing import Any

import pytest
from tests.certificates.changed_covers import CHECKER, changed
from tests.certificates.changes import checker
from tests.reference.certified_covers import covers

from shapewright.errors import CertificateError, StoppedError
from shapewright.packing import Problem, pack
from shapewright.packing.certificate import certificate

BEST_BOX = checker("check_packing")
MIXED = """T1 I3, T9, S5, S3 Z3 T2, T3 S3, T7 O2, S11, T13, S4 Z1 T3, S2 T7, Z6, T11 O1, T15 I1, S8 Z7 T6,
T5 S5 Z5, S3 Z4, I8 J13 L10 O13 S4 T8 Z8, I8 J13 L10 O13 S5 T7 Z8, L4 T4 S2, T5 O3 I1 S2"""


def proven(problem: Problem) -> str:
    made = certificate(problem, pack(problem))
    said = {"check_packing.py": BEST_BOX.check, "check_cover.py": lambda lines: CHECKER.proven(iter(lines))}
    return str(said[made.checker](list(made.lines)))


@pytest.mark.parametrize("bag", MIXED.replace("\n", " ").split(", "))
def test_the_best_box_of_a_bag(bag: str) -> None:
    packing = pack(bag)
    assert packing.status == "optimal"
    said = proven(Problem(bag))
    assert said.endswith(f"lie in {packing.width}x{packing.height}, and in no box that is better by score")


@pytest.mark.parametrize(
    ("bag", "place"),
    [("T3 S2", {"objective": "area"}), ("T4 Z2", {"width": 5}), ("S4 O1", {"width": 4}), ("Z5", {"objective": "area"})],
)
def test_least_area_and_lowest_strip(bag: str, place: dict[str, Any]) -> None:
    packing = pack(Problem(bag, **place))
    assert packing.status == "optimal"
    assert f"lie in {packing.width}x{packing.height}," in proven(Problem(bag, **place))


def test_pieces_that_may_not_be_turned() -> None:
    problem = Problem.from_text("pieces fixed-I4, fixed-L4, fixed-T4\nobjective area")
    assert " by area" in proven(problem)


def test_a_box_that_is_too_small() -> None:
    assert proven(Problem("T1 I3", box=(4, 4))).startswith("no cover of 16 cells")
    assert proven(Problem("S7", box=(6, 5))).startswith("no cover of 30 cells")


def test_no_more_cells_of_a_board() -> None:
    problem = Problem.from_text("board 5x5\npieces any*X5=.#./###/.#.")
    packing = pack(problem)
    assert packing.status == "optimal"
    assert f"at most {25 - int(packing.value) - 1} cells empty" in proven(problem)


def test_no_certificate() -> None:
    for problem, why in [
        (Problem("T1 I3", box=(4, 5)), "it holds all that it could"),
        (Problem("T1", clearance=1), "a clearance or a margin"),
        (Problem("T1 I3", box=(5, 5), objective="room"), "no certificates yet"),
    ]:
        with pytest.raises(CertificateError, match=why):
            certificate(problem, pack(problem))


def test_the_time_limit_ends_it() -> None:
    problem = Problem("T11 O1")
    with pytest.raises(StoppedError):
        certificate(problem, pack(problem), time_limit=0)


@pytest.mark.parametrize("bag", ["S2", "T2", "T1 S1", "I1 O1"])
def test_no_change_proves_what_is_false(bag: str) -> None:
    problem = Problem(bag)
    lines = list(certificate(problem, pack(problem)).lines)
    refused = 0
    for seed in range(300):
        attempt = changed(lines, random.Random(f"{bag} {seed}"))
        try:
            BEST_BOX.check(attempt)
        except Exception:
            refused += 1
            continue
        assert is_best(json.loads(attempt[0])), attempt
    assert refused > 150


def is_best(head: dict[str, Any]) -> bool:
    width, height = head["box"]
    cells = sum(len(piece["cells"]) * piece["least"] for piece in head["pieces"])

    def value(a: int, b: int) -> float:
        return (2.5 * cells - a * b) * min(a, b) / max(a, b) if head["goal"] == "score" else -a * b

    def holds(a: int, b: int) -> bool:
        board = [[x, y] for x in range(a) for y in range(b)]
        return any(True for _ in covers({"cells": board, "optional": range(a * b), "pieces": head["pieces"]}))

    sides = range(1, 12)
    boxes = [(a, b) for a in sides for b in sides if a * b >= cells and (head["goal"] != "strip" or a == width)]
    better = [box for box in boxes if value(*box) > value(width, height) + 1e-9]
    return holds(width, height) and not any(holds(*box) for box in better)
