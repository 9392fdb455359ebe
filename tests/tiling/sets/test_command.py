"""The command 'tiling set': what it prints, its files, and its answers verified."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from shapewright import tiling
from shapewright.cli import main
from shapewright.errors import NotationError

DOMINOES = ("--board", "5x6", "--pieces", "any*I2")


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    main(["tiling", "set", *arguments, "--json"])
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["tiling", "set", *arguments]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "number"),
    [
        ([], 1183),
        (["--fault-free"], 6),
        (["--no-crossroads"], 2),
        (["--symmetric"], 123),
        (["--asymmetric"], 1060),
        (["--has", "I 0,0 1,0", "--lacks", "I 4,5 4,4"], 217),
    ],
)
def test_a_set_is_filtered_counted_and_verified(
    capsys: pytest.CaptureFixture[str], options: list[str], number: int
) -> None:
    assert printed(capsys, *DOMINOES, *options) == f"{number}\n"
    answer = asked(capsys, *DOMINOES, *options, "--limit", "3", "--marginals", "all")
    assert (answer["count"], len(answer["solutions"])) == (number, min(number, 3))
    found = tiling.verify(answer)
    assert found.valid is True, found.lines()
    assert {"count", "marginals", "solutions", "verdict"} <= {*found.checked}
    assert not found.not_checked
    wrong: list[tuple[str, Any]] = [
        ("count", number + 1),
        ("marginals", {"I": [[0, 0, 1]]}),
        ("marginals", {"Q": []}),
        ("verdict", "none"),
    ]
    for key, value in wrong:
        faults = tiling.verify(answer | {key: value}).faults
        assert key in [fault["claim"] for fault in faults]
    with pytest.raises(NotationError, match="'marginals' is not an object"):
        tiling.verify(answer | {"marginals": 5})


def test_a_solution_without_the_property_is_found_out(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, *DOMINOES, "--fault-free", "--limit", "1")
    other = asked(capsys, *DOMINOES, "--limit", "1")
    found = tiling.verify(answer | {"solutions": other["solutions"]})
    assert [fault["fault"] for fault in found.faults] == ["lacks a property that was asked for"]


def test_draws_are_drawn_again(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, *DOMINOES, "--random", "4", "--seed", "3")
    assert answer == asked(capsys, *DOMINOES, "--random", "4", "--seed", "3") | {"seconds": answer["seconds"]}
    assert tiling.verify(answer).valid is True
    assert tiling.verify(answer | {"seed": 4}).valid is False
    without_seed = asked(capsys, *DOMINOES, "--random", "2")
    assert tiling.verify(without_seed).valid is True


def test_sets_are_kept_and_combined(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    everything, tight, corner = (str(tmp_path / f"{name}.tilings") for name in ("all", "tight", "corner"))
    assert printed(capsys, *DOMINOES, "-o", everything) == "1183\n"
    assert printed(capsys, everything, "--fault-free", "-o", tight) == "6\n"
    assert printed(capsys, everything, "--has", "I 0,0 1,0", "-o", corner) == "520\n"
    both = int(printed(capsys, corner, "--intersection", tight))
    assert int(printed(capsys, corner, "--union", tight)) == 520 + 6 - both
    assert int(printed(capsys, corner, "--difference", tight)) == 520 - both
    answer = asked(capsys, corner, "--difference", tight, "--limit", "2")
    found = tiling.verify(answer)
    assert found.valid is None
    assert "files of sets" in found.not_checked["count"]
    assert "solutions" in found.checked


def test_a_file_of_a_set_has_its_own_puzzle(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    kept = str(tmp_path / "kept.tilings")
    printed(capsys, "--board", "2x2", "--pieces", "any*I2", "-o", kept)
    assert printed(capsys, kept) == "2\n"
    for option, value in (
        ("--board", "5x6"), ("--pieces", "any*I2"), ("--hole", "0,0"), ("--hole-box", "0,0,1x1"),
        ("--optional", "0,0"), ("--fixed", "I 0,0 1,0"), ("--problem", "0"),
    ):  # fmt: skip
        assert main(["tiling", "set", kept, option, value]) == 2
        error = capsys.readouterr().err
        assert f"is a set of solutions, which holds its puzzle; leave out {option}\n" in error


def test_pictures_are_maps_or_solutions(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    maps, solutions = tmp_path / "maps.svg", tmp_path / "solutions.svg"
    puzzle = ("--board", "4x5", "--pieces", "F5, L5, T5, Y5")
    printed(capsys, *puzzle, "-o", str(maps))
    printed(capsys, *puzzle, "--limit", "2", "-o", str(solutions))
    assert maps.read_text() != solutions.read_text()
    assert all(path.read_text().startswith("<svg") for path in (maps, solutions))
    assert printed(capsys, "--board", "2x3", "--pieces", "any*I2", "--marginals", "I") == "I:\n3 3\n3 3\n3 3\n"


def test_the_cheapest_are_those_of_all(capsys: pytest.CaptureFixture[str]) -> None:
    costs = ["I 0,0 5", "I 0,0 1,0 -3", "I 2,2 2,3 -2", "I 1"]
    board = ["--board", "5x4", "--pieces", "any*I2"]
    answer = asked(capsys, *board, "--cheapest", "7", *[each for cost in costs for each in ("--cost", cost)])

    def cost(solution: tiling.Solution) -> int:
        found = 0
        for each in solution.placements:
            cells = {*each.cells}
            found += 5 * ((0, 0) in cells) - 3 * ({(0, 0), (1, 0)} <= cells) - 2 * ({(2, 2), (2, 3)} <= cells) + 1
        return found

    problem = tiling.Problem.from_text("board 5x4\npieces any*I2")
    every = sorted(map(cost, tiling.solve(problem)))
    assert answer["costs"] == every[:7]
    found = tiling.verify(answer)
    assert found.valid is True, found.lines()
    assert {"costs", "count", "solutions"} <= {*found.checked}
    for wrong in ([every[0] - 1, *every[1:7]], [*every[:6], every[6] + 1], every[:6], [every[0] + 1, *every[1:7]]):
        assert "costs" in [fault["claim"] for fault in tiling.verify(answer | {"costs": wrong}).faults]
    printed_text = printed(capsys, *board, "--cheapest", "1", "--cost", "I 0,0 5")
    assert printed_text.startswith("cost 5\n")


def test_placements_are_counted(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert printed(capsys, "--board", "2x2", "--pieces", "2*I2", "--options").split("\n")[:2] == [
        "1 I 0,0 0,1",
        "1 I 0,0 1,0",
    ]
    answer = asked(capsys, *DOMINOES, "--options")
    solutions = list(tiling.solve(tiling.Problem.from_text("board 5x6\npieces any*I2")))
    for text, number in answer["options"][::7]:
        cells = tuple(tuple(map(int, word.split(","))) for word in text.split()[1:])
        assert number == sum(any(each.cells == cells for each in one.placements) for one in solutions)
    assert tiling.verify(answer).valid is True
    answer["options"][0][1] += 1
    assert [fault["claim"] for fault in tiling.verify(answer).faults] == ["options"]
    path = tmp_path / "costs.dlx"
    path.write_text("a b c\na|3\nb|2 c\nb c|1\na b c|9\n")
    assert printed(capsys, str(path), "--options") == "2 a|3\n1 b c|2\n1 b c|1\n1 a b c|9\n"
    assert printed(capsys, str(path), "--cheapest", "2").startswith("cost 4\na")
    assert tiling.verify(asked(capsys, str(path), "--cheapest", "2")).valid is True
    assert main(["tiling", "set", str(path), "--cheapest", "1", "--cost", "a 3"]) == 2


def test_an_exact_cover_has_a_set_too(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "toy.dlx"
    path.write_text("A B C\nA B\nC\nA\nB C\n")
    assert printed(capsys, str(path)) == "2\n"
    answer = asked(capsys, str(path), "--limit", "5")
    assert tiling.verify(answer).valid is True
    drawn = asked(capsys, str(path), "--random", "3", "--seed", "2")
    assert tiling.verify(drawn).valid is True
    kept = str(tmp_path / "toy.tilings")
    printed(capsys, str(path), "-o", kept)
    assert printed(capsys, kept, "--limit", "1") == "A B\nC\n"
    assert main(["tiling", "solve", kept]) == 4
    assert "'tiling set FILE' reads it" in capsys.readouterr().err
    assert main(["tiling", "set", kept, "--fault-free"]) == 2
    assert "are about boards with pieces" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--limit", "1", "--random", "1"], "give one of them"),
        (["--symmetric", "--asymmetric"], "give one of the two"),
        (["--has", "I"], "'I' names no cell"),
        (["--has", "Q 0,0"], "there is no piece 'Q'"),
        (["--union", "nothing.tilings"], "nothing.tilings"),
        (["--random", "1000001"], "at most 100000"),
        (["--cheapest", "2", "--limit", "1"], "--cheapest says which solutions are shown"),
        (["--cheapest", "2"], "nothing has a cost; --cost 'X 2,3 5' says"),
        (["--cost", "I 0,0 5"], "--cost is for --cheapest, which is missing"),
        (["--cheapest", "2", "--cost", "I 0,0"], "'I 0,0' is not a cost"),
        (["--cheapest", "2", "--cost", "5"], "'5' is not a cost"),
        (["--cheapest", "2", "--cost", "Q 5"], "there is no piece 'Q'"),
    ],
)
def test_what_makes_no_sense_is_refused(capsys: pytest.CaptureFixture[str], options: list[str], words: str) -> None:
    assert main(["tiling", "set", *DOMINOES, *options]) in (2, 4)
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1
