"""Lines of Python that ask what a page was asked: short, with their imports, and ready to run.

A question makes them of the plain values of its parameters (:attr:`Question.python`), those alone that differ from
their defaults.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Mapping

# What fits beside a picture; a longer call has its arguments one a line.
_WIDTH = 88


class Expression(str):
    """An expression, where any other text stands for itself."""

    __slots__ = ()


def literal(value: object) -> Expression:
    """A value as Python writes it, text in double quotes and over several lines if it has some.

    >>> print(literal({"box": (4, 4), "names": ["a"]}), literal('"#"'))
    {"box": (4, 4), "names": ["a"]} '"#"'
    """
    if isinstance(value, Expression):
        return value
    if isinstance(value, str):
        return Expression(_text(value))
    if isinstance(value, dict):
        return Expression("{" + ", ".join(f"{literal(key)}: {literal(each)}" for key, each in value.items()) + "}")
    if isinstance(value, list):
        return Expression("[" + ", ".join(map(literal, value)) + "]")
    if isinstance(value, tuple):
        return Expression("(" + ", ".join(map(literal, value)) + ("," if len(value) == 1 else "") + ")")
    return Expression(repr(value))


def _text(value: str) -> str:
    *lines, last = value.split("\n")
    short = json.dumps(value, ensure_ascii=False)
    if not lines and '"' in value and "'" not in value and "\\" not in value and value.isprintable():
        return f"'{value}'"
    if not lines or len(short) <= _WIDTH - 20 or not all(line.isprintable() for line in (*lines, last)):
        return short
    whole = "\n".join([*lines, last]).replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    return f'"""\\\n{whole}' + ('\\\n"""' if last else '"""')


def call(function: str, *arguments: object, **keywords: object) -> Expression:
    """A call; keywords that are None or false are left out, since that is what they are by default.

    >>> call("tiling.count", Expression("problem"), up_to_symmetry=True, engine=None)
    'tiling.count(problem, up_to_symmetry=True)'
    """
    given = [literal(each) for each in arguments]
    named = [f"{name}={literal(value)}" for name, value in keywords.items() if value is not None and value is not False]
    line = f"{function}({', '.join([*given, *named])})"
    if len(line) <= _WIDTH or len(given) + len(named) < 2 or "\n" in line:
        return Expression(line)
    return Expression("\n".join([f"{function}(", *[f"    {each}," for each in (*given, *named)], ")"]))


def some(asked: Mapping[str, object], *names: str) -> dict[str, object]:
    """The keywords of these names that are given."""
    return {name: asked[name] for name in names if name in asked}


def program(family: str, *lines: str, imports: Iterable[str] = ()) -> str:
    """The lines below their imports: those of Python itself first, then the family's, then others of the package."""
    others = sorted({*imports})
    standard = [each for each in others if "shapewright" not in each]
    ours = [f"from shapewright import {family}", *[each for each in others if "shapewright" in each]]
    return "\n".join([*standard, *([""] if standard else []), *ours, "", *lines])


def content(plain: object) -> str:
    """The text of a file as JSON has it: text, JSON itself, or base64."""
    if isinstance(plain, dict) and set(plain) == {"base64"}:
        return base64.b64decode(plain["base64"]).decode("utf-8-sig", errors="replace")
    return plain if isinstance(plain, str) else json.dumps(plain)


def verifying(family: str, answer: object, keywords: Mapping[str, object], *, as_text: bool = True) -> str:
    """The lines that check every claim of an answer, and print whether all is right and what was found out.

    Not every family reads the text itself.
    """
    text = literal(content(answer))
    return program(
        family,
        f"answer = {text if as_text else f'json.loads({text})'}",
        f"found = {call(f'{family}.verify', Expression('answer'), **keywords)}",
        'print(found.valid, *found.lines(), sep="\\n")',
        imports=() if as_text else ("import json",),
    )
