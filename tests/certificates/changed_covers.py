"""Changes of cover certificates, of which none may prove what is false.

``python -m tests.certificates.changed_covers 50000`` tries that many.
"""

from __future__ import annotations

import copy
import json
import random
import sys
from collections.abc import Iterator
from typing import Any

from tests.certificates.changes import checker
from tests.reference.certified_covers import is_true

from shapewright.tiling import Problem
from shapewright.tiling.certificate import certificate
from shapewright.tiling.covers.exact_cover import ExactCover

CHECKER = checker("check_cover")


def cases() -> dict[str, list[str]]:
    """Certificates of tiny puzzles, of every form, as lines."""
    optional = Problem.from_text("board 3x3\noptional 0,0\noptional 2,1\npieces any*I2, 0-1*V3")
    return {
        "dominoes": list(certificate(Problem("4x3", "any*I2")).lines),
        "by a piece": list(certificate(Problem("4x3", "1*V3, 1*L4, 1*I5")).lines),
        "up to symmetry": list(certificate(Problem("4x3", "any*I2"), up_to_symmetry=True).lines),
        "rotations": list(certificate(Problem("3x3", "3*V3"), rotations_only=True).lines),
        "counts": list(certificate(Problem("4x3", "1-4*I3, 0-2*V3")).lines),
        "twice": list(certificate(Problem("4x2", "2*L4")).lines),
        "cubes": list(certificate(Problem("2x2x2", "any*I2")).lines),
        "hexagons": list(certificate(Problem("hex:4x3", "2*hex:V3, 2*hex:I3"), up_to_symmetry=True).lines),
        "triangles": list(certificate(Problem("triangle:4x2", "any*triangle:I2")).lines),
        "torus": list(certificate(Problem("torus:3x2", "any*I2")).lines),
        "optional cells": list(certificate(optional).lines),
        "weights": list(certificate(Problem("3x3", "any*I2"), "none").lines),
        "no cover": list(certificate(Problem("3x3", "any*I2")).lines),
        "costs": list(
            certificate(ExactCover(["ab", "c", "abc", "bc", "a"], costs=[-3, 1, -1, 2, 0]), "least cost").lines
        ),
        "bounds": list(certificate(ExactCover(["ab", "acx", "cx", "a"], secondary="x", bounds={"a": (1, 2)})).lines),
    }


def changed(lines: list[str], rng: random.Random) -> list[str]:
    """The lines with one to three changes."""
    lines = list(lines)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        change = rng.choice((_remove, _double, _exchange, _word, _word, _word, _statement, _statement, _statement))
        change(lines, rng)
    return lines


def _remove(lines: list[str], rng: random.Random) -> None:
    if lines:
        del lines[rng.randrange(len(lines))]


def _double(lines: list[str], rng: random.Random) -> None:
    lines.insert(rng.randrange(len(lines) + 1), rng.choice(lines or [""]))


def _exchange(lines: list[str], rng: random.Random) -> None:
    if lines:
        a, b = rng.randrange(len(lines)), rng.randrange(len(lines))
        lines[a], lines[b] = lines[b], lines[a]


def _word(lines: list[str], rng: random.Random) -> None:
    places = [k for k, line in enumerate(lines) if not line.startswith("{")]
    if not places:
        return
    at = rng.choice(places)
    words = lines[at].split()
    if not words:
        return
    k = rng.randrange(len(words))
    number = int("".join(filter(str.isdigit, words[k])) or 0)
    near = number + rng.choice((-2, -1, 1, 2))
    new = rng.choice(["*", f"!{number}", f"!{near}", str(near), str(number), f"{-number}", "root", "w", "!", "x", ""])
    words[k : k + 1] = rng.choice(([new], [new], [new], [words[k], new], []))
    lines[at] = " ".join(words)


def _statement(lines: list[str], rng: random.Random) -> None:
    """Change something in one of the statements."""
    places = [k for k, line in enumerate(lines) if line.startswith("{")]
    if not places:
        return
    at = rng.choice(places)
    try:
        data = json.loads(lines[at])
    except json.JSONDecodeError:
        return
    spots = list(_spots(data))
    parent, key = rng.choice(spots)
    value = parent[key]
    if type(value) is int:
        parent[key] = rng.choice((value + 1, value - 1, value + 1, value - 1, 0, -value, None, str(value), [value]))
    elif isinstance(value, list) and value and rng.random() < 0.7:
        k = rng.randrange(len(value))
        other = copy.deepcopy(rng.choice(value))
        rng.choice((lambda: value.pop(k), lambda: value.append(other), lambda: value.__setitem__(k, other)))()
    elif isinstance(value, str):
        words = [
            "free",
            "fixed",
            "one-sided",
            "half-turn",
            "covers",
            "none",
            "least cost",
            "covers up to symmetry",
            "x",
        ]
        parent[key] = rng.choice(words)
    elif isinstance(parent, dict) and rng.random() < 0.5:
        del parent[key]
    else:
        parent[key] = rng.choice((None, 0, 1, [], {}, "", True))
    lines[at] = json.dumps(data)


def _spots(data: Any) -> Iterator[tuple[Any, Any]]:
    for key in data if isinstance(data, dict) else range(len(data)):
        yield data, key
        if isinstance(data[key], dict | list):
            yield from _spots(data[key])


def proves(lines: list[str]) -> bool:
    """Whether the checker accepts lines."""
    try:
        CHECKER.proven(iter(lines))
    except Exception:
        return False
    return True


def is_fair(lines: list[str]) -> bool:
    """Whether lines that the checker accepts prove what is true."""
    statements = [json.loads(line) for line in lines if line.startswith("{")]
    return is_true(statements[0], [data for data in statements if "pieces" in data])


def main(number: int) -> None:
    """Try that many changes and print the false ones that prove something."""
    every = list(cases().items())
    accepted = false = 0
    for seed in range(number):
        rng = random.Random(seed)
        name, lines = every[seed % len(every)]
        attempt = changed(lines, rng)
        if attempt != lines and proves(attempt):
            accepted += 1
            if not is_fair(attempt):
                false += 1
                print("FALSE", name, seed, *attempt, sep="\n")
    print(f"{number} changes, {accepted} of them still prove something, {false} something false")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50_000)
