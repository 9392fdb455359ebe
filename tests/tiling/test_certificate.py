from pathlib import Path

import pytest
from tests.certificates.changed_covers import CHECKER
from tests.reference import exact_covers

from shapewright.claims import covers
from shapewright.errors import CertificateError, ProblemError, StoppedError
from shapewright.tiling import Problem, count, first
from shapewright.tiling.certificate import certificate
from shapewright.tiling.covers.exact_cover import ExactCover

PUZZLES = {
    "pentominoes": ("3x20", "pentominoes"),
    "free pieces": ("5x6", "any*I2, 0-3*V3"),
    "one hand": ("4x5", "one-sided-tetrominoes"),
    "half turns": ("4x4", "any*half-turn-L4, any*I2"),
    "cubes": ("2x3x4", "any*I2, 0-2*V3"),
    "soma": ("3x3x3", "soma"),
    "hexagons": ("hex:hexagon-3", "any*hex:I2, 1*hex:I1"),
    "triangles": ("triangle:6x3", "any*triangle:I3"),
    "sticks": ("sticks:2x2", "any*sticks:I2, any*sticks:I1"),
    "torus": ("torus:4x4", "any*I2"),
    "moebius": ("moebius:5x3", "any*I3, any*V3"),
    "klein": ("klein:4x3", "2*L4, any*I2"),
}


def checked(problem: Problem | ExactCover, *args: str, **options: bool) -> str:
    made = certificate(problem, *args, **options)  # type: ignore[arg-type]
    assert made.checker == "check_cover.py"
    return str(CHECKER.proven(made.lines))


@pytest.mark.parametrize("name", PUZZLES)
def test_counts(name: str) -> None:
    problem = Problem(*PUZZLES[name])
    assert checked(problem).split()[0] == str(count(problem))


@pytest.mark.parametrize("name", [name for name in PUZZLES if name not in ("torus", "moebius", "klein")])
@pytest.mark.parametrize("rotations_only", [False, True])
def test_counts_up_to_symmetry(name: str, rotations_only: bool) -> None:
    problem = Problem(*PUZZLES[name])
    how = {"up_to_symmetry": not rotations_only, "rotations_only": rotations_only}
    assert checked(problem, **how).split()[0] == str(count(problem, **how))


@pytest.mark.parametrize(
    ("board", "pieces", "weights"),
    [
        ("8x8", "15*T4, O4", True),
        ("21x21", "any*I2", True),
        ("6x6", "any*L4, I4, Z4", False),
        ("5x5", "5*Y5", True),
    ],
)
def test_none(board: str, pieces: str, weights: bool) -> None:
    lines = list(certificate(Problem(board, pieces), "none").lines)
    assert CHECKER.proven(iter(lines)).startswith("no cover of ")
    assert lines[-1].startswith("w ") == weights


def test_a_fixed_piece_is_off_the_board() -> None:
    problem = Problem("5x4", "any*I2, 2*V3")
    tiling = first(problem)
    assert tiling is not None
    problem = Problem(problem.board, problem.pieces, tiling.placements[:2])
    assert checked(problem).split()[0] == str(count(problem))


def test_exact_covers() -> None:
    cover = ExactCover(
        ["ab", "acx", "cx", "a", "b", "bcy", "y"],
        items="abc",
        secondary="xy",
        bounds={"a": (1, 2)},
        costs=[3, -1, 2, 0, 0, 1, 9],
    )
    every = list(exact_covers.solutions(cover))
    assert checked(cover).startswith(f"{len(every)} covers of ")
    least = min(sum(cover.costs[number] for number in one) for one in every)
    assert checked(cover, "least cost").startswith(f"least cost {least} of ")


def test_no_certificate(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CertificateError, match="there is a tiling"):
        certificate(Problem("2x2", "any*I2"), "none")
    with pytest.raises(CertificateError, match="with colours"):
        certificate(ExactCover([{"a": None, "x": "red"}], secondary="x"))
    with pytest.raises(CertificateError, match="glued sides"):
        certificate(Problem("torus:4x4", "any*I2"), up_to_symmetry=True)
    monkeypatch.setattr(covers, "MOST_BYTES", 100_000)
    with pytest.raises(CertificateError, match="states, too many"):
        certificate(Problem("6x10", "pentominoes"))


def test_the_time_limit_ends_it() -> None:
    with pytest.raises(StoppedError):
        certificate(Problem("5x12", "pentominoes"), time_limit=0.01)


def test_a_certificate_is_written_once_and_whole(tmp_path: Path) -> None:
    proof = certificate(Problem("4x4", "4*L4"))
    assert proof.write(str(tmp_path / "first.cert"))["bytes"] == (tmp_path / "first.cert").stat().st_size > 0
    with pytest.raises(ProblemError, match="has been written already"):
        proof.write(str(tmp_path / "again.cert"))
    assert not (tmp_path / "again.cert").exists()


def test_another_claim_is_refused() -> None:
    with pytest.raises(ProblemError, match="expected covers, none or least cost"):
        certificate(Problem("4x4", "4*L4"), "most")  # type: ignore[arg-type]
