"""``shapewright clear solve``, ``table`` and ``demo``, as their users meet them."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from shapewright import clear
from shapewright.clear import Fumen, check, read_pc
from shapewright.clear.notation.jsonl import from_record

Run = Callable[..., tuple[int, str, str]]
HOLE = "XXXX___XXX/XXXX___XXX/XXXX__XXXX/XXXX____XX"


def test_frames_and_then_the_fumen(run: Run) -> None:
    code, out, err = run("solve", "TLJ", "--field", HOLE)
    assert (code, err) == (0, "")
    frames, fumen = out.rstrip("\n").split("\n\n")
    lines = frames.split("\n")
    assert lines[0] == " 1 L hold     2 T hold     3 J hold"
    assert lines[4] == "XXXX____XX   XXXXt___XX   XXXXTjjjXX"
    check(Fumen.from_text(fumen).solution())


def test_keys(run: Run) -> None:
    out = run("solve", "LTJ", "--field", HOLE, "--keys")[1]
    keys = out.split("\n\n")[1].split("\n")
    assert [line[:4] for line in keys] == [" 1 L", " 2 T", " 3 J"]
    assert all(line.endswith("hard drop") for line in keys)


def test_json(answer: Callable[..., Any]) -> None:
    whole = answer("solve", "TIOLJSZTIOL", "--seed", "4")
    assert (whole["found"], whole["height"], whole["complete"]) == (True, 4, True)
    (record,) = whole["solutions"]
    check(from_record(record))
    assert len(record["saved"]) == 1
    several = answer("solve", "TLJO", "--field", HOLE, "--limit", "5")
    assert several["complete"] == (len(several["solutions"]) < 5)


def test_none_is_proven(run: Run) -> None:
    code, out, _ = run("solve", "TIOSZ")
    assert (code, out) == (1, "impossible: the queue TIOSZ has no perfect clear of 2 lines; all were tried\n")
    code, out, _ = run("solve", "I" * 25, "--height", "10")
    assert (code, out[:26]) == (1, "impossible: pieces I alone")
    # Two pieces more than two lines take are for something; of the height that was asked for nothing else is said.
    _, out, _ = run("solve", "TIOLJSZ")
    assert out.endswith("; all were tried; 4 lines take 10 pieces\n")
    _, out, _ = run("solve", "SZSZSZS", "--height", "2")
    assert out.endswith("; all were tried\n")
    code, out, _ = run("solve", "TLJ", "--field", HOLE, "--no-hold", "--json")
    assert code == 1
    assert "without hold" in json.loads(out)["reason"]


def test_a_short_queue_is_a_mistake(run: Run) -> None:
    code, out, err = run("solve", "TIO")
    assert (code, out) == (2, "")
    assert err == "error: a perfect clear of 2 lines takes 5 pieces, and the queue has 3\n"
    assert run("solve", "TIOLJSZ", "--height", "4")[0] == 2
    # Where no number of pieces would do, that is an answer.
    assert run("solve", "TIO", "--field", "X_________")[0] == 1


def test_a_fumen_with_its_queue(run: Run) -> None:
    drawn = run("solve", "LTJ", "--field", HOLE)[1].split("\n\n")[1].strip()
    address = f"https://fumen.zui.jp/?{drawn}#tail"
    first = Fumen.from_text(drawn).pages[0]
    given = Fumen((first.__class__(first.rows, None, "#Q=[T](L)J"),), "https://fumen.zui.jp/?", "").to_text()
    code, out, _ = run("solve", given)
    assert code == 0
    answer = out.split("\n\n")[1].strip()
    assert answer.startswith("https://fumen.zui.jp/?v115@")
    assert len(Fumen.from_text(answer).pages) == 4
    assert run("solve", given, "--field", HOLE)[0] == 2
    # The last page of a solution is cleared by its piece: what follows begins with an empty field.
    code, out, _ = run("solve", "IIIIO", "--field", address, "--page", "3")
    assert code == 0
    # Without --page it is the first page that counts, as for the other questions.
    answer = run("solve", "LTJ", "--field", address)[1].split("\n\n")[1].strip()
    assert len(Fumen.from_text(answer).pages) == 1 + 2
    code, _, err = run("solve", "IIIIO", "--field", address, "--page", "4")
    assert (code, err) == (2, "error: the fumen has 3 pages, and page 4 is asked for\n")


@pytest.mark.parametrize("suffix", [".pc", ".fumen", ".json", ".jsonl", ".txt", ".svg", ".pdf", ".html"])
def test_files(run: Run, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"clear{suffix}"
    assert run("solve", "IIIIOT", "-o", str(path))[:2] == (0, "")
    assert path.stat().st_size > 0
    if suffix in (".pc", ".fumen", ".jsonl"):
        assert run("verify", str(path))[0] == 0
    if suffix == ".pc":
        (solution,) = read_pc(str(path))
        check(solution)


def test_what_a_pc_file_cannot_hold(run: Run, tmp_path: Path) -> None:
    code, _, err = run("solve", "TLJ", "--field", HOLE, "-o", str(tmp_path / "x.pc"))
    assert code == 2
    assert "empty field" in err
    assert not (tmp_path / "x.pc").exists()
    code, _, err = run("solve", "IIIIO", "-o", str(tmp_path / "x.pc"))
    assert code == 2
    assert "one piece more" in err


def test_a_file_of_queues(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "queues.txt"
    path.write_text("IIIIO\n\nTIOSZ\n[I]IIIO\n")
    code, out, _ = run("solve", "--file", str(path))
    assert code == 0
    lines = out.splitlines()
    assert lines[0].startswith("IIIIO v115@")
    assert lines[1].startswith("TIOSZ impossible: ")
    records = [json.loads(line) for line in run("solve", "--file", str(path), "--jsonl")[1].splitlines()]
    assert [record["found"] for record in records] == [True, False, True]
    path.write_text("# four I first\nIIIIO   # and an O\n\n#Q=[I](I)IIO\n")
    assert [line[:6] for line in run("solve", "--file", str(path))[1].splitlines()] == ["IIIIO ", "#Q=[I]"]
    path.write_text("IIIIO\nIIQ\nTIOSZ\n")
    code, out, err = run("solve", "--file", str(path), "--strict")
    assert code == 4
    assert "line 2" in err
    assert out.startswith("IIIIO v115@")
    code, out, _ = run("solve", "--file", str(path))
    assert code == 1
    assert [line.split(": ")[0] for line in out.splitlines()[1:]] == ["IIQ cannot be read", "TIOSZ impossible"]
    code, out, _ = run("solve", "--file", str(path), "--json")
    found = json.loads(out)
    assert (code, found["answers"][1]["found"]) == (1, None)
    assert "'Q'" in found["answers"][1]["reason"]
    assert clear.verify(found).valid is not False


def test_queues_on_several_threads(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "queues.txt"
    path.write_text("".join([f"{queue}\n" for queue in map("".join, permutations("TIOLJ"))] * 2))
    one = run("solve", "--file", str(path), "--threads", "1", "--jsonl")
    assert one[0] == 0
    assert len(one[1].splitlines()) == 240
    assert run("solve", "--file", str(path), "--threads", "3", "--jsonl") == one
    assert run("solve", "TIOLJ", "--threads", "2")[0] == 2


def test_queues_that_take_too_long(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "queues.txt"
    path.write_text("IIIIO\n" + "SZ" * 25 + "\n")
    code, out, err = run("solve", "--file", str(path), "--height", "20", "--time-limit", "0.2")
    assert (code, len(out.splitlines())) == (3, 2)
    assert " unknown: the time limit was reached before a perfect clear was found" in out
    assert "answered: 1 of 2 queues" in err
    records = run("solve", "--file", str(path), "--height", "20", "--time-limit", "0.2", "--jsonl")[1].splitlines()
    assert [json.loads(line)["found"] for line in records] == [False, None]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["TIOQ"], "'Q' at position 4 of the queue is not a piece; pieces are I O T S Z L J"),
        ([], "there is no queue; write it like TIOLJSZTIOL"),
        (["TIO", "--hold", "Q"], "in --hold"),
        (["TIO", "--hold", "T", "--no-hold"], "cannot be combined"),
        (["[T]IO", "--hold", "S"], "has T in hold, but --hold names S"),
        (["TIO", "--height", "21"], "1 to 20"),
        (["TIO", "--kicks", "xyz"], "kick system"),
        (["TIO", "--drop", "slow"], "way to drop"),
        (["TIO", "--save", "Q"], "Q"),
        (["TIO", "--field", "XXX"], "has 3 cells"),
        (["v115@zzzz"], "fumen"),
        (["TIO", "--file", "-"], "--file and a queue cannot be combined"),
        (["TIO", "-o", "x.doc"], "not a format"),
    ],
)
def test_mistakes(run: Run, arguments: list[str], words: str) -> None:
    code, out, err = run("solve", *arguments)
    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1


def test_a_stopped_search(run: Run) -> None:
    code, out, err = run("solve", "SZ" * 25, "--height", "20", "--time-limit", "1e-9")
    assert (code, out) == (3, "")
    assert "time limit" in err


def test_table(run: Run, answer: Callable[..., Any], tmp_path: Path) -> None:
    code, out, _ = run("table", "2", "-o", str(tmp_path / "2.pc"))
    assert code == 0
    assert out.splitlines()[0] == "3522 of 57750 queues have a perfect clear of 2 lines"
    assert (tmp_path / "2.pc").stat().st_size == 3522 * 13
    whole = answer("table", "2")
    assert whole["chances"] == {"opener": [0, 5040], "none": [5148, 154980], "any": [15132, 378420]}
    assert len(run("table", "2", "--impossible")[1].splitlines()) == 57750 - 3522
    assert run("table", "3")[0] == 2
    assert run("table", "2", "-o", "x.svg")[0] == 2


def test_demo(run: Run) -> None:
    code, out, err = run("demo", "--limit", "2", "--seed", "3")
    assert (code, err) == (0, "")
    assert out.rstrip().splitlines()[-1].startswith("2 clears, 20 pieces")
    assert "\n0 clears, 1 piece\n" in out
    assert "\n1 clear, 10 pieces\n" in out
    assert run("demo", "--limit", "2", "--seed", "3")[1] == out
    assert run("demo", "--pps", "0")[0] == 2
    assert run("demo", "--height", "3")[0] == 2


@pytest.mark.parametrize(
    ("usual", "other"),
    [
        (["--no-hold"], ["--hold", "avoid"]),
        (["--drop", "hard"], ["-d", "harddrop"]),
        (["--height", "4"], ["--clear-line", "4"]),
        (["--kicks", "none", "--save", "T||O"], ["-K", "@none", "--saves", "T||O", "-H", "use"]),
    ],
)
def test_options_have_the_same_names_as_those_of_percent(run: Run, usual: list[str], other: list[str]) -> None:
    assert run("solve", "LTJO", "--field", HOLE, *usual) == run("solve", "LTJO", "-t", HOLE, *other)


def test_a_line_that_is_too_long(run: Run, tmp_path: Path) -> None:
    (tmp_path / "long.txt").write_text("TIOL\n" + "I" * 5000 + "\n")
    code, _, err = run("solve", "--file", "long.txt", "--strict")
    assert (code, err[:43]) == (4, "error: 'long.txt', line 2: a queue of 5000 ")


def test_an_answer_for_many_queues_can_be_verified(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "queues.txt"
    path.write_text("TIOLJSZTIOL\n[I]IOTSZIOSZT # on the list\nTIO\n")
    assert run("solve", "--file", str(path), "-o", "answer.json") == (0, "", "")
    whole = json.loads(Path("answer.json").read_text())
    assert [one["found"] for one in whole["answers"]] == [True, False, False]
    assert run("verify", "answer.json") == (0, "answer.json: right: verdict, answers, complete\n", "")
    for place, key, value in ((0, "saved", "T"), (1, "reason", "it is hard"), (1, "refuted", {}), (2, "line", "IIIIO")):
        forged = json.loads(json.dumps(whole))
        forged["answers"][place][key] = value
        Path("forged.json").write_text(json.dumps(forged))
        assert run("verify", "forged.json")[0] == 1, key
