"""Every command, example and picture that the documentation shows is what one gets."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest
from docs.execution import FOLDER, Command, Example, File, check, pages, run, steps

PAGES = [page.relative_to(FOLDER).as_posix() for page in pages()]


@pytest.mark.parametrize("name", PAGES)
def test_a_page_shows_what_happens(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for step in steps(FOLDER / name):
        match step:
            case File():
                Path(step.name).write_text(step.text, encoding="utf-8")
            case Command():
                assert run(step) == step.output, f"{name}:{step.line}"
            case Example():
                assert check(step, names, name) == ""


def test_every_picture_shown_is_drawn_by_a_command() -> None:
    drawn: set[str] = set()
    shown: set[str] = set()
    for page in pages():
        for step in steps(page):
            if isinstance(step, Command):
                pictures = [word for word in step.words if word.endswith(".svg")]
                assert not drawn & set(pictures), "each picture has a name of its own"
                drawn.update(pictures)
        shown.update(re.findall(r"_pictures/([\w.]+)", page.read_text(encoding="utf-8")))
    assert shown <= drawn
    assert shown


def test_every_family_is_complete() -> None:
    for family in ("tiling", "packing", "stacking", "clear", "shapez"):
        for page in ("tutorial", "notation", "method", "reference"):
            assert f"{family}/{page}.md" in PAGES


def test_a_wrong_page_is_found(tmp_path: Path) -> None:
    page = tmp_path / "wrong.md"
    page.write_text(
        "```console\n$ shapewright stacking count LL --width 2\nnone\n```\n\n```python\n>>> 1 + 1\n3\n```\n"
    )
    command, example = steps(page)
    assert isinstance(command, Command)
    assert isinstance(example, Example)
    assert run(command) != command.output
    assert "Expected" in check(example, {}, "wrong.md")
    page.write_text("```console\n$ shapewright stacking count Q\n```\n")
    (command,) = steps(page)
    assert isinstance(command, Command)
    with pytest.raises(ValueError, match="exit code 2"):
        run(command)
    page.write_text("```console\n$ rm everything\n```\n")
    with pytest.raises(ValueError, match=r"wrong\.md:2"):
        list(steps(page))


@pytest.mark.parametrize("family", ["tiling", "packing", "stacking", "clear", "shapez"])
def test_the_reference_names_what_has_no_docstring(family: str) -> None:
    """Constants; everything else is found by its docstring when the pages are built."""
    package = import_module(f"shapewright.{family}")
    constants = {name for name in package.__all__ if not callable(getattr(package, name))}
    named = re.findall(r"py:data:: (\w+)", (FOLDER / family / "reference.md").read_text(encoding="utf-8"))
    assert set(named) == constants


def test_the_reference_of_endpoints_has_them_all() -> None:
    from docs.reference_of_endpoints import text

    from shapewright.web.openapi import document

    written = text()
    for path, methods in document()["paths"].items():
        if "post" in methods:
            assert f"### `POST {path}`\n" in written
            for name in methods["post"]["requestBody"]["content"]["application/json"]["schema"]["properties"]:
                assert f"| `{name}` |" in written.partition(f"`POST {path}`")[2]
