"""Many fields at once: what each gives by itself, however they are written and wherever they are counted."""

from __future__ import annotations

import copy
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.bare import printed
from tests.mutation_audit import asked

from shapewright import clear
from shapewright.clear import Counted, Covering, Field, Fumen, Page, Setup, Unknown, count_fields
from shapewright.clear.notation.field_lines import fields_of_line, pages_of, solutions_of_line
from shapewright.errors import CheckpointError, NotationError, ProblemError, StoppedError

WIDER = "ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ"
NARROW = "ZZ____LLLI/TZZ___LOOI/TTSS__JOOI/TSS___JJJI"
FOUR_WIDE = "/".join(["XXX____XXX"] * 4)
FIELDS: list[tuple[str, str]] = [(WIDER, "I,*p4"), (NARROW, "*p4"), (FOUR_WIDE, "*p5"), (NARROW, "*p4,*")]


def fumen(*fields: str) -> str:
    return Fumen(tuple([Page(tuple(reversed(field.split("/"))), lock=False) for field in fields])).to_text()


# --- Counting ---------------------------------------------------------------------------------------------------------


def test_chances_are_those_of_each_field() -> None:
    found = count_fields("percent", FIELDS)
    each = [clear.percent(*one) for one in FIELDS]
    assert found == [Counted(one.solved, one.queues) for one in each]
    assert [str(one) for one in found] == [str(one) for one in each]
    saved = count_fields("percent", FIELDS[:2], save="T")
    each = [clear.percent(*one, save="T") for one in FIELDS[:2]]
    assert saved == [Counted(one.solved, one.queues, {"cleared": one.cleared}) for one in each]


def test_paths_are_those_of_each_field() -> None:
    found = count_fields("path", FIELDS[:2], minimal=True)
    for counted, one in zip(found, FIELDS, strict=False):
        path = clear.path(*one)
        fewest = path.minimal()
        more = {"unique": len(path), "minimal": len(fewest), "minimal_bound": fewest.bound}
        assert counted == Counted(path.solved, path.queues, more)


def test_covers_are_those_of_each_line() -> None:
    fumens = [one.fumen().to_text() for one in clear.path(WIDER, "I,*p4")[:4]]
    entries = [*fumens, (fumens, "*p7")]
    found = count_fields("cover", entries, "I,*p4")
    each = [clear.cover([one], "I,*p4") for one in fumens] + [clear.cover(fumens, "*p7")]
    assert found == [
        Counted(one.any.solved, one.any.queues, {"solutions": len(one.solutions), "every": one.every.solved})
        for one in each
    ]


def test_setups_are_those_of_each_blueprint() -> None:
    blueprints = [
        clear.Filling.of("*.________/***_______", "*p3", pieces=1),
        clear.Filling.of("XXX*...XXX/XXX*...XXX/XXX*...XXX/XXX*...XXX", "*p2", pieces=(0, 2), then="*p4"),
        clear.Filling.of("*+________/***_______", "LJ", exclude="holes", clears=0, hold=False, drop="hard"),
        clear.Filling.of("****______/****______", "SZ"),
    ]
    found = count_fields("setup", blueprints, threads=2)
    each = [
        clear.setups(
            one.blueprint, one.pattern, pieces=one.pieces, clears=one.clears, exclude=one.exclude, drop=one.drop,
            hold=one.hold,
        )
        for one in blueprints
    ]  # fmt: skip
    after = clear.chances_after(each[1], "*p4")
    best = max(Fraction(one.then.solved, one.then.queues) for one in after if one.then is not None)
    for counted, one in zip(found, each, strict=True):
        assert isinstance(counted, Counted)
        assert (counted.solved, counted.queues) == (one.any.solved, one.queues)
        assert (counted.more["setups"], counted.more["cores"]) == (len(one), one.cores)
    assert isinstance(found[1], Counted)
    assert found[1].more["then"] == float(best)
    assert [str(one) for one in count_fields("setup", ["****______/****______"], "OO")] == ["1 / 1 = 100.00 %"]


def test_scores_are_those_of_each_field(tmp_path: Path) -> None:
    fields = [("/".join(["XXXXXX____"] * 4), "[LJOI]!"), (FOUR_WIDE, "[IOLJ]!,T")]
    table = tmp_path / "own.toml"
    table.write_text('title = "own"\n[clears]\nnone = [0, 0, 1, 2, 5]\n[combo]\neach = 1\n')
    for how in ({}, {"table": "tetrio-s2", "combo": 2, "back_to_back": 1}, {"table": str(table)}):
        found = count_fields("score", fields, minimal=True, threads=2, **how)
        for counted, field in zip(found, fields, strict=False):
            one = clear.score(*field, **how)
            fewest = one.solutions().minimal()
            more = {"total": one.total, "average": one.average, "unique": len(one.solutions())}
            assert counted == Counted(
                one.solved, len(one.values), more | {"minimal": len(fewest), "minimal_bound": fewest.bound}
            )


def test_what_comes_too_large_is_unknown_and_the_others_are_counted() -> None:
    found = count_fields("score", ["", FOUR_WIDE], "*,*,*,*,*,*,*,*,*,*")
    assert isinstance(found[0], Unknown)
    assert "282,475,249 queues" in found[0].reason
    assert not isinstance(found[1], Unknown)


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 4), st.booleans(), st.sampled_from(["soft", "hard"])), min_size=1, max_size=4),
    st.sampled_from(["srs", "srs-plus", "none"]),
)
def test_it_is_a_loop(cases: list[tuple[int, bool, Any]], kicks: str) -> None:
    setups = []
    for shift, hold, drop in cases:
        row = "X" * shift + "____" + "X" * (6 - shift)
        setups.append(Setup.of("/".join([row] * 2), "*p3", 2, kicks=kicks, drop=drop, hold=hold))
    assert count_fields("percent", setups, threads=2) == [
        Counted(one.solved, one.queues) for one in map(clear.percent, setups)
    ]


def test_wherever_it_runs_it_is_the_same(tmp_path: Path) -> None:
    fields = FIELDS * 3
    known = count_fields("path", fields, threads=1)
    assert count_fields("path", fields, threads=3) == known
    with ThreadPoolExecutor(2) as executor:
        assert count_fields("path", fields, executor=executor) == known
    kept = tmp_path / "kept.sqlite"
    assert count_fields("path", fields, checkpoint=kept) == known
    told: list[float] = []
    again = count_fields("path", fields, checkpoint=kept, progress=lambda one: told.append(one.resumed))
    assert (again, told[-1]) == (known, 1.0)
    with pytest.raises(CheckpointError, match="another problem"):
        count_fields("path", fields[1:], checkpoint=kept)


def test_when_time_is_over(tmp_path: Path) -> None:
    hard = ("/".join(["X_________"] * 4), "*p7,*p2")
    found = count_fields("percent", [hard, *FIELDS[:2]], threads=2, time_limit=0.5)
    assert isinstance(found[0], Unknown)
    assert "time limit of 0.5 s" in found[0].reason
    assert found[1:] == count_fields("percent", FIELDS[:2])
    kept = tmp_path / "kept.sqlite"
    with pytest.raises(StoppedError):
        count_fields("percent", [hard, *FIELDS[:2]], threads=2, time_limit=0.5, checkpoint=kept)


def test_what_cannot_be_counted_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["shapewright.clear.paths.path"], "MAX_BITS", 1000)
    found = count_fields("path", FIELDS[:1], threads=1)
    assert isinstance(found[0], Unknown)
    assert "too many to list" in found[0].reason


def test_what_cannot_be_asked() -> None:
    with pytest.raises(ProblemError, match="choose one of percent, path, cover"):
        count_fields("solve", FIELDS)
    with pytest.raises(ProblemError, match="pattern is missing"):
        count_fields("percent", [WIDER])
    with pytest.raises(ProblemError, match="a Covering is expected"):
        count_fields("cover", [Setup.of(WIDER, "I,*p4")])
    with pytest.raises(ProblemError, match="a Setup is expected"):
        count_fields("path", [Covering.of(fumen(WIDER.replace("X", "_")), "*p7,*p7")])
    with pytest.raises(ProblemError, match="takes 6 pieces"):
        count_fields("percent", [WIDER, ("/".join(["XXXX______"] * 4), "*p4")], "I,*p4")
    with pytest.raises(ProblemError, match="there are no solutions"):
        Covering.of([], "*p4")
    assert count_fields("percent", []) == []


def test_without_numpy() -> None:
    lines = f"from shapewright import clear\nprint(*clear.count_fields('percent', [{WIDER!r}], 'I,*p4', threads=1))"
    assert printed(lines).split("\n")[-2] == "711 / 840 = 84.64 %"


# --- Lines ------------------------------------------------------------------------------------------------------------


def test_lines() -> None:
    (one,) = fields_of_line(f"{WIDER} I, *p4")
    assert (one.text, one.pattern) == (WIDER, "I, *p4")
    assert fields_of_line(f"{WIDER}\t*p4")[0].pattern == "*p4"
    assert fields_of_line(WIDER)[0].pattern is None
    said = json.dumps({"field": WIDER.replace("/", "\n"), "patterns": "*p4", "height": 4})
    (one,) = fields_of_line(said)
    assert (one.text, one.pattern, one.height) == (WIDER.replace("/", "\n"), "*p4", 4)
    text = fumen(WIDER, NARROW)
    assert fields_of_line(f"{text} *p4", page=2)[0].page == 2
    assert [one.page for one in fields_of_line(f"{text} *p4", all_pages=True)] == [1, 2]
    solutions = solutions_of_line(f"{text} {text}#2 *p4, *")
    assert (solutions.fumens, solutions.pattern) == ((text, f"{text}#2"), "*p4, *")
    assert solutions_of_line(json.dumps({"solutions": [text]})).fumens == (text,)
    assert solutions_of_line(json.dumps({"solutions": text, "patterns": "*p4"})).pattern == "*p4"


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ('{"field": 3}', "'field' is a text"),
        ('{"field": "X", "page": 0}', "'page' is a whole number"),
        ('{"field": "X", "pattern": "*p4"}', "a line of JSON has field, patterns, page, height"),
        ('{"field": ', "not JSON"),
        (f"{fumen(WIDER)} {fumen(NARROW)}", "several fumens"),
    ],
)
def test_wrong_lines(line: str, wrong: str) -> None:
    with pytest.raises(NotationError, match=wrong):
        fields_of_line(line)


def test_pages_are_those_of_the_fumen() -> None:
    text = fumen(WIDER, NARROW, FOUR_WIDE)
    for page, one in enumerate(pages_of(text), 1):
        assert (one.page, one.fumen) == (page, None)
        assert clear.read_start(one.text).field == clear.read_start(text, page).field
    assert [(one.fumen, one.page) for one in pages_of(f"{text}#2:3 {text}")] == [(1, 1), (1, 2), (2, 1), (2, 2), (2, 3)]
    played = clear.first(Field(), "TIOLJSZTIOL")
    assert played is not None
    text = Fumen.from_solution(played).to_text()
    for page, one in enumerate(pages_of(text), 1):
        assert clear.read_start(one.text).field == clear.read_start(text, page).field


# --- Claims -----------------------------------------------------------------------------------------------------------

LINES = f"{WIDER}\n# a comment\n{FOUR_WIDE} *p5\n{fumen(NARROW)}\n"


def answer(tmp_path: Path, words: str, text: str = LINES) -> dict[str, Any]:
    file = tmp_path / "fields.txt"
    file.write_text(text)
    found: dict[str, Any] = asked(f"clear {words} --file {file}")
    return found


def wrong(given: dict[str, Any], *path: str | int, value: Any) -> bool:
    mutant = copy.deepcopy(given)
    place: Any = mutant
    for step in path[:-1]:
        place = place[step]
    assert place[path[-1]] != value
    place[path[-1]] = value
    return clear.verify(mutant).valid is False


@pytest.mark.parametrize("words", ["percent -p I,*p4", "path -p I,*p4 --minimal", "percent -p I,*p4 --save T"])
def test_rows_are_counted_again(tmp_path: Path, words: str) -> None:
    found = answer(tmp_path, words)
    assert clear.verify(found).valid is True
    assert clear.verify(found).not_checked == {}
    for name, value in (("solved", 3), ("queues", 839), ("chance", 0.5), ("line", 3), ("line", 9), ("page", 2)):
        assert wrong(found, "fields", 0, name, value=value), name
    for name in ("unique", "minimal", "minimal_bound", "cleared"):
        if name in found["fields"][0]:
            assert wrong(found, "fields", 0, name, value=1000), name
    assert wrong(found, "fields", 0, "field", value=NARROW)
    assert wrong(found, "fields", 1, "patterns", value="*p4")
    assert wrong(found, "fields", value=found["fields"][1:])
    assert wrong(found, "asked", value=4)
    assert wrong(found, "complete", value=False)
    assert wrong(found, "parameters", "file", value=LINES + WIDER)


def test_what_was_wanted_is_listed(tmp_path: Path) -> None:
    found = answer(tmp_path, "percent -p I,*p4 --at-least 0.7 --by-chance")
    assert [row["line"] for row in found["fields"]] == [1, 3]
    assert clear.verify(found).valid is True
    assert wrong(found, "parameters", "at_least", value=0.8)
    assert wrong(found, "fields", value=found["fields"][::-1])


def test_pages_and_covers_are_counted_again(tmp_path: Path) -> None:
    text = fumen(WIDER, WIDER)
    found = answer(tmp_path, "percent -p I,*p4 --page all", text)
    assert [row["page"] for row in found["fields"]] == [1, 2]
    assert clear.verify(found).not_checked == {}
    assert wrong(found, "fields", 0, "page", value=2)
    shown: dict[str, Any] = asked(f"clear percent -t {text} -p I,*p4 --page all")
    assert (clear.verify(shown).valid, clear.verify(shown).not_checked) == (True, {})
    assert wrong(shown, "fields", 0, "page", value=3)
    solutions = [one.fumen().to_text() for one in clear.path(WIDER, "I,*p4")[:3]]
    covered = answer(tmp_path, "cover -p I,*p4", "\n".join([*solutions, " ".join(solutions)]))
    assert (clear.verify(covered).valid, clear.verify(covered).not_checked) == (True, {})
    assert wrong(covered, "fields", 3, "every", value=5)
    assert wrong(covered, "fields", 0, "fumens", value=solutions[1:2])


BLUEPRINTS = "*.________/***_______\n# none\n*.________/***_______ LJ\n____*_____ TS\n"


@pytest.mark.parametrize("words", ["", "--pieces 1 --then *p4 --then-height 3", "-e holes --clears 0 -H avoid"])
def test_setups_of_blueprints_are_counted_again(tmp_path: Path, words: str) -> None:
    found = answer(tmp_path, f"setup -p *p2 {words}", BLUEPRINTS)
    assert (clear.verify(found).valid, clear.verify(found).not_checked) == (True, {})
    assert [row["line"] for row in found["fields"]] == [1, 3, 4]
    for name in ("solved", "queues", "chance", "setups", "cores", *(["then"] if "then" in words else [])):
        assert wrong(found, "fields", 0, name, value=1000), name
    assert wrong(found, "fields", 0, "field", value="*_________/***_______")
    assert wrong(found, "fields", 2, "line", value=5)
    assert wrong(found, "parameters", "file", value=BLUEPRINTS.replace("*.", "**", 1))


def test_setups_of_pages_are_counted_again() -> None:
    colours = "v115@9gQpBewhVpwhCe3hAe2hZpJeAgH"
    found: dict[str, Any] = asked(f"clear setup -t {colours} -f I -m O -p [^T]! --page all")
    assert (clear.verify(found).valid, clear.verify(found).not_checked) == (True, {})
    alone: dict[str, Any] = asked(f"clear setup -t {colours} -f I -m O -p [^T]!")
    (row,) = found["fields"]
    assert (row["setups"], row["cores"], row["solved"], row["field"]) == (
        alone["setups"],
        alone["cores"],
        alone["solved"],
        alone["blueprint"],
    )


@pytest.mark.parametrize("words", ["", "--table tetrio-s2 --combo 1 --b2b 2", "--minimal --table jstris"])
def test_scores_of_fields_are_counted_again(tmp_path: Path, words: str) -> None:
    found = answer(
        tmp_path, f"score -p *p5 {words}", f"{'/'.join(['XXXXXX____'] * 4)} [LJOI]!\n{FOUR_WIDE} [IOLJ]!,T\n"
    )
    assert (clear.verify(found).valid, clear.verify(found).not_checked) == (True, {})
    for name in ("solved", "total", "average", *(["unique", "minimal"] if "minimal" in words else [])):
        assert wrong(found, "fields", 0, name, value=1000), name
    if "table" in found["parameters"]:
        assert wrong(found, "parameters", "table", value="points")
