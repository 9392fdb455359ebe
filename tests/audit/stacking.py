"""Stacks: every plan there is, dropped row by row into drawings, by code that shares nothing with ``verify``."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.audit import stacking_deadly as deadly
from tests.audit import stacking_slides as slides
from tests.audit import stacking_survival as survival
from tests.reference.stacking import brute_force as brute

from shapewright.errors import ShapewrightError
from shapewright.stacking import Problem
from shapewright.stacking.notation.board import parse_start
from shapewright.stacking.notation.piece_file import parse_piece_list

if TYPE_CHECKING:
    from collections.abc import Iterable

MANY = Path(__file__).parent / "data" / "sequences.txt"

QUESTIONS = [
    "stacking solve LLL --width 6",
    "stacking solve LJT --width 5 --tie-break lexicographic",
    "stacking solve OOI --width 5 --best 3",
    "stacking solve OO --width 4 --best 9",
    "stacking solve LTS --width 5 --hold",
    "stacking solve ITL --width 5 --hold --best 2",
    "stacking solve IOT --width 5 --clear-lines",
    "stacking solve LLT --no-rotation --board '#.....' --objective holes",
    "stacking solve SZT --width 6 --objective flatness",
    "stacking solve IIT --no-rotation --board 6x3",
    "stacking solve IOI --width 5 --hold --height-limit 1",
    "stacking solve IOT --width 5 --clear-lines --board 5x2",
    "stacking solve PI --pieces P5 --width 5",
    "stacking count LLL --width 6",
    "stacking count LT --width 6 --hold",
    "stacking count OOI --width 5 --clear-lines",
    "stacking count OO --width 4 --height-limit 1",
    "stacking count SZ --width 5 --objective holes",
    f"stacking solve --file {MANY} --width 5",
    f"stacking solve --file {MANY} --board 5x2 --tie-break lexicographic",
    "stacking show LL '0 2(180)' --width 5",
    "stacking show --pieces P5",
    *slides.QUESTIONS,
    *deadly.QUESTIONS,
    *survival.QUESTIONS,
]
# What no slow twin judges is forged all the same.
NOT_JUDGED = [
    "stacking expect IOT --number 3 --width 4 --knowing",
    "stacking expect OO --number 2 --width 4 --see 1",
    "stacking longest IOT --width 4 --height-limit 4",
    "stacking rate SZ --width 4",
]


def is_true(answer: dict[str, Any]) -> bool | None:
    """Whether what the answer says of its stacks holds, by making every plan."""
    try:
        return _is_true(answer)
    except (ShapewrightError, KeyError, TypeError, AttributeError, ValueError, IndexError):
        return False  # what cannot be read says nothing true


def _is_true(answer: dict[str, Any]) -> bool | None:
    asked, verb = answer["parameters"], answer["command"].split()[1]
    if verb in ("deadly", "survive"):
        question = {"sequence": "IOTJLSZ", **asked, "clear_lines": True}
        judge = deadly.is_true if verb == "deadly" else survival.is_true
        return _same(answer["problem"], question) and judge(answer, _problem(question))
    verdict = "none" if answer.get("plan", "") is None or answer.get("count") == 0 else "found"
    if type(answer["complete"]) is not bool or answer.get("verdict", verdict) != verdict:
        return False
    if verb == "count":
        return _count_is_true(answer, asked)
    if verb == "show" and "pieces" in answer:
        known = _problem({**asked, "sequence": "I"})
        drawn = {piece.name: [list(art) for art in brute.art_of(known, piece.name)] for piece in known.pieces}
        return bool(answer["pieces"] == drawn)
    if "sequences" in answer:
        proven = [one["optimal"] is True for one in answer["sequences"]]
        judged = [
            _same(one["problem"], {**asked, "sequence": one["sequence"]}) and _record_is_true(one)
            for one in answer["sequences"]
        ]
        return all(judged) and (all(proven) or answer["complete"] is False)
    if verb == "show":
        return all(_record_is_true(one) for one in answer["plans"])
    if not _same(answer["problem"], asked) or not _record_is_true(answer):
        return False
    if "plans" in answer:
        return _best_are_true(answer, asked)
    if asked.get("best") is not None or asked.get("file") is not None:
        return False
    first = answer.get("first", False)
    lexicographic = asked.get("tie_break") == "lexicographic"
    if first is True and _moves(answer["plan"]) != _best(_key(answer["problem"]))[1]:  # type: ignore[index]
        return False
    done = answer["plan"] is None or (answer["optimal"] is True and (first is True or not lexicographic))
    return type(first) is bool and (done or answer["complete"] is False)


def _problem(asked: dict[str, Any]) -> Problem:
    """The problem that parameters ask about."""
    width, limit, board = asked.get("width"), asked.get("height_limit"), frozenset[tuple[int, ...]]()
    if asked.get("board") is not None:
        start = parse_start(asked["board"])
        if width not in (None, start.width):
            raise ValueError("two widths")
        width, board, limit = start.width, start.cells, start.height_limit if limit is None else limit
    rules = {key: asked[key] for key in ("hold", "clear_lines", "objective", "drop") if asked.get(key) is not None}
    if asked.get("no_rotation") is not None:
        rules["rotation"] = {True: False, False: True}[asked["no_rotation"]]
    pieces = parse_piece_list(asked["pieces"]) if asked.get("pieces") is not None else ()
    for key in ("rotation", "hold", "clear_lines"):
        if type(rules.get(key, True)) is not bool:
            raise ValueError("no flag")
    if type(width) not in (int, type(None)) or type(limit) not in (int, type(None)):
        raise ValueError("no number")
    return Problem(asked["sequence"], 10 if width is None else width, pieces, board, height_limit=limit, **rules)


def _same(data: dict[str, Any], asked: dict[str, Any]) -> bool:
    return _read(data) == _problem(asked)


def _read(data: dict[str, Any]) -> Problem:
    for key in ("rotation", "hold", "clear_lines"):
        if type(data.get(key, True)) is not bool:
            raise ValueError("no flag")
    return Problem.from_json(data)


def _key(data: dict[str, Any]) -> str:
    return json.dumps(_read(data).to_json())


@lru_cache(maxsize=200)
def _found(key: str) -> tuple[tuple[int, tuple[brute.Move, ...]], ...]:
    """Every plan with its value, in order of (rotation, column) of the pieces."""
    problem = Problem.from_json(json.loads(key))
    assert problem.drop == "hard"
    if sum(len(brute.art_of(problem, name)) * problem.width for name in problem.sequence) > 400:
        raise MemoryError
    return tuple(brute.plans(problem))


@lru_cache(maxsize=500)
def _best(key: str) -> tuple[int, tuple[brute.Move, ...], int] | None:
    """The best value, the first plan that has it, and how many do; which is the first is not said of slides."""
    if json.loads(key).get("drop") == "soft":
        every = slides.values(key)
        best = min(every, key=lambda one: brute.rank(_read(json.loads(key)), one), default=None)
        return None if best is None else (best, (), every[best])
    found = _found(key)
    if not found:
        return None
    value = min((value for value, _ in found), key=lambda one: brute.rank(_read(json.loads(key)), one))
    equal = [moves for one, moves in found if one == value]
    return value, equal[0], len(equal)


def _moves(plan: list[dict[str, Any]]) -> tuple[brute.Move, ...]:
    if not all(type(one["column"]) is int and type(one.get("rotation", 0)) is int for one in plan):
        raise ValueError("no drops")
    return tuple((one["piece"], one.get("rotation", 0), one["column"]) for one in plan)


def _record_is_true(record: dict[str, Any]) -> bool:
    problem = _read(record["problem"])
    key = _key(record["problem"])
    best = _best(key)
    if record["plan"] is None:
        free = _best(json.dumps({k: v for k, v in problem.to_json().items() if k != "height_limit"}))
        assert free is not None
        low = record.get(_bound_key(problem, record), free[0])
        nothing = best is None and record["height"] is None and record["optimal"] is True
        extra = {"value", "text", "objective"} & record.keys()
        return (
            nothing
            and type(low) is int
            and brute.rank(problem, low) <= brute.rank(problem, free[0])
            and not extra
            and _reason_is_true(record, problem)
        )
    if best is None or record.get("reason") is not None:
        return False
    moves = _moves(record["plan"])
    value, top = _reached(problem, key, record["plan"])
    names = problem.hold
    paths = [one.get("path", "") for one in record["plan"]]
    words = " ".join(
        (f"{name}:" if names else "") + str(column) + (f"({turn})" if turn else "") + (f"[{path}]" if path else "")
        for (name, turn, column), path in zip(moves, paths, strict=True)
    )
    bound = record[_bound_key(problem, record)]
    whole = [record["height"], record["value"], bound]
    return (
        value is not None
        and all(type(number) is int for number in whole)
        and record["height"] == top
        and record["value"] == value
        and brute.rank(problem, bound) <= brute.rank(problem, best[0])
        and record["optimal"] is (value == bound)
        and record["objective"] == problem.objective
        and record["text"] == words
    )


def _bound_key(problem: Problem, record: dict[str, Any]) -> str:
    """The bound is stated once: from above of what is counted, from below of the rest."""
    key, other = "lower_bound", "upper_bound"
    if problem.objective in ("rows", "tetrises"):
        key, other = other, key
    if other in record:
        raise ValueError("a bound from the wrong side")
    return key


def _reached(problem: Problem, key: str, plan: list[dict[str, Any]]) -> tuple[int | None, int]:
    """The value of a plan, None if it is none, and its height."""
    if problem.drop == "soft":
        gone = slides.gone(problem, plan)
        return (None, 0) if gone is None else gone[:2]
    moves = _moves(plan)
    value = {made: value for value, made in _found(key)}.get(moves)
    if value is None or any("path" in one for one in plan):
        return None, 0
    return value, _height(problem, moves)


def _height(problem: Problem, moves: tuple[brute.Move, ...]) -> int:
    grid = brute.start_of(problem)
    for name, turn, column in moves:
        after = brute.dropped(grid, brute.art_of(problem, name)[turn // 90], column, problem.width)
        assert after is not None
        grid = brute.without_full_rows(after) if problem.clear_lines else after
    return len(grid)


def _reason_is_true(record: dict[str, Any], problem: Problem) -> bool:
    if record.get("reason") is None:
        return "sequence" in record
    words = re.fullmatch(
        r"no plan keeps the height limit of (\d+)(?:: at least (\d+) rows are needed)?", record["reason"]
    )
    if words is None or int(words[1]) != problem.height_limit:
        return False
    plain = problem.objective == "height" and not problem.clear_lines
    return (words[2] is not None) == plain and (not plain or int(words[2]) == record["lower_bound"])


def _best_are_true(answer: dict[str, Any], asked: dict[str, Any]) -> bool:
    records = answer["plans"]
    if (
        not all(_same(one["problem"], asked) and _record_is_true(one) for one in records)
        or len(records) > asked["best"]
    ):
        return False
    if any(answer[key] != one for key, one in records[0].items()):
        return False
    problem = _read(answer["problem"])

    def in_order(numbers: Iterable[int]) -> list[int]:
        return sorted(numbers, key=lambda one: brute.rank(problem, one))

    if problem.drop == "soft":
        gone = [slides.gone(problem, one["plan"]) for one in records]
        counts = slides.values(_key(answer["problem"]))
        least = [value for value in in_order(counts) for _ in range(counts[value])][: asked["best"]]
        values = [one[0] for one in gone if one is not None]
        differ = len({one[2] for one in gone if one is not None}) == len(records)
        return differ and values == in_order(values) and (answer["complete"] is False or values == least)
    every = sorted(_found(_key(answer["problem"])), key=lambda one: brute.rank(problem, one[0]))
    stated = [_moves(one["plan"]) for one in records]
    values = [one["value"] for one in records]
    if values != in_order(values) or len(set(stated)) < len(stated):
        return False
    if problem.hold:
        # Which of two pieces comes first is a convention of the list; each must be as good as its place in it.
        return answer["complete"] is False or values == [value for value, _ in every[: asked["best"]]]
    return answer["complete"] is False or stated == [moves for _, moves in every[: asked["best"]]]


def _count_is_true(answer: dict[str, Any], asked: dict[str, Any]) -> bool:
    problem = _read(answer["problem"])
    best = _best(_key(answer["problem"]))
    whole = type(answer["count"]) is int and answer["objective"] == problem.objective
    if best is None:
        return _same(answer["problem"], asked) and whole and answer["count"] == 0 and answer["value"] is None
    number = type(answer["value"]) is int and [answer["value"], answer["count"]] == [best[0], best[2]]
    return _same(answer["problem"], asked) and whole and number
