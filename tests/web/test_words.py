"""Refusals on pages: fields are named instead of options of the command line, and nothing is about Python."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import shapewright
from shapewright.web.words import for_pages

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCE = Path(shapewright.__file__).parent
# What refuses words of a command line alone, or starts and builds the studio.
ELSEWHERE = {"cli", "site", "settings.py", "server.py"}
OPTION = re.compile(r"(?<!\S)[('\"]*--[a-z]|\bPython\b")


def texts(node: ast.AST) -> Iterator[str]:
    """Every whole text in an expression, with a name in place of what is filled in."""
    if isinstance(node, ast.JoinedStr):
        yield "".join(str(part.value) if isinstance(part, ast.Constant) else "hold" for part in node.values)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    else:
        for child in ast.iter_child_nodes(node):
            yield from texts(child)


def refusals() -> set[str]:
    """The texts of all errors that a question can raise."""
    return {
        text
        for path in SOURCE.rglob("*.py")
        if ELSEWHERE.isdisjoint(path.relative_to(SOURCE).parts)
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Raise) and node.exc is not None
        for text in texts(node.exc)
    }


def test_no_refusal_names_options_or_python() -> None:
    found = refusals()
    assert len([text for text in found if OPTION.search(text)]) > 40
    wrong = {text: for_pages(text) for text in found if OPTION.search(for_pages(text))}
    assert not wrong


def test_words_that_somebody_typed_stay() -> None:
    for text in ("'--page' is not a code", "CuCu----:RrRr----", "'--cr--cr' has no colour", "or --"):
        assert for_pages(text) == text


@pytest.mark.parametrize(
    ("family", "question", "body", "words"),
    [
        (
            "shapez",
            "buildable",
            {"codes": ["XuXuXuXu"]},
            "'Xu' in 'XuXuXuXu' is of version 1.0 of the game; 'game' 1.0",
        ),
        (
            "stacking",
            "solve",
            {"sequence": "I", "width": 3, "board": "4x4"},
            "contradict each other; leave out 'width'",
        ),
        ("stacking", "solve", {"sequence": "I", "width": -2}, "'width' takes a whole number from 1 to 64, not -2"),
    ],
)
def test_what_a_page_reads(studio, family: str, question: str, body: dict, words: str) -> None:
    assert words in studio.post(f"/look/{family}/{question}?wait=30", json=body).json()["error"]
