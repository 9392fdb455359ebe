"""Every command, example, picture and notebook that the documentation shows is what one gets."""

from __future__ import annotations

import json
import re
from importlib import import_module
from pathlib import Path

import pytest
from docs.drawn_examples import PICTURES
from docs.execution import FOLDER, Command, Example, File, carry_out, check, notebooks, pages, run, steps
from docs.screenshots import SHOTS

from shapewright.questions import FAMILIES
from shapewright.questions.claims import claims_of

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
    drawn: set[str] = {*SHOTS, *PICTURES}
    shown: set[str] = set()
    for page in pages():
        for step in steps(page):
            if isinstance(step, Command):
                pictures = [word for word in step.words if word.endswith(".svg")]
                assert not drawn & set(pictures), "each picture has a name of its own"
                drawn.update(pictures)
        shown.update(re.findall(r"_pictures/([\w.]+)", page.read_text(encoding="utf-8")))
    assert shown <= drawn
    assert {*SHOTS, *PICTURES} <= shown
    assert shown


def test_every_family_is_complete() -> None:
    for family in ("tiling", "packing", "stacking", "clear", "shapez"):
        for page in ("tutorial", "notation", "method", "reference"):
            assert f"{family}/{page}.md" in PAGES


# What the sentences around the cells speak of, by notebook.
TOLD = {
    "chessboard_hole": ["[10054, 3207, 1839, 2576]", "65", "520"],
    "small_box": ["8x8 refuted: on a checkerboard", "0.91381 if the number of T is even", "of 1000 fill the square"],
    "putting_aside": ["9 of 40 sequences become lower", "True"],
    "first_piece": ["T 300 / 360 = 83.33 %", "135 ways, 45 are enough"],
    "crystals": ["buildable", "5 machines, proven minimal", "44233241"],
}


# How many jobs with a line of progress a notebook carries out.
JOBS = {"chessboard_hole": 1, "small_box": 1, "putting_aside": 2, "first_piece": 1, "crystals": 1}


@pytest.mark.parametrize("notebook", notebooks(), ids=lambda notebook: notebook.stem)
def test_a_notebook_shows_pictures_and_progress(notebook: Path) -> None:
    kept = json.loads(notebook.read_text(encoding="utf-8"))
    for cell in kept["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [], "notebooks are kept without outputs"
            assert cell["execution_count"] is None
    given = [output for cell in carry_out(notebook).cells for output in cell.get("outputs", ())]
    texts = "\n".join(output.get("text") or output["data"]["text/plain"] for output in given)
    for sentence in TOLD[notebook.stem]:
        assert sentence in texts
    pictures = [output["data"]["image/svg+xml"] for output in given if "image/svg+xml" in output.get("data", {})]
    assert pictures
    assert all(picture.startswith("<svg") for picture in pictures)
    # One line for a job, however long it takes, and nothing else on standard error.
    progress = [output for output in given if "<progress" in output.get("data", {}).get("text/html", "")]
    assert len(progress) <= JOBS[notebook.stem]
    assert not [output for output in given if output.get("name") == "stderr"]


def test_every_family_has_a_notebook() -> None:
    assert {notebook.stem for notebook in notebooks()} == set(TOLD)
    shown = re.findall(r"^_notebooks/(\w+)$", (FOLDER / "index.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert set(shown) == set(TOLD)
    texts = [notebook.read_text(encoding="utf-8") for notebook in notebooks()]
    for family in ("tiling", "packing", "stacking", "clear", "shapez"):
        assert any(f"from shapewright import {family}" in text for text in texts)


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


def test_the_reference_of_answers_has_them_all() -> None:
    from docs.reference_of_answers import checks, text

    written = text()
    for family in FAMILIES.values():
        table = checks(family.name)
        for verb in family.verbs:
            own = written.partition(f"### `{family.name} {verb}`\n")[2].partition("\n##")[0]
            for claim in claims_of(family.question(verb)).values():
                assert f"| `{claim.key}`" in own
                if claim.way in ("rules", "again", "not checked"):
                    assert any(
                        f"`{claim.key}`" in row and row.endswith(f"{claim.check} |") for row in table.split("\n")
                    )
