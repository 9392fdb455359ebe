"""The shared options: what they accept, what they hand over, and how they refuse."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shapewright.cells.grid import Board
from shapewright.cells.pieces import parse_pieces
from shapewright.cells.polyomino import Piece
from shapewright.cli import main, options
from shapewright.cli.output import envelope
from shapewright.cli.root import root
from shapewright.errors import ShapewrightError
from shapewright.storage.json import json_text

every_option = options.combined(
    options.board,
    options.hole,
    options.hole_box,
    options.pieces,
    options.seed,
    options.limit,
    options.threads,
    options.time_limit,
    options.checkpoint,
    options.cluster,
    options.json_output,
    options.jsonl_output,
    options.output,
    options.quiet,
    options.verbose,
)
Call = Callable[..., tuple[int, dict[str, Any], str]]


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Call:
    """Run a command that has every option; give its exit code, the values it got, and standard error."""
    got: dict[str, Any] = {}

    @click.command("probe")
    @every_option
    def probe(**values: Any) -> None:
        got.update(values, envelope=envelope(complete=True, seconds=0.25, count=7))

    monkeypatch.setattr(root, "get_command", lambda context, name: probe)
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> tuple[int, dict[str, Any], str]:
        got.clear()
        code = main(["probe", *arguments])
        return code, dict(got), capsys.readouterr().err

    return run


def test_nothing_given(call: Call) -> None:
    code, got, _ = call()
    assert code == 0
    envelope = got.pop("envelope")
    assert {name for name, value in got.items() if value is None} == {
        "board",
        "pieces",
        "seed",
        "limit",
        "threads",
        "time_limit",
        "checkpoint",
        "cluster",
        "output",
    }
    assert not any(got.values())
    assert envelope["parameters"] == {}


def test_values_are_parsed(call: Call) -> None:
    code, got, _ = call("--board", "3x2", "--pieces", "2*T4", "--hole", "1,0", "--hole", "0,0", "--time-limit", "0.5")
    assert code == 0
    assert got["board"] == Board.box(3, 2)
    assert got["holes"] == ((1, 0), (0, 0))
    assert got["pieces"] == parse_pieces("2*T4")
    assert all(isinstance(piece, Piece) for piece in got["pieces"])
    assert 0 < got["time_limit"] <= 0.5


def test_the_envelope_repeats_what_was_given_as_it_was_written(call: Call) -> None:
    _, got, _ = call("--board", "3x2", "--pieces", "2*T4", "--hole", "1,0", "--seed", "7", "--json", "-v")
    envelope = json.loads(json_text(got["envelope"]))
    assert envelope.pop("version")
    assert envelope == {
        "command": "probe",
        "parameters": {
            "board": "3x2",
            "pieces": "2*T4",
            "hole": ["1,0"],
            "seed": 7,
        },
        "complete": True,
        "seconds": 0.25,
        "count": 7,
    }


def test_a_board_may_be_art_a_file_or_standard_input(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corner = Board(frozenset({(0, 0), (1, 0), (0, 1)}))
    (tmp_path / "corner.txt").write_text("#.\n##\n")
    assert call("--board", "#./##")[1]["board"] == corner
    assert call("--board", "corner.txt")[1]["board"] == corner
    assert call("--board", "./corner.txt")[1]["board"] == corner
    with (tmp_path / "corner.txt").open() as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        assert call("--board", "-")[1]["board"] == corner


def test_a_missing_board_file_is_no_board_of_coloured_cells(call: Call) -> None:
    code, _, err = call("--board", "board.txt")
    assert (code, err) == (4, "error: cannot read 'board.txt': no such file or directory\n")


def test_a_malformed_board_is_2_as_an_argument_and_4_in_a_file(call: Call, tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text("##\n!#\n")
    code, _, err = call("--board", "##/!#")
    assert code == 2
    assert "'!'" in err
    code, _, err = call("--board", "bad.txt")
    assert code == 4
    assert err.startswith("error: 'bad.txt': '!'")


def test_standard_input_is_read_once(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "corner.txt").write_text("#.\n##\n")
    with (tmp_path / "corner.txt").open() as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        code, _, err = call("--board", "-", "--pieces", "-")
    assert (code, err) == (2, "error: standard input ('-') can be read only once in a command\n")


def test_pieces_from_a_file(call: Call, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("pieces 2*T4\npiece A 3\n  ##\n  #.\n")
    names = {piece.name: piece.maximum for piece in call("--pieces", "mine.txt")[1]["pieces"]}
    assert sorted(names.values()) == [2, 3]
    assert "A" in names


def test_an_unknown_piece(call: Call) -> None:
    code, _, err = call("--pieces", "T4,heptagons")
    assert code == 2
    assert "heptagons" in err


@pytest.mark.parametrize("size", ["1000000x1000000", "9" * 5000 + "x2", "0x3"])
def test_a_board_out_of_bounds(call: Call, size: str) -> None:
    code, _, err = call("--board", size)
    assert code == 2
    assert err.startswith("error: ")
    assert len(err) < 200


@pytest.mark.parametrize(
    ("option", "largest"),
    [("--seed", 2**64 - 1), ("--limit", 10**12), ("--threads", 1024)],
    ids=lambda value: str(value),
)
def test_whole_numbers(call: Call, option: str, largest: int) -> None:
    assert call(option, str(largest))[1][option[2:]] == largest
    for wrong in (str(largest + 1), "-1", "1.5", "1e3", "nan", "1_0", "１", "", " 1", "0x10", "9" * 10000, "spam"):
        code, got, err = call(option, wrong)
        assert (code, got) == (2, {})
        assert err.startswith(f"error: {option} takes a whole number from ")
        assert len(err) < 150


@pytest.mark.parametrize("text", ["0", "-1", "nan", "inf", "1e400", "1_0", "", "soon", "9" * 9999])
def test_no_time_limit(call: Call, text: str) -> None:
    code, _, err = call("--time-limit", text)
    assert code == 2
    assert err.startswith("error: --time-limit takes a number of seconds, more than 0 and at most 315360000, not ")


@pytest.mark.parametrize("text", ["1", "0.001", "1e3", "315360000"])
def test_time_limits(call: Call, text: str) -> None:
    left = call("--time-limit", text)[1]["time_limit"]
    assert 0 < left <= float(text)
    assert f"{left:.3f}" == f"{float(text):.3f}"


def test_two_formats_at_once(call: Call) -> None:
    code, _, err = call("--json", "--jsonl")
    assert (code, err) == (2, "error: --json and --jsonl are two formats; give one of them\n")


@pytest.mark.parametrize("option", ["-o", "--checkpoint"])
def test_a_file_that_cannot_be_written_is_refused_before_the_work(call: Call, tmp_path: Path, option: str) -> None:
    (tmp_path / "folder").mkdir()
    assert call(option, "a.json")[0] == 0
    code, _, err = call(option, "nosuch/a.json")
    assert code == 4
    assert err.startswith("error: cannot write 'nosuch/a.json': there is no folder ")
    assert call(option, "folder")[0] == 4
    assert call(option, "-")[0] == 2
    assert not (tmp_path / "a.json").exists()


def test_holes_are_taken_away() -> None:
    board = options.without_holes(Board.box(3, 3), ((0, 0),), options.parse_box("1,1,2x2"))
    assert board.to_text().split() == ["#..", "#..", ".##"]
    assert options.without_holes(board, (), ()) is board


def test_a_hole_box_has_its_corner_at_the_lower_left() -> None:
    assert set(options.parse_box("6,5,3x1")) == {(6, 5), (7, 5), (8, 5)}
    assert set(options.parse_box("0,1,2,1x1x2")) == {(0, 1, 2), (0, 1, 3)}


@pytest.mark.parametrize(
    "text", ["", ",", "3x5", "6,6", "6,3x5", "6,6,0x5", "6,6,6,3x5", "-1,0,2x2", "0,0,2000x2000", "0,0,2x2,", "a,b,2x2"]
)
def test_a_malformed_hole_box(call: Call, text: str) -> None:
    code, _, err = call("--hole-box", text)
    assert code == 2
    assert err.startswith("error: ")
    assert text in err


@given(st.text(alphabet="0123456789,xX -#", max_size=24) | st.text(max_size=12))
def test_any_hole_box_is_cells_or_an_error_of_ours(text: str) -> None:
    try:
        cells = options.parse_box(text)
    except ShapewrightError:
        return
    assert len(set(cells)) == len(cells) > 0
