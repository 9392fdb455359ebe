"""Texts that pages read themselves, before they ask anything: what they take, Python takes, as the same thing."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from shapewright.cells.grid import Board
from shapewright.clear import Field
from shapewright.errors import NotationError, ProblemError
from shapewright.shapez.pattern import Pattern


def _field(text: str) -> Any:
    return Field.from_text(text)


def _board(text: str) -> Any:
    return {(*cell, 0)[:3] for cell in Board.from_text(text).cells}


def _code(text: str) -> Any:
    return str(Pattern.from_code(text))


READERS: dict[str, tuple[str, str, list[str], Callable[[str], Any]]] = {
    "field": (
        "clear/rules.js",
        "return given.map(m.readWell).map((well) => well && (m.writeWell(well) || '_'.repeat(10)));",
        ["X" * 10, "_" * 10, "XX__TTTT__", "x.........", "/", "\n", " ", "X", "_", "ß", "S", "\r\n", "."],
        _field,
    ),
    "board": (
        "stage/art.js",
        "return given.map((text) => { const art = m.readArt(text, '#.'); return art && m.writeArt(art, false); });",
        ["#", ".", "##", "#.#", "/", "//", "\n", "\n\n", "3x2", "2x2x2", "x", "×", "0x1", " ", "a"],
        _board,
    ),
    "code": (
        "shapez/shapes.js",
        "return given.map((text) => { const layers = m.readCode(text); return layers && m.writeCode(layers); });",
        ["Cu", "Rr", "--", "P-", "cw", "??", "C?", "Nu", ":", "CuCuCuCu", "CuRuSuWu", "HuHuHuHuHuHu", "X", " ", "A?"],
        _code,
    ),
}


@pytest.mark.parametrize("kind", READERS)
def test_what_a_page_reads_python_reads_alike(evaluated: Callable[..., Any], kind: str) -> None:
    module, body, parts, reader = READERS[kind]
    random = Random(kind)
    texts = ["".join(random.choices(parts, k=random.randrange(1, 7))) for _ in range(600)]
    read = 0
    for text, seen in zip(texts, evaluated(module, body, texts), strict=True):
        if seen is None or not text.strip():  # what is blank is nothing yet
            continue
        try:
            found = reader(text)
        except (NotationError, ProblemError):  # a page forgives more blanks, and shows boards without cells
            continue
        assert found == reader(seen), text
        read += 1
    assert read > 30
