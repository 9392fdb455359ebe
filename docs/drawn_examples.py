"""Pictures that the scripts in ``examples/`` draw, for the page that shows them: made when the pages are built."""

from __future__ import annotations

import contextlib
import io
import runpy
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

__all__ = ["PICTURES", "draw_examples"]

_EXAMPLES = Path(__file__).parents[1] / "examples"


@dataclass(frozen=True)
class Drawn:
    """A file that an example writes, and what its ``main`` is called with behind the folder."""

    example: str
    file: str
    arguments: tuple[Any, ...] = ()
    options: tuple[tuple[str, Any], ...] = ()


PICTURES = {
    "example_calendar.svg": Drawn("calendar_year", "2026-11.svg", (2026, [11]), (("puzzles", False),)),
    "example_opener.svg": Drawn("opener_guide", "minimal.svg"),
    "example_burr.svg": Drawn("assemblies", "assembly.svg"),
    "example_bot.svg": Drawn("shapes_bot", "line_1.svg", (["CrRgSbWw"],)),
    "example_levels.svg": Drawn("level_maker", "all.svg"),
    "example_classroom.svg": Drawn("classroom_sheet", "page_3.svg"),
    "example_rectangles.svg": Drawn("rectangles_study", "rectangles.svg"),
    "example_holding.svg": Drawn("holding_experiment", "holding.svg"),
    "example_contest.svg": Drawn("contest_entry", "worst.svg"),
    "example_factory.svg": Drawn("factory_day", "factory.svg"),
    "example_covers.svg": Drawn("exact_covers", "sudoku.svg"),
}


def draw_examples(folder: Path, names: Iterable[str] = tuple(PICTURES)) -> list[Path]:
    """Run the examples and put their pictures of these names into ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    drawn = []
    for name in names:
        picture = PICTURES[name]
        main = runpy.run_path(str(_EXAMPLES / f"{picture.example}.py"))["main"]
        with TemporaryDirectory() as outcome, contextlib.redirect_stdout(io.StringIO()):
            main(Path(outcome), *picture.arguments, **dict(picture.options))
            drawn.append(Path(shutil.copy(Path(outcome) / picture.file, folder / name)))
    return drawn
