"""Full rows of a field count among the lines to clear, as in solution-finder, whichever way a question is asked."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from shapewright import clear
from shapewright.clear.notation.fumen import Fumen
from shapewright.clear.notation.page import Page
from shapewright.questions import FAMILIES
from shapewright.questions.desk import Desk
from shapewright.questions.question import Answer

Run = Callable[..., tuple[int, str, str]]

CLEARED = "XXXX___XXX/XXXX___XXX/XXXX__XXXX"
FULL = "XXXX___XXX/XXXXXXXXXX/XXXX___XXX/XXXX__XXXX"
NOTE = "clear: 1 full row counts among the 4"
SETUP_CLEARED, SETUP_FULL = (
    "XXXXXX____/XXXXXX____/XXXXXX****",
    "XXXXXX____/XXXXXX____/XXXXXXXXXX/XXXXXX****",
)

QUEUE, PATTERN = ["LOJ"], ["-p", "*p3"]
# What each verb with a field and a height is asked besides.
GAMES: dict[str, list[str]] = {
    "book": PATTERN,
    "chance": QUEUE,
    "glance": ["*p3"],
    "opener": PATTERN,
    "path": PATTERN,
    "percent": PATTERN,
    "score": PATTERN,
    "setup": ["-p", "I"],
    "solve": QUEUE,
}
NOT_OF_CLEARS = {"congruents", "ren", "spin"}


def plain(value: Any) -> Any:
    """An answer without what repeats the question or depends on the time."""
    left_out = ("parameters", "seconds", "fumen", "height")
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items() if name not in left_out}
    return [plain(one) for one in value] if isinstance(value, list) else value


def asked(run: Run, verb: str, *arguments: str) -> Any:
    """The answer, which must verify."""
    _, out, _ = run(verb, *arguments, "--json")
    Path("answer.json").write_text(out)
    code, checked, _ = run("verify", "answer.json")
    assert code == 0, checked
    return json.loads(out)


def printed(verb: str, stated: dict[str, Any]) -> str:
    """What the lines of Python print that stand beside the answer."""
    name = {"chance": "queue", "solve": "queue", "glance": "pieces"}.get(verb, "patterns")
    text = GAMES[verb][-1]
    question = FAMILIES["clear"].question(verb)
    assert question.python is not None
    out = io.StringIO()
    with redirect_stdout(out):
        exec(question.python(question.repeated({name: text, **stated})), {})
    return out.getvalue()


def test_all_verbs_with_a_field_and_a_height_are_here() -> None:
    found = {
        name
        for name, question in FAMILIES["clear"].questions.items()
        if {"field", "height"} <= {one.name for one in question.fields}
    }
    assert found - NOT_OF_CLEARS == set(GAMES)


@pytest.mark.parametrize("verb", GAMES)
def test_full_rows_count_in_every_verb(run: Run, verb: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    game = GAMES[verb]
    field, full = (SETUP_CLEARED, SETUP_FULL) if verb == "setup" else (CLEARED, FULL)
    expected = plain(asked(run, verb, *game, "--field", field, "--height", "3"))
    assert expected["verdict"] == "found"
    assert plain(asked(run, verb, *game, "--field", full, "--height", "4")) == expected
    assert NOTE in run(verb, *game, "--field", full, "--height", "4", "-v")[2]
    assert NOTE not in run(verb, *game, "--field", field, "--height", "3", "-v")[2]
    Path("field.txt").write_text("4\n" + full.replace("/", "\n") + "\n")
    assert plain(asked(run, verb, *game, "--field", "field.txt")) == expected
    assert printed(verb, {"field": full, "height": 4}) == printed(verb, {"field": field, "height": 3}) != ""


@pytest.mark.parametrize("verb", ["book", "opener", "path", "percent", "score"])
def test_full_rows_count_among_the_usual_four_lines_and_those_of_a_comment(run: Run, verb: str) -> None:
    expected = plain(asked(run, verb, *PATTERN, "--field", CLEARED, "--height", "3"))
    assert plain(asked(run, verb, *PATTERN, "--field", FULL)) == expected
    rows = tuple(reversed(FULL.split("/")))
    coded = Fumen((Page(rows, comment="4 *p3"),)).to_text()
    if run(verb, "--tetfu", coded)[0] == 0:
        assert plain(asked(run, verb, "--tetfu", coded)) == expected
    assert run("glance", "*p3", "--field", FULL)[1] == run("glance", "*p3", "--field", CLEARED, "-c", "3")[1]


def test_full_rows_count_in_files_of_many_fields(run: Run) -> None:
    Path("fields.txt").write_text(f"{FULL} *p3\n")
    for verb in ("percent", "path", "score"):
        row = asked(run, verb, "--file", "fields.txt", "--height", "4")["fields"][0]
        assert (row["field"], row["height"], row["solved"], row["queues"]) == (CLEARED, 3, 114, 210)
        assert asked(run, "percent", "--field", row["field"], "-c", str(row["height"]), *PATTERN)["solved"] == 114
    Path("setups.txt").write_text(f"{SETUP_FULL} I\n{SETUP_CLEARED} I\n")
    rows = asked(run, "setup", "--file", "setups.txt", "--then", "OO*", "--then-height", "4")["fields"]
    assert [row["then"] for row in rows] == [1.0, 0.0]


def test_full_rows_of_a_setup_count_among_the_lines_of_the_clear_after_it(run: Run) -> None:
    game = ("-p", "I", "--then", "OO*")
    expected = plain(asked(run, "setup", "--field", SETUP_CLEARED, *game, "--then-height", "3"))
    assert expected["solutions"][0]["then"] == {"solved": 7, "queues": 7}
    assert plain(asked(run, "setup", "--field", SETUP_FULL, *game)) == expected
    assert NOTE in run("setup", "--field", SETUP_FULL, *game, "-v")[2]


@pytest.mark.parametrize(
    ("field", "game", "solved", "queues"),
    [
        ("v115@Gh0hBtR4AtwhywT4BtwhAewwR4AeCtAewhJeAgH", ("-p", "*p7,*p4"), 96, 840),
        ("v115@Rhg0Hegli0zhilJeAgH", ("-p", "T,*p7", "-K", "jstris180"), 5040, 5040),
        (FULL, ("-p", "*p3"), 114, 210),
    ],
)
def test_fields_of_players_with_full_rows(
    run: Run, field: str, game: tuple[str, ...], solved: int, queues: int
) -> None:
    found = asked(run, "percent", "-t", field, *game)
    assert (found["solved"], found["queues"]) == (solved, queues)


def test_reasons_name_the_full_rows(run: Run) -> None:
    for field, height, reason in (
        ("XXXXXXXXXX/XXXXXXXXXX", "2", "nothing is left to clear: 2 full rows count among the 2"),
        ("XXXXXXXXXX/XXXXXXXX__", "2", "(1 full row counts among the 2): no perfect clear can have that height"),
        (
            "XXXXXXXXXX",
            "3",
            "a perfect clear of 2 lines (1 full row counts among the 3) takes 5 pieces, and the queues",
        ),
        (FULL, "3", "the field is 4 rows high, so a perfect clear of 3 lines leaves some of it"),
    ):
        assert reason in run("percent", "--field", field, "-p", "*p3", "-c", height)[2]


def test_full_rows_count_in_python() -> None:
    problem = clear.Problem.of(FULL, "LOJ", height=4)
    assert problem == clear.Problem.of(CLEARED, "LOJ", height=3)
    assert eval(repr(problem), vars(clear)) == problem
    assert clear.percent(FULL, "*p3") == clear.percent(FULL, "*p3", 4) == clear.percent(CLEARED, "*p3", 3)
    assert clear.Setup.of(FULL, "*p3") == clear.Setup.of(CLEARED, "*p3", 3)
    assert clear.chance(FULL, "LOJ") == clear.chance(CLEARED, "LOJ", height=3)
    above = "XXXXXXXXXX/XXXX___XXX/XXXX___XXX/XXXX__XXXX"  # a full row above the lines is none of them
    assert clear.Problem.of(above, "LOJ", height=3) == problem


@pytest.mark.parametrize("field", [FULL, "XXXX___XXX/XXXX___XXX/XXXXXXXXXX/XXXX__XXXX", CLEARED])
@pytest.mark.parametrize("pieces", ["*p3", "LOJ", "L[OJ]J"])
@pytest.mark.parametrize("height", [None, 3])
def test_questions_that_go_on_from_a_glance_count_full_rows_once(
    run: Run, field: str, pieces: str, height: int | None
) -> None:
    glance = FAMILIES["clear"].question("glance")
    asked = {"field": field, "height": height and height + field.count("X" * 10)}
    checked = {**asked, "pieces": pieces, "time_limit": 10.0}
    found = glance.answer(glance.asked(checked), Desk(10.0, studio=True))
    assert isinstance(found, Answer)
    keys, page = found.keys, found.page["glance"]
    assert isinstance(keys, dict)
    more = dict(page["more"])
    for verb, changes in (*found.elsewhere, (more.pop("question"), more)):
        again = json.loads(run(verb, *words({**asked, **changes}), "--json")[1])
        if verb == "percent":
            assert (again["solved"], again["queues"]) == (keys["solved"], keys["queues"])
        else:
            assert again["solutions"] == keys["solutions"]
    assert page["height"] == 3 + field.count("X" * 10)  # of the field that the page shows


def words(asked: dict[str, Any]) -> list[str]:
    """What is asked, as the words of a command."""
    given = {name: str(value) for name, value in asked.items() if value is not None}
    queue = [given.pop("queue")] if "queue" in given else []
    return [*queue, *[word for name, value in given.items() for word in (f"--{name}", value)]]


@pytest.mark.parametrize(
    ("field", "pattern", "lines"),
    [
        ("XXXXXX____/XXXXXX____", "[SZ]!", "4 lines take 7 pieces"),
        ("XXXXXXXXXX/XXXXXX____", "[SZ]p1", "4 lines (1 full row counts among the 4) take 6 pieces"),
        ("XXXXXXXXXX/XXXXXX____/XXXXXX____", "[SZ]!", ""),
    ],
)
def test_the_four_lines_that_a_glance_names_have_the_full_rows(run: Run, field: str, pattern: str, lines: str) -> None:
    out = run("glance", pattern, "--field", field)[1]
    assert lines in out
    assert ("lines" in out and "take" in out) == bool(lines), out


@pytest.mark.parametrize(("queue", "found"), [("LOJIIOO", True), ("SSZZSZSZ", False)])
@pytest.mark.parametrize("verb", ["solve", "glance"])
def test_answers_of_before_full_rows_counted_verify(run: Run, verb: str, queue: str, found: bool) -> None:
    low, high = "XXXXXX____/XXXXXX____", "XXXXXX____/XXXXXXXXXX/XXXXXX____"
    older = json.loads(run(verb, queue, "--field", low, "--height", "4", "--json")[1])
    assert older["verdict"] == ("found" if found else "none")
    older["parameters"]["field"] = high
    Path("older.json").write_text(json.dumps(older))
    code, out, _ = run("verify", "older.json")
    assert code == 0, out
    newer = json.loads(run(verb, queue, "--field", high, "--height", "5", "--json")[1])
    Path("newer.json").write_text(json.dumps(newer))
    assert run("verify", "newer.json")[0] == 0


def test_older_answers_of_many_queues_verify(run: Run) -> None:
    low, high = "XXXXXX____/XXXXXX____", "XXXXXX____/XXXXXXXXXX/XXXXXX____"
    Path("queues.txt").write_text("LOJIIOO\nSSZZSZSZ\n")
    older = json.loads(run("solve", "--file", "queues.txt", "--field", low, "--height", "4", "--json")[1])
    older["parameters"]["field"] = high
    Path("older.json").write_text(json.dumps(older))
    assert run("verify", "older.json")[0] == 0
    older["answers"][0]["height"] = 3
    Path("older.json").write_text(json.dumps(older))
    assert run("verify", "older.json")[0] == 1


def test_one_of_a_kind_is_not_several(run: Run) -> None:
    told = run("percent", "--field", "XXXXXXXXX_", "-p", "*p3", "-c", "1")[2]
    assert "1 cell is empty in the lowest row, which is not a multiple of 4" in told
    assert "1 placement, " in run("solve", "I", "--field", "XXXXXX____", "-v")[2]
    Path("fields.txt").write_text("XXXXXX____\n")
    assert "clear: 1 field, " in run("percent", "--file", "fields.txt", "-p", "*p1", "-c", "1", "-v")[2]
