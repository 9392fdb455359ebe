"""Certificates with small changes of every form, to see whether a checker proves something false.

The same seed makes the same changes everywhere.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

FOLDER = Path(__file__).parents[2] / "certificates"

KICKS = ("none", "none180", "srs", "srs180", "srs-plus", "srs-tetrio")
GOALS = ("height", "holes", "flatness", "peak", "rows", "tetrises", "longest")
CLAIMS = ("survive", "deadly")
WORDS = (*KICKS, "soft", "hard", "t-softdrop", *GOALS, *CLAIMS)


def checker(name: str) -> ModuleType:
    """Load a checker as a module, without what it does when it is run."""
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def changed(lines: list[str], draw: Random) -> list[str]:
    """Return the lines with one to three changes."""
    lines = list(lines)
    for _ in range(draw.choice((1, 1, 1, 2, 3))):
        if not lines:
            break
        at = draw.randrange(len(lines))
        draw.choice(
            (_remove, _double, _exchange, _word, _word, _number, _number, _character, _header, _header, _header)
        )(lines, at, draw)
    return lines


def _remove(lines: list[str], at: int, draw: Random) -> None:
    del lines[at : at + draw.choice((1, 1, 2))]


def _double(lines: list[str], at: int, draw: Random) -> None:
    lines.insert(draw.randrange(len(lines) + 1), lines[at])


def _exchange(lines: list[str], at: int, draw: Random) -> None:
    other = draw.randrange(len(lines))
    lines[at], lines[other] = lines[other], lines[at]


def _word(lines: list[str], at: int, draw: Random) -> None:
    """Remove, double or replace a word of a line other than the first by another one of the file."""
    if at == 0:
        return
    words = lines[at].split(" ")
    place = draw.randrange(len(words))
    others = lines[draw.randrange(1, len(lines))].split(" ")
    words[place : place + 1] = draw.choice(([], [words[place]] * 2, [draw.choice(others)]))
    lines[at] = " ".join(words)


def _number(lines: list[str], at: int, draw: Random) -> None:
    """Change a number by a little."""
    if at == 0:
        return
    words = lines[at].split(" ")
    places = [place for place, word in enumerate(words) if word.lstrip("-").isdigit()]
    if places:
        place = draw.choice(places)
        words[place] = str(int(words[place]) + draw.choice((-2, -1, 1, 2)))
        lines[at] = " ".join(words)


def _character(lines: list[str], at: int, draw: Random) -> None:
    line = lines[at]
    place = draw.randrange(len(line) + 1)
    new = draw.choice("0123456789abcdefIOTSZLJ:,-+ ") if draw.random() < 0.8 else ""
    lines[at] = line[:place] + new + line[place + draw.choice((0, 1)) :]


def _header(lines: list[str], at: int, draw: Random) -> None:
    """Change a value somewhere in the first line."""
    try:
        header = json.loads(lines[0])
    except ValueError:
        return
    places = list(_places(header))
    if places:
        holder, key = draw.choice(places)
        _replace(holder, key, draw)
        lines[0] = json.dumps(header)


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield value, key
        yield from _places(inner)


def _replace(holder: Any, key: Any, draw: Random) -> None:
    value = holder[key]
    if draw.random() < 0.1:
        del holder[key]
    elif isinstance(value, bool):
        holder[key] = not value
    elif isinstance(value, int):
        holder[key] = value + draw.choice((-2, -1, 1, 2))
    elif isinstance(value, str) and value in WORDS:
        holder[key] = draw.choice(next((words for words in (GOALS, CLAIMS) if value in words), WORDS))
    elif isinstance(value, str) and value:
        place = draw.randrange(len(value))
        letters = "X_" if set(value) <= set("X_") else "IOTSZLJ"
        holder[key] = value[:place] + draw.choice([*letters, ""]) + value[place + draw.choice((0, 1)) :]
    elif isinstance(value, list) and value:
        place = draw.randrange(len(value))
        value[place : place + 1] = draw.choice(([], [value[place]] * 2))
    else:
        holder[key] = draw.choice((None, 0, 1, [], "T", True))


def false_claims(
    check: Callable[[str], int],
    files: list[list[str]],
    is_true: Callable[[dict[str, Any]], bool],
    number: int,
    folder: Path,
    seed: int = 0,
) -> tuple[int, list[list[str]]]:
    """Check changed files: return how many still prove something, and those that prove something false.

    ``check`` takes the name of a file and gives the exit code; ``is_true`` judges the first line of a file.
    """
    draw, proven, false = Random(seed), 0, []
    path = folder / "changed.cert"
    for _ in range(number):
        lines = changed(draw.choice(files), draw)
        path.write_text("".join([f"{line}\n" for line in lines]), errors="replace")
        try:
            code = check(str(path))
        except SystemExit as end:
            code = end.code
        assert code in (0, 1, 2), lines
        if code == 0:
            proven += 1
            if not is_true(json.loads(lines[0])):
                false.append(lines)
    return proven, false
