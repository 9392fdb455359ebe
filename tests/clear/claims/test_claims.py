"""Whether answers about perfect clears are right: what verify finds out, by what was asked and by the rules."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from tests.mutation_audit import asked

from shapewright import clear
from shapewright.clear.claims.lines import replay_lines
from shapewright.cli import main
from shapewright.errors import NotationError

THREE = "XXXXXXX___/XXXXXXX___/XXXXXXX___/XXXXXXX___"


def changed(answer: dict[str, Any], *path: str | int, value: Any) -> dict[str, Any]:
    """The answer with another value there."""
    mutant = copy.deepcopy(answer)
    *way, last = path
    place: Any = mutant
    for step in way:
        place = place[step]
    place[last] = value
    return mutant


def test_a_game_is_played_again() -> None:
    answer = asked("clear demo --height 2 --limit 2 --seed 2")
    assert answer["missed"]
    assert clear.verify(answer).valid is True
    assert clear.verify(answer).not_checked == {}
    for key, value in {"seed": 3, "clears": 1, "pieces": 9, "missed": 0, "complete": False, "verdict": "none"}.items():
        assert clear.verify(changed(answer, key, value=value)).valid is False, key
    assert clear.verify(changed(answer, "solutions", 1, "height", value=4)).valid is False
    assert clear.verify(changed(answer, "solutions", 0, value=answer["solutions"][1])).valid is False
    assert clear.verify(changed(answer, "parameters", "seed", value=3)).valid is False
    with pytest.raises(NotationError, match="no 'seed'"):
        clear.verify(changed(answer, "parameters", "seed", value=None))


GLANCES: list[tuple[str, dict[str, Any]]] = [
    (
        f"clear glance *p5 --field {THREE} --time-limit 60",
        {"solved": 5, "queues": 3, "tried": 1, "chance": 0.3, "first": {}, "height": 5, "needed": 4, "kind": "queue"},
    ),
    (f"clear glance TTIOJ --field {THREE}", {"verdict": "found", "reason": "because", "empty": 3, "complete": False}),
    (f"clear glance LJIO --field {THREE}", {"solutions": [], "needed": 2, "height": 3, "kind": "field"}),
    ("clear glance --field X_________", {"verdict": "found", "height": 4, "reason": "the field is odd"}),
    ("clear glance *p3 --height 2", {"verdict": "found", "needed": 4, "reason": "it is too short"}),
]


OTHERS: list[tuple[str, dict[str, Any]]] = [
    ("clear impossible SZ", {"verdict": "found", "reason": None, "verdicts": []}),
    ("clear impossible SZ TIOLJSZTIOL", {"verdict": "found", "reason": "2 of 2 queues cannot clear 4 lines"}),
    (
        f"clear path --field {THREE} -p [LJIOT]p4 --minimal",
        {"minimal": 6, "minimal_bound": 8, "solved": 95, "unique": 25, "queues": 121, "pieces": 3, "height": 3}
        | {"minimal_ties": [["tucked", 0, True], ["held", 595, True], ["unplayable", 517, True]]}
        | {"solutions": [], "verdict": "none", "complete": False},
    ),
    (
        f"clear path --field {THREE} -p [LJIO]p4 --limit 2",
        {"unique": 2, "minimal": 1, "minimal_bound": 1, "minimal_ties": [], "complete": True},
    ),
    (
        f"clear path --field {THREE} -p [LJIOT]p4 --saves T,I",
        {"saves": [], "queues": 1, "complete": False, "verdict": "none"},
    ),
    (
        f"clear percent --field {THREE} -p [LJIO]p4 --tree 2",
        {"tree": {}, "first": {}, "saved": {}, "solved": 23, "chance": 0.9, "failed": ["L"], "cleared": 23}
        | {"method": "list", "conditions": [{}]},
    ),
    ("clear live-boards 2", {"boards": 414, "sizes": [1], "height": 3, "complete": False, "verdict": "none"}),
    (
        "clear solutions 2 --limit 4",
        {"solutions": 63, "from_bags": 53, "sets_of_pieces": 13, "listed": [], "complete": True, "verdict": "none"},
    ),
]


def test_lines_that_are_no_queues_are_named(tmp_path: Path) -> None:
    (tmp_path / "lines").write_text("SZ\nQQ\n# a comment\nTIOLJSZTIOL\n")
    answer = asked(f"clear impossible --file {tmp_path / 'lines'}")
    assert clear.verify(answer).valid is True
    assert clear.verify(answer).not_checked == {}
    _, unreadable, possible = answer["verdicts"]
    assert set(unreadable) == {"line", "impossible", "reason"}
    hidden = {**unreadable, "line": possible["queue"]}
    for key, value in {"verdicts": [*answer["verdicts"][:2], hidden], "reason": "1 of 3", "verdict": "none"}.items():
        assert clear.verify(changed(answer, key, value=value)).valid is False, key
    assert clear.verify(changed(answer, "verdicts", 1, "impossible", value=True)).valid is False


@pytest.mark.parametrize(("command", "lies"), [*GLANCES, *OTHERS])
def test_every_lie_is_found_out(command: str, lies: dict[str, Any]) -> None:
    answer = asked(command)
    findings = clear.verify(answer)
    assert findings.valid is True
    assert findings.not_checked == {}
    for key, value in lies.items():
        assert clear.verify(changed(answer, key, value=value)).valid is False, key


def test_a_glance_that_was_too_short_is_compared_with_the_whole() -> None:
    answer = asked(f"clear glance *p5 --field {THREE} --time-limit 60")
    partly = {key: value for key, value in answer.items() if key not in ("chance", "first")}
    partly |= {"complete": False, "verdict": "unknown", "reason": "the time limit was reached"}
    partly |= {"tried": answer["queues"] - 1, "solved": answer["solved"]}
    assert clear.verify(partly).valid is None or clear.verify(partly).valid is True
    assert clear.verify(partly).faults == []
    assert clear.verify(changed(partly, "solved", value=answer["solved"] + 1)).valid is False
    assert clear.verify(changed(partly, "solved", value=answer["solved"] - 2)).valid is False
    assert clear.verify(changed(partly, "tried", value=answer["queues"])).valid is False


SPINS = "clear spin --field X_________/XX________/X__X___XXX/XX_X_XXXXX -p ILZT --margin 5"


@pytest.mark.parametrize(
    ("command", "lies"),
    [
        (f"{SPINS} --top 2", {"ways": [], "complete": False, "verdict": "none"}),
        (f"{SPINS} --top 2 --limit 2", {"ways": [], "complete": False}),
        (f"{SPINS} --top 2 --limit 1", {"ways": [], "complete": True}),
        (f"{SPINS} --top 3 --lines 3 --kind full", {"reason": "no queue has a T", "verdict": "found"}),
    ],
)
def test_ways_to_a_spin_are_found_again(command: str, lies: dict[str, Any]) -> None:
    answer = asked(command)
    assert clear.verify(answer).valid is True
    for key, value in lies.items():
        assert clear.verify(changed(answer, key, value=value)).valid is not True, key


def test_ways_to_a_spin_that_the_limit_left_out_are_mentioned(capsys: pytest.CaptureFixture[str]) -> None:
    for limit, words in ((1, "1 way to a T-spin, and there are more (--limit lists them)"), (2, "2 ways to a T-spin")):
        assert main([*SPINS.split(), "--top", "2", "--limit", str(limit)]) == 0
        assert capsys.readouterr().out.splitlines()[0] == words


def test_made_pages_are_made_again() -> None:
    answer = asked("clear show --pages XX________ --pages ZZ________/X_________ --comments one")
    assert clear.verify(answer).valid is True
    for key, value in {"fumen": "v115@vhAAgH", "complete": False, "verdict": "none"}.items():
        assert clear.verify(changed(answer, key, value=value)).valid is False, key
    assert clear.verify(changed(answer, "pages", 0, "comment", value="two")).valid is False


def test_a_refutation_is_repeated() -> None:
    answer = asked("clear solve IIOTSZIOSZT")
    assert clear.verify(answer).valid is True
    forged = changed(answer, "parameters", "queue", value="TIOLJSZTIOL")
    findings = clear.verify(forged)
    assert findings.valid is False
    assert "found: there is a clear of 4 lines" in findings.lines()


def test_what_is_said_of_a_solution_is_compared_with_the_replay() -> None:
    answer = asked(f"clear solve LJIO --field {THREE}")
    record = answer["solutions"][0]
    for key, value in {"height": 3, "saved": "TT", "fumen": "v115@vhAAgH", "queue": "LJOI", "drop": "hard"}.items():
        findings = clear.verify(changed(answer, "solutions", 0, key, value=value))
        assert findings.valid is False, key
        assert findings.faults[0]["claim"] == f"solutions.{key}"
    twice = changed(answer, "solutions", value=[record, record])
    assert clear.verify(changed(twice, "parameters", "limit", value=5)).valid is False
    with pytest.raises(NotationError, match="which is not a known key"):
        clear.verify(changed(answer, "solutions", 0, "score", value=5))


def test_a_search_that_was_stopped_says_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked("clear solve IIOTSZIOSZT")
    stopped = {key: value for key, value in answer.items() if key not in ("method", "refuted")}
    stopped |= {"verdict": "unknown", "reason": None}
    findings = clear.verify({**stopped, "complete": False})
    assert (findings.valid, list(findings.not_checked)) == (None, ["found"])
    place = tmp_path / "answer.json"
    place.write_text(json.dumps({**stopped, "complete": False}))
    assert main(["clear", "verify", str(place)]) == 3
    assert "not checked: found (the search was stopped" in capsys.readouterr().out


def test_what_there_is_no_time_for_is_not_right() -> None:
    answer = asked("clear percent -p '*p7,*p4'")
    findings = clear.verify(changed(answer, "parameters", "no_list", value=True), time_limit=0)
    assert findings.valid is None
    assert findings.not_checked["solved"] == "the time limit of 0 s was reached"


def test_files_that_are_not_in_the_answer() -> None:
    answer = asked(f"clear percent --field {THREE} -p '[LJIO]p4'")
    elsewhere = changed(answer, "parameters", "patterns", value={"name": "a.txt", "bytes": 70000, "sha256": "0"})
    findings = clear.verify(elsewhere)
    assert findings.valid is None
    assert findings.not_checked["solved"] == "the file of the parameter 'patterns' is not in the answer"
    own = changed(answer, "parameters", "kicks", value={"name": "my.properties", "bytes": 70000, "sha256": "0"})
    assert clear.verify(own).valid is None
    assert clear.verify(own, kicks=clear.Kicks.named("srs")).valid is True
    content = changed(answer, "parameters", "kicks", value=clear.Kicks.named("none").to_properties())
    assert clear.verify(content).valid in (True, False)


def test_best_saves_and_leftovers_are_recomputed() -> None:
    answer = asked(f"clear percent --field {THREE} -p '[LJIOT]p4' --saves L,J,T --best-save --leftovers")
    assert clear.verify(answer).valid is True
    assert [one["solved"] for one in answer["conditions"]] == [12, 0, 30]
    assert clear.verify(changed(answer, "conditions", 1, "solved", value=12)).valid is False
    assert clear.verify(changed(answer, "leftovers", 0, 1, value=1)).valid is False
    assert clear.verify(changed(answer, "leftovers", value=answer["leftovers"][1:])).valid is False


def test_the_bound_of_a_minimal_set() -> None:
    answer = asked(f"clear path --field {THREE} -p '[LJIOT]p4' --mark-minimal")
    assert clear.verify(answer).valid is True
    assert clear.verify(changed(answer, "minimal_bound", value=answer["minimal_bound"] + 1)).valid is False
    assert clear.verify(changed(answer, "minimal_bound", value=0)).valid is True  # weaker, and true
    number = next(place for place, one in enumerate(answer["solutions"]) if one["minimal"])
    assert clear.verify(changed(answer, "solutions", number, "minimal", value=False)).valid is False
    few = asked(f"clear path --field {THREE} -p '[LJIOT]p4' --mark-minimal --limit {answer['minimal']}")
    assert few["complete"] is False
    assert clear.verify(few).valid is True


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ([], "no 'command'"),
        ({"command": "clear percent"}, "no 'parameters'"),
        ({"command": "tiling solve", "parameters": {}}, "not a command of clear"),
        ({"command": "clear dance", "parameters": {}}, "not a command of clear"),
        (
            {"command": "clear queues", "parameters": {"length": "five"}},
            "N takes a whole number from 0",
        ),
        ({"command": "clear queues", "parameters": {"length": 3}}, "no 'complete'"),
        ({"command": "clear percent", "parameters": {"patterns": 5}}, "--patterns takes text, not 5"),
        ({"command": "clear percent", "parameters": {"patterns": "*p4", "hold": "T"}}, "not use or avoid"),
        # Before a game is computed or a net trained, which takes a minute.
        ({"command": "clear loop", "parameters": {"see": 6}, "complete": True}, "no 'chance'"),
        ({"command": "clear train", "parameters": {}, "complete": True}, "no 'net'"),
        ({"command": "clear train", "parameters": {}, "complete": True, "net": {}}, "no 'generations'"),
    ],
)
def test_what_cannot_be_read(answer: Any, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        clear.verify(answer)


def test_json_lines_are_compared_with_the_replay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    queues = tmp_path / "queues.txt"
    queues.write_text("LJIO\nSZSZ\n")
    assert main(["clear", "solve", "--file", str(queues), "--field", THREE, "--jsonl"]) == 0
    text = capsys.readouterr().out
    right = text.splitlines()[0]
    found = replay_lines(text)
    assert (found.solutions, found.wrong, found.valid) == (1, 0, None)
    assert "no clear cannot be refuted again (line 2)" in found.not_checked["found"]
    saved = json.loads(right)["saved"]
    wrong = replay_lines(right.replace(f'"saved": "{saved}"', '"saved": "Z"'))
    assert wrong.valid is False
    assert wrong.faults[0][1][0] == f'its \'saved\' is "Z", by the replay: "{saved}"'


def test_json_lines_without_placements_are_not_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Those of counts and of lists without queues do not say what was asked; the whole answer does."""
    fields = tmp_path / "fields.txt"
    fields.write_text(THREE)
    for words in (f"percent --file {fields}", f"path --field {THREE}", f"path --field {THREE} --no-queues"):
        assert main(["clear", *words.split(), "-p", "[LJIO]p4", "--jsonl"]) == 0
        found = replay_lines(capsys.readouterr().out)
        assert (found.solutions, found.valid) == (0, None)
        assert "line 1 has no placements to replay; verify the whole answer" in found.not_checked["lines"]
    with pytest.raises(NotationError, match="line 1 is not an object with a list 'placements'"):
        replay_lines('{"rows": 3}')


def test_other_methods_agree_with_what_is_recomputed() -> None:
    """The words of a check name the second method, where it was used."""
    percent = clear.verify(asked(f"clear percent --field {THREE} -p '[LJIO]p4'"))
    assert percent.checked["solved"] == "recomputed, and each queue searched by itself"
    path = clear.verify(asked(f"clear path --field {THREE} -p '[LJIO]p4'"))
    assert path.checked["solutions"] == "recomputed, and built one by one"
    impossible = clear.verify(asked("clear impossible [I]IOTSZIOSZT"))
    assert impossible.checked["verdicts.impossible"] == "by all boards"
