import pytest
from tests.reference.unit_propagation import drat_holds, veripb_holds

from shapewright.errors import CertificateError
from shapewright.tiling import Problem
from shapewright.tiling import refutation as module
from shapewright.tiling.covers.exact_cover import ExactCover
from shapewright.tiling.refutation import refutation

PUZZLES = {
    "dominoes": Problem("3x3", "any*I2"),
    "once": Problem("3x4", "I4, T4, Z4"),
    "perhaps once": Problem("3x3", "0-1*V3, 0-1*L4, 0-1*T4"),
    "several": Problem("3x3", "3*L3=#../###"),
    "torus": Problem("torus:3x3", "any*I2"),
    "exact cover": ExactCover(["ab", "bc", "ca", "abx", "cx"], secondary="x", items="abcd"),
    "exact cover of pairs": ExactCover(["ab", "bc", "ca", "abd", "bcd"]),
}


@pytest.mark.parametrize("name", PUZZLES)
def test_every_clause_follows_by_unit_propagation(name: str) -> None:
    made = refutation(PUZZLES[name])
    formula, proof = list(made.formula), list(made.proof)
    assert drat_holds(formula, proof)
    assert proof == ["0"] or not drat_holds(formula, ["0"])
    made = refutation(PUZZLES[name], "veripb")
    assert veripb_holds(list(made.formula), list(made.proof))


def test_a_clause_that_does_not_follow_is_found() -> None:
    made = refutation(PUZZLES["once"])
    formula, proof = list(made.formula), list(made.proof)
    assert len(proof) > 3
    assert not drat_holds(formula[:1] + ["1 -1 0"] * (len(formula) - 1), proof)


def test_no_refutation(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CertificateError, match="there is a tiling"):
        refutation(Problem("2x2", "any*I2"))
    monkeypatch.setattr(module, "MOST_STATES", 2)
    with pytest.raises(CertificateError, match="more than 2 states"):
        refutation(PUZZLES["once"])
