"""What the examples find out about games: an opener, holding, a packing contest, shapes and their machines."""

from __future__ import annotations

import csv
import json
import sys
from io import StringIO
from pathlib import Path
from statistics import mean

import pytest
from examples import contest_entry, factory_day, holding_experiment, opener_guide, shapes_bot

from shapewright import clear, packing, shapez


def rows_of(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def test_the_guide_to_an_opener(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    opener_guide.main(tmp_path)
    # As players know it: 61.19 % with the whole queue seen.
    assert capsys.readouterr().out == "514 / 840 = 61.19 %; solutions: 18, fewest that serve all: 16\n"
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert "For 326 it is impossible: " in page
    assert "no smaller set would do" in page
    assert page.count("of them no solution above does") == 16
    fumens = (tmp_path / "minimal.txt").read_text(encoding="utf-8").splitlines()
    assert len(fumens) == 16
    assert all(fumen in page for fumen in fumens)
    # By another way: these solutions together serve as many queues as can be served at all.
    coverage = clear.cover(fumens, opener_guide.PATTERN)
    assert (coverage.any.solved, coverage.any.queues) == (514, 840)
    assert "src=" not in page
    assert "href=" not in page, "the page needs nothing else"


def test_a_guide_keeps_the_colours_of_the_field(tmp_path: Path) -> None:
    opener_guide.main(tmp_path)
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    fumen = page.partition("The field after the opener<code>")[2].partition("</code>")[0]
    shown = clear.Fumen.from_text(fumen).pages[0].rows
    assert "/".join(reversed(shown)) == opener_guide.OPENER
    # The guide takes the fumen as well, and comes to the same.
    opener_guide.main(tmp_path / "fumen", fumen, opener_guide.PATTERN)
    assert (tmp_path / "fumen" / "minimal.txt").read_bytes() == (tmp_path / "minimal.txt").read_bytes()


def test_a_guide_to_a_field_that_cannot_be_cleared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    opener_guide.main(tmp_path, "XXX____XXX/XXX____XXX/XXX____XXX/XXX____XXX", "SZSZ")
    assert capsys.readouterr().out == "0 / 1 = 0.00 %; solutions: 0, fewest that serve all: 0\n"
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert "For 1 it is impossible: SZSZ" in page
    assert "0 solutions to learn" in page
    assert (tmp_path / "minimal.txt").read_bytes() == b""


def test_a_guide_to_two_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    opener_guide.main(tmp_path, "XXXXXXXX__/XXXXXXXX__", "[OI]!", lines=2)
    assert capsys.readouterr().out == "2 / 2 = 100.00 %; solutions: 1, fewest that serve all: 1\n"


def test_holding_helps_where_pieces_fill_whole_rows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    holding_experiment.main(tmp_path, number=30, shortest=8, longest=9)
    rows = rows_of(tmp_path / "heights.csv")[1:]
    assert len(rows) == 60
    for queue, without, hold in rows:
        assert sorted(queue[:7]) == sorted("IOTJLSZ"), "a bag has each piece once"
        least = -(-4 * len(queue) // holding_experiment.WIDTH)
        assert least <= int(hold) <= int(without), "hold never does harm, and cells need room"
    lower = [sum(int(b) < int(a) for queue, a, b in rows if len(queue) == length) for length in (8, 9)]
    assert lower[0] < lower[1]
    assert f"9 pieces: hold makes {lower[1]} of 30 queues lower" in capsys.readouterr().out
    assert (tmp_path / "holding.svg").read_text(encoding="utf-8").startswith("<svg")


def test_the_interval_of_a_share() -> None:
    # The example of Wilson's interval that the package has for its own evaluation.
    part, low, high = holding_experiment.share(8, 28)
    assert [round(value, 2) for value in (part, low, high)] == [28.57, 15.25, 47.06]
    assert holding_experiment.share(0, 100)[:2] == (0, 0)


def test_an_entry_for_a_contest(tmp_path: Path) -> None:
    contest_entry.main(tmp_path, number=12, pieces=16)
    rows = rows_of(tmp_path / "bags.csv")[1:]
    entry = json.loads((tmp_path / "entry.json").read_text(encoding="utf-8"))
    assert len(rows) == len(entry["packings"]) == 12
    assert entry["mean"] == pytest.approx(mean(float(row[3]) for row in rows))
    for (seed, bag, box, score, proven), packed in zip(rows, entry["packings"], strict=True):
        assert packing.Bag.from_text(bag) == packing.Bag.random(16, seed=int(seed))
        a, b = sorted(int(side) for side in box.split("x"))
        assert float(score) == pytest.approx((160 - a * b) * a / b)
        # An odd number of T cannot fill a square of 64 cells: three cells of one colour, one of the other.
        assert box != "8x8" or packing.Bag.from_text(bag).to_counts().get("T", 0) % 2 == 0
        assert proven == "True"
        assert packing.Packing.from_json(packed).score == pytest.approx(float(score))
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert page.count("<figure>") == 1 + contest_entry.WORST
    assert "12 of 12 proven to be the best" in page
    assert "8x8 refuted: on a checkerboard" in page


CODES = """
CuRuCuRu
cu------:--------:cu------
CuN?----
hello, bot! \N{SNOWMAN}
--------
Cr
"""


def test_the_bot_answers_every_line(tmp_path: Path) -> None:
    shapes_bot.main(tmp_path, CODES.splitlines())
    lines = (tmp_path / "answers.jsonl").read_text(encoding="utf-8").splitlines()
    built, not_stable, pattern, hello, empty, short = [json.loads(line) for line in lines]
    assert (built["machines"], built["proven"]) == (4, True)
    assert sum(built["counts"].values()) == 4
    assert not_stable["reason"] == "not stable (layer 3, top right, has nothing below it)"
    assert shapez.is_buildable(not_stable["nearest"][0])
    assert pattern["count"] == 1
    assert "odd number of characters" in hello["error"]
    assert hello["code"].endswith("\N{SNOWMAN}")
    assert "empty shape" in empty["error"]
    assert "a ring has 4, 6, 8 or 10 parts" in short["error"]
    assert [path.name for path in tmp_path.glob("*.svg")] == ["line_2.svg"], "the second line is the first code"


@pytest.mark.parametrize("nonsense", ["\x00", "C" * 10_000, ":" * 50, "CuCuCuCu:" * 20, "????????", "<b>&", "Cu" * 7])
def test_no_message_ends_the_bot(nonsense: str) -> None:
    said, plan = shapes_bot.reply(nonsense)
    assert plan is None
    assert shapes_bot.sentence(said)
    assert len(said["code"]) <= shapes_bot.LONGEST
    json.dumps(said)


def test_the_bot_chats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO(CODES))
    shapes_bot.main(tmp_path, sys.stdin, chat=True)
    text = (tmp_path / "chat.txt").read_text(encoding="utf-8")
    assert capsys.readouterr().out == text
    first, second, third, *others = text.splitlines()
    assert first == "CuRuCuRu takes 4 machines, and fewer will not do: 2 rotate-ccw, 2 swap."
    assert second.endswith("The nearest shape that can be built is cu------:cu------:cu------ (1 part changed).")
    assert third.startswith("1 shape that matches CuN?---- can be built")
    assert all(other.startswith("Sorry: ") for other in others)
    assert len(others) == 3


def test_a_common_factory_is_smaller(tmp_path: Path) -> None:
    tasks = factory_day.TASKS[:5]
    factory_day.main(tmp_path, tasks)
    _, *rows = rows_of(tmp_path / "tasks.csv")
    assert [row[0] for row in rows] == list(tasks)
    alone, least, deep, common = zip(*[map(int, row[1:]) for row in rows], strict=True)
    for task, cost, bound, depth in zip(tasks, alone, least, deep, strict=True):
        plan = shapez.plan(task)
        assert plan is not None
        assert (cost, depth) == (plan.cost, plan.depth)
        assert depth <= cost
        assert bound <= cost
    assert list(common) == sorted(common), "a further task never needs fewer machines"
    assert max(alone) <= common[-1] < sum(alone)
    text = (tmp_path / "factory.txt").read_text(encoding="utf-8")
    assert f"{common[-1]} machines" in text
    assert all(f"-> {task}" in text or f"  {task}" in text for task in tasks)
    assert (tmp_path / "index.html").read_text(encoding="utf-8").count("<svg") == 2 * len(tasks) + 1


def test_a_task_that_cannot_be_built_is_named(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="cu------:--------:cu------: impossible: not stable"):
        factory_day.main(tmp_path, ["CuCu----", "cu------:--------:cu------"])
