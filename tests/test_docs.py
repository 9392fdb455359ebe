"""The examples in docstrings and what the README shows are true; the README is short, and its links lead somewhere."""

from __future__ import annotations

import doctest
import pkgutil
import re
import shlex
import tomllib
from importlib import import_module
from inspect import unwrap
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree as ET

import pytest

import shapewright
from shapewright import clear, packing, shapez, stacking, tiling
from shapewright.cli import main


class Examples(doctest.DocTestFinder):
    """Examples stand where a function is written, not in the package that offers it."""

    def _from_module(self, module: ModuleType, value: object) -> bool:
        home = getattr(unwrap(value), "__module__", module.__name__) if callable(value) else module.__name__
        return bool(super()._from_module(module, value)) and home == module.__name__


MODULES = sorted(
    info.name
    for info in pkgutil.walk_packages(shapewright.__path__, "shapewright.")
    if not info.name.endswith(("._core", ".__main__"))
)
README = Path(__file__).parent.parent / "README.md"


@pytest.mark.parametrize("name", ["shapewright", *MODULES, "release.site.documentation", "release.site.rendering"])
def test_examples_in_docstrings(name: str) -> None:
    runner = doctest.DocTestRunner()
    for example in Examples().find(import_module(name), name):
        runner.run(example)
    assert runner.failures == 0


def test_examples_in_the_readme() -> None:
    assert doctest.testfile(str(README), module_relative=False).failed == 0


def test_commands_in_the_readme_print_what_it_says(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)  # in case one writes a file
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", README.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    pattern = re.compile(r"^\$ shapewright (.*)\n((?:(?!\$ ).*\n)*)", flags=re.MULTILINE)
    commands = [found for language, block in blocks if not language for found in pattern.findall(block)]
    assert {command.split()[0] for command, _ in commands} == {"tiling", "packing", "stacking", "clear", "shapez"}
    for command, expected in commands:
        assert main(shlex.split(command)) in (0, 1)
        assert capsys.readouterr().out == expected


def test_the_answers_in_the_readme() -> None:
    """What the table answers, worked out again."""
    pentominoes = tiling.count(tiling.Problem.from_text("board 6x10\npieces pentominoes"), up_to_symmetry=True)
    bag = packing.Bag.from_text("T I I I")
    colours = [(x + y) % 2 for x in range(4) for y in range(4)]
    assert packing.feasible(bag, box=(4, 4)).verdict == "impossible"
    stack = stacking.first(stacking.Problem("LLLL", width=6))
    assert stack is not None
    assert stack.optimal
    found = clear.analyse("ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ", "I,*p4")
    minimal = found.minimal()
    assert minimal.is_optimal
    plan = shapez.plan(shapez.Shape.from_code("RbRbRbRb:CrCrSgSg"))
    assert plan is not None
    assert plan.optimal
    chance = f"{100 * found.chance.fraction:.2f} %: in {found.chance.solved} of {found.chance.queues} queues"
    answers = [
        f"{pentominoes}, up to rotation and reflection",
        f"No: a checkerboard has {colours.count(0)} + {colours.count(1)} cells, and these cover 9 + 7",
        f"{stack.height} rows; {stack.height - 1} are proven impossible",
        f"{chance}; {len(minimal)} solutions serve them all, and fewer cannot",
        f"These {plan.cost}, and no fewer",
    ]
    rows = re.findall(r"^\| (.*) \| (.*) \|$", README.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert [answer for _, answer in rows[1:6]] == answers


def test_the_readme_is_short() -> None:
    assert len(README.read_text(encoding="utf-8").split()) <= 800


def test_the_readme_leads_to_what_there_is() -> None:
    """Links stay inside the repository, and what they lead to is there; the package is not on the index yet."""
    text = README.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)]*)\)", text)
    assert "docs/hero.svg" in links
    for link in links:
        path, _, heading = link.partition("#")
        assert (README.parent / path).exists(), link
        if heading:
            headings = re.findall(r"^#+ (.*)$", (README.parent / path).read_text(encoding="utf-8"), flags=re.MULTILINE)
            assert heading in [re.sub(r"[^\w\- ]", "", one).lower().replace(" ", "-") for one in headings], link


def test_nobody_is_told_to_install_a_stranger_s_package() -> None:
    """Extras exist, and whatever is to be installed is a path, a dependency of ours, or the tool that builds."""
    root = README.parent
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    known = {re.split(r"[\[<>=~!; ]", one)[0].lower().replace("_", "-") for one in project["dependencies"]}
    places = [README, *root.glob("docs/**/*.md"), *root.glob("examples/**/*"), *root.glob("src/**/*.py")]
    command = re.compile(r"pip3? install((?: +['\"]?[\w./*\[-][^\s'\"`)]*)+)")
    found = [
        (place.name, word.strip("'\""))
        for place in places
        if place.suffix in (".md", ".py", ".html", ".txt")
        for words in command.findall(place.read_text(encoding="utf-8"))
        for word in words.split()
        if not word.startswith("-")
    ]
    assert {place for place, _ in found} >= {"installation.md", "evolution.py", "cluster.py"}
    for place, word in found:
        name, _, named = word.rstrip(",;:").partition("[")
        assert set(filter(None, named.rstrip("]").split(","))) <= set(extras), (place, word)
        is_path = name == "." or (name.startswith("dist/") and name.endswith(".whl"))
        assert is_path or name.lower().replace("_", "-") in known, (place, word)


def test_the_picture_in_the_readme_is_that_of_its_script(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(README.parent / "docs"))
    hero = import_module("hero")
    assert hero.TARGET.read_text(encoding="utf-8") == hero.picture(), "python docs/hero.py writes it again"


def test_the_picture_in_the_readme_needs_nothing_else() -> None:
    """Forges show it as an image: they load nothing for it and run no script, and fonts are the reader's."""
    content = (README.parent / "docs" / "hero.svg").read_text(encoding="utf-8")
    assert len(content) < 150_000
    root = ET.fromstring(content)
    tags = {element.tag.removeprefix("{http://www.w3.org/2000/svg}") for element in root.iter()}
    assert tags <= {"svg", "title", "style", "g", "path", "rect", "circle", "text"}
    names = {name for element in root.iter() for name in element.attrib}
    assert not any("href" in name or name.startswith("on") for name in names)
    assert "url(" not in content
    assert "@import" not in content


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder()
    assert any(test.examples for name in MODULES for test in finder.find(import_module(name)))
