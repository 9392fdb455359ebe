"""What ``verify`` finds in each small lie: every value of an answer changed in each direction, taken away, or added.

``tests/claims/golden`` has an entry for each question: what is checked of the right answer and how, then for each
outcome the lies that have it: the claims that are wrong, and with ``?`` those that are not checked. A lie is named by
its place and by what was done to it. Lies that make the answer malformed are left out. ``--regenerate-golden`` writes
the files; read what changed in them. What is ``right`` there is true as well: a bound that is weaker, a list that ended
sooner, or what older answers lack. ``tests.mutation_audit`` asks slow twins whether it is.
"""

from __future__ import annotations

import copy
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from tests.audit.clear import BUILT, PAIR, SIX, SLOT
from tests.mutation_audit import asked

from shapewright.errors import NotationError, ProblemError, ShapewrightError

GOLDEN = Path(__file__).parent / "golden"
FAMILIES = ("clear", "shapez")

Place = tuple[str | int, ...]

_UNCLAIMED = {"version", "envelope", "command", "parameters", "seconds"}
_GONE = object()

# What the audit asks and takes long to verify forty times.
LONG = {
    "clear": (
        *(
            "clear spin",
            "clear book",
            "clear opener",
            "clear loop",
            "clear impossible '",
            "--dealt 4",
            "clear sequences",
        ),
        *("'*p4' --drop hard", "--mark-minimal"),
    ),
    "shapez": ("shapez count", "shapez search", "CrCr----", "examples"),
}

_FOUR = "--field XXXXXXX___/XXXXXXX___/XXXXXXX___/XXXXXXX___"
_TWO = "--field XXXX______/XXXX______"
_PLAYED = "v115@9gG8CeG8CeG8CeG8MeCNYXAFLDmClcJSAVDEHBEooR?BMoAVBKuqBAvhBWNJTNJ"
_PATTERN = f"{_FOUR} -p [LJIOT]p4"

# Small questions that reach the other conditions of the claims.
MORE: dict[str, list[str]] = {
    "clear": [
        "clear impossible SZ",
        "clear impossible SZ ZS",
        "clear impossible SZ --hold T",
        "clear impossible --list --limit 1",
        "clear table 2 --live",
        "clear sequences --dealt 1",
        "clear sequences -p [SZ]p2 --list",
        "clear sequences -p [SZ]p2 --hold forward --list",
        "clear sequences -p [SZ],T --hold backward --where T=1",
        "clear sequences -p [SZT]p3 --length 2",
        "clear sequences -p [SZT]p3 --hold forward --holds 1",
        "clear solutions 2 --random 3",
        "clear solutions 2 --limit 1",
        "clear solutions 2 --drop hard --limit 1",
        f"clear percent {_PATTERN} --save T,I --tree 2 --failed",
        f"clear percent {_PATTERN} --save T,I --best-save --leftovers",
        f"clear percent {_FOUR} -p LJIO",
        f"clear percent {_PATTERN} --hold avoid --kicks none",
        f"clear cover {BUILT} -p [LJ],I,O,[LJ] --mode tetris",
        f"clear cover {BUILT} -p SSSS",
        f"clear cover {BUILT} -p [LJ],I,O,[LJ] --max-clears 2",
        f"clear score {_PLAYED}",
        f"clear score SZSZ {_FOUR}",
        f"clear score -p SSSS {_FOUR}",
        f"clear score -p [LJ],I,O,[LJ] {_FOUR} --minimal",
        f"clear score LJIO {_FOUR} --height 4 --back-to-back 2",
        "clear ren LJO",
        f"clear ren LJO {_FOUR} --limit 1",
        f"clear ren LJO {_FOUR} --no-hold",
        f"clear ren LJO {_FOUR} --kicks none --drop hard",
        f"clear glance *p5 {_FOUR} --time-limit 60",
        f"clear glance TTIOJ {_FOUR}",
        f"clear glance SZSZ {_FOUR}",
        f"clear glance LJIO {_FOUR} --no-hold --height 4",
        "clear glance --field X_________",
        "clear glance *p3 --height 2",
        f"clear path -p [LJ],I,O,[LJ] {_FOUR} --per-save",
        f"clear path {_PATTERN} --no-queues --limit 3",
        f"clear path {_PATTERN} --minimal --limit 1",
        f"clear path {_PATTERN} --mark-minimal --limit 3",
        f"clear path {_PATTERN} --save T --minimal",
        f"clear path -p SSSS {_FOUR}",
        f"clear setup --field {SLOT} -p [LJOSI]p2 --pieces 1",
        f"clear setup --field {SLOT} -p [LJOSI]p2 --limit 1",
        f"clear setup --field {SLOT} -p [LJOSI]p2 --clears 1",
        f"clear setup --field {SLOT} -p SS",
        f"clear setup --solution {PAIR} --limit 1",
        f"clear solve LJIO {_FOUR} --no-list --limit 2",
        f"clear solve LJIO {_FOUR} --hold T --limit 1",
        f"clear solve LJIO {_FOUR} --height 4 --save I",
        f"clear solve LJIO {_FOUR} --limit 99",
        f"clear solve SZSZ {_FOUR} --limit 9",
        f"clear show {SIX} --limit 2",
        f"clear show '{BUILT}' --limit 1",
        f"clear show '{BUILT}' --limit 2",
        f"clear show '{BUILT}' --number 2",
        "clear show --pages XX________ --pages ZZ________/X_________ --comments one",
        "clear demo --height 2 --limit 1 --seed 2",
        "clear demo --height 2 --limit 2 --seed 2 --kicks none",
        "clear spin -p T --field XXXX____XX/XXX___XXXX/XXXX_XXXXX --limit 1",
        "clear loop --clears 1 --no-hold --see 1",
        f"clear chance SZ {_TWO} --height 2 --no-hold --see 2",
        f"clear chance LJI {_TWO} --height 2 --drop hard",
        f"clear book {_FOUR} -c 4 -p [LJIO]p4",
        f"clear opener {_FOUR} -c 4 -p [LJIO]p4 --pieces 1 -k 1",
        f"clear fumen grey {SIX}",
    ],
    "shapez": [],
}


def _questions(family: str) -> list[str]:
    audit = import_module(f"tests.audit.{family}")
    every = [line for line in (*audit.QUESTIONS, *audit.NOT_JUDGED) if not any(each in line for each in LONG[family])]
    return [*every, *MORE[family]]


def _lies(answer: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each lie with its name; of records alike, one value of each key."""
    seen = set()
    for place, value in _values({key: inner for key, inner in answer.items() if key not in _UNCLAIMED}):
        kind = tuple("#" if isinstance(step, int) else step for step in place)
        if kind in seen:
            continue
        seen.add(kind)
        for what, change in _changes(value):
            yield ".".join(map(str, place)) + what, _changed(answer, place, change)
    yield "forged", {**answer, "forged": 1}
    for key, value in answer.items():
        if isinstance(value, list) and value:
            yield f"complete no, {key} cut", {**answer, "complete": False, key: value[:-1]}
    yield "complete no, verdict unknown", {**answer, "complete": False, "verdict": "unknown"}


def _values(value: Any, place: Place = ()) -> Iterator[tuple[Place, Any]]:
    if place:
        yield place, value
    inside = value.items() if isinstance(value, dict) else enumerate(value[:3]) if isinstance(value, list) else ()
    for step, inner in inside:
        yield from _values(inner, (*place, step))


def _changes(value: Any) -> Iterator[tuple[str, Any]]:
    yield " gone", _GONE
    if isinstance(value, bool):
        yield " not", not value
    elif isinstance(value, int | float):
        yield "+1", value + 1
        yield "-1", value - 1
    elif isinstance(value, str):
        yield "+x", f"{value}x"
    elif isinstance(value, list) and value:
        yield " cut", value[:-1]
        yield " twice", [*value, value[0]]
    elif isinstance(value, dict):
        yield " forged", {**value, "forged": 1}
    elif value is None:
        yield " x", "x"


def _changed(answer: dict[str, Any], place: Place, change: Any) -> dict[str, Any]:
    changed = copy.deepcopy(answer)
    inside: Any = changed
    for step in place[:-1]:
        inside = inside[step]
    if change is _GONE:
        del inside[place[-1]]
    else:
        inside[place[-1]] = change
    return changed


def _outcome(family: str, answer: dict[str, Any]) -> str:
    try:
        found = import_module(f"shapewright.{family}").verify(answer)
    except ShapewrightError as error:
        return "" if isinstance(error, NotationError | ProblemError) else type(error).__name__
    wrong = {str(fault["claim"]) for fault in found.faults}
    return ", ".join([*sorted(wrong), *(f"?{key}" for key in sorted(found.not_checked))]) or "right"


def _found(family: str, line: str) -> list[str]:
    """What is checked of the answer, and which lies have which outcome."""
    answer = asked(line)
    right = import_module(f"shapewright.{family}").verify(answer)
    lines = ["  checked " + "; ".join(sorted(f"{key}: {words}" for key, words in right.checked.items()))]
    lines += [f"  {each}" for each in right.lines()]
    outcomes = defaultdict(list)
    for name, lie in _lies(answer):
        if outcome := _outcome(family, lie):
            outcomes[outcome].append(name)
    return lines + [f"  {outcome} <- {' | '.join(names)}" for outcome, names in outcomes.items()]


@cache
def _golden(family: str) -> dict[str, list[str]]:
    path = GOLDEN / f"{family}.txt"
    entries = path.read_text(encoding="utf-8").split("\n\n") if path.is_file() else []
    return {title: lines for title, *lines in (entry.rstrip("\n").split("\n") for entry in entries)}


@pytest.mark.parametrize(
    ("family", "line"),
    [
        pytest.param(family, line, id=f"{family}-{number}")
        for family in FAMILIES
        for number, line in enumerate(_questions(family))
    ],
)
def test_what_is_found_in_each_lie(family: str, line: str, request: pytest.FixtureRequest) -> None:
    found = _found(family, line)
    if request.config.getoption("--regenerate-golden"):
        entries = {**_golden(family), line: found}
        _golden(family)[line] = found
        text = "\n\n".join("\n".join([title, *entries[title]]) for title in _questions(family) if title in entries)
        (GOLDEN / f"{family}.txt").write_text(f"{text}\n", encoding="utf-8")
    assert found == _golden(family).get(line)
