"""What a question says of its answers: the keys of the JSON, each with its kind, its meaning and how it is checked.

A question states its claims as a table, a key a line (deeper lines go on)::

    count | whole | Number of tilings. | again: by another engine
    bound? | number? | What no tiling gets below, if that is known. | again: by another engine
    engine  nodes

A key that ends with a question mark is not in every answer, a kind that does may be null. Kinds are ``text``, ``flag``,
``whole`` (from 0 up), ``integer``, ``number``, ``list``, ``record`` and ``any``, one of some ``words/with/strokes``, a
list ``[kind]``, a record ``{key: kind, other?: kind}`` or ``{*: kind}``, and ``kind or kind``. A line without strokes
names keys that several verbs have: their lines, and kinds with a name, are in the module ``_claims`` of the family.

The last column says what ``verify`` does: ``rules`` (by the rules of the game alone, or by a certificate in the
answer), ``again`` (computed again), ``asked`` (it must be what was asked), ``how`` (it says how the answer was found,
so it claims nothing) or ``not checked``, and after a colon more of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shapewright.questions.question import Question

_ENVELOPE = """
version | text | Version of the program. | how
envelope | whole | Version of the keys that every answer has. | how
command | text | The question: a family and a verb. | how
parameters | record | What was asked, by the names of the options: enough to ask again. | how
verdict | found/none/unknown | Whether there is what was asked for, whether it is proven that there is not, or neither.
    | rules: must follow from the other claims
reason | text? | Why there is none, in a sentence. | again: found again
complete | flag | Whether nothing was left out. | again: with the claims that it is about
seconds | number | How long it took. | how
resumed? | flag | Whether results of an earlier run were used. | how
"""
_LINES = "With --file: the answer to each line.", "again", "each as an answer by itself"
_WAYS = {
    "rules": "by the rules alone",
    "again": "computed again",
    "asked": "must be what was asked",
    "how": "says how the answer came about",
    "not checked": "not checked",
}
# What stands beside a number that JavaScript does not keep.
_DIGITS = {"_digits$": {"type": ["string", "array"], "items": {"type": "string"}}}
_PLAIN: Mapping[str, Mapping[str, object]] = {
    "text": {"type": "string"},
    "flag": {"type": "boolean"},
    "whole": {"type": "integer", "minimum": 0},
    "integer": {"type": "integer"},
    "number": {"type": "number"},
    "list": {"type": "array"},
    "record": {"type": "object"},
    "any": {},
}


@dataclass(frozen=True)
class Claim:
    """A key of an answer: the JSON Schema of its value, its meaning in a sentence, and how ``verify`` checks it.

    >>> from shapewright.questions import FAMILIES
    >>> claim = claims_of(FAMILIES["tiling"].question("count"))["count"]
    >>> claim.kind["type"], claim.meaning, claim.check
    ('integer', 'Number of tilings.', 'by another engine; millions by the frontier, which does not visit each tiling')
    """

    key: str
    kind: Mapping[str, object]
    meaning: str
    way: str
    more: str = ""
    is_optional: bool = False
    stated: str = ""
    """The kind as the table has it."""

    @property
    def check(self) -> str:
        """How it is checked, in words."""
        return f"not checked: {self.more}" if self.way == "not checked" else self.more or _WAYS[self.way]


@cache
def _envelope() -> dict[str, Claim]:
    return {claim.key: claim for claim in _rows(_ENVELOPE, _Shared("", ""))}


@cache
def _shared(family: str) -> _Shared:
    module = import_module(f"shapewright.questions.{family}._claims")
    return _Shared(module.KINDS, module.SHARED)


@cache
def claims_of(question: Question) -> dict[str, Claim]:
    """Return the claims of the answers to a question, by their keys, without those that every answer makes.

    Raises ``ValueError`` for a table that cannot be read.
    """
    text, of_lines, _ = question.claims.partition("@lines")
    own = {claim.key: claim for claim in _rows(text, _shared(question.family))}
    if not of_lines:
        return own
    # It can also be asked of each line of a file.
    optional = {key: replace(claim, is_optional=True) for key, claim in own.items()}
    records = {**_envelope(), **own}
    keys = {key: records[key].kind for key in ("reason", "complete", *own)}
    verdict = {"anyOf": [_envelope()["verdict"].kind, {"type": "null"}]}
    line = _record({"line": _PLAIN["text"], "verdict?": verdict} | {f"{key}?": kind for key, kind in keys.items()})
    return {
        **optional,
        "lines": Claim("lines", {"type": "array", "items": line}, *_LINES, is_optional=True, stated="[record]"),
    }


def answer_schema(question: Question) -> dict[str, object]:
    """Return the JSON Schema of the answers to a question, as ``--json`` prints them."""
    claims = {**_envelope(), **claims_of(question)}
    properties: dict[str, object] = {
        key: {**claim.kind, "description": f"{claim.meaning} (How it is checked: {claim.check}.)"}
        for key, claim in claims.items()
    }
    properties["command"] = {"const": question.command, "description": claims["command"].meaning}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"The answer of '{question.command}'",
        "description": question.help,
        "type": "object",
        "properties": properties,
        "required": [key for key, claim in claims.items() if not claim.is_optional],
        "patternProperties": _DIGITS,
        "additionalProperties": False,
    }


# --- Reading tables and kinds -----------------------------------------------------------------------------------------


class _Shared:
    """What the verbs of a family share: kinds by name, and lines by key."""

    def __init__(self, kinds: str, lines: str) -> None:
        self.kinds: dict[str, Mapping[str, object]] = dict(_PLAIN)
        for line in _joined(kinds):
            name, _, kind = line.partition(" = ")
            self.kinds[name] = _Reader(kind, self.kinds).whole()
        self.claims = {claim.key: claim for claim in _rows(lines, self)}


def _joined(text: str) -> Iterator[str]:
    """Yield each line of a table with those that go on with it."""
    lines = [line for line in text.split("\n") if line.strip()]
    margin = min((len(line) - len(line.lstrip()) for line in lines), default=0)
    whole = ""
    for line in lines:
        if whole and not line[margin].isspace():
            yield whole
            whole = ""
        whole = f"{whole} {line.strip()}".strip()
    if whole:
        yield whole


def _rows(text: str, shared: _Shared) -> Iterator[Claim]:
    for line in _joined(text):
        if "|" not in line:
            for name in line.split():
                key = name.removesuffix("?")
                if key not in shared.claims:
                    raise ValueError(f"no line says what {key!r} is")
                yield replace(shared.claims[key], is_optional=name != key)
            continue
        name, kind, meaning, check = [cell.strip() for cell in line.split("|")]
        way, _, more = check.partition(": ")
        if way not in _WAYS:
            raise ValueError(f"{check!r} does not say how {name!r} is checked")
        key = name.removesuffix("?")
        yield Claim(key, _Reader(kind, shared.kinds).whole(), meaning, way, more, name != key, kind)


def _record(keys: Mapping[str, object]) -> dict[str, object]:
    if "*" in keys:
        return {"type": "object", "additionalProperties": keys["*"]}
    return {
        "type": "object",
        "additionalProperties": False,
        "patternProperties": _DIGITS,
        "properties": {key.removesuffix("?"): kind for key, kind in keys.items()},
        "required": [key for key in keys if key[-1] != "?"],
    }


class _Reader:
    """A kind, read from the left."""

    def __init__(self, text: str, kinds: Mapping[str, Mapping[str, object]]) -> None:
        self._words = re.findall(r"[\w*/-]+|[][{}:,?]|\S", text)
        self._kinds = kinds

    def whole(self) -> Mapping[str, object]:
        """Return the kind, of which the text must be all."""
        kind = self._kind()
        if self._words:
            raise ValueError(f"{''.join(self._words)!r} is left of a kind")
        return kind

    def _takes(self, word: str) -> bool:
        if self._words[:1] != [word]:
            return False
        del self._words[0]
        return True

    def _kind(self) -> Mapping[str, object]:
        kind = self._single()
        if self._takes("?"):
            kind = {"anyOf": [kind, {"type": "null"}]}
        return {"anyOf": [kind, self._kind()]} if self._takes("or") else kind

    def _single(self) -> Mapping[str, object]:
        if self._takes("["):
            kind: Mapping[str, object] = {"type": "array", "items": self._kind()}
            self._takes("]")
            return kind
        if self._takes("{"):
            keys: dict[str, object] = {}
            while not self._takes("}"):
                name = self._words.pop(0) + "?" * self._takes("?")
                self._takes(":")
                keys[name] = self._kind()
                self._takes(",")
            return _record(keys)
        word = self._words.pop(0)
        return {"enum": word.split("/")} if "/" in word else self._kinds[word]
