"""What the program answers is never called wrong: random command lines, and those whose answers once were."""

from __future__ import annotations

import io
import json
import shlex
from collections import Counter
from pathlib import Path

import pytest
from benchmarks.parts.command_lines import CommandLines, furnish
from tests.mutation_audit import asked

import shapewright
from shapewright.cli import main

# None is for an answer of which something cannot be checked.
ONCE_REFUSED: dict[str, bool | None] = {
    "packing feasible --pieces hexominoes --box 4x4": True,
    "packing bins O5000 --box 4x4": True,
    "packing bins O7 --box 4x4 --max-boards 1": True,
    "packing pack LOJI --seed 3": True,
    "packing solids Z9S3 --seed 12345 --box 4x4x4": True,
    "packing evaluate --pieces-count 4 --rounds 3 --seed 0": True,
    "stacking solve LLLL --width 6 --seed 5": True,
    "tiling estimate --board 4x4 --pieces 4*L4 --probes 1 --seed 2": True,
    "clear impossible --list --limit 5": True,
    "shapez plan CuCu---- RuRuRuRu --separate --effort normal": True,
}


@pytest.mark.parametrize("line", ONCE_REFUSED)
def test_it_was_refused_once(line: str) -> None:
    found = shapewright.verify(asked(line))
    assert (found.valid, found.lines() if found.valid is False else []) == (ONCE_REFUSED[line], [])


def test_what_is_shown_of_a_file_is_compared_with_it(tmp_path: Path) -> None:
    place = tmp_path / "packing.json"
    place.write_text(json.dumps(asked("packing pack LOJI")))
    answer = asked(f"packing show {place}")
    assert shapewright.verify(answer).valid is True
    other = json.dumps(asked("packing pack T1I3"))
    forged = {**answer, "parameters": {"packings": other}}
    assert shapewright.verify(forged).valid is False


def test_why_a_line_cannot_be_read_is_compared(tmp_path: Path) -> None:
    place = tmp_path / "queues.txt"
    place.write_text("LJIO\nnonsense\n")
    field = "XXXXXXX___/XXXXXXX___/XXXXXXX___/XXXXXXX___"
    answer = asked(f"clear solve --file {place} --field {field}")
    assert shapewright.verify(answer).valid is True
    answer["answers"][1]["reason"] = "it is too long"
    assert shapewright.verify(answer).valid is False


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("honest")
    furnish(folder)
    return folder


@pytest.mark.parametrize("family", ["tiling", "packing", "stacking", "clear", "shapez"])
def test_random_answers_are_not_refused(
    family: str, furnished: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(furnished)
    lines, outcomes = CommandLines(7, [family], time_limit=["0.1"]), Counter[bool | None]()
    for _ in range(24):
        words = [word for word in lines.next() if not word.startswith("out")]
        words = [word for word in words if word not in ("-o", "--output", "--jsonl", "-v", "--verbose")]
        if words[1] in ("verify", "validate"):
            continue
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO()))
        code = main([*words, "--json"])
        printed = capsys.readouterr().out
        if code not in (0, 1, 3) or "envelope" not in printed:
            continue
        found = shapewright.verify(printed, time_limit=0.3)
        outcomes[found.valid] += 1
        assert found.valid is not False, (shlex.join(words), found.lines())
    assert outcomes[True] > 0
