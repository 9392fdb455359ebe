"""One question of every line of a file: what is shown as it comes, what is refused, and what verify says of it."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from shapewright.cli import main
from shapewright.errors import FileError, LimitError, StoppedError
from shapewright.questions import batch as module
from shapewright.questions.asked import Asked
from shapewright.questions.batch import Batch, with_batch
from shapewright.questions.desk import Desk
from shapewright.questions.fields import Text
from shapewright.questions.listing import Listing
from shapewright.questions.question import Answer, Question
from shapewright.questions.source import Source

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> tuple[int, str, str]:
        code = main(list(words))
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


WORD = Text("word", "A word.", argument=True).mandatory()


def _answer(asked: Asked, desk: Desk) -> Answer:
    word = asked[WORD]
    if word == "late":
        raise StoppedError("the time is over")
    return Answer({"length": len(word)}, f"{len(word)} letters", "found" if word else "none")


QUESTION = with_batch(
    Question("stacking", "letters", "Count letters.", (WORD,), _answer), Batch("Count those of each line.", "word")
)


def _asked(content: str) -> Listing:
    found = QUESTION.answer(QUESTION.asked({"file": Source.of_text(content)}), Desk(studio=True))
    assert isinstance(found, Listing)
    return found


def test_each_line_has_an_answer() -> None:
    answer = _asked("one\n# nothing\n\nthree\n").gathered()
    assert answer.keys == {
        "lines": [
            {"line": "one", "verdict": "found", "reason": None, "complete": True, "length": 3},
            {"line": "three", "verdict": "found", "reason": None, "complete": True, "length": 5},
        ]
    }
    assert (answer.headline, answer.exit_code, answer.complete) == ("2 lines", 0, True)


def test_what_was_known_when_time_was_over_is_kept() -> None:
    listing = _asked("one\nlate\nthree\n")
    assert [line.words for batch in listing.each() for line in batch] == ["3 letters"]
    assert str(listing.stopped) == "the time is over"
    with pytest.raises(StoppedError):
        _asked("late\n").gathered()


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FileError, match="no lines"):
        _asked("# nothing\n").gathered()
    monkeypatch.setattr(module, "MAX_STUDIO_LINES", 2)
    with pytest.raises(LimitError, match="more lines than the 2"):
        _asked("a\nb\nc\n").gathered()


def test_a_field_that_was_required_is_so_without_a_file() -> None:
    from shapewright.errors import NotationError

    with pytest.raises(NotationError, match="WORD is missing: A word"):
        QUESTION.answer(QUESTION.asked({}), Desk())


def test_bags_of_a_file(run: Run) -> None:
    Path("bags.txt").write_text("% of a contest\nI2 J2\nT1 I3\n")
    code, out, err = run("packing", "pack", "--file", "bags.txt")
    assert (code, err) == (0, "")
    each = [run("packing", "pack", bag)[1].splitlines()[-5:] for bag in ("I2 J2", "T1 I3")]
    assert out.splitlines()[0] == "I2 J2  optimal: 4x4, score 24.00"
    assert len(each) == len(out.splitlines()) == 2
    assert run("packing", "pack", "--file", "bags.txt", "-o", "bags.csv")[0] == 0
    rows = list(csv.reader(Path("bags.csv").read_text().splitlines()))
    assert rows[0] == ["line", "verdict", "answer"]
    assert [row[0] for row in rows[1:]] == ["I2 J2", "T1 I3"]
    assert run("packing", "pack", "--file", "bags.txt", "-o", "bags.svg")[0] == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["packing", "pack", "I4", "--file", "bags.txt"], "--file and a bag cannot be combined"),
        (["packing", "pack", "--random", "4", "--file", "bags.txt"], "--file and --random cannot be combined"),
        (["stacking", "rate"], "SEQUENCE is missing"),
        (["stacking", "count", "LIJO", "--strict"], "--strict only applies with --file"),
        (["clear", "ren", "LIJO", "--file", "bags.txt"], "--file and a queue cannot be combined"),
    ],
)
def test_refused(run: Run, words: list[str], said: str) -> None:
    Path("bags.txt").write_text("I2 J2\n")
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert said in err


@pytest.mark.parametrize(
    ("words", "lines", "key"),
    [
        ("packing pack", "I2 J2\nLOJI\n", "bound"),
        ("stacking count --width 4", "LIJO\nIOT\n", "count"),
        ("clear ren --field XXXXXX____/XXXXXX____", "LJOI\nIOT\n", "clears"),
    ],
)
def test_every_line_is_verified(run: Run, words: str, lines: str, key: str) -> None:
    Path("lines.txt").write_text(lines)
    family = words.split()[0]
    answer = json.loads(run(*words.split(), "--file", "lines.txt", "--json")[1])
    Path("answer.json").write_text(json.dumps(answer))
    assert run(family, "verify", "answer.json")[0] == 0
    answer["lines"][1][key] += 1
    Path("answer.json").write_text(json.dumps(answer))
    code, out, _ = run(family, "verify", "answer.json")
    assert code == 1
    assert key in out
    answer["lines"][1][key] -= 1
    answer["lines"] = answer["lines"][:1]
    Path("answer.json").write_text(json.dumps(answer))
    assert run(family, "verify", "answer.json")[0] == 1  # it says that it is complete
