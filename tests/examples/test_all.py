"""Every example runs as its first lines say, and every example is shown in the documentation."""

from __future__ import annotations

import re
import runpy
import sys
from pathlib import Path

import pytest
from docs.drawn_examples import PICTURES, draw_examples

from shapewright import tiling

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
NAMES = sorted(path.stem for path in EXAMPLES.glob("*.py"))

WORDS = {  # what stands behind the folder on the command line, and a file that is written then
    "assemblies": ([str(EXAMPLES / "soma.xmpuzzle")], "assembly.svg"),
    "calendar_year": (["2026", "2"], "2026-02-puzzles.pdf"),
    "classroom_sheet": (["2"], "sheet.pdf"),
    "contest_entry": (["2", "4"], "report.html"),
    "exact_covers": (["4"], "queens.svg"),
    "factory_day": (["CuCu----", "----CuCu"], "factory.svg"),
    "holding_experiment": (["2", "3", "3"], "holding.svg"),
    "level_maker": (["1", "2"], "001.svg"),
    "opener_guide": (["XXX____XXX/XXX____XXX/XXX____XXX/XXX____XXX", "OOOO"], "index.html"),
    "rectangles_study": (["2"], "rectangles.svg"),
    "shapes_bot": (["chat"], "chat.txt"),
}


@pytest.mark.parametrize("name", NAMES)
def test_an_example_runs_as_a_command(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The puzzles of a whole month take too long for a test; any puzzle with one solution does instead.
    small = tiling.Problem.from_text("board 4x1\npieces 2*I2")
    monkeypatch.setattr(tiling, "daily", lambda day: small)
    words, written = WORDS[name]
    monkeypatch.setattr(sys, "argv", [f"{name}.py", str(tmp_path / "out"), *words])
    runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="__main__")
    assert (tmp_path / "out" / written).stat().st_size > 0


@pytest.mark.parametrize("name", NAMES)
def test_an_example_says_how_it_is_run(name: str) -> None:
    text = (EXAMPLES / f"{name}.py").read_text(encoding="utf-8")
    assert f"    python examples/{name}.py " in text.partition('"""\n\n')[0]
    assert len(text.splitlines()) <= 130, "one can read it at a sitting"
    assert "shapewright._core" not in text
    # What a reader may copy is the public interface: the families, and the packages of the ground floor.
    imported = re.findall(r"^from (shapewright[\w.]*) import", text, flags=re.MULTILINE)
    assert set(imported) <= {"shapewright", "shapewright.cells", "shapewright.drawing", "shapewright.errors"}


def test_every_example_is_shown() -> None:
    assert {picture.example for picture in PICTURES.values()} == set(NAMES) == set(WORDS)
    for page in (ROOT / "docs" / "examples.md", EXAMPLES / "README.md"):
        assert set(re.findall(r"`(\w+)\.py\b", page.read_text(encoding="utf-8"))) == set(NAMES)


def test_the_pictures_of_the_page_are_drawn(tmp_path: Path) -> None:
    chosen = [name for name, picture in PICTURES.items() if picture.example in ("assemblies", "shapes_bot")]
    drawn = draw_examples(tmp_path, chosen)
    assert [path.name for path in drawn] == chosen
    assert all(path.read_text(encoding="utf-8").startswith("<svg") for path in drawn)
