"""Sentences for a page: what names options of the command line, or Python, names the fields of the page instead."""

from __future__ import annotations

import re

_COMMAND = re.compile(r"'\w+ ([\w-]+)(?: [^' ]+)*?((?: --[a-z][^']*)+)'")
_OPTION = re.compile(r"(?<![\w'-])--([a-z][a-z-]*[a-z])(?![\w-])")
_ASIDES = (
    re.compile(r" \((?:in Python|at the shell) [^)]*\)"),
    re.compile(r",? (?:and )?in Python (?:'[^']*'|[^),;]*)"),
)


def for_pages(sentence: str) -> str:
    """Return the sentence with fields in place of options, and without what only concerns Python.

    >>> for_pages("--height-limit 3 is too low; leave out --board (in Python board=None)")
    "'height_limit' 3 is too low; leave out 'board'"
    >>> for_pages("'clear solve --height 4 --no-hold' answers without")
    "the question 'solve' with 'height' and 'no_hold' answers without"
    """
    for aside in _ASIDES:
        sentence = aside.sub("", sentence)
    return _OPTION.sub(_field, _COMMAND.sub(_question, sentence))


def _field(option: re.Match[str]) -> str:
    return repr(option[1].replace("-", "_"))


def _question(command: re.Match[str]) -> str:
    options = [_field(option) for option in _OPTION.finditer(command[2])]
    return f"the question {command[1]!r} with {' and '.join(options)}"
