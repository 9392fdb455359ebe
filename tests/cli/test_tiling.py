"""``shapewright tiling``: the answers a person gets, the files they end up in, and how bad input is refused."""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shapewright.cli import main
from shapewright.tiling import Problem, Solution, faults
from shapewright.tiling.notation.art import parse_solutions
from shapewright.tiling.notation.dlx import ExactCover

Run = Callable[..., tuple[int, str, str]]

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
FIVE = str(EXAMPLES / "five_pieces.txt")
PENTOMINOES = ("--board", "6x10", "--pieces", "pentominoes")
# On a checkerboard the T covers 3 + 1.
IMPOSSIBLE = ("--board", "4x5", "--pieces", "tetrominoes")
# No invariant shows that there is no tiling.
SEARCHED = ("--board", "3x5", "--pieces", "3*U5")
HARD = ("--board", "5x4x5", "--pieces", "1-2*pentominoes")
DLX = "a b c | x\na b x:1\nc x:1\na x:2\nb c x:2\na b c\n"


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run ``shapewright tiling ...`` here; give its exit code, standard output and standard error."""

    def call(*arguments: str) -> tuple[int, str, str]:
        code = main(["tiling", *arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


@pytest.fixture
def answer(run: Run) -> Callable[..., Any]:
    """Run a command with ``--json`` and give the object it prints."""

    def call(*arguments: str) -> Any:
        code, out, err = run(*arguments, "--json")
        assert (code, err) in ((0, ""), (1, ""))
        return json.loads(out)

    return call


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Standard output and standard error are a terminal with colours."""
    monkeypatch.setenv("TERM", "xterm-256color")
    # The class of the streams, for every phase of a test has new ones.
    monkeypatch.setattr(type(sys.stdout), "isatty", lambda self: True)


def stdin(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))


def checked(problem: Problem, text: str) -> list[Solution]:
    """The solutions in letters, after the checker has seen them."""
    solutions = [Solution(problem, placements) for placements in parse_solutions(text, problem)]
    assert all(faults(problem, solution.placements) == [] for solution in solutions)
    return solutions


FIVE_PROBLEM = Problem.from_text(Path(FIVE).read_text())

# --- solve, list, random --------------------------------------------------------------------------------------------


def test_solve_prints_letters_where_there_is_no_terminal(run: Run) -> None:
    code, out, err = run("solve", FIVE)
    assert (code, err) == (0, "")
    assert len(checked(FIVE_PROBLEM, out)) == 1


def test_options_state_the_same_puzzle_as_a_file(run: Run) -> None:
    Path("puzzle.txt").write_text(
        "board 5x4\nhole 4,0 0,3\noptional 1,3\npieces O4, any*I2, any*I1\nfixed O4 0,0 1,0 0,1 1,1\n"
    )
    options = ["--board", "5x4", "--hole", "4,0", "--hole-box", "0,3,1x1", "--optional", "1,3"]
    options += ["--pieces", "O4,any*I2,any*I1", "--fixed", "O4 0,0 1,0 0,1 1,1"]
    assert run("show", *options) == run("show", "puzzle.txt")
    assert run("count", *options) == run("count", "puzzle.txt")
    assert run("solve", *options)[0] == 0


@pytest.mark.usefixtures("terminal")
def test_a_terminal_gets_a_picture_and_a_remark(run: Run) -> None:
    code, out, err = run("solve", FIVE)
    assert code == 0
    assert out.startswith("\x1b[48;5;")
    assert out.count("\n") == 5
    assert err.startswith("tiling: ")
    assert "nodes" in err


@pytest.mark.usefixtures("terminal")
def test_no_color_is_respected(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    _, out, _ = run("solve", FIVE)
    assert "\x1b" not in out
    assert out.startswith("┌")


@pytest.mark.usefixtures("terminal")
def test_quiet_means_no_remarks(run: Run) -> None:
    assert run("solve", FIVE, "-q")[2] == ""


def test_verbose_adds_the_statistics(run: Run) -> None:
    _, _, err = run("count", *PENTOMINOES, "--up-to-symmetry", "-v")
    assert err.startswith("tiling: bit-sliced (")
    assert err.rstrip().endswith(" nodes")


@pytest.mark.parametrize("verb", ["solve", "list", "random"])
def test_a_proven_none_says_why_and_ends_with_1(run: Run, verb: str) -> None:
    code, out, err = run(verb, *IMPOSSIBLE)
    assert (code, err) == (1, "")
    assert out.startswith("impossible: on a checkerboard the board has 10 + 10 cells, but T covers 3 + 1")


def test_a_none_that_only_a_search_shows(run: Run) -> None:
    code, out, _ = run("solve", *SEARCHED)
    assert code == 1
    assert out.startswith("impossible: neither areas nor colourings forbid a tiling, but an exhaustive search of ")


def test_a_time_limit_never_looks_like_a_none(run: Run) -> None:
    code, out, err = run("list", *PENTOMINOES, "--time-limit", "0.000001")
    assert (code, out) == (3, "")
    assert "time limit" in err


def test_list_prints_every_tiling_once(run: Run) -> None:
    code, out, err = run("list", FIVE)
    assert (code, err) == (0, "")
    assert len({solution.placements for solution in checked(FIVE_PROBLEM, out)}) == 8
    assert len(checked(FIVE_PROBLEM, run("list", FIVE, "--up-to-symmetry")[1])) == 1
    assert len(checked(FIVE_PROBLEM, run("list", FIVE, "--rotations-only")[1])) == 2
    assert len(checked(FIVE_PROBLEM, run("list", FIVE, "--limit", "3")[1])) == 3


def test_solutions_as_json(answer: Callable[..., Any]) -> None:
    one, some, every = answer("solve", FIVE), answer("list", FIVE, "--limit", "3"), answer("list", FIVE)
    assert [len(each["solutions"]) for each in (one, some, every)] == [1, 3, 8]
    assert [each["complete"] for each in (one, some, every)] == [True, False, True]
    assert one["command"] == "tiling solve"
    assert one["parameters"]["file"] == FIVE
    assert one["engine"] in ("bit-sliced", "strip")
    assert one["nodes"] > 0
    assert Problem.from_text(one["puzzle"]) == FIVE_PROBLEM


def test_a_none_as_json_has_its_reason(answer: Callable[..., Any]) -> None:
    none = answer("solve", *IMPOSSIBLE)
    assert none["solutions"] == []
    assert none["complete"] is True
    assert "checkerboard" in none["reason"]


def test_json_that_is_stopped_says_that_it_is_not_complete(run: Run) -> None:
    code, out, err = run("list", *PENTOMINOES, "--json", "--time-limit", "0.000001")
    assert code == 3
    assert json.loads(out)["complete"] is False
    assert "time limit" in err


def test_json_lines_come_one_a_solution(run: Run) -> None:
    code, out, _ = run("list", FIVE, "--jsonl")
    assert code == 0
    assert [set(json.loads(line)) for line in out.splitlines()] == [{"placements"}] * 8
    assert run("list", *IMPOSSIBLE, "--jsonl") == (1, "", "")


def test_one_json_object_has_a_largest_length(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shapewright.cli.tiling.answer.MAX_LISTED", 3)
    monkeypatch.setattr("shapewright.cli.tiling.answer.MAX_FIGURES", 3)
    for arguments in (["--json"], ["-o", "a.json"], ["-o", "a.html"]):
        code, out, err = run("list", FIVE, *arguments)
        assert (code, out) == (2, "")
        assert "more than the 3 " in err
    assert run("list", FIVE, "--jsonl")[0] == 0
    assert os.listdir() == []


def test_a_seed_draws_the_same_tilings_again(run: Run) -> None:
    drawn = run("random", FIVE, "--limit", "5", "--seed", "7")
    assert drawn == run("random", FIVE, "--limit", "5", "--seed", "7")
    assert len(checked(FIVE_PROBLEM, drawn[1])) == 5


def test_random_tells_the_seed_it_took(run: Run, answer: Callable[..., Any]) -> None:
    drawn = answer("random", FIVE)
    again = answer("random", FIVE, "--seed", str(drawn["seed"]))
    assert again["solutions"] == drawn["solutions"]
    assert run("random", FIVE, "-v")[2].startswith("seed ")


# --- Files ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("a.txt", b""),
        ("a.json", b'{"version": '),
        ("a.jsonl", b'{"placements": '),
        ("a.svg", b"<svg "),
        ("a.PNG", b"\x89PNG"),
        ("a.html", b"<!DOCTYPE html>"),
    ],
)
def test_the_suffix_picks_the_format(run: Run, name: str, begins: bytes) -> None:
    assert run("solve", FIVE, "-o", name) == (0, "", "")
    content = Path(name).read_bytes()
    assert content.startswith(begins)
    if name == "a.txt":
        assert checked(FIVE_PROBLEM, content.decode())
    assert run("solve", FIVE, "-o", name, "--json", "-v")[1].startswith('{"version"')


def test_many_pictures_go_on_a_page(run: Run) -> None:
    assert run("list", FIVE, "-o", "all.html", "-v")[2].startswith("wrote 'all.html'\n")
    assert Path("all.html").read_text().count("<svg ") == 8


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["solve", FIVE, "-o", "a.gif"], "a tiling has no steps"),
        (["solve", FIVE, "-o", "a.dlx"], "holds a puzzle, not its solutions"),
        (["solve", FIVE, "-o", "a.xmpuzzle"], "holds a puzzle, not its solutions"),
        (["solve", FIVE, "-o", "a.pdf"], "'.pdf' is not a format of this answer; there are .txt .json .jsonl .svg"),
        (["solve", FIVE, "-o", "a"], "it has no suffix"),
        (["list", FIVE, "-o", "a.svg"], "holds one picture, and there may be several"),
        (["random", FIVE, "--limit", "2", "-o", "a.png"], "holds one picture, and there may be several"),
        (["count", FIVE, "-o", "a.svg"], "a number is no picture"),
        (["show", FIVE, "-o", "a.jsonl"], "here is a puzzle"),
        (["show", FIVE, "--jsonl"], "here is a puzzle"),
        (["solve", "a.dlx", "-o", "a.svg"], "an exact cover has no board to draw"),
        (["show", "a.dlx", "-o", "a.xmpuzzle"], "an exact cover (DLX) has none"),
        (["show", "a.dlx", "-o", "a.html"], "an exact cover (DLX) has none"),
    ],
)
def test_what_a_format_cannot_hold_is_refused(run: Run, arguments: list[str], reason: str) -> None:
    Path("a.dlx").write_text(DLX)
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert reason in err
    assert os.listdir() == ["a.dlx"]


def test_one_of_a_list_is_one_picture(run: Run) -> None:
    assert run("list", FIVE, "--limit", "1", "-o", "a.svg") == (0, "", "")
    assert Path("a.svg").exists()


def test_a_proven_none_leaves_no_file_but_json(run: Run) -> None:
    for name in ("a.txt", "a.jsonl", "a.svg", "a.html"):
        code, out, _ = run("solve", *IMPOSSIBLE, "-o", name)
        assert (code, out[:11]) == (1, "impossible:")
        assert not Path(name).exists()
    assert run("solve", *IMPOSSIBLE, "-o", "a.json")[0] == 1
    assert json.loads(Path("a.json").read_text())["solutions"] == []


def test_a_file_that_cannot_be_written_is_told_before_the_work(run: Run) -> None:
    assert run("solve", *HARD, "-o", "nosuch/a.svg")[0] == 4
    assert run("solve", *HARD, "-o", ".")[0] == 4


# --- count ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "number"),
    [
        ([*PENTOMINOES, "--up-to-symmetry"], 2339),
        (["--board", "20x20", "--pieces", "any*dominoes"], 1269984011256235834242602753102293934298576249856),
        (["--board", "8x8", "--pieces", "any*T4"], 84),
        ([FIVE], 8),
        ([FIVE, "--rotations-only"], 2),
        ([FIVE, "--engine", "sparse"], 8),
        ([FIVE, "--threads", "2"], 8),
        ([str(EXAMPLES / "pentominoes_8x8.txt"), "--up-to-symmetry"], 65),
        ([str(EXAMPLES / "soma.txt"), "--up-to-symmetry"], 240),
        ([str(EXAMPLES / "soma.xmpuzzle")], 11520),
        ([str(EXAMPLES / "pentominoes_3x20.dlx")], 8),
        ([*IMPOSSIBLE], 0),
    ],
    ids=lambda value: str(value)[-40:],
)
def test_count_prints_the_number_alone(run: Run, arguments: list[str], number: int) -> None:
    assert run("count", *arguments) == (0, f"{number}\n", "")


def test_count_as_json(answer: Callable[..., Any]) -> None:
    counted = answer("count", FIVE, "--up-to-symmetry")
    assert counted["count"] == 1
    assert counted["engine"]
    assert counted["nodes"] > 0
    assert counted["complete"] is True


def test_a_count_longer_than_python_likes_to_print(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shapewright.tiling.count", lambda problem, report, **options: 10**5000)
    assert run("count", FIVE)[1] == "1" + "0" * 5000 + "\n"
    assert run("count", FIVE, "--json")[0] == 0


def test_a_count_goes_into_a_file(run: Run) -> None:
    assert run("count", FIVE, "-o", "a.txt") == (0, "", "")
    assert Path("a.txt").read_text() == "8\n"
    assert run("count", FIVE, "-o", "a.json") == (0, "", "")
    assert json.loads(Path("a.json").read_text())["count"] == 8


def test_a_stopped_count_goes_on_from_its_checkpoint(run: Run) -> None:
    puzzle = ("--board", "3x4x5", "--pieces", "pentominoes", "--up-to-symmetry", "--checkpoint", "a.sqlite")
    code, out, err = run("count", *puzzle, "--time-limit", "0.05")
    assert (code, out) == (3, "")
    assert err.startswith("stopped after ")
    assert "; go on with:  shapewright tiling count --board 3x4x5 " in err
    code, out, err = run("count", *PENTOMINOES, "--checkpoint", "a.sqlite")
    assert (code, out) == (4, "")
    assert run("count", *puzzle) == (0, "3940\n", "")


def test_a_foreign_checkpoint_is_refused_and_left_as_it_is(run: Run) -> None:
    assert run("count", FIVE, "--checkpoint", "a.sqlite") == (0, "8\n", "")
    code, out, err = run("count", *PENTOMINOES, "--checkpoint", "a.sqlite")
    assert (code, out) == (4, "")
    assert "checkpoint 'a.sqlite' belongs to another problem" in err
    assert run("count", FIVE, "--checkpoint", "a.sqlite") == (0, "8\n", "")
    Path("b.sqlite").write_bytes(bytes(range(256)) * 20)
    assert run("count", FIVE, "--checkpoint", "b.sqlite")[0] == 4
    assert Path("b.sqlite").read_bytes() == bytes(range(256)) * 20


@pytest.mark.parametrize("address", ["nowhere", "", "tcp://:8786", "tcp://host:99999", "host:port"])
def test_a_cluster_has_an_address(run: Run, address: str) -> None:
    code, out, err = run("count", FIVE, "--cluster", address)
    assert (code, out) == (2, "")
    assert f"not {address!r}" in err


def test_threads_are_not_those_of_a_cluster(run: Run) -> None:
    assert run("count", FIVE, "--cluster", "tcp://host:8786", "--threads", "2")[0] == 2


# --- unique, explain ------------------------------------------------------------------------------------------------


def test_unique(run: Run, answer: Callable[..., Any]) -> None:
    code, out, _ = run("unique", str(EXAMPLES / "red_corner.txt"))
    assert (code, out.partition("\n")[0]) == (0, "unique")
    code, out, _ = run("unique", FIVE)
    verdict, _, pictures = out.partition("\n\n")
    assert (code, verdict) == (0, "not unique")
    first, second = checked(FIVE_PROBLEM, pictures)
    assert first.placements != second.placements
    assert run("unique", FIVE, "--up-to-symmetry")[1].startswith("unique\n")
    code, out, _ = run("unique", *IMPOSSIBLE)
    assert (code, out[:29]) == (1, "impossible: on a checkerboard")
    assert answer("unique", FIVE)["verdict"] == "not unique"
    assert answer("unique", *IMPOSSIBLE)["solutions"] == []


def test_explain(run: Run, answer: Callable[..., Any]) -> None:
    hexominoes = ("--board", "15x15", "--hole-box", "6,6,3x5", "--pieces", "hexominoes")
    reason = (
        "the board has 105 + 105 cells, but 11 of the 35 hexominoes cover 4 + 2, so the two colours must differ by 2"
    )
    assert run("explain", *hexominoes) == (1, f"impossible: on a checkerboard {reason} modulo 4\n", "")
    code, out, _ = run("explain", FIVE)
    assert (code, out.partition("\n")[0]) == (0, "possible: a tiling was found")
    assert checked(FIVE_PROBLEM, out.partition("\n\n")[2])
    code, out, _ = run("explain", *PENTOMINOES, "--time-limit", "0.000001")
    assert (code, out[:8]) == (3, "unknown:")
    assert answer("explain", *SEARCHED)["verdict"] == "impossible"


# --- verify ---------------------------------------------------------------------------------------------------------


def test_what_list_writes_verify_accepts(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for flag, name in (("-q", "a.txt"), ("--jsonl", "a.jsonl"), ("--json", "a.json")):
        Path(name).write_text(run("list", FIVE, flag)[1])
        assert run("verify", FIVE, name) == (0, "8 solutions, all right\n", "")
    # An answer that says it is complete is counted again.
    code, out, _ = run("verify", "a.json")
    assert (code, out.splitlines()[0], out.splitlines()[-1]) == (0, "8 solutions, all right", "the counts agree")
    stdin(monkeypatch, Path("a.jsonl").read_bytes())
    assert run("verify", FIVE, "-") == (0, "8 solutions, all right\n", "")


def test_solutions_of_a_puzzle_that_options_state(run: Run) -> None:
    Path("a.txt").write_text("AAB\nCCB\n")
    assert run("verify", "a.txt", "--board", "3x2", "--pieces", "3*I2") == (0, "1 solution, right\n", "")


def test_verify_names_the_first_fault_of_each_wrong_solution(run: Run, answer: Callable[..., Any]) -> None:
    Path("a.txt").write_text("AAB\nCCB\n\nAAB\nC.B\n\nAAA\nCCB\n\nABC\nABC\n")
    puzzle = ("a.txt", "--board", "3x2", "--pieces", "3*I2")
    code, out, err = run("verify", *puzzle)
    assert (code, err) == (1, "")
    assert out.splitlines() == [
        "solution 2: 'C' at 0,0 is none of the pieces",
        "solution 3: 'A' at 0,1 is none of the pieces",
        "2 of 4 solutions are wrong",
    ]
    verdict = answer("verify", *puzzle)
    assert verdict["valid"] is False
    assert [fault["solution"] for fault in verdict["faults"]] == [2, 3]


def test_verify_tells_solutions_that_come_twice(run: Run) -> None:
    Path("a.txt").write_text("AAB\nCCB\n\nBBA\nCCA\n")
    code, out, _ = run("verify", "a.txt", "--board", "3x2", "--pieces", "3*I2")
    assert (code, out) == (1, "solution 2: is solution 1 once more\n1 of 2 solutions is wrong\n")


def test_an_incomplete_list_that_says_it_is_complete_is_found_out(run: Run) -> None:
    whole = json.loads(run("list", FIVE, "--json")[1])
    whole["solutions"].pop()
    Path("a.json").write_text(json.dumps(whole))
    code, out, _ = run("verify", "a.json")
    assert (code, out.splitlines()[-1]) == (1, "the counts differ")


def test_recount_uses_two_engines(run: Run, answer: Callable[..., Any]) -> None:
    code, out, _ = run("verify", FIVE, "--recount", "--up-to-symmetry")
    assert code == 0
    first, second, verdict = out.splitlines()
    assert first.split()[0] != second.split()[0] == "sparse"
    assert first.split()[-1] == second.split()[-1] == "1"
    assert verdict == "the counts agree"
    counts = answer("verify", "--recount", *IMPOSSIBLE)["counts"]
    assert counts == [{"engine": "invariants", "count": 0}, {"engine": "sparse", "count": 0}]
    engines = [count["engine"] for count in answer("verify", FIVE, "--recount", "--engine", "sparse")["counts"]]
    assert engines == ["sparse", "bit-sliced"]


def test_recount_refuses_a_wrong_count(run: Run) -> None:
    Path("a.json").write_text(run("count", FIVE, "--json", "--up-to-symmetry")[1])
    assert run("verify", "a.json")[0] == 0
    wrong = json.loads(Path("a.json").read_text()) | {"count": 2, "engine": "\x1b[31m"}
    Path("a.json").write_text(json.dumps(wrong))
    assert run("verify", "a.json") == (1, "stated  2\nsparse  1\nthe counts differ\n", "")


def test_a_none_is_recounted(run: Run) -> None:
    Path("a.json").write_text(run("solve", *SEARCHED, "--json")[1])
    code, out, _ = run("verify", "a.json")
    assert (code, out.splitlines()[-1]) == (0, "the counts agree")
    wrong = json.loads(Path("a.json").read_text()) | {"puzzle": "board 3x2\npieces 3*I2"}
    Path("a.json").write_text(json.dumps(wrong))
    assert run("verify", "a.json")[0] == 1


# --- show -----------------------------------------------------------------------------------------------------------


def test_show_prints_the_puzzle_in_its_notation(run: Run) -> None:
    code, out, _ = run("show", FIVE)
    assert code == 0
    assert Problem.from_text(out) == FIVE_PROBLEM


@pytest.mark.usefixtures("terminal")
def test_show_draws_on_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    out = run("show", "--board", "3x3", "--pieces", "2*I2,any*one-sided-L3,0-1*O4", "--optional", "2,2")[1]
    assert out.splitlines()[0] == "9 cells (3x3), 1 of them may stay empty, 2 or more pieces of 4 or more cells in all"
    for caption in ("I2 ×2", "L3 ×any one-sided", "O4 ×0-1"):
        assert caption in out
    assert all(len(line) <= 80 for line in out.splitlines()[1:])


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize("example", ["red_corner.txt", "soma.txt", "fixed_square.txt", "room_to_spare.txt"])
def test_show_draws_every_example(run: Run, example: str) -> None:
    code, out, err = run("show", str(EXAMPLES / example))
    assert (code, err) == (0, "")
    assert "\x1b[48;5;" in out


@pytest.mark.parametrize("suffix", [".svg", ".png", ".html", ".json"])
def test_show_draws_a_puzzle_into_a_file(run: Run, suffix: str) -> None:
    assert run("show", str(EXAMPLES / "soma.txt"), "-o", f"a{suffix}") == (0, "", "")
    assert len(Path(f"a{suffix}").read_bytes()) > 100
    if suffix == ".html":
        assert Path("a.html").read_text().count("<svg ") == 8


def test_show_turns_notations_into_each_other(run: Run) -> None:
    for name in ("a.txt", "a.dlx", "a.xmpuzzle"):
        assert run("show", FIVE, "-o", name) == (0, "", "")
        assert run("count", name) == (0, "8\n", "")
    assert run("show", "a.xmpuzzle", "-o", "b.dlx")[0] == 0
    assert Path("b.dlx").read_text() == Path("a.dlx").read_text()


def test_show_draws_solutions(run: Run, answer: Callable[..., Any]) -> None:
    letters = run("list", FIVE)[1]
    Path("a.txt").write_text(letters)
    assert run("show", FIVE, "a.txt")[1] == letters
    Path("a.json").write_text(run("list", FIVE, "--json")[1])
    assert run("show", "a.json")[1] == letters
    assert run("show", "a.json", "-o", "a.html")[0] == 0
    assert Path("a.html").read_text().count("<svg ") == 8
    assert len(answer("show", FIVE, "a.txt")["solutions"]) == 8
    assert run("show", "a.json", "--jsonl")[1].count("\n") == 8
    assert run("show", "a.json", "-o", "a.svg")[0] == 2


# --- Exact covers and other sources ---------------------------------------------------------------------------------


def test_an_exact_cover_is_solved_and_listed(run: Run, answer: Callable[..., Any]) -> None:
    Path("a.dlx").write_text(DLX)
    assert run("count", "a.dlx") == (0, "3\n", "")
    covers = {"a b x:1\nc x:1", "a x:2\nb c x:2", "a b c"}
    assert set(run("list", "a.dlx")[1].removesuffix("\n").split("\n\n")) == covers
    (first,) = answer("solve", "a.dlx")["solutions"]
    assert "\n".join(first["options"]) in covers
    assert run("unique", "a.dlx")[1].startswith("not unique\n\n")
    assert ExactCover.from_text(run("show", "a.dlx")[1]) == ExactCover.from_text(DLX)
    assert answer("show", "a.dlx")["options"] == 5


def test_solutions_of_an_exact_cover_are_verified(run: Run) -> None:
    Path("a.dlx").write_text(DLX)
    for name, flag in (("b.txt", "-q"), ("b.jsonl", "--jsonl"), ("b.json", "--json")):
        Path(name).write_text(run("list", "a.dlx", flag)[1])
        assert run("verify", "a.dlx", name) == (0, "3 solutions, all right\n", "")
    assert run("verify", "b.json", "--recount")[0] == 0
    Path("b.txt").write_text("a b x:1\n\na b x:1\nb c x:2\n\nb a\n")
    assert run("verify", "a.dlx", "b.txt")[1].splitlines() == [
        "solution 1: item 'c' is covered 0 times",
        "solution 2: item 'b' is covered 2 times",
        "solution 3: 'b a' is no option of the puzzle",
        "3 of 3 solutions are wrong",
    ]


def test_an_exact_cover_without_a_solution(run: Run) -> None:
    Path("a.dlx").write_text("a b c\na b\nb c\n")
    assert run("solve", "a.dlx")[0] == 1
    Path("a.dlx").write_text("a b c\na b\n")
    assert run("solve", "a.dlx") == (1, "impossible: no option has the item 'c'\n", "")


@pytest.mark.parametrize(
    "arguments",
    [
        ["random"],
        ["explain"],
        ["count", "--up-to-symmetry"],
        ["list", "--rotations-only"],
        ["count", "--threads", "2"],
        ["count", "--checkpoint", "a.sqlite"],
    ],
)
def test_what_needs_a_board(run: Run, arguments: list[str]) -> None:
    Path("a.dlx").write_text(DLX)
    code, out, err = run(*arguments, "a.dlx")
    assert (code, out) == (2, "")
    assert "(DLX)" in err


@pytest.mark.parametrize("example", ["soma.txt", "soma.xmpuzzle", "pentominoes_3x20.dlx"])
def test_standard_input_may_hold_any_notation(run: Run, monkeypatch: pytest.MonkeyPatch, example: str) -> None:
    expected = run("show", str(EXAMPLES / example))
    stdin(monkeypatch, (EXAMPLES / example).read_bytes())
    assert run("show", "-") == expected


def test_a_burrtools_file_may_have_several_problems(run: Run) -> None:
    xml = Problem.from_text("title One\nboard 2x1\npieces I2").to_xmpuzzle()
    import gzip

    text = gzip.decompress(xml).decode()
    begin, end = text.index("<problem "), text.index("</problem>") + len("</problem>")
    Path("a.xmpuzzle").write_text(text[:end] + text[begin:end].replace("One", "Two") + text[end:])
    assert run("show", "a.xmpuzzle")[1].startswith("title One\n")
    assert run("show", "a.xmpuzzle", "--problem", "1")[1].startswith("title Two\n")
    assert run("show", "a.xmpuzzle", "-v")[2].startswith("the file has 2 problems, 0 (One), 1 (Two); this is 0")
    assert run("show", "a.xmpuzzle", "--problem", "2")[0] == 4
    assert run("show", FIVE, "--problem", "1")[0] == 4


# --- Bad input ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "no puzzle is given; name a file, or state one"),
        (["--board", "6x10"], "--pieces is missing"),
        (["--pieces", "pentominoes"], "--board is missing"),
        (["--hole", "1,1"], "--board is missing"),
        ([FIVE, "--board", "5x5"], "here are both"),
        ([FIVE, "--fixed", "A 0,0"], "here are both"),
        ([*PENTOMINOES, "--problem", "1"], "--problem chooses one of the problems in an .xmpuzzle file"),
        (["--board", "6x10", "--pieces", "Q9"], "'Q9' at position 1 of the piece list is not a piece"),
        (["--board", "6x10", "--pieces", "T4, frog"], "'frog' at position 5"),
        (["--board", "6x10", "--pieces", ""], "piece"),
        (["--board", "", "--pieces", "I2"], "the board has no cells"),
        (["--board", ".../...", "--pieces", "I2"], "the board has no cells"),
        (["--board", "0x5", "--pieces", "I2"], "the board 0x5 has no cells"),
        (["--board", "1x1", "--hole", "0,0", "--pieces", "I2"], "the board has no cells"),
        (["--board", "4x4", "--hole", "4,0", "--pieces", "I2"], "the hole 4,0 is not a cell of the board"),
        (["--board", "4x4", "--optional", "4,0", "--pieces", "I2"], "the optional cell 4,0 is not a cell"),
        (["--board", "4x4", "--optional", "", "--pieces", "I2"], "'' is not a cell"),
        (["--board", "4x4", "--optional", "x,0", "--pieces", "I2"], "'x,0' is not a cell"),
        (["--board", "1000000x1000000", "--pieces", "I2"], "1000000x1000000 is larger than the limit"),
        (["--board", "9" * 5000 + "x1", "--pieces", "I2"], "larger than the limit"),
        (["--board", "4x4", "--pieces", "1000000000*T4"], "'1000000000*T4' at position 1"),
        (["--board", "4x4", "--pieces", "9" * 5000 + "*T4"], "at position 1"),
        (["--board", "4x4", "--pieces", "99-ominoes"], "'99-ominoes'"),
        (["--board", "4x4", "--pieces", "tetracubes"], "is made of cubes but the board is flat"),
        (["--board", "4x4", "--pieces", "T4", "--fixed", ""], "--fixed '' has no cells"),
        (["--board", "4x4", "--pieces", "T4", "--fixed", "T"], "--fixed 'T' has no cells"),
        (["--board", "4x4", "--pieces", "T4", "--fixed", "X 0,0"], "fixed piece 'X' is not one of the pieces T"),
        (["--board", "4x4", "--pieces", "T4", "--fixed", "T 0,0 1,0 2,0 1,9"], "covers 1,9"),
        (["--board", "4x4", "--pieces", "T4", "--fixed", "T 0,0 1,0 2,0 3,0"], "has none of the shapes"),
        (
            ["--board", "4x4", "--pieces", "2*T4", "--fixed", "T 0,0 1,0 2,0 1,1", "--fixed", "T 1,1 0,2 1,2 2,2"],
            "fixed pieces 'T' and 'T' overlap at 1,1",
        ),
        ([*PENTOMINOES, "--engine", "steam"], "unknown engine 'steam'"),
        ([*PENTOMINOES, "--engine", "frontier"], "frontier"),
        ([*PENTOMINOES, "--time-limit", "-1"], "--time-limit takes a number of seconds"),
        ([*PENTOMINOES, "--limit", "0"], "--limit takes a whole number from 1"),
        ([*PENTOMINOES, "--json", "--jsonl"], "--json and --jsonl are two formats"),
    ],
    ids=lambda value: " ".join(value)[-50:] if isinstance(value, list) else "",
)
def test_bad_arguments_are_answered_with_a_sentence(run: Run, arguments: list[str], sentence: str) -> None:
    code, out, err = run("list", *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    assert len(err) < 400
    assert sentence in err


def test_a_piece_larger_than_the_board_is_no_error_but_a_none(run: Run) -> None:
    assert run("solve", "--board", "2x2", "--pieces", "I5") == (
        1,
        "impossible: the pieces cover 5 cells, but the board has 4\n",
        "",
    )
    code, out, _ = run("explain", "--board", "2x2", "--pieces", "I3,I1")
    assert (code, out) == (1, "impossible: the piece I3 fits nowhere on the board\n")
    assert run("solve", "--board", "2x2", "--pieces", "0-5*I5,any*I1")[0] == 0
    assert run("count", "--board", "2x2", "--pieces", "1000000*I5") == (0, "0\n", "")


def test_too_many_random_tilings_are_refused(run: Run) -> None:
    code, _, err = run("random", FIVE, "--limit", "1000000000")
    assert code == 2
    assert "--limit 1000000000 is more than" in err


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("a.txt", b"\xff\xfe\x00", "this is no text: byte 0xff at offset 0"),
        ("a.bin", bytes(range(1, 256)), "is not UTF-8"),
        ("a.txt", b"board 2x2\n\0", "zero byte at offset 10"),
        ("a.txt", b"", "the puzzle has no 'board'"),
        ("a.txt", b"board 2x2\n", "the puzzle has no pieces"),
        ("a.txt", b"board 2x2\npieces Q9\n", "line 2: "),
        ("a.txt", b"board 2x2\npieces I2\nfixed I 0,0 0,1\nfixed I 0,1 1,1\n", "line 4: "),
        ("a.txt", b"board 1000000x1000000\npieces I2\n", "larger than the limit"),
        ("a.txt", b"sponge 2x2\n", "'sponge' is no statement"),
        ("a.dlx", b"", "no line that names items"),
        ("a.dlx", b"a b\na z\n", "line 2: the option names 'z'"),
        ("a.dlx", b"9999999999|a b\na b\n", "line 1: "),
        ("a.xmpuzzle", b"", "neither gzipped nor XML"),
        ("a.xmpuzzle", b"\x1f\x8b\x08nonsense", "gzip"),
        ("a.xmpuzzle", b"<puzzle", "line 1: the XML is malformed"),
        ("a.json", b"{", "the text is not JSON"),
        ("a.json", b"{}", "has no 'puzzle' in it"),
        ("a.json", b'{"puzzle": 7}', "has no 'puzzle' in it"),
        ("a.json", b'{"puzzle": "board\\npieces I2"}', "'board' has neither a size nor a picture"),
        ("a.json", b'{"placements": []}\n{"placements": []}', "has no 'puzzle' in it"),
        ("a.json", b'{"a":' + b"[" * 100_000, "nested too deeply"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_bad_files_are_answered_with_a_sentence(run: Run, name: str, content: bytes, sentence: str) -> None:
    Path(name).write_bytes(content)
    code, out, err = run("solve", name)
    assert (code, out) == (4, "")
    assert err.startswith(f"error: '{name}': ")
    assert err.count("\n") == 1
    assert len(err) < 400
    assert sentence in err


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\xff", "this is no text"),
        (b"", "the text shows no solution"),
        (b"AAB\n", "solution 1 has 1 rows"),
        (b"AABB\nCCBB\n", ""),
        (b"[1, 2", "is not JSON"),
        (b"[3]", "is not {'piece': name"),
        (b'{"solutions": 3}', "'solutions' is not a list"),
        (b'[{"piece": "I", "cells": [[0]]}]', "is not a cell"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_bad_solutions_are_answered_with_a_sentence(run: Run, content: bytes, sentence: str) -> None:
    Path("a.any").write_bytes(content)
    code, out, err = run("verify", "./a.any", "--board", "3x2", "--pieces", "3*I2")
    if sentence:
        assert (code, out) == (4, "")
        assert err.startswith("error: './a.any': ")
        assert sentence in err
    else:
        assert code == 1


def test_the_arguments_of_verify_must_make_sense(run: Run) -> None:
    for arguments, sentence in (
        ([], "no puzzle is given"),
        ([FIVE], "there are no solutions to verify"),
        (["a", "b", "c"], "3 files are given"),
        ([FIVE, FIVE, "--board", "2x2", "--pieces", "I2"], "are too many"),
        (["-", "--board", "-", "--pieces", "I2"], "standard input"),
    ):
        code, out, err = run("verify", *arguments)
        assert (code, out) in ((2, ""), (4, ""))
        assert sentence in err


def test_what_is_no_file(run: Run) -> None:
    Path("folder.txt").mkdir()
    assert run("solve", "folder.txt") == (4, "", "error: cannot read 'folder.txt': is a directory\n")
    assert run("solve", "missing.txt") == (4, "", "error: cannot read 'missing.txt': no such file or directory\n")
    code, _, err = run("solve", "6x10")
    assert code == 4
    assert err.endswith("; a board is given as --board 6x10\n")


# --- Anything at all ------------------------------------------------------------------------------------------------

SUFFIXES = st.sampled_from([".txt", ".dlx", ".xmpuzzle", ".json", ".any"])
WORDS = ["board", "2x2", "pieces", "piece", "I2", "any*", "fixed", "0,0", "hole", "\n", "  ##", "%", "{", "<", '"', "|"]


def outcome(*arguments: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(["tiling", *arguments])
    return code, out.getvalue(), err.getvalue()


def assert_answered(code: int, out: str, err: str) -> None:
    if code == 0:
        assert err == ""
    else:
        assert (code, out) == (4, "")
        assert err.startswith("error: ")
        assert err.count("\n") == 1


@settings(max_examples=150)
@given(
    st.one_of(
        st.binary(max_size=80),
        st.text(max_size=80).map(lambda text: text.encode(errors="replace")),
        st.lists(st.sampled_from(WORDS), max_size=16).map(lambda words: " ".join(words).encode()),
    ),
    SUFFIXES,
)
def test_any_file_is_a_puzzle_or_refused(content: bytes, suffix: str) -> None:
    path = Path(f"fuzz{suffix}")
    path.write_bytes(content)
    assert_answered(*outcome("show", f"./{path}"))


@settings(max_examples=100)
@given(st.sampled_from(["soma.txt", "soma.xmpuzzle", "red_corner.txt"]), st.data())
def test_a_damaged_file_is_a_puzzle_or_refused(name: str, data: st.DataObject) -> None:
    content = bytearray((EXAMPLES / name).read_bytes())
    at = data.draw(st.integers(0, len(content) - 1))
    if data.draw(st.booleans()):
        del content[at:]
    else:
        content[at : at + 1] = data.draw(st.binary(max_size=3))
    Path(name).write_bytes(content)
    assert_answered(*outcome("show", name))


@settings(max_examples=100)
@given(st.one_of(st.binary(max_size=60), st.text('AB.?/\n{}[]"piece cells:0,1', max_size=60).map(str.encode)))
def test_any_solutions_are_right_or_wrong_or_refused(content: bytes) -> None:
    Path("fuzz.any").write_bytes(content)
    code, out, err = outcome("verify", "./fuzz.any", "--board", "2x2", "--pieces", "2*I2")
    if code == 1:
        assert out.startswith("solution ")
        assert err == ""
    else:
        assert_answered(code, out, err)


@settings(max_examples=100)
@given(st.sampled_from(["--board", "--hole", "--hole-box", "--optional", "--pieces", "--fixed"]), st.text(max_size=30))
def test_any_text_of_an_option_is_taken_or_refused(option: str, text: str) -> None:
    code, out, err = outcome("show", "--board", "2x2", "--pieces", "I2", option, text)
    assert code in (0, 2, 4)
    if code:
        assert out == ""
        assert err.startswith("error: ")
        assert err.count("\n") == 1


# --- As a process ---------------------------------------------------------------------------------------------------


def test_a_pipe_from_list_to_verify() -> None:
    listed = subprocess.run(
        [sys.executable, "-m", "shapewright", "tiling", "list", FIVE], capture_output=True, check=True
    )
    verified = subprocess.run(
        [sys.executable, "-m", "shapewright", "tiling", "verify", FIVE, "-"], input=listed.stdout, capture_output=True
    )
    assert (verified.returncode, verified.stdout) == (0, b"8 solutions, all right\n")


def test_ctrl_c_in_the_middle_of_a_list_leaves_no_file() -> None:
    command = [sys.executable, "-m", "shapewright", "tiling", "list", *PENTOMINOES, "--jsonl", "-o", "a.txt"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline().startswith(b'{"placements"')
    process.send_signal(signal.SIGINT)
    _, err = process.communicate()
    assert (process.returncode, err) == (130, b"stopped\n")
    assert os.listdir() == []
