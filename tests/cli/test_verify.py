"""``shapewright verify``: answers of any family, by the rules of the command in them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.public_calls import answer_of

import shapewright
from shapewright.cli import main
from shapewright.errors import NotationError

WORDS = {
    "tiling": "tiling count --board 4x4 --pieces 4*L4",
    "packing": "packing feasible T1Z1 --box 5x2",
    "stacking": "stacking solve LLJ --width 5",
    "clear": "clear sequences --dealt 3",
    "shapez": "shapez op cut CuRuSuWu",
}


@pytest.fixture
def answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.chdir(tmp_path)
    for family, words in WORDS.items():
        Path(f"{family}.json").write_text(answer_of(words))
    return [f"{family}.json" for family in WORDS]


def test_answers_of_all_families_at_once(answers: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", *answers]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(": ")[:2] for line in lines] == [[repr(name), "right"] for name in answers]


def test_what_is_wrong_or_cannot_be_read(answers: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    wrong = json.loads(Path("tiling.json").read_text())
    wrong["count"] += 1
    Path("wrong.json").write_text(json.dumps(wrong))
    Path("bad.json").write_text('{"a": 1, "a": 1}')
    assert main(["verify", "wrong.json"]) == 1
    assert "count" in capsys.readouterr().out
    assert main(["verify", "bad.json"]) == 4
    assert "'bad.json': the text is not JSON: the key 'a' is there twice" in capsys.readouterr().err
    assert main(["verify", *answers, "bad.json", "nosuch.json", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert {name: record["valid"] for name, record in found.items()} == {
        **dict.fromkeys(answers, True),
        "bad.json": False,
        "nosuch.json": False,
    }


def test_in_python(answers: list[str]) -> None:
    for name in answers:
        text = Path(name).read_text()
        assert shapewright.verify(text).valid
        assert shapewright.verify(json.loads(text)).valid
    with pytest.raises(NotationError, match="it has no 'command'"):
        shapewright.verify({"count": 3})
    with pytest.raises(NotationError, match="'chess solve' is not a command whose answers"):
        shapewright.verify({"command": "chess solve"})
    with pytest.raises(NotationError, match="there are 2 answers"):
        shapewright.verify("{}\n{}")
