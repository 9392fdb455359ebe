"""``shapewright tiling takeapart``: levels and moves in words, exit codes, answers verified and tampered with."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shapewright.cli import main

Capture = pytest.CaptureFixture[str]
BOLT = "board\n  ##?##\n  ##??#\n  #####\n\npiece F 1 fixed\n  ##.##\n  #...#\n  #####\n\npiece B 1 fixed\n  #\n"
RING = ("--board", "3x3", "--pieces", "piece R\n  ###\n  #.#\n  ###\n\npiece I\n  #\n")


def test_levels_and_moves_are_printed(capsys: Capture) -> None:
    Path("bolt.txt").write_text(BOLT)
    assert main(["tiling", "takeapart", "bolt.txt"]) == 0
    assert capsys.readouterr().out == (
        "1 assembly, 1 comes apart\nlevel  assemblies\n2               1\n\n"
        "FF?FF\nFB??F\nFFFFF\n\nlevel 2, 2 moves\nB F:\n  1. B +x 1\n  2. B +y out\n"
    )
    assert main(["tiling", "takeapart", "bolt.txt", "--first"]) == 0
    assert capsys.readouterr().out.startswith("assembly 1 is the first that comes apart\n\nFF?FF\n")


def test_the_plane_holds_what_could_be_lifted(capsys: Capture) -> None:
    assert main(["tiling", "takeapart", *RING]) == 1
    assert capsys.readouterr().out == "impossible: there is one assembly, and it does not come apart\n"
    assert main(["tiling", "takeapart", *RING, "--first"]) == 1
    assert capsys.readouterr().out == "impossible: there is one assembly, and it does not come apart\n"
    assert main(["tiling", "takeapart", *RING, "--lift"]) == 0
    assert "z out" in capsys.readouterr().out


def test_no_assembly_has_a_reason(capsys: Capture) -> None:
    for more in ([], ["--first"]):
        assert main(["tiling", "takeapart", "--board", "3x3", "--pieces", "2*I4", *more]) == 1
        assert capsys.readouterr().out == "impossible: the pieces cover 8 cells, but the board has 9\n"


def test_what_has_no_board_is_refused(capsys: Capture) -> None:
    Path("cover.dlx").write_text("a b\na\nb\n")
    assert main(["tiling", "takeapart", "cover.dlx"]) == 2
    assert "taking apart needs a board" in capsys.readouterr().err
    assert main(["tiling", "takeapart", *RING, "--first", "--highest"]) == 2
    assert "the highest level is not known" in capsys.readouterr().err


def _unit(answer: dict[str, Any]) -> None:
    answer["solutions"][0]["disassembly"]["parts"][0]["steps"][0]["units"] = 2


def _level(answer: dict[str, Any]) -> None:
    answer["solutions"][0]["disassembly"]["level"] = "1"


def _table(answer: dict[str, Any]) -> None:
    answer["levels"][0]["assemblies"] = 2


def _apart(answer: dict[str, Any]) -> None:
    answer["apart"] = 0


def _number(answer: dict[str, Any]) -> None:
    answer["assemblies"] = 3


def _detour(answer: dict[str, Any]) -> None:
    """There and back before it goes: possible, but not the fewest moves."""
    record = answer["solutions"][0]["disassembly"]
    steps = record["parts"][0]["steps"]
    steps[:0] = [steps[0], {**steps[0], "direction": "-x"}]
    record["level"], record["moves"] = "4", 4


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_unit, "hits at"),
        (_level, "make the level 2"),
        (_table, "levels: "),
        (_apart, "apart: "),
        (_number, "assemblies: "),
        (_detour, "2 pieces part by 2 moves, not 4"),
    ],
)
def test_a_false_answer_is_found_out(change: Callable[[dict[str, Any]], None], said: str, capsys: Capture) -> None:
    Path("bolt.txt").write_text(BOLT)
    assert main(["tiling", "takeapart", "bolt.txt", "-o", "a.json"]) == 0
    assert main(["tiling", "verify", "a.json"]) == 0
    answer = json.loads(Path("a.json").read_text())
    change(answer)
    Path("a.json").write_text(json.dumps(answer))
    capsys.readouterr()
    assert main(["tiling", "verify", "a.json"]) == 1
    assert said in capsys.readouterr().out


@pytest.mark.parametrize(
    "options", [["--highest"], ["--limit", "3"], ["--limit", "0"], ["--first"], ["--rotations-only"]]
)
def test_every_answer_is_verified(options: list[str], capsys: Capture) -> None:
    assert (
        main(["tiling", "takeapart", "--board", "3x3x2", "--pieces", "any*tetracubes,any*I3", *options, "-o", "a.json"])
        == 0
    )
    assert main(["tiling", "verify", "a.json"]) == 0
    assert "not checked" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("spoilt", "said"),
    [
        ({"direction": "up"}, "the direction is not one of"),
        ({"pieces": ["A"]}, "is not a whole number"),
    ],
)
def test_a_malformed_step_is_named(spoilt: dict[str, Any], said: str, capsys: Capture) -> None:
    Path("bolt.txt").write_text(BOLT)
    assert main(["tiling", "takeapart", "bolt.txt", "-o", "a.json"]) == 0
    answer = json.loads(Path("a.json").read_text())
    answer["solutions"][0]["disassembly"]["parts"][0]["steps"][0].update(spoilt)
    Path("a.json").write_text(json.dumps(answer))
    assert main(["tiling", "verify", "a.json"]) == 4
    assert said in capsys.readouterr().err


def test_parts_that_name_each_other_wrongly_are_refused(capsys: Capture) -> None:
    assert main(["tiling", "takeapart", "--board", "3x1", "--pieces", "3*I1", "-o", "a.json"]) == 0
    answer = json.loads(Path("a.json").read_text())
    for rest, said in ((0, "not the number of a later part"), (None, "not every part comes of one before it")):
        answer["solutions"][0]["disassembly"]["parts"][0]["rest"] = rest
        Path("a.json").write_text(json.dumps(answer))
        assert main(["tiling", "verify", "a.json"]) == 4
        assert said in capsys.readouterr().err


def test_moves_are_written_as_pictures_and_pieces_as_solids(capsys: Capture) -> None:
    Path("bolt.txt").write_text(BOLT)
    beginnings = {".svg": b"<svg", ".png": b"\x89PNG", ".gif": b"GIF8", ".pdf": b"%PDF", ".html": b"<!"}
    for suffix, beginning in beginnings.items():
        for more in ([], ["--exploded"]):
            assert main(["tiling", "takeapart", "bolt.txt", *more, "-o", f"a{suffix}"]) == 0
            assert Path(f"a{suffix}").read_bytes().startswith(beginning)
    assert main(["tiling", "takeapart", "bolt.txt", "--unit", "20", "--inset", "0.2", "-o", "a.stl"]) == 0
    assert Path("a.stl").read_bytes().startswith(b"shapewright")
    assert main(["tiling", "takeapart", "bolt.txt", "--unit", "1", "--inset", "0.5", "-o", "b.stl"]) == 2
    assert "cannot be printed" in capsys.readouterr().err
    assert main(["tiling", "takeapart", "bolt.txt", "--limit", "0", "-o", "b.gif"]) != 0
