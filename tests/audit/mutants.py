"""Changes of a JSON answer, one value each, as plausible as a mistake or a forgery might be."""

from __future__ import annotations

import copy
import json
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

# How an answer came to be: no claim about the puzzle. What "parameters" say is the question itself, and changing it
# makes the claims of the answer claims about another puzzle.
ABOUT = {"version", "envelope", "command", "seconds"}

# How an answer was found; verify says that it passes these over.
HOW = {"engine", "nodes", "method", "median_seconds", "p99_seconds", "states", "sets"}

Path = tuple[str | int, ...]


def mutants(
    answer: dict[str, Any], seed: int = 0, others: Sequence[dict[str, Any]] = ()
) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Every mutant of ``answer`` with the path of what was changed, in a random order of its own.

    Besides changes of one value, what ``others`` have under a key, too, is spliced in.
    """
    changes = [
        (path, change)
        for path, value in _values(answer, ())
        if path and path[0] not in ABOUT
        for change in _changes(value, answer)
    ]
    changes += [
        ((key,), other[key]) for other in others for key in answer if key in other and key not in (*ABOUT, "parameters")
    ]
    random.Random(seed).shuffle(changes)
    for path, change in changes:
        mutant = copy.deepcopy(answer)
        _set(mutant, path, change)
        if mutant != answer or repr(mutant) != repr(answer):
            yield path, mutant


_GONE = object()


def _values(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    yield path, value
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _values(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _values(inner, (*path, index))


def _changes(value: Any, answer: dict[str, Any]) -> list[Any]:
    changes: list[Any] = [_GONE]
    if isinstance(value, bool):
        changes += [not value, None]
    elif isinstance(value, int):
        changes += [value + 1, value - 1, 2 * value + 3, -value, 0, 1, None, float(value) + 0.5]
    elif isinstance(value, float):
        changes += [value + 1, value - 1, value * 1.01 + 0.001, 0.0, None]
    elif value is None:
        changes += [0, 1, True, "x", []]
    elif isinstance(value, str):
        changes += _texts(value, answer)
    elif isinstance(value, list):
        changes += [[], None]
        if value:
            changes += [value[1:], value[:-1], [*value, value[0]], list(reversed(value))]
        if len(value) > 1:
            changes.append([value[1], value[0], *value[2:]])
    elif isinstance(value, dict) and value:
        first = next(iter(value))
        changes += [{key: inner for key, inner in value.items() if key != first}, None]
    return changes


_WORDS = (
    *("unique", "several", "none", "found", "unknown", "optimal", "feasible", "infeasible", "possible", "impossible"),
    *("buildable", "yes", "no"),
)


def _texts(value: str, answer: dict[str, Any]) -> list[Any]:
    changes: list[Any] = ["", value + value[:1], value[:-1], value[::-1]]
    if value in _WORDS:
        changes += [word for word in _WORDS if word != value]
    # A value that stands elsewhere in the answer is the likeliest mistake of all.
    changes += sorted({other for _, other in _values(answer, ()) if isinstance(other, str) and other != value})[:4]
    for index, character in enumerate(value[:12]):
        if character.isdigit():
            changes.append(value[:index] + str((int(character) + 1) % 10) + value[index + 1 :])
        elif character.isalpha():
            other = "LTISZOJ"[("LTISZOJ".find(character) + 1) % 7]
            changes.append(value[:index] + other + value[index + 1 :])
    return changes


def _set(whole: Any, path: Path, change: Any) -> None:
    *way, last = path
    for step in way:
        whole = whole[step]
    if change is _GONE:
        del whole[last]
    else:
        whole[last] = copy.deepcopy(change)


class Twin(str):
    """A key that may stand beside an equal one."""

    __slots__ = ()
    __eq__ = object.__eq__
    __hash__ = object.__hash__


def forgeries(
    answer: dict[str, Any], others: Sequence[dict[str, Any]], verbs: Sequence[str], seed: int = 0
) -> Iterator[tuple[str, str]]:
    """Yield what was done to an answer, and a text that ``verify`` must not call right, whatever the puzzle is.

    ``others`` are answers of the same family, ``verbs`` its verbs. The order is random.
    """
    rng = random.Random(seed)
    family, verb, *more = answer["command"].split()
    changes: list[tuple[str, Path, Any]] = [
        (f"is asked of {other}", ("command",), " ".join([family, other, *more])) for other in verbs if other != verb
    ]
    for path, value in _values(answer, ()):
        if isinstance(value, int | float) and not isinstance(value, bool):
            changes += [("is not finite", path, number) for number in (float("inf"), float("-inf"), float("nan"))]
        if isinstance(value, dict) and (len(path) < 2 or path[0] != "parameters"):
            changes.append(("has an unknown key", (*path, "forged"), 1))
        if isinstance(value, dict) and (not path or path[0] != "parameters"):
            other = rng.choice(others)
            foreign = [key for key in other if key not in {*value, "reason", *HOW, *ABOUT}]
            changes += [("has a key of another answer", (*path, key), "forged") for key in foreign[:1]]
        if isinstance(value, dict):
            changes += [("has a key twice", (*path, Twin(key)), inner) for key, inner in list(value.items())[:2]]
    kinds: dict[str, list[tuple[str, Path, Any]]] = defaultdict(list)
    for what, path, change in rng.sample(changes, len(changes)):
        kinds[what if path != ("command",) else "command"].append((what, path, change))
    for several in zip_longest(*kinds.values()):  # so that each kind comes early
        for what, path, change in filter(None, several):
            forged = copy.deepcopy(answer)
            _set(forged, path, change)
            yield f"{'.'.join(map(str, path))} {what}", json.dumps(forged)
