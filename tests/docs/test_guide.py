"""A stranger finds the way: links lead somewhere, pages are listed, and each task has a command that was run."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import docs.previews
import docs.structure
import pytest
from docs.execution import FOLDER, Command, Example, notebooks, pages, steps
from docs.previews import DESCRIPTION_LENGTH, address_in, tags
from docs.structure import anchor, headings, links, toctree

PAGES = [page.relative_to(FOLDER).as_posix() for page in pages()]
# Pages that are made when the documentation is built.
MADE = {f"_notebooks/{notebook.stem}" for notebook in notebooks()}


def anchors(page: Path) -> set[str]:
    return {anchor(text) for _, level, text in headings(page) if level <= 3}  # as many as conf.py says


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name: str) -> None:
    page = FOLDER / name
    for line, target in links(page):
        path, _, place = target.partition("#")
        there = (page.parent / path).resolve() if path else page
        if there.parent.name == "_notebooks":
            assert f"_notebooks/{there.stem}" in MADE, f"{name}:{line}: {target}"
            continue
        assert there.exists(), f"{name}:{line}: {target}"
        if place:
            assert place in anchors(there), f"{name}:{line}: {target}"


@pytest.mark.parametrize("name", PAGES)
def test_terms_are_in_the_glossary(name: str) -> None:
    used = re.findall(r"\{term\}`(?:[^`<]*<)?([^`<>]+)>?`", (FOLDER / name).read_text(encoding="utf-8"))
    assert {" ".join(term.split()) for term in used} <= terms(), name


def terms() -> set[str]:
    """The words that the glossary explains: lines of its blocks that are not indented."""
    text = (FOLDER / "glossary.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```\{glossary\}\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)
    return {line for block in blocks for line in block.splitlines() if re.match(r"\S", line)}


def test_the_glossary_explains_each_word_once() -> None:
    text = (FOLDER / "glossary.md").read_text(encoding="utf-8")
    assert len(terms()) >= 60
    for term in terms():
        assert len(re.findall(rf"^{re.escape(term)}$", text, flags=re.MULTILINE)) == 1, term


def test_every_page_is_in_a_table_of_contents() -> None:
    listed = {"index"}
    for page in pages():
        within = page.parent.relative_to(FOLDER)
        listed |= {(within / entry).as_posix() for entry in toctree(page)}
    assert {name.removesuffix(".md") for name in PAGES} | MADE <= listed
    assert listed <= {name.removesuffix(".md") for name in PAGES} | MADE


def entries(name: str) -> dict[str, list[Command | Example]]:
    """What is run below each heading of the third level."""
    page = FOLDER / name
    starts = list(headings(page))
    found: dict[str, list[Command | Example]] = {text: [] for _, level, text in starts if level == 3}
    for step in steps(page):
        _, level, text = max(start for start in starts if start[0] < step.line)
        if level == 3 and isinstance(step, (Command, Example)):
            found[text].append(step)
    return found


@pytest.mark.parametrize(("name", "least"), [("how.md", 40), ("which.md", 20)])
def test_each_entry_has_something_that_was_run(name: str, least: int) -> None:
    """Running it is what test_pages.py does."""
    found = entries(name)
    assert len(found) >= least
    assert [heading for heading, ran in found.items() if not ran] == []


def test_all_families_are_asked() -> None:
    for name in ("how.md", "which.md"):
        ran = [step.words[0] for group in entries(name).values() for step in group if isinstance(step, Command)]
        assert set(ran) == {"tiling", "packing", "stacking", "clear", "shapez"}


def test_examples_of_the_tools() -> None:
    for module in (docs.structure, docs.previews):
        result = doctest.testmod(module)
        assert result.attempted
        assert not result.failed


def test_a_preview_names_whole_addresses_or_none() -> None:
    made = tags('"Why" & why', "One sentence.", "shapewright")
    assert "og:url" not in made
    assert "og:image" not in made
    assert 'content="&quot;Why&quot; &amp; why"' in made
    made = tags("Why", "One sentence.", "shapewright", "https://example.org/why.html", "https://example.org/a.png")
    assert '<meta property="og:url" content="https://example.org/why.html">' in made
    assert '<meta property="og:image" content="https://example.org/a.png">' in made
    assert address_in('[project.urls]\nDocumentation = "https://example.org/"') == "https://example.org/"


def test_descriptions_are_not_cut() -> None:
    described = 0
    for page in pages():
        found = re.search(
            r"^ +description: (.*)$", page.read_text(encoding="utf-8").partition("\n---\n")[0], re.MULTILINE
        )
        if found:
            described += 1
            assert len(found[1]) <= DESCRIPTION_LENGTH, page
    assert described >= 15
